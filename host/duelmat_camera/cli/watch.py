"""`duelmat camera watch`: a simulated mat on which lies what the camera sees."""

from __future__ import annotations

import os
import select
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from duelmat_camera.cli.folder import (
    MAT,
    REGISTRY,
    SEEN,
    Pictures,
    camera_extra,
    check_printed,
    seeing_options,
)
from duelmat_command.output import Complaint, complains_of, echo
from duelmat_command.settings import ConfiguredCommand
from duelmat_files.whole_file import write_whole
from duelmat_host.cards.registry import Registry
from duelmat_host.cli.mats import named_mat
from duelmat_host.link.rig import find_rig, start_rig
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_camera.following import Follower
    from duelmat_hardware import Mat
    from duelmat_host.link.rig import RigClient

SHOWN_MS: Final = 1_000
"""Between two pictures of what is seen."""
PRESS_MS: Final = 450
"""The time that a finger presses: on a busy machine the simulated board looks seldom."""
STILL_MS: Final = 700
"""The time from a card to a finger beside it, which the board takes for the card's hand before."""
UNSURE_MS: Final = 4_000
"""A zone that is unsure for longer is named: no hand rests so long where a card is laid."""
_TYPED_BYTES: Final = 4_096
"""Read at once: a terminal gives a line, which is never longer."""


@click.command(name="watch", cls=ConfiguredCommand)
@seeing_options
@complains_of(DuelmatError)
def command(folder: Path, name: str, camera: Pictures) -> None:
    """Open a simulated mat in FOLDER, and lay on it what the camera sees.

    It prints the command that opens the table, and runs until Ctrl-C. seen.jpg in FOLDER shows
    every second what is seen; no line names a card. Paper has no pads: type the name of one and
    Enter to touch it, such as b.deck, or that of a button, such as a.ok.
    """
    with camera_extra():
        from duelmat_camera.following import Follower
        from duelmat_camera.marking import as_jpeg, marked
    from duelmat_camera.sleeves import sides_of

    mat = named_mat(name)
    check_printed(folder)
    registry = folder / REGISTRY
    if not registry.exists():
        raise Complaint(
            f"expected {registry}, got no such file. `duelmat camera print {folder}` makes it."
        )
    if find_rig(folder / MAT) is not None:
        raise Complaint(
            f"expected no mat in {folder / MAT} yet, got one that runs: another `duelmat camera "
            "watch` has this folder. End it with Ctrl-C, or name another folder."
        )
    sides = sides_of(Registry.load(registry))
    pictures = camera.taken()
    rig = start_rig(folder / MAT, mat=mat)
    echo(f"The mat is open, with {len(sides)} markers of sleeves. Leave this running, and play:")
    echo(f"  duelmat play --mat {name} --port {rig.port} --registry {registry} --two")
    echo("Type a pad's or a button's name and Enter to press it, such as b.deck or a.ok.")
    news = _News()
    shown_ms = -SHOWN_MS
    try:
        with rig.client() as hands:
            follower = Follower(mat, sides, hands)
            keyboard = Keyboard(mat, hands)
            for picture, now_ms in pictures:
                for zone, pile in follower.take(picture, now_ms).items():
                    faces = ", ".join(f"face {card.side.face}" for card in pile)
                    echo(f"{zone}: {faces or 'empty'}")
                news.tell(follower, now_ms)
                keyboard.take()
                if now_ms - shown_ms >= SHOWN_MS:
                    shown_ms = now_ms
                    shown = marked(picture, mat, follower.reading, follower.reader.transform)
                    write_whole(folder / SEEN, as_jpeg(shown), "the picture of what is seen")
        echo("The video has ended.")
    except KeyboardInterrupt:
        echo("The mat is closed.")
    finally:
        rig.stop()


class _News:
    """What is told once: a mat that is not found any more, zones that stay unsure."""

    def __init__(self) -> None:
        self._is_found = True
        self._told: set[str] = set()

    def tell(self, follower: Follower, now_ms: int) -> None:
        """Print what has changed since the last picture."""
        is_found = follower.reading.off_mm is not None
        if is_found != self._is_found:
            self._is_found = is_found
            echo(
                "The mat is found again."
                if is_found
                else "The mat is not found: is all of it in the picture, bright and sharp?",
                err=True,
            )
        unsure = follower.watcher.unsure
        long = {zone for zone, since_ms in unsure.items() if now_ms - since_ms >= UNSURE_MS}
        for zone in sorted(long - self._told) if is_found else ():
            echo(f"{zone}: something hides it; it stays as it was.", err=True)
        self._told = set(long)


class Keyboard:
    """Fingers for the pads and buttons that paper does not have."""

    def __init__(self, mat: Mat, hands: RigClient) -> None:
        self._pads = [pad.name for pad in mat.pads]
        self._buttons = [button.name for button in mat.buttons]
        self._hands = hands
        self._rest = b""
        self._is_open = True

    def take(self) -> None:
        """Touch or press what has been typed since the last picture."""
        keys = sys.stdin.fileno()
        while self._is_open and select.select([keys], [], [], 0)[0]:
            typed = os.read(keys, _TYPED_BYTES)
            self._is_open = bool(typed)
            *lines, self._rest = (self._rest + typed).split(b"\n")
            for line in lines:
                self._press(line.decode(errors="replace").strip())

    def _press(self, name: str) -> None:
        if name in self._pads:
            self._hands.touch(name, PRESS_MS, still_ms=STILL_MS)
        elif name in self._buttons:
            self._hands.button(name, PRESS_MS)
        elif name:
            names = ", ".join((*self._pads, *self._buttons))
            echo(f"expected a pad or a button of {names}, got {name!r}.", err=True)
