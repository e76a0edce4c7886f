"""Side decking: between two duels of a match players may exchange cards with their side decks.

What a player exchanges, and when, is told to nobody else: its entries add nothing to the log.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine import Seat, deck_faults
from duelmat_host.table.commands import ChooseSide
from duelmat_host.table.entries import SideChosen
from duelmat_host.table.errors import DeclinedError, NothingThereError
from duelmat_host.table.own_sleeves import Part, SideChoice, deck_of, exchanged, has_side
from duelmat_host.table.state import TableState
from duelmat_message import Text, say

SIDE_S: Final = 180
"""Seconds for side decking: fifteen cards are exchanged in them, and twice in a match they take a
fifth of the shortest round that a policy has. Nobody is cut off: a judge comes."""


def may_side(state: TableState, seat: Seat) -> bool:
    """Whether a player may exchange cards now: another duel of the match follows."""
    own = state.setup.own
    return bool(own) and has_side(own[seat]) and state.duel.is_over() and not state.is_match_over


def choice_of(state: TableState, seat: Seat) -> SideChoice:
    """Return the cards that a player exchanges, as chosen so far."""
    return state.ends.sides.get(seat, SideChoice())


def are_siding(state: TableState) -> bool:
    """Whether the next duel waits for a player who has not finished side decking."""
    return any(
        may_side(state, Seat(seat)) and not choice_of(state, Seat(seat)).is_done
        for seat in state.duel.seats
    )


def late_text() -> Text:
    """Return the sentence that calls a judge when the time is over; it names nobody."""
    return say(
        "Side decking takes longer than {minutes} minutes: a judge is called.",
        minutes=SIDE_S // 60,
    )


def side_chosen(state: TableState, seat: Seat, command: ChooseSide) -> list[SideChosen]:
    """Return the entry of a player's choice, none if it is the present one.

    Raises: NothingThereError, DeclinedError.
    """
    if not may_side(state, seat):
        raise NothingThereError(
            say(
                "Cards are exchanged between two duels of a match, by those who have brought a "
                "side deck."
            ),
        )
    choice = SideChoice(frozenset(command.out), frozenset(command.into), command.done)
    _check(state, seat, choice)
    return [] if choice == choice_of(state, seat) else [SideChosen(seat, choice)]


def _check(state: TableState, seat: Seat, choice: SideChoice) -> None:
    """Raise DeclinedError for cards of another part, and for a deck with which nobody may play."""
    brought = state.setup.own[seat]
    places = {part: {at for at, each in enumerate(brought) if each.part is part} for part in Part}
    if not (choice.out <= places[Part.MAIN] and choice.into <= places[Part.SIDE]):
        raise DeclinedError(
            say("Those cards cannot be exchanged. Load the page again."),
        )
    if not choice.is_done:
        return
    if len(choice.out) != len(choice.into):
        raise DeclinedError(
            say(
                "As many cards go out as come in: now {out} go out and {into} come in.",
                out=len(choice.out),
                into=len(choice.into),
            ),
        )
    deck = deck_of(exchanged(brought, choice))
    fault = next(
        iter(deck_faults(state.rules, deck.main, deck.extra, state.setup.event_format)), None
    )
    if fault is not None:
        raise DeclinedError(
            say("The deck would break a rule: {fault}. Exchange other cards.", fault=fault.text)
        )
