"""Bills of materials as pages and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .bom import Item, bill, total_eur
from .breadboard_bill import OPTIONAL, needed_eur
from .harness import Harness
from .listing import head_lines, spaced, table_lines
from .mat import Mat
from .savings import savings
from .trial import trial

BOM_HEAD: Final = (
    *("section", "used as", "count", "unit", "what", "maker", "part number", "alternatives"),
    *("price each EUR", "price EUR", "checked", "note"),
)


def bom_rows(items: Sequence[Item]) -> Iterable[Sequence[object]]:
    for item in items:
        part = item.part
        yield (
            *(item.section, spaced(item.role), f"{item.count:g}", part.unit, part.name),
            *(part.maker, part.number, "; ".join(part.alternatives)),
            *(f"{part.price_eur:.2f}", f"{item.total_eur:.2f}", _checked(item), part.note),
        )


BILL_HEAD: Final = ("Count", "What", "Part number", "Else", "Checked", "EUR")


def _checked(item: Item) -> str:
    return item.part.checked or "unchecked"


def bill_line(item: Item) -> Sequence[str]:
    part = item.part
    unit = {"piece": "", "m": " m", "m2": " m²"}[part.unit]
    number = f"{part.maker} {part.number}" if part.maker != "any" else part.number
    what = f"{part.name} ({spaced(item.role)})"
    other = "; ".join(part.alternatives) or "-"
    return (f"{item.count:g}{unit}", what, number, other, _checked(item), f"{item.total_eur:.2f}")


def _bill_lines(mat: Mat, items: tuple[Item, ...], spares: str) -> Iterator[str]:
    """The head of a bill's page, and its sections."""
    yield from head_lines(mat, f"Bill of materials: {mat.name}")
    yield (
        "Prices are what one should expect to pay, with tax and without shipping; nobody has "
        "ordered by this list yet, and no price was compared with a shop."
    )
    yield (
        f"Of {len(items)} lines {sum(not item.part.checked for item in items)} are unchecked: "
        "nobody has compared their number with the maker's data sheet; of the others only "
        "what the column says was looked up."
    )
    yield (
        "Compare each part number with the description before ordering, and order one more in "
        f"ten of {spares}."
    )
    for section in dict.fromkeys(item.section for item in items):
        yield from ("", f"## {section}", "")
        yield from table_lines(BILL_HEAD, [bill_line(i) for i in items if i.section == section])
        yield from ("", f"Together: {total_eur(items, section):.2f} EUR")


def _note_lines(items: tuple[Item, ...]) -> list[str]:
    noted = {item.part.name: item.part.note for item in items if item.part.note}
    return [f"- {name}: {note}" for name, note in noted.items()]


def breadboard_bill_page(mat: Mat, items: tuple[Item, ...]) -> str:
    """The bill of a mat of whole modules as a page."""
    lines = [*_bill_lines(mat, items, "readers and tags")]
    optional = total_eur(items, OPTIONAL)
    lines += ["", f"**Everything but what is optional: {needed_eur(items):.2f} EUR**", ""]
    lines += [f"What is optional costs {optional:.2f} EUR more.", "", "## Notes", ""]
    return "\n".join([*lines, *_note_lines(items)]) + "\n"


def bom_page(mat: Mat, harness: Harness) -> str:
    """The bill of materials as a page."""
    items = bill(mat, harness)
    lines = [*_bill_lines(mat, items, "readers, lights, tags and crimp contacts")]
    lines += ["", f"**Everything: {total_eur(items):.2f} EUR**", "", *_savings(mat, items)]
    lines += ["", "## One zone first", ""]
    first = trial(mat, harness)
    lines += [
        (
            "What of this one monster zone takes, with all that stands behind it: enough to prove "
            "what is only derived."
        ),
        "All of it is used in the whole mat later.",
        "",
        *table_lines(BILL_HEAD, map(bill_line, first)),
        "",
        f"Together: {total_eur(first):.2f} EUR",
        *("", "## Notes", ""),
    ]
    return "\n".join([*lines, *_note_lines(items)]) + "\n"


def _savings(mat: Mat, items: tuple[Item, ...]) -> Iterator[str]:
    """Yield the parts that could be left out, each with the sum without it and all above it."""
    yield from ("## What could be left out", "")
    yield "None of it is left out of the mat that the files here describe."
    yield ""
    left = total_eur(items)
    rows = []
    for saving in savings(mat, items):
        left -= saving.eur
        rows.append((saving.what, f"{saving.eur:.2f}", f"{left:.2f}", saving.then))
    yield from table_lines(("Without", "EUR saved", "EUR left", "Then"), rows)
