"""Positions as tables: what lies where, as people at a table know it.

The duel that comes of it is open: "?" is a card that nobody has seen, and whatever of a deck is
placed nowhere lies unseen in its pile. A judge then answers for every way it may be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from duelmat_engine.cardfiles.form import Form, FormFault, shown
from duelmat_engine.errors import Fault, PositionError
from duelmat_engine.forms.layout_faults import may_be_set
from duelmat_engine.forms.position import Placed, owned, position
from duelmat_engine.forms.side_form import UNSEEN, Laid, Side
from duelmat_engine.names import (
    ROW_KINDS,
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    zone_kind,
    zone_seat,
)
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, Hidden, Piece, replace
from duelmat_message import Ref, Text, listed, say

_KEYS: Final = ("turn", "seat", "phase")


def read_position(form: Form, game: Game) -> Duel | None:
    """The duel of a position table; None if a fault has been noted."""
    before = len(form.faults)
    rules = game.rules
    letters = seat_letters(form.table, rules)
    form.only((*_KEYS, *SEAT_LETTERS[: max(rules.players)]))
    turn = form.number("turn", 3, low=1, high=10_000)
    seat = form.one_of("seat", tuple(letters), "a")
    phases = [phase.name for phase in rules.phases]
    leads_to = {p.name: {p.then, *(leave.to for leave in p.exits)} for p in rules.phases}
    before_battle = (name for name in phases if leads_to[name] & {*rules.battle.phases})
    phase = form.one_of("phase", phases, next(before_battle))
    sides = {letter: Side(form.inner(letter), game, turn) for letter in letters}
    laid: Laid = {
        f"{letter}.{name}": cards
        for letter, side in sides.items()
        for name, cards in side.zones.items()
    }
    _leave_out_strangers(laid, letters, form)
    _leave_out_attached(laid)
    decks = [side.deck for side in sides.values()]
    usual = rules.decks.standard or rules.decks.practice
    left = [
        _unplaced(laid, usual[0] if deck is None else deck, Seat(seat))
        for seat, deck in enumerate(decks)
    ]
    missing: dict[tuple[str, str], int] = {}
    for letter, rest in zip(letters, left, strict=True):
        placed = [
            (name, index)
            for name, cards in laid.items()
            for index, card in enumerate(cards)
            if name[0] == letter and card.code == UNSEEN
        ]
        if len(placed) > len(rest):
            wanted = say(
                "no more unseen cards than the {number} of the deck that lie nowhere else",
                number=len(rest),
            )
            form.fault(wanted, say("{numbers} of them", numbers=len(placed)), letter)
            for name, index in reversed(placed[len(rest) :]):
                del laid[name][index]
        if rules.decks.standard is not None or sides[letter].deck is not None:
            missing[letter, "pile"] = len(rest) - len(placed)
        if rules.decks.standard is not None:
            missing[letter, "extra"] = len(_unplaced(laid, usual[1], Seat(letters.index(letter))))
    unseen = _fill_in(laid, game, left)
    for (letter, side), rest in zip(sides.items(), left, strict=True):
        own = rules.decks.standard is not None  # what is left of that is laid by itself
        if not own and (side.deck is not None or "pile" not in side.zones):
            pile = laid.setdefault(f"{letter}.pile", [])
            pile.extend(Placed(code, unseen=True) for code in rest)
    places = {fault.path[len(form.path) :] for fault in form.faults[before:]}
    if places & {("turn",), ("phase",)}:  # nothing can be said of what was done in this turn
        for name, cards in laid.items():
            laid[name] = [replace(one, attacked=0, turned=0, arrived=None) for one in cards]
    try:
        closed = position(
            rules.name,
            laid,
            life=[side.life for side in sides.values()],
            turn=turn,
            turn_seat=letters.index(seat),
            phase=phase,
            turn_counters={
                f"{letter}.{right}": 1 for letter, side in sides.items() for right in side.used
            },
            marks=[side.marks for side in sides.values()],
            game=game,
        )
    except PositionError as error:
        known = {fault.path for fault in form.faults[before:]}
        told = (_as_form_fault(fault, form) for fault in error.found)
        form.faults.extend(fault for fault in told if fault.path not in known)
        return None
    for (letter, kind), count in missing.items():
        _note_fewer(sides[letter], kind, count)
    seen = {(f"{name}.pile", at) for name, side in sides.items() for at in range(side.ordered)}
    return _opened(closed, unseen, seen - unseen) if len(form.faults) == before else None


def _leave_out_strangers(laid: Laid, letters: str, form: Form) -> None:
    """Leave out, and note as faults, cards of players who are not in this position."""
    wanted = say("a card of {players}, who play here", players=listed(letters, ","))
    for name, cards in laid.items():
        laid[name] = []
        for card in cards:
            codes = (card.code, *card.beneath)
            strange = [code for code in codes if owned(code, Seat(0))[0] >= len(letters)]
            for code in strange:
                form.fault(wanted, shown(code), name[0], name[2:])
            if not strange:
                laid[name].append(card)


def _leave_out_attached(laid: Laid) -> None:
    """Leave out cards that are attached to one that could not be read."""
    unread = {name for name, cards in laid.items() if not cards and zone_kind(name) in ROW_KINDS}
    for name, cards in laid.items():
        laid[name] = [card for card in cards if card.attached not in unread]


def seat_letters(table: Any, rules: Ruleset) -> str:
    """Return the letters of the players in a position: all seats up to the last that it names."""
    named = table if isinstance(table, dict) else {}
    most = SEAT_LETTERS[: max(rules.players)]
    return most[: max([2, *(index + 1 for index, seat in enumerate(most) if seat in named)])]


# Unseen cards


def _fill_in(laid: Laid, game: Game, decks: list[list[str]]) -> set[tuple[str, int]]:
    """Put some card of the deck in the place of each unseen one; which, nobody will know.

    Cards of the field are filled in first, with such as may lie face-down there. What is taken
    is taken out of `decks`.
    """
    unseen: set[tuple[str, int]] = set()
    on_field = {name for name in laid if zone_kind(name) in game.rules.zones.field}
    for name in sorted(laid, key=lambda n: n not in on_field):
        deck = decks[zone_seat(name)]
        for index, card in enumerate(laid[name]):
            if card.code == UNSEEN and deck:
                kind = zone_kind(name)
                fitting = (c for c in deck if name in on_field and may_be_set(game, kind, c))
                code = next(fitting, deck[-1])
                deck.remove(code)
                laid[name][index] = replace(card, code=code, unseen=True)
                unseen.add((name, index))
    return unseen


def _note_fewer(side: Side, kind: str, missing: int) -> None:
    """Note a zone that is said to hold fewer cards than a fixed deck leaves for it."""
    if missing > 0 and kind in side.zones and not isinstance(side.form.table[kind], dict):
        said = len(side.zones[kind])
        wanted = say(
            "all {number} cards of the deck that lie nowhere else, or the key {key} left out",
            number=said + missing,
            key=kind,
        )
        side.form.fault(wanted, say("{numbers} of them", numbers=said), kind)


def _unplaced(laid: Laid, deck: Sequence[str], seat: Seat) -> list[str]:
    """Return the codes of a player's deck that are placed nowhere; unseen cards are among them."""
    left = list(deck)
    for name, cards in laid.items():
        for card in cards:
            for code in (card.code, *card.beneath):
                owner, alone = owned(code, zone_seat(name))
                if owner == seat and alone in left:
                    left.remove(alone)
    return left


