"""The sheet of a combatant in a fight, as far as its reader knows it."""

from __future__ import annotations

from engine.kernel.scene.tokens import SceneBadge
from engine.kernel.structs.icons import Icon
from schemas.answers import Term
from schemas.types import Wire


class StatValue(Wire, frozen=True, kw_only=True):
    """A value as the rules count it now. value: in words, with its unit; label: its name.

    terms: what it is made of, in order; because: the same in a line, empty where it stands on the sheet as it is.
    """

    key: str
    label: str
    value: str
    because: str
    terms: tuple[Term, ...]
    text: str
    rule: str | None


class StatThing(Wire, frozen=True, kw_only=True):
    """A weapon, a spell, a talent. facts: its numbers and where it is, in words; text: what it is, in a sentence."""

    key: str
    label: str
    icon: Icon
    facts: tuple[str, ...]
    text: str
    rule: str | None


class StatGroup(Wire, frozen=True, kw_only=True):
    """Things of a kind. key: mostly a table of the game's content."""

    key: str
    label: str
    things: tuple[StatThing, ...]


class StatBlock(Wire, frozen=True, kw_only=True):
    """What a combatant is and has, as far as you know: all empty for whoever you do not see.

    whole: you know all of it. conditions: what holds for it, with what that does and how long.
    """

    whole: bool
    values: tuple[StatValue, ...]
    groups: tuple[StatGroup, ...]
    conditions: tuple[SceneBadge, ...]


STAT_BLOCK = {
    "StatValue.key": "Its key in this game.",
    "StatValue.text": "What there is to say beside it; empty: nothing.",
    "StatValue.rule": "Its rule; null: none is named.",
    "StatThing.key": "Its id on the sheet.",
    "StatThing.label": "Its name.",
    "StatThing.icon": "The game's own, else that of its kind.",
    "StatThing.rule": "Its rule; null: none is named.",
    "StatGroup.label": "What they are called together.",
    "StatGroup.things": "Each of them, in the order of the sheet.",
    "StatBlock.values": "Its values, in the order of the game.",
    "StatBlock.groups": "What it has, by kind.",
}
