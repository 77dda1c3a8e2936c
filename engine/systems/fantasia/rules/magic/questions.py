"""Questions, and the bodies of their answers, of spells and readied actions."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from engine.kit import Question, Visibility


class Consent(Struct, frozen=True, kw_only=True, rename="camel"):
    """Whether a target accepts a spell."""

    willing: bool


class Willing(Question[Consent], frozen=True, kw_only=True):
    """To a target's seat: is this spell wanted? Asked of beneficial magic, and of any other of the target's own side.

    Default: beneficial magic yes from an ally, no from an enemy; any other no, but one aimed at the target by
    itself yes.  [FF-MAG-05, DW-14]
    """

    visibility: ClassVar[Visibility] = Visibility.OPEN
    actor: ClassVar[str] = ""
    target: str
    caster: str
    spell: str
