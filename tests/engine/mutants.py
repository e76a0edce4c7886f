"""Do the tests hold the rules? Changes one thing of a ruleset at a time, and runs its own tests.

A ruleset is a value, so a mutant is another value: a limit that is off or inverted, an operation
left out, an amount one more or one less, the other player, a trigger that waits for something
else, another row of the battle table. It is killed when a conformance test marked with the
statement that it belongs to fails. Tests marked with other statements don't count, nor do counts,
snapshots or tests of the catalogue.

`make mutants` runs all; survivors.toml gives the reason for each survivor that may live.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct, structs, toml

from duelmat_engine import ruleset
from duelmat_engine.catalogue import statements
from duelmat_engine.chains.policy import Bucket, ChainPolicy
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.judging.question import Rule, Way
from duelmat_engine.ruleset import Game, Ruleset

HERE: Final = Path(__file__).parent
WANTED: Final = 0.95
"""The share of mutants that have to be killed."""
MOST_TESTS: Final = 40
"""So many tests are asked for one mutant at most."""

Make = Callable[[Ruleset], Ruleset]


@dataclass(frozen=True)
class Mutant:
    """One change: what it is called, whose statements it touches, and how it is made."""

    name: str
    rules: tuple[str, ...]
    make: Make


# Changing a tree of frozen values


def _children(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, Struct):
        for name in node.__struct_fields__:
            yield name, getattr(node, name)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield field.name, getattr(node, field.name)


def _with(node: Any, name: str, value: Any) -> Any:
    if isinstance(node, Struct):
        return structs.replace(node, **{name: value})
    return replace(node, **{name: value})


def _changed_ruleset(rules: Ruleset, name: str, value: Any) -> Ruleset:
    changed: Ruleset = _with(rules, name, value)
    return changed


def _field(name: str, value: Any) -> Make:
    return lambda rules: _changed_ruleset(rules, name, value)


def _entry(field: str, name: str, value: Any) -> Make:
    return lambda rules: _changed_ruleset(rules, field, {**getattr(rules, field), name: value})


def _own_rules(node: Any) -> tuple[str, ...]:
    rules = getattr(node, "rules", ())
    rule = getattr(node, "rule", "") or getattr(node, "id", "")
    found = (*(rules if isinstance(rules, tuple) else ()), *((rule,) if rule else ()))
    return tuple(r for r in found if "-" in r and not r.startswith("G-"))


_SIDES: Final = {
    "own": ("opposing",),
    "opposing": ("own",),
    "any": ("own",),
    "attacker": ("target",),
    "target": ("attacker",),
    "difference": ("attack",),
    "turn": ("other",),
    "when": ("if",),
    "if": ("when",),
}
"""Words that say whose or how, and what else they might say."""
_WORDS: Final = {"whose", "by", "damaged", "amount", "timing"}
_SILENT: Final = {"name", "text", "title", "remedy", "tag", "aloud", "way", "cause", "bind"}
"""Fields that say what something is called or how it is told, and change nothing of the play."""
_ACTIVATED: Final = ("magic", "quick", "trap", "spell")
"""Uses of cards that are spent by being activated."""


def _is_silent(node: Any, name: str) -> bool:
    """Whether nothing asks this field of this node."""
    if isinstance(node, On):
        return (
            (name == "at_least" and node.event != "SeveralDestroyed")
            or (name == "from_set" and node.part != "witness")
            or (name == "flips" and node.part == "witness")
            # what befalls a card is asked of it where it lay: that is its own player's
            or (name == "whose" and node.part == "piece" and not node.to)
        )
    if isinstance(node, ops.Send) and name == "face_down":
        return node.to in ("hand", "pile")  # there every card lies hidden
    if isinstance(node, ops.PutAwayRow) and name == "face_up":
        return node.to not in ("hand", "pile")  # elsewhere every card lies open
    if isinstance(node, ops.PutAwayRow) and name == "unless_attached":
        return "equip" not in node.kinds  # no other card is ever attached
    if isinstance(node, ops.OrderPhase) and name == "plays":
        return not node.at_once  # a phase of the graph ends when its player ends it
    if isinstance(node, Effect):
        return (
            (name == "mandatory" and node.use != "trigger")
            or (name == "stays" and node.use not in _ACTIVATED)
            or (name == "zones" and node.use not in ("trigger", "continuous"))
            or name in _SILENT
        )
    return name in _SILENT


def variants(node: Any, rules: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """Every value that differs from this one in a single place: where, whose statements, value."""
    rules = _own_rules(node) or rules
    for name, value in _children(node):
        if _is_silent(node, name):
            continue
        for where, touched, changed in _changed(name, value, rules):
            yield f"{name}{where}", touched, _with(node, name, changed)


def _changed(name: str, value: Any, rules: tuple[str, ...]) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(value, bool):
        yield f"={not value}", rules, not value
    elif isinstance(value, int):
        yield "+1", rules, value + 1
        if value > 0:
            yield "-1", rules, value - 1
    elif isinstance(value, str) and name in _WORDS:
        for other in _SIDES.get(value, ()):
            yield f"={other}", rules, other
    elif isinstance(value, str) and value and name in ("cause", "way"):
        yield "=any", rules, ""
    elif isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type)):
        for where, touched, changed in variants(value, rules):
            yield f".{where}", touched, changed
        if name == "on":
            yield "=none", rules, None
    elif isinstance(value, tuple) and value and not isinstance(value[0], str):
        for index, item in enumerate(value):
            touched = _own_rules(item) or rules
            yield f"[{index}]-off", touched, (*value[:index], *value[index + 1 :])
            for where, of, changed in variants(item, rules):
                yield f"[{index}].{where}", of, (*value[:index], changed, *value[index + 1 :])
    elif isinstance(value, tuple) and name in ("destroyed", "positions", "zones", "acts"):
        for index in range(len(value)):
            yield f"[{index}]-off", rules, (*value[:index], *value[index + 1 :])


# What a ruleset is made of


def _of_blocks(rules: Ruleset) -> Iterator[Mutant]:
    for name, block in rules.blocks.items():
        for where, touched, changed in _changed("block", block, ()):
            yield Mutant(
                f"block {name}{where}",
                touched,
                _entry("blocks", name, changed),
            )


_UNCHAINED: Final = ("continuous", "cost", "flip")
"""Uses of effects that never stand on the Chain."""


def _means_nothing(rules: Ruleset, effect: Effect, where: str) -> bool:
    """Whether this ruleset asks nothing of this field of this effect."""
    on = effect.on
    if where in ("speed", "unanswered"):  # asked of links that may be answered
        return bool(rules.state_actions) or effect.use in _UNCHAINED
    if where == "mandatory":  # what happens by itself is never declined
        return bool(rules.state_actions)
    if where == "on.misses":  # only what is optional is lost, and only where windows open
        return bool(rules.state_actions) or effect.mandatory
    if where == "on.timing" and isinstance(rules.chain, ChainPolicy):
        return not rules.chain.timings  # no word of timing means more than another
    if where.endswith(".target") and where.startswith("resolve"):
        return True  # targets are what is chosen before an effect stands on the Chain
    if effect.use == "cost" and where.endswith((".target", ".by")):
        return True  # a cost is named by who plays the card, and stands on no Chain
    if where.startswith("zones["):  # a card that a thing befalls has its effect wherever it lies
        return on is not None and on.part != "witness" and "hand" not in effect.zones
    return False


def _of_effects(rules: Ruleset) -> Iterator[Mutant]:
    by_table = {use for row in rules.speeds if not row.kinds for use in row.uses}
    for name, effect in rules.effects.items():
        for where, touched, changed in variants(effect, effect.rules):
            if where.startswith("speed") and effect.use in by_table:
                continue  # the table of speeds has a row for it, whatever the effect says
            if _means_nothing(rules, effect, where.partition("=")[0].rstrip("+-1")):
                continue
            yield Mutant(
                f"effect {name}.{where}",
                touched,
                _entry("effects", name, changed),
            )


def _of_tables(rules: Ruleset) -> Iterator[Mutant]:
    for table in ("phases", "battle", "chain", "speeds"):
        if table == "chain" and rules.state_actions:
            continue  # triggers go on the Chain by the list of what happens by itself
        for where, touched, changed in _changed(table, getattr(rules, table), ()):
            yield Mutant(
                f"table {table}{where}",
                touched,
                _field(table, changed),
            )
    for name, limits in rules.kind_limits.items():
        for where, touched, changed in _changed("limits", limits, ()):
            yield Mutant(f"kind {name}.{where}", touched, _entry("kind_limits", name, changed))
    for index, reaction in enumerate(rules.reactions):
        left = (*rules.reactions[:index], *rules.reactions[index + 1 :])
        touched = tuple(_cited_in(rules.blocks.get(reaction.block, ())))
        yield Mutant(f"reaction {reaction.kind} off", touched, _field("reactions", left))
    yield from _of_policies(rules)
    yield from _numbers(rules)


def _cited_in(node: Any) -> Iterator[str]:
    """The statements that anything in a block cites."""
    if isinstance(node, tuple):
        for item in node:
            yield from _cited_in(item)
    elif isinstance(node, Struct):
        yield from _own_rules(node)
        for _, value in _children(node):
            yield from _cited_in(value)


_OF_POLICY: Final = {
    "buckets": "order_rules",
    "by_event": "order_rules",
    "self_summons": "limit_rules",
    "staggered": "window_rules",
    "timings": "missed_rules",
    "together": "resolve_rules",
}
"""By which of its statements a chain policy has a field; by those about its windows otherwise."""


def _of_policies(rules: Ruleset) -> Iterator[Mutant]:
    """Changes of the chain policies that readings choose: a field, wherever it stands so."""
    if isinstance(rules.chain, ChainPolicy):
        return
    usual = ruleset.default_readings(rules)
    chosen = [usual, *({**usual, r.id: c} for r in rules.readings for c in r.choices)]
    found: dict[tuple[str, str, Any], Mutant] = {}
    for readings in chosen:
        policy = rules.chain(readings)
        where = " ".join(f"{k}={v}" for k, v in readings.items() if usual[k] != v) or "usual"
        for what, touched, field, value in _changes_of_policy(policy):
            sound = getattr(policy, field)
            made = _policy(field, sound, value)
            mutant = Mutant(f"chain {where} {what}", tuple(touched), made)
            key = (what, repr(sound), repr(value))
            if key in found:
                mutant = replace(
                    found[key], rules=tuple(dict.fromkeys((*found[key].rules, *touched)))
                )
            found[key] = mutant
    yield from found.values()


def _changes_of_policy(policy: ChainPolicy) -> Iterator[tuple[str, tuple[str, ...], str, Any]]:
    """What is changed, whose statements, the field, and its other value."""
    for what, touched, changed in variants(policy, policy.rules):
        field = what.partition("[")[0].partition("=")[0].partition("+")[0].partition("-")[0]
        value = getattr(changed, field)
        if field == "buckets" and "level" in what and not _regroups(policy, value):
            continue
        own = touched if field == "buckets" and "-off" not in what else ()
        named = getattr(policy, _OF_POLICY.get(field, "rules"))
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
        build: Any = rules.chain

        def chain(readings: Any) -> ChainPolicy:
            made: ChainPolicy = build(readings)
            return replace(made, **{field: value}) if getattr(made, field) == sound else made

        return _changed_ruleset(rules, "chain", chain)

    return make


def _numbers(rules: Ruleset) -> Iterator[Mutant]:
    for step in (1, -1):
        life = _field("life", rules.life + step)
        yield Mutant(f"life{step:+}", rules.life_rules, life)


def _of_ways(rules: Ruleset, game: Game) -> Iterator[Mutant]:
    for part in ("ways", "responses"):
        made: tuple[Way, ...] = getattr(game, part)
        for at, way in enumerate(made):
            for group in ("given", "moment", "card", "shape", "action"):
                for index, rule in enumerate(getattr(way, group)):
                    for change in ("off", "inverted"):
                        yield Mutant(
                            f"{part[:-1]} {way.name}.{group}[{index}] {change}",
                            (rule.id,),
                            _changed_way(part, at, group, index, change),
                        )


def _changed_way(part: str, at: int, group: str, index: int, change: str) -> Make:
    def make(rules: Ruleset) -> Ruleset:
        build = getattr(rules, part)

        def built(inner: Ruleset, readings: Any) -> tuple[Way, ...]:
            ways = tuple(build(inner, readings))
            way = ways[at]
            limits: tuple[Rule, ...] = getattr(way, group)
            rule = limits[index]
            holds = rule.holds
            other = (lambda _: True) if change == "off" else (lambda q: not holds(q))
            changed = replace(rule, holds=other)
            limits = (*limits[:index], changed, *limits[index + 1 :])
            return (*ways[:at], _with(way, group, limits), *ways[at + 1 :])

        return _changed_ruleset(rules, part, built)

    return make


def mutants(rules: Ruleset) -> list[Mutant]:
    """Every mutant of a ruleset that touches a statement of its own."""
    game = ruleset.build_game(rules, ruleset.default_readings(rules))
    known = {s.id for s in statements()}
    made = [*_of_ways(rules, game), *_of_blocks(rules), *_of_effects(rules), *_of_tables(rules)]
    return [m for m in made if any(r in known for r in m.rules)]


# Running the tests against them


class Hunt:
    """A pytest plugin: instead of running every test once, runs each mutant's own tests."""

    def __init__(self, names: Sequence[str], wanted: str) -> None:
        self.names = names
        self.wanted = wanted
        self.survivors: dict[str, list[Mutant]] = {name: [] for name in names}
        self.counts: dict[str, int] = dict.fromkeys(names, 0)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_rule: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            rules = [rule for mark in item.iter_markers("rule") for rule in mark.args]
            if rules and _fails(item):
                print(f"left out, for it fails by itself: {item.nodeid}", flush=True)
                continue
            for rule in rules:
                by_rule.setdefault(rule, []).append(item)
        for name in self.names:
            for mutant in mutants(ruleset.find_ruleset(name)):
                if self.wanted in mutant.name:
                    self.counts[name] += 1
                    if not self._is_killed(name, mutant, by_rule):
                        self.survivors[name].append(mutant)
                    self._progress(name)
        return True

    def _progress(self, name: str) -> None:
        if self.counts[name] % 100 == 0:
            alive = len(self.survivors[name])
            print(f"{name}: {self.counts[name]} mutants, {alive} alive", flush=True)

    def _is_killed(self, name: str, mutant: Mutant, by_rule: dict[str, list[pytest.Item]]) -> bool:
        tests = list(dict.fromkeys(t for rule in mutant.rules for t in by_rule.get(rule, ())))
        with _instead(name, mutant.make):
            return any(map(_fails, tests[:MOST_TESTS]))


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


