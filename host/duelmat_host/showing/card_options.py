"""The ways of using a card now and, for the illegal ones, why not; only its owner sees them.

The judge is asked about every candidate way of using the card, in the duel as its owner knows it.
The answers stay private: they may depend on the owner's hand and face-down cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from duelmat_engine import (
    Action,
    Activate,
    Attack,
    CardKey,
    Do,
    Duel,
    Game,
    MoveKind,
    Never,
    Piece,
    Play,
    Remedy,
    Seat,
    Turn,
    Verdict,
    When,
    Wording,
    ZoneName,
    action_words,
    game_of,
    is_key,
    judge,
    key_seat,
    legal_action_steps,
    lookup,
    remedy_words,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.facts import Lies
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import LyingView, SeatView
from duelmat_host.table.input_mode import InputMode, input_mode_of
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import TableState
from duelmat_message import Text, say

KEPT = ("field", "stadium")
"""The kinds of cards that have a zone of their own, of the same name."""
SHOW_IT = say("Lay it on your Graveyard: the table reads it there.")


def hand_movement_text(state: TableState, actions: Sequence[Action]) -> str | None:
    """Return in words the movement that uses a card; None if the use is named, not laid.

    actions: the legal forms of this use, which differ in the zone alone.
    """
    action = actions[0]
    mode = input_mode_of(action, state.duel, state.zones)
    if mode is InputMode.SAID and isinstance(action, Activate) and _is_unseen(state, action.card):
        return SHOW_IT
    if mode is InputMode.SAID:
        return None
    if mode is InputMode.SHOWN:
        return SHOW_IT
    match action:
        case Play(using=using):
            zones = {each.to for each in actions if isinstance(each, Play)}
            only = _only(state, action.to) if len(zones) == 1 else ""
            paid = say("First take what pays for it into your hand.") if using else ""
            note = state.rules.words.of_move(action.move).note
            return in_a_row((paid, _laid(state, action), only, note))
        case Activate(card=card) if is_key(card) and (kept := kept_zone(state, card)):
            return say("Lay it face-up in your {zone}.", zone=_zone(state, kept))
        case Activate(card=card) if is_key(card) or zone_kind(card) == "hand":
            return say("Lay it face-up in a free {zone}.", zone=_zone(state, "s"))
        case Activate():
            return say("Turn it face-up where it lies.")
        case Turn(card=card, upright=upright):
            piece = state.duel.top(ZoneName(card))
            if piece is not None and piece.face_up != action.face_up:
                return _turned(upright=upright, face_up=action.face_up)
            return say("Turn it by a quarter.")
        case _:
            return None


def laying(state: TableState, seat: Seat, action: Action) -> tuple[MatZone, LyingView] | None:
    """Return where a hand lays a card to use it, and how it lies there then; None for other uses.

    What is paid with cards that are taken first is no movement of one card.
    """
    if input_mode_of(action, state.duel, state.zones) is InputMode.SHOWN:
        is_set = isinstance(action, Play) and not action.face_up
        return state.zones.reading_spot(seat), LyingView("down" if is_set else "up", None)
    match action:
        case Play(to=to, using=()):
            turn = _quarters(upright=action.upright) if zone_kind(to) == "m" else None
            return state.zones.to_mat(to), LyingView("up" if action.face_up else "down", turn)
        case Activate(card=card) if is_key(card) and (kept := kept_zone(state, card)):
            return state.zones.to_mat(zone(seat, kept)), LyingView("up", None)
        case Activate(card=card) if is_key(card) or zone_kind(card) == "hand":
            free = [each for each in state.zones.row(seat, "s") if not state.duel.at(each)]
            return (state.zones.to_mat(free[0]), LyingView("up", None)) if free else None
        case Activate(card=card):
            return state.zones.to_mat(ZoneName(card)), LyingView("up", None)
        case Turn(card=card, upright=upright, face_up=face_up):
            lies = LyingView("up" if face_up else "down", _quarters(upright=upright))
            return state.zones.to_mat(ZoneName(card)), lies
        case _:
            return None


def use_name(action: Action | None) -> str:
    """Return the name by which a game's rules know a play or an effect; "" for other acts."""
    match action:
        case Play(move=name) | Activate(effect=name):
            return name
        case _:
            return ""


def _quarters(*, upright: bool) -> Literal[0, 90]:
    return 0 if upright else 90


