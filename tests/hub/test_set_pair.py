"""The page on which the organiser sets a pair: it shows the cost before anything is confirmed."""

from __future__ import annotations

import pytest

from duelmat_hub.pages.views_set_pair import CostRow, SetPairView, set_pair_view
from duelmat_serving.errors import UnknownPageError
from duelmat_tournament import commands
from duelmat_tournament.roles import Role
from hub.scenes import HOSTILE, NAMES, ORGANISER, Scene, started
from hub.shown import Reading, pages_of, person


@pytest.fixture
def scene() -> Scene:
    """Nine players after a round, the next one paired."""
    scene = started((*HOSTILE, NAMES[0]), "trump-king")
    scene.ask(commands.PairRound())
    return scene


def seen(scene: Scene, player: int, other: int) -> SetPairView:
    view = set_pair_view(scene.now, ORGANISER, {"player": str(player), "other": str(other)})
    assert view is not None
    return view


def page(scene: Scene, **chosen: str) -> str:
    return pages_of(scene).page("/set-pair", {}, person(Role.ORGANISER), query=chosen)


def test_a_rematch_and_a_larger_float_are_shown_before_they_are_confirmed(scene: Scene) -> None:
    first = next(iter(scene.now.rounds[0].matches.values()))
    view = seen(scene, first.first, first.second)
    assert view.after[0].is_again
    assert CostRow("Rematches and second byes", 0, 1, is_worse=True) in view.costs
    assert view.refusal == ""
    shown = Reading(page(scene, player=str(first.first), other=str(first.second))).text
    assert "They have met before." in shown
    assert view.digest in page(scene, player=str(first.first), other=str(first.second))


def test_what_is_confirmed_is_what_was_shown(scene: Scene) -> None:
    one, two = scene.matches()[:2]
    view = seen(scene, one.first, two.first)
    scene.ask(commands.SetPair(one.first, two.first, view.digest, "A ramp at table 1."))
    match = scene.round.match_of(one.first)
    assert match is not None
    assert two.first in match.players
    desk = Reading(pages_of(scene).topic("rounds")).text
    assert "The organiser set this pair." in desk
    assert "The organiser has changed this pairing" in desk


def test_a_bye_can_be_given_to_somebody_else(scene: Scene) -> None:
    (bye,) = scene.round.byes
    match = scene.matches()[-1]
    view = seen(scene, match.first, 0)
    assert view.has_bye
    assert [row.table for row in view.before] == [match.table, 0]
    assert [row.names for row in view.after if not row.table] == [
        (scene.now.name_of(match.first),)
    ]
    assert scene.now.name_of(bye.player) in view.after[1].names


def test_a_pair_that_stands_already_is_refused_in_words(scene: Scene) -> None:
    match = scene.matches()[0]
    chosen = {"player": str(match.first), "other": str(match.second)}
    assert "nothing would change" in Reading(page(scene, **chosen)).text
    assert not seen(scene, match.first, match.second).digest


@pytest.mark.parametrize("chosen", [{}, {"player": "x"}, {"player": "1", "other": "9" * 40}])
def test_a_page_without_two_numbers_asks_for_them(scene: Scene, chosen: dict[str, str]) -> None:
    view = set_pair_view(scene.now, ORGANISER, chosen)
    assert view is not None
    assert len(view.players) == 9
    assert not view.digest


def test_names_are_text_there(scene: Scene) -> None:
    tags = {tag for tag, _ in Reading(page(scene, player="1", other="6")).elements}
    assert not tags & {"img", "b "}
    assert HOSTILE[0] in Reading(page(scene)).text


def test_without_a_pairing_that_waits_there_is_no_such_page(scene: Scene) -> None:
    scene.ask(commands.PublishRound())
    with pytest.raises(UnknownPageError, match="not published yet"):
        page(scene)
    assert "Set a pair" not in pages_of(scene).topic("rounds")
