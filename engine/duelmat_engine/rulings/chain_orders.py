"""Every chain that may come of simultaneous triggers, found by giving every answer there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.events import Activated, AnyEvent, Lapsed
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import apply
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.trigger_orders import Case, lay, responder, signal, trial_game
from duelmat_engine.state import Duel


class PermittedChain(Struct, frozen=True):
    """One chain: the triggers by their numbers in the case, the first link first."""

    links: tuple[int, ...]
    responds: Seat | None
    """The player who is asked first for a response; None: there is no link to respond to."""


class Permitted(Struct, frozen=True):
    """The chains that may be formed; triggers that do not appear in one are declined or lost."""

    chains: tuple[PermittedChain, ...]
    rules: tuple[str, ...]
    """The rules that put triggers on these chains or took them away."""
    complete: bool
    """False if there are more chains than were wanted."""


def permitted_chains(case: Case, *, most: int = 1000) -> Permitted:
    """Up to `most` chains, those that take a trigger before those that decline it."""
    game = trial_game(case)
    duel, keys = lay(case)
    numbers: dict[CardKey | None, int] = {key: index for index, key in enumerate(keys)}
    found: dict[tuple[int, ...], Seat | None] = {}
    rules: dict[str, None] = {}

    def after(duel: Duel, links: tuple[int, ...], action: Action) -> tuple[Duel, tuple[int, ...]]:
        step = apply(duel, action, game)
        rules.update(dict.fromkeys(_cited(step.events)))
        return step.duel, links + _links(step.events, numbers)

    branches = [after(duel, (), signal(case))]
    while branches:
        now, links = branches.pop()
        asked = now.decision
        if asked is None or asked.kind != "trigger":
            if len(found) == most and links not in found:
                return Permitted(_listed(found), tuple(rules), complete=False)
            found.setdefault(links, responder(now))
            continue
        branches += reversed([after(now, links, action) for action in _answers(now, game)])
    return Permitted(_listed(found), tuple(rules), complete=True)


def _answers(duel: Duel, game: Game) -> list[Activate | Pass]:
    """Every activation, and declining last."""
    there = [a for a in legal_actions(duel, game) if isinstance(a, Activate | Pass)]
    return sorted(there, key=lambda action: isinstance(action, Pass))


def _links(events: Iterable[AnyEvent], numbers: dict[CardKey | None, int]) -> tuple[int, ...]:
    return tuple(
        numbers[e.piece.key] for e in events if isinstance(e, Activated) and e.piece.key in numbers
    )


def _cited(events: Iterable[AnyEvent]) -> Iterator[str]:
    """The rules by which triggers were activated or lost, not those by which effects resolve."""
    for event in events:
        if isinstance(event, Activated | Lapsed):
            yield from event.rules


def _listed(found: dict[tuple[int, ...], Seat | None]) -> tuple[PermittedChain, ...]:
    return tuple(PermittedChain(links, responds) for links, responds in found.items())
