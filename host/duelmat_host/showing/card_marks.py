"""Marks on cards of the field, in the words of the game: declared values, statuses.

Only what was said aloud or resolved in the open is told; it is read off cards that everybody sees.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine import Piece, Wording, capital
from duelmat_host.showing.card_faces import title_of
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.view_types import MarkView
from duelmat_message import named, say

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
