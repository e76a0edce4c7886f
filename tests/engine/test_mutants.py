"""What the hunt for mutants rests on: each is one, has a name of its own, and leaves no trace."""

from __future__ import annotations

import pytest

from duelmat_bench.engine.mutants import excused
from duelmat_bench.engine.mutations import mutants
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names

pytestmark = pytest.mark.tools


@pytest.mark.parametrize("name", ruleset_names())
def test_each_mutant_has_a_name_and_a_statement_of_its_own(name: str) -> None:
    found = mutants(name)
    assert len({mutant.name for mutant in found}) == len(found) > 200
    assert all(mutant.rules for mutant in found)


def test_survivors_are_mutants_and_have_a_reason() -> None:
    """A reason for what is no mutant any more would hide the next one of that name."""
    known = {f"{name}: {mutant.name}" for name in ruleset_names() for mutant in mutants(name)}
    reasons = excused()
    assert reasons.keys() <= known
    assert all(why.endswith(".") for why in reasons.values())


@pytest.mark.parametrize("name", ruleset_names())
def test_a_mutant_is_there_while_it_is_hunted_and_gone_afterwards(name: str) -> None:
    """One of each kind: the ruleset of that name is another value, and then the same again."""
    kinds = {mutant.name.split()[0]: mutant for mutant in mutants(name)}
    for kind, mutant in kinds.items():
        before = find_ruleset(name)
        with mutant.inside():
            changed = find_ruleset(name)
        if kind not in {"tributes", "state-based"}:  # those tables stand beside the ruleset
            assert changed is not before
        assert find_ruleset(name).life == before.life
        assert find_ruleset(name).blocks == before.blocks
        assert find_ruleset(name).effects == before.effects
