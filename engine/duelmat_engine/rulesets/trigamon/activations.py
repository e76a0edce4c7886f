"""Formula and Jumper cards, effects of Entities, skills and streams: playing and answering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from duelmat_engine import facts
from duelmat_engine.cardfiles.card_form import walk
from duelmat_engine.chains.trigger_legality import once_released
from duelmat_engine.effects.ops import NegateSummon
from duelmat_engine.effects.terms import Happened
from duelmat_engine.moves import activating
from duelmat_engine.moves.card_rules import IN_HAND, is_in, is_kind, is_own
from duelmat_engine.moves.magic_and_traps import TURN_OVER, own_turn_unless_asked, set_first
from duelmat_engine.moves.moment_rules import (
    Citation,
    Test,
    by_statement,
    is_own_turn,
    never,
    only_when,
    rule,
    times_used,
    when,
)
from duelmat_engine.moves.plays import free_row
from duelmat_engine.moves.sources import lying_in
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.ruleset.tables import Status
from duelmat_engine.rulesets.trigamon import icons
from duelmat_engine.rulesets.trigamon.limits import QUIET, TURN, granted_in_break
from duelmat_engine.rulesets.trigamon.phases import BREAK, MAINS, OFFERS, STANDBY, START, tied_to
from duelmat_engine.rulesets.trigamon.tables import CARDS
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, say

ACTIVATIONS = frozenset(("activate-card", "activate-effect"))
"""The moves that a Break Phase grants if one may activate in it, and answer."""
OBJECTS = ("skill", "stream")
EFFECTS = ("ignition", "quick-effect")

FIELD_LIKE = ("m", "s", "field", "stadium", "attached", "streams")
EFFECT_ZONES = (*FIELD_LIKE, "skill", "banished", "hand")
"""The kinds of zones in which a face-up card may use an effect of its own."""
SET_IN = ("s", "field", "stadium")
"""The kinds of zones in which Formula cards are Set."""
FAST_READING = "G-02"
IS_SUPPORTER, IS_JUMPER, IS_EQUIP = map(is_kind, ("supporter", "jumper", "equip"))
IS_COUNTER, IS_REAL_TIME, IS_TRAP = map(is_kind, ("counter", "real-time", "trap"))
IS_HELD, IS_SET = is_in("hand", face_up=False), is_in(*SET_IN, face_up=False)
ROOM = When(say("One of your zones for Formula cards is free."), facts.Room("s"))


# Speed


def speed(q: Question) -> int:
    """The Speed of what is activated."""
    return activating.speed_of(q)[0]


def is_fast(q: Question) -> bool:
    """Above Speed 2, or at least 2 under the other reading."""
    return speed(q) >= (2 if q.game.reads(FAST_READING) == "at least 2" else 3)


# What the phase offers


def _tied(q: Question) -> tuple[str, ...]:
    return tied_to(activating.effect_of(q))


def _offered(q: Question) -> str:
    """The statement by which the phase offers what is activated; empty: it does not."""
    offers, lies = OFFERS[q.duel.phase], zone_kind(q.place)
    if activating.is_use(q, "skill"):
        if offers.skill and (q.duel.phase in (*MAINS, BREAK) or q.duel.phase in _tied(q)):
            return offers.skill
    elif lies == "hand":
        if offers.hand and is_own_turn(q):
            return offers.hand
    elif offers.field and lies in FIELD_LIKE:
        return offers.field
    if offers.tied and q.duel.phase in _tied(q):
        return offers.tied
    if offers.fast and is_fast(q):
        return offers.fast
    return ""


REFUSED_BY = {
    phase: Citation(offers.refuses, FAST_READING)
    for phase, offers in OFFERS.items()
    if phase != BREAK
}
"""The statements by which phases refuse what they do not offer."""


def phase_rules() -> tuple[Rule, ...]:
    """Return the limits by which phases refuse, under their statements, what they do not offer."""

    def remedy(q: Question) -> Remedy:
        offers = OFFERS[q.duel.phase]
        told = [say("effects above Speed 2")] if offers.fast else []
        told += [say("cards on the field and their effects")] if offers.field else []
        text = say(
            "It is a phase that offers it: this one offers {offered}, and its Speed is {speed}.",
            offered=listed(told) or say("something else"),
            speed=speed(q),
        )
        return When(text, facts.YourPhase(_tied(q) or MAINS))

    return by_statement(
        REFUSED_BY.values(),
        lambda q: REFUSED_BY.get(q.duel.phase),
        lambda q: bool(_offered(q)),
        remedy,
    )


SKILLS_BY = {phase: Citation(OFFERS[phase].skill) for phase in (START, STANDBY)}
"""The phases in which only skill effects that are tied to them are used, by these statements."""


def skill_rules() -> tuple[Rule, ...]:
    """In the Start and Standby Phases only skill effects that are tied to them."""

    def remedy(q: Question) -> Remedy:
        text = say("It is the phase to which the skill effect is tied.")
        return When(text, facts.YourPhase(_tied(q) or MAINS))

    return by_statement(
        SKILLS_BY.values(),
        lambda q: SKILLS_BY.get(q.duel.phase) if activating.is_use(q, "skill") else None,
        lambda q: q.duel.phase in _tied(q) or is_fast(q),
        remedy,
    )


# Icons


def icon_citations(q: Question) -> tuple[str, ...]:
    """Return the statements that the card's icons give its activation, and that its text does."""
    if q.card is None or not activating.is_use(q, *CARDS):
        return ()
    found = ["TRI-50"] if q.card.kinds else []
    found += icons.rules_of(q.card)
    found += ["TRI-52"] if len(icons.icons_of(q.card)) > 1 else []
    found += ["TRI-53"] if icons.pictures_differ(q.card) else []
    found += activating.speed_of(q)[1]
    return tuple(found)


