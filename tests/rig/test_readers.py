"""Decoders: which of the forty chips hears the bus."""

from typing import Any

import pytest

from rig.boards import standard_board

VERSION = 0x37


@pytest.fixture
def board() -> Any:
    board, clock, _ = standard_board()
    board.readers.set_reset(0)
    board.readers.set_reset(1)
    clock.spend(2000)
    return board


def read(board: Any, register: int) -> Any:
    into = bytearray(2)
    board.readers.set_select(0)
    board.readers.transfer(bytes((0x80 | register << 1, 0)), 0, into, 2)
    board.readers.set_select(1)
    return into[1]


def address(board: Any, index: int) -> None:
    place = board.config["antennas"][index]
    for bit in range(3):
        board.readers.set_address(bit, place["line"] >> bit & 1)
        board.readers.set_address(bit + 3, place["bank"] >> bit & 1)


def test_every_address_reaches_its_own_chip(board: Any) -> None:
    """A value written at one address is read there and nowhere else."""
    for index in range(40):
        address(board, index)
        board.readers.set_select(0)
        board.readers.transfer(bytes((0x24 << 1, index + 1)), 0, None, 2)
        board.readers.set_select(1)
    for index in range(40):
        address(board, index)
        assert read(board, VERSION) == 0x92
        assert read(board, 0x24) == index + 1


def test_nobody_hears_while_select_is_high(board: Any) -> None:
    into = bytearray(2)
    board.readers.transfer(bytes((0x80 | VERSION << 1, 0)), 0, into, 2)
    assert into == b"\0\0"


def test_address_without_a_chip_reads_as_nothing(board: Any) -> None:
    for bit in range(6):
        board.readers.set_address(bit, 1)
    assert read(board, VERSION) == 0


def test_address_that_changes_under_select_cuts_the_frame(board: Any) -> None:
    """The chip that loses the line gets no data, and the one that gains it takes an address."""
    address(board, 0)
    board.readers.set_select(0)
    board.readers.transfer(bytes((0x24 << 1,)), 0, None, 1)
    address(board, 1)
    board.readers.transfer(bytes((0x55,)), 0, None, 1)
    board.readers.set_select(1)
    assert read(board, 0x24) == 0x26
    address(board, 0)
    assert read(board, 0x24) == 0x26


def test_reset_line_turns_all_fields_off(board: Any) -> None:
    for index in (0, 5, 39):
        address(board, index)
        board.readers.set_select(0)
        board.readers.transfer(bytes((0x14 << 1, 0x83)), 0, None, 2)
        board.readers.set_select(1)
    assert sum(board.radio.fields) == 3
    board.readers.set_reset(0)
    assert sum(board.radio.fields) == 0
