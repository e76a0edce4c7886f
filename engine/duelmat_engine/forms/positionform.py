"""Positions as tables: what lies where, as people at a table know it.

The duel that comes of it is open: "?" is a card that nobody has seen, and whatever of a deck is
placed nowhere lies unseen in its pile. A judge then answers for every way it may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from duelmat_engine.errors import PositionError
from duelmat_engine.forms.form import Form, FormFault, near, shown
from duelmat_engine.names import (
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    zone_kind,
    zone_seat,
)
from duelmat_engine.position import Placed, position
from duelmat_engine.ruleset import Game, Ruleset, game_of
from duelmat_engine.state import Duel, Hidden, Piece, replace

UNSEEN: Final = "?"
"""A card that nobody at the table has seen."""
_KEYS: Final = ("turn", "seat", "phase")
_SIDE_KEYS: Final = ("life", "used", "marks", "deck")
_CARD_KEYS: Final = (
    "card",
    "face",
    "position",
    "since",
    "attacked",
    "turned",
    "way",
    "marks",
    "beneath",
    "attached",
)
_PLACE: Final = re.compile(r"\b([a-d])\.([a-z]+(?:-?\d+)?)")
_COLUMN: Final = re.compile(r"0|-?[1-9][0-9]{0,3}")
_PLAYER: Final = re.compile(r"\bplayer ([a-d])\b")

Laid = dict[str, list[Placed]]


def read_position(form: Form, rules: Ruleset, readings: Mapping[str, str]) -> Duel | None:
    """The duel of a position table; None if a fault has been noted."""
    before = len(form.faults)
    named = [index for index, letter in enumerate(SEAT_LETTERS) if letter in form.table]
    seats = max([2, *(index + 1 for index in named if index < max(rules.players))])
    letters = SEAT_LETTERS[:seats]
    form.only((*_KEYS, *letters))
    turn = form.number("turn", 3, low=1, high=10_000)
    seat = form.one_of("seat", tuple(letters), "a")
    phases = [phase.name for phase in rules.phases]
    phase = form.one_of("phase", phases, next(p for p in phases if p != phases[0]))
    laid: Laid = {}
    lives = []
    marks = []
    decks: list[list[str] | None] = []
    used: dict[str, int] = {}
    for letter in letters:
        side = form.inner(letter)
        zones = (*_zone_names(rules), *_endless(side, rules))
        side.only((*_SIDE_KEYS, *zones))
        lives.append(side.number("life", rules.life, low=1))
        marks.append(_marks(side))
        decks.append(_deck(side, rules))
        for right in side.texts("used") or ():
            used[f"{letter}.{right}"] = 1
        for name in zones:
            if name in side:
                laid[f"{letter}.{name}"] = list(_cards(side, name, rules, turn))
    if len(form.faults) > before:
        return None
    game = game_of(rules.name, readings)
    left = [_unplaced(laid, game, Seat(index), deck) for index, deck in enumerate(decks)]
    for index, letter in enumerate(letters):
        surplus = _unseen(laid, Seat(index)) - len(left[index])
        if surplus > 0:
            form.fault("no more cards than the deck has", f"{surplus} too many", letter)
            return None
    unseen = _fill_in(laid, game, left)
    for letter, deck, rest in zip(letters, decks, left, strict=True):
        if deck is not None:
            laid.setdefault(f"{letter}.pile", []).extend(Placed(code) for code in rest)
    try:
        closed = position(
            rules.name,
            laid,
            life=lives,
            turn=turn,
            turn_seat=letters.index(seat),
            phase=phase,
            used=used,
            marks=marks,
            game=game,
        )
    except PositionError as error:
        for fault in error.faults:
            form.faults.append(_as_form_fault(fault, form))
        return None
    return opened(closed, unseen)


def _zone_names(rules: Ruleset) -> Iterator[str]:
    for kind, count in rules.rows.items():
        for index in range(1, count + 1):
            yield f"{kind}{index}"
    yield from (kind for kind in rules.piles if kind != "play")


def _endless(side: Form, rules: Ruleset) -> Iterator[str]:
    """The zones of rows without end that this side names."""
    for name in side.table:
        kind = _kind(name)
        if rules.rows.get(kind) == 0 and _COLUMN.fullmatch(name[len(kind) :]):
            yield name


# Cards of one zone


def _cards(side: Form, name: str, rules: Ruleset, turn: int) -> Iterator[Placed]:
    value = side.table[name]
    alone = name in rules.field_kinds and isinstance(value, str | dict)
    if alone or _kind(name) in rules.rows:
        placed = _card(side, (name,), value, rules, turn)
        if placed is not None:
            yield placed
        return
    if isinstance(value, int) and not isinstance(value, bool):
        if name not in rules.hidden_kinds:
            side.fault("a list of cards (everybody sees this zone)", shown(value), name)
        elif not 0 <= value <= 1000:
            side.fault("a number of unseen cards from 0 on", shown(value), name)
        else:
            yield from (Placed(UNSEEN) for _ in range(value))
        return
    if not isinstance(value, list):
        side.fault("a list of cards or a number of unseen ones", shown(value), name)
        return
    for index, item in enumerate(value):
        if item == UNSEEN and name not in rules.hidden_kinds:
            side.fault("the code of a card (everybody sees this zone)", shown(item), name, index)
            continue
        if isinstance(item, dict):
            placed = _card(side, (name, index), item, rules, turn)
            if placed is not None:
                yield placed
        elif code := _code(side, (name, index), item, rules):
            yield Placed(code)


def _card(
    side: Form, keys: tuple[str | int, ...], value: Any, rules: Ruleset, turn: int
) -> Placed | None:
    """A card of a row: its code alone, or a table that says how it lies."""
    lies_down = _kind(str(keys[0])) == "s"
    if not isinstance(value, dict):
        code = _code(side, keys, value, rules)
        hidden = lies_down or code == UNSEEN
        return Placed(code, face_up=not hidden, upright=not hidden or lies_down) if code else None
    form = Form(value, (*side.path, *keys), side.faults)
    form.only(_CARD_KEYS)
    code = form.text("card", needed=True)
    code = _code(form, ("card",), code, rules) if code else ""
    face = form.one_of("face", ("up", "down"), "down" if lies_down or code == UNSEEN else "up")
    upright = lies_down or face == "up"
    lying = form.one_of("position", ("attack", "defense"), "attack" if upright else "defense")
    since = form.number("since", max(turn - 1, 1), low=1, high=turn)
    attacked = turn if form.flag("attacked", default=False) else 0
    turned = turn if form.flag("turned", default=False) else 0
    if code == UNSEEN and face == "up":
        form.fault("the code of a card that lies face-up", shown(code), "card")
    marks = _marks(form)
    beneath = tuple(
        found
        for index, item in form.tables("beneath")
        if (found := _code(form, ("beneath", index), item, rules))
    )
    if UNSEEN in beneath:
        form.fault("codes (everybody sees what lies beneath a card)", shown(UNSEEN), "beneath")
    host = form.text("attached")
    place = host if not host or host[1:2] == "." else f"{side.path[-1]}.{host}"
    way = form.text("way")
    if not code:
        return None
    return Placed(
        code, face == "up", lying == "attack", since, attacked, turned, way, marks, beneath, place
    )


def _marks(form: Form) -> dict[str, int | str]:
    """What is declared for a card or a player, by name."""
    marks: dict[str, int | str] = {}
    for name, mark in form.inner("marks").table.items():
        if isinstance(mark, int | str) and not isinstance(mark, bool):
            marks[str(name)] = mark
        else:
            form.fault("a text or a whole number", shown(mark), "marks", name)
    return marks


def _deck(side: Form, rules: Ruleset) -> list[str] | None:
    """The cards that this player brought; None if it is the ruleset's own deck."""
    if "deck" not in side:
        return None
    if rules.standard_deck is not None:
        side.fault(f"no deck: {rules.title} has one of its own", "a deck", "deck")
    codes = [_code(side, ("deck", index), item, rules) for index, item in side.tables("deck")]
    for index, code in enumerate(codes):
        if code == UNSEEN:
            side.fault("the code of a card", shown(code), "deck", index)
    return codes


