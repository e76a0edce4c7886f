"""Duels in which what a remedy names has come about: by hand, as a judge would lay it out.

What a text asks of other cards is sought: cards are laid, turned and taken away, one at a time,
until the condition holds. What is not found so stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from duelmat_engine.actions import Action, Activate, Turn
from duelmat_engine.board.evaluate import is_true, select
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import Scope, free_zones, is_on_field, row_zones
from duelmat_engine.effects import terms
from duelmat_engine.facts import (
    Answered,
    Asked,
    BattleOver,
    Fact,
    Holds,
    LaterTurn,
    Lies,
    LifeAtLeast,
    Materials,
    NextTurn,
    Ordered,
    Released,
    Room,
    Unmarked,
    YourPhase,
    YourTurn,
)
from duelmat_engine.judging.judge import asker, judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat, ZoneName, seat_letter, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game, speed_row
from duelmat_engine.state import Decision, Duel, Link, Piece, Window, replace

_ORDER: tuple[type[Fact], ...] = (Released, Room, Lies, Materials, Holds)
"""These after all others: they go by how the cards lie then."""


def bring(duel: Duel, game: Game, action: Action, facts: Sequence[Fact]) -> tuple[Duel, Action]:
    """A duel in which these facts hold, and the action as it is written there."""
    seat = asker(duel, action)
    late = {kind: rank for rank, kind in enumerate(_ORDER, 1)}
    for fact in sorted(facts, key=lambda f: late.get(type(f), 0)):
        duel, action = _brought(duel, game, action, fact, seat)
    return duel, action


def _brought(
    duel: Duel, game: Game, action: Action, fact: Fact, seat: Seat
) -> tuple[Duel, Action]:
    found = lookup(duel, getattr(action, "card", ""))
    match fact:
        case Answered():
            return _answered(duel, game, seat), action
        case Asked():
            window = duel.window or Window(to=("activation",), seat=seat)
            asked = Decision(seat, "window", optional=True)
            return replace(duel, decision=asked, window=window), action
        case YourTurn(least=least):
            return _in_turn(duel, seat, max(duel.turn, least)), action
        case YourPhase(phases=phases, open=is_open):
            if not phases:
                return duel, action
            if is_open:
                duel, action = _brought(duel, game, action, Answered(), seat)
            return replace(_in_turn(duel, seat, duel.turn), phase=phases[0]), action
        case NextTurn():
            return replace(_in_turn(duel, seat, duel.turn + 4), turn_counters={}), action
        case LaterTurn():
            return replace(duel, turn=duel.turn + 1), action
        case BattleOver():
            frames = tuple(f for f in duel.frames if f.block != "battle")
            return replace(duel, frames=frames), action
        case Ordered(phase=phase, before=before):
            duel = replace(duel, phase=before[0]) if before and duel.phase not in before else duel
            used = {**duel.turn_counters, f"{seat_letter(seat)}.order-{phase}": 1}
            return replace(duel, turn_counters=used), action
        case LifeAtLeast(least=least):
            players = list(duel.players)
            players[seat] = replace(players[seat], life=max(players[seat].life, least))
            return replace(duel, players=tuple(players)), action
        case Unmarked(mark=mark) if found is not None:
            name, piece = found
            marks = {k: v for k, v in piece.marks.items() if k != mark}
            pieces = tuple(replace(p, marks=marks) if p == piece else p for p in duel.at(name))
            return replace(duel, zones={**duel.zones, name: pieces}), action
        case Room(kind=kind):
            wanted = getattr(action, "to", "")
            keep = {found[0]} if found is not None else set()
            keep |= set(getattr(action, "using", ()))
            row = [n for n in row_zones(duel, game, seat, kind) if duel.at(n) and n not in keep]
            gone = wanted if wanted in row else (row or [ZoneName("")])[0]
            return replace(duel, zones={n: p for n, p in duel.zones.items() if n != gone}), action
        case Lies() if found is not None:
            return _laid(duel, game, action, fact, found, seat)
        case Released():
            return _released(duel, game, action), action
        case Materials():
            return _with_materials(duel, game, action, seat), action
        case Holds(conditions=conditions):
            for condition in conditions:
                duel = _holding(duel, game, action, condition, seat)
    return duel, action


def _answered(duel: Duel, game: Game, seat: Seat) -> Duel:
    """Open play for this player; where priority goes round, what has happened still counts."""
    asked = Decision(seat, "open")
    if not game.rules.checks_life:
        return replace(duel, decision=asked)
    return replace(duel, decision=asked, chain=(), pending=(), window=None)


def _released(duel: Duel, game: Game, action: Action) -> Duel:
    """The duel without the card that forbids or negates it: one face-up on the field, or all."""
    kept = {getattr(action, "card", ""), getattr(action, "target", ""), getattr(action, "to", "")}
    kept |= set(getattr(action, "using", ()))
    others = [
        name
        for name, pieces in duel.zones.items()
        if name not in kept and is_on_field(game, name) and pieces[0].face_up
    ]
    before = judge(duel, action, game)
    for gone in others:
        case = replace(duel, zones={n: ps for n, ps in duel.zones.items() if n != gone})
        after = judge(case, action, game)
        if after.legal or len(after.rules) < len(before.rules):
            return case
    return replace(duel, zones={n: ps for n, ps in duel.zones.items() if n not in others})


def _with_materials(duel: Duel, game: Game, action: Action, seat: Seat) -> Duel:
    """Two cards on the field of which the card can be made, whatever they are."""
    free = free_zones(duel, game, seat, "m")
    row = dict.fromkeys(row_zones(duel, game, seat, "m"), ())
    lying = [p for _, p in duel.pieces() if p.key not in (None, getattr(action, "card", ""))]
    places = (free + [name for name in row if name not in free])[:2]
    for pair in combinations(lying, 2):
        gone = {p.oid for p in pair}
        zones = {n: tuple(p for p in ps if p.oid not in gone) for n, ps in duel.zones.items()}
        for name, piece in zip(places, pair, strict=True):
            zones[name] = (replace(piece, face_up=True, upright=True),)
        case = replace(duel, zones={n: ps for n, ps in zones.items() if ps})
        if any(_names(a) == _names(action) for a in legal_actions(case, game)):
            return case
    return duel


def _names(action: Action) -> tuple[str, str]:
    return getattr(action, "move", ""), getattr(action, "card", "")


def _in_turn(duel: Duel, seat: Seat, turn: int) -> Duel:
    decision = duel.decision
    if decision is not None and decision.kind == "open":
        decision = replace(decision, seat=seat)
    return replace(duel, turn_seat=seat, turn=turn, decision=decision)


def _laid(
    duel: Duel,
    game: Game,
    action: Action,
    fact: Lies,
    found: tuple[ZoneName, Piece],
    seat: Seat,
) -> tuple[Duel, Action]:
    name, piece = found
    after = replace(
        piece,
        face_up=piece.face_up if fact.face_up is None else fact.face_up,
        upright=piece.upright if fact.upright is None else fact.upright,
    )
    zones = dict(duel.zones)
    zones[name] = tuple(p for p in duel.at(name) if p.oid != piece.oid)
    there = zone_kind(name) in fact.kinds and zone_seat(name) == seat
    if there:
        place = name
        zones[name] = tuple(after if p.oid == piece.oid else p for p in duel.at(name))
    else:
        kind = fact.kinds[0]
        after = replace(after, arrived=0)
        if kind in game.rules.zones.rows:
            place = _room(duel, game, action, seat, kind)
            zones[place] = (after,)
        else:
            place = zone(seat, kind)
            zones[place] = (*zones.get(place, ()), after)
    moved = replace(duel, zones={n: p for n, p in zones.items() if p})
    action = replace(action, card=ref_of(game, place, after))
    if isinstance(action, Activate | Turn):
        hidden = not after.face_up and zone_kind(place) != "hand"
        action = replace(action, shown=after.key if hidden else None)
    return moved, action


def _room(duel: Duel, game: Game, action: Action, seat: Seat, kind: str) -> ZoneName:
    """A zone of a row: a free one, or one whose card the action has nothing to do with."""
    named = {getattr(action, "target", ""), getattr(action, "to", "")}
    named |= set(getattr(action, "using", ()))
    row = row_zones(duel, game, seat, kind)
    return next(iter(free_zones(duel, game, seat, kind)), None) or next(
        (name for name in row if name not in named), row[0]
    )


# What a text asks


def _holding(
    duel: Duel, game: Game, action: Action, condition: terms.Condition, seat: Seat
) -> Duel:
    """The duel with cards moved until the condition holds; as it was if none are found."""
    if _holds(duel, game, action, condition, seat):
        return duel
    match condition:
        case terms.Either(facts=facts):
            cases = (_holding(duel, game, action, fact, seat) for fact in facts)
            return next((c for c in cases if _holds(c, game, action, condition, seat)), duel)
        case terms.Lacks(cards=cards) | terms.Not(when=terms.Exists(cards=cards)):
            return _without(duel, game, action, cards, seat)
        case terms.HasRoom(zone=kind):
            return _without(duel, game, action, terms.Cards((kind,), "own"), seat)
        case terms.Not(when=terms.Lacks(cards=cards)):
            return _holding(duel, game, action, terms.Exists(cards), seat)
        case terms.Exists(cards=cards, count=count):
            after = duel
            while count > len(_selected(after, game, action, cards, seat)):
                more = _with_one(after, game, action, cards, seat)
                if more is None:
                    return duel
                after = more
            return after
        case terms.InPhase(phases=phases, whose=whose):
            others = [s for s in duel.seats if s != seat]
            turn = Seat(others[0]) if whose == "opposing" else seat
            after = replace(_in_turn(duel, seat, duel.turn), turn_seat=turn)
            return replace(after, phase=phases[0]) if phases else after
        case terms.Answers(uses=uses):
            return _answering(duel, game, action, condition, uses, seat)
        case terms.Happened(to=to, that=that):
            return _happened(duel, game, action, to, that, seat)
        case terms.Reaches() | terms.Not(when=terms.Reaches()):
            lives = (replace(p, life=life) for p in duel.players for life in (1, 99_999))
            for life in lives:
                for index in duel.seats:
                    players = list(duel.players)
                    players[index] = replace(players[index], life=life.life)
                    case = replace(duel, players=tuple(players))
                    if _holds(case, game, action, condition, seat):
                        return case
    return duel


def _scope(duel: Duel, game: Game, action: Action, seat: Seat) -> Scope:
    found = lookup(duel, getattr(action, "card", ""))
    own = () if found is None else (found[1],)
    return Scope(duel, game, seat, {"seat": seat, "self": own})


def _holds(duel: Duel, game: Game, action: Action, condition: terms.Condition, seat: Seat) -> bool:
    return is_true(_scope(duel, game, action, seat), condition)


def _selected(
    duel: Duel, game: Game, action: Action, cards: terms.Cards, seat: Seat
) -> list[tuple[ZoneName, Piece]]:
    return select(_scope(duel, game, action, seat), cards)


def _without(duel: Duel, game: Game, action: Action, cards: terms.Cards, seat: Seat) -> Duel:
    gone = {p.oid for _, p in _selected(duel, game, action, cards, seat)}
    zones = {n: tuple(p for p in ps if p.oid not in gone) for n, ps in duel.zones.items()}
    return replace(duel, zones={n: ps for n, ps in zones.items() if ps})


def _with_one(
    duel: Duel, game: Game, action: Action, cards: terms.Cards, seat: Seat
) -> Duel | None:
    """The duel with one more such card, taken from wherever one lies that will do."""
    before = len(_selected(duel, game, action, cards, seat))
    keep = {getattr(action, "card", ""), *getattr(action, "using", ())}
    found = (
        case
        for name, piece in list(duel.pieces())
        if name not in keep and piece.key not in keep
        for case in _laid_anywhere(duel, game, cards, name, piece)
        if len(_selected(case, game, action, cards, seat)) > before
    )
    return _least_in_the_way(found, game, action)


def _least_in_the_way(cases: Iterator[Duel], game: Game, action: Action) -> Duel | None:
    """The duel, of some that would do, in which the fewest rules refuse the action."""

    def in_the_way(case: Duel) -> int:
        verdict = judge(case, action, game)
        return 0 if verdict.legal else len(verdict.rules)

    return min(islice(cases, 8), key=in_the_way, default=None)


def _laid_anywhere(
    duel: Duel, game: Game, cards: terms.Cards, name: ZoneName, piece: Piece
) -> Iterator[Duel]:
    """The card in each zone that is looked into, face-up and face-down, upright and sideways."""
    zones = {**duel.zones, name: tuple(p for p in duel.at(name) if p.oid != piece.oid)}
    for owner in (piece.owner, *duel.seats):
        for kind in cards.zones:
            free = free_zones(duel, game, owner, kind) if kind in game.rules.zones.rows else ()
            place = next(iter(free), "" if kind in game.rules.zones.rows else zone(owner, kind))
            if place:
                for face_up in (True, False):
                    for upright in (True, False):
                        laid = replace(piece, face_up=face_up, upright=upright)
                        there = (*zones.get(ZoneName(place), ()), laid)
                        moved = {**zones, ZoneName(place): there}
                        yield replace(duel, zones={n: ps for n, ps in moved.items() if ps})


def _likely(name: ZoneName, seat: Seat) -> tuple[bool, bool]:
    """Others' monsters first: most answers are to what they do."""
    return zone_kind(name) != "m", zone_seat(name) == seat


