"""What the effects of cards come to: numbers with their terms, percents, permissions.  [MM-GEN-01, MM-GEN-03]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.kit import Term
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment, standing
from engine.systems.mongolian_mercenaries.content.kinds import (
    Activity,
    CreatureType,
    Does,
    Effect,
    ElementCard,
    Face,
    Figure,
    Formula,
    Lighting,
    Permission,
    Spell,
)

FULL_PERCENT = 100
NOTHING_LEFT = -100
"""A sum of percents at which nothing of a value is left.  [RUL-43]"""


class Sum(NamedTuple):
    """A number, and where its changes come from. percent: the sum of all percents, applied once."""

    total: int
    points: int
    percent: int
    changes: tuple[tuple[str, int, int, str], ...]
    """(card, points, percent, whose card) of each effect."""

    def terms(self, of: str, rule: str) -> tuple[Term, ...]:
        """The changes as terms of the number `of`: first points, then one term for all percents."""
        found = [Term(source=card, of=of, amount=points, rule=rule) for card, points, _, _ in self.changes if points]
        if self.percent:
            source = next(card for card, _, percent, _ in self.changes if percent)
            found.append(Term(source=source, of=of, times=FULL_PERCENT + self.percent, over=FULL_PERCENT, rule=rule))
        return tuple(found)


def number(formula: Formula, skills: Mapping[str, int], successes: int | None = None) -> int:
    """A card's formula: points, for each success, for each level of a skill; a negative skill counts as 0.

    [MM-MAG-21]
    """
    level = 0 if formula.skill is None else max(0, skills.get(formula.skill, 0))
    return formula.points + formula.per_success * (successes or 0) + formula.per_skill * level


def with_percent(value: int, percent: int) -> int:
    """A value changed by a sum of percents: rounded down, never below 0.

    Percents do not act on 0 or less.  [RUL-08, RUL-43]
    """
    if value <= 0:
        return value
    return max(0, value * (FULL_PERCENT + percent) // FULL_PERCENT)


def summed(base: int, effects: Iterable[Applied], moment: Moment) -> Sum:
    """A number after all changes: the points first, then the percents, summed and applied once.  [MM-GEN-03]"""
    changes = []
    for effect in effects:
        points = (
            0
            if effect.effect.amount is None
            else number(effect.effect.amount, _skills(moment, effect), moment.successes)
        )
        changes.append((effect.source, points, effect.effect.percent or 0, effect.bearer))
    points, percent = sum(change[1] for change in changes), sum(change[2] for change in changes)
    total = base + points
    return Sum(with_percent(total, percent) if percent else total, points, percent, tuple(changes))


def _skills(moment: Moment, effect: Applied) -> Mapping[str, int]:
    return moment.parties[effect.bearer].skills


def figure(
    moment: Moment, who: str, wanted: Figure | Sequence[Figure], base: int = 0, more: Iterable[Applied] = ()
) -> Sum:
    """A figure of a combatant with everything that cards add to it.

    wanted: several where a number is changed by each of them, such as dice of a hit test and of any test.
    more: effects of reactions to this moment.
    """
    names = (wanted,) if isinstance(wanted, Figure) else tuple(wanted)
    found = [*standing(moment, who, Does.FIGURE), *(effect for effect in more if who in effect.on)]
    return summed(
        base,
        [effect for effect in found if effect.effect.does is Does.FIGURE and effect.effect.figure in names],
        moment,
    )


def attribute(moment: Moment, who: str, name: str, base: int) -> Sum:
    """An attribute with everything that cards add to it."""
    found = standing(moment, who, Does.ATTRIBUTE)
    return summed(base, [effect for effect in found if effect.effect.attribute == name], moment)


def skill(moment: Moment, who: str, name: str, base: int, *, locked: bool = False) -> Sum:
    """A skill with everything that cards add to it. locked: it began negative, and no card acts on it.  [MM-SKILL-03]

    A bonus to the skill itself counts into its value.  [MM-TEST-08]
    """
    found = () if locked else standing(moment, who, Does.SKILL)
    return summed(base, [effect for effect in found if effect.effect.skill == name], moment)


def resistance(moment: Moment, who: str) -> Sum:
    """By how many hundredths the damage of this moment changes for a combatant: `percent`.

    Resistances and vulnerabilities are summed.  [MM-RES-04, MM-RES-07, RUL-41]
    """
    return summed(0, _resisting(moment, who), moment)


def vulnerable(moment: Moment, who: str) -> bool:
    """Whether a card names a combatant vulnerable to the element of this moment, with a percentage or without one.

    It stays so whatever resistances take off the percentage.  [MM-RES-07, MM-ELM-08]
    """
    named = (card_effect.effect for card_effect in _resisting(moment, who) if card_effect.effect.elements)
    return any(effect.percent is not None and effect.percent >= 0 for effect in named)


def _resisting(moment: Moment, who: str) -> list[Applied]:
    return [effect for effect in standing(moment, who, Does.RESIST) if _resists(effect.effect, moment)]


def _resists(effect: Effect, moment: Moment) -> bool:
    return (
        (not effect.elements or moment.element in effect.elements)
        and (not effect.kinds or moment.kind in effect.kinds)
        and effect.plain in (None, moment.plain)
    )


def harm(moment: Moment, who: str, points: int, card: ElementCard | None = None) -> int:
    """What is left of damage points after resistance and vulnerability; below 0 it stays below 0.

    card: of its element. Light does nothing to the living.  [MM-ELM-08, RUL-42, MM-RES-08, RUL-08]
    """
    if card is not None and not harmful(card, moment.parties[who].type, vulnerable(moment, who)):
        return 0
    return with_percent(points, resistance(moment, who).percent)


def wounds_at_all(moment: Moment, who: str, card: ElementCard | None = None) -> bool:
    """Whether such damage can wound a combatant: not where nothing of it is left, critical or not.

    [RUL-41, RUL-42, RUL-43]
    """
    if resistance(moment, who).percent <= NOTHING_LEFT:
        return False
    return card is None or harmful(card, moment.parties[who].type, vulnerable(moment, who))


def harmful(card: ElementCard, type: CreatureType | None, vulnerable: bool) -> bool:
    """Whether an element harms a type of creature, that is vulnerable to it or not.  [MM-ELM-08]"""
    if card.only and type not in card.only:
        return False
    return type not in card.vulnerable_only or vulnerable


def immune(moment: Moment, who: str, spell: Spell) -> bool:
    """Whether a combatant ignores a spell completely: by its types, school or path.  [MM-RES-05, RUL-49]"""
    return any(
        any(spell_type in spell.types for spell_type in effect.types)
        or spell.school in effect.schools
        or (spell.path is not None and spell.path in effect.paths)
        for effect in (card_effect.effect for card_effect in standing(moment, who, Does.IMMUNE))
    )


def spared(moment: Moment, who: str, state: str) -> bool:
    """Whether a combatant never gains a state."""
    return any(state in effect.effect.states for effect in standing(moment, who, Does.IMMUNE))


def crit_faces(moment: Moment, who: str, base: Sequence[Face]) -> tuple[Face, ...]:
    """The critical faces of a combatant's test, in rising order.  [MM-CRIT-07]"""
    more = {face for effect in standing(moment, who, Does.CRIT_FACES) for face in effect.effect.faces}
    return tuple(sorted({*base, *more}))


def allowed(moment: Moment, who: str, permission: Permission) -> bool:
    """Whether a card allows something that is usually forbidden.  [MM-GEN-02]"""
    return any(effect.effect.permission is permission for effect in standing(moment, who, Does.ALLOW))


def forbidden(moment: Moment, who: str, deed: Activity) -> str:
    """The card that forbids a deed; "" where none does."""
    for effect in standing(moment, who, Does.FORBID):
        if deed in effect.effect.deeds or Activity.ALL in effect.effect.deeds:
            return effect.source
    return ""


def lighting(moment: Moment, steps: int = 0) -> Lighting:
    """The light of the field: darker by so many steps, and brighter by a torch of any active combatant.

    steps: of effects on the field, below 0 brighter.  [MM-FIELD-05]
    """
    order = tuple(Lighting)
    level = min(max(order.index(moment.lighting) + steps, 0), len(order) - 1)
    if order[level] is not Lighting.DARK:  # a torch turns nothing else into dim light
        return order[level]
    lit = any(standing(moment, key, Does.TORCH) for key, party in moment.parties.items() if party.active)
    return Lighting.DIM if lit else Lighting.DARK
