"""Summons and Sets of Entities from hand, bench and Extra Deck: Tributes and positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from duelmat_engine.board.refs import top_of
from duelmat_engine.caches import cached_by_identity
from duelmat_engine.cards import Card
from duelmat_engine.facts import Lies, NextTurn
from duelmat_engine.moves.card_rules import is_in, is_kind, is_no, is_own, lies_in, may_be
from duelmat_engine.moves.moment_rules import (
    Citation,
    by_statement,
    do,
    never,
    only_when,
    permits,
    rule,
    times_used,
    when,
)
from duelmat_engine.moves.plays import (
    FACE_UP,
    UNPAID,
    Laid,
    Payments,
    is_paid,
    lay,
    other_monsters,
    play_of,
    sets_of_own,
    to_free,
)
from duelmat_engine.moves.sources import hand, known, pile
from duelmat_engine.names import Seat, ZoneName, seat_count, zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.rulesets.classic.summons import RIGHT_RETURNS, others_there
from duelmat_engine.rulesets.trigamon import limits, tributes
from duelmat_engine.state import Piece, card_at
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, say, say_count

SOURCES = ("hand", "grave", "banished", "bench", "pile")
"""The zone kinds of Normal Summons: the hand, and those that only an effect grants."""

ROOM = to_free("m", *limits.ZONES)
NO_ENTITY = is_no("entity")
ENTITY = never("TRI-16", may_be("entity"), say("Only an Entity is brought to the Entity zones."))


# Tributes


def tribute_row(q: Question, act: tributes.Act) -> tributes.Row | None:
    """The row of the Tribute table that the card falls into; None: there is none."""
    by_label = q.game.reads(tributes.LABEL_READING) == "labels"
    return None if q.card is None else tributes.row_of_card(act, q.card, by_label=by_label)


def _wanted(q: Question, act: tributes.Act) -> int:
    found = tribute_row(q, act)
    return 0 if found is None else found.tributes


def worth(q: Question, place: str) -> int:
    """Return the number of Tributes for which a card counts; 1 for an unseen one."""
    piece = top_of(q.duel, place)
    if piece is None or piece.key is None or not piece.face_up:
        return 1
    return q.game.rules.card(piece.key).number("worth") or 1


def enough(q: Question, using: tuple[str, ...], wanted: int) -> bool:
    """The Tributes are enough, and none of them could be left out."""
    values = [worth(q, place) for place in using]
    return sum(values) >= wanted and (not values or sum(values) - min(values) < wanted)


def _tribute(q: Question, act: tributes.Act) -> Remedy:
    own, wanted = other_monsters(q), _wanted(q, act)
    if wanted == 0:
        return Do(say("Name no Tributes: it takes none."))
    if sum(worth(q, name) for name in own) < wanted:
        text = say_count(
            "You have Entities worth {count} Tribute on your field.",
            "You have Entities worth {count} Tributes on your field.",
            count=wanted,
        )
        return When(text, others_there(wanted))
    using = next(iter(payments(act)(q)))
    return Do(
        say_count(
            "Name Entities of your field worth {count} Tribute, and none that could be left out: "
            "{using}, for one.",
            "Name Entities of your field worth {count} Tributes, and none that could be left out: "
            "{using}, for one.",
            count=wanted,
            using=listed(map(card_at, using)),
        )
    )


def tribute_rules(act: tributes.Act) -> tuple[Rule, ...]:
    """One rule for each row of the table; on levels of its label alone by the reading of gaps."""
    rows = [row for row in tributes.TABLES[act] if not row.free]
    by_label = [r for r in rows if r.label and tributes.is_uncovered(r, r.label[1])]

    def row_of(q: Question) -> Citation | None:
        found = tribute_row(q, act)
        if found is None:
            return None
        return Citation(found.rule, tributes.GAP_READING if _uncovered(q, found) else "")

    citations = [Citation(row.rule) for row in rows]
    citations += [Citation(row.rule, tributes.GAP_READING) for row in by_label]
    paid = is_paid(payments(act))
    return by_statement(citations, row_of, paid, lambda q: _tribute(q, act))


def _uncovered(q: Question, row: tributes.Row) -> bool:
    """Whether the card's level is one that no interval covers, but the label of this row."""
    measured = None if q.card is None else tributes.measure_of(q.card)
    return measured is not None and tributes.is_uncovered(row, measured[1])


def tributes_defined(act: tributes.Act) -> tuple[Rule, Rule]:
    """Return the rule of the table, and the reading of gaps, which speaks where no row covers."""
    what = say("the Tributes for that level, rank or Link Rating")

    def defined(q: Question) -> bool:
        return NO_ENTITY(q) or tribute_row(q, act) is not None

    gap = limits.undefined("TRI-147", what, defined, tributes.GAP_READING)
    return permits("TRI-147"), replace(gap, concerns=lambda q: not defined(q))


