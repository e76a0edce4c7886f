"""Battles on paper, without named cards: two monsters by their values, and what becomes of them.

A `BattleCase` gives values and positions; `lay_battle` makes a closed duel of any ruleset with
monsters of just these values, and `fight` attacks and lets everybody pass until it is over.
Everything goes through the judge and the operations of play, as in any duel. `answer_battle` reads
a case from a table (docs/judging.md describes the keys): everything that is wrong with it is found
in one reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace as remade
from functools import cache, lru_cache
from typing import Any, Final

from duelmat_engine.actions import Attack, Pass
from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.form import Form, FormFault, ScenarioError, one_of
from duelmat_engine.cards import Card
from duelmat_engine.errors import Fault, PositionError, unlike
from duelmat_engine.events import AnyEvent, Destroyed
from duelmat_engine.forms.layout_faults import card_faults
from duelmat_engine.forms.position import Placed, carried_on, lay_cards
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import SEAT_LETTERS, Seat, zone
from duelmat_engine.play import apply
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.game import Decks, Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.rulings import ask_form, outcome
from duelmat_engine.rulings.course import Course, CourseStep, course_of
from duelmat_engine.state import Duel, Hidden, Player, replace
from duelmat_engine.steps.transitions import turn_frames
from duelmat_engine.text.explain import Explanation, explain_verdict
from duelmat_engine.text.questions import whether
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Verdict
from duelmat_message import listed, named, say, with_words

OWN: Final = Seat(0)
OTHER: Final = Seat(1)
MOST_BYSTANDERS: Final = 2
"""Further monsters of the defending player: with the target they fill the smallest row."""
HIGHEST: Final = 1_000_000
"""The highest value of a monster where no deck sets a limit."""
_DRAWN: Final = 10
"""More cards than a player draws before the open play of a phase."""
_CODE: Final = re.compile(r"Fighter(\d+)v(\d+)")
_MOST_PASSES: Final = 50
"""Passes after which a battle that nobody can disturb must be over."""
SEATS: Final = SEAT_LETTERS[:2]
SIDES: Final = ("attacker", "target")
_CASE_KEYS: Final = (*ask_form.HEAD_KEYS, "ask", "battle", "expect")
_BATTLE_KEYS: Final = ("attacker", "target", "bystanders", "life", "turn", "seat", "phase")
_FIGHTER_KEYS: Final = ("attack", "defense", "face", "position", "since", "attacked")
_EXPECT_KEYS: Final = ("destroyed", "damage", "life", *outcome.OUTCOME_KEYS)


def fighter(attack: int, defense: int = 0, **lying: Any) -> Placed:
    """A monster that has values and nothing else, and how it lies."""
    return Placed(f"Fighter{attack}v{defense}", **lying)


class BattleCase(Brief, frozen=True, kw_only=True):
    """One attack. The attacker's player is seat "a", the other is "b"."""

    ruleset: str
    attacker: Placed
    target: Placed | None = None
    """None: the player is attacked."""
    bystanders: int = 0
    """Further monsters of the defending player, of 0 attack, face-up in Attack Position."""
    life: tuple[int, int] | None = None
    """Of the attacker's player and the other; None: as a duel begins."""
    turn: int = 3
    turn_seat: Seat = OWN
    phase: str = "battle"
    readings: Mapping[str, str] = {}


class Fought(Brief, frozen=True, kw_only=True):
    """The ruling on an attack and, if it may be made, what becomes of everything."""

    verdict: Verdict
    duel: Duel
    """The duel in which the attack was asked about."""
    action: Attack
    destroyed: tuple[str, ...]
    """The cards that were destroyed: "attacker", "target"."""
    life: tuple[int, int]
    damage: tuple[int, int]
    flipped: bool
    """Whether the target was turned face-up."""
    events: tuple[AnyEvent, ...]
    after: Duel
    """The duel afterwards; the same one if the attack may not be made."""
    names: Mapping[str, str]
    """The sides, "attacker" and "target", by the keys of their cards."""


