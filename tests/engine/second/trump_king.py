"""What is legal in Trump King (default readings), written from the statements TK-01 to TK-111."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.names import ZoneName
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
    rows,
    triggers,
    zones,
)

SUITS = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
COURT = {"J": 11, "Q": 12, "K": 13}
USED_COLUMNS = range(1, 4)
"""G-93: three of the mat's five zones."""
SUMMONING = ("normal-summon", "spade-summon", "club-summon", "diamond-summon", "synchro-summon")
EXITS = {"battle": ("main2", "end"), "main2": ("end",)}


class Card:
    """A card as printed: TK-01, TK-62."""

    def __init__(self, piece: Piece) -> None:
        assert piece.key is not None
        code = piece.key[2:]
        self.suit = SUITS.get(code[0], "")
        self.is_joker = code[0] == "X"
        self.is_synchro = code[1:] in COURT
        self.number = 0 if self.is_joker else COURT.get(code[1:]) or int(code[1:])

    def shares(self, other: Card) -> bool:
        """The same suit or the same number; Jokers have neither."""
        if self.is_joker or other.is_joker:
            return self.is_joker and other.is_joker
        return self.suit == other.suit or self.number == other.number

    def effects(self) -> tuple[str, ...]:
        """TK-100 to TK-110: the one use of a special rank, or both ordinary ones."""
        if self.is_synchro:
            return {
                "spade": ("spade-synchro-sweep",),
                "heart": ("heart-synchro-search",),
            }.get(self.suit, ())
        if self.is_joker:
            return ("magic-joker",)
        listed = {1: "trap-one", 2: "magic-two", 8: "quick-eight", 9: "trap-nine"}
        return (listed[self.number],) if self.number in listed else ("magic", "trap")


EFFECTS = (
    *("magic", "magic-two", "magic-joker", "quick-eight", "trap", "trap-one", "trap-nine"),
    *("spade-synchro-sweep", "heart-synchro-search"),
)


# What Diamonds forbid and negate (TK-86, TK-87, TK-92, TK-93, G-58)


def _names(diamond: Piece, card: Card) -> bool:
    """Whether a Diamond's text speaks of such a card of the opponent."""
    own = Card(diamond)
    if own.is_synchro:
        named = diamond.marks
        return card.suit == named.get("suit") or (
            not card.is_joker and card.number == named.get("number")
        )
    return not card.is_joker and card.number == own.number


def _diamonds(duel: Duel) -> list[tuple[int, Piece]]:
    """The Diamonds that apply: those that no opposing one negates, the earlier of two first."""
    there = [
        (seat, piece)
        for seat in (0, 1)
        for _, piece in zones(duel, seat, "m")
        if piece.face_up and Card(piece).suit == "diamond"
    ]

    def silenced(one: tuple[int, Piece], applying: list[tuple[int, Piece]]) -> bool:
        for seat, other in applying:
            if seat == one[0] or not _names(other, Card(one[1])):
                continue
            mutual = _names(one[1], Card(other))
            if not mutual or other.stamp < one[1].stamp:
                return True
        return False

    applying = there
    for _ in there:
        applying = [one for one in there if not silenced(one, applying)]
    return applying


def is_negated(duel: Duel, seat: int, piece: Piece) -> bool:
    return any(s != seat and _names(p, Card(piece)) for s, p in _diamonds(duel))


def may_summon_by_locks(duel: Duel, seat: int, card: Card) -> bool:
    return not any(s != seat and _names(p, card) for s, p in _diamonds(duel))


def may_activate_by_locks(duel: Duel, seat: int, card: Card) -> bool:
    """TK-86 forbids to activate; a Diamond Synchro (TK-93) only to summon."""
    return not any(
        s != seat and not Card(p).is_synchro and _names(p, card) for s, p in _diamonds(duel)
    )


# Open play


def _is_main(duel: Duel) -> bool:
    """TK-06, TK-08, G-90: one's own Main Phases, and nothing due."""
    assert duel.decision is not None
    is_open = duel.decision.kind == "open"
    return is_open and duel.phase in ("main1", "main2") and duel.turn_seat == asked(duel)


def _free(duel: Duel, to: str, kind: str, freed: tuple[str, ...] = ()) -> bool:
    """A zone of the own three in that row, empty or emptied by the cost (TK-21, TK-22, G-40)."""
    own = [f"{LETTERS[asked(duel)]}.{kind}{i}" for i in USED_COLUMNS]
    return to in own and (not duel.zones.get(ZoneName(to)) or to in freed)


