"""What can go wrong, one sentence each.

SkaldError
  RuleRefusal        not allowed now: the order, or the answer just given, is refused; nothing is appended
    FacesRefused     typed dice that do not fit the rolls of their step
    PicksRefused     picks of an answer that its body cannot hold
    SheetRefused     a sheet that cannot be played
    TooCostly        more work than one step may take
  Fault              a mistake of ours or of a rule: nothing is appended, the fight is unchanged
    ReplayDiverged   replaying a command produced something else than the stream records
    Gone             an order cannot be played on, because a ruling has taken away who carries it out
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from engine.kernel.structs.messages import on_the_wire
from engine.kernel.structs.why_not import WhyNot

RefusalCode = Literal[
    "NOT_LEGAL",  # the rules do not allow it
    "DECISION_OPEN",  # a decision is open: answer it first
    "DECISION_CLOSED",  # that decision is answered, or was never open
    "NOT_YOURS",  # another seat's combatant or decision, or a tool of the GM
    "PAUSED",  # the GM has stopped the clock
    "ENDED",  # the fight is over: fork it to play on
    "FACES",  # typed dice: too many, partly used, or impossible
    "KEY_REUSED",  # the idempotency key was used for another order
    "TOO_COSTLY",  # it takes more work than one step may
    "OUTDATED",  # the fight plays a version of the rules that is not played here
    "DIVERGED",  # the rules no longer play the open command as recorded
    "IN_A_FIGHT",  # a member is in a fight that is neither settled nor released
    "NOT_ENDED",  # only what a fight leaves that has ended is taken over
    "ALREADY_SETTLED",  # what that fight left is taken over already
    "DIFFERS",  # the list has changed since it was read
    "SETTING_MISSING",  # a table that the rulebook does not print has to be set first
    "UNKNOWN",  # missing, or not visible to this seat: the same words for both
]


TOO_COSTLY = (
    "this comes to no end, or takes more work than one step may: "
    "do less at once, or play with fewer figures and with cards that answer one another less"
)


class SkaldError(Exception):
    """Base of all errors that Skald raises on purpose."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Not by its constructor, whose arguments may differ from `args`."""
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(cls: type[SkaldError], arguments: tuple[Any, ...], state: dict[str, Any]) -> SkaldError:
    error = cls.__new__(cls)
    error.args = arguments
    error.__dict__.update(state)
    return error


class RuleRefusal(SkaldError):
    """The order, or the answer just given, is not allowed now.

    rule: the id of the rule that forbids it, "" for a refusal of the kernel.
    field: the field of the order that is at fault, as a dotted path, or "".
    why: which kind of reason it is, for whoever shows what cannot be done now.
    names: display names of the ids in its reason, as far as the refused seat knows them; system: the system whose
    content the other ids belong to. Both are set where a fight is at hand, or who enters it.
    others: what else is wrong with the same input, where it is all told at once.
    ways: of a preview of a way that is blocked: the way up to the block, as `engine.kernel.scene.preview.PreviewWay`.
    """

    names: Mapping[str, str] = {}
    system: str = ""
    others: tuple[RuleRefusal, ...] = ()
    ways: tuple[Any, ...] = ()

    def __init__(
        self,
        reason: str,
        *,
        rule: str = "",
        code: RefusalCode = "NOT_LEGAL",
        field: str = "",
        why: WhyNot = WhyNot.LATER,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule
        self.code: RefusalCode = code
        self.field = field
        self.why = WhyNot.NOT_YOURS if code == "NOT_YOURS" else why

    @property
    def all(self) -> tuple[RuleRefusal, ...]:
        """This refusal, and the others."""
        return (self, *self.others)

    def called(self, names: Mapping[str, str], system: str = "") -> RuleRefusal:
        """This refusal, and the others, with these names besides those that they know already."""
        for refusal in self.all:
            refusal.names, refusal.system = {**names, **refusal.names}, refusal.system or system
        return self

    def below(self, field: str) -> RuleRefusal:
        """This refusal, and the others, of fields below another one."""
        for refusal in (self, *self.others):
            refusal.field = f"{field}.{refusal.field}".rstrip(".")
        return self


class FacesRefused(RuleRefusal):
    """Typed dice that cannot be these rolls: left over, out of range, or only part of a roll."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason, code="FACES", field="faces")


class PicksRefused(RuleRefusal):
    """Picks that an offer's body cannot hold: of another type, or out of range."""


class SheetRefused(RuleRefusal):
    """A sheet that cannot be played. field: of the sheet, by its Python name; clients read its JSON name."""

    def __init__(self, field: str, reason: str, *, rule: str) -> None:
        sent = on_the_wire(field)
        super().__init__(f"{sent}: {reason}", rule=rule, field=f"sheet.{sent}")


class TooCostly(RuleRefusal):
    """What was asked takes more work than it may: cards that answer one another without end, or too much at once.

    Nothing has happened. It says nothing of how much was done: that may depend on what is hidden.
    """

    def __init__(self) -> None:
        super().__init__(TOO_COSTLY, code="TOO_COSTLY")


class Fault(SkaldError):
    """A mistake in rules or kernel. Nothing was appended; the GM's tools still work."""


class ReplayDiverged(Fault):
    """Replaying a command produced something else than its stream records.

    version: of the first recorded event that differs; recorded, made: both sides, in words.
    """

    def __init__(self, version: int, recorded: str, made: str) -> None:
        super().__init__(f"version {version}: the stream records {recorded}, the rules now make {made}")
        self.version = version
        self.recorded = recorded
        self.made = made


class Gone(Fault):
    """An order cannot be played on, because a ruling has taken away who carries it out: it is taken back."""
