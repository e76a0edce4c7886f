"""Refusals around who takes part: late entry, byes, deck lists, dropping and coming back."""

from __future__ import annotations

from msgspec.structs import replace

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.policy import CardLimit
from tournament.staged_event import (
    DECK,
    HEAD_JUDGE,
    OCG,
    TRUMP_KING,
    StagedEvent,
    changed,
)

FOUR = ("Ana", "Ben", "Cleo", "Dan")


def in_round(number: int, *, rounds: int = 4, late: int = 2, back: int = 2) -> StagedEvent:
    """Return an event of four whose round of this number is closed."""
    event = StagedEvent(
        *FOUR,
        policy=changed(
            TRUMP_KING, entering__late_until_round=late, entering__back_until_round=back
        ),
    )
    event.start(rounds=rounds)
    for _ in range(number):
        event.do(commands.PairRound(("rematch",)))
        event.do(commands.PublishRound())
        event.do(commands.StartRound())
        event.close()
    return event


def test_nobody_enters_after_the_policys_last_round_was_paired() -> None:
    event = in_round(2)
    assert event.refusal(commands.RegisterPlayer("Eva")) == (
        "By the policy a player can enter until round 2 is paired; the next round is 3."
    )
    in_round(1).register("Eva")


def test_where_nobody_may_enter_late_they_enter_before_the_start() -> None:
    event = in_round(0, late=0)
    assert event.refusal(commands.RegisterPlayer("Eva")) == (
        "By the policy a player can enter before the start; the next round is 1."
    )


def test_nobody_enters_an_event_whose_last_round_is_paired_whatever_the_policy_says() -> None:
    event = in_round(1, rounds=1)
    assert event.refusal(commands.RegisterPlayer("Eva")) == (
        "Nobody can enter any more: all rounds of Swiss are paired."
    )


def test_nobody_comes_back_after_the_policys_last_round_was_paired() -> None:
    event = in_round(2)
    event.drop("Ana")
    assert event.refusal(commands.ReturnPlayer(event.id("Ana"))) == (
        "By the policy a player can come back until round 2 is paired; the next round is 3."
    )


def test_whoever_has_dropped_cannot_drop_again() -> None:
    event = in_round(1)
    event.drop("Ana")
    dropped = commands.DropPlayer(event.id("Ana"))
    assert event.refusal(dropped) == "Ana has dropped already."
    assert event.refusal(dropped, event.actor("Ana")) == "Ana has dropped already."


def test_whoever_takes_part_cannot_come_back() -> None:
    event = in_round(1)
    event.drop("Ana")
    event.do(commands.ReturnPlayer(event.id("Ana")))
    assert event.refusal(commands.ReturnPlayer(event.id("Ana"))) == "Ana takes part already."


def test_whoever_was_disqualified_does_not_come_back() -> None:
    event = in_round(1)
    event.do(floor_commands.GivePenalty(event.id("Ana"), "cheating", "Hid a card."), HEAD_JUDGE)
    assert event.refusal(commands.ReturnPlayer(event.id("Ana"))) == (
        "Ana was disqualified, and cannot come back."
    )


def test_there_is_no_player_of_another_number() -> None:
    event = in_round(0)
    for number in (0, 5, -1, 10**20):
        assert event.refusal(commands.DropPlayer(PlayerId(number))) == (
            f"There is no player {number}: there are 1 to 4."
        )
    assert StagedEvent().refusal(commands.DropPlayer(PlayerId(1))) == (
        "There is no player 1: there is none so far."
    )


# Byes


def test_a_bye_for_a_round_that_is_paired_is_too_late() -> None:
    event = in_round(0)
    event.pair()
    for number in (0, -1, 1, 5):
        assert event.refusal(commands.AwardBye(event.id("Ana"), RoundNumber(number))) == (
            "A bye can be awarded for a round of Swiss that is not paired yet (2 to 4), not for "
            f"round {number}."
        )
        byes = (RoundNumber(number),)
        assert "not paired yet" in event.refusal(commands.RegisterPlayer("Eva", byes=byes))


def test_a_bye_is_awarded_once_for_a_round() -> None:
    event = in_round(0)
    event.do(commands.AwardBye(event.id("Ana"), RoundNumber(2)))
    assert event.refusal(commands.AwardBye(event.id("Ana"), RoundNumber(2))) == (
        "Ana has a bye in round 2 already."
    )


def test_whoever_is_away_gets_no_bye() -> None:
    event = in_round(0)
    event.drop("Ana")
    assert event.refusal(commands.AwardBye(event.id("Ana"), RoundNumber(1))) == (
        "Ana has dropped: nobody who is away needs a bye."
    )


