"""A shared duel as a file: opened again, and what a damaged or a foreign one gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import duelmat
from duelmat_host.app.replay_file import is_replay, read_replay, write_replay
from duelmat_host.app.replays import journal_replay
from duelmat_host.errors import ReplayFileError
from duelmat_host.showing.replay_types import Replay
from host.hostile_files import pipe
from host.journals import write

Json = dict[str, Any]
FEW_ACTIONS = 24


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("duel") / "duel-0001.jsonl", most=FEW_ACTIONS)


@pytest.fixture(scope="module")
def replay(journal: Path) -> Replay:
    return journal_replay(journal, "public")[0]


def test_a_file_is_read_back_as_it_was_written(replay: Replay) -> None:
    content = write_replay(replay)
    assert is_replay(content)
    assert read_replay(content, "duel.json") == replay


def changed(change: Callable[[Json], object]) -> Callable[[bytes], bytes]:
    def with_change(content: bytes) -> bytes:
        value = json.loads(content)
        change(value)
        return json.dumps(value, separators=(",", ":")).encode()

    return with_change


def nest(content: bytes) -> bytes:
    deep = b"[" * 100_000 + b"]" * 100_000
    return content.replace(b'"message":null', b'"message":' + deep, 1)


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "a newer format": (
        changed(lambda v: v.update(format=2)),
        "got one of format 2. Update duelmat",
    ),
    "half of it": (lambda content: content[: len(content) // 2], "have it sent again"),
    "no steps": (changed(lambda v: v.update(steps=[])), "no steps"),
    "a step that is no step": (changed(lambda v: v["steps"].append(7)), "at `$.steps["),
    "a wrong type": (changed(lambda v: v["summary"].update(turns="two")), "$.summary.turns"),
    "a wrong type in a view": (
        changed(lambda v: v["steps"][0]["view"].update(life=[40, 40])),
        "in `$.steps[0].view`",
    ),
    "a key that no view has": (
        changed(lambda v: v["steps"][1]["view"].update(hands=[])),
        "in `$.steps[1].view`",
    ),
    "a life that nobody says": (
        changed(lambda v: [step["view"].pop("life", 0) for step in v["steps"]]),
        "never say `life`",
    ),
    "a name without end": (
        changed(lambda v: v["names"].update(a="x" * 5000)),
        "names that are missing or longer than 100",
    ),
    "a colour that is none": (changed(lambda v: v["looks"].append([[1, 2]])), "$.looks"),
    "a key twice": (
        lambda content: content.replace(b'"names":', b'"names":{"a":"Eve"},"names":', 1),
        'the key "names" stands twice in one table: line 1 column',
    ),
    "something nested": (nest, "have it sent again"),
    "letters of nobody": (lambda content: content.replace(b"Ana", b"A\xff\xfe"), "sent again"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_gets_a_sentence_and_is_left_as_it_is(
    tmp_path: Path, replay: Replay, name: str
) -> None:
    """What was expected and where it is not so; for every way to open it."""
    spoil, words = BROKEN[name]
    path = tmp_path / "duel.json"
    path.write_bytes(spoil(write_replay(replay)))
    before = path.read_bytes()
    with pytest.raises(ReplayFileError) as caught:
        read_replay(before, "duel.json")
    assert words in str(caught.value)
    assert len(str(caught.value)) < 1000
    for options in ((), ("--page", tmp_path / "out.html"), ("--json",)):
        done = duelmat("replay", path, *options)
        assert done.exit_code == 2
        assert "Traceback" not in done.output
        assert not (tmp_path / "out.html").exists()
    assert path.read_bytes() == before


def test_a_shared_duel_is_printed_shared_and_made_a_page(tmp_path: Path, journal: Path) -> None:
    """Its log is that of its journal; the page needs nothing from elsewhere."""
    shared, page = tmp_path / "duel.json", tmp_path / "duel.html"
    done = duelmat("replay", journal, "--share", shared)
    assert done.exit_code == 0
    assert "nothing that was hidden" in done.stderr
    log = duelmat("replay", journal).output.splitlines()
    told = duelmat("replay", shared).output.splitlines()
    assert [line for line in log if line in told] == log[: len(told) - 1]
    assert told[-1] == "The duel was not played to its end."
    assert duelmat("replay", shared, "--page", page).exit_code == 0
    text = page.read_text()
    assert "/static/" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert duelmat("replay", journal, "--all", "--share", shared).exit_code == 0
    assert '"seen_by":"judge"' in shared.read_text()


def test_what_says_nothing_of_a_mat_is_not_shown(tmp_path: Path) -> None:
    """A record has no mat, a pipe is not waited for, and a folder that is not there stays so."""
    record = tmp_path / "duel.txt"
    record.write_text("duelmat record 1\n")
    done = duelmat("replay", record, "--browser")
    assert done.exit_code == 2
    assert "it does not say what lay on a mat" in done.stderr
    pipe(tmp_path / "pipe")
    assert duelmat("replay", tmp_path / "pipe", "--browser").exit_code == 2
    path = write(tmp_path / "duel-0001.jsonl", most=2)
    done = duelmat("replay", path, "--share", tmp_path / "no" / "folder.json")
    assert done.exit_code == 2
    assert "expected to write the duel to" in done.stderr


def test_names_cannot_break_out_of_the_page(tmp_path: Path, replay: Replay) -> None:
    """A player may be called anything, and a file may come from anybody."""
    evil = "</script><script>alert(1)</script>"
    value = json.loads(write_replay(replay))
    value["names"]["a"] = evil
    value["steps"][1]["lines"].append(
        {
            "n": 1,
            "text": evil,
            "rules": [],
            "seat": "",
            "turn": 0,
            "play": 0,
            "sealed": [],
            "opened": [],
        }
    )
    path = tmp_path / "duel.json"
    path.write_text(json.dumps(value, separators=(",", ":")))
    assert duelmat("replay", path, "--page", tmp_path / "out.html").exit_code == 0
    assert evil not in (tmp_path / "out.html").read_text()
