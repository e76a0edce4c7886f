"""The meaning of pads and buttons: the same inputs mean the same wherever they come from.

An input becomes an intent, a value that names what to do; nothing is done here.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from duelmat_engine import (
    NOBODY,
    Action,
    Advance,
    Attack,
    Choose,
    Pass,
    Seat,
    key_seat,
    parse_seat,
    zone_kind,
    zone_seat,
)
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.asking import WindowKind
from duelmat_host.table.commands import Agree, CallJudge, Command, ConfirmResult, TakeBack
from duelmat_host.table.entries import AskingChanged, RequestKind
from duelmat_host.table.obligations import Obligation, is_touched
from duelmat_host.table.prompts import Option, Prompt, Prompter
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table
from duelmat_host.table.telling import sight_as_told, tell, wanted_way
from duelmat_host.table.zone_map import PadName
from duelmat_message import Text, say

HOLD_MS = 1000
"""Holding OK for this long switches whether its seat is asked after its own plays as well."""


@dataclass(frozen=True, slots=True)
class DoAction:
    """Do an action that a player has entered."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class TakeOption:
    """Take an answer to a question."""

    prompt: Prompt
    option: Option


@dataclass(frozen=True, slots=True)
class Meet:
    """Confirm that an obligation is met."""

    obligation: Obligation


@dataclass(frozen=True, slots=True)
class Select:
    """Select a zone; None: no zone."""

    place: MatZone | None


@dataclass(frozen=True, slots=True)
class Point:
    """Highlight another answer."""

    prompter: Prompter


@dataclass(frozen=True, slots=True)
class GiveCommand:
    """Give a command that belongs to no decision."""

    seat: Seat
    command: Command


@dataclass(frozen=True, slots=True)
class Inform:
    """Send everybody a message worth knowing."""

    text: str


Intent = DoAction | TakeOption | Meet | Select | Point | GiveCommand | Inform


# Pads


def touched(shown: Table, pad: PadName) -> Intent | None:
    """Return the meaning of a touch: a choice, an attack, a confirmation, or pointing."""
    state = shown.state
    if ".choice" in pad:
        step = -1 if pad.endswith("1") else 1
        seat = parse_seat(pad[0])
        prompt = _prompt_of(shown, seat)
        if prompt is None:
            return Inform(say("{player} is asked nothing now.", player=state.name_of(seat)))
        return Point(shown.prompter.pointing(state, prompt, step))
    place = MatZone(pad)
    told = _telling(shown, place)
    if told is not None:
        return told
    attack = _attack_at(state, shown.selected, place)
    if attack is not None:
        return DoAction(state.duel.turn_seat, attack)
    owed = _touched_obligation(state, place)
    if owed is not None:
        return Meet(owed)
    decision = state.duel.decision
    card = _pointed_card(state, shown.layout, place)
    if decision is not None and decision.kind == "choose" and card is not None:
        return DoAction(decision.seat, Choose(card))
    return Select(place if shown.selected != place else None)


def acting_seat(shown: Table, pad: PadName, intent: Intent | None) -> Seat | None:
    """Return the seat for which a touch of a pad acts; None if anybody may touch the pad.

    The deciding player points at their own cards: an attack begins in that way.
    """
    match intent:
        case DoAction(seat=seat):
            return seat
        case Meet(obligation=obligation):
            return None if obligation.seat == NOBODY else obligation.seat
        case Select():
            decision = shown.state.duel.decision
            name = shown.state.zones.to_engine(MatZone(pad))
            is_own = decision is not None and name is not None and zone_seat(name) == decision.seat
            return decision.seat if decision is not None and is_own else None
        case _:
            return None


def _telling(shown: Table, place: MatZone) -> GiveCommand | None:
    """Return what a touch tells of a card that must be turned, where nothing senses that it was.

    The card is expected in another way, or has to be turned up for a decision.
    """
    state, sight = shown.state, shown.layout.get(place)
    wanted = state.expected.get(place)
    if wanted is None or sight is None or sight.key is None or not wanted.holds(sight.key):
        return None
    way, decision = wanted_way(wanted, sight.key), state.duel.decision
    asked = () if decision is None or decision.kind != "reveal" else decision.options
    if state.zones.holding(state.duel, place) in asked:
        way = structs.replace(way, face=Face.UP)
    elif place not in state.pending:
        return None
    is_told = sight_as_told(state, place, sight, way).is_like(sight)
    return None if is_told else GiveCommand(key_seat(sight.key), tell(place, way))


