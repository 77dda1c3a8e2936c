"""The events of Minis, beside the kernel's. The game is open: everybody sees all of them."""

from __future__ import annotations

from engine.kit import Event
from engine.systems.minis.events.course import (
    ActivationBegan,
    ActivationEnded,
    DeploymentBegan,
    HeldBack,
    InitiativeRoundBegan,
    MiniDeclared,
    OrderRolled,
    ParticipantConceded,
    PlaceSkipped,
    TurnEnded,
    Waited,
    WentOn,
)
from engine.systems.minis.events.fighting import (
    AttackBegan,
    AttackRolled,
    ExchangeFought,
    HarmDone,
    OptionRolled,
)
from engine.systems.minis.events.magic import (
    CastBegan,
    EffectBegan,
    GolemStopped,
    LifeRegained,
    NoEffect,
    OrderCalled,
    OrderFulfilled,
    OrderTaken,
    SpellRolled,
    Teleported,
)
from engine.systems.minis.events.movement import OpportunityTaken, PieceMoved, Provocation, RunElected, Turned

EVENTS: tuple[type[Event], ...] = (
    DeploymentBegan, InitiativeRoundBegan, MiniDeclared, HeldBack, OrderRolled, PlaceSkipped, ActivationBegan,
    ActivationEnded, Waited, TurnEnded, ParticipantConceded, WentOn,
    Turned, RunElected, PieceMoved, OpportunityTaken,
    AttackBegan, OptionRolled, ExchangeFought, AttackRolled, HarmDone,
    CastBegan, OrderCalled, SpellRolled, EffectBegan, NoEffect, LifeRegained, OrderTaken, OrderFulfilled, GolemStopped,
    Teleported,
)  # fmt: skip

__all__ = [
    "EVENTS",
    "ActivationBegan",
    "ActivationEnded",
    "AttackBegan",
    "AttackRolled",
    "CastBegan",
    "DeploymentBegan",
    "EffectBegan",
    "ExchangeFought",
    "GolemStopped",
    "HarmDone",
    "HeldBack",
    "InitiativeRoundBegan",
    "LifeRegained",
    "MiniDeclared",
    "NoEffect",
    "OpportunityTaken",
    "OptionRolled",
    "OrderCalled",
    "OrderFulfilled",
    "OrderRolled",
    "OrderTaken",
    "ParticipantConceded",
    "PieceMoved",
    "PlaceSkipped",
    "Provocation",
    "RunElected",
    "SpellRolled",
    "Teleported",
    "TurnEnded",
    "Turned",
    "Waited",
    "WentOn",
]  # fmt: skip
