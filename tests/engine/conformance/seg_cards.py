"""The cards that the document of Simultaneous Effects names, and plain ones beside them.

Only what triggers, and when, is as printed; what an effect does is cut down to what the rules of
this document can be seen by.
"""

from __future__ import annotations

from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.terms import (
    AtMost,
    Bound,
    Cards,
    Exists,
    FaceUp,
    Kind,
    Lacks,
    Mine,
    Need,
    Trait,
)
from duelmat_engine.ruleset.build import build_game, choose_readings, with_cards
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset

TEXT = ("text",)
"""What stands on a card is cited by this word in these tests."""


def monster(code: str, *effects: str, level: int = 4, attack: int = 1000, **more: str) -> Card:
    traits: dict[str, int | float | str] = {
        "level": level,
        "attack": attack,
        "defense": 500,
        **more,
    }
    return Card(code, code, traits, ("monster", "effect" if effects else "normal"), effects)


def magic(code: str, *kinds: str) -> Card:
    return Card(code, code, {}, ("magic", *kinds), (code.lower(),))


def trigger(name: str, on: On, *resolve: ops.Op, **details: object) -> Effect:
    return Effect(
        name=name,
        use="trigger",
        rules=TEXT,
        text=f"What {name} says.",
        on=on,
        resolve=resolve,
        **details,  # type: ignore[arg-type]  # passed on as given
    )


def spell(name: str, *resolve: ops.Op, use: str = "magic", **details: object) -> Effect:
    return Effect(
        name=name,
        use=use,  # type: ignore[arg-type]  # passed on as given
        rules=TEXT,
        text=f"What {name} says.",
        resolve=resolve,
        **details,  # type: ignore[arg-type]  # as above
    )


TO_GRAVE = On(event="Moved", to=("grave",))
FROM_FIELD = On(event="Moved", from_field=True, to=("grave",))
MONSTERS = Cards(("m",))
TAKE = ops.Gain(amount=1)

