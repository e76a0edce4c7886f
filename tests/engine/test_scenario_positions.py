"""Positions of scenarios: several of them, orders, owners, cards beneath, a file's own cards."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.rulings.answers import answer
from duelmat_engine.rulings.scenario import read_case
from engine.asked_scenarios import GOOD, account, failures, messages


def test_a_pile_may_lie_in_a_known_order() -> None:
    """Its first cards are drawn as they lie; what is unseen among them stays so."""
    found = account(
        position={"a": {"hand": ["PotOfGreed"], "pile": {"order": ["Elf", "?", "Ox"]}}},
        play=[{"do": "activate", "card": "PotOfGreed", "effect": "pot-of-greed"}],
        expect={"a": {"hand": ["Elf", "?"], "pile": {"order": ["Ox"]}}},
    )
    assert found.failures == ()


def test_a_pile_that_is_listed_is_unseen_as_before() -> None:
    """Only a known order tells which card is drawn."""
    found = account(
        position={"a": {"hand": ["PotOfGreed"], "pile": ["Elf", "Ox", "Wolf"]}},
        play=[{"do": "activate", "card": "PotOfGreed", "effect": "pot-of-greed"}],
        expect={"a": {"hand": ["?", "?"], "pile": 1}},
    )
    assert found.failures == ()


def test_a_card_may_be_controlled_by_the_other_player() -> None:
    """It goes to its owner's Graveyard, and counts among its owner's cards."""
    found = account(
        position={"turn": 4, "phase": "battle", "a": {"m1": "b:Wolf"}, "b": {"m1": "Elf"}},
        play=[{"do": "attack", "card": "m1", "target": "m1"}],
        expect={"a": {"m1": [], "grave": []}, "b": {"grave": ["Wolf"]}},
    )
    assert found.failures == ()


def test_cards_beneath_have_owners_of_their_own() -> None:
    """Each goes to its own Graveyard when the card on top leaves."""
    skull = {"card": "SummonedSkull", "beneath": ["BattleOx", "a:GeminiElf"]}
    scenario = read_case(
        {
            "ruleset": "resummoned",
            "position": {"a": {"pile": 5}, "b": {"m0": skull, "pile": 5}},
            "action": "pass",
        }
    )
    (piece,) = scenario.start.duel.at("b.m0")
    assert [(one.owner, one.code) for one in piece.beneath] == [(1, "BattleOx"), (0, "GeminiElf")]


WRONG_SIDES: list[tuple[dict[str, Any], str, str]] = [
    ({"a": {"m1": "c:Wolf"}}, "position.a.m1", 'a seat of a, b before ":"'),
    ({"a": {"m1": "b:Wlof"}}, "position.a.m1", "the code of a card"),
    ({"a": {"m1": {"card": "b:?"}}}, "position.a.m1.card", "the code of a card"),
    ({"a": {"hand": ["b:Wolf"]}}, "position.a.hand[1]", "the code of a card"),
    ({"a": {"grave": [{"card": "b:Wolf"}]}}, "position.a.grave[1].card", "the code of a card"),
    ({"a": {"pile": {"order": 3}}}, "position.a.pile.order", "a list of cards"),
    ({"a": {"pile": {"odrer": ["Elf"]}}}, "position.a.pile.odrer", "one of the keys order"),
    ({"a": {"pile": {"order": ["Elv"]}}}, "position.a.pile.order[1]", "the code of a card"),
]


@pytest.mark.parametrize(("position", "where", "expected"), WRONG_SIDES)
def test_a_wrong_owner_or_order_is_told(
    position: dict[str, Any], where: str, expected: str
) -> None:
    """The fault names the card or the key."""
    with pytest.raises(ScenarioError) as caught:
        read_case({"ruleset": "ocg", "position": position, "action": "pass"})
    there = [fault for fault in caught.value.faults if fault.where == where]
    assert any(expected in fault.expected for fault in there), caught.value


def test_a_card_of_a_player_who_is_not_there_is_told() -> None:
    """Resummoned has four seats; this position has two."""
    position = {"a": {"m0": "d:Kuriboh", "pile": 3}, "b": {"pile": 3}}
    with pytest.raises(ScenarioError, match=r"position.a.m0: expected a card of a, b, who play"):
        read_case({"ruleset": "resummoned", "position": position, "action": "pass"})


def test_positions_stand_beside_each_other() -> None:
    """A question has the file's position, a named one, or its own."""
    text = GOOD.replace(
        "[positions.battle]", 'play = ["/battle"]\n[position]\na.m1 = "Wolf"\n[positions.battle]'
    )
    text += '[[question]]\naction = "m1*"\nexpect.b.life = 6800\n'
    text += '[[question]]\naction = "m1*"\nexpect.b.life = 6300\n'
    text += 'position = { turn = 4, phase = "battle", a.m1 = "Ox" }\n'
    assert (messages(text), failures(text)) == ([], [])


