"""The steps of a replay: what one viewer could see of a duel, entry by entry, from its journal.

A step is made of the views and lights that a table shows (`views.py`, `lights.py`), so that a
replay tells nobody more than the table told them. Entries that changed nothing for everybody are
no steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from msgspec import to_builtins

from duelmat_engine import NOBODY, Seat, parse_seat, seat_letter
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.showing.replay_types import ReplayStep
from duelmat_host.showing.view_types import JUDGE, PUBLIC, CardView, LinkView, PublicView
from duelmat_host.showing.views import judge_view, log_line, public_view, seat_view
from duelmat_host.table.entries import ActionDone, Entry, PlayRefused, TakenBack
from duelmat_host.table.messages import Announcements
from duelmat_host.table.reports import refusal_message
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table, table_of
from duelmat_serving.language.catalogs import ENGLISH, Language

UNSTEPPED: Final = frozenset(("log", "link", "head", "number", "phases", "score"))
"""Keys of the public view that a step leaves out: they stay the same, or are no part of it."""
_LINK: Final = LinkView("up", "")


@dataclass(frozen=True, slots=True)
class Moment:
    """An entry of a journal with the table before and after it."""

    entry: Entry | None
    """None: the duel has just begun."""
    took_ms: int
    """The time since the entry before it; 0 where it is not known."""
    before: TableState
    after: TableState


def is_step(moment: Moment) -> bool:
    """Whether an entry added to the log, or refused a play."""
    is_told = len(moment.after.log) > len(moment.before.log)
    return is_told or isinstance(moment.entry, PlayRefused)


def steps_of(
    start: TableState,
    moments: Iterable[Moment],
    lamps: tuple[str, ...],
    viewer: str,
    language: Language = ENGLISH,
) -> Iterator[ReplayStep]:
    """Yield a duel step by step, as a viewer could see it.

    start: the table before the first entry.
    lamps: the names of the mat's lamps, in their order.
    viewer: PUBLIC, JUDGE or the letter of a seat.
    language: the viewer's language.
    """
    first = Moment(None, 0, start, start)
    now: dict[str, Any] = {}
    for each in (first, *moments):
        if each is first or is_step(each):
            shown = _shown(each)
            before, now = now, _view(shown, viewer, language)
            changed = {key: value for key, value in now.items() if before.get(key, ...) != value}
            yield _step(each, shown, changed, lamps)


def _shown(moment: Moment) -> Table:
    """Return the table as it was shown after an entry."""
    state = moment.after
    shown = table_of(state, state.layout_as_left())
    if isinstance(moment.entry, PlayRefused):
        return replace(shown, announcements=Announcements(refusal_message(moment.entry)))
    return shown


def _step(
    moment: Moment, shown: Table, changed: dict[str, Any], lamps: tuple[str, ...]
) -> ReplayStep:
    duel = moment.after.duel
    return ReplayStep(
        turn=duel.turn,
        seat=_letter(moment.entry),
        lines=[log_line(line) for line in moment.after.log[len(moment.before.log) :]],
        view=changed,
        lights="".join(chr(ord("a") + style) for style in styles(shown, lamps)),
        displays=[display_text(shown, Seat(seat)) for seat in duel.seats],
    )


def _view(shown: Table, viewer: str, language: Language) -> dict[str, Any]:
    public, facedown = _seen_by(shown, viewer)
    data = partial(to_builtins, enc_hook=language.encoded)
    keys = {k: v for k, v in data(public).items() if k not in UNSTEPPED}
    return keys | {"facedown": data(facedown)}


def _seen_by(shown: Table, viewer: str) -> tuple[PublicView, list[CardView]]:
    """Return the public view, and the face-down cards that the viewer may know."""
    public = public_view(shown, _LINK)
    if viewer == PUBLIC:
        return public, []
    if viewer == JUDGE:
        return public, judge_view(shown, _LINK).facedown
    return public, seat_view(shown, parse_seat(viewer), _LINK).facedown


def _letter(entry: Entry | None) -> str:
    match entry:
        case ActionDone(by=by) | TakenBack(by=by) if by != NOBODY:
            return seat_letter(by)
        case _:
            return ""
