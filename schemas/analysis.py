"""What a fight taught, in the API: rolls with their chances, deeds, how dice fell, who thought how long.

All numbers are whole. Chances are in tenths of a percent, as in previews.
"""

from __future__ import annotations

from typing import Literal

from schemas.types import Wire


class Successes(Wire, frozen=True, kw_only=True):
    """Rolls of which the chance and the end are known. rolls: how many; hits: how many of them succeeded.

    expected: how many succeed on average, spread: the standard deviation of that number; both in hundredths.
    """

    rolls: int
    hits: int
    expected: int
    spread: int


class AnalysedRoll(Wire, frozen=True, kw_only=True):
    """A roll that counts: not taken back. by: the combatant or seat that rolled; label: for what, in words.

    typed: a person typed the faces. chance: of success, in tenths of a percent; null: it has none, or it is not for you
    to know. passed: whether it succeeded; null: it is not known.
    """

    version: int
    by: str
    label: str
    dice: str
    faces: tuple[int, ...]
    typed: bool
    chance: int | None
    passed: bool | None


class HarmDealt(Wire, frozen=True, kw_only=True):
    """Points that one weapon, spell or the like has taken from others.

    key: "" for none that is named. label: in words. times: how often.
    """

    key: str
    label: str
    points: int
    times: int


class ConditionsPut(Wire, frozen=True, kw_only=True):
    """How often one kind of condition was put on others. label: in words."""

    key: str
    label: str
    times: int


class AnalysedCombatant(Wire, frozen=True, kw_only=True):
    """What a combatant did and suffered. side: its key. dealt, taken: points of the first vital; healed: on anybody.

    felled: whom, by key. fell: it has fallen; felled_by: whose doing that was, null: nobody's. harm: what it dealt, by
    means. conditions: that it put on others.
    """

    combatant: str
    name: str
    side: str
    successes: Successes
    dealt: int
    taken: int
    healed: int
    harm: tuple[HarmDealt, ...]
    felled: tuple[str, ...]
    fell: bool
    felled_by: str | None
    conditions: tuple[ConditionsPut, ...]


class AnalysedSeat(Wire, frozen=True, kw_only=True):
    """What a seat did. decisions: how many; median, longest: milliseconds that they took, null where there are none.

    Bots, deadlines and standing preferences decide nothing here, and a pause of the fight is left out.
    """

    seat: str
    name: str
    successes: Successes
    decisions: int
    median: int | None
    longest: int | None


class DiceFairness(Wire, frozen=True, kw_only=True):
    """How one kind of die fell, typed ones (`typed`) and the server's apart. faces: how often each came, the 1 first.

    p: how likely fair dice fall at least as unevenly, of 10,000; corrected: with regard to how many kinds are tested.
    method: how that was found. excess: by how much the most frequent face is above its share, in percent. needed: how
    many dice it takes to see (80 % of times, at 5 %) a die that favours a face so much; null where there is no excess.
    """

    sides: int
    typed: bool
    dice: int
    faces: tuple[int, ...]
    p: int
    corrected: int
    method: Literal["CHI_SQUARE", "EXACT", "DRAWN"]
    excess: int
    needed: int | None


class FightAnalysis(Wire, frozen=True, kw_only=True):
    """What a fight has taught up to a version, worked out from what you see of it. ended: it is over.

    taken_back: the versions at which the fight went back; what was taken back is counted nowhere.
    """

    encounter: str
    version: int
    ended: bool
    rolls: tuple[AnalysedRoll, ...]
    combatants: tuple[AnalysedCombatant, ...]
    seats: tuple[AnalysedSeat, ...]
    dice: tuple[DiceFairness, ...]
    taken_back: tuple[int, ...]


class CurveSide(Wire, frozen=True, kw_only=True):
    """A side of a curve. label: in words. luck: how lucky its dice were: ranked among fights that bots played from the
    same start, in tenths of a percent; null: it is not known yet, or no roll has a known chance."""

    side: str
    label: str
    luck: int | None


class CurveChance(Wire, frozen=True, kw_only=True):
    """The chance of a side, and the standard error of it, in tenths of a percent: 1 to 999; 0 and 1000 only where the
    fight has ended."""

    side: str
    value: int
    error: int


class CurvePoint(Wire, frozen=True, kw_only=True):
    """The chances at a version. runs: of which they are counted; 0: it is the outcome. finished: it gets no more of
    them, but where the fight may have turned."""

    version: int
    chances: tuple[CurveChance, ...]
    runs: int
    finished: bool


class CurveShift(Wire, frozen=True, kw_only=True):
    """What an act changed for a side, in tenths of a percent: by its dice, and by what was chosen, against the usual.

    Both add up to the change from point to point.
    """

    side: str
    dice: int
    choice: int


class CurveAct(Wire, frozen=True, kw_only=True):
    """An order with all that came of it, or a ruling; in a long fight several in a row, where it did not turn.

    first, last: its versions.
    """

    first: int
    last: int
    shifts: tuple[CurveShift, ...]


class TurningPoint(Wire, frozen=True, kw_only=True):
    """An act that turned the fight. version: its last; text: what happened, as you see it; shifts: as of the act."""

    version: int
    text: str
    shifts: tuple[CurveShift, ...]


class FightCurve(Wire, frozen=True, kw_only=True):
    """How the chances of a fight went up to a version, if bots had played on from each moment.

    ended: the last point is the outcome. complete: nothing more is worked out; done: how much of it is, in tenths of a
    percent. points: those that are known, in their order; acts: those of which dice and choice are known.
    turns: at most five, the largest first, once it is complete. fights: among how many the luck is ranked.
    """

    encounter: str
    version: int
    ended: bool
    complete: bool
    done: int
    sides: tuple[CurveSide, ...]
    points: tuple[CurvePoint, ...]
    acts: tuple[CurveAct, ...]
    turns: tuple[TurningPoint, ...]
    fights: int
