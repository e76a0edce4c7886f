"""The error of the proof on a table."""

from __future__ import annotations

from duelmat_host.errors import HostError


class ProofError(HostError):
    """A proof that cannot go on, or a report that cannot be read; says what to do."""
