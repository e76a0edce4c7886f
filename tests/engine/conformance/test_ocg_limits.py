"""The limits of Early OCG one at a time, and its traps one by one."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Action, Activate, Advance, Attack, Choose, Pass, Play, Turn
from duelmat_engine.cards import Card
from duelmat_engine.chains.trigger_legality import FULL
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards, FaceUp
from duelmat_engine.events import Destroyed, LinkNegated, Moved, Summoned, SummonNegated
from duelmat_engine.names import CardKey, ZoneName, zone_kind
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game, speed_row
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import replace
from engine.conformance import seg_cards
from engine.conformance.board import Board, Table

M1, M2, S1 = ZoneName("a.m1"), ZoneName("a.m2"), ZoneName("a.s1")
PILES: Final = {"a.pile": "Elf Elf Elf Elf", "b.pile": "Wolf Wolf Wolf Wolf"}


def turned(effect: str, zone: str, code: str) -> Activate:
    """The activation of a card that lies Set."""
    return Activate(effect, zone, CardKey(f"{zone[0]}:{code}"))


def settle(table: Table) -> None:
    """Everybody passes until play is open again."""
    while table.asks()[1] != "open":
        table.plays(table.legal()[0] if table.asks()[1] in ("choose", "place") else Pass())


def to_end(table: Table) -> None:
    """The turn player goes on to the end of the turn; nobody responds."""
    turn = table.duel.turn
    table.plays(Advance("end-phase"))
    table.nobody_responds()
    assert table.duel.turn == turn + 1


def steal() -> Game:
    """Early OCG with a trap by which all opposing face-up monsters change sides for good."""
    effect = Effect(
        name="steal",
        use="trap",
        rules=("OCG-44",),
        text="Take over all opposing face-up monsters.",
        resolve=(
            ops.TakeControl(cards=Cards(("m",), "opposing", (FaceUp(),)), rules=("G-29.text",)),
        ),
    )
    card = Card("Steal", "Steal", {}, ("trap",), ("steal",))
    rules = with_cards(find_ruleset("ocg"), [card], [effect])
    return build_game(rules, default_readings(rules))


# Toons and Spirits


@pytest.mark.rule("OCG-03")
@pytest.mark.parametrize("there", ["ThievingGoblin", "(ToonWorld)", "(Axe)"])
def test_only_an_open_toon_world_permits_toons(board: Board, there: str) -> None:
    """Not another card of the row, nor one that is Set: no summon, no Set, no flip."""
    zones = {"a.hand": "ToonMermaid", "a.m2": "(ToonAlligator)", "a.m3": "Elf", "a.s1": there}
    table = board.lay(zones)
    put = Play("set-monster", "a:ToonMermaid", M1, upright=False, face_up=False)
    acts = (
        Play("toon-summon", "a:ToonMermaid", M1),
        put,
        Turn("a.m2", shown=CardKey("a:ToonAlligator")),
    )
    for act in acts:
        table.refuses(act, "OCG-03")
    for act in acts:
        board.lay({**zones, "a.s1": "ToonWorld"}).accepts(act, "OCG-03")


@pytest.mark.rule("OCG-04")
def test_a_toon_is_special_summoned_from_the_hand(board: Board) -> None:
    """Not from the Graveyard, from where only an effect brings it back."""
    table = board.lay({"a.hand": "ToonDemon", "a.grave": "ToonMermaid", "a.s1": "ToonWorld"})
    table.accepts(Play("toon-summon", "a:ToonDemon", M1), "OCG-04")
    table.refuses(Play("toon-summon", "a:ToonMermaid", M1), "OCG-04")


@pytest.mark.rule("OCG-04")
def test_the_summon_of_a_toon_may_be_negated_before_it_succeeds(board: Board) -> None:
    """It is an attempt first, as every Special Summon is: the Toon was never summoned."""
    table = board.lay(
        {"a.hand": "ToonMermaid", "a.s1": "ToonWorld", "b.m1": "Wolf", "b.s1": "(RisingHorn)"}
    )
    table.plays(Play("toon-summon", "a:ToonMermaid", M1), "OCG-04")
    assert table.cards("a.m1") == "ToonMermaid"
    assert not table.has(Summoned)
    before = table.duel
    table.plays(turned("rising-horn", "b.s1", "RisingHorn"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.has(SummonNegated)
    assert table.cards("a.grave") == "ToonMermaid"
    assert not table.has(Summoned)
    table.duel = before
    table.nobody_responds()
    assert table.has(Summoned, "OCG-04")


@pytest.mark.rule("OCG-01", "OCG-12", "OCG-16", "OCG-17")
def test_only_a_spirit_is_kept_from_special_summons(board: Board) -> None:
    """With Toon World in play a Toon comes; a Spirit does not, be it in the hand or buried."""
    table = board.lay({"a.hand": "ToonMermaid SpiritFox", "a.s1": "ToonWorld"})
    table.refuses(Play("toon-summon", "a:SpiritFox", M1), "OCG-01", "OCG-12", "OCG-16")
    table.accepts(Play("toon-summon", "a:ToonMermaid", M1), "OCG-01")
    table = board.lay({"a.hand": "ToonMermaid", "a.grave": "SpiritFox", "a.s1": "ToonWorld"})
    table.refuses(
        Play("toon-summon", "a:SpiritFox", M1), "OCG-01", "OCG-04", "OCG-12", "OCG-16", "OCG-17"
    )


@pytest.mark.rule("OCG-11b", "OCG-13", "OCG-14", "OCG-15")
def test_in_the_end_phase_only_spirits_return_and_only_of_this_turn(board: Board) -> None:
    """A monster summoned and one flipped stay, and so does a Spirit of an earlier turn."""
    table = board.lay(
        {**PILES, "a.hand": "Giant", "a.m1": "(Ox)", "a.m2": "SpiritFox", "b.m1": "SpiritCrow"}
    )
    table.plays(Play("normal-summon", "a:Giant", ZoneName("a.m3")))
    table.plays(Turn("a.m1", shown=CardKey("a:Ox")))
    to_end(table)
    lying = [table.cards(name) for name in ("a.m1", "a.m2", "a.m3", "b.m1")]
    assert lying == ["Ox", "SpiritFox", "Giant", "SpiritCrow"]
    assert not [e for e in table.history if isinstance(e, Moved) and e.to.endswith(".hand")][1:]


@pytest.mark.rule("OCG-13", "OCG-15")
def test_a_spirit_summoned_this_turn_returns_from_the_opponents_field(board: Board) -> None:
    """Player b has taken it over in the turn of its summon: it returns to player a's hand."""
    table = board.lay({**PILES, "a.hand": "SpiritFox", "b.s1": "(Steal)"}, game=steal())
    table.plays(Play("normal-summon", "a:SpiritFox", M1))
    table.plays(Pass())
    table.plays(turned("steal", "b.s1", "Steal"))
    settle(table)
    assert "SpiritFox" in [p.code for n, p in table.duel.pieces() if n.startswith("b.m")]
    to_end(table)
    assert table.has(Moved, "OCG-13", "OCG-15")
    assert "a:SpiritFox" in {p.key for p in table.duel.at("a.hand")}


