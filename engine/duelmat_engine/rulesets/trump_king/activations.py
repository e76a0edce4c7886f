"""Magic, traps and monster effects: Setting, activating, and responding in a window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from duelmat_engine.board.evaluate import amount
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.facts import Lies, Room
from duelmat_engine.moves import activating, plays
from duelmat_engine.moves.card_rules import (
    NEGATOR_GONE,
    is_in,
    is_kind,
    is_not_negated,
    not_negated,
    own_scope,
)
from duelmat_engine.moves.magic_and_traps import (
    MAGIC,
    QUICK,
    TRAP,
    TURN_OVER,
    YOURS_OR_SET,
    hand_in_own_turn,
    has_waited,
    in_hand_or_set,
    is_own_turn_or_set,
    not_active_yet,
    own_turn_unless_asked,
    set_first,
)
from duelmat_engine.moves.moment_rules import (
    Citation,
    Remedies,
    Test,
    by_statement,
    is_own_turn,
    rule,
)
from duelmat_engine.moves.sources import hand_and_set, own_face_up, own_set
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.rulesets.trump_king import limits
from duelmat_engine.verdict import Never, Remedy, When
from duelmat_message import listed, say, written

PAID = ("ignition",)

SPECIAL_RANKS = (1, 2, 8, 9)
"""The ranks whose listed magic or trap effect replaces the ordinary ones (TK-110)."""

LISTED = "G-53"
"""The reading by which special cards have no other effect than the one listed."""
RANKS, JOKERS = Citation("TK-110", LISTED), Citation("TK-107", LISTED)

_NAMED = {"magic": say("magic"), "quick": say("quick magic"), "trap": say("a trap")}

ROW_ROOM = When(say("One of your three magic/trap zones is free."), Room("s"))


def set_card() -> MoveKind:
    has_room = rule("TK-36b", lambda q: bool(plays.free_row(q, "s")), ROW_ROOM, "G-41")
    return plays.set_card(
        *("TK-35", "TK-39", "TK-36b"),
        room=plays.to_free("s", "TK-36b", "G-41"),
        extra_citations=limits.phase_citation,
        moment=(*limits.OWN_MAIN, has_room),
    )


# Which effect is meant, and whether the card has it


def _given_by(q: Question, reading: str) -> Citation:
    """The statement that gives the effect, as it is read."""
    return Citation(activating.own_rules(q)[0], reading)


def _of_each(
    effects: Iterable[Effect], reading: str, holds: Test, remedy: Remedies
) -> tuple[Rule, ...]:
    """Return the limit on each of these effects, under the statement that gives it."""
    own = (Citation(effect.rules[0], reading) for effect in effects)
    return by_statement(own, lambda q: _given_by(q, reading), holds, remedy)


def _listed_by(q: Question) -> Citation:
    """The statement that says which effects the card has: that of special cards, else its own."""
    if q.card is not None and q.card.number("number") in SPECIAL_RANKS:
        return RANKS
    return JOKERS if is_kind("joker")(q) else _given_by(q, LISTED)


def _use_its_own(q: Question) -> Remedy:
    """Return a remedy that lists the uses the card has instead, by the statement that says so."""
    by, own = _listed_by(q), activating.own_effects(q, (*MAGIC, *TRAP))
    if not own:
        return Never(activating.no_such_effect(()), by.id)
    ways = [
        say("as {use} ({effect:inner})", use=_NAMED[e.use], effect=written(e.text)) for e in own
    ]
    text = say("It has no such effect: it may be used {ways}.", ways=listed(ways, "or"))
    return Never(text, by.id)


def _own_text(rules: Ruleset, uses: tuple[str, ...], carried_out: str) -> tuple[Rule, ...]:
    """The card has the effect that is named, and can carry it out by the statement `carried_out`.

    Which statement says so of the first depends on the card; those on special cards also permit
    the use of all others.
    """
    special = (RANKS, JOKERS)
    own = (Citation(e.rules[0], LISTED) for e in rules.effects.values() if e.use in uses)
    ordinary = (citation for citation in own if citation not in special)
    on_special = by_statement(special, _listed_by, activating.has_it, _use_its_own)
    return (
        *(replace(limit, concerns=None) for limit in on_special),
        *by_statement(ordinary, _listed_by, activating.has_it, _use_its_own),
        *activating.text_rules(rules, uses),
        activating.carried_out(carried_out),
    )


NO_LOCK = limits.not_forbidden("activate", "TK-86")
UNDONE = "G-102"
"""The reading by which what is negated could not be carried out, and so is not activated."""


def _not_negated(carried_out: str) -> Rule:
    """No Diamond negates it, by the statement on what could not be carried out."""
    return rule(carried_out, is_not_negated, NEGATOR_GONE, UNDONE)


def activations(rules: Ruleset) -> Iterator[MoveKind]:
    yield replace(
        activating.activation(rules, "activate-magic", MAGIC, hand_and_set),
        permitted_by=("TK-31", "TK-32"),
        extra_citations=lambda q: (
            *limits.phase_citation(q),
            *(() if has_waited(q) else ("TK-36",)),
            *activating.own_rules(q),
        ),
        source_rules=(rule("TK-31", in_hand_or_set, not_active_yet("TK-38")),),
        moment=limits.OWN_MAGIC,
        card=(NO_LOCK, _not_negated("TK-34")),
        form_rules=_own_text(rules, MAGIC, "TK-34"),
        action=(rule("TK-38", activating.stay_room, ROW_ROOM, "G-41"),),
    )
    in_turn = own_turn_unless_asked(Citation("TK-41", "G-56"))
    yield _trap(rules, "activate-trap", (in_turn, limits.QUIET))
    there = When(say("It is face-up on your field."), Lies(("m",), face_up=True))
    paid = [effect for effect in rules.effects.values() if effect.use in PAID]
    multiples = [e for e in paid if any(isinstance(op, ops.ChooseNumber) for op in e.announce)]
    others = [effect for effect in paid if effect not in multiples]
    paid_by = [Citation(e.rules[0], name) for e in multiples for name in ("G-91", "G-44")]
    pay = When(say("You have the life to pay for it."))
    yield replace(
        activating.activation(rules, "activate-monster", PAID, own_face_up),
        extra_citations=lambda q: (*limits.phase_citation(q), *activating.own_rules(q)),
        source_rules=_of_each(paid, "G-86", is_in("m", face_up=True), there),
        moment=limits.OWN_MAIN,
        card=(not_negated("TK-87", UNDONE), not_negated("TK-92", UNDONE)),
        form_rules=(
            *_of_each(paid, "G-83", activating.has_it, _no_such_effect),
            *activating.text_rules(rules, PAID),
            *_of_each(others, "", activating.can_be_paid, pay),
            *by_statement(paid_by, _paid_by, activating.can_be_paid, _pay_multiple),
        ),
    )


def _least(q: Question) -> int | None:
    """Return the least that may be chosen as the effect's price; None: nothing is chosen."""
    for op in activating.effect_of(q).announce:
        if isinstance(op, ops.ChooseNumber):
            return amount(own_scope(q), op.low)
    return None


