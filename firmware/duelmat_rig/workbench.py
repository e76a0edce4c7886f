"""The workbench: plugs a Pico into a board, runs the firmware on it, and is driven from outside.

Runs on MicroPython only. `slice` gives the firmware some steps and comes back, because memory is
freed only between calls from outside.
"""

import gc
import json
import os
import sys

import rig_host  # pyright: ignore[reportMissingImports] - Node registers it

import micropython
from duelmat_rig.electronics.board import (
    COLLECT_NS_A_BYTE,
    GARBAGE_BYTES,
    HEAP_BYTES,
    LINE_HALVES,
    LIVE_BYTES,
    LOAD_US,
    LOOK_US,
    MAKE_US,
    MEM_FREE_US,
    RUNTIME_US,
    TURN_US,
    Board,
)
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.errors import RigError
from duelmat_rig.electronics.lines import NO_JOB, lines_of
from duelmat_rig.electronics.side_channel import SideChannel
from duelmat_rig.pico import slot

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

_SLICE_STEPS = 100  # by count, so that memory is freed at the same steps every time
_IDLE_STEP_US = 1000
_FIRMWARE = ("duelmat_device", "duelmat_wire")
_CHOICE = "layout ="

_RUNNING = 0
_AT_PROMPT = 1
_CRASHED = 2
_STARTING = 3


class _Module:
    """A module of our own in the place of a built-in one, from which it takes what it lacks."""

    def __init__(self, original, **own):
        for name in dir(original):
            if not name.startswith("__"):
                setattr(self, name, getattr(original, name))
        for name, value in own.items():
            setattr(self, name, value)


def _cable():
    def write(data):
        return rig_host.port_write(bytes(data).hex())

    def read(limit):
        received = rig_host.port_read(limit)
        return bytes.fromhex(received) if isinstance(received, str) else received

    return write, read


def _run_main():
    """Execute the board's main.py up to the choice between prompt and mat."""
    import duelmat_device  # noqa: PLC0415 - anew after every reset

    folder = duelmat_device.__file__.rsplit("/", 1)[0]
    with open(folder + "/on_board.py") as file:
        text = file.read()
    exec(text[: text.index(_CHOICE)], {"__name__": "__main__"})  # noqa: S102 - as MicroPython does it


# Modules that the firmware wants at its start only are named in functions that end: what a
# generator has looked at stays on its stack, and with it the heap that the firmware has freed.


def _look():
    """Return the Board, or None when the prompt is wanted."""
    from duelmat_device import prompt  # noqa: PLC0415 - anew after every reset

    return prompt.look()


def _load(layout):
    """Return the module whose `turn` runs the firmware, and what it runs with."""
    from duelmat_device import main, palette  # noqa: PLC0415

    return main, main.begin(layout, palette.Palette)


