"""Cases about the order of simultaneous triggers, without named cards.

A `Case` lists triggers: whose, mandatory or not, of a public or a private card, and which of two
events sets them off. `lay` makes a duel at which the turn player gives the signal that brings
both events about; from there on everything goes through `judge` and `apply` as in any duel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace as remade
from functools import cache
from itertools import product
from typing import Final, Literal, get_args

from duelmat_engine.actions import Action, Activate
from duelmat_engine.brief import Brief
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.forms.position import Placed, lay_cards
from duelmat_engine.names import CardKey, Seat, ZoneName, card_key, key_code, zone
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.chain_policy import TriggerKind, TriggerOrder, Word
from duelmat_engine.ruleset.game import Game, MoveKind, Question, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, Zones
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.ruleset.tables import BattleTable, Phase
from duelmat_engine.rulings.battles import begin_at
from duelmat_engine.state import Duel, Hidden, Piece, replace
from duelmat_message import say

KINDS: Final[tuple[TriggerKind, ...]] = get_args(TriggerKind)


def known_orders() -> dict[str, tuple[str, ...]]:
    """Return the orders by which triggers compete, by ruleset, the usual one first."""
    orders = {name: tuple(find_ruleset(name).trigger_orders) for name in ruleset_names()}
    return {name: own for name, own in orders.items() if own}


class Trigger(Brief, frozen=True, kw_only=True):
    """One trigger of a case."""

    seat: int
    kind: TriggerKind
    event: Literal[1, 2] = 2
    """The event that sets it off: the first of the two, or the last to happen."""
    timing: Word = "if"
    summons_itself: bool = False
    """Whether it can Special Summon its own card from the hand."""


class Case(Brief, frozen=True, kw_only=True):
    """Triggers that are set off together, and the rules under which they compete."""

    triggers: tuple[Trigger, ...]
    order: str = "ocg"
    ruleset: str = ""
    """The ruleset that has this order; empty: the first one that has."""
    turn_seat: int = 0
    readings: Mapping[str, str] = {}
    """Further readings of Simultaneous effects, by G id."""


# The game in which cases are played


def _code(kind: str, event: int, timing: str, number: int) -> str:
    """The code of a trigger's card; those that summon themselves are numbered from 1."""
    return f"{kind.title()}{timing.title()}{event}{f'Self{number}' if number else ''}"


_EVENTS: Final[ops.Block] = (ops.Gain(amount=1), ops.Pay(amount=1))
"""The first event and the last one."""


@cache
def _triggers(summoners: int = 0) -> tuple[dict[str, Card], dict[str, Effect]]:
    """The cards of all triggers and of the signal, and the effects of the triggers.

    Of each sort so many summon themselves, besides one that does not.
    """
    cards = {"Signal": Card("Signal", "the signal")}
    effects: dict[str, Effect] = {}
    sorts = product(KINDS, (1, 2), get_args(Word), range(summoners + 1))
    for kind, event, timing, number in sorts:
        code = _code(kind, event, timing, number)
        zones = ("hand", "grave") if number else ("hand",) if kind == "private" else ("grave",)
        cause = "effect" if event == 1 else "cost"
        effects[code.lower()] = Effect(
            name=code.lower(),
            use="trigger",
            rules=(),
            text="A trigger.",
            zones=zones,
            on=On(event="LifeChanged", part="witness", cause=cause, timing=timing),
            mandatory=kind == "mandatory",
            resolve=(ops.SummonSpecially(card="self"),) if number else (),
        )
        cards[code] = Card(code, "a trigger", effects=(code.lower(),))
    return cards, effects


def _numbered(case: Case) -> list[int]:
    """Return each trigger's number within its sort; 0 if it does not summon itself."""
    counts: Counter[Trigger] = Counter()
    numbers = []
    for one in case.triggers:
        counts[one] += 1
        numbers.append(counts[one] if one.summons_itself else 0)
    return numbers


def signal(case: Case) -> Activate:
    """Return the action that brings the events about."""
    return Activate("signal", card_key(Seat(case.turn_seat), "Signal"))


def _in_hand(q: Question) -> Iterator[tuple[str, Piece]]:
    name = zone(q.seat, "hand")
    return ((name, piece) for piece in q.duel.zones.get(name, ()) if piece.code == "Signal")


