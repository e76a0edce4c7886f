"""Random duels with cards that negate, lend and summon face-down for both players."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

import pytest

from duelmat_bench.engine import open_world
from duelmat_bench.engine.soaked import follow_one, soak_one
from duelmat_engine import (
    format_position,
    parse_position,
    play_random,
    practice_duel,
    read_duel,
    write_duel,
)
from duelmat_engine.events import AnyEvent, HandedOver, Negated, Resolved, Summoned
from duelmat_engine.ruleset import registry
from duelmat_engine.ruleset.registry import find_ruleset
from examples import seeds

NAME: Final = "ocg_reaching"
CODES: Final = """
    Jinzo Jinzo SpellCanceller CyberJar CyberJar CyberJar RoyalDecree ImperialOrder ImperialOrder
    CallOfTheHaunted CallOfTheHaunted CallOfTheHaunted SnatchSteal SnatchSteal SnatchSteal
    PrematureBurial PrematureBurial ShallowGrave ShallowGrave UpstartGoblin Ox Warrior Wolf Elf
    ManEaterBug HaneHane Sangan Tomato GiantRat Tragoedia ChangeOfHeart Typhoon HeavyStorm
    BookOfMoon Axe BlackPendant MirrorForce PentagramCurse SevenTools RisingHorn JarOfGreed
    DropHole ThievingGoblin AsuraPriest
"""


@pytest.fixture(autouse=True)
def deck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Early OCG under another name, with these cards as its deck."""
    rules = find_ruleset("ocg")
    decks = replace(rules.decks, practice=(tuple(CODES.split()), ()))
    build = replace(rules, name=NAME, decks=decks)
    monkeypatch.setitem(registry._RULESETS, NAME, lambda: build)
    monkeypatch.setitem(open_world.HOT, NAME, " ".join(dict.fromkeys(CODES.split())))


@pytest.mark.parametrize("seed", seeds((20, 40)))
def test_their_duels_end_and_are_taken_back_and_replayed(seed: int) -> None:
    """Every state is come back to, and the record tells the same events."""
    found = soak_one(seed, NAME, 2)
    assert (found.faults, found.cut_offs, found.stuck) == ([], [], [])
    assert found.records == 1


@pytest.mark.parametrize("seed", seeds(range(1, 12)))
def test_a_table_that_follows_them_knows_what_may_be_seen(seed: int) -> None:
    """Closed and open duel agree, nothing leaks, and refusals on public facts are the same."""
    assert follow_one(seed, NAME, 2).faults == []


@pytest.mark.parametrize("first", seeds([1, 4]))
def test_in_the_open_an_act_is_legal_exactly_when_some_deal_allows_it(first: int) -> None:
    tables = [open_world.explore(NAME, 2, seed) for seed in range(first, first * 4)]
    assert [table.wide for table in tables] == [[]] * len(tables)
    assert sum(table.checked for table in tables) > 40


def happened(event: AnyEvent) -> str:
    """Return which of the words that reach both players was carried out; empty: none."""
    match event:
        case Summoned(special=True) if not event.piece.face_up:
            return "summoned face-down"
        case HandedOver(rules=("G-29.text",)):
            return "went back"
        case HandedOver(rules=("text:snatch-steal",)):
            return "was lent"
        case Resolved(carried_out=False) | Negated() if event.rules[0].startswith("text:"):
            return event.rules[0]
        case Resolved(carried_out=True):
            return event.effect
        case _:
            return ""


def test_every_word_of_them_is_played_and_written_down_and_read_again() -> None:
    """A position line and JSON give each state back exactly, whatever is going on."""
    seen: Counter[str] = Counter()
    for seed in (13, 25):  # in these two all of it happens
        for number, each in enumerate(play_random(practice_duel(NAME, seed=seed), seed=seed)):
            told = list(map(happened, each.step.events))
            if number % 9 == 0 or any(told):
                after = each.step.duel
                assert parse_position(format_position(after, whole=True)) == after
                assert read_duel(write_duel(after)) == after
            seen.update(filter(None, told))
    wanted = {
        *("summoned face-down", "was lent", "went back", "text:jinzo", "cyber-jar"),
        *("text:royal-decree-silence", "text:imperial-order-silence", "imperial-order-upkeep"),
        *("call-of-the-haunted", "call-of-the-haunted-left", "call-of-the-haunted-end"),
        *("premature-burial", "premature-burial-end", "snatch-steal-gain", "shallow-grave"),
        "upstart-goblin",
    }
    assert wanted - seen.keys() == set()
