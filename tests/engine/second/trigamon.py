"""What is legal in Trigamon (default readings), written from TRI-01 to TRI-147 and reading G-17.

It knows the cards of `PRINTED`, the Stream Triggers and the skills of `SKILLS`; a duel with
others is none of its business.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from duelmat_engine.actions import Action, Activate, Advance, Attack, Choose, Name, Play
from duelmat_engine.names import ZoneName, key_code
from duelmat_engine.state import Duel, Piece
from engine.second.looking import (
    COLUMNS,
    LETTERS,
    LYING,
    answers,
    asked,
    is_own_open,
    is_used,
    rows,
    zones,
)

MAINS = ("main1", "main2", "main3")
EXITS = {
    "start": ("standby", "dread"),
    "standby": ("main1",),
    "main1": ("battle", "clean-up"),
    "battle": ("main2",),
    "main2": ("clean-up",),
    "clean-up": ("end-phase",),
    "end-phase": ("end",),
    "dread": ("end",),
}
"""TRI-03, TRI-09, TRI-41, G-01: what a player may go on to without an effect."""
FIELD_PHASES = ("start", *MAINS, "clean-up")
"""TRI-05, TRI-14, TRI-27: phases for cards on the field, whatever their Speed."""


class Card(NamedTuple):
    """A card as printed."""

    kind: str
    """"entity", "spell", "trainer", "trap" or "jumper"."""
    icon: str = ""
    level: float | None = None
    rank: float | None = None
    link: int | None = None
    worth: int = 1
    materials: int = 0
    may_be_normal: bool = True
    effect: str = ""

    @property
    def is_formula(self) -> bool:
        return self.kind in ("spell", "trainer", "trap")

    @property
    def speed(self) -> int:
        """TRI-55, TRI-57, TRI-76, G-99."""
        base = 2 if self.kind == "trap" else 1
        return {"quick-play": 2, "counter": base + 1, "pulse": 4}.get(self.icon, base)

    @property
    def normal_tributes(self) -> int | None:
        """TRI-121 to TRI-129; None: not defined (TRI-147)."""
        level = self.level
        if level is None or level > 32:
            return None
        if level < 4.8:
            return 0
        if level <= 6.75:
            return 1
        if level < 9.82:
            return 2
        if level <= 12.31:
            return 3
        if level < 16.65:
            return 4
        return 5 if level < 25 else 6

    @property
    def assist_tributes(self) -> int | None:
        """TRI-130 to TRI-145."""
        if self.level is not None:
            bounds = (5.5, 9.5, 13.5, 20.5, 38.5, 63.5, 209.5)
            return next((n for n, top in enumerate(bounds) if self.level <= top), None)
        if self.rank is not None:
            bounds = (2.5, 7.5, 13.5, 20.5, 38.5, 63.5, 209.5)
            return next((n for n, top in enumerate(bounds) if self.rank <= top), None)
        if self.link is None or self.link < 1:
            return None
        tops = (1, 3, 5, 7, 8)
        return next((n + 1 for n, top in enumerate(tops) if self.link <= top), 6)


PRINTED = {
    "SprigSprite": Card("entity", level=0),
    "EmberImp": Card("entity", level=2),
    "HalfMoth": Card("entity", level=4.5),
    "StoneWarden": Card("entity", level=4.8),
    "TwofoldOx": Card("entity", level=3, worth=2),
    "GlassDrake": Card("entity", level=6.75),
    "StormColossus": Card("entity", level=9),
    "RankScholar": Card("entity", rank=2.5),
    "LoopWeaver": Card("entity", link=1),
    "SealedGolem": Card("entity", level=5, may_be_normal=False),
    "PrismWarden": Card("entity", "extra", level=7.5, materials=2, may_be_normal=False),
    "SparkLesson": Card("spell", effect="spark-lesson"),
    "QuickBoost": Card("trainer", "quick-play", effect="quick-boost"),
    "SwiftSnare": Card("trap", "quick-play", effect="swift-snare"),
    "TwinWatch": Card("trap", effect="twin-watch"),
    "NullSeal": Card("trap", "counter", effect="null-seal"),
    "LongRain": Card("spell", "continuous", effect="long-rain-stays"),
    "SunlitMeadow": Card("spell", "field", effect="sunlit-meadow"),
    "GrandArena": Card("trainer", "stadium", effect="grand-arena"),
    "CoachMara": Card("trainer", "supporter", effect="coach-mara"),
    "PulseBeat": Card("trainer", "pulse", effect="pulse-beat"),
    "PocketTorch": Card("jumper", effect="pocket-torch"),
}
SKILLS = {
    "dawn-gain": ("DawnWatch", ("start",)),
    "calm-gain": ("DawnWatch", ("standby",)),
    "second-breath": ("HeadStart", MAINS),
    "last-word": ("HeadStart", ("end-phase",)),
}
"""TRI-07, TRI-11, TRI-21, TRI-32: whose effect it is, and the phases for it."""
EFFECTS = tuple(card.effect for card in PRINTED.values() if card.effect)


def printed(piece: Piece) -> Card:
    assert piece.key is not None
    return PRINTED[key_code(piece.key)]


def _is_core(piece: Piece) -> bool:
    return piece.marks.get("position") == "core"


def _kind(place: str) -> str:
    return place[2:].rstrip("12345")


# Bringing cards out


def _may_bring(duel: Duel, move: str, place: str, piece: Piece) -> bool:
    card = printed(piece)
    if not is_own_open(duel):
        return False
    if move == "return-to-hand":  # TRI-29, TRI-30
        laid = _kind(place) in ("s", "field", "stadium") and not piece.face_up
        return duel.phase == "clean-up" and laid
    if duel.phase not in MAINS:
        return False
    if move == "extra-summon":  # TRI-19, TRI-112
        return _kind(place) == "extra" and card.icon == "extra"
    if _kind(place) != "hand":
        return False
    match move:
        case "normal-summon" | "normal-core-summon" | "normal-set":  # TRI-17, TRI-103, TRI-107
            has_level = card.kind == "entity" and card.normal_tributes is not None
            fits = card.may_be_normal and has_level and (card.level or 0) > 0
            return fits and not is_used(duel, "summon-right")
        case "free-summon" | "free-core-summon" | "free-set":  # TRI-121, G-10
            return card.may_be_normal and card.level is not None and card.level <= 0
        case "assist-summon":  # TRI-18, TRI-107, TRI-108
            barred = card.kind == "entity" and (not card.may_be_normal or card.level is None)
            own = card.icon == "extra"
            return barred and not own and not is_used(duel, "assist-right")
        case "set-card":  # TRI-16
            return card.is_formula and card.icon not in ("field", "stadium")
        case "set-field" | "set-stadium":  # TRI-67, TRI-70
            return card.icon == move.removeprefix("set-")
    return False


def _may_use(duel: Duel, move: str, piece: Piece, using: tuple[ZoneName, ...]) -> bool:
    """Whether these are Tributes enough, with none too many; or the materials."""
    card = printed(piece)
    if move == "extra-summon":
        return len(using) == card.materials
    wanted = 0
    if move == "assist-summon":
        wanted = card.assist_tributes or 0
    elif move.startswith("normal"):
        wanted = card.normal_tributes or 0
    given = [duel.zones[name][0] for name in using]
    worths = [printed(p).worth if p.face_up else 1 for p in given]
    return sum(worths) >= wanted and all(sum(worths) - one < wanted for one in worths)


def _may_lie(move: str, *, upright: bool, face_up: bool) -> bool:
    """TRI-16, TRI-101, TRI-112."""
    if move.endswith("core-summon"):
        return upright and face_up
    if move.endswith("summon"):
        return face_up
    if move in ("normal-set", "free-set"):
        return not upright and not face_up
    return upright and not face_up


def _may_go(duel: Duel, move: str, to: str, using: tuple[ZoneName, ...]) -> bool:
    own = to[0] == LETTERS[asked(duel)]
    match move:
        case "return-to-hand":
            return own and _kind(to) == "hand"
        case "set-field" | "set-stadium":
            return own and _kind(to) == move.removeprefix("set-")
    row = "s" if move == "set-card" else "m"
    return own and _kind(to) == row and (not duel.zones.get(ZoneName(to)) or to in using)


MOVES = (
    *("normal-summon", "normal-core-summon", "normal-set"),
    *("free-summon", "free-core-summon", "free-set"),
    *("assist-summon", "extra-summon", "set-card", "set-field", "set-stadium", "return-to-hand"),
)


def _plays(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    own = [name for name, _ in zones(duel, seat, "m")]
    everywhere = rows("m", "s", others=("hand", "field", "stadium"))
    for move in MOVES:
        for place, piece in zones(duel, seat, "hand", "extra", "m", "s", "field", "stadium"):
            if not _may_bring(duel, move, place, piece):
                continue
            ref = str(piece.key) if _kind(place) in ("hand", "extra") else place
            for using in chain.from_iterable(combinations(own, n) for n in range(6)):
                if not _may_use(duel, move, piece, using):
                    continue
                for to in everywhere:
                    if not _may_go(duel, move, to, using):
                        continue
                    for upright, face_up in LYING:
                        if _may_lie(move, upright=upright, face_up=face_up):
                            yield Play(move, ref, to, upright, face_up, using)


# Activating


def _prey(duel: Duel, effect: str) -> list[ZoneName]:
    """What an effect may be used on."""
    seat = asked(duel)
    own = [(name, p) for name, p in zones(duel, seat, "m") if p.face_up]
    other = [(name, p) for name, p in zones(duel, 1 - seat, "m") if p.face_up]
    both = [*own, *other] if seat == 0 else [*other, *own]
    come = {p.oid for p in duel.window.pieces} if duel.window is not None else set()
    match effect:
        case "quick-boost":
            return [name for name, _ in own]
        case "swift-snare":
            return [name for name, p in other if p.upright and not _is_core(p)]
        case "pulse-beat":  # TRI-101: to which position a Core Entity turns is not defined
            return [name for name, p in both if not _is_core(p)]
        case "twin-watch":
            return [name for name, p in both if p.oid in come]
    return []


def _can_do(duel: Duel, effect: str) -> bool:
    window = set(duel.window.to) if duel.window is not None else set()
    match effect:
        case "null-seal":
            return "summoning" in window
        case "twin-watch":  # TRI-110: it answers Normal and Special Summons, so an Assist too
            answered = {"summon", "special-summon", "assist-summon"} & window
            return bool(answered) and bool(_prey(duel, effect))
        case "quick-boost" | "swift-snare" | "pulse-beat":
            return bool(_prey(duel, effect))
        case "spark-lesson":  # G-17.text
            return any(zones(duel, asked(duel), "pile"))
        case "pocket-torch":
            return not is_used(duel, "pocket-torch")
    return True


def _is_offered(duel: Duel, card: Card, place: str) -> bool:
    """TRI-05, TRI-06, TRI-10, TRI-14, TRI-15, TRI-24, TRI-27, TRI-28, TRI-31, TRI-36."""
    if card.speed > 2:
        return True
    if _kind(place) == "hand":
        return duel.phase in MAINS and duel.turn_seat == asked(duel)
    return duel.phase in FIELD_PHASES


def _may_activate(duel: Duel, effect: str, place: str, piece: Piece) -> bool:
    assert duel.decision is not None
    seat = asked(duel)
    card = printed(piece)
    if card.effect != effect or piece.face_up or not _can_do(duel, effect):
        return False
    in_hand = _kind(place) == "hand"
    if not in_hand and (card.kind == "jumper" or _kind(place) not in ("s", "field", "stadium")):
        return False
    if card.kind == "trap":  # TRI-56
        later_phase = piece.marks.get("phase", duel.phase) != duel.phase
        waited = piece.arrived < duel.turn or (card.icon == "quick-play" and later_phase)
        if in_hand or not waited:
            return False
    needs_slot = in_hand and card.is_formula and card.icon not in ("field", "stadium")
    if needs_slot and sum(1 for _ in zones(duel, seat, "s")) >= len(COLUMNS):
        return False
    if card.icon == "supporter" and is_used(duel, "supporter"):  # TRI-75
        return False
    if not _is_offered(duel, card, place):
        return False
    if duel.decision.kind == "open":
        return is_own_open(duel)
    last = duel.chain[-1].speed if duel.chain else 0
    if in_hand and duel.turn_seat != seat:
        return False
    return card.speed >= max(2, last)


def _activations(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    for effect in EFFECTS:
        for place, piece in zones(duel, seat, "hand", "m", "s", "field", "stadium", "grave"):
            if _may_activate(duel, effect, place, piece):
                in_row = _kind(place) == "s" or _kind(place) in ("field", "stadium")
                shown = piece.key if _kind(place) == "s" else None
                yield Activate(effect, place if in_row else str(piece.key), shown)
    if is_own_open(duel) and duel.phase in FIELD_PHASES and not is_used(duel, "long-rain-gain"):
        for place, piece in zones(duel, seat, "s"):  # TRI-60
            if piece.face_up and printed(piece).icon == "continuous":
                yield Activate("long-rain-gain", place)


def _streams(duel: Duel) -> Iterator[Action]:
    """TRI-20, TRI-160, TRI-161: set in a Main Phase, toggled once a turn."""
    seat = asked(duel)
    to = ZoneName(f"{LETTERS[seat]}.streams")
    if duel.phase in MAINS:
        for _, item in zones(duel, seat, "items"):
            yield Play("set-stream", str(item.key), to)
    if duel.phase in FIELD_PHASES and not is_used(duel, "toggle-stream"):
        for _, item in zones(duel, seat, "streams"):
            yield Activate("toggle-stream", str(item.key))


def _skills(duel: Duel) -> Iterator[Action]:
    """Each once a turn, in its phase."""
    for effect, (skill, phases) in SKILLS.items():
        for _, item in zones(duel, asked(duel), "skill"):
            named = key_code(str(item.key)) == skill
            if named and duel.phase in phases and not is_used(duel, effect):
                yield Activate(effect, str(item.key))


# Attacking, and going on


def _has_fought(duel: Duel, piece: Piece) -> bool:
    """TRI-23, G-17: once in each Battle Phase."""
    if piece.attacked < duel.turn:
        return False
    return (duel.phase, piece.marks.get("phase")) not in (
        ("battle", "battle2"),
        ("battle2", "battle"),
    )


def _attacks(duel: Duel) -> Iterator[Action]:
    """TRI-25, G-17; what Core Position may do, and suffer, in a battle is not defined."""
    if duel.phase not in ("battle", "battle2"):
        return
    there = list(zones(duel, 1 - asked(duel), "m"))
    for place, piece in zones(duel, asked(duel), "m"):
        able = piece.face_up and piece.upright and not _has_fought(duel, piece)
        if not able or _is_core(piece) or piece.marks.get("sleep"):
            continue
        for name, other in there:
            if not _is_core(other):
                yield Attack(place, name)
        if not there:
            yield Attack(place)


def _phases(duel: Duel) -> Iterator[Action]:
    for phase in EXITS[duel.phase]:
        if phase != "dread" or not any(zones(duel, asked(duel), "pile")):  # TRI-40
            yield Advance(phase)


def _prompts(duel: Duel) -> Iterator[Action]:
    return map(Choose, _prey(duel, duel.frames[-1].block.partition("/")[0]))


def _names(duel: Duel) -> Iterator[Action]:
    """What each player has brought along to the duel."""
    assert duel.decision is not None
    return map(Name, duel.decision.options)


def legal(duel: Duel) -> Iterator[Action]:
    """Every answer to the decision at hand."""
    return answers(
        duel,
        {
            "open": (_plays, _activations, _streams, _skills, _attacks, _phases),
            "window": (_activations,),
            "choose": (_prompts,),
            "name": (_names,),
        },
    )
