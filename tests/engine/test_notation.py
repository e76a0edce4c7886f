from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_bench.engine.followed_duels import moments
from duelmat_engine import (
    Activate,
    Advance,
    AgreeDraw,
    Attack,
    Cancel,
    Choose,
    Concede,
    CorrectLife,
    Name,
    NotationError,
    Number,
    Pass,
    Play,
    Reveal,
    Roll,
    Seat,
    Stand,
    Turn,
    format_action,
    format_position,
    judge,
    legal_actions,
    parse_action,
    parse_position,
    public_form,
    view_for,
)
from duelmat_engine.actions import Action
from duelmat_engine.errors import PositionError
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.names import CardKey, ZoneName
from examples import seeds

T = TypeVar("T")

S7, H5 = CardKey("a:S7"), CardKey("a:H5")
M1, M2, S1 = ZoneName("a.m1"), ZoneName("a.m2"), ZoneName("a.s1")

CASES: tuple[tuple[str, Action], ...] = (
    ("S7>m2", Play("normal-summon", S7, M2)),
    ("hand>m2#_", Play("set-monster", "a.hand", M2, upright=False, face_up=False)),
    ("hand>s1#", Play("set-card", "a.hand", S1, face_up=False)),
    ("spade-summon:S7>m1_", Play("spade-summon", S7, M1, upright=False)),
    (
        "synchro-summon:SQ>m1(m1,m2;H5)",
        Play("synchro-summon", "a:SQ", M1, using=(M1, M2), shown=(H5,)),
    ),
    ("effect-summon:b:H3>m1", Play("effect-summon", "b:H3", M1)),
    ("D3!magic", Activate("magic", "a:D3")),
    ("s1=H5!trap-nine", Activate("trap-nine", S1, H5)),
    ("m1*b.m2", Attack(M1, "b.m2")),
    ("m1*", Attack(M1)),
    ("m1^", Turn(M1)),
    ("m1^_", Turn(M1, upright=False)),
    ("m1=S7^", Turn(M1, shown=S7)),
    ("m1^#_", Turn(M1, upright=False, face_up=False)),
    ("/battle", Advance("battle")),
    ("pass", Pass()),
    ("cancel", Cancel()),
    ("?H5", Choose(H5)),
    ("?hand", Choose("a.hand")),
    ("#15", Number(15)),
    ('"spade"', Name("spade")),
    ("=b:S7", Reveal(CardKey("b:S7"))),
    ("{S7,H5}", Roll((S7, H5))),
    ("{}", Roll(())),
    ("concede b", Concede(1)),
    ("draw a", AgreeDraw(0)),
    ('life a b 12 "mis; counted"', CorrectLife(0, 1, 12, "mis; counted")),
    ('stand b "so be it" S7>m2', Stand(1, Play("normal-summon", S7, M2), "so be it")),
)


@pytest.mark.parametrize(("text", "action"), CASES)
def test_each_action_has_its_text(text: str, action: Action) -> None:
    """The table of the notation, both ways, with the seat left out and with it."""
    assert format_action(action, Seat(0)) == text
    assert parse_action(text, Seat(0)) == action
    assert parse_action(format_action(action)) == action


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_every_action_of_random_duels_comes_back(seed: int) -> None:
    """Closed and public forms alike."""
    for closed, followed, actions, _ in moments(seed, 120):
        assert closed.decision is not None
        for action in (*actions, *(public_form(closed, a) for a in actions)):
            for seat in (None, closed.decision.seat):
                assert parse_action(format_action(action, seat), seat) == action
        for pattern in legal_actions(followed):
            assert parse_action(format_action(pattern)) == pattern


def read_or_fault(read: Callable[[], T]) -> T | NotationError:
    try:
        return read()
    except NotationError as error:
        return error


