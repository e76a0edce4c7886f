"""No job of the whole firmware starves another, and none lasts too long for a turn."""

from hostside import Host, connected
from pico import Pico
from readerside import UID_7, UID_7B, equal

import duelmat_wire as wire
from duelmat_wire.encoding import map_digest


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
