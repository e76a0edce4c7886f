"""`duelmat config`: showing the settings with their sources, and changing one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
import tomlkit
from tomlkit.exceptions import TOMLKitError

from duelmat_command.config import (
    CONFIG_VARIABLE,
    KEYS,
    SettingError,
    config_file,
    default_of,
    file_fault,
    parse_config,
    parse_text,
    placed,
    read_config,
    read_file,
    variable_of,
)
from duelmat_command.errors import ConfigError
from duelmat_command.output import Complaint, complains_of, echo, leave, print_json, print_table
from duelmat_files import make_directory, replace_whole
from duelmat_message import near_names


@click.group(name="config", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.pass_context
@complains_of(ConfigError)
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Show every setting with its value, and where it comes from; or change one.

    A setting is what a DUELMAT_ variable of the environment says, else what config.toml says, else
    its default; a flag of a command goes before all of them. docs/configuration.md has every key.

    \b
    Examples:
      duelmat config                       what holds, and from where
      duelmat config path                  where config.toml is
      duelmat config set port auto         the mat that is plugged in
      duelmat config set names Mia Leo
      duelmat config unset names           the default again
    """
    if ctx.invoked_subcommand is not None:
        return
    path = config_file(os.environ)
    values = read_config(os.environ)
    if as_json:
        settings = {
            key: {"value": held.value, "source": held.source, "from": held.name or None}
            for key, held in values.items()
        }
        print_json({"path": str(path), "exists": path.exists(), "settings": settings})
        return
    rows = [(key, _shown(held.value), held.name or held.source) for key, held in values.items()]
    print_table(("Setting", "Value", "From"), rows, "{:12} {:32} {}".format)
    if not path.exists():
        echo()
        echo(f"There is no {path}; `duelmat config set KEY VALUE` makes it.")


@command.command(name="path")
def path_of_file() -> None:
    """Print where config.toml is, or would be."""
    echo(str(config_file(os.environ)))


@command.command(name="set", context_settings={"ignore_unknown_options": True})
@click.argument("key")
@click.argument("words", metavar="VALUE...", nargs=-1, required=True)
@complains_of(ConfigError)
def set_one(key: str, words: tuple[str, ...]) -> None:
    """Set a key in config.toml, which is made if it is not there; its comments stay.

    A list is given as several values, or as one with commas between. A file is written down with
    its whole path.
    """
    known = _known(key)
    is_list = isinstance(default_of(known), tuple)
    if len(words) > 1 and not is_list:
        got = f"got {len(words)}: quote it if it is one"
        raise Complaint(f"{known}: expected one value, {got}.")
    try:
        value = placed(known, parse_text(known, ",".join(words)), Path.cwd())
    except SettingError as error:
        raise Complaint(f"{known}: {error}.") from None
    path = config_file(os.environ)
    write_setting(path, known, value)
    echo(f"{known} is {_shown(value)} in {path}.")
    variable = variable_of(known)
    if os.environ.get(variable):
        echo(f"{variable} is set too, and goes before it.", err=True)


@command.command()
@click.argument("key")
@complains_of(ConfigError)
def unset(key: str) -> None:
    """Take a key out of config.toml; also one that is not known."""
    path = config_file(os.environ)
    if remove_setting(path, key):
        echo(f"{key} is no longer in {path}.")
        return
    known = _known(key)
    echo(f"{known} was not in {path}.", err=True)
    leave(1)


def write_setting(path: Path, key: str, value: Any) -> None:
    """Set a key in the file, or in a new one; its comments stay. Raises ConfigError."""
    document = _document(path)
    document[key] = list(value) if isinstance(value, tuple) else value
    _write(path, document)


def remove_setting(path: Path, key: str) -> bool:
    """Remove a key from the file; False if it is not there. Raises ConfigError."""
    document = _document(path)
    if key not in document:
        return False
    del document[key]
    _write(path, document)
    return True


def _document(path: Path) -> tomlkit.TOMLDocument:
    text = read_file(path) or ""
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError, RecursionError):
        parse_config(text, str(path), path.parent)  # its error has the line
        raise file_fault(path, "something else", "Correct it by hand first.") from None


def _write(path: Path, document: tomlkit.TOMLDocument) -> None:
    """Write the file whole or not at all; a link to it stays a link."""
    target = path.resolve()
    try:
        make_directory(path.parent)  # nobody else has set the link
        replace_whole(target, tomlkit.dumps(document).encode())
    except OSError as error:
        got = f"an error as it was written: {error.strerror or error}"
        raise file_fault(path, got, f"Name another with {CONFIG_VARIABLE}.") from None


def _known(key: str) -> str:
    plain = key.lower().replace("-", "_")
    if plain in KEYS:
        return plain
    near = near_names(plain, KEYS, cutoff=0.5)
    meant = f" Did you mean {near[0]}?" if near else ""
    known = ", ".join(sorted(KEYS))
    raise Complaint(f"There is no setting {key!r}.{meant} There are: {known}.")


def _shown(value: Any) -> str:
    """Return a value as a person writes it."""
    match value:
        case None | ():
            return "-"
        case bool():
            return "true" if value else "false"
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return str(value)
