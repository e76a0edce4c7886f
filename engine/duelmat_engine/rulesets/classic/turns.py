"""The course of a turn and the procedures of play, as tables and blocks."""

from __future__ import annotations

from duelmat_engine.effects import ops
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import AttachedTo, Bound, Cards, FaceDown, Held, Is, Less
from duelmat_engine.ruleset import Exit, Phase
from duelmat_engine.rulesets.classic.laws import Law, Laws

HAND_LIMIT = 6


def phases(laws: Laws) -> tuple[Phase, ...]:
    """Draw, Standby, Main 1, Battle, Main 2, End; the Battle Phase may be left out."""
    turn = (laws.turn.id,)

    def by(law: Law) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*turn, law.id)))

    return (
        Phase("draw", "Draw Phase", by(laws.draw), "draw-phase", "standby"),
        Phase("standby", "Standby Phase", turn, "standby-phase", "main1"),
        Phase(
            "main1",
            "Main Phase 1",
            by(laws.main),
            "play-phase",
            "end-phase",
            exits=(
                Exit("battle", by(laws.battle_phase), not_on_first_turn=True),
                Exit("end-phase", turn),
            ),
        ),
        Phase(
            "battle",
            "Battle Phase",
            by(laws.battle_phase),
            "play-phase",
            "main2",
            exits=(Exit("main2", turn),),
        ),
        Phase(
            "main2",
            "Main Phase 2",
            by(laws.main),
            "play-phase",
            "end-phase",
            exits=(Exit("end-phase", turn),),
        ),
        Phase("end-phase", "End Phase", turn, "end-phase", "end"),
    )


def setup(laws: Laws) -> dict[str, Block]:
    deal = (laws.deal.id,)
    return {
        "duel": (
            ops.Deal(count=5, rules=deal),
            ops.DecideFirst(rules=deal),
            ops.Run(block="turn"),
        ),
        "turn": (ops.BeginTurn(), ops.Phases(), ops.EndTurn()),
        "draw-phase": (
            ops.DrawForTurn(rules=(laws.draw.id,)),
            ops.Aftermath(),
            *phase_end(turn_player_first=True),
        ),
        "standby-phase": (ops.Aftermath(), *phase_end(turn_player_first=True)),
        "play-phase": (ops.OpenPlay(), *phase_end(), ops.Linger()),
    }


def phase_end(*, turn_player_first: bool = False) -> Block:
    """Before a phase ends both players may respond."""
    return (
        ops.OpenWindow(to="phase-end", turn_player_first=turn_player_first),
        ops.Aftermath(),
    )


def end_phase(laws: Laws, first: Block = ()) -> Block:
    """What returns in the End Phase, the last responses, and the hand limit."""
    rules = (laws.hand_limit.id,)
    hand = Cards(("hand",), "own")
    return (
        ops.GiveBack(rules=(laws.text.id,)),
        *first,
        ops.Aftermath(),
        *phase_end(turn_player_first=True),
        ops.Choose(bind="discarded", cards=hand, count=Less(Held(hand), HAND_LIMIT), rules=rules),
        ops.Send(cards=Bound("discarded"), to="grave", cause="rule", rules=rules),
        ops.Aftermath(),
    )


def procedures(laws: Laws, *, attack_costs: Block = ()) -> dict[str, Block]:
    """What is carried out when a card is played, activated, turned or attacks."""
    summon = (laws.summon_right.id,)
    play = (laws.play.id,)
    return {
        "normal-summon": (
            ops.Commit(),
            ops.Spend(name="summon-right"),
            ops.Send(cards=Bound("using"), to="grave", cause="tribute", rules=(laws.tributes.id,)),
            ops.Attempt(rules=summon),
            ops.Aftermath(hold=True),
            ops.Succeed(summon="normal", rules=summon),
            ops.Aftermath(),
        ),
        "set-monster": (
            ops.Commit(),
            ops.Spend(name="summon-right"),
            ops.Send(cards=Bound("using"), to="grave", cause="tribute", rules=(laws.tributes.id,)),
            ops.Arrive(summon="", rules=(laws.set_face.id,)),
            ops.Aftermath(),
        ),
        "set-card": (ops.Commit(), ops.Arrive(summon="", rules=(laws.set_card.id,))),
        "change-position": (
            ops.If(
                when=Is("self", (FaceDown(),)),
                then=(
                    ops.Flip(rules=(laws.flip_wait.id,)),
                    ops.Aftermath(hold=True),
                    ops.Succeed(summon="flip", rules=(laws.flip_wait.id,)),
                    ops.Aftermath(),
                ),
                otherwise=(
                    ops.ChangePosition(rules=(laws.turn_once.id,)),
                    ops.Aftermath(),
                ),
            ),
        ),
        "activate": (
            ops.TakeUp(rules=play),
            ops.Announce(),
            ops.Commit(),
            ops.PutOnChain(),
            ops.Aftermath(),
        ),
        "activate-monster": (ops.Announce(), ops.Commit(), ops.PutOnChain(), ops.Aftermath()),
        "respond": (ops.TakeUp(rules=play), ops.Announce(), ops.Commit(), ops.PutOnChain()),
        "respond-monster": (ops.Announce(), ops.Commit(), ops.PutOnChain()),
        "attached-left": (
            ops.Destroy(cards=Cards(("s",), "any", (AttachedTo(),)), rules=(laws.attached.id,)),
        ),
        "attack": (
            *attack_costs,
            ops.DeclareAttack(rules=(laws.battle_phase.id, laws.attack_once.id), watch=True),
            ops.Aftermath(),
            ops.MeetAttack(
                rules=(laws.battle_phase.id,),
                flip_rules=(laws.target.id,),
                aim_rules=(laws.replay.id,),
            ),
            ops.Battle(),
            ops.Aftermath(),
        ),
    }


def special_summon_block(rules: tuple[str, ...]) -> Block:
    """A Special Summon from the hand that costs nothing."""
    return (
        ops.Commit(),
        ops.Attempt(rules=rules),
        ops.Aftermath(hold=True),
        ops.Succeed(summon="special", rules=rules),
        ops.Aftermath(),
    )
