"""Choices among cards that nobody has seen: from where they come, and that none fits."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine import (
    Action,
    Activate,
    Attack,
    Choose,
    Duel,
    Name,
    Pass,
    Play,
    UnnamedCardError,
    apply,
    bound_forms,
    follow,
    judge,
    legal_actions,
    needs_name,
    public_form,
    view_for,
)
from duelmat_engine.actions import Reveal, Roll
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Claim, replace
from duelmat_engine.text.questions import decision_words
from duelmat_engine.text.wording import Wording
from duelmat_engine.views.public import followed

BEFORE_PETEN: Final = {"a_m1": "BlueEyes", "b_m1": "Peten", "a_pile": "Elf"}
BEFORE_TOMATO: Final = {"a_m1": "BlueEyes", "b_m1": "Tomato", "a_pile": "Ox"}


def lay(ruleset: str, phase: str = "main1", **zones: str) -> Duel:
    """A position in short hand: "(X)" lies face-down."""
    placed = {
        name.replace("_", "."): [
            Placed(code.strip("()"), face_up=code[0] != "(", upright=code[0] != "(")
            for code in text.split()
        ]
        for name, text in zones.items()
    }
    return position(ruleset, placed, phase=phase)


class Both:
    """A closed duel and the open one that follows it."""

    def __init__(self, closed: Duel) -> None:
        self.closed = closed
        self.open = view_for(closed)

    def do(self, action: Action) -> None:
        self.open = follow(self.open, self.closed, action).duel
        self.closed = apply(self.closed, action).duel

    def pass_windows(self) -> None:
        while self.closed.decision is not None and self.closed.decision.kind == "window":
            self.do(Pass())

    def asked(self) -> tuple[str, str]:
        decision = self.open.decision
        assert decision is not None
        return decision.kind, decision.about


def peten_falls(hand: str, pile: str) -> Both:
    """Player a's Peten is destroyed in battle by b, and its effect is activated."""
    both = Both(lay("ocg", "battle", **BEFORE_PETEN, b_hand=hand, b_pile=pile))
    both.do(Attack("a.m1", "b.m1"))
    while both.asked() != ("trigger", "peten"):
        both.do(Pass())
    both.do(Activate("peten", "b:Peten"))
    both.pass_windows()
    return both


@pytest.mark.parametrize(("hand", "pile"), [("Peten Elf", "Wolf"), ("Elf", "Wolf Peten")])
def test_a_card_of_one_of_two_hidden_zones_is_named_with_the_zone(hand: str, pile: str) -> None:
    """Everybody sees whether Peten comes from the hand or from the deck."""
    both = peten_falls(hand, pile)
    assert both.asked() == ("choose", "peten")
    choice = Choose("b:Peten/2")
    assert judge(both.closed, choice).legal
    place = ZoneName("b.hand" if "Peten" in hand else "b.pile")
    form = public_form(both.closed, choice)
    assert form == Choose("b:Peten/2", place)
    assert set(legal_actions(both.open)) == {Choose("b.hand"), Choose("b.pile")}
    assert list(bound_forms(both.open, Choose(place))) == [form]
    assert needs_name(both.open, choice)
    with pytest.raises(UnnamedCardError):
        apply(both.open, choice)
    both.do(choice)
    assert both.asked() == ("place", "peten")
    assert [p.key for p in both.open.at(place) if p.key] == ["b:Peten/2"]


def test_a_card_is_not_chosen_from_where_it_does_not_lie() -> None:
    both = peten_falls("Peten Elf", "Wolf")
    assert not judge(both.closed, Choose("b:Peten/2", ZoneName("b.pile"))).legal
    assert not judge(both.open, Choose("b:Peten/2", ZoneName("b.grave"))).legal
    assert not judge(both.open, Choose("b:Wolf", ZoneName("b.hand"))).legal


def test_a_choice_with_its_place_comes_back_from_its_text() -> None:
    choice = Choose("b:Peten/2", ZoneName("b.hand"))
    assert format_action(choice, Seat(1)) == "?Peten/2@hand"
    assert parse_action("?Peten/2@hand", Seat(1)) == choice


