"""The rig counts its times anew every 268 s of board time, and nobody on the mat can tell."""

from hostside import Host
from pico import Pico
from readerside import UID_7, UID_7B, equal

import duelmat_wire as wire
from duelmat_rig.electronics.clock import SHIFT_US

LEAD_MS = 900


def told(message):
    """A message without the free memory, which depends on what ran before."""
    if isinstance(message, wire.Status):
        return (message.t_ms, message.scene, message.digest, message.sweep_ms)
    return str(message)


def story(is_moving):
    """Return what is seen and sent, with times, while a finger rests, cards lie and lamps blink.

    The epoch moves in the middle, or not at all.
    """
    pico = Pico(start_ms=SHIFT_US // 1000 - LEAD_MS).boot()
    host = Host(pico)
    clock, chain = pico.clock, pico.chain
    seen = []
    looks = [chain.revision]

    def watch():
        if is_moving:
            clock.settle()
        heard = len(host.heard)
        host()
        seen.extend([(clock.total_us(), told(message)) for message in host.heard[heard:]])
        if chain.look() != looks[0]:
            looks[0] = chain.revision
            seen.append((clock.total_us(), bytes(chain.shown)))

    def act(duration_ms, *requests):
        for request in requests:
            assert '"ok": true' in pico.bench.hands(request)
        pico.run(duration_ms, watch)

    act(400)
    styles = bytearray(38)
    styles[0] = wire.lamps.ILLEGAL
    host.link.send(wire.Scene(1, bytes(styles)))
    pico.lay(8, UID_7)
    act(400)
    assert not clock.epoch_ms
    act(
        200,
        '{"op": "touch", "pad": "a.m2", "ms": 300}',
        '{"op": "button", "name": "b.judge", "ms": 300}',
    )
    equal(clock.now() < SHIFT_US, is_moving)
    pico.lay(8)
    pico.lay(30, UID_7B)
    styles[5] = wire.lamps.TARGET
    host.link.send(wire.Scene(2, bytes(styles)))
    host.link.send(wire.Display(wire.SEAT_A, "    4000"))
    act(700)
    seen.append((clock.total_us(), pico.displays[0].text()))
    lights = [look for _, look in seen if isinstance(look, bytes)]
    return seen, lights, host


def test_nothing_changes_when_the_epoch_moves():
    """Every picture, sighting, touch and press has the very microsecond that it had without."""
    seen, lights, host = story(is_moving=True)
    assert len(lights) > 6, len(lights)
    assert any(lights[-1][3:])
    equal(len(host.of(wire.Sighting)), 3)
    equal(len(host.of(wire.Touch)), 2)
    equal(len(host.of(wire.Button)), 2)
    still, _, _ = story(is_moving=False)
    equal(len(seen), len(still))
    for one, other in zip(seen, still):
        equal(one, other)
