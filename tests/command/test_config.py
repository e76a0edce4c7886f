"""Settings: their bounds, what file and environment say, which goes first, and what is refused."""

import contextlib
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat.config import remove_setting, write_setting
from duelmat_command.config import (
    KEYS,
    SettingError,
    Settings,
    Source,
    changed,
    check,
    config_file,
    default_of,
    parse_config,
    parse_environment,
    parse_text,
    read_config,
    variable_of,
)
from duelmat_command.errors import ConfigError
from duelmat_rig.node_install import CACHE_VARIABLE
from duelmat_serving.language.titles import TITLES
from duelmat_serving.listen_address import ListenAddress, format_listen, parse_listen

FOLDER = Path("/etc/duelmat")
GOOD: list[tuple[str, Any, str]] = [
    ("port", "/dev/ttyACM0", "/dev/ttyACM0"),
    ("port", "auto", "auto"),
    ("mat", "mini", "mini"),
    ("registry", "/srv/cards.toml", "/srv/cards.toml"),
    ("ruleset", "trump-king", "trump-king"),
    ("decks", ("ydke://AAAA!!!",), "ydke://AAAA!!!"),
    ("decks", (), ""),
    ("cards", ("/srv/birds.toml", "/srv/wolves.toml"), "/srv/birds.toml, /srv/wolves.toml"),
    ("facts", "/srv/cards.cdb", "/srv/cards.cdb"),
    ("names", ("Mia", "Leo"), "Mia, Leo"),
    ("names", ("Ön Ær", "x" * 40), f"Ön Ær,{'x' * 40}"),
    ("two", True, "yes"),
    ("opponent", "strong", "strong"),
    ("art", "/srv/pictures", "/srv/pictures"),
    ("browser", False, "0"),
    ("assist", "tournament", "tournament"),
    ("listen", "[::1]:0", "[::1]:0"),
    ("host_names", ("duelmat.example", "laptop"), "duelmat.example, laptop"),
    ("tls", True, "true"),
    ("tls_cert", "/srv/tls.pem", "/srv/tls.pem"),
    ("tls_key", "/srv/tls.key", "/srv/tls.key"),
    ("language", "ja", "ja"),
    ("directory", "/srv/table", "/srv/table"),
    ("micropython", "1.28", "1.28"),
    ("log_level", "debug", "debug"),
]
"""Key, value as TOML has it, and the same as the environment has it."""
BAD: list[tuple[str, Any]] = [
    ("port", ""),
    ("port", 3),
    ("port", "--new"),
    ("port", "/dev/tty\nACM0"),
    ("port", "x" * 5000),
    ("mat", []),
    ("registry", False),
    ("ruleset", "../trump"),
    ("decks", "one.ydk"),
    ("decks", ["a.ydk", "b.ydk", "c.ydk"]),
    ("decks", [""]),
    ("facts", ["cards.cdb"]),
    ("names", ["Mia"]),
    ("names", ["Mia", "Leo", "Kim"]),
    ("names", ["Mia", "--two"]),
    ("names", ["Mia", "L\u202eoe"]),
    ("names", ["Mia", "L\x9beo"]),
    ("names", ["Mia", " "]),
    ("names", ["Mia", "x" * 41]),
    ("names", {"a": "Mia", "b": "Leo"}),
    ("two", "true"),
    ("two", 1),
    ("opponent", "hard"),
    ("art", 7),
    ("assist", "wizard"),
    ("listen", "somewhere"),
    ("listen", "127.0.0.1:65536"),
    ("listen", "127.0.0.1:"),
    ("listen", "::1:8765:x"),
    ("host_names", "duelmat.example"),
    ("host_names", ["*"]),
    ("host_names", ["duelmat.example:8765"]),
    ("tls", "on"),
    ("tls_cert", ""),
    ("tls_key", True),
    ("language", "de"),
    ("browser", None),
    ("directory", ""),
    ("micropython", 1.28),
    ("log_level", "loud"),
]


@pytest.mark.parametrize(("key", "value", "text"), GOOD)
def test_a_value_is_the_same_from_file_and_environment(key: str, value: Any, text: str) -> None:
    """What TOML says with types, a variable says as text."""
    assert check(key, list(value) if isinstance(value, tuple) else value) == value
    assert parse_text(key, text) == value
    if text:
        assert parse_environment({variable_of(key): text}) == {key: value}


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_value_out_of_bounds_is_refused_with_what_was_expected(key: str, value: Any) -> None:
    """One sentence with key, expected and got; nothing else goes wrong."""
    with pytest.raises(SettingError) as caught:
        check(key, value)
    assert str(caught.value).startswith("expected ")
    assert len(str(caught.value)) < 300


def test_every_default_is_within_its_own_bounds() -> None:
    """Except those that are nothing: they cannot be said, only left out."""
    for key in KEYS:
        if default_of(key) is not None:
            assert check(key, default_of(key)) == default_of(key)
    assert set(KEYS) == set(Settings.__struct_fields__) == {key for key, _, _ in GOOD}


