"""The pending question: the operation that asks, and the scope in which its words are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import Scope, acting_seat
from duelmat_engine.effects import ops
from duelmat_engine.names import is_key, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, Frame, World, card_at, seat_ref
from duelmat_message import Text, listed, say


def current_op(blocks: Mapping[str, ops.Block], frames: Sequence[Frame]) -> ops.Op | None:
    """The operation that the top frame stands at."""
    if not frames:
        return None
    block = blocks[frames[-1].block]
    step = frames[-1].step
    return block[step] if step < len(block) else None


def names_asked_next(duel: Duel, game: Game) -> tuple[str, ...]:
    """Return the names offered by the very next step, where names are chosen twice in a row.

    So does who declares a suit and a number: that may be asked in one.
    """
    if not isinstance(current_op(game.blocks, duel.frames), ops.ChooseName):
        return ()
    frame = duel.frames[-1]
    rest = game.blocks[frame.block][frame.step + 1 :]
    return rest[0].names if rest and isinstance(rest[0], ops.ChooseName) else ()


def scope_of(world: World, game: Game) -> Scope:
    return Scope(world, game, acting_seat(world), world.frames[-1].bound)


def limit_of(decision: Decision) -> str:
    """The rule under which answers are limited: the first that asks, or the effect's own text."""
    return decision.rules[0] if decision.rules else f"text:{decision.about}"


def is_aloud(duel: Duel, game: Game) -> bool:
    """Whether everybody sees the choice that is asked for."""
    op = current_op(game.blocks, duel.frames)
    return not isinstance(op, ops.Choose) or op.aloud


def is_searched(duel: Duel, game: Game) -> bool:
    """Whether the choice that is asked for looks into several hidden zones of a player."""
    op = current_op(game.blocks, duel.frames)
    zones = op.cards.zones if isinstance(op, ops.Choose) else ()
    return sum(kind in game.rules.zones.hidden for kind in zones) > 1


def is_hidden(game: Game, name: str) -> bool:
    return zone_kind(name) in game.rules.zones.hidden


def name_seen(duel: Duel, game: Game, card: str) -> str:
    """Return how the table names a card: by its zone, if it lies there where few may look.

    One that lies face-up there, too, keeps its name.
    """
    found = lookup(duel, card)
    if found is None or found[1].face_up or not is_hidden(game, found[0]):
        return card
    return found[0]


def one_of(options: Text) -> Text:
    """Return the advice to choose one of some options, which are listed."""
    return say("Choose one of: {options}.", options=options)


def listed_options(decision: Decision, game: Game) -> Text:
    """Return the options of a question as they stand in a sentence."""
    options = dict.fromkeys(decision.options)
    return listed((_option(name, decision.kind, game) for name in options), ",")


def _option(name: str, kind: str, game: Game) -> str:
    """Return what stands for an option: a card, a player by their pile where names are offered,
    or the words for a name.
    """
    if kind == "name" and name[1:2] == "." and zone_kind(name) == "pile":
        return seat_ref(zone_seat(name))
    return card_at(name) if is_key(name) or name[1:2] == "." else game.rules.words.offered(name)
