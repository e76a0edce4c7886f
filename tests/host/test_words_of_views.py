"""Whatever a page is shown of a duel is a message, or a name: nothing is said in English alone."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from direct_mat import do, practice_deck, seat_down
from duelmat_engine import ruleset_names
from duelmat_engine.actions import Cancel
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat
from duelmat_engine.play import apply, new_duel, roll
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import judge_view, option_view, seat_view
from duelmat_host.table.live import LiveTable
from duelmat_message import Text, said_in
from duelmat_serving.language.catalogs import Language
from seen import card_options

ACTIONS = 60
READ = frozenset(
    ("text", "title", "statement", "told", "because", "detail", "how", "cause", "remedy", "sign")
)
"""The keys of views that people read, besides the names of cards."""
PLAYERS = ("Ana", "Ben")
WORD = re.compile(r"[^\W\d_]{2,}")


class Wordless(Language):
    """Says nothing of its own: what is left of a text are the values that no catalog has."""

    def said(self, text: str) -> str:
        return said_in(self, text)

    def find(self, text: Text) -> str:
        return " ".join(f"{{{name}}}" for name in text.values)

    def knows(self, _: Text) -> bool:
        return True

    def join(self, items: list[str], last: str) -> str:
        del last
        return " ".join(items)


def escaped(view: Any) -> Iterator[tuple[str, str]]:
    """Yield each word of a view that is no message and no player's name, with its key."""
    if isinstance(view, dict):
        for key, value in view.items():
            texts = value if isinstance(value, list) else [value]
            for text in texts if key in READ else ():
                if isinstance(text, str):
                    yield from ((key, word) for word in WORD.findall(text) if word not in PLAYERS)
            yield from escaped(value)
    elif isinstance(view, list):
        for each in view:
            yield from escaped(each)


def shown_by(table: LiveTable) -> Iterator[Any]:
    """Yield what the pages of a table are shown, and what each own card may do."""
    shown, link = table.now, LinkView("up", "")
    yield judge_view(shown, link)
    for seat in map(Seat, (0, 1)):
        yield seat_view(shown, seat, link)
        for place in sorted(shown.layout):
            for option in card_options(shown.state, seat, place):
                yield option_view(shown, seat, option, place)


@pytest.mark.parametrize("ruleset", sorted(ruleset_names()))
def test_what_a_duel_shows_is_said_in_messages(ruleset: str) -> None:
    """Log, questions, obligations, refusals and remedies, of a random duel at a table."""
    chance = Random(7)
    deck = practice_deck(ruleset)
    duel = new_duel(ruleset, [deck, deck], seed=7).duel
    performance, _, dice = seat_down(duel)
    language = Wordless()
    found: set[tuple[str, str]] = set()
    for _ in range(ACTIONS):
        if duel.decision is None:
            break
        actions = [a for a in legal_actions(duel) if not isinstance(a, Cancel)]
        action = roll(duel) if duel.decision.kind == "chance" else chance.choice(actions)
        after = apply(duel, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(duel, action, after):
            do(performance, step)
        for view in shown_by(performance.table):
            found.update(escaped(to_builtins(view, enc_hook=language.encoded)))
        duel = after
    assert found == set()


def test_words_without_a_message_are_found() -> None:
    """What the test before looks for."""
    view = {"text": "Ana draws.", "zone": "a.hand", "log": [{"text": ""}]}
    assert list(escaped(view)) == [("text", "draws")]
