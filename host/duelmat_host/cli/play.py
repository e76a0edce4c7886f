"""`duelmat play`: a table in the browser, over a simulated mat or a real one."""

from __future__ import annotations

import asyncio
import os
import signal
import webbrowser
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import click

from duelmat_command.choices import Choice
from duelmat_command.config import (
    Assist,
    OpponentLevel,
    default_of,
)
from duelmat_command.log_options import log_options
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    print_error,
)
from duelmat_command.serving_options import (
    ServingOptions,
    find_server_address,
    listen_address,
    serving_options,
)
from duelmat_command.settings import ConfiguredCommand, SettingOption, is_named
from duelmat_command.shared_options import (
    directory_option,
    mat_option,
    micropython_option,
    port_option,
    ruleset_option,
)
from duelmat_hardware import MatError
from duelmat_host.cli.play_event import EventPlace, join, with_match
from duelmat_host.showing.view_types import LinkView
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_host.app.seating import Against

_DUEL: Final = (
    *("ruleset", "decks", "cards", "two", "opponent", "names", "duels", "new"),
    *("accept_rollback", "deal_seed"),
)
"""The options that say what is played: with one of them, nothing is left to choose on a page."""
_LINK_COLOURS: Final = {"up": "green", "weak": "yellow", "down": "red", "wrong": "red"}

LEVEL_WORDS: Final = {
    "beginner": "easy",
    "simple": "easy",
    "normal": "medium",
    "hard": "strong",
    "difficult": "strong",
    "expert": "strong",
}
"""Names that other programs give to the levels of an opponent."""