def test_a_case_file_names_the_zone_too() -> None:
    both = peten_falls("Peten Elf", "Wolf")
    asked = WrittenAction(("action",), {"do": "choose", "card": "Peten/2", "from": "hand"})
    game = game_of("ocg", both.open.readings)
    assert next(asked.actions(both.open, game)) == Choose("b:Peten/2", ZoneName("b.hand"))


def test_that_no_card_fits_is_said_and_remembered() -> None:
    """A closed duel asks nothing; the table passes, and knows then what cannot lie there."""
    both = Both(
        lay(
            "ocg",
            "battle",
            a_m1="BlueEyes",
            b_m1="Tomato",
            b_hand="Sangan",
            b_pile="Elf Wolf",
            a_pile="Ox",
        )
    )
    both.do(Attack("a.m1", "b.m1"))
    while both.asked() != ("trigger", "tomato"):
        both.do(Pass())
    activate = Activate("tomato", "b:Tomato")
    steps = list(followed(both.open, both.closed, activate))
    assert [action for action, _ in steps] == [activate, Pass()]
    asked = steps[0][1].duel
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.about) == ("choose", "tomato")
    assert set(legal_actions(asked)) == {Choose("b.pile"), Pass()}
    after = steps[1][1].duel
    (told,) = after.hidden[1].claims
    assert (sorted(told.keys), list(told.zones)) == (["b:Elf", "b:Wolf"], ["b.pile"])
    assert told.low == 2
    assert view_for(apply(both.closed, activate).duel).hidden == after.hidden


def test_one_does_not_pass_where_a_card_that_was_seen_fits() -> None:
    """Nor in the closed duel, where somebody is asked only if there is a choice."""
    both = peten_falls("Peten Elf", "Wolf")
    verdict = judge(both.closed, Pass())
    assert not verdict.legal
    assert verdict.remedies


def test_a_face_down_card_is_shown_before_an_effect_turns_it_up() -> None:
    """Trigamon's Wake Call, on a monster that nobody has seen."""
    both = Both(
        lay("trigamon", a_hand="WakeCall", a_m1="(EmberImp)", a_pile="HalfMoth", b_pile="HalfMoth")
    )
    use = next(
        a for a in legal_actions(both.closed) if isinstance(a, Activate) and a.card == "a:WakeCall"
    )
    both.do(use)
    assert both.asked()[0] == "choose"
    steps = list(followed(both.open, both.closed, Choose("a.m1")))
    assert [action for action, _ in steps] == [Choose("a.m1"), Reveal(CardKey("a:EmberImp"))]
    (turned,) = steps[-1][1].duel.at("a.m1")
    assert (turned.key, turned.face_up) == ("a:EmberImp", True)


def test_a_card_chosen_for_what_it_is_must_be_such_a_card() -> None:
    """A face-down monster is taken for a Fusion: when it is turned over it is a fitting one."""
    both = Both(
        lay(
            "ocg",
            a_hand="Polymerization Wolf",
            a_m1="(Sparkman)",
            a_m2="Giant",
            a_extra="HeroGaia",
        )
    )
    both.do(Activate("polymerization", "a:Polymerization"))
    both.pass_windows()
    both.do(Choose("a:HeroGaia"))
    assert set(legal_actions(both.closed)) == {Choose("a:Wolf"), Choose("a.m1")}
    seen = both.open
    while seen.decision is not None and seen.decision.kind == "choose":
        taken = "a.m1" if Choose("a.m1") in legal_actions(seen) else "a.m2"
        seen = apply(seen, Choose(taken)).duel
    assert seen.decision is not None
    assert seen.decision.kind == "reveal"
    assert set(legal_actions(seen)) == {Reveal(CardKey("a:Sparkman"))}


