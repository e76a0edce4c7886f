"""A journal is audited: its chain, its duel, and each face-down card against its commitment."""

import json
import os
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import duelmat
from direct_mat import DECK, MAT, MemoryJournal, do, practice_deck, seat_down
from duelmat_engine.actions import Cancel, Roll
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_engine.views.public import public_form
from duelmat_host.app.audit import audit
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.app.shown_head import in_fours
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.seals import SALT_BYTES, commit
from examples import examples
from host.journal_files import forget_head
from host.journals import head_of, write

HONEST_ACTIONS = 250


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
    path = write(tmp_path / "duel-0001.jsonl")
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


def _neither(actions: list[dict[str, Any]]) -> None:
    """The host never said which card lay there, and opened nothing."""
    number = opened(actions)["card"]
    for data in actions:
        data["sealed"] = [s for s in data["sealed"] if s["card"] != number]
        data["opened"] = [o for o in data["opened"] if o["card"] != number]


def _too_late(actions: list[dict[str, Any]]) -> None:
    """The host committed to the card in the very entry in which it came to light."""
    one = sealed(actions)
    for data in actions:
        data["sealed"] = [s for s in data["sealed"] if s != one]
        if any(o["card"] == one["card"] for o in data["opened"]):
            data["sealed"] = [*data["sealed"], one]
            data["opened"] = []


def _later(actions: list[dict[str, Any]]) -> None:
    """The host committed to the card after it was laid, yet before it came to light."""
    one = sealed(actions)
    number = one["card"]
    laid = next(at for at, data in enumerate(actions) if one in data["sealed"])
    lit = next(
        at for at, data in enumerate(actions) if number in [o["card"] for o in data["opened"]]
    )
    assert lit > laid + 1
    actions[laid]["sealed"] = [s for s in actions[laid]["sealed"] if s != one]
    actions[laid + 1]["sealed"] = [*actions[laid + 1]["sealed"], one]


def _nowhere(actions: list[dict[str, Any]]) -> None:
    """The host committed to a card that nobody laid."""
    actions[-1]["sealed"] = [*actions[-1]["sealed"], {"card": 999, "digest": "ab" * 32}]


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
    "neither commitment nor opening": (_neither, "it may not have been"),
    "a commitment too late": (_too_late, "before it came to light, got none"),
    "a commitment later than the card": (_later, "which is laid face-down here, got none"),
    "a commitment to no card": (_nowhere, "got one to card 999"),
    "an exchanged card": (_exchanged, "was exchanged"),
    "an action that is none": (_illegible, "expected it to fit the duel"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_journal_whose_hashes_hold_is_found_out(tmp_path: Path, name: str) -> None:
    """Whoever writes the file can hash what he likes; commitments and rules he cannot change."""
    forge, says = FORGERIES[name]
    path = write(tmp_path / "duel-0001.jsonl", forge)
    assert any(says in fault.text for fault in audit(path).faults)
    told = duelmat("replay", "--check", str(path))
    assert told.exit_code == 1
    assert says in " ".join(told.output.split())


def test_a_duel_that_begins_twice_is_found_out(tmp_path: Path) -> None:
    """As when two journals were put together."""
    path = write(tmp_path / "duel-0001.jsonl")
    with Journal.open(path) as journal:
        journal.append("duel", journal.entries()[0].data)
    assert any("begins once" in fault.text for fault in audit(path).faults)


def test_the_command_tells_what_it_found(tmp_path: Path) -> None:
    """In words, and as JSON."""
    path = str(write(tmp_path / "duel-0001.jsonl"))
    told = duelmat("replay", "--check", path)
    assert told.exit_code == 0
    assert "Every opening fits its commitment." in told.output
    found = json.loads(duelmat("replay", "--check", "--json", path).output)
    assert found["faults"] == []
    assert found["sealed"] >= found["opened"] > 0


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_honest_duels_of_every_system_hold(tmp_path: Path, ruleset: str) -> None:
    """Cards that come to their zones by effects, in stacks and columns, are no false alarm."""
    chance = Random(7)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=7).duel
    performance, _, dice = seat_down(closed)
    table = performance.table
    for _ in range(HONEST_ACTIONS):
        if closed.decision is None:
            break
        legal = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
        is_chance = closed.decision.kind == "chance"
        action = roll(closed) if is_chance else chance.choice(on_mat(legal, table.state.zones))
        after = apply(closed, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            seen = public_form(after, roll(after))
            assert isinstance(seen, Roll)
            dice.ready.append(seen.values)
        for step in performance.perform(closed, action, after):
            do(performance, step)
        closed = after
    assert isinstance(table.journal, MemoryJournal)
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, table.state.setup, MAT, 1)
        journal.append_all(table.journal.entries)
    found = audit(path)
    assert found.faults == ()
    assert found.opened > 2


