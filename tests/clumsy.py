"""Clumsy hands at a simulated mat: any card anywhere, any key, any answer, as pages let them.

They do nothing that a page cannot ask for. Where a card is drawn and which way back is named is
read off the views of the seats alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any, Literal

from msgspec import to_builtins

from direct_mat import DirectMat, make_table, practice_deck
from duelmat_engine.names import CardKey, Seat, seat_letter, zone
from duelmat_engine.play import keys_of
from duelmat_host.app.held_cards import held_piles
from duelmat_host.app.obligation_requests import meet
from duelmat_host.players.hand_requests import (
    DrawCards,
    FetchCard,
    FlipCard,
    HandRequest,
    MeetObligation,
    PickCard,
    Pile,
    PlaceCard,
    PressButton,
    ReturnCards,
    ShuffleDeck,
    StackCard,
    TakeCard,
    TouchPad,
    TurnCard,
    carry_out,
)
from duelmat_host.players.hands import Hands, HandsError
from duelmat_host.players.possible_actions import looked_count
from duelmat_host.players.scripted_player import Dice
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.commands import Agree, Command, EndTurn, Redo, Refuse, TakeBack
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.findings import Agreed
from duelmat_host.table.inputs import CommandGiven, QuestionAnswered
from seen import public_json, seat_json

SEATS = (Seat(0), Seat(1))
PILES: tuple[Pile, ...] = ("grave", "banished", "extra")
REST_MS = 6000
"""Longer than any finding lasts before it is reported."""
MOST_STEPS_BACK = 80
"""More movements than any way back takes."""
Destination = Literal["hand", "grave", "banished", "extra", "pile"]
DESTINATIONS: tuple[Destination, ...] = ("hand", *PILES, "pile")
_FACES: tuple[Literal["up", "down"], ...] = ("up", "up", "down")
_TURNS: tuple[Literal[0, 90], ...] = (0, 0, 90)


class _RandomDice(Dice):
    """Dice that fall anyhow."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance

    def __call__(self, options: Sequence[str], count: int) -> tuple[str, ...]:
        return tuple(self._chance.sample(options, count))


