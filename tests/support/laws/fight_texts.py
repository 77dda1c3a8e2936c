"""Reads every text of a fight played by chance, as a person would."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage

BROKEN = re.compile(r"^\s|\s$|\s\s|\s[,.:;?!)]|[{}\[\]]|\(\)|[:,;(–]$|^[.,:;?!)]|\bNone\b|\bTrue\b|\bFalse\b")
CODE = re.compile(r"\b\w+_\w+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{3,}\b")
STEPS = 25


def read_texts(system: Any, arena: Arena[Any], usage: Usage, locale: str, rng: random.Random) -> int:
    """How many texts of events, questions and offers were read. AssertionError: a gap, or a word of the code."""
    told: Mapping[str, Any] = system.words.languages["en"]["sentences"]
    questions: Sequence[type[msgspec.Struct]] = system.questions
    after = read = 0
    for _ in range(STEPS):
        names = {c.id: c.name for c in arena.fight.combatants.values()} | dict(system.things(arena.state))
        things = [r.event for r in arena.stream[after:] if type(r.event).__name__ in told]
        for asked in arena.pending:
            cls = next((cls for cls in questions if cls.__name__ == asked.kind), None)
            if cls is not None:
                things.append(msgspec.convert({**asked.question, "offers": [], "default": ""}, cls))
        things += [offer for who in arena.fight.acting for offer in system.offers(arena.state, who)]
        for thing in things:
            text = system.describe(thing, locale, names)
            assert text, thing
            assert not BROKEN.search(text), text
            assert not CODE.search(text), text
            read += 1
        after = len(arena.stream)
        play = playing.chosen(arena, rng, usage)
        if play is None:
            break
        playing.perform(arena, play)
    return read
