"""Present figures: the sheet, and a list of changes that each name their source and rule."""

from __future__ import annotations

from msgspec import Struct

from engine.systems.fantasia.content.kinds import Attribute, Figure, Protection
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight, bare, fighter, figures, kinds
from engine.systems.fantasia.rules.basics.stacking import Kind, Modifier, counted, total
from engine.systems.fantasia.state import Figures

__all__ = [
    "FIGURE_OF",
    "Kind",
    "Modifier",
    "Multiplier",
    "attribute",
    "figure",
    "modifiers",
    "rule_of",
    "terms_of",
    "times",
    "total",
]

FIGURE_OF = {attribute: Figure(attribute.value) for attribute in Attribute}
"""Attributes are figures too."""

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


_RULES = {
    Figure.ATTACK: "FF-STAT-02",
    Figure.MAGIC_ATTACK: "FF-STAT-03",
    Figure.DEFENSE: "FF-STAT-04",
    Figure.MAGIC_DEFENSE: "FF-STAT-04",
    Figure.EVASION: "FF-STAT-05",
    Figure.MAGIC_BLOCK: "FF-STAT-05",
    Figure.MOVEMENT: "FF-STAT-07",
    Figure.INITIATIVE: "FF-INIT-02",
}
"""The rule for each figure of the sheet, also for its traits; of attributes FF-STAT-01."""


def rule_of(figure: Figure) -> str:
    """The rule that defines a figure."""
    return _RULES.get(figure, "FF-STAT-01")


class Multiplier(Struct, frozen=True, kw_only=True):
    """A factor on a figure after all terms are added. source, carries: as of a term."""

    figure: Figure
    times: int
    over: int
    source: str
    carries: str


def _equipment(sheet: Figures, figure: Figure) -> list[Modifier]:
    """Changes by armour and accessories: they add up, but light and heavy armour do not.  [FF-STK-02, FF-STK-03]"""
    terms: list[tuple[Protection, Modifier]] = []
    for piece in sheet.armor:
        for mod in piece.mods:
            if mod.figure is figure:
                term = Modifier(
                    figure=figure, change=mod.change, source=piece.id, carries="FF-STK-02", kind=Kind.EQUIPMENT
                )
                terms.append((piece.protection, term))
    sums = {
        kind: sum(term.change for protection, term in terms if protection is kind)
        for kind in (Protection.LIGHT, Protection.HEAVY)
        if any(protection is kind for protection, _ in terms)
    }
    # When both are worn, the better of the two counts for each figure that both change.
    worse = min(sums, key=lambda kind: sums[kind]) if len(sums) == 2 else None
    return [term for protection, term in terms if protection is not worse]


def _steady(sheet: Figures, figure: Figure, *, gone: bool) -> tuple[Modifier, ...]:
    """Changes by equipment, unless it is gone, and traits. Cached per sheet, as they depend only on it."""
    kept: dict[tuple[Figure, bool], tuple[Modifier, ...]] = sheet.__dict__.setdefault("steady", {})
    found = kept.get((figure, gone))
    if found is None:
        terms = [] if gone else _equipment(sheet, figure)
        terms += [
            Modifier(figure=figure, change=m.change, source=trait.id, carries=rule_of(figure), kind=Kind.TRAIT)
            for trait in sheet.traits
            for m in trait.mods
            if m.figure is figure
        ]
        found = kept[figure, gone] = tuple(terms)
    return found


def _conditions(state: FantasiaFight, who: str, figure: Figure, facing: str | None) -> list[Modifier]:
    """Changes by conditions; a source's own figures replace the status's.  [FF-STG-02]"""
    terms: list[Modifier] = []
    for condition, kind in kinds(state.fight.require(who)):
        if kind.at_cause and condition.source != facing:
            continue
        stated = fighter(state, who).stated.get(condition.key)
        own = {m.figure: m.change for m in stated.mods} if stated else {}
        change = own.get(figure, next((m.change for m in kind.mods if m.figure is figure), 0))
        if kind.growing:
            change *= condition.amount or 0
        if change:
            term = Modifier(
                figure=figure,
                change=change,
                source=kind.id,
                carries=kind.carries,
                kind=Kind.MAGIC if kind.magic else Kind.CONDITION,
                least=kind.least,
            )
            terms.append(term)
    return terms


