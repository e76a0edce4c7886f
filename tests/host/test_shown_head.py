"""The head of a journal on the public page: a cut-off end is noticed by it, nothing is told."""

import asyncio
import re
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from direct_mat import DECK, MAT, Bench, held
from duelmat_engine import Seat
from duelmat_engine.rulesets.trump_king.tables import MAIN_CODES
from duelmat_host.app.audit import audit
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.shown_head import (
    HEAD_DIGITS,
    in_fours,
    is_weak,
    short_head,
    shown_head,
)
from duelmat_host.app.table_app import opened_table
from duelmat_host.app.table_service import TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_host.table.commands import AskMe, Concede, CorrectLife
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.live import Committed
from host.boardless import boardless_loop
from host.journal_files import forget_head
from play_options import play_options

PUBLIC = ("duel", "action", "takeback", "ruling", "over")
PRIVATE = ("asks", "asked", "meant", "refused", "request", "paid", "done")


def test_the_head_is_that_of_the_newest_entry_that_everybody_saw(tmp_path: Path) -> None:
    """What a seat alone is asked or sets does not move it: that it moved would tell of it."""
    with Journal.open(tmp_path / "j") as journal:
        assert shown_head(journal.entries()) == ""
        journal.append("asks", {})
        assert shown_head(journal.entries()) == ""
        for kind in PUBLIC:
            newest = journal.append(kind, {})
            for quiet in PRIVATE:
                journal.append(quiet, {})
            assert shown_head(journal.entries()) == newest.hash[:HEAD_DIGITS]


def test_a_shown_head_has_128_bits() -> None:
    """Two journals with one are out of reach; those of earlier versions are called weak."""
    assert 4 * HEAD_DIGITS >= 128
    assert len(short_head("0" * 64)) == HEAD_DIGITS
    assert (is_weak("0" * HEAD_DIGITS), is_weak("0" * (HEAD_DIGITS - 1))) == (False, True)
    assert in_fours("0123456789") == "0123 4567 89"


def test_a_head_cannot_be_guessed_from_what_is_public(tmp_path: Path) -> None:
    """Knowing all but the nonce, no card gives it; with the nonce the right one does."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        before = journal.append("duel", {"names": ["Ana", "Ben"]})
        shown = journal.append("action", {"secrets": {"12": "a:H7"}}).hash
    begun, done = (msgspec.json.decode(line) for line in path.read_bytes().splitlines()[1:])

    def head_with(card: str, nonce: str) -> str:
        data = '{"data":{"secrets":{"12":"%s"}},"kind":"action","n":2,"nonce":"%s"}'
        return sha256(bytes.fromhex(before.hash) + (data % (card, nonce)).encode()).hexdigest()

    assert head_with("a:H7", done["nonce"]) == shown
    tried = ["00" * 16, "ff" * 16, begun["nonce"], begun["hash"][:32], shown[:32]]
    tried += [f"{number:032x}" for number in range(300)]
    assert not any(
        head_with(f"a:{code}", nonce) == shown for code in MAIN_CODES for nonce in tried
    )


def test_every_viewer_is_shown_the_same_head() -> None:
    """It is on the public page, on a seat's and on the judge's."""
    table = Bench({"a.hand": held("H7"), "b.hand": held("H2")}).table
    table_loop = boardless_loop(table)
    service = TableService(table_loop, head=lambda: "0123456789abcdef")
    views = [service.views.view("public"), service.views.view("a"), service.views.view("judge")]
    assert [view.head for view in views] == ["0123456789abcdef"] * 3


def test_a_table_tells_the_head_at_a_duels_end_and_when_it_closes(tmp_path: Path) -> None:
    """With the command that compares it; cut by its last step, the journal no longer has it."""
    said: list[str] = []

    async def play() -> str:
        has_ended = asyncio.Event()

        def report(text: str) -> None:
            said.append(text)
            if text.startswith("Duel 1 is over. "):
                has_ended.set()

        async with opened_table(play_options(tmp_path, two=True), report=report) as table:
            service = table.service
            turning = asyncio.create_task(service.run())
            heads = [service.views.view("public").head]
            try:
                for request in (
                    AskMe(["every"]),
                    CorrectLife("a", 33, "counted wrongly"),
                    Concede(),
                ):
                    await service.command("a", request)
                    heads.append(service.views.view("public").head)
                await has_ended.wait()
            finally:
                service.stop()
                await asyncio.gather(turning, return_exceptions=True)
        assert heads[0] == heads[1]
        assert len(set(heads)) == 3
        shown: str = heads[-1]
        return shown

    head = asyncio.run(play())
    path = tmp_path / "duel-0001.jsonl"
    opening, over, closed = said
    assert opening == "Opening the table ..."
    assert over.startswith("Duel 1 is over. ")
    assert closed.startswith("The table is closed. ")
    for text in (over, closed):
        assert f"duelmat replay --check {path} --head {head}" in text
    found = audit(path, head)
    assert (found.faults, found.noted) == ((), found.entries)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))
    forget_head(path)
    assert audit(path).faults == ()
    assert audit(path, head).faults


@pytest.mark.parametrize("name", ["pages.md", "playing.md"])
def test_the_docs_show_a_head_as_long_as_it_is(name: str) -> None:
    """The examples can be typed as they stand."""
    text = (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
    heads = re.findall(r"--head (\S+?)[`\s]", text)
    assert heads
    assert all(re.fullmatch(f"[0-9a-f]{{{HEAD_DIGITS}}}", head) for head in heads)


def test_a_duel_that_a_judge_takes_back_ends_anew_with_another_head(tmp_path: Path) -> None:
    """Each end is reported once, and so is the end that follows a judge's takeback."""
    said: list[str] = []
    setup = DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK))
    options = play_options(tmp_path, two=True)
    duels = DuelSeries(options, MAT, setup, said.append, lambda _: Registry(()))
    bench = Bench({"a.hand": held("H7"), "b.hand": held("H2")})
    playing = bench.table.now
    bench.table.command(Seat(0), Concede())
    over = bench.table.now
    for step in ((playing, over), (over, over), (over, playing), (playing, over)):
        duels.note_end(Committed(*step, ()))
    duels.close()
    assert [text.split(". ")[0] for text in said] == ["Duel 1 is over"] * 2
