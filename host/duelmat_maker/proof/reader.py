"""The reader of a proof: asked at the board's prompt, with the firmware's own driver."""

from __future__ import annotations

from typing import Annotated, Any, Final, Protocol

import msgspec
from msgspec import Meta

from duelmat_hardware import Mat
from duelmat_maker.errors import ProofError
from duelmat_maker.flash import FlashError, Prompt, check_micropython
from duelmat_maker.proof.readings import LONGEST, STEPS, VISITS, Answers, Plain, Reading

_OPEN: Final = """
try:
 from duelmat_device import thresholds
 _p = thresholds.open_reader()
 import json
 print(repr(json.load(open('board.json'))['digest']))
except ImportError:
 print(None)
"""
_FINE, _SILENT, _STRANGE, _NO_FIELD = range(4)
"""HEALTH of a reader, as docs/protocol.md lists it."""
_WIRES: Final = "Compare its seven wires with proof.md, one by one."


class ReaderFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board and the chip that measured."""

    board: Plain
    micropython: Plain
    chip: Annotated[int, Meta(ge=0, le=255)]
    """The version that the reader chip names, VersionReg."""


class PowerReader(Protocol):
    """One reader whose power is stepped."""

    def facts(self) -> ReaderFacts:
        """Return the board and the chip. Raises ProofError where the reader does not work."""

    def read(self) -> Reading:
        """Call all tags at every step of power. Raises ProofError when the board is gone."""


class PromptReader:
    """The first reader of the board that is at its prompt."""

    def __init__(self, prompt: Prompt, mat: Mat) -> None:
        """Check the board.

        Raises FlashError where MicroPython is too old, ProofError where the firmware is missing or
        that of another mat.
        """
        self._prompt = prompt
        check_micropython(prompt.facts())
        digest = self._ask(_OPEN)
        if digest != mat.digest:
            got = "none" if digest is None else str(digest)[:8]
            raise ProofError(
                f"expected the firmware of the mat {mat.name} ({mat.digest[:8]}) on the board, "
                f"got {got}. Run `duelmat flash --mat {mat.name}` with this port, and then this "
                "again."
            )

    def facts(self) -> ReaderFacts:
        chip, health = self._ask("print(_p.health())")
        if health != _FINE:
            raise ProofError(_unwell(health, chip))
        about = self._prompt.facts()
        board = about.machine.encode("ascii", "replace").decode()[:LONGEST]
        return ReaderFacts(board, ".".join(map(str, about.version)), chip)

    def read(self) -> Reading:
        steps = tuple(self._answers(step) for step in range(STEPS))
        return Reading(steps, self._answers(0))

    def _answers(self, step: int) -> Answers:
        unread, failed, read = self._ask(f"print(_p.answers({step}, {VISITS}))")
        return Answers(unread, failed, read)

    def _ask(self, code: str) -> Any:
        try:
            return self._prompt.ask(code)
        except FlashError as error:
            cause = error.__cause__ or error
            refused = getattr(cause, "error_output", None)
            reason = str(refused or cause).strip().splitlines()[-1]
            if refused is not None:
                raise ProofError(
                    f"{self._prompt.url}: the board refused to measure ({reason}). Flash it anew "
                    "with `duelmat flash`, and run this again."
                ) from error
            raise ProofError(
                f"{self._prompt.url}: the board no longer answers ({reason}). Plug it in and run "
                "the same command again: it goes on with what the report holds."
            ) from error


def _unwell(health: int, chip: int) -> str:
    if health == _SILENT:
        return f"the reader chip does not answer. {_WIRES}"
    if health == _NO_FIELD:
        return (
            "the reader chip answers, and its field does not switch on: look at the 3.3 V under "
            "load, and whether the coil's ends touch ground."
        )
    return (
        f"expected an MFRC522, got a chip that calls itself {chip:#04x} or answers wrongly. "
        f"{_WIRES} Then try another module."
    )
