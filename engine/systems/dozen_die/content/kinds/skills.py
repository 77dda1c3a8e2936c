"""Skills and spells: what is rolled, against what, on whom, and what a success does."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.dozen_die.content.kinds.figures import Ability, Tag
from engine.systems.dozen_die.content.kinds.grades import Grade
from engine.systems.dozen_die.content.kinds.types import Name


class Use(Enum):
    """How a skill is used."""

    PASSIVE = "PASSIVE"  # no order uses it; other rules read its level
    ACTION = "ACTION"  # an order of its own
    CONTACT = "CONTACT"  # a charge, instead of melee
    REACTION = "REACTION"  # only as a reaction to another figure's order


class Passive(Enum):
    """What another rule reads a passive skill for."""

    MELEE = "MELEE"  # dice in melee
    SHOOTING = "SHOOTING"  # dice in shooting
    ENDURANCE = "ENDURANCE"  # more hit points
    GRIT = "GRIT"  # injury does not count


class Reach(Enum):
    """Its targets or range."""

    SELF = "SELF"
    CONTACT = "CONTACT"
    AWARENESS = "AWARENESS"  # as many squares as the user's awareness
    SQUARES = "SQUARES"  # as many squares as `range_squares` says


class Speed(Enum):
    """How often it may react.  [DD-REA-18 to DD-REA-21]"""

    ONCE = "ONCE"  # each round
    TWICE = "TWICE"  # each round
    ALWAYS = "ALWAYS"  # once in each order
    CHARGE = "CHARGE"  # to a charge against its owner, before the melee


class Occasion(Enum):
    """What a reaction may interrupt."""

    MOVE = "MOVE"
    ACTION = "ACTION"


class Effect(Enum):
    """What successes do. `amount` of the skill says how much."""

    NOTHING = "NOTHING"
    HIT = "HIT"  # successes are hits, answered by protection rolls
    TURN = "TURN"  # each success pushes one target away
    UNLOCK = "UNLOCK"  # a locked door opens
    HIDE = "HIDE"  # hidden from everybody who is further away than their awareness
    PUSH = "PUSH"  # the target of a contact skill retreats, as contact ends anyway
    TAUNT = "TAUNT"  # the target does not react until the next draw
    HALT = "HALT"  # the mover's allowance ends here
    HINDER = "HINDER"  # the value of the action that is answered changes by `amount`
    POOL = "POOL"  # the side's pool has `amount` more dice this round


class Skill(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A skill or a spell. Its owner rolls one die per level.  [DD-DICE-04]

    ability: what is rolled against; None: nothing is rolled for it. passive: which rule reads a passive skill.
    grade: its difficulty; None: as the map says, otherwise the game master is asked.  [DD-GAP-09]
    reach, range_squares: its range. only: it works on these alone.
    resisted_by, resisted_with: abilities and skills a target may resist with; the first is taken unless its player
    chooses; neither: it cannot be resisted.  [DD-CON-03]
    use: how its owner uses it by order; reaction, occasions: how often, and to what, it may react as well.
    amount: size of a POOL or HINDER effect; for a HIT the most hits, 0: each success is one. spell: it is magic.
    """

    id: Id
    name: Name
    use: Use
    passive: Passive | None = None
    ability: Ability | None = None
    grade: Grade | None = None
    reach: Reach = Reach.SELF
    range_squares: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    only: Tag | None = None
    resisted_by: tuple[Ability, ...] = ()
    resisted_with: tuple[Id, ...] = ()
    reaction: Speed | None = None
    occasions: tuple[Occasion, ...] = ()
    effect: Effect = Effect.NOTHING
    amount: Annotated[int, msgspec.Meta(ge=-12, le=12)] = 0
    spell: bool = False

    @property
    def opposed(self) -> bool:
        """Whether its target resists it with its own dice."""
        return bool(self.resisted_by or self.resisted_with)
