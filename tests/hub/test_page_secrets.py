"""What each role may know: every entry changes the topics of those it is for, and no others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duelmat_hub.deck_pages import DECK
from duelmat_hub.pages.views_decks import OwnDecksView, deck_view
from duelmat_serving.errors import UnknownPageError
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from hub.scenes import ABOUT, CARD, HEAD_JUDGE, JUDGE, NOTE, Scene, mid_round, registered, started
from hub.shown import pages_of, person, topics

PUBLIC = {"clock", "news", "pairings", "standings", "bracket", "shown", "code"}
PUBLIC_PAGES = ("/", "/hall", "/pairings", "/standings")


def changed(scene: Scene, act: Callable[[], object]) -> set[str]:
    """Return the topics that differ after somebody has acted, besides the checkpoint."""
    before = topics(scene)
    act()
    after = topics(scene)
    return {name for name in after if before.get(name) != after[name]} - {"checkpoint"}


def test_a_pairing_that_is_not_published_is_for_the_staff_alone() -> None:
    scene = started()
    before = {path: pages_of(scene).page(path, {}, None) for path in PUBLIC_PAGES}
    own = person(Role.PLAYER, PlayerId(1))
    before["/me"] = pages_of(scene).page("/me", {}, own)
    found = changed(scene, lambda: scene.ask(commands.PairRound()))
    assert {each for each in found if not each.startswith("table-")} == {"floor", "rounds"}
    for path, html in before.items():
        assert pages_of(scene).page(path, {}, own if path == "/me" else None) == html
    match = scene.matches()[0]
    with pytest.raises(UnknownPageError):
        pages_of(scene).page(
            "/why/{round}/{table}", {"round": "2", "table": str(match.table)}, None
        )


def test_a_published_pairing_is_for_everybody() -> None:
    scene = started()
    scene.ask(commands.PairRound())
    found = changed(scene, lambda: scene.ask(commands.PublishRound()))
    assert {"clock", "pairings", "scores", "floor", "rounds"} <= found
    assert {f"me-{player}" for player in scene.now.players} <= found


def test_a_penalty_is_for_judges_and_the_player() -> None:
    scene = mid_round()
    match = scene.matches()[7]
    given = floor_commands.GivePenalty(match.first, "slow-play", NOTE)
    found = changed(scene, lambda: scene.ask(given, JUDGE))
    assert found == {"penalties", f"table-{match.table}", f"me-{match.first}"}


def test_an_upgrade_is_for_judges_until_it_is_decided() -> None:
    scene = mid_round()
    waiting = next(each for each in scene.now.penalties if each.upgrade)
    player = waiting.record.player
    assert "upgrade" not in pages_of(scene).topic(f"me-{player}").lower()
    assert waiting.upgrade is not None
    decide = floor_commands.DecideUpgrade(waiting.record.id, waiting.upgrade, "Repeated.")
    found = changed(scene, lambda: scene.ask(decide, HEAD_JUDGE))
    assert f"me-{player}" in found
    assert not found & PUBLIC


def test_a_deck_list_is_for_judges_and_the_player() -> None:
    scene = Scene()
    scene.ask(commands.RegisterPlayer("Ana"))
    scene.ask(commands.RegisterPlayer("Ben"))
    deck = next(iter(registered(["Ana"]).decks.values()))
    handed_in = commands.RegisterDeck(PlayerId(1), deck.deck, deck.salt)
    assert changed(scene, lambda: scene.ask(handed_in)) == {"players", "rounds", "me-1"}


def test_a_call_is_for_judges_and_the_table() -> None:
    scene = mid_round()
    match = scene.matches()[10]
    call = floor_commands.CallJudge(match.table, ABOUT)
    found = changed(scene, lambda: scene.ask(call, scene.player(match.first)))
    own = {f"me-{player}" for player in match.players}
    assert found == {"floor", "calls", "rounds", f"table-{match.table}"} | own


def test_a_report_is_for_the_table_and_the_staff() -> None:
    scene = mid_round()
    match = scene.matches()[10]
    report = commands.ReportResult(RoundNumber(2), match.table, results.played(2, 1))
    found = changed(scene, lambda: scene.ask(report, scene.player(match.second)))
    own = {f"me-{player}" for player in match.players}
    assert found == {"floor", "scores", f"table-{match.table}"} | own


@pytest.mark.parametrize(
    ("canary", "shown"),
    [(CARD, set()), (NOTE, {"penalties", "table"}), (ABOUT, {"calls", "table"})],
)
def test_secret_words_stand_only_where_they_belong(canary: str, shown: set[str]) -> None:
    found = {name for name, html in topics(mid_round()).items() if canary in html}
    assert {name.partition("-")[0] for name in found} == shown


def test_digests_of_deck_lists_are_for_judges_and_the_player() -> None:
    scene = mid_round()
    digests = [player.deck for player in scene.now.players.values()]
    assert all(digests)
    for html in topics(scene).values():
        assert not any(digest in html for digest in digests)


@pytest.mark.parametrize("role", [None, *Role])
def test_no_page_but_that_of_a_deck_list_names_its_cards(role: Role | None) -> None:
    scene = mid_round()
    pages = pages_of(scene)
    who = None if role is None else person(role, PlayerId(1 if role is Role.PLAYER else 0))
    shown = ["/", "/hall", "/pairings", "/standings"]
    shown += {
        None: [],
        Role.ORGANISER: ["/desk", "/slips", "/links", "/scores"],
        Role.HEAD_JUDGE: ["/floor", "/scores"],
        Role.JUDGE: ["/floor"],
        Role.SCOREKEEPER: ["/scores"],
        Role.PLAYER: ["/me"],
        Role.TABLE: [],
        Role.CHECK_IN: [],
    }[role]
    for path in shown:
        assert CARD not in pages.page(path, {}, who)
    player = scene.now.players[PlayerId(1)]
    deck = deck_view(player, Seat.A, scene.decks[player.deck].deck, None, str)
    view = OwnDecksView(player.id, player.name, (deck,))
    assert CARD in pages.of_view("deck", DECK, view, who)


def test_a_player_reads_nothing_of_the_opponent_but_the_name_and_the_report() -> None:
    """Two events that differ only in what is hidden about the opponent look the same."""
    scene, other = mid_round(), mid_round()
    match = scene.matches()[10]
    for name in ("slow-play", "late"):
        other.ask(floor_commands.GivePenalty(match.second, name, NOTE), JUDGE)
    mine = f"me-{match.first}"
    assert pages_of(scene).topic(mine) == pages_of(other).topic(mine)


def test_feeds_of_players_tell_their_own_topic_only() -> None:
    pages = pages_of(mid_round())
    assert pages.topics_of("me", person(Role.PLAYER, PlayerId(7))) == ("clock", "news", "me-7")
    assert set(pages.topics_of("public", None)) == PUBLIC
    judge = person(Role.JUDGE)
    assert pages.topics_of("floor", judge, {"table": "3"}) == (
        "clock",
        "news",
        "table-3",
        "mat-3",
    )
    assert "floor" in pages.topics_of("floor", judge, {"table": "me-1"})
    assert pages.topics_of("public", None, {"only": "news"}) == ("news",)
    assert set(pages.topics_of("public", None, {"only": "floor"})) == PUBLIC
    with pytest.raises(UnknownPageError):
        pages.topics_of("everything", judge)
