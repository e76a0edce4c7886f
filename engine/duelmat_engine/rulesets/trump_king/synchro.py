"""The Synchro Summon: two or more monsters for one of the Extra Deck (TK-46 to TK-54)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import combinations

from duelmat_engine.actions import Action
from duelmat_engine.cards import Card
from duelmat_engine.facts import Lies, Materials
from duelmat_engine.moves.asked_of_cards import is_in, may_be
from duelmat_engine.moves.moments import do, never, rule
from duelmat_engine.moves.plays import placings, play_of, to_free
from duelmat_engine.moves.sources import row
from duelmat_engine.names import CardKey, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.rulesets.trump_king.limits import FACE_UP, NO_SPECIAL_LOCK, OWN_MAIN
from duelmat_engine.rulesets.trump_king.summons import is_synchro, special_grant
from duelmat_engine.state import Piece, replace
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_engine.visibility.dealing import every_case, possible_at
from duelmat_message import Text, listed, say

SUMS = (11, 12, 13)


def _materials(q: Question) -> list[Piece]:
    """The materials of the action, unseen ones as they are said to be."""
    shown = iter(play_of(q).shown)
    found = []
    for place in play_of(q).using:
        piece = q.duel.top(place)
        if piece is None or zone_kind(place) != "m" or zone_seat(place) != q.seat:
            continue
        if piece.key is None:
            key = next(shown, None)
            piece = piece if key is None else replace(piece, key=key)
        found.append(piece)
    return found


def _cards(q: Question) -> list[Card | None]:
    return [None if p.key is None else q.game.rules.card(p.key) for p in _materials(q)]


def _numbers(q: Question) -> list[int | None]:
    return [None if c is None else c.number("number") for c in _cards(q)]


def _sum(q: Question) -> int:
    return sum(n or 0 for n in _numbers(q))


def _suits(q: Question) -> set[str]:
    return {str(suit) for card in _cards(q) if card and (suit := card.trait("suit"))}


def _shares_suit(q: Question) -> bool:
    return q.card is None or q.card.trait("suit") in _suits(q)


def _two(q: Question) -> bool:
    using = play_of(q).using
    return len(_materials(q)) == len(using) == len(set(using)) and len(using) >= 2


def _shown_right(q: Question) -> bool:
    """Face-down materials are shown; a table that has not seen them has to be told."""
    shown = play_of(q).shown
    unseen = [p for p in play_of(q).using if (top := q.duel.top(p)) and top.key is None]
    if unseen:
        return len(unseen) == len(shown) and all(
            key in possible_at(q.duel, place) for place, key in zip(unseen, shown, strict=True)
        )
    seen = tuple(p.key for p in _materials(q) if not p.face_up)
    return shown in ((), seen)


def _if_made(advice: Text | Callable[[Question], Text]) -> Callable[[Question], Remedy]:
    """Advice on materials and Synchros, where some can be made of what lies on the field."""

    def remedy(q: Question) -> Remedy:
        if any(_makes(q, using) for using in _groups(q)):
            return Do(advice(q) if callable(advice) else advice)
        text = say(
            "Monsters that make it lie on your field: two or more, whose numbers add up "
            "to its own, and one of them of its suit."
        )
        return When(text, Materials())

    return remedy


def _take_sum(q: Question) -> Text:
    return say("Take materials whose numbers add up to 11, 12 or 13, not to {sum}.", sum=_sum(q))


def _take_number(q: Question) -> Text:
    name = {11: say("a Jack"), 12: say("a Queen"), 13: say("a King")}.get(_sum(q))
    if name is None:
        return say("Take the Synchro whose number is the sum of the materials.")
    return say("Take {synchro}: the materials add up to {sum}.", synchro=name, sum=_sum(q))


def _take_suit(q: Question) -> Text:
    names = {
        "club": say("clubs"),
        "diamond": say("diamonds"),
        "heart": say("hearts"),
        "spade": say("spades"),
    }
    suits = listed((names[suit] for suit in sorted(_suits(q))), "or")
    if not suits:
        return say("Take a Synchro of a suit among the materials.")
    return say("Take a Synchro of a suit among the materials: {suits}.", suits=suits)


def _actions(q: Question) -> Iterator[Action]:
    assert q.card is not None
    wanted = _called(q.card)
    making = (using for using in _groups(q) if wanted in _makes(q, using))
    return placings(q, "synchro-summon", making)


def _groups(q: Question) -> list[tuple[ZoneName, ...]]:
    """Return all sets of materials: two monsters or more, none of them a Synchro."""
    found: list[tuple[ZoneName, ...]] = []
    there = row(q, "m")
    for count in range(2, len(there) + 1):
        found += combinations([name for name, p in there if not is_synchro(q, p)], count)
    return found


def _called(card: Card) -> str:
    return f"{card.number('number')} {card.trait('suit')}"


def _makes(q: Question, using: tuple[ZoneName, ...]) -> Collection[object]:
    """The Synchros that these materials make, as whatever the unseen ones may be."""
    keys = tuple([p.key for name in using if (p := q.duel.top(name)) and p.key])
    if len(keys) == len(using):
        return _made_of(q.game, keys)
    name = " ".join(("makes", *using))
    made = q.bound.get(name)
    if not isinstance(made, tuple):
        made = q.bound[name] = tuple(_made(q, using))
    return made


def _made(q: Question, using: tuple[ZoneName, ...]) -> set[str]:
    """The numbers and suits of all Synchros that these materials make, or may make."""
    made: set[str] = set()
    cases = ((q.duel, ()),) if q.duel.closed else every_case(q.duel, using)
    for case, _ in cases:
        keys = tuple([p.key for name in using if (p := case.top(name)) and p.key])
        if len(keys) == len(using):
            made |= _made_of(q.game, keys)
            if len(made) == len(SUMS) * 4:
                break
    return made


@lru_cache(maxsize=10_000)
def _made_of(game: Game, keys: tuple[CardKey, ...]) -> frozenset[str]:
    """The numbers and suits of the Synchros that these cards make."""
    cards = [game.rules.card(key) for key in keys]
    numbers = [number for card in cards if (number := card.number("number")) is not None]
    total = sum(numbers)
    if len(numbers) < len(cards) or total not in SUMS:
        return frozenset()
    return frozenset(f"{total} {suit}" for card in cards if (suit := card.trait("suit")))


def synchro() -> MoveKind:
    def extra(q: Question) -> Iterator[tuple[str, Piece]]:
        made: set[object] = set()
        for using in _groups(q):
            made.update(_makes(q, using))
        name = zone(q.seat, "extra")
        for piece in q.duel.at(name) if made else ():
            if piece.key is not None and _called(q.game.rules.card(piece.key)) in made:
                yield name, piece

    def without_synchros(q: Question) -> bool:
        return not any(is_synchro(q, p) for p in _materials(q))

    def sum_fits(q: Question) -> bool:
        return _sum(q) in SUMS

    def number_fits(q: Question) -> bool:
        return q.card is None or q.card.number("number") == _sum(q)

    def several_suits(q: Question) -> bool:
        return len(_suits(q)) < 2 or _shares_suit(q)

    there = When(say("That Synchro is in your Extra Deck."), Lies(("extra",)))
    two = _if_made(say("Send two or more monsters of your field to the Graveyard."))
    no_joker = say("Leave Jokers out: they have no number.")
    no_synchro = say("Leave Synchros out of the materials: they cannot go to the Graveyard.")
    court = say("Only the Jacks, Queens and Kings of the Extra Deck are Synchros.")
    return MoveKind(
        name="synchro-summon",
        permitted_by=("TK-46", "TK-47", "TK-48", "TK-49"),
        extra_citations=special_grant,
        sources=extra,
        actions=_actions,
        source_rules=(
            never("TK-62", may_be("synchro"), court),
            rule("TK-48", is_in("extra"), there),
            rule("TK-52", is_in("extra"), there, "G-42"),
        ),
        moment=OWN_MAIN,
        card=NO_SPECIAL_LOCK,
        form_rules=(
            FACE_UP,
            rule("TK-46", _two, two),
            rule("TK-52", _two, two, "G-42"),
            do("TK-46", _shown_right, say("Show the face-down materials."), "G-86"),
            rule("TK-54", without_synchros, _if_made(no_synchro), "G-84"),
            do("TK-111", lambda q: None not in _numbers(q), no_joker, "G-54"),
            rule("TK-47", sum_fits, _if_made(_take_sum)),
            rule("TK-52", sum_fits, _if_made(_take_sum), "G-42"),
            rule("TK-48", number_fits, _if_made(_take_number)),
            rule("TK-50", _shares_suit, _if_made(_take_suit), "G-42"),
            rule("TK-51", several_suits, _if_made(_take_suit), "G-42"),
            to_free("m", "TK-22", "G-40"),
        ),
    )
