"""The commands as somebody has them who installed the wheel and has no checkout."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from duelmat_hardware import PACKAGED_MATS
from installed.wheel import ROOT, Installation, build_wheel

pytestmark = pytest.mark.long
PATIENCE_S = 300

DEAD_REGISTRY = "http://127.0.0.1:9/"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel without its dependencies, over those that run these tests."""
    place = tmp_path_factory.mktemp("installed")
    installation = Installation(place)
    installation.install(build_wheel(place), "--no-deps")
    installation.borrow_packages()
    return installation


def files(installation: Installation) -> set[Path]:
    return {path for path in installation.packages.rglob("*") if path.is_file()}


def test_program_comes_from_the_wheel_alone(installed: Installation) -> None:
    """Else the tests below would try the checkout."""
    run = installed.run_code("import duelmat_host; print(duelmat_host.__path__[0])")
    assert Path(run.stdout.strip()).is_relative_to(installed.packages)


def test_a_rule_is_told_and_where_its_tests_are_named(installed: Installation) -> None:
    run = installed.duelmat("rules", "TK-14")
    assert (run.returncode, run.stderr) == (0, "")
    assert "the Normal Summon" in " ".join(run.stdout.split())
    assert "a checkout with the development extra names them" in run.stdout


def test_what_needs_a_checkout_says_so_in_a_sentence(installed: Installation) -> None:
    for words in (("rules", "--coverage"), ("demo",), ("perft",), ("event", "demo")):
        run = installed.duelmat(*words)
        assert run.returncode == 2
        assert f"`duelmat {' '.join(words)}` measures in a checkout" in run.stderr


def test_a_question_is_judged(installed: Installation) -> None:
    question = installed.empty / "question.toml"
    shutil.copyfile(ROOT / "tests/scenarios/second-summon.toml", question)
    run = installed.duelmat("judge", question.name)
    assert (run.returncode, run.stderr) == (0, "")
    assert "TK-14" in run.stdout


def test_cards_of_every_ruleset_come_along(installed: Installation) -> None:
    run = installed.duelmat("cards", "show", "ocg", "Sangan")
    assert (run.returncode, run.stderr) == (0, "")
    assert "Sangan" in run.stdout


@pytest.mark.parametrize("mat", PACKAGED_MATS)
def test_hardware_files_are_those_of_the_checkout(installed: Installation, mat: str) -> None:
    """Built in a folder of one's own, byte for byte."""
    assert installed.duelmat("mat", "check", "--mat", mat).returncode == 0
    run = installed.duelmat("mat", "build", "--mat", mat, "--target", mat)
    assert (run.returncode, run.stderr) == (0, "")
    for line in run.stdout.splitlines():
        path = Path(line.removeprefix("wrote "))
        generated = ROOT / "hardware/generated" / path
        assert (installed.empty / path).read_bytes() == generated.read_bytes()


def test_firmware_for_a_board_is_compiled(installed: Installation) -> None:
    """All that `duelmat flash` would write; and it says what it lacks: a board."""
    code = (
        "import json; from duelmat_hardware import load_mat; "
        "from duelmat_maker.flash import make_bundle; "
        "print(json.dumps(sorted(make_bundle(load_mat()).files)))"
    )
    run = installed.run_code(code)
    assert run.returncode == 0, run.stderr
    assert {"main.py", "board.json", "duelmat_device/app.mpy"} <= set(json.loads(run.stdout))
    flash = installed.duelmat("flash", "--port", "/dev/no-such-board")
    assert flash.returncode == 2
    assert "expected a mat at /dev/no-such-board" in flash.stderr


def test_simulated_mat_runs_and_nothing_is_written_beside_the_program(
    installed: Installation,
) -> None:
    """MicroPython comes from the user's cache, not from the package."""
    before = files(installed)
    run = installed.duelmat("doctor", "--simulated", "--only", "link")
    assert (run.returncode, run.stderr) == (0, "")
    assert "0 fault" in run.stdout
    assert files(installed) == before


def test_without_network_the_first_use_says_what_to_do(installed: Installation) -> None:
    """One sentence: what was expected, what came, what to do; and no word of make."""
    before = files(installed)
    cache = installed.empty / "cache"
    run = installed.duelmat(
        "doctor", "--simulated", DUELMAT_CACHE_DIR=str(cache), npm_config_registry=DEAD_REGISTRY
    )
    assert run.returncode == 2
    *progress, sentence = run.stderr.splitlines()
    assert progress[-1].startswith("Fetching MicroPython 1.29")
    for words in ("expected to fetch MicroPython", "ECONNREFUSED", "Connect to the network"):
        assert words in sentence
    assert "make " not in run.stderr
    assert [path.name for path in (cache / "micropython").iterdir()] == ["lock"]
    assert files(installed) == before


def test_drawing_without_its_program_says_what_to_install(installed: Installation) -> None:
    """The development extra brings it."""
    code = (
        "from duelmat_hardware import drawings; drawings.find_spec = lambda name: None; "
        "drawings._wireviz()"
    )
    assert "pip install wireviz" in installed.run_code(code).stderr


def fetched(url: str, server: Popen[str]) -> str:
    """A page, as soon as the server that has printed its address answers there."""
    while True:
        try:
            browser = build_opener(HTTPCookieProcessor())
            browser.open(url, timeout=PATIENCE_S).close()  # the second time it shows its cookies
            with browser.open(url, timeout=PATIENCE_S) as page:
                return str(page.read().decode())
        except URLError as error:
            if isinstance(error, HTTPError) or server.poll() is not None:
                raise
            time.sleep(0.05)


@contextmanager
def serving(installation: Installation, *words: str) -> Iterator[tuple[str, Popen[str]]]:
    """Yield the first address that a command prints, until it is told to end."""
    process = subprocess.Popen(
        installation.command(*words),
        cwd=installation.empty,
        env=installation.variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        url = process.stdout.readline().split()[-1]
        assert url.startswith("http://127.0.0.1:")
        yield url, process
    finally:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, errors
    assert "make " not in errors


def test_a_table_is_served(installed: Installation) -> None:
    """The page and what it loads, until it is told to end."""
    words = ("play", "--no-browser", "--page-port", "0", "--dir", "table")
    with serving(installed, *words) as (url, process):
        assert "<html" in fetched(url, process)
        assert "{" in fetched(f"{url.partition('/seat/')[0]}/static/css/seat.css", process)


@pytest.mark.parametrize(
    "words",
    [
        ("sample", "--no-browser", "--page-port", "0"),
        ("serve", "open", "--name", "Open", "--policy", "ocg", "--page-port", "0"),
    ],
    ids=lambda words: words[0],
)
def test_an_event_is_served(installed: Installation, words: tuple[str, ...]) -> None:
    """The organiser's page and what it loads, by the link that is printed."""
    with serving(installed, "event", *words) as (url, process):
        assert "The organiser’s desk" in fetched(url, process)
        assert "{" in fetched(f"{url.partition('/in/')[0]}/static/css/desk.css", process)


def test_policies_come_along(installed: Installation) -> None:
    run = installed.duelmat("event", "policy", "list")
    assert (run.returncode, run.stderr) == (0, "")
    assert {"ocg", "trigamon"} <= {line.split()[0] for line in run.stdout.splitlines() if line}
