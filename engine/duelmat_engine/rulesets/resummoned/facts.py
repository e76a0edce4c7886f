"""Facts that need no action: what decks and sideboards hold, what no duel can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from duelmat_engine.board.scope import is_on_field
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import Codes, Format, Game, Ruleset
from duelmat_engine.rulesets.resummoned.paired import ATTRIBUTES, PAIRED, SUPERTYPES, TYPES
from duelmat_engine.rulesets.resummoned.state_actions import unsettled
from duelmat_engine.state import Duel, Piece, lying
from duelmat_engine.steps.activation import USING
from duelmat_message import Text, listed, say


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that Resummoned cannot reach, each by its statement."""
    found = [f for name, piece in duel.pieces() for f in _piece_faults(game, name, piece)]
    if duel.decision is None or duel.decision.kind == "open":
        found += unsettled(duel, game)
    return found


def _piece_faults(game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    kind = zone_kind(name)
    if kind == "s" and not piece.upright:
        got = say("it sideways: only monsters have a position")
        yield fault_at(name, say("a card upright"), got, "RES-407.1a")
    if kind in ("grave", "banished") and not piece.face_up:
        rule = "RES-502.2" if kind == "grave" else "RES-503.2"
        yield fault_at(name, say("cards face-up"), lying(piece), rule)
    if piece.beneath and not is_on_field(game, name):
        wanted = say("tributes beneath cards of the field only")
        yield fault_at(name, wanted, say("some there"), "RES-305.2")
    for card_beneath in piece.beneath:
        if not card_beneath.face_up:
            yield fault_at(name, say("a tribute face-up"), say("it face-down"), "RES-305.3")
        if card_beneath.beneath:
            wanted = say("tributes of a tribute in the same stack")
            yield fault_at(name, wanted, say("them beneath it"), "RES-305.4")


CONSTRUCTED_LEAST: Final = 40
LIMITED_LEAST: Final = 30
SIDEBOARD_MOST: Final = 15

TYPE: Final = "RES-302.2"
CARD_RULES: Final = (
    *("RES-300.1a", "RES-301.1b", TYPE, "RES-303S.2", "RES-400.1", "RES-403.2", "RES-403.3"),
    *("RES-404.2", "RES-405.1"),
)
"""The rules by which every card of a deck is checked."""


def card_faults(card: Card, effects: Mapping[str, Effect]) -> Iterator[Fault]:
    """Yield the faults that keep a card from being an insert of this game."""
    code, name, other = card.code, card.name, PAIRED.get(card.name)
    types = [kind for kind in card.kinds if kind in TYPES]
    if len(types) != 1:
        known = listed(TYPES, ",")
        yield Fault(say("{code}: expected one card type of {types}", code=code, types=known), TYPE)
    if other is None:
        text = say("{code}: no card of the English name {name!r}", code=code, name=name)
        yield Fault(text, "RES-300.1a")
    elif types and types[0] != other.type:
        text = say("{code}: its paired card is a {type}", code=code, type=other.type)
        yield Fault(text, "RES-300.1a")
    marked = [kind for kind in card.kinds if kind not in (*TYPES, *SUPERTYPES)]
    if "monster" not in types:
        yield from (Fault(_none_of(card, kind, SUPERTYPES), "RES-303S.2") for kind in marked)
    else:
        yield from _monster_faults(card, set(marked))
    yield from _cost_faults(card, effects)


def _none_of(card: Card, word: object, words: Iterable[str]) -> Text:
    known = listed(words, ",")
    return say("{code}: {word} is none of {words}", code=card.code, word=word, words=known)


def _monster_faults(card: Card, monster_types: set[str]) -> Iterator[Fault]:
    code, other = card.code, PAIRED.get(card.name)
    if not monster_types:
        yield Fault(say("{code}: a monster has at least one monster type", code=code), "RES-405.1")
    if card.number("attack") is None or card.number("defense") is None:
        yield Fault(say("{code}: a monster has attack and defense", code=code), "RES-400.1")
    attribute, level = card.trait("attribute"), card.number("level")
    if attribute not in ATTRIBUTES:
        yield Fault(_none_of(card, attribute, ATTRIBUTES), "RES-403.2")
    if other is not None and attribute != other.insert_attribute:
        text = say(
            "{code}: its paired card gives {wanted}, not {attribute}",
            code=code,
            wanted=other.insert_attribute,
            attribute=attribute,
        )
        yield Fault(text, "RES-403.3")
    if other is not None and level != other.insert_level:
        text = say(
            "{code}: its paired card gives level {wanted}, not {level}",
            code=code,
            wanted=other.insert_level,
            level=level,
        )
        yield Fault(text, "RES-404.2")


def _cost_faults(card: Card, effects: Mapping[str, Effect]) -> Iterator[Fault]:
    """A card that may be laid face-down is paid for with tributes alone: others see only these."""
    own = (effects[name] for name in card.effects if name in effects)
    for effect in () if "spell" in card.kinds else own:
        others = (getattr(op, "bind", "") != USING.name for op in effect.announce)
        if effect.use == "cost" and any(others):
            text = say("{code}: what may be Set has no other cost than tributes", code=card.code)
            yield Fault(text, "RES-702.1")


def _faults(rules: Ruleset, codes: Codes, least: int, rule: str) -> Iterator[Fault]:
    if len(codes) < least:
        text = say("expected at least {least} cards, got {count}", least=least, count=len(codes))
        yield Fault(text, rule)
    yield from _unknown(codes, rules.cards)
    for code in dict.fromkeys(codes):
        if code in rules.cards:
            yield from card_faults(rules.cards[code], rules.effects)


def _constructed(rules: Ruleset, codes: Codes) -> list[Fault]:
    several = _several(say("deck"), codes, rules.cards, "RES-100.2a")
    return [*_faults(rules, codes, CONSTRUCTED_LEAST, "RES-100.2a"), *several]


def _limited(rules: Ruleset, codes: Codes) -> list[Fault]:
    return list(_faults(rules, codes, LIMITED_LEAST, "RES-100.2b"))


def _constructed_side(rules: Ruleset, codes: Codes, _main: Codes, _received: Codes) -> list[Fault]:
    found = list(_unknown(codes, rules.cards))
    if len(codes) > SIDEBOARD_MOST:
        text = say(
            "expected at most {most} cards in the sideboard, got {count}",
            most=SIDEBOARD_MOST,
            count=len(codes),
        )
        found.append(Fault(text, "RES-100.4a"))
    return [*found, *_several(say("sideboard"), codes, rules.cards, "RES-100.4a")]


def _limited_side(_rules: Ruleset, side: Codes, main: Codes, received: Codes) -> list[Fault]:
    rest = Counter(received) - Counter(main)
    if Counter(side) == rest:
        return []
    codes = listed(sorted(rest.elements()), ",") or say("nothing")
    text = say("expected what was received and is not in the deck: {codes}", codes=codes)
    return [Fault(text, "RES-100.4b")]


FORMATS: Final[Mapping[str, Format]] = {
    "constructed": Format(
        _constructed,
        ("RES-100.2", "RES-100.2a", *CARD_RULES),
        _constructed_side,
        ("RES-100.4", "RES-100.4a"),
    ),
    "limited": Format(
        _limited,
        ("RES-100.2", "RES-100.2b", *CARD_RULES),
        _limited_side,
        ("RES-100.4", "RES-100.4b"),
    ),
}
"""Constructed first, then limited; a format of one's own is made like these (RES-100.5)."""


def _unknown(codes: Codes, cards: Mapping[str, Card]) -> Iterator[Fault]:
    for code in dict.fromkeys(codes):
        if code not in cards:
            yield Fault(say("no insert is called {code!r}", code=code), "RES-300.1a")


def _several(what: Text, codes: Codes, cards: Mapping[str, Card], rule: str) -> Iterator[Fault]:
    """Yield faults for cards of one English name, whatever their languages (RES-301.1b)."""
    prints: dict[str, list[str]] = {}
    for code in codes:
        if code in cards:
            prints.setdefault(cards[code].name, []).append(code)
    for name, own in prints.items():
        count, different = len(own), sorted(set(own))
        if count > 1:
            text = say(
                "{deck}: expected one {name}, got {count}", deck=what, name=name, count=count
            )
            yield Fault(text, rule)
        if len(different) > 1:
            alike = listed(different, ",")
            text = say("{deck}: {codes} are one card, {name}", deck=what, codes=alike, name=name)
            yield Fault(text, "RES-301.1b")
