"""The order of simultaneous effects: whose turn it is to trigger or to respond.

Triggers that wait are sorted into the buckets of the ruleset's chain policy. A bucket's player
is asked for one at a time, and what may be activated is judged anew each time: earlier choices
may have made it legal or illegal. Then players may respond in turn, until all have passed.

The bindings of the frame that asks hold how far the asking has come.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, NamedTuple

from duelmat_engine.actions import Activate
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import find
from duelmat_engine.chains.trigger_legality import may_ask
from duelmat_engine.names import Seat, zone_kind
from duelmat_engine.ruleset.chain_policy import Bucket
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, Local, PendingTrigger, World

RESOLVING: Final = Local("resolving", bool, default=False)
"""Whether the Chain is resolving, so that nothing is added to it."""
ASKING: Final = Local("asking", str, default="")
"""The state of the triggers that are asked for: "ready" or "now"; empty: none are."""
MOMENT: Final = Local("moment", int)
"""The moment that the asking has come to."""
BUCKET: Final = Local("bucket", int, default=-1)
"""The bucket that the asking has come to, or from which a trigger comes; -1: no trigger."""
PASSES: Final = Local("passes", int)
"""The number of players, in order, who have passed in that bucket."""

_IS_TRIGGER: Final = attrgetter("trigger")


class TriggerTurn(NamedTuple):
    """The next turn to trigger: its place in the order, its player, and the triggers that wait."""

    moment: int
    bucket: int
    passes: int
    seat: Seat
    entries: list[int]


def trigger_ref(world: World, game: Game, trigger: PendingTrigger) -> str:
    """Return how an answer names a pending trigger: effect and card."""
    found = find(world, trigger.source)
    if found is not None:
        return f"{trigger.effect} {ref_of(game, *found)}"
    return f"{trigger.effect} {trigger.source.key}"


def answer_refs(world: World, game: Game, action: Activate) -> list[str]:
    """Return the triggers that an answer may mean, each as `trigger_ref` names it.

    An open card goes by its key as by its zone.
    """
    found = lookup(world, action.card)
    is_open = found is not None and found[1].face_up
    cards = (action.card, ref_of(game, *found)) if found and is_open else (action.card,)
    return [f"{action.effect} {card}" for card in cards]


def is_open_in_hand(world: World, game: Game, trigger: PendingTrigger) -> bool:
    """Whether a card that an effect has laid open in a hand has the trigger."""
    found = None if trigger.place else find(world, trigger.source)
    return found is not None and zone_kind(found[0]) in game.rules.zones.hidden


# The order


def bucket_of(world: World, game: Game, trigger: PendingTrigger) -> int:
    """The first bucket that takes the trigger; behind the last one if none does.

    A card is private that does not lie open: where and how it lies counts, not who remembers it.
    """
    mandatory = game.rules.effects[trigger.effect].mandatory
    own, first = trigger.seat == world.turn_seat, game.chain.first
    public = first(own=own, mandatory=mandatory, secret=False)
    private = first(own=own, mandatory=mandatory, secret=True)
    if public == private or trigger.place:
        return private
    found = find(world, trigger.source)
    return public if found is None or found[1].face_up else private


def place_of(world: World, game: Game, trigger: PendingTrigger) -> tuple[int, int]:
    """Return a trigger's place in the order: its moment, and its bucket."""
    moment = trigger.moment if game.chain.by_event else 0
    if trigger.state == "now":
        timing = game.chain.timing_of(game.rules.effects[trigger.effect])
        moment = 0 if timing.meaning == "joins" else 1
    return moment, bucket_of(world, game, trigger)


def bucket_seats(world: World, bucket: Bucket) -> list[Seat]:
    """The players of a bucket, in the order in which they are asked."""
    players = len(world.players)
    if bucket.side == "turn":
        return [world.turn_seat]
    if bucket.side == "other":
        return [Seat((world.turn_seat + i) % players) for i in range(1, players)]
    first = (world.chain[-1].seat + 1) if world.chain else world.turn_seat
    return [Seat((first + i) % players) for i in range(players)]


