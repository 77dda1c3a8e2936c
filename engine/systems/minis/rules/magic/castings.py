"""How each spell is cast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct

from engine.kit import Offer, Order, Table
from engine.systems.minis.content.catalogue import SPELLS
from engine.systems.minis.content.kinds import Aim
from engine.systems.minis.rules.basics.lookup import MinisFight
from engine.systems.minis.rules.magic import effects, fireball, spells, summoning, teleport
from engine.systems.minis.rules.magic.orders import Cast
from engine.systems.minis.state import MinisState


class Casting(Struct, frozen=True):
    """How a spell is cast. check: RuleRefusal for a wrong target or point. do: plays it. options: its offers, for the
    caster and the spell."""

    check: Callable[[MinisFight, Cast], None]
    do: Callable[[Table[MinisState], Cast], None]
    options: Callable[[MinisFight, str, str], Iterator[Offer[Order]]]


_AT_MINIS = Casting(spells.check, spells.do, spells.options)
_SUMMONING = Casting(summoning.check, summoning.do, summoning.options)

CASTINGS: Mapping[str, Casting] = MappingProxyType(
    {
        **{id: _AT_MINIS for id, spell in SPELLS.items() if spell.aim in (Aim.SELF, Aim.MINI)},
        effects.GOLEM: _SUMMONING,
        effects.FAMILIAR: _SUMMONING,
        teleport.SPELL: Casting(teleport.check, teleport.do, teleport.options),
        fireball.SPELL: Casting(fireball.check, fireball.do, fireball.options),
    }
)
"""Spell -> how it is cast."""
