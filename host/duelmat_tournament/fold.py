"""`fold`: entries become an event. It trusts them: `deciding` made them, `proving` proves them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import TypeVar

from msgspec.structs import replace

from duelmat_message import say
from duelmat_tournament import (
    bracket,
    clock,
    entries,
    pair_changes,
    pods,
    registration_entries,
    swiss,
)
from duelmat_tournament.clock import Clock, Pause
from duelmat_tournament.entries import CallKind, Entry
from duelmat_tournament.errors import BrokenLogError
from duelmat_tournament.event import (
    Announcement,
    Call,
    CallStep,
    Event,
    GivenPenalty,
    Match,
    Missed,
    Move,
    Player,
    Report,
    Round,
    Stage,
    Step,
    TableRuling,
)
from duelmat_tournament.extensions import LostBy, extension
from duelmat_tournament.joining import JOINS_A_MINUTE
from duelmat_tournament.names import RoundNumber, TableNumber, TimeMs
from duelmat_tournament.penalties import PenaltyRecord
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import reseated

K = TypeVar("K")
V = TypeVar("V")


def fold(log: Iterable[Entry], event: Event | None = None) -> Event | None:
    """Return the event that entries make, of nothing or of an event before them."""
    return reduce(apply, log, event)


def apply(event: Event | None, entry: Entry) -> Event:
    """Return an event after one more entry."""
    if event is None:
        made = entry.what
        if not isinstance(made, entries.EventCreated):
            raise BrokenLogError(
                say("an event's creation as the first entry"), type(made).__name__
            )
        fresh = Event(made.name, made.policy, made.seed, made.first_table, made.strict)
        return replace(
            fresh,
            entries=entry.number,
            at_ms=entry.at_ms,
            pairing_version=made.pairing,
            upgrade_version=made.upgrades,
        )
    after = _registration(event, entry) or _rounds(event, entry) or _floor(event, entry)
    return replace(after, entries=entry.number, at_ms=entry.at_ms)


def _reasons(event: Event, paired: entries.RoundPaired) -> dict[str, str]:
    """Return the reasons of a round as messages, by their English in the log.

    The log of another version may have other texts, which are shown unchanged.
    """
    early = pods if event.pods else swiss
    found = bracket.reasons_of(event, paired) if paired.is_cut else early.reasons_of(event, paired)
    return {str(each): each for each in found}


def _registration(event: Event, entry: Entry) -> Event | None:
    match entry.what:
        case registration_entries.PlayerRegistered(player=number, name=name, team=team) as came:
            entered = RoundNumber(len(event.rounds) + 1)
            missed = _missed(event, 0, entered)
            player = Player(
                number,
                name,
                team,
                entered,
                frozenset(came.byes),
                missed=missed,
                is_active=came.waits_for is None,
                external_id=came.external_id,
                waits_for=came.waits_for,
                members=came.members,
                member_ids=came.member_ids,
                decks=("",) * event.policy.team_size,
            )
            if entry.by.role is Role.PLAYER:
                joined_ms = (*event.joined_ms, entry.at_ms)[-JOINS_A_MINUTE:]
                event = replace(event, joined_ms=joined_ms)
            return _with_player(event, player)
        case registration_entries.PlayerAdmitted(player=number, waits_for=waits_for):
            entered = RoundNumber(len(event.rounds) + 1)
            admitted = replace(
                event.players[number],
                is_active=waits_for is None,
                waits_for=waits_for,
                entered=entered,
                missed=_missed(event, 0, entered),
            )
            return _with_player(event, admitted)
        case registration_entries.JoinCodeSet(code=code):
            return replace(event, join_code=code)
        case registration_entries.CheckInSet(is_open=is_open):
            players = {k: replace(each, is_checked_in=False) for k, each in event.players.items()}
            return replace(event, players=players, is_check_in_open=is_open)
        case registration_entries.DeckDeadlineSet(closes_ms=closes_ms):
            return replace(event, decks_close_ms=closes_ms)
        case registration_entries.PlayerCheckedIn(player=number):
            return _with_player(event, replace(event.players[number], is_checked_in=True))
        case registration_entries.ExternalIdSet(player=number, external_id=known_as):
            return _with_player(event, replace(event.players[number], external_id=known_as))
        case registration_entries.MembersSet(player=number, members=members, member_ids=ids):
            known = event.players[number]
            decks = reseated(known.decks, known.members, members)
            now = replace(known, members=members, member_ids=ids, decks=decks)
            return _with_player(event, now)
        case registration_entries.PersonNoted(player=number, person=person):
            return _with_player(event, replace(event.players[number], person=person))
        case registration_entries.ByeAwarded(player=number, round=coming):
            known = event.players[number]
            return _with_player(event, replace(known, byes=known.byes | {coming}))
        case registration_entries.DeckRegistered(player=number, digest=digest, seat=seat):
            known, place = event.players[number], seat.place if seat else 0
            decks = (*known.decks[:place], digest, *known.decks[place + 1 :])
            return _with_player(event, replace(known, decks=decks, sleeves=""))
        case registration_entries.SleevesEnrolled(player=number, sleeves=digest):
            return _with_player(event, replace(event.players[number], sleeves=digest))
        case registration_entries.PlayerDropped(player=number):
            known = event.players[number]
            left = RoundNumber(len(event.rounds)) if known.is_active else known.left
            gone = replace(known, is_active=False, left=left, waits_for=None)
            return _with_player(event, gone)
        case registration_entries.PlayerReturned(player=number):
            known = event.players[number]
            coming = RoundNumber(len(event.rounds) + 1)
            back = replace(
                known,
                is_active=True,
                entered=known.entered if known.was_there else coming,
                missed=known.missed + _missed(event, known.left, coming),
            )
            return _with_player(event, back)
        case registration_entries.PlayerRenamed(player=number, after=name):
            return _with_player(event, replace(event.players[number], name=name))
        case registration_entries.DropUndone(player=number):
            return _with_player(event, replace(event.players[number], is_active=True))
        case registration_entries.ByeWithdrawn(player=number, round=coming):
            known = event.players[number]
            return _with_player(event, replace(known, byes=known.byes - {coming}))
        case registration_entries.RegistrationUndone(player=number):
            return _with_player(event, _withdrawn(event.players[number]))
        case registration_entries.PlayersMerged(player=number, other=other):
            one, two = event.players[number], event.players[other]
            return _with_player(_with_player(event, _merged(event, one, two)), _withdrawn(two))
        case registration_entries.AbsenceNoted(player=number, round=coming):
            known = event.players[number]
            return _with_player(event, replace(known, absences=known.absences | {coming}))
        case registration_entries.AbsenceCancelled(player=number, round=coming):
            known = event.players[number]
            return _with_player(event, replace(known, absences=known.absences - {coming}))
        case entries.TablesSet(rooms=rooms):
            return replace(event, rooms=rooms)
        case entries.TableFixed(player=number, table=table, chair=chair):
            fixed = replace(event.players[number], fixed_table=table, fixed_chair=chair)
            return _with_player(event, fixed)
        case entries.DelaySet(table=table, delay_s=delay_s):
            kept = event.delays if table else {}
            return replace(event, delays={**kept, table: delay_s})
        case entries.Announced(text=text):
            said = (*event.announcements, Announcement(entry.at_ms, text))
            return replace(event, announcements=said)
        case entries.AnnouncementEnded(number=number):
            told = list(event.announcements)
            told[number - 1] = replace(told[number - 1], is_over=True)
            return replace(event, announcements=tuple(told))
    return None


def _merged(event: Event, one: Player, two: Player) -> Player:
    """Return the player who stays of two registrations; a place of either is kept."""
    deck = one if any(one.decks) or one.members else two  # a team's are its members'
    byes = one.byes | two.byes
    coming = {number for number in two.absences if number > len(event.rounds)}
    kept = replace(
        one,
        team=one.team or two.team,
        byes=byes,
        decks=deck.decks,
        sleeves=deck.sleeves,
        external_id=one.external_id or two.external_id,
        person=one.person or two.person,
        fixed_table=one.fixed_table or two.fixed_table,
        fixed_chair=one.fixed_chair or two.fixed_chair,
        members=one.members or two.members,
        member_ids=(one if one.members else two).member_ids,
        absences=(one.absences | coming) - byes,
        is_checked_in=one.is_checked_in or two.is_checked_in,
    )
    if one.waits_for is None or not two.is_active:
        return kept
    return replace(kept, is_active=True, waits_for=None, entered=two.entered, missed=two.missed)


def _withdrawn(player: Player) -> Player:
    """Return the number of a player whose registration was a mistake."""
    gone = Player(player.id, player.name, player.team, player.entered)
    return replace(gone, is_active=False, is_withdrawn=True)


def _missed(event: Event, left: int, back: RoundNumber) -> tuple[Missed, ...]:
    """Return the rounds between two that the policy counts as losses; a pod counts each match."""
    if event.pods or not event.policy.entering.missed_is_loss:
        return ()
    return tuple(Missed(RoundNumber(number), back) for number in range(left + 1, back))


def _away(event: Event, player: Player, what: entries.RoundPaired) -> Player:
    """Return a player after a round was paired, which may count as one that was missed."""
    is_away = not what.is_cut and player.is_active and what.round in player.absences
    if not is_away or not event.policy.entering.missed_is_loss:
        return player
    return replace(player, missed=(*player.missed, Missed(what.round, what.round)))


def _before(player: Player, number: RoundNumber) -> Player:
    """Return a player as if the round of this number had not been paired yet."""
    late = RoundNumber(number + 1)
    missed = tuple(
        replace(each, since=number) if each.since == late else each
        for each in player.missed
        if each.round != number
    )
    return replace(
        player,
        entered=min(player.entered, number),
        missed=missed,
        left=RoundNumber(min(player.left, number - 1)),
    )


def _with_player(event: Event, player: Player) -> Event:
    return replace(event, players=_put(event.players, player.id, player))


def _put(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    return {**mapping, key: value}


def _rounds(event: Event, entry: Entry) -> Event | None:
    what = entry.what
    match what:
        case entries.EventStarted(rounds=rounds, cut=cut, pods=drawn):
            return replace(event, stage=Stage.SWISS, swiss_rounds=rounds, cut_size=cut, pods=drawn)
        case entries.StartUndone() if event.stage is Stage.CUT and event.swiss_rounds:
            return replace(event, stage=Stage.SWISS, seeds=())
        case entries.StartUndone():
            before = replace(event, stage=Stage.REGISTRATION, swiss_rounds=0, cut_size=0)
            return replace(before, pods=(), seeds=())
        case entries.RoundPaired():
            said = _reasons(event, what)
            matches = {
                each.table: Match(
                    each.table,
                    each.first,
                    each.second,
                    said.get(each.reason, each.reason),
                    chair_a=each.chair_a,
                )
                for each in what.tables
            }
            fresh = Round(
                what.round,
                what.is_cut,
                matches,
                tuple(
                    replace(each, reason=said.get(each.reason, each.reason)) for each in what.byes
                ),
                what.proof,
                what.given_up,
                event.unpaired,
            )
            players = {k: _away(event, each, what) for k, each in event.players.items()}
            return replace(event, players=players, rounds=(*event.rounds, fresh))
        case entries.PairSet():
            return _with_round(event, pair_changes.with_pair_set(_now(event), what))
        case entries.RoundUnpaired(round=number):
            players = {k: _before(each, number) for k, each in event.players.items()}
            rest, count = event.rounds[:-1], event.unpaired + 1
            return replace(event, players=players, rounds=rest, unpaired=count)
        case entries.RoundPublished(checkpoint=code):
            return _with_round(event, replace(_now(event), step=Step.PUBLISHED, checkpoint=code))
        case entries.RoundStarted(ends_ms=ends_ms):
            runs = None if ends_ms is None else Clock(ends_ms)
            begun = replace(_now(event), step=Step.PLAYING, began_ms=entry.at_ms, clock=runs)
            return _with_round(event, begun)
        case entries.ClockPaused():
            now = _now(event)
            return _with_round(event, replace(now, clock=clock.pause(_clock(now), entry.at_ms)))
        case entries.ClockResumed():
            now = _now(event)
            return _with_round(event, replace(now, clock=clock.resume(_clock(now), entry.at_ms)))
        case entries.TimeCalled():
            return _with_round(event, replace(_now(event), step=Step.TIME_CALLED))
        case entries.RoundClosed(round=number):
            rows = swiss.standings_after(event, number)
            return _with_round(event, replace(_now(event), step=Step.CLOSED, standings=rows))
        case entries.CutStarted(seeds=seeds):
            return replace(event, stage=Stage.CUT, seeds=seeds)
        case entries.EventFinished():
            return replace(event, stage=Stage.FINISHED)
        case entries.ResultReported(result=result, player=player):
            told = Report(player, result, event.seat_player(player, entry.by.seat))
            return _with_match(event, what.round, what.table, report=told, is_disputed=False)
        case entries.ResultDisputed():
            return _with_match(event, what.round, what.table, is_disputed=True)
        case entries.ResultSettled(result=result, how=how):
            held = event.rounds[what.round - 1].matches[what.table]
            return _with_match(
                event,
                what.round,
                what.table,
                seated=event.lineups(held),
                result=result,
                settled=how,
                settled_by=event.actor_words(entry.by),
                report=None,
                is_disputed=False,
            )
        case entries.ResultReopened():
            return _with_match(
                event, what.round, what.table, result=None, settled=None, settled_by=""
            )
        case entries.ResultCorrected(after=result):
            changed = _with_match(
                event,
                what.round,
                what.table,
                result=result,
                settled_by=event.actor_words(entry.by),
                corrected=True,
            )
            return refrozen(changed, what.round)
    return None


def refrozen(event: Event, number: RoundNumber) -> Event:
    """Return an event with the standings after this round and all later ones worked out anew."""
    rounds = tuple(
        replace(each, standings=swiss.standings_after(event, each.number))
        if each.number >= number and each.step is Step.CLOSED
        else each
        for each in event.rounds
    )
    return replace(event, rounds=rounds)


def _now(event: Event) -> Round:
    assert event.round is not None
    return event.round


def _clock(now: Round) -> Clock:
    assert now.clock is not None
    return now.clock


def _with_round(event: Event, changed: Round) -> Event:
    index = changed.number - 1
    return replace(event, rounds=(*event.rounds[:index], changed, *event.rounds[index + 1 :]))


def _with_match(event: Event, number: RoundNumber, table: TableNumber, **changes: object) -> Event:
    held = event.rounds[number - 1]
    changed = replace(held.matches[table], **changes)
    return _with_round(event, replace(held, matches=_put(held.matches, table, changed)))


def _floor(event: Event, entry: Entry) -> Event:
    what, at_ms = entry.what, entry.at_ms
    match what:
        case entries.CallMade():
            made = Call(
                what.call,
                what.round,
                what.table,
                what.kind,
                what.player,
                what.about,
                at_ms,
                who=event.seat_player(what.player, entry.by.seat),
            )
            return _with_call(event, made)
        case entries.CallTaken(call=number):
            taken = replace(event.calls[number], step=CallStep.TAKEN, judge=entry.by.name)
            return _with_call(event, taken)
        case entries.JudgeArrived(call=number):
            there = replace(event.calls[number], step=CallStep.ATTENDED, judge=entry.by.name)
            return _with_call(event, there)
        case entries.CallRuled(call=number, ruling=ruling):
            call = event.calls[number]
            kind = LostBy.DECK_CHECK if call.kind is CallKind.DECK_CHECK else LostBy.CALL
            ruled = replace(call, step=CallStep.RULED, judge=entry.by.name, ruling=ruling)
            return _with_call(event, _timed(event, ruled, kind, call.began_ms, at_ms))
        case entries.CallAppealed(call=number):
            appealed = replace(event.calls[number], step=CallStep.APPEALED, appealed_ms=at_ms)
            return _with_call(event, appealed)
        case entries.AppealDecided(call=number, ruling=ruling):
            call = event.calls[number]
            decided = replace(call, step=CallStep.DECIDED, ruling=ruling)
            began_ms = call.appealed_ms or at_ms
            return _with_call(event, _timed(event, decided, LostBy.APPEAL, began_ms, at_ms))
        case entries.ExtensionGranted(call=number, seconds=seconds):
            more = event.rounds[what.round - 1].matches[what.table].extension_s + seconds
            extended = _with_match(event, what.round, what.table, extension_s=more)
            if not number:
                return extended
            return _with_call(extended, replace(event.calls[number], granted_s=seconds))
        case entries.DecksChosen(round=number, tables=tables):
            held = event.rounds[number - 1]
            return _with_round(event, replace(held, deck_checks=tables))
        case entries.TableFeatured(round=number, table=table, is_featured=is_featured):
            return _with_match(event, number, table, is_featured=is_featured)
        case entries.RulingProposed(id=ruling_id):
            proposed = TableRuling(
                ruling_id,
                what.round,
                what.table,
                entry.by.name,
                what.stream,
                what.seen,
                what.ruling,
            )
            return _with_ruling(event, proposed)
        case entries.RulingConfirmed(id=ruling_id, effect=effect):
            return _with_ruling(event, replace(event.rulings[ruling_id], effect=effect))
        case entries.RulingWithdrawn(id=ruling_id):
            return _with_ruling(event, replace(event.rulings[ruling_id], is_withdrawn=True))
        case entries.RulingAnswered(id=ruling_id, outcome=outcome, reason=reason):
            known_ruling = event.rulings[ruling_id]
            return _with_ruling(event, replace(known_ruling, outcome=outcome, reason=reason))
        case entries.MatchMoved():
            return _moved(event, what, at_ms)
        case entries.PenaltyGiven():
            record = PenaltyRecord(
                what.id,
                what.player,
                what.infraction,
                what.penalty,
                what.round,
                what.table,
                entry.by.name,
                at_ms,
                what.note,
                event.seat_player(what.player, what.seat),
            )
            given = GivenPenalty(record, what.upgrade)
            return replace(event, penalties=(*event.penalties, given))
        case entries.UpgradeDecided(id=penalty, penalty=holds):
            index = penalty - 1
            known = event.penalties[index]
            given = GivenPenalty(replace(known.record, penalty=holds))
            held_ones = (*event.penalties[:index], given, *event.penalties[index + 1 :])
            return replace(event, penalties=held_ones)
    raise BrokenLogError(say("an entry of a known kind"), type(what).__name__)


def _moved(event: Event, what: entries.MatchMoved, at_ms: TimeMs) -> Event:
    """Return an event with a match, and what concerns it in its round, at another table.

    It keeps its place among the matches: that of the cut is the bracket's. Spectators are shown
    it as late as before, at least.
    """
    held = event.rounds[what.round - 1]

    def there(table: TableNumber) -> TableNumber:
        return what.to if table == what.table else table

    moved = replace(
        held,
        matches={
            there(table): replace(match, table=there(table))
            for table, match in held.matches.items()
        },
        deck_checks=tuple(map(there, held.deck_checks)),
        moves=(*held.moves, Move(what.table, what.to, what.stream, what.n, at_ms)),
    )
    calls = {
        number: replace(call, table=there(call.table)) if call.round == what.round else call
        for number, call in event.calls.items()
    }
    rulings = {
        number: replace(ruling, table=there(ruling.table))
        if ruling.round == what.round
        else ruling
        for number, ruling in event.rulings.items()
    }
    delay_s = max(event.delay_s(what.table), event.delay_s(what.to))
    delays = _put(event.delays, what.to, delay_s) if delay_s else event.delays
    return _with_round(replace(event, calls=calls, rulings=rulings, delays=delays), moved)


def _with_call(event: Event, call: Call) -> Event:
    return replace(event, calls=_put(event.calls, call.id, call))


def _with_ruling(event: Event, ruling: TableRuling) -> Event:
    return replace(event, rulings=_put(event.rulings, ruling.id, ruling))


def _timed(event: Event, call: Call, kind: LostBy, began_ms: TimeMs, at_ms: TimeMs) -> Call:
    """Return a call with the extension that the policy's arithmetic gives for it."""
    held = event.rounds[call.round - 1]
    runs = held.clock
    ends_ms: TimeMs | None = None
    pauses: tuple[Pause, ...] = ()
    if runs is not None:
        ends_ms = TimeMs(runs.ends_ms + 1000 * held.matches[call.table].extension_s)
        pauses = clock.resume(runs, at_ms).pauses
    found = extension(
        event.policy.extensions,
        kind,
        began_ms,
        at_ms,
        ends_ms,
        procedure_began=ends_ms is not None
        and held.step is Step.TIME_CALLED
        and began_ms >= ends_ms,
        pauses=pauses,
        lost_before_ms=call.lost_ms,
        taken_before_ms=call.taken_ms,
    )
    return replace(
        call,
        lost_ms=found.lost_ms,
        taken_ms=found.taken_ms,
        proposed_s=found.seconds,
        proposed_because=found.reason,
    )
