"""An event as tests ask it: people, commands and ids of requests."""

from __future__ import annotations

import itertools

from duelmat_hub.hub import CommandDone, Hub
from duelmat_hub.policies import load_policy
from duelmat_tournament import commands
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Actor, Role

ORGANISER = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE = Actor(Role.HEAD_JUDGE, "Hanna")
JUDGE = Actor(Role.JUDGE, "Jon")
SCOREKEEPER = Actor(Role.SCOREKEEPER, "Sam")
SEED = "what chance draws from"
DECK = DeckList(tuple(f"card-{number % 20}" for number in range(40)))
_numbers = itertools.count()


def new_request() -> str:
    """Return an id that no other request of this run has."""
    return f"request-{next(_numbers):012}"


def creation(policy: str = "trump-king", seed: str = SEED) -> commands.CreateEvent:
    return commands.CreateEvent("Open 2026", load_policy(policy), seed)


async def ask(hub: Hub, command: AnyCommand, by: Actor = ORGANISER) -> CommandDone:
    return await hub.submit(command, by, new_request())


async def register(hub: Hub, count: int) -> None:
    """Register so many players, with deck lists if the policy wants them."""
    assert hub.event is not None
    for number in range(1, count + 1):
        await ask(hub, commands.RegisterPlayer(f"Player {number}"))
        if hub.event.policy.deck_lists:
            await ask(hub, commands.RegisterDeck(PlayerId(number), DECK, f"{number:032x}"))


async def round_one(hub: Hub, players: int = 8) -> None:
    """Create an event and begin its first round."""
    await ask(hub, creation())
    await register(hub, players)
    for command in (
        commands.StartEvent(),
        commands.PairRound(),
        commands.PublishRound(),
        commands.StartRound(),
    ):
        await ask(hub, command)
