"""What a table cannot do for an event is a sentence with what to do."""

from __future__ import annotations

import pytest

from duelmat_command.output import Complaint
from duelmat_host.cli.play_event import EventPlace
from duelmat_host.uplink.wanted_matches import UnknownMatchError, setup_of
from duelmat_venue.wanted import Wanted, WantedMatch, WantedPlayer

PLAYERS = (WantedPlayer(1, "Ana"), WantedPlayer(2, "Ben"))


def test_a_ruleset_that_this_program_does_not_know_is_named() -> None:
    match = WantedMatch(1, "Round 1 of 5", PLAYERS, "chess", {}, 3)
    with pytest.raises(UnknownMatchError, match=r"got 'chess' from the event\. Update Duelmat"):
        setup_of(match)


@pytest.mark.parametrize(("number", "is_told"), [(7, False), (None, False), (8, True)])
def test_the_link_of_another_table_is_named(number: int | None, *, is_told: bool) -> None:
    """A table that names no number is whichever its link is for."""
    place = EventPlace("https://hub/in/x", number, None)
    if not is_told:
        place.check(Wanted(1, "Open", 7))
        return
    with pytest.raises(Complaint, match="Expected the link of table 8, got that of table 7"):
        place.check(Wanted(1, "Open", 7))
