"""Settings: what config.toml and the environment say, checked and merged; flags are the commands'.

It opens its own file and nothing else, and keeps no secrets.
"""

from duelmat_host.config_place import CONFIG_VARIABLE, DATABASE_VARIABLE, config_file
from duelmat_serving.listen_address import (
    LOOPBACK,
    ListenAddress,
    format_listen,
    names_port,
    parse_listen,
)

from .file import read_config
from .merging import Source, SourceKind, Value, changed, merge
from .reading import parse_config, parse_environment, placed, variable_of
from .settings import (
    KEYS,
    Assist,
    Language,
    LogLevel,
    OpponentLevel,
    SettingError,
    Settings,
    check,
    default_of,
    parse_text,
)

__all__ = [
    "CONFIG_VARIABLE",
    "DATABASE_VARIABLE",
    "KEYS",
    "LOOPBACK",
    "Assist",
    "Language",
    "ListenAddress",
    "LogLevel",
    "OpponentLevel",
    "SettingError",
    "Settings",
    "Source",
    "SourceKind",
    "Value",
    "changed",
    "check",
    "config_file",
    "default_of",
    "format_listen",
    "merge",
    "names_port",
    "parse_config",
    "parse_environment",
    "parse_listen",
    "parse_text",
    "placed",
    "read_config",
    "variable_of",
]
