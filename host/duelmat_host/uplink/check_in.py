"""Check-in at a table: players' own sleeves in its match, and sleeves that belong elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from duelmat_engine import key_seat
from duelmat_host.sensing.layout import Layout
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.table.own_sleeves import Brought, OwnSleeve, Part
from duelmat_host.table.state import TableState
from duelmat_host.uplink.hub_client import HubAwayError
from duelmat_message import Text, say
from duelmat_venue.sleeves import Owners, SleevedDeck, TableSleeves
from duelmat_venue.wanted import WantedMatch


def brought_of(match: WantedMatch, found: Sequence[TableSleeves]) -> tuple[Brought, ...]:
    """Return the sleeves of a match's players; those of a player without any are none.

    Raises HubAwayError if the hub has others by now than the match names: it is asked again.
    """
    known = {(each.player, each.digest): each.deck for each in found}
    brought: list[Brought] = []
    for player in match.players:
        deck = known.get((player.id, player.sleeves))
        if player.sleeves and deck is None:
            raise HubAwayError(
                say("the sleeves of {player} have changed at the event", player=player.name)
            )
        brought.append(() if deck is None else _brought(deck))
    return tuple(brought)


def _brought(deck: SleevedDeck) -> Brought:
    parts = ((Part.MAIN, deck.main), (Part.EXTRA, deck.extra), (Part.SIDE, deck.side))
    return tuple(OwnSleeve(s.code, part, s.up, s.down) for part, sleeves in parts for s in sleeves)


def unknown_tags(problems: Iterable[Problem]) -> frozenset[str]:
    """Return the tags on the mat that are in no sleeve that the table knows, in hex."""
    return frozenset(
        tag.hex()
        for problem in problems
        if problem.kind is ProblemKind.UNKNOWN_TAG
        for tag in problem.tags
    )


def strangers(tags: Iterable[str], owners: Owners, table: int) -> Iterator[Text]:
    """Yield a sentence for each player whose sleeves lie at a table that is not the player's."""
    found = {owner.player: owner for tag in sorted(tags) if (owner := owners.find(tag))}
    for owner in found.values():
        if owner.table == table:
            yield say(
                "Take the sleeve of {player} away: it was read after the match had begun, and is "
                "not in its deck.",
                player=owner.name,
            )
        elif owner.table:
            yield say(
                "These sleeves are those of {player}, who plays at table {table}.",
                player=owner.name,
                table=owner.table,
            )
        else:
            yield say(
                "These sleeves are those of {player}, who does not play in this round.",
                player=owner.name,
            )


def swapped_seats(state: TableState, layout: Layout) -> Text | None:
    """Return a sentence if players lay their cards at each other's seats before the duel begins.

    Only own sleeves tell who sits where; None: nobody's lies at another seat.
    """
    if state.duel.turn or not any(state.setup.own):
        return None
    for place, sight in layout.items():
        seat = state.zones.owner(place)
        owner = None if sight.key is None else key_seat(sight.key)
        if owner is not None and seat not in (None, owner) and state.setup.own[owner]:
            return say(
                "{player} sits at the other side of the mat, by the sleeves that lie there: "
                "change seats.",
                player=state.name_of(owner),
            )
    return None