def _paid_by(q: Question) -> Citation | None:
    """The statement of a price in multiples; paying all life there is has a reading of its own."""
    least = _least(q)
    is_all = least == q.duel.players[q.seat].life
    return None if least is None else _given_by(q, "G-44" if is_all else "G-91")


def _pay_multiple(q: Question) -> Remedy:
    least = _least(q)
    assert least is not None
    return limits.can_pay(q, least)


def _no_such_effect(q: Question) -> Remedy:
    return Never(say("This monster has no such effect."), activating.own_rules(q)[0])


def _trap(rules: Ruleset, name: str, moment: tuple[Rule, ...]) -> MoveKind:
    return replace(
        activating.activation(rules, name, TRAP, own_set),
        permitted_by=("TK-39", "TK-43"),
        extra_citations=lambda q: (
            *(() if is_own_turn(q) else ("TK-41",)),
            *activating.own_rules(q),
        ),
        source_rules=(rule("TK-42", activating.is_set, set_first),),
        moment=moment,
        card=(rule("TK-40", has_waited, TURN_OVER, "G-57"), NO_LOCK, _not_negated("TK-44")),
        form_rules=_own_text(rules, TRAP, "TK-44"),
        action=(rule("TK-45", activating.stay_room, ROW_ROOM, "G-41"),),
    )


def responses(rules: Ruleset) -> tuple[MoveKind, ...]:
    """Traps, and quick magic as a trap (TK-37): from the hand only in one's own turn."""
    own_turn_or_set = rule("TK-33", is_own_turn_or_set, YOURS_OR_SET)
    waited = rule("TK-40", lambda q: is_own_turn(q) or has_waited(q), TURN_OVER, "G-57")
    return (
        _trap(rules, "respond-trap", ()),
        replace(
            activating.activation(rules, "respond-quick", QUICK, hand_in_own_turn),
            permitted_by=("TK-37",),
            extra_citations=activating.own_rules,
            source_rules=(rule("TK-37", in_hand_or_set, not_active_yet("TK-38")),),
            card=(own_turn_or_set, waited, NO_LOCK, _not_negated("TK-44")),
            form_rules=_own_text(rules, QUICK, "TK-44"),
        ),
    )