# Deck lists


def with_deck_lists() -> StagedEvent:
    return StagedEvent(*FOUR, policy=OCG)


def hand_in(event: StagedEvent, name: str, *cards: str, salt: str = "f" * 32) -> str:
    command = commands.RegisterDeck(event.id(name), DeckList(cards or DECK.main), salt)
    return event.refusal(command, event.actor(name))


def test_a_deck_list_is_changed_until_the_first_round_is_paired() -> None:
    event = with_deck_lists()
    event.start()
    before = event.event.players[event.id("Ana")].deck
    other = DeckList(("card-7",) * 40)
    event.do(commands.RegisterDeck(event.id("Ana"), other, "e" * 32), event.actor("Ana"))
    assert event.event.players[event.id("Ana")].deck != before
    event.pair()
    assert hand_in(event, "Ana") == (
        "The deck list of Ana cannot be changed after the player's first round was paired."
    )
    assert event.is_proven()


def test_a_deck_list_with_too_many_copies_is_refused() -> None:
    limits = (CardLimit("MirrorForce", 0), CardLimit("PotOfGreed", 1))
    event = StagedEvent(*FOUR, policy=replace(OCG, limits=limits))
    assert hand_in(event, "Ana", "MirrorForce", "PotOfGreed", "PotOfGreed") == (
        "The deck list is not allowed by the policy: MirrorForce: the policy allows none, the "
        "list has 1, side deck included; PotOfGreed: the policy allows at most 1, the list has 2, "
        "side deck included."
    )


def test_a_salt_has_32_hex_digits() -> None:
    event = with_deck_lists()
    for salt in ("", "f" * 31, "F" * 32, "f" * 32 + "\n", "g" * 32):
        assert hand_in(event, "Ana", salt=salt) == "Salt: expected 32 hex digits in lower case."


def test_no_event_starts_while_a_deck_list_is_missing() -> None:
    event = with_deck_lists()
    event.do(commands.RegisterPlayer("Eva"))
    assert event.refusal(commands.StartEvent()) == (
        "These players have handed in no deck list: Eva. Register their lists, or drop the "
        "players."
    )
    for number in range(7):
        event.do(commands.RegisterPlayer(f"Guest {number}"))
    assert "Eva, Guest 0, Guest 1, Guest 2, Guest 3 and 3 more" in event.refusal(
        commands.StartEvent()
    )


def test_no_round_is_paired_while_a_late_player_has_no_deck_list() -> None:
    event = with_deck_lists()
    event.start()
    event.do(commands.RegisterPlayer("Eva"))
    assert event.refusal(commands.PairRound()).startswith(
        "These players have handed in no deck list: Eva."
    )
    event.drop("Eva")
    event.pair()


# The start


def test_an_event_needs_two_players() -> None:
    for names in ((), ("Ana",)):
        assert StagedEvent(*names).refusal(commands.StartEvent()) == (
            f"An event needs at least 2 players; this one has {len(names)}."
        )
    event = StagedEvent("Ana", "Ben")
    event.drop("Ana")
    assert "this one has 1." in event.refusal(commands.StartEvent())


def test_a_cut_has_as_many_players_as_a_bracket() -> None:
    event = StagedEvent(*FOUR)
    for size in (1, 2, 3, 5, 12, 63):
        assert event.refusal(commands.StartEvent(2, size)) == (
            f"A cut has 4, 8, 16, 32 or 64 players (0: no cut), not {size}."
        )
    assert event.refusal(commands.StartEvent(2, 8)) == (
        "A cut to 8 needs as many players; the event has 4."
    )
    event.start(2, 4)


def test_a_policy_with_signs_that_nobody_sees_begins_no_event() -> None:
    event = StagedEvent()
    event.made, event.log = None, []
    first, *others = TRUMP_KING.infractions
    for policy in (
        replace(TRUMP_KING, title="Trump\x1b[31mKing"),
        replace(TRUMP_KING, infractions=(replace(first, title="Slow\nplay"), *others)),
    ):
        assert event.refusal(commands.CreateEvent("Open", policy, "seed")) == (
            "The policy holds a text with signs that nobody sees."
        )


def test_a_policy_that_contradicts_itself_begins_no_event() -> None:
    event = StagedEvent()
    event.made, event.log = None, []
    policy = changed(TRUMP_KING, points__win=0)
    assert event.refusal(commands.CreateEvent("Open", policy, "seed")) == (
        "The policy does not fit together: points.win: expected more than a draw gives (1), got 0."
    )
