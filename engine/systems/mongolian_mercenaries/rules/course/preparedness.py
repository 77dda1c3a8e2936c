"""How each side begins: as agreed, or by the tests of how they meet.  [MM-PREP-01, MM-PREP-05 to MM-PREP-07]"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part
from engine.systems.mongolian_mercenaries.rules.course.events import SidesPrepared
from engine.systems.mongolian_mercenaries.rules.course.questions import AskSurpriseTester, SurpriseTester
from engine.systems.mongolian_mercenaries.rules.roll import pipeline, plans
from engine.systems.mongolian_mercenaries.sheet import Cause, Preparedness
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState
from engine.systems.mongolian_mercenaries.types import Purpose

PREPARED, READY, SURPRISED = Preparedness.PREPARED, Preparedness.READY, Preparedness.SURPRISED


class Begins(Struct, frozen=True):
    """How a side begins if a test of the party is passed, and if it fails. tested: "": there is no test."""

    passed: Preparedness
    failed: Preparedness
    tested: str = ""
    rule: str = "MM-PREP-01"


KNOWN = "MM-PREP-05"
AMBUSH = "MM-PREP-06"
EXPLORATION = "MM-PREP-07"

MEETINGS: Mapping[Cause, Mapping[str, Begins]] = MappingProxyType(
    {
        Cause.SET: {PARTY: Begins(READY, READY), ENEMIES: Begins(READY, READY)},
        Cause.KNOWN: {PARTY: Begins(PREPARED, PREPARED), ENEMIES: Begins(SURPRISED, READY, "stealth", KNOWN)},
        Cause.AMBUSH: {PARTY: Begins(READY, SURPRISED, "perception", AMBUSH), ENEMIES: Begins(PREPARED, PREPARED)},
        Cause.EXPLORATION: {
            PARTY: Begins(PREPARED, SURPRISED, "perception", EXPLORATION),
            ENEMIES: Begins(SURPRISED, READY, "stealth", EXPLORATION),
        },
    }
)
"""How the sides meet. A known enemy is a token on the map; events say where enemies come from ambush.

[MM-ENM-01, MM-ENM-02]
"""


def attacker(state: MercenariesFight) -> str:
    """The side that attacks: as agreed, else the enemies from ambush, else the party.  [MM-PHASE-02, RUL-63]"""
    setup = state.own.setup
    return setup.attacker or (ENEMIES if setup.cause is Cause.AMBUSH else PARTY)


def of_side(state: MercenariesFight, side: str) -> Preparedness:
    """How a side has begun."""
    began = state.own.party if side == PARTY else state.own.enemies
    return began or READY


def settle(table: Table[MercenariesState]) -> None:
    """The tests that the meeting asks for, each of them separate, and what comes of them.

    What the table adds to one changes its left side, also where it is repeated with luck.  [MM-TEST-03, MM-LUCK-04]
    """
    party = _begins(table, PARTY)
    enemies = _begins(table, ENEMIES)
    prepared = SidesPrepared(party=party, enemies=enemies, attacker=attacker(table.state))
    table.emit(prepared, rule="MM-PREP-01")


def _begins(table: Table[MercenariesState], side: str) -> Preparedness:
    setup = table.state.own.setup
    agreed = setup.party if side == PARTY else setup.enemies
    begins = MEETINGS[setup.cause][side]
    if agreed is not None or not begins.tested:
        return agreed or begins.passed
    who = _tester(table, begins.tested, begins.rule)
    by_table = {"stealth": setup.stealth_modifier, "perception": setup.perception_modifier}[begins.tested]
    more = (Part("table", by_table, "MM-TEST-03"),)
    plan = plans.standard(table.state, who, begins.tested, Purpose.SURPRISE, rule=begins.rule, modifiers=more)
    return begins.passed if pipeline.resolve(table, plan).passed else begins.failed


def _tester(table: Table[MercenariesState], tested: str, rule: str) -> str:
    """One of the party tests for all; unless it chooses, who is best.  [MM-TEST-07]"""
    state = table.state
    among = tuple(who for who in prompts.characters(state) if lookup.in_play(state, who))
    best = max(among, key=lambda who: plans.value_of(state, who, tested, rule).amount)
    if len(among) == 1:
        return best
    offers = tuple(Offer(f"test-{n}", SurpriseTester(tester=who), rule) for n, who in enumerate(among, 1))
    question = AskSurpriseTester(offers=offers, default=f"test-{among.index(best) + 1}", tested=tested)
    return table.ask(prompts.party_seats(state), question, rule="MM-DW-02").tester
