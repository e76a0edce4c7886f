"""Errors of the rig.

RigError
    SideChannelError      a request of the hands that cannot be done: unknown zone, broken UID ...
    WiringError     the firmware drives a part in a way that cannot work; it is reported
    StartError      the rig's process cannot start
"""


class RigError(Exception):
    """Base of everything the rig raises on purpose."""


class SideChannelError(RigError):
    """The hands asked for something that cannot be done."""


class WiringError(RigError):
    """The firmware uses a part as it cannot be used."""


class StartError(RigError):
    """The rig's process cannot start; the message says what to do."""
