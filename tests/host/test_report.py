"""`duelmat report`: what it packs for a question, and the secrets that it leaves out."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from command_line import duelmat
from direct_mat import DECK
from duelmat_command.log_file import DEMO_LOG_NAME, DOCTOR_NAME, LOG_NAME, log_folder
from duelmat_host.app.journal_folder import open_journal
from duelmat_host.cards.registry import Registry, Sleeve
from fake_board import FakeBoard
from host.test_bad_input import Table

TOKENS = {"a": "Zm9vYmFyLXNlYXQtYQ", "b": "c2VhdC1iLWNhbmFyeQ", "judge": "anVkZ2UtY2FuYXJ5LTE"}
DATABASE = "postgresql://hub:hunter%2F2@db.example/open"
SLEEVE = Sleeve("a", "H7", bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04112233445566"))
NAMES = ("Zerubbabel", "Quintilla")


@pytest.fixture(name="table")
def played_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table's directory after a few plays, with settings, a registry and all other files."""
    home = tmp_path / "home-of-somebody"
    directory = home / "table"
    directory.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    registry = home / "private-cards.toml"
    Registry([SLEEVE]).save(registry)
    config = home / "config.toml"
    config.write_text(
        f'names = ["{NAMES[0]}", "{NAMES[1]}"]\nregistry = "{registry}"\nassist = "referee"\n'
        f'decks = ["ydke://c2VjcmV0LWRlY2s=!!!", "{home}/mydeck.ydk"]\n'
        f'directory = "{directory}"\n'
    )
    monkeypatch.setenv("DUELMAT_CONFIG", str(config))
    monkeypatch.setenv("DUELMAT_DATABASE", DATABASE)
    table = Table(directory)
    table.plug(FakeBoard())
    table.run(1_500)
    table.begin()
    table.set_a_monster("a.m3", "S4")
    table.close()
    (directory / "seats.json").write_text(json.dumps(TOKENS))
    (directory / "hands.json").write_text('{"sides": [], "lying": {"a:S4": 1}}')
    lines = [
        "INFO duel 1, turn 1: Ana Sets a monster face-down.",
        *(f"somebody pasted {token} here" for token in TOKENS.values()),
        f"a tag {SLEEVE.up.hex()} and {SLEEVE.down.hex().upper()} got here",
        f"a path {home}/table/duel-0001.jsonl",
        f"an address {DATABASE}, a password hunter/2 and hunter%2F2",
    ]
    (directory / LOG_NAME).write_text("\n".join(lines))
    (directory / f"{LOG_NAME}.1").write_text("older lines")
    folder = log_folder()
    folder.mkdir(parents=True)
    (folder / DEMO_LOG_NAME).write_text("the demo ran")
    (folder / DOCTOR_NAME).write_text("Duelmat doctor\n1 fault")
    return directory


def packed(out: Path) -> dict[str, str]:
    with zipfile.ZipFile(out) as file:
        assert file.testzip() is None
        return {
            name.removeprefix("duelmat-report/"): file.read(name).decode()
            for name in file.namelist()
        }


def test_a_report_holds_what_a_question_needs(table: Path, tmp_path: Path) -> None:
    """Logs, versions, settings, journals' shapes, the doctor's findings; and it says so."""
    out = tmp_path / "question.zip"
    done = duelmat("report", "--out", out)
    assert done.exit_code == 0, done.output
    files = packed(out)
    assert sorted(files) == [
        "about.txt",
        "doctor.txt",
        "journals.json",
        f"log/{DEMO_LOG_NAME}",
        f"log/{LOG_NAME}",
        f"log/{LOG_NAME}.1",
        "settings.json",
        "versions.json",
    ]
    for name in files:
        assert name in done.output
    for words in ("Left out:", "look through the file before you send it"):
        assert words in " ".join(done.output.split())
    assert "There is no table" not in done.output
    assert out.stat().st_mode & 0o077 == 0
    versions = json.loads(files["versions.json"])
    assert versions["packages"]["msgspec"]
    assert set(versions["mats"]) == {"standard", "mini", "starter"}
    assert "pytest" not in versions["packages"]
    settings = json.loads(files["settings.json"])
    assert settings["assist"] == {"value": "referee", "from": "file"}
    assert settings["registry"]["value"] == "private-cards.toml"
    assert settings["port"] == {"value": None, "from": "default"}
    assert "1 fault" in files["doctor.txt"]
    assert "Ana Sets a monster face-down" in files[f"log/{LOG_NAME}"]
    assert "a path ~/table/duel-0001.jsonl" in files[f"log/{LOG_NAME}"]


