"""How simultaneous triggers and responses are ordered: a chain policy is data.

chain.py reads it. A policy says in which *buckets* triggers of one window go on the Chain, what
the words "if", "when" and "as" of an effect mean, who may respond and how fast, and by which
statements. It never names a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Rules = tuple[str, ...]

Side = Literal["turn", "other", "each"]
"""Whose triggers: the turn player's; the others', clockwise; or everybody's by turns."""

Meaning = Literal["waits", "last", "interrupts", "joins"]
"""What a word of timing does to an effect.

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
    """What one word of timing means, by which statements."""

    meaning: Meaning = "waits"
    rules: Rules = ()


_WAITS = Timing()


@dataclass(frozen=True, slots=True)
class ChainPolicy:
    """How simultaneous triggers and responses are ordered."""

    buckets: tuple[Bucket, ...] = (
        Bucket("turn", mandatory=True),
        Bucket("other", mandatory=True),
        Bucket("turn", mandatory=False),
        Bucket("other", mandatory=False),
    )
    by_event: bool = False
    """Whether the triggers of an earlier event all go before those of a later one."""
    timings: Mapping[str, Timing] = field(default_factory=dict)
    """What "if", "when" and "as" mean; an absent word waits for the next window."""
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
    """Those that count form one Chain."""
    window_rules: Rules = ()
    """Triggers of one window compete; later ones wait for their own."""
    order_rules: Rules = ()
    """A later bucket waits for an earlier one: of another level, then of the same."""
    order_reading: str = ""
    event_rules: Rules = ()
    """Where the earlier event goes first, or the word that comes earlier."""
    choice_rules: Rules = ()
    """A player with several in a bucket orders them."""
    decline_rules: Rules = ()
    """What is optional may be declined."""
    missed_rules: Rules = ()
    """An effect misses its timing."""
    missed_reading: str = ""
    kept_rules: Rules = ()
    """What has not missed its timing is activated where another has."""
    limit_rules: Rules = ()
    """The limit on self-summons: for all, for two different effects, for a card elsewhere."""
    limit_reading: str = ""
    exempt_rules: Rules = ()
    """Effects that are no triggers do not fall under it."""
    open_hand_rules: Rules = ()
    """A card in a hidden zone that an effect lays open counts as public."""
    contrast_rules: Rules = ()
    """Told where a private trigger goes on a Chain otherwise than if it counted as public."""
    fast_rules: Rules = ()
    """After triggers, responses; and who has the first chance."""
    turn_rules: Rules = ()
    """Who has the chance to answer a link; else the rules of the window say so."""
    complete_rules: Rules = ()
    """Added where every bucket has given a link."""
    resolve_rules: Rules = ()
    """In which order the Chain resolves."""
    act_rules: Rules = ()
    """Who acts first where everybody has to act, and that it counts as one moment."""
    together_rules: Rules = ()
    """Several triggers are used as one act."""
    stagger_rules: Rules = ()
    """An effect on several cards acts on one after another."""
    foretold_rules: Rules = ()
    """What is foretold of them is foretold of all simultaneously."""
    several_rules: Rules = ()
    """Several in rapid succession count as simultaneous."""

    @property
    def joins(self) -> bool:
        """Whether some word has an effect find the cards as its condition found them."""
        return any(t.meaning == "joins" for t in self.timings.values())

    def places(self) -> dict[tuple[bool, bool], tuple[int, int]]:
        """The first bucket that takes a trigger: by whether it is the turn player's and whether it
        is mandatory, the bucket of a public card and that of a private one.
        """

        def first(own: bool, mandatory: bool, secret: bool) -> int:
            for index, bucket in enumerate(self.buckets):
                if (
                    bucket.mandatory in (None, mandatory)
                    and bucket.secret in (None, secret)
                    and bucket.side in ("each", "turn" if own else "other")
                ):
                    return index
            return len(self.buckets)

        both = (False, True)
        return {(o, m): (first(o, m, False), first(o, m, True)) for o in both for m in both}

    def timing(self, word: str) -> Timing:
        return self.timings.get(word, _WAITS)
