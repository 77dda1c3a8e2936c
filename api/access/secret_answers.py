"""Marks answers that contain a secret: a token, or the code of an invitation.

Such an answer is not compressed. Its length would depend on how often the secret repeats in it, and others control part
of an answer's text.
"""

from __future__ import annotations

from contextvars import ContextVar


class Answer:
    """One answer. secret: a token or a code was issued for it."""

    def __init__(self) -> None:
        self.secret = False


_ANSWER: ContextVar[Answer | None] = ContextVar("answer", default=None)


def answer_begun() -> Answer:
    """Begin an answer: secrets issued in this context and its children are noted in it."""
    made = Answer()
    _ANSWER.set(made)
    return made


def note_secret() -> None:
    """Note that the current answer will contain a secret."""
    made = _ANSWER.get()
    if made is not None:
        made.secret = True
