"""The obligations of hands as pages say them: what to move, and the way back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import structs

from duelmat_engine import (
    NOBODY,
    CardKey,
    Seat,
    ZoneName,
    key_seat,
    seat_letter,
    zone,
    zone_kind,
)
from duelmat_host.sensing.layout import Face, MatZone, Sight
from duelmat_host.showing.view_types import (
    LyingView,
    ObligationView,
)
from duelmat_host.table.expect import Expect, how_it_lies
from duelmat_host.table.findings import InProgress, Refused, Stray
from duelmat_host.table.inputs import Instruction
from duelmat_host.table.obligations import (
    SHOWN_PILES,
    Obligation,
    ObligationKind,
    is_touched,
    zone_obligations,
)
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table
from duelmat_message import say


def obligation_views(shown: Table, letters: str, held: int = 0) -> Iterable[ObligationView]:
    """Yield the obligations of hands, none after the duel; showing a card takes it, too.

    letters: the seats whose face-down cards the viewer may know.
    held: the number of cards in the viewer's simulated hand.
    """
    state = shown.state
    if state.duel.is_over():
        return
    if shown.instruction is not None:
        yield _of_instruction(shown, shown.instruction)
    lying = {
        str(sight.key): place
        for place, sight in shown.layout.items()
        if sight.face is Face.UP or place in state.pending
    }
    said = set(() if shown.instruction is None else shown.instruction.zones)
    for each in state.obligations:
        if shown.row is not None and each.seat == shown.row.seat:
            continue  # the person who moves the cards gets instructions step by step
        view = _of_owed(shown, each, lying, letters)
        if view.source is not None:
            said.add(view.source)
        if view.choose:
            left = held - len(state.duel.at(zone(each.seat, "hand")))
            view = structs.replace(view, choose=max(left, 0))
        yield view
    back = list(_way_back(shown, letters))
    of_zones = list(dict.fromkeys((*shown.zone_obligations, *back)))
    for each in of_zones:
        is_said = each.zone in said or _waits_to_be_placed(shown, each.zone)
        is_told = _is_taken_there(of_zones, each) or (each.kind is ObligationKind.TAKE and is_said)
        if is_told:
            continue
        if state.lays_anew and each.kind is ObligationKind.PUT:
            view = _laid_anew(shown, each, letters)
        else:
            view = _of_zone(shown, each, letters)
        if each in back and isinstance(shown.finding, InProgress):
            view = structs.replace(view, text=_undoing(view.text))
        is_owed = each not in back and each.zone in state.pending
        yield structs.replace(view, seat=_whose(shown, view, letters), owed=is_owed)


def _of_owed(
    shown: Table, each: Obligation, lying: Mapping[str, MatZone], letters: str
) -> ObligationView:
    """Return the view of what no zone shows: it has a name where it is not the viewer's own.

    lying: the cards on the mat that everybody may know, with their zones.
    """
    letter = "" if each.seat == NOBODY else seat_letter(each.seat)
    text = each.text
    if letter and letter != letters:
        text = say("{player}: {task}", player=shown.state.name_of(each.seat), task=text)
    is_shown = each.kind in (ObligationKind.SHOW, ObligationKind.FETCH)
    source = lying.get(each.key) if each.kind is ObligationKind.SHOW else None
    source = None if source == each.zone else source
    card = each.key if is_shown else None
    choose = each.count if each.kind is ObligationKind.RETURN and letter == letters else 0
    view = ObligationView(text, source, each.zone, source or each.zone, card=card)
    touch = each.zone if is_touched(each, shown.state.zones) else None
    return structs.replace(view, seat=letter, owed=True, choose=choose, touch=touch)


def _whose(shown: Table, view: ObligationView, letters: str) -> str:
    """Return the seat whose hands do what a zone shows: where the card goes, or else its owner.

    The owner of a face-down card that the viewer may not know is taken to be the zone's.
    """
    owner, _, rest = (view.to or "").partition(".")
    if rest:
        return owner
    sight = shown.layout.get(view.zone)
    wanted = shown.state.expected.get(view.zone)
    if sight is not None and sight.key is not None and _is_seen(sight, letters):
        return sight.key[0]
    if sight is None and wanted is not None:
        return seat_letter(Seat(wanted.owner))
    seat = shown.state.zones.owner(view.zone)
    return "" if seat is None else seat_letter(seat)


def _undoing(task: str) -> str:
    """Return the words for a step back from what may still be gone on with."""
    return say("To undo it: {task}", task=task)


def _of_instruction(shown: Table, asked: Instruction) -> ObligationView:
    """Return the view of an instruction about a card of the opponent's."""
    zone = asked.source if asked.goes_to is None else asked.goes_to
    owner = NOBODY if shown.row is None else shown.row.seat
    at = zone or f"{seat_letter(owner)}.deck"
    view = ObligationView(asked.text, asked.source, asked.goes_to, MatZone(at), instructs=True)
    return structs.replace(view, touch=asked.touch)


