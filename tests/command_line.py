"""The command `duelmat` as tests call it: in this process, or as a user does."""

import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from duelmat import main


def duelmat(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    """The command run in this process; an exception that it lets through fails the test."""
    result = CliRunner().invoke(main, [str(a) for a in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command run as a user does, in a process of its own."""
    command = [sys.executable, "-c", "from duelmat import main; main()"]
    return subprocess.run(
        [*command, *map(str, arguments)], input=stdin, capture_output=True, check=False
    )
