"""Faults of how cards lie: what no duel can reach about single cards, by the ruleset's tables.

`Ruleset.places` says which cards lie in which zones, the limits that a card prints (`Restrict`)
how it never lies, and the phases and the turn in which it may have attacked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from duelmat_engine.actions import Action, Activate, Attack
from duelmat_engine.cardfiles.card_form import walk
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.moves.phases import following
from duelmat_engine.names import Seat, ZoneName, key_code, seat_letter, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, Question, speed_row
from duelmat_engine.ruleset.tables import BACK, Place
from duelmat_engine.state import Duel, Piece, card_ref, lying
from duelmat_message import Text, listed, ref, say

_SLOW: Final = ("magic", "ignition")
"""Uses of effects that answer nothing, unless they are fast."""


class PlaceLimits(NamedTuple):
    """The limits on how a printed card may lie in zones of a kind, each with its rule."""

    places: tuple[Place, ...]
    """The limits that it does not fit."""
    not_down: str
    """The rule by which it never lies face-down there; empty: none."""
    not_there: str
    """The rule by which it is never brought there; empty: none."""


def card_faults(duel: Duel, game: Game) -> Iterator[Fault]:
    """Yield the faults of each card where it lies."""
    rules = game.rules
    for name, pieces in duel.zones.items():
        kind = zone_kind(name)
        on_field = kind in rules.zones.field
        owners = kind in rules.zones.owned
        for piece in pieces:
            if piece.key is not None:
                known = place_limits(game, kind, key_code(piece.key))
                yield from _lying_faults(known, name, piece, on_field=on_field)
            if owners and piece.owner != zone_seat(name):
                wanted = say("cards of the player whose zone it is")
                yield fault_at(name, wanted, card_ref(piece), "".join(rules.citations.owners[:1]))
            if piece.beneath and not rules.citations.beneath:
                wanted = say("nothing beneath {card}", card=card_ref(piece))
                under = listed(map(card_ref, piece.beneath), ",")
                yield fault_at(name, wanted, say("beneath it {cards}", cards=under))
            if piece.arrived or piece.attacked or piece.turned:
                yield from _turn_faults(duel, game, name, piece)


def _lying_faults(
    known: PlaceLimits, name: str, piece: Piece, *, on_field: bool
) -> Iterator[Fault]:
    for place in known.places:
        face = "up" if piece.face_up else "down"
        if place.face in ("", face) and (place.attached or not piece.attached):
            got = lying(piece) if place.face else card_ref(piece)
            yield fault_at(name, place.holds, got, place.rule)
    if known.not_there:
        wanted = say("a card that comes there")
        yield fault_at(name, wanted, card_ref(piece), known.not_there)
    if on_field and known.not_down and not piece.face_up:
        wanted = say("{card} face-up", card=card_ref(piece))
        yield fault_at(name, wanted, say("it face-down"), known.not_down)


def _turn_faults(duel: Duel, game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    done = (say("arrived"), say("attacked"), say("turned"))
    for what, turn in zip(done, (piece.arrived, piece.attacked, piece.turned), strict=True):
        if turn > duel.turn:
            wanted = say("{what} by turn {last}", what=what, last=duel.turn)
            yield fault_at(name, wanted, say("turn {turn}", turn=turn))
    if piece.attacked == duel.turn and duel.phase not in after_attacks(game, duel.turn):
        found = game.rules.phase(duel.phase)
        wanted = say("no attack by the {phase} of turn {turn}", phase=found.title, turn=duel.turn)
        yield fault_at(name, wanted, _attacked(piece), "".join(found.rules[:1]))
    elif piece.attacked == duel.turn and zone_seat(name) != duel.turn_seat:
        yield from _attacker_faults(duel, game, name, piece)


def _attacker_faults(duel: Duel, game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    """The fault of an attack by another than the turn player, unless the card has changed sides.

    What was taken for the turn is given back as the turn ends; an effect that its player may use
    in another's turn takes it at any time.
    """
    seat = zone_seat(name)
    for effect in game.rules.effects.values():
        taken = [op for op in walk(effect) if isinstance(op, ops.TakeControl)]
        back = any(op.this_turn for op in taken) and game.rules.phase(duel.phase).then == "end"
        if taken and (back or _may_answer(duel, game, seat, effect)):
            return
    wanted = say("no attack in the turn of player {seat}", seat=ref(seat_letter(duel.turn_seat)))
    for rule in _by_turn_player(duel, game, seat, Attack(ZoneName(name)))[:1]:
        yield fault_at(name, wanted, _attacked(piece), rule)


def _attacked(piece: Piece) -> Text:
    return say("{card}, attacked", card=card_ref(piece))


def _may_answer(duel: Duel, game: Game, seat: Seat, effect: Effect) -> bool:
    """Whether a player whose turn it is not may use an effect."""
    cards = (card for card in game.rules.cards.values() if effect.name in card.effects)
    if effect.use not in _SLOW or any(speed_row(game.rules, effect, c)[0] > 1 for c in cards):
        return True
    return not _by_turn_player(duel, game, seat, Activate(effect.name, ""))


def _by_turn_player(duel: Duel, game: Game, seat: Seat, action: Action) -> list[str]:
    """The rules that keep an act in open play from a player whose turn it is not."""
    own, other = Question(duel, game, duel.turn_seat), Question(duel, game, seat)
    own.action = other.action = action
    moments = (rule for move in game.moves if move.takes(action) for rule in move.moment)
    return [rule.id for rule in moments if rule.holds(own) and not rule.holds(other)]


def after_attacks(game: Game, turn: int) -> set[str]:
    """The phases of a turn in which a card may have attacked in it already."""
    phases = game.rules.named_phases
    battles = (n for n in game.rules.battle.phases if n in phases and has_phase(game, n, turn))
    reached = following(phases, battles)
    inserted = {phase.name for phase in game.rules.phases if phase.then == BACK}
    return reached | inserted if reached else reached


def has_phase(game: Game, name: str, turn: int) -> bool:
    """Whether this turn may have this phase."""
    leading = [e for phase in game.rules.phases for e in phase.exits if e.to == name]
    closed = all(not e.is_of(1) and any(map(game.is_on, e.rules)) for e in leading)
    skipped = game.rules.phase(name).skipped_on_first_turn or (leading and closed)
    return turn > 1 or not skipped


def never_down(game: Game, kind: str, code: str) -> tuple[str, ...]:
    """The rules by which a card never lies face-down in zones of a kind."""
    known = place_limits(game, kind, code)
    places = (place.rule for place in known.places if place.face in ("", "down"))
    return tuple(filter(None, dict.fromkeys((*places, known.not_down, known.not_there))))


@lru_cache(maxsize=4096)
def place_limits(game: Game, kind: str, code: str) -> PlaceLimits:
    """Return the limits of a card in zones of a kind."""
    card, zones = game.rules.cards[code], game.rules.zones
    not_down = ""
    if game.rules.in_play.never_down in card.kinds:
        not_down = "".join(game.rules.citations.never_down[:1])
    elif kind == "m" and _printed(game, card, "turn"):  # it is never Set, and never turned
        not_down = _printed(game, card, "set")
    return PlaceLimits(
        places=tuple(p for p in zones.places if kind in p.zones and not p.fits(card.kinds)),
        not_down=not_down,
        not_there=_printed(game, card, "summon") if kind == "m" else "",
    )


def _printed(game: Game, card: Card, act: str) -> str:
    """The rule by which a card's own text forbids this always; empty: none does."""
    for name in card.effects:
        for restrict in game.rules.effects[name].restricts:
            reading, value = restrict.under
            always = not restrict.when and restrict.cards is None
            if always and act in restrict.acts and (not reading or game.reads(reading) == value):
                return restrict.rules[0] if game.is_on(restrict.rules[0]) else ""
    return ""