@settings(deadline=None)
@given(st.sampled_from([text for text, _ in CASES]), st.data())
def test_broken_text_is_a_notation_error(text: str, data: st.DataObject) -> None:
    """Cut, with something put in, or quite another text: never another kind of error."""
    at = data.draw(st.integers(0, len(text)))
    put = data.draw(st.text(max_size=3))
    broken = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    for seat in (None, Seat(0)):
        found = read_or_fault(partial(parse_action, broken, seat))
        if isinstance(found, NotationError):
            assert 1 <= found.column <= len(broken) + 1
        else:
            assert parse_action(format_action(found, seat), seat) == found


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "an action"),
        ("S7>", 4, "a zone"),
        ("S7>m2 ", 6, "the end"),
        ("m1?", 3, "'>', '*', '=', '!' or '^'"),
        ("/Battle", 2, "a phase"),
        ('"spade', 1, "a text in quotes"),
        ("synchro-summon:SQ>m1(m1", 24, "','"),
        ("life a e 3", 8, "a seat letter"),
        ("=m1", 2, "a card"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, column: int, expected: str) -> None:
    """Column, expected and got are in the message."""
    with pytest.raises(NotationError) as caught:
        parse_action(text, Seat(0))
    assert caught.value.column == column
    assert expected in caught.value.expected


@pytest.mark.parametrize(("first", "legal"), [(4, False), (3, True)])
def test_effects_without_stamps_count_by_the_turns_of_their_cards(
    first: int, *, legal: bool
) -> None:
    """Of two Diamonds that came in one turn the one that is written first applies."""
    zones = {"a.m1": [Placed("D7", arrived=first)], "b.m2": [Placed("D7", arrived=3)]}
    written = format_position(
        position("trump_king", {"a.hand": [Placed("S7")], **zones}, turn=5, turn_seat=0)
    )
    line = re.sub("~[0-9]+", "", written)
    assert line != written
    assert judge(parse_position(line), parse_action("S7>m2", Seat(0))).legal is legal


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_positions_come_back_with_the_same_play(seed: int) -> None:
    """A line gives a duel with the same line and the same legal actions."""
    chance = Random(seed)
    for closed, followed, _, _ in moments(seed, 250):
        if closed.decision is None or closed.decision.kind != "open" or chance.random() > 0.3:
            continue
        for duel in (closed, followed, view_for(closed, Seat(1))):
            line = format_position(duel)
            again = parse_position(line)
            assert format_position(again) == line
            before = {format_action(a) for a in legal_actions(duel)}
            assert {format_action(a) for a in legal_actions(again)} == before


def line_of_a_duel() -> str:
    open_play = [
        m for m in moments(11, 120) if m.closed.decision and m.closed.decision.kind == "open"
    ]
    return format_position(view_for(open_play[-1].closed))


LINE = line_of_a_duel()


@settings(deadline=None)
@given(st.integers(0, len(LINE)), st.text(max_size=3), st.integers(0, 4))
def test_a_broken_position_is_a_notation_error(at: int, put: str, cut: int) -> None:
    """At any place; what still can be read is a duel, or told as one that nothing leads to."""
    broken = LINE[:at] + put + LINE[at + cut :]
    try:
        found = read_or_fault(lambda: parse_position(broken))
    except PositionError:
        return
    if isinstance(found, NotationError):
        assert found.line == 1
    else:
        assert list(legal_actions(found))


def test_a_duel_that_waits_for_something_else_has_a_rest() -> None:
    """Its line says what is asked; without that it is none of open play."""
    first = next(iter(moments(1)))
    line = format_position(first.closed)
    assert parse_position(line) == first.closed
    with pytest.raises(NotationError, match="a phase that is known"):
        parse_position(line.partition("; rest ")[0])


TWICE = [
    ("counter a.summon-right 1", "counter a.summon-right 2", "counter a.summon-right"),
    ("pool a Wolf", "pool a Elf", "pool a"),
    ("open", "closed", "closed"),
    ("open", "open a", "closed"),
    ('reading G-20 "own"', 'reading G-20 "all"', "reading G-20"),
    ('lost b 1 "x"', 'lost b 2 "y"', "lost b"),
    ('holds a begins "1"', 'holds a begins "2"', "holds a begins"),
    ("priority a", "priority b", "priority"),
    ("acted x", "acted y", "acted"),
]


