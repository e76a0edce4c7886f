"""Magic, traps and monster effects: Setting, activating, and responding in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from duelmat_engine.effects.effect import Effect
from duelmat_engine.facts import Lies, Room
from duelmat_engine.moves import activating, plays
from duelmat_engine.moves.asked_of_cards import is_in, is_kind, not_negated
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
from duelmat_engine.moves.moments import Citation, Remedies, Test, is_own_turn, rule
from duelmat_engine.moves.sources import hand_and_set, own_face_up, own_set
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.rulesets.trump_king import limits
from duelmat_engine.verdict import Never, Remedy, When
from duelmat_message import listed, say, written

PAID = ("ignition",)

SPECIAL_RANKS = (1, 2, 8, 9)
"""The ranks whose listed magic or trap effect replaces the ordinary ones (TK-110)."""

_NAMED = {"magic": say("magic"), "quick": say("quick magic"), "trap": say("a trap")}

ROW_ROOM = When(say("One of your three magic/trap zones is free."), Room("s"))


def set_card() -> MoveKind:
    has_room = rule("TK-36b", lambda q: bool(plays.free_row(q, "s")), ROW_ROOM, "G-41")
    return plays.set_card(
        *("TK-35", "TK-39", "TK-36b"),
        citation=Citation("TK-35"),
        room=plays.to_free("s", "TK-36b", "G-41"),
        extra_citations=limits.phase_citation,
        moment=(*limits.OWN_MAIN, has_room),
    )


# Which effect is meant, and whether the card has it


def _use_its_own(name: str) -> Callable[[Question], Remedy]:
    """Return a remedy that lists the uses the card has instead, by the statement that says so."""

    def remedy(q: Question) -> Remedy:
        ways = [
            say("as {use} ({effect:inner})", use=_NAMED[e.use], effect=written(e.text))
            for e in activating.own_effects(q, (*MAGIC, *TRAP))
        ]
        if not ways:
            return Never(activating.no_such_effect(()), name)
        text = say("It has no such effect: it may be used {ways}.", ways=listed(ways, "or"))
        return Never(text, name)

    return remedy


def _listed_use(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    """The card has the effect that is named; which statement says so depends on the card."""

    def special(q: Question) -> bool:
        return q.card is not None and q.card.number("number") in SPECIAL_RANKS

    joker, has_it = is_kind("joker"), activating.has_it
    by_rank, by_joker = _use_its_own("TK-110"), _use_its_own("TK-107")
    yield rule("TK-110", lambda q: has_it(q) or not special(q), by_rank, "G-53")
    yield rule("TK-107", lambda q: has_it(q) or not joker(q), by_joker, "G-53")

    def listed_one(q: Question) -> bool:
        return special(q) or joker(q) or has_it(q)

    for effect in rules.effects.values():
        if effect.use in uses:
            yield _of_one(effect, listed_one, _use_its_own(effect.rules[0]), "G-53")


def _of_one(effect: Effect, test: Test, remedy: Remedies, reading: str) -> Rule:
    """A test of this one effect, under the statement that gives it."""

    def holds(q: Question) -> bool:
        asked = activating.effect_of(q)
        return asked is None or asked.name != effect.name or test(q)

    return rule(effect.rules[0], holds, remedy, reading)


NO_LOCK = limits.not_forbidden("activate", "TK-86")


def activations(rules: Ruleset) -> Iterator[MoveKind]:
    yield replace(
        activating.activation(rules, "activate-magic", MAGIC, hand_and_set),
        permitted_by=("TK-31", "TK-32"),
        extra_citations=lambda q: (
            *limits.phase_citation(q),
            *(("TK-36",) if zone_kind(q.place) == "s" else ()),  # it was Set in this turn
            *activating.own_rules(q),
        ),
        block="activate",
        source_rules=(rule("TK-31", in_hand_or_set, not_active_yet("TK-38")),),
        moment=limits.OWN_MAGIC,
        card=(NO_LOCK,),
        form_rules=(
            *_listed_use(rules, MAGIC),
            *activating.need_rules(rules, MAGIC),
            *activating.once_each_turn(rules, MAGIC),
            activating.carried_out("TK-34"),
        ),
        action=(rule("TK-38", activating.stay_room, ROW_ROOM, "G-41"),),
    )
    in_turn = own_turn_unless_asked(Citation("TK-41", "G-56"))
    yield _trap(rules, "activate-trap", "activate", (in_turn, limits.QUIET))
    there = When(say("It is face-up on your field."), Lies(("m",), face_up=True))
    paid = [effect for effect in rules.effects.values() if effect.use in PAID]
    pay = When(say("You have the life to pay for it."))
    yield replace(
        activating.activation(rules, "activate-monster", PAID, own_face_up),
        extra_citations=lambda q: (*limits.phase_citation(q), *activating.own_rules(q)),
        source_rules=tuple(_of_one(e, _is_face_up, there, "G-86") for e in paid),
        moment=limits.OWN_MAIN,
        card=(not_negated("TK-87"), not_negated("TK-92")),
        form_rules=(
            *(_of_one(e, activating.has_it, _no_such_effect, "G-83") for e in paid),
            *activating.need_rules(rules, PAID),
            *(_of_one(e, activating.can_be_paid, pay, "G-91") for e in paid),
        ),
    )


def _is_face_up(q: Question) -> bool:
    return is_in("m")(q) and q.piece is not None and q.piece.face_up


def _no_such_effect(q: Question) -> Remedy:
    effect = activating.effect_of(q)
    assert effect is not None
    return Never(say("This monster has no such effect."), effect.rules[0])


def _trap(rules: Ruleset, name: str, block: str, moment: tuple[Rule, ...]) -> MoveKind:
    return replace(
        activating.activation(rules, name, TRAP, own_set),
        permitted_by=("TK-39", "TK-43"),
        extra_citations=lambda q: (
            *(() if is_own_turn(q) else ("TK-41",)),
            *activating.own_rules(q),
        ),
        block=block,
        source_rules=(rule("TK-42", activating.is_set, set_first),),
        moment=moment,
        card=(rule("TK-40", has_waited, TURN_OVER, "G-57"), NO_LOCK),
        form_rules=(
            *_listed_use(rules, TRAP),
            *activating.need_rules(rules, TRAP),
            activating.carried_out("TK-44"),
        ),
        action=(rule("TK-45", activating.stay_room, ROW_ROOM, "G-41"),),
    )


def responses(rules: Ruleset) -> tuple[MoveKind, ...]:
    """Traps, and quick magic as a trap (TK-37): from the hand only in one's own turn."""
    own_turn_or_set = rule("TK-33", is_own_turn_or_set, YOURS_OR_SET)
    waited = rule("TK-40", lambda q: is_own_turn(q) or has_waited(q), TURN_OVER, "G-57")
    return (
        _trap(rules, "respond-trap", "respond", ()),
        replace(
            activating.activation(rules, "respond-quick", QUICK, hand_in_own_turn),
            permitted_by=("TK-37",),
            extra_citations=activating.own_rules,
            block="respond",
            source_rules=(rule("TK-37", in_hand_or_set, not_active_yet("TK-38")),),
            card=(own_turn_or_set, waited, NO_LOCK),
            form_rules=(*_listed_use(rules, QUICK), activating.carried_out("TK-44")),
        ),
    )
