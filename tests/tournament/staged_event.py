"""An event that a test plays step by step, as its people would."""

from __future__ import annotations

from copy import copy, deepcopy

import pytest
from msgspec.structs import replace

from duelmat_hub.policies import load_policy
from duelmat_message import Text, words_of
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.chain import ROOT, checkpoint, next_hash
from duelmat_tournament.check import check_event
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.consequences import Consequences, consequences, consequences_digest
from duelmat_tournament.deciding import decide
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Call, Event, Match, Round
from duelmat_tournament.exchange import SaltedDeck, format_event
from duelmat_tournament.fold import apply, fold
from duelmat_tournament.names import CallId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.policy import Policy
from duelmat_tournament.results import Result, Side
from duelmat_tournament.roles import Actor, Role

ORGANISER = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE = Actor(Role.HEAD_JUDGE, "Hanna")
JUDGE = Actor(Role.JUDGE, "Jon")
SCOREKEEPER = Actor(Role.SCOREKEEPER, "Sam")
DECK = DeckList(tuple(f"card-{number}" for number in range(40)))
TRUMP_KING = load_policy("trump-king")
"""Best of 3, rounds of 30 minutes, no deck lists; rounds that were missed are losses."""
OCG = load_policy("ocg")
"""Deck lists, deck checks and, with 17 players or more, a cut."""
BEGAN_MS = 1_790_000_000_000


def played_by_teams(*seats: Side) -> Result:
    """Return the result of a match of teams from the sides that won at its seats."""
    first, second = seats.count(Side.FIRST), seats.count(Side.SECOND)
    won = results.played(first, second, seats.count(Side.NONE))
    return replace(won, seats=seats)


