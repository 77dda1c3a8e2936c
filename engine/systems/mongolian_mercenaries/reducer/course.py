"""How the events of the course change the state."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import structs

from engine.kit import Event
from engine.kit import events as k
from engine.systems.mongolian_mercenaries import events as e
from engine.systems.mongolian_mercenaries.reducer.handlers import Handler, with_fighter
from engine.systems.mongolian_mercenaries.rules.gear.entering import fighter_of, going_on
from engine.systems.mongolian_mercenaries.rules.gear.figures import completed
from engine.systems.mongolian_mercenaries.sheet import Kind, Sheet, Wounds
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage

LARGE, MINOR = 1, 1
"""The budget of a round.  [MM-ACT-01]"""


def _joined(own: MercenariesState, event: k.CombatantJoined) -> MercenariesState:
    sheet = completed(msgspec.convert(event.sheet, Sheet))
    fighter = fighter_of(sheet, own.setup)
    fighters = {**own.fighters, event.combatant: fighter}
    if sheet.in_force or sheet.used_today:
        forces, uses = going_on(sheet, event.combatant, own.setup)
        own = structs.replace(own, forces=(*own.forces, *forces), uses=(*own.uses, *uses))
    if fighter.kind is Kind.SUMMON and fighter.figures is not None and fighter.figures.patron is not None:
        return structs.replace(own, fighters=fighters, patrons={**own.patrons, event.combatant: fighter.figures.patron})
    return structs.replace(own, fighters=fighters)


def _laid(own: MercenariesState, event: e.BattlefieldLaid) -> MercenariesState:
    return structs.replace(own, stage=Stage.OPENING, field=event.battlefield, start=event.start)


def _prepared(own: MercenariesState, event: e.SidesPrepared) -> MercenariesState:
    return structs.replace(own, party=event.party, enemies=event.enemies)


def _clash(own: MercenariesState, event: e.ClashBegan) -> MercenariesState:
    return structs.replace(own, stage=Stage.CLASH)


def _round(own: MercenariesState, event: k.RoundBegan) -> MercenariesState:
    """All that is counted per round begins anew.  [MM-ACT-01]"""
    fighters = {
        who: structs.replace(fighter, large=LARGE, minor=MINOR, acted=False, initiative=None, queued=False, waited=0)
        for who, fighter in own.fighters.items()
    }
    return structs.replace(own, fighters=fighters, stirred=False)


def _round_ended(own: MercenariesState, event: e.RoundEnded) -> MercenariesState:
    """Quiet rounds are counted in a row.  [RUL-84]"""
    return structs.replace(own, quiet_rounds=0 if own.stirred else own.quiet_rounds + 1)


def _quiet(own: MercenariesState, event: e.RoundsQuiet) -> MercenariesState:
    """Asked; the count begins anew."""
    return structs.replace(own, quiet_rounds=0)


def _initiative(own: MercenariesState, event: e.InitiativeSet) -> MercenariesState:
    return with_fighter(own, event.combatant, initiative=event.initiative, queued=True)


def _budget(own: MercenariesState, event: e.BudgetSet) -> MercenariesState:
    return with_fighter(own, event.combatant, large=event.large, minor=event.minor)


def _paid(own: MercenariesState, event: e.ActionPaid) -> MercenariesState:
    return with_fighter(own, event.combatant, large=event.large, minor=event.minor)


def _waited(own: MercenariesState, event: e.Waited) -> MercenariesState:
    waited = own.fighters[event.combatant].waited + 1
    return with_fighter(own, event.combatant, initiative=event.initiative, waited=waited)


def _ended(own: MercenariesState, event: e.TurnEnded) -> MercenariesState:
    return with_fighter(own, event.combatant, acted=True, large=0, minor=0)


def _summary(own: MercenariesState, event: e.SummaryBegan) -> MercenariesState:
    return structs.replace(own, stage=Stage.SUMMARY, ending=event.ending)


def _over(own: MercenariesState, event: k.OutcomeReached) -> MercenariesState:
    return structs.replace(own, stage=Stage.OVER)


def _resumed(own: MercenariesState, event: e.FightResumed) -> MercenariesState:
    return structs.replace(own, stage=Stage.CLASH, ending=None)


def _survived(own: MercenariesState, event: e.Survived) -> MercenariesState:
    wounds = Wounds(light=event.light, heavy=event.heavy, severe=event.severe)
    return with_fighter(own, event.combatant, wounds=wounds)


def _captives(own: MercenariesState, event: e.CaptivesTaken) -> MercenariesState:
    return structs.replace(own, captives=(*own.captives, *event.combatants))


def _rewarded(own: MercenariesState, event: e.ExperienceGained) -> MercenariesState:
    return structs.replace(own, rewarded=(*own.rewarded, *event.defeated))


def _looted(own: MercenariesState, event: e.EnemyLooted) -> MercenariesState:
    return structs.replace(own, looted=(*own.looted, event.target))


HANDLERS: Mapping[type[Event], Handler] = {
    k.CombatantJoined: _joined,
    k.RoundBegan: _round,
    k.OutcomeReached: _over,
    e.BattlefieldLaid: _laid,
    e.SidesPrepared: _prepared,
    e.ClashBegan: _clash,
    e.InitiativeSet: _initiative,
    e.BudgetSet: _budget,
    e.ActionPaid: _paid,
    e.Waited: _waited,
    e.TurnEnded: _ended,
    e.RoundEnded: _round_ended,
    e.RoundsQuiet: _quiet,
    e.SummaryBegan: _summary,
    e.Survived: _survived,
    e.CaptivesTaken: _captives,
    e.ExperienceGained: _rewarded,
    e.EnemyLooted: _looted,
    e.FightResumed: _resumed,
}
