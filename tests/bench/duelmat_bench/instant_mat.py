"""A table at a mat that feels everything at once, without electronics, journal or clock."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from duelmat_engine import CardKey, Deck, Seat, find_ruleset, keys_of, zone_kind
from duelmat_hardware import load_mat
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent, Step
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.commands import Agree, Refuse, Tell, Touch
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.inputs import (
    ButtonPressed,
    CommandGiven,
    Input,
    LayoutSensed,
    PadTouched,
    QuestionAnswered,
    TimePassed,
)
from duelmat_host.table.live import LiveTable
from duelmat_host.table.reducer import begin
from duelmat_host.table.table import table_of
from duelmat_host.table.zone_map import PadName, ZoneMap

SEATS = (Seat(0), Seat(1))


class _NoJournal:
    def append_all(self, _items: object) -> Sequence[Any]:
        return ()


class InstantMat:
    """A mat that feels everything at once."""

    def __init__(self) -> None:
        self.table: LiveTable | None = None
        self.now_ms = 0
        self._lying: dict[CardKey, tuple[MatZone, Sight]] = {}

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        way, apparent = self.turn_of(zone, turn)
        face = Face.UP if face_up else Face.DOWN
        self._lying.pop(key, None)
        self._lying[key] = zone, Sight(key, face, way, b"", apparent=apparent)
        self._sense()

    def turn_of(self, zone: MatZone, turn: int) -> tuple[Orientation, Orientation]:
        """Return how a card is sensed to be turned, and how it seems to be if it is not."""
        way = Orientation.SIDEWAYS if turn else Orientation.UPRIGHT
        way = way if zone_kind(zone) == "m" else Orientation.UNKNOWN
        return way, Orientation.UNKNOWN

    def lift(self, key: CardKey) -> None:
        self._lying.pop(key, None)
        self._sense()

    def touch(self, pad: str) -> None:
        self.take(PadTouched(PadName(pad)))

    def press(self, button: str) -> None:
        self.take(ButtonPressed(button))

    def take(self, given: Input, passed_ms: int = 100) -> None:
        self.now_ms += passed_ms
        if self.table is not None:
            self.table.take(given, self.now_ms)

    def _sense(self) -> None:
        sights: dict[MatZone, Sight] = {}
        for place, sight in self._lying.values():
            sights.setdefault(place, sight)  # the lowest card of a zone is sensed
        self.take(LayoutSensed(Layout(sights)))


def said(step: AnswerPrompt | Agree | Refuse | Tell | Touch, seat: Seat) -> Input:
    if isinstance(step, AnswerPrompt):
        return QuestionAnswered(step.seat, step.prompt, step.option)
    return CommandGiven(seat, step)


def do_next(player: Opponent, mat: InstantMat, hands: Hands) -> Step | None:
    """Have a player do the next thing, and return it; what no mat feels is done with it."""
    step = player.step()
    while isinstance(step, Move) and not step.is_felt:
        step.carry_out(hands)
        step = player.step()
    if isinstance(step, Move):
        step.carry_out(hands)
    elif step is not None:
        mat.take(said(step, player.seat))
    mat.take(TimePassed(), 150)
    return step


def instant_table(
    ruleset: str, chance: Random, mat: InstantMat | None = None
) -> tuple[InstantMat, LiveTable, Hands]:
    """Return a mat, a table on it, and the hands of two players with practice decks."""
    rules, mat = find_ruleset(ruleset), mat or InstantMat()
    deck = Deck(*rules.decks.practice)
    setup = DuelSetup(ruleset, ("Ana", "Ben"), (deck, deck))
    dice = Chance(lambda options, _low: tuple(options[:1]), lambda: bytes(16))
    state = begin(setup, ZoneMap(rules, load_mat()))
    table = mat.table = LiveTable(table_of(state), _NoJournal(), dice)
    decks = [keys_of(seat, deck.main) for seat in SEATS]
    for cards in decks:
        chance.shuffle(cards)
    hands = Hands(mat, decks, [keys_of(seat, deck.extra) for seat in SEATS], chance)
    return mat, table, hands


def decide_who_begins(mat: InstantMat, table: LiveTable) -> None:
    """Answer for the people who decide who goes first, once hands are drawn."""
    decision = table.state.duel.decision
    if decision is not None and decision.kind == "first" and not table.state.obligations:
        prompt = table.now.prompts[0]
        mat.take(QuestionAnswered(prompt.seat, prompt.id, 0))
