"""From an action to movements of hands: the cards to put down, the pads and buttons to use.

The practice opponent and the recorded demonstration play in this way: through the mat, as people
do. Questions of the table ("which play is it?") are answered as a player would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import structs

from duelmat_engine import (
    Action,
    Activate,
    Advance,
    Attack,
    CardKey,
    Choose,
    Duel,
    Pass,
    Play,
    Reveal,
    Seat,
    Turn,
    ZoneName,
    find_ruleset,
    is_key,
    key_seat,
    seat_letter,
    zone,
    zone_kind,
)
from duelmat_host.players.hands import ASIDE, PILES, Hands
from duelmat_host.sensing.layout import MatZone, Way
from duelmat_host.table.expect import Expect, Expected, differences
from duelmat_host.table.input_mode import InputMode, aim_of, input_mode_of, is_laid
from duelmat_host.table.live import LiveTable
from duelmat_host.table.matcher import names_of
from duelmat_host.table.obligations import Obligation, ObligationKind
from duelmat_host.table.prompts import Option, Prompt
from duelmat_host.table.zone_map import PLAY_ROW, PadName, ZoneMap


@dataclass(frozen=True, slots=True)
class Move:
    """One movement of a hand."""

    do: Literal[
        "place", "turn", "flip", "bring", "draw", "look", "reveal", "shuffle", "touch", "press"
    ]
    key: str = ""
    zone: str = ""
    """A mat zone, a pad or button; of \"bring\": hand, pile, a stack or aside."""
    face_up: bool = True
    turn: int = 0
    seat: int = 0
    count: int = 0
    number: int = 0
    """The number of the obligation that a draw or a look is for."""

    @property
    def is_felt(self) -> bool:
        """Whether a mat feels it: what happens between hand and deck, none does."""
        return self.do not in ("draw", "look", "shuffle")

    def carry_out(self, hands: Hands) -> None:
        match self.do:
            case "place":
                place = MatZone(self.zone)
                hands.place(CardKey(self.key), place, face_up=self.face_up, turn=self.turn)
            case "turn":
                hands.turn(MatZone(self.zone))
            case "flip":
                hands.flip(MatZone(self.zone))
            case "bring":
                hands.bring(CardKey(self.key), self.zone)
            case "draw":
                hands.draw(Seat(self.seat), self.count, self.number)
            case "look":
                pass  # hands at a simulated mat know their decks
            case "reveal":
                hands.bring(hands.sides[self.seat].deck[0], self.zone)
            case "shuffle":
                hands.shuffle(Seat(self.seat))
            case "touch":
                hands.touch(PadName(self.zone))
            case "press":
                hands.press(self.zone)


def moves_of(
    action: Action, duel: Duel, zones: ZoneMap, hands: Hands, key: str = ""
) -> list[Move]:
    """Return the movements for an action; [] if it has none. `key` is a Set card's own."""
    match action:
        case Choose(card=card) if is_key(card) and _is_unseen(hands, CardKey(card)):
            return [Move("bring", key=card, zone="grave")]
        case Choose(card=card) if not is_key(card) and zones.sensed(ZoneName(card)):
            return [Move("touch", zone=zones.to_mat(ZoneName(card)))]
        case Reveal(shown=shown):
            place = hands.where(shown)
            return (
                [Move("flip", zone=place)]
                if "." in place and is_laid(action, duel, zones)
                else [Move("bring", key=shown, zone="grave")]
            )
        case Attack():
            return _aimed(action, zones)
        case _:
            pass
    match input_mode_of(_as_pattern(action, duel), duel, zones):
        case InputMode.LAID:
            return _laid(action, duel, zones, hands, key)
        case InputMode.SHOWN:
            return _shown(action, zones, hands, key)
        case InputMode.SAID:
            return []


def key_of(table: LiveTable, action: Action) -> str:
    """Return the card of an action, as the card's own player knows it; "" if it names none."""
    match action:
        case (
            Play(card=card)
            | Activate(card=card)
            | Attack(card=card)
            | Turn(card=card)
            | Choose(card=card)
        ):
            piece = None if is_key(card) else table.state.duel.top(card)
            known = piece.key or table.state.secrets.get(piece.oid) if piece is not None else None
            return known or card
        case _:
            return ""


