"""Every conformance test notes on its report which rules the engine cited in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from duelmat_engine.judging import judge as judging
from duelmat_engine.ruleset.game import MoveKind, Question
from duelmat_engine.verdict import Remedy
from engine.conformance.board import Board

RULESETS = {
    "tk": "trump_king",
    "ocg": "ocg",
    "seg": "ocg",
    "res": "resummoned",
    "tri": "trigamon",
}
"""The ruleset that a file of tests is about: test_tk_battle.py is about Trump King."""


@pytest.fixture(autouse=True, scope="module")
def _limits_and_generator_agree() -> Iterator[None]:
    """Whatever is refused breaks a limit: that nothing generates it is never the only reason."""

    def disagree(question: Question, move: MoveKind) -> Remedy:
        raise AssertionError(f"no limit of {move.name} refuses {question.action}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "how_generated", disagree)
        yield


@pytest.fixture
def board(request: pytest.FixtureRequest) -> Iterator[Board]:
    noted: dict[tuple[str, str], None] = {}

    def note(how: str, rules: Iterable[str]) -> None:
        noted.update(((how, rule), None) for rule in rules)

    for mark in request.node.iter_markers("rule"):
        note("marked", mark.args)
    yield Board(note, RULESETS[request.path.stem.split("_")[1]])
    request.node.user_properties.extend(noted)
