"""The generated files: complete, stamped, and the same as those in the repository."""

import json
import shutil
from pathlib import Path

import pytest

from duelmat_hardware import (
    PACKAGED_MATS,
    STANDARD_MAT,
    board_config,
    build,
    drift,
    field_config,
    generated_files,
    load_mat,
    mat_file,
    page_geometry,
    parse_mat,
    stale_drawings,
)
from duelmat_hardware.__main__ import main

pytestmark = pytest.mark.tools

GENERATED = Path(__file__).parents[2] / "hardware" / "generated"
COMMITTED = GENERATED / "standard"
MAT = load_mat()


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_committed_files_are_what_the_mat_makes_of_them(name: str) -> None:
    """Byte for byte, each wiring file with a drawing of it, and no file beside them."""
    mat, folder = load_mat(mat_file(name)), GENERATED / name
    assert drift(folder, mat) == []
    assert stale_drawings(folder) == []
    files = set(generated_files(mat))
    drawings = {file.replace(".yml", ".svg") for file in files if file.endswith(".yml")}
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    found = {file for file in found if not file.startswith("boards/")}  # test_boards.py's
    assert found == files | drawings


def test_every_mat_that_comes_along_is_named_after_its_file() -> None:
    """Its folder of generated files carries the same name."""
    assert {name: load_mat(path).name for name, path in PACKAGED_MATS.items()} == {
        name: name for name in PACKAGED_MATS
    }
    assert {path.name for path in GENERATED.iterdir()} == set(PACKAGED_MATS)


def test_a_drawing_of_another_wiring_is_stale(tmp_path: Path) -> None:
    """A changed source, a drawing without one, and a source without a drawing are told."""
    folder = tmp_path / "mini"
    shutil.copytree(GENERATED / "mini", folder)
    assert stale_drawings(folder) == []
    wiring = folder / "wiring"
    power = wiring / "power.yml"
    power.write_text(power.read_text() + "# changed\n")
    (wiring / "lights_0.svg").unlink()
    (wiring / "panel.svg").write_text("<svg/>")
    assert [(Path(p.where).name, p.got) for p in stale_drawings(folder)] == [
        ("lights_0.svg", "no such file"),
        ("power.svg", "a drawing of another content"),
        ("panel.svg", "no such file"),
    ]
    for path in wiring.glob("*.svg"):
        path.unlink()
    assert stale_drawings(folder) == []


def test_building_takes_away_what_an_earlier_mat_left(tmp_path: Path) -> None:
    """The standard mat has five banks, the mini mat none of its own."""
    shutil.copytree(COMMITTED, tmp_path, dirs_exist_ok=True)
    build(tmp_path, load_mat(mat_file("mini")))
    assert not (tmp_path / "wiring" / "bus_bank4.yml").exists()
    assert drift(tmp_path, load_mat(mat_file("mini"))) == []


@pytest.mark.parametrize("name", ["board.json", "field.json"])
def test_every_file_is_stamped_with_name_and_digest(name: str) -> None:
    """A reader can tell which mat it was made from."""
    value = json.loads((COMMITTED / name).read_bytes())
    assert (value["mat"], value["digest"]) == (MAT.name, MAT.digest)


def test_a_changed_or_missing_file_is_drift(tmp_path: Path) -> None:
    """Each is named."""
    shutil.copytree(COMMITTED, tmp_path, dirs_exist_ok=True)
    changed, missing = tmp_path / "board.json", tmp_path / "bom.csv"
    changed.write_bytes(changed.read_bytes() + b"\n")
    missing.unlink()
    assert {(p.where, p.got) for p in drift(tmp_path)} == {
        (str(changed), "a file with other content"),
        (str(missing), "no such file"),
    }


def test_a_folder_without_any_generated_file_is_one_problem(tmp_path: Path) -> None:
    """Empty, or not there at all."""
    for folder, got in ((tmp_path, "none of them"), (tmp_path / "gone", "no such folder")):
        assert [(p.where, p.got) for p in drift(folder)] == [(str(folder), got)]


UNSTAMPED = ("bom.csv", "wires.csv", "nets.csv", "coils.csv")
"""Lists for spreadsheets, which have no room for a digest."""


def test_another_mat_drifts_from_every_file() -> None:
    """One changed number changes the digest, hence each file."""
    other = parse_mat(
        STANDARD_MAT.read_bytes().replace(b"brightness_cap = 64", b"brightness_cap = 32")
    )
    assert len(drift(COMMITTED, other)) == len(generated_files(other)) - len(UNSTAMPED)


