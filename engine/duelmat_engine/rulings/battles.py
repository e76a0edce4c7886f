"""Battles on paper, without named cards: two monsters by their values, and what becomes of them.

A `BattleCase` gives values and positions; `lay_battle` makes a closed duel of any ruleset with
monsters of just these values, and `fight` attacks and lets everybody pass until it is over.
Everything goes through the judge and the operations of play, as in any duel.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace as remade
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from duelmat_engine.actions import Attack, Pass
from duelmat_engine.cards import Card
from duelmat_engine.errors import Fault, PositionError
from duelmat_engine.events import AnyEvent, Destroyed
from duelmat_engine.forms.layout_faults import card_faults
from duelmat_engine.forms.position import carried_on
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import Seat, ZoneName, copy_key, zone
from duelmat_engine.play import carry_out
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, Piece, Player, replace
from duelmat_engine.steps.transitions import turn_frames
from duelmat_engine.verdict import Verdict
from duelmat_message import say, with_words

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


class Fighter(Struct, frozen=True, kw_only=True):
    """A monster that has values and nothing else."""

    attack: int
    defense: int = 0
    face_up: bool = True
    upright: bool = True
    """Attack Position; else Defense Position."""
    mark: str = ""
    """A position of its ruleset besides these two, in which it lies upright."""
    arrived: int | None = None
    """The turn in which it came; None: the turn before this one."""
    attacked: bool = False
    """Whether it has attacked in this turn."""


class BattleCase(Struct, frozen=True, kw_only=True):
    """One attack. The attacker's player is seat "a", the other is "b"."""

    ruleset: str
    attacker: Fighter
    target: Fighter | None = None
    """None: the player is attacked."""
    bystanders: int = 0
    """Further monsters of the defending player, of 0 attack, face-up in Attack Position."""
    life: tuple[int, int] | None = None
    """Of the attacker's player and the other; None: as a duel begins."""
    turn: int = 3
    turn_seat: Seat = OWN
    phase: str = "battle"
    readings: Mapping[str, str] = {}


class Fought(Struct, frozen=True, kw_only=True):
    """The ruling on an attack and, if it may be made, what becomes of everything."""

    verdict: Verdict
    duel: Duel
    """The duel in which the attack was asked about."""
    action: Attack
    destroyed: tuple[str, ...] = ()
    """The cards that were destroyed: "attacker", "target"."""
    life: tuple[int, int] = (0, 0)
    damage: tuple[int, int] = (0, 0)
    flipped: bool = False
    """Whether the target was turned face-up."""
    events: tuple[AnyEvent, ...] = ()
    after: Duel
    """The duel afterwards; the same one if the attack may not be made."""
    names: Mapping[str, str] = {}
    """The sides, "attacker" and "target", by the keys of their cards."""


# Monsters of any values


class _Fighters(dict[str, Card]):
    """The cards of a ruleset and, besides, a card for every pair of values."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules.cards)
        self.table = rules.battle
        self.kinds = _kinds_by_values(rules)

    def __missing__(self, code: str) -> Card:
        values = _CODE.fullmatch(code)
        if values is None:
            raise KeyError(code)
        table = self.table
        own = (table.attack_trait, table.defense_trait)
        pair = int(values[1]), int(values[2])
        return _fighter(code, own, *pair, self.kinds.get(pair, table.fighter_kinds))


def _standard_cards(rules: Ruleset) -> list[Card]:
    """The cards of the deck that everybody plays; none if everybody brings their own."""
    return [rules.cards[code] for part in rules.decks.standard or () for code in part]


def _kinds_by_values(rules: Ruleset) -> dict[tuple[int, int], tuple[str, ...]]:
    """The kinds of monsters by attack and defense, where everybody plays the same deck."""
    found: dict[tuple[int, int], tuple[str, ...]] = {}
    for card in _standard_cards(rules):
        attack = card.number(rules.battle.attack_trait)
        defense = card.number(rules.battle.defense_trait)
        if attack is not None and defense is not None:
            found.setdefault((attack, defense), card.kinds)
    return found


@lru_cache(maxsize=4096)
def _fighter(
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
    wider = remade(rules, cards=_Fighters(rules))
    return build_game(wider, choose_readings(rules, dict(readings)))


@cache
def highest_value(ruleset: str) -> int:
    """The highest attack or defense of a monster: of the deck's, where everybody has the same."""
    rules = find_ruleset(ruleset)
    traits = (rules.battle.attack_trait, rules.battle.defense_trait)
    values = (card.number(trait) or 0 for card in _standard_cards(rules) for trait in traits)
    return max(values, default=HIGHEST)


# The duel


