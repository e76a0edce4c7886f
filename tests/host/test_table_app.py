"""`duelmat play` as people use it: started, stopped, killed, started again, on the real rig."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from command_line import duelmat
from duelmat_engine.names import Seat, seat_letter
from duelmat_host.app.access import new_links
from duelmat_host.app.table_app import OpenTable, opened_table
from duelmat_host.app.table_lock import lock_table, publish_address
from duelmat_host.app.table_service import Answer, TableService, viewers_of
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import find_rig
from duelmat_host.players.hand_requests import PlaceCard, PressButton
from duelmat_host.showing.view_types import CardView, SeatView
from duelmat_host.table.commands import Concede, Rematch
from duelmat_host.table.errors import DeclinedError
from fake_board import FakeBoard
from play_options import play_options

PATIENCE_S = 300.0


@asynccontextmanager
async def salon_in(
    directory: Path, **options: Any
) -> AsyncIterator[tuple[OpenTable, TableService]]:
    """A table that is open and turned."""
    async with opened_table(play_options(directory, **options)) as table:
        turning = asyncio.create_task(table.service.run())
        try:
            yield table, table.service
            assert not turning.done(), turning.exception()
        finally:
            table.service.stop()
            await asyncio.gather(turning, return_exceptions=True)


async def until(holds: Callable[[], object], what: str) -> None:
    deadline_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline_s, what
        await asyncio.sleep(0.05)


async def begin(service: TableService) -> None:
    """Decks shuffled, Ana begins as whoever decides has it, hands drawn."""
    table = service.table_loop.table
    await use_decks(service)
    prompt = table.now.prompts[0]
    await service.answer(seat_letter(prompt.seat), Answer(prompt.id, 0))
    await use_decks(service)
    assert table.state.duel.turn == 1


def hand_of(service: TableService, seat: str) -> list[CardView]:
    """The hand that a seat's page shows."""
    view = service.views.view(seat)
    assert isinstance(view, SeatView)
    return view.hand


async def use_decks(service: TableService) -> None:
    """Both players' hands do with their decks what is due, by themselves."""
    table = service.table_loop.table
    await until(
        lambda: not any(each.zone.endswith(".deck") for each in table.state.obligations),
        "hands do not draw",
    )


@pytest.mark.long
def test_a_killed_rig_is_told_started_again_and_laid_out_as_it_was(tmp_path: Path) -> None:
    """The simulated mat ends in mid-duel: the table says so, waits, and the duel goes on."""

    async def play() -> None:
        async with salon_in(tmp_path, two=True, deal_seed=5) as (opened, service):
            table = service.table_loop.table
            await until(lambda: service.views.link().state == "up", "no board")
            await begin(service)
            card = hand_of(service, "a")[0].key
            await service.hands("a", PlaceCard(zone="a.s3", card=card, face="down"))
            await until(lambda: "a.s3" in table.layout, "the card was not seen")
            await until(lambda: "Set" in table.state.log[-1].text, "it was not played")
            layout, log = table.layout, table.state.log
            rig = find_rig(tmp_path / "mat")
            assert rig is not None
            os.kill(rig.about.pid, signal.SIGKILL)
            await until(
                lambda: (
                    "It is being started again; the duel waits."
                    in service.views.view("public").link.text
                ),
                "not told",
            )
            assert service.views.view("public").link.state == "down"
            await until(lambda: service.views.view("public").link.state == "up", "not back")
            again = find_rig(tmp_path / "mat")
            assert again is not None
            assert again.about.pid != rig.about.pid
            await until(lambda: table.layout == layout, "not as it lay")
            assert table.state.log == log
            assert service.table_loop.table is table
            assert opened.resumed == 0
            await service.hands("a", PressButton("a.phase"))
            await until(lambda: table.state.duel.phase == "main2", "the first press was not heard")
        assert find_rig(tmp_path / "mat") is None

    asyncio.run(play())


