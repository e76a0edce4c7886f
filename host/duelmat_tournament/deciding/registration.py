"""Decisions about who takes part."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec import structs

from duelmat_message import Text, listed, say, say_as, words_of
from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import (
    AwardBye,
    CreateEvent,
    DropPlayer,
    EnrolSleeves,
    RegisterDeck,
    RegisterPlayer,
    RegisterPlayers,
    ReturnPlayer,
    SetExternalId,
)
from duelmat_tournament.deciding.asked import ON, Asked
from duelmat_tournament.deciding.places import (
    check_has_place,
    check_not_waiting,
    check_was_dealt,
    moved_up,
    waiting_reason,
)
from duelmat_tournament.deck_lists import DeckList, deck_digest, limit_faults
from duelmat_tournament.entries import AnyHappening, EventCreated, ResultSettled, Settling
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Match, Player, Round, Stage, Step, teams_or_players
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber
from duelmat_tournament.policy import FirstStage, Penalty
from duelmat_tournament.policy_sense import MOST_ROUNDS, policy_misfits, texts_of
from duelmat_tournament.registration_entries import (
    ByeAwarded,
    DeckRegistered,
    ExternalIdSet,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
    SleevesEnrolled,
    WaitsFor,
)
from duelmat_tournament.results import forfeit, no_show
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import Seat

MOST_PLAYERS = 10_000


def create_event(command: CreateEvent) -> Iterator[AnyHappening]:
    if not all(map(str.isprintable, texts_of(command.policy))):
        raise RefusedError(say("The policy holds a text with signs that nobody sees."))
    misfit = next(policy_misfits(command.policy), None)
    if misfit is not None:
        path = ".".join(map(str, misfit.path))
        raise RefusedError(
            say(
                "The policy does not fit together: {path}: expected {expected}, got {got}.",
                path=path,
                expected=misfit.expected,
                got=misfit.got,
            )
        )
    yield EventCreated(
        command.name,
        command.policy,
        command.seed,
        command.first_table,
        command.strict,
        command.pairing,
        command.upgrades if command.policy.team_size > 1 else 1,
    )


def register_player(asked: Asked, command: RegisterPlayer) -> Iterator[AnyHappening]:
    yield registered(asked.event, command, waiting_reason(asked.event))


def registered(
    event: Event, command: RegisterPlayer, waits_for: WaitsFor | None
) -> PlayerRegistered:
    """Return the entry of a new player. Raises RefusedError."""
    check_can_enter(event)
    if len(event.players) == MOST_PLAYERS:
        raise RefusedError(
            teams_or_players(
                event,
                say("An event has at most {count} teams.", count=MOST_PLAYERS),
                say("An event has at most {count} players.", count=MOST_PLAYERS),
            )
        )
    check_name(event, command.name)
    _check_external_id(event, command.external_id)
    if command.members or command.member_ids:
        check_members(event, command.members, command.member_ids, team_id=command.external_id)
    for bye_round in command.byes:
        _check_bye_round(event, bye_round)
    number = PlayerId(len(event.players) + 1)
    byes = tuple(sorted(set(command.byes)))
    return PlayerRegistered(
        number,
        command.name,
        command.team,
        byes,
        command.external_id,
        waits_for,
        command.members,
        noted_ids(command.member_ids),
    )


def register_players(asked: Asked, command: RegisterPlayers) -> Iterator[AnyHappening]:
    event, added = asked.event, []
    for place, listed_one in enumerate(command.players, start=1):
        one = RegisterPlayer(listed_one.name, listed_one.team, external_id=listed_one.external_id)
        try:
            came = _listed(event, one)
        except RefusedError as refused:
            raise RefusedError(
                say(
                    "Player {place} of the list: {reason} Nobody of it is registered.",
                    place=place,
                    reason=words_of(refused),
                )
            ) from None
        player = Player(
            came.player,
            came.name,
            came.team,
            next_round(event),
            external_id=came.external_id,
            is_active=came.waits_for is None,
            waits_for=came.waits_for,
        )
        event = structs.replace(event, players={**event.players, player.id: player})
        added.append(came)
    yield from added


def _listed(event: Event, one: RegisterPlayer) -> PlayerRegistered:
    """Return the entry of one player of a list. Raises RefusedError."""
    broken = broken_bound(one)
    if broken is not None:
        raise RefusedError(broken)
    return registered(event, one, waiting_reason(event))


def set_external_id(asked: Asked, command: SetExternalId) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    asked.check_not_over()
    if command.external_id == player.external_id:
        raise RefusedError(
            say("{player} has this very id: nothing would change.", player=player.name)
        )
    _check_external_id(asked.event, command.external_id, but=player.id)
    yield ExternalIdSet(player.id, command.external_id)


def has_id(event: Event, ids: Iterable[str]) -> bool:
    """Whether one of these ids is registered, as a player's, a team's or a member's."""
    owners = _id_owners(event, but=NO_PLAYER, but_members=NO_PLAYER)
    return any(each in owners for each in ids)


