"""What an event means for the headline of its act: who did what to whom, and what came of it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Outcome = Literal["HIT", "MISS", "FALL", "HELP", "MOVE", "NOTHING"]
"""What came of an act.

HIT: somebody is harmed. MISS: nobody is, though it was tried. FALL: somebody is out of the fight. HELP: somebody is
healed or stood by. MOVE: somebody is elsewhere. NOTHING: none of these.
"""

Part = Literal["DEED", "LEAD", "TRACE", "OTHER"]
"""How an event stands in a headline.

DEED: always. LEAD: unless its actor's deeds follow: a spell is cast before it hits. TRACE: unless a deed to the same
target came before: damage after a hit. OTHER: only where nothing else is told.
"""


class Deed(Struct, frozen=True):
    """An event as a part of its act's headline. actor, target: combatants, by id; None: nobody in particular.

    vitals: changes of these vitals of the target are its numbers, and are told without the vital's name.
    means: the weapon, spell or the like; "" for none.
    """

    outcome: Outcome = "NOTHING"
    actor: str | None = None
    target: str | None = None
    vitals: tuple[str, ...] = ()
    means: str = ""
    part: Part = "DEED"
