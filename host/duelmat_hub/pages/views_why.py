"""Views that explain: why these two meet, and how a player's place came about. For everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.views_public import record_of
from duelmat_message import Text, named, say
from duelmat_tournament.event import Event, Round, Step
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pair_changes import SET_BY_HAND
from duelmat_tournament.results import bye, describe, missed, points_of
from duelmat_tournament.tiebreaks import Measure, TieBreak

PROOF_WORDS: Final = {
    "parity-bound": say(
        "No pairing of this round has fewer or smaller floats: only as many players "
        "float as odd numbers of players force, each to the next group.",
    ),
    "window-bound": say(
        "It is proven that no pairing of this round has smaller floats: it costs as "
        "little as every pairing must.",
    ),
    "exact": say(
        "It is proven that no pairing of this round has smaller floats: all players "
        "were matched exactly.",
    ),
    "look-ahead": say(
        "It is proven that no pairing has smaller floats that leaves the later rounds possible: "
        "all others were tried.",
    ),
    "none": say(
        "This is the best pairing that was found; that there is no better one is not proven.",
    ),
    SET_BY_HAND: say("The organiser has changed this pairing; each changed pair says so."),
    "": "",
}
GIVEN_UP_WORDS: Final = {
    "rematch": say(
        "The organiser allowed rematches in this round, because no pairing was without one.",
    ),
    "second-bye": say(
        "The organiser allowed second byes in this round, because no pairing was without one.",
    ),
}


class WhyView(Struct, frozen=True):
    """The reasons why two players meet, or why a player has no opponent."""

    round: int
    title: str
    table: int
    """0: the byes."""
    names: tuple[str, ...]
    points: tuple[int, ...]
    """Before the round, by name; empty where nobody has any."""
    reasons: tuple[str, ...]
    """The reasons: one for a table, or one for each bye."""
    proof: str
    given_up: tuple[str, ...]
    unpaired: int
    """The pairings of the event that had been thrown away before."""
    checkpoint: str


def why_view(event: Event, number: int, table: int, *, for_staff: bool = False) -> WhyView | None:
    """Return the reason of a pair, or of the byes for table 0; None if it is not public."""
    held = next((each for each in event.rounds if each.number == number), None)
    if held is None or (held.step is Step.PAIRED and not for_staff):
        return None
    if table == 0:
        players = tuple(each.player for each in held.byes)
        reasons = tuple(each.reason for each in held.byes)
    else:
        match = next((each for each in held.matches.values() if each.table == table), None)
        players = () if match is None else match.players
        reasons = () if match is None else (match.reason,)
    if not players:
        return None
    points = known.points_before(event, held)
    names = tuple(event.name_of(each) for each in players)
    return WhyView(
        held.number,
        known.title_of(event, held),
        table,
        names,
        tuple(points.get(each, 0) for each in players) if points else (),
        reasons,
        PROOF_WORDS.get(held.proof, held.proof),
        tuple(GIVEN_UP_WORDS.get(each, each) for each in held.given_up),
        held.unpaired,
        held.checkpoint,
    )


class PlayedRound(Struct, frozen=True):
    """A round as one player played it."""

    round: int
    opponent: str
    """Empty: none."""
    words: str
    points: int
    why: str
    """The address of the pairing's reason; empty: none."""


class PartView(Struct, frozen=True):
    """The part that one round adds to a tie-break."""

    round: int
    opponent: str
    text: str
    """Empty: it does not count."""
    why: str


class BreakView(Struct, frozen=True):
    """A tie-break with its parts."""

    title: str
    text: str
    """The value as it is shown; empty for lots."""
    summary: str
    parts: tuple[PartView, ...]


class PlaceView(Struct, frozen=True):
    """A player's place in the standings, with its derivation."""

    player: int
    name: str
    after: str
    """The round, and the pod if there are pods."""
    rank: int
    players: int
    points: int
    record: str
    number: str
    """The tie-breaks as one number; empty where the profile has none."""
    is_drawn: bool
    rounds: tuple[PlayedRound, ...]
    breaks: tuple[BreakView, ...]


def place_view(event: Event, player: PlayerId) -> PlaceView | None:
    """Return the derivation of a player's place in the newest standings; None: no place."""
    held = known.frozen(event)
    row = known.row_of(held, player)
    if held is None or row is None:
        return None
    return PlaceView(
        player,
        event.name_of(player),
        _after(event, held, player),
        *known.place_of(event, held, player),
        row.points,
        record_of(row),
        row.number,
        row.is_drawn,
        tuple(sorted(_played(event, held, player), key=lambda each: each.round)),
        tuple(map(_break, row.tie_breaks)),
    )


def _after(event: Event, held: Round, player: PlayerId) -> Text:
    """Return the words for the standings in which a place is: those of the own pod, if any."""
    pod = next((at for at, each in enumerate(event.pods, 1) if player in each), 0)
    if pod:
        return say("of pod {pod} after round {number}", pod=pod, number=held.number)
    return say("after round {number}", number=held.number)


def _played(event: Event, held: Round, player: PlayerId) -> Iterator[PlayedRound]:
    points = event.policy.points
    for each in event.rounds[: held.number]:
        match = each.match_of(player)
        if match is not None and match.result is not None:
            names = event.name_of(match.first), event.name_of(match.second)
            gained = points_of(match.result, points)[player == match.second]
            words = say("{result}.", result=describe(match.result, *names))
            why = f"/why/{each.number}/{match.table}"
            opponent = event.name_of(match.other(player))
            yield PlayedRound(each.number, opponent, words, gained, why)
        elif each.has_bye(player):
            gained = points_of(bye(), points)[0]
            yield PlayedRound(each.number, "", say("A bye."), gained, f"/why/{each.number}/0")
    for gone in event.players[player].missed:
        if gone.since <= held.number:
            gained = points_of(missed(), points)[0]
            yield PlayedRound(gone.round, "", say("Missed: it counts as a loss."), gained, "")


def _break(found: TieBreak) -> BreakView:
    parts = tuple(
        PartView(each.round, each.name if each.opponent != NO_PLAYER else "", each.text, each.why)
        for each in found.how
    )
    if found.measure is Measure.DRAWN:
        return BreakView(say("Lots"), "", found.summary, parts)
    return BreakView(named("tie-break", found.measure.value), found.text, found.summary, parts)
