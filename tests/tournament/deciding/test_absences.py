"""Players who are away for a round, and say so ahead: it is no bye, and they stay in the event."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.names import RoundNumber
from tournament.staged_event import TRUMP_KING, StagedEvent, changed

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")
TWO = RoundNumber(2)


def away(event: StagedEvent, name: str, number: int = 2) -> NoteAbsence:
    return NoteAbsence(event.id(name), RoundNumber(number))


@pytest.mark.parametrize("counts", [True, False])
def test_who_is_away_is_neither_paired_nor_given_a_bye(counts: bool) -> None:
    """It counts as any round that was missed: as a loss, or not at all, as the policy says."""
    event = StagedEvent(*NAMES, policy=changed(TRUMP_KING, entering__missed_is_loss=counts))
    event.start(rounds=3, cut=0)
    event.do(away(event, "Eva"), event.actor("Eva"))
    event.play()
    event.close()
    before = {row.player: row.points for row in event.round.standings}
    event.play()
    assert event.round.match_of(event.id("Eva")) is None
    assert event.round.byes == ()
    event.close()
    (row,) = (row for row in event.round.standings if row.player == event.id("Eva"))
    assert row.points == before[row.player]
    assert row.lost + row.won + row.drawn + row.byes == 1 + counts
    assert [missed.round for missed in event.event.players[row.player].missed] == [2] * counts
    event.play()
    third = event.round
    assert third.match_of(event.id("Eva")) is not None or third.has_bye(event.id("Eva"))
    assert event.is_proven()


def test_an_absence_is_no_bye_of_a_pairing() -> None:
    """Whoever was away can still have the bye."""
    event = StagedEvent("Ana", "Ben", "Cleo")
    event.start(rounds=2, cut=0)
    event.do(away(event, "Ana", 1))
    event.play()
    event.close()
    event.play()
    assert event.has_bye("Ana") or event.match("Ana")
    assert event.is_proven()


def test_a_round_that_is_paired_anew_forgets_it_was_missed() -> None:
    event = StagedEvent(*NAMES)
    event.start(rounds=3, cut=0)
    event.do(away(event, "Eva", 1))
    event.pair()
    assert event.event.players[event.id("Eva")].missed
    event.do(commands.UnpairRound())
    event.do(CancelAbsence(event.id("Eva"), RoundNumber(1)))
    event.pair()
    assert not event.event.players[event.id("Eva")].missed
    assert event.is_proven()


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    event = StagedEvent(*NAMES)
    event.start(rounds=3, cut=0)
    event.do(away(event, "Eva"))
    assert event.refusal(away(event, "Eva")) == "Eva is away in round 2 already."
    assert event.refusal(commands.AwardBye(event.id("Eva"), TWO)) == (
        "Eva is away in round 2: nobody who is away needs a bye."
    )
    event.do(commands.AwardBye(event.id("Dan"), TWO))
    assert event.refusal(away(event, "Dan")) == "Dan has a bye in round 2: take it back first."
    cancel = CancelAbsence(event.id("Ana"), TWO)
    assert event.refusal(cancel) == "Ana is not away in round 2."
    assert event.refusal(away(event, "Ana", 4)).startswith("An absence is noted for a round of")
    event.drop("Ana")
    assert event.refusal(away(event, "Ana")) == "Ana takes no part at present."
