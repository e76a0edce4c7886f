"""Positions as tables: what lies where, as people at a table know it.

The duel that comes of it is open: "?" is a card that nobody has seen, and whatever of a deck is
placed nowhere lies unseen in its pile. A judge then answers for every way it may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any, Final, Literal

from duelmat_engine.board.columns import is_zone
from duelmat_engine.cardfiles.form import Form, FormFault, near
from duelmat_engine.errors import Fault, PositionError
from duelmat_engine.forms.layout_faults import never_down
from duelmat_engine.forms.position import Placed, carried_on, owned, position, usual_phase
from duelmat_engine.forms.vocabulary import (
    a_code_of,
    one_noted,
    vocabulary,
    wrong_name,
    wrong_value,
)
from duelmat_engine.names import ROW_KINDS, SEAT_LETTERS, Seat, is_key, zone_kind, zone_seat
from duelmat_engine.play import Step
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.state import Duel, replace
from duelmat_engine.steps.altering import TURN_NOTES
from duelmat_message import Ref, Text, listed, named, say
from duelmat_parsing import Path
from duelmat_parsing.structs import shown

UNSEEN: Final = "?"
"""A card that nobody at the table has seen."""
_SIDE_KEYS: Final = ("life", "used", "marks", "deck")
_CARD_KEYS: Final = (
    *("card", "face", "position", "since", "attacked", "turned"),
    *("move", "marks", "beneath", "attached"),
)
_ORDER: Final = "order"
"""Of a pile: its first cards in the order in which they lie."""

Laid = dict[str, list[Placed]]
"""The cards of zones, by name."""


def read_position(form: Form, game: Game) -> Step | None:
    """The start of the duel of a position table; None if a fault has been noted."""
    before = len(form.faults)
    rules, standard = game.rules, game.rules.decks.standard
    letters = seat_letters(form.table, rules)
    form.only(("turn", "seat", "phase", *SEAT_LETTERS[: max(rules.players)]))
    turn = form.number("turn", 3, low=1, high=10_000)
    seat = form.one_of("seat", letters, "a")
    phase = form.one_of("phase", rules.named_phases, usual_phase(rules))
    sides = {letter: Side(form.inner(letter), game, turn) for letter in letters}
    laid: Laid = {
        f"{letter}.{name}": cards
        for letter, side in sides.items()
        for name, cards in side.zones.items()
    }
    _leave_out(laid, letters, rules, form)
    _leave_out_attached(laid)
    left = _decks_left(laid, sides, game)
    _fill_in(laid, game, left)
    for (letter, side), rest in zip(sides.items(), left, strict=True):
        if standard is None and (side.deck is not None or "pile" not in side.zones):
            pile = laid.setdefault(f"{letter}.pile", [])  # a fixed deck's is laid by itself
            pile.extend(Placed(code, unseen=True) for code in rest)
    duel = _laid_out(form, game, laid, sides, turn, seat, phase)
    for index, (side, rest) in enumerate(zip(sides.values(), left, strict=True)):
        if standard is not None or side.deck is not None:
            _note_fewer(side, "pile", len(rest))
        if standard is not None:
            _note_fewer(side, "extra", len(_unplaced(laid, standard[1], Seat(index))))
    return None if duel is None or len(form.faults) > before else carried_on(duel, game)


def _laid_out(
    form: Form, game: Game, laid: Laid, sides: Mapping[str, Side], turn: int, seat: str, phase: str
) -> Duel | None:
    """Return the duel of a position; its faults are noted at places where none is noted yet."""
    noted = {fault.path for fault in form.faults}
    if {(*form.path, "turn"), (*form.path, "phase")} & noted:
        for name, cards in laid.items():  # nothing can be said of what was done in this turn
            laid[name] = [replace(one, attacked=0, turned=0, arrived=None) for one in cards]
    try:
        return position(
            game.rules.name,
            laid,
            life=[side.life for side in sides.values()],
            turn=turn,
            turn_seat=list(sides).index(seat),
            phase=phase,
            turn_counters={
                f"{at}.{right}": n for at, side in sides.items() for right, n in side.used.items()
            },
            marks=[side.marks for side in sides.values()],
            game=game,
            is_open=True,
        )
    except PositionError as error:
        told = (_as_form_fault(fault, form) for fault in error.found)
        form.faults.extend(fault for fault in told if fault.path not in noted)
        return None


def _leave_out(laid: Laid, letters: str, rules: Ruleset, form: Form) -> None:
    """Leave out, and note as faults, cards of players who are not in this position, and those of
    which a fixed deck has no more.
    """
    known = say("a card of {players}, who play here", players=listed(letters, ","))
    fixed = list(chain(*rules.decks.standard or ()))
    left = Counter(product(range(len(letters)), fixed))
    for name, cards in laid.items():
        table = form.table[name[0]][name[2:]]
        has_places = isinstance(table, list) and len(table) == len(cards)
        laid[name] = []
        for index, card in enumerate(cards):
            sound = len(form.faults)
            for code in (card.code, *card.beneath):
                seat, alone = owned(code, zone_seat(name))
                left[seat, alone] -= 1
                if seat >= len(letters):
                    form.fault(known, shown(code), *name.split("."))
                elif alone in fixed and left[seat, alone] < 0:
                    at = (index,) if has_places else ()
                    again = say("{name} again", name=alone)
                    form.fault(say("a card that the deck still has"), again, *name.split("."), *at)
            if len(form.faults) == sound:
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


def _decks_left(laid: Laid, sides: Mapping[str, Side], game: Game) -> list[list[str]]:
    """Return what is placed nowhere of each deck.

    Unseen cards beyond those of a deck are noted as a fault, and left out.
    """
    usual = game.rules.decks.standard or game.rules.decks.practice
    left: list[list[str]] = []
    for index, (letter, side) in enumerate(sides.items()):
        rest = _unplaced(laid, usual[0] if side.deck is None else side.deck, Seat(index))
        own = [(row, card) for name, row in laid.items() if name[0] == letter for card in row]
        placed = [(row, card) for row, card in own if card.code == UNSEEN]
        if len(placed) > len(rest):
            wanted = say(
                "no more unseen cards than the {number} of the deck that lie nowhere else",
                number=len(rest),
            )
            side.form.fault(wanted, say("{numbers} of them", numbers=len(placed)))
            for row, card in placed[len(rest) :]:
                row.remove(card)
        left.append(rest)
    return left


def _fill_in(laid: Laid, game: Game, decks: list[list[str]]) -> None:
    """Put some card of the deck in the place of each unseen one; which, nobody will know.

    Cards of the field are filled in first, with such as may lie face-down there. What is taken
    is taken out of `decks`.
    """
    on_field = {name for name in laid if zone_kind(name) in game.rules.zones.field}
    for name in sorted(laid, key=lambda n: n not in on_field):
        deck = decks[zone_seat(name)]
        for index, card in enumerate(laid[name]):
            if card.code == UNSEEN and deck:
                kind = zone_kind(name)
                fitting = (c for c in deck if name in on_field and not never_down(game, kind, c))
                code = next(fitting, deck[-1])
                deck.remove(code)
                laid[name][index] = replace(card, code=code, unseen=True)


def _note_fewer(side: Side, kind: str, missing: int) -> None:
    """Note a zone that is said to hold fewer cards than a deck leaves for it, if nothing else is
    noted there.
    """
    form = side.form
    noted = any(fault.path == (*form.path, kind) for fault in form.faults)
    if missing and kind in side.zones and not isinstance(form.table[kind], dict) and not noted:
        said = len(side.zones[kind])
        wanted = say(
            'all {number} cards of the deck that lie nowhere else, or the key "{key}" left out',
            number=said + missing,
            key=kind,
        )
        form.fault(wanted, say("{numbers} of them", numbers=said), kind)


def _unplaced(laid: Laid, deck: Sequence[str], seat: Seat) -> list[str]:
    """Return the codes of a player's deck that are placed nowhere; unseen cards are among them."""
    left = [code for code in deck if code]
    for name, cards in laid.items():
        for card in cards:
            for code in (card.code, *card.beneath):
                owner, alone = owned(code, zone_seat(name))
                if owner == seat and alone in left:
                    left.remove(alone)
    return left


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


