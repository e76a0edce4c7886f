"""English that is left in what a reader of another language is told."""

import re
from typing import Final

_VALUES: Final = (
    r"`[^`]*`",  # commands, and keys as a parser quotes them
    r"'[^'\n]*'|\"[^\"\n]*\"",  # texts and names out of files
    r"\{[^{}\n]*\}|\[[^\[\]\n]*\]",  # examples in TOML and JSON
    r"\b(?:duelmat|main)(?: [a-z]+)+",  # commands in lines of usage
    r"--?[a-z][-a-z]*",  # options
    r"[!-~]*(?:[/\\=_~<>]|\.(?=\w))[!-~]*",  # paths, files and keys
)
_SENTENCE: Final = re.compile(r"\b[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]+")
"""Three words of English in a row; a name out of the trade may have two."""


def english_in(said: str) -> list[str]:
    """Return the English that stands outside of values, options and paths."""
    for values in _VALUES:
        said = re.sub(values, "・", said)
    return _SENTENCE.findall(said)
