"""A duel as JSON, whole: what a program writes and reads back at every decision.

Equal duels give equal text. What is read is checked first: a text that is no duel is a
NotationError, one that names what is not there, or asks what nobody asks, a PositionError with
every fault. Whether play can lead to such a duel is not asked: by rulings a table reaches what
play does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from types import NoneType
from typing import Any, Final, Generic, TypeVar, get_args

from msgspec import DecodeError, Raw, Struct, ValidationError, convert, json

from duelmat_engine.board.columns import is_zone
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.cardfiles.card_form import fields_of, marked, usual, walk
from duelmat_engine.cardfiles.form import NONE, near, one_of
from duelmat_engine.errors import (
    EngineError,
    Fault,
    NotationError,
    PositionError,
    UnknownNameError,
    unlike,
)
from duelmat_engine.forms.position import carried_on
from duelmat_engine.forms.vocabulary import unheard_of, vocabulary, wrong_name
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName, key_code
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.ruleset.tables import BACK
from duelmat_engine.running.execute import ANSWER
from duelmat_engine.state import (
    Decision,
    Duel,
    Frame,
    Link,
    Local,
    PendingTrigger,
    Piece,
    Value,
    replace,
)
from duelmat_engine.visibility.dealing import pieces_in
from duelmat_engine.visibility.later import LaterClaims
from duelmat_message import Text, listed, say
from duelmat_parsing.jsontext import repeated_key

FORM: Final = "duelmat duel 1"
"""The form that is written, and its version."""
_SOURCE: Final = "duel"
_SAID: Final = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<where>.*)`)?", re.DOTALL)
_TYPES: Final = re.compile(r"Expected (?P<expected>.*), got (?P<got>.*)")
_MISSING: Final = re.compile(r"Object missing required field `(?P<name>.*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<name>.*)`")
_KEY: Final = re.compile(r"([a-d]):([A-Za-z0-9]+)(/[1-9][0-9]{0,3})?")
_LARGEST: Final = 1 << 63
Held = TypeVar("Held")
_STUMBLES: Final = (
    *(EngineError, LookupError, TypeError, ValueError, AttributeError, AssertionError),
    RecursionError,
)
"""Errors of an operation that finds other things bound than it has bound."""


class _Written(Struct, Generic[Held], frozen=True, forbid_unknown_fields=True):
    form: str
    duel: Held


def write_duel(duel: Duel) -> str:
    """Return the JSON text of a duel, the same for equal duels."""
    return json.encode(_Written(FORM, duel), order="deterministic", enc_hook=_plain).decode()


def _plain(value: object) -> object:
    """Return a value as JSON knows it: the claims of a closed duel, or a text."""
    return value.plain() if isinstance(value, LaterClaims) else str(value)


def read_duel(text: str | bytes) -> Duel:
    """Return the duel of a JSON text that `write_duel` made.

    Raises NotationError where the text is none, PositionError where it names what is not there.
    """
    head = decode(text, _Written[Raw], _SOURCE)  # another version is reported as that
    if head.form != FORM:
        raise NotationError(repr(FORM), repr(head.form), source=_SOURCE, where="form")
    duel: Duel = _decoded(bytes(head.duel), Duel, _SOURCE, "duel")
    if faults := list(duel_faults(duel)):
        raise PositionError(faults)
    return duel


def decode(text: str | bytes, kind: type[Any], source: str, inside: str = "") -> Any:
    """Return the value of a JSON text; NotationError says what was expected, got, and where."""
    value = _decoded(text, kind, source, inside)
    whole = text if isinstance(text, str) else text.decode()
    if again := repeated_key(whole):
        told, at = again
        line, column = whole.count("\n", 0, at) + 1, at - whole.rfind("\n", 0, at)
        wanted = say("each key once")
        raise NotationError(wanted, told, line=line, column=column, source=source, where=inside)
    return value


def _decoded(text: str | bytes, kind: type[Any], source: str, inside: str) -> Any:
    where = ""
    try:
        return json.decode(text, type=kind)
    except ValidationError as error:
        said = _SAID.fullmatch(str(error))
        what, where = (said["what"], said["where"] or "") if said else (str(error), "")
        where = inside + ("." if inside and where and where[0] != "[" else "") + where
        expected, got = _expected_and_got(what)
    except (DecodeError, UnicodeError) as error:
        expected, got = say("whole JSON"), str(error)
    except RecursionError:
        expected, got = say("the JSON of a duel"), say("values nested too deeply")
    raise NotationError(expected, got, source=source, where=where or "top")


def _expected_and_got(what: str) -> tuple[str, str]:
    if said := _TYPES.fullmatch(what):
        return said["expected"], said["got"]
    if said := _MISSING.fullmatch(what):
        return say("a field {name!r}", name=said["name"]), NONE
    if said := _UNKNOWN.fullmatch(what):
        return say("the fields of this value alone"), say("also {name!r}", name=said["name"])
    return say("another value"), what


# What is wrong with it


def duel_faults(duel: Duel, path: str = "") -> Iterator[Fault]:
    """Yield what is wrong with a duel, each fault with its path and what was expected and got."""
    try:
        game = game_of(duel.ruleset, choose_readings(find_ruleset(duel.ruleset), duel.readings))
    except UnknownNameError as error:
        where = "ruleset" if error.what == "ruleset" else "readings"
        known = listed(error.known, ",")
        wanted = say("as {what} one of {known}", what=error.what, known=known)
        got = near(error.name, error.known, repr(error.name))
        yield Fault(unlike(path + where, wanted, got))
        return
    missing = sorted(game.readings.keys() - duel.readings.keys())
    if missing:
        wanted = say("a value of {names}", names=listed(missing, ","))
        yield Fault(unlike(f"{path}readings", wanted, NONE))
    faults = list(_Checked(duel, game, path).faults())
    if not faults:
        faults += (
            Fault(say("{where}{fault}", where=path, fault=str(fault)))
            for fault in unheard_of(duel, game)
        )
    yield from faults
    if not faults and not missing:
        yield from _question_faults(duel, game, path)


class _Checked:
    """A duel whose names are looked up one by one, by the types of the fields that hold them."""

    def __init__(self, duel: Duel, game: Game, path: str) -> None:
        self.duel = duel
        self.game = game
        self.path = path
        self.players = len(duel.players)
        self.numbers: set[int] = set()
        """The numbers of the cards that have been looked at in the zones."""
        self.keys: set[CardKey | None] = set()
        """Their keys."""

    def faults(self) -> Iterator[Fault]:
        duel, rules = self.duel, self.game.rules
        if self.players not in rules.players:
            wanted = say("{numbers} of them", numbers=listed(map(str, rules.players), "or"))
            yield self.fault("players", wanted, self.players)
        phases = rules.named_phases
        if duel.phase not in (*phases, "setup"):
            yield self.unknown("phase", one_of(phases), duel.phase, phases)
        for name in ("turn", "chance", "next_oid", "moment"):
            end = _LARGEST * 2 if name == "chance" else _LARGEST
            if not 0 <= getattr(duel, name) < end:
                wanted = say("a number from {low} to {high}", low=0, high=end - 1)
                yield self.fault(name, wanted, getattr(duel, name))
        yield from self.named("", Duel, duel)
        if len(duel.hidden) != self.players:
            wanted = say("one for each of {number} players", number=self.players)
            yield self.fault("hidden", wanted, len(duel.hidden))
        if (duel.decision is None) == (duel.outcome is None):
            got = say("neither") if duel.outcome is None else say("both")
            yield self.fault("decision", say("a decision, or an outcome"), got)
        if duel.origin is not None:
            if (duel.origin.ruleset, duel.origin.readings) != (duel.ruleset, duel.readings):
                yield self.fault("origin", say("the same ruleset and readings"), say("others"))
            else:
                yield from duel_faults(duel.origin, f"{self.path}origin.")

    def fault(self, where: str, expected: str, got: object) -> Fault:
        return Fault(unlike(self.path + where, expected, got))

    def unknown(self, where: str, expected: str, name: str, known: Iterable[str]) -> Fault:
        return self.fault(where, expected, near(name, known, repr(name)))

    def named(self, where: str, hint: Any, value: Any) -> Iterator[Fault]:
        """Look through a value for names: of seats, zones, cards, blocks and effects."""
        if value is not None and hint in _NAMED:
            yield from _NAMED[hint](self, where, value)
        elif isinstance(value, Struct):
            yield from self.looked_up(where, value)
            for name, inner, default in _holding(type(value)):
                if (held := getattr(value, name)) != default:
                    yield from self.named(f"{where}.{name}".lstrip("."), inner, held)
        elif isinstance(value, dict):
            key, inner = get_args(hint)
            for name, held in value.items():
                yield from self.named(where, key, name)
                yield from self.named(f"{where}.{name}", inner, held)
        elif isinstance(value, tuple | frozenset):
            of = next((h for h in get_args(hint) if h not in (NoneType, Ellipsis)), None)
            for index, held in enumerate(value if isinstance(value, tuple) else sorted(value)):
                yield from self.named(f"{where}[{index}]", of, held)

    def looked_up(self, where: str, value: Struct) -> Iterator[Fault]:
        """Look up what is named in the fields of a struct itself."""
        game = self.game
        match value:
            case Frame(block=block) if block not in game.blocks:
                wanted = say("a block of {ruleset}", ruleset=game.rules.name)
                yield self.unknown(f"{where}.block", wanted, block, game.blocks)
            case Frame(block=block, step=step) if not 0 <= step <= len(game.blocks[block]):
                wanted = say("a step from 0 to {last}", last=len(game.blocks[block]))
                yield self.fault(f"{where}.step", wanted, step)
            case Link(effect=effect) | PendingTrigger(effect=effect):
                yield from self.effect(f"{where}.effect", effect)
            case Piece() if where.startswith("zones."):
                yield from self.laid(where, value)
        if isinstance(value, Frame | Link | PendingTrigger):
            for name, bound in value.bound.items():
                if (name, type(bound)) not in _bound_by_texts(game):
                    yield from self.local(f"{where}.bound.{name}", name, bound)

    def local(self, where: str, name: str, value: Value) -> Iterator[Fault]:
        """Look up what a local of a procedure names: wrong is what none of its name may hold."""
        takers = [local for local in Local.declared.get(name, ()) if _takes(local, value)]
        yield from min((list(self.held(where, one, value)) for one in takers), key=len, default=())

    def held(self, where: str, local: Local[Any], value: Any) -> Iterator[Fault]:
        if value in (local.default, "") or pieces_in(value):  # each card is looked at anyway
            return
        phases = self.game.rules.named_phases
        match local.names:
            case "effect":
                yield from self.effect(where, value)
            case "move" if wrong := wrong_name(vocabulary(self.game).moves, value):
                yield self.fault(where, *wrong)
            case "phase" if value not in (names := (*phases, "end", BACK)):
                yield self.unknown(where, one_of(phases), value, names)
            case "":
                yield from self.named(where, local.kind, value)

    def effect(self, where: str, effect: str) -> Iterator[Fault]:
        effects = self.game.rules.effects
        if effect not in effects:
            wanted = say("an effect of {ruleset}", ruleset=self.game.rules.name)
            yield self.unknown(where, wanted, effect, effects)

    def seat(self, where: str, seat: Seat) -> Iterator[Fault]:
        nobody = seat == NOBODY and where == "decision.seat"
        if seat not in range(self.players) and not nobody:
            yield self.fault(where, say("a seat from 0 to {last}", last=self.players - 1), seat)

    def zone(self, where: str, name: str) -> Iterator[Fault]:
        if not is_zone(self.game, name, self.players):
            wanted = say("a zone of {ruleset}", ruleset=self.game.rules.name)
            yield self.fault(where, wanted, repr(name))

    def key(self, where: str, key: str) -> Iterator[Fault]:
        found, cards = _KEY.fullmatch(key), self.game.rules.cards
        letters = SEAT_LETTERS[: self.players]
        if found is None or found[1] not in letters or key_code(key) not in cards:
            name, example = self.game.rules.name, repr(f"a:{next(iter(cards))}")
            wanted = say("a card of {ruleset}, as in {example}", ruleset=name, example=example)
            yield self.fault(where, wanted, near(key[2:], cards, repr(key)))

    def laid(self, where: str, piece: Piece) -> Iterator[Fault]:
        """Look at a card in a zone: there each number and each card is one object."""
        if piece.oid in self.numbers or not 0 < piece.oid < self.duel.next_oid:
            wanted = say("a number of its own below {end}", end=self.duel.next_oid)
            yield self.fault(f"{where}.oid", wanted, piece.oid)
        if piece.key is None and self.duel.closed:
            yield self.fault(f"{where}.key", say("a card, for the duel is closed"), NONE)
        elif piece.key is not None and piece.key in self.keys:
            yield self.fault(f"{where}.key", say("a card that lies once"), repr(piece.key))
        self.numbers.add(piece.oid)
        self.keys.add(piece.key)


_NAMED: Final[dict[Any, Callable[[_Checked, str, Any], Iterator[Fault]]]] = {
    Seat: _Checked.seat,
    Seat | None: _Checked.seat,
    ZoneName: _Checked.zone,
    CardKey: _Checked.key,
    CardKey | None: _Checked.key,
}
"""The names, by the types of fields."""


def _takes(local: Local[Any], value: Value) -> bool:
    """Whether a value is of a local's type."""
    try:
        convert(value, local.kind)
    except ValidationError:
        return False
    return True


