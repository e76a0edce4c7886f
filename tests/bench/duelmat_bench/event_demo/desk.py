"""What happens at the desk of the demonstration: lists, the code in the hall, mistakes, tables."""

from __future__ import annotations

import base64
import html
import re
import time
from itertools import pairwise
from typing import Final

from duelmat_bench.event_demo.cast import Cast
from duelmat_bench.event_demo.person import Person
from duelmat_tournament import commands, joining
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.roles import Role

IMPORTED: Final = 24
"""Players of the list."""
FIXED: Final = PlayerId(17)
"""Who plays at one table always."""
FIXED_TABLE: Final = TableNumber(12)
HOUR_S: Final = 3_600
_CODE: Final = "5eed0c0de5ee"
_NOTICED_S: Final = 60
"""Clocks are compared every ten seconds."""
_LOOK_AGAIN_S: Final = 0.1


def import_list(cast: Cast, names: list[str]) -> None:
    """Register the players of a table, as a spreadsheet saves it, after it was looked at."""
    rows = [f"{name};Team {at % 7};DM-{at:04}" for at, name in enumerate(names, start=1)]
    table = "\n".join(["Name;Team;ID", *rows]).encode("utf-8-sig")
    sent = {"content": base64.b64encode(table).decode()}
    shown = cast.organiser.post("/player-list", sent)
    cast.do(cast.organiser, commands.RegisterPlayers(()), players=shown["players"])


def join(cast: Cast, deck: str, salt: str) -> None:
    """Let two people register themselves by the code: one is approved, the other declined."""
    cast.do(cast.organiser, joining.SetJoinCode(_CODE))
    wrong = joining.Join("0" * 12, "Nobody")
    stranger = cast.new_person(Role.PLAYER, "A stranger")
    cast.refused(stranger, wrong, code=wrong.code, name=wrong.name, salt=salt)
    joined = {
        name: _joins(cast, cast.new_person(Role.PLAYER, name), deck, salt)
        for name in ("Zoë", "Anon")
    }
    event = cast.event()
    numbers = {each.name: each.id for each in event.registered if each.waits_for is not None}
    assert numbers.keys() == joined.keys(), "who joins waits for the desk"
    cast.refused(joined["Zoë"], joining.AdmitPlayer(numbers["Zoë"]))
    cast.do(cast.organiser, joining.AdmitPlayer(numbers["Zoë"]))
    cast.players[numbers["Zoë"]] = joined["Zoë"]
    declined = commands.UndoRegistration(numbers["Anon"], "Nobody here knows this player.")
    cast.do(cast.organiser, declined)
    cast.do(cast.organiser, joining.SetJoinCode(""))


def _joins(cast: Cast, person: Person, deck: str, salt: str) -> Person:
    told = joining.Join(_CODE, person.name)
    fields = {"code": told.code, "name": told.name, "deck": deck, "salt": salt}
    person.enter(cast.do(person, told, **fields)["address"])
    return person


def put_right(cast: Cast) -> None:
    """Correct a name, and undo a drop that was a mistake."""
    wrong, right = PlayerId(5), "Esra Yıldız"
    other = cast.event().name_of(PlayerId(6))
    cast.refused(cast.organiser, commands.RenamePlayer(wrong, other))
    cast.do(cast.organiser, commands.RenamePlayer(wrong, right))
    dropped = PlayerId(20)
    cast.do(cast.organiser, commands.DropPlayer(dropped))
    undone = commands.UndoDrop(dropped, "The scorekeeper dropped number 20 in place of 21.")
    cast.refused(cast.scorekeeper, undone)
    cast.do(cast.organiser, undone)


def fix_table(cast: Cast) -> None:
    """Give a player one table for the whole event."""
    cast.refused(cast.judge, commands.FixTable(FIXED, FIXED_TABLE))
    cast.do(cast.organiser, commands.FixTable(FIXED, FIXED_TABLE))


def set_pair(cast: Cast, number: RoundNumber) -> None:
    """Set a pair who have not met, nor have their opponents, after its cost was shown."""
    event = cast.event()
    assert event.round is not None
    met = {frozenset(match.players) for held in event.rounds for match in held.matches.values()}
    matches = list(event.round.matches.values())
    player, other = next(
        (one.first, two.first)
        for one, two in pairwise(matches)
        if not {frozenset((one.first, two.first)), frozenset((one.second, two.second))} & met
    )
    why = "They were promised to the stream."
    cast.refused(cast.organiser, commands.SetPair(player, other, "0" * 64, why))
    page = cast.organiser.get(f"/set-pair?player={player}&other={other}").text
    cost = re.search('"cost":"([0-9a-f]{64})"', html.unescape(page))
    assert cost is not None, f"round {number}: the page shows no cost"
    cast.do(cast.organiser, commands.SetPair(player, other, cost.group(1), why))


def set_clock(cast: Cast) -> str:
    """Set the hub's clock an hour ahead, and return what the desk says of it."""
    cast.clock.set_computer(HOUR_S)
    deadline_s = time.monotonic() + _NOTICED_S
    while time.monotonic() < deadline_s:
        page = html.unescape(re.sub("<[^>]+>", "", cast.organiser.get("/desk").text))
        said = re.search(r"The hub's clock was set [^.]* ahead\. No end has moved[^.]*\.", page)
        if said is not None:
            return said.group()
        time.sleep(_LOOK_AGAIN_S)
    raise AssertionError(f"the desk has not noticed within {_NOTICED_S} s that a clock was set")
