"""Cards that reach both players' cards, that lend a monster, and that summon it face-down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from duelmat_engine import events_for
from duelmat_engine.actions import Activate, Advance, Attack, Choose, Name, Pass, Play, Turn
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.events import Destroyed, HandedOver, Resolved, Summoned
from duelmat_engine.names import ZoneName
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Board, Table
from engine.conformance.test_ocg_cards import settle

PILES = {"a.pile": "Wolf Elf Peten Sparkman", "b.pile": "Imp Giant Golem Ox"}


def uses_set(table: Table, effect: str, place: str, *choices: str) -> None:
    """A Set card is activated, and chooses these cards."""
    table.plays(Activate(effect, place, table.card(place).key))
    for choice in choices:
        table.plays(Choose(choice))


def uses(table: Table, effect: str, card: str, *choices: str) -> None:
    """Somebody uses a card of the hand, chooses these cards, and nobody responds."""
    table.plays(Activate(effect, card))
    for choice in choices:
        table.plays(Choose(choice))
    settle(table)


def to_phase(table: Table, turn: int, phase: str) -> None:
    """Everybody passes until this phase is open for play."""
    while (table.duel.turn, table.duel.phase) != (turn, phase):
        if table.asks()[1] == "open":
            table.plays(Advance(next(a.phase for a in table.legal() if isinstance(a, Advance))))
        elif table.asks()[1] == "name":
            table.plays(Name("pay"))
        else:
            table.plays(Pass())
    settle(table)


OWN_CARDS = """
ruleset = "ocg"

[[card]]
code = "DoubleTrap"
name = "Double Trap"
kinds = ["trap"]
effects = ["double-trap"]

[[effect]]
name = "double-trap"
use = "trap"
text = "Special Summon Jinzo of your Graveyard, and destroy it."

[[effect.resolve]]
do = "summon-specially"
cards = { zones = ["grave"], whose = "own", that = [{ is = "named", names = ["Jinzo"] }] }
bind = "came"

[[effect.resolve]]
do = "destroy"
cards = "came"

[[card]]
code = "Recall"
name = "Recall"
kinds = ["magic"]
effects = ["recall"]

[[effect]]
name = "recall"
use = "magic"
text = "Return all magic and traps of your field to the hand."

[[effect.resolve]]
do = "send"
cards = { zones = ["s"], whose = "own" }
to = "hand"

[[card]]
code = "Burrow"
name = "Burrow"
kinds = ["magic"]
effects = ["burrow"]

[[effect]]
name = "burrow"
use = "magic"
text = "Special Summon a monster of the hand face-down, unseen."

[[effect.resolve]]
do = "choose"
bind = "buried"
aloud = false
cards = { zones = ["hand"], whose = "own", that = [{ is = "kind", kind = "monster" }, "may-come"] }

[[effect.resolve]]
do = "summon-specially"
cards = "buried"
positions = ["face-down"]

[[card]]
code = "Watcher"
name = "Watcher"
traits = { level = 4, attack = 1000, defense = 1000, attribute = "dark", race = "fiend" }
kinds = ["monster", "effect"]
effects = ["watcher-any", "watcher-strong"]

[[effect]]
name = "watcher-any"
use = "trigger"
text = "When a monster is Special Summoned: gain 100 life."
on = { event = "summoned", part = "witness", special = true }
mandatory = true
resolve = [{ do = "gain", amount = 100 }]

[[effect]]
name = "watcher-strong"
use = "trigger"
text = "When a monster of 1000 attack or more is Special Summoned: gain 10 life."
on = { event = "summoned", part = "witness", special = true, that = [
    { is = "at-least", name = "attack", amount = 1000 },
] }
mandatory = true
resolve = [{ do = "gain", amount = 10 }]

[[card]]
code = "Taboo"
name = "Taboo"
traits = { level = 4, attack = 1000, defense = 1000, attribute = "dark", race = "fiend" }
kinds = ["monster", "effect"]
effects = ["taboo"]

