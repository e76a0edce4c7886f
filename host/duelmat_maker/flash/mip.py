"""The list by which MicroPython's own installer, mip, finds the firmware.

`python -m duelmat_maker.flash.mip firmware/package.json` writes it anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from duelmat_maker.flash.bundle import MAIN, MAIN_SOURCE, NOT_ON_BOARD, PACKAGES, source_folder


def mip_package() -> str:
    """Return the content of package.json: each source's path on the board and beside that file."""
    urls = [
        [f"{package}/{source.name}", f"{package}/{source.name}"]
        for package in PACKAGES
        for source in sorted(source_folder(package).glob("*.py"))
        if source.name not in NOT_ON_BOARD
    ]
    urls.append([MAIN, f"duelmat_device/{MAIN_SOURCE}"])
    return json.dumps({"urls": urls, "deps": [], "version": "0.1.0"}, indent=2) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(mip_package(), encoding="utf-8")
