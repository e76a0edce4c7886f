"""Trump King by random legal actions: it always ends by rule, and never leaves what can be."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_bench.engine.random_duels import play, replayed, soak
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Cancel,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.board.refs import lookup
from duelmat_engine.forms.duel_json import write_duel
from duelmat_engine.forms.position import faults_of
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.state import Duel, replace
from examples import examples, seeds

BATCHES = 4
BATCH = 20
RULES = find_ruleset("trump_king")
ZONES = [f"{s}.{k}{i}" for s in "ab" for k in "ms" for i in range(1, 5)] + ["a.hand", "b.grave"]
KEYS = [f"{s}:{code}" for s in "ab" for code in (*MAIN_CODES, *EXTRA_CODES)]


@pytest.mark.parametrize("batch", seeds(range(BATCHES)))
def test_random_duels_end_by_rule(batch: int) -> None:
    """No duel is cut off, no state is one that cannot arise; wins and draws have their reasons."""
    tally = soak(BATCH, seed=1000 + batch * BATCH, check_every=8)
    assert tally.cut_offs == []
    assert tally.faults == []
    assert tally.wins.total() + tally.draws.total() == BATCH
    assert set(tally.wins) <= {"the opponent has no life left"}
    assert set(tally.draws) <= {"the duel only repeats itself", "no player has life left"}


@pytest.mark.parametrize("seed", seeds(range(6)))
def test_a_duel_replays_byte_for_byte(seed: int) -> None:
    first, again = replayed(seed)
    assert first == again


@pytest.mark.rule("TK-21", "TK-36b", "TK-54")
@pytest.mark.parametrize("seed", seeds(range(40, 44)))
def test_the_standing_limits_hold_in_every_state(seed: int) -> None:
    """Three monsters, three Set cards, no Synchro outside field and Extra Deck, 54 cards each."""
    for duel, _ in play(seed):
        for letter in "ab":
            names = [n for n, pieces in duel.zones.items() if n[0] == letter and pieces]
            assert sum(n[2] == "m" for n in names) <= 3
            assert sum(n[2] == "s" for n in names) <= 3
            owned = [p for _, p in duel.pieces() if str(p.key)[0] == letter]
            assert len(owned) == len({p.key for p in owned}) == 54
        for name, piece in duel.pieces():
            if piece.code in EXTRA_CODES:
                assert name[2:] == "extra" or name[2] == "m"


@pytest.mark.parametrize("seed", seeds(range(60, 64)))
def test_what_is_listed_is_judged_legal(seed: int) -> None:
    for step, (duel, _) in enumerate(play(seed)):
        if step % 5:
            continue
        listed = list(legal_actions(duel))
        assert listed, "a state with nothing to do"
        assert len(set(listed)) == len(listed)
        for action in listed:
            assert judge(duel, action).legal, action


def said_plainly(duel: Duel, action: Action) -> Action:
    """The same action with every card named by its key, and shown only if shown wrongly."""

    def key(ref: str) -> str:
        found = lookup(duel, ref)
        return ref if found is None or found[1].key is None else str(found[1].key)

    match action:
        case Play():
            tops = [duel.top(place) for place in action.using]
            down = tuple(top.key for top in tops if top is not None and not top.face_up)
            wrong = action.move == "synchro-summon" and action.shown != down
            using = tuple(sorted(key(ref) for ref in action.using))
            return replace(
                action, card=key(action.card), using=using, shown=action.shown if wrong else ()
            )
        case Activate() | Turn():
            named = key(action.card)
            used = isinstance(action, Activate) and RULES.effects[action.effect].use
            checked = isinstance(action, Turn) or used in ("magic", "quick", "trap")
            shown = action.shown if checked and action.shown != named else None
            return replace(action, card=named, shown=shown)
        case Attack():
            target = None if action.target is None else key(action.target)
            return replace(action, card=key(action.card), target=target)
        case Choose():
            top = duel.top(action.card) if action.card[2] in "ms" else None
            seen = top is not None and top.face_up
            return Choose(key(action.card) if seen else action.card)
    return action


@cache
def states() -> list[Duel]:
    """Some states of some duels, of every kind of decision."""
    chance = random.Random(4)
    found: dict[str, list[Duel]] = {}
    for seed in range(80, 92):
        for duel, _ in play(seed):
            kind = duel.decision.kind if duel.decision else ""
            kept = found.setdefault(kind, [])
            if kind != "chance" and len(kept) < 60 and chance.random() < 0.3:
                kept.append(duel)
    return [duel for kept in found.values() for duel in kept]


NUMBERS = st.deferred(lambda: st.integers(0, len(states()) - 1))
REFS = st.sampled_from(ZONES + KEYS)
MOVES = sorted(
    move.name for move in RULES.moves(RULES, {r.id: r.choices[0] for r in RULES.readings})
)


def invented() -> st.SearchStrategy[Action]:
    """Actions of every class, most of them senseless."""
    zones = st.sampled_from([ZoneName(name) for name in ZONES])
    keys = st.none() | st.sampled_from([CardKey(key) for key in KEYS])
    return st.one_of(
        st.builds(
            Play,
            move=st.sampled_from([*MOVES, "effect-summon", "effect-set"]),
            card=REFS,
            to=zones,
            upright=st.booleans(),
            face_up=st.booleans(),
            using=st.lists(zones, max_size=3).map(tuple),
        ),
        st.builds(Activate, effect=st.sampled_from(sorted(RULES.effects)), card=REFS, shown=keys),
        st.builds(Attack, card=REFS, target=st.none() | zones),
        st.builds(Turn, card=REFS, upright=st.booleans(), face_up=st.booleans(), shown=keys),
        st.builds(Advance, phase=st.sampled_from(["draw", "main1", "battle", "main2", "end"])),
        st.builds(Choose, card=REFS),
        st.builds(Number, value=st.integers(-5, 50)),
        st.builds(Name, value=st.sampled_from(["spade", "7", "summon", "a", ""])),
        st.sampled_from([Pass(), Cancel()]),
    )


def bent(action: Action, chance: random.Random) -> Action:
    """A legal action with one thing about it changed."""
    changes: list[dict[str, Any]]
    refs, keys = chance.choice(ZONES + KEYS), CardKey(chance.choice(KEYS))
    match action:
        case Play():
            changes = [
                {"to": ZoneName(chance.choice(ZONES))},
                {"upright": not action.upright},
                {"face_up": not action.face_up},
                {"card": refs},
                {"move": chance.choice(MOVES)},
                {"using": action.using[1:]},
                {"using": (*action.using, chance.choice(ZONES))},
                {"shown": (keys,)},
            ]
        case Activate():
            effect = chance.choice(sorted(RULES.effects))
            changes = [{"card": refs}, {"shown": keys}, {"effect": effect}]
        case Attack():
            changes = [{"card": refs}, {"target": refs}, {"target": None}]
        case Turn():
            changes = [{"card": refs}, {"upright": not action.upright}, {"face_up": False}]
        case Choose():
            changes = [{"card": refs}]
        case Number():
            changes = [{"value": action.value + chance.choice((-5, -1, 1, 5))}]
        case _:
            return chance.choice([Pass(), Cancel(), Advance("end"), Choose(refs)])
    return replace(action, **chance.choice(changes))


def agree(duel: Duel, action: Action) -> None:
    """Judge and list say the same, whichever way the cards are named."""
    listed = list(legal_actions(duel))
    verdict = judge(duel, action)
    if action in listed:
        assert verdict.legal
    plain = {said_plainly(duel, known) for known in listed}
    assert verdict.legal == (said_plainly(duel, action) in plain), (action, verdict.summary())
    if not verdict.legal:
        assert verdict.remedies
        assert all(remedy.text for remedy in verdict.remedies)


@settings(max_examples=examples(300), deadline=None)
@given(NUMBERS, invented())
def test_judge_and_list_agree_on_invented_actions(number: int, action: Action) -> None:
    agree(states()[number], action)


@settings(max_examples=examples(300), deadline=None)
@given(NUMBERS, st.integers(0, 2**32))
def test_judge_and_list_agree_on_bent_actions(number: int, seed: int) -> None:
    duel = states()[number]
    chance = random.Random(seed)
    agree(duel, bent(chance.choice(list(legal_actions(duel))), chance))


def test_judging_changes_nothing() -> None:
    for duel in states()[::10]:
        before = write_duel(duel)
        for action in list(legal_actions(duel))[:20]:
            judge(duel, action)
        assert write_duel(duel) == before
        assert faults_of(duel) == []
