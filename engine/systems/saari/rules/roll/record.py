"""The reasons of an applied roll: its pool, what was a success, where successes came from, what made the extras."""

from __future__ import annotations

from engine.kit import Reasons
from engine.systems.saari.rules.basics.sums import Part, because
from engine.systems.saari.rules.roll import tally
from engine.systems.saari.state import Roll
from engine.systems.saari.types import Batch, Throw


def reasons_of(record: Roll, parts: tuple[Part, ...]) -> Reasons:
    """The terms of the numbers of RollApplied. parts: of the pool as it was rolled.

    Who assisted, parried or covered is told by events before; their shares are shown without names.
    """
    return because(
        who=record.roller,
        pool=(*parts, Part("parry", parry_dice(record), "SA-PARRY-04")),
        threshold=_threshold(record),
        successes=_successes(record),
        extras=_extras(record),
    )


def parry_dice(record: Roll) -> int:
    """Dice that a parry added, without the two of half a Might of 0.  [SA-PARRY-04, G-07]"""
    merged = [batch for batch in record.batches if batch.throw is Throw.PARRY]
    return sum(len(batch.faces) - (0 if batch.ignored is None else 2) for batch in merged)


def _threshold(record: Roll) -> tuple[Part, ...]:
    """Each factor is a step, and together they are one at most.  [SA-EDGE-03, SA-EDGE-04]"""
    steps = [
        (factor.source, -1, "SA-EDGE-01") if factor.advantage else (factor.source, 1, "SA-EDGE-02")
        for factor in record.factors
    ]
    beyond = tally.threshold(record.factors) - tally.NORMAL - sum(step for _, step, _ in steps)
    return (
        Part("threshold", tally.NORMAL, "SA-DICE-05"),
        *(Part(*step) for step in steps),
        Part("one_step", beyond, "SA-EDGE-04"),
    )


def _successes(record: Roll) -> tuple[Part, ...]:
    """Batch by batch, then what others gave."""
    least = tally.threshold(record.factors)
    return (
        *(_of_batch(batch, least) for batch in record.batches),
        *(Part("assist", tally.helped(assist, least), "SA-ASSIST-03") for assist in record.assists),
        Part("coverage", record.covered, "SA-XDEF-01"),
    )


def _of_batch(batch: Batch, least: int) -> Part:
    rule = {Throw.BASE: "SA-DICE-05", Throw.PARRY: "SA-PARRY-04"}.get(batch.throw, "SA-DICE-06")
    return Part(batch.throw.value.lower(), sum(face >= least for face in batch.counted), rule)


def _extras(record: Roll) -> tuple[Part, ...]:
    """Own successes above the target number. A mind point leaves none, and what comrades gave counts for none."""
    if record.kn is None or not tally.succeeds(record):
        return ()
    above = tally.own_successes(record) - max(0, record.kn)
    beyond = tally.extras(record) - above
    source, rule = ("mind_point", "SA-MP-03") if record.mind_point else ("coverage", "G-43")
    return (
        Part("successes", tally.own_successes(record), "SA-DICE-09"),
        Part("kn", -max(0, record.kn), "SA-DICE-09"),
        Part(source, beyond, rule),
    )
