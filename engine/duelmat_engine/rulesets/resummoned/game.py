"""The tables of Resummoned: zones, phases, state actions, battle, procedures, readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.board.scope import is_on_field
from duelmat_engine.cardfiles.packaged import packaged_cards
from duelmat_engine.cards import Printed
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import AmongBound, Bound, Cards
from duelmat_engine.errors import Fault
from duelmat_engine.moves.moments import Readings
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Decks, Game, MoveKind, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Phase, Reading
from duelmat_engine.rulesets.resummoned import acts, plays, steps
from duelmat_engine.rulesets.resummoned.formats import FORMATS, deck_faults
from duelmat_engine.rulesets.resummoned.paired import ATTRIBUTES, TYPES, insert
from duelmat_engine.rulesets.resummoned.priority import Priority
from duelmat_engine.rulesets.resummoned.state_actions import unsettled
from duelmat_engine.rulesets.resummoned.words import WORDS
from duelmat_engine.state import Duel, Piece


def _phase(name: str, title: str, then: str, *rules: str) -> Phase:
    return Phase(name, title, ("RES-600.1", "RES-601.1", *rules), "phase", then)


PHASES: Final = (
    _phase("draw", "Draw Phase", "standby", "RES-600.3", "RES-200.2"),
    _phase("standby", "Standby Phase", "main1", "RES-605.1"),
    _phase("main1", "Main Phase 1", "battle"),
    _phase("battle", "Battle Phase", "main2"),
    _phase("main2", "Main Phase 2", "end-phase"),
    _phase("end-phase", "End Phase", "end", "RES-600.2"),
)

_UP: Final = ("RES-607.3a",)
_DOWN: Final = ("RES-607.3b",)
BATTLE: Final = BattleTable(
    fighter_kinds=("monster",),
    value_rules=("RES-400.1", "RES-406.2", "RES-607.3e"),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", _UP),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", _UP),
        BattleRow("attack", "=", ("attacker", "target"), "", "", _UP),
        BattleRow("defense", ">", ("target",), "", "", _DOWN),
        BattleRow("defense", "=", (), "", "", _DOWN),
        BattleRow("defense", "<", (), "attacker", "difference", _DOWN),
        BattleRow("direct", "any", (), "target", "attack", ("RES-607.3c",)),
    ),
)

_TRIBUTE: Final = ops.Tribute(
    cards=Bound("using"), rules=("RES-305.4", "RES-305.1", "RES-305.3", "RES-505.7", "RES-702.1")
)
_BEFORE_PLAY: Final[Block] = (procedures.Declare(use="cost"), _TRIBUTE, ops.Commit())
_SUMMON: Final = steps.Enter(
    face_up=True, rules=("RES-504.3", "RES-504.3a", "RES-505.6", "RES-506.3")
)
_ACTIVATE: Final = steps.Enter(face_up=True, rules=("RES-504.3", "RES-504.3c", "RES-401.1"))
_SET_MONSTER: Final = steps.Enter(
    face_up=False, rules=("RES-504.3", "RES-504.3b", "RES-505.6", "RES-304.2a")
)
_SET_TRAP: Final = steps.Enter(
    face_up=False, rules=("RES-504.3", "RES-504.3b", "RES-402.1", "RES-304.2a")
)
_LEGEND: Final = procedures.Spend(name="legend", kind="legend")
_FIGHT: Final = ("RES-607.3e", "RES-709.1b")
_AGAIN: Final = ("RES-607.2f",)


def _step(name: str) -> Priority:
    return Priority(about=name, rules=("RES-607.3e", "RES-601.2"))


BLOCKS: Final[dict[str, Block]] = {
    "duel": (
        procedures.DecideFirst(
            rules=("RES-102.1",),
            loser_rules=("RES-102.1B",),
            draw_rules=("RES-102.1C",),
            start_rules=("RES-102.1D", "RES-200.2", "RES-100.1"),
        ),
        procedures.Deal(count=5, rules=("RES-102.2", "RES-501.2", "RES-500.2")),
        ops.Run(block="turn"),
    ),
    "phase": (Priority(rules=("RES-601.1", "RES-601.2", "RES-600.2")),),
    "summon": (*_BEFORE_PLAY, procedures.Spend(name="monster"), _LEGEND, _SUMMON),
    "set-monster": (*_BEFORE_PLAY, procedures.Spend(name="monster"), _SET_MONSTER),
    "activate-spell": (*_BEFORE_PLAY, procedures.Spend(name="spell"), _LEGEND, _ACTIVATE),
    "set-trap": (*_BEFORE_PLAY, procedures.Spend(name="trap"), _SET_TRAP),
    "quick-play": (*_BEFORE_PLAY, _ACTIVATE),
    "quick-summon": (*_BEFORE_PLAY, _SUMMON),
    "quick-set": (*_BEFORE_PLAY, _SET_TRAP),
    "ignite": (procedures.Announce(), ops.Commit(), procedures.PutOnChain()),
    "flip": (
        ops.Commit(),
        steps.FlipUp(rules=("RES-602.4", "RES-703.1", "RES-504.3c", "RES-402.1")),
    ),
    "resolve-link": (procedures.Resolve(),),
    "change-position": (steps.TurnByHand(rules=("RES-606.3", "RES-407.2")),),
    "battle": (
        procedures.DeclareAttack(rules=("RES-607.2", "RES-709.1b", "RES-607.3e")),
        _step("battle-step"),
        steps.MeetBattle(rules=_FIGHT, again_rules=_AGAIN),
        steps.FlipFighters(rules=("RES-607.3d", "RES-607.3e", "RES-504.3a")),
        _step("flip-step"),
        steps.MeetBattle(rules=_FIGHT, again_rules=_AGAIN),
        steps.FlipFighters(rules=("RES-607.3d", "RES-607.3e", "RES-504.3a")),
        procedures.Battle(),
        _step("damage-step"),
    ),
    "rehouse": (
        ops.PutOnField(cards="self", face="up", way="rehoused", rules=("RES-603.6", "RES-506.3a")),
    ),
    "discard-down": (
        ops.Choose(
            bind="discarded",
            cards=Cards(("hand",), "own"),
            count=Bound("surplus"),
            rules=("RES-603.9", "RES-608.1"),
        ),
        ops.Send(
            cards=Bound("discarded"),
            to="grave",
            cause="discard",
            rules=("RES-603.9", "RES-608.1", "RES-504.4", "RES-500.3a"),
        ),
    ),
    "order": (
        ops.Choose(
            bind="next",
            cards=Cards(("grave", "banished"), "any", (AmongBound(name="among"),)),
            rules=("RES-500.4a",),
        ),
        steps.LayNext(rules=("RES-500.4a", "RES-500.4")),
    ),
}

_ORDER: Final = "603.7 603.8 603.9 603.6 603.5 603.2 603.4 603.3"
_AS_PRINTED: Final = "603.2 603.3 603.4 603.5 603.6 603.7 603.8 603.9"
_CLEAR_FIRST: Final = "603.7 603.8 603.9 603.6 603.5 603.4 603.2 603.3"

READINGS: Final = (
    Reading("G-60", "A mandatory loop without end.", ("draw",)),
    Reading("G-61", "Who wins.", ("the last player left",)),
    Reading("G-62", "Whose a card is that no deck brought.", ("who brought it",)),
    Reading("G-63", "Numbers used twice or missing.", ("as printed",)),
    Reading("G-64", "WIND.", ("AIR",)),
    Reading("G-65", "The level of a card without level and rank.", ("0",)),
    Reading("G-66", "Monster types.", ("any word",)),
    Reading("G-67", "Columns without end.", ("numbered from the centre",)),
    Reading("G-68", "Looking at one's own hand.", ("allowed",)),
    Reading("G-69", "The direction of columns.", ("fixed at the table",)),
    Reading("G-70", "The order of state actions.", (_ORDER, _AS_PRINTED, _CLEAR_FIRST)),
    Reading("G-71", "When the Chain resolves.", ("when all passed", "after every action")),
    Reading("G-72", "Which spells and traps are cleared away.", ("face-up, not Equip",)),
    Reading("G-73", "Legends.", ("one in all",)),
    Reading("G-74", "Quick-Play cards played at any time.", ("not counted",)),
    Reading("G-75", "Face-down attackers.", ("may attack",)),
    Reading("G-76", "A defender that is gone.", ("another or none",)),
    Reading("G-77", "When one discards.", ("End Phase",)),
    Reading("G-78", "The order of the Chain.", ("last in, first out",)),
    Reading("G-79", "An effect negated on the Chain.", ("without effect",)),
    Reading("G-80", "Several players.", ("only the starting player skips the draw",)),
    Reading("G-81", "Players who leave.", ("at once, cards to their owners",)),
    Reading("G-82", "Flips and positions.", ("position stays",)),
    Reading("G-94", "Windows in battles; players who leave.", ("each step",)),
    Reading("G-98", "Looking at one's own face-down cards.", ("allowed",)),
)


_MONSTER: Final = ("monster",)
TRAITS: Final = (
    Printed(name="attack", sort="whole", on=_MONSTER, needed=True),
    Printed(name="defense", sort="whole", on=_MONSTER, needed=True),
    Printed(name="attribute", sort="text", on=_MONSTER, needed=True, values=ATTRIBUTES),
    Printed(name="level", sort="whole", on=_MONSTER, needed=True),
    Printed(name="printed", sort="text"),
)
USES: Final = ("trigger", "ignition", "flip", "cost", "continuous")


def moves(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of act."""
    del readings
    return (
        *plays.main_plays(),
        *plays.quick_plays(),
        acts.ignite(rules),
        acts.flip(rules),
        acts.change_position(),
        acts.attack(),
        acts.passing(),
    )


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """What no duel of Resummoned can reach, by the statement that it would break."""
    found: list[Fault] = []
    for name, piece in duel.pieces():
        found.extend(_piece_faults(game, name, piece))
    if duel.decision is None or duel.decision.kind == "open":
        found.extend(
            Fault(f"{name}: expected {expected}, got {piece.key} face-up", rule)
            for name, piece, expected, rule in unsettled(duel, game)
        )
    return found