def test_a_duel_goes_on_with_its_hands_and_a_rematch_begins_anew(tmp_path: Path) -> None:
    """Closed and opened: same hands and pages; after the end a rematch has fresh ones."""

    async def first() -> tuple[list[CardView], str]:
        async with salon_in(tmp_path, two=True, names=("Mia", "Leo")) as (_, service):
            await until(lambda: service.views.link().state == "up", "no board")
            await begin(service)
            return hand_of(service, "a"), service.access.links["a"]

    async def second(hand: list[CardView], token: str) -> None:
        async with salon_in(tmp_path, two=True) as (opened, service):
            assert opened.resumed > 0
            assert "The duel goes on after" in opened.greeting()
            assert "play as Mia" in opened.greeting()
            assert hand_of(service, "a") == hand
            assert service.access.links["a"] == token
            await until(lambda: service.views.link().state == "up", "no board")
            place = PlaceCard(zone="a.s3", card=hand[0].key, face="down")
            await service.hands("a", place)
            table = service.table_loop.table
            await until(lambda: "a.s3" in table.layout, "the card was not seen")
            with pytest.raises(DeclinedError, match="play it to its end, or concede"):
                await service.command("a", Rematch())
            await service.command("b", Concede())
            assert table.state.duel.is_over()
            await service.command("a", Rematch())
            new = service.table_loop.table
            assert new.state.number == 2
            assert new.now.decision_text.startswith("Leo decides who goes first")
            await until(lambda: not new.layout, "the cards are not off the mat")
            await begin(service)
            assert new.state.duel.turn == 1
            assert hand_of(service, "a") != hand
            assert new.state.setup.names == ("Mia", "Leo")

    async def third() -> None:
        async with salon_in(tmp_path, two=True) as (_, service):
            assert service.table_loop.table.state.number == 2
            assert service.table_loop.table.state.duel.turn == 1
            assert service.table_loop.table.state.setup.names == ("Mia", "Leo")

    asyncio.run(second(*asyncio.run(first())))
    asyncio.run(third())
    assert sorted(p.name for p in tmp_path.glob("duel-*.jsonl")) == [
        "duel-0001.jsonl",
        "duel-0002.jsonl",
    ]


@pytest.mark.long
def test_the_opponent_plays_its_turn_through_the_mat(tmp_path: Path) -> None:
    """It draws, plays and ends its turn; the table is turned while it thinks."""

    async def play() -> None:
        async with salon_in(tmp_path, deal_seed=4) as (_, service):
            await until(lambda: service.views.link().state == "up", "no board")
            table = service.table_loop.table
            await until(lambda: table.state.duel.decision is not None, "nothing is asked")

            def mine() -> bool:
                decision = table.state.duel.decision
                due = any(each.zone == "a.deck" for each in table.state.obligations)
                return due or (decision is not None and decision.seat != 1)

            while table.state.duel.turn < 4:
                await until(mine, "the opponent has stopped")
                if any(each.zone == "a.deck" for each in table.state.obligations):
                    await until(lambda: not table.state.obligations, "hands do not draw")
                decision = table.state.duel.decision
                if decision is None or decision.seat == 1:
                    continue
                if decision.kind == "open":
                    await service.hands("a", PressButton("a.phase"))
                elif decision.kind == "window":
                    await service.hands("a", PressButton("a.ok"))
                elif table.now.prompts and not table.state.obligations:
                    prompt = table.now.prompts[0]  # who goes first is everybody's to answer
                    await service.answer("a", Answer(prompt.id, 0))
                assert service.health().ok
                await asyncio.sleep(0.2)
            acts = [line for line in table.state.log if line.seat == 1]
            assert acts

    asyncio.run(play())


def test_broken_hands_and_addresses_are_told_and_kept(tmp_path: Path) -> None:
    """A table opens whatever its small files hold; what is lost is said."""

    async def play() -> None:
        async with salon_in(tmp_path, two=True) as (_, service):
            await until(lambda: service.views.link().state == "up", "no board")
            await begin(service)
            token = service.access.links["a"]
        (tmp_path / "hands.json").write_text("{broken")
        (tmp_path / "seats.json").write_text('{"a": ""}')
        async with salon_in(tmp_path, two=True) as (opened, service):
            assert "hands.json" in opened.greeting()
            assert "--new" in opened.greeting()
            assert (tmp_path / "hands.broken.json").read_text() == "{broken"
            assert service.access.links["a"] not in {"", token}

    asyncio.run(play())


# The command


