"""The user's own rulesets: a Python file that registers one is run before the command.

What is wrong with the ruleset is told before any command asks for it, all of it together.
"""

from __future__ import annotations

import linecache
import runpy
import traceback
from pathlib import Path

from duelmat_command.output import Complaint, read_text
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_rulesets.checks.soundness import flaws_of


def take_game(name: str) -> None:
    """Load the ruleset that a Python file registers; a Complaint says why there is none."""
    read_text(Path(name), "a Python file that registers a ruleset")
    before = ruleset_names()
    try:
        runpy.run_path(name)
        new = [found for found in ruleset_names() if found not in before]
        built = {found: find_ruleset(found) for found in new}
    except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever the user's file does)
        raise Complaint(f"{name}:{_line(error, name)}: {_said(error, name)}") from None
    if not new:
        raise Complaint(
            f"{name}: expected a call register(NAME, BUILD) with a name that no ruleset has "
            f"({', '.join(before)}), got none."
        )
    flaws = [(found, flaw) for found, rules in built.items() for flaw in flaws_of(found, rules)]
    if flaws:
        lines = (f"{name}: {found}: {flaw!s}" for found, flaw in flaws)
        raise Complaint("\n".join(lines))


def _line(error: BaseException, name: str) -> int:
    """Return the last line of the file that led to the error."""
    if isinstance(error, SyntaxError) and error.lineno:
        return error.lineno
    there = _frames(error, name)
    return (there[-1].lineno or 1) if there else 1


def _frames(error: BaseException, name: str) -> list[traceback.FrameSummary]:
    return [f for f in traceback.extract_tb(error.__traceback__) if f.filename == name]


def _said(error: BaseException, name: str) -> str:
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    called = _called(_frames(error, name)) if isinstance(error, TypeError) else ""
    if called and called not in said:
        return f"expected a ruleset, got {said} in {called}"
    return f"expected a ruleset, got {said}"


def _called(frames: list[traceback.FrameSummary]) -> str:
    """Return the name that the last line calls, as written: "ops.Draw"; empty: no call."""
    if not frames or frames[-1].lineno is None:
        return ""
    line = linecache.getline(frames[-1].filename, frames[-1].lineno).encode()
    name, bracket, _ = line[frames[-1].colno or 0 :].decode().partition("(")
    return name if bracket and name.replace(".", "").isidentifier() else ""
