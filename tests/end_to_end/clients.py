"""What a fight's clients know of it, and how they answer."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tests.support.amounts import PATIENCE


async def until(true: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds that others bring about. AssertionError names what did not happen."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"not within {PATIENCE:g} s: {what}"
        await asyncio.sleep(0.003)


class Answer(Struct, frozen=True):
    """An acknowledged request, and the events it made."""

    seat: str
    path: str
    key: str
    body: dict[str, Any]
    first: int
    last: int
    events: list[dict[str, Any]]


class Fight:
    """A fight as its clients know it.

    acknowledged: hash by version of all that any client received. answers: in order of arrival. shown: the fight in the
    last one. begun: the version a battle goes back to.
    """

    def __init__(self, made: dict[str, Any]) -> None:
        self.id: str = made["encounter"]["id"]
        self.tokens = {one["seat"]: one["token"] for one in made["tokens"]}
        self.created = int(made["encounter"]["version"])
        self.begun = self.created
        self.acknowledged: dict[int, str] = {}
        self.answers: list[Answer] = []
        self.shown: tuple[str, dict[str, Any]] = ("gm", made["encounter"])

    def add(self, answer: Answer, shown: dict[str, Any]) -> None:
        """AssertionError if a version was acknowledged before: something was done twice, or lost and made again."""
        told = [event["version"] for event in answer.events]
        assert told == [*range(answer.first, answer.last + 1)]
        for event in answer.events:
            assert event["version"] not in self.acknowledged, f"{self.id}: version {event['version']} twice"
            self.acknowledged[event["version"]] = event["hash"]
        self.answers.append(answer)
        if answer.last >= self.shown[1]["version"]:
            self.shown = (answer.seat, shown)

    @property
    def told(self) -> int:
        """The last version that any client received."""
        return max(self.acknowledged, default=self.created)


def correction(value: str) -> dict[str, Any]:
    """A small change that every seat can read."""
    return {"path": "name", "value": value}


def reply_to(decision: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Any answer; requested dice with possible faces."""
    if decision["kind"] == "Roll":
        count, _, sides = decision["question"]["dice"].partition("d")
        return {"faces": [chance.randint(1, int(sides)) for _ in range(int(count))]}
    return {"choice": chance.choice(decision["offers"])["send"]}
