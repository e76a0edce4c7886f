"""ListenAddress: where the pages are served, as people write it: `127.0.0.1:8765`, `[::1]:0`."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Final, NamedTuple

LOOPBACK: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8765
_WRITTEN: Final = re.compile(r"(?:\[([^\]]*)\]|([^:]*))(?::([0-9]{1,5}))?")


class ListenAddress(NamedTuple):
    """An address of this machine and a TCP port."""

    host: str
    """An IP address."""
    port: int = DEFAULT_PORT
    """0 to 65535; 0: any that is free."""

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this machine can reach it."""
        return ip_address(self.host).is_loopback

    @property
    def is_unspecified(self) -> bool:
        """Whether it means all addresses of this machine: 0.0.0.0, ::."""
        return ip_address(self.host).is_unspecified


def parse_listen(text: str) -> ListenAddress:
    """Parse an address with or without a port, reading localhost as 127.0.0.1.

    Raises ValueError.
    """
    found = _WRITTEN.fullmatch(text)
    bracketed, plain, port = found.groups() if found else (None, text, None)
    host = LOOPBACK if plain == "localhost" else bracketed or plain or ""
    address = ip_address(host)
    number = DEFAULT_PORT if port is None else int(port)
    if number > 65_535:
        raise ValueError(text)
    return ListenAddress(str(address), number)


def names_port(text: str) -> bool:
    """Whether an address is written with a port."""
    found = _WRITTEN.fullmatch(text)
    return found is not None and found[3] is not None


def format_listen(address: ListenAddress) -> str:
    """Write an address as it stands in a URL: an IPv6 address in brackets."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"{host}:{address.port}"
