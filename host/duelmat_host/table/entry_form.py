"""The form in which the journal keeps a table's entries: a kind, and a content as JSON values."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from msgspec import convert, to_builtins

from duelmat_engine import (
    NOBODY,
    Action,
    CardKey,
    CorrectLife,
    Deck,
    Result,
    Seat,
    Stand,
    format_action,
    parse_action,
    parse_seat,
    seat_letter,
)
from duelmat_host.errors import JournalError
from duelmat_host.sensing.layout import Layout, MatZone, Sight, read_sight, write_sight
from duelmat_host.table.asking import PassUntil, WindowKind
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import EndCause, EndStep
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    CardExposed,
    CardLookedAt,
    DuelBegun,
    DuelDecided,
    DuelEnded,
    Entry,
    Gone,
    JudgeCalled,
    MeaningAsked,
    MeaningChosen,
    ObligationMet,
    PlayRefused,
    PlayWithdrawn,
    RefusalUpheld,
    Requested,
    RequestKind,
    RequestsRefused,
    ResultConfirmed,
    RollbackAccepted,
    RulingSent,
    SideChosen,
    SideTimeOver,
    TakenBack,
    TakenOver,
    TimeCalled,
    TimeWithdrawn,
    TurnEnding,
    ZonesLost,
    ZonesSettled,
)
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.own_sleeves import OwnSleeve, Part, SideChoice
from duelmat_host.table.seals import Opening, Seal
from duelmat_venue.texts import Said, text_form, text_of

JUDGE = "judge"
"""The author of an entry, in the journal, where it is neither a player nor chance."""


def to_data(entry: Entry) -> tuple[str, dict[str, Any]]:
    """Return the entry's kind and its content as JSON values."""
    match entry:
        case DuelBegun(setup=setup, number=number, mat=mat):
            return "duel", {
                "number": number,
                "ruleset": setup.ruleset,
                "names": list(setup.names),
                "readings": dict(setup.readings),
                "mat": mat,
                "decks": [{"main": d.main, "extra": d.extra} for d in setup.decks],
                **_match_data(setup),
                **({"cards": setup.cards} if setup.cards else {}),
            }
        case ActionDone():
            return "action", {
                "action": format_action(entry.action),
                "by": _who(entry.by, entry.action),
                "layout": _layout_data(entry.layout),
                "salt": entry.salt.hex(),
                "sealed": [asdict(seal) for seal in entry.sealed],
                "opened": [asdict(opening) for opening in entry.opened],
                **({} if entry.again is None else {"again": _layout_data(entry.again)}),
            }
        case TakenBack():
            return "takeback", {
                "by": seat_letter(entry.by),
                "action": format_action(entry.action),
                "layout": _layout_data(entry.layout),
                **({"ruled": entry.ruled} if entry.ruled else {}),
            }
        case ObligationMet(kind=kind, zone=zone, key=key):
            return "done", {"obligation": kind.value, "zone": zone, "key": key}
        case ZonesSettled(zones=zones):
            return "settled", {"zones": list(zones)}
        case ZonesLost(zones=zones, layout=layout):
            return "lost", {"zones": list(zones), "layout": _layout_data(layout)}
        case Requested(kind=wanted, by=by, correction=correction):
            asked = {} if correction is None else {"action": format_action(correction)}
            return "request", {"kind": wanted.value, "by": seat_letter(by), **asked}
        case RequestsRefused(kinds=kinds):
            return "refuse", {"kinds": [kind.value for kind in kinds]}
        case AskingChanged(by=by, kinds=asked, until=until):
            return "asks", {
                "by": seat_letter(by),
                "kinds": sorted(kind.value for kind in asked),
                "until": "" if until is None else until.value,
            }
        case TurnEnding(by=by, ends=ends):
            return "ending", {"by": seat_letter(by), "ends": ends}
        case MeaningAsked(ways=ways, seen=seen):
            return "asked", {"options": list(ways), "seen": _layout_data(seen)}
        case MeaningChosen(way=way, seen=seen):
            return "meant", {"way": way, "seen": _layout_data(seen)}
        case PlayRefused():
            return "refused", {
                "rules": list(entry.rules),
                "text": _said_data(entry.text),
                "remedies": [_said_data(text) for text in entry.remedies],
                "plays": [format_action(play) for play in entry.plays],
                "zones": list(entry.zones),
            }
        case PlayWithdrawn():
            return "withdrawn", {}
        case CardExposed(zone=zone, key=key):
            return "exposed", {"zone": zone, "key": key}
        case JudgeCalled(by=by, called=called):
            return "judge", {"by": seat_letter(by), "called": called}
        case RulingSent(number=number, judge=judge):
            return "ruled", {"number": number, "judge": judge}
        case CardLookedAt(zone=zone, reason=reason):
            return "looked", {"zone": zone, "reason": reason}
        case RefusalUpheld(reason=reason):
            return "ruling", {"reason": reason}
        case RollbackAccepted(reason=reason, written=written, head=head):
            return "rollback", {"reason": reason, "written": written, "head": head}
        case TimeCalled(steps=steps):
            return "time", {"steps": [step.value for step in steps]}
        case TimeWithdrawn():
            return "more-time", {}
        case DuelDecided(winner=winner, cause=cause, reason=reason, penalty=penalty):
            return "decided", {
                "winner": _winner_letter(winner),
                "cause": cause.value,
                "reason": _said_data(reason),
                "penalty": penalty,
            }
        case ResultConfirmed(by=by):
            return "confirmed", {"by": seat_letter(by)}
        case TakenOver():
            return "taken-over", asdict(entry)
        case Gone():
            return "gone", asdict(entry)
        case SideChosen(by=by, choice=choice):
            return "side", {
                "by": seat_letter(by),
                "out": sorted(choice.out),
                "into": sorted(choice.into),
                "done": choice.is_done,
            }
        case SideTimeOver():
            return "side-time", {}
        case DuelEnded(winner=winner, reason=reason):
            return "over", {
                "winner": _winner_letter(winner),
                "reason": str(reason),
            }
        case _:
            raise TypeError(f"expected an entry of a table, got {entry!r}")