def test_the_languages_that_there_are_are_named() -> None:
    """Another one is refused with the list."""
    with pytest.raises(SettingError, match=f"expected one of {', '.join(TITLES)}, got 'qqq'"):
        check("language", "qqq")


# Addresses


@pytest.mark.parametrize(
    ("text", "host", "port", "is_loopback"),
    [
        ("127.0.0.1", "127.0.0.1", 8765, True),
        ("127.0.0.1:0", "127.0.0.1", 0, True),
        ("localhost:80", "127.0.0.1", 80, True),
        ("[::1]:8765", "::1", 8765, True),
        ("[2001:DB8::1]", "2001:db8::1", 8765, False),
        ("0.0.0.0:65535", "0.0.0.0", 65535, False),
    ],
)
def test_an_address_is_read_with_its_port_or_the_usual_one(
    text: str, host: str, port: int, is_loopback: bool
) -> None:
    """Both kinds of IP address; written again, it is read as the same."""
    address = parse_listen(text)
    assert address == ListenAddress(host, port)
    assert address.is_loopback is is_loopback
    assert parse_listen(format_listen(address)) == address


@given(st.ip_addresses(), st.integers(0, 65_535))
def test_every_address_survives_being_written_and_read(host: Any, port: int) -> None:
    """A round trip."""
    address = ListenAddress(str(host), port)
    assert parse_listen(format_listen(address)) == address


# The file's text


def test_every_fault_of_a_file_is_told_at_once() -> None:
    """File, key, expected, got, and what to do, a line each."""
    with pytest.raises(ConfigError) as caught:
        parse_config('prot = "auto"\nassist = "wizard"\nnames = ["Mia"]\n', "c.toml", FOLDER)
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["c.toml", "prot"],
        ["c.toml", "assist"],
        ["c.toml", "names"],
    ]
    assert "Did you mean port? There are: art, assist, browser" in lines[0]
    assert "expected one of coach, referee, tournament, counter, got 'wizard'" in lines[1]
    assert "duelmat config unset names" in lines[2]


@pytest.mark.parametrize(
    ("key", "near"),
    [("Port", "port"), ("deck", "decks"), ("dir", "directory"), ("registery", "registry")],
)
def test_an_unknown_key_is_refused_with_the_near_one(key: str, near: str) -> None:
    """A slip, capitals, and the name of the flag instead of that of the setting."""
    with pytest.raises(ConfigError, match=rf"^c.toml: {key}: .*Did you mean {near}\?"):
        parse_config(f'{key} = "x"', "c.toml", FOLDER)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('port = "auto\n', "c.toml: line 1: expected settings in TOML"),
        ("two = true\nport = auto\n", "c.toml: line 2: "),
        ("two = true\ntwo = false\n", "c.toml: line 2: "),
        ("[play]\ntwo = true\n", "c.toml: play: expected a known setting"),
        ("a = " + "[" * 9000, "c.toml: line 1: "),
        ("a = " + "1" * 5000, "c.toml: line 1: "),
        ("a." * 9000 + "b = 1", "c.toml: line 1: "),
        ("x" * 9000 + " = 1", f"c.toml: {'x' * 60}: expected a known setting"),
        ("\x00", "c.toml: line 1: "),
    ],
    ids=["open", "bare", "twice", "table", "nested", "digits", "dots", "long", "binary"],
)
def test_a_text_that_is_no_settings_is_refused_in_words(text: str, words: str) -> None:
    """Broken, doubled, nested and endless."""
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "c.toml", FOLDER)
    assert str(caught.value).startswith(words)
    assert len(str(caught.value)) < 600


@given(st.text())
def test_whatever_the_text_it_gives_settings_or_faults(text: str) -> None:
    """No other error, whatever is in the file."""
    values: dict[str, Any] = {}
    with contextlib.suppress(ConfigError):
        values = parse_config(text, "c.toml", FOLDER)
    assert set(values) <= set(KEYS)


def test_files_start_at_the_folder_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names and addresses stay names and addresses, ~ is the home."""
    monkeypatch.setenv("HOME", "/home/mia")
    text = """
        mat = "mini"
        registry = "cards"
        directory = "~/table"
        decks = ["mine.ydk", "ydke://AAAA!!!"]
    """
    assert parse_config(text, "c.toml", FOLDER) == {
        "mat": "mini",
        "registry": "/etc/duelmat/cards",
        "directory": "/home/mia/table",
        "decks": ("/etc/duelmat/mine.ydk", "ydke://AAAA!!!"),
    }
    own = parse_config('mat = "mats/own"', "c.toml", FOLDER)
    assert own == {"mat": "/etc/duelmat/mats/own"}


# The environment


def test_variables_of_others_and_empty_ones_say_nothing() -> None:
    """Only DUELMAT_ is ours, and neither DUELMAT_CONFIG nor the rig's cache is a setting."""
    assert parse_environment({CACHE_VARIABLE: "/cache"}) == {}
    said = {"PORT": "x", "DUELMAT_PORT": "", "DUELMAT_CONFIG": "/x", "DUELMATE_PORT": "y"}
    assert parse_environment(said) == {}


