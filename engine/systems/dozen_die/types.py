"""What the state shares with orders and events."""

from __future__ import annotations

from enum import Enum


class Manner(Enum):
    """The kind of an order.  [DD-ACT-06]

    MOVE: going somewhere.
    CHARGE: going into contact, to fight.
    ACTION: anything else.
    MARCH: a move before the activation, which is no order, but counts as a move for every rule.  [DD-MARCH-08]
    """

    MOVE = "MOVE"
    CHARGE = "CHARGE"
    ACTION = "ACTION"
    MARCH = "MARCH"
