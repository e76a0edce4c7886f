"""Mats without pads, buttons and displays: nothing of them is wired, bought or looked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duelmat_hardware import PACKAGED_MATS, MatError, board_config, check, parse_mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.bom import bill
from duelmat_hardware.breadboard import breadboard_harness
from duelmat_hardware.breadboard_bill import breadboard_bill
from duelmat_hardware.building import generated_files
from duelmat_hardware.construction import BUTTON_ROLES, DISPLAY_ROLES, TOUCH_ROLES
from files_without_controls import without_controls

GONE = {*TOUCH_ROLES, *DISPLAY_ROLES, *BUTTON_ROLES}


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_a_mat_without_controls_is_whole(name: str, tmp_path: Path) -> None:
    """Its board has none of them, and neither has its bill."""
    path = tmp_path / "own.toml"
    path.write_text(without_controls(name), encoding="utf-8")
    assert check(path) == []
    mat = parse_mat(path.read_bytes())
    assert (mat.pads, mat.buttons, mat.displays, mat.pins.buttons) == ((), (), (), ())
    assert {zone.pad for zone in mat.zones} == {None}
    config = board_config(mat)
    assert config["pads"] == config["pad_antennas"] == config["displays"] == []
    assert config["buttons"] == 0 and config["pins"]["buttons"] == []
    files = generated_files(mat)
    assert json.loads(files["board.json"]) == config
    is_whole = mat.materials.has_whole_readers
    wired = breadboard_harness(mat) if is_whole else harness(mat)
    items = breadboard_bill(mat, wired) if is_whole else bill(mat, wired)
    assert GONE.isdisjoint(item.role for item in items)
    assert not [each.ref for each in wired.devices if each.role in GONE]


def test_zones_may_have_pads_where_others_have_none() -> None:
    """Pads are numbered as the zones that have one are."""
    text = without_controls("starter")
    text = text.replace("[shapes.place]", "[shapes.place]\npad_mm = [0, 55, 30, 10]").replace(
        "[shapes.place]\npad_mm = [0, 55, 30, 10] # nothing is sensed here",
        "[shapes.place] # nothing is sensed here\npad_mm = [0, 55, 30, 10]",
    )
    names = [f"{seat}.{zone}" for seat in "ab" for zone in ("banished", "extra", "deck")]
    wires = "".join(f'"{name}" = [0x5A, {at}]\n' for at, name in enumerate(names))
    text += 'touch = "mpr121"\npad_foil = "copper_tape"\n'
    text += f'\n[touch]\nchip = "MPR121"\n\n[touch.electrodes]\n{wires}'
    mat = parse_mat(text.encode())
    assert [pad.name for pad in mat.pads] == names
    assert [mat.zone(name).pad for name in names] == [*range(6)]
    assert mat.zone("a.m2").pad is None


@pytest.mark.parametrize(
    ("found", "instead", "where", "expected"),
    [
        ("[sheet]", "buttons = 3\n[sheet]", "buttons", "one of the keys"),
        ("touch_irq = 2\n", "touch_irq = 2\nbuttons = [4]\n", "pins.buttons", "no pins"),
        ("[shared]", "display_mm = [385, 564, 120, 30]\n[shared]", "displays", "[displays]"),
        ("size_mm = [96, 96]", "size_mm = [96, 96]\npad_mm = [0, 55, 30, 10]", "touch", "[touch]"),
        (
            "[lights]",
            '[displays]\nchip = "HT16K33"\ndigits = 8\naddresses = {}\n[lights]',
            "displays",
            "no section",
        ),
    ],
)
def test_what_is_left_out_by_half_is_said(
    found: str, instead: str, where: str, expected: str
) -> None:
    text = without_controls("starter")
    assert text.count(found) == 1
    with pytest.raises(MatError) as caught:
        parse_mat(text.replace(found, instead).encode())
    told = {problem.where: problem.expected for problem in caught.value.problems}
    assert expected in told[where]


def test_buttons_need_pins() -> None:
    text = without_controls("starter")
    keys = ("ok", "phase", "judge")
    places = [530, 570, 610]
    rows = "".join(
        f'{{ id = "{key}", at_mm = [{x}, 564], diameter_mm = 6 }},'
        for key, x in zip(keys, places, strict=True)
    )
    with pytest.raises(MatError) as caught:
        parse_mat(text.replace("[shared]", f"buttons = [{rows}]\n\n[shared]").encode())
    assert {problem.where for problem in caught.value.problems} == {"pins.buttons", "parts.button"}
