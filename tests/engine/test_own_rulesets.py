"""Rulesets of one's own: what they leave out stops nothing, and has its default."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

import pytest

from duelmat_engine import (
    Advance,
    Duel,
    EngineError,
    Game,
    Never,
    Placed,
    Play,
    PositionError,
    Ruleset,
    ScenarioError,
    UnknownNameError,
    When,
    Wording,
    ZoneName,
    answer,
    apply,
    find_ruleset,
    game_of,
    judge,
    legal_actions,
    parse_action,
    parse_scenario,
    play_random,
    position,
    practice_duel,
    register,
    replace,
    ruleset_names,
    tell,
    view_for,
)
from duelmat_engine.effects import ops, terms
from duelmat_engine.moves import plays
from duelmat_engine.moves.moment_rules import Citation
from duelmat_engine.moves.plays import play_of
from duelmat_engine.ruleset import parts, tables, words
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.rulesets import simultaneous
from duelmat_engine.rulings import trigger_orders
from duelmat_engine.rulings.chain_orders import judge_order
from duelmat_engine.rulings.trigger_orders import Case, Trigger
from duelmat_engine.text.instructions import action_words
from own_games import GARDENS, own_games

SOWN = {"a.hand": [Placed("P3")], "a.bed1": [Placed("P5")], "a.pile": [Placed("P1")]}


@pytest.fixture(autouse=True)
def _gardens() -> Iterator[None]:
    with own_games(GARDENS):
        yield


def variant(**changes: object) -> str:
    """Gardens with other fields, registered; its name."""
    register("variant", lambda: replace(find_ruleset("gardens"), name="variant", **changes))
    return "variant"


def test_an_open_duel_is_played_by_the_game_that_is_given() -> None:
    """No ruleset of its name need be registered."""
    rules = replace(find_ruleset("ocg"), name="unheard-of")
    game = build_game(rules, choose_readings(rules, {}))
    duel = view_for(position("ocg", {"a.hand": [Placed("Wolf")]}))
    summon = Play("normal-summon", "a:Wolf", ZoneName("a.m1"))
    after = apply(replace(duel, ruleset="unheard-of"), summon, game).duel
    assert [piece.key for piece in after.at("a.m1")] == ["a:Wolf"]


def test_a_name_is_registered_once() -> None:
    """Whoever has asked for it has that ruleset: another would be played by some only."""
    with pytest.raises(EngineError, match=r"a name that no ruleset has \(gardens, .*got gardens"):
        register("gardens", lambda: find_ruleset("ocg"))


# A game without a battle


def test_gardens_are_played_to_their_end() -> None:
    """A game with no battle, no Graveyard and rows of its own: every end is one of its rules."""
    ends = set()
    for seed in range(8):
        *_, last = play_random(practice_duel("gardens", seed=seed), seed=seed)
        assert last.step.duel.outcome is not None
        ends |= set(last.step.duel.outcome.rules)
    assert ends == {"GA-4"}


def test_what_the_rules_let_win_is_no_effect() -> None:
    """It is told once, as the end of the duel."""
    beds = {f"a.bed{n}": [Placed("P1")] for n in (1, 2)} | {"a.hand": [Placed("P3")]}
    piles = {f"{seat}.pile": [Placed("P2"), Placed("P3")] for seat in "ab"}
    duel = position("gardens", beds | piles)
    duel = apply(duel, parse_action("plant:P3>bed3", duel.turn_seat)).duel
    told: list[str] = []
    while not duel.is_over():
        step = apply(duel, Advance("end"))
        words = Wording(game_of("gardens", {}), world=duel)
        told = [line.text for line in tell(words, step.events)]
        duel = step.duel
    assert [line for line in told if "win" in line or "chooses" in line] == [
        "Player A wins: the rules let Player A win."
    ]


def test_an_effect_is_not_asked_for_where_a_game_has_none() -> None:
    """There is no empty list of effects to choose from."""
    text = 'ruleset = "gardens"\nposition.a.hand = ["P3"]\n[[question]]\n'
    scenario = parse_scenario(text + 'action = { do = "activate", card = "P3", effect = "x" }\n')
    with pytest.raises(
        ScenarioError, match=r'expected nothing \(this ruleset has none\), got "x"'
    ):
        answer(scenario, scenario.questions[0])


def test_a_position_needs_no_phase_where_none_leads_to_battle() -> None:
    """It begins in the first one then."""
    duel = position("gardens", SOWN)
    assert duel.phase == "day"
    assert judge(duel, parse_action("plant:P3>bed2", duel.turn_seat)).legal


def test_a_scenario_needs_no_phase_where_none_leads_to_battle() -> None:
    """The same for the file of `duelmat judge`."""
    text = (
        'ruleset = "gardens"\n[position.a]\nhand = ["P3"]\nbed1 = "P5"\nused = ["plant"]\n'
        '[[question]]\naction = { do = "plant", card = "P3", to = "bed2" }\n'
        'expect = { legal = false, rules = ["GA-2"] }\n'
    )
    scenario = parse_scenario(text)
    assert answer(scenario, scenario.questions[0]).failures == ()


@pytest.mark.parametrize(
    ("ruleset", "phase"),
    [("ocg", "main1"), ("resummoned", "main1"), ("trigamon", "main1"), ("trump_king", "main1")],
)
def test_a_position_without_a_phase_is_in_the_one_before_battle(ruleset: str, phase: str) -> None:
    assert position(ruleset, {}).phase == phase


def test_places_in_what_is_no_row_are_told() -> None:
    """`places` lists zones of a row: another kind is named, with those that there are."""
    gardens = find_ruleset("gardens")
    plant, *others = gardens.moves(gardens, {})
    wrong = replace(plant, actions=plays.places("plant", "compost"))
    name = variant(moves=lambda _rules, _readings: (wrong, *others))
    with pytest.raises(UnknownNameError, match=r"No row is named 'compost'\. Known: bed"):
        list(legal_actions(position(name, SOWN)))


# What no move generates

USED = "It is your next turn: you have planted a seed."
BY_HAND = "Make the move with another card, one in a.hand."
LIKE_THIS = "Make the move like this: plant:P3>bed2."
UNGENERATED: dict[str, tuple[str, dict[str, int], tuple[str, ...]]] = {
    "a card of the field": ("plant:bed1>bed2", {}, (BY_HAND,)),
    "a taken zone": ("plant:P3>bed1", {}, (LIKE_THIS,)),
    "a card face-down": ("plant:P3>bed2#", {}, (LIKE_THIS,)),
    "a card of the field, too late": ("plant:bed1>bed2", {"a.plant": 1}, (USED, BY_HAND)),
    "a taken zone, too late": ("plant:P3>bed1", {"a.plant": 1}, (USED, LIKE_THIS)),
    "a card face-down, too late": ("plant:P3>bed2#", {"a.plant": 1}, (USED, LIKE_THIS)),
    "a card that is not there, too late": (
        "plant:P9>bed2",
        {"a.plant": 1},
        ("Name a card of this duel: a:P9 is none that can be seen.", USED),
    ),
}
"""What Gardens do not do, in notation; what is used up; and all that would help."""


@pytest.mark.parametrize("case", UNGENERATED)
def test_what_no_move_generates_is_told_beside_the_limits(case: str) -> None:
    """Where a limit about the moment is broken too, its remedy alone would not make it legal."""
    notation, used, told = UNGENERATED[case]
    duel = position("gardens", SOWN, turn_counters=used)
    verdict = judge(duel, parse_action(notation, duel.turn_seat))
    assert not verdict.legal
    assert verdict.rules == ("GA-2",)
    assert tuple(remedy.text for remedy in verdict.remedies) == told


def test_a_full_row_is_told() -> None:
    """Nothing is generated for a card that has nowhere to go: it waits for a free zone."""
    full = {f"a.bed{number}": [Placed("P5")] for number in (1, 2, 3)}
    blocks = find_ruleset("gardens").blocks
    endless = variant(blocks={**blocks, "day": blocks["day"][-1:]})
    duel = position(endless, full | {"a.hand": [Placed("P3")]})
    verdict = judge(duel, parse_action("plant:P3>bed1", duel.turn_seat))
    assert [remedy.text for remedy in verdict.remedies] == [
        "One of your zones of that row is free."
    ]


def test_a_hand_without_a_card_is_told() -> None:
    duel = position("gardens", {"a.bed1": [Placed("P5")]})
    verdict = judge(duel, parse_action("plant:bed1>bed2", duel.turn_seat))
    assert [r.text for r in verdict.remedies] == ["There is a card that this move is made with."]


def test_the_move_that_is_shown_keeps_the_limits() -> None:
    """Of what a move generates, the action that is named breaks no rule."""
    gardens = find_ruleset("gardens")
    plant, *others = gardens.moves(gardens, {})
    last = Citation("GA-2").says(lambda q: play_of(q).to == "a.bed3", When("It is the last bed."))
    name = variant(
        moves=lambda _rules, _readings: (replace(plant, card=(), action=(last,)), *others)
    )
    duel = position(name, SOWN)
    sideways = replace(parse_action("plant:P3>bed3", duel.turn_seat), face_up=False)
    verdict = judge(duel, sideways)
    assert [r.text for r in verdict.remedies] == ["Make the move like this: plant:P3>bed3."]


@pytest.mark.parametrize("notation", ["bed1*", "bed1^_"])
def test_an_act_that_the_game_has_not_is_never_legal(notation: str) -> None:
    """Gardens have no battle, and nothing is turned."""
    duel = position("gardens", SOWN)
    verdict = judge(duel, parse_action(notation, duel.turn_seat))
    assert verdict.remedies == (Never("The game has no such move.", ""),)


def test_no_phase_is_left_in_a_game_that_has_no_move_for_it() -> None:
    """Where phases end by passing, it says so; here nobody passes either."""
    gardens = find_ruleset("gardens")
    name = variant(moves=lambda _rules, _readings: gardens.moves(gardens, {})[:2])
    verdict = judge(position(name, SOWN), Advance("end"))
    assert verdict.remedies == (Never("The game has no such move.", ""),)


# Words


def test_no_position_is_told_where_there_is_no_battle() -> None:
    """Neither of a play nor of what happened; how a card lies otherwise is told."""
    gardens = find_ruleset("gardens")
    plant, *others = gardens.moves(gardens, {})
    laid = replace(plant, actions=plays.places("plant", "m", (True, False)))
    zones = dataclasses.replace(gardens.zones, rows={"m": 3}, field=("m",))
    does = words.Words(moves={"plant": words.MoveWords("plant")})
    name = variant(moves=lambda _rules, _readings: (laid, *others), zones=zones, words=does)
    duel = position(name, {"a.hand": [Placed("P3")], "a.pile": [Placed("P1")]})
    for notation, told in (
        ("plant:P3>m2", "Plant Pea 3 to monster zone 2"),
        ("plant:P3>m2_", "Plant Pea 3 to monster zone 2 in Defense Position"),
    ):
        action = parse_action(notation, duel.turn_seat)
        said = Wording(game_of(name, {}), world=duel)
        assert action_words(said, action, duel.turn_seat) == told
        lines = [line.text for line in tell(said, apply(duel, action).events)]
        assert lines == [f"Player A {told.replace('Plant', 'plants')}."]


# Citations that are left out


def composted(**changes: object) -> Duel:
    """A duel of a variant in which composting costs its player's only life."""
    gardens = find_ruleset("gardens")
    hurts = (ops.Damage(amount=1, whose="own"), *gardens.blocks["compost"])
    name = variant(blocks={**gardens.blocks, "compost": hurts}, **changes)
    duel = position(name, SOWN)
    return apply(duel, parse_action("compost:P3>compost", duel.turn_seat)).duel


