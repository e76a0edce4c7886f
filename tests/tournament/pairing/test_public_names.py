"""What other packages may import."""

from duelmat_tournament import pairing


def test_public_names_are_these() -> None:
    """A new public name is a decision, not an accident."""
    assert sorted(pairing.__all__) == [
        *("BrokenFieldError", "Bye", "Cost", "Entrant", "Field", "FieldFault", "Float"),
        *("NoPairing", "Pair", "Pairing", "Proof", "Reason", "ReasonKind", "Rule"),
        *("check_pairing", "cost_of", "later_rounds", "pair", "reasons"),
    ]
    assert all(hasattr(pairing, name) for name in pairing.__all__)
