"""What runs come to: who wins, who stands, what is left, how long it takes.

It counts a prefix of the runs, by their number: how many processes made them, and in which order, changes nothing. It
ends by the width of its intervals alone, looked at every few runs, never because one side is ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from engine.kernel.state.fight import Fight
from engine.service.bots.simulation import Policy
from engine.service.odds.chance import Chance, Quartiles, chance, quartiles
from engine.service.odds.intervals import Interval, mean
from engine.service.odds.run import Run
from engine.service.odds.wanted import EVERY, LEAST, Wanted

Stopped = Literal["WITHIN", "RUNS", "SECONDS", "LEFT"]
"""Why no more runs are made: the intervals are as narrow as was asked, there are as many as was asked, so much time has
passed, or nobody waits for it any more."""


class SideOdds(Struct, frozen=True):
    """won: the chance that the fight ends for this side; lost: for another."""

    side: str
    won: Chance
    lost: Chance


class CombatantOdds(Struct, frozen=True):
    """stands: the chance to be on one's feet at the end: in the fight, with some of the first vital left.

    vitals: what is left of each, by its key. dealt, taken: points of the first vital from here on, on average.
    """

    id: str
    side: str
    stands: Chance
    vitals: dict[str, Quartiles]
    dealt: Interval
    taken: Interval


class Odds(Struct, frozen=True):
    """What the first `runs` runs have come to. complete: no more are made, `stopped` says why.

    nobody: it ends for no side; undecided: it has not ended at the limit. rounds: still to be played; None: no run yet.
    seconds: that the runs took by the clock. bots: side -> policy.
    """

    runs: int
    seed: str
    bots: dict[str, Policy]
    sides: tuple[SideOdds, ...]
    nobody: Chance
    undecided: Chance
    combatants: tuple[CombatantOdds, ...]
    rounds: Quartiles | None
    complete: bool = False
    stopped: Stopped | None = None
    seconds: float = 0.0


class Tally:
    """The runs from a fight, as far as they are added, in the order of their numbers."""

    def __init__(self, fight: Fight, wanted: Wanted) -> None:
        people = fight.combatants.values()
        self.sides = tuple(dict.fromkeys(person.side for person in people))
        self._side_of = {person.id: person.side for person in people}
        self._vitals = {person.id: tuple(person.vitals) for person in people}
        self._wanted = wanted
        self._certain = fight.outcome is not None or fight.status == "ENDED"
        self.runs: list[Run] = []
        self._won = dict.fromkeys((*self.sides, "", None), 0)

    def add(self, run: Run) -> None:
        """One more run; not after `enough`."""
        self.runs.append(run)
        outcome = run.outcome if run.outcome is None or run.outcome in self._won else ""
        self._won[outcome] += 1

    def won(self, side: str) -> int:
        """How many runs ended for a side."""
        return self._won[side]

    @property
    def certain(self) -> bool:
        """Whether nothing else can happen: the fight has ended."""
        return self._certain

    @property
    def half(self) -> float:
        """Half the width of the widest interval of who wins."""
        return max((self._chance(self._won[side]).half for side in self.sides), default=0.0)

    @property
    def enough(self) -> Stopped | None:
        """Whether no more runs are wanted, and why."""
        count = len(self.runs)
        if self._certain and count:
            return "WITHIN"
        if count >= LEAST and count % EVERY == 0 and self.half <= self._wanted.within:
            return "WITHIN"
        return "RUNS" if count >= self._wanted.runs else None

    def odds(self, *, stopped: Stopped | None = None, seconds: float = 0.0) -> Odds:
        """What they have come to. stopped: None: more are to come."""
        return Odds(
            runs=len(self.runs),
            seed=self._wanted.seed,
            bots=self._bots(self._wanted.policies()),
            sides=tuple(self._side(side) for side in self.sides),
            nobody=self._chance(self._won[""]),
            undecided=self._chance(self._won[None]),
            combatants=tuple(self._combatant(who) for who in self._side_of) if self.runs else (),
            rounds=quartiles([run.rounds for run in self.runs]) if self.runs else None,
            complete=stopped is not None,
            stopped=stopped,
            seconds=round(seconds, 1),
        )

    def _side(self, side: str) -> SideOdds:
        won = self._won[side]
        lost = sum(self._won[other] for other in self.sides) - won
        return SideOdds(side, self._chance(won), self._chance(lost))

    def _bots(self, policies: Mapping[str, Policy]) -> dict[str, Policy]:
        return {side: policies.get(side, policies[""]) for side in self.sides}

    def _chance(self, hits: int) -> Chance:
        return chance(hits, len(self.runs), certain=self._certain)

    def _combatant(self, who: str) -> CombatantOdds:
        left = [run.people[who] for run in self.runs]
        vitals = {
            key: quartiles([remainder.vitals[number] for remainder in left])
            for number, key in enumerate(self._vitals[who])
        }
        return CombatantOdds(
            id=who,
            side=self._side_of[who],
            stands=self._chance(sum(remainder.stands for remainder in left)),
            vitals=vitals,
            dealt=mean([remainder.dealt for remainder in left]),
            taken=mean([remainder.taken for remainder in left]),
        )