def _is_quick_trap(q: Question) -> bool:
    return q.card is not None and {"trap", "quick-play"} <= {*q.card.kinds}


def waited(q: Question) -> bool:
    """A trap waits for the next turn, one with Quick-Play for the next phase."""
    if q.piece is None or q.piece.arrived < q.duel.turn:
        return True
    return _is_quick_trap(q) and q.piece.marks.get("phase", q.duel.phase) != q.duel.phase


def _when_waited(q: Question) -> Remedy:
    phase = When(say("The phase in which it was Set is over."), facts.LaterTurn())
    return phase if _is_quick_trap(q) else TURN_OVER


def _set_first(q: Question) -> Remedy:
    quick = Do(say("Set the card; it can be activated from the next phase on."))
    return quick if _is_quick_trap(q) else set_first(q)


def _set_or_hand(q: Question) -> bool:
    if activating.is_use(q, "jumper"):
        return IS_HELD(q)
    return IN_HAND(q) or IS_SET(q)


def _hand_in_main_phase(q: Question) -> bool:
    return IN_HAND(q) and q.duel.phase in MAINS


def _where(q: Question) -> Remedy:
    if q.piece is not None and is_own(q) and q.piece.face_up:
        return Never(say("It is active already."), "TRI-15")
    text = say("The card is in your hand, or Set on your side of the field.")
    return When(text, facts.Lies(("hand",)))


def card_room(q: Question) -> bool:
    """A Formula of the hand needs a zone; Field cards and Jumpers have one of their own."""
    apart = q.card is None or not {"jumper", "field", "stadium"}.isdisjoint(q.card.kinds)
    return apart or not IN_HAND(q) or bool(free_row(q, "s"))


def supporter_rules() -> tuple[Rule, ...]:
    """One Supporter in a turn, by the statement of its family."""

    def of(name: str, own: str, other: str, *, jumper: bool) -> Rule:
        def unused(q: Question) -> bool:
            both = q.game.reads("G-07") != "each"
            return not (times_used(q, own) or (both and times_used(q, other)))

        text = say("It is your next turn: one Supporter a player is activated in a turn.")
        once = when(name, unused, text, facts.NextTurn(), "G-07")
        return only_when(lambda q: IS_SUPPORTER(q) and IS_JUMPER(q) == jumper, once)

    return (
        of("TRI-75", "supporter", "supporter-jumper", jumper=False),
        of("TRI-89", "supporter-jumper", "supporter", jumper=True),
    )


# Status, summons that may be answered