def _as_pattern(action: Action, duel: Duel) -> Action:
    """Return an action as the table lists it: without a card that nobody there has seen."""
    match action:
        case Play(card=card, face_up=False) if is_key(card) and _is_held(duel, card):
            return structs.replace(action, card=f"{card[0]}.hand")
        case Play(card=card) | Activate(card=card) if is_key(card) and not _is_known(duel, card):
            return structs.replace(action, card=f"{card[0]}.hand")
        case Activate(card=card) | Turn(card=card) if not is_key(card):
            piece = duel.top(card)
            unseen = piece is not None and piece.key is None
            return structs.replace(action, shown=None) if unseen else action
        case _:
            return action


def _is_known(duel: Duel, key: str) -> bool:
    return any(piece.key == key for _, piece in duel.pieces())


def _is_held(duel: Duel, key: str) -> bool:
    """Whether everybody knows that a card is in a hand; laid face-down it is not named."""
    return any(piece.key == key and zone_kind(name) == "hand" for name, piece in duel.pieces())


def _is_unseen(hands: Hands, key: CardKey) -> bool:
    """Whether a card has to be shown to be chosen."""
    return hands.knows(key) and hands.where(key) in ("hand", "deck")


def _aimed(action: Attack, zones: ZoneMap) -> list[Move]:
    """Return the touches of the attacker, then the target: where both are on the mat."""
    return [Move("touch", zone=place) for place in aim_of(action, zones) or ()]


def _laid(action: Action, duel: Duel, zones: ZoneMap, hands: Hands, key: str) -> list[Move]:
    match action:
        case Play(card=card, to=to, upright=upright, face_up=face_up, using=using):
            place = zones.to_mat(to)
            lies = None if is_key(card) else zones.sensed(ZoneName(card))
            if lies is not None:
                return list(_carried(hands, lies, place, action))
            which = card if is_key(card) else key
            paid = [
                Move("bring", key=paid_key, zone="grave")
                for name in using
                if (paid := zones.sensed(ZoneName(name))) and (paid_key := hands.at(paid))
            ]
            turn = 0 if upright or not zones.has_turns(place) else 90
            old = hands.at(place)
            if old is not None and all(move.key != old for move in paid):
                paid.insert(0, Move("bring", key=old, zone="grave"))  # the new one replaces it
            return [*paid, Move("place", which, place, face_up=face_up, turn=turn)]
        case Activate(card=card) if is_key(card):
            return list(_laid_to_use(card, duel, zones, hands))
        case Activate(card=card):
            return [Move("flip", zone=zones.to_mat(ZoneName(card)))]
        case Turn(card=card, upright=upright, face_up=face_up):
            place = zones.to_mat(ZoneName(card))
            turned = hands.at(place)
            if turned is None:
                return []  # others have to lay it there first
            lying = hands.lying[turned]
            flip = [Move("flip", zone=place)] if lying.face_up != face_up else []
            return [*flip, *([Move("turn", zone=place)] if (lying.turn == 0) != upright else [])]
        case _:
            return []


def _carried(hands: Hands, lies: MatZone, place: MatZone, action: Play) -> Iterator[Move]:
    """Yield the movements of a card to another zone, with all that lies beneath it."""
    turn = 0 if action.upright else 90
    *beneath, top = hands.stacked(lies)
    for key in beneath:
        yield Move("place", key, place, face_up=True, turn=turn)
    yield Move("place", top, place, face_up=action.face_up, turn=turn)


def _laid_to_use(card: str, duel: Duel, zones: ZoneMap, hands: Hands) -> Iterator[Move]:
    """Lay down a card of the hand to use it; before a Field card, the old one is taken away."""
    seat = key_seat(card)
    kinds = find_ruleset(duel.ruleset).card(card).kinds
    kept = {kind: zone(seat, kind) for kind in ("field", "stadium")}
    field = next((zones.sensed(name) for kind, name in kept.items() if kind in kinds), None)
    if field is not None:
        old = hands.at(field)
        if old is not None:
            yield Move("bring", key=old, zone="grave")
        yield Move("place", card, field)
        return
    spots = (spot for spot in zones.play_spots(seat) if zone_kind(spot) == PLAY_ROW)
    spot = next((spot for spot in spots if hands.at(spot) is None), None)
    if spot is not None:
        yield Move("place", card, spot)


