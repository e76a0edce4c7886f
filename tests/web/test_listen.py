"""A table for others, started as a user starts it: encrypted, by links, tickets and cookies."""

import json
import os
import signal
import ssl
import subprocess
import sys
import time
from pathlib import Path

import httpx

PATIENCE_S = 90.0


def test_two_people_with_phones_sit_down_at_an_encrypted_table(tmp_path: Path) -> None:
    """The browser here gets a ticket that is worthless later; each phone its own seat alone."""
    opened, directory = tmp_path / "opened", tmp_path / "table"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" >> {opened}\n')
    browser.chmod(0o755)
    words = ["play", "--two", "--listen", "0.0.0.0:0", "--tls", "--dir", str(directory)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from duelmat import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=(tmp_path / "words").open("w"),
        text=True,
        env={**os.environ, "BROWSER": f"{browser} %s", "DISPLAY": ":99"},
    )
    try:
        assert process.stdout is not None
        link = process.stdout.readline().strip()
        assert link.startswith("https://"), (tmp_path / "words").read_text()
        ticket = _read(opened).strip()
        links = json.loads((directory / "seats.json").read_text())
        assert link.endswith(f"/seat/{links['a']}")
        assert "/open/" in ticket
        assert not any(secret in ticket for secret in links.values())
        trusting = ssl.create_default_context(cafile=directory / "tls.pem")
        with _phone(trusting) as here, _phone(trusting) as later:
            page = here.get(ticket)
            assert (page.status_code, page.url.path) == (200, "/seat/a")
            assert "others in this network can read" not in page.text
            assert "Hand the screen" not in page.text
            (cookie,) = here.cookies.jar
            assert cookie.secure
            assert here.get(page.url.copy_with(path="/seat/b")).status_code == 403
            assert later.get(ticket).status_code == 404
            phone = later.get(link.replace(links["a"], links["b"]))
            assert (phone.status_code, phone.url.path) == (200, "/seat/b")
            said = later.post(f"{phone.url}/command", json={"do": "concede"})
            assert said.json() == {"ok": True}
    finally:
        process.send_signal(signal.SIGINT)
        ended = process.wait(PATIENCE_S)
        assert process.stdout is not None
        process.stdout.close()
    assert ended == 0
    told = (tmp_path / "words").read_text()
    assert "SHA-256 fingerprint" in told
    assert "Traceback" not in told


def _phone(trusting: ssl.SSLContext) -> httpx.Client:
    return httpx.Client(verify=trusting, follow_redirects=True, timeout=PATIENCE_S)


def _read(path: Path) -> str:
    """Return the content of a file as soon as it has some."""
    deadline_s = time.monotonic() + PATIENCE_S
    while not path.exists() or not path.read_text():
        assert time.monotonic() < deadline_s, "nothing came"
        time.sleep(0.05)
    return path.read_text()
