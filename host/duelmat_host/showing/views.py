"""The views of a table, made from what there is to show, for one audience each.

The public view is made from the open duel and what lies on the mat, nothing else; a seat's view
adds what that seat alone knows, the judge's what lies face-down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, structs

from duelmat_engine import (
    NOBODY,
    Action,
    Activate,
    Cancel,
    Choose,
    Decision,
    Name,
    Piece,
    Play,
    Seat,
    ZoneName,
    lookup,
    reason_words,
    seat_letter,
    zone_kind,
)
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight, Way
from duelmat_host.showing.card_options import CardOption, laying, use_name
from duelmat_host.showing.card_values import card_marks, changed_values
from duelmat_host.showing.chain import because, chain_links, if_declined
from duelmat_host.showing.grids import grid_of
from duelmat_host.showing.match_end import result_view, score_view, time_view
from duelmat_host.showing.messages import messages_of
from duelmat_host.showing.obligation_views import obligation_views
from duelmat_host.showing.pile_views import FACE_DOWN, card_view, piles_view
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.side_view import side_view
from duelmat_host.showing.turn_summary import turn_summary
from duelmat_host.showing.usable import SeatActs
from duelmat_host.showing.view_types import (
    AsideView,
    AskingView,
    CardOptionView,
    CardRowView,
    CardView,
    DecisionView,
    DisputedPlayView,
    JudgeCallView,
    JudgeView,
    LinkView,
    LogLineView,
    MessageView,
    OptionView,
    OutcomeView,
    PassedUntil,
    PhaseView,
    PromptAnswerView,
    PromptView,
    PublicView,
    RequestView,
    SeatView,
    TableStatus,
    WhisperView,
    ZoneView,
)
from duelmat_host.table.asking import PassUntil
from duelmat_host.table.desk import disputed_plays, request_text
from duelmat_host.table.findings import Ambiguous, Displaced, Refused, Stray, Untold
from duelmat_host.table.holdups import opens_later
from duelmat_host.table.input_mode import aim_of
from duelmat_host.table.messages import Message, in_a_row
from duelmat_host.table.prompts import Option, Prompt
from duelmat_host.table.reports import face_down_warning, refusal_message
from duelmat_host.table.side_decking import late_text
from duelmat_host.table.state import LogLine, TableState
from duelmat_host.table.table import Table
from duelmat_message import named, say, say_count
from duelmat_rulesets.card_faces import card_texts

LOG_LINES: Final = 60


def public_view(shown: Table, link: LinkView) -> PublicView:
    """Return the view of everybody."""
    return PublicView(**_public(shown, link))


def _public(
    shown: Table, link: LinkView, letters: str = "", held: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the parts that all views have.

    letters: the seats whose face-down cards the viewer may know.
    """
    state, duel = shown.state, shown.state.duel
    seats = {seat_letter(Seat(s)): Seat(s) for s in duel.seats}
    message = next(iter(messages_of(shown)), None)
    return {
        "life": {letter: duel.players[seat].life for letter, seat in seats.items()},
        "turn": duel.turn,
        "turn_seat": seat_letter(duel.turn_seat),
        "phase": duel.phase,
        "phases": [PhaseView(phase.name, phase.title) for phase in state.rules.phases],
        "decision": _decision(shown),
        "status": _status(shown),
        "message": None if message is None else _message(message),
        "zones": [
            *(_zone(state, place, sight) for place, sight in shown.layout.items()),
            *_unread(state),
        ],
        "playable": [],  # added by whoever lights the mat
        "piles": {
            letter: piles_view(state, seat, shown.layout, own=letter in letters)
            for letter, seat in seats.items()
        },
        "aside": {letter: _aside(state, letter) for letter in seats},
        "obligations": list(obligation_views(shown, letters, len(held))),
        "row": _row(shown),
        "chain": chain_links(state),
        "log": [log_line(line) for line in state.log[-LOG_LINES:]],
        "outcome": outcome_view(state),
        "link": link,
        "requests": [
            RequestView(kind.value, seat_letter(asked.by), request_text(state, asked))
            for kind, asked in state.requests.items()
        ],
        "number": state.number,
        "score": score_view(state),
        "judge": judge_call_view(state),
        "result": result_view(state),
        "time": time_view(state),
        "head": "",  # added by whoever keeps a journal
    }


def log_line(line: LogLine) -> LogLineView:
    """Return a line of the log."""
    source, target = line.aim or (UNSET, UNSET)
    return LogLineView(
        line.number,
        line.text,
        list(line.rules),
        seat_letter(line.seat) if line.seat >= 0 else "",
        line.turn,
        line.play,
        list(line.sealed),
        list(line.opened),
        source,
        target,
        line.is_told or UNSET,
    )


