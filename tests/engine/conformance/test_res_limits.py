"""Resummoned: every limit of every kind of act, one at a time.

`LEGAL` has one legal act of each way; each test changes one thing about it and names the
statement that then refuses it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from duelmat_engine.actions import Action, Activate, Attack, Pass, Turn
from duelmat_engine.facts import Holds, LifeAtLeast
from duelmat_engine.forms.position import Placed
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import replace as with_fields
from duelmat_engine.verdict import Invalidity, When
from engine.conformance.board import Board, Table
from engine.conformance.resummoned import flip, game_with, lay_cards, play

OWN_CARDS: Final = "".join(
    f"""
[[card]]
code = "{code}"
name = "{code}"
kinds = [{kinds}]
traits = {{ attack = 500, defense = 500 }}
effects = [{effects}]
"""
    for code, kinds, effects in (
        ("SwiftBeast", '"monster", "quick-play"', ""),
        ("SwiftTrap", '"trap", "quick-play"', ""),
        ("SwiftLevyBeast", '"monster", "quick-play"', '"one-tribute"'),
        ("SwiftLevySpell", '"spell", "quick-play"', '"one-tribute"'),
        ("SwiftLevyTrap", '"trap", "quick-play"', '"one-tribute"'),
        ("LevySpell", '"spell"', '"one-tribute"'),
        ("LevyTrap", '"trap"', '"one-tribute"'),
    )
)
OWN: Final = ("Swift", "Levy")


def up(*codes: str) -> list[Placed]:
    return [Placed(code) for code in codes]


def down(code: str) -> list[Placed]:
    return [Placed(code, face_up=False)]


@dataclass(frozen=True)
class Act:
    """A legal act of player a, the cards it takes, and what it is accepted by."""

    zones: dict[str, list[Placed]]
    action: Action
    rules: tuple[str, ...]
    phase: str = "main1"

    def lay(self, board: Board, **details: Any) -> Table:
        zones = {**self.zones, **details.pop("zones", {})}
        codes = [card.code for cards in zones.values() for card in cards]
        game: Game | None = None
        if any(str(code).startswith(OWN) for code in codes):
            game = game_with(OWN_CARDS)
        return lay_cards(board, zones, game=game, **{"phase": self.phase, **details})

    def doing(self, **changes: Any) -> Action:
        return with_fields(self.action, **changes)

    def of(self, card: str, to: str | None = None) -> Act:
        """The same way, with another card in the hand."""
        changes: dict[str, Any] = {"card": f"a:{card}"}
        if to is not None:
            changes["to"] = ZoneName(to)
        return replace(self, zones={"a.hand": up(card)}, action=self.doing(**changes))


PLAYED: Final = ("RES-504.3", "RES-601.2", "RES-702.1", "RES-505.5", "RES-505.5B", "RES-305.5")
MAIN: Final = (*PLAYED, "RES-606.2")


def _act(move: str, card: str, to: str, *rules: str) -> Act:
    return Act({"a.hand": up(card)}, play(move, f"a:{card}", to), rules)


PLAYS: Final = {
    "summon": _act(
        "summon", "BattleOx", "a.m0", *MAIN, "RES-606.2a", "RES-606.2d", "RES-504.3a", "RES-506.1"
    ),
    "set-monster": _act(
        "set-monster",
        "BattleOx",
        "a.m0",
        *MAIN,
        *("RES-606.2a", "RES-504.3b", "RES-304.2a", "RES-506.1"),
    ),
    "activate-spell": _act(
        "activate-spell",
        "DianKeto",
        "a.s0",
        *MAIN,
        *("RES-606.2c", "RES-606.2d", "RES-504.3c", "RES-402.1", "RES-401.2"),
        *("RES-507.1", "RES-407.1a"),
    ),
    "set-trap": _act(
        "set-trap",
        "TrapHole",
        "a.s0",
        *MAIN,
        *("RES-606.2b", "RES-304.2a", "RES-402.1", "RES-401.2", "RES-507.1", "RES-407.1a"),
    ),
    "quick-play": _act(
        "quick-play",
        "SpaceTyphoon",
        "a.s0",
        *PLAYED,
        *("RES-602.2", "RES-504.3c", "RES-402.1", "RES-401.2", "RES-507.1", "RES-407.1a"),
    ),
    "quick-summon": _act(
        "quick-summon", "SwiftBeast", "a.m0", *PLAYED, "RES-602.2", "RES-504.3a", "RES-506.1"
    ),
    "quick-set-monster": _act(
        "quick-set-monster",
        "SwiftBeast",
        "a.m0",
        *PLAYED,
        *("RES-602.2", "RES-504.3b", "RES-304.2a", "RES-506.1"),
    ),
    "quick-set": _act(
        "quick-set",
        "SwiftTrap",
        "a.s0",
        *PLAYED,
        *("RES-602.2", "RES-304.2a", "RES-402.1", "RES-401.2", "RES-507.1", "RES-407.1a"),
    ),
}
OF_MAIN: Final = ("summon", "set-monster", "activate-spell", "set-trap")
AT_ANY_TIME: Final = ("quick-play", "quick-summon", "quick-set-monster", "quick-set")
OTHERS: Final = {
    "ignite": Act(
        {"a.m0": up("CannonSoldier"), "a.m1": up("BattleOx")},
        Activate("cannon-shot", "a.m0"),
        ("RES-602.3", "RES-601.2", "RES-303T.1a", "RES-708.2", "RES-707.1", "RES-709.3"),
    ),
    "flip": Act(
        {"a.m0": down("Penguin"), "a.m1": up("BattleOx")},
        flip("flip-freely", "a.m0", "a:Penguin"),
        ("RES-602.4", "RES-601.2", "RES-703.1"),
    ),
    "change-position": Act(
        {"a.m0": up("BattleOx")},
        Turn("a.m0", upright=False),
        ("RES-606.3", "RES-601.2", "RES-606.3a", "RES-606.3b", "RES-407.2"),
    ),
    "attack": Act(
        {"a.m0": up("BattleOx"), "a.m1": up("VorseRaider"), "b.m0": up("Kuriboh")},
        Attack("a.m0", "b.m0"),
        *(
            (
                *("RES-607.2a", "RES-601.2", "RES-607.2", "RES-607.3e", "RES-607.2d"),
                *("RES-607.2e", "RES-607.2b", "RES-607.2c"),
            ),
            "battle",
        ),
    ),
}
LEGAL: Final = {**PLAYS, **OTHERS}


def _cases(moves: dict[str, Act]) -> list[Any]:
    return [pytest.param(a, marks=pytest.mark.rule(*a.rules), id=w) for w, a in moves.items()]


@pytest.mark.parametrize("act", _cases(LEGAL))
def test_each_act_is_legal_as_it_stands(board: Board, act: Act) -> None:
    """What the other tests change is legal before they do, by each of these statements."""
    act.lay(board).accepts(act.action, *act.rules)


# The moment


@pytest.mark.rule("RES-601.2")
@pytest.mark.parametrize("move", LEGAL)
def test_nobody_acts_without_priority(board: Board, move: str) -> None:
    """Player a has passed: priority has come to b."""
    act = LEGAL[move]
    table = act.lay(board)
    table.plays(Pass())
    table.refuses(act.action, "RES-601.2")


OF_THE_TURN: Final = {
    **dict.fromkeys(OF_MAIN, "RES-606.2"),
    "change-position": "RES-606.3",
    "attack": "RES-607.2",
}


@pytest.mark.rule("RES-606.2", "RES-606.3", "RES-607.2")
@pytest.mark.parametrize(("move", "rule"), OF_THE_TURN.items())
def test_the_turn_players_acts_are_no_others(board: Board, move: str, rule: str) -> None:
    """It is b's turn, and b has passed."""
    act = LEGAL[move]
    table = act.lay(board, seat="b")
    table.plays(Pass())
    table.refuses(act.action, rule)


