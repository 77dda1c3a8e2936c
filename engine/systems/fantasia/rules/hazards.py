"""What befalls somebody by the game master's word: falls and traps.  [FF-MOVE-06]

They are physical damage that nobody deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.decisions import Field, Offer
from engine.kernel.errors import RuleRefusal
from engine.kernel.system import Table
from engine.systems.fantasia.commands import LetFall, SpringTrap
from engine.systems.fantasia.content.catalogue import TRAPS
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.events import Nature, Outcome, TrapSprung
from engine.systems.fantasia.rules import look, sums
from engine.systems.fantasia.rules.damage import hurt
from engine.systems.fantasia.rules.dice import roll
from engine.systems.fantasia.rules.fall import fall
from engine.systems.fantasia.rules.figures import terms_of
from engine.systems.fantasia.rules.floating import flies
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.state import Own

DEEPEST = 30
"""Metres of the deepest fall that is ordered at once."""


def _there(state: FF) -> tuple[str, ...]:
    """Whom something can befall: everybody in a fight that goes on, if he is not dead."""
    if not state.own.begun or not state.fight.acting:
        return ()
    return tuple(c.id for c in state.fight.combatants.values() if c.out is None and not look.dead(c))


def _require(state: FF, target: str) -> None:
    state.fight.require(target)
    if target not in _there(state):
        raise RuleRefusal(f"target: nothing befalls {target} now", rule="FF-MOVE-06", field="target")


def options(state: FF) -> Iterator[Offer[Any]]:
    """What the game master can let happen."""
    there = _there(state)
    if there:
        whom = Field("target", "one", there)
        far = Field("metres", "amount", least=1, most=DEEPEST)
        yield Offer("let-fall", LetFall(target=there[0], metres=1), "FF-MOVE-06", (whom, far))
        trap = Field("trap", "one", tuple(TRAPS))
        yield Offer("spring-trap", SpringTrap(target=there[0], trap=next(iter(TRAPS))), "FF-ATK-01", (whom, trap))


def let_fall(table: Table[Own], order: LetFall) -> None:
    """Somebody falls.  [FF-MOVE-06]"""
    _require(table.state, order.target)
    fall(table, order.target, sums.of_word(sums.GAME_MASTER, order.metres, "FF-MOVE-06"))


def spring(table: Table[Own], order: SpringTrap) -> None:
    """A trap goes off under somebody: its roll against his DE, if it has an AT, then what it does.

    Two sixes and two ones mean nothing: nobody attacks.  [FF-DICE-05]
    Under somebody who blinks it rolls twice, and the lower roll counts.  [FF-ST-23]
    """
    _require(table.state, order.target)
    trap = TRAPS.get(order.trap)
    if trap is None:
        raise RuleRefusal(f"trap: the catalogue has no {order.trap!r}", rule="FF-ATK-01", field="trap")
    who, gms = order.target, table.state.fight.gms()
    by = gms[0] if gms else who
    total, against, outcome, because = None, None, Outcome.HIT, None
    if trap.attack is not None:
        made = sums.added(_thrown(table, who, by), sums.of_word(trap.id, trap.attack, "FF-ATK-01"))
        defense = sums.of_modifiers(terms_of(table.state, who, Figure.DEFENSE), who).private(table.state.fight, who)
        outcome = Outcome.HIT if made >= defense else Outcome.MISS
        total, against, because = int(made), int(defense), sums.why(trap_total=made, against=defense)
    sprung = table.emit(
        TrapSprung(target=who, trap=trap.id, trap_total=total, against=against, outcome=outcome),
        rule="FF-ATK-01",
        to=look.knowing(table.state.fight, who),
        because=because,
    )
    if outcome is Outcome.MISS:
        return
    if trap.dice:
        points = roll(table, trap.dice, by=by, why="damage", rule="FF-ATK-07")
        hurt(
            table,
            who,
            sums.of_dice(f"{trap.dice}d6", points, table.last).after(sprung),
            cause=trap.id,
            nature=Nature.PHYSICAL,
            element=trap.element,
            attack=False,
            rule="FF-ATK-07",
        )
    # Nothing opens under who is in the air, kept from moving or not.  [FF-ST-57]
    if not flies(table.state, who):
        fall(table, who, sums.of_word(trap.id, trap.fall_metres, "FF-MOVE-06"))


def _thrown(table: Table[Own], who: str, by: str) -> sums.Sum:
    """The dice of a trap; of two throws under somebody who blinks the lower one.  [FF-ST-23]"""
    first = sums.of_dice("2d6", roll(table, 2, by=by, why="trap", rule="FF-ATK-01"), table.last)
    if not look.blurred(table.state.fight.combatants[who]):
        return first
    second = sums.of_dice("2d6", roll(table, 2, by=by, why="trap", rule="FF-ST-23"), table.last, "FF-ST-23")
    return min(first, second)