def _check_external_id(event: Event, external_id: str, *, but: PlayerId = NO_PLAYER) -> None:
    """Raise RefusedError if somebody else has an id: that would be one person twice.

    but: the player who may have it.
    """
    _check_id_is_free(external_id, _id_owners(event, but=but, but_members=NO_PLAYER))


def _check_id_is_free(external_id: str, owners: Mapping[str, tuple[str, PlayerId]]) -> None:
    known = owners.get(external_id)
    if known is not None:
        raise RefusedError(
            say(
                "{player}, number {number}, has the id {id} already: an id is one player's alone.",
                player=known[0],
                number=known[1],
                id=external_id,
            )
        )


def _id_owners(
    event: Event, *, but: PlayerId, but_members: PlayerId
) -> dict[str, tuple[str, PlayerId]]:
    """Return whose each id is, by name and number; a team's player has the team's number.

    but: the player whose own id is left out.
    but_members: the team whose players' ids are left out.
    """
    found = {
        each.external_id: (each.name, each.id)
        for each in event.registered
        if each.external_id and each.id != but
    }
    for team in event.registered:
        for each in team.lineup if team.id != but_members else ():
            if each.external_id:
                found[each.external_id] = each.of_team(team.name), team.id
    return found


def check_name(event: Event, name: str, *, but: PlayerId = NO_PLAYER) -> None:
    """Raise RefusedError if people cannot tell a name from another player's.

    but: the player whose own name it may be.
    """
    look = matching_key(name)
    others = (each for each in event.registered if each.id != but)
    known = next((each for each in others if matching_key(each.name) == look), None)
    if known is not None:
        raise RefusedError(
            say(
                "{player} is registered already, as number {number}: tell the two apart, as in "
                '"{name} (2)".',
                player=known.name,
                number=known.id,
                name=name,
            )
        )


