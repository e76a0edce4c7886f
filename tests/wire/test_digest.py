"""The digest of the antenna map."""

from hypothesis import given
from hypothesis import strategies as st

from duelmat_wire import EMPTY, ONE, SEVERAL, UNSURE, map_digest

A, B = b"\x01\x02\x03\x04", b"\x04\x03\x02\x01\x05\x06\x07"


@given(st.permutations([(1, ONE, (A,)), (2, SEVERAL, (A, B)), (3, UNSURE, ()), (9, EMPTY, ())]))
def test_order_and_empty_antennas_do_not_matter(
    entries: list[tuple[int, int, tuple[bytes, ...]]],
) -> None:
    """Board and host may keep their maps as they like."""
    known = map_digest([(1, ONE, (A,)), (2, SEVERAL, (B, A)), (3, UNSURE, ())])
    assert map_digest(entries) == known
    assert map_digest(tuple(entries)) == known


def test_every_difference_of_content_shows() -> None:
    """Another antenna, state or tag gives another number."""
    maps: list[list[tuple[int, int, tuple[bytes, ...]]]] = [
        [],
        [(1, ONE, (A,))],
        [(2, ONE, (A,))],
        [(1, ONE, (B,))],
        [(1, SEVERAL, (A,))],
        [(1, UNSURE, ())],
        [(1, SEVERAL, (A, B))],
        [(1, ONE, (A,)), (2, ONE, (B,))],
        [(1, ONE, (B,)), (2, ONE, (A,))],
    ]
    assert len({map_digest(entries) for entries in maps}) == len(maps)
