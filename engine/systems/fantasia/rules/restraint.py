"""What conditions keep somebody from doing, and how many actions they leave him."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.errors import RuleRefusal
from engine.kernel.why import Why
from engine.systems.fantasia.content.kinds import Source
from engine.systems.fantasia.content.statuses import ConditionKind, Deed, Forbids
from engine.systems.fantasia.rules import look, sums
from engine.systems.fantasia.rules.look import FF


class Ability(Struct, frozen=True):
    """What matters of a spell, technique or other ability: where it is from, and what statuses it brings."""

    id: str
    deed: Deed
    source: Source | None
    brings: tuple[str, ...]
    voice: bool = False


def ability_of(state: FF, who: str, name: str) -> Ability | None:
    """A spell or technique of somebody."""
    sheet = look.figures(state, who)
    if name in sheet.spells:
        known = sheet.spells[name]
        return Ability(name, Deed.CAST, known.granted_by, tuple(i.status for i in known.spell.inflicts))
    if name in sheet.techniques:
        thing = sheet.techniques[name]
        return Ability(name, Deed.TECHNIQUE, thing.granted_by, (), voice=thing.technique.requires_voice)
    return None


def _bars(kind: ConditionKind, ban: Forbids, deed: Deed, ability: Ability | None) -> bool:
    spoken = ability is not None and ability.voice and Deed.SPEAK in ban.deeds
    if deed not in ban.deeds and not spoken:
        return False
    if ban.sources and (ability is None or ability.source not in ban.sources):
        return False
    return not (ban.but_own and ability is not None and kind.id in ability.brings)


def barred(state: FF, who: str, deed: Deed, ability: Ability | None = None) -> tuple[str, str] | None:
    """The condition that keeps somebody from a deed, and its rule; None where nothing does.  [FF-INT-13]"""
    for _, kind in look.kinds(state.fight.require(who)):
        for ban in kind.forbids:
            if _bars(kind, ban, deed, ability):
                return kind.id, ban.carries or kind.carries
    return None


def bars(state: FF, who: str, name: str) -> bool:
    """Whether somebody is kept from a spell or technique of his."""
    ability = ability_of(state, who, name)
    return ability is not None and barred(state, who, ability.deed, ability) is not None


def refusal(state: FF, who: str, deed: Deed, name: str = "") -> RuleRefusal | None:
    """Why his conditions keep somebody from a deed, with this spell or technique; None where they do not."""
    found = barred(state, who, deed, ability_of(state, who, name) if name else None)
    if found is None:
        return None
    condition, rule = found
    return RuleRefusal(f"{who} cannot do that: {condition}", rule=rule)


class Allowance(Struct, frozen=True):
    """The actions of a turn: normal, movement, extra ones of either kind, and how many at all. rule: who says so."""

    normal: sums.Sum
    movement: sums.Sum
    extra: sums.Sum
    most: sums.Sum | None
    rule: str

    @property
    def because(self) -> Why:
        """Which of them a turn has by itself, and which come or go by a status."""
        bound = {} if self.most is None else {"most": self.most}
        return sums.why(normal=self.normal, movement=self.movement, extra=self.extra, **bound)


def allowance(state: FF, who: str) -> Allowance:
    """How many actions a turn holds.  [FF-TURN-01, FF-ST-15 to FF-ST-17, FF-ST-26]"""
    normal = movement = sums.of_word("turn", 1, "FF-TURN-01")
    extra, most, rule = sums.NOTHING, None, "FF-TURN-01"
    for _, kind in look.kinds(state.fight.require(who)):
        if not kind.normal:
            normal = sums.scaled(normal, 0, kind.id, kind.carries)
        if not kind.movement:
            movement = sums.scaled(movement, 0, kind.id, kind.carries)
        if kind.extra:
            extra = sums.added(extra, sums.of_word(kind.id, kind.extra, kind.carries))
        if kind.most is not None and (most is None or kind.most < most):
            most = sums.of_word(kind.id, kind.most, kind.carries)
        if not kind.normal or not kind.movement or kind.extra or kind.most is not None:
            rule = kind.carries
    return Allowance(normal, movement, extra, most, rule)
