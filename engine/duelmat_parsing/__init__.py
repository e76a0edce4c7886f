"""TOML and JSON texts from outside: their values within bounds, and where each key stands.

It knows no form of any file.
"""

from .lines import Path, json_lines, line_of, toml_lines
from .reading import DEEPEST, KEY_PARTS, TomlError, is_too_deep, read_toml

__all__ = ["DEEPEST", "KEY_PARTS", "Path", "TomlError", "is_too_deep", "json_lines", "line_of"]
__all__ += ["read_toml", "toml_lines"]
