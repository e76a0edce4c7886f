"""Verdicts on actions that answer no pending question, or show a card that cannot be there."""

from __future__ import annotations

from duelmat_engine import actions as act
from duelmat_engine.board.refs import lookup
from duelmat_engine.candidates.asked import listed_options
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.texts import cited_by_steps
from duelmat_engine.facts import AnyFact, Asked, Room
from duelmat_engine.names import NOBODY, is_key, key_code, seat_letter
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, replace
from duelmat_engine.verdict import Do, Never, Verdict, When, malformed, not_asked
from duelmat_message import Text, filled, listed, ref, say, slot

SEAT, OPTIONS, PLACE = slot("seat"), slot("options"), slot("place")
_DONE: dict[str, Text] = {
    "window": say("{seat} has responded or passed.", seat=SEAT),
    "trigger": say("{seat} has said whether and in which order effects are activated.", seat=SEAT),
    "choose": say("{seat} has chosen a card.", seat=SEAT),
    "number": say("{seat} has chosen an amount.", seat=SEAT),
    "name": say("{seat} has chosen one of: {options}.", seat=SEAT, options=OPTIONS),
    "first": say("It has been decided who goes first."),
    "reveal": say("{seat} has shown the card of {place}.", seat=SEAT, place=PLACE),
    "chance": say("Chance has decided."),
    "place": say("{seat} has placed the card.", seat=SEAT),
    "aim": say("{seat} has aimed the attack anew, or given it up.", seat=SEAT),
}
"""The clauses for a question that has been answered, by `Decision.kind`."""
_DONE_BY_YOU: dict[str, Text] = {
    "window": say("You have responded or passed."),
    "trigger": say("You have said whether and in which order effects are activated."),
    "choose": say("You have chosen a card."),
    "number": say("You have chosen an amount."),
    "name": say("You have chosen one of: {options}.", options=OPTIONS),
    "reveal": say("You have shown the card of {place}.", place=PLACE),
    "place": say("You have placed the card."),
    "aim": say("You have aimed the attack anew, or given it up."),
}
"""The same to the seat that was asked."""
_ASKED: dict[str, Text] = {
    "open": say("{seat} is to act", seat=SEAT),
    "window": say("{seat} is asked whether to respond", seat=SEAT),
    "trigger": say("{seat} is asked which effect is activated next", seat=SEAT),
    "choose": say("{seat} is asked for a card", seat=SEAT),
    "number": say("{seat} is asked for an amount", seat=SEAT),
    "name": say("{seat} is asked for one of: {options}", seat=SEAT, options=OPTIONS),
    "first": say("it is asked who goes first"),
    "reveal": say("{seat} is asked to show the card of {place}", seat=SEAT, place=PLACE),
    "chance": say("chance is to decide"),
    "place": say("{seat} is asked where the card goes", seat=SEAT),
    "aim": say("{seat} is asked to aim the attack anew, or to give it up", seat=SEAT),
}
"""The clauses for a question that is asked, by `Decision.kind`."""
_LEADING: dict[type[act.Action], Text] = {
    act.Activate: say("What sets that effect off has happened, and its player is asked for it"),
    act.Attack: say("An attack is to be aimed anew"),
    act.Choose: say("An effect or a cost asks for a card to be chosen"),
    act.Name: say("An effect asks for a name, or which of several things is meant"),
    act.Number: say("An effect or a cost asks for an amount"),
    act.Pass: say("Something is asked that may be declined: a response, or an effect"),
    act.Play: say("An effect asks where it puts the card"),
    act.Reveal: say("A card that nobody has seen is to be shown"),
    act.Roll: say("Something is left to chance"),
}
"""The question that an action answers, by its class."""


def _about(decision: Decision, game: Game, table: dict[str, Text]) -> Text:
    """Return the clause of a table for a question, with who is asked and for what."""
    letter = seat_letter(decision.seat) if decision.seat != NOBODY else ""
    seat = ref(letter, f"Player {letter}") if letter else say("Chance")
    place, options = ref("".join(decision.options[:1])), listed_options(decision, game)
    return filled(table[decision.kind], seat=seat, place=place, options=options)


def once_done(decision: Decision, game: Game, seat: int, fact: AnyFact) -> When:
    """Return the remedy, for a seat, that waits until the pending question has been answered."""
    table = _DONE | _DONE_BY_YOU if decision.seat == seat else _DONE
    return When(_about(decision, game, table), fact)


def absent(duel: Duel, named: str) -> Do | When:
    """Return the remedy for an action with a card that is not where it is said to be."""
    on_top = (name for name, top in duel.pieces() if any(p.key == named for p in top.beneath))
    if is_key(named):
        card, place = ref(named), next(map(ref, on_top), None)
        text = say("Name a card of this duel: {card} is none that can be seen.", card=card)
        if place is not None:
            text = say(
                "Name the card on top: {card} lies beneath it in {place}.", card=card, place=place
            )
        return Do(text)
    if not named:
        return Do(say("Name cards that are there."))
    return When(say("A card lies in {place} that may do this: now none does.", place=ref(named)))


def no_room(kind: str) -> When:
    """Return the remedy for a card that finds no free zone in its player's row."""
    return When(say("One of your zones of that row is free."), Room(kind))


def _another_question(duel: Duel, game: Game, decision: Decision, action: act.Action) -> When:
    """Return the remedy for an action that answers another question: it names both questions."""
    leading = _LEADING.get(type(action)) or say("Play is open")
    if isinstance(action, act.Activate):
        leading = _set_off_before(duel, action) or leading
    asked = _about(decision, game, _ASKED)
    return When(say("{leading}; now {asked}.", leading=leading, asked=asked), Asked())


