"""The mat that a command is asked to work with."""

from __future__ import annotations

from pathlib import Path

from duelmat_command.output import Complaint
from duelmat_hardware import PACKAGED_MATS, Mat, MatError, load_mat, mat_file
from duelmat_message import words_of


def packaged_mat(name: str) -> Mat:
    """Return a mat by its name or its file."""
    if name not in PACKAGED_MATS and not Path(name).exists():
        raise Complaint(
            f"--mat: expected one of {', '.join(PACKAGED_MATS)}, or a mat file, got {name!r}, and "
            "there is no such file."
        )
    try:
        return load_mat(mat_file(name))
    except MatError as error:
        raise Complaint(words_of(error)) from None
