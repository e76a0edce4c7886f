"""Answers to decisions that are not open play: choosing, numbers, names, places, passing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from duelmat_engine import actions as act
from duelmat_engine.board.scope import RIVALS, SELF, located
from duelmat_engine.candidates.asked import current_op, limit_of, listed_options, one_of, scope_of
from duelmat_engine.candidates.possible import blocked_at, failing_needs
from duelmat_engine.candidates.revealing import cannot_be
from duelmat_engine.chains.trigger_answers import (
    asks_by_buckets,
    judge_declined_trigger,
    judge_trigger,
    trigger_answers,
)
from duelmat_engine.effects import ops, procedures
from duelmat_engine.judging.choices import choices, judge_choice, judge_place, places
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.game import Game, Question, Rule
from duelmat_engine.running.execute import NAMES
from duelmat_engine.state import Decision, DecisionKind, Duel, card_at
from duelmat_engine.verdict import Broken, Cited, Do, Verdict, When, malformed, not_asked, ruling
from duelmat_engine.visibility.dealing import possible_at
from duelmat_message import Text, listed, say, written

_KINDS: dict[DecisionKind, tuple[type[act.Action], ...]] = {
    "window": (act.Activate, act.Pass),
    "trigger": (act.Activate, act.Pass),
    "choose": (act.Choose, act.Pass),
    "number": (act.Number,),
    "name": (act.Name, act.Pass),
    "first": (act.Name,),
    "reveal": (act.Reveal,),
    "chance": (act.Roll,),
    "place": (act.Play,),
    "aim": (act.Attack, act.Pass),
}


def fits_decision(decision: Decision, action: act.Action) -> bool:
    """Whether an action is of the class that answers this decision."""
    return isinstance(action, _KINDS.get(decision.kind, ()))


def is_answer(decision: Decision, action: act.Action) -> bool:
    """Whether an action could only be the answer of the player who is asked."""
    places = isinstance(action, act.Play) and decision.kind == "place"
    return places or isinstance(action, act.AnyAnswer)


def legal_answers(duel: Duel, game: Game, decision: Decision) -> Iterator[act.Action]:
    """Every answer to a decision that is neither open play nor a window."""
    match decision.kind:
        case "trigger":
            yield from trigger_answers(duel, game)
            if _judge_decline(duel, game, decision).legal:
                yield act.Pass()
        case "choose":
            yield from map(act.Choose, dict(choices(duel, game, decision)))
            if decision.optional:
                yield act.Pass()
        case "number":
            limited = _is_limited(game, decision)
            yield from map(act.Number, _amounts(duel, decision, limited=limited))
        case "name" | "first":
            yield from map(act.Name, _names(duel, game, decision))
            if _judge_decline(duel, game, decision).legal:
                yield act.Pass()
        case "reveal":
            yield from map(act.Reveal, possible_at(duel, decision.options[0]))
        case "chance":
            rolls = combinations(decision.options, decision.low)
            yield from map(act.Roll, dict.fromkeys(rolls))
        case "aim":
            yield from aims(duel, game, decision.seat)
            yield act.Pass()
        case "place":
            yield from places(duel, game, decision)
    if decision.cancel:
        yield act.Cancel()


def judge_answer(duel: Duel, game: Game, decision: Decision, action: act.Action) -> Verdict:
    """The ruling on an answer of the right class."""
    match action:
        case act.Pass():
            return _judge_decline(duel, game, decision)
        case act.Activate():
            return judge_trigger(duel, game, decision, action)
        case act.Attack():
            return _judge_aim(duel, game, decision, action)
        case act.Number(value=value):
            return _judge_number(duel, game, decision, value)
        case act.Name(value=value):
            return _judge_name(duel, game, decision, value)
        case act.Reveal(shown=shown):
            refusal = cannot_be(duel, game, decision.options[0], shown, decision.rules)
            return refusal or ruling((), decision.rules)
        case act.Roll(values=values):
            if len(values) == decision.low and Counter(values) <= Counter(decision.options):
                return ruling((), decision.rules)
            there = listed(map(card_at, decision.options), ",")
            text = say("Chance gives {count} of: {cards}.", count=decision.low, cards=there)
            return malformed(decision.rules, Do(text))
        case act.Choose():
            return judge_choice(duel, game, decision, action)
        case act.Play():
            return judge_place(duel, game, decision, action)
        case _:
            raise AssertionError(action)


def _is_limited(game: Game, decision: Decision) -> bool:
    return game.is_on(limit_of(decision))


def _limited(decision: Decision, *, fits: bool, text: Text, reading: str = "") -> Verdict:
    """The ruling by the one rule under which the answers to a question are limited."""
    broken = () if fits else ((Cited(limit_of(decision), reading), Do(text)),)
    return ruling(broken, decision.rules)


# Declining


def _judge_decline(duel: Duel, game: Game, decision: Decision) -> Verdict:
    op = current_op(game.blocks, duel.frames)
    if decision.optional or decision.kind in ("window", "aim"):
        passing = game.chain.pass_rules if decision.kind == "window" else ()
        limits = game.chain.rules if passing else ()
        rules = (*passing, *(rule for rule in decision.rules if rule not in limits))
        return ruling((), rules)
    if decision.kind == "trigger" and asks_by_buckets(duel):
        return judge_declined_trigger(duel, game, decision)
    if isinstance(op, ops.Offer):
        fits = not _is_limited(game, decision)
        return _limited(decision, fits=fits, text=one_of(listed_options(decision, game)))
    advice = Do(say("Answer what is asked: it cannot be declined."))
    return not_asked(decision.rules, advice)


# Amounts


def _amounts(duel: Duel, decision: Decision, *, limited: bool) -> range:
    """The amounts that may be chosen; unlimited, all that anybody at the table has in life."""
    if limited:
        return range(decision.low, decision.high + 1, decision.multiple)
    return range(max(decision.high, *(player.life for player in duel.players)) + 1)


def _judge_number(duel: Duel, game: Game, decision: Decision, value: int) -> Verdict:
    low, high, step = decision.low, decision.high, decision.multiple
    text = say("Choose from {low} to {high}.", low=low, high=high)
    if step > 1:
        text = say(
            "Choose from {low} to {high} in steps of {step}.", low=low, high=high, step=step
        )
    if value not in _amounts(duel, decision, limited=False):
        return malformed(decision.rules, Do(text))
    op = current_op(game.blocks, duel.frames)
    reading = op.reading if isinstance(op, ops.ChooseNumber) and value == 0 else ""
    fits = value in _amounts(duel, decision, limited=_is_limited(game, decision))
    return _limited(decision, fits=fits, text=text, reading=reading)


# Names


def _names(duel: Duel, game: Game, decision: Decision) -> Iterator[str]:
    """The names that may be chosen: those offered, and those limited by rules that are off."""
    op = current_op(game.blocks, duel.frames)
    match op:
        case ops.Offer(uses=uses) if game.disabled:
            for use in uses:
                if not _broken_by(duel, game, decision, use):
                    yield use.name
        case ops.Op() if game.disabled:
            limited = _limited_names(duel, game, op)
            others = (name for name, cite in limited if not game.is_on(cite.rule))
            yield from dict.fromkeys((*decision.options, *others))
        case _:
            yield from decision.options


def _limited_names(duel: Duel, game: Game, op: ops.Op | None) -> Iterable[tuple[str, Cited]]:
    """Return the names that would answer but for a rule, each with that rule."""
    if op is None or type(op) not in NAMES:
        return ()
    return NAMES[type(op)](duel, game, op)


def _broken_by(duel: Duel, game: Game, decision: Decision, use: ops.Use) -> list[Broken]:
    """Return the rules that a use on offer would break now: its needs, and the limit."""
    scope = scope_of(duel, game)
    needs = failing_needs(scope, use.needs)
    broken: list[Broken] = [(Cited(n.rule, n.reading), When(written(n.remedy))) for n in needs]
    if _is_limited(game, decision) and blocked_at(scope, use.block) is not None:
        broken.append((Cited(limit_of(decision)), Do(one_of(listed_options(decision, game)))))
    return broken


def _judge_name(duel: Duel, game: Game, decision: Decision, value: str) -> Verdict:
    text = one_of(listed_options(decision, game))
    if value in _names(duel, game, decision):
        return ruling((), decision.rules)
    op = current_op(game.blocks, duel.frames)
    if isinstance(op, ops.Offer):
        for use in (use for use in op.uses if use.name == value):
            return ruling(_broken_by(duel, game, decision, use), decision.rules)
    limits = (cite for name, cite in _limited_names(duel, game, op) if name == value)
    broken = [(cite, Do(text)) for cite in dict.fromkeys(limits)]
    return ruling(broken, decision.rules) if broken else malformed(decision.rules, Do(text))


# Aims


def aims(duel: Duel, game: Game, seat: Seat) -> Iterator[act.Attack]:
    """Yield the attack that is due, at each of its legal targets, by the rules of attacks."""
    there = sorted(name for name, _ in duel.pieces() if zone_kind(name) == "m")
    for target in (*there, None):
        attack = act.Attack(_attacker(duel), target)
        if not _misaimed(duel, game, seat, attack):
            yield attack


def _attacker(duel: Duel) -> ZoneName:
    """Return the zone of the monster whose attack is due."""
    return located(duel, SELF.of(duel.frames[-1].bound)[0])[0]


def _misaimed(duel: Duel, game: Game, seat: Seat, attack: act.Attack) -> list[Rule]:
    """Return the rules that the attack breaks."""
    piece = duel.top(attack.card)
    card = None if piece is None or piece.key is None else game.rules.card(piece.key)
    question = Question(duel, game, seat, attack.card, piece, card, attack)
    move = next(move for move in game.moves if move.takes(attack))
    return [rule for rule in move.action if not rule.holds(question)]


def _judge_aim(duel: Duel, game: Game, decision: Decision, attack: act.Attack) -> Verdict:
    at = (option.partition(" ")[2] for option in decision.options)
    aims = listed((card_at(name) if name else say("the player") for name in at), "or")
    advice = Do(say("Aim the attack at {aims}, or pass.", aims=aims))
    lies = attack.target is None or duel.top(attack.target)
    if attack.card != _attacker(duel) or not lies:
        return malformed(decision.rules, advice)
    misaimed = _misaimed(duel, game, decision.seat, attack)
    broken = [(Cited(rule.id, rule.reading), advice) for rule in misaimed]
    op = current_op(game.blocks, duel.frames)
    is_past = attack.target is None and RIVALS.of(duel.frames[-1].bound)
    past = op.past_rules if is_past and isinstance(op, procedures.MeetAttack) else ()
    return ruling(broken, (*decision.rules, *past))
