"""The choice of a duel at a table: the game, the players, the decks, and how many duels."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from duelmat_decks.card_loading import bring_cards, files_for
from duelmat_decks.deck_loading import bring_deck, bring_decks
from duelmat_decks.shelf import Shelf
from duelmat_engine import Deck, Ruleset, base_name, find_ruleset, ruleset_names, use_cards
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.kept_choice import keep_choice
from duelmat_host.app.seating import Against, other_player, seating_with
from duelmat_host.app.table_service import TableService
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.errors import DeclinedError
from duelmat_message import LINE_ENDS, NEVER, say

_Name = Annotated[
    str, Meta(min_length=1, max_length=40, pattern=rf"^(?!\s)[^{NEVER}{LINE_ENDS}]*$")
]
_DeckName = Annotated[str, Meta(max_length=40)]


class StartRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A duel as it is wanted."""

    game: Annotated[str, Meta(min_length=1, max_length=64)]
    """The ruleset's name."""
    against: Against
    names: tuple[_Name, _Name]
    decks: tuple[_DeckName, _DeckName] = ("", "")
    """The names of saved decks; empty: the game's own."""
    duels: Annotated[int, Meta(ge=0, le=99)] = 0
    """The duels of the match; 0: one after another, as long as the players like."""
    leaves: bool = False
    """Whether a duel that goes on is left for it."""


class StartDesk:
    """The choice of what is played at one table with a simulated mat, and its beginning."""

    def __init__(
        self, service: TableService, duels: DuelSeries, shelf: Shelf, usual: Against | None
    ) -> None:
        """Args:
        service: the table.
        duels: its duels.
        shelf: the saved decks.
        usual: the other player who is proposed, while nobody has said yet what is played; None:
        it has been said.

        """
        self.shelf = shelf
        if usual is None:
            keep_choice(duels.options.directory, other_player(duels.options.seating))
        self.waits = usual is not None
        """Whether it is still to be chosen what is played."""
        self._usual = usual
        self._service = service
        self._duels = duels

    @property
    def setup(self) -> DuelSetup:
        """Return the conditions of the duel at the table."""
        return self._service.table_loop.table.state.setup

    @property
    def turn(self) -> int:
        """Return the turn of the duel that goes on at the table; 0: none does."""
        duel = self._service.table_loop.table.state.duel
        return 0 if self.waits or duel.is_over() else duel.turn

    @property
    def against(self) -> Against:
        """Return the other player who is proposed."""
        return self._usual or other_player(self._duels.options.seating)

    def rules(self, game: str) -> tuple[Ruleset, str]:
        """Return a game with the players' own cards, as their files are now, and their text.

        Raises DeclinedError for an unknown game, CardsError with all that is wrong with a file.
        """
        if game not in ruleset_names():
            raise DeclinedError(
                say("There is no game {game!r} here: choose one of the list.", game=game)
            )
        text = bring_cards(game, files_for(game, self._duels.options.cards))
        return (use_cards(text) if text else find_ruleset(game)), text

    async def begin(self, request: StartRequest) -> None:
        """Begin the duel that is wanted.

        Raises DuelmatError where that is not possible; then all is as it was.
        """
        if self.turn and not request.leaves:
            raise DeclinedError(
                say("A duel is going on: continue it, or say that you leave it."),
            )
        rules, text = self.rules(request.game)
        usual = self._usual_decks(rules)
        first, second = (
            self._saved(rules, name) if name else deck
            for name, deck in zip(request.decks, usual, strict=True)
        )
        setup = DuelSetup(
            rules.name, request.names, (first, second), duels=request.duels, cards=text
        )
        before = self._duels.seat_players(seating_with(request.against))
        try:
            await self._service.open_match(setup)
        except BaseException:
            self._duels.seat_players(before)
            raise
        self.waits, self._usual = False, None
        keep_choice(self._duels.options.directory, request.against)

    def _usual_decks(self, rules: Ruleset) -> tuple[Deck, Deck]:
        """Return the decks of the settings where they are for this game, else the game's own."""
        options = self._duels.options
        is_theirs = base_name(rules.name) == options.ruleset
        return bring_decks(rules, options.decks if is_theirs else ())

    def _saved(self, rules: Ruleset, name: str) -> Deck:
        return bring_deck(rules, str(self.shelf.path(base_name(rules.name), name)))
