"""The end of a match at an event: its result, time that is called, a duel lost by penalty."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from direct_mat import MAT, Bench, DirectTable, MemoryJournal, fold, practice_deck
from duelmat_engine import Duel, Result, Seat, find_ruleset, parse_seat
from duelmat_engine import replace as replace_parts
from duelmat_host.players.scripted_player import Dice
from duelmat_host.showing.lights import display_text
from duelmat_host.showing.view_types import LinkView, PublicView
from duelmat_host.showing.views import public_view
from duelmat_host.table.commands import (
    CallJudge,
    Concede,
    ConfirmResult,
    CorrectLife,
    EndTurn,
    TakeBack,
)
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import (
    Decided,
    EndCause,
    StillPlayed,
    TimeCall,
    decided_by_time,
    still_played,
)
from duelmat_host.table.entries import DuelBegun, DuelDecided
from duelmat_host.table.entry_form import from_data, to_data
from duelmat_host.table.errors import NothingThereError
from duelmat_host.table.inputs import PenaltyGiven, RoundTimeGoesOn, RoundTimeUp
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap
from duelmat_hub.policies import shipped_policies
from duelmat_message import named
from duelmat_venue.end_steps import EndStep
from duelmat_venue.texts import text_form

ANA, BEN = Seat(0), Seat(1)
LINK = LinkView("up", "")
PHASES = ("draw", "main", "battle", "end")


def event_setup(duels: int = 1, *winners: Seat | None) -> DuelSetup:
    results = tuple(Result(w, None if w is None else Seat(1 - w), None) for w in winners)
    decks = (practice_deck("trump_king"),) * 2
    setup = DuelSetup("trump_king", ("Ana", "Ben"), decks, duels=duels, results=results)
    return replace(setup, confirms_result=True)


# The procedure


def duel(turn: int, phase: str = "main", life: tuple[int, int] = (40, 25)) -> Duel:
    now = begin(event_setup(), ZoneMap(find_ruleset("trump_king"), MAT)).duel
    players = tuple(
        replace_parts(player, life=points)
        for player, points in zip(now.players, life, strict=True)
    )
    return replace_parts(now, turn=turn, phase=phase, players=players, turn_seat=Seat(turn % 2))


def called(steps: str, turn: int = 4, phase: str = "main") -> TimeCall:
    return TimeCall(tuple(EndStep(step) for step in steps.split()), turn, phase)


OCG = "finish_phase compare_life draw"
OCG_CUT = "finish_phase compare_life sudden_death"
RESUMMONED = "finish_turn compare_life sudden_death"
SIMULTANEOUS = "finish_turn compare_life double_loss"
TRIGAMON = "finish_turn extra_turns_5 compare_life draw"
TRIGAMON_CUT = "finish_turn extra_turns_5 compare_life sudden_death"
TRUMP_KING = "finish_turn extra_turns_3 compare_life draw"
TRUMP_KING_CUT = "finish_turn extra_turns_3 compare_life sudden_death"
EQUAL = (30, 30)
PHASE = StillPlayed(EndStep.FINISH_PHASE)
TURN = StillPlayed(EndStep.FINISH_TURN)
SUDDEN = StillPlayed(EndStep.SUDDEN_DEATH)
ANA_WINS = Decided(ANA, EndCause.LIFE)
BEN_WINS = Decided(BEN, EndCause.LIFE)
DRAWN = Decided(None, EndCause.TIME)
BOTH_LOSE = Decided(None, EndCause.DOUBLE_LOSS)


def extra(turn: int, turns: int) -> StillPlayed:
    return StillPlayed(EndStep.EXTRA_TURNS_3 if turns == 3 else EndStep.EXTRA_TURNS_5, turn, turns)


PROCEDURES: list[tuple[str, Duel, StillPlayed | Decided]] = [
    (OCG, duel(4), PHASE),
    (OCG, duel(4, "draw"), PHASE),  # a takeback led there
    (OCG, duel(3, "end"), PHASE),
    (OCG, duel(4, "battle"), ANA_WINS),
    (OCG, duel(4, "battle", (25, 40)), BEN_WINS),
    (OCG, duel(4, "battle", EQUAL), DRAWN),
    (OCG, duel(5, "draw"), ANA_WINS),
    (OCG_CUT, duel(4, "battle", EQUAL), SUDDEN),
    (OCG_CUT, duel(9, "main", EQUAL), SUDDEN),
    (OCG_CUT, duel(9, "main", (29, 30)), BEN_WINS),
    (RESUMMONED, duel(4, "end"), TURN),
    (RESUMMONED, duel(3), TURN),
    (RESUMMONED, duel(5, "draw"), ANA_WINS),
    (RESUMMONED, duel(5, "draw", EQUAL), SUDDEN),
    (SIMULTANEOUS, duel(4), TURN),
    (SIMULTANEOUS, duel(5), ANA_WINS),
    (SIMULTANEOUS, duel(5, "draw", EQUAL), BOTH_LOSE),
    (TRIGAMON, duel(4), TURN),
    (TRIGAMON, duel(5), extra(1, 5)),
    (TRIGAMON, duel(9, "end"), extra(5, 5)),
    (TRIGAMON, duel(10, "draw", EQUAL), DRAWN),
    (TRIGAMON_CUT, duel(10, "draw", EQUAL), SUDDEN),
    (TRUMP_KING, duel(4), TURN),
    (TRUMP_KING, duel(5), extra(1, 3)),
    (TRUMP_KING, duel(6), extra(2, 3)),
    (TRUMP_KING, duel(7, "end", EQUAL), extra(3, 3)),
    (TRUMP_KING, duel(8, "draw"), ANA_WINS),
    (TRUMP_KING, duel(8, "draw", EQUAL), DRAWN),
    (TRUMP_KING_CUT, duel(8, "draw", EQUAL), SUDDEN),
]


@pytest.mark.parametrize(("steps", "now", "wanted"), PROCEDURES)
def test_after_time_the_procedure_says_what_is_played_or_who_wins(
    steps: str, now: Duel, wanted: StillPlayed | Decided
) -> None:
    """Time was called in the main phase of turn 4; the duel has come to another place since."""
    played = still_played(called(steps), now, PHASES)
    end = decided_by_time(called(steps), now, PHASES)
    assert (played, end) in [(wanted, None), (None, wanted)]


def test_before_the_first_turn_there_is_none_to_finish() -> None:
    """Extra turns are played all the same."""
    before = duel(0, "setup", EQUAL)
    assert decided_by_time(called(OCG, 0, "setup"), before, PHASES) == DRAWN
    assert decided_by_time(called(SIMULTANEOUS, 0, "setup"), before, PHASES) == BOTH_LOSE
    assert still_played(called(TRUMP_KING, 0, "setup"), before, PHASES) == extra(1, 3)
    assert still_played(called(TRUMP_KING, 0, "setup"), duel(3), PHASES) == extra(3, 3)


def test_every_procedure_of_a_shipped_policy_has_its_cases() -> None:
    """A policy that is changed gets cases here."""
    shipped = {
        " ".join(step.value for step in steps)
        for each in shipped_policies().values()
        for steps in (each.end_of_match, each.cut_end_of_match)
        if steps
    }
    assert shipped <= {steps for steps, _, _ in PROCEDURES}


# At the table


def seated(setup: DuelSetup) -> DirectTable:
    state = begin(setup, ZoneMap(find_ruleset(setup.ruleset), MAT))
    return DirectTable(state, MemoryJournal(), Dice())


def assert_as_written(bench: Bench) -> None:
    """A table that is opened again goes on as this one."""
    written = msgspec.json.decode(msgspec.json.encode(bench.journal.entries))
    again = fold(bench.start, [from_data(kind, data) for kind, data in written])
    table = bench.table.state
    assert (again.duel, again.ends, again.log) == (table.duel, table.ends, table.log)


def view(table: DirectTable) -> PublicView:
    return public_view(table.now, LINK)


def test_a_decided_match_is_proposed_and_both_confirm_it_with_ok() -> None:
    """Each once; the displays show the score, and who has not confirmed it yet."""
    table = seated(event_setup(3, ANA, None))
    with pytest.raises(NothingThereError, match="There is no result to confirm yet"):
        table.command(ANA, ConfirmResult())
    table.command(BEN, Concede())
    result = view(table).result
    assert result is not None
    assert (result.wins, result.draws, result.confirmed) == ({"a": 2, "b": 0}, 1, [])
    assert "Still to confirm it with OK: Ana and Ben." in result.text
    assert [display_text(table.now, seat) for seat in (ANA, BEN)] == ["CONF 2-0", "CONF 0-2"]
    table.press("b.ok", 1000)
    table.press("b.ok", 2000)
    result = view(table).result
    assert result is not None
    assert (result.confirmed, view(table).message is not None) == (["b"], True)
    assert [display_text(table.now, seat) for seat in (ANA, BEN)] == ["CONF 2-0", "     0-2"]
    table.command(ANA, ConfirmResult())
    result = view(table).result
    assert result is not None
    assert result.confirmed == ["a", "b"]
    assert isinstance(table.journal, MemoryJournal)
    confirmed = [data for kind, data in table.journal.entries if kind == "confirmed"]
    assert [data["by"] for data in confirmed] == ["b", "a"]


def test_no_result_is_proposed_in_the_middle_of_a_match_or_without_an_event() -> None:
    """The next duel decides, or the players have a match of their own."""
    for setup in (event_setup(3), replace(event_setup(), confirms_result=False)):
        table = seated(setup)
        table.command(BEN, Concede())
        assert view(table).outcome is not None
        assert view(table).result is None


def steps_of(steps: str) -> RoundTimeUp:
    return RoundTimeUp(tuple(EndStep(step) for step in steps.split()))


def end_turn(bench: Bench) -> None:
    """The turn player ends the turn, and the other one draws."""
    table = bench.table
    table.command(table.state.duel.turn_seat, EndTurn())
    for letter in "ab":
        if any(each.zone == f"{letter}.deck" for each in table.state.obligations):
            bench.hands.draw(parse_seat(letter))
            bench.touch(f"{letter}.deck")


def test_the_table_plays_the_extra_turns_and_names_the_winner() -> None:
    """Turn 3 is finished, three are played, then life is compared; each is shown."""
    bench = Bench({}, life=(40, 25))
    table = bench.table
    table.take(steps_of(TRUMP_KING))
    table.take(steps_of(TRUMP_KING))  # the event says so as often as it is asked
    shown = []
    for _ in range(4):
        time = view(table).time
        assert time is not None
        shown.append((time.text, display_text(table.now, ANA)))
        assert_as_written(bench)
        end_turn(bench)
    assert shown == [
        ("Time is called: Ana finishes this turn.", "LAST  40"),
        ("Time is called: extra turn 1 of 3, Ben.", "T1-3  40"),
        ("Time is called: extra turn 2 of 3, Ana.", "T2-3  40"),
        ("Time is called: extra turn 3 of 3, Ben.", "T3-3  40"),
    ]
    outcome = view(table).outcome
    assert outcome is not None
    assert outcome.text == "Ana wins: time is over, and more life is left (40 : 25)."
    kinds = [kind for kind, _ in bench.journal.entries]
    assert (kinds.count("time"), kinds.count("decided"), kinds.count("over")) == (1, 1, 1)
    assert [line.text for line in table.state.log if "Time" in line.text] == ["Time is called."]
    assert_as_written(bench)


@pytest.mark.parametrize(("life", "winner"), [((25, 40), "b"), ((30, 30), None)])
def test_what_the_next_turn_would_begin_with_decides_nothing(
    life: tuple[int, int], winner: str | None
) -> None:
    """Ben has no card to draw, but after Ana's last turn he has no turn."""
    bench = Bench({}, life=life, rest="grave", ruleset="ocg")
    bench.table.take(steps_of("finish_turn compare_life draw"))
    bench.table.command(ANA, EndTurn())
    outcome = view(bench.table).outcome
    assert outcome is not None
    assert (outcome.winner, "time is over" in outcome.text) == (winner, True)
    assert not any("card to draw" in line.text for line in bench.table.state.log)
    assert_as_written(bench)


