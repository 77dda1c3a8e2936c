"""Going a declared way, square by square: tests of the ground, jumps, falls, and what others do meanwhile.

[DD-MOVE-01 to DD-MOVE-15, DD-TERR-07, DD-TERR-13, DD-GAP-18]
"""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.events import CombatantOut, Moved
from engine.kernel.system import Table
from engine.kernel.why import Why
from engine.systems.dozen_die.board.stand import Stand
from engine.systems.dozen_die.board.steps import Footing, ground_at
from engine.systems.dozen_die.board.steps import Step as Taken
from engine.systems.dozen_die.board.ways import Held, Walker, Wanted, Way
from engine.systems.dozen_die.events import WayDeclared
from engine.systems.dozen_die.rules import board, hiding, jumping, landing, look, reactions, route, terrain
from engine.systems.dozen_die.rules.turning import turn
from engine.systems.dozen_die.state import Own

LEFT = "left"
"""Why somebody who left the board is out of the fight: he does not come back in this adventure.  [DD-MOVE-15]"""


class Went(Struct, frozen=True):
    """How a way ended. touches: the foreign figures he came into contact with.

    charged: whom he charged, from the start or after a turn. unwatched: where he was as a charger, the start too if it
    was his: nobody could react there. passed: who let his order pass before.
    """

    touches: tuple[str, ...] = ()
    charged: str | None = None
    unwatched: tuple[Stand, ...] = ()
    passed: tuple[str, ...] = ()


