"""The past of a duel, as its table has reported it: for judges, without asking the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, convert

from duelmat_engine import find_ruleset
from duelmat_hub.pages.views_mats import MatMessage, duel_words, message_view
from duelmat_hub.report_store import Kept, Read, Stream
from duelmat_message import named
from duelmat_tournament.event import Event, Match
from duelmat_tournament.names import TableNumber
from duelmat_venue.reports import ReadParts, applied, read_parts
from duelmat_venue.texts import Said, text_of

ROWS: Final = (
    ("b.s5", "b.s4", "b.s3", "b.s2", "b.s1"),
    ("b.m5", "b.m4", "b.m3", "b.m2", "b.m1"),
    ("b.field", "x1", "", "x2", "a.field"),
    ("a.m1", "a.m2", "a.m3", "a.m4", "a.m5"),
    ("a.s1", "a.s2", "a.s3", "a.s4", "a.s5"),
)
"""The zones of a mat as its first player sees them; columns run from each player's own left."""
SEATS: Final = "ab"


class CardPart(Struct, frozen=True):
    """A card of a view, as far as everybody may know it."""

    key: str = ""
    code: str = ""
    name: str = ""
    face: str = ""


class ZonePart(Struct, frozen=True):
    """A zone with a card in it."""

    zone: str
    card: CardPart
    upright: bool
    beneath: list[CardPart] = []


class PilesPart(Struct, frozen=True):
    """A player's cards beside the rows."""

    hand: int
    pile: int
    grave: list[CardPart]
    banished: list[CardPart]
    extra: list[CardPart]


class AsidePart(Struct, frozen=True):
    """A zone for which the mat has no antenna."""

    title: Said
    cards: list[CardPart]


class BoardParts(Struct, frozen=True):
    """The parts of a view that say where cards lie."""

    zones: list[ZonePart] = []
    piles: dict[str, PilesPart] = {}
    aside: dict[str, list[AsidePart]] = {}

    def cards(self) -> Iterator[CardPart]:
        """Yield every card that everybody could see."""
        for zone in self.zones:
            yield zone.card
            yield from zone.beneath
        for piles in self.piles.values():
            yield from (*piles.grave, *piles.banished, *piles.extra)
        for asides in self.aside.values():
            for aside in asides:
                yield from aside.cards


class PastCell(Struct, frozen=True):
    """A place of the mat."""

    owner: str
    """The seat whose place it is; empty: both players'."""
    face: str
    """up, down, unknown, or empty for no card."""
    name: str
    is_sideways: bool
    beneath: int
    """The number of cards under it."""


class PastSeat(Struct, frozen=True):
    """A player at that moment."""

    seat: str
    name: str
    life: int
    hand: int
    pile: int
    grave: tuple[str, ...]
    """The top first."""
    banished: tuple[str, ...]


class PastTurn(Struct, frozen=True):
    """A turn, and the report with which it began."""

    turn: int
    name: str
    """The player whose turn it was."""
    n: int
    is_shown: bool


class PastView(Struct, frozen=True):
    """A duel at one moment of its past."""

    table: int
    duel: int
    duels: tuple[int, ...]
    """The numbers of the duels of the match that were reported."""
    n: int
    """The number of the report that is shown."""
    last: int
    words: str
    lines: tuple[str, ...]
    """The log of this step."""
    message: MatMessage | None
    turns: tuple[PastTurn, ...]
    seats: tuple[PastSeat, ...]
    rows: tuple[tuple[PastCell, ...], ...]


def newest_streams(streams: Sequence[Stream]) -> dict[int, Stream]:
    """Return the newest stream of each duel of a match: it takes the place of those before."""
    return {each.duel: each for each in streams}


def past_view(event: Event, at: TableNumber, read: Read, duel: int, n: int) -> PastView | None:
    """Return a duel as it was after a report; None: there is no such duel or report.

    at: the table.
    read: what was reported of its match in the present round.
    duel: its number in the match; 0: the newest.
    n: the number of the report; 0: the newest.
    """
    held = event.round
    match = None if held is None else held.matches.get(at)
    duels = newest_streams(read.streams)
    stream = duels.get(duel or max(duels, default=0))
    if match is None or stream is None:
        return None
    mine = [each for each in read.reports if each.stream == stream.number]
    n = n or len(mine)
    if not 1 <= n <= len(mine):
        return None
    view: dict[str, Any] = {}
    for report in mine[:n]:
        view = applied(view, report.changes)
    parts, board = read_parts(view), convert(view, BoardParts)
    step = mine[n - 1]
    name_of = card_namer(event)
    return PastView(
        at,
        stream.duel,
        tuple(sorted(duels)),
        n,
        len(mine),
        duel_words(event, match, parts),
        tuple(text_of(line.text) for line in read_parts(step.changes).log or []),
        message_view(parts.message) if parts.message else None,
        tuple(_turns(event, match, mine, parts.turn or 0)),
        tuple(
            _seat(event.name_of(player), seat, parts, board, name_of)
            for seat, player in zip(SEATS, match.sides, strict=True)
        ),
        tuple(tuple(_cell(board, zone, name_of) for zone in row) for row in ROWS),
    )


def _turns(event: Event, match: Match, reports: Sequence[Kept], shown: int) -> Iterator[PastTurn]:
    """Yield each turn with the report in which it began last: a takeback may begin one anew."""
    began = dict[int, PastTurn]()
    seat = ""
    for report in reports:
        seat = report.changes.get("turn_seat", seat)
        turn = report.changes.get("turn", 0)
        if turn and seat in SEATS:
            name = event.name_of(match.sides[SEATS.index(seat)])
            began[turn] = PastTurn(turn, name, report.n, turn == shown)
    yield from (began[turn] for turn in sorted(began))


def card_namer(event: Event) -> Callable[[CardPart], str]:
    """Return a function that names a card in any language, by the event's ruleset."""
    cards = find_ruleset(event.policy.ruleset.replace("-", "_")).cards

    def name_of(card: CardPart) -> str:
        known = cards.get(card.code)
        return card.name if known is None else named("card", known.name)

    return name_of


def _seat(
    name: str, seat: str, parts: ReadParts, board: BoardParts, name_of: Callable[[CardPart], str]
) -> PastSeat:
    piles = board.piles.get(seat, PilesPart(0, 0, [], [], []))
    return PastSeat(
        seat,
        name,
        (parts.life or {}).get(seat, 0),
        piles.hand,
        piles.pile,
        tuple(map(name_of, piles.grave)),
        tuple(map(name_of, piles.banished)),
    )


def _cell(board: BoardParts, zone: str, name_of: Callable[[CardPart], str]) -> PastCell:
    owner = zone[:1] if "." in zone else ""
    lying = next((each for each in board.zones if zone and each.zone == zone), None)
    if lying is None:
        return PastCell(owner, "", "", False, 0)
    name = name_of(lying.card) if lying.card.code else ""
    return PastCell(owner, lying.card.face, name, not lying.upright, len(lying.beneath))
