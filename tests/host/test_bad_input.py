"""What goes wrong on the line and on the mat: told in words; nothing is lost, nothing stops.

A table_loop on a real pseudo terminal; at its other end a board that speaks the real wire.
"""

import os
import tty
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import duelmat_wire as wire
from direct_mat import DECK, DirectMat
from duelmat_engine.names import CardKey, Seat
from duelmat_host.app.journal_folder import open_journal
from duelmat_host.app.line_view import line_view, link_view
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.open_table import Opened, open_table
from duelmat_host.app.page_views import PageViews
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.cards.registry import Registry, Sleeve
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.hands_file import make_hands
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.commands import OfferDraw, Refuse
from duelmat_host.table.duel_setup import DuelSetup, Written
from duelmat_host.table.inputs import CommandGiven, QuestionAnswered
from fake_board import MAT, FakeBoard, hello_of
from seen import public_json

STRANGE_TAG = bytes.fromhex("04deadbeef0102")
FOREIGN = Sleeve("a", "Pikachu", bytes.fromhex("04000000000001"), bytes.fromhex("04000000000002"))
SETTING = DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK))
REGISTRY = Registry.for_simulation([DECK, DECK]).enrol(FOREIGN)
STEP_MS = 10


class Table:
    """A table, a pseudo terminal and whatever is at its other end, in the test's own time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.link = directory / "port"
        self.board: FakeBoard | None = None
        self.master = -1
        self.now_ms = 0
        self.noise: Callable[[bytes], bytes] = lambda data: data
        self.opened = self.open()

    def open(self) -> Opened:
        journal, number = open_journal(self.directory, new=False)
        self.opened = open_table(SETTING, MAT, REGISTRY, journal, str(self.link), number=number)
        return self.opened

    @property
    def table_loop(self) -> TableLoop:
        return self.opened.table_loop

    @property
    def journal(self) -> Journal:
        return self.opened.journal

    def plug(self, board: FakeBoard | None = None) -> None:
        """A port with a board (or with nothing that speaks) behind it."""
        self.master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(self.master, False)
        self.link.symlink_to(os.ttyname(slave))
        os.close(slave)
        self.board = board

    def unplug(self) -> None:
        self.link.unlink()
        os.close(self.master)
        self.master = -1

    def say(self, data: bytes) -> None:
        os.write(self.master, data)

    def run(self, ms: int) -> None:
        """Host and board take turns for so long."""
        for _ in range(ms // STEP_MS):
            self.now_ms += STEP_MS
            self.table_loop.run_round(self.now_ms)
            if self.master < 0:
                continue
            try:
                heard = os.read(self.master, 65_536)
            except OSError:  # nothing has come, or no host has the port open
                heard = b""
            if self.board is not None:
                said = self.noise(self.board.turn(self.noise(heard), self.now_ms))
                if said:
                    os.write(self.master, said)

    def run_until(self, plays: int) -> None:
        """Until so many plays were carried out, and a second longer: no more may follow."""
        table = self.table_loop.table
        for _ in range(60):
            if table.state.actions_count >= plays:
                break
            self.run(1_000)
        self.run(1_000)
        assert table.state.actions_count == plays

    def see(self, zone: str, *uids: bytes, role: str = "A") -> None:
        """What a zone's antenna sees from now on."""
        assert self.board is not None
        roles = {a.role.value: a.index for a in MAT.antennas if a.zone == zone}
        self.board.see(roles.get(role, min(roles.values())), *uids)

    def press(self, name: str) -> None:
        assert self.board is not None
        index = [button.name for button in MAT.buttons].index(name)
        board = self.board
        board.press(index)

    def touch(self, zone: str) -> None:
        assert self.board is not None
        self.board.touch([pad.zone for pad in MAT.pads].index(zone))

    @property
    def told(self) -> str:
        return " ".join(message.text for message in messages_of(self.table_loop.table.now))

    @property
    def link_text(self) -> str:
        return link_view(self.table_loop.line, self.table_loop.sense).text

    def begin(self) -> None:
        """Into the first turn: decks shuffled, Ana begins, hands drawn."""
        for deck in ("a.deck", "b.deck"):
            self.touch(deck)
        self.run(100)
        table = self.table_loop.table
        prompt = table.now.prompts[0]
        table.take(QuestionAnswered(prompt.seat, prompt.id, 0))
        for _ in range(4):
            for deck in ("a.deck", "b.deck"):
                self.touch(deck)
            self.run(100)
        assert table.state.duel.turn == 1

    def set_a_monster(self, zone: str = "a.m3", code: str = "S4") -> None:
        """A monster Set face-down by seat a: it is still legal and understood."""
        before = self.table_loop.table.state.actions_count
        self.see(zone, tags(f"a:{code}").down, role="B")
        self.run(1_000)
        assert self.table_loop.table.state.actions_count > before, self.told

    def close(self) -> None:
        self.table_loop.line.close()
        self.journal.close()
        if self.master >= 0:
            os.close(self.master)


