"""The digest of the antenna map."""

from hypothesis import given
from hypothesis import strategies as st

from duelmat_wire import EMPTY, ONE, SEVERAL, UNSURE, MapDigest, map_digest

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


UIDS = st.lists(st.binary(min_size=7, max_size=7), max_size=4, unique=True)


@given(st.lists(st.tuples(st.integers(0, 39), st.sampled_from([EMPTY, ONE, UNSURE]), UIDS)))
def test_a_digest_kept_up_is_that_of_the_whole_map(
    changes: list[tuple[int, int, list[bytes]]],
) -> None:
    """After any changes, in any order."""
    kept, whole = MapDigest(40), {}
    assert kept.value == map_digest([])
    for antenna, state, uids in changes:
        kept.put(antenna, state, uids)
        whole[antenna] = (antenna, state, tuple(uids))
        assert kept.value == map_digest(list(whole.values()))
