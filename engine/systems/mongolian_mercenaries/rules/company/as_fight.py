"""The company as the rules of fights see it after one: so rest, treatment and tests are played by the same rules.

An order between fights is played on a table of this kind; what it changes of somebody is written on the sheet at its
end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from engine.kit import CampaignState, Event, Standing, State, Table, plain
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.company.events import SheetWritten
from engine.systems.mongolian_mercenaries.rules.company.journey_state import CompanySettings, Journey
from engine.systems.mongolian_mercenaries.rules.company.leaving_fights import left_of
from engine.systems.mongolian_mercenaries.rules.course.handlers import MercenariesState
from engine.systems.mongolian_mercenaries.rules.gear.entering import fighter_of, going_on
from engine.systems.mongolian_mercenaries.rules.gear.figures import completed
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.state import Stage

Company = State[CampaignState]


def settings_of(state: Company) -> CompanySettings:
    """What the table has set."""
    found: CompanySettings = state.own.settings
    return found


def journey_of(state: Company) -> Journey:
    """The calendar."""
    found: Journey = state.own.game
    return found


def fight_of(state: Company) -> MercenariesFight:
    """The members whose sheets are known and who are in no fight, as after one."""
    journey = journey_of(state)
    setup = Setup(cards=settings_of(state).cards, day=journey.day, day_phase=journey.day_phase)
    own = MercenariesState(setup=setup, stage=Stage.OVER, treated=journey.treated, repairing=journey.repairing)
    fighters, forces, uses = {}, own.forces, own.uses
    for who, member in state.own.members.items():
        if member.sheet is None or member.fight:
            continue
        sheet = completed(msgspec.convert(member.sheet, Sheet))
        fighters[who] = fighter_of(sheet, setup)
        more = going_on(sheet, who, setup)
        forces, uses = (*forces, *more[0]), (*uses, *more[1])
    people = {who: combatant for who, combatant in state.fight.combatants.items() if who in fighters}
    fight = structs.replace(state.fight, combatants=people)
    return State(fight, structs.replace(own, fighters=fighters, forces=forces, uses=uses))


class AsFight:
    """A table of a campaign, to rules of fights: its state is that of `fight_of`, and evolves by what they emit."""

    def __init__(self, table: Table[CampaignState]) -> None:
        self._table = table
        self._own = fight_of(table.state).own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    @property
    def state(self) -> MercenariesFight:
        """The company now."""
        fight = self._table.state.fight
        people = {who: combatant for who, combatant in fight.combatants.items() if who in self._own.fighters}
        return State(structs.replace(fight, combatants=people), self._own)

    def seen(self, seat: str | None) -> MercenariesFight:
        """What a seat sees of it."""
        return fight_of(self._table.seen(seat))

    def emit(self, event: Event, **named: Any) -> int:
        """Emit a fact, and let the fighters evolve by it."""
        version = self._table.emit(event, **named)
        self._own = journey_of(self._table.state).evolve_fighters(self._own, event, self._table.state.fight)
        return version


def played(table: Table[CampaignState], play: Callable[[Any], None], *, rule: str) -> None:
    """Play something by the rules of fights, and write on the sheets what it has changed there."""
    there = AsFight(table)
    play(there)
    state = there.state
    for who in state.own.fighters:
        sheet = table.state.own.members[who].sheet
        if sheet is not None:
            write(table, who, left_of(Standing(sheet), state, who).sheet, rule=rule)


def write(table: Table[CampaignState], who: str, sheet: dict[str, Any], *, rule: str) -> None:
    """Write a sheet, as far as it is another now."""
    before = table.state.own.members[who].sheet or {}
    changed = {name: plain(value) for name, value in sheet.items() if before.get(name) != value}
    if changed:
        close = sorted(seat for seat in table.state.fight.seats if who in table.state.fight.close(seat))
        to = (*table.state.fight.gms(), *close)
        table.emit(SheetWritten(combatant=who, fields=tuple(changed), written=changed), rule=rule, to=to)
