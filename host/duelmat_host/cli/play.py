"""`duelmat play`: a table in the browser, over a simulated mat or a real one."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import webbrowser
from pathlib import Path
from typing import Final, Literal

import click

from duelmat_hardware import MatError
from duelmat_host.cli.output import Complaint, complains_of
from duelmat_host.errors import HostError

DEFAULT_DIRECTORY: Final = "~/.local/share/duelmat/table"
DEFAULT_PAGE_PORT: Final = 8765


@click.command("play", short_help="Open a table in the browser.")
@click.option(
    "--ruleset",
    default="trump-king",
    show_default=True,
    metavar="NAME",
    help="What is played: trump-king, ocg, resummoned or trigamon.",
)
@click.option(
    "--deck",
    "decks",
    multiple=True,
    metavar="FILE",
    help="Your deck: TOML of card codes, a .ydk file or a ydke:// address; a second one is the "
    "other player's. Without it, the ruleset's own deck for trying it.",
)
@click.option(
    "--mat",
    default="",
    metavar="NAME",
    help="The mat: standard, mini, or a file that describes one.",
)
@click.option("--simulated", is_flag=True, help="Play on the simulated mat (this is the default).")
@click.option("--port", metavar="DEVICE", help="Play on a real mat, as in /dev/ttyACM0.")
@click.option(
    "--registry",
    type=click.Path(path_type=Path),
    help="Which tag is which card, for a real mat (TOML or JSON); grows as cards are enrolled.",
)
@click.option(
    "--two", is_flag=True, help="Two people at this screen, with a curtain between them."
)
@click.option(
    "--names", nargs=2, default=("Ana", "Ben"), show_default=True, help="What you are called."
)
@click.option(
    "--assist",
    type=click.Choice(["coach", "referee", "tournament", "counter"]),
    default="coach",
    show_default=True,
    help="How much the lights help.",
)
@click.option("--new", is_flag=True, help="Begin a new duel even if one was left unfinished.")
@click.option(
    "--dir",
    "directory",
    type=click.Path(path_type=Path),
    default=DEFAULT_DIRECTORY,
    show_default=True,
    help="Where the table keeps its journal.",
)
@click.option(
    "--micropython", type=click.Choice(["1.28", "1.29"]), default="1.29", show_default=True
)
@click.option(
    "--deal-seed",
    type=int,
    metavar="N",
    help="For practice and tests: packs shuffled, and the practice opponent led, by this number.",
)
@click.option(
    "--page-port",
    type=click.IntRange(0, 65_535),
    default=DEFAULT_PAGE_PORT,
    show_default=True,
    help="Where the page is served; 0 for any port that is free.",
)
@click.option("--browser/--no-browser", default=True, help="Open the page by itself.")
@complains_of(HostError, MatError)
def command(
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
    page_port: int,
    browser: bool,
) -> None:
    """Open a table and print the address of its page.

    Without options: Trump King on a simulated mat, and a practice opponent who plays random legal
    plays with hands of its own. docs/rulesets tells how each game is played with the mat.
    The duel goes on where it stopped when it is started again.

    \b
    Examples:
      duelmat play                                try it alone
      duelmat play --ruleset ocg                  the same with another game
      duelmat play --ruleset ocg --deck mine.ydk --deck hers.ydk --two
      duelmat play --two --names Mia Leo          two people, one screen
      duelmat play --port /dev/ttyACM0 --registry cards.toml
    """
    from duelmat_host.app.table_app import PlayOptions, TableApp  # noqa: PLC0415  (keeps --help quick)

    if port is not None and simulated:
        raise Complaint("Name a port or ask for the simulated mat, not both.")
    if port is not None and registry is None:
        raise Complaint(
            "A real mat needs to know which tag is which card: name a file with --registry "
            "(it may be new; cards are enrolled on the page /enroll)."
        )
    if len(decks) > 2:
        raise Complaint(f"Name one deck, or one for each of two players; got {len(decks)}.")
    options = PlayOptions(
        directory=directory.expanduser(),
        ruleset=known_ruleset(ruleset),
        decks=decks,
        mat=mat,
        port=port,
        registry=registry,
        names=names,
        two=two,
        assist=assist,
        new=new,
        micropython=micropython,
        deal_seed=deal_seed,
    )
    from duelmat_host.web.serving import free_port  # noqa: PLC0415

    page = free_port(page_port)
    if page_port and page != page_port:
        click.echo(
            f"Port {page_port} is taken by another program: the page is at port {page}. Name one "
            "with --page-port.",
            err=True,
        )
    click.echo("DuelSetup the table ...", err=True)
    asyncio.run(_serve(TableApp(options), page, open_page=browser))


def known_ruleset(name: str) -> str:
    """The ruleset of that name, written with - or _."""
    from duelmat_engine.ruleset import ruleset_names  # noqa: PLC0415  (keeps --help quick)

    wanted = name.lower().replace("-", "_")
    if wanted not in ruleset_names():
        known = ", ".join(n.replace("_", "-") for n in ruleset_names())
        raise Complaint(f"Expected a ruleset ({known}), got {name!r}.")
    return wanted


async def _serve(table_app: object, page: int, *, open_page: bool) -> None:
    from duelmat_host.app.table_app import TableApp  # noqa: PLC0415
    from duelmat_host.web import make_app  # noqa: PLC0415
    from duelmat_host.web.serving import serve  # noqa: PLC0415

    assert isinstance(table_app, TableApp)
    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    service = await table_app.open()
    gc.collect()
    gc.freeze()  # what is there now stays: no collection in mid-duel goes through it
    server = serve(make_app(service), page)
    url = f"http://127.0.0.1:{page}/seat/{service.token('a')}"
    judge = f"http://127.0.0.1:{page}/judge/{service.token('judge')}"
    click.echo(f"The judge's page, for whoever shall rule at this table: {judge}", err=True)
    click.echo(table_app.greeting(), err=True)
    click.echo(url)
    if open_page and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        webbrowser.open(url)
    turning = asyncio.create_task(service.run(), name="table")
    serving = asyncio.create_task(server.serve(), name="pages")
    leaving = asyncio.create_task(closing.wait(), name="closing")
    try:
        done, _ = await asyncio.wait(
            {turning, serving, leaving}, return_when=asyncio.FIRST_COMPLETED
        )
    finally:
        leaving.cancel()
        service.stop()
        server.should_exit = True
        await asyncio.gather(turning, serving, leaving, return_exceptions=True)
        await table_app.close()
    for task in done - {leaving}:
        task.result()