@pytest.mark.rule("RES-606.2", "RES-606.3", "RES-607.2")
@pytest.mark.parametrize(("move", "rule"), OF_THE_TURN.items())
@pytest.mark.parametrize("phase", ["draw", "standby", "main1", "battle", "main2", "end-phase"])
def test_each_act_has_its_phases(board: Board, move: str, rule: str, phase: str) -> None:
    """Main Phases for plays and positions, the Battle Phase for attacks."""
    act = LEGAL[move]
    table = act.lay(board, phase=phase)
    if phase in (("battle",) if move == "attack" else ("main1", "main2")):
        table.accepts(act.action, rule)
    else:
        table.refuses(act.action, rule)


@pytest.mark.rule("RES-602.2", "RES-602.3", "RES-602.4", "RES-606.2e")
@pytest.mark.parametrize("move", [*AT_ANY_TIME, "ignite", "flip"])
@pytest.mark.parametrize("phase", ["draw", "battle"])
def test_the_others_are_done_in_any_turn_and_phase(board: Board, move: str, phase: str) -> None:
    """It is b's turn, and priority has come to a."""
    act = LEGAL[move]
    table = act.lay(board, phase=phase, seat="b")
    table.plays(Pass())
    rules = {"ignite": ("RES-602.3",), "flip": ("RES-602.4",)}
    table.accepts(act.action, *rules.get(move, ("RES-602.2", "RES-606.2e")))