def test_a_report_holds_no_secret(table: Path, tmp_path: Path) -> None:
    """Canaries: tokens and tags in a log even, cards and salts of the journal, names, decks."""
    out = tmp_path / "question.zip"
    assert duelmat("report", "--out", out).exit_code == 0
    text = "\n".join(packed(out).values()).lower()
    journal, _ = open_journal(table, new=False)
    salts = [entry.data["salt"] for entry in journal.entries("action")]
    hashes = [entry.hash for entry in journal.entries()]
    journal.close()
    assert [salt for salt in salts if salt]
    secrets = [*TOKENS.values(), SLEEVE.up.hex(), SLEEVE.down.hex(), *salts, *hashes]
    keys = [f'"{seat}:{code}' for seat in "ab" for code in DECK.main]
    paths = ["home-of-somebody", "c2VjcmV0LWRlY2s", "mydeck"]
    for canary in (*secrets, *keys, *NAMES, *paths, "db.example", "hunter"):
        assert canary.lower() not in text, canary
    assert "(left out)" in text


def test_the_shape_of_a_journal_is_counts_and_places(table: Path, tmp_path: Path) -> None:
    """It counts entries by kind and names the places that do not hold; no content is in it."""
    whole = table / "duel-0001.jsonl"
    lines = whole.read_bytes().splitlines(keepends=True)
    (table / "duel-0002.jsonl").write_bytes(b"".join(lines[:3]) + lines[3].replace(b"a", b"b"))
    (table / "duel-0003.jsonl").write_text("something else")
    out = tmp_path / "question.zip"
    assert duelmat("report", "--out", out).exit_code == 0
    first, second, third = json.loads(packed(out)["journals.json"])
    assert first["file"] == "duel-0001.jsonl"
    assert first["entries"]["duel"] == 1
    assert sum(first["entries"].values()) == len(lines) - 1
    assert first["check"] == "holds"
    assert second["chain"] == "broken"
    assert second["check"] == ["entry 3"]
    assert third == {
        "file": "duel-0003.jsonl",
        "bytes": 14,
        "check": "NotAJournalError",
    }


def test_a_report_of_a_directory_that_is_not_there_is_made(tmp_path: Path) -> None:
    """Whoever cannot even open a table has a question too."""
    out = tmp_path / "question.zip"
    done = duelmat("report", "--dir", tmp_path / "none", "--out", out)
    assert done.exit_code == 0
    told = " ".join(done.output.split())
    assert f"There is no table in {tmp_path / 'none'}" in told
    assert "players' names" not in told
    files = packed(out)
    assert json.loads(files["journals.json"]) == []
    assert "versions.json" in files


def test_a_report_does_not_replace_a_file(tmp_path: Path) -> None:
    out = tmp_path / "question.zip"
    out.write_text("mine")
    done = duelmat("report", "--dir", tmp_path, "--out", out)
    assert done.exit_code == 2
    assert "expected a new file, got one that is there" in done.output
    assert out.read_text() == "mine"
    done = duelmat("report", "--dir", tmp_path, "--out", tmp_path / "none" / "x.zip")
    assert done.exit_code == 2
    assert "expected a file to write to" in done.output


@pytest.mark.parametrize("content", ["{", "[1]", '{"a": 3}', "[" * 100_000])
def test_broken_small_files_do_not_keep_a_report_from_being_made(
    tmp_path: Path, content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """seats.json, registry and log may be what is wrong."""
    (tmp_path / "seats.json").write_text(content)
    registry = tmp_path / "cards.json"
    registry.write_text(content)
    monkeypatch.setenv("DUELMAT_REGISTRY", str(registry))
    (tmp_path / LOG_NAME).write_bytes(b"\xff\xfe broken")
    done = duelmat("report", "--dir", tmp_path, "--out", tmp_path / "question.zip")
    assert done.exit_code == 0
    assert "broken" in packed(tmp_path / "question.zip")[f"log/{LOG_NAME}"]
