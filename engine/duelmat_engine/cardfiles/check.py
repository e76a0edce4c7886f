"""Whether cards and effects fit a ruleset: names that exist and are bound, and belong to nobody.

A file is read by card_form.py for its form; here every name in it is looked up, and what is bound
is followed from step to step. What a card prints and what an effect says is checked by shape.py.
Everything that is wrong comes in one CardFileError.

Effects end: none runs itself by `run`, and none sets itself off for ever. It sets another off
where that one is mandatory and waits for what its steps bring about without fail. Only what can
go on without end counts: cards are drawn and destroyed until there are none, and life lost ends
the duel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from importlib.resources import files
from typing import Final

from duelmat_engine.cardfiles import card_form
from duelmat_engine.cardfiles.form import (
    FILLED,
    KINDS,
    CardFileError,
    Faults,
    Form,
    FormFault,
    near,
    toml_tables,
)
from duelmat_engine.cardfiles.shape import printed_faults, shape_faults
from duelmat_engine.cards import Card
from duelmat_engine.catalogue import readings, statements, with_parts
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import GIVEN_CARDS, GIVEN_NUMBERS, Effect, On
from duelmat_engine.effects.terms import Bound
from duelmat_engine.effects.texts import CAUSES, OWN_TEXT, USES, WINDOWS
from duelmat_engine.events import LifeChanged
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_message import Text, filled, listed, named, say, slot
from duelmat_parsing import Path, toml_lines
from duelmat_parsing.structs import place_of, shown

Known = Mapping[str, tuple[Text, frozenset[str]]]
"""By what is named: how that is called, and all of it that there is."""
_MOST_NAMES: Final = 24
"""The most names that a message lists; of more it says only what they are."""
_OWN: Final = {"code": say("a code of its own"), "name": say("a name of its own")}
_SORTS: Final = {"number": KINDS[float], "text": KINDS[str]}
"""The values besides cards to which a name may be bound."""
_BRINGS: Final[Mapping[type[ops.Op], str]] = {
    ops.Gain: "LifeChanged",
    ops.Shuffle: "Shuffled",
    ops.Look: "Looked",
    ops.TurnCards: "Turned",
    ops.Reposition: "Turned",
}
"""The operations that can be done for ever, and the event that each brings about."""
_RUNS: Final = say("{one} runs {other}", one=slot("one"), other=slot("other"))
_SETS_OFF: Final = say("{one} sets off {other}", one=slot("one"), other=slot("other"))


def parse_cards(
    text: str,
    source: str = "cards",
    ruleset: Ruleset | None = None,
    wider: Mapping[str, Ruleset] | None = None,
) -> card_form.CardFile:
    """The cards of a TOML text, checked against a ruleset.

    Without a ruleset they are checked against the one that the file names; `wider` has rulesets
    with further cards, by the names of those that they stand in for. CardFileError lists every
    fault with its line.
    """
    data = toml_tables(text, source, CardFileError)
    read = card_form.CardFileReader(data)
    faults = list(read.faults)
    if ruleset is None and isinstance(data.get("ruleset"), str):
        name = Form(data, (), faults).one_of("ruleset", ruleset_names())
        ruleset = ((wider or {}).get(name) or find_ruleset(name)) if name else None
    if ruleset is not None:
        faults += card_faults(read, ruleset)
    if faults:
        raise CardFileError(faults).placed(toml_lines(text), source)
    return read.file


def card_faults(read: card_form.CardFileReader, rules: Ruleset) -> list[FormFault]:
    """Return all faults of these cards against the ruleset, with their paths in the file."""
    broken = {fault.path[:2] for fault in read.faults}
    sound = {path: made for path, made in read.made.items() if path not in broken}
    cards = {path: card for path, card in sound.items() if isinstance(card, Card)}
    effects = {path: effect for path, effect in sound.items() if isinstance(effect, Effect)}
    by_name = {**rules.effects, **{e.name: e for e in effects.values()}}
    faults = [
        *_unknown_names(read.mentions, _known(read, rules)),
        *_twice("code", {path: card.code for path, card in cards.items()}),
        *_twice("name", {path: effect.name for path, effect in effects.items()}),
        *_taken(cards, effects, rules),
        *_cycle_faults(effects, by_name),
    ]
    for path, card in cards.items():
        faults += printed_faults(card, path, by_name, rules)
    for path, effect in effects.items():
        bearers = [card for card in cards.values() if effect.name in card.effects]
        faults += shape_faults(effect, path, rules, bearers)
        faults += _bindings(effect, read.mentions, path)
    return faults


# Names


def _known(read: card_form.CardFileReader, rules: Ruleset) -> Known:
    cards = (*rules.cards.values(), *read.file.card)
    effects = (*rules.effects, *read.effects)
    blocks = (f"{name}/{part}" for name in effects for part in ("announce", "resolve"))
    cited = (OWN_TEXT, *(s.id for s in statements()), *with_parts(r.id for r in readings()))
    traits = [p.name for p in rules.printing.traits] or [t for c in cards for t in c.traits]
    kinds = rules.printing.kinds or [k for c in cards for k in c.kinds]
    found: dict[str, tuple[Text, Iterable[str]]] = {
        "rule": (say("a statement of the rule documents"), cited),
        "reading": (say("a reading of the ruleset"), (r.id for r in rules.readings)),
        "effect": (say("an effect of this file or the ruleset"), effects),
        "zone": (say("a kind of zone"), (*rules.zones.rows, *rules.zones.piles)),
        "trait": (say("a trait"), traits),
        "kind": (say("a kind of card"), kinds),
        "block": (say("a block"), (*rules.blocks, *blocks)),
        "use": (say("a use of an effect"), rules.printing.uses or USES),
        "phase": (say("a phase"), rules.named_phases),
        "window": (say("something that can be answered"), WINDOWS),
        "cause": (say("a cause"), CAUSES["Moved"]),
        "move": (say("a move to the field"), _moves(read, rules)),
    }
    return {what: (said, frozenset(names)) for what, (said, names) in found.items()}


def _moves(read: card_form.CardFileReader, rules: Ruleset) -> Iterator[str]:
    """The moves by which cards come to the field: of the rules, and those that effects name."""
    yield from (move.name for move in rules.moves(rules, default_readings(rules)))
    yield from (mention.name for mention in read.mentions if mention.what == "new move")
    for struct in card_form.walk((*rules.blocks.values(), *rules.effects.values())):
        if isinstance(struct, ops.SummonSpecially | ops.SummonTopOfPile | ops.PutOnField):
            yield struct.move
    yield "flip-summon"


def _unknown_names(mentions: Iterable[card_form.Mention], known: Known) -> Faults:
    for what, name, path in mentions:
        if name and what in known and name not in known[what][1]:
            wanted, names = known[what][0], sorted(known[what][1])
            if len(names) <= _MOST_NAMES:
                wanted = say("{wanted}: {names}", wanted=wanted, names=listed(names, ","))
            yield FormFault(path, wanted, near(name, names))


def _twice(key: str, names: Mapping[Path, str]) -> Faults:
    seen: dict[str, Path] = {}
    for path, name in names.items():
        if not name.strip():
            yield FormFault((*path, key), FILLED, shown(name))
        elif name in seen:
            first = place_of(seen[name])
            got = say("{name} again, as in {first}", name=shown(name), first=first)
            yield FormFault((*path, key), _OWN[key], got)
        seen.setdefault(name, path)


def _taken(cards: Mapping[Path, Card], effects: Mapping[Path, Effect], rules: Ruleset) -> Faults:
    """Yield faults for codes and names that the ruleset itself has for something else."""
    title = named("ruleset", rules.title)
    for path, card in cards.items():
        known = rules.cards.get(card.code)
        if known is not None and known != rules.printing.as_played(card):
            code, name = shown(card.code), named("card", known.name)
            got = say("{code}, which is {card} of {ruleset}", code=code, card=name, ruleset=title)
            yield FormFault((*path, "code"), _OWN["code"], got)
    for path, effect in effects.items():
        other = rules.effects.get(effect.name)
        if other is not None and other != effect:
            same = shown(effect.name)
            got = say("{name}, which is another effect of {ruleset}", name=same, ruleset=title)
            yield FormFault((*path, "name"), _OWN["name"], got)


# What is bound


def _bindings(effect: Effect, mentions: list[card_form.Mention], path: Path) -> Faults:
    """Names that are used before anything is bound to them, or for the wrong sort of thing."""
    sorts = dict.fromkeys(GIVEN_CARDS, "cards") | dict.fromkeys(GIVEN_NUMBERS, "number")
    if effect.on is None:
        sorts.pop("event", None)
    if effect.on is None or effect.on.event != LifeChanged.__name__:
        sorts.pop("change", None)
    for what, name, where in mentions:
        if where[: len(path)] != path or not name:
            continue
        if what.startswith("binds "):
            sorts[name] = what.removeprefix("binds ")
        elif what in ("bound", "bound cards"):
            if name not in sorts:
                got = near(name, sorts)
                if name == "event":
                    got = say("{name}, which only a trigger has", name=shown(name))
                wanted = say("one of {names}, bound before", names=listed(sorted(sorts), ","))
                yield FormFault(where, wanted, got)
            elif what == "bound cards" and sorts[name] != "cards":
                got = say("{name}, {sort}", name=shown(name), sort=_SORTS[sorts[name]])
                yield FormFault(where, say("cards bound before"), got)


# Whether effects end


def _cycle_faults(own: Mapping[Path, Effect], effects: Mapping[str, Effect]) -> Faults:
    """Yield faults for the effects of a file, by their places, that would never end."""
    runs = {name: tuple(_runs(effect)) for name, effect in effects.items()}
    forced = [effect for effect in effects.values() if _is_forced(effect)]
    sets_off = {
        e.name: tuple(o.name for o in forced if any(_meets(op, o.on) for op in e.resolve))
        for e in forced
    }
    for path, effect in own.items():
        for ways, verb in ((runs, _RUNS), (sets_off, _SETS_OFF)):
            circle = _circle(effect.name, ways)
            if circle:
                expected = say("an effect {name} that ends", name=effect.name)
                got = reduce(lambda one, other: filled(verb, one=one, other=other), circle)
                yield FormFault(path, expected, got)


def _runs(effect: Effect) -> Iterator[str]:
    for op in card_form.walk((effect.announce, effect.resolve)):
        if isinstance(op, ops.Run):
            yield op.block.partition("/")[0]


def _is_forced(effect: Effect) -> bool:
    """Whether nothing but its event is asked before the effect is carried out, ever again."""
    free = not (effect.needs or effect.once_per_turn or effect.once_with)
    return effect.use == "trigger" and effect.mandatory and effect.on is not None and free


def _meets(op: ops.Op, on: On | None) -> bool:
    """Whether a step that is always carried out brings about what an effect waits for."""
    if on is None or _BRINGS.get(type(op)) != on.event or on.that or on.falls or on.flips:
        return False
    if on.cause and "effect" not in on.cause.split():
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


def _circle(start: str, ways: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
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


# What comes with a ruleset


def card_texts(ruleset: str) -> dict[str, str]:
    """The packaged card files of a ruleset: name of the file to its text."""
    folder = files("duelmat_engine") / "rulesets" / ruleset / "cards"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {f.name: f.read_text("utf-8") for f in found if f.name.endswith(".toml")}


@cache
def packaged_cards(ruleset: str) -> card_form.CardFile:
    """Return all packaged cards and effects of a ruleset; a test looks up the names in them."""
    read = [card_form.read_cards(text, name) for name, text in card_texts(ruleset).items()]
    cards = tuple(card for file in read for card in file.card)
    effects = tuple(effect for file in read for effect in file.effect)
    return card_form.CardFile(ruleset, cards, effects)
