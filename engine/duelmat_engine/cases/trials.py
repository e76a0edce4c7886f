"""Cases about the order of simultaneous triggers, without named cards.

A `Case` lists triggers: whose, mandatory or not, of a public or a private card, and which of two
events sets them off. `lay` makes a duel at which the turn player gives the signal that brings
both events about; from there on everything goes through `judge` and `apply` as in any duel.
`judge_order` does so for a wanted order of links and says whether it may come about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.cards import Card
from duelmat_engine.chains.hindrances import hindrances
from duelmat_engine.chains.triggeranswers import entry_for
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.scope import World
from duelmat_engine.errors import Fault
from duelmat_engine.events import Activated, AnyEvent, Lapsed
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.question import Question, Way
from duelmat_engine.judging.verdict import Cited, Remedy, Verdict, When
from duelmat_engine.names import CardKey, Seat, ZoneName, card_key, zone
from duelmat_engine.play import carry_out
from duelmat_engine.refs import lookup
from duelmat_engine.ruleset import (
    BattleTable,
    Game,
    Phase,
    Ruleset,
    build_game,
    choose_readings,
)
from duelmat_engine.rulesets.simultaneous import READINGS, chain_policy
from duelmat_engine.running.execute import run
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Frame, Hidden, Link, Piece, Player, replace

Kind = Literal["mandatory", "public", "private"]
Order = Literal["ocg", "tcg", "first-trigger"]


class Trigger(Struct, frozen=True, kw_only=True):
    """One trigger of a case."""

    seat: int
    kind: Kind
    event: Literal[1, 2] = 2
    """Which of the two events sets it off: the first, or the last to happen."""
    timing: Literal["if", "when"] = "if"
    summons_itself: bool = False
    """Whether it can Special Summon its own card from the hand."""


class Case(Struct, frozen=True, kw_only=True):
    """Triggers that are set off together, and the rules under which they compete."""

    triggers: tuple[Trigger, ...]
    order: Order = "ocg"
    turn_seat: int = 0
    readings: Mapping[str, str] = {}
    """Further readings of Simultaneous effects, by G id."""


class OrderVerdict(Struct, frozen=True, kw_only=True):
    """Whether a wanted order of links may come about."""

    legal: bool
    rules: tuple[str, ...]
    readings: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    links: tuple[int, ...]
    """The triggers that went on the Chain until then, by their numbers in the case."""
    responds: Seat | None = None
    """Of an order that may come about: who is asked first for a response to its last link."""
    verdict: Verdict
    """The same ruling as the judge gives it."""


# The game in which cases are played


def _code(kind: str, event: int, timing: str, *, summons: bool) -> str:
    return f"{kind.title()}{timing.title()}{event}{'Self' if summons else ''}"


def _effect(kind: str, event: int, timing: str, *, summons: bool) -> Effect:
    zones: tuple[str, ...] = ("hand",) if kind == "private" else ("grave",)
    resolve: tuple[ops.Op, ...] = ()
    if summons:
        zones = ("hand", "grave")
        resolve = (ops.SummonSpecially(card="self"),)
    return Effect(
        name=_code(kind, event, timing, summons=summons).lower(),
        use="trigger",
        rules=(),
        text="A trigger.",
        zones=zones,
        on=On(
            event="LifeChanged",
            part="witness",
            cause="effect" if event == 1 else "cost",
            timing="when" if timing == "when" else "if",
        ),
        mandatory=kind == "mandatory",
        resolve=resolve,
    )


_KINDS: Final = [
    (kind, event, timing, summons)
    for kind in ("mandatory", "public", "private")
    for event in (1, 2)
    for timing in ("if", "when")
    for summons in (False, True)
]

SIGNAL: Final = Activate("signal", "a:Signal")
"""What brings the events about, if seat "a" has the turn; see `signal`."""


def signal(case: Case) -> Activate:
    return Activate("signal", card_key(Seat(case.turn_seat), "Signal"))


def _ways(rules: Ruleset, readings: Mapping[str, str]) -> tuple[Way, ...]:
    del rules, readings
    return (
        Way(
            name="signal",
            grants=(),
            takes=lambda action: isinstance(action, Activate) and action.effect == "signal",
            sources=_in_hand,
            actions=_give,
            block="signal",
        ),
    )


def _no_responses(rules: Ruleset, readings: Mapping[str, str]) -> tuple[Way, ...]:
    del rules, readings
    return ()


def _in_hand(q: Question) -> Iterator[tuple[str, Piece]]:
    name = zone(q.seat, "hand")
    return ((name, piece) for piece in q.duel.at(name) if piece.code == "Signal")


def _give(q: Question) -> Iterator[Action]:
    if q.piece is not None:
        yield Activate("signal", str(q.piece.key))


def _after_triggers(world: World, seat: int, _: Game) -> bool:
    """Everybody is asked once triggers stand on the Chain: a case ends there."""
    del seat
    links: tuple[Link, ...] = getattr(world, "chain", ())
    return any(link.trigger for link in links)


def _no_deck_faults(main: object, extra: object) -> list[Fault]:
    del main, extra
    return []


def _no_position_faults(duel: Duel, game: Game) -> list[Fault]:
    del duel, game
    return []


@cache
def trial_ruleset() -> Ruleset:
    """A game of nothing but triggers."""
    effects = [_effect(k, e, t, summons=s) for k, e, t, s in _KINDS]
    cards = [
        Card(_code(k, e, t, summons=s), "a trigger", effects=(effect.name,))
        for (k, e, t, s), effect in zip(_KINDS, effects, strict=True)
    ]
    cards.append(Card("Signal", "the signal", effects=("signal",)))
    give = Effect(
        name="signal",
        use="magic",
        rules=(),
        text="Brings two events about, one after the other.",
        zones=("hand",),
        resolve=(ops.Gain(amount=1), ops.Pay(amount=1)),
    )
    return Ruleset(
        name="trial",
        title="Trigger trials",
        prefix="SEG",
        life=1000,
        rows={"m": 5, "s": 5},
        piles=("pile", "hand", "grave", "banished", "play"),
        field_kinds=("m", "s"),
        hidden_kinds=("pile", "hand"),
        cards={c.code: c for c in cards},
        effects={e.name: e for e in (*effects, give)},
        phases=(Phase("main1", "Main Phase", (), "play-phase", "end"),),
        battle=BattleTable("attack", "defense", ()),
        chain=chain_policy,
        readings=READINGS,
        ways=_ways,
        responses=_no_responses,
        blocks={
            "duel": (ops.Run(block="turn"),),
            "turn": (procedures.BeginTurn(), procedures.Phases(), procedures.EndTurn()),
            "play-phase": (procedures.OpenPlay(),),
            "signal": (
                procedures.TakeUp(),
                procedures.Announce(),
                ops.Commit(),
                procedures.PutOnChain(),
                procedures.Aftermath(),
            ),
        },
        could_respond=_after_triggers,
        deck_faults=_no_deck_faults,
        position_faults=_no_position_faults,
        over_rules=("life",),
    )


_games: dict[tuple[tuple[str, str], ...], Game] = {}


def trial_game(case: Case) -> Game:
    """The game of a case; the same value for the same readings."""
    key = (("G-97", case.order), *sorted(case.readings.items()))
    game = _games.get(key)
    if game is None:
        rules = trial_ruleset()
        game = _games[key] = build_game(rules, choose_readings(rules, dict(key)))
    return game


def lay(case: Case, game: Game | None = None) -> tuple[Duel, list[CardKey]]:
    """A closed duel at which the signal may be given, and the card of each trigger."""
    game = game or trial_game(case)
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    copies: dict[tuple[int, str], int] = {}
    pools: tuple[set[CardKey], set[CardKey]] = (set(), set())
    keys: list[CardKey] = []
    oid = 1

    def add(seat: int, code: str, kind: str) -> CardKey:
        nonlocal oid
        copies[seat, code] = copies.get((seat, code), 0) + 1
        count = copies[seat, code]
        key = card_key(Seat(seat), code if count == 1 else f"{code}/{count}")
        hidden = kind == "hand"
        name = zone(Seat(seat), kind)
        piece = Piece(oid, Seat(seat), key, shown=not hidden, face_up=not hidden)
        zones[name] = (*zones.get(name, ()), piece)
        if hidden:
            pools[seat].add(key)
        oid += 1
        return key

    add(case.turn_seat, "Signal", "hand")
    for one in case.triggers:
        code = _code(one.kind, one.event, one.timing, summons=one.summons_itself)
        keys.append(add(one.seat, code, "hand" if one.kind == "private" else "grave"))
    duel = replace(
        _start(case.turn_seat, game),
        readings=dict(game.readings),
        zones=zones,
        next_oid=oid,
        hidden=tuple(Hidden(frozenset(pool)) for pool in pools),
    )
    return duel, keys


_starts: dict[int, Duel] = {}


def _start(turn_seat: int, game: Game) -> Duel:
    """An empty table at the turn player's open play."""
    duel = _starts.get(turn_seat)
    if duel is None:
        machine = Machine(
            Duel(
                ruleset="trial",
                readings=dict(game.readings),
                players=(Player(1000), Player(1000)),
                turn=3,
                turn_seat=Seat(turn_seat),
                phase="main1",
                frames=(
                    Frame("turn", 1, {"next": "end", "seat": turn_seat}),
                    Frame("play-phase", 0, {"seat": turn_seat}),
                ),
                hidden=(Hidden(), Hidden()),
            ),
            game,
        )
        run(machine)
        duel = _starts[turn_seat] = machine.freeze()
    return duel


