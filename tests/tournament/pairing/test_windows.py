"""The bound by windows, held against the exact least cost of fields of any kind."""

from __future__ import annotations

from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_bench.tournament.exact import exact_cost
from duelmat_tournament.pairing import Cost, Field, Float, NoPairing, Proof, pair
from duelmat_tournament.pairing import windows as windows_module
from duelmat_tournament.pairing.graph import graph_of
from duelmat_tournament.pairing.groups import float_weight
from duelmat_tournament.pairing.windows import Window, match_window
from examples import examples
from tournament.pairing.made_fields import a_field, fields


def bound_of(field: Field, windows: list[Window]) -> int:
    """The bound as the docstring of windows.py has it."""
    graph = graph_of(field)
    inside = {group for each in windows for group in range(each.first, each.last + 1)}
    bound = sum(
        float_weight(graph, group, group + 1)
        for group in range(graph.groups - 1)
        if not {group, group + 1} & inside and graph.is_odd(group + 1)
    )
    for window in windows:
        matched = match_window(graph, window)
        assert matched is not None
        bound += matched.weight
    return bound


def cut(groups: int, flags: list[bool]) -> list[Window]:
    """Windows of groups by chance, at least one group between them."""
    windows: list[Window] = []
    for group in range(groups):
        if not flags[group % len(flags)]:
            continue
        if windows and windows[-1].last == group - 1:
            windows[-1] = Window(windows[-1].first, group)
        else:
            windows.append(Window(group, group))
    return windows


@settings(max_examples=examples(250))
@given(fields(16, may_give_up=True), st.lists(st.booleans(), min_size=1, max_size=9))
def test_no_pairing_costs_less_than_any_windows_say(field: Field, flags: list[bool]) -> None:
    """Wherever the windows are put, their bound is not above what networkx finds."""
    graph = graph_of(field)
    least = exact_cost(field)
    windows = cut(graph.groups, flags)
    if least is None or not graph.groups:
        return
    assert graph.scale.cost_of(bound_of(field, windows)) <= least


MET_BETWEEN = [(one, other) for one in ("Ana", "Dia") for other in ("Ben", "Cem")]


def test_two_windows_share_what_a_pair_between_them_costs() -> None:
    """Ana and Dia have met all between them: their pair costs 4, half of it for each window."""
    field = a_field((9, 6, 6, 3), met=MET_BETWEEN)
    windows = [Window(0, 0), Window(2, 2)]
    assert graph_of(field).scale.cost_of(bound_of(field, windows)) == Cost(spread=4)
    assert exact_cost(field) == Cost(spread=4)


def matched_from(excess: int, field: Field) -> Cost | None:
    """The cost of a field as one window, of which edges up to an excess are tried first."""
    graph = graph_of(field)
    with mock.patch.object(windows_module, "_FIRST_EXCESS", excess):
        matched = match_window(graph, Window(0, graph.groups - 1))
    return matched and graph.scale.cost_of(matched.weight)


def test_edges_that_were_left_out_are_tried_if_they_could_be_better() -> None:
    """Without them all of 6 and 3 points repeat their floats; with them two play those of 9."""
    field = a_field(
        (9, 9, 6, 6, 6, 3, 3, 3),
        met=[("Cem", "Dia"), ("Cem", "Eli"), ("Dia", "Eli")],
        floats=dict.fromkeys(("Cem", "Dia", "Eli"), Float.DOWN)
        | dict.fromkeys(("Fay", "Gus", "Hal"), Float.UP),
    )
    assert exact_cost(field) == Cost(spread=3, repeated_floats=2)
    assert matched_from(0, field) == Cost(spread=3, repeated_floats=2)


@settings(max_examples=examples(300))
@given(fields(18, may_give_up=True), st.integers(0, 5))
def test_leaving_out_edges_changes_nothing(field: Field, excess: int) -> None:
    """With however few edges a window is tried first, in the end it is matched at the least."""
    if field.entrants:
        assert matched_from(excess, field) == exact_cost(field)


@settings(max_examples=examples(150))
@given(fields(18, may_give_up=True))
def test_windows_that_grow_find_the_least_cost(field: Field) -> None:
    """Without matching the whole field from the start; it is always proven in so small a field."""
    found = pair(field, exact_up_to=0)
    least = exact_cost(field)
    if isinstance(found, NoPairing):
        assert least is None
    else:
        assert found.cost == found.bound == least
        assert found.proof is not Proof.NONE


@settings(max_examples=examples(150))
@given(fields(18, may_give_up=True), st.integers(0, 8))
def test_what_is_not_proven_is_said_to_be_so(field: Field, widest: int) -> None:
    """With windows that are too small, the pairing is still allowed and the bound is still one."""
    found = pair(field, exact_up_to=0, widest_window=widest)
    least = exact_cost(field)
    if isinstance(found, NoPairing):
        assert least is None
        return
    assert least is not None
    assert found.bound <= least <= found.cost
    assert (found.proof is Proof.NONE) == (found.bound < found.cost)
