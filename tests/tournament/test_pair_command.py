"""`duelmat event pair`: files of players in three forms, their faults, and what is printed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import duelmat, run
from duelmat_command import output
from duelmat_files.errors import BrokenFileError
from duelmat_hub.cli.field_file import (
    LIMIT_BYTES,
    FieldFile,
    FieldPlayer,
    Form,
    field_of,
    form_of,
    parse_field,
)
from duelmat_tournament.pairing import (
    BrokenFieldError,
    Float,
    NoPairing,
    Pairing,
    check_pairing,
    pair,
)
from duelmat_tournament.pairing.field import check_field
from examples import examples
from host import hostile_files

ROUND_2 = FieldFile(
    (
        FieldPlayer(1, "Ana", 3, (2,), False, Float.DOWN, "Owls"),
        FieldPlayer(2, "Ben, the second", 0, (1,)),
        FieldPlayer(3, 'Cleo "C"', 3, (), True),
        FieldPlayer(14, "דן", 3, (77,), False, Float.NONE, "Owls"),
    )
)
STUCK = "id,name,points,met,had_bye\n1,Ana,6,2 3,no\n2,Ben,3,1 3,yes\n3,Cleo,0,1 2,yes\n"


def paired(*words: str | Path, stdin: str | bytes | None = None) -> tuple[int, str, str]:
    """Exit code, output and complaints of the command."""
    result = duelmat("event", "pair", *words, stdin=stdin)
    return result.exit_code, result.stdout, result.stderr


def as_csv(file: FieldFile, delimiter: str = ",") -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(["id", "name", "points", "met", "had_bye", "last_float", "team"])
    for each in file.players:
        met = " ".join(map(str, each.met))
        had_bye = "yes" if each.had_bye else "no"
        cells = (each.id, each.name, each.points, met, had_bye, each.last_float.value, each.team)
        writer.writerow(cells)
    return text.getvalue()


def as_json(file: FieldFile) -> str:
    return msgspec.json.encode(file).decode()


def as_toml(file: FieldFile) -> str:
    lines = []
    for key, value in msgspec.to_builtins(file).items():
        if key != "players":
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    for each in file.players:
        lines.append("[[players]]")
        for key, value in msgspec.to_builtins(each).items():
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)


def faults(content: str | bytes, source: str) -> list[str]:
    raw = content if isinstance(content, bytes) else content.encode()
    with pytest.raises(BrokenFileError) as caught:
        parse_field(raw, source)
    return [str(each).removeprefix(f"{source}: ") for each in caught.value.problems]


# The three forms


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (as_json(ROUND_2), "players.json"),
        (as_toml(ROUND_2), "players.toml"),
        (as_csv(ROUND_2), "players.csv"),
        (as_csv(ROUND_2, ";"), "PLAYERS.CSV"),
        (as_csv(ROUND_2, "\t"), "players.csv"),
        ("\ufeff" + as_csv(ROUND_2), "players.csv"),
        ("\ufeff" + as_json(ROUND_2), "players.json"),
        ("\n" + as_csv(ROUND_2).replace("\r\n", "\n\n"), "players.csv"),
        (as_csv(ROUND_2).replace("had_bye,last_float", " Had Bye,LAST-float"), "players.csv"),
    ],
)
def test_a_file_is_read_in_every_form(text: str, source: str) -> None:
    """Also by its content, where the name says nothing."""
    assert parse_field(text.encode(), source) == ROUND_2
    assert parse_field(text.encode(), "standard input") == ROUND_2


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('{"players": []}', Form.JSON),
        ("[]", Form.JSON),
        ('[ {"id": 1}]', Form.JSON),
        ("[[players]]\nid = 1", Form.TOML),
        ("# players\nround = 2", Form.TOML),
        ("round=2", Form.TOML),
        ("\n\nid;name;points", Form.CSV),
        ("", Form.CSV),
    ],
)
def test_the_form_follows_from_the_beginning(text: str, form: Form) -> None:
    assert form_of(text, "standard input") is form


def test_settings_of_a_file_and_of_the_command_come_together(tmp_path: Path) -> None:
    """Options say what a CSV file cannot, and go before what a file says."""
    settled = msgspec.structs.replace(
        ROUND_2,
        round=3,
        seed="hall 2",
        keep_teammates_apart=True,
        allow_rematches=True,
        allow_second_bye=True,
    )
    plain, full = tmp_path / "players.csv", tmp_path / "players.toml"
    plain.write_text(as_csv(ROUND_2), encoding="utf-8")
    full.write_text(as_toml(settled), encoding="utf-8")
    options = ("--round", "3", "--seed", "hall 2", "--teams-apart", "--json")
    given_up = ("--give-up", "rematch", "--give-up", "second-bye")
    code, printed, _ = paired(plain, *options, *given_up)
    assert code == 0
    assert paired(full, "--json")[1] == printed
    expected = pair(field_of(settled))
    assert isinstance(expected, Pairing)
    found = json.loads(printed)
    assert (
        msgspec.convert(
            {key: found[key] for key in ("pairs", "bye", "cost", "bound", "proof")}, Pairing
        )
        == expected
    )
    assert check_pairing(field_of(settled), expected) == []
    assert (
        paired(full, "--json", "--seed", "x")[1]
        == paired(plain, "--round", "3", "--seed", "x", "--teams-apart", "--json", *given_up)[1]
    )


# Faults


def test_every_fault_of_a_json_file_has_its_line() -> None:
    text = """{
  "round": "three",
  "players": [
    {"id": 1, "name": "Ana", "points": 6, "met": [2, 3]},
    {"id": 2, "name": "Ben", "points": -1, "met": []},
    {"id": 2, "nam": "Cleo", "points": 3.5, "had_bye": "yes", "last_float": "dwn"},
    {"id": 4, "name": "Dan", "points": 3, "met": [4, "x"]},
    {"id": 5, "name": "Eva", "points": 3, "met": [1]}
  ],
  "sed": 4
}"""
    found = faults(text, "players.json")
    assert [each.partition(": expected")[0] for each in found] == [
        "line 2, round",
        "line 4, players[1].met",
        "line 5, players[2].points",
        "line 5, players[2].met",
        "line 6, players[3].nam",
        "line 6, players[3].name",
        "line 6, players[3].points",
        "line 6, players[3].had_bye",
        "line 6, players[3].last_float",
        "line 6, players[3].id",
        "line 7, players[4].met[2]",
        "line 10, sed",
    ]
    assert found[1].endswith(
        "expected 5 among them, since player 5 has met player 1, got 2, 3. Two who have met both "
        "have the other's number there."
    )
    assert found[4].endswith("got an unknown key. Did you mean name?")
    assert found[5].endswith('got nothing. Add it as in: "name": "Ana"')
    assert found[6].endswith('got 3.5. Write it as in: "points": 6')


def test_every_fault_of_a_toml_file_has_its_line() -> None:
    text = 'round = 3\n[[players]]\nid = 1\nname = "Ana"\npoints = "6"\n[[players]]\nid = 1\n'
    found = faults(text + 'name = "Ben"\npoints = 6\nmet = 1\n', "players.toml")
    assert "\n".join(found) == (
        'line 5, players[1].points: expected a whole number from 0 to 1,000,000, got "6". Write '
        "it as in: points = 6\n"
        "line 7, players[2].id: expected a number that nobody else has, got 1, which player 1 of "
        "the file has. Give every player another number.\n"
        "line 10, players[2].met: expected a list of whole numbers from 1 to 1,000,000, got 1. "
        "Write it as in: met = [2, 5]"
    )


def test_every_fault_of_a_table_has_its_line() -> None:
    text = (
        "id;Name;points;met;Had bye;last-float\n"
        "1;Ana;6;2 3;no;\n"
        "\n"
        "2;Ben;six;1;maybe;sideways\n"
        "3;;3;1 2;;\n"
        "4;Dan;3;4;;\n"
    )
    assert [each.partition(". ")[0] for each in faults(text, "players.csv")] == [
        'line 4, points: expected a whole number from 0 to 1,000,000, got "six"',
        'line 4, had_bye: expected yes or no, got "maybe"',
        'line 4, last_float: expected none, down or up, got "sideways"',
        "line 4, met: expected 3 among them, since player 3 has met player 2, got 1",
        "line 5, name: expected a text of 1 to 200 characters, got nothing",
        "line 6, met: expected other players, got 4, the player's own number",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "hello",
            ['columns out of id, name, points, met, had_bye, last_float, team, got "hello"'],
        ),
        ("id,name\n1,Ana", ["the columns id, name, points, got none named points"]),
        ("id,name,points,naem\n", ['last_float, team, got "naem". Did you mean name?']),
        ("id,name,points,id\n", ['every column once, got "id" twice']),
        (
            "id,name,points\n1,Ana,6,7\n",
            ["line 2: expected 3 cells, as the first line has, got 4"],
        ),
        ('id,name,points\n1,"Ana,6\n2,Ben,3\n', ["line 2: expected CSV, got unexpected end"]),
        ('id,name,points\n1,"Ana"s,6\n', ["line 2: expected CSV, got"]),
        ("id,name,points\n", ["expected a list of 1 to 4,096, got one of 0"]),
        ("id,name,points\n1,A\0na,6\n", ["line 2, name: expected a text of 1 to 200"]),
    ],
)
def test_a_table_of_another_form_is_refused(text: str, expected: list[str]) -> None:
    found = faults(text, "players.csv")
    for words in expected:
        assert any(words in each for each in found), found


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ('{"players": [1,', "a.json", "line 1: expected JSON, got a slip: "),
        ('{\n"players": nobody}', "a.json", "line 2: expected JSON, got a slip: expecting value"),
        (
            '{"players": [],\n"players": []}',
            "a.json",
            'line 2: expected JSON, got a slip: the key "players" stands twice in one table',
        ),
        ("[]", "a.json", "line 1: expected a table, got an empty list"),
        ('"x"', "a.json", 'line 1: expected a table, got "x"'),
        ("{}", "a.json", "line 1, players: expected a list of tables of id, name"),
        ("x = [", "a.toml", "line 1: expected TOML, got a slip: invalid value"),
        ("x = 1", "a.toml", "line 1, x: expected one of the keys players, round"),
        (b'{"seed": "\xff"}', "a.json", "line 1: expected text in UTF-8, got the byte 0xff"),
        ("é".encode("cp1252"), "a.csv", "line 1: expected text in UTF-8, got the byte 0xe9"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(
    text: str | bytes, source: str, expected: str
) -> None:
    assert any(each.startswith(expected) for each in faults(text, source))


def test_a_file_with_thousands_of_faults_is_shortened(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("id,name,points\n" + "".join(f"{n},,\n" for n in range(4_000)))
    code, printed, said = paired(path)
    assert (code, printed) == (2, "")
    assert said.count("\n") < 60
    assert "and 7,951 more" in said


@pytest.mark.parametrize("what", [*hostile_files.ANYWHERE, *hostile_files.JSON])
def test_a_hostile_json_file_ends_in_a_sentence(what: str, tmp_path: Path) -> None:
    refused(what, {**hostile_files.ANYWHERE, **hostile_files.JSON}, tmp_path / "players.json")


@pytest.mark.parametrize("what", hostile_files.TOML)
def test_a_hostile_toml_file_ends_in_a_sentence(what: str, tmp_path: Path) -> None:
    refused(what, hostile_files.TOML, tmp_path / "players.toml")


@pytest.mark.parametrize("what", hostile_files.LINES)
def test_a_hostile_table_ends_in_a_sentence(what: str, tmp_path: Path) -> None:
    refused(what, hostile_files.LINES, tmp_path / "players.csv")


def refused(what: str, kinds: dict[str, Any], path: Path) -> None:
    kinds[what](path)
    code, printed, said = paired(path)
    assert (code, printed) == (2, "")
    assert "xpected" in said
    assert len(said) < 500_000


def test_many_who_have_met_one_sidedly_are_counted_up_to_a_bound(tmp_path: Path) -> None:
    """Not 40,000 sentences of it."""
    path = tmp_path / "players.json"
    everybody = list(range(1, 301))
    players = [
        {"id": n, "name": f"P{n}", "points": 0, "met": [m for m in everybody if m > n]}
        for n in everybody
    ]
    path.write_text(json.dumps({"players": players}))
    code, _, said = paired(path)
    assert code == 2
    assert said.count("\n") < 250


@settings(max_examples=examples(150), deadline=None)
@given(
    text=st.one_of(
        st.binary(max_size=200),
        st.sampled_from([as_json(ROUND_2), as_csv(ROUND_2), as_toml(ROUND_2)]).flatmap(
            lambda text: st.tuples(
                st.integers(0, len(text.encode())), st.integers(0, 9), st.binary(max_size=4)
            ).map(lambda cut: text.encode()[: cut[0]] + cut[2] + text.encode()[cut[0] + cut[1] :])
        ),
    ),
    source=st.sampled_from(["a.json", "a.toml", "a.csv", "standard input"]),
)
def test_any_bytes_are_read_or_refused_in_a_sentence(text: bytes, source: str) -> None:
    try:
        found = parse_field(text, source)
    except BrokenFileError as error:
        said = [str(each) for each in error.problems]
    else:
        check_field(field_of(found))
        return
    assert said
    for each in said:
        assert "expected " in each
        assert "line " in each or "the text" in each


_PLAYERS = st.lists(
    st.builds(
        FieldPlayer,
        id=st.integers(1, 6),
        name=st.just("P"),
        points=st.integers(0, 2),
        met=st.lists(st.integers(1, 7), max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=5,
)


@given(players=_PLAYERS)
def test_a_file_is_refused_exactly_where_the_pairing_would(players: list[FieldPlayer]) -> None:
    """Both look for contradictions: ids twice, oneself, one-sided meetings."""
    file = FieldFile(tuple(players))
    try:
        check_field(field_of(file))
        is_sound = True
    except BrokenFieldError:
        is_sound = False
    try:
        assert parse_field(as_json(file).encode(), "a.json") == file
        is_read = True
    except BrokenFileError:
        is_read = False
    assert is_read == is_sound


# Standard input


@pytest.mark.parametrize("text", [as_json(ROUND_2), as_toml(ROUND_2), as_csv(ROUND_2)])
def test_standard_input_is_read(text: str) -> None:
    code, printed, _ = paired("-", "--json", stdin=text.encode())
    assert code == 0
    assert json.loads(printed)["players"] == 4


def test_standard_input_is_refused_in_a_sentence() -> None:
    assert paired("-", stdin=b"")[::2] == (
        2,
        "standard input: expected a file of players, got nothing.\n",
    )
    code, _, said = paired("-", stdin=b"x" * (LIMIT_BYTES + 1))
    assert (code, said) == (
        2,
        "standard input: expected a file of players of at most 4 MB, got more.\n",
    )
    assert paired("-", stdin=b"hello")[2].startswith("standard input: line 1: expected columns")


# What is printed


def test_a_pairing_is_printed_with_its_reasons(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    path.write_text("id,name,points\n1,Ana,3\n2,Ben,3\n3,Cleo,0\n")
    code, printed, said = paired(path)
    assert (code, said) == (0, "")
    assert printed.startswith("Round 1: 3 players, 1 table and a bye\n   1  ")
    assert "(3) - " in printed
    assert " bye  Cleo (0)\n" in printed
    assert "Both have 3 points." in printed
    assert "Proven: no pairing costs less." in printed


def test_a_terminal_gets_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    path = tmp_path / "players.csv"
    path.write_text("id,name,points\n1,Ana,3\n2,Ben,3\n")
    _, printed, _ = paired(path)
    assert "Table" in printed
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in printed


def test_where_there_is_no_pairing_the_proof_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "stuck.csv"
    path.write_text(STUCK)
    code, printed, said = paired(path)
    assert (code, said) == (1, "")
    assert printed == (
        "Not everybody can be paired: at least 2 players stay without opponent or bye.\n"
        "The proof: Nobody is left with whom Ben and Cleo can be paired.\n"
        "A pairing becomes possible if one of these is given up:\n"
        "  that nobody meets twice: --give-up rematch\n"
    )
    code, printed, _ = paired(path, "--json")
    found = json.loads(printed)
    assert (code, found["proven"]) == (1, True)
    assert found["impossible"]["remedies"] == [["rematch"]]
    proof = msgspec.convert(found["impossible"], NoPairing)
    assert len(proof.components) == proof.unserved + len(proof.separators)
    assert paired(path, "--give-up", "rematch")[0] == 0


def test_players_who_stay_are_counted_without_the_bye(tmp_path: Path) -> None:
    """Three who have all met and all had a bye; then three who may meet, but have all had one."""
    path = tmp_path / "stuck.csv"
    path.write_text(STUCK.replace("2 3,no", "2 3,yes"))
    code, printed, _ = paired(path)
    assert code == 1
    assert "at least 3 players stay" in printed
    assert "--give-up rematch --give-up second-bye\n" in printed
    code, printed, _ = paired(path, "--give-up", "rematch")
    assert code == 1
    assert "at least 1 player stays" in printed
    assert "Everybody has had a bye." in printed
    code, printed, _ = paired(path, "--give-up", "rematch", "--give-up", "second-bye", "--json")
    assert code == 0
    assert json.loads(printed)["cost"]["given_up"] == 2


def test_a_user_of_the_shell_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "stuck.csv"
    path.write_text(STUCK)
    done = run("event", "pair", "-", stdin=STUCK.encode())
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode() == paired(path)[1]