class BattleAnswer(Brief, frozen=True):
    """The ruling, what happens, and both in words."""

    question: str
    fought: Fought
    explanation: Explanation
    course: Course
    """The course of the battle; it has no events if the attack may not be made."""
    failures: tuple[str, ...]


# Monsters of any values


class _Fighters(dict[str, Card]):
    """The cards of a ruleset and, besides, a card for every pair of values."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.cards)
        self.usual = rules.battle.fighter_kinds
        self.traits = own = (rules.battle.attack_trait, rules.battle.defense_trait)
        standard = reversed(_standard_cards(rules))
        self.kinds = {tuple(map(card.number, own)): card.kinds for card in standard}
        """By attack and defense, where everybody plays the same deck: of the first such card."""

    def __missing__(self, code: str) -> Card:
        values = _CODE.fullmatch(code)
        if values is None:
            raise KeyError(code)
        pair = int(values[1]), int(values[2])
        return _card(code, self.traits, *pair, self.kinds.get(pair, self.usual))


def _standard_cards(rules: Ruleset) -> list[Card]:
    """The cards of the deck that everybody plays; none if everybody brings their own."""
    return [rules.cards[code] for part in rules.decks.standard or () for code in part]


@lru_cache(maxsize=4096)
def _card(
    code: str, traits: tuple[str, str], attack: int, defense: int, kinds: tuple[str, ...]
) -> Card:
    values = str(attack) if traits[0] == traits[1] else f"{attack}/{defense}"
    name = f"the monster of {values}"
    return Card(code, name, {traits[1]: defense, traits[0]: attack}, kinds)


def battle_game(ruleset: str, readings: Mapping[str, str]) -> Game:
    """A ruleset with monsters of all values; the same value for the same readings."""
    return _battle_game(ruleset, tuple(sorted(readings.items())))


@cache
def _battle_game(ruleset: str, readings: tuple[tuple[str, str], ...]) -> Game:
    rules = find_ruleset(ruleset)
    wider = remade(rules, cards=_Fighters(rules), decks=Decks())
    return build_game(wider, choose_readings(rules, dict(readings)))


# The duel


def lay_battle(case: BattleCase) -> tuple[Duel, Attack]:
    """A closed duel at the attack, and the attack; PositionError if no duel comes to that."""
    game = battle_game(case.ruleset, case.readings)
    start = _begin_at(game, case.turn_seat, case.phase, case.turn)
    first = 1 if game.rules.zones.rows["m"] else 0
    source, target = zone(OWN, "m", first), zone(OTHER, "m", first)
    others = (case.target, *(fighter(0) for _ in range(case.bystanders)))
    zones: dict[str, list[Placed]] = {source: [case.attacker]}
    zones |= {zone(OTHER, "m", column): [one] for column, one in enumerate(others, first) if one}
    laid, _, next_oid = lay_cards(game, zones, case.turn)
    duel = replace(
        start,
        players=tuple(Player(points) for points in case.life or (game.rules.life,) * 2),
        zones=laid,
        next_oid=next_oid,
    )
    faults = [*game.rules.position_faults(duel, game), *card_faults(duel, game)]
    if faults:
        keys = [str(piece.key) for _, piece in duel.pieces()]
        names = {key: game.rules.card(key).name for key in keys}  # nobody has written the codes
        words = (with_words(f.text, lambda r: names.get(r.message, r)) for f in faults)
        raise PositionError([f._replace(text=t) for f, t in zip(faults, words, strict=True)])
    return duel, Attack(source, None if case.target is None else target)


@lru_cache(maxsize=64)
def _begin_at(game: Game, turn_seat: Seat, phase: str, turn: int) -> Duel:
    """An empty table at the turn player's open play in a phase, of a game that lives on."""
    rules = game.rules
    found = rules.phase(phase)
    if turn == 1 and found.skipped_on_first_turn:
        text = say("the first turn has no {phase}", phase=found.title)
        raise PositionError([Fault(text, found.skipped_on_first_turn[0])])
    drawn = [Placed(next(iter(rules.cards)))] * _DRAWN  # where a phase begins with that
    laid, _, next_oid = lay_cards(game, {zone(s, "pile"): drawn for s in (OWN, OTHER)}, turn)
    duel = Duel(
        ruleset=rules.name,
        readings=dict(game.readings),
        players=(Player(rules.life), Player(rules.life)),
        turn=turn,
        turn_seat=turn_seat,
        phase=phase,
        frames=turn_frames(game, phase, turn_seat),
        zones=laid,
        hidden=(Hidden(), Hidden()),
        next_oid=next_oid,
        chance=1,
    )
    begun = replace(carried_on(duel, game).duel, zones={})
    if begun.decision is None or begun.decision.kind != "open" or begun.phase != phase:
        raise PositionError([Fault(say("the {phase}, which has no open play", phase=found.title))])
    return begun


