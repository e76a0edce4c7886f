"""The question that a handler of a command gets, and the checks that many of them share."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import ALLOWED, Asking
from duelmat_tournament.errors import NotAllowedError, RefusedError
from duelmat_tournament.event import Event, Match, Player, Round, Stage, Step
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber, TimeMs
from duelmat_tournament.roles import Actor, Role


def check_asker(event: Event | None, kind: type[Asking], by: Actor) -> None:
    """Raise NotAllowedError unless somebody may ask for commands of this kind."""
    broken = broken_bound(by)
    if broken:
        raise NotAllowedError(f"Nobody can act under this name. {broken}")
    if by.role not in ALLOWED[kind]:
        raise NotAllowedError(
            f"Only the {_listed(ALLOWED[kind])} can do this; {by.name} is here as "
            f"{_word(by.role)}."
        )
    if by.role is Role.PLAYER:
        known = None if event is None else event.players.get(by.player)
        if known is None:
            raise NotAllowedError(f"{by.name} is no player of this event.")
        if known.name != by.name:
            raise NotAllowedError(f"Player {known.id} is {known.name}, not {by.name}.")


def _listed(roles: Collection[Role]) -> str:
    """Return roles as a phrase: `organiser, head judge or judge`."""
    *others, last = (_word(role) for role in Role if role in roles)
    return f"{', '.join(others)} or {last}" if others else last


def _word(role: Role) -> str:
    return role.value.replace("_", " ")


class Asked(Struct, frozen=True):
    """An event, and the actor who asks something of it at a moment."""

    event: Event
    by: Actor
    at_ms: TimeMs

    def player(self, number: PlayerId) -> Player:
        """Return a player of the event. Raises RefusedError, NotAllowedError."""
        found = self.event.players.get(number)
        if found is None:
            raise RefusedError(no_such("player", number, len(self.event.players)))
        if self.by.role is Role.PLAYER and self.by.player != number:
            raise NotAllowedError("A player can ask this for themselves alone.")
        return found

    def running(self) -> Event:
        """Return the event if its rounds have begun and it is not over. Raises RefusedError."""
        if self.event.stage is Stage.REGISTRATION:
            raise RefusedError("The event has not started yet: start it first.")
        self.check_not_over()
        return self.event

    def check_not_over(self) -> None:
        """Raise RefusedError if the event is over."""
        if self.event.stage is Stage.FINISHED:
            raise RefusedError("The event is over: nothing can be changed any more.")

    def round(self, *steps: Step) -> Round:
        """Return the present round if it has come to one of these steps. Raises RefusedError."""
        now = self.running().round
        if now is None:
            raise RefusedError("No round is paired yet: pair the first one.")
        if now.step not in steps:
            is_so = _IS_SO[now.step].format(now.number)
            raise RefusedError(f"{is_so}: this can be done only {_ONLY[frozenset(steps)]}.")
        return now

    def match(self, number: RoundNumber, table: TableNumber) -> Match:
        """Return a match of a round. Raises RefusedError."""
        event = self.running()
        found = event.find_match(number, table)
        if found is None:
            held = event.find_round(number)
            if held is None:
                where = "is not paired"
            elif held.matches:
                where = f"has the tables {_spans(sorted(held.matches))}"
            else:
                where = "has no tables"
            raise RefusedError(
                f"There is no table {table} in round {number}: round {number} {where}."
            )
        return found

    def own_match(self, number: RoundNumber, table: TableNumber) -> Match:
        """Return a match in which the asking player plays. Raises RefusedError."""
        found = self.match(number, table)
        if self.event.rounds[number - 1].step is Step.PAIRED:
            raise RefusedError(f"{_IS_SO[Step.PAIRED].format(number)}.")
        if self.by.player not in found.players:
            own = self.event.rounds[number - 1].match_of(self.by.player)
            where = f" Yours is at table {own.table}." if own else " You have no match in it."
            raise RefusedError(
                f"The match at table {table} of round {number} is not yours.{where}"
            )
        return found

    def check_plays(self, player: PlayerId, match: Match) -> None:
        """Raise RefusedError unless a player is one of a match's two."""
        if player not in match.players:
            names = " and ".join(self.event.name_of(each) for each in match.players)
            raise RefusedError(f"{names} play at table {match.table}; player {player} does not.")


ON = (Step.PLAYING, Step.TIME_CALLED)
"""The steps in which matches are played."""
BEFORE_CLOSE = (Step.PAIRED, Step.PUBLISHED, *ON)
"""The steps of a round that is not over."""
_IS_SO = {
    Step.PAIRED: "Round {} is not published yet",
    Step.PUBLISHED: "Round {} is published and has not begun",
    Step.PLAYING: "Round {} is being played",
    Step.TIME_CALLED: "Time was called in round {}",
    Step.CLOSED: "Round {} is closed",
}
_ONLY = {
    frozenset({Step.PAIRED}): "before it is published",
    frozenset({Step.PAIRED, Step.PUBLISHED}): "before it begins",
    frozenset({Step.PAIRED, Step.PUBLISHED, Step.PLAYING}): "until time is called",
    frozenset({Step.PUBLISHED}): "when it is published and has not begun",
    frozenset({Step.PLAYING}): "while it is played, until time is called",
    frozenset(ON): "while it is played",
    frozenset(BEFORE_CLOSE): "before it is closed",
}


def no_such(what: str, number: int, count: int) -> str:
    """Return the sentence that there is no player, call or penalty of a number."""
    there = f"there are 1 to {count}" if count > 1 else f"there is {count or 'none'} so far"
    return f"There is no {what} {number}: {there}."


def _spans(numbers: list[TableNumber]) -> str:
    """Return numbers as spans: `1-4, 7`."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1] = spans[-1][0], number
        else:
            spans.append((number, number))
    return ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in spans)
