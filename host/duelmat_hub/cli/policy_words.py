"""A policy as rows of words, for people who read it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from duelmat_tournament.policy import BySize, EndStep, Policy

Row = tuple[str, ...]


def setting_rows(policy: Policy) -> Iterator[Row]:
    """Yield the keys of a policy and their values in words; infractions and limits are apart."""
    until = f" until {policy.valid_until}" if policy.valid_until else ", no end is known"
    yield "ruleset", f"{policy.ruleset} {policy.event_format}".rstrip()
    yield "valid", f"from {policy.valid_from}{until}"
    if policy.readings:
        yield "readings", ", ".join(f"{each.id}: {each.choice}" for each in policy.readings)
    points = policy.points
    results = ((points.win, "win"), (points.draw, "draw"), (points.loss, "loss"))
    words = ", ".join(f"{number} for a {result}" for number, result in results)
    yield "points", f"{words}, {points.bye} for a bye"
    yield "tie-breaks", policy.tie_breaks.value
    yield "rounds", _sizes(policy.rounds)
    yield "cut", _sizes(policy.cut) or "none"
    yield "best of", f"{counted(policy.best_of, 'duel')}, in the cut {policy.cut_best_of}"
    yield "draws", _draws(policy)
    yield "first player", f"{_plain(policy.first)}, in the cut {_plain(policy.cut_first)}"
    yield "round", f"{_minutes(policy.round_s)}, in the cut {_limit(policy.cut_round_s)}"
    yield "after time", _steps(policy.end_of_match)
    if policy.cut_end_of_match:
        yield "after time, cut", _steps(policy.cut_end_of_match)
    yield from _times(policy)
    entering = policy.entering
    yield (
        "entering",
        f"{_until(entering.late_until_round)}; back {_back(entering.back_until_round)}",
    )
    yield "missed rounds", "count as losses" if entering.missed_is_loss else "count for nothing"
    apart = policy.teammates_apart_rounds
    yield "teammates", f"kept apart in {counted(apart, 'round')}" if apart else "may meet"
    yield "deck lists", "needed" if policy.deck_lists else "not needed"
    percent = policy.deck_checks.tables_percent
    yield "deck checks", f"{percent} % of the tables" if percent else "none"


def penalty_rows(policy: Policy) -> Iterator[Row]:
    """Yield each infraction: id, penalties, when an upgrade is proposed, title."""
    for each in policy.infractions:
        upgrade = f"after {each.upgrade_after}" if each.upgrade_after else "never"
        yield each.id, _plain(each.penalty), _plain(each.strict), upgrade, each.title


def limit_rows(policy: Policy) -> Iterator[Row]:
    """Yield each card that is limited, and its copies."""
    for each in policy.limits:
        yield each.card, str(each.copies) if each.copies else "forbidden"


def counted(number: int, noun: str) -> str:
    """Return a number of things in words: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _plain(word: Enum) -> str:
    """Return a policy's word as people say it."""
    return str(word.value).replace("_", " ")


def _sizes(rows: tuple[BySize, ...]) -> str:
    return ", ".join(f"{row.value or 'none'} up to {row.players} players" for row in rows)


def _draws(policy: Policy) -> str:
    if not policy.may_draw:
        return "not possible"
    return "possible, by agreement too" if policy.may_agree_draw else "possible, not by agreement"


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = [f"{minutes} min"] if minutes or not rest else []
    return " ".join([*parts, *([f"{rest} s"] if rest else [])])


def _limit(seconds: int) -> str:
    return _minutes(seconds) if seconds else "no limit"


def _steps(steps: tuple[EndStep, ...]) -> str:
    return ", ".join(map(_plain, steps))


def _times(policy: Policy) -> Iterator[Row]:
    extensions, lateness = policy.extensions, policy.lateness
    calls = f"for calls of more than {_minutes(extensions.minimum_s)}"
    checks = f"{_minutes(extensions.deck_check_s)} more after a deck check"
    yield "extensions", f"{calls}; {checks}"
    duel = lateness.duel_loss_after_s
    first = f"duel loss after {_minutes(duel)}, " if duel else ""
    yield "lateness", f"{first}match loss after {_minutes(lateness.match_loss_after_s)}"


def _until(number: int) -> str:
    return f"until round {number} is paired" if number else "before the start only"


def _back(number: int) -> str:
    return f"until round {number} is paired" if number else "never"
