"""`duelmat event show`: places, standings, rounds, players, in words."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from duelmat_command import output
from duelmat_tournament.exchange import format_event
from duelmat_tournament.fold import fold
from duelmat_tournament.generate import Generated, generate
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.places import final_places
from tournament.event_files import OCG, event


def test_an_event_is_told_in_words(file: Path, made: Generated) -> None:
    code, printed, said = event("show", file)
    assert (code, said) == (0, "")
    for heading in ("Final places", "Standings after round 5", "Rounds", " penalties"):
        assert f"{heading}\n" in printed
    for player in (each for each in made.event.players.values() if each.was_there):
        assert printed.count(f"{player.name} ") >= 2
    for held in made.event.rounds:
        assert held.checkpoint in printed
    assert "Opponents' match wins" in printed
    rows = printed.partition(" penalties\n")[2].splitlines()[1:]
    assert sum(int(re.split("  +", row)[1]) for row in rows) == len(made.event.penalties)


def test_places_are_those_of_the_cut_and_then_of_swiss(made: Generated) -> None:
    places = final_places(made.event)
    assert [each.text for each in places][:5] == ["1", "2", "3-4", "3-4", "5"]
    assert {each.player for each in places[:4]} == set(made.event.seeds)
    ranks = {row.player: row.rank for row in made.event.rounds[4].standings}
    rest = [ranks[each.player] for each in places[4:]]
    assert rest == sorted(rest)
    assert len(places) == len(ranks)
    assert [each.first for each in places[4:]] == list(range(5, len(places) + 1))


def test_places_that_are_open_are_left_out() -> None:
    """While the cut is played, those who have lost in it have theirs."""
    made = generate(OCG, 24, "7", stop_at=RoundNumber(7))
    assert final_places(made.event)[0].text == "3-4"
    before = generate(OCG, 24, "7", stop_at=RoundNumber(5))
    assert final_places(before.event) == []


def test_tie_breaks_are_told_with_their_parts(file: Path, made: Generated) -> None:
    _, printed, _ = event("show", file, "--how")
    flat = " ".join(printed.split())
    for row in made.event.rounds[4].standings:
        for each in row.tie_breaks:
            assert f"{each.measure.value}: {each.text} ({each.summary})" in flat
            for part in each.how:
                assert part.why in flat


def test_a_player_is_found_by_name_and_number(file: Path, made: Generated) -> None:
    player = made.event.penalties[0].record.player
    name = made.event.name_of(player)
    code, printed, _ = event("show", file, "--player", name.upper())
    assert code == 0
    assert event("show", file, "--player", str(player))[1] == printed
    flat = " ".join(printed.split())
    for held in made.event.rounds:
        match = held.match_of(player)
        if match is not None:
            assert f"Round {held.number}, table {match.table}: " in flat
            assert match.reason in flat
    assert printed.count("Penalty: ") == sum(
        each.record.player == player for each in made.event.penalties
    )


def test_a_round_is_told_with_its_reasons(file: Path, made: Generated) -> None:
    held = made.event.rounds[1]
    flat = " ".join(event("show", file, "--round", "2")[1].split())
    for match in held.matches.values():
        assert match.reason in flat
    assert "Standings after round 2" in flat
    assert "Standings" not in event("show", file, "--round", "7")[1]


def test_what_an_event_has_not_is_said(file: Path) -> None:
    code, _, said = event("show", file, "--round", "2", "--player", "1")
    assert (code, said) == (2, "expected --round or --player, got both. Name one.\n")
    code, _, said = event("show", file, "--round", "9")
    assert (code, said) == (2, "--round: expected a round of the event (1 to 7), got 9.\n")
    code, _, said = event("show", file, "--player", "Plaier 7")
    assert code == 2
    assert said.endswith("got 'Plaier 7'. Did you mean Player 7?\n")


def test_an_event_is_told_for_programs(file: Path, made: Generated) -> None:
    found = json.loads(event("show", file, "--json")[1])
    assert found["entries"] == len(made.log)
    assert [each["first"] for each in found["places"]][:4] == [1, 2, 3, 3]
    assert len(found["rounds"]) == len(made.event.rounds)
    assert len(found["penalties"]) == len(made.event.penalties)
    row = found["standings"][0]
    assert row["tie_breaks"][0]["how"][0]["why"]


def test_an_event_that_has_hardly_begun_is_told(tmp_path: Path, made: Generated) -> None:
    """After every entry, whatever is missing yet."""
    path = tmp_path / "event.json"
    for end in (1, 2, 30, 60, len(made.log) - 1):
        path.write_bytes(format_event(made.log[:end]))
        for words in ((), ("--player", "1") if end > 1 else (), ("--json",)):
            code, printed, said = event("show", path, *words)
            assert (code, said) == (0, ""), (end, words)
            assert printed
        for what in ("players", "standings", "pairings"):
            assert event("export", path, "--what", what)[0] == 0
    assert fold(made.log[:1]) is not None
    path.write_bytes(format_event(made.log[:1]))
    assert "Proven: 1 entry; the last has" in event("show", path)[1]


def test_a_terminal_gets_tables(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    monkeypatch.setattr("duelmat_hub.cli.show.is_terminal", lambda: True)
    _, printed, _ = event("show", file)
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in printed
    assert printed.count("Checkpoint") == 1
