"""Looting defeated enemies.  [MM-END-05, MM-DW-27, RUL-59, MM-SKILL-20, MM-ENM-14]"""

from __future__ import annotations

from engine.kit import Field, Offer, Table
from engine.systems.mongolian_mercenaries.content.kinds import LootRow
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import because
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.rules.summary import experience, spoils
from engine.systems.mongolian_mercenaries.rules.summary.events import EnemyLooted
from engine.systems.mongolian_mercenaries.rules.summary.questions import AskLooting, LootAttempt
from engine.systems.mongolian_mercenaries.sides import PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Purpose

RULE = "MM-END-05"
LOOTING = "looting"


def play(table: Table[MercenariesState], winner: str) -> None:
    """The party that has won loots whom it chooses, each enemy once, until it wants no more."""
    if winner != PARTY:
        return
    while (question := question_of(table.state)) is not None:
        chosen = table.ask(prompts.party_seats(table.state), question, rule="MM-DW-27")
        if chosen.target is None or chosen.tester is None:
            return
        search(table, chosen.tester, chosen.target)


def question_of(state: MercenariesFight) -> AskLooting | None:
    """Whom the party may loot still; the best of it tests unless it chooses."""
    enemies = tuple(who for who in experience.defeated(state) if who not in state.own.looted)
    testers = tuple(who for who in prompts.characters(state) if lookup.in_play(state, who))
    if not enemies or not testers:
        return None
    best = max(testers, key=lambda who: lookup.skill(state, who, LOOTING))
    fields = (Field("target", "one", enemies), Field("tester", "one", testers))
    offers = (
        Offer("leave", LootAttempt(), RULE),
        Offer("loot", LootAttempt(target=enemies[0], tester=best), RULE, fields),
    )
    return AskLooting(offers=offers, default="leave", defeated=enemies)


def search(table: Table[MercenariesState], tester: str, target: str) -> None:
    """T8(looting); the successes are read in the enemy's loot table."""
    plan = plans.success(table.state, tester, LOOTING, Purpose.LOOTING, rule=RULE)
    successes = pipeline.resolve(table, plan).successes
    cause = table.last
    items = found(lookup.figures(table.state, target).loot, successes)
    looted = EnemyLooted(combatant=tester, target=target, successes=successes, items=items)
    table.emit(looted, rule=RULE, because=because(cause))
    for item in items:
        spoils.hand_out(table, tester, item)


def found(rows: tuple[LootRow, ...], successes: int) -> tuple[str, ...]:
    """The row of the highest number that is not above the successes; none: nothing."""
    fitting = [row for row in rows if row.successes <= successes]
    return max(fitting, key=lambda row: row.successes).items if fitting else ()
