"""Two fights in which the same happens: one runs each command again at each answer, the other holds its rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.continuation import Continuation
from engine.kernel.state.fight import State
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service.writing.continuations import Continuations
from tests.support.fights.acts import ACTS, WEIGHTS, drawn
from tests.support.fights.arena import Arena
from tests.support.laws import laws


class Counting(Continuations):
    """Continuations that count those from which a fight went on."""

    taken = 0

    def take(self, book: Rulebook[Any], base: State[Any], trail: Sequence[Recorded]) -> Continuation[Any] | None:
        """See Continuations."""
        found = super().take(book, base, trail)
        self.taken += found is not None
        return found


def hold_no_difference(arena: Arena, rng: random.Random, acts: int) -> int:
    """So many random acts in two fights; AssertionError where they differ. How often a held rule went on.

    Few are kept, not always, and some are run again as samples; answers are refused in between, and a copy of the fight
    goes on with what the fight has kept.
    """
    bare, kept = arena, Counting(rng.choice([1, 3, 100]), sample=rng.choice([0, 2]))
    bare.robbed = True
    held = laws.branch(bare)
    for _ in range(acts):
        held.continuations = kept if rng.random() < 0.85 else None
        if bare.pending and rng.random() < 0.3:
            _refused(bare, held, rng)
        if bare.pending and rng.random() < 0.1:
            with suppress(RuleRefusal):  # the fight may be paused
                laws.answer_somehow(laws.branch(held), random.Random(rng.random()))
        act, ends = drawn(bare, rng.choices(ACTS, WEIGHTS)[0], rng), list[Arena | str]()
        for fight in (bare, held):
            try:
                ends.append(act(fight))
            except RuleRefusal as refusal:
                ends.append(f"{refusal.code} {refusal.field} {refusal.rule} {refusal.reason}")
        if isinstance(ends[0], Arena) and isinstance(ends[1], Arena):
            bare, held = ends[0], ends[1]
        else:
            assert ends[0] == ends[1], "an act is refused otherwise"
        assert held.stream[-40:] == bare.stream[-40:]
        assert held.state == bare.state
    assert held.stream == bare.stream
    laws.stands_as_folded(held)
    return kept.taken


def _refused(bare: Arena, held: Arena, rng: random.Random) -> None:
    """An answer that cannot be one: the same words from both."""
    asked = rng.choice(bare.pending)
    faces = (99,) if asked.kind == "Roll" else ()
    key = rng.choice(["nothing of that", asked.default])
    fields = {} if asked.kind == "Roll" or key != asked.default else {"nothing": "of that"}
    said = []
    for fight in (bare, held):
        try:
            laws.branch(fight).answer(asked.seats[0], key, fields, decision=asked.decision, faces=faces)
        except RuleRefusal as refusal:
            said.append(f"{refusal.code} {refusal.field} {refusal.reason}")
    assert len(said) == 2
    assert said[0] == said[1]