def lay_battle(case: BattleCase) -> tuple[Duel, Attack]:
    """A closed duel at the attack, and the attack; PositionError if no duel comes to that."""
    game = battle_game(case.ruleset, case.readings)
    start = begin_at(game, case.turn_seat, case.phase, is_first_turn=case.turn == 1)
    first = 1 if game.rules.zones.rows["m"] else 0
    source, target = zone(OWN, "m", first), zone(OTHER, "m", first)
    others = (case.target, *(Fighter(attack=0) for _ in range(case.bystanders)))
    fighters = [(OWN, 0, case.attacker), *((OTHER, at, one) for at, one in enumerate(others))]
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    for seat, column, one in fighters:
        if one is not None:
            oid = start.next_oid + len(zones)
            piece = Piece(
                oid,
                seat,
                copy_key(seat, f"Fighter{one.attack}v{one.defense}", column + 1),
                shown=one.face_up,
                face_up=one.face_up,
                upright=one.upright,
                arrived=max(case.turn - 1, 1) if one.arrived is None else one.arrived,
                stamp=oid if one.face_up else 0,
                attacked=case.turn if one.attacked else 0,
                marks={"position": one.mark} if one.mark else {},
            )
            zones[zone(seat, "m", first + column)] = (piece,)
    duel = replace(
        start,
        players=tuple(Player(points) for points in case.life or (game.rules.life,) * 2),
        zones=zones,
        turn=case.turn,
        next_oid=start.next_oid + len(zones),
    )
    faults = [*game.rules.position_faults(duel, game), *card_faults(duel, game)]
    if faults:
        keys = [str(piece.key) for _, piece in duel.pieces()]
        names = {key: game.rules.card(key).name for key in keys}  # nobody has written the codes
        words = (with_words(f.text, lambda r: names.get(r.message, r)) for f in faults)
        raise PositionError([f._replace(text=t) for f, t in zip(faults, words, strict=True)])
    return duel, Attack(source, None if case.target is None else target)


@cache
def begin_at(game: Game, turn_seat: Seat, phase: str, *, is_first_turn: bool = False) -> Duel:
    """An empty table at the turn player's open play in a phase, of a game that lives on."""
    rules = game.rules
    found = rules.phase(phase)
    if is_first_turn and found.skipped_on_first_turn:
        text = say("the first turn has no {phase}", phase=found.title)
        raise PositionError([Fault(text, found.skipped_on_first_turn[0])])
    code = next(iter(rules.cards))  # drawn where a phase begins with that
    piles = {
        zone(s, "pile"): tuple(
            Piece(s * _DRAWN + n, s, copy_key(s, code, n)) for n in range(1, _DRAWN + 1)
        )
        for s in (OWN, OTHER)
    }
    duel = Duel(
        ruleset=rules.name,
        readings=dict(game.readings),
        players=(Player(rules.life), Player(rules.life)),
        turn=1 if is_first_turn else 3,
        turn_seat=turn_seat,
        phase=phase,
        frames=turn_frames(game, phase, turn_seat),
        zones=piles,
        next_oid=2 * _DRAWN + 1,
        chance=1,
    )
    begun = replace(carried_on(duel, game), zones={})
    if begun.decision is None or begun.decision.kind != "open" or begun.phase != phase:
        raise PositionError([Fault(say("the {phase}, which has no open play", phase=found.title))])
    return begun


# The attack


def fight(case: BattleCase) -> Fought:
    """The ruling on the attack, and what happens if nobody answers it."""
    game = battle_game(case.ruleset, case.readings)
    duel, attack = lay_battle(case)
    before = tuple(player.life for player in duel.players)
    verdict = judge(duel, attack, game)
    if not verdict.legal:
        life = (before[0], before[1])
        return Fought(verdict=verdict, duel=duel, action=attack, life=life, after=duel)
    after, events = _carried_through(duel, attack, game)
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
        damage=(before[0] - a, before[1] - b),
        flipped=case.target is not None and not case.target.face_up,
        events=events,
        after=after,
        names={str(piece.key): side for side, piece in fighters.items()},
    )


def _carried_through(duel: Duel, attack: Attack, game: Game) -> tuple[Duel, tuple[AnyEvent, ...]]:
    """The attack and passes until the turn player is free again."""
    step = carry_out(duel, attack, game)
    events = [*step.events]
    for _ in range(_MOST_PASSES):
        now = step.duel
        if now.is_over() or (len(now.frames) <= len(duel.frames) and not now.chain):
            return now, tuple(events)
        assert judge(now, Pass(), game).legal, now.decision
        step = carry_out(now, Pass(), game)
        events += step.events
    raise AssertionError(step.duel.decision)
