"""Messages for failed system calls, which can be said in any language."""

from __future__ import annotations

import errno
from typing import Final

from duelmat_message import Text, say, words_of

_REASONS: Final = {
    errno.EACCES: say("Permission denied"),
    errno.EBUSY: say("Device or resource busy"),
    errno.EEXIST: say("File exists"),
    errno.EINVAL: say("Invalid argument"),
    errno.EIO: say("Input/output error"),
    errno.EISDIR: say("Is a directory"),
    errno.ELOOP: say("Too many levels of symbolic links"),
    errno.ENAMETOOLONG: say("File name too long"),
    errno.ENODEV: say("No such device"),
    errno.ENOENT: say("No such file or directory"),
    errno.ENOSPC: say("No space left on device"),
    errno.ENOTDIR: say("Not a directory"),
    errno.ENXIO: say("No such device or address"),
    errno.EPERM: say("Operation not permitted"),
    errno.EPIPE: say("Broken pipe"),
    errno.EROFS: say("Read-only file system"),
    errno.ETXTBSY: say("Text file busy"),
    errno.EADDRINUSE: say("Address already in use"),
    errno.EADDRNOTAVAIL: say("Cannot assign requested address"),
    errno.ECONNREFUSED: say("Connection refused"),
    errno.ETIMEDOUT: say("Connection timed out"),
}
"""Messages by error number; for any other number the system's own words are shown."""


def reason_of(error: OSError) -> str:
    """Return what the system says of a failed call, as a message where it is a common one."""
    said = error.strerror
    if isinstance(said, Text):
        return said
    known = _REASONS.get(error.errno or 0)
    return known if known is not None and known == said else said or words_of(error)
