"""The story of the demonstration: 64 players, six rounds, a cut to eight as a double elimination.

Everybody asks the hub's addresses in their own role. What has to be refused is asked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec
from msgspec import Struct

from duelmat_bench.event_demo import desk
from duelmat_bench.event_demo.cast import Cast, Refusal
from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_engine import find_ruleset
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Match
from duelmat_tournament.names import CallId, PenaltyId, PlayerId, RoundNumber, TableNumber, drawn
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Role

POLICY: Final = "ocg"
PLAYERS: Final = 64
JOINED: Final = 2
"""Who register themselves; the desk declines one of them, whose number nobody else gets."""
LAST: Final = PLAYERS + 1
"""The last player's number."""
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


class Told(Struct, frozen=True):
    """The story's outcome, besides the event file."""

    refused: tuple[Refusal, ...]
    export: bytes
    """The event file with deck lists."""
    repeats: int
    """Requests that had to be sent again, because a hub was away."""
    clock_set: str
    """What the desk said when the hub's clock was set."""


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
        self.cast = Cast(bases, link, clock, pulse=pulse)
        self._seed = seed
        self._progress = progress
        self._draws = 0
        self._clock_set = ""

    def below(self, most: int) -> int:
        self._draws += 1
        return drawn(self._seed, "demo", self._draws) % most

    # The event

    def tell(self) -> Told:
        """Play the whole event."""
        self._progress("Registration")
        listed = range(1, desk.IMPORTED + 1)
        desk.import_list(self.cast, [_name(number) for number in listed])
        for number in listed:
            self.hand_in(number)
        desk.join(self.cast, allowed_deck_text(), self._salt(0))
        for number in range(desk.IMPORTED + JOINED + 1, LAST - LATE + 1):
            self.register(number)
        desk.fix_table(self.cast)
        self.cast.do(self.cast.organiser, commands.AwardBye(PlayerId(8), RoundNumber(1)))
        self.cast.refused(self.cast.judge, commands.StartEvent())
        self.cast.do(self.cast.organiser, commands.StartEvent(ROUNDS, CUT))
        for number in range(1, ROUNDS + 1):
            self._progress(f"Round {number}")
            self.play_round(RoundNumber(number))
        self._progress("The cut")
        self.cast.refused(self.cast.organiser, commands.PairRound())
        self.cast.do(self.cast.organiser, commands.StartCut())
        for number in range(ROUNDS + 1, ROUNDS + 1 + CUT_ROUNDS):
            self.play_round(RoundNumber(number))
        self.cast.do(self.cast.organiser, commands.FinishEvent())
        self.cast.refused(self.cast.organiser, commands.PairRound())
        export = self.cast.organiser.get("/event-with-decks.json").content
        refused = tuple(self.cast.refusals)
        return Told(refused, export, self.cast.repeats, self._clock_set)

    def register(self, number: int) -> None:
        """Register a player, who hands in a deck list by phone."""
        team = f"Team {number % 7}" if number % 3 == 0 else ""
        self.cast.do(self.cast.organiser, commands.RegisterPlayer(_name(number), team))
        self.hand_in(number)

    def hand_in(self, number: int) -> None:
        """Give a player a link, by which they hand in a deck list."""
        player = PlayerId(number)
        person = self.cast.invited(Role.PLAYER, _name(number), player)
        self.cast.players[player] = person
        salt = self._salt(number)
        if number == 1:
            self.cast.refused(person, DECK, player=player, text=deck_text(), salt=salt)
            self.cast.refused(person, DECK, player=player, text="main = [7", salt=salt)
        self.cast.do(person, DECK, player=player, text=allowed_deck_text(), salt=salt)

    def _salt(self, number: int) -> str:
        return f"{drawn(self._seed, 'salt', number):032x}"

    def play_round(self, number: RoundNumber) -> None:
        self.before(number)
        self.cast.do(self.cast.organiser, commands.PairRound())
        if number == 1:
            self.cast.refused(self.cast.organiser, commands.PairRound())
            self.cast.do(self.cast.organiser, commands.UnpairRound())
            self.cast.do(self.cast.organiser, commands.PairRound())
        if number == 3:
            desk.set_pair(self.cast, number)
        self.cast.do(self.cast.organiser, commands.PublishRound())
        self.cast.clock.advance(240)
        self.cast.do(self.cast.organiser, commands.StartRound())
        event = self.cast.event()
        assert event.round is not None
        matches = list(event.round.matches.values())
        special = dict(enumerate(self.specials(number)))
        for at, match in enumerate(matches):
            self.cast.clock.advance(5 + self.below(20))
            happening = special.get(at)
            if happening is None or not happening(number, match):
                self.finish(number, match)
        if number == 4:
            self.correct()
        self.cast.do(self.cast.organiser, commands.CloseRound())

    def before(self, number: RoundNumber) -> None:
        """Do what happens between two rounds."""
        if number == 2:
            for late in range(LAST - LATE + 1, LAST + 1):
                self.register(late)
            desk.put_right(self.cast)
            self.cast.do(self.cast.players[PlayerId(11)], commands.DropPlayer(PlayerId(11)))
            self.cast.refused(self.cast.players[PlayerId(12)], commands.DropPlayer(PlayerId(13)))
        if number == 3:
            self.cast.do(self.cast.organiser, commands.ReturnPlayer(PlayerId(11)))
            self.cast.refused(self.cast.organiser, commands.RegisterPlayer("Too Late"))
        if number in (4, 5):
            leaver = self.cast.event().active[self.below(40)].id
            self.cast.do(self.cast.organiser, commands.DropPlayer(leaver))
        if number == 6:
            self.cast.do(
                self.cast.organiser, floor_commands.Announce("The cut is posted after this round.")
            )

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
        one, other = (self.cast.players[player] for player in match.players)
        self.cast.do(one, commands.ReportResult(number, match.table, found))
        self.cast.do(other, commands.ConfirmResult(number, match.table, found))
        return True

    def draw(self, number: RoundNumber, match: Match) -> bool:
        return self.finish(number, match, results.played(1, 1, 1))

    def wrong_table(self, number: RoundNumber, match: Match) -> bool:
        """Somebody reports for another table, confirms the own report, or one that has changed."""
        one, other = (self.cast.players[player] for player in match.players)
        table, won = match.table, results.played(2, 0)
        self.cast.refused(one, commands.ReportResult(number, TableNumber(table + 1), won))
        self.cast.do(one, commands.ReportResult(number, table, won))
        self.cast.refused(one, commands.ConfirmResult(number, table, won))
        self.cast.do(one, commands.ReportResult(number, table, results.played(2, 1)))
        self.cast.refused(other, commands.ConfirmResult(number, table, won))
        self.cast.do(other, commands.ConfirmResult(number, table, results.played(2, 1)))
        self.cast.refused(other, commands.ConfirmResult(number, table, results.played(2, 1)))
        return True

    def no_show(self, number: RoundNumber, match: Match) -> bool:
        gone = match.second
        self.cast.refused(self.cast.scorekeeper, commands.MarkNoShow(number, match.table, gone))
        self.cast.clock.advance(600)
        self.cast.do(self.cast.scorekeeper, commands.MarkNoShow(number, match.table, gone))
        return True

    def slow_play(self, number: RoundNumber, match: Match) -> bool:
        """Penalise the same player in two rounds: the second time an upgrade is proposed."""
        del match
        given = floor_commands.GivePenalty(PlayerId(2), "slow-play", "Four minutes for one turn.")
        self.cast.refused(self.cast.scorekeeper, given)
        self.cast.do(self.cast.judge, given)
        if number == 4:
            event = self.cast.event()
            last = event.penalties[-1]
            assert last.upgrade is not None
            decided = floor_commands.DecideUpgrade(
                PenaltyId(2), last.upgrade, "Warned in round 2."
            )
            self.cast.refused(self.cast.judge, decided)
            self.cast.do(self.cast.head_judge, decided)
        return False

    def dispute(self, number: RoundNumber, match: Match) -> bool:
        one, other = (self.cast.players[player] for player in match.players)
        claimed, right = results.played(2, 1), results.played(1, 2)
        self.cast.do(one, commands.ReportResult(number, match.table, claimed))
        self.cast.do(other, commands.DisputeResult(number, match.table, "I won the third."))
        self.cast.refused(self.cast.judge, commands.EnterResult(number, match.table, right))
        self._answer_call(90)
        self.cast.do(self.cast.head_judge, commands.EnterResult(number, match.table, right))
        return True

    def deck_check(self, number: RoundNumber, match: Match) -> bool:
        self.cast.do(self.cast.judge, floor_commands.ChooseDecks())
        self.cast.do(self.cast.judge, floor_commands.CheckDecks(match.table))
        for player in match.players:
            self.cast.judge.get(f"/deck/{player}")
        call = self._last_call()
        self.cast.clock.advance(300)
        self.cast.do(self.cast.judge, floor_commands.RuleCall(call, "Both decks are as listed."))
        self._extend(call)
        return self.finish(number, match)

    def long_call(self, number: RoundNumber, match: Match) -> bool:
        self.cast.do(
            self.cast.players[match.first],
            floor_commands.CallJudge(match.table, "Is that a cost?"),
        )
        self.cast.refused(self.cast.players[match.second], floor_commands.CallJudge(match.table))
        self._answer_call(150)
        return self.finish(number, match)

    def appeal(self, number: RoundNumber, match: Match) -> bool:
        self.cast.do(
            self.cast.players[match.first], floor_commands.CallJudge(match.table, "Missed timing?")
        )
        call = self._last_call()
        self.cast.clock.advance(120)
        self.cast.do(self.cast.judge, floor_commands.TakeCall(call))
        self.cast.do(self.cast.judge, floor_commands.RuleCall(call, "It has missed the timing."))
        self.cast.do(self.cast.judge, floor_commands.Appeal(call, match.first))
        self.cast.clock.advance(180)
        self.cast.refused(self.cast.judge, floor_commands.DecideAppeal(call, "No.", False))
        self.cast.do(
            self.cast.head_judge, floor_commands.DecideAppeal(call, "It may be activated.", False)
        )
        self._extend(call)
        return self.finish(number, match)

    def double_loss(self, number: RoundNumber, match: Match) -> bool:
        lost = commands.EnterResult(number, match.table, results.double_loss())
        self.cast.do(self.cast.head_judge, lost)
        return True

    def time_called(self, number: RoundNumber, match: Match) -> bool:
        self._clock_set = desk.set_clock(self.cast)
        self.cast.refused(self.cast.organiser, commands.CallTime())
        self.cast.clock.advance(2_700)
        self.cast.do(self.cast.organiser, commands.CallTime())
        return self.finish(number, match)

    def _answer_call(self, seconds: int) -> None:
        call = self._last_call()
        self.cast.clock.advance(20)
        self.cast.do(self.cast.judge, floor_commands.TakeCall(call))
        self.cast.refused(self.cast.scorekeeper, floor_commands.ArriveAtTable(call))
        self.cast.do(self.cast.judge, floor_commands.ArriveAtTable(call))
        self.cast.clock.advance(seconds)
        self.cast.do(self.cast.judge, floor_commands.RuleCall(call, "Both have seen the ruling."))
        self._extend(call)

    def _last_call(self) -> CallId:
        return CallId(len(self.cast.event().calls))

    def _extend(self, call: CallId) -> None:
        """Grant what the arithmetic proposes; another number is refused."""
        proposed_s = self.cast.event().calls[call].proposed_s
        if proposed_s:
            self.cast.refused(
                self.cast.judge, floor_commands.GrantExtension(call, proposed_s + 60)
            )
            self.cast.do(self.cast.judge, floor_commands.GrantExtension(call, proposed_s))

    def correct(self) -> None:
        """Correct a result of round 2 in round 4, after its consequences were shown."""
        held = self.cast.event().rounds[1]
        match = next(each for each in held.matches.values() if each.settled_by != "Sam")
        right = results.played(0, 2) if match.result != results.played(0, 2) else None
        result = right or results.played(2, 0)
        asked = {"round": 2, "table": match.table, "result": _plain(result)}
        shown = self.cast.scorekeeper.post("/consequences", asked)
        why = "The slip was read the wrong way round."
        wrong = commands.CorrectResult(RoundNumber(2), match.table, result, "0" * 64, why)
        self.cast.refused(self.cast.scorekeeper, wrong)
        self.cast.do(
            self.cast.scorekeeper,
            commands.CorrectResult(RoundNumber(2), match.table, result, shown["digest"], why),
        )


def _name(number: int) -> str:
    return f"{_NAMES[(number - 1) % len(_NAMES)]} {number}"


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


DECK: Final = commands.RegisterDeck(PlayerId(1), DeckList(()), "0" * 32)
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
