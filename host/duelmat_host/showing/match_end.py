"""The match as it is shown: its score, and at an event what is still played and the result."""

from __future__ import annotations

from typing import Final

from duelmat_engine import Match, Seat, seat_letter
from duelmat_host.showing.match_types import ResultView, ScoreView, TimeView
from duelmat_host.table.duel_setup import is_decided, wins
from duelmat_host.table.end_of_match import EndCause, StillPlayed
from duelmat_host.table.state import TableState
from duelmat_message import Text, listed, say
from duelmat_venue.end_steps import EndStep

CONFIRM_WORD: Final = "CONF"
"""The word on a display that asks for OK, in letters that seven segments can show."""
_STEP_WORDS: Final = {
    EndStep.FINISH_PHASE: "LAST",
    EndStep.FINISH_TURN: "LAST",
    EndStep.SUDDEN_DEATH: "SD",
}


def score_view(state: TableState) -> ScoreView:
    """Return the score of the match, with the present duel if it is over."""
    setup, duel = state.setup, state.duel
    results = state.results
    chooser = Match(setup.ruleset, setup.decks, setup.duels, results=results).opening()
    is_last = is_decided(setup.duels, results) or state.is_match_over
    return ScoreView(
        duels=setup.duels,
        wins={seat_letter(Seat(s)): wins(results, Seat(s)) for s in duel.seats},
        draws=sum(result.winner is None for result in results),
        decided=is_last,
        chooser=None if is_last or chooser is None else seat_letter(chooser.chooser),
    )


def result_view(state: TableState) -> ResultView | None:
    """Return the result of the match that the players are to confirm; None: there is none."""
    if not state.proposes_result:
        return None
    seats = [Seat(seat) for seat in state.duel.seats]
    return ResultView(
        wins={seat_letter(seat): wins(state.results, seat) for seat in seats},
        draws=sum(result.winner is None for result in state.results),
        is_double_loss=state.ends.cause is EndCause.DOUBLE_LOSS,
        confirmed=[seat_letter(seat) for seat in seats if seat in state.ends.confirmed],
        text=_result_text(state, seats),
    )


def _result_text(state: TableState, seats: list[Seat]) -> Text:
    score = listed(
        say("{player} {wins}", player=state.name_of(seat), wins=wins(state.results, seat))
        for seat in seats
    )
    waited_for = [state.name_of(seat) for seat in seats if seat not in state.ends.confirmed]
    if not waited_for:
        return say("Result of the match: {score}. Both players have confirmed it.", score=score)
    return say(
        "Result of the match: {score}. Still to confirm it with OK: {players}.",
        score=score,
        players=listed(waited_for),
    )


def time_view(state: TableState) -> TimeView | None:
    """Return what is still played after time was called; None: it was not, or nothing is."""
    played = state.still_played
    if played is None:
        return None
    return TimeView(played.step.value, played.turn, played.turns, _time_text(state, played))


def _time_text(state: TableState, played: StillPlayed) -> Text:
    player = state.name_of(state.duel.turn_seat)
    match played.step:
        case EndStep.FINISH_PHASE:
            return say("Time is called: {player} finishes this phase.", player=player)
        case EndStep.FINISH_TURN:
            return say("Time is called: {player} finishes this turn.", player=player)
        case EndStep.SUDDEN_DEATH:
            return say("Time is called: the first difference in life decides the duel.")
        case _:
            return say(
                "Time is called: extra turn {turn} of {turns}, {player}.",
                turn=played.turn,
                turns=played.turns,
                player=player,
            )


def match_end_text(state: TableState) -> str | None:
    """Return the sentence for everybody about the end of the match; None: there is none."""
    shown = result_view(state) or time_view(state)
    return None if shown is None else shown.text


def score_word(state: TableState, seat: Seat) -> str:
    """Return the score of the match as a seat's display has it: the seat's own duels first."""
    others = (wins(state.results, Seat(s)) for s in state.duel.seats if s != seat)
    return "-".join(map(str, (wins(state.results, seat), *others)))


def display_word(state: TableState, seat: Seat) -> str:
    """Return the left part of a seat's display at the end of a duel or a match; empty: none.

    Between two duels of a match it is the score, the seat's own duels first.
    """
    if state.proposes_result:
        return "" if seat in state.ends.confirmed else CONFIRM_WORD
    if state.duel.is_over() and state.setup.duels > 1:
        return score_word(state, seat)
    played = state.still_played
    if played is None:
        return ""
    return _STEP_WORDS.get(played.step) or f"T{played.turn}-{played.turns}"
