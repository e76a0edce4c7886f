"""Two names that are asked for one after the other, such as a suit and a number, as one grid."""

from __future__ import annotations

from duelmat_engine import Name, action_words
from duelmat_engine.candidates.asked import names_asked_next
from duelmat_host.showing.choice_types import GridColumnView, GridView
from duelmat_host.table.prompts import Prompt
from duelmat_host.table.state import TableState


def grid_of(state: TableState, prompt: Prompt) -> GridView | None:
    """Return the answers to a question together with those of the next; None: it stands alone."""
    names = [option.action for option in prompt.options if isinstance(option.action, Name)]
    following = names_asked_next(state.duel, state.game) if prompt.says and names else ()
    if not following or names != [option.action for option in prompt.options[: len(names)]]:
        return None
    wording = state.wording
    return GridView(
        [wording.value(name.value) for name in names],
        [
            GridColumnView(wording.value(name), action_words(wording, Name(name)))
            for name in following
        ],
    )