EFFECTS = (
    # Example 1
    trigger(
        "sangan",
        FROM_FIELD,
        ops.Choose(
            bind="found", cards=Cards(("pile",), "own", (AtMost(name="attack", amount=1500),))
        ),
        ops.Send(cards=Bound("found"), to="hand"),
        ops.Shuffle(),
        mandatory=True,
        zones=("grave",),
    ),
    trigger(
        "peten",
        On(event="Moved", to=("grave",), timing="when"),
        ops.Choose(
            bind="found",
            cards=Cards(("hand", "pile"), "own", (Trait(name="race", value="clown"),)),
        ),
        ops.SummonSpecially(cards=Bound("found")),
        announce=(ops.Send(cards=Bound("self"), to="banished", cause="cost"),),
        zones=("grave",),
    ),
    spell("darkhole", ops.Destroy(cards=MONSTERS)),
    # Example 2
    spell(
        "superpoly",
        ops.Choose(bind="own", cards=Cards(("m",), "own")),
        ops.Choose(bind="other", cards=Cards(("m",), "opposing")),
        ops.Send(cards=Bound("own"), to="grave", cause="material"),
        ops.Send(cards=Bound("other"), to="grave", cause="material"),
        ops.Choose(bind="fusion", cards=Cards(("extra",), "own")),
        ops.SummonSpecially(cards=Bound("fusion"), move="fusion-summon"),
    ),
    trigger("shadowmist", On(event="Moved", to=("grave",)), TAKE, zones=("grave",)),
    trigger(
        "vanguard",
        On(event="Moved", from_field=True, to=("grave",), timing="when"),
        TAKE,
        zones=("grave",),
    ),
    trigger("gaia", On(event="Summoned", move="fusion-summon"), TAKE, mandatory=True),
    # Both act
    spell(
        "dealings",
        ops.EachPlayer(block=(ops.Draw(amount=1),)),
        ops.EachPlayer(
            block=(
                ops.Choose(bind="thrown", cards=Cards(("hand",), "own")),
                ops.Send(cards=Bound("thrown"), to="grave"),
            )
        ),
    ),
    trigger("discarded", On(event="Moved", to=("grave",), timing="when"), TAKE, zones=("grave",)),
    # Self-summons
    trigger(
        "gorz",
        On(
            event="LifeChanged",
            part="witness",
            timing="when",
            falls=True,
            cause="battle effect",
            whose="own",
            by_whose="opposing",
        ),
        ops.SummonSpecially(cards=Bound("self")),
        needs=(Need("", Lacks(Cards(("m", "s"), "own")), "You control no card."),),
        zones=("hand",),
    ),
    trigger(
        "tragoedia",
        On(
            event="LifeChanged",
            part="witness",
            timing="when",
            falls=True,
            cause="battle",
            whose="own",
        ),
        ops.SummonSpecially(cards=Bound("self")),
        zones=("hand",),
    ),
    trigger(
        "sting",
        On(event="LifeChanged", part="witness", falls=True, whose="own"),
        TAKE,
        zones=("hand",),
    ),
    trigger(
        "baboon",
        On(
            event="Destroyed",
            part="witness",
            cause="effect",
            whose="own",
            by_whose="opposing",
            that=(FaceUp(), Trait(name="race", value="beast")),
        ),
        ops.SummonSpecially(cards=Bound("self")),
        announce=(ops.Pay(amount=1000),),
        zones=("hand", "grave"),
    ),
    spell(
        "trifortressops",
        ops.SummonSpecially(cards=Bound("self")),
        use="quick-effect",
        speed=2,
        zones=("hand",),
    ),
    # Beside them
    spell("smallhole", ops.Destroy(cards=Cards(("m",), "own"))),
    spell(
        "twoholes",
        ops.Destroy(cards=Cards(("m",), "opposing")),
        ops.Destroy(cards=Cards(("m",), "own")),
    ),
    spell("open", ops.Expose(cards=Cards(("hand",), "own", (Kind(kind="effect"),)))),
    spell("hurt", ops.Damage(amount=100)),
    spell("thentake", ops.Destroy(cards=MONSTERS), TAKE),
    spell(
        "answer",
        use="trap",
        speed=2,
    ),
    trigger(
        "vow",
        On(event="Destroyed", part="witness", whose="own"),
        TAKE,
        zones=("s", "grave"),
    ),
    trigger(
        "ambush",
        On(event="Destroyed", part="witness", whose="own", from_set=True),
        TAKE,
        zones=("s",),
    ),
    trigger(
        "greed",
        On(event="Destroyed", part="witness", whose="own"),
        TAKE,
        zones=("hand",),
    ),
    trigger(
        "mourner",
        On(
            event="Destroyed",
            part="witness",
            whose="own",
            that=(Trait(name="race", value="beast"),),
        ),
        TAKE,
        zones=("hand",),
    ),
    trigger(
        "leaper",
        On(event="Destroyed", part="witness", whose="own"),
        ops.SummonSpecially(cards=Bound("self")),
        zones=("hand",),
    ),
    trigger(
        "hungry",
        FROM_FIELD,
        TAKE,
        announce=(
            ops.Choose(bind="eaten", cards=Cards(("grave",), "own", (Mine(),))),
            ops.Send(cards=Bound("eaten"), to="banished", cause="cost"),
        ),
        zones=("grave",),
    ),
    trigger("outcast", On(event="Moved", to=("banished",)), TAKE, zones=("banished",)),
    trigger(
        "needy",
        FROM_FIELD,
        TAKE,
        needs=(Need("", Exists(Cards(("banished",), "any")), "A card is banished."),),
        mandatory=True,
        zones=("grave",),
    ),
)

CARDS = (
    monster("Sangan", "sangan", level=3),
    monster("Peten", "peten", level=3, attack=500, race="clown"),
    magic("DarkHole"),
    magic("SuperPoly"),
    monster("ShadowMist", "shadowmist"),
    monster("Vanguard", "vanguard"),
    Card(
        "Gaia",
        "Gaia",
        {"level": 6, "attack": 2200, "defense": 2600},
        ("monster", "fusion", "effect"),
        ("gaia",),
    ),
    magic("Dealings"),
    monster("Discarded", "discarded"),
    monster("Gorz", "gorz", level=7),
    monster("Tragoedia", "tragoedia", level=10),
    monster("Baboon", "baboon", level=7, race="beast"),
    monster("Ape", race="beast", attack=1500),
    monster("Plain"),
    monster("Trifort", "trifortressops", level=8),
    magic("SmallHole"),
    magic("TwoHoles"),
    magic("Open"),
    magic("Hurt"),
    magic("ThenTake"),
    Card("Answer", "Answer", {}, ("trap",), ("answer",)),
    Card("Ambush", "Ambush", {}, ("trap",), ("ambush",)),
    monster("Vow", "vow"),
    monster("Greed", "greed"),
    monster("Mourner", "mourner"),
    monster("Leaper", "leaper"),
    monster("Hungry", "hungry"),
    monster("Needy", "needy"),
    monster("Outcast", "outcast"),
    monster("Sting", "sting"),
)


def ruleset() -> Ruleset:
    return with_cards(find_ruleset("ocg"), CARDS, EFFECTS)


def game(order: str = "ocg", **readings: str) -> Game:
    rules = ruleset()
    return build_game(rules, choose_readings(rules, {"G-97": order, **readings}))
