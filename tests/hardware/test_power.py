"""The power budget: what is added up, and the brightness that follows."""

from pathlib import Path

import msgspec
import pytest

from duelmat_hardware import STANDARD_MAT, Mat, check
from duelmat_hardware.assembly import harness
from duelmat_hardware.power import budget, loads, opening_ma
from duelmat_hardware.power_page import power_page


def test_every_packaged_mat_keeps_its_limits(any_mat: Mat) -> None:
    """Regulator, supply and both fuses, with every light white."""
    found = budget(loads(any_mat))
    assert {limit.role for limit in found.limits} == {
        *("regulator", "supply", "main_fuse", "light_fuse")
    }
    assert all(limit.is_kept for limit in found.limits)


def test_the_largest_cap_is_kept_and_one_more_is_not(any_mat: Mat) -> None:
    """The cap of the standard mat is the largest that its supply allows."""
    load = loads(any_mat)
    largest = budget(load).largest_cap
    assert any_mat.brightness_cap <= largest
    at, above = (
        budget(msgspec.structs.replace(load, brightness_cap=cap)) for cap in (largest, largest + 1)
    )
    assert all(limit.is_kept for limit in at.limits)
    assert not all(limit.is_kept for limit in above.limits)


def test_the_rails_add_up_to_what_hand_and_pencil_find(mini: Mat) -> None:
    """24 readers, 3 fields, 92 lights at 64 of 255, two displays."""
    found = budget(loads(mini))
    low = 24 * 21 + 3 * 100 + (4 + 3) * 1 + 3 * 5 + 2 * 5 + 2
    assert found.total_ma("3.3 V") == low
    lights = 92 * 1 + 92 * 3 * 22 * 64 / 255
    assert found.total_ma("lights") == pytest.approx(lights)
    rest = 2 * 205 + 5 + 100 + low * 3.3 / 5 / 0.85
    assert found.total_ma("5 V") == pytest.approx(rest)
    fuses = {limit.role: limit for limit in found.limits}
    assert fuses["main_fuse"].needed_ma == pytest.approx(rest)
    assert fuses["light_fuse"].needed_ma == pytest.approx(lights * 48 / 92)
    supply = next(limit for limit in found.limits if limit.role == "supply")
    assert supply.needed_ma == pytest.approx(lights + rest)
    assert supply.allowed_ma == 0.8 * 4000


def test_no_wire_loses_a_fifth_of_a_volt(any_mat: Mat) -> None:
    """A WS2812 keeps its colours down to about 4.5 V, a reader works from 2.5 V."""
    page = power_page(any_mat, harness(any_mat))
    rows = page.split("## Wires")[1].splitlines()[4:]
    lost = [int(row.split("|")[4]) for row in rows if row]
    assert lost
    assert max(lost) < 200


def test_fuses_open_on_what_the_supply_gives(any_mat: Mat) -> None:
    """Before it limits itself at the least; one that would stay whole protects nothing."""
    parts = dict(any_mat.construction.parts)
    assert parts["supply"].limits_ma >= parts["supply"].gives_ma
    for role in ("main_fuse", "light_fuse"):
        assert opening_ma(parts[role]) <= parts["supply"].limits_ma


@pytest.mark.parametrize(
    ("old", "new", "got"),
    [
        ('main_fuse = "fuse_t2"', 'main_fuse = "fuse_t5"', "rated 5000 mA, which opens at 10500"),
        ('light_fuse = "fuse_t1"', 'light_fuse = "fuse_t3"', "rated 3150 mA, which opens at 6615"),
    ],
)
def test_a_fuse_that_would_never_open_is_refused(
    tmp_path: Path, old: str, new: str, got: str
) -> None:
    """With both currents, and the largest that would do."""
    path = tmp_path / "fused.toml"
    path.write_text(STANDARD_MAT.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    (problem,) = check(path)
    assert problem.where == "parts." + old.split(maxsplit=1)[0]
    assert "rated 2500 mA or less" in problem.expected
    assert got in problem.got
