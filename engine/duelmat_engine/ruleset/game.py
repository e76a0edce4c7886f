"""A ruleset as a value, and the game that its readings make of it: what the engine works with.

The engine never asks which ruleset it plays; it reads these tables. What limits a kind of play
are rules, predicates with ids: may this seat do this? A `MoveKind` asks them from the coarse to
the fine, so that listing legal actions stops early: those about the moment (`moment`), then those
about the card (`card`), then those about the whole action (`action`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from duelmat_engine.actions import Action, Play
from duelmat_engine.brief import brief
from duelmat_engine.caches import cached
from duelmat_engine.cards import Card
from duelmat_engine.catalogue import ReadingEntry
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, Restrict
from duelmat_engine.errors import Fault, find_named
from duelmat_engine.names import Seat, ZoneName, key_code, zone
from duelmat_engine.ruleset.chain_policy import ChainPolicy, TriggerOrder
from duelmat_engine.ruleset.parts import CoreCitations, CoreReadings, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import BattleTable, Phase
from duelmat_engine.ruleset.words import Words
from duelmat_engine.state import Duel, Piece, World
from duelmat_engine.verdict import Cited, Remedy
from duelmat_message import say

Codes = tuple[str, ...]
"""The codes of cards."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the decks and sideboards that an event allows."""

    deck_faults: Callable[[Ruleset, Codes], list[Fault]]
    deck_rules: tuple[str, ...]
    sideboard_faults: Callable[[Ruleset, Codes, Codes, Codes], list[Fault]]
    """Check of a sideboard, from its cards, those of the deck and those received."""
    sideboard_rules: tuple[str, ...]


Moves = Callable[["Ruleset", Mapping[str, str]], tuple["MoveKind", ...]]
"""Function that makes the kinds of moves from the ruleset and the chosen readings."""

DeckFaults = Callable[["Ruleset", Codes, Codes], list[Fault]]
CardCodes = tuple[Codes, Codes]
"""The codes of a main deck and of an Extra Deck."""


def unknown_cards(rules: Ruleset, main: Codes, extra: Codes, rule: str = "") -> list[Fault]:
    """The codes of a deck that name no card."""
    unknown = [code for code in dict.fromkeys((*main, *extra)) if code not in rules.cards]
    return [Fault(say("no card is named {code!r}", code=code), rule) for code in unknown]


@dataclass(frozen=True, slots=True)
class Decks:
    """The decks of a ruleset: how they are checked, examples, and formats."""

    faults: DeckFaults = unknown_cards
    """Check of a main deck and an Extra Deck, where there are no formats; left out: finds cards
    that do not exist."""
    practice: CardCodes = ((), ())
    """The deck to try the game with: for examples, counts and random duels."""
    standard: CardCodes | None = None
    """The deck of a game in which everybody brings the same."""
    formats: Mapping[str, Format] = field(default_factory=dict)
    """The formats that decks may be brought for, the usual one first."""