def _give(q: Question) -> Iterator[Action]:
    if q.piece is not None:
        yield Activate("signal", str(q.piece.key))


_SIGNAL: Final = MoveKind(
    name="signal",
    permitted_by=(),
    takes=lambda action: isinstance(action, Activate) and action.effect == "signal",
    sources=_in_hand,
    actions=_give,
    block="signal",
)


def _alone(order: TriggerOrder, summoners: int) -> Ruleset:
    """A ruleset of nothing but triggers, in this order; so many summon themselves."""
    assert order.chain is not None
    cards, effects = _triggers(summoners)
    give = Effect(
        name="signal",
        use="magic",
        rules=(),
        text="Brings two events about, one after the other.",
        zones=("hand",),
        resolve=_EVENTS,
    )
    chained = (procedures.PutOnChain(), procedures.ResolveChain())
    return Ruleset(
        name="trigger-orders",
        title="Trigger orders",
        prefix="SEG",
        life=1000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=("pile", "hand", "grave", "banished", "play"),
            field=("m", "s"),
        ),
        cards=cards,
        effects={**effects, "signal": give},
        phases=(Phase("main1", say("Main Phase"), (), "play-phase", "end"),),
        battle=BattleTable(()),
        chain=order.chain,
        readings=order.readings,
        moves=lambda *_: (_SIGNAL,),
        blocks={
            "duel": (ops.Run(block="turn"),),
            "signal": (procedures.TakeUp(), procedures.Announce(), ops.Commit(), *chained),
        },
        # When triggers stand on the Chain everybody is asked, and a case ends there.
        could_respond=lambda world, *_: any(link.trigger for link in world.chain),
        citations=CoreCitations(over=("life",)),
    )


def orders_game(case: Case) -> Game:
    """The game of a case; the same value for the same order, readings and number of summoners."""
    summoners = max(_numbered(case), default=0)
    ruleset = case.ruleset or next(n for n, own in known_orders().items() if case.order in own)
    return _game(ruleset, case.order, summoners, tuple(sorted(case.readings.items())))


@cache
def _game(ruleset: str, name: str, summoners: int, readings: tuple[tuple[str, str], ...]) -> Game:
    base = find_ruleset(ruleset)
    order = base.trigger_orders[name]
    if order.chain is not None:
        rules = _alone(order, summoners)
    else:  # the signal happens without a Chain
        cards, effects = _triggers(summoners)
        rules = remade(
            base,
            cards={**base.cards, **cards},
            effects={**base.effects, **effects},
            moves=lambda *given: (_SIGNAL, *base.moves(*given)),
            blocks={**base.blocks, "signal": (ops.Commit(), *_EVENTS)},
        )
    return build_game(rules, choose_readings(rules, {**dict(readings), **order.chosen}))


def lay(case: Case) -> tuple[Duel, list[CardKey]]:
    """A closed duel at which the signal may be given, and the card of each trigger."""
    game = orders_game(case)
    zones: dict[str, list[Placed]] = {zone(Seat(case.turn_seat), "hand"): [Placed("Signal")]}
    places: list[tuple[ZoneName, int]] = []
    for one, number in zip(case.triggers, _numbered(case), strict=True):
        code = _code(one.kind, one.event, one.timing, number)
        name = zone(Seat(one.seat), "hand" if one.kind == "private" else "grave")
        row = zones.setdefault(name, [])
        places.append((name, len(row)))
        row.append(Placed(code))
    start = begin_at(game, Seat(case.turn_seat), "main1")
    laid, _, next_oid = lay_cards(game, zones, start.turn)
    hands = (laid.get(zone(Seat(seat), "hand"), ()) for seat in range(2))
    hidden = tuple(Hidden(frozenset(p.key for p in hand if p.key)) for hand in hands)
    keys = (laid[name][index].key for name, index in places)
    duel = replace(start, zones=laid, next_oid=next_oid, hidden=hidden)
    return duel, [key for key in keys if key is not None]


def activation(key: CardKey) -> Activate:
    """The answer that puts the trigger of a card on the Chain."""
    return Activate(key_code(key).lower(), key)
