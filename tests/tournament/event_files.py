"""What the tests of the commands `duelmat event ...` have in common."""

from __future__ import annotations

from pathlib import Path

from command_line import duelmat
from duelmat_hub.policies import load_policy
from duelmat_tournament.generate import Chances

OCG = load_policy("ocg")
OFTEN = Chances(draw=30, penalty=30, dispute=20, call=20)


def event(*words: str | Path) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command."""
    result = duelmat("event", *words)
    return result.exit_code, result.stdout, result.stderr