def _set_off_before(duel: Duel, action: act.Activate) -> Text | None:
    """Return what an effect waits for that has been set off already; None: it has not been."""
    found = lookup(duel, action.card)
    oid = 0 if found is None else found[1].oid
    if any(link.effect == action.effect and link.source.oid == oid for link in duel.chain):
        return say(
            "That effect, which is on the Chain, is set off again, and its player asked for it"
        )
    if any(trigger.effect == action.effect for trigger in duel.pending):
        return say("The player of that effect, which has been set off, is asked for it")
    return None


PLACING = "effect-"
"""Prefix of the names of moves by which effects put cards on the field."""


def _placed_by(game: Game, action: act.Play) -> tuple[str, ...] | None:
    """The rules by which it places a card, none for one that an effect brings; None: by none."""
    if action.move.startswith(PLACING):
        return ()
    there = (op for block in game.rules.blocks.values() for op in block)
    placing = (op for op in there if isinstance(op, ops.PutOnField) and op.move == action.move)
    return next((op.rules for op in placing), None)


def _never_by_hand(duel: Duel, game: Game, decision: Decision, action: act.Activate) -> Verdict:
    """The verdict on an effect that nobody activates by hand."""
    effect = game.rules.effects[action.effect]
    by = (*effect.rules, "")[0]
    card = _card_of(duel, game, action)
    if card is not None and effect.name not in card.effects:
        text = say("The card has no such effect.")
    elif effect.on is None:
        text = say("It is never activated: it applies by itself, or with another act.")
    else:
        return not_asked(effect.rules, _another_question(duel, game, decision, action))
    return malformed(effect.rules, Never(text, by))


def _card_of(duel: Duel, game: Game, action: act.Activate) -> Card | None:
    """The printed card that is to be activated; None: nobody knows which it is."""
    found = lookup(duel, action.card)
    key = (found and found[1].key) or action.shown or action.card
    return game.rules.cards.get(key_code(key)) if is_key(key) else None


def no_such_effect(duel: Duel, game: Game, decision: Decision, action: act.Activate) -> Verdict:
    """The verdict on a use that the card does not have: it is no magic, or has no effect."""
    card = _card_of(duel, game, action)
    if card is None:
        text = say("Say which card it turns out to be, or name its effect: nobody has seen it.")
        if not is_key(action.card) and not duel.at(action.card):
            text = say("Name a card that is there: nothing lies in {zone}.", zone=ref(action.card))
        return malformed(decision.rules, Do(text))
    effects = [game.rules.effects[name] for name in card.effects]
    rules = tuple(cited_by_steps(e.name, e.rules)[0] for e in effects if e.rules)
    by = (*rules, "")[0]
    uses = game.rules.words.uses
    one = say("an effect")
    wanted = uses.get(action.effect, one)
    own = dict.fromkeys(uses.get(e.use, one) for e in effects if e.use != "continuous")
    if not effects:
        text = say("It has no effect: there is nothing of it to activate.")
    elif not own or tuple(own) == (wanted,):
        text = say("What it has is never activated: it applies by itself, or with another act.")
    else:
        text = say(
            "It is not activated as {wanted}, but as {own}.", wanted=wanted, own=listed(own, "or")
        )
    return malformed(rules or decision.rules, Never(text, by))


def no_such_phase(
    duel: Duel, game: Game, decision: Decision, action: act.Advance
) -> Verdict | None:
    """The verdict on going on to what is no phase of the game nor an exit of the present one."""
    phases = game.rules.named_phases
    exits = phases[duel.phase].exits if duel.phase in phases else ()
    if action.phase in (*phases, *(leave.to for leave in exits), "end"):
        return None
    there = listed(map(ref, phases), ",")
    return malformed(decision.rules, Do(say("Name a phase: {phases}.", phases=there)))


def _has_move(game: Game, action: act.Action) -> bool:
    return any(move.takes(action) for move in (*game.moves, *game.responses))


def out_of_place(duel: Duel, game: Game, decision: Decision, action: act.Action) -> Verdict:
    """The verdict on an answer to some other question, or to none."""
    rules = decision.rules or game.chain.rules
    if isinstance(action, act.Activate) and decision.kind in ("open", "window"):
        return _never_by_hand(duel, game, decision, action)
    placed_by = _placed_by(game, action) if isinstance(action, act.Play) else ()
    if isinstance(action, act.Play) and decision.kind == "open" and placed_by is None:
        names = sorted(w.name for w in game.moves if w.takes(replace(action, move=w.name)))
        text = say("Name a move: {moves}.", moves=listed(names, ","))
        return malformed(rules, Do(text))
    if isinstance(action, act.Advance) and _has_move(game, act.Pass()):
        text = say(
            "Pass: a phase is over, and the next begins, when all have passed in succession."
        )
        return not_asked(rules, Do(text))
    if isinstance(action, act.Advance | act.Attack | act.Turn) and not _has_move(game, action):
        return malformed(rules, Never(say("The game has no such move."), ""))
    if isinstance(action, act.Activate):
        rules = _waits_by(duel, game, action) or rules
    if placed_by:
        asked = _about(decision, game, _ASKED)
        text = say(
            "A card lies where it may not, and its player is asked where it goes; now {asked}.",
            asked=asked,
        )
        return not_asked(placed_by, When(text, Asked()))
    return not_asked(rules, _another_question(duel, game, decision, action))


def _waits_by(duel: Duel, game: Game, action: act.Activate) -> tuple[str, ...]:
    """The rules by which an effect that has been set off waits for what is in progress."""
    if all(trigger.effect != action.effect for trigger in duel.pending):
        return ()
    timing = game.chain.timing_of(game.rules.effects[action.effect])
    return timing.rules if timing.meaning == "waits" else ()
