"""The options that commands share which serve pages, and the place that they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec import Struct

from duelmat_command.output import (
    Complaint,
    echo,
)
from duelmat_command.page_language import language_option, warn_of_broken_catalogs
from duelmat_command.settings import SettingOption, is_named

if TYPE_CHECKING:
    from duelmat_serving.listen_address import ListenAddress
    from duelmat_serving.server_address import ServerAddress


OVERHEARD: Final = (
    "These pages are not encrypted: everybody in the same network can read what they send and "
    "get, links, hands and deck lists too. Start it with --tls to keep that private."
)


class ServingOptions(Struct, frozen=True):
    """The options of a command for serving pages."""

    listen: str
    host_names: tuple[str, ...]
    tls: bool
    tls_cert: Path | None
    tls_key: Path | None
    page_port: int | None
    language: str


def serving_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of serving; the command takes them as `serving`."""

    @wraps(command)
    def gathering(*args: Any, **kwargs: Any) -> Any:
        fields = {name: kwargs.pop(name) for name in ServingOptions.__struct_fields__}
        return command(*args, serving=ServingOptions(**fields), **kwargs)

    options = (
        click.option(
            "--listen",
            cls=SettingOption,
            setting="listen",
            metavar="ADDRESS[:PORT]",
            show_default=True,
            help="Where the pages are served; port 0 is any that is free. 0.0.0.0 serves them to "
            "phones and computers in the same network.",
        ),
        click.option(
            "--host-name",
            "host_names",
            cls=SettingOption,
            setting="host_names",
            multiple=True,
            metavar="NAME",
            help="Another name under which this machine is reached; the links use the first.",
        ),
        click.option(
            "--tls/--no-tls",
            cls=SettingOption,
            setting="tls",
            help="Encrypt; with a certificate of the program's own if none is named.",
        ),
        click.option(
            "--tls-cert",
            cls=SettingOption,
            setting="tls_cert",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Encrypt with this certificate (PEM).",
        ),
        click.option(
            "--tls-key",
            cls=SettingOption,
            setting="tls_key",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Its key (PEM).",
        ),
        click.option(
            "--page-port",
            type=click.IntRange(0, 65_535),
            help="The port alone, at the address of --listen.",
        ),
        language_option(
            "The language of pages, for browsers that ask for none of those there are."
        ),
    )
    return reduce(lambda made, option: option(made), reversed(options), gathering)


def listen_address(options: ServingOptions) -> ListenAddress:
    """Return the address that is wanted."""
    from duelmat_serving.listen_address import parse_listen

    address = parse_listen(options.listen)
    port = options.page_port
    return address if port is None else address._replace(port=port)


def find_server_address(
    ctx: click.Context, options: ServingOptions, directory: Path
) -> ServerAddress:
    """Return the address of the pages: at a free port if the wanted one was not named.

    Pages that others in the network can read along are warned of, and languages that no page can
    be shown in.

    directory: for a certificate of the program's own.

    Raises: Complaint, NotOwnAddressError, PortTakenError, CertificateError.
    """
    from duelmat_serving.addresses import check_own_address
    from duelmat_serving.listen_address import names_port
    from duelmat_serving.server import free_port
    from duelmat_serving.server_address import server_address_at

    warn_of_broken_catalogs()
    address = listen_address(options)
    check_own_address(address.host)
    page = address._replace(port=free_port(address.port, address.host))
    if address.port and page.port != address.port:
        if options.page_port is not None or (
            is_named(ctx, "listen") and names_port(options.listen)
        ):
            raise Complaint(
                f"expected port {address.port} to be free for the pages, but another program has "
                "it: name another port, or leave it out, and a free one is taken."
            )
        echo(
            (
                f"Port {address.port} is taken by another program: the page is at port "
                f"{page.port}. Name one with --page-port."
            ),
            err=True,
        )
    files = options.tls_cert, options.tls_key
    if is_named(ctx, "tls") and not options.tls:
        files = None, None
    if (files[0] is None) != (files[1] is None):
        raise Complaint("Expected --tls-cert and --tls-key together, got one of them.")
    place = server_address_at(
        page, directory, host_names=options.host_names, tls=options.tls, files=files
    )
    if place.certificate is None and not place.bound.is_loopback:
        echo(OVERHEARD, err=True, fg="yellow")
    return place
