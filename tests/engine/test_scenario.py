"""Scenario files: what they may say, what they answer, and what broken ones are told."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_engine.actions import Activate, Play
from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.forms.action_form import verbs
from duelmat_engine.forms.position import faults_of
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import NOBODY
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.rulings.answers import Answer, answer, reply
from duelmat_engine.rulings.ask_form import Expect, Listed, differences
from duelmat_engine.rulings.scenario import parse_scenario, read_case
from duelmat_engine.verdict import Cited, Verdict, When
from duelmat_parsing import toml_lines
from examples import examples

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = sorted(FOLDER.glob("*.toml"))

GOOD = """\
title = "A summon after a summon"
ruleset = "trump_king"
names = { a = "Ana", b = "Ben" }

[readings]
G-54 = "legal"

[position]
turn = 4
seat = "a"
phase = "main1"

[position.a]
life = 33
hand = ["S7", "?", "C2"]
m1 = { card = "D5", since = 2, position = "defense" }
s2 = "H3"
grave = ["C9"]
used = ["summon-right"]

[position.b]
hand = 4
m3 = { card = "?", face = "down" }
pile = { order = ["S2"] }

[[play]]
do = "turn"
card = "m1"
position = "attack"

[[question]]
ask = "May she summon again?"
action = { do = "normal-summon", card = "C2", to = "m2" }
expect = { legal = false, rules = ["TK-14"], remedies = ["when"] }

