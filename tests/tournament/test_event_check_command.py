"""`duelmat event check`: what is proven, every fault, and files that were made to stop it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_hub.cli.event_file import LIMIT_BYTES, visible
from duelmat_hub.policies import load_policy
from duelmat_tournament import commands
from duelmat_tournament.chain import weakened
from duelmat_tournament.deciding import decide
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import format_event, parse_event
from duelmat_tournament.fold import apply
from duelmat_tournament.generate import Generated
from duelmat_tournament.roles import Actor, Role
from examples import examples
from host import hostile_files
from tournament.event_files import event


def test_a_sound_file_is_proven(file: Path, made: Generated, codes: list[str]) -> None:
    code, printed, said = event("check", file)
    rounds = len(made.event.rounds)
    pairs = sum(len(each.matches) for each in made.event.rounds)
    counts = f"{len(made.log)} entries, {rounds} rounds, {pairs} pairs."
    assert (code, said) == (0, "")
    assert " ".join(printed.split()).startswith(f"{file} is proven: {counts}")
    assert f"The checkpoint of its last entry is {codes[-1]}.\n" in printed
    assert "only the file's own head says" in printed
    assert "--checkpoint" in printed


def test_noted_checkpoints_are_found_in_the_log(file: Path, codes: list[str]) -> None:
    """However they were written down; after the last of them only the head speaks."""
    noted = [codes[9], codes[39].lower().replace("-", " ")]
    code, printed, _ = event("check", file, "--checkpoint", noted[0], "--checkpoint", noted[1])
    flat = " ".join(printed.split())
    assert code == 0
    for number in (10, 40):
        assert f"{codes[number - 1]} is that of entry {number}: up to there nothing" in flat
    assert "written anew after entry 40, only the file's own head says" in flat


def test_a_checkpoint_of_earlier_versions_is_found_and_called_weak(
    file: Path, codes: list[str]
) -> None:
    old = weakened(codes[9])
    code, printed, _ = event("check", file, "--checkpoint", old)
    flat = " ".join(printed.split())
    assert code == 0
    assert f"The noted checkpoint {old} is that of entry 10, but it is weak" in flat
    assert "nothing was changed" not in flat


def test_a_checkpoint_of_another_log_is_a_fault(file: Path, codes: list[str]) -> None:
    code, printed, _ = event("check", file, "--checkpoint", "AAAA-BBBB-CCCC-DDDD")
    assert code == 1
    assert "is not proven: it has" in printed
    assert "Wrong: the checkpoint AAAA-BBBB-CCCC-DDDD was noted and is none of" in printed
    code, printed, _ = event(
        "check", file, "--checkpoint", "AAAA-BBBB-CCCC-DDDD", "--checkpoint", codes[4], "--json"
    )
    assert code == 1
    assert json.loads(printed)["noted"] == [
        {"code": "AAAA-BBBB-CCCC-DDDD", "weak": True, "entry": None},
        {"code": codes[4], "weak": False, "entry": 5},
    ]


def test_what_is_no_checkpoint_is_a_slip(file: Path) -> None:
    code, printed, said = event("check", file, "--checkpoint", "K7")
    assert (code, printed) == (2, "")
    assert said.startswith("--checkpoint: expected a checkpoint of 28 letters")


def test_the_answer_of_check_for_programs(file: Path, made: Generated, codes: list[str]) -> None:
    found = json.loads(event("check", file, "--json")[1])
    assert list(found) == [
        "file",
        "proven",
        "entries",
        "rounds",
        "pairs",
        "checkpoint",
        "noted",
        "faults",
    ]
    assert found["proven"] is True
    assert found["entries"] == len(made.log)
    assert found["checkpoint"] == codes[-1]
    assert (found["noted"], found["faults"]) == ([], [])


def test_an_end_that_was_cut_off_is_noticed_by_a_later_checkpoint_alone(
    tmp_path: Path, made: Generated, codes: list[str]
) -> None:
    """As the command says of itself: the head can be written anew by whoever cuts."""
    path = tmp_path / "cut.json"
    path.write_bytes(format_event(made.log[:-1], made.decks))
    assert event("check", path)[0] == 0
    assert event("check", path, "--checkpoint", codes[-2])[0] == 0
    assert event("check", path, "--checkpoint", codes[-1])[0] == 1


def test_every_fault_of_a_changed_file_is_printed(
    tmp_path: Path, content: bytes, codes: list[str]
) -> None:
    """One that is written in the right form: hash, head, checkpoint and what follows."""
    found = parse_event(content)
    head = json.dumps(found.head)
    path = tmp_path / "event.json"
    changed = content.replace(b'"name":"Player 3"', b'"name":"Player X"')
    path.write_bytes(changed.replace(f'"head":{head}'.encode(), b'"head":"00"'))
    code, printed, _ = event("check", path, "--checkpoint", codes[-1])
    assert code == 1
    lines = [line for line in printed.splitlines() if line.startswith("Wrong: ")]
    assert len(lines) >= 2
    assert "its hash does not follow" in lines[0]
    assert "was noted and is none of this log" in printed


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_a_file_that_is_broken_anywhere_ends_in_a_sentence(
    data: st.DataObject, content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A byte changed, left out or put in, or the end missing: never proven, never a traceback."""
    at = data.draw(st.integers(0, len(content) - 1))
    byte = data.draw(st.binary(min_size=1, max_size=1))
    how = data.draw(st.sampled_from(["change", "delete", "insert", "cut"]))
    broken = {
        "change": content[:at] + byte + content[at + 1 :],
        "delete": content[:at] + content[at + 1 :],
        "insert": content[:at] + byte + content[at:],
        "cut": content[:at],
    }[how]
    path = tmp_path_factory.getbasetemp() / "broken.json"
    path.write_bytes(broken)
    code, printed, said = event("check", path)
    if broken == content:
        assert code == 0
    elif broken.strip():
        assert (code, said) == (1, "")
        assert "Wrong: " in printed
        assert " is not proven" in printed
    else:
        assert code == 2
    if broken != content:
        code, printed, said = event("show", path)
        assert (code, printed) == (2, "")
        assert "expected" in said


