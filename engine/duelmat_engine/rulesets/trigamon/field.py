"""Setting, attacking, turning, returning, and going on to a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from duelmat_engine.actions import Action, Attack, Turn
from duelmat_engine.board.evaluate import select
from duelmat_engine.board.refs import ref_of, top_of
from duelmat_engine.board.values import status_forbidding
from duelmat_engine.effects.terms import Cards, Exists, Lacks
from duelmat_engine.facts import Holds, Lies, Ordered
from duelmat_engine.moves import phases, plays, turning
from duelmat_engine.moves.card_rules import is_in, is_no, lies_in, may_be, own_scope
from duelmat_engine.moves.moment_rules import (
    Citation,
    Test,
    do,
    leading_to,
    never,
    only_when,
    rule,
    times_used,
    when,
)
from duelmat_engine.moves.phases import exit_of, exits_of, in_order, phase_of
from duelmat_engine.moves.plays import DOWN, Laid, pays_nothing, play_of, to_free
from duelmat_engine.moves.sources import lying_in, pile
from duelmat_engine.moves.turning import IN_ATTACK, attack_of, is_aimed, targets
from duelmat_engine.names import is_key, zone, zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.ruleset.tables import Exit
from duelmat_engine.rulesets.trigamon import limits
from duelmat_engine.rulesets.trigamon.activations import forbidding
from duelmat_engine.rulesets.trigamon.blocks import DRAWN_FROM
from duelmat_engine.rulesets.trigamon.phases import BATTLES, BREAK, CLEAN_UP, DREAD, MAINS
from duelmat_engine.rulesets.trigamon.steps import PHASE
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import ref, say

CORE = "core"
OFF_FIELD = ("grave", "banished")


# Setting


LAID_DOWN = Laid(Citation("TRI-16"), DOWN, face_up=False, positions=(True,))
ON_FIELD = When(say("It is an Entity that lies on your field."), Lies(("m",)))


def set_card() -> MoveKind:
    """A Formula card that goes to the row; Field and Stadium cards have a zone of their own."""
    return plays.set_card(
        *("TRI-16", "TRI-13"),
        room=to_free("s", *limits.ZONES),
        moment=limits.own_phase(limits.main_phase("TRI-16")),
        card=(
            limits.undefined("TRI-78", say("setting a Jumper"), is_no("jumper")),
            never("TRI-16", is_no("entity"), say("An Entity is Set in an Entity zone only.")),
            do("TRI-67", is_no("field"), say("Set the Field card in your Field Zone.")),
            do("TRI-70", is_no("stadium"), say("Set the Stadium card in your Field Zone.")),
        ),
    )


def set_in_field_zone(kind: str, name: str) -> MoveKind:
    """A Field or Stadium card, face-down; which of the two is said, for it removes another."""
    none = {"field": say("It is no Field card."), "stadium": say("It is no Stadium card.")}

    def place_it(q: Question) -> Remedy:
        return Do(say("Place it in your Field Zone: {zone}.", zone=ref(zone(q.seat, kind))))

    return plays.lay(
        *(f"set-{kind}", kind, "TRI-16", name, "TRI-13"),
        actions=plays.into(f"set-{kind}", kind, face_up=False),
        laid=LAID_DOWN,
        room=rule(name, plays.goes_into(kind), place_it),
        moment=limits.own_phase(limits.main_phase("TRI-16")),
        card=(never(name, may_be(kind), none[kind]),),
    )


def set_stream() -> MoveKind:
    """A Stream Trigger is no card: it is brought along, and set in a Main Phase."""
    there = say("It is a Stream Trigger that you have brought along.")
    return MoveKind(
        name="set-stream",
        permitted_by=("TRI-20", "TRI-160", "TRI-13"),
        sources=lambda q: pile(q, "items"),
        actions=plays.into("set-stream", "streams"),
        source_rules=(lies_in("TRI-20", there, "items"),),
        moment=limits.own_phase(limits.main_phase("TRI-20")),
        form_rules=(
            pays_nothing("TRI-20"),
            do("TRI-20", plays.goes_into("streams"), say("Set it among your streams.")),
        ),
    )


# Turning and returning


def _in_battle(q: Question) -> bool:
    return q.duel.phase in BATTLES


def _by_phase(limit: Rule) -> tuple[Rule, Rule]:
    """A limit of turning up, and the same by the statement of the Battle Phases."""
    elsewhere = only_when(lambda q: not _in_battle(q), limit)
    return elsewhere, only_when(_in_battle, replace(limit, id="TRI-26"))


def turn_up() -> MoveKind:
    """One's own face-down cards in the Graveyard or removed from play are turned face-up."""

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        card = ref_of(q.game, q.place, q.piece)
        yield Turn(card, shown=None if is_key(card) else q.piece.key)

    told = say("It is a Main or a Battle Phase of yours.")
    offered, _ = _by_phase(limits.in_phases("TRI-22", (*MAINS, *BATTLES), told))
    is_turned_up = do(
        "TRI-22",
        lambda q: turning.turn_of(q).face_up and turning.turn_of(q).upright,
        say("Turn it face-up."),
    )

    return MoveKind(
        name="turn-up",
        permitted_by=(),
        extra_citations=lambda q: ("TRI-26" if q.duel.phase in BATTLES else "TRI-22",),
        takes=lambda a: isinstance(a, Turn) and not _is_row(a.card),
        sources=lying_in(*OFF_FIELD, face_up=False),
        actions=actions,
        source_rules=_by_phase(
            lies_in(
                "TRI-22",
                say("It lies face-down in your Graveyard or removed from play."),
                *OFF_FIELD,
                face_up=False,
            )
        ),
        moment=limits.unlisted(offered),
        form_rules=_by_phase(is_turned_up),
    )


