"""Pairing results: a pairing with its cost and proof, or the proof that there is none."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing.cost import Cost


class Proof(Enum):
    """The proof that no pairing costs less."""

    PARITY_BOUND = "parity-bound"
    """Only as many floats as odd numbers of players force, each to the next group."""
    WINDOW_BOUND = "window-bound"
    """The cost equals the least cost that the windows prove."""
    EXACT = "exact"
    """The whole field was matched exactly."""
    LOOK_AHEAD = "look-ahead"
    """Every cheaper pairing would leave some later round without one; each was tried."""
    NONE = "none"
    """There is no proof; `bound` is the least that another pairing could cost."""


class ReasonKind(Enum):
    """The reason why two players meet, or why a player has the bye."""

    SAME_POINTS = "same-points"
    """Both have as many points."""
    ALONE = "alone"
    """Nobody else has as many points as the higher player."""
    MET_ALL = "met-all"
    """The higher one has met all others with as many points."""
    ODD = "odd"
    """An odd number was left of those with as many points: one of them floats down."""
    BLOCKED = "blocked"
    """No more players of the higher one's score can be paired without a rematch."""
    BLOCKED_BELOW = "blocked-below"
    """No more players of the lower one's score can be paired without a rematch."""
    CHEAPEST = "cheapest"
    """Nothing about the two forces the pair: the whole pairing is cheapest so."""
    BYE_LOWEST = "bye-lowest"
    """Everybody with fewer points has had a bye."""
    BYE_CHEAPEST = "bye-cheapest"
    """With the bye at a lower score the whole pairing would cost more."""


class Reason(Struct, frozen=True, omit_defaults=True):
    """The facts behind a pair or a bye; `check_pairing` compares them with the field."""

    kind: ReasonKind
    points: int = 0
    """The points of the higher player, or of the one with the bye."""
    group: int = 0
    """The number of players with as many points as the higher one, who is among them."""
    floated_up: int = 0
    """The number of players of that group who play somebody with more points."""
    floated_down: int = 0
    """The number of players of that group who play somebody with fewer points, or have the bye."""
    lower_points: int = 0
    """The points of the lower player."""
    lower_group: int = 0
    """The number of players with as many points as the lower one."""
    lower_floated: int = 0
    """The number of players of that group who play somebody with other points, or have the bye."""
    choices: int = 0
    """The number of players of that group whom the higher one has not met."""
    between: int = 0
    """The number of players with points between the two."""
    between_choices: int = 0
    """The number of players between whom the higher one has not met."""
    without_bye: int = 0
    """The number of players with as many points who had no bye before, with the one who has it."""
    fewer_points: int = 0
    """For a bye: the number of players with fewer points."""
    fewer_without_bye: int = 0
    """For a bye: the number of those players who have had none."""
    is_proven: bool = False
    """Whether it is proven that no pairing costs less."""
    looks_ahead: bool = False
    """Whether cheaper pairings were left out, for the sake of later rounds."""
    is_rematch: bool = False
    is_second_bye: bool = False
    is_team: bool = False
    """Whether the two are of one team, in a round that keeps teams apart."""
    is_repeated_down: bool = False
    """Whether the higher one floated down in the last round too."""
    is_repeated_up: bool = False
    """Whether the lower one floated up in the last round too."""


class Pair(Struct, frozen=True):
    """Two players who meet."""

    first: PlayerId
    """The one with more points; among equals chance decides."""
    second: PlayerId
    reason: str
    """The reason why they meet, as a sentence for people at the table."""
    facts: Reason
    """The facts from which the sentence was formed."""


class Bye(Struct, frozen=True):
    """A player without an opponent."""

    player: PlayerId
    reason: str
    """The reason for the bye, as a sentence."""
    facts: Reason


class Pairing(Struct, frozen=True, omit_defaults=True):
    """A round's pairs and bye."""

    pairs: tuple[Pair, ...]
    """The pairs, by the points of the higher player, then of the other; then chance decides."""
    bye: Bye | None
    """None: the number of players is even."""
    cost: Cost
    bound: Cost
    """The least that any pairing costs; equal to the cost unless there is no proof."""
    proof: Proof
    rounds_after: int = 0
    """The later rounds that the same players can still be paired in, as far as was asked."""


class Rule(Enum):
    """A rule that the organiser may give up if there is no pairing; as in the event's log."""

    NO_REMATCH = "rematch"
    """Nobody meets twice."""
    NO_SECOND_BYE = "second-bye"
    """Nobody has two byes."""


class NoPairing(Struct, frozen=True):
    """The proof that not everybody can be paired.

    Take the separators away, and more components of odd size are left than there are separators.
    No two components may play each other, so in each somebody needs a separator (Tutte-Berge).
    `NO_PLAYER` stands for the bye, which is like an opponent for one of those who had none.
    """

    unserved: int
    """The least number of players, the bye counted as one, that are left over."""
    separators: tuple[PlayerId, ...]
    components: tuple[tuple[PlayerId, ...], ...]
    """The components of odd size, the smallest first."""
    sentence: str
    """The proof for people."""
    remedies: tuple[tuple[Rule, ...], ...]
    """The smallest sets of rules; giving up all rules of one set makes a pairing possible."""
