"""Carrying an action out: the next duel and what happened on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, islice
from typing import Final, NamedTuple

from duelmat_engine import actions as act
from duelmat_engine import chance, errors
from duelmat_engine import steps as _steps
from duelmat_engine.brief import brief
from duelmat_engine.candidates.asked import current_op, name_seen
from duelmat_engine.events import AnyEvent, Ruled, TakenBack
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions, note_actions, was_listed
from duelmat_engine.judging.patterns import needs_name
from duelmat_engine.judging.precheck import is_plainly_legal
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName, copy_key, zone
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.decks import deck_faults
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.running.execute import ANSWER, run
from duelmat_engine.running.losing import check_life, lose
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Frame, Hidden, Piece, Player, loser_ref, replace, seat_ref
from duelmat_engine.steps.moving import answer_reveal
from duelmat_engine.steps.turns import AFTER_DRAW, CHOOSER, NAMED
from duelmat_message import Text, listed, ref, say

assert _steps  # the operations of play register themselves

STANDING: Final = frozenset(act.Standing.__subclasses__())


class Step(NamedTuple):
    """The duel after an action, and the events that led there."""

    duel: Duel
    events: tuple[AnyEvent, ...]

    def __repr__(self) -> str:
        names = ", ".join(type(event).__name__ for event in self.events) or "nothing"
        return f"<Step: {names}; {self.duel!r}>"


class Deck(NamedTuple):
    """A player's deck: the codes of the main deck and of the Extra Deck."""

    main: tuple[str, ...]
    extra: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return brief(self)


class Opening(NamedTuple):
    """The player who decides who takes the first turn, where not all of them do together."""

    chooser: Seat
    after_draw: bool = False
    is_named: bool = False
    """Whether an event has named the player, in the first duel of a match."""


def new_duel(
    ruleset: str,
    decks: Sequence[Deck],
    *,
    seed: int | None,
    readings: Mapping[str, str] | None = None,
    check_decks: bool = True,
    event_format: str = "",
    opening: Opening | None = None,
) -> Step:
    """A duel about to be decided who goes first.

    With a seed the duel is closed: every card is known to it and chance is its own. Without
    one it is open: it knows what a table can see, and chance is thrown outside.
    Raises PositionError when so many may not play, or when a deck is not allowed in the format
    (switch off with check_decks=False). `opening` tells who decides, in a duel of a match.
    """
    rules = find_ruleset(ruleset)
    values = choose_readings(rules, readings or {})
    if len(decks) not in rules.players:
        text = say(
            "expected decks of so many players: {players}, got {count}",
            players=listed(map(str, rules.players), ","),
            count=len(decks),
        )
        raise errors.PositionError([errors.Fault(text, "".join(rules.citations.players[:1]))])
    faults = [
        fault._replace(text=say("deck of {player}: {fault}", player=ref(letter), fault=fault.text))
        for letter, deck in zip(SEAT_LETTERS, decks if check_decks else (), strict=False)
        for fault in deck_faults(rules, deck.main, deck.extra, event_format)
    ]
    if faults:
        raise errors.PositionError(faults)
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    hidden: list[Hidden] = []
    oids = count(1)
    for index, deck in enumerate(decks):
        seat = Seat(index)
        keys, further = keys_of(seat, deck.main), keys_of(seat, deck.extra)
        shown = [None if seed is None else key for key in keys]
        pile = tuple(Piece(next(oids), seat, key, face_up=False) for key in shown)
        extra = tuple(Piece(next(oids), seat, key, shown=True) for key in further)
        zones |= {zone(seat, "pile"): pile, zone(seat, "extra"): extra}
        hidden.append(Hidden(frozenset(keys)))
    bound = {}
    if opening:
        bound = CHOOSER(opening.chooser) | AFTER_DRAW(opening.after_draw) | NAMED(opening.is_named)
    duel = Duel(
        ruleset=ruleset,
        readings=values,
        players=tuple(Player(0) for _ in decks),
        zones={name: pieces for name, pieces in zones.items() if pieces},
        frames=(Frame("duel", bound=bound),),
        next_oid=next(oids),
        closed=seed is not None,
        hidden=tuple(hidden),
        chance=chance.seeded(seed) if seed is not None else 0,
    )
    machine = Machine(duel, game_of(ruleset, values))
    for index in range(len(decks)):
        machine.set_life(Seat(index), rules.life, cause="start", rules=rules.citations.life)
    run(machine)
    return Step(machine.freeze(), tuple(machine.events))


def keys_of(seat: Seat, codes: Iterable[str]) -> list[CardKey]:
    """One key for each physical card; copies of a card are numbered from the second on."""
    seen: dict[str, int] = {}
    keys = []
    for code in codes:
        seen[code] = seen.get(code, 0) + 1
        keys.append(copy_key(seat, code, seen[code]))
    return keys


