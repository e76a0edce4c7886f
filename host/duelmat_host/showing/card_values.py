"""The values of cards as they are now, and what changed them, in the words of everybody.

They are made from the open duel, so that nothing is told that the whole table could not work out.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine import Duel, Piece, Ruleset, ValueChange, Wording, capital, values_of
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.view_types import ChangedValueView, MarkView, ValueChangeView
from duelmat_message import named, say
from duelmat_rulesets.card_faces import title_of

HOWS: Final = {
    "add": "+{}",
    "subtract": "\N{MINUS SIGN}{}",
    "set": "= {}",
}
"""The signs of changes of a value, with the amount in its place."""


def changed_values(wording: Wording, duel: Duel, ref: str) -> list[ChangedValueView]:
    """Return the values of a card that differ from print, or were changed back to it.

    ref: its zone in the engine, or its key; a card that the duel does not know there has none.
    """
    rules = wording.game.rules
    return [
        ChangedValueView(
            trait=value.trait,
            printed=value.printed,
            value=value.now,
            changes=[_change(wording, duel, rules, change) for change in value.changes],
        )
        for value in values_of(duel, ref)
        if value.changes
    ]


def _change(wording: Wording, duel: Duel, rules: Ruleset, change: ValueChange) -> ValueChangeView:
    said = [rule_view(rule, rules) for rule in change.rules]
    return ValueChangeView(_how(change), change.value, _cause(wording, duel, rules, change), said)


def _how(change: ValueChange) -> str:
    match change.how:
        case "halve":
            return say("halved")
        case "double":
            return say("doubled")
        case how:
            return HOWS[how].format(change.amount)


def _cause(wording: Wording, duel: Duel, rules: Ruleset, change: ValueChange) -> str:
    """Return the cause of a change in words: a card and its zone, or a status."""
    if change.status:
        return say("status {status}", status=change.status)
    if change.code not in rules.cards:
        return say("an effect")
    name = wording.of_card(rules.cards[change.code])
    if change.oid:
        place = next((place for place, piece in duel.pieces() if piece.oid == change.oid), None)
        if place is None:
            return name
        return say("{card} in {zone}", card=name, zone=wording.zone(place))
    if change.until == duel.turn:
        return say("{card}, until the end of this turn", card=name)
    if change.until:
        return say("{card}, until the end of turn {turn}", card=name, turn=change.until)
    return name


UNSAID: Final = frozenset(("summoned", "flipped", "back", "lent", "outlives", "phase"))
"""Notes that the rules keep for themselves: turns, phases, whither a lent card goes back, that a
card outlives the one it is equipped to."""


def card_marks(wording: Wording, piece: Piece) -> list[MarkView]:
    """Return the marks on a card, in the order in which they were noted."""
    return [
        _mark(wording, name, value) for name, value in piece.marks.items() if name not in UNSAID
    ]


def _mark(wording: Wording, name: str, value: int | str) -> MarkView:
    rules, word = wording.game.rules, wording.value(name)
    status = rules.in_play.statuses.get(name)
    if status is not None:
        said = [rule_view(rule, rules) for rule in status.rules]
        return MarkView(capital(word), say("Status: {status}.", status=word), said)
    if isinstance(value, str) or any(name in card.traits for card in rules.cards.values()):
        sign = capital(wording.value(str(value)))
        title = named("printed", title_of(name))
        text = say("{trait}: {value}, as declared.", trait=title, value=sign)
        return MarkView(sign, text, [])
    return MarkView(capital(word), say("Marked: {mark}.", mark=word), [])