def _piece_faults(game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    on_field = is_on_field(game, name)
    kind = zone_kind(name)
    if kind == "s" and not piece.upright:
        yield Fault(
            f"{name}: expected a card upright, got it sideways: only monsters have a position",
            "RES-407.1a",
        )
    if kind in ("grave", "banished") and not piece.face_up:
        rule = "RES-502.2" if kind == "grave" else "RES-503.2"
        yield Fault(f"{name}: expected cards face-up, got {piece.key} face-down", rule)
    if piece.beneath and not on_field:
        yield Fault(
            f"{name}: expected tributes beneath cards of the field only, got some there",
            "RES-305.2",
        )
    for card_beneath in piece.beneath:
        if not card_beneath.face_up:
            yield Fault(f"{name}: expected a tribute face-up, got it face-down", "RES-305.3")
        if card_beneath.beneath:
            yield Fault(
                f"{name}: expected tributes of a tribute in the same stack, got them beneath it",
                "RES-305.4",
            )


def build() -> Ruleset:
    printed = packaged_cards("resummoned")
    cards = {card.code: insert(card) for card in printed.card}
    effects = {effect.name: effect for effect in printed.effect}
    deck = tuple(code for code in cards if code != "BlueEyesDE")

    return Ruleset(
        name="resummoned",
        title="Yugioh: Resummoned",
        prefix="RES",
        life=8000,
        players=(2, 3, 4),
        zones=Zones(
            rows={"m": 0, "s": 0},
            piles=("pile", "hand", "grave", "banished"),
            field=("m", "s"),
            owned=("pile", "hand", "grave", "banished"),
            ordered=("grave", "banished"),
        ),
        cards=cards,
        effects=effects,
        phases=PHASES,
        battle=BATTLE,
        chain=ChainPolicy(
            rules=("RES-601.2",),
            legal_rules=("RES-603.2",),
            choice_rules=("RES-701.2a", "RES-701.2"),
            resolve_rules=("RES-603.3", "RES-701.1", "RES-700.3"),
        ),
        readings=READINGS,
        moves=moves,
        blocks=BLOCKS,
        decks=Decks(
            faults=deck_faults,
            practice=(deck, ()),
            formats=FORMATS,
        ),
        position_faults=position_faults,
        printing=Printing(
            traits=TRAITS,
            types=dict.fromkeys(TYPES, ()),
            uses=dict.fromkeys(USES, ()),
            as_played=insert,
        ),
        in_play=InPlay(
            values=("attack", "defense"),
            never_down="spell",
            face_down={"m": "monster", "s": "trap"},
        ),
        citations=CoreCitations(
            deck=FORMATS["constructed"].deck_rules,
            match=("RES-101.2",),
            players=("RES-100.1",),
            life=("RES-102.3", "RES-100.3", "RES-201.1"),
            over=("RES-603.7",),
            all_lost=("RES-103.4", "RES-103.1"),
            loop=("RES-103.4a",),
            no_target=("RES-709.3",),
            win_and_lose=("RES-103.3",),
            never_down=("RES-401.2",),
            leave=("RES-103.2", "RES-103.2a", "RES-300.2"),
            concede=("RES-103.2b",),
            win=("RES-103.1",),
            last=("RES-103.x",),
            overdraw=("RES-501.3a",),
            target=("RES-701.3",),
            beneath=("RES-305.2",),
            off_field=("RES-304.1a", "RES-407.1a"),
            zones={
                "grave": ("RES-502.2", "RES-500.3"),
                "banished": ("RES-503.2", "RES-500.3"),
                "pile": ("RES-501.2",),
            },
            owners=("RES-500.5B", "RES-300.2"),
            order=("RES-500.4a",),
            face_down=("RES-304.2",),
        ),
        checks_life=False,
        words=WORDS,
    )
