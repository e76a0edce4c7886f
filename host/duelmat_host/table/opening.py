"""Opening a table: the parts of the house put together, for a real mat or a simulated one.

    directory/   table.toml  who plays, since when
                 duel-0001.sqlite3  the journal of each duel
                 hands.json  what simulated hands hold
                 port, hands.sock, rig.json  of the simulated mat
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

import msgspec

from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import Deck, keys_of
from duelmat_engine.ruleset import find_ruleset
from duelmat_hardware import Mat
from duelmat_host.cards.registry import Registry
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession
from duelmat_host.table.hands import Hands, Lying, Side
from duelmat_host.table.hands import Mat as HandsMat
from duelmat_host.table.journal import Journal
from duelmat_host.table.resume import resume
from duelmat_host.table.station import Station
from duelmat_host.table.table import Dice, DuelTable, Setting
from duelmat_host.table.tracker import Tracker
from duelmat_host.table.zone_map import ZoneMap


def dice_of(random: Random) -> Dice:
    """Dice that choose at random, in the order of the options."""

    def throw(options: Sequence[str], count: int) -> tuple[str, ...]:
        chosen = set(random.sample(list(options), count))
        return tuple(option for option in options if option in chosen)

    return throw


@dataclass(slots=True)
class Opened:
    """A table ready to be turned."""

    station: Station
    journal: Journal
    resumed: int
    """How many actions of the duel were done before; 0 for a new one."""


def open_journal(directory: Path, *, new: bool) -> tuple[Journal, int]:
    """The journal to go on with, and the duel's number; a new one after a duel that is over."""
    directory.mkdir(parents=True, exist_ok=True)
    found = sorted(directory.glob("duel-[0-9]*.sqlite3"))
    number = int(found[-1].stem.partition("-")[2]) if found else 0
    if found and not new:
        journal = Journal.open(found[-1])
        if not journal.entries("over"):
            return journal, number
        journal.close()
    number += 1
    return Journal.open(directory / f"duel-{number:04}.sqlite3"), number


def open_table(
    setting: Setting,
    mat: Mat,
    registry: Registry,
    journal: Journal,
    port: str,
    *,
    number: int = 1,
    dice: Dice | None = None,
) -> Opened:
    """A station on a port, its duel taken up where the journal ends."""
    zones = ZoneMap(find_ruleset(setting.ruleset), mat)
    if not journal.entries("duel"):
        journal.append(
            "duel",
            {
                "number": number,
                "ruleset": setting.ruleset,
                "names": list(setting.names),
                "readings": dict(setting.readings),
                "mat": mat.digest,
                "decks": [{"main": d.main, "extra": d.extra} for d in setting.decks],
            },
        )
    table = DuelTable(setting, zones, journal, dice or dice_of(SystemRandom()), number)
    resumed = resume(table, journal.entries())
    keys = {key for seat, deck in enumerate(setting.decks) for key in _all_keys(Seat(seat), deck)}
    session = BoardSession(mat.digest, len(mat.antennas), secrets.randbelow(2**32 - 1) + 1)
    line = BoardLine(port, session)
    station = Station(mat, line, Tracker(mat, registry, keys), table)
    return Opened(station, journal, resumed)


def _all_keys(seat: Seat, deck: Deck) -> list[CardKey]:
    return keys_of(seat, (*deck.main, *deck.extra))


# Simulated hands


class _Held(msgspec.Struct):
    """What hands.json holds."""

    sides: list[Side]
    lying: dict[str, Lying]


def make_hands(mat: HandsMat, decks: Sequence[Deck], random: Random) -> Hands:
    """Hands with freshly shuffled decks."""
    piles = []
    for seat, deck in enumerate(decks):
        keys = keys_of(Seat(seat), deck.main)
        random.shuffle(keys)
        piles.append(keys)
    extras = [keys_of(Seat(seat), deck.extra) for seat, deck in enumerate(decks)]
    return Hands(mat, piles, extras, random)


def save_hands(hands: Hands, path: Path) -> None:
    """Write down what the hands hold; the old file stays until the new one is whole."""
    held = _Held(hands.sides, {str(key): lying for key, lying in hands.lying.items()})
    fresh = path.with_suffix(".new")
    with fresh.open("wb") as file:
        file.write(msgspec.json.encode(held))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load_hands(hands: Hands, path: Path, lying_there: Mapping[str, str]) -> bool:
    """Take up what the hands held; cards that the mat has lost are laid down again.

    False if there is no such file, or it is broken: then the hands are as they were made.
    """
    try:
        held = msgspec.json.decode(path.read_bytes(), type=_Held)
    except (OSError, msgspec.DecodeError):
        return False
    hands.sides = held.sides
    hands.lying = {CardKey(key): lying for key, lying in held.lying.items()}
    for key, lying in hands.lying.items():
        if key not in lying_there:
            hands.mat.place(key, lying.zone, face_up=lying.face_up, turn=lying.turn)
    for key in lying_there:
        if key not in hands.lying:
            hands.mat.lift(CardKey(key))
    return True
