"""The figures of exactness by rule, the page that shows them, and the rules that fall short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import toml

from duelmat_engine.ruleset.registry import find_ruleset

ENOUGH: Final = 0.95
"""The share of refusals by each rule that has to be exact, and to be helped."""

LISTED: Final = Path(__file__).resolve().parent / "inexact.toml"


@dataclass
class Figures:
    """Counts of refusals that cited one rule id, and of those that were exact."""

    refusals: int = 0
    exact: int = 0
    remedied: int = 0
    open: int = 0
    """The refusals whose remedies hold a fact that nobody can bring about by hand."""


class Row(NamedTuple):
    """The measurements of one rule of a ruleset."""

    ruleset: str
    rule: str
    refusals: int
    exact: float
    helped: float
    """Of all its refusals, in percent: the remedies made it legal, or are `never` with its id."""

    @property
    def is_short(self) -> bool:
        return min(self.exact, self.helped) < 100 * ENOUGH

    @property
    def line(self) -> str:
        mark = "  <" if self.is_short else ""
        return (
            f"{self.rule:32} {self.refusals:6} refusals, {self.exact:5.1f} % exact, "
            f"{self.helped:5.1f} % helped{mark}"
        )


def rows(ruleset: str, by_rule: Mapping[str, Figures]) -> list[Row]:
    """The figures by rule."""
    return [
        Row(
            ruleset,
            rule,
            f.refusals,
            100 * f.exact / f.refusals,
            100 * f.remedied / f.refusals,
        )
        for rule, f in sorted(by_rule.items())
    ]


# The page, and the rules that are allowed to fall short


def excused() -> dict[str, dict[str, str]]:
    """Return the rules that fall short by ruleset, with the reason."""
    found: dict[str, dict[str, str]] = toml.decode(LISTED.read_bytes())
    return found


def unlisted(measured: Iterable[Row], reasons: dict[str, dict[str, str]]) -> list[str]:
    """Return what the list of rules that fall short lacks, and what it has in vain."""
    short = {(row.ruleset, row.rule) for row in measured if row.is_short}
    listed = {(name, rule) for name, group in reasons.items() for rule in group}
    lacking = [f"{name} {rule} falls short without a reason" for name, rule in short - listed]
    vain = [f"{name} {rule} is listed and does not fall short" for name, rule in listed - short]
    return sorted(lacking + vain)


_HEAD: Final = """# How exact refusals are

A refusal cites the rules that an action breaks, and says what would make it legal.
`make exactness` plays random duels, asks for what is refused in them, and proves both.
It asks for legal actions with one field changed, and for actions of neighbouring decisions.
Switching off exactly the cited rules makes the action legal.
Leaving any one of them on does not.
An answer to a question is then among those listed, and is carried out, too.
When the remedies have been brought about the action is legal, or they are `never` with its rule.

What could not be carried out whatever rules were off breaks none: it is told as such.
That is an answer to another question, or one that names what is not there; it is set aside here.

A rule below 95 % stands in `tests/bench/duelmat_bench/engine/inexact.toml` with its reason.
"""


def page(
    figures: Mapping[str, Mapping[str, Figures]], aside: Mapping[str, int], duels: int
) -> str:
    """The measured figures as a page of the documentation, by ruleset."""
    reasons = excused()
    sample = f"Measured in {duels} random duels of each ruleset, seeds 0 to {duels - 1}."
    text = [_HEAD + sample, ""]
    for name, by_rule in figures.items():
        measured = rows(name, by_rule)
        text += [
            f"## {find_ruleset(name).title}",
            "",
            f"{aside[name]} actions are set aside.",
            "",
            "| rule | refusals | exact % | helped % |",
            "| --- | ---: | ---: | ---: |",
            *(f"| {r.rule} | {r.refusals} | {r.exact:.1f} | {r.helped:.1f} |" for r in measured),
            "",
        ]
        for row in measured:
            if row.is_short:
                reason = reasons.get(name, {}).get(row.rule, "no reason given")
                text += [f"{row.rule}: {reason}", ""]
    return "\n".join(text).rstrip() + "\n"


def short_in(text: str) -> set[tuple[str, str]]:
    """The rulesets' titles and rules that fall short on a page."""
    found: set[tuple[str, str]] = set()
    title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:]
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        is_row = line.startswith("|") and len(cells) == 4 and cells[1].isdigit()
        if is_row and min(float(cells[2]), float(cells[3])) < 100 * ENOUGH:
            found.add((title, cells[0]))
    return found
