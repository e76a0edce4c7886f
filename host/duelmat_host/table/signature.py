"""Signatures: the change of the mat that an action makes, and the actions a change may mean.

The referee never guesses an action from a movement: it computes the signature of every legal
action (the zones that change, and their new content) and compares the signatures with the mat.
Where none fits, every action, legal or not, that the change may stand for is judged; the one that
is nearest to being legal names the rule. A card laid face-down is assumed to be some card of a
hand, unless everybody saw where it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import replace as replaced
from enum import Enum

from duelmat_engine import (
    ROW_KINDS,
    Action,
    Activate,
    CardKey,
    Duel,
    MoveKind,
    Play,
    Question,
    Reveal,
    Seat,
    Turn,
    ZoneName,
    find_ruleset,
    game_of,
    is_key,
    judge,
    key_seat,
    replace,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.expect import Expect, Expected
from duelmat_host.table.input_mode import LAID_USES, is_laid
from duelmat_host.table.zone_map import ZoneMap


class Fit(Enum):
    """The ways in which changes of the mat fit an action."""

    EXACT = "exact"
    """They are all of its changes."""
    PART = "part"
    """They are a part: more must come."""


Change = Mapping[MatZone, Expect | None]
"""Mat zones and what should lie there afterwards; None = nothing."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One legal action (or pattern) and the change of the mat that it makes."""

    action: Action
    change: Change

    def fits(self, seen: Mapping[MatZone, Sight | None], expected: Expected) -> Fit | None:
        """Compare with the changes seen; None: something else has changed."""
        exact = len(seen) == len(self.change)
        for place, sight in seen.items():
            if place not in self.change:
                return None
            wanted = self.change[place]
            if wanted is None:
                if sight is not None:
                    return None
            elif not wanted.is_met_by(sight):
                lifted = sight is None and place in expected
                if not lifted:
                    return None
                exact = False
        return Fit.EXACT if exact else Fit.PART


def signatures(
    duel: Duel,
    actions: Iterable[Action],
    zones: ZoneMap,
    expected: Expected,
    spots: tuple[MatZone, ...],
) -> Iterator[Signature]:
    """Yield the signatures of actions that move a card. `spots`: free zones for activations."""
    for action in actions:
        if not is_laid(action, duel, zones):
            continue
        match action:
            case Play():
                yield Signature(action, _laid(action, duel, zones, expected))
            case Activate(card=card, shown=shown):
                yield from _activation(action, card, shown, zones, expected, spots, duel)
            case Turn(card=card, upright=upright, face_up=face_up, shown=shown):
                place = zones.to_mat(ZoneName(card))
                before = expected.get(place)
                if before is not None:
                    key = before.key if shown is None else shown
                    want = replaced(before, key=key, face_up=face_up, upright=upright)
                    yield Signature(action, {place: want})
            case Reveal() if duel.decision is not None:
                place = zones.to_mat(ZoneName(duel.decision.options[0]))
                if place in expected:
                    want = replaced(expected[place], key=action.shown, face_up=True, upright=None)
                    yield Signature(action, {place: want})
            case _:
                continue


def _laid(action: Play, duel: Duel, zones: ZoneMap, expected: Expected) -> Change:
    """Return the change that a Play makes: its costs leave, and the card lies in its zone."""
    change: dict[MatZone, Expect | None] = {
        place: None for used in action.using if (place := zones.sensed(ZoneName(used))) is not None
    }
    to = zones.to_mat(action.to)
    upright = action.upright if zones.has_turns(to) else None
    place = None if is_key(action.card) else zones.sensed(ZoneName(action.card))
    if place is not None and place in expected:  # with others beneath it, perhaps
        change[place] = None
        change[to] = replaced(expected[place], face_up=action.face_up, upright=upright)
    else:
        key = CardKey(action.card) if is_key(action.card) else None
        owner = _owner(duel, action.card) if key is None else key_seat(key)
        change[to] = Expect(owner, key, face_up=action.face_up, upright=upright)
    return change


