"""Serving the pages to others: addresses, certificates, printed links, and what `play` refuses."""

import os
import socket
import ssl
import stat
import sys
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
import segno

from command_line import duelmat
from duelmat_command.output import Complaint
from duelmat_command.serving_options import ServingOptions, find_server_address
from duelmat_host.cli.page_links import print_judges_link, print_links
from duelmat_host.cli.qr import BORDER, DARK_ON_LIGHT, PLAIN, qr_block, qr_rows
from duelmat_host.web import LOOPBACK_HOSTS
from duelmat_serving import addresses, certificate
from duelmat_serving.addresses import OwnAddress, check_own_address, own_names, reached_at
from duelmat_serving.certificate import (
    Certificate,
    check_certificate,
    fingerprint,
    own_certificate,
)
from duelmat_serving.errors import CertificateError, NotOwnAddressError
from duelmat_serving.listen_address import ListenAddress
from duelmat_serving.server_address import ServerAddress, server_address_at
from web.played_table import PlayedTable

LAN = OwnAddress("192.0.2.7", "wlan0")
OTHER = OwnAddress("10.0.0.3", "eth0")
LINKS_OF_ALL = ("seat/ana-secret-token", "seat/ben-secret-token", "judge/judge-secret-token")


# Addresses


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        OwnAddress("127.0.0.1", "lo"),
        OwnAddress("::1", "lo"),
        OTHER,
        OwnAddress("169.254.1.1", "eth0"),
        OwnAddress("fe80::1", "eth0"),
        LAN,
        OwnAddress("2001:db8::7", "wlan0"),
    ]
    monkeypatch.setattr(addresses, "_interfaces", lambda: found)
    monkeypatch.setattr(addresses, "_outward", lambda: {LAN.ip})


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("127.0.0.1", [("127.0.0.1", "lo")]),
        ("192.0.2.7", [LAN]),
        ("0.0.0.0", [LAN, OTHER]),
        ("::", [LAN, OTHER, ("2001:db8::7", "wlan0")]),
    ],
)
def test_pages_for_all_are_reached_at_the_addresses_of_the_interfaces(
    interfaces: None, host: str, reached: list[tuple[str, str]]
) -> None:
    """That by which the machine speaks to others first; none that only it can name."""
    assert reached_at(host) == reached


def test_without_a_network_the_pages_are_reached_from_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "_interfaces", lambda: [OwnAddress("127.0.0.1", "lo")])
    assert reached_at("0.0.0.0") == [("127.0.0.1", "")]


def test_the_interfaces_of_this_machine_are_found() -> None:
    """One of them is the loopback, whatever machine it is."""
    found = {ip_address(each.ip) for each in addresses._interfaces()}
    assert any(address.is_loopback for address in found)


@pytest.mark.parametrize("host", ["203.0.113.9", "2001:db8:ffff::9", "fe80::1%lo"])
def test_an_address_of_another_machine_is_refused_with_ones_own(host: str) -> None:
    with pytest.raises(NotOwnAddressError, match=r"--listen: .*127\.0\.0\.1, 0\.0\.0\.0") as told:
        check_own_address(host)
    assert f"got {host}: " in str(told.value)


def test_names_are_the_machines_and_those_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop")
    assert own_names(["Duel.example"]) == ["laptop", "laptop.local", "duel.example"]
    monkeypatch.setattr(socket, "gethostname", lambda: "laptop.example")
    assert own_names() == ["laptop.example"]


# Certificates


def test_a_table_makes_its_certificate_once(tmp_path: Path) -> None:
    """Private, for all names asked for, and found again."""
    made = own_certificate(tmp_path / "table", ["192.0.2.7", "duel.local"])
    assert stat.S_IMODE(made.key.stat().st_mode) == 0o600
    printed = fingerprint(made)
    assert len(printed.split(":")) == 32
    again = own_certificate(tmp_path / "table", ["duel.local"])
    assert fingerprint(again) == printed
    assert certificate._names_of(check_certificate(made)) == {"192.0.2.7", "duel.local"}


