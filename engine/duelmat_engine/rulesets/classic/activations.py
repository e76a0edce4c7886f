"""Magic, traps and monster effects: Setting, activating, and responding in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from duelmat_engine.chains.trigger_legality import FULL
from duelmat_engine.facts import Lies, Room, YourPhase
from duelmat_engine.moves import activating, card_rules, plays
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
    is_set_quick,
    never_twice,
    not_active_yet,
    own_turn_unless_asked,
    set_first,
)
from duelmat_engine.moves.moment_rules import (
    Citation,
    by_statement,
    is_own_turn,
    only_when,
    open_play,
)
from duelmat_engine.moves.phases import MAIN_PHASES
from duelmat_engine.moves.sources import cached_on_board, hand, hand_and_set, lying_in, own_set
from duelmat_engine.names import zone
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset, Sources, speed_row
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.rulesets.classic.limits import forbidden, own_main
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, say

IGNITION = ("ignition",)
QUICK_EFFECT = ("quick-effect",)
BY_HAND = (*MAGIC, *TRAP, *IGNITION, *QUICK_EFFECT)

IS_TRAP, IS_QUICK, IS_FIELD = map(card_rules.is_kind, ("trap", "quick", "field"))
IS_NO_TRAP = card_rules.is_no("trap")

SLOT_FREE = When(say("One of your magic/trap slots is free."), Room("s"))


def set_card(rules: Ruleset, citations: Citations) -> MoveKind:
    """Setting magic or a trap face-down in its row; of a trap the phase has a rule of its own."""
    turn, main, quiet = own_main(citations)
    down = plays.Laid(citations.set_card, plays.DOWN, face_up=False, positions=(True,))

    def law(q: Question) -> Citation:
        return citations.set_card if IS_TRAP(q) else citations.set_magic

    def by_kind(limit: Rule) -> tuple[Rule, ...]:
        both = (citations.set_card, citations.set_magic)
        return by_statement(both, law, limit.holds, limit.remedy)

    return MoveKind(
        "set-card",
        permitted_by=(),
        extra_citations=lambda q: (law(q).id,),
        sources=hand,
        actions=plays.places("set-card", "s", face_up=False),
        source_rules=by_kind(card_rules.from_hand(*citations.set_card)),
        moment=(turn, quiet),
        card=(
            only_when(IS_NO_TRAP, main),
            only_when(IS_TRAP, citations.set_trap_phase.says(main.holds, main.remedy)),
            citations.set_magic.says(
                _is_settable,
                Never(say("It is neither magic nor a trap to Set."), citations.set_magic.id),
                IS_NO_TRAP,
            ),
        ),
        form_rules=(
            *by_kind(down.limit()),
            *by_kind(plays.pays_nothing(citations.set_card.id)),
            plays.to_free("s", *citations.slots),
        ),
        action=forbidden(rules, "set"),
    )


def _is_settable(q: Question) -> bool:
    """Field cards have no slot to be Set in: they are activated."""
    if q.card is None:
        return True
    return "field" not in q.card.kinds and bool({"magic", "trap"}.intersection(q.card.kinds))


def _room(q: Question) -> bool:
    """A card of the hand needs a slot to be used in; a field card has its own zone."""
    if not card_rules.IN_HAND(q) or IS_FIELD(q):
        return True
    in_use = len(q.duel.zones.get(zone(q.seat, "play"), ()))  # it takes a slot too
    return len(plays.free_row(q, "s")) > in_use


def _in_force(citations: Citations) -> Rule:
    """Return the limit that what is negated is not used."""
    return citations.negated.says(card_rules.is_not_negated, card_rules.NEGATOR_GONE)


def _own_text(rules: Ruleset, citations: Citations, uses: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules on the card's own text: it has the effect, and can carry it out."""
    return (
        citations.text.says(activating.has_it, activating.use_its_own(BY_HAND, citations.text.id)),
        *activating.text_rules(rules, uses),
        activating.carried_out(citations.text.id),
    )


# Speed