def judge_call_view(state: TableState) -> JudgeCallView | None:
    if state.duel.is_over():
        return JudgeCallView("", late_text()) if state.ends.is_side_late else None
    if state.called_by is None:
        return None
    player = state.name_of(state.called_by)
    text = say("{player} has called a judge: the table waits.", player=player)
    return JudgeCallView(seat_letter(state.called_by), text)


def _decision(shown: Table) -> DecisionView | None:
    decision = shown.state.duel.decision
    if decision is None:
        return None
    asked = shown.prompts and not shown.asks_meaning
    text = shown.prompts[0].text if asked else shown.decision_text
    seat = seat_letter(decision.seat) if decision.seat >= 0 else ""
    waits = opens_later(shown.state)
    return DecisionView(seat, decision.kind, text, _shown_from(shown, decision), waits)


def _shown_from(shown: Table, decision: Decision) -> str:
    """Return the place of the card that is to be shown; empty: no card is."""
    if decision.kind == "choose":
        kinds = {zone_kind(a.card) for a in shown.legal if isinstance(a, Choose) and a.card}
        hidden = kinds.intersection(shown.state.rules.zones.hidden)
        return "hand" if hidden == {"hand"} else "hidden" if hidden else ""
    if decision.kind != "reveal":
        return ""
    place = decision.options[0]
    if shown.state.zones.sensed(ZoneName(place)) is not None:
        return "mat"
    return {"pile": "deck", "hand": "hand"}.get(zone_kind(place), "")


def _status(shown: Table) -> TableStatus:
    if shown.state.duel.is_over():
        return "over"
    if shown.state.called_by is not None:
        return "waiting"
    match shown.finding:
        case Refused() | Stray() | Displaced():
            return "correcting"
        case Ambiguous() | Untold():
            return "asking"
        case _:
            return "playing"


def _message(message: Message) -> MessageView:
    rules = [rule_view(rule) for rule in message.rules]
    remedies, zones = list(message.remedies), list(message.zones)
    return MessageView(message.kind.value, message.text, rules, remedies, zones)


def _zone(state: TableState, place: MatZone, sight: Sight) -> ZoneView:
    """Return a zone as sensed: a card is identified only if it lies face-up."""
    upright = sight.orientation is not Orientation.SIDEWAYS
    is_told = bool(state.zones.told(place))
    top = _top_of_stack(state, place, sight)
    if top is not None:
        card = _lying(state, place, top.key) if top.key else FACE_DOWN
        beneath = [card_view(state, under.key) for under in top.beneath if under.key is not None]
        return ZoneView(place, card, upright, beneath, is_told)
    if sight.face is Face.UP and sight.key is not None:
        return ZoneView(place, _lying(state, place, sight.key), upright, told=is_told)
    face = FACE_DOWN if sight.face is Face.DOWN or is_told else CardView(face="unknown")
    return ZoneView(place, face, upright, told=is_told)


def _unread(state: TableState) -> Iterator[ZoneView]:
    """Yield the zones without readers that have a card, by the duel's knowledge."""
    for name, piece in state.duel.pieces():
        if state.zones.is_unread(name) and state.duel.top(name) is piece:
            place, is_open = state.zones.to_mat(name), piece.face_up and piece.key is not None
            card = _lying(state, place, str(piece.key)) if is_open else FACE_DOWN
            beneath = [card_view(state, under.key) for under in piece.beneath if under.key]
            yield ZoneView(place, card, piece.upright, beneath, told=True)


def _lying(state: TableState, place: MatZone, key: str) -> CardView:
    """Return a card that lies face-up on the mat, with the values of the duel's card there."""
    name = state.zones.holding(state.duel, place)
    piece = None if name is None else state.duel.top(name)
    if name is None or piece is None or piece.key != key or not piece.face_up:
        return card_view(state, key, face="up")
    changed = changed_values(state.wording, state.duel, name)
    return card_view(
        state, key, face="up", changed=changed, marks=card_marks(state.wording, piece)
    )


def _top_of_stack(state: TableState, place: MatZone, sight: Sight) -> Piece | None:
    """Return the card on top of a stack, which nothing senses, by the duel's knowledge."""
    name = state.zones.holding(state.duel, place)
    piece = None if name is None else state.duel.top(name)
    lies = piece is not None and any(card.key == sight.key for card in piece.beneath)
    return piece if lies and sight.key is not None else None


