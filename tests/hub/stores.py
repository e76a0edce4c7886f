"""What tests call the ways to open a store."""

from __future__ import annotations

from collections.abc import Callable

from duelmat_hub.store import Store

OpenStore = Callable[[], Store]
"""Opens the same store, again and again."""