def noted_ids(member_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of a team's players as the log has them: none if nobody has one."""
    return member_ids if any(member_ids) else ()


def check_members(
    event: Event,
    members: tuple[str, ...],
    member_ids: tuple[str, ...] = (),
    *,
    team_id: str = "",
    but: PlayerId = NO_PLAYER,
) -> None:
    """Raise RefusedError unless these players can be a team.

    member_ids: the numbers that they have elsewhere.
    team_id: that of the team itself.
    but: the team whose own players they may be.
    """
    size = event.policy.team_size
    if size == 1:
        raise RefusedError(say("By the policy everybody plays alone: there are no teams."))
    if len(members) != size:
        raise RefusedError(
            say(
                "Expected the names of {size} players, at seats A to C; got {count}.",
                size=size,
                count=len(members),
            )
        )
    taken = {
        matching_key(name): each.name
        for each in event.registered
        if each.id != but
        for name in each.members
    }
    for place, name in enumerate(members):
        if matching_key(name) in map(matching_key, members[:place]):
            raise RefusedError(say("{player} cannot sit at two seats.", player=name))
        if matching_key(name) in taken:
            raise RefusedError(
                say(
                    "{player} plays in the team {team} already.",
                    player=name,
                    team=taken[matching_key(name)],
                )
            )
    if member_ids and len(member_ids) != size:
        raise RefusedError(
            say(
                "Expected an id of each of {size} players, empty where there is none; got "
                "{count}.",
                size=size,
                count=len(member_ids),
            )
        )
    owners = _id_owners(event, but=NO_PLAYER, but_members=but)
    for place, external_id in enumerate(member_ids):
        if external_id and external_id in (team_id, *member_ids[:place]):
            raise RefusedError(
                say("The id {id} stands there twice: an id is one player's alone.", id=external_id)
            )
        _check_id_is_free(external_id, owners)


@lru_cache(MOST_PLAYERS)
def matching_key(name: str) -> str:
    """Return a key that is equal for names that people cannot tell apart."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")  # joiners, marks
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def next_round(event: Event) -> RoundNumber:
    """Return the number of the next round to be paired."""
    return RoundNumber(len(event.rounds) + 1)


def unpaired_rounds(event: Event) -> range:
    """Return the numbers of the rounds of Swiss that are not paired yet; empty: all are paired."""
    return range(next_round(event), (event.swiss_rounds or MOST_ROUNDS) + 1)


def check_can_enter(event: Event) -> None:
    """Raise RefusedError if a new player comes too late."""
    _check_entering(event, say_as("entering", "enter"), event.policy.entering.late_until_round)


def _check_entering(event: Event, verb: Text, last: int) -> None:
    """Refuse a player who comes too late."""
    if event.stage is Stage.REGISTRATION:
        return
    if event.policy.first_stage is FirstStage.BRACKET:
        raise RefusedError(say("Nobody can {verb} any more: the bracket is drawn.", verb=verb))
    if event.stage is not Stage.SWISS:
        raise RefusedError(say("Nobody can {verb} any more: Swiss is over.", verb=verb))
    coming = next_round(event)
    if coming > event.swiss_rounds:
        raise RefusedError(
            say("Nobody can {verb} any more: all rounds of Swiss are paired.", verb=verb)
        )
    if coming > last:
        if not last:
            raise RefusedError(
                say(
                    "By the policy a player can {verb} before the start; the next round is "
                    "{next}.",
                    verb=verb,
                    next=coming,
                )
            )
        raise RefusedError(
            say(
                "By the policy a player can {verb} until round {last} is paired; the next round "
                "is {next}.",
                verb=verb,
                last=last,
                next=coming,
            )
        )


def award_bye(asked: Asked, command: AwardBye) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_bye_round(asked.event, command.round)
    check_not_waiting(player)
    if not player.is_active:
        raise RefusedError(
            say("{player} has dropped: nobody who is away needs a bye.", player=player.name)
        )
    if command.round in player.absences:
        raise RefusedError(
            say(
                "{player} is away in round {round}: nobody who is away needs a bye.",
                player=player.name,
                round=command.round,
            )
        )
    if command.round in player.byes:
        raise RefusedError(
            say(
                "{player} has a bye in round {round} already.",
                player=player.name,
                round=command.round,
            )
        )
    yield ByeAwarded(player.id, command.round)


def _check_bye_round(event: Event, number: RoundNumber) -> None:
    if event.policy.first_stage is not FirstStage.SWISS:
        raise RefusedError(say("Byes are awarded for rounds of Swiss, and this event has none."))
    unpaired = unpaired_rounds(event)
    if not unpaired or event.stage not in (Stage.REGISTRATION, Stage.SWISS):
        raise RefusedError(say("No bye can be awarded any more: all rounds of Swiss are paired."))
    if number not in unpaired:
        raise RefusedError(
            say(
                "A bye can be awarded for a round of Swiss that is not paired yet "
                "({first} to {last}), not for round {round}.",
                first=unpaired[0],
                last=unpaired[-1],
                round=number,
            )
        )


def register_deck(asked: Asked, command: RegisterDeck) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    check_deck_time(asked, player, command.seat)
    deck = command.deck
    check_limits(asked.event, deck)
    yield DeckRegistered(
        player.id,
        deck_digest(deck, command.salt),
        len(deck.main),
        len(deck.extra),
        len(deck.side),
        command.seat,
    )


def check_limits(event: Event, deck: DeckList) -> None:
    """Raise RefusedError if a deck has more copies of a card than the policy allows."""
    faults = list(limit_faults(deck, event.policy.limits))
    if faults:
        raise RefusedError(
            say(
                "The deck list is not allowed by the policy: {faults}.",
                faults=listed(faults, ";"),
            )
        )


def check_deck_deadline(event: Event, by: Actor, at_ms: int) -> None:
    """Raise RefusedError if a player comes too late with a deck list."""
    if by.role is Role.PLAYER and 0 < event.decks_close_ms <= at_ms:
        raise RefusedError(say("Deck lists are closed: hand yours in at the desk."))


def check_deck_time(asked: Asked, player: Player, seat: Seat | None) -> None:
    """Raise RefusedError unless a player's deck list may be handed in now.

    seat: of a player of a team.
    """
    event = asked.event
    check_deck_deadline(event, asked.by, asked.at_ms)
    owner = _deck_owner(event, player, seat)
    has_played = event.stage is not Stage.REGISTRATION and player.entered <= len(event.rounds)
    if player.decks[seat.place if seat else 0] and has_played:
        raise RefusedError(
            say(
                "The deck list of {player} cannot be changed after the player's first round was "
                "paired.",
                player=owner,
            )
        )
    if event.stage is Stage.FINISHED:
        raise RefusedError(say("The event is over: nothing can be changed any more."))


def _deck_owner(event: Event, player: Player, seat: Seat | None) -> str:
    """Return the name of a deck list's player. Raises RefusedError where there is no such seat."""
    if event.policy.team_size == 1:
        if seat is not None:
            raise RefusedError(say("By the policy everybody plays alone: a deck has no seat."))
        return player.name
    if seat is None:
        raise RefusedError(
            say("Each player of {team} has a deck list: say at which seat.", team=player.name)
        )
    if not player.members:
        raise RefusedError(
            say(
                "The players of {team} are not known: note who plays at its seats first.",
                team=player.name,
            )
        )
    return player.members[seat.place]


def enrol_sleeves(asked: Asked, command: EnrolSleeves) -> Iterator[AnyHappening]:
    player, event = asked.player(command.player), asked.event
    asked.check_not_over()
    if event.policy.team_size > 1:
        raise RefusedError(say("Sleeves are read by mats, and no mat takes part in a team match."))
    if not player.deck:
        raise RefusedError(
            say(
                "{player} has handed in no deck list: sleeves are compared with it. Hand it in "
                "first.",
                player=player.name,
            )
        )
    if command.deck != player.deck:
        raise RefusedError(
            say(
                "{player} has handed in another deck list meanwhile: read the sleeves again.",
                player=player.name,
            )
        )
    now = event.round
    match = None if now is None or now.step is Step.PAIRED else now.match_of(player.id)
    if match is not None and match.result is None:
        raise RefusedError(
            say(
                "{player} plays at table {table}: read the sleeves when the match is over.",
                player=player.name,
                table=match.table,
            )
        )
    yield SleevesEnrolled(player.id, command.deck, command.sleeves)


def drop_player(asked: Asked, command: DropPlayer) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    event = asked.event
    if event.stage is Stage.FINISHED:
        raise RefusedError(say("The event is over: nothing can be changed any more."))
    if not player.is_active and player.waits_for is None:
        raise RefusedError(say("{player} has dropped already.", player=player.name))
    yield from dropped(event, player)
    yield from moved_up(asked, PlayerDropped(player.id))


def dropped(event: Event, player: Player) -> Iterator[AnyHappening]:
    """Yield the consequences of a player's leaving: an open match goes to the opponent."""
    yield PlayerDropped(player.id)
    now = event.round
    if now is None or now.step is Step.CLOSED:
        return
    match = now.match_of(player.id)
    if match is not None and match.result is None:
        yield lost_by_leaving(now, match, player.id)


def lost_by_leaving(now: Round, match: Match, player: PlayerId) -> ResultSettled:
    """Return the result of a match of the present round whose player leaves."""
    is_first = player == match.first
    if now.step in ON:
        result = forfeit(loser_is_first=is_first)
    else:
        result = no_show(absent_is_first=is_first)
    return ResultSettled(now.number, match.table, result, Settling.DROPPED)


def return_player(asked: Asked, command: ReturnPlayer) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_entering(
        asked.event, say_as("entering", "come back"), asked.event.policy.entering.back_until_round
    )
    if player.is_active:
        raise RefusedError(say("{player} takes part already.", player=player.name))
    check_not_waiting(player)
    check_not_disqualified(asked.event, player)
    check_has_place(asked.event, player)
    check_was_dealt(asked.event, player)
    yield PlayerReturned(player.id)


def check_not_disqualified(event: Event, player: Player) -> None:
    """Raise RefusedError if a player was disqualified."""
    if any(
        each.record.player == player.id and each.record.penalty is Penalty.DISQUALIFICATION
        for each in event.penalties
    ):
        raise RefusedError(
            say("{player} was disqualified, and cannot come back.", player=player.name)
        )
