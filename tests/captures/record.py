"""Records the captures in this folder anew from the simulated mat.

Run `python tests/captures/record.py`. Each is a little play in virtual time. What the host makes
of each stands beside it (NAME.told), as `duelmat replay NAME.capture --mat standard` prints it.
earlier_mat.capture was made when the mat file was another one, and is not made anew.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from duelmat_bench.link.faults import FrameLoss, LossyPort, Pull
from duelmat_hardware import load_mat
from duelmat_host.link import BoardLine, BoardSession, PortKeeper, RigClient, start_rig
from duelmat_host.link.transport import Port, open_port
from duelmat_host.link.virtual_time import VirtualTime
from duelmat_maker.capture import CaptureWriter, CapturingPort

HERE = Path(__file__).parent
UP, DOWN = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04112233445566")


class Play:
    """A board, a host and hands."""

    def __init__(self, rig: RigClient, url: str, path: Path, seed: int, loss: float) -> None:
        mat = load_mat()
        self.rig = rig
        self.pull = Pull(self._pulled)
        self.writer = CaptureWriter(path, mat.digest)
        self.losses = (FrameLoss(seed, loss), FrameLoss(seed + 1, loss))
        self.session = BoardSession(mat, session=0xC0FFEE)
        keeper = PortKeeper(url, self._open)
        self.time = VirtualTime(BoardLine(url, self.session, keeper), rig)

    def _open(self, url: str) -> Port:
        port = LossyPort(self.pull.opened(open_port(url)), *self.losses)
        return CapturingPort(port, self.writer, lambda: self.now_ms)

    def _pulled(self) -> None:
        self.rig.unplug()

    @property
    def now_ms(self) -> int:
        return self.time.now_ms

    def run(self, for_ms: int) -> None:
        for _ in range(for_ms // 10):
            self.time.step(10)


def quiet(play: Play) -> None:
    """A card comes, is turned sideways, is flipped and goes; a finger and a button."""
    play.run(1500)
    play.rig.place("s", UP, DOWN, "a.m3")
    play.run(800)
    play.rig.place("s", UP, DOWN, "a.m3", turn=90)
    play.run(1500)
    play.rig.place("s", UP, DOWN, "a.m3", face="down", turn=90)
    play.run(1500)
    play.rig.touch("b.s2", 250)
    play.run(600)
    play.rig.button("a.ok", 100)
    play.run(400)
    play.rig.lift("s")
    play.run(1500)


def two_boots(play: Play) -> None:
    """The board is reset while a card lies on it."""
    play.rig.place("s", UP, DOWN, "b.s1")
    play.run(2000)
    play.rig.reset()
    play.run(3000)


def pulled(play: Play) -> None:
    """Pulled in the middle of a frame; meanwhile a card comes and a button is pressed."""
    play.run(1500)
    play.pull.bytes_left = 37
    play.run(1500)
    play.rig.place("s", UP, DOWN, "x1")
    play.rig.button("b.judge", 80)
    play.run(600)
    play.rig.plug()
    play.run(2500)


def lossy(play: Play) -> None:
    """One frame in five is lost each way."""
    for number in range(6):
        play.rig.place("s", UP, DOWN, f"a.s{number % 5 + 1}")
        play.rig.button("a.phase", 60)
        play.run(900)


PLAYS: dict[str, tuple[Callable[[Play], None], float]] = {
    "quiet": (quiet, 0.0),
    "two_boots": (two_boots, 0.0),
    "pulled": (pulled, 0.0),
    "lossy": (lossy, 0.2),
}


def main() -> None:
    for name, (play_it, loss) in PLAYS.items():
        path = HERE / f"{name}.capture"
        path.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory() as place:
            process = start_rig(Path(place), "1.29", "virtual", 3)
            try:
                with process.client() as rig:
                    play = Play(rig, process.port, path, 5, loss)
                    play_it(play)
                    play.writer.close()
            finally:
                process.stop()
    whole = (HERE / "quiet.capture").read_bytes()
    (HERE / "cut.capture").write_bytes(whole[: len(whole) * 2 // 3 + 5])
    for path in sorted(HERE.glob("*.capture")):
        words = [sys.executable, "-c", "from duelmat import main; main()"]
        run = subprocess.run(
            [*words, "replay", path.name, "--mat", "standard"],
            cwd=HERE,
            capture_output=True,
            text=True,
            check=True,
        )
        path.with_suffix(".told").write_text(run.stderr + run.stdout, encoding="utf-8")


if __name__ == "__main__":
    main()
