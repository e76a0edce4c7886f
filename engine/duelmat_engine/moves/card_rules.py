"""Rules about the card: its place, what forbids or negates it, and its own text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from duelmat_engine.board.derive import derive
from duelmat_engine.board.scope import SELF, Scope
from duelmat_engine.effects.effect import Negate
from duelmat_engine.facts import Lies, Released
from duelmat_engine.moves.moment_rules import Remedies, Test, rule, when
from duelmat_engine.names import zone_kind, zone_seat
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.verdict import Never, Remedy, When
from duelmat_message import Text, say


def is_own(q: Question) -> bool:
    return bool(q.place) and zone_seat(q.place) == q.seat


def is_in(*kinds: str, face_up: bool | None = None) -> Test:
    """The card lies in a zone of the player's own of one of these kinds, this way."""
    return lambda q: (
        q.piece is not None
        and bool(q.place)
        and zone_seat(q.place) == q.seat
        and zone_kind(q.place) in kinds
        and face_up in (None, q.piece.face_up)
    )


IN_HAND: Final = is_in("hand")


def is_kind(kind: str) -> Test:
    """The card is known, and of this kind."""
    return lambda q: q.card is not None and kind in q.card.kinds


def may_be(kind: str) -> Test:
    """The card is of this kind, as far as it is known."""
    return lambda q: q.card is None or kind in q.card.kinds


def is_no(kind: str) -> Test:
    """The card is not known to be of this kind."""
    return lambda q: q.card is None or kind not in q.card.kinds


def lies_in(
    name: str, text: Text, *kinds: str, face_up: bool | None = None, reading: str = ""
) -> Rule:
    """The card lies in a zone of the player's own of one of these kinds, this way; so in words."""
    return when(name, is_in(*kinds, face_up=face_up), text, Lies(kinds, face_up), reading)


def from_hand(name: str, reading: str = "") -> Rule:
    there = When(say("The card is in your hand."), Lies(("hand",)))
    return rule(name, IN_HAND, lambda q: never_in_hand(q) or there, reading)


def never_in_hand(q: Question) -> Never | None:
    """The remedy of a card that never lies in a hand (a Synchro); None: it may come there."""
    if q.card is not None:
        for place in q.game.rules.zones.places:
            if "hand" in place.zones and not place.fits(q.card.kinds):
                return Never(say("It never lies in a hand."), place.rule)
    return None


def not_forbidden(act: str, name: str, advice: Remedy, reading: str = "") -> Rule:
    """No card on the field forbids the act by this statement."""

    def holds(q: Question) -> bool:
        if not q.may_forbid:
            return True
        for forbid in derive(q.duel, q.game).forbidden(act, q.card, q.seat):
            if name in forbid.rules:
                return False
        return True

    return rule(name, holds, advice, reading)


def _negations(q: Question) -> Iterable[Negate]:
    """Return all that negates the card."""
    if not q.may_forbid or q.piece is None:
        return ()
    return derive(q.duel, q.game).negations(q.piece, q.seat, q.place)


def is_not_negated(q: Question) -> bool:
    """Whether no card negates this one, by whatever statement."""
    return not any(_negations(q))


NEGATOR_GONE: Final = When(say("The card that negates it has left the field."), Released())


def not_negated(name: str, reading: str = "") -> Rule:
    """No card negates this one by this statement."""

    def holds(q: Question) -> bool:
        return not any(name in negate.rules for negate in _negations(q))

    return rule(name, holds, NEGATOR_GONE, reading)


def text_allows(act: str, name: str, advice: Remedies, reading: str = "") -> Rule:
    """The card's own text does not refuse this act (a Heart is never Set)."""

    def holds(q: Question) -> bool:
        if q.card is None or not (q.may_bind or act in q.game.limited_acts(q.card)):
            return True
        on_field = q.piece if zone_kind(q.place) == "m" else None
        texts = derive(q.duel, q.game).restrictions(act, on_field, q.card, q.seat)
        return all(text.rules[0] != name for text in texts)

    return rule(name, holds, advice, reading)


def own_scope(q: Question) -> Scope:
    """Return the scope in which the card's own words are read."""
    own = () if q.piece is None else (q.piece,)
    return Scope(q.duel, q.game, q.seat, {SELF.name: own})
