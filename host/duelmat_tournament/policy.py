"""A policy: how an event is run, as data. `policy_file.py` reads one, `policies/` has ours.

The bounds of numbers and texts stand with the types; what must fit together, in
`policy_sense.py`. The docstrings of the fields are what docs/policies.md says of the keys.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from duelmat_parsing.structs import WORDS
from duelmat_venue.end_steps import EndStep

T = TypeVar("T")
LARGEST_CUT: Final = 64
"""Players: six rounds of single elimination, as many as one day holds."""


def _text_like(pattern: str, words: str, longest: int) -> Meta:
    return Meta(pattern=pattern, max_length=longest, extra={WORDS: words})


Name = Annotated[
    str,
    _text_like(
        "^[a-z][a-z0-9]*(-[a-z0-9]+)*$",
        'lower case and hyphens, as in "trump-king"',
        longest=40,
    ),
]
Title = Annotated[str, Meta(min_length=1, max_length=100)]
Code = Annotated[str, Meta(min_length=1, max_length=80)]
RulesetName = Annotated[
    str,
    _text_like(
        "^[A-Za-z][A-Za-z0-9_-]*$",
        'the name of a ruleset, as in "trump-king"',
        longest=64,
    ),
]
FormatName = Annotated[
    str,
    _text_like("^([a-z][a-z0-9_-]*)?$", "the name of a format, or an empty text", longest=40),
]
Day = Annotated[
    str,
    _text_like("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", 'a day in quotes, as in "2026-11-01"', longest=10),
]
LastDay = Annotated[
    str,
    _text_like(
        "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$",
        'a day in quotes, as in "2027-10-31", or an empty text',
        longest=10,
    ),
]
PointCount = Annotated[int, Meta(ge=0, le=99)]
PlayerCount = Annotated[int, Meta(ge=2, le=100_000)]
SizeValue = Annotated[int, Meta(ge=0, le=LARGEST_CUT)]
RoundCount = Annotated[int, Meta(ge=0, le=20)]
DuelCount = Annotated[int, Meta(ge=1, le=5, extra={WORDS: "1, 3 or 5"})]
Seconds = Annotated[int, Meta(ge=0, le=86_400)]
SomeSeconds = Annotated[int, Meta(ge=1, le=86_400)]
RoundSeconds = Annotated[int, Meta(ge=60, le=86_400)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Repeats = Annotated[int, Meta(ge=0, le=99)]
PlaceCount = Annotated[int, Meta(ge=0, le=10_000)]
PodSize = Annotated[int, Meta(ge=3, le=8)]
TeamSize = Annotated[int, Meta(ge=1, le=3)]
PodPlaces = Annotated[int, Meta(ge=0, le=7)]
Copies = Annotated[int, Meta(ge=0, le=2)]
Version = Annotated[int, Meta(ge=1, le=9_999)]


class TieBreaks(Enum):
    """The profiles by which players with equal points are ordered."""

    XXYYYZZZ = "xxyyyzzz"
    """Opponents' win percentages, then opponents' opponents', as one number with the points."""
    FLOOR_33 = "floor_33"
    """Opponents' match-win, own game-win, opponents' game-win percentages, none below a third."""
    MTR = "mtr"
    """The same with a floor of exactly 0.33; a bye and a no-show count as matches of 2-0."""
    OPPONENTS_SCORES = "opponents_scores"
    """The sum of the opponents' points, then of the points of opponents who were beaten."""
    BUCHHOLZ = "buchholz"
    """Buchholz, then Sonneborn-Berger, with a dummy opponent in rounds that were not played."""


class FirstPlayer(Enum):
    """The player who chooses who goes first in a match's first duel; the loser does in later ones,
    and after a draw whoever chose before.
    """

    DRAWN = "drawn"
    """Chance decides whose choice it is: the players' own, and where there is a mat the lot that
    the event's seed draws for the table."""
    HIGHER_SEED = "higher_seed"
    """The player who stands higher after Swiss chooses; for the cut."""


class FirstStage(Enum):
    """The stage with which an event begins."""

    SWISS = "swiss"
    """Rounds of Swiss, and then the cut if there is one."""
    PODS = "pods"
    """Pods in which everybody meets everybody, and then a bracket of the best of each."""
    BRACKET = "bracket"
    """No stage before the bracket: all players are in it, by lot."""


class Bracket(Enum):
    """The kind of the bracket: who is out, and which places are played for."""

    SINGLE = "single"
    """Whoever loses is out."""
    SINGLE_THIRD = "single_third"
    """Whoever loses is out, but the losers of the semifinals play for places 3 and 4."""
    DOUBLE = "double"
    """Whoever loses goes on in the losers' bracket and is out after a second loss; the grand final
    is one match."""
    DOUBLE_RESET = "double_reset"
    """As `double`, but a grand final that is lost by the player without a loss is played again."""

    @property
    def is_double(self) -> bool:
        """Whether there is a losers' bracket."""
        return self in (Bracket.DOUBLE, Bracket.DOUBLE_RESET)


