"""The parts that could be left out, and what that saves."""

import pytest
from msgspec.structs import replace

from duelmat_hardware import Mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.bills import bom_page
from duelmat_hardware.bom import bill, total_eur
from duelmat_hardware.savings import savings


def test_the_mini_mat_comes_under_450_eur_with_plain_tags_only(mini: Mat) -> None:
    """And not without: all other savings together leave more (ADR 0015)."""
    items = bill(mini, harness(mini))
    plain, *others = savings(mini, items)
    whole = total_eur(items)
    assert whole - plain.eur < 450 < whole - sum(each.eur for each in others)


def test_plain_sleeves_keep_one_tag_a_card(any_mat: Mat) -> None:
    """What is saved is the second tag with all between the two."""
    items = bill(any_mat, harness(any_mat))
    of_role = {item.role: item for item in items}
    plain = savings(any_mat, items)[0]
    kept = of_role["tag"].part.price_eur * any_mat.construction.cards + of_role["sleeve"].total_eur
    assert total_eur(items, "Sleeves") - plain.eur == pytest.approx(kept, abs=0.01)


def test_a_dearer_part_saves_more(mini: Mat) -> None:
    """Savings follow the bill, line by line."""
    items = bill(mini, harness(mini))
    dear = [
        replace(item, part=replace(item.part, price_eur=2 * item.part.price_eur))
        if item.role == "digits"
        else item
        for item in items
    ]
    digits = next(item for item in items if item.role == "digits")
    before, after = savings(mini, items)[1], savings(mini, dear)[1]
    assert after.eur - before.eur == pytest.approx(digits.total_eur)


def test_savings_stand_in_the_bill_with_what_is_left(any_mat: Mat) -> None:
    """Each line goes on from the one above."""
    wired = harness(any_mat)
    page, items = bom_page(any_mat, wired), bill(any_mat, wired)
    left = total_eur(items)
    for saving in savings(any_mat, items):
        left -= saving.eur
        assert f"| {saving.what} | {saving.eur:.2f} | {left:.2f} | {saving.then} |" in page
