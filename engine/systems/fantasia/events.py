"""The events of La Fantasia Final, beside the kernel's. Dice, totals, hits and damage are open; figures are not."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from msgspec import Struct

from engine.kernel.combatant import Place
from engine.kernel.messages import Audience, Event
from engine.systems.fantasia.commands import Manner, Pay, Phase, Readied, Skill, Trigger
from engine.systems.fantasia.content.kinds import Attribute, Element, Factor, Hand, Mod


class Outcome(Enum):
    """How an attack roll came out.  [FF-ATK-01, FF-CRIT-01, FF-FUM-01]"""

    HIT = "HIT"
    MISS = "MISS"
    CRITICAL = "CRITICAL"
    FUMBLE = "FUMBLE"


class Nature(Enum):
    """Whether damage is physical or magic; defending halves only the first."""

    PHYSICAL = "PHYSICAL"
    MAGIC = "MAGIC"


# -- order of acting and turns
class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A combatant's initiative: 2d + agility + bonuses.  [FF-INIT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class SideBlock(Struct, frozen=True, rename="camel"):
    """Sides that take their turns together: one, or several that alternate, the one that begins first."""

    sides: tuple[str, ...]


class SideRolled(Event, frozen=True, kw_only=True):
    """2d of a whole side, by a player of it or the game master.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    total: int


class SidesOrdered(Event, frozen=True, kw_only=True):
    """The order in which sides act, from now on.  [FF-INIT-04, FF-INIT-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("blocks",)
    blocks: tuple[SideBlock, ...]


class SideBegan(Event, frozen=True, kw_only=True):
    """Somebody of this side acts next, until another one's turn comes.  [FF-INIT-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str


