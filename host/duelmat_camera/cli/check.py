"""`duelmat camera check`: what the camera sees, and what would make it see more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from duelmat_camera.cli.folder import SEEN, Pictures, camera_extra, check_printed, seeing_options
from duelmat_command.output import complains_of, counted, echo, leave
from duelmat_command.settings import ConfiguredCommand
from duelmat_files.whole_file import write_whole
from duelmat_host.cli.mats import named_mat
from duelmat_message.errors import DuelmatError

if TYPE_CHECKING:
    from duelmat_camera.reading import Reading
    from duelmat_hardware import Mat

WARM_UP: Final = 15
"""Pictures until a camera has found its light and its sharpness."""
LEAST_PX: Final = 20.0
"""The width down to which drawn pictures were tried: all cards were told; less is a guess."""
ENOUGH: Final = 6
"""Markers of the mat with which it is found wherever they are, if they lie where it has them."""
MOST_OFF_MM: Final = 4.0
"""Further off, the paper lies in waves, or it was not printed at 100 %."""


@click.command(name="check", cls=ConfiguredCommand)
@seeing_options
@complains_of(DuelmatError)
def command(folder: Path, name: str, camera: Pictures) -> None:
    """Take a picture, say what is seen of the mat, and keep it as seen.jpg in FOLDER.

    Begin without cards: each zone's own marker is to be seen. The exit code is 1 where the mat is
    not found, or not well enough.
    """
    with camera_extra():
        from duelmat_camera.marking import as_jpeg, marked
        from duelmat_camera.reading import PictureReader, Reading
    mat = named_mat(name)
    check_printed(folder)
    reader = PictureReader(mat)
    reading, picture = Reading(), None
    for taken, (each, _) in enumerate(camera.taken(), start=1):
        picture = each
        reading = reader.read(picture)
        if taken >= WARM_UP:
            break
    faults = findings(mat, reading)
    if picture is not None:
        shown = marked(picture, mat, reading, reader.transform)
        write_whole(folder / SEEN, as_jpeg(shown), "the picture of what is seen")
        echo(f"wrote {folder / SEEN}")
    markers, cards = counted(len(reading.seen), "marker"), counted(len(reading.cards), "card")
    echo(f"{markers} of the mat and {cards} are seen.")
    for line in faults:
        echo(line)
    leave(1 if faults else 0)


def findings(mat: Mat, reading: Reading) -> list[str]:
    """Return a sentence for each thing that should be better, with what helps."""
    from duelmat_camera.markers import EDGE_MARKERS, mat_markers, zone_markers

    found = []
    if reading.off_mm is None and len(reading.seen) >= ENOUGH:
        found.append(
            f"The mat is not found: {len(reading.seen)} of its markers are seen, but not where "
            f"{mat.name} has them from side to side. Show all of the mat; is it the one that you "
            "have printed?"
        )
    elif reading.off_mm is None:
        found.append(
            f"The mat is not found: expected 4 of its {len(mat_markers(mat))} markers or more, "
            f"from both sides of the mat, got {len(reading.seen)}. See that all of the mat is in "
            "the picture, bright and sharp."
        )
    elif reading.off_mm > MOST_OFF_MM:
        found.append(
            f"The mat's markers lie {reading.off_mm:.1f} mm off, expected {MOST_OFF_MM:g} at "
            f"most. Smooth the paper, measure the rulers, and see that {mat.name} is the mat that "
            "you have printed."
        )
    if reading.least_px and reading.least_px < LEAST_PX:
        found.append(
            f"The smallest marker is {reading.least_px:.0f} pixels wide, expected {LEAST_PX:g} or "
            "more. Move the camera nearer, or name a larger --size."
        )
    missing = sum(marker not in reading.seen for marker in range(EDGE_MARKERS))
    if missing:
        found.append(
            f"{missing} of the {EDGE_MARKERS} markers along the edges are not seen. Move the "
            "camera."
        )
    with_card = {card.zone for card in reading.cards}
    hidden = [
        zone
        for marker, zone in zone_markers(mat).items()
        if marker not in reading.seen and zone not in with_card
    ]
    if hidden:
        found.append(
            f"Nothing is read in {', '.join(hidden)}: what hides the marker, or shines on it?"
        )
    return found
