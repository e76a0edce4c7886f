"""The proof on a table: what follows from readings, and what a session asks for."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from duelmat_hardware.proof_fields import ProofFields, Setup
from duelmat_maker.proof import (
    BUILT,
    Measured,
    ProofError,
    ReaderFacts,
    Task,
    Verdict,
    judge,
    measure,
)
from duelmat_maker.proof.bounds import face_ratio
from duelmat_maker.proof.readings import VISITS, Answers, Face, Reading
from duelmat_maker.proof.tasks import PLAIN_TAGS, TaskKind
from maker.proof_readings import (
    ALIKE,
    FACTS,
    calculated,
    ignoring_power,
    measured,
    reading,
    strip_fields,
    task_reading,
    uid,
    weaker,
)


def wakes(about: float, seed: int) -> tuple[float, ...]:
    """Ten tags that wake in such a field, with 20 % more or less."""
    lot = random.Random(seed)
    return tuple(about * lot.uniform(0.8, 1.2) for _ in range(10))


# Judging


@pytest.mark.parametrize("about", [0.5, 0.75, 1.0, 1.25, 1.5])
def test_calculated_sleeves_are_built_and_old_strips_are_not(about: float) -> None:
    """Whatever tags within 20 % of a field need, which may be all that the standard lets them."""
    for seed in range(40):
        lot = wakes(about, seed)
        good = judge(measured(calculated(), lot), calculated())
        assert good.verdict in BUILT, (seed, good)
        strip = judge(measured(strip_fields(), lot), calculated())
        assert strip.verdict is Verdict.OTHER_SLEEVES, (seed, strip)
        mends = {finding.mend for finding in strip.findings if finding.mend}
        assert any("foil as large as the card" in mend for mend in mends), (seed, mends)


def test_chip_that_ignores_its_power_is_not_built() -> None:
    """Each tag answers at all seven steps or at none, however much the tags need."""
    for about in (0.5, 1.0, 1.5):
        whole = measured(calculated(), wakes(about, 1))
        layings = tuple(
            msgspec.structs.replace(each, reading=ignoring_power(each.reading))
            for each in whole.layings
        )
        plain = tuple(map(ignoring_power, whole.plain))
        judgement = judge(Measured(plain, layings), calculated())
        assert judgement.verdict is Verdict.DO_NOT_BUILD, about
        (finding,) = [f for f in judgement.findings if f.verdict is Verdict.DO_NOT_BUILD]
        assert "0 are silenced by one of the steps of power" in finding.text
        assert "CWGsPReg" in finding.mend


def test_coil_that_powers_no_tag_is_not_built() -> None:
    """After three tags without a sleeve; with one silent tag it is not given up yet."""
    silent = reading({})
    early = judge(Measured((silent,)), calculated())
    assert early.verdict is Verdict.UNFINISHED
    judgement = judge(Measured((silent,) * PLAIN_TAGS), calculated())
    assert judgement.verdict is Verdict.DO_NOT_BUILD
    (finding,) = judgement.findings
    assert "of 3 tags without a sleeve none answers" in finding.text
    assert "3.6 A/m" in finding.text
    assert "13.56 MHz" in finding.mend


def test_weak_coil_is_told_from_sleeves_that_take_the_field() -> None:
    """By the tag without a sleeve, which has what it needs or has not: a coil that wakes tags in
    its middle, but for a tenth, wakes none at the worst placement, which has 72 % of that.
    """
    share = 1.1 * ALIKE[0] / calculated().places[0].lower_a_per_m
    weak = measured(weaker(calculated(), share), ALIKE)
    assert judge(weak, calculated()).verdict is Verdict.DO_NOT_BUILD
    strong = msgspec.structs.replace(weak, plain=(reading({uid(0): 4.0}),))
    judgement = judge(strong, calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any("answers at 80% of full power 0 times" in f.text for f in judgement.findings)


def test_one_dull_tag_of_ten_stops_nobody() -> None:
    """Two do."""
    one = (*ALIKE[:9], 3.0)
    assert judge(measured(calculated(), one), calculated()).verdict in BUILT
    two = (3.0, *ALIKE[:8], 3.0)
    two_dull = msgspec.structs.replace(
        measured(calculated(), two), plain=(reading({uid(4): 2.4}),)
    )
    assert judge(two_dull, calculated()).verdict is Verdict.OTHER_SLEEVES


def test_sleeve_whose_same_tag_answers_from_both_sides_is_named() -> None:
    """Its shield is broken, and one tag wakes in half of what the other needs."""
    broken = (0.5, 1.1, *ALIKE[:8])
    whole = measured(calculated(), ALIKE)
    layings = []
    for laying in whole.layings:
        if laying.sleeve == 1 and laying.place == 0:
            found = reading({uid(0): 2.4 / broken[0], uid(1): 2.4 / broken[1]})
            laying = msgspec.structs.replace(laying, reading=found)
        layings.append(laying)
    judgement = judge(msgspec.structs.replace(whole, layings=tuple(layings)), calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any(f.text.startswith("Sleeve 1: the same tag") for f in judgement.findings)


@pytest.mark.parametrize("given", [calculated, strip_fields], ids=["card", "strip"])
def test_the_ratio_that_is_measured_holds_the_one_that_was_there(
    given: Callable[[], ProofFields],
) -> None:
    """For tags of every kind; each needs the same field below and above the shield."""
    fields = given()
    for seed in range(40):
        for about in (0.4, 0.7, 1.0, 1.4):
            whole = measured(fields, wakes(about, seed))
            for number, place in enumerate(fields.places):
                span = face_ratio(whole, calculated(), number)
                if span is not None:
                    assert span.least <= place.ratio <= span.most, (seed, about, number)


@pytest.mark.parametrize(
    ("setup", "share", "verdict", "mend"),
    [
        (Setup.RAISED, 0.1, Verdict.BUILD, "compare the 8 mm"),
        (Setup.COIL_B, 0.5, Verdict.DO_NOT_BUILD, "Move coil B"),
        (Setup.COIL_B, 0.9, Verdict.BUILD, ""),
        (Setup.SIDEWAYS, 0.9, Verdict.DO_NOT_BUILD, "Move coil B"),
        (Setup.SIDEWAYS, 0.2, Verdict.BUILD, ""),
        (Setup.NEIGHBOUR, 0.5, Verdict.DO_NOT_BUILD, "look at both dips"),
        (Setup.NEXT_ZONE, 0.9, Verdict.DO_NOT_BUILD, "look at both dips"),
        (Setup.FOIL_CARD, 0.25, Verdict.NO_FOIL_CARDS, "leave such cards out"),
        (Setup.FOIL_CARD, 0.8, Verdict.BUILD, ""),
    ],
)
def test_one_thing_that_is_changed_decides_by_itself(
    setup: Setup, share: float, verdict: Verdict, mend: str
) -> None:
    """The lower tag has so much of its field in the middle; all else is as calculated."""
    places = [
        msgspec.structs.replace(
            place,
            lower_a_per_m=calculated().places[0].lower_a_per_m
            * (share if place.setup is setup else 0.8),
        )
        if place.setup in {setup, Setup.FOIL_CARD}
        else place
        for place in calculated().places
    ]
    changed = msgspec.structs.replace(calculated(), places=tuple(places))
    judgement = judge(measured(changed, ALIKE), calculated())
    assert judgement.verdict is verdict, judgement
    mends = [finding.mend for finding in judgement.findings if finding.mend]
    assert len(mends) == bool(mend)
    assert all(mend in each for each in mends)


def test_a_face_that_nothing_tells_is_counted() -> None:
    """Both tags answer down to the same step."""
    whole = measured(calculated(), ALIKE)
    both = reading({uid(0): 2.4, uid(1): 2.4})
    layings = [
        msgspec.structs.replace(each, reading=both) if each.sleeve == 1 else each
        for each in whole.layings
    ]
    judgement = judge(msgspec.structs.replace(whole, layings=tuple(layings)), calculated())
    assert judgement.verdict is Verdict.OTHER_SLEEVES
    assert any("not told 6 times" in finding.text for finding in judgement.findings)


# The session


class Table:
    """A coil with sleeves, and somebody who lays them there; not always as they are asked."""

    def __init__(self, fields: ProofFields, instead: Callable[[Task, int], Any] | None = None):
        self._fields = fields
        self._instead = instead or (lambda task, tries: None)
        self._now: Task | None = None
        self._tries = 0
        self.said: list[str] = []
        self.asked: list[str] = []
        self.done: list[Task] = []
        self.stops_after = 99
        self.answer = True

    def do(self, task: Task) -> bool:
        self._tries = self._tries + 1 if task == self._now else 1
        self._now = task
        self.done.append(task)
        return len(self.done) <= self.stops_after

    def confirms(self, question: str) -> bool:
        self.asked.append(str(question))
        return self.answer or self._tries > 1

    def tell(self, text: str) -> None:
        self.said.append(str(text))

    def facts(self) -> ReaderFacts:
        return FACTS

    def read(self) -> Reading:
        task = self._now
        assert task is not None
        other = self._instead(task, self._tries)
        if isinstance(other, Exception):
            raise other
        return other or task_reading(task, self._fields, ALIKE)


NOTHING = Measured()


def run(table: Table, begun: Measured = NOTHING) -> tuple[Measured, list[Measured]]:
    kept: list[Measured] = []
    return measure(table, table, calculated(), begun, kept.append), kept


def test_whole_session_keeps_every_reading_and_comes_to_a_verdict() -> None:
    table = Table(calculated())
    whole, kept = run(table)
    assert judge(whole, calculated()).verdict in BUILT
    assert [len(each.plain) + len(each.layings) for each in kept] == list(range(1, 22))
    assert [task.kind for task in table.done[:3]] == list(TaskKind)
    assert table.said[0] == "  of full power: 04d0c70a000001 down to 29%"


def test_session_that_was_stopped_goes_on_where_it_was() -> None:
    """Nothing is asked for twice; only the empty coil is looked at again."""
    table = Table(calculated())
    table.stops_after = 6
    part, _ = run(table)
    assert judge(part, calculated()).verdict is Verdict.UNFINISHED
    again = Table(calculated())
    whole, _ = run(again, part)
    assert whole == run(Table(calculated()))[0]
    assert len(table.done) + len(again.done) == 1 + 21 + 2
    assert run(Table(calculated()), whole) == (whole, [])


def test_coil_that_powers_no_tag_ends_the_session_after_three() -> None:
    table = Table(weaker(calculated(), 0.1))
    whole, _ = run(table)
    assert judge(whole, calculated()).verdict is Verdict.DO_NOT_BUILD
    assert len(table.done) == 1 + PLAIN_TAGS
    assert table.said == ["  no answer to full power"] * PLAIN_TAGS
    assert table.asked == ["Nothing answers. Does it lie there as it was asked for?"] * PLAIN_TAGS


GONE = Answers(0, 0, {})
FOUND = reading({uid(2): 2.4})
SOMETHING_WRONG: dict[str, tuple[Callable[[Task], Any], str]] = {
    "taken away": (
        lambda task: task.number == 2 and msgspec.structs.replace(FOUND, again=GONE),
        "Something was taken away or came",
    ),
    "came": (
        lambda task: task.number == 2 and msgspec.structs.replace(reading({}), again=FOUND.again),
        "Something was taken away or came",
    ),
    "wrong sleeve": (
        lambda task: task.number == 2 and reading({uid(0): 2.4}),
        "A tag of sleeve 1 answers: sleeve 2 alone should lie there.",
    ),
    "three tags": (
        lambda task: task.number == 2 and reading({uid(at): 2.4 for at in (7, 8, 9)}),
        "3 tags have answered from sleeve 2, which holds two",
    ),
    "not empty": (
        lambda task: task.kind is TaskKind.CLEAR and FOUND,
        f"A tag answers ({uid(2)}): take it away.",
    ),
    "two plain tags": (
        lambda task: task.kind is TaskKind.PLAIN and reading({uid(0): 2.4, uid(1): 2.4}),
        "2 tags answer: lay one alone.",
    ),
    "unreadable": (
        lambda task: (
            task.number == 2 and Reading((Answers(VISITS, 0, {}),) * 7, Answers(VISITS, 0, {}))
        ),
        "Something answers that cannot be read",
    ),
    "bad wire": (
        lambda task: (
            task.number == 2 and Reading((Answers(0, VISITS, {}),) * 7, Answers(0, VISITS, {}))
        ),
        "The reader chip failed in 64 of 64 visits: look at its seven wires",
    ),
}


@pytest.mark.parametrize("name", SOMETHING_WRONG)
def test_reading_of_something_else_is_named_and_taken_again(name: str) -> None:
    """Once it is wrong, then it is right; the proof comes to the same as ever."""
    instead, words = SOMETHING_WRONG[name]
    done: list[Task] = []

    def once(task: Task, tries: int) -> Any:
        found = None if done or tries > 1 else instead(task)
        if found:
            done.append(task)
        return found or None

    table = Table(calculated(), once)
    assert run(table)[0] == run(Table(calculated()))[0]
    assert [said for said in table.said if said.startswith(words)] != [], table.said


def test_sleeve_that_was_not_turned_over_is_asked_about() -> None:
    def forgets(task: Task, tries: int) -> Any:
        if task.face is Face.DOWN and tries == 1 and task.number == 3:
            return reading({uid(4): 2.4})
        return None

    table = Table(calculated(), forgets)
    table.answer = False
    whole, _ = run(table)
    assert table.asked[0] == (
        "The same tag answers at the lower power as with face up. Was the sleeve turned over?"
    )
    assert judge(whole, calculated()).verdict in BUILT


def test_board_that_is_gone_ends_the_session_and_all_before_is_kept() -> None:
    table = Table(
        calculated(), lambda task, tries: ProofError("gone") if task.number == 3 else None
    )
    kept: list[Measured] = []
    with pytest.raises(ProofError, match="gone"):
        measure(table, table, calculated(), Measured(), kept.append)
    assert len(kept[-1].layings) == 4
