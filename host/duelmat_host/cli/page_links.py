"""Page links: where the pages of `duelmat play` are served, and the links printed for people."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from duelmat_host.app.access import ENROLLING, JUDGE
from duelmat_host.cli.output import Complaint
from duelmat_host.cli.qr import qr_block
from duelmat_host.config import ListenAddress, format_listen
from duelmat_host.errors import CertificateError
from duelmat_host.serving.addresses import OwnAddress, own_names, reached_at
from duelmat_host.serving.certificate import (
    Certificate,
    check_certificate,
    fingerprint,
    own_certificate,
)
from duelmat_host.web import LOOPBACK_HOSTS, Service

OVERHEARD: Final = (
    "These pages are not encrypted: everybody in the same network can read what they send and "
    "get, hands and links too. Start the table with --tls to keep that private."
)


@dataclass(frozen=True, slots=True)
class Place:
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


def place_at(
    bound: ListenAddress,
    directory: Path,
    *,
    host_names: Sequence[str] = (),
    tls: bool = False,
    files: tuple[Path | None, Path | None] = (None, None),
) -> Place:
    """Return how the pages are served. Raises Complaint, CertificateError.

    files: the user's own certificate and its key; with `tls` and without them, the table signs
    itself.
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
    elif path is not None or key is not None:
        raise Complaint("Expected --tls-cert and --tls-key together, got one of them.")
    reached = tuple(reached_at(bound.host))
    if tls and certificate is None:
        names = [*own_names(host_names), "localhost", "127.0.0.1", *(each.ip for each in reached)]
        certificate = own_certificate(directory, names)
    return Place(bound, tuple(host_names), certificate, reached)


def print_links(service: Service, place: Place) -> None:
    """Print the links that people need at this table, to standard error."""
    page = service.page()
    bound, base = place.bound, place.base
    links = service.access.links
    if bound.is_loopback and page.simulated:
        judge = f"{base}judge/{links[JUDGE]}"
        click.echo(f"The judge's page, for whoever shall rule at this table: {judge}", err=True)
        return
    named = [(seat.name, f"{base}seat/{links[seat.letter]}") for seat in page.seats]
    named += [("The judge's page", f"{base}judge/{links[JUDGE]}"), ("Everybody", base)]
    if not page.simulated:
        named.append(("Enrolling", f"{base}enroll/{links[ENROLLING]}"))
    width = max(len(name) for name, _ in named)
    click.echo("Links, each for whom it names; whoever has a link is let in:", err=True)
    for name, address in named:
        click.echo(f"  {name.ljust(width)}  {address}", err=True)
    if bound.is_loopback:
        return
    for other in place.reached[0 if place.host_names else 1 :]:
        click.echo(
            f"  The same pages are at {place.base_at(other)} ({other.interface}).", err=True
        )
    if place.certificate is not None:
        click.echo(
            "A browser that does not know the certificate shows its SHA-256 fingerprint, which "
            f"must be {fingerprint(place.certificate)}",
            err=True,
        )
    else:
        click.secho(OVERHEARD, err=True, fg="yellow")
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        columns = shutil.get_terminal_size().columns
        click.echo(qr_block(named, columns), err=True, color=True)