class Playing:
    """A running `duelmat play`."""

    def __init__(self, process: subprocess.Popen[str], url: str, errors: Path) -> None:
        self.process = process
        self.url = url
        """Ana's link."""
        self.errors = errors
        self.browser = build_opener(HTTPCookieProcessor())

    def post(self, what: str, request: dict[str, Any]) -> Any:
        data = json.dumps(request).encode()
        headers = {"content-type": "application/json"}
        page = f"{self.url.partition('/seat/')[0]}/seat/a"
        request_ = Request(f"{page}/{what}", data, headers)
        with self.browser.open(request_, timeout=PATIENCE_S) as answer:
            return json.load(answer)

    def end(self, sign: signal.Signals) -> int:
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE_S)


@contextmanager
def playing(directory: Path, *options: str, page_port: str | None = "0") -> Iterator[Playing]:
    """`duelmat play` as a process, once it has told its address."""
    directory.mkdir(exist_ok=True)
    errors = directory / "stderr.txt"
    command = [sys.executable, "-c", "from duelmat import main; main()", "play"]
    words = ["--dir", str(directory), "--no-browser", *options]
    words += [] if page_port is None else ["--page-port", page_port]
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            [*command, *words], stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            assert url.startswith("http://127.0.0.1:"), errors.read_text()
            yield Playing(process, url, errors)
        finally:
            process.kill()
            process.wait()
            rig = find_rig(directory / "mat")
            if rig is not None:
                rig.stop()


def wait_for_page(play: Playing) -> None:
    for _ in range(600):
        try:
            with play.browser.open(play.url, timeout=PATIENCE_S):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(play.errors.read_text())


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_table_that_is_asked_to_end_leaves_nothing_running(
    tmp_path: Path, sign: signal.Signals
) -> None:
    """Ctrl-C, SIGTERM, a closed terminal: the rig has ended, and the exit is clean."""
    with playing(tmp_path, "--two") as play:
        rig = find_rig(tmp_path / "mat")
        assert rig is not None
        if sign is signal.SIGINT:
            wait_for_page(play)
        assert play.end(sign) == 0
        assert not rig.is_running()
        assert "Traceback" not in play.errors.read_text()


def test_a_fault_of_the_port_is_told_in_the_terminal(tmp_path: Path) -> None:
    """Not on the page alone, and only once for as long as it lasts."""
    port = tmp_path / "no-such-port"
    options = ("--port", str(port), "--registry", str(tmp_path / "cards.json"))
    with playing(tmp_path, *options) as play:
        deadline_s = time.monotonic() + PATIENCE_S
        while str(port) not in play.errors.read_text():
            assert time.monotonic() < deadline_s, play.errors.read_text()
            time.sleep(0.05)
        assert play.end(signal.SIGINT) == 0
        assert play.errors.read_text().count(f"Expected a mat at {port}") == 1


def test_a_table_writes_its_log_beside_its_journal_and_answers_a_watchdog(tmp_path: Path) -> None:
    """From its opening to its end, without its secrets; -v shows it in the terminal as well."""
    with playing(tmp_path, "--two", "-v", "--log-level", "debug") as play:
        wait_for_page(play)
        site = play.url.partition("/seat/")[0]
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            with urlopen(f"{site}/healthz", timeout=PATIENCE_S) as answer:
                health = json.load(answer)
            if health["link"] == "up":
                break
            assert time.monotonic() < deadline_s, health
        assert health["ok"]
        judge = json.loads((tmp_path / "seats.json").read_text())["judge"]
        asked = Request(f"{site}/metrics", headers={"authorization": f"Bearer {judge}"})
        with urlopen(asked, timeout=PATIENCE_S) as answer:
            assert b"duelmat_link_up 1.0" in answer.read()
        assert play.post("command", {"do": "concede"})["ok"]
        assert play.end(signal.SIGTERM) == 0
        shown = play.errors.read_text()
    log = tmp_path / "duelmat.log"
    assert log.stat().st_mode & 0o077 == 0
    text = log.read_text()
    for words in (
        "the table is open: duelmat",
        "Ana conceded",
        " numbers link=",
        "the table is closed",
    ):
        assert words in text
    tokens = json.loads((tmp_path / "seats.json").read_bytes()).values()
    assert not [token for token in tokens if token in text]
    assert "INFO duelmat_host.app.table_app: the table is open" in shown
    assert "numbers" not in shown


