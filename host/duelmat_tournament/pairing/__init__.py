"""Pairing: who plays whom in a round of Swiss, at the least cost, with proof and reasons.

A rematch and a second bye do not exist here, unless the organiser gave up that rule after a proof
that no pairing keeps it. There is no chance but what follows from a field's seed: the same field
gives the same pairing to the byte, on any machine. It knows no results, tables or clocks.

    field.py          the players who are to be paired
    answer.py         a pairing with cost, proof and reasons, or the proof that there is none
    round_pairing.py  from the one to the other
    graph.py          players as vertices, allowed pairs as edges
    cost.py           what a pairing gives up, as one integer
    search.py         shuffle the score groups, match exactly what that does not solve
    look_ahead.py     the cheapest pairing that leaves the later rounds possible
    groups.py         a score group shuffled and repaired
    windows.py        a run of groups matched exactly, and the bound that it proves
    exact.py          the cheapest matching of a small graph
    blossom.py        the largest matching of any graph
    witness.py        why nobody can pair a field
    facts.py          what is so about a pair
    reasons.py        the same as sentences
    check.py          what is wrong with a pairing
"""

from .answer import Bye, NoPairing, Pair, Pairing, Proof, Reason, ReasonKind, Rule
from .check import check_pairing, cost_of
from .cost import Cost
from .field import BrokenFieldError, Entrant, Field, FieldFault, Float
from .round_pairing import later_rounds, pair, reasons

__all__ = [
    "BrokenFieldError",
    "Bye",
    "Cost",
    "Entrant",
    "Field",
    "FieldFault",
    "Float",
    "NoPairing",
    "Pair",
    "Pairing",
    "Proof",
    "Reason",
    "ReasonKind",
    "Rule",
    "check_pairing",
    "cost_of",
    "later_rounds",
    "pair",
    "reasons",
]
