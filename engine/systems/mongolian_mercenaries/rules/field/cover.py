"""Cover takes dice of hit tests; who crouches can neither shoot nor be shot at.  [MM-COV-01 to MM-COV-04]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.content.kinds import Cover, Obstacle
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import legal
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, Parts
from engine.systems.mongolian_mercenaries.rules.blows.strike import Strike
from engine.systems.mongolian_mercenaries.rules.field.events import CoverLeft, CoverTaken, Crouched, LeantOut
from engine.systems.mongolian_mercenaries.rules.field.orders import Crouch, LeanOut, UseCover
from engine.systems.mongolian_mercenaries.state import MercenariesState

DICE = {Cover.NONE: 0, Cover.LIGHT: -1, Cover.HEAVY: -3}
RULE = {Cover.NONE: "", Cover.LIGHT: "MM-COV-01", Cover.HEAVY: "MM-COV-02"}


def beside(state: MercenariesFight, who: str) -> Cover:
    """The cover that its position has, whether or not it is used."""
    return lookup.battlefield(state).at(lookup.side_of(state, who), lookup.rank(state, who)).cover


def of(state: MercenariesFight, who: str) -> Cover:
    """The cover that a combatant is behind now; it may stand by a cover and not use it.  [MM-MOVE-06]"""
    return beside(state, who) if lookup.fighter(state, who).in_cover else Cover.NONE


def hit_dice(state: MercenariesFight, strike: Strike, target: str) -> Parts:
    """Dice that the target's cover takes, in melee too.  [RUL-26]"""
    cover = of(state, target)
    return (Part("cover", DICE[cover], RULE[cover], who=target),)


def hidden(state: MercenariesFight, target: str) -> bool:
    """Whether no Projectile spell finds it: behind cover, or behind a large obstacle before it.  [MM-MAG-09, RUL-83]"""
    there, side = lookup.battlefield(state), lookup.side_of(state, target)
    before = range(1, lookup.rank(state, target))
    return of(state, target) is not Cover.NONE or any(
        there.at(side, rank).obstacle is Obstacle.LARGE for rank in before
    )


# -- use of cover
def check(state: MercenariesFight, order: UseCover) -> None:
    """RuleRefusal without cover there, or where nothing would change."""
    fighter = lookup.fighter(state, order.combatant)
    if order.leave:
        if not fighter.in_cover:
            raise RuleRefusal("leave: it is behind no cover", rule="MM-MOVE-06", field="leave")
    elif beside(state, order.combatant) is Cover.NONE:
        raise RuleRefusal("combatant: there is no cover on its position", rule="MM-MOVE-06", field="combatant")
    elif fighter.in_cover:
        raise RuleRefusal("combatant: it is behind its cover already", rule="MM-MOVE-06", field="combatant")


def do(table: Table[MercenariesState], order: UseCover) -> None:
    """Behind it with all its bonuses and penalties, or out of it.  [MM-MOVE-06]"""
    done = CoverLeft(combatant=order.combatant) if order.leave else CoverTaken(combatant=order.combatant)
    table.emit(done, rule="MM-MOVE-06")


def options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """Whichever would change something."""
    body = UseCover(combatant=who, leave=lookup.fighter(state, who).in_cover)
    if legal(check, state, body):
        yield Offer("leave_cover" if body.leave else "use_cover", body, "MM-MOVE-06")


# -- crouching
def check_crouch(state: MercenariesFight, order: Crouch) -> None:
    """RuleRefusal unless it is behind heavy cover, and stands.  [MM-COV-02, MM-COV-03]"""
    who = order.combatant
    if lookup.fighter(state, who).crouched:
        raise RuleRefusal("combatant: it crouches already", rule="MM-COV-03", field="combatant")
    if of(state, who) is not Cover.HEAVY:
        raise RuleRefusal("combatant: one crouches only behind heavy cover", rule="MM-COV-03", field="combatant")


def crouch(table: Table[MercenariesState], order: Crouch) -> None:
    """Until it leans out, or leaves its cover."""
    table.emit(Crouched(combatant=order.combatant), rule="MM-COV-03")


def crouch_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    body = Crouch(combatant=who)
    if legal(check_crouch, state, body):
        yield Offer("crouch", body, "MM-ACT-11")


def check_lean_out(state: MercenariesFight, order: LeanOut) -> None:
    """RuleRefusal unless it crouches.  [MM-COV-04]"""
    if not lookup.fighter(state, order.combatant).crouched:
        raise RuleRefusal("combatant: it does not crouch", rule="MM-COV-04", field="combatant")


def lean_out(table: Table[MercenariesState], order: LeanOut) -> None:
    """It can shoot, and be shot at, again."""
    table.emit(LeantOut(combatant=order.combatant), rule="MM-COV-04")


def lean_out_options(state: MercenariesFight, who: str) -> Iterator[Offer[Order]]:
    """The offer."""
    if lookup.fighter(state, who).crouched:
        yield Offer("lean_out", LeanOut(combatant=who), "MM-ACT-12")
