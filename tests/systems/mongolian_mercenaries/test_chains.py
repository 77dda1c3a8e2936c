"""Abilities that answer one another: each once in what follows from one cause, so that it stays small.  [RUL-89]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.state.events import CombatantOut, VitalChanged
from engine.kernel.structs.messages import Event
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    DamageKind,
    Does,
    Effect,
    Formula,
    When,
    Whom,
)
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc

HIT = Attack(combatant="ada", target="b0")


def harming(when: When, on: Whom, points: int = 1) -> Ability:
    """Harm of so many points at a moment."""
    effect = Effect(does=Does.DAMAGE, on=on, amount=Formula(points=points), kind=DamageKind.BLUNT)
    return Ability(when=when, effects=(effect,))


def struck(count: int, *abilities: Ability, health: int = 300, **more: Any) -> tuple[Bout, list[Event]]:
    """Ada strikes the first of so many who have these abilities."""
    foes = [foe(f"b{n}", health=health, toughness=20, abilities=abilities, **more) for n in range(count)]
    bout = Bout(pc(lucky=False), *foes)
    bout.begin()
    return bout, bout.order(HIT, 6, 2, 2)


@pytest.mark.rule("RUL-89")
def test_each_ability_answers_once_in_what_follows_from_one_cause() -> None:
    """Whoever is harmed harms its whole side: of five each does so once, in no more than one order."""
    bout, events = struck(5, harming(When.HARMED, Whom.SIDE))
    lost = [one for one in events if isinstance(one, VitalChanged)]
    assert len(lost) == 1 + 5 * 5
    assert bout.health("b4") == 300 - 5


@pytest.mark.rule("RUL-89")
def test_two_causes_are_answered_one_by_one() -> None:
    """The next hit sets it off anew."""
    bout, _ = struck(3, harming(When.HARMED, Whom.SIDE))
    before = bout.health("b1")
    bout.order(EndTurn(combatant="ada"))
    for who in ("b0", "b1", "b2"):
        bout.order(EndTurn(combatant=who))
    bout.order(HIT, 6, 2, 2)
    assert bout.health("b1") == before - 3


@pytest.mark.rule("RUL-89")
def test_who_falls_in_a_chain_is_answered_for_each() -> None:
    """Who explodes takes two along, and the fourth answers each of the three."""
    burst = harming(When.ELIMINATED, Whom.ALLIES, 5)
    grief = Ability(
        when=When.ALLY_ELIMINATED, effects=(Effect(does=Does.HEAL, on=Whom.SELF, amount=Formula(points=1)),)
    )
    foes = [foe(f"b{n}", health=4, toughness=20, abilities=(burst,) if n == 0 else ()) for n in range(3)]
    last = foe("b3", health=40, now={"health": 30}, toughness=20, abilities=(grief,))
    bout = Bout(pc(lucky=False, attributes={"strength": 9}), *foes, last)
    bout.begin()
    events = bout.order(HIT, 6, 6, 6)
    assert {one.combatant for one in events if isinstance(one, CombatantOut)} == {"b0", "b1", "b2"}
    healed = [one for one in events if isinstance(one, VitalChanged) and one.combatant == "b3" and one.change > 0]
    assert len(healed) == 3