def tribute_citations(act: tributes.Act) -> Callable[[Question], tuple[str, ...]]:
    """The row by which so many Tributes are taken; the clash of label and interval is named."""

    def also(q: Question) -> tuple[str, ...]:
        found = tribute_row(q, act)
        if found is None or q.card is None:
            return ()
        clash = act == "normal" and tributes.clashes(q.card)
        known = (found.rule, "TRI-120", "TRI-146", "TRI-13")
        return (*known, tributes.LABEL_READING) if clash else known

    return also


def payments(act: tributes.Act) -> Payments:
    """Return the function that gives every set of Tributes that is just enough."""

    def just_enough(q: Question) -> Iterable[tuple[str, ...]]:
        wanted = _wanted(q, act)
        if not wanted:
            return UNPAID
        own = other_monsters(q)
        found: list[tuple[str, ...]] = []
        for count in range(1, min(wanted, len(own)) + 1):
            found += [using for using in combinations(own, count) if enough(q, using, wanted)]
        return found

    return just_enough


# From where


def _granted(q: Question, kind: str) -> bool:
    return kind == "hand" or bool(times_used(q, f"summon-from-{kind}"))


def normal_sources(q: Question) -> tuple[tuple[ZoneName, Piece], ...]:
    found = hand(q)
    if not _grants(q.seat).isdisjoint(q.duel.turn_counters):
        for kind in SOURCES[1:]:
            if _granted(q, kind):
                found += known(q, kind)
    return found


@cache
def _grants(seat: Seat) -> frozenset[str]:
    """The counts of what lets a player summon from elsewhere than the hand."""
    return frozenset(seat_count(seat, f"summon-from-{kind}") for kind in SOURCES[1:])


FROM_SOURCE = when(
    "TRI-102",
    lambda q: q.piece is not None and is_own(q) and _granted(q, zone_kind(q.place)),
    say("The card is in your hand, or an effect lets you summon it from where it is."),
    Lies(("hand",)),
)


def _source_citation(q: Question, *, spends: bool) -> tuple[str, ...]:
    again = spends and bool(times_used(q, "summon-right"))
    return ("TRI-104",) if again or zone_kind(q.place) != "hand" else ()


# Ways


def _is_free(q: Question) -> bool:
    found = tribute_row(q, "normal")
    return found is not None and found.free


def _other_summon(q: Question) -> Never:
    """Say how an Entity comes that cannot be Normal Summoned or Set."""
    if is_kind("ritual-entity")(q):
        text = say(
            "It cannot be Normal Summoned or Set: a Ritual Entity is summoned by the effect of a "
            "Ritual card."
        )
    elif is_kind("own-summon")(q):
        text = say("It cannot be Normal Summoned or Set: it is summoned as its own text says.")
    else:
        text = say(
            "Its text says that it cannot be Normal Summoned or Set: it is Assist Summoned."
        )
    return Never(text, "TRI-107")


NORMAL_ALLOWED = rule("TRI-107", is_no("no-normal"), _other_summon)
FREE_OF_TRIBUTES = do(
    "TRI-121", lambda q: not play_of(q).using, say("Name no Tributes: a free summon takes none.")
)
SPENT = rule("TRI-17", limits.has_right("summon-right", "extra-summons"), RIGHT_RETURNS)

_UP = say("Place it face-up; say so if it is in Core Position, which lies upright.")
_DOWN = say("Place it face-down and sideways.")
LAID_UP = Laid(Citation("TRI-101"), _UP)
LAID_IN_CORE = Laid(Citation("TRI-101"), _UP, positions=(True,))
LAID_DOWN = Laid(Citation("TRI-16"), _DOWN, face_up=False, positions=(False,))


def _from_hand(move: str, laid: Laid, *, free: bool) -> MoveKind:
    only_free = say("Only an Entity of level 0 or less is summoned or Set freely.")
    freely = Do(say("Make it a free summon or Set: its level is 0 or less."))
    free_rule = rule(
        "TRI-121",
        lambda q: NO_ENTITY(q) or _is_free(q) == free,
        Never(only_free, "TRI-121") if free else freely,
        "G-10",
    )

    def spends(q: Question) -> bool:
        return not free or q.game.reads("G-10") == "spends"

    spent = replace(only_when(spends, SPENT), reading="G-10") if free else SPENT
    once = (replace(spent, id="TRI-103"), spent) if laid.face_up else (spent,)
    also = tribute_citations("normal")
    return lay(
        *(move, "m", laid.citation.id),
        extra_citations=lambda q: (*also(q), *_source_citation(q, spends=spends(q))),
        sources=normal_sources,
        source_rules=(FROM_SOURCE,),
        moment=(*limits.own_phase(limits.main_phase("TRI-17")), *once),
        card=(ENTITY, NORMAL_ALLOWED, *tributes_defined("normal"), free_rule),
        laid=laid,
        payments=payments("normal"),
        paid=(FREE_OF_TRIBUTES,) if free else tribute_rules("normal"),
        room=ROOM,
    )


