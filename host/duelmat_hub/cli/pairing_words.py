"""A pairing in words: its proof, what it costs, and what may be given up where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_hub.cli.policy_words import counted
from duelmat_tournament.names import NO_PLAYER
from duelmat_tournament.pairing import Cost, NoPairing, Pairing, Proof, Rule

_PROOFS: Final = {
    Proof.PARITY_BOUND: (
        "Proven: no pairing costs less. Players float only where an odd number has as many "
        "points, and each to the next group of points."
    ),
    Proof.WINDOW_BOUND: (
        "Proven: no pairing costs less. The groups of points in which somebody has to float were "
        "matched exactly, and every pairing costs at least as much."
    ),
    Proof.EXACT: "Proven: no pairing costs less. The whole field was matched exactly.",
}
RULE_WORDS: Final = {
    Rule.NO_REMATCH: "that nobody meets twice",
    Rule.NO_SECOND_BYE: "that nobody has a second bye",
}


def proof_words(pairing: Pairing) -> str:
    """Return how it is known that no pairing costs less, or that it is not known."""
    if pairing.proof is Proof.NONE:
        return (
            "Not proven: no cheaper pairing was found, and none costs less than "
            f"{cost_words(pairing.bound)}."
        )
    return _PROOFS[pairing.proof]


def cost_words(cost: Cost) -> str:
    """Return what a pairing costs, from the gravest to the slightest."""
    parts = []
    if cost.given_up:
        many = "rematches or second byes" if cost.given_up > 1 else "rematch or second bye"
        parts.append(f"{cost.given_up} {many}")
    if cost.spread:
        each = "for each, the groups of points that it goes down, squared"
        parts.append(f"{cost.spread} for floats ({each})")
    if cost.repeated_floats:
        parts.append(counted(cost.repeated_floats, "repeated float"))
    if cost.teammates:
        parts.append(f"{counted(cost.teammates, 'pair')} of one team")
    return ", ".join(parts) or "nothing: nobody floats"


def impossible_words(found: NoPairing) -> Iterator[str]:
    """Yield the proof that a field has no pairing, and what may be given up."""
    # The bye is counted in it like an opponent; where nobody can have it, it is nobody who stays.
    players = found.unserved - any(NO_PLAYER in each for each in found.components)
    stay = "1 player stays" if players == 1 else f"{players} players stay"
    yield f"Not everybody can be paired: at least {stay} without opponent or bye."
    yield f"The proof: {found.sentence}"
    if not found.remedies:
        yield "Nothing that may be given up changes that."
        return
    yield "A pairing becomes possible if one of these is given up:"
    for rules in found.remedies:
        words = ", and ".join(RULE_WORDS[rule] for rule in rules)
        options = " ".join(f"--give-up {rule.value}" for rule in rules)
        yield f"  {words}: {options}"
