"""The course of a turn and the procedures of play as blocks, with the steps that are theirs."""

from __future__ import annotations

from typing import Literal

from duelmat_engine.board.scope import SELF, is_on_field
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block, Citing, OnCards, Procedure
from duelmat_engine.effects.terms import (
    AttachedTo,
    Bound,
    Cards,
    FaceDown,
    Held,
    Is,
    LacksMark,
    Less,
)
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.build import ACTIVATED, DISCARDED
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.running.execute import completes, executes, pieces_of
from duelmat_engine.running.lending import BACK, give_back
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import replace, without
from duelmat_engine.steps.activation import USING
from duelmat_engine.steps.altering import OUTLIVES
from duelmat_engine.steps.battle import ENDED
from duelmat_engine.steps.moving import asks_to_show
from duelmat_engine.steps.resolve_chain import ANSWERED
from duelmat_engine.steps.transitions import go_to_phase


class AnswerEnd(Procedure, frozen=True, kw_only=True):
    """Let players respond before the phase ends."""

    turn_player_first: bool = False


@completes(AnswerEnd)
def _answer_end(machine: Machine, op: AnswerEnd) -> None:
    machine.bind(ANSWERED(False))
    behind = len(machine.players) - 1 if op.turn_player_first else 0
    seat = Seat((machine.turn_seat + behind) % len(machine.players))
    machine.open_window("phase-end", (), seat)


class Linger(Procedure, frozen=True):
    """Begin the phase's block again if somebody has answered an end that no effect ordered."""


@executes(Linger)
def _linger(machine: Machine, _op: Linger) -> None:
    if machine.get(ENDED) or not machine.get(ANSWERED):
        machine.done()
        return
    frame = machine.frames[-1]
    machine.frames[-1] = replace(frame, step=0, bound=without(frame.bound, ANSWERED))
    go_to_phase(machine, machine.game.rules.phase(machine.phase).then)


class ShowChosen(Procedure, OnCards, frozen=True, kw_only=True):
    """Have cards shown that were chosen where they lie unseen."""


@executes(ShowChosen)
def _show_chosen(machine: Machine, op: ShowChosen) -> None:
    if not asks_to_show(machine, pieces_of(machine, op.cards), op.rules):
        machine.done()


class GiveBack(Procedure, Citing, frozen=True, kw_only=True):
    """Monsters taken over for this turn return; without room they go to the Graveyard."""


@completes(GiveBack)
def _give_back(machine: Machine, op: GiveBack) -> None:
    field = [at for at in machine.zones.items() if is_on_field(machine.game, at[0])]
    lent = [(name, p) for name, pieces in field for p in pieces if BACK in p.marks]
    for name, piece in lent:
        give_back(machine, name, piece, ZoneName(str(piece.marks[BACK])), BACK, op.rules)


HAND_LIMIT = 6


def setup(citations: Citations) -> dict[str, Block]:
    deal = (citations.deal.id,)
    return {
        "duel": (
            procedures.Deal(count=5, rules=deal),
            procedures.DecideFirst(rules=deal),
            ops.Run(block="turn"),
        ),
        "draw-phase": (
            procedures.DrawForTurn(rules=(citations.draw.id,)),
            procedures.ResolveChain(),
            *phase_end(turn_player_first=True),
        ),
        "standby-phase": (procedures.ResolveChain(), *phase_end(turn_player_first=True)),
        "play-phase": (procedures.OpenPlay(), *phase_end(), Linger()),
    }


def phase_end(*, turn_player_first: bool = False) -> Block:
    """Before a phase ends both players may respond."""
    return (AnswerEnd(turn_player_first=turn_player_first), procedures.ResolveChain())


