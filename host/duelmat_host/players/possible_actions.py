"""The actions that a seat may do as far as it knows, with the cards named that it has seen.

The program chooses from them, for its own seat or as advice for a person's.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from duelmat_engine import (
    Action,
    Activate,
    Cancel,
    Choose,
    Duel,
    Pass,
    Play,
    Seat,
    is_key,
    judge,
    legal_actions,
    zone,
    zone_kind,
)
from duelmat_host.players.hands import Hands
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.live import LiveTable
from duelmat_host.table.private import private_duel


def known_to(table: LiveTable, hands: Hands, seat: Seat) -> Duel:
    """Return the duel as a seat knows it whose hands are simulated."""
    state = table.state
    return private_duel(state.duel, seat, state.secrets, hands.held(seat))


def possible_actions(table: LiveTable, hands: Hands, seat: Seat, private: Duel) -> list[Action]:
    """Return the answers of the deciding seat; `private` is the duel as it knows it."""
    legal = [action for action in legal_actions(private) if not isinstance(action, Cancel)]
    listed = on_mat(legal, table.state.zones)
    actions = [named for action in listed for named in _named(table, hands, seat, action)]
    if any(isinstance(action, Choose) for action in actions):  # then passing would be untrue
        actions = [action for action in actions if not isinstance(action, Pass)]
    return actions


def _named(table: LiveTable, hands: Hands, seat: Seat, action: Action) -> Iterator[Action]:
    """Yield an action with its card named, for each fitting card that its hands have seen."""
    duel = table.state.duel
    match action:
        case Choose(card=place) if not is_key(place) and zone_kind(place) == "pile":
            for key in hands.look(seat, looked_count(table)):
                if judge(duel, Choose(key)).legal:
                    yield Choose(key)
        case Play(card=place) | Activate(card=place) if zone_kind(place) == "pile":
            for key in hands.look(seat, looked_count(table)):
                named = structs.replace(action, card=key)
                unseen = isinstance(action, Play) and not action.face_up  # any of them is possible
                if unseen or judge(duel, named).legal:
                    yield named
        case Choose(card=place) | Play(card=place) | Activate(card=place) if (
            zone_kind(place) == "hand"
        ):
            return  # it has not been drawn yet, or another's is chosen unseen
        case _:
            yield action


def looked_count(table: LiveTable) -> int:
    """Return the number of cards of the pile that the deciding player is looking at.

    An effect may let the player look at them; where a card of the pile is to be chosen without
    one, the player looks through all of it.
    """
    duel = table.state.duel
    looked = duel.frames[-1].bound.get("looked") if duel.frames else None
    if isinstance(looked, tuple):
        return len(looked)
    decision = duel.decision
    if decision is None or decision.kind != "choose" or decision.seat < 0:
        return 0
    pile = zone(decision.seat, "pile")
    return len(duel.at(pile)) if Choose(pile) in table.legal else 0