def from_data(kind: str, data: Mapping[str, Any]) -> Entry:
    """Return the entry that `to_data` wrote.

    Raises JournalError for an entry that no table writes.
    """
    try:
        return _parsed(kind, data)
    except Exception as error:  # a forged entry may hold anything
        raise JournalError(
            f"expected an entry as a table writes them, got one of kind {kind!r} with "
            f"{reprlib.repr(data)}: {type(error).__name__} {error}"
        ) from error


def _parsed(kind: str, data: Mapping[str, Any]) -> Entry:
    match kind:
        case "duel":
            decks = tuple(Deck(tuple(d["main"]), tuple(d["extra"])) for d in data["decks"])
            names, readings = tuple(data["names"]), dict(data["readings"])
            cards = str(data.get("cards", ""))
            setup = DuelSetup(str(data["ruleset"]), names, decks, readings, cards=cards)
            setup = _in_match(setup, data.get("match"))
            return DuelBegun(setup, int(data["number"]), str(data["mat"]))
        case "action":
            return ActionDone(
                parse_action(data["action"]),
                _seat(data["by"]),
                _layout(data["layout"]),
                bytes.fromhex(data["salt"]),
                tuple(Seal(**seal) for seal in data["sealed"]),
                tuple(Opening(**opening) for opening in data["opened"]),
                _layout(data["again"]) if "again" in data else None,
            )
        case "takeback":
            action, layout = parse_action(data["action"]), _layout(data["layout"])
            return TakenBack(_seat(data["by"]), action, layout, data.get("ruled", ""))
        case "done":
            return ObligationMet(ObligationKind(data["obligation"]), data["zone"], data["key"])
        case "settled":
            return ZonesSettled(tuple(data["zones"]))
        case "lost":
            return ZonesLost(tuple(data["zones"]), _layout(data["layout"]))
        case "request":
            return _requested(RequestKind(data["kind"]), parse_seat(data["by"]), data)
        case "refuse":
            return RequestsRefused(tuple(map(RequestKind, data["kinds"])))
        case "asks":
            until = PassUntil(data["until"]) if data["until"] else None
            asked = frozenset(map(WindowKind, data["kinds"]))
            return AskingChanged(parse_seat(data["by"]), asked, until)
        case "ending":
            return TurnEnding(parse_seat(data["by"]), bool(data["ends"]))
        case "asked":
            return MeaningAsked(tuple(data["options"]), _seen(data["seen"]))
        case "meant":
            return MeaningChosen(data["way"], _seen(data["seen"]))
        case "refused":
            return PlayRefused(
                tuple(data["rules"]),
                _said(data["text"]),
                tuple(map(_said, data["remedies"])),
                tuple(map(parse_action, data["plays"])),
                tuple(data["zones"]),
            )
        case "withdrawn":
            return PlayWithdrawn()
        case "exposed":
            return CardExposed(data["zone"], CardKey(data["key"]))
        case "judge":
            return JudgeCalled(parse_seat(data["by"]), bool(data["called"]))
        case "ruled":
            return RulingSent(int(data["number"]), str(data["judge"]))
        case "looked":
            return CardLookedAt(MatZone(data["zone"]), str(data["reason"]))
        case "ruling":
            return RefusalUpheld(data["reason"])
        case "rollback":
            return RollbackAccepted(data["reason"], int(data["written"]), str(data["head"]))
        case "time":
            return TimeCalled(tuple(map(EndStep, data["steps"])))
        case "more-time":
            return TimeWithdrawn()
        case "decided":
            cause = EndCause(data["cause"])
            winner, penalty = _winner(data["winner"]), int(data["penalty"])
            return DuelDecided(winner, cause, _said(data["reason"]), penalty)
        case "confirmed":
            return ResultConfirmed(parse_seat(data["by"]))
        case "taken-over":
            return TakenOver(int(data["table"]), str(data["stream"]), int(data["n"]))
        case "gone":
            return Gone(int(data["table"]))
        case "side":
            out, into = (frozenset(map(int, data[name])) for name in ("out", "into"))
            return SideChosen(parse_seat(data["by"]), SideChoice(out, into, bool(data["done"])))
        case "side-time":
            return SideTimeOver()
        case "over":
            return DuelEnded(_winner(data["winner"]), data["reason"])
        case _:
            raise ValueError("there is no such kind")