def _shown(action: Action, zones: ZoneMap, hands: Hands, key: str) -> list[Move]:
    """Show the card on a landing spot, face-down if it is going to be Set."""
    match action:
        case Play(card=card, face_up=face_up):
            which = card if is_key(card) else key
            spot = f"{seat_letter(key_seat(which))}.grave"
            return [Move("place", which, spot, face_up=face_up)]
        case Activate(card=card) if is_key(card):
            return [Move("bring", key=card, zone="grave")]
        case Activate(card=card) | Turn(card=card):
            place = zones.sensed(ZoneName(card))
            unread = key if is_key(key) else None
            turned = action.shown or (unread if place is None else hands.at(place))
            return [Move("bring", key=turned, zone="grave")] if turned else []
        case _:
            return []


def option_for(
    prompts: Sequence[Prompt], action: Action, *, asked: bool
) -> tuple[Prompt, int] | None:
    """Return the option of the open prompts that stands for an action, or that leads to it."""
    for prompt in prompts:
        for index, option in enumerate(prompt.options):
            if _is_meant(prompt, option, action, asked=asked):
                return prompt, index
    return None


def _is_meant(prompt: Prompt, option: Option, action: Action, *, asked: bool) -> bool:
    if isinstance(option.action, Way):
        return False
    if any(_is_same(one, action) for one in (option.action, *option.actions)):
        return True
    return asked and not prompt.says and names_of(option.action) == names_of(action)


def _is_same(listed: Action, action: Action) -> bool:
    """Whether a listed action is this one: a card laid face-down is not named in the list."""
    if listed == action:
        return True
    match listed, action:
        case (Play(card=card), Play(face_up=False)) if not is_key(card) and is_key(action.card):
            return structs.replace(action, card=card, shown=listed.shown) == listed
        case Play(), Play():
            return structs.replace(action, shown=listed.shown) == listed
        case Choose(place=place), Choose() if not place:
            return structs.replace(action, place=place) == listed
        case Activate(), Activate():
            return structs.replace(action, shown=listed.shown) == listed
        case _:
            return False


def is_button(action: Action) -> str:
    """Return the button of an action; "" if there is none."""
    return "ok" if isinstance(action, Pass) else "phase" if isinstance(action, Advance) else ""


# Obligations


def owed_moves(
    table: LiveTable, hands: Hands, backs: Mapping[Seat, Sequence[str]], only: Seat | None = None
) -> Iterator[Move]:
    """Yield the movements that meet the pending obligations, one after another.

    `backs` has, for each seat, the cards that the seat puts back unseen; a seat that is missing
    there puts cards back later. With `only`, that seat's own zones are as its decision finds them.
    """
    said = set()
    for each in table.state.obligations:
        if each.kind is ObligationKind.RETURN and each.count and each.seat not in backs:
            continue
        if only is None or each.seat == only:
            said.add(each.key)
            yield from _obligation_moves(each, table, hands, backs)
    expected, pending = table.state.expected, table.state.pending
    for place in differences(table.layout, expected, table.state.zones.rows):
        key = hands.at(place)
        wanted = expected.get(place)
        if wanted is not None and wanted.lowest:
            yield from _restacked(hands, place, wanted)
            continue
        is_due = place in pending or _decides(table, only, place)
        if key is None and wanted is not None and is_due:
            yield from _laid_back(wanted, place)
        if key is None or key in said:
            continue
        if wanted is None or not wanted.holds(key):
            yield from _sent_home(table, key, expected)
            continue
        lying = hands.lying[key]
        if lying.face_up != wanted.face_up:
            yield Move("flip", zone=place)
        if wanted.upright is not None and (lying.turn == 0) != wanted.upright:
            yield Move("turn", zone=place)
    for spot in table.state.zones.landing_spots:
        key = hands.at(spot)
        if key is not None and key not in said and spot in pending:
            yield from _sent_home(table, key, expected)
    yield from beside_moves(table, hands, only)
    for side in hands.sides:
        for key in side.aside:
            if not _lies_beside(table, key) and not _is_held_open(table.state.duel, key):
                yield from _sent_home(table, key, expected)


def beside_moves(table: LiveTable, hands: Hands, only: Seat | None = None) -> Iterator[Move]:
    """Yield the movements of cards to where the duel has them beside the mat, of all seats or one.

    What a player says brings a card there out of a hand or deck that no reader sees.
    """
    for name, piece in table.state.duel.pieces():
        key = piece.key or table.state.secrets.get(piece.oid)
        if key is None or not table.state.zones.is_beside(name) or not hands.knows(key):
            continue
        if only in (None, key_seat(key)) and hands.where(key) in ("hand", "deck"):
            yield Move("bring", key=key, zone=ASIDE)


