"""The firmware as one value with one step: a little of everything in turn, nothing that waits."""

from time import ticks_add, ticks_diff

import duelmat_wire as wire
from duelmat_device import buttons, heap, lights, link, mfrc522, presence, scanner, supply, touch
from micropython import const

_LOOKS = const(3)  # at the scanner in one step: cheaper than to come back
_LONG_US = const(4000)  # looks that took so long, as new cards do, are the last and have the turn
_FULL_US = const(5500)  # looks that took so long are the whole turn: the longest job takes 3100
_JOB_US = const(800)
_JOB_LASTS_US = const(500)  # most of them; with less time than that the scanner has precedence
_MAX_LATE_US = const(4000)
_TALK = const(0)
_SHOW = const(1)
_FEEL = const(2)
_PRESS = const(5)
_RESET_MS = const(2)
# DS of the MFRC522 8.8.2: the crystal starts, then 37.74 us.
_START_UP_MS = const(10)


class App:
    """The running board."""

    def __init__(self, board, circuit, palette, port, clock, boot_id, reset_to_prompt):
        """See Board, Circuit, Palette and UsbPort; the clock has ticks_ms and ticks_us as the
        module time, the boot id is another number after every boot, and `reset_to_prompt` is
        called when the host asks for the prompt.
        """
        self._ticks_ms = clock.ticks_ms
        self._ticks_us = clock.ticks_us
        self._circuit = circuit
        # The zones have the first lamps, in their order.
        self._zones = board.zones
        self._is_occupied = bytearray(len(self._zones))  # by antenna
        self._occupied = bytearray(max(self._zones) + 1)  # by zone: the number of its antennas
        self.presence = presence.Presence(board.zones, board.sure_steps)
        self.scanner = scanner.Scanner(
            mfrc522.Mfrc522(circuit.spi, circuit.select),
            circuit.address,
            board.neighbours,
            board.tour,
            self.presence,
            clock.ticks_us,
            board.fields_at_once,
        )
        self._heap = heap.Heap(clock.ticks_ms)
        self.link = link.HostLink(
            board, port, self.presence, self.scanner, self._heap, clock.ticks_ms, boot_id
        )
        self.lights = lights.Lights(circuit.chain, board.lamps, palette, clock.ticks_ms)
        self._touch = touch.TouchPads(
            circuit.bus,
            circuit.touch_chips,
            board.pads,
            board.pad_antennas,
            self.scanner,
            clock.ticks_ms,
            circuit.is_touch_calling,
        )
        self._buttons = buttons.Buttons(circuit.button_bits, circuit.levels, clock.ticks_ms)
        self._supply = supply.Supply(
            circuit.senses, self.scanner, board.fields_at_once, clock.ticks_ms
        )
        self._reset_to_prompt = reset_to_prompt
        self._answers = {
            wire.Scene.CODE: self._on_scene,
            wire.Display.CODE: self._on_display,
            wire.Hot.CODE: self._on_hot,
            wire.SnapshotRequest.CODE: self._on_snapshot_request,
            wire.Clock.CODE: self._on_clock,
            wire.TallyRequest.CODE: self._on_tally_request,
            wire.Maintenance.CODE: self._on_maintenance,
        }
        # A round takes about 23 ms; talk and lights come more often in it than the rest.
        talk = self._talk
        shine = self.lights.step
        self._jobs = (talk, shine, self._feel, talk, shine, self._press, talk, shine, self._tend)
        self._untold = -1  # the antenna whose change only the host does not know yet, or -1
        self._turn = 0  # which of them is next
        self.job = 0
        """The number of the other job that was done last; who watches may set it."""
        self._last_job = 0
        self._has_hurried = False
        self._job_us = ticks_add(clock.ticks_us(), -_MAX_LATE_US)  # a host waits for the hello
        # All readers hang on one reset line: it is pulsed once, before any of them is set up.
        circuit.hold_readers_in_reset(True)
        self._readers_ms = self._ticks_ms()
        self._scan = self._hold_readers

    def step(self):
        """Looks after the readers, and now and then does one of the other jobs: cards are what
        cannot wait. What somebody at the mat waits for, a new scene and news for the host, goes
        ahead of its turn, in every second step at most; lights first, as they are soon done. So do
        fingers, in every second job: they may leave within four rounds. A heap that is due has
        the turn alone.
        """
        if self._heap.is_due:
            self._heap.step()
            return
        begun_us = self._ticks_us()
        for _ in range(_LOOKS):
            if ticks_diff(self._ticks_us(), self.scanner.due_us) >= 0:
                self._scan()
                if ticks_diff(self._ticks_us(), begun_us) >= _LONG_US:
                    if ticks_diff(self._ticks_us(), begun_us) >= _FULL_US:
                        return
                    break
        if (
            self.presence.has_changes or self._untold >= 0 or self.scanner.is_health_changed
        ) and not self.link.link.is_snapshot_pending:
            if ticks_diff(self._ticks_us(), begun_us) < _LONG_US:
                self._tell()
            return
        if self.link.is_hurried or self.lights.is_hurried:
            self._has_hurried = not self._has_hurried
            if self._has_hurried:
                self._do(_SHOW if self.lights.is_hurried else _TALK)
                return
        now_us = self._ticks_us()
        late_us = ticks_diff(now_us, self._job_us)
        if late_us < _MAX_LATE_US and ticks_diff(self.scanner.due_us, now_us) < _JOB_LASTS_US:
            return
        if late_us < 0:
            return
        self._job_us = ticks_add(now_us, _JOB_US)
        if self._last_job != _FEEL and self._touch.is_hurried():
            self._do(_FEEL)
        elif self._buttons.is_changing and self._last_job != _PRESS:
            self._do(_PRESS)
        else:
            turn = self._turn
            self._turn = turn + 1 if turn + 1 < len(self._jobs) else 0
            self._do(turn)

    def _do(self, job):
        self.job = self._last_job = job
        self._jobs[job]()

    def _talk(self):
        for message in self.link.step():
            self._answers[message.CODE](message)

    def _feel(self):
        self._touch.step()
        self._pass_on_notice(self._touch)
        event = self._touch.take_event()
        if event is not None:
            self.link.event(wire.Touch, event)

    def _press(self):
        self._buttons.step()
        event = self._buttons.take_event()
        if event is not None:
            self.link.event(wire.Button, event)

    def _tend(self):
        supply = self._supply
        supply.step()
        if supply.notice is not None:
            self.link.tell_trouble(supply.notice, supply.is_weak)
            supply.notice = None
        for display in self._circuit.displays:
            if display.is_new:
                display.step()
                self._pass_on_notice(display)
        self._pass_on_notice(self._circuit.bus)
        self._heap.look(self._is_quiet())

    def _is_quiet(self):
        """Whether nobody waits: no card is just coming or going, no finger on a pad, no news under
        way, no new light.
        """
        return not (
            self.presence.open_count
            or self.presence.has_changes
            or self._untold >= 0
            or self.lights.is_hurried
        ) and (self.link.is_quiet() and self._touch.is_quiet())

    def _pass_on_notice(self, device):
        if device.notice is not None:
            self.link.tell(wire.Log(wire.LOG_WARNING, device.notice))
            device.notice = None

    def _hold_readers(self):
        now_ms = self._ticks_ms()
        if ticks_diff(now_ms, self._readers_ms) >= _RESET_MS:
            self._circuit.hold_readers_in_reset(False)
            self._readers_ms = now_ms
            self._scan = self._await_readers

    def _await_readers(self):
        if ticks_diff(self._ticks_ms(), self._readers_ms) >= _START_UP_MS:
            self._scan = self.scanner.step

    def _tell(self):
        """Acts on one change; a card's takes two turns, for lights and pads, and for the host."""
        antenna = self._untold
        if antenna >= 0:
            self._untold = -1
            self.link.sighting(antenna)
            return
        antenna = self.presence.next_changed()
        if antenna >= 0:
            if self._is_arrival(antenna) and self.link.is_host_there():
                self.lights.acknowledge(self._zones[antenna])
            self._touch.card_changed(antenna)
            self._untold = antenna
            return
        antenna = self.scanner.next_health_change()
        if antenna >= 0:
            self.link.tell(wire.Health(antenna, self.scanner.health[antenna]))
        self._pass_on_notice(self.scanner)

    def _is_arrival(self, antenna):
        """Whether a card has come to a zone in which none lay."""
        is_occupied = self.presence.state(antenna) != wire.EMPTY
        if is_occupied == self._is_occupied[antenna]:
            return False
        self._is_occupied[antenna] = is_occupied
        zone = self._zones[antenna]
        self._occupied[zone] += 1 if is_occupied else -1
        return is_occupied and self._occupied[zone] == 1

    # What the host wants.

    def _on_scene(self, message):
        self.lights.set_scene(message.number, message.styles)
        self.link.scene = message.number

    def _on_display(self, message):
        if message.seat < len(self._circuit.displays):  # else the page alone shows life
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
        self.link.tell(wire.ClockReply(message.token, self._ticks_ms()))

    def _on_tally_request(self, message):
        if message.antenna < len(self.presence):
            counts = self.scanner.count_visits(message.antenna)
            self.link.tell(wire.Tally(message.antenna, *[min(count, 0xFFFF) for count in counts]))

    def _on_maintenance(self, message):
        if message.key == self.link.boot_id:
            self._reset_to_prompt()
