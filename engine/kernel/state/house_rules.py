"""House rules: numbers, switches and choices of a game that a table may set otherwise when it creates a fight.

A game declares each as data. Its rules read it from the fight, never from a constant of a module, so that a fight goes
by its own house rules for ever:

    CRITICAL = HouseNumber(key="criticalFrom", rule="DV-ATTACK", default=20, least=18, most=20)
    ...
    critical = face >= CRITICAL.of(table.state.fight)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from engine.kernel.structs.decode_errors import did_you_mean

if TYPE_CHECKING:
    from engine.kernel.state.fight import Fight

HouseKind = Literal["SWITCH", "NUMBER", "CHOICE"]
HouseValue = bool | int | str
"""Of a switch, a number, a choice."""


class HouseSwitch(Struct, frozen=True, kw_only=True):
    """Something that is so or not. key: in camel case, for ever; rule: the id of the rule that it touches."""

    kind: ClassVar[HouseKind] = "SWITCH"
    key: str
    rule: str
    default: bool

    def of(self, fight: Fight) -> bool:
        """As it is in a fight."""
        value = fight.house_rules.get(self.key)
        return value if isinstance(value, bool) else self.default

    def fault(self, value: Any) -> str:
        """Why it cannot be this; "" where it can."""
        return "" if isinstance(value, bool) else "a switch is true or false"


class HouseNumber(Struct, frozen=True, kw_only=True):
    """A whole number from `least` to `most`. key: in camel case, for ever; rule: the id of the rule that it touches."""

    kind: ClassVar[HouseKind] = "NUMBER"
    key: str
    rule: str
    default: int
    least: int
    most: int

    def of(self, fight: Fight) -> int:
        """As it is in a fight."""
        value = fight.house_rules.get(self.key)
        return self.default if value is None or self.fault(value) else int(value)

    def fault(self, value: Any) -> str:
        """Why it cannot be this; "" where it can."""
        fits = isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most
        return "" if fits else f"a whole number from {self.least} to {self.most}"


class HouseChoice(Struct, frozen=True, kw_only=True):
    """One of several. key: in camel case, for ever; rule: the id of the rule that it touches."""

    kind: ClassVar[HouseKind] = "CHOICE"
    key: str
    rule: str
    default: str
    among: tuple[str, ...]

    def of(self, fight: Fight) -> str:
        """As it is in a fight."""
        value = fight.house_rules.get(self.key)
        return value if isinstance(value, str) and value in self.among else self.default

    def fault(self, value: Any) -> str:
        """Why it cannot be this; "" where it can."""
        if isinstance(value, str) and value in self.among:
            return ""
        return f"one of {', '.join(self.among)}{did_you_mean(value, self.among) if isinstance(value, str) else ''}"


HouseRule = HouseSwitch | HouseNumber | HouseChoice
