"""Lists for people and spreadsheets: parts, wires, nets, coils, pins, fields, hours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .bills import BILL_HEAD, BOM_HEAD, bill_line, bom_page, bom_rows
from .bom import Item, bill, total_eur
from .breadboard import BREADBOARD
from .chapters import CHAPTERS, chapter_eur
from .coils import coils
from .harness import Harness, Pin
from .hours import FAULTS, chapter_hours, tasks, total_hours
from .listing import csv_text, head_lines, spaced, table_lines
from .mat import Mat
from .neighbours import distance_mm, neighbour_lists, sweep_rounds
from .pico import EDGE, functions
from .power_page import power_page
from .proof import SLEEVES, TAGS, proof_bill, proof_harness
from .stacking import BOARD_MM, HANGING_MM, TAPE_MM, stands
from .timing import answer_ns, given_ns, steps
from .tuning_page import tuning_page
from .wiring import NEEDED_FUNCTION


def tables(mat: Mat, harness: Harness) -> dict[str, str]:
    """Name and content of every list."""
    return {
        **common_tables(mat, harness, bill(mat, harness)),
        "bom.md": bom_page(mat, harness),
        "coils.csv": csv_text(COIL_HEAD, _coil_rows(mat)),
        "tuning.md": tuning_page(mat),
        "timing.md": timing_page(mat, harness),
        "power.md": power_page(mat, harness),
        "heights.md": height_page(mat),
        "hours.md": hours_page(mat, harness),
        "proof.md": proof_page(mat),
    }


def common_tables(mat: Mat, harness: Harness, items: Sequence[Item]) -> dict[str, str]:
    """Name and content of the lists that every mat has, however it is built."""
    return {
        "bom.csv": csv_text(BOM_HEAD, bom_rows(items)),
        "wires.csv": csv_text(WIRE_HEAD, _wire_rows(mat, harness)),
        "nets.csv": csv_text(NET_HEAD, _net_rows(harness)),
        "boards.md": board_page(mat, harness),
        "pins.md": pin_page(mat, harness),
        "fields.md": field_page(mat),
    }


def proof_page(mat: Mat) -> str:
    """List every wire and every part of the proof on a table."""
    coil, items = coils(mat)[0], proof_bill(mat)
    middle = mat.zone(mat.antennas[0].zone).area.centre
    unchecked = sum(not item.part.checked for item in items)
    lines = head_lines(mat, f"Proof on a table: {mat.name}")
    lines += [
        (
            f"One reader on the Pico's own pins, one coil like that of {coil.label}, and {TAGS} "
            f"tags in {SLEEVES} sleeves: chapter 0 of docs/building.md tells what to do with them."
        ),
        *("", "## Wires", ""),
    ]
    (cable,) = proof_harness(mat).cables
    rows = [
        (
            *(wire.start[1], wire.end[1]),
            *(mat.construction.colour(wire.signal), f"{wire.length_mm} mm"),
        )
        for wire in cable.wires
    ]
    lines += table_lines(("Pico", "Reader module", "Colour", "Length"), rows)
    lines += [
        *("", "## Coil", ""),
        (
            f"{coil.turns} turns around each window, the second the other way round; with the "
            f"wire of the list and so wound {coil.inductance_nh:.0f} nH, in resonance with "
            f"{coil.resonance_pf:.0f} pF (calculated)."
        ),
        "",
    ]
    windows = [
        (
            *(f"{window.w_mm:g} x {window.h_mm:g} mm", f"{window.x_mm - middle.x_mm:+g} mm"),
            f"{window.y_mm - middle.y_mm:+g} mm",
        )
        for window in coil.windows
    ]
    lines += table_lines(("Window", "Its middle to the right", "towards the card's foot"), windows)
    lines += [
        *("", "## Parts", ""),
        (
            "Prices are what one should expect to pay, with tax and without shipping; "
            f"{unchecked} of {len(items)} lines are unchecked. All of it is used in the mat later."
        ),
        "",
        *table_lines(BILL_HEAD, map(bill_line, items)),
        *("", f"Together: {total_eur(items):.2f} EUR"),
    ]
    return "\n".join(lines) + "\n"


WIRE_HEAD = (
    *("cable", "group", "wire", "from", "from pin", "to", "to pin", "net", "colour"),
    *("area mm2", "length mm"),
)


def _wire_rows(mat: Mat, harness: Harness) -> Iterable[Sequence[object]]:
    materials = mat.materials
    for cable in harness.cables:
        area = f"{materials.part(cable.role).area_mm2:g}"
        for number, wire in enumerate(cable.wires, start=1):
            colour = materials.colour(wire.signal)
            yield (
                *(cable.name, cable.group, number, *wire.start, *wire.end, wire.net, colour),
                *(area, wire.length_mm),
            )


NET_HEAD = ("net", "contacts")


def _net_rows(harness: Harness) -> Iterable[Sequence[object]]:
    for net, contacts in harness.nets().items():
        yield net, "; ".join(f"{ref} {pin}" for ref, pin in contacts)


COIL_HEAD = (
    *("antenna", "coil", "windows", "window mm", "turns each", "inductance nH"),
    *("resonance pF", "wire mm"),
)


def _coil_rows(mat: Mat) -> Iterable[Sequence[object]]:
    for coil in coils(mat):
        window = coil.windows[0]
        yield (
            *(coil.antenna, coil.label, len(coil.windows), f"{window.w_mm:g} x {window.h_mm:g}"),
            *(coil.turns, f"{coil.inductance_nh:.0f}", f"{coil.resonance_pf:.0f}"),
            f"{coil.wire_mm:.0f}",
        )


def board_page(mat: Mat, harness: Harness) -> str:
    """List what sits on each circuit board and each display, contact by contact."""
    lines = head_lines(mat, f"Circuit boards: {mat.name}")
    lines += [
        (
            "Join all contacts that name the same net; a number before a contact "
            "is that of the chip's own leg."
        ),
        "Contacts that are not listed, and those marked -, stay open.",
        "",
    ]
    seats = [f"LIFE_{display.seat}" for display in mat.displays]
    for board in dict.fromkeys(device.board for device in harness.devices):
        if board in {"main", BREADBOARD} or board.startswith(("bank", "TOUCH")) or board in seats:
            lines += [f"## {board}", ""]
            rows = [
                (device.ref, device.title, ", ".join(_contact(pin) for pin in device.pins))
                for device in harness.devices
                if device.board == board
            ]
            lines += [*table_lines(("Name", "What", "Contacts and nets"), rows), ""]
    return "\n".join(lines)


def _contact(pin: Pin) -> str:
    return f"{pin.label}: {pin.net or '-'}" if pin.net != pin.label else pin.label


def pin_page(mat: Mat, harness: Harness) -> str:
    """Every GP of the Pico: where it is, what it is used for, what it can do."""
    lines = head_lines(mat, f"Pins of the Pico: {mat.name}")
    lines += [
        (
            "A pin can be what it is used for if that stands among what it can do; "
            "`duelmat mat check` refuses a mat in which it does not."
        ),
        (
            "Every pin can also be an ordinary input or output, which is all that buttons, "
            "addresses, select, reset and interrupts need; the lights need a PIO."
        ),
        "",
    ]
    names: dict[int, str] = {}
    for key in mat.pins.__struct_fields__:
        value: int | tuple[int, ...] = getattr(mat.pins, key)
        for i, gp in enumerate(value if isinstance(value, tuple) else (value,)):
            names[gp] = f"{key}[{i}]" if isinstance(value, tuple) else key
    pico = {pin.label: pin.net for pin in harness.device("PICO").pins}
    rows = []
    for gp, edge in EDGE.items():
        name = names.get(gp, "free")
        need = NEEDED_FUNCTION.get(name.split("[")[0], "PIO" if name == "lights" else "")
        net = pico[f"GP{gp} (pin {edge})"] or "-"
        need = need or ("input/output" if gp in names else "-")
        rows.append((f"GP{gp}", str(edge), name, net, need, ", ".join(functions(gp))))
    lines += table_lines(("GP", "Pin", "Used as", "Net", "Needs", "Can do"), rows)
    lines += ["", "## Buses", ""]
    addresses = [f"0x{address:X} (MPR121)" for address in mat.touch_addresses]
    addresses += [f"0x{display.address:X} (HT16K33)" for display in mat.displays]
    lines += [
        f"- I2C0 at {mat.i2c_hz // 1000} kHz: {', '.join(addresses)}",
        (
            f"- SPI0 at {mat.spi_hz / 1e6:g} MHz: {len(mat.antennas)} readers in "
            f"{mat.bank_count} banks, one selected at a time"
        ),
    ]
    return "\n".join(lines) + "\n"


def field_page(mat: Mat) -> str:
    """List which fields may be on together, and how a sweep shares the antennas out."""
    neighbours = neighbour_lists(len(mat.antennas), mat.neighbours)
    rounds, rest = sweep_rounds(neighbours, mat.fields_at_once)
    lines = head_lines(mat, f"Fields: {mat.name}")
    lines += [
        (
            f"{len(mat.antennas)} antennas, {len(mat.neighbours)} pairs of neighbours "
            f"(one zone, or windows nearer than {mat.neighbour_mm:g} mm), "
            f"at most {mat.fields_at_once} fields on."
        ),
        f"A sweep takes {len(rounds) + bool(rest)} rounds, and no round has two neighbours.",
        "",
        "## Rounds",
        "",
    ]
    rows = []
    for number, group in enumerate([*rounds, rest] if rest else rounds, start=1):
        nearest = min(
            (
                distance_mm(mat.antennas[i].windows, mat.antennas[j].windows)
                for i in group
                for j in group
                if i < j
            ),
            default=0.0,
        )
        labels = ", ".join(mat.antennas[i].label for i in group)
        rows.append((str(number), labels, f"{nearest:.0f}" if nearest else "-"))
    lines += table_lines(("Round", "Antennas", "Nearest two, mm"), rows)
    lines += ["", "## Neighbours", ""]
    rows = [
        (str(a.index), a.label, ", ".join(mat.antennas[i].label for i in neighbours[a.index]))
        for a in mat.antennas
    ]
    lines += table_lines(("Antenna", "Coil", "Never on together with"), rows)
    return "\n".join(lines) + "\n"


def timing_page(mat: Mat, harness: Harness) -> str:
    """List what a reader's answer takes until the Pico samples it."""
    lines = head_lines(mat, f"Timing of the readers' bus: {mat.name}")
    lines += [
        (
            f"At {mat.spi_hz / 1e6:g} MHz the Pico samples MISO {given_ns(mat):.0f} ns after "
            "the edge of SCK on which a reader changes it."
        ),
        "Each step is the longest that it should take; nothing here was measured.",
        "",
    ]
    found = steps(mat, harness)
    rows = [(step.what, f"{step.ns:.1f}", step.source) for step in found]
    rows.append(("**together**", f"**{answer_ns(mat, harness):.1f}**", ""))
    return "\n".join([*lines, *table_lines(("Step", "ns", "Source"), rows)]) + "\n"


