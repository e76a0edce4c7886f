"""Reasons: the sentences for people at the table, formed from facts and names."""

from __future__ import annotations

from duelmat_message import Text, listed, say, say_count
from duelmat_tournament.pairing.answer import Reason, ReasonKind


def pair_sentence(facts: Reason, high: str, low: str) -> Text:
    """Explain in a sentence why two players meet.

    Args:
        facts: what is so about them.
        high: the name of the one with more points.
        low: the name of the other.

    """
    main = say("Both have {points}.", points=_points(facts.points))
    if facts.kind is not ReasonKind.SAME_POINTS:
        main = say(
            "{player} ({points}) floats down: {why}; {other}.",
            player=high,
            points=_points(facts.points),
            why=_why_down(facts, high),
            other=_why_low(facts, high, low),
        )
    return listed([main, *_remarks(facts, high, low)], " ")


def bye_sentence(facts: Reason, name: str) -> Text:
    """Explain in a sentence why a player has the bye."""
    points = _points(facts.points)
    if facts.is_second_bye:
        return say(
            "{player} ({points}) has a second bye: the organiser allowed it.",
            player=name,
            points=points,
        )
    main = say(
        "{player} ({points}) has the bye: {why}.",
        player=name,
        points=points,
        why=_why_bye(facts, name),
    )
    return listed([main, *_remarks(facts, name, "")], " ")


def _why_bye(facts: Reason, name: str) -> Text:
    if facts.kind is ReasonKind.BYE_CHEAPEST:
        return _smallest(facts)
    why = (
        say("all with fewer points have had one")
        if facts.fewer_points
        else say("nobody has fewer points")
    )
    if facts.without_bye == facts.group:
        return why
    if facts.without_bye == 1:
        return say("{why}; all others with {points} have had one", why=why, points=facts.points)
    return say(
        "{why}; {player} is one of {count} with {points} who have had none",
        why=why,
        player=name,
        count=facts.without_bye,
        points=facts.points,
    )


def _why_down(facts: Reason, high: str) -> Text:
    points = _points(facts.points)
    if facts.kind is ReasonKind.ALONE:
        return say("nobody else has {points}", points=points)
    if facts.kind is ReasonKind.MET_ALL:
        return say("{player} has met all others with {points}", player=high, points=points)
    who = _group(facts, points)
    if facts.kind is ReasonKind.ODD:
        return who
    if facts.kind is ReasonKind.BLOCKED:
        return say("{group}, and no more of them can play each other", group=who)
    if facts.kind is ReasonKind.BLOCKED_BELOW:
        return _blocked_below(facts, who)
    return say("{group}, but {why}", group=who, why=_smallest(facts))


def _group(facts: Reason, points: Text) -> Text:
    """Describe the group: its number of players, and how many are left after floats up."""
    group = say("{count} players have {points}", count=facts.group, points=points)
    if not facts.floated_up:
        return group
    return say(
        "{group}, {up}, {left}",
        group=group,
        up=say_count(
            "1 of them plays somebody with more",
            "{count} of them play somebody with more",
            facts.floated_up,
        ),
        left=say_count("1 is left", "{count} are left", facts.group - facts.floated_up),
    )


def _blocked_below(facts: Reason, who: Text) -> Text:
    values = {"group": who, "points": facts.lower_points}
    if facts.lower_group == 1:
        return say("{group}, but the only one with {points} needs an opponent", **values)
    if facts.lower_floated == facts.lower_group:
        return say(
            "{group}, but none of the {count} with {points} can play each other",
            count=facts.lower_group,
            **values,
        )
    return say(
        "{group}, but {some} of the {count} with {points} cannot be paired there",
        some=facts.lower_floated,
        count=facts.lower_group,
        **values,
    )


def _why_low(facts: Reason, high: str, low: str) -> Text:
    values = {"player": low, "points": facts.lower_points}
    if facts.is_rematch:
        return say("{player} has {points}", **values)
    if facts.lower_group == 1:
        why = say("{player} is the only one with {points}", **values)
    elif facts.choices == 1:
        why = say(
            "{player} is the only one with {points} whom {other} has not met", other=high, **values
        )
    elif facts.choices == facts.lower_group:
        why = say("{player} is one of {count} with {points}", count=facts.lower_group, **values)
    else:
        why = say(
            "{player} is one of {count} with {points} whom {other} has not met",
            count=facts.choices,
            other=high,
            **values,
        )
    if facts.between and not facts.between_choices:
        return say("{player} has met all with points between; {why}", player=high, why=why)
    return why


def _smallest(facts: Reason) -> Text:
    if facts.looks_ahead:
        return say("no pairing that leaves the later rounds possible has smaller floats in all")
    if facts.is_proven:
        return say("no pairing of the round has smaller floats in all")
    return say("no pairing of the round with smaller floats in all was found")


def _remarks(facts: Reason, high: str, low: str) -> list[Text]:
    found = []
    if facts.is_repeated_down:
        found.append(
            say(
                "{player} floated down in the last round too: that is avoided only where it makes "
                "no float larger.",
                player=high,
            )
        )
    if facts.is_repeated_up:
        found.append(
            say(
                "{player} floated up in the last round too: that is avoided only where it makes "
                "no float larger.",
                player=low,
            )
        )
    if facts.is_rematch:
        found.append(say("They have met before: the organiser allowed rematches."))
    if facts.is_team:
        found.append(
            say("They are of one team: teams are kept apart only where it costs no float.")
        )
    return found


def _points(points: int) -> Text:
    return say_count("1 point", "{count} points", points)
