"""Magic, traps and monster effects: Setting, activating, and responding in a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from duelmat_engine.actions import Action, Activate
from duelmat_engine.effect import Effect
from duelmat_engine.evaluate import free_zones
from duelmat_engine.names import zone_kind
from duelmat_engine.possible import blocked_at, failing_needs, is_used_up
from duelmat_engine.question import Question, Rule, Way
from duelmat_engine.refs import ref_of
from duelmat_engine.ruleset import Ruleset
from duelmat_engine.rulesets.trump_king.limits import (
    MAIN,
    OWN_MAIN,
    QUIET,
    from_hand,
    hand,
    is_in,
    is_own,
    is_own_turn,
    is_play,
    not_forbidden,
    not_negated,
    own_face_up,
    own_scope,
    pays_nothing,
    phase_grant,
    places,
    play_of,
    row,
    rule,
    to_free,
)
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Do, Never, Remedy, When

MAGIC = ("magic", "quick")
QUICK = ("quick",)
TRAP = ("trap",)
PAID = ("ignition",)

SPECIAL_RANKS = (1, 2, 8, 9)
"""The ranks whose listed magic or trap effect replaces the ordinary ones (TK-110)."""

_NAMED = {"magic": "magic", "quick": "quick magic", "trap": "a trap"}

TURN_OVER = When("The turn in which it was Set is over.")
ROW_ROOM = When("One of your three magic/trap zones is free.")


def set_card() -> Way:
    def room(q: Question) -> bool:
        return bool(free_zones(q.duel, q.game, q.seat, "s"))

    return Way(
        name="set-card",
        grants=("TK-35", "TK-39", "TK-36b"),
        also=phase_grant,
        takes=is_play("set-card"),
        sources=hand,
        actions=places("set-card", "s", (True,), face_up=False),
        block="set-card",
        given=(from_hand("TK-35"),),
        moment=(*OWN_MAIN, rule("TK-36b", room, ROW_ROOM, "G-41")),
        action=(
            rule(
                "TK-35",
                lambda q: play_of(q).upright and not play_of(q).face_up,
                Do("Place it face-down and upright."),
            ),
            pays_nothing("TK-35"),
            to_free("s", "TK-36b", "G-41"),
        ),
    )


# Which effect is meant, and whether the card has it


def _effect(q: Question) -> Effect | None:
    return q.game.rules.effects.get(q.action.effect) if isinstance(q.action, Activate) else None


def _takes_use(rules: Ruleset, uses: tuple[str, ...]) -> Callable[[Action], bool]:
    names = {e.name for e in rules.effects.values() if e.use in uses}
    return lambda action: isinstance(action, Activate) and action.effect in names


def _has_it(q: Question) -> bool:
    effect = _effect(q)
    return q.card is None or effect is None or effect.name in q.card.effects


def _use_its_own(q: Question) -> Remedy:
    """What the card in question can be used for instead."""
    asked = _effect(q)
    assert q.card is not None and asked is not None
    uses = [q.game.rules.effects[name] for name in q.card.effects]
    own = [e for e in uses if e.use in (*MAGIC, *TRAP)]
    if not own:
        return Never("It has no such effect.", asked.rules[0])
    ways = [f"as {_NAMED[e.use]} ({e.text[:1].lower()}{e.text[1:].rstrip('.')})" for e in own]
    return Do(f"Use it {' or '.join(ways)}.")


def _listed_use(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    """The card has the effect that is named; which statement says so depends on the card."""

    def special(q: Question) -> bool:
        return q.card is not None and q.card.number("number") in SPECIAL_RANKS

    def joker(q: Question) -> bool:
        return q.card is not None and "joker" in q.card.kinds

    yield rule("TK-110", lambda q: _has_it(q) or not special(q), _use_its_own, "G-53")
    yield rule("TK-107", lambda q: _has_it(q) or not joker(q), _use_its_own, "G-53")
    for effect in rules.effects.values():
        if effect.use not in uses:
            continue

        def holds(q: Question, name: str = effect.name) -> bool:
            asked = _effect(q)
            if asked is None or asked.name != name or special(q) or joker(q):
                return True
            return _has_it(q)

        yield rule(effect.rules[0], holds, _use_its_own, "G-53")


def _shown_right(q: Question) -> bool:
    action = q.action
    if not isinstance(action, Activate) or q.piece is None or action.shown is None:
        return True
    return q.piece.key == action.shown


def _shown(name: str) -> Rule:
    return rule(name, _shown_right, Do("Turn the card up and name it as it is."))


# Whether it can be carried out


def _need_rules(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    """One rule for each statement that an effect of these uses needs."""
    needs = {
        (need.rule, need.reading)
        for effect in rules.effects.values()
        if effect.use in uses
        for need in effect.needs
    }
    for name, reading in sorted(needs):

        def failing(q: Question, name: str = name, reading: str = reading) -> list[str]:
            effect = _effect(q)
            failed = () if effect is None else failing_needs(own_scope(q), effect.needs)
            return [n.remedy for n in failed if (n.rule, n.reading) == (name, reading)]

        def holds(q: Question, failing: Callable[[Question], list[str]] = failing) -> bool:
            return not failing(q)

        def remedy(q: Question, failing: Callable[[Question], list[str]] = failing) -> Remedy:
            return When(" ".join(failing(q)))

        yield Rule(name, holds, remedy, reading)


def _carried_out(name: str) -> Rule:
    """Nothing is activated whose effect could not be carried out."""

    def holds(q: Question) -> bool:
        effect = _effect(q)
        return effect is None or blocked_at(own_scope(q), effect.announce) is None

    def remedy(q: Question) -> Remedy:
        effect = _effect(q)
        text = "" if effect is None else f" ({effect.text.rstrip('.')})"
        return When(f"There is a card on the field that it can be used on{text}.")

    return rule(name, holds, remedy)


def _once(rules: Ruleset, uses: tuple[str, ...]) -> Iterator[Rule]:
    names = {r for e in rules.effects.values() if e.use in uses for r in e.once_per_turn}
    for name in sorted(names):

        def holds(q: Question, name: str = name) -> bool:
            effect = _effect(q)
            if effect is None or name not in effect.once_per_turn:
                return True
            return not is_used_up(own_scope(q), effect)

        yield rule(name, holds, When("It is your next turn: you have used it in this one."))


def _stay_room(q: Question) -> bool:
    effect = _effect(q)
    if effect is None or not effect.stays or zone_kind(q.place) == "s":
        return True
    return bool(free_zones(q.duel, q.game, q.seat, "s"))


# Where cards are used from


def _effect_actions(uses: tuple[str, ...]) -> Callable[[Question], Iterator[Action]]:
    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        if q.card is None:
            return
        ref = ref_of(q.game, q.place, q.piece)
        shown = None if q.piece.face_up or zone_kind(q.place) != "s" else q.piece.key
        for name in q.card.effects:
            if q.game.rules.effects[name].use in uses:
                yield Activate(name, ref, shown)

    return actions


def _own_set(q: Question) -> Iterator[tuple[str, Piece]]:
    return ((name, piece) for name, piece in row(q, "s") if not piece.face_up)


def _hand_and_set(q: Question) -> Iterator[tuple[str, Piece]]:
    yield from hand(q)
    yield from _own_set(q)


def _is_set(q: Question) -> bool:
    return is_in("s")(q) and q.piece is not None and not q.piece.face_up


def _in_hand_or_set(q: Question) -> bool:
    return is_in("hand")(q) or _is_set(q)


def _waited(q: Question) -> bool:
    return q.piece is None or zone_kind(q.place) != "s" or q.piece.arrived < q.duel.turn


def _not_active_yet(q: Question) -> Remedy:
    if q.piece is not None and is_own(q) and zone_kind(q.place) == "s" and q.piece.face_up:
        return Never("It is active already.", "TK-38")
    return When("The card is in your hand, or Set in one of your magic/trap zones.")


def _set_first(q: Question) -> Remedy:
    if is_in("hand")(q):
        return Do("Set the card; it can be activated from the next turn on.")
    return When("The card is Set in one of your magic/trap zones.")


def _from_set(q: Question) -> tuple[str, ...]:
    """TK-36: what was Set may be activated as magic in the same turn."""
    return ("TK-36",) if zone_kind(q.place) == "s" else ()


NO_LOCK = not_forbidden("activate", "TK-86")


def activations(rules: Ruleset) -> Iterator[Way]:
    yield Way(
        name="activate-magic",
        grants=("TK-31", "TK-32"),
        also=lambda q: (*phase_grant(q), *_from_set(q), *_own_rules(q)),
        takes=_takes_use(rules, MAGIC),
        sources=_hand_and_set,
        actions=_effect_actions(MAGIC),
        block="activate",
        given=(rule("TK-31", _in_hand_or_set, _not_active_yet), _shown("TK-31")),
        moment=(rule("TK-33", is_own_turn, When("It is your turn.")), MAIN, QUIET),
        card=(NO_LOCK,),
        action=(
            *_listed_use(rules, MAGIC),
            *_need_rules(rules, MAGIC),
            *_once(rules, MAGIC),
            _carried_out("TK-34"),
            rule("TK-38", _stay_room, ROW_ROOM, "G-41"),
        ),
    )
    in_turn = rule(
        "TK-41",
        is_own_turn,
        When("It is your turn, or you are asked whether you respond."),
        "G-56",
    )
    yield _trap_way(rules, "activate-trap", "activate", (in_turn, QUIET))
    yield Way(
        name="activate-monster",
        grants=(),
        also=lambda q: (*phase_grant(q), *_own_rules(q)),
        takes=_takes_use(rules, PAID),
        sources=own_face_up,
        actions=_effect_actions(PAID),
        block="activate-monster",
        given=tuple(_of_each(rules, _is_monster, When("It is face-up on your field."), "G-86")),
        moment=OWN_MAIN,
        card=(not_negated("TK-87"), not_negated("TK-92")),
        action=(
            *_of_each(rules, _has_it, _no_such_effect, "G-83"),
            *_need_rules(rules, PAID),
            *_of_each(rules, _can_pay, When("You have the life to pay for it."), "G-91"),
        ),
    )


def _own_rules(q: Question) -> tuple[str, ...]:
    effect = _effect(q)
    return () if effect is None else effect.rules


def _is_monster(q: Question) -> bool:
    return is_in("m")(q) and q.piece is not None and q.piece.face_up


def _can_pay(q: Question) -> bool:
    effect = _effect(q)
    return effect is None or blocked_at(own_scope(q), effect.announce) is None


def _no_such_effect(q: Question) -> Remedy:
    effect = _effect(q)
    assert effect is not None
    return Never("This monster has no such effect.", effect.rules[0])


def _of_each(
    rules: Ruleset,
    test: Callable[[Question], bool],
    remedy: Remedy | Callable[[Question], Remedy],
    reading: str,
) -> Iterator[Rule]:
    """A test of each paid monster effect, under the statement that gives the effect."""
    for effect in rules.effects.values():
        if effect.use in PAID:

            def holds(q: Question, name: str = effect.name) -> bool:
                asked = _effect(q)
                return asked is None or asked.name != name or test(q)

            yield rule(effect.rules[0], holds, remedy, reading)


def _trap_way(rules: Ruleset, name: str, block: str, moment: tuple[Rule, ...]) -> Way:
    return Way(
        name=name,
        grants=("TK-39", "TK-43"),
        also=lambda q: (*(() if is_own_turn(q) else ("TK-41",)), *_own_rules(q)),
        takes=_takes_use(rules, TRAP),
        sources=_own_set,
        actions=_effect_actions(TRAP),
        block=block,
        given=(rule("TK-42", _is_set, _set_first), _shown("TK-39")),
        moment=moment,
        card=(rule("TK-40", _waited, TURN_OVER, "G-57"), NO_LOCK),
        action=(
            *_listed_use(rules, TRAP),
            *_need_rules(rules, TRAP),
            _carried_out("TK-44"),
            rule("TK-45", _stay_room, ROW_ROOM, "G-41"),
        ),
    )


def responses(rules: Ruleset) -> tuple[Way, ...]:
    """Traps, and quick magic as a trap (TK-37): from the hand only in one's own turn."""
    own_turn_or_set = rule(
        "TK-33",
        lambda q: is_own_turn(q) or zone_kind(q.place) == "s",
        When("It is your turn, or the card was Set in an earlier one."),
    )
    waited = rule("TK-40", lambda q: is_own_turn(q) or _waited(q), TURN_OVER, "G-57")
    return (
        _trap_way(rules, "respond-trap", "respond", ()),
        Way(
            name="respond-quick",
            grants=("TK-37",),
            also=_own_rules,
            takes=_takes_use(rules, QUICK),
            sources=lambda q: _hand_and_set(q) if is_own_turn(q) else _own_set(q),
            actions=_effect_actions(QUICK),
            block="respond",
            given=(rule("TK-37", _in_hand_or_set, _not_active_yet), _shown("TK-37")),
            card=(own_turn_or_set, waited, NO_LOCK),
            action=(*_listed_use(rules, QUICK), _carried_out("TK-34")),
        ),
    )
