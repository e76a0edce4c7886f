"""The Synchro Summon: two or more monsters for one of the Extra Deck (TK-46 to TK-54)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations

from duelmat_engine.cards import Card
from duelmat_engine.facts import Materials
from duelmat_engine.moves.card_rules import lies_in, may_be
from duelmat_engine.moves.moment_rules import do, never, rule
from duelmat_engine.moves.plays import lay, play_of, shows_rightly, to_free
from duelmat_engine.moves.sources import cached_on_board, pile, row
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.game import Game, MoveKind, Question
from duelmat_engine.rulesets.trump_king.limits import FACE_UP, NO_SPECIAL_LOCK, OWN_MAIN
from duelmat_engine.rulesets.trump_king.summons import (
    is_synchro,
    names_no_synchro,
    special_citation,
)
from duelmat_engine.state import Duel, Located, Piece
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_engine.visibility.dealing import every_case
from duelmat_message import Text, listed, say

SUMS = (11, 12, 13)

Making = tuple[tuple[ZoneName, ...], frozenset[str]]
"""A set of materials, and the numbers and suits of the Synchros that it makes."""


def _materials(q: Question) -> list[Card | None]:
    """The materials of the action; None for one that is not known."""
    there: dict[str, Piece] = dict(row(q, "m"))
    return _printed(q.game, [there[name].key for name in play_of(q).using if name in there])


def _printed(game: Game, keys: Iterable[CardKey | None]) -> list[Card | None]:
    return [None if key is None else game.rules.card(key) for key in keys]


def _numbers(materials: Iterable[Card | None]) -> list[int]:
    """The numbers of the materials; 0 for one that has none, or is not known."""
    return [0 if card is None else card.number("number") or 0 for card in materials]


def _suits(materials: Iterable[Card | None]) -> set[str]:
    return {str(suit) for card in materials if card and (suit := card.trait("suit"))}


def _sum(q: Question) -> int:
    return sum(_numbers(_materials(q)))


def _shares_suit(q: Question) -> bool:
    return q.card is None or q.card.trait("suit") in _suits(_materials(q))


def _two(q: Question) -> bool:
    using, own = play_of(q).using, {name for name, _ in row(q, "m")}
    return len(using) >= 2 and len(own.intersection(using)) == len(using)


def _if_made(advice: Text | Callable[[Question], Text]) -> Callable[[Question], Remedy]:
    """Advice on materials and Synchros, where some can be made of what lies on the field."""

    def remedy(q: Question) -> Remedy:
        if _making(q):
            return Do(advice(q) if callable(advice) else advice)
        text = say(
            "Two or more monsters on your field add up to its number, and one of them is of "
            "its suit."
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
    names = q.game.rules.words.values
    suits = listed((names[suit] for suit in sorted(_suits(_materials(q)))), "or")
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


@cached_on_board
def _making(q: Question) -> list[Making]:
    """Return the sets of materials that make Synchros, and those that they make.

    A set is of two monsters or more, none of them a Synchro. An unseen one may be any card.
    """
    there = [name for name, piece in row(q, "m") if not is_synchro(q, piece)]
    counts = range(2, len(there) + 1)
    sets = (using for count in counts for using in combinations(there, count))
    return [(using, made) for using in sets if (made := _made(q, using))]


def _made(q: Question, using: tuple[ZoneName, ...]) -> frozenset[str]:
    """The numbers and suits of all Synchros that these materials may make."""
    if q.duel.closed:
        return _made_of(q.game, tuple([q.duel.zones[name][0].key for name in using]))
    assert isinstance(q.duel, Duel)  # a machine has no unseen cards
    made: frozenset[str] = frozenset()
    for case, _ in every_case(q.duel, using):
        made |= _made_of(q.game, tuple([case.zones[name][0].key for name in using]))
        if len(made) == len(SUMS) * 4:
            break
    return made


@lru_cache(maxsize=10_000)
def _made_of(game: Game, keys: tuple[CardKey | None, ...]) -> frozenset[str]:
    """The numbers and suits of the Synchros that these cards make; none if one has no number."""
    materials = _printed(game, keys)
    numbers = _numbers(materials)
    total = sum(numbers)
    if 0 in numbers or total not in SUMS:
        return frozenset()
    return frozenset(f"{total} {suit}" for suit in _suits(materials))


def synchro() -> MoveKind:
    @cached_on_board
    def extra(q: Question) -> list[Located]:
        made = {synchro for _, synchros in _making(q) for synchro in synchros}
        found: list[Located] = []
        for name, piece in pile(q, "extra") if made else ():
            if piece.key is not None and _called(q.game.rules.card(piece.key)) in made:
                found.append((name, piece))
        return found

    def sum_fits(q: Question) -> bool:
        return _sum(q) in SUMS

    def number_fits(q: Question) -> bool:
        return q.card is None or q.card.number("number") == _sum(q)

    def several_suits(q: Question) -> bool:
        return len(_suits(_materials(q))) < 2 or _shares_suit(q)

    there = say("That Synchro is in your Extra Deck.")
    two = _if_made(say("Send two or more monsters of your field to the Graveyard."))
    no_joker = say("Leave Jokers out: they have no number.")
    no_synchro = say("Leave Synchros out of the materials: they cannot go to the Graveyard.")
    court = say("Only the Jacks, Queens and Kings of the Extra Deck are Synchros.")
    return lay(
        *("synchro-summon", "m", "TK-46", "TK-47", "TK-48", "TK-49"),
        extra_citations=special_citation,
        sources=extra,
        source_rules=(
            never("TK-62", may_be("synchro"), court),
            lies_in("TK-48", there, "extra"),
            lies_in("TK-52", there, "extra", reading="G-42"),
        ),
        moment=OWN_MAIN,
        card=NO_SPECIAL_LOCK,
        laid=FACE_UP,
        payments=_payments,
        paid=(
            rule("TK-46", _two, two),
            rule("TK-52", _two, two, "G-42"),
            do("TK-46", shows_rightly, say("Show the face-down materials."), "G-86"),
            rule("TK-54", names_no_synchro, _if_made(no_synchro), "G-84"),
            do("TK-111", lambda q: 0 not in _numbers(_materials(q)), no_joker, "G-54"),
            rule("TK-47", sum_fits, _if_made(_take_sum)),
            rule("TK-52", sum_fits, _if_made(_take_sum), "G-42"),
            rule("TK-48", number_fits, _if_made(_take_number)),
            rule("TK-50", _shares_suit, _if_made(_take_suit), "G-42"),
            rule("TK-51", several_suits, _if_made(_take_suit), "G-42"),
        ),
        room=to_free("m", "TK-22", "G-40"),
    )
