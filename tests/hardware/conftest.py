"""The mats that come along, for tests that hold for every mat, or for every one with boards."""

import pytest

from duelmat_hardware import PACKAGED_MATS, Mat, load_mat, mat_file
from duelmat_hardware.assembly import harness
from duelmat_hardware.boards.joints import joint_drawings
from duelmat_hardware.breadboard import breadboard_harness
from duelmat_hardware.harness import Harness
from hardware.boarded import MATS_WITH_BOARDS


@pytest.fixture(scope="session", params=MATS_WITH_BOARDS)
def any_mat(request: pytest.FixtureRequest) -> Mat:
    """Each packaged mat in turn that has wound coils and circuit boards."""
    name: str = request.param
    return load_mat(mat_file(name))


@pytest.fixture(scope="session", params=PACKAGED_MATS)
def every_mat(request: pytest.FixtureRequest) -> Mat:
    """Each packaged mat in turn."""
    name: str = request.param
    return load_mat(mat_file(name))


@pytest.fixture(scope="session")
def wired(any_mat: Mat) -> Harness:
    """The electronics of that mat."""
    return harness(any_mat)


@pytest.fixture(scope="session")
def every_wired(every_mat: Mat) -> Harness:
    """The electronics of that mat, on boards or breadboards."""
    on_a_breadboard = every_mat.materials.has_whole_readers
    return breadboard_harness(every_mat) if on_a_breadboard else harness(every_mat)


@pytest.fixture(scope="session")
def joint_pages(any_mat: Mat, wired: Harness) -> dict[str, str]:
    """The drawings of the joints of that mat's boards."""
    return joint_drawings(any_mat, wired)


@pytest.fixture(scope="session")
def starter() -> Mat:
    return load_mat(mat_file("starter"))


@pytest.fixture(scope="session")
def mini() -> Mat:
    return load_mat(mat_file("mini"))
