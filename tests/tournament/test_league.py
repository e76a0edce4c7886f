"""A league: its table from several events, and what is told of events that do not fit."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_tournament import commands, results
from duelmat_tournament.chain import checkpoint, hashes
from duelmat_tournament.event import Event
from duelmat_tournament.league import League, LeagueEvent, LeaguePoints, league_table
from tournament.staged_event import StagedEvent

IDS = {"Ana": "001", "Ben": "002", "Cleo": "003", "Dan": "004"}
POINTS = LeaguePoints(places=(10, 6, 3), taking_part=1, win=2)


def staged(*names: str, seed: str = "seed", ids: dict[str, str] | None = None) -> StagedEvent:
    """Return an event of one round, which is over."""
    event = StagedEvent(*names, seed=seed)
    for name in names:
        number = (IDS if ids is None else ids).get(name, "")
        if number:
            event.do(commands.SetExternalId(event.id(name), number))
    event.start(rounds=1, cut=0)
    event.play()
    event.close()
    event.do(commands.FinishEvent())
    return event


def league(*events: StagedEvent, points: LeaguePoints = POINTS) -> League:
    return League("Autumn", points, tuple(LeagueEvent(f"{n}.json") for n, _ in enumerate(events)))


def table_of(*events: StagedEvent, points: LeaguePoints = POINTS) -> dict[str, tuple[int, int]]:
    found = league_table(league(*events, points=points), [each.event for each in events])
    return {row.external_id: (row.rank, row.points) for row in found.rows}


def expected_points(event: Event, rule: LeaguePoints) -> dict[str, int]:
    """Count an event's points from its standings, without cut."""
    found = {}
    for row in event.rounds[-1].standings:
        place = rule.places[row.rank - 1] if row.rank <= len(rule.places) else 0
        number = event.players[row.player].external_id
        found[number] = place + rule.taking_part + rule.win * row.won
    return found


def test_points_follow_from_the_rule() -> None:
    one, two = staged(*IDS), staged("Ana", "Ben", "Cleo", seed="other")
    totals = dict.fromkeys(IDS.values(), 0)
    for event in (one, two):
        for number, points in expected_points(event.event, POINTS).items():
            totals[number] += points
    found = table_of(one, two)
    assert {number: points for number, (_, points) in found.items()} == totals
    assert list(found) == sorted(found, key=lambda each: found[each][0])


def test_only_the_best_events_count() -> None:
    events = [staged(*IDS, seed=seed) for seed in "abc"]
    rule = LeaguePoints(places=(10, 6, 3), best_events=2)
    of_each = [expected_points(each.event, rule) for each in events]
    for number, (_, points) in table_of(*events, points=rule).items():
        assert points == sum(sorted(found[number] for found in of_each)[1:])


def test_equal_points_share_a_rank() -> None:
    found = table_of(staged(*IDS), points=LeaguePoints(taking_part=1))
    assert set(found.values()) == {(1, 1)}


def test_who_has_no_id_is_named_and_nothing_of_theirs_is_rated() -> None:
    event = staged("Ana", "Ben", ids={"Ana": "001"})
    found = league_table(league(event), [event.event])
    assert found.nameless == ((0, "Ben"),)
    assert [(row.name, row.elo) for row in found.rows] == [("Ana", 1500)]


def test_a_player_is_one_person_under_two_names() -> None:
    one = staged("Ana", "Ben")
    two = staged("Anna", "Ben", ids={"Anna": "001", "Ben": "002"})
    found = league_table(league(one, two), [one.event, two.event])
    assert ("001", ("Ana", "Anna")) in found.renamed
    assert {row.name for row in found.rows} == {"Anna", "Ben"}


def test_ratings_move_with_matches_that_were_played() -> None:
    event = staged("Ana", "Ben")
    winner = event.match("Ana", 1).first
    rows = league_table(league(event), [event.event]).rows
    gained = {row.name: row.elo - 1500 for row in rows}
    assert gained[event.event.name_of(winner)] == 16
    assert sum(gained.values()) == 0
    assert {row.glicko2.rating > 1500 for row in rows} == {True, False}

    absent = StagedEvent("Ana", "Ben")
    for name in ("Ana", "Ben"):
        absent.do(commands.SetExternalId(absent.id(name), IDS[name]))
    absent.start(rounds=1)
    absent.play()
    (match,) = absent.round.matches.values()
    absent.enter(match, results.double_loss())
    absent.do(commands.CloseRound())
    absent.do(commands.FinishEvent())
    rows = league_table(league(absent), [absent.event]).rows
    assert {row.elo for row in rows} == {1500}


