"""What axe finds on a page, whatever its impact, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Page

SCRIPT: Final = Path(__file__).parents[1] / "host/node_modules/axe-core/axe.min.js"
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
DRAWN: Final = ".zone, .stack, .fan-card, .pile-card"
"""What is called by the name of its card, and not by every word that is drawn on it."""
RUN: Final = """async (drawn) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const names = (node) => node.getAttribute("aria-label");
  const isNamed = (node) => names(node).includes(node.dataset.name ?? node.dataset.title ?? "");
  for (const each of violations) {
    if (each.id !== "label-content-name-mismatch") continue;
    each.nodes = each.nodes.filter(({ target }) => {
      const node = document.querySelector(target[0]);
      return !node.matches(drawn) || !isNamed(node);
    });
  }
  return violations.filter(({ nodes }) => nodes.length);
}"""


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page of a context that bypasses the content security policy."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=SCRIPT)
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        found += [
            f"{theme}, {each['id']}: {[node['html'][:160] for node in each['nodes'][:4]]}"
            for each in page.evaluate(RUN, DRAWN)
        ]
    return found