def next_turn(world: World, game: Game) -> TriggerTurn | None:
    """Return the turn of the triggers that come next; None: every bucket has been gone through."""
    bound = world.frames[-1].bound
    state = ASKING.of(bound)
    moment, bucket = MOMENT.of(bound), BUCKET.of(bound)
    missed = state == "ready" and not all(map(game.is_on, game.chain.missed_rules[:1]))
    live: dict[tuple[int, int], list[tuple[int, PendingTrigger]]] = {}
    for index, trigger in enumerate(world.pending):
        if trigger.state == state or (missed and trigger.state == "missed"):
            place = place_of(world, game, trigger)
            if place >= (moment, bucket) and place[1] < len(game.chain.buckets):
                live.setdefault(place, []).append((index, trigger))
    for place in sorted(live):
        passes = PASSES.of(bound) if place == (moment, bucket) else 0
        for step, seat in enumerate(bucket_seats(world, game.chain.buckets[place[1]])):
            entries = []
            for index, trigger in live[place] if step >= passes else ():
                if trigger.seat == seat and may_ask(world, game, trigger):
                    entries.append(index)
            if entries:
                return TriggerTurn(*place, step, seat, entries)
    return None


def trigger_rules(world: World, game: Game, turn: TriggerTurn) -> tuple[str, ...]:
    """The rules by which a player is asked for triggers."""
    policy = game.chain
    bucket = policy.buckets[turn.bucket]
    effects = [game.rules.effects[world.pending[i].effect] for i in turn.entries]
    rules = (
        *bucket.rules,
        *(policy.choice_rules if len(turn.entries) > 1 else ()),
        *(() if is_mandatory(world, game, turn) else policy.decline_rules),
        *(rule for effect in effects for rule in effect.rules),
    )
    return tuple(dict.fromkeys(rules))


def is_mandatory(world: World, game: Game, turn: TriggerTurn) -> bool:
    return any(game.rules.effects[world.pending[i].effect].mandatory for i in turn.entries)


def is_put_back(world: World, game: Game, turn: TriggerTurn) -> bool:
    """Whether a private trigger comes behind an optional one that a public one might precede."""
    buckets = game.chain.buckets
    if not buckets[turn.bucket].secret:
        return False
    optional = [x for x in world.chain if x.trigger and not buckets[x.bucket].mandatory]
    return any(
        not buckets[link.bucket].secret if link.seat == turn.seat else turn.seat == world.turn_seat
        for link in optional
    )


# Responses


def asked_seat(world: World, game: Game) -> Seat | None:
    """Return the next player in turn who could respond on public facts; None: all have passed."""
    window = world.window
    assert window is not None
    if world.chain and game.rules.effects[world.chain[-1].effect].unanswered:
        return None
    players = len(world.players)
    for passes in range(window.passes, players):
        seat = Seat((window.seat + 1 + passes) % players)
        if game.rules.could_respond(world, seat, game):
            return seat
    return None


def window_rules(world: World, game: Game) -> tuple[str, ...]:
    """The rules by which players are asked whether they respond."""
    policy = game.chain
    if not any(map(_IS_TRIGGER, world.chain)):
        return policy.rules
    return (*policy.rules, *policy.fast_rules, *complete_rules(world, game))


def complete_rules(world: World, game: Game, last: TriggerTurn | None = None) -> tuple[str, ...]:
    """The rules of a Chain with one trigger of each bucket; `last` may be about to complete it."""
    policy = game.chain
    buckets = [link.bucket for link in world.chain]
    if last is not None and len(last.entries) == 1:
        buckets.append(last.bucket)
    return policy.complete_rules if buckets == [*range(len(policy.buckets))] else ()


def response_rules(duel: Duel, game: Game, action: Activate) -> tuple[str, ...]:
    """Statements of the policy that permit a response: after triggers, and beside the limit."""
    policy = game.chain
    found = policy.fast_rules if any(map(_IS_TRIGGER, duel.chain)) else ()
    effect = game.rules.effects.get(action.effect)
    summons = effect is not None and effect.use != "trigger" and "hand" in effect.zones
    if not policy.self_summons or not summons or action.effect not in game.self_summoners:
        return found
    exempt = any(link.effect in game.self_summoners for link in duel.chain)
    return (*found, *policy.exempt_rules) if exempt else found
