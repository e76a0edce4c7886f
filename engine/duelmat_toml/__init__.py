"""TOML texts from outside: their tables, and the line on which each key and item stands.

It knows no form of any file, and needs nothing else of Duelmat.
"""

from .places import Path, line_of, toml_lines
from .reading import DEEPEST, KEY_PARTS, TomlError, is_too_deep, read_toml

__all__ = ["DEEPEST", "KEY_PARTS", "Path", "TomlError", "is_too_deep", "line_of", "read_toml"]
__all__ += ["toml_lines"]
