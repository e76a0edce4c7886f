"""The result of a match: its duels, how it ended, who won, and what is wrong with one."""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import Struct

from duelmat_message import say
from duelmat_tournament.policy import Points, written


class Ending(Enum):
    """The way in which a match, or a round of one player, came to its end."""

    PLAYED = "played"
    """By its duels, or by those that were finished when time was up."""
    AGREED_DRAW = "agreed-draw"
    """The players agreed to a draw (an intentional draw)."""
    DOUBLE_LOSS = "double-loss"
    """Both players lose: by a penalty, by the end-of-match procedure, or because nobody came."""
    NO_SHOW = "no-show"
    """One player did not come, and the other wins."""
    FORFEIT = "forfeit"
    """One player loses the match by a penalty, or by leaving the event during it."""
    BYE = "bye"
    """The player had no opponent, and gets the points of a bye."""
    MISSED = "missed"
    """A late player missed the round, and the policy counts it as a loss."""


class Side(Enum):
    """A side of a match, in the order of the pairing."""

    FIRST = "first"
    SECOND = "second"
    NONE = "none"
    """Nobody: a draw, a double loss or a missed round has no winner."""


ALONE: Final = frozenset({Ending.BYE, Ending.MISSED})
"""The endings of a round in which a player had no opponent."""
BEST_OF: Final = (1, 3, 5)


