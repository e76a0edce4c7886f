"""What `duelmat rules --check` says of a ruleset of one's own that is not as it should be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_rulesets.checks.agreement import measure_agreement
from duelmat_rulesets.checks.soundness import flaws_of
from own_games import GARDENS, own_games

Told = Callable[..., tuple[int, str]]
"""The command over Gardens with these texts replaced: its exit code, and what it says."""


@pytest.fixture
def check(tmp_path: Path) -> Told:
    def told(*changes: tuple[str, str], command: tuple[str, ...] = ()) -> tuple[int, str]:
        text = GARDENS.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "mine.py"
        path.write_text(text, encoding="utf-8")
        with own_games():
            words = command or ("rules", "--check", "{file}", "--duels", "1")
            result = duelmat(*(word.format(file=path) for word in words))
        return result.exit_code, result.output.replace(f"{path}: ", "")

    return told


@pytest.mark.parametrize("name", ruleset_names())
def test_the_rulesets_of_the_house_are_whole(name: str) -> None:
    assert flaws_of(name, find_ruleset(name)) == []


def test_a_whole_ruleset_is_told_to_agree(check: Told) -> None:
    code, told = check()
    assert code == 0
    assert "the list, the judge and apply agree about all of them." in told


FLAWS: dict[str, tuple[str, str, str]] = {
    "a misspelt block of a phase": (
        '"day": (FULL',
        '"dya": (FULL',
        (
            "phases[0].block: expected a block: carry-out, compost, duel, dya, immediate, plant, "
            'play-phase, resolve-link, trigger, turn, got "day" (did you mean dya?)'
        ),
    ),
    "a misspelt block of a move": (
        '"plant": (procedures',
        '"plnat": (procedures',
        'blocks: expected a block "plant" for this move, got none (did you mean plnat?)',
    ),
    "a misspelt block that is run": (
        'Run(block="turn")',
        'Run(block="trun")',
        "blocks['duel'][2].block: expected a block",
    ),
    "no block of the duel": ('"duel": (', '"game": (', 'blocks: expected a block "duel"'),
    "a phase that is followed by none": (
        '"day", "end", (tables',
        '"day", "nihgt", (tables',
        'phases[0].then: expected a phase that follows: back, day, end, got "nihgt"',
    ),
    "an exit to nowhere": (
        'Exit("end", ',
        'Exit("ends", ',
        'phases[0].exits[0].to: expected a phase that follows: back, day, end, got "ends"',
    ),
    "a text where cards stand": (
        'cards=terms.Bound("self")',
        'cards="self"',
        "blocks['compost'][1].cards: expected Cards or Bound, got \"self\"",
    ),
    "a permission by nothing": (
        'MoveKind("compost", ("GA-3",)',
        'MoveKind("compost", ("GA-33",)',
        (
            "moves[1].permitted_by[0]: expected the id of a statement or a reading (add_system), "
            'got "GA-33" (did you mean GA-3?)'
        ),
    ),
    "a move that nothing permits": (
        'MoveKind("compost", ("GA-3",)',
        'MoveKind("compost", ()',
        "moves[1].permitted_by: expected the statements that permit it, got none",
    ),
    "a limit by nothing": (
        'map(moment_rules.Citation, ("GA-1", "GA-2", "GA-3"))',
        'map(moment_rules.Citation, ("GA-1", "GA-22", "GA-3"))',
        "moves[0].moment[2].id: expected the id of a statement or a reading",
    ),
    "a step by nothing": (
        'rules=("GA-4",)',
        'rules=("GA-44",)',
        "blocks['day'][0].then[0].rules[0]: expected the id of a statement",
    ),
    "a text where a tuple stands": (
        'rules=("GA-4",)',
        'rules=("GA-4")',
        "blocks['day'][0].then[0].rules: expected a tuple (of one item: with a comma behind it)",
    ),
    "one limit where a tuple stands": (
        "moment=(*OPEN, FEW)",
        "moment=FEW",
        "moves[1].moment: expected a tuple",
    ),
    "a number as text": ("life=1", 'life="1"', 'life: expected int, got "1"'),
    "a prefix of no system": (
        'prefix="GA"',
        'prefix="XX"',
        'prefix: expected the prefix of a system of statements (add_system), got "XX"',
    ),
    "a field of no zones": (
        'field=("bed",)',
        'field=("bde",)',
        (
            "zones.field[0]: expected a kind of zone: bed, compost, hand, pile, "
            'got "bde" (did you mean bed?)'
        ),
    ),
    "a row without end": (
        '{"bed": 3}',
        '{"bed": 0}',
        "zones.rows['bed']: expected a number of zones (0, without end, is for m, s alone), got 0",
    ),
    "a zone that cannot be written": (
        '"bed"',
        '"bed1"',
        'zones: expected names of small letters alone, got "bed1"',
    ),
    "another name": (
        'register("gardens"',
        'register("garden"',
        "name: expected the name it is registered by: garden, got gardens",
    ),
    "a card under another code": (
        'Card(f"P{n}"',
        'Card(f"Q{n}"',
        'cards[\'P1\'].code: expected the card "P1", got "Q1"',
    ),
    "a card with an effect that is none": (
        'f"Pea {n}")',
        'f"Pea {n}", effects=("grows",))',
        "cards['P1'].effects[0]: expected an effect of the ruleset, got \"grows\"",
    ),
    "no zones": (
        'parts.Zones({"bed": 3}, ("pile", "hand", "compost"), field=("bed",))',
        "None",
        "zones: expected Zones, got nothing",
    ),
    "a list of cards": (
        'cards={f"P{n}": Card(f"P{n}", f"Pea {n}") for n in range(1, 6)}',
        'cards=[Card("P1", "Pea")]',
        "cards: expected a dict, got [Card(",
    ),
    "one phase where a tuple stands": (
        '(tables.Exit("end", ("GA-1",)),)),\n    ),',
        '(tables.Exit("end", ("GA-1",)),))\n    ),',
        "phases: expected a tuple",
    ),
    "no ruleset": ("lambda: GARDENS", "lambda: None", "expected a Ruleset, got nothing"),
    "no phase": ("phases=(\n", "phases=() and (\n", "phases: expected a phase or more, got none"),
    "no moves": (
        "(PLANT, COMPOST, ON)",
        "None",
        "expected a game that can be built, got TypeError: 'NoneType' object is not iterable",
    ),
    "moves that fail": (
        "(PLANT, COMPOST, ON)",
        "(PLANT, GROW)",
        "expected a game that can be built, got NameError: name 'GROW' is not defined (mine.py:",
    ),
    "a battle in no phase": (
        "BattleTable(())",
        'BattleTable((tables.BattleRow("direct", "any", (), "", "", ("GA-1",)),))',
        'battle.phases[0]: expected one of day, got "battle"',
    ),
    "a battle with a gap": (
        "BattleTable(())",
        'BattleTable((tables.BattleRow("attack", ">", (), "", "", ("GA-1",)),), phases=("day",))',
        "battle.rows: expected rows against attack for =, <, or any, got none",
    ),
    "life that is lost by no statement": (
        "ops.Draw(amount=1",
        "ops.Damage(amount=1",
        "citations.over: expected a statement, for life is lost, got none",
    ),
    "owners by no statement": (
        'field=("bed",)',
        'field=("bed",), owned=("compost",)',
        "citations.owners: expected a statement, for zones.owned names some, got none",
    ),
    "a deck of other cards": (
        "range(1, 6)) * 4",
        "range(1, 9)) * 4",
        "decks.practice: expected a deck that may be played, got no card is named 'P6'",
    ),
    "more players than there are seats": (
        "life=1,",
        "life=1, players=(2, 5),",
        "players: expected numbers from 2 to 4, got (2, 5)",
    ),
    "a right that nothing uses up": (
        'moment_rules.Unused("plant")',
        'moment_rules.Unused("plnat")',
        'moves[0]: expected a right that a step uses up (Spend), got "plnat" (did you mean ',
    ),
    "a life that is lost before it begins": (
        "life=1,",
        'life=0, citations=parts.CoreCitations(over=("GA-1",)),',
        "life: expected 1 or more, got 0",
    ),
    "a life below none": ("life=1,", "life=-1,", "life: expected 0 or more, got -1"),
    "an argument that a step does not take": (
        "ops.Draw(amount=1",
        "ops.Draw(count=1",
        "expected a ruleset, got TypeError: Unexpected keyword argument 'count' in ops.Draw",
    ),
    "a step that nothing carries out": (
        'procedures.Arrive(summon="normal")',
        '__import__("msgspec").defstruct("Water", [], bases=(ops.Procedure,), frozen=True)()',
        "blocks['plant'][1]: expected a step that a function carries out (executes), got Water",
    ),
}
"""What is wrong with Gardens: a text of its file, another in its place, and what is told."""


@pytest.mark.parametrize("flaw", FLAWS)
def test_what_is_wrong_with_a_value_is_told_with_its_field(check: Told, flaw: str) -> None:
    """Before a duel is played; nothing raises."""
    old, new, says = FLAWS[flaw]
    code, told = check((old, new))
    assert code == 2
    assert says in told


def test_everything_wrong_is_told_together(check: Told) -> None:
    """One line for each, of values, of names and of moves alike; every command says it."""
    names = ("a text where cards stand", "an exit to nowhere", "a field of no zones")
    code, told = check(*(FLAWS[name][:2] for name in names))
    assert code == 2
    assert all(FLAWS[name][2] in told for name in names)
    command = ("--game", "{file}", "rules", "GA")
    assert check(*(FLAWS[name][:2] for name in names), command=command) == (code, told)


FINDINGS: dict[str, tuple[str, str, str]] = {
    "a rule that raises": (
        'moment_rules.Unused("plant")',
        "lambda q: 1 / 0",
        (
            "Duel 1, answer 2. The list of legal actions fails: ZeroDivisionError: "
            "division by zero (mine.py:"
        ),
    ),
    "a list that raises": (
        'zone(q.seat, "compost")',
        "q.heap",
        (
            "The list of legal actions fails: AttributeError: 'Question' object has no attribute "
            "'heap' (mine.py:"
        ),
    ),
    "places in what is no row": (
        'plays.places("plant", "bed")',
        'plays.places("plant", "compost")',
        (
            "The list of legal actions fails: UnknownNameError: No row is named 'compost'. Known: "
            "bed (in the move plant, "
        ),
    ),
    "a list that is returned": (
        "    yield Play(",
        "    return Play(",
        "TypeError: 'Play' object is not iterable (in the move compost, ",
    ),
    "a step of a battle without an attack": (
        'ops.Draw(amount=1, rules=("GA-3",))',
        "procedures.Battle()",
        "(in the step Battle, ",
    ),
    "a remedy that is none": (
        'When("It is your next turn: you have composted.")',
        '"Wait."',
        "compost:P",
    ),
    "a duel that is over before it begins": (
        '"duel": (procedures.Deal(count=2), ',
        '"duel": (procedures.Deal(count=40), ',
        "Duel 1, answer 1. It is over before anybody is asked: ",
    ),
    "no deck to play it with": (
        '(tuple(f"P{n}" for n in range(1, 6)) * 4, ())',
        "((), ())",
        "Duel 1, answer 1. There is no practice deck (decks.practice) to play it with.",
    ),
    "a player who can do nothing": (
        "(PLANT, COMPOST, ON)",
        "(PLANT, COMPOST)",
        "is asked, and may do nothing.",
    ),
}
"""What comes to light by playing alone; a player without a card to draw loses in all of them."""
_LOSES = ("    words=", '    citations=parts.CoreCitations(overdraw=("GA-1",)),\n    words=')


@pytest.mark.parametrize("finding", FINDINGS)
def test_what_goes_wrong_in_a_duel_is_told_with_seed_and_step(check: Told, finding: str) -> None:
    """Nothing raises, and nothing that failed is told to agree."""
    old, new, says = FINDINGS[finding]
    code, told = check((old, new), _LOSES)
    assert code == 1
    assert says in " ".join(told.split())
    assert "agree about all" not in told


def test_an_action_is_told_in_notation(check: Told) -> None:
    """As everywhere else, and in JSON too."""
    changes = (("moment=(*OPEN, FEW)", "moment=OPEN, form_rules=(NO,)"), ("PLANT = ", _NO))
    code, told = check(*changes)
    assert code == 1
    assert ": compost:P" in told
    assert "Play(" not in told
    command = ("rules", "--check", "{file}", "--duels", "1", "--json")
    printed = check(*changes, command=command)[1]
    found = json.loads(printed[printed.index("{") :])
    assert found["gardens"]["found"][0]["action"].startswith("compost:P")


_NO = 'NO = compost.says(lambda q: False, When("It is another game."))\nPLANT = '


def test_nothing_is_found_without_a_question() -> None:
    """Every duel of a house ruleset asks something."""
    (found,) = measure_agreement(find_ruleset("trump_king"), 1)
    assert found.decisions > 10
    assert found.found == []
