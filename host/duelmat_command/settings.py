"""Options that config.toml and DUELMAT_ variables give as well: SettingOption, ConfiguredCommand.

click defines their order: a flag overrides the merged settings, which are its `default_map`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from duelmat_command.config import (
    SettingError,
    changed,
    check,
    default_of,
    expected_of,
    read_config,
    variable_of,
)
from duelmat_command.errors import ConfigError
from duelmat_command.output import Complaint
from duelmat_message import words_of


class SettingOption(click.Option):
    """A flag for the setting with that key, checked as the setting is."""

    def __init__(self, *args: Any, setting: str, **attributes: Any) -> None:
        self.setting = setting
        if not attributes.get("required"):
            attributes.setdefault("default", default_of(setting))
        super().__init__(*args, **attributes)

    def get_help_extra(self, ctx: click.Context) -> Any:
        return {**super().get_help_extra(ctx), "envvars": (variable_of(self.setting),)}

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        taken = super().process_value(ctx, value)
        if ctx.get_parameter_source(self.name or "") is ParameterSource.COMMANDLINE:
            plain = str(taken) if isinstance(taken, Path) else taken
            try:
                check(self.setting, plain)
            except SettingError as error:
                flag = next(word for word in self.opts if word.startswith("--"))
                raise Complaint(f"{flag}: {error}.{_option_hint(flag, plain)}") from None
        return taken


class ConfiguredCommand(click.Command):
    """A command whose SettingOptions default to what config.toml and the environment have."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        fault: ConfigError | None = None
        try:
            settings = changed(read_config(os.environ))
        except ConfigError as error:
            fault, settings = error, {}  # --help, which ends the parsing, is shown anyway
        ctx.default_map = {
            param.name or "": settings[param.setting]
            for param in self.params
            if isinstance(param, SettingOption) and param.setting in settings
        }
        try:
            rest = super().parse_args(ctx, args)
        except click.ClickException as error:
            if fault is None:
                raise _said_of_missing(error) from None
        if fault is not None:
            raise Complaint(words_of(fault))
        return rest


def is_named(ctx: click.Context, name: str) -> bool:
    """Whether the command line itself gives an option, not the settings or its default."""
    return ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _said_of_missing(error: click.ClickException) -> click.ClickException:
    """Return the error, or where a setting's flag is missing, an error that says how to set it."""
    option = error.param if isinstance(error, click.MissingParameter) else None
    if not isinstance(option, SettingOption):
        return error
    flag, key = option.opts[0], option.setting
    return Complaint(
        f"{flag}: expected {expected_of(key)}, got nothing. Name one, or say it once for all "
        f"commands: `duelmat config set {key} VALUE`."
    )


def _option_hint(flag: str, value: Any) -> str:
    """Return a hint about an option that was taken for a value; empty if none was."""
    words = value if isinstance(value, tuple) else (value,)
    swallowed = next((w for w in words if isinstance(w, str) and w.startswith("--")), None)
    if swallowed is None:
        return ""
    takes = "a value, write it" if len(words) == 1 else f"{len(words)} values, write them"
    return f" {swallowed} is an option: {flag} takes {takes} before it."
