"""The topics of pages, one line each: the entries that change it, and what its template shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, Literal

from msgspec import Struct

from duelmat_hub.delayed_tables import ShownTable
from duelmat_hub.event_time import ClockStep
from duelmat_hub.pages.concern import (
    CALLS,
    CLOCK,
    LEAVINGS,
    PENALTIES,
    PLAYERS,
    REPORTS,
    RESULTS,
    ROUNDS,
    STAGES,
    Kinds,
    Touched,
)
from duelmat_hub.pages.place import GivenId, IdHolders, no_holders
from duelmat_hub.pages.views_bracket import bracket_view
from duelmat_hub.pages.views_calls import calls_view
from duelmat_hub.pages.views_desk import players_view, rounds_view, step_view
from duelmat_hub.pages.views_floor import floor_view
from duelmat_hub.pages.views_joining import code_view, joining_view
from duelmat_hub.pages.views_mats import computers_view, late_views, mat_view, mats_view
from duelmat_hub.pages.views_penalties import ladder, penalties_view
from duelmat_hub.pages.views_player import me_view
from duelmat_hub.pages.views_public import (
    clock_view,
    finished_tables,
    news_view,
    pairings_view,
    standings_view,
)
from duelmat_hub.pages.views_rulings import rulings_view
from duelmat_hub.pages.views_scores import scores_view
from duelmat_hub.pages.views_table import table_view
from duelmat_hub.pages.views_watch import (
    maybe_late,
    shown_with,
    stage_tables,
    watch_rows,
    watch_view,
)
from duelmat_hub.reporting import TableNow
from duelmat_hub.webhooks import WebhookState
from duelmat_tournament import entries as log
from duelmat_tournament import registration_entries
from duelmat_tournament.event import Event
from duelmat_tournament.names import NO_TABLE, PlayerId, TableNumber

_NUMBER: Final = re.compile(r"[0-9]{1,6}")

Facts = dict[str, Any]
"""The variables of a template."""


class Now(Struct, frozen=True):
    """An event as topics show it."""

    event: Event | None
    """None: there is no event yet."""
    checkpoint: str
    """The code of its last entry."""
    trouble: str | None
    """The complaint of the store."""
    tables: Mapping[int, TableNow]
    """The tables with a mat, as they were reported."""
    public: Event | None = None
    """The event as spectators may know it."""
    shown: Mapping[int, ShownTable] = {}
    """The tables with a mat, as spectators are shown them."""
    keys: Mapping[int, str] = {}
    """The public keys that tables have told."""
    step: ClockStep | None = None
    """The last time that a clock was set; None: never."""
    webhooks: Sequence[WebhookState] = ()
    id_holders: IdHolders = no_holders
    """A function as that of the event's place."""


class Topic(Struct, frozen=True):
    """A part of pages that changes while it is looked at; its template has its name."""

    shows: Kinds | None
    """The kinds of entries that change it; None: every kind."""
    facts: Callable[[Now, int], Facts | None]
    """A function of the event and the topic's number; it returns None where nothing is to show."""
    subject: Literal["players", "tables"] | None = None
    """The kind of subject that the topic's number names; entries about that one change it."""
    shows_mats: bool = False
    """Whether it changes with what mats report: all of them, or that of its table."""
    shows_delayed: Callable[[Event, int], Iterable[int]] | None = None
    """A function that returns the tables which it shows as spectators are shown them."""

    def is_changed_by(self, touched: Touched, number: int) -> bool:
        """Whether the topic of a number has to be made anew after some entries."""
        if self.subject is not None and number in getattr(touched, self.subject):
            return True
        return self.shows is None or not self.shows.isdisjoint(touched.kinds)


def _of(view: Callable[[Event], object]) -> Callable[[Now, int], Facts | None]:
    """Return the facts of a topic that shows one view of an event."""
    return lambda now, _: None if now.event is None else {"view": view(now.event)}


