"""Other values of a frozen tree: whatever differs from it in one place.

Each comes with the place and with the statements that the changed node cites. What a ruleset
never asks of a node is left out, with the reason beside it (`Changes._is_silent`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from msgspec import Struct, structs

from duelmat_engine.effects import ops, procedures, terms
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.tables import Exit, SpeedRow
from duelmat_engine.rulesets.resummoned.priority import Priority
from duelmat_engine.rulesets.trigamon.steps import PutAwayRow

Rules = tuple[str, ...]


def _children(node: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(node, Struct):
        for name in node.__struct_fields__:
            yield name, getattr(node, name)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield field.name, getattr(node, field.name)


def with_field(node: Any, name: str, value: Any) -> Any:
    if isinstance(node, Struct):
        return structs.replace(node, **{name: value})
    return replace(node, **{name: value})


def _cites(node: Any, otherwise: Rules) -> Rules:
    """The statements that a node cites; `otherwise` if it cites nothing, not even a reading."""
    rules = getattr(node, "rules", ())
    rule = getattr(node, "rule", "") or getattr(node, "id", "")
    found = (*(rules if isinstance(rules, tuple) else ()), *((rule,) if rule else ()))
    return own_rules(found) if found else otherwise


def own_rules(rules: Iterable[str]) -> Rules:
    return tuple(r for r in rules if "-" in r and not r.startswith("G-"))


def cited_in(node: Any) -> Iterator[str]:
    """The statements that anything in a block cites."""
    if isinstance(node, tuple):
        for item in node:
            yield from cited_in(item)
    elif isinstance(node, Struct):
        yield from _cites(node, ())
        for _, value in _children(node):
            yield from cited_in(value)


_SIDES: Final = {
    "own": ("opposing",),
    "opposing": ("own",),
    "any": ("own",),
    "attacker": ("target",),
    "target": ("attacker",),
    "difference": ("attack",),
    "turn": ("other",),
    "when": ("if",),
    "if": ("when",),
}
"""Words that say whose or how, and what else they might say."""
_WORDS: Final = {"whose", "by", "by_whose", "damaged", "amount", "timing", "side"}
_OPEN: Final = {"cause", "move", "phase", "once_with"}
"""Texts that narrow something down: any other will do when they are empty."""
_LISTS: Final = {"destroyed", "positions", "zones", "acts", "to", "ways", "uses"}
"""Lists of names from which one may be missing."""


_ACTIVATED: Final = ("magic", "quick", "trap", "spell")
"""Uses of cards that are spent by being activated."""
_FROM_ANYWHERE: Final = ("magic", "quick", "trap", "declare", "cost", "flip", "start")
"""Uses whose place depends on the way in which the card is played."""
_WAYS_SAY_WHERE: Final = ("trump_king", "resummoned")
"""Rulesets whose ways fix from where any effect is used, whatever the effect says."""


class Changes:
    """Every other value that a part of this ruleset may have, but for what it never asks."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.exits = [leave for phase in rules.phases for leave in phase.exits]
        self.ons = [effect.on for effect in rules.effects.values() if effect.on is not None]
        self.causes = {word for on in self.ons for word in on.cause.split()}
        steps = [op for block in rules.blocks.values() for op in block]
        self.steps = {type(op) for op in steps}
        self.aims_anew = any(
            isinstance(op, procedures.MeetAttack) and op.aim_rules for op in steps
        )
        self.misses = any(policy_of(rules, r).missed_rules for r in all_readings(rules))

    def variants(self, node: Any, cited: Rules) -> Iterator[tuple[str, Rules, Any]]:
        """Every value that differs from this one in one place: where, whose statements, value."""
        cited = _cites(node, cited)
        for name, value in _children(node):
            if not self._is_silent(node, name, value):
                for where, touched, changed in self.of(name, value, cited):
                    yield f"{name}{where}", touched, with_field(node, name, changed)

    def of(self, name: str, value: Any, cited: Rules) -> Iterator[tuple[str, Rules, Any]]:
        """Every other value that the field of this name may have in one place."""
        if isinstance(value, bool):
            yield f"={not value}", cited, not value
        elif isinstance(value, int):
            yield "+1", cited, value + 1
            if value > 0:
                yield "-1", cited, value - 1
        elif isinstance(value, str):
            if name in _WORDS:
                for other in _SIDES.get(value, ()):
                    yield f"={other}", cited, other
            elif value and name in _OPEN:
                yield "=any", cited, ""
        elif isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type)):
            for where, touched, changed in self.variants(value, cited):
                yield f".{where}", touched, changed
            if name == "on":
                yield "=none", cited, None
        elif isinstance(value, tuple):
            yield from self._of_list(name, value, cited)

    def _of_list(
        self, name: str, value: tuple[Any, ...], cited: Rules
    ) -> Iterator[tuple[str, Rules, Any]]:
        if name == "once_per_turn" and value:
            yield "=off", own_rules(value), ()
        plain = bool(value) and isinstance(value[0], str)
        if plain and name not in _LISTS:
            return
        for index, item in enumerate(value):
            touched = _cites(item, tuple(dict.fromkeys(cited_in(item))) or cited)
            yield f"[{index}]-off", touched, (*value[:index], *value[index + 1 :])
            if plain:
                continue
            inner = isinstance(item, tuple)
            for where, of, changed in (
                self.of(name, item, cited) if inner else self.variants(item, cited)
            ):
                dot = "" if inner else "."
                yield f"[{index}]{dot}{where}", of, (*value[:index], changed, *value[index + 1 :])

    # What this ruleset never asks

    def _is_silent(self, node: Any, name: str, value: Any) -> bool:
        """Whether the field is never asked of such a node, or only for what it stays."""
        match node:
            case On():
                return self._is_silent_trigger(node, name, value)
            case Effect():
                return self._is_silent_effect(node, name)
            case Exit():  # a field that no exit sets is asked by none of the ways
                flag = name in ("ordered", "not_on_first_turn", "only_on_first_turn")
                return flag and not any(getattr(leave, name) for leave in self.exits)
            case SpeedRow():  # the kinds of a card say which of the uses its effects have
                return name == "uses" and bool(node.kinds)
            case terms.TraitOf():  # what nothing changes is what it was
                return name == "original" and node.trait not in self.rules.in_play.values
            case PutAwayRow():
                # in other zones every card lies open; to no other card is any attached
                return (name == "face_up" and node.to not in ("hand", "pile")) or (
                    name == "unless_attached" and "equip" not in node.kinds
                )
            case ops.Op():
                return self._is_silent_op(node, name)
        return False

    def _is_silent_trigger(self, on: On, name: str, value: Any) -> bool:
        match name:
            case "at_least":
                return on.event != "SeveralDestroyed"
            case "from_set":
                return on.part != "witness"
            case "flips":
                return on.part == "witness"
            case "whose":  # what befalls a card is asked of it where it lay: with its own player
                return value == "any" and on.part == "piece" and not on.to
            case "by_whose":  # what cannot lie face-down is activated by being played
                return value == "any" and on.event == "CardActivated" and self._lies_open(on)
            case "misses":
                return not self.misses
            case "timing":
                return all(not policy_of(self.rules, r).timings for r in all_readings(self.rules))
        return False

    def _lies_open(self, on: On) -> bool:
        """Whether all cards with this trigger are of the kind that never lies face-down."""
        names = {e.name for e in self.rules.effects.values() if e.on is on}
        cards = [c for c in self.rules.cards.values() if names & set(c.effects)]
        return all(self.rules.in_play.never_down in card.kinds for card in cards)

    def _is_silent_effect(self, effect: Effect, name: str) -> bool:
        by_itself = Priority in self.steps
        match name:
            case "mandatory":  # what happens by itself is never declined
                return effect.use != "trigger" or by_itself
            case "stays":  # asked where a used card is put away, or to say by which rules it stays
                asked = procedures.FinishLink in self.steps or self.rules.citations.stay.get(
                    effect.use
                )
                return effect.use not in _ACTIVATED or not asked
            case "unanswered":  # asked of links that may be answered
                return by_itself or effect.use in _UNCHAINED
            case "speed":
                return effect.use in _UNCHAINED or not self._has_a_speed_of_its_own(effect)
            case "zones":
                return self._says_nowhere(effect)
        return False

    def _has_a_speed_of_its_own(self, effect: Effect) -> bool:
        """Whether the table of speeds, where there is one, leaves out a card that has it."""
        cards = [c for c in self.rules.cards.values() if effect.name in c.effects]
        rows = [row for row in self.rules.in_play.speeds if effect.use in row.uses]
        by_table = cards and all(any({*r.kinds} <= {*c.kinds} for r in rows) for c in cards)
        return bool(self.rules.in_play.speeds) and not by_table

    def _says_nowhere(self, effect: Effect) -> bool:
        """Whether the zones of an effect are asked by nothing."""
        on = effect.on
        if effect.use == "continuous":  # a limit of the card itself holds wherever it lies
            others = effect.forbids or effect.negates or effect.alters
            return not others and all(limit.cards is None for limit in effect.restricts)
        if effect.use == "trigger":  # so has the card that a thing befalls its effect
            return on is not None and on.part != "witness" and "hand" not in effect.zones
        return effect.use in _FROM_ANYWHERE or self.rules.name in _WAYS_SAY_WHERE

    def _is_silent_op(self, op: ops.Op, name: str) -> bool:
        match op, name:
            case _, "move":  # what a summon is called when it is told
                return not any(on.move == getattr(op, name) for on in self.ons)
            case _, "cause":
                return getattr(op, name) not in self.causes
            case ops.Send(), "face_down":  # there every card lies hidden
                return op.to in ("hand", "pile")
            case ops.OrderPhase(), "plays":  # others end when their player ends them
                return not op.immediately
            case ops.Equip(), "outlives":  # asked by the reaction to a monster that has left
                return not any(r.kind == "attached" for r in self.rules.in_play.reactions)
            case procedures.DeclareAttack(), "watch":
                return not self.aims_anew
            case ops.Choose(), "aloud":  # of cards that lie open the choice is seen
                return not set(op.cards.zones) & set(self.rules.zones.hidden)
            case ops.Choose(), "target":
                return not self.rules.citations.target
        return False


_UNCHAINED: Final = ("continuous", "cost", "flip", "declare")
"""Uses of effects that never stand on the Chain."""


def all_readings(rules: Ruleset) -> list[dict[str, str]]:
    """The usual readings, and each of the others for itself."""
    usual = dict(default_readings(rules))
    return [usual, *({**usual, r.id: c} for r in rules.readings for c in r.choices)]


def policy_of(rules: Ruleset, readings: Mapping[str, str]) -> ChainPolicy:
    return rules.chain if isinstance(rules.chain, ChainPolicy) else rules.chain(readings)
