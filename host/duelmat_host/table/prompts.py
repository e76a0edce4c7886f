"""Questions to players that no placement answers, as options to choose from.

The same options are offered on a seat's page, and on the mat with the choice pads and OK. Where
one play could be done in many ways, it is asked step by step: which play, what pays for it,
where to, which way it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from duelmat_engine import (
    NOBODY,
    ROW_KINDS,
    Action,
    CardKey,
    Choose,
    Duel,
    Pass,
    Play,
    Reveal,
    Roll,
    Seat,
    Wording,
    action_words,
    decision_words,
    is_key,
    key_seat,
    seat_letter,
    zone_index,
    zone_kind,
    zone_seat,
)
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Way
from duelmat_host.table.errors import NoSuchOptionError, StaleQuestionError
from duelmat_host.table.expect import how_it_lies
from duelmat_host.table.findings import Ambiguous, Finding, Untold
from duelmat_host.table.holdups import opens_later
from duelmat_host.table.input_mode import InputMode, input_mode_of
from duelmat_host.table.matcher import name_among
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.reports import doubt_words
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import filled, listed, say

SHOW_IT = say("Lay a card of your hand on your Graveyard: the table reads it there.")
"""The text beside the options of a question where an unseen card may answer it."""
WHICH_PLAY = say("Which play is it?")


@dataclass(frozen=True, slots=True)
class Option:
    """One answer: its text, and its effect."""

    text: str
    action: Action | Way
    """What it does, or how the card lies that the question is about."""
    detail: str = ""
    actions: tuple[Action, ...] = ()
    """The plays among which the next step asks; empty: the answer is complete."""

    @property
    def passes(self) -> bool:
        """Whether the option declines the question."""
        return isinstance(self.action, Pass)


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question to a seat; `id` changes with every new question."""

    id: str
    seat: Seat
    text: str
    options: tuple[Option, ...]
    menu: bool = False
    """Whether nothing has to be chosen, and the options may be done without a card."""
    says: bool = True
    """Whether an answer does the action; else it only determines what the laid card means."""
    about: MatZone | None = None
    """The zone of the card of which the answers tell how it lies; None: they are actions."""


def prompts_of(
    duel: Duel, legal: Sequence[Action], number: int, wording: Wording, text: str, zones: ZoneMap
) -> list[Prompt]:
    """Return the prompts of the decision: for its seat, or for every seat if it has none."""
    decision = duel.decision
    if decision is None:
        return []
    legal = tuple(dict.fromkeys(legal))
    modes = [input_mode_of(action, duel, zones) for action in legal]
    said = [
        action
        for action, mode in zip(legal, modes, strict=True)
        if mode is InputMode.SAID and _is_offered(action, wording)
    ]
    if decision.kind == "first" and decision.seat == NOBODY:
        seats = [Seat(s) for s in duel.seats]
    elif decision.seat == NOBODY:
        return []
    else:
        seats = [decision.seat]
    if not said:
        return []
    if InputMode.SHOWN in modes and decision.kind != "open":
        text = in_a_row((text, SHOW_IT))
    options = tuple(narrowed(said, wording, duel, zones))
    menu = decision.kind == "open"
    return [Prompt(f"{number}.{seat}", seat, text, options, menu) for seat in seats]


def asked_which(duel: Duel, number: int, actions: Sequence[Action], wording: Wording) -> Prompt:
    """Return the question which of several plays a placement meant."""
    decision = duel.decision
    assert decision is not None
    options = tuple(Option(action_words(wording, action), action) for action in actions)
    return Prompt(f"{number}.which", decision.seat, WHICH_PLAY, options, says=False)


def asked_way(
    state: TableState, zone: MatZone, key: CardKey, ways: Mapping[Way, Sequence[Action]], text: str
) -> Prompt:
    """Return the question to a card's player how the card lies, which names it."""
    has_turns = state.zones.has_turns(zone)
    options = tuple(
        Option(_way_words(way, has_turns=has_turns), way, _plays_words(state, plays))
        for way, plays in ways.items()
    )
    name = f"{state.questions_count}.{zone}.{key}"
    return Prompt(name, key_seat(key), text, options, says=False, about=zone)


def _how_laid(state: TableState, key: CardKey, ways: Iterable[Way]) -> str:
    """Return the question how a card was laid."""
    card = state.card_name(key)
    if len({way.face for way in ways}) > 1:
        return say("Did you lay {card} face-up or face-down?", card=card)
    return say("Did you lay {card} upright or sideways?", card=card)


def _way_words(way: Way, *, has_turns: bool) -> str:
    upright = way.orientation is not Orientation.SIDEWAYS if has_turns else None
    return say("{how:capital}", how=how_it_lies(face_up=way.face is Face.UP, upright=upright))


def _plays_words(state: TableState, plays: Iterable[Action]) -> str:
    """Return the kinds of play that a card may be, in words; "" for none."""
    return listed(sorted({_kind_words(state, play) for play in plays}))


def _kind_words(state: TableState, play: Action) -> str:
    if not isinstance(play, Play):
        return say("using it")
    if "set" in play.move.split("-"):
        return say("Setting it")
    return state.rules.words.of_move(play.move).does


def asked_next(
    duel: Duel, name: str, actions: Sequence[Action], wording: Wording, zones: ZoneMap
) -> Prompt:
    """Return the next step of a play that could be done in several ways."""
    decision = duel.decision
    assert decision is not None
    options = tuple(narrowed(actions, wording, duel, zones))
    return Prompt(name, decision.seat, _step(actions).question, options)


def _is_offered(action: Action, wording: Wording) -> bool:
    """Whether an action is offered as an option, since it needs no unseen card."""
    match action:
        case Choose(card=card):
            return is_key(card) or zone_kind(card) not in wording.game.rules.zones.hidden
        case Reveal() | Roll():
            return False
        case _:
            return True


