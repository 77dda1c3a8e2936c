"""The opening: battlefield, distance, preparedness, positions.  [MM-PHASE-02]"""

from __future__ import annotations

from engine.kit import RuleRefusal, Table
from engine.kit.ground import refuse
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.judging import judged_card
from engine.systems.mongolian_mercenaries.content.kinds import Battlefield, Distance
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.course import preparedness, starting
from engine.systems.mongolian_mercenaries.rules.course.events import BattlefieldLaid
from engine.systems.mongolian_mercenaries.sheet import Setup
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY, SIDES, opposite
from engine.systems.mongolian_mercenaries.state import MercenariesState


def check_setup(setup: Setup) -> None:
    """RuleRefusal for a setup that cannot be played."""
    battlefields = deck_of(setup.cards).battlefields
    if setup.battlefield is not None and setup.own_battlefield is not None:
        raise RuleRefusal("battlefield: of the catalogue or in full, not both", rule="MM-FIELD-08", field="battlefield")
    if setup.battlefield is not None and setup.battlefield not in battlefields:
        raise RuleRefusal(
            f"battlefield: the catalogue has no {setup.battlefield!r}", rule="MM-FIELD-08", field="battlefield"
        )
    if setup.own_battlefield is not None:
        refuse(list(judged_card(setup.own_battlefield, "ownBattlefield", deck_of(setup.cards), "battlefields")))
    if setup.attacker not in (None, *SIDES):
        raise RuleRefusal(f"attacker: {PARTY} or {ENEMIES}", rule="MM-PHASE-02", field="attacker")
    fixed = setup.own_battlefield or battlefields.get(setup.battlefield or "")
    if fixed is not None and setup.distance is not None and setup.distance.level > fixed.farthest.level:
        raise RuleRefusal("distance: the battlefield is too small for it", rule="MM-DIST-02", field="distance")


def play(table: Table[MercenariesState]) -> None:
    """All of the opening, up to the first round; the defender takes positions first, openly.  [MM-PHASE-02, RUL-63]"""
    lay(table)
    preparedness.settle(table)
    last = preparedness.attacker(table.state)
    for side in (opposite(last), last):
        for who in lookup.members(table.state, side):
            if lookup.in_play(table.state, who):
                starting.take(table, who)


def lay(table: Table[MercenariesState]) -> None:
    """The battlefield as agreed, or drawn blind; the start distance is never above what it allows.

    [MM-GEN-05, MM-FIELD-08, MM-DIST-01, MM-DIST-02, MM-DW-01, RUL-80]
    """
    setup = table.state.own.setup
    battlefields = deck_of(setup.cards).battlefields
    field: Battlefield
    if setup.own_battlefield is not None:
        field = setup.own_battlefield
    elif setup.battlefield is not None:
        field = battlefields[setup.battlefield]
    else:
        deck = sorted(battlefields)
        field = battlefields[table.draw(deck, by=table.seat, why="battlefield", rule="MM-FIELD-08")]
    wanted = setup.distance or field.start or field.farthest
    start = Distance.at(min(wanted.level, field.farthest.level))
    table.emit(BattlefieldLaid(battlefield=field, start=start), rule="MM-FIELD-08", because=None)
