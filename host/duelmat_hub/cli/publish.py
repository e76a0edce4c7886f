"""`duelmat event publish`: an event's public pages as a folder that any web host can serve."""

from __future__ import annotations

import os
import shutil
from contextlib import ExitStack
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import click

from duelmat_command.output import Complaint, complains_of, echo
from duelmat_command.page_language import language_option, warn_of_broken_catalogs
from duelmat_command.settings import ConfiguredCommand
from duelmat_files.errors import NotKeptError
from duelmat_hub.cli.backup import open_source
from duelmat_hub.cli.event_file import PUBLIC, prove_event
from duelmat_hub.errors import HubError
from duelmat_hub.pages.published import published_files
from duelmat_message.errors import DuelmatError
from duelmat_serving.language.catalogs import language_or_english
from duelmat_tournament.chain import checkpoint
from duelmat_tournament.event import Event
from duelmat_tournament.fold import fold

_FOLDER: Final = 0o755
"""The mode of a folder that a web server reads."""


@click.command("publish", cls=ConfiguredCommand)
@click.argument("event", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@language_option("The language of the pages.")
@click.option("--replace", "may_replace", is_flag=True, help="Replace older pages in FOLDER.")
@complains_of(DuelmatError, HubError)
def command(event: Path, folder: Path, *, language: str, may_replace: bool) -> None:
    """Write the public pages of EVENT into FOLDER, which any web host can serve.

    EVENT is an event file, which is proven first, or the directory of an event, also while its hub
    runs. The pages have every published round with its results and the reason for each pair, the
    standings after each, the bracket, how each player's place came about, and tables (CSV). They
    need no hub and no script. Results of a round are there once it is closed.

    Nothing is in them that the hub's public pages do not show: no ids of players, calls, decks.

    \b
    Examples:
      duelmat event publish event.json site
      duelmat event publish open-2026 site --replace

    FOLDER is a new one; with --replace one that an earlier `publish` has made, which stays until
    the new one is whole. The exit code is 2 if nothing was written.
    """
    warn_of_broken_catalogs()
    files = published_files(*_read(event), language_or_english(language))
    _write(folder, files, may_replace=may_replace)
    echo(f"{click.format_filename(folder)} has {len(files)} files; index.html is the first page.")


def _read(source: Path) -> tuple[Event, str]:
    """Return an event and the checkpoint of its last entry."""
    if not source.is_dir():
        found = prove_event(source)
        return found.event, found.checkpoint
    with ExitStack() as stack:
        log = open_source(stack, source, None).read_after(0)
    event = fold([entry for entry, _ in log])
    if event is None:
        raise Complaint(f"{click.format_filename(source)}: expected an event, got none yet.")
    return event, checkpoint(log[-1][1])


def _write(folder: Path, files: dict[str, bytes], *, may_replace: bool) -> None:
    """Write the files into a new folder, and put that in the place of the old one."""
    _check(folder, files, may_replace=may_replace)
    try:
        fresh = Path(mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, content in files.items():
                path = fresh / name
                path.write_bytes(content)
                path.chmod(PUBLIC)
            fresh.chmod(_FOLDER)
            old = fresh.with_name(f"{fresh.name}-old")
            if folder.exists():
                folder.rename(old)
            fresh.rename(folder)
            shutil.rmtree(old, ignore_errors=True)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    except OSError as error:
        raise NotKeptError("the pages of an event", folder, error) from error


def _check(folder: Path, files: dict[str, bytes], *, may_replace: bool) -> None:
    """Raise a Complaint unless pages may be written to a folder."""
    if not os.path.lexists(folder):
        return
    name = click.format_filename(folder)
    if not folder.is_dir() or folder.is_symlink():
        raise Complaint(f"{name}: expected a folder for the pages, got something else.")
    held = {path.name for path in folder.iterdir()}
    if not held:
        return
    if not may_replace:
        raise Complaint(
            f"{name}: expected a new folder, got one with files. Name another one, or add "
            "--replace."
        )
    styles = {each for each in files if each.endswith(".css")}
    strange = sorted(held - files.keys() - {each for each in held if _is_page(each)})
    if strange or not styles <= held:
        got = strange[0] if strange else "other files"
        raise Complaint(
            f"{name}: expected pages of an event to replace, got {got!r} in it. Nothing was "
            "written; name another folder."
        )


def _is_page(name: str) -> bool:
    return name.startswith(("round-", "player-", "pairings-", "standings-"))
