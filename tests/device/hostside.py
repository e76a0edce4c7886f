"""The host's end of the wire for the tests of this folder; it runs on MicroPython."""

from pico import Pico

import duelmat_wire as wire
from duelmat_wire.host_link import HostLink


class Host:
    """A host at the other end of the cable."""

    def __init__(self, pico, session=1, **knows):
        self.pico = pico
        digest = bytes.fromhex(pico.board["digest"][:16])
        self.link = HostLink(digest, session, **knows)
        self.heard = []
        self.is_listening = True

    def __call__(self):
        """One turn, between two steps of the board."""
        if not self.is_listening:
            return
        cable = self.pico.cable
        now_ms = self.pico.clock.ticks_ms()
        if cable.from_board:
            self.link.receive(bytes(cable.from_board), now_ms)
            cable.from_board = bytearray()
        self.heard.extend(self.link.messages())
        cable.to_board.extend(self.link.poll(now_ms))

    def of(self, kind):
        return [message for message in self.heard if isinstance(message, kind)]

    def last_state(self):
        """What lies where, from all that was heard."""
        lying = {}
        for message in self.heard:
            if isinstance(message, wire.Sighting):
                lying[message.antenna] = (message.state, message.uids)
            elif isinstance(message, wire.Snapshot):
                if message.part == 0:
                    lying = {}
                for antenna, state, uids in message.entries:
                    lying[antenna] = (state, uids)
        return {at: what for at, what in lying.items() if what[0] != wire.EMPTY}


def connected(seed=1):
    pico = Pico(seed).boot()
    host = Host(pico)
    pico.run(300, host)
    assert host.link.is_up
    return pico, host