def test_a_files_plays_need_the_files_position() -> None:
    """Named positions have no plays in common."""
    text = 'play = ["/battle"]\n' + GOOD
    assert messages(text) == [
        "f.toml:1: play: expected no actions where the file has no table position, got some"
    ]


# Cards of the file itself

HERON = """\
ruleset = "ocg"

[[card]]
code = "Heron"
name = "River Heron"
traits = { level = 3, attack = 2400, defense = 900, attribute = "water", race = "winged-beast" }
kinds = ["monster", "effect"]
effects = ["heron-catch"]

[[effect]]
name = "heron-catch"
use = "trigger"
text = "When it is destroyed by battle: gain 500 life."
on = { event = "destroyed", cause = "battle" }
resolve = [{ do = "gain", amount = 500 }]

[position]
turn = 4
phase = "battle"
a.m1 = "BlueEyes"
b.m1 = "Heron"

[[question]]
play = [
    { do = "attack", card = "m1", target = "m1" },
    { do = "activate", card = "b:Heron", effect = "heron-catch", seat = "b" },
]
expect = { happens = ["text:heron-catch"], b = { life = 7900, grave = ["Heron"] } }
"""


def test_a_file_may_describe_cards_of_its_own() -> None:
    """They are played, cited and expected like all others, and are nobody else's afterwards."""
    assert (messages(HERON), failures(HERON)) == ([], [])
    with pytest.raises(ScenarioError, match="Heron"):
        read_case({"ruleset": "ocg", "position": {"a": {"m1": "Heron"}}, "action": "pass"})


def test_what_is_wrong_with_a_files_own_card_is_told_once() -> None:
    """The place of the fault is named, and nothing else is a fault because of it."""
    assert messages(HERON.replace("level = 3", "level = -3")) == [
        "f.toml:6: card[1].traits.level: expected a whole number, 0 or more, got -3"
    ]
    (told,) = messages(HERON.replace('do = "gain"', 'do = "gian"'))
    assert told.startswith("f.toml:15: effect[1].resolve[1].do: expected")


@pytest.mark.parametrize(
    ("side", "where", "got"),
    [
        ({"pile": []}, "position.a.pile", "0 of them"),
        ({"pile": 3}, "position.a.pile", "3 of them"),
        ({"pile": ["S2"], "hand": ["S3"]}, "position.a.pile", "1 of them"),
        ({"extra": []}, "position.a.extra", "0 of them"),
        ({"extra": ["SJ"], "m1": "SQ"}, "position.a.extra", "1 of them"),
    ],
)
def test_a_fixed_deck_leaves_no_zone_with_fewer_cards_than_it_has(
    side: dict[str, Any], where: str, got: str
) -> None:
    """The rest of the deck lies somewhere: a pile said to be empty is not silently filled."""
    with pytest.raises(ScenarioError) as caught:
        read_case({"ruleset": "trump_king", "position": {"a": side}, "action": "pass"})
    (fault,) = caught.value.faults
    assert (fault.where, fault.got) == (where, got)


def test_what_a_deck_leaves_is_told_with_what_else_is_wrong() -> None:
    """A zone with too few cards is told beside one in which a card cannot lie as it does."""
    side = {"m1": {"card": "S5", "attacked": True}, "pile": 3, "extra": ["SJ"]}
    with pytest.raises(ScenarioError) as caught:
        read_case({"ruleset": "trump_king", "position": {"b": side}, "action": "pass"})
    places = [fault.where for fault in caught.value.faults]
    assert places == ["position.b.m1", "position.b.pile", "position.b.extra"]


