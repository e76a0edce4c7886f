"""Scenarios of what happens: courses of events, the end of them, and what is expected of both."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.names import ZoneName
from duelmat_engine.rulings.answers import Account, Answer, reply
from duelmat_engine.rulings.ask_form import event_keys, event_table
from duelmat_engine.rulings.outcome import card_table, end_table
from duelmat_engine.rulings.scenario import parse_scenario, read_case
from engine.asked_scenarios import GOOD, account, failures, messages
from examples import examples


def test_what_is_as_expected_has_no_failures() -> None:
    """Events, causes, moment, life and cards all hold."""
    assert (messages(GOOD), failures(GOOD)) == ([], [])


DIFFERENT = [
    ('["OCG-22"]', '["OCG-28"]', "expected happens OCG-28 among them, got G-29.battle-phase, OCG"),
    ('["OCG-22"]', '{ exactly = ["OCG-22"] }', "expected happens OCG-22, got G-29.battle-phase"),
    (
        '["OCG-21"]',
        '["OCG-28"]',
        'expected event 1 (destroyed, card "Warrior", by "a:Elf"), got it by OCG-20, OCG-21, OCG',
    ),
    (
        'card = "Warrior", by',
        'card = "Elf", by',
        'got destroyed with card "b:Warrior", by',
    ),
    (
        'event = "destroyed", card = "Warrior", by = "a:Elf"',
        'event = "shuffled"',
        "got only attack",
    ),
    (
        "events = [{",
        'events = [{ event = "destroyed" }, { event = "battled" }, {',
        "expected event 2 (battled), got it earlier than those before it",
    ),
    (
        "events = [{",
        'events = [{ event = "destroyed" }, {',
        'expected event 2 (destroyed, card "Warrior", by "a:Elf"), got fewer of them',
    ),
    ("turn = 4\nwinner", "turn = 5\nwinner", "expected turn 5, got 4"),
    ('winner = ""', 'winner = "draw"', "expected winner draw, got none"),
    ('winner = ""', 'chain = ["dark-hole"]', "expected chain dark-hole, got none"),
    ('winner = ""', 'asked = "b"', "expected asked b, got a"),
    ("life = 7800", "life = -100", "expected b.life -100, got 7800"),
    ("hand = 0", "hand = 2", "expected a.hand 2 cards, got 0"),
    (
        'position = "attack", ',
        'face = "down", ',
        "expected a.m1 Elf (face down, values attack 1900)",
    ),
    ("attack = 1900", "attack = 2100", "got a:Elf (position attack, values attack 1900"),
    ('["Warrior"]', "[]", "expected b.grave nothing, got b:Warrior"),
    ('["Warrior"]', '["Warrior", "?"]', "expected b.grave Warrior, ?, got b:Warrior"),
    ('["Warrior"]', '{ order = ["Elf"] }', "expected b.grave Elf on top in this order, got b:W"),
    ('["Warrior"]', '{ among = ["Elf"] }', "expected b.grave Elf among others, got b:Warrior"),
    ('["Warrior"]', '["a:Warrior"]', "expected b.grave a:Warrior, got b:Warrior"),
]


@pytest.mark.parametrize(("good", "other", "told"), DIFFERENT)
def test_what_differs_is_told_with_what_happened_instead(good: str, other: str, told: str) -> None:
    """One line says what was expected and what came."""
    assert good in GOOD
    found = failures(GOOD.replace(good, other, 1))
    assert any(told in one for one in found), found


BROKEN = [
    (
        'position = "battle"',
        'position = "batle"',
        ["f.toml:11: question[1].position: expected the name of one of the positions, battle"],
    ),
    (
        'position = "battle"\n',
        "",
        ['f.toml:10: question[1]: expected the key "position" with one of the positions'],
    ),
    ("a.m1 =", "a.m9 =", ["f.toml:7: positions.battle.a.m9: expected one of the keys life"]),
    (
        "play = [{",
        "play = []\nx = [{",
        [
            "expected actions of which it is asked what happens, got none",
            "question[1].x: expected one of the keys ask, position, play, action, expect",
        ],
    ),
    (
        "turn = 4\nwinner",
        "legal = true\nwinner",
        ['f.toml:17: question[1].expect.legal: expected the key "action" in the question, got'],
    ),
    (
        "winner =",
        "winer =",
        [
            "f.toml:18: question[1].expect.winer: expected one of the keys legal, rules",
            "did you mean winner?",
        ],
    ),
    (
        'winner = ""',
        'winner = "c"',
        ['f.toml:18: question[1].expect.winner: expected one of a, b, draw, got "c"'],
    ),
    (
        'winner = ""',
        'kind = "opne"',
        ["f.toml:18: question[1].expect.kind: expected one of open", "did you mean open?"],
    ),
    (
        'winner = ""',
        'chain = ["dark-hoel"]',
        ["f.toml:18: question[1].expect.chain[1]: expected the name of an effect", "dark-hole"],
    ),
    ('winner = ""', "c = {}", ["f.toml:18: question[1].expect.c: expected one of the keys legal"]),
    (
        '["OCG-22"]',
        '["OCG-222"]',
        ["f.toml:15: question[1].expect.happens[1]: expected the id of a rule"],
    ),
    (
        '["OCG-22"]',
        '{ exact = ["OCG-22"] }',
        ["f.toml:15: question[1].expect.happens.exact: expected one of the keys exactly, among"],
    ),
    (
        '["OCG-22"]',
        '{ exactly = ["OCG-22"], among = [] }',
        ["question[1].expect.happens: expected one of exactly, among, got a table"],
    ),
    (
        '["OCG-22"]',
        '"OCG-22"',
        ["f.toml:15: question[1].expect.happens: expected a list, or a table with exactly"],
    ),
    (
        'event = "destroyed"',
        'event = "destroid"',
        ["f.toml:16: question[1].expect.events[1].event: expected one of moved", "destroyed?"],
    ),
    (
        'event = "destroyed", ',
        "",
        ['f.toml:16: question[1].expect.events[1]: expected the key "event" with a text'],
    ),
    (
        'card = "Warrior", by',
        'crad = "Warrior", by',
        ["events[1].crad: expected one of the keys event, card, place, cause, by, rules", "card?"],
    ),
    (
        'card = "Warrior", by',
        'card = "Worrier", by',
        ["f.toml:16: question[1].expect.events[1].card: expected a card of"],
    ),
    (
        'by = "a:Elf"',
        "by = [{}]",
        ["events[1].by: expected a text, a number, true or false, or a list of texts"],
    ),
    (
        'by = "a:Elf"',
        'place = "m1"',
        ['events[1].place: expected a zone with its player, as in "b.m1", got "m1"'],
    ),
    (
        'event = "destroyed", card = "Warrior", by = "a:Elf"',
        'event = "summoned", by = "z"',
        ["events[1].by: expected one of a, b, or an empty text"],
    ),
    (
        "[{ event",
        "[3, { event",
        ["f.toml:16: question[1].expect.events[1]: expected a table, got 3"],
    ),
    (
        'm1 = { card = "Elf"',
        'm1 = { crad = "Elf"',
        ["f.toml:21: question[1].expect.a.m1", "expected one of the keys among, order, card"],
    ),
    (
        'position = "attack", ',
        'position = "core", ',
        ["f.toml:21: question[1].expect.a.m1.position: expected one of attack, defense"],
    ),
    (
        "values = { attack",
        "values = { atack",
        ["f.toml:21: question[1].expect.a.m1.values.atack: expected one of the keys level"],
    ),
    (
        "hand = 0",
        "hand = -1",
        ["f.toml:22: question[1].expect.a.hand: expected a whole number from 0"],
    ),
    (
        "hand = 0",
        "hand = 1.5",
        ["f.toml:22: question[1].expect.a.hand: expected a card, a list of cards or a number"],
    ),
    (
        "hand = 0",
        "hand = { among = 3 }",
        ["f.toml:22: question[1].expect.a.hand.among: expected a card, a list"],
    ),
    (
        "hand = 0",
        "m9 = 0",
        ["f.toml:22: question[1].expect.a.m9: expected one of the keys life, marks, m1"],
    ),
    (
        "hand = 0",
        "marks = { dread = 1 }",
        ["f.toml:22: question[1].expect.a.marks.dread: expected"],
    ),
    (
        '["Warrior"]',
        '["Worrier"]',
        ["f.toml:26: question[1].expect.b.grave[1]: expected the code of a card", "Warrior?"],
    ),
    (
        '["Warrior"]',
        "[{}]",
        ['f.toml:26: question[1].expect.b.grave[1]: expected the key "card" with a text'],
    ),
    ('["Warrior"]', "[3]", ["f.toml:26: question[1].expect.b.grave[1]: expected a table, got 3"]),
    (
        'card = "m1", target',
        'card = "m2", target',
        ["f.toml:12: question[1].play[1]: expected a legal action to play first"],
    ),
]


@pytest.mark.parametrize(("good", "bad", "told"), BROKEN)
def test_what_is_wrong_is_told_with_its_line(good: str, bad: str, told: list[str]) -> None:
    """Each break names its place, what was expected and what was got."""
    assert good in GOOD
    said = "\n".join(messages(GOOD.replace(good, bad, 1)))
    assert "got" in said
    for words in told:
        assert words in said


@pytest.mark.parametrize(
    ("play", "expect", "where"),
    [
        ({"card": "Elf", "to": "zz"}, {}, "play[1].to"),
        ({"card": "Elf", "to": "Elf"}, {}, "play[1].to"),
        ({"card": "Elf", "to": "m1"}, {"a": {"grave": {"amongst": []}}}, "expect.a.grave.amongst"),
        ({"card": "Elf", "to": "m1"}, {"a": {"grave": {}}}, "expect.a.grave"),
    ],
)
def test_one_slip_is_told_once(play: dict[str, str], expect: dict[str, Any], where: str) -> None:
    """A wrong name or key has one fault."""
    summon = {"do": "normal-summon", **play}
    with pytest.raises(ScenarioError) as told:
        account(position={"a": {"hand": ["Elf"]}}, play=[summon], expect=expect)
    assert [fault.where for fault in told.value.faults] == [where]


def test_a_legal_action_may_be_asked_together_with_what_it_does() -> None:
    """The ruling and the outcome are compared; a refused action has none."""
    text = GOOD.replace("play = [{", "action = {").replace('"m1" }]', '"m1" }')
    assert failures(text) == []
    scenario = parse_scenario(text)
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Answer)
    assert found.course is not None
    refused = text.replace('phase = "battle"', 'phase = "main1"')
    assert failures(refused) == ["expected an outcome, got none: it is not legal"]


def test_a_ruling_without_expectations_of_the_outcome_has_none() -> None:
    """Old questions are answered as before."""
    text = GOOD[: GOOD.index("[question.expect]")].replace("play = [{", "action = {")
    scenario = parse_scenario(text.replace('"m1" }]', '"m1" }'))
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Answer)
    assert found.course is None


RULES = [
    ({"exactly": ["OCG-18"]}, False),
    ({"among": ["OCG-18"]}, True),
    (["OCG-18"], True),
]


@pytest.mark.parametrize(("rules", "holds"), RULES)
def test_the_rules_of_an_acceptance_may_be_exact(rules: object, holds: bool) -> None:
    """An acceptance cites more than one rule; a list alone asks for some of them."""
    position = {"turn": 4, "phase": "battle", "a": {"m1": "Elf"}}
    case = {"ruleset": "ocg", "position": position, "action": "m1*", "expect": {"rules": rules}}
    scenario = read_case(case)
    assert (not reply(scenario, scenario.questions[0]).failures) == holds


@pytest.mark.parametrize(("how", "holds"), [("among", True), ("exactly", False)])
def test_the_rules_of_a_refusal_may_be_some_of_them(how: str, holds: bool) -> None:
    """A refusal breaks two rules; one is among them, and not all."""
    position = {
        "turn": 4,
        "phase": "main1",
        "a": {"m1": {"card": "Elf", "position": "defense"}},
        "b": {"m1": "Wolf"},
    }
    action = {"do": "attack", "card": "m1"}
    expect = {"legal": False, "rules": {how: ["OCG-19"]}}
    case = {"ruleset": "ocg", "position": position, "action": action, "expect": expect}
    scenario = read_case(case)
    assert (not reply(scenario, scenario.questions[0]).failures) == holds


# The course and the end


def test_every_sentence_and_every_event_names_its_rules() -> None:
    """What happens is told in order; the table of each event has the keys that may be expected."""
    scenario = parse_scenario(GOOD)
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Account)
    assert [line.text for line in found.course.lines] == [
        "Ana attacks Axe Raider with Twin Elves.",
        "Twin Elves fights Axe Raider: 1900 against 1700 in Attack Position.",
        "Ben loses 200 life, 7800 left.",
        "Axe Raider is destroyed by battle.",
    ]
    assert all(line.rules for line in found.course.lines)
    for event in found.course.events:
        table = event_table(event)
        assert tuple(table) == ("event", *event_keys(table["event"]))
        assert table["rules"]
    assert end_table(found.course)["asked"] == "a"
    assert found.course.standing() == (
        "Ana: 8000 life; monster zone 1: Twin Elves, in Attack Position.",
        "Ben: 7800 life; Graveyard: Axe Raider.",
    )


def test_the_end_may_be_expected_as_it_is_told() -> None:
    """The moment and the events can be written as expectations, which then hold."""
    scenario = parse_scenario(GOOD)
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Account)
    events = [event_table(event) for event in found.course.events]
    expect = {**end_table(found.course), "events": events}
    again = account(
        position={"turn": 4, "phase": "battle", "a": {"m1": "Elf"}, "b": {"m1": "Warrior"}},
        play=[{"do": "attack", "card": "m1", "target": "m1"}],
        expect=expect,
    )
    assert again.failures == ()


VALUES: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("ocg", "m1", "up", {"card": "Elf"}, {"level": 4, "attack": 1900, "defense": 900}),
    ("ocg", "m1", "down", {"card": "Elf"}, {}),
    ("resummoned", "m0", "down", {"card": "GeminiElf"}, {}),
    ("trump_king", "m1", "down", {"card": "S3"}, {}),
    ("trump_king", "m1", "up", {"card": "S3"}, {"number": 3}),
]


@pytest.mark.rule("RES-304.2")
@pytest.mark.parametrize(("ruleset", "zone", "face", "card", "values"), VALUES)
def test_the_values_of_a_card_are_those_that_it_has_as_it_lies(
    ruleset: str, zone: str, face: str, card: dict[str, Any], values: dict[str, Any]
) -> None:
    """Face-down it has none, and the number by which it is told from others is no value."""
    position = {"turn": 5, "phase": "main2", "a": {zone: card | {"face": face}}, "b": {}}
    play = ["pass" if ruleset == "resummoned" else {"do": "concede", "seat": "a"}]
    expect = {"a": {zone: card | {"values": {"attack": 1900}}}} if ruleset != "trump_king" else {}
    found = account(ruleset=ruleset, position=position, play=play, expect=expect)
    course, place = found.course, ZoneName(f"a.{zone}")
    (piece,) = course.duel.at(place)
    assert card_table(piece, course.duel, course.game, place)["values"] == values
    assert bool(found.failures) == ("attack" not in values and bool(expect))


@pytest.mark.parametrize(
    ("level", "failures"),
    [
        (4.5, ()),
        (4, ("expected a.m1 HalfMoth (values level 4), got a:HalfMoth (values level 4.5)",)),
        (4.25, ("expected a.m1 HalfMoth (values level 4.25), got a:HalfMoth (values level 4.5)",)),
    ],
)
def test_a_level_may_be_a_fraction(level: float, failures: tuple[str, ...]) -> None:
    """In Trigamon it may; attack and defense are whole numbers."""
    moth = {"card": "HalfMoth", "values": {"level": level}}
    case: dict[str, Any] = {
        "ruleset": "trigamon",
        "position": {"turn": 5, "a": {"m1": "HalfMoth"}},
        "play": [{"do": "concede", "seat": "b"}],
    }
    assert account(**case, expect={"a": {"m1": moth}}).failures == failures
    with pytest.raises(ScenarioError, match="attack: expected a whole number"):
        account(**case, expect={"a": {"m1": moth | {"values": {"attack": 4.5}}}})


HOLE: dict[str, Any] = {
    "position": {
        "turn": 4,
        "a": {"hand": ["DarkHole"], "m1": "Elf"},
        "b": {"s1": {"card": "JarOfGreed", "since": 2}},
    },
    "play": [{"do": "activate", "card": "DarkHole", "as": "magic"}],
}
DARK = {"seat": "a", "effect": "dark-hole", "text": "Dark Hole as magic"}
CHAINS: list[tuple[list[Any], tuple[str, ...]]] = [
    (["dark-hole"], ()),
    ([DARK], ()),
    ([{"seat": "a"}], ()),
    ([{"seat": "b", "effect": "dark-hole"}], ("expected chain b dark-hole, got a dark-hole",)),
    ([], ("expected chain none, got a dark-hole Dark Hole as magic",)),
    (
        ["dark-hole", "jar-of-greed"],
        ("expected chain dark-hole, jar-of-greed, got dark-hole",),
    ),
]


@pytest.mark.parametrize(("chain", "failures"), CHAINS)
def test_the_chain_may_be_expected_as_it_is_told(
    chain: list[Any], failures: tuple[str, ...]
) -> None:
    """A link is the name of its effect, or a table with as much of it as is wanted."""
    expect = {"chain": chain, "a": {"play": ["DarkHole"]}, "kind": "window"}
    assert account(**HOLE, expect=expect).failures == failures


WRONG_CHAINS = [
    (["dark-hall"], "expect.chain[1]", "the name of an effect"),
    ([{"effect": "dark-hall"}], "expect.chain[1].effect", "the name of an effect"),
    ([{"seat": "c"}], "expect.chain[1].seat", "one of a, b"),
    ([{"by": "a"}], "expect.chain[1].by", "one of the keys seat, effect, text"),
    ([DARK, "dark-hole"], "expect.chain[2]", "a table"),
    (3, "expect.chain", "a list"),
]


@pytest.mark.parametrize(("chain", "where", "expected"), WRONG_CHAINS)
def test_a_link_that_no_chain_has_is_told(chain: object, where: str, expected: str) -> None:
    """With its place."""
    with pytest.raises(ScenarioError) as told:
        account(**HOLE, expect={"chain": chain})
    (fault,) = told.value.faults
    assert (fault.where, fault.expected) == (where, expected)


def test_players_are_called_by_their_names_where_a_duel_ends() -> None:
    """Who has lost is said by name, in the event and at the end."""
    side = {"life": 500, "pile": 5}
    found = account(
        ruleset="resummoned",
        names={"a": "Ana", "b": "Ben"},
        position={"a": {"hand": ["Hinotama"], "pile": 5}, "b": side},
        play=[{"do": "activate-spell", "card": "Hinotama", "to": "s0"}, "pass", "pass"],
        expect={"winner": "a", "reason": "Ben has no life left"},
    )
    assert found.failures == ()
    assert found.course.lines[-1].text == "Ana wins: Ben has no life left."
    assert found.course.moment.question == "The duel is over: Ben has no life left."


def test_nothing_happens_is_a_course_too() -> None:
    """A pass brings about no event; the end says who is asked then."""
    found = account(
        position={"a": {"hand": ["Elf"]}, "b": {"s1": "DropHole", "hand": 1}},
        play=[{"do": "normal-summon", "card": "Elf", "to": "m1"}, "pass"],
    )
    assert found.question.startswith("What happens: Player A: Normal Summon Twin Elves")
    assert found.question.endswith("then Player B: Pass?")
    assert found.course.moment.kind == "window"


# Anything at all

ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, -1, 3, 1.5, "", "x", "m1", "a:Elf", [], [[]], [3], ["x"], {}, {"x": 1}]
)
CASE: dict[str, Any] = {
    "ruleset": "ocg",
    "position": {"phase": "battle", "a": {"m1": "Elf", "pile": {"order": ["Ox"]}}, "b": {}},
    "play": ["m1*"],
    "expect": {
        "happens": {"exactly": ["OCG-18"]},
        "events": [{"event": "battled", "card": "Elf", "target": "", "rules": ["OCG-18"]}],
        "kind": "open",
        "chain": [],
        "a": {
            "life": 1,
            "hand": {"among": ["Elf"]},
            "m1": {"card": "Elf", "values": {"attack": 1}, "marks": {}, "beneath": []},
            "m2": {"card": "Elf", "attached": "", "move": "", "face": "up"},
        },
    },
}


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a case."""
    items: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    return [path, *(deeper for key, one in items for deeper in paths(one, (*path, key)))]


def test_the_case_that_is_damaged_is_a_good_one() -> None:
    """Undamaged it is answered."""
    scenario = read_case(CASE)
    assert reply(scenario, scenario.questions[0]).failures


@settings(max_examples=examples(300), deadline=None)
@given(st.sampled_from([*paths(CASE)[1:], ("card",)]), ODD)
def test_any_odd_value_is_a_fault_or_is_answered(path: tuple[str | int, ...], odd: object) -> None:
    """No value in any place of a case makes the judge stumble."""
    case = deepcopy(CASE)
    place: Any = case
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = odd
    try:
        scenario = read_case(case)
        told = [reply(scenario, scenario.questions[0]).question]
    except ScenarioError as error:
        told = error.messages()
    assert all(told)
