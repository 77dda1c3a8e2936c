"""What Delve stores and sends: creatures, spells, sheets, its part of the state, orders, questions, events."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

import engine.kit as k

Advantage = Literal["NONE", "ADVANTAGE", "DISADVANTAGE"]


class Creature(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An entry of the content. speed, reach: in squares; rider: the condition that its hits bring, "": none.

    save: what is added to its saving throws; slots: how many spells it casts that are not free.
    hero: without points it lies dying, and is not out at once.
    """

    id: str
    name: str
    points: int
    armour: int
    attack: int
    damage: str
    bonus: int
    speed: int
    initiative: int
    save: int = 0
    reach: int = 1
    rider: str = ""
    hero: bool = False
    slots: int = 0
    spells: tuple[str, ...] = ()


class Spell(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An entry of the content. reach: in squares; free: it takes no slot; friend: it is for one's own side.

    harm, mend: dice of points; save: what a saving throw has to reach, which halves harm and keeps a condition off,
    0: there is none; held: the condition lasts while the caster keeps its concentration.
    """

    id: str
    name: str
    reach: int = 10
    free: bool = False
    friend: bool = False
    harm: str = ""
    mend: str = ""
    save: int = 0
    condition: str = ""
    held: bool = False


class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Nothing is chosen: what a table may change are house rules."""


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a combatant enters with. creature: of the content."""

    creature: k.Thing = "blade"


class Fighter(Struct, frozen=True, kw_only=True, rename="camel"):
    """What one has left. creature: its kind. squares, action, reaction: until its next turn; slots: for the fight.

    successes, failures: of its saving throws against death.
    """

    creature: str
    squares: int = 0
    action: bool = False
    reaction: bool = True
    slots: int = 0
    successes: int = 0
    failures: int = 0


class Own(Struct, frozen=True, kw_only=True, rename="camel"):
    """The game's part of the state: what each combatant is and has left."""

    fighters: dict[str, Fighter] = {}


# -- orders
class Turn(k.Order, frozen=True, kw_only=True):
    """What a combatant does in its turn."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Attack(Turn, frozen=True, kw_only=True):
    """Strike or shoot at an enemy within reach."""

    group: ClassVar[k.OfferGroup] = k.OfferGroup.STRIKE
    target: str


class Cast(Turn, frozen=True, kw_only=True):
    """Cast a spell at somebody within its reach."""

    group: ClassVar[k.OfferGroup] = k.OfferGroup.CAST
    spell: k.Thing
    target: str


class Move(Turn, frozen=True, kw_only=True):
    """Go to a square; whoever lies has to get up first. to: the square."""

    group: ClassVar[k.OfferGroup] = k.OfferGroup.MOVE
    to: k.Place


class StandUp(Turn, frozen=True, kw_only=True):
    """Get up, for half of the speed."""

    group: ClassVar[k.OfferGroup] = k.OfferGroup.MOVE


class Dodge(Turn, frozen=True, kw_only=True):
    """Take care: attacks on the dodger have disadvantage until its next turn."""


class EndTurn(Turn, frozen=True, kw_only=True):
    """The next one acts."""

    group: ClassVar[k.OfferGroup] = k.OfferGroup.END


# -- a question
class Taken(Struct, frozen=True, kw_only=True):
    """Yes: strike; no: let it go."""

    yes: bool


class Opportunity(k.Question[Taken], frozen=True, kw_only=True):
    """Whether somebody strikes at an enemy that leaves its side."""

    visibility: ClassVar[k.Visibility] = k.Visibility.OPEN
    combatant: str
    target: str


# -- events
class Happened(k.Event, frozen=True, kw_only=True):
    """What everybody learns who knows of the combatant."""

    audience: ClassVar[k.Audience] = k.Audience.ALL
    combatant: str


class Attacked(Happened, frozen=True, kw_only=True):
    """An attack has hit or missed. advantage: which of two dice counts. total: that die, with the bonus.

    hit: it has reached the armour. critical: the face alone was high enough, which doubles the dice of harm.
    """

    target: str
    advantage: Advantage
    total: int
    hit: bool
    critical: bool


class SpellCast(Happened, frozen=True, kw_only=True):
    """A spell takes effect. saved: its target has withstood it."""

    target: str
    spell: k.Thing
    saved: bool


class DeathSaved(Happened, frozen=True, kw_only=True):
    """Somebody dying has rolled. successes, failures: so far; three of a kind decide."""

    successes: int
    failures: int


class Budget(Happened, frozen=True, kw_only=True):
    """What a combatant has left. fighter: all of it."""

    weight: ClassVar[k.Weight] = "BOOKKEEPING"
    fighter: Fighter
