"""Limits that several kinds of play share: priority, phases, where cards come, what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from duelmat_engine.board import columns
from duelmat_engine.board.evaluate import amount, is_selected
from duelmat_engine.board.refs import lookup
from duelmat_engine.candidates.invalid import once_done
from duelmat_engine.candidates.possible import blocked_at, candidates
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Exists, Mine, Other
from duelmat_engine.facts import Answered, Holds
from duelmat_engine.moves.activating import lack_of
from duelmat_engine.moves.card_rules import own_scope
from duelmat_engine.moves.moment_rules import Citation, do, own_turn, rule
from duelmat_engine.moves.phases import in_main_phase
from duelmat_engine.moves.plays import UNPAID, free_row, play_of
from duelmat_engine.names import ROW_KINDS, ZoneName, zone, zone_index, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.state import Piece, replace, seat_ref
from duelmat_engine.steps.activation import USING
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, ref, say, written

COST = ("cost",)


# The moment


def _has_priority(q: Question) -> bool:
    decision = q.duel.decision
    return decision is not None and decision.kind == "open" and decision.seat == q.seat


def _once_held(q: Question) -> Remedy:
    decision = q.duel.decision
    assert decision is not None
    if q.duel.players[q.seat].lost:
        gone = say("{player:capital} has left the duel.", player=seat_ref(q.seat))
        return Never(gone, "RES-601.2")
    if decision.kind != "open":
        return once_done(decision, q.game, q.seat, Answered())
    holder = seat_ref(decision.seat)
    return When(say("Priority has come to you: {player} has it now.", player=holder), Answered())


PRIORITY = rule("RES-601.2", _has_priority, _once_held)


def own_main(name: str) -> tuple[Rule, ...]:
    """Return the limits of what is done with priority in an own Main Phase."""
    return (PRIORITY, own_turn(Citation(name)), in_main_phase(Citation(name)))


OWN_MAIN = own_main("RES-606.2")


# Zones


def _fits(kind: str) -> Rule:
    """The zone is of the row that fits the card, and nothing lies there."""
    name = {"m": "RES-506.1", "s": "RES-507.1"}[kind]

    def is_free(q: Question) -> bool:
        to = play_of(q).to
        return zone_kind(to) == kind and (not q.duel.zones.get(to) or to in play_of(q).using)

    def remedy(q: Question) -> Remedy:
        there = listed(map(ref, free_row(q, kind, play_of(q).using)), ",")
        if kind == "m":
            return Do(say("Lay it in a free Monster Zone of yours: {zones}.", zones=there))
        return Do(say("Lay it in a free Spell/Trap Zone of yours: {zones}.", zones=there))

    return rule(name, is_free, remedy)


def near(q: Question) -> list[int]:
    """The columns to which the card may come, its tributes beneath it; none on an empty field."""
    return columns.beside(columns.occupied(q.duel.zones, play_of(q).using))


def _is_in(q: Question, wanted: Sequence[int]) -> bool:
    """Whether the zone is one of the player's own in one of these columns."""
    to = play_of(q).to
    if not columns.is_row_zone(q.game, to, len(q.duel.players)):
        return False
    return zone_seat(to) == q.seat and zone_index(to) in wanted


def _centre(q: Question) -> Remedy:
    names = listed((ref(zone(q.seat, kind, columns.CENTRE)) for kind in ROW_KINDS), "or")
    return Do(
        say("The field is empty: lay it in your zone of the centre column, {zones}.", zones=names)
    )


def _beside(q: Question) -> Remedy:
    text = say(
        "Lay it in a zone of yours in or beside a column that holds a card: {columns}.",
        columns=listed(map(str, near(q)), ","),
    )
    return Do(text)


def placement(kind: str) -> tuple[Rule, ...]:
    """Return the rules on where a card may come to the field."""
    return (
        _fits(kind),
        rule(
            "RES-505.5", lambda q: bool(near(q)) or _is_in(q, (columns.CENTRE,)), _centre, "G-67"
        ),
        rule("RES-505.5B", lambda q: not near(q) or _is_in(q, near(q)), _beside, "G-67"),
    )


# What is paid


def cost_choice(q: Question) -> ops.Choose | None:
    """The tributes that the card's own text demands before it is played."""
    for effect in _costs(q):
        for op in effect.announce:
            if isinstance(op, ops.Choose) and op.bind == USING.name:
                return op
    return None


def _costs(q: Question) -> tuple[Effect, ...]:
    return q.game.effects_of(q.card, COST) if q.card and q.card.effects else ()


def _unpayable(q: Question) -> Effect | None:
    """The first cost of the card that could not be paid now."""
    for cost in _costs(q):
        if blocked_at(own_scope(q), cost.announce) is not None:
            return cost
    return None


def _means_to_pay(q: Question) -> Remedy:
    cost = _unpayable(q)
    assert cost is not None
    text = say("You can follow its cost: {cost}", cost=written(cost.text))
    return When(text, lack_of(own_scope(q), cost.announce))


CAN_PAY = rule("RES-702.1", lambda q: _unpayable(q) is None, _means_to_pay)


def _tributes(q: Question) -> list[tuple[ZoneName, Piece] | None]:
    return [lookup(q.duel, name) for name in play_of(q).using]


def _pays_right(q: Question) -> bool:
    """Whether as many different cards, of such kinds, are named as the cost says, whoever's."""
    if q.card is None:
        return True
    choice, using = cost_choice(q), play_of(q).using
    if choice is None:
        return not using
    scope = own_scope(q)
    if len(set(using)) != len(using) or len(using) != amount(scope, choice.count):
        return False
    filters = tuple(f for f in choice.cards.that if not isinstance(f, Mine))
    such = replace(choice.cards, whose="any", that=filters)
    return all(found is not None and is_selected(scope, such, found) for found in _tributes(q))


def _pay_remedy(q: Question) -> Remedy:
    text = listed((written(cost.text) for cost in _costs(q)), " ")
    choice = cost_choice(q)
    if choice is None:
        return Do(say("Name no tributes: it costs none."))
    scope = own_scope(q)
    others = replace(choice.cards, that=(*choice.cards.that, Other()))
    count = amount(scope, choice.count)
    if len(candidates(scope, others)) < count:
        there = Holds((Exists(others, count),))
        return When(say("You can follow its cost: {cost}", cost=text), there)
    return Do(say("Follow its cost: {cost}", cost=text))


PAYS = (
    rule("RES-702.1", _pays_right, _pay_remedy),
    do(
        "RES-305.5",
        lambda q: all(f is None or zone_seat(f[0]) == q.seat for f in _tributes(q)),
        say("Tribute only cards that you control."),
    ),
)


def payments(q: Question) -> Iterable[tuple[str, ...]]:
    """Every choice of tributes that the card's cost allows; none where it has no such cost."""
    choice = cost_choice(q)
    if choice is None:
        return UNPAID
    scope = own_scope(q)
    own = [name for name, _ in candidates(scope, choice.cards)]
    return combinations(own, amount(scope, choice.count))


def held(q: Question) -> tuple[str, ...]:
    """A card of another's deck is its controller's to use (RES-300.3)."""
    return ("RES-300.3",) if q.piece is not None and q.piece.owner != q.seat else ()
