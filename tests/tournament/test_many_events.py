"""A hundred random events, rebuilt, proven and judged by an oracle; and an oracle that can say no.

`make tournaments` does the same with ten thousand, of up to 512 players.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from duelmat_bench.tournament.features import features_of
from duelmat_bench.tournament.lively_event import lively_event
from duelmat_bench.tournament.many import check_many, main
from duelmat_bench.tournament.oracle import Oracle
from duelmat_hub.policies import load_policy
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import Chances, generate
from examples import seeds

EVENTS: Final = 100
PIECE: Final = 20
MOST_PLAYERS: Final = 64


@pytest.mark.parametrize("first", seeds(range(0, EVENTS, PIECE)))
def test_random_events_are_what_their_logs_say(first: int) -> None:
    found = check_many(first, PIECE, MOST_PLAYERS)
    assert found.faults == []
    assert found.events == PIECE
    assert found.oracle["matched_again"] > PIECE
    assert found.oracle["avoidable"] == 0
    assert found.rows > 10 * PIECE


def test_the_command_prints_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--events", "4", "--first", "700", "--most-players", "9", "--processes", "1"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["events"], found["faults"], found["players"]) == (4, [], {"4": 1, "8": 3})
    assert found["kinds"]["event-created"] == 4


# What the oracle says of pairings that nobody should have made

QUIET: Final = Chances(
    late=0, drop=0, back=0, no_show=0, draw=0, agreed_draw=0, double_loss=0, correction=0
)


def an_event() -> dict[str, Any]:
    made = generate(load_policy("trump-king"), 15, "oracle", QUIET)
    content: dict[str, Any] = json.loads(format_event(made.log))
    return content


def paired(event: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the entry of a round's pairing."""
    found: dict[str, Any] = next(
        line["entry"]["what"]
        for line in event["entries"]
        if line["entry"]["what"]["is"] == "round-paired"
        and line["entry"]["what"]["round"] == number
    )
    return found


def said_of(event: dict[str, Any], number: int) -> str:
    """Return the first fault that the oracle finds, which is one of this round."""
    fault = next(Oracle(json.dumps(event).encode(), random.Random(0)).faults(), "")
    assert fault.startswith(f"round {number}: ")
    return fault.removeprefix(f"round {number}: ")


def rematch(event: dict[str, Any]) -> None:
    """Let two who met in the first round meet in the second."""
    seat = {
        player: (table, key)
        for table in paired(event, 2)["tables"]
        for key, player in _seats(table)
    }
    pairs = [[player for _, player in _seats(table)] for table in paired(event, 1)["tables"]]
    one, other = next(pair for pair in pairs if set(pair) <= seat.keys())
    (table, key), (other_table, other_key) = seat[one], seat[other]
    opposite = "second" if key == "first" else "first"
    other_table[other_key], table[opposite] = table[opposite], other


def second_bye(event: dict[str, Any]) -> None:
    """Let whoever rested in the first round rest in the second."""
    rested = paired(event, 1)["byes"][0]["player"]
    second = paired(event, 2)
    resting = second["byes"][0]
    table, key = next(
        (table, key) for table in second["tables"] for key, each in _seats(table) if each == rested
    )
    table[key], resting["player"] = resting["player"], rested


def worse(event: dict[str, Any]) -> None:
    """Let the best two of the second round meet two of the last, whom they have not met."""
    met = [{player for _, player in _seats(table)} for table in paired(event, 1)["tables"]]
    first, *others = paired(event, 2)["tables"]
    last = next(
        table
        for table in reversed(others)
        if {first["first"], table["second"]} not in met
        and {table["first"], first["second"]} not in met
    )
    first["second"], last["second"] = last["second"], first["second"]


def missing(event: dict[str, Any]) -> None:
    paired(event, 2)["tables"].pop()


def twice(event: dict[str, Any]) -> None:
    tables = paired(event, 2)["tables"]
    tables[0]["second"] = tables[1]["second"]


def two_byes(event: dict[str, Any]) -> None:
    second = paired(event, 2)
    table = second["tables"].pop()
    second["byes"] += [{"player": each, "reason": "Because."} for _, each in _seats(table)]


