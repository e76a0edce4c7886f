"""Whatever is asked at whatever moment: a sentence or entries, and a log that proves itself."""

from __future__ import annotations

import random
import re
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.fold import fold
from duelmat_tournament.proving import prove
from duelmat_tournament.roles import Actor
from examples import examples, seeds
from tournament.any_command import asked, sensible_kinds
from tournament.deciding.moments import POLICY, Moment, event_at
from tournament.staged_event import StagedEvent

_PYTHON: Final = re.compile(
    r"0x[0-9a-f]{6}|\w\(\w*=|<(class|enum|object)|Enum|Struct|None\b|\w\.\w"
)
"""How objects of Python look in a text, and names with a point in them."""
_LONGEST: Final = 1_200
"""A refusal that quotes a name of 200 characters some times."""


def is_sentence(text: str) -> bool:
    return (
        text.endswith(".")
        and text.splitlines() == [text]
        and text == text.strip()
        and len(text) <= _LONGEST
        and not _PYTHON.search(text)
    )


@settings(max_examples=examples(150))
@given(moment=st.sampled_from(Moment), data=st.data())
def test_anything_is_refused_with_a_sentence_or_leads_to_entries(
    moment: Moment, data: st.DataObject
) -> None:
    event = event_at(moment)
    for _ in range(data.draw(st.integers(10, 60), "commands")):
        event.wait(data.draw(st.sampled_from((0, 1, 59, 90, 700, 2_000)), "seconds"))
        ask(event, *data.draw(asked(event.event)))
    assert is_proven(event)


@pytest.mark.parametrize("seed", seeds(range(30), quick=5))
def test_long_ways_through_an_event_prove_themselves(seed: int) -> None:
    """Most of what is asked leads on, so that these come further than the others."""
    chance = random.Random(seed)
    event = StagedEvent(*(f"P{number}" for number in range(1, 14)), policy=POLICY)
    event.start(rounds=chance.choice((2, 5)), cut=4)
    for _ in range(250):
        event.wait(chance.choice((0, 0, 0, 1, 30, 90)))
        kinds = sensible_kinds(event.event)
        make = chance.choice(chance.choice([kinds[0], kinds[0], *kinds]))
        ask(event, *make())
    assert is_proven(event)


def ask(event: StagedEvent, command: AnyCommand, by: Actor) -> None:
    """Ask for a command: it is done, or refused with a sentence, and nothing has changed then."""
    before, said = event.event, ""
    try:
        assert event.do(command, by)
    except RefusedError as refused:
        said = str(refused)
    if said:
        assert is_sentence(said), said
        assert event.event is before


def is_proven(event: StagedEvent) -> bool:
    return fold(event.log) == event.event and not list(prove(event.log, event.decks))