def _attack_at(state: TableState, selected: MatZone | None, place: MatZone) -> Attack | None:
    """Return the attack that a touch declares after the player's own monster was touched."""
    decision = state.duel.decision
    attacker = None if selected is None else state.zones.to_engine(selected)
    target = state.zones.to_engine(place)
    if decision is None or attacker is None or target is None:
        return None
    if decision.kind not in ("open", "aim") or zone_kind(attacker) != "m":
        return None
    if (
        zone_seat(attacker) != decision.seat
        or zone_seat(target) == decision.seat
        or zone_kind(target) not in ("m", "pile")
    ):
        return None
    return Attack(attacker, target if zone_kind(target) == "m" else None)


def _touched_obligation(state: TableState, place: MatZone) -> Obligation | None:
    """Return the obligation that a touch confirms: with a deck, or where nothing is sensed."""
    here = (each for each in state.obligations if each.zone == place)
    return next((each for each in here if is_touched(each, state.zones)), None)


def _pointed_card(state: TableState, layout: Layout, place: MatZone) -> str | None:
    """Return the card that a touch names: its zone, or on a landing spot the card shown there."""
    name = state.zones.holding(state.duel, place)
    if name is None:
        return None
    sight = layout.get(place)
    shown = sight is not None and sight.key is not None and sight.face is Face.UP
    if sight is not None and shown and place in state.zones.landing_spots:
        return str(sight.key)
    return name


# Buttons


def pressed(shown: Table, button: str) -> Intent | None:
    """Return the intent of a press of one of the three buttons of a seat."""
    seat = parse_seat(button[0])
    match button[2:]:
        case "ok":
            return _ok(shown, seat)
        case "phase":
            return _phase(shown, seat)
        case _:
            is_disputed = shown.state.called_by is not None or shown.state.refusal is not None
            if shown.prompter.steps and not is_disputed:
                return Point(shown.prompter.without_steps())
            return GiveCommand(seat, CallJudge() if is_disputed else TakeBack())


def first_to_answer(shown: Table) -> Text | None:
    """Return in words that a play which was begun comes first; None: no play was begun.

    Whatever else is done would throw its question away.
    """
    asked = shown.unfinished
    if asked is None:
        return None
    if shown.prompter.steps:
        return say("First answer: {question} Or press judge to begin anew.", question=asked.text)
    return say("First answer: {question} Or take the card back.", question=asked.text)


def _ok(shown: Table, seat: Seat) -> Intent | None:
    """Return the intent of OK: agree to a takeback, take the highlighted option, or pass.

    After a match of an event the intent is to confirm its result.

    Draws and corrections of life are agreed to on the page, where their texts can be read: the
    mat's display has no room for them, and a press may have been meant for something else.
    """
    if shown.state.proposes_result:
        return GiveCommand(seat, ConfirmResult())
    takeback = shown.state.requests.get(RequestKind.TAKEBACK)
    if takeback is not None and takeback.by != seat:
        return GiveCommand(seat, Agree())
    prompt = _prompt_of(shown, seat)
    if prompt is not None:
        option = shown.prompter.option_for_ok(shown.state, prompt)
        return Inform(prompt.text) if option is None else TakeOption(prompt, option)
    if any(asked.by != seat for asked in shown.state.requests.values()):
        return Inform(say("A draw and a life are agreed to on the page, where they can be read."))
    return _awaited(shown)


def _awaited(shown: Table) -> Inform:
    """Return the awaited decision in words, for a press that decides nothing."""
    is_over = shown.state.duel.is_over()
    return Inform(say("The duel is over.") if is_over else shown.decision_text)


def _phase(shown: Table, seat: Seat) -> Intent | None:
    """Return the intent of the phase button: go to the first phase that may follow.

    Where a phase ends when all pass in succession, the intent is to pass.
    """
    decision, first = shown.state.duel.decision, first_to_answer(shown)
    if first is not None:
        return Inform(first)
    if decision is None:
        return _awaited(shown)
    ahead: Action | None
    ahead = next((action for action in shown.legal if isinstance(action, Advance)), None)
    if ahead is None and decision.kind == "open" and Pass() in shown.legal:
        ahead = Pass()
    if decision.seat == seat and ahead is not None:
        return DoAction(seat, ahead)
    return _awaited(shown)


def _prompt_of(shown: Table, seat: Seat) -> Prompt | None:
    own = [prompt for prompt in shown.prompts if prompt.seat == seat]
    return own[-1] if own else None


def own_windows_switched(state: TableState, seat: Seat) -> tuple[AskingChanged, str]:
    """Return the entry by which a long OK switches questions after own plays, and its words."""
    asking, player = state.asking_of(seat), state.name_of(seat)
    kinds = asking.kinds ^ {WindowKind.OWN}
    if WindowKind.OWN in kinds:
        told = say("{player} is asked after own plays too.", player=player)
    else:
        told = say("{player} is no longer asked after own plays too.", player=player)
    return AskingChanged(seat, kinds, asking.until), told
