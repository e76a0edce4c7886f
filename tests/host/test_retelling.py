"""A journal told again: the log that its table showed, and what only the journal knows."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import duelmat, run
from direct_mat import DECK
from duelmat_engine.names import Seat
from duelmat_engine.notation import parse_action
from duelmat_hardware import PACKAGED_MATS, load_mat, mat_file
from duelmat_host.app.journal_fold import begin_journal, mat_of
from duelmat_host.app.retelling import Retold, retell
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.sensing.layout import Layout, MatZone
from duelmat_host.table import entries as at
from duelmat_host.table.asking import PassUntil, WindowKind
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.obligations import ObligationKind
from examples import examples
from host.hostile_files import pipe
from host.journal_files import forget_head
from host.journals import played_table, write

ANA, BEN = Seat(0), Seat(1)
SET_ACTIONS = 11
"""As many entries of the duel: cards lie face-down by then, and none has come to light."""
NOTHING = Layout({})


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def journal_of(path: Path, *entries: at.Entry, most: int = SET_ACTIONS) -> Path:
    """The beginning of the duel, and then these."""
    write(path, most=most)
    with Journal.open(path) as journal:
        journal.append_all([to_data(entry) for entry in entries])
    return path


def public_lines(retold: Retold) -> list[str]:
    return [line.text for one in retold.entries for line in one.lines]


def test_the_log_is_the_one_that_the_table_showed(tmp_path: Path) -> None:
    """Line for line with rules, proofs and turns, and nothing is wrong."""
    retold = retell(write(tmp_path / "duel-0001.jsonl"))
    assert retold.fault is None
    assert [line for one in retold.entries for line in one.lines] == list(played_table().state.log)
    assert any(one.lines and one.lines[0].sealed for one in retold.entries)


def test_the_command_prints_that_log_and_nothing_that_lies_face_down(tmp_path: Path) -> None:
    """Every line in order; the title, the life and what was asked at the end."""
    path = journal_of(tmp_path / "duel-0001.jsonl")
    done = run("replay", path)
    assert done.returncode == 0
    text = unwrapped(done.stdout.decode())
    retold = retell(path)
    assert text.startswith("Trump King: Ana against Ben, duel 1 ")
    assert " ".join(public_lines(retold)) in text
    assert "Life: Ana 40, Ben " in text
    assert "The journal stops here. " in text
    names = {retold.end.card_name(key) for key in retold.end.secrets.values()}
    assert len(names) > 3
    assert [name for name in names if name in text] == []
    hidden = duelmat("replay", "--json", path).output
    assert [key for key in retold.end.secrets.values() if f'"{key}"' in hidden] == []
    everything = unwrapped(duelmat("replay", "--all", path).output)
    assert [name for name in names if name not in everything] == []


def test_rules_stand_behind_each_line_when_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "duel-0001.jsonl", most=SET_ACTIONS)
    assert "(TK-35)" not in duelmat("replay", path).output
    assert "(TK-35)" in duelmat("replay", "--rules", path).output


PLAY = parse_action("a.hand>a.m3")
REFUSED = at.PlayRefused(
    ("TK-14",), "No second Normal Summon.", ("Take the card back.",), (PLAY,), (MatZone("a.m3"),)
)
DRAW, TAKEBACK = at.RequestKind.DRAW, at.RequestKind.TAKEBACK
UNSEEN: dict[str, tuple[list[at.Entry], list[str]]] = {
    "a refused play": (
        [REFUSED],
        ["No second Normal Summon.", "Meant may have been: ", "Take the card back.", "middle"],
    ),
    "a withdrawn play": ([REFUSED, at.PlayWithdrawn()], ["lies there no longer"]),
    "a request": ([at.Requested(DRAW, ANA)], ["Ana asks for a draw."]),
    "a request that is refused": (
        [at.Requested(TAKEBACK, BEN), at.RequestsRefused((TAKEBACK,))],
        ["Ben asks for a takeback.", "Refused: Ben's request for a takeback."],
    ),
    "asking": (
        [
            at.AskingChanged(ANA, frozenset({WindowKind.SUMMON, WindowKind.OWN})),
            at.AskingChanged(ANA, frozenset(), PassUntil.TURN),
            at.AskingChanged(ANA, frozenset()),
            at.AskingChanged(ANA, frozenset(), PassUntil.ANSWERED),
        ],
        [
            "Ana is asked for a response to a summon or an own play.",
            "Ana passes until their own turn.",
            "Ana is not asked to respond.",
            "Ana has no card that could respond.",
        ],
    ),
    "the end of a turn": (
        [at.TurnEnding(ANA), at.TurnEnding(ANA, ends=False)],
        ["Ana ends the turn.", "Ana does not end the turn after all."],
    ),
    "a question and its answer": (
        [at.MeaningAsked(("one-way", "another"), {}), at.MeaningChosen("another", {})],
        ["Ana is asked which is meant: one-way or another.", "Ana means: another."],
    ),
    "a judge": (
        [at.JudgeCalled(BEN, called=True), at.JudgeCalled(BEN, called=False)],
        ["Ben calls a judge.", "the duel goes on"],
    ),
    "zones": ([at.ZonesSettled((MatZone("a.s2"),))], ["Ana's left magic/trap zone"]),
}


@pytest.mark.parametrize("name", UNSEEN)
def test_what_the_log_does_not_say_is_told_on_request(tmp_path: Path, name: str) -> None:
    """--all tells it, and without --all none of it is printed."""
    entries, words = UNSEEN[name]
    path = journal_of(tmp_path / "duel-0001.jsonl", *entries)
    everything = unwrapped(duelmat("replay", "--all", path).output)
    unseen = [line.text for one in retell(path).entries[-len(entries) :] for line in one.unseen]
    assert unseen
    for text in unseen:
        assert f"({text})" in everything
    for word in words:
        assert word in " ".join(unseen)
    public = unwrapped(duelmat("replay", path).output)
    assert [text for text in unseen if text in public] == []


def test_rulings_and_takebacks_are_in_the_log_for_everybody(tmp_path: Path) -> None:
    """As the table said them, each with its reason."""
    taken = played_table().state
    last = at.TakenBack(BEN, parse_action("b.hand>b.s1#"), NOTHING)
    ruled = at.TakenBack(ANA, parse_action("/end"), NOTHING, "the wrong phase")
    path = journal_of(
        tmp_path / "duel-0001.jsonl", last, REFUSED, at.RefusalUpheld("no right to it"), ruled
    )
    lines = public_lines(retell(path))
    assert any(line.startswith(f"{taken.name_of(BEN)} takes back: ") for line in lines)
    assert "The judge has the refused play taken back. No right to it." in lines
    assert any("The wrong phase." in line for line in lines)
    assert "The judge takes back: " in unwrapped(duelmat("replay", path).output)


def test_json_has_the_log_with_its_proofs(tmp_path: Path) -> None:
    """One object with the documented keys; --all adds number, kind, action and what is unseen."""
    path = write(tmp_path / "duel-0001.jsonl")
    told = json.loads(duelmat("replay", "--json", path).output)
    keys = ["ruleset", "players", "duel", "readings", "entries", "actions", "turns", "life"]
    assert list(told) == [*keys, "outcome", "log", "fault"]
    log = played_table().state.log
    assert [line["text"] for one in told["log"] for line in one["lines"]] == [
        line.text for line in log
    ]
    assert {number: digest for one in told["log"] for number, digest in one["sealed"].items()} == {
        str(seal.card): seal.digest for line in log for seal in line.sealed
    }
    assert {key for one in told["log"] for _, key in one["opened"].values()} == {
        opening.key for line in log for opening in line.opened
    }
    assert {frozenset(one) for one in told["log"]} == {
        frozenset({"turn", "seat", "lines", "sealed", "opened"})
    }
    everything = json.loads(duelmat("replay", "--json", "--all", path).output)
    assert {one["entry"] for one in everything["log"]} > {2}
    actions = [one["action"] for one in everything["log"] if one["kind"] == "action"]
    assert any("#" in action for action in actions)
    assert any(one["unseen"] for one in everything["log"])


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_a_duel_is_told_on_its_own_mat(tmp_path: Path, name: str) -> None:
    """The digest in the first entry says which it was; an unknown one is told as today's."""
    mat = load_mat(mat_file(name))
    assert mat_of(mat.digest) == mat
    assert mat_of("0" * 64) == load_mat()
    with Journal.open(tmp_path / "duel-0001.jsonl") as journal:
        begin_journal(journal, DuelSetup("trump_king", ("Mia", "Leo"), (DECK, DECK)), mat, 3)
    told = duelmat("replay", tmp_path / "duel-0001.jsonl")
    assert told.exit_code == 0
    assert told.output.startswith("Trump King: Mia against Leo, duel 3")


