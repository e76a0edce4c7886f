"""Where counts and figures begin: committed duels and positions of each ruleset, as package data.

`<ruleset>.toml` holds a position in notation with its counts; `<ruleset>.duel` a whole random
duel as a record, from whose middle the mid-game states are taken.
"""

from __future__ import annotations

from importlib.resources import files

from msgspec import Struct, toml

from duelmat_engine.forms.positionreader import parse_position
from duelmat_engine.forms.record import read_record
from duelmat_engine.judging.judge import legal_actions
from duelmat_engine.play import Deck, apply, new_duel
from duelmat_engine.ruleset import find_ruleset
from duelmat_engine.state import Duel
from duelmat_host.errors import HostError

MOST_STATES = 200
"""So many mid-game states are enough for a p99."""


class NoStartError(HostError):
    """A ruleset has no committed start."""


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to count from."""

    position: str
    counts: tuple[int, ...]
    """How many sequences of 1, 2, 3 ... answers there are."""

    def duel(self) -> Duel:
        return parse_position(self.position)


def opening(ruleset: str) -> Duel:
    """The opening of a duel with practice decks, to begin with where nothing is committed."""
    deck = Deck(*find_ruleset(ruleset).practice_deck)
    return new_duel(ruleset, [deck, deck], seed=1).duel


def find_start(ruleset: str) -> Start:
    """The committed start of a ruleset."""
    return toml.decode(_read(f"{ruleset}.toml"), type=Start)


def midgame(ruleset: str) -> list[Duel]:
    """States from the middle half of the committed duel, with two answers or more each."""
    record = read_record(_read(f"{ruleset}.duel").decode(), f"{ruleset}.duel")
    duel = record.begin().duel
    states = []
    for entry in record.entries:
        states.append(duel)
        duel = apply(duel, entry.action).duel
    middle = states[len(states) // 4 : -len(states) // 4]
    return [d for d in middle if len(list(legal_actions(d))) > 1][:MOST_STATES]


def _read(name: str) -> bytes:
    path = files("duelmat_host") / "figures" / "starts" / name
    if not path.is_file():
        raise NoStartError(f"Nothing is committed to begin with: expected {name} in the package.")
    return path.read_bytes()
