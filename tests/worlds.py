"""All deals that a table could be looking at, by brute force: the truth for open duels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from random import Random

from duelmat_engine.actions import (
    Action,
    Activate,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
    Turn,
)
from duelmat_engine.events import AnyEvent, Moved, Shown, Shuffled
from duelmat_engine.judging.answers import is_aloud
from duelmat_engine.judging.judge import judge, legal_actions
from duelmat_engine.names import CardKey, is_key, zone_kind
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.refs import lookup
from duelmat_engine.ruleset import game_of
from duelmat_engine.sight.public import is_at_offer, public_form
from duelmat_engine.state import Duel, Piece, replace

Seen = tuple[CardKey | None, ...]
"""What came to light, in order."""

EXTRA = ("SJ", "HQ", "CK", "DJ")


def facts(duel: Duel) -> object:
    """What anybody at the table sees."""
    lying: dict[str, object] = {}
    for name, pieces in duel.zones.items():
        if zone_kind(name) in ("hand", "pile"):
            lying[name] = len(pieces)
        else:
            lying[name] = [
                (p.face_up, p.upright, p.key if p.face_up else None, p.marks, p.arrived)
                for p in pieces
            ]
    asked = duel.decision and (duel.decision.seat, duel.decision.kind)
    lives = [p.life for p in duel.players]
    return (duel.turn, duel.phase, duel.turn_seat, lives, lying, asked, duel.used, duel.outcome)


def with_keys(duel: Duel, name: str, keys: Iterable[CardKey | None]) -> Duel:
    pieces = tuple(replace(p, key=k) for p, k in zip(duel.at(name), keys, strict=True))
    return replace(duel, zones={**duel.zones, name: pieces})


def deals(duel: Duel) -> list[Duel]:
    """Every way the packs may have been dealt."""
    found = [duel]
    for seat in "ab":
        hand, pile = f"{seat}.hand", f"{seat}.pile"
        keys = [p.key for p in (*duel.at(hand), *duel.at(pile))]
        ways = [
            (held, rest)
            for held in combinations(keys, len(duel.at(hand)))
            for rest in permutations([k for k in keys if k not in held])
        ]
        found = [
            with_keys(with_keys(d, hand, held), pile, rest) if rest else with_keys(d, hand, held)
            for d, (held, rest) in product(found, ways)
        ]
    return found


def identity(duel: Duel) -> object:
    """Two worlds with the same identity cannot be told apart by anybody's play."""
    lying = tuple(
        (
            name,
            tuple(sorted(str(p.key) for p in pieces))
            if zone_kind(name) == "hand"
            else tuple(p.key for p in pieces),
        )
        for name, pieces in sorted(duel.zones.items())
    )
    bound = tuple(
        (name, tuple(p.key for p in value if isinstance(p, Piece)))
        for frame in duel.frames
        for name, value in sorted(frame.bound.items())
        if isinstance(value, tuple) and value and isinstance(value[0], Piece)
    )
    return lying, bound


def shuffles(duel: Duel, events: tuple[AnyEvent, ...]) -> Iterator[Duel]:
    """The duel with every order that its shuffled piles may have."""
    mixed: list[str] = []
    for event in events:
        if isinstance(event, Shuffled):
            mixed.append(event.place)
        elif isinstance(event, Moved):
            assert event.source not in mixed, "a card was taken from a pile shuffled just now"
    found = [duel]
    for name in dict.fromkeys(mixed):
        orders = list(permutations(p.key for p in duel.at(name))) if duel.at(name) else []
        found = [with_keys(d, name, order) for d in found for order in orders] or found
    yield from found


def said(action: Action, duel: Duel) -> Action:
    """An action without what it names of cards that this open duel has not seen."""
    card = getattr(action, "card", "")
    if isinstance(action, Activate | Turn):
        action = replace(action, shown=None)
    if isinstance(action, Play):
        action = replace(action, shown=())
    if is_key(card) and lookup(duel, card) is None:
        kinds = ("pile",) if isinstance(action, Choose) and _looks(duel) else ("hand",)
        action = replace(action, card=f"{card[0]}.{kinds[0]}")
    return action


def _looks(duel: Duel) -> bool:
    return any("looked" in frame.bound for frame in duel.frames)