def test_a_takeback_takes_the_procedure_back_as_well() -> None:
    """The state of the procedure is read off the duel, not counted beside it."""
    bench = Bench({})
    table = bench.table
    table.take(steps_of("finish_phase compare_life sudden_death"))
    before = view(table).time
    bench.press("a.phase")
    after = view(table).time
    table.command(ANA, TakeBack())
    assert before is not None
    assert after is not None
    assert (before.step, after.step) == ("finish_phase", "sudden_death")
    assert view(table).time == before


def test_in_sudden_death_the_first_difference_in_life_ends_the_duel() -> None:
    bench = Bench({})
    table = bench.table
    table.take(steps_of(RESUMMONED))
    end_turn(bench)
    time = view(table).time
    assert time is not None
    assert (time.step, display_text(table.now, BEN)[:2]) == ("sudden_death", "SD")
    table.command(ANA, CorrectLife("a", 30, "a hit was missed"))
    outcome = view(table).outcome
    assert outcome is not None
    assert outcome.winner == "b"


def test_while_a_judge_is_awaited_time_ends_nothing() -> None:
    """The ruling may change what is compared."""
    bench = Bench({}, life=(40, 25))
    table = bench.table
    table.command(BEN, CallJudge())
    table.take(steps_of("compare_life draw"))
    assert view(table).outcome is None
    table.command(BEN, CallJudge())
    assert view(table).outcome is not None