def normal_moves() -> Iterator[MoveKind]:
    for prefix, free in (("normal", False), ("free", True)):
        yield _from_hand(f"{prefix}-summon", LAID_UP, free=free)
        yield _from_hand(f"{prefix}-core-summon", LAID_IN_CORE, free=free)
        yield _from_hand(f"{prefix}-set", LAID_DOWN, free=free)


def _case(q: Question) -> tuple[str, ...]:
    if zone_kind(q.place) == "bench":
        return ("TRI-109",)
    no_level = q.card is not None and q.card.exact("level") is None
    return ("TRI-107", "TRI-108") if no_level else ("TRI-107",)


@cached_by_identity
def _is_assisted(card: Card) -> bool:
    """Whether a card of the hand is brought by an Assist Summon, for want of another."""
    return "no-normal" in card.kinds or card.exact("level") is None


def _own_summon(q: Question) -> Remedy:
    """Say how an Entity comes that names a Special Summon of its own."""
    if is_kind("ritual-entity")(q):
        text = say(
            "It lies on your bench: from the hand a Ritual Entity is summoned by the effect of a "
            "Ritual card."
        )
    else:
        text = say("It lies on your bench: from the hand it is summoned as its own text says.")
    return When(text, Lies(("bench",)))


def assist() -> MoveKind:
    has_right = limits.has_right("assist-right", "extra-assists")
    once = say("It is your next turn: one Assist Summon is made in a turn.")
    spends = say("It is your next turn: a level of 0 or less spends the right too.")
    there = say("The card is in your hand or on your bench.")
    from_bench_only = say(
        "It lies on your bench: from the hand only what cannot be Normal Summoned is Assist "
        "Summoned."
    )
    own_summon, benched = is_kind("own-summon"), is_in("bench")
    also = tribute_citations("assist")
    return lay(
        *("assist-summon", "m", "TRI-18"),
        extra_citations=lambda q: (*_case(q), *also(q)),
        sources=lambda q: hand(q) + pile(q, "bench"),
        source_rules=(lies_in("TRI-109", there, "hand", "bench"),),
        moment=(
            *limits.own_phase(limits.main_phase("TRI-18")),
            when("TRI-18", has_right, once, NextTurn()),
        ),
        card=(
            ENTITY,
            when(
                "TRI-107",
                lambda q: q.card is None or _is_assisted(q.card) or benched(q),
                from_bench_only,
                Lies(("bench",)),
            ),
            rule("TRI-107", lambda q: not own_summon(q) or benched(q), _own_summon),
            *tributes_defined("assist"),
            only_when(_is_free, when("TRI-122", has_right, spends, NextTurn(), "G-10")),
        ),
        laid=Laid(Citation("TRI-18"), FACE_UP),
        payments=payments("assist"),
        paid=tribute_rules("assist"),
        room=ROOM,
    )


# Extra Deck and Permutation


def special(move: str, kind: str, permitted: tuple[str, ...] = ("TRI-112",)) -> MoveKind:
    """A Special Summon by the card's own text: so many Entities of one's own are given up."""
    there = say("The card is in your Extra Deck.")
    reading = "G-03" if kind == "permutation" else ""

    def materials(q: Question) -> int:
        return 0 if q.card is None else q.card.number("materials") or 0

    def pay(q: Question) -> Remedy:
        count = materials(q)
        if len(other_monsters(q)) < count:
            text = say_count(
                "You have {count} Entity on your field, as its text asks.",
                "You have {count} Entities on your field, as its text asks.",
                count=count,
            )
            return When(text, others_there(count))
        return Do(
            say_count(
                "Give up exactly {count} Entity of your field, as its text asks.",
                "Give up exactly {count} Entities of your field, as its text asks.",
                count=count,
            )
        )

    payments = sets_of_own(materials)
    return lay(
        *(move, "m", "TRI-19", *permitted, "TRI-13"),
        sources=lambda q: known(q, "extra"),
        source_rules=(lies_in("TRI-112", there, "extra"),),
        moment=limits.unlisted(limits.main_phase("TRI-19")),
        card=(never("TRI-112", may_be(kind), say("Its text names no such summon."), reading),),
        laid=Laid(Citation("TRI-112"), say("Place it face-up.")),
        payments=payments,
        paid=(rule("TRI-112", is_paid(payments), pay),),
        room=ROOM,
    )


def summons() -> tuple[MoveKind, ...]:
    return (
        *normal_moves(),
        assist(),
        special("extra-summon", "extra-summon"),
        special("permutation-summon", "permutation"),
        special("hyper-summon", "hyper", ("TRI-113", "TRI-112")),
    )
