"""One order that asks many questions: held at each of them, and run again at each answer."""

from __future__ import annotations

import hashlib
import time
from collections.abc import AsyncGenerator
from functools import partial

import msgspec

from engine.service.writing.continuations import Continuations
from tests.bench.plan import Plan
from tests.bench.rounds import Goal, Row, Sample, interleaved
from tests.support.slices.masque import Toast
from tests.support.slices.toasts import toasts

LINEAR = 1.5
"""How many times as much one of the most questions may take as one of the fewest."""


async def rows(plan: Plan) -> AsyncGenerator[Row, None]:
    """Milliseconds of processor time, from the order to its end."""
    first = 0.0
    for questions in plan.pick((3, 14), (14, 35, 81), (14, 35, 81)):
        times = plan.pick(1, 4, 10) if questions < 50 else 1
        sides = {"ours": partial(_played, questions, times, True), "limit": partial(_played, questions, times, False)}
        found = await interleaved(plan.rounds, sides)
        row = Row(
            group="play",
            work=f"an order that asks {questions} questions, with all answers",
            unit="ms",
            ours=found["ours"],
            limit=found["limit"],
            against="the same where each answer runs the order again, as where another process has held it",
            note="processor time, in memory; with the samples that run it again all the same",
        )
        each = row.ours.median / questions
        if first:
            row.goals.append(Goal("each question x one of the fewest", each / first, "<=", LINEAR))
        first = first or each
        yield row


async def _played(questions: int, times: int, held: bool) -> Sample:
    digest, kept, taken = hashlib.sha256(), Continuations() if held else None, 0
    for _ in range(times):
        arena, _ = toasts(questions)
        arena.continuations = kept
        start = time.thread_time_ns()
        arena.order("ana", Toast(combatant="aino"))
        while arena.pending:
            arena.answer("ana", "sun")
        taken += time.thread_time_ns() - start
        digest.update(msgspec.json.encode([recorded.event for recorded in arena.stream]))
    return Sample(taken / times / 1e6, digest.hexdigest())
