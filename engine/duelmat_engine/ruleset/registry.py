"""The registry: rulesets by name, and the game of each duel, which is built once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from duelmat_engine.errors import find_named
from duelmat_engine.ruleset.build import build_game
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_message import say

_RULESETS: dict[str, Callable[[], Ruleset]] = {}


def register(name: str, build: Callable[[], Ruleset]) -> None:
    _RULESETS[name] = build


@cache
def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; UnknownNameError otherwise."""
    return find_named(say("ruleset"), name, _RULESETS)()


def ruleset_names() -> tuple[str, ...]:
    return tuple(sorted(_RULESETS))


_games: dict[tuple[str, tuple[str, ...], tuple[str, ...], frozenset[str]], Game] = {}
"""Each game under every order of its readings that was asked for, so that none is sorted twice."""


def game_of(
    ruleset: str, readings: Mapping[str, str], disabled: frozenset[str] = frozenset()
) -> Game:
    """The game for a duel; the same value every time, in whatever order its readings come."""
    key = (ruleset, tuple(readings), tuple(readings.values()), disabled)
    game = _games.get(key)
    if game is None:
        names = tuple(sorted(readings))
        ordered = (ruleset, names, tuple(map(readings.__getitem__, names)), disabled)
        game = _games.get(ordered) or build_game(find_ruleset(ruleset), readings, disabled)
        _games[key] = _games[ordered] = game
    return game
