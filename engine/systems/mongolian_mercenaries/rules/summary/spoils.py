"""Who takes what was found, and what is left because nobody can carry it.  [MM-DW-28, MM-END-07]"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.gear import carrying, shedding
from engine.systems.mongolian_mercenaries.rules.summary.events import FoundTaken
from engine.systems.mongolian_mercenaries.rules.summary.questions import AskTaker, TakeItem
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-END-07"


def hand_out(table: Table[MercenariesState], finder: str, item: str) -> None:
    """One of the party takes it; the finder unless they choose otherwise."""
    state = table.state
    among = (finder, *(who for who in prompts.characters(state) if who != finder and lookup.in_play(state, who)))
    takes = (Offer(f"take-{n}", TakeItem(taker=who), RULE) for n, who in enumerate(among, 1))
    offers = (*takes, Offer("drop", TakeItem(), RULE))
    question = AskTaker(offers=offers, default="take-1", finder=finder, item=item)
    taker = table.ask(prompts.party_seats(state), question, rule="MM-DW-28").taker
    table.emit(FoundTaken(item=item, keeper=taker), rule=RULE)
    if taker is not None:
        carrying.receive(table, taker, (item,), rule="MM-END-05")


def settle(table: Table[MercenariesState], winner: str) -> None:
    """After the fight nobody carries more than it can."""
    for who in prompts.characters(table.state):
        if lookup.in_play(table.state, who):
            shedding.shed(table, who)
