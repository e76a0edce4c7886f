"""Handshake: whether board and host speak of the same protocol and the same mat."""

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from .messages import Hello, Welcome


def handshake_advice(board: "Hello | Welcome", host: "Hello | Welcome") -> "str | None":
    """None when the two fit; else what was expected, what was got, and which side to update.

    Either may be anything that has a protocol and a digest.
    """
    if board.protocol < host.protocol:
        return (
            f"The board speaks protocol {board.protocol}, this host protocol {host.protocol}: "
            "put the firmware that came with this duelmat on the board."
        )
    if board.protocol > host.protocol:
        return (
            f"The board speaks protocol {board.protocol}, this host only protocol "
            f"{host.protocol}: update duelmat on this computer."
        )
    if board.digest != host.digest:
        return (
            f"The board was configured for the mat {board.digest.hex()}, this host for the mat "
            f"{host.digest.hex()}: if the host has the right mat.toml, put its board.json "
            "on the board; if the board is right, start the host with the board's mat.toml."
        )
    return None
