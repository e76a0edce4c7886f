"""`duelmat report`: what somebody who answers a question needs to know, in one file.

What is packed is text that people can read before they send it. Left out are the seats' secrets,
cards, tags, decks and the players' names; what stands in a log by accident and is one of the known
secrets is cut out.
"""

from __future__ import annotations

import json
import os
import platform
import re
import stat
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import click
import msgspec

from duelmat_command.config import DATABASE_VARIABLE, read_config
from duelmat_command.log_file import (
    DEMO_LOG_NAME,
    DOCTOR_NAME,
    LARGEST_BYTES,
    LOG_NAME,
    log_folder,
)
from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
)
from duelmat_command.settings import ConfiguredCommand
from duelmat_command.shared_options import directory_option
from duelmat_files import PRIVATE, make_new
from duelmat_files.outside import read_regular_file
from duelmat_hardware import PACKAGED_MATS, load_mat, mat_file
from duelmat_host.app.access_files import SEATS_NAME
from duelmat_host.app.audit import audit
from duelmat_host.cards.registry import Registry
from duelmat_host.journal.journal import Journal
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError

ABOUT: Final = """\
A report of Duelmat, for a question. Please look through it before you send it.

  versions.json   of duelmat, Python, this system, the packages and the mats
  settings.json   the settings without names and decks; of files the names only
  journals.json   of each duel the number and kinds of entries, and whether they hold
  log/            what the table logged (public anyway), and the demo
  doctor.txt      the last findings of `duelmat doctor`, if there are any

Left out: the seats' and the judge's addresses, cards, tags, decks, names in the settings, and the
journals themselves. The log has the players' names and all that everybody could see of the duel.
"""
_PLAIN_SETTINGS: Final = frozenset(
    {
        "ruleset",
        "assist",
        "listen",
        "language",
        "micropython",
        "log_level",
    }
)
"""The settings that reveal nothing of a person."""
_REQUIREMENT: Final = re.compile(r"[A-Za-z0-9._-]+")


def has_table(directory: Path) -> bool:
    """Whether a directory holds a table, or the remains of a table."""
    return any(any(directory.glob(name)) for name in ("duel-*", f"{LOG_NAME}*", SEATS_NAME))


def report_files(
    directory: Path,
    settings: Mapping[str, tuple[Any, str]],
    logs: Path,
    registry: Path | None,
    database: str = "",
) -> dict[str, str]:
    """Return the names and texts of all that a report holds.

    Args:
    directory: the table's.
    settings: the value of each setting, and where it comes from.
    logs: the platform's place for logs.
    registry: the card registry, whose tags are looked for and cut out.
    database: the address of an event's database, which is cut out with its password.

    """
    cut = _Cutter((*_secrets(directory, registry), *_address_secrets(database)))
    files = {
        "about.txt": ABOUT,
        "versions.json": _json(_versions()),
        "settings.json": _json(_settings(settings)),
        "journals.json": _json(_journals(directory)),
    }
    for path in (*_log_files(directory, LOG_NAME), *_log_files(logs, DEMO_LOG_NAME)):
        files[f"log/{path.name}"] = _text(path)
    if (logs / DOCTOR_NAME).is_file():
        files["doctor.txt"] = _text(logs / DOCTOR_NAME)
    return {name: cut.clean(text) for name, text in files.items()}