# A wanted order of links


def judge_order(case: Case, links: tuple[int, ...], game: Game | None = None) -> OrderVerdict:
    """Whether the triggers may go on the Chain as these links; others are declined.

    Every step goes through the judge. Of a refused order the rules are those of the first link
    that may not come where it is wanted.
    """
    game = game or trial_game(case)
    duel, keys = lay(case, game)
    numbers: dict[CardKey | None, int] = {key: index for index, key in enumerate(keys)}
    spoken: dict[Cited, None] = {}
    done: list[int] = []
    refusal: Verdict | None = None
    blocked: Verdict | None = None
    passed_over: dict[int, tuple[Verdict, tuple[int, ...]]] = {}
    action: Action = signal(case)
    lapsed: dict[str | None, Verdict] = {}
    while True:
        verdict = judge(duel, action, game)
        spoken.update(dict.fromkeys(verdict.cited))
        step = carry_out(duel, action, game)
        before, duel = duel, step.duel
        for lost in step.events:
            if isinstance(lost, Lapsed):
                cited = tuple(Cited(rule) for rule in lost.rules)
                lapsed[lost.piece.key] = Verdict(False, cited)
        for event in _activated(step.events):
            wanted = len(done) < len(links) and links[len(done)] == numbers.get(event.piece.key)
            if not wanted:
                cited = tuple(Cited(rule) for rule in event.rules)
                late = When("The triggers that go before it have been activated or declined.")
                return _verdict(refusal or Verdict(False, cited, (late,)), done)
            done.append(links[len(done)])
        decision = duel.decision
        if decision is None or decision.kind != "trigger":
            break
        if len(done) < len(links):
            wanted_action = _activation(case, keys, links[len(done)])
            verdict = judge(duel, wanted_action, game)
            if verdict.legal:
                action, refusal, blocked = wanted_action, None, None
                continue
            for index in links[len(done) + 1 :]:
                if judge(duel, _activation(case, keys, index), game).legal:
                    passed_over.setdefault(index, (verdict, tuple(done)))
                    blocked = blocked or verdict
            refusal = refusal or verdict
        if not decision.optional:
            return _verdict(refusal or judge(duel, Pass(), game), done)
        action = Pass()
    if len(done) < len(links):
        if links[len(done)] in passed_over:  # declined in favour of one that came too late
            return _verdict(*passed_over[links[len(done)]])
        wanted_action = _activation(case, keys, links[len(done)])
        why = (
            blocked
            or lapsed.get(wanted_action.card)
            or _why_not(before, duel, game, wanted_action)
        )
        return _verdict(why or refusal or Verdict(False, ()), done)
    return _verdict(Verdict(True, tuple(spoken)), done, responder(duel))


