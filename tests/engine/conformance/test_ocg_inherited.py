"""What Early OCG inherits (the parts of reading G-29), its readings, and values that change."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Name,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.board.values import value_of
from duelmat_engine.catalogue import find_reading
from duelmat_engine.events import Attached, Battled, Destroyed, Moved, PhaseBegan, ValueChanged
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.text.explain import explain_verdict
from duelmat_engine.text.wording import Wording
from engine.conformance.board import Board, Table

M1, M2, M3 = (ZoneName(f"a.m{i}") for i in (1, 2, 3))
PILES = {"a.pile": "Elf Elf Elf", "b.pile": "Wolf Wolf Wolf"}


def attack_of(table: Table, zone: str) -> int:
    value = value_of(table.duel, table.game, table.card(zone), "attack")
    assert value is not None
    return value


def test_every_reading_stands_in_the_catalogue_with_its_choices() -> None:
    """The default comes first, and the choices are those that the duel can be played with."""
    own = [r for r in find_ruleset("ocg").readings if r.id.startswith("G-2")]
    for reading in own:
        entry = find_reading(reading.id)
        assert entry.default == entry.choices[0] == reading.choices[0], reading.id
        assert entry.choices == reading.choices, reading.id
        for choice in reading.choices:
            build_game(
                find_ruleset("ocg"), choose_readings(find_ruleset("ocg"), {reading.id: choice})
            )


def test_a_reading_that_is_off_takes_its_parts_with_it_and_a_part_only_itself(
    board: Board,
) -> None:
    table = board.lay({"a.hand": "BlueEyes"})
    act = Play("normal-summon", "a:BlueEyes", M1)
    table.refuses(act, "G-29.tributes")
    assert judge(table.duel, act, table.without("G-29")).legal
    table = board.lay({"a.hand": "Elf BlueEyes"})
    table.plays(Play("normal-summon", "a:Elf", M2))
    table.refuses(act, "G-29.summon-right", "G-29.tributes")
    verdict = judge(table.duel, act, table.without("G-29.tributes"))
    assert verdict.rules == ("G-29.summon-right",)
    assert judge(table.duel, act, table.without("G-29")).legal


ASKED = [
    # where, the act, the part that it breaks, and what a judge says of it
    (
        {"a.hand": "Elf", "a.m2": "Wolf"},
        Play("normal-summon", "a:Elf", M2),
        "monster-slots",
        "A monster needs a free monster zone of its player; those of its Tributes count as free",
    ),
    (
        {"b.hand": "Elf"},
        Play("normal-summon", "b:Elf", ZoneName("b.m1")),
        "turn",
        "While play is open only the turn player acts",
    ),
    (
        {"a.m1": "Elf", "b.m1": "Wolf"},
        Attack("a.m1", "b.m1"),
        "battle-phase",
        "Attacks belong to one's own Battle Phase",
    ),
    (
        {"a.m1": "Elf@3"},
        Turn("a.m1", upright=False),
        "turn-once",
        "A monster on the field may change its position once a turn, not in that of its coming",
    ),
    (
        {"a.hand": "Raigeki"},
        Play("normal-summon", "a:Raigeki", M1),
        "monster-kind",
        "Only monsters go to the monster zones",
    ),
    (
        {"a.m1": "Wolf", "a.hand": "Raigeki", "b.m1": "Elf"},
        Activate("rush", "a:Raigeki"),
        "text",
        "A card does only what its own text says, and is used only if that can be carried out",
    ),
]


@pytest.mark.parametrize(("zones", "act", "part", "sentence"), ASKED)
def test_a_verdict_says_the_part_that_is_broken(
    board: Board, zones: dict[str, str], act: Action, part: str, sentence: str
) -> None:
    """In one sentence, and names its id."""
    table = board.lay(zones)
    verdict = table.refuses(act, f"G-29.{part}")
    told = explain_verdict(Wording(table.game, ("Ana", "Ben")), verdict, act)
    assert told.paragraph().startswith(f"Not legal. {sentence} (G-29.{part}). ")


def test_a_duel_begins_with_8000_life_and_five_cards(board: Board) -> None:
    """Whoever begins draws in the first turn and does not attack in it."""
    deck = Deck(*find_ruleset("ocg").decks.practice)
    step = new_duel("ocg", [deck, deck], seed=4)
    table = board.take(step.duel, step.events)
    assert table.life() == (8000, 8000)
    assert len(table.duel.at("a.hand")) == len(table.duel.at("b.hand")) == 5
    table.plays(Name("b"), "G-29.deal")
    table.nobody_responds()
    assert len(table.duel.at("b.hand")) == 6
    names = [e.phase for e in table.history if isinstance(e, PhaseBegan)]
    assert names == ["draw", "standby", "main1"]
    table.refuses(Advance("battle"), "G-29.first-attack")
    table.accepts(Advance("end-phase"), "G-29.phase-order")
    table.refuses(Advance("main2"), "G-29.phase-order")


def test_a_deck_holds_40_to_60_cards_and_three_of_a_kind(board: Board) -> None:
    main, extra = find_ruleset("ocg").decks.practice
    assert board.deck(main, extra).legal
    assert not board.deck(main[:39], extra).legal
    assert not board.deck(("Elf", "Elf", "Elf", "Elf", *main[:40]), extra).legal
    assert not board.deck((*main[:40], "FlameSwordsman"), extra).legal
    assert not board.deck(main[:40], ("Elf",)).legal
    assert not board.deck((*main[:40], "NoSuchCard"), extra).legal


TRIBUTES = [("Elf", 0), ("CurseOfDragon", 1), ("Golem", 1), ("RedEyes", 2), ("BlueEyes", 2)]


@pytest.mark.parametrize(("code", "count"), TRIBUTES)
@pytest.mark.parametrize("move", ["normal-summon", "set-monster"])
def test_tributes_go_by_the_level(board: Board, code: str, count: int, move: str) -> None:
    """None up to level 4, one for 5 and 6, two from 7 on; a Set takes as many."""
    zones = {"a.hand": code, "a.m1": "Wolf", "a.m2": "Ox", "a.m3": "(Imp)"}
    up = move == "normal-summon"
    for using in ((), ("a.m1",), ("a.m1", "a.m3"), ("a.m1", "a.m2", "a.m3")):
        table = board.lay(zones)
        action = Play(move, f"a:{code}", M1 if using else ZoneName("a.m4"), up, up, using)
        if len(using) != count:
            table.refuses(action, "G-29.tributes")
            continue
        table.plays(action, "G-29.summon-right", "G-29.tributes")
        gone = {e.piece.key for e in table.history if isinstance(e, Moved) and e.to == "a.grave"}
        assert len(gone) == count
        assert len(table.duel.at("a.grave")) == count


def test_without_enough_monsters_the_remedy_waits_for_them(board: Board) -> None:
    table = board.lay({"a.hand": "BlueEyes", "a.m1": "Wolf"})
    verdict = table.refuses(Play("normal-summon", "a:BlueEyes", M2), "G-29.tributes")
    assert "2 monsters" in verdict.remedies[0].text
    verdict = table.refuses(
        Play("normal-summon", "a:BlueEyes", M2, using=("b.m1",)), "G-29.tributes"
    )
    assert verdict.remedies


def test_no_monster_is_its_own_tribute(board: Board) -> None:
    """One that lies on the field already would have to be in the hand, and another be there."""
    table = board.lay({"a.m1": "CurseOfDragon"})
    act = Play("normal-summon", "a:CurseOfDragon", M1, using=("a.m1",))
    verdict = table.refuses(act, "G-29.summon-right", "G-29.tributes")
    assert [r.text for r in verdict.remedies] == [
        "The card is in your hand.",
        "You have 1 monster on your field to Tribute.",
    ]


def test_one_summon_or_set_a_turn(board: Board) -> None:
    table = board.lay({"a.hand": "Elf Wolf"})
    table.plays(Play("normal-summon", "a:Elf", M1), "G-29.summon-right")
    table.refuses(Play("normal-summon", "a:Wolf", M2), "G-29.summon-right")
    table.refuses(
        Play("set-monster", "a:Wolf", M2, upright=False, face_up=False), "G-29.summon-right"
    )


@pytest.mark.parametrize(
    ("move", "upright", "face_up", "part"),
    [
        ("normal-summon", False, True, "G-29.summon-face"),
        ("normal-summon", True, False, "G-29.summon-face"),
        ("set-monster", True, True, "G-29.set-face"),
    ],
)
def test_a_summon_is_face_up_and_a_set_face_down(
    board: Board, move: str, upright: bool, face_up: bool, part: str
) -> None:
    table = board.lay({"a.hand": "Elf", "a.m2": "Wolf"})
    table.refuses(Play(move, "a:Elf", M1, upright, face_up), part)
    table.refuses(Play("normal-summon", "a:Elf", M2), "G-29.monster-slots")
    table.refuses(Play("normal-summon", "a:Elf", ZoneName("b.m1")), "G-29.monster-slots")


def test_a_set_monster_is_flipped_from_the_next_turn_on(board: Board) -> None:
    table = board.lay({"a.hand": "Elf Wolf"})
    table.plays(Play("set-monster", "a:Elf", M1, upright=False, face_up=False))
    flip = Turn("a.m1", shown=CardKey("a:Elf"))
    table.refuses(flip, "G-29.flip-wait")
    table = board.lay({"a.m1": "(Elf)"})
    table.refuses(Turn("a.m1", upright=False, shown=CardKey("a:Elf")), "G-29.turn-down")
    table.plays(flip, "G-29.flip-wait", "G-29.turn-down")
    assert table.card("a.m1").face_up and table.card("a.m1").upright
    table.refuses(Turn("a.m1", upright=False), "G-29.turn-once")


def test_a_position_changes_once_and_not_after_summon_or_attack(board: Board) -> None:
    table = board.lay({**PILES, "a.m1": "Elf", "a.m2": "Wolf", "a.hand": "Ox", "b.m1": "Imp"})
    table.plays(Turn("a.m1", upright=False), "G-29.turn-once")
    table.refuses(Turn("a.m1", upright=True), "G-29.turn-once")
    table.refuses(Turn("a.m2", upright=False, face_up=False), "G-29.turn-down")
    table.refuses(Turn("a.m2", upright=True), "G-29.turn-once")
    table.plays(Play("normal-summon", "a:Ox", M3))
    table.refuses(Turn("a.m3", upright=False), "G-29.turn-once")
    table.plays(Advance("battle"))
    table.plays(Attack("a.m3", "b.m1"))
    table.plays(Attack("a.m2"))
    table.plays(Advance("main2"))
    table.refuses(Turn("a.m2", upright=False), "G-29.turn-after-attack")


def test_six_cards_stay_in_the_hand(board: Board) -> None:
    """More are discarded in the End Phase, by choice; face-up and for everybody to see."""
    table = board.lay({**PILES, "a.hand": "Elf Elf Elf Wolf Wolf Wolf Ox Ox"})
    table.plays(Advance("end-phase"))
    table.nobody_responds()
    assert table.asks() == ("a", "choose")
    table.plays(Choose("a:Ox"), "G-29.hand-limit")
    table.plays(Choose("a:Ox/2"), "G-29.hand-limit")
    table.nobody_responds()
    assert table.duel.turn == 4
    assert len(table.duel.at("a.hand")) == 6


def test_whoever_cannot_draw_loses(board: Board) -> None:
    table = board.lay({"a.pile": "Elf"})
    table.plays(Advance("end-phase"))
    outcome = table.duel.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rules[-1]) == (0, "G-29.deck-out")


def test_before_a_phase_ends_both_may_respond_and_play_goes_on(board: Board) -> None:
    """An answer to the end of a Main Phase takes the turn player back into it."""
    table = board.lay({"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(Typhoon)", "a.s1": "(Axe)"})
    table.plays(Advance("battle"))
    assert table.asks() == ("b", "window")
    table.plays(Activate("typhoon", "b.s1", CardKey("b:Typhoon")))
    table.plays(Choose("a.s1"))
    table.nobody_responds()
    assert (table.duel.phase, table.asks()) == ("main1", ("a", "open"))
    table.plays(Advance("battle"))
    assert table.duel.phase == "battle"


def test_magic_belongs_to_main_phases_and_quick_magic_to_the_turn(board: Board) -> None:
    zones = {"a.m1": "Elf", "b.m1": "Wolf", "a.hand": "Raigeki Rush"}
    table = board.lay(zones, phase="battle")
    table.refuses(Activate("raigeki", "a:Raigeki"), "G-29.main")
    table.plays(Activate("rush", "a:Rush"), "G-29.play")
    table.plays(Choose("a.m1"))
    table = board.lay({**zones, "a.s1": "(Rush)@3"})
    table.refuses(Activate("rush", "a.s1", CardKey("a:Rush/2")), "G-29.quick-wait")
    table.plays(Activate("raigeki", "a:Raigeki"), "G-29.play", "G-29.use-slot")
    table.nobody_responds()
    assert table.cards("b.m1") == ""


# Positions that no duel reaches


@pytest.mark.parametrize(
    ("zones", "word"),
    [
        ({"a.m1": "Raigeki"}, "expected a monster"),
        ({"a.s1": "Elf"}, "expected no monster"),
        ({"a.field": "Elf"}, "expected a field card"),
        ({"a.field": "BeastField Yami"}, "expected one field card, got 2"),
        ({"a.s1": "MirrorForce"}, "expected a card that stays"),
        ({"a.play": "Raigeki"}, "used up"),
    ],
)
def test_a_position_no_duel_reaches_is_refused(
    board: Board, zones: dict[str, str], word: str
) -> None:
    assert any(word in fault for fault in board.faults(zones))


def test_a_battle_phase_of_the_first_turn_is_refused_as_an_attack_is(board: Board) -> None:
    """The going on to it is refused by the same part of G-29."""
    table = board.lay({}, turn=1)
    table.refuses(Advance("battle"), "G-29.first-attack")
    told = "the first turn has no Battle Phase (G-29.first-attack)"
    assert board.faults({}, turn=1, phase="battle") == (told,)


# Values


def test_a_change_until_the_end_of_the_turn_ends_with_it(board: Board) -> None:
    table = board.lay({**PILES, "a.m1": "Wolf", "a.hand": "Rush"})
    table.plays(Activate("rush", "a:Rush"))
    table.plays(Choose("a.m1"))
    assert attack_of(table, "a.m1") == 1900
    (event,) = [e for e in table.history if isinstance(e, ValueChanged)]
    assert (event.before, event.value) == (1200, 1900)
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"))
    assert table.life() == (8000, 6100)
    for phase in ("main2", "end-phase"):
        table.plays(Advance(phase))
        table.nobody_responds()
    assert table.duel.turn == 4
    assert attack_of(table, "a.m1") == 1200


def test_an_equip_card_strengthens_its_monster_and_goes_with_it(board: Board) -> None:
    table = board.lay({"a.m1": "Wolf", "a.m2": "Imp", "b.m1": "Elf", "a.hand": "Axe"})
    table.plays(Activate("equip-any", "a:Axe"))
    table.plays(Choose("a.m1"))
    assert table.has(Attached)
    assert (attack_of(table, "a.m1"), attack_of(table, "a.m2")) == (2200, 1300)
    assert table.card("a.s1").attached == table.card("a.m1").oid
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1", "b.m1"))
    assert table.has(Battled)
    assert table.life() == (8000, 7700)
    table = board.lay({"a.m1": "Wolf", "b.m1": "Elf", "a.hand": "Axe Raigeki", "b.hand": ""})
    table.plays(Activate("equip-any", "a:Axe"))
    table.plays(Choose("b.m1"))
    assert attack_of(table, "b.m1") == 2900
    table.plays(Activate("raigeki", "a:Raigeki"))
    assert table.cards("a.s1") == ""
    assert table.has(Destroyed, "G-29.attached")
    assert set(table.cards("a.grave").split()) == {"Axe", "Raigeki"}


def test_an_equip_card_whose_monster_is_turned_face_down_goes(board: Board) -> None:
    """It gives nothing to a card that nobody knows, and does not wait for it to be turned up."""
    table = board.lay({"b.m1": "Elf", "a.hand": "Axe BookOfMoon", "b.hand": ""})
    table.plays(Activate("equip-any", "a:Axe"))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    table.plays(Activate("book-of-moon", "a:BookOfMoon"))
    table.plays(Choose("b.m1"))
    assert table.has(Destroyed, "G-29.attached")
    gone = [e for e in table.history if isinstance(e, Moved) and e.to == "a.grave"]
    assert [e.rules for e in gone] == [("G-29.attached",), ("G-29.play",)]
    assert table.cards("a.s1") == ""
    assert set(table.cards("a.grave").split()) == {"Axe", "BookOfMoon"}


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        (
            "BookOfMoon",
            (Activate("book-of-moon", "b.s1", CardKey("b:BookOfMoon")), Choose("a.m1")),
        ),
        (
            "SuperPolymerization",
            (
                Activate("super-polymerization", "b.s1", CardKey("b:SuperPolymerization")),
                Choose("b:Ox"),
                Choose("b:HeroGaia"),
                Choose("b.m1"),
                Choose("a.m1"),
                Play("effect-summon", "b:HeroGaia", ZoneName("b.m1")),
            ),
        ),
    ],
)
def test_an_equip_card_whose_monster_is_gone_when_it_resolves_does_not_stay(
    board: Board, key: str, answers: tuple[Action, ...]
) -> None:
    """Turned face-down or taken away in the same Chain: there is nothing that it could lie on."""
    theirs = {"b.s1": f"({key})@1", "b.m1": "Sparkman", "b.hand": "Ox", "b.extra": "HeroGaia"}
    table = board.lay({"a.m1": "Wolf", "a.hand": "Axe", **theirs})
    table.plays(Activate("equip-any", "a:Axe"))
    table.plays(Choose("a.m1"))
    for answer in answers:
        table.plays(answer)
    table.nobody_responds()
    assert not table.has(Attached)
    assert table.cards("a.s1") == ""
    assert "Axe" in table.cards("a.grave").split()


def test_a_field_card_alters_every_monster_and_replaces_the_one_before(board: Board) -> None:
    table = board.lay({"a.m1": "Wolf", "b.m1": "Ox", "a.field": "BeastField", "a.hand": "Yami"})
    assert attack_of(table, "a.m1") == 1400
    table.refuses(Play("set-card", "a:Yami", ZoneName("a.s1"), face_up=False), "G-29.set-magic")
    table.plays(Activate("field-card", "a:Yami"))
    table.nobody_responds()
    assert table.cards("a.field") == "Yami"
    assert table.cards("a.grave") == "BeastField"
    assert attack_of(table, "a.m1") == 1200


def test_control_for_a_turn_ends_in_the_end_phase(board: Board) -> None:
    table = board.lay({**PILES, "b.m2": "Ox", "a.hand": "ChangeOfHeart"})
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m2"))
    assert table.cards("a.m1") == "Ox"
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"))
    for phase in ("main2", "end-phase"):
        table.plays(Advance(phase))
    assert table.cards("b.m2") == "Ox"


def test_passing_is_an_answer_to_every_window(board: Board) -> None:
    table = board.lay({"a.m1": "Elf", "b.s1": "(MirrorForce)"}, phase="battle")
    table.plays(Attack("a.m1"))
    table.plays(Pass(), "SEG-06", "SEG-07")
    assert table.life() == (8000, 6100)