ODD_CONTENT = {
    "deep": b"[" * 100_000,
    "deep in its place": b'{"duelmat_event":1,"head":"","entries":' + b"[" * 100_000,
    "many digits": b'{"duelmat_event":' + b"9" * 100_000 + b"}",
    "many digits in an entry": b'{"duelmat_event":1,"head":"0","entries":[\n{"hash":"0","entry":'
    b'{"number":' + b"9" * 100_000 + b',"at_ms":0,"by":{"role":"judge","name":"x"},'
    b'"what":{"is":"event-finished"}}}\n],"decks":{}}\n',
    "a number of many bits": b'{"duelmat_event":1,"head":"0","entries":[\n{"hash":"0","entry":'
    b'{"number":1,"at_ms":' + b"9" * 4_000 + b',"by":{"role":"judge","name":"x"},'
    b'"what":{"is":"event-finished"}}}\n],"decks":{}}\n',
    "a huge key": b'{"' + b"k" * 40_000 + b'":1}',
    "a huge key in its place": b'{"duelmat_event":1,"' + b"k" * 40_000 + b'":1}',
    "NUL": b'{"duelmat_event":1,"head":"\0"}',
    "binary": bytes(range(256)) * 40,
    "BOM": b"\xef\xbb\xbf" + b'{"duelmat_event":1,"head":"","entries":[],"decks":{}}',
    "not UTF-8": b'{"duelmat_event":1,"head":"\xff","entries":[],"decks":{}}',
    "half a character": b'{"duelmat_event":1,"head":"\\ud800","entries":[],"decks":{}}',
    "a huge list": b'{"duelmat_event":1,"head":"","entries":[' + b"1," * 500_000 + b"1]}",
    "a huge list of lists": b'{"duelmat_event":1,"head":"","entries":['
    + b"[]," * 300_000
    + b"[]]}",
    "another version": b'{"duelmat_event":2}',
    "no entry": format_event(()),
    "a table": b"id,name\n1,Ana\n",
    "JSON": b"[]",
}


@pytest.mark.parametrize("what", ODD_CONTENT)
def test_a_hostile_file_ends_in_a_sentence(what: str, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(ODD_CONTENT[what])
    code, printed, said = event("check", path)
    assert code == 1
    assert "Wrong: " in printed
    assert len(printed) + len(said) < 3_000
    for words in (("show", path), ("export", path, "--what", "public")):
        code, printed, said = event(*words)
        assert (code, printed) == (2, "")
        assert "expected" in said
        assert "Nothing was taken from it." in said
        assert len(said) < 3_000


@pytest.mark.parametrize("what", hostile_files.ANYWHERE)
def test_what_is_no_file_ends_in_a_sentence(what: str, tmp_path: Path) -> None:
    """A pipe, a device without end, a folder, ten gigabytes, nothing."""
    path = tmp_path / "event.json"
    hostile_files.ANYWHERE[what](path)
    for words in (("check", path), ("show", path), ("export", path, "--what", "players")):
        code, _, said = event(*words)
        if what == "noise":
            assert code == 1 + (words[0] != "check")
        else:
            assert code == 2
            assert "expected an event file, " in said


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    with path.open("wb") as written:
        written.truncate(LIMIT_BYTES + 1)
    assert "a file of more than 64 MB" in event("check", path)[2]


def test_texts_are_shown_as_they_are_but_steer_no_terminal(tmp_path: Path) -> None:
    """Any script, right to left, markup; signs that a terminal would follow are replaced."""
    desk = Actor(Role.ORGANISER, "Olga")
    name = "Ana \N{RIGHT-TO-LEFT MARK}עלמה <b>"
    asked = (
        commands.CreateEvent("Hall 2", load_policy("trump-king"), "seed"),
        commands.RegisterPlayer(name),
        commands.RegisterPlayer("Ben"),
        commands.StartEvent(),
    )
    log: list[Entry] = []
    held: Event | None = None
    for command in asked:
        for entry in decide(held, command, desk, 1_790_000_000_000):
            log.append(entry)
            held = apply(held, entry)
    path = tmp_path / "event.json"
    path.write_bytes(format_event(log))
    assert event("show", path, "--player", name)[1].startswith(f"{name} (number 1)")
    changed = [msgspec.structs.replace(log[0], by=Actor(Role.JUDGE, "\x1b[2J\x9b31m\u2028\n"))]
    path.write_bytes(format_event([*changed, *log[1:]]))
    code, printed, _ = event("check", path)
    assert code == 1
    assert not {"\x1b", "\x9b", "\u2028"} & set(printed)
    assert visible("a\nb\tc\x7f\u2029\u202e") == "a b\ufffdc\ufffd\ufffd\ufffd"
