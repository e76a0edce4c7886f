"""Actions as short text, and back: what records, logs and scenarios are written in.

    S7>m2                      Normal Summon of S7 to m2
    hand>m2#_                  Set of an unseen card: face-down, sideways
    hand>s1#                   Set of a magic or trap: face-down
    spade-summon:S4>m1_        another move, named before the card; `_` is Defense Position
    synchro-summon:SQ>m1(m1,m2;H5)   materials; behind the semicolon those that came to light
    D3!magic    s1=H9!trap-nine      activate an effect; `=` names what is turned over
    m1*b.m2     m1*            attack a monster; attack directly
    m1^   m1^_   m1=S7^        turn to Attack, to Defense; flip what turns out to be S7
    /battle    pass    cancel  go on to a phase; do not respond; take an announcement back
    ?H5   ?hand   ?H5@hand     choose a card; one unseen; one that comes to light from the hand
    #15   "spade"   =S7        a number; a name; the card that the decision asks to be shown
    {S7,H5}                    what chance gave
    concede a    draw a        standing actions name who says them
    life a b 12 "miscounted"   a sets the life of b
    stand a "by agreement" S7>m2     a judge's ruling, noted by a

Cards and zones of the acting seat stand without its letter when the seat is known: with seat a,
`S7` is `a:S7` and `m2` is `a.m2`. The full names are always understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import DecodeError, json

from duelmat_engine import actions as act
from duelmat_engine.errors import NotationError
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName, seat_letter
from duelmat_message import listed, say

_REF: Final = re.compile(r"[a-d]:[A-Za-z0-9][A-Za-z0-9/_-]*|[a-d]\.[a-z]+(?:-?[0-9]+)?")
_OWN: Final = re.compile(r"[A-Z0-9][A-Za-z0-9/_-]*|[a-z]+(?:-?[0-9]+)?")
_MOVE: Final = re.compile(r"([a-z][a-z0-9-]+):(?!\d)")
WORD: Final = re.compile(r"[a-z][a-z0-9-]*")
_LETTER: Final = re.compile(f"[{SEAT_LETTERS}]")
_INT: Final = re.compile(r"-?[0-9]{1,9}")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
END: Final = say("the end")
A_CARD: Final = say("a card")
A_ZONE: Final = say("a zone")
_NUMBER: Final = say("a number")
_QUOTED: Final = say("a text in quotes")
_ACTION: Final = say("an action")
_AFTER_CARD: Final = listed(map(repr, ">*=!^"), "or")
_WRITABLE: Final = say("an action that can be written")

T = TypeVar("T")


class Section(NamedTuple):
    """A section of a position's line (position_text.py) about what a phase's frame has bound."""

    words: Callable[[Mapping[str, Any], Seat], Iterable[str]]
    """Function that returns its words, from the bindings and whose turn it is; none: left out."""
    read: Callable[[Cursor, Callable[[], Seat]], dict[str, Any]]
    """Function that reads them as bindings; the second function reads a player of the duel."""


SECTIONS: Final[dict[str, Section]] = {}
"""The sections by their first words; the steps of play that bind such things fill it."""


@dataclass(eq=False)
class Cursor:
    """A place in a text, and how to read on from it."""

    text: str
    _: KW_ONLY
    seat: Seat | None = None
    line: int = 1
    source: str = "text"
    at: int = field(default=0, init=False)

    def fault(self, expected: str, at: int | None = None, got: str = "") -> NotationError:
        """Return the error here or at another place; without `got` it shows the text there."""
        place = self.at if at is None else at
        rest = self.text[place:]
        got = got or (repr(rest if len(rest) <= 24 else rest[:21] + "...") if rest else END)
        return NotationError(expected, got, line=self.line, column=place + 1, source=self.source)

    def sees(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def takes(self, sign: str) -> bool:
        """Whether this sign comes next; it is read if so."""
        found = self.sees(sign)
        if found:
            self.at += len(sign)
        return found

    def must(self, sign: str) -> None:
        if not self.takes(sign):
            raise self.fault(repr(sign))

    def find(self, pattern: re.Pattern[str]) -> str:
        """The text that comes next and fits; it is read. Empty: none does."""
        found = pattern.match(self.text, self.at)
        self.at = self.at if found is None else found.end()
        return "" if found is None else found[0]

    def match(self, pattern: re.Pattern[str], expected: str) -> str:
        if found := self.find(pattern):
            return found
        raise self.fault(expected)

    def end(self) -> None:
        if self.at != len(self.text):
            raise self.fault(END)

    def letter(self) -> Seat:
        wanted = say("a seat letter of {letters}", letters=SEAT_LETTERS)
        return Seat(SEAT_LETTERS.index(self.match(_LETTER, wanted)))

    def integer(self) -> int:
        return int(self.match(_INT, _NUMBER))

    def count(self) -> int:
        """A number, 0 or more."""
        start = self.at
        number = self.integer()
        if number < 0:
            raise self.fault(say("a number from 0 on"), start)
        return number

    def string(self) -> str:
        start = self.at
        try:
            return json.decode(self.match(_STRING, _QUOTED), type=str)
        except DecodeError:
            raise self.fault(_QUOTED, start) from None

    def ref(self, expected: str = say("a card or zone")) -> str:
        """A card or zone; the letter may be missing where the seat is known."""
        if found := self.find(_REF):
            return found
        if self.seat is None or self.seat == NOBODY:
            raise self.fault(say("{thing} with its seat, as in a:H7 or a.m1", thing=expected))
        name = self.match(_OWN, expected)
        sign = "." if name[0].islower() else ":"
        return f"{SEAT_LETTERS[self.seat]}{sign}{name}"

    def key(self) -> CardKey:
        return CardKey(self._with(":", A_CARD, say("a card, as in a:H7")))

    def zone(self) -> ZoneName:
        return ZoneName(self._with(".", A_ZONE, say("a zone, as in a.m1")))

    def _with(self, sign: str, expected: str, full: str) -> str:
        start = self.at
        name = self.ref(expected)
        if name[1] != sign:
            raise self.fault(full, start)
        return name

    def then(self, item: Callable[[], T]) -> T:
        """Read a space, then an item."""
        self.must(" ")
        return item()

    def row(self, item: Callable[[], T], until: str = "\n") -> list[T]:
        """Items, each behind a space, as many as there are before this sign."""
        found: list[T] = []
        while not self.sees(until) and self.takes(" "):
            found.append(item())
        return found

    def several(self, item: Callable[[], T], until: str) -> tuple[T, ...]:
        """Items with commas between them, up to one of these signs; none if it comes first."""
        found: list[T] = []
        while not any(self.sees(sign) for sign in until):
            if found:
                self.must(",")
            found.append(item())
        return tuple(found)


# Actions


def format_action(action: act.Action, seat: Seat | None = None) -> str:
    """The text of an action; with the acting seat, that seat's letter is left out."""
    text = _Writer(seat).write(action)
    if parse_action(text, seat) != action:
        raise NotationError(_WRITABLE, repr(action))
    return text


