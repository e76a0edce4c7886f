"""Answers to decisions that are not open play: choosing, numbers, names, places, passing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from duelmat_engine.actions import (
    Action,
    Activate,
    Attack,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
)
from duelmat_engine.chains.triggeranswers import judge_trigger, trigger_answers
from duelmat_engine.effects import ops
from duelmat_engine.effects.derive import derive
from duelmat_engine.effects.evaluate import (
    Scope,
    amount,
    barred,
    failing,
    find,
    free_zones,
    seats_of,
    select,
)
from duelmat_engine.effects.terms import Cards, MayCome
from duelmat_engine.judging.facts import Asked
from duelmat_engine.judging.possible import candidates, fits, identities
from duelmat_engine.judging.verdict import Cited, Do, Never, Remedy, Verdict, When
from duelmat_engine.names import (
    CardKey,
    Seat,
    ZoneName,
    is_key,
    key_code,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.refs import lookup, ref_of, unseen_counts
from duelmat_engine.ruleset import Game
from duelmat_engine.running.execute import current_op
from duelmat_engine.running.placing import Lying, judge_lying, ways_to_lie
from duelmat_engine.sight.knowledge import may_lie, refused_by, without_rules
from duelmat_engine.state import Decision, Duel, Piece, replace
from duelmat_engine.steps.choosing import remaining

_KINDS: dict[str, tuple[type[Action], ...]] = {
    "window": (Activate, Pass),
    "trigger": (Activate, Pass),
    "choose": (Choose,),
    "number": (Number,),
    "name": (Name, Pass),
    "first": (Name,),
    "reveal": (Reveal,),
    "chance": (Roll,),
    "place": (Play,),
    "aim": (Attack, Pass),
}


def fits_decision(decision: Decision, action: Action) -> bool:
    """Whether an action is of the class that answers this decision."""
    return isinstance(action, _KINDS.get(decision.kind, ()))


_ASKED = {
    "open": "{seat} is to act: this answers nothing that is asked now.",
    "window": "{seat} has responded or passed.",
    "trigger": "{seat} has said whether and in which order effects are activated.",
    "choose": "{seat} has chosen a card.",
    "number": "{seat} has chosen an amount.",
    "name": "{seat} has chosen one of: {options}.",
    "first": "It has been decided who goes first.",
    "reveal": "{seat} has shown the card of {options}.",
    "chance": "Chance has decided.",
    "place": "{seat} has placed the card.",
    "aim": "{seat} has aimed the attack anew, or given it up.",
}


def asked_now(decision: Decision) -> str:
    """What has to be answered before anything else, in words."""
    seat = f"Player {seat_letter(decision.seat)}"
    return _ASKED[decision.kind].format(seat=seat, options=", ".join(decision.options))


PLACING = "effect-"
"""How the ways begin by which effects put cards on the field."""


def _offered(duel: Duel, game: Game, action: Activate) -> Remedy:
    """What would have to be for an effect that nobody activates by hand."""
    effect = game.rules.effects[action.effect]
    by = (*effect.rules, "")[0]
    found = lookup(duel, action.card)
    key = action.shown if found is None else found[1].key or action.shown
    card = None if key is None else game.rules.cards.get(key_code(key))
    if card is not None and effect.name not in card.effects:
        return Never("The card has no such effect.", by)
    if effect.on is None:
        return Never("It is never activated: it applies by itself, or with another act.", by)
    return When("It is not activated by hand: it is offered when its time has come.", Asked())


def out_of_place(duel: Duel, game: Game, decision: Decision, action: Action) -> Verdict:
    """The verdict on an answer to some other question."""
    rules = tuple(Cited(r) for r in decision.rules or game.chain.rules)
    if isinstance(action, Activate) and action.effect not in game.rules.effects:
        known = ", ".join(sorted(game.rules.effects))
        return Verdict(False, rules, (Do(f"Name one of the effects: {known}."),))
    if isinstance(action, Activate) and decision.kind in ("open", "window"):
        own = game.rules.effects[action.effect].rules
        return Verdict(False, tuple(map(Cited, own)), (_offered(duel, game, action),))
    if isinstance(action, Play) and action.way.startswith(PLACING):
        text = "It is asked where an effect puts the card."
        return Verdict(False, rules, (When(text, Asked()),))
    if isinstance(action, Play) and decision.kind == "open":
        names = sorted(w.name for w in game.ways if w.takes(replace(action, way=w.name)))
        return Verdict(False, rules, (Do(f"Name a way of playing: {', '.join(names)}."),))
    return Verdict(False, rules, (When(asked_now(decision), Asked()),))


def scope_of(duel: Duel, game: Game) -> Scope:
    bound = duel.frames[-1].bound
    seat = bound.get("seat", duel.turn_seat)
    return Scope(duel, game, Seat(seat) if isinstance(seat, int) else duel.turn_seat, bound)


def legal_answers(duel: Duel, game: Game, decision: Decision) -> Iterator[Action]:
    """Every answer to a decision that is neither open play nor a window."""
    match decision.kind:
        case "trigger":
            yield from trigger_answers(duel, game)
            if decision.optional:
                yield Pass()
        case "choose":
            for ref in dict.fromkeys(ref for ref, _ in choices(duel, game, decision)):
                yield Choose(ref)
        case "number":
            for value in range(decision.low, decision.high + 1, decision.multiple):
                yield Number(value)
        case "name" | "first":
            for option in decision.options:
                yield Name(option)
            if decision.optional:
                yield Pass()
        case "reveal":
            for key in identities(scope_of(duel, game), ZoneName(decision.options[0])):
                yield Reveal(key)
        case "chance":
            for values in dict.fromkeys(combinations(decision.options, decision.low)):
                yield Roll(values)
        case "aim":
            for option in decision.options:
                card, _, target = option.partition(" ")
                yield Attack(card, target or None)
            yield Pass()
        case "place":
            yield from _places(duel, game, decision)


def choices(duel: Duel, game: Game, decision: Decision) -> list[tuple[str, Piece]]:
    """What the choice at the top frame may still take, by reference."""
    op = current_op(game.blocks, duel.frames)
    assert isinstance(op, ops.Choose)
    scope = scope_of(duel, game)
    found = list(candidates(scope, op.cards))
    taken = scope.pieces(op.bind)
    wanted = amount(scope, op.count)
    left = {p.oid for p in remaining([p for _, p in found], taken, wanted)}
    conceals = not duel.closed and not op.aloud and duel.viewer != decision.seat
    return [
        (name if conceals and p.shown and is_hidden(game, name) else ref_of(game, name, p), p)
        for name, p in found
        if p.oid in left
    ]


def is_aloud(duel: Duel, game: Game) -> bool:
    """Whether everybody sees the choice that is asked for."""
    op = current_op(game.blocks, duel.frames)
    return not isinstance(op, ops.Choose) or op.aloud


def is_hidden(game: Game, name: str) -> bool:
    return zone_kind(name) in game.rules.hidden_kinds


def judge_answer(duel: Duel, game: Game, decision: Decision, action: Action) -> Verdict:
    """The ruling on an answer of the right class."""
    match action:
        case Pass():
            return _yes_or_no(decision, decision.optional, "It is mandatory: activate it.")
        case Activate():
            return judge_trigger(duel, game, decision, action)
        case Attack(card=card, target=target):
            asked = " ".join((card, target) if target else (card,)) in decision.options
            aims = [o.partition(" ")[2] or "the player" for o in decision.options]
            return _yes_or_no(decision, asked, f"Aim the attack at {' or '.join(aims)}, or pass.")
        case Number(value=value):
            fitting = (
                decision.low <= value <= decision.high
                and (value - decision.low) % decision.multiple == 0
            )
            step = f" in steps of {decision.multiple}" if decision.multiple > 1 else ""
            text = f"Choose from {decision.low} to {decision.high}{step}."
            return _yes_or_no(decision, fitting, text)
        case Name(value=value):
            return _yes_or_no(decision, value in decision.options, _one_of(decision.options))
        case Reveal(shown=shown):
            refusal = cannot_be(duel, ZoneName(decision.options[0]), shown, decision.rules)
            return refusal or Verdict(True, tuple(Cited(r) for r in decision.rules))
        case Roll(values=values):
            rolled = len(values) == decision.low and not Counter(values) - Counter(
                decision.options
            )
            text = f"Chance gives {decision.low} of: {', '.join(decision.options)}."
            return _yes_or_no(decision, rolled, text)
        case Choose(card=card):
            return _judge_choice(duel, game, decision, card)
        case Play():
            return _judge_place(duel, game, decision, action)
        case _:
            return out_of_place(duel, game, decision, action)


def _one_of(options: tuple[str, ...]) -> str:
    return f"Choose one of: {', '.join(options)}."


def _yes_or_no(decision: Decision, legal: bool, text: str, *, never: bool = False) -> Verdict:
    cited = tuple(Cited(r) for r in decision.rules)
    if legal:
        return Verdict(True, cited)
    if never:
        return Verdict(False, cited, (Never(text, decision.rules[0] if decision.rules else ""),))
    return Verdict(False, cited, (Do(text),))


def _judge_choice(duel: Duel, game: Game, decision: Decision, ref: str) -> Verdict:
    op = current_op(game.blocks, duel.frames)
    assert isinstance(op, ops.Choose)
    cited = tuple(Cited(r) for r in decision.rules)
    legal = dict(choices(duel, game, decision))
    scope = scope_of(duel, game)
    if ref in legal:
        return Verdict(True, tuple(dict.fromkeys((*cited, *_kept_out(scope, op)))))
    if is_key(ref) and lookup(duel, ref) is None:
        for place in {name for name, p in candidates(scope, op.cards) if p.key is None}:
            piece = next(p for p in duel.at(place) if p.key is None)
            if ref in identities(scope, place):
                supposed = replace(piece, key=CardKey(ref))
                if fits(scope, supposed, op.cards.that):
                    return Verdict(True, cited)
                return _misfit(scope, supposed, op, legal, cited)
    found = lookup(duel, ref)
    if found is None:
        return Verdict(False, cited, (Do(_one_of(tuple(legal))),))
    open_to_all = is_key(ref) and found[1].face_up
    if open_to_all and any(piece.oid == found[1].oid for piece in legal.values()):
        return Verdict(True, cited)
    return _misfit(scope, found[1], op, legal, cited)


def _kept_out(scope: Scope, op: ops.Choose) -> Iterator[Cited]:
    """The rules that keep other cards, which lie there too, from being chosen to be summoned."""
    if not any(isinstance(f, MayCome) for f in op.cards.that):
        return
    for _, piece in select(scope, Cards(op.cards.zones, op.cards.whose)):
        for rule in () if piece.key is None else barred(scope, piece):
            yield Cited(rule)


def _misfit(
    scope: Scope,
    piece: Piece,
    op: ops.Choose,
    legal: dict[str, Piece],
    cited: tuple[Cited, ...],
) -> Verdict:
    """Why a card may not be chosen: the filters that it does not pass, by their rules."""
    failed = failing(scope, piece, op.cards.that)
    broken = [Cited(f.rule, f.reading) for f in failed if f.rule]
    if any(isinstance(f, MayCome) for f in failed):
        broken += [Cited(rule) for rule in barred(scope, piece)]
    there = any(
        p.oid == piece.oid for _, p in select(scope, Cards(op.cards.zones, op.cards.whose))
    )
    unruled = any(not f.rule and not isinstance(f, MayCome) for f in failed)
    if unruled or not there:
        broken += cited
    rules = tuple(dict.fromkeys(broken)) or cited
    return Verdict(False, rules, (Do(_one_of(tuple(dict.fromkeys(legal)))),))


# Cards that come to light


def owner_of(duel: Duel, name: ZoneName) -> Seat:
    """Whose the unseen card of a zone is; the zone's player may have taken it over."""
    return next((p.owner for p in duel.at(name) if p.key is None), zone_seat(name))


