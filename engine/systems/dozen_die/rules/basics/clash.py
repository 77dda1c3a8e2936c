"""Two sets of dice against each other: melee, and every opposed conflict.  [DD-MEL-03 to DD-MEL-07, DD-CON-03]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Clash(Struct, frozen=True):
    """The dice that survive on either side; never on both."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]


def clash(attacker: Sequence[int], defender: Sequence[int]) -> Clash:
    """Compare the successful dice of both: failed ones must be gone before.  [DD-MEL-03, DD-MEL-06]

    An attacker's die survives with at least the defender's best, a defender's only above the attacker's
    best: all ties are the attacker's.  [DD-MEL-04, DD-MEL-05]
    """
    highest, opposed = max(attacker, default=0), max(defender, default=0)
    return Clash(
        attacker=tuple(face for face in attacker if face >= opposed),
        defender=tuple(face for face in defender if face > highest),
    )
