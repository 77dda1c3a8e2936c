"""What orders, events and the state between fights share."""

from __future__ import annotations

from enum import Enum


class RiseKind(Enum):
    """What a rise may be taken as.  [SA-OUT-09, SA-OUT-10, SA-OUT-13]

    TALENT: a talent or spell. ATTRIBUTE: a point of an attribute. EITHER: one of the two. LEARNING: a talent or spell
    that a new odd number of Learning gives.
    """

    TALENT = "TALENT"
    ATTRIBUTE = "ATTRIBUTE"
    EITHER = "EITHER"
    LEARNING = "LEARNING"
