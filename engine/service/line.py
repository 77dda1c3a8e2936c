"""What tells that two heads of a fight belong to each other."""

from __future__ import annotations


class Line:
    """A stream as this process has followed it: of two heads of one line, the earlier lies in the chain of the later.

    What was read up to the one holds for the other. Where a stream goes another way, as after lost events, or was not
    followed for a while, a new line begins.
    """
