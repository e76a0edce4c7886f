"""Printed output: tables and colours on a terminal, the same plain text anywhere else."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from pathlib import Path

import pytest

from command_line import duelmat, run
from duelmat_command.choices import Choice
from duelmat_message import unfit_character

COMMAND = [sys.executable, "-c", "from duelmat import main; main()"]
COLOUR = "\x1b[31m"


def on_terminal(
    *words: str, columns: int = 100, environment: Mapping[str, str] | None = None
) -> str:
    """Return the output of a command on a terminal; NO_COLOR is set only in `environment`."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    settings = {**kept, "TERM": "xterm-256color", **(environment or {})}
    told = b""
    with subprocess.Popen(
        [*COMMAND, *words], stdin=slave, stdout=slave, stderr=slave, env=settings
    ):
        os.close(slave)
        while True:
            try:
                data = os.read(master, 65_536)
            except OSError:  # nobody holds the other end any more
                break
            told += data
    os.close(master)
    return told.decode().replace("\r\n", "\n")


def cells(line: str) -> list[str]:
    """Return the parts of a line that blanks separate, without colours."""
    return re.split(r"\s{2,}", re.sub(r"\x1b\[[0-9;]*m", "", line).strip())


def test_a_terminal_gets_a_table_and_a_pipe_plain_lines() -> None:
    """The same rows; the table has a head and is as wide as the terminal at most."""
    plain = run("config").stdout.decode()
    shown = on_terminal("config", columns=70)
    assert "\x1b" not in plain
    assert "─" not in plain
    assert "─────" in shown
    rows = [cells(line) for line in plain.splitlines()]
    table = [cells(line) for line in shown.splitlines() if line.strip()]
    assert table[0] == ["Setting", "Value", "From"]
    assert table[2:] == rows
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.splitlines()) <= 70


def test_square_brackets_are_text_in_a_table(tmp_path: Path) -> None:
    """Nothing that a person wrote is taken for markup."""
    config = tmp_path / "config.toml"
    config.write_text('names = ["[red]Mia", "[/]"]\n')
    assert "[red]Mia, [/]" in on_terminal("config", environment={"DUELMAT_CONFIG": str(config)})


@pytest.mark.parametrize(
    ("environment", "is_table", "is_coloured"),
    [
        ({}, True, True),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"TERM": "dumb"}, False, False),
    ],
    ids=["as it is", "no colours", "an empty wish", "dumb"],
)
def test_colours_and_tables_are_given_as_wished(
    environment: dict[str, str], is_table: bool, is_coloured: bool
) -> None:
    """NO_COLOR takes the colours, a dumb terminal both."""
    assert ("─────" in on_terminal("config", environment=environment)) is is_table
    fault = on_terminal("mat", "check", "no-such-file", environment=environment)
    assert "expected a mat file in TOML, got no such file" in fault
    assert (COLOUR in fault) is is_coloured
    assert ("\x1b" in fault) is is_coloured


def test_a_fault_that_is_piped_has_no_colours() -> None:
    """A program that reads standard error gets one plain line."""
    done = run("mat", "check", "no-such-file")
    assert done.stderr == b"no-such-file: expected a mat file in TOML, got no such file.\n"


def test_help_and_piped_output_do_not_load_the_tables() -> None:
    """Libraries that only tables and edits of settings need are not imported at the start."""
    script = (
        "import sys; from duelmat import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "heavy = [m for m in sys.modules if m.split('.')[0] in ('rich', 'tomlkit')]\n"
        "assert not heavy, heavy\n"
    )
    for words in (["--help"], ["play", "--help"], ["mat", "check"]):
        done = subprocess.run(
            [sys.executable, "-c", script, *words], capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()


STEERING = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\x08"
"""Sets a window's title, colours, clears, turns the direction, goes back."""


@pytest.mark.parametrize(
    "words",
    [
        (f"--{STEERING}",),
        (STEERING,),
        ("config", STEERING),
        ("config", f"--{STEERING}"),
        ("config", "set", STEERING, "x"),
        ("config", "set", "assist", STEERING),
        ("play", "--no-browser", "--deck", f"{STEERING}.toml"),
        ("play", "--no-browser", "--deck", "deck.ydk"),
        ("play", "--no-browser", "--names", STEERING, "Ben"),
        ("play", "--listen", STEERING),
        ("judge", f"{STEERING}.toml"),
        ("judge", "deck.ydk"),
        ("cards", "show", STEERING),
        ("rules", STEERING),
        ("replay", "--language", STEERING, "deck.ydk"),
        ("event", "serve", f"{STEERING}/x/y"),
        ("event", "serve", "--database", STEERING),
        ("event", "new", f"{STEERING}/x/y", "--name", STEERING, "--policy", STEERING),
        ("event", "pair", "deck.ydk"),
        ("mat", "check", "deck.ydk"),
        ("replay", "deck.ydk"),
    ],
    ids=ascii,
)
def test_what_is_quoted_steers_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Arguments, names and contents of files: what would steer is written as its number."""
    monkeypatch.chdir(tmp_path)
    Path("deck.ydk").write_text(f"{STEERING}\n{STEERING} = 1\n", encoding="utf-8")
    told = duelmat(*words)
    assert told.exit_code != 0
    assert told.output.strip()
    assert not unfit_character(told.output, has_lines=True)


@pytest.mark.parametrize("name", [f"DUELMAT_{STEERING}", "DUELMAT_ASSIST", "DUELMAT_NAMES"])
def test_variables_that_are_quoted_steer_no_terminal(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In a fault, names and values of variables have what would steer written as its number."""
    monkeypatch.setenv(name, STEERING)
    told = duelmat("config")
    assert told.exit_code == 2
    assert "environment: " in told.output
    assert not unfit_character(told.output, has_lines=True)


def test_json_is_escaped_as_json_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader gets what was there, and a terminal nothing that steers it."""
    path = tmp_path / "\x9bc\u202e.toml"
    path.write_text("")
    monkeypatch.setenv("DUELMAT_CONFIG", str(path))
    told = duelmat("config", "--json")
    assert json.loads(told.stdout)["path"] == str(path)
    assert not unfit_character(told.output, has_lines=True)


@pytest.mark.parametrize("word", ["trump-king", "trump_king"])
def test_a_value_may_have_either_line(word: str) -> None:
    """Policies are written with one of the two, rulesets with the other."""
    assert Choice(["ocg", "trump_king"]).convert(word, None, None) == "trump_king"
