"""Legality of pending triggers: which may be activated, and why the others may not.

Whether a player is asked at all depends on what everybody knows (`may_ask`); whether a certain
card may answer is judged by all that is known (`trigger_refusals`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import compress
from typing import Final

from duelmat_engine.board.evaluate import amount, select
from duelmat_engine.board.refs import public_pool
from duelmat_engine.board.scope import SELF, Scope, find
from duelmat_engine.candidates.possible import blocked_at, failing_needs, is_possible, is_used_up
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.facts import NextTurn, Unmarked
from duelmat_engine.names import CardKey, ZoneName, zone_kind
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.state import PendingTrigger, Piece, World
from duelmat_engine.verdict import Cited, Never, Remedy, When
from duelmat_message import named, say, written

LOST: Final = say("It is lost: what set it off was not the last thing to happen.")
FULL: Final = When(say("The next Chain is formed: this one has such an effect already."))
GONE: Final = say("The card is no longer where it was when this happened.")
USED_THIS_TURN = When(say("It is your next turn: you have used it in this one."), NextTurn())
LACKING: Final = When(say("What it needs is there: a card to choose, a price to pay."))


def may_ask(world: World, game: Game, trigger: PendingTrigger) -> bool:
    """Whether a player is asked about a pending trigger: a function of what everybody knows."""
    place = trigger.place
    if place and not may_be_there(world, game, place, trigger.effect, trigger.spent):
        return False
    return not trigger_refusals(world, game, trigger, trigger.source, aloud=True)


def may_be_there(
    world: World, game: Game, place: ZoneName, effect: str, spent: tuple[CardKey, ...] = ()
) -> bool:
    """Whether, by what everybody knows, a card of a zone may have an effect, other than these."""
    keys: set[CardKey] = set()
    for piece in world.zones.get(place, ()):
        if piece.shown and piece.key is not None:
            keys.add(piece.key)
        else:
            keys |= public_pool(world, piece.owner)
    card = game.rules.card
    return any(effect in card(key).effects for key in keys.difference(spent))


def has_it(game: Game, key: CardKey | None, trigger: PendingTrigger) -> bool:
    """Whether this card has the effect, and has not used it for this event."""
    if key is None or key in trigger.spent:
        return False
    return trigger.effect in game.rules.card(key).effects


def misses_timing(game: Game, trigger: PendingTrigger, moment: int) -> bool:
    """Whether a trigger is lost where `moment` was the last thing to happen."""
    effect = game.rules.effects[trigger.effect]
    on = effect.on
    if on is None or effect.mandatory or trigger.moment >= moment:
        return False
    return on.misses or game.chain.timing(on.timing).meaning == "last"


def trigger_refusals(
    world: World, game: Game, trigger: PendingTrigger, piece: Piece, *, aloud: bool = False
) -> list[tuple[Cited, Remedy]]:
    """Return the limits that refuse a trigger now; with `aloud`, as far as everybody can see."""
    policy = game.chain
    effect = game.rules.effects[trigger.effect]
    found: list[tuple[Cited, Remedy]] = []

    def hinder(rule: str, remedy: Remedy, reading: str = "") -> None:
        if not rule or game.is_on(rule):
            found.append((Cited(rule, reading), remedy))

    if trigger.state == "missed":
        rule = "".join(policy.missed_rules[:1])
        hinder(rule, Never(LOST, rule), policy.missed_reading)
    if effect.name in game.self_summoners:
        for rule in _limits(world, game, trigger, piece):
            hinder(rule, FULL, policy.limit_reading)
    bound = trigger.bound | SELF((piece,)) if piece.oid else trigger.bound
    scope = Scope(world, game, trigger.seat, bound)
    legal = next(iter(policy.legal_rules), "")
    on = effect.on
    may_go = on is not None and (on.to or on.part == "witness") and not trigger.place
    if may_go and find(world, trigger.source) is None:
        hinder(legal, Never(GONE, legal))
    for name, status in game.rules.in_play.statuses.items():
        if "activate" in status.forbids and _marks(world, game, trigger, piece).get(name):
            hinder(status.rules[0], once_released(game.rules, name), status.reading)
    for need in failing_needs(scope, effect.needs):
        hinder(need.rule, When(written(need.remedy)), need.reading)
    if is_used_up(world, game, trigger.seat, effect):
        for rule in effect.once_per_turn:
            hinder(rule, USED_THIS_TURN)
    possible = _may_announce(scope, effect) if aloud else not blocked_at(scope, effect.announce)
    if not possible:
        hinder(legal, LACKING)
    return found


def once_released(rules: Ruleset, name: str) -> When:
    """The remedy for a status that forbids an act: the card no longer has it."""
    said = rules.words.values.get(name) or named("printed", name)
    return When(say("It is no longer {status}.", status=said), Unmarked(name))


def _marks(
    world: World, game: Game, trigger: PendingTrigger, piece: Piece
) -> Mapping[str, int | str]:
    """The card's marks when its effect is carried out: with "as" those it had, else as it lies."""
    if game.chain.timing_of(game.rules.effects[trigger.effect]).meaning == "joins":
        return piece.marks
    found = find(world, piece)
    return {} if found is None else found[1].marks


def _may_announce(scope: Scope, effect: Effect) -> bool:
    """Whether everybody may think that it can be announced: hidden cards count by their number."""
    hidden = scope.game.rules.zones.hidden
    for op in effect.announce:
        if isinstance(op, ops.Choose) and any(kind in hidden for kind in op.cards.zones):
            there = select(scope, Cards(op.cards.zones, op.cards.whose))
            if len(there) < amount(scope, op.count):
                return False
        elif not is_possible(scope, op):
            return False
    return True


# The limit on effects that summon their own card from the hand


def _limits(world: World, game: Game, trigger: PendingTrigger, piece: Piece) -> Iterator[str]:
    """The statements of the limit that another such trigger on the Chain sets."""
    within = game.chain.self_summons
    if not within:
        return
    others = [
        link
        for link in world.chain
        if link.trigger
        and link.effect in game.self_summoners
        and (within == "chain" or link.seat == trigger.seat)
    ]
    if not others:
        return
    away = _lies_elsewhere(world, trigger, piece)
    of_hand = [link for link in others if link.place == "hand"]
    other = any(w.seat == trigger.seat and w.effect != trigger.effect for w in of_hand)
    spoken = (True, other and not away, away or len(of_hand) < len(others))
    yield from compress(game.chain.limit_rules or ("",), spoken)


def _lies_elsewhere(world: World, trigger: PendingTrigger, piece: Piece) -> bool:
    """Whether a card that could act from the hand acts from another place."""
    if trigger.place:
        return zone_kind(trigger.place) != "hand"
    found = find(world, piece)
    return found is not None and zone_kind(found[0]) != "hand"


def limits_spoken(world: World, game: Game, trigger: PendingTrigger) -> Iterator[str]:
    """The statements of the limit that permit this trigger as the one of its Chain."""
    if not game.chain.self_summons or trigger.effect not in game.self_summoners:
        return
    own = [w for w in world.pending if w.seat == trigger.seat and w.effect in game.self_summoners]
    away = _lies_elsewhere(world, trigger, trigger.source)
    of_hand = [w for w in own if not _lies_elsewhere(world, w, w.source)]
    other = any(w.effect != trigger.effect for w in of_hand)
    spoken = (True, other and not away, away or len(of_hand) < len(own))
    yield from compress(game.chain.limit_rules, spoken)
