"""How cards lie: what no duel can reach about single cards, by the ruleset's own tables.

`Ruleset.places` says which cards lie in which zones, the limits that a card prints (`Restrict`)
how it never lies, and the phases when it may have attacked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.cards import Card
from duelmat_engine.errors import Fault
from duelmat_engine.names import Seat, card_key, key_code, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, PlaceLimits
from duelmat_engine.state import Duel, Piece
from duelmat_engine.steps.transitions import BACK

PLAIN: Final = PlaceLimits()
"""Nothing: it may lie there either way."""


def card_faults(duel: Duel, game: Game) -> Iterator[Fault]:
    """What is wrong with each card where it lies."""
    rules = game.rules
    for name, pieces in duel.zones.items():
        kind = zone_kind(name)
        on_field = kind in rules.zones.field
        owners = kind in rules.zones.owned
        for piece in pieces:
            if piece.key is not None:
                known = place_limits(game, kind, piece.key)
                if known is not PLAIN:
                    yield from _lying_faults(known, name, piece, on_field=on_field)
            if owners and piece.owner != zone_seat(name):
                text = f"{name}: expected cards of the player whose zone it is, got {piece.key}"
                yield Fault(text, rules.citations.owners[0])
            if piece.beneath and not rules.citations.beneath:
                under = ", ".join(str(card.key) for card in piece.beneath)
                yield Fault(
                    f"{name}: expected nothing beneath {piece.key}, got beneath it {under}"
                )
            if piece.arrived or piece.attacked or piece.turned:
                yield from _turn_faults(duel, game, name, piece)


def _lying_faults(
    known: PlaceLimits, name: str, piece: Piece, *, on_field: bool
) -> Iterator[Fault]:
    for place in known.places:
        face = "up" if piece.face_up else "down"
        if place.face in ("", face) and (place.attached or not piece.attached):
            how = f" face-{face}" if place.face else ""
            yield Fault(f"{name}: expected {place.holds}, got {piece.key}{how}", place.rule)
    if known.not_there:
        yield Fault(f"{name}: expected a card that comes there, got {piece.key}", known.not_there)
    if on_field and known.not_down and not piece.face_up:
        yield Fault(f"{name}: expected {piece.key} face-up, got it face-down", known.not_down)


def _turn_faults(duel: Duel, game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    for what, turn in (
        ("arrived", piece.arrived),
        ("attacked", piece.attacked),
        ("turned", piece.turned),
    ):
        if turn > duel.turn:
            yield Fault(f"{name}: expected {what} by turn {duel.turn}, got turn {turn}")
    if piece.attacked == duel.turn and duel.phase not in after_attacks(game, duel.turn):
        found = game.rules.phase(duel.phase)
        when = f"the {found.title} of turn {duel.turn}"
        text = f"{name}: expected no attack by {when}, got {piece.key}, attacked"
        yield Fault(text, found.rules[0])


def after_attacks(game: Game, turn: int) -> set[str]:
    """The phases of a turn in which a card may have attacked in it already."""
    phases = {phase.name: phase for phase in game.rules.phases}
    reached: set[str] = set()
    ahead = [name for name in game.rules.battle.phases if has_phase(game, name, turn)]
    while ahead:
        name = ahead.pop()
        if name in phases and name not in reached:
            reached.add(name)
            ahead += [phases[name].then, *(leave.to for leave in phases[name].exits)]
    inserted = {phase.name for phase in game.rules.phases if phase.then == BACK}
    return reached | inserted if reached else reached


def has_phase(game: Game, name: str, turn: int) -> bool:
    """Whether this turn may have this phase."""
    leading = [e for phase in game.rules.phases for e in phase.exits if e.to == name]
    closed = bool(leading) and all(
        leave.not_on_first_turn and any(map(game.is_on, leave.rules)) for leave in leading
    )
    return turn > 1 or not (closed or game.rules.phase(name).skipped_on_first_turn)


def may_be_set(game: Game, kind: str, code: str) -> bool:
    """Whether a card may lie face-down in zones of a kind."""
    known = place_limits(game, kind, card_key(Seat(0), code))
    return known is PLAIN and not _printed(game, game.rules.cards[code], "set")


def place_limits(game: Game, kind: str, key: str) -> PlaceLimits:
    """What is said of a card in zones of a kind."""
    code = key_code(key)
    found = game.place_limits.get((kind, code))
    if found is None:
        found = game.place_limits[kind, code] = _look_up(game, kind, game.rules.card(key))
    return found


def _look_up(game: Game, kind: str, card: Card) -> PlaceLimits:
    rules = game.rules
    found = PlaceLimits(
        places=tuple(p for p in rules.zones.places if kind in p.zones and not p.fits(card.kinds)),
        not_down=_not_down(game, kind, card),
        not_there=_printed(game, card, "summon") if kind == "m" else "",
    )
    return PLAIN if found == PLAIN else found


def _not_down(game: Game, kind: str, card: Card) -> str:
    """The rule by which it never lies face-down: it is never Set, and never turned."""
    if game.rules.in_play.never_down and game.rules.in_play.never_down in card.kinds:
        return game.rules.citations.never_down[0]
    if kind == "m" and _printed(game, card, "turn"):
        return _printed(game, card, "set")
    return ""


def _printed(game: Game, card: Card, act: str) -> str:
    """The rule by which a card's own text forbids this always; empty: none does."""
    for name in card.effects:
        for restrict in game.rules.effects[name].restricts:
            reading, value = restrict.under
            always = not restrict.when and restrict.cards is None
            if always and act in restrict.acts and (not reading or game.reads(reading) == value):
                return restrict.rules[0] if game.is_on(restrict.rules[0]) else ""
    return ""
