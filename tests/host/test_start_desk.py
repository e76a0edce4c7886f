"""What is played is chosen at the table: game, players, decks; and who chooses it where."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from direct_mat import MAT, practice_deck
from duelmat_decks.errors import CardsError, DeckListError
from duelmat_decks.shelf import Shelf
from duelmat_engine import Seat, find_ruleset
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.app.journal_folder import journal_path
from duelmat_host.app.kept_choice import kept_choice
from duelmat_host.app.seating import Against
from duelmat_host.app.start_desk import StartDesk, StartRequest
from duelmat_host.app.table_service import TableService
from duelmat_host.app.unfinished import is_unfinished
from duelmat_host.cards.registry import Registry
from duelmat_host.cli.play_start import left_open
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.errors import DeclinedError
from duelmat_host.web import make_app
from duelmat_opponent import Level
from host.over_match import SETUP, Match
from host.test_own_cards import CARDS
from play_options import play_options
from web.client import Client


class Table(Match):
    """A table at which the first duel is over, and the desk that chooses the next."""

    def __init__(self, directory: Path, usual: Against | None = None) -> None:
        super().__init__(directory)
        self.service = TableService(self.loop, self.players, duels=self.duels)
        self.shelf = Shelf(directory / "decks")
        self.desk = StartDesk(self.service, self.duels, self.shelf, usual)
        self.client = Client(make_app(self.service, self.desk))

    def enter(self, seat: str) -> Client:
        return self.client.enter(f"/seat/{self.service.access.links[seat]}")

    def begin(self, against: Against = "devices", **more: Any) -> None:
        request = StartRequest("ocg", against, ("Cid", "Dan"), **more)
        asyncio.run(self.desk.begin(request))

    def more_cards(self) -> tuple[str, ...]:
        """Return cards of Early OCG that make a deck allowed, with three others."""
        return find_ruleset("ocg").decks.practice[0][:37]

    def has_begun(self) -> bool:
        return self.table.state.number == 2


def test_the_duel_that_was_chosen_begins(tmp_path: Path) -> None:
    """Game, names and who plays; and the table knows that when it is started again."""
    table = Table(tmp_path, "medium")
    assert (table.desk.waits, table.desk.against, table.desk.turn) == (True, "medium", 0)
    table.begin("easy", duels=3)
    setup = table.table.state.setup
    assert (setup.ruleset, setup.names, setup.duels) == ("ocg", ("Cid", "Dan"), 3)
    assert table.duels.options.opponent is Level.EASY
    assert (table.desk.waits, table.desk.against) == (False, "easy")
    assert kept_choice(tmp_path) == "easy"
    table.duels.close()


def test_a_saved_deck_is_played_under_its_name(tmp_path: Path) -> None:
    """And one that the game forbids, or that is gone, begins nothing."""
    table = Table(tmp_path)
    main = (*find_ruleset("ocg").decks.practice[0][:40],)
    table.shelf.save("ocg", "forty", {"main": main})
    table.shelf.save("ocg", "too few", {"main": main[:3]})
    for name, fault in (("too few", "a deck that Early OCG allows"), ("fourty", "mean forty")):
        with pytest.raises(DeckListError, match=fault):
            table.begin(decks=("forty", name))
        assert not table.has_begun()
    table.begin(decks=("forty", ""))
    assert table.table.state.setup.decks[0].main == main
    table.duels.close()


def test_card_files_are_read_anew_for_each_duel(tmp_path: Path) -> None:
    """What has changed is played next; what is broken now is refused, and nothing is lost."""
    own = tmp_path / "own.toml"
    table = Table(tmp_path)
    table.duels.options = play_options(tmp_path, cards=(own,))
    own.write_text(CARDS % 1200)
    rules, _ = table.desk.rules("ocg")
    own.write_text(CARDS % 1300)
    changed, _ = table.desk.rules("ocg")
    assert (rules.cards["Stork"].traits["attack"], changed.cards["Stork"].traits["attack"]) == (
        1200,
        1300,
    )
    assert table.desk.rules("trigamon")[0] is find_ruleset("trigamon")
    own.write_text("no card file")
    with pytest.raises(CardsError):
        table.begin()
    assert not table.has_begun()
    table.duels.close()


def test_a_duel_that_goes_on_is_left_only_if_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it stays, whole."""
    table = Table(tmp_path)
    monkeypatch.setattr(StartDesk, "turn", 3)
    with pytest.raises(DeclinedError, match="say that you leave it"):
        table.begin()
    assert not table.has_begun()
    table.begin(leaves=True)
    assert table.has_begun()
    table.duels.close()


