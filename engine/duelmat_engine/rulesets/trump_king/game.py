"""The tables of Trump King: zones, phases, battle, procedures, readings."""

from __future__ import annotations

from typing import Final

from duelmat_engine.cards import Printed
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import Bound, Cards, Other, Shares, TraitOf
from duelmat_engine.errors import Fault
from duelmat_engine.names import Seat, zone, zone_kind
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Decks, Game, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, CoreReadings, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Exit, Phase, Place, Reading
from duelmat_engine.rulesets.trump_king.cards import (
    EFFECTS,
    EXTRA_CODES,
    MAIN_CODES,
    PACK,
    SUITS,
    deck_faults,
)
from duelmat_engine.rulesets.trump_king.limits import ROW
from duelmat_engine.rulesets.trump_king.moves import moves, responses
from duelmat_engine.rulesets.trump_king.words import WORDS
from duelmat_engine.state import Duel, Piece, World

PHASES: Final = (
    Phase(
        "draw",
        "Draw Phase",
        rules=("TK-05", "TK-03"),
        block="draw-phase",
        then="main1",
        skipped_on_first_turn=("TK-11",),
    ),
    Phase(
        "main1",
        "Main Phase 1",
        rules=("TK-05", "TK-06"),
        block="play-phase",
        then="end",
        exits=(
            Exit("battle", ("TK-05", "TK-12"), not_on_first_turn=True),
            Exit("end", ("TK-05",)),
        ),
    ),
    Phase(
        "battle",
        "Battle Phase",
        rules=("TK-05", "TK-07"),
        block="play-phase",
        then="main2",
        exits=(Exit("main2", ("TK-05", "TK-67")), Exit("end", ("TK-05", "TK-67"))),
    ),
    Phase(
        "main2",
        "Main Phase 2",
        rules=("TK-05", "TK-08"),
        block="play-phase",
        then="end",
        exits=(Exit("end", ("TK-05",)),),
    ),
)

TRAITS: Final = (
    Printed(name="number", sort="whole", least=1, most=13),
    Printed(name="suit", sort="text", values=tuple(SUITS.values())),
)
USES: Final = ("magic", "quick", "trap", "ignition", "trigger", "declare", "continuous")

BATTLE: Final = BattleTable(
    attack_trait="number",
    defense_trait="number",
    fighter_kinds=("pack",),
    value_rules=("TK-57",),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", ("TK-60",)),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", ("TK-60",)),
        BattleRow("attack", "=", ("attacker", "target"), "", "", ("TK-61",)),
        BattleRow("defense", ">", ("target",), "", "", ("TK-63",)),
        BattleRow("defense", "=", (), "", "", ("TK-64",)),
        BattleRow("defense", "<", (), "attacker", "difference", ("TK-65",)),
        BattleRow("direct", "any", (), "target", "attack", ("TK-58",)),
    ),
)