ONCE: Final = [
    ("summon", "monster", "RES-606.2a"),
    ("set-monster", "monster", "RES-606.2a"),
    ("set-trap", "trap", "RES-606.2b"),
    ("activate-spell", "spell", "RES-606.2c"),
]


@pytest.mark.rule("RES-606.2a", "RES-606.2b", "RES-606.2c")
@pytest.mark.parametrize(("move", "right", "rule"), ONCE)
def test_each_right_is_for_once_a_turn(board: Board, move: str, right: str, rule: str) -> None:
    """The player has used it in this turn; another player's use is no matter."""
    act = LEGAL[move]
    act.lay(board, used={f"a.{right}": 1}).refuses(act.action, rule)
    act.lay(board, used={f"b.{right}": 1}).accepts(act.action, rule)


@pytest.mark.rule("RES-606.2d")
@pytest.mark.parametrize(
    ("move", "card"), [("summon", "Exodia"), ("activate-spell", "PotOfGreed")]
)
def test_one_legend_a_turn_is_all(board: Board, move: str, card: str) -> None:
    """A Legend has been played in this turn."""
    act = LEGAL[move].of(card)
    act.lay(board).accepts(act.action, "RES-606.2d")
    act.lay(board, used={"a.legend": 1}).refuses(act.action, "RES-606.2d")
    LEGAL[move].lay(board, used={"a.legend": 1}).accepts(LEGAL[move].action)


# The card


@pytest.mark.rule("RES-504.3")
@pytest.mark.parametrize("move", PLAYS)
def test_what_is_played_is_in_the_hand(board: Board, move: str) -> None:
    """The card lies in the Graveyard."""
    act = LEGAL[move]
    table = act.lay(board, zones={"a.hand": [], "a.grave": act.zones["a.hand"]})
    table.refuses(act.action, "RES-504.3")


KINDS: Final = [
    ("summon", "DianKeto", ("RES-504.3a",)),
    ("set-monster", "TrapHole", ("RES-304.2a",)),
    ("activate-spell", "BattleOx", ("RES-504.3c",)),
    ("activate-spell", "TrapHole", ("RES-504.3c", "RES-402.1")),
    ("set-trap", "BattleOx", ("RES-304.2a",)),
    ("set-trap", "DianKeto", ("RES-304.2a", "RES-401.2")),
    ("quick-play", "DianKeto", ("RES-602.2",)),
    ("quick-play", "SwiftBeast", ("RES-504.3c",)),
    ("quick-play", "SwiftTrap", ("RES-504.3c", "RES-402.1")),
    ("quick-summon", "BattleOx", ("RES-602.2",)),
    ("quick-summon", "SpaceTyphoon", ("RES-504.3a",)),
    ("quick-set-monster", "BattleOx", ("RES-602.2",)),
    ("quick-set-monster", "SpaceTyphoon", ("RES-304.2a",)),
    ("quick-set-monster", "SwiftTrap", ("RES-304.2a",)),
    ("quick-set", "TrapHole", ("RES-602.2",)),
    ("quick-set", "SwiftBeast", ("RES-304.2a",)),
    ("quick-set", "SpaceTyphoon", ("RES-304.2a", "RES-401.2")),
]


