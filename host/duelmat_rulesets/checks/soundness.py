"""Soundness of a ruleset: values of the right types, names of existing things, citations.

All faults are reported together, each with the field in which it stands, as Python would reach
it: `phases[0].exits[1].to`. What its own functions do is found out by playing (agreement.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from duelmat_engine import (
    ROW_KINDS,
    SEAT_LETTERS,
    Advance,
    Card,
    Game,
    MoveKind,
    Pass,
    Ruleset,
    deck_faults,
    statements,
)
from duelmat_engine.cardfiles.card_form import marked, walk
from duelmat_engine.cardfiles.form import near, one_of
from duelmat_engine.catalogue import parts, readings, systems
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Forbid, Restrict
from duelmat_engine.effects.texts import USES, text_rule
from duelmat_engine.errors import unlike
from duelmat_engine.events import AnyEvent
from duelmat_engine.forms.vocabulary import vocabulary
from duelmat_engine.moves.moment_rules import Unused
from duelmat_engine.ruleset.build import build_game, default_readings
from duelmat_engine.ruleset.parts import CoreCitations, Zones
from duelmat_engine.ruleset.tables import BACK, Exit, Phase, Place, Reaction
from duelmat_engine.running.execute import EXECUTE
from duelmat_message import listed
from duelmat_parsing.structs import shown
from duelmat_rulesets.checks.failure import told_failure

END: Final = "end"
"""The destination of a phase that ends the turn."""
_RUNS: Final = ("/announce", "/resolve")
"""The names of an effect's blocks end so; they are not listed."""
_MOST_NAMES: Final = 24
"""The most names that a message lists; of more it says only what they are."""
_NAMED_BY: Final[Mapping[tuple[type, str], str]] = {
    (Phase, "block"): "block",
    (Phase, "then"): "phase that follows",
    (Phase, "skipped_on_first_turn"): "rule",
    (Exit, "to"): "phase that follows",
    (Exit, "block"): "block",
    (Reaction, "block"): "block",
    (MoveKind, "permitted_by"): "rule",
    (Zones, "field"): "zone",
    (Zones, "owned"): "zone",
    (Zones, "ordered"): "zone",
    (Place, "zones"): "zone",
}
"""The texts in these fields name these things, where their types do not say it; see `_names`."""
_WITHOUT_BLOCK: Final = (Advance(""), Pass())
"""Actions whose kinds of moves carry out no block of their own."""
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*")
_PATTERNS: Final[Mapping[str, tuple[re.Pattern[str], str]]] = {
    "zones": (re.compile(r"[a-z]+"), "small letters alone"),
    "phases": (_WORD, "small letters, digits and hyphens"),
    "cards": (re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*"), "letters, digits and hyphens"),
}
"""The patterns of names, so that actions and positions can be written."""


@dataclass(frozen=True)
class Flaw:
    """One fault of a ruleset: the field, the expected value, and the value there."""

    where: str
    expected: str
    got: str

    def __str__(self) -> str:
        return unlike(self.where, self.expected, self.got)


def flaws_of(name: str, rules: object) -> list[Flaw]:
    """Return all that is wrong with a ruleset that is registered under a name."""
    if not isinstance(rules, Ruleset):
        return [Flaw("", "a Ruleset", shown(rules))]
    form = _Form()
    form.look(Ruleset, rules, "")
    game: Game | None = None
    if not form.flaws:
        try:
            game = build_game(rules, default_readings(rules))
        except Exception as error:  # noqa: BLE001  (whatever the functions of a ruleset do)
            form.flaw("", "a game that can be built", told_failure(error))
    if game is not None:
        form.look(tuple[MoveKind, ...], game.moves, "moves")
        form.look(tuple[MoveKind, ...], game.responses, "responses")
    try:
        known = _known(rules, game)
    except (AttributeError, TypeError):  # of a value of a wrong type, which is reported elsewhere
        known = {}
    form.flaws += _unknown(form.mentions, known)
    if game is not None and not form.flaws:
        try:
            form.flaws += _relations(name, rules, game)
        except Exception as error:  # noqa: BLE001  (so too)
            form.flaw("", "functions that answer", told_failure(error))
    return form.flaws


# Values and their types


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a struct or dataclass, and their types as far as known."""
    own = kind.__struct_fields__ if issubclass(kind, Struct) else [f.name for f in fields(kind)]
    try:
        hints = get_type_hints(kind, include_extras=True)
    except NameError:  # of a file that was run, whose names are gone
        hints = {}
    return tuple((name, hints.get(name, Any)) for name in own)


def _names(owner: type, field: str, mark: str) -> str:
    """Return the kind of thing that a text names, by the mark of its type or by its field."""
    is_rule = field in ("rule", "rules") or field.endswith("_rules")
    if is_rule or owner is CoreCitations or (owner.__name__ == "Rule" and field == "id"):
        return "rule"
    is_reading = field == "reading" or field.endswith("_reading")
    return mark or _NAMED_BY.get((owner, field), "reading" if is_reading else "")


class _Form:
    """One pass over the values of a ruleset that collects flaws and named things."""

    def __init__(self) -> None:
        self.flaws: list[Flaw] = []
        self.mentions: list[tuple[str, str, str]] = []
        """The kind of each named thing, the name, and the place."""

    def flaw(self, where: str, expected: str, got: str) -> None:
        self.flaws.append(Flaw(where, expected, got))

    def look(self, hint: Any, value: Any, where: str, what: str = "") -> None:
        """Look at a value that should be of a type, and at all that is in it."""
        hint, mark = marked(hint)
        what = what or mark
        origin = get_origin(hint)
        if origin in (Union, UnionType):
            self._look_at_one(get_args(hint), value, where, what)
        elif origin is Literal:
            if value not in get_args(hint):
                self.flaw(where, one_of(map(shown, get_args(hint))), near(value, get_args(hint)))
        elif origin is tuple:
            self._look_at_tuple(get_args(hint), value, where, what)
        elif origin in (dict, Mapping):
            self._look_at_mapping(get_args(hint), value, where, what)
        elif origin is Callable:
            if not callable(value):
                self.flaw(where, "a function", shown(value))
        elif origin is frozenset:
            if not isinstance(value, frozenset):
                self.flaw(where, "a frozenset", shown(value))
        elif isinstance(hint, type):
            self._look_at_value(hint, value, where, what)

    def _look_at_one(self, hints: tuple[Any, ...], value: Any, where: str, what: str) -> None:
        """Check a value that may be of several types as the first type that it fits."""
        for hint in hints:
            trial = _Form()
            trial.look(hint, value, where, what)
            kind = get_origin(hint) or hint
            inside = isinstance(kind, type) and kind is not NoneType and isinstance(value, kind)
            if not trial.flaws or inside:
                self.flaws += trial.flaws
                self.mentions += trial.mentions
                return
        self.flaw(where, listed(map(_said, hints), "or"), shown(value))

    def _look_at_tuple(self, hints: tuple[Any, ...], value: Any, where: str, what: str) -> None:
        if not isinstance(value, tuple) or hasattr(value, "_fields"):
            comma = "a tuple (of one item: with a comma behind it)"
            self.flaw(where, comma, shown(value))
            return
        if hints[-1:] != (Ellipsis,) and len(hints) != len(value):
            self.flaw(where, f"a tuple of {len(hints)}", shown(value))
            return
        each = hints[:1] * len(value) if hints[-1:] == (Ellipsis,) else hints
        for index, (hint, item) in enumerate(zip(each, value, strict=True)):
            self.look(hint, item, f"{where}[{index}]", what)

    def _look_at_mapping(self, hints: tuple[Any, ...], value: Any, where: str, what: str) -> None:
        if not isinstance(value, Mapping):
            self.flaw(where, "a dict", shown(value))
            return
        for key, item in value.items():
            self.look(hints[0], key, where)
            self.look(hints[1], item, f"{where}[{key!r}]", what)

    def _look_at_value(self, kind: type, value: Any, where: str, what: str) -> None:
        fits = isinstance(value, kind) or (kind is float and isinstance(value, int))
        if not fits or (kind is int and isinstance(value, bool)):
            self.flaw(where, _said(kind), shown(value))
        elif isinstance(value, str):
            self.mentions.append((what, str(value), where))
        elif is_dataclass(value) or isinstance(value, Struct):
            own: Any = type(value)
            for field, hint in _fields(own):
                at = f"{where}.{field}" if where else field
                bare, mark = marked(hint)
                self.look(bare, getattr(value, field), at, _names(own, field, mark))


def _said(hint: Any) -> str:
    """Return the name of a type in Python."""
    bare = marked(hint)[0]
    if bare is None or bare is NoneType:
        return "None"
    return getattr(bare, "__name__", None) or str(bare)


# Names


def _known(rules: Ruleset, game: Game | None) -> Mapping[str, tuple[str, Iterable[str]]]:
    """Return, for each kind of thing that texts name, its title and all known names."""
    cards = [card for card in rules.cards.values() if isinstance(card, Card)]
    kinds = {*rules.printing.kinds, *rules.printing.types, *rules.in_play.kind_limits}
    kinds.update(*(card.kinds for card in cards), *rules.printing.types.values())
    traits = {p.name for p in rules.printing.traits}.union(*(c.traits for c in cards))
    cited = {s.id for s in statements()}.union((r.id for r in readings()), parts())
    phases = [phase.name for phase in rules.phases]
    found: dict[str, tuple[str, Iterable[str]]] = {
        "rule": (
            "the id of a statement or a reading (add_system)",
            cited.union(map(text_rule, rules.effects)),
        ),
        "reading": ("the id of a reading", cited),
        "effect": ("an effect of the ruleset", rules.effects),
        "zone": ("a kind of zone", {*rules.zones.rows, *rules.zones.piles}),
        "phase": ("a phase", phases),
        "phase that follows": ("a phase that follows", (*phases, END, BACK)),
        "event": ("an event", [event.__name__ for event in get_args(AnyEvent)]),
        "use": ("a use of an effect", {*USES, *rules.printing.uses}),
        "trait": ("a value that cards print", traits),
        "kind": ("a kind of card", kinds),
    }
    if game is not None:
        own = [name for name in game.blocks if "/" not in name]
        runs = (f"{name}{part}" for name in (*rules.effects, "{effect}") for part in _RUNS)
        found["block"] = ("a block", (*own, *runs))
    return found


def _unknown(
    mentions: Iterable[tuple[str, str, str]], known: Mapping[str, tuple[str, Iterable[str]]]
) -> Iterator[Flaw]:
    """Yield a flaw for each name of something that does not exist."""
    for what, name, where in mentions:
        if name and what in known and name not in known[what][1]:
            wanted, names = known[what][0], sorted(known[what][1])
            names = [each for each in names if not each.endswith(_RUNS)]
            if 0 < len(names) <= _MOST_NAMES:
                wanted = f"{wanted}: {', '.join(names)}"
            yield Flaw(where, wanted, near(name, names))


# What one value says of another


def _relations(name: str, rules: Ruleset, game: Game) -> Iterator[Flaw]:
    """Yield contradictions among values of the right types and names of existing things."""
    if rules.name != name:
        yield Flaw("name", f"the name it is registered by: {name}", rules.name)
    prefixes = [system.system for system in systems()]
    if rules.prefix not in prefixes:
        wanted = "the prefix of a system of statements (add_system)"
        yield Flaw("prefix", wanted, near(rules.prefix, prefixes))
    yield from _misnamed(rules)
    yield from _turns(rules, game)
    yield from _battles(rules)
    yield from _uncited(rules, game)
    yield from _unspent(game)
    least = 1 if rules.citations.over else 0
    if rules.life < least:
        yield Flaw("life", f"{least} or more", str(rules.life))
    for reading in rules.readings:
        if reading.choices[:1] != (reading.default,):
            wanted = f"its default, {reading.default}, first"
            yield Flaw(f"readings[{reading.id}].choices", wanted, shown(reading.choices))
    if not all(2 <= number <= len(SEAT_LETTERS) for number in rules.players or (0,)):
        wanted = f"numbers from 2 to {len(SEAT_LETTERS)}"
        yield Flaw("players", wanted, shown(rules.players))
    faults = deck_faults(rules, *rules.decks.practice, "")
    for fault in faults if any(rules.decks.practice) else ():
        yield Flaw("decks.practice", "a deck that may be played", str(fault))


def _misnamed(rules: Ruleset) -> Iterator[Flaw]:
    zones = [*rules.zones.rows, *rules.zones.piles]
    named = {
        "zones": zones,
        "phases": [phase.name for phase in rules.phases],
        "cards": list(rules.cards),
    }
    for field, names in named.items():
        pattern, wanted = _PATTERNS[field]
        for index, name in enumerate(names):
            if not pattern.fullmatch(name):
                yield Flaw(field, f"names of {wanted}", shown(name))
            elif name in names[:index]:
                yield Flaw(field, "names of their own", f"{shown(name)} twice")
    for code, card in rules.cards.items():
        if card.code != code:
            wanted = f"the card {shown(code)}"
            yield Flaw(f"cards[{code!r}].code", wanted, shown(card.code))
    for effect, value in rules.effects.items():
        if value.name != effect:
            wanted = f"the effect {shown(effect)}"
            yield Flaw(f"effects[{effect!r}].name", wanted, shown(value.name))
    for kind, count in rules.zones.rows.items():
        if count < 0 or (count == 0 and kind not in ROW_KINDS):
            wanted = f"a number of zones (0, without end, is for {', '.join(ROW_KINDS)} alone)"
            yield Flaw(f"zones.rows[{kind!r}]", wanted, str(count))


def _turns(rules: Ruleset, game: Game) -> Iterator[Flaw]:
    """Yield flaws in the course of every duel: its first blocks, its turns and their phases."""
    if not rules.phases:
        yield Flaw("phases", "a phase or more", "none")
    if "duel" not in game.blocks:
        yield Flaw("blocks", 'a block "duel", with which a duel begins', shown(game.blocks))
    if not any(isinstance(op, procedures.Phases) for op in game.blocks["turn"]):
        wanted = "a step Phases(), which goes through the phases"
        yield Flaw("blocks['turn']", wanted, "none")
    for block, steps in rules.blocks.items():
        for index, op in enumerate(steps):
            if type(op) not in EXECUTE:
                wanted = "a step that a function carries out (executes)"
                yield Flaw(f"blocks[{block!r}][{index}]", wanted, type(op).__name__)
    for kind, moves in (("moves", game.moves), ("responses", game.responses)):
        for index, move in enumerate(moves):
            if not move.permitted_by and move.extra_citations is None:
                wanted = "the statements that permit it"
                yield Flaw(f"{kind}[{index}].permitted_by", wanted, "none")
            if move.block not in game.blocks and not any(map(move.takes, _WITHOUT_BLOCK)):
                wanted = f"a block {shown(move.block)} for this move"
                yield Flaw("blocks", wanted, near(move.block, rules.blocks, "none"))


def _battles(rules: Ruleset) -> Iterator[Flaw]:
    """Yield the flaws of a battle table, where there is one."""
    table, names = rules.battle, [phase.name for phase in rules.phases]
    if not table.rows:
        return
    for index, phase in enumerate(table.phases):
        if phase not in names:
            yield Flaw(f"battle.phases[{index}]", one_of(names), near(phase, names))
    for against in dict.fromkeys(row.against for row in table.rows):
        compared = {row.compare for row in table.rows if row.against == against}
        missing = [sign for sign in (">", "=", "<") if not compared & {sign, "any"}]
        if missing:
            wanted = f"rows against {against} for {', '.join(missing)}, or any"
            yield Flaw("battle.rows", wanted, "none")


def _unspent(game: Game) -> Iterator[Flaw]:
    """Yield the rights that a move asks for, and that nothing ever uses up."""
    rights = vocabulary(game).rights
    for kind, moves in (("moves", game.moves), ("responses", game.responses)):
        for index, move in enumerate(moves):
            for rule in move.rules():
                if isinstance(rule.holds, Unused) and rule.holds.right not in rights:
                    wanted = "a right that a step uses up (Spend)"
                    yield Flaw(f"{kind}[{index}]", wanted, near(rule.holds.right, rights))


def _uncited(rules: Ruleset, game: Game) -> Iterator[Flaw]:
    """Yield the statements that are not cited though something is done by them."""
    steps = tuple(walk((*rules.blocks.values(), *rules.effects.values())))
    loses = any(isinstance(op, ops.Damage | ops.Pay) for op in steps) or any(
        row.damaged for row in rules.battle.rows
    )
    late = any(t.meaning == "last" for t in game.chain.timings.values()) or any(
        effect.on is not None and effect.on.misses for effect in rules.effects.values()
    )
    limited = bool(game.chain.self_summons and game.self_summoners)
    cited, chain = rules.citations, game.chain
    left_out = (
        (loses and rules.checks_life, "citations.over", cited.over, "life is lost"),
        (rules.zones.owned, "citations.owners", cited.owners, "zones.owned names some"),
        (
            rules.in_play.never_down,
            "citations.never_down",
            cited.never_down,
            "in_play.never_down names a kind",
        ),
        (late, "chain.missed_rules", chain.missed_rules, "effects miss their timing"),
        (limited, "chain.limit_rules", chain.limit_rules, "chain.self_summons limits some"),
    )
    for done, field, ids, why in left_out:
        if done and not ids:
            yield Flaw(field, f"a statement, for {why}", "none")
    if limited and len(chain.limit_rules) not in (0, 3):
        yield Flaw("chain.limit_rules", "three statements", shown(chain.limit_rules))
    for name, effect in rules.effects.items():
        for struct in walk(effect):
            if isinstance(struct, Forbid | Restrict) and not struct.rules:
                wanted = "the statements by which it holds"
                kind = type(struct).__name__
                yield Flaw(f"effects[{name!r}]", wanted, f"a {kind} without")
    for name, status in rules.in_play.statuses.items():
        if not status.rules:
            wanted = "the statements by which it holds"
            yield Flaw(f"in_play.statuses[{name!r}].rules", wanted, "none")
