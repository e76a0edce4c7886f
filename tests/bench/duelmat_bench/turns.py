"""How long a turn of the program takes, by game and level: at a mat without electronics.

The easy opponent plays the other seat. What passes is counted: each decision as long as it was
thought about (but at least and at most as the pace says), each movement with the pause after it
and the time in which a board feels it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import quantiles
from time import thread_time
from typing import Any, Final

from duelmat_engine import Action, CardKey, Deck, Duel, Seat, find_ruleset, keys_of, zone_kind
from duelmat_hardware import load_mat
from duelmat_host.app.pace import longest_thought_s, step_s, thought_s
from duelmat_host.app.table_runner import BOT_POLL_S
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.commands import Agree, Refuse
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
from duelmat_opponent import BUDGETS, Budget, Level, choose

LONGEST: Final = 4_000
"""A duel is followed for so many steps at most."""
FELT_S: Final = 0.2
"""A movement is understood after so long, in the pause that follows it: what `duelmat demo --json`
calls latency, rounded up."""
PERSON, PROGRAM = Seat(0), Seat(1)


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
        way = Orientation.SIDEWAYS if turn else Orientation.UPRIGHT
        way = way if zone_kind(zone) == "m" else Orientation.UNKNOWN
        self._lying.pop(key, None)
        self._lying[key] = zone, Sight(key, Face.UP if face_up else Face.DOWN, way, b"")
        self._sense()

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


class TimedDecider:
    """A decider that notes how long a person would wait for each answer in a turn."""

    def __init__(self, budget: Budget, chance: Random) -> None:
        self.taken_s = 0.0
        self._budget, self._chance = budget, chance
        self._turn = self._count = 0
        self._answer: Action | None = None

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        if view.turn != self._turn:
            self._turn, self._count = view.turn, 0
        began_s, longest_s = thread_time(), longest_thought_s(self._count)
        self._answer = choose(
            view,
            self._budget,
            self._chance,
            among=actions,
            is_late=lambda: thread_time() - began_s > longest_s,
        )
        self.taken_s += max(thought_s(self._count), thread_time() - began_s)
        self._count += 1

    def answer(self) -> Action | None:
        found, self._answer = self._answer, None
        return found


def _said(step: AnswerPrompt | Agree | Refuse, seat: Seat) -> Input:
    if isinstance(step, AnswerPrompt):
        return QuestionAnswered(step.seat, step.prompt, step.option)
    return CommandGiven(seat, step)


def turn_times(ruleset: str, level: Level, seed: int) -> list[float]:
    """Return the seconds of the program's own turns in one duel."""
    rules, mat = find_ruleset(ruleset), InstantMat()
    deck = Deck(*rules.decks.practice)
    setup = DuelSetup(ruleset, ("Ana", "Ben"), (deck, deck))
    chance = Random(seed)
    dice = Chance(lambda options, _low: tuple(options[:1]), lambda: bytes(16))
    state = begin(setup, ZoneMap(rules, load_mat()))
    table = mat.table = LiveTable(table_of(state), _NoJournal(), dice)
    decks = [keys_of(seat, deck.main) for seat in (PERSON, PROGRAM)]
    for cards in decks:
        chance.shuffle(cards)
    hands = Hands(mat, decks, [keys_of(seat, deck.extra) for seat in (PERSON, PROGRAM)], chance)
    deciders = [TimedDecider(BUDGETS[each], chance) for each in (Level.EASY, level)]
    players = [
        Opponent(table, hands, seat, decider, chance)
        for seat, decider in zip((PERSON, PROGRAM), deciders, strict=True)
    ]
    found: list[float] = []
    turn, moves_count, passed_s = 0, 0, 0.0
    for _ in range(LONGEST):
        duel = table.state.duel
        if duel.is_over():
            break
        if duel.turn != turn:
            if turn and passed_s:
                found.append(passed_s + deciders[PROGRAM].taken_s)
            turn, moves_count, passed_s, deciders[PROGRAM].taken_s = duel.turn, 0, 0.0, 0.0
        for player in players:
            duel = table.state.duel
            is_counted = player.seat == PROGRAM == duel.turn_seat
            is_own = duel.decision is not None and duel.decision.seat == PROGRAM
            step = player.step()
            if isinstance(step, Move):
                step.carry_out(hands)
                passed_s += max(step_s(moves_count), FELT_S) if is_counted else 0.0
                moves_count += is_counted
            elif step is not None:
                mat.take(_said(step, player.seat))
                passed_s += BOT_POLL_S if is_counted else 0.0
            elif is_counted and is_own:
                passed_s += BOT_POLL_S
            mat.take(TimePassed(), 150)
        decision = table.state.duel.decision
        if decision is not None and decision.kind == "first" and not table.state.obligations:
            prompt = table.now.prompts[0]  # people decide who goes first
            mat.take(QuestionAnswered(prompt.seat, prompt.id, 0))
    return found


def measure_turns(ruleset: str, duels: int) -> dict[str, Any]:
    """Return the seconds of a turn of the program, by level."""
    figures: dict[str, Any] = {"duels": duels}
    for level in Level:
        times = [t for seed in range(1, duels + 1) for t in turn_times(ruleset, level, seed)]
        cuts = quantiles(times, n=20) if len(times) > 1 else [0.0] * 19
        figures[level.value] = {
            "turns": len(times),
            "p50_s": round(cuts[9], 2),
            "p95_s": round(cuts[18], 2),
            "most_s": round(max(times, default=0.0), 2),
        }
    return figures
