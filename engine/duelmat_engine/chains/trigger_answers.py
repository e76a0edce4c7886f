"""Answers to a player's turn to trigger: which there are, and the ruling on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from duelmat_engine.actions import Activate
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import find
from duelmat_engine.candidates.revealing import cannot_be, is_misnamed, misnamed
from duelmat_engine.chains import chain
from duelmat_engine.chains.trigger_legality import has_it, limits_spoken, trigger_refusals
from duelmat_engine.effects.effect import Effect
from duelmat_engine.names import CardKey, is_key, seat_letter, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, PendingTrigger, Piece, World, card_at, seat_ref
from duelmat_engine.verdict import Broken, Cited, Do, Never, Verdict, When, malformed, ruling
from duelmat_engine.visibility.dealing import possible_at
from duelmat_message import listed, say

TURN_OVER: Final = say("Its turn is over: later ones are being activated.")
CHAIN_OVER: Final = When(say("The Chain that is being built has resolved."))
MANDATORY: Final = Do(say("It is mandatory: activate it."))
ALL_OVER: Final = When(say("What is in progress has resolved."))


def asks_by_buckets(duel: Duel) -> bool:
    """Whether triggers are asked for by the chain policy; else the decision says which."""
    return bool(chain.ASKING.of(duel.frames[-1].bound))


def trigger_answers(duel: Duel, game: Game) -> Iterator[Activate]:
    """Every trigger that the player who is asked may activate next."""
    decision = duel.decision
    assert decision is not None
    if not asks_by_buckets(duel):
        yield from _offered(duel, game, decision)
        return
    turn = chain.next_turn(duel, game)
    seen: set[Activate] = set()
    if turn is None:
        return
    # a trigger that is out of turn is refused by a rule: with all rules on, none needs asking
    for index in range(len(duel.pending)) if game.disabled else turn.entries:
        trigger = duel.pending[index]
        for action, piece in _ways_to(duel, game, trigger):
            if action not in seen and not _broken(duel, game, trigger, piece, turn):
                seen.add(action)
                yield action


def _offered(duel: Duel, game: Game, decision: Decision) -> Iterator[Activate]:
    """The triggers of the player who goes first; without the rule that says so, of anybody."""
    refs = decision.options
    if not game.is_on(_order_rule(decision)):
        refs = tuple(dict.fromkeys(chain.trigger_ref(duel, game, w) for w in duel.pending))
    for option in refs:
        effect, _, card = option.partition(" ")
        yield Activate(effect, card)


def _order_rule(decision: Decision) -> str:
    """The rule by which the trigger that is asked for goes before those of others."""
    return decision.rules[-1] if decision.rules else ""


def _ways_to(duel: Duel, game: Game, trigger: PendingTrigger) -> Iterator[tuple[Activate, Piece]]:
    """The actions that activate a pending trigger, each with the card as it lies."""
    if not trigger.place:
        effect, _, card = chain.trigger_ref(duel, game, trigger).partition(" ")
        found = find(duel, trigger.source)
        yield Activate(effect, card), found[1] if found else trigger.source
        return
    for piece in duel.at(trigger.place):
        if not piece.face_up and _may_have_it(duel, game, piece, trigger):
            card = ref_of(game, trigger.place, piece)
            yield Activate(trigger.effect, card, None if is_key(card) else piece.key), piece


def _may_have_it(duel: Duel, game: Game, piece: Piece, trigger: PendingTrigger) -> bool:
    """Whether a card of the trigger's zone has its effect; an unseen one, whether it may."""
    keys = [piece.key] if piece.key else possible_at(duel, trigger.place)
    return any(has_it(game, key, trigger) for key in keys)