@pytest.mark.long
def test_a_killed_table_is_resumed_on_its_running_mat(tmp_path: Path) -> None:
    """kill -9 leaves the mat; started again, the same page goes on with the same duel."""
    with playing(tmp_path, "--two") as play:
        wait_for_page(play)
        rig = find_rig(tmp_path / "mat")
        assert rig is not None
        life = {"do": "life", "player": "a", "life": 33, "reason": "counted wrongly"}
        assert play.post("command", life)["ok"]
        second = duelmat("play", "--dir", tmp_path, "--no-browser")
        assert second.exit_code == 2
        assert f"process {play.process.pid}" in second.output
        page = play.url.partition("/seat/")[0]
        assert f"Use its page {page}/, close" in second.output
        play.end(signal.SIGKILL)
        assert rig.is_running()
        with playing(tmp_path, "--two") as again:
            assert "The duel goes on after 1 action (" in again.errors.read_text()
            assert again.url.rpartition("/")[2] == play.url.rpartition("/")[2]
            found = find_rig(tmp_path / "mat")
            assert found is not None
            assert found.about.pid == rig.about.pid
    journal = Journal.open(tmp_path / "duel-0001.jsonl")
    assert [e.data["by"] for e in journal.entries("action")] == ["a"]
    journal.close()


@pytest.mark.long
def test_new_begins_another_duel(tmp_path: Path) -> None:
    """--new leaves the unfinished duel in its journal."""
    for options in ((), ("--new",)):
        with playing(tmp_path, "--two", *options) as play:
            wait_for_page(play)
            assert play.post("command", {"do": "offer-draw"})["ok"]
            assert play.end(signal.SIGTERM) == 0
    for number in (1, 2):
        journal = Journal.open(tmp_path / f"duel-000{number}.jsonl")
        kinds = [e.kind for e in journal.entries()]
        assert [kind for kind in kinds if kind != "done"] == ["duel", "request"]  # hands may draw
        journal.close()


