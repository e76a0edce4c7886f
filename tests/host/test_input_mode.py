"""How an action is done at a mat, and which plays a shown card begins."""

from __future__ import annotations

from direct_mat import Bench, held, lay
from duelmat_engine import CardKey, Play, legal_actions
from duelmat_host.table.input_mode import shown_plays

TRIBUTES = ("MysticalElf", "CelticGuardian", "StoneSoldier")


def test_a_shown_card_is_not_judged_for_all_that_face_down_cards_may_be() -> None:
    """Three face-down monsters may be 100,000 different ones: no play is judged for each."""
    lying = {f"a.m{n}": lay(code, down=True) for n, code in enumerate(TRIBUTES, -1)}
    bench = Bench({"a.hand": held("DarkMagician"), **lying}, ruleset="resummoned")
    state = bench.table.state
    legal = list(legal_actions(state.duel))
    key = CardKey("a:DarkMagician")
    plays = shown_plays(state.duel, legal, state.zones, key, face_up=True, secrets=state.secrets)
    known = [each for each in legal_actions(bench.closed) if isinstance(each, Play) and each.using]
    assert {each.using for each in plays if isinstance(each, Play)} == {e.using for e in known}
    assert all(isinstance(e, Play) and e.card == "a:DarkMagician" for e in plays)
