"""A ruleset as a value: phases, zones, cards, effects, ways to play, battle table, readings.

The engine never asks which ruleset it plays; it reads these tables. `find_ruleset` gives one
by name, with readings chosen and rules switched off (for showing that a refusal is exact).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Literal

from duelmat_engine import ops
from duelmat_engine.cards import Card
from duelmat_engine.effect import Effect
from duelmat_engine.errors import Fault, UnknownNameError
from duelmat_engine.names import key_code

if TYPE_CHECKING:
    from duelmat_engine.evaluate import World
    from duelmat_engine.question import Way
    from duelmat_engine.state import Duel


@dataclass(frozen=True, slots=True)
class Exit:
    """A phase that may follow, and whether it may."""

    to: str
    rules: tuple[str, ...]
    not_on_first_turn: bool = False
    """Closed during the first turn of the duel."""


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    title: str
    rules: tuple[str, ...]
    block: str
    then: str
    """The phase that follows when the block ends by itself; "end" ends the turn."""
    exits: tuple[Exit, ...] = ()
    skipped_on_first_turn: tuple[str, ...] = ()
    """The rules by which the first turn of the duel has no such phase; empty: it has."""


@dataclass(frozen=True, slots=True)
class BattleRow:
    """One row of the battle table."""

    against: Literal["attack", "defense", "direct"]
    compare: Literal[">", "=", "<", "any"]
    """The attacker's value against the target's."""
    destroyed: tuple[Literal["attacker", "target"], ...]
    damaged: Literal["attacker", "target", ""]
    amount: Literal["difference", "attack", ""]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BattleTable:
    attack_trait: str
    defense_trait: str
    rows: tuple[BattleRow, ...]
    value_rules: tuple[str, ...] = ()
    """The rules by which a card has its attack and defense."""

    def row(self, against: str, attack: int, defense: int) -> BattleRow:
        sign = ">" if attack > defense else "=" if attack == defense else "<"
        for row in self.rows:
            if row.against == against and row.compare in (sign, "any"):
                return row
        raise UnknownNameError("battle row", f"{against} {sign}", ())


@dataclass(frozen=True, slots=True)
class ChainPolicy:
    """How simultaneous triggers and responses are ordered."""

    buckets: tuple[str, ...] = ("turn mandatory", "other mandatory", "turn", "other")
    """Trigger order: each bucket goes on the Chain before the next."""
    response_speed: int = 2
    """The least speed that may respond."""
    speed_of_previous: bool = False
    """Whether a response must be at least as fast as the link that it answers."""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A gap of the rule document and the ways to read it; the first is the default."""

    id: str
    text: str
    choices: tuple[str, ...]


@dataclass(frozen=True)
class Ruleset:
    """Everything that makes one game."""

    name: str
    title: str
    prefix: str
    life: int
    rows: Mapping[str, int]
    """Zones that stand in rows: kind to number ("m": 3)."""
    piles: tuple[str, ...]
    """Other zone kinds of each player."""
    field_kinds: tuple[str, ...]
    """Zone kinds that are "the field"."""
    hidden_kinds: tuple[str, ...]
    """Zone kinds whose cards not everybody may see."""
    cards: Mapping[str, Card]
    effects: Mapping[str, Effect]
    phases: tuple[Phase, ...]
    battle: BattleTable
    chain: ChainPolicy
    readings: tuple[Reading, ...]
    ways: Callable[[Ruleset, Mapping[str, str]], tuple[Way, ...]]
    """Kinds of open play."""
    responses: Callable[[Ruleset, Mapping[str, str]], tuple[Way, ...]]
    """Kinds of response in a window."""
    blocks: Mapping[str, ops.Block]
    could_respond: Callable[[World, int], bool]
    """Whether, on public facts alone, a seat could respond now."""
    deck_faults: Callable[[Iterable[str], Iterable[str]], list[Fault]]
    """What is wrong with a main deck and an Extra Deck."""
    position_faults: Callable[[Duel, Game], list[Fault]]
    """What no duel of this ruleset can reach, in zones of the right names and sizes."""
    deck_rules: tuple[str, ...] = ()
    """The rules by which a deck is allowed."""
    standard_deck: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    """Main deck and Extra Deck where everybody brings the same."""
    practice_deck: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Main deck and Extra Deck to try the game with: for examples, counts and random duels."""
    players: tuple[int, ...] = (2,)
    """How many may play."""
    life_rules: tuple[str, ...] = ()
    over_rules: tuple[str, ...] = ()
    """The rules by which a player without life loses."""
    all_lost_rules: tuple[str, ...] = ()
    """The reading by which it is a draw when all players lose at once."""
    leave_field: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Card kinds that go elsewhere when they leave the field: kind to (zone kind, rules)."""
    face_rules: tuple[str, ...] = ()
    """The rules by which an effect brings monsters to the field face-up only."""
    window_reading: str = ""
    """The reading that says when there is a window to respond in."""
    stuck_rules: tuple[str, ...] = ()
    """The reading by which a duel that only repeats itself is drawn; empty: it is not."""
    empty_pile_reading: str = ""
    """The reading that says whether having no card to draw loses ("lose") or not."""
    payment_reading: str = ""
    """The reading that says whether all life may be paid ("legal") or one must be left."""

    def card(self, key: str) -> Card:
        """The printed card of a key."""
        try:
            return self.cards[key_code(key)]
        except KeyError:
            raise UnknownNameError("card", key_code(key), self.cards) from None

    def phase(self, name: str) -> Phase:
        for phase in self.phases:
            if phase.name == name:
                return phase
        raise UnknownNameError("phase", name, [p.name for p in self.phases])