def _aside(state: TableState, letter: str) -> list[AsideView]:
    """Return the cards beside the mat, which nothing senses, by the duel's knowledge."""
    names = [
        name
        for name in state.duel.zones
        if name[0] == letter and state.zones.is_beside(name) and not state.zones.is_unread(name)
    ]
    found = []
    for name in sorted(names):
        cards = [
            card_view(
                state, piece.key, changed=changed_values(state.wording, state.duel, piece.key)
            )
            if piece.face_up and piece.key
            else FACE_DOWN
            for piece in state.duel.at(name)
        ]
        if cards:
            title = say("{zone:capital}", zone=state.wording.zone_noun(name))
            found.append(AsideView(name, title, cards))
    return found


def _row(shown: Table) -> CardRowView | None:
    if shown.row is None:
        return None
    place = 0 if shown.instruction is None else shown.instruction.place
    return CardRowView(seat_letter(shown.row.seat), list(shown.row.places), place)


def outcome_view(state: TableState) -> OutcomeView | None:
    """Return the end of the duel; None while it goes on."""
    outcome = state.duel.outcome
    if outcome is None:
        return None
    told = state.wording.with_names(outcome.told)
    if outcome.winner is None:
        return OutcomeView(None, told, say("Draw: {reason}.", reason=told))
    winner = state.name_of(outcome.winner)
    text = say("{player} wins: {reason}.", player=winner, reason=told)
    return OutcomeView(seat_letter(outcome.winner), told, text)


# For one audience


def seat_view(
    shown: Table,
    seat: Seat,
    link: LinkView,
    held: Sequence[str] = (),
    looked: Sequence[str] = (),
    options: Sequence[CardOption] = (),
    acts: SeatActs | None = None,
    *,
    follows: bool | None = None,
) -> SeatView:
    """Return the view of a seat: its own hand and face-down cards, its prompts and messages.

    `held` and `looked` are the cards in its hand, and those of its deck that it looks at, where
    hands are simulated; `options` are the ways of using the selected card; `acts` is what the
    seat may do, None until that is worked out; `follows` says whether its simulated hands do what
    is owed by themselves.
    """
    state, letter = shown.state, seat_letter(seat)
    own = shown.announcements.whispers.get(seat)
    selected = shown.selected
    prompts = [_prompt(shown, prompt, seat) for prompt in shown.prompts if prompt.seat == seat]
    return SeatView(
        **_public(shown, link, letter, held),
        seat=letter,
        hand=[
            *(card_view(state, key) for key in held),
            *(card_view(state, key, looked=True) for key in looked),
        ],
        facedown=_facedown(shown, letter),
        prompts=prompts,
        private=None if own is None else _message(own),
        may=[] if selected is None else [option_view(shown, seat, o, selected) for o in options],
        asking=_asking(state, seat),
        ending=state.ending == seat,
        usable=None if acts is None else list(acts.usable),
        payments=None if acts is None else acts.payments,
        takeback=_takeback(state, seat),
        follows=follows,
        side=side_view(state, seat),
        takeback_cost=_takeback_cost(state, seat),
        other_turn=turn_summary(state, seat),
        redo=_redo(state, seat),
    )


def _takeback(state: TableState, seat: Seat) -> str:
    """Return the play that a seat's judge button takes back, in words; "" for none."""
    if state.called_by is not None or state.refusal is not None or state.duel.is_over():
        return ""
    undone = state.to_undo(seat)
    return state.words(undone[-1].action, undone[-1].before.duel) if undone else ""


def _takeback_cost(state: TableState, seat: Seat) -> str:
    """Return in words what a takeback undoes beyond an own play of this turn; "" for nothing."""
    undone = state.to_undo(seat) if _takeback(state, seat) else []
    if not undone:
        return ""
    last = undone[-1]
    turns = state.duel.turn - last.before.duel.turn
    of_others = (
        say("It is a play of {player}.", player=state.name_of(last.by))
        if last.by not in (seat, NOBODY)
        else ""
    )
    back = (
        say_count("It goes back {count} turn.", "It goes back {count} turns.", count=turns)
        if turns
        else ""
    )
    return in_a_row((of_others, back))


def _redo(state: TableState, seat: Seat) -> str:
    """Return the play that a seat may do again, in words; "" for none."""
    is_waiting = state.called_by is not None or state.frozen_by_restoring
    if is_waiting or state.duel.is_over() or not state.undone:
        return ""
    last = state.undone[-1]
    return state.words(last.actions[0].action) if seat in last.seats else ""


_PASSED_UNTIL: Final[dict[PassUntil | None, PassedUntil]] = {
    PassUntil.PLAY: "play",
    PassUntil.TURN: "turn",
}
"""A time that a player has chosen; one that the table has set itself (ANSWERED) is none."""


def _asking(state: TableState, seat: Seat) -> AskingView:
    asking = state.asking_of(seat)
    kinds = sorted(kind.value for kind in asking.kinds)
    return AskingView(kinds, _PASSED_UNTIL.get(asking.until, ""))