class StagedEvent:
    """An event, the log that has led to it, and the hands of everybody in it."""

    def __init__(
        self,
        *names: str,
        policy: Policy = TRUMP_KING,
        seed: str = "seed",
        strict: bool = False,
        pairing: int = commands.PAIRING_VERSION,
        upgrades: int = commands.UPGRADE_VERSION,
    ) -> None:
        self.log: list[Entry] = []
        self.decks: dict[str, SaltedDeck] = {}
        self.head = ROOT
        self.now_ms = BEGAN_MS
        self.made: Event | None = None
        self.do(
            commands.CreateEvent(
                "Open", policy, seed, strict=strict, pairing=pairing, upgrades=upgrades
            )
        )
        for name in names:
            self.register(name)

    @property
    def event(self) -> Event:
        assert self.made is not None
        return self.made

    @property
    def round(self) -> Round:
        assert self.event.round is not None
        return self.event.round

    def branch(self) -> StagedEvent:
        """Return the same event, which goes on apart from this one."""
        branch = copy(self)
        branch.log, branch.decks = self.log.copy(), self.decks.copy()
        return branch

    # Asking

    def do(self, command: AnyCommand, by: Actor = ORGANISER) -> tuple[Entry, ...]:
        """Do a command, and return the entries that came of it."""
        added = decide(self.made, command, by, self.now_ms, checkpoint=checkpoint(self.head))
        for entry in added:
            self.made = apply(self.made, entry)
            self.head = next_hash(self.head, entry)
        self.log += added
        if isinstance(command, commands.RegisterDeck):
            digest = deck_digest(command.deck, command.salt)
            self.decks[digest] = SaltedDeck(command.salt, command.deck)
        return added

    def refusal(
        self, command: AnyCommand, by: Actor = ORGANISER, kind: type[RefusedError] = RefusedError
    ) -> str:
        """Return the sentence with which a command is refused; nothing has changed then."""
        before = deepcopy(self.made)
        with pytest.raises(kind) as refused:
            self.do(command, by)
        assert self.made == before
        words = words_of(refused.value)
        assert isinstance(words, Text), words  # so that it can be said in every language
        return str(words)

    def wait(self, seconds: float) -> None:
        self.now_ms += round(1000 * seconds)

    # Who and where

    def id(self, name: str) -> PlayerId:
        return next(each.id for each in self.event.registered if each.name == name)

    def actor(self, name: str) -> Actor:
        return Actor(Role.PLAYER, name, self.id(name))

    def match(self, name: str, number: int | None = None) -> Match:
        """Return a player's match, in the present round or in another one."""
        held = self.round if number is None else self.event.rounds[number - 1]
        found = held.match_of(self.id(name))
        assert found is not None, f"{name} has no match in round {held.number}"
        return found

    def opponent(self, name: str, number: int | None = None) -> str:
        return self.event.name_of(self.match(name, number).other(self.id(name)))

    def has_bye(self, name: str) -> bool:
        return self.round.has_bye(self.id(name))

    # Registration

    def register(self, name: str, team: str = "", byes: tuple[int, ...] = ()) -> PlayerId:
        rounds = tuple(map(RoundNumber, byes))
        self.do(commands.RegisterPlayer(name, team, rounds))
        number = self.id(name)
        if self.event.policy.deck_lists:
            self.do(commands.RegisterDeck(number, DECK, f"{number:032x}"))
        return number

    def drop(self, name: str) -> tuple[Entry, ...]:
        return self.do(commands.DropPlayer(self.id(name)), self.actor(name))

    # Rounds

    def start(self, rounds: int = 0, cut: int = -1) -> None:
        self.do(commands.StartEvent(rounds, cut))

    def pair(self) -> None:
        self.do(commands.PairRound())

    def play(self) -> None:
        """Pair a round, publish it and begin it."""
        self.pair()
        self.do(commands.PublishRound())
        self.do(commands.StartRound())

    def close(self) -> None:
        """End a round: whoever stands first in an open match wins 2-0."""
        for match in self.round.open_matches:
            self.enter(match, self.won())
        self.do(commands.CloseRound())

    def won(self) -> Result:
        """Return a win of the first player in as few duels as there can be."""
        policy = self.event.policy
        best_of = policy.cut_best_of if self.round.is_cut else policy.best_of
        return results.played(best_of // 2 + 1, 0)

    # Results

    def enter(self, match: Match, result: Result, by: Actor = SCOREKEEPER) -> tuple[Entry, ...]:
        return self.do(commands.EnterResult(self.round.number, match.table, result), by)

    def wins(self, name: str, won: int = 2, lost: int = 0, drawn: int = 0) -> None:
        """Enter that a player has won the present match."""
        match = self.match(name)
        is_first = match.first == self.id(name)
        self.enter(match, results.played(*((won, lost) if is_first else (lost, won)), drawn))

    def consequences(self, number: int, table: TableNumber, result: Result) -> Consequences:
        return consequences(self.event, RoundNumber(number), table, result)

    def correct(self, number: int, table: TableNumber, result: Result) -> Consequences:
        """Correct a result as a page does: the consequences are shown, then confirmed."""
        shown = self.consequences(number, table, result)
        digest = consequences_digest(shown)
        self.do(
            commands.CorrectResult(RoundNumber(number), table, result, digest, "A wrong slip."),
            SCOREKEEPER,
        )
        return shown

    # The floor

    def call(self, name: str) -> Call:
        """Return the call with which a player has called a judge."""
        command = floor_commands.CallJudge(self.match(name).table, "May I?")
        self.do(command, self.actor(name))
        return self.event.calls[CallId(len(self.event.calls))]

    def rule(self, call: Call, by: Actor = JUDGE) -> Call:
        self.do(floor_commands.RuleCall(call.id, "You may."), by)
        return self.event.calls[call.id]

    # In the end

    def file(self) -> bytes:
        return format_event(self.log, self.decks)

    def is_proven(self) -> bool:
        """Check all that has happened: the log alone makes the event, and proves itself."""
        assert fold(self.log) == self.made
        checked = check_event(self.file())
        assert checked.faults == ()
        return True


def changed(policy: Policy = TRUMP_KING, **changes: object) -> Policy:
    """Return a policy with some keys changed; `entering__late_until_round` is in a table."""
    for key, value in changes.items():
        table, _, inner = key.rpartition("__")
        if table:
            value = replace(getattr(policy, table), **{inner: value})
        policy = replace(policy, **{table or inner: value})
    return policy
