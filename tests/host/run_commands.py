"""Runs the command for each list of arguments that is on standard input, in this one process.

It prints for each the exit code, what was said, and the exception that was let through.
"""

import json
import sys

from click.testing import CliRunner

from duelmat import main


def run_all() -> None:
    found = []
    for arguments in json.load(sys.stdin):
        result = CliRunner().invoke(main, arguments)
        is_words = result.exception is None or isinstance(result.exception, SystemExit)
        let_through = "" if is_words else repr(result.exception)[:500]
        found.append((result.exit_code, result.output, let_through))
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    run_all()
