"""Verdicts, actions and decisions in the words of the table.

A verdict is explained as a good judge would: the ruling, the statement behind each rule, the
readings used, and what would make the play legal. What happened is told by telling.py.
"""

from __future__ import annotations

import re

from msgspec import Struct

from duelmat_engine import actions as act
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import EFFECT
from duelmat_engine.candidates.asked import current_op, scope_of
from duelmat_engine.catalogue import rule_text
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Bound
from duelmat_engine.effects.texts import effect_of_rule
from duelmat_engine.judging.placings import placing_asked
from duelmat_engine.names import Seat, is_key, parse_seat, seat_letter, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.words import MoveWords
from duelmat_engine.state import Decision, Duel, replace
from duelmat_engine.steps.together import ACT
from duelmat_engine.text.wording import Wording, capital, listed, lowered
from duelmat_engine.verdict import Do, Invalidity, Never, Remedy, Verdict, When

_PERMITTING = 3
"""How many of the rules of an acceptance are said in full: those that permit come first."""
_EFFECT = re.compile(r"\b([a-z]+(?:-[a-z]+)*) (?=[a-d][.:])")


# Actions


def action_words(wording: Wording, action: act.Action, seat: Seat | None = None) -> str:
    """What is to be done, as an instruction: "Normal Summon the 7 of hearts to ...".

    `seat` is who would do it; their own zones are not called by their name.
    """
    return capital(_instruction(wording, action, seat))


def _instruction(w: Wording, action: act.Action, seat: Seat | None) -> str:
    match action:
        case act.Play():
            return _play_words(w, action, seat)
        case act.Activate():
            return _activation_words(w, action, seat)
        case act.Attack(card=card, target=None):
            how = "" if w.is_aimed_by_chance(card) else "directly "
            return f"attack {how}with {w.ref(card, seat)}"
        case act.Attack(card=card, target=str(target)) if zone_kind(target) == "pile":
            return f"attack {w.seat(zone_seat(target))} directly with {w.ref(card, seat)}"
        case act.Attack(card=card, target=str(target)):
            return f"attack {w.ref(target, seat)} with {w.ref(card, seat)}"
        case act.Turn():
            return _turn_words(w, action, seat)
        case act.Advance(phase="end"):
            return "end the turn"
        case act.Advance(phase=phase):
            return f"go on to {w.phase(phase)}"
        case act.Pass():
            return "pass"
        case act.Choose(card=card):
            return f"choose {w.ref(card, seat)}"
        case act.Number(value=value):
            return f"choose {value}"
        case act.Name(value=value):
            return _option_words(w, value)
        case act.Reveal(shown=shown):
            return f"show {w.printed(shown)}"
        case act.Roll(values=values):
            return f"chance gives {listed(w.ref(v, seat) for v in values)}"
        case act.Cancel():
            return "take the announcement back"
        case act.Concede():
            return "concede the duel"
        case act.AgreeDraw():
            return "agree on a draw"
        case act.CorrectLife(player=player, life=life):
            return f"correct {w.possessive(player)} life to {life}"
        case act.Stand(action=inner):
            return f"let this stand: {_instruction(w, inner, seat)}"
        case _:
            raise AssertionError(action)


def _option_words(w: Wording, value: str) -> str:
    if value in ("a", "b", "c", "d"):
        return f"choose {w.seat(parse_seat(value))}"
    words = w.value(value)
    return words if words.endswith(" it") else f"choose {words}"


def _play_words(w: Wording, action: act.Play, seat: Seat | None) -> str:
    way = action.way
    card = w.ref(action.card, seat)
    using = listed(w.ref(ref, seat) for ref in action.using)
    place = w.zone(action.to, seat)
    if "set" in way.split("-"):
        noun = " as a monster" if zone_kind(action.to) == "m" else ""
        odd = " face-up" if action.face_up else ""
        return f"Set {card}{noun} in {place}{odd}"
    words = w.words.way(way)
    if using:
        cost = f"{words.using} {using}"
    elif is_key(action.card):
        cost = words.cost.format_map(w.game.rules.card(action.card).traits)
    else:
        cost = words.unseen
    return f"{words.does} {card} to {place}{_position(words, action)}{cost and ' '}{cost}"


def _position(words: MoveWords, action: act.Play) -> str:
    """Where a card is put that goes to the field."""
    if not action.face_up:
        return " face-down"
    if not action.upright:
        return " in Defense Position"
    plain = words.plain_attack or zone_kind(action.to) != "m"
    return "" if plain else " in Attack Position"


