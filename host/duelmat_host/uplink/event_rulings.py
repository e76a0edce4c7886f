"""Rulings that judges of the event give from afar: what each would do, and carrying it out.

The table answers with the effect that everybody would be shown. It carries a ruling out once the
judge has confirmed that effect, and only while it is still the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from duelmat_host.app.table_loop import TableLoop
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.view_types import LinkView, PublicView
from duelmat_host.showing.views import public_view
from duelmat_host.table.commands import CorrectLife, GoOn, HaveTakenBack, LetStand, Ruling
from duelmat_host.table.desk import disputed_plays
from duelmat_host.table.draft import Chance
from duelmat_host.table.errors import DeclinedError, NothingThereError
from duelmat_host.table.inputs import GivenFromAfar, JudgeRuled, ShowCard
from duelmat_host.table.state import TableState
from duelmat_host.table.step import after_ruling
from duelmat_host.table.table import Table
from duelmat_host.uplink.outbox import Shown
from duelmat_host.uplink.sealed_card import UnfitKeyError, sealed_card
from duelmat_host.uplink.uplink import Uplink
from duelmat_message import listed, say, words_of
from duelmat_venue.rulings import (
    Answer,
    AnyRuling,
    CardShown,
    DuelGoesOn,
    Effect,
    LastTakenBack,
    LifeSet,
    PlayStands,
    RefusalHolds,
    effect_digest,
    read_ruling,
)
from duelmat_venue.texts import text_form, text_of
from duelmat_venue.wanted import WantedRuling

MOST_LINES: Final = 6
"""The lines of the log that say how the duel has moved on: as many as the phone shows anyway."""
_UP: Final = LinkView("up", "")
_NO_CHANCE: Final = Chance(lambda _, count: ("",) * count, lambda: bytes(16))
"""An effect is never written down, and a ruling rolls no dice."""


class EventRulings:
    """The rulings from afar that wait for a table."""

    def __init__(self, loop: TableLoop, uplink: Uplink) -> None:
        self._loop = loop
        self._uplink = uplink
        self._looked: tuple[tuple[WantedRuling, ...], Table, int] | None = None
        """The rulings, the table and the number of its reports when they were answered last."""
        self._sealed: dict[int, Answer] = {}
        """The cards that were shown since the program began, by the numbers of the rulings."""

    def follow(self, rulings: tuple[WantedRuling, ...]) -> None:
        """Answer rulings, and carry out those that are confirmed. Raises JournalError."""
        if not rulings:  # no report is made here that can be made bit by bit
            self._looked = None
            self._uplink.answer(())
            return
        shown, now = self._uplink.shown, self._loop.table.now
        if shown is None:
            return
        looked = (rulings, now, len(shown.reports))
        if self._looked is not None and self._looked[1] is now and self._looked == looked:
            return
        answers = [self._answer(each, now, shown) for each in rulings]
        self._looked = looked
        self._uplink.answer(tuple(each for each in answers if each is not None))

    def _answer(self, wanted: WantedRuling, now: Table, shown: Shown) -> Answer | None:
        """Answer a ruling; a card is sealed when it is shown, and for that judge alone."""
        ruling = read_ruling(wanted.ruling)
        if not isinstance(ruling, CardShown):
            return answer_to(wanted, now, shown, self._loop.take)
        if wanted.number in now.state.ruled:
            return self._sealed.get(wanted.number) or Answer(
                wanted.number,
                reason=text_form(say("The card was shown to another page: ask for it again.")),
            )
        try:
            sealed = sealed_card(now, MatZone(ruling.zone), ruling.key)
        except UnfitKeyError as error:
            return _against(wanted, "refused", words_of(error))
        answer = answer_to(wanted, now, shown, self._loop.take)
        if answer is None:
            answer = self._sealed[wanted.number] = Answer(wanted.number, sealed=sealed)
        return answer


def answer_to(
    wanted: WantedRuling, table: Table, shown: Shown, take: Callable[[JudgeRuled], None]
) -> Answer | None:
    """Return what the table says to a ruling that waits for it; None: it is carried out.

    shown: the duel as it is reported by now.
    take: gives the table its input.
    """
    if wanted.number in table.state.ruled:
        return None
    gone_on = _gone_on(wanted, shown)
    if gone_on:
        return _against(wanted, "moved-on", gone_on)
    ruling = read_ruling(wanted.ruling)
    if ruling is None:
        return _against(
            wanted,
            "refused",
            say(
                "The program at this table does not know such a ruling: rule at the table, and "
                "update Duelmat there."
            ),
        )
    try:
        wish = _command_of(ruling, table.state)
        effect = _effect(table, after_ruling(table, wish, _NO_CHANCE))
        digest = effect_digest(effect)
        if wanted.effect == digest:
            take(JudgeRuled(wish, GivenFromAfar(wanted.number, wanted.judge)))
            return None
    except DeclinedError as declined:
        return _against(wanted, "refused", words_of(declined))
    if wanted.effect:
        return _against(wanted, "moved-on", say("It would do something else by now: look again."))
    plays: tuple[str, ...] = ()
    if isinstance(ruling, PlayStands):
        plays = tuple(each.text for each in disputed_plays(table.state))
    return Answer(wanted.number, effect, digest, tuple(map(text_form, plays)))


def _gone_on(wanted: WantedRuling, shown: Shown) -> str:
    """Return how the duel has moved on since the judge saw it; empty: it has not."""
    if wanted.stream != shown.stream:
        return say("Another duel is played here by now.")
    if wanted.seen == len(shown.reports):
        return ""
    lines = [text_of(line) for line in shown.lines_since(wanted.seen)[-MOST_LINES:]]
    if not lines:
        return say("The table shows something else by now: look again.")
    return say("The duel has gone on: {lines}", lines=listed(lines, " "))


def _against(wanted: WantedRuling, outcome: Literal["refused", "moved-on"], reason: str) -> Answer:
    return Answer(wanted.number, outcome=outcome, reason=text_form(reason))


def _command_of(ruling: AnyRuling, state: TableState) -> Ruling | ShowCard:
    """Return a ruling as the table's own judge would give it. Raises NothingThereError."""
    match ruling:
        case PlayStands(reason=reason, play=place):
            plays = disputed_plays(state)
            text = plays[place].text if place < len(plays) else ""
            return LetStand(place, text, reason)
        case RefusalHolds(reason=reason):
            return HaveTakenBack(reason)
        case LastTakenBack(reason=reason):
            last = state.last_play()
            if last is None:
                raise NothingThereError(say("Nothing has been played that could be taken back."))
            return HaveTakenBack(reason, last.number)
        case LifeSet(seat=seat, life=life, reason=reason):
            return CorrectLife(seat, life, reason)
        case DuelGoesOn():
            return GoOn()
        case CardShown(zone=zone, reason=reason):
            return ShowCard(MatZone(zone), reason)


def _effect(before: Table, after: Table) -> Effect:
    """Return the difference between two tables, as everybody is shown it."""
    was, now = public_view(before, _UP), public_view(after, _UP)
    known = {line.n for line in was.log}
    moment = _moment(after, now)
    return Effect(
        tuple(text_form(line.text) for line in now.log if line.n not in known),
        {seat: life for seat, life in now.life.items() if was.life[seat] != life},
        "" if str(moment) == str(_moment(before, was)) else text_form(moment),
        tuple(text_form(each.text) for each in now.obligations if each not in was.obligations),
        "" if now.outcome is None or was.outcome is not None else text_form(now.outcome.text),
    )


def _moment(table: Table, view: PublicView) -> str:
    """Return the turn and phase of a duel in words."""
    if not view.turn:
        return say("The duel begins.")
    titles = {phase.name: phase.title for phase in view.phases}
    return say(
        "Turn {turn}, {player}, {phase}",
        turn=view.turn,
        player=table.state.name_of(table.state.duel.turn_seat),
        phase=titles.get(view.phase, view.phase),
    )