def apply(
    duel: Duel, action: act.Action, game: Game | None = None, *, through_forced: bool = False
) -> Step:
    """Carry out a legal action; IllegalActionError carries the verdict on any other.

    With `through_forced` a closed duel goes on by itself: what its own dice say is carried out,
    and every answer that is the only legal one, until a player has a choice.
    """
    game = game or game_of(duel.ruleset, duel.readings)
    if not was_listed(duel, action, game) and not is_plainly_legal(duel, action, game):
        verdict = judge(duel, action, game)
        if verdict.invalid:
            raise errors.InvalidActionError(action, _asked(duel), verdict)
        if not verdict.legal:
            raise errors.IllegalActionError(verdict)
    if not duel.closed and needs_name(duel, action, game):
        raise errors.UnnamedCardError(repr(action), say("a place that nobody has seen into"))
    goes_on = through_forced and duel.closed
    step = carry_out(duel, action, game, through_passes=goes_on)
    events = step.events
    while goes_on and (answer := forced_answer(step.duel, game)) is not None:
        step = carry_out(step.duel, answer, game, through_passes=True)
        events += step.events
    return Step(step.duel, events)


def forced_answer(duel: Duel, game: Game) -> act.Action | None:
    """Return the answer of a closed duel that nobody chooses; None: a player does.

    It is what the duel's own dice say, or the only legal answer.
    """
    if duel.decision is None:
        return None
    if duel.decision.kind == "chance":
        return roll(duel)
    answers = [*islice(legal_actions(duel, game), 2)]
    return answers[0] if len(answers) == 1 else None


def _asked(duel: Duel) -> Text:
    """Return the answer that a duel waits for, in short."""
    decision = duel.decision
    if decision is None:
        return say("no action, for the duel is over")
    who = seat_ref(decision.seat) if decision.seat != NOBODY else say("chance")
    return say("an answer of {player} to {question!r}", player=who, question=decision.kind)


def carry_out(duel: Duel, action: act.Action, game: Game, *, through_passes: bool = False) -> Step:
    """Carry out an action without asking the judge: for a ruling, and for what was just judged.

    With `through_passes` players of a closed duel pass by themselves where that is all they can.
    """
    kind = type(action)
    if kind in STANDING:
        return _stand(duel, action, game)
    if kind is act.Cancel:
        assert duel.origin is not None
        assert duel.decision is not None
        return Step(duel.origin, (TakenBack(seat=duel.decision.seat),))
    machine = Machine(duel, game)
    machine.through_passes = through_passes
    op = current_op(game.blocks, machine.frames)
    answer = ANSWER.get(type(op)) if op is not None else None
    if kind is act.Reveal and op is not None:
        answer = answer_reveal
    if answer is None:
        raise errors.EngineError(f"{op!r} asks nothing")
    machine.begin_step()
    if kind is act.Roll and duel.chance and duel.decision is not None:
        _, machine.chance = chance.shuffled(duel.chance, duel.decision.options)
    answer(machine, op, action)
    run(machine)
    after = machine.freeze()
    if machine.listed is not None:
        note_actions(after, game, machine.listed)
    return Step(after, tuple(machine.events))


def _stand(duel: Duel, action: act.Action, game: Game) -> Step:
    machine = Machine(duel, game)
    machine.decision = duel.decision
    match action:
        case act.Concede(seat=seat) if game.rules.citations.leave:
            if duel.origin is not None:  # what is announced is taken back
                return _stand(duel.origin, action, game)
            machine.decision = None
            lose(
                machine,
                (Seat(seat),),
                lambda player: say("{player} surrendered", player=player),
                game.rules.citations.concede,
            )
            run(machine)
        case act.Concede(seat=seat):
            winner = Seat((seat + 1) % len(duel.players))
            machine.end(winner, say("{player} conceded", player=loser_ref(Seat(seat))), ())
        case act.AgreeDraw():
            machine.end(None, say("the players agreed on a draw"), ())
        case act.CorrectLife(player=player, life=life):
            if duel.origin is not None:
                machine.origin = _stand(duel.origin, action, game).duel
            machine.set_life(Seat(player), life, cause="correction", rules=())
            check_life(machine)
            if not game.rules.checks_life and duel.decision and duel.decision.kind == "open":
                machine.decision = None  # what follows from it by itself comes before any act
                run(machine)
        case act.Stand(seat=seat, action=inner, reason=reason):
            step = carry_out(duel, inner, game)
            told = format_action(_as_seen(duel, game, inner))
            ruled = Ruled(seat=Seat(seat), action=told, reason=reason)
            return Step(step.duel, (ruled, *step.events))
        case _:
            raise AssertionError(action)
    return Step(machine.freeze(), tuple(machine.events))


def _as_seen(duel: Duel, game: Game, action: act.Action) -> act.Action:
    """An action without the card that it lays face-down from where nobody sees it."""
    if not isinstance(action, act.Play) or action.face_up:
        return action
    return replace(action, card=name_seen(duel, game, action.card))


def roll(duel: Duel) -> act.Roll:
    """Return the roll of the duel's own generator for the chance decision it stands at."""
    decision = duel.decision
    if decision is None or decision.kind != "chance" or not duel.chance:
        raise errors.EngineError(say("this duel does not wait for its own dice"))
    mixed, _ = chance.shuffled(duel.chance, decision.options)
    chosen = set(mixed[: decision.low])
    return act.Roll(tuple(option for option in decision.options if option in chosen))
