"""The Synchro Summon: two or more monsters for one of the Extra Deck (TK-46 to TK-54)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from duelmat_engine.board.refs import top_of
from duelmat_engine.cards import Card
from duelmat_engine.facts import Lies, Materials
from duelmat_engine.moves.asked_of_cards import is_in, may_be
from duelmat_engine.moves.moments import do, never, rule
from duelmat_engine.moves.plays import places, play_of, to_free
from duelmat_engine.moves.sources import once_a_board, row
from duelmat_engine.names import CardKey, ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.rulesets.trump_king.limits import FACE_UP, NO_SPECIAL_LOCK, OWN_MAIN
from duelmat_engine.rulesets.trump_king.summons import is_synchro, special_citation
from duelmat_engine.state import Duel, Located, Piece, replace
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_engine.visibility.dealing import every_case, possible_at
from duelmat_message import Text, listed, say

SUMS = (11, 12, 13)

Known = tuple[ZoneName, CardKey | None]
"""Where a card lies, and which it is, if that is known."""
Keys = tuple[CardKey | None, ...]
Making = tuple[tuple[ZoneName, ...], frozenset[str]]
"""A set of materials, and the numbers and suits of the Synchros that it makes."""


def _materials(q: Question) -> list[Piece]:
    """The materials of the action, unseen ones as they are said to be."""
    shown = iter(play_of(q).shown)
    found = []
    for place in play_of(q).using:
        piece = top_of(q.duel, place)
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
    unseen = [p for p in play_of(q).using if (top := top_of(q.duel, p)) and top.key is None]
    if unseen:
        return len(unseen) == len(shown) and all(
            key in possible_at(q.duel, place) for place, key in zip(unseen, shown, strict=True)
        )
    seen = tuple(p.key for p in _materials(q) if not p.face_up)
    return shown in ((), seen)


def _if_made(advice: Text | Callable[[Question], Text]) -> Callable[[Question], Remedy]:
    """Advice on materials and Synchros, where some can be made of what lies on the field."""

    def remedy(q: Question) -> Remedy:
        if _making(q):
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


def _payments(q: Question) -> list[tuple[ZoneName, ...]]:
    """Every set of materials that makes the Synchro in question."""
    assert q.card is not None
    wanted = _called(q.card)
    return [using for using, made in _making(q) if wanted in made]


def _called(card: Card) -> str:
    return f"{card.number('number')} {card.trait('suit')}"


@once_a_board
def _making(q: Question) -> tuple[Making, ...]:
    """Return the sets of materials that make Synchros, and those that they make.

    A set is of two monsters or more, none of them a Synchro. An unseen one may be any card.
    """
    there = [(name, p.key) for name, p in row(q, "m") if not is_synchro(q, p)]
    if len(there) < 2:
        return ()
    if q.duel.closed:
        return _known_making(q.game, tuple(there))
    sets = ((using, _made(q, using)) for using, _ in _sets(there))
    return tuple(each for each in sets if each[1])


def _sets(there: Iterable[Known]) -> Iterator[tuple[tuple[ZoneName, ...], Keys]]:
    """Yield all sets of two of these cards or more, by their zones and their keys."""
    names, keys = zip(*there, strict=True)
    for count in range(2, len(names) + 1):
        yield from zip(combinations(names, count), combinations(keys, count), strict=True)


@lru_cache(maxsize=10_000)
def _known_making(game: Game, there: tuple[Known, ...]) -> tuple[Making, ...]:
    """The sets of these cards that make Synchros."""
    sets = ((using, _made_of(game, keys)) for using, keys in _sets(there))
    return tuple(each for each in sets if each[1])


def _made(q: Question, using: tuple[ZoneName, ...]) -> frozenset[str]:
    """The numbers and suits of all Synchros that these materials may make."""
    assert isinstance(q.duel, Duel)  # a machine has no unseen cards
    made: set[str] = set()
    for case, _ in every_case(q.duel, using):
        made |= _made_of(q.game, tuple([top.key for name in using if (top := case.top(name))]))
        if len(made) == len(SUMS) * 4:
            break
    return frozenset(made)


def _made_of(game: Game, keys: Keys) -> frozenset[str]:
    """The numbers and suits of the Synchros that these cards make; none if one is not known."""
    if None in keys:
        return frozenset()
    cards = [game.rules.card(key) for key in keys if key is not None]
    numbers = [number for card in cards if (number := card.number("number")) is not None]
    total = sum(numbers)
    if len(numbers) < len(cards) or total not in SUMS:
        return frozenset()
    return frozenset(f"{total} {suit}" for card in cards if (suit := card.trait("suit")))


def synchro() -> MoveKind:
    @once_a_board
    def extra(q: Question) -> list[Located]:
        made: set[str] = set()
        for _, synchros in _making(q):
            made |= synchros
        name = zone(q.seat, "extra")
        found: list[Located] = []
        for piece in q.duel.zones.get(name, ()) if made else ():
            if piece.key is not None and _called(q.game.rules.card(piece.key)) in made:
                found.append((name, piece))
        return found

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
        extra_citations=special_citation,
        sources=extra,
        actions=places("synchro-summon", "m", (True, False), payments=_payments),
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
