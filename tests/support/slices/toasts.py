"""A masque whose toasts go round the table: one order that asks many questions, one after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.structs.messages import Order
from tests.support.fights.arena import Arena
from tests.support.slices import masque
from tests.support.slices.masque import MQ, Masque, Toast, Wave
from tests.support.slices.ready import fight, one

After = Callable[[MQ, int], None]


class Runs:
    """What becomes of a rule. begun, left: how often it was run from its base, and left at its end or before.

    after: called behind each answer, with how many there are.
    """

    def __init__(self, times: int, after: After) -> None:
        self.times, self.after, self.begun, self.left = times, after, 0, 0


class Toasts(Masque):
    """A toast rolls a die and asks, so many times."""

    id = "slice_toasts"
    name = "Toasts slice"

    def __init__(self, runs: Runs) -> None:
        self._runs = runs

    def play(self, order: Order, table: MQ) -> None:
        """As in a masque, but for toasts."""
        if not isinstance(order, Toast):
            super().play(order, table)
            return
        runs = self._runs
        runs.begun += 1
        asked = Wave(offers=masque.masks("MQ-1"), default="moon", about=order.combatant)
        try:
            for number in range(runs.times):
                (face,) = table.roll("1d6", by=order.combatant, why="toast", rule="MQ-1")
                reply = table.ask(table.state.fight.holders(order.combatant), asked, rule="MQ-1")
                by = -face if reply.mask == "moon" else face
                table.change(order.combatant, "nerve", by, rule="MQ-1", least=-999)
                runs.after(table, number + 1)
        finally:
            runs.left += 1


def no_more(table: MQ, number: int) -> None:
    """Nothing behind an answer."""


def toasts(times: int = 3, after: After = no_more, **more: Any) -> tuple[Arena, Runs]:
    """Aino (ana) and bo (ben), and nobody has raised a glass yet."""
    runs = Runs(times, after)
    arena = fight(
        Toasts(runs),
        lambda book: [one(book, "aino", "a", "ana"), one(book, "bo", "b", "ben")],
        secret="toasts",
        **more,
    )
    return arena, runs
