"""A summary of another player's turn, from what everybody could see of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from duelmat_engine import (
    Activate,
    Advance,
    Attack,
    Play,
    Seat,
    Stand,
    Turn,
    ZoneName,
    key_code,
    seat_letter,
)
from duelmat_engine.events import (
    Activated,
    AnyEvent,
    AttackDeclared,
    CardActivated,
    Moved,
    OfCard,
    Summoned,
)
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.turn_types import TurnPlayView, TurnSummaryView
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.state import DuelState, Past, TableState
from duelmat_message import listed, say, say_count

Done = tuple[Past, DuelState]
"""An action, and the state after it."""


@dataclass(slots=True)
class _Played:
    """A play, with the answers to it and what came of them."""

    past: Past
    events: list[AnyEvent]
    numbers: set[int] = field(default_factory=set)
    """The numbers of its actions."""


def turn_summary(state: TableState, seat: Seat) -> TurnSummaryView | None:
    """Return the newest turn of another player than this seat's; None: nothing was done yet."""
    done = _newest_turn(state, seat)
    if not done:
        return None
    duel = done[0][0].before.duel
    plays = list(_plays(done))
    deeds = [*_deeds(state, duel.turn_seat, plays), *_life(state, done)]
    if not deeds and duel.turn == state.duel.turn and not state.duel.is_over():
        return None
    return TurnSummaryView(
        duel.turn,
        seat_letter(duel.turn_seat),
        say(
            "{player}: {what}.",
            player=state.name_of(duel.turn_seat),
            what=listed(deeds, ";") or say("made no play"),
        ),
        [_play_view(state, play) for play in plays],
    )


def _newest_turn(state: TableState, seat: Seat) -> list[Done]:
    """Return the actions of the newest turn of another player, the first first."""
    duel = state.duel
    wanted = duel.turn if duel.turn_seat != seat else 0
    found: list[Done] = []
    after = state.current
    for past in state.pasts():
        then = past.before.duel
        if not wanted and then.turn_seat != seat:
            wanted = then.turn
        if then.turn == wanted:
            found.append((past, after))
        elif then.turn < wanted:
            break
        after = past.before
    return found[::-1] if wanted else []


def _plays(done: Iterable[Done]) -> Iterator[_Played]:
    """Yield the plays of a turn, without what only goes on to a phase."""
    now: _Played | None = None
    for past, after in done:
        action = past.action.action if isinstance(past.action, Stand) else past.action
        if isinstance(action, Play | Activate | Attack | Turn | Advance):
            if now is not None:
                yield now
            now = None if isinstance(action, Advance) else _Played(past, [])
        if now is not None:
            now.events += after.events
            now.numbers.add(past.number)
    if now is not None:
        yield now


def _deeds(state: TableState, seat: Seat, plays: Sequence[_Played]) -> Iterator[str]:
    """Yield what the turn player did, in brief."""
    summoned: dict[str, None] = {}
    used: dict[str, None] = {}
    sets = attacks = 0
    for play in plays:
        if play.past.by != seat:
            continue
        action = play.past.action
        sets += isinstance(action, Play) and not action.face_up
        for event in play.events:
            match event:
                case Summoned(piece=piece, by=by) if by == seat and piece.key and piece.face_up:
                    summoned[state.card_title(piece.key)] = None
                case Activated(piece=piece, seat=by) if by == seat and piece.key:
                    used[state.card_title(piece.key)] = None
                case AttackDeclared(by=by):
                    attacks += by == seat
    if used:
        yield say("used {cards}", cards=listed(used))
    if summoned:
        yield say("summoned {cards}", cards=listed(summoned))
    if sets:
        yield say_count("Set a card", "Set {count} cards", count=sets)
    if attacks:
        yield say_count("attacked once", "attacked {count} times", count=attacks)


def _life(state: TableState, done: Sequence[Done]) -> Iterator[str]:
    """Yield how the life of each player has changed in a turn."""
    before, after = done[0][0].before.duel, done[-1][1].duel
    for number, (then, now) in enumerate(zip(before.players, after.players, strict=True)):
        if change := now.life - then.life:
            lost = say("{player} lost {life}", player=state.name_of(number), life=-change)
            gained = say("{player} gained {life}", player=state.name_of(number), life=change)
            yield lost if change < 0 else gained


def _play_view(state: TableState, play: _Played) -> TurnPlayView:
    lines = [line.text for line in state.log if line.play in play.numbers]
    zones = (state.zones.sensed(name) for event in play.events for name in _places(event))
    known = (
        event.piece.key
        for event in play.events
        if isinstance(event, Summoned | Activated | CardActivated | AttackDeclared)
        and event.piece.key is not None
    )
    key = next(known, None)
    return TurnPlayView(
        play.past.number,
        in_a_row(lines),
        list(dict.fromkeys(MatZone(zone) for zone in zones if zone is not None)),
        "" if key is None else key_code(key),
        "" if key is None else state.card_title(key),
    )


def _places(event: AnyEvent) -> Iterator[ZoneName]:
    """Yield the zones that an event is about."""
    match event:
        case AttackDeclared(place=place, target=target):
            yield place
            if target is not None:
                yield target
        case OfCard(place=place):
            yield place
        case Moved(to=to):
            yield to
