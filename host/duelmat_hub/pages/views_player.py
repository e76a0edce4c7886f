"""The view of one player: own table, own result, own standing, own penalties, own deck list.

What others may not know of an opponent, the opponent may not know either: it is not in here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.texts import minutes
from duelmat_hub.pages.views_bracket import places_in_cut
from duelmat_hub.pages.views_calls import last_ruling
from duelmat_hub.pages.views_public import record_of
from duelmat_hub.pages.views_scores import (
    ResultChoice,
    SeatView,
    entry_view,
    result_choices,
    result_fields,
    seat_views,
)
from duelmat_message import (
    named,
    say,
)
from duelmat_tournament.bracket import still_in
from duelmat_tournament.entries import CallKind
from duelmat_tournament.event import CallStep, Event, Match, Player, Round, Stage, Step
from duelmat_tournament.first_player import first_chooser
from duelmat_tournament.names import PlayerId
from duelmat_tournament.penalties import penalty_words
from duelmat_tournament.policy import FirstPlayer, FirstStage
from duelmat_tournament.registration_entries import WaitsFor
from duelmat_tournament.results import Ending, Result, Side
from duelmat_tournament.seats import SEATS


class OwnMatch(Struct, frozen=True):
    """A player's match."""

    round: int
    title: str
    table: int
    """0: a bye."""
    room: str
    """Empty: it has no name."""
    chair: str
    """A or B; empty: either."""
    opponent: str
    side: str
    """first or second."""
    reason: str
    first: str
    """A sentence that says who chooses the first player in the cut; empty: chance chooses."""
    state: str
    """bye, waiting, playing, sent (by this player), asked (by the other one), disputed, ruled
    (disputed, and a judge has ruled since) or over."""
    words: str
    """The result, or what was reported, from the own side; else empty."""
    confirm: dict[str, Any] | None
    """The fields of the command that confirms the reported result; None: the own report."""
    ruling: str
    """The judge's words about a disputed result; empty: none yet."""
    choices: tuple[ResultChoice, ...]
    seats: tuple[SeatView, ...]
    """Of a match of teams."""
    best_of: int
    may_draw: bool
    may_agree_draw: bool
    ends_ms: int | None
    left_s: int | None
    extension: str
    procedure: str
    is_featured: bool
    """Whether spectators are shown the match."""
    is_on: bool
    """Whether the round is being played."""
    call: str
    """The state of a judge call, in words; empty: there is none."""
    call_since_ms: int


class OwnDeck(Struct, frozen=True):
    """A deck list that is to be handed in, or was."""

    seat: str
    """The letter of a team's seat; empty: the player plays alone."""
    name: str
    """The name of the player whose list it is."""
    is_handed_in: bool
    may_hand_in: bool
    """Whether a list, or another one, may be handed in."""


class OwnPenalty(Struct, frozen=True):
    """A penalty, as its player reads it."""

    id: int
    round: int
    title: str
    words: str
    member: str
    """The player of a team who got it; empty: nobody's alone."""


class MeView(Struct, frozen=True):
    """The view of a player's own page."""

    player: int
    name: str
    team: str
    is_active: bool
    stage: str
    """A sentence about the event where there is no match, as far as its clock does not say it."""
    match: OwnMatch | None
    rank: int
    """0: there are no standings yet."""
    players: int
    points: int
    record: str
    after: int
    penalties: tuple[OwnPenalty, ...]
    decks: tuple[OwnDeck, ...]
    """The own deck list, or one for each player of a team, as far as they are known."""
    needs_deck: bool
    decks_close_ms: int
    """The moment after which only the desk takes lists; 0: no end."""
    may_drop: bool
    may_be_away: bool
    """Whether a round of Swiss is still to be paired."""
    away: str
    """The rounds to come in which the player is away: `3, 4`; empty: none."""
    check_in: str
    """open (this player has to check in), done, or empty: nobody has to."""
    members: tuple[str, ...]
    """The players of a team."""


def me_view(event: Event, number: PlayerId) -> MeView | None:
    """Return the view of a player; None if there is no such player."""
    player = event.players.get(number)
    if player is None:
        return None
    held = known.frozen(event)
    row = known.row_of(held, number)
    found = _own_match(event, player)
    return MeView(
        number,
        player.name,
        player.team,
        player.is_active,
        "" if found and player.is_active else _stage_words(event, player),
        found,
        *known.place_of(event, held, number),
        row.points if row else 0,
        record_of(row) if row else "",
        held.number if held else 0,
        tuple(_penalties(event, number)),
        tuple(_decks(event, player)),
        event.policy.deck_lists and not player.is_withdrawn,
        event.decks_close_ms,
        _takes_part(player) and event.stage is not Stage.FINISHED,
        player.is_active and _is_swiss_ahead(event),
        ", ".join(str(each) for each in sorted(player.absences) if each > len(event.rounds)),
        _check_in(event, player),
        player.members,
    )