def tags(key: str) -> Sleeve:
    sleeve = REGISTRY.sleeve(CardKey(key))
    assert sleeve is not None
    return sleeve


@pytest.fixture(name="table")
def bare_table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


@pytest.fixture(name="playing")
def table_in_play(table: Table) -> Table:
    """A duel in its first turn, all well."""
    table.plug(FakeBoard())
    table.run(1_500)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "up"
    table.begin()
    return table


def answers_go_on(table: Table) -> None:
    """The duel goes on from the pages, and is written down."""
    entries = len(table.journal)
    duel = table.table_loop.table
    duel.take(CommandGiven(Seat(0), OfferDraw()))
    duel.take(CommandGiven(Seat(1), Refuse()))
    assert len(table.journal) == entries + 2


# The port


def test_no_board_on_the_port_is_told_and_the_table_goes_on(table: Table) -> None:
    """There is no such port: what was expected, which ports there are, what to do."""
    table.run(500)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "down"
    assert f"Expected a mat at {table.link}" in table.link_text
    assert "Serial ports found" in table.link_text
    answers_go_on(table)
    table.plug(FakeBoard())
    table.run(3_000)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "up"


def test_a_port_that_says_nothing_is_told(table: Table) -> None:
    """The port opens, and nobody is there."""
    table.plug(None)
    table.run(2_000)
    assert "Expected a mat on the port, got no answer yet" in table.link_text
    assert "--port" in table.link_text
    answers_go_on(table)


def test_a_simulated_mat_that_says_nothing_has_no_plug_to_look_at(table: Table) -> None:
    """On a computer that is too busy for it, say: neither power nor the port would help."""
    table.plug(None)
    table.run(2_000)
    hands = make_hands(DirectMat(), (DECK, DECK), Random(1))
    views = PageViews(table.table_loop, MatPlayers(hands), lambda: "")
    assert views.link().state == "down"
    assert views.link().text.startswith("The simulated mat does not answer:")
    table.unplug()
    table.plug(FakeBoard())
    table.run(3_000)
    assert views.link().state == "up"


@pytest.mark.parametrize(
    "babble",
    [b"Marlin 2.1\r\nok T:20\r\n", b">>> \r\nMicroPython v1.29\r\n", bytes(600), b"\xff" * 600],
)
def test_a_board_of_another_kind_is_told(table: Table, babble: bytes) -> None:
    """A printer, a bare prompt, or noise for ever: not our protocol."""
    table.plug(None)
    for _ in range(30):
        table.run(50)
        table.say(babble)
    table.run(50)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "down"
    if babble.strip(b"\0"):
        assert "not its protocol" in table.link_text
    assert "--port" in table.link_text
    answers_go_on(table)


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ({"digest": bytes(8)}, ("mat", "0000000000000000", MAT.digest[:16])),
        ({"protocol": wire.PROTOCOL + 1}, ("protocol", str(wire.PROTOCOL + 1))),
        ({"protocol": wire.PROTOCOL - 1}, ("protocol", str(wire.PROTOCOL - 1))),
    ],
)
def test_a_board_that_does_not_fit_is_told_which_side_to_update(
    table: Table, hello: dict[str, Any], words: tuple[str, ...]
) -> None:
    """Another mat or another protocol: stopped at once with advice, nothing is played with it."""
    wrong = hello_of()
    for name, value in hello.items():
        setattr(wrong, name, value)
    table.plug(FakeBoard(wrong))
    table.run(1_500)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "wrong"
    for word in words:
        assert word in table.link_text, table.link_text
    answers_go_on(table)
    table.unplug()
    table.run(200)
    table.plug(FakeBoard(hello_of(boot_id=9)))
    table.run(3_000)
    assert link_view(table.table_loop.line, table.table_loop.sense).state == "up"


