"""The tables and examples of docs/event-file.md and docs/pairing-file.md.

`make generated` writes them anew. The meanings are the docstrings of fields, members and types;
the examples are run, and what they print is what the pages show.
"""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from contextlib import chdir
from enum import Enum
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import NoneType, UnionType
from typing import Any, Final

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from command_line import duelmat
from docs import policy_page
from docs.ruleset_page import ROOT, with_block
from duelmat_hub.cli.field_file import FieldFile, FieldPlayer
from duelmat_tournament import entries, names, registration_entries
from duelmat_tournament.chain import ROOT as ROOT_HASH
from duelmat_tournament.chain import checkpoint, entry_json, next_hash
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.entries import Announced, AnyHappening, Entry, PairedBye, PairedTable
from duelmat_tournament.exchange import EventFile, Line, SaltedDeck
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import TimeMs
from duelmat_tournament.pairing import Float
from duelmat_tournament.policy import Penalty, Policy
from duelmat_tournament.results import Ending, Result, Side
from duelmat_tournament.roles import Actor, Role
from duelmat_tournament.seats import Seat
from duelmat_venue import rulings
from duelmat_venue.rulings import AnyRuling
from duelmat_venue.texts import TextForm

EVENT_PAGE: Final = ROOT / "docs" / "event-file.md"
FIELD_PAGE: Final = ROOT / "docs" / "pairing-file.md"
KINDS: Final[tuple[type[Struct], ...]] = typing.get_args(AnyHappening)
RULINGS: Final[tuple[type[Struct], ...]] = typing.get_args(AnyRuling)


