"""`duelmat capture`: recording what passes between mat and host in a file."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any, Final

import click

from duelmat_command.output import (
    Complaint,
    complains_of,
    echo,
    print_json,
    sentences,
)
from duelmat_command.settings import ConfiguredCommand
from duelmat_command.shared_options import mat_option, port_option
from duelmat_hardware import PACKAGED_MATS, Mat
from duelmat_host.cli.mats import named_mat
from duelmat_message import listed
from duelmat_message.errors import DuelmatError

_TURN_S: Final = 0.002


@click.command(name="capture", cls=ConfiguredCommand)
@click.argument("file", type=click.Path(path_type=Path))
@port_option()
@click.option(
    "--tap",
    "link",
    type=click.Path(path_type=Path),
    metavar="LINK",
    help="Stand between the mat and a table that is started with --port LINK.",
)
@mat_option()
@click.option("--seconds", type=float, help="End after so long; else with Ctrl-C.")
@complains_of(DuelmatError)
def command(file: Path, port: str, link: Path | None, name: str, seconds: float | None) -> None:
    """Write down in FILE what passes on the wire, with times and directions.

    Without --tap the capture itself talks to the mat, and shows what it says. With --tap it makes
    a port of its own for a table to open, and hands on every byte:

    \b
      duelmat capture duel.capture --port /dev/ttyACM0 --tap /tmp/mat
      duelmat play --port /tmp/mat --registry cards.toml

    `duelmat replay FILE` plays a capture through the host again. A capture shows which tag lay
    where: the cards of a duel can be worked out from it and the registry. docs/doctor.md has the
    form of the file.
    """
    from duelmat_maker.capture import CaptureWriter

    if seconds is not None and not seconds > 0:
        raise Complaint(f"--seconds: expected more than 0, got {seconds:g}.")
    mat = named_mat(name)
    ends = _End(seconds)
    with CaptureWriter(file, mat.digest) as writer:
        if link is None:
            waiting_for = _listen(port, mat, writer, ends)
        else:
            waiting_for = _stand_between(port, link, writer, ends)
    if not writer.moments:
        advice = waiting_for or "Capture longer."
        sentence = advice[:1].upper() + advice[1:]
        raise Complaint(sentences("Nothing was captured, and no file is left.", sentence))
    echo(
        f"{click.format_filename(file)}: 1 moment."
        if writer.moments == 1
        else f"{click.format_filename(file)}: {writer.moments} moments.",
        err=True,
    )


class _End:
    """The end of a capture: at a time, or when the user interrupts it."""

    def __init__(self, seconds: float | None) -> None:
        self.is_over = False
        self._end_s = None if seconds is None else time.monotonic() + seconds
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._stop)

    def _stop(self, *_: Any) -> None:
        self.is_over = True

    def has_come(self) -> bool:
        return self.is_over or (self._end_s is not None and time.monotonic() >= self._end_s)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _listen(port: str, mat: Mat, writer: Any, ends: _End) -> str | None:
    """Record until the end; return what is still missing then."""
    from duelmat_host.link import BoardSession
    from duelmat_maker.capture import record
    from duelmat_maker.capture.replay import words_of

    line = record(port, BoardSession(mat), writer, _now_ms)
    told: str | None = None
    while not ends.has_come():
        for event in line.turn(_now_ms()):
            echo(words_of(event, mat))
        told = _tell_waiting(line.waiting_for, told)
        time.sleep(_TURN_S)
    line.close()
    return told


def _stand_between(port: str, link: Path, writer: Any, ends: _End) -> str | None:
    """Pass bytes on until the end; return what is still missing then."""
    from duelmat_maker.capture import Tap

    tap = Tap(port, link, writer, _now_ms)
    told: str | None = None
    echo(f"Start the table with --port {link}", err=True)
    try:
        while not ends.has_come():
            tap.turn()
            told = _tell_waiting(tap.waiting_for, told)
            time.sleep(_TURN_S)
    finally:
        tap.close()
    return told


def _tell_waiting(sentence: str | None, told: str | None) -> str | None:
    if sentence is not None and sentence != told:
        echo(sentence, err=True)
    return sentence


def tell_capture(
    content: bytes, source: str, mat_name: str | None, registry: Path | None, *, as_json: bool
) -> None:
    """Play a capture through the host and print its events."""
    from duelmat_host.cards import Registry
    from duelmat_maker.capture import read_capture, replay_capture

    capture = read_capture(content, source)
    mat = _mat_of(capture.digest, source, mat_name)
    cards = None if registry is None else Registry.load(registry)
    replayed = replay_capture(capture, mat, cards)
    layout = {
        zone: {"card": sight.key, "face": sight.face.value, "way": sight.orientation.value}
        for zone, sight in replayed.layout.items()
    }
    if replayed.damage:
        echo(replayed.damage, err=True)
    if as_json:
        print_json(
            {
                "told": [
                    {"at_ms": t.at_ms, "kind": t.kind, "text": t.text} for t in replayed.told
                ],
                "layout": layout,
                "statistics": json.loads(_as_json(replayed.statistics)),
                "damage": replayed.damage,
            }
        )
        return
    for told in replayed.told:
        echo(f"{told.at_ms / 1000:9.3f} {told.kind:11} {told.text}")
    for zone, sight in layout.items():
        card = sight["card"] or "a card that no sleeve of the registry has"
        echo(f"{zone}: {card}, face {sight['face']}, {sight['way']}")
    counts = replayed.statistics
    echo(
        f"Messages: {counts.received}, of no use: {counts.bad}, doubled: {counts.duplicate}, "
        f"missed: {counts.missed}, sessions: {counts.sessions}."
    )


def _mat_of(digest: str, source: str, name: str | None) -> Mat:
    """Return the mat of a capture, by digest or by name; report one that is not its own."""
    if name is None:
        for mat in map(named_mat, PACKAGED_MATS):
            if mat.digest == digest:
                return mat
        raise Complaint(
            f"{source}: line 2: expected the mat {listed(PACKAGED_MATS, 'or')}, got another one "
            f"or an earlier revision ({digest[:16]}). Name its file, or a mat that is wired "
            "alike, with --mat."
        )
    mat = named_mat(name)
    if mat.digest != digest:
        echo(
            (
                f"{source} was captured with the mat {digest[:16]} and is told as by {mat.name}: "
                "where the two differ, zones and pads are named wrongly."
            ),
            err=True,
        )
    return mat


def _as_json(value: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(value, enc_hook=str)
