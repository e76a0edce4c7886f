"""Every fault of the tables of broken mats and policies is said in Japanese, as a whole."""

import pytest

from duelmat_hardware import MatError, parse_mat
from duelmat_hub.cli.event_file import visible
from duelmat_message import listed, named, say, say_count
from duelmat_serving.language.catalogs import language
from duelmat_tournament.errors import PolicyError
from duelmat_tournament.policy_file import parse_policy
from english import english_in
from hardware.test_broken_mats import BROKEN
from hardware.test_broken_mats import edited as edited_mat
from tournament.broken_policies import SENSE, TYPES, edited

JAPANESE = language("ja")
SLIPS = {**TYPES, **SENSE}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_with_a_mat_is_said_in_japanese(name: str) -> None:
    """Places, parts and numbers stay as the file has them."""
    with pytest.raises(MatError) as raised:
        parse_mat(edited_mat(*BROKEN[name][0]))
    for problem in raised.value.problems:
        assert english_in(JAPANESE.said(problem.text)) == []
        assert english_in(problem.text)


@pytest.mark.parametrize("name", SLIPS)
def test_what_is_wrong_with_a_policy_is_said_in_japanese(name: str) -> None:
    """Keys and values stay as the file has them."""
    with pytest.raises(PolicyError) as raised:
        parse_policy(edited(SLIPS[name]))
    for fault in raised.value.faults:
        assert english_in(JAPANESE.said(fault.text)) == []


@pytest.mark.parametrize("signs", ["\n", "\x1b[2J", "\u202e"])
def test_a_message_with_signs_that_steer_a_terminal_stays_one(signs: str) -> None:
    """What the file has put into it is made visible, in whatever language."""
    fault = say("{file}: expected {expected}, got {got}", file="a", expected="b", got=f"x{signs}y")
    shown = visible(fault)
    assert signs not in shown
    assert JAPANESE.said(shown).startswith("a：bが必要です（実際：x")
    both = visible(listed([fault, named("parser", f"Extra data{signs}")], "\n"))
    assert signs not in both
    assert JAPANESE.said(both).startswith("a：bが必要です（実際：x")
    assert JAPANESE.said(visible(say_count("1 byte", "{count} bytes", 2))) == "2バイト"