# The command

HEAD = 'name = "Autumn"\npoints = { places = [10, 6], taking_part = 1 }\n'


def written(folder: Path, *events: StagedEvent, noted: str = "") -> Path:
    text = HEAD
    for number, event in enumerate(events, start=1):
        (folder / f"week-{number}.json").write_bytes(event.file())
        code = noted or checkpoint(event.head)
        text += f'[[event]]\nfile = "week-{number}.json"\ncheckpoint = "{code}"\n'
    path = folder / "league.toml"
    path.write_text(text)
    return path


def test_a_table_is_printed_as_text_csv_and_json(tmp_path: Path) -> None:
    path = written(tmp_path, staged(*IDS), staged(*IDS, seed="other"))
    done = duelmat("league", path)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("Autumn\nRank  Player")
    made = json.loads(duelmat("league", path, "--json").stdout)
    rows = list(
        csv.DictReader(io.StringIO(duelmat("league", path, "--csv").stdout.removeprefix("\ufeff")))
    )
    assert [row["external_id"] for row in made["rows"]] == [row["external id"] for row in rows]
    assert [row["points"] for row in made["rows"]] == [int(row["points"]) for row in rows]
    assert list(rows[0])[4:6] == ["week-1.json", "week-2.json"]


def test_a_checkpoint_that_is_not_noted_is_asked_for(tmp_path: Path) -> None:
    event = staged(*IDS)
    path = written(tmp_path, event)
    path.write_text(HEAD + '[[event]]\nfile = "week-1.json"\n')
    done = duelmat("league", path)
    assert done.exit_code == 0
    assert f'checkpoint = "{checkpoint(event.head)}"' in " ".join(done.stderr.split())


def refused(path: Path) -> str:
    done = duelmat("league", path)
    assert (done.exit_code, done.stdout) == (2, "")
    return " ".join(done.stderr.split())


def test_an_event_that_was_changed_later_is_told(tmp_path: Path) -> None:
    event = staged(*IDS)
    early = checkpoint(list(hashes(event.log))[9])
    path = written(tmp_path, event, noted=early)
    assert f"gone on since entry 10 of {len(event.log)}" in refused(path)
    path = written(tmp_path, event)
    other = staged(*IDS, seed="other")
    (tmp_path / "week-1.json").write_bytes(other.file())
    assert "written anew or cut off" in refused(path)


def test_a_checkpoint_is_read_as_somebody_has_copied_it(tmp_path: Path) -> None:
    event = staged(*IDS)
    code = checkpoint(event.head)
    path = written(tmp_path, event, noted=code.lower().replace("-", " "))
    assert duelmat("league", path).stderr == ""
    short = refused(written(tmp_path, event, noted=code[:-5]))
    assert "league.toml: event[1]: expected a checkpoint of 28 letters and digits" in short


def test_events_that_do_not_fit_are_named(tmp_path: Path) -> None:
    event = staged(*IDS)
    twice = refused(written(tmp_path, event, event))
    assert "got that of week-1.json again in week-2.json" in twice
    going_on = StagedEvent(*IDS)
    going_on.start(rounds=1)
    assert "expected an event that is over" in refused(written(tmp_path, going_on))
    (tmp_path / "week-1.json").write_bytes(event.file().replace(b"Ana", b"Eva"))
    assert "can be proven" in refused(tmp_path / "league.toml")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "an empty file"),
        (HEAD, "league.toml:1: event: expected"),
        (HEAD + "[[event]]\nfile = 3\n", "league.toml:4: event[1].file: expected"),
        (HEAD + '[elo]\nk = 0\n[[event]]\nfile = "a"\n', "league.toml:4: elo.k: expected"),
        (HEAD.replace("taking_part", "taking"), "points.taking"),
        (HEAD + '[[event]]\nfile = "nowhere.json"\n', "nowhere.json"),
    ],
)
def test_a_broken_league_is_told_with_its_line(text: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text(text)
    assert expected in duelmat("league", path).stderr
