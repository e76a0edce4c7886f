"""Fields of views: each is read by a template, or by what makes the pages."""

import re
from pathlib import Path

import duelmat_hub

HUB = Path(duelmat_hub.__file__).parent
FIELD = re.compile(r"^    ([a-z]\w*): ", re.MULTILINE)


def test_every_field_of_a_view_is_read() -> None:
    templates = "\n".join(path.read_text() for path in (HUB / "templates").rglob("*.html"))
    pages = "\n".join(path.read_text() for path in (HUB / "pages").glob("*.py"))
    unread = [
        f"{path.name}: {name}"
        for path in sorted((HUB / "pages").glob("views_*.py"))
        for name in FIELD.findall(path.read_text())
        if not re.search(rf"\b{name}\b", templates) and not re.search(rf"\.{name}\b", pages)
    ]
    assert unread == []
