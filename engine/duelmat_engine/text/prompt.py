"""The moment at which something is asked, in words: the turn, what is asked of whom, the Chain."""

from __future__ import annotations

from msgspec import Struct

from duelmat_engine.names import Seat
from duelmat_engine.state import Duel, Link
from duelmat_engine.text.questions import decision_words
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, listed, say


class MomentLink(Struct, frozen=True):
    """One link of the Chain."""

    seat: Seat
    effect: str
    text: str
    """The effect that was activated, in words, without its player."""


class Moment(Struct, frozen=True):
    """The state of a duel when a question is put to the judge."""

    turn: int
    seat: Seat
    """The turn player."""
    phase: str
    asked: Seat | None
    """The player who is asked; None: the duel is over."""
    kind: str
    """The kind of the decision, as in `Decision.kind`; empty: the duel is over."""
    question: str
    """The same in words."""
    chain: tuple[MomentLink, ...]
    """The links, the first first; empty: there is no Chain."""
    text: str
    """All of it in a sentence or two."""


def moment_of(wording: Wording, duel: Duel) -> Moment:
    """Return the state of a duel, as data and in words."""
    decision = duel.decision
    question = decision_words(wording, duel)
    if decision is not None and decision.kind == "open":
        question = say("{player} may act.", player=wording.seat(decision.seat))
    chain = tuple(_link(wording, link) for link in duel.chain)
    text = say(
        "Turn {turn}, {player}'s {phase}. {question}",
        turn=duel.turn,
        player=wording.seat(duel.turn_seat),
        phase=wording.phase_title(duel.phase),
        question=question,
    )
    if chain:
        links = listed((_numbered(wording, n, one) for n, one in enumerate(chain, 1)), ",")
        text = say("{moment} The Chain: {links}.", moment=text, links=links)
    return Moment(
        turn=duel.turn,
        seat=duel.turn_seat,
        phase=duel.phase,
        asked=None if decision is None else decision.seat,
        kind="" if decision is None else decision.kind,
        question=question,
        chain=chain,
        text=text,
    )


def _link(w: Wording, link: Link) -> MomentLink:
    return MomentLink(link.seat, link.effect, w.used(link.source, link.effect))


def _numbered(w: Wording, number: int, link: MomentLink) -> Text:
    player = w.seat(link.seat)
    return say("{number}. {link} ({player})", number=number, link=link.text, player=player)
