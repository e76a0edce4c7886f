"""Exactness of refusals: what they cite, and what they say would make the act legal.

Random duels are played; legal actions are changed in one field, and actions of neighbouring
decisions are asked. Of each refusal by rules: switching off exactly the cited rules makes it
legal, and leaving any one of them on does not; an answer to a question is then among those
listed, too, and can be carried out. Then the remedies are brought about.

What is invalid (`Verdict.invalid`) breaks no rule and is set aside: it has to stay refused
whatever is off, or it is counted as a fault of that verdict.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random

from duelmat_bench.engine.brought import bring
from duelmat_bench.engine.exactness_page import Figures, excused, page, rows, unlisted
from duelmat_bench.engine.random_duels import begin
from duelmat_engine import catalogue
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Roll,
    Turn,
)
from duelmat_engine.board.refs import ref_of
from duelmat_engine.facts import Asked
from duelmat_engine.judging.answers import fits_decision
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import ZoneName, zone, zone_kind
from duelmat_engine.notation import parse_action
from duelmat_engine.play import apply, roll
from duelmat_engine.ruleset.build import build_game
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.text.explain import spelled
from duelmat_engine.verdict import Do, Never, Verdict, When

SYSTEMS = ("trump_king", "ocg", "resummoned", "trigamon")
PER_STATE = 3
"""So many changed actions are asked at each decision."""

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[3] / "docs" / "exactness.md"

MOST_LINES = 30

MOST_STATES = 400
"""Of each duel."""


@lru_cache(maxsize=4096)
def _without(ruleset: str, readings: tuple[tuple[str, str], ...], off: frozenset[str]) -> Game:
    return build_game(find_ruleset(ruleset), dict(readings), off)


def without(duel: Duel, rules: frozenset[str]) -> Game:
    """The duel's game with these rules switched off."""
    return _without(duel.ruleset, tuple(sorted(duel.readings.items())), rules)


# Changed actions


def _refs(duel: Duel, game: Game) -> list[str]:
    return [ref_of(game, name, piece) for name, piece in duel.pieces()]


def _zones(duel: Duel, game: Game) -> list[ZoneName]:
    return [
        zone(seat, kind, index)
        for seat in duel.seats
        for kind, count in game.rules.zones.rows.items()
        for index in (range(1, count + 1) if count else range(-3, 4))
    ]


def _changes(duel: Duel, game: Game, action: Action, chance: Random) -> Iterator[Action]:
    """The action with one field changed, each field once."""
    refs, zones = _refs(duel, game), _zones(duel, game)
    if isinstance(action, Play | Activate | Attack | Turn | Choose):
        yield replace(action, card=chance.choice(refs), **_unshown(action))
    match action:
        case Play(using=using):
            yield replace(action, to=chance.choice(zones))
            yield replace(action, upright=not action.upright)
            yield replace(action, face_up=not action.face_up)
            moves = sorted({w.name for w in game.moves if w.takes(replace(action, move=w.name))})
            if moves:
                yield replace(action, move=chance.choice(moves))
            yield replace(action, using=(*using, chance.choice(refs)))
            if using:
                left = list(using)
                left.remove(chance.choice(using))
                yield replace(action, using=tuple(left))
        case Activate():
            yield replace(action, effect=chance.choice(sorted(game.rules.effects)))
        case Attack():
            yield replace(action, target=chance.choice([*refs, None]))
        case Turn():
            yield replace(action, upright=not action.upright)
            yield replace(action, face_up=not action.face_up)
        case Advance():
            yield Advance(chance.choice([p.name for p in game.rules.phases] + ["end"]))
        case Number(value=value):
            yield Number(value + chance.choice((-1, 1, 7, -1000)))
        case Name():
            yield Name("no-such-name")
        case _:
            pass


def _unshown(action: Action) -> dict[str, None]:
    return {"shown": None} if isinstance(action, Activate | Turn) else {}


# What has been found


@dataclass
class Found:
    """The measurements of one ruleset."""

    refusals: int = 0
    exact: int = 0
    remedied: int = 0
    open: int = 0
    invalid: Counter[str] = field(default_factory=Counter)
    """Of what kinds the actions were that no rule refuses."""
    by_rule: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    faults: Counter[str] = field(default_factory=Counter)
    remedy_faults: Counter[str] = field(default_factory=Counter)
    samples: dict[str, str] = field(default_factory=dict)


