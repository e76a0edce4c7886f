"""Cards that come to light: whether an unseen card of a zone can turn out to be this one."""

from __future__ import annotations

from duelmat_engine.actions import Action, Activate, Turn
from duelmat_engine.board.refs import unseen_counts
from duelmat_engine.names import CardKey, Seat, ZoneName, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, Piece
from duelmat_engine.verdict import Cited, Do, Never, Verdict, malformed
from duelmat_engine.visibility.knowledge import may_lie, refused_by, without_rules
from duelmat_message import ref, say


def owner_of(duel: Duel, name: str) -> Seat:
    """Return the owner of a zone's unseen card; the zone's player may have taken it over."""
    return next((p.owner for p in duel.at(name) if p.key is None), zone_seat(name))


def can_lie(duel: Duel, name: str, key: CardKey) -> bool:
    """Whether a card can lie unseen in a zone, whatever rules may have been broken."""
    owner = owner_of(duel, name)
    hidden = duel.hidden[owner]
    rules = {c.rule for c in hidden.claims if c.rule}
    return may_lie(without_rules(hidden, rules), unseen_counts(duel, owner), ZoneName(name), key)


def is_misnamed(action: Action, piece: Piece | None) -> bool:
    """Whether an action says of a known card that it is another one."""
    if not isinstance(action, Activate | Turn) or piece is None:
        return False
    return action.shown is not None and action.shown != piece.key


def misnamed(decision: Decision) -> Verdict:
    """The verdict on an action that takes a card for another one."""
    return malformed(decision.rules, Do(say("Turn the card up and name it as it is.")))


def cannot_be(
    duel: Duel, game: Game, place: str, key: CardKey, rules: tuple[str, ...]
) -> Verdict | None:
    """Return the verdict on an unseen card that cannot turn out to be this one; None: it can.

    What physically may lie there, but only because a rule was broken, is for a judge to decide;
    a rule that is off forbids nothing.
    """
    name, owner = ZoneName(place), owner_of(duel, place)
    hidden = without_rules(duel.hidden[owner], game.disabled)
    counts = unseen_counts(duel, owner)
    if may_lie(hidden, counts, name, key):
        return None
    at = {"card": ref(key), "place": ref(name)}
    by = refused_by(hidden, counts, name, key)
    if by:
        text = say(
            "By the rules {card} cannot lie in {place}: call a judge, who lets it stand or not.",
            **at,
        )
        return Verdict(False, tuple(map(Cited, by)), (Do(text),))
    elsewhere = [ref(other) for other, p in duel.pieces() if p.key == key]
    if elsewhere:
        text = say(
            "{card} cannot be the card of {place}: it lies in {other}.", **at, other=elsewhere[0]
        )
    elif key not in hidden.pool:
        text = say(
            "{card} cannot be the card of {place}: no unseen card of that deck is {card}.", **at
        )
    else:
        text = say("{card} cannot be the card of {place} after what has been seen.", **at)
    return malformed(rules, Never(text, (*rules, "")[0]))
