"""What every ruleset answers to what cannot be: each error is typed and names the object."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_bench.engine.random_duels import begin
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Stand,
    Turn,
)
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.cardfiles.form import CardFileError
from duelmat_engine.catalogue import find_statement
from duelmat_engine.errors import (
    EngineError,
    IllegalActionError,
    InvalidActionError,
    PositionError,
    UnknownNameError,
)
from duelmat_engine.forms.position import Placed, faults_of, position
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.play import Deck, apply, new_duel
from duelmat_engine.ruleset.decks import judge_deck
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import Duel
from duelmat_engine.verdict import Invalidity
from duelmat_engine.views.view import view_for

SYSTEMS = ("trump_king", "ocg", "resummoned", "trigamon")
"""The rulesets; Simultaneous effects is the chain policy of `ocg`."""

PREFIXES = ("TK", "OCG", "SEG", "RES", "TRI")
M1 = ZoneName("a.m1")


def kept(text: str) -> str:
    """A card file with these lines, one effect of which goes on with another."""
    return f"""ruleset = "{text}"

[[effect]]
name = "there"
use = "trigger"
zones = ["m"]
text = "It goes on with the other."
on = {{ event = "moved" }}
resolve = [{{ do = "run", block = "back/resolve" }}]

[[effect]]
name = "back"
use = "trigger"
zones = ["m"]
text = "It goes on with the first."
on = {{ event = "moved" }}
resolve = [{{ do = "run", block = "there/resolve" }}]
"""


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_unknown_card_is_named_wherever_it_stands(ruleset: str) -> None:
    """In the ruleset's table, in a deck, in a position and in an action."""
    rules = find_ruleset(ruleset)
    with pytest.raises(UnknownNameError, match="No card is named 'Nobody'") as told:
        rules.card("a:Nobody")
    assert (told.value.what, told.value.name) == ("card", "Nobody")
    main, extra = rules.decks.practice
    verdict = judge_deck(ruleset, (*main[:-1], "Nobody"), extra)
    assert not verdict.legal and verdict.rules
    assert any("Nobody" in remedy.text for remedy in verdict.remedies)
    with pytest.raises(PositionError, match=r"a\.hand: no card is named 'Nobody'"):
        position(ruleset, {"a.hand": [Placed("Nobody")]})
    duel = opened(ruleset)
    verdict = judge(duel, Turn("a:Nobody"))
    assert verdict.invalid == Invalidity.MALFORMED
    assert "a:Nobody" in " ".join(remedy.text for remedy in verdict.remedies)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_an_unknown_rule_is_named_with_its_system(prefix: str) -> None:
    """A statement that does not exist is told with those that do."""
    with pytest.raises(UnknownNameError) as told:
        find_statement(f"{prefix}-9999")
    assert told.value.name == f"{prefix}-9999"
    assert any(name.startswith(prefix) for name in told.value.known)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_unknown_reading_is_refused(ruleset: str) -> None:
    """And so is a choice that a reading does not have."""
    rules = find_ruleset(ruleset)
    deck = Deck(*rules.decks.practice)
    with pytest.raises(UnknownNameError, match="No reading is named 'G-999'"):
        new_duel(ruleset, [deck] * 2, seed=1, readings={"G-999": "yes"})
    reading = rules.readings[0]
    with pytest.raises(UnknownNameError, match=reading.id) as told:
        new_duel(ruleset, [deck] * 2, seed=1, readings={reading.id: "perhaps"})
    assert set(told.value.known) == set(reading.choices)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_deck_out_of_format_is_refused_by_the_rule_for_decks(ruleset: str) -> None:
    """With the player whose it is, what was expected, and what was got."""
    main, extra = find_ruleset(ruleset).decks.practice
    with pytest.raises(PositionError, match=r"deck of b: .*expected .*got 3") as told:
        new_duel(ruleset, [Deck(main, extra), Deck(main[:3], extra)], seed=1)
    assert told.value.rules
    verdict = judge_deck(ruleset, main[:3], extra)
    assert not verdict.legal
    assert set(verdict.rules) <= set(told.value.rules)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_card_file_with_a_cycle_is_refused(ruleset: str) -> None:
    """Named step by step, with its line."""
    with pytest.raises(CardFileError, match=r"mine.toml:\d+: .*there runs back runs there"):
        parse_cards(kept(ruleset), "mine.toml", find_ruleset(ruleset))


