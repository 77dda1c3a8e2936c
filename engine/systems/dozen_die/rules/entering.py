"""From a sheet to a figure: made complete, with its content looked up.  [DD-HP-01]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import structs

from engine.kernel.combatant import Combatant, Place, Vital
from engine.kernel.errors import RuleRefusal
from engine.systems.dozen_die.content import catalogue as c
from engine.systems.dozen_die.content.kinds import Kind, Passive, Skill, Talent, Weapon
from engine.systems.dozen_die.rules.means import flaw
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import Figure

T = TypeVar("T", Weapon, Skill, Talent)

HP = "hp"
NEEDED = ("st", "dx", "co", "aw", "mv")
CHARISMA = 2
"""The charisma of whoever's sheet names none."""


def _refuse(field: str, reason: str, rule: str) -> RuleRefusal:
    return RuleRefusal(f"{field}: {reason}", rule=rule, field=f"sheet.{field}")


def _whole(sheet: Sheet) -> Sheet:
    """The sheet laid over the character or creature it names."""
    if sheet.ref is None:
        return sheet
    base = c.FIGURES.get(sheet.ref)
    if base is None:
        raise _refuse("ref", f"the catalogue has no {sheet.ref!r}", "DD-HP-01")
    given = {f.name: getattr(sheet, f.name) for f in structs.fields(Sheet)}
    return structs.replace(base, **{name: value for name, value in given.items() if value is not None})


def _collected(
    field: str, rule: str, listed: Mapping[str, T], ids: Sequence[str] | None, own: Sequence[T] | None
) -> dict[str, T]:
    """Things of the catalogue and the sheet's own, by id."""
    found: dict[str, T] = {}
    for name in ids or ():
        if name not in listed:
            raise _refuse(field, f"the catalogue has no {name!r}", rule)
        if name in found:
            raise _refuse(field, f"{name!r} twice: write the second one in full, with an id of its own", rule)
        found[name] = listed[name]
    for thing in own or ():
        if thing.id in found:
            raise _refuse(field, f"{thing.id!r} twice: give each an id of its own", rule)
        found[thing.id] = thing
    return found


def _learned(sheet: Sheet) -> tuple[dict[str, Skill], dict[str, int]]:
    """(skills, their levels). A skill written in full needs a level too."""
    own = {skill.id: skill for skill in sheet.own_skills or ()}
    levels: dict[str, int] = {}
    for learned in sheet.skills or ():
        if learned.skill in levels:
            raise _refuse("skills", f"{learned.skill!r} twice", "DD-DICE-04")
        levels[learned.skill] = learned.level
    names = [name for name in levels if name not in own]
    skills = _collected("skills", "DD-DICE-04", c.SKILLS, names, sheet.own_skills)
    for name, skill in own.items():
        if flaw(skill):
            raise _refuse("own_skills", f"{name!r}: {flaw(skill)}", "DD-REA-16")
        if name not in levels:
            raise _refuse("skills", f"{name!r} of own_skills has no level: list it in skills", "DD-DICE-04")
    return {name: skills[name] for name in levels}, levels


def figure_of(sheet: Sheet) -> Figure:
    """A sheet made complete. RuleRefusal for one that cannot be played."""
    whole = _whole(sheet)
    for name in NEEDED:
        if getattr(whole, name) is None:
            raise _refuse(name, "needed, unless `ref` names somebody who has it", "DD-HP-01")
    skills, levels = _learned(whole)
    weapons = _collected("weapons", "DD-MEL-01", c.WEAPONS, whole.weapons, whole.own_weapons)
    ranged = tuple(name for name, weapon in weapons.items() if weapon.ranged)
    for name in whole.unloaded or ():
        if name not in ranged:
            raise _refuse("unloaded", f"{name!r} is no ranged weapon of his", "DD-REA-23")
    armor = whole.own_armor
    if armor is None and whole.armor is not None:
        armor = c.ARMOR.get(whole.armor)
        if armor is None:
            raise _refuse("armor", f"the catalogue has no {whole.armor!r}", "DD-ARM-03")
    assert whole.st is not None
    assert whole.dx is not None
    assert whole.co is not None
    assert whole.aw is not None
    assert whole.mv is not None
    return Figure(
        kind=whole.kind or Kind.ADVENTURER,
        st=whole.st,
        dx=whole.dx,
        co=whole.co,
        ch=CHARISMA if whole.ch is None else whole.ch,
        aw=whole.aw,
        mv=whole.mv,
        abilities=whole.abilities or {},
        size=whole.size or 1,
        skills=skills,
        levels=levels,
        weapons=weapons,
        loaded=tuple(name for name in ranged if name not in (whole.unloaded or ())),
        armor=armor,
        talents=tuple(_collected("talents", "DD-REA-04", c.TALENTS, whole.talents, whole.own_talents).values()),
        tags=whole.tags or (),
        pack=whole.pack,
        items=whole.items or 0,
        capacity=whole.st if whole.capacity is None else whole.capacity,
        load=whole.load,
    )


def hit_points(figure: Figure) -> int:
    """Constitution and the level of Endurance.  [DD-HP-01]"""
    endurance = [figure.levels[name] for name, skill in figure.skills.items() if skill.passive is Passive.ENDURANCE]
    return figure.co + max(endurance, default=0)


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """What the kernel learns of somebody with this sheet. RuleRefusal for one that cannot be played."""
    figure = figure_of(sheet)
    if figure.kind is Kind.WANDERER:
        raise _refuse("kind", "a wanderer comes by a die: name it among the setup's wanderers", "DD-ACT-15")
    if place is not None and place.cell is None:
        raise RuleRefusal("place: a figure stands on a square: give its cell", rule="DD-MOVE-01", field="place")
    hp = hit_points(figure)
    if hp < 1:
        raise _refuse("co", "whoever has no hit points cannot enter", "DD-HP-01")
    return Combatant(id="", name="", side="", kind=figure.kind.value, vitals={HP: Vital(hp, hp)}, place=place)