[[effect]]
name = "taboo"
use = "continuous"
text = "Nobody may summon or Set monsters."

[[effect.forbids]]
acts = ["summon", "special-summon", "set"]
that = [{ is = "kind", kind = "monster" }]
whose = "any"
"""


def with_own_cards() -> Game:
    """Early OCG with further cards."""
    rules = find_ruleset("ocg")
    file = parse_cards(OWN_CARDS, "own.toml", rules)
    return build_game(with_cards(rules, file.card, file.effect), default_readings(rules))


# Negation and prohibition that reach both players' cards


@pytest.mark.parametrize("seat", ["a", "b"])
def test_jinzo_keeps_both_players_from_activating_traps(board: Board, seat: str) -> None:
    table = board.lay({**PILES, f"{seat}.m1": "Jinzo", "a.s1": "(JarOfGreed)@1"})
    table.refuses(Activate("jar-of-greed", "a.s1", table.card("a.s1").key), "text:jinzo")


@pytest.mark.parametrize("seat", ["a", "b"])
def test_a_prohibition_reaches_every_way_in_which_a_monster_comes(board: Board, seat: str) -> None:
    """Summons, Sets and what effects bring, of whoever has the card that forbids them."""
    hand = {"a.hand": "Giant Reborn", "a.grave": "Ox", f"{seat}.m1": "Taboo"}
    table = board.lay({**PILES, **hand}, game=with_own_cards())
    to = ZoneName("a.m2")
    table.refuses(Play("normal-summon", "a:Giant", to), "text:taboo")
    table.refuses(Play("set-monster", "a:Giant", to, upright=False, face_up=False), "text:taboo")
    table.plays(Play("set-card", "a:Reborn", ZoneName("a.s1"), face_up=False))
    table = board.lay({**PILES, **hand}, game=with_own_cards())
    table.refuses(Activate("reborn", "a:Reborn"), "text:taboo")


@pytest.mark.parametrize("seat", ["a", "b"])
def test_spell_canceller_does_the_same_to_magic(board: Board, seat: str) -> None:
    table = board.lay({**PILES, f"{seat}.m1": "SpellCanceller", "a.hand": "DianKeto"})
    table.refuses(Activate("dian-keto", "a:DianKeto"), "text:spell-canceller")


def test_a_jinzo_that_lies_face_down_does_nothing(board: Board) -> None:
    table = board.lay({**PILES, "b.m1": "(Jinzo)", "a.s1": "(JarOfGreed)@1"})
    uses_set(table, "jar-of-greed", "a.s1")


def test_jinzo_silences_traps_once_its_summon_has_succeeded(board: Board) -> None:
    """A Counter Trap may still negate the summon; afterwards no trap answers it."""
    table = board.lay(
        {
            **PILES,
            "a.m1": "Wolf",
            "a.hand": "Jinzo",
            "b.s1": "(GodsDeclaration)@1",
            "b.s2": "(DropHole)@1",
        }
    )
    table.plays(Play("normal-summon", "a:Jinzo", ZoneName("a.m2"), using=("a.m1",)))
    table.plays(Pass()) if table.asks()[0] == "a" else None
    table.accepts(Activate("gods-declaration", "b.s1", table.card("b.s1").key))
    table.nobody_responds()
    assert table.cards("a.m2") == "Jinzo"
    assert table.asks() == ("a", "open")


CHAIN = {
    **PILES,
    "a.s1": "(CallOfTheHaunted)@1",
    "a.grave": "Jinzo",
    "a.m1": "Wolf",
    "b.s1": "(JustDesserts)@1",
    "b.s2": "(Typhoon)@1",
}


def jinzo_above_a_trap(board: Board) -> Table:
    """A trap that burns is answered by one that brings Jinzo back."""
    table = board.lay(CHAIN, seat="b")
    uses_set(table, "just-desserts", "b.s1")
    uses_set(table, "call-of-the-haunted", "a.s1", "a:Jinzo")
    return table


def test_a_trap_on_the_chain_is_negated_by_a_jinzo_that_comes_above_it(board: Board) -> None:
    table = jinzo_above_a_trap(board)
    settle(table)
    told = [e for e in table.history if isinstance(e, Resolved) and not e.carried_out]
    assert [(e.effect, e.rules) for e in told] == [("just-desserts", ("text:jinzo", "SEG-32"))]
    assert table.life() == (8000, 8000)
    assert "Jinzo" in (table.cards("a.m1"), table.cards("a.m2"))


def test_a_trap_on_the_chain_counts_again_once_jinzo_is_gone(board: Board) -> None:
    """What is on the Chain is negated or not by what lies there when it resolves."""
    table = board.lay({**CHAIN, "a.s2": "(DoubleTrap)@1"}, seat="b", game=with_own_cards())
    uses_set(table, "just-desserts", "b.s1")
    uses_set(table, "double-trap", "a.s2")
    settle(table)
    assert table.cards("a.grave") == "DoubleTrap Jinzo"
    assert table.life() == (7500, 8000)


def test_call_of_the_haunted_that_leaves_under_jinzo_leaves_its_monster(board: Board) -> None:
    """Its text is negated; without Jinzo its monster would go with it."""
    table = jinzo_above_a_trap(board)
    settle(table)
    uses_set(table, "typhoon", "b.s2", "a.s1")
    settle(table)
    assert table.cards("a.grave") == "CallOfTheHaunted"
    assert table.cards("a.m2") == "Jinzo"


def called_back(board: Board, **zones: str) -> Table:
    """Call of the Haunted has brought the Battle Ox back."""
    lying = {f"{name[0]}.{name[1:]}": text for name, text in zones.items()}
    table = board.lay({**PILES, "a.s1": "(CallOfTheHaunted)@1", "a.grave": "Ox", **lying})
    uses_set(table, "call-of-the-haunted", "a.s1", "a:Ox")
    settle(table)
    assert table.cards("a.m1") == "Ox"
    return table


def test_what_call_of_the_haunted_brought_is_destroyed_when_it_leaves(board: Board) -> None:
    """At once and without a Chain, by whatever way it leaves."""
    table = called_back(board, ahand="Typhoon")
    uses(table, "typhoon", "a:Typhoon", "a.s1")
    assert (table.cards("a.m1"), table.cards("a.s1")) == ("", "")
    assert table.has(Destroyed, "text:call-of-the-haunted-left")


def test_call_of_the_haunted_is_destroyed_with_its_monster(board: Board) -> None:
    table = called_back(board, ahand="DarkHole")
    uses(table, "dark-hole", "a:DarkHole")
    assert (table.cards("a.m1"), table.cards("a.s1")) == ("", "")
    assert table.has(Destroyed, "text:call-of-the-haunted-end")


def test_call_of_the_haunted_stays_when_its_monster_leaves_otherwise(board: Board) -> None:
    table = called_back(board, ahand="Golem")
    table.plays(Play("normal-summon", "a:Golem", ZoneName("a.m2"), using=("a.m1",)))
    settle(table)
    assert table.cards("a.s1") == "CallOfTheHaunted"
    assert table.card("a.s1").attached == 0


def test_call_of_the_haunted_lets_go_of_a_monster_that_is_turned_face_down(board: Board) -> None:
    table = called_back(board, ahand="BookOfMoon Typhoon")
    uses(table, "book-of-moon", "a:BookOfMoon", "a.m1")
    assert table.cards("a.s1") == "CallOfTheHaunted"
    uses(table, "typhoon", "a:Typhoon", "a.s1")
    assert table.cards("a.m1") == "Ox"


def test_premature_burial_destroyed_takes_its_monster_along(board: Board) -> None:
    table = board.lay({**PILES, "a.hand": "PrematureBurial Typhoon", "a.grave": "Ox"})
    uses(table, "premature-burial", "a:PrematureBurial", "a:Ox")
    assert (table.cards("a.m1"), table.life()) == ("Ox", (7200, 8000))
    assert table.card("a.s1").attached == table.card("a.m1").oid
    uses(table, "typhoon", "a:Typhoon", "a.s1")
    assert table.cards("a.m1") == ""
    assert table.has(Destroyed, "text:premature-burial-end")


# Royal Decree and Imperial Order: in force once their activation is over


PERMANENT = {
    "royal-decree": "RoyalDecree",
    "imperial-order": "ImperialOrder",
    "call-of-the-haunted": "CallOfTheHaunted",
}


@pytest.mark.rule("OCG-45", "OCG-46")
@pytest.mark.parametrize("effect", PERMANENT)
def test_a_permanent_trap_stays_unless_a_counter_trap_answers_it(
    board: Board, effect: str
) -> None:
    """While it is activated it negates nothing yet, not even traps."""
    code = PERMANENT[effect]
    table = board.lay({**PILES, "a.s1": f"({code})@1", "a.grave": "Ox", "b.s1": "(SevenTools)@1"})
    uses_set(table, effect, "a.s1", *(("a:Ox",) if code == "CallOfTheHaunted" else ()))
    activated = table.duel
    settle(table)
    assert (table.cards("a.s1"), table.card("a.s1").face_up) == (code, True)
    table.duel = activated
    table.plays(Activate("seven-tools", "b.s1", table.card("b.s1").key))
    settle(table)
    assert table.cards("a.grave").split()[0] == code
    assert table.cards("a.s1") == ""


def test_under_royal_decree_no_other_trap_is_used_by_anybody(board: Board) -> None:
    table = board.lay(
        {**PILES, "a.s1": "RoyalDecree", "a.s2": "(JarOfGreed)@1", "a.s3": "ThievingGoblin"}
        | {"b.hand": "Wolf", "a.m1": "Ox"},
    )
    table.refuses(Activate("jar-of-greed", "a.s2", table.card("a.s2").key), "G-29.negated")
    table.plays(Advance("battle"))
    settle(table)
    table.plays(Attack("a.m1"))
    settle(table)
    assert table.cards("b.hand") == "Wolf"


def test_of_two_royal_decrees_the_first_in_force_silences_the_other(board: Board) -> None:
    """The one that was answered begins later, though it was turned up first."""
    table = board.lay({**PILES, "a.s1": "(RoyalDecree)@1", "b.s1": "(RoyalDecree)@1"})
    uses_set(table, "royal-decree", "a.s1")
    uses_set(table, "royal-decree", "b.s1")
    settle(table)
    derived = table.game and table.duel
    assert derived
    assert table.card("b.s1").stamp < table.card("a.s1").stamp


def test_imperial_order_ends_a_hold_and_is_paid_for(board: Board) -> None:
    """A negated Snatch Steal holds nothing; the order costs 700 in its player's Standby Phases."""
    table = board.lay(
        {**PILES, "a.hand": "SnatchSteal DianKeto", "b.m1": "Ox", "b.s1": "(ImperialOrder)@1"}
    )
    uses(table, "snatch-steal", "a:SnatchSteal", "b.m1")
    assert table.cards("a.m1") == "Ox"
    table.plays(Advance("battle"))
    while table.asks()[0] != "b":
        table.plays(Pass())
    uses_set(table, "imperial-order", "b.s1")
    settle(table)
    assert (table.cards("b.m1"), table.cards("a.s1")) == ("Ox", "SnatchSteal")
    assert table.has(HandedOver, "G-29.text")
    to_phase(table, 4, "main1")
    assert table.life() == (8000, 7300)


