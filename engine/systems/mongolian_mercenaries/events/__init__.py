"""The events of the game, beside the kernel's, all of them to be imported from here. A module for each chapter."""

from __future__ import annotations

from engine.kit import Event
from engine.systems.mongolian_mercenaries.events import attack, course, field, gear, magic, rolls
from engine.systems.mongolian_mercenaries.events.attack import (
    AbilityUsed,
    AmmunitionSpent,
    AttackDeclared,
    AttackEnded,
    AttackVoided,
    ForceBegan,
    ForceEnded,
    ItemDamaged,
    Wounded,
)
from engine.systems.mongolian_mercenaries.events.course import (
    ActionPaid,
    BattlefieldLaid,
    BudgetSet,
    CaptivesTaken,
    ClashBegan,
    Cost,
    CourageFailed,
    Ending,
    EnemyLooted,
    ExperienceGained,
    FightResumed,
    FoundTaken,
    InitiativeSet,
    RoundEnded,
    RoundsQuiet,
    SidesPrepared,
    SummaryBegan,
    SurrenderSpurned,
    Survived,
    TrailLost,
    TurnEnded,
    Waited,
)
from engine.systems.mongolian_mercenaries.events.field import (
    CoverLeft,
    CoverTaken,
    Crouched,
    Dismounted,
    DistanceChanged,
    Hindering,
    LeantOut,
    MountedUp,
    PositionChanged,
    ScreenEnded,
    ScreenSet,
    TrapSprung,
)
from engine.systems.mongolian_mercenaries.events.gear import (
    CardUse,
    CardUsed,
    ExperienceKept,
    GearDropped,
    GearGained,
    GearHanded,
    GearMove,
    GearMoved,
    ItemSpent,
    LevelGained,
    PhasePassed,
    PreparationKnown,
    RepairTried,
    Stow,
    TreatmentTried,
    WeaponDrawn,
    WeaponTreated,
    WoundsTreated,
)
from engine.systems.mongolian_mercenaries.events.magic import SpellDeclared, SpellEnded, SpellOutcome
from engine.systems.mongolian_mercenaries.events.rolls import (
    Form,
    LuckyBreakUsed,
    Purpose,
    RollOpened,
    RollSettled,
    RollThrown,
)

EVENTS: tuple[type[Event], ...] = (
    *course.EVENTS,
    *rolls.EVENTS,
    *attack.EVENTS,
    *field.EVENTS,
    *magic.EVENTS,
    *gear.EVENTS,
)
