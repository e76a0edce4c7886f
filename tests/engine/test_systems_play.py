"""Every system at random: duels end by rule, and what is written of them comes back."""

from __future__ import annotations

import random

import pytest

from duelmat_bench.engine.random_duels import play, soak
from duelmat_engine.actions import Activate, Advance, Pass
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.forms.position_reader import parse_position
from duelmat_engine.forms.position_text import format_position
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import is_key
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.play import Deck, apply, forced_answer, new_duel
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import replace
from duelmat_engine.views.view import view_for
from examples import seeds


@pytest.mark.parametrize(
    ("ruleset", "players", "duels", "seed"),
    [
        *seeds(("ocg", 2, 6, seed) for seed in range(0, 24, 6)),
        *seeds(("trigamon", 2, 1, seed) for seed in range(3)),
        ("resummoned", 2, 5, 700),
        ("resummoned", 3, 3, 700),
        ("resummoned", 4, 3, 700),
    ],
)
def test_random_duels_end_by_rule_and_stay_sound(
    ruleset: str, players: int, duels: int, seed: int
) -> None:
    """No exception, no state that cannot be, no duel that goes on for ever."""
    tally = soak(duels, seed, check_every=4, ruleset=ruleset, players=players)
    assert (tally.cut_offs, tally.faults) == ([], [])
    assert tally.wins.total() + tally.draws.total() == duels


@pytest.mark.parametrize(
    ("ruleset", "players", "seed"),
    [
        *seeds(("ocg", 2, seed) for seed in range(3)),
        *seeds(("trigamon", 2, seed) for seed in range(2)),
        ("resummoned", 2, 1),
        ("resummoned", 3, 4),
    ],
)
def test_actions_and_positions_come_back_from_their_text(
    ruleset: str, players: int, seed: int
) -> None:
    """Marks, equipped cards, columns on both sides, stacks, priority and who has lost."""
    written = 0
    for index, (duel, action) in enumerate(play(seed, 1500, ruleset, players)):
        assert duel.decision is not None
        seat = duel.decision.seat
        assert parse_action(format_action(action, seat), seat) == action
        if index % 5:
            continue
        text = format_position(duel)
        again = parse_position(text)
        assert format_position(again) == text
        assert list(legal_actions(again)) == list(legal_actions(duel))
        written += 1
    assert written > 20


def test_dread_and_break_come_back_from_their_text() -> None:
    """What holds for a player, and what the Break Phase allows."""
    pile = {"a.pile": [Placed("EmberImp")], "b.pile": [Placed("EmberImp")]}
    dread = apply(
        position("trigamon", {"b.pile": pile["b.pile"]}, phase="start"), Advance("dread")
    )
    hand = {"a.hand": [Placed("StillMoment"), Placed("EmberImp")], **pile}
    broken = apply(position("trigamon", hand), Activate("still-moment", "a:StillMoment"))
    while broken.duel.decision is not None and broken.duel.decision.kind == "window":
        broken = apply(broken.duel, Pass())
    for step, phase in ((dread, "dread"), (broken, "break")):
        assert step.duel.phase == phase
        text = format_position(step.duel)
        again = parse_position(text)
        assert format_position(again) == text
        assert set(legal_actions(again)) == set(legal_actions(step.duel))
    left = apply(parse_position(format_position(broken.duel)), Advance("back"))
    assert left.duel.phase == "main1"


@pytest.mark.parametrize("seed", seeds([3, 500]))
@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("trump_king", 2), ("ocg", 2), ("resummoned", 2), ("resummoned", 4), ("trigamon", 2)],
)
def test_running_through_forced_answers_is_answering_them(
    ruleset: str, players: int, seed: int
) -> None:
    """Same duel, same events, and the answers that are found anew for an equal duel."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    chance = random.Random(seed)
    duel = new_duel(ruleset, [deck] * players, seed=seed).duel
    game = game_of(ruleset, duel.readings)
    for _ in range(150):
        answers = list(legal_actions(duel))
        if duel.is_over() or not answers:
            break
        action = chance.choice(answers)
        step = apply(duel, action, through_forced=True)
        slow = apply(duel, action)
        events = list(slow.events)
        while (forced := forced_answer(slow.duel, game)) is not None:
            decision = slow.duel.decision
            assert decision is not None
            assert decision.kind == "chance" or list(legal_actions(slow.duel)) == [forced]
            slow = apply(slow.duel, forced)
            events += slow.events
        assert (step.duel, list(step.events)) == (slow.duel, events)
        assert list(legal_actions(step.duel)) == list(legal_actions(replace(step.duel)))
        duel = step.duel
    assert duel.is_over() or len(list(legal_actions(duel))) > 1


def test_an_open_duel_stops_at_every_answer() -> None:
    """What is forced in it hangs on cards that it does not know."""
    deck = Deck(*find_ruleset("ocg").decks.practice)
    duel = view_for(new_duel("ocg", [deck] * 2, seed=3).duel)
    action = next(iter(legal_actions(duel)))
    assert apply(duel, action, through_forced=True) == apply(duel, action)


@pytest.mark.parametrize(("ruleset", "seed"), [("trump_king", 80), ("ocg", 0)])
def test_an_open_cards_trigger_is_named_by_its_key_as_by_its_zone(ruleset: str, seed: int) -> None:
    """Both are the same answer."""
    tried = 0
    for number in range(seed, seed + 8):
        for duel, _ in play(number, ruleset=ruleset):
            if duel.decision is None or duel.decision.kind != "trigger":
                continue
            for action in legal_actions(duel):
                if not isinstance(action, Activate) or is_key(action.card):
                    continue
                piece = duel.at(action.card)[0]
                if not piece.face_up or piece.key is None:
                    continue
                by_key = Activate(action.effect, piece.key)
                assert judge(duel, by_key).legal
                one, other = apply(duel, action).duel, apply(duel, by_key).duel
                assert (one.zones, one.chain) == (other.zones, other.chain)
                tried += 1
    assert tried
