"""Hands: what people can do to a simulated mat, as requests to its side channel.

One request a line of JSON, answered in turn: {"id": 1, "op": "lift", "sleeve": "a:H7"} ->
{"id": 1, "ok": true} or {"id": 1, "ok": false, "error": "a sentence"}.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar

from duelmat_host.errors import RigGoneError, RigRefusedError
from duelmat_message import say

Answer = dict[str, Any]
Outcome = TypeVar("Outcome")
_RESTART: Final = say("Start it with `duelmat play`.")


def uid_hex(uid: bytes) -> str:
    """Format a tag as the hands write it."""
    return uid.hex()


class SideChannel(ABC, Generic[Outcome]):
    """Requests of hands to the mat; each method returns the answer of the rig."""

    @abstractmethod
    def ask(self, op: str, **fields: Any) -> Outcome:
        """Send a request. Raises RigRefusedError, or RigGoneError when the rig is gone."""

    def place(
        self,
        sleeve: str,
        up: bytes,
        down: bytes | None,
        zone: str,
        *,
        face: Literal["up", "down"] = "up",
        turn: Literal[0, 90, 180, 270] = 0,
        dx_mm: float = 0,
        dy_mm: float = 0,
        reach: tuple[float, float] | None = None,
    ) -> Outcome:
        """Lay a sleeve on a zone, or move it there; on top of what lies there.

        down: None for a sleeve with one tag.
        reach: the field at the lower and at the upper tag at full power, in units of what each
        needs; None = as the tables of the coils have it.
        """
        fields = {} if reach is None else {"reach": reach}
        return self.ask(
            "place",
            sleeve=sleeve,
            up_uid=uid_hex(up),
            down_uid=None if down is None else uid_hex(down),
            zone=zone,
            face=face,
            turn=turn,
            dx_mm=dx_mm,
            dy_mm=dy_mm,
            **fields,
        )

    def lift(self, sleeve: str) -> Outcome:
        """Take a sleeve off the mat."""
        return self.ask("lift", sleeve=sleeve)

    def see(self, zones: Mapping[str, Sequence[Mapping[str, Any]]]) -> Outcome:
        """Let exactly these cards lie in these zones, each from the lowest to the topmost.

        A zone that is not named keeps what lies there, as one beneath a hand does (docs/rig.md).
        """
        return self.ask("see", zones=zones)

    def touch(self, pad: str, ms: int = 200, *, still_ms: int = 0) -> Outcome:
        """Put a finger on a pad for a while, once cards have lain still beside it for so long."""
        return self.ask("touch", pad=pad, ms=ms, still_ms=still_ms)

    def button(self, name: str, ms: int = 200) -> Outcome:
        """Press a button for a while."""
        return self.ask("button", name=name, ms=ms)

    def look(self) -> Outcome:
        """Ask for lights, displays, cards and board time as they are now."""
        return self.ask("look")

    def subscribe(self) -> Outcome:
        """Ask for every change of lights and displays from now on (see events)."""
        return self.ask("subscribe")

    def faults(self, **faults: Any) -> Outcome:
        """Let radio and readers fail with these probabilities."""
        return self.ask("faults", **faults)

    def figures(self) -> Outcome:
        """Ask for counts of the electronics."""
        return self.ask("figures")

    def unplug(self) -> Outcome:
        """Pull the cable."""
        return self.ask("unplug")

    def plug(self) -> Outcome:
        """Put the cable in: a new pseudo terminal behind the same link."""
        return self.ask("plug")

    def reset(self) -> Outcome:
        """Reset the board."""
        return self.ask("reset")

    def run(self, ms: int, port_bytes_in: int | None = None) -> Outcome:
        """Let virtual time pass, once the board has so many bytes; virtual clock only."""
        if port_bytes_in is None:
            return self.ask("run", ms=ms)
        return self.ask("run", ms=ms, port_bytes_in=port_bytes_in)

    def stop(self) -> Outcome:
        """End the rig."""
        return self.ask("stop")


def request_line(number: int, op: str, fields: dict[str, Any]) -> bytes:
    return json.dumps({"id": number, "op": op, **fields}).encode() + b"\n"


def checked(op: str, answer: Answer) -> Answer:
    if answer.get("ok"):
        return answer
    raise RigRefusedError(op, str(answer.get("error", answer)))


def gone(path: Path, reason: str) -> RigGoneError:
    return RigGoneError(
        say(
            "expected the simulated mat at {path}, got: {reason}. {advice}",
            path=path,
            reason=reason,
            advice=_RESTART,
        )
    )
