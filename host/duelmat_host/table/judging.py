"""The judge at a table: called by a player, heard, and written down with the reason.

While a judge is called the table waits: cards may be moved, but nothing is played. A ruling lets
a refused play stand, has it (or the last play) taken back, or corrects life; each is written into
the journal with its reason before it is shown.
"""

from __future__ import annotations

from abc import ABC
from dataclasses import dataclass

from duelmat_engine.actions import AnyPlay, CorrectLife, Stand
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import NOBODY, Seat, seat_letter
from duelmat_engine.speech.explain import remedy_words
from duelmat_host.table.conversation import Conversation
from duelmat_host.table.keeping import Past

NO_REASON = "Give the reason: it is written down."
THE_END = "The duel is over: there is nothing left to rule on."


@dataclass(frozen=True, slots=True)
class Disputed:
    """One play that was refused, as a judge sees it."""

    text: str
    action: AnyPlay
    hindrance: str
    """Why it cannot stand even by a ruling; empty if it can."""


class Judging(Conversation, ABC):
    """A table at which a judge may rule."""

    # Calling

    def call_judge(self, seat: Seat) -> str:
        """Call a judge, or send the one away that this seat has called; "" or what is wrong."""
        if self.duel.is_over():
            return THE_END
        if self.called_by is None:
            self._set_called(seat, called=True)
            return ""
        if self.called_by != seat:
            return f"{self.name_of(self.called_by)} has called a judge: wait for the ruling."
        self._set_called(seat, called=False)
        self._consider()
        return ""

    def _set_called(self, seat: Seat, *, called: bool) -> None:
        self._write("judge", {"by": seat_letter(seat), "called": called})
        self.called_by = seat if called else None
        if self.notice is not None and self.notice.kind == "obligation":
            self.notice = self.disputed
        self.version += 1

    @property
    def call_text(self) -> str:
        """What everybody is told while a judge is called; "" otherwise."""
        if self.called_by is None or self.duel.is_over():
            return ""
        return f"{self.name_of(self.called_by)} has called a judge: the table waits."

    # Ruling

    def disputed_plays(self) -> list[Disputed]:
        """The plays that the standing refusal may be about, the nearest first."""
        if self.disputed is None or self.duel.is_over():
            return []
        found = []
        for action in self.disputed.plays:
            if not isinstance(action, AnyPlay):
                continue
            verdict = judge(self.duel, Stand(self._speaker(), action, "ruling"))
            why = (
                "" if verdict.legal else " ".join(remedy_words(self.wording(), verdict, self.duel))
            )
            found.append(Disputed(self.words(self.duel, action), action, why))
        return found

    def rule_stand(self, index: int, text: str, reason: str) -> str:
        """Let a refused play stand, which the judge has read as `text`; "" or what is wrong."""
        plays = self.disputed_plays()
        if not reason.strip():
            return NO_REASON
        if not 0 <= index < len(plays) or plays[index].text != text:
            return "That refused play stands on the table no longer: look again."
        if plays[index].hindrance:
            return f"This cannot stand: {plays[index].hindrance}"
        return self._rule(Stand(self._speaker(), plays[index].action, reason))

    def rule_back(self, reason: str) -> str:
        """Have the refused play, or else the last play, taken back; "" or what is wrong."""
        if self.duel.is_over():
            return THE_END
        if not reason.strip():
            return NO_REASON
        if self.disputed is not None:
            self._write("ruling", {"reason": reason})
            self.note_ruling(reason)
            if not self.disputed.zones:  # it was only said: nothing lies there
                self.disputed = self.notice = None
            self._consider()
            return ""
        last = self.last_play()
        if last is None:
            return "Nothing has been played that could be taken back."
        self.take_back(last.by, reason)
        return ""

    def last_play(self) -> Past | None:
        """What a judge would have taken back if nothing is disputed."""
        return next((past for past in reversed(self.past) if not past.automatic), None)

    def note_ruling(self, reason: str) -> None:
        """That what was refused is taken back; nothing is written."""
        self.called_by = None
        said = reason[:1].upper() + reason[1:].rstrip(".")
        self._note(NOBODY, f"The judge has the refused play taken back. {said}.", ())
        self.version += 1

    def rule_life(self, player: Seat, life: int, reason: str) -> str:
        """Correct a player's life; "" or what is wrong."""
        return self._rule(CorrectLife(self._speaker(), player, life, reason))

    def let_go_on(self) -> str:
        """The judge leaves without a ruling; "" or what is wrong."""
        if self.called_by is None:
            return "Nobody has called a judge: the duel goes on anyway."
        self._set_called(self.called_by, called=False)
        self._consider()
        return ""

    def _rule(self, action: Stand | CorrectLife) -> str:
        verdict = judge(self.duel, action)
        if not verdict.legal:
            return self.ruling(verdict)
        self._commit(action, NOBODY)
        self._consider()
        return ""

    def _speaker(self) -> Seat:
        """The seat whose name a ruling bears: the player who called, or whose turn it is."""
        return self.duel.turn_seat if self.called_by is None else self.called_by

    def _settle_dispute(self) -> None:
        """What was refused lies there no longer; what was only said waits for a called judge."""
        if self.disputed is not None and (self.called_by is None or self.disputed.zones):
            self.disputed = None
