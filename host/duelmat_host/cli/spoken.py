"""Commands whose help is said in the reader's language, and which know --language."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from copy import copy
from typing import Any, ClassVar, Final

import click

from duelmat_host.cli.output import Complaint, print_fault
from duelmat_host.cli.speaking import Reader, reader, said, speak_to, teach_click
from duelmat_message import named, say
from duelmat_serving.language.titles import TITLES

_EXPLAINED: Final = re.compile(r"^(\s*\S.*?\s{2,})(\S.*)$")
"""A line of examples: what is typed, and what it does."""
_HEADED: Final = re.compile(r"^[A-Z].*:$")
HELP: Final = say("Show this message and exit.")

teach_click()


def help_messages(text: str) -> Iterator[str]:
    """Yield the messages of a help text: its paragraphs, and what is said in its examples."""
    for paragraph in _paragraphs(text):
        if not paragraph.startswith("\b"):
            yield _joined(paragraph)
            continue
        for line in paragraph.splitlines():
            if explained := _EXPLAINED.match(line):
                yield explained[2]
            elif _HEADED.match(line):
                yield line


def said_help(text: str) -> str:
    """Return a help text in the reader's language."""
    return "\n\n".join(_said_paragraph(each) for each in _paragraphs(text))


def _said_paragraph(paragraph: str) -> str:
    if paragraph.startswith("\b"):
        return "\n".join(map(_said_line, paragraph.splitlines()))
    whole = _joined(paragraph)
    found = said(named("", whole))
    return paragraph if found == whole else found


def _said_line(line: str) -> str:
    if explained := _EXPLAINED.match(line):
        return explained[1] + said(named("", explained[2]))
    return said(named("", line)) if _HEADED.match(line) else line


def _paragraphs(text: str) -> list[str]:
    return inspect.cleandoc(text).partition("\f")[0].split("\n\n")


def _joined(paragraph: str) -> str:
    return " ".join(paragraph.split())


def choose_language(ctx: click.Context, param: click.Parameter, code: str | None) -> None:
    """Speak the language of a code."""
    del ctx, param
    if code is None:
        return
    if code not in TITLES:
        known = ", ".join(f"{each} ({title})" for each, title in TITLES.items())
        raise Complaint(
            say("--language: expected one of {known}, got {code!r}.", known=known, code=code)
        )
    speak_to(Reader(code, is_asked=True))


def language_option(*, hidden: bool) -> click.Option:
    """Return the option --language, which commands have without naming it."""
    return click.Option(
        ["--language"],
        metavar="|".join(TITLES),
        is_eager=True,
        expose_value=False,
        hidden=hidden,
        callback=choose_language,
        help="The language of what is printed, and of pages for browsers that ask for none of "
        "those there are. Without it, that of the settings, or of the system.",
    )


class SpokenCommand(click.Command):
    """A command in the reader's language."""

    language: ClassVar[click.Option] = language_option(hidden=True)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), self.language]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = HELP  # said when it is shown, as all others
        return option

    def get_short_help_str(self, limit: int = 45) -> str:
        if self.short_help:
            return said(named("", self.short_help))
        english = super().get_short_help_str(limit)
        whole = next(iter(help_messages(self.help or "")), "")
        found = said(named("", whole))
        return english if found == whole else found.partition("。")[0]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(said_help(self.help))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [
            record for param in self.get_params(ctx) if (record := _said_record(param, ctx))
        ]
        if records:
            with formatter.section(said(named("", "Options"))):
                formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> Any:
        if not isinstance(self, click.Group):
            for fault in reader().faults:
                print_fault(fault)
        return super().invoke(ctx)


def _said_record(param: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    """Return an option with its explanation, as help shows them."""
    if not isinstance(param, click.Option):
        return None
    if param.help:
        param = copy(param)
        param.help = said_help(param.help or "")
    return param.get_help_record(ctx)


class SpokenGroup(SpokenCommand, click.Group):
    """Commands in the reader's language."""

    command_class = SpokenCommand

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)
