"""A policy as rows of words, for people who read it."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_command.output import counted
from duelmat_tournament.penalties import penalty_words
from duelmat_tournament.policy import Bracket, BySize, DeckRules, FirstPlayer, FirstStage, Policy
from duelmat_venue.end_steps import EndStep

Row = tuple[str, ...]


def setting_rows(policy: Policy) -> Iterator[Row]:
    """Yield the keys of a policy and their values in words, without infractions and limits."""
    yield "ruleset", f"{policy.ruleset} {policy.event_format}".rstrip()
    yield "valid", _validity(policy)
    if policy.readings:
        readings = (f"{each.id}: {each.choice}" for each in policy.readings)
        yield "readings", ", ".join(readings)
    points = policy.points
    yield (
        "points",
        (
            f"{points.win} for a win, {points.draw} for a draw, {points.loss} for a loss, "
            f"{points.bye} for a bye"
        ),
    )
    yield "tie-breaks", policy.tie_breaks.value
    yield from _stages(policy)
    if policy.team_size > 1:
        yield "teams", f"of {policy.team_size}, most seats win"
    duels = counted(policy.best_of, "duel")
    yield "best of", _both(duels, str(policy.cut_best_of))
    yield "draws", _draws(policy)
    first = _both(_name(policy.first), _name(policy.cut_first))
    yield "first player", first
    times = _both(_minutes(policy.round_s), _limit(policy.cut_round_s))
    yield "round", times
    yield "after time", _steps(policy.end_of_match)
    if policy.cut_end_of_match:
        yield "after time, cut", _steps(policy.cut_end_of_match)
    yield from _times(policy)
    yield from _attendance(policy)


def _stages(policy: Policy) -> Iterator[Row]:
    match policy.first_stage:
        case FirstStage.SWISS:
            yield "rounds", _sizes(policy, policy.rounds)
            yield "cut", _sizes(policy, policy.cut) or "none"
        case FirstStage.PODS:
            yield "pods", f"of {policy.pod_size}, {policy.pod_places} of each go on"
        case FirstStage.BRACKET:
            yield "rounds", "none: everybody is in the bracket"
    if policy.bracket is not Bracket.SINGLE:
        yield "bracket", policy.bracket.value.replace("_", " ")


def penalty_rows(policy: Policy) -> Iterator[Row]:
    """Yield each infraction: id, penalties, condition of an upgrade, title."""
    for each in policy.infractions:
        upgrade = f"after {each.upgrade_after}" if each.upgrade_after else "never"
        yield each.id, penalty_words(each.penalty), penalty_words(each.strict), upgrade, each.title


def limit_rows(policy: Policy) -> Iterator[Row]:
    """Yield each card that is limited, and its copies."""
    for each in policy.limits:
        yield each.card, str(each.copies) if each.copies else "forbidden"


def _validity(policy: Policy) -> str:
    if policy.valid_until:
        return f"from {policy.valid_from} until {policy.valid_until}"
    return f"from {policy.valid_from}, no end is known"


def _both(swiss: str, cut: str) -> str:
    return f"{swiss}, in the cut {cut}"


def _sizes(policy: Policy, rows: tuple[BySize, ...]) -> str:
    noun = "teams" if policy.team_size > 1 else "players"
    return ", ".join(f"{row.value or 'none'} up to {row.players} {noun}" for row in rows)


def _draws(policy: Policy) -> str:
    if not policy.may_draw:
        return "not possible"
    if policy.may_agree_draw:
        return "possible, by agreement too"
    return "possible, not by agreement"


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if not rest:
        return f"{minutes} min"
    if not minutes:
        return f"{rest} s"
    return f"{minutes} min {rest} s"


def _limit(seconds: int) -> str:
    return _minutes(seconds) if seconds else "no limit"


def _steps(steps: tuple[EndStep, ...]) -> str:
    return ", ".join(_name(step) for step in steps)


def _times(policy: Policy) -> Iterator[Row]:
    extensions, lateness = policy.extensions, policy.lateness
    yield (
        "extensions",
        (
            f"for calls of more than {_minutes(extensions.minimum_s)}; "
            f"{_minutes(extensions.deck_check_s)} more after a deck check; "
            f"by hand up to {_minutes(extensions.by_hand_s)}"
        ),
    )
    match = _minutes(lateness.match_loss_after_s)
    if lateness.duel_loss_after_s:
        duel = _minutes(lateness.duel_loss_after_s)
        lost = f"duel loss after {duel}, match loss after {match}"
    else:
        lost = f"match loss after {match}"
    yield "lateness", lost


def _attendance(policy: Policy) -> Iterator[Row]:
    entering = policy.entering
    late = _until(entering.late_until_round) or "before the start only"
    back = _until(entering.back_until_round) or "never"
    yield "entering", f"{late}; back {back}"
    approval = "with the desk's approval" if entering.needs_approval else "without approval"
    yield "by the code", approval
    yield "places", f"{entering.places}, then a waiting list" if entering.places else "no limit"
    missed = "count as losses" if entering.missed_is_loss else "count for nothing"
    yield "missed rounds", missed
    apart = policy.teammates_apart_rounds
    yield (
        "teammates",
        ("kept apart in 1 round" if apart == 1 else f"kept apart in {apart} rounds")
        if apart
        else "may meet",
    )
    needed = "needed" if policy.deck_lists else "not needed"
    is_any = policy.deck_checks.rules is DeckRules.NONE
    yield "deck lists", f"{needed}, of any game" if is_any else needed
    percent = policy.deck_checks.tables_percent
    yield (
        "deck checks",
        f"{percent} % of the tables" if percent else "none",
    )


def _until(number: int) -> str:
    return f"until round {number} is paired" if number else ""


def _name(value: FirstPlayer | EndStep) -> str:
    name: str = value.value
    return name.replace("_", " ")
