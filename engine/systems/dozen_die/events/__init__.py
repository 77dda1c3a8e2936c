"""The events of Dozen Die, beside the kernel's. The game is open: everybody sees all of them."""

from __future__ import annotations

from engine.kit import Event
from engine.systems.dozen_die.events.activation import (
    ActivationBegan,
    ActivationEnded,
    ContactHeld,
    MarchBegan,
    OrderBegan,
    OrderFinished,
    PartFinished,
)
from engine.systems.dozen_die.events.aftermath import RecoveryRolled
from engine.systems.dozen_die.events.bag import (
    BagFilled,
    DieDrawn,
    DieSpent,
    MarchersFound,
    PoolsSet,
    SideConceded,
    SpecialTriggered,
    WandererComes,
    WeatherChanged,
    WentOn,
)
from engine.systems.dozen_die.events.conflicts import (
    ConflictOpposed,
    ConflictRolled,
    ConflictWon,
    PoolRaised,
    SkillUsed,
    TwelveFailed,
)
from engine.systems.dozen_die.events.fighting import (
    ContactMade,
    MeleeFought,
    ProtectionRolled,
    Pushed,
    Separated,
    ShotAimed,
    ShotRolled,
)
from engine.systems.dozen_die.events.gear import DoorOpened, LoadDropped, WeaponLoaded, WeaponUnloaded
from engine.systems.dozen_die.events.movement import (
    ChargeFellShort,
    FallRolled,
    Fell,
    JumpTested,
    TerrainTested,
    WayDeclared,
)
from engine.systems.dozen_die.events.reactions import ActionHindered, MoveHalted, ReactionMade

EVENTS: tuple[type[Event], ...] = (
    PoolsSet, BagFilled, DieDrawn, MarchersFound, SpecialTriggered, WandererComes, DieSpent, SideConceded, WentOn,
    WeatherChanged,
    ActivationBegan, MarchBegan, OrderBegan, ContactHeld, PartFinished, OrderFinished, ActivationEnded,
    ContactMade, MeleeFought, Pushed, Separated, ShotAimed, ShotRolled, ProtectionRolled,
    ReactionMade, MoveHalted, ActionHindered,
    TwelveFailed, SkillUsed, ConflictWon, ConflictRolled, ConflictOpposed, PoolRaised, RecoveryRolled,
    WeaponLoaded, WeaponUnloaded, LoadDropped, DoorOpened,
    WayDeclared, TerrainTested, JumpTested, ChargeFellShort, Fell, FallRolled,
)  # fmt: skip