def _decides(table: LiveTable, seat: Seat | None, place: MatZone) -> bool:
    """Whether a seat that decides now has this place: no other hand has taken a card up there."""
    decision = table.state.duel.decision
    if seat is None or decision is None or decision.seat != seat:
        return False
    return place.startswith(f"{seat_letter(seat)}.")


def _is_held_open(duel: Duel, key: str) -> bool:
    """Whether a card of a deck was turned over for an effect that has yet to move the card."""
    decision = duel.decision
    if decision is None or decision.kind not in ("choose", "reveal", "place"):
        return False
    return any(piece.key == key and zone_kind(name) == "pile" for name, piece in duel.pieces())


def _lies_beside(table: LiveTable, key: CardKey) -> bool:
    """Whether the duel has a card in one of the zones beside the mat."""
    return any(
        table.state.zones.is_beside(name)
        and key in (piece.key, table.state.secrets.get(piece.oid))
        for name, piece in table.state.duel.pieces()
    )


def _restacked(hands: Hands, place: MatZone, wanted: Expect) -> Iterator[Move]:
    """Yield the movements that rebuild a stack from below: cards beneath face-up, all one way."""
    turn = 90 if wanted.upright is False else 0
    for key in wanted.lowest:
        yield Move("place", key, place, turn=turn)
    for key in hands.stacked(place):
        if key not in wanted.lowest:
            face_up = hands.lying[key].face_up
            yield Move("place", key, place, face_up=face_up, turn=turn)


def _sent_home(table: LiveTable, key: CardKey, expected: Expected) -> Iterator[Move]:
    """Yield the movement of a card to where the duel has it: a zone, a pile, or the hand."""
    zones = table.state.zones
    for name, piece in table.state.duel.pieces():
        place = zones.sensed(name)
        own = piece.key or table.state.secrets.get(piece.oid)
        if place and place in expected and (own == key or key in expected[place].lowest):
            turn = 90 if expected[place].upright is False else 0
            face_up = piece.face_up if own == key else True
            yield Move("place", key, place, face_up=face_up, turn=turn)
            return
        if own == key and zones.is_beside(name):
            yield Move("bring", key=key, zone=ASIDE)
            return
    yield Move("bring", key=key, zone=_home(table.state.duel, key))


def _laid_back(wanted: Expect, zone: MatZone) -> Iterator[Move]:
    """Yield the movement of a card back to its place, after something was taken back."""
    key = wanted.key or wanted.secret
    turn = 90 if wanted.upright is False else 0
    if key is not None:
        yield Move("place", key, zone, face_up=wanted.face_up, turn=turn)


def _home(duel: Duel, key: str) -> str:
    """Return the place where the duel has a card now: a pile to show it at, the hand or aside."""
    if _is_held_open(duel, key):
        return ASIDE
    for name, piece in duel.pieces():
        if piece.key == key:
            kind = zone_kind(name)
            return kind if kind in (*PILES, "pile") else "hand"
    return "hand"


def _obligation_moves(
    each: Obligation, table: LiveTable, hands: Hands, backs: Mapping[Seat, Sequence[str]]
) -> Iterator[Move]:
    touch = Move("touch", zone=each.zone)
    match each.kind:
        case ObligationKind.SHOW:
            yield Move("bring", key=each.key, zone=each.zone.partition(".")[2])
        case ObligationKind.FETCH:
            yield Move("bring", key=each.key, zone=each.zone.partition(".")[2])
            yield from _sent_home(table, CardKey(each.key), {})
        case ObligationKind.DRAW:
            if each.key:
                yield Move("bring", key=each.key, zone="hand")
            elif each.count:
                yield Move("draw", seat=each.seat, count=each.count, number=each.number)
            yield touch
        case ObligationKind.LOOK:
            yield Move("look", seat=each.seat, count=each.count, number=each.number)
            yield touch
        case ObligationKind.UNDRAW:
            for key in [each.key] if each.key else reversed(hands.held(each.seat)[-each.count :]):
                yield Move("bring", key=key, zone="pile")
            yield touch
        case ObligationKind.RETURN:
            for key in backs.get(each.seat, []):
                yield Move("bring", key=key, zone="pile")
            yield Move("shuffle", seat=each.seat)
            yield touch
        case _:
            yield touch
