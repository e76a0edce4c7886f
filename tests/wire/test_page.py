"""docs/protocol.md says what the code does."""

import re
import zlib

import pytest
from cobs import cobs

from duelmat_wire import MESSAGES, LocalError, Message, Touch, encode_frame, encode_message
from duelmat_wire.table import BEGIN, END, field_meanings, protocol_table, update_page
from micropython import ROOT

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    """After a change: `python -m duelmat_wire.table docs/protocol.md`."""
    assert update_page(PAGE) == PAGE
    assert protocol_table() in PAGE


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.NAME)
def test_every_message_and_field_is_explained(message: type[Message]) -> None:
    """The docstring has one sentence for the message and one meaning for each field."""
    assert message.__doc__
    assert list(field_meanings(message)) == [name for name, _ in message.FIELDS]


def test_the_example_of_the_page_is_a_real_frame() -> None:
    """The bytes that a reader checks by hand are the bytes on the line."""
    content = bytes.fromhex("".join(re.findall(r"^content   (.*)$", PAGE, re.MULTILINE)))
    line = bytes.fromhex("".join(re.findall(r"^line      (.*)$", PAGE, re.MULTILINE)))
    assert zlib.crc32(content[:-4], 0x12345678) == int.from_bytes(content[-4:], "little")
    assert cobs.encode(content) + b"\x00" == line
    assert encode_frame(0x82, 0, 0, encode_message(Touch(1, 1000, 5, 1)), 0x12345678) == line


@pytest.mark.parametrize("page", ["", BEGIN, END, f"{END}{BEGIN}"])
def test_a_page_without_its_marks_is_refused(page: str) -> None:
    """Nothing is written at a guess."""
    with pytest.raises(LocalError, match="put them back"):
        update_page(page)
