"""What happened, in the words of a log: one sentence an event, one line a thing that happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from duelmat_engine import events as ev
from duelmat_engine.names import NOBODY, is_key, zone_kind, zone_seat
from duelmat_engine.state import Piece, told_end
from duelmat_engine.text.wording import Wording, capital


class Line(NamedTuple):
    """One line of the log."""

    text: str
    rules: tuple[str, ...]


def position_words(piece: Piece) -> str:
    return "Attack Position" if piece.upright else "Defense Position"


def event_words(wording: Wording, event: ev.AnyEvent) -> str:
    """One sentence for one event."""
    return capital(_sentence(wording, event))


def tell(wording: Wording, events: Iterable[ev.AnyEvent]) -> list[Line]:
    """The log of an action: moves that the next event tells anyway are left out.

    `wording.world` should be the duel before the action, in which targets still lie.
    """
    happened = list(events)
    wording.aloud = set(_shown(wording, happened))
    lines: list[Line] = []
    draws = 0
    for index, event in enumerate(happened):
        later = happened[index + 1 :]
        if isinstance(event, ev.Moved) and _is_told_by_others(event, happened[:index], later):
            continue
        if isinstance(event, ev.Moved) and _is_unseen_draw(wording, event):
            draws += 1
            if later and isinstance(later[0], ev.Moved) and _same_draw(event, later[0]):
                continue
            count = "a card" if draws == 1 else f"{draws} cards"
            text = f"{wording.seat(zone_seat(event.to))} draws {count}."
            lines.append(Line(text, event.rules))
            draws = 0
            continue
        lines.append(Line(event_words(wording, event), event.rules))
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


def _is_told_by_others(
    event: ev.Moved, before: list[ev.AnyEvent], later: list[ev.AnyEvent]
) -> bool:
    """A summon's move is told by the summon, a destroyed card's by its destruction."""
    if event.cause == "summon":
        return any(isinstance(e, ev.Summoned) and e.piece.oid == event.after.oid for e in later)
    return zone_kind(event.to) == "grave" and any(
        isinstance(e, ev.Destroyed) and e.piece.oid == event.piece.oid for e in before
    )


def _is_unseen_draw(wording: Wording, event: ev.Moved) -> bool:
    return event.cause == "draw" and not wording.may_name(event.after, event.to)


def _same_draw(event: ev.Moved, following: ev.Moved) -> bool:
    return (following.cause, following.source, following.to) == (
        event.cause,
        event.source,
        event.to,
    )


def _sentence(w: Wording, event: ev.AnyEvent) -> str:
    match event:
        case ev.Moved():
            return _moved(w, event)
        case ev.Summoned(piece=piece, place=place, way=way, by=by):
            return (
                f"{w.seat(by)} {w.words.way(way).told} {w.piece(piece, place)}"
                f" to {w.own_zone(place)} in {position_words(piece)}."
            )
        case ev.Turned():
            return _turned(w, event)
        case ev.Destroyed(piece=piece, place=place, cause=cause, by=by):
            if cause == "battle":
                return f"{w.piece(piece, place)} is destroyed by battle."
            return f"{w.piece(piece, place)} is destroyed by {_effect_of(w, piece, by)}."
        case ev.Spared(piece=piece, place=place):
            return f"{w.piece(piece, place)} is kept from destruction by its own text."
        case ev.Negated(piece=piece, place=place):
            return f"the effect of {w.piece(piece, place)} is negated."
        case ev.LifeChanged():
            return _life(w, event)
        case ev.Activated(seat=seat, piece=piece, effect=effect):
            use = w.use(w.game.rules.effects[effect].use)
            card = w.face_up(piece)
            if use:
                return f"{w.seat(seat)} activates {card} as {use}."
            return f"{w.seat(seat)} uses the effect of {card}."
        case ev.Resolved(piece=piece, carried_out=done):
            return f"The effect of {w.face_up(piece)} {'resolves' if done else 'is negated'}."
        case ev.AttackDeclared(piece=piece, place=place, target=target, by=by):
            if target is None:
                return f"{w.seat(by)} attacks directly with {w.piece(piece, place)}."
            return f"{w.seat(by)} attacks {w.ref(target)} with {w.piece(piece, place)}."
        case ev.Battled(piece=piece, target=target, attack=attack, defense=defense):
            if target is None:
                return f"{w.face_up(piece)} strikes directly with {attack}."
            fighters = f"{w.face_up(piece)} fights {w.face_up(target)}"
            return f"{fighters}: {attack} against {defense} in {position_words(target)}."
        case ev.AttackEnded(piece=piece, reason=reason):
            return f"the attack of {w.face_up(piece)} ends without battle: {reason}."
        case ev.Declared():
            return _declared(w, event)
        case ev.Looked(seat=seat, place=place, pieces=pieces):
            what = "the top card" if len(pieces) == 1 else f"the top {len(pieces)} cards"
            return f"{w.seat(seat)} looks at {what} of {w.zone(place, seat)}."
        case ev.Shown(seat=seat, piece=piece):
            return f"{w.seat(seat)} shows {w.face_up(piece)}."
        case ev.Shuffled(place=place):
            return f"{w.zone(place)} is shuffled."
        case ev.PhaseBegan(phase=phase, turn=turn, seat=seat):
            return f"turn {turn}: {w.possessive(seat)} {w.phase_title(phase)} begins."
        case ev.PhaseSkipped(phase=phase, seat=seat):
            return f"{w.possessive(seat)} turn has no {w.phase_title(phase)}."
        case ev.FirstChosen(seat=seat):
            return f"{w.seat(seat)} goes first."
        case ev.Ruled(reason=reason):
            return f"the judge lets a refused play stand: {reason.rstrip('.')}."
        case ev.DuelEnded(winner=winner, reason=reason):
            told = w.with_names(told_end(winner, reason))
            if winner is None:
                return f"the duel is a draw: {told}."
            return f"{w.seat(winner)} wins: {told}."
        case ev.CardActivated(piece=piece, by=by):
            return f"{w.seat(by)} activates {w.face_up(piece)}."
        case ev.Arranged(seat=seat, place=place, pieces=pieces):
            return f"{w.seat(seat)} puts {len(pieces)} cards in order in {w.zone(place, seat)}."
        case ev.Passed(seat=seat, priority=priority):
            return f"{w.seat(seat)} passes; {w.seat(priority)} has priority."
        case ev.PlayerLeft(seat=seat, reason=reason):
            return f"{w.seat(seat)} has lost and leaves: {w.with_names(reason)}."
        case ev.Marked() | ev.PlayerMarked() | ev.RightGranted() | ev.PhaseOrdered():
            return _noted(w, event)
        case ev.SummonNegated(piece=piece):
            return f"the summon of {w.face_up(piece)} is negated."
        case ev.LinkNegated(piece=piece):
            return f"the effect of {w.face_up(piece)} will not be carried out."
        case ev.ValueChanged(piece=piece, trait=trait, before=before, value=value):
            return f"the {trait} of {w.face_up(piece)} changes from {before} to {value}."
        case ev.Attached(piece=piece, to=to):
            if to is None:
                return f"{w.face_up(piece)} is no longer equipped to anything."
            return f"{w.face_up(piece)} is equipped to {w.ref(to)}."
        case ev.HandedOver(piece=piece, place=place, to=to):
            card = w.piece(piece, place)
            return f"{w.seat(zone_seat(to))} takes {card} over to {w.own_zone(to)}."
        case ev.Lapsed(piece=piece, reason=reason):
            return f"the effect of {w.face_up(piece)} is not activated: {reason}."
        case ev.ActedTogether(order=order):
            players = ", then ".join(w.seat(seat) for seat in order)
            return f"everybody acts, {players}; it counts as one moment."
        case ev.SeveralDestroyed(pieces=pieces):
            return f"{len(pieces)} cards have been destroyed together."
        case _:
            assert_never(event)


def _noted(
    w: Wording, event: ev.Marked | ev.PlayerMarked | ev.RightGranted | ev.PhaseOrdered
) -> str:
    """What holds from now on for a card, a player or a turn."""
    match event:
        case ev.Marked(after=after, name=name):
            verb = "carries" if name in after.marks else "no longer carries"
            return f"{w.face_up(after)} {verb} the mark {w.value(name)}."
        case ev.PlayerMarked(seat=seat, name=name, value=value):
            word = w.value(name)
            if not value:
                return f"{w.seat(seat)}: {word} is over."
            return f"{w.seat(seat)}: {word} is {w.value(str(value))} from now on."
        case ev.RightGranted(seat=seat, name=name, count=count):
            times = "once more" if count == 1 else f"{count} times more"
            return f"{w.seat(seat)} may use {w.value(name)} {times} in this turn."
        case ev.PhaseOrdered(phase=phase, seat=seat):
            return f"{w.possessive(seat)} turn will have {w.phase(phase)}."


def _effect_of(w: Wording, piece: Piece, by: Piece | None) -> str:
    if by is None or by.key is None:
        return "an effect"
    return "its own effect" if by.oid == piece.oid else f"the effect of {w.printed(by.key)}"


def _moved(w: Wording, event: ev.Moved) -> str:
    """A card that may be named on either side of its move is named."""
    named = w.may_name(event.piece, event.source) or w.may_name(event.after, event.to)
    key = event.piece.key or event.after.key
    card = w.printed(key) if named and key is not None else ""
    owner = w.seat(zone_seat(event.to))
    kind = zone_kind(event.to)
    place = w.zone(event.to)
    match event.cause:
        case "draw":
            return f"{owner} draws {card or 'a card'}."
        case "cost":
            verb = "discards" if zone_kind(event.source) == "hand" else "sends"
            what = card or w.piece(event.piece, event.source)
            tail = "" if verb == "discards" else f" to {place}"
            return f"{w.seat(event.by) if event.by != NOBODY else owner} {verb} {what}{tail}."
        case "summon":
            return f"{owner} brings {card or 'a card'} to {place}."
        case "set":
            what = f" ({card})" if card else ""
            noun = "monster" if kind == "m" else "card"
            return f"{owner} Sets a {noun}{what} face-down in {w.own_zone(event.to)}."
        case "play":
            return f"{owner} plays {card or 'a card'} from {w.zone(event.source, event.by)}."
        case "return":
            what = card or "a card"
            return f"{w.seat(zone_seat(event.source))} puts {what} back into {place}."
        case "effect" if zone_kind(event.source) == "pile" and kind == "hand":
            pile = w.words.zones.get("pile", "pile")
            return f"{owner} takes {card or 'a card'} from the {pile} into the hand."
        case _:
            goes = w.words.goes.get(kind, "goes to {place}").format(place=place)
            return f"{card or w.piece(event.piece, event.source)} {goes}."


def _turned(w: Wording, event: ev.Turned) -> str:
    card = w.face_up(event.after)
    player = w.seat(zone_seat(event.place))
    if event.cause == "activation":
        return f"{player} turns {card} face-up in {w.own_zone(event.place)}."
    if event.piece.face_up:
        return f"{player} turns {card} to {position_words(event.after)}."
    if event.cause == "attack":
        return f"attacked, {card} is turned face-up in {position_words(event.after)}."
    return f"{player} flips {card} face-up to {position_words(event.after)}."


def _life(w: Wording, event: ev.LifeChanged) -> str:
    player = w.seat(event.seat)
    change = abs(event.life - event.before)
    left = f"{event.life} left" if event.life else "none left"
    match event.cause:
        case "start":
            return f"{player} begins with {event.life} life."
        case "correction":
            return f"{w.possessive(event.seat)} life is corrected to {event.life}."
        case "cost":
            return f"{player} pays {change} life, {left}."
        case _:
            if event.life > event.before:
                return f"{player} gains {change} life and has {event.life}."
            return f"{player} loses {change} life, {left}."


def _declared(w: Wording, event: ev.Declared) -> str:
    value = event.value
    if is_key(value) or value[1:2] == ".":
        verb = "gives" if event.seat == NOBODY else "chooses"
        return f"{w.seat(event.seat)} {verb} {w.ref(value)}."
    if event.what in ("suit", "number"):
        number = "the number " if event.what == "number" else ""
        return f"{w.seat(event.seat)} names {number}{w.value(value)}."
    if value.isdigit():
        return f"{w.seat(event.seat)} chooses {value}."
    return f"{w.seat(event.seat)} chooses to {w.value(value)}."
