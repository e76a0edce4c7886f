"""How exact refusals are: by what they cite, and by what they say would make the act legal.

Random duels are played; legal actions are changed in one field, and actions of neighbouring
decisions are asked. Of each refusal: switching off exactly the cited rules makes it legal, and
leaving any one of them on does not. Then the remedies are brought about.

Of plays this finds out something: each limit is a predicate that is left out by itself. Answers
to a question (a choice, an amount, a response out of turn) are refused by all that the question
cites, and the judge takes them for legal once all of that is off: for those the first figure
holds by definition and proves nothing.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

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
from duelmat_engine.effects.evaluate import free_zones, row_zones
from duelmat_engine.forms.notation import parse_action
from duelmat_engine.judging.facts import (
    Answered,
    Asked,
    BattleOver,
    Fact,
    LaterTurn,
    Lies,
    Life,
    NextTurn,
    Ordered,
    Room,
    Unmarked,
    YourPhase,
    YourTurn,
)
from duelmat_engine.judging.judge import asker, judge, legal_actions
from duelmat_engine.judging.remedies import spelled
from duelmat_engine.judging.verdict import Do, Never, Verdict, When
from duelmat_engine.names import Seat, ZoneName, seat_letter, zone, zone_kind, zone_seat
from duelmat_engine.play import apply, roll
from duelmat_engine.refs import lookup, ref_of
from duelmat_engine.ruleset import Game, build_game, find_ruleset, game_of
from duelmat_engine.state import Decision, Duel, Piece, replace
from engine.random_duels import begin

SYSTEMS = ("trump_king", "ocg", "resummoned", "trigamon")
PER_STATE = 3
"""So many changed actions are asked at each decision."""

ENOUGH = 0.95
"""The share of refusals by each rule that has to be exact."""

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
        for kind, count in game.rules.rows.items()
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
            ways = sorted({w.name for w in game.ways if w.takes(replace(action, way=w.name))})
            if ways:
                yield replace(action, way=chance.choice(ways))
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
class Figures:
    """Of one rule id: how many refusals cited it, and how many of those were exact."""

    refusals: int = 0
    exact: int = 0
    remedied: int = 0
    open: int = 0
    """Whose remedies hold a fact that nobody can bring about by hand."""


@dataclass
class Found:
    """What has been measured of one ruleset."""

    refusals: int = 0
    exact: int = 0
    remedied: int = 0
    open: int = 0
    by_rule: dict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    faults: Counter[str] = field(default_factory=Counter)
    remedy_faults: Counter[str] = field(default_factory=Counter)
    samples: dict[str, str] = field(default_factory=dict)


def is_exact(duel: Duel, action: Action, verdict: Verdict) -> str:
    """Empty if the citation is exact, else what is wrong with it."""
    rules = frozenset(verdict.rules)
    if not rules:
        return "cites nothing"
    try:
        after = judge(duel, action, without(duel, rules))
        if not after.legal:
            return f"{'+'.join(sorted(rules))}: still refused by {'+'.join(after.rules)}"
        if len(rules) > 1:
            for kept in rules:
                if judge(duel, action, without(duel, rules - {kept})).legal:
                    return f"{'+'.join(sorted(rules))}: {kept} need not be cited"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what the measure reports
        return f"{'+'.join(sorted(rules))}: {type(error).__name__} {error}"
    return ""


# What would make it legal


def bring(duel: Duel, game: Game, action: Action, facts: Sequence[Fact]) -> tuple[Duel, Action]:
    """A duel in which these facts hold, and the action as it is written there."""
    seat = asker(duel, action)
    for fact in sorted(facts, key=lambda f: isinstance(f, Lies)):
        duel, action = _brought(duel, game, action, fact, seat)
    return duel, action


def _brought(
    duel: Duel, game: Game, action: Action, fact: Fact, seat: Seat
) -> tuple[Duel, Action]:
    found = lookup(duel, getattr(action, "card", ""))
    match fact:
        case Answered():
            asked = Decision(seat, "open")
            return replace(duel, decision=asked, chain=(), waiting=(), window=None), action
        case YourTurn(least=least):
            return _in_turn(duel, seat, max(duel.turn, least)), action
        case YourPhase(phases=phases, open=is_open):
            if not phases:
                return duel, action
            if is_open:
                duel, action = _brought(duel, game, action, Answered(), seat)
            return replace(_in_turn(duel, seat, duel.turn), phase=phases[0]), action
        case NextTurn():
            return replace(_in_turn(duel, seat, duel.turn + 4), used={}), action
        case LaterTurn():
            return replace(duel, turn=duel.turn + 1), action
        case BattleOver():
            frames = tuple(f for f in duel.frames if f.block != "battle")
            return replace(duel, frames=frames), action
        case Ordered(phase=phase, before=before):
            duel = replace(duel, phase=before[0]) if before and duel.phase not in before else duel
            used = {**duel.used, f"{seat_letter(seat)}.order-{phase}": 1}
            return replace(duel, used=used), action
        case Life(least=least):
            players = list(duel.players)
            players[seat] = replace(players[seat], life=max(players[seat].life, least))
            return replace(duel, players=tuple(players)), action
        case Unmarked(mark=mark) if found is not None:
            name, piece = found
            marks = {k: v for k, v in piece.marks.items() if k != mark}
            pieces = tuple(replace(p, marks=marks) if p == piece else p for p in duel.at(name))
            return replace(duel, zones={**duel.zones, name: pieces}), action
        case Room(kind=kind):
            wanted = getattr(action, "to", "")
            keep = {found[0]} if found is not None else set()
            keep |= set(getattr(action, "using", ()))
            row = [n for n in row_zones(duel, game, seat, kind) if duel.at(n) and n not in keep]
            gone = wanted if wanted in row else (row or [ZoneName("")])[0]
            return replace(duel, zones={n: p for n, p in duel.zones.items() if n != gone}), action
        case Lies() if found is not None:
            return _laid(duel, game, action, fact, found, seat)
    return duel, action


def _in_turn(duel: Duel, seat: Seat, turn: int) -> Duel:
    decision = duel.decision
    if decision is not None and decision.kind == "open":
        decision = replace(decision, seat=seat)
    return replace(duel, turn_seat=seat, turn=turn, decision=decision)


def _laid(
    duel: Duel,
    game: Game,
    action: Action,
    fact: Lies,
    found: tuple[ZoneName, Piece],
    seat: Seat,
) -> tuple[Duel, Action]:
    name, piece = found
    after = replace(
        piece,
        face_up=piece.face_up if fact.face_up is None else fact.face_up,
        upright=piece.upright if fact.upright is None else fact.upright,
    )
    zones = dict(duel.zones)
    zones[name] = tuple(p for p in duel.at(name) if p.oid != piece.oid)
    there = zone_kind(name) in fact.kinds and zone_seat(name) == seat
    if there:
        place = name
        zones[name] = tuple(after if p.oid == piece.oid else p for p in duel.at(name))
    else:
        kind = fact.kinds[0]
        free = free_zones(duel, game, seat, kind) if kind in game.rules.rows else ()
        place = next(iter(free), zone(seat, kind))
        after = replace(after, arrived=0)
        zones[place] = (*zones.get(place, ()), after)
    moved = replace(duel, zones={n: p for n, p in zones.items() if p})
    action = replace(action, card=ref_of(game, place, after))
    if isinstance(action, Activate | Turn):
        hidden = not after.face_up and zone_kind(place) != "hand"
        action = replace(action, shown=after.key if hidden else None)
    return moved, action


def remedy_fault(duel: Duel, action: Action, verdict: Verdict, *, elsewhere: bool) -> str:
    """Empty if the remedies make it legal, "open" if nobody can bring them about by hand.

    `elsewhere` says that the action was legal where it was asked for.
    """
    nevers = [r for r in verdict.remedies if isinstance(r, Never)]
    if nevers:
        return "" if any(r.rule for r in nevers) else "never without its id"
    if not verdict.remedies:
        return "no remedy"
    whens = [r for r in verdict.remedies if isinstance(r, When)]
    facts = [r.fact for r in whens if r.fact is not None]
    if any(isinstance(f, Asked) for f in facts):
        return "" if elsewhere else "open"
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
    if dos:
        spelling = spelled(after, there, again, game)
        acts = [r.action for r in spelling.remedies if isinstance(r, Do) and r.action]
        if acts:
            return ""
    return f"{' '.join(r.text for r in again.remedies)} [{'+'.join(again.rules)}]"


def _done(duel: Duel, step: Action) -> Duel:
    """After this, when nobody responds."""
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
    """The figures of a ruleset as lines."""
    share = 100 * found.exact / max(1, found.refusals)
    closed = max(1, found.refusals - found.open)
    help_share = 100 * found.remedied / closed
    told = f"{found.open} not to be brought about by hand, {help_share:.1f} % of {closed} help"
    lines = [f"{ruleset}: {found.refusals} refusals, {share:.1f} % exact; remedies: {told}"]
    for rule, f in sorted(found.by_rule.items()):
        if f.exact < ENOUGH * f.refusals:
            lines.append(f"  {rule}: {f.exact} of {f.refusals} exact")
        if f.remedied < ENOUGH * (f.refusals - f.open):
            lines.append(f"  {rule}: {f.remedied} of {f.refusals - f.open} remedies help")
    for fault, times in found.faults.most_common(MOST_LINES):
        lines.append(f"  {times:5} {fault}")
        lines.append(f"        {found.samples[fault.partition('] ')[2]]}"[:400])
    for fault, times in found.remedy_faults.most_common(MOST_LINES):
        lines.append(f"  {times:5} remedy {fault}")
        lines.append(f"        {found.samples[fault]}"[:400])
    return "\n".join(lines)


if __name__ == "__main__":
    wanted = sys.argv[2:] or list(SYSTEMS)
    for name in wanted:
        print(report(name, measure(name, int(sys.argv[1]) if len(sys.argv) > 1 else 4)))
