"""The story of the demonstration: 64 players, six rounds, a cut to eight as a double elimination.

Everybody asks the hub's addresses in their own role. What has to be refused is asked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.person import Person, RefusedRequestError
from duelmat_engine import find_ruleset
from duelmat_tournament import commands, results
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Event, Match
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PenaltyId,
    PlayerId,
    RoundNumber,
    TableNumber,
    drawn,
)
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Role

POLICY: Final = "ocg"
PLAYERS: Final = 64
LATE: Final = 4
"""Of them, who come when the first round has been played."""
ROUNDS: Final = 6
CUT: Final = 8
CUT_ROUNDS: Final = 6
"""A double elimination of eight."""
SIX_O_CLOCK_MS: Final = 1_793_523_600_000
_AGAIN_S: Final = 0.05
_FORBIDDEN: Final = "ChangeOfHeart"
"""A card that the policy forbids, and its deck's owner has to change."""


class Refusal(Struct, frozen=True):
    """A request that was refused, as it has to be."""

    command: str
    reason: str


class Told(Struct, frozen=True):
    """The story's outcome, besides the event file."""

    refused: tuple[Refusal, ...]
    export: bytes
    """The event file with deck lists."""
    repeats: int
    """Requests that had to be sent again, because a hub was away."""


class Story:
    """The people of the demonstration, and what they do."""

    def __init__(
        self,
        bases: list[str],
        link: str,
        clock: ClockFile,
        seed: str,
        *,
        progress: Callable[[str], None] = lambda _: None,
        pulse: Callable[[], None] = lambda: None,
    ) -> None:
        """Args:
        bases: the addresses of hub processes.
        link: the organiser's.
        clock: by which the hubs go.
        seed: all chance of the story follows from it.
        progress: called with a line when a part of the story begins.
        pulse: called before each command.

        """
        self._bases = bases
        self._clock = clock
        self._seed = seed
        self._progress = progress
        self._pulse = pulse
        self._draws = 0
        self._refused: list[Refusal] = []
        self._players: dict[PlayerId, Person] = {}
        self._people: list[Person] = []
        self.organiser = self._person(Role.ORGANISER, "Olga", link)
        self.head_judge = self._invited(Role.HEAD_JUDGE, "Hanna")
        self.judge = self._invited(Role.JUDGE, "Jon")
        self.scorekeeper = self._invited(Role.SCOREKEEPER, "Sam")

    # People

    def _person(self, role: Role, name: str, link: str) -> Person:
        person = Person(self._bases, role, name)
        self._people.append(person)
        person.enter(link)
        return person

    def _invited(self, role: Role, name: str, player: PlayerId = NO_PLAYER) -> Person:
        asked = {"role": role.value, "name": name, "player": player}
        return self._person(role, name, self.organiser.post("/links", asked)["address"])

    def close(self) -> None:
        for person in self._people:
            person.close()

    # Asking

    def do(self, person: Person, command: EventCommand, **fields: Any) -> None:
        self._pulse()
        person.do(command, **fields)

    def refused(self, person: Person, command: EventCommand, **fields: Any) -> None:
        """Ask for something that has to be refused."""
        self._pulse()
        tag = str(command.__struct_config__.tag)
        try:
            person.do(command, **fields)
        except RefusedRequestError as error:
            self._refused.append(Refusal(tag, str(error)))
        else:
            raise AssertionError(f"{person.name} was not refused: {tag}")

    def event(self) -> Event:
        """Return the event as the public event file has it, whichever hub process is asked."""
        event = fold(parse_event(self.organiser.get("/event.json").content).log)
        assert event is not None
        return event

    def below(self, most: int) -> int:
        self._draws += 1
        return drawn(self._seed, "demo", self._draws) % most

    # The event

    def tell(self) -> Told:
        """Play the whole event."""
        self._progress("Registration")
        for number in range(1, PLAYERS - LATE + 1):
            self.register(number)
        self.do(self.organiser, commands.AwardBye(PlayerId(8), RoundNumber(1)))
        self.refused(self.judge, commands.StartEvent())
        self.do(self.organiser, commands.StartEvent(ROUNDS, CUT))
        for number in range(1, ROUNDS + 1):
            self._progress(f"Round {number}")
            self.play_round(RoundNumber(number))
        self._progress("The cut")
        self.refused(self.organiser, commands.PairRound())
        self.do(self.organiser, commands.StartCut())
        for number in range(ROUNDS + 1, ROUNDS + 1 + CUT_ROUNDS):
            self.play_round(RoundNumber(number))
        self.do(self.organiser, commands.FinishEvent())
        self.refused(self.organiser, commands.PairRound())
        export = self.organiser.get("/event-with-decks.json").content
        return Told(tuple(self._refused), export, sum(each.repeats for each in self._people))

    def register(self, number: int) -> None:
        """Register a player, who hands in a deck list by phone."""
        name, player = f"{_NAMES[(number - 1) % len(_NAMES)]} {number}", PlayerId(number)
        team = f"Team {number % 7}" if number % 3 == 0 else ""
        self.do(self.organiser, commands.RegisterPlayer(name, team))
        person = self._invited(Role.PLAYER, name, player)
        self._players[player] = person
        salt = f"{drawn(self._seed, 'salt', number):032x}"
        if number == 1:
            self.refused(person, _DECK, player=player, text=deck_text(), salt=salt)
            self.refused(person, _DECK, player=player, text="main = [7", salt=salt)
        text = allowed_deck_text()
        self.do(person, _DECK, player=player, text=text, salt=salt)

    def play_round(self, number: RoundNumber) -> None:
        self.before(number)
        self.do(self.organiser, commands.PairRound())
        if number == 1:
            self.refused(self.organiser, commands.PairRound())
            self.do(self.organiser, commands.UnpairRound())
            self.do(self.organiser, commands.PairRound())
        self.do(self.organiser, commands.PublishRound())
        self._clock.advance(240)
        self.do(self.organiser, commands.StartRound())
        event = self.event()
        assert event.round is not None
        matches = list(event.round.matches.values())
        special = dict(enumerate(self.specials(number)))
        for at, match in enumerate(matches):
            self._clock.advance(5 + self.below(20))
            happening = special.get(at)
            if happening is None or not happening(number, match):
                self.finish(number, match)
        if number == 4:
            self.correct()
        self.do(self.organiser, commands.CloseRound())

    def before(self, number: RoundNumber) -> None:
        """Do what happens between two rounds."""
        if number == 2:
            for late in range(PLAYERS - LATE + 1, PLAYERS + 1):
                self.register(late)
            self.do(self._players[PlayerId(11)], commands.DropPlayer(PlayerId(11)))
            self.refused(self._players[PlayerId(12)], commands.DropPlayer(PlayerId(13)))
        if number == 3:
            self.do(self.organiser, commands.ReturnPlayer(PlayerId(11)))
            self.refused(self.organiser, commands.RegisterPlayer("Too Late"))
        if number in (4, 5):
            leaver = self.event().active[self.below(40)].id
            self.do(self.organiser, commands.DropPlayer(leaver))
        if number == 6:
            self.do(self.organiser, commands.Announce("The cut is posted after this round."))

    def specials(self, number: RoundNumber) -> Iterator[Callable[[RoundNumber, Match], bool]]:
        """Yield what happens at the first tables of a round; the rest play on."""
        if number == 1:
            yield self.wrong_table
            yield self.draw
        if number == 2:
            yield self.no_show
            yield self.draw
            yield self.slow_play
        if number == 3:
            yield self.dispute
            yield self.deck_check
            yield self.long_call
        if number == 4:
            yield self.slow_play
            yield self.appeal
        if number == 5:
            yield self.draw
            yield self.double_loss
        if number == ROUNDS:
            yield self.time_called

    # What happens at a table; whether the match is over

    def finish(self, number: RoundNumber, match: Match, result: Result | None = None) -> bool:
        """Let one player report a result and the other confirm it."""
        loser = self.below(2)
        found = result or results.played(*((2, loser) if self.below(2) else (loser, 2)))
        one, other = (self._players[player] for player in match.players)
        self.do(one, commands.ReportResult(number, match.table, found))
        self.do(other, commands.ConfirmResult(number, match.table, found))
        return True

    def draw(self, number: RoundNumber, match: Match) -> bool:
        return self.finish(number, match, results.played(1, 1, 1))

    def wrong_table(self, number: RoundNumber, match: Match) -> bool:
        """Somebody reports for another table, confirms the own report, or one that has changed."""
        one, other = (self._players[player] for player in match.players)
        table, won = match.table, results.played(2, 0)
        self.refused(one, commands.ReportResult(number, TableNumber(table + 1), won))
        self.do(one, commands.ReportResult(number, table, won))
        self.refused(one, commands.ConfirmResult(number, table, won))
        self.do(one, commands.ReportResult(number, table, results.played(2, 1)))
        self.refused(other, commands.ConfirmResult(number, table, won))
        self.do(other, commands.ConfirmResult(number, table, results.played(2, 1)))
        self.refused(other, commands.ConfirmResult(number, table, results.played(2, 1)))
        return True

    def no_show(self, number: RoundNumber, match: Match) -> bool:
        gone = match.second
        self.refused(self.scorekeeper, commands.MarkNoShow(number, match.table, gone))
        self._clock.advance(600)
        self.do(self.scorekeeper, commands.MarkNoShow(number, match.table, gone))
        return True

    def slow_play(self, number: RoundNumber, match: Match) -> bool:
        """Penalise the same player in two rounds: the second time an upgrade is proposed."""
        del match
        given = commands.GivePenalty(PlayerId(2), "slow-play", "Four minutes for one turn.")
        self.refused(self.scorekeeper, given)
        self.do(self.judge, given)
        if number == 4:
            event = self.event()
            last = event.penalties[-1]
            assert last.upgrade is not None
            decided = commands.DecideUpgrade(PenaltyId(2), last.upgrade, "Warned in round 2.")
            self.refused(self.judge, decided)
            self.do(self.head_judge, decided)
        return False

    def dispute(self, number: RoundNumber, match: Match) -> bool:
        one, other = (self._players[player] for player in match.players)
        claimed, right = results.played(2, 1), results.played(1, 2)
        self.do(one, commands.ReportResult(number, match.table, claimed))
        self.do(other, commands.DisputeResult(number, match.table, "I won the third."))
        self.refused(self.judge, commands.EnterResult(number, match.table, right))
        self._answer_call(90)
        self.do(self.head_judge, commands.EnterResult(number, match.table, right))
        return True

    def deck_check(self, number: RoundNumber, match: Match) -> bool:
        self.do(self.judge, commands.ChooseDecks())
        self.do(self.judge, commands.CheckDecks(match.table))
        for player in match.players:
            self.judge.get(f"/deck/{player}")
        call = self._last_call()
        self._clock.advance(300)
        self.do(self.judge, commands.RuleCall(call, "Both decks are as listed."))
        self._extend(call)
        return self.finish(number, match)

    def long_call(self, number: RoundNumber, match: Match) -> bool:
        self.do(self._players[match.first], commands.CallJudge(match.table, "Is that a cost?"))
        self.refused(self._players[match.second], commands.CallJudge(match.table))
        self._answer_call(150)
        return self.finish(number, match)

    def appeal(self, number: RoundNumber, match: Match) -> bool:
        self.do(self._players[match.first], commands.CallJudge(match.table, "Missed timing?"))
        call = self._last_call()
        self._clock.advance(120)
        self.do(self.judge, commands.TakeCall(call))
        self.do(self.judge, commands.RuleCall(call, "It has missed the timing."))
        self.do(self.judge, commands.Appeal(call, match.first))
        self._clock.advance(180)
        self.refused(self.judge, commands.DecideAppeal(call, "No.", False))
        self.do(self.head_judge, commands.DecideAppeal(call, "It may be activated.", False))
        self._extend(call)
        return self.finish(number, match)

    def double_loss(self, number: RoundNumber, match: Match) -> bool:
        lost = commands.EnterResult(number, match.table, results.double_loss())
        self.do(self.head_judge, lost)
        return True

    def time_called(self, number: RoundNumber, match: Match) -> bool:
        self.refused(self.organiser, commands.CallTime())
        self._clock.advance(2_700)
        self.do(self.organiser, commands.CallTime())
        return self.finish(number, match)

    def _answer_call(self, seconds: int) -> None:
        call = self._last_call()
        self._clock.advance(20)
        self.do(self.judge, commands.TakeCall(call))
        self._clock.advance(seconds)
        self.do(self.judge, commands.RuleCall(call, "Both have seen the ruling."))
        self._extend(call)

    def _last_call(self) -> CallId:
        return CallId(len(self.event().calls))

    def _extend(self, call: CallId) -> None:
        """Grant what the arithmetic proposes; another number is refused."""
        proposed_s = self.event().calls[call].proposed_s
        if proposed_s:
            self.refused(self.judge, commands.GrantExtension(call, proposed_s + 60))
            self.do(self.judge, commands.GrantExtension(call, proposed_s))

    def correct(self) -> None:
        """Correct a result of round 2 in round 4, after its consequences were shown."""
        held = self.event().rounds[1]
        match = next(each for each in held.matches.values() if each.settled_by != "Sam")
        right = results.played(0, 2) if match.result != results.played(0, 2) else None
        result = right or results.played(2, 0)
        asked = {"round": 2, "table": match.table, "result": _plain(result)}
        shown = self.scorekeeper.post("/consequences", asked)
        why = "The slip was read the wrong way round."
        wrong = commands.CorrectResult(RoundNumber(2), match.table, result, "0" * 64, why)
        self.refused(self.scorekeeper, wrong)
        self.do(
            self.scorekeeper,
            commands.CorrectResult(RoundNumber(2), match.table, result, shown["digest"], why),
        )


def _plain(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(result)
    return found


def deck_text(ruleset: str = POLICY) -> str:
    """Return a ruleset's practice deck as a deck list in TOML."""
    rules = find_ruleset(ruleset.replace("-", "_"))
    main, extra = rules.decks.practice
    return "\n".join(
        f"{part} = [{', '.join(f'{chr(34)}{code}{chr(34)}' for code in codes)}]"
        for part, codes in (("main", main), ("extra", extra))
    )


def allowed_deck_text(ruleset: str = POLICY) -> str:
    """Return the practice deck without the card that the policy forbids."""
    return deck_text(ruleset).replace(f'"{_FORBIDDEN}", ', "")


_DECK: Final = commands.RegisterDeck(PlayerId(1), DeckList(()), "0" * 32)
"""A command of this kind; the one that is sent has the text of the list."""
_NAMES: Final = (
    "Ana",
    "Ben",
    "Chiara",
    "Dário",
    "Esra",
    "Fynn",
    "さくら",
    "Hugo",
    "Inès",
    "Jānis",
    "Kofi",
    "ليلى",
    "Mia",
    "Noé",
    "Ørjan",
    "Πέτρος",
)