def test_nobody_loses_for_want_of_life_where_no_statement_says_so() -> None:
    """`citations.over` left out: life may be gone, and the duel goes on."""
    duel = composted()
    assert duel.players[0].life == 0
    assert not duel.is_over()


def test_who_has_no_life_loses_where_a_statement_says_so() -> None:
    duel = composted(citations=parts.CoreCitations(over=("GA-1",)))
    assert duel.outcome is not None
    assert (duel.outcome.winner, duel.outcome.rules) == (1, ("GA-1",))


def faults(name: str, zones: dict[str, list[Placed]]) -> tuple[str, ...]:
    with pytest.raises(PositionError) as raised:
        position(name, zones)
    assert raised.value.rules == ()
    return raised.value.faults


def test_a_card_in_another_players_zone_is_a_fault_without_a_statement_too() -> None:
    """`citations.owners` left out: the fault cites nothing."""
    zones = dataclasses.replace(find_ruleset("gardens").zones, owned=("compost",))
    (told,) = faults(variant(zones=zones), {"a.compost": [Placed("b:P1")]})
    assert told.startswith("a.compost: expected cards of the player whose zone it is")


def test_a_kind_that_never_lies_face_down_needs_no_statement() -> None:
    """`citations.never_down` left out: no position is refused for it."""
    name = variant(in_play=parts.InPlay(never_down="pea"))
    cards = {code: replace(c, kinds=("pea",)) for code, c in find_ruleset(name).cards.items()}
    register("peas", lambda: replace(find_ruleset("variant"), name="peas", cards=cards))
    assert position("peas", {"a.bed1": [Placed("P1", face_up=False)]}).at("a.bed1")