# One player's side


class Side:
    """One player's side of a position; its faults are noted in its form."""

    def __init__(self, form: Form, game: Game, turn: int) -> None:
        self.form = form
        self.game = game
        self.turn = turn
        rules = game.rules
        zones = side_zones(form.table, game)
        form.only((*_SIDE_KEYS, *zones))
        self.life = form.number("life", rules.life, low=1)
        self.marks = self._marks(form, "holds")
        self.deck = _deck(form, rules)
        self.used = self._used(vocabulary(game).rights if "used" in form else ())
        """The number of times that each right has been used."""
        self.zones: Laid = {name: list(self._cards(name)) for name in form.table if name in zones}

    def _used(self, known: tuple[str, ...]) -> dict[str, int]:
        """Return how often rights have been used: a list names each that was used once."""
        form = self.form
        if isinstance(form.table.get("used"), dict):
            counts = form.inner("used")
            for name in counts.table:
                if (wrong := wrong_name(known, name)) is not None:
                    counts.fault(*wrong, name)
            return {n: counts.number(n, 1, low=1, high=1000) for n in counts.table if n in known}
        used = form.texts("used", known, one_noted(known)) or ()
        for index, name in enumerate(used):
            if name in used[:index]:
                wanted = say("each once, or a table with its number: {{ {name} = 2 }}", name=name)
                form.fault(wanted, say("{name} again", name=name), "used", index)
        return {name: 1 for name in used if name in known}

    def _marks(self, form: Form, where: Literal["marks", "holds"]) -> dict[str, int | str]:
        """Return the marks of a card or the notes that hold for a player, by name."""
        good: dict[str, int | str] = {}
        known = getattr(vocabulary(self.game), where) if "marks" in form else {}
        for name, value in known_marks(form, known).items():
            if (wrong := wrong_value(known[name], value, self.turn)) is not None:
                form.fault(*wrong, "marks", name)
            else:
                good[name] = value
        return good

    def _cards(self, name: str) -> Iterator[Placed]:
        side, rules = self.form, self.game.rules
        value = side.table[name]
        alone = name in rules.zones.field and isinstance(value, str | dict)
        if alone or _kind(name) in rules.zones.rows:
            yield from self._card((name,), value)
            return
        if isinstance(value, int) and not isinstance(value, bool):
            if name not in rules.zones.hidden:
                wanted = say("a list of cards (everybody sees this zone)")
                side.fault(wanted, shown(value), name)
            elif not 0 <= value <= 1000:
                side.fault(say("a number of unseen cards from 0 to 1000"), shown(value), name)
            else:
                yield from (Placed(UNSEEN) for _ in range(value))
            return
        keys: tuple[str, ...] = (name,)
        unseen = name == "pile" and not isinstance(value, dict)
        if isinstance(value, dict) and name == "pile":
            side.inner(name, (_ORDER,))
            keys, value = (name, _ORDER), value.get(_ORDER)
        if not isinstance(value, list):
            side.fault(say("a list of cards or a number of unseen ones"), shown(value), *keys)
            return
        for index, item in enumerate(value):
            for card in self._card((*keys, index), item):
                yield replace(card, unseen=unseen)

    def _card(self, keys: Path, value: Any) -> Iterator[Placed]:
        """A card of a zone: its code alone, or a table that says how it lies."""
        side, rules, turn = self.form, self.game.rules, self.turn
        kind = _kind(str(keys[0]))
        lies_down, on_field = kind == "s", kind in rules.zones.field
        is_table = isinstance(value, dict)
        form = Form(value if is_table else {}, (*side.path, *keys), side.faults, _CARD_KEYS)
        code = form.text("card", needed=True) if is_table else value
        at = ("card",) if is_table else ()
        if code or not is_table:
            code = _code(form, at, code, rules, others=on_field)
        if code == UNSEEN and not on_field and kind not in rules.zones.hidden:
            form.fault(say("the code of a card (everybody sees this zone)"), shown(code), *at)
            code = ""
        face = form.one_of("face", ("up", "down"), "down" if lies_down or code == UNSEEN else "up")
        upright = lies_down or not on_field or face == "up"
        lying = form.one_of("position", ("attack", "defense"), "attack" if upright else "defense")
        since = form.number("since", max(turn - 1, 1), low=1, high=turn)
        attacked = turn if form.flag("attacked") else 0
        turned = turn if form.flag("turned") else 0
        if code == UNSEEN and face == "up":
            form.fault(say("the code of a card that lies face-up"), shown(code), "card")
        marks = self._marks(form, "marks")
        beneath = tuple(
            found
            for index, item in form.tables("beneath")
            if (found := _code(form, ("beneath", index), item, rules, others=True))
        )
        if UNSEEN in beneath:
            wanted = say("codes (everybody sees what lies beneath a card)")
            form.fault(wanted, shown(UNSEEN), "beneath")
        host = form.text("attached")
        place = host if not host or host[1:2] == "." else f"{side.path[-1]}.{host}"
        if host and not is_zone(self.game, place, max(rules.players)):
            form.fault(say('a zone, as in "m1" or "b.m2"'), shown(host), "attached")
            code = ""
        move = form.text("move")
        if move and (wrong := wrong_name(vocabulary(self.game).moves, move)) is not None:
            form.fault(*wrong, "move")
            move = ""
        up, upright = face == "up", lying == "attack"
        came_now = up and since == turn and kind == "m"
        if rules.in_play.notes_turns and came_now and not {*TURN_NOTES} & {*marks}:
            marks["summoned"] = turn
        if code:
            yield Placed(code, up, upright, since, attacked, turned, move, marks, beneath, place)


