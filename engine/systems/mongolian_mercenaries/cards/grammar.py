"""Which fields an effect has, by what it does, and at which moments it makes sense."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.systems.mongolian_mercenaries.content.kinds import Does, When


class Grammar(NamedTuple):
    """needs: groups of fields; of each group at least one. may: other fields. at_once: it happens at a moment."""

    needs: tuple[tuple[str, ...], ...] = ()
    may: tuple[str, ...] = ()
    at_once: bool = False

    @property
    def fields(self) -> frozenset[str]:
        """All fields that it may have, beside `does` and `on`."""
        return frozenset((*(name for group in self.needs for name in group), *self.may))


_NUMBER = ("amount", "percent")

GRAMMAR: Mapping[Does, Grammar] = MappingProxyType(
    {
        Does.FIGURE: Grammar((("figure",), _NUMBER), ("lasts",)),
        Does.ATTRIBUTE: Grammar((("attribute",), _NUMBER), ("lasts",)),
        Does.SKILL: Grammar((("skill",), _NUMBER), ("lasts",)),
        Does.RESIST: Grammar((("percent",), ("elements", "kinds", "plain")), ("lasts",)),
        Does.IMMUNE: Grammar((("types", "schools", "paths", "states"),), ("lasts",)),
        Does.CRIT_FACES: Grammar((("faces",),), ("lasts",)),
        Does.ALLOW: Grammar((("permission",),), ("lasts",)),
        Does.FORBID: Grammar((("deeds",),), ("lasts",)),
        Does.LIGHTING: Grammar((("steps",),), ("lasts",)),
        Does.TORCH: Grammar((), ("lasts",)),
        Does.DAMAGE: Grammar((("amount",), ("element", "kind")), ("around", "shared"), True),
        Does.HEAL: Grammar((("amount",),), ("shared",), True),
        Does.POWER: Grammar((("amount",),), (), True),
        Does.STATE: Grammar((("state",),), ("lasts",), True),
        Does.END_STATE: Grammar((("states",),), (), True),
        Does.ITEM: Grammar((("mark",),), (), True),
        Does.COVER: Grammar((("cover",),), ("lasts",), True),
        Does.DISTANCE: Grammar((("steps",),), (), True),
        Does.ATTACK: Grammar((), ("manner", "targets"), True),
        Does.SUMMON: Grammar((("creature",),), ("lasts",), True),
        Does.IRRESISTIBLE: Grammar((), (), True),
        Does.FORCE: Grammar((("lasts",),), (), True),
    }
)

REACTIONS = (
    When.ATTACKED,
    When.HIT,
    When.MISSED,
    When.HITS,
    When.CRITS,
    When.HARMS,
    When.WOUNDS,
    When.HARMED,
    When.WOUNDED,
    When.ELIMINATED,
    When.ALLY_ELIMINATED,
    When.OPPONENT_ELIMINATED,
)
"""Moments at which the bearer may be asked.  [MM-TAL-04]"""

DURING_ATTACKS = (When.ATTACKED, When.HIT, When.MISSED, When.HITS, When.CRITS)
"""Moments of one attack, whose numbers an effect without `lasts` may still change."""

OF_USE = (When.USED, When.FAILED)
"""Moments of a card that somebody uses; the others work as long as it lasts."""
