"""`duelmat play`: a table in the browser, over a simulated mat or a real one."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import webbrowser
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final, Literal, get_args

import click

from duelmat_hardware import MatError
from duelmat_host.cli.log_options import log_options
from duelmat_host.cli.output import Complaint, complains_of, print_error
from duelmat_host.cli.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_host.config import (
    Assist,
    ListenAddress,
    default_of,
    names_port,
    parse_listen,
)
from duelmat_host.errors import HostError
from duelmat_host.showing.view_types import LinkView

_LINK_COLOURS: Final = {"up": "green", "weak": "yellow", "down": "red", "wrong": "red"}


@click.command("play", cls=ConfiguredCommand, short_help="Open a table in the browser.")
@click.option(
    "--ruleset",
    cls=SettingOption,
    setting="ruleset",
    show_default=True,
    metavar="NAME",
    help="What is played: trump-king, ocg, resummoned or trigamon.",
)
@click.option(
    "--deck",
    "decks",
    cls=SettingOption,
    setting="decks",
    multiple=True,
    metavar="FILE",
    help="Your deck: TOML of card codes, a .ydk file or a ydke:// address; a second one is the "
    "other player's. Without it, the ruleset's own deck for trying it.",
)
@click.option(
    "--mat",
    cls=SettingOption,
    setting="mat",
    show_default=True,
    metavar="NAME",
    help="The mat: standard, mini, or a file that describes one.",
)
@click.option("--simulated", is_flag=True, help="Play on the simulated mat (this is the default).")
@click.option(
    "--port",
    cls=SettingOption,
    setting="port",
    metavar="DEVICE",
    help="Play on a real mat, as in /dev/ttyACM0; auto finds it by its USB id.",
)
@click.option(
    "--registry",
    cls=SettingOption,
    setting="registry",
    type=click.Path(path_type=Path),
    help="Which tag is which card, for a real mat (TOML or JSON); grows as cards are enrolled.",
)
@click.option(
    "--two/--alone",
    cls=SettingOption,
    setting="two",
    help="Two people at this screen, with a curtain between them.",
)
@click.option(
    "--names",
    cls=SettingOption,
    setting="names",
    nargs=2,
    metavar="NAME NAME",
    show_default=True,
    help="What you are called.",
)
@click.option(
    "--assist",
    cls=SettingOption,
    setting="assist",
    type=click.Choice(get_args(Assist)),
    show_default=True,
    help="How much the lights help.",
)
@click.option("--new", is_flag=True, help="Begin a new duel even if one was left unfinished.")
@click.option(
    "--dir",
    "directory",
    cls=SettingOption,
    setting="directory",
    type=click.Path(path_type=Path),
    show_default=True,
    help="Where the table keeps its journal.",
)
@click.option(
    "--micropython",
    cls=SettingOption,
    setting="micropython",
    type=click.Choice(["1.28", "1.29"]),
    show_default=True,
)
@click.option(
    "--deal-seed",
    type=int,
    metavar="N",
    help="For practice and tests: packs shuffled, and the practice opponent led, by this number.",
)
@click.option(
    "--listen",
    cls=SettingOption,
    setting="listen",
    metavar="ADDRESS[:PORT]",
    show_default=True,
    help="Where the pages are served; port 0 is any that is free. 0.0.0.0 serves them to phones "
    "and computers in the same network: two players then have a screen each.",
)
@click.option(
    "--host-name",
    "host_names",
    cls=SettingOption,
    setting="host_names",
    multiple=True,
    metavar="NAME",
    help="Another name under which this machine is reached; the links use the first.",
)
@click.option(
    "--tls/--no-tls",
    cls=SettingOption,
    setting="tls",
    help="Encrypt; with a certificate of the table's own if none is named.",
)
@click.option(
    "--tls-cert",
    cls=SettingOption,
    setting="tls_cert",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Encrypt with this certificate (PEM).",
)
@click.option(
    "--tls-key",
    cls=SettingOption,
    setting="tls_key",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Its key (PEM).",
)
@click.option(
    "--new-links",
    is_flag=True,
    help="Make all links anew: the old ones and the pages they have opened end.",
)
@click.option(
    "--page-port",
    type=click.IntRange(0, 65_535),
    help="The port alone, at the address of --listen.",
)
@click.option(
    "--browser/--no-browser",
    cls=SettingOption,
    setting="browser",
    help="Open the page by itself.",
)
@log_options
@complains_of(HostError, MatError)
@click.pass_context
def command(
    ctx: click.Context,
    ruleset: str,
    decks: tuple[str, ...],
    mat: str,
    simulated: bool,
    port: str | None,
    registry: Path | None,
    two: bool,
    names: tuple[str, str],
    assist: str,
    new: bool,
    directory: Path,
    micropython: Literal["1.28", "1.29"],
    deal_seed: int | None,
    listen: str,
    host_names: tuple[str, ...],
    tls: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    new_links: bool,
    page_port: int | None,
    browser: bool,
    verbose: int,
    log_level: str,
) -> None:
    """Open a table and print the address of its page.

    Without options: Trump King on a simulated mat, and a practice opponent who plays random legal
    plays with hands of its own. docs/rulesets shows how each game is played with the mat. The duel
    goes on where it stopped when it is started again.

    \b
    Examples:
      duelmat play                                try it alone
      duelmat play --ruleset ocg                  the same with another game
      duelmat play --ruleset ocg --deck mine.ydk --deck hers.ydk --two
      duelmat play --two --names Mia Leo          two people, one screen
      duelmat play --port auto --registry cards.toml
      duelmat play --port auto --registry cards.toml --listen 0.0.0.0 --tls
    """
    from duelmat_host.app.log_file import LogOutput
    from duelmat_host.app.table_app import PlayOptions, TableApp
    from duelmat_host.app.table_factory import check_not_taken

    if port is not None and simulated:
        if is_named(ctx, "port"):
            raise Complaint("Name a port or ask for the simulated mat, not both.")
        port = None
    if port is None and not is_named(ctx, "registry"):
        registry = None  # the settings' registry is for the real mat
    if port is not None and registry is None:
        raise Complaint(
            "A real mat needs to know which tag is which card: name a file with --registry "
            "(it may be new; cards are enrolled on a page whose link is printed)."
        )
    from duelmat_host.cli.capture import packaged_mat
    from duelmat_host.cli.rulesets import known_ruleset

    packaged_mat(mat)
    address = _page_address(listen, page_port)
    options = PlayOptions(
        directory=directory.expanduser(),
        ruleset=known_ruleset(ruleset),
        decks=_decks_for(ctx, ruleset, decks),
        mat=mat,
        port=port,
        registry=registry,
        names=names,
        two=two,
        assist=assist,
        new=new,
        new_links=new_links,
        is_shared=not address.is_loopback,
        micropython=micropython,
        deal_seed=deal_seed,
    )
    from duelmat_host.cli.page_links import place_at
    from duelmat_host.serving.addresses import check_own_address
    from duelmat_host.serving.server import free_port

    check_own_address(address.host)
    check_not_taken(options.directory)
    page = address._replace(port=free_port(address.port, address.host))
    if address.port and page.port != address.port:
        if page_port is not None or (is_named(ctx, "listen") and names_port(listen)):
            raise Complaint(
                f"expected port {address.port} to be free for the pages, but another program has "
                "it: name another port, or leave it out, and a free one is taken."
            )
        click.echo(
            f"Port {address.port} is taken by another program: the page is at port {page.port}. "
            "Name one with --page-port.",
            err=True,
        )
    click.echo("Opening the table ...", err=True)
    is_plain = is_named(ctx, "tls") and not tls
    files = (None, None) if is_plain else (tls_cert, tls_key)
    place = place_at(page, options.directory, host_names=host_names, tls=tls, files=files)
    with LogOutput(log_level, verbose) as log:
        table_app = TableApp(
            options, say=lambda text: click.echo(text, err=True), log_to=log.open_file
        )
        asyncio.run(_serve(table_app, place, open_page=browser))


def _page_address(listen: str, page_port: int | None) -> ListenAddress:
    """Return where the pages are served."""
    address = parse_listen(listen)
    return address if page_port is None else address._replace(port=page_port)


def _decks_for(ctx: click.Context, ruleset: str, decks: tuple[str, ...]) -> tuple[str, ...]:
    """Return the decks to play with: those of the settings are for the settings' ruleset."""
    from duelmat_host.cli.rulesets import known_ruleset

    usual = (ctx.default_map or {}).get("ruleset", default_of("ruleset"))
    if not decks or is_named(ctx, "decks") or known_ruleset(ruleset) == known_ruleset(usual):
        return decks
    click.echo(
        f"The decks of the settings are for {usual}: with {ruleset} they are left aside; name "
        "others with --deck.",
        err=True,
    )
    return ()