# Control that ends with its equip


def snatched(board: Board, **zones: str) -> Table:
    """Player a holds b's Battle Ox by Snatch Steal."""
    lying = {f"{name[0]}.{name[1:]}": text for name, text in zones.items()}
    zones = {**PILES, "a.hand": "SnatchSteal", "b.m1": "Ox", **lying}
    table = board.lay(zones, game=with_own_cards())
    uses(table, "snatch-steal", "a:SnatchSteal", "b.m1")
    assert (table.cards("a.m1"), table.cards("b.m1")) == ("Ox", "")
    return table


def test_snatch_steal_pays_the_opponent_in_each_of_their_standby_phases(board: Board) -> None:
    table = snatched(board)
    to_phase(table, 4, "main1")
    assert table.life() == (8000, 9000)
    assert table.cards("a.m1") == "Ox"
    to_phase(table, 5, "main1")
    assert table.life() == (8000, 9000)


WAYS_OF_ENDING: Final[dict[str, tuple[dict[str, str], Callable[[Table], None]]]] = {
    "destroyed": (
        {"ahand": "SnatchSteal Typhoon"},
        lambda t: uses(t, "typhoon", "a:Typhoon", "a.s1"),
    ),
    "back in the hand": (
        {"ahand": "SnatchSteal Recall"},
        lambda t: uses(t, "recall", "a:Recall"),
    ),
    "its monster turned face-down": (
        {"ahand": "SnatchSteal BookOfMoon"},
        lambda t: uses(t, "book-of-moon", "a:BookOfMoon", "a.m1"),
    ),
}


