"""Incidents that the game master orders: falls and traps.  [FF-MOVE-06]

They are physical damage without an attacker.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit import Field, Odds, Offer, RuleRefusal, Table
from engine.systems.fantasia.content.catalogue import TRAPS
from engine.systems.fantasia.content.kinds import Figure
from engine.systems.fantasia.rules.basics import lookup, totals
from engine.systems.fantasia.rules.basics.dice import odds_of, roll
from engine.systems.fantasia.rules.basics.events import Outcome
from engine.systems.fantasia.rules.basics.figures import terms_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.throws import reached
from engine.systems.fantasia.rules.board.events import Nature
from engine.systems.fantasia.rules.statuses.damage import hurt
from engine.systems.fantasia.rules.statuses.events import TrapSprung
from engine.systems.fantasia.rules.statuses.fall import fall
from engine.systems.fantasia.rules.statuses.floating import flies
from engine.systems.fantasia.rules.statuses.orders import LetFall, SpringTrap
from engine.systems.fantasia.state import FantasiaState

DEEPEST = 30
"""The deepest fall, in metres, of one order."""


def _there(state: FantasiaFight) -> tuple[str, ...]:
    """Possible victims: everybody who is not dead, while the fight is running."""
    if not state.own.begun or not state.fight.acting:
        return ()
    return tuple(c.id for c in state.fight.combatants.values() if c.out is None and not lookup.dead(c))


def _require(state: FantasiaFight, who: str, *, field: str) -> None:
    state.fight.require(who)
    if who not in _there(state):
        raise RuleRefusal(f"nothing befalls {who} now", rule="FF-MOVE-06", field=field)


def options(state: FantasiaFight) -> Iterator[Offer[Any]]:
    """Incidents that the game master can order."""
    there = _there(state)
    if there:
        fields = (Field("combatant", "one", there), Field("metres", "amount", least=1, most=DEEPEST))
        yield Offer("let-fall", LetFall(combatant=there[0], metres=1), "FF-MOVE-06", fields)
        fields = (Field("target", "one", there), Field("trap", "one", tuple(TRAPS)))
        yield Offer("spring-trap", SpringTrap(target=there[0], trap=next(iter(TRAPS))), "FF-ATK-01", fields)


def let_fall(table: Table[FantasiaState], order: LetFall) -> None:
    """A combatant falls.  [FF-MOVE-06]"""
    _require(table.state, order.combatant, field="combatant")
    fall(table, order.combatant, totals.of_word(totals.GAME_MASTER, order.metres, "FF-MOVE-06"))


def spring(table: Table[FantasiaState], order: SpringTrap) -> None:
    """A trap goes off under a combatant: its roll against DE, if it has an AT, then its effect.

    Natural 12s and 2s mean nothing: nobody attacks.  [FF-DICE-05]
    Under a blinking combatant it rolls twice, and the lower roll counts.  [FF-ST-23]
    """
    _require(table.state, order.target, field="target")
    trap = TRAPS.get(order.trap)
    if trap is None:
        raise RuleRefusal(f"trap: the catalogue has no {order.trap!r}", rule="FF-ATK-01", field="trap")
    who, gms = order.target, table.state.fight.gms()
    by = gms[0] if gms else who
    total, against, outcome, because = None, None, Outcome.HIT, None
    if trap.attack is not None:
        attack = totals.of_word(trap.id, trap.attack, "FF-ATK-01")
        made = totals.added(_thrown(table, who, by, attack), attack)
        defense = totals.of_modifiers(terms_of(table.state, who, Figure.DEFENSE), who).private(table.state.fight, who)
        outcome = Outcome.HIT if made >= defense else Outcome.MISS
        total, against, because = int(made), int(defense), totals.why(trap_total=made, against=defense)
    sprung = table.emit(
        TrapSprung(target=who, trap=trap.id, trap_total=total, against=against, outcome=outcome),
        rule="FF-ATK-01",
        to=lookup.recipients_of(table.state.fight, who),
        because=because,
    )
    if outcome is Outcome.MISS:
        return
    if trap.dice:
        points = roll(table, trap.dice, by=by, why="damage", rule="FF-ATK-07")
        hurt(
            table,
            who,
            totals.of_dice(f"{trap.dice}d6", points, table.last).after(sprung),
            cause=trap.id,
            nature=Nature.PHYSICAL,
            element=trap.element,
            attack=False,
            rule="FF-ATK-07",
        )
    # A pit does nothing to a combatant in the air, whether it can move or not.  [FF-ST-57]
    if not flies(table.state, who):
        fall(table, who, totals.of_word(trap.id, trap.fall_metres, "FF-MOVE-06"))


def _thrown(table: Table[FantasiaState], who: str, by: str, attack: totals.Total) -> totals.Total:
    """The dice of a trap; of two rolls under a blinking combatant the lower one.  [FF-ST-23]

    attack: what is added to them; a success is a hit.
    """
    twice = lookup.blurred(table.state.fight.combatants[who])

    def odds() -> Odds:
        defense = totals.of_modifiers(terms_of(table.state, who, Figure.DEFENSE), who)
        return odds_of(attack, defense, reached(attack, defense, twice=twice), alone=not twice)

    readers = lookup.recipients_of(table.state.fight, who)
    fell = roll(table, 2, by=by, why="trap", rule="FF-ATK-01", known_to=readers, odds=odds)
    first = totals.of_dice("2d6", fell, table.last)
    if not twice:
        return first
    second = totals.of_dice("2d6", roll(table, 2, by=by, why="trap", rule="FF-ST-23"), table.last, "FF-ST-23")
    return min(first, second)
