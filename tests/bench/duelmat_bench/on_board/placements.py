"""Reports of the firmware on cards that hands lay all over the mat, one matful after the other."""

from duelmat_bench.on_board.lab import Lab
from duelmat_rig.electronics.side_channel import SideChannel


def measure(options):
    """`matfuls` are lists of cards, as hands lay them; of each comes back what the antennas tell
    `settle_ms` later, [antenna, state, uids], for those that tell something.
    """
    lab = Lab(options, options["seed"])
    hands = SideChannel(lab.bench.board)
    lab.boot()
    told = []
    for cards in options["matfuls"]:
        for card in cards:
            hands.request(dict(card, op="place"))
        yield from lab.run(options["settle_ms"])
        presence = lab.presence
        told.append(
            [
                [antenna, presence.state(antenna), [uid.hex() for uid in presence.uids(antenna)]]
                for antenna in range(len(lab.radio.fields))
                if presence.state(antenna)
            ]
        )
        for card in cards:
            hands.request({"op": "lift", "sleeve": card["sleeve"]})
        yield from lab.run(options["lifted_ms"])
    return {"told": told, "resets": lab.bench.resets}
