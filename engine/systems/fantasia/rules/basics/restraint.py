"""Deeds that conditions forbid, and the number of actions they leave."""

from __future__ import annotations

from msgspec import Struct

from engine.kit import Reasons, RuleRefusal, WhyNot
from engine.systems.fantasia.content.kinds import Source
from engine.systems.fantasia.content.statuses import Activity, ConditionKind, Forbids
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.types import Pay


class Ability(Struct, frozen=True):
    """The relevant data of a spell, technique or other ability: its source, and the statuses it causes."""

    id: str
    deed: Activity
    source: Source | None
    brings: tuple[str, ...]
    renderer: bool = False


def ability_of(state: FantasiaFight, who: str, name: str) -> Ability | None:
    """A combatant's spell or technique."""
    sheet = lookup.figures(state, who)
    if name in sheet.spells:
        known = sheet.spells[name]
        return Ability(name, Activity.CAST, known.granted_by, tuple(i.status for i in known.spell.inflicts))
    if name in sheet.techniques:
        thing = sheet.techniques[name]
        return Ability(name, Activity.TECHNIQUE, thing.granted_by, (), renderer=thing.technique.requires_voice)
    return None


def _bars(kind: ConditionKind, ban: Forbids, deed: Activity, ability: Ability | None) -> bool:
    spoken = ability is not None and ability.renderer and Activity.SPEAK in ban.deeds
    if deed not in ban.deeds and not spoken:
        return False
    if ban.sources and (ability is None or ability.source not in ban.sources):
        return False
    return not (ban.but_own and ability is not None and kind.id in ability.brings)


def barred(state: FantasiaFight, who: str, deed: Activity, ability: Ability | None = None) -> tuple[str, str] | None:
    """The condition that forbids a deed, and its rule; None where none does.  [FF-INT-13]"""
    for _, kind in lookup.kinds(state.fight.require(who)):
        for ban in kind.forbids:
            if _bars(kind, ban, deed, ability):
                return kind.id, ban.carries or kind.carries
    return None


def bars(state: FantasiaFight, who: str, name: str) -> bool:
    """Whether a spell or technique is forbidden to its owner."""
    ability = ability_of(state, who, name)
    return ability is not None and barred(state, who, ability.deed, ability) is not None


def refusal(state: FantasiaFight, who: str, deed: Activity, name: str = "") -> RuleRefusal | None:
    """Why conditions forbid a deed, with this spell or technique; None where they do not."""
    found = barred(state, who, deed, ability_of(state, who, name) if name else None)
    if found is None:
        return None
    condition, rule = found
    return RuleRefusal(f"{who} cannot do that: {condition}", rule=rule, why=WhyNot.CONDITION)


def unable(state: FantasiaFight, who: str, *, field: str = "") -> RuleRefusal:
    """Why a combatant cannot act at all: out of the fight, dead, unconscious, or prevented by a condition."""
    bearer = state.fight.require(who)
    if bearer.out is not None:
        return RuleRefusal(f"{who} is out of the fight", rule="FF-TURN-01", field=field)
    if lookup.dead(bearer):
        return RuleRefusal(f"{who} is dead", rule="FF-ST-22", field=field)
    kind = next((kind for _, kind in lookup.kinds(bearer) if not kind.acts), None)
    if kind is None or kind.id == "unconscious":
        return RuleRefusal(f"{who} is unconscious and cannot act", rule="FF-KO-08", field=field, why=WhyNot.CONDITION)
    return RuleRefusal(f"{who} cannot act: {kind.id}", rule=kind.carries, field=field, why=WhyNot.CONDITION)


def withheld(state: FantasiaFight, who: str, pay: Pay) -> ConditionKind | None:
    """The condition that removes an action of this kind from its turns; None where none does.  [FF-ST-15, FF-ST-16]"""
    for _, kind in lookup.kinds(state.fight.require(who)):
        if (pay is Pay.NORMAL and not kind.normal) or (pay is Pay.MOVEMENT and not kind.movement):
            return kind
    return None


def lacks(state: FantasiaFight, who: str, pay: Pay) -> RuleRefusal:
    """The refusal of an order whose kind of action a condition has removed."""
    kind = withheld(state, who, pay)
    assert kind is not None
    return RuleRefusal(f"{who} has no {pay.value.lower()} action: {kind.id}", rule=kind.carries, why=WhyNot.CONDITION)


class Allowance(Struct, frozen=True):
    """The actions of a turn: normal, movement, extra ones of either kind, and the total limit. rule: its source."""

    normal: totals.Total
    movement: totals.Total
    extra: totals.Total
    most: totals.Total | None
    rule: str

    @property
    def because(self) -> Reasons:
        """The actions a turn has by default, and those that a status adds or removes."""
        bound = {} if self.most is None else {"most": self.most}
        return totals.why(normal=self.normal, movement=self.movement, extra=self.extra, **bound)


def allowance(state: FantasiaFight, who: str) -> Allowance:
    """The number of actions of a turn.  [FF-TURN-01, FF-ST-15 to FF-ST-17, FF-ST-26]"""
    normal = movement = totals.of_word("turn", 1, "FF-TURN-01")
    extra, most, rule = totals.NOTHING, None, "FF-TURN-01"
    for _, kind in lookup.kinds(state.fight.require(who)):
        if not kind.normal:
            normal = totals.scaled(normal, 0, kind.id, kind.carries)
        if not kind.movement:
            movement = totals.scaled(movement, 0, kind.id, kind.carries)
        if kind.extra:
            extra = totals.added(extra, totals.of_word(kind.id, kind.extra, kind.carries))
        if kind.most is not None and (most is None or kind.most < most):
            most = totals.of_word(kind.id, kind.most, kind.carries)
        if not kind.normal or not kind.movement or kind.extra or kind.most is not None:
            rule = kind.carries
    return Allowance(normal, movement, extra, most, rule)
