"""The registry: rulesets by name, and the game of each duel, which is built once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from duelmat_engine.errors import EngineError, find_named
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_message import listed, say

_RULESETS: dict[str, Callable[[], Ruleset]] = {}
_EXTENDED: dict[str, Ruleset] = {}
"""The rulesets with further cards, by names that tell their content (`note_extended`)."""
FURTHER: Final = "+"
"""The sign that parts the name of a ruleset from what tells its further cards."""


def register(name: str, build: Callable[[], Ruleset]) -> None:
    """Note how the ruleset of a name is built; EngineError if there is one of that name."""
    if name in _RULESETS:
        text = say(
            "expected a name that no ruleset has ({known}), got {name}",
            known=listed(ruleset_names(), ","),
            name=name,
        )
        raise EngineError(text)
    _RULESETS[name] = build


@cache
def find_ruleset(name: str) -> Ruleset:
    """The ruleset of that name; UnknownNameError otherwise."""
    return _EXTENDED.get(name) or find_named(say("ruleset"), name, _RULESETS)()


def note_extended(rules: Ruleset) -> None:
    """Note a ruleset with further cards, whose name is different for any other cards."""
    _EXTENDED[rules.name] = rules


def base_name(name: str) -> str:
    """Return the name of the ruleset that further cards were added to, if any were."""
    return name.partition(FURTHER)[0]


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the rulesets as they come, without further cards."""
    return tuple(sorted(_RULESETS))


_games: dict[tuple[str, tuple[str, ...], tuple[str, ...], frozenset[str]], Game] = {}
"""Each game under every order of its readings that was asked for, so that none is sorted twice."""


def game_of(
    ruleset: str, readings: Mapping[str, str], disabled: frozenset[str] = frozenset()
) -> Game:
    """The game for a duel, with the default of each reading that is not chosen; the same value
    every time, in whatever order its readings come.
    """
    key = (ruleset, tuple(readings), tuple(readings.values()), disabled)
    game = _games.get(key)
    if game is None:
        rules = find_ruleset(ruleset)
        chosen = dict(sorted(choose_readings(rules, readings).items()))
        ordered = (ruleset, tuple(chosen), tuple(chosen.values()), disabled)
        game = _games.get(ordered) or build_game(rules, chosen, disabled)
        _games[key] = _games[ordered] = game
    return game
