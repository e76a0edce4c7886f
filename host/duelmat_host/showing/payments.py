"""The plays that other cards pay for, as one seat knows its cards: a Synchro, a Tribute Summon.

Each lists the sets of cards that pay for it; of the seat's cards beside these, the reason why none
of these plays takes them. Like the rest of what a seat may do, it is shown to that seat alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from duelmat_engine import (
    Action,
    Duel,
    Piece,
    Play,
    Seat,
    ZoneName,
    is_key,
    judge,
    replace,
    rule_words,
    zone_kind,
)
from duelmat_host.showing.choice_types import MaterialView, PaidPlayView, PaymentsView
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.state import TableState
from duelmat_message import say

MOST_PLAYS: Final = 60
"""More plays than a hand and an Extra Deck hold in any packaged game."""


def payments_of(
    actions: Iterable[Action], state: TableState, private: Duel, seat: Seat
) -> PaymentsView | None:
    """Return the plays among legal acts of a seat that cards on the mat pay for; None: none.

    private: the duel as the seat knows it.
    """
    plays: dict[tuple[str, str], list[Play]] = {}
    for action in actions:
        if isinstance(action, Play) and _is_paid_on_mat(action, state):
            plays.setdefault((action.move, action.card), []).append(action)
    if not plays:
        return None
    shown = [_play(state, alike) for alike in list(plays.values())[:MOST_PLAYS]]
    return PaymentsView(shown, list(_materials(state, private, seat, list(plays.values()))))


def _is_paid_on_mat(play: Play, state: TableState) -> bool:
    """Whether a known card is laid where the mat senses it, and so lie all that pay for it."""
    if not play.using or not is_key(play.card) or not is_laid(play, state.duel, state.zones):
        return False
    return all(not is_key(name) and state.zones.sensed(ZoneName(name)) for name in play.using)


def _play(state: TableState, alike: Sequence[Play]) -> PaidPlayView:
    """Return one play of one card, with all that may pay for it."""
    play = alike[0]
    words, card = state.rules.words.of_move(play.move), state.card_name(play.card)
    if not play.face_up:
        text = say("Set {card}", card=card)
    else:
        text = say("{does:capital} {card}", does=words.does, card=card)
    costs = dict.fromkeys(
        tuple(state.zones.to_mat(ZoneName(name)) for name in each.using) for each in alike
    )
    return PaidPlayView(
        play.move, play.card, text, [list(cost) for cost in costs], bool(words.adds)
    )


def _materials(
    state: TableState, private: Duel, seat: Seat, plays: Sequence[Sequence[Play]]
) -> Iterator[MaterialView]:
    """Yield the seat's cards in the rows from which something is paid: usable ones and others."""
    words = [state.rules.words.of_move(alike[0].move) for alike in plays]
    adds = next((each.adds for each in words if each.adds), "")
    usable = {name for alike in plays for play in alike for name in play.using}
    for kind in sorted({zone_kind(name) for name in usable}):
        for name in state.zones.row(seat, kind):
            piece, place = private.top(name), state.zones.sensed(name)
            if piece is None or place is None:
                continue
            rule = "" if name in usable else _rule_against(private, plays[0][0], name)
            reason = say("{rule}.", rule=rule_words(rule, state.rules)) if rule else ""
            title = state.place_name(place) if piece.key is None else state.card_title(piece.key)
            yield MaterialView(place, title, _worth(state, piece, adds), reason, rule)


def _worth(state: TableState, piece: Piece, adds: str) -> int | None:
    """Return what a card counts in a sum; None: nothing."""
    return state.rules.card(piece.key).number(adds) if adds and piece.key is not None else None


def _rule_against(private: Duel, play: Play, name: ZoneName) -> str:
    """Return the rule by which a card does not pay, where a play would take it besides."""
    wrong = replace(play, using=tuple(sorted({*play.using, name})), shown=())
    return next(iter(judge(private, wrong).rules), "")