class ActionDeclared(Event, frozen=True, kw_only=True):
    """What kind of action somebody will take in this round: his side's secret till he acts.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    phase: Phase


class PhaseBegan(Event, frozen=True, kw_only=True):
    """Now those act who will take this kind of action.  [FF-INIT-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    phase: Phase


class AmbushLaid(Event, frozen=True, kw_only=True):
    """Somebody lies in ambush: his side's secret.  [FF-SURP-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    skill: Skill


class StealthTested(Event, frozen=True, kw_only=True):
    """An ambusher's 2d + agility or skill.  [FF-SURP-02]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    skill: Skill
    total: int


class WatchTested(Event, frozen=True, kw_only=True):
    """2d + mind of somebody on the watch, whose side does not learn of it.  [FF-SURP-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class AmbushSettled(Event, frozen=True, kw_only=True):
    """The lowest ambusher's total against the highest watcher's, 0 where nobody is on the watch.  [FF-SURP-04, 05]

    A tie is noticed. Where it is not, only the ambushers' side and the game master know.
    """

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    total: int
    opposed_total: int
    noticed: bool


class AmbushSprung(Event, frozen=True, kw_only=True):
    """These have a free turn each before the fight begins.  [FF-SURP-05]"""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("side",)
    side: str
    ambushers: tuple[str, ...]


class AmbusherShown(Event, frozen=True, kw_only=True):
    """Everybody knows of an ambusher now. reason: noticed, strikes, over or forgone."""

    audience: ClassVar[Audience] = Audience.ALL
    words: ClassVar[tuple[str, ...]] = ("reason",)
    combatant: str
    reason: str


class Rested(Event, frozen=True, kw_only=True):
    """Somebody has rested, and recovers so many percent of his maximal points.  [FF-REST-01, FF-REST-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    hours: int
    percent: int


class TurnDelayed(Event, frozen=True, kw_only=True):
    """A combatant lets his turn pass, to act later in the round.  [FF-DELAY-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class TurnResumed(Event, frozen=True, kw_only=True):
    """Who delayed acts now; total: his initiative for the rest of the fight.  [FF-DELAY-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int


class ActionsGiven(Event, frozen=True, kw_only=True):
    """What a turn holds: so many normal and movement actions.  [FF-TURN-01]

    extra: of either kind. most: no more than so many of them all; null: no such limit.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    normal: int
    movement: int
    extra: int = 0
    most: int | None = None


class ActionSpent(Event, frozen=True, kw_only=True):
    """One of the actions of a turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    pay: Pay


class ActionLost(Event, frozen=True, kw_only=True):
    """A declared action comes to nothing: by now it is impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    reason: str


class TurnEnded(Event, frozen=True, kw_only=True):
    """A combatant's turn is over."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class MovedAbout(Event, frozen=True, kw_only=True):
    """A movement of so many metres, rounded up; where to says `Moved`, in a fight with places.  [FF-TURN-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    metres: int
    manner: Manner


class JumpTried(Event, frozen=True, kw_only=True):
    """A jump of so many centimetres, far or (high) upwards: 2d + an attribute against its distance.  [FF-MOVE-03]

    difficulty: 2 for each metre of a long jump, 4 of a high one; parts of a point are rounded up.
    """

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    high: bool
    centimetres: int
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class Fell(Event, frozen=True, kw_only=True):
    """Somebody falls so many metres: damage of one die for all, times metres.  [FF-MOVE-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    metres: int


class CarriedOff(Event, frozen=True, kw_only=True):
    """A strong wind drags somebody who floats; where to says `Moved`, in a fight with places.  [FF-ST-53]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    cause: str


class TrapSprung(Event, frozen=True, kw_only=True):
    """A trap goes off under somebody. trap_total: 2d + its AT against his DE; null: it strikes without a roll."""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    target: str
    trap: str
    trap_total: int | None
    against: int | None = None
    outcome: Outcome


# -- magic and abilities in the making
class AbilityBegan(Event, frozen=True, kw_only=True):
    """A spell or technique is declared; until it is launched it can be interrupted.  [FF-CONC-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityLaunched(Event, frozen=True, kw_only=True):
    """A spell or technique takes place, on all whom it affects.  [FF-MAG-09]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    targets: tuple[str, ...]


class AbilityInterrupted(Event, frozen=True, kw_only=True):
    """A spell or technique is lost before it was launched.  [FF-CONC-04]  reason: concentration, unable, impossible."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    ability: str
    reason: str


class ConcentrationTested(Event, frozen=True, kw_only=True):
    """Damage came in between: 2d + mind against 7, and 2 more each time.  [FF-CONC-02, FF-CONC-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    total: int
    difficulty: int
    passed: bool


# -- attacks
class AttackRolled(Event, frozen=True, kw_only=True):
    """2d + AT (MA of a magic weapon) against the target's defence.  [FF-ATK-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    attacker: str
    target: str
    weapon: str
    total: int
    against: int | None = None
    outcome: Outcome


class MagicRolled(Event, frozen=True, kw_only=True):
    """2d + MA against the target's magic defence.  [FF-MAG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("against",)
    caster: str
    target: str
    spell: str
    total: int
    against: int | None = None
    outcome: Outcome


class HitAutomatic(Event, frozen=True, kw_only=True):
    """The target is helpless: the attack hits without a roll.  [FF-KO-07]"""

    audience: ClassVar[Audience] = Audience.ALL
    attacker: str
    target: str


class CriticalGiven(Event, frozen=True, kw_only=True):
    """A natural 12 hit several: this one takes double damage.  [FF-CRIT-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    attacker: str
    target: str


class DamageTaken(Event, frozen=True, kw_only=True):
    """One instance of damage, above 0. cause: a combatant, or an effect. factors: what multiplied it.

    lowered: how much less it is by a reaction, after all factors.
    """

    audience: ClassVar[Audience] = Audience.ALL
    narrowed: ClassVar[tuple[str, ...]] = ("factors",)
    target: str
    cause: str
    damage: int
    nature: Nature
    element: Element | None = None
    factors: tuple[Factor, ...] | None = None
    lowered: int = 0


class NoEffect(Event, frozen=True, kw_only=True):
    """An element is nothing to somebody: neither damage nor effects.  [FF-ELEM-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    element: Element | None = None


class StatusStated(Event, frozen=True, kw_only=True):
    """The source of a status states figures of its own, or other dice of each turn.  [FF-STG-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    condition: str
    mods: tuple[Mod, ...]
    turn_dice: int | None


class StatusFailed(Event, frozen=True, kw_only=True):
    """A status does not come about. reason: in the system's words; cause: who or what brought it.  [FF-STG-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    status: str
    reason: str


class Reflected(Event, frozen=True, kw_only=True):
    """A spell goes back to its caster.  [FF-ST-12]"""

    audience: ClassVar[Audience] = Audience.ALL
    caster: str
    target: str
    spell: str


class Healed(Event, frozen=True, kw_only=True):
    """Points given back, as rolled; the vital figure rises to its maximum at most. vital: `hp` or `mp`."""

    audience: ClassVar[Audience] = Audience.ALL
    target: str
    cause: str
    healing: int
    vital: str


class FumbleSettled(Event, frozen=True, kw_only=True):
    """What comes of a natural 2.  [FF-FUM-02]

    row: picked or rolled, 1 to 6, 0 for an effect of the game master's own (note says it).
    applied: the row that took effect; another one where that did not fit.
    """

    audience: ClassVar[Audience] = Audience.ALL
    attacker: str
    row: int
    applied: int
    note: str


# -- checks
class CheckMade(Event, frozen=True, kw_only=True):
    """2d + an attribute against a difficulty.  [FF-DICE-02]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    total: int
    difficulty: int
    passed: bool


class CheckFailed(Event, frozen=True, kw_only=True):
    """A check that cannot succeed is failed without a roll. reason: in the system's words.  [FF-ST-40]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    reason: str


class OpposedCheckMade(Event, frozen=True, kw_only=True):
    """Both roll 2d + an attribute; the higher total wins, and a tie is not enough.  [FF-DICE-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attribute: Attribute
    total: int
    opponent: str
    opposing: Attribute
    opposed_total: int
    passed: bool


class RequestJudged(Event, frozen=True, kw_only=True):
    """The game master allows or refuses what was asked for.  [FF-TURN-06]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    purpose: str
    allowed: bool


# -- readied actions
class ActionReadied(Event, frozen=True, kw_only=True):
    """What somebody holds back, and what he waits for: his side's secret. watched: "" for anybody.  [FF-READY-01]"""

    audience: ClassVar[Audience] = Audience.SIDE
    combatant: str
    action: Readied
    trigger: Trigger
    watched: str
    note: str


class ReactionSpent(Event, frozen=True, kw_only=True):
    """The one reaction until the next turn is used."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


class ReactionUsed(Event, frozen=True, kw_only=True):
    """Somebody uses a reaction ability.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    reaction: str


class AvoidanceTested(Event, frozen=True, kw_only=True):
    """2d + EV or BM against the total of what hit: reaching it cancels that.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attacker: str
    reaction: str
    total: int
    difficulty: int
    passed: bool


class HitTakenOver(Event, frozen=True, kw_only=True):
    """Somebody steps in: the hit on the target is his.  [FF-REACT-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str
    attacker: str


class ReactionRegained(Event, frozen=True, kw_only=True):
    """A new turn, a new reaction."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str


# -- equipment
class WeaponDropped(Event, frozen=True, kw_only=True):
    """A weapon lies on the ground, where its owner stood.  [FF-FUM-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    place: Place | None


class WeaponEquipped(Event, frozen=True, kw_only=True):
    """A weapon is in hand now; the stowed ones are no longer.  [FF-EQ-01]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    hand: Hand
    stowed: tuple[str, ...]


class ShotFired(Event, frozen=True, kw_only=True):
    """A bullet leaves the chamber; so many are left in it.  [FF-EQ-03]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    bullets: int


class WeaponReloaded(Event, frozen=True, kw_only=True):
    """The chamber is full again.  [FF-EQ-04]"""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    weapon: str
    bullets: int


class ItemUsed(Event, frozen=True, kw_only=True):
    """An item is used up; `remaining` of its kind are left."""

    audience: ClassVar[Audience] = Audience.FIGURES
    narrowed: ClassVar[tuple[str, ...]] = ("remaining",)
    combatant: str
    item: str
    target: str
    remaining: int | None = None


EVENTS: tuple[type[Event], ...] = (
    InitiativeRolled, SideRolled, SidesOrdered, SideBegan, ActionDeclared, PhaseBegan,
    AmbushLaid, StealthTested, WatchTested, AmbushSettled, AmbushSprung, AmbusherShown, Rested,
    TurnDelayed, TurnResumed,
    ActionsGiven, ActionSpent, ActionLost, TurnEnded, MovedAbout,
    JumpTried, Fell, CarriedOff, TrapSprung, AbilityBegan, AbilityLaunched,
    AbilityInterrupted, ConcentrationTested, AttackRolled, MagicRolled, HitAutomatic, CriticalGiven, DamageTaken,
    NoEffect, StatusStated, StatusFailed, Reflected, Healed, FumbleSettled, CheckMade, CheckFailed, OpposedCheckMade,
    RequestJudged, ActionReadied, ReactionSpent, ReactionUsed, AvoidanceTested, HitTakenOver, ReactionRegained,
    WeaponDropped, WeaponEquipped, ShotFired,
    WeaponReloaded, ItemUsed,
)  # fmt: skip
