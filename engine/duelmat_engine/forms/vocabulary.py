"""The words of a ruleset for what is noted about cards and players: rights, marks, moves.

They are read off its blocks and effects: what no operation ever notes, no position can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from duelmat_engine.actions import Play
from duelmat_engine.cardfiles.card_form import walk
from duelmat_engine.cardfiles.form import near, one_of
from duelmat_engine.effects import ops, procedures
from duelmat_engine.errors import Fault, unlike
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.running.lending import BACK, LENT
from duelmat_engine.running.machine import OVERDRAWN
from duelmat_engine.state import Duel, seat_ref
from duelmat_engine.steps.altering import OUTLIVES, TURN_NOTES
from duelmat_message import Text, listed, named, ref, say
from duelmat_parsing.structs import shown

Mark = int | str
TURNS: Final = "a turn"
"""Placeholder for the number of a turn among the values of a mark."""
ZONES: Final = "a zone"
"""Placeholder for the name of a zone among them."""
_FLIPPED: Final = "flip-summon"
"""The move noted on a monster that was turned up by hand."""
_SET: Final = "effect-set"
_SUMMON: Final = "effect-summon"
_MOST: Final = 40


class Vocabulary(Struct, frozen=True):
    """The words that may be noted in duels of a ruleset."""

    rights: tuple[str, ...]
    """The rights that a player uses up in a turn."""
    moves: tuple[str, ...]
    """The moves by which a card comes to the field."""
    placings: tuple[str, ...]
    """The moves by which a player, an effect or a rule places cards."""
    marks: dict[str, tuple[Mark, ...]]
    """On cards: the values of each."""
    holds: dict[str, tuple[Mark, ...]]
    """For players: the values of each."""


@lru_cache(maxsize=16)
def vocabulary(game: Game) -> Vocabulary:
    """The words of a game, gathered once."""
    rules = game.rules
    found = tuple(walk((*rules.blocks.values(), *rules.effects.values())))
    plays = [move.name for move in game.moves if move.takes(Play(move.name, "", ZoneName("")))]
    put = (op.move for op in found if isinstance(op, ops.PutOnField))
    held = [(op.name, op.value) for op in found if isinstance(op, ops.MarkPlayer) and op.value]
    if rules.citations.overdraw and not rules.citations.leave:
        held.append((OVERDRAWN, 1))
    return Vocabulary(
        tuple(dict.fromkeys(_rights(game, found))),
        tuple(dict.fromkeys((*plays, *_ways(found)))),
        tuple(dict.fromkeys((*plays, _SUMMON, _SET, *put))),
        _values(_marks(rules, found)),
        _values(held),
    )


def _values(pairs: Iterable[tuple[str, Mark]]) -> dict[str, tuple[Mark, ...]]:
    found: dict[str, tuple[Mark, ...]] = {}
    for name, value in pairs:
        found[name] = tuple(dict.fromkeys((*found.get(name, ()), value)))
    return found


def _rights(game: Game, found: tuple[Struct, ...]) -> Iterator[str]:
    for op in found:
        if isinstance(op, procedures.Spend | ops.Grant):
            yield op.name
        elif isinstance(op, ops.OrderPhase):
            yield f"order-{op.phase}"
    for effect in game.rules.effects.values():
        if effect.once_per_turn:
            yield effect.once_with or effect.name
    if game.rules.in_play.notes_turns:
        yield "summons"


def _ways(found: tuple[Struct, ...]) -> Iterator[str]:
    for op in found:
        noted = getattr(op, "move", "")
        if isinstance(noted, str) and noted:
            yield noted
        if isinstance(op, ops.SetCard):
            yield _SET
        elif isinstance(op, procedures.Flip):
            yield _FLIPPED


def _marks(rules: Ruleset, found: tuple[Struct, ...]) -> Iterator[tuple[str, Mark]]:
    for name in rules.in_play.statuses:
        yield name, 1
    for op in found:
        if isinstance(op, ops.Mark):
            yield op.name, op.value
        elif isinstance(op, procedures.Arrive):
            for name in op.marks:  # a value that cards have is declared, or the phase is noted
                values = [card.traits.get(name) for card in rules.cards.values()]
                known = [value for value in values if isinstance(value, int | str)]
                yield from ((name, v) for v in known or rules.named_phases)
        elif isinstance(op, ops.TakeControl) and op.this_turn:
            yield BACK, ZONES
        elif isinstance(op, ops.TakeControl) and op.while_equipped:
            yield LENT, ZONES
        elif isinstance(op, ops.Equip) and op.outlives:
            yield OUTLIVES, 1
    for name in TURN_NOTES if rules.in_play.notes_turns else ():
        yield name, TURNS


# What is wrong


def one_noted(names: tuple[str, ...]) -> Text:
    """Return what is expected where one of the names of a vocabulary may stand."""
    if len(names) > _MOST:
        return say("one of {names} ...", names=listed(names[:_MOST], ","))
    return one_of(names)


def wrong_name(names: tuple[str, ...], name: str) -> tuple[str, str] | None:
    """Return the expected and the given name for a fault; None if the name is one of these."""
    return None if name in names else (one_noted(names), near(name, names))


def wrong_value(values: tuple[Mark, ...], value: object, turn: int) -> tuple[str, str] | None:
    """Return the expected and the given value of a mark for a fault; None if it may be that."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return say("a text or a whole number"), shown(value)
    if TURNS in values:
        fits = isinstance(value, int) and 1 <= value <= turn
        return None if fits else (say("a turn from 1 to {turn}", turn=turn), shown(value))
    if value in values or (ZONES in values and isinstance(value, str)):
        return None
    words = tuple(str(v) for v in values)
    wanted = one_of(words[:_MOST]) if len(words) > 1 else listed(words)
    return wanted, near(value, words)


def unheard_of(duel: Duel, game: Game) -> Iterator[Fault]:
    """Yield the faults of words noted in a duel that nothing in its ruleset ever notes."""
    words = vocabulary(game)
    for name in duel.turn_counters:
        if (wrong := wrong_name(words.rights, name[2:])) is not None:
            yield Fault(unlike(say("counter {name}", name=name), *wrong))
    for place, piece in duel.pieces():
        if piece.move and (wrong := wrong_name(words.moves, piece.move)) is not None:
            yield Fault(unlike(ref(place), wrong[0], say("the move {move}", move=wrong[1])))
    players = ((words.holds, seat_ref(Seat(s)), p.marks) for s, p in enumerate(duel.players))
    cards = ((words.marks, ref(place), piece.marks) for place, piece in duel.pieces())
    for known, where, marks in (*players, *cards):
        for name, value in marks.items():
            wrong = wrong_name(tuple(known), name) or wrong_value(known[name], value, duel.turn)
            if wrong is not None:
                wanted = say("of the mark {name} {wanted}", name=name, wanted=wrong[0])
                yield Fault(unlike(where, wanted, wrong[1]))


def a_code_of(rules: Ruleset) -> Text:
    """Return what is expected where a card of a ruleset is named."""
    return say("the code of a card of {ruleset}", ruleset=named("ruleset", rules.title))
