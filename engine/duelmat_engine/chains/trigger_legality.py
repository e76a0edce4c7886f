"""What may be activated of the triggers that wait, and what hinders the others.

Whether a player is asked at all hangs on what everybody knows (`may_ask`); whether a certain card
may answer is judged by all that is known (`hindrances`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from duelmat_engine.board.evaluate import amount, select
from duelmat_engine.board.refs import is_unseen
from duelmat_engine.board.scope import Scope, find
from duelmat_engine.candidates.possible import blocked_at, failing_needs, is_used_up
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.facts import NextTurn
from duelmat_engine.names import CardKey, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Piece, Value, Waiting, World
from duelmat_engine.verdict import Cited, Never, Remedy, When


class Line(World, Protocol):
    """A world in which triggers may wait: a Duel, or a machine."""

    @property
    def waiting(self) -> Sequence[Waiting]: ...


def may_ask(world: Line, game: Game, waiting: Waiting) -> bool:
    """Whether a player is asked about a waiting trigger: a function of what everybody knows."""
    if waiting.place and not _may_be_there(world, game, waiting):
        return False
    return not hindrances(world, game, waiting, waiting.source, aloud=True)


def _may_be_there(world: Line, game: Game, waiting: Waiting) -> bool:
    owner = waiting.source.owner
    unseen = False
    for piece in world.zones.get(waiting.place, ()):
        if is_unseen(world, piece):
            unseen = True
        elif has_it(game, piece.key, waiting):
            return True
    return unseen and any(has_it(game, key, waiting) for key in world.hidden[owner].pool)


def has_it(game: Game, key: CardKey | None, waiting: Waiting) -> bool:
    """Whether this card has the effect, and has not used it for this event."""
    if key is None or key in waiting.spent:
        return False
    return waiting.effect in game.rules.card(key).effects


def misses_timing(game: Game, waiting: Waiting, moment: int) -> bool:
    """Whether a trigger is lost where `moment` was the last thing to happen."""
    effect = game.rules.effects[waiting.effect]
    on = effect.on
    if on is None or effect.mandatory or waiting.moment >= moment:
        return False
    return on.misses or game.chain.timing(on.timing).meaning == "last"


def hindrances(
    world: Line, game: Game, waiting: Waiting, piece: Piece, *, aloud: bool = False
) -> list[tuple[Cited, Remedy]]:
    """Why a trigger may not be activated now; with `aloud`, as far as everybody can see."""
    policy = game.chain
    effect = game.rules.effects[waiting.effect]
    found: list[tuple[Cited, Remedy]] = []

    def hinder(rule: str, remedy: Remedy, reading: str = "") -> None:
        if not rule or game.is_on(rule):
            found.append((Cited(rule, reading), remedy))

    if waiting.state == "missed":
        text = "It is lost: what set it off was not the last thing to happen."
        rule = policy.missed_rules[0]
        hinder(rule, Never(text, rule), policy.missed_reading)
    if effect.name in game.self_summoners:
        for rule in _limits(world, game, waiting, piece):
            text = "The next Chain is formed: this one has such an effect already."
            hinder(rule, When(text), policy.limit_reading)
    own: tuple[Piece, ...] = (piece,) if piece.oid else ()
    bound: dict[str, Value] = {**waiting.bound, "self": own} if own else dict(waiting.bound)
    scope = Scope(world, game, waiting.seat, bound)
    legal = next(iter(policy.legal_rules), "")
    if effect.on is not None and (effect.on.to or effect.on.part == "witness"):
        there = waiting.place or find(world, waiting.source)
        if not there:
            hinder(legal, Never("The card is no longer where it was when this happened.", legal))
    for need in failing_needs(scope, effect.needs):
        hinder(need.rule, When(need.remedy), need.reading)
    if is_used_up(scope, effect):
        for rule in effect.once_per_turn:
            hinder(rule, When("It is your next turn: you have used it in this one.", NextTurn()))
    possible = (
        _may_announce(scope, effect) if aloud else blocked_at(scope, effect.announce) is None
    )
    if not possible:
        hinder(legal, When("What it needs is there: a card to choose, a price to pay."))
    return found


def _may_announce(scope: Scope, effect: Effect) -> bool:
    """Whether everybody may think that it can be announced: hidden cards count by their number."""
    hidden = scope.game.rules.hidden_kinds
    for op in effect.announce:
        if isinstance(op, ops.Choose) and any(kind in hidden for kind in op.cards.zones):
            there = select(scope, Cards(op.cards.zones, op.cards.whose))
            if len(there) < amount(scope, op.count):
                return False
        elif blocked_at(scope, (op,)) is not None:
            return False
    return True


# The limit on effects that summon their own card from the hand


def _limits(world: Line, game: Game, waiting: Waiting, piece: Piece) -> Iterator[str]:
    """The statements of the limit that another such trigger on the Chain sets."""
    within = game.chain.self_summons
    if not within:
        return
    others = [
        link
        for link in world.chain
        if link.trigger
        and link.effect in game.self_summoners
        and (within == "chain" or link.seat == waiting.seat)
    ]
    if not others:
        return
    one, two_kinds, elsewhere = game.chain.limit_rules
    yield one
    if any(link.effect != waiting.effect for link in others):
        yield two_kinds
    if _lies_elsewhere(world, waiting, piece) or any(link.place != "hand" for link in others):
        yield elsewhere


def _lies_elsewhere(world: Line, waiting: Waiting, piece: Piece) -> bool:
    """Whether a card that could act from the hand acts from another place."""
    if waiting.place:
        return zone_kind(waiting.place) != "hand"
    found = find(world, piece)
    return found is not None and zone_kind(found[0]) != "hand"


def limits_spoken(world: Line, game: Game, waiting: Waiting) -> Iterator[str]:
    """The statements of the limit that permit this trigger as the one of its Chain."""
    if not game.chain.self_summons or waiting.effect not in game.self_summoners:
        return
    one, two_kinds, elsewhere = game.chain.limit_rules
    others = [
        w for w in world.waiting if w.seat == waiting.seat and w.effect in game.self_summoners
    ]
    yield one
    if any(w.effect != waiting.effect for w in others):
        yield two_kinds
    if any(_lies_elsewhere(world, w, w.source) for w in (waiting, *others)):
        yield elsewhere
