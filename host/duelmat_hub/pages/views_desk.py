"""Views of the desk, for the organiser: who takes part, and what can be done with the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from duelmat_hub.event_time import ClockStep
from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.texts import minutes
from duelmat_hub.pages.views_calls import need_of
from duelmat_hub.pages.views_floor import STATUS_WORDS, MatchStatus
from duelmat_hub.pages.views_joining import members_words, waiting_words
from duelmat_hub.pages.views_public import PairingsView, pairing_of
from duelmat_hub.pages.views_why import WhyView, why_view
from duelmat_message import Text, listed, say, say_count, words_of
from duelmat_tournament import commands
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deciding import check_command
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player, Round, Stage, Step, teams_or_players
from duelmat_tournament.names import PlayerId
from duelmat_tournament.pods import drawn_pods, go_on, rounds_of
from duelmat_tournament.policy import FirstStage, Policy
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import SEATS

_ORGANISER: Final = Actor(Role.ORGANISER, "the organiser")


class PlayerRow(Struct, frozen=True):
    """A player at the registration desk."""

    id: int
    name: str
    team: str
    has_deck: bool
    """Whether the deck list is handed in, or those of all players of a team."""
    without: str
    """The players of a team whose lists are missing while others are handed in."""
    byes: str
    """The rounds with an awarded bye: `1, 2`."""
    is_active: bool
    is_waiting: bool
    """Whether they wait for approval or for a place."""
    has_sleeves: bool
    """Whether the sleeves of the deck were read."""
    words: str
    """The round in which they came or left, and their table; empty if there is nothing to say."""
    external_id: str
    """The number that they have elsewhere; empty: none is known."""
    members: str
    """The players of a team, at seats A to C."""
    is_elsewhere: bool
    """Whether they are a player of another event of the hub."""


class PlayersView(Struct, frozen=True):
    """The players who were registered."""

    rows: tuple[PlayerRow, ...]
    active: int
    waiting: int
    """Players who wait for approval or for a place."""
    without_deck: int
    """Players who take part and have handed in no deck list, where the policy wants one."""
    needs_decks: bool
    has_ids: bool
    """Whether anybody has an id elsewhere."""


def players_view(event: Event) -> PlayersView:
    """Return the players for the registration desk."""
    needs = event.policy.deck_lists
    rows = tuple(
        PlayerRow(
            each.id,
            each.name,
            each.team,
            each.has_decks,
            _without_deck(each),
            ", ".join(map(str, sorted(each.byes))),
            each.is_active,
            each.waits_for is not None,
            bool(each.sleeves),
            _player_words(each),
            each.external_id,
            members_words(each),
            bool(each.person),
        )
        for each in event.registered
    )
    active = [row for row in rows if row.is_active]
    without = sum(not row.has_deck for row in active) if needs else 0
    has_ids = any(row.external_id for row in rows)
    waiting = sum(row.is_waiting for row in rows)
    return PlayersView(rows, len(active), waiting, without, needs, has_ids)


def _without_deck(player: Player) -> str:
    if not any(player.decks):
        return ""
    lists = zip(player.members, player.decks, strict=False)
    return ", ".join(name for name, deck in lists if not deck)


def _player_words(player: Player) -> str:
    if player.waits_for is not None:
        return waiting_words(player.waits_for)
    left, entered = player.left, player.entered
    if not player.is_active:
        return say("left after round {left}", left=left) if left else say("left before the start")
    words = [say("since round {entered}", entered=entered)] if entered > 1 else []
    if player.fixed_table:
        words.append(say("always at table {table}", table=player.fixed_table))
    if player.fixed_chair:
        words.append(say("always on chair {letter}", letter=player.fixed_chair.value))
    if player.absences:
        rounds = ", ".join(map(str, sorted(player.absences)))
        words.append(say("away in round {rounds}", rounds=rounds))
    return listed(words, ",") if words else ""


def link_holders(event: Event) -> list[tuple[int, str, str, str]]:
    """Return who is handed a link: number, name, seat and team; the last two are empty but for
    the players of a team.
    """
    found: list[tuple[int, str, str, str]] = []
    for each in event.active:
        seats = zip(SEATS, each.members, strict=False)
        members = [(each.id, name, seat.value, each.name) for seat, name in seats]
        found += members or [(each.id, each.name, "", "")]
    return found


def rooms_text(event: Event) -> str:
    """Return the hall's tables as they are typed: a line for each room."""
    return "\n".join(f"{each.first}-{each.last} {each.name}".strip() for each in event.rooms)


