"""The whole firmware on a modelled board, talked to by the host's end of the wire."""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, UID_7B, equal

import duelmat_wire as wire
from duelmat_wire.encoding import map_digest
from duelmat_wire.host_link import HostLink

BUTTON_COUNT = 6


def test_board_says_hello_and_tells_the_mat_once_welcomed():
    """HELLO names the mat, a snapshot follows the welcome, STATUS comes twice a second."""
    pico = Pico().boot()
    host = Host(pico)
    pico.lay(8, UID_7)
    pico.run(1500, host)
    hello = host.link.hello
    equal((hello.antennas, hello.lamps, hello.pads, hello.buttons), (40, 38, 36, 6))
    assert hello.boot_id
    equal(host.last_state(), {8: (wire.ONE, (UID_7,))})
    assert len(host.of(wire.Snapshot)) == 1
    assert 2 <= len(host.of(wire.Status)) <= 3
    status = host.of(wire.Status)[-1]
    equal(status.digest, map_digest([(8, wire.ONE, (UID_7,))]))
    assert 50 <= status.sweep_ms <= 100, status.sweep_ms


def test_card_laid_and_lifted_is_told_as_two_sightings():
    """Each tells the whole content of the antenna, with rising event numbers."""
    pico, host = connected()
    host.heard.clear()
    pico.lay(8, UID_7)
    pico.run(200, host)
    pico.lay(8)
    pico.run(300, host)
    told = [(one.antenna, one.state, one.uids) for one in host.of(wire.Sighting)]
    equal(told, [(8, wire.ONE, (UID_7,)), (8, wire.EMPTY, ())])
    first, second = host.of(wire.Sighting)
    assert second.event == first.event + 1


def test_display_shows_life():
    """Eight characters for each seat."""
    pico, host = connected()
    host.link.send(wire.Display(0, "      40"))
    host.link.send(wire.Display(1, "      -7"))
    pico.run(200, host)
    equal([display.text() for display in pico.displays], ["      40", "      -7"])