def modifiers(
    state: FantasiaFight, who: str, figure: Figure, *, facing: str | None = None, base: int | None = None
) -> list[Modifier]:
    """All permanent changes of a figure: equipment, traits, conditions.  [FF-STAT-04]

    facing: the target of its attack, or its attacker; fear counts only towards its cause.  [FF-ST-20]
    base: as for `counted`; None: the sheet's value.
    """
    sheet, bearer = figures(state, who), state.fight.require(who)
    if not bearer.conditions:
        return [*_steady(sheet, figure, gone=False)]  # none of them is magic: all of them count
    terms = [*_steady(sheet, figure, gone=bare(bearer)), *_conditions(state, who, figure, facing)]
    if base is None:
        base = getattr(sheet, _BASE[figure]) if figure in _BASE else 0
    return counted(terms, base=base)


def terms_of(state: FantasiaFight, who: str, figure: Figure, *, facing: str | None = None) -> list[Modifier]:
    """All terms of a figure that the sheet has, the sheet's own first."""
    return [_own(figures(state, who), who, figure), *modifiers(state, who, figure, facing=facing)]


def _own(sheet: Figures, who: str, figure: Figure) -> Modifier:
    """The sheet's own value of a figure."""
    kept: dict[tuple[Figure, str], Modifier] = sheet.__dict__.setdefault("own", {})
    found = kept.get((figure, who))
    if found is None:
        base = getattr(sheet, _BASE[figure])
        found = Modifier(figure=figure, change=base, source=who, carries=rule_of(figure), kind=Kind.SHEET)
        kept[figure, who] = found
    return found


def multipliers(state: FantasiaFight, who: str, figure: Figure) -> list[Multiplier]:
    """Factors on a figure after everything is added."""
    return [
        Multiplier(figure=figure, times=t.times, over=t.over, source=kind.id, carries=kind.carries)
        for _, kind in kinds(state.fight.require(who))
        for t in kind.times
        if t.figure is figure
    ]


def _multiplied(value: int, by: list[Multiplier]) -> int:
    """Exact, and rounded down once."""
    if not by:
        return value
    over = 1
    for multiplier in by:
        value, over = value * multiplier.times, over * multiplier.over
    return value // over


def figure(state: FantasiaFight, who: str, which: Figure, *, facing: str | None = None) -> int:
    """A present figure. Movement is at least 1."""
    value: int = getattr(figures(state, who), _BASE[which])
    value += total(modifiers(state, who, which, facing=facing))
    if which is not Figure.MOVEMENT:
        return value
    fixed = [m.change for _, kind in kinds(state.fight.require(who)) for m in kind.fixed if m.figure is which]
    return max(1, min([_multiplied(value, multipliers(state, who, which)), *fixed]))


def attribute(state: FantasiaFight, who: str, which: Attribute, *, attack: bool = False) -> int:
    """A present attribute: a reduction lowers attack and damage alike.  [FF-STAT-01, FF-INT-01]

    attack: for an attack roll or for damage, where Berserk doubles strength after all changes are added; an attribute
    of 0 or less stays as it is.  [FF-ST-03, FF-INT-02]
    """
    value = figure(state, who, FIGURE_OF[which])
    return _multiplied(value, multipliers(state, who, FIGURE_OF[which])) if attack and value > 0 else value


def times(score: int, bonus: int) -> int:
    """The factor on an attribute for damage and healing: the weapon's bonus, from 2 on.  [FF-ATK-08]

    Zero and negative attributes are added once, whatever the bonus.  [FF-ATK-09]
    """
    return max(1, bonus) if score > 0 else 1
