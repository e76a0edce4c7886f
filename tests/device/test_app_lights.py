"""The lamps of the whole firmware on a modelled board, as the host's scenes light them."""

from hostside import connected
from readerside import UID_7, equal

import duelmat_wire as wire


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
    """A picture that is the same is not sent again."""
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
