"""A ruleset with further cards: found by a name that its text makes, whoever has the text."""

from __future__ import annotations

import pytest

from duelmat_engine import (
    CardFileError,
    UnknownNameError,
    base_name,
    find_ruleset,
    join_card_files,
    ruleset_names,
    use_cards,
)

HERON = """\
ruleset = "ocg"
[[card]]
code = "TestHeron"
name = "Heron"
traits = { level = 3, attack = 1200, defense = 900, attribute = "water", race = "fish" }
kinds = ["monster", "effect"]
effects = ["test-heron"]
[[effect]]
name = "test-heron"
use = "continuous"
text = "Nobody may Special Summon Dragons."
forbids = [{ acts = ["special-summon"], that = [{ is = "trait", name = "race", value = "dragon" }], whose = "any" }]
"""  # noqa: E501  (TOML tables have no line ends)
EGRET = """\
ruleset = "ocg"
[[card]]
code = "TestEgret"
name = "Egret"
traits = { level = 3, attack = 1000, defense = 900, attribute = "water", race = "fish" }
kinds = ["monster", "effect"]
effects = ["test-heron"]
"""


def test_a_ruleset_with_cards_is_found_by_its_name_alone() -> None:
    """It has its own cards and all others; the same text has the same name, another has not."""
    text = join_card_files("ocg", [("heron.toml", HERON)])
    rules = use_cards(text)
    assert find_ruleset(rules.name) is rules
    assert set(rules.cards) == {*find_ruleset("ocg").cards, "TestHeron"}
    assert (base_name(rules.name), use_cards(text).name) == ("ocg", rules.name)
    assert use_cards(text.replace("1200", "1300")).name != rules.name
    assert rules.name not in ruleset_names()


def test_a_card_file_uses_those_before_it() -> None:
    """The joined text has the cards and effects of all, and is as sound as each."""
    rules = use_cards(join_card_files("ocg", [("heron.toml", HERON), ("egret.toml", EGRET)]))
    assert rules.cards["TestEgret"].effects == rules.cards["TestHeron"].effects
    with pytest.raises(CardFileError, match=r"egret\.toml"):
        join_card_files("ocg", [("egret.toml", EGRET)])


def test_cards_of_another_game_are_refused() -> None:
    """The fault names the file, its line, and the game that is played."""
    with pytest.raises(CardFileError, match=r"heron\.toml:1: ruleset: expected the name trigamon"):
        join_card_files("trigamon", [("heron.toml", HERON)])


def test_a_name_without_its_text_is_unknown() -> None:
    """Nothing but the text tells which cards a name stands for."""
    with pytest.raises(UnknownNameError):
        find_ruleset("ocg+0123456789abcdef")
