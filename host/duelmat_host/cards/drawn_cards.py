"""The cards of a game as pages draw them: their faces, and the user's own pictures."""

from __future__ import annotations

from duelmat_engine import Ruleset
from duelmat_host.cards.art import ArtFolder, Picture
from duelmat_rulesets.card_faces import card_faces
from duelmat_rulesets.face_types import CardFaces


class DrawnCards:
    """The cards of one game: the same for everybody, whoever holds what."""

    def __init__(self, rules: Ruleset, art: ArtFolder | None) -> None:
        """`art` has the user's own pictures, if there are any."""
        self.faces = CardFaces(card_faces(rules, () if art is None else art.codes))
        """The faces of the game's cards."""
        self._art = art

    def picture(self, code: str) -> Picture | None:
        """Return the user's own picture of a card, if there is one."""
        return None if self._art is None else self._art.picture(code)

    def of(self, rules: Ruleset) -> DrawnCards:
        """Return the cards of another game, with pictures of the same folder.

        Raises ArtFolderError.
        """
        art = None if self._art is None else ArtFolder(self._art.folder, rules.cards)
        return DrawnCards(rules, art)
