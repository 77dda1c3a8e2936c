"""What Delve stores and sends: creatures, sheets, its part of the state, orders, questions, events."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from engine.kit import Audience, Event, OfferGroup, Order, Place, Question, Thing, Visibility, Weight

Advantage = Literal["NONE", "ADVANTAGE", "DISADVANTAGE"]


class Creature(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An entry of the content. speed, reach: in squares; rider: the condition that its hits bring, "": none."""

    id: str
    name: str
    points: int
    armour: int
    attack: int
    damage: str
    bonus: int
    speed: int
    initiative: int
    reach: int = 1
    rider: str = ""


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The choices of a fight. opportunity: whoever leaves an enemy's side may be struck."""

    opportunity: bool = True


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a combatant enters with. creature: of the content."""

    creature: Thing = "blade"


class Fighter(Struct, frozen=True, kw_only=True, rename="camel"):
    """Of a combatant. squares, action, reaction: what it has left, until its next turn."""

    creature: str
    squares: int = 0
    action: bool = False
    reaction: bool = True


class Own(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game's part of the state. opportunity: as the setup says; fighters: by combatant."""

    opportunity: bool = True
    fighters: dict[str, Fighter] = {}


class Attack(Order, frozen=True, kw_only=True):
    """Strike or shoot at an enemy within reach."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: str
    target: str


class Move(Order, frozen=True, kw_only=True):
    """Go to a square; whoever lies has to get up first."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: str
    to: Place


class Dodge(Order, frozen=True, kw_only=True):
    """Take care: attacks on the dodger have disadvantage until its next turn."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class StandUp(Order, frozen=True, kw_only=True):
    """Get up, for half of the speed."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.MOVE
    combatant: str


class EndTurn(Order, frozen=True, kw_only=True):
    """The next one acts."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: str


class Taken(Struct, frozen=True, kw_only=True):
    """Yes: strike; no: let it go."""

    yes: bool


class Opportunity(Question[Taken], frozen=True, kw_only=True):
    """Whether somebody strikes at an enemy that leaves its side."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    target: str


class Attacked(Event, frozen=True, kw_only=True):
    """An attack has hit or missed. total: the die that counts, with the bonus."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str
    advantage: Advantage
    total: int
    hit: bool
    critical: bool


class Budget(Event, frozen=True, kw_only=True):
    """What a combatant has left of its turn."""

    audience: ClassVar[Audience] = Audience.ALL
    weight: ClassVar[Weight] = "BOOKKEEPING"
    combatant: str
    squares: int
    action: bool
    reaction: bool