def can_lie(duel: Duel, name: ZoneName, key: CardKey) -> bool:
    """Whether a card can lie unseen in a zone, whatever rules may have been broken."""
    owner = owner_of(duel, name)
    hidden = duel.hidden[owner]
    rules = tuple({c.rule for c in hidden.claims if c.rule})
    return may_lie(without_rules(hidden, rules), unseen_counts(duel, owner), name, key)


def cannot_be(duel: Duel, name: ZoneName, key: CardKey, rules: tuple[str, ...]) -> Verdict | None:
    """Why an unseen card of a zone cannot turn out to be this one; None: it may be.

    What physically may lie there, but only because a rule was broken, is for a judge to decide.
    """
    owner = owner_of(duel, name)
    hidden = duel.hidden[owner]
    counts = unseen_counts(duel, owner)
    if may_lie(hidden, counts, name, key):
        return None
    by = refused_by(hidden, counts, name, key)
    if by:
        text = f"By the rules {key} cannot lie in {name}: call a judge, who lets it stand or not."
        return Verdict(False, tuple(Cited(r) for r in by), (Do(text),))
    elsewhere = [place for place, p in duel.pieces() if p.key == key]
    if elsewhere:
        text = f"{key} cannot be the card of {name}: it lies in {elsewhere[0]}."
    elif key not in hidden.pool:
        text = f"{key} cannot be the card of {name}: no unseen card of that deck is {key}."
    else:
        text = f"{key} cannot be the card of {name} after what has been seen."
    return Verdict(False, tuple(Cited(r) for r in rules), (Never(text, (*rules, "")[0]),))


