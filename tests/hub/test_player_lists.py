"""Lists of players: CSV of any spreadsheet, files of other programs, and broken ones."""

from __future__ import annotations

import pytest

from duelmat_hub.cli.field_file import field_of, parse_field
from duelmat_hub.errors import PlayerListError
from duelmat_hub.exports import csv_of
from duelmat_hub.player_lists import read_players
from duelmat_message import words_of
from duelmat_tournament import commands, swiss
from duelmat_tournament.commands import ListedPlayer
from tournament.staged_event import StagedEvent

ZOE = ListedPlayer("Zoë Ånn", "Reds", "0042")
BEN = ListedPlayer("Ben", "", "7")
HEADED = "Team{d}Player ID{d}Name\nReds{d}0042{d}Zoë Ånn\n\n{d}7{d} Ben \n"
TDF = """<?xml version="1.0" encoding="UTF-8"?>
<tournament type="2" version="1.7"><data><name>League</name></data><players>
<player userid="0042"><firstname>Zoë</firstname><lastname>Ånn</lastname>
<starter>true</starter></player>
<player userid="7"><firstname>Ben</firstname><lastname></lastname></player>
</players><pods/></tournament>"""
TRF = "012 Open\n" + "".join(
    f"001 {number:>4} m    {name:<33} 2000 GER {known:>11} 1990/01/01  0.0 {number:>4}\n"
    for number, name, known in ((1, "Ånn, Zoë", "0042"), (2, "Ben", "7"))
)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_a_table_is_read_as_any_spreadsheet_writes_it(delimiter: str, encoding: str) -> None:
    content = HEADED.format(d=delimiter).replace("\n", "\r\n").encode(encoding)
    assert read_players(content).players == (ZOE, BEN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana\n\n  Ben \nCleo", [("Ana", ""), ("Ben", ""), ("Cleo", "")]),
        ("12;Ana\n13;Ben", [("Ana", "12"), ("Ben", "13")]),
        ("First name,Last name\nAna,Lee", [("Ana Lee", "")]),
        ('Name,Id\n"Lee, Ana",12', [("Lee, Ana", "12")]),
        ("名前\tID\n花子\t5", [("花子", "5")]),
        ("sep=;\nName;Id\nLee, Ana;12", [("Lee, Ana", "12")]),
        ("\nSEP=,\nAna,12", [("Ana", "12")]),
    ],
)
def test_names_and_columns_are_found(text: str, expected: list[tuple[str, str]]) -> None:
    found = read_players(text.encode()).players
    assert [(each.name, each.external_id) for each in found] == expected


def test_columns_can_be_chosen_by_hand() -> None:
    text = b"9;Ana;Reds\n8;Ben;Blues"
    found = read_players(text, columns={"name": 2, "team": 1})
    assert found.players == (ListedPlayer("Reds", "Ana"), ListedPlayer("Blues", "Ben"))
    assert found.heads == ("9", "Ana", "Reds")


@pytest.mark.parametrize(
    "text",
    [
        '"Smith, John",0012345\n"Lee, Ana",0012346',
        "Smith, John;0012345\nLee, Ana;0012346",
        "Smith, John\t0012345\nLee, Ana\t0012346",
        "0012345;Smith, John;\n0012346;Lee, Ana;",
        "Smith, John;\nLee, Ana;0012346",
        "Smith, John;DE-12\nLee, Ana;DE-13",
        "Name;Note, if any\nSmith, John;\nLee, Ana;",
    ],
)
def test_a_comma_in_a_name_parts_no_cells_where_another_sign_does(text: str) -> None:
    """Nor within quotes; an id is found although the first player has none."""
    found = read_players(text.encode())
    assert [each.name for each in found.players] == ["Smith, John", "Lee, Ana"]
    assert not found.is_unclear


@pytest.mark.parametrize("text", ["Smith, John", "Smith,John", "Smith;John", "Smith\tJohn"])
@pytest.mark.parametrize("number", ["", "0012345"])
def test_two_texts_without_a_heading_are_asked_about(text: str, number: str) -> None:
    """Nobody is registered by half a name; each choice is shown by the first line's player."""
    sign = next(sign for sign in "\t;," if sign in text)
    lines = f"{text}{sign}{number}\nLee{sign}Ana\n"
    found = read_players(lines.encode())
    assert (found.players, found.is_unclear) == ((), True)
    assert [(each.first.name, each.first.team) for each in found.readings] == [
        ("John Smith", ""),
        ("Smith John", ""),
        ("Smith", "John"),
        ("John", "Smith"),
    ]
    chosen = read_players(lines.encode(), columns=found.readings[0].columns)
    assert chosen.players == (ListedPlayer("John Smith", "", number), ListedPlayer("Ana Lee"))