# The attack


def fight(case: BattleCase) -> Fought:
    """The ruling on the attack, and what happens if nobody answers it."""
    game = battle_game(case.ruleset, case.readings)
    duel, attack = lay_battle(case)
    one, two = (player.life for player in duel.players)
    verdict = judge(duel, attack, game)
    after, events = _carried_through(duel, attack, game) if verdict.legal else (duel, ())
    a, b = (player.life for player in after.players)
    gone = {event.piece.oid for event in events if isinstance(event, Destroyed)}
    places = {"attacker": attack.card, "target": attack.target}
    fighters = {side: duel.at(name)[0] for side, name in places.items() if name is not None}
    return Fought(
        verdict=verdict,
        duel=duel,
        action=attack,
        destroyed=tuple(side for side, piece in fighters.items() if piece.oid in gone),
        life=(a, b),
        damage=(one - a, two - b),
        flipped=verdict.legal and case.target is not None and not case.target.face_up,
        events=events,
        after=after,
        names={str(piece.key): side for side, piece in fighters.items()},
    )


def _carried_through(duel: Duel, attack: Attack, game: Game) -> tuple[Duel, tuple[AnyEvent, ...]]:
    """The attack and passes until the turn player is free again."""
    step = apply(duel, attack, game)
    events = [*step.events]
    for _ in range(_MOST_PASSES):
        now = step.duel
        if now.is_over() or (len(now.frames) <= len(duel.frames) and not now.chain):
            return now, tuple(events)
        step = apply(now, Pass(), game)
        events += step.events
    raise AssertionError(step.duel.decision)


# Cases as tables