# Setting and attacking


@pytest.mark.rule("OCG-34")
def test_a_card_is_set_from_the_hand_and_for_nothing(board: Board) -> None:
    """Not from the Graveyard, and not by giving another card away."""
    table = board.lay({"a.hand": "MirrorForce Elf", "a.grave": "DropHole", "a.m1": "Ox"})
    act = Play("set-card", "a:MirrorForce", S1, face_up=False)
    table.accepts(act, "OCG-34")
    table.refuses(replace(act, card="a:DropHole"), "OCG-34")
    table.refuses(replace(act, using=("a.m1",)), "OCG-34")
    table.refuses(replace(act, upright=False), "OCG-34")


def test_a_card_of_the_hand_needs_a_slot_in_a_response_too(board: Board) -> None:
    """With five cards Set there is none; with four there is."""
    full = {f"a.s{i}": "(Rush)" for i in range(1, 6)}
    zones = {"a.hand": "Rush", "a.m1": "Elf", "b.m1": "Wolf", **full}
    table = board.lay(zones, phase="battle")
    (held,) = table.duel.at("a.hand")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.asks() == ("a", "window")
    table.refuses(Activate("rush", str(held.key)), "G-29.use-slot")
    table = board.lay({k: v for k, v in zones.items() if k != "a.s3"}, phase="battle")
    (held,) = table.duel.at("a.hand")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("rush", str(held.key)), "G-29.use-slot")