class _Writer(NamedTuple):
    seat: Seat | None

    def ref(self, name: str) -> str:
        if self.seat is None or self.seat == NOBODY or name[:1] != SEAT_LETTERS[self.seat]:
            return name
        short = name[2:]
        is_short = bool(_OWN.fullmatch(short)) and short[:1].islower() == (name[1:2] == ".")
        return short if is_short else name

    def refs(self, names: tuple[str, ...]) -> str:
        return ",".join(self.ref(name) for name in names)

    def write(self, action: act.Action) -> str:
        match action:
            case act.Play():
                return self._play(action)
            case act.Activate(effect=effect, card=card, shown=shown):
                return f"{self._shown(card, shown)}!{effect}"
            case act.Attack(card=card, target=target):
                return f"{self.ref(card)}*{'' if target is None else self.ref(target)}"
            case act.Turn(card=card, upright=upright, face_up=face_up, shown=shown):
                return f"{self._shown(card, shown)}^{_marks(upright, face_up)}"
            case act.Advance(phase=phase):
                return f"/{phase}"
            case act.Pass():
                return "pass"
            case act.Cancel():
                return "cancel"
            case act.Choose(card=card, place=place):
                return f"?{self.ref(card)}{f'@{self.ref(place)}' if place else ''}"
            case act.Number(value=value):
                return f"#{value}"
            case act.Name(value=value):
                return quoted(value)
            case act.Reveal(shown=key):
                return f"={self.ref(key)}"
            case act.Roll(values=values):
                return f"{{{self.refs(values)}}}"
            case act.Concede(seat=by):
                return f"concede {_letter(by)}"
            case act.AgreeDraw(seat=by):
                return f"draw {_letter(by)}"
            case act.CorrectLife(seat=by, player=player, life=life, reason=reason):
                return f"life {_letter(by)} {_letter(player)} {life} {quoted(reason)}"
            case act.Stand(seat=by, action=inner, reason=reason):
                return f"stand {_letter(by)} {quoted(reason)} {self.write(inner)}"
            case _:
                raise NotationError(_WRITABLE, repr(action))

    def _play(self, action: act.Play) -> str:
        plain = _plain_move(action.upright, action.face_up)
        move = "" if action.move == plain else f"{action.move}:"
        marks = _marks(action.upright, action.face_up)
        using = ""
        if action.using or action.shown:
            shown = f";{self.refs(action.shown)}" if action.shown else ""
            using = f"({self.refs(action.using)}{shown})"
        return f"{move}{self.ref(action.card)}>{self.ref(action.to)}{marks}{using}"

    def _shown(self, card: str, shown: CardKey | None) -> str:
        return self.ref(card) + ("" if shown is None else f"={self.ref(shown)}")


