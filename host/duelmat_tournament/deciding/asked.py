"""The question that a handler of a command gets, and the checks that many of them share."""

from __future__ import annotations

from msgspec import Struct

from duelmat_message import Text, filled, listed, say, slot
from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import ALLOWED
from duelmat_tournament.errors import NotAllowedError, RefusedError
from duelmat_tournament.event import Event, Match, Player, Round, Stage, Step
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.joining import Join
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber, TimeMs
from duelmat_tournament.roles import Actor, Role, role_words


def check_asker(event: Event | None, kind: type[EventCommand], by: Actor) -> None:
    """Raise NotAllowedError unless the person may give commands of this kind."""
    broken = broken_bound(by)
    if broken is not None:
        raise NotAllowedError(say("Nobody can act under this name. {reason}", reason=broken))
    if by.role not in ALLOWED[kind]:
        raise NotAllowedError(
            say(
                "Only the {roles} can do this; {name} is here as {role}.",
                roles=listed((role_words(role) for role in Role if role in ALLOWED[kind]), "or"),
                name=by.name,
                role=role_words(by.role),
            )
        )
    if by.role is not Role.PLAYER or kind is Join:
        if by.seat is not None:
            raise NotAllowedError(say("{name} sits at no seat of a team.", name=by.name))
    else:
        known = None if event is None else event.players.get(by.player)
        if known is None:
            raise NotAllowedError(say("{name} is no player of this event.", name=by.name))
        if known.name != by.name:
            raise NotAllowedError(
                say(
                    "Player {number} is {player}, not {name}.",
                    number=known.id,
                    player=known.name,
                    name=by.name,
                )
            )
        if by.seat is not None and not known.members:
            raise NotAllowedError(say("{name} sits at no seat of a team.", name=by.name))


class Asked(Struct, frozen=True):
    """An event with the actor who gives a command, and the moment."""

    event: Event
    by: Actor
    at_ms: TimeMs

    def player(self, number: PlayerId) -> Player:
        """Return a player of the event. Raises RefusedError, NotAllowedError."""
        found = self.event.players.get(number)
        if found is None:
            raise RefusedError(no_such(say("player"), number, len(self.event.players)))
        if found.is_withdrawn:
            raise RefusedError(
                say(
                    "Player {number}, {player}, was registered by mistake and is no more.",
                    number=number,
                    player=found.name,
                )
            )
        if self.by.role is Role.PLAYER and self.by.player != number:
            raise NotAllowedError(say("A player can ask this for themselves alone."))
        return found

    def running(self) -> Event:
        """Return the event if its rounds have begun and it is not over. Raises RefusedError."""
        if self.event.stage is Stage.REGISTRATION:
            raise RefusedError(say("The event has not started yet: start it first."))
        self.check_not_over()
        return self.event

    def check_not_over(self) -> None:
        """Raise RefusedError if the event is over."""
        if self.event.stage is Stage.FINISHED:
            raise RefusedError(say("The event is over: nothing can be changed any more."))

    def round(self, *steps: Step) -> Round:
        """Return the present round if it has come to one of these steps. Raises RefusedError."""
        now = self.running().round
        if now is None:
            raise RefusedError(say("No round is paired yet: pair the first one."))
        if now.step not in steps:
            raise RefusedError(
                say(
                    "{step}: this can be done only {when}.",
                    step=_is_so(now.step, now.number),
                    when=_ONLY[frozenset(steps)],
                )
            )
        return now

    def match(self, number: RoundNumber, table: TableNumber) -> Match:
        """Return a match of a round. Raises RefusedError."""
        event = self.running()
        found = event.find_match(number, table)
        if found is None:
            held = event.find_round(number)
            if held is None:
                there = say("round {round} is not paired", round=number)
            elif held.matches:
                there = say(
                    "round {round} has the tables {tables}",
                    round=number,
                    tables=_spans(sorted(held.matches)),
                )
            else:
                there = say("round {round} has no tables", round=number)
            raise RefusedError(
                say(
                    "There is no table {table} in round {round}: {there}.",
                    table=table,
                    round=number,
                    there=there,
                )
            )
        return found

    def own_match(self, number: RoundNumber, table: TableNumber) -> Match:
        """Return a match in which the asking player plays. Raises RefusedError."""
        found = self.match(number, table)
        if self.event.rounds[number - 1].step is Step.PAIRED:
            raise RefusedError(say("{step}.", step=_is_so(Step.PAIRED, number)))
        if self.by.player not in found.players:
            own = self.event.rounds[number - 1].match_of(self.by.player)
            where = (
                say("Yours is at table {table}.", table=own.table)
                if own
                else say("You have no match in it.")
            )
            raise RefusedError(
                say(
                    "The match at table {table} of round {round} is not yours. {where}",
                    table=table,
                    round=number,
                    where=where,
                )
            )
        return found

    def check_table(self, table: TableNumber) -> None:
        """Raise NotAllowedError if a table asks for something at another one."""
        if self.by.role is Role.TABLE and self.by.table != table:
            raise NotAllowedError(
                say(
                    "Table {own} can ask this for itself alone, not for table {table}.",
                    own=self.by.table,
                    table=table,
                )
            )

    def check_plays(self, player: PlayerId, match: Match) -> None:
        """Raise RefusedError unless a player is one of a match's two."""
        if player not in match.players:
            raise RefusedError(
                say(
                    "{players} play at table {table}; player {player} does not.",
                    players=listed(map(self.event.name_of, match.players)),
                    table=match.table,
                    player=player,
                )
            )


ON = (Step.PLAYING, Step.TIME_CALLED)
"""The steps in which matches are played."""
BEFORE_CLOSE = (Step.PAIRED, Step.PUBLISHED, *ON)
"""The steps of a round that is not over."""
_IS_SO = {
    Step.PAIRED: say("Round {round} is not published yet", round=slot("round")),
    Step.PUBLISHED: say("Round {round} is published and has not begun", round=slot("round")),
    Step.PLAYING: say("Round {round} is being played", round=slot("round")),
    Step.TIME_CALLED: say("Time was called in round {round}", round=slot("round")),
    Step.CLOSED: say("Round {round} is closed", round=slot("round")),
}
_ONLY = {
    frozenset({Step.PAIRED}): say("before it is published"),
    frozenset({Step.PAIRED, Step.PUBLISHED}): say("before it begins"),
    frozenset({Step.PAIRED, Step.PUBLISHED, Step.PLAYING}): say("until time is called"),
    frozenset({Step.PUBLISHED}): say("when it is published and has not begun"),
    frozenset({Step.PLAYING}): say("while it is played, until time is called"),
    frozenset(ON): say("while it is played"),
    frozenset(BEFORE_CLOSE): say("before it is closed"),
}


def _is_so(step: Step, number: RoundNumber) -> Text:
    return filled(_IS_SO[step], round=str(number))


def no_such(what: Text, number: int, count: int) -> Text:
    """Return the sentence that there is no player, call or penalty of a number."""
    values = {"what": what, "number": number}
    if count > 1:
        return say("There is no {what} {number}: there are 1 to {count}.", count=count, **values)
    if count:
        return say("There is no {what} {number}: there is 1 so far.", **values)
    return say("There is no {what} {number}: there is none so far.", **values)


def _spans(numbers: list[TableNumber]) -> str:
    """Return numbers as spans: `1-4, 7`."""
    spans: list[tuple[int, int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1] = spans[-1][0], number
        else:
            spans.append((number, number))
    return ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in spans)
