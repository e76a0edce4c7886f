"""Keys that every written question has besides its own: names, readings, and expectations."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from duelmat_engine.cardfiles.form import NONE, Form, near, one_of, shown
from duelmat_engine.catalogue import parts, readings, statements
from duelmat_engine.effects.texts import text_rule
from duelmat_engine.errors import UnknownNameError, unlike
from duelmat_engine.names import SEAT_LETTERS
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.verdict import Verdict
from duelmat_message import Text, listed, say

REMEDY_KINDS: Final = ("do", "when", "never")
EXPECT_KEYS: Final = ("legal", "rules", "readings", "remedies")
_HOW: Final = ("exactly", "among")


class Listed(Struct, frozen=True):
    """Ids that are expected to be cited."""

    ids: tuple[str, ...]
    exact: bool | None = None
    """Whether exactly these, or these among others; None: exactly of a refusal only."""


class Expect(Struct, frozen=True):
    """The expected verdict; None: any."""

    legal: bool | None = None
    rules: Listed | None = None
    readings: Listed | None = None
    remedies: tuple[str, ...] | None = None


def read_names(form: Form, letters: str) -> tuple[str, ...]:
    """Return the names of the players, by seat; empty where none are given."""
    people = form.inner("names")
    people.only(letters)
    return tuple(people.text(letter) for letter in SEAT_LETTERS)


def read_readings(form: Form, rules: Ruleset | None) -> dict[str, str]:
    """The readings that were chosen, each a choice that the ruleset has."""
    chosen: dict[str, str] = {}
    table = form.inner("readings")
    for key, value in table.table.items():
        text = value if isinstance(value, str) else ""
        if not text:
            table.fault(say("a choice of this reading as a text"), shown(value), key)
        elif rules is not None:
            try:
                choose_readings(rules, {key: text})
            except UnknownNameError as error:
                is_key = error.what == "reading"
                got = say('the unknown reading "{key}"', key=key) if is_key else shown(text)
                table.fault(one_of(error.known), near(error.name, error.known, got), key)
            else:
                chosen[key] = text
    return chosen


def read_expect(
    form: Form, rules: Ruleset | None, further: Collection[str] = ()
) -> tuple[Expect, Form]:
    """Return the expected verdict, and the table for what a kind of case expects besides."""
    expect = form.inner("expect")
    expect.only((*EXPECT_KEYS, *further))
    wanted = expect.texts("remedies", REMEDY_KINDS, one_of(REMEDY_KINDS))
    found = Expect(
        legal=expect.flag("legal", default=False) if "legal" in expect else None,
        rules=read_rules(expect, "rules", rules),
        readings=_listed_ids(expect, "readings", say("the id of a reading"), _reading_ids()),
        remedies=wanted,
    )
    return found, expect


def read_rules(form: Form, key: str, rules: Ruleset | None) -> Listed | None:
    """The rules that are expected under a key; None if it is not there."""
    wanted = say("the id of a rule")
    return _listed_ids(form, key, wanted, _citable(rules)) if key in form else None


def _listed_ids(form: Form, key: str, what: str, known: Collection[str]) -> Listed | None:
    """A list of ids, or a table that says how they are meant: `exactly` or `among`.

    An id that nothing can cite is a fault: nothing could ever be as expected.
    """
    exact: bool | None = None
    value = form.table.get(key)
    if isinstance(value, dict):
        form = form.inner(key)
        form.only(_HOW)
        if len(value) != 1:
            form.fault(one_of(_HOW), shown(value))
        key = next((how for how in _HOW if how in form), "")
        exact = key == "exactly"
    elif key in form and not isinstance(value, list):
        form.fault(say("a list, or a table with exactly or among"), shown(value), key)
        return None
    ids = form.texts(key, known, what)
    return None if ids is None else Listed(ids, exact)


def _citable(rules: Ruleset | None) -> Collection[str]:
    """Return all that a verdict may cite: statements, readings and their parts, texts of cards."""
    rulesets = [rules] if rules else [find_ruleset(name) for name in ruleset_names()]
    texts = (text_rule(effect) for ruleset in rulesets for effect in ruleset.effects)
    ids = (*(statement.id for statement in statements()), *_reading_ids(), *parts(), *texts)
    return dict.fromkeys(ids).keys()


def _reading_ids() -> tuple[str, ...]:
    return tuple(reading.id for reading in readings())


def differences(expect: Expect, verdict: Verdict) -> tuple[Text, ...]:
    """Return the differences of a verdict from what was expected, in words."""
    found: list[Text] = []
    if expect.legal is not None and expect.legal != verdict.legal:
        words = (say("not legal"), say("legal"))
        found.append(unlike("", words[expect.legal], words[verdict.legal]))
    exact = not verdict.legal
    found += listed_differences("rules", expect.rules, verdict.rules, exact=exact)
    found += listed_differences("readings", expect.readings, verdict.readings, exact=exact)
    if expect.remedies is not None:
        kinds = tuple(dict.fromkeys(type(r).__name__.lower() for r in verdict.remedies))
        found += listed_differences("remedies", Listed(expect.remedies), kinds, exact=True)
    return tuple(found)


def listed_differences(
    what: str, wanted: Listed | None, got: tuple[str, ...], *, exact: bool
) -> list[Text]:
    """Return the differences of what is cited from what was expected, in words.

    An acceptance cites every rule that was asked: those expected must be among them (`exact` is
    False), unless it is said otherwise.
    """
    if wanted is None:
        return []
    exact = exact if wanted.exact is None else wanted.exact
    missing = set(wanted.ids) - set(got)
    surplus = set(got) - set(wanted.ids) if exact else set()
    if not missing and not surplus:
        return []
    ids, cited = (listed(each, ",") or NONE for each in (wanted.ids, got))
    told = say("{key} {value}", key=what, value=ids)
    return [unlike("", told if exact else say("{ids} among them", ids=told), cited)]
