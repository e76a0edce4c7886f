"""The parts of a ruleset: its zones, what cards print, how they are in play, what is cited."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from duelmat_engine.cards import Card, Printed
from duelmat_engine.effects.effect import Restrict
from duelmat_engine.ruleset.chain_policy import Rules
from duelmat_engine.ruleset.tables import Place, Reaction, SpeedRow, Status


@dataclass(frozen=True, slots=True)
class Zones:
    """The zones of each player, by kind."""

    rows: Mapping[str, int]
    """Zones that stand in rows: kind to number ("m": 3); 0: a row has no end."""
    piles: tuple[str, ...]
    """The other kinds."""
    field: tuple[str, ...]
    """The kinds that are "the field"."""
    hidden: tuple[str, ...] = ("pile", "hand")
    """The kinds whose cards not everybody may see."""
    private: tuple[str, ...] = ()
    """The kinds, of the others, at which only their player looks: a table shows nobody else a card
    that has lain there since the duel began. The engine counts it as known to all."""
    places: tuple[Place, ...] = ()
    """The limits on which cards lie in which zones."""
    owned: tuple[str, ...] = ()
    """The kinds that hold only cards of the player whose zone it is: others go to their owner."""
    ordered: tuple[str, ...] = ()
    """The kinds, of the open ones, whose order is kept."""
    mat_reading: str = ""
    """The reading by which rows take certain zones of a mat that has more of them."""


@dataclass(frozen=True, slots=True)
class Printing:
    """The values, kinds and uses that cards may print."""

    traits: tuple[Printed, ...] = ()
    """The values; empty: those of the cards there are, whatever they be."""
    kinds: tuple[str, ...] = ()
    """The kinds that a card may have; empty: those of the cards there are."""
    types: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of which a card counts as exactly one, each with what else such a card may count
    as: () is anything. Empty: a card may count as anything."""
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The uses that effects have here, and the kinds of cards that may have them, one of them:
    () is every card. Empty: any card may have any effect."""
    as_played: Callable[[Card], Card] = lambda card: card
    """Function that makes of a printed card the card in a duel: adds what is not printed on it."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """The properties of cards while a duel is played: speeds, limits, statuses, reactions."""

    speeds: tuple[SpeedRow, ...] = ()
    """The speeds of effects, the first row that fits; else the effect's own."""
    kind_limits: Mapping[str, tuple[Restrict, ...]] = field(default_factory=dict)
    """Limits on what may be done with cards of a kind: a family of cards that a card opts into."""
    reactions: tuple[Reaction, ...] = ()
    values: tuple[str, ...] = ()
    """The traits that effects on the field may change: attack and defense."""
    used_in: tuple[tuple[str, str], ...] = ()
    """The zones in which cards lie while they are used, by the first kind that fits: kind and zone
    kind. Others lie in "play", or with the magic and traps if they stay."""
    notes_turns: bool = False
    """Whether cards are marked with the turn in which they were summoned or flipped."""
    leave_field: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Card kinds that go elsewhere when they leave the field: kind to (zone kind, rules)."""
    never_down: str = ""
    """The kind of card that never lies face-down; empty: any may."""
    face_down: Mapping[str, str] = field(default_factory=dict)
    """The kind that a face-down card counts as, by the kind of its zone; empty: as what it is."""
    equips_down: bool = False
    """Whether face-down cards may be equipped, too."""
    statuses: Mapping[str, Status] = field(default_factory=dict)
    """The statuses by the name of the mark that gives them."""
    flip_summons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The rules by which turning a monster face-up is a Flip Summon, by what turned it: "attack",
    "effect"; turning by hand is where the ruleset lists it."""
    attempts_apart: bool = False
    """Whether a monster whose summon may still be negated is none on the field for effects yet,
    and what a card does all the time begins once its summon or activation is over."""
    hybrids: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Window kinds that count for what answers one of these kinds: an Assist Summon for a Normal
    or Special Summon."""


@dataclass(frozen=True, slots=True)
class CoreReadings:
    """The readings that the core of the engine asks, by their ids; empty: there is none."""

    window: str = ""
    """It says when there is a window to respond in."""
    payment: str = ""
    """It says whether all life may be paid ("legal") or one must be left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreCitations:
    """The rules by which the core of the engine does what it does; () where it is not done."""

    life: Rules = ()
    """Players begin with so much life."""
    over: Rules = ()
    """A player without life loses."""
    all_lost: Rules = ()
    """It is a draw when all players lose simultaneously."""
    win: Rules = ()
    """A duel is won."""
    last: Rules = ()
    """The last player left wins."""
    win_and_lose: Rules = ()
    """A player who would win and lose simultaneously loses."""
    leave: Rules = ()
    """A player who loses leaves and takes their cards along; (): the first loss ends the duel."""
    concede: Rules = ()
    """A player may give up at any time."""
    overdraw: Rules = ()
    """A player loses who has to draw more cards than there are."""
    repetition: Rules = ()
    """A duel that only repeats itself is drawn."""
    loop: Rules = ()
    """A Chain that goes round without end makes every player lose."""
    match: Rules = ()
    """A match has a permitted number of duels."""
    players: Rules = ()
    """The duel has a permitted number of players."""
    deck: Rules = ()
    """A deck is allowed."""
    face: Rules = ()
    """An effect brings monsters to the field face-up only."""
    placing: Mapping[str, str] = field(default_factory=dict)
    """A card that an effect brings lies in the row that fits it, by row; and, by "", beside
    another; empty: the effect's own statements say where."""
    never_down: Rules = ()
    """A card of a kind is never turned or laid face-down."""
    face_down: Rules = ()
    """A face-down card counts as nothing else than its zone says."""
    target: Rules = ()
    """An effect with an invalid target is not carried out."""
    no_target: Rules = ()
    """An effect without a possible target is not activated."""
    used: Mapping[str, Rules] = field(default_factory=dict)
    """A used card goes to the Graveyard, by the use of its effect; where there are none: its
    effect's first."""
    stay: Mapping[str, Rules] = field(default_factory=dict)
    """A card stays after its effect, by the use of that."""
    field_card: Rules = ()
    """A field card takes the place of the one before."""
    given_back: Rules = ()
    """A monster that was taken over for a while goes back."""
    beneath: Rules = ()
    """Cards beneath another go to their owners' Graveyards when it leaves."""
    off_field: Rules = ()
    """A card off the field has neither face nor position."""
    zones: Mapping[str, Rules] = field(default_factory=dict)
    """Cards lie in zones of a kind as they do."""
    owners: Rules = ()
    """Cards go to their owners' zones."""
    order: Rules = ()
    """A player orders cards that come to an ordered zone simultaneously."""