@pytest.mark.rule("OCG-37")
def test_nor_does_a_trap_answer_anything_in_the_turn_it_was_set(board: Board) -> None:
    """Of two copies the one that was Set before this turn may be activated."""
    table = board.lay(
        {**PILES, "a.hand": "Hinotama", "a.s1": "(JarOfGreed)@3", "a.s2": "(JarOfGreed)@1"}
    )
    table.plays(Activate("hinotama", "a:Hinotama"))
    assert table.asks() == ("a", "window")
    keys = {name: str(table.card(name).key) for name in ("a.s1", "a.s2")}
    table.refuses(Activate("jar-of-greed", "a.s1", CardKey(keys["a.s1"])), "OCG-37")
    table.plays(Activate("jar-of-greed", "a.s2", CardKey(keys["a.s2"])), "OCG-37")


# The Chain Rule


@pytest.mark.rule("OCG-42", "OCG-49")
def test_a_quick_effect_answers_all_but_a_counter_trap(board: Board) -> None:
    """It has Spell Speed 2."""
    zones = {
        "a.hand": "Raigeki Trifort",
        "a.s1": "(SevenTools)",
        "b.m1": "Elf",
        "b.s1": "(MagicJammer)",
        "b.hand": "Wolf Trifort",
    }
    table = board.lay(zones, game=seg_cards.game())
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.accepts(Activate("trifortressops", "b:Trifort"), "OCG-42")
    table.plays(turned("magic-jammer", "b.s1", "MagicJammer"), "OCG-42")
    table.plays(Choose("b:Wolf"))
    assert table.asks() == ("a", "window")
    table.refuses(Activate("trifortressops", "a:Trifort"), "OCG-49")
    table.accepts(turned("seven-tools", "a.s1", "SevenTools"), "OCG-42", "OCG-49")


@pytest.mark.rule("OCG-42")
@pytest.mark.parametrize("answer", ["trap", "quick", "quick-effect"])
def test_each_kind_of_response_of_speed_2_answers_speed_1(board: Board, answer: str) -> None:
    """Magic of speed 1 is answered by a trap, by quick magic and by a quick effect."""
    zones = {
        **PILES,
        "a.hand": "Raigeki",
        "b.m1": "Elf",
        "b.s1": "(JarOfGreed)",
        "b.s2": "(Rush)",
        "b.hand": "Trifort",
    }
    acts = {
        "trap": turned("jar-of-greed", "b.s1", "JarOfGreed"),
        "quick": turned("rush", "b.s2", "Rush"),
        "quick-effect": Activate("trifortressops", "b:Trifort"),
    }
    table = board.lay(zones, game=seg_cards.game())
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.plays(acts[answer], "OCG-42")
    if answer == "quick":
        table.plays(Choose("b.m1"))
    assert [link.speed for link in table.duel.chain] == [1, 2]


@pytest.mark.rule("G-29.hand-once")
def test_a_card_of_the_hand_puts_its_quick_effect_on_a_chain_once(board: Board) -> None:
    """Its copies follow, each once."""
    zones = {"a.hand": "Raigeki", "b.m1": "Elf", "b.hand": "Trifort Trifort"}
    table = board.lay(PILES | zones, game=seg_cards.game())
    first, second = (Activate("trifortressops", f"b:Trifort{copy}") for copy in ("", "/2"))
    table.plays(Activate("raigeki", "a:Raigeki"))
    table.plays(first)
    verdict = table.refuses(first, "G-29.hand-once")
    assert verdict.remedies == (FULL,)
    table.plays(second, "G-29.hand-once")
    table.refuses(second, "G-29.hand-once")


# Every trap: answered by what is fast enough, and gone after use or not

RAIGEKI: Final = Activate("raigeki", "a:Raigeki")
SUMMON_OX: Final = Play("normal-summon", "a:Ox", ZoneName("a.m3"))
ATTACK: Final = Attack("a.m1", "b.m1")

