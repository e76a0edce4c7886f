"""The command as a whole: its help, its lazy commands, its complaints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import duelmat, run
from duelmat import COMMANDS

WHOLE_READERS = [("judge",), ("replay",), ("mat", "check")]
"""Commands that read a file as a whole."""
BATCH = ("judge", "--batch")
"""The command that reads a file line by line."""
READERS = [*WHOLE_READERS, BATCH]


def test_help_teaches_what_to_do_first_and_gives_examples() -> None:
    """A newcomer reads where to begin and sees one line for each command."""
    text = duelmat("--help").output
    assert "Begin with `duelmat play`" in text
    assert "Examples:" in text
    for name in ("judge", "rules", "mat"):
        assert f"  {name} " in text
        assert COMMANDS[name].line in text


@pytest.mark.parametrize("name", ["judge", "rules", "mat", "replay"])
def test_every_command_has_help_of_its_own(name: str) -> None:
    """Help of a command says what it does and shows examples or a small file."""
    result = duelmat(name, "--help")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 8


def test_help_loads_no_command() -> None:
    """The help page is quick: it imports neither the engine nor the mat."""
    script = (
        "import sys; from duelmat import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = [m for m in sys.modules if m.startswith(('duelmat_engine', 'duelmat_hardware',"
        " 'starlette', 'msgspec'))]\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_an_unknown_command_gets_the_near_one() -> None:
    """A slip of the finger is answered in one line with the name that was meant."""
    done = run("jugde")
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("duelmat has no command 'jugde'. Did you mean judge?")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "got no such file"),
        (b"", "got an empty file"),
        (b" \n\t\n", "got an empty file"),
    ],
    ids=["missing", "empty", "blank"],
)
def test_a_file_with_nothing_in_it_is_named_for_what_it_is(
    tmp_path: Path, command: tuple[str, ...], content: bytes | None, words: str
) -> None:
    """Missing and empty files get one line each, from every command."""
    path = tmp_path / "some.file"
    if content is not None:
        path.write_bytes(content)
    check_one_fault(path, command, words)


@pytest.mark.parametrize("command", WHOLE_READERS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x00\x01\x02\xff\xfe", "got binary data"),
        (b"title = 'Z\xfcrich'\n", ":1: expected text in UTF-8, got the byte 0xfc"),
    ],
    ids=["binary", "latin-1"],
)
def test_a_file_that_is_no_text_is_named_for_what_it_is(
    tmp_path: Path, command: tuple[str, ...], content: bytes, words: str
) -> None:
    """Binary and wrongly encoded files get one line each, from every command."""
    path = tmp_path / "some.file"
    path.write_bytes(content)
    check_one_fault(path, command, words)


def check_one_fault(path: Path, command: tuple[str, ...], words: str) -> None:
    result = duelmat(*command, path)
    assert result.exit_code == 2
    assert words in result.output
    assert len(result.output.splitlines()) == 1
    assert result.output.startswith(str(path))


def test_a_batch_answers_each_line_that_is_no_text_with_its_fault(tmp_path: Path) -> None:
    """One answer a line, in order, names the byte that is not UTF-8."""
    path = tmp_path / "some.file"
    path.write_bytes(b"\xff\ntitle = 'Z\xfcrich'\n")
    result = duelmat(*BATCH, path)
    assert result.exit_code == 2
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [(each["line"], each["error"]["faults"][0]["got"]) for each in answers] == [
        (1, "the byte 0xff in column 1"),
        (2, "the byte 0xfc in column 11"),
    ]


@pytest.mark.parametrize("command", READERS)
def test_a_directory_is_not_taken_for_a_file(tmp_path: Path, command: tuple[str, ...]) -> None:
    """A folder in the place of a file is called a folder."""
    result = duelmat(*command, tmp_path)
    assert result.exit_code == 2
    assert "got a directory. Name a file in it." in result.output


def test_a_near_file_name_is_offered(tmp_path: Path) -> None:
    """A misspelt file is looked for beside where it should be."""
    (tmp_path / "second-summon.toml").write_text("x = 1", encoding="utf-8")
    result = duelmat("judge", tmp_path / "second-sumon.toml")
    assert "Did you mean" in result.output
    assert "second-summon.toml?" in result.output
    away = duelmat("judge", tmp_path / "gone" / "a.toml")
    assert "does not exist either" in away.output
