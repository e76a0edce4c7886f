"""Concern: a topic that an entry does not concern looks the same before it and after it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from duelmat_bench.tournament.lively_event import lively_event
from duelmat_hub.pages.topic_list import tells_trouble
from duelmat_hub.policies import load_policy
from duelmat_tournament.entries import Entry
from duelmat_tournament.generate import Chances, generate
from hub.scenes import Scene, in_cut, mid_round
from hub.shown import pages_of, topics

BUSY = Chances(dispute=20, call=25, penalty=20, no_show=5, deck_check=10, correction=60, drop=10)


@pytest.mark.parametrize(
    ("policy", "players", "seed"),
    [
        ("trump-king", 6, "a"),
        pytest.param("ocg", 9, "d", marks=pytest.mark.long),
        pytest.param("trigamon", 12, "e", marks=pytest.mark.long),
        pytest.param("trump-king", 17, "b", marks=pytest.mark.long),
    ],
)
def test_what_an_entry_does_not_concern_stays_as_it_is(
    policy: str, players: int, seed: str
) -> None:
    check_concern(generate(load_policy(policy), players, seed, BUSY).log)


@pytest.mark.parametrize(
    ("seed", "players"),
    [
        ("c3", 7),  # pairs that are set
        ("c11", 6),  # somebody leaves a pod
        *(pytest.param(f"c{seed}", 5, marks=pytest.mark.long) for seed in range(100, 130)),
    ],
)
def test_nor_does_it_in_an_event_of_any_format(seed: str, players: int) -> None:
    check_concern(lively_event(seed, players).log)


def check_concern(entries: Sequence[Entry]) -> None:
    """Replay an event, and fail if a topic changes by an entry that does not concern it."""
    replayed = Scene.of(entries[:1])
    before = topics(replayed)
    pages = pages_of(replayed)
    for entry in entries[1:]:
        replayed.add(entry)
        after = topics(replayed)
        for name, html in after.items():
            if name in before and html != before[name]:
                kind = type(entry.what).__name__
                assert pages.concerns(name, [entry]), f"{kind} {entry.number} changes {name}"
        before = after


def test_most_entries_concern_few_players() -> None:
    scene = mid_round()
    pages = pages_of(scene)
    match = scene.matches()[0]
    entry = next(each for each in scene.log if type(each.what).__name__ == "ResultReported")
    mine = {f"me-{player}" for player in match.players}
    found = {name for name in topics(scene) if pages.concerns(name, [entry])}
    assert {name for name in found if name.startswith("me-")} == mine
    assert "standings" not in found
    assert "pairings" not in found


def test_an_unknown_topic_is_always_made_anew() -> None:
    scene = in_cut()
    assert pages_of(scene).concerns("balcony-1", [scene.log[-1]])


def test_only_news_tell_the_stores_trouble() -> None:
    scene = mid_round()
    pages = pages_of(scene, "The disk is full.")
    assert "The disk is full." in pages.topic("news")
    assert [name for name in topics(scene) if tells_trouble(name)] == ["news"]
