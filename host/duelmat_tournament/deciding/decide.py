"""`decide`: a command becomes entries, or is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from duelmat_message import say
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import AnyCommand, CreateEvent, PublishRound
from duelmat_tournament.deciding import (
    absences,
    discipline,
    floor,
    joining,
    matches,
    mistakes,
    moving,
    persons,
    registration,
    rounds,
    rulings,
    seats,
    set_pairs,
    teams,
)
from duelmat_tournament.deciding.asked import Asked, check_asker
from duelmat_tournament.entries import AnyHappening, Entry
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.joining import (
    AdmitPlayer,
    CheckInPlayer,
    Join,
    LeaveOutAbsent,
    SetCheckIn,
    SetDeckDeadline,
    SetJoinCode,
)
from duelmat_tournament.names import TimeMs
from duelmat_tournament.roles import Actor

_HANDLERS: Final[dict[type, Callable[[Asked, Any], Iterator[AnyHappening]]]] = {
    commands.RegisterPlayer: registration.register_player,
    commands.RegisterPlayers: registration.register_players,
    SetDeckDeadline: joining.set_deck_deadline,
    SetJoinCode: joining.set_join_code,
    Join: joining.join,
    AdmitPlayer: joining.admit_player,
    SetCheckIn: joining.set_check_in,
    CheckInPlayer: joining.check_in_player,
    commands.SetExternalId: registration.set_external_id,
    commands.SetMembers: teams.set_members,
    commands.NotePerson: persons.note_person,
    commands.AwardBye: registration.award_bye,
    commands.RegisterDeck: registration.register_deck,
    commands.EnrolSleeves: registration.enrol_sleeves,
    commands.DropPlayer: registration.drop_player,
    commands.ReturnPlayer: registration.return_player,
    commands.RenamePlayer: mistakes.rename_player,
    commands.UndoDrop: mistakes.undo_drop,
    commands.UndoBye: mistakes.undo_bye,
    commands.UndoRegistration: mistakes.undo_registration,
    commands.MergePlayers: mistakes.merge_players,
    NoteAbsence: absences.note_absence,
    CancelAbsence: absences.cancel_absence,
    commands.SetTables: seats.set_tables,
    commands.FixTable: seats.fix_table,
    commands.StartEvent: rounds.start_event,
    commands.PairRound: rounds.pair_round,
    commands.SetPair: set_pairs.set_pair,
    commands.ReportResult: matches.report_result,
    commands.ConfirmResult: matches.confirm_result,
    commands.DisputeResult: matches.dispute_result,
    commands.EnterResult: matches.enter_result,
    commands.SettleAtTable: matches.settle_at_table,
    commands.MarkNoShow: matches.mark_no_show,
    commands.CorrectResult: matches.correct_result,
    floor_commands.CallJudge: floor.call_judge,
    floor_commands.TakeCall: floor.take_call,
    floor_commands.ArriveAtTable: floor.arrive_at_table,
    floor_commands.RuleCall: floor.rule_call,
    floor_commands.Appeal: floor.appeal,
    floor_commands.DecideAppeal: floor.decide_appeal,
    floor_commands.GrantExtension: floor.grant_extension,
    floor_commands.ExtendTable: floor.extend_table,
    floor_commands.CheckDecks: floor.check_decks,
    floor_commands.FeatureTable: floor.feature_table,
    floor_commands.SetDelay: floor.set_delay,
    floor_commands.ProposeRuling: rulings.propose_ruling,
    floor_commands.ConfirmRuling: rulings.confirm_ruling,
    floor_commands.WithdrawRuling: rulings.withdraw_ruling,
    floor_commands.AnswerRuling: rulings.answer_ruling,
    floor_commands.MoveMatch: moving.move_match,
    floor_commands.GivePenalty: discipline.give_penalty,
    floor_commands.DecideUpgrade: discipline.decide_upgrade,
    floor_commands.Announce: floor.announce,
    floor_commands.EndAnnouncement: floor.end_announcement,
}
_BARE: Final[dict[type, Callable[[Asked], Iterator[AnyHappening]]]] = {
    LeaveOutAbsent: joining.leave_out_absent,
    commands.UndoStart: rounds.undo_start,
    commands.UnpairRound: rounds.unpair_round,
    commands.StartRound: rounds.start_round,
    commands.PauseClock: rounds.pause_clock,
    commands.ResumeClock: rounds.resume_clock,
    commands.CallTime: rounds.call_time,
    commands.CloseRound: rounds.close_round,
    commands.StartCut: rounds.start_cut,
    commands.FinishEvent: rounds.finish_event,
    floor_commands.ChooseDecks: floor.choose_decks,
}
"""The commands that say all by their name."""

_CHECKS: Final[dict[type, Callable[[Asked], object]]] = {
    commands.PairRound: rounds.check_pairing,
    commands.CloseRound: rounds.check_closing,
}
"""The checks of commands that are long in the doing: 1,000 players are paired or counted."""


def check_command(event: Event, command: AnyCommand, by: Actor, at_ms: int) -> None:
    """Raise RefusedError if a command would be refused, as far as known without doing it.

    Nobody but `decide` finds that a round has no pairing.
    """
    known = _CHECKS.get(type(command))
    if known is None:
        decide(event, command, by, at_ms)
        return
    check_asker(event, type(command), by)
    known(Asked(event, by, TimeMs(max(at_ms, event.at_ms))))


def decide(
    event: Event | None, command: AnyCommand, by: Actor, at_ms: int, *, checkpoint: str = ""
) -> tuple[Entry, ...]:
    """Return the entries that a command adds to the log of an event.

    Args:
    event: None before the event was created.
    command: what is asked.
    by: who asks.
    at_ms: milliseconds of UTC; a clock that goes back stands still instead.
    checkpoint: the code of the log so far, which is published with a pairing.

    Raises: NotAllowedError, ChangedError, NoPairingError, RefusedError.

    """
    check_asker(event, type(command), by)
    broken = broken_bound(command)
    if broken is not None:
        raise RefusedError(broken)
    if event is None:
        if not isinstance(command, CreateEvent):
            raise RefusedError(say("There is no event yet: create one first."))
        happened = registration.create_event(command)
        number, now_ms = 0, TimeMs(at_ms)
    else:
        number, now_ms = event.entries, TimeMs(max(at_ms, event.at_ms))
        happened = _happened(Asked(event, by, now_ms), command, checkpoint)
    why: str = getattr(command, "why", "")
    return tuple(
        Entry(number + index, now_ms, by, what, why)
        for index, what in enumerate(happened, start=1)
    )


def _happened(asked: Asked, command: AnyCommand, checkpoint: str) -> Iterator[AnyHappening]:
    if isinstance(command, CreateEvent):
        raise RefusedError(say("The event {name} exists already.", name=asked.event.name))
    if isinstance(command, PublishRound):
        return rounds.publish_round(asked, checkpoint)
    bare = _BARE.get(type(command))
    return _HANDLERS[type(command)](asked, command) if bare is None else bare(asked)