def test_after_time_no_further_duel_of_the_match_is_played() -> None:
    """Not even where the score is even, unless the match needs a winner."""
    for steps, winners, is_over in (
        (TRUMP_KING, (), True),
        (TRUMP_KING, (ANA,), True),
        (TRUMP_KING_CUT, (), True),
        (TRUMP_KING_CUT, (ANA,), False),
    ):
        table = seated(event_setup(3, *winners))
        table.take(steps_of(steps))
        table.command(ANA, Concede())
        assert (view(table).result is not None) is is_over, (steps, winners)


def test_time_that_is_called_between_duels_ends_the_match() -> None:
    table = seated(event_setup(3))
    table.command(ANA, Concede())
    assert view(table).result is None
    table.take(steps_of(TRUMP_KING))
    result = view(table).result
    assert result is not None
    assert result.wins == {"a": 0, "b": 1}


def test_time_that_is_withdrawn_is_as_if_it_had_not_been_called() -> None:
    """A table may get more time after time was called; what time has decided stays."""
    bench = Bench({}, life=(40, 25))
    for _ in range(2):
        bench.table.take(RoundTimeGoesOn())
    assert not bench.journal.entries
    bench.table.take(steps_of(TRUMP_KING))
    assert view(bench.table).time is not None
    for _ in range(2):
        bench.table.take(RoundTimeGoesOn())
    assert view(bench.table).time is None
    assert [line.text for line in bench.table.state.log][-1] == "The table has more time."
    assert_as_written(bench)
    bench.table.take(steps_of("compare_life draw"))
    assert view(bench.table).outcome is not None
    written = len(bench.journal.entries)
    bench.table.take(RoundTimeGoesOn())
    assert len(bench.journal.entries) == written


