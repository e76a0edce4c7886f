"""Page links: where the pages of `duelmat play` are served, and the links printed for people."""

from __future__ import annotations

import os
import shutil
import sys

import click

from duelmat_command.columns import padded, width_of
from duelmat_command.output import echo, wrapped
from duelmat_host.app.access import ENROLLING
from duelmat_host.cli.qr import qr_block
from duelmat_host.showing.view_types import JUDGE
from duelmat_host.web import Service
from duelmat_message import escaped
from duelmat_serving.certificate import fingerprint
from duelmat_serving.server_address import ServerAddress


def print_links(service: Service, place: ServerAddress) -> None:
    """Print the links that people need at this table, to standard error."""
    page = service.page()
    bound, base = place.bound, place.base
    links = service.access.links
    people = [seat for seat in page.seats if not seat.is_opponent]
    if bound.is_loopback and page.simulated and len(people) < len(page.seats):
        return  # one player, whose address is printed by itself
    named = [(seat.name, f"{base}seat/{links[seat.letter]}") for seat in people]
    named.append(("Everybody", base))
    if not page.simulated:
        named.append(("Enrolling", f"{base}enroll/{links[ENROLLING]}"))
    named = [(escaped(name), address) for name, address in named]
    width = max(width_of(name) for name, _ in named)
    echo("Links, each for whom it names; whoever has a link is let in:", err=True)
    for name, address in named:
        echo(f"  {padded(name, width)}  {address}", err=True)
    others = () if bound.is_loopback else place.reached[0 if place.host_names else 1 :]
    for other in others:
        echo(
            wrapped(
                f"The same pages are at {place.base_at(other)} ({other.interface}).",
                "  ",
            ),
            err=True,
        )
    if place.certificate is not None:
        echo(
            (
                "A browser that does not know the certificate shows its SHA-256 fingerprint, "
                f"which must be {fingerprint(place.certificate)}"
            ),
            err=True,
        )
    _draw(named)


def _draw(named: list[tuple[str, str]]) -> None:
    """Draw addresses as QR codes, where a person looks on."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        columns = shutil.get_terminal_size().columns
        click.echo(qr_block(named, columns), err=True, color=True)


def print_judges_link(service: Service, place: ServerAddress) -> None:
    """Print the link of the judge's page, and what it shows, to standard error."""
    link = f"{place.base}judge/{service.access.links[JUDGE]}"
    if not place.bound.is_loopback:
        _draw([("The judge's page", link)])
    echo(f"The judge's page shows every face-down card; whoever rules here opens {link}", err=True)
