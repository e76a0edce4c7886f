"""Operations of effects, one frozen tagged struct for each; procedures.py has other steps.

A *block* is a tuple of operations carried out in order. execute.py carries them out, one at a
time, on the top frame of the duel; an operation that needs an answer leaves a decision behind
and goes on when the answer has come. No operation serves a single card.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_engine.effects import texts
from duelmat_engine.effects.terms import Amount, Bound, Cards, Condition, How, Need, Whose


class Op(Struct, frozen=True, tag=texts.kebab, tag_field="do", gc=False):
    """The base of all operations."""


class Citing(Op, frozen=True, kw_only=True):
    """The base of those that cite the rules by which they are carried out."""

    rules: tuple[texts.RuleName, ...] = ()


class OnCards(Citing, frozen=True, kw_only=True):
    """The base of those that act on cards, chosen before or all that there are."""

    cards: Cards | Bound


class Procedure(Op, frozen=True):
    """The base of those that are steps of play: rulesets use them, cards do not."""


Block = tuple[Op, ...]


# Choosing


class Choose(Citing, frozen=True, kw_only=True):
    """Have a player choose cards, one after another, and bind them."""

    bind: texts.BindsCards
    cards: Cards
    count: Amount = 1
    by: Whose = "own"
    aloud: bool = True
    """Whether everybody sees the choice; a card chosen from a hand to go back unseen is not."""
    target: bool = False
    """Whether the cards are targets: they have to be valid still when the effect resolves."""


class ChooseNumber(Citing, frozen=True, kw_only=True):
    """Have the player choose an amount: a multiple of `multiple` from `low` to `high`."""

    bind: texts.BindsNumber
    low: Amount
    high: Amount
    multiple: int = 1
    reading: texts.ReadingName = ""
    """The reading by which zero is no such multiple."""


class ChooseName(Citing, frozen=True, kw_only=True):
    """Have the player choose one of these names."""

    bind: texts.BindsText
    names: tuple[str, ...]


class ChooseAtRandom(Citing, frozen=True, kw_only=True):
    """Let chance choose."""

    bind: texts.BindsCards
    cards: Cards
    count: int


class Offer(Citing, frozen=True, kw_only=True):
    """Have the player choose one of several uses of a bound card, of those that are possible."""

    name: str
    card: texts.BindsCards
    uses: tuple[Use, ...]


class Use(Struct, frozen=True, gc=False):
    """One use in an Offer: possible when every need holds and its block can be carried out."""

    name: str
    block: tuple[Op, ...]
    needs: tuple[Need, ...] = ()


# Life


class Pay(Citing, frozen=True, kw_only=True):
    """Pay life as a cost."""

    amount: Amount
    bind: texts.BindsNumber = "paid"


class Damage(Citing, frozen=True, kw_only=True):
    """A player, the opponent if nothing is said, loses so much life."""

    amount: Amount
    whose: Whose = "opposing"


class Gain(Citing, frozen=True, kw_only=True):
    """A player, the one whose effect it is if nothing is said, gains so much life."""

    amount: Amount
    whose: Whose = "own"


# Cards


class Destroy(OnCards, frozen=True, kw_only=True):
    """Destroy all these cards simultaneously."""

    bind: texts.BindsCards = ""
    """Binds those that were in fact destroyed."""


class Send(OnCards, frozen=True, kw_only=True):
    """Move cards to their owners' zones of this kind, simultaneously."""

    to: texts.ZoneKind
    cause: texts.CauseName = "effect"
    face_down: bool = False
    """Whether they lie face-down there, unseen."""
    bind: texts.BindsCards = ""
    """Binds them as they lie there now, where they were moved simultaneously."""
    into: Literal["owner", "own"] = "owner"
    """The player of the zone: each card's owner, or the player whose effect it is."""


class Draw(Citing, frozen=True, kw_only=True):
    """Draw this many cards, or as many as there are; binds how many were drawn."""

    amount: Amount
    bind: texts.BindsNumber = "drawn"
    whose: Whose = "own"


class Look(Citing, frozen=True, kw_only=True):
    """Look at this many cards from the top of one's own pile, or as many as there are."""

    amount: Amount
    bind: texts.BindsCards


class Show(Citing, frozen=True, kw_only=True):
    """Show bound cards to everybody."""

    card: texts.BoundCards


class Shuffle(Citing, frozen=True, kw_only=True):
    """Shuffle a pile."""

    whose: Whose = "own"


class SummonSpecially(OnCards, frozen=True, kw_only=True):
    """Special Summon cards one after another, as long as there is room: where is chosen then."""

    whose: Whose = "own"
    positions: tuple[Literal["attack", "defense", "face-down"], ...] = ("attack", "defense")
    """The positions of which one is chosen; face-down it is in Defense Position."""
    move: texts.NewMoveName = "effect-summon"
    bind: texts.BindsCards = ""
    """Binds those that came, as they lie now."""


class SummonTopOfPile(Citing, frozen=True, kw_only=True):
    """Special Summon the top card of the pile, if that is possible."""

    whose: Whose
    move: texts.NewMoveName = "effect-summon"
    reading: texts.ReadingName = ""
    """The reading by which it comes in Attack Position."""


class SetCard(Citing, frozen=True, kw_only=True):
    """Set a bound card face-down in a free spell/trap zone."""

    card: texts.BoundCards


class ActivateBound(Citing, frozen=True, kw_only=True):
    """Carry out a bound card's own magic effect immediately, then send it to the Graveyard."""

    card: texts.BoundCards
    uses: tuple[texts.UseName, ...]


