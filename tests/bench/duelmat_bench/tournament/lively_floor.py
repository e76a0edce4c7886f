"""The floor of a lively event: results, calls, rulings, penalties, extensions, corrections."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from duelmat_bench.tournament.lively_desk import Act
from duelmat_bench.tournament.lively_hall import HEAD_JUDGE, JUDGE, ORGANISER, SCOREKEEPER, Hall
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import CallStep, Match, Round
from duelmat_tournament.names import TableNumber
from duelmat_tournament.results import Result, Side
from duelmat_tournament.roles import Actor, Role
from duelmat_venue.rulings import AnyRuling, DuelGoesOn, LifeSet

_STREAM: Final = "ab" * 16
_EFFECT: Final = "cd" * 32


def random_result(hall: Hall, held: Round) -> Result:
    """Return a result that a match of a round may have."""
    policy, chance = hall.event.policy, hall.chance
    if policy.team_size > 1:
        return _seats_result(hall, held)
    best_of = policy.cut_best_of if held.is_cut else policy.best_of
    if not held.is_cut and policy.may_draw and hall.is_now(10):
        if policy.may_agree_draw and hall.is_now(50):
            return results.agreed_draw()
        return results.played(best_of // 2, best_of // 2, 1)
    most = best_of // 2 + 1
    won = (most, chance.randrange(most), chance.randrange(2) if hall.is_now(10) else 0)
    if hall.is_now(15) and most > 1:
        won = (1, 0, 0)  # time was up
    return results.played(*won) if hall.is_now(50) else results.played(won[1], won[0], won[2])


def _seats_result(hall: Hall, held: Round) -> Result:
    seats = tuple(hall.pick(list(Side)) for _ in range(3))
    one, other, drawn = map(seats.count, Side)
    if one == other and (held.is_cut or not hall.event.policy.may_draw):
        seats, one, other, drawn = (Side.FIRST,) * 3, 3, 0, 0
    told = results.played(one, other, drawn)
    if hall.is_now(20):
        return told  # from a slip, without the seats
    return replace(told, seats=seats)


def play(hall: Hall, match: Match) -> None:
    """Bring a match to its result in one of the ways that there are."""
    held = hall.round
    number, table = held.number, match.table
    result = random_result(hall, held)
    one, other = (hall.actor(each) for each in hall.chance.sample(match.players, 2))
    way = hall.chance.randrange(100)
    if way < 5:
        began_ms = held.began_ms or hall.clock_ms
        late_ms = 1000 * hall.event.policy.lateness.match_loss_after_s
        hall.clock_ms = max(hall.clock_ms, began_ms + late_ms)
        gone = hall.pick(match.players)
        hall.ask(commands.MarkNoShow(number, table, gone), SCOREKEEPER)
    elif way < 9:
        is_first = hall.is_now(50)
        staff_only = results.forfeit(loser_is_first=is_first)
        if not held.is_cut and hall.is_now(50):
            staff_only = results.double_loss()
        hall.ask(commands.EnterResult(number, table, staff_only), HEAD_JUDGE)
    elif way < 30:
        hall.ask(commands.EnterResult(number, table, result), SCOREKEEPER)
    elif way < 40 and hall.event.policy.team_size == 1:
        mat = Actor(Role.TABLE, f"Table {table}", table=table)
        hall.ask(commands.SettleAtTable(number, table, result), mat)
    else:
        hall.ask(commands.ReportResult(number, table, result), one)
        if hall.is_now(10):
            hall.ask(commands.DisputeResult(number, table, "I have won."), other)
            hall.wait(120)
            end_calls(hall, table)
        else:
            hall.ask(commands.ConfirmResult(number, table, result), other)


def end_calls(hall: Hall, table: TableNumber | None = None) -> None:
    """End all calls of a table, or of all tables."""
    for call in list(hall.event.open_calls(table)):
        if call.step is CallStep.APPEALED:
            hall.ask(
                floor_commands.DecideAppeal(call.id, "So it is.", hall.is_now(50)), HEAD_JUDGE
            )
        else:
            hall.ask(floor_commands.RuleCall(call.id, "So it is."), JUDGE)
        known = hall.event.calls[call.id]
        if known.proposed_s and hall.is_now(80):
            hall.ask(floor_commands.GrantExtension(call.id, known.proposed_s), JUDGE)


def call(hall: Hall) -> None:
    """Call a judge, who rules at once or later; perhaps there is an appeal."""
    match = hall.any_match()
    if match is None:
        return
    caller = hall.actor(hall.pick(match.players))
    if hall.is_now(20):
        mat = Actor(Role.TABLE, f"Table {match.table}", table=match.table)
        hall.ask(floor_commands.CallJudge(match.table, "", caller.player), mat)
    else:
        hall.ask(floor_commands.CallJudge(match.table, "A question."), caller)
    hall.wait(200)
    if hall.is_now(50) and hall.event.calls:
        newest = list(hall.event.calls)[-1]
        hall.ask(floor_commands.TakeCall(newest), JUDGE)
        hall.wait(200)
        hall.ask(floor_commands.RuleCall(newest, "It stands."), JUDGE)
        if hall.is_now(40):
            hall.ask(floor_commands.Appeal(newest, caller.player), JUDGE)
            hall.wait(200)
    if hall.is_now(50):
        end_calls(hall, match.table)


def deck_check(hall: Hall) -> None:
    match = hall.any_match()
    if match is not None and hall.ask(floor_commands.CheckDecks(match.table), JUDGE):
        hall.wait(600)
        end_calls(hall, match.table)


def choose_decks(hall: Hall) -> None:
    hall.ask(floor_commands.ChooseDecks(), JUDGE)


def extend(hall: Hall) -> None:
    match = hall.any_match()
    if match is not None:
        seconds = 1 + hall.chance.randrange(300)
        hall.ask(floor_commands.ExtendTable(match.table, seconds, "A spilled glass."), JUDGE)


def penalise(hall: Hall) -> None:
    player = hall.pick(hall.players)
    infraction = hall.pick(hall.event.policy.infractions)
    by = HEAD_JUDGE if hall.is_now(40) else JUDGE
    hall.ask(floor_commands.GivePenalty(player.id, infraction.id, "Seen."), by)
    if hall.is_now(50):
        decide_upgrades(hall)


def decide_upgrades(hall: Hall) -> None:
    for given in hall.event.penalties:
        if given.upgrade is not None:
            holds = given.upgrade if hall.is_now(50) else given.record.penalty
            hall.ask(floor_commands.DecideUpgrade(given.record.id, holds, "As seen."), HEAD_JUDGE)


def correct(hall: Hall) -> None:
    """Correct a result of this round or of an earlier one."""
    if not hall.event.rounds:
        return
    held = hall.round if hall.is_now(60) else hall.pick(hall.event.rounds)
    with_results = [each for each in held.matches.values() if each.result is not None]
    if not with_results:
        return
    match, result = hall.pick(with_results), random_result(hall, held)
    shown = consequences_digest(consequences(hall.event, held.number, match.table, result))
    hall.ask(
        commands.CorrectResult(held.number, match.table, result, shown, "A wrong slip."),
        SCOREKEEPER,
    )


def move(hall: Hall) -> None:
    match = hall.any_match()
    if match is not None:
        to = TableNumber(1 + hall.chance.randrange(40))
        hall.ask(floor_commands.MoveMatch(hall.round.number, match.table, to), ORGANISER)


def feature(hall: Hall) -> None:
    match = hall.any_match()
    if match is not None:
        hall.ask(floor_commands.FeatureTable(match.table, not match.is_featured), ORGANISER)


def rule_from_afar(hall: Hall) -> None:
    """Propose a ruling to a table with a mat, which is confirmed and answered, or withdrawn."""
    match = hall.any_match()
    if match is None:
        return
    rulings: tuple[AnyRuling, ...] = (DuelGoesOn(), LifeSet("a", 4000, "Counted wrong."))
    ruling = hall.pick(rulings)
    proposal = floor_commands.ProposeRuling(match.table, _STREAM, 7, ruling)
    if not hall.ask(proposal, JUDGE) or hall.is_now(20):
        return
    number = list(hall.event.rulings)[-1]
    if hall.is_now(20):
        hall.ask(floor_commands.WithdrawRuling(number), HEAD_JUDGE)
    elif hall.ask(floor_commands.ConfirmRuling(number, _EFFECT), JUDGE):
        mat = Actor(Role.TABLE, f"Table {match.table}", table=match.table)
        outcome = hall.pick(list(RulingOutcome))
        hall.ask(floor_commands.AnswerRuling(number, outcome), mat)


def pause(hall: Hall) -> None:
    if hall.ask(commands.PauseClock(), hall.pick((ORGANISER, HEAD_JUDGE))):
        hall.wait(300)
        if hall.is_now(70):
            resume(hall)


def resume(hall: Hall) -> None:
    hall.ask(commands.ResumeClock(), HEAD_JUDGE)


def call_time(hall: Hall) -> None:
    """Call time, mostly when it is up."""
    clock = hall.round.clock
    if clock is not None and hall.is_now(70):
        hall.clock_ms = max(hall.clock_ms, clock.ends_ms)
    hall.ask(commands.CallTime(), ORGANISER)


def announce(hall: Hall) -> None:
    if hall.event.announcements and hall.is_now(50):
        number = 1 + hall.chance.randrange(len(hall.event.announcements))
        hall.ask(floor_commands.EndAnnouncement(number), ORGANISER)
    else:
        hall.ask(floor_commands.Announce("There is water at the desk."), ORGANISER)


def delay(hall: Hall) -> None:
    table = TableNumber(hall.chance.randrange(3))
    hall.ask(floor_commands.SetDelay(table, hall.chance.randrange(100)), ORGANISER)


WHILE_PLAYED: Final[tuple[tuple[Act, int], ...]] = (
    (call, 6),
    (deck_check, 1),
    (choose_decks, 1),
    (extend, 6),
    (penalise, 2),
    (correct, 3),
    (move, 1),
    (feature, 1),
    (rule_from_afar, 4),
    (pause, 2),
    (resume, 3),
    (call_time, 2),
    (announce, 1),
    (delay, 1),
)
"""Acts on the floor while a round is played, with their weights."""
BETWEEN: Final[tuple[tuple[Act, int], ...]] = (
    (penalise, 2),
    (correct, 3),
    (move, 2),
    (feature, 1),
    (choose_decks, 1),
)
"""Acts on the floor before a round is played, and after it."""