def is_exact(duel: Duel, action: Action, verdict: Verdict) -> str:
    """Return "" if the citation is exact, else what is wrong with it."""
    rules = frozenset(verdict.rules)
    if not rules:
        return "cites nothing"
    try:
        off = without(duel, rules)
        after = judge(duel, action, off)
        if not after.legal:
            return f"{'+'.join(sorted(rules))}: still refused by {'+'.join(after.rules)}"
        if duel.decision is not None and duel.decision.kind not in ("open", "window"):
            told = not_widened(duel, action, off)
            if told:
                return f"{'+'.join(sorted(rules))}: {told}"
        if len(rules) > 1:
            for kept in rules:
                if judge(duel, action, without(duel, rules - {kept})).legal:
                    return f"{'+'.join(sorted(rules))}: {kept} need not be cited"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the measure reports
        return f"{'+'.join(sorted(rules))}: {type(error).__name__} {error}"
    return ""


def not_widened(duel: Duel, action: Action, off: Game) -> str:
    """Return "" if an answer that no rule refuses any more is listed and can be carried out."""
    move = next((w for w in off.moves if w.takes(action)), None)
    assert duel.decision is not None
    if move is not None and not fits_decision(duel.decision, action):
        return ""  # open play asked in between: it answers another question
    endless = isinstance(action, Play) and not off.rules.zones.rows[zone_kind(action.to)]
    if not endless and action not in legal_actions(duel, off):
        return "legal, but not listed"
    apply(duel, action, off)
    return ""


def all_rules(ruleset: str) -> frozenset[str]:
    """Every statement of a ruleset, and every text of an effect."""
    system = find_ruleset(ruleset)
    texts = (f"text:{name}" for name in system.effects)
    readings = (*(entry.id for entry in catalogue.readings()), *catalogue.parts())
    return frozenset((*(s.id for s in catalogue.statements()), *readings, *texts))


def is_wrong(duel: Duel, action: Action, verdict: Verdict) -> str:
    """Return "" if nothing that could be switched off makes it legal, else what does."""
    try:
        off = all_rules(duel.ruleset).union(verdict.rules)
        after = judge(duel, action, without(duel, off))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the measure reports
        return f"{verdict.invalid}: {type(error).__name__} {error}"
    return "" if after.invalid else f"{verdict.invalid}: legal without any rule"


# What would make it legal


def remedy_fault(duel: Duel, action: Action, verdict: Verdict, *, elsewhere: bool) -> str:
    """Return "" if the remedies make it legal, "open" if nobody can bring them about by hand.

    `elsewhere` says that the action was legal where it was asked for.
    """
    nevers = [r for r in verdict.remedies if isinstance(r, Never)]
    if nevers:
        return "" if any(r.rule for r in nevers) else "never without its id"
    if not verdict.remedies:
        return "no remedy"
    whens = [r for r in verdict.remedies if isinstance(r, When)]
    facts = [r.fact for r in whens if r.fact is not None]
    if elsewhere and any(isinstance(f, Asked) for f in facts):
        return ""  # it was legal where it was asked
    if len(facts) < len(whens):
        return "open"
    game = game_of(duel.ruleset, duel.readings)
    after, there = bring(duel, game, action, facts)
    dos = [r for r in verdict.remedies if isinstance(r, Do)]
    for first in dos:
        if first.action and duel.decision is not None:
            step = parse_action(first.action, asker(duel, action))
            if type(step) is not type(action):
                if facts and isinstance(step, Advance):
                    after = replace(after, phase=step.phase)
                elif not facts:
                    after = _done(after, step)
    try:
        again = judge(after, there, game)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the measure reports
        return f"{type(error).__name__} {error}"
    if again.legal:
        return ""
    spelling = spelled(after, there, again, game)
    if any(r.action for r in spelling.remedies if isinstance(r, Do)):
        return ""  # what is left is to name other cards or zones, and these may be named
    return f"{' '.join(r.text for r in again.remedies)} [{'+'.join(again.rules)}]"


def _done(duel: Duel, step: Action) -> Duel:
    """The duel after this step, when nobody responds."""
    if not judge(duel, step).legal:
        return duel
    duel = apply(duel, step).duel
    for _ in range(12):
        if duel.decision is None or duel.decision.kind != "window":
            break
        duel = apply(duel, Pass()).duel
    return duel


def states(seed: int, ruleset: str, players: int) -> Iterator[tuple[Duel, list[Action]]]:
    """The decisions of a random duel that somebody makes, with their legal answers."""
    duel = begin(seed, ruleset, players)
    chance = Random(seed)
    for _ in range(MOST_STATES):
        if duel.decision is None:
            return
        if duel.decision.kind == "chance":
            duel = apply(duel, roll(duel)).duel
            continue
        legal = list(legal_actions(duel))
        yield duel, legal
        duel = apply(duel, chance.choice(legal)).duel