def _owner(duel: Duel, name: str) -> Seat:
    """Return whose card is played from a zone, which may lie beside the mat."""
    piece = duel.top(name)
    return zone_seat(name) if piece is None else piece.owner


def _activation(
    action: Activate,
    card: str,
    shown: CardKey | None,
    zones: ZoneMap,
    expected: Expected,
    spots: tuple[MatZone, ...],
    duel: Duel,
) -> Iterator[Signature]:
    seat = key_seat(card) if is_key(card) else zone_seat(card)
    if is_key(card) or zone_kind(card) == "hand":
        key = CardKey(card) if is_key(card) else None
        if key is not None and not any(
            p.key == card for p in duel.at(f"{seat_letter(seat)}.hand")
        ):
            return
        for spot in spots:
            yield Signature(action, {spot: Expect(seat, key, face_up=True, upright=None)})
    else:
        place = zones.to_mat(ZoneName(card))
        before = expected.get(place)
        if before is not None:
            yield Signature(action, {place: replaced(before, key=shown, face_up=True)})


def bound(
    duel: Duel,
    signature: Signature,
    layout: Layout,
    zones: ZoneMap,
    secrets: Mapping[int, CardKey],
) -> Action | None:
    """Return the action with the sensed cards filled in; None if they are illegal.

    An unseen card that pays for a summon becomes known: it is the card that was read when it was
    Set, by its object among `secrets`.
    """
    action = signature.action
    if isinstance(action, Play):
        sight = layout.get(zones.to_mat(action.to))
        if sight is None or sight.key is None:
            return None
        if action.face_up and not is_key(action.card) and _is_hidden(duel, action.card):
            action = replace(action, card=sight.key)
        elif not is_key(action.card) and _lies_elsewhere(duel, sight.key, action.card):
            return None
        shown = _shown(duel, action, secrets)
        if shown is None:
            return None
        action = replace(action, shown=shown)
        return action if judge(duel, action).legal else None
    if isinstance(action, Activate):
        action = _bound_activation(action, signature, layout)
    elif isinstance(action, Turn) and action.shown is None:
        sight = layout.get(zones.to_mat(ZoneName(action.card)))
        piece = duel.top(action.card)
        unseen = piece is not None and piece.key is None and action.face_up
        if unseen and sight is not None:
            action = replace(action, shown=sight.key)
    return action if judge(duel, action).legal else None


def _lies_elsewhere(duel: Duel, key: CardKey, name: str) -> bool:
    """Whether a card is known to lie in another zone than its supposed origin."""
    return any(piece.key == key and place != name for place, piece in duel.pieces())


def _is_hidden(duel: Duel, name: str) -> bool:
    return zone_kind(name) in find_ruleset(duel.ruleset).zones.hidden


def _shown(duel: Duel, action: Play, secrets: Mapping[int, CardKey]) -> tuple[CardKey, ...] | None:
    """Return the unseen cards of a payment; None if the host never read one of them."""
    found: list[CardKey] = []
    for name in action.using:
        piece = duel.top(name)
        if piece is None or piece.key is not None:
            continue
        secret = secrets.get(piece.oid)
        if secret is None:
            return None
        found.append(secret)
    return tuple(found)


def _bound_activation(action: Activate, signature: Signature, layout: Layout) -> Activate:
    zone = next(iter(signature.change))
    sight = layout.get(zone)
    if sight is None or sight.key is None:
        return action
    if not is_key(action.card) and zone_kind(action.card) == "hand":
        return replace(action, card=sight.key)
    if not is_key(action.card) and action.shown is None:
        return replace(action, shown=sight.key)
    return action


NEVER_USED = frozenset({"continuous", "trigger", "cost", "start"})
"""Uses of effects that need no movement of a card."""