def _may_bring(duel: Duel, move: str, place: str, piece: Piece) -> bool:
    """Whether this card may come by this way at all."""
    seat = asked(duel)
    card = Card(piece)
    own = LETTERS[seat]
    if not _is_main(duel) or place != f"{own}.{'extra' if move == 'synchro-summon' else 'hand'}":
        return False
    if move in SUMMONING and not may_summon_by_locks(duel, seat, card):
        return False
    right_is_used = bool(duel.turn_counters.get(f"{own}.summon-right"))
    match move:
        case "normal-summon":
            return not right_is_used  # TK-14
        case "set-monster":
            return not right_is_used and card.suit != "heart"  # TK-17, TK-74
        case "spade-summon":
            return card.suit == "spade" and duel.players[seat].life >= card.number  # TK-70, G-44
        case "club-summon":  # TK-81
            others = [Card(p) for _, p in zones(duel, seat, "hand") if p.oid != piece.oid]
            return card.suit == "club" and any(not o.is_joker and o.shares(card) for o in others)
        case "diamond-summon":  # TK-88
            return card.suit == "diamond" and any(zones(duel, 1 - seat, "m", "s"))
    return True


def _may_use(duel: Duel, move: str, piece: Piece, using: tuple[str, ...]) -> bool:
    """Whether these cards of the own field may be given for it."""
    if move not in ("diamond-summon", "synchro-summon"):
        return not using
    given = [Card(duel.zones[ZoneName(name)][0]) for name in using]
    if any(card.is_synchro for card in given):  # TK-54, G-84
        return False
    if move == "diamond-summon":
        return len(using) == 1
    if len(using) < 2 or any(name[2] != "m" for name in using):  # TK-46
        return False
    if any(card.is_joker for card in given):  # TK-111
        return False
    total = sum(card.number for card in given)
    synchro = Card(piece)
    suits = [card.suit for card in given]
    return total in (11, 12, 13) and synchro.number == total and synchro.suit in suits


def _may_lie(move: str, piece: Piece, *, upright: bool, face_up: bool) -> bool:
    match move:
        case "normal-summon":
            return upright and face_up  # TK-16
        case "set-monster":
            return not upright and not face_up
        case "set-card":
            return upright and not face_up
    heart_in_defense = Card(piece).suit == "heart" and not upright
    return face_up and (Card(piece).is_synchro or not heart_in_defense)  # TK-19, TK-75


