"""One step of a table: an input comes in, the next table and the entries in between go out.

    layout -> finding (matcher) -> action -> entry -> state (reducer) -> what is shown
    touch, press, answer, command, ruling -> intent -> action or command -> entries -> the same

It does no I/O. Whoever calls it writes the entries before anything of the next table is shown.
Times are milliseconds of one steady clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duelmat_engine import Action, Attack, Seat, judge, parse_seat, seat_letter
from duelmat_host.table.asking import PassUntil
from duelmat_host.table.commands import (
    Command,
    EndTurn,
    Press,
    Redo,
    Ruling,
    TakeBack,
    Tell,
    Touch,
)
from duelmat_host.table.controls import (
    HOLD_MS,
    DoAction,
    GiveCommand,
    Inform,
    Intent,
    Meet,
    Point,
    Select,
    TakeOption,
    acting_seat,
    first_to_answer,
    own_windows_switched,
    pressed,
    touched,
)
from duelmat_host.table.desk import Desk, command_entries, ruling_entries
from duelmat_host.table.draft import Chance, Draft
from duelmat_host.table.early_attacks import step_to_attack
from duelmat_host.table.end_of_match import EndCause
from duelmat_host.table.entries import (
    AskingChanged,
    DuelDecided,
    Entry,
    Gone,
    MeaningChosen,
    RulingSent,
    SideTimeOver,
    TimeCalled,
    TimeWithdrawn,
)
from duelmat_host.table.errors import DeclinedError, MatchGoneError, NoSuchPadError
from duelmat_host.table.following import (
    follow,
    lose_zones,
    report,
    see_layout,
    take_layout,
    with_unseen_named,
)
from duelmat_host.table.holdups import holdup_of
from duelmat_host.table.inputs import (
    ButtonPressed,
    ButtonReleased,
    CommandGiven,
    HelpWanted,
    Input,
    JudgeRuled,
    KeepingFailed,
    LayoutSensed,
    MatchGone,
    NoAnswerHeld,
    PadTouched,
    PenaltyGiven,
    ProblemsFound,
    QuestionAnswered,
    ReadersLost,
    RoundTimeGoesOn,
    RoundTimeUp,
    ShowCard,
    SideTimeUp,
    TimePassed,
)
from duelmat_host.table.prompts import (
    MeaningAnswer,
    Option,
    Prompt,
    WayAnswer,
    answer_of,
    chosen_option,
)
from duelmat_host.table.reports import refused
from duelmat_host.table.side_decking import are_siding
from duelmat_host.table.table import Table
from duelmat_host.table.telling import tell, told_layout
from duelmat_host.table.zone_map import PadName
from duelmat_message import say, words_of


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one input."""

    table: Table
    """The table after it; the same object if nothing has changed."""
    entries: tuple[Entry, ...]
    """The entries that lead there, to be written down all or none."""


def step(table: Table, given: Input, chance: Chance, now_ms: int) -> Step:
    """Return the table after an input, and the entries to write.

    Raises DeclinedError if the table declines the input: then nothing changes.
    """
    draft = Draft(table, chance, now_ms)
    _take(draft, given)
    return Step(draft.table, tuple(draft.entries))


def with_missing_end(table: Table, chance: Chance) -> Step:
    """Return the table with the entry of its duel's end, if that is missing."""
    draft = Draft(table, chance, 0)
    draft.write_missing_end()
    return Step(draft.table, tuple(draft.entries))


def after_ruling(table: Table, ruling: Ruling | ShowCard, chance: Chance) -> Table:
    """Return the table as a ruling alone would leave it, before anything else follows.

    Raises DeclinedError.
    """
    draft = Draft(table, chance, 0)
    for entry in ruling_entries(_desk(draft), ruling):
        draft.write(entry)
    return draft.table


