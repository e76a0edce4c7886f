"""Reasons: the sentences for people at the table, formed from facts and names."""

from __future__ import annotations

from typing import Final

from duelmat_tournament.pairing.answer import Reason, ReasonKind

_UNAVOIDED: Final = "that is avoided only where it makes no float larger"


def pair_sentence(facts: Reason, high: str, low: str) -> str:
    """Return why two players meet.

    Args:
        facts: what is so about them.
        high: the name of the one with more points.
        low: the name of the other.

    """
    main = f"Both have {_points(facts.points)}."
    if facts.kind is not ReasonKind.SAME_POINTS:
        down = f"{high} ({_points(facts.points)}) floats down"
        main = f"{down}: {_why_down(facts, high)}; {_why_low(facts, high, low)}."
    return " ".join([main, *_remarks(facts, high, low)])


def bye_sentence(facts: Reason, name: str) -> str:
    """Return why a player has the bye."""
    who = f"{name} ({_points(facts.points)})"
    if facts.is_second_bye:
        return f"{who} has a second bye: the organiser allowed it."
    main = f"{who} has the bye: {_why_bye(facts, name)}."
    return " ".join([main, *_remarks(facts, name, "")])


def _why_bye(facts: Reason, name: str) -> str:
    if facts.kind is ReasonKind.BYE_CHEAPEST:
        return _smallest(facts)
    why = "all with fewer points have had one" if facts.fewer_points else "nobody has fewer points"
    if facts.without_bye == facts.group:
        return why
    if facts.without_bye == 1:
        return f"{why}; all others with {facts.points} have had one"
    return f"{why}; {name} is one of {facts.without_bye} with {facts.points} who have had none"


def _why_down(facts: Reason, high: str) -> str:
    points = _points(facts.points)
    if facts.kind is ReasonKind.ALONE:
        return f"nobody else has {points}"
    if facts.kind is ReasonKind.MET_ALL:
        return f"{high} has met all others with {points}"
    who = f"{facts.group} players have {points}"
    if facts.floated_up:
        play = "plays" if facts.floated_up == 1 else "play"
        left = facts.group - facts.floated_up
        are = "is" if left == 1 else "are"
        who = f"{who}, {facts.floated_up} of them {play} somebody with more, {left} {are} left"
    if facts.kind is ReasonKind.ODD:
        return who
    if facts.kind is ReasonKind.BLOCKED:
        return f"{who}, and no more of them can play each other"
    if facts.kind is ReasonKind.BLOCKED_BELOW:
        if facts.lower_group == 1:
            return f"{who}, but the only one with {facts.lower_points} needs an opponent"
        lower = f"of the {facts.lower_group} with {facts.lower_points}"
        if facts.lower_floated == facts.lower_group:
            return f"{who}, but none {lower} can play each other"
        return f"{who}, but {facts.lower_floated} {lower} cannot be paired there"
    return f"{who}, but {_smallest(facts)}"


def _why_low(facts: Reason, high: str, low: str) -> str:
    lower = f"{facts.lower_points}"
    if facts.is_rematch:
        return f"{low} has {lower}"
    if facts.lower_group == 1:
        why = f"{low} is the only one with {lower}"
    elif facts.choices == 1:
        why = f"{low} is the only one with {lower} whom {high} has not met"
    elif facts.choices == facts.lower_group:
        why = f"{low} is one of {facts.lower_group} with {lower}"
    else:
        why = f"{low} is one of {facts.choices} with {lower} whom {high} has not met"
    if facts.between and not facts.between_choices:
        return f"{high} has met all with points between; {why}"
    return why


def _smallest(facts: Reason) -> str:
    if facts.is_proven:
        return "no pairing of the round has smaller floats in all"
    return "no pairing of the round with smaller floats in all was found"


def _remarks(facts: Reason, high: str, low: str) -> list[str]:
    found = []
    if facts.is_repeated_down:
        found.append(f"{high} floated down in the last round too: {_UNAVOIDED}.")
    if facts.is_repeated_up:
        found.append(f"{low} floated up in the last round too: {_UNAVOIDED}.")
    if facts.is_rematch:
        found.append("They have met before: the organiser allowed rematches.")
    if facts.is_team:
        found.append("They are of one team: teams are kept apart only where it costs no float.")
    return found


def _points(points: int) -> str:
    return f"{points} point" if points == 1 else f"{points} points"
