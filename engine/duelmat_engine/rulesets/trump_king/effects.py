"""What the cards of Trump King do, suit by suit and rank by rank (TK-70 to TK-111)."""

from __future__ import annotations

from typing import Final

from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, Forbid, On, Restrict
from duelmat_engine.effects.terms import (
    AmongBound,
    AtMost,
    Bound,
    Cards,
    CountOf,
    Exists,
    FaceUp,
    Half,
    Happened,
    InWindow,
    Lacks,
    Lead,
    Less,
    Need,
    NotKind,
    Other,
    Payable,
    Playable,
    Reaches,
    Shares,
    Trait,
    TraitNamed,
    TraitOf,
)

MONSTERS: Final = ("m",)
BACK_ROW: Final = ("s", "play")
FIELD: Final = ("m", "s", "play")
SUIT_NAMES: Final = ("spade", "heart", "club", "diamond")
NUMBER_NAMES: Final = tuple(str(n) for n in range(1, 14))

_SAME: Final = ("suit", "number")


def _half_of_destroyed(rule: str) -> tuple[ops.Op, ...]:
    half = Half(TraitOf("number", of="event"), at_least=1)
    return (ops.Damage(amount=half, rules=(rule,)),)


SPADE: Final = (
    Effect(
        name="spade-damage",
        use="trigger",
        rules=("TK-71",),
        text="After destroying an opposing monster by battle: half its number as damage.",
        on=On("Destroyed", part="by", cause="battle", whose="opposing"),
        resolve=_half_of_destroyed("TK-71"),
    ),
    Effect(
        name="spade-synchro-damage",
        use="trigger",
        rules=("TK-72",),
        text="After destroying an opposing monster by battle: half its number as damage.",
        on=On("Destroyed", part="by", cause="battle", whose="opposing"),
        resolve=_half_of_destroyed("TK-72"),
    ),
    Effect(
        name="spade-synchro-sweep",
        use="ignition",
        rules=("TK-73",),
        text="Pay a multiple of 5 life: destroy every face-up card with a number up to it.",
        announce=(
            ops.ChooseNumber(bind="amount", low=5, high=Payable(), multiple=5, rules=("TK-73",)),
            ops.Commit(),
            ops.Pay(amount=Bound("amount"), rules=("TK-73",)),
        ),
        resolve=(
            ops.Destroy(
                cards=Cards(
                    FIELD, "any", (FaceUp(), AtMost(name="number", amount=Bound("amount")))
                ),
                rules=("TK-73",),
            ),
        ),
    ),
)

