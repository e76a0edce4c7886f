"""The policy where monsters may be out of reach of attacks: it looks at the field and at effects.

It answers for attacks, plays, effects, what they are aimed at, and the way to battle; the rest is
left to the plain policy. Search and playouts go by it where a ruleset's weights say so.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Duel,
    Name,
    Piece,
    Play,
    Seat,
    find_ruleset,
    lookup,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_opponent.effect_uses import Use, uses
from duelmat_opponent.monsters import (
    Monster,
    is_in_core,
    monster_at,
    monsters,
    monsters_across,
    threat,
)
from duelmat_opponent.policy import Policy, preference
from duelmat_opponent.strengths import strength_of, strengths
from duelmat_opponent.weights import weights_of

CERTAIN: Final = 100.0
"""The preference for actions that only help: they come before all others."""

POINTLESS: Final = 0.001
"""The preference for actions that change nothing, or only for the worse."""

FODDER: Final = 0.03
"""The worth of a monster that does not attack, as a Tribute or material."""

LAST_CARDS: Final = 8
"""The size of the deck from which on no card is drawn that need not be."""


def policy_of(ruleset: str) -> Policy:
    """Return the policy by which a ruleset is thought about."""
    return field_preference if weights_of(ruleset).reads_field else preference


def field_preference(duel: Duel, action: Action) -> float:
    """Rate an action for the seat that decides: above 0, 1 is average."""
    seat = Seat(0) if duel.decision is None else duel.decision.seat
    match action:
        case Attack(card=card, target=target):
            return _attack(duel, card, target)
        case Play():
            return _play(duel, seat, action)
        case Activate(effect=effect, card=card):
            return _activate(duel, seat, effect, card)
        case Advance(phase=phase):
            return _advance(duel, seat, phase)
        case Name(value=value):
            return _name(duel, value)
        case Choose(card=card):
            found = _aim(duel, seat, card)
            return preference(duel, action) if found is None else found
        case _:
            return preference(duel, action)


def _attack(duel: Duel, card: str, target: str | None) -> float:
    attacker = _monster(duel, card)
    if attacker is None or target is None or zone_kind(target) != "m":
        return 8.0 if attacker is None or not attacker.piece.marks.get("bipolar") else 0.3
    aim = _monster(duel, target)
    if aim is None:
        return 1.0
    if attacker.attack > aim.guard:
        return 6.0 + 10.0 * aim.guard
    return 0.3 if attacker.attack == aim.guard and aim.piece.upright else POINTLESS


def _monster(duel: Duel, ref: str) -> Monster | None:
    found = lookup(duel, ref)
    return None if found is None else monster_at(duel, *found)


def _play(duel: Duel, seat: Seat, play: Play) -> float:
    piece = _piece(duel, play.card)
    if zone_kind(play.to) != "m":
        return _lay(duel, play, piece)
    table = strengths(duel.ruleset)
    attack = strength_of(table, None if piece is None else piece.key).attack
    paid = sum(_paid(duel, ref) for ref in play.using)
    others = monsters_across(duel, seat)
    danger = max((each.attack for each in others if each.attacks), default=0.0)
    if "core" in play.move:
        is_open = not any(not each.is_target for each in monsters(duel, seat))
        if play.using:
            return 0.3
        return 1.0 + 12.0 * danger if is_open else 0.5
    if play.upright and play.face_up:
        gain = attack - paid
        if play.using and gain <= 0:
            return 0.1
        return (1.0 + 20.0 * max(0.0, gain)) * (1.0 if attack >= danger else 0.4)
    return 0.1 if play.using or "summon" not in play.move else 0.2


def _piece(duel: Duel, ref: str) -> Piece | None:
    found = lookup(duel, ref)
    return None if found is None else found[1]


def _paid(duel: Duel, ref: str) -> float:
    piece = _piece(duel, ref)
    if piece is None:
        return FODDER
    if is_in_core(piece) or not piece.upright or not piece.face_up:
        return FODDER
    return max(FODDER, strength_of(strengths(duel.ruleset), piece.key).attack)


def _lay(duel: Duel, play: Play, piece: Piece | None) -> float:
    """Rate laying a card that is no monster, or taking such a card back."""
    if zone_kind(play.to) == "streams":
        return CERTAIN
    if piece is None or not piece.code or zone_kind(play.to) != "s":
        return POINTLESS
    return 2.0 if "trap" in find_ruleset(duel.ruleset).cards[piece.code].kinds else POINTLESS


def _activate(duel: Duel, seat: Seat, effect: str, card: str) -> float:
    decision = duel.decision
    if decision is not None and decision.kind == "trigger":
        return CERTAIN
    use = uses(duel.ruleset).get(effect, Use.OTHER)
    others = monsters_across(duel, seat)
    shown = [each for each in others if each.piece.face_up]
    answers_itself = decision is not None and decision.kind == "window" and duel.turn_seat == seat
    match use:
        case Use.NEGATE | Use.HOLD if answers_itself:
            return POINTLESS
        case Use.BENEFIT:
            return CERTAIN if len(duel.at(zone(seat, "pile"))) > LAST_CARDS else 1.0
        case Use.SWITCH:
            piece = _piece(duel, card)
            return POINTLESS if piece is None or piece.marks.get("on") else CERTAIN
        case Use.SUMMON | Use.NEGATE:
            return 5.0
        case Use.REMOVE:
            return 1.0 + 20.0 * max(each.guard for each in shown) if shown else POINTLESS
        case Use.HOLD | Use.WEAKEN:
            worst = max((each.attack for each in shown if each.attacks), default=0.0)
            return 0.5 + 12.0 * worst if shown else POINTLESS
        case Use.STRENGTHEN:
            return 1.5 if monsters(duel, seat) else 0.3
        case Use.BURY | Use.NOTHING:
            return POINTLESS
        case _:
            return 0.5


def _advance(duel: Duel, seat: Seat, phase: str) -> float:
    battles = find_ruleset(duel.ruleset).battle.phases
    if duel.phase in battles or (phase not in battles and duel.phase != "main1"):
        return 0.25
    others = monsters_across(duel, seat)
    worth = threat(monsters(duel, seat), others)
    if phase in battles:
        return 2.0 if worth > 0 else POINTLESS
    return 0.02 if worth > 0 else 0.25


def _name(duel: Duel, value: str) -> float:
    """Rate taking a card by a skill: by the number of the card's purely beneficial effects."""
    card = find_ruleset(duel.ruleset).cards.get(value)
    known = uses(duel.ruleset)
    helps = 0 if card is None else sum(known[name] is Use.BENEFIT for name in card.effects)
    return float(CERTAIN**helps)


def _aim(duel: Duel, seat: Seat, card: str) -> float | None:
    """Rate a monster as the target of an effect; None if the choice is of another kind."""
    found = lookup(duel, card)
    if found is None or duel.decision is None or zone_kind(found[0]) != "m":
        return None
    use = uses(duel.ruleset).get(duel.decision.about, Use.OTHER)
    is_own = zone_seat(found[0]) == seat
    aim = monster_at(duel, *found)
    match use:
        case Use.STRENGTHEN:
            return 1.0 + 20.0 * aim.attack * aim.attacks if is_own else POINTLESS
        case Use.REMOVE | Use.HOLD | Use.WEAKEN if is_own:
            return POINTLESS if aim.attacks or not aim.is_target else 0.3
        case Use.REMOVE:
            return 1.0 + 20.0 * aim.guard
        case Use.HOLD | Use.WEAKEN:
            return 1.0 + 20.0 * aim.attack * aim.attacks
        case _:
            return None
