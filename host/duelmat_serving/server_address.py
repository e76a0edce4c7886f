"""The server's address: where, by which names and with which certificate pages are served."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from duelmat_serving.errors import CertificateError

from .addresses import OwnAddress, own_names, reached_at
from .certificate import Certificate, check_certificate, own_certificate
from .headers import LOOPBACK_HOSTS
from .listen_address import ListenAddress, format_listen


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address, names and certificate with which the pages are served."""

    bound: ListenAddress
    host_names: tuple[str, ...] = ()
    """Names that were given for this machine."""
    certificate: Certificate | None = None
    """The certificate for TLS; None: plain HTTP."""
    reached: tuple[OwnAddress, ...] = ()
    """The addresses at which others reach them, the likeliest first."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Return the names under which the pages answer."""
        named = tuple(name.lower() for name in self.host_names)
        return (*LOOPBACK_HOSTS, *(named if self.bound.is_loopback else own_names(named)))

    @property
    def base(self) -> str:
        """The address that people are given."""
        if self.host_names:
            return self._base(self.host_names[0])
        return self.base_at(self.reached[0])

    def base_at(self, address: OwnAddress) -> str:
        """Return the pages' address in one of the networks of this machine."""
        return self._base(address.ip)

    @property
    def own_base(self) -> str:
        """The address for this machine's own browser."""
        bound = self.bound
        is_everywhere = bound.is_unspecified
        return self._base("127.0.0.1" if is_everywhere else bound.host)

    def _base(self, host: str) -> str:
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{format_listen(self.bound._replace(host=host))}/"


def server_address_at(
    bound: ListenAddress,
    directory: Path,
    *,
    host_names: Sequence[str] = (),
    tls: bool = False,
    files: tuple[Path | None, Path | None] = (None, None),
) -> ServerAddress:
    """Return the address, names and certificate of the pages. Raises CertificateError.

    files: the user's own certificate and its key, both or neither; with `tls` and without them,
    the program signs its own.
    """
    certificate: Certificate | None = None
    path, key = files
    if path is not None and key is not None:
        certificate = Certificate(path.expanduser(), key.expanduser())
        missing = [str(file) for file in dict.fromkeys(certificate) if not file.exists()]
        if missing:
            noun = "files" if len(missing) > 1 else "file"
            raise CertificateError(*certificate, f"no such {noun} as {' and '.join(missing)}")
        check_certificate(certificate)
    reached = tuple(reached_at(bound.host))
    if tls and certificate is None:
        names = [*own_names(host_names), "localhost", "127.0.0.1", *(each.ip for each in reached)]
        certificate = own_certificate(directory, names)
    return ServerAddress(bound, tuple(host_names), certificate, reached)