def side_zones(table: Mapping[str, Any], game: Game) -> tuple[str, ...]:
    """The zones of a player, and those of rows without end that a table names."""
    rows = game.rules.zones.rows
    return (
        *(f"{kind}{index}" for kind, count in rows.items() for index in range(1, count + 1)),
        *(kind for kind in game.rules.zones.piles if kind != "play"),
        *(name for name in table if rows.get(_kind(name)) == 0 and is_zone(game, f"a.{name}", 1)),
    )


def _deck(side: Form, rules: Ruleset) -> list[str] | None:
    """The cards that this player brought; None if it is the ruleset's own deck.

    An empty code stands for one that cannot be read.
    """
    if "deck" not in side:
        return None
    if rules.decks.standard is not None:
        title = named("ruleset", rules.title)
        wanted = say("no deck: {ruleset} has one of its own", ruleset=title)
        side.fault(wanted, say("a deck"), "deck")
    codes = [_code(side, ("deck", index), item, rules) for index, item in side.tables("deck")]
    for index, code in enumerate(codes):
        if code == UNSEEN:
            side.fault(say("the code of a card"), shown(code), "deck", index)
            codes[index] = ""
    return codes


def known_marks(form: Form, known: Collection[str]) -> dict[str, Any]:
    """Return the marks of a table that something notes; each other is a fault."""
    marks = form.inner("marks").table
    for name in marks:
        if name not in known:
            got = near(name, known, say('the unknown mark "{name}"', name=name))
            form.fault(one_noted(tuple(known)), got, "marks", name)
    return {name: value for name, value in marks.items() if name in known}


def _kind(name: str) -> str:
    return zone_kind(f"a.{name}")


def _code(form: Form, keys: Path, value: Any, rules: Ruleset, *, others: bool = False) -> str:
    """The code of a card; on the field it may be another player's (`others`), as in "b:Wolf"."""
    wanted, got = None, shown(value)
    if not isinstance(value, str):
        wanted = say('the code of a card, or "?" for an unseen one')
    elif others and is_key(value) and value[0] not in SEAT_LETTERS[: max(rules.players)]:
        letters = listed(SEAT_LETTERS[: max(rules.players)], ",")
        wanted = say('a seat of {letters} before "{sign}"', letters=letters, sign=value[1])
    else:
        code = value[2:] if others and is_key(value) else value
        if value != UNSEEN and code not in rules.cards:
            wanted = a_code_of(rules)
            hints = [near(name, rules.cards, got) for name in (code.upper(), code)]
            got = next((hint for hint in hints if hint != got), got)
    if wanted is None:
        return str(value)
    form.fault(wanted, got, *keys)
    return ""