@click.command("play", cls=ConfiguredCommand, short_help="Open a table in the browser.")
@ruleset_option("What is played: trump-king, ocg, resummoned or trigamon.")
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
    "--cards",
    cls=SettingOption,
    setting="cards",
    multiple=True,
    metavar="FILE",
    help="Your own cards, which decks may have: a file as `duelmat cards check` wants it.",
)
@mat_option("The mat: standard, mini, starter, or a file that describes one.", name="mat")
@click.option("--simulated", is_flag=True, help="Play on the simulated mat (this is the default).")
@port_option(
    "Play on a real mat, as in /dev/ttyACM0; auto finds it by its USB id.", required=False
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
    "--opponent",
    cls=SettingOption,
    setting="opponent",
    type=Choice(get_args(OpponentLevel), LEVEL_WORDS),
    show_default=True,
    help="How well the other seat is played, when you play alone; on a real mat you move its "
    "cards, as the page says.",
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
    type=Choice(get_args(Assist)),
    show_default=True,
    help="How much the lights help.",
)
@click.option(
    "--match",
    "duels",
    type=click.IntRange(1, 99),
    metavar="N",
    help="Play a match of N duels: the score is kept, and the loser chooses who goes first.",
)
@click.option(
    "--event",
    "event_link",
    envvar="DUELMAT_EVENT",
    metavar="LINK",
    help="Play the matches of an event: the table's own link, as the desk has made it. In the "
    "variable DUELMAT_EVENT others cannot read it in the list of processes.",
)
@click.option(
    "--table",
    "event_table",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="The number that stands on the table: a link of another one is refused.",
)
@click.option(
    "--event-certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The certificate that the hub of the event has made for itself (--tls).",
)
@click.option(
    "--journal",
    "event_journal",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The journal of a match that the desk has moved here, carried over from the other "
    "table: for a match that this table cannot open itself.",
)
@click.option("--new", is_flag=True, help="Begin a new duel even if one was left unfinished.")
@click.option(
    "--accept-rollback",
    default="",
    metavar="REASON",
    help="A judge's ruling that the duel goes on from an earlier copy of its journal.",
)
@directory_option("Where the table keeps its journal.")
@micropython_option()
@click.option(
    "--deal-seed",
    type=int,
    metavar="N",
    help="For practice and tests: packs shuffled, and the practice opponent led, by this number.",
)
@click.option(
    "--art",
    cls=SettingOption,
    setting="art",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Your own pictures of cards, each named by its code: Wolf.png, .jpg, .webp or .svg.",
)
@click.option(
    "--new-links",
    is_flag=True,
    help="Make all links anew: the old ones and the pages they have opened end.",
)
@serving_options
@click.option(
    "--browser/--no-browser",
    cls=SettingOption,
    setting="browser",
    help="Open the page by itself.",
)
@log_options
@complains_of(DuelmatError, MatError)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    simulated: bool,
    browser: bool,
    verbose: int,
    log_level: str,
    serving: ServingOptions,
    event_link: str | None,
    event_table: int | None,
    event_certificate: Path | None,
    event_journal: Path | None,
    **chosen: Any,
) -> None:
    """Open a table and print the address of its page.

    Without options: a simulated mat, and a page on which game, opponent and decks are chosen. The
    opponent knows what you would know in its seat. A duel that was left goes on where it stopped.
    docs/rulesets shows how each game is played with the mat.

    \b
    Examples:
      duelmat play                                choose on the page
      duelmat play --ruleset ocg                  this game, against the opponent
      duelmat play --opponent strong              against one who thinks longer
      duelmat play --ruleset ocg --deck mine.ydk --deck hers.ydk --two
      duelmat play --ruleset ocg --cards my-cards.toml --deck mine.toml
      duelmat play --two --names Mia Leo          two people, one screen
      duelmat play --match 3                      best of three
      duelmat play --port auto --registry cards.toml
      duelmat play --port auto --registry cards.toml --opponent medium
      duelmat play --port auto --registry cards.toml --listen 0.0.0.0 --tls
      duelmat play --event https://hub:8443/in/Zk3... --table 7
    """
    from duelmat_command.log_file import LOG_NAME, LogOutput
    from duelmat_host.app.play_options import PlayOptions
    from duelmat_host.app.table_app import opened_table
    from duelmat_host.app.table_lock import check_not_taken
    from duelmat_host.errors import UnfitMatError
    from duelmat_host.table.table import Assist
    from duelmat_opponent import Level

    wanted = PlayOptions(**chosen, is_shared=not listen_address(serving).is_loopback)
    port, registry = wanted.port, wanted.registry
    if port is not None and simulated:
        if is_named(ctx, "port"):
            raise Complaint("Name a port or ask for the simulated mat, not both.")
        port = None
    if is_named(ctx, "opponent") and wanted.two:
        raise Complaint("An opponent plays the other seat: leave --opponent out, or play --alone.")
    is_alone = port is None or is_named(ctx, "opponent")
    if port is None and not is_named(ctx, "registry"):
        registry = None  # the settings' registry is for the real mat
    if port is not None and registry is None:
        raise Complaint(
            "A real mat needs to know which tag is which card: name a file with --registry "
            "(it may be new; cards are enrolled on a page whose link is printed)."
        )
    from duelmat_host.cli.games import games_on
    from duelmat_host.cli.mats import named_mat
    from duelmat_host.cli.play_start import left_open
    from duelmat_rulesets.cli.ruleset_names import known_ruleset

    mat = named_mat(wanted.mat)
    options = replace(
        wanted,
        directory=wanted.directory.expanduser(),
        ruleset=known_ruleset(wanted.ruleset),
        assist=Assist(wanted.assist),
        decks=_for_ruleset(ctx, wanted.ruleset, "decks", wanted.decks),
        cards=tuple(
            Path(file).expanduser()
            for file in _for_ruleset(ctx, wanted.ruleset, "cards", chosen["cards"])
        ),
        port=port,
        registry=registry,
        opponent=Level(chosen["opponent"]) if is_alone else None,
        duels=wanted.duels or 0,
        accept_rollback=wanted.accept_rollback.strip(),
    )
    check_not_taken(options.directory)
    usual = None
    if event_link is None and port is None and not any(is_named(ctx, key) for key in _DUEL):
        options, usual = left_open(options)
    place = find_server_address(ctx, serving, options.directory)
    event = None
    if event_link is not None:
        if is_named(ctx, "cards"):
            raise Complaint(
                "A match of an event is played with the cards of its ruleset alone: leave --cards "
                "out."
            )
        event = EventPlace(event_link, event_table, event_certificate, event_journal)
        options = with_match(replace(options, cards=()), event)
    with LogOutput(log_level, verbose) as log:
        opening = opened_table(
            options,
            report=lambda text: echo(text, err=True),
            log_to=lambda directory: log.open_file(directory / LOG_NAME),
        )
        serving_table = _serve(
            opening, place, serving.language, event, usual=usual, open_page=browser
        )
        try:
            asyncio.run(serving_table)
        except UnfitMatError as error:
            fitting = ", ".join(games_on(mat)[0]) or "none"
            raise Complaint(f"{words_of(error)} Games that this mat fits: {fitting}.") from None