def test_a_match_that_got_more_time_between_its_duels_goes_on() -> None:
    table = seated(event_setup(3))
    table.command(ANA, Concede())
    table.take(steps_of(TRUMP_KING))
    assert view(table).result is not None
    table.take(RoundTimeGoesOn())
    assert view(table).result is None


def test_both_players_may_lose_the_match_by_its_procedure() -> None:
    table = seated(event_setup())
    table.take(steps_of(SIMULTANEOUS))
    shown = view(table)
    assert shown.result is not None
    assert (shown.result.is_double_loss, shown.result.draws) == (True, 1)
    assert shown.outcome is not None
    assert "both players lose the match" in shown.outcome.text


def test_a_penalty_ends_the_duel_with_its_reason() -> None:
    bench = Bench({})
    bench.table.take(PenaltyGiven(1, ANA, "Comes late to a round"))
    outcome = view(bench.table).outcome
    assert outcome is not None
    assert outcome.text == "Ben wins: a loss of the duel by penalty (Comes late to a round)."
    assert_as_written(bench)


def test_the_loss_of_a_match_ends_it_and_asks_nobody_to_confirm() -> None:
    """The event has its result already."""
    table = seated(event_setup(3))
    table.take(PenaltyGiven(1, ANA, "Cheats", ends_match=True))
    shown = view(table)
    assert shown.outcome is not None
    assert shown.outcome.text == "Ben wins: a loss of the match by penalty (Cheats)."
    assert table.state.is_match_over
    assert shown.result is None


def test_an_infraction_is_said_in_japanese_after_a_restart() -> None:
    reason = named("policy", "Comes late to a round")
    bench = Bench({})
    bench.table.take(PenaltyGiven(1, ANA, reason))
    assert_as_written(bench)
    kind, data = next(each for each in bench.journal.entries if each[0] == "decided")
    read = from_data(kind, msgspec.json.decode(msgspec.json.encode(data)))
    assert isinstance(read, DuelDecided)
    assert text_form(read.reason) == text_form(reason)


def test_a_penalty_ends_one_duel_however_often_it_is_said() -> None:
    """Also in the next duel of the match, and after that was opened again; another one counts."""
    late, slow = PenaltyGiven(4, ANA, "Comes late"), PenaltyGiven(7, ANA, "Plays slowly")
    table = seated(event_setup(5))
    table.take(late)
    table.take(late)
    _, data = to_data(DuelBegun(table.state.next_setup(), 2, MAT.digest))
    begun = from_data("duel", msgspec.json.decode(msgspec.json.encode(data)))
    assert isinstance(begun, DuelBegun)
    assert begun.setup == table.state.next_setup()
    table = seated(begun.setup)
    table.take(late)
    assert view(table).outcome is None
    table.take(slow)
    assert view(table).outcome is not None
    assert table.state.next_setup().penalties == (4, 7)
