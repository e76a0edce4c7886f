"""The commands `duelmat event ...`, each loaded when it is used."""

from __future__ import annotations

from typing import Final

import click

from duelmat_command.lazy_group import Lazy, LazyGroup

COMMANDS: Final = {
    "serve": Lazy(
        "duelmat_hub.cli.serve",
        "Open an event's hub: its pages for everybody who has a part in it.",
    ),
    "new": Lazy(
        "duelmat_hub.cli.new",
        "Make an event, which a running hub may find and serve beside its own.",
    ),
    "backup": Lazy(
        "duelmat_hub.cli.backup",
        "Copy a running event, as a directory that a hub can serve.",
    ),
    "restore": Lazy(
        "duelmat_hub.cli.restore",
        "Put an event from a copy into an empty directory or database.",
    ),
    "sample": Lazy("duelmat_hub.cli.sample", "Open a hub with a sample event, to try every role."),
    "demo": Lazy("duelmat_bench.event_demo.command", "Play a whole event through a hub, by role."),
    "check": Lazy(
        "duelmat_hub.cli.check",
        "Prove an event file: intact, and everything in it follows from the rules.",
    ),
    "show": Lazy(
        "duelmat_hub.cli.show",
        "Tell an event file in words: places, standings, rounds, penalties.",
    ),
    "export": Lazy(
        "duelmat_hub.cli.export",
        "Take players, standings or pairings out of an event file, or its public form.",
    ),
    "publish": Lazy(
        "duelmat_hub.cli.publish",
        "Write an event's public pages into a folder that any web host can serve.",
    ),
    "generate": Lazy(
        "duelmat_hub.cli.generate",
        "Make the file of a random event, to try the rest on.",
    ),
    "pair": Lazy(
        "duelmat_hub.cli.pair",
        "Pair one round of players from a file, with reasons and proof.",
    ),
    "policy": Lazy(
        "duelmat_hub.cli.policy",
        "Check, show and list the policies by which events are run.",
    ),
}
"""Every command with its one line of help, so that `duelmat event --help` need not load any."""


@click.group(
    name="event",
    cls=LazyGroup,
    lazy=COMMANDS,
    program="duelmat event",
)
def command() -> None:
    """Run an event: rounds, pairings, standings, judges.

    An event is run by a policy, a file that says how: points, rounds, times, penalties. One for
    each ruleset comes along; docs/policies.md shows how to write your own.

    \b
    Examples:
      duelmat event sample                      a sample event, to try every role
      duelmat event serve my-event --name "My event" --policy trump-king
      duelmat event new my-event/pods --name Pods --policy ocg   beside it, while its hub runs
      duelmat event backup my-event --to copy   a copy of it, while its hub runs
      duelmat event policy list                 the policies that come along
      duelmat event policy show ocg             one of them, in a table
      duelmat event policy check my-policy.toml every fault of your own at once
      duelmat event pair players.csv            one round, without an event
      duelmat event check event.json            prove an event that is written down
      duelmat event show event.json             and tell it in words
      duelmat event publish event.json site     its public pages, for any web host

    `duelmat event COMMAND --help` shows what a command does and prints.
    """
