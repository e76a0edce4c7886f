"""A policy as rows of words, for people who read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_message import Text, listed, named, say, say_as, say_count
from duelmat_tournament.penalties import penalty_words
from duelmat_tournament.policy import BySize, EndStep, FirstPlayer, Policy

Row = tuple[str, ...]

_FIRST: Final = {
    FirstPlayer.DRAWN: say_as("setting", "drawn"),
    FirstPlayer.HIGHER_SEED: say_as("setting", "higher seed"),
}
_STEPS: Final = {
    EndStep.FINISH_PHASE: say_as("setting", "finish phase"),
    EndStep.FINISH_TURN: say_as("setting", "finish turn"),
    EndStep.EXTRA_TURNS_3: say_as("setting", "extra turns 3"),
    EndStep.EXTRA_TURNS_5: say_as("setting", "extra turns 5"),
    EndStep.COMPARE_LIFE: say_as("setting", "compare life"),
    EndStep.SUDDEN_DEATH: say_as("setting", "sudden death"),
    EndStep.DRAW: say_as("setting", "draw"),
    EndStep.DOUBLE_LOSS: say_as("setting", "double loss"),
}


def setting_rows(policy: Policy) -> Iterator[Row]:
    """Yield the keys of a policy and their values in words; infractions and limits are apart."""
    yield say_as("setting", "ruleset"), f"{policy.ruleset} {policy.event_format}".rstrip()
    yield say_as("setting", "valid"), _validity(policy)
    if policy.readings:
        readings = (f"{each.id}: {each.choice}" for each in policy.readings)
        yield say_as("setting", "readings"), ", ".join(readings)
    points = policy.points
    yield (
        say_as("setting", "points"),
        say(
            "{win} for a win, {draw} for a draw, {loss} for a loss, {bye} for a bye",
            win=points.win,
            draw=points.draw,
            loss=points.loss,
            bye=points.bye,
        ),
    )
    yield say_as("setting", "tie-breaks"), policy.tie_breaks.value
    yield say_as("setting", "rounds"), _sizes(policy.rounds)
    yield say_as("setting", "cut"), _sizes(policy.cut) or say_as("setting", "none")
    duels = say_count("1 duel", "{count} duels", policy.best_of)
    yield say_as("setting", "best of"), _both(duels, str(policy.cut_best_of))
    yield say_as("setting", "draws"), _draws(policy)
    first = _both(_FIRST[policy.first], _FIRST[policy.cut_first])
    yield say_as("setting", "first player"), first
    times = _both(_minutes(policy.round_s), _limit(policy.cut_round_s))
    yield say_as("setting", "round"), times
    yield say_as("setting", "after time"), _steps(policy.end_of_match)
    if policy.cut_end_of_match:
        yield say_as("setting", "after time, cut"), _steps(policy.cut_end_of_match)
    yield from _times(policy)
    yield from _attendance(policy)


def penalty_rows(policy: Policy) -> Iterator[Row]:
    """Yield each infraction: id, penalties, when an upgrade is proposed, title."""
    for each in policy.infractions:
        upgrade = (
            say("after {number}", number=each.upgrade_after)
            if each.upgrade_after
            else say_as("setting", "never")
        )
        title = named("policy", each.title)
        yield each.id, penalty_words(each.penalty), penalty_words(each.strict), upgrade, title


def limit_rows(policy: Policy) -> Iterator[Row]:
    """Yield each card that is limited, and its copies."""
    for each in policy.limits:
        yield each.card, str(each.copies) if each.copies else say_as("setting", "forbidden")


def _validity(policy: Policy) -> Text:
    if policy.valid_until:
        return say("from {day} until {end}", day=policy.valid_from, end=policy.valid_until)
    return say("from {day}, no end is known", day=policy.valid_from)


def _both(swiss: str, cut: str) -> Text:
    return say("{swiss}, in the cut {cut}", swiss=swiss, cut=cut)


def _sizes(rows: tuple[BySize, ...]) -> Text:
    return listed(
        (
            say(
                "{number} up to {players} players",
                number=row.value or say_as("setting", "none"),
                players=row.players,
            )
            for row in rows
        ),
        ",",
    )


def _draws(policy: Policy) -> Text:
    if not policy.may_draw:
        return say("not possible")
    if policy.may_agree_draw:
        return say("possible, by agreement too")
    return say("possible, not by agreement")


def _minutes(seconds: int) -> Text:
    minutes, rest = divmod(seconds, 60)
    if not rest:
        return say("{minutes} min", minutes=minutes)
    if not minutes:
        return say("{seconds} s", seconds=rest)
    return say("{minutes} min {seconds} s", minutes=minutes, seconds=rest)


def _limit(seconds: int) -> Text:
    return _minutes(seconds) if seconds else say("no limit")


def _steps(steps: tuple[EndStep, ...]) -> Text:
    return listed((_STEPS[step] for step in steps), ",")


def _times(policy: Policy) -> Iterator[Row]:
    extensions, lateness = policy.extensions, policy.lateness
    yield (
        say_as("setting", "extensions"),
        say(
            "for calls of more than {minimum}; {more} more after a deck check",
            minimum=_minutes(extensions.minimum_s),
            more=_minutes(extensions.deck_check_s),
        ),
    )
    match = _minutes(lateness.match_loss_after_s)
    if lateness.duel_loss_after_s:
        duel = _minutes(lateness.duel_loss_after_s)
        lost = say("duel loss after {duel}, match loss after {match}", duel=duel, match=match)
    else:
        lost = say("match loss after {match}", match=match)
    yield say_as("setting", "lateness"), lost


def _attendance(policy: Policy) -> Iterator[Row]:
    entering = policy.entering
    late = _until(entering.late_until_round) or say("before the start only")
    back = _until(entering.back_until_round) or say_as("setting", "never")
    yield say_as("setting", "entering"), say("{late}; back {back}", late=late, back=back)
    missed = say("count as losses") if entering.missed_is_loss else say("count for nothing")
    yield say_as("setting", "missed rounds"), missed
    apart = policy.teammates_apart_rounds
    yield (
        say_as("setting", "teammates"),
        say_count("kept apart in 1 round", "kept apart in {count} rounds", apart)
        if apart
        else say("may meet"),
    )
    needed = say("needed") if policy.deck_lists else say("not needed")
    yield say_as("setting", "deck lists"), needed
    percent = policy.deck_checks.tables_percent
    yield (
        say_as("setting", "deck checks"),
        say("{percent} % of the tables", percent=percent)
        if percent
        else say_as("setting", "none"),
    )


def _until(number: int) -> str:
    return say("until round {number} is paired", number=number) if number else ""
