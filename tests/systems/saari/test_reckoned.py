"""Whole fights reckoned a second time from their events: every roll from its faces, every turn from the actions left.

What is here knows the rules as they are printed, and nothing of their code.

    SKALD_FIGHTS=250 pytest tests/systems/saari/test_reckoned.py       so many fights, 4 otherwise
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from engine.kernel.state import events as k
from engine.kernel.structs.messages import Event
from engine.service.registry import Registry
from engine.systems.saari import events as e
from engine.systems.saari.content.kinds import Kind, Purpose
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.systems.saari import examples

FIGHTS = amount("SKALD_FIGHTS", 4, 40)
"""Fights that are reckoned."""
STEPS = 120
"""Orders and answers of each fight."""


@dataclass
class Dice:
    """A roll as its events have told it. owed: bonus dice for the sixes of the last batch."""

    opened: e.RollOpened
    factors: list[bool] = field(default_factory=list)
    faces: list[int] = field(default_factory=list)
    helped: list[int] = field(default_factory=list)
    owed: int = 0
    covered: int = 0
    spent: int = 0
    parries: int = 0
    mind_point: bool = False

    @property
    def least(self) -> int:
        """3 with more advantages than disadvantages, 5 with fewer, else 4."""
        net = sum(1 if one else -1 for one in self.factors)
        return 3 if net > 0 else 5 if net < 0 else 4

    def successes(self, *, own: bool = False) -> int:
        """Of all faces, and those that comrades gave. own: without the latter."""
        return sum(face >= self.least for face in (*self.faces, *self.helped)) + (0 if own else self.covered)


@dataclass
class Reckoner:
    """Judges the events of a fight, one after the other. checked: how many rolls and turns were."""

    kinds: dict[str, Kind]
    dice: dict[str, Dice] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    holding: set[str] = field(default_factory=set)
    carried: dict[str, int] = field(default_factory=dict)
    penalty: dict[str, int] = field(default_factory=dict)
    order: dict[bool, list[str]] = field(default_factory=lambda: {True: [], False: []})
    parry: tuple[int, bool] = (0, False)
    last: e.RollApplied | None = None
    checked: int = 0

    def hear(self, event: Event) -> None:
        """AssertionError where an event is not what the rules make of those before it."""
        self._hear_roll(event)
        self._hear_clock(event)

    # -- rolls
    def _hear_roll(self, event: Event) -> None:
        match event:
            case e.RollOpened():
                self.dice[event.roll] = Dice(event, [one.advantage for one in event.factors])
            case e.FacesDrawn():
                self._drawn(self.dice[event.roll], event)
            case e.FactorChanged():
                factors = self.dice[event.roll].factors
                factors.append(event.advantage) if event.added else factors.remove(event.advantage)
            case e.ParryMerged():
                one = self.dice[event.roll]
                assert one.parries == 0, "one attempt per attack and defended"
                assert not self._succeeds(one), "only a failed defence is parried"
                one.parries, self.parry = 1, (event.dice, event.zero)
            case e.AssistAdded():
                one = self.dice[event.roll]
                assert event.successes == sum(face >= one.least for face in event.faces)
                one.helped.extend(event.faces)
            case e.MindPointSpent():
                one = self.dice[event.roll]
                assert not self._succeeds(one)
                assert one.opened.purpose not in (Purpose.INITIATIVE, Purpose.ASSIST)
                one.mind_point = True
            case e.MindPointReturned():
                self.dice[event.roll].mind_point = False
            case e.ExtrasSpent():
                assert event.amount > 0
                self.dice[event.roll].spent += event.amount
                if event.covered_roll is not None:
                    self.dice[event.covered_roll].covered += event.amount
            case e.RollApplied():
                self._applied(self.dice.pop(event.roll), event)

    def _drawn(self, one: Dice, event: e.FacesDrawn) -> None:
        """Batch after batch, with a bonus die for each six that counts; of two dice of a 0 the lower counts."""
        counted = [face for index, face in enumerate(event.faces) if index != event.ignored]
        number, zero = {e.Throw.BASE: (one.opened.pool, one.opened.zero), e.Throw.PARRY: self.parry}.get(
            event.throw, (one.owed, False)
        )
        if event.throw in (e.Throw.BASE, e.Throw.PARRY):
            assert one.owed == 0, "bonus dice come first"
        assert len(event.faces) == number + 2 * zero
        assert (event.ignored is not None) is zero
        if event.ignored is not None:
            assert event.faces[event.ignored] == max(event.faces[:2])
            assert event.ignored in (0, 1)
        one.faces.extend(counted)
        one.owed = counted.count(6)

    def _succeeds(self, one: Dice) -> bool:
        kn = one.opened.kn
        return one.mind_point or (kn is not None and one.successes() >= max(1, kn))

    def _applied(self, one: Dice, event: e.RollApplied) -> None:
        kn = one.opened.kn
        extras = 0
        if kn is not None and self._succeeds(one) and not one.mind_point:
            extras = max(0, one.successes(own=True) - max(0, kn))
        told = (event.threshold, event.successes, event.extras, event.complication, event.success)
        complicated = one.faces.count(1) > one.faces.count(6)
        success = None if kn is None else self._succeeds(one)
        assert told == (one.least, one.successes(), extras, complicated, success), event
        assert one.owed == 0
        if not one.parries and kn is not None:
            assert one.spent <= extras
        self.last = event
        self.checked += 1

    # -- the clock
    def _hear_clock(self, event: Event) -> None:
        match event:
            case e.GroupOrderSet():
                self.order[event.characters] = list(event.members)
            case e.PlaceInOrderSet():
                order = self.order[event.characters]
                order.insert(order.index(event.before) if event.before in order else len(order), event.combatant)
            case k.RoundBegan():
                self.left, self.holding = {}, set()
            case e.InitiativeLowered():
                self.penalty[event.combatant] = self.penalty.get(event.combatant, 0) + event.penalty
            case e.ActionsCarried():
                self.carried[event.combatant] = event.carried
            case e.InitiativeSet():
                self._initiative(event)
            case e.ActionsPaid():
                assert event.left == self.left[event.combatant] - event.cost >= 0
                self.left[event.combatant] = event.left
            case e.ActionsLost():
                assert event.left == self.left[event.combatant] - event.lost >= 0
                self.left[event.combatant] = event.left
            case e.Held():
                self.holding.add(event.combatant)
            case k.CombatantOut():
                self.out.add(event.combatant)
            case k.CombatantReturned():
                self.out.discard(event.combatant)
            case k.TurnBegan() if len(event.all) == 1:
                assert event.all == self._next()[:1]
                self.checked += 1
            case e.RoundEnded():
                assert not self._next()
                self.left = {}

    def _initiative(self, event: e.InitiativeSet) -> None:
        who = event.combatant
        if self.kinds[who] is Kind.PC:
            assert self.last is not None
            assert (self.last.combatant, self.last.purpose) == (who, Purpose.INITIATIVE)
            number = 2 + self.last.successes - self.last.complication
            number += self.carried.pop(who, 0) - self.penalty.pop(who, 0)
            assert event.initiative == max(0, number)
        self.left[who] = event.initiative

    def _next(self) -> tuple[str, ...]:
        """Who may still act, in order: by actions left, characters first, then as agreed."""
        able = [who for who, left in self.left.items() if left > 0 and who not in self.out | self.holding]
        places = {who: place for place, who in enumerate((*self.order[True], *self.order[False]))}
        return tuple(sorted(able, key=lambda who: (-self.left[who], places[who])))


def reckoned(arena: Arena, seed: int) -> int:
    """Play a fight out by chance, and judge all of its events: the number of rolls and turns that were judged."""
    rng = random.Random(f"reckoned {seed}")
    usage = Usage(Registry.installed().book("saari"), examples.WORN)
    playing.play_out(arena, rng, usage, most=STEPS)
    judge = Reckoner({who: one.kind for who, one in arena.state.own.fighters.items()})
    for number, recorded in enumerate(arena.stream, 1):
        try:
            judge.hear(recorded.event)
        except AssertionError as error:
            error.add_note(f"seed {seed}, version {number}: {recorded.event}")
            raise
    return judge.checked


@pytest.mark.rule(
    "SA-DICE-05", "SA-DICE-06", "SA-DICE-07", "SA-DICE-09", "SA-DICE-10", "SA-DICE-12", "SA-DICE-15", "SA-EDGE-03",
    "SA-EDGE-05", "SA-COMP-01", "SA-COMP-10", "SA-PARRY-01", "SA-PARRY-04", "SA-PARRY-05", "SA-ASSIST-03", "SA-MP-03",
    "SA-INIT-03", "SA-INIT-05", "SA-INIT-06", "SA-INIT-09", "SA-REACT-02", "SA-DELAY-01", "G-05", "G-14",
)  # fmt: skip
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_every_roll_and_every_turn_follows_from_what_was_told_before(seed: int) -> None:
    """In fights by chance."""
    assert reckoned(examples.make(random.Random(seed)), seed) > 3
