"""Decisions on the floor: calls, rulings, appeals, extensions, deck checks, announcements."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import Text, say
from duelmat_tournament.deciding.asked import BEFORE_CLOSE, ON, Asked, no_such
from duelmat_tournament.deck_checks import chosen_tables
from duelmat_tournament.entries import (
    Announced,
    AnnouncementEnded,
    AnyHappening,
    AppealDecided,
    CallAppealed,
    CallKind,
    CallMade,
    CallRuled,
    CallTaken,
    DecksChosen,
    DelaySet,
    ExtensionGranted,
    JudgeArrived,
    TableFeatured,
)
from duelmat_tournament.errors import ChangedError, NotAllowedError, RefusedError
from duelmat_tournament.event import Call, CallStep, Event, Match, Round, Step
from duelmat_tournament.floor_commands import (
    Announce,
    Appeal,
    ArriveAtTable,
    CallJudge,
    CheckDecks,
    DecideAppeal,
    EndAnnouncement,
    ExtendTable,
    FeatureTable,
    GrantExtension,
    RuleCall,
    SetDelay,
    TakeCall,
)
from duelmat_tournament.names import NO_PLAYER, CallId, PlayerId, TableNumber
from duelmat_tournament.roles import Role


def new_call(
    asked: Asked, now: Round, match: Match, kind: CallKind, player: PlayerId, about: str
) -> CallMade:
    number = CallId(len(asked.event.calls) + 1)
    return CallMade(number, now.number, match.table, kind, player, about)


def call_judge(asked: Asked, command: CallJudge) -> Iterator[AnyHappening]:
    now = asked.round(*ON)
    asked.check_table(command.table)
    if asked.by.role is Role.PLAYER:
        match, player = asked.own_match(now.number, command.table), asked.by.player
    else:
        match, player = asked.match(now.number, command.table), NO_PLAYER
    if asked.by.role is Role.TABLE:
        player = command.player
        if player != NO_PLAYER:
            asked.check_plays(player, match)
    elif command.player not in (NO_PLAYER, player):
        raise NotAllowedError(say("Only a table with a mat calls a judge in a player's name."))
    _check_not_called(asked, match.table)
    yield new_call(asked, now, match, CallKind.QUESTION, player, command.about)


def _check_not_called(asked: Asked, table: TableNumber) -> None:
    for call in asked.event.open_calls(table):
        if call.step is CallStep.ATTENDED:
            raise RefusedError(
                say(
                    "A judge has been called to table {table} already: {judge} is there.",
                    table=table,
                    judge=call.judge,
                )
            )
        if call.judge:
            raise RefusedError(
                say(
                    "A judge has been called to table {table} already: "
                    "{judge} has taken the call.",
                    table=table,
                    judge=call.judge,
                )
            )
        raise RefusedError(
            say(
                "A judge has been called to table {table} already: a judge will come.", table=table
            )
        )


def check_decks(asked: Asked, command: CheckDecks) -> Iterator[AnyHappening]:
    now = asked.round(*ON)
    match = asked.match(now.number, command.table)
    if match.result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=command.table))
    _check_not_called(asked, match.table)
    call = new_call(asked, now, match, CallKind.DECK_CHECK, NO_PLAYER, "")
    yield call
    yield CallTaken(call.call)


def choose_decks(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PAIRED, Step.PUBLISHED, Step.PLAYING)
    if now.deck_checks:
        raise RefusedError(
            say("The tables of round {round} have been chosen already.", round=now.number)
        )
    event = asked.event
    if not event.policy.deck_checks.tables_percent:
        raise RefusedError(say("By the policy no decks are checked by chance."))
    if not now.matches:
        raise RefusedError(
            say("Nobody plays in round {round}: there are no tables to choose.", round=now.number)
        )
    chosen = chosen_tables(event.policy.deck_checks, event.seed, now.number, now.matches)
    yield DecksChosen(now.number, chosen)


def feature_table(asked: Asked, command: FeatureTable) -> Iterator[AnyHappening]:
    now = asked.round(*BEFORE_CLOSE)
    match = asked.match(now.number, command.table)
    if match.is_featured is command.is_featured:
        raise RefusedError(
            say("Table {table} is featured already.", table=match.table)
            if match.is_featured
            else say("Table {table} is not featured.", table=match.table)
        )
    yield TableFeatured(now.number, match.table, command.is_featured)


def set_delay(asked: Asked, command: SetDelay) -> Iterator[AnyHappening]:
    asked.check_not_over()
    if asked.event.delays.get(command.table) == command.delay_s:
        raise RefusedError(
            say("Spectators are shown it {seconds} s late already.", seconds=command.delay_s)
        )
    yield DelaySet(command.table, command.delay_s)


def take_call(asked: Asked, command: TakeCall) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    if call.step is not CallStep.WAITING:
        raise RefusedError(say("{been}.", been=_been(call)))
    yield CallTaken(call.id)


def arrive_at_table(asked: Asked, command: ArriveAtTable) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    if call.step not in (CallStep.WAITING, CallStep.TAKEN):
        raise RefusedError(say("{been}.", been=_been(call)))
    if call.kind is CallKind.DECK_CHECK:
        raise RefusedError(say("A deck check begins with its judge at the table."))
    yield JudgeArrived(call.id)


def rule_call(asked: Asked, command: RuleCall) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    if call.step not in (CallStep.WAITING, CallStep.TAKEN, CallStep.ATTENDED):
        raise RefusedError(say("{been}.", been=_been(call)))
    yield CallRuled(call.id, command.ruling)


def appeal(asked: Asked, command: Appeal) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    now = asked.running().round
    if call.kind is CallKind.DECK_CHECK:
        raise RefusedError(say("A deck check has no ruling that could be appealed."))
    if now is None or now.number != call.round or now.step not in ON:
        raise RefusedError(say("Round {round} is over: its rulings stand.", round=call.round))
    if call.step is not CallStep.RULED:
        raise RefusedError(say("Only a ruling can be appealed; {been:inner}.", been=_been(call)))
    match = asked.match(call.round, call.table)
    asked.check_plays(command.player, match)
    if call.granted_s:
        raise RefusedError(say("The table has its extension and has played on: it is too late."))
    _check_not_called(asked, call.table)
    yield CallAppealed(call.id, command.player)


def decide_appeal(asked: Asked, command: DecideAppeal) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    if call.step is not CallStep.APPEALED:
        raise RefusedError(say("{been}: there is no appeal to decide.", been=_been(call)))
    yield AppealDecided(call.id, command.ruling, command.upheld)


def grant_extension(asked: Asked, command: GrantExtension) -> Iterator[AnyHappening]:
    call = _call(asked, command.call)
    if call.is_open:
        raise RefusedError(say("Call {call} is not over: rule first.", call=call.id))
    if call.granted_s:
        raise RefusedError(
            say(
                "Table {table} has its extension of {seconds} s already.",
                table=call.table,
                seconds=call.granted_s,
            )
        )
    if not call.proposed_s:
        raise RefusedError(
            say(
                "Call {call} gives no extension: {reason:bare}.",
                call=call.id,
                reason=call.proposed_because,
            )
        )
    now = asked.event.round
    if now is None or now.number != call.round or now.step not in ON:
        raise RefusedError(
            say("Round {round} is over: its tables need no more time.", round=call.round)
        )
    if asked.match(call.round, call.table).result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=call.table))
    if command.seconds != call.proposed_s:
        raise ChangedError(
            say(
                "By the policy's arithmetic the extension is {seconds} s, not {asked} s: "
                "{reason:bare}.",
                seconds=call.proposed_s,
                asked=command.seconds,
                reason=call.proposed_because,
            )
        )
    yield ExtensionGranted(call.id, call.round, call.table, command.seconds)


def extend_table(asked: Asked, command: ExtendTable) -> Iterator[AnyHappening]:
    now = asked.round(*ON)
    match = asked.match(now.number, command.table)
    if match.result is not None:
        raise RefusedError(say("The match at table {table} is over.", table=command.table))
    if now.clock is None:
        raise RefusedError(say("The round has no time limit."))
    most_s = asked.event.policy.extensions.by_hand_s
    given_s = extended_by_hand_s(asked.event, now, match)
    if given_s + command.seconds > most_s:
        raise RefusedError(
            say(
                "By the policy judges add at most {most} s to a table by hand; {given} s are "
                "added, and {seconds} s more were asked for.",
                most=most_s,
                given=given_s,
                seconds=command.seconds,
            )
        )
    yield ExtensionGranted(CallId(0), now.number, command.table, command.seconds)


def extended_by_hand_s(event: Event, held: Round, match: Match) -> int:
    """Return the seconds of a match's extension that no call has given."""
    calls = event.calls.values()
    of_calls = (c.granted_s for c in calls if (c.round, c.table) == (held.number, match.table))
    return match.extension_s - sum(of_calls)