# The head


def test_a_cut_off_end_is_noticed_by_the_head_that_was_noted(tmp_path: Path) -> None:
    """Entries taken off with care leave a chain that holds: only the head tells."""
    path = write(tmp_path / "duel-0001.jsonl")
    head = head_of(path)
    assert audit(path, head).faults == ()
    lines = path.read_bytes().splitlines(keepends=True)
    forget_head(path)  # put back as well
    for count in (1, 2, 9):
        path.write_bytes(b"".join(lines[:-count]))
        assert audit(path).faults == ()
        (fault,) = audit(path, head[:16]).faults
        assert head[:16] in fault.text
        assert "cut off" in fault.text


def test_a_journal_that_was_written_anew_is_noticed_by_its_head(tmp_path: Path) -> None:
    """The same entries with hashes of their own: every nonce differs."""
    path = write(tmp_path / "duel-0001.jsonl")
    head = head_of(path)
    path.unlink()
    forget_head(path)
    write(path)
    assert audit(path).faults == ()
    assert audit(path, head).faults


def test_a_head_that_no_entry_has_is_said_of_one_entry_and_of_several(tmp_path: Path) -> None:
    """A duel that has only begun has one entry."""
    path = write(tmp_path / "duel-0001.jsonl")
    assert (
        f"got {len(Journal.read(path)[0])} entries without" in audit(path, "ab" * 8).faults[0].text
    )
    begun = tmp_path / "duel-0002.jsonl"
    with Journal.open(begun) as journal:
        journal.append("duel", Journal.read(path)[0][0].data)
    assert "got 1 entry without" in audit(begun, "ab" * 8).faults[0].text


def test_the_command_compares_the_head(tmp_path: Path) -> None:
    """The last, an earlier one, none, another journal's, and what is no head."""
    path = write(tmp_path / "duel-0001.jsonl")
    entries = Journal.read(path)[0]
    head = entries[-1].hash
    for noted in (head, head[:32], head[:16], f"{head[:4]}-{head[4:8]} {head[8:32].upper()}"):
        told = duelmat("replay", "--check", str(path), "--head", noted)
        assert ("The head that was noted is weak" in told.output) is (noted == head[:16])
        assert (told.exit_code, "nothing was cut off" in told.output) == (0, True)
    told = duelmat("replay", "--check", str(path), "--head", entries[-4].hash[:20])
    assert told.exit_code == 0
    assert f"that of entry {entries[-4].number}" in told.output
    assert "The 3 after it were written later" in " ".join(told.output.split())
    told = duelmat("replay", "--check", str(path))
    words = " ".join(told.output.split())
    assert "cannot be told from the file alone" in words
    assert in_fours(head[:32]) in words
    told = duelmat("replay", "--check", str(path), "--head", "ab" * 8)
    assert told.exit_code == 1
    assert "that of no entry" in told.output
    found = json.loads(duelmat("replay", "--check", "--json", str(path), "--head", head).output)
    assert (found["noted"], found["head"], found["weak"]) == (len(entries), head, False)
    for nonsense in ("", "abc", "g" * 16, head + "00"):
        told = duelmat("replay", "--check", str(path), "--head", nonsense)
        assert told.exit_code == 2
        assert "the 32 hex digits" in told.output
    told = duelmat("replay", str(path), "--head", head)
    assert told.exit_code == 2
    assert "--check" in told.output


@cache
def short_journal() -> tuple[bytes, str]:
    """A journal of a few actions, a Set card among them, and its head."""
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "j", most=12)
        return path.read_bytes(), head_of(path)


CHANGES = ("flip", "delete", "insert", "cut", "swap", "double", "move")