def entry_for(world: World, game: Game, action: Activate, first: Sequence[int] = ()) -> int | None:
    """Return the index of the pending trigger that an action means, one of the `first` before
    others; None: it means none.
    """
    named = chain.answer_refs(world, game, action)
    entries: list[int] = [*first, *range(len(world.pending))]
    for index in entries:
        trigger = world.pending[index]
        if trigger.effect != action.effect:
            continue
        if not trigger.place:
            if chain.trigger_ref(world, game, trigger) in named:
                return index
            continue
        found = lookup(world, action.card)
        if found is not None and found[0] == trigger.place:
            key = found[1].key or action.shown
            if (key is None or has_it(game, key, trigger)) and not found[1].face_up:
                return index
        elif found is None and is_key(action.card) and zone_kind(trigger.place) == "hand":
            key = CardKey(action.card)
            if key[0] == seat_letter(trigger.source.owner) and has_it(game, key, trigger):
                return index
    return None


def judge_trigger(duel: Duel, game: Game, decision: Decision, action: Activate) -> Verdict:
    """The ruling on a trigger that is to go on the Chain next."""
    if not asks_by_buckets(duel):
        return _judge_offered(duel, game, decision, action)
    turn = chain.next_turn(duel, game)
    assert turn is not None
    index = entry_for(duel, game, action, turn.entries)
    if index is None:
        rules = game.rules.effects[action.effect].rules or decision.rules
        return malformed(rules, _do_one(duel, game))
    trigger = duel.pending[index]
    piece = _card_of(duel, game, decision, trigger, action)
    if isinstance(piece, Verdict):
        return piece
    policy = game.chain
    effect = game.rules.effects[trigger.effect]
    timing, optional = policy.timing_of(effect).rules, not effect.mandatory
    spoken = (
        *(rule for rule in decision.rules if rule not in policy.decline_rules),
        *policy.order_rules,
        *(policy.event_rules if policy.by_event else ()),
        *(policy.window_rules if trigger.late else ()),
        *(policy.open_hand_rules if chain.is_open_in_hand(duel, game, trigger) else ()),
        *(timing if optional else ()),
        *(policy.missed_rules if optional and timing else ()),
        *limits_spoken(duel, game, trigger),
        *chain.complete_rules(duel, game, turn),
    )
    return ruling(_broken(duel, game, trigger, piece, turn), spoken)


def _judge_offered(duel: Duel, game: Game, decision: Decision, action: Activate) -> Verdict:
    named = chain.answer_refs(duel, game, action)
    if all(chain.trigger_ref(duel, game, trigger) not in named for trigger in duel.pending):
        return malformed(decision.rules, _do_one(duel, game))
    rule = _order_rule(decision)
    is_offered = not set(named).isdisjoint(decision.options)
    broken = [] if is_offered or not game.is_on(rule) else [(Cited(rule), _do_one(duel, game))]
    return ruling(broken, decision.rules)


def judge_declined_trigger(duel: Duel, game: Game, decision: Decision) -> Verdict:
    """The ruling on passing where a mandatory trigger waits."""
    turn = chain.next_turn(duel, game)
    assert turn is not None
    entries = [game.rules.effects[duel.pending[i].effect] for i in turn.entries]
    rules = [mandatory_rule(game, e, decision.rules) for e in entries if e.mandatory]
    broken = [(Cited(rule), MANDATORY) for rule in rules]
    return ruling((b for b in broken if game.is_on(b[0].rule)), decision.rules)


def mandatory_rule(game: Game, effect: Effect, asked: Sequence[str]) -> str:
    """Return the rule by which a mandatory effect is not left out where `asked` are asked.

    It is the card's own; else that of its word of timing ("when ... do") where mandatory effects
    have no bucket of their own, or that of the bucket.
    """
    word = game.chain.timing_of(effect).rules
    apart = any(bucket.mandatory for bucket in game.chain.buckets)
    return (*effect.rules, *(() if apart else word), *asked)[0]


def _broken(
    duel: Duel, game: Game, trigger: PendingTrigger, piece: Piece, turn: chain.TriggerTurn
) -> tuple[Broken, ...]:
    """Return the limits that keep a trigger from being the next one."""
    early = (*_not_yet(duel, game, trigger), *_out_of_turn(duel, game, trigger, turn))
    return (*early, *trigger_refusals(duel, game, trigger, piece))