def test_what_is_placed_need_not_be_listed_in_the_deck() -> None:
    """The rest of the deck is the pile, as always."""
    side = {"grave": ["Wolf", "Ox"], "deck": ["Wolf", "Elf"]}
    duel = read_case({"ruleset": "ocg", "position": {"a": side}, "action": "pass"}).start.duel
    assert len(duel.at("a.grave")) == 2
    assert len(duel.at("a.pile")) == 1
    assert duel.hidden[0].pool == {"a:Elf"}


@pytest.mark.parametrize("code", ["Wlof", "?"])
def test_a_card_of_the_deck_that_cannot_be_read_is_one_fault(code: str) -> None:
    """Nothing follows from it about what lies elsewhere."""
    side = {"hand": ["Wolf"], "deck": [code, "Elf"]}
    with pytest.raises(ScenarioError) as caught:
        read_case({"ruleset": "ocg", "position": {"a": side}, "action": "pass"})
    assert [fault.where for fault in caught.value.faults] == ["position.a.deck[1]"]


def test_a_fixed_deck_may_be_used_up() -> None:
    """With every card of it placed the pile is empty, and no card is drawn."""
    deck = [f"{suit}{rank}" for suit in "SHCD" for rank in range(1, 11)] + ["X1", "X2"]
    side = {"pile": [], "hand": deck[:5], "grave": deck[5:]}
    scenario = read_case(
        {"ruleset": "trump_king", "position": {"a": side, "b": {"pile": 42}}, "action": "/battle"}
    )
    assert not scenario.start.duel.at("a.pile")
    assert len(scenario.start.duel.at("b.pile")) == 42


@pytest.mark.parametrize(
    ("card", "happens"),
    [
        ({"since": 5}, {"OCG-13"}),
        ({"since": 5, "move": "normal-summon"}, {"OCG-13"}),
        ({"since": 5, "marks": {"flipped": 5}}, {"OCG-14"}),
        ({"since": 5, "card": "b:SpiritFox"}, {"OCG-13"}),
        ({"since": 4, "card": "b:SpiritFox"}, set()),
        ({"since": 4}, set()),
        ({"since": 5, "face": "down"}, set()),
    ],
)
def test_a_monster_that_came_this_turn_face_up_was_summoned_in_it(
    card: dict[str, Any], happens: set[str]
) -> None:
    """So a Spirit goes back in the End Phase."""
    found = account(
        position={"turn": 5, "phase": "main2", "a": {"m1": {"card": "SpiritFox", **card}}},
        play=["/end-phase"],
        expect={},
    )
    assert set(found.course.rules) & {"OCG-13", "OCG-14"} == happens


@pytest.mark.parametrize("turn", [1, 2, 5])
@pytest.mark.parametrize("zone", ["m1", "s1"])
def test_a_code_alone_means_the_same_as_a_table_that_says_no_more(turn: int, zone: str) -> None:
    """In the first turn a card on the field came in it, for there was none before."""
    code = "SpiritFox" if zone == "m1" else "MirrorForce"
    alone, table = (
        read_case(
            {"ruleset": "ocg", "position": {"turn": turn, "a": {zone: card}}, "action": "/end"}
        ).start.duel
        for card in (code, {"card": code})
    )
    assert alone == table
    assert alone.at(f"a.{zone}")[0].arrived == max(turn - 1, 1)


@pytest.mark.parametrize(
    ("zone", "code"),
    [("hand", "?"), ("hand", "Wolf"), ("pile", "?"), ("grave", "Wolf"), ("banished", "Wolf")],
)
def test_a_code_alone_means_the_same_as_a_table_off_the_field(zone: str, code: str) -> None:
    """No card lies sideways there, whether it has been seen or not."""
    alone, table = (
        read_case(
            {"ruleset": "ocg", "position": {"a": {zone: [card]}}, "action": "/end"}
        ).start.duel
        for card in (code, {"card": code})
    )
    assert alone == table
    assert alone.at(f"a.{zone}")[0].upright


@pytest.mark.parametrize("zone", ["grave", "banished", "extra"])
@pytest.mark.parametrize(("card", "place"), [("?", ""), ({"card": "?"}, ".card")])
def test_no_card_is_unseen_where_everybody_sees_it(zone: str, card: object, place: str) -> None:
    """However it is written; nothing else is said of it."""
    with pytest.raises(ScenarioError) as caught:
        read_case({"ruleset": "ocg", "position": {"a": {zone: [card]}}, "action": "pass"})
    (fault,) = caught.value.faults
    assert fault.where == f"position.a.{zone}[1]{place}"
    assert fault.expected == "the code of a card (everybody sees this zone)"


