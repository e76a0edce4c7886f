"""The bill of materials and the catalogue behind it."""

import csv
import io
import math
import re
from collections import Counter

import pytest

from duelmat_hardware import Mat, MatError, load_mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import BOARD_POWER_MM, Item, bill, joints, total_eur
from duelmat_hardware.chapters import chapter_eur
from duelmat_hardware.harness import Harness
from duelmat_hardware.hours import (
    CONTACTS,
    CRIMPS,
    JOINTS,
    PARTS,
    WIRES,
    chapter_hours,
    tasks,
    total_hours,
)
from duelmat_hardware.parts import (
    CATALOGUE,
    ROLES,
    PartKind,
    catalogue,
    parse_catalogue,
    parse_supplies,
    supplies,
)
from duelmat_hardware.placing import BANK_SIZE, DISPLAY_SIZE, MAIN_SIZE, TOUCH_SIZE
from duelmat_hardware.tables import hours_page, tables


def items_of(mat: Mat) -> dict[str, Item]:
    return {item.role: item for item in bill(mat, harness(mat))}


def test_every_role_and_every_supply_is_bought(any_mat: Mat) -> None:
    """None is left out, and none is listed that is not needed."""
    assert set(items_of(any_mat)) == {*ROLES, *supplies()}
    assert all(item.count > 0 for item in items_of(any_mat).values())


def test_what_stands_on_boards_is_bought_as_often_as_it_stands_there(
    any_mat: Mat, wired: Harness
) -> None:
    """Resistors and capacitors by their values, sockets for chips, pins for all that has pins."""
    items = items_of(any_mat)
    roles = Counter(device.role for device in wired.devices)
    for role in (
        "resistor_10k",
        "network_100r",
        "network_10k",
        "small_parts",
        "bank_capacitor",
        "large_capacitor",
    ):
        assert items[role].count == roles[role] > 0
    assert items["tuning_resistor_1r2"].count == 2 * len(any_mat.antennas)
    assert items["chip_socket_16"].count == items["decoder"].count + items["multiplexer"].count
    lying = sum(len(device.pins) for device in wired.devices if device.role == "header")
    assert items["header"].count >= lying / 40
    assert items["straight_header"].count >= (40 + 21 * items["adapter"].count) / 40


def test_the_boards_that_are_bought_can_be_sawn_into_all_that_is_needed(any_mat: Mat) -> None:
    """One main board, one for the displays, and three pieces from each of the others."""
    banks = len(any_mat.construction.banks)
    touch, tuning = len(any_mat.construction.touch) / 2, len(any_mat.antennas) / 20
    rest = items_of(any_mat)["circuit_board"].count - 2
    assert 3 * rest >= banks + touch + tuning
    assert 3 * BANK_SIZE[0] <= 160 and BANK_SIZE[1] <= 100
    assert 2 * TOUCH_SIZE[1] <= BANK_SIZE[1] and TOUCH_SIZE[0] <= BANK_SIZE[0]
    assert 2 * DISPLAY_SIZE[1] <= 100 and DISPLAY_SIZE[0] <= 160
    assert MAIN_SIZE == (100, 160)


def test_counts_follow_from_the_mat(any_mat: Mat) -> None:
    """One reader an antenna, one light a light, two tags a card."""
    items = items_of(any_mat)
    assert items["reader"].count == items["tuning_parts"].count == len(any_mat.antennas)
    assert items["light"].count == any_mat.light_count
    assert items["touch"].count == len({pad.chip_address for pad in any_mat.pads})
    assert items["button"].count == 6
    assert items["digits"].count == 4
    assert items["tag"].count == 2 * items["sleeve"].count == 2 * any_mat.construction.cards
    assert items["decoder"].count == len(any_mat.construction.banks) + 1


def test_wire_is_bought_for_every_wire_of_the_list(any_mat: Mat, wired: Harness) -> None:
    """With a tenth more for offcuts."""
    items = items_of(any_mat)
    for role, beside_m in (("signal_wire", 0.0), ("power_wire", BOARD_POWER_MM / 1000)):
        used_m = beside_m + sum(
            wire.length_mm / 1000
            for cable in wired.cables
            if cable.role == role
            for wire in cable.wires
        )
        assert used_m * 1.1 <= items[role].count < used_m * 1.1 + 0.2


def test_the_table_for_spreadsheets_holds_the_same_bill(any_mat: Mat, wired: Harness) -> None:
    """Line by line, and the page's total is the table's."""
    made = tables(any_mat, wired)
    rows = list(csv.DictReader(io.StringIO(made["bom.csv"])))
    items = bill(any_mat, wired)
    assert [row["part number"] for row in rows] == [item.part.number for item in items]
    total = sum(round(float(row["price EUR"]) * 100) for row in rows) / 100
    assert total == total_eur(items)
    assert f"**Everything: {total:.2f} EUR**" in made["bom.md"]


def test_the_mini_mat_costs_two_thirds_of_the_standard_mat(mini: Mat) -> None:
    """Three fifths of the readers and of the cards."""
    prices = [total_eur(bill(mat, harness(mat))) for mat in (mini, load_mat())]
    assert 0.63 * prices[1] < prices[0] < 0.69 * prices[1]


