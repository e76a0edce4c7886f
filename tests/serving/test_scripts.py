"""The logic of the pages' scripts that needs no page, under Node."""

import subprocess
from pathlib import Path

import pytest

from micropython import node

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.test.mjs"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_scripts_do_what_their_own_tests_say(script: Path) -> None:
    """Each file is one run of `node --test`."""
    told = subprocess.run(
        [node(), "--test", str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