TRAPS: Final[dict[str, tuple[str, dict[str, str], str, tuple[Action, ...], str]]] = {
    # effect: card, zones, phase, what it answers and what it chooses, rule of its type
    "drop-hole": ("DropHole", {"a.hand": "Ox"}, "main1", (SUMMON_OX,), "OCG-44"),
    "mirror-force": ("MirrorForce", {}, "battle", (ATTACK,), "OCG-44"),
    "sakuretsu-armor": ("SakuretsuArmor", {}, "battle", (ATTACK, Choose("a.m1")), "OCG-44"),
    "jar-of-greed": ("JarOfGreed", {}, "main1", (RAIGEKI,), "OCG-44"),
    "just-desserts": ("JustDesserts", {}, "main1", (RAIGEKI,), "OCG-44"),
    "dust-tornado": ("DustTornado", {}, "main1", (RAIGEKI, Choose("a.s1")), "OCG-44"),
    "pentagram-curse": ("PentagramCurse", {}, "battle", (ATTACK, Choose("a.m1")), "OCG-45"),
    "thieving-goblin": ("ThievingGoblin", {}, "battle", (ATTACK,), "OCG-45"),
    "negate-attack": ("NegateAttack", {}, "battle", (ATTACK,), "OCG-47"),
    "magic-jammer": ("MagicJammer", {}, "main1", (RAIGEKI, Choose("b:Imp")), "OCG-47"),
    "seven-tools": (
        "SevenTools",
        {"a.s2": "(PentagramCurse)"},
        "main1",
        (turned("pentagram-curse", "a.s2", "PentagramCurse"),),
        "OCG-47",
    ),
    "rising-horn": (
        "RisingHorn",
        {"a.hand": "Ox"},
        "main1",
        (SUMMON_OX, Choose("b.m1")),
        "OCG-47",
    ),
    "gods-declaration": ("GodsDeclaration", {}, "main1", (RAIGEKI,), "OCG-47"),
}


def sprung(board: Board, effect: str, *, set_too: str = "SevenTools") -> Table:
    """Player b's trap has just gone on the Chain."""
    card, more, phase, (first, *choices), _ = TRAPS[effect]
    zones = {
        **PILES,
        "a.hand": "Raigeki",
        "a.m1": "Elf",
        "a.s1": f"({set_too})",
        "b.hand": "Imp",
        "b.m1": "Wolf",
        "b.s1": f"({card})",
        **more,
    }
    table = board.lay(zones, phase=phase)
    table.plays(first)
    trap = turned(effect, "b.s1", card)
    while trap not in table.legal():
        table.plays(table.legal()[0] if table.asks()[1] == "choose" else Pass())
    table.plays(trap)
    for choice in choices:
        table.plays(choice)
    return table


def by_type(*further: str) -> list[object]:
    """A case for each trap, marked with the statement about its type."""
    return [
        pytest.param(name, marks=pytest.mark.rule(trap[-1], *further), id=name)
        for name, trap in TRAPS.items()
    ]


@pytest.mark.parametrize("effect", by_type("OCG-41"))
def test_each_trap_has_the_speed_of_its_type(board: Board, effect: str) -> None:
    """A counter trap answers it, whatever the type; quick magic only one that is no counter."""
    table = sprung(board, effect)
    speed = 3 if TRAPS[effect][-1] == "OCG-47" else 2
    assert table.duel.chain[-1].speed == speed
    assert table.asks() == ("a", "window")
    table.accepts(turned("seven-tools", "a.s1", "SevenTools"))
    table = sprung(board, effect, set_too="Rush")
    assert table.asks() == ("a", "window")
    rush = turned("rush", "a.s1", "Rush")
    assert (rush in table.legal()) == (speed == 2)


@pytest.mark.parametrize("effect", by_type("OCG-39", "OCG-40", "OCG-46"))
def test_each_trap_is_gone_after_use_unless_it_is_permanent(board: Board, effect: str) -> None:
    """A Permanent Trap lies face-up in its slot; every other one is in the Graveyard."""
    card = TRAPS[effect][0]
    table = sprung(board, effect)
    table.nobody_responds()
    if TRAPS[effect][-1] == "OCG-45":
        assert table.card("b.s1").face_up
        assert table.cards("b.s1") == card
        assert card not in table.cards("b.grave").split()
    else:
        assert table.cards("b.s1") == ""
        assert card in table.cards("b.grave").split()


@pytest.mark.rule("OCG-41", "OCG-43", "OCG-44", "OCG-45", "OCG-47", "OCG-50")
def test_the_icon_alone_gives_a_trap_its_speed(board: Board) -> None:
    """Whatever effect stands on it: the table of speeds goes by the kinds of the card."""
    rules = find_ruleset("ocg")
    effect = rules.effects["mirror-force"]
    for kinds, speed, rule in (
        (("trap",), 2, "OCG-44"),
        (("trap", "permanent"), 2, "OCG-45"),
        (("trap", "counter"), 3, "OCG-47"),
    ):
        found, by = speed_row(rules, effect, Card("Any", "Any", {}, kinds, ()))
        assert found == speed
        assert rule in by
    assert board.explains("OCG-50").kind == "names"