class ActionView(Struct, frozen=True):
    """An action that can be taken with the event."""

    do: str
    """The command's tag."""
    label: str
    reason: str = ""
    """The reason why it cannot be done now; empty: it can."""
    confirm: str = ""
    """The question that is asked before; empty: none."""
    from_ms: int = 0
    """The moment from which it can be done; 0: now."""


class StartView(Struct, frozen=True):
    """The rounds and the cut that a policy sets for a number of players."""

    rounds: int
    """Rounds of Swiss or of the pods; 0: all are in the bracket."""
    cut: int
    """Players in the cut; 0: none, or too few players."""
    pods: int = 0
    """The number of pods; 0: there are none."""


class HoldingView(Struct, frozen=True):
    """A table with a call or a dispute, before whose end the round cannot be closed."""

    table: int
    words: str


class RoundsView(Struct, frozen=True):
    """The state of the event's rounds, and the next possible actions."""

    title: str
    words: str
    can: tuple[ActionView, ...]
    """The usual next step first."""
    cannot: tuple[ActionView, ...]
    featured: tuple[int, ...]
    """The tables of the round whose matches spectators are shown."""
    hindrance: str
    """The reason why a round with all its results cannot be closed; empty: there is none."""
    missing: tuple[int, ...]
    """Tables without a result, in a round that is being played."""
    holding: tuple[HoldingView, ...]
    """The open calls and the disputes of that round."""
    preview: PairingsView | None
    """A pairing that nobody else has seen yet."""
    whys: tuple[WhyView, ...]
    """The reasons of that pairing."""
    can_set_pair: bool
    """Whether a pair of it can be set by hand."""
    start: StartView
    """The rounds and the cut that the policy sets, before the start."""
    players: int
    best_of: int
    is_paired: bool
    """Whether there is a round whose slips can be printed."""


_LABELS: Final = {
    "start-event": say("Start the event"),
    "pair-round": say("Pair the next round"),
    "publish-round": say("Publish the pairing"),
    "start-round": say("Start the round"),
    "resume-clock": say("Let the clock go on"),
    "call-time": say("Call time"),
    "close-round": say("Close the round"),
    "start-cut": say("Start the cut"),
    "finish-event": say("Finish the event"),
    "pause-clock": say("Stop the clock"),
    "unpair-round": say("Throw the pairing away"),
    "undo-start": say("Take back the start"),
}
"""The commands of rounds, those that lead on first."""
_CONFIRM: Final = {
    "close-round": say("Close the round? Its standings are frozen."),
    "start-cut": say("Start the cut? Results before it cannot be corrected then."),
    "finish-event": say("Finish the event? Nothing can be changed after it."),
    "unpair-round": say(
        "Throw the pairing away? The round is paired anew, and what was printed of "
        "this pairing is void.",
    ),
    "undo-start": say(
        "Take back the start? What was drawn or seeded by it is void until you start again.",
    ),
}
_COMMANDS: Final[dict[str, AnyCommand]] = {
    "start-event": commands.StartEvent(),
    "pair-round": commands.PairRound(),
    "publish-round": commands.PublishRound(),
    "start-round": commands.StartRound(),
    "resume-clock": commands.ResumeClock(),
    "call-time": commands.CallTime(),
    "close-round": commands.CloseRound(),
    "start-cut": commands.StartCut(),
    "finish-event": commands.FinishEvent(),
    "pause-clock": commands.PauseClock(),
    "unpair-round": commands.UnpairRound(),
    "undo-start": commands.UndoStart(),
}


class StepView(Struct, frozen=True):
    """A clock that was set while the event went on."""

    words: Text
    at_ms: int
    """The moment at which it was noticed."""


