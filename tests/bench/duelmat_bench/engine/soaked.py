"""One random duel and what must hold of it: it ends by rule, goes back, and plays again alike.

Every duel is played to its end, with the state digested at every MARKED-th action: afterwards all
those states are still what they were, one of them is gone back to and played on from, and the
whole duel is played again from its actions. In every WHOLE-th duel that is so at every action, and
the duel is played again from its written record, events and all. Every FOLLOWED-th duel is also
followed as a table sees it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Any, Final, NamedTuple

from duelmat_bench.engine.followed_duels import moments
from duelmat_bench.engine.random_duels import LIMIT, begin
from duelmat_bench.engine.refusals import refusals
from duelmat_bench.engine.secrets import leaks
from duelmat_bench.engine.twins import twins
from duelmat_engine import (
    Action,
    Deck,
    Duel,
    apply,
    legal_actions,
    new_record,
    read_record,
    replay,
    roll,
    view_for,
    write_duel,
    write_record,
)
from duelmat_engine.events import AnyEvent
from duelmat_engine.forms.position import faults_of
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.ruleset.registry import find_ruleset, game_of

MARKED: Final = 23
WHOLE: Final = 20
FOLLOWED: Final = 25


@dataclass
class Soaked:
    """The findings of so many duels."""

    duels: int = 0
    actions: int = 0
    turns: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    """The wins by reason."""
    draws: Counter[str] = field(default_factory=Counter)
    won_by: Counter[str] = field(default_factory=Counter)
    """The wins by seat."""
    cut_offs: list[int] = field(default_factory=list)
    """Seeds of duels that did not end within LIMIT actions."""
    stuck: list[int] = field(default_factory=list)
    """Seeds of duels in which somebody had to answer and no answer was legal."""
    undone: int = 0
    """States that were digested again after the duel had gone on."""
    records: int = 0
    """Duels played again from their written record."""
    followed: int = 0
    """Duels followed as a table sees them."""
    compared: int = 0
    """Decisions at which cards that a viewer cannot know were changed for each other."""
    twins: int = 0
    """Duels played beside one that differs in two unseen cards, and their public records."""
    refused: int = 0
    """Acts refused on public facts alone, by the same rules in the open and in the closed duel."""
    faults: list[str] = field(default_factory=list)
    cpu_s: float = 0.0

    def add(self, other: Soaked) -> None:
        """Add the findings of these duels."""
        for name in self.__dataclass_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, name, mine + theirs)

    def facts(self) -> dict[str, Any]:
        """Return the findings as JSON holds them."""
        found: dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            if isinstance(value, Counter):
                value = dict(sorted(value.items()))
            found[name] = round(value, 1) if isinstance(value, float) else value
        return found

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Soaked:
        """The same from JSON."""
        found = cls()
        for name, value in facts.items():
            counts = isinstance(getattr(found, name), Counter)
            setattr(found, name, Counter(value) if counts else value)
        return found


class Mark(NamedTuple):
    """A state of a duel, and what it was when it was there."""

    at: int
    duel: Duel
    digest: bytes


def digest(duel: Duel) -> bytes:
    """A duel's hash."""
    return blake2b(write_duel(duel).encode(), digest_size=16).digest()


