"""`duelmat replay` of a duel that was shared, and of journals that are shown or shared."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from pathlib import Path
from typing import Final, NamedTuple

import click

from duelmat_command.output import (
    Complaint,
    echo,
    plain_values,
    print_fault,
    print_json,
    shortened,
)
from duelmat_files.whole_file import write_whole
from duelmat_host.app.replay_file import MOST_BYTES, is_replay, read_replay, write_replay
from duelmat_host.app.replays import journal_replay
from duelmat_host.cli.log_words import duel_title, print_log_line
from duelmat_host.showing.replay_types import Replay
from duelmat_serving.language.catalogs import language_or_english

READABLE: Final = 0o644
"""The mode of what is shared: it holds nothing that its viewer may not pass on."""


class ShowOptions(NamedTuple):
    """The options of a command for showing a duel."""

    show_all: bool
    show_rules: bool
    as_json: bool
    browser: bool
    share: Path | None
    page: Path | None
    language: str
    """The code of the language in which the duel is served or written."""


def show_replay(file: Path, content: bytes, options: ShowOptions) -> None:
    """Print, serve or write the duel in a file; ends the program with 1 if it is damaged."""
    name = click.format_filename(file)
    fault: str | None = None
    if is_replay(content):
        if len(content) > MOST_BYTES:
            raise Complaint(
                f"{name}: expected a duel that was shared, of at most {MOST_BYTES:,} bytes, "
                f"got {len(content):,}: no table writes that."
            )
        replay = read_replay(content, name)
    else:
        replay, fault = journal_replay(file, "judge" if options.show_all else "public")
    _do(replay, options)
    if fault is not None:
        print_fault(
            shortened(
                f"{name}: {fault}. What stands before it was shown; `duelmat replay --check` "
                "says more."
            )
        )
        sys.exit(1)


def _do(replay: Replay, options: ShowOptions) -> None:
    from duelmat_host.web.replay_page import single_page

    language = language_or_english(options.language)
    if options.share is not None:
        write_whole(options.share, write_replay(replay, language), "the duel", READABLE)
        echo(_holds(options.share, replay), err=True)
    if options.page is not None:
        write_whole(options.page, single_page(replay, language).encode(), "the page", READABLE)
        echo(_holds(options.page, replay), err=True)
    if options.browser:
        asyncio.run(_serve(replay, options.language))
    elif options.share is None and options.page is None:
        if options.as_json:
            print_json(plain_values(replay))
        else:
            _print(replay, show_rules=options.show_rules)


def _holds(path: Path, replay: Replay) -> str:
    """Return a sentence about the hidden cards that a file of this replay gives away."""
    file = str(path)
    if replay.seen_by == "judge":
        return f"{file} holds the duel as the judge may see it: all face-down cards too."
    if replay.seen_by in replay.names:
        return f"{file} holds the duel with the face-down cards of {replay.names[replay.seen_by]}."
    return f"{file} holds the duel as everybody saw it: nothing that was hidden."


def _print(replay: Replay, *, show_rules: bool) -> None:
    echo(duel_title(replay.title, replay.names.values(), replay.number), bold=True)
    for step in replay.steps:
        for line in step.lines:
            print_log_line(line.text, line.rules if show_rules else ())
    if replay.summary.outcome is None:
        echo("The duel was not played to its end.")


async def _serve(replay: Replay, language: str) -> None:
    """Serve the page of a duel on this machine, and open it, until the program is ended."""
    from duelmat_host.web.replay_page import replay_app
    from duelmat_serving.server import free_port, serve

    loop = asyncio.get_running_loop()
    port = free_port(0)
    server = serve(replay_app(replay, language), port)
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(sign, lambda: setattr(server, "should_exit", True))

    async def announce() -> None:
        await server.listening.wait()
        address = f"http://127.0.0.1:{port}/"
        echo("Look at the duel here; Ctrl-C ends it.", err=True)
        echo(address)
        if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            await asyncio.to_thread(webbrowser.open, address)

    announcing = asyncio.create_task(announce(), name="address")
    try:
        await server.serve()
    finally:
        announcing.cancel()
        await asyncio.gather(announcing, return_exceptions=True)
