"""Flashing: firmware and board config onto a Pico, verified, and repeatable after any stop."""

from duelmat_maker.errors import FlashError

from .bundle import Bundle, make_bundle
from .entering import enter_prompt, restart
from .flashing import Flashed, flash_board
from .prompt import Facts, Prompt, check_board, check_micropython, open_prompt

__all__ = [
    "Bundle",
    "Facts",
    "FlashError",
    "Flashed",
    "Prompt",
    "check_board",
    "check_micropython",
    "enter_prompt",
    "flash_board",
    "make_bundle",
    "open_prompt",
    "restart",
]