# Cards on the field


class Tribute(OnCards, frozen=True, kw_only=True):
    """Stack these cards beneath this one; a card that would go beneath itself is sent away."""

    own_rules: tuple[texts.RuleName, ...] = ()
    """The rules by which a card that tributes itself goes to the Graveyard."""


class PutOnField(Citing, frozen=True, kw_only=True):
    """Bring bound cards to the field one after another: zone, face and position are chosen."""

    cards: texts.BoundCards
    whose: Whose = "own"
    row: texts.ZoneKind = ""
    """The row it goes to; empty: the one that fits the card."""
    face: Literal["up", "down", "either"] = "either"
    position: Literal["attack", "defense", "either"] = "either"
    down_rules: tuple[texts.RuleName, ...] = ()
    """The further rules by which it is laid face-down."""
    move: texts.NewMoveName = "effect-move"


class TurnCards(OnCards, frozen=True, kw_only=True):
    """Turn cards to another face or position, simultaneously."""

    face: Literal["", "up", "down"] = ""
    position: Literal["", "attack", "defense", "other"] = ""


class Unequip(OnCards, frozen=True, kw_only=True):
    """These cards are no longer equipped to anything."""


class Excavate(Citing, frozen=True, kw_only=True):
    """Show this many cards from the top of one's own pile to everybody, and bind them."""

    amount: Amount
    bind: texts.BindsCards


class Win(Citing, frozen=True, kw_only=True):
    """The player wins the duel, unless that player loses at the same time."""


# Values, positions, control


class ChangeValue(OnCards, frozen=True, kw_only=True):
    """Change a value of cards as long as they lie there, or until the end of this turn."""

    trait: texts.TraitName
    how: How
    amount: Amount = 0
    this_turn: bool = False


class Equip(Citing, frozen=True, kw_only=True):
    """Equip this card to a bound card, as long as both lie face-up."""

    to: texts.BoundCards
    card: texts.BoundCards = "self"
    outlives: bool = False
    """Whether the card stays when the other leaves the field or is turned face-down."""


class Reposition(OnCards, frozen=True, kw_only=True):
    """Turn cards to another position; "other" is the one in which they do not lie."""

    to: Literal["attack", "defense", "other", "face-down", "face-up"]
    force: bool = False
    """Whether it turns what a status would keep from turning."""
    force_rules: tuple[texts.RuleName, ...] = ()


class TakeControl(OnCards, frozen=True, kw_only=True):
    """Bring bound monsters over to one's own field, if there is room."""

    this_turn: bool = False
    """Whether they go back at the end of this turn."""
    while_equipped: bool = False
    """Whether they go back when this card is no longer equipped to them, or is negated."""


# Negating


class NegateSummon(Citing, frozen=True, kw_only=True):
    """The summons that the window is about do not succeed: their cards are destroyed."""


class NegateLink(Citing, frozen=True, kw_only=True):
    """The effect that this one answered is not carried out; its card may be destroyed."""

    destroy: bool = True


class NegateAttack(Citing, frozen=True, kw_only=True):
    """The attack that was declared leads to no battle."""

    end_phase: bool = False
    """Whether the Battle Phase ends with it."""


# Flow


class If(Op, frozen=True, kw_only=True):
    """Carry out one block if a condition holds, else another."""

    when: Condition
    then: tuple[Op, ...]
    otherwise: tuple[Op, ...] = ()


class Run(Op, frozen=True, kw_only=True):
    """Carry out another block: an effect's `NAME/announce` or `NAME/resolve`."""

    block: texts.BlockName


class EachPlayer(Citing, frozen=True, kw_only=True):
    """Have every player do this, the turn player first; it all counts as one moment."""

    block: tuple[Op, ...]


class Expose(OnCards, frozen=True, kw_only=True):
    """Lay these cards open where they are, in a hand say, for as long as they stay there."""


class Commit(Op, frozen=True):
    """From here on the announcement cannot be taken back."""


# Marks, turns and phases that effects bring about


class Mark(OnCards, frozen=True, kw_only=True):
    """Put a mark on cards: a status condition, a counter; the same mark does not add up."""

    name: str
    value: int | str = 1


class Unmark(OnCards, frozen=True, kw_only=True):
    """Take a mark away from cards."""

    name: str


class MarkPlayer(Citing, frozen=True, kw_only=True):
    """Note something that holds for a player until it is changed; an empty value ends it."""

    name: str
    value: int | str
    whose: Whose = "own"


class OrderPhase(Citing, frozen=True, kw_only=True):
    """Order a phase that a turn has not by itself.

    An immediate one comes when the Chain is over, and leads back to the phase in which it was
    ordered; otherwise it may be gone on to where the phases allow it.
    """

    phase: texts.PhaseName
    immediately: bool = False
    allows: tuple[str, ...] = ()
    """The moves that are open in it; empty: those of the phase."""
    plays: int = 0
    """After so many of them it ends by itself; 0: when its player ends it."""
    parameters: dict[str, int | str] = {}
    """Whatever else the text says of it."""


class Grant(Citing, frozen=True, kw_only=True):
    """Let the player use a right more often in this turn, or from elsewhere."""

    name: str
    count: int = 1


class CopyThings(OnCards, frozen=True, kw_only=True):
    """Make copies of these for oneself, in a zone of this kind, unless one has them already."""

    to: texts.ZoneKind