@pytest.mark.rule("OCG-15")
def test_a_spirit_that_was_taken_over_returns_to_its_owner() -> None:
    """It was summoned in this turn, whoever controls it now: to its owner's hand it goes."""
    fox = {"card": "b:SpiritFox", "since": 5}
    found = account(
        position={"turn": 5, "phase": "main2", "a": {"m1": fox}},
        play=["/end-phase"],
        expect={"happens": ["OCG-15"], "a": {"m1": []}, "b": {"hand": {"among": ["SpiritFox"]}}},
    )
    assert found.failures == ()


def test_a_toon_that_came_this_turn_does_not_attack() -> None:
    """Nobody has to note besides that it was summoned."""
    world = {"card": "ToonWorld", "face": "up"}
    toon = {"card": "ToonMermaid", "since": 5, "move": "toon-summon"}
    scenario = read_case(
        {
            "ruleset": "ocg",
            "position": {"turn": 5, "phase": "battle", "a": {"m1": toon, "s1": world}},
            "action": {"do": "attack", "card": "m1"},
        }
    )
    verdict = answer(scenario, scenario.questions[0]).verdict
    assert (verdict.legal, verdict.rules) == (False, ("OCG-05",))


# The phase of a position

DRAWN = [
    ("trump_king", "draw", "Player A draws a card. (TK-03, TK-04)", "a", 4),
    ("ocg", "draw", "Player A draws a card. (G-29.draw)", "a", 4),
    ("ocg", "end-phase", "Player B draws a card. (G-29.draw)", "b", 5),
    ("resummoned", "draw", "Player A draws a card. (RES-603.8", "a", 4),
]


@pytest.mark.rule("PHY-03")
@pytest.mark.parametrize(("ruleset", "phase", "told", "letter", "turn"), DRAWN)
def test_a_card_that_a_phase_draws_is_unseen_and_told(
    ruleset: str, phase: str, told: str, letter: str, turn: int
) -> None:
    """Whatever is drawn before the first decision, nobody knows which card it is."""
    pile = {} if ruleset == "trump_king" else {"pile": 3}
    case = {
        "ruleset": ruleset,
        "position": {"turn": 4, "phase": phase, "a": pile, "b": pile},
        "action": {"do": "agree-draw"},
    }
    scenario = read_case(case)
    found = answer(scenario, scenario.questions[0])
    assert [piece.key for piece in found.duel.at(f"{letter}.hand")] == [None]
    assert found.moment.turn == turn
    assert "What came before it: " in found.moment.text
    assert told in found.moment.text


@pytest.mark.parametrize("card", ["H7", "hand"])
def test_a_card_drawn_unseen_may_be_any_card(card: str) -> None:
    """What is asked about it is answered as for an unseen card of the hand, and named as one."""
    action = {"do": "normal-summon", "card": card, "to": "m2"}
    position = {"turn": 4, "phase": "draw", "a": {"m1": "S7"}}
    scenario = read_case({"ruleset": "trump_king", "position": position, "action": action})
    found = answer(scenario, scenario.questions[0])
    assert found.verdict.legal
    named = "the 7 of hearts" if card == "H7" else "a card of the hand"
    assert found.explanation.action.startswith(f"Normal Summon {named} to")


def test_a_card_drawn_from_a_known_order_is_known() -> None:
    """The table knows the top of the pile, and so the card that is drawn."""
    position = {"turn": 4, "phase": "draw", "a": {"pile": {"order": ["H7"]}}}
    duel = read_case({"ruleset": "trump_king", "position": position, "action": "pass"}).start.duel
    assert [piece.key for piece in duel.at("a.hand")] == ["a:H7"]


def test_a_phase_that_begins_without_an_event_tells_none() -> None:
    """A Main Phase only begins."""
    scenario = read_case({"ruleset": "ocg", "position": {"turn": 4}, "action": "pass"})
    assert "before" not in answer(scenario, scenario.questions[0]).moment.text
