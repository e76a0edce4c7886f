"""The bill of materials and the catalogue behind it."""

import csv
import io

import pytest

from duelmat_hardware import Mat, MatError, load_mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import Item, bill, total_eur
from duelmat_hardware.harness import Harness
from duelmat_hardware.parts import CATALOGUE, ROLES, PartKind, catalogue, parse_catalogue
from duelmat_hardware.tables import tables


def items_of(mat: Mat) -> dict[str, Item]:
    return {item.role: item for item in bill(mat, harness(mat))}


def test_every_role_is_bought_at_least_once(any_mat: Mat) -> None:
    """Ribbon cables alone are not needed where everything sits on one board."""
    counts = {role: item.count for role, item in items_of(any_mat).items()}
    assert set(counts) == set(ROLES)
    none = {role for role, count in counts.items() if not count}
    buses = {"bus_cable", "bus_plug", "bus_header"}
    assert none == (buses if any_mat.construction.is_one_board else set())


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
    for role in ("signal_wire", "power_wire"):
        used_m = sum(
            wire.length_mm for cable in wired.cables if cable.role == role for wire in cable.wires
        )
        assert used_m / 1000 * 1.1 <= items[role].count < used_m / 1000 * 1.1 + 0.2


def test_the_table_for_spreadsheets_holds_the_same_bill(any_mat: Mat, wired: Harness) -> None:
    """Line by line, and the page's total is the table's."""
    made = tables(any_mat, wired)
    rows = list(csv.DictReader(io.StringIO(made["bom.csv"])))
    items = bill(any_mat, wired)
    assert [row["part number"] for row in rows] == [item.part.number for item in items]
    total = sum(round(float(row["price EUR"]) * 100) for row in rows) / 100
    assert total == total_eur(items)
    assert f"**Everything: {total:.2f} EUR**" in made["bom.md"]


def test_the_mini_mat_costs_less_than_two_thirds_of_the_standard_mat(mini: Mat) -> None:
    """Three fifths of the readers, and no ribbon cables."""
    prices = [total_eur(bill(mat, harness(mat))) for mat in (mini, load_mat())]
    assert 0.4 * prices[1] < prices[0] < 2 / 3 * prices[1]


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
        ("[parts.pico]", "[parts.pico", "the file"),
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
