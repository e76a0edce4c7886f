"""The person who moves an opponent's cards on a real mat, as the table asks.

A person is asked for what hands at a simulated mat do immediately: one instruction after another,
by places and zones, each of which is done when the mat shows it. The opponent's hand lies face-
down in a row beside the mat. Each of its cards was read on the mat once, by its tag, without
anybody's looking at it; which card lies at which place the table keeps for itself.

An unasked movement of a hidden card is reported to that person, and never reaches the referee.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from duelmat_engine import (
    CardKey,
    Seat,
    key_seat,
    seat_letter,
    zone,
)
from duelmat_host.players.asked_moves import AskedMoves
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands, Lying
from duelmat_host.players.opponent import Opponent, Step
from duelmat_host.players.wishes import Wish
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.inputs import CardRow, CommandGiven, HelpWanted, Instruction
from duelmat_host.table.live import LiveTable
from duelmat_host.table.state import TableState
from duelmat_host.table.telling import sight_as_told, tell, told_senses, with_told
from duelmat_host.table.zone_map import PadName

MOST_WRONG: Final = 2
"""The number of wrong cards of the row that may be laid before the whole row is read again."""
WRONG_MS: Final = 700
"""The time that a wrong card must lie before that is said: hands may be on the way."""
_BETWEEN_PLAYS: Final = ("first", "open", "window")
"""The decisions at which no card is on its way from the hand to the field."""


class Mover:
    """The mover of an opponent's cards, by the hands of a person."""

    def __init__(self, table: LiveTable, hands: Hands, opponent: Opponent) -> None:
        """`hands` are kept as the person has moved the cards; they reach no mat themselves."""
        self.table = table
        self.hands = hands
        self.opponent = opponent
        self.seat: Seat = opponent.seat
        self.asked = AskedMoves(table, hands, self.seat)
        self._wishes: Iterator[Wish] = iter(())
        self._wish: Wish | None = None
        self._about: object = None
        """The duel in which that was asked."""
        self._followed: Layout | None = None
        """The layout that the hands were last brought up to."""
        self._wrong: frozenset[MatZone] = frozenset()
        self._wrong_since_ms = 0
        self._has_lasted = False
        """Whether something has lain wrong long enough to be reported."""
        self._wrong_count = 0

    # What the table itself has to do

    def step(self) -> Step | None:
        """Return a touch, a press or an answer that is due; movements a person is asked for."""
        self._follow_hands()
        state = self.table.state
        asked = any(request.by != self.seat for request in state.requests.values())
        if self._wish is not None and not self._wish.is_done(self.asked.lying):
            if not asked and state.duel is self._about:
                return None
            self._drop()
        if self._wish is not None:
            return None
        own = self._own_wishes()
        if own is not None:
            self._begin(own)
            return None
        step = self.opponent.step()
        if not isinstance(step, Move) or step.do in ("touch", "press"):
            return step
        self._begin(self.asked.of_move(step))
        return None

    def _begin(self, wishes: Iterator[Wish]) -> None:
        self._wishes, self._about = wishes, self.table.state.duel
        self._next()

    def _next(self) -> None:
        self._wish = next(self._wishes, None)
        self._wrong_count = 0

    def _drop(self) -> None:
        """Drop the pending wishes: the duel has gone another way."""
        self._wishes, self._wish = iter(()), None
        self._wrong_count = 0
        self.opponent.forget()

    def _own_wishes(self) -> Iterator[Wish] | None:
        """Return the wishes that make the row agree with the duel, where no obligation does."""
        state = self.table.state
        if state.duel.is_over():
            return None
        on_spot = self.asked.lying.get(self.asked.spot)
        read = {key: place for place, key in self.hands.row(self.seat).items()}
        if on_spot is not None and on_spot.key in read:
            return iter([self.asked.to_place(on_spot.key, read[on_spot.key])])
        if self.hands.sides[self.seat].unread:
            return self.asked.mix()
        if state.astray(self.asked.lying) or self.opponent.owes():
            return None
        decision = state.duel.decision
        if decision is None or decision.kind not in _BETWEEN_PLAYS:
            return None
        surplus = len(self.hands.row(self.seat)) - len(state.duel.at(zone(self.seat, "hand")))
        if surplus < 0:
            return self.asked.draw(1, -1, is_missing=True)
        if surplus > 0:
            return self.asked.of_move(
                Move("bring", key=self.hands.held(self.seat)[-1], zone="pile")
            )
        return None

    # What the mat shows

    def follow(self, lying: Layout, now_ms: int) -> Layout:
        """Follow what lies on the mat, and return the part that the referee may judge."""
        if self.table.state.duel.is_over():
            return lying
        self._follow_hands()
        lying = self._told(lying)
        self.asked.see(lying)
        passed, wrong = self._sorted(lying)
        self._note_wrong(wrong, now_ms)
        if self._wrong_count >= MOST_WRONG and not wrong:
            self._drop()
            self.hands.mix_row(self.seat)
        elif passed == self.table.layout and not wrong:
            while self._wish is not None and self._wish.is_done(lying):
                self._next()
        return passed

    def _told(self, sensed: Layout) -> Layout:
        """Return what lies on the mat as it was told; what comes to a zone lies as was asked."""
        state, before = self.table.state, self.table.layout
        lies = with_told(state, before, sensed)
        aim = None if self._wish is None else self._wish.aim
        sight = None if aim is None else lies.get(aim.zone)
        if aim is None or sight is None or not aim.holds(aim.zone, sight):
            return lies
        lay = before.get(aim.zone)
        told = told_senses(state.zones, aim.zone, sight)
        if not told or (lay is not None and lay.key == sight.key):
            return lies
        if sight.apparent not in (Orientation.UNKNOWN, aim.way.orientation):
            return lies  # it contradicts what was asked for
        return lies.with_sight(aim.zone, sight_as_told(state, aim.zone, sight, aim.way))

    def _note_wrong(self, wrong: frozenset[MatZone], now_ms: int) -> None:
        """Note the zones with something unasked, and count the wrong cards there."""
        if wrong != self._wrong:
            self._wrong, self._wrong_since_ms, self._has_lasted = wrong, now_ms, False
        if wrong and not self._has_lasted and now_ms - self._wrong_since_ms >= WRONG_MS:
            self._has_lasted = True
            self._wrong_count += self._holds_row_card(wrong)

    def accept_touch(self, pad: PadName) -> bool:
        """Accept a touch by which a person confirms an act; return False for any other touch."""
        if (
            MatZone(pad) != self.asked.deck
            or self._wish is None
            or not self._wish.by_touch
            or self._wrong
        ):
            return False
        aim = self._wish.aim
        if aim is None:
            self._next()
            return True
        sight = self.table.layout.get(aim.zone)
        if sight is not None and sight.key is not None and aim.holds(aim.zone, sight):
            self.table.take(CommandGiven(key_seat(sight.key), tell(aim.zone, aim.way)))
        return True

    def _sorted(self, lying: Layout) -> tuple[Layout, frozenset[MatZone]]:
        """Return the layout for the referee, and the zones that differ from what was asked for."""
        before, passed = self.table.layout, lying
        wrong: set[MatZone] = set()
        for place in sorted(lying.keys() | before.keys()):
            now, was = lying.get(place), before.get(place)
            if now == was or self._may_pass(place, now, was):
                continue
            passed = passed.with_sight(place, was)
            if now is not None and not (self._wish is not None and self._wish.may_lie(place, now)):
                wrong.add(place)
        return passed, frozenset(wrong)

    def _may_pass(self, place: MatZone, now: Sight | None, was: Sight | None) -> bool:
        """Whether the referee may judge a change: an asked one, or one of the person's cards.

        A deciding opponent plays by asked movements only.
        """
        state = self.table.state
        aim = None if self._wish is None else self._wish.aim
        if aim is not None and aim.is_met_by(place, now):
            return True
        wanted = state.expected.get(place)
        is_wanted = now is None if wanted is None else wanted.is_met_by(now)
        if self.asked.is_hidden(now):
            return place in state.pending and is_wanted
        decision = state.duel.decision
        if decision is None or decision.seat != self.seat or not self._is_ours(now, was):
            return True
        if place in state.zones.landing_spots:
            return now is None or self._is_shown(place, now)
        if place not in state.zones.rows:
            return True
        return is_wanted or (now is None and self._is_source(place))

    def _is_source(self, place: MatZone) -> bool:
        """Whether the wish takes a card from this zone; it may have to lie elsewhere first."""
        wish = self._wish
        if wish is None or place != wish.instruction.source:
            return False
        return wish.aim is None or (wish.aim.zone != place and wish.is_done(self.asked.lying))

    def _is_shown(self, spot: MatZone, sight: Sight) -> bool:
        """Whether a card is to be shown on a landing spot, or lies on the stack beside it."""
        if sight.face is not Face.UP:
            return False
        state = self.table.state
        due = any((each.zone, each.key) == (spot, sight.key) for each in state.obligations)
        return due or sight.key in state.piled

    def _is_ours(self, *sights: Sight | None) -> bool:
        keys = [sight.key for sight in sights if sight is not None and sight.key is not None]
        return any(key_seat(key) == self.seat for key in keys)

    def _holds_row_card(self, places: Collection[MatZone]) -> bool:
        """Whether a card of the row, other than the asked one, lies in one of these zones."""
        wish, row = self._wish, set(self.hands.row(self.seat).values())
        if wish is None:
            return False
        return any(
            sight.key in row and not (wish.aim is not None and sight.key in wish.aim.keys)
            for sight in map(self.asked.lying.get, places)
            if sight is not None
        )

    def _follow_hands(self) -> None:
        """Bring the hands up to how the cards lie."""
        layout = self.table.layout
        if layout is not self._followed:
            self.hands.see(_lying_by(self.table.state, layout))
            self._followed = layout

    # What is shown

    @property
    def help(self) -> HelpWanted:
        """Return what the person is asked for now, and the row as it lies beside the mat."""
        row = CardRow(self.seat, tuple(sorted(self.hands.row(self.seat))))
        return HelpWanted(self._instruction(), row)

    def _instruction(self) -> Instruction | None:
        wrong = min(self._wrong, default=None)
        sight = None if wrong is None else self.asked.lying.get(wrong)
        if wrong is not None and sight is not None and self._has_lasted:
            return self._of_wrong(wrong, sight)
        return None if self._wish is None else self._wish.instruction

    def _of_wrong(self, place: MatZone, sight: Sight) -> Instruction:
        """Return the instruction about a card that lies where it was not asked for."""
        words = self.asked.words
        aim = None if self._wish is None else self._wish.aim
        if aim is not None and aim.holds(place, sight):
            text = words.turn(place, face_up=aim.face_up, upright=aim.upright)
            return Instruction(text, place, place)
        key = CardKey(sight.key or "")
        held = self.hands.where(key) if self.asked.is_hidden(sight) else ""
        if held == "hand":
            at = self.hands.sides[self.seat].places.get(key, 0)
            home = f"{seat_letter(self.seat)}.hand"
            return Instruction(words.wrong_place(place, at), place, home, at)
        if held == "unread":
            return Instruction(words.mixed(self.asked.spot), place, self.asked.spot)
        if held:
            return Instruction(words.wrong_deck(place), place, self.asked.deck)
        return Instruction(words.wrong_move(place), place, place)


def _lying_by(state: TableState, layout: Layout) -> dict[CardKey, Lying]:
    """Return the positions of the sensed cards, and of those that lie on one of them."""
    found: dict[CardKey, Lying] = {}
    for place, sight in layout.items():
        if sight.key is None:
            continue
        turn = 90 if sight.orientation is Orientation.SIDEWAYS else 0
        wanted = state.expected.get(place)
        if wanted is None or sight.key not in wanted.lowest:
            found[sight.key] = Lying(place, sight.face is not Face.DOWN, turn)
            continue
        for key in wanted.lowest:
            found[key] = Lying(place, face_up=True, turn=turn)
        top = wanted.key or wanted.secret
        if top is not None and all(other.key != top for other in layout.values()):
            found[top] = Lying(place, wanted.face_up, turn)
    return found
