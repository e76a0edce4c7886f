"""Seeds as people write them on the command line."""

from __future__ import annotations

from typing import Final

import click

from duelmat_command.output import Complaint

LONGEST: Final = 100


def checked_seed(ctx: click.Context, param: click.Parameter, seed: str | None) -> str | None:
    """Return a seed that can be read and copied, or raise a Complaint."""
    del ctx, param
    if seed is None or (seed.strip() == seed and seed.isprintable() and 0 < len(seed) <= LONGEST):
        return seed
    raise Complaint(
        f"--seed: expected a text of 1 to {LONGEST} signs that can be seen, without "
        f"blanks around it, got {seed[:LONGEST]!r}."
    )