def _happened(
    duel: Duel,
    game: Game,
    action: Action,
    to: tuple[str, ...],
    that: tuple[terms.Filter, ...],
    seat: Seat,
) -> Duel:
    """The moment after something has happened to a card, this player being asked."""
    asked = duel.decision
    if game.rules.checks_life:
        asked = Decision(seat, "window", optional=True)
    condition = terms.Happened(to=to, that=that)
    cases = _just_happened(duel, game, action, to, asked, seat)
    found = (case for case in cases if _holds(case, game, action, condition, seat))
    return _least_in_the_way(found, game, action) or duel


def _just_happened(
    duel: Duel,
    game: Game,
    action: Action,
    to: tuple[str, ...],
    asked: Decision | None,
    seat: Seat,
) -> Iterator[Duel]:
    """It has happened to each card in turn; one that lies elsewhere comes to a monster zone."""
    own = getattr(action, "card", "")
    for name, piece in sorted(duel.pieces(), key=lambda lying: _likely(lying[0], seat)):
        if own in (name, piece.key):
            continue
        place, laid = name, piece
        if zone_kind(name) != "m":
            other = next(Seat(s) for s in duel.seats if s != seat)
            place = next(iter(free_zones(duel, game, other, "m")), name)
            laid = replace(piece, face_up=True)
        zones = {**duel.zones, name: tuple(p for p in duel.at(name) if p.oid != piece.oid)}
        zones[place] = (*zones.get(place, ()), laid)
        window = Window(to=to, pieces=(laid,), seat=zone_seat(place))
        there = {n: ps for n, ps in zones.items() if ps}
        yield replace(duel, zones=there, window=window, decision=asked)


def _answering(
    duel: Duel,
    game: Game,
    action: Action,
    condition: terms.Condition,
    uses: tuple[str, ...],
    seat: Seat,
) -> Duel:
    """The moment after an effect has been put on the Chain, this player being asked."""
    asked = Decision(seat, "window", optional=True)
    for name, piece in sorted(duel.pieces(), key=lambda lying: zone_seat(lying[0]) == seat):
        card = None if piece.key is None else game.rules.card(piece.key)
        for told in card.effects if card else ():
            effect = game.rules.effects[told]
            if uses and effect.use not in uses:
                continue
            speed, _ = speed_row(game.rules, effect, card)
            link = Link(zone_seat(name), replace(piece, face_up=True), told, speed=speed)
            window = Window(to=("activation",), seat=zone_seat(name))
            case = replace(duel, chain=(link,), window=window, decision=asked)
            if _holds(case, game, action, condition, seat):
                return case
    return duel
