"""Procedures of Trigamon: the blocks that are carried out when something is done."""

from __future__ import annotations

from functools import partial
from typing import Final

from duelmat_engine.board.scope import SELF
from duelmat_engine.effects import ops, procedures, terms
from duelmat_engine.effects.ops import Block
from duelmat_engine.ruleset.build import ACTIVATED
from duelmat_engine.rulesets.classic.blocks import summon_block, turn_block
from duelmat_engine.rulesets.trigamon import steps
from duelmat_engine.rulesets.trigamon.steps import PutAwayRow
from duelmat_engine.running.reactions import WHERE_TO
from duelmat_engine.state import Local
from duelmat_engine.steps.activation import USING
from duelmat_engine.steps.battle import TARGET


def _kind(*kinds: str) -> terms.Is:
    return terms.Is(SELF.name, tuple(terms.Kind(kind=kind) for kind in kinds))


def _removed(kind: str, whose: terms.Whose, rule: str) -> Block:
    """Another card of this kind removes the active one, and a Set one of its own player."""
    active = terms.Cards((kind,), whose, (terms.Other(), terms.FaceUp()))
    own_set = terms.Cards((kind,), "own", (terms.FaceDown(),))
    return (
        ops.Send(cards=active, to="grave", cause="rule", rules=(rule, "G-100")),
        ops.Send(cards=own_set, to="grave", cause="rule", rules=("G-100",)),
    )


REMOVE_FIELD: Final = _removed("field", "own", "TRI-69")
REMOVE_STADIUM: Final = _removed("stadium", "any", "TRI-72")

SUPPORTER_SPENT: Final = ops.If(
    when=_kind("jumper"),
    then=(procedures.Spend(name="supporter-jumper"),),
    otherwise=(procedures.Spend(name="supporter"),),
)
PAID: Final = (
    ops.Commit(),
    ops.If(when=_kind("supporter"), then=(SUPPORTER_SPENT,)),
    ops.If(when=_kind("formula", "field"), then=REMOVE_FIELD),
    ops.If(when=_kind("formula", "stadium"), then=REMOVE_STADIUM),
)

USED: Final[Block] = (steps.TakeUp(), procedures.Announce(), *PAID, procedures.PutOnChain())

PUT_AWAY: Final = steps.PutAway(
    goes=(
        PutAwayRow(("jumper", "equip"), "grave", ("TRI-84",), unless_attached=True),
        PutAwayRow(("jumper", "continuous"), "hand", ("TRI-81",), face_up=True),
        PutAwayRow(("jumper", "ritual"), "hand", ("TRI-87",)),
        PutAwayRow(("jumper", "io"), "hand", ("TRI-88",)),
        PutAwayRow(("jumper",), "hand", ("TRI-78",)),
        PutAwayRow(("equip",), "grave", ("TRI-62",), unless_attached=True),
        PutAwayRow(("continuous",), "", ("TRI-59",)),
        PutAwayRow(("field",), "", ("TRI-67",)),
        PutAwayRow(("stadium",), "", ("TRI-70",)),
        PutAwayRow(("formula",), "grave", ("TRI-54",)),
    )
)


def _paid(rule: str) -> ops.Op:
    """The Tributes or materials that the play names go to the Graveyard."""
    return ops.Send(cards=terms.Bound(USING.name), to="grave", cause="cost", rules=(rule,))


TRIBUTES: Final = _paid("TRI-120")
MATERIALS: Final = _paid("TRI-112")


def _set(*before: ops.Op, rules: tuple[str, ...]) -> Block:
    return (
        ops.Commit(),
        *before,
        steps.NotePhase(),
        procedures.Arrive(summon="", marks=(steps.PHASE.name,), rules=rules),
        procedures.ResolveChain(),
    )


