"""What the table may conclude in a closed duel is worked out when somebody reads it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from pickle import dumps, loads

import pytest

from duelmat_bench.engine.random_duels import begin
from duelmat_engine import play_random, practice_duel, read_duel, ruleset_names, write_duel
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.running.machine import Machine, Unbound
from duelmat_engine.state import Claim, Duel, Hidden, Value
from duelmat_engine.steps.activation import MAYBE
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.later import LaterClaims, is_waiting, later

PLAYED = 250
"""Decisions of a random duel."""
KEYS = tuple(CardKey(f"a:S{n}") for n in range(1, 7))
M1, S1 = ZoneName("a.m1"), ZoneName("a.s1")
SEEN = Claim(frozenset(KEYS[:2]), frozenset((M1,)), 1)
LAID = Claim(frozenset(KEYS[2:]), frozenset((S1,)), 1, "TK-35")


def played(ruleset: str, *, read: bool) -> list[Duel]:
    """Return the duels after each decision; with `read`, what is known is read after each."""
    duels = []
    for each in islice(play_random(practice_duel(ruleset, seed=2), seed=3), PLAYED):
        duels.append(each.step.duel)
        if read:
            for hidden in each.step.duel.hidden:
                list(hidden.claims)
                assert not is_waiting(hidden)
    return duels


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_play_reads_no_claims(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one is worked out, and there are some."""

    def plain(claims: LaterClaims) -> tuple[Claim, ...]:
        raise AssertionError(claims)

    monkeypatch.setattr(LaterClaims, "plain", plain)
    assert any(
        is_waiting(hidden) for duel in played(ruleset, read=False) for hidden in duel.hidden
    )


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_it_does_not_matter_when_claims_are_read(ruleset: str) -> None:
    """Read after each decision or from the last one back, they say the same; copies, too."""
    early, late = played(ruleset, read=True), played(ruleset, read=False)
    assert list(map(write_duel, reversed(early))) == list(map(write_duel, reversed(late)))
    assert early == late
    assert any(hidden.claims for hidden in late[-1].hidden)
    for again in (read_duel(write_duel(late[-1])), loads(dumps(late[-1])), deepcopy(late[-1])):
        assert again == late[-1]
        assert late[-1] == again


@dataclass
class Told:
    """A change of knowledge that counts how often it is made."""

    claim: Claim
    made: int = 0

    def __call__(self, known: Hidden) -> Hidden:
        self.made += 1
        assert type(known.claims) is tuple
        return knowledge.claim(known, self.claim)


def test_a_change_is_made_once_when_it_is_read() -> None:
    """Later changes wait for it, and are made after it."""
    told = Told(LAID)
    pool = frozenset(KEYS)
    waiting = later(Hidden(pool, (SEEN,)), pool, told)
    after = knowledge.reveal(knowledge.claim(waiting, SEEN), S1, KEYS[3])
    assert (is_waiting(after), told.made) == (True, 0)
    assert after.pool == pool - {KEYS[3]}
    plain = knowledge.reveal(Hidden(pool, (SEEN, LAID)), S1, KEYS[3])
    assert after == plain
    assert plain == after
    assert hash(after.claims) == hash(plain.claims)
    assert (is_waiting(after), is_waiting(waiting), told.made) == (False, False, 1)
    assert waiting.claims == (SEEN, LAID)


def test_claims_that_wait_are_read_like_a_tuple() -> None:
    """In length, order, parts and writing."""
    claims = later(Hidden(), frozenset(), Told(SEEN)).claims
    assert (len(claims), claims[0], claims[:1], list(claims)) == (1, SEEN, (SEEN,), [SEEN])
    assert repr(claims) == repr((SEEN,))
    assert SEEN in claims


def same(known: Hidden) -> Hidden:
    """Change nothing."""
    return known


def test_a_duel_of_any_length_is_read() -> None:
    """So many changes that functions calling each other would find no end; they go again, too."""
    known = Hidden(frozenset(KEYS), (SEEN,))
    for _ in range(100_000):
        known = later(known, known.pool, same)
    assert known.claims == (SEEN,)
    for _ in range(100_000):
        known = later(known, known.pool, same)
    del known


@pytest.mark.parametrize(
    ("depth", "block", "bound"),
    [(0, "duel", ("TK-35", "a:S1")), (0, "turn", ()), (9, "duel", ())],
    ids=["there", "another block", "ended"],
)
def test_a_frame_that_outlasts_an_action_binds_what_it_left(
    depth: int, block: str, bound: tuple[str, ...]
) -> None:
    """A card laid face-down may come to its zone only after another decision."""
    duel = begin(1, "trump_king")
    machine = Machine(duel, game_of(duel.ruleset, duel.readings))
    asked: list[str] = []

    def values() -> dict[str, Value]:
        asked.append(block)
        return MAYBE(("TK-35", "a:S1"))

    machine.unbound = Unbound(depth, block, values)
    machine.decision = duel.decision
    frozen = machine.freeze()
    assert MAYBE.of(frozen.frames[0].bound) == bound
    assert len(asked) == len(bound[:1])