class Table:
    """An open duel, the duel that is really played, and all duels that it may be."""

    def __init__(self, packs: tuple[tuple[str, ...], tuple[str, ...]], seed: int) -> None:
        decks = [Deck(pack, EXTRA) for pack in packs]
        self.random = Random(seed)
        self.closed = new_duel("trump_king", decks, seed=seed, check_decks=False).duel
        self.open = new_duel("trump_king", decks, seed=None, check_decks=False).duel
        self.worlds = deals(self.closed)
        self.keys = [k for h in self.open.hidden for k in sorted(h.pool)]
        self.counted = len(self.worlds)
        self.wide: list[str] = []
        """Where the open duel allows what no deal allows."""

    def check(self) -> None:
        """Legal in the open duel is legal in some deal, and the other way round."""
        truth = {public_form(w, a) for w in self.worlds for a in legal_actions(w)}
        for action in truth:
            verdict = judge(self.open, action)
            assert verdict.legal, (action, verdict.summary(), self.open.decision)
        listed = {said(a, self.open) for a in legal_actions(self.open)}
        told = {said(a, self.open) for a in truth}
        assert not told - listed, ("not listed", told - listed)
        self.wide += [f"{a}" for a in listed - told]
        lying = {p.key for _, p in self.open.pieces() if p.key is not None}
        for pattern in told:
            for bound in self.bindings(pattern):
                if getattr(bound, "card", "") in lying and bound not in listed:
                    continue  # a card that lies openly, named by itself instead of its place
                if bound not in truth and judge(self.open, bound).legal:
                    self.wide.append(f"{bound}")

    def bindings(self, pattern: Action) -> Iterator[Action]:
        """What a pattern could stand for if nothing at all were known."""
        card: str = getattr(pattern, "card", "")
        if isinstance(pattern, Play) and not pattern.face_up:
            return
        if isinstance(pattern, Choose) and not (is_key(card) or card in self.open.zones):
            return
        unseen = [p for p in self.open.at(card) if p.key is None] if not is_key(card) else []
        if unseen and zone_kind(card) in ("hand", "pile"):
            if isinstance(pattern, Choose) and self.is_silent():
                return
            for key in self.keys:
                if key[0] == card[0]:
                    yield from self.with_materials(replace(pattern, card=key))
        elif unseen and isinstance(pattern, Activate | Turn):
            for key in self.keys:
                if key[0] == card[0]:
                    yield replace(pattern, shown=key)
        else:
            yield from self.with_materials(pattern)

    def with_materials(self, action: Action) -> Iterator[Action]:
        """An action with its unseen materials named in every way."""
        if not isinstance(action, Play):
            yield action
            return
        hidden = [u for u in action.using if self.open.at(u)[0].key is None]
        mine = [k for k in self.keys if k[0] == action.to[0]]
        for shown in permutations(mine, len(hidden)):
            yield replace(action, shown=shown)

    def is_silent(self) -> bool:
        """Whether the choice that is asked for is not shown."""
        game = game_of(self.open.ruleset, self.open.readings)
        return not is_aloud(self.open, game)

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
        for world in self.worlds:
            for other in _forms(world, form, decision.kind):
                after = apply(world, other)
                shown = tuple(e.piece.key for e in after.events if isinstance(e, Shown))
                for mixed in shuffles(after.duel, after.events):
                    found[(identity(mixed), shown)] = (mixed, shown)
        results = list(found.values())
        self.closed = true.duel
        shown = tuple(e.piece.key for e in true.events if isinstance(e, Shown))
        self.open = apply(self.open, form).duel
        results = self._ask(results, shown)
        wanted = facts(true.duel)
        self.worlds = [w for w, s in results if s == shown and facts(w) == wanted]
        self.counted += len(self.worlds)
        assert facts(self.open) == wanted or true.duel.outcome is not None
        return self.closed.decision is not None and self.open.decision is not None

    def _ask(self, results: list[tuple[Duel, Seen]], shown: Seen) -> list[tuple[Duel, Seen]]:
        count = 0
        while self.open.decision is not None:
            if self.open.decision.kind == "reveal":
                truth = {s[count] for _, s in results if len(s) > count}
                legal = {a.shown for a in legal_actions(self.open) if isinstance(a, Reveal)}
                assert truth <= legal, ("reveal", truth - legal)
                self.wide += [f"reveal {k}" for k in legal - truth]
                key = shown[count]
                assert key is not None
                self.open = apply(self.open, Reveal(key)).duel
                count += 1
                results = [(w, s) for w, s in results if s[:count] == shown[:count]]
            elif is_at_offer(self.open):
                skipped = any(not is_at_offer(w) for w, _ in results)
                passes = judge(self.open, Pass()).legal
                assert passes or not skipped, "nothing fits, and one cannot say so"
                if passes and not skipped:
                    self.wide.append("nothing fits")
                if is_at_offer(self.closed):
                    return results
                self.open = apply(self.open, Pass()).duel
            else:
                break
        return results


def _forms(world: Duel, form: Action, kind: str) -> Iterator[Action]:
    """The actions of a world that look like this one."""
    if isinstance(form, Roll | Name | Number | Pass) or kind == "first":
        if judge(world, form).legal:
            yield form
        return
    for action in legal_actions(world):
        if public_form(world, action) == form:
            yield action
