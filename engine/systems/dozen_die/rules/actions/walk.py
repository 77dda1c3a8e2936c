"""Going a declared way, square by square: tests of the ground, jumps, falls, and reactions.

[DD-MOVE-01 to DD-MOVE-15, DD-TERR-07, DD-TERR-13, DD-GAP-18]
"""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from engine.kit import Cell, CombatantOut, Moved, Place, Reasons, Table, WayBarred
from engine.systems.dozen_die.board.footprint import Footprint
from engine.systems.dozen_die.board.steps import GROUND, Footing, ground_at
from engine.systems.dozen_die.board.steps import Step as Taken
from engine.systems.dozen_die.board.ways import Held, Walker, Wanted, Way
from engine.systems.dozen_die.rules.actions.events import WayDeclared
from engine.systems.dozen_die.rules.basics import lookup
from engine.systems.dozen_die.rules.basics.lookup import DozenDieFight
from engine.systems.dozen_die.rules.board import board, doors, hiding, jumping, route, terrain
from engine.systems.dozen_die.rules.board.common_view import as_decided, commonly
from engine.systems.dozen_die.rules.board.redirection import turn
from engine.systems.dozen_die.rules.conflict import landing, reactions
from engine.systems.dozen_die.state import DozenDieState

LEFT = "left"
"""Reason for figures that left the board being out: they do not return in this adventure.  [DD-MOVE-15]"""


class Went(Struct, frozen=True):
    """How a way ended. touches: the foreign figures it came into contact with.

    charged: the target of a charge, from the start or after a turn. unwatched: places passed as a charger, also the
    start in that case: nobody could react there. passed: figures that let the order pass before.
    """

    touches: tuple[str, ...] = ()
    charged: str | None = None
    unwatched: tuple[Footprint, ...] = ()
    passed: tuple[str, ...] = ()


