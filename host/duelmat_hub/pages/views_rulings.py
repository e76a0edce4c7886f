"""Views of rulings that judges give a table with a mat from afar, each with its effect."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, convert

from duelmat_hub.pages.views_past import BoardParts
from duelmat_hub.reporting import TableNow
from duelmat_message import say
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Event, Match, Step, TableRuling
from duelmat_tournament.names import TableNumber
from duelmat_venue.reports import read_parts
from duelmat_venue.rulings import (
    Answer,
    CardShown,
    DuelGoesOn,
    LastTakenBack,
    LifeSet,
    PlayStands,
    RefusalHolds,
)
from duelmat_venue.texts import text_of
from duelmat_venue.versions import RULINGS

SEATS = "ab"
_ON = (Step.PLAYING, Step.TIME_CALLED)


class LifeChange(Struct, frozen=True):
    """A player's life before and after a ruling."""

    name: str
    before: int
    after: int


class EffectView(Struct, frozen=True):
    """The effect of a ruling on the duel, as everybody at the table would be shown it."""

    digest: str
    lines: tuple[str, ...]
    life: tuple[LifeChange, ...]
    moment: str
    hands: tuple[str, ...]
    end: str
    plays: tuple[str, ...]
    """The plays that may have been meant, if there are several."""
    play: int
    """The place of the one that the effect is of."""


class RulingView(Struct, frozen=True):
    """A ruling."""

    id: int
    judge: str
    words: str
    reason: str
    """The judge's reason; empty: it needs none."""
    state: str
    """asked, shown, waits, done, refused, moved-on or withdrawn."""
    state_words: str
    sealed: str
    """The card that was asked for, sealed for the page that asked; empty: none."""
    effect: EffectView | None
    """The effect to confirm; None: the table has not answered yet, or there is nothing to
    confirm."""


class RulingSeat(Struct, frozen=True):
    """A player on whom there may be a ruling."""

    seat: str
    name: str
    life: int


class FaceDown(Struct, frozen=True):
    """A face-down card that a judge may ask for."""

    zone: str
    words: str
    """The place of the card in words."""


class RulingsView(Struct, frozen=True):
    """The rulings of one table, with all that a new one needs."""

    table: int
    stream: str
    seen: int
    """The number of the newest report that the page shows."""
    hindrance: str
    """The reason why no ruling can be given from here; empty: there is none."""
    seats: tuple[RulingSeat, ...]
    facedown: tuple[FaceDown, ...]
    is_refused: bool
    """Whether a refused play lies on the table."""
    is_called: bool
    """Whether the table waits for a judge."""
    now: RulingView | None
    """The ruling that is open, or else the last one of this round."""
    is_open: bool


def rulings_view(event: Event, now: TableNow) -> RulingsView | None:
    """Return the rulings of a table that reports the match of the present round."""
    held = event.round
    match = None if held is None else held.matches.get(TableNumber(now.table))
    if held is None or match is None or now.round != held.number:
        return None
    parts = read_parts(now.view)
    life = parts.life or {}
    rulings = event.rulings_at(held.number, match.table)
    last = rulings[-1] if rulings else None
    return RulingsView(
        now.table,
        now.stream,
        now.n,
        _hindrance(match, held.step, now, is_over=bool(parts.outcome)),
        tuple(
            RulingSeat(seat, event.name_of(match.sides[at]), life.get(seat, 0))
            for at, seat in enumerate(SEATS)
        ),
        tuple(_facedown(event, match, now)),
        bool(parts.message and parts.message.kind == "refusal"),
        bool(parts.judge),
        None if last is None else _ruling(event, match, now, last, life),
        last is not None and last.is_open,
    )


def _hindrance(match: Match, step: Step, now: TableNow, *, is_over: bool) -> str:
    if match.result is not None or step not in _ON:
        return say("No match is played here now.")
    if now.state.minor < RULINGS:
        return say(
            "The program at this table ({version}) takes no rulings from afar: rule at the table, "
            "and update Duelmat there.",
            version=now.state.version or "?",
        )
    if is_over:
        return say("This duel is over.")
    return ""


