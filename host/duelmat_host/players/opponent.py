"""The practice opponent's hands: what was decided, done on the mat.

It knows what a player in its seat knows, plays through the mat like anybody, and meets the
obligations of its hands. It makes one movement at a time, so that people can follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from random import Random
from typing import Final, Protocol

from msgspec import structs

from duelmat_engine import (
    Action,
    CardKey,
    Choose,
    Duel,
    Reveal,
    Seat,
    ZoneName,
    is_key,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.players.hand_moves import (
    Move,
    is_button,
    key_of,
    moves_of,
    option_for,
    owed_moves,
)
from duelmat_host.players.hands import PILES, Hands
from duelmat_host.players.possible_actions import known_to, possible_actions
from duelmat_host.players.scripted_player import MOST_STEPS, AnswerPrompt
from duelmat_host.players.telling_hands import tells_of
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.commands import Agree, Refuse, Tell, Touch
from duelmat_host.table.entries import RequestKind
from duelmat_host.table.findings import Refused
from duelmat_host.table.holdups import holdup_of
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import ObligationKind

WAITS: Final = 100
"""The number of steps in which the table has to understand an action before another is tried:
five seconds, as they come. A busy machine feels cards late, and may ask which play is meant."""


Step = Move | AnswerPrompt | Agree | Refuse | Tell | Touch
"""The next step of an opponent: a movement, an answer to a question or to a request, or how a
card lies.
"""


class Decider(Protocol):
    """The decider for an opponent, one decision at a time."""

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        """Ask which of these actions to do in a seat's view; any earlier question is void."""

    def answer(self) -> Action | None:
        """Return the action; None while it is being thought about."""