def test_an_exit_that_cites_nothing_is_closed_by_what_its_phase_cites() -> None:
    """A position in a phase that the first turn skips is a fault by the phase's statement."""
    day = find_ruleset("gardens").phases[0]
    silent = dataclasses.replace(day.exits[0], to="dusk", rules=())
    dusk = tables.Phase("dusk", "Dusk", (), "day", "end", (), skipped_on_first_turn=("GA-1",))
    name = variant(phases=(dataclasses.replace(day, exits=(silent,)), dusk))
    with pytest.raises(PositionError, match="the first turn has no Dusk") as raised:
        position(name, SOWN, phase="dusk", turn=1)
    assert raised.value.rules == ("GA-1",)


def test_an_attack_too_early_is_a_fault_without_a_statement_too() -> None:
    """Of a phase that cites nothing: the fault cites nothing."""
    day = dataclasses.replace(find_ruleset("gardens").phases[0], rules=())
    (told,) = faults(variant(phases=(day,)), {"a.bed1": [Placed("P5", attacked=3)]})
    assert told.startswith("a.bed1: expected no attack by the Day of turn 3")


def test_a_choice_that_cites_nothing_is_made() -> None:
    """A step of choosing without `rules`: what it shows of unseen cards is known all the same."""
    gardens = find_ruleset("gardens")
    chosen = terms.Cards(("pile",), "own", (terms.Named(names=("Pea 1",)),))
    choose = ops.Choose(bind="seed", cards=chosen)
    name = variant(blocks={**gardens.blocks, "compost": (choose, *gardens.blocks["compost"])})
    duel = position(name, SOWN | {"a.pile": [Placed("P1", unseen=True)] * 2})
    duel = apply(duel, parse_action("compost:P3>compost", duel.turn_seat)).duel
    assert list(legal_actions(duel))