BLOCKS: Final[dict[str, Block]] = {
    "duel": (
        procedures.Deal(count=5, rules=("TK-09",)),
        procedures.DecideFirst(rules=("TK-10",)),
        ops.Run(block="turn"),
    ),
    "draw-phase": (procedures.DrawForTurn(rules=("TK-03", "TK-04"), empty_reading="G-49"),),
    "play-phase": (procedures.OpenPlay(),),
    "normal-summon": (
        ops.Commit(),
        procedures.Spend(name="summon-right"),
        procedures.Arrive(summon="normal", rules=("TK-14", "TK-15")),
        procedures.ResolveChain(),
    ),
    "set-monster": (
        ops.Commit(),
        procedures.Spend(name="summon-right"),
        procedures.Arrive(summon="", rules=("TK-16", "TK-17")),
    ),
    "spade-summon": (
        ops.Commit(),
        ops.Pay(amount=TraitOf("number"), rules=("TK-70",)),
        procedures.Arrive(summon="special", rules=("TK-70", "TK-20")),
        procedures.ResolveChain(),
    ),
    "club-summon": (
        ops.Choose(
            bind="discarded",
            cards=Cards(
                ("hand",),
                "own",
                (Other(rule="TK-81"), Shares(traits=("suit", "number"), rule="TK-81")),
            ),
            rules=("TK-81",),
        ),
        ops.Commit(),
        ops.Send(cards=Bound("discarded"), to="grave", cause="cost", rules=("TK-81",)),
        procedures.Arrive(summon="special", rules=("TK-81", "TK-20")),
        procedures.ResolveChain(),
    ),
    "diamond-summon": (
        ops.Commit(),
        ops.Send(cards=Bound("using"), to="grave", cause="cost", rules=("TK-88",)),
        procedures.Arrive(summon="special", rules=("TK-88", "TK-20")),
        procedures.ResolveChain(),
    ),
    "synchro-summon": (
        procedures.Declare(),
        ops.Commit(),
        ops.Send(cards=Bound("using"), to="grave", cause="cost", rules=("TK-46",)),
        procedures.Arrive(summon="special", marks=("suit", "number"), rules=("TK-48", "TK-20")),
        procedures.ResolveChain(),
    ),
    "set-card": (ops.Commit(), procedures.Arrive(summon="", rules=("TK-35",))),
    "activate": (
        procedures.TakeUp(rules=("TK-31",)),
        procedures.Announce(),
        ops.Commit(),
        procedures.PutOnChain(),
        procedures.ResolveChain(),
    ),
    "activate-monster": (
        procedures.Announce(),
        ops.Commit(),
        procedures.PutOnChain(),
        procedures.ResolveChain(),
    ),
    "respond": (
        procedures.TakeUp(rules=("TK-39",)),
        procedures.Announce(),
        ops.Commit(),
        procedures.PutOnChain(),
    ),
    "attack": (
        procedures.DeclareAttack(rules=("TK-07", "TK-66")),
        procedures.ResolveChain(),
        procedures.MeetAttack(rules=("TK-07",), flip_rules=("TK-29",)),
        procedures.Battle(),
        procedures.ResolveChain(),
    ),
    "change-position": (procedures.ChangePosition(rules=("TK-24",), flip_rules=("TK-28",)),),
}

READINGS: Final = (
    Reading("G-40", "Zones of Synchro materials are free before the Synchro comes.", ("frees",)),
    Reading("G-41", "Whether the limit of three covers all magic and traps.", ("set only",)),
    Reading("G-42", "Synchro: a suit of the materials, and still in the Extra Deck.", ("both",)),
    Reading("G-43", "Both players at no life at once.", ("draw",)),
    Reading("G-44", "Paying exactly all life as a Spade's cost.", ("legal", "must stay above 0")),
    Reading("G-45", "Half of a number for Spade Synchros.", ("rounded down",)),
    Reading("G-46", "Which cards a Spade Synchro's payment destroys.", ("own and itself too",)),
    Reading("G-47", "Which summons a Heart gains life from.", ("normal", "both")),
    Reading("G-48", "Heart Synchro: cards not picked go back as they lay.", ("same order",)),
    Reading("G-49", "An empty pile in the Draw Phase.", ("no draw", "lose")),
    Reading("G-50", "Whose summons a trap answers.", ("anyone's",)),
    Reading("G-51", "Rank 2: the other cards go back as they lay.", ("same order",)),
    Reading("G-52", "How many cards a Joker needs.", ("two",)),
    Reading("G-53", "Ranks 1, 2, 8 and 9 have only their listed use.", ("only listed",)),
    Reading("G-54", "A Joker as a monster.", ("legal", "refused")),
    Reading("G-55", "Packs.", ("one each",)),
    Reading("G-56", "When there is a response window.", ("summon, activation, attack",)),
    Reading("G-57", "When a position may change first.", ("own next turn",)),
    Reading("G-58", "Two opposing Diamonds of one number.", ("earlier applies",)),
    Reading("G-59", "The card that a Diamond's victim summons.", ("Attack, if possible",)),
    Reading("G-83", "Effects of a Synchro.", ("its own only",)),
    Reading("G-84", "A Synchro as a cost sent to the Graveyard.", ("refused",)),
    Reading("G-85", "From where Club and Diamond summon themselves.", ("hand",)),
    Reading("G-86", "Face-down monsters as targets.", ("not by suit or number",)),
    Reading("G-87", "When a Set card becomes magic or trap.", ("at activation",)),
    Reading("G-88", "A Diamond's lock and Sets.", ("not Sets", "Sets too")),
    Reading("G-89", "Used, destroyed and discarded cards.", ("owner's Graveyard",)),
    Reading("G-90", "When Main Phase acts are open.", ("own Main Phases",)),
    Reading("G-91", "Zero as a multiple of five.", ("refused",)),
    Reading("G-92", "A duel that only repeats itself.", ("draw",)),
    Reading("G-93", "Which of the mat's five zones are used.", ("middle three",)),
)


