"""Secrets of links and cookies."""

from __future__ import annotations

from duelmat_serving.sessions import new_secret


def test_a_secret_ends_as_a_word_does() -> None:
    """A chat takes a sign at the end of an address for one of the sentence around it."""
    assert all(new_secret()[-1].isalnum() for _ in range(1_000))
