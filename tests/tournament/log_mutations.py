"""Event files that somebody has changed: naively, or with all hashes written anew.

A naive change is one of the file's bytes or lines. A skilful one is a change of the log, of which
a file is written as if nothing had happened: the chain of hashes and the head are right again. A
checkpoint that was noted finds it if it lies before that checkpoint; behind the last checkpoint
that anybody has noted, only a change that breaks a rule is found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from duelmat_bench.tournament.lively_event import lively_event
from duelmat_hub.policies import load_policy
from duelmat_tournament.chain import entry_json
from duelmat_tournament.entries import Entry, RoundPublished
from duelmat_tournament.exchange import SaltedDeck, format_event
from duelmat_tournament.generate import Chances, generate
from duelmat_tournament.policy import Bracket, FirstStage, Policy, with_stages

POLICIES: Final = ("trump-king", "ocg", "ocg-teams", "trigamon", "simultaneous-effects")
_LIVELY: Final = Chances(late=20, drop=8, back=50, call=30, penalty=30, dispute=20, correction=60)
_TRIES: Final = 1_000


class Original(NamedTuple):
    """An event that has happened so, and what somebody has noted of it."""

    log: tuple[Entry, ...]
    decks: dict[str, SaltedDeck]
    content: bytes
    noted: str
    """The checkpoint that was published with the last round's pairing."""
    noted_entries: int
    """The number of entries to which it belongs."""


class Mutation(NamedTuple):
    """A changed event file."""

    kind: str
    content: bytes


@cache
def originals() -> tuple[Original, ...]:
    """Return small events, so that proving each of their mutations is quick."""
    usual = [(load_policy(name), players) for name in POLICIES for players in (5, 8)]
    pods = with_stages(load_policy("trump-king"), FirstStage.PODS, Bracket.DOUBLE)
    lively = [lively_event(f"mutated {seed}", 6) for seed in range(3)]
    return (
        *(_generated(*each) for each in (*usual, (pods, 6))),
        *(_noted(made.log, made.decks) for made in lively),
    )


def _generated(policy: Policy, players: int) -> Original:
    made = generate(policy, players, f"{policy.name} {players}", _LIVELY)
    return _noted(made.log, made.decks)


def _noted(log: tuple[Entry, ...], decks: dict[str, SaltedDeck]) -> Original:
    """Return an event of which somebody has noted the last checkpoint."""
    published = [each for each in log if isinstance(each.what, RoundPublished)][-1]
    assert isinstance(published.what, RoundPublished)
    return Original(
        log, decks, format_event(log, decks), published.what.checkpoint, published.number - 1
    )


# Naive changes of the file


def _another_byte(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ chance.randrange(1, 256)]) + content[at + 1 :]


def _byte_taken_out(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + content[at + chance.randrange(1, 9) :]


def _byte_put_in(content: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + chance.choice((b" ", b"\n", b"0", b"x", b",", b"{}")) + content[at:]


def _bytes_cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def _line_taken_out(content: bytes, chance: random.Random) -> bytes:
    first, lines, last = _parts(content)
    del lines[chance.randrange(len(lines))]
    return _joined(first, lines, last)


def _lines_swapped(content: bytes, chance: random.Random) -> bytes:
    first, lines, last = _parts(content)
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return _joined(first, lines, last)


def _line_put_in(content: bytes, chance: random.Random) -> bytes:
    first, lines, last = _parts(content)
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return _joined(first, lines, last)


def _lines_cut_off(content: bytes, chance: random.Random) -> bytes:
    """The end is missing, and the head is still that of the whole log."""
    first, lines, last = _parts(content)
    return _joined(first, lines[: chance.randrange(len(lines))], last)


def _parts(content: bytes) -> tuple[bytes, list[bytes], bytes]:
    first, rest = content.split(b"\n", 1)
    entries, last = rest.rsplit(b"\n],", 1)
    return first, entries.split(b",\n"), last


def _joined(first: bytes, lines: Sequence[bytes], last: bytes) -> bytes:
    return first + b"\n" + b",\n".join(lines) + b"\n]," + last


NAIVE: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    _another_byte,
    _byte_taken_out,
    _byte_put_in,
    _bytes_cut_off,
    _line_taken_out,
    _lines_swapped,
    _line_put_in,
    _lines_cut_off,
)


# Skilful changes of the log, before the entry of a number


def _another_byte_in_entry(log: list[Entry], before: int, chance: random.Random) -> None:
    """Change a byte of an entry so that it is still one."""
    for _ in range(_TRIES):
        at = chance.randrange(before)
        text = entry_json(log[at])
        place = chance.randrange(len(text))
        other = bytes([chance.choice(b"0123456789abcdefghijklmnopqrstuvwxyzABCXYZ -")])
        try:
            changed = msgspec.json.decode(text[:place] + other + text[place + 1 :], type=Entry)
        except ValueError:
            continue
        if changed != log[at]:
            log[at] = changed
            return
    raise AssertionError("no byte of this log can be changed")


def _entry_taken_out(log: list[Entry], before: int, chance: random.Random) -> None:
    del log[chance.randrange(before)]


def _entries_swapped(log: list[Entry], before: int, chance: random.Random) -> None:
    one, other = chance.sample(range(before), 2)
    log[one], log[other] = log[other], log[one]


def _entry_put_in(log: list[Entry], before: int, chance: random.Random) -> None:
    """Put in an entry of this event or of another one."""
    strange = chance.choice(chance.choice(originals()).log)
    log.insert(chance.randrange(before), chance.choice((strange, chance.choice(log))))


def _entries_cut_off(log: list[Entry], before: int, chance: random.Random) -> None:
    del log[chance.randrange(before) :]


SKILFUL: Final[tuple[Callable[[list[Entry], int, random.Random], None], ...]] = (
    _another_byte_in_entry,
    _entry_taken_out,
    _entries_swapped,
    _entry_put_in,
    _entries_cut_off,
)


def mutation(original: Original, seed: int) -> Mutation:
    """Return the mutation of a seed: every other one is skilful."""
    chance = random.Random(seed)
    for _ in range(_TRIES):
        if seed % 2:
            change = chance.choice(NAIVE)
            found = Mutation(change.__name__, change(original.content, chance))
        else:
            skilful = chance.choice(SKILFUL)
            log = list(original.log)
            skilful(log, original.noted_entries, chance)
            if chance.random() < 0.7:
                log = [replace(each, number=at) for at, each in enumerate(log, start=1)]
            found = Mutation(skilful.__name__, format_event(log, original.decks))
        if found.content != original.content:
            return found
    raise AssertionError("nothing has changed")
