"""Duels that begin in the middle: a wanted position, checked for what no duel can reach.

`position` makes a closed duel at the start of a phase; `faults_of` tells what is wrong with any
duel, all of it together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from msgspec import field

from duelmat_engine import chance
from duelmat_engine.board.columns import is_zone
from duelmat_engine.board.refs import is_unseen, unseen_counts
from duelmat_engine.brief import Brief
from duelmat_engine.errors import Fault, PositionError, fault_at
from duelmat_engine.forms.layout_faults import card_faults, has_phase, never_down
from duelmat_engine.names import (
    CardKey,
    Seat,
    ZoneName,
    copy_key,
    is_key,
    key_code,
    key_seat,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.play import Step
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.running.execute import run
from duelmat_engine.running.machine import Machine, happens_together
from duelmat_engine.state import Claim, Duel, Hidden, Piece, Player, replace, seat_ref
from duelmat_engine.steps.transitions import turn_frames
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.dealing import lay_open
from duelmat_message import listed, ref, say, say_count


class Placed(Brief, frozen=True):
    """A card as it lies in a wanted position."""

    code: str
    """Its owner is the player of the zone, or the one whose letter stands before: "b:Wolf"."""
    face_up: bool = True
    upright: bool = True
    arrived: int | None = None
    """The turn in which it came; None: the turn before this one."""
    attacked: int = 0
    turned: int = 0
    move: str = ""
    marks: dict[str, int | str] = field(default_factory=dict)
    beneath: tuple[str, ...] = ()
    """Codes of the cards that lie under it, topmost first."""
    attached: str = ""
    """The zone of the card that it is equipped or attached to; empty: to none."""
    unseen: bool = False
    """Whether nobody has seen which it is: copies are counted over the others first."""


Layout = Mapping[str, Sequence[Placed]]
"""The cards of zones, by name."""


def owned(code: str, seat: Seat) -> tuple[Seat, str]:
    """The owner of a card and its code alone; `seat` owns what says nothing of it."""
    return (key_seat(code), code[2:]) if is_key(code) else (seat, code)


def usual_phase(rules: Ruleset) -> str:
    """The phase of a position that names none: the first that leads to battle, or else the first
    of all.
    """
    for phase in rules.phases:
        if {phase.then, *(leave.to for leave in phase.exits)} & {*rules.battle.phases}:
            return phase.name
    return rules.phases[0].name


def position(
    ruleset: str,
    zones: Layout,
    *,
    life: Sequence[int] | None = None,
    turn: int = 3,
    turn_seat: int = 0,
    phase: str = "",
    rest: str = "pile",
    turn_counters: Mapping[str, int] | None = None,
    marks: Sequence[Mapping[str, int | str]] = (),
    seed: int = 1,
    readings: Mapping[str, str] | None = None,
    game: Game | None = None,
    is_open: bool = False,
) -> Duel:
    """A duel with these cards in these zones, at the start of a phase: of the one before battle
    if none is named, or of the first where there is no battle.

    Cards of the standard deck that are placed nowhere lie in the zone kind `rest` (those of the
    Extra Deck in "extra"), beneath what is placed there. Continuous effects count from the turn
    in which their cards came, and those of one turn in the order in which they are listed.
    `marks` are those of the players, by seat. The duel is closed, unless it `is_open`: then nobody
    knows the cards that are `unseen`, everybody all others, and it has to be `carried_on`. Raises
    PositionError with every fault together.
    """
    game = game or game_of(ruleset, choose_readings(find_ruleset(ruleset), readings or {}))
    lives = tuple(life or (game.rules.life, game.rules.life))
    phase = phase or usual_phase(game.rules)
    moment = list(_moment_faults(game, phase, turn, turn_seat, len(lives)))
    known, faults = _sound(game, zones, len(lives))
    faults += moment
    if moment:  # what lies on the table is looked at all the same
        phase, turn, turn_seat = game.rules.phases[-1].name, max(turn, 2), 0
    laid, unseen, next_oid = lay_cards(game, known, turn, len(lives), rest)
    laid, hidden = lay_open(laid, len(lives), game.rules.zones.hidden)
    duel = Duel(
        ruleset=ruleset,
        readings=dict(game.readings),
        players=tuple(
            Player(points, marks=dict(marks[seat]) if seat < len(marks) else {})
            for seat, points in enumerate(lives)
        ),
        zones=laid,
        turn=turn,
        turn_seat=Seat(turn_seat),
        phase=phase,
        frames=turn_frames(game, phase, Seat(turn_seat)),
        turn_counters=dict(turn_counters or {}),
        hidden=tuple(hidden),
        next_oid=next_oid,
        chance=chance.seeded(seed),
    )
    found = faults_of(duel, game)
    if faults := [*faults, *found, *_attachment_faults(known, found)]:
        raise PositionError(faults)
    if is_open:
        return with_place_claims(_opened(duel, game, unseen), game)
    return carried_on(with_place_claims(duel, game), game).duel


def carried_on(duel: Duel, game: Game) -> Step:
    """The duel at the next decision that has to be made, and what happens until then."""
    machine = Machine(duel, game)
    run(machine)
    return Step(machine.freeze(), tuple(machine.events))


def lay_cards(
    game: Game, zones: Layout, turn: int, players: int = 2, rest: str = "pile"
) -> tuple[dict[ZoneName, tuple[Piece, ...]], set[int], int]:
    """The pieces of a position, numbered from 1 as they are listed, the numbers of those that are
    unseen, and the next free number.
    """
    rules = game.rules
    copies: Counter[tuple[Seat, str]] = Counter()

    def key_of(seat: Seat, code: str) -> CardKey:
        seat, code = owned(code, seat)
        copies[seat, code] += 1
        return copy_key(seat, code, copies[seat, code])

    placed = [(ZoneName(name), card) for name, cards in zones.items() for card in cards]
    keys: dict[int, list[CardKey]] = {}
    for index, (name, card) in sorted(enumerate(placed), key=lambda one: one[1][1].unseen):
        keys[index] = [key_of(zone_seat(name), code) for code in (card.code, *card.beneath)]
    for seat in map(Seat, range(players)):
        for codes, kind in zip(rules.decks.standard or (), (rest, "extra"), strict=False):
            for code, count in Counter(codes).items():
                for _ in range(count - copies[seat, code]):
                    keys[len(placed)] = [key_of(seat, code)]
                    placed.append((zone(seat, kind), Placed(code, unseen=kind == "pile")))
    rows: dict[ZoneName, list[Piece]] = {}
    unseen: set[int] = set()
    oid = 1
    for index, (name, card) in enumerate(placed):
        key, *under = keys[index]
        on_field = zone_kind(name) in rules.zones.field
        face_up = card.face_up and zone_kind(name) not in rules.zones.hidden
        piece = Piece(
            oid=oid,
            owner=key_seat(key),
            key=key,
            shown=face_up,
            face_up=face_up,
            upright=card.upright,
            arrived=(turn - 1 if card.arrived is None else card.arrived) if on_field else 0,
            move=card.move,
            attacked=card.attacked,
            turned=card.turned,
            marks=dict(card.marks),
            beneath=tuple(
                Piece(number, key_seat(one), one, shown=True, move="tribute")
                for number, one in enumerate(under, oid + 1)
            ),
        )
        unseen |= {oid} if card.unseen else set()
        oid += 1 + len(under)
        rows.setdefault(name, []).append(piece)
    for place, cards in zones.items():
        row = rows[ZoneName(place)]
        for index, card in enumerate(cards):
            if host := rows.get(ZoneName(card.attached)):
                row[index] = replace(row[index], attached=host[0].oid)
    laid = {name: tuple(row) for name, row in rows.items()}
    return with_stamps(laid, rules.zones.field), unseen, oid


def with_stamps(
    zones: Mapping[ZoneName, tuple[Piece, ...]], field_kinds: Collection[str], last: int = 0
) -> dict[ZoneName, tuple[Piece, ...]]:
    """The zones with a stamp after the last for each face-up card of the field that has none: by
    the turns in which they came, and of one turn by their numbers.
    """
    field = (row for name, row in zones.items() if zone_kind(name) in field_kinds)
    waiting = [piece for row in field for piece in row if piece.face_up and not piece.stamp]
    numbers = sorted(piece.oid for piece in waiting)
    waiting.sort(key=lambda piece: (piece.arrived, piece.oid))
    stamps = {p.oid: last + number for p, number in zip(waiting, numbers, strict=True)}
    return {
        name: tuple(replace(p, stamp=stamps.get(p.oid, p.stamp)) for p in row)
        for name, row in zones.items()
    }


def _opened(closed: Duel, game: Game, unseen: set[int]) -> Duel:
    """The duel as a table knows it that has not seen these cards, and all others."""
    zones: dict[ZoneName, tuple[Piece, ...]] = {}
    for name, row in closed.zones.items():
        known = zone_kind(name) in game.rules.zones.hidden
        zones[name] = tuple(
            replace(p, key=None) if p.oid in unseen else replace(p, shown=known or p.face_up)
            for p in row
        )
    cards = [piece for _, piece in closed.pieces() if piece.oid in unseen]
    pools = [frozenset(p.key for p in cards if p.key and p.owner == s) for s in closed.seats]
    hidden = tuple(map(Hidden, pools))
    return replace(closed, zones=zones, closed=False, hidden=hidden, chance=0)


def with_place_claims(duel: Duel, game: Game) -> Duel:
    """Return the duel with what the rules tell of unseen cards that lie face-down on the field."""
    told = list(duel.hidden)
    for name, piece in duel.pieces():
        on_field = zone_kind(name) in game.rules.zones.field
        if on_field and not piece.face_up and is_unseen(duel, piece):
            known, counts = told[piece.owner], unseen_counts(duel, piece.owner)
            for one in _place_claims(game, name, known.pool):
                if not knowledge.is_implied(one, known.claims, counts):
                    known = knowledge.claim(known, one)
            told[piece.owner] = known
    return replace(duel, hidden=knowledge.simplified(duel, duel.zones, told))


def _place_claims(game: Game, name: ZoneName, pool: frozenset[CardKey]) -> Iterator[Claim]:
    """Yield what follows from the rules for an unseen card that lies face-down in a zone."""
    never = {key: never_down(game, zone_kind(name), key_code(key)) for key in sorted(pool)}
    for rule in dict.fromkeys(chain.from_iterable(never.values())):
        keys = frozenset(key for key in pool if rule not in never[key])
        yield Claim(keys, frozenset((name,)), 1, rule)


# What can be wrong


def _sound(game: Game, zones: Layout, players: int) -> tuple[dict[str, list[Placed]], list[Fault]]:
    """The cards that there are in zones that there are, which can be laid; faults of others."""
    sound: dict[str, list[Placed]] = {}
    faults: list[Fault] = []
    for name, cards in zones.items():
        row: list[Placed] = []
        if not is_zone(game, name, players):
            faults.append(Fault(say("no zone is named {name!r}", name=name)))
        for card in cards:
            codes = (card.code, *card.beneath)
            known = {code for code in codes if owned(code, Seat(0))[1] in game.rules.cards}
            for code in codes:
                if code not in known:
                    text = say("{place}: no card is named {code!r}", place=ref(name), code=code)
                    faults.append(Fault(text))
            if card.code in known:
                row.append(replace(card, beneath=tuple(c for c in card.beneath if c in known)))
        if row and is_zone(game, name, players):
            sound[name] = row
    return sound, faults


def _attachment_faults(zones: Layout, found: Sequence[Fault]) -> Iterator[Fault]:
    """Yield faults for cards attached to nothing, where no rule has found them."""
    told = {fault.text.partition(":")[0] for fault in found}
    for name, cards in zones.items():
        for card in cards:
            if card.attached and card.attached not in zones and name not in told:
                wanted = say("a card in {place}", place=ref(card.attached))
                yield fault_at(name, wanted, say("attached to nothing"))


def _moment_faults(
    game: Game, phase: str, turn: int, turn_seat: int, players: int
) -> Iterator[Fault]:
    phases = game.rules.named_phases
    if phase not in phases:
        names = listed(phases, ",")
        yield Fault(say("expected a phase of {names}, got {phase!r}", names=names, phase=phase))
    elif turn == 1 and not has_phase(game, phase, turn):
        leading = (e.rules[-1:] for p in phases.values() for e in p.exits if e.to == phase)
        rule = next(chain(phases[phase].skipped_on_first_turn, *leading), "")
        yield Fault(say("the first turn has no {phase}", phase=phases[phase].title), rule)
    if turn < 1:
        yield Fault(say("expected a turn from 1 on, got {turn}", turn=turn))
    if turn_seat not in range(players):
        words = {"last": players - 1, "seat": turn_seat}
        yield Fault(say("expected a seat from 0 to {last} to have the turn, got {seat}", **words))


def faults_of(duel: Duel, game: Game | None = None) -> list[Fault]:
    """Return all faults of a duel that no play can lead to; an empty list for a sound one."""
    game = game or game_of(duel.ruleset, duel.readings)
    return [
        *_zone_faults(duel, game),
        *card_faults(duel, game),
        *_copy_faults(duel, game),
        *_life_faults(duel, game),
        *game.rules.position_faults(duel, game),
    ]


def _zone_faults(duel: Duel, game: Game) -> Iterator[Fault]:
    for name, pieces in duel.zones.items():
        if not is_zone(game, name, len(duel.players)):
            yield Fault(say("no zone is named {name!r}", name=name))
        elif zone_kind(name) in game.rules.zones.rows and len(pieces) > 1:
            yield fault_at(name, say("one card"), len(pieces))


def _copy_faults(duel: Duel, game: Game) -> Iterator[Fault]:
    """Yield a fault for each player with cards above the deck's numbers, or with cards missing."""
    standard = game.rules.decks.standard
    if standard is None:
        return
    cards = [card for _, piece in duel.pieces() for card in (piece, *piece.beneath)]
    allowed = Counter((*standard[0], *standard[1]))
    for seat in map(Seat, duel.seats):
        player = seat_ref(seat)
        codes = Counter(key_code(c.key) for c in cards if c.key and key_seat(c.key) == seat)
        unseen = sum(card.key is None and card.owner == seat for card in cards)
        surplus = sorted(code for code in (codes - allowed).elements() if code in allowed)
        missing = allowed.total() - (codes & allowed).total() - unseen
        if surplus:
            words = {"player": player, "codes": listed(surplus, ",")}
            yield Fault(say("{player} has more than the deck of: {codes}", **words))
        elif missing > 0:
            yield Fault(
                say_count(
                    "{player} lacks 1 card of the deck",
                    "{player} lacks {count} cards of the deck",
                    count=missing,
                    player=player,
                )
            )


def _life_faults(duel: Duel, game: Game) -> Iterator[Fault]:
    asked = duel.decision
    later = not game.rules.checks_life and asked is not None and asked.kind != "open"
    if later or happens_together(duel, game):
        return  # who has no life left loses when next it is looked for
    for over in game.rules.citations.over[:1] if duel.outcome is None else ():
        for seat, player in enumerate(duel.players):
            if player.lost or player.life > 0 or not game.is_on(over):
                continue
            who = seat_ref(Seat(seat))
            yield Fault(say("{player} has no life left, but the duel goes on", player=who), over)
