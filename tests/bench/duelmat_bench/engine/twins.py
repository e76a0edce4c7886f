"""Two whole duels that differ in two cards nobody has seen: their public stories are equal.

The same is done in both from the first question on, each naming its own card where the other
names the other, until one of the two cards comes to light or one duel allows what the other does
not. To that point everything public is compared to the byte: who is asked what after each act (so
also how long the table waits for whom), the events, the view of the table and of the seats that
do not own the cards, and the public record.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from duelmat_engine import (
    PUBLIC,
    Action,
    Deck,
    Duel,
    Seat,
    apply,
    events_for,
    judge,
    legal_actions,
    new_duel,
    new_record,
    public_form,
    public_record,
    roll,
    view_for,
    write_duel,
    write_record,
)
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import replace


class Twins(NamedTuple):
    """The number of steps for which two duels went alike, and what first differed; "": nothing
    did.
    """

    alike: int
    differs: str


def twins(seed: int, ruleset: str, players: int, limit: int = 60) -> Twins:
    """Play a random duel and its twin."""
    chance = Random(seed)
    main, extra = find_ruleset(ruleset).decks.practice
    owner = Seat(chance.randrange(players))
    spots = chance.sample(range(len(main)), 2)
    while main[spots[0]] == main[spots[1]]:
        spots = chance.sample(range(len(main)), 2)
    plain = Deck(main, extra)
    changed = list(main)
    changed[spots[0]], changed[spots[1]] = main[spots[1]], main[spots[0]]
    decks = [[plain] * players, [plain] * players]
    decks[1][owner] = Deck(tuple(changed), extra)
    one, two = (new_duel(ruleset, d, seed=seed).duel for d in decks)
    names = _names(one, two)
    records = [new_record(ruleset, d, seed=seed) for d in decks]
    alike = 0
    while not one.is_over() and alike < limit:
        action = roll(one) if _waits_for_dice(one) else chance.choice(list(legal_actions(one)))
        renamed = roll(two) if _waits_for_dice(two) else _renamed(action, names)
        if not judge(two, renamed).legal or public_form(one, action) != public_form(two, renamed):
            break
        first, second = apply(one, action), apply(two, renamed)
        if _is_seen(first.duel, names) or _is_seen(second.duel, names):
            break
        records[0] = records[0].with_entry(one, action)
        records[1] = records[1].with_entry(two, renamed)
        if events_for(first.events) != events_for(second.events):
            return Twins(alike, f"events of {action}")
        one, two = first.duel, second.duel
        for viewer in (PUBLIC, *(Seat(s) for s in one.seats if s != owner)):
            if write_duel(view_for(one, viewer)) != write_duel(view_for(two, viewer)):
                return Twins(alike, f"view of {viewer} after {action}")
        alike += 1
    stories = [write_record(public_record(record)).partition("\n\n")[2] for record in records]
    return Twins(alike, "" if stories[0] == stories[1] else "public record")


def _waits_for_dice(duel: Duel) -> bool:
    return duel.decision is not None and duel.decision.kind == "chance"


def _names(one: Duel, two: Duel) -> dict[str, str]:
    """Return which card of the one duel is which of the other."""
    return {
        str(piece.key): str(twin.key)
        for name in one.zones
        for piece, twin in zip(one.at(name), two.at(name), strict=True)
        if piece.key != twin.key
    }


def _renamed(action: Action, names: dict[str, str]) -> Action:
    """The same act of the twin."""
    changes: dict[str, object] = {}
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, str):
            changes[field] = names.get(value, value)
        elif isinstance(value, tuple):
            changes[field] = tuple(names.get(item, item) for item in value)
    return replace(action, **changes)


def _is_seen(duel: Duel, names: dict[str, str]) -> bool:
    return any(p.shown and p.key in names for _, p in duel.pieces())
