"""The options of a table as tests open it: those of the settings, where nothing else is said."""

from pathlib import Path
from typing import Any

from duelmat_command.config import DEFAULTS
from duelmat_host.app.play_options import PlayOptions
from duelmat_host.table.table import Assist
from duelmat_opponent import Level


def play_options(directory: Path, **chosen: Any) -> PlayOptions:
    """Return the options of a table in a directory."""
    settings: dict[str, Any] = {
        "ruleset": DEFAULTS.ruleset.replace("-", "_"),
        "decks": DEFAULTS.decks,
        "mat": DEFAULTS.mat,
        "names": DEFAULTS.names,
        "two": DEFAULTS.two,
        "assist": Assist(DEFAULTS.assist),
        "micropython": DEFAULTS.micropython,
        "opponent": Level(DEFAULTS.opponent),
    }
    return PlayOptions(directory=directory, **settings | chosen)
