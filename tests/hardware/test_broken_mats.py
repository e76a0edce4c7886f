"""A table of broken mats: each gets exactly its problems."""

from pathlib import Path

import pytest

from duelmat_hardware import STANDARD_MAT, MatError, Problem, load_mat, parse_mat

STANDARD = STANDARD_MAT.read_text(encoding="utf-8")

Edit = tuple[str, str]


def edited(*edits: Edit) -> bytes:
    """The standard mat file with each old text, which must stand in it once, replaced."""
    text = STANDARD
    for old, new in edits:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in mat.toml"
        text = text.replace(old, new)
    return text.encode()


def problems_of(content: bytes) -> list[Problem]:
    with pytest.raises(MatError) as caught:
        parse_mat(content)
    return list(caught.value.problems)


M3 = '{ id = "m3", kind = "monster", shape = "monster", column = 3, at_mm = [470, 444] }'
M4 = '{ id = "m4", kind = "monster", shape = "monster", column = 4, at_mm = [582, 444] }'
GRAVE = 'shape = "upright", at_mm = [794, 444], stack_mm = [882, 444] }'
DECK = '{ id = "deck", kind = "deck", shape = "place", at_mm = [794, 556] }'
LIGHTS = "lights_mm = [[-51, -51], [51, -51], [51, 51]"
OPEN = "[shapes.open] # sees a card however it is turned, and does not tell how\n"
TURNED = "windows_mm = [[-31, 0, 30, 58], [31, 0, 30, 58]]"

OK_OF_TWELVE = '{ id = "ok", at_mm = [600, 642], diameter_mm = 12 }'

