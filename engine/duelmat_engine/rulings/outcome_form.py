"""Expectations of the outcome of plays: events and causes, and the duel at the end.

A player's side is written in the words of a position; whatever is not written may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from duelmat_engine.cardfiles.form import Form, near, one_of, shown
from duelmat_engine.forms.side_form import UNSEEN, a_code_of, side_zones, unknown_mark
from duelmat_engine.forms.vocabulary import vocabulary, wrong_name
from duelmat_engine.names import Seat, is_key, key_code
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.rulings.ask_form import Listed, read_rules
from duelmat_engine.rulings.event_form import WantedEvent, read_events
from duelmat_message import say

MOMENT_KEYS: Final = ("turn", "seat", "phase", "asked", "kind", "chain", "winner", "reason")
COURSE_KEYS: Final = ("happens", "events")
KINDS: Final = (
    *("open", "window", "trigger", "choose", "number", "name", "first", "reveal", "chance"),
    *("place", "aim", ""),
)
"""The kinds of decisions at the end; an empty text: none, the duel is over."""
_HOW: Final = ("among", "order")
DRAW: Final = "draw"
_MOST: Final = 1_000_000_000


class WantedZone(Struct, frozen=True):
    """The cards expected in a zone."""

    cards: tuple[dict[str, Any], ...] = ()
    """Each as a table with the key card."""
    how: Literal["exactly", "among", "order", "count"] = "exactly"
    """Exactly these, these among others, these in this order from the top, or so many."""
    count: int = 0


class WantedSide(Struct, frozen=True):
    """The expectations of one player at the end."""

    seat: Seat
    life: int | None
    marks: dict[str, Any]
    zones: dict[str, WantedZone]


class WantedOutcome(Struct, frozen=True):
    """The events that are expected, and the state at the end."""

    happens: Listed | None = None
    events: tuple[WantedEvent, ...] = ()
    moment: dict[str, Any] = {}
    sides: tuple[WantedSide, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is expected."""
        return self != WantedOutcome()


def read_outcome(
    expect: Form, game: Game, letters: str, names: tuple[str, ...] = ()
) -> WantedOutcome:
    """Read the expected outcome from a table of expectations.

    `names` are those of cards without a name of their own. Of the sides of players only
    those are read that the table may have.
    """
    rules = game.rules
    sides = [
        _side(expect.inner(letter), game, Seat(seat))
        for seat, letter in enumerate(letters)
        if letter in expect
    ]
    return WantedOutcome(
        happens=read_rules(expect, "happens", rules),
        events=tuple(read_events(expect, rules, names) or ()),
        moment=_moment(expect, rules, letters),
        sides=tuple(sides),
    )


def _moment(expect: Form, rules: Ruleset, letters: str) -> dict[str, Any]:
    """Read the expectations of the moment at the end, by key."""

    def one_of(key: str, *names: str) -> str:
        empty = "" in names and expect.table[key] == ""
        return "" if empty else expect.one_of(key, [name for name in names if name])

    phases = (*(phase.name for phase in rules.phases), "setup", "end")
    readers: dict[str, Callable[[], Any]] = {
        "turn": lambda: expect.number("turn", 1, low=1),
        "seat": lambda: one_of("seat", *letters),
        "phase": lambda: one_of("phase", *phases),
        "asked": lambda: one_of("asked", *letters, ""),
        "kind": lambda: one_of("kind", *KINDS),
        "winner": lambda: one_of("winner", *letters, DRAW, ""),
        "reason": lambda: _text(expect, "reason"),
        "chain": lambda: list(
            expect.texts("chain", rules.effects, say("the name of an effect")) or ()
        ),
    }
    return {key: read() for key, read in readers.items() if key in expect}


def _text(form: Form, key: str) -> str:
    """A text that may be empty: there is none."""
    return "" if form.table[key] == "" else form.text(key)