@pytest.mark.parametrize(("first", "second", "section"), TWICE)
def test_a_section_of_a_position_stands_once(first: str, second: str, section: str) -> None:
    """Its name and its column are said; none of the two is taken silently."""
    head = "ocg; 3 a main1; life 8000 8000; "
    with pytest.raises(NotationError) as caught:
        parse_position(f"{head}{first}; {second}; a.hand Elf")
    assert caught.value.expected == f"only one section {section}"
    assert caught.value.column == len(head) + len(first) + 3


def test_what_is_no_section_is_refused_with_those_that_there_are() -> None:
    """Each that is listed is read as a section; one of another name is not."""
    head = "ocg; 3 a main1; life 8000 8000; "
    with pytest.raises(NotationError) as caught:
        parse_position(f"{head}used x")
    listed = caught.value.expected.removeprefix("a section: ").removesuffix(", or a zone")
    assert {"closed", "open", "counter", "rest"} <= {*listed.split(", ")}
    for name in listed.split(", "):
        with pytest.raises(NotationError) as spoiled:
            parse_position(f"{head}{name} ~")
        assert spoiled.value.expected != caught.value.expected


SPOILED_RESTS = [
    ('"numbers":"', '"numbers":"999 ', "numbers, as in '1-40 57'"),
    ('"numbers":"', '"numbers":"x', "numbers, as in '1-40 57'"),
    ('"next_oid":', '"next_oid":[],"x":', "`int`"),
    ('"block":"duel"', '"block":7', "`str`"),
    ('"next_oid":', '"next":', "the fields of this value alone"),
    ('"next_oid":', '"next_oid":1,"next_oid":', "each key once"),
]


@pytest.mark.parametrize(("old", "new", "expected"), SPOILED_RESTS)
def test_a_spoiled_rest_is_refused_with_its_place(old: str, new: str, expected: str) -> None:
    """The path in it is said, and what was expected there."""
    line = format_position(next(iter(moments(1))).closed)
    assert old in line
    with pytest.raises(NotationError, match=r"position, at rest") as caught:
        parse_position(line.replace(old, new, 1))
    assert expected in caught.value.expected


def test_a_rest_that_is_cut_off_is_refused() -> None:
    """Wherever that is."""
    line = format_position(next(iter(moments(1))).closed)
    for end in range(line.index("rest {"), len(line), 97):
        with pytest.raises(NotationError):
            parse_position(line[:end])


def test_a_rest_that_names_what_is_not_there_is_refused() -> None:
    """As in the JSON of a duel, with every fault."""
    line = format_position(next(iter(moments(1))).closed)
    with pytest.raises(PositionError, match=r"frames\[0\]\.block: expected a block"):
        parse_position(line.replace('"block":"duel"', '"block":"deul"', 1))


# Positions in notation


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ocg; 3 a main1; life 8000 8000; closed; a.m1 Typhoon", "a.m1: expected a monster"),
        ("ocg; 3 a main1; life 8000 8000; closed; a.m1 Wolf(foo)", "a.m1: expected one of"),
        (
            "trigamon; 3 a main1; life 8000 8000; closed; a.m1 HalfMoth{drunk=1}",
            "a.m1: expected of the mark drunk one of",
        ),
        (
            "ocg; 3 a main1; life 8000 8000; closed; counter a.summon-rigth 1",
            "counter a.summon-rigth: expected one of summon-right",
        ),
        (
            'trigamon; 3 a main1; life 8000 8000; closed; holds a begins "bread"',
            "player a: expected of the mark begins dread",
        ),
    ],
)
def test_a_line_of_notation_is_looked_at_in_the_same_way(line: str, said: str) -> None:
    """What it says can be read, and still no duel is like that."""
    with pytest.raises(PositionError) as error:
        parse_position(line)
    assert any(fault.startswith(said) for fault in error.value.faults)