@pytest.mark.parametrize("way", WAYS_OF_ENDING)
def test_a_monster_goes_back_when_snatch_steal_leaves(board: Board, way: str) -> None:
    zones, end = WAYS_OF_ENDING[way]
    table = snatched(board, **zones)
    end(table)
    assert (table.cards("a.m1"), table.cards("b.m1")) == ("", "Ox")
    assert table.card("b.m1").marks.get("lent") is None


def test_without_room_a_lent_monster_goes_to_its_owners_graveyard(board: Board) -> None:
    row = {f"bm{n}": "Wolf" for n in range(2, 6)}
    table = snatched(board, ahand="SnatchSteal Typhoon", bhand="Imp", **row)
    to_phase(table, 4, "main1")
    table.plays(Play("normal-summon", "b:Imp", ZoneName("b.m1")))
    settle(table)
    to_phase(table, 5, "main1")
    uses(table, "typhoon", "a:Typhoon", "a.s1")
    assert table.cards("b.grave") == "Ox"
    assert table.cards("a.m1") == ""


def test_of_two_that_hold_a_monster_the_later_counts_and_then_the_first(board: Board) -> None:
    table = snatched(board, bhand="SnatchSteal Typhoon")
    to_phase(table, 4, "main1")
    uses(table, "snatch-steal", "b:SnatchSteal", "a.m1")
    assert table.cards("b.m1") == "Ox"
    uses(table, "typhoon", "b:Typhoon", "b.s1")
    assert table.cards("a.m1") == "Ox"