@pytest.mark.parametrize(
    ("move", "card", "rules"),
    [pytest.param(*case, marks=pytest.mark.rule(*case[2])) for case in KINDS],
)
def test_each_way_takes_its_kind_of_card(
    board: Board, move: str, card: str, rules: tuple[str, ...]
) -> None:
    """A card of another kind is played so."""
    act = LEGAL[move].of(card)
    act.lay(board).refuses(act.action, *rules)


FACES: Final = {
    "summon": "RES-504.3a",
    "set-monster": "RES-504.3b",
    "activate-spell": "RES-401.2",
    "set-trap": "RES-402.1",
    "quick-play": "RES-401.2",
    "quick-summon": "RES-504.3a",
    "quick-set-monster": "RES-504.3b",
    "quick-set": "RES-402.1",
}


@pytest.mark.parametrize(
    ("move", "rule"),
    [pytest.param(move, rule, marks=pytest.mark.rule(rule)) for move, rule in FACES.items()],
)
def test_each_way_has_its_face(board: Board, move: str, rule: str) -> None:
    """The card is laid with its other face up."""
    act = LEGAL[move]
    act.lay(board).refuses(act.doing(face_up=not getattr(act.action, "face_up", True)), rule)


@pytest.mark.rule("RES-407.1a")
@pytest.mark.parametrize("move", ["activate-spell", "set-trap", "quick-play", "quick-set"])
def test_a_spell_or_trap_has_no_position(board: Board, move: str) -> None:
    """It is laid sideways."""
    act = LEGAL[move]
    act.lay(board).refuses(act.doing(upright=False), "RES-407.1a")


# The zone


def _row(act: Act) -> tuple[str, str]:
    kind = str(getattr(act.action, "to", "a.m0"))[2]
    return kind, {"m": "RES-506.1", "s": "RES-507.1"}[kind]


@pytest.mark.rule("RES-506.1", "RES-507.1")
@pytest.mark.parametrize("move", PLAYS)
def test_a_card_comes_to_a_free_zone_of_its_row(board: Board, move: str) -> None:
    """The zone is of the other row, or a card lies there."""
    act = LEGAL[move]
    kind, rule = _row(act)
    other = "s" if kind == "m" else "m"
    act.lay(board).refuses(act.doing(to=ZoneName(f"a.{other}0")), rule)
    there = up("GeminiElf") if kind == "m" else down("JustDesserts")
    act.lay(board, zones={f"a.{kind}0": there}).refuses(act.action, rule)
    act.lay(board, zones={f"b.{kind}0": there}).accepts(act.action, rule)


@pytest.mark.rule("RES-505.5", "RES-505.5B")
@pytest.mark.parametrize("move", PLAYS)
def test_a_card_comes_to_a_column_in_reach(board: Board, move: str) -> None:
    """The centre of an empty field; beside what lies there, and on one's own side."""
    act = LEGAL[move]
    kind, _ = _row(act)
    for to in (f"a.{kind}1", f"a.{kind}-1", f"b.{kind}0"):
        act.lay(board).refuses(act.doing(to=ZoneName(to)), "RES-505.5")
    held = {"b.m3": up("GeminiElf")}
    for to in (f"a.{kind}0", f"a.{kind}1", f"a.{kind}5", f"b.{kind}4"):
        act.lay(board, zones=held).refuses(act.doing(to=ZoneName(to)), "RES-505.5B")
    for to in (f"a.{kind}2", f"a.{kind}3", f"a.{kind}4"):
        act.lay(board, zones=held).accepts(act.doing(to=ZoneName(to)), "RES-505.5B")