def _do_one(duel: Duel, game: Game) -> Do:
    waiting = trigger_answers(duel, game)
    there = [say("the effect of {card}", card=card_at(action.card)) for action in waiting]
    if not there:
        return Do(say("Pass: nothing of yours is waiting."))
    return Do(say("Activate one of: {effects}.", effects=listed(there, ",")))


def _card_of(
    duel: Duel, game: Game, decision: Decision, trigger: PendingTrigger, action: Activate
) -> Piece | Verdict:
    """Return the card that an action means, or the verdict on one that it cannot mean."""
    if not trigger.place:
        found = find(duel, trigger.source)
        return found[1] if found else trigger.source
    known = lookup(duel, action.card)
    if known is None:
        refusal = cannot_be(duel, game, trigger.place, CardKey(action.card), decision.rules)
        return refusal or duel.at(trigger.place)[0]
    piece = known[1]
    if piece.key is None and action.shown is not None:
        refusal = cannot_be(duel, game, trigger.place, action.shown, decision.rules)
        return refusal or piece
    if is_misnamed(action, piece):
        return misnamed(decision)
    by_place = duel.closed and not is_key(action.card) and zone_kind(trigger.place) == "hand"
    if by_place or not _may_have_it(duel, game, piece, trigger):
        return malformed(decision.rules, _do_one(duel, game))
    return piece


def _not_yet(duel: Duel, game: Game, trigger: PendingTrigger) -> Iterator[Broken]:
    """The rule by which a trigger of a later window does not compete in this one."""
    if trigger.state or duel.decision is None:
        return
    word = game.chain.timing_of(game.rules.effects[trigger.effect]).rules
    for rule in (*game.chain.window_rules, *word, *duel.decision.rules)[:1]:
        if game.is_on(rule):
            yield Cited(rule), CHAIN_OVER if duel.chain else ALL_OVER


def _out_of_turn(
    duel: Duel, game: Game, trigger: PendingTrigger, turn: chain.TriggerTurn
) -> Iterator[Broken]:
    """The rule by which another trigger, or another player's, goes first."""
    place = chain.place_of(duel, game, trigger)
    if trigger.state == "" or (*place, trigger.seat) == (turn.moment, turn.bucket, turn.seat):
        return
    rule, reading = order_between(game, place, (turn.moment, turn.bucket))
    if not rule and duel.decision is not None:
        rule = (*duel.decision.rules, "")[0]
    if not game.is_on(rule):
        return
    if is_turn_past(duel, game, trigger, turn):
        yield Cited(rule, reading), Never(TURN_OVER, rule)
    else:
        first = seat_ref(turn.seat)
        text = say("{player:capital} has activated or declined those that go first.", player=first)
        yield Cited(rule, reading), When(text)


def is_turn_past(
    world: World, game: Game, trigger: PendingTrigger, turn: chain.TriggerTurn
) -> bool:
    """Whether later triggers are being activated, or the player has passed at its place."""
    place, now = chain.place_of(world, game, trigger), (turn.moment, turn.bucket)
    seats = chain.bucket_seats(world, game.chain.buckets[turn.bucket])
    passed = trigger.seat in seats and seats.index(trigger.seat) < turn.passes
    return place < now or (place == now and passed)


def order_between(
    game: Game, place: tuple[object, int], first: tuple[object, int]
) -> tuple[str, str]:
    """The rule that orders a trigger of one place and those of another, and its reading.

    Places are moments, which differ or do not, with the bucket there.
    """
    policy = game.chain
    if not policy.order_rules:
        return "", ""
    if place[0] != first[0] and policy.event_rules:
        return policy.event_rules[0], ""
    between, within = policy.order_rules[0], policy.order_rules[-1]
    known = place[1] < len(policy.buckets)
    if known and policy.buckets[place[1]].level == policy.buckets[first[1]].level:
        return within, policy.order_reading
    return between, policy.order_reading if between == within else ""
