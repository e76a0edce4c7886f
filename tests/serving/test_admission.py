"""Who stays connected when more come than there is room for: the policy, without a network."""

from __future__ import annotations

import pytest

from duelmat_serving.admission import (
    OF_LINK,
    OF_SESSION,
    Admission,
    Bounds,
    ConnectionSlot,
    Rank,
    network,
)
from duelmat_serving.errors import CrowdedError

BOUNDS = Bounds(32)
"""Of 28 that are held, one address has 14."""


class Crowd:
    """Connections by name, and which have been ended."""

    def __init__(self, bounds: Bounds = BOUNDS) -> None:
        self.admission = Admission(bounds)
        self.ended: list[str] = []

    def come(
        self, name: str, address: str = "192.0.2.1", *, encrypts: bool = False
    ) -> ConnectionSlot:
        return self.admission.arrive(address, lambda: self.ended.append(name), encrypts=encrypts)

    def feeds(self, count: int, address: str) -> list[ConnectionSlot]:
        """Return so many feeds of spectators."""
        slots = [self.come(f"{address} feed {number}", address) for number in range(count)]
        for slot in slots:
            slot.hold(Rank.SPECTATOR)
        return slots


def test_one_address_has_half_of_what_spectators_may_hold() -> None:
    """And whoever comes from another one still finds room."""
    crowd = Crowd()
    crowd.feeds(14, "192.0.2.1")
    with pytest.raises(CrowdedError, match="Too many pages are open"):
        crowd.come("one more").hold(Rank.SPECTATOR)
    crowd.feeds(14, "192.0.2.2")
    assert not crowd.ended


@pytest.mark.parametrize(
    ("holding", "coming"),
    [
        (Rank.SPECTATOR, Rank.PLAYER),
        (Rank.SPECTATOR, Rank.STAFF),
        (Rank.PLAYER, Rank.STAFF),
    ],
)
def test_the_newest_of_a_lower_rank_gives_way(holding: Rank, coming: Rank) -> None:
    """Of the client with the most, so that whoever holds little keeps it."""
    crowd = Crowd()
    for number in range(BOUNDS.held):
        client = "few" if number >= BOUNDS.held - 2 else f"many {number % 2}"
        crowd.come(f"{number} of {client}", client).hold(holding, client, f"session {number}")
    crowd.come("it").hold(coming, "link", "session")
    assert len(crowd.ended) == 1
    assert "of many" in crowd.ended[0]


@pytest.mark.parametrize("rank", [Rank.SPECTATOR, Rank.PLAYER, Rank.STAFF])
def test_nobody_displaces_an_equal(rank: Rank) -> None:
    crowd = Crowd()
    for number in range(BOUNDS.held):
        crowd.come("old", f"192.0.2.{number}").hold(Rank.STAFF, f"link {number}", f"s{number}")
    slot = crowd.come("new")
    with pytest.raises(CrowdedError):
        slot.hold(rank, "link", "session")
    assert not crowd.ended
    slot.leave()


@pytest.mark.parametrize(
    ("of_one", "sessions"), [(OF_SESSION, 1), (OF_LINK, 100)], ids=["session", "link"]
)
def test_a_persons_newer_connections_replace_their_own_older_ones(
    of_one: int, sessions: int
) -> None:
    """A phone that lost its connection comes back, and shuts nobody else out."""
    crowd = Crowd(Bounds(1000))
    for number in range(of_one + 3):
        crowd.come(f"{number}").hold(Rank.PLAYER, "link", f"session {number % sessions}")
    assert crowd.ended == ["0", "1", "2"]


def test_the_longest_waiting_of_the_busiest_address_is_ended_first() -> None:
    """Silent connections make room for others, and those of other addresses stay."""
    crowd = Crowd()
    crowd.come("somebody else", "192.0.2.9")
    for number in range(40):
        crowd.come(f"silent {number}")
    assert crowd.ended == [f"silent {number}" for number in range(9)]


def test_handshakes_have_a_bound_of_their_own() -> None:
    crowd = Crowd()
    for number in range(BOUNDS.handshakes + 2):
        crowd.come(f"silent {number}", encrypts=True)
    assert crowd.ended == ["silent 0", "silent 1"]


def test_an_answer_that_ends_gives_its_place_back() -> None:
    crowd = Crowd()
    for slot in crowd.feeds(14, "192.0.2.1"):
        slot.wait()
        slot.leave()
        slot.leave()  # as a connection does that was ended before
    crowd.feeds(14, "192.0.2.1")


def test_a_connection_that_was_ended_holds_nothing_more() -> None:
    crowd = Crowd(Bounds(2))
    first = crowd.come("first")
    for _ in range(2):
        crowd.come("later")
    assert crowd.ended == ["first"]
    first.wait()
    with pytest.raises(CrowdedError):
        first.hold(Rank.STAFF, "link", "session")


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_client(address: str, client: str) -> None:
    """A machine has as many addresses of it as it likes."""
    assert network(address) == client
