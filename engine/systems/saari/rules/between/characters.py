"""Changing a character at the base: what a level gives, rebuilding, lost talents.

[SA-OUT-09 to SA-OUT-16]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.kit import CampaignState, RuleRefusal, Table, VitalLimitChanged
from engine.systems.saari.content.catalogue import SPELLS, TALENTS
from engine.systems.saari.content.kinds import Attribute, Talent
from engine.systems.saari.rules.basics import entering
from engine.systems.saari.rules.basics.lookup import half
from engine.systems.saari.rules.between import loans
from engine.systems.saari.rules.between.company import Stage
from engine.systems.saari.rules.between.events import CharacterRebuilt, RiseTaken, TalentLost, TalentReplaced
from engine.systems.saari.rules.between.expedition import Company, figures_of, own_of, require_stage
from engine.systems.saari.rules.between.orders import LoseTalent, Rebuild, ReplaceTalent, TakeRise
from engine.systems.saari.rules.between.settings import ExpeditionSettings
from engine.systems.saari.rules.between.types import RiseKind
from engine.systems.saari.sheet import Sheet

BOUND = 5
"""How high an attribute rises normally.  [SA-OUT-09]"""


def bound_of(state: Company, who: str, attribute: Attribute) -> int:
    """How high an attribute of somebody can rise: 5, by race 4 or 6.  [SA-OUT-09]"""
    settings: ExpeditionSettings = state.own.settings
    for bound in settings.bounds:
        if (bound.combatant, bound.attribute) == (who, attribute):
            return bound.most
    return BOUND


def may_rise(state: Company, who: str) -> tuple[Attribute, ...]:
    """The attributes of somebody that are below their bounds."""
    figures = figures_of(state, who)
    return tuple(attribute for attribute in Attribute if figures.score(attribute) < bound_of(state, who, attribute))


def usable(state: Company, who: str, *, as_attribute: bool) -> RiseKind | None:
    """Which rise that waits can be taken so. With all attributes at their bounds a point is a talent.  [SA-OUT-09]"""
    waiting = own_of(state).waiting.get(who, ())
    kinds = (
        (RiseKind.ATTRIBUTE, RiseKind.EITHER) if as_attribute else (RiseKind.LEARNING, RiseKind.TALENT, RiseKind.EITHER)
    )
    if not as_attribute and not may_rise(state, who):
        kinds = (*kinds, RiseKind.ATTRIBUTE)
    return next((kind for kind in kinds if kind in waiting), None)


def take_rise(table: Table[CampaignState], order: TakeRise) -> None:
    """A point, a talent, or a spell in its place.  [SA-OUT-09, SA-OUT-10, SA-OUT-13, SA-OUT-16]"""
    who = order.combatant
    _require_base(table.state)
    if sum(choice is not None for choice in (order.attribute, order.talent, order.spell)) != 1:
        raise RuleRefusal("an attribute, a talent or a spell: one of them", rule="SA-OUT-09")
    uses = usable(table.state, who, as_attribute=order.attribute is not None)
    if uses is None:
        raise RuleRefusal(f"no such rise of {who} waits", rule="SA-OUT-09")
    if order.attribute is None:
        _require_new(table.state, who, order.talent, order.spell)
        event = RiseTaken(combatant=who, uses=uses, talent=order.talent, spell=order.spell)
        table.emit(event, rule="SA-OUT-16" if order.spell else "SA-OUT-09")
        return
    score = figures_of(table.state, who).score(order.attribute) + 1
    if score > bound_of(table.state, who, order.attribute):
        raise RuleRefusal("this attribute is as high as it can be", rule="SA-OUT-09", field="attribute")
    learned = order.attribute is Attribute.LEARNING and half(score) > half(score - 1)
    event = RiseTaken(combatant=who, uses=uses, attribute=order.attribute, score=score, learned=learned)
    table.emit(event, rule="SA-OUT-09")
    _adjust_limits(table, who)


def _adjust_limits(table: Table[CampaignState], who: str) -> None:
    """Maxima as the sheet gives them; more points are had at once, points above go.  [SA-OUT-09, SA-OUT-12]"""
    fresh = entering.combatant_of(msgspec.convert(table.state.own.members[who].sheet or {}, Sheet), None)
    for vital, figure in fresh.vitals.items():
        was = table.state.fight.combatants[who].vitals[vital]
        more = (figure.max or 0) - (was.max or 0)
        if more:
            table.emit(VitalLimitChanged(combatant=who, vital=vital, limit=figure.max), rule="SA-OUT-09")
            table.change(who, vital, more if more > 0 else min(0, (figure.max or 0) - was.now), rule="SA-OUT-12")


def _require_base(state: Company) -> None:
    require_stage(state, Stage.BASE, Stage.BRIEFED, rule="SA-OUT-17", why="characters change at the base")


def _require_new(state: Company, who: str, talent: str | None, spell: str | None) -> None:
    """RuleRefusal for a talent or spell that the catalogue does not have, or that somebody has already."""
    figures = figures_of(state, who)
    if talent is not None and (talent not in TALENTS or talent in {known.id for known in figures.talents}):
        raise RuleRefusal("a talent of the catalogue that it does not have", rule="SA-OUT-09", field="talent")
    if spell is not None and (spell not in SPELLS or spell in figures.spells):
        raise RuleRefusal("a spell of the catalogue that it does not have", rule="SA-OUT-16", field="spell")


def rebuild(table: Table[CampaignState], order: Rebuild) -> None:
    """As many points and talents as before; what the lowered attribute gave goes too.  [SA-OUT-11, SA-OUT-12]"""
    who, state = order.combatant, table.state
    require_stage(state, Stage.BASE, rule="SA-OUT-11", why="choices are exchanged between return and briefing")
    if RiseKind.LEARNING in own_of(state).waiting.get(who, ()):
        raise RuleRefusal("choose the talent of Learning first", rule="SA-OUT-13")
    before = figures_of(state, who)
    full = entering.full(msgspec.convert(state.own.members[who].sheet or {}, Sheet))
    given = {attribute: getattr(order, attribute.value.lower()) for attribute in Attribute}
    scores = {
        attribute.value: before.score(attribute) if score is None else score for attribute, score in given.items()
    }
    _require_points(table, who, scores)
    talents = tuple(full.talents or ()) if order.talents is None else order.talents
    spells = tuple(full.spells or ()) if order.spells is None else order.spells
    sheet = rebuilt(state.own.members[who].sheet or {}, scores, talents, spells)
    after = entering.figures_of(entering.full(msgspec.convert(sheet, Sheet)))
    had = len(before.talents) + len(before.spells) - half(before.score(Attribute.LEARNING))
    has = len(after.talents) + len(after.spells) - half(after.score(Attribute.LEARNING))
    if had != has:
        more = half(after.score(Attribute.LEARNING)) + had
        raise RuleRefusal(f"{more} talents and spells: as many as before", rule="SA-OUT-13", field="talents")
    loans.require_playable(sheet)
    event = CharacterRebuilt(combatant=who, attributes=scores, talents=talents, spells=spells)
    table.emit(event, rule="SA-OUT-11")
    _adjust_limits(table, who)


def _require_points(table: Table[CampaignState], who: str, scores: Mapping[str, int]) -> None:
    """The same sum, none above its bound; below its start only where the game master says so.  [SA-OUT-11]"""
    state, before = table.state, figures_of(table.state, who)
    if sum(scores.values()) != sum(before.attributes.values()):
        raise RuleRefusal("as many points of attributes as before", rule="SA-OUT-11")
    start = own_of(state).start.get(who, {})
    for attribute in Attribute:
        score, was = scores[attribute.value], before.score(attribute)
        if score > max(was, bound_of(state, who, attribute)):
            raise RuleRefusal("this attribute is as high as it can be", rule="SA-OUT-09")
        if score < start.get(attribute.value, 0) and not state.fight.is_gm(table.seat):
            raise RuleRefusal("attributes of the beginning are not exchanged", rule="SA-OUT-11")


def lose_talent(table: Table[CampaignState], order: LoseTalent) -> None:
    """A worldly one, with the weapon that it names.  [SA-OUT-15]"""
    table.state.fight.require(order.combatant)
    worldly = {talent.id for talent in figures_of(table.state, order.combatant).talents if talent.worldly}
    if order.talent not in worldly:
        raise RuleRefusal("a worldly talent that it has", rule="SA-OUT-15", field="talent")
    table.emit(TalentLost(combatant=order.combatant, talent=order.talent), rule="SA-OUT-15")


def replace_talent(table: Table[CampaignState], order: ReplaceTalent) -> None:
    """The point is free at the next return to base; the game master may replace it earlier.  [SA-OUT-15]"""
    who = order.combatant
    if not table.state.fight.is_gm(table.seat):
        _require_base(table.state)
    if order.lost not in own_of(table.state).lost.get(who, ()):
        raise RuleRefusal(f"{who} has lost no such talent", rule="SA-OUT-15", field="lost")
    if order.talent is not None and order.spell is not None:
        raise RuleRefusal("a talent or a spell: one of them", rule="SA-OUT-16", field="spell")
    talent = order.lost if order.talent is None and order.spell is None else order.talent
    _require_new(table.state, who, talent, order.spell)
    event = TalentReplaced(combatant=who, lost=order.lost, talent=talent, spell=order.spell)
    table.emit(event, rule="SA-OUT-16" if order.spell else "SA-OUT-15")


# -- sheets
def rebuilt(sheet: Mapping[str, Any], scores: Mapping[str, int], talents: Any, spells: Any) -> dict[str, Any]:
    """A sheet with these choices."""
    attributes = {name.lower(): score for name, score in scores.items()}
    return {**sheet, **attributes, "talents": list(talents), "spells": list(spells)}


def risen(sheet: Mapping[str, Any], event: RiseTaken) -> dict[str, Any]:
    """A sheet with what a level gives."""
    if event.attribute is not None:
        return {**sheet, event.attribute.value.lower(): event.score}
    made = with_talent(sheet, event.talent, event.spell)
    counted = entering.full(msgspec.convert(sheet, Sheet)).starting_talents
    if counted is not None and event.uses is not RiseKind.LEARNING:
        made["startingTalents"] = counted + 1
    return made


def with_talent(sheet: Mapping[str, Any], talent: str | None, spell: str | None) -> dict[str, Any]:
    """A sheet with a talent or a spell of the catalogue."""
    full = entering.full(msgspec.convert(sheet, Sheet))
    if spell is not None:
        return {**sheet, "spells": [*(full.spells or ()), spell]}
    return {**sheet, "talents": [*(full.talents or ()), talent]}


def named_weapons(talent: Talent) -> tuple[str, ...]:
    """The weapons that a worldly talent stands for."""
    return tuple(bonus.weapon for bonus in talent.bonuses if bonus.weapon is not None) if talent.worldly else ()


def without_talent(sheet: Mapping[str, Any], talent: str) -> dict[str, Any]:
    """A sheet without a talent, and without what it stands for."""
    full = entering.full(msgspec.convert(sheet, Sheet))
    made = dict(sheet)
    for known in entering.figures_of(full).talents:
        if known.id == talent:
            for weapon in named_weapons(known):
                made = loans.without_item(made, weapon)
    made["talents"] = [key for key in full.talents or () if key != talent]
    if any(own.id == talent for own in full.own_talents or ()):
        made["ownTalents"] = [own for own in made["ownTalents"] if own["id"] != talent]
    return made


def replaced(sheet: Mapping[str, Any], event: TalentReplaced) -> dict[str, Any]:
    """A sheet with what replaces a lost talent; with the same one its weapon comes back.  [SA-OUT-15]"""
    made = with_talent(sheet, event.talent, event.spell)
    if event.talent is not None and event.talent in TALENTS:
        figures = entering.figures_of(entering.full(msgspec.convert(sheet, Sheet)))
        for weapon in named_weapons(TALENTS[event.talent]):
            if weapon not in figures.weapons:
                full = entering.full(msgspec.convert(sheet, Sheet))
                made["weapons"] = [*(full.weapons or ()), weapon]
    return made
