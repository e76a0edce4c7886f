"""The tables that a ruleset is made of: phases, battles, places, speeds, statuses, readings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from duelmat_engine.errors import UnknownNameError
from duelmat_message import say

BACK: Final = "back"
"""The exit of a phase that an effect has inserted."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A phase that may follow, and whether it may."""

    to: str
    rules: tuple[str, ...]
    not_on_first_turn: bool = False
    """Closed during the first turn of the duel."""
    block: str = ""
    """The block that is carried out on the way out: the draw that ends a phase, say."""
    ordered: bool = False
    """Open only in a turn in which an effect has ordered this phase."""
    only_on_first_turn: bool = False
    """Open only during the first turn of the duel."""

    def is_of(self, turn: int) -> bool:
        """Whether this turn of the duel has the exit."""
        return not (self.not_on_first_turn if turn == 1 else self.only_on_first_turn)


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of a turn, and how it is left."""

    name: str
    title: str
    rules: tuple[str, ...]
    block: str
    then: str
    """The phase that follows when the block ends by itself; "end" ends the turn."""
    exits: tuple[Exit, ...] = ()
    skipped_on_first_turn: tuple[str, ...] = ()
    """The rules by which the first turn of the duel has no such phase; empty: it has."""
    second_turn: tuple[str, ...] = ()
    """The rules by which the second turn of the duel has it."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """One row of the battle table."""

    against: Literal["attack", "defense", "direct"]
    compare: Literal[">", "=", "<", "any", "zero"]
    """The attacker's value against the target's; "zero": both are 0."""
    destroyed: tuple[Literal["attacker", "target"], ...]
    damaged: Literal["attacker", "target", ""]
    amount: Literal["difference", "attack", ""]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BattleTable:
    """The outcomes of battles, row by row."""

    rows: tuple[BattleRow, ...]
    attack_trait: str = "attack"
    defense_trait: str = "defense"
    value_rules: tuple[str, ...] = ()
    """The rules by which a card has its attack and defense."""
    fighter_kinds: tuple[str, ...] = ()
    """The kinds of a card that does nothing but battle; the first of them is that of all that
    battle."""
    phases: tuple[str, ...] = ("battle",)
    """The phases in which attacks are declared."""
    positions: tuple[str, ...] = ("attack", "defense")
    """The positions of a monster; any but these two is a mark on one that lies upright."""

    def row(self, against: str, attack: int, defense: int) -> BattleRow:
        sign = ">" if attack > defense else "=" if attack == defense else "<"
        for row in self.rows:
            are_zero = row.compare == "zero" and attack == defense == 0
            if row.against == against and (are_zero or row.compare in (sign, "any")):
                return row
        raise UnknownNameError(say("battle row"), f"{against} {sign}", ())


@dataclass(frozen=True, slots=True)
class Place:
    """A limit on which cards lie in zones of these kinds, and the statement that says so."""

    zones: tuple[str, ...]
    holds: str
    """The cards that lie there, in words: "a monster"."""
    rule: str
    only: tuple[str, ...] = ()
    """The kinds of which a card there has one; empty: any."""
    never: tuple[str, ...] = ()
    """The kinds that no card there has."""
    face: Literal["", "up", "down"] = ""
    """Of cards that lie so; empty: either way."""
    attached: bool = True
    """Whether it is said of cards that are attached to another, too."""
    instead: str = ""
    """The zone kind to which another card goes that would come there; empty: none would."""

    def fits(self, kinds: tuple[str, ...]) -> bool:
        """Whether a card that counts as all of these lies there."""
        counts_as = kinds.__contains__
        may_lie = not self.only or any(map(counts_as, self.only))
        return may_lie and not any(map(counts_as, self.never))


@dataclass(frozen=True, slots=True)
class SpeedRow:
    """The speed of effects of these uses on cards of these kinds, and the rules that say so."""

    uses: tuple[str, ...]
    kinds: tuple[str, ...]
    """All of them; () is every card."""
    speed: int
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reaction:
    """The block that follows immediately when a card of a kind leaves the field, with no Chain."""

    kind: str
    """"attached" stands for a card to which others are equipped."""
    block: str
    """Carried out for the player whose card it was, with the card as "self"."""


@dataclass(frozen=True, slots=True)
class Status:
    """A status: what a mark does to the card that carries it."""

    rules: tuple[str, ...]
    halves: str = ""
    """The trait whose value is halved, rounded down."""
    forbids: tuple[str, ...] = ()
    """The acts that are forbidden with the card: "attack", "aim", "turn", "activate"."""
    reading: str = ""
