"""Opening a table in a directory: its lock, journals and hands, and what may be wrong there."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import DECK, DirectMat
from duelmat_engine.names import CardKey, Seat
from duelmat_hardware import load_mat, mat_file
from duelmat_host.app import page_views
from duelmat_host.app.audit import audit
from duelmat_host.app.journal_fold import ResumeError, begin_journal, begun_of, fold
from duelmat_host.app.journal_folder import earlier_journals, open_journal
from duelmat_host.app.open_table import Opened, dice_of, open_table
from duelmat_host.app.table_lock import (
    DirectoryError,
    TableTakenError,
    lock_table,
    publish_address,
)
from duelmat_host.app.table_service import TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError, NotAJournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.hands import Hands
from duelmat_host.players.hands_file import load_hands, make_hands, save_hands
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import LinkView
from duelmat_host.table.asking import WindowKind
from duelmat_host.table.commands import AskMe, Concede
from duelmat_host.table.duel_setup import DuelSetup, Written
from duelmat_host.table.entries import DuelBegun, ZonesSettled
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.inputs import CommandGiven, PadTouched, QuestionAnswered
from duelmat_host.table.table import Assist
from duelmat_host.table.zone_map import PadName
from host.journal_files import forget_head

MAT = load_mat()
SETTING = DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK))
REGISTRY = Registry.for_simulation([DECK, DECK])


def opened_in(
    directory: Path,
    setting: DuelSetup = SETTING,
    *,
    new: bool = False,
    assist: Assist = Assist.COACH,
) -> Opened:
    """A table on a port that is not there."""
    directory.mkdir(exist_ok=True)
    journal, number = open_journal(directory, new=new)
    port = str(directory / "port")
    return open_table(setting, MAT, REGISTRY, journal, port, number=number, assist=assist)


def test_dice_give_as_many_as_are_asked_for_of_options_that_are_alike() -> None:
    """The unseen cards of a hand have one name, and a random discard takes one of them."""
    dice = dice_of(Random(1))
    assert dice(("a.hand",) * 4, 1) == ("a.hand",)
    assert dice(("a.hand",) * 4, 2) == ("a.hand", "a.hand")
    thrown = [dice(("a:S2", "a:S3", "a:S4"), 2) for _ in range(200)]
    assert {("a:S2", "a:S3"), ("a:S2", "a:S4"), ("a:S3", "a:S4")} == set(thrown)


def play_some(opened: Opened) -> None:
    """Shuffled decks, who begins, and a wish."""
    table = opened.table_loop.table
    for deck in ("a.deck", "b.deck"):
        table.take(PadTouched(PadName(deck)), 0)
    table.take(QuestionAnswered(Seat(0), table.now.prompts[0].id, 0))
    table.take(CommandGiven(Seat(1), AskMe(["every"])))


# The lock


def test_a_second_table_in_a_directory_is_refused_with_the_holder(tmp_path: Path) -> None:
    """Two programs never write one table: the second hears who has it and what to do."""
    lock = lock_table(tmp_path)
    with pytest.raises(TableTakenError, match=rf"process {os.getpid()}\).*--dir"):
        lock_table(tmp_path)
    os.close(lock)
    os.close(lock_table(tmp_path))


def test_a_taken_directory_names_the_page_of_the_table(tmp_path: Path) -> None:
    """As soon as the pages are served; the secret addresses are not in it."""
    lock = lock_table(tmp_path)
    publish_address(lock, "http://127.0.0.1:8765/")
    with pytest.raises(
        TableTakenError, match=r"Use its page http://127\.0\.0\.1:8765/, "
    ) as caught:
        lock_table(tmp_path)
    assert caught.value.process == str(os.getpid())
    os.close(lock)
    again = lock_table(tmp_path)
    with pytest.raises(TableTakenError, match=r"Use its page, close") as caught:
        lock_table(tmp_path)
    assert caught.value.address == ""
    os.close(again)


@pytest.mark.parametrize(
    "said", [b"", b"\xff\xfe\x1b[31m\n\x1b[0m\n", b"x\ny\n", b"\0" * 5000, b"\n\n\n"]
)
def test_a_lock_that_says_something_else_is_a_lock_all_the_same(
    tmp_path: Path, said: bytes
) -> None:
    """What is not a process and an address is not shown."""
    lock = lock_table(tmp_path)
    os.ftruncate(lock, 0)
    os.pwrite(lock, said, 0)
    with pytest.raises(TableTakenError) as caught:
        lock_table(tmp_path)
    assert (caught.value.process, caught.value.address) == ("", "")
    assert str(caught.value).isprintable()
    os.close(lock)


def test_a_duel_goes_on_at_a_mat_with_the_zones_of_which_its_journal_tells(
    tmp_path: Path,
) -> None:
    """The sentence names both mats; on any mat goes on what nobody has begun to play."""
    mini = load_mat(mat_file("mini"))
    for plays in (False, True):
        directory = tmp_path / str(plays)
        opened = opened_in(directory)
        if plays:
            play_some(opened)
        opened.journal.close()
        journal, number = open_journal(directory, new=False)
        if plays:
            with pytest.raises(ResumeError, match=r"\(standard\), got mini.*--mat standard"):
                open_table(SETTING, mini, REGISTRY, journal, "nowhere", number=number)
        else:
            open_table(SETTING, mini, REGISTRY, journal, "nowhere", number=number)
        journal.close()


# How things stand with the mat


def test_a_state_of_the_link_is_told_when_it_has_changed_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is there for one look only is passed over, and nothing is told twice."""
    service = TableService(opened_in(tmp_path).table_loop)
    up, down, wrong = LinkView("up", ""), LinkView("down", ""), LinkView("wrong", "")
    looks = [up, up, down, up, up, up, down, down, down, wrong, down, down, up, up]
    left = iter(looks)

    def link(*_: object, **__: object) -> LinkView:
        state = next(left, None)
        if state is None:
            service.stop()
        return state or up

    monkeypatch.setattr(page_views, "link_view", link)

    async def told() -> list[str]:
        return [state.state async for state in service.views.link_states(look_s=0)]

    assert asyncio.run(told()) == ["up", "down", "up"]


