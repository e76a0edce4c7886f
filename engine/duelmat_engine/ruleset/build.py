"""Building the game of a ruleset: its readings fixed, rules switched off, cards added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain as chained
from typing import Final

from duelmat_engine.cards import Card
from duelmat_engine.catalogue import with_parts
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect, binds_others
from duelmat_engine.effects.terms import AmongBound, Bound, Cards
from duelmat_engine.errors import UnknownNameError, find_named
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.state import Local, Piece
from duelmat_message import say


def default_readings(ruleset: Ruleset) -> dict[str, str]:
    return {r.id: r.choices[0] for r in ruleset.readings}


def choose_readings(ruleset: Ruleset, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return all readings of a ruleset, with the chosen ones set to the value given."""
    values = default_readings(ruleset)
    by_id = {r.id: r for r in ruleset.readings}
    for name, value in chosen.items():
        choices = find_named(say("reading"), name, by_id).choices
        if value not in choices:
            what = say("choice of reading {reading}", reading=name)
            raise UnknownNameError(what, value, choices)
        values[name] = value
    return values


def _reaches_others(effect: Effect) -> bool:
    """Whether a continuous effect does something to other cards or players."""
    return bool(effect.negates or effect.forbids or effect.alters or binds_others(effect))


def build_game(
    rules: Ruleset, readings: Mapping[str, str], disabled: frozenset[str] = frozenset()
) -> Game:
    """The game of a ruleset value: one that is not registered, with further cards say.

    A reading that is off takes all its parts with it.
    """
    disabled = with_parts(disabled)
    chain = rules.chain if isinstance(rules.chain, ChainPolicy) else rules.chain(readings)
    blocks = core_blocks(rules, chain)
    for name, block in rules.blocks.items():
        blocks |= _nested(name, block)
    for effect in rules.effects.values():
        blocks |= _nested(f"{effect.name}/announce", effect.announce)
        blocks |= _nested(f"{effect.name}/resolve", effect.resolve)
    triggers: dict[str, set[str]] = {}
    witnesses: dict[str, tuple[Effect, ...]] = {}
    for effect in rules.effects.values():
        if effect.on is not None and effect.use == "trigger":
            triggers.setdefault(effect.on.event, set()).add(effect.name)
            if effect.on.part == "witness":
                seen = witnesses.get(effect.on.event, ())
                witnesses[effect.on.event] = (*seen, effect)
    lasting: dict[str, tuple[Effect, ...]] = {}
    for code, card in rules.cards.items():
        own = [e for e in map(rules.effects.__getitem__, card.effects) if e.use == "continuous"]
        if effects := tuple(filter(_reaches_others, own)):
            lasting[code] = effects
    face_down = rules.in_play.face_down if disabled.isdisjoint(rules.citations.face_down) else {}
    return Game(
        rules=rules,
        readings=dict(readings),
        disabled=disabled,
        moves=tuple(move.without(disabled) for move in rules.moves(rules, readings)),
        responses=tuple(move.without(disabled) for move in rules.responses(rules, readings)),
        blocks=blocks,
        triggers={event: frozenset(names) for event, names in triggers.items()},
        lasting=lasting,
        limits_others=any(e.forbids or binds_others(e) for each in lasting.values() for e in each),
        negates_others=any(e.negates for each in lasting.values() for e in each),
        quick_zones=frozenset(
            z for e in rules.effects.values() if e.use == "quick-effect" for z in e.zones
        ),
        altering=frozenset(e.name for e in rules.effects.values() if e.alters),
        live_kinds=frozenset(rules.zones.field).union(
            *(e.zones for e in rules.effects.values() if e.use == "continuous")
        ),
        chain=chain,
        joins=any(timing.meaning == "joins" for timing in chain.timings.values()),
        witnesses=witnesses,
        self_summoners=frozenset(e.name for e in rules.effects.values() if _summons_itself(e)),
        lenders=frozenset(e.name for e in rules.effects.values() if _lends(e)),
        blanks={kind: Card("", "", kinds=(what,)) for kind, what in face_down.items()},
    )


def _nested(name: str, block: ops.Block) -> dict[str, ops.Block]:
    """A block and, under names of their own, the blocks inside it."""
    found = {name: block}
    for step, op in enumerate(block):
        if isinstance(op, ops.If):
            found |= _nested(f"{name}/{step}.then", op.then)
            found |= _nested(f"{name}/{step}.otherwise", op.otherwise)
        elif isinstance(op, ops.Offer):
            for use in op.uses:
                found |= _nested(f"{name}/{step}.{use.name}", use.block)
        elif isinstance(op, ops.EachPlayer):
            found |= _nested(f"{name}/{step}.each", op.block)
    return found


def with_cards(ruleset: Ruleset, cards: Iterable[Card], effects: Iterable[Effect] = ()) -> Ruleset:
    """The same ruleset with further cards and effects."""
    return replace(
        ruleset,
        cards={**ruleset.cards, **{c.code: ruleset.printing.as_played(c) for c in cards}},
        effects={**ruleset.effects, **{e.name: e for e in effects}},
    )


def switched(game: Game, disabled: frozenset[str]) -> Game:
    """The game with these rules off where effects and cards ask; its moves are as they were."""
    return replace(game, disabled=with_parts(disabled))


LEFT: Final = Local("left", tuple[Piece, ...])
"""Of cards that are acted on one by one: those to which it has not come."""
NEXT: Final = Local("next", tuple[Piece, ...])
"""The card that is next; empty: it has to be chosen."""

DISCARDED: Final = Local("discarded", tuple[Piece, ...])
"""The cards of a hand that were chosen to be discarded."""

ACTIVATED: Final[ops.Block] = (procedures.Announce(), ops.Commit(), procedures.PutOnChain())
"""An effect is announced, can no longer be taken back, and goes on the Chain."""


def core_blocks(rules: Ruleset, chain: ChainPolicy) -> dict[str, ops.Block]:
    """Blocks by name; a ruleset may have its own under the same name."""
    blocks: dict[str, ops.Block] = {
        "turn": (procedures.BeginTurn(), procedures.Phases(), procedures.EndTurn()),
        "play-phase": (procedures.OpenPlay(),),
        "trigger": (procedures.Announce(), procedures.PutOnChain()),
        "immediate": (procedures.Interrupt(),),
        "resolve-link": (procedures.Resolve(), procedures.FinishLink()),
        "carry-out": (procedures.Announce(), procedures.Resolve(), procedures.FinishLink()),
    }
    if chain.staggered:
        zones = rules.zones
        kinds = tuple(k for k in (*zones.rows, *zones.piles) if k not in zones.hidden)
        left = Cards(kinds, "any", (AmongBound(name=LEFT.name),))
        blocks["one-by-one"] = (
            procedures.BeginNext(),
            ops.Choose(bind=NEXT.name, cards=left, rules=chain.stagger_rules),
            procedures.ActOnNext(),
        )
    return blocks


def _lends(effect: Effect) -> bool:
    """Whether it holds a monster as long as its card is equipped to it."""
    return any(isinstance(op, ops.TakeControl) and op.while_equipped for op in _steps(effect))


def _steps(effect: Effect) -> Iterator[ops.Op]:
    """Yield the steps of its resolution, with those inside of others."""
    return chained.from_iterable(_nested("", effect.resolve).values())


def _summons_itself(effect: Effect) -> bool:
    """Whether it can Special Summon its own card from the hand."""
    steps = _steps(effect)
    itself = any(isinstance(op, ops.SummonSpecially) and op.cards == Bound("self") for op in steps)
    return itself and "hand" in effect.zones
