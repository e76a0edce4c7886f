"""Every command, with the moments at which it is refused and the sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, get_args

from duelmat_tournament import commands, floor_commands, joining, results
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Step
from duelmat_tournament.hall import Room
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PenaltyId,
    PlayerId,
    RoundNumber,
    RulingId,
    TableNumber,
)
from duelmat_tournament.pair_changes import pair_change
from duelmat_tournament.policy import Penalty
from duelmat_tournament.roles import Actor, Role
from duelmat_venue.rulings import DuelGoesOn
from tournament.deciding.moments import Moment
from tournament.staged_event import (
    DECK,
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SCOREKEEPER,
    StagedEvent,
)

REGISTRATION, STARTED, PAIRED, PUBLISHED, PLAYING, TIME, CLOSED, SWISS_OVER, SEEDED, SEMI, OVER = (
    Moment
)
SWISS: Final = (STARTED, PAIRED, PUBLISHED, PLAYING, TIME, CLOSED)
"""The moments before the last round of Swiss is paired."""
ON: Final = (PLAYING, TIME, SEMI)
"""The moments at which matches are played."""
RUNNING: Final = (*SWISS, SWISS_OVER, SEEDED, SEMI)

NOT_STARTED: Final = "The event has not started yet: start it first."
IS_OVER: Final = "The event is over: nothing can be changed any more."
NO_ROUND: Final = "No round is paired yet: pair the first one."
NO_TABLE: Final = "There is no table 1 in round 1: round 1 is not paired."
IS_SO: Final = {
    PAIRED: "Round 1 is not published yet",
    PUBLISHED: "Round 1 is published and has not begun",
    PLAYING: "Round 1 is being played",
    TIME: "Time was called in round 1",
    CLOSED: "Round 1 is closed",
    SWISS_OVER: "Round 2 is closed",
    SEEDED: "Round 2 is closed",
    SEMI: "Round 3 is being played",
}
HAS_RESULT: Final = {
    CLOSED: "Table 1 of round 1 has a result: Cleo beats Eva 2-0.",
    SWISS_OVER: "Table 1 of round 2 has a result: Cleo beats Ana 2-0.",
    SEEDED: "Table 1 of round 2 has a result: Cleo beats Ana 2-0.",
}

Refusals = dict[Moment, str]


class Row(NamedTuple):
    """A command, and why it is refused at which moments; at all others it is done."""

    command: AnyCommand
    by: Actor
    refusals: Refusals


def at(sentence: str, *moments: Moment) -> Refusals:
    return dict.fromkeys(moments, sentence)


EVENT_RUNS: Final = {REGISTRATION: NOT_STARTED, OVER: IS_OVER}


def only(when: str, *done: Moment) -> Refusals:
    """A command that needs a round at some step."""
    refusals = {
        moment: f"{so}: this can be done only {when}."
        for moment, so in IS_SO.items()
        if moment not in done
    }
    return {**EVENT_RUNS, STARTED: NO_ROUND, **refusals}


WHILE_PLAYED: Final = only("while it is played", *ON)
UNTIL_TIME: Final = only("while it is played, until time is called", PLAYING, SEMI)
FOR_MATCH: Final = {**WHILE_PLAYED, STARTED: NO_TABLE, **HAS_RESULT}
"""A command that needs a match without a result."""
FOR_OWN_MATCH: Final = {**FOR_MATCH, PAIRED: "Round 1 is not published yet."}
NO_CALL: Final = {**EVENT_RUNS, **at("There is no call 1: there is none so far.", *RUNNING)}
NO_RULING: Final = {**EVENT_RUNS, **at("There is no ruling 1: there is none so far.", *RUNNING)}
NO_DECKS_CHANGED: Final = (
    "The deck list of Ana cannot be changed after the player's first round was paired."
)
ENTERING: Final = {
    SWISS_OVER: "Nobody can enter any more: all rounds of Swiss are paired.",
    **at("Nobody can enter any more: Swiss is over.", SEEDED, SEMI, OVER),
}
ANA: Final = PlayerId(1)
TABLE: Final = TableNumber(1)
MAT: Final = Actor(Role.TABLE, "Table 1", table=TABLE)
CHECK_IN: Final = Actor(Role.CHECK_IN, "Check-in")
IN_MATCH: Final = "{player} plays at table {table}: read the sleeves when the match is over."


def rows(event: StagedEvent) -> Iterator[Row]:
    """Yield every command, with names that are right at this moment."""
    now = RoundNumber(max(1, len(event.event.rounds)))
    held = event.event.find_match(now, TABLE)
    player = event.actor(event.event.name_of(held.first if held else ANA))
    won = results.played(2, 0)
    yield Row(
        commands.CreateEvent("Open", event.event.policy, "seed"),
        ORGANISER,
        at("The event Open exists already.", *Moment),
    )
    yield Row(commands.RegisterPlayer("Fay"), ORGANISER, ENTERING)
    yield Row(
        commands.RegisterPlayers((commands.ListedPlayer("Gus"), commands.ListedPlayer("Hal"))),
        ORGANISER,
        {
            moment: f"Player 1 of the list: {why} Nobody of it is registered."
            for moment, why in ENTERING.items()
        },
    )
    yield Row(joining.SetDeckDeadline(1), ORGANISER, {OVER: IS_OVER})
    yield Row(joining.SetJoinCode("0" * 12), ORGANISER, {OVER: IS_OVER})
    yield Row(
        joining.Join("0" * 12, "Ida"),
        Actor(Role.PLAYER, "Ida"),
        {**at("Nobody can register themselves now: ask at the desk.", *Moment), OVER: IS_OVER},
    )
    yield Row(
        joining.AdmitPlayer(ANA),
        ORGANISER,
        {**at("Ana does not wait for anything.", *Moment), **ENTERING},
    )
    check_in_over = at("Round 1 is paired: check-in is over.", *Moment)
    for checking, reason in (
        (joining.SetCheckIn(is_open=True), ""),
        (joining.CheckInPlayer(ANA), "Check-in is not open: nobody has to check in."),
        (joining.LeaveOutAbsent(), "Nobody is missing who has to check in."),
    ):
        before = at(reason, REGISTRATION, STARTED)
        refusals = {**check_in_over, **before}
        yield Row(checking, ORGANISER, {when: why for when, why in refusals.items() if why})
    yield Row(commands.SetExternalId(ANA, "123"), ORGANISER, {OVER: IS_OVER})
    yield Row(
        commands.SetMembers(ANA, ("Ida", "Jo", "Kay")),
        ORGANISER,
        {
            **at("By the policy everybody plays alone: there are no teams.", *Moment),
            OVER: IS_OVER,
        },
    )
    yield Row(commands.NotePerson(ANA, "3fa9c2d1-7"), ORGANISER, {OVER: IS_OVER})
    yield Row(
        commands.AwardBye(ANA, RoundNumber(2)),
        ORGANISER,
        at(
            "No bye can be awarded any more: all rounds of Swiss are paired.",
            *(SWISS_OVER, SEEDED, SEMI, OVER),
        ),
    )
    yield Row(
        commands.RegisterDeck(ANA, DECK, "f" * 32),
        ORGANISER,
        at(NO_DECKS_CHANGED, *(set(Moment) - {REGISTRATION, STARTED})),
    )
    in_match = IN_MATCH.format(player=player.name, table=TABLE)
    yield Row(
        commands.EnrolSleeves(player.player, event.event.players[player.player].deck, "5" * 64),
        CHECK_IN,
        {**at(in_match, PUBLISHED, PLAYING, TIME, SEMI), OVER: IS_OVER},
    )
    yield Row(commands.DropPlayer(ANA), ORGANISER, {OVER: IS_OVER})
    yield Row(
        commands.ReturnPlayer(ANA),
        ORGANISER,
        {
            **at("Ana takes part already.", REGISTRATION, *SWISS),
            SWISS_OVER: "Nobody can come back any more: all rounds of Swiss are paired.",
            **at("Nobody can come back any more: Swiss is over.", SEEDED, SEMI, OVER),
        },
    )
    yield Row(commands.RenamePlayer(ANA, "Anna"), ORGANISER, {OVER: IS_OVER})
    yield Row(
        commands.UndoDrop(ANA, "Another Ana."),
        ORGANISER,
        {**at("Ana takes part: there is no drop to undo.", *Moment), OVER: IS_OVER},
    )
    yield Row(
        commands.UndoBye(ANA, RoundNumber(1), "A slip."),
        ORGANISER,
        {**at("Ana has no awarded bye in round 1.", *Moment), OVER: IS_OVER},
    )
    paired = "Ana was paired in round 1: the registration stands. Drop the player instead."
    unpair = "Round 1 is paired already: unpair it first, and pair it again when Ana is put right."
    never_paired = {
        **at(paired, *(set(Moment) - {REGISTRATION, STARTED, PAIRED, OVER})),
        PAIRED: unpair,
        OVER: IS_OVER,
    }
    yield Row(commands.UndoRegistration(ANA, "By mistake."), ORGANISER, never_paired)
    yield Row(commands.MergePlayers(PlayerId(2), ANA, "Twice."), ORGANISER, never_paired)
    rooms = (Room(TableNumber(11), TableNumber(20), "Upper room"),)
    yield Row(commands.SetTables(rooms), ORGANISER, {OVER: IS_OVER})
    yield Row(commands.FixTable(ANA, TABLE), ORGANISER, {OVER: IS_OVER})
    over = {
        SWISS_OVER: "All rounds of Swiss are paired: nobody can be away any more.",
        **at("Nobody can be away for a round but in Swiss.", SEEDED, SEMI),
        OVER: IS_OVER,
    }
    yield Row(NoteAbsence(ANA, RoundNumber(2)), event.actor("Ana"), over)
    yield Row(
        CancelAbsence(ANA, RoundNumber(2)),
        ORGANISER,
        {**at("Ana is not away in round 2.", *Moment), **over},
    )
    yield Row(
        commands.StartEvent(2, 4),
        ORGANISER,
        at("The event has started already.", *(set(Moment) - {REGISTRATION})),
    )
    begun = (PLAYING, TIME, CLOSED, SWISS_OVER)
    yield Row(
        commands.UndoStart(),
        ORGANISER,
        {
            **EVENT_RUNS,
            **at("Round 1 is paired: throw its pairing away first.", PAIRED, PUBLISHED),
            **at("Round 1 has begun: the start stands.", *begun),
            SEMI: "Round 3 has begun: the start stands.",
        },
    )
    yield Row(
        commands.PairRound(),
        ORGANISER,
        {
            **EVENT_RUNS,
            **at(
                "Round 1 is not closed (2 results are missing): close it first.",
                *(PAIRED, PUBLISHED, PLAYING, TIME),
            ),
            SWISS_OVER: "All 2 rounds of Swiss are played: start the cut.",
            SEMI: "Round 3 is not closed (2 results are missing): close it first.",
        },
    )
    is_paired = event.event.rounds and event.round.step is Step.PAIRED
    cost = (
        pair_change(event.event, held.second, NO_PLAYER).digest if held and is_paired else "0" * 64
    )
    yield Row(
        commands.SetPair(held.second if held else ANA, NO_PLAYER, cost, "By hand."),
        ORGANISER,
        only("before it is published", PAIRED),
    )
    yield Row(commands.UnpairRound(), ORGANISER, only("before it begins", PAIRED, PUBLISHED))
    yield Row(commands.PublishRound(), ORGANISER, only("before it is published", PAIRED))
    yield Row(
        commands.StartRound(), ORGANISER, only("when it is published and has not begun", PUBLISHED)
    )
    yield Row(commands.PauseClock(), HEAD_JUDGE, UNTIL_TIME)
    yield Row(
        commands.ResumeClock(),
        HEAD_JUDGE,
        {**UNTIL_TIME, **at("The clock is running already.", PLAYING, SEMI)},
    )
    yield Row(
        commands.CallTime(),
        ORGANISER,
        {
            **UNTIL_TIME,
            PLAYING: "The round has 45:00 left.",
            SEMI: "The round has 60:00 left.",
        },
    )
    yield Row(
        commands.CloseRound(),
        ORGANISER,
        {**WHILE_PLAYED, **at("Results are missing: table 1, 2. Enter them first.", *ON)},
    )
    for command, decided in (
        (commands.StartCut(), at("The cut has started already.", SEEDED, SEMI)),
        (
            commands.FinishEvent(),
            {
                SEEDED: "The bracket is not decided yet: play its rounds.",
                SEMI: "Round 3 is not closed yet.",
            },
        ),
    ):
        refusals = {
            **EVENT_RUNS,
            STARTED: "Round 1 of 2 is still to be played.",
            **at("Round 1 is not closed yet.", PAIRED, PUBLISHED, PLAYING, TIME),
            CLOSED: "Round 2 of 2 is still to be played.",
            **decided,
        }
        yield Row(command, ORGANISER, refusals)
    yield Row(commands.ReportResult(now, TABLE, won), player, FOR_OWN_MATCH)
    yield Row(
        commands.ConfirmResult(now, TABLE, won),
        player,
        {
            **FOR_OWN_MATCH,
            **at("There is nothing to confirm: no result has been reported.", *ON),
        },
    )
    yield Row(
        commands.DisputeResult(now, TABLE),
        player,
        {
            **FOR_OWN_MATCH,
            **at("There is nothing to disagree with: no result has been reported.", *ON),
        },
    )
    yield Row(commands.EnterResult(now, TABLE, won), SCOREKEEPER, FOR_MATCH)
    yield Row(commands.SettleAtTable(now, TABLE, won), MAT, FOR_MATCH)
    yield Row(
        commands.MarkNoShow(now, TABLE, player.player),
        SCOREKEEPER,
        {
            **FOR_MATCH,
            **at(
                "By the policy a player is a no-show 10:00 after the round's start; 0:00 have "
                "passed.",
                *(PLAYING, SEMI),
            ),
        },
    )
    yield Row(
        commands.CorrectResult(now, TABLE, results.played(0, 2), "0" * 64, "A wrong slip."),
        SCOREKEEPER,
        {
            **EVENT_RUNS,
            STARTED: NO_TABLE,
            **at(
                "The match has no result yet: enter it instead.",
                *(PAIRED, PUBLISHED, PLAYING, TIME, SEMI),
            ),
            **at(
                "The consequences are no longer those that were shown: look at them again, then "
                "confirm.",
                *(CLOSED, SWISS_OVER),
            ),
            SEEDED: "The cut was seeded by this result: it stands since then.",
        },
    )
    yield Row(floor_commands.CallJudge(TABLE, "May I?"), JUDGE, WHILE_PLAYED)
    yield Row(floor_commands.TakeCall(CallId(1)), JUDGE, NO_CALL)
    yield Row(floor_commands.ArriveAtTable(CallId(1)), JUDGE, NO_CALL)
    yield Row(floor_commands.RuleCall(CallId(1), "You may."), JUDGE, NO_CALL)
    yield Row(floor_commands.Appeal(CallId(1), ANA), JUDGE, NO_CALL)
    yield Row(floor_commands.DecideAppeal(CallId(1), "You may.", True), HEAD_JUDGE, NO_CALL)
    yield Row(floor_commands.GrantExtension(CallId(1), 60), JUDGE, NO_CALL)
    yield Row(
        floor_commands.ExtendTable(TABLE, 60, "The table was wet."),
        JUDGE,
        {**WHILE_PLAYED, STARTED: NO_ROUND},
    )
    yield Row(
        floor_commands.ChooseDecks(),
        JUDGE,
        only("until time is called", PAIRED, PUBLISHED, PLAYING, SEMI),
    )
    yield Row(floor_commands.CheckDecks(TABLE), JUDGE, WHILE_PLAYED)
    yield Row(
        floor_commands.FeatureTable(TABLE, is_featured=True),
        ORGANISER,
        only("before it is closed", PAIRED, PUBLISHED, PLAYING, TIME, SEMI),
    )
    yield Row(floor_commands.SetDelay(TABLE, 300), ORGANISER, {OVER: IS_OVER})
    yield Row(
        floor_commands.ProposeRuling(TABLE, "5" * 32, 3, DuelGoesOn()),
        JUDGE,
        WHILE_PLAYED,
    )
    yield Row(floor_commands.ConfirmRuling(RulingId(1), "0" * 64), JUDGE, NO_RULING)
    yield Row(floor_commands.WithdrawRuling(RulingId(1)), JUDGE, NO_RULING)
    yield Row(floor_commands.AnswerRuling(RulingId(1), RulingOutcome.DONE), MAT, NO_RULING)
    yield Row(
        floor_commands.MoveMatch(now, TABLE, TableNumber(9)),
        ORGANISER,
        {
            **only("before it is closed", PAIRED, PUBLISHED, PLAYING, TIME, SEMI),
            STARTED: NO_TABLE,
        },
    )
    yield Row(floor_commands.GivePenalty(ANA, "slow-play", "Thinks."), JUDGE, EVENT_RUNS)
    yield Row(
        floor_commands.DecideUpgrade(PenaltyId(1), Penalty.WARNING, "As seen."),
        HEAD_JUDGE,
        {**EVENT_RUNS, **at("There is no penalty 1: there is none so far.", *RUNNING)},
    )
    yield Row(floor_commands.Announce("Water is at the desk."), ORGANISER, {OVER: IS_OVER})
    yield Row(
        floor_commands.EndAnnouncement(1),
        ORGANISER,
        {
            **at("There is no announcement 1: there is none so far.", REGISTRATION, *RUNNING),
            OVER: IS_OVER,
        },
    )


KINDS: Final = get_args(commands.AnyCommand)