def _ruling(
    event: Event, match: Match, now: TableNow, ruling: TableRuling, life: dict[str, int]
) -> RulingView:
    answer = next((each for each in now.state.answers if each.ruling == ruling.id), None)
    is_shown = ruling.is_open and not ruling.effect and answer is not None
    effect = _effect(event, match, ruling, answer, life) if is_shown and answer else None
    state, words = _state(ruling, now, is_shown=effect is not None)
    told, reason = _words(event, match, ruling)
    sealed = answer.sealed if answer is not None and ruling.is_wanted else ""
    return RulingView(ruling.id, ruling.judge, told, reason, state, words, sealed, effect)


def _state(ruling: TableRuling, now: TableNow, *, is_shown: bool) -> tuple[str, str]:
    """Return the state of a ruling as a word and as a sentence."""
    is_card = isinstance(ruling.ruling, CardShown)
    match ruling.outcome:
        case RulingOutcome.DONE if is_card and not ruling.is_withdrawn:
            return "shown-card", say(
                "Both players are told that you look at it. Say so when you have read it."
            )
        case RulingOutcome.DONE:
            return "done", say("The table has carried it out.")
        case RulingOutcome.REFUSED:
            return "refused", say("The table declines it: {reason}", reason=text_of(ruling.reason))
        case RulingOutcome.MOVED_ON:
            return "moved-on", say(
                "It was not carried out. {reason} Look at the duel, then rule anew.",
                reason=text_of(ruling.reason),
            )
    if ruling.is_withdrawn:
        return "withdrawn", say("It was withdrawn.")
    if is_shown:
        return "shown", say("This is what it would do. Nothing is done yet.")
    if now.is_silent:
        return "waits", say(
            "The table is not heard: the ruling waits until it is. It can be withdrawn until then."
        )
    if ruling.effect:
        return "waits", say("The table is carrying it out.")
    return "asked", say("The table is asked what it would do.")


def _words(event: Event, match: Match, ruling: TableRuling) -> tuple[str, str]:
    """Return a ruling in words, and the judge's reason."""
    match ruling.ruling:
        case PlayStands(reason=reason):
            return say("The refused play stands"), reason
        case RefusalHolds(reason=reason):
            return say("The refused play is taken back"), reason
        case LastTakenBack(reason=reason):
            return say("The last play is taken back"), reason
        case LifeSet(seat=seat, life=life, reason=reason):
            name = event.name_of(match.sides[SEATS.index(seat)])
            return say("The life of {player} becomes {life}", player=name, life=life), reason
        case CardShown(zone=zone, reason=reason):
            return say("A face-down card is shown: {zone}", zone=zone), reason
        case DuelGoesOn():
            return say("The duel goes on"), ""


def _facedown(event: Event, match: Match, now: TableNow) -> Iterator[FaceDown]:
    """Yield the face-down cards of a mat, as everybody sees that they lie there."""
    for each in convert(now.view, BoardParts).zones:
        seat, _, place = each.zone.rpartition(".")
        if each.card.face == "down" and seat in SEATS and seat:
            name = event.name_of(match.sides[SEATS.index(seat)])
            yield FaceDown(each.zone, say("{player}: {zone}", player=name, zone=place))


def _effect(
    event: Event, match: Match, ruling: TableRuling, answer: Answer, life: dict[str, int]
) -> EffectView | None:
    effect = answer.effect
    if effect is None:
        return None
    changes = tuple(
        LifeChange(event.name_of(match.sides[at]), life.get(seat, 0), effect.life[seat])
        for at, seat in enumerate(SEATS)
        if seat in effect.life
    )
    plays = tuple(map(text_of, answer.plays))
    return EffectView(
        answer.digest,
        tuple(map(text_of, effect.lines)),
        changes,
        text_of(effect.moment),
        tuple(map(text_of, effect.hands)),
        text_of(effect.end),
        plays if len(plays) > 1 else (),
        ruling.ruling.play if isinstance(ruling.ruling, PlayStands) else 0,
    )
