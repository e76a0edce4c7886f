"""Answers to decisions that are not open play: choosing, numbers, names, places, passing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from duelmat_engine import ops
from duelmat_engine.actions import (
    Action,
    Activate,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
)
from duelmat_engine.derive import derive
from duelmat_engine.evaluate import Scope, amount, failing, find, free_zones
from duelmat_engine.execute import current_op
from duelmat_engine.knowledge import may_lie, refused_by, without_rules
from duelmat_engine.names import (
    CardKey,
    Seat,
    ZoneName,
    is_key,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.possible import candidates, fits, identities
from duelmat_engine.refs import lookup, ref_of, unseen_counts
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Decision, Duel, Piece, replace
from duelmat_engine.steps.choosing import remaining
from duelmat_engine.verdict import Cited, Do, Never, Verdict, When

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
}


def fits_decision(decision: Decision, action: Action) -> bool:
    """Whether an action is of the class that answers this decision."""
    return isinstance(action, _KINDS.get(decision.kind, ()))


_ASKED = {
    "open": "{seat} is to act: this answers nothing that is asked now.",
    "window": "{seat} may respond first, or pass.",
    "trigger": "{seat} first says whether and in which order effects are activated.",
    "choose": "{seat} first chooses a card.",
    "number": "{seat} first chooses an amount.",
    "name": "{seat} first chooses one of: {options}.",
    "first": "First it has to be decided who goes first.",
    "reveal": "{seat} first shows the card of {options}.",
    "chance": "Chance decides first.",
    "place": "{seat} first places the card.",
}


def asked_now(decision: Decision) -> str:
    """What has to be answered before anything else, in words."""
    seat = f"Player {seat_letter(decision.seat)}"
    return _ASKED[decision.kind].format(seat=seat, options=", ".join(decision.options))


def out_of_place(game: Game, decision: Decision, action: Action) -> Verdict:
    """The verdict on an answer to some other question."""
    rules = tuple(Cited(r) for r in decision.rules or game.rules.chain.rules)
    if isinstance(action, Activate) and action.effect not in game.rules.effects:
        known = ", ".join(sorted(game.rules.effects))
        return Verdict(False, rules, (Do(f"Name one of the effects: {known}."),))
    if isinstance(action, Activate) and decision.kind in ("open", "window"):
        effect = game.rules.effects[action.effect]
        text = "It is not activated by hand: it is offered, or applies, when its time has come."
        return Verdict(False, tuple(Cited(r) for r in effect.rules), (When(text),))
    if isinstance(action, Play) and decision.kind == "open":
        names = sorted(w.name for w in game.ways if w.takes(replace(action, way=w.name)))
        return Verdict(False, rules, (Do(f"Name a way of playing: {', '.join(names)}."),))
    return Verdict(False, rules, (When(asked_now(decision)),))


def scope_of(duel: Duel, game: Game) -> Scope:
    bound = duel.frames[-1].bound
    seat = bound.get("seat", duel.turn_seat)
    return Scope(duel, game, Seat(seat) if isinstance(seat, int) else duel.turn_seat, bound)


def legal_answers(duel: Duel, game: Game, decision: Decision) -> Iterator[Action]:
    """Every answer to a decision that is neither open play nor a window."""
    match decision.kind:
        case "trigger":
            for option in decision.options:
                effect, _, card = option.partition(" ")
                yield Activate(effect, card)
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
            for values in combinations(decision.options, decision.low):
                yield Roll(values)
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
        case Activate(effect=effect, card=card):
            asked = f"{effect} {card}" in decision.options
            return _yes_or_no(decision, asked, _one_of(decision.options))
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
            rolled = len(set(values)) == decision.low == len(values) and set(values) <= set(
                decision.options
            )
            text = f"Chance gives {decision.low} of: {', '.join(decision.options)}."
            return _yes_or_no(decision, rolled, text)
        case Choose(card=card):
            return _judge_choice(duel, game, decision, card)
        case Play():
            return _judge_place(duel, game, decision, action)
        case _:
            return out_of_place(game, decision, action)


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
    if ref in legal:
        return Verdict(True, cited)
    scope = scope_of(duel, game)
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


def _misfit(
    scope: Scope,
    piece: Piece,
    op: ops.Choose,
    legal: dict[str, Piece],
    cited: tuple[Cited, ...],
) -> Verdict:
    """Why a card may not be chosen: the filters that it does not pass, by their rules."""
    broken = [f for f in failing(scope, piece, op.cards.that) if f.rule]
    rules = tuple(dict.fromkeys(Cited(f.rule, f.reading) for f in broken)) or cited
    return Verdict(False, rules, (Do(_one_of(tuple(dict.fromkeys(legal)))),))


# Cards that come to light


def can_lie(duel: Duel, name: ZoneName, key: CardKey) -> bool:
    """Whether a card can lie unseen in a zone, whatever rules may have been broken."""
    owner = zone_seat(name)
    hidden = duel.hidden[owner]
    rules = tuple({c.rule for c in hidden.claims if c.rule})
    return may_lie(without_rules(hidden, rules), unseen_counts(duel, owner), name, key)


def cannot_be(duel: Duel, name: ZoneName, key: CardKey, rules: tuple[str, ...]) -> Verdict | None:
    """Why an unseen card of a zone cannot turn out to be this one; None: it may be.

    What physically may lie there, but only because a rule was broken, is for a judge to decide.
    """
    owner = zone_seat(name)
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


def _places(duel: Duel, game: Game, decision: Decision) -> Iterator[Play]:
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
