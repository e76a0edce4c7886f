"""The event file and its chain: there and back, one way to write it, every fault by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_hub.policies import load_policy
from duelmat_tournament import commands
from duelmat_tournament.chain import (
    ROOT,
    checkpoint,
    hashes,
    is_weak,
    next_hash,
    parse_checkpoint,
    weakened,
)
from duelmat_tournament.check import Checked, check_event
from duelmat_tournament.entries import Announced, Entry, RoundPublished
from duelmat_tournament.errors import BrokenLogError, EventFileError, NoPairingError
from duelmat_tournament.exchange import EventFile, SaltedDeck, format_event, parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.generate import Generated, generate
from duelmat_tournament.names import TimeMs
from duelmat_tournament.roles import Actor, Role
from tournament.staged_event import ORGANISER, StagedEvent

POLICIES: Final = (
    "trump-king",
    "ocg",
    "ocg-teams",
    "resummoned",
    "trigamon",
    "simultaneous-effects",
)


def made(policy: str, players: int = 12) -> Generated:
    return generate(load_policy(policy), players, f"exchange {policy}")


@pytest.mark.parametrize("policy", POLICIES)
def test_a_log_goes_to_a_file_and_back(policy: str) -> None:
    event = made(policy)
    content = format_event(event.log, event.decks)
    found = parse_event(content)
    assert found.log == event.log
    assert found.decks == event.decks
    assert fold(found.log) == event.event
    assert format_event(found.log, found.decks) == content
    assert check_event(content).is_proven


def test_a_log_is_folded_in_pieces_as_in_one() -> None:
    event = made("ocg")
    for place in range(1, len(event.log), 17):
        assert fold(event.log[place:], fold(event.log[:place])) == event.event


def test_a_log_begins_with_the_creation() -> None:
    event = made("trump-king")
    with pytest.raises(BrokenLogError, match=r"expected the log begins|creation"):
        fold(event.log[1:])
    with pytest.raises(BrokenLogError):
        fold((*event.log, event.log[0]))
    assert fold(()) is None


@given(text=st.text(max_size=50), at_ms=st.integers(-(2**53), 2**53))
def test_any_text_and_time_go_to_a_file_and_back(text: str, at_ms: int) -> None:
    entry = Entry(1, TimeMs(at_ms), Actor(Role.ORGANISER, "Olga"), Announced(text))
    content = format_event([entry])
    assert parse_event(content).log == (entry,)
    assert content.count(b"\n") == 3


SOUND: Final = format_event(made("trump-king", 5).log)


def broken(**changes: Any) -> bytes:
    return json.dumps({**json.loads(SOUND), **changes}, separators=(",", ":")).encode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            b"",
            "expected an event file, a JSON object with duelmat_event, got Input data",
        ),
        (b"{}", "got Object missing required field `duelmat_event`"),
        (b"[1]", "got Expected `object`, got `array`"),
        (b"\xff\xfe", "got JSON is malformed"),
        (b'{"duelmat_event":2}', "expected an event file of format 1, got format 2: update Duel"),
        (b'{"duelmat_event":1}', "got Object missing required field `head`"),
        (broken(more=1), "got Object contains unknown field `more`"),
        (broken(head=7), "got Expected `str`, got `int` - at `$.head`"),
        (b"[" * 100_000, "event.json: expected an event file"),
        (broken(), "expected every byte as the format has it, got another one in line "),
        (SOUND + b"\n", "the file was changed"),
        (SOUND.replace(b"\n", b"\r\n"), "another one in line 1 "),
        (SOUND.replace(b'"number":7,', b'"number": 7,'), "another one in line 8 "),
        (b"\xef\xbb\xbf" + SOUND, "got JSON is malformed"),
    ],
)
def test_a_file_that_is_none_is_refused_with_the_reason(content: bytes, sentence: str) -> None:
    with pytest.raises(EventFileError) as error:
        parse_event(content)
    assert sentence in str(error.value)
    checked = check_event(content)
    assert checked == Checked((str(error.value),))
    assert not checked.is_proven


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("more\x1b[31m",), 1),
        (("entries", 0, "entry", "what", "is"), "\x1b[31m"),
        (("decks", "\x1b[31m" * 16), {"salt": "", "deck": {"main": []}}),
        (("entries", 1, "entry", "what", "name"), "Ana\x1b[31m"),
        (("entries", 1, "entry", "by", "name"), "Olga\x1b[31m"),
        (("entries", 0, "entry", "what", "name"), "\u202enepO"),
        (("entries", 0, "entry", "what", "policy", "title"), "\x1b[31m"),
    ],
)
def test_what_a_file_holds_writes_nothing_of_its_own_on_a_terminal(
    place: tuple[str | int, ...], value: object
) -> None:
    content = json.loads(SOUND)
    held = content
    for part in place[:-1]:
        held = held[part]
    held[place[-1]] = value
    text = json.dumps(content, separators=(",", ":")).encode()
    with suppress(ValueError):  # else it is no event file in any writing
        text = skilfully(text)
    faults = check_event(text).faults
    assert faults
    assert all(fault.isprintable() for fault in faults), faults


def skilfully(content: bytes) -> bytes:
    """Return a file as the program would have written it."""
    found = msgspec.json.decode(content, type=EventFile)
    return format_event(found.log, found.decks)


def test_a_file_without_entries_is_no_event() -> None:
    assert check_event(format_event(())).faults == (
        "an event has at least one entry, this file has none",
    )


def test_a_head_of_another_log_is_noticed() -> None:
    found = parse_event(SOUND)
    first = SOUND.index(found.head.encode())
    other = SOUND[:first] + b"0" * 64 + SOUND[first + 64 :]
    assert check_event(other).faults == (
        "the head of the file is not the hash of its last entry: the end was cut off",
    )
    assert check_event(SOUND[:first] + b"no hash" + SOUND[first + 64 :]).checkpoint == ""


# Proving


def proven_after(event: StagedEvent, **changes: Any) -> tuple[str, ...]:
    """Check a log whose last entry was changed skilfully."""

    *log, last = event.log
    return check_event(format_event([*log, replace(last, **changes)])).faults


def with_list() -> StagedEvent:
    event = StagedEvent(policy=load_policy("ocg"))
    event.wait(60)
    event.register("Ana")
    return event


def test_who_handed_in_a_deck_list_when_is_proven_without_the_list() -> None:
    """In a public file the list is not there; the rest of its entry is decided anew."""
    event = with_list()
    ana = event.actor("Ana")
    assert proven_after(event) == ()
    assert proven_after(event, by=ana) == ()
    for changes, sentence in (
        ({"at_ms": event.log[0].at_ms}, "it is not what follows from the entries before it"),
        ({"why": "Because."}, "it is not what follows from the entries before it"),
        ({"by": Actor(Role.JUDGE, "Jon")}, "only the organiser or player can do this"),
        ({"by": Actor(Role.PLAYER, "Ben", ana.player)}, "player 1 is Ana, not Ben"),
        ({"by": Actor(Role.PLAYER, "Ben")}, "Ben is no player of this event"),
    ):
        faults = proven_after(event, **changes)
        assert sentence in faults[0]


def test_a_log_that_ends_in_the_middle_of_what_was_asked_is_noticed() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=1)
    event.play()
    event.drop("Ana")
    (fault,) = check_event(format_event(event.log[:-1])).faults
    assert fault == (
        f"entry {len(event.log)} (result-settled): it is not what follows from the entries before "
        "it"
    )


def test_an_entry_that_nobody_could_ask_for_is_noticed() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=1)
    event.play()
    event.drop("Ana")
    *log, dropped, settled = event.log
    (fault,) = check_event(format_event([*log, settled])).faults
    number = dropped.number
    assert fault == f"entry {number}: expected the number {number}, got {settled.number}"

    alone = replace(settled, number=number)
    (fault,) = check_event(format_event([*log, alone])).faults
    assert fault == (
        f"entry {alone.number} (result-settled): it would have been refused: such a result "
        "comes with a drop or a penalty, never alone"
    )


def test_pairs_that_were_thrown_away_are_not_counted() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.start(rounds=1)
    for _ in range(3):
        event.pair()
        event.do(commands.UnpairRound(), ORGANISER)
    event.pair()
    checked = check_event(event.file())
    assert (checked.rounds, checked.pairs, checked.entries) == (1, 2, len(event.log))


# Checkpoints


def test_a_checkpoint_is_found_by_the_entry_that_it_belongs_to() -> None:
    log = parse_event(SOUND).log
    codes = [checkpoint(each) for each in hashes(log)]
    checked = check_event(SOUND, [codes[4], codes[-1], codes[0]])
    assert (checked.faults, checked.noted) == ((), (5, len(log), 1))
    assert checked.checkpoint == codes[-1]
    other = checkpoint(ROOT)
    checked = check_event(SOUND, [other])
    (fault,) = checked.faults
    assert fault == (
        f"the checkpoint {other} was noted and is none of this log: its end was cut off, or it "
        "was written anew"
    )
    assert checked.noted == (0,)


def test_a_checkpoint_is_read_as_people_write_it() -> None:
    code = checkpoint(ROOT)
    spaced, letters = code.replace("-", " "), code.replace("-", "")
    for text in (code, code.lower(), spaced, letters, f" {code}\n", code.replace("O", "0")):
        assert parse_checkpoint(text) == code
    assert parse_checkpoint("OIOI-OIOI-OIOI-OIOI") == parse_checkpoint("0101010101010101")


def test_a_checkpoint_has_128_bits_or_more() -> None:
    """Two logs with one are out of reach: 2^64 hashes at least; in fours, as it is copied."""
    bits = 5 * len(checkpoint(ROOT).replace("-", ""))
    assert bits >= 128
    assert re.fullmatch(r"([A-Z2-7]{4}-)+[A-Z2-7]{4}", checkpoint(ROOT))
    heads = {checkpoint(ROOT[:at] + "0" * 8 + ROOT[at + 8 :]) for at in range(0, 32, 8)}
    assert len(heads | {checkpoint(ROOT)}) == 5  # each of those bits counts


def test_a_checkpoint_of_earlier_versions_is_found_and_weak() -> None:
    """It is the beginning of today's."""
    log = parse_event(SOUND).log
    codes = [checkpoint(each) for each in hashes(log)]
    old = codes[4][: len("K7QF-2M5X-ABCD-EFGH")]
    assert (weakened(codes[4]), is_weak(old), is_weak(codes[4])) == (old, True, False)
    checked = check_event(SOUND, [old, codes[5]])
    assert (checked.faults, checked.noted) == ((), (5, 6))
    assert check_event(SOUND, [weakened(checkpoint(ROOT))]).faults