def _of_public(view: Callable[[Event], object]) -> Callable[[Now, int], Facts | None]:
    """Return the facts of a topic that shows one view of what spectators may know of an event."""
    return lambda now, _: None if now.public is None else {"view": view(now.public)}


def _watch(now: Now, table: int) -> Facts | None:
    if now.event is None:
        return None
    return {"view": watch_view(now.event, table, now.shown)}


def _stage(now: Now, _: int) -> Facts | None:
    if now.event is None:
        return None
    found = (watch_view(now.event, n, now.shown) for n in stage_tables(now.event))
    return {"views": [view for view in found if view is not None]}


def _shown(now: Now, _: int) -> Facts | None:
    if now.event is None:
        return None
    return {"rows": watch_rows(now.event, now.tables), "delay_s": now.event.delay_s(NO_TABLE)}


def _its_own(event: Event, table: int) -> Iterable[int]:
    return shown_with(event, (table,))


def _me(now: Now, player: int) -> Facts | None:
    view = None if now.event is None else me_view(now.event, PlayerId(player))
    return None if view is None else {"view": view}


def _table(now: Now, number: int) -> Facts | None:
    if now.event is None:
        return None
    view = table_view(now.event, TableNumber(number))
    return {"view": view, "table": number, "ladder": ladder()}


def _mats(now: Now, _: int) -> Facts | None:
    return None if now.event is None else {"views": mats_view(now.event, now.tables)}


def _mat(now: Now, number: int) -> Facts | None:
    if now.event is None:
        return None
    reported = now.tables.get(number, TableNow(number))
    view = mat_view(now.event, reported)
    table, held = TableNumber(number), now.event.round
    move = held.move_to(table) if held is not None and table in held.matches else None
    late = late_views(now.event, now.tables, table)
    floor = None if view is None else rulings_view(now.event, reported)
    return {"view": view, "floor": floor, "came": move and move.table, "late": late}


def _computers(now: Now, _: int) -> Facts | None:
    return None if now.event is None else {"view": computers_view(now.event, now.tables, now.keys)}


def _of_ids(view: Callable[[Event], object]) -> Callable[[Now, int], Facts | None]:
    """Return the facts of a topic that says who else has a player's id in another event."""

    def facts(now: Now, _: int) -> Facts | None:
        if now.event is None:
            return None
        asked = [GivenId(each.id, each.name, each.external_id) for each in now.event.registered]
        holders = zip(asked, now.id_holders(asked), strict=True)
        found = {given.player: holder for given, holder in holders if holder is not None}
        return {"view": view(now.event), "id_holders": found}

    return facts


def _news(now: Now, _: int) -> Facts:
    return {"view": news_view(now.event, now.trouble)}


def _step(now: Now, _: int) -> Facts | None:
    return {"view": step_view(now.step)}


def _checkpoint(now: Now, _: int) -> Facts | None:
    if now.event is None:
        return None
    return {"code": now.checkpoint, "entries": now.event.entries}


def _webhooks(now: Now, _: int) -> Facts:
    return {"rows": now.webhooks}


_OF_ALL: Final[Kinds] = (
    CLOCK
    | STAGES
    | {
        log.RoundPaired,
        log.ResultCorrected,
        registration_entries.CheckInSet,
        registration_entries.DeckDeadlineSet,
    }
)
"""The kinds that concern every player and every table."""

_OF_SHOWN: Final[Kinds] = CLOCK | STAGES | {log.DelaySet, log.ExtensionGranted, log.MatchMoved}
"""The kinds that change what spectators are shown of a table, beside its reports."""

