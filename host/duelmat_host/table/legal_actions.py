"""LegalActions: the actions that are legal next, listed on first use or bit by bit before.

Listing all legal actions is most of the work after a play, and lighting the lamp that confirms the
play does not need the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import overload

from duelmat_engine import Action, Duel, legal_action_steps
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.zone_map import ZoneMap


class LegalActions(Sequence[Action]):
    """Every legal answer to one decision that the mat has room for."""

    def __init__(self, duel: Duel, zones: ZoneMap) -> None:
        self.duel = duel
        self._zones = zones
        self._rest = legal_action_steps(duel)
        self._found: list[Action] = []
        self._listed: tuple[Action, ...] | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the list is complete, so that reading the list costs nothing."""
        return self._listed is not None

    def go_on(self, steps: int | None = None) -> None:
        """Make further steps of listing; None: make all steps."""
        if self._listed is not None:
            return
        try:
            for made, action in enumerate(self._rest, start=1):
                if action is not None:
                    self._found.append(action)
                if made == steps:
                    return
        except BaseException:  # a later caller must not take half a list for a whole one
            self._rest, self._found = legal_action_steps(self.duel), []
            raise
        self._listed = tuple(on_mat(self._found, self._zones))

    def listed(self) -> tuple[Action, ...]:
        """Return all of them."""
        self.go_on()
        assert self._listed is not None
        return self._listed

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        return self.listed()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self.listed())