def _opened(
    closed: Duel, unseen: Collection[tuple[str, int]], seen: Collection[tuple[str, int]]
) -> Duel:
    """The duel as the table knows it: these cards unseen, and those of piles that are not seen."""
    hidden_kinds = find_ruleset(closed.ruleset).zones.hidden
    pools: list[set[CardKey]] = [set() for _ in closed.players]
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    for name, pieces in closed.zones.items():
        is_pile = zone_kind(name) == "pile"
        row = []
        for index, piece in enumerate(pieces):
            hides = (name, index) in unseen or (is_pile and (name, index) not in seen)
            if piece.key is not None and hides:
                pools[piece.owner].add(piece.key)
                piece = replace(piece, key=None)
            elif piece.key is not None and zone_kind(name) in hidden_kinds:
                piece = replace(piece, shown=True)
            row.append(piece)
        zones[name] = tuple(row)
    hidden = tuple(Hidden(frozenset(pool)) for pool in pools)
    return replace(closed, zones=zones, closed=False, hidden=hidden, chance=0)


def _as_form_fault(fault: Fault, form: Form) -> FormFault:
    """A fault of the position, placed at the zone or player that it speaks of first."""
    path = (*form.path, *_spoken_of(fault.text))
    match fault.text:
        case Text(values={"expected": expected, "got": got}):
            found = got if isinstance(got, str) else str(got)
            return FormFault(path, expected, str(Fault(found, fault.rule)))
        case _:
            return FormFault(path, say("a position that a duel can reach"), str(fault))


def _spoken_of(text: object) -> tuple[str, ...]:
    """Return the zone or player of which a text speaks first, as keys of a position."""
    if isinstance(text, Ref):
        return tuple(text.message.split("."))
    values = text.values.values() if isinstance(text, Text) else ()
    return next(filter(None, map(_spoken_of, values)), ())