@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{ do = "send", cards = "found", to = "hand" }', 'cards: expected .*got "found"'),
        ('{ do = "send", cards = "self", to = "moon" }', 'to: expected a kind of zone.*"moon"'),
        ('{ do = "open-play" }', "do: expected the name of an operation"),
    ],
)
def test_an_operation_that_cannot_apply_is_refused(ruleset: str, line: str, told: str) -> None:
    """One on cards that nothing binds, to a zone that there is not, or that is no card's."""
    text = kept(ruleset).replace('{ do = "run", block = "back/resolve" }', line)
    with pytest.raises(CardFileError, match=rf"mine.toml:\d+: .*{told}"):
        parse_cards(text, "mine.toml", find_ruleset(ruleset))


def opened(ruleset: str) -> Duel:
    """A duel at its first decision of open play."""
    duel = begin(3, ruleset)
    while duel.decision is not None and duel.decision.kind != "open":
        duel = apply(duel, next(iter(legal_actions(duel)))).duel
    return duel


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_action_of_another_decision_has_an_error_of_its_own(ruleset: str) -> None:
    """It names the action, what is asked instead and by which rules; no rule forbids it."""
    duel = opened(ruleset)
    hand = next(p.key for p in duel.at("a.hand") if p.key is not None)
    for action in (Number(3), Name("spade"), Reveal(CardKey("a:X")), Choose(hand)):
        with pytest.raises(InvalidActionError) as told:
            apply(duel, action)
        assert told.value.action == action
        assert told.value.verdict.invalid == Invalidity.ELSEWHERE
        assert duel.decision is not None
        assert set(told.value.rules) == set(duel.decision.rules) != set()
        assert "expected an answer of player" in str(told.value)
        assert type(action).__name__ in str(told.value)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_action_that_names_what_is_not_there_is_no_matter_of_rules(ruleset: str) -> None:
    """Whatever is switched off, it could not be carried out."""
    duel = opened(ruleset)
    game = game_of(ruleset, duel.readings)
    for action in (
        Attack(ZoneName("a.m2")),
        Turn(ZoneName("a.m3")),
        Play("unheard-of", "a.hand", M1),
    ):
        verdict = judge(duel, action, game)
        assert verdict.invalid == Invalidity.MALFORMED
        off = game_of(ruleset, duel.readings, frozenset(verdict.rules))
        assert judge(duel, action, off).invalid == Invalidity.MALFORMED
        with pytest.raises(InvalidActionError):
            apply(duel, action)


