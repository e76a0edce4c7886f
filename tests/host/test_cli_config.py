"""`duelmat config`, and the commands that take their options from the settings."""

import json
from pathlib import Path

import click
import pytest
import serial.tools.list_ports

from command_line import duelmat
from duelmat import COMMANDS, main
from duelmat_command.config import KEYS, variable_of
from duelmat_command.settings import ConfiguredCommand, SettingOption
from duelmat_host.app.play_options import PlayOptions


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty file of settings."""
    path = tmp_path / "config.toml"
    path.touch()
    monkeypatch.setenv("DUELMAT_CONFIG", str(path))
    monkeypatch.setattr(serial.tools.list_ports, "comports", list)
    return path


def options_of(command: click.Command) -> dict[str, SettingOption]:
    return {p.setting: p for p in command.params if isinstance(p, SettingOption)}


def commands() -> dict[str, click.Command]:
    """Every command and subcommand by its words."""
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        found[name] = command
        if isinstance(command, click.Group):
            ctx = click.Context(command)
            for sub in command.list_commands(ctx):
                each = command.get_command(ctx, sub)
                assert each is not None
                found[f"{name} {sub}"] = each
    return found


# Showing


def test_every_setting_is_shown_with_its_source(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Default, file and environment, in the order in which they are documented."""
    config.write_text('port = "auto"\ntwo = true\n')
    monkeypatch.setenv("DUELMAT_TWO", "no")
    lines = duelmat("config").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(KEYS)
    assert lines[0].split() == ["port", "auto", str(config)]
    assert next(line for line in lines if line.startswith("two")).split() == [
        "two",
        "false",
        "DUELMAT_TWO",
    ]
    assert lines[-1].split()[-1] == "default"
    told = json.loads(duelmat("config", "--json").stdout)
    assert told["path"] == str(config)
    assert told["settings"]["port"] == {"value": "auto", "source": "file", "from": str(config)}
    assert told["settings"]["names"] == {
        "value": ["Ana", "Ben"],
        "source": "default",
        "from": None,
    }
    assert list(told["settings"]) == list(KEYS)


def test_the_path_is_told_even_of_a_broken_file(config: Path) -> None:
    """So that somebody can correct it; showing it says what is wrong."""
    config.write_text("prot = 3")
    assert duelmat("config", "path").stdout == f"{config}\n"
    shown = duelmat("config")
    assert shown.exit_code == 2
    assert "Did you mean port?" in shown.stderr


# Changing


