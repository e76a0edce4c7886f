"""What effects and procedures do, one frozen tagged struct for each operation.

A *block* is a tuple of operations carried out in order. execute.py carries them out, one at a
time, on the top frame of the duel; an operation that needs an answer leaves a decision behind
and goes on when the answer has come. No operation serves a single card.
"""

from __future__ import annotations

from msgspec import Struct

from duelmat_engine.terms import Amount, Bound, Cards, Condition, Need, Whose


class Op(Struct, frozen=True, tag=True):
    """The base of all operations."""


Block = tuple[Op, ...]


# Choosing


class Choose(Op, frozen=True, kw_only=True):
    """Have a player choose cards, one after another, and bind them."""

    bind: str
    cards: Cards
    count: Amount = 1
    by: Whose = "own"
    rules: tuple[str, ...] = ()
    aloud: bool = True
    """Whether everybody sees the choice; a card chosen from a hand to go back unseen is not."""


class ChooseNumber(Op, frozen=True, kw_only=True):
    """Have the player choose an amount: a multiple of `multiple` from `low` to `high`."""

    bind: str
    low: Amount
    high: Amount
    multiple: int = 1
    rules: tuple[str, ...] = ()


class ChooseName(Op, frozen=True, kw_only=True):
    """Have the player choose one of these names."""

    bind: str
    names: tuple[str, ...]
    rules: tuple[str, ...] = ()


class ChooseAtRandom(Op, frozen=True, kw_only=True):
    """Let chance choose."""

    bind: str
    cards: Cards
    count: int
    rules: tuple[str, ...] = ()


class Offer(Op, frozen=True, kw_only=True):
    """Have the player choose one of several uses of a bound card, of those that are possible."""

    name: str
    card: str
    uses: tuple[Use, ...]
    rules: tuple[str, ...] = ()


class Use(Struct, frozen=True):
    """One use in an Offer: possible when every need holds and its block can be carried out."""

    name: str
    block: tuple[Op, ...]
    needs: tuple[Need, ...] = ()


# Life


class Pay(Op, frozen=True, kw_only=True):
    """Pay life as a cost."""

    amount: Amount
    rules: tuple[str, ...] = ()


class Damage(Op, frozen=True, kw_only=True):
    amount: Amount
    whose: Whose = "opposing"
    rules: tuple[str, ...] = ()


class Gain(Op, frozen=True, kw_only=True):
    amount: Amount
    rules: tuple[str, ...] = ()


# Cards


class Destroy(Op, frozen=True, kw_only=True):
    """Destroy all these cards at once."""

    cards: Cards | Bound
    bind: str = ""
    """Binds those that were in fact destroyed."""
    rules: tuple[str, ...] = ()


class Send(Op, frozen=True, kw_only=True):
    """Move cards to their owners' zones of this kind, all at once."""

    cards: Cards | Bound
    to: str
    cause: str = "effect"
    rules: tuple[str, ...] = ()


class Draw(Op, frozen=True, kw_only=True):
    """Draw this many cards, or as many as there are; binds how many were drawn."""

    amount: Amount
    bind: str = "drawn"
    whose: Whose = "own"
    rules: tuple[str, ...] = ()


class Look(Op, frozen=True, kw_only=True):
    """Look at this many cards from the top of one's own pile, or as many as there are."""

    amount: Amount
    bind: str
    rules: tuple[str, ...] = ()


class Show(Op, frozen=True, kw_only=True):
    """Show bound cards to everybody."""

    card: str
    rules: tuple[str, ...] = ()


class Shuffle(Op, frozen=True, kw_only=True):
    whose: Whose = "own"
    rules: tuple[str, ...] = ()


class SummonSpecially(Op, frozen=True, kw_only=True):
    """Special Summon a bound card to its player's field; zone and position are chosen there."""

    card: str
    whose: Whose = "own"
    positions: tuple[str, ...] = ("attack", "defense")
    way: str = "effect-summon"
    rules: tuple[str, ...] = ()


class SummonTopOfPile(Op, frozen=True, kw_only=True):
    """Special Summon the top card of the pile, if that is possible."""

    whose: Whose
    way: str = "effect-summon"
    rules: tuple[str, ...] = ()


class SetCard(Op, frozen=True, kw_only=True):
    """Set a bound card face-down in a free spell/trap zone."""

    card: str
    rules: tuple[str, ...] = ()


class ActivateBound(Op, frozen=True, kw_only=True):
    """Carry out a bound card's own magic effect at once, then send it to the Graveyard."""

    card: str
    uses: tuple[str, ...]
    rules: tuple[str, ...] = ()


# Flow


class If(Op, frozen=True, kw_only=True):
    when: Condition
    then: tuple[Op, ...]
    otherwise: tuple[Op, ...] = ()


class Run(Op, frozen=True, kw_only=True):
    """Carry out another block: `{effect}` stands for the effect bound in the frame."""

    block: str


# Procedures of play


class Commit(Op, frozen=True):
    """From here on the announcement cannot be taken back."""


class Arrive(Op, frozen=True, kw_only=True):
    """Bring the card of a Play to its zone, face-up as a summon or face-down as a Set."""

    summon: str
    """"normal", "special" or "" for a Set."""
    marks: tuple[str, ...] = ()
    """Bound names that are marked on the card: what was declared for it."""
    rules: tuple[str, ...] = ()


class Spend(Op, frozen=True, kw_only=True):
    """Use up something that a player has once a turn."""

    name: str


class Declare(Op, frozen=True):
    """Run what the card's own text wants declared as it is summoned."""


class TakeUp(Op, frozen=True, kw_only=True):
    """Turn the activated card face-up where it lies, or bring it from the hand to be seen."""

    rules: tuple[str, ...] = ()


class Announce(Op, frozen=True):
    """Run the announcement of the effect bound in the frame."""


class PutOnChain(Op, frozen=True):
    """Make the announced effect the next link of the Chain."""


class Resolve(Op, frozen=True):
    """Carry out the effect that has left the Chain, unless it is negated."""


class FinishLink(Op, frozen=True):
    """Send a used magic or trap away."""


class Aftermath(Op, frozen=True):
    """Let triggers and responses come, and resolve the Chain, until nothing is left."""


class DeclareAttack(Op, frozen=True, kw_only=True):
    rules: tuple[str, ...] = ()


class MeetAttack(Op, frozen=True, kw_only=True):
    """Go on only if attacker and target are still there; turn a face-down target face-up."""

    rules: tuple[str, ...] = ()
    flip_rules: tuple[str, ...] = ()


class Battle(Op, frozen=True):
    """Calculate damage by the ruleset's battle table, check life, destroy."""


class ChangePosition(Op, frozen=True, kw_only=True):
    rules: tuple[str, ...] = ()
    flip_rules: tuple[str, ...] = ()


# Setup and turns


class Deal(Op, frozen=True, kw_only=True):
    """Shuffle every pile and draw the opening hands, unseen."""

    count: int
    rules: tuple[str, ...] = ()


class DecideFirst(Op, frozen=True, kw_only=True):
    """Ask who goes first; hands may be looked at afterwards."""

    rules: tuple[str, ...] = ()


class BeginTurn(Op, frozen=True):
    """Count the turn and forget what held for the last one only."""


class Phases(Op, frozen=True):
    """Go through the phases of a turn."""


class DrawForTurn(Op, frozen=True, kw_only=True):
    rules: tuple[str, ...] = ()


class OpenPlay(Op, frozen=True):
    """Let the turn player act until they go on to another phase."""


class EndTurn(Op, frozen=True):
    """Hand the turn over."""