class Walk:
    """One order's movement, with the full allowance of every order.  [DD-ACT-10]

    It holds names and numbers only: places are looked up again after every roll and answer.

    charged: the target of a charge: others do not react on the way.  [DD-REA-11]
    """

    def __init__(self, table: Table[DozenDieState], who: str, way: Way, *, charged: str | None) -> None:
        self.table, self.who, self.charged = table, who, charged
        start = board.stand(table.state, who)
        self.trail: tuple[Footprint, ...] = (start,) if start is not None else ()
        self.unwatched: tuple[Footprint, ...] = self.trail if charged is not None else ()
        self.start_height = start.height if start is not None else 0
        self.left = route.wanted(route.steps(way))
        self.held: Held = route.walker(table.state, who, 0).held if start is not None else ()
        self.tests: tuple[terrain.Trial, ...] = ()
        self.passed: tuple[str, ...] = ()
        self.walked = 0
        self.halted = self.fallen = False

    # -- allowance
    @property
    def allowance(self) -> int:
        """Squares of the whole order, after the tests so far."""
        found = terrain.allowance(self.tests, lookup.figure(self.table.state, self.who).mv)
        return min(found, self.walked) if self.halted else found

    def _walker(self) -> Walker:
        return self._walker_on(self.table.state)

    def _walker_on(self, view: DozenDieFight) -> Walker:
        return route.walker(view, self.who, max(0, self.allowance - self.walked), self.held)

    def _over(self) -> bool:
        return board.stand(self.table.state, self.who) is None

    # -- way
    def go(self) -> Went:
        """Go all of it, or as far as possible. After a fall reactions are still possible, but the way ends."""
        if self.left and not self._over():
            self._watched()
        while self.left and not self._over():
            if not self._step():
                self._halted_by_ground()
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
        return tuple(who for who in walker.group.touching(walker.land, walker.start) if who not in self.held)

    def _step(self) -> bool:
        """Take the next step, if it leads anywhere. Returns whether another may follow."""
        if not self._tested():
            return False
        taken, held, here = self._next()
        if taken is not None and here is not None and taken.jump:
            if not jumping.clears(self.table, self.who, taken):
                gap = jumping.gap(board.land(self.table.state), here, taken)
                flown = takewhile(lambda over: (over.x, over.y) != gap, taken.over)
                self._drop(gap, here.height, "DD-JUMP-04", over=tuple(flown))
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

    def _halted_by_ground(self) -> None:
        """State before which square the way ends, where the mover's player could not know that nobody passes there."""
        if self.fallen or self._over() or not self.left or longest(self._walker(), self.left):
            return
        if not longest(self._walker_on(as_decided(self.table, self.who)), self.left):
            return
        walker, way = self._walker(), Way(held=self.held)
        for wanted in self.left:
            further = walker.further(way, wanted)
            if further in GROUND:
                at = Place(cell=Cell(wanted.x, wanted.y))
                self.table.emit(WayBarred(combatant=self.who, ahead=at), rule="DD-MOVE-05")
            if not isinstance(further, Way):
                return
            way = further

    def _next(self) -> tuple[Taken | None, Held, Footprint | None]:
        """(the next step as possible now, figures still touched after it, the present position)."""
        here = board.stand(self.table.state, self.who)
        if here is None or not self.left:
            return None, (), here
        further = self._walker().further(Way(held=self.held), self.left[0])
        return (further.steps[0], further.held, here) if isinstance(further, Way) else (None, (), here)

    def _take(self, here: Footprint, taken: Taken) -> None:
        """The figure is there, or has left the board, or lies below."""
        table, who = self.table, self.who
        hiding.end(table, who)
        if taken.leaves:
            table.emit(Moved(combatant=who, from_=here.place, to=None), rule="DD-MOVE-14")
            doors.passed(table, who, (here, taken.to), rule="DD-MOVE-05")
            table.emit(CombatantOut(combatant=who, reason=LEFT), rule="DD-MOVE-15")
            return
        if taken.down:
            self._drop((taken.to.x, taken.to.y), here.height, "DD-FALL-08")
            return
        rule = "DD-JUMP-01" if taken.jump else "DD-MOVE-01"
        table.emit(Moved(combatant=who, from_=here.place, to=taken.to.place), rule=rule)
        doors.passed(table, who, (here, *taken.over, taken.to), rule="DD-MOVE-05")
        self._was_at(taken.to)

    def _was_at(self, stand: Footprint) -> None:
        self.trail = (*self.trail, stand)
        if self.charged is not None:
            self.unwatched = (*self.unwatched, stand)

    # -- ground
    def _tested(self) -> bool:
        """Make every test due before the next step. Returns whether the figure keeps its hold and can take the step.

        At the edge of harder ground the figure is tested before it enters, and only if it does.  [DD-TERR-13]
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
        """The ground to test now: present ground, then what the next step leads into; a jump's landing comes first."""
        taken, _, here = self._next()
        if taken is None or here is None:
            return ()
        into = () if taken.jump or taken.leaves else taken.into
        return terrain.untested(self.tests, (*ground_at(board.land(self.table.state), here), *into))

    def _lose_hold(self) -> None:
        """A climber falls from where this order began to the foot of the climb.  [DD-FALL-05, DD-FALL-06]"""
        state = self.table.state
        here = board.stand(state, self.who)
        if here is None or not self.left:
            return
        # A climber on a face lands on its own square; one about to go over the edge, or up, on that of the step.
        hangs, step = here.height > board.land(state).floor(here), self.left[0]
        self._drop((here.x, here.y) if hangs else (step.x, step.y), self.start_height, "DD-FALL-06")

    def _drop(self, foot: tuple[int, int], height: int, rule: str, *, over: tuple[Footprint, ...] = ()) -> None:
        """The figure falls to a square. over: places that it has passed on the way there."""
        here, cause = board.stand(self.table.state, self.who), self.table.last
        hiding.end(self.table, self.who)
        landing.land(self.table, self.who, foot, height, rule=rule, cause=cause)
        if here is not None:
            gone = (here, *over, here.at(*foot, here.height))
            doors.passed(self.table, self.who, gone, rule="DD-MOVE-05")
        self.left, self.fallen = (), True
        below = board.stand(self.table.state, self.who)
        if below is not None:
            self._was_at(below)

    # -- others
    def _watched(self) -> None:
        """Ask the figures that may react, unless this is a charge.  [DD-W08]"""
        if self.charged is not None:
            return
        found = reactions.to_move(self.table, self.who, self.passed, left=len(self.left))
        self.passed, self.halted = found.passed, self.halted or found.halted
        if found.reacted and not self._over():
            self._replan(asked=True)

    # -- another way
    def _replan(self, *, asked: bool) -> None:
        """The player may choose another way, where the rest is not paid for or `asked` says so.

        A charge continues as it is. A kept way goes as far as the allowance permits, which may yet change.
        [DD-W07, DD-GAP-11, DD-GAP-18]
        """
        if self._over():
            return
        walker = self._walker_on(commonly(self.table, self.who))
        kept = longest(self._walker_on(as_decided(self.table, self.who)), self.left)
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

    def _step_back(self, here: Footprint) -> None:
        """No figure stops on one of its own side: it goes back to where it may stop.  [DD-MOVE-10]"""
        group = board.group(self.table.state, self.who)
        if group.free(here):
            return
        back = next((stand for stand in reversed(self.trail) if group.free(stand)), None)
        if back is not None:
            moved = Moved(combatant=self.who, from_=here.place, to=back.place)
            self.table.emit(moved, rule="DD-MOVE-10", because=Reasons(causes=(self.table.last,)))


def longest(walker: Walker, left: tuple[Wanted, ...]) -> tuple[Wanted, ...]:
    """The longest part of the rest of a way that is possible, and may end there."""
    for steps in range(len(left), 0, -1):
        if isinstance(walker.follow(left[:steps]), Way):
            return left[:steps]
    return ()
