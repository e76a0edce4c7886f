"""The desk of a lively event: people come, go, are put right, are away, and sit elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from duelmat_bench.tournament.lively_hall import HEAD_JUDGE, ORGANISER, Hall
from duelmat_tournament import commands, joining, pair_changes
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.set_pairs import check_pair
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Player, Step
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.hall import Room
from duelmat_tournament.names import NO_PLAYER, RoundNumber, TableNumber
from duelmat_tournament.registration_entries import WaitsFor
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import SEATS

WHY: Final = "A slip of the desk."
_DECK: Final = DeckList(tuple(f"card-{number % 20}" for number in range(40)))
_CODES: Final = ("0123456789ab", "ba9876543210")


def register(hall: Hall) -> None:
    """Register a player at the desk, or several by a list."""
    number = len(hall.players) + 1
    team = f"Team {hall.chance.randrange(4)}" if hall.is_now(30) else ""
    byes = (
        (hall.coming,) if hall.event.policy.first_stage.value == "swiss" and hall.is_now(6) else ()
    )
    known_as = f"id-{number}" if hall.is_now(20) else ""
    one = commands.RegisterPlayer(f"Player {number}", team, byes, known_as, _members(hall, number))
    if hall.is_now(10) and hall.event.policy.team_size == 1:
        both = tuple(
            commands.ListedPlayer(f"Player {each}", team) for each in (number, number + 1)
        )
        hall.ask(commands.RegisterPlayers(both), ORGANISER)
    else:
        hall.ask(one, ORGANISER)
    hand_in_decks(hall)


def _members(hall: Hall, number: int) -> tuple[str, ...]:
    return tuple(f"P{number} {seat}" for seat in "ABC") if hall.event.policy.team_size > 1 else ()


def hand_in_decks(hall: Hall) -> None:
    """Hand in the deck lists and the teams' players that the policy needs before a round."""
    policy = hall.event.policy
    for player in hall.players:
        if player.is_withdrawn:
            continue
        is_team = policy.team_size > 1
        if is_team and not player.members:
            hall.ask(commands.SetMembers(player.id, _members(hall, player.id)), ORGANISER)
        for seat in SEATS[: policy.team_size] if policy.deck_lists else ():
            if player.decks[seat.place]:
                continue
            salt = f"{hall.chance.getrandbits(128):032x}"
            handed = commands.RegisterDeck(player.id, _DECK, salt, seat if is_team else None)
            if hall.ask(handed, ORGANISER):
                hall.decks[deck_digest(_DECK, salt)] = SaltedDeck(salt, _DECK)


def join(hall: Hall) -> None:
    """Register somebody by the code in the hall, which is made or renewed where need be."""
    if not hall.event.join_code or hall.is_now(10):
        code = hall.pick([each for each in _CODES if each != hall.event.join_code])
        hall.ask(joining.SetJoinCode(code), ORGANISER)
    name = f"Player {len(hall.players) + 1}"
    hall.ask(joining.Join(hall.event.join_code or _CODES[0], name), Actor(Role.PLAYER, name))
    if hall.is_now(5):
        hall.ask(joining.SetJoinCode(""), ORGANISER)
    hand_in_decks(hall)


def admit(hall: Hall) -> None:
    waiting = [*hall.event.waiting(WaitsFor.APPROVAL), *hall.event.waiting(WaitsFor.PLACE)]
    if waiting:
        hall.ask(joining.AdmitPlayer(hall.pick(waiting).id), ORGANISER)


def _anybody(hall: Hall) -> Player:
    return hall.pick(hall.players)


def drop(hall: Hall) -> None:
    """Drop somebody who takes part, or who waits."""
    there = [each for each in hall.players if each.is_active or each.waits_for]
    if there:
        player = hall.pick(there)
        by = hall.actor(player.id) if hall.is_now(50) else ORGANISER
        is_gone = hall.ask(commands.DropPlayer(player.id), by)
        if is_gone and hall.is_now(20):  # it was a slip
            hall.ask(commands.UndoDrop(player.id, WHY), ORGANISER)


def _gone(hall: Hall) -> list[Player]:
    return [each for each in hall.players if not each.is_active and not each.waits_for]


def undo_drop(hall: Hall) -> None:
    gone = _gone(hall)
    if gone:
        there = [each for each in gone if hall.event.round and hall.round.match_of(each.id)]
        newest = max(there or gone, key=lambda each: each.left)
        player = newest if hall.is_now(70) else hall.pick(gone)
        hall.ask(commands.UndoDrop(player.id, WHY), hall.pick((ORGANISER, HEAD_JUDGE)))


def come_back(hall: Hall) -> None:
    gone = _gone(hall)
    if gone:
        hall.ask(commands.ReturnPlayer(hall.pick(gone).id), ORGANISER)


def rename(hall: Hall) -> None:
    player = _anybody(hall)
    name = f"Player {player.id}" if "renamed" in player.name else f"{player.name} renamed"
    hall.ask(commands.RenamePlayer(player.id, name), ORGANISER)


