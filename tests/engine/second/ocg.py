"""What is legal in Early OCG (default readings), written from OCG-01 to OCG-50 and reading G-29.

It knows the cards of `PRINTED`; a duel with other cards is none of its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from duelmat_engine.actions import Action, Activate, Advance, Attack, Choose, Pass, Play, Turn
from duelmat_engine.names import ZoneName, key_code
from duelmat_engine.state import Duel, Piece
from engine.second.looking import (
    COLUMNS,
    LETTERS,
    LYING,
    answers,
    asked,
    bound,
    discards,
    field,
    is_own_open,
    rows,
    zones,
)

EXITS = {"main1": ("battle", "end-phase"), "battle": ("main2",), "main2": ("end-phase",)}
TOON_ATTACK = 500
TOON_WORLD = 1000
SEVEN_TOOLS = 1000
HAND_LIMIT = 6


class Card(NamedTuple):
    """A card as printed."""

    kind: str
    level: int = 0
    attack: int = 0
    family: str = ""
    effect: str = ""

    @property
    def is_monster(self) -> bool:
        return self.kind == "monster"

    @property
    def is_trap(self) -> bool:
        return self.kind in ("trap", "counter")

    @property
    def speed(self) -> int:
        """OCG-44, OCG-45, OCG-47, G-29."""
        return {"magic": 1, "quick": 2, "trap": 2, "counter": 3}[self.kind]

    @property
    def tributes(self) -> int:
        """G-29: none up to level 4, one for 5 and 6, two from 7 on; a Toon takes none (G-27)."""
        if self.family == "toon":
            return 0
        return 0 if self.level < 5 else 1 if self.level < 7 else 2


PRINTED = {
    "Elf": Card("monster", 4, 1900),
    "Warrior": Card("monster", 4, 1700),
    "HolyElf": Card("monster", 4, 800),
    "CurseOfDragon": Card("monster", 5, 2000),
    "BlueEyes": Card("monster", 8, 3000),
    "AsuraPriest": Card("monster", 4, 1700, "spirit"),
    "ToonAlligator": Card("monster", 4, 800, "toon"),
    "ToonDragon": Card("monster", 8, 3000, "toon"),
    "ToonWorld": Card("magic", family="toon-world", effect="toon-world"),
    "DarkHole": Card("magic", effect="dark-hole"),
    "Typhoon": Card("quick", effect="typhoon"),
    "DropHole": Card("trap", effect="drop-hole"),
    "MirrorForce": Card("trap", effect="mirror-force"),
    "MagicJammer": Card("counter", effect="magic-jammer"),
    "SevenTools": Card("counter", effect="seven-tools"),
}
EFFECTS = tuple(card.effect for card in PRINTED.values() if card.effect)


def printed(piece: Piece) -> Card:
    assert piece.key is not None
    return PRINTED[key_code(piece.key)]


def _is_main(duel: Duel) -> bool:
    return is_own_open(duel) and duel.phase in ("main1", "main2")


def _has_toon_world(duel: Duel, seat: int) -> bool:
    return any(p.face_up and printed(p).family == "toon-world" for _, p in zones(duel, seat, "s"))


def _slots(duel: Duel, seat: int) -> int:
    """Slots left: a card in use takes one too (OCG-36)."""
    return len(COLUMNS) - sum(1 for _ in zones(duel, seat, "s", "play"))


# Open play


def _may_bring(duel: Duel, move: str, place: str, piece: Piece) -> bool:
    seat = asked(duel)
    card = printed(piece)
    if not _is_main(duel) or place != f"{LETTERS[seat]}.hand":
        return False
    has_right = not duel.turn_counters.get(f"{LETTERS[seat]}.summon-right")
    world = _has_toon_world(duel, seat)
    match move:
        case "normal-summon":  # OCG-04: a Toon comes by a Special Summon
            return card.is_monster and has_right and card.family != "toon"
        case "set-monster":  # OCG-03, G-27
            return card.is_monster and has_right and (card.family != "toon" or world)
        case "toon-summon":  # OCG-01, OCG-03
            return card.family == "toon" and world
        case "set-card":  # OCG-34, OCG-35, OCG-36
            return not card.is_monster and _slots(duel, seat) > 0
    return False


def _may_use(move: str, piece: Piece, using: tuple[str, ...]) -> bool:
    wanted = printed(piece).tributes if move in ("normal-summon", "set-monster") else 0
    return len(using) == wanted and all(name[2] == "m" for name in using)


def _may_lie(move: str, *, upright: bool, face_up: bool) -> bool:
    match move:
        case "normal-summon":
            return upright and face_up
        case "set-monster":
            return not upright and not face_up
        case "set-card":
            return upright and not face_up
    return face_up


def _is_room(duel: Duel, to: str, row: str, using: tuple[str, ...]) -> bool:
    own = to[0] == LETTERS[asked(duel)] and to[2] == row
    return own and (not duel.zones.get(ZoneName(to)) or to in using)


def _plays(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    given = [name for name, _ in zones(duel, seat, "m", "s")]
    everywhere = rows("m", "s")
    for move in ("normal-summon", "set-monster", "toon-summon", "set-card"):
        row = "s" if move == "set-card" else "m"
        for place, piece in zones(duel, seat, "hand", "grave", "m", "s"):
            if not _may_bring(duel, move, place, piece):
                continue
            for using in chain.from_iterable(combinations(given, n) for n in range(4)):
                if not _may_use(move, piece, using):
                    continue
                for to in everywhere:
                    if not _is_room(duel, to, row, using):
                        continue
                    for upright, face_up in LYING:
                        if _may_lie(move, upright=upright, face_up=face_up):
                            yield Play(move, str(piece.key), to, upright, face_up, using)


def _prey(duel: Duel, piece: Piece) -> list[str]:
    """What Typhoon may destroy: another card of the magic/trap rows."""
    return [name for name, p in field(duel, "s") if p.oid != piece.oid]


def _in_window(duel: Duel, seat: int) -> list[Piece]:
    """The monsters of a player to which that happened which may be answered now."""
    assert duel.window is not None
    come = {p.oid for p in duel.window.pieces}
    return [p for _, p in zones(duel, seat, "m") if p.oid in come]


def _can_do(duel: Duel, effect: str, piece: Piece) -> bool:
    """By the card's own text, it could be carried out now."""
    seat = asked(duel)
    life = duel.players[seat].life
    window = duel.window.to if duel.window is not None else ()
    last = duel.chain[-1] if duel.chain else None
    match effect:
        case "dark-hole":
            return any(field(duel, "m"))
        case "toon-world":
            return life >= TOON_WORLD  # G-21: all of it may be paid
        case "typhoon":
            return bool(_prey(duel, piece))
        case "drop-hole":
            come = duel.window.pieces if duel.window is not None else ()
            strong = any(printed(p).attack >= 1000 for p in come)
            return "summon" in window and strong and not _in_window(duel, seat)
        case "mirror-force":
            return "attack" in window and bool(_in_window(duel, 1 - seat))
        case "magic-jammer":
            spell = last is not None and printed(last.source).kind in ("magic", "quick")
            return spell and any(zones(duel, seat, "hand"))
        case "seven-tools":
            trap = last is not None and printed(last.source).is_trap
            return trap and life >= SEVEN_TOOLS
    return False


