"""Which copy of a card is meant, where a code names one of several."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine.actions import Attack, Choose, Play
from duelmat_engine.cardfiles.copies import MOST_CHOICES
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.answers import Answer, answer
from duelmat_engine.rulings.scenario import read_case
from duelmat_engine.verdict import Invalidity

Table = dict[str, Any]


def asked(
    action: Table | str, side: Table, *, ruleset: str = "ocg", play: list[Any] | None = None
) -> Answer:
    """The answer to one question in a first Main Phase."""
    case = {"ruleset": ruleset, "position": {"a": side}, "action": action, "play": play or []}
    scenario = read_case(case)
    return answer(scenario, scenario.questions[0])


def normal(card: str, to: str = "m3", **more: Any) -> Table:
    return {"do": "normal-summon", "card": card, "to": to, **more}


EVERYWHERE = {"m1": "Wolf", "hand": ["Wolf"], "grave": ["Wolf"], "pile": ["Wolf"]}


@pytest.mark.parametrize("first", ["m1", "hand", "grave"])
def test_a_code_alone_means_the_copy_that_it_can_be_done_with(first: str) -> None:
    """Whatever the order in which the file names them: summoned from the hand, attacking from
    the field.
    """
    side = {first: EVERYWHERE[first], **EVERYWHERE}
    summoned = asked(normal("Wolf"), side)
    assert summoned.verdict.legal
    assert isinstance(summoned.action, Play)
    held = next(piece.key for piece in summoned.duel.at("a.hand"))
    assert summoned.action.card == held
    attacked = asked({"do": "attack", "card": "Wolf"}, side, play=["/battle"])
    assert attacked.verdict.legal
    assert attacked.action == Attack("a.m1", None)


def test_notation_means_it_in_the_same_way() -> None:
    """A text of records, with short and with full names."""
    for text in ("Wolf>m3", "a:Wolf>a.m3"):
        assert asked(text, EVERYWHERE).verdict.legal
    assert asked("Wolf*", EVERYWHERE, play=["/battle"]).verdict.legal


def test_a_number_behind_the_code_means_that_copy() -> None:
    """Copies are counted as the position names them, those that nobody sees last."""
    assert not asked(normal("Wolf/1"), EVERYWHERE).verdict.legal
    assert asked(normal("Wolf/2"), EVERYWHERE).verdict.legal
    assert not asked(normal("Wolf/3"), EVERYWHERE).verdict.legal
    in_deck = asked(normal("Wolf/4"), EVERYWHERE).verdict
    assert (in_deck.legal, in_deck.invalid) == (False, Invalidity.NONE)
    assert asked(normal("Wolf/5"), EVERYWHERE).verdict.invalid == Invalidity.MALFORMED
    turned = {"pile": ["Wolf"], "grave": ["Wolf"], "hand": ["Wolf"], "m1": "Wolf"}
    assert not asked(normal("Wolf/1"), turned).verdict.legal
    assert asked(normal("Wolf/2"), turned).verdict.legal


@pytest.mark.parametrize(
    ("ruleset", "code", "move"),
    [("ocg", "Wolf", "normal-summon"), ("trigamon", "HalfMoth", "normal-summon")],
)
def test_a_refusal_speaks_of_the_copy_that_is_nearest_to_it(
    ruleset: str, code: str, move: str
) -> None:
    """A second Normal Summon of the same name lacks the right, and nothing else."""
    side = {"hand": [code, code]}
    first = {"do": move, "card": code, "to": "m2"}
    found = asked({**first, "to": "m3"}, side, ruleset=ruleset, play=[first])
    assert not found.verdict.legal
    texts = [remedy.text for remedy in found.verdict.remedies]
    assert not [text for text in texts if "in your hand" in text]
    other = asked({**first, "to": "m3"}, {"m2": code}, ruleset=ruleset)
    assert [remedy for remedy in other.verdict.remedies if "in your hand" in remedy.text]


@pytest.mark.parametrize(
    ("using", "side", "legal"),
    [
        (["Wolf", "Wolf"], {"m1": "Wolf", "m2": "Wolf"}, True),
        (["Wolf", "Sangan"], {"m1": "Wolf", "m2": "Sangan"}, True),
        (["Wolf", "Wolf"], {"m1": "Wolf", "m2": "Sangan"}, False),
        (["Wolf", "Wolf"], {"m1": "Wolf", "grave": ["Wolf"]}, False),
        (["Wolf/1", "Wolf/1"], {"m1": "Wolf", "m2": "Wolf"}, False),
        (["Wolf", "m2"], {"m1": "Wolf", "m2": "Wolf"}, True),
    ],
)
def test_two_mentions_in_a_list_are_two_copies(using: list[str], side: Table, legal: bool) -> None:
    """Never one of them twice; the Tributes may be named by code as by place."""
    found = asked(normal("BlueEyes", using=using), {"hand": ["BlueEyes"], **side})
    assert found.verdict.legal == legal
    assert isinstance(found.action, Play)
    if legal:
        assert set(found.action.using) == {"a.m1", "a.m2"}


def test_a_card_of_the_opponent_is_meant_by_its_code_too() -> None:
    """An attack on the copy that lies on the field, not on one in the Graveyard."""
    position = {
        "phase": "battle",
        "a": {"m1": "Wolf"},
        "b": {"grave": ["Ox"], "hand": ["Ox"], "m2": "Ox"},
    }
    action = {"do": "attack", "card": "Wolf", "target": "Ox"}
    scenario = read_case({"ruleset": "ocg", "position": position, "action": action})
    found = answer(scenario, scenario.questions[0])
    assert found.verdict.legal
    assert found.action == Attack("a.m1", "b.m2")


def test_what_is_shown_may_be_any_copy_that_nobody_has_seen() -> None:
    """A copy that lies open is not the one that comes to light."""
    side = {"m1": "Wolf", "hand": ["?"], "deck": ["Wolf", "Wolf", "Wolf", "Elf", "Elf"]}
    duel = asked("pass", side).duel
    asking = WrittenAction(("action",), {"do": "choose", "card": "Wolf", "from": "hand"})
    chosen = [a.card for a in asking.actions(duel, scenario_game()) if isinstance(a, Choose)]
    assert chosen[0] == "a.m1"
    assert len(chosen) == 2
    assert chosen[1] in duel.hidden[0].pool


def scenario_game() -> Game:
    """The game that these questions are asked in."""
    case = {"ruleset": "ocg", "position": {}, "action": "pass"}
    return read_case(case).game


def test_many_copies_are_looked_at_in_bounds() -> None:
    """So many mentions of so many copies are not all tried."""
    side = {f"m{i}": "Wolf" for i in range(1, 6)} | {"hand": ["Wolf"] * 5, "grave": ["Wolf"] * 5}
    asking = WrittenAction(("action",), normal("BlueEyes", using=["Wolf"] * 5))
    duel = asked("pass", side).duel
    assert len(list(asking.actions(duel, scenario_game()))) <= MOST_CHOICES
