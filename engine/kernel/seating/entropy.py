"""Table entropy: what seats add to the provable dice before the first roll.

Neither the server, which draws the secret first, nor a seat, which does not know it, can choose the dice alone. Each
seat adds once: the last one knows that nobody can react to what it added.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kernel.state.events import EntropyAdded
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal

Entropy = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
"""Any text of one line: typed by a person, or random bytes as hex. Python's `$` would allow a final line break."""


def entropy_added(fight: Fight, by: str, entropy: str) -> EntropyAdded:
    """The fact that a seat adds this. RuleRefusal where it may not.

    Only seats that play, each once, in a fight with dice SEEDED, and before any die has fallen. After anything was
    taken back dice may have been seen, whatever the state says: then it is too late as well.
    """
    fight.require_going_on()
    entry = fight.seats.get(by)
    if entry is None:
        raise RuleRefusal(f"there is no seat {by!r} at this table", code="NOT_YOURS")
    if entry.role == "SPECTATOR":
        raise RuleRefusal(f"{by} looks on: those who play add to the dice", code="NOT_YOURS")
    if fight.dice != "SEEDED":
        raise RuleRefusal(f"this fight has dice {fight.dice}: nothing is added to them, but to dice SEEDED")
    if fight.rolled:
        raise RuleRefusal("dice have fallen, or something was taken back: one adds to them before the first roll")
    if by in fight.entropy_by:
        raise RuleRefusal("this seat has added to the dice already: each does so once")
    return EntropyAdded(entropy=entropy)


def may_add_entropy(fight: Fight, seat: str | None) -> bool:
    """Whether `entropy_added` would be allowed to a seat now."""
    try:
        entropy_added(fight, seat or "", "")
    except RuleRefusal:
        return False
    return True