def _is_unseen(state: TableState, card: str) -> bool:
    """Whether nobody has seen the card, so that it cannot be named before it is shown."""
    return is_key(card) and all(piece.key != card for _, piece in state.duel.pieces())


def _laid(state: TableState, play: Play) -> Text:
    """Return a request to lay a card: its face, in a monster zone its direction, and the row."""
    kind = zone_kind(play.to)
    zone = _zone(state, kind)
    if kind != "m":
        if play.face_up:
            return say("Lay it face-up in a free {zone}.", zone=zone)
        return say("Lay it face-down in a free {zone}.", zone=zone)
    if play.face_up:
        if play.upright:
            return say("Lay it face-up and upright in a free {zone}.", zone=zone)
        return say("Lay it face-up and sideways in a free {zone}.", zone=zone)
    if play.upright:
        return say("Lay it face-down and upright in a free {zone}.", zone=zone)
    return say("Lay it face-down and sideways in a free {zone}.", zone=zone)


def kept_zone(state: TableState, card: str) -> str:
    """Return the kind of zone kept for a card such as a Field card; "" for a card of a row."""
    kinds = state.rules.card(CardKey(card)).kinds
    own = key_seat(CardKey(card))
    return next((k for k in KEPT if k in kinds and state.zones.sensed(zone(own, k))), "")


def _only(state: TableState, zone: ZoneName) -> Text:
    return say("Only {zone} is open to it.", zone=state.wording.own_zone(zone))


def _turned(*, upright: bool, face_up: bool) -> Text:
    if face_up:
        return (
            say("Turn it face-up and upright.")
            if upright
            else say("Turn it face-up and sideways.")
        )
    return (
        say("Turn it face-down and upright.")
        if upright
        else say("Turn it face-down and sideways.")
    )


def _zone(state: TableState, kind: str) -> str:
    return state.rules.words.zones.get(kind, say("zone"))


HAND_USES = ("magic", "quick", "trap", "jumper")


@dataclass(frozen=True, slots=True)
class CardOption:
    """One way of using a card."""

    text: str
    legal: bool
    rules: tuple[str, ...] = ()
    """The ids of the rules that refuse it; none where it is legal."""
    remedies: tuple[str, ...] = ()
    """The remedies that would make it legal, a sentence each; none where it is."""
    action: Action | None = None
    """The play by which it is done where it is legal, the first of several."""
    how: str | None = None
    """The movement of a hand that does it; None where it is said, or not legal."""


def legal_first(options: Iterable[CardOption]) -> list[CardOption]:
    """Return the ways of using a card in the order in which they are shown."""
    return sorted(options, key=lambda option: not option.legal)


def card_option_steps(
    state: TableState, seat: Seat, card: MatZone | CardKey, held: Collection[CardKey] = ()
) -> Iterator[CardOption | None]:
    """Yield the ways of using a card that lies in a mat zone or that the seat holds, as they are
    found out; None is a step without one.

    There are none for a card that is not the seat's; `held` is what else the seat is known to
    hold. Between two steps there is little work, so that other things may be done there.
    """
    ref = card if is_key(card) else state.zones.to_engine(MatZone(card))
    if ref is None:
        return
    held = {*held, CardKey(card)} if is_key(card) else held
    duel = private_duel(state.duel, seat, state.secrets, held)
    found = lookup(duel, ref)
    if found is None or found[1].owner != seat or found[1].key is None or duel.is_over():
        return
    game = game_of(duel.ruleset, duel.readings)
    wording = Wording(game, state.setup.names, world=duel, sees=(seat,))
    legal: list[Action] = []
    for action in legal_action_steps(duel):
        yield None
        if action is not None:
            legal.append(action)
    rows = [state.zones.row(seat, kind) for kind in game.rules.zones.rows]
    elsewhere: tuple[Verdict, Action] | None = None
    """The first way in which the card would be used from another place."""
    is_told = False
    for alike in _candidates(duel, game, seat, rows, *found):
        allowed = [a for a in legal if any(_is_like(a, b) for b in alike)]
        told = allowed or [a for a in alike if judge(duel, a).legal]
        if told:
            is_told = True
            yield from _legal(state, wording, told, seat)
            continue
        verdicts = []
        for action in alike:
            yield None
            verdicts.append((judge(duel, action), action))
        verdict, action = nearest = min(verdicts, key=lambda pair: _how_far(pair[0]))
        if any(_is_out_of_question(remedy, found[0]) for remedy in verdict.remedies):
            if not any(isinstance(remedy, Never) for remedy in verdict.remedies):
                elsewhere = elsewhere or nearest
            continue
        is_told = True
        yield _refused(wording, verdict, action, seat)
    if elsewhere and not is_told and zone_kind(found[0]) == "hand":
        yield _refused(wording, *elsewhere, seat)