def test_the_board_gets_what_the_firmware_needs_and_no_more() -> None:
    """The keys of the contract between mat and firmware, in plain JSON."""
    board = json.loads(json.dumps(board_config(MAT)))
    assert list(board) == [
        *("mat", "digest", "protocol", "pins", "i2c_hz", "spi_hz", "antennas", "neighbours"),
        *("fields_at_once", "lamps", "lights", "pads", "pad_antennas", "buttons", "displays"),
        "brightness_cap",
    ]
    assert (board["protocol"], board["i2c_hz"], board["spi_hz"]) == (1, 400_000, 2_000_000)
    assert board["antennas"][1:3] == [
        {"bank": 0, "line": 1, "zone": 0, "sure_step": 4},
        {"bank": 0, "line": 2, "zone": 1, "sure_step": 4},
    ]
    assert [len(board[key]) for key in ("antennas", "neighbours", "lamps", "pads")] == [
        *(40, 40, 38, 36)
    ]
    assert (board["lights"], board["buttons"], board["displays"]) == (140, 6, [0x70, 0x71])
    assert len(board["pad_antennas"]) == len(board["pads"])
    assert set(board["pins"]) == set(MAT.pins.__struct_fields__)
    for i, beside in enumerate(board["neighbours"]):
        assert i not in beside
        assert all(i in board["neighbours"][j] for j in beside)


def test_field_and_board_speak_of_the_same_things() -> None:
    """The rig indexes one with the numbers of the other."""
    field, board = field_config(MAT), board_config(MAT)
    assert [len(field[key]) for key in ("zones", "antennas", "lamps", "pads")] == [32, 40, 38, 36]
    assert [lamp["lights"] for lamp in field["lamps"]] == board["lamps"]
    assert [[pad["chip_address"], pad["electrode"]] for pad in field["pads"]] == board["pads"]
    assert [display["address"] for display in field["displays"]] == board["displays"]
    for zone in field["zones"]:
        assert all(field["antennas"][i]["zone"] == zone["id"] for i in zone["antennas"])
        assert zone["turn"] == (180 if zone["id"].startswith("b.") else 0)
    assert field["sleeves"]["small"] == {
        "size_mm": [59.0, 86.0],
        "tag_offset_mm": [0.0, 31.0],
        "tag_size_mm": [30.0, 18.0],
        "foil_mm": [0.0, 0.0, 59.0, 86.0],
    }
    for antenna in field["antennas"]:
        table = field["coils"][antenna["coil"]]
        places = len(table["steps_mm"]) ** 2 * len(table["turns_deg"])
        for sleeve in field["sleeves"]:
            assert {len(values) for values in table["sleeves"][sleeve].values()} == {places}


def test_the_page_gets_a_place_for_everything_it_draws() -> None:
    """Within the sheet, and in plain JSON."""
    page = json.loads(json.dumps(page_geometry(MAT)))
    assert page["sheet"] == {"w": 940.0, "h": 664.0}
    assert page["phase_bar"] == [32, 33, 34, 35, 36, 37]
    lights = [light for lamp in page["lamps"] for light in lamp["lights"]]
    assert [light["light"] for light in lights] == list(range(140))
    stacks = [zone["stack"] for zone in page["zones"] if zone["stack"]]
    assert len(stacks) == 6
    drawn = [page["zones"], stacks, lights, page["pads"], page["buttons"], page["displays"]]
    for thing in (thing for things in drawn for thing in things):
        assert 0 < thing["x"] < 940
        assert 0 < thing["y"] < 664


def test_the_command_builds_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A good mat exits 0, drift and a broken file exit 1 and say why."""
    target = str(tmp_path / "out")
    assert main(["build", "--target", target]) == 0
    assert main(["check", "--target", target]) == 0
    assert "standard is good: 32 zones, 40 antennas" in capsys.readouterr().out
    (tmp_path / "out" / "board.json").unlink()
    assert main(["check", "--target", target]) == 1
    assert "board.json: expected the file as generated" in capsys.readouterr().err
    broken = tmp_path / "mat.toml"
    broken.write_bytes(STANDARD_MAT.read_bytes().replace(b"scl = 1\n", b"scl = 17\n"))
    assert main(["check", str(broken)]) == 1
    assert "pins.select" in capsys.readouterr().err
