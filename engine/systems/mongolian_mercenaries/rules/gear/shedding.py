"""After the fight nobody carries more than it can.  [MM-EQ-07, MM-END-07, MM-DW-28]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.rules.basics import prompts
from engine.systems.mongolian_mercenaries.rules.gear import carrying
from engine.systems.mongolian_mercenaries.rules.gear.questions import AskDrop, Drop
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-EQ-07"


def shed(table: Table[MercenariesState], who: str) -> None:
    """Who carries too much drops one thing after another, the newest unless it chooses otherwise.

    Dropped things leave the game; nothing cursed as long as anything else can be dropped.
    """
    while found := carrying.excess(table.state, who):
        offers = tuple(Offer(f"drop-{n}", Drop(item=key), RULE) for n, key in enumerate(found, 1))
        question = AskDrop(offers=offers, default="drop-1", combatant=who)
        chosen = prompts.ask(table, who, question, rule="MM-DW-28")
        carrying.drop(table, who, (chosen.item,))