def test_a_port_that_vanishes_comes_back_in_the_same_duel(playing: Table) -> None:
    """Unplugged in mid-duel: told, waited for, and what was done meanwhile is seen."""
    playing.set_a_monster()
    board, duel = playing.board, playing.table_loop.table.state.duel
    assert board is not None
    playing.unplug()
    playing.run(500)
    assert link_view(playing.table_loop.line, playing.table_loop.sense).state == "down"
    assert "gone" in playing.link_text or "Expected a mat" in playing.link_text
    answers_go_on(playing)
    playing.see("a.s3", tags("a:H9").down)  # laid down while the cable was out
    playing.plug(board)
    playing.run(3_000)
    assert link_view(playing.table_loop.line, playing.table_loop.sense).state == "up"
    assert playing.table_loop.table.state.duel != duel
    table = playing.table_loop.table
    laid = table.state.zones.to_engine(MatZone("a.s3"))
    assert laid is not None
    assert table.state.duel.at(laid)
    assert table.state.duel.at("a.m3") == duel.at("a.m3")


def test_noise_on_the_line_changes_nothing(playing: Table) -> None:
    """Bytes lost, changed and added both ways: plays arrive once, in order, written once."""
    random = Random(5)

    def spoil(data: bytes) -> bytes:
        kept = bytes(
            octet ^ random.randrange(1, 256) if random.random() < 0.01 else octet
            for octet in data
            if random.random() > 0.005
        )
        return kept + random.randbytes(3) if random.random() < 0.1 else kept

    playing.noise = spoil
    before = playing.table_loop.table.state.actions_count
    playing.see("a.m3", tags("a:S4").down, role="B")
    playing.run_until(before + 1)
    playing.see("a.s3", tags("a:H9").down)
    playing.run_until(before + 2)
    playing.press("a.phase")
    playing.run_until(before + 3)
    assert playing.table_loop.line.session.statistics.bad > 0
    kinds = [e.kind for e in playing.journal.entries()][-3:]
    assert kinds == ["action"] * 3


def test_a_trouble_that_lasts_is_told_to_everybody_until_it_ends(playing: Table) -> None:
    """A supply that sags: play goes on, all read why cards are slow, the judge the lines."""
    board = playing.board
    assert board is not None
    board.link.send(wire.Log(wire.LOG_ERROR, "supply bears only 2 of 4 fields: 5 V rail 4.10 V"))
    playing.run(100)
    assert link_view(playing.table_loop.line, playing.table_loop.sense).state == "weak"
    assert "supply bears only 2 of 4 fields" in playing.link_text
    assert "duelmat doctor" in playing.link_text
    playing.set_a_monster()
    board.link.send(wire.Log(wire.LOG_INFO, "supply well again: 5 V rail 5.02 V"))
    playing.run(100)
    assert link_view(playing.table_loop.line, playing.table_loop.sense).state == "up"
    told = line_view(playing.table_loop.line, playing.table_loop.sense).told
    assert [line.partition(":")[0] for line in told] == ["error", "info"]


# The mat


def unknown_tag(table: Table) -> None:
    table.see("a.s4", STRANGE_TAG)


