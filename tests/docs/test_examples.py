"""The examples of docs/examples: commands with options that exist, units and services that fit."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest
import yaml

from docs.pages import ROOT
from duelmat import main as duelmat_command

EXAMPLES = ROOT / "docs" / "examples"
UNITS = sorted(EXAMPLES.glob("*.service"))
COMMAND = re.compile(
    r"(?:/opt/duelmat/bin/)?duelmat ((?:event|play)\b[^\n`\"]*(?:\"[^\"\n]*\"[^\n\"]*)*)"
)


def commands() -> list[tuple[str, str]]:
    """Return each command of the examples, with its file's name."""
    found = []
    for path in sorted(EXAMPLES.iterdir()):
        text = re.sub(r"\\\n#? *", "", path.read_text(encoding="utf-8"))
        found += [(path.name, match[1]) for match in COMMAND.finditer(text)]
    return found


@pytest.mark.parametrize(("file", "words"), commands())
def test_a_command_has_options_that_exist(file: str, words: str) -> None:
    asked = shlex.split(words)
    at: click.Command = duelmat_command
    context = click.Context(at, info_name="duelmat")
    while isinstance(at, click.Group):
        name = asked.pop(0)
        found = at.get_command(context, name)
        assert found is not None, f"{file}: no command {name}"
        at, context = found, click.Context(found, parent=context, info_name=name)
    known = {word for each in at.params for word in (*each.opts, *each.secondary_opts)}
    assert {word for word in asked if word.startswith("--")} <= known


def test_each_kind_of_example_has_a_command() -> None:
    assert {file for file, _ in commands()} == {path.name for path in EXAMPLES.iterdir()}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_units_are_those_that_systemd_reads(tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/opt/duelmat/bin/duelmat", "/bin/true")
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    words = ["systemd-analyze", "verify", *(str(tmp_path / unit.name) for unit in UNITS)]
    checked = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_services_are_two_hubs_of_one_database_behind_one_proxy() -> None:
    composed = yaml.safe_load((EXAMPLES / "compose.yaml").read_text(encoding="utf-8"))
    services = composed["services"]
    assert set(services) == {"database", "hub-1", "hub-2", "proxy"}
    assert services["hub-1"] == services["hub-2"]
    hub, database = services["hub-1"], services["database"]
    user, name = (database["environment"][f"POSTGRES_{key}"] for key in ("USER", "DB"))
    url = hub["environment"]["DUELMAT_DATABASE"]
    assert url == f"postgresql://{user}:${{DB_PASSWORD}}@database/{name}"
    named = {line.split(":")[0] for each in services.values() for line in each.get("volumes", [])}
    assert {line for line in named if not line.startswith("./")} <= set(composed["volumes"])
    mounted = {line.split(":")[1] for line in services["proxy"]["volumes"]}
    used = set(re.findall(r"/etc/duelmat/[a-z.]+", (EXAMPLES / "nginx.conf").read_text()))
    assert used <= mounted