def test_what_is_left_out_of_a_table_is_named() -> None:
    """Three texts are asked about too; of one column without a heading nothing is asked."""
    text = b"Smith,John,Reds\nLee,Ana,Blues"
    found = read_players(text)
    assert (found.is_unclear, found.readings) == (True, ())
    assert read_players(text, columns={"last name": 0}).unused == ("John", "Reds")
    assert read_players(b"Name,Note\nAna,late").unused == ()
    apart = read_players(b"Ana,1,Reds\nBen,2,Blues")
    assert ([each.name for each in apart.players], apart.unused) == (["Ana", "Ben"], ("Reds",))


@pytest.mark.parametrize("text", [TDF, TRF])
def test_lists_of_other_programs_are_read(text: str) -> None:
    players = read_players(text.encode()).players
    assert players == (ListedPlayer("Zoë Ånn", "", "0042"), ListedPlayer("Ben", "", "7"))


def test_the_hubs_own_table_is_read_back_and_who_is_there_is_left_out() -> None:
    event = StagedEvent("Ana", "=Ben", "Cleo")
    event.do(commands.SetExternalId(event.id("Ana"), "12"))
    event.drop("Cleo")
    content = csv_of("players.csv", event.event)
    assert read_players(content).players == (
        ListedPlayer("Ana", "", "12"),
        ListedPlayer("=Ben"),
    )
    event.do(commands.SetExternalId(event.id("=Ben"), "13"))
    found = read_players(b"Name\nAna\nDan", event.event)
    assert (found.players, found.known) == ((ListedPlayer("Dan"),), ("Ana",))


def test_event_pair_reads_the_hubs_own_table_and_pairs_as_the_hub_does() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus")
    event.start(rounds=3)
    event.play()
    event.drop("Fay")
    event.close()
    read = field_of(parse_field(csv_of("players.csv", event.event), "players.csv"))
    assert read.entrants == swiss.field_of(event.event).entrants
    assert len(read.entrants) == 6


BROKEN = [
    (b"", "Expected a player a line, got an empty list."),
    (b"\n \n", "Expected a player a line, got an empty list."),
    (b"Name,Id\n", "Expected a player a line, got none below the first line."),
    (b"Name,Id\nAna,1\nBen,2,3", "Line 3: expected 2 cells, as the first line has, got 3."),
    (b"Name,Id\nAna,1\nBen,1", "Line 3: the id 1 of Ben is that of Ana in line 2"),
    (b"Name;Id\nAna;1,23E+09", "Line 2: the id 1,23E+09 was rounded by a spreadsheet"),
    (b"sep=;\nName;Id\nAna;1\nBen;1", "Line 4: the id 1 of Ben is that of Ana in line 3"),
    (b"sep=;\n", "Expected a player a line, got an empty list."),
    (b"Name\nAna\n\nANA", "Line 4: ANA stands in line 2 already"),
    (b"Name,Id\n,1", "Line 2: expected a name, got none"),
    (b"Name,Id\nAna,\x07", "Line 2: Id: expected at most 200 characters on one line"),
    (b'Name,Id\n"Ana,1', "Line 2: expected cells as in: Ana;12345"),
    (b"Id;Team\n1;Reds", "Expected a column of names, got none"),
    (b"\xff\xfeA", "Expected a whole text, got one that is cut off or damaged"),
    (b"PK\x03\x04\x00\x00", "Expected a list as text, got a file of another kind"),
    (b"<tournament><players>", "Line 1: expected the XML of a .tdf file"),
    (b"<tournament><players/></tournament>", "Expected a .tdf file with players, got none"),
    (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "Expected a .tdf file of TOM, got XML with defin"),
    (b"001    1 m    " + b" " * 40, "Line 1: expected a name in the columns 15 to 47"),
    (b"Name\n" + b"\n".join(b"P%d" % n for n in range(1_001)), "Expected at most 1,000 players"),
]


@pytest.mark.parametrize(("content", "words"), BROKEN)
def test_a_broken_list_is_refused_with_its_line(content: bytes, words: str) -> None:
    with pytest.raises(PlayerListError) as refused:
        read_players(content)
    assert str(words_of(refused.value)).startswith(words)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"Anna;12", "Line 2: Anna has the id 12, with which Ana is registered"),
        (b"Ana;13", "Line 2: Ana is registered with the id 12, not 13"),
    ],
)
def test_two_names_for_one_id_and_two_ids_for_one_name_are_refused(
    line: bytes, words: str
) -> None:
    event = StagedEvent("Ana")
    event.do(commands.SetExternalId(event.id("Ana"), "12"))
    with pytest.raises(PlayerListError) as refused:
        read_players(b"Name;Id\n" + line, event.event)
    assert str(words_of(refused.value)).startswith(words)