def _side(form: Form, game: Game, seat: Seat) -> WantedSide:
    zones = side_zones(form.table, game.rules)
    form.only(("life", "marks", *zones))
    return WantedSide(
        seat=seat,
        life=form.number("life", 0, low=-1_000_000) if "life" in form else None,
        marks=_marks(form, vocabulary(game).holds) if "marks" in form else {},
        zones={name: _zone(form, name, game) for name in form.table if name in zones},
    )


def _marks(form: Form, known: Mapping[str, object]) -> dict[str, Any]:
    """Marks by name, each one that the ruleset has; an empty text: it is not there."""
    table = form.inner("marks").table
    for name in table:
        if (wrong := wrong_name(tuple(known), str(name))) is not None:
            form.fault(wrong[0], near(name, known, unknown_mark(name)), "marks", name)
    return dict(table)


def _zone(form: Form, name: str, game: Game) -> WantedZone:
    """A number of cards, a card, a list of exactly these, or a table with among or order."""
    value = form.table[name]
    if isinstance(value, int) and not isinstance(value, bool):
        return WantedZone(how="count", count=form.number(name, 0, high=1000))
    if isinstance(value, str) or (isinstance(value, dict) and "card" in value):
        return WantedZone(tuple(_card(form, (name,), value, game)))
    how: Literal["exactly", "among", "order"] = "exactly"
    keys: tuple[str, ...] = (name,)
    if isinstance(value, dict):
        inner = form.inner(name)
        inner.only((*_HOW, "card"))
        if len(value) != 1:
            inner.fault(one_of(("card", *_HOW)), shown(value))
            return WantedZone()
        how = "among" if "among" in value else "order"
        keys, value = (name, how), value.get(how)
    if not isinstance(value, list):
        form.fault(say("a card, a list of cards or a number of them"), shown(value), *keys)
        return WantedZone()
    found = [card for i, item in enumerate(value) for card in _card(form, (*keys, i), item, game)]
    return WantedZone(tuple(found), how)


def _card(
    outer: Form, keys: tuple[str | int, ...], value: object, game: Game
) -> Iterator[dict[str, Any]]:
    """A card that is expected, as a table; its code alone says nothing of how it lies."""
    rules = game.rules
    if isinstance(value, str):
        if _is_known(outer, keys, value, rules):
            yield {"card": value}
        return
    form = Form(value, (*outer.path, *keys), outer.faults)
    readers: dict[str, Callable[[], Any]] = {
        "card": lambda: form.text("card"),
        "face": lambda: form.one_of("face", ("up", "down")),
        "position": lambda: form.one_of("position", rules.battle.positions),
        "since": lambda: form.number("since", 1, low=1),
        "attacked": lambda: form.flag("attacked", default=False),
        "turned": lambda: form.flag("turned", default=False),
        "way": lambda: _text(form, "way"),
        "marks": lambda: _marks(form, vocabulary(game).marks),
        "beneath": lambda: [
            code
            for index, code in enumerate(form.texts("beneath") or ())
            if _is_known(form, ("beneath", index), code, rules)
        ],
        "attached": lambda: _text(form, "attached"),
        "values": lambda: _values(form.inner("values"), rules),
    }
    form.only(readers)
    code = form.text("card", needed=isinstance(value, dict))
    if code and _is_known(form, ("card",), code, rules):
        yield {key: read() for key, read in readers.items() if key in form}


def _values(form: Form, rules: Ruleset) -> dict[str, int]:
    """Numbers that a card has now, by trait; some may be below 0."""
    traits = [printed.name for printed in rules.printing.traits if printed.sort != "text"]
    form.only(traits)
    return {
        key: form.number(key, 0, low=-_MOST, high=_MOST) for key in form.table if key in traits
    }


def _is_known(form: Form, keys: tuple[str | int, ...], code: str, rules: Ruleset) -> bool:
    plain = key_code(code if is_key(code) else f"a:{code}")
    if code == UNSEEN or plain in rules.cards:
        return True
    form.fault(a_code_of(rules), near(plain, rules.cards, shown(code)), *keys)
    return False