@pytest.mark.parametrize(
    ("hand", "pile", "returned", "may"),
    [
        ("Polymerization Clayman Wolf", "", "", True),
        ("Polymerization Rush Axe", "Clayman Sparkman", "", True),
        ("Polymerization Clayman Rush", "", "", False),
        ("Polymerization Clayman", "Wolf Sparkman", "", False),
        ("Polymerization Clayman Rush", "Sparkman", "Clayman Sparkman", False),
        ("Polymerization Clayman Rush", "Sparkman Wolf", "Clayman Sparkman", True),
    ],
)
def test_no_card_in_a_hand_is_two_materials(
    hand: str, pile: str, returned: str, may: bool
) -> None:
    """Unseen cards of which each may be a material are such together, or nothing is fused.

    returned: cards of which the table saw one go back to the pile.
    """
    closed = lay("ocg", a_hand=hand, a_pile=pile, a_extra="HeroGaia")
    keys = frozenset(CardKey(f"a:{code}") for code in returned.split())
    told = (Claim(keys, frozenset({ZoneName("a.pile")}), 1),) if keys else ()
    seen = view_for(
        replace(closed, hidden=(replace(closed.hidden[0], claims=told), *closed.hidden[1:]))
    )
    fusing = Activate("polymerization", "a:Polymerization")
    assert judge(seen, fusing).legal is may
    assert (Activate("polymerization", "a.hand") in legal_actions(seen)) is may


def test_who_names_a_use_has_a_card_for_it() -> None:
    """That nothing in the hand fits is said instead of the use, not after it."""
    both = Both(lay("resummoned", a_hand="Captain Kuriboh", a_pile="DarkHole BattleOx"))
    both.do(Play("summon", "a:Captain", ZoneName("a.m0")))
    while both.asked() != ("name", "captain-call"):
        both.do(Pass())
    assert judge(both.open, Pass()).legal
    both.do(Name("play"))
    assert both.asked() == ("choose", "captain-call")
    assert not judge(both.open, Pass()).legal
    fitting = frozenset({CardKey("a:Kuriboh"), CardKey("a:BattleOx")})
    assert (
        Claim(fitting, frozenset({ZoneName("a.hand")}), 1, "RES-706.1")
        in both.open.hidden[0].claims
    )
    assert view_for(both.closed).hidden == both.open.hidden


def test_what_is_known_of_a_set_card_is_known_when_it_is_taken_over() -> None:
    """A Set monster goes to the other player: it is still no magic card."""
    closed = lay("ocg", a_hand="ChangeOfHeart", b_m1="(Wolf)", b_hand="Rush", b_pile="Elf")
    told = Claim(
        frozenset({CardKey("b:Wolf"), CardKey("b:Elf")}), frozenset({ZoneName("b.m1")}), 1
    )
    hidden = (closed.hidden[0], replace(closed.hidden[1], claims=(told,)))
    both = Both(replace(closed, hidden=hidden))
    both.do(Activate("change-of-heart", "a:ChangeOfHeart"))
    both.do(Choose("b.m1"))
    both.pass_windows()
    while both.asked()[0] == "choose":
        both.do(next(iter(legal_actions(both.closed))))
    (place,) = [n for n, p in both.open.pieces() if p.owner == 1 and n.startswith("a.m")]
    assert both.open.hidden[1].claims == (replace(told, zones=frozenset({place})),)


def test_who_picks_a_card_at_random_from_a_hand_is_said() -> None:
    """Chance names no unseen card: people pick it, and its owner does not."""
    duel = view_for(
        lay("ocg", "battle", a_s1="ThievingGoblin", a_m1="BlueEyes", b_m1="Elf", b_hand="Ox Wolf")
    )
    duel = apply(duel, Attack("a.m1", "b.m1")).duel
    while duel.decision is not None and duel.decision.kind == "window":
        duel = apply(duel, Pass()).duel
    duel = apply(duel, Roll(("b.hand",))).duel
    words = Wording(game_of(duel.ruleset, duel.readings), ("Ana", "Ben"), world=duel)
    assert decision_words(words, duel) == (
        "Ben: let another player pick a card of your hand unseen, and show it."
    )
