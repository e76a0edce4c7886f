"""Agreement: whether list, judge and apply of a ruleset say the same of every action.

Random duels are played. Whatever is listed must be judged legal and be carried out. Actions made
of the parts of others are judged: one that is legal must be listed, if perhaps with its cards
named otherwise, and one that is not must say by which rule and what would help. Functions of the
ruleset that raise something, and duels in which nobody is asked anything, are findings too.
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
    Game,
    IllegalActionError,
    InvalidActionError,
    NotationError,
    Ruleset,
    Seat,
    apply,
    format_action,
    game_of,
    judge,
    legal_actions,
    new_duel,
    roll,
    seat_letter,
)
from duelmat_rulesets.checks.failure import told_failure

LONGEST: Final = 2_000
"""The number of answers after which a random duel is left."""
LISTED: Final = 4
"""The number of actions of a list that are judged and carried out."""
MADE: Final = 6
"""The number of actions that are made of others at every decision."""
KEPT: Final = 400
"""The number of actions that are kept to make others of their parts."""


class Finding(Struct, frozen=True):
    """Something is wrong: there are two answers about one action, or none."""

    seed: int
    """The seed of the random duel."""
    step: int
    """The number of answers that had been given in it."""
    action: str
    """The action in notation; empty: it is about none."""
    said: str
    """The answers and who gives them, as a sentence."""


class Agreement(Struct):
    """The numbers of questions asked, and what was found."""

    duels: int = 0
    decisions: int = 0
    actions: int = 0
    found: list[Finding] = []


def measure_agreement(rules: Ruleset, duels: int, seed: int = 1) -> Iterator[Agreement]:
    """Yield the findings so far, after each of these random duels with the practice deck."""
    so_far = Agreement()
    for number in range(seed, seed + duels):
        at = _At()
        try:
            for decision in _decisions(rules, number, at):
                so_far.decisions += 1
                for action, said in decision.disagreements():
                    so_far.actions += 1
                    if said is not None:
                        told = _written(action, decision.seat)
                        so_far.found.append(Finding(number, at.step, told, said))
        except Exception as error:  # noqa: BLE001  (whatever the functions of a ruleset do)
            at.said = f"{at.what} fails: {told_failure(error)}"
        if at.said is not None:
            so_far.found.append(Finding(number, at.step, at.action, at.said))
        so_far.duels += 1
        yield so_far


class _At(Struct):
    """The point that a random duel has reached, which is reported if something fails there."""

    step: int = 0
    what: str = "The beginning of the duel"
    action: str = ""
    said: str | None = None
    """The failure, or the wrong end of the duel, in words; None: neither."""


def _written(action: Action, seat: Seat) -> str:
    """Return an action in notation, or as Python shows it if it has no notation."""
    try:
        return format_action(action, seat)
    except NotationError:
        return repr(action)


class _Asked:
    """One decision of a random duel."""

    def __init__(
        self, duel: Duel, game: Game, seat: Seat, listed: list[Action], made: list[Action]
    ) -> None:
        self.seat = seat
        self._duel = duel
        self._game = game
        self._listed = listed
        self._made = made

    def disagreements(self) -> Iterator[tuple[Action, str | None]]:
        """Yield the actions that were asked about, with their findings; None: no finding."""
        for action in self._made[: LISTED + MADE]:
            yield action, self._wrong(action)

    def _wrong(self, action: Action) -> str | None:
        duel, game = self._duel, self._game
        try:
            verdict = judge(duel, action, game)
        except Exception as error:  # noqa: BLE001  (whatever the functions of a ruleset do)
            return f"The judge fails: {told_failure(error)}"
        is_listed = action in self._listed
        if is_listed and not verdict.legal:
            return f"The list has it; the judge: {verdict.summary()}"
        try:
            after = apply(duel, action, game).duel
        except (IllegalActionError, InvalidActionError):
            if verdict.legal:
                return "The judge calls it legal; apply refuses it."
            cites = bool(verdict.rules) or bool(verdict.invalid)
            helps = bool(verdict.remedies) and all(remedy.text for remedy in verdict.remedies)
            if cites and helps:
                return None
            return f"Refused without a rule or a remedy: {verdict!s}"
        except Exception as error:  # noqa: BLE001  (so too)
            return f"The judge calls it legal; apply fails: {told_failure(error)}"
        if not verdict.legal:
            return f"apply carries it out; the judge: {verdict.summary()}"
        if is_listed or any(apply(duel, each, game).duel == after for each in self._listed):
            return None
        return "The judge calls it legal; the list does not have it."


def _decisions(rules: Ruleset, seed: int, at: _At) -> Iterator[_Asked]:
    if not any(rules.decks.practice):
        at.said = "There is no practice deck (decks.practice) to play it with."
        return
    deck = Deck(*rules.decks.practice)
    duel = new_duel(rules.name, [deck] * min(rules.players), seed=seed, check_decks=False).duel
    game = game_of(duel.ruleset, duel.readings)
    chance = Random(seed)
    past: list[Action] = []
    has_asked = False
    for at.step in range(LONGEST):
        decision = duel.decision
        if decision is None:
            break
        if decision.kind == "chance":
            action: Action = roll(duel)
        else:
            at.what = "The list of legal actions"
            listed = list(legal_actions(duel, game))
            if not listed:
                seat = seat_letter(decision.seat)
                at.said = f"Player {seat} is asked, and may do nothing."
                return
            past = [*past, *chance.sample(listed, min(LISTED, len(listed)))][-KEPT:]
            asked = chance.sample(listed, min(LISTED, len(listed)))
            made = [*asked, *islice(_made(past, chance), MADE)]
            at.what, has_asked = "Carrying out what is listed", True
            yield _Asked(duel, game, decision.seat, listed, made)
            action = chance.choice(listed)
        at.what, at.action = "Carrying it out", _written(action, decision.seat)
        duel = apply(duel, action, game).duel
        at.action = ""
    if not has_asked and duel.outcome is not None:
        at.said = f"It is over before anybody is asked: {duel.outcome.told}."


def _made(past: list[Action], chance: Random) -> Iterator[Action]:
    """Yield past actions, each with one field exchanged for that of another one."""
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
