"""The questions of La Fantasia Final, and the bodies of their answers that are not orders.

An answer that is an order (a readied shot, a free attack, the next of several attacks) is that order's struct.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Struct

from engine.kernel.combatant import Place
from engine.kernel.decisions import Question, Visibility
from engine.systems.fantasia.commands import Phase, Words
from engine.systems.fantasia.content.kinds import Attribute


class Roll(Enum):
    """One roll for a whole group, or one each."""

    SHARED = "SHARED"
    EACH = "EACH"


class Shared(Struct, frozen=True, kw_only=True, rename="camel"):
    """How a group rolls."""

    rolls: Roll


class GroupInitiative(Question[Shared], frozen=True, kw_only=True):
    """To the game master: does this group of enemies roll once, or each alone? Default: once.  [FF-INIT-03]"""

    ruling: ClassVar[bool] = True
    group: str
    members: tuple[str, ...]


class Settling(Struct, frozen=True, kw_only=True, rename="camel"):
    """What becomes of a tie of sides: another roll, or turns one after the other."""

    interleaved: bool


class SideTie(Question[Settling], frozen=True, kw_only=True):
    """To the game master: these sides rolled the same; roll again, or interleave? Default: again.  [FF-INIT-06]"""

    ruling: ClassVar[bool] = True
    sides: tuple[str, ...]


class Declared(Struct, frozen=True, kw_only=True, rename="camel"):
    """A kind of action."""

    phase: Phase


class DeclareAction(Question[Declared], frozen=True, kw_only=True):
    """As his side begins: which kind of action will he take? Default: a melee attack.  [FF-INIT-07]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str


class Recovery(Struct, frozen=True, kw_only=True, rename="camel"):
    """What rest gives back, in percent of the maximal points."""

    percent: Annotated[int, msgspec.Meta(ge=0, le=100)]


class RestShare(Question[Recovery], frozen=True, kw_only=True):
    """To the game master: what does an interrupted rest give back? Default: 10 percent an hour.  [FF-REST-02]"""

    ruling: ClassVar[bool] = True
    combatants: tuple[str, ...]
    hours: int


class Now(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether somebody who delayed acts now."""

    act: bool


class ActNow(Question[Now], frozen=True, kw_only=True):
    """To who delayed: act between this turn and the next? Default: wait.  [FF-DELAY-02]  after: whose turn is over."""

    combatant: str
    after: str


class Hold(Struct, frozen=True, kw_only=True, rename="camel"):
    """Do not do it; what is readied stays readied."""


class UseReadied(Question[Any], frozen=True, kw_only=True):
    """To who holds an action ready: use it now, before `combatant` does what he is about to do?  [FF-READY-02]

    Asked of everybody who openly has something readied; where it does not fit there is nothing but to hold.
    Answers: Hold, or the order.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    holder: str
    combatant: str


class NextAttack(Question[Any], frozen=True, kw_only=True):
    """The next attack of a multi-attack: whom, with what? Default: the same again, if he still stands.  [FF-ATK-11]

    Answers: Hold (no further attack), or an Attack.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    attacker: str
    attacks_left: int


class Consent(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether somebody lets a spell work on him."""

    willing: bool


class Willing(Question[Consent], frozen=True, kw_only=True):
    """To a target's seat: does he want this spell? Default: yes from an ally, no from an enemy.  [FF-MAG-05]"""

    target: str
    caster: str
    spell: str


class Fumbled(Struct, frozen=True, kw_only=True, rename="camel"):
    """A row of the fumble table; 0: let the die decide."""

    row: Annotated[int, msgspec.Meta(ge=0, le=6)]


class OwnFumble(Struct, frozen=True, kw_only=True, rename="camel"):
    """An effect the game master thinks of; the engine only notes it."""

    effect: Words


class FumbleEffect(Question[Any], frozen=True, kw_only=True):
    """To the game master: what comes of a natural 2? Default: the die.  [FF-FUM-02]"""

    ruling: ClassVar[bool] = True
    attacker: str
    target: str


class FreeAttack(Question[Any], frozen=True, kw_only=True):
    """To the one who was attacked: one free attack on the attacker? Default: none.  [FF-FUM-06]

    Answers: Hold, or an Attack.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str
    attacker: str


class Picked(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant."""

    target: str


class Chosen(Struct, frozen=True, kw_only=True, rename="camel"):
    """An attribute."""

    attribute: Attribute


class JumpAttribute(Question[Chosen], frozen=True, kw_only=True):
    """To the game master: which attribute does this jump take? Default: agility.  [FF-MOVE-03]"""

    ruling: ClassVar[bool] = True
    combatant: str
    high: bool
    centimetres: int


class OpposeGrapple(Question[Chosen], frozen=True, kw_only=True):
    """To the other one in a grapple: strength or agility against it? Default: the higher.  [FF-GRAP-02]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str
    opponent: str


class AllyHit(Question[Picked], frozen=True, kw_only=True):
    """To the game master: which ally does the fumbled attack go for? Default: the nearest.  [FF-FUM-08]"""

    ruling: ClassVar[bool] = True
    attacker: str


class CriticalTarget(Question[Picked], frozen=True, kw_only=True):
    """To the attacker: which of those hit takes double damage? Default: the first.  [FF-CRIT-03]"""

    attacker: str


class UseReaction(Struct, frozen=True, kw_only=True, rename="camel"):
    """A reaction ability is used: by whom, which, for or against whom. weapon, thrown, attribute: of an attack."""

    combatant: str
    reaction: str
    target: str
    weapon: str | None = None
    thrown: bool = False
    attribute: Attribute | None = None


class ReactToHit(Question[Any], frozen=True, kw_only=True):
    """To a seat: a weapon attack has hit; do any of these figures react before its damage? Default: no.  [FF-REACT-01]

    Asked of all who by what is seen might react; who has nothing to do it with finds only to hold.
    Answers: Hold, or UseReaction.
    """

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]


class ReactToMagic(Question[Any], frozen=True, kw_only=True):
    """To a seat: magic has reached somebody; does he react before its effect? As ReactToHit.  [FF-REACT-01]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]