def test_every_button_is_told_once_for_each_way():
    """A bouncing contact counts once."""
    pico, host = connected()
    host.heard.clear()
    for button in range(BUTTON_COUNT):
        for _ in range(4):
            pico.button(button, is_pressed=True)
            pico.run(2, host)
            pico.button(button, is_pressed=False)
            pico.run(2, host)
        pico.button(button, is_pressed=True)
        pico.run(100, host)
        pico.button(button, is_pressed=False)
        pico.run(100, host)
    told = [(one.button, one.pressed) for one in host.of(wire.Button)]
    equal(told, [(at // 2, 1 - at % 2) for at in range(2 * BUTTON_COUNT)])


def test_touch_is_told_for_every_pad():
    """A finger for 200 ms is one touch, whatever fields are on meanwhile."""
    pico, host = connected()
    for pad in range(0, 36, 9):
        host.heard.clear()
        pico.press(pad, is_pressed=True)
        pico.run(200, host)
        pico.press(pad, is_pressed=False)
        pico.run(200, host)
        equal([(one.pad, one.pressed) for one in host.of(wire.Touch)], [(pad, 1), (pad, 0)])


def test_clock_is_told_at_once():
    """The reply carries the token and the board's clock."""
    pico, host = connected()
    host.heard.clear()
    host.link.send(wire.Clock(4711))
    pico.run(50, host)
    reply = host.of(wire.ClockReply)[0]
    equal(reply.token, 4711)
    assert 0 <= pico.clock.ticks_ms() - reply.t_ms <= 60


def test_snapshot_is_told_on_request():
    """All antennas that are not empty, once."""
    pico, host = connected()
    pico.lay(3, UID_7)
    pico.lay(30, UID_7B)
    pico.run(300, host)
    host.heard.clear()
    host.link.send(wire.SnapshotRequest())
    pico.run(100, host)
    equal(len(host.of(wire.Snapshot)), 1)
    equal(host.last_state(), {3: (wire.ONE, (UID_7,)), 30: (wire.ONE, (UID_7B,))})


def test_hot_antennas_come_from_the_host():
    """The mask's bits are antennas."""
    pico, host = connected()
    host.link.send(wire.Hot(bytes([0, 0x80, 0, 0, 1]), 5000))
    pico.run(50, host)
    equal(pico.scanner.hot(), [15, 32])


def test_host_that_comes_late_gets_the_mat_as_it_is():
    """A board alone for long has let events go; the snapshot of the new session covers them."""
    pico = Pico().boot()
    for round_ in range(5):
        for antenna in range(0, 40, 5):
            pico.lay(antenna, bytes([4, 1, 2, 3, 4, round_, antenna]))
        pico.run(120)
        for antenna in range(0, 40, 5):
            pico.lay(antenna)
        pico.run(300)
    pico.lay(9, UID_7B)
    pico.run(100)
    host = Host(pico)
    pico.cable.from_board = bytearray()
    pico.run(1500, host)
    equal(host.last_state(), {9: (wire.ONE, (UID_7B,))})


def test_host_that_starts_anew_gets_a_snapshot():
    """Another session tells the mat again."""
    pico, host = connected()
    pico.lay(8, UID_7)
    pico.run(200, host)
    other = Host(pico, session=99)
    pico.run(800, other)
    equal(other.last_state(), {8: (wire.ONE, (UID_7,))})


def test_touches_survive_a_host_that_is_away():
    """A touch is an event of its own: a snapshot would not tell it."""
    pico, host = connected()
    host.is_listening = False
    pico.button(2, is_pressed=True)
    pico.run(100)
    pico.button(2, is_pressed=False)
    pico.run(1500)
    host.is_listening = True
    host.heard.clear()
    pico.run(1500, host)
    equal([(one.button, one.pressed) for one in host.of(wire.Button)], [(2, 1), (2, 0)])


def test_noise_and_ctrl_c_on_the_line_do_no_harm():
    """Any byte may come at any time; frames that follow are understood."""
    pico, host = connected()
    pico.cable.to_board.extend(
        b"\x03\x03\x04\x01\x02\r\nprint(1)\x03\x00\xff\x00" + bytes(range(256))
    )
    pico.run(100, host)
    host.link.send(wire.Display(0, "     123"))
    # The noise may have taken the first frame with it; a display is repeated every second.
    pico.run(1200, host)
    equal(pico.displays[0].text(), "     123")
    assert host.of(wire.Status)[-1].bad_frames > 0


def test_frames_come_whole_through_a_port_that_takes_one_byte_at_a_time():
    """Short writes are resumed where they broke off."""
    pico = Pico().boot()
    pico.cable.a_time = 1
    pico.lay(8, UID_7)
    host = Host(pico)
    pico.run(1200, host)
    equal(host.last_state(), {8: (wire.ONE, (UID_7,))})
    equal(host.link.bad, 0)


def test_maintenance_counts_with_the_boot_id_only():
    """An old frame cannot throw the board into the prompt."""
    pico, host = connected()
    host.link.send(wire.Maintenance(pico.link.boot_id ^ 1))
    pico.run(50, host)
    assert not pico.cable.said
    host.link.send(wire.Maintenance(pico.link.boot_id))
    pico.run(1200, host)
    equal(len(pico.cable.said), 2)
    assert "prompt" in pico.cable.said[1], pico.cable.said


def test_prompt_that_maintenance_asked_for_comes_once():
    """The mark that leads to the prompt is gone after one start."""
    pico, host = connected()
    host.link.send(wire.Maintenance(pico.link.boot_id))
    pico.run(1200, host)
    assert pico.bench._app is None
    pico.boot()
    assert pico.bench._app is not None


def test_first_button_held_at_the_start_leads_to_the_prompt():
    """A board can always be flashed again."""
    pico = Pico()
    pico.button(0, is_pressed=True)
    pico.boot()
    assert pico.bench._app is None
    pico.button(0, is_pressed=False)
    pico.boot()
    assert pico.bench._app is not None


def test_first_button_pressed_at_the_start_leads_nowhere():
    """Somebody presses OK while the board resets: the mat starts when the finger leaves."""
    pico = Pico()
    pico.bench.hands('{"op": "button", "name": "a.ok", "ms": 450}')
    pico.boot()
    assert pico.bench._app is not None
    assert 450_000 <= pico.clock.now() < 600_000, pico.clock.now()


def test_dead_reader_is_told_as_health():
    """And told again in a new session."""
    pico, host = connected()
    pico.radio.faults.dead.add(12)
    pico.run(1200, host)
    equal([(one.antenna, one.state) for one in host.of(wire.Health)], [(12, wire.HEALTH_SILENT)])
    other = Host(pico, session=99)
    pico.run(800, other)
    equal([(one.antenna, one.state) for one in other.of(wire.Health)], [(12, wire.HEALTH_SILENT)])


def test_board_without_touch_chips_or_displays_still_scans():
    """A chip that does not answer costs its own job only, and works when it comes back."""
    pico = Pico()
    devices = dict(pico.electronics.i2c_devices)
    pico.electronics.i2c_devices.clear()
    pico.boot()
    host = Host(pico)
    pico.lay(8, UID_7)
    pico.run(500, host)
    equal(host.last_state(), {8: (wire.ONE, (UID_7,))})
    equal(len(host.of(wire.Log)), 5)
    said = [one.text for one in host.of(wire.Log)]
    assert "touch chip 0x5a does not answer: its pads are dead" in said, said
    pico.electronics.i2c_devices.update(devices)
    pico.run(1500, host)
    host.link.send(wire.Display(0, "       9"))
    pico.press(4, is_pressed=True)
    pico.run(1200, host)
    equal(pico.displays[0].text(), "       9")
    equal([(one.pad, one.pressed) for one in host.of(wire.Touch)], [(4, 1)])
    equal(len(host.of(wire.Log)), 10)


def test_host_of_another_mat_gets_no_session_and_the_scan_goes_on():
    """A digest that differs is refused on both sides."""
    pico = Pico().boot()
    host = Host(pico)
    host.link = HostLink(bytes(8), 1)
    pico.lay(8, UID_7)
    pico.run(700, host)
    assert not host.link.is_up
    assert "mat" in host.link.advice
    equal(pico.presence.state(8), wire.ONE)