def award_bye(hall: Hall) -> None:
    number = RoundNumber(hall.coming + hall.chance.randrange(2))
    hall.ask(commands.AwardBye(_anybody(hall).id, number), ORGANISER)


def undo_bye(hall: Hall) -> None:
    with_byes = [each for each in hall.players if each.byes]
    if with_byes:
        player = hall.pick(with_byes)
        hall.ask(commands.UndoBye(player.id, max(player.byes), WHY), ORGANISER)


def undo_registration(hall: Hall) -> None:
    player = hall.players[-1] if hall.is_now(60) else _anybody(hall)
    hall.ask(commands.UndoRegistration(player.id, WHY), ORGANISER)


def merge(hall: Hall) -> None:
    other = hall.players[-1] if hall.is_now(60) else _anybody(hall)
    hall.ask(commands.MergePlayers(_anybody(hall).id, other.id, WHY), ORGANISER)


def note_absence(hall: Hall) -> None:
    player = _anybody(hall)
    number = RoundNumber(hall.coming + hall.chance.randrange(2))
    by = ORGANISER if hall.is_now(50) else hall.actor(player.id)
    hall.ask(NoteAbsence(player.id, number), by)


def cancel_absence(hall: Hall) -> None:
    away = [each for each in hall.players if each.absences]
    if away:
        player = hall.pick(away)
        hall.ask(CancelAbsence(player.id, max(player.absences)), ORGANISER)


def note_id(hall: Hall) -> None:
    player = _anybody(hall)
    hall.ask(commands.SetExternalId(player.id, f"other-{len(hall.log)}"), ORGANISER)


def set_tables(hall: Hall) -> None:
    """Number the hall anew: rooms in any order, with gaps, and perhaps too few tables."""
    first, rooms = 1 + hall.chance.randrange(30), []
    for at in range(hall.chance.randrange(4)):
        last = first + hall.chance.randrange(6)
        rooms.append(Room(TableNumber(first), TableNumber(last), f"Room {at}" if at else ""))
        first = last + 1 + hall.chance.randrange(5)
    hall.chance.shuffle(rooms)
    hall.ask(commands.SetTables(tuple(rooms)), ORGANISER)


def fix_table(hall: Hall) -> None:
    table = TableNumber(0 if hall.is_now(15) else 1 + hall.chance.randrange(12))
    hall.ask(commands.FixTable(_anybody(hall).id, table), ORGANISER)


def check_in(hall: Hall) -> None:
    """Open or close check-in, check somebody in, or leave the absent out."""
    if not hall.event.is_check_in_open:
        hall.ask(joining.SetCheckIn(True), ORGANISER)
        return
    for player in hall.players:
        if hall.is_now(80):
            by = hall.actor(player.id) if hall.is_now(50) else ORGANISER
            hall.ask(joining.CheckInPlayer(player.id), by)
    if hall.is_now(20):
        hall.ask(joining.SetCheckIn(False), ORGANISER)
    elif hall.is_now(50):
        hall.ask(joining.LeaveOutAbsent(), ORGANISER)


def set_deadline(hall: Hall) -> None:
    hall.ask(joining.SetDeckDeadline(hall.clock_ms + hall.chance.randrange(600_000)), ORGANISER)


def set_pair(hall: Hall) -> None:
    """Have two players meet, or give the bye to somebody, before the pairing is published."""
    if hall.event.round is None or hall.round.step is not Step.PAIRED:
        return
    player = _anybody(hall).id
    other = NO_PLAYER if hall.round.byes and hall.is_now(30) else _anybody(hall).id
    asked = Asked(hall.event, ORGANISER, hall.event.at_ms)
    digest = "0" * 64
    try:
        check_pair(asked, player, other)
        digest = pair_changes.pair_change(hall.event, player, other).digest
    except RefusedError:
        pass  # the event refuses it as well
    hall.ask(commands.SetPair(player, other, digest, WHY), ORGANISER)


def set_clock(hall: Hall) -> None:
    hall.set_clock(hall.pick((-3600, -60, -5, 30, 300, 3600)))


Act = Callable[[Hall], None]
BEFORE: Final[tuple[tuple[Act, int], ...]] = (
    (register, 12),
    (join, 8),
    (admit, 8),
    (check_in, 3),
    (drop, 5),
    (undo_drop, 2),
    (come_back, 1),
    (undo_registration, 2),
    (merge, 2),
    (set_deadline, 1),
)
"""Acts before the start, with their weights."""
ANY_TIME: Final[tuple[tuple[Act, int], ...]] = (
    (register, 3),
    (join, 2),
    (admit, 2),
    (drop, 3),
    (undo_drop, 4),
    (come_back, 4),
    (rename, 2),
    (award_bye, 2),
    (undo_bye, 1),
    (undo_registration, 1),
    (merge, 2),
    (note_absence, 4),
    (cancel_absence, 1),
    (note_id, 1),
    (set_tables, 2),
    (fix_table, 3),
    (set_clock, 1),
)
"""Acts at the desk at any time."""
