"""The tables of Trigamon: zones, phases, battle, statuses, readings, decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain as chained
from typing import Final

from duelmat_engine.board.scope import row_zones
from duelmat_engine.cardfiles.packaged import packaged_cards
from duelmat_engine.cards import Printed
from duelmat_engine.errors import Fault
from duelmat_engine.moves.moments import Test
from duelmat_engine.names import Seat, zone, zone_kind
from duelmat_engine.ruleset.game import Decks, Game, MoveKind, Ruleset, unknown_cards
from duelmat_engine.ruleset.parts import CoreCitations, CoreReadings, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import (
    BattleRow,
    BattleTable,
    Place,
    Reaction,
    Reading,
    SpeedRow,
    Status,
)
from duelmat_engine.rulesets.trigamon import activations, field
from duelmat_engine.rulesets.trigamon.blocks import BLOCKS
from duelmat_engine.rulesets.trigamon.icons import BASE_SPEEDS, ICON_NAMES, TABLES, TYPES
from duelmat_engine.rulesets.trigamon.limits import granted_in_break
from duelmat_engine.rulesets.trigamon.phases import PHASES
from duelmat_engine.rulesets.trigamon.summons import summons
from duelmat_engine.rulesets.trigamon.words import WORDS
from duelmat_engine.rulesets.wording_order import READINGS as WORDING_READINGS
from duelmat_engine.rulesets.wording_order import chain_policy
from duelmat_engine.state import Duel, Piece, World

FOUGHT: Final = ("G-17.battle",)

BATTLE: Final = BattleTable(
    fighter_kinds=("entity",),
    positions=("attack", "defense", "core"),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", FOUGHT),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", FOUGHT),
        BattleRow("attack", "zero", (), "", "", FOUGHT),
        BattleRow("attack", "=", ("attacker", "target"), "", "", FOUGHT),
        BattleRow("defense", ">", ("target",), "", "", FOUGHT),
        BattleRow("defense", "<", (), "attacker", "difference", FOUGHT),
        BattleRow("defense", "=", (), "", "", FOUGHT),
        BattleRow("direct", "any", (), "target", "attack", FOUGHT),
    ),
)

USED_IN: Final = (
    ("jumper", "activator"),
    ("field", "field"),
    ("stadium", "stadium"),
    ("formula", "s"),
)

STATUSES: Final[Mapping[str, Status]] = {
    "poison": Status(("TRI-168", "TRI-167"), halves="defense", reading="G-15"),
    "burn": Status(("TRI-169", "TRI-167"), halves="attack", reading="G-15"),
    "stun": Status(("TRI-170", "TRI-167"), forbids=("turn",)),
    "sleep": Status(("TRI-172", "TRI-167"), forbids=("attack",)),
    "freeze": Status(("TRI-173", "TRI-167"), forbids=("activate",)),
    "bipolar": Status(("TRI-174", "TRI-167"), forbids=("aim",), reading="G-16"),
}

_ENTITY: Final = ("entity",)
_LEVELS: Final = ("level", "rank", "link")
_LEAST_LEVEL: Final = -1000
"""A level may be below 0 (TRI-121); this is less than any card's."""
TRAITS: Final = (
    *(
        Printed(
            name=name,
            sort="number",
            on=_ENTITY,
            needed=True,
            instead=tuple(other for other in _LEVELS if other != name),
            least=_LEAST_LEVEL if name == "level" else 0,
        )
        for name in _LEVELS
    ),
    Printed(name="attack", sort="whole", on=_ENTITY, needed=True),
    Printed(name="defense", sort="whole", on=_ENTITY, needed=True),
    Printed(name="materials", sort="whole", on=("extra",), least=1),
    Printed(name="worth", sort="whole", on=_ENTITY, least=1),
    Printed(name="pictured", sort="text"),
)
_ICONS: Final = tuple(name for name in ICON_NAMES if name != "normal")
CARD_TYPES: Final = {
    "entity": (
        *("extra", "extra-summon", "permutation", "hyper", "ritual-entity"),
        *("no-normal", "own-summon"),
    ),
    "formula": (*TYPES, *_ICONS, "real-time"),
    "jumper": (*_ICONS, "real-time"),
    "skill": (),
    "stream-trigger": (),
}
KINDS: Final = tuple(dict.fromkeys((*CARD_TYPES, *chained.from_iterable(CARD_TYPES.values()))))
USES: Final = {
    "magic": ("formula",),
    "trap": ("formula",),
    "jumper": ("jumper",),
    "skill": ("skill",),
    "start": ("skill",),
    "stream": ("stream-trigger",),
    "ignition": (),
    "quick-effect": (),
    "trigger": (),
    "continuous": (),
}
"""Formulas, jumpers, skills and streams are used as what the card is; the rest any may have."""