class _instead:  # noqa: N801  (a context manager that reads as a word)
    """While inside, the ruleset of this name is the mutant."""

    def __init__(self, name: str, make: Make) -> None:
        self.name = name
        self.make = make
        self.build = ruleset._RULESETS[name]

    def __enter__(self) -> None:
        sound = self.build()
        ruleset._RULESETS[self.name] = lambda: self.make(sound)
        _forget()

    def __exit__(self, *_: object) -> None:
        ruleset._RULESETS[self.name] = self.build
        _forget()


def _forget() -> None:
    ruleset.find_ruleset.cache_clear()
    ruleset._games.clear()


def excused() -> dict[str, str]:
    """The survivors that may live, with the reason."""
    path = HERE / "survivors.toml"
    found: dict[str, dict[str, str]] = toml.decode(path.read_bytes()) if path.exists() else {}
    return {
        f"{name}: {mutant}": why for name, group in found.items() for mutant, why in group.items()
    }


def main(arguments: Sequence[str]) -> int:
    """Hunt the mutants of these rulesets, or of all; `-k TEXT` takes those with such a name."""
    wanted = ""
    names = list(arguments)
    if "-k" in names:
        at = names.index("-k")
        wanted = names[at + 1]
        del names[at : at + 2]
    names = names or list(ruleset.ruleset_names())
    hunt = Hunt(names, wanted)
    pytest.main(
        [str(HERE / "conformance"), "-q", "-p", "no:cacheprovider", "-p", "no:randomly"],
        plugins=[hunt],
    )
    reasons = excused()
    total = alive = unexplained = 0
    for name in names:
        for mutant in hunt.survivors[name]:
            reason = reasons.get(f"{name}: {mutant.name}", "")
            unexplained += not reason
            print(f"alive  {name}: {mutant.name} ({', '.join(mutant.rules)})  {reason}")
        count, living = hunt.counts[name], len(hunt.survivors[name])
        killed = count - living
        print(f"{name}: {killed} of {count} killed ({killed / max(count, 1):.1%})")
        total += count
        alive += living
    print(f"{total - alive} of {total} killed; {unexplained} survivors without a reason")
    return 0 if total and (total - alive) / total >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
