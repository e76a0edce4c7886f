"""The events of a duel in the words of a log: one sentence an event, one line a happening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, assert_never

from duelmat_engine import events as ev
from duelmat_engine.names import NOBODY, is_key, zone_kind, zone_seat
from duelmat_engine.state import Piece, told_end
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, filled, named, say, say_count, slot


class Line(NamedTuple):
    """One line of the log."""

    text: str
    rules: tuple[str, ...]
    turn: int = 0
    """The turn of the phase that it begins; 0: it begins none."""


def position_words(piece: Piece) -> Text:
    return say("Attack Position") if piece.upright else say("Defense Position")


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
            text = say_count(
                "{player:capital} draws a card.",
                "{player:capital} draws {count} cards.",
                count=draws,
                player=wording.seat(zone_seat(event.to)),
            )
            lines.append(Line(text, event.rules))
            draws = 0
            continue
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
    way = (event.cause, event.source, event.to)
    return way == (following.cause, following.source, following.to)


def event_words(w: Wording, event: ev.AnyEvent) -> Text:
    """One sentence for one event."""
    match event:
        case ev.Moved():
            return _moved(w, event)
        case ev.Summoned(piece=piece, place=place, way=way, by=by):
            words = w.words.way(way)
            return say(
                "{player:capital} {does} {card} to {place} in {position}.",
                player=w.seat(by),
                does=words.told,
                card=w.piece(piece, place),
                place=w.own_zone(place),
                position=words.position or position_words(piece),
            )
        case ev.Turned():
            return _turned(w, event)
        case ev.Destroyed() | ev.Spared() | ev.SeveralDestroyed():
            return _destroyed(w, event)
        case ev.Negated() | ev.SummonNegated() | ev.LinkNegated() | ev.Lapsed():
            return _negated(w, event)
        case ev.LifeChanged():
            return _life(w, event)
        case ev.Activated() | ev.CardActivated() | ev.Resolved():
            return _activated(w, event)
        case ev.AttackDeclared() | ev.Battled() | ev.AttackEnded():
            return _fought(w, event)
        case ev.Declared():
            return _declared(w, event)
        case ev.Looked() | ev.Shown() | ev.Shuffled() | ev.Arranged():
            return _handled(w, event)
        case ev.PhaseBegan() | ev.PhaseSkipped() | ev.FirstChosen() | ev.Passed():
            return _course(w, event)
        case ev.Ruled(reason=reason):
            return say(
                "The judge lets a refused play stand: {reason:bare}.", reason=w.said(reason)
            )
        case ev.DuelEnded(winner=winner, reason=reason):
            told = w.with_names(told_end(winner, reason))
            if winner is None:
                return say("The duel is a draw: {reason}.", reason=told)
            return say("{player:capital} wins: {reason}.", player=w.seat(winner), reason=told)
        case ev.PlayerLeft(seat=seat, reason=reason):
            told = w.with_names(reason)
            player = w.seat(seat)
            return say(
                "{player:capital} has lost and leaves: {reason}.", player=player, reason=told
            )
        case ev.Marked() | ev.PlayerMarked() | ev.RightGranted() | ev.PhaseOrdered():
            return _noted(w, event)
        case ev.ValueChanged() | ev.Attached() | ev.HandedOver():
            return _changed(w, event)
        case ev.ActedTogether(order=order):
            first, *others = order
            players = w.seat(first)
            for seat in others:
                players = say("{players}, then {player}", players=players, player=w.seat(seat))
            return say("Everybody acts, {players}; it counts as one moment.", players=players)
        case _:
            assert_never(event)


def _destroyed(w: Wording, event: ev.Destroyed | ev.Spared | ev.SeveralDestroyed) -> Text:
    match event:
        case ev.Destroyed(piece=piece, place=place, cause="battle"):
            return say("{card:capital} is destroyed by battle.", card=w.piece(piece, place))
        case ev.Destroyed(piece=piece, place=place, by=by):
            card = w.piece(piece, place)
            if by is None or by.key is None:
                return say("{card:capital} is destroyed by an effect.", card=card)
            if by.oid == piece.oid:
                return say("{card:capital} is destroyed by its own effect.", card=card)
            other = w.printed(by.key)
            if piece.attached == by.oid:
                return say(
                    "{card:capital} is destroyed: {other} no longer carries it.",
                    card=card,
                    other=other,
                )
            return say(
                "{card:capital} is destroyed by the effect of {other}.", card=card, other=other
            )
        case ev.Spared(piece=piece, place=place):
            card = w.piece(piece, place)
            return say("{card:capital} is kept from destruction by its own text.", card=card)
        case ev.SeveralDestroyed(pieces=pieces):
            return say_count(
                "{count} card has been destroyed together.",
                "{count} cards have been destroyed together.",
                count=len(pieces),
            )


def _negated(
    w: Wording, event: ev.Negated | ev.SummonNegated | ev.LinkNegated | ev.Lapsed
) -> Text:
    match event:
        case ev.Negated(piece=piece, place=place):
            return say("The effect of {card} is negated.", card=w.piece(piece, place))
        case ev.SummonNegated(piece=piece):
            return say("The summon of {card} is negated.", card=w.face_up(piece))
        case ev.LinkNegated(piece=piece):
            return say("The effect of {card} will not be carried out.", card=w.face_up(piece))
        case ev.Lapsed(piece=piece, reason=reason):
            card = w.face_up(piece)
            told = w.said(reason)
            return say("The effect of {card} is not activated: {reason}.", card=card, reason=told)


def _activated(w: Wording, event: ev.Activated | ev.CardActivated | ev.Resolved) -> Text:
    card = w.face_up(event.piece)
    match event:
        case ev.Activated(seat=seat, effect=effect):
            use, player = w.use(w.game.rules.effects[effect].use), w.seat(seat)
            if use:
                return say(
                    "{player:capital} activates {card} as {use}.",
                    player=player,
                    card=card,
                    use=use,
                )
            return say("{player:capital} uses the effect of {card}.", player=player, card=card)
        case ev.CardActivated(by=by):
            return say("{player:capital} activates {card}.", player=w.seat(by), card=card)
        case ev.Resolved(carried_out=True):
            return say("The effect of {card} resolves.", card=card)
        case ev.Resolved():
            return say("The effect of {card} is negated.", card=card)


def _fought(w: Wording, event: ev.AttackDeclared | ev.Battled | ev.AttackEnded) -> Text:
    match event:
        case ev.AttackDeclared(piece=piece, place=place, target=target, by=by):
            player, card = w.seat(by), w.piece(piece, place)
            if target is None:
                return say(
                    "{player:capital} attacks directly with {card}.", player=player, card=card
                )
            return say(
                "{player:capital} attacks {target} with {card}.",
                player=player,
                target=w.ref(target),
                card=card,
            )
        case ev.Battled(piece=piece, target=None, attack=attack):
            card = w.face_up(piece)
            return say("{card:capital} strikes directly with {attack}.", card=card, attack=attack)
        case ev.Battled(piece=piece, target=Piece() as target, attack=attack, defense=defense):
            return say(
                "{card:capital} fights {target}: {attack} against {defense} in {position}.",
                card=w.face_up(piece),
                target=w.face_up(target),
                attack=attack,
                defense=defense,
                position=position_words(target),
            )
        case ev.AttackEnded(piece=piece, reason=reason):
            card, told = w.face_up(piece), w.said(reason)
            return say(
                "The attack of {card} ends without battle: {reason}.", card=card, reason=told
            )
        case _:
            raise AssertionError(event)


def _handled(w: Wording, event: ev.Looked | ev.Shown | ev.Shuffled | ev.Arranged) -> Text:
    match event:
        case ev.Looked(seat=seat, place=place, pieces=pieces):
            return say_count(
                "{player:capital} looks at the top card of {place}.",
                "{player:capital} looks at the top {count} cards of {place}.",
                count=len(pieces),
                player=w.seat(seat),
                place=w.zone(place, seat),
            )
        case ev.Shown(seat=seat, piece=piece):
            return say(
                "{player:capital} shows {card}.", player=w.seat(seat), card=w.face_up(piece)
            )
        case ev.Shuffled(place=place):
            return say("{place:capital} is shuffled.", place=w.zone(place))
        case ev.Arranged(seat=seat, place=place, pieces=pieces):
            return say_count(
                "{player:capital} puts {count} card in order in {place}.",
                "{player:capital} puts {count} cards in order in {place}.",
                count=len(pieces),
                player=w.seat(seat),
                place=w.zone(place, seat),
            )


def _course(
    w: Wording, event: ev.PhaseBegan | ev.PhaseSkipped | ev.FirstChosen | ev.Passed
) -> Text:
    player = w.seat(event.seat)
    match event:
        case ev.PhaseBegan(phase=phase, turn=turn):
            title = w.phase_title(phase)
            return say(
                "Turn {turn}: {player}'s {phase} begins.", turn=turn, player=player, phase=title
            )
        case ev.PhaseSkipped(phase=phase):
            title = w.phase_title(phase)
            return say("{player:capital}'s turn has no {phase}.", player=player, phase=title)
        case ev.FirstChosen():
            return say("{player:capital} goes first.", player=player)
        case ev.Passed(priority=priority):
            other = w.seat(priority)
            return say(
                "{player:capital} passes; {other} has priority.", player=player, other=other
            )


def _changed(w: Wording, event: ev.ValueChanged | ev.Attached | ev.HandedOver) -> Text:
    match event:
        case ev.ValueChanged(piece=piece, trait=trait, before=before, value=value):
            return say(
                "The {trait} of {card} changes from {before} to {value}.",
                trait=named("printed", trait),
                card=w.face_up(piece),
                before=before,
                value=value,
            )
        case ev.Attached(piece=piece, to=None):
            card = w.face_up(piece)
            return say("{card:capital} is no longer equipped to anything.", card=card)
        case ev.Attached(piece=piece, to=to):
            card, other = w.face_up(piece), w.ref(str(to))
            return say("{card:capital} is equipped to {other}.", card=card, other=other)
        case ev.HandedOver(piece=piece, place=place, to=to):
            return say(
                "{player:capital} takes {card} over to {place}.",
                player=w.seat(zone_seat(to)),
                card=w.piece(piece, place),
                place=w.own_zone(to),
            )


def _noted(
    w: Wording, event: ev.Marked | ev.PlayerMarked | ev.RightGranted | ev.PhaseOrdered
) -> Text:
    """Return the sentence for what holds from now on for a card, a player or a turn."""
    match event:
        case ev.Marked(after=after, name=name):
            card, mark = w.face_up(after), w.value(name)
            if name in after.marks:
                return say("{card:capital} is marked “{mark}” now.", card=card, mark=mark)
            return say("{card:capital} is no longer marked “{mark}”.", card=card, mark=mark)
        case ev.PlayerMarked(seat=seat, name=name, value=value):
            player, mark = w.seat(seat), w.value(name)
            if not value:
                return say("{player:capital}: {mark} is over.", player=player, mark=mark)
            return say(
                "{player:capital}: {mark} is {value} from now on.",
                player=player,
                mark=mark,
                value=w.value(str(value)),
            )
        case ev.RightGranted(seat=seat, name=name, count=count):
            return say_count(
                "{player:capital} may use {name} once more in this turn.",
                "{player:capital} may use {name} {count} times more in this turn.",
                count=count,
                player=w.seat(seat),
                name=w.value(name),
            )
        case ev.PhaseOrdered(phase=phase, seat=seat):
            player = w.seat(seat)
            return say(
                "{player:capital}'s turn will have {phase}.", player=player, phase=w.phase(phase)
            )


def _moved(w: Wording, event: ev.Moved) -> Text:
    """A card that may be named on either side of its move is named."""
    is_named = w.may_name(event.piece, event.source) or w.may_name(event.after, event.to)
    key = event.piece.key or event.after.key
    known = w.printed(key) if is_named and key is not None else None
    card = known or say("a card")
    owner = w.seat(zone_seat(event.to))
    kind = zone_kind(event.to)
    match event.cause:
        case "draw":
            return say("{player:capital} draws {card}.", player=owner, card=card)
        case "cost":
            return _paid(w, event, known or w.piece(event.piece, event.source))
        case "summon":
            place = w.zone(event.to)
            return say(
                "{player:capital} is about to summon {card} to {place}.",
                player=owner,
                card=card,
                place=place,
            )
        case "set":
            return _set(w, event, known)
        case "play":
            place = w.zone(event.source, event.by)
            return say(
                "{player:capital} plays {card} from {place}.", player=owner, card=card, place=place
            )
        case "return":
            player, place = w.seat(zone_seat(event.source)), w.zone(event.to)
            return say(
                "{player:capital} puts {card} back into {place}.",
                player=player,
                card=card,
                place=place,
            )
        case "effect" if zone_kind(event.source) == "pile" and kind == "hand":
            return say(
                "{player:capital} takes {card} from the {pile} into the hand.",
                player=owner,
                card=card,
                pile=w.words.zones.get("pile", "pile"),
            )
        case _:
            goes = w.words.goes.get(kind, _GOES)
            card = known or w.piece(event.piece, event.source)
            return filled(goes, card=card, place=w.zone(event.to))


_GOES: Final = say("{card:capital} goes to {place}.", card=slot("card"), place=slot("place"))


def _paid(w: Wording, event: ev.Moved, card: str) -> Text:
    by = event.by if event.by != NOBODY else zone_seat(event.to)
    player = w.seat(by)
    if zone_kind(event.source) == "hand":
        return say("{player:capital} discards {card}.", player=player, card=card)
    place = w.zone(event.to)
    return say("{player:capital} sends {card} to {place}.", player=player, card=card, place=place)


def _set(w: Wording, event: ev.Moved, known: Text | None) -> Text:
    player, place = w.seat(zone_seat(event.to)), w.own_zone(event.to)
    noun = w.words.a_monster if zone_kind(event.to) == "m" else say("a card")
    if known is None:
        return say(
            "{player:capital} Sets {noun} face-down in {place}.",
            player=player,
            noun=noun,
            place=place,
        )
    return say(
        "{player:capital} Sets {noun} ({card}) face-down in {place}.",
        player=player,
        noun=noun,
        card=known,
        place=place,
    )


def _turned(w: Wording, event: ev.Turned) -> Text:
    card, position = w.face_up(event.after), position_words(event.after)
    player = w.seat(zone_seat(event.place))
    if event.cause == "activation":
        place = w.own_zone(event.place)
        return say(
            "{player:capital} turns {card} face-up in {place}.",
            player=player,
            card=card,
            place=place,
        )
    if event.piece.face_up and event.cause == "effect":
        return say("{card:capital} is turned to {position}.", card=card, position=position)
    if event.piece.face_up:
        return say(
            "{player:capital} turns {card} to {position}.",
            player=player,
            card=card,
            position=position,
        )
    if event.cause == "attack":
        return say(
            "Attacked, {card} is turned face-up in {position}.", card=card, position=position
        )
    return say(
        "{player:capital} flips {card} face-up to {position}.",
        player=player,
        card=card,
        position=position,
    )


def _life(w: Wording, event: ev.LifeChanged) -> Text:
    player, life = w.seat(event.seat), event.life
    change = abs(life - event.before)
    left = say("{life} left", life=life) if life else say("none left")
    match event.cause:
        case "start":
            return say("{player:capital} begins with {life} life.", player=player, life=life)
        case "correction":
            return say("{player:capital}'s life is corrected to {life}.", player=player, life=life)
        case "cost":
            return say(
                "{player:capital} pays {change} life, {left}.",
                player=player,
                change=change,
                left=left,
            )
        case _ if life > event.before:
            return say(
                "{player:capital} gains {change} life and has {life}.",
                player=player,
                change=change,
                life=life,
            )
        case _:
            return say(
                "{player:capital} loses {change} life, {left}.",
                player=player,
                change=change,
                left=left,
            )


def _declared(w: Wording, event: ev.Declared) -> Text:
    player, value = w.seat(event.seat), event.value
    if is_key(value) or value[1:2] == ".":
        if event.seat == NOBODY:
            return say("{player:capital} gives {card}.", player=player, card=w.ref(value))
        return say("{player:capital} chooses {what}.", player=player, what=w.ref(value))
    if event.what == "number":
        number = w.value(value)
        return say("{player:capital} names the number {number}.", player=player, number=number)
    if event.what == "suit":
        return say("{player:capital} names {suit}.", player=player, suit=w.value(value))
    if event.what == "use":
        return say("{player:capital} chooses to {what}.", player=player, what=w.value(value))
    what = value if value.isdigit() else w.value(value)
    return say("{player:capital} chooses {what}.", player=player, what=what)
