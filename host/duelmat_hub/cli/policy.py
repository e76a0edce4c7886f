"""`duelmat event policy`: policy files checked, policies shown and listed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
from msgspec import to_builtins

from duelmat_command.output import (
    Complaint,
    complains_of,
    counted,
    echo,
    leave,
    print_fault,
    print_json,
    print_table,
    shortened,
    wrapped,
)
from duelmat_engine import find_ruleset, ruleset_names
from duelmat_hub.cli.policy_words import limit_rows, penalty_rows, setting_rows
from duelmat_hub.errors import NoPolicyError
from duelmat_hub.policies import find_policy, load_policy, shipped_policies
from duelmat_message import (
    words_of,
)
from duelmat_tournament.errors import PolicyError
from duelmat_tournament.policy import Policy
from duelmat_tournament.policy_file import format_policy, parse_policy_bytes
from duelmat_tournament.policy_names import RulesetFacts

_AS_JSON: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text."
)


@click.group(name="policy")
def command() -> None:
    """Check, show and list the policies by which events are run.

    A policy is a TOML file that says how an event is run: points and tie-breaks, rounds by the
    number of players, times and what happens when time is called, penalties, limited cards.
    docs/policies.md has every key.

    \b
    Examples:
      duelmat event policy list                          those that come along
      duelmat event policy show ocg                      one of them, in a table
      duelmat event policy show ocg --toml > mine.toml   a file to begin your own with
      duelmat event policy check mine.toml               every fault at once, with its line
    """


@command.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
def check(files: tuple[Path, ...]) -> None:
    """Say whether policy files are sound, with all faults.

    Each fault has its line, what was expected, what stands there, and what to do. The ruleset with
    its format, readings and cards is looked up as well. The exit code is 1 if a file is broken or
    cannot be read; all files are looked at in any case.

    \b
    Example:
      $ duelmat event policy check mine.toml
      mine.toml:14: round_s: expected a whole number from 60 to 86,400, got "2700". Write it
      without quotes.
    """
    rulesets = known_names()
    broken = False
    for path in files:
        try:
            source = find_policy(path)
            policy = parse_policy_bytes(source.content, source.name, rulesets)
        except (PolicyError, NoPolicyError) as error:
            broken = True
            print_fault(shortened(words_of(error)))
        else:
            echo(f"{source.name} is sound: {_summary(policy)}.")
    if broken:
        leave(1)


@command.command()
@click.argument("policy", metavar="NAME")
@_AS_JSON
@click.option("--toml", "as_toml", is_flag=True, help="Print a policy file instead of text.")
@complains_of(PolicyError, NoPolicyError)
def show(policy: str, *, as_json: bool, as_toml: bool) -> None:
    """Show a policy by its name or file.

    NAME is that of a policy that comes along; a file has an ending, or a folder before it.

    \b
    Examples:
      duelmat event policy show trump-king
      duelmat event policy show ./mine.toml
      duelmat event policy show ocg --toml > mine.toml
    """
    if as_json and as_toml:
        raise Complaint("expected --json or --toml, got both. Name one.")
    found = load_policy(policy)
    if as_json:
        print_json(to_builtins(found))
        return
    if as_toml:
        echo(format_policy(found), nl=False)
        return
    head = f"{found.title} ({found.name}, version {found.version})"
    echo(head, bold=True)
    print_table(
        ("Key", "Value"),
        setting_rows(found),
        lambda key, value: wrapped(f"{key:20}{value}", "", " " * 20),
    )
    if found.infractions:
        echo()
        print_table(
            ("Infraction", "Usual", "Strict", "Upgrade", "Title"),
            penalty_rows(found),
            "{:20} {:17} {:17} {:8} {}".format,
        )
    if found.limits:
        echo()
        print_table(("Card", "Copies"), limit_rows(found), "{:20} {}".format)


@command.command(name="list")
@_AS_JSON
def list_policies(*, as_json: bool) -> None:
    """List the policies that come along."""
    policies = shipped_policies().values()
    if as_json:
        keys = ("name", "title", "version", "ruleset", "valid_from", "valid_until")
        print_json([{key: getattr(policy, key) for key in keys} for policy in policies])
        return
    print_table(
        ("Name", "Version", "Ruleset", "From", "Title"),
        [(p.name, str(p.version), p.ruleset, p.valid_from, p.title) for p in policies],
        "{:22} {:3} {:12} {:11} {}".format,
    )


def known_names() -> dict[str, RulesetFacts]:
    """Return the names that policies may use, of every ruleset."""
    return {name.replace("_", "-"): _facts(name) for name in ruleset_names()}


def _facts(name: str) -> RulesetFacts:
    rules = find_ruleset(name)
    return RulesetFacts(
        formats=frozenset(rules.decks.formats),
        readings={reading.id: reading.choices for reading in rules.readings},
        cards=frozenset(rules.cards),
        has_own_decks=rules.decks.standard is None,
    )


def _summary(policy: Policy) -> str:
    return ", ".join(
        (
            policy.title,
            f"version {policy.version}",
            counted(len(policy.infractions), "infraction"),
            counted(len(policy.limits), "limited card"),
        )
    )