def _take(draft: Draft, given: Input) -> None:
    if draft.state.gone_to:
        _take_gone(draft, given)
        return
    match given:
        case LayoutSensed(layout=layout):
            take_layout(draft, layout)
        case TimePassed():
            _pass_time(draft)
        case PadTouched():
            _touch(draft, given)
        case ButtonPressed(button=button):
            _press(draft, button)
        case ButtonReleased():
            _release(draft, given)
        case QuestionAnswered(seat=seat, prompt=prompt, option=option):
            _answer(draft, *chosen_option(draft.table.prompts, seat, prompt, option))
        case CommandGiven(seat=seat, command=command):
            _check_answered(draft, command)
            _command(draft, seat, command)
        case JudgeRuled():
            _rule(draft, given)
        case ProblemsFound(problems=problems):
            if problems != draft.table.seen.problems:
                draft.see(problems=problems)
        case ReadersLost():
            lose_zones(draft, given)
        case KeepingFailed(trouble=trouble):
            if trouble is not draft.table.announcements.trouble:
                draft.announce(trouble=trouble)
        case RoundTimeUp(steps=steps):
            if draft.state.ends.time is None and not draft.state.is_match_over:
                _write_all(draft, [TimeCalled(steps)])
        case RoundTimeGoesOn():
            ends = draft.state.ends
            if ends.time is not None and ends.cause in (None, EndCause.PENALTY):
                _write_all(draft, [TimeWithdrawn()])
        case SideTimeUp():
            if are_siding(draft.state) and not draft.state.ends.is_side_late:
                _write_all(draft, [SideTimeOver()])
        case NoAnswerHeld(seat=seat):
            kinds = draft.state.asking_of(seat).kinds
            _write_all(draft, [AskingChanged(seat, kinds, PassUntil.ANSWERED)])
        case PenaltyGiven():
            _lose(draft, given)
        case MatchGone(table=table):
            draft.write(Gone(table))
            draft.inform(words_of(MatchGoneError(table)))
        case HelpWanted(instruction=instruction, row=row):
            if (instruction, row) != (draft.table.instruction, draft.table.row):
                draft.change(instruction=instruction, row=row)


def _take_gone(draft: Draft, given: Input) -> None:
    """Take an input at a table whose match has gone to another one: nothing is played any more.

    Raises MatchGoneError.
    """
    match given:
        case LayoutSensed(layout=layout):
            draft.see(layout=layout, is_awaited=False)
        case QuestionAnswered() | CommandGiven() | JudgeRuled():
            raise MatchGoneError(draft.state.gone_to)
        case PadTouched() | ButtonPressed():
            _count_input(draft)
            draft.inform(words_of(MatchGoneError(draft.state.gone_to)))
        case KeepingFailed(trouble=trouble):
            draft.announce(trouble=trouble)
        case _:
            pass


def _pass_time(draft: Draft) -> None:
    """Report a finding that has lasted, and end confirmations."""
    due_ms = draft.table.seen.due_ms
    if due_ms is not None and draft.now_ms >= due_ms:
        report(draft)
    said = draft.table.announcements.at(draft.now_ms)
    if said is not draft.table.announcements:
        draft.change(announcements=said)


# Pads and buttons


def _touch(draft: Draft, given: PadTouched) -> None:
    _count_input(draft)
    intent = touched(draft.table, given.pad)
    seat = acting_seat(draft.table, given.pad, intent)
    if given.by is not None and seat is not None and seat != given.by:
        player = draft.state.name_of(seat)
        draft.inform(say("That is {player}'s to touch now.", player=player))
    else:
        draft.point(selected_by=given.by)
        _do(draft, intent)


def _press(draft: Draft, button: str) -> None:
    _count_input(draft)
    _do(draft, pressed(draft.table, button))


def _release(draft: Draft, given: ButtonReleased) -> None:
    """Switch questions after own plays if OK was held; other releases mean nothing."""
    if given.button.endswith(".ok") and given.held_ms >= HOLD_MS:
        switched, text = own_windows_switched(draft.state, parse_seat(given.button[0]))
        draft.write(switched)
        draft.inform(text)


def _count_input(draft: Draft) -> None:
    draft.point(inputs=draft.table.pointing.inputs + 1)


# Intents


def _do(draft: Draft, intent: Intent | None) -> None:
    """Carry out the intent of a touch or press."""
    match intent:
        case DoAction(seat=seat, action=action):
            _say(draft, action, seat)
        case TakeOption(prompt=prompt, option=option):
            _answer(draft, prompt, option)
        case Meet(obligation=obligation):
            draft.meet(obligation)
            follow(draft)
        case Select(place=place):
            draft.point(selected=place)
        case Point(prompter=prompter):
            draft.point(prompter=prompter)
        case GiveCommand(seat=seat, command=command):
            _ask(draft, CommandGiven(seat, command))
        case Inform(text=text):
            draft.inform(text)
        case None:
            pass