def _why_not(before: Duel, duel: Duel, game: Game, action: Activate) -> Verdict | None:
    """Why a trigger that was still waiting before the last answer is not asked for after it."""
    index = entry_for(before, game, action, range(len(before.waiting)))
    found = lookup(duel, action.card)
    if index is None or found is None:
        return None
    why = hindrances(duel, game, before.waiting[index], found[1])
    if not why:
        return None
    return Verdict(
        False,
        tuple(dict.fromkeys(cited for cited, _ in why)),
        tuple(dict.fromkeys(remedy for _, remedy in why)),
    )


def _activation(case: Case, keys: list[CardKey], index: int) -> Activate:
    one = case.triggers[index]
    code = _code(one.kind, one.event, one.timing, summons=one.summons_itself)
    return Activate(code.lower(), keys[index])


def _activated(events: tuple[AnyEvent, ...]) -> Iterator[Activated]:
    return (e for e in events if isinstance(e, Activated) and e.effect != "signal")


def responder(duel: Duel) -> Seat | None:
    """Who is asked first for a response to the Chain; None if there is none."""
    asked = duel.decision
    return asked.seat if asked is not None and asked.kind == "window" else None


def _verdict(verdict: Verdict, done: Sequence[int], responds: Seat | None = None) -> OrderVerdict:
    return OrderVerdict(
        legal=verdict.legal,
        rules=verdict.rules,
        readings=verdict.readings,
        remedies=verdict.remedies,
        links=tuple(done),
        responds=responds,
        verdict=verdict,
    )
