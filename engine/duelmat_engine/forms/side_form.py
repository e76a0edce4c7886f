"""One player's side of a position: the cards in zones, used rights, and notes that hold.

Every fault is noted in the form and left out of what has been read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, Literal

from duelmat_engine.board.columns import is_zone
from duelmat_engine.cardfiles.form import Form, near, shown
from duelmat_engine.forms.position import Placed
from duelmat_engine.forms.vocabulary import one_noted, vocabulary, wrong_name, wrong_value
from duelmat_engine.names import SEAT_LETTERS, is_key, zone_kind
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.steps.altering import TURN_NOTES
from duelmat_message import Text, listed, named, say

UNSEEN: Final = "?"
"""A card that nobody at the table has seen."""
_SIDE_KEYS: Final = ("life", "used", "marks", "deck")
_CARD_KEYS: Final = (
    *("card", "face", "position", "since", "attacked", "turned"),
    *("way", "marks", "beneath", "attached"),
)
_ORDER: Final = "order"
"""Of a pile: its first cards in the order in which they lie."""
_COLUMN: Final = re.compile(r"0|-?[1-9][0-9]{0,3}")

Laid = dict[str, list[Placed]]
"""The cards of zones, by name."""


class Side:
    """One player's side of a position; its faults are noted in its form."""

    def __init__(self, form: Form, game: Game, turn: int) -> None:
        self.form = form
        self.game = game
        self.turn = turn
        rules = game.rules
        zones = side_zones(form.table, rules)
        form.only((*_SIDE_KEYS, *zones))
        self.life = form.number("life", rules.life, low=1)
        self.marks = self._marks(form, "holds")
        self.deck = _deck(form, rules)
        known = vocabulary(game).rights if "used" in form else ()
        used = form.texts("used", known, one_noted(known)) or ()
        self.used = [right for right in used if right in known]
        """The rights that are used up."""
        self.ordered = 0
        """The number of cards on top of the pile that lie in a known order."""
        self.zones: Laid = {name: list(self._cards(name)) for name in form.table if name in zones}

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
                side.fault(say("a number of unseen cards from 0 on"), shown(value), name)
            else:
                yield from (Placed(UNSEEN) for _ in range(value))
            return
        keys: tuple[str, ...] = (name,)
        if isinstance(value, dict) and name == "pile":
            side.inner(name).only((_ORDER,))
            keys, value = (name, _ORDER), value.get(_ORDER)
            self.ordered = len(value) if isinstance(value, list) else 0
        if not isinstance(value, list):
            side.fault(say("a list of cards or a number of unseen ones"), shown(value), *keys)
            return
        for index, item in enumerate(value):
            if item == UNSEEN and name not in rules.zones.hidden:
                wanted = say("the code of a card (everybody sees this zone)")
                side.fault(wanted, shown(item), name, index)
                continue
            if isinstance(item, dict):
                yield from self._card((*keys, index), item)
            elif code := _code(side, (*keys, index), item, rules):
                yield Placed(code, unseen=name == "pile" and not self.ordered)

    def _card(self, keys: tuple[str | int, ...], value: Any) -> Iterator[Placed]:
        """A card of a row: its code alone, or a table that says how it lies."""
        side, rules, turn = self.form, self.game.rules, self.turn
        lies_down = _kind(str(keys[0])) == "s"
        others = _kind(str(keys[0])) in rules.zones.field
        if not isinstance(value, dict):
            code = _code(side, keys, value, rules, others=others)
            hidden = lies_down or code == UNSEEN
            if code:
                yield Placed(code, face_up=not hidden, upright=not hidden or lies_down)
            return
        form = Form(value, (*side.path, *keys), side.faults)
        form.only(_CARD_KEYS)
        code = form.text("card", needed=True)
        code = _code(form, ("card",), code, rules, others=others) if code else ""
        face = form.one_of("face", ("up", "down"), "down" if lies_down or code == UNSEEN else "up")
        upright = lies_down or face == "up"
        lying = form.one_of("position", ("attack", "defense"), "attack" if upright else "defense")
        since = form.number("since", max(turn - 1, 1), low=1, high=turn)
        attacked = turn if form.flag("attacked", default=False) else 0
        turned = turn if form.flag("turned", default=False) else 0
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
        way = form.text("way")
        if way and (wrong := wrong_name(vocabulary(self.game).moves, way)) is not None:
            form.fault(*wrong, "way")
            way = ""
        up, upright = face == "up", lying == "attack"
        is_own = not is_key(code)  # another player's may have been taken over
        came_now = up and since == turn and _kind(str(keys[0])) == "m" and is_own
        if rules.in_play.notes_turns and came_now and not {*TURN_NOTES} & {*marks}:
            marks["summoned"] = turn
        if code:
            yield Placed(code, up, upright, since, attacked, turned, way, marks, beneath, place)


def side_zones(table: Mapping[str, Any], rules: Ruleset) -> tuple[str, ...]:
    """The zones of a player, and those of rows without end that a table names."""
    rows = rules.zones.rows
    return (
        *(f"{kind}{index}" for kind, count in rows.items() for index in range(1, count + 1)),
        *(kind for kind in rules.zones.piles if kind != "play"),
        *(
            name
            for name in table
            if rows.get(_kind(name)) == 0 and _COLUMN.fullmatch(name.removeprefix(_kind(name)))
        ),
    )


def _deck(side: Form, rules: Ruleset) -> list[str] | None:
    """The cards that this player brought; None if it is the ruleset's own deck."""
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
    return codes


def a_code_of(rules: Ruleset) -> Text:
    """Return what is expected where a card of a ruleset is named."""
    return say("the code of a card of {ruleset}", ruleset=named("ruleset", rules.title))


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


def _code(
    form: Form,
    keys: tuple[str | int, ...],
    value: Any,
    rules: Ruleset,
    *,
    others: bool = False,
) -> str:
    """The code of a card; on the field it may be another player's (`others`), as in "b:Wolf"."""
    if not isinstance(value, str):
        form.fault(say('the code of a card, or "?" for an unseen one'), shown(value), *keys)
        return ""
    alone = value
    if others and is_key(value):
        letters = SEAT_LETTERS[: max(rules.players)]
        if value[0] not in letters:
            wanted = say("a player of {letters} before the sign", letters=listed(letters, ","))
            form.fault(wanted, shown(value), *keys)
            return ""
        alone = value[2:]
    if value != UNSEEN and alone not in rules.cards:
        got = shown(value)
        hinted = near(alone.upper(), rules.cards, got)
        if hinted == got:
            hinted = near(alone, rules.cards, got)
        form.fault(a_code_of(rules), hinted, *keys)
        return ""
    return value
