"""Acts that everybody sees to be illegal: the open duel refuses them by what is certain.

The closed duel may cite more: what only the owner of a hand knows to be lacking. What the open one
leaves out must be so, then, that unseen cards could lie otherwise and the rule not be broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import NamedTuple

from duelmat_bench.engine.followed_duels import moments, renamed
from duelmat_engine import PUBLIC, Action, Deck, Duel, Stand, Verdict, judge, public_form, view_for
from duelmat_engine.board.refs import is_unseen, lookup
from duelmat_engine.candidates.asked import is_hidden
from duelmat_engine.names import CardKey, is_key
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.visibility.dealing import possible_at

ARRANGEMENTS = 400
"""So many exchanges of two unseen cards are tried until a rule is kept that was broken."""


class Refused(NamedTuple):
    """The number of acts refused on public facts alone, and where the two duels differed."""

    refused: int
    differs: list[str]


def refusals(seed: int, ruleset: str, players: int, limit: int) -> Refused:
    """Try in a random duel what was legal at other moments, as far as it names open cards."""
    chance = Random(seed)
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    past: list[Action] = []
    refused, differs = 0, []
    for closed, followed, actions, action in moments(seed, limit, ruleset, [deck] * players):
        past += [public_form(closed, a) for a in (action, chance.choice(actions))]
        for act in chance.sample(past, min(4, len(past))):
            if isinstance(act, Stand) or not is_open_to_all(closed, act):
                continue
            seen = judge(followed, act)
            if seen.legal:
                continue
            refused += 1
            whole = judge(closed, act)
            if not agree(closed, followed, act, seen, whole):
                differs.append(f"{act}: {seen.rules} in the open, {whole.rules} with all known")
    return Refused(refused, differs)


def agree(closed: Duel, followed: Duel, act: Action, seen: Verdict, whole: Verdict) -> bool:
    """Whether the open duel cites what is broken however the unseen cards lie, and no more."""
    if whole.legal or not set(seen.rules) <= set(whole.rules):
        return False
    uncertain = set(whole.rules) - set(seen.rules)
    chance = Random(0)
    for other in rearranged(closed, followed, chance) if uncertain else ():
        uncertain &= set(judge(other, act).rules)
        if not uncertain:
            break
    return not uncertain


def rearranged(closed: Duel, followed: Duel, chance: Random) -> Iterator[Duel]:
    """Yield the closed duel with unseen cards exchanged, as far as the table can know: each two of
    them alone, so that a card that must lie elsewhere does so once; then more and more of them.
    """
    pairs = list(exchanges(closed, followed))
    chance.shuffle(pairs)
    for one, other in pairs:
        yield renamed(closed, {one: other, other: one})
    world = closed
    for _ in range(ARRANGEMENTS if pairs else 0):
        one, other = chance.choice(list(exchanges(world, followed)))
        world = renamed(world, {one: other, other: one})
        yield world


def exchanges(closed: Duel, followed: Duel) -> Iterator[tuple[CardKey, CardKey]]:
    """Two unseen cards of one owner in two zones, each of which may lie where the other does."""
    known = {piece.key for _, piece in view_for(closed, PUBLIC).pieces()}
    unseen = [
        (piece.owner, name, piece.key)
        for name, piece in closed.pieces()
        if piece.key is not None and piece.key not in known
    ]
    may = {name: possible_at(followed, name) for _, name, _ in unseen}
    for (owner, here, one), (rival, there, other) in combinations(unseen, 2):
        if owner == rival and here != there and one in may[there] and other in may[here]:
            yield one, other


def is_open_to_all(closed: Duel, act: Action) -> bool:
    """Whether everybody sees which cards an act is about, and would see it done."""
    return names_open_cards(closed, act) and names_open_cards(closed, public_form(closed, act))


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