BROKEN: dict[str, tuple[list[Edit], list[tuple[str, str]]]] = {
    # name: (edits, [(place, part of expected or got)])
    "unknown top key": ([("[sheet]", "colour = 1\n[sheet]")], [("colour", "unknown key")]),
    "unknown key": (
        [("width_mm = 940", "width_mm = 940\ndepth_mm = 3")],
        [("sheet.depth_mm", "")],
    ),
    "missing key": ([("height_mm = 664\n", "")], [("sheet.height_mm", "nothing")]),
    "misspelt key": (
        [("height_mm = 664", "hieght_mm = 664")],
        [("sheet.hieght_mm", "unknown"), ("sheet.height_mm", "nothing")],
    ),
    "missing section": ([("[i2c]\nclock_hz = 400_000\n", "")], [("i2c", "nothing")]),
    "wrong type": ([("width_mm = 940", 'width_mm = "940"')], [("sheet.width_mm", '"940"')]),
    "truth for a number": ([("sda = 0", "sda = false")], [("pins.sda", "false")]),
    "not a number": ([("pitch_mm = 10", "pitch_mm = nan")], [("phase_bar.pitch_mm", "nan")]),
    "negative length": ([("width_mm = 940", "width_mm = -940")], [("sheet.width_mm", "-940")]),
    "fraction for a count": ([("banks = 5", "banks = 5.0")], [("readers.banks", "5.0")]),
    "short row": (
        [("display_mm = [470, 642, 120, 30]", "display_mm = [470, 642]")],
        [("seat.display_mm", "[470, 642]")],
    ),
    "broken number in a row": (
        [("display_mm = [470, 642, 120, 30]", 'display_mm = [470, 642, "wide", 30]')],
        [("seat.display_mm[2]", '"wide"')],
    ),
    "table for a list": (
        [("buttons = [4, 5, 6, 7, 8, 9]", "buttons = { ok = 4 }")],
        [("pins.buttons", "a table of ok")],
    ),
    "name of another folder": (
        [('name = "standard"\nrevision', 'name = "../evil"\nrevision')],
        [("name", "../evil")],
    ),
    "name of an absolute path": (
        [('name = "standard"\nrevision', 'name = "/tmp/x"\nrevision')],
        [("name", "letters, digits, - and _")],
    ),
    "neighbours that hear each other": (
        [("neighbour_mm = 150", "neighbour_mm = 113")],
        [("readers.neighbour_mm", "114 or more")],
    ),
    "empty name": ([('name = "standard"\nrevision', 'name = " "\nrevision')], [("name", '" "')]),
    "unknown kind": (
        [(M3, M3.replace('kind = "monster"', 'kind = "monstre"'))],
        [("seat.zones[2].kind", '"monstre"')],
    ),
    "unknown seat": (
        [("{ a = 0x70, b = 0x71 }", "{ a = 0x70, c = 0x71 }")],
        [("displays.addresses.c", "unknown"), ("displays.addresses.b", "none")],
    ),
    "another reader chip": ([('chip = "MFRC522"', 'chip = "PN532"')], [("readers.chip", "PN532")]),
    "too many fields": (
        [("fields_at_once = 4", "fields_at_once = 9")],
        [("readers.fields_at_once", "from 1 to 4")],
    ),
    # zones, buttons, pads
    "doubled zone": (
        [(M4, M4.replace("m4", "m3"))],
        [
            ("seat.zones[3].id", "seat.zones[2] has too"),
            ("seat.zones[3].column", "4"),
        ],
    ),
    "pads of a zone that is none": (
        [(f"    {DECK},\n", "")],
        [(f'touch.electrodes."{seat}.deck"', "name of a pad") for seat in "ab"],
    ),
    "zone of another game": (
        [(DECK, DECK.replace('id = "deck"', 'id = "prizes"'))],
        [("seat.zones[14].id", '"prizes"')],
    ),
    "zones in another order": (
        [(M3, "@"), (M4, M3), ("@", M4)],
        [("seat.zones", "m1, m2, m4, m3")],
    ),
    "wrong kind": (
        [(DECK, DECK.replace('kind = "deck"', 'kind = "extra"'))],
        [("seat.zones[14].kind", '"deck"')],
    ),
    "wrong column": (
        [(M3, M3.replace("column = 3", "column = 2"))],
        [("seat.zones[2].column", "2")],
    ),
    "pile without a stack": (
        [(GRAVE, GRAVE.replace(", stack_mm = [882, 444]", ""))],
        [("seat.zones[11].stack_mm", "none")],
    ),
    "stack of no pile": (
        [(DECK, DECK.replace(" }", ", stack_mm = [882, 556] }"))],
        [("seat.zones[14].stack_mm", "no stack")],
    ),
    "unknown shape": (
        [(DECK, DECK.replace('"place"', '"palace"'))],
        [("seat.zones[14].shape", '"palace"')],
    ),
    "monster zone whose only antenna misses a turned card": (
        [
            (M3, M3.replace('shape = "monster"', 'shape = "upright"')),
            ('"a.m3" = [[0, 4], [0, 5]]', '"a.m3" = [[0, 4]]'),
            ('"b.m3" = [[2, 7], [3, 0]]', '"b.m3" = [[2, 7]]'),
        ],
        [
            ("sleeves[0].size_mm", "turned sideways too"),
            ("sleeves[1].size_mm", "turned sideways too"),
        ],
    ),
    "antenna under a deck": (
        [(DECK, DECK.replace('"place"', '"upright"'))],
        [
            ("seat.zones[14].shape", "no antenna, as a deck zone may have"),
            *((f'readers.lines."{seat}.deck"', "none") for seat in "ab"),
        ],
    ),
    "crossed antennas under a pile": (
        [(GRAVE, GRAVE.replace('"upright"', '"monster"').replace("794", "806"))],
        [
            ("seat.zones[11].shape", "antenna only or no antenna, as a grave zone may have"),
            *((f'readers.lines."{seat}.grave"', "2 of") for seat in "ab"),
            ("seat.zones[11].stack_mm", "overlapping"),
        ],
    ),
    "zone without a light": (
        [
            (
                f"{LIGHTS}, [-51, 51]]\nantennas = [\n    {{ role",
                "lights_mm = []\nantennas = [\n    { role",
            )
        ],
        [("shapes.monster.lights_mm", "1 to 4 lights")],
    ),
    "coil without a window": (
        [(TURNED, "windows_mm = []")],
        [
            ("shapes.monster.antennas[1].windows_mm", "none"),
            ("sleeves[0].tag_offset_mm", "antenna B"),
            ("sleeves[1].tag_offset_mm", "antenna B"),
        ],
    ),
    "two buttons": (
        [('    { id = "judge", at_mm = [680, 642], diameter_mm = 16 },\n', "")],
        [("seat.buttons", '"judge"')],
    ),
    "unknown choice": (
        [('{ id = "choice2"', '{ id = "choice3"')],
        [("seat.choices[1].id", '"choice3"'), ("seat.choices", '"choice2"')],
    ),
    "five phases": ([("lamps = 6", "lamps = 5")], [("phase_bar.lamps", "5")]),
    # places
    "zone over a zone": (
        [(M4, M4.replace("582", "560"))],
        [("seat.zones[3].at_mm", "overlapping a.m3")],
    ),
    "zone over two zones": (
        [(M4, M4.replace("[582, 444]", "[526, 470]"))],
        [("seat.zones[3].at_mm", "a.m3, a.s3, a.s4")],
    ),
    "zone over its own mirror image": (
        [
            (
                "at_mm = [794, 332], stack_mm = [882, 332]",
                "at_mm = [470, 332], stack_mm = [882, 332]",
            )
        ],
        [("seat.zones[12].at_mm", "overlapping b.banished")],
    ),
    "zone off the sheet": (
        [("stack_mm = [58, 556]", "stack_mm = [30, 556]")],
        [("seat.zones[13].stack_mm", "the stack of a.extra at x -6 to 66")],
    ),
    "button over the display": (
        [("at_mm = [600, 642]", "at_mm = [530, 642]")],
        [("seat.display_mm", "overlapping the button a.ok")],
    ),
    "pad on its coil": (
        [
            (
                f"{OPEN}size_mm = [96, 96]\npad_mm = [0, 56, 30, 10]",
                f"{OPEN}size_mm = [96, 96]\npad_mm = [0, 40, 30, 10]",
            )
        ],
        [("shapes.open.antennas[0].windows_mm[0]", "overlapping the pad of x1")],
    ),
    "choice pad on a coil": (
        [("pad_mm = [320, 642, 30, 10]", "pad_mm = [358, 600, 30, 10]")],
        [("seat.choices[0].pad_mm", "overlapping a window of a.s2")],
    ),
    "light on a coil": (
        [("first_mm = [415, 332]", "first_mm = [400, 332]")],
        [("phase_bar", "overlapping a window of x1")],
    ),
    "window beyond its zone": (
        [(TURNED, "windows_mm = [[-31, 0, 36, 58], [31, 0, 30, 58]]")],
        [("shapes.monster.antennas[1].windows_mm[0]", "a window of a.m1 at x 197 to 233")],
    ),
    "windows of one coil overlapping": (
        [(TURNED, "windows_mm = [[-31, 0, 30, 58], [31, 0, 30, 58], [31, 0, 4, 4]]")],
        [("shapes.monster.antennas[1].windows_mm[2]", "overlapping a window of a.m1")],
    ),
    "window that a crooked card's tag leaves": (
        [(TURNED, "windows_mm = [[-31, 0, 30, 54], [31, 0, 30, 54]]")],
        [
            ("shapes.monster.antennas", "of that of the sleeve 'small'"),
            ("shapes.monster.antennas", "of that of the sleeve 'standard'"),
        ],
    ),
    # wiring
    "pin used twice": ([("scl = 1", "scl = 17")], [("pins.select", "17, which pins.scl has too")]),
    "pin the board has not": ([("reset = 20", "reset = 24")], [("pins.reset", "24")]),
    "pin without the function": ([("miso = 16", "miso = 28")], [("pins.miso", "SPI0 RX")]),
    "five buttons wired": (
        [("buttons = [4, 5, 6, 7, 8, 9]", "buttons = [4, 5, 6, 7, 8]")],
        [("pins.buttons", "6 pins")],
    ),
    "line used twice": (
        [('"x2" = [[4, 7]]', '"x2" = [[4, 6]]')],
        [("readers.lines.x2[0]", "readers.lines.x1[0] has too")],
    ),
    "line that no decoder has": (
        [('"x2" = [[4, 7]]', '"x2" = [[5, 0]]')],
        [("readers.lines.x2[0]", "[5, 0]")],
    ),
    "line for a deck": (
        [('"x2" = [[4, 7]]', '"x2" = [[4, 7]]\n"a.deck" = [[4, 7]]')],
        [('readers.lines."a.deck"', "a zone with an antenna"), ('readers.lines."a.deck"[0]', "")],
    ),
    "zone without a line": (
        [('"a.grave" = [[2, 0]]\n', "")],
        [('readers.lines."a.grave"', "none")],
    ),
    "one line for two antennas": (
        [('"a.m1" = [[0, 0], [0, 1]]', '"a.m1" = [[0, 0]]')],
        [('readers.lines."a.m1"', "2 of [bank, line]")],
    ),
    "broken line": (
        [('"a.m1" = [[0, 0], [0, 1]]', '"a.m1" = [[0, 0], [0]]')],
        [('readers.lines."a.m1"[1]', "[bank, line]")],
    ),
    "electrode used twice": (
        [('"a.m2" = [0x5A, 1]', '"a.m2" = [0x5A, 0]')],
        [('touch.electrodes."a.m2"', "has too")],
    ),
    "electrode that no chip has": (
        [('"a.m2" = [0x5A, 1]', '"a.m2" = [0x5A, 12]')],
        [('touch.electrodes."a.m2"', "[0x5a, 12]")],
    ),
    "pad without an electrode": (
        [('"x2" = [0x5C, 11]\n', "")],
        [("touch.electrodes.x2", "none")],
    ),
    "displays at one address": (
        [("b = 0x71", "b = 0x70")],
        [("displays.addresses", "a = 0x70, b = 0x70")],
    ),
    "display at no display's address": (
        [("b = 0x71", "b = 0x5A")],
        [("displays.addresses.b", "0x5a")],
    ),
    # sensing
    "tag outside the card": (
        [
            (
                "size_mm = [59, 86]\ntag_offset_mm = [0, 31]",
                "size_mm = [59, 86]\ntag_offset_mm = [0, 38]",
            )
        ],
        [("sleeves[0].tag_offset_mm", "a tag inside the card")],
    ),
    "tag in the card's middle": (
        [
            (
                "size_mm = [59, 86]\ntag_offset_mm = [0, 31]",
                "size_mm = [59, 86]\ntag_offset_mm = [0, 2]",
            )
        ],
        [
            ("sleeves[0].ferrite_mm", "ferrite under the tag at 0, 2"),
            ("sleeves[0].tag_offset_mm", "antenna A"),
            ("sleeves[0].tag_offset_mm", "antenna B"),
            ("sleeves[0].tag_offset_mm", "antenna only"),
        ],
    ),
    "foil larger than the card": (
        [("foil_mm = [0, 0, 59, 86]", "foil_mm = [0, 0, 63, 88]")],
        [("sleeves[0].foil_mm", "a foil inside the card")],
    ),
    "ferrite beyond the foil": (
        [("ferrite_mm = [0, 31, 60, 26]", "ferrite_mm = [0, 31, 60, 33]")],
        [("sleeves[1].ferrite_mm", "ferrite inside the foil")],
    ),
    "sleeve with half a shield": (
        [("foil_mm = [0, 0, 63, 88]\n", "")],
        [("sleeves[1]", "ferrite alone")],
    ),
    "coil that sees cards lying either way": (
        [(TURNED, "windows_mm = [[0, 0, 90, 90]]")],
        [
            ("shapes.monster.antennas", "'small' both ways"),
            ("shapes.monster.antennas", "'standard' both ways"),
        ],
    ),
    "card larger than its zone": (
        [("size_mm = [63, 88]", "size_mm = [74, 90]")],
        [("sleeves[1].size_mm", "shapes.upright"), ("sleeves[1].size_mm", "shapes.place")],
    ),
    "sleeve's name twice": (
        [('[[sleeves]]\nname = "standard"', '[[sleeves]]\nname = "small"')],
        [("sleeves[1].name", "sleeves[0] has too")],
    ),
    "fields that cannot be kept apart": (
        [("neighbour_mm = 150", "neighbour_mm = 400")],
        [("readers.fields_at_once", "neighbours within 400 mm")],
    ),
    # construction
    "unknown part": ([('light = "ws2812b"', 'light = "ws2812z"')], [("parts.light", "ws2812z")]),
    "part of another kind": (
        [('button = "button_16"', 'button = "fuse_t4"')],
        [("parts.button", '"fuse_t4", a part of the kind fuse')],
    ),
    "plug with too few ways": (
        [('reader_plug = "plug_8"', 'reader_plug = "plug_5"')],
        [("parts.reader_plug", "8 ways")],
    ),
    "part for nothing": (
        [('cable = "usb_cable"', 'cable = "usb_cable"\ncandle = "fuse_t3"')],
        [("parts.candle", "the name of a role")],
    ),
    "role without a part": ([('tag = "tag_ntag213"\n', "")], [("parts.tag", "none")]),
    "current over budget": (
        [("brightness_cap = 64", "brightness_cap = 90")],
        [("lights.brightness_cap", "mA of the supply")],
    ),
    "supply too weak": (
        [('supply = "supply_5v_5a"', 'supply = "supply_5v_4a"')],
        [("lights.brightness_cap", "3200 mA of the supply")],
    ),
    "nothing may be used": (
        [("share = 0.8", "share = 0.1")],
        [("supply.share", "200 mA of the regulator")],
    ),
    "coil that reaches no whole turns": (
        [("inductance_nh = [1000, 1700]", "inductance_nh = [1000, 1250]")],
        [("shapes.open.antennas[0].windows_mm", "1281")],
    ),
    "band upside-down": (
        [("inductance_nh = [1000, 1700]", "inductance_nh = [1700, 1000]")],
        [("coils.inductance_nh", "1700, 1000")],
    ),
    "a bank without a place": (
        [(", [260, 332]]", "]")],
        [("boards.banks_mm", "5 places")],
    ),
    "board off the sheet": (
        [("main_mm = [470, 332]", "main_mm = [470, 932]")],
        [("boards.main_mm", "y 932 mm")],
    ),
    "two boards in one place": (
        [("banks_mm = [[302, 556]", "banks_mm = [[470, 332]")],
        [("boards.banks_mm[0]", "x 470, y 332 mm, which boards.main_mm has too")],
    ),
    "bank board on a touch chip": (
        [("banks_mm = [[302, 556]", "banks_mm = [[526, 556]")],
        [("boards.banks_mm[0]", "which boards.touch_mm.0x5A has too")],
    ),
    "touch chip without a place": (
        [(", 0x5C = [541, 332]", ", 0x5D = [541, 332]")],
        [("boards.touch_mm.0x5D", "touch chip in use"), ("boards.touch_mm.0x5C", "none")],
    ),
    "hole in a zone": (
        [("    [12, 332],\n", "    [470, 444],\n")],
        [("boards.holes_mm[4]", "overlapping a.m3")],
    ),
    "colour that is none": ([('pad = "PK"', 'pad = "PINK"')], [("wires.colours.pad", '"PINK"')]),
    "signal without a colour": ([('pad = "PK"\n', "")], [("wires.colours.pad", "none")]),
    "button for another hole": (
        [('{ id = "ok", at_mm = [600, 642], diameter_mm = 16 }', OK_OF_TWELVE)],
        [("seat.buttons[0].diameter_mm", "12")],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_mat_gets_exactly_its_problems(name: str) -> None:
    """Each fault is reported at its place, and nothing else is."""
    edits, expected = BROKEN[name]
    problems = problems_of(edited(*edits))
    assert [problem.where for problem in problems] == [where for where, _ in expected], problems
    for problem, (_, fragment) in zip(problems, expected, strict=True):
        assert fragment in f"{problem.expected} | {problem.got}"
        assert problem.expected and problem.got and problem.advice


def test_five_faults_of_five_kinds_are_reported_at_once() -> None:
    """One reading of the file is enough to mend it."""
    content = edited(
        ("width_mm = 940", "width_mm = 940\nthickness_mm = 4"),
        ('chip = "WS2812"', "chip = 2812"),
        (M4, M4.replace("582", "560")),
        ("scl = 1", "scl = 17"),
        ('"x2" = [[4, 7]]', '"x2" = [[4, 6]]'),
    )
    assert {problem.where for problem in problems_of(content)} == {
        "sheet.thickness_mm",
        "lights.chip",
        "seat.zones[3].at_mm",
        "pins.select",
        "readers.lines.x2[0]",
    }


MAKERS_FAULTS: list[Edit] = [
    (M4, M4.replace("582", "560")),
    ("scl = 1", "scl = 17"),
    ("miso = 16", "miso = 28"),
    ("brightness_cap = 64", "brightness_cap = 120"),
    ("neighbour_mm = 150", "neighbour_mm = 400"),
    ('tag = "tag_ntag213"', 'tag = "tag_of_gold"'),
]


def test_what_a_maker_may_get_wrong_is_told_at_once() -> None:
    """Zones, pins, currents, fields and parts: one run of the check names them all."""
    places = [problem.where for problem in problems_of(edited(*MAKERS_FAULTS))]
    assert set(places) == {
        *("seat.zones[3].at_mm", "pins.select", "pins.miso", "lights.brightness_cap"),
        *("readers.fields_at_once", "parts.tag"),
    }


def test_an_unknown_part_does_not_hide_a_current_that_is_too_much() -> None:
    """What is over budget without the part's own draw is over with it; advice names it."""
    for role, key in (("touch", "mpr121"), ("light_fuse", "fuse_t1"), ("regulator", "buck_3v3")):
        content = edited(
            (f'\n{role} = "{key}"', f'\n{role} = "zzz"'),
            ("brightness_cap = 64", "brightness_cap = 200"),
        )
        found = {problem.where: problem for problem in problems_of(content)}
        assert set(found) == {f"parts.{role}", "lights.brightness_cap"}
        assert role.replace("_", " ") in found["lights.brightness_cap"].advice


def test_a_message_says_file_place_expected_got_and_what_to_do(tmp_path: Path) -> None:
    """A person who mends the file needs no other source."""
    path = tmp_path / "mine.toml"
    path.write_bytes(edited(("scl = 1", "scl = 17"), ("height_mm", "heigth_mm")))
    with pytest.raises(MatError) as caught:
        load_mat(path)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{path}: 3 problems"
    assert "sheet.heigth_mm: expected one of the keys width_mm, height_mm" in lines[1]
    assert lines[1].endswith("Did you mean height_mm?")
    assert lines[3] == (
        "  pins.select: expected a pin of its own, got 17, which pins.scl has too. Use a free pin."
    )
