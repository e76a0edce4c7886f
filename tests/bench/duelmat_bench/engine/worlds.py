"""An open duel beside all duels that the table may be looking at: the truth by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Final

from duelmat_bench.engine.deals import TooManyDealsError, deals, facts, identity, shuffles
from duelmat_engine.actions import Action, Activate, Choose, Name, Number, Pass, Play, Reveal, Turn
from duelmat_engine.board.refs import lookup
from duelmat_engine.candidates.asked import current_op, is_aloud, is_searched
from duelmat_engine.candidates.choosable import LOOKING
from duelmat_engine.effects import ops
from duelmat_engine.events import Shown
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, ZoneName, is_key, seat_letter, zone_kind
from duelmat_engine.play import apply, roll
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.views.public import asks_unseen, public_form, question
from duelmat_engine.views.view import view_for

Seen = tuple[CardKey | None, ...]
"""The cards that came to light, in order."""

MOST_WORLDS: Final = 1200
CHECKED_WORLDS: Final = 150
"""In so many deals every legal action is looked up; in more of them the duel is only played on."""


class Table:
    """An open duel, the duel that is really played, and all duels that it may be."""

    def __init__(self, closed: Duel, chance: Random) -> None:
        """Begin where hands and piles are all that nobody has seen."""
        self.random = chance
        self.closed = closed
        self.open = view_for(closed)
        self.game = game_of(closed.ruleset, closed.readings)
        self.hidden = self.game.rules.zones.hidden
        self.keys = [k for h in self.open.hidden for k in sorted(h.pool)]
        self.worlds = deals(closed, MOST_WORLDS)
        self.checked = 0
        """Decisions at which open duel and deals were compared."""
        self.counted = 0
        """Deals that this took."""
        self.wide: list[str] = []
        """The decisions at which the open duel allows what no deal allows."""
        self.loose: list[str] = []
        """The decisions at which one may answer that nothing fits, though no deal is such: of
        cards that fit only together. The possibility of announcing them is not kept as knowledge.
        """

    def run(self, steps: int) -> None:
        """Play on until the deals are too many, or the duel is over."""
        try:
            for _ in range(steps):
                if len(self.worlds) <= CHECKED_WORLDS:
                    self.check()
                if len(self.worlds) > MOST_WORLDS or not self.step():
                    return
        except TooManyDealsError:
            return

    def check(self) -> None:
        """Legal in the open duel is legal in some deal, and the other way round."""
        self.checked += 1
        self.counted += len(self.worlds)
        truth: set[Action] = set()
        told: set[Action] = set()
        for world in self._in_every_order():
            for action in legal_actions(world):
                form = public_form(world, action)
                truth.add(form)
                told.add(self.said(form, world))
        for action in truth:
            verdict = judge(self.open, action)
            assert verdict.legal, (action, verdict.summary(), self.open.decision)
        listed = {self.said(a, self.open) for a in legal_actions(self.open)}
        assert not told - listed, ("not listed", told - listed)
        self.wide += [f"{a}" for a in listed - told if not self._is_nothing_fits(a)]
        lying = {p.key for _, p in self.open.pieces() if p.key is not None}
        for pattern in told:
            for bound in self.bindings(pattern):
                if getattr(bound, "card", "") in lying and bound not in listed:
                    continue  # a card that lies openly, named by itself instead of its place
                if bound not in truth and judge(self.open, bound).legal:
                    self.wide.append(f"{bound}")

    def _in_every_order(self) -> Iterator[Duel]:
        """Yield the deals; with a hand from which cards are chosen in every order it may have.

        Several cards are chosen in the order in which they are held.
        """
        asked = self.open.decision
        hand = ZoneName(f"{seat_letter(asked.seat)}.hand") if asked and asked.seat >= 0 else ""
        if asked is None or asked.kind != "choose" or not self.closed.at(hand):
            yield from self.worlds
            return
        for world in self.worlds:
            for order in permutations(world.at(hand)):
                yield replace(world, zones={**world.zones, hand: order})

    def _is_nothing_fits(self, action: Action) -> bool:
        """Whether the answer is that nothing fits where a closed duel asks nothing: see `_ask`."""
        return isinstance(action, Pass) and asks_unseen(self.open)

    def said(self, action: Action, world: Duel) -> Action:
        """An action without what it names of cards that this open duel has not seen."""
        card = getattr(action, "card", "")
        if isinstance(action, Activate | Turn):
            action = replace(action, shown=None)
        if isinstance(action, Play):
            action = replace(action, shown=())
        if isinstance(action, Choose):
            action = replace(action, place=ZoneName(""))
        if is_key(card) and lookup(self.open, card) is None:
            found = lookup(world, card)
            assert found is not None
            action = replace(action, card=found[0])
        return action

    def bindings(self, pattern: Action) -> Iterator[Action]:
        """Yield what a pattern could stand for if nothing at all were known."""
        card: str = getattr(pattern, "card", "")
        if isinstance(pattern, Play | Turn) and not pattern.face_up:
            return
        if isinstance(pattern, Choose) and not (is_key(card) or card in self.open.zones):
            return
        unseen = [p for p in self.open.at(card) if p.key is None] if not is_key(card) else []
        if unseen and zone_kind(card) in self.hidden:
            if isinstance(pattern, Choose) and not is_aloud(self.open, self.game):
                return
            for key in self.keys:
                if key[0] == card[0]:
                    yield from self.with_materials(self._named(pattern, key))
        elif unseen and isinstance(pattern, Activate | Turn):
            for key in self.keys:
                if key[0] == seat_letter(unseen[0].owner):
                    yield replace(pattern, shown=key)
        else:
            yield from self.with_materials(pattern)

    def _named(self, pattern: Action, key: CardKey) -> Action:
        bound = replace(pattern, card=key)
        if isinstance(pattern, Choose) and is_searched(self.open, self.game):
            return Choose(key, ZoneName(pattern.card))
        return bound

    def with_materials(self, action: Action) -> Iterator[Action]:
        """An action with its unseen materials named in every way."""
        if not isinstance(action, Play):
            yield action
            return
        hidden = [u for u in action.using if self.open.at(u)[0].key is None]
        mine = [k for k in self.keys if k[0] == action.to[0]]
        for shown in permutations(mine, len(hidden)):
            yield replace(action, shown=shown)

    def step(self) -> bool:
        """Play one random action and keep the worlds in which it looks the same."""
        decision = self.closed.decision
        if decision is None:
            return False
        if decision.kind == "chance":
            action: Action = roll(self.closed)
        else:
            acts = list(legal_actions(self.closed))
            lively = [a for a in acts if not isinstance(a, Pass)] or acts
            action = self.random.choice(lively if self.random.random() < 0.8 else acts)
        form = public_form(self.closed, action)
        true = apply(self.closed, action)
        found: dict[object, tuple[Duel, Seen]] = {}
        for world in self._in_every_order():
            for other in _forms(world, form, decision.kind):
                after = apply(world, other)
                shown = tuple(e.piece.key for e in after.events if isinstance(e, Shown))
                for mixed in shuffles(after.duel, after.events, MOST_WORLDS):
                    found[(identity(mixed), shown)] = (mixed, shown)
        results = list(found.values())
        self.closed = true.duel
        shown = tuple(e.piece.key for e in true.events if isinstance(e, Shown))
        self.open = apply(self.open, form).duel
        results = self._ask(results, shown)
        wanted = facts(true.duel)
        self.worlds = [w for w, s in results if s == shown and facts(w) == wanted]
        over = true.duel.outcome is not None
        assert over or facts(self.open) == wanted, (facts(self.open), wanted)
        assert over or self.worlds
        return self.closed.decision is not None and self.open.decision is not None

    def _looks_at_others(self) -> bool:
        op = current_op(self.game.blocks, self.open.frames)
        return isinstance(op, ops.Choose) and any(isinstance(f, LOOKING) for f in op.cards.that)

    def _ask(self, results: list[tuple[Duel, Seen]], shown: Seen) -> list[tuple[Duel, Seen]]:
        """Answer what only the open duel asks: what was shown, and that nothing fits."""
        count = 0
        while (decision := self.open.decision) is not None:
            if decision.kind == "reveal":
                truth = {s[count] for _, s in results if len(s) > count}
                legal = {a.shown for a in legal_actions(self.open) if isinstance(a, Reveal)}
                assert truth <= legal, ("reveal", truth - legal)
                self.wide += [f"reveal {k}" for k in legal - truth]
                key = shown[count]
                assert key is not None
                self.open = apply(self.open, Reveal(key)).duel
                count += 1
                results = [(w, s) for w, s in results if s[:count] == shown[:count]]
            elif decision.kind in ("name", "choose"):
                asked = question(self.open)
                skipped = any(question(w) != asked for w, _ in results)
                passes = asks_unseen(self.open)
                assert passes or not skipped, ("nothing fits", decision)
                if passes and not skipped:
                    told = self.loose if self._looks_at_others() else self.wide
                    told.append(f"nothing fits {decision.about}")
                if question(self.closed) == asked:
                    return results
                self.open = apply(self.open, Pass()).duel
            else:
                break
        return results


def _forms(world: Duel, form: Action, kind: str) -> Iterator[Action]:
    """The actions of a world that look like this one."""
    if isinstance(form, Name | Number | Pass) or kind == "first":
        if judge(world, form).legal:
            yield form
        return
    for action in legal_actions(world):
        if public_form(world, action) == form:
            yield action
