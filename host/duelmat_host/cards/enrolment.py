"""Enrolment: a registry that grows sleeve by sleeve, saved after each, with the way back."""

from __future__ import annotations

from pathlib import Path

from duelmat_host.cards.registry import Registry, Sleeve


class Enrolment:
    """One registry file while sleeves are added to it."""

    def __init__(self, path: Path) -> None:
        """Load the file; a missing file begins empty. Raises RegistryError for a broken file."""
        self.path = path
        registry = Registry.load(path) if path.exists() else Registry()
        self._past: list[tuple[Registry, Sleeve | None]] = [(registry, None)]

    @property
    def registry(self) -> Registry:
        return self._past[-1][0]

    @property
    def last(self) -> Sleeve | None:
        """The last enrolled sleeve, if `undo` would take it out again."""
        return self._past[-1][1]

    def add(self, owner: str, code: str, up: bytes, down: bytes) -> Sleeve:
        """Enrol a sleeve and save. Raises EnrolError, and then nothing has changed."""
        sleeve = Sleeve(owner, code, up, down)
        self._keep(self.registry.enrol(sleeve), sleeve)
        return sleeve

    def remove(self, key: str) -> bool:
        """Take a card's sleeve out, and save; return False if there is none."""
        if self.registry.sleeve(key) is None:
            return False
        self._keep(self.registry.without(key))
        return True

    def undo(self) -> bool:
        """Undo the last change, and save; return False if there was none."""
        if len(self._past) == 1:
            return False
        self._past[-2][0].save(self.path)
        self._past.pop()
        return True

    def _keep(self, registry: Registry, added: Sleeve | None = None) -> None:
        registry.save(self.path)
        self._past.append((registry, added))
