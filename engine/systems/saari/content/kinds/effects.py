"""Ill effects that attacks bring.  [SA-XATK-02]"""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import Id
from engine.systems.saari.content.kinds.figures import Defense
from engine.systems.saari.content.kinds.types import Count, Name


class Mechanic(Enum):
    """What an effect does.

    LOSE_ACTION: so many actions are lost. PUSH: to an adjacent zone. PIN: no dodging and no moving until its
    next count.
    DAMAGE: at the end of rounds. FEAR: attacks at its source are harder.
    """

    LOSE_ACTION = "LOSE_ACTION"
    PUSH = "PUSH"
    PIN = "PIN"
    DAMAGE = "DAMAGE"
    FEAR = "FEAR"


class Effect(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An ill effect.

    amount: how much. rounds: how many round ends it lasts; null: as its mechanic says. npc_rounds: the same for those
    who do not roll. shaken_by: the defence that shakes it off; null: none.  [SA-DEF-11]
    """

    id: Id
    name: Name
    mechanic: Mechanic
    amount: Count = 1
    rounds: Count | None = None
    npc_rounds: Count | None = None
    shaken_by: Defense | None = None


class EffectPrice(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """An effect that an attack may buy. price: in extra successes.  [SA-XATK-02, G-19]"""

    effect: Id
    price: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