# Step by step


@dataclass(frozen=True, slots=True)
class _Step:
    """One thing in which plays may differ."""

    question: str
    of: Callable[[Action], Hashable]
    words: Callable[[Wording, Play], str]


def _named(w: Wording, play: Play) -> str:
    words = w.words.of_move(play.move)
    card = w.ref(play.card)
    if "set" in play.move.split("-"):
        if words.apart:
            return say("Set {card} {apart} ...", card=card, apart=words.apart)
        return say("Set {card} ...", card=card)
    if words.position:
        return say(
            "{does:capital} {card} in {position} ...",
            does=words.does,
            card=card,
            position=words.position,
        )
    if words.apart:
        return say(
            "{does:capital} {card} {apart} ...", does=words.does, card=card, apart=words.apart
        )
    return say("{does:capital} {card} ...", does=words.does, card=card)


def _payment(w: Wording, play: Play) -> str:
    if not play.using:
        return say("Without sending anything away")
    paid = filled(w.words.of_move(play.move).using, cards=listed(map(w.ref, play.using)))
    return say("{paid:capital}", paid=paid)


def _position(_: Wording, play: Play) -> str:
    if play.face_up:
        return say("Upright") if play.upright else say("Sideways")
    return say("Upright, face-down") if play.upright else say("Sideways, face-down")


_STEPS = (
    _Step(
        WHICH_PLAY,
        lambda a: (a.move, a.card) if isinstance(a, Play) else a,
        _named,
    ),
    _Step(say("What pays for it?"), lambda a: a.using if isinstance(a, Play) else a, _payment),
    _Step(
        say("Where to?"),
        lambda a: a.to if isinstance(a, Play) else a,
        lambda w, play: say("{zone:capital}", zone=w.zone(play.to)),
    ),
    _Step(
        say("Which way does it lie?"),
        lambda a: (a.upright, a.face_up) if isinstance(a, Play) else a,
        _position,
    ),
)


def _step(actions: Iterable[Action]) -> _Step:
    """Return the first property in which the actions differ."""
    actions = list(actions)
    return next((s for s in _STEPS if len({s.of(a) for a in actions}) > 1), _STEPS[-1])


_DECLINES: Final = {
    "window": say("Do not respond"),
    "trigger": say("Do not use it"),
    "choose": say("Choose none"),
    "name": say("Choose none"),
    "place": say("Do not put it there"),
    "aim": say("Give the attack up"),
}
"""The words for passing, by the kind of decision."""


def _said(action: Action, wording: Wording, duel: Duel) -> str:
    """Return the label of an answer's button."""
    if isinstance(action, Pass) and duel.decision is not None:
        return _DECLINES.get(duel.decision.kind, say("Pass"))
    if isinstance(action, Choose) and action.place:
        return say(
            "{choice} from {zone}",
            choice=action_words(wording, action),
            zone=wording.zone(action.place),
        )
    return action_words(wording, action)


def narrowed(
    actions: Sequence[Action], wording: Wording, duel: Duel, zones: ZoneMap
) -> list[Option]:
    """Return one option for each value of the first property in which the actions differ."""
    step = _step(actions)
    groups: dict[Hashable, list[Action]] = {}
    for action in actions:
        groups.setdefault(step.of(action), []).append(action)
    found = []
    for group in groups.values():
        first = group[0]
        is_whole = len(group) == 1 and step is _STEPS[0]
        if is_whole or not isinstance(first, Play):
            text = _said(first, wording, duel)
        else:
            text = step.words(wording, first)
        more = tuple(group) if len(group) > 1 else ()
        found.append(Option(text, first, table_limit(first, duel, zones), more))
    return found


def table_limit(action: Action, duel: Duel, zones: ZoneMap) -> str:
    """Return a note if the mat has no room for an action; "" if there is room."""
    if not isinstance(action, Play) or not zones.is_beyond(action.to):
        return ""
    if not zones.columns():
        return say("The mat has no room there.")
    rows = [name for name, _ in duel.pieces() if zone_kind(name) in ROW_KINDS]
    columns, width = [zone_index(name) for name in (*rows, action.to)], len(zones.columns())
    used = max(columns) - min(columns) + 1
    if used <= width:
        return say("The mat has no room there.")
    return say(
        "This mat shows {width} columns, and the field would take {used}. That is a limit of the "
        "mat, not of the rules. Lay {zone} of player {letter} beside it, or choose a column "
        "nearer to the others.",
        width=width,
        used=used,
        zone=action.to[2:],
        letter=seat_letter(zone_seat(action.to)),
    )


@dataclass(frozen=True, slots=True)
class ActionAnswer:
    """A complete answer: an action to do."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class WayAnswer:
    """A complete answer: how a card lies."""

    seat: Seat
    zone: MatZone
    way: Way


@dataclass(frozen=True, slots=True)
class MeaningAnswer:
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
        if isinstance(finding, Untold):
            text = _how_laid(state, finding.key, finding.ways)
            if finding.doubted is not None:
                text = in_a_row((text, doubt_words(state, finding.zone, finding.doubted)))
            return (asked_way(state, finding.zone, finding.key, finding.ways, text),)
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


def answer_of(prompt: Prompt, option: Option) -> ActionAnswer | MeaningAnswer | WayAnswer:
    """Return the meaning of a complete answer."""
    if isinstance(option.action, Way):
        assert prompt.about is not None
        return WayAnswer(prompt.seat, prompt.about, option.action)
    if prompt.says:
        return ActionAnswer(prompt.seat, option.action)
    plays = [each.action for each in prompt.options if not isinstance(each.action, Way)]
    return MeaningAnswer(name_among(option.action, plays))


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
