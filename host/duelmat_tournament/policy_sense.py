"""Checks of a policy beyond the types of its keys: points, tables, steps and dates fit together.

Each check yields misfits with their paths; which of them count, `policy_file.py` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from duelmat_message import listed
from duelmat_parsing import Path
from duelmat_parsing.structs import NOTHING, Misfit, shown
from duelmat_tournament.policy import (
    FINAL_STEPS,
    LADDER,
    LARGEST_CUT,
    BySize,
    FirstPlayer,
    FirstStage,
    Policy,
    TieBreaks,
)
from duelmat_venue.end_steps import EndStep

MOST_ROUNDS: Final = 20
"""Swiss of 4,096 players is decided after 12 rounds."""
MOST_POINTS_SHOWN: Final = 99
"""The two digits that the number XXYYYZZZ has for points."""
_WIN: Final = ("points", "win")
_DRAW: Final = ("points", "draw")
_LOSS: Final = ("points", "loss")
_RAISE: Final = "Raise it."
_LOWER: Final = "Lower it."
_CUT_SIZES: Final = tuple(2**power for power in range(2, 7))
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
assert _CUT_SIZES[-1] == LARGEST_CUT


def policy_misfits(policy: Policy) -> Iterator[Misfit]:
    """Yield all contradictions in a policy."""
    yield from _dates(policy)
    yield from _points(policy)
    yield from _sizes("rounds", policy.rounds)
    yield from _rounds(policy)
    yield from _sizes("cut", policy.cut)
    yield from _cut(policy)
    yield from _first_stage(policy)
    yield from _duels(policy)
    yield from _teams(policy)
    yield from _draws(policy)
    yield from _steps(policy)
    yield from _cut_steps(policy)
    yield from _times(policy)
    yield from _round_numbers(policy)
    yield from _infractions(policy)
    yield from _doubled("readings", "id", (each.id for each in policy.readings))
    yield from _doubled("limits", "card", (each.card for each in policy.limits))


def texts_of(value: object) -> Iterator[str]:
    """Yield all texts in a policy, or in a part of it."""
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from texts_of(each)
        case Struct():
            for field in value.__struct_fields__:
                yield from texts_of(getattr(value, field))


def _dates(policy: Policy) -> Iterator[Misfit]:
    for key, day in (("valid_from", policy.valid_from), ("valid_until", policy.valid_until)):
        if day and not _is_day(day):
            advice = "Year, month and day, as in 2026-11-01."
            yield Misfit((key,), "a day that the calendar has", shown(day), advice)
    if policy.valid_until and policy.valid_until < policy.valid_from:
        yield Misfit(
            ("valid_until",),
            f"a day that is not before valid_from ({policy.valid_from})",
            shown(policy.valid_until),
            "Correct one of the two.",
            also=(("valid_from",),),
        )


def _is_day(day: str) -> bool:
    """Whether the calendar has this day, found without `datetime`, which brings a clock."""
    year, month, number = map(int, day.split("-")) if day else (0, 0, 0)
    if year < 1 or not 1 <= month <= 12:
        return False
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 1 <= number <= _DAYS[month - 1] + (month == 2 and is_leap)


def _points(policy: Policy) -> Iterator[Misfit]:
    points = policy.points
    if points.win <= points.draw:
        expected = f"more than a draw gives ({points.draw})"
        yield Misfit(_WIN, expected, str(points.win), _RAISE, also=(_DRAW,))
    if points.draw < points.loss:
        expected = f"at least what a loss gives ({points.loss})"
        yield Misfit(_DRAW, expected, str(points.draw), _RAISE, also=(_LOSS,))
    if not points.loss <= points.bye <= points.win:
        expected = f"from what a loss gives ({points.loss}) to what a win gives ({points.win})"
        advice = "A bye usually gives as much as a win."
        yield Misfit(("points", "bye"), expected, str(points.bye), advice, also=(_WIN, _LOSS))
    rounds = max((row.value for row in policy.rounds), default=0)
    if policy.tie_breaks is TieBreaks.XXYYYZZZ and rounds * points.win > MOST_POINTS_SHOWN:
        yield Misfit(
            _WIN,
            (
                f"at most {MOST_POINTS_SHOWN} points in 1 round, as xxyyyzzz has two digits"
                if rounds == 1
                else (
                    f"at most {MOST_POINTS_SHOWN} points in {rounds} rounds, as xxyyyzzz has two "
                    "digits"
                )
            ),
            str(rounds * points.win),
            "Lower it, or choose other tie_breaks.",
            also=(("tie_breaks",), ("rounds",)),
        )


def _sizes(key: str, rows: tuple[BySize, ...]) -> Iterator[Misfit]:
    """Yield the rows that are not in ascending order."""
    for index in range(1, len(rows)):
        before, row = rows[index - 1], rows[index]
        if row.players <= before.players:
            path, other = (key, index, "players"), (key, index - 1, "players")
            expected = f"more than in the row before ({before.players:,})"
            advice = "Order the rows by the number of players."
            yield Misfit(path, expected, f"{row.players:,}", advice, also=(other,))
        if row.value < before.value:
            path, other = (key, index, "value"), (key, index - 1, "value")
            expected = f"at least as much as in the row before ({before.value})"
            advice = "More players never need fewer."
            yield Misfit(path, expected, str(row.value), advice, also=(other,))


def _rounds(policy: Policy) -> Iterator[Misfit]:
    for index, row in enumerate(policy.rounds):
        path = ("rounds", index, "value")
        if not 1 <= row.value <= MOST_ROUNDS:
            expected = f"1 to {MOST_ROUNDS} rounds"
            yield Misfit(path, expected, str(row.value), "Correct it.")
        most = row.players if row.players % 2 else row.players - 1
        if row.value > most:
            expected = (
                f"at most 1 round, for {row.players} players would meet twice"
                if most == 1
                else f"at most {most} rounds, for {row.players} players would meet twice"
            )
            also = (("rounds", index, "players"),)
            yield Misfit(path, expected, str(row.value), _LOWER, also=also)


def _cut(policy: Policy) -> Iterator[Misfit]:
    sizes = listed(map(str, _CUT_SIZES), "or")
    for index, row in enumerate(policy.cut):
        path, other = ("cut", index, "value"), ("cut", index, "players")
        if row.value and row.value not in _CUT_SIZES:
            expected = f"0 for no cut, or {sizes} players"
            advice = "Each round of a cut halves it."
            yield Misfit(path, expected, str(row.value), advice)
        elif row.value > row.players:
            expected = f"a cut of no more players than there are ({row.players})"
            yield Misfit(path, expected, str(row.value), _LOWER, also=(other,))


def _first_stage(policy: Policy) -> Iterator[Misfit]:
    stage, key = policy.first_stage, ("first_stage",)
    if stage is FirstStage.SWISS and not policy.rounds:
        expected = "a row at least, as the event begins with Swiss"
        advice = "Add a line: rounds = [...]"
        yield Misfit(("rounds",), expected, NOTHING, advice, also=(key,))
    for name, rows in (("rounds", policy.rounds), ("cut", policy.cut)):
        if stage is not FirstStage.SWISS and rows:
            expected = f"no rows, as first_stage is {stage.value}"
            advice = "Take them out: the number of players says it."
            yield Misfit((name,), expected, f"{len(rows)} of them", advice, also=(key,))
    if stage is FirstStage.PODS and policy.tie_breaks is TieBreaks.BUCHHOLZ:
        expected = "another profile, as in pods a round of rest counts nothing"
        advice = "Write opponents_scores: it is the same where everybody meets everybody."
        yield Misfit(("tie_breaks",), expected, TieBreaks.BUCHHOLZ.value, advice, also=(key,))
    if stage is FirstStage.PODS and policy.pod_places >= policy.pod_size:
        expected = f"fewer than a pod has (pod_size is {policy.pod_size})"
        also = (key, ("pod_size",))
        yield Misfit(("pod_places",), expected, str(policy.pod_places), _LOWER, also=also)


def _duels(policy: Policy) -> Iterator[Misfit]:
    for key, duels in (("best_of", policy.best_of), ("cut_best_of", policy.cut_best_of)):
        if duels % 2 == 0:
            advice = "Of an even number nobody need win the most."
            yield Misfit((key,), "1, 3 or 5 duels", str(duels), advice)


def _teams(policy: Policy) -> Iterator[Misfit]:
    size, key = policy.team_size, ("team_size",)
    if size == 2:
        yield Misfit(key, "1 or 3", "2", "Two seats have no majority.")
    if size == 1:
        return
    for name, duels in (("best_of", policy.best_of), ("cut_best_of", policy.cut_best_of)):
        if duels != size:
            advice = "A match of teams is counted by its seats."
            yield Misfit((name,), f"{size}, as team_size is", str(duels), advice, also=(key,))


def _draws(policy: Policy) -> Iterator[Misfit]:
    if policy.may_agree_draw and not policy.may_draw:
        advice = "Write may_agree_draw = false."
        expected = "false, as may_draw is"
        yield Misfit(("may_agree_draw",), expected, "true", advice, also=(("may_draw",),))
    if policy.first is FirstPlayer.HIGHER_SEED:
        expected = "drawn, as nobody has a seed before the cut"
        advice = "It is for cut_first."
        yield Misfit(("first",), expected, policy.first.value, advice)


def _steps(policy: Policy) -> Iterator[Misfit]:
    yield from _order("end_of_match", policy.end_of_match)
    if not policy.may_draw and EndStep.DRAW in policy.end_of_match:
        path = ("end_of_match", policy.end_of_match.index(EndStep.DRAW))
        expected = "double_loss or sudden_death, as may_draw is false"
        advice = "Change one of the two."
        yield Misfit(path, expected, EndStep.DRAW.value, advice, also=(("may_draw",),))


def _cut_steps(policy: Policy) -> Iterator[Misfit]:
    steps, key, other = policy.cut_end_of_match, "cut_end_of_match", ("cut_round_s",)
    if not policy.cut_round_s and steps:
        expected = "no steps, as rounds of the cut have no time limit (cut_round_s is 0)"
        advice = "Give cut_round_s its seconds, or take the steps out."
        yield Misfit((key,), expected, _listed(steps), advice, also=(other,))
    if policy.cut_round_s and not steps:
        expected = f"steps for when time is called after {policy.cut_round_s} s"
        line = f'{key} = ["finish_turn", "compare_life", "sudden_death"]'
        advice = f"Add a line: {line}"
        yield Misfit((key,), expected, NOTHING, advice, also=(other,))
    if not steps:
        return
    for index, step in enumerate(steps):
        if step in (EndStep.DRAW, EndStep.DOUBLE_LOSS):
            expected = "a step that finds a winner, as somebody must go on in the cut"
            yield Misfit((key, index), expected, step.value, "Write sudden_death.")
    yield from _order(key, steps)


def _order(key: str, steps: tuple[EndStep, ...]) -> Iterator[Misfit]:
    """Yield the steps that are never reached, and a last step that may leave a match open."""
    paths = tuple((key, index) for index in range(len(steps)))
    for index, step in enumerate(steps):
        if step in steps[:index]:
            also = (paths[steps.index(step)],)
            expected, advice = "each step once", "Take it out."
            yield Misfit(paths[index], expected, step.value, advice, also=also)
        if step in FINAL_STEPS and index < len(steps) - 1:
            expected = "a step after which the duel goes on"
            advice = "Put it last: nothing after it is ever reached."
            yield Misfit(paths[index], expected, step.value, advice, also=paths[index + 1 :])
    if steps and steps[-1] not in FINAL_STEPS:
        ending = ", ".join(step.value for step in EndStep if step in FINAL_STEPS)
        expected = f"one of {ending} as the last step"
        advice = "Without it a match may never end: life may be equal."
        yield Misfit(paths[-1], expected, steps[-1].value, advice)


def _times(policy: Policy) -> Iterator[Misfit]:
    late, absent = ("lateness", "duel_loss_after_s"), ("lateness", "match_loss_after_s")
    times = policy.lateness
    if times.duel_loss_after_s >= times.match_loss_after_s:
        expected = f"more than duel_loss_after_s ({times.duel_loss_after_s})"
        got, advice = str(times.match_loss_after_s), "A match is lost later than a duel."
        yield Misfit(absent, expected, got, advice, also=(late,))
    if times.match_loss_after_s > policy.round_s:
        expected = f"at most the seconds of a round ({policy.round_s})"
        got = str(times.match_loss_after_s)
        advice = "After the round it is never reached."
        yield Misfit(absent, expected, got, advice, also=(("round_s",),))


def _round_numbers(policy: Policy) -> Iterator[Misfit]:
    is_swiss = policy.first_stage is FirstStage.SWISS
    if is_swiss and not policy.rounds:
        return  # that is said already, and any number would be too high
    most = max((row.value for row in policy.rounds if is_swiss), default=0)
    back = policy.pod_size if policy.first_stage is FirstStage.PODS else most
    numbers: tuple[tuple[Path, int, int], ...] = (
        (("entering", "late_until_round"), policy.entering.late_until_round, most),
        (("entering", "back_until_round"), policy.entering.back_until_round, back),
        (("teammates_apart_rounds",), policy.teammates_apart_rounds, most),
    )
    for path, number, limit in numbers:
        if number > limit:
            expected = f"at most {limit}, the most rounds that this policy has"
            if not is_swiss:
                expected = f"at most {limit}, as first_stage is {policy.first_stage.value}"
            yield Misfit(path, expected, str(number), _LOWER, also=(("rounds",), ("first_stage",)))


def _infractions(policy: Policy) -> Iterator[Misfit]:
    yield from _doubled("infractions", "id", (each.id for each in policy.infractions))
    for index, each in enumerate(policy.infractions):
        if LADDER.index(each.strict) < LADDER.index(each.penalty):
            expected = f"{each.penalty.value} or more, as at the usual level"
            ladder = ", ".join(penalty.value for penalty in LADDER)
            yield Misfit(
                ("infractions", index, "strict"),
                expected,
                each.strict.value,
                f"From light to heavy: {ladder}.",
                also=(("infractions", index, "penalty"),),
            )


def _doubled(key: str, field: str, names: Iterable[str]) -> Iterator[Misfit]:
    """Yield the repeated names of a list."""
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        first = seen.setdefault(name, index)
        if first != index:
            expected = f"another {field} than that of number {first + 1}"
            path, other = (key, index, field), (key, first, field)
            advice = "Take one of them out."
            yield Misfit(path, expected, shown(name), advice, also=(other,))


def _listed(steps: tuple[EndStep, ...]) -> str:
    return ", ".join(step.value for step in steps)