def test_a_monster_taken_over_for_a_turn_goes_back_though_it_was_turned_face_down(
    board: Board,
) -> None:
    table = board.lay({**PILES, "a.hand": "ChangeOfHeart BookOfMoon", "b.m1": "Ox"})
    uses(table, "change-of-heart", "a:ChangeOfHeart", "b.m1")
    uses(table, "book-of-moon", "a:BookOfMoon", "a.m1")
    to_phase(table, 4, "main1")
    assert (table.cards("a.m1"), table.cards("b.m1")) == ("", "Ox")


def test_a_monster_taken_over_for_a_turn_stays_until_then_and_goes_home(board: Board) -> None:
    """Change of Heart takes the lent monster back; Snatch Steal leaves, and it stays for good."""
    table = snatched(board, bhand="ChangeOfHeart Typhoon")
    to_phase(table, 4, "main1")
    uses(table, "change-of-heart", "b:ChangeOfHeart", "a.m1")
    assert table.cards("b.m1") == "Ox"
    uses(table, "typhoon", "b:Typhoon", "a.s1")
    assert table.card("b.m1").marks.keys().isdisjoint(("lent", "back"))
    to_phase(table, 5, "main1")
    assert table.cards("b.m1") == "Ox"


# A face-down Special Summon


def test_cyber_jar_lets_both_players_summon_face_down(board: Board) -> None:
    """Everything on the field goes; who comes face-down counts as Special Summoned."""
    table = board.lay(
        {
            "a.m1": "(CyberJar)@1",
            "b.m1": "Ox",
            "a.pile": "Wolf BlueEyes DarkHole AsuraPriest Elf Peten",
            "b.pile": "Imp Raigeki",
        }
    )
    table.plays(Turn("a.m1", shown=table.card("a.m1").key))
    table.nobody_responds()
    ways = {(a.face_up, a.upright) for a in table.legal() if isinstance(a, Play)}
    assert ways == {(True, True), (False, False)}
    table.refuses(
        Play("effect-summon", "a:Wolf", ZoneName("a.m1"), upright=False), "text:cyber-jar"
    )
    table.plays(Play("effect-summon", "a:Wolf", ZoneName("a.m1"), upright=False, face_up=False))
    summons = [e for e in table.events if isinstance(e, Summoned)]
    assert [(e.special, e.piece.face_up, e.by) for e in summons] == [(True, False, 0)]
    table.plays(Play("effect-summon", "a:Elf", ZoneName("a.m2")))
    table.plays(Play("effect-summon", "b:Imp", ZoneName("b.m5"), upright=False, face_up=False))
    settle(table)
    assert table.cards("a.hand").split() == ["AsuraPriest", "DarkHole", "BlueEyes"]
    assert (table.cards("b.hand"), table.cards("b.pile")) == ("Raigeki", "")
    assert table.cards("a.grave") == "CyberJar"
    wolf = table.card("a.m1")
    assert (wolf.face_up, wolf.upright, wolf.shown, wolf.stamp) == (False, False, True, 0)
    table.refuses(Turn("a.m1", shown=wolf.key), "G-29.flip-wait")


