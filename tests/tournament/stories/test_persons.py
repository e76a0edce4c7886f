"""Stories of players who are in several events of one hub."""

from __future__ import annotations

from duelmat_tournament import commands
from duelmat_tournament.names import PlayerId
from tournament.staged_event import StagedEvent

ANN = "3fa9c2d1-7"


def test_a_person_is_noted_once_an_event_and_can_be_taken_back() -> None:
    event = StagedEvent("Ann", "Ben", "Cleo")
    ann, ben = event.id("Ann"), event.id("Ben")
    event.do(commands.NotePerson(ann, ANN))
    assert event.event.players[ann].person == ANN
    assert event.refusal(commands.NotePerson(ann, ANN)) == (
        "Ann is noted as this person: nothing would change."
    )
    assert event.refusal(commands.NotePerson(ben, ANN)) == (
        "Ann, number 1, is this person: nobody plays twice in one event."
    )
    assert event.refusal(commands.NotePerson(ben, "Ann")) == (
        "Person: expected an event's mark and a player's number, as in 3fa9c2d1-7."
    )
    event.do(commands.NotePerson(ann, ""))
    event.do(commands.NotePerson(ben, ANN))
    assert event.is_proven()


def test_who_was_registered_twice_stays_the_person_of_either() -> None:
    event = StagedEvent("Ann", "Anne", "Cleo")
    event.do(commands.NotePerson(event.id("Anne"), ANN))
    event.do(commands.MergePlayers(event.id("Ann"), event.id("Anne"), "Typed twice."))
    assert event.event.players[PlayerId(1)].person == ANN
    assert event.is_proven()