CASES: dict[str, tuple[Callable[[], Case], tuple[int, ...]]] = {
    "missed_rules": (
        lambda: Case(
            triggers=(
                Trigger(seat=0, kind="public", event=1, timing="when"),
                Trigger(seat=0, kind="public", event=2),
            )
        ),
        (0, 1),
    ),
    "limit_rules": (
        lambda: Case(
            triggers=(Trigger(seat=0, kind="private", summons_itself=True),) * 2,
        ),
        (0, 1),
    ),
}
"""Orders of triggers that are refused by statements in these fields of the chain policy."""


@pytest.fixture
def _plain_policy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The order of the OCG, which cites neither what misses its timing nor the limit."""
    plain = dataclasses.replace(simultaneous._OCG, missed_rules=(), limit_rules=())
    monkeypatch.setattr(simultaneous, "_OCG", plain)
    trigger_orders._game.cache_clear()
    yield
    trigger_orders._game.cache_clear()


@pytest.mark.parametrize("field", CASES)
@pytest.mark.usefixtures("_plain_policy")
def test_a_chain_policy_refuses_what_it_does_without_statements_too(field: str) -> None:
    """What misses its timing and what is limited is refused as ever, and nothing cites it."""
    case, chain = CASES[field]
    verdict = judge_order(case(), chain)
    assert not verdict.legal
    assert not {"SEG-18", "SEG-27", "SEG-28", "SEG-29"} & set(verdict.rules)


# Readings, and changed copies


def test_a_game_has_the_default_of_every_reading_that_is_not_chosen() -> None:
    """None chosen, some or all: it is the same game."""
    for name in ruleset_names():
        rules = find_ruleset(name)
        whole = {reading.id: reading.default for reading in rules.readings}
        assert game_of(name, {}) is game_of(name, whole)
        for reading, value in whole.items():
            assert game_of(name, {reading: value}) is game_of(name, {})


@pytest.mark.parametrize("readings", [{"G-97": "none"}, {"G-0": "ocg"}])
def test_a_reading_that_there_is_not_is_told(readings: dict[str, str]) -> None:
    with pytest.raises(EngineError, match="reading"):
        game_of("ocg", readings)


def test_every_frozen_value_can_be_copied_with_changes() -> None:
    """`replace` takes a ruleset, a kind of move, a card and a duel, which stay as they are."""
    gardens = find_ruleset("gardens")
    longer: Ruleset = replace(gardens, life=7)
    assert (longer.life, gardens.life) == (7, 1)
    game: Game = game_of("gardens", {})
    assert replace(game.moves[0], name="sow").name == "sow"
    assert replace(gardens.cards["P1"], name="Bean").name == "Bean"
    duel = position("gardens", SOWN)
    assert (replace(duel, turn=9).turn, duel.turn) == (9, 3)