def answer_battle(data: Mapping[str, Any]) -> BattleAnswer:
    """The ruling on a battle case from its table.

    ScenarioError lists every fault of the table, or of a battle to which no duel comes.
    """
    form = Form(data, (), [], _CASE_KEYS)
    name = form.one_of("ruleset", ruleset_names(), needed=True)
    rules = find_ruleset(name) if name else None
    readings = ask_form.read_readings(form, rules)
    expect, further = ask_form.read_expect(form, rules, _EXPECT_KEYS)
    case = _case(form.inner("battle", _BATTLE_KEYS), rules, readings) if rules else None
    names = ask_form.read_names(form, "ab")
    question = form.text("ask")
    sides = further.texts("destroyed", SIDES, one_of(SIDES))
    amounts = {
        "damage": _by_seat(further, "damage", low=0),
        "life": _by_seat(further, "life", low=-1_000_000),
    }
    game = battle_game(name, readings) if rules else None
    wanted = outcome.read_outcome(further, game, SEATS, SIDES) if game else None
    if form.faults or case is None or game is None or wanted is None:
        raise ScenarioError(form.faults)
    try:
        fought = fight(case)
    except PositionError as error:
        raise ScenarioError(map(_at_monster, error.faults)) from None
    wording = Wording(game, names, world=fought.duel, sees=EVERYONE)
    said = explain_verdict(wording, fought.verdict, fought.action, Seat(0))
    line = [CourseStep(fought.duel, fought.action, fought.events), CourseStep(fought.after)]
    course = course_of(game, line, names)
    failures = [*ask_form.differences(expect, fought.verdict)]
    if sides is not None and {*sides} != {*fought.destroyed}:
        those, got = (listed(each, ",") or say("nobody") for each in (sides, fought.destroyed))
        failures.append(unlike("", say("destroyed {sides}", sides=those), got))
    for key, asked in amounts.items():
        came = {s: n for s, n in zip(SEATS, getattr(fought, key), strict=True) if s in asked}
        if came != asked:
            value, instead = (", ".join(f"{s} {n}" for s, n in t.items()) for t in (asked, came))
            failures.append(unlike("", say("{key} {value}", key=key, value=value), instead))
    failures += outcome.outcome_differences(wanted, course, fought.names)
    text = question or whether(wording, Seat(0), said.action)
    return BattleAnswer(text, fought, said, course, tuple(failures))


def _at_monster(fault: str) -> FormFault:
    """A fault of the position, placed at the monster of which it speaks."""
    side = [side for side, row in zip(SIDES, ("a.m", "b.m"), strict=True) if fault.startswith(row)]
    return FormFault(("battle", *side), say("a battle that a duel can come to"), fault)


def _case(form: Form, rules: Ruleset, readings: Mapping[str, str]) -> BattleCase:
    turn = form.number("turn", 3, low=1, high=10_000)
    target, life = form.inner("target", _FIGHTER_KEYS), _by_seat(form, "life", low=1)
    own = Seat(SEATS.index(form.one_of("seat", SEATS, "a")))
    return BattleCase(
        ruleset=rules.name,
        attacker=_read_fighter(form.inner("attacker", _FIGHTER_KEYS), rules, turn),
        target=_read_fighter(target, rules, turn) if "target" in form else None,
        bystanders=form.number("bystanders", 0, high=MOST_BYSTANDERS),
        life=(life.get("a", rules.life), life.get("b", rules.life)),
        turn=turn,
        turn_seat=own,
        phase=form.one_of("phase", rules.named_phases, "battle"),
        readings=readings,
    )


def _read_fighter(form: Form, rules: Ruleset, turn: int) -> Placed:
    table = rules.battle
    traits = (table.attack_trait, table.defense_trait)
    values = (card.number(trait) or 0 for card in _standard_cards(rules) for trait in traits)
    highest = max(values, default=HIGHEST)
    one_value = traits[0] == traits[1]
    attack = form.number("attack", 0, high=highest, needed=True)
    defense = form.number("defense", attack if one_value else 0, high=highest)
    if one_value and defense != attack:
        title = named("ruleset", rules.title)
        words = {"number": attack, "ruleset": title, "trait": traits[0]}
        wanted = say("{number}: {ruleset} has one {trait} for both", **words)
        form.fault(wanted, str(defense), "defense")
    is_up = form.one_of("face", ("up", "down"), "up") == "up"
    lies = form.one_of("position", table.positions, "attack" if is_up else "defense")
    return fighter(
        attack,
        defense,
        face_up=is_up,
        upright=lies != "defense",
        arrived=form.number("since", max(turn - 1, 1), low=1, high=turn),
        attacked=turn if form.flag("attacked") else 0,
        marks={} if lies in ("attack", "defense") else {"position": lies},
    )


def _by_seat(form: Form, key: str, *, low: int) -> dict[str, int]:
    """Numbers of the seats that a table names."""
    table = form.inner(key, SEATS)
    return {seat: table.number(seat, 0, low=low) for seat in SEATS if seat in table}
