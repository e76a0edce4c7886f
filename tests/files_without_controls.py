"""Mat files that leave out what their page can do: pads, buttons, choices and displays."""

from __future__ import annotations

import re
from typing import Final

from duelmat_hardware import mat_file

LEFT_OUT: Final = (
    r"(?m)^pad_mm = .*\n",
    r"(?ms)^buttons = \[[^\n]*\n    \{.*?^\]\n",
    r"(?ms)^choices = \[[^\n]*\n.*?^\]\n",
    r"(?m)^display_mm = .*\n",
    r"(?m)^buttons = \[.*\n",
    r"(?ms)^touch_mm = \{.*?\}\n",
    r"(?ms)^\[touch\]\n.*?(?=^\[lights\])",
    r"(?m)^(touch|pad_foil|touch_plug|display_driver|digits|level_shifter|button_plug) = .*\n",
    r'(?m)^button = "button.*\n',
)
"""The lines of a packaged mat file that are about them."""


def without_controls(name: str) -> str:
    """Return the file of a packaged mat with nothing of them."""
    text = mat_file(name).read_text(encoding="utf-8")
    for pattern in LEFT_OUT:
        text = re.sub(pattern, "", text)
    return text