@dataclass(frozen=True)
class Ruleset:
    """Everything that makes one game."""

    name: str
    title: str
    prefix: str
    """The beginning of its statements' ids."""
    life: int
    """The life with which players begin."""
    zones: Zones
    cards: Mapping[str, Card]
    phases: tuple[Phase, ...]
    battle: BattleTable
    moves: Moves
    """Kinds of moves in open play."""
    blocks: Mapping[str, ops.Block]
    decks: Decks = field(default_factory=Decks)
    effects: Mapping[str, Effect] = field(default_factory=dict)
    chain: ChainPolicy | Callable[[Mapping[str, str]], ChainPolicy] = field(
        default_factory=ChainPolicy
    )
    """The chain policy, or the function that makes it from the readings."""
    readings: tuple[ReadingEntry, ...] = ()
    responses: Moves = lambda _rules, _readings: ()
    """Kinds of moves in a window."""
    could_respond: Callable[[World, Seat, Game], bool] = lambda _world, _seat, _game: False
    """Whether, on public facts alone, a seat could respond now; left out: nobody ever could."""
    position_faults: Callable[[Duel, Game], list[Fault]] = lambda _duel, _game: []
    """The faults of a duel that play cannot reach, in zones of right names and sizes."""
    printing: Printing = field(default_factory=Printing)
    in_play: InPlay = field(default_factory=InPlay)
    core_readings: CoreReadings = field(default_factory=CoreReadings)
    citations: CoreCitations = field(default_factory=CoreCitations)
    checks_life: bool = True
    """Whether no life left ends the duel immediately; else steps of the ruleset look for it."""
    words: Words = field(default_factory=Words)
    """The names of its zones, cards, values and moves."""
    players: tuple[int, ...] = (2,)
    """The numbers of players that it allows."""
    trigger_orders: Mapping[str, TriggerOrder] = field(default_factory=dict)
    """The orders of simultaneous triggers that may be asked about, the usual one first."""

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.title}, {len(self.cards)} cards>"

    @cached_property
    def card(self) -> Callable[[str], Card]:
        """Function that returns the printed card of a key."""
        return cached(lambda key: find_named(say("card"), key_code(key), self.cards))

    @cached_property
    def named_phases(self) -> Mapping[str, Phase]:
        """The phases by their names."""
        return {phase.name: phase for phase in self.phases}

    @cached_property
    def phase(self) -> Callable[[str], Phase]:
        """Function that returns the phase of a name."""
        return cached(lambda name: find_named(say("phase"), name, self.named_phases))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Game:
    """A ruleset with its readings fixed: what the engine works with."""

    rules: Ruleset
    readings: Mapping[str, str]
    disabled: frozenset[str]
    moves: tuple[MoveKind, ...]
    responses: tuple[MoveKind, ...]
    blocks: Mapping[str, ops.Block]
    triggers: Mapping[str, frozenset[str]]
    """Event class name to the effects it may set off."""
    lasting: Mapping[str, tuple[Effect, ...]]
    """By code, the continuous effects of a card that concern others, or what it is worth."""
    limits_others: bool
    """Whether some continuous effect may forbid players something, or limit other cards."""
    negates_others: bool
    """Whether some continuous effect may negate those of other cards."""
    quick_zones: frozenset[str]
    """The kinds of zones in which quick effects work."""
    altering: frozenset[str]
    """The continuous effects that alter values."""
    live_kinds: frozenset[str]
    """Zone kinds in which continuous effects may apply: the field, and where else they say."""
    chain: ChainPolicy
    """The chain policy that these readings give."""
    joins: bool
    """Whether by that policy some effect finds the cards as its condition found them."""
    witnesses: Mapping[str, tuple[Effect, ...]]
    """Event class name to the triggers of cards that only witness it."""
    self_summoners: frozenset[str]
    """The triggers that can summon their own card from the hand."""
    lenders: frozenset[str]
    """The effects that hold a monster as long as their card is equipped to it."""
    blanks: Mapping[str, Card] = field(default_factory=dict)
    """The cards that face-down ones count as, by the kind of their zone; empty: as themselves."""

    spans: dict[tuple[int, Seat, tuple[str, ...], str], tuple[ZoneName, ...]] = field(
        default_factory=dict, init=False
    )
    """The zones of some kinds, found once while nobody has lost: by the number of players, the
    seat that asks, the kinds, and whose they are."""
    rows: dict[tuple[Seat, str], tuple[ZoneName, ...]] = field(default_factory=dict, init=False)
    live: dict[int, tuple[ZoneName, ...]] = field(default_factory=dict, init=False)
    uses: dict[tuple[str, tuple[str, ...]], tuple[Effect, ...]] = field(
        default_factory=dict, init=False
    )
    limited: dict[str, frozenset[str]] = field(default_factory=dict, init=False)
    plans: dict[Any, Any] = field(default_factory=dict, init=False)
    """Cache of the moves that a situation leaves open (see judging/precheck.py)."""

    def __repr__(self) -> str:
        usual = {reading.id: reading.choices[0] for reading in self.rules.readings}
        chosen = sorted(self.readings.items() - usual.items())
        told = [f"{name} {value!r}" for name, value in chosen]
        told += [f"{name} off" for name in sorted(self.disabled)]
        return f"<Game of {', '.join((self.rules.name, *told))}>"

    def reads(self, reading: str) -> str:
        return self.readings[reading]

    def live_zones(self, players: int) -> tuple[ZoneName, ...]:
        """The zones in which continuous effects may apply; () if a row of them has no end."""
        found = self.live.get(players)
        if found is None:
            rows = self.rules.zones.rows
            kinds = sorted(self.live_kinds)
            found = self.live[players] = tuple(
                zone(Seat(seat), kind, index)
                for seat in range(players if all(rows.get(kind, 1) for kind in kinds) else 0)
                for kind in kinds
                for index in (range(1, rows[kind] + 1) if kind in rows else (None,))
            )
        return found

    def effects_of(self, card: Card | None, uses: tuple[str, ...]) -> tuple[Effect, ...]:
        """The effects of these uses that a card has; one that nobody knows has none."""
        if card is None:
            return ()
        found = self.uses.get((card.code, uses))
        if found is None:
            own = (self.rules.effects[name] for name in card.effects)
            found = self.uses[card.code, uses] = tuple(e for e in own if e.use in uses)
        return found

    def limited_acts(self, card: Card) -> frozenset[str]:
        """The acts that the card's own text, or that of all cards of its kinds, may refuse."""
        found = self.limited.get(card.code)
        if found is None:
            acts = (act for limit in restricts_of(self.rules, card) for act in limit.acts)
            found = self.limited[card.code] = frozenset(acts)
        return found

    def is_on(self, rule: str) -> bool:
        return rule not in self.disabled


