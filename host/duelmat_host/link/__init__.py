"""The line to the board: ports, sessions, and the simulated mat. Knows no cards and no rules."""

from .events import (
    Antenna,
    AntennaState,
    BoardEvent,
    BoardLost,
    BoardReady,
    Button,
    Health,
    HealthState,
    Log,
    LogLevel,
    Sighting,
    Snapshot,
    Status,
    Tally,
    Touch,
    WrongBoard,
)
from .line import BoardLine
from .reconnect import PortKeeper
from .rig import AsyncRigClient, RigAbout, RigClient, RigProcess, find_rig, start_rig
from .session import BoardSession, LinkState, LinkStatistics, Position
from .side_channel import SideChannel, uid_hex
from .transport import Port, open_port
from .virtual_time import VirtualTime

__all__ = [
    "Antenna",
    "AntennaState",
    "AsyncRigClient",
    "BoardEvent",
    "BoardLine",
    "BoardLost",
    "BoardReady",
    "BoardSession",
    "Button",
    "Health",
    "HealthState",
    "LinkState",
    "LinkStatistics",
    "Log",
    "LogLevel",
    "Port",
    "PortKeeper",
    "Position",
    "RigAbout",
    "RigClient",
    "RigProcess",
    "SideChannel",
    "Sighting",
    "Snapshot",
    "Status",
    "Tally",
    "Touch",
    "VirtualTime",
    "WrongBoard",
    "find_rig",
    "open_port",
    "start_rig",
    "uid_hex",
]
