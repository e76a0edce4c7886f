"""Precheck: answers of rules that depend on the phase and the printed card alone.

A listing asks the same rules again and again: an Entity is never Set as a trap, and in the
Standby Phase nothing is summoned. A rule is asked once with a question of which only so much is
known, a `PartialQuestion`. If it answers, every question that agrees with this one gets that
answer, for a rule goes by nothing but the question; if it looks further, it has to be asked each
time.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any, NamedTuple

from msgspec import Struct

from duelmat_engine.actions import Action, Activate, Advance, Pass, Play
from duelmat_engine.board.derive import limits_there
from duelmat_engine.board.refs import lookup
from duelmat_engine.caches import LazyDict
from duelmat_engine.candidates.revealing import is_misnamed
from duelmat_engine.cards import Card
from duelmat_engine.errors import EngineError
from duelmat_engine.judging.patterns import is_generated
from duelmat_engine.names import CardKey, is_key, key_code, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, MoveKind, Question, Rule
from duelmat_engine.state import Decision, Duel, Piece, World


class UndecidedError(EngineError):
    """A rule looked at something of which a partial question tells nothing."""


class PartialQuestion:
    """A question, duel, decision or card of which only some is known."""

    def __init__(self, **known: Any) -> None:
        self.__dict__.update(known)

    def __getattr__(self, name: str) -> Any:
        raise UndecidedError(name)


class Prechecked(NamedTuple):
    """The rules that a partial question breaks, and those that it does not answer."""

    broken: tuple[Rule, ...]
    open: tuple[Rule, ...]
    """Still to be asked; what is in neither holds."""


def precheck(rules: Iterable[Rule], partial: Any) -> Prechecked:
    broken: list[Rule] = []
    asked: list[Rule] = []
    for rule in rules:
        try:
            if not rule.holds(partial):
                broken.append(rule)
        except UndecidedError:
            asked.append(rule)
    return Prechecked(tuple(broken), tuple(asked))


Left = tuple[Action, tuple[Rule, ...]]
"""An action, and the rules left to ask about it."""

Options = dict[tuple[CardKey | None, str, bool, bool], tuple[Left, ...]]
"""The actions with a card, by its key, its place, and whether it lies face-up and upright."""


class CardPlan(Struct, eq=False):
    """The rules left to ask about a card, and about each action with it."""

    move: MoveKind
    printed: Card | None
    card: tuple[Rule, ...]
    action: tuple[Rule, ...]
    options: Options | None
    """The actions that were found out; None: they do not follow from how the card lies alone."""
    _known: dict[str, Any]

    def left(self, question: Question, piece: Piece) -> Iterable[Left]:
        """Return the actions with the card in question; what follows from how it lies is kept."""
        options = self.options
        if options is not None:
            try:
                return self._decided(options, question.place, piece)
            except UndecidedError:
                self.options = None
        return zip(self.move.actions(question), repeat(self.action), strict=False)

    def _decided(self, options: Options, place: str, piece: Piece) -> tuple[Left, ...]:
        """Find out which actions there are, going by nothing but how the card lies."""
        lying = (piece.key, place, piece.face_up, piece.upright)
        known = PartialQuestion(key=piece.key, face_up=piece.face_up, upright=piece.upright)
        partial: Any = PartialQuestion(**self._known, place=place, piece=known)
        found: list[Left] = []
        for action in tuple(self.move.actions(partial)):
            partial.action = action
            broken, left = precheck(self.action, partial)
            if not broken:
                found.append((action, left))
        options[lying] = tuple(found)
        return options[lying]


class MovePlan:
    """A move in a situation: the rules left to ask, card by card."""

    def __init__(self, game: Game, move: MoveKind, known: dict[str, Any]) -> None:
        self.game = game
        self.move = move
        self.known = known
        moment = precheck(move.moment, PartialQuestion(**known))
        self.is_open = not moment.broken
        """Whether the situation alone does not close the move."""
        self.moment = moment.open
        self.cards = LazyDict(self._of_key)
        """By card (None: no card) what is left to ask; None where the move is refused anyway.
        Rules that `actions` of the move satisfies by itself are left out."""
        self.limits = LazyDict(self._limits_of)
        """By the code of a card ("": no card) the rules that limit a move with it, whatever the
        action."""
        self._codes = LazyDict(self._of_code)

    def _printed(self, code: str) -> Card | None:
        return self.game.rules.cards[code] if code else None

    def _of_key(self, key: CardKey | None) -> CardPlan | None:
        return self._codes["" if key is None else key_code(key)]

    def _of_code(self, code: str) -> CardPlan | None:
        card = self._printed(code)
        known = {**self.known, "card": card}
        partial: Any = PartialQuestion(**known)
        if self.move.suits is not None and not self.move.suits(partial):
            return None
        about_card = precheck(self.move.card, partial)
        about_action = precheck(self.move.action, partial)
        if about_card.broken or about_action.broken:
            return None
        asks = bool(about_action.open) or self.move.possible is not None
        return CardPlan(
            self.move, card, about_card.open, about_action.open, {} if asks else None, known
        )

    def _limits_of(self, code: str) -> Prechecked:
        partial = PartialQuestion(**self.known, card=self._printed(code))
        return precheck(limits_of(self.move), partial)


def limits_of(move: MoveKind) -> tuple[Rule, ...]:
    return move.card + move.form_rules + move.action


class Plans:
    """The moves that a situation leaves open, with the rules left to ask."""

    def __init__(self, every: Iterable[MovePlan]) -> None:
        self.every = tuple(every)
        self._open = tuple(plan for plan in self.every if plan.is_open)
        """The moves that it does not close."""
        self._moments = tuple(dict.fromkeys(r.holds for plan in self._open for r in plan.moment))
        """The tests of the rules about the moment that are left to ask: several share one."""
        self._left = LazyDict(self._left_by)
        self._taking: dict[tuple[type[Action], str], MovePlan | None] = {}

    def open(self, question: Question) -> tuple[MovePlan, ...]:
        """Return the moves that the moment does not close either."""
        answers: list[bool] = []
        for holds in self._moments:
            answers.append(holds(question))
        return self._left[tuple(answers)]

    def _left_by(self, answers: tuple[bool, ...]) -> tuple[MovePlan, ...]:
        """Return the moves that these answers of the tests leave open."""
        kept = {test for test, holds in zip(self._moments, answers, strict=True) if holds}
        return tuple(p for p in self._open if all(r.holds in kept for r in p.moment))

    def taking(self, action: Action) -> MovePlan | None:
        """The move of an action: a play tells it by its name, an activation by its effect."""
        at: tuple[type[Action], str] = (type(action), "")
        if type(action) is Play:
            at = (Play, action.move)
        elif type(action) is Activate:
            at = (Activate, action.effect)
        elif type(action) is not Advance and type(action) is not Pass:
            return self._found(action)
        if at not in self._taking:
            self._taking[at] = self._found(action)
        return self._taking[at]

    def _found(self, action: Action) -> MovePlan | None:
        return next((plan for plan in self.every if plan.move.takes(action)), None)


def plans_of(duel: World, game: Game, decision: Decision) -> Plans:
    """The plans for a duel in open play or at a window, made once for each situation of a game."""
    forbids, binds = limits_there(duel, game)
    at = (decision.kind, duel.phase, decision.seat, duel.turn_seat, forbids, binds)
    found: Plans | None = game.plans.get(at)
    if found is None:
        moves = game.responses if decision.kind == "window" else game.moves
        asked = PartialQuestion(kind=decision.kind, seat=decision.seat)
        situation = PartialQuestion(phase=duel.phase, turn_seat=duel.turn_seat, decision=asked)
        limits = {"may_forbid": forbids, "may_bind": binds}
        known = {"duel": situation, "game": game, "seat": decision.seat, **limits}
        found = game.plans[at] = Plans(MovePlan(game, move, known) for move in moves)
    return found


def is_plainly_legal(duel: Duel, action: Action, game: Game) -> bool:
    """Whether a play about known cards breaks no rule; False also says that a judge has to see.

    It asks the rules that the judge asks, without what they cite and what would satisfy them,
    and the move whether it generates the play.
    """
    decision = duel.decision
    if decision is None or not duel.closed or decision.kind not in ("open", "window"):
        return False
    plan = plans_of(duel, game, decision).taking(action)
    if plan is None or not plan.is_open:
        return False
    card: Card | None = None
    piece: Piece | None = None
    place: str = ""
    ref: str = getattr(action, "card", "")
    if ref:
        found = lookup(duel, ref)
        by_place = not is_key(ref) and zone_kind(ref) in game.rules.zones.hidden
        if found is None or by_place or zone_seat(found[0]) != decision.seat:
            return False
        place, piece = found
        card = None if piece.key is None else game.rules.card(piece.key)
        if is_misnamed(action, piece):
            return False
    question = Question(duel, game, decision.seat, place, piece, card, action)
    limits = plan.limits["" if card is None else card.code]
    for rules in (plan.moment, plan.move.source_rules, *limits):
        for rule in rules:
            if not rule.holds(question):
                return False
    return is_generated(question, plan.move)