FINAL_STEPS: Final = frozenset({EndStep.SUDDEN_DEATH, EndStep.DRAW, EndStep.DOUBLE_LOSS})
"""The steps that end every duel; life may be equal when it is compared."""


class Penalty(Enum):
    """The cost of an infraction, the lightest first."""

    CAUTION = "caution"
    """A word with the player."""
    WARNING = "warning"
    """A word that counts when the infraction is repeated."""
    DUEL_LOSS = "duel_loss"
    """The duel that is being played is lost, or the next one between two duels."""
    MATCH_LOSS = "match_loss"
    """The match is lost."""
    DISQUALIFICATION = "disqualification"
    """The player leaves the event; the head judge alone gives it."""


LADDER = tuple(Penalty)
"""The penalties in order: an upgrade goes one step on."""


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Points for the result of a match."""

    win: PointCount
    """More than a draw gives."""
    draw: PointCount
    """At least what a loss gives."""
    loss: PointCount
    """For a match that was lost, and for both players of a double loss."""
    bye: PointCount
    """For a round without an opponent: from a loss's points to a win's."""


class BySize(Struct, frozen=True, forbid_unknown_fields=True):
    """A number that holds for events of up to so many players."""

    players: PlayerCount
    """The most players for whom it holds."""
    value: SizeValue
    """The number itself: rounds, or players in the cut."""


class Infraction(Struct, frozen=True, forbid_unknown_fields=True):
    """An infraction, and its penalty."""

    id: Name
    """Lower case and hyphens: `slow-play`."""
    title: Title
    """The sentence that players and judges read."""
    penalty: Penalty
    """At the usual level of enforcement."""
    strict: Penalty
    """At the strict level; not lighter than the usual one."""
    upgrade_after: Repeats = 0
    """The number of them in one event after which an upgrade of the next is proposed; 0: never."""


class Extensions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rule by which lost time becomes an extension."""

    minimum_s: Seconds
    """A call that took no longer gives none."""
    deck_check_s: Seconds
    """Added to the time of a deck check, for shuffling and dealing again."""
    by_hand_s: Seconds = 600
    """The most that judges add to a table in a round by hand; 0: none."""


class DeckRules(Enum):
    """The rules by which a deck list is checked when it is handed in."""

    RULESET = "ruleset"
    """Those of the policy's ruleset: it has to know every card."""
    NONE = "none"
    """None: a list of any game is kept as it is written, a card a line."""