# Placing a card that an effect brings to the field


def _placing(duel: Duel, game: Game, decision: Decision) -> tuple[str, Piece] | None:
    """The card to be placed and how it is named; one Set unseen is named by its zone alone."""
    op = current_op(game.blocks, duel.frames)
    scope = scope_of(duel, game)
    if isinstance(op, ops.SummonTopOfPile):
        name = zone(decision.seat, "pile")
        piece = duel.at(name)[0]
        return (ref_of(game, name, piece), piece)
    assert isinstance(op, ops.SummonSpecially | ops.SetCard)
    found = find(duel, scope.pieces(op.card)[0])
    return None if found is None else (ref_of(game, *found), found[1])


def _put(duel: Duel, game: Game) -> tuple[ops.PutOnField, Seat, Lying, str] | None:
    """Of cards that an effect puts on the field, the next one: whose it will be, and its name."""
    op = current_op(game.blocks, duel.frames)
    if not isinstance(op, ops.PutOnField):
        return None
    scope = scope_of(duel, game)
    placed = duel.frames[-1].bound.get("placed", ())
    seat = seats_of(scope, op.whose)[0]
    for piece in scope.pieces(op.cards):
        found = find(duel, piece)
        if found is not None and not (isinstance(placed, tuple) and piece.oid in placed):
            return op, seat, found, ref_of(game, *found)
    return None