def end_phase(citations: Citations, returns: Block = ()) -> Block:
    """Return the block of an End Phase: cards that return, the last responses, the hand limit.

    `returns` has cards go back to the hand: before those lent go back, for which there may be no
    room, and after the last responses, which may have made more of them return.
    """
    rules = (citations.hand_limit.id,)
    hand = Cards(("hand",), "own")
    return (
        *returns,
        GiveBack(rules=(citations.text.id,)),
        procedures.ResolveChain(),
        *phase_end(turn_player_first=True),
        *returns,
        procedures.ResolveChain(),
        ops.Choose(
            bind=DISCARDED.name, cards=hand, count=Less(Held(hand), HAND_LIMIT), rules=rules
        ),
        ops.Send(cards=Bound(DISCARDED.name), to="grave", cause="rule", rules=rules),
        procedures.ResolveChain(),
    )


def playing(
    citations: Citations, *, attack_costs: Block = (), past_monsters: tuple[str, ...] = ()
) -> dict[str, Block]:
    """Return the blocks for when a card is played, activated, turned or attacks.

    `past_monsters` are the rules by which some attack a player who has monsters.
    """
    summon = (citations.summon_right.id,)
    play = (citations.play.id,)
    tributes = ops.Send(
        cards=Bound(USING.name), to="grave", cause="tribute", rules=(citations.tributes.id,)
    )
    paid = (procedures.Spend(name="summon-right"), tributes)
    return {
        "normal-summon": summon_block(*paid, summon="normal", rules=summon, hold=True),
        "set-monster": (
            ops.Commit(),
            *paid,
            procedures.Arrive(summon="", rules=(citations.set_face.id,)),
            procedures.ResolveChain(),
        ),
        "set-card": (
            ops.Commit(),
            # Which of the two it was by, the table cannot see.
            procedures.Arrive(summon="", rules=(citations.set_card.id, citations.set_magic.id)),
        ),
        "change-position": turn_block(
            procedures.Flip(rules=(citations.flip_wait.id,)),
            procedures.ResolveChain(hold=True),
            procedures.Succeed(summon="flip", rules=(citations.flip_wait.id,)),
            turns=(citations.turn_once.id,),
        ),
        "activate": (procedures.TakeUp(rules=play), *ACTIVATED, procedures.ResolveChain()),
        "activate-monster": (*ACTIVATED, procedures.ResolveChain()),
        "respond": (procedures.TakeUp(rules=play), *ACTIVATED),
        "respond-monster": ACTIVATED,
        "attached-left": (
            ops.Destroy(
                cards=Cards(("s",), "any", (AttachedTo(), LacksMark(name=OUTLIVES))),
                rules=(citations.attached.id,),
            ),
            ops.Unequip(
                cards=Cards(("s",), "any", (AttachedTo(),)), rules=(citations.attached.id,)
            ),
        ),
        "attack": (
            *attack_costs,
            procedures.DeclareAttack(
                rules=(citations.battle_phase.id, citations.attack_once.id),
                watch=True,
                past_rules=past_monsters,
            ),
            procedures.ResolveChain(),
            procedures.MeetAttack(
                rules=(citations.attack_ends.id,),
                flip_rules=(citations.attack_flip.id,),
                aim_rules=(citations.replay.id,),
                past_rules=past_monsters,
            ),
            procedures.Battle(),
            procedures.ResolveChain(),
        ),
    }


def summon_block(
    *before: ops.Op,
    summon: Literal["normal", "special"],
    rules: tuple[str, ...],
    window: str = "",
    hold: bool = False,
    attempted: Block = (),
) -> Block:
    """A summon: what it costs, the attempt, the window in which it may be negated, success.

    `attempted` is carried out as soon as the card lies there.
    """
    return (
        ops.Commit(),
        *before,
        procedures.Attempt(rules=rules),
        *attempted,
        procedures.ResolveChain(hold=hold),
        procedures.Succeed(summon=summon, window=window, rules=rules),
        procedures.ResolveChain(),
    )


def turn_block(*flip: ops.Op, turns: tuple[str, ...]) -> Block:
    """A change of position by hand; a face-down card is flipped instead, which is a summon."""
    turn = procedures.ChangePosition(rules=turns)
    is_down = Is(SELF.name, (FaceDown(),))
    return (ops.If(when=is_down, then=flip, otherwise=(turn,)), procedures.ResolveChain())