SPEND: Final = procedures.Spend(name="summon-right")
SPEND_IF_READ: Final = ops.If(when=terms.Reads("G-10", "spends"), then=(SPEND,))
NORMAL: Final = partial(
    summon_block, SPEND, TRIBUTES, summon="normal", rules=("TRI-101", "TRI-102", "TRI-103")
)
FREE: Final = partial(
    summon_block, SPEND_IF_READ, summon="normal", rules=("TRI-101", "TRI-102", "TRI-121")
)
CORE: Final[Block] = (
    ops.Mark(cards=terms.Bound(SELF.name), name="position", value="core", rules=("TRI-101",)),
)
"""Core Position is said aloud as the attempt is made."""
FOLLOW: Final = Local("follow", str)
"""The kind of zone to which Jumpers follow the card that they are attached to."""
HOST: Final = terms.AttachedTo(of=SELF.name)


def _equipped(*that: str) -> terms.Cards:
    """Formula cards that are equipped to the card."""
    return terms.Cards(("s",), "any", (HOST, *(terms.Kind(kind=kind) for kind in that)))


CHARMS: Final = terms.Cards(("attached",), "any", (HOST,))
"""Jumpers that are attached to the card."""
OWN_CHARMS: Final = terms.Cards(("attached",), "own", (HOST,))


def _moved(cards: terms.Cards, to: str, *rules: str) -> ops.Op:
    return ops.Send(cards=cards, to=to, cause="rule", rules=rules)


FOLLOWS: Final[Block] = (
    ops.ChooseName(bind=FOLLOW.name, names=("hand", "grave"), rules=("TRI-84", "G-06")),
    ops.If(
        when=terms.Told(FOLLOW.name, ("hand",)),
        then=(_moved(OWN_CHARMS, "hand", "TRI-84", "G-06"),),
    ),
)
"""Block for the owner of Jumpers that were attached to a card."""
HOST_LEFT: Final[Block] = (
    ops.If(
        when=terms.Told(WHERE_TO.name, ("hand",)),
        then=(
            _moved(_equipped("trainer"), "hand", "TRI-65"),
            steps.HaveOwnersDo(cards=CHARMS, block="follow"),
        ),
    ),
    _moved(CHARMS, "grave", "TRI-84"),
    ops.If(
        when=terms.Told(WHERE_TO.name, ("pile",)),
        then=(_moved(_equipped("trainer"), "grave", "TRI-66", "G-100"),),
    ),
    ops.Destroy(cards=_equipped(), rules=("TRI-62",)),
)
"""Block for a host that has left the field: each card that was equipped to it goes its own way."""

NO_SPELL_OR_TRAP: Final = (terms.NotKind(kind="spell"), terms.NotKind(kind="trap"))
HOST_DOWN: Final[Block] = (
    ops.Destroy(
        cards=terms.Cards(("s",), "any", (HOST, terms.NotOne(that=NO_SPELL_OR_TRAP))),
        rules=("TRI-63",),
    ),
    steps.Keep(cards=_equipped("trainer"), rules=("TRI-64",)),
)
"""Block for a host that is turned face-down: its Equip Spells and Traps go, Trainers stay."""

OUT_OF_CORE: Final = terms.LacksMark(name="position")
DRAWN_FROM: Final = {
    "opposing only": terms.Cards(("m",), "opposing", (OUT_OF_CORE,)),
    "every other": terms.Cards(("m",), "any", (terms.Other(), OUT_OF_CORE)),
}
"""The Entities among which a bipolar attacker's target is drawn, by the choice of reading G-16."""


def _drawn(reading: str) -> ops.Op:
    cards = DRAWN_FROM[reading]
    return ops.ChooseAtRandom(bind=TARGET.name, cards=cards, count=1, rules=("TRI-175", "G-16"))


