"""What zones and offered cards are called in sentences: as the game says, never as code does."""

from __future__ import annotations

import pytest

from direct_mat import MAT, Bench, held
from duelmat_engine import (
    CardKey,
    Deck,
    Piece,
    Play,
    Seat,
    Wording,
    ZoneName,
    action_words,
    choose_readings,
    event_words,
    find_ruleset,
    game_of,
    replace,
    ruleset_names,
)
from duelmat_engine.events import Summoned
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.prompts import narrowed
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap


@pytest.mark.parametrize("game", ruleset_names())
def test_every_zone_of_the_mat_has_a_title_of_its_own(game: str) -> None:
    """In use or not, without ids and without numbers below 1, and no two of a seat are alike."""
    rules = find_ruleset(game)
    deck = Deck(*rules.decks.practice)
    state = begin(DuelSetup(game, ("Ana", "Ben"), (deck, deck)), ZoneMap(rules, MAT), 1)
    titles = {place: state.zone_title(place) for place in state.zones.rows}
    for place, title in titles.items():
        assert place not in state.place_name(place)
        assert "-1" not in title
        assert " 0" not in title
    own = [title for place, title in titles.items() if place.startswith("b.")]
    assert len(own) == len(set(own))


def test_a_zone_without_use_is_called_so() -> None:
    """With the word that the game has for its row, and whose it is."""
    state = Bench({"a.hand": held("S4"), "b.hand": held("H2")}).table.state
    assert state.place_name(MatZone("b.s1")) == "Ben's unused magic/trap zone 1"
    assert state.place_name(MatZone("b.s2")) == "Ben's left magic/trap zone"


def test_columns_are_counted_from_the_middle_as_their_player_sees_them() -> None:
    """The two players face each other: left of one is right of the other."""
    rules = find_ruleset("resummoned")
    wording = Wording(game_of(rules.name, choose_readings(rules, {})), ("Ana", "Ben"))
    assert wording.zone("a.m0") == "Ana's middle Monster Zone"
    assert wording.zone("a.m-1") == "Ana's first Monster Zone left of the middle"
    assert wording.zone("b.m-1") == "Ben's first Monster Zone right of the middle"
    assert wording.own_zone("a.s4") == "the fourth Spell/Trap Zone right of the middle"
    nth = {11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 23: "23rd"}
    for number, said in {**nth, 30: "30th", 111: "111th", 121: "121st"}.items():
        zone = wording.own_zone(f"a.s{number}")
        assert zone == f"the {said} Spell/Trap Zone right of the middle"


def test_an_offered_card_is_named() -> None:
    """Its code is for files."""
    rules = find_ruleset("trigamon")
    wording = Wording(game_of(rules.name, choose_readings(rules, {})))
    assert wording.value("DawnWatch") == rules.cards["DawnWatch"].name
    assert wording.value("DawnWatch") != "DawnWatch"


def test_a_core_summon_names_its_position_behind_the_card() -> None:
    """Asked which play it is, in the words of the play, and in the log."""
    rules = find_ruleset("trigamon")
    wording = Wording(game_of(rules.name, choose_readings(rules, {})), ("Ana", "Ben"))
    core = Play("normal-core-summon", CardKey("a:HalfMoth"), ZoneName("a.m1"))
    plain = replace(core, move="normal-summon")
    assert action_words(wording, core).startswith("Normal Summon Half Moth to")
    assert action_words(wording, core).endswith("in Core Position")
    piece = Piece(oid=1, owner=Seat(0), key=CardKey("a:HalfMoth"), move="normal-core-summon")
    summoned = Summoned(
        piece=piece, place=ZoneName("a.m1"), move="normal-core-summon", special=False, by=Seat(0)
    )
    told = event_words(wording, summoned)
    assert told == "Ana Normal Summons Half Moth to Entity zone 1 in Core Position."
    setup = DuelSetup("trigamon", ("Ana", "Ben"), (Deck(*rules.decks.practice),) * 2)
    state = begin(setup, ZoneMap(rules, MAT), 1)
    aside = replace(plain, upright=False)
    plays = [core, replace(core, to="a.m2"), plain, aside]
    offered = narrowed(plays, wording, state.duel, state.zones)
    assert [option.text for option in offered] == [
        "Normal Summon Half Moth in Core Position ...",
        "Normal Summon Half Moth ...",
    ]
