"""Triggers of cards that nobody sees: asked on public facts alone, patterns in an open duel."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Action, Activate, Attack, CorrectLife, Pass
from duelmat_engine.events import Activated
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.judging.patterns import needs_name
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName
from duelmat_engine.play import apply
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.rulesets.classic.facts import could_respond
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Never
from duelmat_engine.views.view import PUBLIC, events_for, view_for


def lay(hand: str, pile: str, **zones: str) -> Duel:
    """Player a is about to attack b directly."""
    placed = {
        "a.m1": [Placed("Elf", arrived=1)],
        "b.hand": [Placed(code) for code in hand.split()],
        "b.pile": [Placed(code) for code in pile.split()],
        **{name: [Placed(code)] for name, code in zones.items()},
    }
    return position("ocg", placed, phase="battle")


def until_trigger(duel: Duel) -> tuple[Duel, list[object]]:
    step = apply(duel, Attack("a.m1"))
    events: list[object] = [*step.events]
    while step.duel.decision is not None and step.duel.decision.kind == "window":
        step = apply(step.duel, Pass())
        events.extend(step.events)
    return step.duel, events


def swapped(duel: Duel) -> Duel:
    """The first cards of b's hand and pile exchanged, which nobody but b could tell."""
    hand, pile = duel.at("b.hand"), duel.at("b.pile")
    one, other = hand[0].key, pile[0].key
    zones = {
        **duel.zones,
        ZoneName("b.hand"): (replace(hand[0], key=other), *hand[1:]),
        ZoneName("b.pile"): (replace(pile[0], key=one), *pile[1:]),
    }
    return replace(duel, zones=zones)


def test_whether_a_hand_holds_a_trigger_is_not_told_by_a_question() -> None:
    """Gorz in the hand or in the pile: the same question, the same views, another legal list."""
    with_gorz = lay("Gorz Wolf", "Ox Imp")
    without = swapped(with_gorz)
    there, story = until_trigger(with_gorz)
    elsewhere, other = until_trigger(without)
    assert there.decision == elsewhere.decision
    assert there.decision is not None
    assert (there.decision.kind, there.decision.seat) == ("trigger", 1)
    for viewer in (PUBLIC, Seat(0)):
        assert view_for(there, viewer) == view_for(elsewhere, viewer)
        assert events_for(story, viewer) == events_for(other, viewer)  # type: ignore[arg-type]  # events
    assert Activate("gorz-battle", "b:Gorz") in legal_actions(there)
    assert list(legal_actions(elsewhere)) == [Pass()]


def test_nobody_is_asked_where_no_unseen_card_can_have_a_trigger() -> None:
    duel, _ = until_trigger(lay("Wolf", "Ox Imp"))
    assert duel.decision is not None
    assert duel.decision.kind != "trigger"


def test_the_owner_sees_the_own_triggers_and_others_a_pattern() -> None:
    duel, _ = until_trigger(lay("Gorz Wolf", "Ox Imp"))
    own = view_for(duel, Seat(1))
    assert set(legal_actions(own)) == set(legal_actions(duel))
    for viewer in (PUBLIC, Seat(0)):
        seen = view_for(duel, viewer)
        assert set(legal_actions(seen)) == {Activate("gorz-battle", "b.hand"), Pass()}
        assert needs_name(seen, Activate("gorz-battle", "b.hand"))
        assert judge(seen, Activate("gorz-battle", "b.hand")).legal
        assert judge(seen, Activate("gorz-battle", "b:Gorz")).legal
        assert not judge(seen, Activate("gorz-battle", "b:Wolf")).legal


@pytest.mark.parametrize("viewer", [NOBODY, 0])
def test_an_open_duel_goes_on_with_the_card_that_was_shown(viewer: int) -> None:
    duel, _ = until_trigger(lay("Gorz Wolf", "Ox Imp"))
    seen = view_for(duel, Seat(viewer))
    action: Action = Activate("gorz-battle", "b:Gorz")
    opened = apply(seen, action)
    closed = apply(duel, action)
    assert [e.effect for e in opened.events if isinstance(e, Activated)] == ["gorz-battle"]
    assert opened.duel.decision is not None
    assert closed.duel.decision is not None
    assert (opened.duel.decision.kind, closed.duel.decision.kind) == ("place", "place")
    assert set(legal_actions(opened.duel)) == set(legal_actions(closed.duel))
    refused = judge(seen, Activate("gorz-battle", "b:Elf"))
    assert not refused.legal
    assert refused.remedies


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1])
def test_a_view_asks_whom_the_duel_asks(viewer: int) -> None:
    """Also one of a player who knows that the hand holds no such card."""
    for duel in (lay("Gorz Wolf", "Ox Imp"), swapped(lay("Gorz Wolf", "Ox Imp"))):
        asked, _ = until_trigger(duel)
        seen = view_for(asked, Seat(viewer))
        assert judge(seen, Pass()) == judge(asked, Pass())
        assert not judge(seen, Activate("gorz-battle", "b:Imp")).legal
        assert not apply(seen, Pass()).duel.pending


@pytest.mark.parametrize("hand", ["Rush", "Wolf"])
def test_a_view_counts_the_own_hand_as_the_table_does(hand: str) -> None:
    """Whether the player whose turn it is may hold quick magic is asked of all unseen cards."""
    cards = {"a.hand": [Placed(hand)], "a.pile": [Placed("Rush" if hand == "Wolf" else "Wolf")]}
    duel = apply(position("ocg", cards), CorrectLife(0, 0, 1, "so that the table knows")).duel
    for viewer in (PUBLIC, Seat(0), Seat(1)):
        assert could_respond(view_for(duel, viewer), Seat(0), game_of("ocg", duel.readings))


def test_the_same_card_is_not_activated_twice_for_one_event() -> None:
    duel, _ = until_trigger(lay("Gorz Tragoedia", "Ox Imp"))
    step = apply(duel, Activate("tragoedia", "b:Tragoedia"))
    assert not any(
        isinstance(a, Activate) and a.effect == "tragoedia" for a in legal_actions(step.duel)
    )
    verdict = judge(duel, Activate("tragoedia", "b:Gorz"))
    assert not verdict.legal
    assert verdict.remedies
    assert judge(duel, Activate("tragoedia", CardKey("b.hand"))).legal is False


def test_what_helps_is_said_in_words_of_the_table() -> None:
    """A card named wrongly, and a trigger that no card there has."""
    there, _ = until_trigger(lay("Gorz Wolf", "Ox Imp"))
    elsewhere, _ = until_trigger(swapped(lay("Gorz Wolf", "Ox Imp")))
    misnamed = Activate("gorz-battle", "b:Gorz", shown=CardKey("b:Wolf"))
    for duel, action, said in (
        (there, misnamed, "Turn the card up and name it as it is."),
        (elsewhere, Activate("gorz-battle", "b.hand"), "Pass: nothing of yours is waiting."),
    ):
        assert [remedy.text for remedy in judge(duel, action).remedies] == [said]


def test_a_card_that_lies_elsewhere_cannot_be_the_one_that_is_shown() -> None:
    """It is said where it lies, and by which rule the player is asked."""
    duel, _ = until_trigger(lay("Wolf", "Gorz Imp", **{"b.grave": "Gorz"}))
    seen = view_for(duel, Seat(0))
    in_grave = seen.at("b.grave")[0].key
    verdict = judge(seen, Activate("gorz-battle", "b.hand", shown=in_grave))
    (never,) = verdict.remedies
    assert isinstance(never, Never)
    assert never.text == f"{in_grave} cannot be the card of b.hand: it lies in b.grave."
    assert never.rule == verdict.rules[0]
