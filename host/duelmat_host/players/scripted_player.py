"""Playing a known duel, card by card, on a table that does not know it.

The duel is closed (all cards known); the table is open (it sees what lies on it). Every action is
done with hands, and every question of the table is answered as the duel continues. It is used by
the recorded demonstration and by the tests that play random duels through the whole system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import structs

from duelmat_engine import (
    Action,
    Advance,
    CardKey,
    Choose,
    Duel,
    Pass,
    Reveal,
    Roll,
    Seat,
    ZoneName,
    is_key,
    key_seat,
    lookup,
    roll,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_host.errors import HostError
from duelmat_host.players.hand_moves import (
    Move,
    beside_moves,
    is_button,
    key_of,
    moves_of,
    option_for,
    owed_moves,
)
from duelmat_host.players.hands import Hands
from duelmat_host.players.telling_hands import tells_of
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.table.live import LiveTable
from duelmat_host.table.obligations import ObligationKind
from duelmat_message import say

MOST_STEPS = 8
"""The most questions that are asked about one play."""


class ScriptedPlayerError(HostError):
    """The table did not follow what the hands did."""


@dataclass(frozen=True, slots=True)
class AnswerPrompt:
    """An answer to an open prompt."""

    seat: Seat
    prompt: str
    option: int


@dataclass(slots=True)
class Dice:
    """Dice that give the results of the known duel; the last roll is kept ready."""

    ready: list[tuple[str, ...]] = field(default_factory=list)

    def __call__(self, options: Sequence[str], count: int) -> tuple[str, ...]:
        del options, count
        return self.ready.pop(0)


@dataclass(slots=True)
class ScriptedPlayer:
    """Hands that play a known duel on a table."""

    table: LiveTable
    hands: Hands
    asked: int = 0
    """The number of times the table asked which play was meant."""
    backs: dict[Seat, list[str]] = field(default_factory=dict)
    """The cards that each seat is going to put back unseen."""
    chosen: tuple[str, ...] = ()
    """The last random choice: the cards themselves, seen or not."""
    _after: Duel | None = None
    order: Callable[[list[Move]], list[Move]] = list
    """A function that sorts movements into the order in which the hands make them."""

    def perform(self, duel: Duel, action: Action, after: Duel) -> Iterator[Move | AnswerPrompt]:
        """Do one action of the known duel; `duel` and `after` are the closed values around it."""
        self._foresee(after)
        if isinstance(action, Roll):
            yield from self.settle()
            return
        if isinstance(action, Choose):
            action = self._from_where(duel, action)
        if isinstance(action, Choose) and self._is_taken_unseen(action):
            if self.hands.where(CardKey(action.card)) == "hand":
                seat = key_seat(CardKey(action.card))
                self.backs.setdefault(seat, []).append(action.card)
            yield from self.settle()
            self._order_decks(after)
            return
        yield from self.settle()
        for answer in self._decline_what_is_not_there(duel):
            yield answer
            yield from self.settle()
        yield from self._do(duel, action)
        self._order_decks(after)
        yield from self.settle()
        self._order_decks(after)

    def finish(self, after: Duel) -> Iterator[Move | AnswerPrompt]:
        """Do what is still pending for an action that the table has already recognized."""
        self._foresee(after)
        yield from self.settle()
        self._order_decks(after)

    def _foresee(self, after: Duel) -> None:
        self._after = after
        if after.decision is not None and after.decision.kind == "chance":
            self.chosen = roll(after).values

    def _from_where(self, duel: Duel, action: Choose) -> Choose:
        """Return a choice with the zone from which an unseen card comes."""
        found = lookup(duel, action.card)
        if found is None or zone_kind(found[0]) not in self.table.state.rules.zones.hidden:
            return action
        return structs.replace(action, place=found[0])

    def _order_decks(self, after: Duel) -> None:
        """Put the decks into the order of the known duel, with the cards it has drawn on top."""
        for seat, side in enumerate(self.hands.sides):
            pile = [p.key for p in after.at(zone(Seat(seat), "pile")) if p.key is not None]
            if set(pile) <= set(side.deck):
                gone = [key for key in side.deck if key not in pile]
                side.deck = gone + pile

    def _decline_what_is_not_there(self, duel: Duel) -> Iterator[AnswerPrompt]:
        """Decline what the table offers for unseen cards that the seat does not have."""
        decision = self.table.state.duel.decision
        known = duel.decision
        if decision is None or known is None or not decision.optional:
            return
        is_known = (known.kind, known.seat, known.about) == (
            decision.kind,
            decision.seat,
            decision.about,
        )
        if decision.kind in ("name", "choose") and not is_known:
            found = option_for(self.table.now.prompts, Pass(), asked=False)
            if found is not None:
                yield AnswerPrompt(found[0].seat, found[0].id, found[1])

    def _do(self, duel: Duel, action: Action) -> Iterator[Move | AnswerPrompt]:
        table = self.table
        before = table.state.actions_count
        key = key_of(table, action)
        state = table.state
        for move in self.order(moves_of(action, state.duel, state.zones, self.hands, key)):
            yield move
            self.tell_ways()
            if table.now.asks_meaning:
                yield from self._tell(action, before)
        if table.state.actions_count > before:
            return
        button = is_button(action)
        seat = duel.decision.seat if duel.decision else duel.turn_seat
        decision = table.state.duel.decision
        if button == "ok" and decision is not None and decision.kind in ("window", "open"):
            yield Move("press", zone=f"{seat_letter(seat)}.ok")
        elif button and self._is_first_exit(duel, action):
            yield Move("press", zone=f"{seat_letter(seat)}.phase")
        if table.state.actions_count == before:
            yield from self._tell(action, before)
        if table.state.actions_count == before:
            raise ScriptedPlayerError(
                say(
                    "the table did not take {action}: finding {finding}, decision {decision}, "
                    "messages {messages}, prompts {prompts}, layout {layout}",
                    action=str(action),
                    finding=str(table.finding),
                    decision=str(table.state.duel.decision),
                    messages=str(table.now.announcements.notice),
                    prompts=str(table.now.prompts),
                    layout=str(table.layout),
                )
            )

    def _tell(self, action: Action, before: int) -> Iterator[AnswerPrompt]:
        """Answer the table's questions about an action, step by step, until it is done."""
        table = self.table
        for _ in range(MOST_STEPS):
            asks_which = table.now.asks_meaning
            found = option_for(table.now.prompts, action, asked=asks_which)
            if found is None:
                return
            self.asked += asks_which
            yield AnswerPrompt(found[0].seat, found[0].id, found[1])
            is_meant = asks_which and not table.now.asks_meaning
            if table.state.actions_count > before or is_meant:
                return

    def _is_first_exit(self, duel: Duel, action: Action) -> bool:
        exits = self.table.state.rules.phase(duel.phase).exits
        ahead = [e.to for e in exits if e.is_of(duel.turn)]
        return isinstance(action, Advance) and ahead[:1] == [action.phase]

    def _is_taken_unseen(self, action: Choose) -> bool:
        """Whether the table has continued without identifying the card."""
        if not is_key(action.card):
            return False
        if self.hands.where(CardKey(action.card)) not in ("hand", "deck"):
            return False
        decision = self.table.state.duel.decision
        return decision is None or decision.kind != "choose"

    def settle(self) -> Iterator[Move | AnswerPrompt]:
        """Do what is pending for the hands, and show what the table has to see."""
        table = self.table
        self.tell_ways()
        for _ in range(40):
            yield from list(beside_moves(table, self.hands))
            decision = table.state.duel.decision
            if decision is not None and decision.kind == "reveal":
                shown = list(self._show_for(decision.options[0]))
                for move in shown:
                    yield move
                    self.tell_ways()
                if shown:
                    continue  # else it lies there, and the table waits for what is pending
            ready = {
                seat: keys
                for seat, keys in self.backs.items()
                if any(
                    o.seat == seat and o.kind is ObligationKind.RETURN and o.count == len(keys)
                    for o in table.state.obligations
                )
            }
            moves = list(owed_moves(table, self.hands, ready))
            if not moves:
                return
            for move in self.order(moves):
                yield move
                self.tell_ways()
            for seat in ready:
                del self.backs[seat]
        raise ScriptedPlayerError(
            say(
                "the hands cannot do what is left: {obligations}, {pending}",
                obligations=str(table.state.obligations),
                pending=str(table.state.pending),
            )
        )

    def tell_ways(self) -> None:
        """Tell how cards lie, where the mat does not sense it."""
        for seat in map(Seat, self.table.state.duel.seats):
            for told in list(tells_of(self.table, self.hands, seat)):
                self.table.take(CommandGiven(seat, told))

    def _top_of_deck(self, seat: Seat) -> CardKey:
        """Return the card of a deck that has to be shown: after a shuffle, the one now open."""
        deck = self.hands.sides[seat].deck
        hidden = self.table.state.rules.zones.hidden
        after = () if self._after is None else self._after.pieces()
        opened = {piece.key for name, piece in after if zone_kind(name) not in hidden}
        return next((key for key in deck if key in opened), deck[0])

    def _left_hand(self, seat: Seat) -> CardKey | None:
        """Return the card of a hand that has to be shown: it was chosen, or has left the hand."""
        hand = self.hands.sides[seat].hand
        kept = (
            set() if self._after is None else {p.key for p in self._after.at(zone(seat, "hand"))}
        )
        gone = [key for key in hand if key not in kept]
        return next(iter([*(key for key in hand if key in self.chosen), *gone]), None)

    def _show_for(self, place: str) -> Iterator[Move]:
        """Turn up or show the card that the table has not seen."""
        table = self.table
        kind = zone_kind(place)
        seat = zone_seat(place)
        spot = table.state.zones.sensed(ZoneName(place))
        unseen = [] if spot else [p for p in table.state.duel.at(place) if p.key is None]
        beside = table.state.secrets.get(unseen[0].oid) if unseen else None
        drawn = self._left_hand(seat) if kind == "hand" else None
        if kind == "pile":
            yield Move("bring", key=self._top_of_deck(seat), zone="grave")
        elif beside is not None:
            yield Move("bring", key=beside, zone="grave")
        elif drawn is not None:
            yield Move("bring", key=drawn, zone="grave")
        elif is_laid(Reveal(CardKey("")), table.state.duel, table.state.zones):
            yield Move("flip", zone=spot or "")
        elif spot and (key := self.hands.at(spot)):
            yield Move("bring", key=key, zone="grave")
        else:
            known = {p.key for p in table.state.duel.at(place)}
            for key, lying in list(self.hands.lying.items()):
                if lying.zone in table.state.pending and key[0] == place[0] and key not in known:
                    yield Move("bring", key=key, zone=kind)
                    return
