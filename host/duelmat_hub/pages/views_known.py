"""The facts of rounds that everybody may know, and the words for them: what views are made of.

A pairing is known once it is published, standings once their round is closed.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from duelmat_message import Text, say
from duelmat_tournament.bracket_plan import Part, plan_of
from duelmat_tournament.clock import remaining
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.hall import Chair
from duelmat_tournament.names import PlayerId, TableNumber, TimeMs
from duelmat_tournament.standings import Row
from duelmat_venue.end_steps import EndStep

_END_WORDS: Final = {
    EndStep.FINISH_PHASE: say("finish the phase"),
    EndStep.FINISH_TURN: say("finish the turn"),
    EndStep.EXTRA_TURNS_3: say("play three more turns, both players' counted together"),
    EndStep.EXTRA_TURNS_5: say("play five more turns, both players' counted together"),
    EndStep.COMPARE_LIFE: say("whoever has more life wins the duel"),
    EndStep.SUDDEN_DEATH: say("at equal life the first difference decides"),
    EndStep.DRAW: say("at equal life the duel is drawn"),
    EndStep.DOUBLE_LOSS: say("at equal life both lose the match"),
}
_CUT_TITLES: Final = {2: say("Semifinals"), 4: say("Quarterfinals")}
_FINAL_TITLES: Final = {
    Part.FINAL: say("Final"),
    Part.GRAND_FINAL: say("Grand final"),
    Part.RESET: say("Second grand final"),
}


def published(event: Event) -> Round | None:
    """Return the newest round whose pairing is published."""
    return next((held for held in reversed(event.rounds) if held.step is not Step.PAIRED), None)


def frozen(event: Event) -> Round | None:
    """Return the newest round of Swiss that is closed."""
    return next(
        (held for held in reversed(event.rounds) if held.step is Step.CLOSED and not held.is_cut),
        None,
    )


def title_of(event: Event, held: Round) -> str:
    """Return a round's name: "Round 3 of 5", "Semifinals"."""
    if held.is_cut:
        return bracket_title(event, held.number - event.swiss_rounds - 1)
    return say("Round {number} of {rounds}", number=held.number, rounds=event.swiss_rounds)


def bracket_title(event: Event, at: int, *, is_short: bool = False) -> str:
    """Return the name of a round of the bracket, by its place among them from 0.

    Within the bracket a short one is enough.
    """
    rounds = plan_of(len(event.seeds), event.policy.bracket)
    planned = rounds[at][0]
    if planned.part in _FINAL_TITLES:
        return _FINAL_TITLES[planned.part]
    if event.policy.bracket.is_double and is_short:
        return say("Round {number}", number=at + 1)
    if event.policy.bracket.is_double:
        return say("Round {number} of the bracket", number=at + 1)
    return _CUT_TITLES.get(planned.of, say("Round of {players}", players=2 * planned.of))


def by_table(held: Round) -> list[Match]:
    """Return a round's matches as people look for them: a fixed table is paired last."""
    return sorted(held.matches.values(), key=lambda match: match.table)


def row_of(held: Round | None, player: PlayerId) -> Row | None:
    """Return a player's row in the standings after a round."""
    rows = held.standings if held else ()
    return next((row for row in rows if row.player == player), None)


def place_of(event: Event, held: Round | None, player: PlayerId) -> tuple[int, int]:
    """Return a player's place after a round, and of how many: of the pod, where there are pods."""
    rows = held.standings if held else ()
    pod = next((pod for pod in event.pods if player in pod), None)
    own = [row.player for row in rows if pod is None or row.player in pod]
    return (own.index(player) + 1 if player in own else 0), len(own)


def points_before(event: Event, held: Round) -> dict[PlayerId, int]:
    """Return everybody's points before a round of Swiss; empty for a round of the cut."""
    if held.is_cut or held.number == 1:
        return {}
    return {row.player: row.points for row in event.rounds[held.number - 2].standings}


def ends_ms(held: Round, match: Match | None = None) -> TimeMs | None:
    """Return the moment when time is up, at a table or for all; None while no clock runs."""
    if held.clock is None or held.clock.is_paused or held.step is Step.CLOSED:
        return None
    more_s = match.extension_s if match else 0
    return TimeMs(held.clock.ends_ms + 1000 * more_s)


def left_s(held: Round, match: Match | None = None) -> int | None:
    """Return the seconds left on a paused clock; None if the clock is not paused."""
    if held.clock is None or held.clock.paused_at_ms is None or held.step is Step.CLOSED:
        return None
    more_s = match.extension_s if match else 0
    return remaining(held.clock, held.clock.paused_at_ms) // 1000 + more_s


def procedure(event: Event, held: Round) -> str:
    """Return the end-of-match procedure of a round as one sentence; empty for none."""
    policy = event.policy
    steps = policy.cut_end_of_match if held.is_cut else policy.end_of_match
    if not steps:
        return ""
    words: Text = _END_WORDS[steps[0]]
    for step in steps[1:]:
        words = say("{first}; then {next}", first=words, next=_END_WORDS[step])
    return say("{words:capital}.", words=words)


def name_key(name: str) -> str:
    """Return the text by which a name is sorted."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(each for each in plain if not unicodedata.combining(each)).casefold()


def chair_letter(match: Match, player: PlayerId) -> str:
    """Return the letter of a player's chair; empty: they sit as they like."""
    if not match.chair_a:
        return ""
    chair = Chair.A if player == match.chair_a else Chair.B
    return chair.value


def room_of(event: Event, table: TableNumber) -> str:
    """Return the name of the room in which a table stands; empty: none is known."""
    return next((each.name for each in event.rooms if each.first <= table <= each.last), "")
