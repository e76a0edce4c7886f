"""Whether what is printed on a card fits its ruleset: its name, its kinds and its values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from duelmat_engine.cardfiles.card_form import placed
from duelmat_engine.cardfiles.form import FormFault, shown
from duelmat_engine.cardfiles.toml_places import Path
from duelmat_engine.cards import Card, Printed
from duelmat_engine.effects import terms
from duelmat_engine.effects.effect import Effect
from duelmat_engine.ruleset.game import Ruleset

_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")


def printed_faults(card: Card, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Yield what no card of this ruleset prints, or what it would have to print, as faults."""
    if card.code.strip() and not _CODE.fullmatch(card.code):
        expected = "letters, digits, - and _, up to 32 of them"
        yield FormFault((*path, "code"), expected, shown(card.code))
    if not card.name.strip():
        yield FormFault((*path, "name"), "a text that is not empty", '""')
    yield from _values(card, path, rules)
    played = rules.printing.as_played(card)
    types = [kind for kind in played.kinds if kind in rules.printing.types]
    if rules.printing.types and len(types) != 1:
        expected = f"exactly one of {', '.join(rules.printing.types)}"
        place: Path = (*path, "kinds") if card.kinds else path
        yield FormFault(place, f"{expected} among its kinds", ", ".join(types) or "none of them")
    else:
        yield from _astray(card, types, path, rules)
        yield from _elsewhere(played, path, rules)
        yield from _left_out(played, path, rules)


def _astray(card: Card, types: list[str], path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Kinds that no card of this type counts as."""
    for index, kind in enumerate(card.kinds):
        for of in types:
            fitting = rules.printing.types[of]
            if (
                fitting
                and kind not in (of, *fitting)
                and (not rules.printing.kinds or kind in rules.printing.kinds)
            ):
                expected = f"what a {of} may count as: {', '.join(fitting)}"
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
            only = " or ".join(printed.on)
            got = f"it on a card of the kinds {', '.join(card.kinds)}"
            expected = f"{printed.name} only on a card of the kind {only}"
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
    kinds = ", ".join(dict.fromkeys(kind for printed in missing for kind in printed.on))
    order = [printed.name for printed in rules.printing.traits]
    names = dict.fromkeys(
        " or ".join(sorted((p.name, *p.instead), key=order.index)) for p in missing
    )
    got = f"only {', '.join(card.traits)}" if card.traits else "no traits"
    place: Path = (*path, "traits") if card.traits else path
    expected = f"the traits of a card of the kind {kinds}: {', '.join(names)}"
    yield FormFault(place, expected if kinds else f"the traits {', '.join(names)}", got)


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
                    expected = "a trait that is a number"
                    yield FormFault((*here, "name"), expected, f"{shown(name)}, a text")
                continue
            case _:
                continue
        for place, value in values:
            if not known[name].takes(value):
                yield FormFault(place, known[name].said(), shown(value))