def step_view(step: ClockStep | None) -> StepView | None:
    """Return what is told of the last time that a clock was set."""
    if step is None:
        return None
    time = minutes(abs(step.by_ms) // 1000)
    words = (
        say("The hub's clock was set {time} ahead.", time=time)
        if step.by_ms > 0
        else say("The hub's clock was set {time} back.", time=time)
    )
    return StepView(words, step.at_ms)


def rounds_view(event: Event) -> RoundsView:
    """Return the rounds' actions: the possible ones, and the others with their hindrances."""
    held = event.round
    is_round = held is not None and not _is_between(event)
    is_preview = held is not None and held.step is Step.PAIRED
    is_on = held is not None and held.step in (Step.PLAYING, Step.TIME_CALLED)
    actions = list(_actions(event))
    players = len(event.active)
    return RoundsView(
        known.title_of(event, held) if held and is_round else _stage_title(event),
        _words(event),
        tuple(each for each in actions if not each.reason),
        tuple(each for each in actions if each.reason),
        tuple(match.table for match in held.matches.values() if match.is_featured) if held else (),
        _hindrance(actions) if held and is_on and not held.open_matches else "",
        tuple(match.table for match in held.open_matches) if held and is_on else (),
        tuple(_holding(event, held)) if held and is_on else (),
        pairing_of(event, held) if held and is_preview else None,
        tuple(_whys(event)) if is_preview else (),
        is_preview and event.stage is Stage.SWISS and not event.pods,
        _start(event.policy, players),
        players,
        event.policy.best_of,
        held is not None and held.step is not Step.CLOSED,
    )


def _holding(event: Event, held: Round) -> Iterator[HoldingView]:
    """Yield the tables whose call or dispute holds a round that is being played."""
    calls = {call.table: call for call in event.open_calls()}
    for table, match in held.matches.items():
        _, call, _ = need_of(calls.get(table))
        dispute = STATUS_WORDS[MatchStatus.DISPUTED] if match.is_disputed else ""
        if call or dispute:
            yield HoldingView(table, listed(tuple(filter(None, (call, dispute))), ","))


def _stage_title(event: Event) -> str:
    is_first = event.stage is Stage.CUT and not event.rounds
    return _STAGE_TITLES[Stage.SWISS if is_first else event.stage]


_STAGE_TITLES: Final = {
    Stage.REGISTRATION: say("Registration"),
    Stage.SWISS: say("Before round 1"),
    Stage.CUT: say("Before the cut"),
    Stage.FINISHED: say("The event is over"),
}


def _start(policy: Policy, players: int) -> StartView:
    if policy.first_stage is FirstStage.BRACKET:
        return StartView(0, players)
    if policy.first_stage is FirstStage.PODS:
        dealt = drawn_pods(tuple(map(PlayerId, range(players))), policy.pod_size)
        return StartView(rounds_of(dealt), go_on(dealt, policy.pod_places), len(dealt))
    cut = policy.cut_for(players)
    return StartView(policy.rounds_for(players), cut if cut <= players else 0)


def _hindrance(actions: list[ActionView]) -> str:
    return next((each.reason for each in actions if each.do == "close-round"), "")


def _is_between(event: Event) -> bool:
    """Whether the last round belongs to a stage that is over."""
    held = event.round
    is_new_cut = event.stage is Stage.CUT and held is not None and not held.is_cut
    return is_new_cut or event.stage is Stage.FINISHED


def _words(event: Event) -> str:
    held = event.round
    if event.stage is Stage.REGISTRATION:
        active = len(event.active)
        return teams_or_players(
            event,
            say_count("1 team registered.", "{count} teams registered.", active),
            say_count("1 player registered.", "{count} players registered.", active),
        )
    if event.stage is Stage.FINISHED:
        return say("Nothing can be changed any more; everything can be exported.")
    if held is None and event.seeds:
        return say("The bracket of {players} is drawn by lot.", players=len(event.seeds))
    if held is None and event.pods:
        return say(
            "Pods, drawn by lot: {pods}; rounds: {rounds}; {cut}.",
            pods=len(event.pods),
            rounds=event.swiss_rounds,
            cut=_cut_words(event.cut_size),
        )
    if held is None:
        return say(
            "Rounds of Swiss: {rounds}; {cut}.",
            rounds=event.swiss_rounds,
            cut=_cut_words(event.cut_size),
        )
    if _is_between(event):
        return _go_on_words(event)
    left = len(held.open_matches)
    match held.step:
        case Step.PAIRED:
            return say("Paired. Only the staff see it: look at it, then publish it.")
        case Step.PUBLISHED:
            return say("Published. Everybody sees it; the clock has not been started.")
        case Step.CLOSED:
            return say("Closed. Its standings are frozen.")
    tables = len(held.matches)
    results = say_count(
        "{done} of 1 result in.", "{done} of {count} results in.", tables, done=tables - left
    )
    if held.step is Step.TIME_CALLED:
        return listed((say("Time was called."), results), " ")
    return results


def _go_on_words(event: Event) -> str:
    on = len(event.seeds)
    if event.pods:
        return teams_or_players(
            event,
            say(
                "The pods are over, and {teams} teams go on: pair the cut's first round.", teams=on
            ),
            say(
                "The pods are over, and {players} players go on: pair the cut's first round.",
                players=on,
            ),
        )
    return teams_or_players(
        event,
        say("Swiss is over, and {teams} teams go on: pair the cut's first round.", teams=on),
        say("Swiss is over, and {players} players go on: pair the cut's first round.", players=on),
    )


def _cut_words(size: int) -> str:
    return say("then a cut to {size}", size=size) if size else say("no cut")


def _actions(event: Event) -> Iterator[ActionView]:
    for tag in _offered(event):
        yield ActionView(
            tag, _LABELS[tag], _refusal(event, tag), _confirm(event, tag), _from_ms(event, tag)
        )


def _confirm(event: Event, tag: str) -> str:
    """Return the question that is asked before a command; empty: none."""
    question = _CONFIRM.get(tag, "")
    matches = event.round.matches if event.round is not None else {}
    if tag != "close-round" or not any(map(event.delay_s, matches)):
        return question
    told = say("Spectators know every result then, also of tables that they are shown later.")
    return listed((question, told), " ")


def _offered(event: Event) -> Iterator[str]:
    """Yield the commands of the event's present stage."""
    if event.stage is Stage.FINISHED:
        return
    if event.stage is Stage.REGISTRATION:
        yield "start-event"
        return
    is_cut = event.stage is Stage.CUT
    held = event.round
    is_stopped = held is not None and held.clock is not None and held.clock.is_paused
    for tag in _LABELS:
        is_foreign = (
            tag == "start-event"
            or (tag == "start-cut" and (is_cut or not event.cut_size))
            or (tag == "resume-clock" and not is_stopped)
            or (tag == "pause-clock" and is_stopped)
        )
        if not is_foreign:
            yield tag


def _from_ms(event: Event, tag: str) -> int:
    held = event.round
    if tag == "call-time" and held is not None and held.step is Step.PLAYING:
        return known.ends_ms(held) or 0
    return 0


def _refusal(event: Event, tag: str) -> str:
    """Return the reason for which a command would be refused, "" if it can be tried."""
    held = event.round
    if tag == "call-time" and held is not None and held.clock is not None:
        if held.clock.is_paused:
            return say("The clock stands still: let it go on first.")
        at_ms = max(event.at_ms, held.clock.ends_ms)
    else:
        at_ms = event.at_ms
    command = _COMMANDS[tag]
    if tag == "start-event" and event.policy.first_stage is FirstStage.SWISS:
        command = commands.StartEvent(cut=0)  # the form has a cut, which may be too large now
    try:
        check_command(event, command, _ORGANISER, at_ms)
    except RefusedError as refused:
        return words_of(refused)
    return ""


def _whys(event: Event) -> Iterator[WhyView]:
    held = event.round
    assert held is not None
    tables = sorted(held.matches)
    for table in (*tables, 0) if held.byes else tables:
        found = why_view(event, held.number, table, for_staff=True)
        assert found is not None
        yield found
