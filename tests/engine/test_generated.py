"""What rules let pass is legal only where its kind of move generates it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace as remade
from random import Random

import pytest

from duelmat_bench.engine.random_duels import play as random_duel
from duelmat_engine.actions import Action, Activate, Attack, Play, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.errors import IllegalActionError
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.judging.precheck import is_plainly_legal
from duelmat_engine.names import ZoneName
from duelmat_engine.play import apply, carry_out
from duelmat_engine.ruleset.build import build_game
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of, ruleset_names
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Do

TABLES = [(name, count) for name in ruleset_names() for count in find_ruleset(name).players]
MOMENTS = 60
"""Of each ruleset, taken from random duels."""
STREAMS = "trigamon; 3 a main1; life 8000 8000; closed; a.items WarmStream"


def moments(ruleset: str, players: int) -> Iterator[tuple[Duel, Random]]:
    """Moments of random duels at which somebody may play or respond."""
    count = 0
    for seed in range(1, 50):
        chance = Random(seed)
        for number, (duel, _) in enumerate(random_duel(seed, ruleset=ruleset, players=players)):
            if number % 5 or duel.decision is None or duel.decision.kind not in ("open", "window"):
                continue
            yield duel, chance
            count += 1
            if count == MOMENTS:
                return


def changed(duel: Duel, action: Action, past: list[Action], chance: Random) -> Iterator[Action]:
    """The same action with another target, zone, position, face, material, order or name."""
    cards = [name for name, _ in duel.pieces()] + [p.key for _, p in duel.pieces() if p.key]
    zones = [other.to for other in past if isinstance(other, Play)]
    match action:
        case Play(card=card, using=using):
            yield from (replace(action, to=to) for to in chance.sample(zones, min(4, len(zones))))
            yield replace(action, upright=not action.upright)
            yield replace(action, face_up=not action.face_up)
            for paid in (using[::-1], using[1:], using * 2, (*using, chance.choice(cards))):
                yield replace(action, using=paid)
        case Attack(card=card):
            yield from (Attack(card, target) for target in (None, *chance.sample(cards, 4)))
            yield from (Attack(card, f"{seat}.pile") for seat in "ab")
        case Turn(card=card):
            yield replace(action, upright=not action.upright)
            yield replace(action, face_up=not action.face_up)
        case Activate(card=card):
            yield replace(action, shown=None)
        case _:
            return
    for other in (*_names(duel, card), *chance.sample(cards, 3)):
        yield replace(action, card=other)


def _names(duel: Duel, ref: str) -> tuple[str, ...]:
    """Every way of naming a card."""
    found = lookup(duel, ref)
    return () if found is None else (found[0], *filter(None, (found[1].key,)))


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_whatever_is_legal_is_on_the_list_under_some_name(ruleset: str, players: int) -> None:
    """It leads where an action of the list leads; what is not says by which rule, and what helps.

    So does `apply`, which asks in a quicker way.
    """
    past: list[Action] = []
    renamed = 0
    for duel, chance in moments(ruleset, players):
        game = game_of(duel.ruleset, duel.readings)
        listed = list(legal_actions(duel, game))
        some = chance.sample(listed, min(6, len(listed)))
        past = [*past, *some][-100:]
        for action in (*some, *chance.sample(past, min(6, len(past)))):
            for other in changed(duel, action, past, chance):
                verdict = judge(duel, other, game)
                if not verdict.legal:
                    assert verdict.rules or verdict.invalid, (other, verdict)
                    assert verdict.remedies, (other, verdict)
                    assert not is_plainly_legal(duel, other, game), (other, verdict)
                elif other not in listed:
                    renamed += 1
                    assert _leads_alike(duel, other, listed, game), (other, verdict)
    assert renamed


def _leads_alike(duel: Duel, action: Action, listed: list[Action], game: Game) -> bool:
    ordered = action
    if isinstance(action, Play):  # in which order they go away is not what is asked here
        ordered = replace(action, using=tuple(sorted(action.using)))
    after = apply(duel, ordered, game).duel
    alike = (each for each in listed if type(each) is type(action))
    return any(carry_out(duel, each, game).duel == after for each in alike)


def test_a_play_that_no_rule_refuses_is_refused_where_no_list_has_it() -> None:
    """It cites what permits the move, and says how the move is made."""
    duel = parse_position(STREAMS)
    good = Play("set-stream", "a:WarmStream", ZoneName("a.streams"))
    assert judge(duel, good).legal
    verdict = judge(duel, replace(good, upright=False))
    assert verdict.rules == ("TRI-20",)
    assert verdict.remedies == (
        Do(
            "Make the move like this: set-stream:WarmStream>streams.",
            "set-stream:WarmStream>streams",
        ),
    )
    with pytest.raises(IllegalActionError):
        apply(duel, replace(good, upright=False))


def test_where_nothing_is_generated_a_refusal_says_that() -> None:
    """A game whose move makes nothing of a card, while its rules let it."""
    duel = parse_position(STREAMS)
    game = game_of(duel.ruleset, duel.readings)
    moves = tuple(remade(move, actions=lambda _: iter(())) for move in game.moves)
    verdict = judge(
        duel,
        Play("set-stream", "a:WarmStream", ZoneName("a.streams")),
        remade(game, moves=moves),
    )
    assert not verdict.legal
    assert verdict.remedies[0].text == "There is a way to make this move with the card."


def test_rules_that_are_off_are_not_asked_of_the_list() -> None:
    """What a move keeps to by itself, it keeps to without the rule that says so."""
    rules = find_ruleset("trump_king")
    duel = position("trump_king", {"a.hand": [Placed("S5")]})
    sideways = Play("normal-summon", "a:S5", ZoneName("a.m1"), upright=False)
    assert judge(duel, sideways).rules == ("TK-16",)
    game = build_game(rules, duel.readings, frozenset({"TK-16"}))
    assert judge(duel, sideways, game).legal
