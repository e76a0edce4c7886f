"""Card files that are broken on purpose, and the faults that are told of them."""

import pytest

from duelmat_engine import CardFileError
from duelmat_engine.cardfiles.check import parse_cards


def faults(text: str) -> list[str]:
    with pytest.raises(CardFileError) as caught:
        parse_cards(text, "my.toml")
    return caught.value.messages()


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """The text with the first of each old part replaced by a new one."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text
