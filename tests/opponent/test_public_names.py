import duelmat_opponent


def test_public_names_are_these() -> None:
    """A name comes or goes only together with this list."""
    assert sorted(duelmat_opponent.__all__) == ["BUDGETS", "Budget", "Level", "as_meant", "choose"]
