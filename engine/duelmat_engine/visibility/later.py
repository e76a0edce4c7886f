"""Claims that are worked out when somebody reads them.

Playing a closed duel never asks what the table may conclude, for every card is known; only views
of it, and what is written of it, do. So a change of that knowledge is kept with the knowledge
before it, and made once the claims are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVarTuple

from duelmat_engine.names import CardKey
from duelmat_engine.state import Claim, Hidden, replace

Told = TypeVarTuple("Told")
_Work = tuple[Hidden, Callable[..., Hidden], tuple[object, ...]]
"""The knowledge before a change, the change, and with what it is made."""


class LaterClaims(Sequence[Claim]):
    """The claims after a change that has not been made yet; read, they are like a tuple's."""

    __slots__ = ("_found", "_work")

    def __init__(self, work: _Work) -> None:
        self._work: _Work | None = work
        self._found: tuple[Claim, ...] = ()

    def plain(self) -> tuple[Claim, ...]:
        """Return the claims, with all changes made that lead to them, the earliest first."""
        waiting: list[tuple[LaterClaims, _Work]] = []
        claims: object = self
        while isinstance(claims, LaterClaims) and (work := claims._work) is not None:
            waiting.append((claims, work))
            claims = work[0].claims
        for later, (before, change, arguments) in reversed(waiting):
            later._found = change(replace(before, claims=tuple(before.claims)), *arguments).claims
            later._work = None
        return self._found

    def __getitem__(self, index: Any) -> Any:
        return self.plain()[index]

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.plain())

    def __len__(self) -> int:
        return len(self.plain())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | LaterClaims) and self.plain() == tuple(other)

    def __hash__(self) -> int:
        return hash(self.plain())

    def __repr__(self) -> str:
        return repr(self.plain())

    def __reduce__(self) -> tuple[type[tuple[Claim, ...]], tuple[tuple[Claim, ...]]]:
        """Copied or sent to another process, they are a tuple."""
        return tuple, (self.plain(),)


def is_waiting(hidden: Hidden) -> bool:
    """Whether the claims have not been worked out yet."""
    claims: object = hidden.claims
    return type(claims) is LaterClaims and claims._work is not None


def later(
    before: Hidden,
    pool: frozenset[CardKey],
    change: Callable[[Hidden, *Told], Hidden],
    *args: *Told,
) -> Hidden:
    """Return the knowledge after a change that is made when its claims are read.

    pool: the owner's unseen cards after it, which are always known.
    args: with what the change is made, besides the knowledge before it.
    """
    claims: Any = LaterClaims((before, change, args))  # like a tuple of claims
    return Hidden(pool, claims)