def card_in_two_zones(table: Table) -> None:
    table.see("a.s3", tags("a:H9").down)
    table.see("a.s4", tags("a:H9").down)


def card_of_no_deck(table: Table) -> None:
    table.see("a.s4", FOREIGN.down)


def both_faces(table: Table) -> None:
    sleeve = tags("a:H9")
    table.see("a.s4", sleeve.up, sleeve.down)


def two_cards(table: Table) -> None:
    table.see("a.s4", tags("a:H9").up, tags("a:H8").up)


MISHAPS = [
    (unknown_tag, ("04deadbeef0102", "Ana's right magic/trap zone", "take it away")),
    (card_in_two_zones, ("Ana's middle magic/trap zone", "Ana's right magic/trap zone", "lift")),
    (
        card_of_no_deck,
        ("belongs to no deck of this duel", "Ana's right magic/trap zone", "take it away"),
    ),
    (both_faces, ("Both sides", "Ana's right magic/trap zone", "lift it")),
    (two_cards, ("Several cards", "Ana's right magic/trap zone", "leave one")),
]


@pytest.mark.parametrize(
    ("mishap", "words"), MISHAPS, ids=lambda value: getattr(value, "__name__", "")
)
def test_what_cannot_be_understood_on_the_mat_is_told_and_survived(
    playing: Table, mishap: Callable[[Table], None], words: tuple[str, ...]
) -> None:
    """The zone and what to do are named; cleared away, the duel goes on, also after a restart."""
    table = playing.table_loop.table
    entries = [(e.kind, e.data) for e in playing.journal.entries() if e.kind == "action"]
    duel = table.state.duel
    mishap(playing)
    playing.run(3_000)
    for word in words:
        assert word in playing.told, playing.told
    assert public_json(table)["message"] is not None
    playing.journal.close()
    playing.table_loop.line.close()
    playing.open()  # killed and started again while it lies there
    playing.run(4_000)
    for word in words:
        assert word in playing.told, playing.told
    for zone in ("a.s3", "a.s4"):
        playing.see(zone)
    playing.run(2_000)
    for word in words[1:]:
        assert word not in playing.told, playing.told
    done = [(e.kind, e.data) for e in playing.journal.entries() if e.kind == "action"]
    assert done == entries
    assert playing.table_loop.table.state.duel == duel
    playing.set_a_monster()


# The host itself


def test_a_press_that_was_acted_on_is_not_acted_on_again_after_a_kill(playing: Table) -> None:
    """Killed between the journal and the acknowledgement, the board tells the press again."""
    board = playing.board
    assert board is not None
    for _ in range(2):  # to Main Phase 2, and to the end
        playing.press("a.phase")
        playing.run(300)
    playing.touch("b.deck")
    playing.run(300)
    playing.press("b.phase")  # pressed once more, it would end the Battle Phase
    # The host hears it and writes the action down; its acknowledgement never leaves.
    os.write(playing.master, board.turn(b"", playing.now_ms + 1))
    playing.table_loop.run_round(playing.now_ms + 2)
    assert playing.table_loop.table.state.duel.phase == "battle"
    playing.journal.close()
    playing.table_loop.line.close()
    playing.open()
    playing.run(3_000)
    assert link_view(playing.table_loop.line, playing.table_loop.sense).state == "up"
    assert playing.table_loop.table.state.duel.phase == "battle"


class FullJournal:
    """A journal on a disk that is full."""

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        raise JournalError("entry 99 could not be written: disk full. Make room on the disk.")


def test_a_journal_that_cannot_be_written_is_told_and_tried_again(playing: Table) -> None:
    """A full disk: nothing counts that is not written, the table says so and stays."""
    table = playing.table_loop.table
    duel = table.state.duel
    table.journal = FullJournal()
    playing.press("a.phase")
    playing.run(300)
    assert table.state.duel == duel
    assert "Make room on the disk" in playing.told
    table.journal = playing.journal
    playing.press("a.phase")
    playing.run(300)
    assert table.state.duel.phase == "main2"
    assert "Make room" not in playing.told