def _kind(name: str) -> str:
    return zone_kind(f"a.{name}")


def _code(form: Form, keys: tuple[str | int, ...], value: Any, rules: Ruleset) -> str:
    if not isinstance(value, str):
        form.fault('the code of a card, or "?" for an unseen one', shown(value), *keys)
        return ""
    if value != UNSEEN and value not in rules.cards:
        hint = near(value.upper(), rules.cards) or near(value, rules.cards)
        form.fault(f"the code of a card of {rules.title}", f"{shown(value)}{hint}", *keys)
        return ""
    return value


# Unseen cards


def _fill_in(laid: Laid, game: Game, decks: list[list[str]]) -> set[tuple[str, int]]:
    """Put some card of the deck in the place of each unseen one; which, nobody will know.

    Cards of the field are filled in first, with such as may lie face-down there. What is taken
    is taken out of `decks`.
    """
    unseen: set[tuple[str, int]] = set()
    on_field = {name for name in laid if zone_kind(name) in game.rules.field_kinds}
    for name in sorted(laid, key=lambda n: n not in on_field):
        deck = decks[zone_seat(name)]
        for index, card in enumerate(laid[name]):
            if card.code == UNSEEN and deck:
                code = next((c for c in deck if _may_be_set(c, game)), deck[0])
                code = code if name in on_field else deck[-1]
                deck.remove(code)
                laid[name][index] = replace(card, code=code)
                unseen.add((name, index))
    return unseen


