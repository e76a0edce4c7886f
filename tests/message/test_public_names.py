"""The public names of the package, and how little it needs."""

import subprocess
import sys

import duelmat_message

NAMES = """
CONTROL FULL_STOPS LINE_ENDS NEVER Catalog Listing Received Ref Text composed escaped filled listed
lowered named near_names ref said_in say say_as say_count shortened slot unfit_character with_words
words_of written
"""


def test_the_public_names_are_these() -> None:
    """A name that comes or goes does so on purpose."""
    assert sorted(duelmat_message.__all__) == sorted(NAMES.split())
    assert all(hasattr(duelmat_message, name) for name in NAMES.split())


def test_it_loads_no_rules() -> None:
    """A command says its words without the engine."""
    script = (
        "import sys, duelmat_message\n"
        "assert not [m for m in sys.modules if m.startswith('duelmat_engine')]\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
