"""What an order or an answer would do, as far as its seat can know: ways, areas, tests with their chances."""

from __future__ import annotations

from msgspec import Struct, structs

from engine.kernel.state.combatant import Place
from engine.kernel.state.ground.areas import SceneArea
from engine.kernel.structs.reasons import Term

CERTAIN = 1000
"""A chance of one, in tenths of a percent."""


class PreviewWay(Struct, frozen=True, kw_only=True, rename="camel"):
    """A way that a combatant would go. steps: without the place where it starts.

    cost: of the way; left: what may be spent after it; both in `unit`, in words; None: the rules do not count it.
    cost_label, left_label: with their unit, as people say it: `1 square`; "" where they are not counted.
    label: what there is to say about it; "": nothing.
    """

    combatant: str
    steps: tuple[Place, ...]
    cost: int | None = None
    left: int | None = None
    unit: str = ""
    cost_label: str = ""
    left_label: str = ""
    label: str = ""

    @property
    def labelled(self) -> PreviewWay:
        """The same with its labels: where the game has none, the number and the unit."""
        cost, left = (
            said or ("" if number is None else f"{number} {self.unit}".strip())
            for said, number in ((self.cost_label, self.cost), (self.left_label, self.left))
        )
        return structs.replace(self, cost_label=cost, left_label=left)


class PreviewTarget(Struct, frozen=True, kw_only=True, rename="camel"):
    """Somebody whom it concerns. label: how, in words."""

    combatant: str
    label: str


class PreviewTest(Struct, frozen=True, kw_only=True, rename="camel"):
    """Dice that would fall. combatant: who rolls; target: against whom.

    against: the number that decides, None where the seat does not know it, or where other dice decide. terms: those of
    its numbers that the seat knows; `of` is `faces` for what is added to the dice, `against` for the deciding number
    and for what is added to dice that decide.
    chance: of success, in tenths of a percent, rounded to the nearest; None where the seat does not know all figures.
    provided: what somebody has to choose first for the chance to hold, in words; "": nothing.
    """

    label: str
    combatant: str | None = None
    target: str | None = None
    dice: str
    against: int | None = None
    chance: int | None = None
    provided: str = ""
    terms: tuple[Term, ...] = ()
    rule: str


class PreviewNext(Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a way that is begun may go on. by: the word of such a step, as its field lists them; None: none.

    label: that word for people; "": an ordinary step. area: where the step may end.
    """

    by: str | None = None
    label: str = ""
    area: SceneArea


class Foreseen(Struct, frozen=True, kw_only=True):
    """What a rule system foresees: `RuleSystem.preview`.

    next: where a way that is begun may go on; empty areas are left out. unfinished: the field of the order that holds a
    way which is possible, but may not end where it ends so far: the order as it stands is refused for that field, its
    preview is not.
    """

    ways: tuple[PreviewWay, ...] = ()
    next: tuple[PreviewNext, ...] = ()
    areas: tuple[SceneArea, ...] = ()
    affected: tuple[PreviewTarget, ...] = ()
    tests: tuple[PreviewTest, ...] = ()
    unfinished: str = ""


class Preview(Struct, frozen=True, kw_only=True, rename="camel"):
    """What an order or an answer would do, as far as no dice and nothing hidden from its seat come into it.

    certain: no dice fall and nobody is asked, as far as the seat sees. ways: where somebody would go.
    next: where a way that is begun may go on. areas: what it reaches over.
    affected: whom it concerns. tests: the dice that would fall first, as far as they are known.
    unfinished: why a way that is begun may not end where it ends so far; "": the order is legal as it stands.
    """

    certain: bool
    text: str
    ways: tuple[PreviewWay, ...]
    next: tuple[PreviewNext, ...]
    areas: tuple[SceneArea, ...]
    affected: tuple[PreviewTarget, ...]
    tests: tuple[PreviewTest, ...]
    unfinished: str


def chance_of(good: int, of: int) -> int:
    """So many of so many equally likely results, in tenths of a percent, rounded to the nearest, halves up."""
    return (2 * CERTAIN * good + of) // (2 * of)
