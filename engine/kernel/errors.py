"""What can go wrong, one sentence each.

SkaldError
  RuleRefusal        not allowed now: the order, or the answer just given, is refused; nothing is appended
    FacesRefused     typed dice that do not fit the rolls of their step
    PicksRefused     picks of an answer that its body cannot hold
    SheetRefused     a sheet that cannot be played
  Fault              our mistake, or a rule's: nothing is appended, the fight stays as it was
    ReplayDiverged   what a command made again is not what the stream records
"""

from __future__ import annotations

from typing import Literal

from engine.kernel.messages import on_the_wire

RefusalCode = Literal[
    "NOT_LEGAL",  # the rules do not allow it
    "DECISION_OPEN",  # a decision waits: answer it first
    "DECISION_CLOSED",  # that decision is answered, or was never open
    "NOT_YOURS",  # another seat's combatant or decision, or a tool of the GM
    "PAUSED",  # the GM has stopped the clock
    "ENDED",  # the fight is over: fork it to play on
    "FACES",  # typed dice: too many, partly used, or impossible
    "KEY_REUSED",  # the idempotency key stands for another order
    "DIVERGED",  # the rules no longer play the open command as recorded
    "UNKNOWN",  # missing, or not for this seat: the same words for both
]


class SkaldError(Exception):
    """Base of all that Skald raises on purpose."""


class RuleRefusal(SkaldError):
    """The order, or the answer just given, is not allowed now.

    rule: the id of the rule that forbids it, "" for a refusal of the kernel.
    field: the field of the order that is at fault, as a dotted path, or "".
    """

    def __init__(self, reason: str, *, rule: str = "", code: RefusalCode = "NOT_LEGAL", field: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.code: RefusalCode = code
        self.field = field


class FacesRefused(RuleRefusal):
    """Typed dice that cannot be these rolls: left over, out of range, or only part of a roll."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, code="FACES", field="faces")


class PicksRefused(RuleRefusal):
    """Picks that the body of an offer cannot hold: a value of another type, or out of its range."""


class SheetRefused(RuleRefusal):
    """A sheet that cannot be played. field: of the sheet, as the code calls it; people read it as it is sent."""

    def __init__(self, field: str, reason: str, *, rule: str) -> None:
        sent = on_the_wire(field)
        super().__init__(f"{sent}: {reason}", rule=rule, field=f"sheet.{sent}")


class Fault(SkaldError):
    """A mistake in rules or kernel. Nothing was appended; the GM's tools still work."""


class ReplayDiverged(Fault):
    """A command run again made something else than its stream records.

    version: of the first recorded event that differs; recorded, made: both sides, in words.
    """

    def __init__(self, version: int, recorded: str, made: str) -> None:
        super().__init__(f"version {version}: the stream records {recorded}, the rules now make {made}")
        self.version = version
        self.recorded = recorded
        self.made = made