def _ask(draft: Draft, given: CommandGiven) -> None:
    """Take the command of a button; everybody is informed if the command is declined."""
    try:
        _check_answered(draft, given.command)
        _command(draft, given.seat, given.command)
    except DeclinedError as declined:
        draft.inform(words_of(declined))


def _answer(draft: Draft, prompt: Prompt, option: Option) -> None:
    """Ask the next step of a question, or carry out a complete answer."""
    prompter = draft.table.prompter
    if option.actions:
        draft.point(prompter=prompter.stepping(option))
        return
    draft.point(prompter=prompter.without_steps())
    answer = answer_of(prompt, option)
    if isinstance(answer, WayAnswer):
        _command(draft, answer.seat, tell(answer.zone, answer.way))
    elif isinstance(answer, MeaningAnswer):
        draft.write(MeaningChosen(answer.way, draft.look().lying))
        follow(draft)
    else:
        _say(draft, answer.action, answer.seat)


def _say(draft: Draft, action: Action, seat: Seat) -> None:
    """Judge an action that was entered without a card, then do or refuse it."""
    action = with_unseen_named(draft.state, action)
    verdict = judge(draft.state.duel, action)
    if not verdict.legal and draft.state.called_by is None:
        state = draft.state
        ahead = (
            step_to_attack(state.duel, state.game, action) if isinstance(action, Attack) else None
        )
        if ahead is None:
            draft.refuse(refused(state, verdict, (), (action,)))
            return
        draft.point(planned=action)
        action = ahead
    holdup = holdup_of(draft.state, draft.table.reported, seat, action)
    if holdup is not None:
        draft.point(planned=None)
        draft.hold_up(holdup)
        return
    draft.act(action, seat)
    follow(draft)


# Commands and rulings


def _command(draft: Draft, seat: Seat, command: Command) -> None:
    """Carry a command out. Raises DeclinedError."""
    match command:
        case Tell():
            see_layout(draft, told_layout(draft.state, draft.table.layout, seat, command))
        case Touch(pad=pad):
            if not draft.state.zones.has_pad(pad):
                raise NoSuchPadError(pad)
            _touch(draft, PadTouched(PadName(pad), seat))
        case Press(button=button):
            _press(draft, f"{seat_letter(seat)}.{button}")
        case _:
            _write_all(draft, command_entries(_desk(draft), seat, command))


def _desk(draft: Draft) -> Desk:
    """Return the desk that answers commands and rulings."""
    return Desk(draft.state, draft.table.reported, draft.lying(), draft.chance.salt)


def _rule(draft: Draft, given: JudgeRuled) -> None:
    """Carry a ruling out; one that was sent only once, with its number written down first."""
    sent = given.sent
    if sent is not None and sent.number in draft.state.ruled:
        return
    first: list[Entry] = [] if sent is None else [RulingSent(sent.number, sent.judge)]
    _write_all(draft, [*first, *ruling_entries(_desk(draft), given.ruling)])
    if isinstance(given.ruling, ShowCard):
        draft.inform(draft.state.log[-1].text)


def _lose(draft: Draft, given: PenaltyGiven) -> None:
    """End a duel that goes on by a penalty, once; of three or more players nobody wins it."""
    duel = draft.state.duel
    is_done = given.number in draft.state.penalties and not given.ends_match
    if duel.is_over() or is_done:
        return
    others = [Seat(seat) for seat in duel.seats if seat != given.seat]
    winner = others[0] if len(others) == 1 else None
    cause = EndCause.MATCH_PENALTY if given.ends_match else EndCause.PENALTY
    end = DuelDecided(winner, cause, given.reason, given.number)
    _write_all(draft, [end])


def _check_answered(draft: Draft, command: Command) -> None:
    """Raise DeclinedError for a command that would throw the question of a begun play away."""
    first = first_to_answer(draft.table)
    if first is not None and isinstance(command, EndTurn | TakeBack | Redo):
        raise DeclinedError(first)


def _write_all(draft: Draft, entries: Sequence[Entry]) -> None:
    """Write entries down one after the other, with their consequences."""
    for entry in entries:
        draft.write(entry)
    follow(draft)
