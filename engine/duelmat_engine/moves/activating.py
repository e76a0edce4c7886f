"""Rules for activating an effect: the card has it, may use it, and can carry it out.

An effect is named by its `use` ("magic", "trap", "ignition"): a kind of move takes some uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from duelmat_engine.actions import Action, Activate
from duelmat_engine.board.derive import barred
from duelmat_engine.board.evaluate import amount, failing, payable, select
from duelmat_engine.board.refs import ref_of
from duelmat_engine.board.scope import Scope, free_zones
from duelmat_engine.candidates.possible import blocked_at, could_begin, failing_needs, is_used_up
from duelmat_engine.chains.trigger_legality import USED_THIS_TURN
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards, Exists, InPhase, MayCome, Need
from duelmat_engine.facts import Holds, LifeAtLeast, YourPhase, YourTurn
from duelmat_engine.moves.card_rules import is_in, own_scope
from duelmat_engine.moves.moment_rules import Citation, only_when, rule
from duelmat_engine.names import ROW_KINDS, zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset, Sources, speed_row
from duelmat_engine.verdict import Cited, Never, Remedy, When
from duelmat_message import Text, listed, say, written

is_set: Final = is_in("s", face_up=False)


def effect_of(q: Question) -> Effect:
    """The effect that the activation asked about names."""
    assert isinstance(q.action, Activate)
    return q.game.rules.effects[q.action.effect]


def takes_use(rules: Ruleset, uses: tuple[str, ...]) -> Callable[[Action], bool]:
    names = {e.name for e in rules.effects.values() if e.use in uses}
    return lambda action: isinstance(action, Activate) and action.effect in names


def speed_of(q: Question) -> tuple[int, tuple[str, ...]]:
    """The speed of the effect that the action names, and the rules by which it has it."""
    return speed_row(q.game.rules, effect_of(q), q.card)


def is_use(q: Question, *uses: str) -> bool:
    """Whether the effect that the action names is of one of these uses."""
    return effect_of(q).use in uses


def has_it(q: Question) -> bool:
    """The card has the effect that is named."""
    return q.card is None or effect_of(q).name in q.card.effects


def text_rules(
    rules: Ruleset, uses: tuple[str, ...], used: Remedy = USED_THIS_TURN
) -> Iterator[Rule]:
    """Yield the rules for what effects of these uses need, and for those used once a turn: `used`
    says when they may be used again.
    """
    own = [effect for effect in rules.effects.values() if effect.use in uses]
    for citation in sorted({Citation(n.rule, n.reading) for e in own for n in e.needs}):
        yield _need_rule(citation)
    for name in sorted({name for e in own for name in e.once_per_turn}):
        yield _once_rule(name, used)


def _need_rule(citation: Citation) -> Rule:
    def stated(q: Question) -> tuple[Need, ...]:
        return tuple(n for n in effect_of(q).needs if (n.rule, n.reading) == citation)

    def failing(q: Question) -> list[Need]:
        return failing_needs(own_scope(q), stated(q))

    def remedy(q: Question) -> Remedy:
        failed = failing(q)
        text = needed(failed)
        whens = [n.when for n in failed if isinstance(n.when, InPhase)]
        phases = [when.phases for when in whens if when.whose != "opposing"]
        if len(failed) != 1 or len(phases) != 1:
            return When(text, Holds(tuple(need.when for need in failed)))
        return When(text, YourPhase(phases[0]) if phases[0] else YourTurn())

    return citation.says(lambda q: not failing(q), remedy, lambda q: bool(stated(q)))


def _once_rule(name: str, used: Remedy) -> Rule:
    def is_unused(q: Question) -> bool:
        return not is_used_up(q.duel, q.game, q.seat, effect_of(q))

    return only_when(lambda q: name in effect_of(q).once_per_turn, rule(name, is_unused, used))


def needed(needs: Iterable[Need]) -> str:
    """Return the conditions of several needs, in their own words."""
    first, *others = dict.fromkeys(need.remedy for need in needs)
    text = written(first)
    for other in others:
        text = say("{first} {other}", first=text, other=written(other))
    return text


def carried_out(name: str) -> Rule:
    """Return the rule that nothing is activated whose effect could not be carried out."""

    def remedy(q: Question) -> Remedy:
        effect = effect_of(q)
        own = written(effect.text)
        text = say("Everything that its text needs is there ({effect:bare}).", effect=own)
        if _kept_out(q):
            text = say("A card is there on which it may be used ({effect:bare}).", effect=own)
        return When(text, lack_of(own_scope(q), effect.announce))

    return replace(rule(name, can_be_paid, remedy), causes=_kept_out)


def can_be_paid(q: Question) -> bool:
    """Whether the announcement of the effect could be carried out now."""
    return blocked_at(own_scope(q), effect_of(q).announce) is None


def _kept_out(q: Question) -> tuple[Cited, ...]:
    """Return the statements beyond its own text that alone keep out each card it could choose."""
    effect, scope = effect_of(q), own_scope(q)
    op = blocked_at(scope, effect.announce)
    if not isinstance(op, ops.Choose):
        return ()
    found: list[tuple[Cited, ...]] = []
    for _, piece in select(scope, Cards(op.cards.zones, op.cards.whose)):
        by: list[Cited] = [] if piece.key is not None else [Cited("")]
        for wanted in failing(scope, piece, op.cards.that):
            barring = barred(scope, piece) if isinstance(wanted, MayCome) else (wanted.rule,)
            by += [Cited(name, wanted.reading) for name in barring]
        if all(cite.rule not in ("", *effect.rules) for cite in by):
            found.append(tuple(by))
    least = min(found, key=len, default=())
    enough = len(found) >= amount(scope, op.count) and all({*least} <= {*by} for by in found)
    return least if enough else ()


def lack_of(scope: Scope, block: ops.Block) -> LifeAtLeast | Holds | None:
    """Return the cards or life that an announcement lacks to be carried through, if any."""
    return lack_at(scope, blocked_at(scope, block))


def lack_at(scope: Scope, op: ops.Op | None) -> LifeAtLeast | Holds | None:
    """Return the cards or life that an operation lacks, if any."""
    match op:
        case ops.Choose(cards=cards, count=count):
            return Holds((Exists(cards, amount(scope, count)),))
        case ops.Pay(amount=cost):
            short = amount(scope, cost) - payable(scope)
            return LifeAtLeast(scope.world.players[scope.seat].life + short)
        case _:
            return None


def no_such_effect(own: Iterable[str]) -> Text:
    """Say that a card has no such effect; `own` are the texts of those that it has."""
    there = [say("{effect:bare}", effect=written(text)) for text in own]
    if not there:
        return say("It has no such effect, and none to be used now.")
    return say("It has no such effect; its own: {own}.", own=listed(there, "or"))


def use_its_own(uses: tuple[str, ...], name: str) -> Callable[[Question], Remedy]:
    """Return the remedy that lists the effects the card has instead, by this statement."""
    return lambda q: Never(no_such_effect([e.text for e in own_effects(q, uses)]), name)


def own_effects(q: Question, uses: tuple[str, ...]) -> list[Effect]:
    """The effects of these uses that the card has and that could be announced now."""
    effects, own = q.game.effects_of(q.card, uses), own_scope(q)
    return [e for e in effects if could_begin(own, e.needs, e.announce)]


def stay_room(q: Question) -> bool:
    """A card that stays after resolving has a zone to stay in."""
    has_place = not effect_of(q).stays or zone_kind(q.place) == "s"
    return has_place or bool(free_zones(q.duel, q.game, q.seat, "s"))


def can_be_announced(q: Question, action: Action) -> bool:
    """Whether the effect that an activation names could be announced now."""
    assert isinstance(action, Activate)
    effect = q.game.rules.effects[action.effect]
    if effect.once_per_turn and is_used_up(q.duel, q.game, q.seat, effect):
        return False
    needs, block = effect.needs, effect.announce
    return not (needs or block) or could_begin(own_scope(q), needs, block)


def activation(
    rules: Ruleset, name: str, uses: tuple[str, ...], sources: Sources, *, in_zones: bool = False
) -> MoveKind:
    """The activation of effects of these uses, without a limit: a ruleset adds its own.

    What `has_it`, `text_rules` and `carried_out` ask holds for all that it makes. With `in_zones`
    a card has the effects that work where it lies.
    """

    def actions(q: Question) -> list[Action]:
        assert q.piece is not None
        kind = zone_kind(q.place)
        effects = q.game.effects_of(q.card, uses)
        names = [e.name for e in effects if not in_zones or kind in e.zones]
        shown = q.piece.key if kind in ROW_KINDS and not q.piece.face_up else None
        card = ref_of(q.game, q.place, q.piece)
        return [Activate(name, card, shown) for name in names]

    return MoveKind(
        name,
        permitted_by=(),
        sources=sources,
        actions=actions,
        possible=can_be_announced,
        takes=takes_use(rules, uses),
        suits=lambda q: q.card is None or bool(q.game.effects_of(q.card, uses)),
    )


def own_rules(q: Question) -> tuple[str, ...]:
    """The statements that give the effect."""
    return effect_of(q).rules
