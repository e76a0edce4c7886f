"""The Chain as everybody sees it, and what an open question is about."""

from __future__ import annotations

from duelmat_engine import (
    Decision,
    ToldLink,
    ZoneName,
    is_key,
    seat_letter,
    told_links,
    zone_kind,
)
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import ChainLinkView
from duelmat_host.table.state import TableState
from duelmat_message import Text, say


def chain_links(state: TableState) -> list[ChainLinkView]:
    """Return the links of the Chain in order; the last link resolves next."""
    links = told_links(state.wording, state.duel)
    return [
        ChainLinkView(
            number,
            seat_letter(link.seat),
            say("{whose} {link:noun}", whose=state.wording.possessive(link.seat), link=link.text),
            _told(state, link),
            None if link.source is None else _mat_zone(state, link.source),
            [spot for name in link.targets if (spot := _mat_zone(state, name)) is not None],
            number == len(links),
        )
        for number, link in enumerate(links, 1)
    ]


def _mat_zone(state: TableState, name: ZoneName) -> MatZone | None:
    """Return the mat zone of a card; a card being activated lies where it was put."""
    piece = state.duel.top(name)
    if zone_kind(name) == "play" and piece is not None and piece.key is not None:
        return state.current.spots.get(piece.key)
    if zone_kind(name) in state.rules.zones.hidden or is_key(name):
        return None
    return next(iter(state.zones.places(name)), None)


def because(state: TableState) -> Text | None:
    """Return the reason for the open window in words; None if it is no response to a Chain."""
    link = _last(state)
    if link is None:
        return None
    player = state.name_of(link.seat)
    if link.is_printed:
        return say(
            "Because {player} uses {link}. To {player} it says: {does}.",
            player=player,
            link=link.text,
            does=link.does,
        )
    return say(
        "Because {player} uses {link}. It will: {does}.",
        player=player,
        link=link.text,
        does=link.does,
    )


def _told(state: TableState, link: ToldLink) -> str:
    if not link.is_printed:
        return link.does
    return say("to {player} it says: {does}", player=state.name_of(link.seat), does=link.does)


def if_declined(state: TableState) -> Text | None:
    """Return in words the consequence if nobody responds, or all pass; None: it is unknown."""
    decision, window = state.duel.decision, state.duel.window
    if decision is not None and decision.kind == "open":
        return _if_all_pass(state, decision)
    if decision is not None and decision.kind == "choose":
        return _NONE_FITS
    if decision is None or decision.kind != "window" or window is None:
        return None
    link = _last(state)
    if link is not None and link.is_printed:
        return say("If nobody responds, it resolves.")
    if link is not None:
        return say("If nobody responds, it will: {does}.", does=link.does)
    return next((words for kind, words in _THEN.items() if kind in window.to), None)


def _if_all_pass(state: TableState, decision: Decision) -> Text:
    """Return in words the consequence where players pass to end a phase or a battle step."""
    link = _last(state)
    if link is not None and link.is_printed:
        return say("If all players pass, it resolves.")
    if link is not None:
        return say("If all players pass, it will: {does}.", does=link.does)
    if decision.about != state.duel.phase:
        return say("If all players pass, the battle goes on.")
    return say("If all players pass, the phase ends.")


_NONE_FITS = say(
    "By this you say that none of them fits. If one does, choose it: it may not turn up later. "
    "“Take back” undoes a slip."
)
"""The sentence for declining a choice: at a table that is possible in this case alone."""
_GOES_ON = say("If nobody responds, play goes on.")
_THEN = {
    "phase-end": say("If nobody responds, the phase ends."),
    "attack": say("If nobody responds, the attack goes on to the battle."),
    "summoning": say("If nobody responds, the summon succeeds."),
    "summon": _GOES_ON,
    "special-summon": _GOES_ON,
    "flip-summon": _GOES_ON,
}
"""The sentence for what comes next where nobody responds, by the kind of window."""


def _last(state: TableState) -> ToldLink | None:
    """Return the link that resolves next, while a response is asked for."""
    decision = state.duel.decision
    if decision is None or decision.kind not in ("window", "open"):
        return None
    return next(iter(told_links(state.wording, state.duel)[-1:]), None)
