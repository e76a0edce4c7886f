"""The languages that there are."""

from __future__ import annotations

from typing import Final

ENGLISH_CODE: Final = "en"
TITLES: Final = {ENGLISH_CODE: "English", "ja": "日本語"}
"""The languages by their codes, as each calls itself."""
