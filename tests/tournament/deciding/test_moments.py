"""Every command at every moment: it is done, or refused with a sentence that says why."""

from __future__ import annotations

import pytest

from duelmat_tournament.commands import AnyCommand
from tournament.deciding.every_command import KINDS, rows
from tournament.deciding.moments import Moment, event_at


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("kind", KINDS)
def test_a_command_is_done_or_refused_with_the_reason(
    kind: type[AnyCommand], moment: Moment
) -> None:
    event = event_at(moment)
    (row,) = (each for each in rows(event) if type(each.command) is kind)
    sentence = row.refusals.get(moment)
    if sentence is None:
        event.do(row.command, row.by)
    else:
        assert event.refusal(row.command, row.by) == sentence
    assert event.is_proven()
