"""The questions of a roll, in the order of its windows."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct, field

from engine.kit import Question, Visibility
from engine.systems.saari.content.kinds import Defense, Purpose
from engine.systems.saari.events import Factor


class Parried(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it is parried; or the one who is defended spends a mind point instead.  [G-17]"""

    parry: bool
    mind_point: bool = False


class AskParry(Question[Parried], frozen=True, kw_only=True):
    """To who is hit: does it parry?  [W-20, SA-PARRY-01]  Default: no.

    attacker: whose attack it is. dice: of the parry. zero: two more fall, of which the lower counts.  [G-07]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    attacker: str
    dice: int
    zero: bool = False


class AskParryForComrade(Question[Parried], frozen=True, kw_only=True):
    """To who can parry an attack that hits a comrade: does it?  [W-20, SA-PARRY-02]  Default: no.

    combatant: who would parry. target: who is defended. attacker: whose attack it is. dice: of the parry.
    zero: two more fall, of which the lower counts.  [G-07]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    attacker: str
    dice: int
    zero: bool = False


class Assist(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it assists."""

    assist: bool


class AskAssist(Question[Assist], frozen=True, kw_only=True):
    """To a comrade of whose roll fails: does it assist, for one action?  [W-21, SA-ASSIST-01]  Default: no.

    combatant: who would assist. target: who has rolled. dice: of the assist. zero: two more fall, of which the lower
    counts.  [G-07]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    dice: int
    zero: bool = False


class AskFurtherAssist(Question[Assist], frozen=True, kw_only=True):
    """To a comrade of whose roll is a success already: does it assist, for more extras?  [W-21, SA-DICE-09]

    Default: no. The figures are those of AskAssist. It is not asked until the game master sets so (`setPolicy`): it
    would be most of all questions.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    asked: ClassVar[bool] = False
    combatant: str
    target: str
    dice: int
    zero: bool = False


class Difficulty(Struct, frozen=True, kw_only=True, rename="camel"):
    """How hard a roll is. kn: null: it has no target number. defense: null: it is no defence.

    advantages, disadvantages: what makes the dice easier or harder, all of it.
    """

    kn: int | None = None
    defense: Defense | None = None
    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()


class AskDifficulty(Question[Difficulty], frozen=True, kw_only=True):
    """To the game master, of a roll that he has marked: how hard is it?  [W-16, SA-DICE-02]  Default: as written.

    combatant: who is to roll. factors: that count. suggested: that would count only if he says so.  [G-11]
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("factors", "suggested", "purpose")
    combatant: str
    opponent: str | None
    purpose: Purpose
    kn: int | None
    factors: tuple[Factor, ...]
    suggested: tuple[Factor, ...]


class LateFactors(Struct, frozen=True, kw_only=True, rename="camel"):
    """What makes the dice easier or harder, all of it, now that they have fallen."""

    advantages: tuple[str, ...] = ()
    disadvantages: tuple[str, ...] = ()


class AskLateFactor(Question[LateFactors], frozen=True, kw_only=True):
    """To the game master, of a roll that he has marked: is a factor found, or taken off?  [W-19, SA-EDGE-05]

    Default: no. combatant: who has rolled. successes: as it stands.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("factors",)
    combatant: str
    successes: int
    kn: int | None
    factors: tuple[Factor, ...]


class Partial(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether it is a partial success."""

    partial: bool


class AskPartial(Question[Partial], frozen=True, kw_only=True):
    """To the game master, of a roll that he has marked: is a failure a partial success?  [W-24, SA-DICE-13]

    Default: no. combatant: who has failed.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    combatant: str


class MindPoint(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a mind point is spent."""

    spend: bool


class AskMindPoint(Question[MindPoint], frozen=True, kw_only=True):
    """To who has failed a roll: is a mind point spent?  [W-22, SA-MP-02]  Default: no. left: mind points."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    left: int


class EarlyMindPoint(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a mind point is spent before comrades are asked."""

    spend: bool


class AskEarlyMindPoint(Question[EarlyMindPoint], frozen=True, kw_only=True):
    """To who has failed a roll that comrades could help: is a mind point spent at once?  [W-22, G-17]

    Then nobody else is asked. Default: no; it is asked again when they have answered. left: mind points.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    left: int


class HeldItem(Struct, frozen=True, kw_only=True, rename="camel"):
    """The held thing that helps a roll. means: null: none."""

    means: str | None = None


class AskNpcParry(Question[Parried], frozen=True, kw_only=True):
    """To the game master, for an opponent that parries: does it pay to make an attack on it harder?  [G-02]

    Default: no. combatant: who would parry. attacker: whose attack it is. left: actions.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    combatant: str
    attacker: str
    left: int = field(name="actionsLeft")


class AskHeldItem(Question[HeldItem], frozen=True, kw_only=True):
    """To who rolls with several things in hand that help: which one does?  [W-17, SA-GEAR-11]  Default: the best.

    attacker: whom it is against; "": nobody.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    attacker: str


class Complication(Struct, frozen=True, kw_only=True, rename="camel"):
    """What goes wrong. talent: the possession that is lost.  [SA-COMP-11]"""

    complication: str
    talent: str | None = None


class AskComplication(Question[Complication], frozen=True, kw_only=True):
    """To the game master, of a roll that he has marked: which complication?  [W-23, SA-COMP-05]

    Default: an action is lost.
    """

    visibility: ClassVar[Visibility] = Visibility.HIDDEN
    ruling: ClassVar[bool] = True
    combatant: str


class AttackExtras(Struct, frozen=True, kw_only=True, rename="camel"):
    """What extra successes of an attack go to. uses: `damage` and effects -> how many extras each.

    effect: for which the hit gives up all its damage; null: none.  [SA-XATK-03, SA-XATK-04]
    """

    uses: dict[str, int] = {}
    effect: str | None = None


class AskAttackExtras(Question[AttackExtras], frozen=True, kw_only=True):
    """To an attacker who hits: what are extra successes used for?  [W-25, SA-XATK-02]  Default: damage.

    damage: of the hit without extras.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str
    extras: int
    damage: int


class Coverage(Struct, frozen=True, kw_only=True, rename="camel"):
    """Extra successes that are given to comrades: how many to whom."""

    covered: dict[str, int] = {}


class AskCoverage(Question[Coverage], frozen=True, kw_only=True):
    """To whoever has withstood an area attack: are extras given to comrades?  [W-26, SA-XDEF-01]  Default: no.

    extras: that may be given. lacking: whom they may be given to, and how many each lacks.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    extras: int
    lacking: dict[str, int]


QUESTIONS: tuple[type[Question[Any]], ...] = (
    AskDifficulty, AskLateFactor, AskHeldItem, AskNpcParry, AskParry, AskParryForComrade, AskAssist, AskFurtherAssist,
    AskEarlyMindPoint, AskMindPoint, AskComplication, AskPartial, AskAttackExtras, AskCoverage,
)  # fmt: skip