def _activation_words(w: Wording, action: act.Activate, seat: Seat | None) -> str:
    effects = w.game.rules.effects
    use = w.use(effects[action.effect].use if action.effect in effects else action.effect)
    card = w.printed(action.shown) if action.shown else w.ref(action.card, seat)
    if use:
        was_set = "Set " if zone_kind(action.card) == "s" and not is_key(action.card) else ""
        card = f"the {was_set}{card.removeprefix('the ')}" if was_set and action.shown else card
        return f"activate {card} as {use}"
    return f"use the effect of {card}"


def _turn_words(w: Wording, action: act.Turn, seat: Seat | None) -> str:
    found = lookup(w.world, action.card) if w.world is not None else None
    card = w.printed(action.shown) if action.shown else w.ref(action.card, seat)
    position = "Attack Position" if action.upright else "Defense Position"
    if not action.face_up:
        return f"turn {card} face-down"
    if found is not None and not found[1].face_up:
        return f"flip {card} face-up to {position}"
    return f"turn {card} to {position}"


# Decisions


def decision_words(wording: Wording, duel: Duel, decision: Decision | None = None) -> str:
    """What the duel waits for: "Ana: choose a monster of hearts or of number 7."."""
    decision = decision or duel.decision
    if decision is None:
        outcome = duel.outcome
        if outcome is None:
            return "Nothing is asked."
        return f"The duel is over: {wording.with_names(outcome.told)}."
    who = wording.seat(decision.seat)
    text = _question(wording, duel, decision)
    if decision.kind in ("open", "chance", "first"):
        return text
    return f"{who}: {text}"


def _question(w: Wording, duel: Duel, decision: Decision) -> str:
    who = w.seat(decision.seat)
    match decision.kind:
        case "open":
            return f"{who} may act in {w.phase(duel.phase)}."
        case "first":
            return f"Decide who goes first: {listed((w.seat(s) for s in duel.seats), 'or')}."
        case "window":
            return f"respond to {_what_happened(w, duel, decision.seat)}, or pass."
        case "trigger":
            return _trigger_question(w, decision)
        case "choose":
            return _choice_question(w, duel)
        case "number":
            step = f" in steps of {decision.multiple}" if decision.multiple > 1 else ""
            what = "an amount of life to pay" if _pays(w, duel) else "an amount"
            return f"choose {what}, from {decision.low} to {decision.high}{step}."
        case "name":
            return _name_question(w, duel, decision)
        case "reveal":
            return f"show {w.ref(decision.options[0], decision.seat)}."
        case "chance":
            count = "one" if decision.low == 1 else str(decision.low)
            return f"Chance chooses {count} of {len(decision.options)} cards."
        case "aim":
            return "aim the attack anew, or give it up."
        case "place":
            return _place_question(w, duel, decision)
        case _:
            return f"answer the open question ({decision.kind.replace('-', ' ')})."


def _what_happened(w: Wording, duel: Duel, seat: Seat) -> str:
    window = duel.window
    if window is None:
        return "what happened"
    kinds = dict.fromkeys(window.to)
    if "activation" in kinds and duel.chain:
        link = duel.chain[-1]
        source = w.face_up(link.source)
        whose = w.possessive(link.seat, seat)
        if w.use(w.game.rules.effects[link.effect].use):
            return f"{whose} activation of {source}"
        return f"{whose} use of the effect of {source}"
    happened = listed(w.words.windows.get(k, k.replace("-", " ")) for k in kinds)
    cards = [w.printed(p.key) for p in window.pieces if p.key is not None and p.face_up]
    return f"{happened} of {listed(dict.fromkeys(cards))}" if cards else happened


def _trigger_question(w: Wording, decision: Decision) -> str:
    effects = w.game.rules.effects
    said = []
    for option in decision.options:
        effect, _, card = option.partition(" ")
        text = effects[effect].text.rstrip(".")
        said.append(f"the effect of {w.ref(card, decision.seat)} ({lowered(text)})")
    tail = ", or pass" if decision.optional else ""
    if not said:
        return f"use an effect that has been set off, of a card that lies hidden{tail}."
    if len(said) == 1:
        return f"use {said[0]}{tail}."
    return f"choose which goes first{tail}: {listed(said, 'or')}."


def _choice_question(w: Wording, duel: Duel) -> str:
    op = current_op(w.game.blocks, duel.frames)
    if not isinstance(op, ops.Choose):
        return "choose a card."
    if duel.frames[-1].block == "one-by-one":
        ends = "is destroyed" if ACT.of(duel.frames[-1].bound) == "destroy" else "goes"
        return f"choose which of the cards {ends} next."
    scope = scope_of(duel, w.game)
    block = w.game.blocks[duel.frames[-1].block]
    effect = w.game.rules.effects.get(EFFECT.of(duel.frames[-1].bound))
    blocks = (block, effect.announce, effect.resolve) if effect else (block,)
    purpose = next((p for b in blocks if (p := _purpose(w, b, op))), "")
    cards = w.kind_of_card(scope, op.cards)
    comma = "," if " that " in cards and purpose else ""
    return f"choose {cards}{comma}{purpose and ' '}{purpose}."


