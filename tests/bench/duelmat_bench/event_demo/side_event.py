"""The side event of the demonstration: teams of three, in the hub of the main event."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from duelmat_bench.event_demo.cast import Cast, Refusal
from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.hub_process import SIDE_ROOT
from duelmat_bench.event_demo.story import DECK, allowed_deck_text
from duelmat_tournament import commands
from duelmat_tournament.event import Match
from duelmat_tournament.names import PlayerId, RoundNumber, drawn
from duelmat_tournament.results import Result, Side, played
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat

_TEAMS: Final = {
    "Reds": ("Ana", "Ben", "Chiara"),
    "Blues": ("Dário", "Esra", "Fynn"),
    "Golds": ("さくら", "Hugo", "Inès"),
    "Greens": ("Jānis", "Kofi", "ليلى"),
}


class ToldSide(Struct, frozen=True):
    """The outcome of the side event."""

    refused: tuple[Refusal, ...]
    export: bytes


def tell_side(bases: list[str], link: str, clock: ClockFile) -> ToldSide:
    """Play a round of teams, with the link of the main event's organiser."""
    cast = Cast(bases, link, clock, root=SIDE_ROOT)
    try:
        for number, (name, members) in enumerate(_TEAMS.items(), start=1):
            noted = () if number == len(_TEAMS) else members
            cast.do(cast.organiser, commands.RegisterPlayer(name, members=noted))
            player = PlayerId(number)
            cast.players[player] = cast.invited(Role.PLAYER, name, player)
        cast.refused(cast.organiser, commands.StartEvent(1, 0))
        _hand_in(cast, PlayerId(1))
        cast.refused(cast.organiser, commands.StartEvent(1, 0))
        cast.do(cast.organiser, commands.SetMembers(PlayerId(len(_TEAMS)), _TEAMS["Greens"]))
        for player in list(cast.players)[1:]:
            _hand_in(cast, player)
        for command in (
            commands.StartEvent(1, 0),
            commands.PairRound(),
            commands.PublishRound(),
            commands.StartRound(),
        ):
            cast.do(cast.organiser, command)
        held = cast.event().round
        assert held is not None
        for at, match in enumerate(held.matches.values()):
            clock.advance(600)
            _finish(cast, match, Side.FIRST if at % 2 else Side.SECOND)
        cast.do(cast.organiser, commands.CloseRound())
        cast.do(cast.organiser, commands.FinishEvent())
        export = cast.organiser.get("/event-with-decks.json").content
        return ToldSide(tuple(cast.refusals), export)
    finally:
        cast.close()


def _hand_in(cast: Cast, team: PlayerId) -> None:
    """Let each player of a team hand in a deck list, but for no other team and no fourth seat."""
    person = cast.players[team]
    for seat in Seat:
        salt = f"{drawn('side event', 'salt', team, seat.value):032x}"
        handed = {"text": allowed_deck_text(), "salt": salt, "seat": seat.value}
        cast.do(person, DECK, player=team, **handed)
        cast.refused(person, DECK, player=team % len(_TEAMS) + 1, **handed)
    cast.refused(person, DECK, player=team, **{**handed, "seat": "D"})


def _finish(cast: Cast, match: Match, winner: Side) -> None:
    """Let a team report who has won at each seat, and the other one confirm it."""
    loser = Side.SECOND if winner is Side.FIRST else Side.FIRST
    is_first = winner is Side.FIRST
    result = Result(
        first_won=2 if is_first else 1,
        second_won=1 if is_first else 2,
        winner=winner,
        seats=(winner, loser, winner),
    )
    one, other = (cast.players[player] for player in match.players)
    first = RoundNumber(1)
    cast.refused(one, commands.ReportResult(first, match.table, played(2, 2)))
    cast.do(one, commands.ReportResult(first, match.table, result))
    cast.do(other, commands.ConfirmResult(first, match.table, result))
