"""A replay as a file: one JSON object that holds what its viewer could see, and nothing else.

It needs no journal, no rules and no table to be shown. Whatever a file says is checked before it
is used: it may come from anybody.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from duelmat_host.errors import ReplayFileError
from duelmat_host.showing.replay_types import FORMAT, Replay
from duelmat_host.showing.view_types import CardView, PublicView
from duelmat_message import say, words_of
from duelmat_parsing import is_too_deep
from duelmat_parsing.jsontext import check_keys
from duelmat_serving.language.catalogs import ENGLISH, Language

MOST_BYTES: Final = 32_000_000
"""Ten times what a long duel takes."""
_BEGINS: Final = b'{"duelmat":"replay"'
_LONGEST_NAME: Final = 100
"""The longest name of a player, in characters."""


class _Head(msgspec.Struct):
    duelmat: str
    format: int


STEP_VIEW: Final = msgspec.defstruct(
    "StepView",
    [
        *((f.name, f.type | UnsetType, UNSET) for f in msgspec.structs.fields(PublicView)),
        ("facedown", list[CardView] | UnsetType, UNSET),
    ],
    forbid_unknown_fields=True,
)
"""The keys that the view of a step may have."""


def is_replay(content: bytes) -> bool:
    """Whether this is the file of a replay, of whatever format and however damaged further on."""
    return content.lstrip()[: len(_BEGINS)] == _BEGINS


def write_replay(replay: Replay, language: Language = ENGLISH) -> bytes:
    """Return a replay as the content of a file, in one language."""
    return msgspec.json.encode(replay, enc_hook=language.encoded) + b"\n"


def read_replay(content: bytes, source: str) -> Replay:
    """Return the replay in a file's content.

    Raises: ReplayFileError.
    """
    try:
        head = msgspec.json.decode(content, type=_Head)
        if head.duelmat == "replay" and head.format > FORMAT:
            raise ReplayFileError(
                source,
                say("a shared duel of format {format}", format=FORMAT),
                say("one of format {format}", format=head.format),
                say("Update duelmat: a newer one has written it."),
            )
        replay = msgspec.json.decode(content, type=Replay)
        _check(replay)
        check_keys(content.decode())
    except (ValueError, RecursionError) as error:
        raise ReplayFileError(
            source,
            say("a duel as a table shares it"),
            say("{fault:inner}", fault=words_of(error)),
            say("It is damaged or something else: have it sent again. Nothing was changed."),
        ) from error
    return replay


def _check(replay: Replay) -> None:
    """Raise a ValueError for faults that the types alone do not exclude."""
    if not replay.steps:
        raise ValueError(say("no steps"))
    if not replay.names or max(map(len, replay.names.values())) > _LONGEST_NAME:
        raise ValueError(
            say(
                "players' names that are missing or longer than {longest}",
                longest=_LONGEST_NAME,
            )
        )
    whole: dict[str, Any] = {}
    for number, step in enumerate(replay.steps):
        if is_too_deep(step.view):
            raise ValueError(
                say("tables nested too deep - at `$.steps[{number}].view`", number=number)
            )
        try:
            msgspec.convert(step.view, STEP_VIEW)
        except msgspec.ValidationError as error:
            place = f"$.steps[{number}].view"
            told = say("{fault}, in `{place}`", fault=words_of(error), place=place)
            raise ValueError(told) from error
        whole |= step.view
    missing = {"life", "turn_seat", "phase", "zones", "piles", "obligations"} - whole.keys()
    if missing:
        raise ValueError(say("steps that never say `{missing}`", missing=min(missing)))
