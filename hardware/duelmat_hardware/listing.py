"""The forms of lists: the head of a page, tables in Markdown, comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from .mat import Mat


def head_lines(mat: Mat, title: str) -> list[str]:
    """The first lines of a page that is made from a mat."""
    return [
        f"<!-- Made from the mat {mat.name}, digest {mat.digest}; not to be edited. -->",
        "",
        f"# {title}",
        "",
        f"Revision {mat.revision}.",
        "",
    ]


def table_lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table in Markdown."""
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]


def csv_text(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as comma-separated values."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return buffer.getvalue()


def spaced(role: str) -> str:
    """A role in words."""
    return role.replace("_", " ")
