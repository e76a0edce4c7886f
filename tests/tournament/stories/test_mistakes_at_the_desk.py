"""Stories of mistakes at the desk that are undone, with the reason in the log."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands, joining, results
from duelmat_tournament.absences import NoteAbsence
from duelmat_tournament.commands import MergePlayers
from duelmat_tournament.entries import Settling
from duelmat_tournament.event import Stage
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.policy import Bracket, FirstStage, with_stages
from tournament.staged_event import HEAD_JUDGE, OCG, SCOREKEEPER, TRUMP_KING, StagedEvent, changed

SIX = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay")
WHY = "Another player of that name."


def undo_drop(event: StagedEvent, name: str) -> None:
    event.do(commands.UndoDrop(event.id(name), WHY), HEAD_JUDGE)


def test_a_drop_by_mistake_is_undone_and_its_match_goes_on() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.drop("Ana")
    undo_drop(event, "Ana")

    assert event.event.players[event.id("Ana")].is_active
    assert event.match("Ana").result is None
    assert event.log[-1].why == WHY
    event.wins("Ana")
    event.close()
    event.play()
    assert event.round.match_of(event.id("Ana")) is not None
    assert event.is_proven()


def test_a_no_show_who_sat_at_another_table_plays_after_all() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.wait(600)
    event.do(
        commands.MarkNoShow(RoundNumber(1), event.match("Ana").table, event.id("Ana")), SCOREKEEPER
    )
    undo_drop(event, "Ana")
    assert event.match("Ana").result is None
    assert event.match("Ana").settled is None
    assert event.is_proven()


def test_where_both_have_left_the_match_goes_to_the_one_who_is_back() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    opponent = event.opponent("Ana")
    event.drop("Ana")
    event.drop(opponent)
    undo_drop(event, "Ana")
    match = event.match("Ana")
    assert match.settled is Settling.DROPPED
    is_first = match.first == event.id("Ana")
    assert match.result == results.forfeit(loser_is_first=not is_first)
    assert event.is_proven()


def test_a_result_of_a_closed_round_stands_and_is_corrected_instead() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.drop("Ana")
    lost = event.match("Ana").result
    event.close()
    undo_drop(event, "Ana")
    assert event.match("Ana", 1).result == lost
    event.play()
    assert event.round.match_of(event.id("Ana")) is not None
    assert event.is_proven()


def test_a_drop_stands_when_a_round_without_the_player_is_published() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.drop("Ana")
    event.close()
    event.pair()
    command = commands.UndoDrop(event.id("Ana"), WHY)
    assert event.refusal(command) == (
        "Round 2 is paired already: unpair it first, and pair it again when Ana is put right."
    )
    event.do(commands.PublishRound())
    assert event.refusal(command) == (
        "Round 2 was published without Ana, so the drop stands: let the player come back instead."
    )


def test_a_wrong_name_is_corrected_everywhere() -> None:
    event = StagedEvent("Ana", "Ben", "Cloe", "Dan")
    event.start(rounds=2)
    event.play()
    opponent = event.opponent("Cloe")
    event.do(commands.RenamePlayer(event.id("Cloe"), "Cleo"))
    assert event.opponent(opponent) == "Cleo"
    event.drop("Cleo")  # she asks it herself, under her own name
    assert event.refusal(commands.RenamePlayer(event.id("Ana"), "ben")) == (
        'Ben is registered already, as number 2: tell the two apart, as in "ben (2)".'
    )
    assert event.refusal(commands.RenamePlayer(event.id("Ana"), "Ana")) == (
        "Ana has this very name: nothing would change."
    )
    event.do(commands.RenamePlayer(event.id("Ana"), "ANA"))
    assert event.is_proven()


def test_an_awarded_bye_is_taken_back_until_its_round_is_published() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    ana = event.id("Ana")
    event.do(commands.AwardBye(ana, RoundNumber(1)))
    event.do(commands.AwardBye(ana, RoundNumber(2)))
    event.do(commands.UndoBye(ana, RoundNumber(1), "It was for round 2."))
    event.play()
    assert event.round.match_of(ana) is not None
    event.close()
    event.play()
    assert event.has_bye("Ana")
    assert event.refusal(commands.UndoBye(ana, RoundNumber(2), WHY)) == (
        "Round 2 was published with the bye of Ana: it stands."
    )
    assert event.is_proven()


def test_a_registration_by_mistake_frees_its_name_and_not_its_number() -> None:
    event = StagedEvent("Ana", "Ben", "Gast", "Cleo", "Dan")
    event.do(commands.UndoRegistration(event.id("Gast"), "A dog."))
    assert event.register("Gast") == PlayerId(6)
    event.start(rounds=2)
    event.play()
    assert event.round.match_of(PlayerId(3)) is None
    assert not event.round.has_bye(PlayerId(3))
    assert event.refusal(commands.ReturnPlayer(PlayerId(3))) == (
        "Player 3, Gast, was registered by mistake and is no more."
    )
    event.close()
    assert {row.player for row in event.round.standings} == {1, 2, 4, 5, 6}
    assert event.is_proven()


@pytest.mark.parametrize("keeps_first", [True, False])
def test_a_player_who_was_registered_twice_becomes_one(*, keeps_first: bool) -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", policy=OCG)
    event.do(commands.RegisterPlayer("Anna", "Reds", (RoundNumber(2),)))
    pair = event.id("Ana"), event.id("Anna")
    kept, other = pair if keeps_first else pair[::-1]
    event.do(MergePlayers(kept, other, "Typed twice."))
    player = event.event.players[kept]
    assert player.deck == event.event.players[PlayerId(1)].deck or not keeps_first
    assert player.deck
    assert (player.team, sorted(player.byes)) == ("Reds", [2])
    assert len(event.event.active) == 3
    assert event.is_proven()


def test_who_was_registered_twice_has_the_bye_and_not_the_absence_of_one_round() -> None:
    event = StagedEvent(*SIX)
    event.do(commands.AwardBye(event.id("Ana"), RoundNumber(1)))
    event.do(NoteAbsence(event.id("Fay"), RoundNumber(1)))
    event.do(NoteAbsence(event.id("Fay"), RoundNumber(2)))
    event.do(MergePlayers(event.id("Ana"), event.id("Fay"), WHY))
    assert event.event.players[event.id("Ana")].absences == {2}
    event.start(rounds=2)
    event.play()
    assert event.has_bye("Ana")
    event.close()
    row = next(each for each in event.round.standings if each.player == event.id("Ana"))
    assert (row.points, row.byes, row.lost) == (3, 1, 0)
    assert event.is_proven()


def test_an_absence_of_a_round_that_the_kept_player_has_played_is_none() -> None:
    event = StagedEvent(*SIX[:4], policy=changed(entering__late_until_round=2))
    event.start(rounds=3)
    event.play()
    event.register("Anna")
    event.do(NoteAbsence(event.id("Anna"), RoundNumber(2)))
    event.close()
    event.play()
    event.do(MergePlayers(event.id("Ana"), event.id("Anna"), WHY))
    assert not event.event.players[event.id("Ana")].absences
    event.close()
    assert event.is_proven()


def test_who_has_checked_in_under_one_of_two_names_is_there() -> None:
    event = StagedEvent(*SIX)
    event.do(joining.SetCheckIn(True))
    event.do(joining.CheckInPlayer(event.id("Fay")))
    event.do(MergePlayers(event.id("Ana"), event.id("Fay"), WHY))
    assert "Ana" not in [player.name for player in event.event.absent]
    assert event.is_proven()


def test_of_two_registrations_one_that_takes_part_is_not_merged_into_one_that_does_not() -> None:
    event = StagedEvent(*SIX)
    event.drop("Ana")
    merged = MergePlayers(event.id("Ana"), event.id("Fay"), WHY)
    assert event.refusal(merged) == (
        "Fay takes part and Ana does not: keep Fay, or let Ana take part first."
    )
    event.do(MergePlayers(event.id("Fay"), event.id("Ana"), WHY))
    assert event.event.players[event.id("Fay")].is_active
    assert event.is_proven()


def test_two_players_with_an_id_each_are_not_one() -> None:
    event = StagedEvent(*SIX)
    event.do(commands.SetExternalId(event.id("Ana"), "17"))
    event.do(commands.SetExternalId(event.id("Fay"), "18"))
    merged = MergePlayers(event.id("Ana"), event.id("Fay"), WHY)
    assert event.refusal(merged) == (
        "Ana has the id 17 and Fay has the id 18: correct one of them first, if they are one "
        "person."
    )
    event.do(commands.SetExternalId(event.id("Ana"), ""))
    event.do(MergePlayers(event.id("Ana"), event.id("Fay"), WHY))
    assert event.event.players[event.id("Ana")].external_id == "18"
    assert event.is_proven()


@pytest.mark.parametrize("first", FirstStage)
def test_an_event_that_was_started_too_early_is_started_again(first: FirstStage) -> None:
    """Where lots were drawn nobody could be added, and nothing could be drawn anew."""
    event = StagedEvent(*SIX, policy=with_stages(TRUMP_KING, first, Bracket.SINGLE))
    event.start()
    event.pair()
    assert event.refusal(commands.UndoStart()) == (
        "Round 1 is paired: throw its pairing away first."
    )
    event.do(commands.UnpairRound())
    event.do(commands.UndoStart())
    assert event.event.stage is Stage.REGISTRATION
    assert not (event.event.pods or event.event.seeds)
    event.register("Gus")
    event.start()
    assert event.event.stage is (Stage.CUT if first is FirstStage.BRACKET else Stage.SWISS)
    event.play()
    assert event.refusal(commands.UndoStart()) == "Round 1 has begun: the start stands."
    event.close()
    there = {player for match in event.round.matches.values() for player in match.players}
    there |= {bye.player for bye in event.round.byes}
    assert len(event.event.active) == 7
    assert there == set(event.event.players) or first is FirstStage.BRACKET
    assert event.is_proven()


def test_a_cut_without_a_player_who_was_dropped_by_mistake_is_seeded_again() -> None:
    event = StagedEvent(*SIX, "Gus", "Hal")
    event.start(rounds=2, cut=4)
    for _ in range(2):
        event.play()
        event.close()
    best = event.round.standings[0].player
    event.drop(event.event.name_of(best))
    event.do(commands.StartCut())
    undone = commands.UndoDrop(best, WHY)
    assert event.refusal(undone) == (
        f"The cut was seeded without {event.event.name_of(best)}: take back its start first."
    )
    event.do(commands.UndoStart())
    event.do(undone)
    (table, match), *_ = event.event.rounds[0].matches.items()
    event.correct(1, table, results.played(0, 2))
    event.do(commands.StartCut())
    assert best in event.event.seeds
    event.play()
    assert event.refusal(commands.UndoStart()) == "Round 3 has begun: the start stands."
    assert match.result != event.event.rounds[0].matches[table].result
    assert event.is_proven()


def test_a_list_is_registered_whole_or_not_at_all() -> None:
    event = StagedEvent("Ana")
    fay, gus = commands.ListedPlayer("Fay", "Reds", "17"), commands.ListedPlayer("Gus")
    event.do(commands.RegisterPlayers((fay, gus)))
    assert [each.name for each in event.event.registered] == ["Ana", "Fay", "Gus"]
    assert event.event.players[PlayerId(2)].external_id == "17"
    again = (commands.ListedPlayer("Hal"), commands.ListedPlayer("Ida", external_id="17"))
    assert event.refusal(commands.RegisterPlayers(again)) == (
        "Player 2 of the list: Fay, number 2, has the id 17 already: an id is one player's alone. "
        "Nobody of it is registered."
    )
    assert event.refusal(commands.SetExternalId(event.id("Gus"), "17")) == (
        "Fay, number 2, has the id 17 already: an id is one player's alone."
    )
    event.do(commands.SetExternalId(event.id("Gus"), "18"))
    assert event.event.players[PlayerId(3)].external_id == "18"
    assert event.is_proven()


def test_of_two_who_were_both_paired_none_is_merged() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=2)
    event.play()
    assert event.refusal(MergePlayers(PlayerId(1), PlayerId(2), "Twice.")) == (
        "Ben was paired in round 1: the registration stands. Drop the player instead."
    )
    assert event.refusal(MergePlayers(PlayerId(1), PlayerId(1), "Twice.")) == (
        "Ana is one player already: name two numbers."
    )