def _places(duel: Duel, game: Game, decision: Decision) -> Iterator[Play]:
    put = _put(duel, game)
    if put is not None:
        yield from ways_to_lie(duel, game, *put)
        return
    placing = _placing(duel, game, decision)
    if placing is None:
        return
    ref, piece = placing
    if decision.options == ("set",):
        for name in free_zones(duel, game, decision.seat, "s"):
            yield Play("effect-set", ref, name, face_up=False)
        return
    positions = (True,) if decision.options == ("attack",) else (True, False)
    for name in free_zones(duel, game, decision.seat, "m"):
        for upright in positions:
            action = Play("effect-summon", ref, name, upright)
            if upright or not _no_defense(duel, game, piece, decision.seat):
                yield action


def _no_defense(duel: Duel, game: Game, piece: Piece, seat: Seat) -> tuple[str, ...]:
    """The rules by which the card's own text keeps it out of Defense Position."""
    card = None if piece.key is None else game.rules.card(piece.key)
    text = derive(duel, game).restricted("defense", None, card, seat)
    return () if text is None else text.rules


def _judge_place(duel: Duel, game: Game, decision: Decision, action: Play) -> Verdict:
    cited = tuple(Cited(r) for r in decision.rules)
    put = _put(duel, game)
    if put is not None:
        return judge_lying(duel, game, *put, action)
    placing = _placing(duel, game, decision)
    if placing is None:
        return Verdict(False, cited, (Never("There is no card to place.", decision.rules[0]),))
    ref, piece = placing
    is_set = decision.options == ("set",)
    upright_only = tuple(Cited(r) for r in _no_defense(duel, game, piece, decision.seat))
    if replace(action, shown=()) in _places(duel, game, decision):
        return Verdict(True, cited if is_set else (*cited, *upright_only))
    free = free_zones(duel, game, decision.seat, "s" if is_set else "m")
    if action.card != ref or action.to not in free or action.using:
        text = f"Place {ref} in one of these zones: {', '.join(free)}."
        return Verdict(False, cited, (Do(text),))
    if is_set:
        return Verdict(False, cited, (Do("Place it face-down."),))
    face_rules = tuple(Cited(r) for r in game.rules.face_rules)
    broken = () if action.face_up else face_rules
    if not action.upright:
        broken = (*broken, *upright_only, *(cited if decision.options == ("attack",) else ()))
    standing = bool(upright_only) or decision.options == ("attack",)
    text = "Place it face-up in Attack Position." if standing else "Place it face-up."
    return Verdict(False, tuple(dict.fromkeys(broken)) or cited, (Do(text),))
