"""Decisions about rounds: starting, pairing, publishing, the clock, closing, the cut."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import Text, listed, say, say_count
from duelmat_tournament import bracket, clock, pods, swiss
from duelmat_tournament.commands import PairRound, StartEvent
from duelmat_tournament.deciding.asked import ON, Asked
from duelmat_tournament.deciding.joining import check_presence
from duelmat_tournament.deciding.places import moved_up
from duelmat_tournament.deciding.registration import next_round
from duelmat_tournament.entries import (
    AnyHappening,
    ClockPaused,
    ClockResumed,
    CutStarted,
    EventFinished,
    EventStarted,
    ResultSettled,
    RoundClosed,
    RoundPublished,
    RoundStarted,
    RoundUnpaired,
    Settling,
    StartUndone,
    TimeCalled,
)
from duelmat_tournament.errors import NoPairingError, RefusedError
from duelmat_tournament.event import Event, Player, Round, Stage, Step, teams_or_players
from duelmat_tournament.names import RoundNumber, TimeMs
from duelmat_tournament.pairing import NoPairing
from duelmat_tournament.policy import LARGEST_CUT, FirstStage
from duelmat_tournament.results import double_loss, no_show

CUT_SIZES = (0, 4, 8, 16, 32, 64)
_SHOWN = 5


def start_event(asked: Asked, command: StartEvent) -> Iterator[AnyHappening]:
    event = asked.event
    if event.stage is not Stage.REGISTRATION:
        raise RefusedError(say("The event has started already."))
    players = len(event.active)
    if players < 2:
        raise RefusedError(
            teams_or_players(
                event,
                say("An event needs at least 2 teams; this one has {count}.", count=players),
                say("An event needs at least 2 players; this one has {count}.", count=players),
            )
        )
    check_presence(event)
    _check_decks(event, event.active)
    if event.policy.first_stage is FirstStage.SWISS:
        yield _start_swiss(event, command)
        return
    drawn = tuple(row.player for row in swiss.standings_after(event, RoundNumber(0)))
    if event.policy.first_stage is FirstStage.BRACKET:
        _check_given(event, command, 0, players)
        yield EventStarted(0, players)
        yield CutStarted(drawn)
        return
    if players < pods.SMALLEST:
        least = pods.SMALLEST
        raise RefusedError(
            teams_or_players(
                event,
                say(
                    "A pod needs at least {least} teams; the event has {count}.",
                    least=least,
                    count=players,
                ),
                say(
                    "A pod needs at least {least} players; the event has {count}.",
                    least=least,
                    count=players,
                ),
            )
        )
    dealt = pods.drawn_pods(drawn, event.policy.pod_size)
    rounds, cut = pods.rounds_of(dealt), pods.go_on(dealt, event.policy.pod_places)
    _check_given(event, command, rounds, cut)
    yield EventStarted(rounds, cut, dealt)


def undo_start(asked: Asked) -> Iterator[AnyHappening]:
    event = asked.running()
    after = event.swiss_rounds if event.stage is Stage.CUT else 0
    first = event.find_round(RoundNumber(after + 1))
    if first is not None and first.step in (Step.PAIRED, Step.PUBLISHED):
        raise RefusedError(
            say("Round {round} is paired: throw its pairing away first.", round=first.number)
        )
    if first is not None:
        raise RefusedError(say("Round {round} has begun: the start stands.", round=first.number))
    yield StartUndone()


def _check_given(event: Event, command: StartEvent, rounds: int, cut: int) -> None:
    """Refuse another number of rounds, or of those in the bracket, than the policy makes."""
    if cut > LARGEST_CUT:
        most = LARGEST_CUT
        raise RefusedError(
            teams_or_players(
                event,
                say(
                    "A bracket has at most {most} teams; this one would have {count}. "
                    "Begin with Swiss or with larger pods.",
                    most=most,
                    count=cut,
                ),
                say(
                    "A bracket has at most {most} players; this one would have {count}. "
                    "Begin with Swiss or with larger pods.",
                    most=most,
                    count=cut,
                ),
            )
        )
    if command.rounds not in (0, rounds) or command.cut not in (-1, cut):
        raise RefusedError(
            say(
                "By the policy this event has {rounds} rounds and then a bracket of {cut}: "
                "neither can be chosen.",
                rounds=rounds,
                cut=cut,
            )
        )


def _start_swiss(event: Event, command: StartEvent) -> EventStarted:
    players = len(event.active)
    rounds = command.rounds or event.policy.rounds_for(players)
    cut = event.policy.cut_for(players) if command.cut == -1 else command.cut
    _check_cut(event, cut, players)
    return EventStarted(rounds, cut)


def _check_cut(event: Event, cut: int, players: int) -> None:
    """Refuse a cut that is none, or one of more players or teams than there are."""
    if cut not in CUT_SIZES:
        raise RefusedError(
            teams_or_players(
                event,
                say("A cut has 4, 8, 16, 32 or 64 teams (0: no cut), not {cut}.", cut=cut),
                say("A cut has 4, 8, 16, 32 or 64 players (0: no cut), not {cut}.", cut=cut),
            )
        )
    if cut > players:
        raise RefusedError(
            teams_or_players(
                event,
                say(
                    "A cut to {cut} needs as many teams; the event has {teams}.",
                    cut=cut,
                    teams=players,
                ),
                say(
                    "A cut to {cut} needs as many players; the event has {players}.",
                    cut=cut,
                    players=players,
                ),
            )
        )


def _without_deck(player: Player) -> str:
    """Return a player who has to hand in a deck list, or a team and those of it who have to."""
    if not player.members:
        return player.name
    missing = [name for name, deck in zip(player.members, player.decks, strict=True) if not deck]
    return f"{player.name} ({', '.join(missing)})"


def _check_decks(event: Event, players: list[Player]) -> None:
    """Refuse to go on without the deck list of each player, or the players of each team."""
    unknown = [each.name for each in players if not each.members]
    if event.policy.team_size > 1 and unknown:
        raise RefusedError(
            say(
                "The players of these teams are not known: {teams}. "
                "Note who plays at their seats.",
                teams=_first_few(unknown),
            )
        )
    without = [_without_deck(player) for player in players if not player.has_decks]
    if event.policy.deck_lists and without:
        raise RefusedError(
            say(
                "These players have handed in no deck list: {players}. "
                "Register their lists, or drop the players.",
                players=_first_few(without),
            )
        )


def _first_few(words: list[str]) -> Text:
    """Return the first of some words, and how many there are besides."""
    shown = listed(words[:_SHOWN], ",")
    if len(words) <= _SHOWN:
        return shown
    return say("{shown} and {more} more", shown=shown, more=len(words) - _SHOWN)


def check_pairing(asked: Asked) -> Event:
    """Return the event if its next round may be paired. Raises RefusedError."""
    event = asked.running()
    now = event.round
    if now is not None and now.step is not Step.CLOSED:
        missing = len(now.open_matches)
        if not missing:
            raise RefusedError(
                say("Round {round} is not closed: close it first.", round=now.number)
            )
        raise RefusedError(
            say_count(
                "Round {round} is not closed ({count} result is missing): close it first.",
                "Round {round} is not closed ({count} results are missing): close it first.",
                count=missing,
                round=now.number,
            )
        )
    if event.stage is Stage.CUT:
        if bracket.is_decided(event):
            raise RefusedError(say("The bracket is decided: finish the event."))
        return event
    if len(event.rounds) >= event.swiss_rounds:
        raise RefusedError(_all_played(event))
    check_presence(event)
    _check_decks(event, event.active)
    return event


def _all_played(event: Event) -> Text:
    rounds = event.swiss_rounds
    match bool(event.pods), bool(event.cut_size):
        case True, True:
            return say("All {rounds} rounds of the pods are played: start the cut.", rounds=rounds)
        case True, False:
            return say(
                "All {rounds} rounds of the pods are played: finish the event.", rounds=rounds
            )
        case False, True:
            return say("All {rounds} rounds of Swiss are played: start the cut.", rounds=rounds)
    return say("All {rounds} rounds of Swiss are played: finish the event.", rounds=rounds)


def pair_round(asked: Asked, command: PairRound) -> Iterator[AnyHappening]:
    event = check_pairing(asked)
    if event.stage is Stage.CUT:
        yield from _pair_cut(event)
        return
    if event.pods:
        yield from _pair_pods(event)
        return
    paired = swiss.pair_next(event, command.give_up)
    if isinstance(paired, NoPairing):
        remedies = (tuple(rule.value for rule in each) for each in paired.remedies)
        raise NoPairingError(paired.sentence, remedies)
    yield paired


def _pair_pods(event: Event) -> Iterator[AnyHappening]:
    """Yield the entries of the next round of the pods, in which a player who has left loses."""
    paired = pods.pair_next(event)
    yield paired
    for each in paired.tables:
        is_there = [event.players[player].is_active for player in (each.first, each.second)]
        if not all(is_there):
            result = no_show(absent_is_first=is_there[1]) if any(is_there) else double_loss()
            yield ResultSettled(paired.round, each.table, result, Settling.DROPPED)


def _pair_cut(event: Event) -> Iterator[AnyHappening]:
    """Yield the entries of the next round of the cut, in which a player who has left loses."""
    paired = bracket.pair_next(event)
    yield paired
    for each in paired.tables:
        is_there = [event.players[player].is_active for player in (each.first, each.second)]
        if not all(is_there):  # if both have left, the better seed goes on
            result = no_show(absent_is_first=is_there[1])
            yield ResultSettled(paired.round, each.table, result, Settling.DROPPED)


def unpair_round(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PAIRED, Step.PUBLISHED)
    for match in now.matches.values():
        if match.settled is Settling.PENALTY:
            raise RefusedError(
                say(
                    "The match at table {table} was lost by a penalty, which another pairing "
                    "would take back: play the round as it is paired.",
                    table=match.table,
                )
            )
    unpaired = RoundUnpaired(now.number)
    yield unpaired
    yield from moved_up(asked, unpaired)


def publish_round(asked: Asked, checkpoint: str) -> Iterator[AnyHappening]:
    yield RoundPublished(asked.round(Step.PAIRED).number, checkpoint)


def start_round(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PUBLISHED)
    policy = asked.event.policy
    seconds = policy.cut_round_s if now.is_cut else policy.round_s
    ends_ms = TimeMs(asked.at_ms + 1000 * seconds) if seconds else None
    yield RoundStarted(now.number, ends_ms)


def pause_clock(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PLAYING)
    if now.clock is None:
        raise RefusedError(
            say("Round {round} has no time limit: there is no clock to stop.", round=now.number)
        )
    if now.clock.is_paused:
        raise RefusedError(say("The clock stands still already."))
    yield ClockPaused(now.number)


def resume_clock(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PLAYING)
    if now.clock is None or not now.clock.is_paused:
        raise RefusedError(say("The clock is running already."))
    yield ClockResumed(now.number, clock.resume(now.clock, asked.at_ms).ends_ms)


def call_time(asked: Asked) -> Iterator[AnyHappening]:
    now = asked.round(Step.PLAYING)
    if now.clock is None:
        raise RefusedError(say("Round {round} has no time limit.", round=now.number))
    left_s = -(-clock.remaining(now.clock, asked.at_ms) // 1000)
    if left_s > 0:
        raise RefusedError(
            say("The round has {time} left.", time=f"{left_s // 60}:{left_s % 60:02d}")
        )
    yield TimeCalled(now.number)


def check_closing(asked: Asked) -> Round:
    """Return the round if it may be closed. Raises RefusedError."""
    now = asked.round(*ON)
    tables = [match.table for match in now.open_matches]
    if tables:
        raise RefusedError(
            say(
                "Results are missing: table {tables}. Enter them first.",
                tables=_first_few([str(table) for table in tables]),
            )
        )
    waiting = next(asked.event.open_calls(), None)
    if waiting is not None:
        raise RefusedError(
            say("A call is open at table {table}: end it first.", table=waiting.table)
        )
    return now


def close_round(asked: Asked) -> Iterator[AnyHappening]:
    now = check_closing(asked)
    rows = swiss.standings_after(asked.event, now.number)
    yield RoundClosed(now.number, swiss.standings_digest(rows))


def start_cut(asked: Asked) -> Iterator[AnyHappening]:
    event = asked.running()
    if event.stage is not Stage.SWISS:
        raise RefusedError(say("The cut has started already."))
    if not event.cut_size:
        raise RefusedError(say("This event has no cut: finish it."))
    _check_all_played(event)
    seeds = pods.seeds(event) if event.pods else swiss.seeds(event)
    if event.pods and len(seeds) < 2:
        raise RefusedError(say("A bracket needs 2 players who have not left: finish the event."))
    if not event.pods and len(seeds) < event.cut_size:
        raise RefusedError(
            say(
                "The cut needs {needed} players who have not dropped, and has {count}. "
                "Finish the event after Swiss.",
                needed=event.cut_size,
                count=len(seeds),
            )
        )
    yield CutStarted(seeds)


def _check_all_played(event: Event) -> None:
    _check_closed(event)
    coming = next_round(event)
    if coming <= event.swiss_rounds:
        raise RefusedError(
            say(
                "Round {round} of {rounds} is still to be played.",
                round=coming,
                rounds=event.swiss_rounds,
            )
        )


def _check_closed(event: Event) -> None:
    now = event.round
    if now is not None and now.step is not Step.CLOSED:
        raise RefusedError(say("Round {round} is not closed yet.", round=now.number))


def finish_event(asked: Asked) -> Iterator[AnyHappening]:
    event = asked.running()
    if event.stage is Stage.SWISS:
        _check_all_played(event)
    else:
        _check_closed(event)
        if not bracket.is_decided(event):
            raise RefusedError(say("The bracket is not decided yet: play its rounds."))
    undecided = [each for each in event.penalties if each.upgrade is not None]
    if undecided:
        players = [
            event.words_for(each.record.player, each.record.who) for each in undecided[:_SHOWN]
        ]
        raise RefusedError(
            say(
                "The head judge still has to decide about the upgrades for {players}.",
                players=listed(players, ","),
            )
        )
    yield EventFinished()
