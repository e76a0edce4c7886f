"""Expectations of the outcome of plays: how they are read, and what differs from them.

They are events and causes, and the duel at the end. A player's side is written in the words of a
position; whatever is not written may be anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, get_args

from msgspec import field

from duelmat_engine.board.values import value_of
from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.form import NONE, Form, near, one_of
from duelmat_engine.cards import Trait
from duelmat_engine.errors import unlike
from duelmat_engine.forms.position_form import UNSEEN, known_marks, side_zones
from duelmat_engine.forms.vocabulary import a_code_of, vocabulary
from duelmat_engine.names import SEAT_LETTERS, Seat, ZoneName, is_key, key_code, zone, zone_kind
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.rulings import ask_form
from duelmat_engine.rulings.course import Course
from duelmat_engine.state import DecisionKind, Duel, Piece
from duelmat_message import Text, listed, say
from duelmat_parsing import Path
from duelmat_parsing.structs import shown

_MOMENT_KEYS: Final = ("turn", "seat", "phase", "asked", "kind", "chain", "winner", "reason")
OUTCOME_KEYS: Final = ("happens", "events", *_MOMENT_KEYS)
_NOTHING: Final = say("nothing")
KINDS: Final = (*get_args(DecisionKind), "")
"""The kinds of decisions at the end; an empty text: none, the duel is over."""
_HOW: Final = ("among", "order")
DRAW: Final = "draw"
_MOST: Final = 1_000_000_000


class WantedZone(Brief, frozen=True):
    """The cards expected in a zone."""

    cards: tuple[dict[str, Any], ...] = ()
    """Each as a table with the key card."""
    how: Literal["exactly", "among", "order", "count"] = "exactly"
    """Exactly these, these among others, these in this order from the top, or so many."""
    count: int = 0


class WantedSide(Brief, frozen=True):
    """The expectations of one player at the end."""

    seat: Seat
    life: int | None
    marks: dict[str, Any]
    zones: dict[str, WantedZone]


class WantedOutcome(Brief, frozen=True):
    """The events that are expected, and the state at the end."""

    happens: ask_form.Listed | None = None
    events: tuple[ask_form.WantedEvent, ...] = ()
    moment: dict[str, Any] = field(default_factory=dict)
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
    named = [(Seat(s), letter) for s, letter in enumerate(letters) if letter in expect]
    sides = [_side(expect.inner(letter), game, seat) for seat, letter in named]
    return WantedOutcome(
        happens=ask_form.read_rules(expect, "happens", rules),
        events=ask_form.read_events(expect, rules, names),
        moment=_moment(expect, rules, letters),
        sides=tuple(sides),
    )


def _moment(expect: Form, rules: Ruleset, letters: str) -> dict[str, Any]:
    phases = (*rules.named_phases, "setup", "end")
    readers: dict[str, Callable[[], Any]] = {
        "turn": lambda: expect.number("turn", 1, low=1),
        "seat": lambda: expect.one_of("seat", letters),
        "phase": lambda: expect.one_of("phase", phases),
        "asked": lambda: expect.one_of("asked", (*letters, "")),
        "kind": lambda: expect.one_of("kind", KINDS),
        "winner": lambda: expect.one_of("winner", (*letters, DRAW, "")),
        "reason": lambda: expect.text("reason", may_be_empty=True),
        "chain": lambda: _chain(expect, rules, letters),
    }
    return {key: read() for key, read in readers.items() if key in expect}


def _chain(expect: Form, rules: Ruleset, letters: str) -> list[dict[str, str]]:
    """The links of the Chain as tables: names of effects alone, or tables as they are printed."""
    an_effect, links = say("the name of an effect"), expect.table["chain"]
    if not isinstance(links, list) or not any(isinstance(link, dict) for link in links):
        return [{"effect": name} for name in expect.texts("chain", rules.effects, an_effect) or ()]
    for link in expect.each("chain", ("seat", "effect", "text")):
        link.one_of("seat", letters)
        link.text("text")
        if (name := link.text("effect")) and name not in rules.effects:
            link.fault(an_effect, near(name, rules.effects), "effect")
    return links


def _side(form: Form, game: Game, seat: Seat) -> WantedSide:
    zones = dict.fromkeys((*side_zones(form.table, game), *game.rules.zones.piles))
    form.only(("life", "marks", *zones))
    return WantedSide(
        seat=seat,
        life=form.number("life", 0, low=-1_000_000) if "life" in form else None,
        marks=known_marks(form, vocabulary(game).holds) if "marks" in form else {},
        zones={name: _zone(form, name, game) for name in form.table if name in zones},
    )


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
        inner = form.inner(name, (*_HOW, "card"))
        if len(value) != 1:
            inner.fault(one_of(("card", *_HOW)), shown(value))
            return WantedZone()
        how = "among" if "among" in value else "order"
        keys, value = (name, how), value.get(how, [])
    if not isinstance(value, list):
        form.fault(say("a card, a list of cards or a number of them"), shown(value), *keys)
        return WantedZone()
    found = [card for i, item in enumerate(value) for card in _card(form, (*keys, i), item, game)]
    return WantedZone(tuple(found), how)


def _card(outer: Form, keys: Path, value: object, game: Game) -> Iterator[dict[str, Any]]:
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
        "attacked": lambda: form.flag("attacked"),
        "turned": lambda: form.flag("turned"),
        "move": lambda: form.text("move", may_be_empty=True),
        "marks": lambda: known_marks(form, vocabulary(game).marks),
        "beneath": lambda: [
            code
            for at, code in enumerate(form.texts("beneath") or ())
            if _is_known(form, ("beneath", at), code, rules)
        ],
        "attached": lambda: form.text("attached", may_be_empty=True),
        "values": lambda: _values(form.inner("values"), rules),
    }
    form.only(readers)
    code = form.text("card", needed=isinstance(value, dict))
    if code and _is_known(form, ("card",), code, rules):
        yield {key: read() for key, read in readers.items() if key in form}


def _values(form: Form, rules: Ruleset) -> dict[str, float]:
    """Numbers that a card has now, by trait; some may be below 0, or fractions."""
    traits = _counting(rules)
    form.only(traits)
    for key in traits:
        if key in form and not (traits[key] == "number" and isinstance(form.table[key], float)):
            form.number(key, 0, low=-_MOST, high=_MOST)
    return dict(form.table)


def _counting(rules: Ruleset) -> dict[str, str]:
    """The traits that are values of a card, each with what it may be."""
    return {p.name: p.sort for p in rules.printing.traits if p.sort != "text" and not p.is_label}


def _is_known(form: Form, keys: Path, code: str, rules: Ruleset) -> bool:
    plain = key_code(code if is_key(code) else f"a:{code}")
    if code == UNSEEN or plain in rules.cards:
        return True
    form.fault(a_code_of(rules), near(plain, rules.cards, shown(code)), *keys)
    return False


# Differences


def outcome_differences(
    wanted: WantedOutcome, course: Course, names: ask_form.Names | None = None
) -> tuple[Text, ...]:
    """Return the differences of the outcome from what was expected, in words."""
    found = ask_form.listed_differences("happens", wanted.happens, course.rules, exact=False)
    found += ask_form.event_differences(wanted.events, course.events, names)
    got = end_table(course) if wanted.moment else {}
    for key, value in wanted.moment.items():
        came = got[key]
        if key == "chain":
            asked = zip(came, value, strict=False)
            came = [{k: link[k] for k in one} for link, one in asked] + came[len(value) :]
        if value != came:
            found.append(_unlike(key, _plain(value), _plain(came)))
    for side in wanted.sides:
        found += _side_differences(side, course.duel, course.game)
    return tuple(found)


def end_table(course: Course) -> dict[str, Any]:
    """The moment at the end and how the duel ended, by the keys of _MOMENT_KEYS."""
    moment, outcome = course.moment, course.duel.outcome
    return {
        "turn": moment.turn,
        "seat": ask_form.letter_of(moment.seat),
        "phase": moment.phase,
        "asked": ask_form.letter_of(moment.asked),
        "kind": moment.kind,
        "chain": [
            {"seat": ask_form.letter_of(link.seat), "effect": link.effect, "text": link.text}
            for link in moment.chain
        ],
        "winner": "" if outcome is None else ask_form.letter_of(outcome.winner) or DRAW,
        "reason": "" if outcome is None else course.wording.with_names(outcome.told),
    }


def _unlike(key: str, value: str, got: str) -> Text:
    """Return the difference of what a key was expected to say."""
    return unlike("", say("{key} {value}", key=key, value=value), got)


def _plain(value: object) -> str:
    if isinstance(value, list) and value:
        return listed(map(_plain, value), ",")
    if isinstance(value, dict) and value:
        return " ".join(map(str, value.values()))
    return str(value) if value not in ("", [], {}) else NONE


def _side_differences(side: WantedSide, duel: Duel, game: Game) -> Iterator[Text]:
    letter = SEAT_LETTERS[side.seat]
    player = duel.players[side.seat]
    if side.life is not None and side.life != player.life:
        yield _unlike(f"{letter}.life", str(side.life), str(player.life))
    for mark, value in side.marks.items():
        if player.marks.get(mark, "") != value:
            got = _plain(player.marks.get(mark, ""))
            yield _unlike(f"{letter}.marks.{mark}", _plain(value), got)
    for name, wanted in side.zones.items():
        place = zone(side.seat, name)
        tables = [card_table(piece, duel, game, place) for piece in duel.at(place)]
        if not _lies(wanted, tables, place):
            yield _unlike(place, _zone_words(wanted), _found_words(wanted, tables))


def _lies(wanted: WantedZone, tables: list[dict[str, Any]], place: ZoneName) -> bool:
    if wanted.how == "count":
        return len(tables) == wanted.count
    if wanted.how == "order":
        pairs = zip(wanted.cards, tables, strict=False)
        enough = len(tables) >= len(wanted.cards)
        return enough and all(_is_wanted(card, table, place) for card, table in pairs)
    left = list(tables)
    # Those of which most is expected choose first, so that no card takes another's piece.
    for card in sorted(wanted.cards, key=lambda one: (one["card"] == UNSEEN, -len(one))):
        table = next((table for table in left if _is_wanted(card, table, place)), None)
        if table is None:
            return False
        left.remove(table)
    return wanted.how == "among" or not left


def _is_wanted(card: dict[str, Any], table: dict[str, Any], place: ZoneName) -> bool:
    """Whether a card lies there as expected; short names are the zone's player's."""
    letter = place[0]
    host = card.get("attached")
    if host and host[1:2] != ".":
        card = {**card, "attached": f"{letter}.{host}"}
    return all(ask_form.is_as_wanted(one, table[key], letter) for key, one in card.items())


def card_table(piece: Piece, duel: Duel, game: Game, place: ZoneName) -> dict[str, Any]:
    """A card as it lies, in the words of a position; face-down on the field it has no values."""
    host = next((name for name, one in duel.pieces() if one.oid == piece.attached), "")
    mark = piece.marks.get("position")
    is_seen = piece.face_up or zone_kind(place) not in game.rules.zones.field
    values: dict[str, Trait] = {}
    for trait in _counting(game.rules) if is_seen and piece.key is not None else ():
        number = value_of(duel, game, piece, trait, (place, piece))
        printed = game.rules.card(str(piece.key)).trait(trait)  # it may be a fraction
        if printed is not None:
            values[trait] = printed if number is None else number
    return {
        "card": str(piece.key or UNSEEN),
        "face": "up" if piece.face_up else "down",
        "position": mark or ("attack" if piece.upright else "defense"),
        "since": piece.arrived,
        "attacked": piece.attacked == duel.turn,
        "turned": piece.turned == duel.turn,
        "move": piece.move,
        "marks": dict(piece.marks),
        "beneath": [str(under.key or UNSEEN) for under in piece.beneath],
        "attached": str(host) if piece.attached else "",
        "values": values,
    }


def _zone_words(wanted: WantedZone) -> Text:
    cards = listed(map(_card_words, wanted.cards), ",") or _NOTHING
    if wanted.how == "count":
        return say("one card") if wanted.count == 1 else say("{number} cards", number=wanted.count)
    if wanted.how == "among":
        return say("{cards} among others", cards=cards)
    return say("{cards} on top in this order", cards=cards) if wanted.how == "order" else cards


def _found_words(wanted: WantedZone, tables: list[dict[str, Any]]) -> str:
    """Return the cards that lie there in words, with the properties that were asked of each."""
    if wanted.how == "count":
        return str(len(tables))
    keys = {"card"}.union(*wanted.cards)
    found: Counter[str] = Counter()
    for table in tables:
        told = {key: value for key, value in table.items() if key in keys}
        for key in {"marks", "values"} & keys:
            asked = {name for card in wanted.cards for name in card.get(key, ())}
            told[key] = {name: one for name, one in table[key].items() if name in asked}
        found[_card_words(told)] += 1
    said = (say("{number} {card}", number=n, card=w) if n > 1 else w for w, n in found.items())
    return listed(said, ",") or _NOTHING


def _card_words(card: dict[str, Any]) -> str:
    words = {key: _value_words(value) for key, value in card.items() if key != "card"}
    how = [say("{key} {value}", key=key, value=value) for key, value in words.items()]
    code = str(card["card"])
    return say("{card} ({how})", card=code, how=listed(how, ",")) if how else code


def _value_words(value: object) -> str:
    if isinstance(value, dict) and value:
        return " ".join(f"{key} {one}" for key, one in value.items())
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return _plain(value)