def test_a_face_down_summon_is_flipped_in_a_later_turn(board: Board) -> None:
    table = board.lay(
        {**PILES, "a.hand": "ShallowGrave", "a.grave": "ManEaterBug", "b.grave": "Ox"}
    )
    uses(table, "shallow-grave", "a:ShallowGrave", "a:ManEaterBug")
    assert not table.card("a.m1").face_up
    assert not table.card("b.m1").face_up
    to_phase(table, 5, "main1")
    table.plays(Turn("a.m1", shown=table.card("a.m1").key))
    while table.asks()[1] != "choose":
        table.plays(Pass())


def test_a_face_down_summon_is_one_whose_card_nobody_knows(board: Board) -> None:
    """What waits for any Special Summon is set off, what asks something of the card is not."""
    zones = {**PILES, "a.hand": "Burrow Ox Wolf", "a.m1": "Watcher"}
    table = board.lay(zones, game=with_own_cards())
    table.plays(Activate("burrow", "a:Burrow"))
    table.nobody_responds()
    table.plays(Choose("a:Ox"))
    table.plays(Play("effect-summon", "a:Ox", ZoneName("a.m2"), upright=False, face_up=False))
    settle(table)
    assert table.life() == (8100, 8000)
    assert not table.card("a.m2").shown
    told = [e for e in events_for(table.history) if isinstance(e, Summoned)]
    assert [(e.place, e.piece.key, e.piece.face_up) for e in told] == [("a.m2", None, False)]


def test_upstart_goblin_gives_the_opponent_life(board: Board) -> None:
    table = board.lay({**PILES, "a.hand": "UpstartGoblin"})
    uses(table, "upstart-goblin", "a:UpstartGoblin")
    assert (table.life(), table.cards("a.hand")) == ((8000, 9000), "Wolf")
