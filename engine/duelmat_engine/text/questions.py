"""Decisions in words: what is asked of whom, at which moment, and what the Chain will do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from duelmat_engine.board.scope import EFFECT, SELF
from duelmat_engine.brief import Brief
from duelmat_engine.candidates.asked import current_op, scope_of
from duelmat_engine.candidates.choosable import next_brought
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Bound
from duelmat_engine.judging.choices import placing_asked
from duelmat_engine.names import NOBODY, Seat, ZoneName, seat_letter, zone_kind
from duelmat_engine.ruleset.words import CARDS, PURPOSES, WINDOWS
from duelmat_engine.running.arrivals import BLOCK
from duelmat_engine.state import Decision, Duel, Link, Piece
from duelmat_engine.steps.together import ACT
from duelmat_engine.text.selectors import kind_of_card
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, filled, listed, named, say, say_as, say_count


def decision_words(wording: Wording, duel: Duel) -> Text:
    """Return what the duel waits for: "Ana: choose a monster of hearts or of number 7."."""
    decision, outcome = duel.decision, duel.outcome
    if decision is None:
        if outcome is None:
            return say("Nothing is asked.")
        return say("The duel is over: {reason}.", reason=wording.with_names(outcome.told))
    question = _question(wording, duel, decision)
    if decision.kind in ("open", "chance", "first"):
        return question
    return say("{player}: {question}", player=wording.seat(decision.seat), question=question)


def reason_words(wording: Wording, duel: Duel) -> Text | None:
    """Return why something is asked: a card and its text; None: no effect of a seen card asks."""
    decision = duel.decision
    if decision is None or decision.kind in ("open", "window", "first", "chance"):
        return None
    if not duel.frames:
        return None
    frame = duel.frames[-1]
    name = EFFECT.of(frame.bound) or frame.block.partition("/")[0]  # "NAME/announce"
    effect = wording.game.rules.effects.get(name)
    source = next(iter(SELF.of(frame.bound)), None)
    if effect is None or source is None or source.key is None:
        return None
    card, text = wording.printed(source.key), named("effect", effect.text)
    return say("{card:capital}: {text}", card=card, text=text)


def _question(w: Wording, duel: Duel, decision: Decision) -> Text:
    match decision.kind:
        case "open":
            phase = w.phase(duel.phase)
            return say("{player} may act in {phase}.", player=w.seat(decision.seat), phase=phase)
        case "first":
            seats = listed((w.seat(s) for s in duel.seats), "or")
            if decision.seat == NOBODY:
                return say("Decide who goes first: {players}.", players=seats)
            player = w.seat(decision.seat)
            return say("{player} decides who goes first: {players}.", player=player, players=seats)
        case "window":
            return say("respond to {what}, or pass.", what=_what_happened(w, duel, decision.seat))
        case "trigger":
            return _trigger_question(w, decision)
        case "choose":
            return _choice_question(w, duel)
        case "number":
            return _number_question(w, duel, decision)
        case "name":
            return _name_question(w, duel, decision)
        case "reveal" if _is_drawn_by_chance(w, duel, decision):
            return say("let another player pick a card of your hand unseen, and show it.")
        case "reveal" if isinstance(current_op(w.game.blocks, duel.frames), ops.SummonTopOfPile):
            place = w.zone(decision.options[0], decision.seat)
            return say("show the top card of {place}.", place=place)
        case "reveal":
            return say("show {card}.", card=w.ref(decision.options[0], decision.seat))
        case "chance":
            return say_count(
                "Chance chooses one of {total} cards.",
                "Chance chooses {count} of {total} cards.",
                count=decision.low,
                total=len(decision.options),
            )
        case "aim":
            return say("aim the attack anew, or give it up.")
        case "place":
            return _place_question(w, duel, decision)
        case _:
            assert_never(decision.kind)


def _is_drawn_by_chance(w: Wording, duel: Duel, decision: Decision) -> bool:
    """Whether the card to be shown is one that chance takes from a hand, without naming it."""
    op = current_op(w.game.blocks, duel.frames)
    if not isinstance(op, ops.Send) or not isinstance(op.cards, Bound):
        return False
    before = w.game.blocks[duel.frames[-1].block][: duel.frames[-1].step]
    thrown = {each.bind for each in before if isinstance(each, ops.ChooseAtRandom)}
    return zone_kind(decision.options[0]) == "hand" and op.cards.name in thrown


def _number_question(w: Wording, duel: Duel, decision: Decision) -> Text:
    low, high, step = decision.low, decision.high, decision.multiple
    amounts = say("from {low} to {high}", low=low, high=high)
    if step > 1:
        amounts = say("{amounts} in steps of {step}", amounts=amounts, step=step)
    op, block = current_op(w.game.blocks, duel.frames), w.game.blocks[duel.frames[-1].block]
    paid = [each.amount for each in block if isinstance(each, ops.Pay)]
    if isinstance(op, ops.ChooseNumber) and Bound(op.bind) in paid:
        return say("choose an amount of life to pay, {amounts}.", amounts=amounts)
    return say("choose an amount, {amounts}.", amounts=amounts)


def _what_happened(w: Wording, duel: Duel, seat: Seat) -> Text:
    window = duel.window
    if window is None:
        return say("what happened")
    kinds = dict.fromkeys(window.to)
    if "activation" in kinds and duel.chain:
        return _activation(w, duel.chain[-1], seat)
    happened = listed(WINDOWS.get(k) or named("printed", k.replace("-", " ")) for k in kinds)
    cards = [w.owned(p.key) for p in window.pieces if p.key is not None and p.face_up]
    if cards:
        return say("{happened} of {cards}", happened=happened, cards=listed(dict.fromkeys(cards)))
    return happened


def _activation(w: Wording, link: Link, seat: Seat) -> Text:
    """The activation of a link, as the player of `seat` is asked to respond to it."""
    card = w.face_up(link.source, link.seat)
    whose = say_as("whose", "your") if link.seat == seat else w.possessive(link.seat)
    if w.use(w.game.rules.effects[link.effect].use):
        return say("{whose} activation of {card}", whose=whose, card=card)
    return say("{whose} use of the effect of {card}", whose=whose, card=card)


def _trigger_question(w: Wording, decision: Decision) -> Text:
    effects = w.game.rules.effects
    said = []
    for option in decision.options:
        effect, _, ref = option.partition(" ")
        card, text = w.ref(ref, decision.seat), named("effect", effects[effect].text)
        said.append(say("the effect of {card} ({text:inner})", card=card, text=text))
    said = said or [say("the effect of a hidden card")]
    if len(said) == 1:
        if decision.optional:
            return say("use {effect}, or pass.", effect=said[0])
        return say("use {effect}.", effect=said[0])
    if decision.optional:
        return say("choose which goes first, or pass: {effects}.", effects=listed(said, "or"))
    return say("choose which goes first: {effects}.", effects=listed(said, "or"))


def _choice_question(w: Wording, duel: Duel) -> Text:
    op, frame = current_op(w.game.blocks, duel.frames), duel.frames[-1]
    if not isinstance(op, ops.Choose):
        return say("choose a card.")
    if frame.block == "one-by-one":
        if ACT.of(frame.bound) == "destroy":
            return say("choose which of the cards is destroyed next.")
        return say("choose which of the cards goes next.")
    if frame.block == BLOCK:
        return say("choose which of the cards comes next, on top of those before it.")
    block = w.game.blocks[frame.block]
    effect = w.game.rules.effects.get(EFFECT.of(frame.bound))
    blocks = (block, effect.announce, effect.resolve) if effect else (block,)
    purpose = next((p for b in blocks if (p := _purpose(w, b, op))), "")
    cards, has_clauses = kind_of_card(w, scope_of(duel, w.game), op.cards)
    if not purpose:
        return say("choose {cards}.", cards=cards)
    if has_clauses:
        return say("choose {cards}, {purpose}.", cards=cards, purpose=purpose)
    return say("choose {cards} {purpose}.", cards=cards, purpose=purpose)


def _purpose(w: Wording, block: ops.Block, chosen: ops.Choose) -> str:
    """Return the purpose of a chosen card, from the operation that takes it up."""
    for op in block:
        match op:
            case ops.Destroy(cards=Bound(name=chosen.bind)):
                return say("to destroy")
            case ops.Send(cards=Bound(name=chosen.bind), to=to, cause=cause):
                if cause == "cost" and chosen.cards.zones == ("hand",):
                    return say("to discard")
                if to == "hand" and chosen.cards.zones == ("pile",):
                    return say("to take into the hand")
                return filled(PURPOSES.get(to, ""), pile=w.words.zones["pile"])
            case ops.SummonSpecially(cards=Bound(name=chosen.bind)):
                return say("to Special Summon")
            case ops.SetCard(card=chosen.bind):
                return say("to Set")
            case ops.ActivateBound(card=chosen.bind):
                return say("to activate")
    return ""


def _name_question(w: Wording, duel: Duel, decision: Decision) -> Text:
    op = current_op(w.game.blocks, duel.frames)
    if isinstance(op, ops.ChooseName):
        asked = w.words.asked.get(op.bind, say("name a {what}", what=named("printed", op.bind)))
    else:
        asked = w.words.asked.get(decision.about, say("choose one"))
    options = list(decision.options)
    if len(options) > 6 and all(o.isdigit() for o in options):
        low, high = options[0], options[-1]
        return say("{asked}, from {low} to {high}.", asked=asked, low=low, high=high)
    return say("{asked}: {options}.", asked=asked, options=listed(map(w.value, options), "or"))


def _place_question(w: Wording, duel: Duel, decision: Decision) -> Text:
    op = current_op(w.game.blocks, duel.frames)
    card, row = say("the card"), "s" if decision.options == ("set",) else "m"
    if isinstance(op, ops.PutOnField):
        asked = placing_asked(duel, w.game, decision)
        card, row = w.ref(asked.ref, decision.seat), asked.row
    elif isinstance(op, ops.SummonTopOfPile):
        top = duel.top(f"{seat_letter(decision.seat)}.pile")
        is_seen = top is not None and top.key is not None
        card = w.face_up(top) if top and is_seen else say("the top card of the pile")
    elif isinstance(op, ops.SummonSpecially | ops.SetCard):
        brought = next_brought(duel, w.game, op)
        if brought and brought.piece.key is not None and decision.options != ("set",):
            card = w.printed(brought.piece.key)
    zone = w.words.zones.get(row, row)
    match decision.options:
        case ("set",):
            return say("Set {card} face-down in a free {zone}.", card=card, zone=zone)
        case ("attack",):
            return say(
                "Special Summon {card} in Attack Position to a free {zone}.", card=card, zone=zone
            )
        case _ if row == "m":
            return say("choose a free {zone} and a position for {card}.", zone=zone, card=card)
        case _:
            return say("choose a free {zone} for {card}.", zone=zone, card=card)


def whether(wording: Wording, seat: Seat, action: str) -> Text:
    """Return the question whether somebody may do this: "Ana: Attack ...?"."""
    return say("{player}: {action}?", player=wording.seat(seat), action=action)


class ToldLink(Brief, frozen=True):
    """One link of the Chain, in words."""

    seat: Seat
    effect: str
    """The name of the effect that was activated."""
    text: str
    """The card and as what it is used: "the 8 of hearts as quick magic"."""
    does: str
    """Its result when it resolves: "destroy the 4 of hearts"; else the text of the effect."""
    is_printed: bool
    """Whether that is the text of the effect, which addresses its user."""
    source: ZoneName | None
    """The zone of its card, if it still lies somewhere."""
    targets: tuple[ZoneName, ...]
    """The zones of the cards that it aims at, as far as they still lie there."""


def told_links(wording: Wording, duel: Duel) -> tuple[ToldLink, ...]:
    """The links of the Chain, the first first: the last one resolves next."""
    where = {piece.oid: name for name, piece in duel.pieces()}
    return tuple(_told(wording, duel, link, where) for link in duel.chain)


def _told(w: Wording, duel: Duel, link: Link, where: dict[int, ZoneName]) -> ToldLink:
    effect = w.game.rules.effects[link.effect]
    aimed = _aimed(link)
    results = tuple(_does(w, effect.resolve, aimed, where))
    text = say("{text:inner}", text=named("effect", effect.text))
    does = listed(results) if results else text
    targets = dict.fromkeys(where[p.oid] for ps in aimed.values() for p in ps if p.oid in where)
    at = next((name for name, p in duel.pieces() if _is_source(p, link.source)), None)
    card, use = w.face_up(link.source, link.seat), w.use(effect.use)
    used = say("the effect of {card}", card=card)
    if use:
        used = say("{card} as {use}", card=card, use=use)
    return ToldLink(link.seat, link.effect, used, does, not results, at, (*targets,))


def _is_source(piece: Piece, source: Piece) -> bool:
    """Whether a card is the one that was activated, though it may have moved since."""
    return piece.oid == source.oid or (piece.key is not None and piece.key == source.key)


def _aimed(link: Link) -> dict[str, tuple[Piece, ...]]:
    """The cards that a link aims at, by the names to which they are bound."""
    own = {"self", "event", "answers"}
    return {
        name: tuple(each for each in value if isinstance(each, Piece))
        for name, value in link.bound.items()
        if name not in own and isinstance(value, tuple)
    }


def _does(
    w: Wording,
    block: Iterable[ops.Op],
    aimed: dict[str, tuple[Piece, ...]],
    where: dict[int, ZoneName],
) -> Iterator[str]:
    """Yield what happens to the cards that are aimed at, as far as they still lie there."""

    def cards(name: str) -> Text:
        there = [p for p in aimed.get(name, ()) if p.oid in where]
        return listed(w.piece(p, where[p.oid]) for p in there)

    for op in block:
        match op:
            case ops.Destroy(cards=Bound(name=name)) if cards(name):
                yield say("destroy {cards}", cards=cards(name))
            case ops.Send(cards=Bound(name=name), to=to) if cards(name):
                sends = _SENDS.get(zone_kind(f"a.{to}"), say("move {cards}", cards=CARDS))
                yield filled(sends, cards=cards(name))
            case ops.Equip(to=name) if cards(name):
                yield say("equip {cards}", cards=cards(name))


_SENDS = {
    "grave": say("send to the Graveyard: {cards}", cards=CARDS),
    "banished": say("banish {cards}", cards=CARDS),
    "hand": say("return to the hand: {cards}", cards=CARDS),
    "pile": say("put back into the Deck: {cards}", cards=CARDS),
    "extra": say("return to the Extra Deck: {cards}", cards=CARDS),
}
"""The words for cards that are sent to a zone, by its kind."""


class Moment(Brief, frozen=True):
    """The state of a duel when a question is put to the judge."""

    turn: int
    seat: Seat
    """The turn player."""
    phase: str
    asked: Seat | None
    """The player who is asked; None: the duel is over."""
    kind: str
    """The kind of the decision, as in `Decision.kind`; empty: the duel is over."""
    question: str
    """The same in words."""
    chain: tuple[ToldLink, ...]
    """The links, the first first; empty: there is no Chain."""
    text: str
    """All of it in a sentence or two."""


def moment_of(wording: Wording, duel: Duel) -> Moment:
    """Return the state of a duel, as data and in words."""
    decision = duel.decision
    question = decision_words(wording, duel)
    if decision is not None and decision.kind == "open":
        question = say("{player} may act.", player=wording.seat(decision.seat))
    chain = told_links(wording, duel)
    text = say(
        "Turn {turn}, {player}'s {phase}. {question}",
        turn=duel.turn,
        player=wording.seat(duel.turn_seat),
        phase=wording.phase_title(duel.phase),
        question=question,
    )
    if chain:
        links = listed((_numbered(wording, n, one) for n, one in enumerate(chain, 1)), ",")
        text = say("{moment} The Chain: {links}.", moment=text, links=links)
    return Moment(
        turn=duel.turn,
        seat=duel.turn_seat,
        phase=duel.phase,
        asked=None if decision is None else decision.seat,
        kind="" if decision is None else decision.kind,
        question=question,
        chain=chain,
        text=text,
    )


def _numbered(w: Wording, number: int, link: ToldLink) -> Text:
    player = w.seat(link.seat)
    return say("{number}. {link} ({player})", number=number, link=link.text, player=player)