def _match_data(setup: DuelSetup) -> dict[str, Any]:
    """Return the match before a duel; nothing for a first duel of no match."""
    if not setup.duels and not setup.results:
        return {}
    results = [["" if s is None else seat_letter(s) for s in each] for each in setup.results]
    event: dict[str, Any] = {}
    if setup.confirms_result:
        event = {"confirms": True, "penalties": list(setup.penalties)}
    if setup.chooser is not None:
        event["chooser"] = seat_letter(setup.chooser)
    if setup.event_format:
        event["format"] = setup.event_format
    if setup.own:
        event["own"] = [
            [[each.code, each.part.value, each.up, each.down] for each in brought]
            for brought in setup.own
        ]
    return {"match": {"duels": setup.duels, "results": results, **event}}


def _in_match(setup: DuelSetup, data: Mapping[str, Any] | None) -> DuelSetup:
    if data is None:
        return setup
    results = tuple(
        Result(*(parse_seat(letter) if letter else None for letter in each))
        for each in data["results"]
    )
    return replace(
        setup,
        duels=int(data["duels"]),
        results=results,
        confirms_result=bool(data.get("confirms")),
        penalties=tuple(map(int, data.get("penalties", ()))),
        chooser=_winner(data.get("chooser", "")),
        event_format=str(data.get("format", "")),
        own=tuple(tuple(map(_own_sleeve, brought)) for brought in data.get("own", ())),
    )


def _own_sleeve(data: Sequence[str]) -> OwnSleeve:
    code, part, up, down = data
    return OwnSleeve(str(code), Part(part), bytes.fromhex(up).hex(), bytes.fromhex(down).hex())


def _requested(kind: RequestKind, by: Seat, data: Mapping[str, Any]) -> Requested:
    if kind is not RequestKind.LIFE:
        return Requested(kind, by)
    correction = parse_action(data["action"])
    if not isinstance(correction, CorrectLife):
        raise TypeError(f"expected a correction of life, got {correction}")
    return Requested(kind, by, correction)


def _said_data(text: str) -> Any:
    """Return a sentence with its message, so that it can be said in any language later."""
    return to_builtins(text_form(text))


def _said(data: Any) -> str:
    return text_of(convert(data, Said))


def _winner_letter(winner: Seat | None) -> str:
    return "" if winner is None else seat_letter(winner)


def _winner(letter: str) -> Seat | None:
    return parse_seat(letter) if letter else None


def _who(seat: Seat, action: Action) -> str:
    is_ruled = seat == NOBODY and isinstance(action, CorrectLife | Stand)
    return JUDGE if is_ruled else seat_letter(seat)


def _seat(letter: str) -> Seat:
    return NOBODY if letter in (seat_letter(NOBODY), JUDGE) else parse_seat(letter)


def _layout_data(layout: Mapping[MatZone, Sight | None]) -> dict[str, list[str] | None]:
    return {place: write_sight(sight) for place, sight in layout.items()}


def _seen(data: Mapping[str, list[str] | None]) -> dict[MatZone, Sight | None]:
    return {MatZone(place): read_sight(sight) for place, sight in data.items()}


def _layout(data: Mapping[str, list[str] | None]) -> Layout:
    return Layout({place: s for place, s in _seen(data).items() if s is not None})
