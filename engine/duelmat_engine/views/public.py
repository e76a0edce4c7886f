"""Public forms: actions as the table sees them, and an open duel that follows a closed one.

A closed duel knows more than the table. `public_form` leaves out of an action what the table
does not see and names what it comes to see; `follow` carries the same action out in an open
duel, and answers from the closed one what the open one has to ask.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Action, Activate, Choose, Pass, Play, Reveal, Roll, Stand, Turn
from duelmat_engine.board.refs import is_unseen, lookup
from duelmat_engine.candidates.asked import current_op, is_hidden, is_searched, name_seen
from duelmat_engine.effects import ops
from duelmat_engine.errors import EngineError
from duelmat_engine.events import DuelEnded, PhaseBegan, PhaseSkipped, Shown
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.patterns import needs_name
from duelmat_engine.names import CardKey, ZoneName, is_key
from duelmat_engine.play import Step, apply
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import Duel, replace
from duelmat_engine.visibility.dealing import determinize, every_case, possible_at
from duelmat_message import ref, say


def public_form(duel: Duel, action: Action) -> Action:
    """An action of a closed duel as everybody at the table sees it.

    A card that is laid face-down or goes back unseen is named by its zone only; a card that is
    turned over by the action is named.
    """
    game = game_of(duel.ruleset, duel.readings)
    match action:
        case Turn(face_up=False):
            return replace(action, shown=None)
        case Play(card=card, face_up=False) if _is_put(duel, game, card):
            return action
        case Play(card=card, using=using, face_up=False):
            shown = _came_to_light(duel, using)
            return replace(action, card=name_seen(duel, game, card), shown=shown)
        case Play(using=using):
            return replace(action, shown=_came_to_light(duel, using))
        case Activate(card=card) | Turn(card=card):
            found = lookup(duel, card)
            unseen = found is not None and not is_key(card) and is_unseen(duel, found[1])
            return replace(action, shown=found[1].key if found and unseen else None)
        case Roll(values=values):
            return Roll(tuple(_as_seen(duel, ref) for ref in values))
        case Stand(action=inner):
            seen = public_form(duel, inner)
            return replace(action, action=seen)
        case Choose(card=card):
            op = current_op(game.blocks, duel.frames)
            if isinstance(op, ops.Choose) and not op.aloud:
                return Choose(name_seen(duel, game, card))
            found = lookup(duel, card)
            if found is not None and is_unseen(duel, found[1]) and is_searched(duel, game):
                return replace(action, place=found[0])
            return action
        case _:
            return action


def _is_put(duel: Duel, game: Game, card: str) -> bool:
    """Whether an effect lays a card face-down that everybody has seen."""
    found = lookup(duel, card)
    op = current_op(game.blocks, duel.frames)
    return (
        isinstance(op, ops.PutOnField | ops.SummonSpecially)
        and found is not None
        and found[1].shown
    )


def _as_seen(duel: Duel, ref: str) -> str:
    """A card by its name, or by its zone where the table does not see which it is."""
    found = lookup(duel, ref) if is_key(ref) else None
    return found[0] if found is not None and is_unseen(duel, found[1]) else ref


def _came_to_light(duel: Duel, places: tuple[str, ...]) -> tuple[CardKey, ...]:
    found = (duel.top(place) for place in places)
    return tuple(p.key for p in found if p is not None and p.key and is_unseen(duel, p))


def follow(duel: Duel, closed: Duel, action: Action) -> Step:
    """Carry out in an open duel what happened in the closed one; what comes to light is shown."""
    steps = list(followed(duel, closed, action))
    return Step(steps[-1][1].duel, tuple(e for _, step in steps for e in step.events))


def followed(duel: Duel, closed: Duel, action: Action) -> Iterator[tuple[Action, Step]]:
    """The actions by which an open duel follows one of a closed duel, with what each led to."""
    after = apply(closed, action)
    form = public_form(closed, action)
    step = apply(duel, form)
    revealed = [e.piece.key for e in after.events if isinstance(e, Shown)]
    seen = sum(isinstance(e, Shown) for e in step.events)
    while True:
        asked = step.duel.decision
        answer: Action
        if asked is not None and asked.kind == "reveal":
            key = revealed[seen] if seen < len(revealed) else None
            if key is None:
                raise EngineError(
                    say("{card} is asked for, and nothing was shown", card=ref(asked.options[0]))
                )
            answer = Reveal(key)
        elif asks_unseen(step.duel) and question(step.duel) != question(after.duel):
            answer = Pass()
        else:
            yield form, _ended(step, after)
            return
        yield form, step
        form, step = answer, apply(step.duel, answer)
        seen += sum(isinstance(e, Shown) for e in step.events)


def asks_unseen(duel: Duel) -> bool:
    """Whether cards or a use of them are asked for of which only their owner knows that none fits.

    One passes then: in a closed duel nothing is asked.
    """
    op = current_op(game_of(duel.ruleset, duel.readings).blocks, duel.frames)
    asked = duel.decision
    return asked is not None and asked.optional and isinstance(op, ops.Offer | ops.Choose)


def question(duel: Duel) -> tuple[object, ...]:
    """Return a key of the question at which a duel stands, and of how much of it is answered."""
    if duel.decision is None:
        return ()
    op = current_op(game_of(duel.ruleset, duel.readings).blocks, duel.frames)
    taken = duel.frames[-1].bound.get(op.bind, ()) if isinstance(op, ops.Choose) else ()
    count = len(taken) if isinstance(taken, tuple) else 0
    return (*((frame.block, frame.step) for frame in duel.frames), count)


def _ended(step: Step, after: Step) -> Step:
    """The end of a duel that the table alone cannot see: hidden cards only repeat themselves."""
    outcome = after.duel.outcome
    if outcome is None or step.duel.outcome is not None:
        return step
    ending = tuple(e for e in after.events if isinstance(e, DuelEnded))
    before = tuple(e for e in step.events if not isinstance(e, PhaseBegan | PhaseSkipped))
    ended = replace(step.duel, outcome=outcome, decision=None, phase=after.duel.phase)
    return Step(ended, (*before, *ending))


def bound_forms(duel: Duel, action: Action) -> Iterator[Action]:
    """The legal actions that a pattern may turn out to be; the action itself if it names all."""
    if not needs_name(duel, action):
        yield action
        return
    for told in _named(duel, action):
        if judge(duel, told).legal:
            yield told


def _named(duel: Duel, action: Action) -> Iterator[Action]:
    card: str = getattr(action, "card", "")
    game = game_of(duel.ruleset, duel.readings)
    if isinstance(action, Play) and action.using and (is_key(card) or not action.face_up):
        for _, shown in every_case(duel, action.using):
            yield replace(action, shown=shown)
        return
    found = duel.at(card)
    on_field = len(found) == 1 and not is_hidden(game, card)
    keys = [p.key for p in found if p.key is not None] + possible_at(duel, card)
    for key in sorted(keys):
        if isinstance(action, Activate | Turn) and on_field:
            yield replace(action, shown=key)
        elif isinstance(action, Play) and action.using:
            case = duel if lookup(duel, key) else determinize(duel, card, key)[0]
            for _, shown in every_case(case, action.using):
                yield replace(action, card=key, shown=shown)
        elif isinstance(action, Choose) and lookup(duel, key) is None:
            yield Choose(key, ZoneName(card if is_searched(duel, game) else ""))
        elif isinstance(action, Play | Activate | Choose):
            yield replace(action, card=key)