class Result(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The result of a match. The functions below make one; `result_faults` judges others.

    The duels of a match of teams are its seats.
    """

    first_won: int = written(0)
    """Duels won by the first player."""
    second_won: int = written(0)
    """Duels won by the second player."""
    drawn: int = written(0)
    """Duels that nobody won."""
    ending: Ending = written(Ending.PLAYED)
    winner: Side = written(Side.NONE)
    """The side that won the match."""
    seats: tuple[Side, ...] = ()
    """The sides that won at seats A, B and C of a match of teams, as far as they are told."""

    @property
    def duels(self) -> int:
        """The duels that were played."""
        return self.first_won + self.second_won + self.drawn


def played(first_won: int, second_won: int, drawn: int = 0) -> Result:
    """Return the result of a match that its duels decide."""
    return Result(
        first_won=first_won,
        second_won=second_won,
        drawn=drawn,
        winner=_ahead(first_won, second_won),
    )


def agreed_draw(first_won: int = 0, second_won: int = 0, drawn: int = 0) -> Result:
    """Return a draw by agreement, after so many duels."""
    return Result(
        first_won=first_won, second_won=second_won, drawn=drawn, ending=Ending.AGREED_DRAW
    )


def double_loss(first_won: int = 0, second_won: int = 0, drawn: int = 0) -> Result:
    """Return a loss for both players, after so many duels."""
    return Result(
        first_won=first_won, second_won=second_won, drawn=drawn, ending=Ending.DOUBLE_LOSS
    )


def no_show(*, absent_is_first: bool) -> Result:
    """Return a win for the player who came."""
    return Result(ending=Ending.NO_SHOW, winner=_other_side(is_first=absent_is_first))


def forfeit(
    *, loser_is_first: bool, first_won: int = 0, second_won: int = 0, drawn: int = 0
) -> Result:
    """Return a loss by penalty or departure, after so many duels."""
    return Result(
        first_won=first_won,
        second_won=second_won,
        drawn=drawn,
        ending=Ending.FORFEIT,
        winner=_other_side(is_first=loser_is_first),
    )


def bye() -> Result:
    """Return the result of a player without an opponent, who stands first."""
    return Result(ending=Ending.BYE, winner=Side.FIRST)


def missed() -> Result:
    """Return the result of a late player, who stands first, for a round before they came."""
    return Result(ending=Ending.MISSED)


def _ahead(first_won: int, second_won: int) -> Side:
    if first_won == second_won:
        return Side.NONE
    return Side.FIRST if first_won > second_won else Side.SECOND


def _other_side(*, is_first: bool) -> Side:
    return Side.SECOND if is_first else Side.FIRST


def result_faults(
    result: Result,
    best_of: int,
    *,
    may_draw: bool,
    may_agree_draw: bool,
    is_cut: bool = False,
    team_size: int = 1,
) -> list[str]:
    """Return a sentence for each reason why a match of two players, or teams, cannot end so.

    A match may end before it has its majority (1-0, 1-1): time was up.
    """
    if best_of not in BEST_OF:
        raise ValueError(say("expected a best of 1, 3 or 5, got {best_of}", best_of=best_of))
    if result.ending in ALONE:
        return [say("A bye or a missed round comes with the pairing: it is no result of a match.")]
    return [
        *(_seat_faults(result, team_size) if team_size > 1 else _count_faults(result, best_of)),
        *_ending_faults(
            result, best_of, may_draw=may_draw or is_cut, may_agree_draw=may_agree_draw
        ),
        *(_cut_faults(result) if is_cut else ()),
    ]


def _count_faults(result: Result, best_of: int) -> list[str]:
    majority = best_of // 2 + 1
    won = {"first": result.first_won, "second": result.second_won}
    if result.seats:
        return [say("Only a match of teams has seats.")]
    if min(*won.values(), result.drawn) < 0:
        return [say("A number of duels is at least 0: got {result}.", result=_counts(result))]
    faults: list[str] = [
        say(
            "In a best of {best_of} a player wins {majority} at most: the {side} player "
            "has {count}.",
            best_of=best_of,
            majority=majority,
            side=side,
            count=count,
        )
        for side, count in won.items()
        if count > majority
    ]
    if result.first_won == result.second_won == majority:
        faults.append(
            say(
                "Whoever wins {majority} of a best of {best_of} first ends the match: both "
                "players cannot have {majority}.",
                majority=majority,
                best_of=best_of,
            )
        )
    if result.drawn > best_of:  # drawn duels are played again; more are a slip of the pen
        faults.append(
            say(
                "A best of {best_of} has {best_of} drawn at most: {drawn} were entered.",
                best_of=best_of,
                drawn=result.drawn,
            )
        )
    return faults


def _seat_faults(result: Result, team_size: int) -> list[str]:
    """Return the faults of the seats: the last one may be played on after two were won."""
    counts = result.first_won, result.second_won, result.drawn
    if min(counts) < 0 or result.duels > team_size:
        return [
            say(
                "A match of teams has {count} seats: {result} was entered.",
                count=team_size,
                result=_counts(result),
            )
        ]
    told = tuple(map(result.seats.count, Side))
    if result.seats and (len(result.seats) != team_size or told != counts):
        return [
            say(
                "Expected who won at each of {count} seats, as {result} says; got something else.",
                count=team_size,
                result=_counts(result),
            )
        ]
    return []


def _ending_faults(
    result: Result, best_of: int, *, may_draw: bool, may_agree_draw: bool
) -> list[str]:
    faults: list[str] = []
    winner = result.winner
    match result.ending:
        case Ending.PLAYED:
            if result.duels == 0:
                faults.append(say("A match that was played has at least one duel."))
            elif winner is not _ahead(result.first_won, result.second_won):
                right = _SIDE_WORDS[_ahead(result.first_won, result.second_won)]
                faults.append(
                    say(
                        "At {first}-{second} {right} wins, not {wrong}.",
                        first=result.first_won,
                        second=result.second_won,
                        right=right,
                        wrong=_SIDE_WORDS[winner],
                    )
                )
            elif winner is Side.NONE and not may_draw:
                faults.append(say("By the policy a match cannot end drawn."))
        case Ending.AGREED_DRAW:
            if not (may_draw and may_agree_draw):
                faults.append(say("By the policy the players cannot agree to a draw."))
            if max(result.first_won, result.second_won) > best_of // 2:
                faults.append(say("The match is won: there is no draw left to agree to."))
            if winner is not Side.NONE:
                faults.append(say("A draw has no winner."))
        case Ending.DOUBLE_LOSS:
            if winner is not Side.NONE:
                faults.append(say("A double loss has no winner."))
        case Ending.NO_SHOW:
            if result.duels:
                faults.append(say("A match to which one player did not come has no duels."))
            if winner is Side.NONE:
                faults.append(say("If one player did not come, the other one wins: say which."))
        case Ending.FORFEIT:
            if winner is Side.NONE:
                faults.append(
                    say("If one player forfeits the match, the other one wins: say which.")
                )
    return faults


def _cut_faults(result: Result) -> list[str]:
    if result.ending is Ending.DOUBLE_LOSS:
        return [say("In the cut one player goes on: both cannot lose.")]
    if result.winner is Side.NONE:
        return [say("In the cut one player goes on: a match cannot end drawn.")]
    return []


_SIDE_WORDS: Final = {
    Side.FIRST: say("the first player"),
    Side.SECOND: say("the second player"),
    Side.NONE: say("nobody"),
}


def points_of(result: Result, points: Points) -> tuple[int, int]:
    """Return the points that the first and the second player get."""
    match result.ending:
        case Ending.BYE:
            return points.bye, 0
        case Ending.MISSED:
            return points.loss, 0
        case Ending.DOUBLE_LOSS:
            return points.loss, points.loss
    match result.winner:
        case Side.FIRST:
            return points.win, points.loss
        case Side.SECOND:
            return points.loss, points.win
        case Side.NONE:
            return points.draw, points.draw


def describe(result: Result, first_name: str, second_name: str) -> str:
    """Return the result in words, without a full stop: "Ana beats Ben 2-1"."""
    second_wins = result.winner is Side.SECOND
    winner, loser = (second_name, first_name) if second_wins else (first_name, second_name)
    names = {"first": first_name, "second": second_name}
    sides = {"winner": winner, "loser": loser}
    score = _counts(result, from_second=second_wins)
    match result.ending:
        case Ending.BYE:
            return say("{first} has a bye", first=first_name)
        case Ending.MISSED:
            return say("{first} missed the round", first=first_name)
        case Ending.AGREED_DRAW if result.duels:
            return say("{first} and {second} agree to a draw at {score}", score=score, **names)
        case Ending.AGREED_DRAW:
            return say("{first} and {second} agree to a draw", **names)
        case Ending.DOUBLE_LOSS if result.duels:
            return say("{first} and {second} both lose at {score}", score=score, **names)
        case Ending.DOUBLE_LOSS:
            return say("{first} and {second} both lose", **names)
        case Ending.NO_SHOW:
            return say("{winner} wins: {loser} did not come", **sides)
        case Ending.FORFEIT if result.duels:
            return say(
                "{winner} wins: {loser} forfeits the match at {score}", score=score, **sides
            )
        case Ending.FORFEIT:
            return say("{winner} wins: {loser} forfeits the match", **sides)
        case Ending.PLAYED if result.winner is Side.NONE:
            return say("{first} and {second} draw {score}", score=score, **names)
        case Ending.PLAYED:
            return say("{winner} beats {loser} {score}", score=score, **sides)


def _counts(result: Result, *, from_second: bool = False) -> str:
    """Return the score as it is written: `2-1`, or `1-1 (1 drawn)`."""
    won = (result.first_won, result.second_won)
    one, other = won[::-1] if from_second else won
    if not result.drawn:
        return f"{one}-{other}"
    return say("{score} ({drawn} drawn)", score=f"{one}-{other}", drawn=result.drawn)