NO_NAMES = ("", "a", ":", "e:H7", "a:", "a:Nobody", "z.m1", "a.m", "a.m-", "a.nowhere", "hello")
"""Texts that name neither a card nor a zone."""


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_what_names_nothing_is_refused_wherever_it_stands(ruleset: str) -> None:
    """As a card, a zone, a material, what is shown or aimed at, and in a ruling: it is judged."""
    whole = opened(ruleset)
    game = game_of(ruleset, whole.readings)
    hand = next(p.key for p in whole.at("a.hand") if p.key is not None)
    for text in NO_NAMES:
        key, at = CardKey(text), ZoneName(text)
        wrong: list[Action] = [Attack(text), Turn(text), Choose(text), Reveal(key), Advance(text)]
        wrong += [Activate(name, text) for name in [*game.rules.effects][::9]]
        for move in game.moves[::4]:
            wrong += [Play(move.name, text, M1), Play(move.name, hand, at)]
            wrong.append(Play(move.name, hand, M1, using=(text, "b.hand"), shown=(key,)))
        for duel in (whole, view_for(whole, Seat(0))):
            assert not judge(duel, Stand(0, Attack(text), "ruling"), game).legal
            for action in wrong:
                assert not judge(duel, action, game).legal


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_action_that_a_rule_forbids_is_refused_by_it(ruleset: str) -> None:
    """That is another error: it carries the verdict, and switching its rules off helps."""
    duel = opened(ruleset)
    other = next(p.key for p in duel.at("b.hand") if p.key is not None)
    move = next(w.name for w in game_of(ruleset, duel.readings).moves if "set" in w.name)
    with pytest.raises(IllegalActionError) as told:
        apply(duel, Play(move, other, ZoneName("b.m1"), upright=False, face_up=False))
    assert not isinstance(told.value, InvalidActionError)
    assert told.value.verdict.rules and told.value.verdict.remedies


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_unreachable_position_is_refused_with_all_that_is_wrong(ruleset: str) -> None:
    """Zone, card, expected and got; what a rule says is told with its id."""
    main, _ = find_ruleset(ruleset).decks.practice
    wrong = {"a.m1": [Placed(main[0]), Placed(main[1])], "a.x9": [Placed(main[2])]}
    with pytest.raises(PositionError, match=r"no zone is named 'a\.x9'"):
        position(ruleset, wrong)
    with pytest.raises(PositionError, match=r"a\.m1: expected one card, got 2") as told:
        position(ruleset, {"a.m1": wrong["a.m1"]}, life=(0, 100))
    assert len(told.value.faults) >= 2
    assert told.value.rules
    with pytest.raises(PositionError, match="expected"):
        position(ruleset, {}, phase="midnight")


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_reached_position_is_called_unreachable(ruleset: str) -> None:
    """What a duel came to has no faults, and neither has what follows."""
    duel = opened(ruleset)
    assert faults_of(duel) == []
    for action in list(legal_actions(duel))[-3:]:
        assert faults_of(apply(duel, action).duel) == []


WOLF = "ocg; 3 a main1; life 8000 8000; closed; a.m1 Wolf@1; a.pile Wolf/2; b.m2 Ox@2; b.pile Ox/2"


@pytest.mark.parametrize("given", ["m1*b.m2", "/battle", "", None, 7, ("m1", "b.m2")])
def test_what_is_no_action_is_not_judged_as_one(given: Any) -> None:
    """Text is not, either: `parse_action` makes one of it."""
    duel = parse_position(WOLF)
    for ask in (judge, apply):
        with pytest.raises(EngineError, match="expected an action, such as parse_action") as told:
            ask(duel, given)
        assert f"got {given!r}" in str(told.value)


@pytest.mark.parametrize("viewer", ["a", 2, -5, None])
def test_a_viewer_has_a_seat_in_the_duel_or_is_nobody(viewer: Any) -> None:
    """Whoever has none is not shown the duel as everybody sees it, without a word."""
    with pytest.raises(EngineError, match="expected a seat from 0 to 1, got") as told:
        view_for(parse_position(WOLF), viewer)
    assert repr(viewer) in str(told.value)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Turn("b.m2", upright=False), "Not legal by G-29.turn. It becomes legal when it is your"),
        (Attack("a.m1", "b.m2"), "battle-phase. To make it legal: go on to the Battle Phase."),
        (Pass(), "It becomes legal when something is asked that may be declined: a response"),
    ],
)
def test_a_refusal_says_when_it_would_be_legal(action: Action, said: str) -> None:
    """It states what is missing as missing, not as if it were so."""
    with pytest.raises(IllegalActionError) as told:
        apply(parse_position(WOLF), action)
    assert said in str(told.value)
    assert told.value.verdict.summary().startswith(
        "Not asked now (" if said[0] == "I" else "Not legal by"
    )