class Clumsy:
    """Two players who let cards fall anywhere, and the pages that they look at."""

    def __init__(self, ruleset: str, seed: int) -> None:
        self.chance = Random(seed)
        self.mat = DirectMat()
        self.table = make_table(_RandomDice(self.chance), asks=False, ruleset=ruleset)
        self.mat.table = self.table
        deck = practice_deck(ruleset)
        mains = [keys_of(seat, deck.main) for seat in SEATS]
        for main in mains:
            self.chance.shuffle(main)
        extras = [keys_of(seat, deck.extra) for seat in SEATS]
        self.cards = [sorted([*m, *x]) for m, x in zip(mains, extras, strict=True)]
        self.hands = Hands(self.mat, mains, extras, Random(seed), clock=self._clock)
        self.mat.whose_touch = self.hands.whose_touch
        self.done: list[str] = []
        """What was done so far: a failure is told with its end."""

    def _clock(self) -> float:
        return self.mat.now_ms / 1000

    # What pages show

    def view(self, seat: Seat) -> dict[str, Any]:
        """Return what a seat's page shows."""
        duel = self.table.state.duel
        looked: tuple[CardKey, ...] = ()
        if duel.decision is not None and duel.decision.seat == seat:
            looked = self.hands.look(seat, looked_count(self.table))
        held = self.hands.held(seat) if duel.phase != "setup" else ()
        piles = to_builtins(
            held_piles(self.table.state, self.hands, seat_letter(seat)), enc_hook=str
        )
        return seat_json(self.table, seat, held, looked) | {"piles": piles}

    def drawn(self, view: dict[str, Any]) -> Counter[str]:
        """Return how often each card is drawn on a page.

        A card on the landing spot beside its stack is one of the stack's.
        """
        hand = view.get("hand", ())
        found = Counter(card["key"] for card in hand if not card.get("looked"))
        lying = {each["zone"]: each for each in view["zones"]}
        down = {card["zone"]: card["key"] for card in view.get("facedown", ())}
        for name, each in lying.items():
            key = each["card"].get("key") or down.get(name)
            if key:
                found[key] += 1
            found.update(card["key"] for card in each.get("beneath", ()))
        for owner, piles in view["piles"].items():
            for kind in PILES:
                place = f"{owner}.{kind}"
                spot = lying.get(place, {}).get("card", {}).get("key") or down.get(place)
                found.update(c["key"] for c in piles[kind] if c.get("key") not in {None, spot})
        for aside in view["aside"].values():
            found.update(c["key"] for each in aside for c in each["cards"] if c.get("key"))
        return found

    # Acts

    def act(self) -> None:
        """Do one thing, sensible or not."""
        if self.chance.random() < 0.5 and any(self._sensible(seat) for seat in SEATS):
            return
        seat = self.chance.choice(SEATS)
        if self.chance.random() < 0.12:
            self.say(seat, self.chance.choice((TakeBack(), Redo(), EndTurn(), Agree(), Refuse())))
        elif self.chance.random() < 0.1:
            self.mat.rest(self.chance.choice((500, REST_MS)))
        else:
            self.ask(seat, self._any_request(seat))

    def ask(self, seat: Seat, request: HandRequest) -> bool:
        """Have a seat's hands do something; return False if they declined it with a sentence."""
        before = self._moment()
        try:
            if isinstance(request, MeetObligation):
                meet(self.hands, self.table, seat, request)
            else:
                carry_out(self.hands, self.table, seat, request)
        except HandsError:
            return False  # with a sentence
        self.done.append(f"{seat_letter(seat)}: {request}")
        is_told = self.table.now.announcements.notice is not None  # the same sentence may stand
        assert is_told or self._moment() != before, f"{request} was without effect"
        return True

    def say(self, seat: Seat, command: Command) -> bool:
        try:
            self.table.take(CommandGiven(seat, command), self.mat.now_ms)
        except DeclinedError:
            return False
        self.done.append(f"{seat_letter(seat)}: {command}")
        return True

    def answer(self, seat: Seat, prompt: dict[str, Any], option: int) -> None:
        self.done.append(f"{seat_letter(seat)}: answers {prompt['options'][option]['text']}")
        self.table.take(QuestionAnswered(seat, prompt["id"], option), self.mat.now_ms)

    def _moment(self) -> tuple[object, ...]:
        """Return all that an act can change and that somebody could notice."""
        now = self.table.now
        seen = (now.state.current, now.state.log, now.seen.layout, now.seen.finding)
        told = (now.announcements, now.selected, now.prompter, now.state.requests)
        sides = deepcopy(self.hands.sides), dict(self.hands.lying)
        return (*seen, *told, now.state.called_by, now.state.pending, sides)

    def _sensible(self, seat: Seat) -> bool:
        """Do what the page asks for, answer, or lay a card where it may be played."""
        if self._meet(seat):
            return True
        view = self.view(seat)
        if view["prompts"]:
            prompt = self.chance.choice(view["prompts"])
            self.answer(seat, prompt, self.chance.randrange(len(prompt["options"])))
            return True
        decision = view["decision"]
        if decision is None or decision["seat"] != seat_letter(seat):
            return False
        if decision["kind"] == "reveal" and self.ask(seat, PickCard()):
            return True
        if self.chance.random() < 0.3:
            return self.ask(seat, PressButton(f"{seat_letter(seat)}.phase"))
        return self.ask(seat, self._any_request(seat))

    def _any_request(self, seat: Seat) -> HandRequest:
        chance, letter = self.chance, seat_letter(seat)
        zones = [place.id for place in self.table.state.zones.mat.zones]
        own = [name for name in zones if name[0] == letter]
        lying = [lies.zone for lies in self.hands.lying.values()] or own
        face = chance.choice(_FACES)
        turn = chance.choice(_TURNS)
        to = chance.choice(own if chance.random() < 0.8 else zones)
        side, some = self.hands.sides[seat], chance.choice
        pile = some(PILES)
        cards = getattr(side, pile)
        looked = self.hands.look(seat, looked_count(self.table))
        held = [*side.hand, *looked]
        kinds: dict[str, tuple[int, Callable[[], HandRequest]]] = {
            "lay": (
                8 * bool(held),
                lambda: PlaceCard(zone=to, card=some(held), face=face, turn=turn),
            ),
            "shift": (4, lambda: PlaceCard(zone=to, source=some(lying))),
            "turned": (1, lambda: PlaceCard(zone=to, source=some(lying), face=face, turn=turn)),
            "take": (4, lambda: TakeCard(some(lying), some(DESTINATIONS))),
            "flip": (2, lambda: FlipCard(some(lying))),
            "turn": (2, lambda: TurnCard(some(lying))),
            "stack": (2, lambda: StackCard(f"{letter}.{pile}")),
            "fetch": (2 * bool(cards), lambda: FetchCard(card=some(cards), source=pile, zone=to)),
            "draw": (2, DrawCards),
            "pick": (1, PickCard),
            "shuffle": (1, ShuffleDeck),
            "touch": (4, lambda: TouchPad(some(zones))),
            "choice": (1, lambda: TouchPad(f"{letter}.choice{some('12')}")),
            "ok": (3, lambda: PressButton(f"{letter}.ok")),
            "phase": (2, lambda: PressButton(f"{letter}.phase")),
            "judge": (1, lambda: PressButton(f"{letter}.judge")),
        }
        weights = [weight for weight, _ in kinds.values()]
        return chance.choices([make for _, make in kinds.values()], weights)[0]()

    # The way back

    def _meet(self, seat: Seat) -> bool:
        """Do the first thing that a page can do about what it says is to be done."""
        view, letter = self.view(seat), seat_letter(seat)
        for obligation in view["obligations"]:
            if obligation["seat"] != letter:
                continue
            request: HandRequest = MeetObligation(
                zone=obligation["zone"], card=obligation["card"], source=obligation["from"]
            )
            if obligation["choose"]:
                held = [card["key"] for card in view["hand"] if not card.get("looked")]
                request = ReturnCards(self.chance.sample(held, obligation["choose"]))
            if self.ask(seat, request):
                return True
        return False

    def go_back(self) -> None:
        """Do all that the pages name, until cards and duel agree."""
        for _ in range(MOST_STEPS_BACK):
            self.mat.rest(REST_MS)
            if self.is_agreed():
                return
            if not any(step(seat) for step in (self._meet, self._step_back) for seat in SEATS):
                break
        assert self.is_agreed(), self.disagreement()

    def _step_back(self, seat: Seat) -> bool:
        view = self.view(seat)
        if view["judge"] and view["judge"]["by"] == seat_letter(seat):
            return self.ask(seat, PressButton(f"{seat_letter(seat)}.judge"))
        if view["prompts"] and view["status"] == "asking":
            prompt = view["prompts"][0]
            self.answer(seat, prompt, self.chance.randrange(len(prompt["options"])))
            return True
        return False

    def is_agreed(self) -> bool:
        """Whether nothing is to be done, and hands, mat and duel have the same cards."""
        return not self.disagreement()

    def disagreement(self) -> str:
        """Return how hands, mat and duel differ, and what pages say; "" if they agree."""
        state, table = self.table.state, self.table
        found = [str(each) for each in state.obligations]
        found += [f"{place} has {sight}" for place, sight in state.astray(table.layout).items()]
        if not (state.duel.is_over() or isinstance(table.finding, Agreed | None)):
            found.append(str(table.finding))
        for seat in SEATS if state.duel.phase != "setup" else ():
            side = self.hands.sides[seat]
            known = {p.key for name, p in state.duel.pieces() if name == zone(seat, "hand")}
            for kind, held in (("hand", side.hand), ("pile", side.deck)):
                count = len(state.duel.at(zone(seat, kind)))
                if len(held) != count:
                    found.append(f"{seat_letter(seat)}: {len(held)} in {kind}, not {count}")
            if not known - {None} <= set(side.hand):
                found.append(f"{known} not in the hand {side.hand}")
            for kind in PILES:
                spot = MatZone(f"{seat_letter(seat)}.{kind}")
                there = sorted([*getattr(side, kind), *self.hands.stacked(spot)])
                keys = [p.key or state.secrets.get(p.oid) for p in state.duel.at(zone(seat, kind))]
                if there != sorted(key for key in keys if key) and len(there) != len(keys):
                    found.append(f"{spot}: {there}, not {keys}")
        if not found:
            return ""
        views = [self.view(seat) for seat in SEATS]
        said = [(v["message"], v["obligations"], [p["text"] for p in v["prompts"]]) for v in views]
        return "\n".join([*found, str(state.duel.decision), *map(str, said), *self.done[-12:]])

    # Every card once

    def check(self) -> None:
        """Check that every card is where hands, mat and pages have it, once each."""
        for seat, cards in zip(SEATS, self.cards, strict=True):
            side = self.hands.sides[seat]
            beside = [
                *side.deck,
                *side.extra,
                *side.hand,
                *side.grave,
                *side.banished,
                *side.aside,
            ]
            lying = [key for key in self.hands.lying if key[0] == seat_letter(seat)]
            assert sorted([*beside, *lying]) == cards, self.done[-12:]
            if self.table.state.duel.phase != "setup":
                self._check_drawn(seat)
        there = {key: (place, up, turn) for key, place, up, turn in self.mat.lying}
        held = {k: (c.zone, c.face_up, c.turn) for k, c in self.hands.lying.items()}
        assert there == held, self.done[-12:]

    def _check_drawn(self, seat: Seat) -> None:
        drawn = self.drawn(self.view(seat))
        deck = self.hands.sides[seat].deck
        for key in self.cards[seat]:
            least = 0 if key in deck or key in self.hands.sides[seat].extra else 1
            most = 0 if key in deck else 1
            where = self.hands.where(CardKey(key))
            told = f"{key} is drawn {drawn[key]} times, and lies in {where}"
            assert least <= drawn[key] <= most, "\n".join([told, *self.done[-12:]])
        for known in (drawn, self.drawn(public_json(self.table))):
            twice = [key for key, count in known.items() if count > 1]
            assert not twice, "\n".join([f"{twice} drawn twice", *self.done[-12:]])
