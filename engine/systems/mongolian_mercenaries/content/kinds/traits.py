"""Talents, states, skills, elements, and what lies on positions."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.kit import GM_ONLY
from engine.systems.mongolian_mercenaries.content.kinds.effects import Ability, Lasts, Until
from engine.systems.mongolian_mercenaries.content.kinds.types import (
    Card,
    Count,
    CreatureType,
    Element,
    Name,
    Score,
    Subtype,
)


class Access(Enum):
    """Who may have a talent.  [MM-TAL-01]"""

    GENERAL = "GENERAL"
    PROFESSIONAL = "PROFESSIONAL"
    NATIONAL = "NATIONAL"


class Talent(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A talent card: passive where its abilities are ALWAYS at work, an action where they are USED, else a reaction.

    [MM-TAL-02 to MM-TAL-04]  move: a combat move. skill, min_skill: needed to have it.  [MM-SKILL-07]
    """

    id: Card
    name: Name
    access: Access = Access.GENERAL
    move: bool = False
    skill: Card | None = None
    min_skill: Score = 1
    abilities: tuple[Ability, ...] = ()


class StateCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A state card.  [MM-ST-01, MM-ST-03]

    ordinary: lodging removes it. lasts: unless what brings it says otherwise. out: its bearer can do nothing for ever,
    where nothing ends it in this fight.  [RUL-73]
    back: of a two-sided card, hidden until it turns; null: it has none.  [MM-GEN-06]
    symbol: the time symbol at which it turns.
    """

    id: Card
    name: Name
    ordinary: bool = False
    lasts: Lasts = Lasts(until=Until.REMOVED)
    out: bool = False
    abilities: tuple[Ability, ...] = ()
    back: Annotated[tuple[Ability, ...], GM_ONLY] | None = None
    symbol: Annotated[int, msgspec.Meta(ge=1, le=4)] | None = None


class Trap(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A trap on a position. Its bearer is whoever comes to stand there.  [MM-FIELD-07, RUL-61]

    security: of who sets it.  [MM-SKILL-18]
    """

    id: Card
    name: Name
    security: Count = 1
    abilities: tuple[Ability, ...] = ()


class SpecialArea(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A special area on a position. Its bearer is whoever stands there.  [MM-FIELD-07]"""

    id: Card
    name: Name
    abilities: tuple[Ability, ...] = ()


class ElementCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What an element does besides. Its bearer is whoever attacks with it.  [MM-ELM-01 to MM-ELM-08]

    Of Ice and Magic the wounds alone are others, Lightning has nothing besides.  [MM-ELM-03, MM-ELM-04, MM-ELM-05]

    label: of wounds that it causes.  [MM-WND-06]  only: the types that it harms at all; none: every type.
    vulnerable_only: of these types only those that are vulnerable to it.
    """

    id: Card
    name: Name
    element: Element
    label: Card | None = None
    only: tuple[CreatureType, ...] = ()
    vulnerable_only: tuple[CreatureType, ...] = ()
    abilities: tuple[Ability, ...] = ()


class SkillCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A skill card. abilities: its proficiency effects; those at a level have a condition on it.  [MM-SKILL-25]"""

    id: Card
    name: Name
    abilities: tuple[Ability, ...] = ()


class BeingCard(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What all creatures of a type have, or of a subtype, unless their card says it otherwise.  [MM-ENM-15, RUL-41]"""

    id: Card
    name: Name
    type: CreatureType
    subtype: Subtype | None = None
    abilities: tuple[Ability, ...] = ()