async def _serve(table_app: object, place: object, *, open_page: bool) -> None:
    from duelmat_host.app.table_app import TableApp
    from duelmat_host.cli.page_links import Place, print_links
    from duelmat_host.serving.server import serve
    from duelmat_host.web import make_app

    assert isinstance(table_app, TableApp)
    assert isinstance(place, Place)
    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    service = await table_app.open()
    gc.collect()
    gc.freeze()  # existing objects are permanent: no collection during a duel goes through them
    app = make_app(service, hosts=place.hosts, address=place.base)
    server = serve(app, place.bound.port, place.bound.host, certificate=place.certificate)
    table_app.publish(place.own_base)

    async def announce() -> None:
        """Print the addresses as soon as they answer, and open the page."""
        await server.listening.wait()
        print_links(service, place)
        click.echo(table_app.greeting(), err=True)
        click.echo(f"{place.base}seat/{service.access.links['a']}")
        if open_page and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            # every user of this machine sees it in the list of processes: it works once
            ticket = f"{place.own_base}open/{service.access.new_ticket('a')}"
            await asyncio.to_thread(webbrowser.open, ticket)

    telling = asyncio.create_task(_tell_link(service.link_states()), name="link")
    turning = asyncio.create_task(service.run(), name="table")
    serving = asyncio.create_task(server.serve(), name="pages")
    announcing = asyncio.create_task(announce(), name="addresses")
    leaving = asyncio.create_task(closing.wait(), name="closing")
    try:
        done, _ = await asyncio.wait(
            {turning, serving, leaving}, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        leaving.cancel()
        announcing.cancel()
        service.stop()
        server.should_exit = True
        await asyncio.gather(
            turning, serving, leaving, announcing, telling, return_exceptions=True
        )
        await table_app.close()
    for task in done - {leaving}:
        task.result()


async def _tell_link(states: AsyncIterator[LinkView]) -> None:
    """Print how the connection to the mat changes; that it is good, only after a fault."""
    is_well = True
    async for state in states:
        if state.state != "up" or not is_well:
            print_error(state.text, _LINK_COLOURS[state.state])
        is_well = state.state == "up"
