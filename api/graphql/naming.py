"""Names of the schema: names of structs, and names of fields that hold ids."""

from __future__ import annotations

from enum import Enum
from typing import Any, get_args

from msgspec import Struct

from engine.kernel.overruling.gm_tools import EVERY_SEAT, TALK, TOOLS, Tool
from engine.kernel.playing.preferences import Preference
from engine.kernel.scene.marks import MarkKind
from engine.kernel.scene.play import BarShare, PlayStyle, Tone, TurnState
from engine.kernel.scene.space import CellShape, SceneMeasure
from engine.kernel.scene.tokens import SceneEmblem
from engine.kernel.state.campaign import FightStage, LineKind
from engine.kernel.state.combatant import Condition
from engine.kernel.state.decisions import Field, FieldKind, Offer
from engine.kernel.state.events import Closed, What
from engine.kernel.state.fight import OddsPolicy, TakeBackConsent
from engine.kernel.state.ground.ground import EdgeState, SceneLook, ScenePasses, SpaceKind
from engine.kernel.state.house_rules import HouseKind
from engine.kernel.state.seat import Bot
from engine.kernel.structs.faces import Face
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import Weight
from schemas.answers import Known, Stopped
from schemas.campaigns import SettledKind
from schemas.requests import RunBot
from schemas.shelf import Imported, OnExisting, ShelfKind
from schemas.webhooks import DeliveryError, MessageKind, WebhookKind

IDS = frozenset(
    {
        "id", "key", "combatant", "combatants", "attacker", "target", "targets", "roller", "caster",
        "weapon", "spell", "ability", "item", "side", "seat", "seats", "owner", "controller", "cause", "condition",
        "source", "encounter", "parent", "acting", "order", "turn_order", "everybody", "decision", "command",
        "seen_by", "by", "whose", "system", "rule", "entry", "entries", "members", "enemies", "shown_as", "terrain",
    }
)  # fmt: skip
"""Text fields of these names hold ids in every system; a system may add more (`RuleSystem.ids`)."""

RECORDED: dict[type, str] = {Condition: "RecordedCondition", Offer: "RecordedOffer", Field: "RecordedField"}
"""Structs of the event stream whose bare name is taken by the API's own type for them."""

LITERALS: dict[tuple[Any, ...], str] = {
    ("GM", "PLAYER", "SPECTATOR"): "Role",
    ("SEEDED", "PHYSICAL", "OPEN"): "DiceMode",
    ("RUNNING", "PAUSED", "ENDED"): "EncounterStatus",
    ("HAND", "GM", "PREFERENCE", "DEADLINE", "ONLY", "KEPT"): "AnsweredBy",
    get_args(FieldKind): "FieldKind",
    get_args(Preference): "Preference",
    get_args(Bot): "Bot",
    get_args(TakeBackConsent): "TakeBackConsent",
    get_args(OddsPolicy): "OddsPolicy",
    get_args(RunBot): "RunBot",
    get_args(Stopped): "OddsStopped",
    get_args(Known): "OddsKnown",
    get_args(What): "Disclosed",
    get_args(Closed): "TakeBackEnd",
    get_args(LineKind): "LineKind",
    get_args(SettledKind): "SettledKind",
    get_args(FightStage): "FightStage",
    get_args(Weight): "EventWeight",
    get_args(SpaceKind): "SpaceKind",
    get_args(CellShape): "CellShape",
    get_args(SceneMeasure): "SceneMeasure",
    get_args(SceneLook): "SceneLook",
    get_args(ScenePasses): "ScenePasses",
    get_args(EdgeState): "EdgeState",
    get_args(SceneEmblem): "SceneEmblem",
    get_args(MarkKind): "MarkKind",
    get_args(Tone): "Tone",
    get_args(BarShare): "BarShare",
    get_args(Face): "Face",
    get_args(Icon): "Icon",
    get_args(PlayStyle): "PlayStyle",
    get_args(HouseKind): "HouseRuleKind",
    get_args(TurnState): "TurnState",
    get_args(ShelfKind): "ShelfKind",
    get_args(OnExisting): "OnExisting",
    get_args(Imported): "ShelfOutcome",
    get_args(WebhookKind): "WebhookKind",
    get_args(MessageKind): "MessageKind",
    get_args(DeliveryError): "DeliveryError",
    ("PROVEN", "NOT_YET_REVEALED", "BROKEN", "NOT_PROVABLE"): "VerdictState",
}
"""Names of the enums that are written as Literal."""

_BARE = ("engine.kernel.", "schemas.")


def is_bare(cls: type) -> bool:
    """Whether a class belongs to Skald itself, and so has no system's prefix."""
    return cls.__module__.startswith(_BARE)


def graphql_name(cls: type[Struct] | type[Enum], prefix: str) -> str:
    """The name of a class in the schema: a system's class has its prefix, Skald's own have none."""
    if cls in RECORDED:
        return RECORDED[cls]
    return cls.__name__ if is_bare(cls) else prefix + cls.__name__


def input_name(cls: type[Struct], prefix: str) -> str:
    """The name of a class's input type: `FantasiaAttackInput`, `SubmitInput` for a SubmitRequest."""
    if issubclass(cls, Tool) and cls in TOOLS and cls in EVERY_SEAT:
        return f"{cls.__name__}Input"
    if issubclass(cls, Tool):
        return f"{'Table' if cls in TALK else 'Gm'}{cls.__name__}Input"
    bare = cls.__name__ if is_bare(cls) else prefix + cls.__name__
    return bare.removesuffix("Request") + "Input"
