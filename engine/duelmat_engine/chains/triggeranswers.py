"""Answers to a player's turn to trigger: which there are, and the ruling on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duelmat_engine.actions import Activate
from duelmat_engine.chains.chain import (
    Turn,
    bucket_of,
    bucket_seats,
    moment_of,
    next_turn,
    waiting_ref,
)
from duelmat_engine.chains.hindrances import Line, has_it, hindrances, limits_spoken
from duelmat_engine.effects.evaluate import find
from duelmat_engine.judging.verdict import Cited, Do, Never, Remedy, Verdict, When
from duelmat_engine.names import CardKey, is_key, seat_letter, zone_kind
from duelmat_engine.refs import lookup, ref_of
from duelmat_engine.ruleset import Game
from duelmat_engine.sight.suppose import possible_at
from duelmat_engine.state import Decision, Duel, Piece, Waiting


def asked_turn(duel: Duel, game: Game) -> Turn | None:
    """Whose triggers a duel asks for at a "trigger" decision."""
    return next_turn(duel, game, duel.frames[-1].bound)


def trigger_answers(duel: Duel, game: Game) -> Iterator[Activate]:
    """Every trigger that the player who is asked may activate next.

    Whoever asks without buckets has said in the decision which there are.
    """
    if not duel.frames[-1].bound.get("asking"):
        for option in duel.decision.options if duel.decision is not None else ():
            effect, _, card = option.partition(" ")
            yield Activate(effect, card)
        return
    turn = asked_turn(duel, game)
    seen: set[Activate] = set()
    for index in turn.entries if turn is not None else ():
        waiting = duel.waiting[index]
        for action, piece in _ways_to(duel, game, waiting):
            if action not in seen and not hindrances(duel, game, waiting, piece):
                seen.add(action)
                yield action


def _ways_to(duel: Duel, game: Game, waiting: Waiting) -> Iterator[tuple[Activate, Piece]]:
    """The actions that activate a waiting trigger, each with the card as it lies."""
    if not waiting.place:
        effect, _, ref = waiting_ref(duel, game, waiting).partition(" ")
        found = find(duel, waiting.source)
        yield Activate(effect, ref), found[1] if found else waiting.source
        return
    for piece in duel.at(waiting.place):
        if piece.face_up:
            continue
        if piece.key is None:
            if any(has_it(game, key, waiting) for key in possible_at(duel, waiting.place)):
                yield Activate(waiting.effect, waiting.place), piece
        elif has_it(game, piece.key, waiting):
            ref = ref_of(game, waiting.place, piece)
            yield Activate(waiting.effect, ref, None if is_key(ref) else piece.key), piece


def entry_for(world: Line, game: Game, action: Activate, entries: Sequence[int]) -> int | None:
    """Which of these waiting triggers an action means."""
    for index in entries:
        waiting = world.waiting[index]
        if waiting.effect != action.effect:
            continue
        if not waiting.place:
            if waiting_ref(world, game, waiting) == f"{action.effect} {action.card}":
                return index
            continue
        found = lookup(world, action.card)
        if found is not None and found[0] == waiting.place:
            key = found[1].key or action.shown
            if (key is None or has_it(game, key, waiting)) and not found[1].face_up:
                return index
        elif found is None and is_key(action.card) and zone_kind(waiting.place) == "hand":
            key = CardKey(action.card)
            if key[0] == seat_letter(waiting.source.owner) and has_it(game, key, waiting):
                return index
    return None


def judge_trigger(duel: Duel, game: Game, decision: Decision, action: Activate) -> Verdict:
    """The ruling on a trigger that is to go on the Chain next."""
    cited = tuple(Cited(rule) for rule in decision.rules)
    if not duel.frames[-1].bound.get("asking"):
        there = f"{action.effect} {action.card}" in decision.options
        return Verdict(there, cited, () if there else (_do_one(duel, game),))
    turn = asked_turn(duel, game)
    assert turn is not None
    index = entry_for(duel, game, action, turn.entries)
    if index is None:
        index = entry_for(duel, game, action, range(len(duel.waiting)))
    if index is None:
        named = game.rules.effects.get(action.effect)
        own = tuple(Cited(rule) for rule in named.rules) if named is not None else ()
        return Verdict(False, own or cited, (_do_one(duel, game),))
    waiting = duel.waiting[index]
    piece = _card_of(duel, game, waiting, action)
    if not isinstance(piece, Piece):
        return Verdict(False, cited, (piece,))
    broken = [
        *_not_yet(game, waiting, decision),
        *_out_of_turn(duel, game, waiting, turn),
        *hindrances(duel, game, waiting, piece),
    ]
    if broken:
        rules = tuple(dict.fromkeys(c for c, _ in broken))
        return Verdict(False, rules, tuple(dict.fromkeys(remedy for _, remedy in broken)))
    policy = game.chain
    word = game.rules.effects[waiting.effect].on
    timing = () if word is None else policy.timing(word.timing).rules
    optional = not game.rules.effects[waiting.effect].mandatory
    spoken = (
        *policy.order_rules,
        *(policy.event_rules if policy.by_event else ()),
        *(policy.window_rules if waiting.late else ()),
        *(timing if optional else ()),
        *(policy.missed_rules if optional and timing else ()),
        *limits_spoken(duel, game, waiting),
    )
    return Verdict(True, tuple(dict.fromkeys((*cited, *map(Cited, spoken)))))


def _do_one(duel: Duel, game: Game) -> Remedy:
    decision = duel.decision
    there = [f"{action.effect} {action.card}" for action in trigger_answers(duel, game)]
    if not there or decision is None:
        return Do("Pass: nothing of yours is waiting.")
    return Do(f"Activate one of: {', '.join(there)}.")


def _card_of(duel: Duel, game: Game, waiting: Waiting, action: Activate) -> Piece | Remedy:
    """The card that an action means, or what to do instead."""
    if not waiting.place:
        found = find(duel, waiting.source)
        return found[1] if found else waiting.source
    known = lookup(duel, action.card)
    if known is None:
        if action.card in possible_at(duel, waiting.place):
            return duel.at(waiting.place)[0]
        return Never(f"{action.card} cannot lie in {waiting.place}.", "")
    piece = known[1]
    key = piece.key or action.shown
    if piece.key is None and key is not None and key not in possible_at(duel, waiting.place):
        return Never(f"{key} cannot be the card of {waiting.place}.", "")
    if piece.key is not None and action.shown not in (None, piece.key):
        return Do("Turn the card up and name it as it is.")
    if duel.closed and not is_key(action.card) and zone_kind(waiting.place) == "hand":
        return _do_one(duel, game)
    if key is None and not any(has_it(game, k, waiting) for k in possible_at(duel, waiting.place)):
        return _do_one(duel, game)
    return piece


def _not_yet(game: Game, waiting: Waiting, decision: Decision) -> Iterator[tuple[Cited, Remedy]]:
    """The rule by which a trigger of a later window does not compete in this one."""
    if waiting.state == "":
        for rule in game.chain.window_rules or decision.rules:
            if game.is_on(rule):
                yield Cited(rule), When("The Chain that is being built has resolved.")


def _out_of_turn(
    duel: Duel, game: Game, waiting: Waiting, turn: Turn
) -> Iterator[tuple[Cited, Remedy]]:
    """The rule by which another trigger, or another player's, goes first."""
    policy = game.chain
    place = (moment_of(game, waiting), bucket_of(duel, game, waiting))
    seats = [*bucket_seats(duel, policy.buckets[turn.bucket])]
    if place == (turn.moment, turn.bucket) and waiting.seat == turn.seat:
        return
    letter = seat_letter(turn.seat)
    first = When(f"Player {letter} has activated or declined those that go first.")
    if not policy.order_rules:
        asked = duel.decision.rules if duel.decision is not None else ()
        yield from ((Cited(rule), first) for rule in asked)
        return
    between, within = policy.order_rules[0], policy.order_rules[-1]
    if place[0] != turn.moment and policy.event_rules:
        rule = policy.event_rules[0]
    elif (
        place[1] < len(policy.buckets)
        and policy.buckets[place[1]].level == policy.buckets[turn.bucket].level
    ):
        rule = within
    else:
        rule = between
    if not game.is_on(rule):
        return
    over = place < (turn.moment, turn.bucket) or (
        place == (turn.moment, turn.bucket)
        and waiting.seat in seats
        and seats.index(waiting.seat) < turn.passes
    )
    reading = policy.order_reading if rule == within else ""
    if over:
        text = "Its turn is over: later ones are being activated."
        yield Cited(rule, reading), Never(text, rule)
    else:
        yield Cited(rule, reading), first