def test_a_log_with_checkpoints_of_earlier_versions_is_proven() -> None:
    """What it says was published is what was; another code, weak or not, is a fault."""
    event = made("ocg", 5)
    assert not check_event(with_codes(event, weakened)).faults
    for wrong in (lambda _: weakened(checkpoint(ROOT)), lambda code: code[:-5], lambda _: ""):
        assert check_event(with_codes(event, wrong)).faults


def with_codes(event: Generated, change: Callable[[str], str]) -> bytes:
    """The file of an event whose rounds were published with other codes of the same log."""
    log: list[Entry] = []
    head = ROOT
    for entry in event.log:
        what = entry.what
        if isinstance(what, RoundPublished):
            what = replace(what, checkpoint=change(checkpoint(head)))
        log.append(replace(entry, what=what))
        head = next_hash(head, log[-1])
    return format_event(log, event.decks)


@pytest.mark.parametrize(
    "text", ["", "K7QF", "A" * 17, "8" * 16, "K7QF-2M9X-ABCD-EFG=", "A" * 10 + "=" * 6, "Ä" * 16]
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a checkpoint of 28 letters and digits"):
        parse_checkpoint(text)
    with pytest.raises(ValueError, match="expected a checkpoint"):
        check_event(SOUND, [text])


def test_a_file_holds_decks_with_their_salts() -> None:
    event = made("ocg", 5)
    found = parse_event(format_event(event.log, event.decks))
    assert isinstance(found, EventFile)
    assert all(isinstance(each, SaltedDeck) for each in found.decks.values())


def test_a_list_in_another_order_is_another_list() -> None:
    event = made("ocg", 5)
    digest, deck = next(iter(event.decks.items()))
    swapped = type(deck.deck)(deck.deck.main[::-1], deck.deck.extra, deck.deck.side)
    decks = {**event.decks, digest: SaltedDeck(deck.salt, swapped)}
    (fault,) = check_event(format_event(event.log, decks)).faults
    assert fault.endswith("the deck list in the file has another digest")


def test_an_event_is_proven_by_the_version_of_the_pairing_with_which_it_was_created() -> None:
    """A log of before names none: its rounds did not look ahead, and six players may get stuck."""

    def is_stuck(version: int, seed: int) -> bool:
        event = StagedEvent(*"ABCDEF", seed=str(seed), pairing=version)
        named = '"pairing":2' in event.file().decode()
        assert named == (version == 2)
        event.start(rounds=5, cut=0)
        for _ in range(5):
            try:
                event.play()
            except NoPairingError:
                break
            event.close()
        assert event.is_proven()
        return len(event.event.rounds) < 5

    assert any(is_stuck(1, seed) for seed in range(12))
    assert not any(is_stuck(2, seed) for seed in range(5))