def _may_activate(duel: Duel, effect: str, place: str, piece: Piece) -> bool:
    assert duel.decision is not None
    seat = asked(duel)
    card = printed(piece)
    if card.effect != effect or not _can_do(duel, effect, piece):
        return False
    own_turn = duel.turn_seat == seat
    in_hand = place[2:] == "hand"
    is_set = place[2] == "s" and not piece.face_up
    waited = piece.arrived < duel.turn
    if card.is_trap:  # OCG-33, OCG-37, OCG-38
        if not is_set or not waited:
            return False
    elif in_hand:
        if not own_turn or _slots(duel, seat) < 1:
            return False
    elif not is_set or (card.kind == "quick" and not waited):
        return False
    if duel.decision.kind == "open":
        return is_own_open(duel) and (_is_main(duel) or card.speed > 1)
    before = printed(duel.chain[-1].source).speed if duel.chain else 0
    return card.speed >= max(2, before)  # OCG-42, OCG-49


def _activations(duel: Duel) -> Iterator[Action]:
    for effect in EFFECTS:
        for place, piece in zones(duel, asked(duel), "hand", "m", "s", "grave"):
            if _may_activate(duel, effect, place, piece):
                if place[2:] == "hand":
                    yield Activate(effect, str(piece.key))
                else:
                    yield Activate(effect, place, piece.key)


