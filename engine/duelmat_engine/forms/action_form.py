"""Actions as tables: `{ do = "normal-summon", card = "H7", to = "m1" }`.

Reading checks the keys and their kinds; `action_of` then names cards and zones in a duel. Short
names mean the things of the seat whose action it is ("H7" is "a:H7", "m1" is "a.m1"), a short
`target` one of the opponent's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final

from duelmat_engine import actions as act
from duelmat_engine.board.columns import is_zone
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import next_seat
from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.copies import MOST_CHOICES, Named, choices
from duelmat_engine.cardfiles.form import Form, FormFault, ScenarioError, near, one_of
from duelmat_engine.chains.trigger_answers import entry_for
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import NotationError
from duelmat_engine.forms.vocabulary import a_code_of, vocabulary
from duelmat_engine.judging.answers import is_answer
from duelmat_engine.judging.judge import asker
from duelmat_engine.names import (
    NOBODY,
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    is_key,
    key_code,
    seat_letter,
    zone_kind,
)
from duelmat_engine.notation import A_ZONE, parse_action
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, replace
from duelmat_message import listed, say
from duelmat_parsing import Path
from duelmat_parsing.structs import NOTHING, shown

_USES: Final = {"magic": ("magic", "quick"), "trap": ("trap", "quick")}
"""The uses of effects by the word in `as`; under "effect" come all other uses."""
_TOLD: Final = ("shown", "values")
"""The fields that name a card or value that came to light, not a place."""
_POSITIONS: Final = ("attack", "defense")
_PLAY_KEYS: Final = ("card", "to", "position", "face", "using", "shown")


class WrittenAction(Brief, frozen=True):
    """An action as it was written: a table, or one text of notation."""

    path: Path
    table: dict[str, Any] | str

    def actions(self, duel: Duel, game: Game) -> Iterator[act.Action]:
        """The actions that may be meant in a duel; ScenarioError says what is wrong with it.

        A code alone means any copy of the card, and so often as it is named so many copies: there
        is an action for every choice of them that makes a difference, the first copies first.
        A use alone means any effect of the card that is used so.
        """
        named = Named()
        self._read(duel, game, named)
        seen: list[act.Action] = []
        refused = ScenarioError([])
        for copies in islice(choices(duel, named.keys), MOST_CHOICES):
            try:
                actions = self._read(duel, game, Named(copies))
            except ScenarioError as error:  # another player's copy
                refused = error
                continue
            for action in actions:
                if action not in seen:
                    seen.append(action)
                    yield action
        if not seen:
            raise refused

    def _read(self, duel: Duel, game: Game, named: Named) -> tuple[act.Action, ...]:
        faults: list[FormFault] = []
        writer = _Writer(duel, game, self.path, faults, named)
        action = writer.read(self.table)
        if faults or action is None:
            raise ScenarioError(faults)
        if not isinstance(action, act.Activate):
            return (action,)
        return (action, *(replace(action, effect=name) for name in writer.effects))


def verbs(game: Game) -> tuple[str, ...]:
    """Return the verbs of an action (`do`): the moves by which cards are placed, and the answers
    of every ruleset.
    """
    return tuple(dict.fromkeys((*vocabulary(game).placings, *_VERBS)))


def _keys(verb: str) -> tuple[str, ...]:
    return ("do", "seat", *(_VERBS[verb][0] if verb in _VERBS else _PLAY_KEYS))


def shape_faults(asked: WrittenAction, game: Game, faults: list[FormFault]) -> None:
    """Note the faults of an action table whatever the duel is: in its verb and its keys."""
    if isinstance(asked.table, dict):
        form = Form(asked.table, asked.path, faults)
        verb = form.one_of("do", verbs(game), needed=True)
        if verb:
            form.only(_keys(verb))


class _Writer:
    """Turns one table into an action of one duel."""

    def __init__(
        self, duel: Duel, game: Game, path: Path, faults: list[FormFault], named: Named
    ) -> None:
        self.named = named
        self.effects: tuple[str, ...] = ()
        """The effects that are meant as well as the one that is activated."""
        self.duel = duel
        self.game = game
        self.path = path
        self.faults = faults
        seat = duel.decision.seat if duel.decision is not None else duel.turn_seat
        self.seat = duel.turn_seat if seat == NOBODY else seat
        self.letters = SEAT_LETTERS[: len(duel.players)]
        """The letters of those who play in this duel."""
        phases = game.rules.named_phases
        self.phases = tuple(dict.fromkeys((*phases, *(p.then for p in phases.values()), "end")))

    def read(self, written: dict[str, Any] | str) -> act.Action | None:
        if isinstance(written, str):
            try:
                action = parse_action(written, self.seat)
            except NotationError as error:
                words = {"got": error.got, "column": error.column, "text": shown(written)}
                got = say("{got} in column {column} of {text}", **words)
                self.faults.append(FormFault(self.path, error.expected, got))
                return None
            return self._checked(action)
        form = Form(written, self.path, self.faults)
        verb = form.one_of("do", verbs(self.game), needed=True)
        letter = form.one_of("seat", self.letters, seat_letter(self.seat))
        self.seat = Seat(SEAT_LETTERS.index(letter))
        if not verb:
            return None
        form.only(_keys(verb))
        before = len(self.faults)
        action = _VERBS[verb][1](self, form) if verb in _VERBS else self._play(verb, form)
        if "seat" in form and self.named.are_chosen and len(self.faults) == before:
            self._check_actor(action, form)
        return action if len(self.faults) == before else None

    def _check_actor(self, action: act.Action, form: Form) -> None:
        """Note a fault if only another player can do this than the one who is to have done it."""
        decision, seat = self.duel.decision, asker(self.duel, action)
        if isinstance(action, act.Activate):
            waits = entry_for(self.duel, self.game, action)
            seat = seat if waits is None else self.duel.pending[waits].seat
        if decision is None or seat in (self.seat, NOBODY):
            return
        wanted = say("{seat}, whose decision it is", seat=seat_letter(seat))
        if isinstance(action, act.Advance):
            wanted = say("{seat}, whose turn it is", seat=seat_letter(seat))
        elif getattr(action, "card", "") and not is_answer(decision, action):
            wanted = say("{seat}, who has that card", seat=seat_letter(seat))
        form.fault(wanted, shown(form.table["seat"]), "seat")

    def _checked(self, action: act.Action) -> act.Action:
        """Return the action of a notation, with the names in it looked up in this ruleset."""
        form = Form({}, self.path, self.faults)
        named: dict[str, Any] = {}
        for field in ("card", "place", "target", "to", "using", "shown", "values"):
            value = getattr(action, field, None)
            refs = value if isinstance(value, tuple) else (value,) if value else ()
            full = [self._named(ref, self.seat, form, is_told=field in _TOLD) for ref in refs]
            if refs:
                named[field] = tuple(full) if isinstance(value, tuple) else full[0]
        effects = self.game.rules.effects
        if isinstance(action, act.Activate) and action.effect not in effects:
            form.fault(say("an effect of this ruleset"), near(action.effect, effects))
        if isinstance(action, act.Advance) and action.phase not in self.phases:
            form.fault(one_of(self.phases), shown(action.phase))
        if isinstance(action, act.Stand):
            named["action"] = self._checked(action.action)
        return replace(action, **named)

    def _attack(self, form: Form) -> act.Attack:
        target = form.text("target") or None
        if target is not None:
            target = self._named(target, next_seat(self.duel, self.seat), form, "target")
        return act.Attack(self._ref(form, "card"), target)

    def _turn(self, form: Form) -> act.Turn:
        card = self._ref(form, "card")
        found = lookup(self.duel, card)
        stands = found is not None and zone_kind(found[0]) == "m" and found[1].face_up
        other = "defense" if stands and found is not None and found[1].upright else "attack"
        position, face = self._lie(form, other, "up")
        return act.Turn(card, position, face, self._shown(form))

    def _choose(self, form: Form) -> act.Choose | act.Name:
        place = self._ref(form, "from") if "from" in form else ""
        card, asked = self._ref(form, "card"), self.duel.decision
        if asked is not None and asked.kind == "name" and any("." in o for o in asked.options):
            found = lookup(self.duel, card)
            return act.Name(card if found is None else found[0])
        return act.Choose(card, ZoneName(place))

    def _roll(self, form: Form) -> act.Roll:
        """A card of a row is given by its zone, whichever way it is named."""
        asked = self.duel.decision
        found = [
            told if asked is None or told in asked.options or there is None else there[0]
            for told in self._refs(form, "cards", is_told=True)
            for there in (lookup(self.duel, told),)
        ]
        return act.Roll(tuple(found))

    def _correct_life(self, form: Form) -> act.CorrectLife:
        player = form.one_of("player", self.letters, "a", needed=True)
        life, reason = form.number("life", 0, needed=True), form.text("reason", needed=True)
        return act.CorrectLife(self.seat, SEAT_LETTERS.index(player), life, reason)

    def _stand(self, form: Form) -> act.Stand:
        reason, table = form.text("reason", needed=True), form.table.get("action")
        inner: act.Action | None = None
        if isinstance(table, dict | str):
            path = (*self.path, "action")
            inner = _Writer(self.duel, self.game, path, self.faults, self.named).read(table)
        else:
            form.fault(say("the refused action as a table"), shown(table), "action")
        if isinstance(inner, act.AnyPlay):
            return act.Stand(self.seat, inner, reason)
        if inner is not None:
            form.fault(say("an action of play"), say("a standing action"), "action")
        return act.Stand(self.seat, act.Pass(), reason)

    def _play(self, move: str, form: Form) -> act.Action:
        sets = "set" in move.split("-")
        using = self._refs(form, "using")
        told = tuple(map(CardKey, self._refs(form, "shown", is_told=True)))
        to = ZoneName(self._ref(form, "to"))
        across = sets and bool(to) and zone_kind(to) == "m"
        position, face = "defense" if across else "attack", "down" if sets else "up"
        upright, face_up = self._lie(form, position, face, move)
        if to and is_key(to) and key_code(to) in self.game.rules.cards:
            form.fault(A_ZONE, say('the card "{card}"', card=to), "to")
        return act.Play(move, self._ref(form, "card"), to, upright, face_up, using, told)

    def _activate(self, form: Form) -> act.Action:
        card = self._ref(form, "card")
        shown_key = self._shown(form)
        effects = self.game.rules.effects
        if "effect" in form:
            return act.Activate(form.one_of("effect", effects, needed=True), card, shown_key)
        use = form.one_of("as", (*_USES, "effect"))
        if "as" not in form:
            uses = listed((*_USES, "effect"), ",")
            wanted = say(
                'the key "as" with one of {uses}, or the key "effect" with a name', uses=uses
            )
            form.fault(wanted, NOTHING)
        if not use or not card:
            return act.Pass()
        return act.Activate(self._disambiguated(use, card, shown_key), card, shown_key)

    def _disambiguated(self, use: str, card: str, shown_key: CardKey | None) -> str:
        """The effect that is meant by a use; the use itself where the card has none of it.

        Of several it is one for which the question makes sense: that is waiting to be asked for,
        or that works where the card lies and is activated by hand.
        """
        effects = [self.game.rules.effects[name] for name in self._carried(card, shown_key)]
        fitting = (e.name for e in effects if self._is_of(use, e))
        sense = {name: self._sense(name, card, shown_key) for name in fitting}
        best = [name for name, against in sense.items() if against == min(sense.values())]
        self.effects = tuple(best[1:])
        return best[0] if best else use

    def _is_of(self, use: str, effect: Effect) -> bool:
        if use in _USES or any(effect.use in uses for uses in _USES.values()):
            return effect.use in _USES.get(use, ())
        return effect.on is not None or self._by_hand(effect.name)

    def _by_hand(self, name: str) -> bool:
        moves = (*self.game.moves, *self.game.responses)
        return any(move.takes(act.Activate(name, "")) for move in moves)

    def _sense(self, name: str, card: str, shown_key: CardKey | None) -> tuple[bool, bool, bool]:
        """Return the reasons against this effect being meant, the strongest first."""
        found = lookup(self.duel, card)
        place = found[0] if found is not None else "" if is_key(card) else card
        kind = zone_kind(place) if place else "hand"
        waits = entry_for(self.duel, self.game, act.Activate(name, card, shown_key))
        elsewhere = kind not in self.game.rules.effects[name].zones
        return waits is None, elsewhere, not self._by_hand(name)

    def _carried(self, ref: str, shown_key: CardKey | None) -> tuple[str, ...]:
        """The effects of the card meant, as far as it is known."""
        key: str | None = shown_key or (ref if is_key(ref) else None)
        if key is None and (found := lookup(self.duel, ref)) is not None:
            key = found[1].key
        card = None if key is None else self.game.rules.cards.get(key_code(key))
        return () if card is None else card.effects

    def _name(self, form: Form) -> act.Name:
        value = form.table.get("value")
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return act.Name(str(value) if is_number else form.text("value", needed=True))

    def _shown(self, form: Form) -> CardKey | None:
        return CardKey(self._ref(form, "shown", is_told=True)) if "shown" in form else None

    def _lie(self, form: Form, position: str, face: str, move: str = "") -> tuple[bool, bool]:
        asked = form.table.get("position")
        other = move.replace("-summon", f"-{asked}-summon")
        if other != move and other in verbs(self.game):  # the move itself says where it lies
            got = say("{got} (did you mean {name}?)", got=shown(asked), name=f'do = "{other}"')
            form.fault(one_of(_POSITIONS), got, "position")
        else:
            position = form.one_of("position", _POSITIONS, position)
        return position == "attack", form.one_of("face", ("up", "down"), face) == "up"

    def _ref(self, form: Form, key: str, *, is_told: bool = False) -> str:
        text = form.text(key, needed=True)
        return self._named(text, self.seat, form, key, is_told=is_told) if text else ""

    def _refs(self, form: Form, key: str, *, is_told: bool = False) -> tuple[str, ...]:
        texts = form.texts(key) or ()
        return tuple(self._named(text, self.seat, form, key, is_told=is_told) for text in texts)

    def _named(self, text: str, seat: Seat, form: Form, *key: str, is_told: bool = False) -> str:
        """A card or zone of this seat, checked against the ruleset."""
        rules, zones = self.game.rules, self._zones()
        full = text
        if text[1:2] not in (".", ":"):
            letter = seat_letter(seat)
            is_row = zone_kind(f"{letter}.{text}") in rules.zones.rows and text not in rules.cards
            full = f"{letter}{'.' if is_row or text in zones else ':'}{text}"
        if full[:1] not in self.letters:
            letters = listed(self.letters, ",")
            wanted = say('a seat of {letters} before "{sign}"', letters=letters, sign=full[1])
            form.fault(wanted, shown(text), *key)
        elif is_told and key in (("card",), ("shown",)) and not is_key(full):
            form.fault(a_code_of(rules), shown(text), *key)
        elif is_key(full) and key_code(full) not in rules.cards:
            got = near(key_code(full), (*rules.cards, *zones), shown(text))
            form.fault(say("a card or zone of this ruleset"), got, *key)
        elif not is_key(full) and not is_zone(self.game, full, len(self.duel.players)):
            got = near(full[2:], zones, shown(text))
            form.fault(say("a zone of {zones}", zones=listed(zones, ",")), got, *key)
        if not is_key(full) or "/" in full:
            return full.removesuffix("/1")
        copy = self.named.copy(CardKey(full))
        placed = self.named.are_chosen and not is_told
        found = lookup(self.duel, copy) if placed else None
        return copy if found is None else ref_of(self.game, *found)

    def _zones(self) -> tuple[str, ...]:
        rules = self.game.rules
        rows = {k: range(1, n + 1) if n else (-1, 0, 1) for k, n in rules.zones.rows.items()}
        return (*(f"{kind}{i}" for kind, row in rows.items() for i in row), *rules.zones.piles)


_VERBS: Final[dict[str, tuple[tuple[str, ...], Callable[[_Writer, Form], act.Action]]]] = {
    "activate": (("card", "as", "effect", "shown"), _Writer._activate),
    "attack": (("card", "target"), _Writer._attack),
    "turn": (("card", "position", "face", "shown"), _Writer._turn),
    "advance": (("phase",), lambda w, f: act.Advance(f.one_of("phase", w.phases, needed=True))),
    "pass": ((), lambda _w, _f: act.Pass()),
    "cancel": ((), lambda _w, _f: act.Cancel()),
    "choose": (("card", "from"), _Writer._choose),
    "number": (("value",), lambda _w, f: act.Number(f.number("value", 0, needed=True))),
    "name": (("value",), _Writer._name),
    "reveal": (("card",), lambda w, f: act.Reveal(CardKey(w._ref(f, "card", is_told=True)))),
    "roll": (("cards",), _Writer._roll),
    "concede": ((), lambda w, _f: act.Concede(w.seat)),
    "agree-draw": ((), lambda w, _f: act.AgreeDraw(w.seat)),
    "correct-life": (("player", "life", "reason"), _Writer._correct_life),
    "stand": (("action", "reason"), _Writer._stand),
}
"""The answers of every ruleset: their keys, and how they are read."""
