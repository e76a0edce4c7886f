import duelmat_opponent


def test_public_names_are_these() -> None:
    """A name comes or goes only together with this list."""
    names = ["BUDGETS", "Budget", "Considered", "Level", "as_meant", "choose", "consider"]
    assert sorted(duelmat_opponent.__all__) == names
