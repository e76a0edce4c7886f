"""Where parts go on their boards, and what stands between the plates."""

import re
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from duelmat_hardware import STANDARD_MAT, Mat, MatError, check
from duelmat_hardware.geometry import Point
from duelmat_hardware.harness import Bench, Harness
from duelmat_hardware.placing import BANK_SIZE, MAIN_SIZE, TOUCH_SIZE, boards
from duelmat_hardware.plan import READER_SIZE
from duelmat_hardware.reader_places import reader_place, tuning_place
from duelmat_hardware.stacking import stands


def test_every_device_of_a_board_has_its_place(wired: Harness) -> None:
    """On the main board, and on the first of each other kind."""
    made = {board.name: {place.ref for place in board.places} for board in boards(wired)}
    first = {"main": "main", "bank": "bank0", "touch": "TOUCH0", "display": "LIFE_a"}
    assert made == {
        name: {device.ref for device in wired.devices if device.board == board}
        for name, board in first.items()
    }


def test_parts_lie_on_their_board_with_a_hole_between_them(wired: Harness) -> None:
    """On either side; contact 1 is within its part."""
    for board in boards(wired):
        for place in board.places:
            assert 0 <= place.column <= board.columns - place.columns
            assert 0 <= place.row <= board.rows - place.rows
            assert 0 <= place.first_column < place.columns
            assert 0 <= place.first_row < place.rows
        for one, other in combinations(board.places, 2):
            assert not one.is_touching(other), (one, other)


@pytest.mark.parametrize("board", ["main", "bank0"])
def test_a_board_that_is_too_full_is_a_problem_of_the_mat(wired: Harness, board: str) -> None:
    """Of chips inside and of plugs at the edge: told with size, part, holes, and what mends it."""
    chip = next(d for d in wired.devices if d.role == "decoder")
    plug = next(d for d in wired.devices if d.role == "header" and d.board == "main")
    for device in (chip, plug):
        many = [replace(device, ref=f"{device.ref}_{number}", board=board) for number in range(99)]
        crowded = replace(wired, devices=(*wired.devices, *many))
        with pytest.raises(MatError) as caught:
            boards(crowded)
        (problem,) = caught.value.problems
        size, holes = {"main": ("100 x 160", 2418), "bank0": ("53 x 100", 780)}[board]
        assert f"on a board of {size} mm" in problem.expected
        assert re.search(
            rf"no \d+ x \d+ holes together for .* with \d+ of {holes} taken", problem.got
        )
        assert "a board of their own" in problem.advice


def test_boards_lie_beside_each_other_on_the_base_plate(any_mat: Mat) -> None:
    """Main board, banks, touch carriers and readers; no spacer goes through one."""
    construction = any_mat.construction
    placed = [(construction.main, MAIN_SIZE)]
    placed += [(at, BANK_SIZE) for at in construction.banks]
    placed += [(at, TOUCH_SIZE) for _, at in construction.touch]
    placed += [(reader_place(any_mat, antenna), READER_SIZE) for antenna in any_mat.antennas]
    placed += [(tuning_place(any_mat, antenna), (0.0, 0.0)) for antenna in any_mat.antennas]
    placed += [(hole, (6.0, 6.0)) for hole in construction.holes]
    for (one, size), (other, other_size) in combinations(placed, 2):
        beside_x = abs(one.x_mm - other.x_mm) >= (size[0] + other_size[0]) / 2
        assert beside_x or abs(one.y_mm - other.y_mm) >= (size[1] + other_size[1]) / 2, (
            one,
            other,
        )


def test_two_devices_of_one_name_are_refused(any_mat: Mat) -> None:
    """A bank's header named twice could not be told apart in wires.csv."""
    bench = Bench(any_mat)
    bench.put("X_BANK0", "main", "bus_header", "box header of bank 0", Point(0, 0), ())
    with pytest.raises(MatError, match=r"X_BANK0: expected one device of that name, got \"second"):
        bench.put("X_BANK0", "main", "bus_header", "second header", Point(0, 0), ())


def test_each_chip_has_its_capacitor_right_below_it(wired: Harness) -> None:
    """A capacitor that is further off does not help."""
    for board in boards(wired):
        places = {place.ref: place for place in board.places}
        for ref, place in places.items():
            title = wired.device(ref).title
            if " beside " in title:
                chip = places[ref[: ref.rindex("C")] + title.split()[-1]]
                assert (place.column, place.row) == (chip.column, chip.row + chip.rows + 1)


def test_a_lying_chip_is_counted_from_below_on_the_left(wired: Harness) -> None:
    """Against the clock, as chips, Pico and digits are; from above it would be mirrored."""
    (main, *_, display) = boards(wired)
    places = {place.ref: place for place in (*main.places, *display.places)}
    for ref in ("PICO", "U1", "U2", "LIFE_a_1", "LIFE_a_2"):
        place = places[ref]
        assert place.columns > place.rows
        assert (place.first_column, place.first_row) == (0, place.rows - 1)


def test_spacers_are_long_enough_for_all_that_stands_between_the_plates(any_mat: Mat) -> None:
    """With lights and wires above it."""
    found = list(stands(dict(any_mat.construction.parts)))
    assert {"board", "bus_header", "reader", "large_capacitor"} <= {s.role for s in found}
    assert all(stand.needed_mm <= any_mat.construction.spacer_mm for stand in found)


def test_short_spacers_are_refused(tmp_path: Path) -> None:
    """The message says for which part."""
    path = tmp_path / "flat.toml"
    text = STANDARD_MAT.read_text(encoding="utf-8")
    path.write_text(text.replace("spacer_mm = 25", "spacer_mm = 22"), encoding="utf-8")
    (problem,) = check(path)
    assert problem.where == "boards.spacer_mm"
    assert "22.1 or more, for the cable" in problem.expected
