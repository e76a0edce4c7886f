"""Proving a log: whatever was asked is asked again, and has to come to the same entries.

So every right, moment, pairing, extension, penalty and frozen standing in a log is what the rules
of this program make of the entries before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from duelmat_message import Text, say, words_of
from duelmat_tournament import commands, entries, floor_commands, joining, registration_entries
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.chain import ROOT, checkpoint, is_weak, next_hash, weakened
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deciding import decide
from duelmat_tournament.deciding.asked import Asked, check_asker
from duelmat_tournament.deciding.registration import check_deck_time
from duelmat_tournament.deck_lists import deck_digest
from duelmat_tournament.entries import CallKind, Entry, Settling
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.fold import apply
from duelmat_tournament.names import NO_PLAYER, TimeMs
from duelmat_tournament.results import Side
from duelmat_tournament.roles import Role


def prove(log: Sequence[Entry], decks: Mapping[str, SaltedDeck]) -> Iterator[Text]:
    """Yield a sentence for the first entry that cannot have come about, if there is one."""
    event: Event | None = None
    head, at = ROOT, 0
    while at < len(log):
        entry = log[at]
        if entry.number != at + 1:
            yield say(
                "entry {place}: expected the number {place}, got {number}",
                place=at + 1,
                number=entry.number,
            )
            return
        after = log[at + 1] if at + 1 < len(log) else None
        try:
            expected = _decided(event, entry, after, decks, checkpoint(head))
        except RefusedError as refused:
            yield say(
                "entry {number} ({kind}): it would have been refused: {reason:inner}",
                number=entry.number,
                kind=_kind(entry),
                reason=words_of(refused),
            )
            return
        except LookupError:  # it names something that is not there
            yield say(
                "entry {number} ({kind}): it names something that is not there",
                number=entry.number,
                kind=_kind(entry),
            )
            return
        got = tuple(log[at : at + len(expected)])
        if got != expected:
            pairs = enumerate(zip(expected, got, strict=False))
            wrong = next((number for number, (one, other) in pairs if one != other), len(got))
            yield say(
                "entry {number} ({kind}): it is not what follows from the entries before it",
                number=entry.number + wrong,
                kind=_kind(expected[wrong]),
            )
            return
        for each in expected:
            event = apply(event, each)
            head = next_hash(head, each)
        at += len(expected)


def _kind(entry: Entry) -> str:
    return str(entry.what.__struct_config__.tag)


def _decided(
    event: Event | None,
    entry: Entry,
    after: Entry | None,
    decks: Mapping[str, SaltedDeck],
    code: str,
) -> tuple[Entry, ...]:
    """Return the entries that come of what was asked when this one was written."""
    what = entry.what
    if isinstance(what, registration_entries.DeckRegistered):
        known = decks.get(what.digest)
        if known is None:
            return (_without_list(event, entry, what),)
        if deck_digest(known.deck, known.salt) != what.digest:
            raise RefusedError(say("the deck list in the file has another digest"))
    if isinstance(what, entries.RoundPublished) and is_weak(what.checkpoint):
        code = weakened(code)
    command = _asked(event, entry, after, decks)
    return decide(event, command, entry.by, entry.at_ms, checkpoint=code)


def _without_list(
    event: Event | None, entry: Entry, what: registration_entries.DeckRegistered
) -> Entry:
    """Return the entry of a deck list that the file lacks, as a public one does.

    Who handed it in and when is checked, the list itself cannot be.
    """
    check_asker(event, commands.RegisterDeck, entry.by)
    if event is None:
        raise RefusedError(say("There is no event yet."))
    at_ms = TimeMs(max(entry.at_ms, event.at_ms))
    asked = Asked(event, entry.by, at_ms)
    check_deck_time(asked, asked.player(what.player), what.seat)
    return Entry(entry.number, at_ms, entry.by, what)


def _asked(
    event: Event | None, entry: Entry, after: Entry | None, decks: Mapping[str, SaltedDeck]
) -> AnyCommand:
    """Return the command of an entry, for some kinds read from the next entry, `after`, too."""
    match entry.what:
        case entries.EventCreated() as made:
            return commands.CreateEvent(
                made.name,
                made.policy,
                made.seed,
                made.first_table,
                made.strict,
                made.pairing,
                made.upgrades,
            )
        case registration_entries.PlayerRegistered() as came if entry.by.role is Role.PLAYER:
            code = "" if event is None else event.join_code
            return joining.Join(
                code, came.name, came.team, came.external_id, came.members, came.member_ids
            )
        case registration_entries.PlayerAdmitted(player=player):
            return joining.AdmitPlayer(player)
        case registration_entries.JoinCodeSet(code=code):
            return joining.SetJoinCode(code)
        case registration_entries.CheckInSet(is_open=is_open):
            return joining.SetCheckIn(is_open)
        case registration_entries.DeckDeadlineSet(closes_ms=closes_ms):
            return joining.SetDeckDeadline(closes_ms)
        case registration_entries.PlayerCheckedIn(player=player):
            return joining.CheckInPlayer(player)
        case registration_entries.PlayerRegistered() as came:
            return commands.RegisterPlayer(
                came.name,
                came.team,
                came.byes,
                came.external_id,
                came.members,
                came.member_ids,
            )
        case registration_entries.ExternalIdSet(player=player, external_id=known_as):
            return commands.SetExternalId(player, known_as)
        case registration_entries.MembersSet(player=player, members=members, member_ids=ids):
            return commands.SetMembers(player, members, ids or ("",) * len(members))
        case registration_entries.PersonNoted(player=player, person=person):
            return commands.NotePerson(player, person)
        case registration_entries.ByeAwarded(player=player, round=number):
            return commands.AwardBye(player, number)
        case registration_entries.DeckRegistered(player=player, digest=digest, seat=seat):
            known = decks[digest]
            return commands.RegisterDeck(player, known.deck, known.salt, seat)
        case registration_entries.SleevesEnrolled(player=player, deck=deck, sleeves=sleeves):
            return commands.EnrolSleeves(player, deck, sleeves)
        case registration_entries.PlayerDropped(player=player):
            return commands.DropPlayer(player)
        case registration_entries.PlayerReturned(player=player):
            return commands.ReturnPlayer(player)
        case registration_entries.PlayerRenamed(player=player, after=name):
            return commands.RenamePlayer(player, name)
        case registration_entries.DropUndone(player=player):
            return commands.UndoDrop(player, entry.why)
        case registration_entries.ByeWithdrawn(player=player, round=number):
            return commands.UndoBye(player, number, entry.why)
        case registration_entries.RegistrationUndone(player=player):
            return commands.UndoRegistration(player, entry.why)
        case registration_entries.PlayersMerged(player=player, other=other):
            return commands.MergePlayers(player, other, entry.why)
        case registration_entries.AbsenceNoted(player=player, round=number):
            return NoteAbsence(player, number)
        case registration_entries.AbsenceCancelled(player=player, round=number):
            return CancelAbsence(player, number)
        case entries.TablesSet(rooms=rooms):
            return commands.SetTables(rooms)
        case entries.TableFixed(player=player, table=table, chair=chair):
            return commands.FixTable(player, table, chair)
        case entries.EventStarted(rounds=rounds, cut=cut):
            return commands.StartEvent(rounds, cut)
        case entries.RoundPaired(given_up=given_up):
            return commands.PairRound(given_up)
        case entries.PairSet(player=player, other=other, cost=cost):
            return commands.SetPair(player, other, cost, entry.why)
        case entries.ResultReported(round=number, table=table, result=result):
            return commands.ReportResult(number, table, result)
        case entries.ResultDisputed(round=number, table=table):
            called = None if after is None else after.what
            about = called.about if isinstance(called, entries.CallMade) else ""
            return commands.DisputeResult(number, table, about)
        case entries.ResultSettled() as settled:
            return _settling(event, settled)
        case entries.ResultReopened():
            raise RefusedError(say("a result is reopened with a drop that is undone, never alone"))
        case entries.ResultCorrected() as made_right:
            return commands.CorrectResult(
                made_right.round,
                made_right.table,
                made_right.after,
                made_right.consequences,
                entry.why,
            )
        case entries.CallMade(kind=CallKind.DECK_CHECK, table=table):
            return floor_commands.CheckDecks(table)
        case entries.CallMade(table=table, about=about, player=player):
            named = player if entry.by.role is Role.TABLE else NO_PLAYER
            return floor_commands.CallJudge(table, about, named)
        case entries.CallTaken(call=call):
            return floor_commands.TakeCall(call)
        case entries.JudgeArrived(call=call):
            return floor_commands.ArriveAtTable(call)
        case entries.CallRuled(call=call, ruling=ruling):
            return floor_commands.RuleCall(call, ruling)
        case entries.CallAppealed(call=call, player=player):
            return floor_commands.Appeal(call, player)
        case entries.AppealDecided(call=call, ruling=ruling, upheld=upheld):
            return floor_commands.DecideAppeal(call, ruling, upheld)
        case entries.ExtensionGranted(call=0, table=table, seconds=seconds):
            return floor_commands.ExtendTable(table, seconds, entry.why)
        case entries.ExtensionGranted(call=call, seconds=seconds):
            return floor_commands.GrantExtension(call, seconds)
        case entries.TableFeatured(table=table, is_featured=is_featured):
            return floor_commands.FeatureTable(table, is_featured)
        case entries.DelaySet(table=table, delay_s=delay_s):
            return floor_commands.SetDelay(table, delay_s)
        case entries.RulingProposed(table=table, stream=stream, seen=seen, ruling=proposed):
            return floor_commands.ProposeRuling(table, stream, seen, proposed)
        case entries.RulingConfirmed(id=ruling_id, effect=effect):
            return floor_commands.ConfirmRuling(ruling_id, effect)
        case entries.RulingWithdrawn(id=ruling_id):
            return floor_commands.WithdrawRuling(ruling_id)
        case entries.RulingAnswered(id=ruling_id, outcome=outcome, reason=reason):
            return floor_commands.AnswerRuling(ruling_id, outcome, reason)
        case entries.MatchMoved() as moved:
            return floor_commands.MoveMatch(
                moved.round, moved.table, moved.to, moved.stream, moved.n
            )
        case entries.PenaltyGiven(player=player, infraction=infraction, note=note, seat=seat):
            return floor_commands.GivePenalty(player, infraction, note, seat)
        case entries.UpgradeDecided(id=number, penalty=holds):
            return floor_commands.DecideUpgrade(number, holds, entry.why)
        case entries.Announced(text=text):
            return floor_commands.Announce(text)
        case entries.AnnouncementEnded(number=number):
            return floor_commands.EndAnnouncement(number)
    return _BARE[type(entry.what)]


_BARE: dict[type, AnyCommand] = {
    entries.StartUndone: commands.UndoStart(),
    entries.RoundUnpaired: commands.UnpairRound(),
    entries.RoundPublished: commands.PublishRound(),
    entries.RoundStarted: commands.StartRound(),
    entries.ClockPaused: commands.PauseClock(),
    entries.ClockResumed: commands.ResumeClock(),
    entries.TimeCalled: commands.CallTime(),
    entries.RoundClosed: commands.CloseRound(),
    entries.CutStarted: commands.StartCut(),
    entries.EventFinished: commands.FinishEvent(),
    entries.DecksChosen: floor_commands.ChooseDecks(),
}


def _settling(event: Event | None, settled: entries.ResultSettled) -> AnyCommand:
    number, table, result = settled.round, settled.table, settled.result
    if settled.how is Settling.CONFIRMED:
        return commands.ConfirmResult(number, table, result)
    if settled.how is Settling.AT_TABLE:
        return commands.SettleAtTable(number, table, result)
    if settled.how is Settling.ENTERED:
        return commands.EnterResult(number, table, result)
    if settled.how is not Settling.NO_SHOW or event is None:
        raise RefusedError(say("such a result comes with a drop or a penalty, never alone"))
    match = event.rounds[number - 1].matches[table]
    absent = match.second if result.winner is Side.FIRST else match.first
    return commands.MarkNoShow(number, table, absent)
