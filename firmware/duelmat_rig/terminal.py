"""Readies a pseudo terminal whose master side is file descriptor 3: unlocked, raw, and linked.

    python terminal.py LINK

Raw before anybody can open it, because a terminal that echoes would send the board its own
words. The slave is closed again: the master then tells a missing host (EIO) from a silent one.
"""

import fcntl
import os
import struct
import sys
import termios
import tty

_MASTER = 3
_TIOCGPTN = 0x80045430
_TIOCSPTLCK = 0x40045431


def slave_path(master):
    """Unlock the pair and name its other end."""
    if sys.platform == "linux":
        fcntl.ioctl(master, _TIOCSPTLCK, struct.pack("i", 0))
        (number,) = struct.unpack("I", fcntl.ioctl(master, _TIOCGPTN, bytes(4)))
        return "/dev/pts/%d" % number
    if sys.platform == "darwin":
        fcntl.ioctl(master, 0x20007454)  # TIOCPTYGRANT
        fcntl.ioctl(master, 0x20007452)  # TIOCPTYUNLK
        name = fcntl.ioctl(master, 0x40807453, bytes(128))  # TIOCPTYGNAME
        return name.split(b"\0")[0].decode()
    raise OSError("no pseudo terminals on %s" % sys.platform)


def prepare(master, link):
    path = slave_path(master)
    slave = os.open(path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(slave, termios.TCSANOW)
    os.close(slave)
    temporary = link + ".new"
    if os.path.lexists(temporary):
        os.unlink(temporary)
    os.symlink(path, temporary)
    os.replace(temporary, link)


if __name__ == "__main__":
    prepare(_MASTER, sys.argv[1])