def test_settings_are_set_and_unset(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists by words or commas, files with their whole path, what hides it said."""
    monkeypatch.chdir(config.parent)
    assert duelmat("config", "set", "names", "Mia", "Leo").exit_code == 0
    assert duelmat("config", "set", "Registry", "cards.toml").exit_code == 0
    assert duelmat("config", "set", "two", "true").exit_code == 0
    assert config.read_text() == (
        f'names = ["Mia", "Leo"]\nregistry = "{config.parent}/cards.toml"\ntwo = true\n'
    )
    monkeypatch.setenv("DUELMAT_TWO", "no")
    assert "DUELMAT_TWO is set too" in duelmat("config", "set", "two", "false").stderr
    assert duelmat("config", "unset", "two").exit_code == 0
    assert duelmat("config", "unset", "two").exit_code == 1
    assert "two" not in config.read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["prot", "auto"], "Did you mean port?"),
        (["assist", "wizard"], "expected one of coach"),
        (["names", "Mia"], "expected two names"),
        (["names", "Mia", "--two"], "none of which begins with -"),
        (["port", "a", "b"], "expected one value, got 2"),
        (["language", "de"], "expected one of en, ja"),
    ],
)
def test_a_setting_that_cannot_be_is_not_written(
    config: Path, words: list[str], said: str
) -> None:
    """The file stays as it is."""
    result = duelmat("config", "set", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert config.read_text() == ""


def test_an_unknown_key_can_be_taken_out(config: Path) -> None:
    """As the message about it says."""
    config.write_text("prot = 3\ntwo = true\n")
    assert duelmat("config", "unset", "prot").exit_code == 0
    assert config.read_text() == "two = true\n"


# Commands that take settings


def test_a_flag_goes_before_the_environment_and_that_before_the_file(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`mat check` says which mat it means, before the fields of its zones."""
    monkeypatch.setattr("duelmat_hardware.face_sensing.zone_fields", lambda _: ())
    assert duelmat("mat", "check").stdout.startswith("standard is sound")
    config.write_text('mat = "mini"')
    assert duelmat("mat", "check").stdout.startswith("mini is sound")
    monkeypatch.setenv("DUELMAT_MAT", "standard")
    assert duelmat("mat", "check").stdout.startswith("standard is sound")
    assert duelmat("mat", "check", "--mat", "mini").stdout.startswith("mini is sound")


def test_a_named_file_goes_before_the_mat_of_the_settings(config: Path, tmp_path: Path) -> None:
    """Only the flag and a file contradict each other."""
    config.write_text('mat = "mini"')
    missing = tmp_path / "my.toml"
    assert str(missing) in duelmat("mat", "check", missing).stderr
    assert "Name one." in duelmat("mat", "check", missing, "--mat", "mini").stderr


@pytest.mark.parametrize(
    "words",
    [("flash",), ("doctor",), ("enroll", "DECK"), ("play", "--dir", "DIR", "--no-browser")],
    ids=lambda words: words[0],
)
def test_a_port_of_the_settings_is_used_by_every_command(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Each says what it found at that port, or lacks the registry that the port needs."""
    monkeypatch.setattr("duelmat_maker.cli.enroll.PATIENCE_S", 0.5)
    monkeypatch.setattr("duelmat_maker.doctor.examination.CONNECT_MS", 500)
    config.write_text(f'port = "{tmp_path}/no-such-port"\n')
    (tmp_path / "deck.toml").write_text('main = ["H7"]')
    named = {"DECK": tmp_path / "deck.toml", "DIR": tmp_path / "t"}
    arguments: list[str | Path] = [named.get(word, word) for word in words]
    if words[0] == "doctor":
        arguments.append("--quick")
    if words[0] == "enroll":
        config.write_text(f'{config.read_text()}registry = "{tmp_path}/cards.json"\n')
    result = duelmat(*arguments)
    assert result.exit_code in (1, 2)
    expected = "--registry" if words[0] == "play" else "no-such-port"
    assert expected in result.output


def test_a_broken_file_stops_the_command_but_not_its_help(config: Path) -> None:
    """What is wrong with the file is said before what is wrong with the flags."""
    config.write_text('port = "auto\n')
    assert duelmat("flash", "--help").exit_code == 0
    for words in (["flash"], ["mat", "check"], ["play", "--assist", "wizard"]):
        result = duelmat(*words)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"{config}: line 1: ")
    assert duelmat("rules", "TK-14").exit_code == 0


def test_a_setting_that_a_command_needs_is_asked_for(config: Path) -> None:
    """With both ways to give it; a deck is asked for by the command itself."""
    config.write_text('port = "auto"')
    result = duelmat("enroll", "deck.toml")
    assert result.exit_code == 2
    assert result.stderr == (
        "--registry: expected a file, TOML or JSON, got nothing. Name one, or say it once for all "
        "commands: `duelmat config set registry VALUE`.\n"
    )
    assert "Expected a deck list" in duelmat("enroll", "--registry", "x.toml").stderr


def test_help_shows_the_variable_and_what_holds(config: Path) -> None:
    """So that nobody looks for where a default comes from."""
    config.write_text('assist = "referee"')
    text = " ".join(duelmat("play", "--help").stdout.split())
    assert "env var: DUELMAT_ASSIST; default: referee" in text
    for key, option in options_of(commands()["play"]).items():
        assert f"env var: {variable_of(key)}" in text, option.name


def test_every_option_for_a_setting_takes_it_in_every_command() -> None:
    """--port, --registry and --assist mean the same everywhere."""
    flags = {"--port": "port", "--registry": "registry", "--assist": "assist"}
    elsewhere = {"replay"}  # plays something again as it was: nothing of today counts there
    seen = set()
    for name, command in commands().items():
        options = options_of(command)
        if options:
            assert isinstance(command, ConfiguredCommand), name
        for param in command.params:
            for flag in flags.keys() & set(param.opts):
                if name not in elsewhere:
                    assert options[flags[flag]] is param, f"{name} {flag}"
                    seen.add(name)
    assert seen >= {"play", "flash", "doctor", "enroll", "capture"}


def test_a_table_or_a_hub_has_a_flag_for_every_setting() -> None:
    """What a file may say, one duel or one event may have otherwise."""
    of_hubs = {"facts"}
    assert set(options_of(commands()["play"])) == set(KEYS) - of_hubs
    assert of_hubs <= set(options_of(commands()["event serve"]))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--names", "Mia", "--two"], "--two is an option: --names takes 2 values"),
        (["--names", "-x", "Leo"], "none of which begins with -"),
        (["--port", "--new"], "--new is an option"),
        (["--deck", "a", "--deck", "b", "--deck", "c"], "a list of at most two"),
        (["--listen", "here"], "--listen: expected an IP address"),
        (["--listen", "203.0.113.9"], "--listen: expected an address of this machine"),
    ],
)
def test_an_option_that_swallows_another_is_refused(
    config: Path, tmp_path: Path, words: list[str], said: str
) -> None:
    """With the sentence that says what was probably meant."""
    result = duelmat("play", "--dir", tmp_path / "t", "--no-browser", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert config.read_text() == ""


def test_decks_of_the_settings_are_for_their_own_ruleset(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another ruleset they are left aside, which is said; named ones are not."""
    from duelmat_host.app import table_app

    asked: list[tuple[str, ...]] = []

    def stop(options: PlayOptions, **_: object) -> None:
        asked.append(options.decks)
        raise click.Abort

    monkeypatch.setattr(table_app, "opened_table", stop)
    deck = str(tmp_path / "mine.toml")
    config.write_text(f'decks = ["{deck}"]\nlisten = "127.0.0.1:0"\n')
    start: list[str | Path] = ["play", "--dir", tmp_path / "t", "--no-browser"]
    duelmat(*start)
    aside = duelmat(*start, "--ruleset", "ocg")
    duelmat(*start, "--ruleset", "ocg", "--deck", "hers.ydk")
    assert asked == [(deck,), (), ("hers.ydk",)]
    assert "left aside" in aside.stderr


def test_pictures_are_found_where_option_or_settings_say(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--art goes before the settings; a folder that is not there is named, and no table opens."""
    from duelmat_host.app import table_app

    asked: list[Path | None] = []

    def stop(options: PlayOptions, **_: object) -> None:
        asked.append(options.art)
        raise click.Abort

    config.write_text('art = "pictures"\nlisten = "127.0.0.1:0"\n')
    start: list[str | Path] = ["play", "--dir", tmp_path / "t", "--no-browser"]
    missing = duelmat(*start)
    assert missing.exit_code == 2
    assert f"expected a folder of pictures at {tmp_path / 'pictures'}" in missing.stderr
    monkeypatch.setattr(table_app, "opened_table", stop)
    duelmat(*start)
    duelmat(*start, "--art", tmp_path)
    assert asked == [tmp_path / "pictures", tmp_path]


def test_the_simulated_mat_leaves_port_and_registry_of_the_settings_aside(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--simulated contradicts a flag, not a setting."""
    from duelmat_host.app import table_app

    asked: list[tuple[str | None, Path | None]] = []

    def stop(options: PlayOptions, **_: object) -> None:
        asked.append((options.port, options.registry))
        raise click.Abort

    monkeypatch.setattr(table_app, "opened_table", stop)
    cards = tmp_path / "cards.json"
    config.write_text(f'port = "auto"\nregistry = "{cards}"\nlisten = "127.0.0.1:0"\n')
    start: list[str | Path] = ["play", "--dir", tmp_path / "t", "--no-browser"]
    duelmat(*start)
    duelmat(*start, "--simulated")
    assert asked == [("auto", cards), (None, None)]
    assert "not both" in duelmat(*start, "--simulated", "--port", "auto").stderr
