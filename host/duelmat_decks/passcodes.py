"""Passcodes as cards of a ruleset: our own where we have them, others made from facts.

A card of ours is known by its passcode, where cards of the ruleset print one, or by its name. A
ruleset whose cards print no passcode has only cards of its own: of others the deck keeps the
name, and the ruleset says that it has none of that name.
"""

from __future__ import annotations

from msgspec import Struct

from duelmat_decks.decklist import DeckList
from duelmat_decks.errors import DeckListError
from duelmat_decks.facts import Library
from duelmat_engine import Card, Deck, Ruleset
from duelmat_files.errors import FileProblem
from duelmat_message import Text, say

_GIVE_FACTS = say("Give the facts of your cards: a .cdb file, or JSON of YGOPRODeck.")
PASSCODE = "passcode"
"""The trait that holds a card's passcode in a ruleset."""


class Found(Struct, frozen=True):
    """A deck list whose cards are known."""

    deck: Deck
    side: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    """Cards that the ruleset does not have, made from facts, without effects."""
    silent: tuple[str, ...] = ()
    """Names of those among them whose real text does something that we do not know."""
    joined: int = 0
    """The number of cards of the list's Extra Deck put into the deck, where there is no other."""


def found_deck(
    rules: Ruleset, parts: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
) -> Found:
    """Make a deck of this ruleset from the codes of main deck, Extra Deck and sideboard."""
    main, extra, side = parts
    if "extra" in rules.zones.piles:
        return Found(Deck(main, extra), side)
    return Found(Deck((*main, *extra), ()), side, joined=len(extra))


def find_cards(
    decklist: DeckList,
    rules: Ruleset,
    library: Library,
    source: str = "deck",
    *,
    advice: Text = _GIVE_FACTS,
) -> Found:
    """Find the cards of a deck list. Raises DeckListError with every unknown passcode.

    advice: what to do about them where the library is empty.
    """
    own = {
        passcode: code
        for code, card in rules.cards.items()
        if isinstance(passcode := card.trait(PASSCODE), int)
    }
    named: dict[str, str] = {}
    for code, card in rules.cards.items():
        named.setdefault(card.name.casefold(), code)
    takes = any(printed.name == PASSCODE for printed in rules.printing.traits)
    codes: dict[int, str] = {}
    made: dict[str, Card] = {}
    silent: list[str] = []
    problems: list[FileProblem] = []
    for passcode in decklist.passcodes():
        facts = library.find(passcode)
        known = own.get(passcode)
        if known is None and facts is not None:
            known = own.get(facts.passcode) or named.get(facts.name.casefold())
        if known is not None:
            codes[passcode] = known
        elif facts is None:
            problems.append(_unknown(source, passcode, len(library), advice))
        elif not takes:
            codes[passcode] = facts.name
        else:
            codes[passcode] = facts.code
            made[facts.code] = facts.card()
            if facts.has_effect():
                silent.append(facts.name)
    if problems:
        raise DeckListError(source, problems)
    main, extra, side = (
        tuple(codes[p] for p in part) for part in (decklist.main, decklist.extra, decklist.side)
    )
    found = found_deck(rules, (main, extra, side))
    return Found(
        found.deck, side, tuple(made.values()), tuple(dict.fromkeys(silent)), found.joined
    )


def _unknown(source: str, passcode: int, known: int, advice: Text) -> FileProblem:
    if known:
        advice = say("It is not in the facts given either; update them.")
    place = say("card {passcode}", passcode=str(passcode))
    expected, got = say("a card of the ruleset"), say("an unknown one")
    return FileProblem(source, place, expected, got, advice)