[[question]]
play = ["/battle"]
action = "m1*b.m3"
"""


def faults(text: str) -> list[str]:
    """The messages for a broken scenario, whether reading or asking finds them."""
    try:
        scenario = parse_scenario(text, "f.toml")
        for question in scenario.questions:
            reply(scenario, question)
    except ScenarioError as error:
        return error.placed(toml_lines(text) if _is_toml(text) else {}, "f.toml").messages()
    return []


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_every_scenario_file_is_answered_as_it_expects(path: Path) -> None:
    """The committed table questions get the verdicts that stand in them."""
    scenario = parse_scenario(path.read_text(encoding="utf-8"), path.name)
    assert scenario.title
    for question in scenario.questions:
        expects = question.expect != Expect() or question.outcome
        assert expects, "a committed question says what it expects"
        found = reply(scenario, question)
        assert not found.failures, found.question
        if isinstance(found, Answer):
            assert found.explanation.paragraph().endswith(".")


def test_there_are_scenarios_enough_for_a_table() -> None:
    """Typical questions of a game night are covered by at least 25 files."""
    assert len(FILES) >= 25


def test_a_position_is_what_the_table_knows() -> None:
    """Cards placed are seen, "?" and the rest of the deck are not; all faults are absent."""
    duel = parse_scenario(GOOD).start.duel
    assert faults_of(duel) == []
    assert not duel.closed
    assert (duel.turn, duel.phase, duel.players[0].life) == (4, "main1", 33)
    assert [p.key for p in duel.at("a.hand")] == ["a:S7", None, "a:C2"]
    assert duel.at("a.m1")[0].arrived == 2
    assert not duel.at("a.m1")[0].upright
    assert (duel.at("a.s2")[0].key, duel.at("a.s2")[0].face_up) == ("a:H3", False)
    assert duel.at("b.m3")[0].key is None
    assert len(duel.at("b.hand")) == 4
    for seat, letter in enumerate("ab"):
        unseen = sum(piece.key is None for zone, piece in duel.pieces() if zone.startswith(letter))
        assert unseen == len(duel.hidden[seat].pool)
        assert not duel.hidden[seat].pool & {piece.key for _, piece in duel.pieces()}
    everything = {p.key for _, p in duel.pieces() if p.key} | set().union(
        *(h.pool for h in duel.hidden)
    )
    assert len(everything) == 2 * 54


def test_an_answer_says_which_duel_it_is_about() -> None:
    """Plays of the file and of the question stand before the question is asked."""
    scenario = parse_scenario(GOOD)
    first, second = (answer(scenario, q) for q in scenario.questions)
    assert first.duel.at("a.m1")[0].upright
    assert (first.duel.phase, second.duel.phase) == ("main1", "battle")
    assert second.question == (
        "Ana: Attack the face-down monster in Ben's right monster zone with the 5 of diamonds?"
    )
    assert not first.failures


def test_a_case_asks_one_question_with_everything_in_one_table() -> None:
    """The lines of a batch use the same keys, with the question at the top."""
    case = {
        "id": 5,
        "ruleset": "trump_king",
        "position": {"a": {"hand": ["H7"]}},
        "action": "H7>m2",
        "expect": {"legal": True},
    }
    scenario = read_case(case)
    assert answer(scenario, scenario.questions[0]).verdict.legal


def test_a_pattern_is_asked_for_every_card_it_may_be() -> None:
    """An unseen hand card may be summoned: some card makes it legal."""
    case = {
        "ruleset": "trump_king",
        "position": {"a": {"hand": 1}, "b": {"m1": "D7"}},
        "action": {"do": "normal-summon", "card": "hand", "to": "m1"},
    }
    scenario = read_case(case)
    assert answer(scenario, scenario.questions[0]).verdict.legal


@pytest.mark.parametrize(
    ("ruleset", "do", "to", "code", "face", "upright"),
    [
        ("trump_king", "set-monster", "m1", "S7", False, False),
        ("trump_king", "set-card", "s1", "S7", False, True),
        ("ocg", "set-monster", "m1", "Wolf", False, False),
        ("resummoned", "set-monster", "m0", "Kuriboh", False, False),
        ("resummoned", "set-trap", "s0", "TrapHole", False, True),
        ("trigamon", "normal-set", "m1", "EmberImp", False, False),
        ("trigamon", "free-set", "m1", "SprigSprite", False, False),
        ("trigamon", "set-card", "s1", "LoneWatch", False, True),
        ("trigamon", "normal-summon", "m1", "EmberImp", True, True),
    ],
)
def test_without_a_face_a_set_lies_face_down_and_a_monster_of_it_across(
    ruleset: str, do: str, to: str, code: str, face: bool, upright: bool
) -> None:
    """It is legal as it stands in the file, and the action says how the card lies."""
    case = {
        "ruleset": ruleset,
        "position": {"a": {"hand": [code]}},
        "action": {"do": do, "card": code, "to": to},
    }
    scenario = read_case(case)
    found = answer(scenario, scenario.questions[0])
    assert found.verdict.legal, found.verdict
    assert isinstance(found.action, Play)
    assert (found.action.face_up, found.action.upright) == (face, upright)


@pytest.mark.parametrize(
    ("ruleset", "word"),
    [
        ("resummoned", "flip"),
        ("resummoned", "ignite"),
        ("trigamon", "activate-effect"),
        ("trigamon", "turn-up"),
    ],
)
def test_a_word_that_brings_no_card_to_a_zone_is_not_listed(ruleset: str, word: str) -> None:
    """Flips and ignitions are asked with `activate`; as plays they could only be misunderstood."""
    assert word not in verbs(game_of(ruleset, choose_readings(find_ruleset(ruleset), {})))


@pytest.mark.parametrize(
    ("phase", "effect"), [("start", "dawn-gain"), ("standby", "calm-gain"), ("main1", "")]
)
def test_of_several_effects_of_one_use_the_legal_one_is_meant(phase: str, effect: str) -> None:
    """A skill with an effect for each of two phases may be used in both of them."""
    case = {
        "ruleset": "trigamon",
        "position": {"phase": phase, "a": {"skill": ["DawnWatch"]}},
        "action": {"do": "activate", "card": "DawnWatch", "as": "effect"},
    }
    scenario = read_case(case)
    found = answer(scenario, scenario.questions[0])
    assert found.verdict.legal == bool(effect)
    assert isinstance(found.action, Activate)
    assert not effect or found.action.effect == effect


@pytest.mark.parametrize("summon", ["normal-summon", "free-summon"])
def test_a_summon_to_core_position_is_named_where_its_position_is_asked_for(summon: str) -> None:
    """It is a play of its own, and no position of another."""
    action = {"do": summon, "card": "HalfMoth", "to": "m1", "position": "core"}
    position = {"a": {"hand": ["HalfMoth"]}}
    asked = read_case({"ruleset": "trigamon", "position": position, "action": action})
    core = summon.replace("summon", "core-summon")
    told = f'expected one of attack, defense, got "core" \\(did you mean do = "{core}"'
    with pytest.raises(ScenarioError, match=told):
        reply(asked, asked.questions[0])


# Broken files

BROKEN = [
    (
        'play = ["/battle"]',
        'play = [{ do = "pass", seat = "b" }]',
        ["expected a, whose decision it is", 'got "b"'],
    ),
    (
        'action = { do = "normal-summon", card = "C2", to = "m2" }',
        'action = { do = "number", value = 3, seat = "b" }',
        ["expected a, whose decision it is", 'got "b"'],
    ),
    (
        'play = ["/battle"]',
        'play = [{ do = "advance", phase = "battle", seat = "b" }]',
        ["expected a, whose turn it is", 'got "b"'],
    ),
    *(
        (
            'action = { do = "normal-summon", card = "C2", to = "m2" }',
            f"action = {{ {action} }}",
            [f'{key}: expected the code of a card of Trump King, got "{place}"'],
        )
        for action, key, place in (
            ('do = "reveal", card = "s1"', "card", "s1"),
            ('do = "reveal", card = "b.m2"', "card", "b.m2"),
            ('do = "reveal", card = "hand"', "card", "hand"),
            ('do = "activate", card = "s1", as = "trap", shown = "m2"', "shown", "m2"),
            ('do = "activate", card = "s1", effect = "trap", shown = "m2"', "shown", "m2"),
        )
    ),
    ("title = ", "title = [", ["f.toml:2: expected a text in TOML, got"]),
    (
        'ruleset = "trump_king"',
        'ruleset = "trump_kong"',
        ['got "trump_kong" (did you mean trump_king?)'],
    ),
    (
        'ruleset = "trump_king"\n',
        "",
        ['f.toml:1: expected the key "ruleset" with a text, got nothing'],
    ),
    (
        'names = { a = "Ana", b = "Ben" }',
        'names = { a = 3, e = "Cy" }',
        [
            "f.toml:3: names.e: expected one of the keys a, b, got an unknown key",
            "f.toml:3: names.a: ",
        ],
    ),
    (
        "G-54",
        "G-540",
        ["f.toml:6: readings.G-540: expected one of G-", 'unknown reading "G-540" (did you'],
    ),
    (
        'G-54 = "legal"',
        'G-54 = "leagl"',
        ['f.toml:6: readings.G-54: expected one of legal, refused, got "leagl" (did you mean leg'],
    ),
    (
        "turn = 4",
        'turn = "four"',
        ['f.toml:9: position.turn: expected a whole number, got "four"'],
    ),
    (
        "turn = 4",
        "turn = 0",
        ["f.toml:9: position.turn: expected a whole number from 1 to 10000, got 0"],
    ),
    (
        'phase = "main1"',
        'phase = "mian1"',
        ['f.toml:11: position.phase: expected one of draw, main1, battle, main2, got "mian1"'],
    ),
    ("life = 33", "lief = 33", ["got an unknown key (did you mean life?)"]),
    (
        '"?", "C2"]',
        '"?", "C22"]',
        ['f.toml:15: position.a.hand[3]: expected the code of a card of Trump King, got "C22"'],
    ),
    (
        'hand = ["S7", "?", "C2"]',
        'hand = [\n  "S7",\n  "?",\n  17,\n]',
        ["f.toml:18: position.a.hand[3]: expected the code of a card, or"],
    ),
    (
        'hand = ["S7", "?", "C2"]',
        'hand = ["S7", "?", "S7"]',
        ["f.toml:15: position.a.hand[3]: expected a card that the deck still has, got S7 again"],
    ),
    (
        "since = 2",
        "since = 9",
        ["f.toml:16: position.a.m1.since: expected a whole number from 1 to 4, got 9"],
    ),
    (
        'position = "defense" }',
        'position = "sideways" }',
        ["f.toml:16: position.a.m1.position: expected one of attack, defense, got"],
    ),
    (
        'grave = ["C9"]',
        "grave = 3",
        ["f.toml:18: position.a.grave: expected a list of cards"],
    ),
    ('s2 = "H3"', 's2 = ["H3"]', ["f.toml:17: position.a.s2: expected the code of a card, or"]),
    (
        'grave = ["C9"]',
        'grave = ["SQ"]',
        ["position.a.grave: expected no Synchro: on the field or in the Extra Deck only, got"],
    ),
    (
        "hand = 4",
        "hand = 60",
        ["f.toml:21: position.b: expected no more unseen cards than the 41 of the deck that lie"],
    ),
    ("hand = 4", "hand = " + "[" * 5000, ["f.toml:1: expected a text in TOML, got tables or"]),
    (
        "hand = 4",
        "hand = " + "4" * 5000,
        ["expected a text in TOML, got a whole number of more than 64 bits"],
    ),
    ("hand = 4", "hand = 4.0", ["f.toml:22: position.b.hand: expected a list of cards or a num"]),
    ("hand = 4", "hand = 1979-05-27", ["f.toml:22: position.b.hand: expected a list of cards"]),
    ("hand = 4", "hand = -1", ["f.toml:22: position.b.hand: expected a number of unseen cards"]),
    (
        'face = "down" }',
        'face = "up" }',
        ["f.toml:23: position.b.m3.card: expected the code of a card that lies face-up"],
    ),
    (
        'do = "turn"',
        'do = "trun"',
        ["f.toml:27: play[1].do: expected one of normal", "(did"],
    ),
    (
        'card = "m1"\nposition = "attack"',
        'card = "m1"\nto = "m2"',
        ["f.toml:29: play[1].to: expected one of the keys do, seat, card, position, face, shown"],
    ),
    (
        'position = "attack"\n',
        'position = "defense"\n',
        ["f.toml:26: play[1]: expected a legal action to play first, got Turn the 5 of diamonds"],
    ),
    ('to = "m2" }', 'to = "m7" }', ["f.toml:33: question[1].action.to: expected a zone of m1"]),
    (
        'action = "m1*b.m3"',
        'action = { do = "attack", card = "m1", target = "d.m3" }',
        ['question[2].action.target: expected a seat of a, b before ".", got "d.m3"'],
    ),
    (
        's2 = "H3"',
        's2 = "d:H3"',
        ['position.a.s2: expected a seat of a, b before ":", got "d:H3"'],
    ),
    ('to = "m2" }', 'to = "S7" }', ["question[1].action.to: expected a zone, got the card"]),
    (
        'card = "C2", to',
        'card = "Q2", to',
        ["f.toml:33: question[1].action.card: expected a card or zone of this ruleset"],
    ),
    (
        'do = "normal-summon", card = "C2", to = "m2"',
        'do = "activate", card = "C2"',
        ['question[1].action: expected the key "as" with one of magic, trap, effect, or the key'],
    ),
    (
        'do = "normal-summon", card = "C2", to = "m2"',
        'do = "activate", card = "C2", as = "mgic"',
        ["question[1].action.as: expected one of magic, trap, effect, got"],
    ),
    (
        'action = "m1*b.m3"',
        'action = "m1**b.m3"',
        ["f.toml:38: question[2].action: expected ", "in column"],
    ),
    (
        'action = "m1*b.m3"',
        'action = "m1*b.m9"',
        ["f.toml:38: question[2].action: expected a zone of"],
    ),
    (
        'play = ["/battle"]\naction = "m1*b.m3"',
        "",
        ['f.toml:36: question[2]: expected the key "action" with a table or a text, or the key'],
    ),
    (
        'remedies = ["when"]',
        'remedies = ["whne"]',
        ["f.toml:34: question[1].expect.remedies[1]: expected one of do, when, never, got"],
    ),
    (
        "legal = false",
        'legal = "no"',
        ['f.toml:34: question[1].expect.legal: expected true or false, got "no"'],
    ),
]


@pytest.mark.parametrize(("good", "bad", "told"), BROKEN)
def test_a_broken_file_is_told_line_expected_and_got(good: str, bad: str, told: list[str]) -> None:
    """Each break in a good file is named with its line and what stood there."""
    assert good in GOOD
    said = "\n".join(faults(GOOD.replace(good, bad, 1)))
    for words in told:
        assert words in said


def test_all_faults_of_a_file_are_told_at_once() -> None:
    """One reading finds what is wrong everywhere, in the order of the lines."""
    text = GOOD.replace("turn = 4", "turn = true").replace('"C2"]', '"ZZ"]')
    text = text.replace('do = "turn"', 'do = "spin"').replace("legal = false", "legal = 0")
    lines = [message.split(":")[1] for message in faults(text)]
    assert lines == ["9", "15", "27", "34"]


def test_a_file_without_questions_is_told_so() -> None:
    """A scenario that asks nothing is no scenario."""
    text = GOOD[: GOOD.index("[[question]]")]
    assert faults(text) == ["f.toml:1: expected at least one [[question]], got none"]


@settings(max_examples=examples(150), deadline=None)
@given(
    st.integers(0, len(GOOD)),
    st.integers(0, 40),
    st.sampled_from(["", "x", '"', "[", "]", "{", "}", "=", "\n", "9", "-", ".", "?", "\\", "é"]),
)
def test_a_damaged_file_is_answered_or_refused_in_words(start: int, length: int, put: str) -> None:
    """Deleting or replacing any stretch of a good file gives answers or a ScenarioError."""
    for message in faults(GOOD[:start] + put + GOOD[start + length :]):
        assert "expected" in message
        assert "got" in message


# Expectations


def test_a_refusal_must_cite_exactly_the_rules_expected() -> None:
    """A further rule is a difference, and so is a missing one."""
    verdict = Verdict(False, (Cited("TK-14"), Cited("TK-22", "G-40")), (When("It is so."),))
    assert (
        differences(
            Expect(False, Listed(("TK-22", "TK-14")), Listed(("G-40",)), ("when",)), verdict
        )
        == ()
    )
    assert differences(Expect(True), verdict) == ("expected legal, got not legal",)
    assert differences(Expect(rules=Listed(("TK-14",))), verdict) == (
        "expected rules TK-14, got TK-14, TK-22",
    )
    assert differences(Expect(remedies=("do",)), verdict) == ("expected remedies do, got when",)


def test_an_acceptance_must_cite_the_rules_expected_among_others() -> None:
    """An acceptance cites every rule it was measured by."""
    verdict = Verdict(True, (Cited("TK-14"), Cited("TK-22")))
    assert differences(Expect(True, Listed(("TK-14",))), verdict) == ()
    assert differences(Expect(True, Listed(("TK-70",))), verdict) == (
        "expected rules TK-70 among them, got TK-14, TK-22",
    )


def test_an_opened_position_lists_only_what_the_judge_allows() -> None:
    """The duel of a scenario is one that the engine plays on from."""
    scenario = parse_scenario(GOOD)
    assert scenario.start.duel.decision is not None
    assert scenario.start.duel.decision.seat != NOBODY
    assert list(legal_actions(scenario.start.duel, scenario.game))