def _is_row(ref: str) -> bool:
    return not is_key(ref) and zone_kind(ref) in ("m", "s")


def return_to_hand() -> MoveKind:
    """In the Clean-Up Phase Set cards that are no Entities may go back to the hand."""
    return MoveKind(
        name="return-to-hand",
        permitted_by=("TRI-29",),
        sources=lying_in("s", "field", "stadium", face_up=False),
        actions=plays.into("return-to-hand", "hand", face_up=False),
        source_rules=(
            when(
                "TRI-29",
                is_in("m", "s", "field", "stadium", face_up=False),
                say("The card lies Set on your side of the field."),
                Lies(("s",), face_up=False),
            ),
            never(
                "TRI-30", lambda q: zone_kind(q.place) != "m", say("A Set Entity is not returned.")
            ),
        ),
        moment=limits.unlisted(
            limits.in_phases("TRI-29", (CLEAN_UP,), say("It is your Clean-Up Phase."))
        ),
        form_rules=(
            do(
                "TRI-29",
                lambda q: plays.goes_into("hand")(q) and not play_of(q).face_up,
                say("Return it to your hand, unseen."),
            ),
            pays_nothing("TRI-29"),
        ),
    )


BY_HAND = "positions by hand too"
"""The choice of reading G-17 by which positions are changed by hand as in the parent game."""
_NOT_BY_HAND = limits.undefined(
    "TRI-13", say("changing a battle position by hand"), lambda _: False
)


def change_position(rules: Ruleset, readings: Mapping[str, str]) -> MoveKind:
    """Changes of position by hand: no phase offers them; another reading inherits them."""
    down = say("An Entity is never turned face-down by hand.")
    by_hand = () if readings["G-17"] == BY_HAND else (_NOT_BY_HAND,)
    return turning.change_position(
        "G-17.position",
        own=Citation("G-17.position"),
        there=ON_FIELD,
        extra_citations=lambda q: ("TRI-105",) if turning.flips(q) else (),
        takes=lambda a: isinstance(a, Turn) and _is_row(a.card),
        block="flip-by-hand",
        moment=limits.own_phase(limits.main_phase("TRI-13"), *by_hand),
        card=(
            *forbidding(rules, "turn"),
            limits.undefined(
                "TRI-101", say("leaving Core Position"), lambda q: not _in_core(q, q.place)
            ),
            rule("G-17.position", turning.is_longer_there, turning.NEXT_TURN),
            rule("G-17.position", turning.has_not_turned, turning.NEXT_TURN),
            rule("G-17.turn-after-attack", turning.has_not_attacked, turning.NEXT_TURN),
        ),
        form_rules=(
            never("G-17.turn-down", turning.is_face_up, down),
            rule("G-17.position", turning.changes, turning.OTHER_WAY),
        ),
    )


# Attacks


def _is_bipolar(q: Question) -> bool:
    return q.piece is not None and status_forbidding(q.game, q.piece, "aim") is not None


def _in_core(q: Question, place: str | None) -> bool:
    piece = None if place is None else top_of(q.duel, place)
    return piece is not None and piece.marks.get("position") == CORE


def _can_be_drawn(q: Question) -> bool:
    """Whether there is an Entity among which a bipolar attacker's target may be drawn."""
    return bool(select(own_scope(q), DRAWN_FROM[q.game.reads("G-16")], 1))


def _has_not_fought(q: Question) -> bool:
    """Whether the Entity has not attacked in this turn, or in its other Battle Phase alone."""
    if q.piece is None or turning.has_not_attacked(q):
        return True
    others = [phase for phase in BATTLES if phase != q.duel.phase]
    return len(others) < len(BATTLES) and q.piece.marks.get(PHASE.name) in others


NONE_THERE = When(
    say("The opponent has no Entity on the field."), Holds((Lacks(Cards(("m",), "opposing")),))
)
ONE_IN_REACH = When(
    say("The opponent has an Entity that is not in Core Position."),
    Holds((Exists(DRAWN_FROM["opposing only"]),)),
)


def _attack_one(q: Question) -> Remedy:
    """Advise to attack what is not in Core Position; or say what to wait for if all are in it."""
    there = targets(q)
    in_reach = [place for place in there if not _in_core(q, place)]
    if in_reach or not there:
        return turning.attack_any(in_reach)
    return NONE_THERE if attack_of(q).target is None else ONE_IN_REACH


