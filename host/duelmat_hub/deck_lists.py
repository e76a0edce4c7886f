"""Deck lists as players hand them in: TOML, `.ydk` or `ydke://`, checked by the ruleset."""

from __future__ import annotations

from typing import Final

from duelmat_decks import parse_deck
from duelmat_decks.errors import DeckListError
from duelmat_engine import Do, deck_faults, find_ruleset, judge_sideboard
from duelmat_files.errors import FileProblem
from duelmat_message import named, say
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.policy import Policy

_DECK_LIST: Final = say("deck list")
_TOML: Final = ("main", "extra", "side")


def read_deck(text: str, policy: Policy, source: str = _DECK_LIST) -> DeckList:
    """Parse the deck list of a text, and check it by the policy's ruleset.

    Raises: DeckListError with every fault.
    """
    rules = find_ruleset(policy.ruleset.replace("-", "_"))
    is_toml = any(line.partition("=")[0].strip() in _TOML for line in text.splitlines())
    found = parse_deck(text, source, rules, is_toml=is_toml)
    deck, side = found.deck, found.side
    problems = [
        FileProblem(
            source,
            say("the deck"),
            say("a deck that {ruleset} allows", ruleset=named("ruleset", rules.title)),
            fault.text,
            say("See {rule}.", rule=fault.rule) if fault.rule else say("Change the list."),
        )
        for fault in deck_faults(rules, deck.main, deck.extra, policy.event_format)
    ]
    if side:
        verdict = judge_sideboard(rules.name, deck.main, side, (), policy.event_format)
        problems += [
            FileProblem(
                source,
                say("the side deck"),
                say("one that is allowed"),
                each.text,
                say("Change the list."),
            )
            for each in verdict.remedies
            if isinstance(each, Do)
        ]
    if problems:
        raise DeckListError(source, problems)
    return DeckList(tuple(deck.main), tuple(deck.extra), tuple(side))
