"""Kinds of reasons why something that a combatant has cannot be used now."""

from __future__ import annotations

from enum import Enum


class WhyNot(Enum):
    """Why something that a combatant has cannot be used now; in the order in which one is named before another."""

    OUT_OF_REACH = "OUT_OF_REACH"  # whoever or whatever it is aimed at is too far away, or no way leads there
    NOT_SEEN = "NOT_SEEN"  # something is in between, it is too dark, or the combatant looks elsewhere
    NO_TARGET = "NO_TARGET"  # nobody and nothing is there on which it could be used
    CONDITION = "CONDITION"  # a state of the combatant, its gear or its target forbids it
    NO_MEANS = "NO_MEANS"  # magic, ammunition, a free hand or the thing itself is missing
    NO_BUDGET = "NO_BUDGET"  # no action, movement or use of this turn is left for it
    NOT_YOURS = "NOT_YOURS"  # somebody else does this: the game master, another seat
    LATER = "LATER"  # not at this moment of the fight, for any other reason
