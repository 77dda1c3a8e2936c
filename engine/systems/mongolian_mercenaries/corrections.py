"""What a correction may set in this game's part of a fight, field by field."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from engine.kit.corrections import KEPT, Among, Takes, bearer, combatants, vitals, words
from engine.systems.mongolian_mercenaries.cards.deck import Deck, deck_of
from engine.systems.mongolian_mercenaries.content.kinds import Subtype
from engine.systems.mongolian_mercenaries.rules.basics import admitting
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.gear import entering
from engine.systems.mongolian_mercenaries.state import Figures


def _cards(pile: Callable[[Deck], Collection[str]]) -> Among:
    """Cards of the table: of the catalogue and its own."""
    return lambda state, path: tuple(pile(deck_of(state.own.setup.cards)))


def _its(things: Callable[[Figures], Collection[str]]) -> Among:
    """Things of the combatant whose part a path is in."""

    def found(state: MercenariesFight, path: tuple[str, ...]) -> Collection[str]:
        figures = state.own.fighters[who].figures if (who := bearer(state, path)) else None
        return tuple(things(figures)) if figures is not None else ()

    return found


_COUNT, _POINTS = Takes(most=999), Takes(least=-99, most=999)
_HELD = _its(lambda figures: (*figures.weapons, *figures.items))
_WEAPONS = _its(lambda figures: figures.weapons)
_THINGS = _its(lambda figures: (*figures.weapons, *figures.worn, *figures.spare, *figures.items))

TAKES: Mapping[str, Takes] = {
    "MercenariesState.mercenarySetup": KEPT,
    "MercenariesState.encounterStage": KEPT,
    "MercenariesState.fighters": Takes(keys=combatants, every=True),
    "MercenariesState.battlefield": KEPT,
    "MercenariesState.openTests": KEPT,
    "MercenariesState.quietRounds": _COUNT,
    "MercenariesState.patrons": Takes(keys=combatants, names=combatants),
    "MercenariesState.captives": Takes(names=combatants, once=True),
    "MercenariesState.rewarded": Takes(names=combatants, once=True),
    "MercenariesState.looted": Takes(names=combatants, once=True),
    "MercenariesState.treated": Takes(names=combatants, once=True),
    "MercenariesState.repairing": Takes(names=combatants, once=True),
    "MercenariesState.forces": KEPT,
    "MercenariesState.abilityUses": KEPT,
    "Fighter.mercenaryKind": KEPT,
    "Fighter.ref": KEPT,
    "Fighter.mercenaryFigures": Takes(there=True),
    "Fighter.held": Takes(names=_HELD, once=True),
    "Fighter.damaged": Takes(names=_THINGS, once=True),
    "Fighter.largeActions": Takes(most=99),
    "Fighter.minorActions": Takes(most=99),
    "Fighter.initiative": _POINTS,
    "Fighter.waited": _COUNT,
    "Fighter.lastPosition": Takes(least=1, most=5),
    "Fighter.luckyBreakDay": _COUNT,
    "Fighter.mountCard": Takes(names=_cards(lambda deck: list(filter(deck.carries, deck.creatures)))),
    "Fighter.ammunitionLeft": Takes(most=999),
    "Fighter.woundLabels": Takes(of_text=64),
    "Fighter.sharpened": Takes(names=_WEAPONS, once=True),
    "Fighter.venomed": Takes(names=_WEAPONS, once=True),
    "Fighter.packed": Takes(names=_THINGS, once=True),
    "Fighter.prayed": Takes(names=_its(lambda figures: figures.prayers)),
    "Fighter.xpSinceLevel": Takes(most=1_000_000),
    "Fighter.devPoints": Takes(most=1_000_000),
    "Fighter.lost": Takes(keys=vitals),
    "Figures.subtype": Takes(names=words("", *(subtype.value for subtype in Subtype))),
    "Figures.level": _COUNT,
    "Figures.attributes": _POINTS,
    "Figures.skills": _POINTS,
    "Figures.fightProficiency": _POINTS,
    "Figures.armour": _POINTS,
    "Figures.dodge": _POINTS,
    "Figures.talents": Takes(names=_cards(lambda deck: deck.talents), once=True),
    "Figures.spells": Takes(names=_cards(lambda deck: deck.spells), once=True),
    "Figures.xp": _COUNT,
    "Figures.patron": Takes(names=combatants),
    "Figures.companions": Takes(names=_cards(lambda deck: deck.creatures)),
    "Figures.prayers": Takes(names=_cards(lambda deck: deck.prayers)),
    "Wounds.light": Takes(most=99),
    "Wounds.heavy": Takes(most=99),
    "Wounds.severe": Takes(most=99),
    "Gap.one": Takes(names=combatants),
    "Gap.other": Takes(names=combatants),
    "Screening.by": Takes(names=combatants),
    "Screening.target": Takes(names=combatants),
    "Affliction.bearer": Takes(names=combatants),
    "Affliction.state": Takes(names=_cards(lambda deck: deck.states)),
    "Affliction.since": Takes(),
}


def fits(state: MercenariesFight, who: str) -> None:
    """RuleRefusal where a combatant cannot be, or on which side."""
    admitting.require_side(state, who)
    entering.check_place(state.fight.combatants[who].place)
    admitting.require_position(state, who)
