"""What is noted on cards, in the words of everybody."""

import pytest

from duelmat_engine import Piece, Seat, Wording, choose_readings, find_ruleset, game_of
from duelmat_host.showing.card_values import card_marks


@pytest.mark.parametrize(
    ("ruleset", "marks", "signs", "text", "rule"),
    [
        ("trigamon", {}, [], "", ""),
        ("trigamon", {"summoned": 3, "phase": "main1"}, [], "", ""),
        ("trigamon", {"stun": 1}, ["Stunned"], "Status: stunned.", "TRI-170"),
        ("trigamon", {"burn": 1, "stun": 1}, ["Burned", "Stunned"], "Status: burned.", "TRI-169"),
        ("trigamon", {"position": "core"}, ["Core"], "Position: Core, as declared.", ""),
        ("trigamon", {"on": 1}, ["On"], "Marked: on.", ""),
        (
            "trump_king",
            {"suit": "heart", "number": 7},
            ["Hearts", "7"],
            "Suit: Hearts, as declared.",
            "",
        ),
    ],
    ids=["nothing", "notes of the rules", "a status", "two", "a position", "a mark", "declared"],
)
def test_what_is_noted_has_a_sign_and_a_sentence(
    ruleset: str, marks: dict[str, int | str], signs: list[str], text: str, rule: str
) -> None:
    """The sign stands on the card; the sentence has the rules that say what a status does."""
    rules = find_ruleset(ruleset)
    wording = Wording(game_of(rules.name, choose_readings(rules, {})))
    noted = card_marks(wording, Piece(1, Seat(0), marks=marks))
    assert [mark.sign for mark in noted] == signs
    assert [mark.text for mark in noted][:1] == ([text] if text else [])
    assert [each.id for mark in noted[:1] for each in mark.rules][:1] == ([rule] if rule else [])
