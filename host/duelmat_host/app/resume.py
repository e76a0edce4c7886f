"""Going on after a stop: the duel as the journal tells it.

Actions are carried out again in order, without judging and without writing; what lies beside the
duel (what the hands owe, which cards lie face-down, where cards were put) stands in each entry.
The mat is taken to lie as it was left until the board tells how it lies now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from duelmat_engine.actions import CorrectLife
from duelmat_engine.events import AnyEvent
from duelmat_engine.forms.notation import parse_action
from duelmat_engine.names import NOBODY, CardKey, Seat, parse_seat, seat_letter
from duelmat_host.errors import JournalError
from duelmat_host.link.session import Position
from duelmat_host.sensing.layout import Face, Layout, Orientation, Sight, read_sight
from duelmat_host.table.commitment import commit
from duelmat_host.table.keeping import JUDGE
from duelmat_host.table.seals import Opening, Seal
from duelmat_host.table.table import DuelTable


class ResumeError(JournalError):
    """A journal whose hashes hold and which tells of something that cannot have happened."""


class Written(Protocol):
    """The part of a journal entry that is needed."""

    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


def resume(table: DuelTable, entries: Iterable[Written]) -> int:
    """Bring a fresh table to where its journal ends; how many actions it holds.

    Raises ResumeError for an entry that does not fit the duel before it.
    """
    count = 0
    for number, entry in enumerate(entries, start=1):
        try:
            repeat(table, entry.kind, entry.data)
        except Exception as error:
            raise ResumeError(
                f"expected entry {number} of the journal ({entry.kind}) to fit the duel before "
                f"it, got {entry.data!r}: {error}. It was written by another duelmat: go on with "
                "that one, or begin anew with --new (this journal is kept)."
            ) from error
        count += entry.kind == "action"
    table.questions -= 1  # the one that is open is asked again
    if count:
        table.layout = _as_left(table)
    table.begin_anew()
    return count


def last_position(entries: Iterable[Written]) -> Position | None:
    """The board's last event that has left a trace: it must not be acted on again."""
    causes = [entry.data["at"] for entry in entries if "at" in entry.data]
    return Position(*causes[-1]) if causes else None


def repeat(table: DuelTable, kind: str, data: Mapping[str, Any]) -> tuple[AnyEvent, ...]:
    """Do again what one entry tells; the events of an action."""
    events: tuple[AnyEvent, ...] = ()
    match kind:
        case "action":
            seat = _said_by(data)
            at = len(table.log)
            action = parse_action(data["action"])
            events = table.carry(action, seat)
            if not isinstance(action, CorrectLife):
                table.disputed = None
            sealed = [Seal(**seal) for seal in data.get("sealed", ())]
            table.attach(at, sealed, [Opening(**opening) for opening in data.get("opened", ())])
            _set_aside(table, data)
            table.questions += 1
        case "takeback":
            table.undo(_said_by(data), data.get("ruled", ""))
            table.disputed = None
            _set_aside(table, data)
            table.questions += 1
        case "done":
            table.finish(data["task"], data["zone"], data.get("key", ""))
        case "paid":
            for zone in data["zones"]:
                table.owed.pop(zone, None)
        case "request":
            table.requests[data["kind"]] = parse_seat(data["by"])
        case "refuse":
            for name in data["kinds"]:
                table.requests.pop(name, None)
        case "asks":
            table.asks_on_own[parse_seat(data["by"])] = bool(data["always"])
        case "asked":
            table.asked = list(data["options"])
            table.questions += 1
        case "meant":
            table.asked = []
            table.chosen_way = data["way"]
        case "refused":
            table.refused_count += 1
            table.refused = (list(data["rules"]), data["text"])
            plays = [parse_action(text) for text in data.get("plays", ())]
            table.dispute_again(plays, data.get("zones", ()))
        case "judge":
            table.called_by = parse_seat(data["by"]) if data["called"] else None
        case "ruling":
            table.note_ruling(data["reason"])
        case _:
            return events
    return events


def _said_by(data: Mapping[str, Any]) -> Seat:
    is_nobody = data["by"] in (seat_letter(NOBODY), JUDGE)
    return NOBODY if is_nobody else parse_seat(data["by"])


def _set_aside(table: DuelTable, data: Mapping[str, Any]) -> None:
    table.owed = {zone: read_sight(sight) for zone, sight in data["owed"].items()}
    table.secrets = {int(oid): CardKey(key) for oid, key in data["secrets"].items()}
    table.spots = dict(data["spots"])
    salts = {int(oid): salt for oid, salt in data.get("salts", {}).items()}
    table.seals = {oid: commit(table.secrets[oid], bytes.fromhex(s)) for oid, s in salts.items()}


def _as_left(table: DuelTable) -> Layout:
    """How the mat lay at the last entry: as it should, but for what the hands owed."""
    lying: dict[str, Sight] = {}
    for zone, expect in table.expected().items():
        key = expect.key or expect.secret
        if key is not None:
            face = Face.UP if expect.face_up else Face.DOWN
            way = Orientation.SIDEWAYS if expect.upright is False else Orientation.UPRIGHT
            lying[zone] = Sight(CardKey(key), face, way, b"")
    for zone, sight in table.owed.items():
        lying.pop(zone, None)
        if sight is not None:
            lying[zone] = sight
    return Layout(lying)
