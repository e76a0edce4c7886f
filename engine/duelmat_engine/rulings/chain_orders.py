"""The chains that may come of simultaneous triggers: all of them, or one that is wanted.

All are found by giving every answer there is. Whether a wanted order may come about is judged
step by step: a refusal cites what keeps the first wrong link away, and says what would help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import structs

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import EFFECT, SEAT, SELF
from duelmat_engine.brief import Brief
from duelmat_engine.chains.trigger_answers import (
    MANDATORY,
    TURN_OVER,
    asks_by_buckets,
    mandatory_rule,
    order_between,
    place_of,
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


class PermittedChain(Brief, frozen=True):
    """One chain: the triggers by their numbers in the case, the first link first."""

    links: tuple[int, ...]
    responds: Seat | None
    """The player who is asked first for a response; None: there is no link to respond to."""


class Permitted(Brief, frozen=True):
    """The chains that may be formed; triggers that do not appear in one are declined or lost."""

    chains: tuple[PermittedChain, ...]
    rules: tuple[str, ...]
    """The rules that put triggers on these chains or took them away."""
    complete: bool
    """False if there are more chains than were wanted."""


def permitted_chains(case: Case, *, most: int = 1000) -> Permitted:
    """Up to `most` chains, those that take a trigger before those that decline it."""
    game = orders_game(case)
    duel, keys = lay(case)
    numbers: dict[CardKey | None, int] = {key: index for index, key in enumerate(keys)}
    found: dict[tuple[int, ...], PermittedChain] = {}
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
            found.setdefault(links, PermittedChain(links, _responder(now)))
            continue
        there = (a for a in legal_actions(now, game) if isinstance(a, Activate | Pass))
        passing_last = sorted(there, key=lambda action: isinstance(action, Pass))
        branches += reversed([after(now, links, action) for action in passing_last])
    chains = tuple(found.values())
    return Permitted(chains[:most], tuple(rules), complete=len(chains) <= most)


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
    game = orders_game(case)
    passes = Counter(
        sum(link != PASS for link in links[:at]) for at, one in enumerate(links) if one == PASS
    )
    links = tuple(link for link in links if link != PASS)
    duel, keys = lay(case)
    numbers: dict[CardKey | None, int] = {key: index for index, key in enumerate(keys)}
    spoken: dict[Cited, None] = {}
    done: list[int] = []
    refusal: Verdict | None = None
    passed_over: dict[int, tuple[Verdict, tuple[int, ...]]] = {}
    action: Activate | Pass = signal(case)
    usual = (*game.chain.legal_rules, *game.chain.chain_rules)[:1]
    unasked = not_asked(usual, _ASKED)
    while True:
        step = carry_out(duel, action, game)
        duel = step.duel
        for event in step.events:
            if not isinstance(event, Activated) or event.effect == "signal":
                continue
            number = numbers[event.piece.key]
            if number not in links[len(done) :]:
                rule = mandatory_rule(game, game.rules.effects[event.effect], event.rules)
                return _verdict(refusal or Verdict(False, (Cited(rule),), (MANDATORY,)), done)
            if passes[len(done)]:  # it was activated by itself: nobody was asked
                return _verdict(unasked, done)
            if number != links[len(done)]:
                wanted = links[len(done)]
                then = replace(duel, chain=duel.chain[: len(done)])
                first = _Moment(case, keys, then, game).goes_first(number, wanted, done)
                return _verdict(refusal or first, done)
            done.append(number)
            refusal = None
            if not isinstance(action, Activate) or action.card != event.piece.key:
                spoken.update(dict.fromkeys(map(Cited, event.rules)))  # nobody had to be asked
        decision = duel.decision
        if decision is None or decision.kind != "trigger":
            break
        if passes[len(done)]:
            if not decision.optional:
                return _verdict(_declined(duel, game), done)
            passes[len(done)] -= 1
            action, refusal = Pass(), None
            passed = judge(duel, action, game)
            spoken.update(dict.fromkeys(passed.cited))
            by = tuple(map(Cited, game.chain.decline_rules)) or passed.cited
            declined = Verdict(False, by, (_NO_PASS,))
            for index in links[len(done) :]:
                if judge(duel, activation(keys[index]), game).legal:
                    passed_over.setdefault(index, (declined, tuple(done)))
            continue
        if len(done) < len(links):
            wanted_action = activation(keys[links[len(done)]])
            verdict = judge(duel, wanted_action, game)
            if verdict.legal:
                spoken.update(dict.fromkeys(verdict.cited))
                action = wanted_action
                continue
            verdict = _not_now(verdict, duel, game)
            if any(remedy.text == TURN_OVER for remedy in verdict.remedies):
                lost = _Moment(case, keys, duel, game).hindered(done, links[len(done)])
                verdict = lost or verdict
            for index in links[len(done) + 1 :]:
                if judge(duel, activation(keys[index]), game).legal:
                    now = _Moment(case, keys, duel, game)
                    if now.takes_turns(links[len(done)], index):
                        verdict = now.hindered(done, links[len(done)]) or verdict
                    passed_over.setdefault(index, (verdict, tuple(done)))
            refusal = refusal or verdict
        if not decision.optional:
            return _verdict(refusal or _declined(duel, game), done)
        action = Pass()
        spoken.update(dict.fromkeys(judge(duel, action, game).cited))
    if len(done) < len(links):
        late = [passed_over[index] for index in links[len(done) :] if index in passed_over]
        if late:  # declined in favour of one that went before it
            return _verdict(*min(late, key=lambda one: len(one[1])))
        now = _Moment(case, keys, duel, game)
        why = now.hindered(done, links[len(done)]) or refusal
        assert why is not None, (case, links)
        return _verdict(why, done)
    if passes.total():
        return _verdict(unasked, done)
    permitted = tuple(spoken) or tuple(map(Cited, usual))
    return _verdict(Verdict(True, permitted), done, _responder(duel))


class _Moment(NamedTuple):
    """The duel at a moment of a case, and the card of each trigger."""

    case: Case
    keys: list[CardKey]
    duel: Duel
    game: Game

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

    def refusals(self, index: int) -> list[Broken]:
        trigger = self.waited(index)
        return [*trigger_refusals(self.duel, self.game, trigger, trigger.source)]

    def hindered(self, done: Sequence[int], index: int) -> Verdict | None:
        """Return what hinders a trigger that was not asked for, or is no longer; None: nothing."""
        why, place = self.refusals(index), self.place(index)
        if not why:
            return None
        for number in done:
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

    def goes_first(self, first: int, index: int, done: Sequence[int]) -> Verdict:
        """The refusal of a trigger where a mandatory one has been activated by itself."""
        place = self.place(index)
        rule, reading = order_between(self.game, place, self.place(first))
        if place < self.place(first):  # its own turn came before, and is over
            word = self.game.chain.timing(self.case.triggers[index].timing).rules[:1]
            over = [(Cited(name), Never(TURN_OVER, name)) for name in (*word, rule)]
            return self.hindered(done, index) or ruling(over, ())
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


def _verdict(verdict: Verdict, done: Sequence[int], responds: Seat | None = None) -> OrderVerdict:
    return OrderVerdict(**structs.asdict(verdict), links=tuple(done), responds=responds)