def _turns(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    for place, piece in zones(duel, seat, "m"):
        rested = all(then < duel.turn for then in (piece.arrived, piece.attacked, piece.turned))
        if not _is_main(duel) or not rested:  # G-29
            continue
        flips = not piece.face_up
        if flips and printed(piece).family == "toon" and not _has_toon_world(duel, seat):
            continue
        for upright in (True, False):
            if flips and upright:
                yield Turn(place, upright, shown=piece.key)
            if not flips and upright != piece.upright:
                yield Turn(place, upright)


def _aims(duel: Duel, piece: Piece) -> list[ZoneName | None]:
    """OCG-09, OCG-10, OCG-30, OCG-31, G-28: what the monster may attack; None is the player."""
    there = list(zones(duel, 1 - asked(duel), "m"))
    rivals = any(p.face_up and printed(p).family == "toon" for _, p in there)
    aims: list[ZoneName | None] = [name for name, _ in there]
    passes_by = printed(piece).family == "toon" and not rivals
    return [*aims, None] if passes_by or not there else aims


def _attacks(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    if duel.phase != "battle" or duel.turn == 1:
        return
    for place, piece in zones(duel, seat, "m"):
        if not piece.face_up or not piece.upright or piece.attacked == duel.turn:
            continue  # OCG-18, OCG-19
        if printed(piece).family == "toon" and (
            piece.marks.get("summoned") == duel.turn or duel.players[seat].life < TOON_ATTACK
        ):
            continue  # OCG-05, OCG-08
        for target in _aims(duel, piece):
            yield Attack(place, target)


def _phases(duel: Duel) -> Iterator[Action]:
    for phase in EXITS[duel.phase]:
        if phase != "battle" or duel.turn > 1:
            yield Advance(phase)


# Answers


def _choices(duel: Duel) -> Iterator[Action]:
    frame = duel.frames[-1]
    hand = [piece for _, piece in zones(duel, asked(duel), "hand")]
    match frame.block:
        case "typhoon/announce":
            self = frame.bound["self"]
            assert isinstance(self, tuple)
            assert isinstance(self[0], Piece)
            yield from map(Choose, _prey(duel, self[0]))
        case "magic-jammer/announce":
            yield from (Choose(str(piece.key)) for piece in hand)
        case "end-phase":  # one after another, in the order in which they lie
            yield from discards(hand, bound(duel, "discarded"), len(hand) - HAND_LIMIT)
        case block if block.startswith("toon-world-left"):  # OCG-06, in the order they lie in
            shown = bound(duel, "own-toons")
            hidden = [at for at in zones(duel, asked(duel), "m") if not at[1].face_up]
            toons = [at for at in hidden if printed(at[1]).family == "toon"]
            yield from (Choose(place) for place, p in toons[len(shown) :][:1])


def _replays(duel: Duel) -> Iterator[Action]:
    """G-29: an attack is aimed anew when its possible targets have changed, or given up."""
    bound = duel.frames[-1].bound["self"]
    assert isinstance(bound, tuple)
    for place, piece in zones(duel, asked(duel), "m"):
        if isinstance(bound[0], Piece) and piece.oid == bound[0].oid:
            yield from (Attack(place, target) for target in _aims(duel, piece))
    yield Pass()


def legal(duel: Duel) -> Iterator[Action]:
    """Every answer to the decision at hand."""
    return answers(
        duel,
        {
            "open": (_plays, _activations, _turns, _attacks, _phases),
            "window": (_activations,),
            "choose": (_choices,),
            "aim": (_replays,),
        },
    )