def _purpose(w: Wording, block: ops.Block, chosen: ops.Choose) -> str:
    """What a chosen card is for: read from the operation that takes it up."""
    for op in block:
        match op:
            case ops.Destroy(cards=Bound(name=chosen.bind)):
                return "to destroy"
            case ops.Send(cards=Bound(name=chosen.bind), to=to, cause=cause):
                if cause == "cost" and chosen.cards.zones == ("hand",):
                    return "to discard"
                own_pile = to == "hand" and chosen.cards.zones == ("pile",)
                return "to take into the hand" if own_pile else w.words.purposes.get(to, "")
            case ops.SummonSpecially(card=chosen.bind):
                return "to Special Summon"
            case ops.SetCard(card=chosen.bind):
                return "to Set"
            case ops.ActivateBound(card=chosen.bind):
                return "to activate"
    return ""


def _pays(w: Wording, duel: Duel) -> bool:
    op = current_op(w.game.blocks, duel.frames)
    block = w.game.blocks[duel.frames[-1].block]
    return isinstance(op, ops.ChooseNumber) and any(
        isinstance(o, ops.Pay) and o.amount == Bound(op.bind) for o in block
    )


def _name_question(w: Wording, duel: Duel, decision: Decision) -> str:
    op = current_op(w.game.blocks, duel.frames)
    what = ""
    if isinstance(op, ops.ChooseName):
        what = w.words.asked.get(op.bind, f"name a {op.bind}")
    elif isinstance(op, ops.Offer):
        what = "choose one"
    options = list(decision.options)
    if len(options) > 6 and all(o.isdigit() for o in options):
        return f"{what or 'choose one'}, from {options[0]} to {options[-1]}."
    return f"{what or 'choose one'}: {listed((w.value(o) for o in options), 'or')}."


def _place_question(w: Wording, duel: Duel, decision: Decision) -> str:
    op = current_op(w.game.blocks, duel.frames)
    if isinstance(op, ops.PutOnField):
        asked = placing_asked(duel, w.game, decision)
        position = " and a position" if asked.row == "m" else ""
        free = w.words.zones.get(asked.row, asked.row)
        return f"choose a free {free}{position} for {w.ref(asked.ref, decision.seat)}."
    card = "the card"
    if isinstance(op, ops.SummonTopOfPile):
        top = duel.top(f"{seat_letter(decision.seat)}.pile")
        card = "the top card of the pile" if top is None or top.key is None else w.printed(top.key)
    elif isinstance(op, ops.SummonSpecially | ops.SetCard):
        pieces = scope_of(duel, w.game).pieces(op.card)
        if pieces:
            shown = pieces[0].key is not None and decision.options != ("set",)
            card = w.printed(pieces[0].key) if shown and pieces[0].key else "the card"
    match decision.options:
        case ("set",):
            return f"Set {card} face-down in a free magic/trap zone."
        case ("attack",):
            return f"Special Summon {card} in Attack Position to a free monster zone."
        case _:
            return f"choose a free monster zone and a position for {card}."


# Verdicts


_REFUSED = {
    Invalidity.NONE: "Not legal",
    Invalidity.ELSEWHERE: "Not asked now",
    Invalidity.MALFORMED: "Not possible",
    Invalidity.OVER: "Not legal",
}
"""What a refusal begins with: no rule forbids what answers nothing, or names what is not there."""


class Said(Struct, frozen=True):
    """A rule or reading by its id, and what it says."""

    id: str
    text: str