def candidate_actions(
    duel: Duel, seen: Mapping[MatZone, Sight | None], zones: ZoneMap, expected: Expected
) -> Iterator[Action]:
    """Yield the actions that a change of the rows may stand for."""
    lifted = tuple(
        name
        for place, sight in seen.items()
        if sight is None and place in expected and (name := zones.to_engine(place))
    )
    for place, sight in seen.items():
        name = zones.to_engine(place)
        if sight is None or sight.key is None or sight.face is Face.UNKNOWN:
            continue
        before = expected.get(place)
        lies = before is not None and before.holds(sight.key)
        if lies and name:
            yield from _turned(duel, zones.holding(duel, place) or name, sight, sight.key)
            continue
        uses = list(_laid_uses(duel, place, sight, sight.key))
        yield from uses
        meant = zones.fixed(place) or _nearest(zones, duel, place)
        for shared in () if uses else meant:
            yield from _put_down(duel, sight, sight.key, shared, lifted)


def _laid_uses(duel: Duel, place: MatZone, sight: Sight, key: CardKey) -> Iterator[Action]:
    """Yield the uses of a card that is laid face-up outside the monster row."""
    if sight.face is not Face.UP or zone_kind(place) not in ("s", "field"):
        return
    effects = find_ruleset(duel.ruleset).effects
    for action in _uses(duel, key, key, None):
        if effects[action.effect].use in LAID_USES:
            yield action


def _nearest(zones: ZoneMap, duel: Duel, place: MatZone) -> tuple[ZoneName, ...]:
    """Return a zone of the same row, preferably free, in place of a zone outside the duel."""
    kind = zone_kind(place)
    if kind not in ROW_KINDS:
        return ()
    row = zones.row(zone_seat(place), kind)
    return tuple(name for name in row if not duel.at(name))[:1] or row[:1]


def _turned(duel: Duel, name: ZoneName, sight: Sight, key: CardKey) -> Iterator[Action]:
    piece = duel.top(name)
    unseen = piece is not None and piece.key is None
    shown = key if unseen and sight.face is Face.UP else None
    if zone_kind(name) == "m":
        yield Turn(name, sight.orientation is Orientation.UPRIGHT, sight.face is Face.UP, shown)
    else:
        yield from _uses(duel, key, name, shown)


def _uses(duel: Duel, key: CardKey, card: str, shown: CardKey | None) -> Iterator[Activate]:
    rules = find_ruleset(duel.ruleset)
    for effect in rules.card(key).effects:
        if rules.effects[effect].use not in NEVER_USED:
            yield Activate(effect, card, shown)


def _put_down(
    duel: Duel, sight: Sight, key: CardKey, name: ZoneName, lifted: tuple[str, ...]
) -> Iterator[Action]:
    face_up = sight.face is Face.UP
    upright = zone_kind(name) != "m" or sight.orientation is not Orientation.SIDEWAYS
    origin = _origin(duel, key)
    hidden = zone_kind(origin) in find_ruleset(duel.ruleset).zones.hidden
    card = origin if hidden and not face_up else key
    game = game_of(duel.ruleset, duel.readings)
    plays = [Play(move.name, card, name, upright, face_up, lifted) for move in game.moves]
    tried = [(w, p) for w, p in zip(game.moves, plays, strict=True) if w.takes(p)]
    fitting = [p for w, p in tried if _may_come_from(duel, w, p, key, origin)]
    for play in fitting or [p for _, p in tried]:
        yield play
        if lifted:
            yield replace(play, using=())


def _origin(duel: Duel, key: CardKey) -> ZoneName:
    """Return the card's publicly known zone, or else its owner's hand."""
    return next((n for n, p in duel.pieces() if p.key == key), zone(key_seat(key), "hand"))


def _may_come_from(duel: Duel, move: MoveKind, play: Play, key: CardKey, origin: ZoneName) -> bool:
    """Whether cards that lie there are played in this way."""
    game = game_of(duel.ruleset, duel.readings)
    question = Question(duel, game, key_seat(key), action=play)
    lying = next((p for p in duel.at(origin) if p.key in (key, None)), None)
    if lying is not None:
        question.place, question.piece = origin, replace(lying, key=key)
        question.card = game.rules.card(key)
    return all(rule.holds(question) for rule in move.source_rules)
