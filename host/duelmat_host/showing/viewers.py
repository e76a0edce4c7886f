"""The viewers of a table besides its seats, which are called by their letters."""

from __future__ import annotations

from typing import Final

PUBLIC: Final = "public"
"""Everybody, who knows what lies open."""
OVERLAY: Final = "overlay"
"""The viewers of a stream's overlay, who are shown a part of what everybody is, and no lights."""
JUDGE: Final = "judge"
"""The judge, who may know everything."""
