"""Views of deck lists: their parts, and what was changed since the list before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from msgspec import Struct

from duelmat_decks import Library
from duelmat_engine import find_ruleset
from duelmat_message import say
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event, Player
from duelmat_tournament.registration_entries import DeckRegistered, MembersSet, PlayerRegistered
from duelmat_tournament.seats import Seat, reseated


class DeckPart(Struct, frozen=True):
    """One part of a deck: main, extra or side deck."""

    title: str
    total: int
    cards: tuple[tuple[int, str, str], ...]
    """Copies, name and code of each card, by name."""
    changes: tuple[tuple[int, str], ...]
    """Copies more than in the list before, or less, below 0, and the card's name."""


class DeckView(Struct, frozen=True):
    """A deck list."""

    player: int
    name: str
    """The name of the player, or of the one at a team's seat."""
    seat: str
    """The letter of that seat; empty: the player plays alone."""
    team: str
    """The name of that team; empty: the player plays alone."""
    digest: str
    parts: tuple[DeckPart, ...]
    has_changed: bool
    """Whether the player had handed in another list before."""


class OwnDecksView(Struct, frozen=True):
    """The deck list of a player, or those of a team."""

    player: int
    name: str
    decks: tuple[DeckView, ...]


class DecksView(Struct, frozen=True):
    """The deck lists of a table side by side."""

    table: int
    rows: tuple[tuple[DeckView, ...], ...]
    """The lists of both players; of a match of teams those of each seat that has any."""


def deck_view(
    player: Player,
    seat: Seat,
    deck: DeckList,
    before: DeckList | None,
    name_of: Callable[[str], str],
) -> DeckView:
    """Return a deck list by its parts.

    seat: whose list it is in a team; of who plays alone it is seat A.
    before: the list that was handed in for this player before; None: there was none.
    name_of: gives the name of a card by its code.
    """
    none = DeckList(())
    last = before or none
    parts = (
        (say("Main deck"), deck.main, last.main),
        (say("Extra deck"), deck.extra, last.extra),
        (say("Side deck"), deck.side, last.side),
    )
    return DeckView(
        player.id,
        player.members[seat.place] if player.members else player.name,
        seat.value if player.members else "",
        player.name if player.members else "",
        player.decks[seat.place],
        tuple(
            _part(title, codes, old if before else codes, name_of)
            for title, codes, old in parts
            if codes or old
        ),
        before is not None,
    )


def digests_before(log: Iterable[Entry], player: Player) -> tuple[str, ...]:
    """Return the digest of the list before the present one for each seat; empty: there is none.

    Lists go with the players of a team who change seats.
    """
    members: tuple[str, ...] = ()
    before = now = ("",) * len(player.decks)
    for entry in log:
        match entry.what:
            case PlayerRegistered(player=player.id, members=first):
                members = first
            case MembersSet(player=player.id, members=other):
                before = reseated(before, members, other)
                now = reseated(now, members, other)
                members = other
            case DeckRegistered(player=player.id, digest=digest, seat=seat):
                place = seat.place if seat else 0
                if digest != now[place]:
                    before = (*before[:place], now[place], *before[place + 1 :])
                    now = (*now[:place], digest, *now[place + 1 :])
    return before


def _part(
    title: str, codes: tuple[str, ...], old: tuple[str, ...], name_of: Callable[[str], str]
) -> DeckPart:
    held = ((copies, name_of(code), code) for code, copies in Counter(codes).items())
    moved = Counter(codes)
    moved.subtract(Counter(old))
    changes = sorted((name_of(code), copies) for code, copies in moved.items() if copies)
    return DeckPart(
        title,
        len(codes),
        tuple(sorted(held, key=lambda each: (each[1], each[2]))),
        tuple((copies, name) for name, copies in changes),
    )


def card_namer(event: Event, library: Library) -> Callable[[str], str]:
    """Return a function that names a card by its code in the event's ruleset, or its number."""
    cards = find_ruleset(event.policy.ruleset.replace("-", "_")).cards

    def name_of(code: str) -> str:
        card = cards.get(code)
        if card is not None:
            return card.name
        is_number = code.isascii() and code.isdigit()
        facts = library.find(int(code)) if is_number else None
        return code if facts is None else facts.name

    return name_of
