"""Where parts go on their boards, and what stands between the plates."""

from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

from duelmat_hardware import STANDARD_MAT, Mat, MatError, check
from duelmat_hardware.harness import Harness
from duelmat_hardware.placing import boards
from duelmat_hardware.stacking import stands


def test_every_device_of_a_board_has_its_place(any_mat: Mat, wired: Harness) -> None:
    """On the main board, and on the first of each other kind."""
    made = {board.name: {place.ref for place in board.places} for board in boards(any_mat, wired)}
    first = {"main": "main", "touch": "TOUCH0", "display": "LIFE_a"}
    if not any_mat.construction.is_one_board:
        first["bank"] = "bank0"
    assert made == {
        name: {device.ref for device in wired.devices if device.board == board}
        for name, board in first.items()
    }


def test_parts_lie_on_their_board_with_a_hole_between_them(any_mat: Mat, wired: Harness) -> None:
    """On either side; contact 1 is within its part."""
    for board in boards(any_mat, wired):
        for place in board.places:
            assert 0 <= place.column <= board.columns - place.columns
            assert 0 <= place.row <= board.rows - place.rows
            assert 0 <= place.first_column < place.columns
            assert 0 <= place.first_row < place.rows
        for one, other in combinations(board.places, 2):
            assert not one.is_touching(other), (one, other)


def test_a_board_that_is_too_full_is_a_problem_of_the_mat(any_mat: Mat, wired: Harness) -> None:
    """Of chips inside and of plugs at the edge: told with the board, its size and the part."""
    resistor = next(d for d in wired.devices if d.role.startswith("resistor_"))
    plug = next(d for d in wired.devices if d.role == "header" and d.board == "main")
    for device in (resistor, plug):
        many = [
            replace(device, ref=f"{device.ref}_{number}", board="main") for number in range(400)
        ]
        crowded = replace(wired, devices=(*wired.devices, *many))
        with pytest.raises(MatError, match=r"the main board: expected room .* 100 x 160 mm"):
            boards(any_mat, crowded)


def test_each_chip_has_its_capacitor_right_below_it(any_mat: Mat, wired: Harness) -> None:
    """A capacitor that is further off does not help."""
    for board in boards(any_mat, wired):
        places = {place.ref: place for place in board.places}
        for ref, place in places.items():
            title = wired.device(ref).title
            if " beside " in title:
                chip = places[ref[: ref.rindex("C")] + title.split()[-1]]
                assert (place.column, place.row) == (chip.column, chip.row + chip.rows + 1)


def test_a_lying_chip_is_counted_from_below_on_the_left(any_mat: Mat, wired: Harness) -> None:
    """Against the clock, as chips, Pico and digits are; from above it would be mirrored."""
    (main, *_, display) = boards(any_mat, wired)
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
    path.write_text(text.replace("spacer_mm = 20", "spacer_mm = 19"), encoding="utf-8")
    (problem,) = check(path)
    assert problem.where == "boards.spacer_mm"
    assert "19.6 or more, for the board" in problem.expected
