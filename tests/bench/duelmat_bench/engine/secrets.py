"""Two duels that differ in cards a seat cannot know: everything that it sees must be equal.

At decisions of random duels two cards unknown to a viewer are changed for each other. View, legal
actions and verdicts are compared to the byte; so is what the next act shows, and who is asked
next, where neither of the two cards came to light by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import asdict

from duelmat_bench.engine.followed_duels import moments, swapped
from duelmat_engine import (
    PUBLIC,
    Action,
    Advance,
    Deck,
    Duel,
    Pass,
    Seat,
    Step,
    apply,
    events_for,
    judge,
    legal_actions,
    public_form,
    view_for,
    write_duel,
)
from duelmat_engine.ruleset.registry import find_ruleset


class Leak(NamedTuple):
    """A difference, and the place where it was found."""

    what: str
    viewer: int
    turn: int
    phase: str
    asked: str


def _known(duel: Duel, viewer: Seat) -> set[object]:
    return {piece.key for _, piece in view_for(duel, viewer).pieces()}


def _changed(one: Duel, other: Duel) -> set[object]:
    """The cards that lie elsewhere in the other duel."""
    return {
        piece.key
        for name in one.zones
        for piece, twin in zip(one.at(name), other.at(name), strict=True)
        if piece.key != twin.key
    }


def leaks(
    seed: int, ruleset: str, players: int, *, limit: int = 250, share: float = 0.15
) -> Iterator[Leak | None]:
    """Yield what leaked in each comparison of a random duel; None: nothing."""
    chance = Random(seed)
    viewers = (PUBLIC, *(Seat(s) for s in range(players)))
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    for closed, _, actions, _ in moments(seed, limit, ruleset, [deck] * players):
        if chance.random() > share:
            continue
        viewer = chance.choice(viewers)
        other = swapped(closed, chance, viewer)
        if other is not None:
            assert closed.decision is not None
            what = _difference(closed, other, viewer, actions, chance)
            place = (closed.turn, closed.phase, closed.decision.kind)
            yield Leak(what, viewer, *place) if what else None


def _difference(
    closed: Duel, other: Duel, viewer: Seat, actions: list[Action], chance: Random
) -> str:
    view, twin = view_for(closed, viewer), view_for(other, viewer)
    if write_duel(view) != write_duel(twin):
        return "view"
    if list(legal_actions(view)) != list(legal_actions(twin)):
        return "legal actions"
    for action in chance.sample(actions, min(3, len(actions))):
        asked = public_form(closed, action)
        if judge(view, asked) != judge(twin, asked):
            return f"verdict on {asked}"
    for action in (a for a in actions if isinstance(a, Pass | Advance)):
        what = _shown_by(closed, other, viewer, action)
        if what:
            return what
    return ""


def _shown_by(closed: Duel, other: Duel, viewer: Seat, action: Action) -> str:
    """Return what an act that names no card shows in one of the duels only."""
    if not judge(other, action).legal:
        return f"{action} is legal in one only"
    one, two = apply(closed, action), apply(other, action)
    secret = _changed(closed, other)
    if secret & (_known(one.duel, viewer) | _known(two.duel, viewer)):
        return ""
    told, twin = _told(one, viewer), _told(two, viewer)
    if any(str(key) in told or str(key) in twin for key in secret):
        return ""
    if told != twin:
        return f"events of {action}"
    if write_duel(view_for(one.duel, viewer)) != write_duel(view_for(two.duel, viewer)):
        return f"view after {action}"
    return ""


def _told(step: Step, viewer: Seat) -> str:
    """Return all that a viewer is told of a step, with every field."""
    return repr([(type(each), asdict(each)) for each in events_for(step.events, viewer)])
