"""A ruleset with the cards of a text: a duel names it, and whoever has the text finds it again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Final

from duelmat_engine.cardfiles.card_form import CardFile, format_cards
from duelmat_engine.cardfiles.check import parse_cards
from duelmat_engine.cardfiles.form import CardFileError, FormFault
from duelmat_engine.ruleset.build import with_cards
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import FURTHER, find_ruleset, note_extended
from duelmat_message import say
from duelmat_parsing import toml_lines

_DIGITS: Final = 16
"""Hexadecimal digits of the digest: 64 bits, for the few files of one table."""


def use_cards(text: str) -> Ruleset:
    """Return the ruleset of a card file with its cards, which `find_ruleset` finds from now on.

    Its name depends on the text alone, so that every program with the text finds the same.
    Raises CardFileError with every fault.
    """
    file = parse_cards(text)
    rules = find_ruleset(file.ruleset)
    name = f"{rules.name}{FURTHER}{sha256(text.encode()).hexdigest()[:_DIGITS]}"
    wider = replace(with_cards(rules, file.card, file.effect), name=name)
    note_extended(wider)
    return wider


def join_card_files(ruleset: str, texts: Iterable[tuple[str, str]]) -> str:
    """Return one text with the cards of card files for a ruleset; each may use those before it.

    texts: the files' names and their contents.
    Raises CardFileError with every fault of a file.
    """
    rules = find_ruleset(ruleset)
    joined = CardFile(ruleset)
    for source, text in texts:
        file = parse_cards(text, source, wider={ruleset: rules})
        if file.ruleset != ruleset:
            wanted = say("the name {ruleset}, which is played", ruleset=ruleset)
            fault = FormFault(("ruleset",), wanted, file.ruleset)
            raise CardFileError([fault]).placed(toml_lines(text), source)
        rules = with_cards(rules, file.card, file.effect)
        joined = CardFile(ruleset, joined.card + file.card, joined.effect + file.effect)
    return format_cards(joined)