def _plain_move(upright: bool, face_up: bool) -> str:
    """The move that needs no name: told by how the card is laid."""
    if face_up:
        return "normal-summon"
    return "set-card" if upright else "set-monster"


def _marks(upright: bool, face_up: bool) -> str:
    return ("" if face_up else "#") + ("" if upright else "_")


def _letter(seat: int) -> str:
    if not 0 <= seat < len(SEAT_LETTERS):
        raise NotationError(say("a seat of this notation"), str(seat))
    return seat_letter(Seat(seat))


def quoted(text: str) -> str:
    """A text in quotes, as `Cursor.string` reads it."""
    return json.encode(str(text)).decode()


def parse_action(text: str, seat: Seat | None = None) -> act.Action:
    """The action of a text; NotationError says where it stops making sense."""
    cursor = Cursor(text, seat=seat)
    action = read_action(cursor)
    cursor.end()
    return action


def read_action(cursor: Cursor) -> act.Action:
    """The action that begins at the cursor."""
    for sign, read in _READERS.items():
        if cursor.takes(sign):
            return read(cursor)
    return act.Name(cursor.string()) if cursor.sees('"') else _read_card_action(cursor)


def _read_card_action(cursor: Cursor) -> act.Action:
    move = cursor.find(_MOVE).removesuffix(":")
    start = cursor.at
    card = cursor.ref(_ACTION)
    if cursor.takes(">"):
        return _read_play(cursor, move, card)
    if move:
        raise cursor.fault(say("'>' and a zone"))
    if cursor.takes("*"):
        ends = cursor.at == len(cursor.text) or cursor.text[cursor.at] in " \t;"
        return act.Attack(card, None if ends else cursor.ref())
    shown = cursor.key() if cursor.takes("=") else None
    if cursor.takes("!"):
        return act.Activate(cursor.match(WORD, say("the name of an effect")), card, shown)
    if cursor.takes("^"):
        down, aside = cursor.takes("#"), cursor.takes("_")
        return act.Turn(card, not aside, not down, shown)
    raise cursor.fault(_AFTER_CARD if cursor.at > start else _ACTION)


def _read_play(cursor: Cursor, move: str, card: str) -> act.Play:
    to = cursor.zone()
    down, aside = cursor.takes("#"), cursor.takes("_")
    using: tuple[str, ...] = ()
    shown: tuple[CardKey, ...] = ()
    if cursor.takes("("):
        using = cursor.several(cursor.ref, ";)")
        if cursor.takes(";"):
            shown = cursor.several(cursor.key, ")")
        cursor.must(")")
    move = move or _plain_move(not aside, not down)
    return act.Play(move, card, to, not aside, not down, using, shown)


def _read_roll(cursor: Cursor) -> act.Roll:
    values = cursor.several(cursor.ref, "}")
    cursor.must("}")
    return act.Roll(values)


def _read_stand(cursor: Cursor) -> act.Stand:
    by, reason = cursor.letter(), cursor.then(cursor.string)
    cursor.must(" ")
    start = cursor.at
    action = read_action(cursor)
    if isinstance(action, act.Concede | act.AgreeDraw | act.CorrectLife | act.Stand):
        raise cursor.fault(say("an action that answers a decision"), start)
    return act.Stand(by, action, reason)  # type: ignore[arg-type]  # every other class is AnyPlay


_READERS: Final[dict[str, Callable[[Cursor], act.Action]]] = {
    "pass": lambda _: act.Pass(),
    "cancel": lambda _: act.Cancel(),
    "concede ": lambda c: act.Concede(c.letter()),
    "draw ": lambda c: act.AgreeDraw(c.letter()),
    "life ": lambda c: act.CorrectLife(
        c.letter(), c.then(c.letter), c.then(c.integer), c.then(c.string)
    ),
    "stand ": _read_stand,
    "/": lambda c: act.Advance(c.match(WORD, say("a phase"))),
    "?": lambda c: act.Choose(c.ref(), c.zone() if c.takes("@") else ZoneName("")),
    "#": lambda c: act.Number(c.integer()),
    "=": lambda c: act.Reveal(c.key()),
    "{": _read_roll,
}
