"""Skills and spells: what is rolled, against what, on whom, and what a success does."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kernel.ids import Id
from engine.systems.dozen_die.content.kinds.figures import Ability, Tag
from engine.systems.dozen_die.content.kinds.grades import Grade
from engine.systems.dozen_die.content.kinds.words import Name


class Use(Enum):
    """How a skill comes into play."""

    PASSIVE = "PASSIVE"  # no order uses it; other rules look at its level
    ACTION = "ACTION"  # an order of its own
    CONTACT = "CONTACT"  # a charge, instead of melee
    REACTION = "REACTION"  # only in answer to somebody else's order


class Passive(Enum):
    """What another rule looks at a passive skill for."""

    MELEE = "MELEE"  # dice in melee
    SHOOTING = "SHOOTING"  # dice in shooting
    ENDURANCE = "ENDURANCE"  # more hit points
    GRIT = "GRIT"  # injury does not count


class Reach(Enum):
    """Whom or what it reaches."""

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
    """What a reaction may answer."""

    MOVE = "MOVE"
    ACTION = "ACTION"


class Effect(Enum):
    """What successes do. `amount` of the skill says how much."""

    NOTHING = "NOTHING"
    HIT = "HIT"  # successes are hits, answered by protection rolls
    TURN = "TURN"  # each success pushes one target away
    UNLOCK = "UNLOCK"  # a locked door opens
    HIDE = "HIDE"  # out of sight of whoever is further away than his awareness
    PUSH = "PUSH"  # the target of a contact skill goes back, as contact ends anyway
    TAUNT = "TAUNT"  # the target does not react until the next draw
    HALT = "HALT"  # the mover's allowance ends here
    HINDER = "HINDER"  # the value of the action that is answered changes by `amount`
    POOL = "POOL"  # the side's pool has `amount` more dice this round


class Skill(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A skill or a spell. Its owner rolls as many dice as he has levels.  [DD-DICE-04]

    ability: what is rolled against; None: nothing is rolled for it. passive: what a passive skill is looked at for.
    grade: of its difficulty; None: as the map says, else the game master is asked.  [DD-GAP-09]
    reach, range_squares: how far it goes. only: it works on these alone.
    resisted_by, resisted_with: abilities and skills that a target may oppose it with, the first is taken unless he
    chooses; neither: nobody opposes it.  [DD-CON-03]
    use: how its owner brings it into play himself; reaction, occasions: how often, and to what, it may react besides.
    amount: of POOL and HINDER how much; of a HIT how many hits at most, 0: each success is one. spell: it is magic.
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
        """Whether its target resists it with dice of his own."""
        return bool(self.resisted_by or self.resisted_with)