STATED: Final = ("as stated",)
READINGS: Final = (
    Reading("G-01", "Which transitions of the phase chart are ordinary.", STATED),
    Reading("G-02", "What is above Speed 2.", ("above 2", "at least 2")),
    Reading("G-03", "What a Permutation Summon is.", STATED),
    Reading("G-04", "Zones and beginnings that are not defined.", STATED),
    Reading("G-05", "Exits of Dread, and what Break takes along.", STATED),
    Reading("G-06", "A Jumper Equip whose Entity goes to the hand.", STATED),
    Reading("G-07", "One Supporter a turn: Formula and Jumper.", ("together", "each")),
    Reading("G-08", "What may answer an Assist Summon.", STATED),
    Reading("G-09", "What acts in real time.", STATED),
    Reading("G-10", "Whether a free summon spends the right of the turn.", ("free", "spends")),
    Reading("G-11", "Where a row's name and its bounds differ.", ("bounds", "labels")),
    Reading("G-12", "Levels, ranks and Link Ratings that no row covers.", STATED),
    *WORDING_READINGS,
    Reading("G-15", "Halving.", STATED),
    Reading("G-16", "Whom a bipolar Entity may meet.", ("every other", "opposing only")),
    Reading("G-17", "What is inherited.", ("as listed", "positions by hand too")),
    Reading("G-18", "Face-down cards off the field.", STATED),
    Reading("G-99", "Speeds of the normal cards.", STATED),
    Reading("G-100", "What Fields, Stadiums, Straps and Dread leave open.", STATED),
)


def speeds() -> tuple[SpeedRow, ...]:
    """The speeds of cards by type and icon, the fastest first (TRI-55, TRI-57, TRI-76)."""
    rows: list[SpeedRow] = []
    for family, table in TABLES.items():
        types = TYPES if family == "formula" else ("jumper",)
        for icon in table:
            for kind in types:
                base = BASE_SPEEDS[kind]
                speed = icon.speed or max(base + icon.faster, icon.at_least)
                if speed > base:
                    kinds = tuple(dict.fromkeys((family, kind, icon.name)))
                    rows.append(SpeedRow(activations.CARDS, kinds, speed, icon.rules))
    rows.sort(key=lambda row: -row.speed)
    plain = [
        SpeedRow(activations.CARDS, (kind,), speed, ("G-99",))
        for kind, speed in BASE_SPEEDS.items()
    ]
    return (*rows, *plain)


def could_respond(world: World, seat: int, game: Game) -> bool:
    """On public facts, whether a seat may hold an answer; whoever cannot is not asked.

    Any Set card may be a trap or a quick Formula; in the own turn so may a card of the hand.
    """
    player = Seat(seat)
    places = (*(zone(player, "s", i) for i in range(1, 6)), zone(player, "field"))
    for name in (*places, zone(player, "stadium")):
        if any(not piece.face_up for piece in world.zones.get(name, ())):
            return True
    if world.turn_seat == seat and world.zones.get(zone(player, "hand")):
        return True
    return bool(game.quick_open) and _has_quick(world, player, game)


def _has_quick(world: World, seat: Seat, game: Game) -> bool:
    """Whether a card with a quick effect lies open on the player's field."""
    for kind in ("m", "s"):
        for name in row_zones(world, game, seat, kind):
            for piece in world.zones.get(name, ()):
                if piece.face_up and piece.key is not None:
                    effects = game.rules.card(piece.key).effects
                    if any(effect in game.quick_open for effect in effects):
                        return True
    return False


# Decks and positions

_APART: Final = ("extra", "skill", "stream-trigger")
"""What is no card of the deck."""


def deck_faults(rules: Ruleset, main: Iterable[str], extra: Iterable[str]) -> list[Fault]:
    """What is wrong with a deck: its size, and cards in the wrong part of it."""
    cards = rules.cards
    main, extra = tuple(main), tuple(extra)
    found = unknown_cards(rules, main, extra, "G-17.deck")
    if not 40 <= len(main) <= 60:
        found.append(Fault(f"expected 40 to 60 cards in the deck, got {len(main)}", "G-17.deck"))
    found += [
        Fault(f"{code} does not belong to the deck", "G-17.deck")
        for code in dict.fromkeys(main)
        if code in cards and not set(_APART).isdisjoint(cards[code].kinds)
    ]
    found += [
        Fault(f"{code} does not belong to the Extra Deck", "G-17.deck")
        for code in dict.fromkeys(extra)
        if code in cards and "extra" not in cards[code].kinds
    ]
    return found


def position_faults(duel: Duel, _: Game) -> list[Fault]:
    """What no duel of Trigamon can reach, by the statement that it would break."""
    return [
        *(fault for name, piece in duel.pieces() for fault in _piece_faults(name, piece)),
        *_zone_faults(duel),
    ]


def _zone_faults(duel: Duel) -> Iterator[Fault]:
    stadiums = []
    for name, pieces in duel.zones.items():
        active = sum(piece.face_up for piece in pieces)
        if zone_kind(name) == "field" and active > 1:
            yield Fault(f"{name}: expected at most one active Field card, got {active}", "TRI-68")
        if zone_kind(name) == "stadium":
            stadiums += [name] * active
    if len(stadiums) > 1 and not duel.chain:
        yield Fault(f"{' and '.join(stadiums)}: at most one Stadium is active", "TRI-71")