def soak_one(seed: int, ruleset: str, players: int) -> Soaked:
    """Return the findings of one random duel."""
    found = Soaked(duels=1)
    where = f"{ruleset} of {players}, seed {seed}"
    start = duel = begin(seed, ruleset, players)
    chance = Random(seed)
    played: list[Action] = []
    events: list[AnyEvent] = []
    marks: list[Mark] = []
    every = 1 if seed % WHOLE == 0 else MARKED
    while duel.decision is not None and len(played) < LIMIT:
        if len(played) % every == 0:
            marks.append(Mark(len(played), duel, digest(duel)))
        if len(played) % MARKED == 0:
            game = game_of(ruleset, duel.readings)
            unsound = (*faults_of(duel, game), *unheard_of(duel, game))
            found.faults += [f"{where}: {fault}" for fault in unsound]
        if duel.decision.kind == "chance":
            action: Action = roll(duel)
        else:
            actions = list(legal_actions(duel))
            if not actions:
                found.stuck.append(seed)
                return found
            action = chance.choice(actions)
        duel, told = apply(duel, action)
        played.append(action)
        if every == 1:
            events += told
    found.actions, found.turns = len(played), duel.turn
    if duel.outcome is None:
        found.cut_offs.append(seed)
        return found
    winner = duel.outcome.winner
    (found.draws if winner is None else found.wins)[duel.outcome.reason] += 1
    if winner is not None:
        found.won_by["abcd"[winner]] += 1
    marks.append(Mark(len(played), duel, digest(duel)))
    found.undone = len(marks)
    found.faults += [f"{where}: {fault}" for fault in undone(marks, played, chance)]
    found.faults += [f"{where}: {fault}" for fault in again(start, marks, played)]
    if every == 1:
        found.records = 1
        found.faults += [
            f"{where}: {fault}" for fault in _from_record(seed, ruleset, players, played, events)
        ]
    return found


def undone(marks: list[Mark], played: list[Action], chance: Random) -> list[str]:
    """Return what is wrong with the states that were left, once they are come back to."""
    faults = [f"the state at {m.at} has changed" for m in marks if digest(m.duel) != m.digest]
    number = chance.randrange(len(marks))
    at, duel, _ = marks[number]
    later = next((m for m in marks if m.at >= at + MARKED), marks[-1])
    for action in played[at : later.at]:
        duel = apply(duel, action).duel
    if digest(duel) != later.digest:
        faults.append(f"taken back to {at}, it is another at {later.at}")
    return faults


def again(start: Duel, marks: list[Mark], played: list[Action]) -> list[str]:
    """Return what differs when the duel is played again from its actions."""
    states = {m.at: m.digest for m in marks}
    duel = start
    for number, action in enumerate(played):
        if number in states and digest(duel) != states[number]:
            return [f"replayed, it differs at {number}"]
        duel = apply(duel, action).duel
    return [] if digest(duel) == states[len(played)] else ["replayed, it ends otherwise"]


def _from_record(
    seed: int, ruleset: str, players: int, played: list[Action], events: list[AnyEvent]
) -> list[str]:
    """Return what differs when the duel is played again from its written record."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    record = new_record(ruleset, [deck] * players, seed=seed)
    duel, begun = record.begin()
    for action in played:
        record = record.with_entry(duel, action)
        duel = apply(duel, action).duel
    text = write_record(record)
    kept = read_record(text)
    if kept != record or write_record(kept) != text:
        return ["its record is read as another"]
    replayed = replay(kept)
    if write_duel(replayed.duel) != write_duel(duel):
        return ["its record ends otherwise"]
    return [] if replayed.events == (*begun, *events) else ["its record tells other events"]


def follow_one(seed: int, ruleset: str, players: int) -> Soaked:
    """A random duel as the table sees it: what may be seen of it is what following it gives."""
    found = Soaked(followed=1)
    where = f"{ruleset} of {players}, seed {seed}"
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    for closed, followed, _, _ in moments(seed, 300, ruleset, [deck] * players):
        if any("looked" in frame.bound for frame in closed.frames):
            continue  # which of the cards looked at was taken is seen at the table only
        if view_for(closed) != view_for(followed):
            asked = closed.decision and closed.decision.about
            found.faults.append(f"{where}: followed, it is not what may be seen ({asked})")
            return found
    for leak in leaks(seed, ruleset, players):
        found.compared += 1
        if leak is not None:
            found.faults.append(f"{where}: {leak}")
    twin = twins(seed, ruleset, players)
    found.twins += 1
    if twin.differs:
        found.faults.append(f"{where}: of twins after {twin.alike} acts {twin.differs}")
    refused = refusals(seed, ruleset, players, 200)
    found.refused += refused.refused
    found.faults += [f"{where}: {differs}" for differs in refused.differs]
    return found