@lru_cache(maxsize=16)
def _bound_by_texts(game: Game) -> frozenset[tuple[str, type]]:
    """Return the names that texts of cards bind, each with the type of what they bind to it."""
    sorts: dict[str, type] = {"binds cards": tuple, "binds number": int, "binds text": str}
    return frozenset(
        (getattr(part, field.name), sorts[what])
        for part in walk(tuple(game.rules.effects.values()))
        for _, hint, field in fields_of(type(part))
        if (what := marked(hint)[1]) in sorts
    )


@cache
def _holding(kind: type[Struct]) -> list[tuple[str, Any, Any]]:
    """Return the fields that may hold names, each with its type and what it usually holds."""
    fields = ((field.name, hint, usual(field)) for _, hint, field in fields_of(kind))
    return [(name, *of) for name, *of in fields if of[0] not in (int, str, bool, Duel | None)]


def _question_faults(duel: Duel, game: Game, path: str) -> Iterator[Fault]:
    """Ask a duel again what it asks: it has to be the same, and to have an answer.

    Not so what is known to one seat, who needs no question that others see it asked.
    """
    decision = duel.decision
    if decision is None:
        return
    block = repr(duel.frames[-1].block) if duel.frames else say("of no name")
    where, expected = f"{path}decision", say("the question of block {block}", block=block)
    got = _asked(decision)
    op = current_op(game.blocks, duel.frames)
    if decision.kind != "reveal" and type(op) not in ANSWER:
        yield Fault(unlike(where, say("none, for block {block} asks nothing", block=block), got))
        return
    try:
        again = carried_on(replace(duel, decision=None), game).duel
        answers = decision.kind == "chance" or any(True for _ in legal_actions(duel, game))
    except _STUMBLES as error:
        bound = say("what block {block} has bound", block=block)
        yield Fault(unlike(f"{path}frames", bound, repr(error)))
        return
    asked = again.decision if duel.viewer == NOBODY else decision
    if asked is None or (asked.kind, asked.seat) != (decision.kind, decision.seat):
        told = NONE if asked is None else _asked(asked)
        wanted = say("{decision}, {question}", decision=told, question=expected)
        yield Fault(unlike(where, wanted, got))
    elif not answers:
        wanted = say("{question} with an answer", question=expected)
        yield Fault(unlike(where, wanted, say("one without")))


def _asked(decision: Decision) -> Text:
    return say("{kind!r} of seat {seat}", kind=decision.kind, seat=decision.seat)
