"""Comparison of the outcome of plays with what was expected: events, moment, cards, life."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from duelmat_engine.board.values import value_of
from duelmat_engine.cardfiles.form import NONE, NOTHING
from duelmat_engine.errors import unlike
from duelmat_engine.forms.side_form import UNSEEN
from duelmat_engine.names import NOBODY, SEAT_LETTERS, ZoneName, is_key, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.ask_form import listed_differences
from duelmat_engine.rulings.course import Course
from duelmat_engine.rulings.event_form import Names, event_differences, is_card
from duelmat_engine.rulings.outcome_form import DRAW, WantedOutcome, WantedSide, WantedZone
from duelmat_engine.state import Duel, Piece
from duelmat_message import Text, listed, say


def outcome_differences(
    wanted: WantedOutcome, course: Course, names: Names | None = None
) -> tuple[Text, ...]:
    """Return the differences of the outcome from what was expected, in words."""
    found = listed_differences("happens", wanted.happens, course.rules, exact=False)
    found += event_differences(wanted.events, course.events, names)
    got = end_table(course) if wanted.moment else {}
    for key, value in wanted.moment.items():
        if value != got[key]:
            found.append(_unlike(key, _plain(value), _plain(got[key])))
    for side in wanted.sides:
        found += _side_differences(side, course.duel, course.game)
    return tuple(found)


def end_table(course: Course) -> dict[str, Any]:
    """The moment at the end and how the duel ended, by the keys of MOMENT_KEYS."""
    duel, outcome = course.duel, course.duel.outcome
    asked = None if duel.decision is None else duel.decision.seat
    winner = None if outcome is None else outcome.winner
    return {
        "turn": duel.turn,
        "seat": SEAT_LETTERS[duel.turn_seat],
        "phase": duel.phase,
        "asked": "" if asked in (None, NOBODY) else SEAT_LETTERS[asked],
        "kind": "" if duel.decision is None else duel.decision.kind,
        "chain": [link.effect for link in duel.chain],
        "winner": "" if outcome is None else DRAW if winner is None else SEAT_LETTERS[winner],
        "reason": "" if outcome is None else outcome.reason,
    }


def side_tables(duel: Duel, game: Game) -> dict[str, Any]:
    """Return the cards, life and marks of each player at the end, by letter, as in a position.

    Cards of the field are tables, others their names; of unseen ones alone only their number is
    given.
    """
    sides: dict[str, Any] = {}
    for seat, player in enumerate(duel.players):
        side: dict[str, Any] = {"life": player.life, "marks": dict(player.marks)}
        for name in sorted(n for n in duel.zones if zone_seat(n) == seat and duel.at(n)):
            pieces = duel.at(name)
            if zone_kind(name) in game.rules.zones.field:
                side[name[2:]] = [card_table(piece, duel, game, name) for piece in pieces]
            elif all(piece.key is None for piece in pieces):
                side[name[2:]] = len(pieces)
            else:
                side[name[2:]] = [str(piece.key or UNSEEN) for piece in pieces]
        sides[SEAT_LETTERS[seat]] = side
    return sides


def _unlike(key: str, value: str, got: str) -> Text:
    """Return the difference of what a key was expected to say."""
    return unlike("", say("{key} {value}", key=key, value=value), got)


def _plain(value: object) -> str:
    if isinstance(value, list) and value:
        return listed(map(str, value), ",")
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
        if not _lies(wanted, duel, game, place):
            got = _found_words(wanted, duel, game, place)
            yield _unlike(place, _zone_words(wanted), got)


def _lies(wanted: WantedZone, duel: Duel, game: Game, place: ZoneName) -> bool:
    pieces = duel.at(place)
    if wanted.how == "count":
        return len(pieces) == wanted.count
    if wanted.how == "order":
        pairs = zip(wanted.cards, pieces, strict=False)
        return len(pieces) >= len(wanted.cards) and all(
            _is_wanted(card, piece, duel, game, place) for card, piece in pairs
        )
    left = list(pieces)
    # Those of which most is expected choose first, so that no card takes another's piece.
    for card in sorted(wanted.cards, key=lambda one: (one["card"] == UNSEEN, -len(one))):
        fits = (p for p in left if _is_wanted(card, p, duel, game, place))
        piece = next(fits, None)
        if piece is None:
            return False
        left.remove(piece)
    return wanted.how == "among" or not left


def _is_wanted(
    card: dict[str, Any], piece: Piece, duel: Duel, game: Game, place: ZoneName
) -> bool:
    """Whether a piece is as it is expected."""
    got = card_table(piece, duel, game, place)
    return all(_agrees(key, value, got[key], place) for key, value in card.items())


def _agrees(key: str, wanted: Any, got: Any, place: ZoneName) -> bool:
    """Whether one thing about a card is as expected; short names are the zone's player's."""
    if key == "card":
        return _is_named(wanted, got, place)
    if key == "beneath":
        return len(wanted) == len(got) and all(
            _is_named(code, under, place) for code, under in zip(wanted, got, strict=True)
        )
    if key == "attached" and wanted and wanted[1:2] != ".":
        wanted = f"{place[0]}.{wanted}"
    if isinstance(wanted, dict):
        return all(got.get(name, "") == one for name, one in wanted.items())
    return bool(wanted == got)


def _is_named(code: str, key: str, place: ZoneName) -> bool:
    if UNSEEN in (code, key):
        return code == key
    return is_card(code if is_key(code) else f"{place[0]}:{code}", key)


def card_table(piece: Piece, duel: Duel, game: Game, place: ZoneName) -> dict[str, Any]:
    """A card as it lies, in the words of a position."""
    host = next((name for name, one in duel.pieces() if one.oid == piece.attached), "")
    mark = piece.marks.get("position")
    traits = [printed.name for printed in game.rules.printing.traits if printed.sort != "text"]
    values = {trait: value_of(duel, game, piece, trait, (place, piece)) for trait in traits}
    return {
        "card": str(piece.key or UNSEEN),
        "face": "up" if piece.face_up else "down",
        "position": mark or ("attack" if piece.upright else "defense"),
        "since": piece.arrived,
        "attacked": piece.attacked == duel.turn,
        "turned": piece.turned == duel.turn,
        "way": piece.way,
        "marks": dict(piece.marks),
        "beneath": [str(under.key or UNSEEN) for under in piece.beneath],
        "attached": str(host) if piece.attached else "",
        "values": {trait: value for trait, value in values.items() if value is not None},
    }


def _zone_words(wanted: WantedZone) -> Text:
    cards = listed(map(_card_words, wanted.cards), ",") or NOTHING
    if wanted.how == "count":
        several = say("{number} cards", number=wanted.count)
        return say("one card") if wanted.count == 1 else several
    if wanted.how == "among":
        return say("{cards} among others", cards=cards)
    ordered = say("{cards} on top in this order", cards=cards)
    return ordered if wanted.how == "order" else cards


def _found_words(wanted: WantedZone, duel: Duel, game: Game, place: ZoneName) -> str:
    """Return the cards that lie there in words, with the properties that were asked of each."""
    pieces = duel.at(place)
    if wanted.how == "count":
        return str(len(pieces))
    keys = {key for card in wanted.cards for key in card}
    found = []
    for piece in pieces:
        table = card_table(piece, duel, game, place)
        for key in ("marks", "values"):
            asked = {name for card in wanted.cards for name in card.get(key, ())}
            table[key] = {name: one for name, one in table[key].items() if name in asked}
        found.append(_card_words({key: table[key] for key in table if key in keys | {"card"}}))
    said = [
        say("{number} {card}", number=n, card=what) if n > 1 else what
        for what, n in Counter(found).items()
    ]
    return listed(said, ",") or NOTHING


def _card_words(card: dict[str, Any]) -> str:
    how = [
        say("{key} {value}", key=key, value=_value_words(value))
        for key, value in card.items()
        if key != "card"
    ]
    code = str(card["card"])
    return say("{card} ({how})", card=code, how=listed(how, ",")) if how else code


def _value_words(value: object) -> str:
    if isinstance(value, dict) and value:
        return " ".join(f"{key} {one}" for key, one in value.items())
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return _plain(value)
