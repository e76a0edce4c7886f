"""The folder of a game under a camera, and what its commands have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from duelmat_command.output import Complaint
from duelmat_command.settings import SettingOption

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


def mat_option(function: F) -> F:
    """Add the option of the mat that is printed and seen."""
    return click.option(
        "--mat",
        "name",
        cls=SettingOption,
        setting="mat",
        metavar="NAME",
        show_default=True,
        help="The mat that is printed: mini, standard, or a mat file.",
    )(function)


def camera_options(function: F) -> F:
    """Add the options of whatever gives pictures."""
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
    for option in options:
        function = option(function)
    return function


def pictures(number: int, video: Path | None, size: tuple[int, int]) -> Iterator[tuple[Any, int]]:
    """Return the pictures that the options ask for, with their times."""
    from duelmat_camera.source import camera_pictures, video_pictures

    return camera_pictures(number, *size) if video is None else video_pictures(video)