class Bench:
    """One board and its firmware."""

    def __init__(self, options, cable=None):
        """`cable`: see UsbSerial; None = the one of the process around."""
        options = json.loads(options)
        with open("board.json") as file:
            config = json.loads(file.read())
        with open("field.json") as file:
            field = json.loads(file.read())  # load takes six times as long on MicroPython
        start_ms = options["start_ms"]
        self._clock = Clock(start_ms)
        self.board = Board(config, field, self._clock, cable or _cable(), options["seed"])
        self._hands = SideChannel(self.board)
        self._app: "Any" = None
        self._begun: "Any" = None
        self._main: "Any" = None
        self.counter: "Any" = None
        """Counts the lines that the firmware executes, where the MicroPython can (settrace)."""
        self._state = _AT_PROMPT
        self._start: "Any" = None
        self._start_left_us = 0
        self._until_ms = start_ms
        self._seen = [0, 0, 0]
        self.steps = 0
        self.resets = 0
        self.collections = 0
        self.shortages = 0
        """Collections because memory had run out, of all."""
        self._garbage_bytes = 0
        slot.board = self.board
        self._install_modules()

    def _install_modules(self):
        # These look for the board in the slot, so they come after it.
        from duelmat_rig.pico import machine, rp2, streams, time  # noqa: PLC0415

        usb = self.board.usb
        clock = self._clock
        chance = self.board.chance
        collect = gc.collect

        def charged_collect():
            self._charge_collection()
            collect()

        def charged_mem_free():
            clock.spend(MEM_FREE_US)
            return HEAP_BYTES - LIVE_BYTES

        def set_interrupt(char):
            usb.interrupt_char = char

        modules: "Any" = sys.modules
        modules["machine"] = machine
        modules["rp2"] = rp2
        modules["time"] = time
        modules["gc"] = _Module(gc, collect=charged_collect, mem_free=charged_mem_free)
        modules["os"] = _Module(
            os, urandom=lambda count: bytes([chance.below(256) for _ in range(count)])
        )
        modules["micropython"] = _Module(
            micropython,
            kbd_intr=set_interrupt,
            alloc_emergency_exception_buf=lambda _size: None,
        )
        stdout = streams.UsbTextStream()
        modules["sys"] = _Module(
            sys, platform="rp2", stdin=streams.UsbTextStream(), stdout=stdout, stderr=stdout
        )

    # The firmware

    def boot(self):
        """Start the firmware on a board whose power came on a while ago: all that takes time is
        over. Returns the problem that stopped it, or ''.
        """
        self._begin_start()
        try:
            for _ in self._start:
                pass
        except Exception as error:  # noqa: BLE001 - whatever stops the firmware is told
            sys.print_exception(error)
            return "%s: %s" % (type(error).__name__, error)
        return ""

    def _begin_start(self):
        self.board.release()
        for name in list(sys.modules):
            if name.split(".")[0] in _FIRMWARE:
                del sys.modules[name]
        self._app = self._begun = None
        self._state = _STARTING
        self._start = self._start_parts()
        self._start_left_us = 0

    def _start_parts(self):
        """A Pico's start after a reset; yields the time of each part. Ctrl-C means nothing to
        MicroPython until main.py runs, and interrupts that.
        """
        yield RUNTIME_US
        self.board.usb.interrupt_char = 3
        _run_main()
        yield LOOK_US
        layout = _look()
        if layout is None:
            self._stop_at_prompt()
            rig_host.log("the firmware has stopped at the prompt, as it was asked to")
            return
        yield LOAD_US
        self._main, self._begun = _load(layout)
        del layout  # as main.py does it
        yield MAKE_US
        self._app = self._begun[0]
        self._state = _RUNNING
        self._start = None  # what it holds is measured with the firmware's memory otherwise

    def _go_on_starting(self):
        """Let a moment of the start pass."""
        if self._start_left_us <= 0:
            try:
                self._start_left_us = next(self._start)
            except StopIteration:
                return
            except Exception as error:  # noqa: BLE001 - a board that does not start is at its prompt
                sys.print_exception(error)
                rig_host.log("the firmware did not start: %s" % error)
                self._stop_at_prompt()
                return
        self._clock.sleep(_IDLE_STEP_US)
        self._start_left_us -= _IDLE_STEP_US

    def _step(self):
        board = self.board
        if board.usb.is_interrupted:
            board.usb.is_interrupted = False
            rig_host.log("Ctrl-C: the firmware has stopped at the prompt")
            self._stop_at_prompt()
        try:
            if self._state == _RUNNING:
                self._run_firmware()
            elif self._state == _STARTING:
                self._go_on_starting()
            else:
                self._idle()
            board.poll()
        except slot.Reset as reset:
            rig_host.log("reset: %s" % reset)
            self.reset()

    def _idle(self):
        """Let a moment pass in which no firmware runs."""
        self._clock.sleep(_IDLE_STEP_US)
        if self.board.watchdog is not None:
            self.board.watchdog.check()
        if slot.reset_reason:
            raise slot.Reset(slot.reset_reason)

    def _run_firmware(self):
        app = self._app
        readers = self.board.readers
        usb = self.board.usb
        transfers, pulled, pushed = readers.transfers, usb.pulled, usb.pushed
        try:
            self._clock.spend(TURN_US)
            app.job = NO_JOB
            if self.counter is not None:
                self.counter.turn(self._main.turn, self._begun)
            else:
                self._main.turn(*self._begun)
            kind = (
                app.job,
                readers.transfers - transfers,
                usb.pulled - pulled,
                usb.pushed - pushed,
            )
            if self.counter is not None:
                self.counter.end(*kind)
            else:
                # What was executed between the acts is charged when the turn is over.
                self._clock.spend_halves(int(lines_of(*kind) * LINE_HALVES))
            self._garbage_bytes += (kind[2] + kind[3]) * GARBAGE_BYTES
            if self._garbage_bytes > HEAP_BYTES - LIVE_BYTES:
                self.shortages += 1
                self._charge_collection()
            self.steps += 1
        except Exception as error:  # noqa: BLE001 - a crash is the watchdog's business
            sys.print_exception(error)
            rig_host.log("the firmware has crashed; its watchdog will reset it")
            self._state = _CRASHED

    def _charge_collection(self):
        self._clock.spend(LIVE_BYTES * COLLECT_NS_A_BYTE // 1000)
        self.collections += 1
        self._garbage_bytes = 0

    def _stop_at_prompt(self):
        """Leave the port to MicroPython's prompt, to which ctrl-C is a byte like any other."""
        self._state = _AT_PROMPT
        self.board.usb.interrupt_char = -1

    def plug(self):
        """Put the cable in."""
        self.board.usb.plug()

    def reset(self):
        """Reset the Pico: its USB port vanishes and comes back."""
        self.resets += 1
        slot.reset_reason = ""
        self.board.usb.reset()
        rig_host.replug()
        self._clock.boot()
        self._begin_start()

    # What is called from outside

    def typed(self):
        """The bytes, in hex, that a host has sent to the board's prompt; None where there is no
        prompt. What runs there takes its time at once.
        """
        if self._state != _AT_PROMPT:
            return None
        self._until_ms = max(self._until_ms, self._clock.total_ms())
        usb = self.board.usb
        data = bytearray(usb.waiting())
        usb.pull_into(data, len(data))
        return bytes(data).hex()

    def run(self, duration_ms):
        """Grant virtual time, to be used up by slices."""
        self._until_ms += duration_ms

    def slice(self):
        """Take some steps; returns whether the granted time is used up."""
        clock = self._clock
        clock.settle()
        usb = self.board.usb
        until_ms = self._until_ms
        steps = 0
        while clock.total_ms() < until_ms:
            usb.pump()
            self._step()
            if rig_host.subscribers:
                self._report()
            steps += 1
            if steps == _SLICE_STEPS:
                return False
        usb.pump()
        return True

    def _report(self):
        """Send whoever watches what has come to look different."""
        board = self.board
        seen = self._seen
        revision = board.lights.look()
        if revision != seen[0]:
            seen[0] = revision
            rig_host.lights(board.lights.shown.hex(), self._clock.total_ms())
        for index, display in enumerate(board.displays):
            if display.revision != seen[1 + index]:
                seen[1 + index] = display.revision
                rig_host.displays(json.dumps(board.texts()), self._clock.total_ms())

    def hands(self, line):
        """Answer a request of the hands, both as JSON."""
        answer = {"id": None, "ok": False}
        try:
            request = json.loads(line)
        except ValueError:
            answer["error"] = "expected a JSON object on one line, got %r" % line[:80]
            return json.dumps(answer)
        try:
            if isinstance(request, dict):
                answer["id"] = request.get("id")
            answer.update(self._hands.request(request))
            answer["ok"] = True
        except RigError as error:
            answer["error"] = str(error)
        return json.dumps(answer)

    def figures(self):
        """Counters for the answer to a run."""
        usb = self.board.usb
        return json.dumps(
            {
                "t_ms": self._clock.total_ms(),
                "port_bytes_out": usb.bytes_out,
                "port_bytes_in": usb.bytes_in,
                "steps": self.steps,
            }
        )