def test_a_certificate_that_does_not_serve_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lacks a name, is broken, was readable by others, or has ended."""
    prints = [fingerprint(own_certificate(tmp_path, ["192.0.2.7"]))]
    prints.append(fingerprint(own_certificate(tmp_path, ["192.0.2.8"])))
    (tmp_path / "tls.pem").write_text("broken")
    prints.append(fingerprint(own_certificate(tmp_path, ["192.0.2.8"])))
    (tmp_path / "tls.pem").chmod(0o644)
    prints.append(fingerprint(own_certificate(tmp_path, ["192.0.2.8"])))
    later = datetime.now(UTC) + timedelta(days=364, hours=1)
    monkeypatch.setattr(certificate, "datetime", SimpleNamespace(now=lambda _: later))
    prints.append(fingerprint(own_certificate(tmp_path, ["192.0.2.8"])))
    assert len(set(prints)) == 5


@pytest.mark.parametrize("broken", ["certificate", "key", "missing", "another key"])
def test_a_certificate_that_tls_cannot_use_is_refused(tmp_path: Path, broken: str) -> None:
    good = own_certificate(tmp_path / "one", ["a"])
    files = {"certificate": good.path, "key": good.key}
    bad = tmp_path / "bad.pem"
    match broken:
        case "missing":
            files["key"] = bad
        case "another key":
            files["key"] = own_certificate(tmp_path / "two", ["a"]).key
        case _:
            bad.write_text("-----BEGIN NOTHING-----")
            files[broken] = bad
    with pytest.raises(CertificateError, match=r"Expected in .* a certificate and in .* its key"):
        check_certificate(Certificate(files["certificate"], files["key"]))


# What is printed


def place(host: str = "0.0.0.0", **how: Any) -> ServerAddress:
    return ServerAddress(ListenAddress(host, 8765), reached=(LAN, OTHER), **how)


def test_everybody_gets_a_link_and_reads_what_can_be_heard(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The judge's stands last, with what it shows."""
    print_links(PlayedTable(), place())
    print_judges_link(PlayedTable(), place())
    told = capsys.readouterr().err
    for link in LINKS_OF_ALL:
        assert f" http://192.0.2.7:8765/{link}\n" in told
    last = told.splitlines()[-1]
    assert "shows every face-down card" in last
    assert "/judge/" in last
    assert "Everybody  http://192.0.2.7:8765/\n" in told
    assert "The same pages are at http://10.0.0.3:8765/ (eth0)" in told
    assert "enroll" not in told
    assert "\x1b[30" not in told  # no terminal reads this


def test_a_real_mat_gets_the_link_for_enrolling(capsys: pytest.CaptureFixture[str]) -> None:
    """On this machine alone, too; there nobody hears it."""
    here = ServerAddress(
        ListenAddress("127.0.0.1", 8765), reached=(OwnAddress("127.0.0.1", "lo"),)
    )
    print_links(PlayedTable(simulated=False), here)
    told = capsys.readouterr().err
    assert "  Enrolling  http://127.0.0.1:8765/enroll/enroll-secret-token\n" in told


