"""What is legal in Resummoned (default readings), written from RES-501 to RES-710.

It knows the cards of `PRINTED`; a duel with other cards is none of its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from duelmat_engine.actions import Action, Activate, Attack, Choose, Name, Pass, Play, Turn
from duelmat_engine.names import ZoneName, key_code
from duelmat_engine.state import Duel, Piece
from engine.second.looking import (
    LETTERS,
    answers,
    asked,
    bound,
    discards,
    is_used,
    triggers,
)

FARTHEST = 30
"""Columns are written down so far to both sides of the centre."""
BREAK_COST = 500


class Card(NamedTuple):
    """A card as printed and paired."""

    type: str
    attack: int = 0
    tributes: int = 0
    is_legend: bool = False
    is_quick: bool = False
    flip: str = ""
    ignition: str = ""


PRINTED = {
    "CelticGuardian": Card("monster", 1400),
    "BattleOx": Card("monster", 1700),
    "GeminiElf": Card("monster", 1900),
    "MysticalElf": Card("monster", 800),
    "SummonedSkull": Card("monster", 2500, tributes=1),
    "BlueEyes": Card("monster", 3000, tributes=2, is_legend=True),
    "Jinzo": Card("monster", 2400, tributes=1, is_legend=True),
    "ManEaterBug": Card("monster", 450, flip="flip-freely"),
    "Breaker": Card("monster", 1600, ignition="breaker-break"),
    "CannonSoldier": Card("monster", 1400, ignition="cannon-shot"),
    "Hinotama": Card("spell"),
    "PotOfGreed": Card("spell", is_legend=True),
    "SpaceTyphoon": Card("spell", is_quick=True),
    "TrapHole": Card("trap", flip="flip-after-summon"),
    "MirrorForce": Card("trap", flip="flip-when-attacked"),
    "JustDesserts": Card("trap", flip="flip-freely"),
}


QUICK_MOVES = {
    "quick-play": "spell",
    "quick-summon": "monster",
    "quick-set-monster": "monster",
    "quick-set": "trap",
}
"""The ways to play a Quick-Play card, and the type that each is for."""
TO_MONSTER_ZONES = ("summon", "set-monster", "quick-summon", "quick-set-monster")
"""The ways to play a monster."""


def printed(piece: Piece) -> Card:
    assert piece.key is not None
    return PRINTED[key_code(piece.key)]


def row(duel: Duel, seat: int, kind: str) -> list[tuple[ZoneName, Piece]]:
    """The cards of a row without end, from left to right (RES-505.2)."""
    start = f"{LETTERS[seat]}.{kind}"
    names = [
        n
        for n, p in duel.zones.items()
        if p and n.startswith(start) and n[3:].strip("-").isdigit()
    ]
    return [(name, duel.zones[name][0]) for name in sorted(names, key=lambda n: int(n[3:]))]


def hand(duel: Duel, seat: int) -> list[Piece]:
    return list(duel.zones.get(ZoneName(f"{LETTERS[seat]}.hand"), ()))


def _everybody(duel: Duel, kind: str) -> list[tuple[ZoneName, Piece]]:
    return [found for seat in range(len(duel.players)) for found in row(duel, seat, kind)]


def _rivals(duel: Duel) -> list[int]:
    """RES-200.3: everybody else who is still in the duel."""
    return [s for s, p in enumerate(duel.players) if s != asked(duel) and not p.lost]


def _is_own_main(duel: Duel) -> bool:
    return duel.turn_seat == asked(duel) and duel.phase in ("main1", "main2")


# Playing from the hand


def _may_play(duel: Duel, move: str, piece: Piece) -> bool:
    """RES-401.2, RES-402.1, RES-504.3, RES-602.2, RES-606.2."""
    card = printed(piece)
    if move.startswith("quick"):
        return card.is_quick and card.type == QUICK_MOVES[move]
    if not _is_own_main(duel):
        return False
    legend = card.is_legend and is_used(duel, "legend")
    match move:
        case "summon":
            return card.type == "monster" and not is_used(duel, "monster") and not legend
        case "set-monster":
            return card.type == "monster" and not is_used(duel, "monster")
        case "activate-spell":
            return card.type == "spell" and not is_used(duel, "spell") and not legend
    return card.type == "trap" and not is_used(duel, "trap")


def _may_lie(move: str, *, upright: bool, face_up: bool) -> bool:
    """RES-407.1, RES-504.3: face and position by the way of playing."""
    if move in TO_MONSTER_ZONES:
        return face_up == (move in ("summon", "quick-summon"))
    return upright and face_up == (move in ("activate-spell", "quick-play"))


def _may_reach(duel: Duel, to: str, using: tuple[str, ...]) -> bool:
    """RES-505.5: the centre of an empty field, else in or next to a column in use; and free."""
    used = {
        int(name[3:]) for kind in "ms" for name, _ in _everybody(duel, kind) if name not in using
    }
    free = not duel.zones.get(ZoneName(to)) or to in using
    column = int(to[3:])
    near = any(abs(column - other) <= 1 for other in used) if used else column == 0
    return free and near


def _plays(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    own = [name for name, _ in row(duel, seat, "m")]
    moves = ("summon", "set-monster", "activate-spell", "set-trap")
    for move in (*moves, *QUICK_MOVES):
        kind = "m" if move in TO_MONSTER_ZONES else "s"
        for piece in hand(duel, seat):
            if not _may_play(duel, move, piece):
                continue
            for using in combinations(own, printed(piece).tributes):  # RES-702.1, RES-305.5
                for column in range(-FARTHEST, FARTHEST + 1):
                    to = ZoneName(f"{LETTERS[seat]}.{kind}{column}")
                    if not _may_reach(duel, to, using):
                        continue
                    for upright in (True, False):
                        for face_up in (True, False):
                            if _may_lie(move, upright=upright, face_up=face_up):
                                yield Play(move, str(piece.key), to, upright, face_up, using)


# Acts on the field


def _may_ignite(duel: Duel, piece: Piece, effect: str) -> bool:
    """RES-602.3, RES-707.1, RES-709.3."""
    if not piece.face_up:
        return False
    if effect == "breaker-break":
        can_pay = duel.players[asked(duel)].life >= BREAK_COST
        return can_pay and bool(_everybody(duel, "s")) and not is_used(duel, effect)
    return bool(row(duel, asked(duel), "m"))


def _may_flip(duel: Duel, piece: Piece, effect: str) -> bool:
    """RES-602.4, RES-703.1."""
    window = duel.window.to if duel.window is not None else ()
    if piece.face_up:
        return False
    match effect:
        case "flip-freely":
            return True
        case "flip-after-summon":
            return "summon" in window
        case "flip-when-attacked":
            return "attack" in window and duel.turn_seat != asked(duel)
    return False


def _effects(duel: Duel) -> Iterator[Action]:
    for kind in "ms":
        for place, piece in row(duel, asked(duel), kind):
            card = printed(piece)
            if card.ignition and _may_ignite(duel, piece, card.ignition):
                yield Activate(card.ignition, place)
            if card.flip and _may_flip(duel, piece, card.flip):
                yield Activate(card.flip, place, piece.key)


def _turns(duel: Duel) -> Iterator[Action]:
    """RES-407.2, RES-606.3."""
    for place, piece in row(duel, asked(duel), "m"):
        if _is_own_main(duel) and max(piece.turned, piece.arrived) < duel.turn:
            yield Turn(place, not piece.upright, piece.face_up)


def _aims(duel: Duel) -> Iterator[str]:
    """RES-607.2b, RES-607.2c: any opposing monster, or a player who has none."""
    for seat in _rivals(duel):
        yield from (name for name, _ in row(duel, seat, "m"))
    for seat in _rivals(duel):
        if not row(duel, seat, "m"):
            yield f"{LETTERS[seat]}.pile"


def _attacks(duel: Duel) -> Iterator[Action]:
    if duel.phase != "battle" or duel.turn_seat != asked(duel):
        return
    if any(frame.block == "battle" for frame in duel.frames):  # RES-607.3e
        return
    alone = len(_rivals(duel)) == 1
    for place, piece in row(duel, asked(duel), "m"):
        if piece.upright and max(piece.attacked, piece.arrived) < duel.turn:
            for aim in _aims(duel):
                is_direct = aim.endswith("pile")
                yield Attack(place, None if is_direct and alone else aim)


# Answers


def _choices(duel: Duel) -> Iterator[Action]:
    own = {p.oid for p in bound(duel, "self")}
    name = duel.frames[-1].block.partition("/")[0]
    there: list[ZoneName] = []
    match name:
        case "typhoon-blow" | "breaker-break":
            there = [n for n, p in _everybody(duel, "s") if p.oid not in own]
        case "man-eater-bite":
            there = [n for n, _ in _everybody(duel, "m")]
        case "trap-hole-fall":
            there = [
                n for n, p in _everybody(duel, "m") if p.face_up and printed(p).attack >= 1000
            ]
        case "cannon-shot":
            there = [n for n, _ in row(duel, asked(duel), "m")]
        case "discard-down":  # RES-603.9: in the order in which they lie
            surplus = duel.frames[-1].bound["surplus"]
            assert isinstance(surplus, int)
            yield from discards(hand(duel, asked(duel)), bound(duel, "discarded"), surplus)
        case "order":  # RES-500.4a: which of them comes next
            yield from (Choose(str(p.key)) for p in bound(duel, "among"))
    yield from map(Choose, there)


def _passing(_duel: Duel) -> Iterator[Action]:
    yield Pass()


def _victims(duel: Duel) -> Iterator[Action]:
    """RES-607.2f."""
    return map(Name, _aims(duel))


def legal(duel: Duel) -> Iterator[Action]:
    """Every answer to the decision at hand."""
    return answers(
        duel,
        {
            "open": (_plays, _effects, _turns, _attacks, _passing),
            "trigger": (triggers,),  # RES-701.2a
            "choose": (_choices,),
            "name": (_victims, _passing),
        },
    )