def tag_of(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


PARTS: Final[dict[str, type[Struct]]] = {
    "file": EventFile,
    "line": Line,
    "entry": Entry,
    "actor": Actor,
    "table": PairedTable,
    "bye": PairedBye,
    "room": Room,
    "result": Result,
    **{f"{tag_of(kind)} ruling": kind for kind in RULINGS},
    "sentence": TextForm,
    "salted deck": SaltedDeck,
    "deck list": DeckList,
}
"""What entries and the file are made of, with the names under which the page explains them."""
WORDS: Final[dict[str, type[Enum]]] = {
    "role": Role,
    "ending": Ending,
    "side": Side,
    "wait": registration_entries.WaitsFor,
    "settling": entries.Settling,
    "call": entries.CallKind,
    "outcome": entries.RulingOutcome,
    "penalty": Penalty,
    "seat": Seat,
    "chair": Chair,
}
"""The words that entries use."""
PLAIN: Final[dict[tuple[type[Struct], str], str]] = {
    (EventFile, "entries"): "All entries, in order.",
    (Line, "hash"): "SHA-256 over the hash before it and the entry, in hex.",
    (Line, "entry"): "The entry itself.",
    (SaltedDeck, "salt"): "128 bits of chance, in hex.",
    (SaltedDeck, "deck"): "The list.",
    (DeckList, "main"): "The codes of the cards.",
    (DeckList, "extra"): "The codes of the cards.",
    (DeckList, "side"): "The codes of the cards.",
    (Entry, "by"): "Who has asked for it.",
    (Entry, "what"): "What has happened.",
    (Actor, "role"): "What they are at the event.",
    (PairedBye, "reason"): "Why this player has the bye, as a sentence.",
    (Result, "ending"): "How it ended.",
    (entries.EventCreated, "name"): "The event's name.",
    (entries.EventCreated, "policy"): "The policy by which the event is run, with all its keys.",
    (registration_entries.PlayerRegistered, "name"): "The player's name; nobody else has it.",
    (registration_entries.PlayerRegistered, "team"): "The player's team; empty: of none.",
    (registration_entries.PlayerRenamed, "before"): "The wrong name.",
    (registration_entries.PlayerRenamed, "after"): "The right name.",
    (entries.ResultReopened, "before"): "The result that holds no longer.",
    (registration_entries.DeckRegistered, "extra"): "Number of cards.",
    (registration_entries.DeckRegistered, "side"): "Number of cards.",
    (entries.EventStarted, "rounds"): "How many rounds there are before the cut.",
    (entries.RoundPaired, "is_cut"): "Whether it is a round of the cut.",
    (entries.RoundPaired, "tables"): "Who meets whom.",
    (entries.RoundPaired, "byes"): "Who has no opponent.",
    (Room, "first"): "The lowest number.",
    (Room, "last"): "The highest number.",
    (entries.PairSet, "player"): "One of the two who are set to meet.",
    (entries.ResultReported, "result"): "How it ended, as this player says.",
    (entries.ResultSettled, "result"): "How the match ended.",
    (entries.ResultSettled, "how"): "How the match came by the result.",
    (entries.ResultCorrected, "before"): "The result that was wrong.",
    (entries.ResultCorrected, "after"): "The result that is right.",
    (entries.CallMade, "kind"): "What a judge is needed for.",
    (entries.CallMade, "about"): "What the player says about it.",
    (entries.CallRuled, "ruling"): "The ruling, in the judge's words.",
    (entries.AppealDecided, "ruling"): "The decision, in the head judge's words.",
    (entries.ExtensionGranted, "seconds"): "The time that is given back.",
    (entries.DecksChosen, "tables"): "The numbers of the tables.",
    **{
        (kind, "reason"): "It stands in the duel's log."
        for kind in RULINGS
        if "reason" in kind.__struct_fields__
    },
    (rulings.LifeSet, "seat"): "The player's seat: `a` is the first player's.",
    (entries.RulingProposed, "ruling"): "The ruling; its kind stands in `do`.",
    (entries.RulingAnswered, "outcome"): "What has become of it.",
    (entries.PenaltyGiven, "infraction"): "The infraction's id in the policy.",
    (entries.PenaltyGiven, "note"): "What happened, in the judge's words.",
    (entries.DelaySet, "delay_s"): "The delay in seconds.",
    (entries.Announced, "text"): "What everybody was told.",
}
"""The meanings of fields that have no docstring, because their names say it to a programmer."""
PLAIN_WORDS: Final[dict[Enum, str]] = {
    Side.FIRST: "The first player.",
    Side.SECOND: "The second player.",
    entries.Settling.NO_SHOW: "A player did not come.",
    entries.Settling.PENALTY: "A player has lost it by a penalty.",
    entries.RulingOutcome.DONE: "It was carried out.",
    entries.CallKind.QUESTION: "A player has a question.",
    entries.CallKind.DECK_CHECK: "A judge checks the decks of a table.",
}
"""The same for words."""
EXAMPLE: Final = Entry(
    1, TimeMs(1_790_000_000_000), Actor(Role.ORGANISER, "Olga"), Announced("Welcome.")
)
_FENCE: Final = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def fences(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield language, file name and content of each fenced block of a page."""
    yield from _FENCE.findall(text)


# Tables


def entry_lines() -> Iterator[str]:
    """Yield a table for every kind of entry."""
    for kind in KINDS:
        yield from (f"### {tag_of(kind)}", "", _sentence(kind), "", *_table(kind), "")


def part_lines() -> Iterator[str]:
    """Yield a table for everything that entries are made of, and for the words in them."""
    for name, part in PARTS.items():
        yield from (f"### The {name}", "", _sentence(part), "", *_table(part), "")
    for name, words in WORDS.items():
        yield from (f"### Words: {name}", "", _sentence(words), "", "| word | meaning |")
        yield "|---|---|"
        yield from (f"| `{each.value}` | {word_meaning(each)} |" for each in words)
        yield ""


def field_lines() -> Iterator[str]:
    """Yield the tables of the pairing file."""
    for heading, kind in (("The file", FieldFile), ("A player", FieldPlayer)):
        yield from (f"### {heading}", "", *policy_page._keys(kind), "")
    yield from ("### Words for last_float", "", *policy_page._members(Float), "")


def _table(kind: type[Struct]) -> Iterator[str]:
    rows = list(fields(kind))
    if not rows:
        yield "It has no fields."
        return
    yield "| field | value | if left out | meaning |"
    yield "|---|---|---|---|"
    hints = typing.get_type_hints(kind)
    for field in rows:
        value = _type_words(hints[field.name])
        has_made = field.default_factory is not NODEFAULT
        default = _default(kind, () if has_made else field.default)
        yield f"| `{field.name}` | {value} | {default} | {meaning(kind, field.name)} |"


def meaning(kind: type[Struct], name: str) -> str:
    """Return what a field means: its own docstring, else what its type or our table says."""
    said = policy_page.meanings(kind).get(name, "").replace("None:", "null:")
    return said or PLAIN.get((kind, name)) or _type_docstring(typing.get_type_hints(kind)[name])


def word_meaning(word: Enum) -> str:
    """Return what a word means: the docstring of its member, else what our table says."""
    return policy_page.meanings(type(word)).get(word.name) or PLAIN_WORDS[word]


def _type_docstring(hint: Any) -> str:
    return _docstrings().get(getattr(hint, "__name__", ""), "")


def _docstrings() -> dict[str, str]:
    """Return the docstrings beneath the types of names.py."""
    body = ast.parse(inspect.getsource(names)).body
    found = {}
    for statement, after in pairwise(body):
        match statement, after:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found


_WORD_NAMES: Final = {kind: name for name, kind in WORDS.items()}
_PART_NAMES: Final = {kind: name for name, kind in PARTS.items()}


def _type_words(hint: Any) -> str:
    """Return what a field holds, with a link to its table."""
    if hint in _PART_NAMES:
        name = _PART_NAMES[hint]
        return f"[{name}](#the-{name.replace(' ', '-')})"
    if hint in _WORD_NAMES:
        return f"[word](#words-{_WORD_NAMES[hint]})"
    if hint is Policy:
        return "[policy](policies.md)"
    if hint == AnyHappening:
        return "[one of the entries](#the-kinds-of-entries)"
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, UnionType):
        return " or ".join("null" if a is NoneType else _type_words(a) for a in arguments)
    if typing.get_origin(hint) is typing.Literal:
        return "text"
    if typing.get_origin(hint) in (tuple, list):
        words = _type_words(arguments[0])
        return f"list of {words if words.endswith((')', 's')) else f'{words}s'}"
    if typing.get_origin(hint) is dict:
        return f"object of {_type_words(arguments[1])}"
    return _PLAIN_TYPES[getattr(hint, "__supertype__", hint)]


_PLAIN_TYPES: Final = {int: "whole number", str: "text", bool: "true or false"}


def _default(kind: type[Struct], default: object) -> str:
    if default is NODEFAULT or not kind.__struct_config__.omit_defaults:
        return "is always there"
    match default:
        case "" | () | [] | {}:
            return "empty"
        case None:
            return "none"
        case Enum():
            return str(default.value)
    return str(default)


def _sentence(kind: type) -> str:
    """Return the first sentence of a type's docstring."""
    text = " ".join((inspect.getdoc(kind) or "").split())
    return text if text.count(". ") == 0 else f"{text.partition('. ')[0]}."


def chain_lines() -> Iterator[str]:
    """Yield the worked example of a hash and its checkpoint."""
    head = next_hash(ROOT_HASH, EXAMPLE)
    yield from ("| what | value |", "|---|---|")
    yield f"| the hash before the first entry | `{ROOT_HASH}` |"
    yield f"| the entry | `{entry_json(EXAMPLE).decode()}` |"
    yield f"| its hash | `{head}` |"
    yield f"| the checkpoint | `{checkpoint(head)}` |"
    yield ""


# Pages


def with_output(text: str) -> str:
    """Return a page whose console blocks show what their commands print, over its own files."""
    with TemporaryDirectory() as folder, chdir(folder):
        return _FENCE.sub(_run, text)


def _run(found: re.Match[str]) -> str:
    language, name, content = found.groups()
    if name:
        Path(name).write_text(content, encoding="utf-8")
    if language != "console":
        return found[0]
    command = content.partition("\n")[0]
    program, *words = command.removeprefix("$ ").split()
    if program == "duelmat":
        printed = duelmat(*words).output
    else:
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False
        )
        printed = done.stdout + done.stderr
    return f"```console\n{command}\n{printed.rstrip()}\n```"


def event_page_text(page: str) -> str:
    """Return docs/event-file.md with the tables and examples of today."""
    for name, made in (
        ("entries", entry_lines()),
        ("parts", part_lines()),
        ("chain", chain_lines()),
    ):
        page = with_block(page, name, made, EVENT_PAGE.name)
    return with_output(page)


def field_page_text(page: str) -> str:
    """Return docs/pairing-file.md with the tables and examples of today."""
    return with_output(with_block(page, "keys", field_lines(), FIELD_PAGE.name))


if __name__ == "__main__":
    for path, made in ((EVENT_PAGE, event_page_text), (FIELD_PAGE, field_page_text)):
        path.write_text(made(path.read_text(encoding="utf-8")), encoding="utf-8")
