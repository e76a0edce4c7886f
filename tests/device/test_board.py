"""board.json, whole and broken in every place."""

import json

from readerside import equal, with_file

from duelmat_device import board
from duelmat_device.errors import BoardError

ALWAYS = ("board.json", "expected", "got", "duelmat mat build")


def whole():
    return with_file("/board.json")


def complaint(values):
    try:
        board.Board(values)
    except BoardError as problem:
        return str(problem)
    raise AssertionError("this board was taken")


def test_generated_board_is_taken():
    """What the generator writes is what the firmware reads."""
    values = whole()
    layout = board.Board(values)
    equal(len(layout.antennas), 40)
    equal(layout.digest, bytes.fromhex(values["digest"][:16]))
    equal(layout.neighbours, values["neighbours"])
    equal(layout.antennas[9], (values["antennas"][9]["bank"], values["antennas"][9]["line"]))


def test_each_missing_key_is_named():
    """No default stands in for what the mat must say."""
    for key in list(whole()):
        values = whole()
        del values[key]
        said = complaint(values)
        assert repr(key) in said, said
        assert "duelmat mat build" in said, said


def test_keys_that_are_not_known_are_errors():
    """A key that nobody reads is a mistake of somebody's."""
    values = whole()
    values["colour"] = 1
    assert "colour" in complaint(values)
    values = whole()
    values["pins"]["buzzer"] = 1
    assert "buzzer" in complaint(values)
    values = whole()
    values["antennas"][3]["gain"] = 1
    assert "gain" in complaint(values)


def test_each_value_out_of_bounds_is_told_with_place_expectation_and_finding():
    """Each row: what is changed, and what the message must say."""
    table = (
        (("pins", "sda"), 29, ("pins.sda", "0 to 28", "29")),
        (("pins", "sda"), "0", ("pins.sda", "0 to 28", "'0'")),
        (("pins", "sda"), True, ("pins.sda", "0 to 28", "True")),
        (("pins", "sda"), 1, ("pins.scl", "sda", "1")),
        (("pins", "buttons"), [4, 5], ("pins.buttons", "6 entries", "2 entries")),
        (("pins", "buttons", 2), 99, ("pins.buttons[2]", "99")),
        (("pins",), [], ("pins", "object")),
        (("mat",), 5, ("mat", "name", "5")),
        (("digest",), "abc", ("digest", "64 hexadecimal", "abc")),
        (("digest",), "x" * 64, ("digest", "64 hexadecimal")),
        (("protocol",), 2, ("protocol", "1", "2")),
        (("i2c_hz",), 1, ("i2c_hz", "10000")),
        (("spi_hz",), 20_000_000, ("spi_hz", "10000000", "20000000")),
        (("antennas",), [], ("antennas", "1 to 40")),
        (("antennas", 3, "line"), 8, ("antennas[3].line", "0 to 7", "8")),
        (("antennas", 3, "line"), 2, ("antennas[3]", "of its own")),
        (("antennas", 3, "zone"), -1, ("antennas[3].zone", "0 to 255", "-1")),
        (("antennas", 3, "sure_step"), 7, ("antennas[3].sure_step", "0 to 6", "7")),
        (("antennas", 3), 7, ("antennas[3]", "object", "7")),
        (("neighbours",), [[]], ("neighbours", "40 entries", "1 entries")),
        (("neighbours", 2), [40], ("neighbours[2][0]", "0 to 39", "40")),
        (("neighbours", 2), [2], ("neighbours[2]", "itself", "2")),
        (("neighbours", 2), [], ("neighbours[0]", "as theirs", "2")),
        (("fields_at_once",), 5, ("fields_at_once", "1 to 4", "5")),
        (("lights",), 0, ("lights", "1 to 512", "0")),
        (("lamps", 0), [500], ("lamps[0][0]", "500")),
        (("lamps", 0), [], ("lamps[0]", "1 to 4 entries")),
        (("lamps",), {}, ("lamps", "list")),
        (("pads", 1), [0x5A], ("pads[1]", "2 entries")),
        (("pads", 1), [0x20, 0], ("pads[1][0]", "32")),
        (("pads", 1), [0x5A, 12], ("pads[1][1]", "0 to 11", "12")),
        (("pad_antennas",), [], ("pad_antennas", "36 entries")),
        (("pad_antennas", 1), [40], ("pad_antennas[1][0]", "40")),
        (("buttons",), 7, ("buttons", "0 to 6", "7")),
        (("displays",), [0x70], ("displays", "2 entries")),
        (("displays", 1), 0x60, ("displays[1]", "96")),
        (("brightness_cap",), 0, ("brightness_cap", "1 to 255", "0")),
        (("brightness_cap",), 1.5, ("brightness_cap", "1.5")),
        (("brightness_cap",), None, ("brightness_cap", "None")),
    )
    for place, value, parts in table:
        values = whole()
        target = values
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = value
        said = complaint(values)
        for part in parts + ALWAYS:
            assert part in said, (place, part, said)


def loading(path):
    """What is said of a file that is no board."""
    try:
        board.load_board(path)
    except BoardError as problem:
        return str(problem)
    raise AssertionError(path + " was taken")


def write(text):
    with open("/broken.json", "w") as file:
        file.write(text)
    return "/broken.json"


def test_file_that_is_missing_cut_or_no_object_is_told():
    """Every cut of the file gives a message, never another error."""
    assert "/nothing.json" in loading("/nothing.json")
    text = json.dumps(whole())
    for cut in range(0, len(text) - 1, 397):
        assert "JSON" in loading(write(text[:cut]))
    for text in ("[]", "3", "null", '"board"'):
        assert "object" in loading(write(text))