TOPICS: Final[Mapping[str, Topic]] = {
    "clock": Topic(CLOCK | STAGES, _of(clock_view)),
    "news": Topic(frozenset({log.Announced, log.AnnouncementEnded}), _news),
    "pairings": Topic(
        STAGES | {log.TableFeatured, log.MatchMoved, log.ResultCorrected},
        _of_public(pairings_view),
    ),
    "standings": Topic(  # of pods they say who would go on, which a drop changes
        STAGES | LEAVINGS | {log.ResultCorrected}, _of_public(standings_view)
    ),
    "bracket": Topic(
        STAGES | RESULTS | {log.DelaySet, log.MatchMoved},
        _of_public(bracket_view),
        shows_delayed=lambda event, _: maybe_late(event),
    ),
    "finished": Topic(
        ROUNDS | RESULTS | {log.DelaySet},
        _of_public(finished_tables),
        shows_delayed=lambda event, _: maybe_late(event),
    ),
    "shown": Topic(STAGES | {log.TableFeatured, log.MatchMoved}, _shown),
    "streams": Topic(
        STAGES | {log.TableFeatured, log.DelaySet, log.MatchMoved}, _shown, shows_mats=True
    ),
    "webhooks": Topic(frozenset(), _webhooks),
    "watch": Topic(_OF_SHOWN, _watch, "tables", shows_delayed=_its_own),
    "overlay": Topic(_OF_SHOWN, _watch, "tables", shows_delayed=_its_own),
    "stage": Topic(
        _OF_SHOWN | {log.TableFeatured},
        _stage,
        shows_delayed=lambda event, _: shown_with(event, stage_tables(event)),
    ),
    "floor": Topic(
        ROUNDS | RESULTS | REPORTS | CALLS | {log.DecksChosen, log.TableFeatured}, _of(floor_view)
    ),
    "calls": Topic(ROUNDS | RESULTS | CALLS, _of(calls_view)),
    "penalties": Topic(PENALTIES, _of(penalties_view)),
    "code": Topic(PLAYERS | ROUNDS, _of_public(code_view)),
    "joining": Topic(PLAYERS | ROUNDS, _of_ids(joining_view)),
    "players": Topic(PLAYERS | ROUNDS, _of_ids(players_view)),
    "rounds": Topic(
        ROUNDS
        | PLAYERS
        | RESULTS
        | REPORTS
        | CALLS
        | PENALTIES
        | {log.TableFeatured, log.DelaySet},
        _of(rounds_view),
    ),
    "scores": Topic(ROUNDS | RESULTS | REPORTS | CALLS, _of(scores_view)),
    "checkpoint": Topic(None, _checkpoint),
    "me": Topic(_OF_ALL, _me, "players"),
    "table": Topic(_OF_ALL | {log.DecksChosen}, _table, "tables"),
    "step": Topic(frozenset(), _step),
    "computers": Topic(ROUNDS | RESULTS, _computers, shows_mats=True),
    "mats": Topic(ROUNDS, _mats, shows_mats=True),
    "mat": Topic(ROUNDS | RESULTS, _mat, "tables", shows_mats=True),
}
"""The topics by name; that of one player or table is followed as `me-7`."""


def find_topic(name: str) -> tuple[Topic, int] | None:
    """Return a topic and its number, which is 0 if it has none; None if there is no such topic."""
    kind, _, number = name.partition("-")
    topic = TOPICS.get(kind)
    if topic is None or (topic.subject is None) != (name == kind):
        return None
    if name == kind:
        return topic, 0
    return (topic, int(number)) if _NUMBER.fullmatch(number) else None


def shows_tables(name: str, numbers: AbstractSet[int]) -> bool:
    """Whether a topic shows what some tables report."""
    found = find_topic(name)
    if found is None or not found[0].shows_mats:
        return False
    return found[0].subject is None or found[1] in numbers


def tells_trouble(name: str) -> bool:
    """Whether a topic says that the store fails."""
    return name == "news"


def tells_step(name: str) -> bool:
    """Whether a topic says that a clock was set."""
    return name == "step"


def tells_webhooks(name: str) -> bool:
    """Whether a topic says what has become of webhooks."""
    return name == "webhooks"
