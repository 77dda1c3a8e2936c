"""Questions of a charge, its melee, and of the pushes that end contact."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import Question
from engine.systems.dozen_die.questions.words import Going, Picked


class FightWhom(Question[Picked], frozen=True, kw_only=True):
    """To a mover who came into contact with several at once: whom does he fight? Default: the first.  [DD-W11]"""

    attacker: str


class PushWhere(Question[Going], frozen=True, kw_only=True):
    """To the pusher's player: onto which square?  [DD-W12]

    Default: straight away from the pusher, else least y, then x.
    """

    combatant: str
    pusher: str


class RetreatWhere(Question[Going], frozen=True, kw_only=True):
    """To the pushed figure's player, where no square beside it will do: onto which of the nearest?  [DD-W13]

    Default: least y, then x.
    """

    combatant: str
    pusher: str


class SeparateNext(Question[Any], frozen=True, kw_only=True):
    """To the defender's player: which attacker leaves contact next, and to where?  [DD-W14]

    Default: the first, least y, then x. Answers: Going, one offer for each figure.
    """

    defender: str
