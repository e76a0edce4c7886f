"""Which questions are asked of whom, and with which answers."""

from __future__ import annotations

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Cancel,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
    Turn,
)
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Decision, DecisionKind, replace
from duelmat_hardware import load_mat
from duelmat_host.table.prompts import Prompt, asked_which, prompts_of, table_limit
from duelmat_host.table.zone_map import ZoneMap

ANA = Seat(0)
TABLE = Bench(
    {
        "a.hand": held("H7", "S4"),
        "a.m1": lay("C8"),
        "a.s1": lay("D5", down=True),
        "b.m1": lay("H9"),
        "b.s1": lay("D6", down=True),
    }
).table
DUEL = TABLE.state.duel
SUMMON = Play("normal-summon", "a.hand", ZoneName("a.m3"))


def asked(kind: DecisionKind, *actions: Action, seat: Seat = ANA) -> list[Prompt]:
    duel = replace(DUEL, decision=Decision(seat, kind))
    return prompts_of(duel, actions, 7, TABLE.state.wording, "What now?", TABLE.state.zones)


SAID: dict[str, tuple[DecisionKind, Action, bool]] = {
    "a phase": ("open", Advance("battle"), True),
    "an attack": ("open", Attack("a.m1"), True),
    "a summon": ("open", SUMMON, False),
    "a turn": ("open", Turn("a.m1"), False),
    "an effect of a monster": ("open", Activate("joker", "a.m1"), True),
    "a Set card": ("open", Activate("trap", "a.s1"), False),
    "a card of the hand": ("open", Activate("magic", "a.hand"), False),
    "an offered effect, wherever": ("trigger", Activate("heart-gain", "a:H9"), True),
    "a pass": ("window", Pass(), True),
    "an amount": ("number", Number(3), True),
    "a name": ("name", Name("spade"), True),
    "taking an announcement back": ("choose", Cancel(), True),
    "a known card": ("choose", Choose("b:H9"), True),
    "a monster": ("choose", Choose("b.m1"), True),
    "a card of the lower row": ("choose", Choose("b.s1"), True),
    "an unseen card of the hand": ("choose", Choose("a.hand"), False),
    "a card to be shown": ("reveal", Reveal(CardKey("a:H7")), False),
    "what chance gives": ("chance", Roll(("H7",)), False),
}


def test_a_full_mat_is_a_limit_of_the_table_and_no_rule() -> None:
    """A column within the width of the mat has no room there; one beyond it has none at all."""
    rules = find_ruleset("resummoned")
    codes = [card.code for card in rules.cards.values() if "monster" in card.kinds]
    row = "; ".join(f"a.m{column} {code}@1" for column, code in enumerate(codes[:5]))
    duel = parse_position(f"resummoned; 3 a main1; life 3000 3000; closed; {row}")
    zones = ZoneMap(rules, load_mat())
    summon = Play("summon", "a:Kuriboh", ZoneName("a.m2"))
    assert table_limit(summon, duel, zones) == ""
    summon = replace(summon, to=ZoneName("a.m4"))
    assert table_limit(summon, duel, zones) == "The mat has no room there."
    summon = replace(summon, to=ZoneName("a.m5"))
    assert "limit of the mat, not of the rules" in table_limit(summon, duel, zones)


@pytest.mark.parametrize("name", SAID)
def test_what_is_said_is_offered_and_what_is_laid_is_not(name: str) -> None:
    """Options are what no placement answers."""
    kind, action, is_said = SAID[name]
    found = [o.action for prompt in asked(kind, action) for o in prompt.options]
    assert found == ([action] if is_said else [])


def test_a_menu_is_what_may_be_done_and_need_not() -> None:
    """Only in open play."""
    assert [p.menu for p in asked("open", Advance("battle"))] == [True]
    assert [p.menu for p in asked("window", Pass())] == [False]


def test_who_goes_first_is_asked_of_everybody() -> None:
    """Each by a prompt of its own, with an id of its own."""
    found = asked("first", Name("a"), Name("b"), seat=NOBODY)
    assert [(p.seat, p.id) for p in found] == [(0, "7.0"), (1, "7.1")]
    assert all(len(p.options) == 2 for p in found)


@pytest.mark.parametrize(
    "found",
    [
        asked("chance", Roll(("H7",)), seat=NOBODY),
        asked("open", SUMMON),
        prompts_of(
            replace(DUEL, decision=None), (), 7, TABLE.state.wording, "", TABLE.state.zones
        ),
    ],
    ids=["chance's", "only cards answer", "the duel is over"],
)
def test_nothing_is_asked_where_nothing_can_be_said(found: list[Prompt]) -> None:
    """Not even an empty question."""
    assert found == []


def test_the_question_which_play_it_is_lists_those_plays() -> None:
    """In their words, to whoever is to act; it is no menu."""
    prompt = asked_which(DUEL, 9, [SUMMON, Pass()], TABLE.state.wording)
    assert (prompt.id, prompt.seat, prompt.menu) == ("9.which", 0, False)
    assert [o.text for o in prompt.options] == [
        "Normal Summon a card of Ana's hand to Ana's right monster zone",
        "Pass",
    ]
    assert [o.action for o in prompt.options] == [SUMMON, Pass()]
