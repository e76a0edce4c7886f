"""Pages: HTML of the event as it is now, by topics that change and by whole pages.

A page is a skeleton with topics in it. Nothing here knows who may ask for what: the table of
addresses does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple

from msgspec import Struct

from duelmat_hub.delayed_tables import ShownTable
from duelmat_hub.event_time import ClockStep
from duelmat_hub.pages.concern import Touched, touched
from duelmat_hub.pages.edition import edition
from duelmat_hub.pages.page_list import FEEDS, NEWS_ONLY, PAGES, PageRequest
from duelmat_hub.pages.place import GivenId, Neighbour, Place
from duelmat_hub.pages.templates import templates
from duelmat_hub.pages.topic_list import Now, find_topic
from duelmat_hub.pages.views_watch import late_results, without_results
from duelmat_hub.people import Person
from duelmat_hub.player_lists import FIELDS, PlayerList
from duelmat_hub.reporting import TableNow
from duelmat_hub.store import Link
from duelmat_hub.webhooks import WebhookState
from duelmat_message import say
from duelmat_serving.errors import UnknownPageError
from duelmat_serving.language.catalogs import ENGLISH, Language
from duelmat_serving.language.titles import TITLES
from duelmat_tournament.consequences import Consequences
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event
from duelmat_tournament.names import NO_PLAYER, TableNumber
from duelmat_tournament.roles import role_words

PATIENCE_MS: Final = 12_000
"""A page that has heard nothing for so long says that it is out of date."""
_NUMBER: Final = re.compile(r"[0-9]{1,6}")

Make = Callable[[str], str]


class Mats(Struct, frozen=True):
    """The state of the tables with a mat, by functions that return it as it is now."""

    tables: Callable[[], Mapping[int, TableNow]]
    shown: Callable[[], Mapping[int, ShownTable]]
    keys: Callable[[], Mapping[int, str]]


class _Shown(NamedTuple):
    """The part of a kept page that may change."""

    event: Event
    trouble: str | None
    neighbours: Sequence[Neighbour]

    def is_same(self, other: _Shown) -> bool:
        """Whether nothing has changed; of the event that is asked without a comparison."""
        return self.event is other.event and self[1:] == other[1:]


class Pages:
    """The pages of one event."""

    def __init__(
        self,
        current: Callable[[], Event | None],
        checkpoint: Callable[[], str],
        trouble: Callable[[], str | None],
        now_ms: Callable[[], int],
        tables: Callable[[], Mapping[int, TableNow]] = dict,
        shown: Callable[[], Mapping[int, ShownTable]] = dict,
        keys: Callable[[], Mapping[int, str]] = dict,
        step: Callable[[], ClockStep | None] = lambda: None,
    ) -> None:
        """Args:
        current: gives the event as it is now.
        checkpoint: gives the code of its last entry.
        trouble: gives the complaint of the store; None: none.
        now_ms: gives milliseconds of UTC.
        tables: gives the tables with a mat as they were reported.
        shown: gives the same tables as spectators are shown them.
        keys: gives the public keys that tables have told.
        step: gives the last time that a clock was set; None: never.

        """
        self._current = current
        self._checkpoint = checkpoint
        self._trouble = trouble
        self._now_ms = now_ms
        self._mats = Mats(tables, shown, keys)
        self._step = step
        self._webhooks: Callable[[], Sequence[WebhookState]] = tuple
        self.place = Place()
        self._touched: Touched | None = None
        self._public: tuple[Event, frozenset[TableNumber], Event] | None = None
        """An event, its late results, and that event as spectators may know it."""
        self._kept: dict[tuple[str, str], tuple[_Shown, str]] = {}
        """Kept pages by path and language."""

    def follow_webhooks(self, states: Callable[[], Sequence[WebhookState]]) -> None:
        """Show at the desk what `states` gives."""
        self._webhooks = states

    def set_place(self, place: Place) -> None:
        """Show the events beside this one, and begin all addresses with its root."""
        self.place = place

    def public_event(self) -> Event | None:
        """Return the event as spectators may know it: without results that come before the duel
        that they are shown.
        """
        event = self._current()
        if event is None:
            return None
        late = late_results(event, self._mats.tables(), self._mats.shown())
        if self._public is None or self._public[0] is not event or self._public[1] != late:
            self._public = event, late, without_results(event, late)
        return self._public[2]

    # Topics

    def topic(self, name: str, language: Language = ENGLISH) -> str:
        """Return the HTML of a topic as it is now. Raises UnknownPageError."""
        found = find_topic(name)
        if found is None:
            raise UnknownPageError(say("There is no topic {name}.", name=name))
        topic, number = found
        now = Now(
            self._current(),
            self._checkpoint(),
            self._trouble(),
            self._mats.tables(),
            self.public_event(),
            self._mats.shown(),
            self._mats.keys(),
            self._step(),
            self._webhooks(),
            self.place.id_holders,
        )
        facts = topic.facts(now, number)
        if facts is None:
            return self._made("topics/none.html", language)
        return self._made(f"topics/{name.partition('-')[0]}.html", language, **facts)

    def concerns(self, name: str, added: Sequence[Entry]) -> bool:
        """Whether a topic has to be made anew after these entries, the newest of the event."""
        found, event = find_topic(name), self._current()
        if found is None or event is None or not added:
            return True
        if self._touched is None or self._touched.last != added[-1].number:
            self._touched = touched(event, added)
        topic, number = found
        return topic.is_changed_by(self._touched, number)

    def shows_delayed(self, name: str, numbers: AbstractSet[int]) -> bool:
        """Whether a topic shows some tables as spectators are shown them."""
        found, event = find_topic(name), self._current()
        if found is None or event is None or found[0].shows_delayed is None:
            return False
        return not numbers.isdisjoint(found[0].shows_delayed(event, found[1]))

    @staticmethod
    def topics_of(
        feed: str, person: Person | None, query: Mapping[str, str] | None = None
    ) -> tuple[str, ...]:
        """Return the topics that a feed tells somebody. Raises UnknownPageError."""
        names = FEEDS.get(feed)
        if names is None:
            raise UnknownPageError(say("There is no feed {feed}.", feed=feed))
        if feed == "me" and person is not None:
            return (*names, f"me-{person.actor.player}")
        only = (query or {}).get("only", "")
        if only in names:
            return (only,)
        table = (query or {}).get("table", "")
        if feed in ("watch", "overlay"):
            return (*names, f"{feed}-{address_number(table)}")
        if feed == "floor" and _NUMBER.fullmatch(table):
            return ("clock", "news", f"table-{int(table)}", f"mat-{int(table)}")
        return names

    # Pages

    def page(
        self,
        path: str,
        params: Mapping[str, str],
        person: Person | None,
        topic: Make | None = None,
        links: Sequence[Link] = (),
        *,
        query: Mapping[str, str] | None = None,
        language: Language = ENGLISH,
    ) -> str:
        """Return the HTML of a page. Raises UnknownPageError.

        path: the path as in the table of addresses: `/floor/table/{table}`.
        topic: gives the HTML of a topic; None: the HTML is made anew.
        links: the valid links, for the page of links.
        query: the options in its address.
        """
        event = self.public_event() if person is None else self._current()
        if event is None:
            return self._whole("none", None, person, topic, language)
        found = PAGES[path]
        shown = None
        if found.is_kept:
            shown = _Shown(event, self._trouble(), self.place.neighbours(person))
            kept = self._kept.get((path, language.code))
            if kept is not None and kept[0].is_same(shown):
                return kept[1]
        numbers = {name: address_number(value) for name, value in params.items()}
        facts = found.facts(PageRequest(event, numbers, person, links, query or {}, self.place))
        feed = self.place.root + found.feed.format(**numbers, edition=edition())
        where = {"feed": feed, "path": path}
        facts["patience_ms"] = found.patience_ms or PATIENCE_MS
        html = self._whole(found.template, event, person, topic, language, **where, **facts)
        if shown is not None:
            self._kept[path, language.code] = (shown, html)
        return html

    def _whole(
        self,
        name: str,
        event: Event | None,
        person: Person | None,
        topic: Make | None,
        language: Language,
        feed: str = "",
        path: str = "",
        **facts: Any,
    ) -> str:
        role = person.actor.role.value if person else ""
        return self._made(
            f"pages/{name}.html",
            language,
            event=event,
            person=person,
            role=role,
            seen=event.entries if event and person and person.is_staff else None,
            feed=feed,
            path=path,
            topic=topic or (lambda name: self.topic(name, language)),
            now_ms=self._now_ms(),
            trouble=self._trouble(),
            neighbours=self.place.neighbours(person),
            **{"patience_ms": PATIENCE_MS, **facts},
        )

    def consequences(self, found: Consequences, language: Language = ENGLISH) -> str:
        """Return the HTML of a correction's consequences."""
        return self._made("fragments/consequences.html", language, view=found)

    def player_list(self, found: PlayerList, language: Language = ENGLISH) -> str:
        """Return the HTML of what a list of players would register."""
        asked = [GivenId(NO_PLAYER, each.name, each.external_id) for each in found.players]
        facts = {"view": found, "kinds": FIELDS, "holders": self.place.id_holders(asked)}
        return self._made("fragments/player_list.html", language, **facts)

    def of_view(
        self,
        name: str,
        path: str,
        view: object,
        person: Person | None,
        language: Language = ENGLISH,
    ) -> str:
        """Return a page that shows a view which was made for it.

        path: the path as in the table of addresses.
        """
        where = {"feed": self.place.root + NEWS_ONLY, "path": path}
        return self._whole(name, self._current(), person, None, language, **where, view=view)

    def refused(self, message: str, language: Language = ENGLISH) -> str:
        """Return the page that says why a page is not shown."""
        return self._whole("refused", self._current(), None, None, language, message=message)

    def cookie_check(self, language: Language, *, reloads: bool) -> str:
        """Return the page at a link's address for a browser that has not shown its cookies yet.

        reloads: whether the page reloads itself once.
        """
        return self._made("cookie_check.html", language, reloads=reloads)

    def switch_person(self, known: Person, invited: Person, home: str, language: Language) -> str:
        """Return the page that asks before a browser changes its person in a role.

        home: the address of the page of the present person.
        """
        facts = {
            "known": known.actor.name,
            "invited": invited.actor.name,
            "role_word": role_words(known.actor.role),
            "home": home,
        }
        return self._whole("switch_person", self._current(), None, None, language, **facts)

    def _made(self, template: str, language: Language, **facts: Any) -> str:
        made = templates().get_template(template)
        event = self._current()
        facts["has_teams"] = event is not None and event.policy.team_size > 1
        return made.render(facts, language=language, languages=TITLES, place=self.place)


def address_number(text: str) -> int:
    """Return a number in an address. Raises UnknownPageError."""
    if not _NUMBER.fullmatch(text):
        raise UnknownPageError(
            say("Expected a number in the address, got {text!r}.", text=text[:40])
        )
    return int(text)
