"""Files: our own, so that nobody else can have put, read or changed them; others', within bounds.

It knows no form of any file; what a file holds is said by whoever writes or reads it.
"""

from .own import (
    PRIVATE,
    SHARED,
    check_directory,
    check_kind,
    make_directory,
    make_new,
    open_own,
    replace_whole,
    sync_directory,
)

__all__ = ["PRIVATE", "SHARED", "check_directory", "check_kind", "make_directory", "make_new"]
__all__ += ["open_own", "replace_whole", "sync_directory"]
