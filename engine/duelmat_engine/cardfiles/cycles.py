"""Whether effects end: none runs itself, and none sets itself off for ever.

An effect runs another by `run`. It sets another off where that one is mandatory and waits for
what its steps bring about without fail. Only what can go on without end counts: cards are drawn
and destroyed until there are none, and life lost ends the duel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Final

from duelmat_engine.cardfiles.card_form import walk
from duelmat_engine.cardfiles.form import FormFault
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.terms import Bound
from duelmat_engine.ruleset.game import Ruleset
from duelmat_message import filled, say, slot

_BRINGS: Final[Mapping[type[ops.Op], str]] = {
    ops.Gain: "LifeChanged",
    ops.Shuffle: "Shuffled",
    ops.Look: "Looked",
    ops.TurnCards: "Turned",
    ops.Reposition: "Turned",
}
"""The operations that can be done for ever, and the event that each brings about."""
_BY_EFFECT: Final = "effect"
_RUNS: Final = say("{one} runs {other}", one=slot("one"), other=slot("other"))
_SETS_OFF: Final = say("{one} sets off {other}", one=slot("one"), other=slot("other"))
Ways = Mapping[str, tuple[str, ...]]


def cycle_faults(own: Mapping[int, Effect], rules: Ruleset) -> Iterator[FormFault]:
    """Yield faults for the effects of a file, by their indices, that would never end."""
    effects = {**rules.effects, **{e.name: e for e in own.values()}}
    runs = {name: tuple(_runs(name, effect)) for name, effect in effects.items()}
    forced = [effect for effect in effects.values() if _is_forced(effect)]
    sets_off = {
        e.name: tuple(o.name for o in forced if any(_meets(op, o.on) for op in e.resolve))
        for e in forced
    }
    for index, effect in own.items():
        for ways, verb in ((runs, _RUNS), (sets_off, _SETS_OFF)):
            circle = _circle(effect.name, ways)
            if circle:
                expected = say("an effect {name} that ends", name=effect.name)
                got = reduce(lambda one, other: filled(verb, one=one, other=other), circle)
                yield FormFault(("effect", index), expected, got)


def _runs(name: str, effect: Effect) -> Iterator[str]:
    for op in walk((effect.announce, effect.resolve)):
        if isinstance(op, ops.Run):
            yield op.block.replace("{effect}", name).partition("/")[0]


def _is_forced(effect: Effect) -> bool:
    """Whether nothing but its event is asked before the effect is carried out, ever again."""
    free = not (effect.needs or effect.once_per_turn or effect.once_with)
    return effect.use == "trigger" and effect.mandatory and effect.on is not None and free


def _meets(op: ops.Op, on: On | None) -> bool:
    """Whether a step that is always carried out brings about what an effect waits for."""
    if on is None or _BRINGS.get(type(op)) != on.event or on.that or on.falls or on.flips:
        return False
    if on.cause and _BY_EFFECT not in on.cause.split():
        return False
    match op:
        case ops.Gain(amount=amount):
            return amount != 0 and on.whose != "opposing"
        case ops.Shuffle(whose=whose):
            return on.whose in ("any", whose)
        case (
            ops.TurnCards(cards=Bound(name="self"), position="other")
            | ops.Reposition(cards=Bound(name="self"), to="other")
            | ops.Look()
        ):
            return on.whose != "opposing"
        case _:
            return False


def _circle(start: str, ways: Ways) -> tuple[str, ...]:
    """The way from an effect back to itself; () if there is none."""
    found: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while found:
        way = found.pop()
        for name in ways.get(way[-1], ()):
            if name == start:
                return (*way, start)
            if name not in seen:
                seen.add(name)
                found.append((*way, name))
    return ()
