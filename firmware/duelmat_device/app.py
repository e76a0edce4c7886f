"""The firmware as one value with one step: a little of everything in turn, nothing that waits."""

from time import ticks_diff

import duelmat_wire as wire
from duelmat_device import buttons, lights, link, mfrc522, presence, scanner, touch
from micropython import const

_RESET_MS = const(2)
# DS of the MFRC522 8.8.2: the crystal starts, then 37.74 us.
_START_UP_MS = const(10)

_IN_RESET = const(0)
_STARTING = const(1)
_RUNNING = const(2)


class App:
    """The running board."""

    def __init__(self, board, circuit, port, clock, boot_id):
        """See Board, Circuit and UsbPort; the clock has ticks_ms and ticks_us as the module time,
        and the boot id is another number after every boot.
        """
        self._ticks_ms = clock.ticks_ms
        self._circuit = circuit
        self.presence = presence.Presence(board.zones)
        self.scanner = scanner.Scanner(
            mfrc522.Mfrc522(circuit.spi, circuit.select),
            circuit.address,
            board.neighbours,
            self.presence,
            clock.ticks_us,
            board.fields_at_once,
        )
        self.link = link.HostLink(
            board, port, self.presence, self.scanner, clock.ticks_ms, boot_id
        )
        self.lights = lights.Lights(
            circuit.chain, board.lamps, board.brightness_cap, clock.ticks_ms
        )
        self._touch = touch.Touch(
            circuit.touch_chips, board.pads, board.pad_antennas, self.scanner, clock.ticks_ms
        )
        self._buttons = buttons.Buttons(circuit.buttons[: board.buttons], clock.ticks_ms)
        self.wants_maintenance = False
        """Whether the host asked for the prompt."""
        self._answers = {
            wire.Scene.CODE: self._on_scene,
            wire.Display.CODE: self._on_display,
            wire.Hot.CODE: self._on_hot,
            wire.SnapshotRequest.CODE: self._on_snapshot_request,
            wire.Clock.CODE: self._on_clock,
            wire.Maintenance.CODE: self._on_maintenance,
        }
        self._jobs = (
            self._talk,
            self.lights.step,
            self._feel,
            self._talk,
            self.lights.step,
            self._display,
        )
        self._turn = 0
        # All readers hang on one reset line: it is pulsed once, before any of them is set up.
        circuit.hold_readers_in_reset(True)
        self._readers = _IN_RESET
        self._readers_ms = self._ticks_ms()

    def step(self):
        """Looks after the readers, and does one of the other jobs: cards are what cannot wait."""
        if self._readers == _RUNNING:
            self._scan()
        else:
            self._start_readers()
        turn = self._turn
        self._turn = turn + 1 if turn + 1 < len(self._jobs) else 0
        self._jobs[turn]()

    def _talk(self):
        for message in self.link.step():
            self._answers[message.CODE](message)

    def _feel(self):
        self._touch.step()
        self._pass_on_notice(self._touch)
        event = self._touch.take_event()
        if event is not None:
            self.link.touch(event[0], event[1])
        self._buttons.step()
        event = self._buttons.take_event()
        if event is not None:
            self.link.button(event[0], event[1])

    def _display(self):
        for display in self._circuit.displays:
            display.step()
            self._pass_on_notice(display)

    def _pass_on_notice(self, device):
        if device.notice is not None:
            self.link.log(wire.LOG_WARNING, device.notice)
            device.notice = None

    def _start_readers(self):
        waited_ms = ticks_diff(self._ticks_ms(), self._readers_ms)
        if self._readers == _IN_RESET and waited_ms >= _RESET_MS:
            self._circuit.hold_readers_in_reset(False)
            self._readers = _STARTING
        elif self._readers == _STARTING and waited_ms >= _RESET_MS + _START_UP_MS:
            self._readers = _RUNNING

    def _scan(self):
        self.scanner.step()
        antenna = self.presence.next_changed()
        if antenna >= 0:
            self._touch.card_changed(antenna)
            self.link.sighting(antenna)
        antenna = self.scanner.next_health_change()
        if antenna >= 0:
            self.link.health(antenna, self.scanner.health[antenna])

    # What the host wants.

    def _on_scene(self, message):
        self.lights.set_scene(message.number, message.styles)
        self.link.scene = message.number

    def _on_display(self, message):
        self._circuit.displays[message.seat].show(message.text)

    def _on_hot(self, message):
        self.scanner.set_hot(
            [
                antenna
                for antenna in range(len(self.presence))
                if message.mask[antenna >> 3] >> (antenna & 7) & 1
            ],
            message.ttl_ms,
        )

    def _on_snapshot_request(self, _message):
        self.link.snapshot()

    def _on_clock(self, message):
        self.link.clock_reply(message.token)

    def _on_maintenance(self, message):
        if message.key == self.link.boot_id:
            self.wants_maintenance = True
