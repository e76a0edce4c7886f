"""The form in which the journal keeps a table's entries: a kind, and a content as JSON values."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Generic, TypeVar

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
from duelmat_host.table.end_of_match import EndCause
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
from duelmat_venue.end_steps import EndStep
from duelmat_venue.texts import Said, text_form, text_of

JUDGE = "judge"
"""The author of an entry, in the journal, where it is neither a player nor chance."""


E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, slots=True)
class _Form(Generic[E]):
    """The form of the entries of one type."""

    entry_type: type[E]
    data: Callable[[E], dict[str, Any]]
    """Returns an entry's content as JSON values."""
    entry: Callable[[Mapping[str, Any]], E]
    """Returns the entry of such a content; any exception for a content that no table writes."""


def to_data(entry: Entry) -> tuple[str, dict[str, Any]]:
    """Return the entry's kind and its content as JSON values."""
    kind = _KINDS[type(entry)]
    return kind, _FORMS[kind].data(entry)


def from_data(kind: str, data: Mapping[str, Any]) -> Entry:
    """Return the entry that `to_data` wrote.

    Raises JournalError for an entry that no table writes.
    """
    try:
        entry: Entry = _FORMS[kind].entry(data)
    except Exception as error:  # a forged entry may hold anything
        raise JournalError(
            f"expected an entry as a table writes them, got one of kind {kind!r} with "
            f"{reprlib.repr(data)}: {type(error).__name__} {error}"
        ) from error
    return entry


def _begun_data(entry: DuelBegun) -> dict[str, Any]:
    setup = entry.setup
    return {
        "number": entry.number,
        "ruleset": setup.ruleset,
        "names": list(setup.names),
        "readings": dict(setup.readings),
        "mat": entry.mat,
        "decks": [{"main": d.main, "extra": d.extra} for d in setup.decks],
        **_match_data(setup),
        **({"cards": setup.cards} if setup.cards else {}),
    }


def _begun(data: Mapping[str, Any]) -> DuelBegun:
    decks = tuple(Deck(tuple(d["main"]), tuple(d["extra"])) for d in data["decks"])
    names, readings = tuple(data["names"]), dict(data["readings"])
    cards = str(data.get("cards", ""))
    setup = DuelSetup(str(data["ruleset"]), names, decks, readings, cards=cards)
    setup = _in_match(setup, data.get("match"))
    return DuelBegun(setup, int(data["number"]), str(data["mat"]))


def _action_data(entry: ActionDone) -> dict[str, Any]:
    return {
        "action": format_action(entry.action),
        "by": _who(entry.by, entry.action),
        "layout": _layout_data(entry.layout),
        "salt": entry.salt.hex(),
        "sealed": [asdict(seal) for seal in entry.sealed],
        "opened": [asdict(opening) for opening in entry.opened],
        **({} if entry.again is None else {"again": _layout_data(entry.again)}),
    }


def _action(data: Mapping[str, Any]) -> ActionDone:
    return ActionDone(
        parse_action(data["action"]),
        _seat(data["by"]),
        _layout(data["layout"]),
        bytes.fromhex(data["salt"]),
        tuple(Seal(**seal) for seal in data["sealed"]),
        tuple(Opening(**opening) for opening in data["opened"]),
        _layout(data["again"]) if "again" in data else None,
    )


def _taken_back_data(entry: TakenBack) -> dict[str, Any]:
    return {
        "by": seat_letter(entry.by),
        "action": format_action(entry.action),
        "layout": _layout_data(entry.layout),
        **({"ruled": entry.ruled} if entry.ruled else {}),
    }


def _taken_back(data: Mapping[str, Any]) -> TakenBack:
    action, layout = parse_action(data["action"]), _layout(data["layout"])
    return TakenBack(_seat(data["by"]), action, layout, data.get("ruled", ""))


def _requested_data(entry: Requested) -> dict[str, Any]:
    asked = {} if entry.correction is None else {"action": format_action(entry.correction)}
    return {"kind": entry.kind.value, "by": seat_letter(entry.by), **asked}


def _requested(data: Mapping[str, Any]) -> Requested:
    kind, by = RequestKind(data["kind"]), parse_seat(data["by"])
    if kind is not RequestKind.LIFE:
        return Requested(kind, by)
    correction = parse_action(data["action"])
    if not isinstance(correction, CorrectLife):
        raise TypeError(f"expected a correction of life, got {correction}")
    return Requested(kind, by, correction)


def _asking_data(entry: AskingChanged) -> dict[str, Any]:
    return {
        "by": seat_letter(entry.by),
        "kinds": sorted(kind.value for kind in entry.kinds),
        "until": "" if entry.until is None else entry.until.value,
    }


def _asking(data: Mapping[str, Any]) -> AskingChanged:
    until = PassUntil(data["until"]) if data["until"] else None
    return AskingChanged(parse_seat(data["by"]), frozenset(map(WindowKind, data["kinds"])), until)


def _refused_data(entry: PlayRefused) -> dict[str, Any]:
    return {
        "rules": list(entry.rules),
        "text": _said_data(entry.text),
        "remedies": [_said_data(text) for text in entry.remedies],
        "plays": [format_action(play) for play in entry.plays],
        "zones": list(entry.zones),
    }


def _refused(data: Mapping[str, Any]) -> PlayRefused:
    return PlayRefused(
        tuple(data["rules"]),
        _said(data["text"]),
        tuple(map(_said, data["remedies"])),
        tuple(map(parse_action, data["plays"])),
        tuple(data["zones"]),
    )


def _decided_data(entry: DuelDecided) -> dict[str, Any]:
    return {
        "winner": _winner_letter(entry.winner),
        "cause": entry.cause.value,
        "reason": _said_data(entry.reason),
        "penalty": entry.penalty,
    }