def _is_swiss_ahead(event: Event) -> bool:
    """Whether a round of Swiss is still to be paired."""
    if event.policy.first_stage is not FirstStage.SWISS:
        return False
    is_begun = event.stage is Stage.SWISS and len(event.rounds) < event.swiss_rounds
    return is_begun or event.stage is Stage.REGISTRATION


def _takes_part(player: Player) -> bool:
    """Whether a player takes part, or waits for it."""
    return player.is_active or player.waits_for is not None


def _check_in(event: Event, player: Player) -> str:
    if not event.is_check_in_open or event.rounds or not _takes_part(player):
        return ""
    return "done" if player.is_checked_in else "open"


def _stage_words(event: Event, player: Player) -> str:
    if event.stage is Stage.FINISHED:
        found = (words for words, players in places_in_cut(event) if player.id in players)
        words = next(found, "")
        if words and not event.swiss_rounds:
            return say("You came {words}.", words=words)
        return say("You came {words} in the cut.", words=words) if words else ""
    if player.waits_for is WaitsFor.APPROVAL:
        return say("You have registered. The desk approves it; then you take part.")
    if player.waits_for is WaitsFor.PLACE:
        return say(
            "All places are taken. You move up when somebody leaves before the first round."
        )
    if player.is_withdrawn:
        return say("The desk has taken your registration back: ask there if it is a mistake.")
    if not player.is_active:
        return say("You have left the event.")
    if event.stage is Stage.REGISTRATION:
        return say(
            "You are registered. Your table stands here as soon as the first round is paired.",
        )
    if event.stage is Stage.CUT and player.id not in still_in(event):
        if not event.swiss_rounds:
            return say("You are out of the bracket. Thank you for playing.")
        return say("The cut is being played without you. Thank you for playing.")
    held = known.published(event)
    if held is not None and held.number in player.absences and held.step is not Step.CLOSED:
        return say("You are away in this round, as you have said.")
    if event.stage is Stage.CUT and held is not None and held.step is not Step.CLOSED:
        return say("You rest in this round of the bracket, and play on in a later one.")
    return say("The next round is being prepared. Your table will stand here.")


def _decks(event: Event, player: Player) -> Iterator[OwnDeck]:
    """Yield a player's deck list, or that of each player of a team."""
    has_played = event.stage is not Stage.REGISTRATION and player.entered <= len(event.rounds)
    is_team = event.policy.team_size > 1
    names = player.members if is_team else (player.name,)
    for seat, name, deck in zip(SEATS, names, player.decks, strict=False):
        may_hand_in = event.stage is not Stage.FINISHED and not (deck and has_played)
        yield OwnDeck(seat.value if is_team else "", name, bool(deck), may_hand_in)


def _penalties(event: Event, number: PlayerId) -> list[OwnPenalty]:
    found = []
    for each in event.penalties:
        if each.record.player == number:
            infraction = event.policy.find_infraction(each.record.infraction)
            title = named("policy", infraction.title) if infraction else each.record.infraction
            words = penalty_words(each.record.penalty)
            member = each.record.who.name if each.record.who else ""
            found.append(OwnPenalty(each.record.id, each.record.round, title, words, member))
    return found


def _own_match(event: Event, player: Player) -> OwnMatch | None:
    """Return the match of the newest published round."""
    held = known.published(event)
    if held is None or event.stage is Stage.FINISHED:
        return None
    if held.is_cut is not (event.stage is Stage.CUT):
        return None
    match = held.match_of(player.id)
    if match is not None:
        return _seated(event, held, match, player.id)
    reason = next((bye.reason for bye in held.byes if bye.player == player.id), None)
    return None if reason is None else _bye(event, held, reason)


def _bye(event: Event, held: Round, reason: str) -> OwnMatch:
    return OwnMatch(
        round=held.number,
        title=known.title_of(event, held),
        table=0,
        room="",
        chair="",
        opponent="",
        side="first",
        reason=reason,
        first="",
        state="bye",
        words="",
        confirm=None,
        ruling="",
        choices=(),
        seats=(),
        best_of=event.policy.best_of,
        may_draw=False,
        may_agree_draw=False,
        ends_ms=known.ends_ms(held),
        left_s=known.left_s(held),
        extension="",
        procedure="",
        is_featured=False,
        is_on=False,
        call="",
        call_since_ms=0,
    )