class DeckChecks(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rules for deck lists, and the share of tables whose decks are checked."""

    tables_percent: Percent
    """Of a round's tables; at least one if it is more than 0."""
    rules: DeckRules = DeckRules.RULESET
    """The rules by which a list is checked when it is handed in."""


class Lateness(Struct, frozen=True, forbid_unknown_fields=True):
    """The consequences of being late for a round."""

    duel_loss_after_s: Seconds
    """After the round's start; 0: at no time."""
    match_loss_after_s: SomeSeconds
    """After this a player who is not there is a no-show."""


class Entering(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The rounds until which players may come and come back, and the places there are."""

    late_until_round: RoundCount
    """The last round before whose pairing a player may still enter; 0: never after the start."""
    back_until_round: RoundCount
    """The last round before whose pairing a player who has dropped may come back; 0: never."""
    missed_is_loss: bool
    """Whether rounds that were missed count as losses; else nothing is counted for them."""
    places: PlaceCount = 0
    """The most players who take part, others wait for a place; 0: as many as come."""
    needs_approval: bool = True
    """Whether the desk approves those who register themselves by the code in the hall."""


class CardLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """The copies of a card that a deck may have, with its side deck."""

    card: Code
    """The card's code in the ruleset, as in `duelmat cards list`: `MirrorForce`."""
    copies: Copies
    """0: forbidden."""


class ReadingChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """A gap of the ruleset that the event reads in its own way."""

    id: Code
    """The id of the reading: `G-97`."""
    choice: Title
    """One of its choices, as `duelmat rules G-97` prints them: `tcg`."""


def written(default: T) -> T:
    """Return a default that stands in every log, as in those that had no other keys.

    Later keys are left out of a log where they have their defaults, so that logs from before have
    the hashes that they had.
    """
    made: T = field(default_factory=lambda: default)
    return made


class Policy(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The way in which an event is run."""

    name: Name
    """Lower case and hyphens: `trump-king`."""
    title: Title
    """The name that players read."""
    version: Version
    """From 1; a changed policy has a higher one."""
    ruleset: RulesetName
    """The ruleset of the duels, as in `duelmat rules`."""
    event_format: FormatName = written("")
    """The ruleset's format; empty: its usual one."""
    valid_from: Day
    """The first day that it may be used: `2026-11-01`."""
    valid_until: LastDay = written("")
    """The last day; empty: no end is known."""
    readings: Annotated[tuple[ReadingChoice, ...], Meta(max_length=100)] = written(())
    """Gaps of the ruleset that are read otherwise than by default."""
    points: Points
    """The points for each result."""
    tie_breaks: TieBreaks
    """The profile by which players with equal points are ordered."""
    first_stage: FirstStage = FirstStage.SWISS
    """The stage with which an event begins."""
    rounds: Annotated[tuple[BySize, ...], Meta(max_length=40)] = ()
    """Rounds of Swiss by the number of players, ascending; a larger event has the last. An event
    that begins with Swiss needs them."""
    pod_size: PodSize = 4
    """The most players of a pod; one more where a pod would have fewer than 3."""
    pod_places: PodPlaces = 2
    """Players of each pod who go on; 0: the event is over after the pods."""
    bracket: Bracket = Bracket.SINGLE
    """The kind of the cut's bracket, or of the whole event's."""
    cut: Annotated[tuple[BySize, ...], Meta(max_length=40)] = written(())
    """Players in the cut by the number of players, ascending; 0: no cut. Else 4, 8, 16, 32, 64."""
    best_of: DuelCount
    """1, 3 or 5 duels a match in Swiss."""
    cut_best_of: DuelCount
    """1, 3 or 5 duels a match in the cut."""
    may_draw: bool = written(True)
    """Whether a match of Swiss may end drawn."""
    may_agree_draw: bool = written(True)
    """Whether the players may agree to a draw."""
    first: FirstPlayer = written(FirstPlayer.DRAWN)
    """The player who chooses who goes first in a match of Swiss."""
    cut_first: FirstPlayer = written(FirstPlayer.HIGHER_SEED)
    """The player who chooses who goes first in a match of the cut."""
    round_s: RoundSeconds
    """Seconds of a round of Swiss."""
    cut_round_s: Seconds = written(0)
    """Seconds of a round of the cut; 0: no limit."""
    end_of_match: Annotated[tuple[EndStep, ...], Meta(min_length=1, max_length=8)]
    """The steps after time was called in Swiss, in their order."""
    cut_end_of_match: Annotated[tuple[EndStep, ...], Meta(max_length=8)] = written(())
    """The steps in the cut, which must find a winner; empty where its rounds have no limit."""
    extensions: Extensions
    """The rule by which lost time is given back."""
    lateness: Lateness
    """The times after which a late player loses a duel, and the match."""
    entering: Entering
    """The rounds until which players may come and come back, and the places there are."""
    deck_checks: DeckChecks
    """The rules for deck lists, and the share of tables whose decks are checked."""
    teammates_apart_rounds: RoundCount = written(0)
    """In so many first rounds players of one team are kept apart where that costs nothing else."""
    deck_lists: bool = written(True)
    """Whether a player needs a registered deck list before the first round."""
    team_size: TeamSize = 1
    """Players of a team: 3 sit at seats A to C, and the team with more seats won wins the match;
    1: everybody plays alone."""
    infractions: Annotated[tuple[Infraction, ...], Meta(max_length=200)]
    """The infractions, each with its penalties."""
    limits: Annotated[tuple[CardLimit, ...], Meta(max_length=2_000)] = written(())
    """Cards of which a deck may have fewer copies than the ruleset allows."""

    def find_infraction(self, infraction: str) -> Infraction | None:
        return next((each for each in self.infractions if each.id == infraction), None)

    def rounds_for(self, players: int) -> int:
        """Return the rounds of Swiss for so many players."""
        return _by_size(self.rounds, players)

    def cut_for(self, players: int) -> int:
        """Return the size of the cut for so many players, 0 for no cut."""
        return _by_size(self.cut, players)


def with_stages(policy: Policy, first: FirstStage, bracket: Bracket) -> Policy:
    """Return a policy with another first stage and another kind of bracket.

    Without Swiss it has no rounds of Swiss, and nobody enters after the start.
    """
    if first is FirstStage.SWISS:
        return replace(policy, first_stage=first, bracket=bracket)
    entering = replace(policy.entering, late_until_round=0, back_until_round=0)
    return replace(
        policy,
        first_stage=first,
        bracket=bracket,
        rounds=(),
        cut=(),
        entering=entering,
        teammates_apart_rounds=0,
    )


def _by_size(table: tuple[BySize, ...], players: int) -> int:
    fitting = (each.value for each in table if players <= each.players)
    return next(fitting, table[-1].value if table else 0)


def upgraded(penalty: Penalty) -> Penalty:
    """Return the next penalty of the ladder, or the last itself."""
    return LADDER[min(LADDER.index(penalty) + 1, len(LADDER) - 1)]
