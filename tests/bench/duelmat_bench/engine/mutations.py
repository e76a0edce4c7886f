"""Mutations of a ruleset, to see whether its tests notice: one thing at a time.

A ruleset is a value, so a mutant is another value: a limit that is off or inverted, an operation
left out, an amount one more or one less, the other player, a trigger that waits for something
else, another row of a table. Each belongs to the statements cited where the change is made.

What is left out is left out because the ruleset never asks it (see changing.py), or because what
it makes is the same ruleset. Whatever is only hard to see counts, and stands in
survivors.toml if nothing sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, Final, cast

from duelmat_bench.engine.changing import (
    Changes,
    Rules,
    all_readings,
    cited_in,
    own_rules,
    policy_of,
    with_field,
)
from duelmat_engine.catalogue import statements
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import Fault
from duelmat_engine.moves.moment_rules import always_holds
from duelmat_engine.ruleset import registry
from duelmat_engine.ruleset.build import build_game, default_readings
from duelmat_engine.ruleset.chain_policy import Bucket, ChainPolicy
from duelmat_engine.ruleset.game import RULE_GROUPS, Game, MoveKind, Rule, Ruleset
from duelmat_engine.rulesets.resummoned.priority import Priority
from duelmat_engine.rulesets.resummoned.state_actions import STATE_ACTIONS, listed_actions
from duelmat_engine.rulesets.trigamon import game as trigamon
from duelmat_engine.rulesets.trigamon import tributes

Make = Callable[[Ruleset], Ruleset]


@dataclass(frozen=True)
class Mutant:
    """One change: what it is called, whose statements it touches, and how it is made."""

    name: str
    rules: Rules
    inside: Callable[[], AbstractContextManager[None]]
    """While inside, the ruleset of this name is the mutant."""


def mutants(name: str) -> list[Mutant]:
    """Every mutant of a ruleset that touches a statement of its own."""
    rules = registry.find_ruleset(name)
    game = build_game(rules, default_readings(rules))
    known = {s.id for s in statements()}
    other = Changes(rules)
    parts = (
        _of_moves(game),
        _of_blocks(rules, other),
        _of_effects(rules, other),
        _of_tables(rules, other),
    )
    made = [
        Mutant(what, tuple(touched), partial(_instead, name, make))
        for part in parts
        for what, touched, make in part
    ]
    if name == "trigamon":
        made += _of_tributes()
    if name == "resummoned":
        made += _of_state_actions()
    return [m for m in made if any(r in known for r in m.rules)]


@contextmanager
def _instead(name: str, make: Make) -> Iterator[None]:
    sound = registry.find_ruleset(name)
    _replace_ruleset(name, lambda: make(sound))
    try:
        yield
    finally:
        _replace_ruleset(name, lambda: sound)


def _replace_ruleset(name: str, build: Callable[[], Ruleset]) -> None:
    """Have another ruleset under a name; games of the one before are forgotten."""
    registry._RULESETS[name] = build
    registry.find_ruleset.cache_clear()
    registry._games.clear()


Change = tuple[str, Iterable[str], Make]
"""The name of a mutant, the statements that it touches, and the way in which it is made."""


def _field(path: str, value: Any) -> Make:
    """Another value at this place: the names of fields with dots between them."""

    def make(rules: Ruleset) -> Ruleset:
        part, _, name = path.rpartition(".")
        if not part:
            return cast(Ruleset, with_field(rules, name, value))
        changed = with_field(attrgetter(part)(rules), name, value)
        return _field(part, changed)(rules)

    return make


def _entry(path: str, name: str, value: Any) -> Make:
    return lambda rules: _field(path, {**attrgetter(path)(rules), name: value})(rules)


def _without(path: str, name: str) -> Make:
    def make(rules: Ruleset) -> Ruleset:
        left = {key: value for key, value in attrgetter(path)(rules).items() if key != name}
        return _field(path, left)(rules)

    return make


# The kinds of moves and their limits


def _of_moves(game: Game) -> Iterator[Change]:
    for part in ("moves", "responses"):
        made: tuple[MoveKind, ...] = getattr(game, part)
        for move in made:
            for group in RULE_GROUPS:
                limits: tuple[Rule, ...] = getattr(move, group)
                for index, rule in enumerate(limits):
                    same = sum(limit.id == rule.id for limit in limits[:index])
                    # what only permits is off already
                    for change in ("off", "inverted")[rule.holds is always_holds :]:
                        name = f"{part[:-1]} {move.name}.{group}[{index}] {change}"
                        where = (move.name, group, rule.id, same)
                        yield name, (rule.id,), _changed_move(part, where, change)


def _changed_move(part: str, where: tuple[str, str, str, int], change: str) -> Make:
    """A changed kind of move, found by rule: further cards may bring further limits."""
    name, group, rule, same = where

    def changed(limits: tuple[Rule, ...]) -> tuple[Rule, ...]:
        index = [i for i, limit in enumerate(limits) if limit.id == rule][same]
        holds = limits[index].holds
        other = (lambda _: True) if change == "off" else (lambda q: not holds(q))
        return (*limits[:index], replace(limits[index], holds=other), *limits[index + 1 :])

    def make(rules: Ruleset) -> Ruleset:
        build = getattr(rules, part)

        def built(inner: Ruleset, readings: Any) -> tuple[MoveKind, ...]:
            return tuple(
                with_field(move, group, changed(getattr(move, group)))
                if move.name == name
                else move
                for move in build(inner, readings)
            )

        return _field(part, built)(rules)

    return make


# The steps of play, and the effects of cards


def _of_blocks(rules: Ruleset, other: Changes) -> Iterator[Change]:
    for name, block in rules.blocks.items():
        for where, touched, changed in other.of("block", block, ()):
            if ".target=" not in where:  # a step of play has none
                yield f"block {name}{where}", touched, _entry("blocks", name, changed)


def _of_effects(rules: Ruleset, other: Changes) -> Iterator[Change]:
    for name, effect in rules.effects.items():
        for where, touched, changed in other.variants(effect, effect.rules):
            if not _says_nothing(effect, where):
                yield f"effect {name}.{where}", touched, _entry("effects", name, changed)


def _says_nothing(effect: Effect, where: str) -> bool:
    """Whether what is changed says something of other effects only.

    A target is chosen before an effect stands on the Chain, and by its player; only a trigger has
    needs that are asked once it is activated.
    """
    is_cost = effect.use == "cost"
    is_late = is_cost or where.startswith("resolve")
    return (
        (is_late and ".target=" in where)
        or (is_cost and ".by=" in where)
        or (effect.use != "trigger" and ".once_activated=" in where)
    )


# Tables


def _of_tables(rules: Ruleset, other: Changes) -> Iterator[Change]:
    for path in ("phases", "battle", "in_play.speeds"):
        table = path.rpartition(".")[2]
        for where, touched, changed in other.of(table, attrgetter(path)(rules), ()):
            yield f"table {table}{where}", touched, _field(path, changed)
    for name, limits in rules.in_play.kind_limits.items():
        for where, touched, changed in other.of("limits", limits, ()):
            if ".once_activated=" not in where:  # only triggers have such needs
                yield f"kind {name}.{where}", touched, _entry("in_play.kind_limits", name, changed)
    for index, reaction in enumerate(rules.in_play.reactions):
        left = (*rules.in_play.reactions[:index], *rules.in_play.reactions[index + 1 :])
        touched = tuple(cited_in(rules.blocks.get(reaction.block, ())))
        yield f"reaction {reaction.kind} off", touched, _field("in_play.reactions", left)
    yield from _of_statuses(rules)
    yield from _of_named(rules)
    yield from _of_numbers(rules)
    yield from _of_decks(rules)
    yield from _of_policies(rules, other)


def _of_statuses(rules: Ruleset) -> Iterator[Change]:
    for name, status in rules.in_play.statuses.items():
        if status.halves:
            changed = replace(status, halves="")
            yield (
                f"status {name}.halves off",
                status.rules,
                _entry("in_play.statuses", name, changed),
            )
        for act in status.forbids:
            changed = replace(status, forbids=tuple(a for a in status.forbids if a != act))
            yield (
                f"status {name}.{act} off",
                status.rules,
                _entry("in_play.statuses", name, changed),
            )


def _of_named(rules: Ruleset) -> Iterator[Change]:
    """Entries of what goes by name: where cards of a kind go, what is a Flip Summon, ..."""
    for name, (_, cited) in rules.in_play.leave_field.items():
        yield f"leave-field {name} off", cited, _without("in_play.leave_field", name)
    for name, cited in rules.in_play.flip_summons.items():
        yield f"flip-summon {name} off", cited, _without("in_play.flip_summons", name)
    for name in rules.in_play.face_down:
        yield (
            f"face-down {name} off",
            rules.citations.face_down,
            _without("in_play.face_down", name),
        )
    for index, name in enumerate(rules.zones.owned):
        left = (*rules.zones.owned[:index], *rules.zones.owned[index + 1 :])
        yield f"owner-zone {name} off", rules.citations.owners, _field("zones.owned", left)
    for count in rules.players if rules.citations.players else ():
        others = tuple(number for number in rules.players if number != count)
        yield f"players {count} off", rules.citations.players, _field("players", others)
    if rules.in_play.never_down:
        yield "never-down off", rules.citations.never_down, _field("in_play.never_down", "")


def _of_numbers(rules: Ruleset) -> Iterator[Change]:
    for step in (1, -1):
        yield f"life{step:+}", rules.citations.life, _field("life", rules.life + step)
        for kind, count in rules.zones.rows.items():
            if count:
                cited = rules.citations.zones.get(kind, ())
                yield f"row {kind}{step:+}", cited, _entry("zones.rows", kind, count + step)


def _of_decks(rules: Ruleset) -> Iterator[Change]:
    """A search for faults that overlooks one of the rules that decks of its cards can break."""
    for rule in _broken(rules, rules.decks.faults) if not rules.decks.formats else ():
        yield f"deck {rule} off", (rule,), _blind("decks.faults", rule)
    for name, known in rules.decks.formats.items():
        for rule in _broken(
            rules, lambda r, main, extra, find=known.deck_faults: find(r, (*main, *extra))
        ):
            blind = replace(known, deck_faults=_seeing(known.deck_faults, rule))
            yield f"format {name} deck {rule} off", (rule,), _entry("decks.formats", name, blind)
        sides = known.sideboard_faults
        broken = _broken(rules, lambda r, main, extra, find=sides: find(r, main, extra, ()))
        for rule in sorted({*broken} & {*known.sideboard_rules}):
            blind = replace(known, sideboard_faults=_seeing(sides, rule))
            yield (
                f"format {name} sideboard {rule} off",
                (rule,),
                _entry("decks.formats", name, blind),
            )


def _broken(rules: Ruleset, find: Callable[..., list[Fault]]) -> list[str]:
    """The rules that some deck of the packaged cards breaks: empty, unknown, many, or mixed."""
    found: dict[str, None] = {}
    for name in registry.ruleset_names():
        cards = tuple(registry.find_ruleset(name).cards)
        for main, extra in (((), ()), (cards, ()), ((), cards), (cards * 4, ()), (cards[:9], ())):
            found |= dict.fromkeys(fault.rule for fault in find(rules, main, extra))
    return list(found)


def _blind(field: str, rule: str) -> Make:
    return lambda rules: _field(field, _seeing(attrgetter(field)(rules), rule))(rules)


def _seeing(find: Callable[..., list[Fault]], rule: str) -> Callable[..., list[Fault]]:
    """The same search that overlooks what breaks this rule."""
    return lambda *about: [fault for fault in find(*about) if fault.rule != rule]


_OF_POLICY: Final = {
    "buckets": "order_rules",
    "by_event": "order_rules",
    "self_summons": "limit_rules",
    "staggered": "window_rules",
    "timings": "missed_rules",
    "together": "resolve_rules",
}
"""The statements of a chain policy by its fields; a field not listed follows those about windows.
"""


def _of_policies(rules: Ruleset, other: Changes) -> Iterator[Change]:
    """Changes of the chain policies that readings choose: a field, wherever it stands so."""
    usual = default_readings(rules)
    found: dict[tuple[str, str, Any], Change] = {}
    for readings in all_readings(rules):
        policy = policy_of(rules, readings)
        where = " ".join(f"{k}={v}" for k, v in readings.items() if usual[k] != v) or "usual"
        for what, touched, field, value in _changes_of_policy(policy, other):
            sound = getattr(policy, field)
            made = _policy(field, sound, value)
            name, cited = f"chain {where} {what}", tuple(touched)
            key = (what, repr(sound), repr(value))
            if key in found:
                name, before, made = found[key]
                cited = tuple(dict.fromkeys((*before, *cited)))
            found[key] = name, cited, made
    yield from found.values()


def _changes_of_policy(
    policy: ChainPolicy, other: Changes
) -> Iterator[tuple[str, Rules, str, Any]]:
    """Yield the name of a change, its statements, the field, and its other value."""
    if Priority in other.steps:
        return  # triggers go on the Chain by the list of what happens by itself
    cited = own_rules(policy.rules)
    for what, touched, changed in other.variants(policy, policy.rules):
        field = what.partition("[")[0].partition("=")[0].partition("+")[0].partition("-")[0]
        value = getattr(changed, field)
        if field == "buckets" and "level" in what and not _regroups(policy, value):
            continue
        own = touched if field == "buckets" and "-off" not in what and touched != cited else ()
        named: Rules = getattr(policy, _OF_POLICY.get(field, "rules"))
        yield what, own or named, field, value
    for name, timing in policy.timings.items():
        for meaning in ("waits", "interrupts"):
            if timing.meaning != meaning:
                timings = {**policy.timings, name: replace(timing, meaning=meaning)}
                yield f"{name}={meaning}", timing.rules, "timings", timings
    for within in ("", "player", "chain"):
        if policy.self_summons != within:
            yield f"self_summons={within}", policy.limit_rules, "self_summons", within


def _regroups(policy: ChainPolicy, buckets: Sequence[Bucket]) -> bool:
    """Whether other buckets stand together, and the policy cites a statement for that."""

    def groups(of: Sequence[Bucket]) -> list[int]:
        levels = [bucket.level for bucket in of]
        return [levels.index(level) for level in levels]

    return len(policy.order_rules) > 1 and groups(buckets) != groups(policy.buckets)


def _policy(field: str, sound: Any, value: Any) -> Make:
    def make(rules: Ruleset) -> Ruleset:
        def chain(readings: Mapping[str, str]) -> ChainPolicy:
            made = policy_of(rules, readings)
            return replace(made, **{field: value}) if getattr(made, field) == sound else made

        return _field("chain", chain)(rules)

    return make


# The table of Tributes, which is asked where it stands


def _of_state_actions() -> Iterator[Mutant]:
    for name, action in STATE_ACTIONS.items():
        yield Mutant(f"state-based action {name} off", action.rules, partial(_left_undone, name))


@contextmanager
def _left_undone(name: str) -> Iterator[None]:
    sound = STATE_ACTIONS[name]
    STATE_ACTIONS[name] = sound._replace(do=lambda *_: False)
    listed_actions.cache_clear()
    try:
        yield
    finally:
        STATE_ACTIONS[name] = sound
        listed_actions.cache_clear()


def _of_tributes() -> Iterator[Mutant]:
    for act, rows in tributes.TABLES.items():
        for index, row in enumerate(rows):
            for what, changed in _other_rows(row):
                made = (*rows[:index], *changed, *rows[index + 1 :])
                if _is_same_table(act, row, made):
                    continue
                yield Mutant(
                    f"tributes {act}[{index}] {what}",
                    (row.rule,),
                    partial(_other_table, act, made),
                )


def _other_rows(row: tributes.Row) -> Iterator[tuple[str, tuple[tributes.Row, ...]]]:
    text = row.interval
    yield "off", ()
    yield "tributes+1", (row._replace(tributes=row.tributes + 1),)
    if row.tributes:
        yield "tributes-1", (row._replace(tributes=row.tributes - 1),)
    yield f"free={not row.free}", (row._replace(free=not row.free),)
    if "-inf" not in text:
        other = {"[": "(", "(": "["}[text[0]] + text[1:]
        yield "low end", (row._replace(interval=other),)
    if ", inf" not in text:
        other = text[:-1] + {"]": ")", ")": "]"}[text[-1]]
        yield "high end", (row._replace(interval=other),)


def _is_same_table(act: tributes.Act, row: tributes.Row, made: tuple[tributes.Row, ...]) -> bool:
    """Whether the changed row has the same effect: at its ends, between them, and in what it
    cites.
    """

    def told() -> list[object]:
        low, high = tributes.ends(row.interval)
        ends = [end for end in (low, high) if end.is_finite()]
        beyond = 1 if ends[0] == low else -1
        inside = (ends[0] + ends[1]) / 2 if len(ends) > 1 else ends[0] + beyond
        rows = [
            tributes.row_for(act, row.measure, value, by_label=by_label)
            for value in (*ends, inside)
            for by_label in (False, True)
        ]
        # nothing asks whether an Assist Summon is free but what lists the rules of its rows
        known = [r and (r if act == "normal" else r._replace(free=False)) for r in rows]
        cited = {r.rule for r in tributes.TABLES[act] if not r.free}
        return [[r and (r.rule, r.tributes, r.free) for r in known], cited]

    sound = told()
    with _other_table(act, made):
        return told() == sound


@contextmanager
def _other_table(act: tributes.Act, rows: tuple[tributes.Row, ...]) -> Iterator[None]:
    sound = tributes.TABLES[act]
    tributes.TABLES[act] = rows
    tributes.row_for.cache_clear()
    _replace_ruleset("trigamon", trigamon.build)
    try:
        yield
    finally:
        tributes.TABLES[act] = sound
        tributes.row_for.cache_clear()
        _replace_ruleset("trigamon", trigamon.build)
