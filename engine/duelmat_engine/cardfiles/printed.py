"""Whether what is printed on a card fits its ruleset: its name, its kinds and its values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Final

from duelmat_engine.cardfiles.card_form import placed
from duelmat_engine.cardfiles.form import FILLED, KINDS, FormFault, shown
from duelmat_engine.cardfiles.toml_text import Path
from duelmat_engine.cards import Card, Printed
from duelmat_engine.effects import terms
from duelmat_engine.effects.effect import Effect
from duelmat_engine.ruleset.game import Ruleset
from duelmat_message import listed, say

_LONGEST: Final = 32
_CODE: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_-]{{0,{_LONGEST - 1}}}")


def printed_faults(card: Card, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Yield what no card of this ruleset prints, or what it would have to print, as faults."""
    if card.code.strip() and not _CODE.fullmatch(card.code):
        expected = say("letters, digits, - and _, up to {most} of them", most=_LONGEST)
        yield FormFault((*path, "code"), expected, shown(card.code))
    if not card.name.strip():
        yield FormFault((*path, "name"), FILLED, shown(card.name))
    yield from _values(card, path, rules)
    played = rules.printing.as_played(card)
    types = [kind for kind in played.kinds if kind in rules.printing.types]
    if rules.printing.types and len(types) != 1:
        all_types = listed(rules.printing.types, ",")
        expected = say("exactly one of {types} among its kinds", types=all_types)
        place: Path = (*path, "kinds") if card.kinds else path
        yield FormFault(place, expected, listed(types, ",") or say("none of them"))
    else:
        yield from _astray(card, types, path, rules)
        yield from _elsewhere(played, path, rules)
        yield from _left_out(played, path, rules)


def _astray(card: Card, types: list[str], path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Kinds that no card of this type counts as."""
    for index, kind in enumerate(card.kinds):
        for of in types:
            fitting = rules.printing.types[of]
            fits = listed(fitting, ",")
            if (
                fitting
                and kind not in (of, *fitting)
                and (not rules.printing.kinds or kind in rules.printing.kinds)
            ):
                expected = say("what a {kind} may count as: {kinds}", kind=of, kinds=fits)
                yield FormFault((*path, "kinds", index), expected, shown(kind))


def _values(card: Card, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Values that are none of theirs; their names are looked up with all others."""
    for printed in rules.printing.traits:
        value = card.trait(printed.name)
        if value is not None and not printed.takes(value):
            yield FormFault((*path, "traits", printed.name), printed.said(), shown(value))


def _elsewhere(card: Card, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Values that only cards of another kind print."""
    for printed in rules.printing.traits:
        if printed.name in card.traits and not _is_on(card, printed):
            only = listed(printed.on, "or")
            got = say("it on a card of the kinds {kinds}", kinds=listed(card.kinds, ","))
            expected = say(
                "{trait} only on a card of the kind {kind}", trait=printed.name, kind=only
            )
            yield FormFault((*path, "traits", printed.name), expected, got)


def _is_on(card: Card, printed: Printed) -> bool:
    return not printed.on or not set(printed.on).isdisjoint(card.kinds)


def _left_out(card: Card, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Values that every card of such a kind prints, and this one does not."""
    missing = [
        printed
        for printed in rules.printing.traits
        if printed.needed
        and _is_on(card, printed)
        and card.traits.keys().isdisjoint((printed.name, *printed.instead))
    ]
    if not missing:
        return
    kinds = listed(dict.fromkeys(kind for printed in missing for kind in printed.on), ",")
    order = [printed.name for printed in rules.printing.traits]
    either = (sorted((p.name, *p.instead), key=order.index) for p in missing)
    names = listed(dict.fromkeys(reduce(_or, each) for each in either), ",")
    only = say("only {traits}", traits=listed(card.traits, ","))
    expected = say("the traits {traits}", traits=names)
    if kinds:
        expected = say(
            "the traits of a card of the kind {kind}: {traits}", kind=kinds, traits=names
        )
    place: Path = (*path, "traits") if card.traits else path
    yield FormFault(place, expected, only if card.traits else say("no traits"))


def _or(one: str, other: str) -> str:
    return say("{one} or {other}", one=one, other=other)


def asked_faults(effect: Effect, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Values that an effect asks of cards, and that no card of this ruleset prints."""
    known = {printed.name: printed for printed in rules.printing.traits}
    for here, struct in placed(effect, path):
        match struct:
            case terms.Trait(name=name, value=value) if name in known:
                values: tuple[tuple[Path, int | str], ...] = (((*here, "value"), value),)
            case terms.TraitIn(name=name, values=several) if name in known:
                values = tuple(((*here, "values", i), v) for i, v in enumerate(several))
            case terms.AtMost(name=name) | terms.AtLeast(name=name) | terms.Least(name=name):
                if name in known and known[name].sort == "text":
                    got = say("{name}, {sort}", name=shown(name), sort=KINDS[str])
                    yield FormFault((*here, "name"), say("a trait that is a number"), got)
                continue
            case _:
                continue
        for place, value in values:
            if not known[name].takes(value):
                yield FormFault(place, known[name].said(), shown(value))