def _seated(event: Event, held: Round, match: Match, player: PlayerId) -> OwnMatch:
    is_first = player == match.first
    entry = entry_view(event, held)
    state, words, confirm = _state(event, held, match, player)
    call, since_ms = _call(event, match)
    is_late = held.step is Step.TIME_CALLED and match.result is None
    is_over = match.result is not None
    return OwnMatch(
        round=held.number,
        title=known.title_of(event, held),
        table=match.table,
        room=known.room_of(event, match.table),
        chair=known.chair_letter(match, player),
        opponent=event.name_of(match.other(player)),
        side="first" if is_first else "second",
        reason=match.reason,
        first=_first_words(event, held, match, player),
        state=state,
        words=words,
        confirm=confirm,
        ruling=last_ruling(event, held, match) if state == "ruled" else "",
        choices=tuple(result_choices(event, held, match, is_first=is_first)),
        seats=tuple(seat_views(event, match)),
        best_of=entry.best_of,
        may_draw=entry.may_draw,
        may_agree_draw=entry.may_agree_draw,
        ends_ms=None if is_over else known.ends_ms(held, match),
        left_s=None if is_over else known.left_s(held, match),
        extension=minutes(match.extension_s) if match.extension_s and not is_over else "",
        procedure=known.procedure(event, held) if is_late else "",
        is_featured=match.is_featured,
        is_on=held.step in (Step.PLAYING, Step.TIME_CALLED),
        call=call,
        call_since_ms=since_ms,
    )


def _first_words(event: Event, held: Round, match: Match, player: PlayerId) -> str:
    if not held.is_cut or event.policy.cut_first is FirstPlayer.DRAWN:
        return ""
    if first_chooser(event, held, match) == player:
        return say("You are the better seed: you choose who goes first.")
    return say("Your opponent is the better seed and chooses who goes first.")


def _state(
    event: Event, held: Round, match: Match, player: PlayerId
) -> tuple[str, str, dict[str, Any] | None]:
    """Return the state of the player's match, its result in words, and a confirmation's fields."""
    is_first = player == match.first
    if match.result is not None:
        return "over", own_words(match.result, is_first=is_first), None
    if held.step not in (Step.PLAYING, Step.TIME_CALLED):
        return "waiting", "", None
    if match.report is None:
        return "playing", "", None
    words = own_words(match.report.result, is_first=is_first)
    is_own = match.report.by == player
    confirm = None if is_own else result_fields(held, match, match.report.result)
    if match.is_disputed:
        is_open = any(event.open_calls(match.table))
        return ("disputed", words, None) if is_open else ("ruled", words, confirm)
    return "sent" if is_own else "asked", words, confirm


def own_words(result: Result, *, is_first: bool) -> str:
    """Return a result from a player's side: "You won 2-1"."""
    own_side = Side.FIRST if is_first else Side.SECOND
    own, theirs = result.first_won, result.second_won
    if not is_first:
        own, theirs = theirs, own
    has_won = result.winner is own_side
    how = {
        Ending.AGREED_DRAW: say("You agreed to a draw"),
        Ending.DOUBLE_LOSS: say("You both lost"),
    }.get(result.ending)
    if how is None and result.winner is Side.NONE:
        how = say("You drew")
    if how is None:
        how = say("You won") if has_won else say("You lost")
    if result.duels:
        how = say("{how} {score}", how=how, score=f"{own}-{theirs}")
    if result.drawn and result.duels:
        how = say("{how} ({drawn} drawn)", how=how, drawn=result.drawn)
    if result.ending is Ending.NO_SHOW:
        return say("{how} (a player did not come)", how=how)
    return say("{how} (by forfeit)", how=how) if result.ending is Ending.FORFEIT else how


def _call(event: Event, match: Match) -> tuple[str, int]:
    """Return a sentence about a call at the players' table, and its time; empty: no call."""
    call = next(event.open_calls(match.table), None)
    if call is None:
        return "", 0
    if call.kind is CallKind.DECK_CHECK:
        return say("Your decks are being checked."), call.began_ms
    if call.step is CallStep.APPEALED:
        return say("The head judge hears the appeal."), call.appealed_ms or call.began_ms
    if call.step is CallStep.TAKEN:
        return say("A judge is on the way: {judge}.", judge=call.judge), call.began_ms
    if call.step is CallStep.ATTENDED:
        return say("A judge is there: {judge}.", judge=call.judge), call.began_ms
    return say("A judge has been called."), call.began_ms
