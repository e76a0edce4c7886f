"""Acts that everybody sees to be illegal: open and closed duel refuse them by the same rules."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from duelmat_engine import Action, Deck, Duel, Stand, judge, public_form
from duelmat_engine.judging.scopes import is_hidden
from duelmat_engine.names import is_key
from duelmat_engine.refs import is_unseen, lookup
from duelmat_engine.ruleset import find_ruleset, game_of
from followed_duels import moments


class Refused(NamedTuple):
    """How many acts were refused on public facts alone, and where the two duels differed."""

    refused: int
    differs: list[str]


def refusals(seed: int, ruleset: str, players: int, limit: int) -> Refused:
    """Try in a random duel what was legal at other moments, as far as it names open cards."""
    chance = Random(seed)
    deck = Deck(*find_ruleset(ruleset).practice_deck)
    past: list[Action] = []
    refused, differs = 0, []
    for closed, followed, actions, action in moments(seed, limit, ruleset, [deck] * players):
        past += [public_form(closed, a) for a in (action, chance.choice(actions))]
        for act in chance.sample(past, min(4, len(past))):
            if isinstance(act, Stand) or not names_open_cards(closed, act):
                continue
            seen = judge(followed, act)
            if seen.legal:
                continue
            refused += 1
            whole = judge(closed, act)
            if (whole.legal, whole.rules) != (seen.legal, seen.rules):
                differs.append(f"{act}: {seen.rules} in the open, {whole.rules} with all known")
    return Refused(refused, differs)


def names_open_cards(closed: Duel, action: Action) -> bool:
    """Whether everybody has seen the cards that an action names; it names no hidden zone."""
    game = game_of(closed.ruleset, closed.readings)
    named = [getattr(action, name, None) or "" for name in ("card", "target")]
    named += [*getattr(action, "using", ()), *getattr(action, "values", ())]
    for ref in filter(None, named):
        found = lookup(closed, ref)
        if found is None:
            return False
        if is_unseen(closed, found[1]) or (not is_key(ref) and is_hidden(game, ref)):
            return False
    return True
