"""QR codes on pages, which a phone reads and copies."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_svg(text: str) -> str:
    """Return a text as a QR code: an SVG element for a page, dark on light whatever its theme."""
    written = BytesIO()
    looks = {"border": 4, "dark": "#000", "light": "#fff", "omitsize": True}
    segno.make_qr(text, error="m").save(written, kind="svg", xmldecl=False, nl=False, **looks)
    return written.getvalue().decode()