def _plays(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    given = [name for name, _ in zones(duel, seat, "m", "s")]
    everywhere = rows("m", "s")
    for move in (*SUMMONING, "set-monster", "set-card"):
        row = "s" if move == "set-card" else "m"
        for place, piece in zones(duel, seat, "hand", "extra", "grave", "banished", "m", "s"):
            if not _may_bring(duel, move, place, piece):
                continue
            assert piece.key is not None
            for using in chain.from_iterable(combinations(given, n) for n in range(5)):
                if not _may_use(duel, move, piece, using):
                    continue
                for to in everywhere:
                    if not _free(duel, to, row, using):
                        continue
                    for upright, face_up in LYING:
                        if _may_lie(move, piece, upright=upright, face_up=face_up):
                            yield Play(move, piece.key, to, upright, face_up, using)


def _ref(place: ZoneName, piece: Piece) -> str:
    """A card in a row is named by its zone, any other by itself."""
    return place if place[2] in "ms" else str(piece.key)


def _targets(duel: Duel, effect: str, piece: Piece) -> list[str]:
    """What an effect may be used on."""
    card = Card(piece)
    others = [(name, p) for name, p in field(duel, "m", "s", "play") if p.oid != piece.oid]
    match effect:
        case "magic":  # TK-100, G-86
            return [
                name
                for name, p in field(duel, "m")
                if p.face_up and not Card(p).is_joker and Card(p).shares(card)
            ]
        case "trap":  # TK-101, G-50
            assert duel.window is not None
            come = {p.oid for p in duel.window.pieces}
            return [
                name
                for name, p in field(duel, "m")
                if p.oid in come and p.face_up and Card(p).shares(card)
            ]
        case "quick-eight":  # TK-105, G-89
            return [_ref(name, p) for name, p in others if name[2] != "m"]
        case "trap-nine":  # TK-106
            return [_ref(name, p) for name, p in others]
    return []


def _can_do(duel: Duel, seat: int, effect: str, piece: Piece) -> bool:
    """TK-34, TK-44: the effect could be carried out."""
    own = LETTERS[seat]
    lead = duel.players[seat].life - duel.players[1 - seat].life
    window = duel.window.to if duel.window is not None else ()
    summoned = "summon" in window or "special-summon" in window
    match effect:
        case "trap-one":  # TK-102
            return summoned
        case "trap":
            return summoned and bool(_targets(duel, effect, piece))
        case "magic-two":  # TK-103, TK-104, G-91
            return any(zones(duel, seat, "pile")) and not duel.turn_counters.get(
                f"{own}.magic-two"
            )
        case "magic-joker":  # TK-107, TK-109
            dead = [p for _, p in zones(duel, seat, "grave") if not Card(p).is_joker]
            return not any(zones(duel, seat, "m")) and len(dead) >= 2
        case "spade-synchro-sweep":  # TK-73, G-91
            return duel.players[seat].life >= 5
        case "heart-synchro-search":  # TK-80, G-48
            return lead >= 1 and any(zones(duel, seat, "pile"))
    return bool(_targets(duel, effect, piece))


def _may_activate(duel: Duel, effect: str, place: str, piece: Piece) -> bool:
    assert duel.decision is not None
    seat = asked(duel)
    kind = place[2:].rstrip("12345")
    if effect not in Card(piece).effects() or not _can_do(duel, seat, effect, piece):
        return False
    if is_negated(duel, seat, piece):  # G-102
        return False
    in_window = duel.decision.kind == "window"
    own_turn = duel.turn_seat == seat
    waited = piece.arrived < duel.turn
    if effect in ("spade-synchro-sweep", "heart-synchro-search"):
        on_field = kind == "m" and piece.face_up
        return _is_main(duel) and on_field
    if not may_activate_by_locks(duel, seat, Card(piece)):
        return False
    is_set = kind == "s" and not piece.face_up
    if effect.startswith("trap"):  # TK-39 to TK-42
        return is_set and waited and (in_window or own_turn)
    if not in_window:
        return _is_main(duel) and (kind == "hand" or is_set)  # TK-31, TK-33, TK-36
    if effect != "quick-eight":
        return False
    return (kind == "hand" and own_turn) or (is_set and (own_turn or waited))  # TK-37


def _activations(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    for effect in EFFECTS:
        for place, piece in zones(duel, seat, "hand", "m", "s", "grave", "extra"):
            if _may_activate(duel, effect, place, piece):
                assert piece.key is not None
                if place[2:] == "hand":
                    yield Activate(effect, piece.key)
                else:
                    yield Activate(effect, place, None if piece.face_up else piece.key)


def _turns(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    for place, piece in zones(duel, seat, "m"):
        rested = all(then < duel.turn for then in (piece.arrived, piece.attacked, piece.turned))
        if not _is_main(duel) or not rested:  # TK-24, TK-25, TK-26
            continue
        card = Card(piece)
        stands = card.suit == "heart" and not card.is_synchro  # TK-76
        if stands and not is_negated(duel, seat, piece):
            continue
        for upright in (True, False):
            if piece.face_up and upright != piece.upright:
                yield Turn(place, upright)
            if not piece.face_up and upright:  # TK-28
                yield Turn(place, upright, shown=piece.key)


def _attacks(duel: Duel) -> Iterator[Action]:
    seat = asked(duel)
    if duel.phase != "battle" or duel.turn == 1:
        return
    opposing: list[ZoneName | None] = [name for name, _ in zones(duel, 1 - seat, "m")]
    for place, piece in zones(duel, seat, "m"):
        if piece.face_up and piece.upright and piece.attacked < duel.turn:  # TK-30, TK-66
            for target in opposing or [None]:  # TK-58, TK-59
                yield Attack(place, target)


def _phases(duel: Duel) -> Iterator[Action]:
    for phase in ("draw", "main1", "battle", "main2", "end"):
        after_main = "main2" if duel.turn == 1 else "battle"  # TK-12
        if phase in EXITS.get(duel.phase, (after_main, "end")):
            yield Advance(phase)


# Answers


def _self(duel: Duel) -> Piece:
    bound = duel.frames[-1].bound["self"]
    assert isinstance(bound, tuple)
    assert isinstance(bound[0], Piece)
    return bound[0]


def _could_come(duel: Duel, piece: Piece) -> bool:
    seat = asked(duel)
    room = any(_free(duel, f"{LETTERS[seat]}.m{i}", "m") for i in USED_COLUMNS)
    return room and may_summon_by_locks(duel, seat, Card(piece))


def _could_be_set(duel: Duel) -> bool:
    return any(_free(duel, f"{LETTERS[asked(duel)]}.s{i}", "s") for i in USED_COLUMNS)


def _could_be_magic(duel: Duel, piece: Piece) -> bool:
    """TK-80, G-102: activated out of the pile, as magic or quick magic."""
    seat = asked(duel)
    if is_negated(duel, seat, piece):
        return False
    return may_activate_by_locks(duel, seat, Card(piece)) and any(
        _can_do(duel, seat, effect, piece)
        for effect in Card(piece).effects()
        if effect in ("magic", "magic-two", "magic-joker", "quick-eight")
    )


def _is_able(duel: Duel, use: str, piece: Piece) -> bool:
    match use:
        case "summon":
            return _could_come(duel, piece)
        case "activate":
            return _could_be_magic(duel, piece)
    return _could_be_set(duel)


def _uses(duel: Duel) -> Iterator[str]:
    looked = bound(duel, "looked")
    for use in ("summon", "activate", "set"):
        if any(_is_able(duel, use, piece) for piece in looked):
            yield use


def _choices(duel: Duel) -> Iterator[Action]:
    """The cards that the question at hand may be answered with."""
    seat = asked(duel)
    block = duel.frames[-1].block
    name = block.partition("/")[0]
    if name == "club-summon":  # TK-81
        card = Card(_self(duel))
        for _, piece in zones(duel, seat, "hand"):
            other = Card(piece)
            if piece.oid != _self(duel).oid and not other.is_joker and other.shares(card):
                assert piece.key is not None
                yield Choose(piece.key)
    elif name == "diamond-strike":  # TK-89
        for place, piece in zones(duel, 1 - seat, "m", "s", "play"):
            yield Choose(_ref(place, piece))
    elif name == "club-draw":  # TK-82: in the order in which they lie
        hand = [piece for _, piece in zones(duel, seat, "hand")]
        drawn = duel.frames[-1].bound["drawn"]
        assert isinstance(drawn, int)
        yield from discards(hand, bound(duel, "back"), drawn - 1)
    elif name == "club-synchro-revive":  # TK-84
        for _, piece in zones(duel, seat, "grave"):
            if Card(piece).suit == "club" and _could_come(duel, piece):
                assert piece.key is not None
                yield Choose(piece.key)
    elif name == "magic-two":  # TK-103
        for piece in bound(duel, "looked"):
            assert piece.key is not None
            yield Choose(piece.key)
    elif name == "heart-synchro-search":
        use = block.rpartition("/")[2].rpartition(".")[2]
        for piece in bound(duel, "looked"):
            if _is_able(duel, use, piece):
                assert piece.key is not None
                yield Choose(piece.key)
    else:
        yield from map(Choose, _targets(duel, name, _self(duel)))


def _numbers(duel: Duel) -> Iterator[Action]:
    """TK-73, G-91: a multiple of five above nothing, as far as the life goes."""
    for value in range(1, duel.players[asked(duel)].life + 1):
        if value % 5 == 0:
            yield Number(value)


def _words(duel: Duel) -> Iterator[Action]:
    """TK-91: a suit and a number; TK-80: what the card that was picked is to be."""
    bound = duel.frames[-1].bound
    if duel.frames[-1].block.startswith("diamond-synchro-name"):
        if "suit" not in bound:
            yield from map(Name, SUITS.values())
        else:
            yield from (Name(str(number)) for number in range(1, 14))
        return
    yield from map(Name, _uses(duel))


def _places(duel: Duel) -> Iterator[Action]:
    """Where a card that an effect brings may lie (TK-19, TK-22, TK-75, G-59)."""
    assert duel.decision is not None
    seat = duel.decision.seat
    block = duel.frames[-1].block
    if block.endswith("set"):
        [piece] = bound(duel, "picked")
        for i in COLUMNS:
            to = f"{LETTERS[seat]}.s{i}"
            if _free(duel, to, "s"):
                yield Play("effect-set", str(piece.key), ZoneName(to), face_up=False)
        return
    if block.startswith("diamond-strike"):
        piece = duel.zones[ZoneName(f"{LETTERS[seat]}.pile")][0]
        positions: tuple[bool, ...] = (True,)
    else:
        [piece] = bound(duel, "risen") or bound(duel, "picked")
        positions = (True, False)
    for i in COLUMNS:
        to = f"{LETTERS[seat]}.m{i}"
        for upright in positions:
            if _free(duel, to, "m") and _may_lie("effect", piece, upright=upright, face_up=True):
                yield Play("effect-summon", str(piece.key), ZoneName(to), upright)


def _triggers(duel: Duel) -> Iterator[Action]:
    assert duel.decision is not None
    yield from triggers(duel)
    if duel.decision.optional:
        yield Pass()


def legal(duel: Duel) -> Iterator[Action]:
    """Every answer to the decision at hand."""
    return answers(
        duel,
        {
            "open": (_plays, _activations, _turns, _attacks, _phases),
            "window": (_activations,),
            "trigger": (_triggers,),
            "choose": (_choices,),
            "number": (_numbers,),
            "name": (_words,),
            "place": (_places,),
        },
    )