# What is broken


def test_of_a_damaged_journal_what_holds_is_told(tmp_path: Path) -> None:
    """An entry that was changed, one cut in half, one that fits no duel: words and exit code 1."""
    path = write(tmp_path / "duel-0001.jsonl", most=SET_ACTIONS)
    whole = duelmat("replay", path).output
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:8], lines[8].replace(b"a.hand", b"b.hand"), *lines[9:]]))
    changed = duelmat("replay", path)
    assert changed.exit_code == 1
    assert f"{path}: entry 8: " in changed.output
    assert "--check" in changed.output
    path.write_bytes(b"".join(lines)[:-20])
    torn = duelmat("replay", path)
    assert torn.exit_code == 1
    assert f"{path}: entry {len(lines) - 1}: " in torn.output
    path.unlink()
    forget_head(path)
    forged = duelmat(
        "replay", journal_of(path, at.ObligationMet(ObligationKind.PUT, MatZone("a.m1")))
    )
    assert forged.exit_code == 1
    assert unwrapped(whole).partition("Life:")[0] in unwrapped(forged.output)
    assert f"entry {SET_ACTIONS + 2} (done): expected it to fit the duel" in forged.output
    assert json.loads(duelmat("replay", "--json", path).stdout)["fault"].startswith(
        f"entry {SET_ACTIONS + 2} "
    )


