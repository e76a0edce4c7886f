"""Deck lists as players hand them in, in any form, checked by the ruleset or by none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_decks import (
    Found,
    Library,
    find_cards,
    found_deck,
    is_passcodes,
    is_xml,
    parse_deck,
    parse_decklist,
    parse_textlist,
    parse_written,
    text_of_xml,
)
from duelmat_decks.errors import DeckListError
from duelmat_engine import Do, Ruleset, deck_faults, find_ruleset, judge_sideboard
from duelmat_files.errors import FileProblem
from duelmat_message import named, say
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.policy import DeckRules, Policy

_DECK_LIST: Final = say("deck list")
_TOML: Final = ("main", "extra", "side")
_NO_LIBRARY: Final = Library()


def read_deck(
    text: str, policy: Policy, library: Library = _NO_LIBRARY, source: str = _DECK_LIST
) -> DeckList:
    """Parse the deck list of a text, and check it by the policy's ruleset, or by none.

    library: names the cards of numbers.

    Raises: DeckListError with every fault.
    """
    text = text.removeprefix("\ufeff")  # the mark that Windows writes before UTF-8
    if policy.deck_checks.rules is DeckRules.NONE:
        return DeckList(**parse_written(text, source, library))
    rules = find_ruleset(policy.ruleset.replace("-", "_"))
    found = _found(text, rules, library, source)
    problems = [
        FileProblem(
            source,
            card.name,
            say("a card of {ruleset}", ruleset=named("ruleset", rules.title)),
            say("an unknown one"),
            say("Change the list."),
        )
        for card in found.cards
    ] or list(_faults(found, rules, policy, source))
    if problems:
        raise DeckListError(source, problems)
    return DeckList(tuple(found.deck.main), tuple(found.deck.extra), tuple(found.side))


def _found(text: str, rules: Ruleset, library: Library, source: str) -> Found:
    """Return the cards of a list in any form. Raises DeckListError."""
    if any(line.partition("=")[0].strip() in _TOML for line in text.splitlines()):
        return parse_deck(text, source, rules, is_toml=True)
    if is_passcodes(text):
        advice = say("Hand in the cards’ names instead, or ask at the desk.")
        return find_cards(parse_decklist(text, source), rules, library, source, advice=advice)
    if is_xml(text):
        text = text_of_xml(text, source)
    main, extra, side = parse_textlist(text, source, rules).values()
    return found_deck(rules, (main, extra, side))


def _faults(found: Found, rules: Ruleset, policy: Policy, source: str) -> Iterator[FileProblem]:
    """Yield what the ruleset does not allow of a deck."""
    deck, side = found.deck, found.side
    for fault in deck_faults(rules, deck.main, deck.extra, policy.event_format):
        yield FileProblem(
            source,
            say("the deck"),
            say("a deck that {ruleset} allows", ruleset=named("ruleset", rules.title)),
            fault.text,
            say("See {rule}.", rule=fault.rule) if fault.rule else say("Change the list."),
        )
    if not side:
        return
    verdict = judge_sideboard(rules.name, deck.main, side, (), policy.event_format)
    for each in verdict.remedies:
        if isinstance(each, Do):
            yield FileProblem(
                source,
                say("the side deck"),
                say("one that is allowed"),
                each.text,
                say("Change the list."),
            )
