"""Monsters as they fight: by what effects make of their values, by their position and statuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from duelmat_engine import Duel, Piece, Seat, find_ruleset, seat_letter, values_of, zone_kind

AVERAGE: Final = 0.17
"""The defense that a face-down monster is taken to have, in parts of the life at the start."""


class Monster(NamedTuple):
    """A monster of the field; values are in parts of the life that a player begins with."""

    zone: str
    piece: Piece
    attack: float
    defense: float
    attacks: bool
    """Whether the monster may attack in its position."""
    is_target: bool
    """Whether the monster may be attacked: in Core Position it may not."""

    @property
    def guard(self) -> float:
        """The value that an attack must exceed to destroy the monster."""
        return self.attack if self.piece.upright else self.defense


def monster_at(duel: Duel, zone: str, piece: Piece) -> Monster:
    """Return a monster as anybody at the table sees it: one that is face-down is average."""
    is_core = is_in_core(piece)
    if not piece.face_up or piece.key is None:
        return Monster(zone, piece, 0.0, AVERAGE, attacks=False, is_target=not is_core)
    rules = find_ruleset(duel.ruleset)
    now = {value.trait: value.now / rules.life for value in values_of(duel, zone)}
    attack = now.get(rules.battle.attack_trait, 0.0)
    defense = now.get(rules.battle.defense_trait, 0.0)
    held = any(is_held(duel.ruleset, mark) for mark in piece.marks)
    attacks = piece.upright and attack > 0 and not is_core and not held
    return Monster(zone, piece, attack, defense, attacks, not is_core)


def monsters(duel: Duel, seat: Seat) -> list[Monster]:
    """Return the monsters of a seat."""
    letter = seat_letter(seat)
    return [
        monster_at(duel, name, pieces[0])
        for name, pieces in duel.zones.items()
        if pieces and name[0] == letter and zone_kind(name) == "m"
    ]


def monsters_across(duel: Duel, seat: Seat) -> list[Monster]:
    """Return the monsters of all seats but one."""
    return [each for s in duel.seats if s != seat for each in monsters(duel, Seat(s))]


def is_in_core(piece: Piece) -> bool:
    """Whether a monster neither attacks nor is attacked, whatever it is."""
    return piece.marks.get("position") == "core"


def is_held(ruleset: str, mark: str) -> bool:
    """Whether a mark is a status in which a monster does not attack."""
    status = find_ruleset(ruleset).in_play.statuses.get(mark)
    return status is not None and "attack" in status.forbids


def threat(own: Sequence[Monster], others: Sequence[Monster]) -> float:
    """Return the worth of the attacks that monsters may make on others, in parts of the life.

    Each attacker, the strongest first, is matched with the strongest monster that it destroys,
    which counts as half of what guards it, with the damage; when nothing stands before the
    player the rest attack directly.
    """
    left = sorted((each for each in others if each.is_target), key=lambda each: -each.guard)
    walls = len(others) - len(left)
    total = 0.0
    for attacker in sorted((each for each in own if each.attacks), key=lambda each: -each.attack):
        beaten = next((each for each in left if each.guard < attacker.attack), None)
        if beaten is not None:
            left.remove(beaten)
            total += beaten.guard / 2
            if beaten.piece.upright:
                total += attacker.attack - beaten.guard
        elif not left and not walls:
            total += attacker.attack
    return total