class SocketBoard:
    """A board behind a TCP socket, as `socket://` reaches it."""

    def __init__(self) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"socket://127.0.0.1:{self.server.getsockname()[1]}"
        self.scene: threading.Event = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self.server.close()

    def _serve(self) -> None:
        self.server.settimeout(0.1)
        while not self._stop.is_set():
            try:
                line, _ = self.server.accept()
            except TimeoutError:
                continue
            with line:
                self._talk(line)

    def _talk(self, line: socket.socket) -> None:
        """Until the host hangs up, in the middle of a word perhaps."""
        board = FakeBoard()
        line.settimeout(0.01)
        with suppress(OSError):
            while not self._stop.is_set():
                try:
                    heard = line.recv(4096)
                    if not heard:
                        return
                except TimeoutError:
                    heard = b""
                said = board.turn(heard, time.monotonic_ns() // 1_000_000)
                if board.scene is not None:
                    self.scene.set()
                if said:
                    line.sendall(said)


def test_a_real_mat_behind_a_socket_is_lit(tmp_path: Path) -> None:
    """--port with socket:// and a registry that is still empty: the mat shows the duel."""
    registry = tmp_path / "cards.toml"
    with (
        SocketBoard() as board,
        playing(tmp_path, "--port", board.url, "--registry", str(registry)) as play,
    ):
        assert board.scene.wait(PATIENCE_S)
        errors = play.errors.read_text()
        assert re.search(r"\d+ of the \d+ cards are in no sleeve .* /enroll", errors)
        assert play.end(signal.SIGINT) == 0
        assert find_rig(tmp_path / "mat") is None


BROKEN_REGISTRIES = [
    ("[[sleeves]", "line 1"),
    ('[[sleeves]]\nowner = "a"\ncode = "H7"\nup = "zz"\n', "sleeves[0]"),
    ("sleeves = 3", "a list of tables"),
]


@pytest.mark.parametrize(("content", "words"), BROKEN_REGISTRIES)
def test_a_broken_registry_stops_the_start_and_leaves_nothing(
    tmp_path: Path, content: str, words: str
) -> None:
    """File, place, expected, got; no journal is begun and the directory is free again."""
    path = tmp_path / "cards.toml"
    path.write_text(content)
    for _ in range(2):
        done = duelmat(
            "play",
            "--dir",
            tmp_path / "t",
            "--port",
            "/dev/null",
            "--registry",
            path,
            "--no-browser",
        )
        assert done.exit_code == 2
        assert str(path) in done.output
        assert words in done.output
        assert "expected" in done.output
    assert not list((tmp_path / "t").glob("duel-*"))
    assert path.read_text() == content


BAD_STARTS: list[tuple[list[str], tuple[str, ...]]] = [
    (["--port", "/dev/null"], ("--registry",)),
    (["--port", "/dev/null", "--simulated"], ("not both",)),
    (["--two", "--opponent", "easy"], ("--alone",)),
    (["--assist", "wizard"], ("coach",)),
    (["--names", "Mia"], ("--names",)),
    (["--page-port", "99999999"], ("--page-port",)),
]


@pytest.mark.parametrize(("options", "words"), BAD_STARTS)
def test_a_start_that_cannot_be_is_answered_in_words(
    tmp_path: Path, options: list[str], words: tuple[str, ...]
) -> None:
    """Options that contradict or miss each other: exit 2, one clear message."""
    done = duelmat("play", "--dir", tmp_path / "t", "--no-browser", *options)
    assert done.exit_code == 2
    for word in words:
        assert word in done.output


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """A file stands where the table's directory should be."""
    (tmp_path / "t").write_text("in the way")
    done = duelmat("play", "--dir", tmp_path / "t", "--no-browser")
    assert done.exit_code == 2
    assert str(tmp_path / "t") in done.output
    assert "--dir" in done.output


def test_a_taken_page_port_is_told_and_another_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page moves from where it usually is, and says where to."""
    from duelmat_serving.server import free_port

    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = int(taken.getsockname()[1])
        assert free_port(number) != number
        monkeypatch.setenv("DUELMAT_LISTEN", f"127.0.0.1:{number}")
        with playing(tmp_path, "--two", page_port=None) as play:
            assert f"Port {number} is taken" in play.errors.read_text()
            assert f":{number}/" not in play.url
            assert play.end(signal.SIGTERM) == 0
    assert free_port(number) == number


@pytest.mark.parametrize("option", ["--page-port", "--listen"])
def test_a_taken_port_that_was_named_is_refused(tmp_path: Path, option: str) -> None:
    """Whoever names one wants no other."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = int(taken.getsockname()[1])
        value = str(number) if option == "--page-port" else f"127.0.0.1:{number}"
        done = duelmat("play", "--dir", tmp_path / "t", "--no-browser", option, value)
    assert done.exit_code == 2
    assert f"expected port {number} to be free for the pages" in done.output
    assert "leave it out" in done.output
    assert not list((tmp_path / "t").glob("duel-*"))


def test_a_taken_directory_is_told_before_the_port_of_its_table(tmp_path: Path) -> None:
    """The same command once more: its port is taken by the table that it asks for."""
    lock = lock_table(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = int(taken.getsockname()[1])
        publish_address(lock, f"http://127.0.0.1:{number}/")
        words = ("--no-browser", "--page-port", str(number))
        done = duelmat("play", "--dir", tmp_path, *words)
    os.close(lock)
    assert done.exit_code == 2
    assert f"Use its page http://127.0.0.1:{number}/" in done.output
    assert "expected port" not in done.output
    assert "is taken by" not in done.output


def test_a_mat_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    done = duelmat("play", "--dir", tmp_path / "t", "--no-browser", "--mat", "foo")
    assert done.exit_code == 2
    assert "standard, mini, starter" in done.output


def test_the_help_of_play_teaches_with_examples() -> None:
    """What happens without options, how a duel goes on, and three ways to start."""
    text = duelmat("play", "--help").output
    assert "goes on where it stopped" in " ".join(text.split())
    assert text.count("duelmat play") >= 3
    for option in ("--port", "--registry", "--two", "--new", "--dir", "--page-port", "--assist"):
        assert option in text


def test_seat_letters_are_those_of_the_duel() -> None:
    """The links are for the seats that there are, for a judge, and for enrolling."""
    links = new_links(viewers_of([Seat(0), Seat(1)]))
    assert sorted(links) == ["a", "b", "enroll", "judge"]
    assert len(set(links.values())) == 4