def could_respond(world: World, seat: int, _: Game) -> bool:
    """On public facts, whether a seat may hold an answer; whoever cannot is not asked.

    A card Set on an earlier turn may be any trap. In one's own turn a card in the hand, or one
    Set in this turn, may be quick magic, which needs another magic or trap to be used on.
    """
    player = Seat(seat)
    own = [p for i in ROW for p in world.zones.get(zone(player, "s", i), ()) if not p.face_up]
    if any(piece.arrived < world.turn for piece in own):
        return True
    if world.turn_seat != seat:
        return False
    hand = bool(world.zones.get(zone(player, "hand")))
    back_row = sum(len(p) for name, p in world.zones.items() if zone_kind(name) in ("s", "play"))
    return back_row > (0 if hand else 1) and (hand or bool(own))


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """What no duel of Trump King can reach, by the statement that it would break."""
    found = [
        Fault(f"{name}: expected a face-down monster sideways, got it upright", "TK-16")
        for name, piece in duel.pieces()
        if zone_kind(name) == "m" and not piece.face_up and piece.upright
    ]
    if duel.decision is not None and duel.decision.kind != "open":
        return found
    return [
        *found,
        *(
            Fault(
                f"{name}: expected permanent magic or a permanent trap, got {piece.key}", "TK-38"
            )
            for name, piece in duel.pieces()
            if zone_kind(name) == "s" and piece.face_up and not _stays(game, piece)
        ),
    ]


def _stays(game: Game, piece: Piece) -> bool:
    card = None if piece.key is None else game.rules.card(piece.key)
    return card is None or any(game.rules.effects[name].stays for name in card.effects)


PLACES: Final = (
    Place(("m",), "a Synchro face-up", "TK-19", never=("synchro",), face="down"),
    Place(
        ("s", "pile", "hand", "grave", "banished", "play"),
        "no Synchro: on the field or in the Extra Deck only",
        "TK-54",
        never=("synchro",),
    ),
    Place(("extra",), "a Synchro", "TK-62", only=("synchro",)),
)


def build() -> Ruleset:
    return Ruleset(
        name="trump_king",
        title="Trump King",
        prefix="TK",
        life=40,
        zones=Zones(
            rows={"m": 3, "s": 3},
            piles=("pile", "hand", "grave", "banished", "extra", "play"),
            field=("m", "s"),
            places=PLACES,
            mat_reading="G-93",
        ),
        cards=PACK,
        effects=EFFECTS,
        phases=PHASES,
        battle=BATTLE,
        chain=ChainPolicy(rules=("TK-41", "TK-43")),
        readings=READINGS,
        moves=moves,
        responses=responses,
        blocks=BLOCKS,
        could_respond=could_respond,
        decks=Decks(
            faults=deck_faults,
            standard=(MAIN_CODES, EXTRA_CODES),
            practice=(MAIN_CODES, EXTRA_CODES),
        ),
        position_faults=position_faults,
        printing=Printing(
            traits=TRAITS,
            kinds=("pack", "synchro", "joker"),
            uses=dict.fromkeys(USES, ()),
        ),
        in_play=InPlay(
            leave_field={"synchro": ("extra", ("TK-53", "TK-54"))},
        ),
        core_readings=CoreReadings(
            window="G-56",
            payment="G-44",
        ),
        citations=CoreCitations(
            deck=("TK-01", "TK-02", "TK-49", "TK-62"),
            life=("TK-55",),
            over=("TK-56",),
            all_lost=("G-43",),
            face=("TK-19",),
            repetition=("G-92",),
        ),
        words=WORDS,
    )
