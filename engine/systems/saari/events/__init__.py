"""The events of Saari, beside the kernel's, all of them to be imported from here."""

from __future__ import annotations

from engine.kit import Event
from engine.systems.saari.events import course, effects, field, rolls, scenes, waiting
from engine.systems.saari.events.course import (
    ActionsBegan,
    ActionsLost,
    ActionsPaid,
    GroupOrderSet,
    Held,
    InitiativeLowered,
    InitiativeSet,
    Payment,
    PlaceInOrderSet,
    RoundEnded,
)
from engine.systems.saari.events.effects import AreaAttacked, HazardSprung, SpellCast
from engine.systems.saari.events.field import (
    AllyHarmSet,
    AllyHelped,
    AmmunitionSpent,
    AttackDeclared,
    AttackEnded,
    Dismounted,
    EngagementJoined,
    EngagementLeft,
    GearSwapped,
    ItemDropped,
    ItemTaken,
    ItemUsedUp,
    Mounted,
    PossessionLost,
)
from engine.systems.saari.events.rolls import (
    AssistAdded,
    Batch,
    ComplicationChosen,
    DamageForgone,
    ExtrasSpent,
    ExtraUse,
    FacesDrawn,
    Factor,
    FactorChanged,
    MarkTaken,
    MindPointReturned,
    MindPointSpent,
    NpcParried,
    ParryMerged,
    PartialGranted,
    RiposteChanged,
    RollApplied,
    RollMarked,
    RollOpened,
    Throw,
)
from engine.systems.saari.events.scenes import (
    BaseReached,
    Conceded,
    GroupJoined,
    InitiativeAdjusted,
    MilestoneReached,
    SceneResumed,
    TaskJudged,
)
from engine.systems.saari.events.waiting import (
    ActionReadied,
    ActionsCarried,
    ActionSpoiled,
    AmbushBegan,
    AmbushStruck,
    ReadyEnded,
    ReadyKept,
    Unready,
)

EVENTS: tuple[type[Event], ...] = (
    *course.EVENTS,
    *waiting.EVENTS,
    *scenes.EVENTS,
    *rolls.EVENTS,
    *field.EVENTS,
    *effects.EVENTS,
)
