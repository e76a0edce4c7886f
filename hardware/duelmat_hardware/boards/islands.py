"""The nets on one circuit board that carries several of the net list's boards.

A net is copper only where the net list has it on one board, or joins two boards by a cable that
the circuit board takes the place of. What is joined by cables that lead elsewhere stays apart, so
that no current takes a way that it does not have in the net list: such islands of one net get
names of their own.
"""

from __future__ import annotations

from collections.abc import Collection

from duelmat_hardware.harness import Harness

Contact = tuple[str, str]


def island_nets(harness: Harness, refs: Collection[str]) -> dict[Contact, str]:
    """The net on the circuit board of each contact that is on a net, by device and label."""
    devices = [device for device in harness.devices if device.ref in refs]
    root: dict[tuple[str, str], tuple[str, str]] = {}

    def find(node: tuple[str, str]) -> tuple[str, str]:
        root.setdefault(node, node)
        while root[node] != node:
            node = root[node]
        return node

    board_of = {device.ref: device.board for device in devices}
    for device in devices:
        for pin in device.pins:
            if pin.net:
                find((pin.net, device.board))
    for cable in harness.cables:
        for wire in cable.wires:
            if {wire.start[0], wire.end[0]} <= set(refs):
                one = find((wire.net, board_of[wire.start[0]]))
                other = find((wire.net, board_of[wire.end[0]]))
                root[other] = one
    apart: dict[str, list[tuple[str, str]]] = {}
    for node in list(root):
        top = find(node)
        if top not in apart.setdefault(node[0], []):
            apart[node[0]].append(top)

    def name(net: str, board: str) -> str:
        top = find((net, board))
        return net if len(apart[net]) == 1 else f"{net}_{top[1]}"

    return {
        (device.ref, pin.label): name(pin.net, device.board)
        for device in devices
        for pin in device.pins
        if pin.net
    }
