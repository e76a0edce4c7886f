"""How many presses an own turn takes a person who plays against the program, by game.

Two easy opponents play at a mat that feels everything at once. Each own turn is counted as if a
person had played it on a page: a drag, a click or a key is a press. What hands must do and nobody
decides is counted apart, as `obligations`: pages do it by themselves where hands are simulated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median, quantiles
from typing import Any, Final

from duelmat_bench.easy_duel import EasyDecider, rounds_of
from duelmat_bench.instant_mat import SEATS, instant_table
from duelmat_engine import (
    Action,
    Advance,
    Attack,
    CardKey,
    Pass,
    Play,
    Seat,
    ZoneName,
    is_key,
    legal_actions,
    seat_letter,
)
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent, Step
from duelmat_host.players.scripted_player import AnswerPrompt
from duelmat_host.players.usual_way import usual_way
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.payments import payments_of
from duelmat_host.table.live import LiveTable
from duelmat_host.table.private import private_duel

MOST_WAYS: Final = 4
"""So many ways to pay are buttons of the panel before anything is ticked (payments.js)."""
Presses = Counter[str]
"""The presses of one turn, by what they are for."""


class CountedPlayer(Opponent):
    """A player whose presses are counted as a page would need them."""

    def __init__(self, table: LiveTable, hands: Hands, seat: Seat, chance: Random) -> None:
        super().__init__(table, hands, seat, EasyDecider(chance), chance)
        self.presses: Presses = Counter()
        self._steps_count = 0
        """The steps from phase to phase since the last other act: at the end of a turn these are
        one press, for the end of the turn."""

    def turn_over(self) -> Presses:
        """Return the presses of the turn that is over, and begin to count anew."""
        if self._steps_count:
            self.presses["phases"] -= self._steps_count - 1
        found, self.presses, self._steps_count = self.presses, Counter(), 0
        return found

    def _next(self) -> Iterator[Step]:
        is_owed = self.owes()
        for step in super()._next():
            if is_owed and isinstance(step, Move) and step.do not in ("touch", "look"):
                self.presses["obligations"] += 1
            yield step

    def _do(self, action: Action) -> Iterator[Move | AnswerPrompt]:
        duel = self.table.state.duel
        is_open = duel.decision is not None and duel.decision.kind == "open"
        is_step = is_open and isinstance(action, Advance | Pass)
        panel, before = self._panel(action), self.table.state.actions_count
        counted, steps_count = self.presses.copy(), self._steps_count
        if isinstance(action, Attack) and steps_count and duel.phase.startswith("battle"):
            self.presses["phases"] -= 1  # an attack from a main phase goes there by itself
        self._steps_count = steps_count + 1 if is_step else 0
        self.presses["questions"] += not is_open
        for step in super()._do(action):
            if panel is None or isinstance(step, AnswerPrompt):
                self._count(step, action)
            yield step
        self.presses["payments"] += panel or 0
        if self.table.state.actions_count == before:
            # something had to be done first: it is tried again
            self.presses, self._steps_count = counted, steps_count

    def _panel(self, action: Action) -> int | None:
        """Return the presses by which a card of the Extra Deck is paid for; None: it is none.

        The panel is opened, cards are ticked if there are many ways, and the play is pressed.
        """
        if not isinstance(action, Play) or not action.using or not is_key(action.card):
            return None
        if self.hands.where(CardKey(action.card)) != "extra":
            return None
        state = self.table.state
        private = private_duel(state.duel, self.seat, state.secrets, self.hands.held(self.seat))
        paid = payments_of(legal_actions(private), state, private, self.seat)
        if paid is None:
            return None
        costs = [set[str](cost) for play in paid.plays for cost in play.costs]
        ticked = [str(state.zones.sensed(ZoneName(name))) for name in action.using]
        ticks = 0
        while ticks < len(ticked) and _ways(costs, ticked[:ticks]) > MOST_WAYS:
            ticks += 1
        return 2 + ticks

    def _count(self, step: Move | AnswerPrompt, action: Action) -> None:
        if isinstance(action, Attack):  # a drag onto the target does what two touches do
            is_aim = isinstance(step, AnswerPrompt) or step.zone[0] != seat_letter(self.seat)
            self.presses["attacks"] += is_aim
        elif self._steps_count:
            self.presses["phases"] += 1
        elif isinstance(step, AnswerPrompt) or step.do in ("press", "touch"):
            self.presses["answers"] += 1
        elif step.do == "bring" and "." in self.hands.where(CardKey(step.key)):
            self.presses["payments"] += 1
        else:
            self.presses["cards"] += 1
            self.presses["keys"] += self._keys(step) if step.do == "place" else 0
            if step.key and self.hands.where(CardKey(step.key)) == "extra":
                self.presses["cards"] += 2  # its stack is opened, and it is chosen there

    def _keys(self, step: Move) -> int:
        """Return how many keys say which way a card is laid: the least that are needed."""
        card, place = CardKey(step.key), MatZone(step.zone)
        wanted = (step.face_up, not step.turn)
        saids = [(None, None), (step.face_up, None), (None, not step.turn)]
        for up, way in saids:
            if usual_way(self.hands, self.table, card, place, face_up=up, upright=way) == wanted:
                return int((up, way) != (None, None))
        return 2


def _ways(costs: Sequence[set[str]], ticked: Sequence[str]) -> int:
    """Return how many ways to pay take all that is ticked."""
    return sum(cost.issuperset(ticked) for cost in costs)


def own_turns(ruleset: str, seed: int) -> Iterator[Presses]:
    """Yield the presses of each own turn of both players in one duel."""
    chance = Random(seed)
    mat, table, hands = instant_table(ruleset, chance)
    players = [CountedPlayer(table, hands, seat, chance) for seat in SEATS]
    turn, seat = 0, SEATS[0]
    for duel in rounds_of(mat, table, hands, players):
        if duel.turn != turn or duel.is_over():
            found = [player.turn_over() for player in players]
            if turn:
                yield found[seat]
            turn, seat = duel.turn, duel.turn_seat


def measure_presses(ruleset: str, duels: int) -> dict[str, Any]:
    """Return the presses and questions of an own turn, and how many are for what."""
    turns = [turn for seed in range(1, duels + 1) for turn in own_turns(ruleset, seed)]
    asked = [turn.pop("questions", 0) for turn in turns]
    obligations = [turn.pop("obligations", 0) for turn in turns]
    presses = [turn.total() for turn in turns]
    figures: dict[str, Any] = {"duels": duels, "turns": len(turns)}
    for name, counts in (("presses", presses), ("questions", asked), ("obligations", obligations)):
        figures[name] = {
            "p50": median(counts),
            "p90": quantiles(counts, n=10)[8],
            "most": max(counts),
        }
    total: Presses = sum(turns, Counter())
    figures["for"] = {kind: round(count / len(turns), 2) for kind, count in total.most_common()}
    return figures
