"""The decks that a player has saved: one file for each name, by game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import platformdirs

from duelmat_decks.errors import DeckListError
from duelmat_decks.textlist import Parts, format_codes
from duelmat_files import make_directory
from duelmat_files.errors import FileProblem, NotKeptError
from duelmat_files.whole_file import write_whole
from duelmat_message import listed, near_names, say

NAME: Final = re.compile(r"[^\W_][\w -]{0,39}")
"""The name of a saved deck: no part of a path, and short enough for a line of a page."""
MOST_DECKS: Final = 500
"""Decks of one game: a folder that grows beyond this is no person's."""


class Shelf:
    """The decks of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self, ruleset: str) -> list[str]:
        """Return the names of the decks saved for a game."""
        found = sorted((self._folder / ruleset).glob("*.toml"))
        return [path.stem for path in found if NAME.fullmatch(path.stem)][:MOST_DECKS]

    def path(self, ruleset: str, name: str) -> Path:
        """Return the file of a saved deck. Raises DeckListError if there is none of that name."""
        names = self.names(ruleset)
        if name not in names:
            near = near_names(name, names)
            known = listed(names, ",") if names else say("none")
            advice = (
                say("Did you mean {name}?", name=near[0])
                if near
                else say("Saved are: {names}.", names=known)
            )
            wanted = say("a deck that was saved for {ruleset}", ruleset=ruleset)
            problem = FileProblem(name, say("the name"), wanted, say("no such deck"), advice)
            raise DeckListError(name, [problem])
        return self._folder / ruleset / f"{name}.toml"

    def save(self, ruleset: str, name: str, parts: Parts) -> None:
        """Save a deck's parts, as codes of cards. Raises DeckListError, NotKeptError."""
        if not NAME.fullmatch(name):
            wanted = say("1 to 40 letters, digits, blanks and dashes")
            problem = FileProblem(
                name[:40], say("the name"), wanted, repr(name[:40]), say("Choose another.")
            )
            raise DeckListError(name, [problem])
        folder = self._folder / ruleset
        try:
            make_directory(self._folder)
            make_directory(folder)
        except OSError as error:
            raise NotKeptError(say("the deck"), folder, error) from error
        write_whole(folder / f"{name}.toml", format_codes(parts).encode(), say("the deck"))

    def remove(self, ruleset: str, name: str) -> None:
        """Remove a saved deck. Raises DeckListError if there is none, NotKeptError."""
        path = self.path(ruleset, name)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise NotKeptError(say("the deck"), path, error) from error


def user_shelf() -> Shelf:
    """Return the decks of the user who runs this program."""
    return Shelf(platformdirs.user_data_path("duelmat", appauthor=False) / "decks")