def refusals(
    seed: int, ruleset: str, players: int, per_state: int = PER_STATE
) -> Iterator[tuple[Duel, Action, Verdict, bool]]:
    """Refused neighbours of legal actions in a random duel; and whether it was legal before."""
    chance = Random(seed * 31 + 7)
    earlier: list[Action] = []
    for duel, legal in states(seed, ruleset, players):
        game = game_of(duel.ruleset, duel.readings)
        asked: list[Action] = []
        for _ in range(per_state):
            asked += _changes(duel, game, chance.choice(legal), chance)
        asked = chance.sample(asked, min(per_state, len(asked)))
        before = chance.choice(earlier) if earlier else None
        if before is not None:
            asked.append(before)
        for action in dict.fromkeys(asked):
            verdict = judge(duel, action, game)
            if not verdict.legal:
                yield duel, action, verdict, action == before
        earlier = [a for a in legal if not isinstance(a, Roll | Pass)] or earlier


def measure(ruleset: str, duels: int, seed: int = 0, per_state: int = PER_STATE) -> Found:
    """Refusals of so many random duels, counted by the rules that they cite."""
    found = Found()
    numbers = sorted(find_ruleset(ruleset).players)
    for number in range(seed, seed + duels):
        players = numbers[number % len(numbers)]
        for duel, action, verdict, elsewhere in refusals(number, ruleset, players, per_state):
            count(found, duel, action, verdict, elsewhere=elsewhere)
    return found


def count(found: Found, duel: Duel, action: Action, verdict: Verdict, *, elsewhere: bool) -> None:
    """Add one refusal."""
    if verdict.invalid:
        fault = is_wrong(duel, action, verdict)
        found.invalid[verdict.invalid] += 1
        found.faults[fault] += bool(fault)
        found.samples.setdefault(fault, f"{duel.decision} {action}: {verdict.summary()}")
        return
    told = remedy_fault(duel, action, verdict, elsewhere=elsewhere)
    found.remedied += not told
    found.open += told == "open"
    if told:
        untold = [r.text for r in verdict.remedies if isinstance(r, When) and r.fact is None]
        word = f"open: {' '.join(untold)}" if told == "open" else told
        word = f"{'+'.join(verdict.rules)}: {word}"
        found.remedy_faults[word] += 1
        found.samples.setdefault(word, f"{duel.phase} {action}: {verdict.summary()}")
    fault = is_exact(duel, action, verdict)
    found.refusals += 1
    found.exact += not fault
    for rule in verdict.rules or ("(none)",):
        figures = found.by_rule[rule]
        figures.remedied += not told
        figures.open += told == "open"
        figures.refusals += 1
        figures.exact += not fault
    if fault:
        assert duel.decision is not None
        kind = duel.decision.kind
        found.faults[f"[{kind} {type(action).__name__}] {fault}"] += 1
        found.samples.setdefault(fault, f"{duel.phase} {kind} {action}: {verdict.summary()}")


def report(ruleset: str, found: Found) -> str:
    """The figures of a ruleset as lines: each rule, and what went wrong."""
    share = 100 * found.exact / max(1, found.refusals)
    helped = 100 * found.remedied / max(1, found.refusals)
    aside = ", ".join(f"{count} {kind}" for kind, count in sorted(found.invalid.items()))
    lines = [f"{ruleset}: {found.refusals} refusals, {share:.1f} % exact, {helped:.1f} % helped"]
    lines.append(f"  set aside: {aside or 'nothing'}")
    lines += [f"  {row.line}" for row in rows(ruleset, found.by_rule)]
    for fault, times in (+found.faults).most_common(MOST_LINES):
        lines.append(f"  {times:5} {fault}")
        lines.append(f"        {found.samples[fault.partition('] ')[2] or fault]}"[:400])
    for fault, times in found.remedy_faults.most_common(MOST_LINES):
        lines.append(f"  {times:5} remedy {fault}")
        lines.append(f"        {found.samples[fault]}"[:400])
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and compare with the list of rules that fall short."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("duels", nargs="?", type=int, default=4, help="so many of each ruleset")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all of them by default")
    parser.add_argument("--write", action="store_true", help="write docs/exactness.md")
    asked = parser.parse_args(arguments)
    found: dict[str, Found] = {}
    for name in asked.rulesets or SYSTEMS:
        found[name] = measure(name, asked.duels)
        print(report(name, found[name]), flush=True)
    if asked.rulesets:
        return 0
    if asked.write:
        figures = {name: f.by_rule for name, f in found.items()}
        aside = {name: f.invalid.total() for name, f in found.items()}
        PAGE.write_text(page(figures, aside, asked.duels))
    measured = [row for name, f in found.items() for row in rows(name, f.by_rule)]
    wrong = unlisted(measured, excused())
    print("\n".join(wrong))
    return 1 if wrong or any(f.faults.total() for f in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