def write_report(path: Path, files: Mapping[str, str]) -> None:
    """Pack a report. Raises: OSError; a file that is there is not touched."""
    with (
        open(make_new(path), "wb") as file,  # noqa: PTH123  (of a descriptor)
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed,
    ):
        for name, text in files.items():
            entry = zipfile.ZipInfo(f"duelmat-report/{name}", (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (stat.S_IFREG | PRIVATE) << 16
            packed.writestr(entry, text, zipfile.ZIP_DEFLATED)


class _Cutter:
    """A filter that takes known secrets and the user's home out of texts."""

    def __init__(self, secrets: Iterable[str]) -> None:
        known = sorted(secrets, key=len, reverse=True)
        self._secrets = re.compile("|".join(map(re.escape, known)), re.IGNORECASE)
        self._has_secrets = bool(known)
        self._home = str(Path.home())

    def clean(self, text: str) -> str:
        if self._has_secrets:
            text = self._secrets.sub("(left out)", text)
        return text if self._home == "/" else text.replace(self._home, "~")


def _secrets(directory: Path, registry: Path | None) -> Iterator[str]:
    """Yield the secrets that no text of a report may contain."""
    try:
        found = msgspec.json.decode(read_regular_file(directory / SEATS_NAME), type=dict[str, str])
        yield from (secret for secret in found.values() if secret)
    except (OSError, ValueError, RecursionError):
        pass
    if registry is not None:
        try:
            sleeves = Registry.load(registry).sleeves
        except (OSError, DuelmatError):
            return
        yield from (tag.hex() for sleeve in sleeves for tag in sleeve.tags)


def _address_secrets(address: str) -> Iterator[str]:
    """Yield an address, and the password in it both as written and decoded."""
    user = address.partition("://")[2].rpartition("@")[0]
    password = user.partition(":")[2]
    yield from filter(None, (address, password, unquote(password)))


def _versions() -> dict[str, Any]:
    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "duelmat": version("duelmat"),
        "python": platform.python_version(),
        "system": platform.platform(),
        "packages": dict(_packages()),
        "mats": {name: load_mat(mat_file(name)).digest for name in PACKAGED_MATS},
    }


def _packages() -> Iterator[tuple[str, str]]:
    for requirement in requires("duelmat") or ():
        found = _REQUIREMENT.match(requirement)
        if found is None or "extra ==" in requirement:
            continue
        try:
            yield found[0], version(found[0])
        except PackageNotFoundError:
            yield found[0], "not installed"


def _settings(settings: Mapping[str, tuple[Any, str]]) -> dict[str, Any]:
    return {
        key: {"value": _shown(key, value), "from": source}
        for key, (value, source) in settings.items()
    }


def _shown(key: str, value: Any) -> Any:
    """Return a setting as far as it reveals nothing about a person: files by name only."""
    if key in _PLAIN_SETTINGS or value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return value if value.startswith("/dev/") else Path(value).name
    return f"({len(value)})"


def _journals(directory: Path) -> list[dict[str, Any]]:
    return [_journal(path) for path in sorted(directory.glob("duel-*.jsonl"))]


def _journal(path: Path) -> dict[str, Any]:
    """Return the counts of a journal, and the places of its faults without their texts."""
    shape: dict[str, Any] = {"file": path.name}
    try:
        shape["bytes"] = path.stat().st_size
        entries, fault = Journal.read(path)
        shape["entries"] = dict(Counter(entry.kind for entry in entries))
        shape["chain"] = "whole" if fault is None else "broken"
        found = audit(path)
    except (DuelmatError, OSError) as error:
        return {**shape, "check": type(error).__name__}
    places = ["?" if each.entry is None else f"entry {each.entry}" for each in found.faults]
    return {**shape, "check": places or "holds", "actions": found.actions}


def _log_files(folder: Path, name: str) -> list[Path]:
    return [path for path in sorted(folder.glob(f"{name}*")) if path.is_file()]


def _text(path: Path) -> str:
    try:
        return read_regular_file(path, 2 * LARGEST_BYTES).decode(errors="replace")
    except OSError as error:
        return f"(cannot be read: {error.strerror})\n"


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@click.command(name="report", cls=ConfiguredCommand)
@directory_option("The table's directory.")
@click.option(
    "--out",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE.zip",
    help="Where to write it; without it, a new file here with today's date.",
)
@complains_of(DuelmatError)
def command(directory: Path, file: Path | None) -> None:
    """Pack log, versions, settings and the shape of the journals for a question.

    It holds no seat's or judge's address, no card, no tag, no deck and no journal. The log has the
    players' names and what everybody could see of the duel: look through the file before you send
    it.

    \b
    Examples:
      duelmat report
      duelmat report --dir ./table --out question.zip
    """
    held = read_config(os.environ)
    settings = {key: (each.value, each.source.value) for key, each in held.items()}
    named = held["registry"].value
    registry = None if named is None else Path(named)
    database = os.environ.get(DATABASE_VARIABLE, "")
    out = file or Path(f"duelmat-report-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip")
    directory = directory.expanduser()
    files = report_files(directory, settings, log_folder(), registry, database)
    try:
        write_report(out, files)
    except FileExistsError:
        raise Complaint(
            f"{click.format_filename(out)}: expected a new file, got one that is there: name "
            "another with --out."
        ) from None
    except OSError as error:
        raise Complaint(
            f"{click.format_filename(out)}: expected a file to write to, got: {words_of(error)}. "
            "Name another place with --out."
        ) from None
    echo(f"Packed into {click.format_filename(out)}:")
    for name, text in files.items():
        size = f"{len(text.encode()):9,}"
        told = f"{size} bytes"
        echo(f"  {name:24} {told}")
    echo(
        "Left out: the seats' and the judge's addresses, cards, tags, decks, names in "
        "the settings, the journals."
    )
    if has_table(directory):
        echo(
            "The log has the players' names and what everybody could see of the duel: look "
            "through the file before you send it."
        )
    else:
        echo(
            f"There is no table in {click.format_filename(directory)}, and nothing of one is in "
            "the file: if it is elsewhere, name its directory with --dir."
        )
