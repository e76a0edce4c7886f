"""The view of an overlay, made of the open duel alone: what everybody may know, and less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from duelmat_engine import NOBODY, Duel, Link, Piece, Seat, event_words, key_code, seat_letter
from duelmat_engine.events import Activated, AnyEvent, AttackDeclared, CardActivated, Summoned
from duelmat_host.showing.card_values import changed_values
from duelmat_host.showing.match_end import score_view
from duelmat_host.showing.match_types import ScoreView
from duelmat_host.showing.view_types import (
    CardView,
    JudgeCallView,
    LinkView,
    OutcomeView,
    SeatLetter,
    View,
)
from duelmat_host.showing.views import judge_call_view, outcome_view
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table
from duelmat_message import named


class OverlayLinkView(View, frozen=True, omit_defaults=False):
    """A link of the Chain."""

    seat: SeatLetter
    """The player whose effect it is."""
    card: CardView | None
    """The card; null: nobody has seen which."""


class OverlayView(View, frozen=True, omit_defaults=False):
    """The view of a table for a stream."""

    names: dict[SeatLetter, str]
    """The players' names by their seats."""
    ruleset: str
    """The game's name for people."""
    life: dict[SeatLetter, int]
    """Life points by seat."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    turn_seat: SeatLetter
    """The turn player."""
    phase: str
    """The present phase's name for people; empty before the first turn."""
    card: CardView | None
    """The card that was last summoned, activated, used or attacked with, as everybody knows it."""
    card_seat: str
    """The player who did so; empty: there is no such card."""
    card_deed: str
    """The sentence that says what the player did with it."""
    chain: list[OverlayLinkView]
    """The links of the Chain in order; the last one resolves next."""
    score: ScoreView
    """The duels of its match that are over."""
    judge: JudgeCallView | None
    """The call for a judge, while the table waits for the ruling."""
    outcome: OutcomeView | None
    """The end of the duel; null while it goes on."""
    number: int
    """The number of this duel at the table, from 1."""
    link: Literal["up", "weak", "down", "wrong"]
    """The state of the link to the board, as in the public view."""


DEEDS: Final = (Summoned, Activated, CardActivated, AttackDeclared)
"""The events after which an overlay shows their card large."""
_Deed = Summoned | Activated | CardActivated | AttackDeclared


def overlay_view(shown: Table, link: LinkView) -> OverlayView:
    """Return the view of a table for a stream."""
    state, duel = shown.state, shown.state.duel
    titles = {phase.name: phase.title for phase in state.rules.phases}
    deed = _last_deed(state)
    return OverlayView(
        names={seat_letter(Seat(s)): name for s, name in enumerate(state.setup.names)},
        ruleset=named("ruleset", state.rules.title),
        life={seat_letter(Seat(s)): duel.players[s].life for s in duel.seats},
        turn=duel.turn,
        turn_seat=seat_letter(duel.turn_seat),
        phase=titles.get(duel.phase, "") if duel.turn else "",
        card=None if deed is None else _card(state, deed[0].piece),
        card_seat="" if deed is None else _whose(deed[0]),
        card_deed="" if deed is None else event_words(state.wording_about(deed[1]), deed[0]),
        chain=[_link(state, link) for link in duel.chain],
        score=score_view(state),
        judge=judge_call_view(state),
        outcome=outcome_view(state),
        number=state.number,
        link=link.state,
    )


def _last_deed(state: TableState) -> tuple[_Deed, Duel] | None:
    """Return the last thing that was done with a card that everybody knows, and the duel then."""
    for events, before in _past_events(state):
        for event in reversed(events):
            if isinstance(event, DEEDS) and event.piece.key is not None:
                return event, before
    return None


def _past_events(state: TableState) -> Iterator[tuple[tuple[AnyEvent, ...], Duel]]:
    """Yield the events of each action that stands, the last first, with the duel before it."""
    now = state.current
    for past in state.pasts():
        yield now.events, past.before.duel
        now = past.before


def _whose(deed: _Deed) -> str:
    seat = deed.seat if isinstance(deed, Activated) else deed.by
    return "" if seat == NOBODY else seat_letter(seat)


def _card(state: TableState, piece: Piece) -> CardView | None:
    """Return a card by public knowledge, with its values in its present zone."""
    if piece.key is None:
        return None
    name = state.card_title(piece.key)
    lies = next((p for p, now in state.duel.pieces() if now.key == piece.key), None)
    changed = [] if lies is None else changed_values(state.wording, state.duel, lies)
    return CardView(piece.key, key_code(piece.key), name, face="up", changed=changed)


def _link(state: TableState, link: Link) -> OverlayLinkView:
    return OverlayLinkView(seat_letter(link.seat), _card(state, link.source))
