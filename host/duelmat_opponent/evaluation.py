"""Evaluation of a duel for a seat: from 0, lost, to 1, won."""

from __future__ import annotations

from math import exp

from duelmat_engine import Duel, Seat, find_ruleset, seat_letter, zone_kind
from duelmat_opponent.monsters import monsters, monsters_across, threat
from duelmat_opponent.strengths import guard_of, strength_of, strengths
from duelmat_opponent.weights import Weights, weights_of

FEW_CARDS = 6
"""A deck with fewer cards is nearly drawn through."""

STEEPNESS = 2.2
"""The steepness of the curve from an advantage to the chance of winning."""


def evaluate(duel: Duel, seat: Seat) -> float:
    """Estimate the chance of a seat to win; for a duel that is over, 0, 0.5 or 1."""
    if duel.outcome is not None:
        winner = duel.outcome.winner
        return 0.5 if winner is None else float(winner == seat)
    standing = [_standing(duel, Seat(s)) for s in duel.seats if not duel.players[s].lost]
    if duel.players[seat].lost:
        return 0.0
    others = [_standing(duel, Seat(s)) for s in duel.seats if s != seat]
    lead = _standing(duel, seat) - sum(others) / max(1, len(standing) - 1)
    return 0.02 + 0.96 / (1.0 + exp(-STEEPNESS * lead))


def _standing(duel: Duel, seat: Seat) -> float:
    """Rate the position of a seat, without regard to the other's."""
    if duel.players[seat].lost:
        return 0.0
    table = strengths(duel.ruleset)
    weights = weights_of(duel.ruleset)
    letter = seat_letter(seat)
    life = max(0, duel.players[seat].life) / find_ruleset(duel.ruleset).life
    score = min(life, 1.0) + weights.spare_life * max(0.0, life - 1.0)
    score += weights.last_life * life / (life + 0.15)
    if weights.reads_field:
        score += _field(duel, seat, weights)
    for name, pieces in duel.zones.items():
        if name[0] != letter or not pieces:
            continue
        kind = zone_kind(name)
        if kind == "m" and not weights.reads_field:
            own = strength_of(table, pieces[0].key)
            worth = max(own.attack, 0.7 * guard_of(table, pieces[0]))
            score += weights.monster + weights.attack * worth
        elif kind == "hand":
            score += weights.held * min(len(pieces), 6)
        elif kind == "s":
            score += weights.laid
    short = FEW_CARDS - len(duel.at(f"{letter}.pile"))
    if short > 0:
        score -= weights.last_cards * short
    return score


def _field(duel: Duel, seat: Seat, weights: Weights) -> float:
    """Rate a seat's monsters by what they can do to the opponent's."""
    own = monsters(duel, seat)
    others = monsters_across(duel, seat)
    score = weights.threat * threat(own, others)
    for each in own:
        worth = max(each.attack if each.attacks else 0.0, 0.5 * each.guard)
        score += weights.monster + weights.attack * worth
    return score + weights.shelter * any(not each.is_target for each in own)