TARGET_DRAWN: Final = ops.If(
    when=terms.Reads("G-16", "opposing only"),
    then=(_drawn("opposing only"),),
    otherwise=(_drawn("every other"),),
)
BLOCKS: Final[dict[str, Block]] = {
    "duel": (
        steps.CallUp(kind="skill", to="skill", rules=("TRI-163", "TRI-162", "TRI-164")),
        steps.CallUp(kind="stream-trigger", to="items", rules=("TRI-160",)),
        procedures.Deal(count=5, rules=("TRI-34", "G-17.deal")),
        procedures.DecideFirst(rules=("TRI-35",)),
        steps.ApplyStart(rules=("TRI-35",)),
        procedures.ResolveChain(),
        ops.Run(block="turn"),
    ),
    "break-phase": (procedures.OpenPlay(),),
    "draw-one": (procedures.DrawForTurn(rules=("TRI-08",)), procedures.ResolveChain()),
    "dread-phase": (
        ops.MarkPlayer(name="begins", value="dread", rules=("TRI-41",)),
        steps.DrawInDread(rules=("TRI-42",)),
        procedures.OpenPlay(),
    ),
    "leave-dread": (ops.MarkPlayer(name="begins", value="", rules=("TRI-37", "G-100")),),
    "normal-summon": NORMAL(),
    "normal-core-summon": NORMAL(attempted=CORE),
    "free-summon": FREE(),
    "free-core-summon": FREE(attempted=CORE),
    "normal-set": _set(SPEND, TRIBUTES, rules=("TRI-16", "TRI-17")),
    "free-set": _set(SPEND_IF_READ, rules=("TRI-16", "TRI-121")),
    "assist-summon": summon_block(
        procedures.Spend(name="assist-right"),
        TRIBUTES,
        summon="normal",
        window="assist-summon",
        rules=("TRI-18",),
    ),
    "extra-summon": summon_block(MATERIALS, summon="special", rules=("TRI-112", "TRI-19")),
    "permutation-summon": summon_block(
        MATERIALS, summon="special", rules=("TRI-112", "TRI-19", "G-03")
    ),
    "hyper-summon": summon_block(MATERIALS, summon="special", rules=("TRI-113", "TRI-112")),
    "set-card": _set(rules=("TRI-16",)),
    "set-field": _set(*REMOVE_FIELD, rules=("TRI-16", "TRI-67")),
    "set-stadium": _set(*REMOVE_STADIUM, rules=("TRI-16", "TRI-70")),
    "set-stream": (
        ops.Commit(),
        ops.Send(
            cards=terms.Bound(SELF.name), to="streams", cause="rule", rules=("TRI-20", "TRI-160")
        ),
        procedures.ResolveChain(),
    ),
    "activate": (*USED, procedures.ResolveChain()),
    "respond": USED,
    "activate-effect": (*ACTIVATED, procedures.ResolveChain()),
    "respond-effect": ACTIVATED,
    "resolve-link": (procedures.Resolve(), PUT_AWAY),
    "carry-out": (procedures.Announce(), procedures.Resolve()),
    "turn-up": (steps.TurnUp(rules=("TRI-22",), battle_rules=("TRI-26",)),),
    "return-to-hand": (
        ops.Commit(),
        ops.Send(cards=terms.Bound(SELF.name), to="hand", cause="rule", rules=("TRI-29",)),
        procedures.ResolveChain(),
    ),
    "flip-by-hand": turn_block(
        procedures.Flip(rules=("G-17.position",)),
        procedures.ResolveChain(),
        procedures.Succeed(summon="flip", window="flip-summon", rules=("TRI-105",)),
        turns=("G-17.position",),
    ),
    "attack": (
        ops.If(
            when=terms.Is(SELF.name, (terms.HasMark(name="bipolar"),)),
            then=(ops.Commit(), TARGET_DRAWN),
        ),
        steps.NoteAttack(),
        procedures.DeclareAttack(rules=("TRI-25",)),
        procedures.ResolveChain(),
        procedures.MeetAttack(rules=("TRI-25",), flip_rules=("TRI-106",)),
        procedures.Battle(),
        procedures.ResolveChain(),
    ),
    "follow": FOLLOWS,
    "host-left": HOST_LEFT,
    "host-down": HOST_DOWN,
}
