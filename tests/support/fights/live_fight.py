"""A fight played at random and appended step by step to a store while it is watched."""

from __future__ import annotations

import random
from pathlib import Path

from msgspec import structs

from api.access.auth import Claims
from api.operations.session import Services, Session
from engine.service.registry import Registry
from engine.service.writing.writer import seal
from engine.store.port import Entry
from tests.support.fights import playing
from tests.support.fights.stored import StoredFight
from tests.support.fights.usage import Usage

ID = "arena"


class Played(StoredFight):
    """The steps of a fight, and how many of them are in the store."""

    def __init__(self, registry: Registry, system: str, seed: int, steps: int, folder: Path) -> None:
        super().__init__(registry, system, ID, folder)
        examples, rng = playing.examples_of(system), random.Random(seed)
        self.arena = arena = examples.make(rng)
        ends = [len(arena.stream)]
        examples.begin(arena)
        ends.append(len(arena.stream))
        usage = Usage(arena.book, examples.WORN)
        for number in range(steps):
            who = rng.choice([*arena.fight.combatants])
            if number % 5 == 4:
                arena.correct(f"combatants.{who}.name", f"{who} the {number}th")
            elif number % 13 == 12:
                arena.revert(rng.choice([end for end in ends if end > ends[-1] // 2]))
            elif (play := playing.chosen(arena, rng, usage)) is not None:
                playing.perform(arena, play)
            ends.append(len(arena.stream))
        self.ends = sorted(set(ends))
        self.seats = {seat.seat: seat.role for seat in arena.state.fight.seats.values()}

    @property
    def coming(self) -> list[str]:
        """The types of the events of the next step."""
        return [type(one.draft.event).__name__ for one in self.arena.stream[self.version : self.ends[self.done]]]

    def entries(self, first: int, last: int) -> list[Entry]:
        time = f"2026-01-01T00:00:{self.done:02d}.000Z"
        new = [structs.replace(recorded, time=time) for recorded in self.arena.stream[first:last]]
        return seal(self.book, self.head, new)

    def session(self, services: Services, seat: str | None, locale: str, *, expires: int = 2**40) -> Session:
        """A session of a seat, or of the operator."""
        claims = None if seat is None else Claims(ID, seat, self.seats[seat], 0, expires)
        return self.session_as(services, claims, locale)
