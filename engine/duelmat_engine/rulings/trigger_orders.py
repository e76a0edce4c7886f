"""Cases about the order of simultaneous triggers, without named cards.

A `Case` lists triggers: whose, mandatory or not, of a public or a private card, and which of two
events sets them off. `lay` makes a duel at which the turn player gives the signal that brings
both events about; from there on everything goes through `judge` and `apply` as in any duel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace as remade
from functools import lru_cache
from typing import Final, Literal

from duelmat_engine.actions import Action, Activate
from duelmat_engine.brief import Brief
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.terms import Bound
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.moves.sources import hand
from duelmat_engine.names import CardKey, Seat, card_key, key_code, zone
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.chain_policy import TriggerKind, TriggerOrder, Word
from duelmat_engine.ruleset.game import Game, MoveKind, Question, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, Zones
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.ruleset.tables import BattleTable, Phase
from duelmat_engine.state import Duel
from duelmat_message import say


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
    ruleset: str = "ocg"
    order: str = "ocg"
    """One of the orders that the ruleset has."""
    turn_seat: int = 0
    readings: Mapping[str, str] = {}
    """Further readings of Simultaneous effects, by G id."""


# The game in which cases are played


_EVENTS: Final[ops.Block] = (ops.Gain(amount=1), ops.Pay(amount=1))
"""The first event and the last one."""


def _code(number: int) -> str:
    """The code of a trigger's card; chains are listed in the order of these codes."""
    return f"Trigger{number + 1:02}"


def _cards(triggers: tuple[Trigger, ...]) -> tuple[dict[str, Card], dict[str, Effect]]:
    """The cards of these triggers and of the signal, and the effects of the triggers."""
    cards = {"Signal": Card("Signal", "the signal")}
    effects: dict[str, Effect] = {}
    for number, one in enumerate(triggers):
        code = _code(number)
        cards[code] = Card(code, "a trigger", effects=(code.lower(),))
        effects[code.lower()] = Effect(
            name=code.lower(),
            use="trigger",
            rules=(),
            text="A trigger.",
            zones=("hand", "grave") if one.summons_itself else (_zone_kind(one),),
            on=On(
                event="LifeChanged",
                part="witness",
                cause="effect" if one.event == 1 else "cost",
                timing=one.timing,
            ),
            mandatory=one.kind == "mandatory",
            resolve=(ops.SummonSpecially(cards=Bound("self")),) if one.summons_itself else (),
        )
    return cards, effects


def _zone_kind(one: Trigger) -> str:
    """The kind of the zone in which the card of a trigger lies."""
    return "hand" if one.kind == "private" else "grave"


def signal(case: Case) -> Activate:
    """Return the action that brings the events about."""
    return Activate("signal", card_key(Seat(case.turn_seat), "Signal"))


def _give(q: Question) -> Iterator[Action]:
    if q.piece is not None and q.piece.code == "Signal":
        yield Activate("signal", str(q.piece.key))


_SIGNAL: Final = MoveKind(
    name="signal",
    permitted_by=(),
    takes=lambda action: isinstance(action, Activate) and action.effect == "signal",
    sources=hand,
    actions=_give,
    block="signal",
)


def _alone(order: TriggerOrder, triggers: tuple[Trigger, ...]) -> Ruleset:
    """A ruleset of nothing but these triggers, in this order."""
    assert order.chain is not None
    cards, effects = _cards(triggers)
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
    """The game of a case; the same value for the same triggers, order and readings."""
    readings = tuple(sorted(case.readings.items()))
    return _game(case.ruleset, case.order, case.triggers, readings)


@lru_cache(maxsize=64)
def _game(
    ruleset: str, name: str, triggers: tuple[Trigger, ...], readings: tuple[tuple[str, str], ...]
) -> Game:
    base = find_ruleset(ruleset)
    order = base.trigger_orders[name]
    if order.chain is not None:
        rules = _alone(order, triggers)
    else:  # the signal happens without a Chain
        cards, effects = _cards(triggers)
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
    keys: list[CardKey] = []
    for number, one in enumerate(case.triggers):
        zones.setdefault(zone(Seat(one.seat), _zone_kind(one)), []).append(Placed(_code(number)))
        keys.append(card_key(Seat(one.seat), _code(number)))
    duel = position(game.rules.name, zones, turn_seat=case.turn_seat, phase="main1", game=game)
    return duel, keys


def activation(key: CardKey) -> Activate:
    """The answer that puts the trigger of a card on the Chain."""
    return Activate(key_code(key).lower(), key)
