"""The tables of docs/protocol.md, made from the messages and lamp styles themselves.

`python -m duelmat_wire.table` prints them; with a page's path it puts them between the page's
marks. For CPython only: on a board the docstrings are gone.
"""

import sys
from pathlib import Path

from .errors import LocalError
from .fields import ENTRIES, FLAG, SEAT, STATE, TRIPLE, UIDS, Field, Number, Octets, Text
from .lamps import LIGHTS_A_LAMP, STYLE_NAMES, STYLES
from .message import Message
from .messages import MESSAGES

BEGIN = "<!-- begin: made by `python -m duelmat_wire.table docs/protocol.md` -->"
END = "<!-- end -->"

_TYPE_WORDS = {
    FLAG: "u8, 0 or 1",
    SEAT: "u8, 0 = a, 1 = b",
    STATE: "u8, 0 = EMPTY, 1 = ONE, 2 = SEVERAL, 3 = UNSURE",
    TRIPLE: "3 x u8",
    UIDS: "count u8, then for each: length u8 (4, 7 or 10), bytes",
    ENTRIES: "for each, to the end: antenna u8, state u8, tags as in SIGHTING",
}


def protocol_table() -> str:
    """Every message with its fields, then every lamp style, as Markdown."""
    parts = ["### All messages", "", *_overview(), ""]
    for message in MESSAGES:
        parts += [*_section(message), ""]
    parts += ["### Lamp styles", "", *_styles(), ""]
    return "\n".join(parts)


def update_page(page: str) -> str:
    """The page with the tables of today between its marks."""
    begin = page.find(BEGIN)
    end = page.find(END, begin)
    if begin < 0 or end < 0:
        raise LocalError(f"expected the marks {BEGIN} and {END} in the page: put them back")
    return f"{page[: begin + len(BEGIN)]}\n\n{protocol_table()}\n{page[end:]}"


def field_meanings(message: "type[Message]") -> "dict[str, str]":
    """The meaning of each field of a message, from the message's docstring."""
    meanings = {}
    for line in (message.__doc__ or "").splitlines()[1:]:
        name, colon, meaning = line.strip().partition(": ")
        if colon:
            meanings[name] = meaning
    return meanings


def type_words(field: Field) -> str:
    """The type of a field as the page calls it."""
    if field in _TYPE_WORDS:
        return _TYPE_WORDS[field]
    if isinstance(field, Number):
        bits = 8 * field.width if field.width else 0
        return f"u{bits}" if field.top == (1 << bits) - 1 else f"u{bits}, 0..{field.top}"
    if isinstance(field, Text):
        return "ASCII, to the end" if field.width is None else f"{field.width} ASCII characters"
    if isinstance(field, Octets):
        return "bytes, to the end" if field.width is None else f"{field.width} bytes"
    raise LocalError(f"expected words for {type(field).__name__}: add them to table.py")


def _overview() -> "list[str]":
    rows = ["| code | message | sent by | delivery |", "|---|---|---|---|"]
    return rows + [
        f"| 0x{message.CODE:02X} | {message.NAME} | {message.SENDER} | {message.DELIVERY} |"
        for message in MESSAGES
    ]


def _section(message: "type[Message]") -> "list[str]":
    sentence = (message.__doc__ or "").splitlines()[0]
    if message.FEATURE:
        sentence += f"\nSent only to a side that has the feature 0x{message.FEATURE:02X}."
    lines = [f"#### {message.NAME}", "", sentence]
    if message.FIELDS:
        meanings = field_meanings(message)
        lines += ["", "| field | type | meaning |", "|---|---|---|"]
        lines += [
            f"| {name} | {type_words(field)} | {meanings[name]} |"
            for name, field in message.FIELDS
        ]
    return lines


def _styles() -> "list[str]":
    rows = [
        "| style | name | colour | lights | brightness in turn | period |",
        "|---|---|---|---|---|---|",
    ]
    for style, (colour, mask, (period_ms, levels, lag)) in enumerate(STYLES):
        lights = [str(light) for light in range(LIGHTS_A_LAMP) if mask >> light & 1]
        tint = "".join(f"{part:02x}" for part in colour)
        steps = " ".join(f"{100 * level // 255}%" for level in levels)
        period = "steady" if len(levels) == 1 else f"{period_ms} ms"
        if lag:
            period += ", each light a step after the one before"
        rows.append(
            f"| {style} | {STYLE_NAMES[style]} | #{tint} | {' '.join(lights) or 'none'} "
            f"| {steps} | {period} |"
        )
    return rows


def main() -> None:
    if len(sys.argv) == 1:
        print(protocol_table())
        return
    path = Path(sys.argv[1])
    path.write_text(update_page(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
