"""Which spells can be learned: schools gate them by their skill.  [MM-MAG-02, MM-MAG-05, MM-SKILL-13]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import RuleRefusal, SheetRefused
from engine.systems.mongolian_mercenaries.cards.deck import Deck
from engine.systems.mongolian_mercenaries.sheet import Sheet
from engine.systems.mongolian_mercenaries.state import Figures


def faults(sheet: Sheet, figures: Figures, deck: Deck) -> Iterator[RuleRefusal]:
    """What keeps somebody from having learned its spells: cards that nobody has, schools that it is too low in.

    [MM-MAG-02, MM-MAG-05, MM-SKILL-02, MM-SKILL-13]
    """
    learned = len(sheet.spells)
    for number, key in enumerate(figures.spells):
        spell = deck.spells.get(key)
        field = f"spells.{number}" if number < learned else f"card.spells.{number - learned}"
        if spell is None:
            yield SheetRefused(field, f"there is no card {key!r}", rule="MM-MAG-04")
            continue
        level = figures.skill(spell.school)
        if level <= 0:
            yield SheetRefused(field, f"it takes {spell.school}", rule="MM-MAG-05")
        elif level < spell.tier.level:
            reason = f"it takes {spell.school} of {spell.tier.level}"
            yield SheetRefused(field, reason, rule="MM-MAG-02")
