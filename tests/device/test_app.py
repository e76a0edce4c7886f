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


def test_scene_is_lit_in_the_colours_of_its_styles():
    """The chain's bits, decoded from the PIO program's edges, are the styles' colours under
    the cap.
    """
    pico, host = connected()
    styles = bytearray(38)
    styles[2] = wire.lamps.LEGAL
    styles[5] = wire.lamps.TARGET
    host.link.send(wire.Scene(9, bytes(styles)))
    pico.run(300, host)
    pico.chain.look()
    colours = pico.chain.colours()
    cap = pico.board["brightness_cap"]
    for lamp, lights in enumerate(pico.board["lamps"]):
        for place, light in enumerate(lights):
            colour = wire.lamps.light_colour(styles[lamp], place, 0)
            equal(colours[light], [part * cap // 255 for part in colour])
    pico.run(600, host)
    equal(host.of(wire.Status)[-1].scene, 9)


def test_blinking_lamp_goes_on_and_off_at_its_rhythm():
    """Seen on the lights themselves: ILLEGAL changes five times a second, at most thirty
    pictures are sent.
    """
    pico, host = connected()
    styles = bytearray(38)
    styles[0] = wire.lamps.ILLEGAL
    host.link.send(wire.Scene(1, bytes(styles)))
    pico.run(200, host)
    seen = []
    frames = pico.chain.frames

    def watch():
        host()
        pico.chain.look()
        is_lit = sum(pico.chain.shown[0:3]) > 0
        if not seen or seen[-1] != is_lit:
            seen.append(is_lit)

    pico.run(2000, watch)
    assert 9 <= len(seen) <= 12, seen
    assert pico.chain.frames - frames <= 60


def test_steady_scene_sends_no_pictures():
    """What does not change is not sent again."""
    pico, host = connected()
    host.link.send(wire.Scene(1, bytes([wire.lamps.LEGAL] * 38)))
    pico.run(300, host)
    pico.chain.look()
    frames = pico.chain.frames
    pico.run(500, host)
    equal(pico.chain.frames, frames)


def test_scenes_that_follow_each_other_quickly_end_as_the_last_one():
    """A picture that is broken off by the next scene leaves no wrong light behind."""
    pico, host = connected()
    kinds = (wire.lamps.OFF, wire.lamps.LEGAL, wire.lamps.ILLEGAL, wire.lamps.TARGET)
    for number in range(25):
        styles = bytes([kinds[(lamp * 7 + number * number) % 4] for lamp in range(38)])
        pico.lights.set_scene(number, styles)
        pico.run(1 + number * 5 % 37, host)
    last = bytes([kinds[lamp % 2] for lamp in range(38)])
    pico.lights.set_scene(99, last)
    pico.run(200, host)
    pico.chain.look()
    cap = pico.board["brightness_cap"]
    for lamp, lights in enumerate(pico.board["lamps"]):
        for place, light in enumerate(lights):
            colour = wire.lamps.light_colour(last[lamp], place, 0)
            equal(pico.chain.colours()[light], [part * cap // 255 for part in colour])


def test_scene_is_shown_ahead_of_its_turn():
    """Painted and sent while the other jobs would still have waited for their turns."""
    pico, host = connected()
    took_ms = []
    for number in range(20):
        seen = pico.chain.look()
        style = wire.lamps.TARGET if number % 2 else wire.lamps.LEGAL
        begun_ms = pico.clock.ticks_ms()
        pico.lights.set_scene(number, bytes([style] * 38))
        while pico.chain.look() == seen and pico.clock.ticks_ms() - begun_ms < 100:
            pico.run(1)
        took_ms.append(pico.clock.ticks_ms() - begun_ms)
        pico.run(40 + number, host)
    took_ms.sort()
    assert took_ms[10] <= 16 and took_ms[-1] <= 20, took_ms


def test_card_is_acknowledged_by_its_zones_lamp_while_a_host_is_there():
    """One card, one acknowledgement, however many antennas reach it; without a host none."""
    pico, host = connected()
    zone = pico.board["antennas"][8]["zone"]
    both = [at for at, one in enumerate(pico.board["antennas"]) if one["zone"] == zone]
    equal(len(both), 2)
    dim = wire.lamps.light_colour(wire.lamps.DIM, 0, 0)
    lit = [part * pico.board["brightness_cap"] // 255 for part in dim]

    def laid_ms(watch, *antennas):
        """When the lamp was lit after a card was laid, and how often."""
        at_ms = []
        was_lit = False
        begun_ms = pico.clock.ticks_ms()
        for antenna in antennas:
            pico.lay(antenna, UID_7)

        def look():
            nonlocal was_lit
            watch()
            pico.chain.look()
            is_lit = pico.chain.colours()[pico.board["lamps"][zone][0]] == lit
            if is_lit and not was_lit:
                at_ms.append(pico.clock.ticks_ms() - begun_ms)
            was_lit = is_lit

        pico.run(900, look)
        assert not was_lit
        for antenna in antennas:
            pico.lay(antenna)
        pico.run(500, watch)
        return at_ms

    for antennas in (both[:1], both):
        took_ms = laid_ms(host, *antennas)
        equal(len(took_ms), 1)
        assert took_ms[0] <= 150, took_ms
    pico.run(3000, lambda: None)
    equal(laid_ms(lambda: None, both[0]), [])
    pico.run(3000, host)
    equal(len(laid_ms(host, both[0])), 1)


def test_flood_on_the_port_starves_nobody():
    """Bytes without end hurry the talk, and yet cards and buttons are told as ever."""
    pico, host = connected()
    host.heard.clear()

    def flood():
        host()
        if len(pico.cable.to_board) < 200:
            pico.cable.to_board.extend(bytes([7] * 400) + bytes(1))

    pico.run(300, flood)
    pico.lay(8, UID_7)
    pico.button(2, is_pressed=True)
    pico.run(400, flood)
    equal([(one.button, one.pressed) for one in host.of(wire.Button)], [(2, 1)])
    equal([(one.antenna, one.state) for one in host.of(wire.Sighting)], [(8, wire.ONE)])
    assert pico.scanner.sweep_us < 250_000, pico.scanner.sweep_us


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


def test_stalled_host_never_stops_the_scan():
    """A host that takes no byte for seconds changes nothing for cards; then one snapshot tells
    all.
    """
    pico, host = connected()
    before = pico.scanner.sweeps
    pico.run(1000, host)
    sweeps_before = pico.scanner.sweeps - before & 0xFF
    host.is_listening = False
    pico.cable.room = 100
    for round_ in range(9):
        for antenna in range(0, 40, 5):
            pico.lay(antenna, bytes([4, 1, 2, 3, 4, round_, antenna]))
        pico.run(150)
        for antenna in range(0, 40, 5):
            pico.lay(antenna)
        pico.run(150)
    pico.lay(8, UID_7)
    pico.lay(20, UID_7B)
    before = pico.scanner.sweeps
    pico.run(1000)
    sweeps = pico.scanner.sweeps - before & 0xFF
    assert sweeps >= sweeps_before * 8 // 10, (sweeps, sweeps_before)
    assert pico.scanner.sweep_us < 90_000, pico.scanner.sweep_us
    equal(pico.presence.state(8), wire.ONE)
    pico.cable.room = 1 << 20
    host.is_listening = True
    host.heard.clear()
    pico.run(2500, host)
    assert host.of(wire.Snapshot)
    equal(host.last_state(), {8: (wire.ONE, (UID_7,)), 20: (wire.ONE, (UID_7B,))})
    equal(
        host.of(wire.Status)[-1].digest,
        map_digest([(8, wire.ONE, (UID_7,)), (20, wire.ONE, (UID_7B,))]),
    )


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


def test_port_without_a_host_never_stops_the_scan():
    """Nobody has the port open: cards are seen all the same, and told to whom comes."""
    pico = Pico()
    pico.cable.is_open = False
    pico.boot()
    pico.lay(8, UID_7)
    pico.run(700)
    equal(pico.presence.state(8), wire.ONE)
    pico.cable.is_open = True
    host = Host(pico)
    pico.run(900, host)
    equal(host.last_state(), {8: (wire.ONE, (UID_7,))})


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


def test_memory_is_collected_while_nobody_waits():
    """At the start, then never while a card is just coming or going, and soon after."""
    pico, host = connected()
    equal(pico.bench.collections, 1)
    bench = pico.bench
    open_counts = []
    charge = bench._charge_collection

    def watched():
        open_counts.append(pico.presence.open_count)
        charge()

    bench._charge_collection = watched
    for number in range(100):
        pico.lay(8, *([UID_7] if number % 2 else []))
        pico.run(50, host)
    pico.run(9000, host)
    assert open_counts and not any(open_counts), open_counts


def test_collection_and_count_have_turns_of_their_own():
    """Each takes nearly all that a turn may: no reader is looked at in it, nothing else done."""
    pico, host = connected()
    app = pico.bench._app
    heap = app._heap
    heap_step, look, step = heap.step, app._scan, app.step
    done = []
    turns = []

    def watched_heap():
        done.append("heap")
        heap_step()

    def watched_look():
        done.append("look")
        look()

    def watched():
        done.clear()
        app.job = -1
        step()
        if "heap" in done:
            turns.append((list(done), app.job))

    heap.step, app._scan, app.step = watched_heap, watched_look, watched
    pico.run(18_000, host)
    equal(turns, [(["heap"], -1)] * len(turns))
    assert len(turns) >= 4, turns


def test_looks_that_take_nearly_all_of_a_turn_have_it():
    """With a word to the host after them it would last longer than 10 ms; the next has that."""
    pico, host = connected()
    app = pico.bench._app
    look, step = app._scan, app.step
    looks = 0
    jobs = []

    def slow_look():
        nonlocal looks
        looks += 1
        look()
        if looks % 10 == 0:
            pico.clock.spend(6500)

    def watched():
        app.job = -1
        before = looks
        step()
        if looks // 10 > before // 10:
            jobs.append(app.job)

    app._scan, app.step = slow_look, watched
    host.heard.clear()
    host.link.send(wire.Clock(7))
    pico.run(600, host)
    equal(jobs, [-1] * len(jobs))
    assert len(jobs) > 20, jobs
    equal([one.token for one in host.of(wire.ClockReply)], [7])


def test_memory_that_runs_out_is_collected_in_that_turn():
    """The simulated board pays for garbage that the firmware did not collect in time."""
    pico, host = connected()
    bench = pico.bench
    collections = bench.collections
    bench._garbage_bytes = 1 << 20
    pico.run(1100, host)
    equal((bench.shortages, bench.collections), (1, collections + 1))


def test_step_of_the_talk_does_one_thing():
    """It hands over what came, reads, or writes: together they would take too long for a turn."""
    pico, host = connected()
    link = pico.link
    port = link._port
    step = link.step
    done = []
    seen = set()

    class Watched:
        def read_into(self, buffer):
            count = port.read_into(buffer)
            if count:
                done.append("read")
            return count

        def write(self, buffer, start, end):
            done.append("write")
            return port.write(buffer, start, end)

    def watched():
        done.clear()
        messages = step()
        if messages:
            done.append("messages")
        seen.add(tuple(done))
        return messages

    link._port = Watched()
    link.step = watched
    host.link.send(wire.Clock(7))
    pico.run(600, host)
    equal(seen, {(), ("read",), ("write",), ("messages",)})


def test_snapshot_of_a_full_mat_holds_no_turn_up():
    """It is packed part by part, and what changes meanwhile is told after it."""
    pico, host = connected()
    for antenna in range(40):
        pico.lay(antenna, bytes([4, 1, 2, 3, 4, 5, antenna]))
    pico.run(2500, host)
    other = Host(pico, session=99)
    pico.run(30, other)
    pico.lay(7)
    pico.run(1500, other)
    assert len(other.of(wire.Snapshot)) >= 5
    lying = other.last_state()
    equal(sorted(lying), [antenna for antenna in range(40) if antenna != 7])
    equal(other.link.missed, 0)
