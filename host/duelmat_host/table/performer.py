"""Doing an action with hands: which cards to put where, what to touch and press.

This is how the practice opponent and the recorded demonstration play: through the mat, as people
do. What the table then asks ("which play is it?") is answered as a player would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Choose,
    Pass,
    Play,
    Reveal,
    Turn,
)
from duelmat_engine.names import CardKey, Seat, is_key, key_seat, seat_letter, zone_kind
from duelmat_engine.state import Duel
from duelmat_host.table.expect import Expect, differences
from duelmat_host.table.hands import Hands
from duelmat_host.table.prompts import Option, Prompt
from duelmat_host.table.referee import way_of
from duelmat_host.table.table import DuelTable
from duelmat_host.table.tasks import Task
from duelmat_host.table.zone_map import ZoneMap


@dataclass(frozen=True, slots=True)
class Move:
    """One movement of a hand."""

    do: Literal["place", "turn", "flip", "bring", "draw", "shuffle", "touch", "press"]
    key: str = ""
    zone: str = ""
    face_up: bool = True
    turn: int = 0
    seat: int = 0
    count: int = 0
    task: int = 0
    """The number of the task for which is drawn."""

    def carry_out(self, hands: Hands) -> None:
        match self.do:
            case "place":
                hands.place(CardKey(self.key), self.zone, face_up=self.face_up, turn=self.turn)
            case "turn":
                hands.turn(self.zone)
            case "flip":
                hands.flip(self.zone)
            case "bring":
                hands.bring(CardKey(self.key), self.zone)
            case "draw":
                hands.draw(Seat(self.seat), self.count, self.task)
            case "shuffle":
                hands.shuffle(Seat(self.seat))
            case "touch":
                hands.touch(self.zone)
            case "press":
                hands.press(self.zone)


def moves_of(
    action: Action, duel: Duel, zones: ZoneMap, hands: Hands, key: str = ""
) -> list[Move]:
    """The movements for an action; [] if it is said, not done. `key` is a Set card's own."""
    match action:
        case Play(card=card, to=to, upright=upright, face_up=face_up, using=using):
            which = card if is_key(card) else key
            paid = [
                Move("bring", key=paid_key, zone="grave")
                for name in using
                if (paid_key := hands.at(zones.to_mat(name)))
            ]
            turn = 0 if upright or zone_kind(to) != "m" else 90
            return [*paid, Move("place", which, zones.to_mat(to), face_up=face_up, turn=turn)]
        case Activate(card=card) if is_key(card) and hands.where(CardKey(card)) == "hand":
            spot = next(
                spot for spot in zones.play_spots(key_seat(card)) if hands.at(spot) is None
            )
            return [Move("place", card, spot)]
        case Activate(card=card) if not is_key(card) and zone_kind(card) == "s":
            return [Move("flip", zone=zones.to_mat(card))]
        case Turn(card=card):
            piece = duel.top(card)
            place = zones.to_mat(card)
            flip = [Move("flip", zone=place)] if piece is not None and not piece.face_up else []
            return [*flip, Move("turn", zone=place)]
        case Attack(card=card, target=target):
            other = seat_letter(Seat(1 - "abcd".index(card[0])))
            aim = zones.to_mat(target if target is not None else f"{other}.pile")
            return [Move("touch", zone=zones.to_mat(card)), Move("touch", zone=aim)]
        case Choose(card=card) if is_key(card) and hands.where(CardKey(card)) in ("hand", "deck"):
            return [Move("bring", key=card, zone="grave")]
        case Choose(card=card) if not is_key(card) and zone_kind(card) in ("m", "s"):
            return [Move("touch", zone=zones.to_mat(card))]
        case Reveal(shown=shown):
            place = hands.where(shown)
            return (
                [Move("flip", zone=place)]
                if "." in place
                else [Move("bring", key=shown, zone="grave")]
            )
        case _:
            return []


def option_for(prompts: list[Prompt], action: Action, *, asked: bool) -> tuple[Prompt, int] | None:
    """The option of the open prompts that stands for an action."""
    for prompt in prompts:
        for index, option in enumerate(prompt.options):
            if _is_meant(option, action, asked=asked):
                return prompt, index
    return None


def _is_meant(option: Option, action: Action, *, asked: bool) -> bool:
    if option.action == action:
        return True
    return asked and way_of(option.action) == way_of(action)


def is_button(action: Action) -> str:
    """The button that says an action, if one does."""
    return "ok" if isinstance(action, Pass) else "phase" if isinstance(action, Advance) else ""


# What the hands owe


def owed_moves(
    table: DuelTable, hands: Hands, backs: Mapping[Seat, Sequence[str]], only: Seat | None = None
) -> Iterator[Move]:
    """The movements that do what is owed now, one thing after another.

    `backs` says, for each seat, which cards it puts back unseen; while it does not say so of a
    seat that has to, that is left for later.
    """
    told = set()
    for task in list(table.tasks):
        if task.kind == "return" and task.count and task.seat not in backs:
            continue
        if only is None or task.seat == only:
            told.add(task.key)
            yield from _task_moves(task, hands, backs)
    seen = differences(table.layout, table.expected(), table.zones.rows)
    expected = table.expected()
    for zone in seen:
        key = hands.at(zone)
        wanted = expected.get(zone)
        if key is None and wanted is not None and zone in table.owed:
            yield from _laid_back(wanted, zone)
        if key is None or key in told:
            continue
        if wanted is None:
            yield Move("bring", key=key, zone=_home(table.duel, key))
            continue
        lying = hands.lying[key]
        if lying.face_up != wanted.face_up:
            yield Move("flip", zone=zone)
        if wanted.upright is not None and (lying.turn == 0) != wanted.upright:
            yield Move("turn", zone=zone)


def _laid_back(wanted: Expect, zone: str) -> Iterator[Move]:
    """A card that has to lie there again, after something was taken back."""
    key = wanted.key or wanted.secret
    turn = 90 if wanted.upright is False else 0
    if key is not None:
        yield Move("place", key, zone, face_up=wanted.face_up, turn=turn)


def _home(duel: Duel, key: str) -> str:
    """Where the duel says that a card now is: a pile to show it at, or the hand."""
    for name, piece in duel.pieces():
        if piece.key == key:
            kind = zone_kind(name)
            return kind if kind in ("grave", "banished", "extra") else "hand"
    return "hand"


def _task_moves(task: Task, hands: Hands, backs: Mapping[Seat, Sequence[str]]) -> Iterator[Move]:
    touch = Move("touch", zone=task.zone)
    match task.kind:
        case "show":
            yield Move("bring", key=task.key, zone=task.zone.partition(".")[2])
        case "fetch":
            yield Move("bring", key=task.key, zone=task.zone.partition(".")[2])
            yield Move("bring", key=task.key, zone="hand")
        case "draw":
            if task.key:
                yield Move("bring", key=task.key, zone="hand")
            elif task.count:
                yield Move("draw", seat=task.seat, count=task.count, task=task.number)
            yield touch
        case "undraw":
            for key in [task.key] if task.key else reversed(hands.held(task.seat)[-task.count :]):
                yield Move("bring", key=key, zone="pile")
            yield touch
        case "return":
            for key in backs.get(task.seat, []):
                yield Move("bring", key=key, zone="pile")
            yield Move("shuffle", seat=task.seat)
            yield touch
        case _:
            yield touch