def attack(rules: Ruleset) -> MoveKind:
    def actions(q: Question) -> Iterator[Action]:
        there = () if _is_bipolar(q) else targets(q)
        return (Attack(q.place, target) for target in there or (None,))

    def is_upright(q: Question) -> bool:
        return q.piece is None or q.piece.upright

    def names_no_target(q: Question) -> bool:
        return attack_of(q).target is None or not _is_bipolar(q)

    def may_be_direct(q: Question) -> bool:
        return _is_bipolar(q) or attack_of(q).target is not None or not targets(q)

    face_up, upright = say("It lies face-up in Attack Position."), say("It is in Attack Position.")
    unnamed = say("Name no target: it is drawn at random.")
    return turning.attack(
        *("TRI-25", "TRI-23"),
        own=Citation("TRI-25"),
        there=ON_FIELD,
        extra_citations=lambda q: ("TRI-174", "TRI-175") if _is_bipolar(q) else (),
        actions=actions,
        source_rules=(when("TRI-25", lambda q: not turning.flips(q), face_up, IN_ATTACK),),
        moment=limits.own_phase(limits.battle_phase("TRI-25")),
        card=(
            when("G-17.attack-mode", is_upright, upright, Lies(("m",), upright=True)),
            limits.undefined(
                "TRI-101", say("attacking from Core Position"), lambda q: not _in_core(q, q.place)
            ),
            rule("G-17.attack-once", _has_not_fought, turning.NEXT_BATTLE),
            *forbidding(rules, "attack"),
            limits.undefined(
                "TRI-175",
                say("an attack whose target cannot be drawn"),
                lambda q: not _is_bipolar(q) or _can_be_drawn(q),
                "G-16",
            ),
        ),
        action=(
            do("TRI-174", names_no_target, unnamed),
            rule("G-17.direct", may_be_direct, _attack_one),
            rule("G-17.target", is_aimed, _attack_one),
            limits.undefined(
                "TRI-101",
                say("an attack on an Entity in Core Position"),
                lambda q: not _in_core(q, attack_of(q).target),
            ),
        ),
    )


# Phases


def _has_ordered(q: Question, phase: str) -> bool:
    """Whether an effect has ordered the phase in this turn."""
    return bool(times_used(q, f"order-{phase}"))


def _is_open(q: Question, leave: Exit) -> bool:
    """Whether the exit is ordinary, or an effect has ordered it in this turn."""
    return not leave.ordered or _has_ordered(q, leave.to)


EXTRAORDINARY = ("main3", "battle2", "break")


def advance(exit_procedures: Mapping[str, Test]) -> MoveKind:
    """Going on along the transitions of the phase graph."""
    losing = say(
        "You would lose if the turn went on: your deck is empty, or a judge lets your reason "
        "stand."
    )
    leaving = say(
        "You perform an exit procedure: the document names none, so a judge lets one stand with "
        "its reason."
    )

    def waits_for_order(q: Question) -> bool:
        """Whether an effect has yet to order the phase: Break always, wherever it leads."""
        to = phase_of(q)
        return to in EXTRAORDINARY and (to == BREAK or not _has_ordered(q, to))

    def known(q: Question) -> bool:
        return exit_of(q) is not None or waits_for_order(q)

    def onwards(q: Question) -> Remedy:
        ways = (e.to for e in exits_of(q) if _is_open(q, e) and e.to != DREAD and leaves(q, e.to))
        return in_order(q, ways, "TRI-03")

    def ordered(q: Question) -> bool:
        leave = exit_of(q)
        return not waits_for_order(q) if leave is None else _is_open(q, leave)

    def once_ordered(q: Question) -> Remedy:
        there = Ordered(phase_of(q), leading_to(q, phase_of(q)))
        return When(say("A card effect has ordered that phase in this turn."), there)

    def would_lose(q: Question) -> bool:
        return phase_of(q) != DREAD or not q.duel.zones.get(zone(q.seat, "pile"))

    def leaves(q: Question, to: str) -> bool:
        out = q.duel.phase == DREAD and to != "end"
        return not out or any(performed(q) for performed in exit_procedures.values())

    return phases.advance(
        extra_citations=_exit_rules,
        moment=(limits.QUIET,),
        action=(
            rule("TRI-03", known, onwards, "G-01"),
            rule("TRI-04", ordered, once_ordered, "G-01"),
            only_when(
                lambda q: phase_of(q) == BREAK,
                never("TRI-44", ordered, say("A card effect leads there: it is the only way.")),
            ),
            when("TRI-40", would_lose, losing, Holds((Lacks(Cards(("pile",), "own")),)), "G-05"),
            rule("TRI-37", lambda q: leaves(q, phase_of(q)), When(leaving), "G-05"),
        ),
    )


def _exit_rules(q: Question) -> tuple[str, ...]:
    leave = exit_of(q)
    if leave is None:
        return ()
    out = q.duel.phase == DREAD and leave.to != "end"
    return (*leave.rules, *(("TRI-40",) if leave.to == DREAD else ("TRI-43",) if out else ()))
