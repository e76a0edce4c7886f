"""Stories of players who come without the desk: by the code, over a waiting list, by check-in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from duelmat_tournament import commands, joining
from duelmat_tournament.errors import NotAllowedError
from duelmat_tournament.event import Player
from duelmat_tournament.names import PlayerId, RoundNumber, TimeMs
from duelmat_tournament.proving import prove
from duelmat_tournament.registration_entries import PlayerAdmitted, WaitsFor
from duelmat_tournament.roles import Actor, Role
from tournament.staged_event import DECK, OCG, TRUMP_KING, StagedEvent, changed

CODE = "0123456789ab"
OTHER = "ba9876543210"
APPROVED = changed(TRUMP_KING, entering__needs_approval=True)
AT_ONCE = changed(TRUMP_KING, entering__needs_approval=False)


def four_places(*names: str, needs_approval: bool = False) -> StagedEvent:
    """Return an event with four places, its code, and these players."""
    policy = changed(TRUMP_KING, entering__places=4, entering__needs_approval=needs_approval)
    return opened(StagedEvent(*names, policy=policy))


def opened(event: StagedEvent) -> StagedEvent:
    event.do(joining.SetJoinCode(CODE))
    return event


def somebody(name: str) -> Actor:
    return Actor(Role.PLAYER, name)


def join(event: StagedEvent, name: str, code: str = CODE) -> Player:
    event.do(joining.Join(code, name), somebody(name))
    return event.event.players[event.id(name)]


def names(event: StagedEvent) -> list[str]:
    return [player.name for player in event.event.active]


def test_a_player_who_registers_by_the_code_waits_for_the_desk() -> None:
    """Nobody is paired whom the desk has not approved; one press lets them take part."""
    event = opened(StagedEvent("Ana", "Ben", policy=APPROVED))
    cleo = join(event, "Cleo")
    assert cleo.waits_for is WaitsFor.APPROVAL
    assert names(event) == ["Ana", "Ben"]
    event.do(joining.AdmitPlayer(cleo.id))
    assert names(event) == ["Ana", "Ben", "Cleo"]
    join(event, "Dan")
    event.start(rounds=1)
    event.play()
    assert event.round.match_of(event.id("Dan")) is None
    assert event.is_proven()


def test_the_policy_may_let_them_take_part_at_once() -> None:
    event = opened(StagedEvent(policy=AT_ONCE))
    assert join(event, "Ana").is_active
    assert event.is_proven()


def test_the_desk_declines_whom_it_does_not_know() -> None:
    """The name is free again."""
    event = opened(StagedEvent(policy=APPROVED))
    event.do(commands.UndoRegistration(join(event, "Ana").id, "A stranger."))
    join(event, "Ana")
    assert [player.id for player in event.event.registered] == [2]
    assert event.is_proven()


def test_a_renewed_code_ends_the_one_before() -> None:
    event = opened(StagedEvent())
    event.do(joining.SetJoinCode(OTHER))
    assert event.refusal(joining.Join(CODE, "Ana"), somebody("Ana")) == (
        "This code is no longer in use: photograph the one that hangs in the hall now."
    )
    join(event, "Ana", OTHER)
    event.do(joining.SetJoinCode(""))
    assert event.refusal(joining.Join(OTHER, "Ben"), somebody("Ben")) == (
        "Nobody can register themselves now: ask at the desk."
    )
    assert event.is_proven()


def test_a_code_in_use_is_not_set_again() -> None:
    event = StagedEvent()
    assert event.refusal(joining.SetJoinCode("")) == "Nobody can register themselves as it is."
    opened(event)
    assert event.refusal(joining.SetJoinCode(CODE)) == (
        "This code is in use already: nothing would change."
    )


def test_nobody_registers_another_person() -> None:
    event = opened(StagedEvent("Ana"))
    for by in (somebody("Ben"), event.actor("Ana")):
        sentence = event.refusal(joining.Join(CODE, "Cleo"), by, NotAllowedError)
        assert sentence == f"{by.name} can register nobody else."


def test_a_stranger_does_not_learn_by_the_code_whose_an_id_is() -> None:
    """The desk does: an id stands on no page that everybody reads."""
    event = opened(StagedEvent("Ana"))
    event.do(commands.SetExternalId(event.id("Ana"), "A-1"))
    assert event.refusal(joining.Join(CODE, "Ben", external_id="A-1"), somebody("Ben")) == (
        "This id is registered already: if it is yours, ask at the desk."
    )
    assert event.refusal(commands.RegisterPlayer("Ben", external_id="A-1")) == (
        "Ana, number 1, has the id A-1 already: an id is one player's alone."
    )


def test_a_code_in_wrong_hands_fills_no_list() -> None:
    """So many a minute, so many whom the desk has not approved, and nobody twice."""
    event = opened(StagedEvent(policy=APPROVED))
    for number in range(joining.JOINS_A_MINUTE):
        join(event, f"Nobody {number}")
    assert event.refusal(joining.Join(CODE, "Ana"), somebody("Ana")) == (
        "Very many people are registering: try again in a minute, or ask at the desk."
    )
    event.wait(60)
    sentence = event.refusal(joining.Join(CODE, "nobody 1"), somebody("nobody 1"))
    assert sentence.startswith("Nobody 1 is registered already")
    for number in range(joining.JOINS_A_MINUTE, joining.MOST_UNAPPROVED):
        event.wait(2)
        join(event, f"Nobody {number}")
    event.wait(60)
    assert event.refusal(joining.Join(CODE, "Ana"), somebody("Ana")) == (
        "200 people wait for the desk already: ask there."
    )
    assert event.is_proven()


def test_who_comes_when_all_places_are_taken_waits() -> None:
    """Whoever registers them: a code, the desk, a list. The first one moves up."""
    event = four_places("Ana", "Ben", "Cleo", "Dan", "Eva")
    join(event, "Fay")
    event.do(commands.RegisterPlayers((commands.ListedPlayer("Gus"),)))
    waiting = event.event.waiting(WaitsFor.PLACE)
    assert [player.name for player in waiting] == ["Eva", "Fay", "Gus"]

    _left, moved = event.drop("Ben")
    assert moved.what == PlayerAdmitted(event.id("Eva"))
    event.do(commands.UndoRegistration(event.id("Cleo"), "Twice."))
    assert names(event) == ["Ana", "Dan", "Eva", "Fay"]
    event.do(commands.MergePlayers(event.id("Ana"), event.id("Dan"), "Twice."))
    assert names(event) == ["Ana", "Eva", "Fay", "Gus"]
    assert event.is_proven()


def test_an_approved_player_waits_where_no_place_is_free() -> None:
    event = four_places("Ana", "Ben", "Cleo", "Dan", needs_approval=True)
    eva = join(event, "Eva")
    event.do(joining.AdmitPlayer(eva.id))
    assert event.event.players[eva.id].waits_for is WaitsFor.PLACE
    assert event.refusal(joining.AdmitPlayer(eva.id)) == (
        "All 4 places are taken, so there is none for Eva."
    )
    event.drop("Ana")
    assert names(event) == ["Ben", "Cleo", "Dan", "Eva"]
    assert event.refusal(joining.AdmitPlayer(eva.id)) == "Eva does not wait for anything."
    assert event.is_proven()


def test_a_place_that_was_given_on_is_not_given_twice() -> None:
    event = four_places("Ana", "Ben", "Cleo", "Dan", "Eva")
    ana = event.id("Ana")
    event.drop("Ana")
    for command in (commands.UndoDrop(ana, "By mistake."), commands.ReturnPlayer(ana)):
        assert event.refusal(command) == "All 4 places are taken, so there is none for Ana."


def test_who_waits_can_leave_and_is_nobodys_opponent() -> None:
    """Nor stands in any standings."""
    event = four_places("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay")
    event.start(rounds=3)
    event.play()
    event.close()
    event.drop("Eva")
    assert not event.event.players[event.id("Eva")].was_there
    standing = {row.player for row in event.round.standings}
    assert standing == {PlayerId(number) for number in range(1, 5)}
    event.drop("Ana")
    assert names(event) == ["Ben", "Cleo", "Dan"]  # nobody moves up by itself after round 1
    for command in (
        commands.UndoDrop(event.id("Fay"), "A mistake."),
        commands.ReturnPlayer(event.id("Fay")),
        commands.AwardBye(event.id("Fay"), RoundNumber(2)),
    ):
        assert event.refusal(command) == (
            "Fay waits and does not take part yet: admit the player first."
        )
    assert event.is_proven()


def test_a_late_player_is_admitted_to_a_free_place() -> None:
    """As any late player is: the rounds before count as the policy says."""
    policy = changed(
        TRUMP_KING,
        entering__places=4,
        entering__late_until_round=2,
        entering__missed_is_loss=True,
    )
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", "Eva", policy=policy)
    event.start(rounds=3)
    event.play()
    event.close()
    event.drop("Ana")
    event.do(joining.AdmitPlayer(event.id("Eva")))
    eva = event.event.players[event.id("Eva")]
    assert eva.entered == 2
    assert len(eva.missed) == 1
    event.play()
    assert event.round.match_of(eva.id) is not None
    event.close()
    assert event.is_proven()


def test_a_round_begins_without_the_absent_by_one_press() -> None:
    """Who waits and is there has the place then; who waits and is away has not."""
    event = four_places("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay")
    event.do(joining.SetCheckIn(is_open=True))
    for name in ("Ana", "Ben", "Fay"):
        event.do(joining.CheckInPlayer(event.id(name)), event.actor(name))
    event.do(joining.CheckInPlayer(event.id("Cleo")))
    assert event.refusal(commands.StartEvent(1)) == (
        "1 player has not checked in: Dan. Leave the player out, or check in."
    )
    event.do(joining.LeaveOutAbsent())
    assert names(event) == ["Ana", "Ben", "Cleo", "Fay"]
    event.start(rounds=1)
    event.play()
    assert event.is_proven()


def test_check_in_counts_anew_each_time_and_before_each_first_round() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo")
    event.do(joining.SetCheckIn(is_open=True))
    ana = joining.CheckInPlayer(event.id("Ana"))
    event.do(ana)
    assert event.refusal(ana) == "Ana has checked in already."
    event.do(joining.SetCheckIn(is_open=False))
    assert event.refusal(ana) == "Check-in is not open: nobody has to check in."
    assert event.refusal(joining.LeaveOutAbsent()) == "Nobody is missing who has to check in."
    event.start(rounds=1)
    event.do(joining.SetCheckIn(is_open=True))
    assert event.refusal(joining.SetCheckIn(is_open=True)) == "Check-in is open already."
    assert event.refusal(commands.PairRound()) == (
        "3 players have not checked in: Ana, Ben, Cleo. Leave them out, or check them in."
    )
    event.drop("Ana")
    assert event.refusal(ana) == "Ana has dropped: let the player come back first."
    for name in ("Ben", "Cleo"):
        event.do(joining.CheckInPlayer(event.id(name)))
    event.play()
    assert event.refusal(ana) == "Round 1 is paired: check-in is over."
    assert event.is_proven()


@pytest.mark.parametrize("code", ["", "0123456789AB", "0123", f"{CODE}0", f"{CODE}\n"])
def test_a_code_has_its_form(code: str) -> None:
    event = opened(StagedEvent())
    assert event.refusal(joining.Join(code, "Ana"), somebody("Ana")) == (
        "Code: expected 12 hex digits in lower case."
    )


def test_lists_close_at_a_time_and_the_desk_takes_late_ones() -> None:
    """Also a better one of a player who has handed in already."""
    event = StagedEvent("Ana", "Ben", policy=OCG)
    closes_ms = event.now_ms + 60_000
    event.do(joining.SetDeckDeadline(closes_ms))
    assert event.refusal(joining.SetDeckDeadline(closes_ms)) == (
        "Deck lists close at this moment already."
    )
    ana = commands.RegisterDeck(event.id("Ana"), DECK, "e" * 32)
    event.do(ana, event.actor("Ana"))
    event.wait(60)
    late = commands.RegisterDeck(event.id("Ana"), DECK, "d" * 32)
    closed = "Deck lists are closed: hand yours in at the desk."
    assert event.refusal(late, event.actor("Ana")) == closed
    event.do(late)
    event.do(joining.SetDeckDeadline(0))
    event.do(commands.RegisterDeck(event.id("Ana"), DECK, "c" * 32), event.actor("Ana"))
    assert event.refusal(joining.SetDeckDeadline(-1)) == (
        "Closes: expected a number from 0 to 4,102,444,800,000."
    )
    assert event.is_proven()


def test_a_list_that_came_too_late_is_found_in_the_file() -> None:
    """Also where the file lacks the list itself."""
    event = StagedEvent("Ana", policy=OCG)
    event.do(joining.SetDeckDeadline(event.now_ms + 1_000))
    late = commands.RegisterDeck(event.id("Ana"), DECK, "e" * 32)
    event.do(late, event.actor("Ana"))
    event.wait(10)
    event.log[-1] = replace(event.log[-1], at_ms=TimeMs(event.now_ms))
    (fault,) = prove(event.log, {})
    assert "deck lists are closed" in fault
