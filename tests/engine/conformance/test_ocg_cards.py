"""Cards of Early OCG, each at work: what the card files say is what happens on the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duelmat_engine.actions import Action, Activate, Advance, Attack, Choose, Pass, Play, Turn
from duelmat_engine.board.values import value_of
from duelmat_engine.events import LinkNegated
from duelmat_engine.facts import Released
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.state import Duel
from duelmat_engine.verdict import When
from engine.conformance.board import Board, Table

PILES = {"a.pile": "Wolf Elf Peten Sparkman", "b.pile": "Imp Giant Golem"}
"""What is left in the decks."""
FULL_ROW = {f"a.m{n}": "BlueEyes" for n in range(1, 6)}

Check = Callable[[Table], bool]


def played(board: Board, zones: dict[str, str], *actions: Action, phase: str = "main1") -> Table:
    """A table on which these were played, everybody passing whenever they may."""
    table = board.lay(PILES | zones, phase=phase)
    for action in actions:
        while table.asks()[1] in ("window", "chance") and action not in table.legal():
            if table.asks()[1] == "chance":
                table.rolls()
            else:
                table.plays(Pass())
        table.plays(action)
    settle(table)
    return table


def settle(table: Table) -> None:
    """Everybody passes, chance answers, and what must be placed goes to the first free zone."""
    while not table.duel.is_over() and table.asks()[1] != "open":
        kind = table.asks()[1]
        if kind == "chance":
            table.rolls()
        elif kind in ("place", "choose"):
            table.plays(table.legal()[0])
        else:
            table.plays(Pass())


def value(duel: Duel, table: Table, zone: str, trait: str = "attack") -> int | None:
    return value_of(duel, table.game, duel.at(zone)[0], trait)


def use(effect: str, card: str) -> Activate:
    return Activate(effect, card)


def brings(move: str, card: str, to: str, *using: str) -> Play:
    return Play(move, card, ZoneName(to), using=using)


CASES: dict[str, tuple[dict[str, str], tuple[Action, ...], Check]] = {
    "Dark Hole": (
        {"a.hand": "DarkHole", "a.m1": "Elf", "b.m1": "(HolyElf)", "b.m2": "Ox-"},
        (use("dark-hole", "a:DarkHole"),),
        lambda t: t.cards("b.grave") == "Ox HolyElf" and t.cards("a.grave") == "DarkHole Elf",
    ),
    "Raigeki": (
        {"a.hand": "Raigeki", "a.m1": "Elf", "b.m1": "HolyElf"},
        (use("raigeki", "a:Raigeki"),),
        lambda t: t.cards("b.grave") == "HolyElf" and t.cards("a.m1") == "Elf",
    ),
    "Fissure": (
        {"a.hand": "Fissure", "b.m1": "HolyElf", "b.m2": "Ox", "b.m3": "(Wolf)"},
        (use("fissure", "a:Fissure"), Choose("b.m1")),
        lambda t: t.cards("b.grave") == "HolyElf",
    ),
    "Monster Reborn": (
        {"a.hand": "Reborn", "b.grave": "BlueEyes DarkHole"},
        (
            use("reborn", "a:Reborn"),
            Choose("b:BlueEyes"),
            brings("effect-summon", "b:BlueEyes", "a.m2"),
        ),
        lambda t: t.cards("a.m2") == "BlueEyes",
    ),
    "Change of Heart": (
        {"a.hand": "ChangeOfHeart", "b.m1": "BlueEyes"},
        (use("change-of-heart", "a:ChangeOfHeart"), Choose("b.m1")),
        lambda t: "BlueEyes" in [p.code for n, p in t.duel.pieces() if n.startswith("a.m")],
    ),
    "Pot of Greed": (
        {"a.hand": "PotOfGreed"},
        (use("pot-of-greed", "a:PotOfGreed"),),
        lambda t: len(t.duel.at("a.hand")) == 2,
    ),
    "Graceful Charity": (
        {"a.hand": "GracefulCharity"},
        (use("graceful-charity", "a:GracefulCharity"),),
        lambda t: len(t.duel.at("a.hand")) == 1 and len(t.duel.at("a.grave")) == 3,
    ),
    "Dark World Dealings": (
        {"a.hand": "DarkWorldDealings Elf", "b.hand": "Ox"},
        (use("dark-world-dealings", "a:DarkWorldDealings"), Choose("a:Elf/2"), Choose("b:Ox")),
        lambda t: t.cards("b.grave") == "Ox" and len(t.duel.at("b.hand")) == 1,
    ),
    "Mystical Space Typhoon": (
        {"a.hand": "Typhoon", "b.s1": "(MirrorForce)"},
        (use("typhoon", "a:Typhoon"), Choose("b.s1")),
        lambda t: t.cards("b.grave") == "MirrorForce",
    ),
    "Heavy Storm": (
        {"a.hand": "HeavyStorm", "a.s1": "(Rush)", "b.s1": "(MirrorForce)", "b.field": "Yami"},
        (use("heavy-storm", "a:HeavyStorm"),),
        lambda t: set(t.cards("b.grave").split()) == {"MirrorForce", "Yami"},
    ),
    "Hinotama": (
        {"a.hand": "Hinotama"},
        (use("hinotama", "a:Hinotama"),),
        lambda t: t.life() == (8000, 7500),
    ),
    "Ookazi": (
        {"a.hand": "Ookazi"},
        (use("ookazi", "a:Ookazi"),),
        lambda t: t.life() == (8000, 7200),
    ),
    "Dian Keto": (
        {"a.hand": "DianKeto"},
        (use("dian-keto", "a:DianKeto"),),
        lambda t: t.life() == (9000, 8000),
    ),
    "Rush Recklessly": (
        {"a.hand": "Rush", "a.m1": "Elf"},
        (use("rush", "a:Rush"), Choose("a.m1")),
        lambda t: value(t.duel, t, "a.m1") == 2600,
    ),
    "Book of Moon": (
        {"a.hand": "BookOfMoon", "b.m1": "Elf"},
        (use("book-of-moon", "a:BookOfMoon"), Choose("b.m1")),
        lambda t: not t.card("b.m1").face_up and not t.card("b.m1").upright,
    ),
    "Black Pendant": (
        {"a.hand": "BlackPendant", "a.m1": "Elf", "b.m1": "BlueEyes"},
        (use("equip-any", "a:BlackPendant"), Choose("a.m1")),
        lambda t: value(t.duel, t, "a.m1") == 2400,
    ),
    "Sword of Dark Destruction": (
        {"a.hand": "DarkSword", "a.m1": "Imp", "b.m1": "HolyElf"},
        (use("dark-sword", "a:DarkSword"), Choose("a.m1")),
        lambda t: (value(t.duel, t, "a.m1"), value(t.duel, t, "a.m1", "defense")) == (1700, 800),
    ),
    "Forest": (
        {"a.hand": "BeastField", "a.m1": "Wolf", "b.m1": "HolyElf"},
        (use("field-card", "a:BeastField"),),
        lambda t: (value(t.duel, t, "a.m1"), value(t.duel, t, "b.m1")) == (1400, 800),
    ),
    "Mountain": (
        {"a.hand": "Mountain", "a.m1": "BlueEyes"},
        (use("field-card", "a:Mountain"),),
        lambda t: value(t.duel, t, "a.m1") == 3200,
    ),
    "Yami": (
        {"a.hand": "Yami", "a.m1": "Imp", "b.m1": "AsuraPriest"},
        (use("field-card", "a:Yami"),),
        lambda t: (value(t.duel, t, "a.m1"), value(t.duel, t, "b.m1")) == (1500, 1500),
    ),
    "Toon World": (
        {"a.hand": "ToonWorld ToonDragon"},
        (use("toon-world", "a:ToonWorld"), brings("toon-summon", "a:ToonDragon", "a.m1")),
        lambda t: t.life() == (7000, 8000) and t.cards("a.m1") == "ToonDragon",
    ),
    "Otohime": (
        {"a.hand": "Otohime", "b.m1": "Elf"},
        (
            brings("normal-summon", "a:Otohime", "a.m1"),
            use("otohime-summoned", "a.m1"),
            Choose("b.m1"),
        ),
        lambda t: not t.card("b.m1").upright,
    ),
    "Dark Dust Spirit": (
        {"a.hand": "DarkDustSpirit", "a.m1": "Elf", "b.m1": "Ox", "b.m2": "(Wolf)"},
        (brings("normal-summon", "a:DarkDustSpirit", "a.m1", "a.m1"),),
        lambda t: t.cards("b.grave") == "Ox" and t.cards("b.m2") == "Wolf",
    ),
    "Sangan": (
        {"a.m1": "Sangan", "b.m1": "BlueEyes", "a.hand": "DarkHole"},
        (use("dark-hole", "a:DarkHole"), Choose("a:Wolf")),
        lambda t: "Wolf" in t.cards("a.hand"),
    ),
    "Witch of the Black Forest": (
        {"a.m1": "Witch", "b.m1": "BlueEyes", "a.hand": "DarkHole"},
        (use("dark-hole", "a:DarkHole"), Choose("a:Elf")),
        lambda t: "Elf" in t.cards("a.hand"),
    ),
    "Peten": (
        {"a.m1": "Peten", "b.m1": "BlueEyes", "a.hand": "DarkHole"},
        (use("dark-hole", "a:DarkHole"), use("peten", "a:Peten/2")),
        lambda t: t.cards("a.banished") == "Peten" and t.cards("a.m1") == "Peten",
    ),
    "Shadow Mist goes to the Graveyard": (
        {"a.m1": "ShadowMist", "a.hand": "DarkHole"},
        (use("dark-hole", "a:DarkHole"), use("shadow-mist-buried", "a:ShadowMist")),
        lambda t: t.cards("a.hand") == "Sparkman",
    ),
    "Super Polymerization": (
        {
            "a.hand": "SuperPolymerization Wolf",
            "a.m1": "ShadowMist",
            "b.m1": "DragonVanguard",
            "b.m2": "BlueEyes",
            "b.grave": "BlueEyes",
            "a.extra": "HeroGaia",
        },
        (
            use("super-polymerization", "a:SuperPolymerization"),
            Choose("a:Wolf/2"),
            Choose("a:HeroGaia"),
        ),
        lambda t: "HeroGaia" in [p.code for _, p in t.duel.pieces()],
    ),
    "Vanguard of the Dragon": (
        {"a.m1": "DragonVanguard", "a.hand": "BlueEyes"},
        (use("dragon-vanguard-strength", "a.m1"), Choose("a:BlueEyes")),
        lambda t: value(t.duel, t, "a.m1") == 2000 and t.cards("a.grave") == "BlueEyes",
    ),
    "Tragoedia takes over": (
        {"a.m1": "Tragoedia", "a.hand": "Elf Wolf", "b.m1": "Ox"},
        (use("tragoedia-control", "a.m1"), Choose("a:Elf/2"), Choose("b.m1")),
        lambda t: value(t.duel, t, "a.m1") == 600 and t.cards("b.m1") == "",
    ),
    "Cannon Soldier": (
        {"a.m1": "CannonSoldier", "a.m2": "Wolf"},
        (use("cannon-soldier", "a.m1"), Choose("a.m2")),
        lambda t: t.life() == (8000, 7500) and t.cards("a.grave") == "Wolf",
    ),
    "Exiled Force": (
        {"a.m1": "ExiledForce", "b.m1": "BlueEyes"},
        (use("exiled-force", "a.m1"), Choose("b.m1")),
        lambda t: t.cards("b.grave") == "BlueEyes" and t.cards("a.grave") == "ExiledForce",
    ),
    "Man-Eater Bug": (
        {"a.m1": "(ManEaterBug)@1", "b.m1": "BlueEyes"},
        (Turn(ZoneName("a.m1"), shown=CardKey("a:ManEaterBug")), Choose("b.m1")),
        lambda t: t.cards("b.grave") == "BlueEyes" and t.cards("a.m1") == "ManEaterBug",
    ),
    "Hane-Hane": (
        {"a.m1": "(HaneHane)@1", "b.m1": "BlueEyes"},
        (Turn(ZoneName("a.m1"), shown=CardKey("a:HaneHane")), Choose("b.m1")),
        lambda t: "BlueEyes" in t.cards("b.hand"),
    ),
    "Magician of Faith": (
        {"a.m1": "(MagicianOfFaith)@1", "a.grave": "DarkHole"},
        (Turn(ZoneName("a.m1"), shown=CardKey("a:MagicianOfFaith")), Choose("a:DarkHole")),
        lambda t: t.cards("a.hand") == "DarkHole",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_card_does_what_its_file_says(board: Board, name: str) -> None:
    """Played in its own turn, each card brings about what its text says."""
    zones, actions, check = CASES[name]
    table = played(board, zones, *actions)
    assert check(table), [(n, [p.code for p in ps]) for n, ps in table.duel.zones.items()]


# In answer to something, and from the hand


def turned(effect: str, zone: str, code: str) -> Activate:
    """The activation of a card that lies Set."""
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


ANSWERS: dict[str, tuple[dict[str, str], str, tuple[Action, ...], Check]] = {
    "Mirror Force": (
        {"a.m1": "Elf", "a.m2": "Ox", "a.m3": "HolyElf-", "b.s1": "(MirrorForce)", "b.m1": "Wolf"},
        "battle",
        (Attack("a.m1", "b.m1"), turned("mirror-force", "b.s1", "MirrorForce")),
        lambda t: t.cards("a.grave") in ("Elf Ox", "Ox Elf") and t.cards("b.m1") == "Wolf",
    ),
    "Sakuretsu Armor": (
        {"a.m1": "Elf", "b.s1": "(SakuretsuArmor)", "b.m1": "Wolf"},
        "battle",
        (
            Attack("a.m1", "b.m1"),
            turned("sakuretsu-armor", "b.s1", "SakuretsuArmor"),
            Choose("a.m1"),
        ),
        lambda t: t.cards("a.grave") == "Elf" and t.cards("b.m1") == "Wolf",
    ),
    "Negate Attack": (
        {"a.m1": "Elf", "b.s1": "(NegateAttack)", "b.m1": "Wolf"},
        "battle",
        (Attack("a.m1", "b.m1"), turned("negate-attack", "b.s1", "NegateAttack")),
        lambda t: t.duel.phase == "main2" and t.cards("b.m1") == "Wolf",
    ),
    "Drop Hole": (
        {"a.hand": "Ox", "b.s1": "(DropHole)"},
        "main1",
        (brings("normal-summon", "a:Ox", "a.m1"), turned("drop-hole", "b.s1", "DropHole")),
        lambda t: t.cards("a.grave") == "Ox",
    ),
    "Jar of Greed": (
        {"a.hand": "Hinotama", "b.s1": "(JarOfGreed)"},
        "main1",
        (use("hinotama", "a:Hinotama"), turned("jar-of-greed", "b.s1", "JarOfGreed")),
        lambda t: len(t.duel.at("b.hand")) == 1,
    ),
    "Just Desserts": (
        {"a.hand": "Hinotama", "a.m1": "Elf", "a.m2": "(Ox)", "b.s1": "(JustDesserts)"},
        "main1",
        (use("hinotama", "a:Hinotama"), turned("just-desserts", "b.s1", "JustDesserts")),
        lambda t: t.life() == (7000, 7500),
    ),
    "Dust Tornado": (
        {"a.hand": "Hinotama", "a.s1": "(Rush)", "b.s1": "(DustTornado)"},
        "main1",
        (
            use("hinotama", "a:Hinotama"),
            turned("dust-tornado", "b.s1", "DustTornado"),
            Choose("a.s1"),
        ),
        lambda t: "Rush" in t.cards("a.grave"),
    ),
    "Magic Jammer": (
        {"a.hand": "Raigeki", "b.m1": "Elf", "b.s1": "(MagicJammer)", "b.hand": "Ox"},
        "main1",
        (
            use("raigeki", "a:Raigeki"),
            turned("magic-jammer", "b.s1", "MagicJammer"),
            Choose("b:Ox"),
        ),
        lambda t: t.cards("b.m1") == "Elf" and t.has(LinkNegated, "OCG-48"),
    ),
    "Rising Horn": (
        {"a.hand": "Ox", "b.m1": "Wolf", "b.s1": "(RisingHorn)"},
        "main1",
        (
            brings("normal-summon", "a:Ox", "a.m1"),
            turned("rising-horn", "b.s1", "RisingHorn"),
            Choose("b.m1"),
        ),
        lambda t: t.cards("a.grave") == "Ox" and "Wolf" in t.cards("b.grave"),
    ),
    "God's Declaration against magic": (
        {"a.hand": "Raigeki", "b.m1": "Elf", "b.s1": "(GodsDeclaration)"},
        "main1",
        (use("raigeki", "a:Raigeki"), turned("gods-declaration", "b.s1", "GodsDeclaration")),
        lambda t: t.cards("b.m1") == "Elf" and t.life() == (8000, 4000),
    ),
    "God's Declaration against a summon": (
        {"a.hand": "Ox", "b.s1": "(GodsDeclaration)"},
        "main1",
        (
            brings("normal-summon", "a:Ox", "a.m1"),
            turned("gods-declaration", "b.s1", "GodsDeclaration"),
        ),
        lambda t: t.cards("a.grave") == "Ox" and t.life() == (8000, 4000),
    ),
    "Thieving Goblin": (
        {"b.m1": "Elf", "a.s1": "ThievingGoblin", "a.m1": "BlueEyes", "b.hand": "Ox"},
        "battle",
        (Attack("a.m1", "b.m1"),),
        lambda t: t.cards("b.hand") == "" and set(t.cards("b.grave").split()) == {"Elf", "Ox"},
    ),
    "Mystic Tomato": (
        {"b.m1": "Tomato", "a.m1": "BlueEyes", "b.pile": "Imp Golem"},
        "battle",
        (Attack("a.m1", "b.m1"), use("tomato", "b:Tomato")),
        lambda t: "Imp" in [p.code for n, p in t.duel.pieces() if n.startswith("b.m")],
    ),
    "Giant Rat": (
        {"b.m1": "GiantRat", "a.m1": "BlueEyes", "b.pile": "Giant Golem"},
        "battle",
        (Attack("a.m1", "b.m1"), use("giant-rat", "b:GiantRat")),
        lambda t: "Giant" in [p.code for n, p in t.duel.pieces() if n.startswith("b.m")],
    ),
    "Gorz after battle damage": (
        {"a.m1": "Elf", "b.hand": "Gorz"},
        "battle",
        (Attack("a.m1"), use("gorz-battle", "b:Gorz")),
        lambda t: "Gorz" in [p.code for n, p in t.duel.pieces() if n.startswith("b.m")],
    ),
    "Gorz after an effect": (
        {"a.hand": "Hinotama", "b.hand": "Gorz"},
        "main1",
        (use("hinotama", "a:Hinotama"), use("gorz-effect", "b:Gorz")),
        lambda t: t.life() == (7500, 7500),
    ),
    "Tragoedia": (
        {"a.m1": "Elf", "b.hand": "Tragoedia Ox Wolf"},
        "battle",
        (
            Attack("a.m1"),
            use("tragoedia", "b:Tragoedia"),
            brings("effect-summon", "b:Tragoedia", "b.m1"),
        ),
        lambda t: value(t.duel, t, "b.m1") == 1200,
    ),
    "Green Baboon": (
        {"a.hand": "DarkHole", "b.m1": "Wolf", "b.hand": "GreenBaboon"},
        "main1",
        (use("dark-hole", "a:DarkHole"), use("green-baboon", "b:GreenBaboon")),
        lambda t: "GreenBaboon" in [p.code for n, p in t.duel.pieces() if n.startswith("b.m")],
    ),
    "Elemental HERO Gaia": (
        {
            "a.hand": "Polymerization Sparkman Clayman",
            "a.extra": "HeroGaia",
            "b.m1": "BlueEyes",
        },
        "main1",
        (
            use("polymerization", "a:Polymerization"),
            Choose("a:HeroGaia"),
            Choose("a:Sparkman/2"),
            Choose("a:Clayman"),
            brings("effect-summon", "a:HeroGaia", "a.m1"),
            Choose("b.m1"),
        ),
        lambda t: (value(t.duel, t, "a.m1"), value(t.duel, t, "b.m1")) == (3700, 1500),
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_card_answers_as_its_file_says(board: Board, name: str) -> None:
    """Set, in the hand or on the field: each card answers what its text says."""
    zones, phase, actions, check = ANSWERS[name]
    table = played(board, zones, *actions, phase=phase)
    assert check(table), [(n, [p.code for p in ps]) for n, ps in table.duel.zones.items()]


def test_pentagram_curse_holds_a_monster(board: Board) -> None:
    """The monster neither attacks nor turns, by the text of the card that lies on it."""
    zones = {"a.hand": "Hinotama", "a.m1": "Elf", "b.s1": "(PentagramCurse)"}
    actions = (
        use("hinotama", "a:Hinotama"),
        turned("pentagram-curse", "b.s1", "PentagramCurse"),
        Choose("a.m1"),
    )
    table = played(board, zones, *actions)
    verdict = table.refuses(Turn("a.m1", upright=False), "text:pentagram-hold")
    assert verdict.remedies == (When("No Pentagram Curse lies on it any longer.", Released()),)


def test_trifortressops_comes_in_the_turn_of_three_summons(board: Board) -> None:
    """Every copy may come, and loses defense in each Standby Phase."""
    zones = {"a.m1": "Elf", "b.hand": "Trifortressops Trifortressops"}
    table = board.lay(PILES | zones, used={"a.summons": 3}, phase="battle")
    table.plays(Attack("a.m1"))
    table.plays(use("trifortressops", "b:Trifortressops"))
    settle(table)
    lying = [n for n, p in table.duel.pieces() if n.startswith("b.m")]
    assert value(table.duel, table, lying[0], "defense") == 2800
    table.plays(Advance("main2"))
    settle(table)
    table.plays(Advance("end-phase"))
    settle(table)
    assert value(table.duel, table, lying[0], "defense") == 2300


@pytest.mark.parametrize(
    ("effect", "hand", "field"),
    [
        ("polymerization", "Polymerization Wolf Giant", {"b.m1": "Sparkman"}),
        ("polymerization", "Polymerization Sparkman", {}),
        ("polymerization", "Polymerization Sparkman Clayman", FULL_ROW),
        ("super-polymerization", "SuperPolymerization Sparkman Clayman", {"a.m1": "Sparkman"}),
    ],
)
def test_no_fusion_begins_without_materials_and_room(
    board: Board, effect: str, hand: str, field: dict[str, str]
) -> None:
    """An effect that makes a Fusion is not activated where none can be made."""
    table = board.lay(field | {"a.hand": hand, "a.extra": "HeroGaia"})
    table.refuses(use(effect, f"a:{hand.partition(' ')[0]}"), f"text:{effect}")


def test_nobody_responds_to_super_polymerization(board: Board) -> None:
    """Its window does not open, whatever lies Set."""
    zones = CASES["Super Polymerization"][0] | {"b.s1": "(JarOfGreed)"}
    table = board.lay(PILES | zones)
    table.plays(use("super-polymerization", "a:SuperPolymerization"))
    table.plays(Choose("a:Wolf/2"))
    assert table.asks() == ("a", "choose")


def test_only_one_effect_of_shadow_mist_in_a_turn(board: Board) -> None:
    """Two effects share one use a turn."""
    zones = {"a.m1": "ShadowMist", "a.hand": "DarkHole"}
    table = board.lay(PILES | zones, used={"a.shadow-mist": 1})
    table.plays(use("dark-hole", "a:DarkHole"))
    table.nobody_responds()
    assert table.asks() == ("a", "open")


@pytest.mark.parametrize(
    ("monster", "effect", "comes"),
    [("Tomato", "tomato", "Imp"), ("GiantRat", "giant-rat", "Giant")],
)
def test_what_comes_from_the_deck_comes_in_attack_position(
    board: Board, monster: str, effect: str, comes: str
) -> None:
    """As the text of the card says; it lies in no other."""
    zones = PILES | {"a.m1": "BlueEyes", "b.m1": monster, "b.pile": f"{comes} Golem"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    while use(effect, f"b:{monster}") not in table.legal():
        table.plays(Pass())
    table.plays(use(effect, f"b:{monster}"))
    while table.asks()[1] != "place":
        table.plays(table.legal()[0] if table.asks()[1] == "choose" else Pass())
    places = [action for action in table.legal() if isinstance(action, Play)]
    assert places
    assert all(place.upright and place.face_up for place in places)
