"""What tests of speech share: a table, random duels, and what no sentence may hold."""

import re
from collections.abc import Iterable, Iterator

from duelmat_engine import actions, events
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, apply, new_duel, roll
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.state import Duel
from duelmat_engine.text.wording import EVERYONE, Wording

SEATS = ("Ana", "Ben")
RULES = find_ruleset("trump_king")

RAW = re.compile(
    r"None|\b[ab]\.[a-z]+\d?\b|\b[ab]:[A-Z]|[A-Za-z]+\(|[{}<>\[\]_]|  |\b(main1|main2)\b"
    r"|\b[a-z]+-(summon|set|gain|draw|two|eight|nine|one|joker|damage|lock|strike)\b|\.\."
)
"""What only a program would say: reprs, names of zones and effects, doubled signs."""


def a_duel(**zones: list[Placed]) -> Duel:
    """A duel in Main Phase 1 of turn 3; zones are named as a_m1."""
    return position("trump_king", {name.replace("_", "."): row for name, row in zones.items()})


def wording(duel: Duel, sees: Iterable[int] = EVERYONE) -> Wording:
    game = game_of(duel.ruleset, duel.readings)
    return Wording(game, SEATS, world=duel, sees=sees)


BOARD = a_duel(
    a_hand=[Placed("H7"), Placed("S9")],
    a_m1=[Placed("C5")],
    a_m2=[Placed("S3", face_up=False, upright=False)],
    a_s1=[Placed("H4", face_up=False)],
    b_m3=[Placed("D6")],
    b_s2=[Placed("C8", face_up=False)],
)


def a_walk(
    seed: int, length: int
) -> Iterator[tuple[Duel, actions.Action, tuple[events.AnyEvent, ...]]]:
    """A random duel: what stands before each action, the action, and what happened."""
    duel = new_duel("trump_king", [Deck(MAIN_CODES, EXTRA_CODES)] * 2, seed=seed).duel
    picks = seed
    for _ in range(length):
        if duel.decision is None:
            return
        picks = (picks * 6364136223846793005 + 1442695040888963407) % 2**64
        action: actions.Action
        if duel.decision.kind == "chance":
            action = roll(duel)
        else:
            answers = list(legal_actions(duel))
            action = answers[(picks >> 33) % len(answers)]
        step = apply(duel, action)
        yield duel, action, step.events
        duel = step.duel