HEART: Final = (
    Effect(
        name="heart-text",
        use="continuous",
        rules=("TK-74", "TK-75", "TK-76", "TK-78", "TK-79"),
        text="Never Set, never in Defense, never turned; survives battle while ahead in life.",
        restricts=(
            Restrict(("set",), ("TK-74",)),
            Restrict(("defense",), ("TK-75",)),
            Restrict(("turn",), ("TK-76",)),
            Restrict(
                ("destroy-by-battle",),
                ("TK-78", "TK-79"),
                (Need("TK-78", Reaches(Lead(), 1), "You are ahead in life before the damage."),),
            ),
        ),
    ),
    Effect(
        name="heart-gain",
        use="trigger",
        rules=("TK-77",),
        text="When it is summoned: gain its number in life.",
        on=On("Summoned", special=False, unless=("G-47", "both")),
        resolve=(ops.Gain(amount=TraitOf("number"), rules=("TK-77",)),),
    ),
    Effect(
        name="heart-synchro-search",
        use="ignition",
        rules=("TK-80",),
        text="Pay the lead in life: look at that many cards, and summon, activate or set one.",
        needs=(
            Need("TK-80", Reaches(Lead(), 1), "You are ahead of the opponent in life.", "G-48"),
            Need("TK-80", Exists(Cards(("pile",), "own")), "You have a card left in the pile."),
        ),
        announce=(ops.Commit(), ops.Pay(amount=Lead(), rules=("TK-80",))),
        resolve=(
            ops.Look(amount=Bound("paid"), bind="looked", rules=("TK-80",)),
            ops.Offer(
                name="use",
                card="picked",
                rules=("TK-80",),
                uses=(
                    ops.Use(
                        "summon",
                        (
                            ops.Choose(
                                bind="picked",
                                cards=Cards(
                                    ("pile",),
                                    "own",
                                    (AmongBound(name="looked"), Playable(offer="summon")),
                                ),
                                rules=("TK-80",),
                            ),
                            ops.SummonSpecially(card="picked", rules=("TK-80",)),
                        ),
                    ),
                    ops.Use(
                        "activate",
                        (
                            ops.Choose(
                                bind="picked",
                                cards=Cards(
                                    ("pile",),
                                    "own",
                                    (AmongBound(name="looked"), Playable(offer="magic quick")),
                                ),
                                rules=("TK-80",),
                            ),
                            ops.ActivateBound(
                                card="picked", uses=("magic", "quick"), rules=("TK-80",)
                            ),
                        ),
                    ),
                    ops.Use(
                        "set",
                        (
                            ops.Choose(
                                bind="picked",
                                cards=Cards(
                                    ("pile",),
                                    "own",
                                    (AmongBound(name="looked"), Playable(offer="set")),
                                ),
                                aloud=False,
                                rules=("TK-80",),
                            ),
                            ops.SetCard(card="picked", rules=("TK-80",)),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

CLUB: Final = (
    Effect(
        name="club-draw",
        use="trigger",
        rules=("TK-82", "TK-83"),
        text="When destroyed by battle: draw its number, put back one card fewer, shuffle.",
        on=On("Destroyed", cause="battle"),
        resolve=(
            ops.Draw(amount=TraitOf("number"), bind="drawn", rules=("TK-82",)),
            ops.Choose(
                bind="back",
                cards=Cards(("hand",), "own"),
                count=Less(Bound("drawn"), 1),
                aloud=False,
                rules=("TK-82", "TK-83"),
            ),
            ops.Send(cards=Bound("back"), to="pile", cause="return", rules=("TK-82", "TK-83")),
            ops.Shuffle(rules=("TK-82",)),
        ),
    ),
    Effect(
        name="club-synchro-revive",
        use="trigger",
        rules=("TK-84", "TK-85"),
        text="When it leaves the field: Special Summon a Club from the Graveyard.",
        on=On("Moved", from_field=True),
        mandatory=True,
        resolve=(
            ops.Choose(
                bind="risen",
                cards=Cards(
                    ("grave",), "own", (Trait(name="suit", value="club"), Playable(offer="summon"))
                ),
                rules=("TK-84",),
            ),
            ops.SummonSpecially(card="risen", rules=("TK-84", "TK-85")),
        ),
    ),
)

DIAMOND: Final = (
    Effect(
        name="diamond-lock",
        use="continuous",
        rules=("TK-86", "TK-87"),
        text="Opponents may not summon or activate cards of its number; theirs are negated.",
        forbids=(
            Forbid(
                ("summon", "special-summon", "activate"), (Shares(traits=("number",)),), ("TK-86",)
            ),
        ),
        negates=(Shares(traits=("number",)),),
        negate_rules=("TK-87",),
    ),
    Effect(
        name="diamond-strike",
        use="trigger",
        rules=("TK-89", "TK-90"),
        text="When summoned by its own effect: destroy an opposing card; its player summons.",
        on=On("Summoned", way="diamond-summon"),
        mandatory=True,
        announce=(ops.Choose(bind="doomed", cards=Cards(FIELD, "opposing"), rules=("TK-89",)),),
        resolve=(
            ops.Destroy(cards=Bound("doomed"), bind="fallen", rules=("TK-89",)),
            ops.If(
                when=Reaches(CountOf("fallen"), 1),
                then=(ops.SummonTopOfPile(whose="opposing", rules=("TK-90",)),),
            ),
        ),
    ),
    Effect(
        name="diamond-synchro-name",
        use="declare",
        rules=("TK-91",),
        text="When its Synchro Summon is declared: name a suit and a number.",
        announce=(
            ops.ChooseName(bind="suit", names=SUIT_NAMES, rules=("TK-91",)),
            ops.ChooseName(bind="number", names=NUMBER_NAMES, rules=("TK-91",)),
        ),
    ),
    Effect(
        name="diamond-synchro-lock",
        use="continuous",
        rules=("TK-92", "TK-93"),
        text="Opposing cards of the named suit or number are negated and not summoned.",
        forbids=(
            Forbid(
                ("summon", "special-summon"), (TraitNamed(names=("suit", "number")),), ("TK-93",)
            ),
        ),
        negates=(TraitNamed(names=("suit", "number")),),
        negate_rules=("TK-92",),
    ),
)

_SAME_AS_MAGIC: Final = Shares(traits=_SAME, alike="joker", rule="TK-100")
_SAME_AS_TRAP: Final = Shares(traits=_SAME, alike="joker", rule="TK-101", reading="G-50")

SPELLS: Final = (
    Effect(
        name="magic",
        use="magic",
        rules=("TK-100",),
        text="Choose a monster of the same suit or number and destroy it.",
        announce=(
            ops.Choose(
                bind="target",
                cards=Cards(
                    MONSTERS, "any", (FaceUp(rule="TK-100", reading="G-86"), _SAME_AS_MAGIC)
                ),
                rules=("TK-100",),
            ),
        ),
        resolve=(ops.Destroy(cards=Bound("target"), rules=("TK-100",)),),
    ),
    Effect(
        name="trap",
        use="trap",
        rules=("TK-101",),
        speed=2,
        text="When a monster of the same suit or number is summoned: banish it.",
        needs=(
            Need(
                "TK-101",
                Happened(("summon", "special-summon"), (_SAME_AS_TRAP,)),
                "A monster of its suit or number is summoned.",
                "G-50",
            ),
        ),
        announce=(
            ops.Choose(
                bind="target",
                cards=Cards(MONSTERS, "any", (InWindow(rule="TK-101"), _SAME_AS_TRAP)),
                rules=("TK-101",),
            ),
        ),
        resolve=(ops.Send(cards=Bound("target"), to="banished", rules=("TK-101",)),),
    ),
    Effect(
        name="trap-one",
        use="trap",
        rules=("TK-102",),
        speed=2,
        text="When a monster is summoned: destroy all monsters.",
        needs=(
            Need(
                "TK-102",
                Happened(("summon", "special-summon")),
                "A monster is summoned.",
                "G-50",
            ),
        ),
        resolve=(ops.Destroy(cards=Cards(MONSTERS), rules=("TK-102",)),),
    ),
    Effect(
        name="magic-two",
        use="magic",
        rules=("TK-103",),
        text="Look at the top three cards of the pile, show one and take it.",
        needs=(
            Need(
                "TK-103",
                Exists(Cards(("pile",), "own")),
                "You have a card left in the pile.",
                "G-91",
            ),
        ),
        once_per_turn=("TK-104",),
        resolve=(
            ops.Look(amount=3, bind="looked", rules=("TK-103",)),
            ops.Choose(
                bind="taken",
                cards=Cards(("pile",), "own", (AmongBound(name="looked"),)),
                rules=("TK-103",),
            ),
            ops.Show(card="taken", rules=("TK-103",)),
            ops.Send(cards=Bound("taken"), to="hand", rules=("TK-103",)),
        ),
    ),
    Effect(
        name="quick-eight",
        use="quick",
        rules=("TK-105",),
        speed=2,
        text="Choose a magic or trap card and destroy it.",
        announce=(
            ops.Choose(
                bind="target",
                cards=Cards(BACK_ROW, "any", (Other(rule="TK-105", reading="G-89"),)),
                rules=("TK-105",),
            ),
        ),
        resolve=(ops.Destroy(cards=Bound("target"), rules=("TK-105",)),),
    ),
    Effect(
        name="trap-nine",
        use="trap",
        rules=("TK-106",),
        speed=2,
        text="Choose a card on the field and return it to the hand.",
        announce=(
            ops.Choose(
                bind="target",
                cards=Cards(FIELD, "any", (Other(rule="TK-106", reading="G-89"),)),
                rules=("TK-106",),
            ),
        ),
        resolve=(ops.Send(cards=Bound("target"), to="hand", rules=("TK-106",)),),
    ),
    Effect(
        name="magic-joker",
        use="magic",
        rules=("TK-107", "TK-108"),
        text="With no monster of one's own: two random cards of the own Graveyard to the hand.",
        needs=(
            Need("TK-107", Lacks(Cards(MONSTERS, "own")), "You have no monster on the field."),
            Need(
                "TK-109",
                Exists(Cards(("grave",), "own", (NotKind(kind="joker"),)), 2),
                "Two cards that are no Jokers lie in your Graveyard.",
                "G-52",
            ),
        ),
        resolve=(
            ops.ChooseAtRandom(
                bind="found",
                cards=Cards(("grave",), "own", (NotKind(kind="joker"),)),
                count=2,
                rules=("TK-108",),
            ),
            ops.Send(cards=Bound("found"), to="hand", rules=("TK-107",)),
        ),
    ),
)

JOKER: Final = (
    Effect(
        name="joker-text",
        use="continuous",
        rules=("TK-111",),
        text="A monster without suit and number; under one reading no monster at all.",
        restricts=(Restrict(("summon",), ("TK-111",), under=("G-54", "refused")),),
    ),
)

_ALL: Final = (*SPADE, *HEART, *CLUB, *DIAMOND, *JOKER, *SPELLS)
EFFECTS: Final = {effect.name: effect for effect in _ALL}