def height_page(mat: Mat) -> str:
    """List what stands between the plates, the tallest first."""
    lines = head_lines(mat, f"Heights: {mat.name}")
    room_mm = mat.construction.spacer_mm
    lines += [
        (
            f"Between the plates are {room_mm:g} mm; of these, lights and wires under the coil "
            f"plate take {HANGING_MM:g} mm."
        ),
        (
            f"Boards and modules stand on {TAPE_MM:g} mm of foam tape and are {BOARD_MM:g} mm "
            "thick."
        ),
        (
            "Heights are the most that a part may have, with its socket, or with its plug and the "
            "bend of the wires: compare them with what you order."
        ),
        "`duelmat mat check` refuses a mat whose spacers are too short for them.",
        "",
    ]
    rows = [
        (
            spaced(stand.role),
            stand.article.name,
            f"{stand.article.tall_mm:g}",
            f"{stand.top_mm:.1f}",
            f"{room_mm - stand.needed_mm:.1f}",
        )
        for stand in stands(dict(mat.construction.parts))
    ]
    head = ("Used as", "What", "mm above its board", "mm above the base plate", "mm left")
    return "\n".join([*lines, *table_lines(head, rows)]) + "\n"


def hours_page(mat: Mat, harness: Harness) -> str:
    """List the work by hand, how often, and its hours; and what each chapter takes and costs."""
    lines = head_lines(mat, f"Hours of work: {mat.name}")
    quick, slow = total_hours(mat, harness)
    lines += [
        (
            "Counts are those of the mat; minutes for each are our guess, for somebody who "
            "solders well, and nobody has built a mat yet."
        ),
        f"Faults take {FAULTS[0]:.0%} to {FAULTS[1]:.0%} more.".replace("%", " %"),
        "Ordering, the tests of the chapters and closing the mat are not counted.",
        "",
    ]
    done = tasks(mat, harness)
    rows = [
        (
            str(task.chapter),
            task.what,
            str(task.count),
            f"{task.minutes[0]:g} to {task.minutes[1]:g}",
            f"{task.hours(0):.1f} to {task.hours(1):.1f}",
        )
        for task in done
    ]
    rows.append(("", "**together, with faults**", "", "", f"**{quick} to {slow}**"))
    lines += table_lines(("Chapter", "What", "Count", "Minutes each", "Hours"), rows)
    lines += [
        *("", "## Chapter by chapter", ""),
        "Hours are without faults; parts, wire too, count in the chapter that uses them first.",
        "",
    ]
    hours, eur = chapter_hours(done), chapter_eur(bill(mat, harness))
    chapters = (
        (f"{n}. {title}", _span(hours[n]), f"{eur[n]:.2f}") for n, title in CHAPTERS.items()
    )
    return "\n".join([*lines, *table_lines(("Chapter", "Hours", "EUR"), chapters)]) + "\n"


def _span(hours: tuple[float, float]) -> str:
    return f"{hours[0]:.0f} to {hours[1]:.0f}" if hours[1] else "-"
