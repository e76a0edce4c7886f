"""Speed of a batch in cases a second: battles by ruleset, and orders of triggers."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final

from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_host.errors import HostError
from duelmat_rulesets.cli.batch import batch_answer

_POSITIONS: Final = ("attack", "attack", "defense")
_MOST_TRIGGERS: Final = 6


def batch_speed(*, battles: int, orders: int, seed: int = 1) -> dict[str, Any]:
    """Cases a second, JSON line in to JSON line out, in one process."""
    chance = random.Random(seed)
    rates: dict[str, Any] = {"battles": battles, "orders": orders}
    rates["battles_per_s"] = {
        name: _rate(_battles(chance, name, battles)) for name in ruleset_names()
    }
    rates["orders_per_s"] = _rate(_orders(chance, orders))
    return rates


def _rate(cases: Iterable[dict[str, Any]]) -> float:
    lines = [json.dumps(case).encode() for case in cases]
    started_s = time.perf_counter()
    for number, line in enumerate(lines, 1):
        reply = batch_answer(line, number, "bench")
        if "error" in reply:
            raise HostError(reply["error"]["text"])
        json.dumps(reply)
    return round(len(lines) / (time.perf_counter() - started_s), 1)


def _battles(chance: random.Random, ruleset: str, count: int) -> Iterator[dict[str, Any]]:
    table = find_ruleset(ruleset).battle
    one_value = table.attack_trait == table.defense_trait

    def fighter() -> dict[str, Any]:
        values = {"attack": chance.randint(0, 13) if one_value else chance.randint(0, 30) * 100}
        if not one_value:
            values["defense"] = chance.randint(0, 30) * 100
        return {**values, "position": chance.choice(_POSITIONS)}

    for number in range(count):
        battle = {"attacker": fighter()}
        if chance.random() < 0.8:
            battle["target"] = fighter()
        yield {"id": number, "ruleset": ruleset, "battle": battle}


def _orders(chance: random.Random, count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        triggers = [
            {
                "seat": chance.choice("ab"),
                "kind": chance.choice(("mandatory", "public", "private")),
            }
            for _ in range(chance.randint(1, _MOST_TRIGGERS))
        ]
        chain = list(range(1, len(triggers) + 1))
        chance.shuffle(chain)
        yield {
            "id": number,
            "ruleset": "ocg",
            "order": chance.choice(("ocg", "tcg", "first-trigger")),
            "triggers": triggers,
            "chain": chain[: chance.randint(1, len(chain))],
        }