def forbidding(rules: Ruleset, act: str) -> tuple[Rule, ...]:
    """One rule for each status that forbids this act."""

    def of(name: str, status: Status) -> Rule:
        def holds(q: Question) -> bool:
            return q.piece is None or not q.piece.marks.get(name)

        return rule(status.rules[0], holds, once_released(rules, name), status.reading)

    return tuple(of(*item) for item in rules.in_play.statuses.items() if act in item[1].forbids)


def _answers(q: Question) -> set[str]:
    """The kinds of events that the effect's own text says it answers."""
    needs = activating.effect_of(q).needs
    return {kind for n in needs if isinstance(n.when, Happened) for kind in n.when.to}


def assist_answer() -> Rule:
    """An Assist Summon is answered by what may answer Normal and Special Summons alike."""

    def holds(q: Question) -> bool:
        window = q.duel.window
        if window is None or "assist-summon" not in window.to:
            return True
        both, told = {"summon", "special-summon"}, _answers(q)
        others = set(window.to) - {"assist-summon"}
        return not told & both or bool(told & others) or both <= told

    told = say("It answers only one of Normal and Special Summons.")
    return never("TRI-111", holds, told, "G-08")


def hyper_answer() -> Rule:
    """Nothing negates a Hyper Summon except an effect in real time."""
    told = say("A Hyper Summon is negated only by what acts in real time.")
    return never("TRI-114", lambda q: not _negates_hyper(q) or IS_REAL_TIME(q), told, "G-09")


def _negates_hyper(q: Question) -> bool:
    """Whether it negates a summon, and one that may be answered is a Hyper Summon."""
    summoned = () if q.duel.window is None else q.duel.window.pieces
    hyper = any(piece.move == "hyper-summon" for piece in summoned)
    resolve = activating.effect_of(q).resolve
    return hyper and any(isinstance(op, NegateSummon) for op in walk(resolve))


def _answer_citations(q: Question) -> tuple[str, ...]:
    window, told = q.duel.window, _answers(q)
    if window is None:
        return ()
    found = ["TRI-58"] if IS_COUNTER(q) and told else []
    found += ["TRI-110"] if "assist-summon" in window.to and told else []
    found += ["TRI-115"] if _negates_hyper(q) else []
    return tuple(found)


# Ways


CARD_SOURCES = lying_in("hand", *SET_IN, face_up=False)
EFFECT_SOURCES = lying_in(*EFFECT_ZONES, face_up=True)


def _in_its_zone(q: Question) -> bool:
    return is_in(*activating.effect_of(q).zones, face_up=True)(q)


_RESTING = {
    **dict.fromkeys(("s", "field", "stadium", "attached"), Citation("TRI-60")),
    "hand": Citation("TRI-82"),
    "streams": Citation("TRI-161"),
    "skill": Citation("TRI-162"),
}
"""The statements by which cards act where they lie; Entities act as their phase offers it."""
_IN_PHASE = {phase: Citation(offers.field or offers.fast) for phase, offers in OFFERS.items()}


def _acts_by(q: Question) -> Citation | None:
    """The statement by which the effect is used where its card lies; None before the duel."""
    return _RESTING.get(activating.effect_of(q).zones[0]) or _IN_PHASE.get(q.duel.phase)


def _in_zone_of(q: Question) -> Remedy:
    there = facts.Lies(activating.effect_of(q).zones, face_up=True)
    return When(say("It lies face-up in the zone in which its effect is used."), there)


def _several(q: Question) -> tuple[str, ...]:
    """A skill may hold more than one effect."""
    several = activating.is_use(q, "skill") and q.card is not None and len(q.card.effects) > 1
    return ("TRI-165",) if several else ()


def _has_effect(name: str) -> Rule:
    return never(name, activating.has_it, say("It has no such effect."))


def _equips(family: str) -> Test:
    return lambda q: q.card is not None and {"equip", family} <= {*q.card.kinds}


def _responds(q: Question) -> bool:
    """Whether it may answer in the opponent's turn."""
    return speed(q) >= 2 and not IN_HAND(q)


def _waits_for_an_act(q: Question) -> bool:
    """Whether it is a Counter Formula whose own text does not say what it answers."""
    return IS_COUNTER(q) and not IS_JUMPER(q) and not _answers(q)


ASKED = say("You are asked whether you respond.")
NO_COUNTER = when("TRI-58", lambda q: not _waits_for_an_act(q), ASKED, facts.Asked())
"""The rule that play is not open for what answers a player's action."""


