"""Gardens: a small game of a stranger's own, with no battle, no Graveyard and rows called "bed".

It has what docs/rulesets/writing.md tells of and Outposts has not: actions and a step of its own,
and an operation that names the card of the move. Whoever runs the file registers the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine import (
    Action,
    Card,
    MoveKind,
    Play,
    Ruleset,
    Statement,
    When,
    add_system,
    register,
    zone,
)
from duelmat_engine.effects import ops, procedures, terms
from duelmat_engine.moves import moment_rules, phases, plays, sources
from duelmat_engine.ruleset import game, parts, tables, words
from duelmat_engine.ruleset.game import Question

add_system(
    "GA",
    "Gardens",
    Statement("GA-1", "Only the player of the turn acts; who has no card to draw for it loses."),
    Statement("GA-2", "In each turn one seed may be planted in a free bed."),
    Statement("GA-3", "In each turn one seed may be composted; the pile grows a card shorter."),
    Statement("GA-4", "Whoever begins a turn with a seed in every bed wins."),
)
turn, plant, compost = map(moment_rules.Citation, ("GA-1", "GA-2", "GA-3"))
OPEN = (moment_rules.own_turn(turn), moment_rules.open_play(turn))


def heap(q: Question) -> Iterator[Action]:
    """The card in question goes to the player's compost."""
    assert q.piece is not None
    yield Play("compost", q.piece.key or q.place, zone(q.seat, "compost"))


ONCE = plant.says(
    moment_rules.Unused("plant"), When("It is your next turn: you have planted a seed.")
)
FEW = compost.says(
    moment_rules.Unused("compost"), When("It is your next turn: you have composted.")
)
PLANT = MoveKind(
    "plant", ("GA-2",), sources.hand, plays.places("plant", "bed"), moment=(*OPEN, ONCE)
)
COMPOST = MoveKind("compost", ("GA-3",), sources.hand, heap, moment=(*OPEN, FEW))
ON = phases.advance("GA-1", moment=OPEN, action=phases.keeping_order(turn, turn, "none is closed"))
FULL = ops.If(when=terms.Exists(terms.Cards(("bed",), "own"), 3), then=(ops.Win(rules=("GA-4",)),))
GARDENS = Ruleset(
    name="gardens",
    title="Gardens",
    prefix="GA",
    life=1,
    zones=parts.Zones({"bed": 3}, ("pile", "hand", "compost"), field=("bed",)),
    cards={f"P{n}": Card(f"P{n}", f"Pea {n}") for n in range(1, 6)},
    phases=(
        tables.Phase("day", "Day", ("GA-1",), "day", "end", (tables.Exit("end", ("GA-1",)),)),
    ),
    battle=tables.BattleTable(()),
    moves=lambda _rules, _readings: (PLANT, COMPOST, ON),
    blocks={
        "duel": (procedures.Deal(count=2), procedures.DecideFirst(), ops.Run(block="turn")),
        "day": (FULL, procedures.DrawForTurn(rules=("GA-1",)), procedures.OpenPlay()),
        "plant": (procedures.Spend(name="plant"), procedures.Arrive(summon="normal")),
        "compost": (
            procedures.Spend(name="compost"),
            ops.Send(cards=terms.Bound("self"), to="compost", rules=("GA-3",)),
            ops.Draw(amount=1, rules=("GA-3",)),
        ),
    },
    decks=game.Decks(practice=(tuple(f"P{n}" for n in range(1, 6)) * 4, ())),
    words=words.Words(
        moves={name: words.MoveWords(name) for name in ("plant", "compost")},
    ),
)
register("gardens", lambda: GARDENS)
