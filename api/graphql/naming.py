"""Names of the schema: what a struct is called there, and which words are ids."""

from __future__ import annotations

from enum import Enum
from typing import Any, get_args

from msgspec import Struct

from engine.kernel.combatant import Condition
from engine.kernel.decisions import Field, FieldKind, Offer
from engine.kernel.events import Closed, What
from engine.kernel.fight import Bot, TakeBackConsent
from engine.kernel.gm import TALK, Tool
from schemas.requests import Preference

IDS = frozenset(
    {
        "id", "key", "combatant", "combatants", "attacker", "target", "targets", "roller", "caster",
        "weapon", "spell", "ability", "item", "side", "seat", "seats", "owner", "controller", "cause", "condition",
        "source", "encounter", "parent", "acting", "order", "turn_order", "everybody", "decision", "command",
        "seen_by", "by", "whose", "system", "rule",
    }
)  # fmt: skip
"""Fields of these names are ids wherever they hold text, in every system; each may have more (`RuleSystem.ids`)."""

RECORDED: dict[type, str] = {Condition: "RecordedCondition", Offer: "RecordedOffer", Field: "RecordedField"}
"""Structs of the stream whose bare name belongs to what the API shows in their place."""

LITERALS: dict[tuple[Any, ...], str] = {
    ("GM", "PLAYER", "SPECTATOR"): "Role",
    ("SEEDED", "PHYSICAL", "OPEN"): "DiceMode",
    ("RUNNING", "PAUSED", "ENDED"): "EncounterStatus",
    ("HAND", "GM", "PREFERENCE", "DEADLINE"): "AnsweredBy",
    get_args(FieldKind): "FieldKind",
    get_args(Preference): "Preference",
    get_args(Bot): "Bot",
    get_args(TakeBackConsent): "TakeBackConsent",
    get_args(What): "Disclosed",
    get_args(Closed): "TakeBackEnd",
    ("NONE", "SQUARE", "OPEN"): "BoardGrid",
    ("PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"): "VerdictState",
}
"""Names of the enums that are written as Literal."""

_BARE = ("engine.kernel.", "schemas.")


def is_bare(cls: type) -> bool:
    """Whether a class is the house's own, known without a system's prefix."""
    return cls.__module__.startswith(_BARE)


def graphql_name(cls: type[Struct] | type[Enum], prefix: str) -> str:
    """What a class is called in the schema: a system's with its prefix, the house's own bare."""
    if cls in RECORDED:
        return RECORDED[cls]
    return cls.__name__ if is_bare(cls) else prefix + cls.__name__


def input_name(cls: type[Struct], prefix: str) -> str:
    """What the input made of a class is called: `FantasiaAttackInput`, `SubmitInput` for a SubmitRequest."""
    if issubclass(cls, Tool):
        return f"{'Table' if cls in TALK else 'Gm'}{cls.__name__}Input"
    bare = cls.__name__ if is_bare(cls) else prefix + cls.__name__
    return bare.removesuffix("Request") + "Input"