def announce(asked: Asked, command: Announce) -> Iterator[AnyHappening]:
    asked.check_not_over()
    yield Announced(command.text)


def end_announcement(asked: Asked, command: EndAnnouncement) -> Iterator[AnyHappening]:
    asked.check_not_over()
    said = asked.event.announcements
    if not 0 < command.number <= len(said):
        raise RefusedError(no_such(say("announcement"), command.number, len(said)))
    if said[command.number - 1].is_over:
        raise RefusedError(say("Announcement {number} is no longer shown.", number=command.number))
    yield AnnouncementEnded(command.number)


def _call(asked: Asked, number: CallId) -> Call:
    found = asked.running().calls.get(number)
    if found is None:
        raise RefusedError(no_such(say("call"), number, len(asked.event.calls)))
    return found


def _been(call: Call) -> Text:
    """Return the state of a call in words, without a full stop: "Call 3 waits for a judge"."""
    match call.step:
        case CallStep.WAITING:
            return say("Call {call} waits for a judge", call=call.id)
        case CallStep.TAKEN:
            return say("Call {call} was taken by {judge}", call=call.id, judge=call.judge)
        case CallStep.ATTENDED:
            return say(
                "Call {call} has its judge at the table: {judge}", call=call.id, judge=call.judge
            )
        case CallStep.RULED:
            return say("Call {call} was ruled by {judge}", call=call.id, judge=call.judge)
        case CallStep.APPEALED:
            return say("Call {call} is before the head judge", call=call.id)
        case CallStep.DECIDED:
            return say("Call {call} was decided by the head judge", call=call.id)