class Walk:
    """One order's movement, with the full allowance of every order.  [DD-ACT-10]

    It holds names and numbers only: places are looked up anew after every roll and answer.

    charged: whom he charges: others do not react on the way.  [DD-REA-11]
    """

    def __init__(self, table: Table[Own], who: str, way: Way, *, charged: str | None) -> None:
        self.table, self.who, self.charged = table, who, charged
        start = board.stand(table.state, who)
        self.trail: tuple[Stand, ...] = (start,) if start is not None else ()
        self.unwatched: tuple[Stand, ...] = self.trail if charged is not None else ()
        self.start_height = start.height if start is not None else 0
        self.left = route.wanted(route.steps(way))
        self.held: Held = route.walker(table.state, who, 0).held if start is not None else ()
        self.tests: tuple[terrain.Trial, ...] = ()
        self.passed: tuple[str, ...] = ()
        self.walked = 0
        self.halted = self.fallen = False

    # -- how far
    @property
    def allowance(self) -> int:
        """Squares of the whole order, after the tests so far."""
        found = terrain.allowance(self.tests, look.figure(self.table.state, self.who).mv)
        return min(found, self.walked) if self.halted else found

    def _walker(self) -> Walker:
        return route.walker(self.table.state, self.who, max(0, self.allowance - self.walked), self.held)

    def _over(self) -> bool:
        return board.stand(self.table.state, self.who) is None

    # -- the way
    def go(self) -> Went:
        """All of it, or as far as it goes. Who falls is seen where he lies too, but goes no further."""
        if self.left and not self._over():
            self._watched()
        while self.left and not self._over():
            if not self._step():
                break
        if self.fallen and self.charged is None:
            reactions.to_move(self.table, self.who, self.passed, left=0)
        here = board.stand(self.table.state, self.who)
        if here is None or self.fallen:
            return self._went(())
        self._step_back(here)
        return self._went(self._touches())

    def _went(self, touches: tuple[str, ...]) -> Went:
        return Went(touches, self.charged, self.unwatched, self.passed)

    def _touches(self) -> tuple[str, ...]:
        walker = self._walker()
        return tuple(who for who in walker.crowd.touching(walker.land, walker.start) if who not in self.held)

    def _step(self) -> bool:
        """The next step, if he can get anywhere by it. Whether another may follow."""
        if not self._tested():
            return False
        taken, held, here = self._next()
        if taken is not None and here is not None and taken.jump:
            if not jumping.clears(self.table, self.who, taken):
                gap = jumping.gap(board.land(self.table.state), here, taken)
                self._drop(gap, here.height, "DD-JUMP-04")
                return False
            taken, held, here = self._next()
        if taken is None or here is None:
            return False
        self.left, self.walked, self.held = self.left[1:], self.walked + taken.cost, held
        self._take(here, taken)
        if self._over() or taken.down or self._touches():
            return False
        self._watched()
        return True

    def _next(self) -> tuple[Taken | None, Held, Stand | None]:
        """(the next step as it can be gone now, whom he still touches after it, where he is)."""
        here = board.stand(self.table.state, self.who)
        if here is None or not self.left:
            return None, (), here
        further = self._walker().further(Way(held=self.held), self.left[0])
        return (further.steps[0], further.held, here) if isinstance(further, Way) else (None, (), here)

    def _take(self, here: Stand, taken: Taken) -> None:
        """He is there, or has left the board, or lies below."""
        table, who = self.table, self.who
        hiding.end(table, who)
        if taken.leaves:
            table.emit(Moved(combatant=who, from_=here.place, to=None), rule="DD-MOVE-14")
            table.emit(CombatantOut(combatant=who, reason=LEFT), rule="DD-MOVE-15")
            return
        if taken.down:
            self._drop((taken.to.x, taken.to.y), here.height, "DD-FALL-08")
            return
        rule = "DD-JUMP-01" if taken.jump else "DD-MOVE-01"
        table.emit(Moved(combatant=who, from_=here.place, to=taken.to.place), rule=rule)
        self._was_at(taken.to)

    def _was_at(self, stand: Stand) -> None:
        self.trail = (*self.trail, stand)
        if self.charged is not None:
            self.unwatched = (*self.unwatched, stand)

    # -- the ground
    def _tested(self) -> bool:
        """Every test that is due before the next step. Whether he keeps his hold, and gets anywhere by that step.

        At the edge of harder ground he tests before he goes in, and only if he goes in.  [DD-TERR-13]
        """
        while not self._over() and longest(self._walker(), self.left):
            due = self._due()
            if not due:
                return True
            result = terrain.trial(self.table, self.who, due[0], self.tests)
            self.tests = (*self.tests, result.tested)
            if result.falls:
                self._lose_hold()
                return False
            self._replan(asked=False)
        return False

    def _due(self) -> tuple[Footing, ...]:
        """The ground to test now: what he is in, then what the next step leads into; of a jump he lands in it first."""
        taken, _, here = self._next()
        if taken is None or here is None:
            return ()
        into = () if taken.jump or taken.leaves else taken.into
        return terrain.untested(self.tests, (*ground_at(board.land(self.table.state), here), *into))

    def _lose_hold(self) -> None:
        """A climber falls from where this order began to the foot of what he climbs.  [DD-FALL-05, DD-FALL-06]"""
        state = self.table.state
        here = board.stand(state, self.who)
        if here is None or not self.left:
            return
        # Who hangs there comes down on his own square; who was about to go over the edge, or up, on that of the step.
        hangs, step = here.height > board.land(state).floor(here), self.left[0]
        self._drop((here.x, here.y) if hangs else (step.x, step.y), self.start_height, "DD-FALL-06")

    def _drop(self, foot: tuple[int, int], height: int, rule: str) -> None:
        cause = self.table.last
        hiding.end(self.table, self.who)
        landing.land(self.table, self.who, foot, height, rule=rule, cause=cause)
        self.left, self.fallen = (), True
        below = board.stand(self.table.state, self.who)
        if below is not None:
            self._was_at(below)

    # -- others
    def _watched(self) -> None:
        """Those who may react are asked, unless this is a charge.  [DD-W08]"""
        if self.charged is not None:
            return
        found = reactions.to_move(self.table, self.who, self.passed, left=len(self.left))
        self.passed, self.halted = found.passed, self.halted or found.halted
        if found.reacted and not self._over():
            self._replan(asked=True)

    # -- another way
    def _replan(self, *, asked: bool) -> None:
        """Its player may choose another way, where the rest is not paid for or `asked` says so.

        A charge goes on as it is. Who keeps his way goes as far as the allowance lets him, which may yet change.
        [DD-W07, DD-GAP-11, DD-GAP-18]
        """
        if self._over():
            return
        walker = self._walker()
        kept = longest(walker, self.left)
        if self.charged is not None or (not asked and len(kept) == len(self.left)):
            return
        way = turn(self.table, self.who, walker, kept, allowance=self.allowance, walked=self.walked)
        if way is None:
            return
        self.left = route.wanted(route.steps(way))
        if way.steps:
            self.charged = next(iter(way.touches), None)
            declared = WayDeclared(combatant=self.who, way=route.steps(way), charged=self.charged)
            self.table.emit(declared, rule="DD-MOVE-02")

    def _step_back(self, here: Stand) -> None:
        """Nobody stops on a figure of his own: who ran out there goes back to where he may.  [DD-MOVE-10]"""
        crowd = board.crowd(self.table.state, self.who)
        if crowd.free(here):
            return
        back = next((stand for stand in reversed(self.trail) if crowd.free(stand)), None)
        if back is not None:
            moved = Moved(combatant=self.who, from_=here.place, to=back.place)
            self.table.emit(moved, rule="DD-MOVE-10", because=Why(causes=(self.table.last,)))


def longest(walker: Walker, left: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """As much of the rest of a way as can be gone, and may end there."""
    for steps in range(len(left), 0, -1):
        if isinstance(walker.follow(left[:steps]), Way):
            return left[:steps]
    return ()