@settings(max_examples=examples(150), deadline=None)
@given(st.data())
def test_any_change_of_a_journal_is_noticed_with_its_head(data: st.DataObject) -> None:
    """A byte changed, taken out or put in; the end cut off; lines exchanged, doubled, moved."""
    content, head = short_journal()
    lines = content.splitlines(keepends=True)
    at = data.draw(st.integers(0, len(content) - 1))
    line, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match data.draw(st.sampled_from(CHANGES)):
        case "flip":
            flipped = content[at] ^ data.draw(st.integers(1, 255))
            changed = content[:at] + bytes([flipped]) + content[at + 1 :]
        case "delete":
            changed = content[:at] + content[at + data.draw(st.integers(1, 400)) :]
        case "insert":
            changed = content[:at] + data.draw(st.binary(min_size=1, max_size=9)) + content[at:]
        case "cut":
            changed = content[:at]
        case "swap":
            lines[line], lines[other] = lines[other], lines[line]
            changed = b"".join(lines)
        case "double":
            changed = b"".join((*lines[:line], lines[line], *lines[line:]))
        case _:
            lines.insert(other, lines.pop(line))
            changed = b"".join(lines)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        path.write_bytes(changed)
        if changed == content:
            assert audit(path, head).faults == ()
            return
        try:
            found = audit(path, head)
        except JournalError:
            return
        assert found.faults


def test_a_cut_journal_is_told_and_left_alone(tmp_path: Path) -> None:
    """What holds is checked; where it ends is a fault; nothing is set aside."""
    path = write(tmp_path / "duel-0001.jsonl")
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 2 // 3])
    cut = path.read_bytes()
    found = audit(path)
    assert any(fault.entry == found.entries + 1 for fault in found.faults)
    assert path.read_bytes() == cut


FORGED_BEGINNINGS: dict[str, dict[str, Any]] = {
    "an unknown ruleset": {"ruleset": "snap"},
    "no players": {"names": [], "decks": []},
    "cards that are none": {"decks": [{"main": ["XX"], "extra": []}] * 2},
    "a reading that is none": {"readings": {"G-44": "sometimes"}},
    "numbers": {"ruleset": 7},
}


@pytest.mark.parametrize("name", FORGED_BEGINNINGS)
def test_a_beginning_that_is_none_ends_in_words(tmp_path: Path, name: str) -> None:
    """A chain that holds may hold anything."""
    performance, _, _ = seat_down(new_duel("trump_king", [DECK, DECK], seed=2).duel)
    with Journal.open(tmp_path / "true") as journal:
        begin_journal(journal, performance.table.state.setup, MAT, 1)
        begun = journal.entries()[0].data
    path = tmp_path / "forged"
    with Journal.open(path) as journal:
        journal.append("duel", {**begun, **FORGED_BEGINNINGS[name]})
    with pytest.raises(JournalError) as told:
        audit(path)
    assert str(path) in str(told.value)
    ended = duelmat("replay", "--check", str(path))
    assert ended.exit_code == 2
    assert "Traceback" not in ended.output


FORGED_ACTIONS = (
    "normal-summon " + "(" * 100_000,
    "life a " + "9" * 100_000,
    "pass " * 50_000,
    "\x1b[2J\x07",
)


@pytest.mark.parametrize("action", FORGED_ACTIONS, ids=("nested", "a number", "long", "terminal"))
def test_a_hostile_action_ends_in_words(tmp_path: Path, action: str) -> None:
    """Said by the number of its entry, not in its own length and never to the terminal."""

    def forge(actions: list[dict[str, Any]]) -> None:
        actions[3]["action"] = action

    path = write(tmp_path / "duel-0001.jsonl", forge, most=12)
    told = duelmat("replay", "--check", str(path))
    assert told.exit_code == 1
    assert "expected it to fit the duel before it" in " ".join(told.output.split())
    assert len(told.output) < 3000
    assert "\x1b" not in told.output


def test_a_fifo_in_place_of_a_journal_is_not_waited_for(tmp_path: Path) -> None:
    """Nor is a device without end read."""
    fifo = tmp_path / "duel-0001.jsonl"
    os.mkfifo(fifo)
    for path, what in ((fifo, "a named pipe"), (Path("/dev/zero"), "a device")):
        ended = duelmat("replay", "--check", path)
        assert ended.exit_code == 2
        assert f"got: {what}" in " ".join(ended.output.split())


@pytest.mark.parametrize(
    ("count", "got"), [(1, "1 entry, which"), (2, "2 entries, none of which")]
)
def test_entries_that_begin_no_duel_are_counted(tmp_path: Path, count: int, got: str) -> None:
    """A journal of something else, and its length."""
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        for _ in range(count):
            journal.append("opponent", {})
    with pytest.raises(JournalError, match=f"got {got} begins"):
        audit(path)


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
