"""A pairing in words: its proof, what it costs, and what may be given up where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_command.output import counted
from duelmat_message import listed
from duelmat_tournament.names import NO_PLAYER
from duelmat_tournament.pairing import Cost, Field, NoPairing, Pairing, Proof, Rule

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
    Proof.LOOK_AHEAD: (
        "Proven: no pairing costs less that leaves the later rounds possible. Each cheaper one "
        "was tried, and would leave some later round without a pairing."
    ),
}
RULE_WORDS: Final = {
    Rule.NO_REMATCH: "that nobody meets twice",
    Rule.NO_SECOND_BYE: "that nobody has a second bye",
}


def proof_words(pairing: Pairing) -> str:
    """Return a sentence about the proof that no pairing costs less, or about its lack."""
    if pairing.proof is Proof.NONE:
        return (
            "Not proven: no cheaper pairing was found, and none costs less than "
            f"{cost_words(pairing.bound)}."
        )
    return _PROOFS[pairing.proof]


def look_ahead_words(field: Field, pairing: Pairing) -> Iterator[str]:
    """Yield a sentence about the later rounds, if any are to stay possible."""
    if not field.rounds_after:
        return
    if pairing.rounds_after == field.rounds_after:
        rounds = counted(field.rounds_after, "later round")
        yield f"Proven: the same players can be paired in {rounds} without a rematch."
        return
    yield (
        f"Of {counted(field.rounds_after, 'later round')}, {pairing.rounds_after} can be promised "
        "to the same players: plan fewer rounds, or allow rematches later."
    )


def cost_words(cost: Cost) -> str:
    """Return the cost of a pairing in words, from the gravest part to the slightest."""
    parts = []
    if cost.given_up:
        parts.append(counted(cost.given_up, "rematch or second bye", "rematches or second byes"))
    if cost.spread:
        parts.append(
            f"{cost.spread} for floats (for each, the groups of points that it goes down, squared)"
        )
    if cost.repeated_floats:
        parts.append(counted(cost.repeated_floats, "repeated float"))
    if cost.teammates:
        parts.append(counted(cost.teammates, "pair of one team", "pairs of one team"))
    return ", ".join(parts) if parts else "nothing: nobody floats"


def impossible_words(found: NoPairing) -> Iterator[str]:
    """Yield the proof that a field has no pairing, and the rules to give up."""
    # The bye is counted in it like an opponent; where nobody can have it, it is nobody who stays.
    players = found.unserved - any(NO_PLAYER in each for each in found.components)
    yield (
        "Not everybody can be paired: at least 1 player stays without opponent or bye."
        if players == 1
        else (
            f"Not everybody can be paired: at least {players} players stay without opponent or "
            "bye."
        )
    )
    yield f"The proof: {found.sentence}"
    if not found.remedies:
        yield "Nothing that may be given up changes that."
        return
    yield "A pairing becomes possible if one of these is given up:"


def remedy_rows(found: NoPairing) -> Iterator[tuple[str, str]]:
    """Yield the rules that may be given up together, and the options that do so."""
    for rules in found.remedies:
        words = listed((RULE_WORDS[rule] for rule in rules), "and")
        yield words, " ".join(f"--give-up {rule.value}" for rule in rules)
