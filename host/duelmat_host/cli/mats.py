"""The mat that a command is asked to work with."""

from __future__ import annotations

from pathlib import Path

from duelmat_command.output import Complaint, read_text
from duelmat_hardware import PACKAGED_MATS, Mat, MatError, load_mat, mat_file
from duelmat_message import words_of


def named_mat(name: str) -> Mat:
    """Return a packaged mat by its name, or the mat in a file. Raises Complaint."""
    if name not in PACKAGED_MATS and not Path(name).exists():
        raise Complaint(
            f"--mat: expected one of {', '.join(PACKAGED_MATS)}, or a mat file, got {name!r}, and "
            "there is no such file."
        )
    return mat_in(mat_file(name))


def mat_in(file: Path) -> Mat:
    """Return the sound mat in a file. Raises Complaint with every problem."""
    read_text(file, "a mat file in TOML")
    try:
        return load_mat(file)
    except MatError as error:
        raise Complaint(words_of(error)) from None
