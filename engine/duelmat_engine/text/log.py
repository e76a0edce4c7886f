"""The events of a duel in the words of a log: one sentence an event, one line a moment."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple, assert_never

from duelmat_engine import events as ev
from duelmat_engine.names import NOBODY, Seat, is_key, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.words import GOES
from duelmat_engine.state import Piece, told_end
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, filled, named, say, say_count

_GAP: Final = re.compile(r"\{(\w+)")
_AS_IT_LIES: Final = (
    ev.Summoned | ev.Destroyed | ev.Spared | ev.Negated | ev.AttackDeclared | ev.HandedOver
)
"""The events whose card is named only if everybody may know it where it lies."""


class Line(NamedTuple):
    """One line of the log."""

    text: str
    rules: tuple[str, ...]
    turn: int = 0
    """The turn of the phase that it begins; 0: it begins none."""


def position_words(piece: Piece) -> Text:
    if mark := piece.marks.get("position"):
        return say("{mark:capital} Position", mark=named("printed", str(mark)))
    return say("Attack Position") if piece.upright else say("Defense Position")


def as_it_lies(card: str, w: Wording, piece: Piece, name: str) -> str:
    """Return words for a card, or its zone, with how it lies; alone where that goes without."""
    kind, position = zone_kind(name), position_words(piece)
    has_position = w.tells_position(name, upright=piece.upright)
    if kind not in w.game.rules.zones.field or (piece.face_up and not has_position):
        return card
    if not has_position:
        return say("{card}, face-down", card=card)
    if piece.face_up:
        return say("{card}, in {position}", card=card, position=position)
    return say("{card}, face-down in {position}", card=card, position=position)


def tell(wording: Wording, events: Iterable[ev.AnyEvent]) -> list[Line]:
    """The log of an action: moves that the next event tells anyway are left out.

    `wording.world` should be the duel before the action, in which targets still lie.
    """
    happened = list(events)
    wording.aloud = set(_shown(wording, happened))
    told = [e for i, e in enumerate(happened) if not _is_told_by_others(e, happened, i)]
    lines: list[Line] = []
    for draw, group in groupby(told, lambda event: _unseen_draw(wording, event)):
        alike = list(group)
        if draw is not None:
            text = say_count(
                "{player:capital} draws a card.",
                "{player:capital} draws {count} cards.",
                count=len(alike),
                player=wording.seat(zone_seat(draw[1])),
            )
            lines.append(Line(text, alike[-1].rules))
            continue
        for event in alike:
            turn = event.turn if isinstance(event, ev.PhaseBegan) else 0
            lines.append(Line(event_words(wording, event), event.rules, turn))
    return lines


def _shown(wording: Wording, happened: Iterable[ev.AnyEvent]) -> Iterator[int]:
    """The objects that everybody sees in one of these events, whatever hid them before."""
    for event in happened:
        match event:
            case ev.Shown(piece=piece):
                yield piece.oid
            case ev.Turned(piece=piece, after=after) if after.face_up:
                yield piece.oid
            case ev.Moved(piece=piece, after=after, to=to) if wording.may_name(after, to):
                yield piece.oid


def _is_told_by_others(event: ev.AnyEvent, happened: list[ev.AnyEvent], index: int) -> bool:
    """A summon's move is told by the summon, a destroyed card's by its destruction."""
    if not isinstance(event, ev.Moved):
        return False
    if event.cause == "summon":
        later = (e.piece.oid for e in happened[index:] if isinstance(e, ev.Summoned))
        return event.after.oid in later
    before = (e.piece.oid for e in happened[:index] if isinstance(e, ev.Destroyed))
    return zone_kind(event.to) == "grave" and event.piece.oid in before


def _unseen_draw(wording: Wording, event: ev.AnyEvent) -> tuple[str, str] | None:
    """From where to where a card is drawn that may not be named; None: the event is another."""
    if not isinstance(event, ev.Moved) or event.cause != "draw":
        return None
    return None if wording.may_name(event.after, event.to) else (event.source, event.to)


class _Sentence:
    """The sentence of one event; gaps that are given no value take it from the event."""

    def __init__(self, wording: Wording, event: Any, **values: Any) -> None:
        self.w = wording
        self.event = event
        self.values = values

    def say(self, message: str, /, **values: Any) -> Text:
        """Return the message as `say` does."""
        values = self.values | values
        gaps = dict.fromkeys(_GAP.findall(message))
        speaker = NOBODY
        if "player" in gaps and "player" not in values:
            speaker = self.event.seat if hasattr(self.event, "seat") else self.event.by
        found = {n: values[n] if n in values else self._found(n, speaker) for n in gaps}
        return filled(message, **found)

    def _found(self, gap: str, speaker: Seat) -> Any:
        """The value of a gap; `speaker` is the player named in the same sentence."""
        w, event = self.w, self.event
        match gap:
            case "player":
                return w.seat(speaker)
            case "card" if isinstance(event, _AS_IT_LIES):
                return w.piece(event.piece, event.place, speaker)
            case "card":
                return w.face_up(event.piece, speaker)
            case "place":
                return w.own_zone(event.place)
            case "phase":
                return w.phase_title(event.phase)
            case "reason":
                return w.said(event.reason)
            case _:
                return getattr(event, gap)


def event_words(w: Wording, event: ev.AnyEvent) -> Text:
    """One sentence for one event."""
    told = _Sentence(w, event)
    match event:
        case ev.Moved():
            return _moved(w, event)
        case ev.Summoned(piece=piece, place=place, move=move):
            words = w.words.of_move(move)
            if not w.tells_position(place, upright=piece.upright):
                return told.say("{player:capital} {does:verb} {card} to {place}.", does=words.does)
            return told.say(
                "{player:capital} {does:verb} {card} to {place} in {position}.",
                does=words.does,
                position=words.position or position_words(piece),
            )
        case ev.Turned():
            return _turned(w, event)
        case ev.Destroyed():
            return _destroyed(told, event)
        case ev.Spared(what="destruction"):
            return told.say("{card:capital} is not destroyed.")
        case ev.Spared(what="position"):
            return told.say("{card:capital} does not change its position.")
        case ev.Spared():
            return told.say("{card:capital} is not turned face-down.")
        case ev.SeveralDestroyed(pieces=pieces, cause="effect") if w.game.chain.staggered:
            return say_count(
                "{count} card has been destroyed in rapid succession, as if together.",
                "{count} cards have been destroyed in rapid succession, as if together.",
                count=len(pieces),
            )
        case ev.SeveralDestroyed(pieces=pieces):
            return say_count(
                "{count} card has been destroyed together.",
                "{count} cards have been destroyed together.",
                count=len(pieces),
            )
        case ev.SummonNegated():
            return told.say("The summon of {card} is negated.")
        case ev.LinkNegated():
            return told.say("The effect of {card} will not be carried out.")
        case ev.Lapsed():
            return told.say("The effect of {card} is not activated: {reason}.")
        case ev.LifeChanged():
            return _life(w, event)
        case ev.Activated(effect=effect):
            if use := w.use(w.game.rules.effects[effect].use):
                return told.say("{player:capital} activates {card} as {use}.", use=use)
            return told.say("{player:capital} uses the effect of {card}.")
        case ev.CardActivated():
            return told.say("{player:capital} activates {card}.")
        case ev.Resolved(carried_out=True):
            return told.say("The effect of {card} resolves.")
        case ev.Resolved(lost_target=True):
            return told.say(
                "The effect of {card} is not carried out: a target is no longer valid."
            )
        case ev.Resolved() | ev.Negated():
            return told.say("The effect of {card} is negated.")
        case ev.AttackDeclared(target=None, against=seat):
            if seat == NOBODY or (w.world is not None and len(w.world.players) == 2):
                return told.say("{player:capital} attacks directly with {card}.")
            other = w.seat(seat)
            return told.say("{player:capital} attacks {other} directly with {card}.", other=other)
        case ev.AttackDeclared(target=target):
            at = w.ref(str(target))
            return told.say("{player:capital} attacks {target} with {card}.", target=at)
        case ev.Battled(target=Piece() as target):
            return told.say(
                "{card:capital} fights {target}: {attack} against {defense} in {position}.",
                target=w.face_up(target),
                position=position_words(target),
            )
        case ev.Battled():
            return told.say("{card:capital} strikes directly with {attack}.")
        case ev.AttackEnded():
            return told.say("The attack of {card} ends without battle: {reason}.")
        case ev.Declared():
            return _declared(w, event)
        case ev.Looked(seat=seat, place=place, pieces=pieces):
            return say_count(
                "{player:capital} looks at the top card of {place}.",
                "{player:capital} looks at the top {count} cards of {place}.",
                count=len(pieces),
                player=w.seat(seat),
                place=w.zone(place, seat),
            )
        case ev.Shown():
            return told.say("{player:capital} shows {card}.")
        case ev.Shuffled(place=place):
            return told.say("{place:capital} is shuffled.", place=w.zone(place))
        case ev.Arranged(seat=seat, place=place, pieces=pieces):
            return say_count(
                "{player:capital} puts {count} card in order in {place}.",
                "{player:capital} puts {count} cards in order in {place}.",
                count=len(pieces),
                player=w.seat(seat),
                place=w.zone(place, seat),
            )
        case ev.PhaseBegan():
            return told.say("Turn {turn}: {player}'s {phase} begins.")
        case ev.PhaseSkipped():
            return told.say("{player:capital}'s turn has no {phase}.")
        case ev.FirstChosen():
            return told.say("{player:capital} goes first.")
        case ev.Passed(priority=priority):
            other = w.seat(priority)
            return told.say("{player:capital} passes; {other} has priority.", other=other)
        case ev.Ruled():
            return told.say("The judge lets a play stand: {reason:bare}.")
        case ev.TakenBack():
            return told.say("{player:capital} takes the announcement back.")
        case ev.DuelEnded(winner=None, reason=reason):
            return told.say("The duel is a draw: {reason}.", reason=w.with_names(reason))
        case ev.DuelEnded(winner=winner, reason=reason):
            assert winner is not None
            why = w.with_names(told_end(winner, reason))
            return told.say("{player:capital} wins: {reason}.", player=w.seat(winner), reason=why)
        case ev.PlayerLeft(reason=reason):
            why = w.with_names(reason)
            return told.say("{player:capital} has lost and leaves: {reason}.", reason=why)
        case ev.Marked(after=after, name=name):
            values = {"card": w.face_up(after), "mark": w.value(name)}
            if sentence := w.words.marks.get((name, name in after.marks)):
                return filled(sentence, **values)
            if name in after.marks and name in w.words.values:
                return say("{card:capital} is {mark} now.", **values)
            if name in after.marks:
                return say("{card:capital} is marked “{mark}” now.", **values)
            if name in w.words.values:
                return say("{card:capital} is no longer {mark}.", **values)
            return say("{card:capital} is no longer marked “{mark}”.", **values)
        case ev.PlayerMarked(name=name, value=value):
            values = {"player": w.seat(event.seat), "mark": w.value(name)}
            if sentence := w.words.marks.get((name, bool(value))):
                return filled(sentence, **values)
            if not value:
                return say("{player:capital}: {mark} is over.", **values)
            now = w.value(str(value))
            return say("{player:capital}: {mark} is {value} from now on.", value=now, **values)
        case ev.RightGranted(name=name, count=count):
            told = _Sentence(w, event, name=w.value(name))
            if count == 1:
                return told.say("{player:capital} may make {name} in this turn.")
            return told.say("{player:capital} may make {name} in this turn, {count} times.")
        case ev.PhaseOrdered(phase=phase):
            return told.say("{player:capital}'s turn will have {phase}.", phase=w.phase(phase))
        case ev.ValueChanged(trait=trait):
            return told.say(
                "The {trait} of {card} changes from {before} to {value}.",
                trait=named("printed", trait),
            )
        case ev.Attached(to=None):
            return told.say("{card:capital} is no longer equipped to anything.")
        case ev.Attached(to=to):
            return told.say("{card:capital} is equipped to {other}.", other=w.ref(str(to)))
        case ev.HandedOver(to=to):
            told = _Sentence(w, event, player=w.seat(zone_seat(to)), place=w.own_zone(to))
            return told.say("{player:capital} takes {card} over to {place}.")
        case ev.ActedTogether(order=order):
            first, *others = order
            players = w.seat(first)
            for seat in others:
                players = say("{players}, then {player}", players=players, player=w.seat(seat))
            return say("Everybody acts, {players}; it counts as one moment.", players=players)
        case _:
            assert_never(event)


def _destroyed(told: _Sentence, event: ev.Destroyed) -> Text:
    piece, by = event.piece, event.by
    if event.cause == "battle":
        return told.say("{card:capital} is destroyed by battle.")
    if event.cause == "rule":
        return told.say("{card:capital} is destroyed by the rules.")
    if by is None or by.key is None:
        return told.say("{card:capital} is destroyed by an effect.")
    if by.oid == piece.oid:
        return told.say("{card:capital} is destroyed by its own effect.")
    other = told.w.owned(by.key)
    if piece.attached == by.oid:
        return told.say("{card:capital} is destroyed: {other} no longer carries it.", other=other)
    if event.rules and event.rules[0] in _rules_on_leaving(told.w.game):
        return told.say("{card:capital} is destroyed: {other} has left the field.", other=other)
    return told.say("{card:capital} is destroyed by the effect of {other}.", other=other)


def _rules_on_leaving(game: Game) -> set[str]:
    """Return the rules of what follows when a card leaves the field, and is no effect of it."""
    begun = tuple(reaction.block for reaction in game.rules.in_play.reactions)
    blocks = (block for name, block in game.blocks.items() if name.startswith(begun))
    return {rule for block in blocks for op in block for rule in getattr(op, "rules", ())}


def _moved(w: Wording, event: ev.Moved) -> Text:
    """A card that may be named on either side of its move is named."""
    is_named = w.may_name(event.piece, event.source) or w.may_name(event.after, event.to)
    key = event.piece.key or event.after.key
    at, kind = zone_kind(event.source), zone_kind(event.to)
    speaker = None if kind == "banished" else zone_seat(event.to)
    known = w.owned(key, speaker) if is_named and key is not None else None
    card, seen = known or say("a card"), known or w.piece(event.piece, event.source)
    owner, place = w.seat(zone_seat(event.to)), w.zone(event.to)
    told = _Sentence(w, event, player=owner, card=card, place=place)
    match event.cause:
        case "draw":
            return told.say("{player:capital} draws {card}.")
        case "cost":
            player = w.seat(event.by if event.by != NOBODY else zone_seat(event.to))
            if at == "hand":
                return told.say("{player:capital} discards {card}.", player=player, card=seen)
            return told.say("{player:capital} sends {card} to {place}.", player=player, card=seen)
        case "tribute" if kind in w.game.rules.zones.rows:
            return told.say(
                "{player:capital} tributes {card}: it goes beneath the card in {place}.",
                player=w.seat(event.by),
                place=w.zone(event.to, event.by),
            )
        case "summon":
            return told.say("{player:capital} is about to summon {card} to {place}.")
        case "set":
            noun = w.words.a_monster if kind == "m" else say("a card")
            place = w.own_zone(event.to)
            if kind == "m" and w.words.of_move(event.after.move).either:
                position = position_words(event.after)
                place = say("{card}, in {position}", card=place, position=position)
            if known is not None:
                noun = say("{noun} ({card})", noun=noun, card=known)
            return told.say(
                "{player:capital} Sets {noun} face-down in {place}.", noun=noun, place=place
            )
        case "play":
            place = w.zone(event.source, event.by)
            return told.say("{player:capital} plays {card} from {place}.", place=place)
        case "return":
            player = w.seat(zone_seat(event.source))
            return told.say("{player:capital} puts {card} back into {place}.", player=player)
        case "effect" if at == "pile" and kind == "hand":
            pile = w.words.zones.get("pile", "pile")
            return told.say(
                "{player:capital} takes {card} from the {pile} into the hand.", pile=pile
            )
        case _:
            goes = GOES.get(kind, GOES["grave"])
            place = as_it_lies(place, w, event.after, event.to)
            return filled(goes, card=seen, place=place)


def _turned(w: Wording, event: ev.Turned) -> Text:
    before, after, place, cause = event.piece, event.after, event.place, event.cause
    is_placed, is_same = zone_kind(place) == "m", before.face_up == after.face_up
    seat, position = zone_seat(place), position_words(after)
    by = None if cause in ("effect", "attack") or not after.face_up else seat
    is_seen = before.face_up or after.face_up
    card = w.face_up(after, by) if is_seen else w.piece(after, place, by)
    lies = say("face-up") if after.face_up else say("face-down")
    if is_placed and after.face_up:
        lies = say("face-up in {position}", position=position)
    elif is_placed:
        lies = say("face-down in {position}", position=position)
    told = _Sentence(w, event, player=w.seat(seat), card=card, position=position, lies=lies)
    if is_same and by is None:
        return told.say("{card:capital} is turned to {position}.")
    if is_same:
        return told.say("{player:capital} turns {card} to {position}.")
    turn = 0 if w.world is None else w.world.turn
    if cause == "attack" and turn and after.attacked == turn:
        return told.say("Attacking, {card} is turned {lies}.")
    if cause == "attack" and (turn or not after.attacked):
        return told.say("Attacked, {card} is turned {lies}.")
    if by is None:
        return told.say("{card:capital} is turned {lies}.")
    if cause == "activation" or not is_placed:
        return told.say("{player:capital} turns {card} face-up in {place}.")
    return told.say("{player:capital} flips {card} face-up to {position}.")


def _life(w: Wording, event: ev.LifeChanged) -> Text:
    life = event.life
    left = say("{life} left", life=life) if life else say("none left")
    told = _Sentence(w, event, change=abs(life - event.before), left=left)
    match event.cause:
        case "start":
            return told.say("{player:capital} begins with {life} life.")
        case "correction":
            return told.say("{player:capital}'s life is corrected to {life}.")
        case "cost":
            return told.say("{player:capital} pays {change} life, {left}.")
        case _ if life > event.before:
            return told.say("{player:capital} gains {change} life and has {life}.")
        case _:
            return told.say("{player:capital} loses {change} life, {left}.")


def _declared(w: Wording, event: ev.Declared) -> Text:
    value, told = event.value, _Sentence(w, event)
    if event.what != "defender" and (is_key(value) or value[1:2] == "."):
        if event.seat == NOBODY:
            return told.say("{player:capital} gives {card}.", card=w.ref(value))
        return told.say("{player:capital} chooses {what}.", what=w.ref(value))
    match event.what:
        case "number":
            return told.say("{player:capital} names the number {number}.", number=w.value(value))
        case "suit":
            return told.say("{player:capital} names {suit}.", suit=w.value(value))
        case "use":
            return told.say("{player:capital} chooses to {what}.", what=w.value(value))
        case "wins":
            return told.say("{player:capital} has won, unless {player} loses at the same time.")
        case "copy":
            return told.say("{player:capital} gets a copy of {card}.", card=w.value(value))
        case _:
            return told.say("{player:capital} chooses {what}.", what=w.value(value))
