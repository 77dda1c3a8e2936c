"""Reading the faces of a test: always strictly greater, a tie fails.  [MM-TEST-01, MM-TEST-02, MM-TEST-04]"""

from __future__ import annotations

from math import comb

from engine.kit import Odds
from engine.systems.mongolian_mercenaries.rules.basics.sums import total
from engine.systems.mongolian_mercenaries.rules.blows.hits import SUCCESS
from engine.systems.mongolian_mercenaries.rules.roll.plan import Faces, Plan
from engine.systems.mongolian_mercenaries.types import Form

SIDES = {Form.SUCCESS: 8, Form.STANDARD: 10, Form.OPPOSED: 8, Form.ESCAPE: 20}
"""Each die shows 1 to its number.  [RUL-01]"""

SUCCEEDING = SIDES[Form.SUCCESS] - SUCCESS + 1
"""How many faces of a die are successes.  [MM-TEST-04]"""


def dice(plan: Plan) -> str:
    """The dice that the tester of a test rolls, and in an opposed one its opponent after it."""
    return f"{plan.left if plan.form is Form.SUCCESS else 1}d{SIDES[plan.form]}"


def successes(plan: Plan, faces: Faces) -> int:
    """Of a success test; of any other 0.  [MM-TEST-04]"""
    return sum(face >= SUCCESS for face in faces) if plan.form is Form.SUCCESS else 0


def passes(plan: Plan, faces: Faces) -> bool:
    """Whether these faces pass it."""
    if plan.passes is not None:
        return plan.passes(faces)
    if plan.form is Form.SUCCESS:
        return successes(plan, faces) > 0
    if plan.form is Form.OPPOSED:
        return plan.left + faces[0] > total(plan.against) + faces[1]
    return plan.left > faces[0]


def odds(plan: Plan) -> Odds:
    """How often a test without a reading of its own passes."""
    sides = SIDES[plan.form]
    if plan.form is Form.SUCCESS:
        fails = SUCCESS - 1
        return Odds(
            good=sides**plan.left - fails**plan.left, of=sides**plan.left, passes=lambda faces: passes(plan, faces)
        )
    if plan.form is Form.OPPOSED:
        pairs = [(mine, theirs) for mine in range(1, sides + 1) for theirs in range(1, sides + 1)]
        return Odds(good=sum(passes(plan, pair) for pair in pairs), of=len(pairs))
    return Odds(
        good=max(0, min(sides, plan.left - 1)),
        of=sides,
        against=plan.left,
        passes=lambda faces: passes(plan, faces),
    )


def odds_against(plan: Plan, mine: Faces) -> Odds:
    """How often an opposed test passes once the tester's die has fallen."""
    sides = SIDES[plan.form]
    good = sum(passes(plan, (*mine, theirs)) for theirs in range(1, sides + 1))
    return Odds(good=good, of=sides, passes=lambda faces: passes(plan, (*mine, *faces)))


def odds_of_hits(pool: int, crit_faces: int, plain_faces: int, dodge: int) -> Odds:
    """How often a pool has a critical success, or more plain ones than Dodge takes.  [MM-ATK-05, MM-CRIT-06]"""
    failing = 8 - crit_faces - plain_faces
    missed = sum(
        comb(pool, hits) * plain_faces**hits * failing ** (pool - hits) for hits in range(min(dodge, pool) + 1)
    )
    return Odds(good=8**pool - missed, of=8**pool)
