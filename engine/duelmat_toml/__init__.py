"""TOML and JSON texts from outside: their values within bounds, and where each key stands.

It knows no form of any file.
"""

from .places import Path, line_of, toml_lines
from .reading import DEEPEST, KEY_PARTS, TomlError, is_too_deep, read_toml

__all__ = ["DEEPEST", "KEY_PARTS", "Path", "TomlError", "is_too_deep", "line_of", "read_toml"]
__all__ += ["toml_lines"]