def _speed_rules(q: Question) -> tuple[str, ...]:
    """Return the statements that give the effect, and its Spell Speed."""
    return (*activating.own_rules(q), *activating.speed_of(q)[1])


def _respond_rules(citations: Citations) -> Callable[[Question], tuple[str, ...]]:
    return lambda q: (citations.chain_speed.id, *_speed_rules(q))


def _in_answer(rules: Ruleset, citations: Citations, uses: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the rules on a response: its Spell Speed, and what forbids it.

    Spell Speed 2 is asked only where some have less.
    """
    answer = Do(say("Answer a counter trap with a counter trap, or pass."))
    counter = only_when(
        lambda q: bool(q.duel.chain) and q.duel.chain[-1].speed >= 3,
        citations.counter_speed.says(
            lambda q: activating.speed_of(q)[0] >= q.duel.chain[-1].speed, answer
        ),
    )
    if not _has_slow(rules, uses):
        return (counter, *forbidden(rules, "activate"))
    fast = citations.chain_speed.says(
        lambda q: activating.speed_of(q)[0] >= 2,
        When(
            say("Play is open: it has Spell Speed 1 and answers nothing."),
            YourPhase(MAIN_PHASES, open=True),
        ),
    )
    return (fast, counter, *forbidden(rules, "activate"))


def _has_slow(rules: Ruleset, uses: tuple[str, ...]) -> bool:
    return any(
        speed_row(rules, effect, card)[0] < 2
        for card in rules.cards.values()
        for effect in map(rules.effects.__getitem__, card.effects)
        if effect.use in uses
    )


# Ways


def activations(rules: Ruleset, citations: Citations) -> Iterator[MoveKind]:
    """Yield the activations of the turn player while play is open."""
    turn, main, quiet = own_main(citations)

    def main_unless_quick(q: Question) -> bool:
        return main.holds(q) or activating.is_use(q, *QUICK)

    yield replace(
        activating.activation(rules, "activate-magic", MAGIC, hand_and_set),
        permitted_by=(citations.play.id,),
        extra_citations=activating.own_rules,
        block="activate",
        source_rules=(citations.play.says(in_hand_or_set, not_active_yet(citations.play.id)),),
        moment=(own_turn_unless_asked(citations.turn, is_set_quick), quiet),
        card=(
            only_when(IS_QUICK, citations.quick_wait.says(has_waited, TURN_OVER)),
            citations.use_slot.says(_room, SLOT_FREE),
            _in_force(citations),
        ),
        form_rules=_own_text(rules, citations, MAGIC),
        action=(replace(main, holds=main_unless_quick), *forbidden(rules, "activate")),
    )
    yield _trap(rules, citations, answers=False)
    yield replace(
        _of_monster(rules, citations, "activate-effect", IGNITION),
        extra_citations=activating.own_rules,
        moment=(turn, main, quiet),
        action=forbidden(rules, "activate"),
    )
    if any(e.use in QUICK_EFFECT for e in rules.effects.values()):
        yield replace(
            _of_monster(rules, citations, "use-quick-effect", QUICK_EFFECT),
            extra_citations=_speed_rules,
            moment=(own_turn_unless_asked(citations.turn, _from_its_zone), quiet),
            action=forbidden(rules, "activate"),
        )


def _of_monster(
    rules: Ruleset, citations: Citations, name: str, uses: tuple[str, ...]
) -> MoveKind:
    """Return the use of a monster's effect, whenever it may be."""
    return replace(
        activating.activation(rules, name, uses, _sources(rules, uses), in_zones=True),
        permitted_by=(citations.ignition.id,),
        block="activate-monster",
        source_rules=(citations.ignition.says(_from_its_zone, _where_it_works),),
        card=(_in_force(citations),),
        form_rules=_own_text(rules, citations, uses),
    )


def _sources(rules: Ruleset, uses: tuple[str, ...]) -> Sources:
    """The own cards wherever effects of these uses may work."""
    kinds = {kind for e in rules.effects.values() if e.use in uses for kind in e.zones}
    there = [kind for kind in (*rules.zones.rows, *rules.zones.piles) if kind in kinds - {"hand"}]
    lying_open = lying_in(*there, face_up=True)
    return cached_on_board(lambda q: lying_open(q) + hand(q)) if "hand" in kinds else lying_open


def _repeats_from_hand(q: Question) -> bool:
    """Whether the effect of a card in the hand stands on the Chain already."""
    effect = activating.effect_of(q)
    return card_rules.IN_HAND(q) and effect.name in [link.effect for link in q.duel.chain]


def _is_another_copy(q: Question) -> bool:
    effect, card = activating.effect_of(q), q.piece
    on_chain = [(link.effect, link.source.key) for link in q.duel.chain]
    return card is None or (effect.name, card.key) not in on_chain


def _from_its_zone(q: Question) -> bool:
    zones = activating.effect_of(q).zones
    return card_rules.is_in(*zones, face_up=True)(q) or ("hand" in zones and card_rules.IN_HAND(q))


def _where_it_works(q: Question) -> Remedy:
    kinds = activating.effect_of(q).zones
    names = dict.fromkeys(("m", "s", "field"), say("face-up on your field"))
    names |= {"hand": say("in your hand"), "grave": say("in your Graveyard")}
    places = listed(dict.fromkeys(names.get(k, k) for k in kinds), "or")
    return When(say("It is {places}.", places=places), Lies(kinds))


def _trap(rules: Ruleset, citations: Citations, *, answers: bool) -> MoveKind:
    def down(q: Question) -> Remedy:
        return never_twice(q, citations.set_card.id) or set_first(q)

    name = "respond-trap" if answers else "activate-trap"
    fast = (citations.chain_speed.id,) if answers else ()
    moment = () if answers else (own_turn_unless_asked(citations.turn), open_play(citations.quiet))
    return replace(
        activating.activation(rules, name, TRAP, own_set),
        permitted_by=(citations.trap_wait.id,),
        extra_citations=lambda q: (
            *fast,
            *(() if is_own_turn(q) else (citations.trap_turn.id,)),
            *_speed_rules(q),
        ),
        block="respond" if answers else "activate",
        source_rules=(
            citations.trap_hand.says(lambda q: not card_rules.IN_HAND(q), set_first),
            citations.set_card.says(lambda q: card_rules.IN_HAND(q) or activating.is_set(q), down),
        ),
        moment=moment,
        card=(citations.trap_wait.says(has_waited, TURN_OVER), _in_force(citations)),
        form_rules=_own_text(rules, citations, TRAP),
        action=_in_answer(rules, citations, TRAP) if answers else forbidden(rules, "activate"),
    )


def responses(rules: Ruleset, citations: Citations) -> Iterator[MoveKind]:
    """Yield the activations in a window."""
    yield _trap(rules, citations, answers=True)
    yield replace(
        activating.activation(rules, "respond-quick", QUICK, hand_in_own_turn),
        permitted_by=(citations.play.id,),
        extra_citations=_respond_rules(citations),
        takes=activating.takes_use(rules, MAGIC),
        block="respond",
        source_rules=(citations.play.says(in_hand_or_set, not_active_yet(citations.play.id)),),
        card=(
            citations.quick_turn.says(is_own_turn_or_set, YOURS_OR_SET),
            citations.quick_wait.says(has_waited, TURN_OVER),
            citations.use_slot.says(_room, SLOT_FREE),
            _in_force(citations),
        ),
        form_rules=_own_text(rules, citations, MAGIC),
        action=_in_answer(rules, citations, MAGIC),
    )
    if any(e.use in QUICK_EFFECT for e in rules.effects.values()):
        yield replace(
            _of_monster(rules, citations, "respond-effect", QUICK_EFFECT),
            block="respond-monster",
            extra_citations=_respond_rules(citations),
            action=(
                *_in_answer(rules, citations, QUICK_EFFECT),
                only_when(_repeats_from_hand, citations.hand_once.says(_is_another_copy, FULL)),
            ),
        )
