"""What a combatant's cards weigh beside those of the others in its fight.  [RUL-89]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import RuleRefusal, SheetRefused
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.cards.weight import MOST_AT_WORK, MOST_HARM, Weight, weight_of
from engine.systems.mongolian_mercenaries.content.kinds import Ability
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight

_TOO_MUCH_HARM = (
    "with the cards of those who are here, harm to many would be answered by harm to many without end: "
    "let fewer of them answer harm, or harm fewer at once"
)


def faults(state: MercenariesFight, who: str) -> Iterator[RuleRefusal]:
    """More abilities than anybody may have at work, and harm that would be answered by harm too often."""
    figures = state.own.fighters[who].figures
    if figures is None:
        return
    deck = deck_of(state.own.setup.cards)
    states, mine = deck.states, _at_work(state, who, deck)
    field = "card.abilities" if figures.abilities else "talents"
    if len(mine) > MOST_AT_WORK:
        reason = f"{len(mine)} abilities of cards are at work on it, and at most {MOST_AT_WORK} may be"
        yield SheetRefused(field, reason, rule="MM-GEN-02")
        return
    total = weight_of(mine, states)
    if total == Weight():
        return
    for other in state.own.fighters:
        if other != who:
            total = total.and_(weight_of(_at_work(state, other, deck), states))
    if total.harm > MOST_HARM:
        yield SheetRefused(field, _TOO_MUCH_HARM, rule="RUL-89")


def _at_work(state: MercenariesFight, who: str, deck: Deck) -> list[Ability]:
    """The abilities of all cards that somebody may have at work in this fight."""
    figures = state.own.fighters[who].figures
    if figures is None:
        return []
    kinds = (condition.kind for condition in state.fight.combatants[who].conditions)
    cards: list[Any] = [*figures.weapons.values(), *figures.worn.values(), *figures.items.values()]
    cards += [deck.talents[key] for key in figures.talents if key in deck.talents]
    cards += [deck.skills[key] for key in figures.skills if key in deck.skills]
    cards += [deck.creatures[key] for key in figures.companions if key in deck.creatures]
    cards += [deck.states[key] for key in kinds if key in deck.states]
    return [*figures.abilities, *(ability for card in cards if card.abilities for ability in card.abilities)]
