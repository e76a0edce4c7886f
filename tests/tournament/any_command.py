"""Any command by anybody at any moment, sensible or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from hypothesis import strategies as st

from duelmat_tournament import commands, floor_commands, joining, results
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.commands import ALLOWED, AnyCommand
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import CallStep, Event, Step
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PenaltyId,
    PlayerId,
    RoundNumber,
    TableNumber,
)
from duelmat_tournament.pair_changes import meeting_of, pair_change
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import Ending, Result, Side
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import Seat
from tournament.staged_event import DECK, TRUMP_KING

players = st.integers(0, 7).map(PlayerId)
tables = st.integers(0, 4).map(TableNumber)
rounds = st.integers(0, 6).map(RoundNumber)
calls = st.integers(0, 3).map(CallId)
texts = st.sampled_from(("So.", "", "A\nB", "\x00", "x" * 2_001, "לא")) | st.text(max_size=20)
names = st.sampled_from(("Ana", "ana ", "Zoë", "Ana (2)", "x" * 200, "x" * 201)) | st.text(
    max_size=10
)
any_result = st.builds(
    Result,
    first_won=st.integers(-1, 3),
    second_won=st.integers(-1, 3),
    drawn=st.integers(-1, 4),
    ending=st.sampled_from(Ending),
    winner=st.sampled_from(Side),
)
usual_result = st.sampled_from(
    (
        results.played(2, 0),
        results.played(1, 2),
        results.played(1, 1),
        results.agreed_draw(),
        results.double_loss(),
        results.no_show(absent_is_first=True),
        results.forfeit(loser_is_first=False),
    )
)
result = usual_result | any_result
decks = st.just(DECK) | st.builds(
    DeckList, st.lists(st.sampled_from(("card-1", "Forbidden")), max_size=3).map(tuple)
)
members = st.lists(names, max_size=4).map(tuple)
codes = st.sampled_from(("0123456789ab", "ba9876543210", "", "0123"))
digests = st.sampled_from(("0" * 64, "", "f" * 63))

_ANY: Final[dict[type, st.SearchStrategy[Any]]] = {
    commands.CreateEvent: st.builds(commands.CreateEvent, names, st.just(TRUMP_KING), names),
    commands.RegisterPlayer: st.builds(
        commands.RegisterPlayer, names, names, st.lists(rounds, max_size=3).map(tuple)
    ),
    commands.RegisterPlayers: st.builds(
        commands.RegisterPlayers,
        st.lists(st.builds(commands.ListedPlayer, names, names, texts), max_size=3).map(tuple),
    ),
    joining.SetJoinCode: st.builds(joining.SetJoinCode, codes),
    joining.SetDeckDeadline: st.builds(
        joining.SetDeckDeadline, st.sampled_from((0, 1, 2_000_000_000_000, -1))
    ),
    joining.Join: st.builds(joining.Join, codes, names, texts, texts, members, members),
    joining.AdmitPlayer: st.builds(joining.AdmitPlayer, players),
    joining.SetCheckIn: st.builds(joining.SetCheckIn, st.booleans()),
    joining.CheckInPlayer: st.builds(joining.CheckInPlayer, players),
    commands.SetExternalId: st.builds(commands.SetExternalId, players, texts),
    commands.SetMembers: st.builds(
        commands.SetMembers, players, st.lists(names, max_size=4).map(tuple), members
    ),
    commands.NotePerson: st.builds(
        commands.NotePerson, players, st.sampled_from(("", "3fa9c2d1-1", "3fa9c2d1-2", "Ana"))
    ),
    commands.AwardBye: st.builds(commands.AwardBye, players, rounds),
    commands.RegisterDeck: st.builds(
        commands.RegisterDeck,
        players,
        decks,
        st.sampled_from(("f" * 32, "e" * 32, "salt")),
        st.none() | st.sampled_from(Seat),
    ),
    commands.EnrolSleeves: st.builds(
        commands.EnrolSleeves, players, digests, st.sampled_from(("0" * 64, ""))
    ),
    commands.DropPlayer: st.builds(commands.DropPlayer, players),
    commands.ReturnPlayer: st.builds(commands.ReturnPlayer, players),
    commands.RenamePlayer: st.builds(commands.RenamePlayer, players, names),
    commands.UndoDrop: st.builds(commands.UndoDrop, players, texts),
    commands.UndoBye: st.builds(commands.UndoBye, players, rounds, texts),
    commands.UndoRegistration: st.builds(commands.UndoRegistration, players, texts),
    commands.MergePlayers: st.builds(commands.MergePlayers, players, players, texts),
    commands.SetTables: st.builds(
        commands.SetTables,
        st.lists(st.builds(Room, tables, tables, names), max_size=2).map(tuple),
    ),
    commands.FixTable: st.builds(
        commands.FixTable, players, tables, st.none() | st.sampled_from(Chair)
    ),
    NoteAbsence: st.builds(NoteAbsence, players, rounds),
    CancelAbsence: st.builds(CancelAbsence, players, rounds),
    commands.StartEvent: st.builds(
        commands.StartEvent, st.integers(-1, 21), st.sampled_from((-2, -1, 0, 4, 5, 8, 65))
    ),
    commands.PairRound: st.builds(
        commands.PairRound,
        st.lists(st.sampled_from(("rematch", "second-bye", "teams")), max_size=2).map(tuple),
    ),
    commands.SetPair: st.builds(commands.SetPair, players, players, digests, texts),
    commands.ReportResult: st.builds(commands.ReportResult, rounds, tables, result),
    commands.ConfirmResult: st.builds(commands.ConfirmResult, rounds, tables, result),
    commands.DisputeResult: st.builds(commands.DisputeResult, rounds, tables, texts),
    commands.EnterResult: st.builds(commands.EnterResult, rounds, tables, result),
    commands.MarkNoShow: st.builds(commands.MarkNoShow, rounds, tables, players),
    commands.CorrectResult: st.builds(
        commands.CorrectResult, rounds, tables, result, digests, texts
    ),
    floor_commands.CallJudge: st.builds(floor_commands.CallJudge, tables, texts),
    floor_commands.TakeCall: st.builds(floor_commands.TakeCall, calls),
    floor_commands.ArriveAtTable: st.builds(floor_commands.ArriveAtTable, calls),
    floor_commands.RuleCall: st.builds(floor_commands.RuleCall, calls, texts),
    floor_commands.Appeal: st.builds(floor_commands.Appeal, calls, players),
    floor_commands.DecideAppeal: st.builds(
        floor_commands.DecideAppeal, calls, texts, st.booleans()
    ),
    floor_commands.GrantExtension: st.builds(
        floor_commands.GrantExtension, calls, st.integers(-1, 400)
    ),
    floor_commands.ExtendTable: st.builds(
        floor_commands.ExtendTable, tables, st.integers(-1, 400), texts
    ),
    floor_commands.CheckDecks: st.builds(floor_commands.CheckDecks, tables),
    floor_commands.MoveMatch: st.builds(
        floor_commands.MoveMatch,
        rounds,
        tables,
        tables,
        st.sampled_from(("", "5" * 32, "x")),
        st.integers(-1, 40),
    ),
    floor_commands.GivePenalty: st.builds(
        floor_commands.GivePenalty,
        players,
        st.sampled_from(("slow-play", "extra-card", "cheating", "no-such", "A\n")),
        texts,
        st.none() | st.sampled_from(Seat),
    ),
    floor_commands.DecideUpgrade: st.builds(
        floor_commands.DecideUpgrade,
        st.integers(0, 3).map(PenaltyId),
        st.sampled_from(Penalty),
        texts,
    ),
    floor_commands.Announce: st.builds(floor_commands.Announce, texts),
}


@st.composite
def asked(draw: st.DrawFn, event: Event) -> tuple[AnyCommand, Actor]:
    """Draw a command and who asks for it; it is often one that may be done."""
    if draw(st.booleans()):
        return draw(sensible(event))
    kind = draw(st.sampled_from(tuple(ALLOWED)))
    command: AnyCommand = draw(_ANY.get(kind, st.builds(kind)))
    return command, draw(actors(event, kind))


@st.composite
def actors(draw: st.DrawFn, event: Event, kind: type) -> Actor:
    """Draw somebody who may ask for a command; seldom, somebody who may not."""
    may = sorted(ALLOWED[kind], key=lambda role: role.value)
    role = draw(st.sampled_from([*may, *may, *may, *Role]))
    if role is not Role.PLAYER:
        return Actor(role, "Kim")
    number = draw(players)
    known = event.players.get(number)
    return Actor(role, known.name if known else "Guest", number)


Request = tuple[AnyCommand, Actor]
ORGANISER: Final = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE: Final = Actor(Role.HEAD_JUDGE, "Hanna")
_ON: Final = (Step.PLAYING, Step.TIME_CALLED)


def sensible(event: Event) -> st.SearchStrategy[Request]:
    """Return a strategy for what leads on."""
    kinds = [st.sampled_from(each) for each in sensible_kinds(event)]
    return st.one_of(kinds).map(lambda make: make())


def sensible_kinds(event: Event) -> list[list[Callable[[], Request]]]:
    """Return what leads on: steps of the round, people, results, rulings, corrections."""
    often = (_results, _floor, _results, _floor, _results)
    kinds = (_steps, _people, _corrections, *often)
    return [found for each in kinds if (found := list(each(event)))]


def _steps(event: Event) -> Iterator[Callable[[], Request]]:
    step = None if event.round is None else event.round.step
    for command in _NEXT[step]:
        yield _by(ORGANISER, command)
    if step is Step.PAIRED:
        yield from _pairs(event)


def _pairs(event: Event) -> Iterator[Callable[[], Request]]:
    """Yield the first player of each table set to meet the second of another, or to be free."""
    held = event.rounds[-1]
    matches = list(held.matches.values())
    free = [meeting.first] if (meeting := meeting_of(event, held, NO_PLAYER)) else []
    others = [each.second for each in matches[1:]] + free + [NO_PLAYER] * len(free)
    for match, other in zip(matches, others, strict=False):
        if not held.is_cut:
            yield _pair(event, match.first, other)


def _pair(event: Event, player: PlayerId, other: PlayerId) -> Callable[[], Request]:
    def make() -> Request:
        cost = pair_change(event, player, other).digest
        return commands.SetPair(player, other, cost, "By hand."), ORGANISER

    return make


_BETWEEN: Final[tuple[AnyCommand, ...]] = (
    commands.PairRound(),
    commands.PairRound(("rematch",)),
    commands.StartCut(),
    commands.FinishEvent(),
)
_NEXT: Final[dict[Step | None, tuple[AnyCommand, ...]]] = {
    None: (commands.StartEvent(3, 4), commands.PairRound(), commands.UndoStart()),
    Step.PAIRED: (*[commands.PublishRound()] * 3, commands.UnpairRound()),
    Step.PUBLISHED: (*[commands.StartRound()] * 3, commands.UnpairRound()),
    Step.PLAYING: (
        commands.PauseClock(),
        commands.ResumeClock(),
        commands.CallTime(),
        commands.CloseRound(),
    ),
    Step.TIME_CALLED: (commands.CloseRound(),),
    Step.CLOSED: _BETWEEN,
}
"""By the step of the present round what may come next."""


def _people(event: Event) -> Iterator[Callable[[], Request]]:
    for player in event.players.values():
        if not player.is_active:
            yield _by(ORGANISER, commands.ReturnPlayer(player.id))
            yield _by(HEAD_JUDGE, commands.UndoDrop(player.id, "A wrong name."))
            continue
        if len(event.active) > 4:
            yield _by(ORGANISER, commands.DropPlayer(player.id))
        else:
            yield _by(ORGANISER, commands.AwardBye(player.id, RoundNumber(len(event.rounds) + 1)))
            yield _by(HEAD_JUDGE, floor_commands.GivePenalty(player.id, "extra-card", "Saw two."))
    yield from _joining(event)
    for given in event.penalties:
        heavier = (Penalty.MATCH_LOSS, Penalty.DISQUALIFICATION)[: max(0, len(event.active) - 4)]
        for holds in (given.upgrade, *heavier):
            if holds is not None:
                command = floor_commands.DecideUpgrade(given.record.id, holds, "As seen.")
                yield _by(HEAD_JUDGE, command)


def _joining(event: Event) -> Iterator[Callable[[], Request]]:
    if not event.join_code:
        yield _by(ORGANISER, joining.SetJoinCode("0123456789ab"))
    elif len(event.players) < 7:
        guest = Actor(Role.PLAYER, f"Guest {len(event.players)}")
        yield _by(guest, joining.Join(event.join_code, guest.name))
    for player in event.players.values():
        if player.waits_for is not None:
            yield _by(ORGANISER, joining.AdmitPlayer(player.id))
    if not event.rounds:
        yield _by(ORGANISER, joining.SetCheckIn(not event.is_check_in_open))
    for player in event.absent:
        yield _by(ORGANISER, joining.CheckInPlayer(player.id))
    if event.absent and len(event.active) - len(event.absent) > 1:
        yield _by(ORGANISER, joining.LeaveOutAbsent())


def _results(event: Event) -> Iterator[Callable[[], Request]]:
    held = event.round
    if held is None or held.step not in _ON:
        return
    won = results.played(2, 1)
    for match in held.open_matches:
        number, table = held.number, match.table
        first, second = (
            Actor(Role.PLAYER, event.name_of(player), player) for player in match.players
        )
        if match.report is not None:
            other = second if match.report.by == match.first else first
            yield _by(other, commands.ConfirmResult(number, table, match.report.result))
            yield _by(other, commands.DisputeResult(number, table))
        else:
            yield _by(HEAD_JUDGE, commands.EnterResult(number, table, won))
            yield _by(HEAD_JUDGE, commands.EnterResult(number, table, results.agreed_draw()))
            yield _by(HEAD_JUDGE, commands.MarkNoShow(number, table, match.first))
            yield _by(first, commands.ReportResult(number, table, won))


def _floor(event: Event) -> Iterator[Callable[[], Request]]:
    held = event.round
    for match in held.open_matches if held is not None and held.step in _ON else ():
        if not any(event.open_calls(match.table)):
            first = Actor(Role.PLAYER, event.name_of(match.first), match.first)
            yield _by(first, floor_commands.CallJudge(match.table))
            yield _by(HEAD_JUDGE, floor_commands.CheckDecks(match.table))
    for call in event.calls.values():
        match call.step:
            case CallStep.WAITING:
                yield _by(HEAD_JUDGE, floor_commands.TakeCall(call.id))
                yield _by(HEAD_JUDGE, floor_commands.RuleCall(call.id, "So."))
            case CallStep.TAKEN:
                yield _by(HEAD_JUDGE, floor_commands.ArriveAtTable(call.id))
                yield _by(HEAD_JUDGE, floor_commands.RuleCall(call.id, "So."))
            case CallStep.ATTENDED:
                yield _by(HEAD_JUDGE, floor_commands.RuleCall(call.id, "So."))
            case CallStep.RULED:
                yield _by(HEAD_JUDGE, floor_commands.Appeal(call.id, call.player))
            case CallStep.APPEALED:
                yield _by(HEAD_JUDGE, floor_commands.DecideAppeal(call.id, "So.", True))
        match = event.rounds[call.round - 1].matches[call.table]
        if call.proposed_s and not call.granted_s and match.result is None:
            yield _by(HEAD_JUDGE, floor_commands.GrantExtension(call.id, call.proposed_s))


def _corrections(event: Event) -> Iterator[Callable[[], Request]]:
    for held in event.rounds:
        for match in held.matches.values():
            if match.result is not None:
                for to in (results.played(0, 2), results.double_loss()):
                    yield _correction(event, held.number, match.table, to)


def _by(actor: Actor, command: AnyCommand) -> Callable[[], Request]:
    return lambda: (command, actor)


def _correction(
    event: Event, number: RoundNumber, table: TableNumber, to: Result
) -> Callable[[], Request]:
    def make() -> Request:
        digest = consequences_digest(consequences(event, number, table, to))
        correction = commands.CorrectResult(number, table, to, digest, "A wrong slip.")
        return correction, HEAD_JUDGE

    return make
