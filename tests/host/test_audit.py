"""A journal is audited: its chain, its duel, and each face-down card against its commitment."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import duelmat
from direct_mat import DECK, MAT, MemoryJournal, do, seat_down
from duelmat_engine.actions import Advance, Cancel, Pass, Play
from duelmat_engine.judging.judge import legal_actions
from duelmat_engine.names import CardKey
from duelmat_engine.play import apply, new_duel, roll
from duelmat_host.app.audit import audit
from duelmat_host.app.table_factory import begin_journal
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.commitment import SALT_BYTES, commit

MOST_ACTIONS = 90


@cache
def played() -> tuple[tuple[str, dict[str, Any]], ...]:
    """The journal of a random duel in which cards are Set and come to light."""
    chance = Random(2)
    duel = new_duel("trump_king", [DECK, DECK], seed=2).duel
    performance, _, dice = seat_down(duel)
    for _ in range(MOST_ACTIONS):
        if duel.decision is None:
            break
        actions = [a for a in legal_actions(duel) if not isinstance(a, Cancel)]
        sets = [a for a in actions if isinstance(a, Play) and not a.face_up]
        lively = [a for a in actions if not isinstance(a, Advance | Pass)]
        action = (
            roll(duel)
            if duel.decision.kind == "chance"
            else chance.choice(sets if sets and chance.random() < 0.5 else lively or actions)
        )
        after = apply(duel, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(duel, action, after):
            do(performance, step)
        duel = after
    journal = performance.table.journal
    assert isinstance(journal, MemoryJournal)
    return tuple(journal.entries)


def write(path: Path, forge: Callable[[list[dict[str, Any]]], None] = lambda _: None) -> Path:
    """The journal as a file; what `forge` does to the actions' data is hashed as if it were so."""
    entries = [(kind, json.loads(json.dumps(data))) for kind, data in played()]
    forge([data for kind, data in entries if kind == "action"])
    performance, _, _ = seat_down(new_duel("trump_king", [DECK, DECK], seed=2).duel)
    with Journal.open(path) as journal:
        begin_journal(journal, performance.table.state.setup, MAT, 1)
        journal.append_all(entries)
    return path


def opened(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The first opening of the duel."""
    return next(o for data in actions for o in data["opened"])


def sealed(actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The commitment that it opens."""
    number = opened(actions)["card"]
    found: dict[str, Any] = next(
        s for data in actions for s in data["sealed"] if s["card"] == number
    )
    return found


def test_an_honest_journal_holds(tmp_path: Path) -> None:
    """Cards were committed to and opened, and nothing is wrong; the file is left as it is."""
    path = write(tmp_path / "duel-0001.sqlite3")
    before = {p: p.read_bytes() for p in tmp_path.iterdir()}
    found = audit(path)
    assert found.faults == ()
    assert found.sealed > found.opened > 0
    assert found.actions > 20
    assert {p: p.read_bytes() for p in tmp_path.iterdir()} == before


def _other_salt(actions: list[dict[str, Any]]) -> None:
    opened(actions)["salt"] = "00" * 16


def _other_card(actions: list[dict[str, Any]]) -> None:
    opened(actions)["key"] = f"{opened(actions)['key'][:2]}X1"


def _other_digest(actions: list[dict[str, Any]]) -> None:
    sealed(actions)["digest"] = "ab" * 32


def _no_opening(actions: list[dict[str, Any]]) -> None:
    next(data for data in actions if data["opened"])["opened"] = []


def _no_commitment(actions: list[dict[str, Any]]) -> None:
    one = sealed(actions)
    for data in actions:
        data["sealed"] = [s for s in data["sealed"] if s != one]


def _exchanged(actions: list[dict[str, Any]]) -> None:
    """The host committed to one card, and another lay there."""
    other = "a:X2" if opened(actions)["key"] != "a:X2" else "a:X1"
    made = commit(CardKey(other), bytes(SALT_BYTES))
    sealed(actions)["digest"] = made.digest
    opened(actions).update(salt=made.salt, key=other)


def _illegible(actions: list[dict[str, Any]]) -> None:
    actions[3]["action"] = "dance"


FORGERIES = {
    "another salt": (_other_salt, "does not open"),
    "another card": (_other_card, "does not open"),
    "another digest": (_other_digest, "does not open"),
    "no opening": (_no_opening, "got no opening"),
    "no commitment": (_no_commitment, "nobody has committed to"),
    "an exchanged card": (_exchanged, "was exchanged"),
    "an action that is none": (_illegible, "expected it to fit the duel"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_journal_whose_hashes_hold_is_found_out(tmp_path: Path, name: str) -> None:
    """Whoever writes the file can hash what he likes; commitments and rules he cannot change."""
    forge, says = FORGERIES[name]
    path = write(tmp_path / "duel-0001.sqlite3", forge)
    assert any(says in fault for fault in audit(path).faults)
    told = duelmat("replay", "--check", str(path))
    assert told.exit_code == 1
    assert says in " ".join(told.output.split())


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    """In words, and as JSON."""
    path = str(write(tmp_path / "duel-0001.sqlite3"))
    told = duelmat("replay", "--check", path)
    assert told.exit_code == 0
    assert "Every opening fits its commitment." in told.output
    found = json.loads(duelmat("replay", "--check", "--json", path).output)
    assert found["faults"] == []
    assert found["sealed"] >= found["opened"] > 0


def test_a_cut_journal_is_told_and_left_alone(tmp_path: Path) -> None:
    """What holds is checked; where it ends is a fault; nothing is set aside."""
    path = write(tmp_path / "duel-0001.sqlite3")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3])
    cut = path.read_bytes()
    found = audit(path)
    assert any(fault.startswith(f"entry {found.entries + 1}") for fault in found.faults)
    assert path.read_bytes() == cut


@pytest.mark.parametrize(
    "content", [b"", b"duelmat record 1\n", None], ids=["empty", "text", "no"]
)
def test_what_is_no_journal_is_named(tmp_path: Path, content: bytes | None) -> None:
    """A record, an empty file, no file: said in a sentence, with what to name instead."""
    path = tmp_path / "duel.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(JournalError) as told:
        audit(path)
    assert str(path) in str(told.value)
    ended = duelmat("replay", "--check", str(path))
    assert ended.exit_code == 2
    assert "Traceback" not in ended.output