def test_every_part_has_a_number_a_price_and_a_kind_that_a_mat_can_ask_for() -> None:
    """Nothing in the catalogue is out of reach."""
    for key, part in catalogue().items():
        assert part.number and part.maker and part.name, key
        assert part.price_eur > 0, key
        assert part.kind in ROLES.values(), key
    assert {part.kind for part in catalogue().values()} == set(PartKind)


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('kind = "board"', 'kind = "plank"', "parts.pico.kind"),
        ("price_eur = 4.5\nvolts", "volts", "parts.pico.price_eur"),
        ("[parts.pico]", "[parts.pico", "line 12"),
        ("idle_ma = 100", 'idle_ma = "100"', "parts.pico.idle_ma"),
        ('number = "SC0915"', 'numbr = "SC0915"', "parts.pico.numbr"),
    ],
)
def test_a_broken_catalogue_names_the_place(old: str, new: str, where: str) -> None:
    """As a broken mat does."""
    text = CATALOGUE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(MatError) as caught:
        parse_catalogue(text.replace(old, new, 1).encode(), "parts.toml")
    assert caught.value.problems[0].where == where


@pytest.mark.parametrize("number", ['""', '"  "'])
def test_a_part_without_a_number_is_refused(number: str) -> None:
    """Nobody could order it."""
    text = CATALOGUE.read_text(encoding="utf-8").replace('"SC0915"', number, 1)
    with pytest.raises(MatError) as caught:
        parse_catalogue(text.encode(), "parts.toml")
    (problem,) = caught.value.problems
    assert (problem.where, problem.got) == ("parts.pico.number", number)
    assert problem.expected == "a text that is not empty"


def test_the_bill_says_what_was_checked_and_where(any_mat: Mat, wired: Harness) -> None:
    """And calls the rest unchecked, line by line and in sum."""
    made = tables(any_mat, wired)
    rows = list(csv.DictReader(io.StringIO(made["bom.csv"])))
    for row, item in zip(rows, bill(any_mat, wired), strict=True):
        assert row["checked"] == (item.part.checked or "unchecked")
    unchecked = sum(row["checked"] == "unchecked" for row in rows)
    assert 0 < unchecked < len(rows)
    assert f"Of {len(rows)} lines {unchecked} are unchecked" in made["bom.md"]


def test_hours_are_counted(any_mat: Mat, wired: Harness) -> None:
    """Every wire but those of ribbons, every crimp, every joint; the page's total is the sum."""
    found: Counter[str] = Counter()
    for task in tasks(any_mat, wired):
        found[task.what] += task.count
    ribbons = 14 * len(any_mat.construction.banks)
    wires = sum(len(cable.wires) for cable in wired.cables)
    assert found[WIRES] == wires - ribbons
    assert found[CRIMPS] == math.floor(items_of(any_mat)["crimp"].count / 1.1)
    assert found[JOINTS] == sum(joints(wired).values())
    quick, slow = total_hours(any_mat, wired)
    assert 40 < quick < slow < 200
    assert f"**{quick} to {slow}**" in hours_page(any_mat, wired)


def test_hours_count_parts_and_their_contacts(any_mat: Mat, wired: Harness) -> None:
    """By hand: what is soldered on a bank board, to a module and on a tuning piece."""
    found = {(task.chapter, task.what): task.count for task in tasks(any_mat, wired)}
    banks, readers = len(any_mat.construction.banks), len(any_mat.antennas)
    chips, networks, others = 16 + 16 + 3 * 14, 16 + 16 + 9, 2 + 4 * 2 + 7 + 14
    assert found[5, PARTS] == 13 * banks
    assert found[5, CONTACTS] == (chips + networks + others) * banks
    assert (found[6, PARTS], found[6, CONTACTS]) == (readers, 8 * readers)
    assert (found[7, CONTACTS], found[7, PARTS] % readers) == (2 * found[7, PARTS], 0)
    assert 80 < found[3, CONTACTS] < 500
    assert found[8, CONTACTS] > 12 * len(any_mat.construction.touch)
    assert found[9, CONTACTS] == (2 * 12 + 28 + 4) * len(any_mat.displays)


def test_chapters_share_out_all_that_is_bought_and_done(any_mat: Mat, wired: Harness) -> None:
    """Nothing is left out of the table of chapters, and nothing stands in two."""
    items, done = bill(any_mat, wired), tasks(any_mat, wired)
    assert sum(chapter_eur(items).values()) == pytest.approx(total_eur(items))
    hours = chapter_hours(done)
    for pace in (0, 1):
        total = sum(each[pace] for each in hours.values())
        assert total == pytest.approx(sum(task.hours(pace) for task in done))
    page = hours_page(any_mat, wired)
    for number, eur in chapter_eur(items).items():
        assert re.search(rf"\| {number}\. [^|]+ \| [^|]+ \| {eur:.2f} \|", page), number


def test_broken_supplies_name_the_place() -> None:
    """As a broken catalogue does; the packaged ones have a number and a price."""
    with pytest.raises(MatError) as caught:
        parse_supplies(b'[supplies.solder]\nname = "solder"\nprice = 9', "supplies.toml")
    places = {problem.where for problem in caught.value.problems}
    assert {"supplies.solder.price", "supplies.solder.maker"} <= places
    for key, article in supplies().items():
        assert article.number and article.maker and article.name and article.price_eur > 0, key
        assert "see note" not in article.number, key
