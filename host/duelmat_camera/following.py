"""Following a camera: from each picture to the simulated mat, by its door for other eyes."""

from __future__ import annotations

from collections.abc import Mapping

from duelmat_camera.finding import Picture
from duelmat_camera.reading import PictureReader, Reading
from duelmat_camera.sleeves import Side
from duelmat_camera.watching import Pile, Watcher, zones_told
from duelmat_hardware import Mat, MatZone
from duelmat_host.link.rig import RigClient


class Follower:
    """A simulated mat on which lies what a camera sees."""

    def __init__(self, mat: Mat, sides: Mapping[int, Side], rig: RigClient) -> None:
        """Begin with an empty mat. Raises MarkerError, RigGoneError."""
        self.watcher = Watcher(mat, sides)
        self.reading = Reading()
        """The last picture's."""
        self.reader = PictureReader(mat)
        self._rig = rig
        rig.see(zones_told(self.watcher.told))

    def take(self, picture: Picture, now_ms: int) -> dict[MatZone, Pile]:
        """Take a picture, and return what the mat is told anew. Raises RigGoneError."""
        self.reading = self.reader.read(picture)
        anew = self.watcher.take(self.reading, now_ms)
        if anew:
            self._rig.see(zones_told(anew))
        return anew
