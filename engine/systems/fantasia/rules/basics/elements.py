"""Elements: a combatant's relation to one, and its effect on damage.  [FF-ELEM-01 to FF-ELEM-08]"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from engine.systems.fantasia.content.kinds import Affinity, Element, Factor, Relation
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight, figures

_PAIRS = ((Element.FIRE, Element.ICE), (Element.EARTH, Element.WATER), (Element.DARK, Element.LIGHT))
OPPOSITE: Mapping[Element, Element] = MappingProxyType({**dict(_PAIRS), **{b: a for a, b in _PAIRS}})
"""Three opposed pairs; poison, lightning, gravity and wind stand alone.  [FF-ELEM-01, FF-ELEM-02]"""

_FACTORS = {
    Relation.RESIST: Factor(source="resist", times=1, over=2, carries="FF-ELEM-05"),
    Relation.WEAK: Factor(source="weak", times=2, over=1, carries="FF-ELEM-06"),
    Relation.IMMUNE: Factor(source="immune", times=0, over=1, carries="FF-ELEM-04"),
}
"""Factors on incoming damage; absorbed damage heals instead.  [FF-ELEM-04 to FF-ELEM-06]"""


def made_of(element: Element | None, given: Iterable[Affinity]) -> tuple[Affinity, ...]:
    """The affinities given, and those of a creature made of an element: it absorbs that, and is weak to its opposite.

    The given ones take precedence: "usually", says the source, and a creature may differ.  [FF-ELEM-07]
    """
    listed = tuple(given)
    if element is None:
        return listed
    natural = [Affinity(element=element, relation=Relation.ABSORB)]
    if element in OPPOSITE:
        natural.append(Affinity(element=OPPOSITE[element], relation=Relation.WEAK))
    named = {affinity.element for affinity in listed}
    return (*listed, *(affinity for affinity in natural if affinity.element not in named))


def used(state: FantasiaFight, target: str) -> bool:
    """Whether affinities to elements count: the game master sets it for all, with exceptions.

    [FF-ELEM-08]
    """
    setup = state.own.setup
    return setup.elements is not (target in setup.elements_except)


def relation(state: FantasiaFight, target: str, element: Element | None) -> Relation | None:
    """A combatant's present relation to an element; None: no special one."""
    if element is None or not used(state, target):
        return None
    return next((a.relation for a in figures(state, target).affinities if a.element is element), None)


def factors(related: Relation | None) -> tuple[Factor, ...]:
    """Factors on damage of an element by the relation to it."""
    factor = _FACTORS.get(related) if related else None
    return () if factor is None else (factor,)


def immune(state: FantasiaFight, target: str, element: Element | None) -> bool:
    """Whether damage and effects of this element do nothing to a combatant.  [FF-ELEM-04]"""
    return relation(state, target, element) is Relation.IMMUNE