class Opponent:
    """A seat that is played by a decider, with hands of its own."""

    def __init__(
        self, table: LiveTable, hands: Hands, seat: Seat, decider: Decider, random: Random
    ) -> None:
        """`random` is for what hands do without a decision, as which card is put back first."""
        self.table = table
        self.hands = hands
        self.seat = seat
        self.decider = decider
        self.random = random
        self._steps: Iterator[Step] = iter(())
        self._about: Duel | None = None
        """The duel in which it decides now."""
        self._is_asked = False
        self._tried: list[Action] = []
        """The actions that it has tried in that duel and the table has not understood."""
        self._waits = 0
        self._decided: Action | None = None
        """The action that is decided, and waits for what another player's hands owe."""
        self._doing: tuple[Action, int] | None = None
        """The action that the table has to understand, and the number of those before it."""

    def step(self) -> Step | None:
        """Return the opponent's next movement or answer; None while there is nothing to do."""
        told = next(tells_of(self.table, self.hands, self.seat), None)
        if told is not None:
            return told
        found = next(self._steps, None)
        if found is not None:
            return found
        self._steps = self._next()
        return next(self._steps, None)

    @property
    def is_busy(self) -> bool:
        """Whether a decision is thought about, or the table has yet to feel what was done."""
        return self._is_asked or self._waits > 0

    def forget(self) -> None:
        """Drop what was begun, because somebody else has changed the duel meanwhile."""
        self._steps = iter(())
        self._about = None

    def owes(self) -> bool:
        """Whether the opponent's hands must follow the duel."""
        return any(True for _ in self._owed())

    def _next(self) -> Iterator[Step]:
        if isinstance(self.table.now.reported, Refused):
            self._waits = 0
        owed = [] if self._is_awaited() else list(self._owed())
        if owed:
            yield from one_thing(owed)
            return
        asked = [kind for kind, by in self._requests() if by != self.seat]
        if asked:
            yield from self._reply(asked)
            return
        decision = self.table.state.duel.decision
        if decision is None or decision.seat != self.seat:
            return
        if decision.kind == "reveal":
            yield from self._show_once(decision.options[0])
            return
        yield from self._decide(self.table.state.duel)

    def _is_awaited(self) -> bool:
        """Whether the table has yet to understand what lies there: it stays as it was laid."""
        return self._waits > 0 and self._about is self.table.state.duel

    def _requests(self) -> Iterator[tuple[RequestKind, Seat]]:
        for kind, request in self.table.state.requests.items():
            yield kind, request.by

    def _reply(self, asked: Collection[RequestKind]) -> Iterator[Step]:
        """Answer the other player's requests: allow takebacks, refuse draws, agree to the rest."""
        if RequestKind.TAKEBACK in asked:
            yield Move("press", zone=f"{seat_letter(self.seat)}.ok")
        else:
            yield Refuse() if RequestKind.DRAW in asked else Agree()

    def _decide(self, duel: Duel) -> Iterator[Move | AnswerPrompt]:
        """Have a decision made, and carry it out when it has come."""
        if duel is not self._about:
            self._about, self._is_asked, self._tried, self._waits = duel, False, [], 0
            self._decided = None
        if self._waits and self._doing is not None:
            self._waits -= 1
            if self.table.now.asks_meaning:
                yield from self._tell(*self._doing)
            return
        if not self._is_asked and self._decided is None:
            self._is_asked = self._ask()
        action = self.decider.answer() if self._is_asked else self._decided
        if action is None:
            return
        self._is_asked = False
        self._decided = action if self._must_wait(action) else None
        if self._decided is not None:
            return
        self._tried.append(action)
        action = self._from_where(action)
        self._doing = action, self.table.state.actions_count
        yield from self._do(action)
        self._waits = WAITS

    def _must_wait(self, action: Action) -> bool:
        """Whether what another player's hands owe comes before an action."""
        now = self.table.now
        holdup = holdup_of(now.state, now.reported, self.seat, action)
        return holdup is not None and any(o.seat != self.seat for o in holdup.obligations)

    def _ask(self) -> bool:
        """Ask the decider; return False if nothing can be done now."""
        private = known_to(self.table, self.hands, self.seat)
        actions = possible_actions(self.table, self.hands, self.seat, private)
        untried = [a for a in actions if a not in self._tried]
        if not untried:
            self._tried.clear()
        if actions:
            self.decider.ask(private, untried or actions)
        return bool(actions)

    def _owed(self) -> Iterator[Move]:
        """Yield the movements that the opponent's own hands must make."""
        letter = seat_letter(self.seat)
        mine = [each for each in self.table.state.obligations if each.seat == self.seat]
        held = list(self.hands.held(self.seat))
        backs: dict[Seat, list[str]] = {}
        if not any(
            each.kind is ObligationKind.DRAW for each in mine
        ):  # a card that was drawn may go back too
            for each in mine:
                if each.kind is ObligationKind.RETURN and each.count <= len(held):
                    backs.setdefault(self.seat, self.random.sample(held, each.count))
        for move in owed_moves(self.table, self.hands, backs, only=self.seat):
            if (move.key or self.hands.at(MatZone(move.zone)) or move.zone)[
                :1
            ] == letter or move.do in (
                "draw",
                "look",
                "shuffle",
            ):
                yield move

    def _show_once(self, name: str) -> Iterator[Move]:
        """Show a card, and give the mat the time to feel it before another is shown."""
        if self._is_awaited():
            self._waits -= 1
            return
        self._about, self._waits = self.table.state.duel, WAITS
        yield from self._show(name)

    def _show(self, name: str) -> Iterator[Move]:
        place = ZoneName(name)
        if is_laid(Reveal(CardKey("")), self.table.state.duel, self.table.state.zones):
            yield Move("flip", zone=self.table.state.zones.to_mat(place))
        elif (spot := self.table.state.zones.sensed(place)) and (key := self.hands.at(spot)):
            yield Move("bring", key=key, zone="grave")
        elif (piece := self.table.state.duel.top(place)) and piece.oid in self.table.state.secrets:
            yield Move("bring", key=self.table.state.secrets[piece.oid], zone="grave")
        elif zone_kind(place) == "hand":
            yield Move("bring", key=self.random.choice(self.hands.held(self.seat)), zone="grave")
        elif zone_kind(place) == "pile":
            yield Move("reveal", seat=zone_seat(place), zone="grave")

    def _from_where(self, action: Action) -> Action:
        """Return a choice with the zone from which an unseen card comes."""
        if not isinstance(action, Choose) or not is_key(action.card):
            return action
        places = {"hand": "hand", "deck": "pile"}
        key = CardKey(action.card)
        lies = self.hands.where(key) if self.hands.knows(key) else ""
        if lies not in places:
            return action
        return structs.replace(action, place=zone(self.seat, places[lies]))

    def _do(self, action: Action) -> Iterator[Move | AnswerPrompt]:
        table = self.table
        before = table.state.actions_count
        key = key_of(table, action)
        for move in moves_of(action, table.state.duel, table.state.zones, self.hands, key):
            yield move
            if table.now.asks_meaning:
                yield from self._tell(action, before)
        if table.state.actions_count > before:
            return
        decision = table.state.duel.decision
        if (
            is_button(action) == "ok"
            and decision is not None
            and decision.kind in ("window", "open")
        ):
            yield Move("press", zone=f"{seat_letter(self.seat)}.ok")
            return
        yield from self._tell(action, before)

    def _tell(self, action: Action, before: int) -> Iterator[AnswerPrompt]:
        """Answer the table's questions about an action, step by step."""
        table = self.table
        for _ in range(MOST_STEPS):
            asks_which = table.now.asks_meaning
            found = option_for(table.now.prompts, action, asked=asks_which)
            if found is None or found[0].seat != self.seat:
                return
            yield AnswerPrompt(found[0].seat, found[0].id, found[1])
            is_meant = asks_which and not table.now.asks_meaning
            if table.state.actions_count > before or is_meant:
                return


def one_thing(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield movements until a second card would be shown, or through the first touch."""
    is_shown = False
    for move in moves:
        shows = move.do == "bring" and move.zone in PILES
        if shows and is_shown:
            return
        is_shown = is_shown or shows
        yield move
        if move.do == "touch":
            return
