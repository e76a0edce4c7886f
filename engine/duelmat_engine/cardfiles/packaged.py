"""The cards that come with a ruleset: TOML files in its folder `cards`, read as one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from duelmat_engine.cardfiles.card_form import CardFile, read_cards
from duelmat_engine.cardfiles.check import completed


def card_texts(ruleset: str) -> dict[str, str]:
    """The packaged card files of a ruleset: name of the file to its text."""
    folder = files("duelmat_engine") / "rulesets" / ruleset / "cards"
    if not folder.is_dir():
        return {}
    found = {f.name: f.read_text("utf-8") for f in folder.iterdir() if f.name.endswith(".toml")}
    return dict(sorted(found.items()))


@cache
def packaged_cards(ruleset: str) -> CardFile:
    """Return all packaged cards and effects of a ruleset; a test looks up the names in them."""
    read = [read_cards(text, name) for name, text in card_texts(ruleset).items()]
    return completed(
        CardFile(
            ruleset,
            tuple(card for file in read for card in file.card),
            tuple(effect for file in read for effect in file.effect),
        )
    )