@dataclass(frozen=True, slots=True)
class Game:
    """A ruleset with its readings fixed: what the engine works with."""

    rules: Ruleset
    readings: Mapping[str, str]
    disabled: frozenset[str]
    ways: tuple[Way, ...]
    responses: tuple[Way, ...]
    blocks: Mapping[str, ops.Block]
    triggers: Mapping[str, frozenset[str]]
    """Event class name to the effects it may set off."""
    continuous: frozenset[str]

    def reads(self, reading: str) -> str:
        return self.readings[reading]

    def is_on(self, rule: str) -> bool:
        return rule not in self.disabled


_RULESETS: dict[str, Callable[[], Ruleset]] = {}


def register(name: str, build: Callable[[], Ruleset]) -> None:
    _RULESETS[name] = build


@cache
def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; UnknownNameError otherwise."""
    import duelmat_engine.rulesets  # noqa: F401, PLC0415  (each ruleset registers itself)

    if name not in _RULESETS:
        raise UnknownNameError("ruleset", name, _RULESETS)
    return _RULESETS[name]()


def ruleset_names() -> tuple[str, ...]:
    import duelmat_engine.rulesets  # noqa: F401, PLC0415  (as above)

    return tuple(sorted(_RULESETS))


def default_readings(ruleset: Ruleset) -> dict[str, str]:
    return {r.id: r.choices[0] for r in ruleset.readings}


def choose_readings(ruleset: Ruleset, chosen: Mapping[str, str]) -> dict[str, str]:
    """All readings of a ruleset, those named set to the value given."""
    values = default_readings(ruleset)
    by_id = {r.id: r for r in ruleset.readings}
    for name, value in chosen.items():
        if name not in by_id:
            raise UnknownNameError("reading", name, by_id)
        if value not in by_id[name].choices:
            raise UnknownNameError(f"choice of reading {name}", value, by_id[name].choices)
        values[name] = value
    return values


_games: dict[tuple[str, tuple[str, ...], frozenset[str]], Game] = {}


def game_of(
    ruleset: str, readings: Mapping[str, str], disabled: frozenset[str] = frozenset()
) -> Game:
    """The game for a duel; the same value every time."""
    key = (ruleset, tuple(readings.values()), disabled)
    game = _games.get(key)
    if game is None:
        game = _games[key] = build_game(find_ruleset(ruleset), readings, disabled)
    return game


def build_game(
    rules: Ruleset, readings: Mapping[str, str], disabled: frozenset[str] = frozenset()
) -> Game:
    """The game of a ruleset value: one that is not registered, with further cards say."""
    blocks = dict(rules.blocks)
    for effect in rules.effects.values():
        for part, block in (("announce", effect.announce), ("resolve", effect.resolve)):
            blocks |= _nested(f"{effect.name}/{part}", block)
    for name, block in rules.blocks.items():
        blocks |= _nested(name, block)
    triggers: dict[str, set[str]] = {}
    for effect in rules.effects.values():
        if effect.on is not None and effect.use == "trigger":
            triggers.setdefault(effect.on.event, set()).add(effect.name)
    return Game(
        rules=rules,
        readings=dict(readings),
        disabled=disabled,
        ways=tuple(way.without(disabled) for way in rules.ways(rules, readings)),
        responses=tuple(way.without(disabled) for way in rules.responses(rules, readings)),
        blocks=blocks,
        triggers={event: frozenset(names) for event, names in triggers.items()},
        continuous=frozenset(e.name for e in rules.effects.values() if e.use == "continuous"),
    )


def _nested(name: str, block: ops.Block) -> dict[str, ops.Block]:
    """A block and, under names of their own, the blocks inside it."""
    found = {name: block}
    for step, op in enumerate(block):
        if isinstance(op, ops.If):
            found |= _nested(f"{name}/{step}.then", op.then)
            found |= _nested(f"{name}/{step}.otherwise", op.otherwise)
        elif isinstance(op, ops.Offer):
            for use in op.uses:
                found |= _nested(f"{name}/{step}.{use.name}", use.block)
    return found


def with_cards(ruleset: Ruleset, cards: Iterable[Card], effects: Iterable[Effect]) -> Ruleset:
    """The same ruleset with further cards and effects."""
    return replace(
        ruleset,
        cards={**ruleset.cards, **{c.code: c for c in cards}},
        effects={**ruleset.effects, **{e.name: e for e in effects}},
    )
