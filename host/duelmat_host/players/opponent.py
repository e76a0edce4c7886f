"""A practice opponent: plays random legal actions with hands of its own.

It knows what a player in its seat knows, plays through the mat like anybody, and meets the
obligations of its hands. It makes one movement at a time, so that people can follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from msgspec import structs

from duelmat_engine import (
    Action,
    Activate,
    Advance,
    Cancel,
    CardKey,
    Choose,
    Duel,
    Number,
    Play,
    Reveal,
    Seat,
    ZoneName,
    find_ruleset,
    game_of,
    is_key,
    judge,
    legal_actions,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.effects.ops import Pay
from duelmat_host.players.hand_moves import (
    Move,
    is_button,
    key_of,
    moves_of,
    option_for,
    owed_moves,
)
from duelmat_host.players.hands import PILES, Hands
from duelmat_host.players.scripted_player import MOST_STEPS, Say
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.input_mode import is_laid
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.private import private_duel
from duelmat_host.table.table import DuelTable


class Opponent:
    """A seat that plays at random."""

    def __init__(self, table: DuelTable, hands: Hands, seat: Seat, random: Random) -> None:
        self.table = table
        self.hands = hands
        self.seat = seat
        self.random = random
        self._steps: Iterator[Move | Say] = iter(())
        self._acted_in_turn = 0

    def step(self) -> Move | Say | None:
        """Return the next movement or answer; None while there is nothing for it to do."""
        found = next(self._steps, None)
        if found is not None:
            return found
        self._steps = self._next()
        return next(self._steps, None)

    def _next(self) -> Iterator[Move | Say]:
        owed = list(self._owed())
        if owed:
            yield from _one_thing(owed)
            return
        if any(asked.by != self.seat for asked in self.table.state.requests.values()):
            yield Move("press", zone=f"{seat_letter(self.seat)}.ok")
            return
        decision = self.table.state.duel.decision
        if decision is None or decision.seat != self.seat:
            return
        if decision.kind == "reveal":
            yield from self._show(decision.options[0])
            return
        action = self._choose_action()
        if action is not None:
            yield from self._do(action)

    def _owed(self) -> Iterator[Move]:
        """Yield the movements that its own hands must make."""
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
                "shuffle",
            ):
                yield move

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
            yield Move("bring", key=self.hands.sides[zone_seat(place)].deck[0], zone="grave")

    def _choose_action(self) -> Action | None:
        """Return a random legal action; few leave a phase before anything was done in the turn."""
        table = self.table
        known = self.hands.held(self.seat)
        private = private_duel(table.state.duel, self.seat, table.state.secrets, known)
        actions = [a for a in legal_actions(private) if not isinstance(a, Cancel)]
        actions = [a for a in map(self._named, actions) if a is not None]
        if not actions:
            return None
        survived = [a for a in actions if not self._pays_its_last(private, a)]
        actions = survived or actions
        going_on = [a for a in actions if isinstance(a, Advance)]
        acting = [a for a in actions if not isinstance(a, Advance)]
        is_late = self._acted_in_turn == table.state.duel.turn
        if going_on and (not acting or self.random.random() < (0.2 if is_late else 0.03)):
            return self.random.choice(going_on)
        self._acted_in_turn = table.state.duel.turn
        return self._from_where(self.random.choice(acting or actions))

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

    def _pays_its_last(self, duel: Duel, action: Action) -> bool:
        """Whether the action would cost all its life: legal, and nothing a player would do."""
        life = duel.players[self.seat].life
        match action:
            case Number(value=value):
                return value >= life
            case Play(way=way, card=card) if is_key(card):
                block = game_of(duel.ruleset, duel.readings).blocks.get(way, ())
                number = find_ruleset(duel.ruleset).card(card).number("number") or 0
                return any(isinstance(op, Pay) for op in block) and number >= life
            case _:
                return False

    def _named(self, action: Action) -> Action | None:
        """Return a choice among cards it has looked at, with the card named."""
        if isinstance(action, Choose) and not is_key(action.card):
            if zone_kind(action.card) == "pile":
                looked = self.hands.look(self.seat, looked_count(self.table))
                fitting = [k for k in looked if judge(self.table.state.duel, Choose(k)).legal]
                return Choose(self.random.choice(fitting)) if fitting else None
            if zone_kind(action.card) == "hand":
                return None
        if isinstance(action, Play | Activate) and zone_kind(action.card) == "hand":
            return None  # it has not been drawn yet
        if isinstance(action, Play | Activate) and zone_kind(action.card) == "pile":
            looked = self.hands.look(self.seat, looked_count(self.table))
            named = [structs.replace(action, card=key) for key in looked]
            unseen = isinstance(action, Play) and not action.face_up  # any of them is possible
            plays = [a for a in named if unseen or judge(self.table.state.duel, a).legal]
            return self.random.choice(plays) if plays else None
        return action

    def _do(self, action: Action) -> Iterator[Move | Say]:
        table = self.table
        before = table.state.actions_count
        key = key_of(table, action)
        for move in moves_of(action, table.state.duel, table.state.zones, self.hands, key):
            yield move
            if table.shown().asks_meaning:
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

    def _tell(self, action: Action, before: int) -> Iterator[Say]:
        """Answer the table's questions about an action, step by step."""
        table = self.table
        for _ in range(MOST_STEPS):
            asks_which = table.shown().asks_meaning
            found = option_for(table.shown().prompts, action, asked=asks_which)
            if found is None or found[0].seat != self.seat:
                return
            yield Say(found[0].seat, found[0].id, found[1])
            is_meant = asks_which and not table.shown().asks_meaning
            if table.state.actions_count > before or is_meant:
                return


def _one_thing(moves: Iterable[Move]) -> Iterator[Move]:
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


def looked_count(table: DuelTable) -> int:
    """Return how many cards of the pile the player to decide is looking at.

    An effect may let the player look at them; where a card of the pile is to be chosen without
    one, the player looks through all of it.
    """
    duel = table.state.duel
    looked = duel.frames[-1].bound.get("looked") if duel.frames else None
    if isinstance(looked, tuple):
        return len(looked)
    decision = duel.decision
    if decision is None or decision.kind != "choose" or decision.seat < 0:
        return 0
    pile = zone(decision.seat, "pile")
    return len(duel.at(pile)) if Choose(pile) in table.legal() else 0
