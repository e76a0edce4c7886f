"""The actions, legal or not, that a change of the mat may stand for; refusals are made from them.

Every action yielded here is judged; the one that is nearest to being legal names the rule. A card
laid face-down is assumed to be some card of a hand, unless everybody saw where it came from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from duelmat_engine import (
    ROW_KINDS,
    Action,
    Activate,
    CardKey,
    Duel,
    MoveKind,
    Play,
    Question,
    Turn,
    ZoneName,
    find_ruleset,
    game_of,
    key_seat,
    replace,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.table.expect import Expected
from duelmat_host.table.input_mode import LAID_USES
from duelmat_host.table.zone_map import ZoneMap

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
