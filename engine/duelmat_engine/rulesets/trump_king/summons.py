"""Summons and Sets of monsters: Normal Summons, Sets, and summons by a suit's own text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duelmat_engine.board.refs import top_of
from duelmat_engine.candidates.possible import blocked_at
from duelmat_engine.effects.terms import Cards, Exists, NotKind, Other
from duelmat_engine.facts import Holds, Released
from duelmat_engine.moves import plays
from duelmat_engine.moves.activating import lack_of
from duelmat_engine.moves.card_rules import from_hand, own_scope, text_allows
from duelmat_engine.moves.moment_rules import Citation, Readings, Remedies, do, never, rule
from duelmat_engine.moves.sources import own_field, row_of
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.rulesets.trump_king import limits
from duelmat_engine.state import Piece, card_at
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import Text, listed, say

ATTACK_ONLY = plays.Laid(Citation("TK-16"), plays.OR_SET, positions=(True,))
FREE_ZONE = plays.to_free("m", "TK-21", "G-93")
FACE_DOWN = plays.Laid(Citation("TK-16"), plays.SIDEWAYS, face_up=False, positions=(False,))


def summons(readings: Readings) -> Iterator[MoveKind]:
    sets_too = readings["G-88"] == "Sets too"
    locks = [limits.not_forbidden("summon", name, "G-88") for name in ("TK-86", "TK-93")]
    yield plays.lay(
        *("normal-summon", "m", "TK-14", "TK-15"),
        laid=ATTACK_ONLY,
        room=FREE_ZONE,
        extra_citations=limits.phase_citation,
        moment=(*limits.OWN_MAIN, limits.SUMMON_RIGHT, limits.ROOM),
        card=(*limits.NO_LOCK, limits.JOKER_MAY_FIGHT),
    )
    yield plays.lay(
        *("set-monster", "m", "TK-16", "TK-17"),
        source_rules=(from_hand("TK-14"),),
        laid=FACE_DOWN,
        paid=(plays.pays_nothing("TK-17"),),
        room=FREE_ZONE,
        extra_citations=limits.phase_citation,
        moment=(*limits.OWN_MAIN, limits.SET_RIGHT, limits.ROOM),
        card=(
            *(locks if sets_too else map(limits.permits_past, locks)),
            limits.JOKER_MAY_FIGHT,
            text_allows("set", "TK-74", _summon_instead),
        ),
    )
    yield _spade()
    yield _club()
    yield _diamond()


def _summon_instead(q: Question) -> Remedy:
    """Return the remedy for a Heart that is not Set: it is summoned, once nothing forbids it."""
    for lock in limits.NO_LOCK:
        if not lock.holds(q):
            gone = limits.LOCKS[lock.id]
            text = say(
                "{gone:bare}, and you summon the Heart face-up in Attack Position.", gone=gone
            )
            return When(text, Released())
    return Do(say("Summon the Heart face-up in Attack Position."))


def special_citation(q: Question) -> tuple[str, ...]:
    turned = not plays.play_of(q).upright
    return (*limits.phase_citation(q), "TK-20", *(("TK-18",) if turned else ()))


def _by_suit(suit: str, name: str, text: Text, *further: Rule, **more: Any) -> MoveKind:
    """Return a Special Summon of a suit of the main deck from the hand, by its own text.

    `further` are limits on the card; `more` as for any play.
    """

    def is_suit(q: Question) -> bool:
        return q.card is None or (q.card.trait("suit") == suit and "pack" in q.card.kinds)

    usual: dict[str, Any] = {
        "source_rules": (from_hand(name, "G-85"),),
        "room": FREE_ZONE,
        "moment": (*limits.OWN_MAIN, limits.ROOM),
    }
    return plays.lay(
        *(f"{suit}-summon", "m", name),
        laid=limits.FACE_UP,
        extra_citations=special_citation,
        card=(never(name, is_suit, text), *limits.NO_SPECIAL_LOCK, *further),
        **usual | more,
    )


def _payable(block: str, name: str, remedy: Remedies, reading: str = "") -> Rule:
    """Return the limit that a summon's block could be carried out."""

    def holds(q: Question) -> bool:
        return blocked_at(own_scope(q), q.game.blocks[block]) is None

    return rule(name, holds, remedy, reading)


def _spade() -> MoveKind:
    def life(q: Question) -> Remedy:
        number = None if q.card is None else q.card.number("number")
        assert number is not None
        return limits.can_pay(q, number)

    text = say("Only a Spade of the main deck can Special Summon itself like this.")
    paid = _payable("spade-summon", "TK-70", life, "G-44")
    return _by_suit("spade", "TK-70", text, paid, source_rules=(from_hand("TK-70"),))


def _club() -> MoveKind:
    text = say("Only a Club of the main deck can Special Summon itself like this.")
    match = say("You hold another Club, or another card of its number, to discard.")

    def discard(q: Question) -> Remedy:
        return When(match, lack_of(own_scope(q), q.game.blocks["club-summon"]))

    paid = _payable("club-summon", "TK-81", discard)
    return _by_suit("club", "TK-81", text, paid)


# Paying with a card of the field


def is_synchro(q: Question, piece: Piece) -> bool:
    return piece.key is not None and "synchro" in q.game.rules.card(piece.key).kinds


def names_no_synchro(q: Question) -> bool:
    tops = [top_of(q.duel, name) for name in plays.play_of(q).using]
    return not any(top is not None and is_synchro(q, top) for top in tops)


OPPOSED = When(
    say("The opponent has a card on the field."), Holds((Exists(Cards(("m", "s"), "opposing")),))
)


def _diamond() -> MoveKind:
    def opposed(q: Question) -> bool:
        other = Seat(1 - q.seat)
        return bool(row_of(q, other, "m") or row_of(q, other, "s"))

    def one_own(q: Question) -> bool:
        using = plays.play_of(q).using
        return len(using) == 1 and using[0] in {name for name, _ in own_field(q)}

    def pay_with(q: Question) -> Remedy:
        field = [lying for lying in own_field(q) if lying[0] != q.place]
        own = listed((card_at(name) for name, piece in field if not is_synchro(q, piece)), "or")
        if own:
            return Do(say("Send exactly one card of yours to the Graveyard: {own}.", own=own))
        there = Exists(Cards(("m", "s"), "own", (Other(), NotKind(kind="synchro"))))
        text = say("You have a card on the field that can go to the Graveyard.")
        return When(text, Holds((there,)))

    def payments(q: Question) -> list[tuple[ZoneName]]:
        return [(paid,) for paid, piece in own_field(q) if not is_synchro(q, piece)]

    text = say("Only a Diamond of the main deck can Special Summon itself like this.")
    stays = say("Pay with a card that is no Synchro: that one cannot go to the Graveyard.")
    return _by_suit(
        *("diamond", "TK-88", text),
        moment=(*limits.OWN_MAIN, rule("TK-88", opposed, OPPOSED)),
        payments=payments,
        paid=(
            rule("TK-88", one_own, pay_with),
            do("TK-54", names_no_synchro, stays, "G-84"),
        ),
        room=plays.to_free("m", "TK-22"),
    )