# Counter Traps


@pytest.mark.rule("OCG-47", "OCG-48")
@pytest.mark.parametrize(
    ("effect", "card", "answered"),
    [
        ("magic-jammer", "MagicJammer", "ToonWorld"),
        ("gods-declaration", "GodsDeclaration", "ToonWorld"),
        ("seven-tools", "SevenTools", "PentagramCurse"),
        ("gods-declaration", "GodsDeclaration", "PentagramCurse"),
    ],
)
def test_what_a_counter_trap_negates_is_destroyed(
    board: Board, effect: str, card: str, answered: str
) -> None:
    """A card that would have stayed on the field does not, and does nothing."""
    table = board.lay(
        {
            **PILES,
            "a.hand": "ToonWorld",
            "a.s1": "(PentagramCurse)",
            "b.hand": "Imp",
            "b.m1": "Elf",
            "b.s1": f"({card})",
        }
    )
    if answered == "ToonWorld":
        table.plays(Activate("toon-world", "a:ToonWorld"))
    else:
        table.plays(turned("pentagram-curse", "a.s1", "PentagramCurse"))
        table.plays(Choose("b.m1"))
    table.plays(turned(effect, "b.s1", card), "OCG-47", "OCG-48")
    if effect == "magic-jammer":
        table.plays(Choose("b:Imp"))
    table.nobody_responds()
    assert table.has(LinkNegated, "OCG-48")
    assert table.has(Destroyed, "OCG-48")
    assert answered in table.cards("a.grave").split()
    assert answered not in [p.code for n, p in table.duel.pieces() if zone_kind(n) == "s"]


@pytest.mark.rule("OCG-47", "OCG-48")
def test_the_declaration_answers_a_summon_too(board: Board) -> None:
    """Its own text says so (reading G-95): the summon is negated at half of the life."""
    table = board.lay({"a.hand": "Ox", "b.s1": "(GodsDeclaration)"})
    table.plays(SUMMON_OX)
    table.plays(turned("gods-declaration", "b.s1", "GodsDeclaration"), "OCG-47")
    table.nobody_responds()
    assert table.has(SummonNegated, "G-95")
    assert table.cards("a.grave") == "Ox"
    assert not table.has(Summoned)
    assert table.life() == (8000, 4000)


@pytest.mark.rule("OCG-47", "OCG-48")
@pytest.mark.parametrize(
    ("effect", "card", "event"),
    [
        ("magic-jammer", "MagicJammer", "trap"),
        ("magic-jammer", "MagicJammer", "summon"),
        ("seven-tools", "SevenTools", "magic"),
        ("seven-tools", "SevenTools", "summon"),
        ("rising-horn", "RisingHorn", "magic"),
        ("rising-horn", "RisingHorn", "trap"),
        ("gods-declaration", "GodsDeclaration", "attack"),
    ],
)
def test_a_counter_trap_answers_nothing_beside_its_text(
    board: Board, effect: str, card: str, event: str
) -> None:
    """Reading G-95; another card of player b keeps the question open."""
    acts: dict[str, tuple[Action, ...]] = {
        "trap": (turned("pentagram-curse", "a.s1", "PentagramCurse"), Choose("b.m1")),
        "magic": (RAIGEKI,),
        "summon": (SUMMON_OX,),
        "attack": (ATTACK,),
    }
    table = board.lay(
        {
            **PILES,
            "a.hand": "Raigeki Ox",
            "a.m1": "Elf",
            "a.s1": "(PentagramCurse)",
            "b.hand": "Imp",
            "b.m1": "Wolf",
            "b.s1": f"({card})",
            "b.s2": "(JarOfGreed)",
        },
        phase="battle" if event == "attack" else "main1",
    )
    for act in acts[event]:
        table.plays(act)
    assert table.asks() == ("b", "window")
    table.refuses(turned(effect, "b.s1", card), "G-95")


@pytest.mark.rule("OCG-47")
def test_rising_horn_is_paid_for_with_a_tribute_and_negates_the_summon(board: Board) -> None:
    table = sprung(board, "rising-horn")
    assert table.cards("b.m1") == ""
    table.nobody_responds()
    assert table.has(SummonNegated)
    assert table.cards("a.grave") == "Ox"