# The cost


LEVIES: Final = {
    "summon": "SummonedSkull",
    "set-monster": "SummonedSkull",
    "activate-spell": "LevySpell",
    "set-trap": "LevyTrap",
    "quick-play": "SwiftLevySpell",
    "quick-summon": "SwiftLevyBeast",
    "quick-set-monster": "SwiftLevyBeast",
    "quick-set": "SwiftLevyTrap",
}


@pytest.mark.rule("RES-702.1", "RES-305.5")
@pytest.mark.parametrize(("move", "card"), LEVIES.items())
def test_a_cost_is_followed_with_cards_of_ones_own(board: Board, move: str, card: str) -> None:
    """One Tribute: none is named, two are, the same one twice, or the opponent's."""
    act = LEGAL[move].of(card)
    kind, _ = _row(act)
    held = {"a.m1": up("Kuriboh"), "a.m2": up("BattleOx"), "b.m1": up("GeminiElf")}
    at = ZoneName(f"a.{kind}0")
    table = act.lay(board, zones=held)
    for using in ((), ("a.m1", "a.m2"), ("a.m1", "a.m1")):
        table.refuses(act.doing(to=at, using=using), "RES-702.1")
    table.refuses(act.doing(to=at, using=("b.m1",)), "RES-305.5")
    table.accepts(act.doing(to=at, using=("a.m1",)), "RES-702.1", "RES-305.5")


@pytest.mark.rule("RES-702.1")
@pytest.mark.parametrize(("move", "card"), LEVIES.items())
def test_what_cannot_be_paid_is_not_played(board: Board, move: str, card: str) -> None:
    """The player has no monster: what helps is to have one."""
    act = LEGAL[move].of(card)
    verdict = act.lay(board).refuses(act.action, "RES-702.1")
    assert any(r.text.startswith("You can follow its cost") for r in verdict.remedies)
    plain = LEGAL[move]
    kind, _ = _row(plain)
    table = plain.lay(board, zones={"a.m1": up("Kuriboh")})
    table.refuses(plain.doing(to=ZoneName(f"a.{kind}0"), using=("a.m1",)), "RES-702.1")


# Cards on the field


SKILL_DRAIN: Final = {"b.s0": up("SkillDrain")}


@pytest.mark.rule("RES-602.3", "RES-303T.1a", "RES-708.2", "RES-707.1", "RES-709.3")
def test_an_ignition_effect_is_of_a_card_that_may_use_it(board: Board) -> None:
    """The card lies face-down, is negated, has no such effect, no target, or cannot be paid."""
    act = LEGAL["ignite"]
    act.lay(board, zones={"a.m0": down("CannonSoldier")}).refuses(act.action, "RES-303T.1a")
    act.lay(board, zones=SKILL_DRAIN).refuses(act.action, "RES-708.2")
    act.lay(board).refuses(Activate("cannon-shot", "a.m1"), "RES-707.1")
    held = {"a.m0": [], "a.grave": up("CannonSoldier")}
    act.lay(board, zones=held).refuses(Activate("cannon-shot", "a:CannonSoldier"), "RES-602.3")
    held = {"a.m0": [], "a.hand": up("CannonSoldier")}
    act.lay(board, zones=held).refuses(Activate("cannon-shot", "a:CannonSoldier"), "RES-602.3")
    breaks = Activate("breaker-break", "a.m0")
    breaker = {"a.m0": up("Breaker")}
    act.lay(board, zones=breaker).refuses(breaks, "RES-709.3")
    trap = {**breaker, "b.s0": down("TrapHole")}
    act.lay(board, zones=trap).accepts(breaks, "RES-709.3", "RES-707.1")
    act.lay(board, zones=trap, life=(499, 8000)).refuses(breaks, "RES-707.1")
    poor = act.lay(board, zones=breaker, life=(499, 8000))
    verdict = poor.refuses(breaks, "RES-709.3", "RES-707.1")
    lacks = [each.fact for each in verdict.remedies if isinstance(each, When)]
    assert isinstance(lacks[0], Holds)
    assert lacks[1] == LifeAtLeast(500)
    wins = Activate("exodia-win", "a.m0")
    for count in (14, 15):
        grave = {"a.m0": up("Exodia"), "a.grave": up(*["BattleOx"] * count)}
        table = act.lay(board, zones=grave)
        if count < 15:
            table.refuses(wins, "RES-707.1")
        else:
            table.accepts(wins, "RES-707.1")


