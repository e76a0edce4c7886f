"""The recorded demonstration through the whole way, as the command runs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from direct_mat import STARTER
from duelmat_bench.demo.play_through import play
from duelmat_bench.demo.script import Script, ScriptError, load_script
from duelmat_engine import events as ev
from duelmat_engine.play import apply
from duelmat_host.link import transport

OPENING = 24
"""So many plays of the recorded duel are enough to compare two runs."""


@pytest.mark.long
@pytest.mark.parametrize("micropython", ["1.28", "1.29"])
def test_the_demonstration_ends_as_its_record_says(
    micropython: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rig, pty, pyserial, referee, engine and lights follow a whole duel that is not told.

    Its log has a line for every virtual second, and no card by its key.
    """
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    command = [sys.executable, "-c", "from duelmat import main; main()"]
    ran = subprocess.run(
        [*command, "demo", "--json", "--micropython", micropython, "--log-level", "debug"],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout[-2000:]
    account = json.loads(ran.stdout)
    assert account["micropython"] == micropython
    assert account["turns"] >= 10
    assert [refusal["rules"] for refusal in account["refused"]] == [["TK-14"]]
    assert account["asked"] >= 1
    assert account["takebacks"] == 1
    assert account["frames"]["bad"] == 0
    assert account["placed"] >= 10
    assert 0 < account["latency_ms"]["p50"] <= account["latency_ms"]["p99"]
    (log,) = tmp_path.rglob("demo.log*")
    text = log.read_text()
    assert text.count(": numbers link=") == pytest.approx(account["virtual_ms"] / 1_000, rel=0.02)
    assert not re.search(r"\b[ab]:[A-Z0-9]", text)


@contextmanager
def busy_machine() -> Iterator[None]:
    """Every processor has something else to do."""
    others = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


@pytest.mark.long
def test_a_busy_machine_plays_in_the_same_virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Latencies, frames and log hang on neither the load nor the pieces in which bytes come."""
    whole = load_script()
    incidents = tuple(one for one in whole.incidents if one.before <= OPENING)
    opening = replace(whole.record, entries=whole.record.entries[:OPENING])
    script = Script(opening, incidents, None)

    def account() -> dict[str, Any]:
        told = play(script)
        del told["host_ms"]  # in real time
        return told

    quiet = account()
    assert quiet["placed"] >= 3
    monkeypatch.setattr(transport, "_READ_BYTES", 5)
    with busy_machine():
        assert account() == quiet


def test_the_record_holds_what_a_demonstration_must_show() -> None:
    """Every suit's monster effect, a Synchro with its effect, magic, trap, Set and flip."""
    script = load_script()
    duel = script.record.begin().duel
    seen: set[str] = set()
    for entry in script.record.entries:
        step = apply(duel, entry.action)
        for event in step.events:
            match event:
                case ev.Resolved(effect=effect, carried_out=True):
                    seen.add(effect)
                case ev.Summoned(move=move):
                    seen.add(move)
                case ev.Turned(piece=piece, cause="hand"):
                    seen.add("position change" if piece.face_up else "flip")
                case ev.AttackDeclared(target=None):
                    seen.add("direct attack")
                case ev.Moved(cause="set"):
                    seen.add("set")
                case _:
                    pass
        duel = step.duel
    assert duel.turn >= 10
    suits = {"spade-damage", "heart-gain", "club-draw", "diamond-strike"}
    synchro = {"synchro-summon", "spade-synchro-sweep"}
    rest = {"magic", "trap", "set", "flip", "position change", "direct attack"}
    assert suits | synchro | rest <= seen


@pytest.mark.parametrize(
    ("record", "incidents", "words"),
    [
        (None, "", "expected a file duel.record"),
        ("duelmat record 1\n", "", "duel.record"),
        ("", "[[incident]]\nbefore = 0\n", "incidents.toml"),
    ],
)
def test_a_broken_script_says_where(
    tmp_path: Path, record: str | None, incidents: str, words: str
) -> None:
    if record is not None:
        (tmp_path / "duel.record").write_text(record)
    (tmp_path / "incidents.toml").write_text(incidents)
    with pytest.raises(Exception, match=words) as caught:
        load_script(tmp_path)
    assert isinstance(caught.value, ScriptError) or "expected" in str(caught.value)


@pytest.mark.long
def test_the_duel_is_the_same_on_a_mat_where_players_tell_how_cards_lie() -> None:
    """The real firmware, whole readers, one sticker a sleeve: 106 plays on the starter mat."""
    script = load_script()
    told = play(script, mat=STARTER)
    assert told["faults"] == []
    assert told["takebacks"] == 1
    assert [list(refusal["rules"]) for refusal in told["refused"]] == [["TK-14"]]