def test_two_people_get_both_links_on_this_machine_alone_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Another browser, or a phone through a cable, may sit down at either."""
    here = ServerAddress(
        ListenAddress("127.0.0.1", 8765), reached=(OwnAddress("127.0.0.1", "lo"),)
    )
    print_links(PlayedTable(), here)
    told = capsys.readouterr().err
    assert "/seat/ana-secret-token\n" in told
    assert "/seat/ben-secret-token\n" in told
    assert "/judge/" not in told


def test_under_tls_the_fingerprint_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = own_certificate(tmp_path, ["192.0.2.7"])
    print_links(PlayedTable(), place(certificate=made))
    told = capsys.readouterr().err
    assert "https://192.0.2.7:8765/seat/" in told
    assert fingerprint(made) in told


def test_a_terminal_gets_qr_codes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    print_links(PlayedTable(), place())
    told = capsys.readouterr().err
    for row in qr_rows("http://192.0.2.7:8765/seat/ana-secret-token"):
        assert f"{DARK_ON_LIGHT}{row}{PLAIN}" in told


def test_a_name_that_was_given_stands_in_the_links() -> None:
    named = place(host_names=("Duel.example",))
    assert named.base == "http://Duel.example:8765/"
    assert named.own_base == "http://127.0.0.1:8765/"
    assert "duel.example" in named.hosts
    assert set(LOOPBACK_HOSTS) < set(named.hosts)
    assert place("192.0.2.7").own_base == "http://192.0.2.7:8765/"
    assert ServerAddress(ListenAddress("127.0.0.1", 1)).hosts == LOOPBACK_HOSTS


def test_a_certificate_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    """Nobody may ever write into it."""
    pipe = tmp_path / "tls.pem"
    os.mkfifo(pipe)
    with pytest.raises(CertificateError, match="pipe"):
        server_address_at(ListenAddress("127.0.0.1"), tmp_path, tls=True, files=(pipe, pipe))


def test_half_a_certificate_is_refused(tmp_path: Path) -> None:
    half = ServingOptions("127.0.0.1:0", (), False, tmp_path / "x.pem", None, None, "en")
    with (
        click.Context(click.Command("play")) as ctx,
        pytest.raises(Complaint, match="together"),
    ):
        find_server_address(ctx, half, tmp_path)


def test_a_qr_code_is_drawn_as_it_is() -> None:
    """Two modules a character, what is light in the colour of the text; read back, they are the
    code's.
    """
    text = "http://192.0.2.7:8765/seat/ana-secret-token"
    modules = {" ": (1, 1), "\u2580": (0, 1), "\u2584": (1, 0), "\u2588": (0, 0)}
    drawn = [[modules[shown][half] for shown in row] for row in qr_rows(text) for half in (0, 1)]
    wanted = [list(row) for row in segno.make_qr(text, error="l").matrix_iter(border=BORDER)]
    assert drawn[: len(wanted)] == wanted
    assert DARK_ON_LIGHT == "\x1b[97;40m"


@pytest.mark.parametrize("width", [20, 80, 200])
def test_qr_codes_stand_beside_each_other_as_far_as_there_is_room(width: int) -> None:
    """Each with its caption; one alone may be wider than the terminal."""
    lines = qr_block([("Ana", "one"), ("Ben", "two"), ("Judge", "three")], width).split("\n")
    captions = [line for line in lines if line and DARK_ON_LIGHT not in line]
    assert " ".join(captions).split() == ["Ana", "Ben", "Judge"]
    assert len(captions) == {20: 3, 80: 2, 200: 1}[width]
    rows = [line.replace(DARK_ON_LIGHT, "").replace(PLAIN, "") for line in lines]
    assert all(len(row) <= max(width, 25) for row in rows)


# The command


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--listen", "203.0.113.9"], "expected an address of this machine"),
        (["--host-name", "*"], "--host-name: expected names"),
        (["--host-name", "http://duel.example/"], "--host-name: expected names"),
        (["--tls-cert", "x.pem"], "together"),
        (["--tls-cert", "x.pem", "--tls-key", "y.pem"], "Expected in x.pem a certificate"),
        (["--tls-cert", "/dev/zero", "--tls-key", "/dev/zero"], "Expected in /dev/zero a cert"),
        (["--tls-cert", "x.pem", "--tls-key", "y.pem"], "got: no such files as x.pem and y.pem."),
        (["--tls-cert", __file__, "--tls-key", "y.pem"], "got: no such file as y.pem."),
    ],
)
def test_what_cannot_be_served_is_refused_before_a_table_opens(
    tmp_path: Path, options: list[str], words: str
) -> None:
    directory = tmp_path / "table"
    told = duelmat("play", "--no-browser", "--dir", directory, *options)
    assert told.exit_code == 2
    assert words in " ".join(told.output.split())
    assert not (directory / "duel-0001.jsonl").exists()


def test_no_tls_leaves_the_certificate_of_the_settings_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it the broken one is refused; with it, only the deck that is not there."""
    monkeypatch.setenv("DUELMAT_TLS_CERT", str(tmp_path / "x.pem"))
    monkeypatch.setenv("DUELMAT_TLS_KEY", str(tmp_path / "y.pem"))
    options = ("--no-browser", "--dir", tmp_path / "table", "--deck", tmp_path / "none.toml")
    told = " ".join(duelmat("play", *options).output.split())
    assert "x.pem a certificate" in told
    told = " ".join(duelmat("play", *options, "--no-tls").output.split())
    assert "certificate" not in told
    assert "none.toml" in told


@pytest.mark.parametrize(
    "opening", [("play", "--no-browser", "--deck", "none.toml", "--dir"), ("event", "serve")]
)
@pytest.mark.parametrize(
    ("address", "options", "is_warned"),
    [("0.0.0.0", (), True), ("0.0.0.0", ("--tls",), False), ("127.0.0.1", (), False)],
)
def test_pages_that_others_can_read_along_are_warned_of(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    opening: tuple[str, ...],
    address: str,
    options: tuple[str, ...],
    is_warned: bool,
) -> None:
    """A table and an event alike: links pass there, hands and deck lists."""
    monkeypatch.setattr("duelmat_serving.server.free_port", lambda port, _host: port)
    (tmp_path / "event.sqlite").touch(mode=0o600)  # an event that nobody has begun
    told = duelmat(*opening, tmp_path, "--listen", f"{address}:8765", *options)
    assert told.exit_code == 2  # there is no such deck, and no such event
    assert ("everybody in the same network can read" in told.output) == is_warned


def test_a_context_takes_the_certificate(tmp_path: Path) -> None:
    """As the server does, key and certificate in one file."""
    made = own_certificate(tmp_path, ["localhost"])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.path, made.key)
