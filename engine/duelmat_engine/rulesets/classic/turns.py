"""The course of a turn and the procedures of play, as tables and blocks."""

from __future__ import annotations

from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import AttachedTo, Bound, Cards, FaceDown, Held, Is, Less
from duelmat_engine.ruleset.tables import Exit, Phase
from duelmat_engine.rulesets.classic.laws import Law, Laws

HAND_LIMIT = 6


def phases(laws: Laws) -> tuple[Phase, ...]:
    """Draw, Standby, Main 1, Battle, Main 2, End; the Battle Phase may be left out."""
    order = (laws.phase_order.id,)

    def by(law: Law) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*order, law.id)))

    return (
        Phase("draw", "Draw Phase", by(laws.draw), "draw-phase", "standby"),
        Phase("standby", "Standby Phase", order, "standby-phase", "main1"),
        Phase(
            "main1",
            "Main Phase 1",
            by(laws.main),
            "play-phase",
            "end-phase",
            exits=(
                Exit("battle", by(laws.battle_phase), not_on_first_turn=True),
                Exit("end-phase", order),
            ),
        ),
        Phase(
            "battle",
            "Battle Phase",
            by(laws.battle_phase),
            "play-phase",
            "main2",
            exits=(Exit("main2", order),),
        ),
        Phase(
            "main2",
            "Main Phase 2",
            by(laws.main),
            "play-phase",
            "end-phase",
            exits=(Exit("end-phase", order),),
        ),
        Phase("end-phase", "End Phase", order, "end-phase", "end"),
    )


def setup(laws: Laws) -> dict[str, Block]:
    deal = (laws.deal.id,)
    return {
        "duel": (
            procedures.Deal(count=5, rules=deal),
            procedures.DecideFirst(rules=deal),
            ops.Run(block="turn"),
        ),
        "turn": (procedures.BeginTurn(), procedures.Phases(), procedures.EndTurn()),
        "draw-phase": (
            procedures.DrawForTurn(rules=(laws.draw.id,)),
            procedures.Aftermath(),
            *phase_end(turn_player_first=True),
        ),
        "standby-phase": (procedures.Aftermath(), *phase_end(turn_player_first=True)),
        "play-phase": (procedures.OpenPlay(), *phase_end(), procedures.Linger()),
    }


def phase_end(*, turn_player_first: bool = False) -> Block:
    """Before a phase ends both players may respond."""
    return (
        procedures.OpenWindow(to="phase-end", turn_player_first=turn_player_first),
        procedures.Aftermath(),
    )


def end_phase(laws: Laws, first: Block = ()) -> Block:
    """What returns in the End Phase, the last responses, and the hand limit."""
    rules = (laws.hand_limit.id,)
    hand = Cards(("hand",), "own")
    return (
        procedures.GiveBack(rules=(laws.text.id,)),
        *first,
        procedures.Aftermath(),
        *phase_end(turn_player_first=True),
        ops.Choose(bind="discarded", cards=hand, count=Less(Held(hand), HAND_LIMIT), rules=rules),
        ops.Send(cards=Bound("discarded"), to="grave", cause="rule", rules=rules),
        procedures.Aftermath(),
    )


def playing(laws: Laws, *, attack_costs: Block = ()) -> dict[str, Block]:
    """What is carried out when a card is played, activated, turned or attacks."""
    summon = (laws.summon_right.id,)
    play = (laws.play.id,)
    return {
        "normal-summon": (
            ops.Commit(),
            procedures.Spend(name="summon-right"),
            ops.Send(cards=Bound("using"), to="grave", cause="tribute", rules=(laws.tributes.id,)),
            procedures.Attempt(rules=summon),
            procedures.Aftermath(hold=True),
            procedures.Succeed(summon="normal", rules=summon),
            procedures.Aftermath(),
        ),
        "set-monster": (
            ops.Commit(),
            procedures.Spend(name="summon-right"),
            ops.Send(cards=Bound("using"), to="grave", cause="tribute", rules=(laws.tributes.id,)),
            procedures.Arrive(summon="", rules=(laws.set_face.id,)),
            procedures.Aftermath(),
        ),
        "set-card": (
            ops.Commit(),
            # Which of the two it was by, the table cannot see.
            procedures.Arrive(summon="", rules=(laws.set_card.id, laws.set_magic.id)),
        ),
        "change-position": (
            ops.If(
                when=Is("self", (FaceDown(),)),
                then=(
                    procedures.Flip(rules=(laws.flip_wait.id,)),
                    procedures.Aftermath(hold=True),
                    procedures.Succeed(summon="flip", rules=(laws.flip_wait.id,)),
                    procedures.Aftermath(),
                ),
                otherwise=(
                    procedures.ChangePosition(rules=(laws.turn_once.id,)),
                    procedures.Aftermath(),
                ),
            ),
        ),
        "activate": (
            procedures.TakeUp(rules=play),
            procedures.Announce(),
            ops.Commit(),
            procedures.PutOnChain(),
            procedures.Aftermath(),
        ),
        "activate-monster": (
            procedures.Announce(),
            ops.Commit(),
            procedures.PutOnChain(),
            procedures.Aftermath(),
        ),
        "respond": (
            procedures.TakeUp(rules=play),
            procedures.Announce(),
            ops.Commit(),
            procedures.PutOnChain(),
        ),
        "respond-monster": (procedures.Announce(), ops.Commit(), procedures.PutOnChain()),
        "attached-left": (
            ops.Destroy(cards=Cards(("s",), "any", (AttachedTo(),)), rules=(laws.attached.id,)),
        ),
        "attack": (
            *attack_costs,
            procedures.DeclareAttack(
                rules=(laws.battle_phase.id, laws.attack_once.id), watch=True
            ),
            procedures.Aftermath(),
            procedures.MeetAttack(
                rules=(laws.attack_ends.id,),
                flip_rules=(laws.attack_flip.id,),
                aim_rules=(laws.replay.id,),
            ),
            procedures.Battle(),
            procedures.Aftermath(),
        ),
    }


def special_summon_block(rules: tuple[str, ...]) -> Block:
    """A Special Summon from the hand that costs nothing."""
    return (
        ops.Commit(),
        procedures.Attempt(rules=rules),
        procedures.Aftermath(hold=True),
        procedures.Succeed(summon="special", rules=rules),
        procedures.Aftermath(),
    )