def _for_ruleset(
    ctx: click.Context, ruleset: str, key: Literal["decks", "cards"], files: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the files to play with; those of the settings are for the settings' ruleset only."""
    from duelmat_rulesets.cli.ruleset_names import known_ruleset

    usual = (ctx.default_map or {}).get("ruleset", default_of("ruleset"))
    if not files or is_named(ctx, key) or known_ruleset(ruleset) == known_ruleset(usual):
        return files
    echo(
        (
            f"The {key} of the settings are for {usual}: with {ruleset} they are left "
            f"aside; name others with {'--deck' if key == 'decks' else '--cards'}."
        ),
        err=True,
    )
    return ()


async def _serve(
    opening: AbstractAsyncContextManager[Any],
    place: object,
    language: str,
    event: EventPlace | None,
    *,
    usual: Against | None,
    open_page: bool,
) -> None:
    from duelmat_decks.shelf import user_shelf
    from duelmat_host.app.start_desk import StartDesk
    from duelmat_host.cli.page_links import print_judges_link, print_links
    from duelmat_host.web import make_app
    from duelmat_serving.heap import settle_heap
    from duelmat_serving.server import serve
    from duelmat_serving.server_address import ServerAddress

    assert isinstance(place, ServerAddress)
    closing = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, closing.set)
    async with opening as table:
        service = table.service
        desk = None
        if table.options.port is None and event is None:
            desk = StartDesk(service, table.duels, user_shelf(), usual)
        app = make_app(service, desk, hosts=place.hosts, address=place.base, language=language)
        settle_heap()
        server = serve(app, place.bound.port, place.bound.host, certificate=place.certificate)
        table.publish(place.own_base)

        async def announce() -> None:
            """Print the addresses as soon as they answer, and open the page."""
            await server.listening.wait()
            if usual is None or not place.bound.is_loopback:
                print_links(service, place)
            echo(table.greeting(waits=usual is not None), err=True)
            echo(f"{place.base}seat/{service.access.links['a']}")
            print_judges_link(service, place)
            if open_page and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
                # every user of this machine sees it in the list of processes: it works once
                ticket = f"{place.own_base}open/{service.access.new_ticket('a')}"
                await asyncio.to_thread(webbrowser.open, ticket)

        telling = asyncio.create_task(_tell_link(service.views.link_states()), name="link")
        turning = asyncio.create_task(service.run(), name="table")
        serving = asyncio.create_task(server.serve(), name="pages")
        announcing = asyncio.create_task(announce(), name="addresses")
        leaving = asyncio.create_task(closing.wait(), name="closing")
        ending = {turning, serving, leaving}
        if event is not None:
            joined = join(event, table, lambda text: echo(text, err=True))
            ending.add(asyncio.create_task(joined, name="event"))
        try:
            done, _ = await asyncio.wait(ending, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (leaving, announcing, *(ending - {turning, serving})):
                task.cancel()
            service.stop()
            server.should_exit = True
            await asyncio.gather(*ending, announcing, telling, return_exceptions=True)
        for task in done - {leaving}:
            task.result()


async def _tell_link(states: AsyncIterator[LinkView]) -> None:
    """Print changes of the connection to the mat; a good one is reported only after a fault."""
    is_well = True
    async for state in states:
        if state.state != "up" or not is_well:
            print_error(state.text, _LINK_COLOURS[state.state])
        is_well = state.state == "up"
