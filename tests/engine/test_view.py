from __future__ import annotations

from random import Random

import pytest

from duelmat_bench.engine.followed_duels import PACKS, moments, swapped
from duelmat_engine import (
    PUBLIC,
    Duel,
    Piece,
    Seat,
    apply,
    events_for,
    judge,
    legal_actions,
    new_duel,
    public_form,
    read_duel,
    view_for,
    write_duel,
    zone_kind,
)
from duelmat_engine.events import Looked, Moved
from duelmat_engine.state import Value
from examples import seeds

VIEWERS = (PUBLIC, Seat(0), Seat(1))


@pytest.mark.parametrize("seed", seeds(range(8), quick=2))
def test_duels_that_differ_in_unknown_cards_give_equal_views(seed: int) -> None:
    """Bytes, legal actions and verdicts of a view depend on what the viewer may know alone."""
    chance = Random(seed)
    for closed, _, actions, _ in moments(seed, 250):
        if chance.random() > 0.12:
            continue
        viewer = chance.choice(VIEWERS)
        other = swapped(closed, chance, viewer)
        if other is None:
            continue
        view, twin = view_for(closed, viewer), view_for(other, viewer)
        assert write_duel(view) == write_duel(twin)
        assert list(legal_actions(view)) == list(legal_actions(twin))
        for action in chance.sample(actions, min(3, len(actions))):
            asked = public_form(closed, action)
            assert judge(view, asked) == judge(twin, asked)


@pytest.mark.parametrize("seed", seeds(range(20, 26), quick=2))
def test_the_public_view_of_a_closed_duel_is_the_open_duel_that_followed_it(seed: int) -> None:
    """A closed duel remembers what the table saw: its view is what following it gives."""
    for closed, followed, _, _ in moments(seed, 300):
        if any("looked" in frame.bound for frame in closed.frames):
            continue  # which of the cards looked at was taken is seen at the table only
        assert view_for(closed) == view_for(followed)


def named(value: object) -> set[str]:
    """The keys of all cards in a value."""
    if isinstance(value, Piece):
        return {value.key} if value.key else set()
    found: set[str] = set()
    for item in value if isinstance(value, tuple | list) else ():
        found |= named(item)
    return found


def test_a_view_names_no_card_that_its_viewer_has_not_seen() -> None:
    """No zone, frame, link, window or earlier duel of a view holds an unknown card's name."""
    for closed, _, _, _ in moments(3, 300):
        for viewer in VIEWERS:
            view = view_for(closed, viewer)
            hidden = {
                p.key
                for name, p in closed.pieces()
                if not p.shown and (zone_kind(name) == "pile" or p.owner != viewer)
            }
            looked: set[str] = set()
            for frame in closed.frames:
                if frame.bound.get("seat") == viewer:
                    looked |= named(frame.bound.get("looked"))
            assert not _all_named(view) & (hidden - looked)
            assert view.chance == 0
            assert view.seen == ()


def _all_named(duel: Duel) -> set[str]:
    bounds: list[dict[str, Value]] = [f.bound for f in duel.frames]
    bounds += [link.bound for link in duel.chain] + [w.bound for w in duel.pending]
    sources = [link.source for link in duel.chain] + [w.source for w in duel.pending]
    found = named([list(row) for row in duel.zones.values()])
    found |= named([list(b.values()) for b in bounds])
    found |= named(sources)
    found |= named(list(duel.window.pieces) if duel.window else [])
    return found | (_all_named(duel.origin) if duel.origin else set())


@pytest.mark.rule("TK-10")
def test_nobody_sees_a_hand_before_it_is_decided_who_goes_first() -> None:
    """Hands are dealt unseen; the decision turns them up for their owners."""
    step = new_duel("trump_king", PACKS, seed=5)
    for viewer in VIEWERS:
        assert all(p.key is None for p in view_for(step.duel, viewer).at("a.hand"))
        assert not named(
            [e.piece for e in events_for(step.events, viewer) if isinstance(e, Moved)]
        )
    begun = apply(step.duel, next(iter(legal_actions(step.duel)))).duel
    assert all(p.key for p in view_for(begun, Seat(0)).at("a.hand"))
    assert not any(p.key for p in view_for(begun, Seat(1)).at("a.hand"))
    assert not any(p.key for p in view_for(begun, Seat(0)).at("a.pile"))


def test_a_hand_is_sorted_for_its_owner_and_numbered_anew() -> None:
    """The order of drawing cannot be read from a view."""
    for closed, _, _, _ in moments(4, 60):
        hand = view_for(closed, Seat(0)).at("a.hand")
        assert [p.key for p in hand if p.key] == sorted(p.key for p in hand if p.key)
        assert [p.oid for p in hand] == sorted(p.oid for p in hand)
        assert all(p.arrived == 0 for p in hand)


def test_views_are_stable_and_can_be_stored() -> None:
    """A view of a view is the view; its bytes give it back."""
    for closed, _, _, _ in moments(6, 120):
        for viewer in VIEWERS:
            view = view_for(closed, viewer)
            assert read_duel(write_duel(view)) == view
            assert view_for(view, viewer).zones.keys() == view.zones.keys()
            assert read_duel(write_duel(closed)) == closed


def test_events_tell_a_drawn_card_to_its_owner_only() -> None:
    """Drawing, laying face-down and looking are seen by all, the card by its owner."""
    told = 0
    for closed, _, _, action in moments(7, 300):
        events = apply(closed, action).events
        public, own = events_for(events), events_for(events, Seat(0))
        assert len(public) == len(own) == len(events)
        for event, mine, real in zip(public, own, events, strict=True):
            if isinstance(event, Moved) and isinstance(mine, Moved) and isinstance(real, Moved):
                if real.after.shown or real.piece.shown:
                    continue
                told += 1
                assert event.piece.key is None
                assert event.after.key is None
                assert (mine.after.key is not None) == (real.piece.owner == 0)
            if isinstance(event, Looked):
                assert all(p.key is None or p.shown for p in event.pieces)
    assert told
