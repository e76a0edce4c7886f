"""Transport: the serial port as bytes that never wait; a device path, a pty, or socket://host:port."""

from __future__ import annotations

import os
import select
import termios
from typing import Final

import serial

from duelmat_host.errors import NoPortError, PortBusyError, PortGoneError
from duelmat_host.link.discovery import list_ports
from duelmat_message import say

BAUD: Final = 115_200
"""USB serial has no baud rate; a real UART in between wants one."""
_READ_BYTES: Final = 65_536
_SCHEME: Final = "://"
_FAILURES: Final = (serial.SerialException, OSError, ValueError, termios.error)
"""The exceptions of pyserial; a port that goes while it is opened fails in termios."""


class Port:
    """An open port."""

    def __init__(self, url: str, line: serial.SerialBase) -> None:
        self.url = url
        self._bytes_read = 0
        self._bytes_written = 0
        self._line = line
        self._is_open = True

    @property
    def is_open(self) -> bool:
        return self._is_open

    @property
    def bytes_read(self) -> int:
        """The count of bytes that the line has given."""
        return self._bytes_read

    @property
    def bytes_written(self) -> int:
        """The count of bytes that the line has taken."""
        return self._bytes_written

    def fileno(self) -> int:
        """Return the descriptor, to wait for bytes with select or an event loop."""
        return int(self._line.fileno())

    def read(self) -> bytes:
        """Return the bytes that have come; empty when none have. Raises PortGoneError."""
        try:
            data = bytes(self._line.read(_READ_BYTES))
        except (serial.SerialException, OSError, ValueError, TypeError) as error:
            raise self._gone(error) from error
        self._bytes_read += len(data)
        return data

    def write(self, data: bytes) -> int:
        """Write without waiting, and return the number of bytes taken. Raises PortGoneError."""
        if not data:
            return 0
        try:
            # pyserial would try again and again while the line takes nothing
            if not select.select([], [self.fileno()], [], 0)[1]:
                return 0
            taken = int(self._line.write(data) or 0)
        except (serial.SerialException, OSError, ValueError, TypeError) as error:
            raise self._gone(error) from error
        self._bytes_written += taken
        return taken

    def close(self) -> None:
        """Close the port; closing twice is fine."""
        if self._is_open:
            self._is_open = False
            try:
                self._line.close()
            except (serial.SerialException, OSError):
                return  # a port that is gone can fail to close; its descriptor is released

    def _gone(self, error: Exception) -> PortGoneError:
        return PortGoneError(self.url, str(error) or type(error).__name__)


class PortAround(Port):
    """A port around another port: the base of ports that record or change what passes."""

    def __init__(self, port: Port) -> None:
        self.url = port.url
        self._port = port

    @property
    def is_open(self) -> bool:
        return self._port.is_open

    @property
    def bytes_read(self) -> int:
        return self._port.bytes_read

    @property
    def bytes_written(self) -> int:
        return self._port.bytes_written

    def fileno(self) -> int:
        return self._port.fileno()

    def read(self) -> bytes:
        return self._port.read()

    def write(self, data: bytes) -> int:
        return self._port.write(data)

    def close(self) -> None:
        self._port.close()


def open_port(url: str) -> Port:
    """Open a port for this program alone.

    Raises: NoPortError, PortBusyError.
    """
    # pyserial puts "only for me" on devices alone
    options = {} if _SCHEME in url else {"exclusive": True}
    try:
        line = serial.serial_for_url(url, baudrate=BAUD, timeout=0, write_timeout=0, **options)
    except _FAILURES as error:
        if _is_busy(error):
            raise PortBusyError(url) from error
        raise NoPortError(url, _reason(error), found_ports(), _advice(url, error)) from error
    return Port(url, line)


def found_ports() -> list[str]:
    """Return the serial ports of this machine, each with its own description."""
    return list(map(str, list_ports()))


_PLUG_IN: Final = say(
    "Plug the mat in and power it, or play on the simulated one: `duelmat play --simulated`."
)


def _advice(url: str, error: Exception) -> str:
    if _errno(error) in {13, 1}:  # EACCES, EPERM
        return say(
            "You may not open it: join the group that may (`sudo usermod -a -G dialout "
            "$USER`, then log in again)."
        )
    if _SCHEME in url:
        return say("Check the address, and that the other side is listening.")
    if os.path.islink(url) and not os.path.exists(url):  # noqa: PTH114, PTH110 - a url, not a Path
        return say("It is a link to a port that is gone: plug the mat in, or start it, again.")
    return _PLUG_IN


def _reason(error: Exception) -> str:
    code = _errno(error)
    return os.strerror(code) if code else str(error)


def _errno(error: BaseException) -> int | None:
    while True:
        code = error.args[0] if isinstance(error, termios.error) else getattr(error, "errno", None)
        if isinstance(code, int):
            return code
        if error.__context__ is None:
            return None
        error = error.__context__


def _is_busy(error: Exception) -> bool:
    return _errno(error) in {11, 16} or "exclusively lock" in str(error)  # EAGAIN, EBUSY
