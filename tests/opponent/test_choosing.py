"""The opponent answers everything, by what its seat may know, and makes no blunders."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from duelmat_engine import (
    Activate,
    Attack,
    Choose,
    Duel,
    EngineError,
    Number,
    Pass,
    Placed,
    Play,
    Seat,
    carry_out,
    find_ruleset,
    game_of,
    judge,
    legal_actions,
    parse_position,
    play_random,
    position,
    practice_duel,
    replace,
    roll,
    ruleset_names,
    view_for,
    zone,
)
from duelmat_opponent import BUDGETS, Budget, Level, as_meant, choose

A = Seat(0)
KING = partial(practice_duel, "trump_king")
QUICK = Budget(steps=60, worlds=2, care=2.0)


def decisions(ruleset: str, seed: int, often: float = 0.05) -> list[Duel]:
    """Some decisions of a random duel, of either player."""
    chance = Random(seed)
    asked = (each.before for each in play_random(practice_duel(ruleset, seed), seed))
    return [
        duel
        for duel in asked
        if chance.random() < often and duel.decision is not None and duel.decision.seat >= 0
    ][:25]


def with_other_cards(duel: Duel, seat: Seat, chance: Random) -> Duel:
    """The same duel, with other cards where the seat has not seen them."""
    other = Seat(1 - seat)
    spots = [
        (name, index)
        for name in (zone(other, "hand"), zone(other, "pile"))
        for index, piece in enumerate(duel.at(name))
        if not piece.shown
    ]
    keys = [duel.at(name)[index].key for name, index in spots]
    chance.shuffle(keys)
    zones = dict(duel.zones)
    for (name, index), key in zip(spots, keys, strict=True):
        row = list(zones[name])
        row[index] = replace(row[index], key=key)
        zones[name] = tuple(row)
    return replace(duel, zones=zones)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_duels_that_look_the_same_get_the_same_moves(ruleset: str) -> None:
    """What the other player holds and what lies in the decks changes nothing."""
    compared = 0
    for seed, duel in enumerate(decisions(ruleset, 5)):
        assert duel.decision is not None
        seat = duel.decision.seat
        view = view_for(duel, seat)
        twin = with_other_cards(duel, seat, Random(seed))
        if twin.zones == duel.zones or view_for(twin, seat) != view:
            continue  # a card that is looked at just now was among them
        moves = [
            choose(view_for(each, seat), QUICK, Random(seed), is_late=lambda: False)
            for each in (duel, twin)
        ]
        assert moves[0] == moves[1]
        compared += 1
    assert compared >= 5


@pytest.mark.parametrize("level", Level)
def test_the_same_view_budget_and_chance_give_the_same_move(level: Level) -> None:
    budget = BUDGETS[level]._replace(steps=min(120, BUDGETS[level].steps))
    for duel in decisions("ocg", 2)[:6]:
        assert duel.decision is not None
        view = view_for(duel, duel.decision.seat)
        assert choose(view, budget, Random(4)) == choose(view, budget, Random(4))


KINDS = {
    "trump_king": {"first", "open", "window", "choose"},
    "ocg": {"first", "open", "window", "choose", "trigger"},
    "resummoned": {"first", "open", "choose"},
    "trigamon": {"first", "name", "open", "window", "choose"},
}


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_kind_of_decision_is_answered_in_whole_duels(ruleset: str) -> None:
    """Whatever is asked, the answer is legal in the duel that is really played."""
    budget = Budget(steps=25, worlds=1, care=1.0)
    kinds: set[str] = set()
    game = game_of(ruleset, practice_duel(ruleset, 1).readings)
    for seed in (1, 2):
        duel, chance = practice_duel(ruleset, seed), Random(seed)
        for _ in range(250):
            decision = duel.decision
            if decision is None:
                break
            if decision.kind == "chance":
                duel = carry_out(duel, roll(duel), game).duel
                continue
            kinds.add(decision.kind)
            view = view_for(duel, decision.seat)
            action = as_meant(view, choose(view, budget, chance), duel)
            assert judge(duel, action).legal
            duel = carry_out(duel, action, game).duel
    assert kinds >= KINDS[ruleset]


@pytest.mark.parametrize("kind", ["trigger", "place", "name", "number"])
def test_what_is_seldom_asked_is_answered(kind: str) -> None:
    """Good plays seldom lead there; random ones of Trump King do."""
    played = (each for seed in range(1, 40) for each in play_random(KING(seed), seed))
    duel = next(
        duel for each in played if (duel := each.before).decision and duel.decision.kind == kind
    )
    assert duel.decision is not None
    view = view_for(duel, duel.decision.seat)
    for budget in (QUICK, BUDGETS[Level.EASY]):
        assert judge(duel, as_meant(view, choose(view, budget, Random(1)), duel)).legal


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_what_random_duels_ask_is_answered(ruleset: str) -> None:
    """Triggers, names and numbers too, which a duel of good plays may never ask."""
    for seed in (3, 4):
        for duel in decisions(ruleset, seed, often=0.1):
            assert duel.decision is not None
            view = view_for(duel, duel.decision.seat)
            for budget in (QUICK, BUDGETS[Level.EASY]):
                answer = as_meant(view, choose(view, budget, Random(seed)), duel)
                assert judge(duel, answer).legal


def battle(
    ruleset: str, own: dict[str, str], others: dict[str, str], life: tuple[int, int]
) -> Duel:
    """The Battle Phase of a, with these monsters upright on both sides and cards to draw."""
    zones = {zone: [Placed(code)] for zone, code in (own | others).items()}
    spare = SPARE.get(ruleset, "")
    zones |= {f"{letter}.pile": [Placed(code) for code in spare.split()] for letter in "ab"}
    return position(ruleset, zones, life=life, turn=5, phase="battle")


SPARE = {
    "ocg": "Ox Elf Sangan Warrior Fissure Typhoon",
    "resummoned": "DarkHole TrapHole Sangan BookOfMoon",
    "trigamon": "HalfMoth TwofoldOx SparkLesson RankScholar",
}
"""What lies in the decks; in Trump King it is the rest of the pack."""

FIGHTERS = {
    "trump_king": ("a.m1", "S4", "b.m1", "S10"),
    "ocg": ("a.m1", "Warrior", "b.m2", "BlueEyes"),
    "resummoned": ("a.m0", "GeminiElf", "b.m0", "DarkMagician"),
    "trigamon": ("a.m1", "EmberImp", "b.m1", "SpireTitan"),
}
"""A monster and a far stronger one of the other player, each with its zone."""


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
@pytest.mark.parametrize("ruleset", FIGHTERS)
def test_an_attack_that_wins_is_made(ruleset: str, level: Level) -> None:
    """With the other player open and nearly without life there is nothing else to do."""
    place, fighter, _, _ = FIGHTERS[ruleset]
    duel = battle(ruleset, {place: fighter}, {}, (1, 1))
    action = choose(view_for(duel, A), BUDGETS[level], Random(1))
    assert isinstance(action, Attack), action


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG])
@pytest.mark.parametrize("ruleset", FIGHTERS)
def test_nobody_attacks_into_a_wall(ruleset: str, level: Level) -> None:
    """A monster that could only lose the battle does not begin one."""
    place, fighter, across, wall = FIGHTERS[ruleset]
    life = find_ruleset(ruleset).life
    duel = battle(ruleset, {place: fighter}, {across: wall}, (life, life))
    assert any(isinstance(each, Attack) for each in legal_actions(duel))
    for seed in range(3):
        action = choose(view_for(duel, A), BUDGETS[level], Random(seed))
        assert not isinstance(action, Attack), action


@pytest.mark.parametrize("level", Level)
def test_nothing_is_paid_with_all_its_life(level: Level) -> None:
    """A Spade may cost exactly the life that is left: legal, and lost."""
    zones = {"a.hand": [Placed("S7")], "b.m1": [Placed("H9")]}
    duel = position("trump_king", zones, life=(7, 30), turn=5)
    game = game_of(duel.ruleset, duel.readings)
    for _ in range(6):
        if duel.decision is None or duel.decision.seat != A or duel.turn != 5:
            break
        view = view_for(duel, A)
        duel = carry_out(
            duel, as_meant(view, choose(view, BUDGETS[level], Random(2)), duel), game
        ).duel
    assert duel.outcome is None
    assert duel.players[A].life > 0


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_without_a_budget_or_without_time_there_is_an_answer(ruleset: str) -> None:
    for duel in decisions(ruleset, 6)[:8]:
        assert duel.decision is not None
        view = view_for(duel, duel.decision.seat)
        nothing = Budget(steps=0, worlds=0, care=1.0)
        late = choose(view, BUDGETS[Level.STRONG], Random(1), is_late=lambda: True)
        for answer in (choose(view, nothing, Random(1)), late):
            assert judge(duel, as_meant(view, answer, duel)).legal


def test_it_chooses_among_what_it_is_given() -> None:
    """A table that cannot carry out every play leaves some out."""
    duel = battle("ocg", {"a.m1": "Warrior"}, {}, (8000, 8000))
    offered = [each for each in legal_actions(duel) if not isinstance(each, Attack)]
    action = choose(view_for(duel, A), BUDGETS[Level.MEDIUM], Random(1), among=offered)
    assert action in offered


@pytest.mark.parametrize("viewer", [Seat(1), Seat(-1)])
def test_the_view_of_another_is_refused(viewer: Seat) -> None:
    """It says what is expected: only who decides knows what may be known."""
    duel = battle("ocg", {"a.m1": "Warrior"}, {}, (8000, 8000))
    with pytest.raises(EngineError, match="expected the view of the seat that decides"):
        choose(view_for(duel, viewer), QUICK, Random(1))
    with pytest.raises(EngineError, match="make it with view_for"):
        choose(duel, QUICK, Random(1))


def test_an_action_of_another_duel_is_refused() -> None:
    """`as_meant` does not take something else for it."""
    duel = battle("ocg", {"a.m1": "Warrior"}, {}, (8000, 8000))
    for action in (Choose("b:Elf"), Number(3), Pass(), Play("set-card", "a:Elf", zone(A, "s1"))):
        with pytest.raises(LookupError, match="give the duel that the view was made of"):
            as_meant(view_for(duel, A), action, duel)


@pytest.mark.parametrize("level", Level)
def test_what_is_on_the_chain_is_not_activated_once_more(level: Level) -> None:
    """An effect that wins when it resolves is let resolve."""
    codes = [code for code in find_ruleset("resummoned").cards if code != "Exodia"][:25]
    buried, left = " ".join(codes[:15]), " ".join(codes[15:])
    duel = parse_position(
        f"resummoned; 5 a main1; life 8000 8000; closed; a.m1 Exodia@1; a.grave {buried};"
        f" a.pile {left}; b.pile {left}"
    )
    game, chance = game_of(duel.ruleset, duel.readings), Random(1)
    duel = carry_out(duel, Activate("exodia-win", "a.m1"), game).duel
    for _ in range(12):
        if duel.decision is None:
            break
        view = view_for(duel, duel.decision.seat)
        action = as_meant(view, choose(view, BUDGETS[level], chance), duel)
        assert not isinstance(action, Activate)
        duel = carry_out(duel, action, game).duel
    assert duel.outcome is not None
    assert duel.outcome.winner == A