def test_a_lock_ends_with_its_holder_however_that_ends(tmp_path: Path) -> None:
    """kill -9 leaves no lock behind."""
    script = (
        "import sys, time; from pathlib import Path\n"
        "from duelmat_host.app.table_lock import lock_table\n"
        "lock = lock_table(Path(sys.argv[1])); print('locked', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"locked\n"
        with pytest.raises(TableTakenError, match=f"process {holder.pid}"):
            lock_table(tmp_path)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    os.close(lock_table(tmp_path))


def test_a_directory_that_cannot_be_written_is_named_with_the_reason(tmp_path: Path) -> None:
    """No permission, or a file where the directory should be: told before anything is begun."""
    (tmp_path / "file").write_text("in the way")
    for directory in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/duelmat")):
        with pytest.raises(DirectoryError, match=r"got: .*--dir") as caught:
            lock_table(directory)
        assert str(directory) in str(caught.value)


def test_a_directory_that_is_made_is_for_its_owner_alone(tmp_path: Path) -> None:
    """Journals and hands tell what lies face-down."""
    directory = tmp_path / "new" / "table"
    os.close(lock_table(directory))
    assert directory.stat().st_mode & 0o077 == 0


# Journals


def test_a_duel_that_is_not_over_goes_on_and_one_that_is_does_not(tmp_path: Path) -> None:
    """The last journal is taken up until its duel has ended; --new leaves it where it is."""
    first = opened_in(tmp_path)
    play_some(first)
    first.journal.close()
    second = opened_in(tmp_path)
    assert second.resumed > 0
    assert second.table_loop.table.state.number == 1
    second.table_loop.take(CommandGiven(Seat(0), Concede()))
    second.journal.close()
    third = opened_in(tmp_path)
    assert (third.resumed, third.table_loop.table.state.number) == (0, 2)
    third.journal.close()
    fourth = opened_in(tmp_path, new=True)
    assert fourth.table_loop.table.state.number == 3
    fourth.journal.close()
    assert len(list(tmp_path.glob("duel-*.jsonl"))) == 3


def test_a_duel_stopped_between_its_last_action_and_its_end_is_over(tmp_path: Path) -> None:
    """The entry that says how it ended is written when it is missing."""
    opened = opened_in(tmp_path)
    play_some(opened)
    table = opened.table_loop.table
    table.journal = _Without(opened.journal, "over")
    table.take(CommandGiven(Seat(1), Concede()))
    opened.journal.close()
    again = opened_in(tmp_path)
    assert again.table_loop.table.state.duel.is_over()
    assert [e.data["winner"] for e in again.journal.entries("over")] == ["a"]
    again.journal.close()


class _Without:
    """A journal that was killed before entries of one kind."""

    def __init__(self, journal: Journal, kind: str) -> None:
        self.journal = journal
        self.kind = kind

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        return self.journal.append_all([each for each in items if each[0] != self.kind])


def test_the_journal_says_who_plays_when_a_duel_goes_on(tmp_path: Path) -> None:
    """Names, decks and readings are those of the duel; how much the lights help may change."""
    first = opened_in(tmp_path)
    play_some(first)
    log = first.table_loop.table.state.log
    first.journal.close()
    other = DuelSetup("trump_king", ("Mia", "Leo"), (DECK, DECK))
    again = opened_in(tmp_path, other, assist=Assist.REFEREE)
    table = again.table_loop.table
    assert table.state.setup.names == ("Ana", "Ben")
    assert table.now.assist is Assist.REFEREE
    assert table.state.log == log
    assert WindowKind.EVERY in table.state.asking_of(Seat(1)).kinds
    again.journal.close()


def test_a_journal_cut_within_an_entry_goes_on_from_what_holds(tmp_path: Path) -> None:
    """The good beginning is resumed, the damage is told, and the damaged file is kept."""
    first = opened_in(tmp_path)
    play_some(first)
    life = (Seat(0), Seat(1))
    entries = len(first.journal)
    first.journal.close()
    path = tmp_path / "duel-0001.jsonl"
    content = path.read_bytes()
    last = content.rindex(b'"kinds":["every"]')
    path.write_bytes(content[:last] + b"#" * 8 + content[last + 8 :])
    damaged = path.read_bytes()
    again = opened_in(tmp_path)
    damage = again.journal.damage
    assert damage is not None
    assert damage.kept == entries - 1
    assert damage.aside is not None
    assert damage.aside.read_bytes() == damaged
    assert f"damaged at entry {entries}" in damage.text
    assert str(damage.aside) in damage.text
    table = again.table_loop.table
    assert [table.state.duel.players[seat].life for seat in life] == [40, 40]
    assert not table.state.asking
    again.journal.close()
    # The damaged file beside it is not taken for a journal of its own.
    once_more = opened_in(tmp_path)
    assert once_more.table_loop.table.state.number == 1
    assert once_more.journal.damage is None
    once_more.journal.close()


@pytest.mark.parametrize("keep", [0.2, 0.5, 0.9])
def test_a_journal_cut_off_anywhere_opens_a_table(tmp_path: Path, keep: float) -> None:
    """Half a file, or less: what is whole is kept, and a table comes of it."""
    first = opened_in(tmp_path)
    play_some(first)
    first.journal.close()
    path = tmp_path / "duel-0001.jsonl"
    content = path.read_bytes()[: int(path.stat().st_size * keep)]
    path.write_bytes(content)
    forget_head(path)
    again = opened_in(tmp_path)
    assert again.journal.damage is not None
    assert again.journal.damage.aside is None
    assert path.read_bytes().startswith(content[: content.rindex(b"\n")])
    play_some(again)
    again.journal.close()


def test_a_file_that_is_no_journal_is_left_alone(tmp_path: Path) -> None:
    """Something else under a journal's name stops with its name, and stays as it is."""
    path = tmp_path / "duel-0001.jsonl"
    path.write_bytes(b"my holiday pictures")
    with pytest.raises(NotAJournalError, match=r"duel-0001\.jsonl"):
        opened_in(tmp_path)
    assert path.read_bytes() == b"my holiday pictures"


def test_a_journal_of_another_program_says_what_to_do(tmp_path: Path) -> None:
    """Entries that hold and make no sense here are named, with the way out."""
    journal, _ = open_journal(tmp_path, new=True)
    journal.append("duel", {"number": 1, "ruleset": "trump_king"})
    journal.close()
    with pytest.raises(ResumeError, match=r"duel-0001\.jsonl: .*'decks'.*--new"):
        opened_in(tmp_path)


FORGED_AT: list[Any] = [[1], [1, 2, 3], ["x", "y"], [-1, 2], [1, 2**32], 5, None, {}]
FORGED_MS: list[Any] = ["x", None, -1, 1.5, 2**80, True]


@pytest.mark.parametrize(
    "beside", [*({"at": at} for at in FORGED_AT), *({"took_ms": ms} for ms in FORGED_MS)]
)
def test_what_stands_beside_an_entry_is_read_as_strictly_as_the_entry(
    tmp_path: Path, beside: dict[str, Any]
) -> None:
    """A board's event or a time that no table writes is told like any forged entry."""
    path = tmp_path / "duel-0001.jsonl"
    journal, number = open_journal(tmp_path, new=True)
    begin_journal(journal, SETTING, MAT, number)
    kind, data = to_data(ZonesSettled(()))
    journal.append(kind, {**data, "at": [7, 12], "took_ms": 3})
    journal.append(kind, {**data, **beside})
    journal.close()
    with pytest.raises(ResumeError, match=r"entry 3 of the journal \(settled\).*--new"):
        opened_in(tmp_path)
    for fault in (fold(path).fault, *(each.text for each in audit(path).faults)):
        assert "entry 3 (settled)" in str(fault)


@pytest.mark.parametrize(
    ("ruleset", "readings", "said"),
    [("brawl", {}, "got 'brawl'"), ("ocg", {"G-29": "x"}, "G-29")],
)
def test_a_journal_of_a_game_that_is_not_known_says_what_to_do(
    tmp_path: Path, ruleset: str, readings: dict[str, str], said: str
) -> None:
    begun = {
        "number": 1,
        "ruleset": ruleset,
        "names": ["Ana", "Ben"],
        "readings": readings,
        "mat": "",
        "decks": [{"main": [], "extra": []}] * 2,
    }
    with pytest.raises(ResumeError, match=rf"{said}.*--new"):
        begun_of(tmp_path / "duel", begun)


@pytest.mark.parametrize("number", [0, -3, 2**70])
def test_a_duel_with_a_number_that_no_table_gives_is_refused(tmp_path: Path, number: int) -> None:
    """Its pages could not even be encoded."""
    _, begun = to_data(DuelBegun(SETTING, number, MAT.digest))
    with pytest.raises(ResumeError, match=rf"number.*{number}.*--new"):
        begun_of(tmp_path / "duel", begun)


def test_a_journal_with_endless_names_is_refused(tmp_path: Path) -> None:
    """Every line of its log would repeat them."""
    begun = {
        "number": 1,
        "ruleset": "trump_king",
        "names": ["Ana", "B" * 1_000_000],
        "readings": {},
        "mat": "",
        "decks": [{"main": [], "extra": []}] * 2,
    }
    with pytest.raises(ResumeError, match="names of at most 100 characters, got one of 1000000"):
        begun_of(tmp_path / "duel", begun)


@pytest.mark.parametrize("content", ["[" * 100_000, '{"sides": ' + "9" * 100_000, '"\\ud800"'])
def test_hands_in_a_hostile_file_are_those_that_were_made(tmp_path: Path, content: str) -> None:
    path = tmp_path / "hands.json"
    path.write_text(content)
    assert not load_hands(new_hands(), path)
    path.unlink()
    os.mkfifo(path)
    assert not load_hands(new_hands(), path)


def test_a_journal_that_two_programs_write_tells_the_second(tmp_path: Path) -> None:
    """Even without the lock nothing is mixed up."""
    first = opened_in(tmp_path)
    with pytest.raises(JournalError, match="another duelmat writes this journal"):
        opened_in(tmp_path)
    play_some(first)
    first.journal.close()


def test_a_journal_is_private_in_a_directory_that_others_read(tmp_path: Path) -> None:
    """A directory that was there before keeps its mode; what lies face-down stays unread."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        opened = opened_in(tmp_path)
    finally:
        os.umask(before)
    play_some(opened)
    opened.journal.close()
    assert (tmp_path / "duel-0001.jsonl").stat().st_mode & 0o777 == 0o600


def test_journals_of_an_earlier_form_are_told_and_left_alone(tmp_path: Path) -> None:
    """One sentence, and a new duel beside them."""
    assert earlier_journals(tmp_path) == []
    old = [tmp_path / f"duel-000{number}.sqlite3" for number in (1, 2)]
    for path in old:
        path.write_bytes(b"SQLite format 3\0 and so on")
    opened = opened_in(tmp_path)
    opened.journal.close()
    assert opened.resumed == 0
    assert [path.read_bytes() for path in old] == [b"SQLite format 3\0 and so on"] * 2
    (told,) = earlier_journals(tmp_path)
    assert "duel-0001.sqlite3 - duel-0002.sqlite3" in told
    assert "left alone" in told


def test_a_ruleset_that_is_not_known_is_told_with_those_that_are(tmp_path: Path) -> None:
    """A journal of a game of one's own, opened without it."""
    journal, _ = open_journal(tmp_path, new=True)
    decks = [{"main": ["S1"], "extra": []}] * 2
    names = ["Ana", "Ben"]
    said = {
        "number": 1,
        "ruleset": "snap",
        "names": names,
        "readings": {},
        "mat": "",
        "decks": decks,
    }
    journal.append("duel", said)
    journal.close()
    with pytest.raises(ResumeError, match=r"trump_king.*'snap'.*--new"):
        opened_in(tmp_path)


# Hands


def new_hands() -> Hands:
    return make_hands(DirectMat(), (DECK, DECK), Random(1))


def test_hands_come_back_as_they_were_kept(tmp_path: Path) -> None:
    """Decks in order, cards on the mat, and what was drawn for."""
    hands = new_hands()
    path = tmp_path / "hands.json"
    hands.keep = lambda: save_hands(hands, path)
    hands.draw(Seat(0), 5, number=3)
    key = hands.held(Seat(0))[0]
    hands.place(key, MatZone("a.m3"), face_up=False, turn=90)
    again = make_hands(DirectMat(), (DECK, DECK), Random(2))
    assert load_hands(again, path)
    assert again.sides == hands.sides
    assert again.lying == hands.lying
    assert path.stat().st_mode & 0o077 == 0


def test_nobody_draws_twice_for_one_obligation(tmp_path: Path) -> None:
    """Killed between drawing and touching the deck, the hands know that they have drawn."""
    hands = new_hands()
    path = tmp_path / "hands.json"
    hands.keep = lambda: save_hands(hands, path)
    hands.draw(Seat(0), 5, number=3)
    again = new_hands()
    load_hands(again, path)
    assert again.draw(Seat(0), 5, number=3) == []
    assert len(again.held(Seat(0))) == 5
    assert len(again.draw(Seat(0), 1, number=9)) == 1


def test_what_is_held_is_kept_before_the_mat_is_touched() -> None:
    """A kill between the two leaves a movement to be finished, never a card in two places."""
    mat = DirectMat()
    hands = make_hands(mat, (DECK, DECK), Random(1))
    kept: list[dict[CardKey, str]] = []
    touched: list[str] = []
    hands.keep = lambda: kept.append({k: c.zone for k, c in hands.lying.items()})
    place, lift = mat.place, mat.lift

    def watched_place(key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        assert kept[-1].get(key) == zone
        touched.append(zone)
        place(key, zone, face_up=face_up, turn=turn)

    def watched_lift(key: CardKey) -> None:
        assert key not in kept[-1]
        touched.append("lift")
        lift(key)

    mat.place, mat.lift = watched_place, watched_lift  # type: ignore[method-assign]  # watched
    hands.draw(Seat(0), 3)
    first, second, third = hands.held(Seat(0))
    zone, spot = MatZone("a.m1"), MatZone("a.grave")
    hands.place(first, zone)
    hands.place(second, spot)
    hands.place(third, spot)
    hands.turn(zone)
    hands.flip(zone)
    hands.bring(first, "hand")
    hands.stack(spot)
    assert touched == ["a.m1", "a.grave", "lift", "a.grave", "a.m1", "a.m1", "lift", "lift"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"sides": 4, "lying": {}}', b"\xff\xfe"])
def test_broken_hands_leave_those_that_were_made(tmp_path: Path, content: bytes) -> None:
    """A broken hands.json is no reason to stop."""
    path = tmp_path / "hands.json"
    path.write_bytes(content)
    hands = new_hands()
    before = msgspec.json.encode(hands.sides)
    assert not load_hands(hands, path)
    assert msgspec.json.encode(hands.sides) == before