@pytest.mark.rule("RES-602.4", "RES-703.1")
def test_a_flip_is_of_a_face_down_card_with_that_effect(board: Board) -> None:
    """The card lies face-up, is another one, or has no such effect."""
    act = LEGAL["flip"]
    act.lay(board, zones={"a.m0": up("Penguin")}).refuses(act.action, "RES-602.4")
    shown = act.doing(shown=CardKey("a:ManEaterBug"))
    act.lay(board).invalid(shown, invalid=Invalidity.MALFORMED)
    table = act.lay(board, zones={"a.m0": down("BattleOx")})
    table.refuses(flip("flip-freely", "a.m0", "a:BattleOx"), "RES-703.1")


@pytest.mark.rule("RES-606.3", "RES-606.3a", "RES-606.3b", "RES-407.2")
def test_a_position_is_changed_of_a_monster_that_was_there(board: Board) -> None:
    """It came in this turn, has been turned in it, is no monster, or is not turned at all."""
    act = LEGAL["change-position"]
    act.lay(board, zones={"a.m0": [Placed("BattleOx", arrived=5)]}).refuses(
        act.action, "RES-606.3b"
    )
    act.lay(board, zones={"a.m0": [Placed("BattleOx", arrived=4)]}).accepts(
        act.action, "RES-606.3b"
    )
    table = act.lay(board)
    table.refuses(act.doing(upright=True), "RES-407.2")
    table.refuses(act.doing(face_up=False), "RES-407.2")
    table.plays(act.action, "RES-606.3a")
    table.refuses(Turn("a.m0", upright=True), "RES-606.3a")
    trap = act.lay(board, zones={"a.s0": down("TrapHole")})
    trap.refuses(Turn("a.s0", upright=False, face_up=False), "RES-606.3")


@pytest.mark.rule(
    *("RES-607.2a", "RES-607.2b", "RES-607.2c", "RES-607.2d", "RES-607.2e", "RES-607.3e")
)
def test_an_attack_is_made_once_by_a_monster_that_was_there(board: Board) -> None:
    """It is no monster, lies, came in this turn, has attacked, or a battle is going on."""
    act = LEGAL["attack"]
    arrived = {"a.m0": [Placed("BattleOx", arrived=5)]}
    act.lay(board, zones=arrived).refuses(act.action, "RES-607.2e")
    lying = {"a.m0": [Placed("BattleOx", upright=False)]}
    act.lay(board, zones=lying).refuses(act.action, "RES-607.2a")
    table = act.lay(board, zones={"a.s0": down("TrapHole")})
    table.refuses(Attack("a.s0", "b.m0"), "RES-607.2a")
    table.refuses(Attack("a.m0", "a.m1"), "RES-607.2b")
    table.refuses(Attack("a.m0", "b.m1"), "RES-607.2b")
    table.refuses(Attack("a.m0"), "RES-607.2c")
    table.plays(act.action, "RES-607.3e")
    table.refuses(Attack("a.m1", "b.m0"), "RES-607.3e")
    while any(f.block == "battle" for f in table.duel.frames):
        table.plays(Pass())
    table.refuses(Attack("a.m0"), "RES-607.2d")
    table.accepts(Attack("a.m1"), "RES-607.2d", "RES-607.3e", "RES-607.2c")
