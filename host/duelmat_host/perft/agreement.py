"""Agreement: whether list, judge and apply of a ruleset say the same of every action.

Random duels are played. Whatever is listed must be judged legal and be carried out. Actions made
of the parts of others are judged: one that is legal must be listed, if perhaps with its cards
named otherwise, and one that is not must say by which rule and what would help.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from duelmat_engine import (
    Action,
    Deck,
    Duel,
    EngineError,
    Game,
    IllegalActionError,
    InvalidActionError,
    Ruleset,
    apply,
    game_of,
    judge,
    legal_actions,
    new_duel,
    roll,
)
from duelmat_message import Text, say, words_of

LONGEST: Final = 2_000
"""Answers after which a random duel is left."""
LISTED: Final = 4
"""The number of actions of a list that are judged and carried out."""
MADE: Final = 6
"""The number of actions that are made of others at every decision."""
KEPT: Final = 400
"""The number of actions that are kept to make others of their parts."""


class Disagreement(Struct, frozen=True):
    """Two ways of asking whether an action may be done, and two answers."""

    seed: int
    """Of the random duel."""
    step: int
    """The number of answers that had been given in it."""
    action: str
    said: Text
    """The answers and who gives them, as a sentence."""


class Agreement(Struct):
    """The numbers of questions asked, and the disagreements found."""

    duels: int = 0
    decisions: int = 0
    actions: int = 0
    found: list[Disagreement] = []


def measure_agreement(rules: Ruleset, duels: int, seed: int = 1) -> Iterator[Agreement]:
    """Yield what was found so far, after each of so many random duels with its practice deck."""
    so_far = Agreement()
    for number in range(seed, seed + duels):
        for decision in _decisions(rules, number):
            so_far.decisions += 1
            for action, said in decision.disagreements():
                so_far.actions += 1
                if said is not None:
                    found = Disagreement(number, decision.step, repr(action), said)
                    so_far.found.append(found)
        so_far.duels += 1
        yield so_far


class _Asked:
    """One decision of a random duel."""

    def __init__(
        self, duel: Duel, game: Game, step: int, listed: list[Action], made: list[Action]
    ) -> None:
        self.step = step
        self._duel = duel
        self._game = game
        self._listed = listed
        self._made = made

    def disagreements(self) -> Iterator[tuple[Action, Text | None]]:
        """Yield the actions that were asked about, with what is wrong; None: nothing."""
        for action in self._made[: LISTED + MADE]:
            yield action, self._wrong(action)

    def _wrong(self, action: Action) -> Text | None:
        duel, game = self._duel, self._game
        verdict = judge(duel, action, game)
        is_listed = action in self._listed
        if is_listed and not verdict.legal:
            return say("The list has it; the judge: {verdict}", verdict=verdict.summary())
        try:
            after = apply(duel, action, game).duel
        except (IllegalActionError, InvalidActionError):
            if verdict.legal:
                return say("The judge calls it legal; apply refuses it.")
            cites = bool(verdict.rules) or bool(verdict.invalid)
            helps = bool(verdict.remedies) and all(remedy.text for remedy in verdict.remedies)
            if cites and helps:
                return None
            return say("Refused without a rule or a remedy: {verdict}", verdict=str(verdict))
        except EngineError as error:
            return say("The judge calls it legal; apply fails: {error}", error=words_of(error))
        if not verdict.legal:
            return say("apply carries it out; the judge: {verdict}", verdict=verdict.summary())
        if is_listed or any(apply(duel, each, game).duel == after for each in self._listed):
            return None
        return say("The judge calls it legal; the list does not have it.")


def _decisions(rules: Ruleset, seed: int) -> Iterator[_Asked]:
    deck = Deck(*rules.decks.practice)
    duel = new_duel(rules.name, [deck] * min(rules.players), seed=seed, check_decks=False).duel
    game = game_of(duel.ruleset, duel.readings)
    chance = Random(seed)
    past: list[Action] = []
    for step in range(LONGEST):
        if duel.is_over():
            return
        if duel.decision is not None and duel.decision.kind == "chance":
            duel = apply(duel, roll(duel), game).duel
            continue
        listed = list(legal_actions(duel, game))
        past = [*past, *chance.sample(listed, min(LISTED, len(listed)))][-KEPT:]
        asked = chance.sample(listed, min(LISTED, len(listed)))
        yield _Asked(duel, game, step, listed, [*asked, *islice(_made(past, chance), MADE)])
        if not listed:
            return
        duel = apply(duel, chance.choice(listed), game).duel


def _made(past: list[Action], chance: Random) -> Iterator[Action]:
    """Yield actions of the past with one field as another of them has it."""
    while past:
        action, other = chance.choice(past), chance.choice(past)
        shared = [
            name
            for name in action.__struct_fields__
            if name in other.__struct_fields__
            and isinstance(getattr(other, name), type(getattr(action, name)))
        ]
        name = chance.choice(shared) if shared else ""
        yield replace(action, **{name: getattr(other, name)}) if name else action