def restricts_of(rules: Ruleset, card: Card) -> Iterator[Restrict]:
    """Yield the limits on what is done with a card: of its kinds, and of its own text."""
    for kind in card.kinds:
        yield from rules.in_play.kind_limits.get(kind, ())
    for name in card.effects:
        yield from rules.effects[name].restricts


def speed_row(rules: Ruleset, effect: Effect, card: Card | None) -> tuple[int, tuple[str, ...]]:
    """The speed of an effect on a card, and the rules by which it has it."""
    kinds = () if card is None else card.kinds
    for row in rules.in_play.speeds:
        if effect.use in row.uses and all(map(kinds.__contains__, row.kinds)):
            return row.speed, row.rules
    return effect.speed, ()


class Board(Struct, eq=False):
    """A cache of what was found on one board, valid until a card moves."""

    found: dict[tuple[Seat, object], Any] = {}
    """By player and function what it found; cards of a row or pile by player and kind."""
    free: dict[tuple[Seat, str], Sequence[ZoneName]] = {}
    """The free zones of each row, by player and kind."""


@dataclass(slots=True, eq=False)
class Question:
    """A question to rules: the duel, the seat that asks, and the card and action asked about."""

    duel: World
    """The duel, or the machine in which it is in the making (see can_only_pass)."""
    game: Game
    seat: Seat
    place: str = ""
    piece: Piece | None = None
    """The card asked about; None before one is, or if it is not where it is said to be."""
    card: Card | None = None
    """The printed card; for an unseen card, the one supposed."""
    action: Action | None = None
    may_forbid: bool = True
    """Whether a card may lie there that forbids something to players, or negates cards;
    False: none does."""
    may_bind: bool = True
    """Whether a card may lie there that limits what is done with others; False: none does."""
    board: Board = field(default_factory=Board)
    """It keeps what was found where the cards lie."""

    __repr__ = brief


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One limit: the statement, the test, and what would satisfy it."""

    id: str
    holds: Callable[[Question], bool]
    remedy: Callable[[Question], Remedy]
    reading: str = ""
    concerns: Callable[[Question], bool] | None = None
    """Whether it has anything to say about a case that it permits; None: about every case."""
    causes: Callable[[Question], tuple[Cited, ...]] | None = None
    """The statements cited instead in a case that it refuses because of them; none: its own."""

    __repr__ = brief


Sources = Callable[[Question], Iterable[tuple[str, Piece]]]
"""The cards a kind of move may be tried with: place or key, and piece."""

Actions = Callable[[Question], Iterable[Action]]
"""The actions of a kind of move for the card in question; no other with it is legal."""


def _by_name(action: Action) -> bool:
    """Stand for the plays whose move has the name of a kind of move."""
    raise AssertionError(action)


RULE_GROUPS: Final = ("source_rules", "moment", "card", "form_rules", "action")
"""The fields of a kind of move that hold rules."""


@dataclass(frozen=True, slots=True)
class MoveKind:
    """One kind of move: of open play, or of response in a window."""

    name: str
    permitted_by: tuple[str, ...]
    """The statements that permit it."""
    sources: Sources
    actions: Actions
    takes: Callable[[Action], bool] = _by_name
    """Whether an action is of this kind; left out: the plays whose move has its name."""
    block: str = ""
    """The block that is carried out when it is done; empty: the block of its name."""
    suits: Callable[[Question], bool] | None = None
    """Whether `actions` makes any for such a printed card at all; None: for every card."""
    possible: Callable[[Question, Action], bool] | None = None
    """Whether what `actions` makes can be carried out, where that costs too much to ask it of
    actions that rules refuse; None: all that it makes can."""
    source_rules: tuple[Rule, ...] = ()
    moment: tuple[Rule, ...] = ()
    card: tuple[Rule, ...] = ()
    form_rules: tuple[Rule, ...] = ()
    """About the whole action, too; what `actions` makes and is possible holds them by itself."""
    action: tuple[Rule, ...] = ()
    extra_citations: Callable[[Question], tuple[str, ...]] | None = None
    """Further statements that permit it, depending on the case."""

    __repr__ = brief

    def __post_init__(self) -> None:
        if self.takes is _by_name:
            move = self.name
            object.__setattr__(self, "takes", lambda a: isinstance(a, Play) and a.move == move)
        if not self.block:
            object.__setattr__(self, "block", self.name)

    def without(self, disabled: frozenset[str]) -> MoveKind:
        """The same kind with these rules switched off."""
        if not disabled:
            return self
        kept: dict[str, Any] = {
            group: tuple(rule for rule in getattr(self, group) if rule.id not in disabled)
            for group in RULE_GROUPS
        }
        return replace(self, **kept)

    def rules(self) -> tuple[Rule, ...]:
        return self.source_rules + self.moment + self.card + self.form_rules + self.action
