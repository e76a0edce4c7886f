"""Whether what a card prints fits its ruleset, and what an effect says goes together.

Every word of it is known by now. Here it is asked whether such a card is ever printed, whether
such an effect could ever be used, and whether its steps could ever be carried out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Final, get_args
from typing import get_type_hints as hints_of

from duelmat_engine import events
from duelmat_engine.cardfiles.card_form import fields_of, placed, word_of
from duelmat_engine.cardfiles.form import FILLED, KINDS, NONE, Faults, FormFault, near, one_of
from duelmat_engine.cards import Card, Printed, Trait
from duelmat_engine.effects import ops, terms
from duelmat_engine.effects.effect import Alter, Effect, Forbid, On
from duelmat_engine.effects.texts import CAUSES, kebab
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.game import Ruleset, speed_row
from duelmat_engine.state import Piece
from duelmat_message import Text, listed, named, say
from duelmat_parsing import Path
from duelmat_parsing.structs import NOTHING, shown

_LONGEST: Final = 32
_CODE: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{_LONGEST - 1}}}")
_EVERY_EFFECT: Final = frozenset(
    ("name", "use", "rules", "text", "zones", "on", "mandatory", "speed", "needs", "once_per_turn")
)
"""Fields that say when and by whom, but not what an effect does."""
_PASSIVE: Final = "continuous"
"""The use of effects that apply by themselves."""
_PERMIT: Final = "flip"
"""The use of effects that only say when a face-down card may be turned up."""
_ANSWERING: Final = (
    *(ops.NegateSummon, ops.NegateLink, ops.NegateAttack),
    *(terms.InWindow, terms.Happened, terms.Answers),
)
"""Words about what an effect answers: in one that answers nothing they never apply."""
_FAST: Final = 2
"""The least speed of what is used in response."""
_TOLD_BY: Final = {
    **{key: (key,) for key in ("cause", "special", "move", "phase")},
    "whose": ("source", "place", "places", "seat"),
    "that": ("piece", "pieces"),
}
"""By key of `on`: the fields of an event of which one tells it."""
_OF_ONE: Final = {
    "to": "Moved",
    "from_field": "Moved",
    "flips": "Turned",
    "falls": "LifeChanged",
    "at_least": "SeveralDestroyed",
}
"""Keys of `on` that ask something of one event only."""
_PRINTED: Final = (
    *(terms.Kind, terms.NotKind, terms.Named, terms.Trait, terms.TraitIn, terms.TraitNamed),
    *(terms.AtLeast, terms.AtMost, terms.Shares, terms.SharesWithOne, terms.NotOne),
    *(terms.HasUse, terms.LacksUse),
)
"""Filters that ask what a card prints, wherever it lies."""
_WORDS: Final = tuple(word_of(kind) for kind in _PRINTED)
_APPLIES: Final = say("an operation that can apply")


def shape_faults(effect: Effect, path: Path, rules: Ruleset, bearers: Iterable[Card]) -> Faults:
    """Yield the faults that keep an effect from being used, or a step from being carried out.

    `bearers` are the cards of the file that have it.
    """
    yield from _keys(effect, path)
    if rules.printing.uses and effect.use not in rules.printing.uses:
        uses, title = listed(rules.printing.uses, ","), named("ruleset", rules.title)
        wanted = say("one of {uses}, the uses of {ruleset}", uses=uses, ruleset=title)
        yield FormFault((*path, "use"), wanted, shown(effect.use))
    if effect.on is not None:
        yield from _event(effect.on, (*path, "on"))
    answers = _answers(effect, rules, bearers)
    for here, struct in placed(effect, path):
        if isinstance(struct, ops.Op):
            yield from _step(struct, here, rules)
        changes = struct.trait if isinstance(struct, ops.ChangeValue | Alter) else None
        if changes is not None and changes not in rules.in_play.values:
            title, those = named("ruleset", rules.title), listed(rules.in_play.values, ",")
            those = those or say("there is none")
            wanted = say(
                "a value that changes in {ruleset} ({values})", ruleset=title, values=those
            )
            yield FormFault((*here, "trait"), wanted, shown(changes))
        if isinstance(struct, terms.Reads):
            yield from _choice(struct.reading, struct.value, (*here, "value"), rules)
        if isinstance(struct, Forbid):
            yield from _lying_filters(struct, here)
        if isinstance(struct, ops.TakeControl) and struct.while_equipped:
            yield from _held_without_equip(effect, struct, here)
        if isinstance(struct, _ANSWERING) and not answers:
            word, its = shown(word_of(type(struct))), _named(effect)
            got = say("{word} in {effect}, which is never used in response", word=word, effect=its)
            yield FormFault(here, say("a word that can apply"), got)
    yield from _asked(effect, path, rules)


def _keys(effect: Effect, path: Path) -> Faults:
    its = _named(effect)
    no_key = say("no such key in {effect}", effect=its)
    if effect.use == "trigger" and effect.on is None:
        wanted = say('the key "{key}" in {effect}: what sets it off', key="on", effect=its)
        yield FormFault(path, wanted, NOTHING)
    if effect.use != "trigger" and effect.on is not None:
        yield FormFault((*path, "on"), no_key, say("what sets a trigger off"))
    says = effect.announce or effect.resolve or effect.stays
    if effect.use not in (_PASSIVE, _PERMIT) and not says:
        wanted = say('the key "{key}" in {effect}: what it does', key="resolve", effect=its)
        yield FormFault(path, wanted, NOTHING)
    if effect.use == _PASSIVE:
        if effect.resolve:
            yield FormFault((*path, "resolve"), no_key, say("steps to resolve"))
        does = {key: f for key, _, f in fields_of(Effect) if f.name not in _EVERY_EFFECT}
        if all(getattr(effect, f.name) == f.default for f in does.values()):
            keys = listed(does, ",")
            wanted = say(
                "what it does, in one of the keys {keys} in {effect}", keys=keys, effect=its
            )
            yield FormFault(path, wanted, say("none of them"))


def _named(effect: Effect) -> Text:
    return say("{use} effect {name}", use=effect.use, name=effect.name)


# What sets it off


def _event(on: On, path: Path) -> Faults:
    """Keys that this event never answers, so that the effect would never be set off."""
    word = kebab(on.event)
    parts = event_parts(on.event)
    if on.part not in parts:
        fits = listed(parts, "or")
        wanted = say("{parts}, for {event} is no event of a card", parts=fits, event=word)
        if len(parts) > 1:
            wanted = say(
                "{parts}, for {event} tells of no card that did it", parts=fits, event=word
            )
        yield FormFault((*path, "part"), wanted, shown(on.part))
    fitting = event_keys(on.event)
    for key, _, field in fields_of(On):
        if not field.required and key not in fitting and getattr(on, field.name) != field.default:
            wanted = say("a key that says something of {event}", event=word)
            yield FormFault((*path, key), wanted, shown(key))
    causes = CAUSES.get(on.event, {})
    for cause in on.cause.split() if causes else ():
        if cause not in causes:
            yield FormFault((*path, "cause"), one_of(causes), near(cause, causes))


def event_parts(event: str) -> tuple[str, ...]:
    """The parts that a card may play in an event of this class."""
    fields = hints_of(getattr(events, event))
    agent = fields.get("by")
    did = agent is Piece or Piece in get_args(agent)
    return (*(("piece",) if "piece" in fields else ()), *(("by",) if did else ()), "witness")


def event_keys(event: str) -> tuple[str, ...]:
    """The keys of `on` that say something of an event of this class."""
    fields = getattr(events, event).__struct_fields__
    return tuple(
        key
        for key, _, field in fields_of(On)
        if _OF_ONE.get(field.name, event) == event
        and not set(_TOLD_BY.get(field.name, fields)).isdisjoint(fields)
    )


# Whether it could be carried out


def _answers(effect: Effect, rules: Ruleset, bearers: Iterable[Card]) -> bool:
    """Whether the effect may be used while something waits to be answered."""
    if effect.use == "trigger" or not rules.responses(rules, default_readings(rules)):
        return True
    cards = [rules.printing.as_played(card) for card in bearers]
    return any(speed_row(rules, effect, card)[0] >= _FAST for card in cards or (None,))


def _lying_filters(forbid: Forbid, path: Path) -> Faults:
    """Filters that a card never passes as what it prints, for its place is not asked."""
    for index, wanted in enumerate(forbid.that):
        if not isinstance(wanted, _PRINTED):
            expected = say("a filter on what a card prints: {words}", words=listed(_WORDS, ","))
            yield FormFault((*path, "that", index), expected, shown(word_of(type(wanted))))


def _held_without_equip(effect: Effect, op: ops.TakeControl, path: Path) -> Faults:
    """A hold that would be over before it begins, or that ends in two ways."""
    here = (*path, "while-equipped")
    if op.this_turn:
        expected = say("one of {names}", names=listed(("this-turn", "while-equipped"), ","))
        yield FormFault(here, expected, say("both"))
    if not any(isinstance(each, ops.Equip) for each in effect.resolve):
        expected = say("it in an effect that equips its card first, by equip")
        yield FormFault(here, expected, say("it in one that does not"))


def _choice(reading: str, value: str, path: Path, rules: Ruleset) -> Faults:
    choices = next((r.choices for r in rules.readings if r.id == reading), ())
    if choices and value not in choices:
        those = listed(choices, ",")
        wanted = say("one of {choices}, the choices of {reading}", choices=those, reading=reading)
        yield FormFault(path, wanted, near(value, choices))


def _step(op: ops.Op, path: Path, rules: Ruleset) -> Faults:
    word = shown(word_of(type(op)))
    one_or_more = say("1 or more for {word}", word=word)
    for key, _, field in fields_of(type(op)):
        value = getattr(op, field.name)
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            yield FormFault((*path, key), say("0 or more for {word}", word=word), str(value))
        if isinstance(value, terms.Cards) and not value.zones:
            wanted = say("at least one zone in the cards for {word}", word=word)
            yield FormFault((*path, key, "zones"), wanted, NONE)
    match op:
        case ops.Choose(count=0) | ops.ChooseAtRandom(count=0):
            yield FormFault((*path, "count"), one_or_more, str(0))
        case ops.ChooseNumber(multiple=0):
            yield FormFault((*path, "multiple"), one_or_more, str(0))
        case ops.ChooseNumber(low=int(low), high=int(high)) if low > high:
            wanted = say("{low} or more for {word}, as its low says", low=low, word=word)
            yield FormFault((*path, "high"), wanted, str(high))
        case ops.ChooseName(names=()):
            yield FormFault((*path, "names"), say("at least one name for {word}", word=word), NONE)
        case ops.Offer(uses=()):
            yield FormFault((*path, "uses"), say("at least one use for {word}", word=word), NONE)
        case ops.Draw() | ops.Look() | ops.Shuffle() | ops.SummonTopOfPile():
            if "pile" not in rules.zones.piles:
                yield FormFault(path, _APPLIES, say("{word} without a pile", word=word))
        case ops.SummonSpecially(positions=()):
            wanted = say("at least one position for {word}", word=word)
            yield FormFault((*path, "positions"), wanted, NONE)
        case ops.SetCard() if "s" not in rules.zones.rows:
            yield FormFault(path, _APPLIES, say("{word} in a game without such a row", word=word))
        case _:
            pass


# Which cards may have it


def _borne(card: Card, path: Path, effects: Mapping[str, Effect], rules: Ruleset) -> Faults:
    """Effects that a card of these kinds could never use."""
    kinds = rules.printing.as_played(card).kinds
    for index, name in enumerate(card.effects):
        use = effects[name].use if name in effects else ""
        fitting = rules.printing.uses.get(use, ())
        if fitting and not set(fitting).intersection(kinds):
            kind = listed(fitting, "or")
            wanted = say("the use {use} on a card of the kind {kind}", use=use, kind=kind)
            those = listed(kinds, ",") or NONE
            got = say("effect {name} on a card of the kinds {kinds}", name=name, kinds=those)
            yield FormFault((*path, "effects", index), wanted, got)


# What is printed


def printed_faults(
    card: Card, path: Path, effects: Mapping[str, Effect], rules: Ruleset
) -> Faults:
    """Yield what no card of this ruleset prints, or what it would have to print, as faults.

    `effects` are those that it may bear, by name.
    """
    if card.code.strip() and not _CODE.fullmatch(card.code):
        wanted = say("letters, digits, - and _, up to {most} of them", most=_LONGEST)
        yield FormFault((*path, "code"), wanted, shown(card.code))
    if not card.name.strip():
        yield FormFault((*path, "name"), FILLED, shown(card.name))
    for printed in rules.printing.traits:  # their names are looked up with all others
        if (value := card.trait(printed.name)) is not None:
            yield from _not_taken(printed, value, (*path, "traits", printed.name))
    played = rules.printing.as_played(card)
    types = [kind for kind in played.kinds if kind in rules.printing.types]
    if rules.printing.types and len(types) != 1:
        all_types = listed(rules.printing.types, ",")
        wanted = say("exactly one of {types} among its kinds", types=all_types)
        place: Path = (*path, "kinds") if card.kinds else path
        yield FormFault(place, wanted, listed(types, ",") or say("none of them"))
    else:
        for of in types:
            yield from _invalid_names(card, of, path, rules)
        yield from _elsewhere(played, path, rules)
        yield from _left_out(played, path, rules)
    yield from _borne(card, path, effects, rules)


def _not_taken(printed: Printed, value: Trait, path: Path) -> Faults:
    if not printed.takes(value):
        yield FormFault(path, printed.said(), shown(value))


def _invalid_names(card: Card, of: str, path: Path, rules: Ruleset) -> Faults:
    """Kinds that no card of this type counts as."""
    fitting = rules.printing.types[of]
    wanted = say("what a {kind} may count as: {kinds}", kind=of, kinds=listed(fitting, ","))
    for index, kind in enumerate(card.kinds):
        known = kind in (rules.printing.kinds or card.kinds)
        if fitting and known and kind not in (of, *fitting):
            yield FormFault((*path, "kinds", index), wanted, shown(kind))


def _elsewhere(card: Card, path: Path, rules: Ruleset) -> Faults:
    """Values that only cards of another kind print."""
    for printed in rules.printing.traits:
        if printed.name in card.traits and not _is_on(card, printed):
            trait, kind = printed.name, listed(printed.on, "or")
            got = say("it on a card of the kinds {kinds}", kinds=listed(card.kinds, ","))
            wanted = say("{trait} only on a card of the kind {kind}", trait=trait, kind=kind)
            yield FormFault((*path, "traits", printed.name), wanted, got)


def _is_on(card: Card, printed: Printed) -> bool:
    return not printed.on or not set(printed.on).isdisjoint(card.kinds)


def _left_out(card: Card, path: Path, rules: Ruleset) -> Faults:
    """Values that every card of such a kind prints, and this one does not."""
    needed = (p for p in rules.printing.traits if p.needed and _is_on(card, p))
    missing = [p for p in needed if card.traits.keys().isdisjoint((p.name, *p.instead))]
    if not missing:
        return
    kinds = listed(dict.fromkeys(kind for printed in missing for kind in printed.on), ",")
    order = [printed.name for printed in rules.printing.traits]
    either = (sorted((p.name, *p.instead), key=order.index) for p in missing)
    names = listed(dict.fromkeys(reduce(_or, each) for each in either), ",")
    only = say("only {traits}", traits=listed(card.traits, ","))
    wanted = say("the traits {traits}", traits=names)
    if kinds:
        wanted = say("the traits of a card of the kind {kind}: {traits}", kind=kinds, traits=names)
    place: Path = (*path, "traits") if card.traits else path
    yield FormFault(place, wanted, only if card.traits else say("no traits"))


def _or(one: str, other: str) -> str:
    return say("{one} or {other}", one=one, other=other)


def _asked(effect: Effect, path: Path, rules: Ruleset) -> Faults:
    """Values that an effect asks of cards, and that no card of this ruleset prints."""
    known = {printed.name: printed for printed in rules.printing.traits}
    for here, struct in placed(effect, path):
        match struct:
            case terms.Trait(name=name, value=value) if name in known:
                yield from _not_taken(known[name], value, (*here, "value"))
            case terms.TraitIn(name=name, values=values) if name in known:
                for index, value in enumerate(values):
                    yield from _not_taken(known[name], value, (*here, "values", index))
            case terms.AtMost(name=name) | terms.AtLeast(name=name) | terms.Least(name=name):
                if name in known and known[name].sort == "text":
                    got = say("{name}, {sort}", name=shown(name), sort=KINDS[str])
                    yield FormFault((*here, "name"), say("a trait that is a number"), got)
            case _:
                pass