PLACES: Final = (
    Place(("m",), "an Entity", "TRI-16", only=("entity",)),
    Place(("s",), "no Entity", "TRI-16", never=("entity",)),
    Place(("field",), "a Field card", "TRI-67", only=("field",)),
    Place(("stadium",), "a Stadium card", "TRI-70", only=("stadium",)),
    Place(("streams", "items"), "a Stream Trigger", "TRI-160", only=("stream-trigger",)),
    Place(("skill",), "a skill", "TRI-163", only=("skill",)),
    Place(("bench",), "an Entity", "TRI-109", only=("entity",)),
    Place(("activator",), "a Jumper", "TRI-78", only=("jumper",)),
    Place(("attached",), "a Jumper", "TRI-83", only=("jumper",)),
    Place(("extra",), "a card of the Extra Deck", "G-17.deck", only=("extra",)),
    Place(("hand", "pile"), "a card of the deck", "G-17.deck", never=("extra",), instead="extra"),
    Place(("hand", "pile"), "a card of the deck", "G-17.deck", never=("skill", "stream-trigger")),
)


def _piece_faults(name: str, piece: Piece) -> Iterator[Fault]:
    kind = zone_kind(name)
    if kind == "m" and not piece.face_up and piece.upright:
        yield Fault(f"{name}: expected a Set Entity sideways, got it upright", "TRI-16")
    if kind == "m" and piece.marks.get("position") == "core" and not piece.upright:
        yield Fault(
            f"{name}: expected an Entity in Core Position upright, got it sideways", "TRI-101"
        )


# The ruleset


def _moves(
    exit_procedures: Mapping[str, Test], rules: Ruleset, readings: Mapping[str, str]
) -> tuple[MoveKind, ...]:
    found: list[MoveKind] = [
        *summons(),
        field.set_card(),
        field.set_in_field_zone("field", "TRI-67"),
        field.set_in_field_zone("stadium", "TRI-70"),
        field.set_stream(),
        *activations.activations(rules),
        field.turn_up(),
        field.return_set(),
        field.change_position(readings),
        field.attack(rules),
    ]
    granted = [replace(way, moment=(*way.moment, granted_in_break(way.name))) for way in found]
    return (*granted, field.advance(exit_procedures))


def _responses(rules: Ruleset, readings: Mapping[str, str]) -> tuple[MoveKind, ...]:
    del readings
    return activations.responses(rules)


def practice_deck() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Every card of our own once, some twice: forty and a few more."""
    cards = packaged_cards("trigamon").card
    main = [c.code for c in cards if all(kind not in c.kinds for kind in _APART)]
    return tuple(main), tuple(c.code for c in cards if "extra" in c.kinds)


def build(exit_procedures: Mapping[str, Test] | None = None) -> Ruleset:
    """The ruleset; `exit_procedures` are ways out of Dread by name (TRI-43): the document names
    none.
    """
    exits = dict(exit_procedures or {})
    own = packaged_cards("trigamon")
    return Ruleset(
        name="trigamon",
        title="Trigamon PCG",
        prefix="TRI",
        life=8000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=(
                "pile",
                "hand",
                "grave",
                "banished",
                "extra",
                "field",
                "stadium",
                "activator",
                "attached",
                "bench",
                "skill",
                "items",
                "streams",
                "outside",
                "play",
            ),
            field=("m", "s", "field", "stadium"),
            places=PLACES,
        ),
        cards={card.code: card for card in own.card},
        effects={effect.name: effect for effect in own.effect},
        phases=PHASES,
        battle=BATTLE,
        chain=lambda readings: replace(chain_policy(readings), rules=("G-17.chain",)),
        readings=READINGS,
        moves=lambda rules, readings: _moves(exits, rules, readings),
        responses=_responses,
        blocks=BLOCKS,
        could_respond=could_respond,
        decks=Decks(
            faults=deck_faults,
            practice=practice_deck(),
        ),
        position_faults=position_faults,
        printing=Printing(
            traits=TRAITS,
            types=CARD_TYPES,
            uses=USES,
            kinds=KINDS,
        ),
        in_play=InPlay(
            used_in=USED_IN,
            speeds=speeds(),
            values=("attack", "defense"),
            statuses=STATUSES,
            reactions=(Reaction("attached", "host-left"), Reaction("attached-down", "host-down")),
            flip_summons={
                "attack": ("TRI-105", "TRI-106"),
                "effect": ("TRI-105",),
            },
            hybrids={"assist-summon": ("summon", "special-summon")},
        ),
        core_readings=CoreReadings(
            window="G-17",
        ),
        citations=CoreCitations(
            deck=("G-17.deck",),
            life=("G-17.life",),
            over=("G-17.over",),
            all_lost=("G-17.all-lost",),
            face=("TRI-112",),
            overdraw=("G-17.deck-out",),
        ),
        words=WORDS,
    )