FIRST = b'{"format":1,"journal":"duelmat"}\n'


@pytest.mark.parametrize(
    ("content", "words"),
    {
        "only a first line": (FIRST, "none of whose entries holds"),
        "a later format": (b'{"format":9,"journal":"duelmat"}\n', "expected a journal of format"),
        "an entry that is none": (FIRST + b'{"data":{}}\n', "none of whose entries holds"),
        "a deep entry": (FIRST + b'{"data":' + b"[" * 100_000, "none of whose entries holds"),
        "zeros": (FIRST + bytes(5000), "none of whose entries holds"),
    }.values(),
)
def test_a_journal_without_entries_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    """Expected, got, which file, and what to do."""
    path = tmp_path / "duel-0001.jsonl"
    path.write_bytes(content)
    told = duelmat("replay", path)
    assert told.exit_code == 2
    assert str(path) in told.output
    assert words in unwrapped(told.output)


def test_a_journal_that_begins_with_no_duel_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        journal.append(*to_data(at.PlayWithdrawn()))
    with pytest.raises(JournalError, match="first entry is of kind 'withdrawn'"):
        retell(path)
    told = duelmat("replay", path)
    assert told.exit_code == 2
    assert "Name a file such as duel-0001.jsonl" in unwrapped(told.output)


def test_a_pipe_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    """Nobody waits for a pipe into which nobody writes."""
    path = tmp_path / "duel-0001.jsonl"
    for option in ((), ("--check",)):
        assert duelmat("replay", *option, path).exit_code == 2
    pipe(path)
    told = duelmat("replay", path)
    assert (told.exit_code, "a named pipe" in told.output) == (2, True)
    checked = duelmat("replay", "--check", path)
    assert (checked.exit_code, "a named pipe" in checked.output) == (2, True)


@cache
def short_journal() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / "j", most=SET_ACTIONS).read_bytes()


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_whatever_is_changed_in_a_journal_it_is_told_or_refused(data: st.DataObject) -> None:
    """Bytes taken out, put in or exchanged: a log, or a complaint that names the file."""
    content = short_journal()
    start = data.draw(st.integers(0, len(content) - 1))
    length = data.draw(st.integers(0, 60))
    put = data.draw(st.sampled_from([b"", b"x", b'"', b"\n", b"\0", b"{", b"\xff", b"9" * 30]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "duel-0001.jsonl"
        path.write_bytes(content[:start] + put + content[start + length :])
        told = duelmat("replay", path)
        assert told.exit_code in (0, 1, 2)
        if told.exit_code:
            assert str(path) in told.output