class ReactToWound(Question[Any], frozen=True, kw_only=True):
    """To a seat: a hit hand to hand has dealt its damage; is there a reaction? As ReactToHit.  [FF-REACT-01]"""

    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatants: tuple[str, ...]
    attacker: str
    targets: tuple[str, ...]


class Judgement(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game master's word on something asked for."""

    allowed: bool


class AllowAction(Question[Judgement], frozen=True, kw_only=True):
    """To the game master: may this be done as a normal action? Default: no.  [FF-TURN-06]"""

    ruling: ClassVar[bool] = True
    combatant: str
    purpose: str


class CheckTerms(Struct, frozen=True, kw_only=True, rename="camel"):
    """A check is granted. costs: it takes the normal action. difficulty: where nobody opposes it.

    sight: it needs sight, and the blind fail it.
    """

    costs: bool
    sight: bool = False
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    opposing: Attribute = Attribute.MIND


class SetCheck(Question[Any], frozen=True, kw_only=True):
    """To the game master: the terms of a check, or none. Default: none.  [FF-TURN-05]

    Answers: Judgement(allowed=False), or CheckTerms.
    """

    ruling: ClassVar[bool] = True
    combatant: str
    attribute: Attribute
    purpose: str
    opponent: str


class Effort(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether something counts as exertion."""

    counts: bool


class CountsAsEffort(Question[Effort], frozen=True, kw_only=True):
    """To the game master: was that an effort, for somebody in fever? Default: yes.  [FF-ST-51]"""

    ruling: ClassVar[bool] = True
    combatant: str


class Dragged(Struct, frozen=True, kw_only=True, rename="camel"):
    """The wind carries somebody off. to: where, in a fight with places."""

    to: Place | None = None


class WindDrags(Question[Any], frozen=True, kw_only=True):
    """To the game master: does a strong wind drag somebody who floats, and where? Default: no.  [FF-ST-53]

    Answers: Hold (he stays), or Dragged.
    """

    ruling: ClassVar[bool] = True
    combatant: str
    caster: str


class ByChance(Struct, frozen=True, kw_only=True, rename="camel"):
    """Let chance decide."""


class ConfusedDeed(Question[Any], frozen=True, kw_only=True):
    """To the game master: what does somebody confused do, and to which ally? Default: chance decides.  [FF-ST-42]

    Answers: ByChance, or the order.
    """

    ruling: ClassVar[bool] = True
    visibility: ClassVar[Visibility] = Visibility.PRIVATE
    combatant: str


class Verdict(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether the battle is over."""

    ended: bool


class EndBattle(Question[Verdict], frozen=True, kw_only=True):
    """To the game master: at most one side stands; is the battle over? Default: yes. standing: that side, or ""."""

    ruling: ClassVar[bool] = True
    standing: str


QUESTIONS: tuple[type[Question[Any]], ...] = (
    GroupInitiative, SideTie, RestShare, DeclareAction, ActNow,
    UseReadied, NextAttack, Willing, FumbleEffect, FreeAttack, OpposeGrapple,
    JumpAttribute, WindDrags, AllyHit, CriticalTarget,
    ReactToHit, ReactToMagic, ReactToWound, AllowAction, SetCheck, CountsAsEffort, ConfusedDeed, EndBattle,
)  # fmt: skip