@pytest.mark.parametrize("game", ["ocg+0123456789abcdef", "chess"])
def test_an_unknown_game_is_declined(tmp_path: Path, game: str) -> None:
    """Also one whose cards nobody has."""
    table = Table(tmp_path)
    with pytest.raises(DeclinedError, match="There is no game"):
        table.desk.rules(game)
    table.duels.close()


def test_while_it_is_to_be_chosen_every_way_leads_there(tmp_path: Path) -> None:
    """The public page and the seat's own; then both show the duel."""
    table = Table(tmp_path, "easy")
    client = table.enter("a")
    for page in ("/", "/seat/a"):
        assert client.get(page).headers["location"] == "/seat/a/start"
    shown = client.get("/seat/a/start").text
    assert all(find_ruleset(game).title in shown for game in ("ocg", "trigamon"))
    wanted = {"game": "ocg", "against": "medium", "names": ["Cid", "Dan"]}
    assert client.post("/seat/a/start", json=wanted).json() == {"ok": True, "go": "/seat/a"}
    assert "Cid" in client.get("/").text
    assert client.get("/seat/a").status_code == 200
    table.duels.close()


def test_whoever_sat_at_the_other_seat_sees_no_hand_of_the_next_player(tmp_path: Path) -> None:
    """Its link is made anew; two at one screen get both seats by a ticket."""
    table = Table(tmp_path)
    client = table.enter("a")
    table.enter("b")
    wanted: dict[str, object] = {"game": "ocg", "against": "strong", "names": ["Cid", "Dan"]}
    assert client.post("/seat/a/start", json=wanted).json()["ok"]
    assert client.get("/seat/b").status_code == 403
    wanted |= {"against": "screen", "leaves": True}
    go = client.post("/seat/a/start", json=wanted).json()["go"]
    assert client.get(go).status_code == 303
    assert client.get("/seat/b").status_code == 200
    wanted |= {"against": "devices"}
    assert client.post("/seat/a/start", json=wanted).json()["go"] == "/seat/a/links"
    assert client.get("/seat/b").status_code == 403
    table.duels.close()


def test_the_other_seat_chooses_nothing(tmp_path: Path) -> None:
    """Only the page of the seat that opened the table does."""
    table = Table(tmp_path)
    client = table.enter("b")
    assert client.get("/seat/b/start").status_code == 404
    wanted = {"game": "ocg", "against": "strong", "names": ["Cid", "Dan"]}
    assert client.post("/seat/b/start", json=wanted).status_code == 404
    assert not table.has_begun()
    table.duels.close()


def test_a_seats_link_is_shown_to_its_player_alone(tmp_path: Path) -> None:
    """The other's only until somebody sits there, and only where the table was opened."""
    table = Table(tmp_path)
    table.begin()
    links = table.service.access.links
    first = table.enter("a").get("/seat/a/links").text
    assert links["a"] in first
    assert links["b"] in first
    client = table.enter("b")
    assert links["b"] not in client.get("/seat/a/links").text
    other = client.get("/seat/b/links").text
    assert links["b"] in other
    assert links["a"] not in other
    table.duels.close()


@pytest.mark.parametrize(("acts", "goes"), [((), False), (("settled",), True)])
def test_a_duel_in_which_something_was_done_goes_on(
    tmp_path: Path, acts: tuple[str, ...], *, goes: bool
) -> None:
    """A table that is started again asks what is played only where nothing was left."""
    assert not is_unfinished(tmp_path)
    with Journal.open(journal_path(tmp_path, 1)) as journal:
        begin_journal(journal, SETUP, MAT, 1)
        for kind in acts:
            journal.append(kind, {"zones": []})
    assert is_unfinished(tmp_path) is goes
    options, usual = left_open(play_options(tmp_path))
    assert (usual is None) is goes
    assert (options.opponent is None) is not goes


def test_a_match_that_is_not_decided_goes_on(tmp_path: Path) -> None:
    """After one duel of three."""
    table = Table(tmp_path)
    table.duels.close()
    assert table.table.state.duel.outcome is not None
    assert table.table.state.duel.outcome.winner == Seat(1)
    assert is_unfinished(tmp_path)
    options, _ = left_open(play_options(tmp_path, ruleset="ocg"))
    others = DuelSetup("ocg", ("Cid", "Dan"), (practice_deck("ocg"),) * 2)
    again = DuelSeries(
        options, MAT, others, lambda _: None, lambda s: Registry.for_simulation(s.decks)
    )
    assert again.current.setup == replace(SETUP, results=again.current.setup.results)
    assert [result.winner for result in again.current.setup.results] == [Seat(1)]
    again.close()
