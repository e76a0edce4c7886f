"""Which side to update."""

import pytest

from duelmat_wire import Welcome, handshake_advice
from wire.table import DIGEST, hello

OTHER = b"12345678"
CASES = [
    ((1, DIGEST), (1, DIGEST), None),
    ((1, DIGEST), (2, DIGEST), "on the board"),
    ((1, OTHER), (2, DIGEST), "on the board"),
    ((3, DIGEST), (2, DIGEST), "update duelmat on this computer"),
    ((2, OTHER), (2, DIGEST), "the mat 3132333435363738, this host for the mat 0102030405060708"),
]


@pytest.mark.parametrize(("board", "host", "advice"), CASES)
def test_the_advice_names_the_side_that_is_behind(
    board: tuple[int, bytes], host: tuple[int, bytes], advice: str | None
) -> None:
    """The protocol comes first, then the mat; both numbers are told."""
    told = handshake_advice(
        hello(protocol=board[0], digest=board[1]), Welcome(host[0], host[1], 0, 0)
    )
    if advice is None:
        assert told is None
    else:
        assert told is not None
        assert advice in told
        assert str(board[0]) in told
