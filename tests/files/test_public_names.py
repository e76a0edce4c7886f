"""The public names of the package."""

import duelmat_files

NAMES = """
PRIVATE SHARED check_directory check_kind make_directory make_new open_own replace_whole
sync_directory
"""


def test_the_public_names_are_these() -> None:
    """A name that comes or goes does so on purpose."""
    assert sorted(duelmat_files.__all__) == sorted(NAMES.split())
    assert all(hasattr(duelmat_files, name) for name in NAMES.split())