class Explanation(Struct, frozen=True):
    """A verdict in words."""

    legal: bool
    action: str
    """The action asked about, as an instruction."""
    rules: tuple[Said, ...]
    """Refusal: the rules it breaks. Acceptance: first those that permit it, then the limits."""
    readings: tuple[Said, ...]
    remedies: tuple[str, ...]
    """Sentences: what would make it legal."""
    advice: tuple[Remedy, ...] = ()
    """The same one by one: the remedies of the verdict, in the words of the table."""
    invalid: Invalidity = Invalidity.NONE

    def ruling(self) -> str:
        return "Legal." if self.legal else f"{_REFUSED[self.invalid]}."

    def paragraph(self) -> str:
        """The whole answer as a judge would say it."""
        parts = [self.ruling()]
        parts += [f"{r.text} ({r.id})." for r in self.spoken()]
        parts += self.remedies
        if self.readings and not self.legal:
            word = "Reading" if len(self.readings) == 1 else "Readings"
            said = "; ".join(f"{r.id} ({r.text})" for r in self.readings)
            parts.append(f"{word} used: {said}.")
        if also := self.unspoken():
            parts.append(f"Also looked at: {', '.join(also)}.")
        return " ".join(parts)

    def spoken(self) -> tuple[Said, ...]:
        """The rules worth saying: all that are broken, or the first that permit."""
        return self.rules[:_PERMITTING] if self.legal else self.rules

    def unspoken(self) -> tuple[str, ...]:
        """Rules and readings that an acceptance was also measured by, as ids."""
        if not self.legal:
            return ()
        ids = dict.fromkeys(said.id for said in (*self.rules[_PERMITTING:], *self.readings))
        return tuple(name for name in ids if name not in {said.id for said in self.spoken()})

    def short(self) -> str:
        """One line for a message: the ruling, its rules and what helps."""
        ids = [r.id for r in self.spoken()]
        by = ", ".join([*ids, "..."] if len(ids) < len(self.rules) else ids)
        word = self.ruling().rstrip(".")
        return " ".join((f"{word} ({by})." if by else f"{word}.", *self.remedies))


def explain_verdict(
    wording: Wording, verdict: Verdict, action: act.Action, duel: Duel, seat: Seat | None = None
) -> Explanation:
    """The ruling on an action in words."""
    return explained(wording, verdict, action_words(wording, action, seat), duel, seat)


def explained(
    wording: Wording, verdict: Verdict, action: str, duel: Duel, seat: Seat | None = None
) -> Explanation:
    """A ruling in words, on what is called `action`."""
    return Explanation(
        legal=verdict.legal,
        action=action,
        rules=tuple(Said(r, rule_words(r, wording.game.rules)) for r in verdict.rules),
        readings=tuple(Said(r, reading_words(wording, r)) for r in verdict.readings),
        remedies=remedy_words(wording, verdict, duel, seat),
        advice=worded_remedies(wording, verdict, duel, seat),
        invalid=verdict.invalid,
    )


def rule_words(rule: str, rules: Ruleset | None = None) -> str:
    """The statement of a rule, without its full stop; for a card's own text, what it says."""
    if effect := effect_of_rule(rule):
        known = rules is not None and effect in rules.effects
        text = rules.effects[effect].text if known and rules is not None else ""
        return text.rstrip(".") or "The card's own text says so"
    return rule_text(rule).rstrip(".")


def reading_words(wording: Wording, reading: str) -> str:
    """What a reading is about, and how this duel reads it."""
    for known in wording.game.rules.readings:
        if known.id == reading:
            if len(known.choices) == 1:
                return rule_text(reading).rstrip(".")
            value = wording.game.readings.get(reading, known.choices[0])
            return f"{known.text.rstrip('.')}: {value}"
    return "not a reading of this ruleset"


def worded_remedies(
    wording: Wording, verdict: Verdict, duel: Duel, seat: Seat | None = None
) -> tuple[Remedy, ...]:
    """What would make a refused action legal, each remedy as a sentence of the table."""
    return tuple(
        replace(r, text=f"{capital(_remedy_text(wording, duel, r.text, seat))}.")
        for r in verdict.remedies
    )


def remedy_words(
    wording: Wording, verdict: Verdict, duel: Duel, seat: Seat | None = None
) -> tuple[str, ...]:
    """What would make a refused action legal, as whole sentences."""
    said: dict[type[Remedy], dict[str, None]] = {Do: {}, When: {}, Never: {}}
    for remedy in verdict.remedies:
        text = _remedy_text(wording, duel, remedy.text, seat)
        if isinstance(remedy, Never) and remedy.rule:
            text = f"{text} ({remedy.rule})"
        said[type(remedy)][text] = None
    if never := said[Never]:
        return (f"Nothing makes it legal: {'; '.join(never)}.",)
    sentences = []
    if acts := said[Do]:
        head = "Instead" if verdict.invalid is Invalidity.ELSEWHERE else "To make it legal"
        sentences.append(f"{head}: {'; '.join(acts)}.")
    if facts := said[When]:
        word = "Besides, it is legal only when" if acts else "It becomes legal when"
        sentences.append(f"{word} {', and when '.join(facts)}.")
    return tuple(sentences)


def _remedy_text(w: Wording, duel: Duel, text: str, seat: Seat | None) -> str:
    if text.startswith("First the open question") and duel.decision is not None:
        return f"first answer the open question: {decision_words(w, duel).rstrip('.')}"
    text = w.with_names(lowered(text))
    text = _EFFECT.sub(lambda m: "the effect of " if m[1] in w.game.rules.effects else m[0], text)
    return w.humanized(text, seat)