def activations(rules: Ruleset) -> Iterator[MoveKind]:
    moment = (own_turn_unless_asked(TURN, _responds), QUIET)
    yield _card_move(rules, "activate-card", "activate", moment, (NO_COUNTER,))
    yield _effect_move(rules, "activate-effect", moment)


def responses(rules: Ruleset) -> tuple[MoveKind, ...]:
    quick = (*_chain_rules(), assist_answer(), hyper_answer())
    told = say("It is your turn: cards of the hand are activated then.")
    own_hand = rule(
        "TRI-15",
        lambda q: is_own_turn(q) or not IN_HAND(q),
        When(told, facts.YourTurn()),
        "",
        _hand_in_main_phase,
    )
    card, effect = granted_in_break("activate-card"), granted_in_break("activate-effect")
    return (
        _card_move(rules, "respond-card", "respond", (card,), (own_hand, *quick)),
        _effect_move(rules, "respond-effect", (effect,), quick),
    )


def _chain_rules() -> tuple[Rule, ...]:
    slow = say("Play is open: it has Speed 1 and answers nothing.")
    return (
        rule(
            "G-17.speed",
            lambda q: speed(q) >= 2,
            lambda q: When(slow, facts.YourPhase(_tied(q) or MAINS, open=True)),
        ),
        rule(
            "G-17.chain",
            lambda q: not q.duel.chain or speed(q) >= q.duel.chain[-1].speed,
            When(say("What it would answer is no faster than it."), facts.Answered()),
        ),
    )


def _card_move(
    rules: Ruleset,
    name: str,
    block: str,
    moment: tuple[Rule, ...],
    further: tuple[Rule, ...],
) -> MoveKind:
    """The use of a card of the hand or a Set one; `further` are limits on the action."""
    return replace(
        activating.activation(rules, name, CARDS, CARD_SOURCES),
        extra_citations=lambda q: (
            _offered(q),
            *activating.own_rules(q),
            *icon_citations(q),
            *_answer_citations(q),
        ),
        block=block,
        source_rules=(rule("TRI-15", _set_or_hand, _where, "", _hand_in_main_phase),),
        moment=moment,
        card=(
            only_when(IS_TRAP, rule("TRI-56", lambda q: not IN_HAND(q), _set_first)),
            only_when(IS_TRAP, rule("TRI-56", waited, _when_waited)),
            rule("G-17.zones", card_room, ROOM, "G-17"),
            *supporter_rules(),
        ),
        form_rules=(
            _has_effect("TRI-52"),
            *activating.text_rules(rules, CARDS),
            only_when(_equips("formula"), activating.carried_out("TRI-61")),
            only_when(_equips("jumper"), activating.carried_out("TRI-83")),
            only_when(lambda q: not IS_EQUIP(q), activating.carried_out("G-17.text")),
        ),
        action=(*phase_rules(), *further),
    )


def _effect_move(
    rules: Ruleset, name: str, moment: tuple[Rule, ...], further: tuple[Rule, ...] = ()
) -> MoveKind:
    """The use of an effect of what lies there already; `further` are limits on the action."""
    uses = (*EFFECTS, *OBJECTS)
    return replace(
        activating.activation(rules, name, uses, EFFECT_SOURCES, in_zones=True),
        extra_citations=lambda q: (
            *(() if activating.is_use(q, "stream") else (_offered(q),)),  # a stream is no card
            *activating.own_rules(q),
            *_answer_citations(q),
            *_several(q),
        ),
        source_rules=by_statement(
            (*_RESTING.values(), *_IN_PHASE.values()), _acts_by, _in_its_zone, _in_zone_of
        ),
        moment=moment,
        card=tuple(only_when(is_in("m"), frozen) for frozen in forbidding(rules, "activate")),
        form_rules=(
            only_when(lambda q: activating.is_use(q, *OBJECTS), _has_effect("TRI-163")),
            only_when(lambda q: not activating.is_use(q, *OBJECTS), _has_effect("TRI-52")),
            *activating.text_rules(rules, uses),
            activating.carried_out("G-17.text"),
        ),
        action=(*skill_rules(), *phase_rules(), *further),
    )
