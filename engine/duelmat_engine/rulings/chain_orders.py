"""The chains that may come of simultaneous triggers: all of them, or one that is wanted.

All are found by giving every answer there is. Whether a wanted order may come about is judged
step by step: a refusal cites what keeps the first wrong link away, and says what would help.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

from msgspec import structs

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import EFFECT, SEAT, SELF
from duelmat_engine.brief import Brief
from duelmat_engine.chains.chain import next_turn, place_of
from duelmat_engine.chains.trigger_answers import (
    MANDATORY,
    TURN_OVER,
    asks_by_buckets,
    entry_for,
    is_turn_past,
    mandatory_rule,
    order_between,
)
from duelmat_engine.chains.trigger_legality import misses_timing, trigger_refusals
from duelmat_engine.events import Activated, Lapsed
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat, ZoneName
from duelmat_engine.play import apply, carry_out
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulings.trigger_orders import Case, activation, lay, orders_game, signal
from duelmat_engine.state import Duel, PendingTrigger, replace
from duelmat_engine.verdict import Broken, Cited, Do, Never, Verdict, When, not_asked, ruling
from duelmat_message import say

PASS: Final = -1
"""A pass among wanted links, by the player who is asked at that moment."""
_LAST_EVENT: Final = 2
"""The number of the event that is the last of the two to happen."""


class Permitted(Brief, frozen=True):
    """The chains that may be formed; triggers that do not appear in one are declined or lost."""

    chains: dict[tuple[int, ...], Seat | None]
    """By the triggers, with their numbers in the case and the first link first: the player who is
    asked first for a response; None: there is no link to respond to."""
    rules: tuple[str, ...]
    """The rules that put triggers on these chains or took them away."""
    complete: bool
    """False if there are more chains than were wanted."""


def permitted_chains(case: Case, *, most: int = 1000) -> Permitted:
    """Up to `most` chains, those that take a trigger before those that decline it."""
    game = orders_game(case)
    duel, keys = lay(case)
    numbers: dict[CardKey | None, int] = {key: index for index, key in enumerate(keys)}
    found: dict[tuple[int, ...], Seat | None] = {}
    rules: dict[str, None] = {}

    def after(duel: Duel, links: tuple[int, ...], action: Action) -> tuple[Duel, tuple[int, ...]]:
        step = apply(duel, action, game)
        for event in step.events:
            if isinstance(event, Activated | Lapsed):  # no rules by which effects resolve
                rules.update(dict.fromkeys(event.rules))
            if isinstance(event, Activated) and event.piece.key in numbers:
                links += (numbers[event.piece.key],)
        return step.duel, links

    branches = [after(duel, (), signal(case))]
    while branches and (len(found) <= most):
        now, links = branches.pop()
        if now.decision is None or now.decision.kind != "trigger":
            found.setdefault(links, _responder(now))
            continue
        there = (a for a in legal_actions(now, game) if isinstance(a, Activate | Pass))
        passing_last = sorted(there, key=lambda action: isinstance(action, Pass))
        branches += reversed([after(now, links, action) for action in passing_last])
    return Permitted(dict(islice(found.items(), most)), tuple(rules), complete=len(found) <= most)


def _responder(duel: Duel) -> Seat | None:
    """Return the player who is asked first for a response to the Chain; None if there is none."""
    asked = duel.decision
    return asked.seat if asked is not None and asked.kind != "trigger" and duel.chain else None


# A wanted order


class OrderVerdict(Verdict, frozen=True, kw_only=True):
    """The verdict on a wanted order of links."""

    links: tuple[int, ...]
    """The triggers that went on the Chain until then, by their numbers in the case."""
    responds: Seat | None = None
    """Of an order that may come about: the player asked first to respond to its last link."""


def judge_order(case: Case, links: tuple[int, ...]) -> OrderVerdict:
    """Return the verdict on triggers as these links of a Chain; others are declined.

    Every step goes through the judge. Of a refused order the rules are those of the first link
    that may not come where it is wanted. A PASS among the links is a pass at that moment.
    """
    order = _WantedOrder(case, links)
    next_step: Activate | Pass | Verdict = signal(case)
    while not isinstance(next_step, Verdict):
        next_step = order.refusal_after(next_step) or order.next_step()
    return order.verdict(next_step)


class _WantedOrder:
    """The links that are wanted, and the duel as far as it has come on the way to them."""

    def __init__(self, case: Case, links: tuple[int, ...]) -> None:
        self.case = case
        self.game = orders_game(case)
        self.duel, self.keys = lay(case)
        self.links = [link for link in links if link != PASS]
        self.passes = Counter(
            sum(link != PASS for link in links[:at]) for at, one in enumerate(links) if one == PASS
        )
        """The passes that are still wanted, by the number of links before them."""
        self.usual = (*self.game.chain.legal_rules, *self.game.chain.chain_rules)[:1]
        """The rule of an order by which nobody is asked for a trigger."""
        self.done: list[int] = []
        self.cited: list[Cited] = []
        self.refusal: Verdict | None = None
        """Why the next link has not been activated since the last one; None: it was not asked."""
        self.passed_over: dict[int, OrderVerdict] = {}
        """By link: why another answer was given when this one might have been activated."""

    @property
    def left(self) -> list[int]:
        """The links that are still wanted."""
        return self.links[len(self.done) :]

    def verdict(self, found: Verdict) -> OrderVerdict:
        """Return a verdict with the links that were activated before it."""
        if isinstance(found, OrderVerdict):
            return found
        responds = _responder(self.duel) if found.legal else None
        return OrderVerdict(**structs.asdict(found), links=tuple(self.done), responds=responds)

    def judged(self, action: Activate | Pass) -> Verdict:
        return judge(self.duel, action, self.game)

    # What an answer leads to

    def refusal_after(self, action: Activate | Pass) -> Verdict | None:
        """Carry an answer out; return why what is then activated is refused, if it is."""
        step = carry_out(self.duel, action, self.game)
        self.duel = step.duel
        for event in step.events:
            if isinstance(event, Activated) and event.effect != "signal":
                refusal = self.refused_link(event)
                if refusal is not None:
                    return refusal
                if not isinstance(action, Activate) or action.card != event.piece.key:
                    self.cited += map(Cited, event.rules)  # nobody had to be asked
        return None

    def refused_link(self, event: Activated) -> Verdict | None:
        """Add the link that was activated; return why, if it is not the next that is wanted."""
        number = next(n for n, key in enumerate(self.keys) if key == event.piece.key)
        if number not in self.left:
            rule = mandatory_rule(self.game, self.game.rules.effects[event.effect], event.rules)
            return self.refusal or Verdict(False, (Cited(rule),), (MANDATORY,))
        if self.passes[len(self.done)]:  # it was activated by itself: nobody was asked
            return not_asked(self.usual, _ASKED)
        if number != self.left[0]:
            # judged as it was before that link
            self.duel = replace(self.duel, chain=self.duel.chain[: len(self.done)])
            return self.refusal or self.goes_first(number, self.left[0])
        self.done.append(number)
        self.refusal = None
        return None

    # What is to be answered

    def next_step(self) -> Activate | Pass | Verdict:
        """Return the answer on the way to the wanted links, or the verdict if there is no more."""
        decision = self.duel.decision
        if decision is None or decision.kind != "trigger":
            return self.end()
        if self.passes[len(self.done)]:
            return self.wanted_pass() if decision.optional else _declined(self.duel, self.game)
        if self.left:
            wanted = activation(self.keys[self.left[0]])
            verdict = self.judged(wanted)
            if verdict.legal:
                self.cited += verdict.cited
                return wanted
            refusal = self.pass_over(_not_now(verdict, self.duel, self.game))
            self.refusal = self.refusal or refusal
        if not decision.optional:
            return self.refusal or _declined(self.duel, self.game)
        self.cited += self.judged(Pass()).cited
        return Pass()

    def wanted_pass(self) -> Pass:
        """Return a pass that is wanted; it passes over what might have been activated."""
        self.passes[len(self.done)] -= 1
        self.refusal = None
        cited = self.judged(Pass()).cited
        self.cited += cited
        by = tuple(map(Cited, self.game.chain.decline_rules)) or cited
        declined = self.verdict(Verdict(False, by, (_NO_PASS,)))
        for index in self.left:
            if self.judged(activation(self.keys[index])).legal:
                self.passed_over.setdefault(index, declined)
        return Pass()

    def pass_over(self, refusal: Verdict) -> Verdict:
        """Return the refusal of the next link as exactly as it is known at this moment.

        Links behind it that might be activated are passed over with it.
        """
        index, *later = self.left
        if self.is_past(index):
            refusal = self.hindered(index) or refusal
        for other in later:
            if self.judged(activation(self.keys[other])).legal:
                if self.takes_turns(index, other):
                    refusal = self.hindered(index) or refusal
                self.passed_over.setdefault(other, self.verdict(refusal))
        return refusal

    def end(self) -> Verdict:
        """Return the verdict where nobody is asked for a trigger any more."""
        if self.left:
            late = [self.passed_over[index] for index in self.left if index in self.passed_over]
            if late:  # declined in favour of one that went before it
                return min(late, key=lambda one: len(one.links))
            why = self.hindered(self.left[0]) or self.refusal
            assert why is not None, (self.case, self.links)
            return why
        if self.passes.total():
            return not_asked(self.usual, _ASKED)
        return Verdict(True, tuple(dict.fromkeys(self.cited or map(Cited, self.usual))))

    # Why a trigger does not come where it is wanted

    def waited(self, index: int) -> PendingTrigger:
        """A trigger as it waited when its window opened, with its card as it lies."""
        one, effect = self.case.triggers[index], activation(self.keys[index]).effect
        found = lookup(self.duel, self.keys[index])
        assert found is not None
        place, piece = found
        bound = SEAT(Seat(one.seat)) | SELF((piece,)) | EFFECT(effect)
        secret = place if one.kind == "private" else ZoneName("")
        trigger = PendingTrigger(
            Seat(one.seat), piece, effect, bound, moment=one.event, place=secret
        )
        if self.game.chain.timing(one.timing).meaning in ("interrupts", "joins"):
            return replace(trigger, state="now")
        missed = misses_timing(self.game, trigger, _LAST_EVENT)
        return replace(trigger, state="missed" if missed else "ready")

    def place(self, index: int) -> tuple[tuple[bool, int, int], int]:
        """Its place in the order: what does not wait is before what does, event by event."""
        trigger = self.waited(index)
        moment, bucket = place_of(self.duel, self.game, trigger)
        waits = trigger.state != "now"
        return (waits, 0 if waits else trigger.moment, moment), bucket

    def is_past(self, index: int) -> bool:
        """Whether later triggers are asked for than one that waits."""
        duel, wanted = self.duel, activation(self.keys[index])
        found = entry_for(duel, self.game, wanted)
        turn = next_turn(duel, self.game) if asks_by_buckets(duel) else None
        if found is None or turn is None:
            return False
        return is_turn_past(duel, self.game, duel.pending[found], turn)

    def refusals(self, index: int) -> list[Broken]:
        trigger = self.waited(index)
        return [*trigger_refusals(self.duel, self.game, trigger, trigger.source)]

    def hindered(self, index: int) -> Verdict | None:
        """Return what hinders a trigger that was not asked for, or is no longer; None: nothing."""
        why, place = self.refusals(index), self.place(index)
        if not why:
            return None
        for number in self.done:
            rule, reading = order_between(self.game, place, self.place(number))
            if place < self.place(number) and rule:
                why.insert(0, (Cited(rule, reading), Never(TURN_OVER, rule)))
                break
        return ruling(why, ())

    def takes_turns(self, index: int, other: int) -> bool:
        """Whether neither trigger has to go first, for their players take turns with them."""
        place, buckets = self.place(index), self.game.chain.buckets
        alike = place == self.place(other) and place[1] < len(buckets)
        return alike and buckets[place[1]].side == "each"

    def goes_first(self, first: int, index: int) -> Verdict:
        """The refusal of a trigger where a mandatory one has been activated by itself."""
        place = self.place(index)
        rule, reading = order_between(self.game, place, self.place(first))
        if place < self.place(first):  # its own turn came before, and is over
            word = self.game.chain.timing(self.case.triggers[index].timing).rules[:1]
            over = [(Cited(name), Never(TURN_OVER, name)) for name in (*word, rule)]
            return self.hindered(index) or ruling(over, ())
        cited = Cited(rule or self.game.chain.choice_rules[-1], reading)
        return ruling([(cited, _FIRST), *self.refusals(index)], ())


_NO_PASS: Final = Do(say("Activate it, and do not pass."))
_ASKED: Final = When(say("A player is asked for a trigger at that moment."))
_FIRST: Final = When(say("Those that go before it have been activated."))
_LATER: Final = When(say("What sets it off has happened."))


def _declined(duel: Duel, game: Game) -> Verdict:
    """The refusal of a chain without a mandatory trigger whose player has several to choose."""
    if asks_by_buckets(duel):
        return judge(duel, Pass(), game)
    return Verdict(False, (Cited(game.chain.legal_rules[0]),), (MANDATORY,))


def _not_now(verdict: Verdict, duel: Duel, game: Game) -> Verdict:
    """The refusal of a trigger where another is asked for, with a remedy that names no card."""
    if not asks_by_buckets(duel):
        return Verdict(False, verdict.cited, (_FIRST,))
    if verdict.invalid and duel.decision is not None:  # what sets it off has not happened yet
        rules = game.chain.timing_of(game.rules.effects[duel.decision.about]).rules
        return Verdict(False, tuple(map(Cited, rules[:1])), (_LATER,))
    return verdict
