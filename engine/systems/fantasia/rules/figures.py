"""Figures as they count now: the sheet, and a list of changes that each name their source and rule."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from engine.systems.fantasia.content.catalogue import CONDITIONS
from engine.systems.fantasia.content.kinds import Attribute, Figure, Protection
from engine.systems.fantasia.rules.look import FF, figures
from engine.systems.fantasia.rules.look import combatant as somebody
from engine.systems.fantasia.state import Figures

_BASE = {
    Figure.STRENGTH: "strength",
    Figure.AGILITY: "agility",
    Figure.VITALITY: "vitality",
    Figure.MIND: "mind",
    Figure.DEFENSE: "defense",
    Figure.MAGIC_DEFENSE: "magic_defense",
    Figure.EVASION: "evasion",
    Figure.MAGIC_BLOCK: "magic_block",
    Figure.MOVEMENT: "movement",
    Figure.INITIATIVE: "initiative_bonus",
}


class Kind(Enum):
    """What a change comes from; changes by magic to one figure will not add up."""

    SHEET = "SHEET"
    EQUIPMENT = "EQUIPMENT"
    TRAIT = "TRAIT"
    CONDITION = "CONDITION"
    SITUATION = "SITUATION"


class Modifier(Struct, frozen=True, kw_only=True):
    """One term of a figure. source: an id or a word of the system; carries: the rule it comes from."""

    figure: Figure
    change: int
    source: str
    carries: str
    kind: Kind


def _equipment(sheet: Figures, figure: Figure) -> list[Modifier]:
    """What armour and accessories change: they add up, but light and heavy armour do not.  [FF-STK-02, FF-STK-03]"""
    terms: list[tuple[Protection, Modifier]] = []
    for piece in sheet.armor:
        for mod in piece.mods:
            if mod.figure is figure:
                term = Modifier(
                    figure=figure, change=mod.change, source=piece.id, carries="FF-STAT-04", kind=Kind.EQUIPMENT
                )
                terms.append((piece.protection, term))
    sums = {
        kind: sum(term.change for protection, term in terms if protection is kind)
        for kind in (Protection.LIGHT, Protection.HEAVY)
        if any(protection is kind for protection, _ in terms)
    }
    # Worn together, the better of the two counts for each figure that both change.
    worse = min(sums, key=lambda kind: sums[kind]) if len(sums) == 2 else None
    return [term for protection, term in terms if protection is not worse]


def modifiers(state: FF, who: str, figure: Figure) -> list[Modifier]:
    """What changes a figure of somebody whatever he does: equipment, traits, conditions.  [FF-STAT-04]"""
    sheet = figures(state, who)
    terms = _equipment(sheet, figure)
    for trait in sheet.traits:
        terms += [
            Modifier(figure=figure, change=m.change, source=trait.id, carries="FF-INIT-02", kind=Kind.TRAIT)
            for m in trait.mods
            if m.figure is figure
        ]
    for condition in somebody(state, who).conditions:
        kind = CONDITIONS.get(condition.kind)
        if kind is not None:
            terms += [
                Modifier(figure=figure, change=m.change, source=kind.id, carries=kind.carries, kind=Kind.CONDITION)
                for m in kind.mods
                if m.figure is figure
            ]
    return terms


def total(terms: list[Modifier]) -> int:
    """The sum of the terms."""
    return sum(term.change for term in terms)


def terms_of(state: FF, who: str, figure: Figure) -> list[Modifier]:
    """All terms of a figure that the sheet has, the sheet's own first."""
    base = getattr(figures(state, who), _BASE[figure])
    own = Modifier(figure=figure, change=base, source=who, carries="FF-STAT-01", kind=Kind.SHEET)
    return [own, *modifiers(state, who, figure)]


def figure(state: FF, who: str, which: Figure) -> int:
    """A figure of the sheet as it counts now. Movement is at least 1."""
    value = total(terms_of(state, who, which))
    return max(1, value) if which is Figure.MOVEMENT else value


def attribute(state: FF, who: str, which: Attribute) -> int:
    """An attribute as it counts now.  [FF-STAT-01]"""
    return figure(state, who, Figure(which.value))


def times(score: int, bonus: int) -> int:
    """What an attribute is multiplied by on damage and healing: the weapon's bonus, from 2 on.  [FF-ATK-08]

    Zero and negative attributes are added once, whatever the bonus.  [FF-ATK-09]
    """
    return max(1, bonus) if score > 0 else 1