def _decided(data: Mapping[str, Any]) -> DuelDecided:
    cause, reason = EndCause(data["cause"]), _said(data["reason"])
    return DuelDecided(_winner(data["winner"]), cause, reason, int(data["penalty"]))


def _side_data(entry: SideChosen) -> dict[str, Any]:
    choice = entry.choice
    return {
        "by": seat_letter(entry.by),
        "out": sorted(choice.out),
        "into": sorted(choice.into),
        "done": choice.is_done,
    }


def _side(data: Mapping[str, Any]) -> SideChosen:
    out, into = (frozenset(map(int, data[name])) for name in ("out", "into"))
    return SideChosen(parse_seat(data["by"]), SideChoice(out, into, bool(data["done"])))


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


_FORMS: Final[Mapping[str, _Form[Any]]] = {
    "duel": _Form(DuelBegun, _begun_data, _begun),
    "action": _Form(ActionDone, _action_data, _action),
    "takeback": _Form(TakenBack, _taken_back_data, _taken_back),
    "done": _Form(
        ObligationMet,
        lambda entry: {"obligation": entry.kind.value, "zone": entry.zone, "key": entry.key},
        lambda data: ObligationMet(ObligationKind(data["obligation"]), data["zone"], data["key"]),
    ),
    "settled": _Form(
        ZonesSettled,
        lambda entry: {"zones": list(entry.zones)},
        lambda data: ZonesSettled(tuple(data["zones"])),
    ),
    "lost": _Form(
        ZonesLost,
        lambda entry: {"zones": list(entry.zones), "layout": _layout_data(entry.layout)},
        lambda data: ZonesLost(tuple(data["zones"]), _layout(data["layout"])),
    ),
    "request": _Form(Requested, _requested_data, _requested),
    "refuse": _Form(
        RequestsRefused,
        lambda entry: {"kinds": [kind.value for kind in entry.kinds]},
        lambda data: RequestsRefused(tuple(map(RequestKind, data["kinds"]))),
    ),
    "asks": _Form(AskingChanged, _asking_data, _asking),
    "ending": _Form(
        TurnEnding,
        lambda entry: {"by": seat_letter(entry.by), "ends": entry.ends},
        lambda data: TurnEnding(parse_seat(data["by"]), bool(data["ends"])),
    ),
    "asked": _Form(
        MeaningAsked,
        lambda entry: {"options": list(entry.ways), "seen": _layout_data(entry.seen)},
        lambda data: MeaningAsked(tuple(data["options"]), _seen(data["seen"])),
    ),
    "meant": _Form(
        MeaningChosen,
        lambda entry: {"way": entry.way, "seen": _layout_data(entry.seen)},
        lambda data: MeaningChosen(data["way"], _seen(data["seen"])),
    ),
    "refused": _Form(PlayRefused, _refused_data, _refused),
    "withdrawn": _Form(PlayWithdrawn, lambda _: {}, lambda _: PlayWithdrawn()),
    "exposed": _Form(
        CardExposed,
        lambda entry: {"zone": entry.zone, "key": entry.key},
        lambda data: CardExposed(data["zone"], CardKey(data["key"])),
    ),
    "judge": _Form(
        JudgeCalled,
        lambda entry: {"by": seat_letter(entry.by), "called": entry.called},
        lambda data: JudgeCalled(parse_seat(data["by"]), bool(data["called"])),
    ),
    "ruled": _Form(
        RulingSent,
        lambda entry: {"number": entry.number, "judge": entry.judge},
        lambda data: RulingSent(int(data["number"]), str(data["judge"])),
    ),
    "looked": _Form(
        CardLookedAt,
        lambda entry: {"zone": entry.zone, "reason": entry.reason},
        lambda data: CardLookedAt(MatZone(data["zone"]), str(data["reason"])),
    ),
    "ruling": _Form(
        RefusalUpheld,
        lambda entry: {"reason": entry.reason},
        lambda data: RefusalUpheld(data["reason"]),
    ),
    "rollback": _Form(
        RollbackAccepted,
        lambda entry: {"reason": entry.reason, "written": entry.written, "head": entry.head},
        lambda data: RollbackAccepted(data["reason"], int(data["written"]), str(data["head"])),
    ),
    "time": _Form(
        TimeCalled,
        lambda entry: {"steps": [step.value for step in entry.steps]},
        lambda data: TimeCalled(tuple(map(EndStep, data["steps"]))),
    ),
    "more-time": _Form(TimeWithdrawn, lambda _: {}, lambda _: TimeWithdrawn()),
    "decided": _Form(DuelDecided, _decided_data, _decided),
    "confirmed": _Form(
        ResultConfirmed,
        lambda entry: {"by": seat_letter(entry.by)},
        lambda data: ResultConfirmed(parse_seat(data["by"])),
    ),
    "taken-over": _Form(
        TakenOver,
        asdict,
        lambda data: TakenOver(int(data["table"]), str(data["stream"]), int(data["n"])),
    ),
    "gone": _Form(Gone, asdict, lambda data: Gone(int(data["table"]))),
    "side": _Form(SideChosen, _side_data, _side),
    "side-time": _Form(SideTimeOver, lambda _: {}, lambda _: SideTimeOver()),
    "over": _Form(
        DuelEnded,
        lambda entry: {"winner": _winner_letter(entry.winner), "reason": str(entry.reason)},
        lambda data: DuelEnded(_winner(data["winner"]), data["reason"]),
    ),
}
"""The form of each kind of entry: writing and reading stand side by side."""

_KINDS: Final = {form.entry_type: kind for kind, form in _FORMS.items()}