def _prompt(shown: Table, prompt: Prompt, seat: Seat) -> PromptView:
    """Return a question, with the reason for it and with what is asked right after it."""
    state, decision = shown.state, shown.state.duel.decision
    reason = reason_words(state.wording, state.duel) if prompt.says else None
    rules = () if reason is None or decision is None else decision.rules
    return PromptView(
        prompt.id,
        prompt.text,
        (because(state) if prompt.says else None) or reason or "",
        prompt.menu,
        shown.prompter.highlight(shown.state, prompt),
        [_option(shown, option, seat) for option in prompt.options],
        [rule_view(rule, state.rules) for rule in rules],
        grid_of(state, prompt),
    )


def _option(shown: Table, option: Option, seat: Seat) -> OptionView:
    """Return the view of an answer; an attack has the zones between which it is drawn.

    The answers that a face-down card does not allow are shown to its player alone.
    """
    state = shown.state
    if isinstance(option.action, Way):
        return OptionView(option.text, option.detail, passes=False)
    source, target = aim_of(option.action, state.zones) or (None, None)
    detail = option.detail or _text_of_thing(state, option.action)
    warning = face_down_warning(state, shown.layout, option.action, seat)
    if warning is not None:
        detail = say("Not with this card: {why}", why=in_a_row((warning.text, *warning.remedies)))
    if option.passes and not detail:
        detail = if_declined(state) or ""
    if isinstance(option.action, Cancel):
        detail = say("Then it is as if nothing had been announced.")
    return OptionView(option.text, detail, option.passes, source, target, use_name(option.action))


def _text_of_thing(state: TableState, action: Action) -> str:
    """Return the text of a skill or a way of summoning: neither lies where it could be read."""
    code = ""
    match action:
        case Play(move=move):
            return state.rules.words.of_move(move).note
        case Name(value=value):
            code = value
        case Activate(card=ref, effect=effect):
            found = lookup(state.duel, ref)
            if found is not None and state.zones.is_beside(found[0]):
                return named("effect", state.rules.effects[effect].text)
    card = state.rules.cards.get(code)
    return "" if card is None else in_a_row(each.text for each in card_texts(state.wording, card))


def _facedown(shown: Table, letters: str) -> list[CardView]:
    """Return the face-down cards of these seats, identified."""
    state = shown.state
    hidden = {place: s.key for place, s in shown.layout.items() if s.face is not Face.UP}
    for name, piece in state.duel.pieces():
        if state.zones.is_unread(name) and not piece.face_up:
            hidden[state.zones.to_mat(name)] = piece.key or state.secrets.get(piece.oid)
    return [
        card_view(state, key, zone=place)
        for place, key in hidden.items()
        if key is not None and key[0] in letters
    ]


def judge_view(shown: Table, link: LinkView) -> JudgeView:
    """Return the view of a judge: with the disputed play and the face-down cards."""
    state = shown.state
    letters = "".join(seat_letter(Seat(s)) for s in state.duel.seats)
    refusal = None if state.duel.is_over() else state.refusal
    back = state.last_play()
    return JudgeView(
        **_public(shown, link, letters),
        facedown=_facedown(shown, letters),
        disputed=None if refusal is None else _message(refusal_message(refusal)),
        plays=[DisputedPlayView(p.text, p.hindrance or "") for p in disputed_plays(state)],
        last_play=None if back is None else state.words(back.action, back.before.duel),
        last_number=None if back is None else back.number,
        whispers=[
            WhisperView(**structs.asdict(_message(message)), seat=seat_letter(seat))
            for seat, message in sorted(shown.announcements.whispers.items())
        ],
    )


def option_view(shown: Table, seat: Seat, option: CardOption, card: str) -> CardOptionView:
    """Return a use of a card that lies in a zone or has this key."""
    rules = [rule_view(rule, shown.state.rules) for rule in option.rules]
    answer = _answer_for(shown, seat, option) if option.how is None else None
    remedies = list(option.remedies)
    how = option.how or ""
    action = option.action if option.how else None
    zone, lies = (action and laying(shown.state, seat, action)) or (None, None)
    text, legal, use = option.text, option.legal, use_name(option.action)
    return CardOptionView(text, card, legal, rules, remedies, how, answer, zone, lies, use)


def _answer_for(shown: Table, seat: Seat, option: CardOption) -> PromptAnswerView | None:
    """Return the answer to an open question by which a card is used."""
    for prompt in shown.prompts:
        if prompt.seat != seat or not prompt.says:
            continue
        for place, each in enumerate(prompt.options):
            if option.action in (each.actions or (each.action,)):
                return PromptAnswerView(prompt.id, place)
    return None