def _is_taken_there(listed: Sequence[Obligation], each: Obligation) -> bool:
    """Whether another obligation already says to take the card for a zone from another zone."""
    return each.kind is ObligationKind.PUT and any(
        (other.kind, other.zone, other.other) == (ObligationKind.TAKE, each.other, each.zone)
        for other in listed
    )


def _waits_to_be_placed(shown: Table, place: MatZone) -> bool:
    """Whether a card was shown on a landing spot, and its player is asked for its zone."""
    decision, sight = shown.state.duel.decision, shown.layout.get(place)
    if decision is None or decision.kind != "place" or sight is None:
        return False
    is_own = sight.key is not None and key_seat(sight.key) == decision.seat
    return is_own and place in shown.state.zones.landing_spots


def _way_back(shown: Table, letters: str) -> Iterable[Obligation]:
    """Yield the steps by which what was begun, refused or shown for nothing is taken back.

    The purpose of a face-down card on a landing spot is told to its owner alone.
    """
    if not shown.seen.has_lasted:
        return
    match shown.finding:
        case Refused(zones=zones):
            seen = {place: shown.layout.get(place) for place in zones}
        case InProgress():
            pending = shown.state.pending
            seen = {place: s for place, s in shown.astray.items() if place not in pending}
        case Stray(zone=place, sight=sight) if _is_seen(sight, letters):
            seen = {place: sight}
        case _:
            return
    for each in zone_obligations(shown.layout, shown.state.expected, seen):
        if not shown.is_instructed(each.zone):
            yield each


def _is_seen(sight: Sight, letters: str) -> bool:
    """Whether a viewer may know which card it is, and what it is for.

    letters: the seats whose face-down cards the viewer may know.
    """
    return sight.face is Face.UP or (sight.key is not None and sight.key[0] in letters)


def _home(shown: Table, place: MatZone, letters: str) -> tuple[str | None, str | None]:
    """Return the home of a card that came from no zone, as an id and in players' words.

    A card that lies face-down, which only the host can read, makes no difference to anybody but
    its owner.
    """
    sight = shown.layout.get(place)
    if sight is None or sight.key is None:
        return None, None
    for name, piece in shown.state.duel.pieces() if _is_seen(sight, letters) else ():
        kind = zone_kind(name)
        if piece.key == sight.key and kind == "pile":
            return shown.state.zones.to_mat(name), say("the Deck")
        if piece.key == sight.key and kind in SHOWN_PILES:
            return shown.state.zones.to_mat(name), say("the {pile}", pile=SHOWN_PILES[kind])
    owner = key_seat(sight.key)
    is_unseen = sight.face is not Face.UP and place in shown.state.pending
    is_seen = _is_seen(sight, letters)
    beside = _beside(shown.state, owner, sight.key if is_seen else None)
    if beside and (is_seen or is_unseen):
        is_named = len(beside) == 1 and shown.state.zones.is_unread(beside[0])
        return None, shown.state.wording.zone(beside[0]) if is_named else None
    backs = (ObligationKind.RETURN, ObligationKind.UNDRAW)
    if is_unseen and any(
        (e.seat, e.kind in backs) == (owner, True) for e in shown.state.obligations
    ):
        return f"{sight.key[0]}.deck", say("the Deck")
    return f"{sight.key[0]}.hand", say("the hand")


