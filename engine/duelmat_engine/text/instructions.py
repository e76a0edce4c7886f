"""Actions in words, as instructions: "Set the 7 of hearts as a monster in ..."."""

from __future__ import annotations

from duelmat_engine import actions as act
from duelmat_engine.board.refs import lookup
from duelmat_engine.names import Seat, is_key, parse_seat, zone_kind, zone_seat
from duelmat_engine.ruleset.words import MoveWords
from duelmat_engine.text.wording import Wording, capital
from duelmat_message import Text, filled, listed, say


def action_words(wording: Wording, action: act.Action, seat: Seat | None = None) -> Text:
    """Return an action as an instruction: "Normal Summon the 7 of hearts to ...".

    `seat` is who would do it; their own zones are not called by their name.
    """
    return capital(_instruction(wording, action, seat))


def _instruction(w: Wording, action: act.Action, seat: Seat | None) -> str:
    match action:
        case act.Play():
            return _play_words(w, action, seat)
        case act.Activate():
            return _activation_words(w, action, seat)
        case act.Attack():
            return _attack_words(w, action, seat)
        case act.Turn():
            return _turn_words(w, action, seat)
        case act.Advance(phase="end"):
            return say("end the turn")
        case act.Advance(phase=phase):
            return say("go on to {phase}", phase=w.phase(phase))
        case act.Pass():
            return say("pass")
        case act.Choose(card=card):
            return say("choose {what}", what=w.ref(card, seat))
        case act.Number(value=value):
            return say("choose {what}", what=value)
        case act.Name(value=value):
            return _option_words(w, value)
        case act.Reveal(shown=shown):
            return say("show {card}", card=w.printed(shown))
        case act.Roll(values=values):
            return say("chance gives {cards}", cards=listed(w.ref(v, seat) for v in values))
        case act.Cancel():
            return say("take the announcement back")
        case act.Concede():
            return say("concede the duel")
        case act.AgreeDraw():
            return say("agree on a draw")
        case act.CorrectLife(player=player, life=life):
            return say("correct {player}'s life to {life}", player=w.seat(player), life=life)
        case act.Stand(action=inner):
            return say("let this stand: {action}", action=_instruction(w, inner, seat))
        case _:
            raise AssertionError(action)


def _option_words(w: Wording, value: str) -> str:
    if value in ("a", "b", "c", "d"):
        return say("choose {what}", what=w.seat(parse_seat(value)))
    return w.words.acts.get(value) or say("choose {what}", what=w.value(value))


def _attack_words(w: Wording, action: act.Attack, seat: Seat | None) -> Text:
    card, target = w.ref(action.card, seat), action.target
    if target is None and w.is_aimed_by_chance(action.card):
        return say("attack with {card}", card=card)
    if target is None:
        return say("attack directly with {card}", card=card)
    if zone_kind(target) == "pile":
        player = w.seat(zone_seat(target))
        return say("attack {player} directly with {card}", player=player, card=card)
    return say("attack {target} with {card}", target=w.ref(target, seat), card=card)


def _play_words(w: Wording, action: act.Play, seat: Seat | None) -> Text:
    """A play as one message in others, each with how it is done or what it costs."""
    card, place = w.ref(action.card, seat), w.zone(action.to, seat)
    words = w.words.of_move(action.move)
    is_placed = zone_kind(action.to) == "m"
    if "set" not in action.move.split("-"):
        play = say("{does} {card} to {place}", does=words.does, card=card, place=place)
        if words.within:
            play = say("{does} {card} in {place}", does=words.does, card=card, place=place)
        position = _position(w, words, action)
    else:
        play = say("Set {card} in {place}", card=card, place=place)
        if is_placed:
            noun = {"card": card, "a_monster": w.words.a_monster}
            play = say("Set {card} as {a_monster} in {place}", place=place, **noun)
        position = _lies(action) if words.either and is_placed else None
        position = say("face-up") if action.face_up and not words.lies_open else position
    if position:
        play = say("{play} {position}", play=play, position=position)
    if words.apart:
        play = say("{play} {apart}", play=play, apart=words.apart)
    cost = _cost(w, words, action, seat)
    return say("{play} {cost}", play=play, cost=cost) if cost else play


def _cost(w: Wording, words: MoveWords, action: act.Play, seat: Seat | None) -> str:
    """Return the cost of a play in words; empty: nothing."""
    if action.using:
        return filled(words.using, cards=listed(w.ref(ref, seat) for ref in action.using))
    if is_key(action.card):
        traits = w.game.rules.card(action.card).traits
        return filled(words.cost, **{name: str(value) for name, value in traits.items()})
    return words.unseen


def _position(w: Wording, words: MoveWords, action: act.Play) -> Text | None:
    """Return how a card is put on the field, in words; None: that goes without saying."""
    if zone_kind(action.to) == "hand":
        return None
    has_position = w.tells_position(action.to, upright=action.upright)
    if not action.face_up:
        down = say("face-down {position}", position=_lies(action))
        return down if has_position else say("face-down")
    if words.position and action.upright:
        return say("in {position}", position=words.position)
    plain = words.plain_attack or not has_position
    return None if plain and action.upright else _lies(action)


def _lies(action: act.Play) -> Text:
    return say("in Attack Position") if action.upright else say("in Defense Position")


def _activation_words(w: Wording, action: act.Activate, seat: Seat | None) -> Text:
    effects = w.game.rules.effects
    use = effects[action.effect].use if action.effect in effects else action.effect
    card = w.printed(action.shown) if action.shown else w.ref(action.card, seat)
    if use == "flip":
        return say("flip {card} face-up", card=card)
    use = w.use(use)
    if not use:
        return say("use the effect of {card}", card=card)
    if action.shown and zone_kind(action.card) == "s" and not is_key(action.card):
        card = say("the Set {card:noun}", card=w.printed(action.shown))
    return say("activate {card} as {use}", card=card, use=use)


def _turn_words(w: Wording, action: act.Turn, seat: Seat | None) -> Text:
    found = lookup(w.world, action.card) if w.world is not None else None
    card = w.printed(action.shown) if action.shown else w.ref(action.card, seat)
    position = say("Attack Position") if action.upright else say("Defense Position")
    if not action.face_up:
        return say("turn {card} face-down", card=card)
    if found is not None and zone_kind(found[0]) != "m":
        return say("turn {card} face-up", card=card)
    if found is not None and not found[1].face_up:
        return say("flip {card} face-up to {position}", card=card, position=position)
    return say("turn {card} to {position}", card=card, position=position)
