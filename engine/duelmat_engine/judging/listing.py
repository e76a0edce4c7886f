"""The list of all that may be done in answer to a decision.

It asks the rules that `judge` asks. In an open duel an action may be a pattern ("an unseen card of
my hand"): it is listed when some card that may be there makes it legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from duelmat_engine.actions import Action, Pass, Play
from duelmat_engine.caches import cached_while_unmoved
from duelmat_engine.judging.answers import legal_answers
from duelmat_engine.judging.patterns import as_pattern, conceals
from duelmat_engine.judging.precheck import Left, MovePlan, plans_of
from duelmat_engine.ruleset.game import Board, Game, Question, Rule
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import CardsByZone, Decision, Duel, World
from duelmat_engine.visibility.dealing import determinize, every_case, possible_at, unseen_at

Cases = dict[tuple[str, ...], tuple[Duel]]
"""By the zones that a play uses, a duel in which cards lie there with which it is legal."""
MOVES: Final = ("open", "window")
"""The kinds of decisions that ask for a move; the others ask for an answer."""


def legal_actions(duel: Duel, game: Game | None = None) -> Iterator[Action]:
    """Every answer to the decision of this duel; standing actions are not listed.

    Those of a closed duel are found together, and kept for whoever asks next about this duel.
    """
    game = game or game_of(duel.ruleset, duel.readings)
    if not duel.closed:
        return _noted(duel, game)
    then, by, actions = _LATEST.listed
    if then is not duel or by is not game:
        actions = _all_known(duel, game)
        note_actions(duel, game, actions)
    return iter(actions)


def _all_known(duel: Duel, game: Game) -> list[Action]:
    """Return the answers in a closed duel."""
    decision = duel.decision
    if decision is None:
        return []
    if decision.kind not in MOVES:
        return list(legal_answers(duel, game, decision))
    return known_moves(duel, game, decision)


def known_moves(world: World, game: Game, decision: Decision) -> list[Action]:
    """The moves that answer a decision, and the pass, where every card is known."""
    question = Question(world, game, decision.seat, board=_board_of(world.zones, game))
    found: list[Action] = []
    _add_known(question, plans_of(world, game, decision).open(question), found)
    if decision.kind == "window":
        found.append(Pass())
    return found


def note_actions(duel: Duel, game: Game, actions: list[Action]) -> None:
    """Keep the actions of a duel for whoever asks about it next."""
    _LATEST.listed = (duel, game, actions)


@cached_while_unmoved
def _board_of(_zones: CardsByZone, _game: Game) -> Board:
    """Return what was found on the board of a closed duel: whoever passes leaves it as it is."""
    return Board()


def _noted(duel: Duel, game: Game) -> Iterator[Action]:
    """The answers in an open duel, noted as they are found."""
    actions: list[Action] = []
    note_actions(duel, game, actions)
    for action in legal_action_steps(duel, game):
        if action is not None:
            actions.append(action)
            yield action


def legal_action_steps(duel: Duel, game: Game | None = None) -> Iterator[Action | None]:
    """Every answer as `legal_actions` lists it, in small steps: None is a step without an answer.

    Such a step is a card that was tried in vain in place of an unseen one. Between two steps there
    is little work, so that whoever lists a part at a time may stop at each.
    """
    decision = duel.decision
    game = game or game_of(duel.ruleset, duel.readings)
    if decision is None or duel.closed:
        yield from _all_known(duel, game)
    elif decision.kind in MOVES:
        question = Question(duel, game, decision.seat)
        for plan in plans_of(duel, game, decision).open(question):
            yield from _pattern_actions(duel, question, plan)
        if decision.kind == "window":
            yield Pass()
    else:
        yield from legal_answers(duel, game, decision)


def was_listed(duel: Duel, action: Action, game: Game) -> bool:
    """Whether this action is one that was just listed for this very duel, and so is legal."""
    then, by, actions = _LATEST.listed
    return then is duel and by is game and action in actions


@dataclass(slots=True, eq=False)
class _LatestActions:
    """The actions that were listed last, with the duel and the game whose they are."""

    listed: tuple[Duel | None, Game | None, list[Action]] = (None, None, [])


_LATEST: Final = _LatestActions()


def _add_known(question: Question, plans: Iterable[MovePlan], found: list[Action]) -> None:
    """Add the actions of some moves where every card is known."""
    for plan in plans:
        move, cards, possible = plan.move, plan.cards, plan.move.possible
        for place, piece in move.sources(question):
            asked = cards[piece.key]
            if asked is None:
                continue
            made: Iterable[Left] | None = None
            options = asked.options
            if options is not None:
                lying = (piece.key, place, piece.face_up, piece.upright)
                made = options.get(lying)
                if made is not None and not made:
                    continue
            question.place, question.piece, question.card = place, piece, asked.printed
            for rule in asked.card:
                if not rule.holds(question):
                    break
            else:
                if made is None:
                    if options is None and not asked.action and possible is None:
                        found += move.actions(question)
                        continue
                    made = asked.left(question, piece)
                for action, left in made:
                    question.action = action
                    for rule in left:
                        if not rule.holds(question):
                            break
                    else:
                        if possible is None or possible(question, action):
                            found.append(action)


def _pattern_actions(duel: Duel, question: Question, plan: MovePlan) -> Iterator[Action | None]:
    """The actions of an open duel: a card that nobody has seen stands for all that it may be.

    None follows each card that it may be and that adds nothing.
    """
    game = question.game
    seen: set[Action] = set()
    for place, piece in plan.move.sources(question):
        is_unseen = piece.key is None and place != ""
        for key in possible_at(duel, place) if is_unseen else [piece.key]:
            case, card, about = duel, piece, question
            if is_unseen and key is not None:
                case, card = determinize(duel, place, key)
                about = Question(case, game, question.seat)
            printed = None if key is None else game.rules.card(key)
            about.place, about.piece, about.card = place, card, printed
            before = len(seen)
            for action in _card_actions(case, about, plan):
                listed = action
                if is_unseen or (piece.shown and conceals(duel, game, question.seat, action)):
                    listed = as_pattern(action, key, place)
                if listed not in seen:
                    seen.add(listed)
                    yield listed
            if is_unseen and len(seen) == before:
                yield None


def _card_actions(duel: Duel, question: Question, plan: MovePlan) -> Iterator[Action]:
    piece = question.piece
    asked = plan.cards[None if piece is None else piece.key]
    if asked is None or not all(rule.holds(question) for rule in asked.card):
        return
    good: Cases = {}
    possible = plan.move.possible
    for action in plan.move.actions(question):
        if possible is not None and not possible(question, action):
            continue
        question.action = action
        if all(rule.holds(question) for rule in asked.action) or (
            isinstance(action, Play) and _may_do(duel, question, asked.action, action, good)
        ):
            yield action


def _may_do(duel: Duel, q: Question, rules: tuple[Rule, ...], action: Play, good: Cases) -> bool:
    """Whether the play is legal with some cards that the unseen ones it uses may be.

    `good` remembers those that were: with them, another zone or position is legal too.
    """
    if all(unseen_at(duel, place) is None for place in action.using):
        return False
    every = (case for case, _ in every_case(duel, action.using))
    for case in chain(good.get(action.using, ()), every):
        about = Question(case, q.game, q.seat, q.place, q.piece, q.card, action)
        if all(rule.holds(about) for rule in rules):
            good[action.using] = (case,)
            return True
    return False
