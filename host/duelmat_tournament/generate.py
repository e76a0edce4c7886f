"""Random events: whole logs with late entries, drops, no-shows, disputes and corrections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec import Struct

from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.chain import ROOT, checkpoint, next_hash
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.deciding import decide
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import NoPairingError, RefusedError
from duelmat_tournament.event import Event, GivenPenalty, Match, Round, Stage
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.fold import apply
from duelmat_tournament.names import CallId, PlayerId, RoundNumber, TableNumber, TimeMs, drawn
from duelmat_tournament.policy import Policy
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import SEATS

T = TypeVar("T")
BEGINS_MS: Final = TimeMs(1_790_000_000_000)
ORGANISER: Final = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE: Final = Actor(Role.HEAD_JUDGE, "Hanna")
JUDGE: Final = Actor(Role.JUDGE, "Jon")
SCOREKEEPER: Final = Actor(Role.SCOREKEEPER, "Sam")
_DECK: Final = DeckList(tuple(f"card-{number % 20}" for number in range(40)))


class Chances(Struct, frozen=True):
    """The chances of events and shares of players, in percent."""

    late: int = 6
    """The share of the players who come after the start."""
    drop: int = 4
    """The chance that an active player leaves after a round."""
    back: int = 15
    """The chance that a player who has left comes back before the next round."""
    no_show: int = 2
    """The chance that one player of a match does not come."""
    draw: int = 10
    agreed_draw: int = 4
    double_loss: int = 1
    dispute: int = 3
    call: int = 6
    penalty: int = 5
    deck_check: int = 2
    correction: int = 40
    """The chance that a round has a correction."""
    team: int = 30
    """The chance that a player belongs to a team."""
    awarded_bye: int = 2
    announcement: int = 10
    """The chance that a round has an announcement."""


class Generated(Struct, frozen=True):
    """A random event."""

    event: Event
    log: tuple[Entry, ...]
    decks: dict[str, SaltedDeck]
    refused: tuple[str, ...]
    """The requests that were refused on the way, which random people make too."""


def generate(
    policy: Policy,
    players: int,
    seed: str,
    chances: Chances | None = None,
    name: str = "",
    stop_at: RoundNumber | None = None,
    begins_ms: TimeMs = BEGINS_MS,
) -> Generated:
    """Return a random event, which is the same to the byte for the same seed.

    stop_at: the round that is still being played in the end: half of its matches have been
        played. None: the event is played until it is over.
    """
    return _Generator(policy, players, seed, chances or Chances(), name, stop_at, begins_ms).run()


class _Generator:
    def __init__(
        self,
        policy: Policy,
        players: int,
        seed: str,
        chances: Chances,
        name: str,
        stop_at: RoundNumber | None,
        begins_ms: TimeMs,
    ) -> None:
        self.players = players
        self.late = players * chances.late // 100
        """The number of players who are still to come."""
        self.seed = seed
        self.chances = chances
        self.stop_at = stop_at
        self.log: list[Entry] = []
        self.decks: dict[str, SaltedDeck] = {}
        self.refused: list[str] = []
        self.event: Event | None = None
        self.head = ROOT
        self.now_ms = begins_ms
        self.draws = 0
        self.ask(commands.CreateEvent(name or f"Random event {seed}", policy, seed), ORGANISER)

    # Chance and time

    def below(self, most: int) -> int:
        self.draws += 1
        return drawn(self.seed, "generate", self.draws) % most

    def is_now(self, percent: int) -> bool:
        return self.below(100) < percent

    def pick(self, among: Sequence[T]) -> T:
        return among[self.below(len(among))]

    def wait(self, most_s: int) -> None:
        self.now_ms = TimeMs(self.now_ms + 1000 * self.below(most_s))

    @property
    def now(self) -> Event:
        assert self.event is not None
        return self.event

    @property
    def round(self) -> Round:
        assert self.now.round is not None
        return self.now.round

    @property
    def is_stopped(self) -> bool:
        """Whether the round is the one that is not played to its end."""
        return len(self.now.rounds) == self.stop_at

    def ask(self, command: AnyCommand, by: Actor) -> bool:
        """Give the event a command, and return whether it was accepted."""
        try:
            made = decide(self.event, command, by, self.now_ms, checkpoint=checkpoint(self.head))
        except RefusedError as refused:
            self.refused.append(f"{type(command).__name__}: {refused}")
            return False
        for entry in made:
            self.event = apply(self.event, entry)
            self.head = next_hash(self.head, entry)
        self.log += made
        return True

    def player(self, number: PlayerId) -> Actor:
        return Actor(Role.PLAYER, self.now.name_of(number), number)

    # The event

    def run(self) -> Generated:
        for _ in range(max(2, self.players - self.late)):
            self.register()
        if not self.ask(commands.StartEvent(), ORGANISER):
            self.ask(commands.StartEvent(cut=0), ORGANISER)
        while self.now.stage is Stage.SWISS and len(self.now.rounds) < self.now.swiss_rounds:
            self.come_and_go()
            if not self.play_round():
                break
        while self.now.stage is Stage.SWISS and self.now.cut_size and not self.is_stopped:
            if not self.ask(commands.StartCut(), ORGANISER):
                break
        while self.now.stage is Stage.CUT and self.play_round():
            pass
        if self.is_stopped:
            return Generated(self.now, tuple(self.log), self.decks, tuple(self.refused))
        for penalty in self.now.penalties:
            self.decide_upgrade(penalty)
        self.ask(commands.FinishEvent(), ORGANISER)
        return Generated(self.now, tuple(self.log), self.decks, tuple(self.refused))

    def register(self) -> None:
        number = len(self.now.players) + 1
        has_team = self.is_now(self.chances.team)
        team = f"Team {self.below(self.players // 4 + 1)}" if has_team else ""
        coming = len(self.now.rounds) + 1
        byes = (RoundNumber(coming),) if self.is_now(self.chances.awarded_bye) else ()
        name = f"Player {number}"
        seats = self.now.policy.team_size
        members = tuple(f"{name} {seat}" for seat in "ABC"[:seats]) if seats > 1 else ()
        one = commands.RegisterPlayer(name, team, byes, members=members)
        if not self.ask(one, ORGANISER):
            return
        if self.now.policy.deck_lists:
            for seat in SEATS if seats > 1 else (None,):
                words = (number,) if seat is None else (number, seat.value)
                salt = f"{drawn(self.seed, 'salt', *words):032x}"
                handed = commands.RegisterDeck(PlayerId(number), _DECK, salt, seat)
                if self.ask(handed, ORGANISER):
                    self.decks[deck_digest(_DECK, salt)] = SaltedDeck(salt, _DECK)
        self.wait(60)

    def come_late(self) -> None:
        self.late -= 1
        self.register()

    def come_and_go(self) -> None:
        for _ in range(min(self.late, 1 + self.below(self.late + 1))):
            self.come_late()
        if self.is_now(self.chances.announcement):
            self.ask(floor_commands.Announce("There is water at the desk."), ORGANISER)
        if self.is_now(5 * self.chances.awarded_bye):
            coming = RoundNumber(len(self.now.rounds) + 1)
            self.ask(commands.AwardBye(self.pick(list(self.now.players)), coming), ORGANISER)
        for player in list(self.now.players.values()):
            if player.is_active and self.is_now(self.chances.drop):
                self.ask(commands.DropPlayer(player.id), self.player(player.id))
            elif not player.is_active and self.is_now(self.chances.back):
                self.ask(commands.ReturnPlayer(player.id), ORGANISER)

    def play_round(self) -> bool:
        """Play the next round, and return whether there was one."""
        if not self.pair():
            return False
        self.ask(commands.PublishRound(), ORGANISER)
        self.wait(300)
        self.ask(commands.StartRound(), ORGANISER)
        if self.is_now(30):
            self.ask(floor_commands.ChooseDecks(), JUDGE)
        if self.is_now(20) and self.round.matches:
            self.ask(
                floor_commands.FeatureTable(self.pick(list(self.round.matches)), True), ORGANISER
            )
        if self.is_now(10) and self.round.matches:
            table = self.pick(list(self.round.matches))
            spare = TableNumber(max(self.round.matches) + 1)
            self.ask(floor_commands.MoveMatch(self.round.number, table, spare), ORGANISER)
        if self.is_now(10):
            self.wait(300)
            if self.ask(commands.PauseClock(), HEAD_JUDGE):
                self.wait(200)
                self.ask(commands.ResumeClock(), HEAD_JUDGE)
        matches = list(self.round.matches.values())
        if self.is_stopped:
            matches = matches[: len(matches) // 2]
        for match in matches:
            self.play(match)
        if self.is_stopped:
            return False
        if self.is_now(self.chances.correction):
            self.correct()
        if self.round.clock is not None and self.is_now(50):
            self.now_ms = TimeMs(max(self.now_ms, self.round.clock.ends_ms))
            self.ask(commands.CallTime(), ORGANISER)
        return self.ask(commands.CloseRound(), ORGANISER)

    def pair(self) -> bool:
        give_up: tuple[str, ...] = ()
        for _ in range(3):
            try:
                made = decide(self.event, commands.PairRound(give_up), ORGANISER, self.now_ms)
            except NoPairingError as impossible:
                self.refused.append(f"PairRound: {impossible}")
                give_up = impossible.remedies[0]
                continue
            except RefusedError as refused:
                self.refused.append(f"PairRound: {refused}")
                return False
            for entry in made:
                self.event = apply(self.event, entry)
                self.head = next_hash(self.head, entry)
            self.log += made
            if not self.is_now(5):
                return True
            if self.late:
                self.come_late()
            if not self.ask(commands.UnpairRound(), ORGANISER):
                return True
        return self.ask(commands.PairRound(give_up), ORGANISER)

    def play(self, match: Match) -> None:
        number, table = self.round.number, match.table
        self.wait(20)
        if self.is_now(self.chances.call):
            self.call(match)
        if self.is_now(self.chances.deck_check) and self.ask(
            floor_commands.CheckDecks(table), JUDGE
        ):
            self.wait(600)
            self.end_call()
        if self.is_now(self.chances.penalty):
            infraction = self.pick(self.now.policy.infractions)
            player = self.pick(match.players)
            judge = HEAD_JUDGE if self.is_now(20) else JUDGE
            is_given = self.ask(floor_commands.GivePenalty(player, infraction.id, "Seen."), judge)
            if is_given and self.is_now(50):
                self.decide_upgrade(self.now.penalties[-1])
        now = self.round.matches[table]
        if now.result is not None:
            return
        if self.is_now(self.chances.no_show):
            late_ms = 1000 * self.now.policy.lateness.match_loss_after_s
            self.now_ms = TimeMs(max(self.now_ms, (self.round.began_ms or 0) + late_ms))
            gone = self.pick(match.players)
            if self.ask(commands.MarkNoShow(number, table, gone), SCOREKEEPER):
                return
        if self.is_now(self.chances.double_loss) and not self.round.is_cut:
            self.ask(commands.EnterResult(number, table, results.double_loss()), HEAD_JUDGE)
            return
        result = self.result()
        if self.is_now(20):
            self.ask(commands.EnterResult(number, table, result), SCOREKEEPER)
            return
        one, other = self.player(match.first), self.player(match.second)
        self.ask(commands.ReportResult(number, table, result), one)
        if self.is_now(self.chances.dispute):
            self.ask(commands.DisputeResult(number, table, "I have won."), other)
            self.wait(120)
            self.end_call()
            self.ask(commands.EnterResult(number, table, result), HEAD_JUDGE)
            return
        self.ask(commands.ConfirmResult(number, table, result), other)

    def decide_upgrade(self, given: GivenPenalty) -> None:
        if given.upgrade is not None:
            holds = given.upgrade if self.is_now(50) else given.record.penalty
            self.ask(floor_commands.DecideUpgrade(given.record.id, holds, "As seen."), HEAD_JUDGE)

    def result(self) -> Result:
        """Draw a random result for a match."""
        policy = self.now.policy
        best_of = policy.cut_best_of if self.round.is_cut else policy.best_of
        may_draw = policy.may_draw and not self.round.is_cut
        if may_draw and policy.may_agree_draw and self.is_now(self.chances.agreed_draw):
            return results.agreed_draw()
        if may_draw and self.is_now(self.chances.draw):
            return results.played(best_of // 2, best_of // 2, 1)
        winner, loser = best_of // 2 + 1, self.below(best_of // 2 + 1)
        return results.played(*((winner, loser) if self.is_now(50) else (loser, winner)))

    def call(self, match: Match) -> None:
        caller = self.player(self.pick(match.players))
        if not self.ask(floor_commands.CallJudge(match.table, "A question."), caller):
            return
        call = CallId(len(self.now.calls))
        self.wait(120)
        self.ask(floor_commands.TakeCall(call), JUDGE)
        self.ask(floor_commands.ArriveAtTable(call), JUDGE)
        self.wait(300)
        self.ask(floor_commands.RuleCall(call, "It stands."), JUDGE)
        if self.is_now(25) and self.ask(floor_commands.Appeal(call, caller.player), JUDGE):
            self.wait(420)
            self.ask(floor_commands.DecideAppeal(call, "Upheld.", True), HEAD_JUDGE)
        self.extend(call)

    def end_call(self) -> None:
        call = CallId(len(self.now.calls))
        self.ask(floor_commands.RuleCall(call, "Done."), JUDGE)
        self.extend(call)

    def extend(self, call: CallId) -> None:
        known = self.now.calls.get(call)
        if known is not None and known.proposed_s:
            self.ask(floor_commands.GrantExtension(call, known.proposed_s), JUDGE)

    def correct(self) -> None:
        held = self.pick(self.now.rounds)
        if not held.matches:
            return
        match = self.pick(list(held.matches.values()))
        result = self.result()
        if match.result is None:
            return
        shown = consequences(self.now, held.number, match.table, result)
        digest = consequences_digest(shown)
        self.ask(
            commands.CorrectResult(held.number, match.table, result, digest, "Wrong slip."),
            SCOREKEEPER,
        )