def _refused(wording: Wording, verdict: Verdict, action: Action, seat: Seat) -> CardOption:
    """Return an illegal way of using a card, with the remedies that would make it legal."""
    words = action_words(wording, action, seat)
    return CardOption(words, False, verdict.rules, remedy_words(wording, verdict))


def _how_far(verdict: Verdict) -> tuple[int, int]:
    """Return the distance of a refused form from a legal one: broken rules, wrong steps."""
    wrong = sum(isinstance(remedy, Do) for remedy in verdict.remedies)
    return len(verdict.cited), wrong


def _is_out_of_question(remedy: Remedy, place: ZoneName) -> bool:
    """Whether a card that lies there is never used so, or only from another place."""
    if isinstance(remedy, When) and isinstance(remedy.fact, Lies):
        return zone_kind(place) not in remedy.fact.kinds
    return isinstance(remedy, Never)


def _legal(
    state: TableState, wording: Wording, actions: Sequence[Action], seat: Seat
) -> Iterator[CardOption]:
    """Yield legal ways of using a card: named ones each by itself, laid ones as one way."""
    how = hand_movement_text(state, actions)
    for alike in ([action] for action in actions) if how is None else [list(actions)]:
        words = action_words(wording, alike[0], seat)
        yield CardOption(words, legal=True, action=alike[0], how=how)


def _is_like(action: Action, other: Action) -> bool:
    """Whether two actions use a card in the same way, wherever to."""
    match action, other:
        case Play(move=one, card=card), Play(move=two, card=own):
            return (one, card) == (two, own)
        case Activate(effect=one, card=card), Activate(effect=two, card=own):
            return (one, card) == (two, own)
        case (Attack(card=card), Attack(card=own)) | (Turn(card=card), Turn(card=own)):
            return card == own
        case _:
            return False


def _candidates(
    duel: Duel,
    game: Game,
    seat: Seat,
    rows: Sequence[Sequence[ZoneName]],
    name: ZoneName,
    piece: Piece,
) -> Iterator[Sequence[Action]]:
    """Yield the ways of using a card, each as the actions that come nearest to it."""
    assert piece.key is not None
    kind = zone_kind(name)
    if kind in ("hand", "extra"):
        for move in game.moves:
            plays = [p for p in _plays(duel, rows, move, piece.key) if move.takes(p)]
            if plays:
                yield plays
    effects = [game.rules.effects[e] for e in game.rules.card(piece.key).effects]
    if kind == "hand":
        yield from ([Activate(e.name, piece.key)] for e in effects if e.use in HAND_USES)
    elif kind == "s":
        shown = None if piece.face_up else piece.key
        yield from ([Activate(e.name, name, shown)] for e in effects if e.use in HAND_USES)
    elif kind == "m":
        yield from ([Activate(e.name, name)] for e in effects if e.use == "ignition")
        if piece.face_up:
            yield [Turn(name, upright=not piece.upright)]
        else:
            yield [Turn(name, shown=piece.key)]
        other = Seat(1 - seat)
        aims = [n for n, _ in duel.pieces() if zone_kind(n) == "m" and zone_seat(n) == other]
        yield [Attack(name, aim) for aim in aims] or [Attack(name)]


def _plays(
    duel: Duel, rows: Sequence[Sequence[ZoneName]], move: MoveKind, key: CardKey
) -> Iterator[Action]:
    """Yield a play of a card to each row that the mat shows, to a free zone near the middle.

    In a row without end, cards lie next to each other from the middle on.
    """
    for row in filter(None, rows):
        outwards = sorted(range(len(row)), key=lambda index: abs(index - len(row) // 2))
        to = next((row[index] for index in outwards if not duel.at(row[index])), row[0])
        for upright, face_up in ((True, True), (False, False), (True, False), (False, True)):
            yield Play(move.name, key, to, upright, face_up)


def own_card(view: SeatView, card: str) -> bool:
    """Whether a seat's view shows a card of its own there: by its zone, or in hand by its key."""
    held = any(each.key == card and not each.looked for each in view.hand)
    down = any(each.zone == card for each in view.facedown)
    lying = any(
        each.zone == card and each.card.key.startswith(f"{view.seat}:") for each in view.zones
    )
    return held or down or lying
