"""What a game tells of a combatant's sheet: values with their parts, and what it has, in groups."""

from __future__ import annotations

from msgspec import Struct

from engine.kernel.structs.icons import Icon
from engine.kernel.structs.reasons import Term


class StatValue(Struct, frozen=True, kw_only=True):
    """A value as the rules count it now: `StatValue(key="initiative", value="4", terms=...)`.

    value: in words, with its unit. label: its name; "": the game's word for `key`. terms: what it is made of, in order;
    none where it stands on the sheet as it is. text: what there is to say beside it. rule: its id.
    """

    key: str
    value: str
    label: str = ""
    terms: tuple[Term, ...] = ()
    text: str = ""
    rule: str | None = None


class StatThing(Struct, frozen=True, kw_only=True):
    """A weapon, a spell, a talent: `StatThing(key="sword", of=sword, facts=("2d6", "reaches 1 m"))`.

    of: as the sheet has it: where that is the catalogue's entry, the catalogue names and explains it. facts: its
    numbers, in words. label, text: where the game says it otherwise. icon: the game's of that id, else of the group.
    rule: its id.
    """

    key: str
    of: Struct | None = None
    label: str = ""
    icon: Icon = "item"
    facts: tuple[str, ...] = ()
    text: str = ""
    rule: str | None = None


class StatGroup(Struct, frozen=True, kw_only=True):
    """Things of a kind. key: the table of the content that most of them are in. label: "": the usual word for it."""

    key: str
    things: tuple[StatThing, ...]
    label: str = ""


class StatBlock(Struct, frozen=True, kw_only=True):
    """What a combatant is and has: `RuleSystem.stat_block`. Empty groups are left out.

    whole: False where the reader knows only a part.
    """

    values: tuple[StatValue, ...] = ()
    groups: tuple[StatGroup, ...] = ()
    whole: bool = True
