"""The prompter: the open questions, and how far each answer has got.

Its inputs are the table's state, what is legal and what lies on the mat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from duelmat_engine import Action, Seat, decision_words
from duelmat_host.table.errors import NoSuchOptionError, StaleQuestionError
from duelmat_host.table.findings import Ambiguous, Finding
from duelmat_host.table.holdups import opens_later
from duelmat_host.table.matcher import name_among
from duelmat_host.table.prompts import Option, Prompt, asked_next, asked_which, prompts_of
from duelmat_host.table.state import TableState


@dataclass(frozen=True, slots=True)
class Said:
    """A complete answer: an action to do."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Meant:
    """A complete answer: the way that the cards on the mat are meant."""

    way: str


@dataclass(frozen=True, eq=False)
class Prompter:
    """The players' highlights and partial answers; the questions follow from the table."""

    number: int = 0
    """The number of the question that this belongs to; the next question discards it."""
    steps: tuple[tuple[Action, ...], ...] = ()
    """The actions still possible at each step, for a play that is asked step by step."""
    highlights: Mapping[str, int] = field(default_factory=dict)
    """The highlighted option, by the prompt's id."""

    def at(self, state: TableState) -> Prompter:
        """Return this prompter, or a fresh one for another question."""
        number = state.questions_count
        return self if number == self.number else Prompter(number)

    def without_steps(self) -> Prompter:
        """Return a prompter at the first step of its question."""
        return replace(self, steps=()) if self.steps else self

    def prompts(
        self, state: TableState, legal: Sequence[Action], finding: Finding | None
    ) -> tuple[Prompt, ...]:
        """Return the open questions; the one who goes first is asked for once hands are drawn."""
        if state.duel.is_over() or opens_later(state):
            return ()
        number, duel, zones = state.questions_count, state.duel, state.zones
        if self.steps:
            name = f"{number}.step{len(self.steps)}"
            return (asked_next(duel, name, self.steps[-1], state.wording, zones),)
        if isinstance(finding, Ambiguous):
            if not finding.is_shown:
                return (asked_which(duel, number, finding.actions, state.wording),)
            name = f"{number}.which"
            return (asked_next(duel, name, finding.actions, state.wording, zones),)
        text = decision_text(state)
        return tuple(prompts_of(duel, legal, number, state.wording, text, zones))

    # Highlighting

    def highlight(self, state: TableState, prompt: Prompt) -> int:
        """Return the highlighted option: at first passing in a window, none (-1) in a menu."""
        decision = state.duel.decision
        if decision is not None and decision.kind == "window" and prompt.says:
            first = _passing(prompt, 0)
        else:
            first = -1 if prompt.menu else 0
        return self.highlights.get(prompt.id, first)

    def pointing(self, state: TableState, prompt: Prompt, by: int) -> Prompter:
        """Return a prompter that highlights the next option, or the previous one."""
        at = self.highlight(state, prompt)
        start = -1 if at < 0 and by > 0 else max(at, 0)
        at = (start + by) % len(prompt.options)
        return replace(self, highlights={**self.highlights, prompt.id: at})

    def option_for_ok(self, state: TableState, prompt: Prompt) -> Option | None:
        """Return the option that OK takes: the highlighted one, or else passing in a menu."""
        at = self.highlight(state, prompt)
        if at < 0:
            at = _passing(prompt, at)
        return prompt.options[at] if at >= 0 else None

    # Answering

    def stepping(self, option: Option) -> Prompter:
        """Return a prompter that asks the next step among the plays of an option."""
        return replace(self, steps=(*self.steps, option.actions), highlights={})


def _passing(prompt: Prompt, otherwise: int) -> int:
    """Return the place of the option to pass, or `otherwise` if there is none."""
    return next((i for i, option in enumerate(prompt.options) if option.passes), otherwise)


def answer_of(prompt: Prompt, option: Option) -> Said | Meant:
    """Return the meaning of a complete answer."""
    if prompt.says:
        return Said(prompt.seat, option.action)
    return Meant(name_among(option.action, [o.action for o in prompt.options]))


def chosen_option(
    prompts: Sequence[Prompt], seat: Seat, prompt_id: str, option: int
) -> tuple[Prompt, Option]:
    """Return the question and the answer that a seat has named.

    Raises: StaleQuestionError, NoSuchOptionError.
    """
    prompt = next((p for p in prompts if p.id == prompt_id and p.seat == seat), None)
    if prompt is None:
        raise StaleQuestionError
    if not 0 <= option < len(prompt.options):
        raise NoSuchOptionError(len(prompt.options), option)
    return prompt, prompt.options[option]


def decision_text(state: TableState) -> str:
    """Return the awaited decision of a duel that goes on in words."""
    return decision_words(state.wording, state.duel)
