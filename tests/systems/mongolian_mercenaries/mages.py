"""Casters for tests of magic."""

from __future__ import annotations

from typing import Any

from engine.systems.mongolian_mercenaries.content.kinds import SCHOOLS, Battlefield, Distance, Position
from engine.systems.mongolian_mercenaries.events import SpellEnded, SpellOutcome
from engine.systems.mongolian_mercenaries.orders import Cast, EndTurn
from tests.systems.mongolian_mercenaries.bout import PLAIN, Bout, at, foe, pc


def mage(name: str = "ada", *spells: str, level: int = 2, **figures: Any) -> Any:
    """Somebody with schools of a level and 20 Power."""
    usual: dict[str, Any] = {
        "skills": dict.fromkeys(SCHOOLS, level) | figures.pop("skills", {}),
        "attributes": {"intelligence": 18, "speed": 9} | figures.pop("attributes", {}),
        "lucky": False,
        "weapons": (),
        "spells": spells,
    }
    return pc(name, **(usual | figures))


def big(name: str = "bob", **figures: Any) -> Any:
    """An enemy with 40 Health and a Toughness that no small harm wounds."""
    return foe(name, **({"health": 40, "toughness": 10} | figures))


def begun(*entries: Any, distance: Distance = Distance.CLOSE, field: Battlefield = PLAIN, **more: Any) -> Bout:
    """A fight whose first round has begun."""
    bout = Bout(*entries, setup=at(distance, field), **more)
    bout.begin()
    return bout


def cast(spell: str, *targets: str, by: str = "ada", **more: Any) -> Cast:
    """The order."""
    return Cast(combatant=by, spell=spell, targets=targets, **more)


def power(bout: Bout, name: str) -> int:
    """Power left."""
    found: int = bout.who(name).vitals["power"].now
    return found


def next_round(bout: Bout, *faces: int) -> None:
    """Everybody ends the turn; faces: of the end of the round."""
    number = bout.state.fight.round
    while bout.state.fight.round == number and bout.acting and not bout.waiting:
        waiting = [one for one in bout.queue if one in bout.own.fighters and not bout.fighter(one).acted]
        bout.order(EndTurn(combatant=bout.acting[0]), *(faces if len(waiting) == 1 else ()))


def done(bout: Bout, name: str) -> None:
    """Its turn is over, if it is not yet."""
    if name in bout.acting:
        bout.order(EndTurn(combatant=name))


def outcomes(bout: Bout) -> dict[str | None, SpellOutcome]:
    """What the last spell came to, for each."""
    return {one.target: one.outcome for one in bout.of(SpellEnded)}


def field(*positions: Position, **more: Any) -> Battlefield:
    """An open one with these positions."""
    return Battlefield(id="ours", name="Ours", positions=positions, **more)
