"""Chain policies: the order of simultaneous triggers and responses, as data.

chain.py reads it. A policy says in which *buckets* triggers of one window go on the Chain, what
the words "if", "when" and "as" of an effect mean, who may respond and how fast, and by which
statements. It never names a card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from duelmat_engine.catalogue import ReadingEntry
from duelmat_engine.effects.effect import Effect

Rules = tuple[str, ...]

Word = Literal["if", "when", "as"]
TriggerKind = Literal["mandatory", "public", "private"]
"""The sorts of triggers: mandatory, or optional of a card that all see, or only its player."""

Side = Literal["turn", "other", "each"]
"""The players of triggers: the turn player; the others, clockwise; or everybody by turns."""

Meaning = Literal["waits", "last", "interrupts", "joins"]
"""The meaning of a word of timing ("if", "when", "as") for an effect.

waits: it is activated when the next window comes.
last: so too, but it is lost if something else has happened since; unless it is mandatory.
interrupts: it is carried out the moment its condition is over, in the midst of what goes on.
joins: it is carried out together with its condition, and finds the cards as that found them.
"""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Triggers that go on the Chain before those of the next bucket."""

    side: Side
    mandatory: bool | None = None
    """None: both kinds."""
    secret: bool | None = None
    """Whether of cards that do not lie open to everybody; None: both kinds."""
    level: int = 0
    """Buckets of one level differ in whose turn it is only."""
    rules: Rules = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """The meaning of one word of timing, and the statements that give it."""

    meaning: Meaning = "waits"
    rules: Rules = ()


_WAITS = Timing()


@dataclass(frozen=True, slots=True)
class ChainPolicy:
    """The order of simultaneous triggers and responses."""

    buckets: tuple[Bucket, ...] = (
        Bucket("turn", mandatory=True),
        Bucket("other", mandatory=True),
        Bucket("turn", mandatory=False),
        Bucket("other", mandatory=False),
    )
    by_event: bool = False
    """Whether the triggers of an earlier event all go before those of a later one."""
    timings: Mapping[str, Timing] = field(default_factory=dict)
    """The meanings of "if", "when" and "as"; an absent word waits for the next window."""
    together: bool = False
    """Whether triggers that waited are used without a Chain, as one act."""
    staggered: bool = False
    """Whether an effect on several cards acts on one after another, in its player's order."""
    self_summons: Literal["", "player", "chain"] = ""
    """Within what at most one trigger may stand that can summon its own card from the hand."""

    # By which statements

    rules: Rules = ()
    """There is a window to respond in."""
    legal_rules: Rules = ()
    """Only triggers that may legally be activated count."""
    chain_rules: Rules = ()
    """The triggers that count form one Chain."""
    window_rules: Rules = ()
    """Triggers of one window compete; later ones wait for their own."""
    order_rules: Rules = ()
    """A later bucket waits for an earlier one: of another level, then of the same."""
    order_reading: str = ""
    event_rules: Rules = ()
    """Triggers of an earlier event, or of a word that comes earlier, go first."""
    choice_rules: Rules = ()
    """A player with several in a bucket orders them."""
    decline_rules: Rules = ()
    """A player may decline an optional trigger."""
    missed_rules: Rules = ()
    """An effect misses its timing."""
    missed_reading: str = ""
    kept_rules: Rules = ()
    """A trigger that has not missed its timing is activated where another has."""
    limit_rules: Rules = ()
    """The limit on self-summons: for all, for two different effects, for a card elsewhere."""
    limit_reading: str = ""
    exempt_rules: Rules = ()
    """Effects that are no triggers do not fall under it."""
    open_hand_rules: Rules = ()
    """A card in a hidden zone that an effect lays open counts as public."""
    contrast_rules: Rules = ()
    """Cited where a private trigger goes on a Chain otherwise than if it counted as public."""
    fast_rules: Rules = ()
    """After triggers, responses; and who has the first chance."""
    pass_rules: Rules = ()
    """A player may let a window pass; empty: the rules of the window say so."""
    turn_rules: Rules = ()
    """The player who may answer a link first; empty: the rules of the window say so."""
    complete_rules: Rules = ()
    """Added where every bucket has given a link."""
    resolve_rules: Rules = ()
    """The order in which the Chain resolves."""
    act_rules: Rules = ()
    """The order in which players act where all have to act, and that it counts as one moment."""
    together_rules: Rules = ()
    """Several triggers are used as one act."""
    stagger_rules: Rules = ()
    """An effect on several cards acts on one after another."""
    foretold_rules: Rules = ()
    """An act that is foretold ("would") of several is foretold of all simultaneously."""
    several_rules: Rules = ()
    """Several in rapid succession count as simultaneous."""

    def first(self, *, own: bool, mandatory: bool, secret: bool) -> int:
        """The first bucket that takes such a trigger, of the turn player (`own`) or of others."""
        sides = ("each", "turn" if own else "other")
        for index, bucket in enumerate(self.buckets):
            fits = bucket.mandatory in (None, mandatory) and bucket.secret in (None, secret)
            if fits and bucket.side in sides:
                return index
        return len(self.buckets)

    def timing(self, word: str) -> Timing:
        return self.timings.get(word, _WAITS)

    def timing_of(self, effect: Effect) -> Timing:
        """The meaning of an effect's word of timing; an effect without one waits."""
        return _WAITS if effect.on is None else self.timing(effect.on.timing)


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerOrder:
    """An order of simultaneous triggers that is asked about without named cards."""

    chain: ChainPolicy | Callable[[Mapping[str, str]], ChainPolicy] | None = None
    """The chain policy of a game of nothing but triggers; None: the ruleset itself is played."""
    readings: tuple[ReadingEntry, ...] = ()
    """The readings of that game."""
    chosen: Mapping[str, str] = field(default_factory=dict)
    """The values of those that make this order."""
    asked: tuple[str, ...] = ()
    """Those on which it depends besides."""
    words: tuple[Word, ...] = ("if", "when")
    """The words of timing that it tells apart."""
    kinds: tuple[TriggerKind, ...] = get_args(TriggerKind)
    limits_summons: bool = False
    """Whether it limits triggers that summon their own card."""
