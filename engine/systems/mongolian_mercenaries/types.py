"""What the state shares with events and questions: forms of tests, costs of actions, how a fight ends."""

from __future__ import annotations

from enum import Enum


class Cost(Enum):
    """What an action takes of the budget.  [MM-ACT-01]"""

    LARGE = "LARGE"
    MINOR = "MINOR"


class Ending(Enum):
    """Why a clash is over.

    BEATEN: one side is out.  [MM-END-01]  BOTH_OUT: both are, and nobody has won.  [RUL-74]
    BROKEN_OFF: all agreed.  ROUND_LIMIT: it took too long.  [RUL-84]  CALLED_OFF: by the game master.
    """

    BEATEN = "BEATEN"
    BOTH_OUT = "BOTH_OUT"
    BROKEN_OFF = "BROKEN_OFF"
    ROUND_LIMIT = "ROUND_LIMIT"
    CALLED_OFF = "CALLED_OFF"


class Hindering(Enum):
    """SCREEN: of an ally.  [MM-MOVE-08]  BLOCK: of an opponent.  [MM-MOVE-09]"""

    SCREEN = "SCREEN"
    BLOCK = "BLOCK"


class Form(Enum):
    """How a test is rolled.

    SUCCESS: a pool of d8, of which each 6, 7 or 8 is a success.  [MM-TEST-04]
    STANDARD: the value above a d10.  [MM-TEST-02]
    OPPOSED: the value and a d8 above the opponent's value and a d8.  [MM-MOVE-01]
    ESCAPE: the value above a d20.  [MM-MOVE-12]
    """

    SUCCESS = "SUCCESS"
    STANDARD = "STANDARD"
    OPPOSED = "OPPOSED"
    ESCAPE = "ESCAPE"


class Purpose(Enum):
    """What a test is for."""

    HIT = "HIT"
    SPELL = "SPELL"
    RESISTANCE = "RESISTANCE"
    SURPRISE = "SURPRISE"
    DISTANCE = "DISTANCE"
    ESCAPE = "ESCAPE"
    TRAP = "TRAP"
    LOOTING = "LOOTING"
    OTHER = "OTHER"
