"""Questions, and the bodies of their answers, of a roll, in the order of its windows."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility
from engine.systems.saari.content.kinds import Defense, Purpose
from engine.systems.saari.rules.roll.questions import Parried
from engine.systems.saari.types import Factor


class AllyHelp(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the ally helps."""

    helped: bool


class AskAllyHelp(Question[AllyHelp], frozen=True, kw_only=True):
    """To who rolls: does an ally help, once in a round?  [W-18, SA-ALLY-04]  Default: no.

    combatant: who rolls. ally: who would help. dice: that it gives.
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    ally: str
    dice: int


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


class HeldItem(Struct, frozen=True, kw_only=True, rename="camel"):
    """The held thing that helps a roll. means: null: none."""

    means: str | None = None


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