def _beside(state: TableState, owner: Seat, key: CardKey | None) -> list[ZoneName]:
    """Return the zones without a reader that may have a card: all with a face-down one of its
    owner, where the viewer may not know which card it is.
    """
    return [
        name
        for name, piece in state.duel.pieces()
        if state.zones.is_beside(name)
        and piece.owner == owner
        and (
            not piece.face_up if key is None else key in (piece.key, state.secrets.get(piece.oid))
        )
    ]


def _returns_unseen(shown: Table, place: MatZone) -> bool:
    """Whether, by public knowledge, a face-down card leaves a zone for its owner's hand.

    To an open pile it is shown first, and into the deck it is put as an obligation of its own.
    """
    zones = shown.state.zones
    owner = zones.owner(place)
    others = (ObligationKind.SHOW, ObligationKind.RETURN, ObligationKind.UNDRAW)
    return owner is not None and all(
        each.seat != owner or each.kind not in others for each in shown.state.obligations
    )


def _of_zone(shown: Table, each: Obligation, letters: str) -> ObligationView:
    """Return the view of a card to take, put or turn, which is identified by its place."""
    state = shown.state
    here = state.place_name(each.zone)
    there = None if each.other is None else state.place_name(each.other)
    match each.kind:
        case ObligationKind.TAKE:
            to: str | None = each.other
            home = there
            sight = shown.layout.get(each.zone)
            if sight is not None and state.is_of_stack(each.zone, sight):
                text = say("Turn the card in {zone} face-up.", zone=here)
                face_up = LyingView("up", None)
                return ObligationView(text, each.zone, each.zone, each.zone, lies=face_up)
            is_open = sight is not None and sight.face is Face.UP
            is_settled = is_open or each.zone not in state.pending
            is_told = is_settled or _returns_unseen(shown, each.zone)
            if there is None and (is_told or (sight is not None and _is_seen(sight, letters))):
                to, home = _home(shown, each.zone, letters)
            text = say("Take the card from {zone}.", zone=here)
            if home is not None:
                text = say("Take the card from {zone} to {home}.", zone=here, home=home)
            lies = None if each.other is None else _lying_view(state.expected[each.other])
            return ObligationView(text, each.zone, to, each.zone, lies=lies)
        case ObligationKind.PUT:
            wanted = state.expected[each.zone]
            text = say("Put the card back into {zone}.", zone=here)
            if there is not None:
                text = say("Put the card back from {there} into {zone}.", there=there, zone=here)
            if there is None and wanted.key is not None:
                text = say("Put {card} into {zone}.", card=state.card_name(wanted.key), zone=here)
            card = wanted.key
            if wanted.secret is not None and wanted.secret[0] in letters:
                card = wanted.secret
            lies = _lying_view(wanted)
            return ObligationView(text, each.other, each.zone, each.zone, card=card, lies=lies)
        case _:
            wanted = state.expected[each.zone]
            how = how_it_lies(face_up=wanted.face_up, upright=wanted.upright)
            text = say("Turn the card in {zone} so that it lies {how}.", zone=here, how=how)
            if state.zones.told(each.zone):
                text = say(
                    "Turn the card in {zone} so that it lies {how}, then touch its zone.",
                    zone=here,
                    how=how,
                )
            lies = _lying_view(wanted)
            return ObligationView(text, each.zone, each.zone, each.zone, lies=lies)


def _laid_anew(shown: Table, each: Obligation, letters: str) -> ObligationView:
    """Return the view of a card to lay where it lay at another table.

    letters: the seats whose face-down cards the viewer may know.
    """
    state, wanted = shown.state, shown.state.expected[each.zone]
    here, key = state.place_name(each.zone), wanted.key
    if wanted.secret is not None and wanted.secret[0] in letters:
        key = wanted.secret
    if key is None:
        text = say("Lay the face-down card into {zone}.", zone=here)
    elif wanted.face_up:
        text = say("Lay {card} into {zone}.", card=state.card_name(key), zone=here)
    else:
        text = say("Lay {card} face-down into {zone}.", card=state.card_name(key), zone=here)
    lies = _lying_view(wanted)
    return ObligationView(text, each.other, each.zone, each.zone, card=key, lies=lies)


def _lying_view(wanted: Expect) -> LyingView:
    turn: Literal[0, 90] | None = None
    if wanted.upright is not None:
        turn = 0 if wanted.upright else 90
    return LyingView("up" if wanted.face_up else "down", turn)
