"""Every fault of broken card files, scenarios, cases, records and duels is said in Japanese."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import pytest

from duelmat_engine import (
    EngineError,
    Wording,
    find_ruleset,
    format_position,
    game_of,
    parse_position,
    practice_duel,
    read_duel,
    read_record,
    ruleset_names,
)
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.text.explain import reading_words
from duelmat_message import words_of
from duelmat_serving.language.catalogs import language
from engine import (
    asked_scenarios,
    test_cards,
    test_duel_json,
    test_notation,
    test_order_form,
    test_outcomes,
    test_positions,
    test_record,
    test_scenario,
)
from engine import test_card_soundness as soundness
from english import english_in

JAPANESE = language("ja")
Complaint = Callable[[], Iterable[str]]


def refused(read: Callable[..., object], *given: object) -> list[str]:
    """Return what is said of something that cannot be read."""
    with pytest.raises(EngineError) as caught:
        read(*given)
    return [words_of(caught.value)]


def complaints() -> Iterator[tuple[str, Complaint]]:
    """Yield every slip of the engine's own tests, and what is said of it."""
    for cards, slips in ((soundness.CARDS, soundness.BAD), (test_cards.CARDS, test_cards.BAD)):
        for old, new, *_ in slips:
            yield "cards", partial(refused, parse_cards, cards.replace(old, new, 1), "my.toml")
    for old, new, _ in test_scenario.BROKEN:
        yield "scenario", partial(test_scenario.faults, test_scenario.GOOD.replace(old, new, 1))
    for old, new, _ in test_outcomes.BROKEN:
        yield (
            "outcome",
            partial(asked_scenarios.messages, asked_scenarios.GOOD.replace(old, new, 1)),
        )
    for old, new, _ in test_outcomes.DIFFERENT:
        yield (
            "differs",
            partial(asked_scenarios.failures, asked_scenarios.GOOD.replace(old, new, 1)),
        )
    for ask, case, *_ in test_order_form.BROKEN:
        yield "case", partial(refused, ask, case)
    for ruleset, side, *_ in (*test_positions.UNREACHABLE, *test_positions.MISSPELLED):
        yield "position", partial(test_positions.told, ruleset, phase="main1", a=side)
    for old, new, *_ in test_record.BROKEN:
        yield "record", partial(refused, read_record, test_record.RECORD.replace(old, new, 1))
    for change, *_ in test_duel_json.NAMES:
        yield "duel", partial(refused, read_duel, test_duel_json.changed(change))
    for old, new, *_ in test_duel_json.TWICE:
        yield "twice", partial(refused, read_duel, test_duel_json.middle().replace(old, new, 1))
    line = format_position(practice_duel("ocg", seed=1), whole=True)
    for old, new, _ in test_notation.SPOILED_RESTS:
        yield "rest", partial(refused, parse_position, line.replace(old, new, 1))


COMPLAINTS = [pytest.param(say, id=f"{what}-{n}") for n, (what, say) in enumerate(complaints())]


@pytest.mark.parametrize("complain", COMPLAINTS)
def test_what_is_wrong_is_said_in_japanese(complain: Complaint) -> None:
    """Keys, values, cards and zones stay as the file has them."""
    told = list(complain())
    assert told
    for sentence in told:
        said = JAPANESE.said(sentence)
        assert said != sentence
        assert english_in(said) == [], said


@pytest.mark.parametrize("name", ruleset_names())
def test_the_reading_of_a_ruling_is_said_in_japanese(name: str) -> None:
    """Its text, and the choice that the duel makes."""
    duel = practice_duel(name, seed=1)
    wording = Wording(game_of(name, duel.readings))
    for reading in find_ruleset(name).readings:
        said = JAPANESE.said(reading_words(wording, reading.id))
        assert english_in(said) == [], said
