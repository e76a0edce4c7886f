"""Values of cards now, and what changed them, as sentences of everybody."""

from __future__ import annotations

import pytest

from duelmat_engine import PUBLIC, Wording, game_of, parse_position, view_for
from duelmat_host.showing.card_values import changed_values
from duelmat_host.showing.view_types import ChangedValueView

OCG = "ocg; 3 a main1; life 8000 8000; closed; a.pile Sangan; b.pile Sangan; "
TRIGAMON = "trigamon; 3 a main1; life 8000 8000; closed; a.pile SprigSprite; b.pile SprigSprite; "


def changed(position: str, ref: str) -> list[ChangedValueView]:
    """What the public is told of a card's values in a position."""
    duel = view_for(parse_position(position), PUBLIC)
    wording = Wording(game_of(duel.ruleset, duel.readings), ("Ana", "Ben"), world=duel)
    return changed_values(wording, duel, ref)


def test_nothing_is_told_of_a_card_as_printed() -> None:
    """A page draws it from its face."""
    assert changed(OCG + "a.m1 Wolf@1", "a.m1") == []


@pytest.mark.parametrize(
    ("position", "how", "value", "cause", "rule", "says"),
    [
        (
            OCG + "a.m1 Wolf@1; a.s2 BlackPendant@2+a.m1",
            "+500",
            1700,
            "Black Pendant in Ana's magic/trap zone 2",
            "text:gives-500",
            "500 more attack",
        ),
        (
            OCG + 'a.m1 Wolf@1<attack add 700 9 3 "Rush text:rush">',
            "+700",
            1900,
            "Rush Recklessly, until the end of this turn",
            "text:rush",
            "700 attack until the end of the turn",
        ),
        (
            TRIGAMON + "a.m1 StormColossus@1{burn=1}",
            "halved",
            1400,
            "status burn",
            "TRI-169",
            "",
        ),
    ],
)
def test_a_change_is_told_with_its_cause_and_rule(
    position: str, how: str, value: int, cause: str, rule: str, says: str
) -> None:
    """What was done, by which card and where it lies, by which text or statement."""
    attack = changed(position, "a.m1")[0]
    assert (attack.trait, attack.value) == ("attack", value)
    (change,) = attack.changes
    assert (change.how, change.value, change.cause) == (how, value, cause)
    assert change.rules[0].id == rule
    assert says in change.rules[0].statement


def test_a_face_down_card_tells_no_values() -> None:
    """To nobody who may not know which card it is."""
    position = OCG + "b.m1 Wolf#_@1; b.field BeastField@2"
    assert changed(position, "b.m1") == []
