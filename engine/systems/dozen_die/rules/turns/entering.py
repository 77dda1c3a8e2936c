"""From a sheet to a figure: completed, with its content looked up.  [DD-HP-01]"""

from __future__ import annotations

from engine.kit import Combatant, Place, RuleRefusal, SheetRefused, Vital, collected, completed
from engine.systems.dozen_die.content import catalogue as c
from engine.systems.dozen_die.content.kinds import Kind, Passive, Skill
from engine.systems.dozen_die.rules.conflict.reaction_means import flaw
from engine.systems.dozen_die.sheet import Sheet
from engine.systems.dozen_die.state import Figure

HP = "hp"
CHARISMA = 2
"""The charisma of a sheet that gives none."""


def _learned(sheet: Sheet) -> tuple[dict[str, Skill], dict[str, int]]:
    """(skills, their levels). A skill written in full needs a level too."""
    own = {skill.id: skill for skill in sheet.own_skills or ()}
    levels: dict[str, int] = {}
    for learned in sheet.skills or ():
        if learned.skill in levels:
            raise SheetRefused("skills", f"{learned.skill!r} twice", rule="DD-DICE-04")
        levels[learned.skill] = learned.level
    names = [name for name in levels if name not in own]
    skills = collected("skills", c.SKILLS, names, sheet.own_skills, rule="DD-DICE-04")
    for name, skill in own.items():
        if flaw(skill):
            raise SheetRefused("own_skills", f"{name!r}: {flaw(skill)}", rule="DD-REA-16")
        if name not in levels:
            raise SheetRefused("skills", f"{name!r} of ownSkills has no level: list it in skills", rule="DD-DICE-04")
    return {name: skills[name] for name in levels}, levels


def _needed(sheet: Sheet, name: str) -> int:
    value = getattr(sheet, name)
    if not isinstance(value, int):
        raise SheetRefused(name, "needed of whoever is not of the catalogue", rule="DD-HP-01")
    return value


def figure_of(sheet: Sheet) -> Figure:
    """A completed sheet. RuleRefusal for one that cannot be played."""
    sheet = completed(sheet, sheet.ref, c.FIGURES, rule="DD-HP-01")
    st, dx, co, aw, mv = (_needed(sheet, name) for name in ("st", "dx", "co", "aw", "mv"))
    skills, levels = _learned(sheet)
    weapons = collected("weapons", c.WEAPONS, sheet.weapons, sheet.own_weapons, rule="DD-MEL-01")
    ranged = tuple(name for name, weapon in weapons.items() if weapon.ranged)
    for name in sheet.unloaded or ():
        if name not in ranged:
            raise SheetRefused("unloaded", f"{name!r} is no ranged weapon of his", rule="DD-REA-23")
    armor = sheet.own_armor
    if armor is None and sheet.armor is not None:
        armor = c.ARMOR.get(sheet.armor)
        if armor is None:
            raise SheetRefused("armor", f"the catalogue has no {sheet.armor!r}", rule="DD-ARM-03")
    talents = collected("talents", c.TALENTS, sheet.talents, sheet.own_talents, rule="DD-REA-04")
    return Figure(
        ref=sheet.ref or "",
        kind=sheet.kind or Kind.ADVENTURER,
        st=st,
        dx=dx,
        co=co,
        ch=CHARISMA if sheet.ch is None else sheet.ch,
        aw=aw,
        mv=mv,
        abilities=sheet.abilities or {},
        size=sheet.size or 1,
        skills=skills,
        levels=levels,
        arms=weapons,
        loaded=tuple(name for name in ranged if name not in (sheet.unloaded or ())),
        armor=armor,
        talents=tuple(talents.values()),
        tags=sheet.tags or (),
        pack=sheet.pack,
        items=sheet.items or 0,
        capacity=st if sheet.capacity is None else sheet.capacity,
        load=sheet.load,
    )


def hit_points(figure: Figure) -> int:
    """Constitution and the level of Endurance.  [DD-HP-01]"""
    endurance = [figure.levels[name] for name, skill in figure.skills.items() if skill.passive is Passive.ENDURANCE]
    return figure.co + max(endurance, default=0)


def check_place(place: Place | None) -> None:
    """RuleRefusal for a place that is none of this game."""
    if place is not None and place.cell is None:
        raise RuleRefusal("place: a figure stands on a square: give its cell", rule="DD-MOVE-01", field="place")


def combatant_of(sheet: Sheet, place: Place | None) -> Combatant:
    """The kernel's combatant for this sheet. RuleRefusal for one that cannot be played."""
    figure = figure_of(sheet)
    if figure.kind is Kind.WANDERER:
        raise SheetRefused("kind", "a wanderer comes by a die: name it among the setup's wanderers", rule="DD-ACT-15")
    check_place(place)
    hp = hit_points(figure) + (completed(sheet, sheet.ref, c.FIGURES, rule="DD-HP-01").hp_change or 0)
    if hp < 1:
        raise SheetRefused("co", "whoever has no hit points cannot enter", rule="DD-HP-01")
    return Combatant(id="", name="", side="", kind=figure.kind.value, vitals={HP: Vital(hp, hp)}, place=place)
