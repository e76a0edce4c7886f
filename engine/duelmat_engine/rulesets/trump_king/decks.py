"""Decks of Trump King: everybody brings a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from duelmat_engine.errors import Fault
from duelmat_engine.rulesets.trump_king.cards import EXTRA_CODES, MAIN_CODES
from duelmat_message import listed, say


def deck_faults(_: object, main: Iterable[str], extra: Iterable[str]) -> list[Fault]:
    """Return the faults that keep these codes from being a pack, whatever cards there are."""
    main, extra = tuple(main), tuple(extra)
    return [
        *_differences("main deck", "TK-01", main, MAIN_CODES),
        *_differences("Extra Deck", "TK-02", extra, EXTRA_CODES),
        *(
            Fault(say("Extra Deck: {code} is no Synchro", code=c), "TK-62")
            for c in extra
            if c in MAIN_CODES
        ),
        *(
            Fault(say("main deck: {code} is a Synchro", code=c), "TK-62")
            for c in main
            if c in EXTRA_CODES
        ),
    ]


def _differences(
    what: str, rule: str, got: tuple[str, ...], expected: tuple[str, ...]
) -> Iterator[Fault]:
    have, want = Counter(got), Counter(expected)
    if have.total() != want.total():
        yield Fault(
            say(
                "{deck}: expected {wanted} cards, got {count}",
                deck=what,
                wanted=want.total(),
                count=have.total(),
            ),
            rule,
        )
    missing = sorted((want - have).elements())
    surplus = sorted((have - want).elements())
    if missing:
        yield Fault(say("{deck}: put in {codes}", deck=what, codes=listed(missing, ",")), rule)
    if surplus:
        yield Fault(say("{deck}: take out {codes}", deck=what, codes=listed(surplus, ",")), rule)
