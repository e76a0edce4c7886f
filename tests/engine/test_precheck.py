"""What is found out once about rules is what they say each time."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import pytest

from duelmat_bench.engine.random_duels import begin, play
from duelmat_engine.actions import Action, Activate, Advance, Pass, Play
from duelmat_engine.board.derive import derive
from duelmat_engine.board.refs import unseen_counts
from duelmat_engine.caches import cached_by_identity, cached_while_unmoved
from duelmat_engine.cards import Card
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.judging.precheck import (
    PartialQuestion,
    UndecidedError,
    is_plainly_legal,
    plans_of,
    precheck,
)
from duelmat_engine.moves.moment_rules import Citation
from duelmat_engine.moves.phases import keeping_order
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.play import carry_out
from duelmat_engine.ruleset.game import Board, Game, MoveKind, Question, Rule
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from duelmat_engine.state import Duel
from duelmat_engine.verdict import Never
from duelmat_engine.visibility import knowledge

RULESETS = ruleset_names()
STATES = 60
"""Of each ruleset, taken from random duels."""


def states(ruleset: str, players: int = 2, every: int = 7) -> list[tuple[Duel, Action]]:
    """States of open play and windows on the way of random duels, with what was played there."""
    found: list[tuple[Duel, Action]] = []
    for seed in range(1, 50):
        for number, (duel, action) in enumerate(play(seed, ruleset=ruleset, players=players)):
            asks = duel.decision is not None and duel.decision.kind in ("open", "window")
            if asks and number % every == 0:
                found.append((duel, action))
                if len(found) == STATES:
                    return found
    return found


def told(name: str, holds: Callable[[Question], bool]) -> Rule:
    return Rule(name, holds, lambda _: Never("no", name))


def has_kind(question: Question, kind: str) -> bool:
    return question.card is not None and kind in question.card.kinds


def test_a_partial_question_answers_by_what_it_is_told_alone() -> None:
    """What is broken or holds by the card is known; what looks at the duel has to be asked."""
    spell = told("spell", lambda q: has_kind(q, "spell"))
    trap = told("trap", lambda q: has_kind(q, "trap"))
    turn = told("turn", lambda q: q.duel.turn > 1)
    either = told("either", lambda q: has_kind(q, "spell") or q.duel.turn > 1)
    found = precheck(
        (spell, trap, turn, either), PartialQuestion(card=Card("X", "X", kinds=("spell",)))
    )
    assert found.broken == (trap,)
    assert found.open == (turn,)


def test_a_partial_question_refuses_what_it_is_not_told() -> None:
    """It never makes up an answer."""
    with pytest.raises(UndecidedError, match="duel"):
        _ = PartialQuestion(card=None).duel


@pytest.mark.parametrize("ruleset", ["ocg", "trump_king"])
def test_an_exit_of_every_turn_is_decided_by_its_phase_alone(ruleset: str) -> None:
    """No listing asks each time whether a phase may follow; only exits of some turns do."""
    game = game_of(ruleset, {})
    order = keeping_order(Citation("order"), Citation("first"), "")
    for phase in game.rules.phases:
        for leave in phase.exits:
            duel = PartialQuestion(phase=phase.name)
            known = PartialQuestion(game=game, duel=duel, action=Advance(leave.to))
            is_of_some_turns = leave.not_on_first_turn or leave.only_on_first_turn
            assert bool(precheck(order, known).open) == is_of_some_turns


def listed_one_by_one(duel: Duel, game: Game) -> Iterator[Action]:
    """The list of a closed duel, every rule of every way asked anew for every card."""
    decision = duel.decision
    assert decision is not None
    for move in game.moves if decision.kind == "open" else game.responses:
        question = Question(duel, game, decision.seat)
        if all(rule.holds(question) for rule in move.moment):
            yield from listed_of(question, move)
    if decision.kind == "window":
        yield Pass()


def listed_of(question: Question, move: MoveKind) -> Iterator[Action]:
    for place, piece in move.sources(question):
        card = None if piece.key is None else question.game.rules.card(piece.key)
        question.place, question.piece, question.card = place, piece, card
        if all(rule.holds(question) for rule in move.card):
            for action in move.actions(question):
                question.action = action
                possible = move.possible is None or move.possible(question, action)
                if possible and all(rule.holds(question) for rule in move.action):
                    yield action


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_list_is_what_asking_every_rule_gives(ruleset: str) -> None:
    """Plans leave out no rule that could refuse, and refuse nothing that is allowed."""
    for duel, _ in states(ruleset):
        game = game_of(duel.ruleset, duel.readings)
        assert list(legal_actions(duel, game)) == list(listed_one_by_one(duel, game))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_plainly_legal_is_legal_to_the_judge(ruleset: str) -> None:
    """Listed plays are; of plays of other moments none is that the judge refuses."""
    chance = random.Random(ruleset)
    sample = states(ruleset)
    strange = [action for _, action in sample]
    for duel, _ in sample:
        game = game_of(duel.ruleset, duel.readings)
        for action in legal_actions(duel, game):
            if not isinstance(action, Pass):
                assert is_plainly_legal(duel, action, game)
        for action in chance.sample(strange, 8):
            if is_plainly_legal(duel, action, game):
                assert judge(duel, action, game).legal


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_way_is_told_by_the_name_of_a_play_or_its_effect(ruleset: str) -> None:
    """Whatever card is played, and wherever to, the first way that takes it is the same."""
    duel = next(duel for duel, _ in states(ruleset))
    assert duel.decision is not None
    game = game_of(duel.ruleset, duel.readings)
    plans = plans_of(duel, game, duel.decision)
    own, other = ZoneName("a.m1"), ZoneName("b.s1")
    named = [Play(move.name, "a.hand", own) for move in game.moves]
    named += [Play(move.name, "b:X", other, face_up=False, using=("b.m1",)) for move in game.moves]
    effects = find_ruleset(ruleset).effects
    used = [Activate(name, card) for name in effects for card in ("a.m1", "b:X", "a.hand")]
    for action in (*named, *used):
        first = next((p for p in plans.every if p.move.takes(action)), None)
        assert plans.taking(action) is first


@pytest.mark.parametrize("off", [False, True])
def test_a_game_with_a_rule_off_has_plans_of_its_own(*, off: bool) -> None:
    """What was found out with all rules on says nothing about a game without one."""
    duel = begin(3, "trump_king")
    readings = duel.readings
    disabled = frozenset({"TK-14"}) if off else frozenset()
    game = game_of("trump_king", readings, disabled)
    for duel, _ in states("trump_king")[:20]:
        assert duel.decision is not None
        for plan in plans_of(duel, game, duel.decision).every:
            limits = plan.limits["H7"]
            ids = {rule.id for rule in (*plan.moment, *limits.broken, *limits.open)}
            assert not ids & disabled


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_of_which_nothing_is_told_count_as_one(ruleset: str) -> None:
    for duel, _ in states(ruleset, every=11):
        for owner, hidden in enumerate(duel.hidden):
            counts = unseen_counts(duel, owner)
            named = {name: counts.get(name, 0) for name in knowledge.told_zones(hidden)}
            named[knowledge.ELSEWHERE] = len(hidden.pool) - sum(named.values())
            assert knowledge.simplify(hidden, named) == knowledge.simplify(hidden, counts)


def test_work_is_done_once_for_each_object() -> None:
    """Two equal objects are two; the same one is asked about once."""
    asked: list[tuple[int, ...]] = []

    @cached_by_identity
    def total(numbers: tuple[int, ...]) -> int:
        asked.append(numbers)
        return sum(numbers)

    one, other = (1, 2), tuple(map(int, "12"))
    assert [total(one), total(one), total(other), total(other)] == [3, 3, 3, 3]
    assert asked == [one, other]


def test_an_answer_about_cards_is_kept_as_long_as_the_very_same_zones_are_asked_about() -> None:
    """Other zones, even with the same cards, or another subject are asked about anew."""
    asked: list[str] = []

    @cached_while_unmoved
    def count(zones: Mapping[str, tuple[int, ...]], about: str) -> int:
        asked.append(about)
        return sum(map(len, zones.values()))

    zones = {"a.m1": (1,), "a.m2": (2, 3)}
    assert [count(zones, "x"), count(zones, "x"), count(zones, "y")] == [3, 3, 3]
    assert asked == ["x", "y"]
    assert count({**zones, "a.m1": (4, 1)}, "y") == 4
    assert count(dict(zones), "y") == 3
    assert asked == ["x", "y", "y", "y"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_never_change_whatever_is_played(ruleset: str) -> None:
    """A move makes other zones, so that what is kept for those of a duel holds."""
    for duel, _ in states(ruleset):
        game = game_of(ruleset, duel.readings)
        before = list(duel.zones.items())
        for action in list(legal_actions(duel, game))[:6]:
            carry_out(duel, action, game)
            now = list(duel.zones.items())
            assert [name for name, _ in now] == [name for name, _ in before]
            assert all(cards is then for (_, cards), (_, then) in zip(now, before, strict=True))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_was_found_on_a_board_is_what_would_be_found_anew(ruleset: str) -> None:
    """From one decision to the next it is kept as long as no card moves."""
    duels = [duel for duel, _ in states(ruleset, every=1)]
    kept = [list(legal_actions(duel)) for duel in duels]
    assert any(now.zones is then.zones for then, now in pairwise(duels))
    for duel, actions in zip(duels, kept, strict=True):
        game = dataclasses.replace(game_of(ruleset, duel.readings))  # of which nothing is kept
        assert list(legal_actions(duel, game)) == actions


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_found_once_a_board_goes_by_the_board_alone(ruleset: str) -> None:
    """A function that looks at anything else of the duel, a turn or a counter, is told nothing."""
    asked = 0
    for duel, _ in states(ruleset, every=3):
        game = game_of(ruleset, duel.readings)
        lies = PartialQuestion(zones=duel.zones, players=duel.players, closed=True, at=duel.at)
        for move in (*game.moves, *game.responses):
            if not hasattr(move.sources, "__wrapped__"):
                continue
            for seat in map(Seat, duel.seats):
                question = PartialQuestion(duel=lies, game=game, seat=seat, board=Board())
                found = move.sources.__wrapped__(question)
                assert list(found) == list(move.sources(Question(duel, game, seat)))
                asked += 1
    assert asked > 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_applies_continuously_is_what_would_be_found_anew(ruleset: str) -> None:
    """From one duel to the next it is kept only if the cards that lie there are the same."""
    duels = [duel for duel, _ in states(ruleset, every=2)]
    kept = [derive(duel, game_of(ruleset, duel.readings)).active for duel in duels]
    for duel, active in zip(duels, kept, strict=True):
        game = dataclasses.replace(game_of(ruleset, duel.readings))  # of which nothing is kept
        assert list(active.sources) == list(derive(duel, game).active.sources)
