"""The wiring as WireViz reads it: every cable in one drawing, with its wires."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from duelmat_hardware import PACKAGED_MATS, Mat
from duelmat_hardware.harness import Group, Harness
from duelmat_hardware.wireviz import LIGHTS_SHOWN, diagrams

pytestmark = pytest.mark.tools


def parsed(text: str) -> dict[str, Any]:
    """A file of ours, whose values are JSON."""
    found: dict[str, Any] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("  - "):
            found.setdefault(section, []).append(json.loads(line[4:]))
        elif line.startswith("  "):
            key, value = line.strip().split(": ", 1)
            found.setdefault(section, {})[json.loads(key)] = json.loads(value)
        elif not line.startswith("#"):
            section = line.split(":")[0]
    return found


def test_every_cable_is_in_exactly_one_drawing(any_mat: Mat, wired: Harness) -> None:
    """But for the lights, of which the drawing shows how the chain begins."""
    shown = [name for text in diagrams(any_mat, wired).values() for name in parsed(text)["cables"]]
    lights = [cable.name for cable in wired.cables if cable.group is Group.LIGHTS]
    expected = [cable.name for cable in wired.cables if cable.name not in lights[LIGHTS_SHOWN:]]
    assert sorted(shown) == sorted(expected)


def test_a_drawing_names_contacts_colours_and_lengths(any_mat: Mat, wired: Harness) -> None:
    """Each connection joins as many contacts as the cable has wires, and all are described."""
    for text in diagrams(any_mat, wired).values():
        drawing = parsed(text)
        for start, cable, end in drawing["connections"]:
            ((name, numbers),) = cable.items()
            wires = next(c.wires for c in wired.cables if c.name == name)
            assert drawing["cables"][name]["wirecount"] == len(wires) == len(numbers)
            assert drawing["cables"][name]["length"] * 1000 == wires[0].length_mm
            for side in (start, end):
                ((ref, contacts),) = side.items()
                known = drawing["connectors"][ref].get("pins", [1])
                assert set(contacts) <= set(known)
                assert len(contacts) == len(wires)


GENERATED = Path(__file__).parents[2] / "hardware" / "generated"


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_every_drawing_can_be_read_on_a_sheet_of_a4(name: str) -> None:
    """Scaled to 190 x 277 mm, upright or lying, its letters keep six points."""
    for path in sorted((GENERATED / name / "wiring").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        size = re.search(r'<svg width="(\d+)pt" height="(\d+)pt"', text)
        assert size
        width, height = int(size[1]), int(size[2])
        letters = min(float(found) for found in re.findall(r'font-size="([\d.]+)"', text))
        page = 190 / 25.4 * 72, 277 / 25.4 * 72
        upright, lying = (min(w / width, h / height, 1) for w, h in (page, page[::-1]))
        assert letters * max(upright, lying) >= 6, path.name


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_texts_end_within_their_boxes_in_any_font_of_the_kind(name: str) -> None:
    """A letter of a typewriter is 0.6 of its height wide, and each text lies in its node."""
    for path in sorted((GENERATED / name / "wiring").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        nodes = re.findall(r'<g id="\w+" class="node">(.*?)</g>', text, re.DOTALL)
        assert nodes
        for node in nodes:
            places = [
                float(place.split(",")[0])
                for points in re.findall(r'points="([^"]+)"', node)
                for place in points.split()
            ]
            written = re.findall(
                r'text-anchor="(\w+)" x="([\d.-]+)" y="[\d.-]+" font-family="([^"]+)"'
                r' font-size="([\d.]+)">([^<]+)<',
                node,
            )
            assert written
            for anchor, x, font, size, words in written:
                assert font.endswith(",monospace")
                wide = 0.6 * float(size) * len(unescape(words).strip())
                left = float(x) - (wide / 2 if anchor == "middle" else 0)
                assert min(places) <= left, (path.name, words)
                assert left + wide <= max(places), (path.name, words)
