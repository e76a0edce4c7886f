"""Replays made from journals: of one file, or of the duels that a table has played.

What hides something is shown to nobody before the duel is over, and then to whom it belonged:
a seat sees its own face-down cards again, the judge all of them, everybody else what lay open
(docs/adr/0030).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from duelmat_engine import Seat, UnknownNameError, base_name, find_ruleset, seat_letter
from duelmat_hardware import Mat
from duelmat_host.app.journal_fold import Folded, circumstances, fold, mat_of
from duelmat_host.app.journal_folder import journal_numbers, journal_path
from duelmat_host.errors import JournalError, NoReplayError
from duelmat_host.showing.duel_summary import summary_of
from duelmat_host.showing.replay_steps import Moment, steps_of
from duelmat_host.showing.replay_types import FORMAT, DuelSummary, Replay, ReplayStep
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.view_types import PhaseView, RuleView
from duelmat_message import named, say
from duelmat_rulesets.card_faces import card_faces
from duelmat_serving.language.catalogs import ENGLISH, Language
from duelmat_wire import lamps

KEPT: Final = 6
"""The number of replays that are kept once they are made: three duels for two viewers each."""
MOST_LISTED: Final = 50
"""The number of duels that a list of them goes back."""


def journal_replay(path: Path, viewer: str) -> tuple[Replay, str | None]:
    """Return the replay of a journal for a viewer, and the fault of the next entry (None: none).

    Raises: NotAJournalError, JournalError for a file of which nothing can be retold.
    """
    folded = fold(path)
    return _replay(folded, viewer), folded.fault


def _moments(folded: Folded) -> list[Moment]:
    return [
        Moment(each.entry, circumstances(each.written).took_ms, each.before, each.after)
        for each in folded.entries
    ]


def _summary(folded: Folded) -> DuelSummary:
    return summary_of(folded.start, _moments(folded))


def _replay(folded: Folded, viewer: str, language: Language = ENGLISH) -> Replay:
    begun, start = folded.begun, folded.start
    moments = _moments(folded)
    names = tuple(lamp.name for lamp in folded.mat.lamps)
    steps = list(steps_of(start, moments, names, viewer, language))
    rules = find_ruleset(begun.setup.ruleset)
    codes = set(_codes(step.view for step in steps))
    return Replay(
        duelmat="replay",
        format=FORMAT,
        ruleset=base_name(rules.name),
        title=named("ruleset", rules.title),
        names={seat_letter(Seat(s)): name for s, name in enumerate(begun.setup.names)},
        number=begun.number,
        seen_by=viewer,
        mat=folded.mat.digest,
        zone_titles={place: start.zone_title(place) for place in sorted(start.zones.rows)},
        phases=[PhaseView(phase.name, phase.title) for phase in rules.phases],
        faces=[face for face in card_faces(rules) if face.code in codes],
        rules=list(_rule_views(steps)),
        looks=_looks(),
        summary=summary_of(start, moments),
        steps=steps,
    )


def _codes(value: Any) -> Iterator[str]:
    """Yield the codes of the cards that are named somewhere in views."""
    if isinstance(value, dict):
        if "code" in value:
            yield str(value["code"])
        for inner in value.values():
            yield from _codes(inner)
    elif not isinstance(value, str) and isinstance(value, Iterable):
        for inner in value:
            yield from _codes(inner)


def _rule_views(steps: Iterable[ReplayStep]) -> Iterator[RuleView]:
    """Yield the rules of the log's lines, each once; card texts stand with their cards."""
    for rule in dict.fromkeys(r for step in steps for line in step.lines for r in line.rules):
        try:
            yield rule_view(rule)
        except UnknownNameError:
            continue


def _looks() -> list[list[list[int]]]:
    """Return the colours of a lamp's lights by its style, each at its brightest."""
    return [
        [_brightest(style, light) for light in range(lamps.LIGHTS_A_LAMP)]
        for style in range(lamps.STYLE_COUNT)
    ]


def _brightest(style: int, light: int) -> list[int]:
    period_ms, levels, _ = lamps.STYLES[style][2]
    moments = range(0, period_ms, period_ms // len(levels))
    return list(max((lamps.light_colour(style, light, at) for at in moments), key=sum))


def mat_of_replay(replay: Replay) -> Mat:
    """Return the mat that a replay was played on; for an unknown one, the standard mat."""
    return mat_of(replay.mat)


class ReplayArchive:
    """The replays of the duels that a table has played, from the journals in its directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._made: OrderedDict[tuple[int, str, str], Replay] = OrderedDict()
        self._summaries: dict[int, DuelSummary] = {}
        """By the number of a duel; one that is over stays as it is."""
        self._making = asyncio.Lock()

    async def replay(self, number: int, viewer: str, language: Language = ENGLISH) -> Replay:
        """Return the replay of a duel that is over, made once and apart from the table's rounds.

        Raises: NoReplayError.
        """
        async with self._making:
            asked = number, viewer, language.code
            known = self._made.get(asked)
            if known is None:
                known = await asyncio.to_thread(
                    lambda: _replay(self._folded(number), viewer, language)
                )
                self._made[asked] = known
            self._made.move_to_end(asked)
            if len(self._made) > KEPT:
                self._made.popitem(last=False)
            return known

    async def summary(self, number: int) -> DuelSummary:
        """Return the summary of a duel that is over. Raises NoReplayError."""
        if number not in self._summaries:
            async with self._making:
                self._summaries[number] = await asyncio.to_thread(
                    lambda: _summary(self._folded(number))
                )
        return self._summaries[number]

    async def played(self) -> list[tuple[int, DuelSummary]]:
        """Return the duels that are over and can be shown, with their numbers, the last first."""
        found = []
        for number in sorted(journal_numbers(self._directory), reverse=True)[:MOST_LISTED]:
            with suppress(NoReplayError):
                found.append((number, await self.summary(number)))
        return found

    def _folded(self, number: int) -> Folded:
        path = journal_path(self._directory, number)
        if not path.is_file():
            raise NoReplayError(
                say(
                    "Expected the number of a duel that this table has played, got {number}: "
                    "there is no such duel. The table's pages lead to the last one when it is "
                    "over.",
                    number=number,
                )
            )
        try:
            folded = fold(path)
        except JournalError as error:
            raise NoReplayError(
                say(
                    "Duel {number} cannot be shown again: its journal is damaged, or another "
                    "program's. `duelmat replay --check {file}`, where it lies, says more.",
                    number=number,
                    file=path.name,
                )
            ) from error
        if folded.fault is not None:
            raise NoReplayError(
                say(
                    "Duel {number} cannot be shown to its end: its journal is damaged. `duelmat "
                    "replay --check {file}`, where it lies, says more.",
                    number=number,
                    file=path.name,
                )
            )
        if not folded.end.duel.is_over():
            raise NoReplayError(
                say(
                    "Expected a duel that is over, got duel {number}, which is not: what is "
                    "hidden in it must stay so. This address shows it when it has ended.",
                    number=number,
                )
            )
        return folded
