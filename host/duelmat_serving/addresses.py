"""Addresses: under which names and addresses this machine's pages are reached."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple

import ifaddr

from duelmat_message import say, words_of
from duelmat_serving.errors import NotOwnAddressError

_OUTWARDS: Final = {  # of the documentation's networks: nothing is ever sent there
    socket.AF_INET: ("192.0.2.1", 9),
    socket.AF_INET6: ("2001:db8::1", 9),
}


class OwnAddress(NamedTuple):
    """An address of this machine in a network."""

    ip: str
    interface: str
    """The system's name for it: `wlan0`."""


def reached_at(host: str) -> list[OwnAddress]:
    """List the addresses by which pages served at `host` are reached, the likeliest first.

    An unspecified address (0.0.0.0, ::) stands for those of all interfaces; without any network,
    for that of this machine alone.
    """
    bound = ip_address(host)
    names = {each.ip: each.interface for each in _interfaces()}
    if not bound.is_unspecified:
        return [OwnAddress(host, names.get(host, ""))]
    families = 4 if bound.version == 4 else 6
    found = [
        OwnAddress(ip, name)
        for ip, name in names.items()
        if ip_address(ip).version <= families and is_reachable(ip_address(ip))
    ]
    outward = _outward()
    found.sort(key=lambda each: (each.ip not in outward, ip_address(each.ip).version))
    return found or [OwnAddress("127.0.0.1", "")]


def check_own_address(host: str) -> None:
    """Raise NotOwnAddressError unless pages can be served at this address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    own = [each.ip for each in _interfaces() if is_reachable(ip_address(each.ip))]
    if "%" in host:
        raise NotOwnAddressError(
            host, say("a browser cannot be given an address of one link"), own
        )
    try:
        with socket.socket(family) as probe:
            probe.bind((host, 0))
    except OSError as error:
        raise NotOwnAddressError(host, words_of(error), own) from error


def is_reachable(address: IPv4Address | IPv6Address) -> bool:
    """Whether another machine can name this address as it stands."""
    return not (address.is_loopback or address.is_link_local or address.is_multicast)


def _interfaces() -> Sequence[OwnAddress]:
    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            found.append(OwnAddress(text, adapter.nice_name))
    return found


def _outward() -> set[str]:
    """Return the addresses from which this machine would connect to others."""
    found = set()
    for family, there in _OUTWARDS.items():
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(there)  # a datagram socket sends nothing by it
            found.add(str(probe.getsockname()[0]))
    return found


def own_names(named: Iterable[str] = ()) -> list[str]:
    """Return the host names of this machine, and those that were named."""
    host = socket.gethostname().lower()
    local = () if "." in host or not host else (f"{host}.local",)
    return [*dict.fromkeys(name.lower() for name in (host, *local, *named) if name)]
