"""The commands `duelmat event ...`, each loaded when it is used."""

from __future__ import annotations

from typing import Final

import click

from duelmat_command.lazy_group import LazyGroup

COMMANDS: Final = {
    "serve": "Open an event's hub: its pages for everybody who has a part in it.",
    "sample": "Open a hub with a sample event, to try every role.",
    "demo": "Play a whole event through a hub, by role.",
    "check": "Prove an event file: intact, and everything in it follows from the rules.",
    "show": "Tell an event file in words: places, standings, rounds, penalties.",
    "export": "Take players, standings or pairings out of an event file, or its public form.",
    "generate": "Make the file of a random event, to try the rest on.",
    "pair": "Pair one round of players from a file, with reasons and proof.",
    "policy": "Check, show and list the policies by which events are run.",
}
"""Every command with its one line of help, so that `duelmat event --help` need not load any."""


@click.group(
    name="event",
    cls=LazyGroup,
    lines=COMMANDS,
    package=__name__,
    program="duelmat event",
    elsewhere={"demo": "duelmat_bench.event_demo.command"},
)
def command() -> None:
    """Run an event: rounds, pairings, standings, judges.

    An event is run by a policy, a file that says how: points, rounds, times, penalties. One for
    each ruleset comes along; docs/policies.md shows how to write your own.

    \b
    Examples:
      duelmat event sample                      a sample event, to try every role
      duelmat event serve my-event --name "My event" --policy trump-king
      duelmat event policy list                 the policies that come along
      duelmat event policy show ocg             one of them, in a table
      duelmat event policy check my-policy.toml every fault of your own at once
      duelmat event pair players.csv            one round, without an event
      duelmat event check event.json            prove an event that is written down
      duelmat event show event.json             and tell it in words

    `duelmat event COMMAND --help` shows what a command does and prints.
    """
