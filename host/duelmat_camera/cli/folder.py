"""The folder of a game under a camera, and what its commands have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from duelmat_command.output import Complaint
from duelmat_command.shared_options import mat_option
from duelmat_files import check_directory, make_directory
from duelmat_message import words_of

F = TypeVar("F", bound=Callable[..., Any])

REGISTRY: Final = "cards.toml"
"""Which marker is which card."""
SEEN: Final = "seen.jpg"
"""The picture of what is seen."""
MAT: Final = "mat"
"""The folder of the simulated mat, with its port."""
_WIDTH: Final = 1920
_HEIGHT: Final = 1080
_MODEL: Final = "mini"


@contextmanager
def camera_extra() -> Iterator[None]:
    """Raise a Complaint that says what to install, where OpenCV is not there."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise Complaint(
            f"`duelmat camera` expected the library {missing.name}, which is not installed. "
            "Install it with: pip install 'duelmat[camera]'"
        ) from None


@contextmanager
def _usable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Complaint(
            f"expected a folder to write in at {folder}, got: {words_of(error)}. Name another."
        ) from None


def make_folder(folder: Path) -> None:
    """Make the folder of a game, or check the one that is there. Raises Complaint."""
    with _usable(folder):
        make_directory(folder)


def check_printed(folder: Path) -> None:
    """Raise a Complaint unless the folder is one for which was printed, and this user's alone."""
    if not folder.exists():
        raise Complaint(
            f"expected the folder {folder}, got none. `duelmat camera print {folder}` makes it."
        )
    with _usable(folder):
        check_directory(folder)


class Pictures(msgspec.Struct, frozen=True):
    """The source that a command was asked to take its pictures from."""

    number: int
    """Of the camera."""
    video: Path | None
    """In place of a camera."""
    size: tuple[int, int]
    """Width and height of the camera's pictures."""

    def taken(self) -> Iterator[tuple[Any, int]]:
        """Return the pictures with their times, from a source that is open.

        Raises SourceError where there is none.
        """
        from duelmat_camera.source import camera_pictures, video_pictures

        pictures = (
            camera_pictures(self.number, *self.size)
            if self.video is None
            else video_pictures(self.video)
        )
        return chain((next(pictures),), pictures)  # the source is opened for the first one


def folder_and_mat(function: F) -> F:
    """Add the folder and the mat that is printed, which every command has."""
    help_text = "The mat that is printed: mini, standard, or a mat file."
    folder = click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
    return folder(mat_option(help_text)(function))


def seeing_options(function: Callable[[Path, str, Pictures], None]) -> Callable[..., None]:
    """Add the options of a command that sees: folder, mat, and where pictures come from."""

    @wraps(function)
    def command(
        folder: Path, name: str, number: int, video: Path | None, size: tuple[int, int]
    ) -> None:
        function(folder, name, Pictures(number, video, size))

    options = (
        click.option("--camera", "number", default=0, show_default=True, help="Which camera."),
        click.option(
            "--video",
            type=click.Path(path_type=Path, dir_okay=False),
            help="A video in place of a camera.",
        ),
        click.option(
            "--size",
            type=(click.IntRange(320), click.IntRange(240)),
            default=(_WIDTH, _HEIGHT),
            show_default=True,
            help="Width and height of the camera's pictures.",
        ),
    )
    found: Callable[..., None] = command
    for option in options:
        found = option(found)
    return folder_and_mat(found)