def test_an_unknown_variable_is_refused_with_the_near_one() -> None:
    """A variable that does nothing would be found out too late."""
    with pytest.raises(ConfigError) as caught:
        parse_environment({"DUELMAT_DECK": "a", "DUELMAT_TWO": "perhaps", "DUELMAT_MAT": "mini"})
    unknown, wrong = str(caught.value).splitlines()
    assert unknown.startswith("environment: DUELMAT_DECK: ")
    assert "Did you mean DUELMAT_DECKS?" in unknown
    assert wrong == (
        "environment: DUELMAT_TWO: expected true or false, got 'perhaps'. Correct or unset it."
    )


# Merging


def test_the_environment_goes_before_the_file_and_that_before_the_default(tmp_path: Path) -> None:
    """Each value says where it comes from."""
    path = tmp_path / "config.toml"
    path.write_text('port = "auto"\ntwo = true\n')
    values = read_config({"DUELMAT_CONFIG": str(path), "DUELMAT_PORT": "/dev/x"})
    assert [values[key][1:] for key in ("port", "two", "assist")] == [
        (Source.ENVIRONMENT, "DUELMAT_PORT"),
        (Source.FILE, str(path)),
        (Source.DEFAULT, ""),
    ]
    assert list(values) == list(KEYS)
    assert changed(values) == {"port": "/dev/x", "two": True}


# The file itself


def test_the_file_is_in_the_platforms_place_or_where_the_variable_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And ~ is the home there too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert config_file({}).name == "config.toml"
    assert config_file({}).parent.name == "duelmat"
    assert config_file({"DUELMAT_CONFIG": "~/own.toml"}) == tmp_path / "own.toml"


def read_from(path: Path) -> dict[str, Any]:
    """What a file of settings says."""
    return changed(read_config({"DUELMAT_CONFIG": str(path)}))


def test_a_setting_is_written_and_removed_and_comments_stay(tmp_path: Path) -> None:
    """Into a new folder first; then beside what somebody has written by hand."""
    path = tmp_path / "new" / "config.toml"
    write_setting(path, "two", True)
    assert read_from(path) == {"two": True}
    path.write_text('# ours\nport = "auto"  # the mat\n\nassist = "coach" # for Leo\n')
    write_setting(path, "names", ("Mia", "Leo"))
    write_setting(path, "assist", "counter")
    assert path.read_text() == (
        '# ours\nport = "auto"  # the mat\n\nassist = "counter" # for Leo\n'
        'names = ["Mia", "Leo"]\n'
    )
    assert remove_setting(path, "port")
    assert not remove_setting(path, "port")
    assert "# ours" in path.read_text()
    assert read_from(path) == {"names": ("Mia", "Leo"), "assist": "counter"}
    assert [entry.name for entry in path.parent.iterdir()] == ["config.toml"]


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    """Settings that are kept elsewhere, as many people do."""
    (tmp_path / "kept.toml").write_text("two = true\n")
    link = tmp_path / "config.toml"
    link.symlink_to(tmp_path / "kept.toml")
    write_setting(link, "assist", "referee")
    assert link.is_symlink()
    assert "referee" in (tmp_path / "kept.toml").read_text()


@pytest.mark.parametrize("kind", ["folder", "large", "binary", "missing", "pipe"])
def test_a_file_that_is_none_is_named_for_what_it_is(tmp_path: Path, kind: str) -> None:
    """With its path, and within a moment."""
    path = tmp_path / "config.toml"
    match kind:
        case "folder":
            path.mkdir()
        case "large":
            path.write_bytes(b"#" * 1_100_000)
        case "binary":
            path.write_bytes(b"port = '\xff'")
        case "pipe":
            os.mkfifo(path)
    with pytest.raises(ConfigError, match=re.escape(str(path))) as caught:
        read_config({"DUELMAT_CONFIG": str(path)})
    words = {
        "folder": "regular file",
        "large": "a file of more than",
        "binary": "0xff",
        "missing": "no such file",
        "pipe": "a named pipe",
    }
    assert words[kind] in str(caught.value)


def test_a_device_is_not_read(tmp_path: Path) -> None:
    """One without an end would be read for ever."""
    del tmp_path
    with pytest.raises(ConfigError, match="regular file"):
        read_config({"DUELMAT_CONFIG": "/dev/zero"})


def test_a_broken_file_is_not_written_over(tmp_path: Path) -> None:
    """What somebody wrote is theirs to correct."""
    path = tmp_path / "config.toml"
    path.write_text('port = "auto\n')
    with pytest.raises(ConfigError, match="line 1"):
        write_setting(path, "two", True)
    assert path.read_text() == 'port = "auto\n'