def _seats(table: dict[str, Any]) -> list[tuple[str, int]]:
    return [("first", table["first"]), ("second", table["second"])]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (rematch, "rematches, and the rule was not given up"),
        (second_bye, "a second bye, and the rule was not given up"),
        (worse, "it costs "),
        (missing, "not everybody has exactly one place"),
        (twice, "not everybody has exactly one place"),
        (two_byes, "the byes are not those that were awarded"),
    ],
)
def test_the_oracle_finds_a_wrong_pairing(
    change: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    event = an_event()
    change(event)
    assert sentence in said_of(event, 2)


def test_the_oracle_finds_a_rule_that_was_given_up_without_need() -> None:
    event = an_event()
    rematch(event)
    paired(event, 2)["given_up"] = ["rematch"]
    assert said_of(event, 2) == "a rule was broken, and there is a pairing that keeps all"


def test_the_oracle_finds_a_wrong_bracket() -> None:
    event = an_event()
    assert not list(Oracle(json.dumps(event).encode(), random.Random(0)).faults())
    made = generate(load_policy("trump-king"), 16, "oracle", QUIET)
    cut: dict[str, Any] = json.loads(format_event(made.log))
    tables = paired(cut, 5)["tables"]
    assert paired(cut, 5)["is_cut"]
    tables[0]["second"], tables[1]["second"] = tables[1]["second"], tables[0]["second"]
    assert said_of(cut, 5).startswith("in the cut ")


# What random events have

FEW: Final = 120
MANY: Final = 400
BRACKETS: Final = ("single", "single_third", "double", "double_reset")
EVERYWHERE: Final = (
    "player-dropped",
    "drop-undone",
    "player-renamed",
    "result no-show",
    "result dropped",
    "result-reopened",
    "result-corrected",
    "call-ruled",
    "appeal-decided",
    "ruling-confirmed",
    "ruling-answered",
    "penalty-given",
    "match-moved",
    "extension by hand",
    "extension of a call",
    "clock-paused",
    "clock-resumed",
    "time-called",
    "clock set back",
    "clock set ahead",
    "table-fixed",
    "tables-set",
)
"""What happens in Swiss, in pods and in every bracket."""
SOMEWHERE: Final = (
    *(f"bracket {bracket} with missing seeds" for bracket in BRACKETS),
    "a rule given up",
    "absence-cancelled in swiss",
    "absent for a round that was played",
    "admitted in registration",
    "admitted in swiss",
    "bye-withdrawn in swiss",
    "first table above 1",
    "grand final played again",
    "match for the third place",
    "player-checked-in in registration",
    "player-registered in swiss",
    "player-returned in pods",
    "player-returned in swiss",
    "players-merged in swiss",
    "registered, waits for approval in swiss",
    "registered, waits for place in registration",
    "registered, waits for place in swiss",
    "registration-undone in registration",
    "rooms with gaps",
    "set bye",
    "set pair",
    "set pair, a rematch",
    "teams, bracket",
    "teams, pods",
    "teams, swiss",
    "two with fixed tables meet",
)


def features_in(events: int) -> Counter[str]:
    """Return how many of so many lively events have each feature."""
    found: Counter[str] = Counter()
    for seed in range(events):
        made = lively_event(f"features {seed}", 5 + seed % 6)
        found.update(features_of(made.log, made.event, made.clock_steps))
    return found


def test_nothing_of_a_random_event_is_merely_possible() -> None:
    found = features_in(FEW)
    brackets = {
        feature: sum(found[f"{feature} in {bracket}"] for bracket in BRACKETS)
        for feature in EVERYWHERE
    }
    assert [feature for feature, events in brackets.items() if not events] == []
    assert [each for each in SOMEWHERE if not found[each]] == []


@pytest.mark.long
def test_whatever_happens_in_one_format_happens_in_every_other() -> None:
    found = features_in(MANY)
    stages = ("swiss", "pods", *BRACKETS)
    everywhere = [f"{feature} in {stage}" for feature in EVERYWHERE for stage in stages]
    assert [feature for feature in everywhere if not found[feature]] == []


def test_a_lively_event_is_the_same_for_the_same_seed() -> None:
    assert lively_event("same", 9) == lively_event("same", 9)
