"""The moment at which something is asked, in words: turn, question, and what the Chain will do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Bound
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.words import CARDS
from duelmat_engine.state import Duel, Link, Piece
from duelmat_engine.text.questions import decision_words
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, filled, listed, named, say


class ToldLink(Struct, frozen=True):
    """One link of the Chain, in words."""

    seat: Seat
    text: str
    """The card and as what it is used: "the 8 of hearts as quick magic"."""
    does: str
    """Its result when it resolves: "destroy the 4 of hearts"; else the text of the effect."""
    source: ZoneName | None
    """The zone of its card, if it still lies somewhere."""
    targets: tuple[ZoneName, ...]
    """The zones of the cards that it aims at, as far as they still lie there."""


def told_links(wording: Wording, duel: Duel) -> tuple[ToldLink, ...]:
    """The links of the Chain, the first first: the last one resolves next."""
    where = {piece.oid: name for name, piece in duel.pieces()}
    return tuple(_told(wording, duel, link, where) for link in duel.chain)


def _told(w: Wording, duel: Duel, link: Link, where: dict[int, ZoneName]) -> ToldLink:
    effect = w.game.rules.effects[link.effect]
    aimed = _aimed(link)
    does = listed(_does(w, effect.resolve, aimed, where))
    text = does or say("{text:inner}", text=named("effect", effect.text))
    targets = dict.fromkeys(where[p.oid] for ps in aimed.values() for p in ps if p.oid in where)
    at = next((name for name, p in duel.pieces() if _is_source(p, link.source)), None)
    return ToldLink(link.seat, w.used(link.source, link.effect), text, at, (*targets,))


def _is_source(piece: Piece, source: Piece) -> bool:
    """Whether a card is the one that was activated, though it may have moved since."""
    return piece.oid == source.oid or (piece.key is not None and piece.key == source.key)


def _aimed(link: Link) -> dict[str, tuple[Piece, ...]]:
    """The cards that a link aims at, by the names to which they are bound."""
    own = {"self", "event", "answers"}
    return {
        name: tuple(each for each in value if isinstance(each, Piece))
        for name, value in link.bound.items()
        if name not in own and isinstance(value, tuple)
    }


def _does(
    w: Wording,
    block: Iterable[ops.Op],
    aimed: dict[str, tuple[Piece, ...]],
    where: dict[int, ZoneName],
) -> Iterator[str]:
    """Yield what happens to the cards that are aimed at, as far as they still lie there."""

    def cards(name: str) -> Text:
        there = [p for p in aimed.get(name, ()) if p.oid in where]
        return listed(w.piece(p, where[p.oid]) for p in there)

    for op in block:
        match op:
            case ops.Destroy(cards=Bound(name=name)) if cards(name):
                yield say("destroy {cards}", cards=cards(name))
            case ops.Send(cards=Bound(name=name), to=to) if cards(name):
                sends = _SENDS.get(zone_kind(f"a.{to}"))
                if sends is None:
                    yield say("move {cards}", cards=cards(name))
                else:
                    yield filled(sends, cards=cards(name))
            case ops.Equip(to=name) if cards(name):
                yield say("equip {cards}", cards=cards(name))


_SENDS = {
    "grave": say("send to the Graveyard: {cards}", cards=CARDS),
    "banished": say("banish {cards}", cards=CARDS),
    "hand": say("return to the hand: {cards}", cards=CARDS),
    "pile": say("put back into the Deck: {cards}", cards=CARDS),
    "extra": say("return to the Extra Deck: {cards}", cards=CARDS),
}
"""The words for cards that are sent to a zone, by its kind."""


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
    chain = tuple(
        MomentLink(link.seat, link.effect, wording.used(link.source, link.effect))
        for link in duel.chain
    )
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


def _numbered(w: Wording, number: int, link: MomentLink) -> Text:
    player = w.seat(link.seat)
    return say("{number}. {link} ({player})", number=number, link=link.text, player=player)
