"""The events of La Fantasia Final, beside the kernel's. Dice, totals, hits and damage are open; figures are not."""

from __future__ import annotations

from engine.kit import Event
from engine.systems.fantasia.events.abilities import (
    AbilityBegan,
    AbilityInterrupted,
    AbilityLaunched,
    ConcentrationTested,
)
from engine.systems.fantasia.events.ambush import (
    AmbusherShown,
    AmbushLaid,
    AmbushSettled,
    AmbushSprung,
    StealthTested,
    WatchTested,
)
from engine.systems.fantasia.events.attacks import (
    AttackRolled,
    CriticalGiven,
    FumbleSettled,
    HitAutomatic,
    MagicRolled,
    Outcome,
    Reflected,
    TrapSprung,
)
from engine.systems.fantasia.events.checks import CheckFailed, CheckMade, OpposedCheckMade, RequestJudged
from engine.systems.fantasia.events.gear import ItemUsed, ShotFired, WeaponDropped, WeaponEquipped, WeaponReloaded
from engine.systems.fantasia.events.harm import (
    DamageTaken,
    Healed,
    Nature,
    NoEffect,
    Rested,
    StatusFailed,
    StatusStated,
)
from engine.systems.fantasia.events.movement import CarriedOff, Fell, JumpTried, MovedAbout
from engine.systems.fantasia.events.order import (
    ActionDeclared,
    ActionLost,
    ActionsGiven,
    ActionSpent,
    InitiativeRolled,
    PhaseBegan,
    SideBegan,
    SideBlock,
    SideRolled,
    SidesOrdered,
    TurnDelayed,
    TurnEnded,
    TurnResumed,
)
from engine.systems.fantasia.events.reactions import (
    ActionReadied,
    AvoidanceTested,
    HitTakenOver,
    ReactionRegained,
    ReactionSpent,
    ReactionUsed,
)

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