def _unplaced(laid: Laid, game: Game, seat: Seat, deck: list[str] | None) -> list[str]:
    """What of a player's deck is placed nowhere; unseen cards are some of these."""
    usual = game.rules.standard_deck or game.rules.practice_deck
    left = list(usual[0]) if deck is None else list(deck)
    for name, cards in laid.items():
        for card in cards:
            for code in (card.code, *card.beneath):
                if zone_seat(name) == seat and code in left:
                    left.remove(code)
    return left


def _unseen(laid: Laid, seat: Seat) -> int:
    """How many unseen cards of a player are placed."""
    return sum(
        card.code == UNSEEN
        for name, cards in laid.items()
        for card in cards
        if zone_seat(name) == seat
    )


def _may_be_set(code: str, game: Game) -> bool:
    effects = (game.rules.effects[name] for name in game.rules.cards[code].effects)
    return not any("set" in restrict.acts for e in effects for restrict in e.restricts)


def opened(closed: Duel, unseen: set[tuple[str, int]]) -> Duel:
    """The duel as the table knows it: these cards, and what lies beneath in piles, unseen."""
    pools: list[set[CardKey]] = [set() for _ in closed.players]
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    for name, pieces in closed.zones.items():
        is_pile = zone_kind(name) == "pile"
        row = []
        for index, piece in enumerate(pieces):
            if piece.key is not None and (is_pile or (name, index) in unseen):
                pools[piece.owner].add(piece.key)
                piece = replace(piece, key=None)
            row.append(piece)
        zones[name] = tuple(row)
    hidden = tuple(Hidden(frozenset(pool)) for pool in pools)
    return replace(closed, zones=zones, closed=False, hidden=hidden, chance=0)


def _as_form_fault(fault: str, form: Form) -> FormFault:
    """A fault of the position, placed at the zone or player that it speaks of."""
    path: tuple[str | int, ...] = form.path
    if place := _PLACE.search(fault):
        path = (*path, place[1], place[2])
    elif player := _PLAYER.search(fault):
        path = (*path, player[1])
    return FormFault(path, "a position that a duel can reach", fault)
