"""Where a recorded fight and a version of its rules part: its orders, answers and dice are played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.structs.errors import ReplayDiverged, RuleRefusal, SkaldError
from engine.kernel.structs.messages import Recorded
from engine.service.proof.audit_replay import Broken, Walk, same


class NotComparable(SkaldError):
    """The rules cannot take this fight up at all; the message says why."""


class Difference(Struct, frozen=True, kw_only=True):
    """The first event that the rules make another way.

    version: of the event; step: of the first event of its step. recorded: None: the recording ends before it. made:
    None: the rules make none there, and `reason` says why; rule: the id of the rule that refuses, or "".
    """

    version: int
    step: int
    recorded: Recorded | None
    made: Recorded | None = None
    reason: str = ""
    rule: str = ""


class _Walk(Walk):
    """A walk by one version of the rules, whatever version the fight names."""

    def is_same(self, replayed: Recorded, recorded: Recorded) -> bool:
        """As `same`; by which version an order was played is what they differ in anyway."""
        was, now = recorded.event, replayed.event
        if isinstance(was, e.CommandAccepted) and isinstance(now, e.CommandAccepted):
            replayed = structs.replace(
                replayed, draft=structs.replace(replayed.draft, event=structs.replace(now, rules=was.rules))
            )
        return same(replayed, recorded)


def first_difference(
    book: Rulebook[Any],
    events: Sequence[Recorded],
    *,
    progress: Callable[[int], object] = lambda events: None,
) -> Difference | None:
    """The first event of a whole stream that these rules make another way; None where they make all of it again.

    Each step is played once, up to the first that differs. progress: called with the number of events played again.
    NotComparable where these rules cannot even read what has happened.
    """
    walk, index = _Walk(book, events), 0
    while index < len(events):
        try:
            end = walk.step(index)
        except Broken as broken:
            return _difference(broken, events, index)
        except Exception as error:  # rules that were not made for these events may fail in any way
            reason = str(error) or type(error).__name__
            raise NotComparable(f"these rules cannot read version {events[index].version}: {reason}") from error
        progress(end - index)
        index = end
    return None


def _difference(broken: Broken, events: Sequence[Recorded], index: int) -> Difference:
    """What a step that could not be made again differs in."""
    step, version, cause = events[index].version, broken.version, broken.__cause__
    recorded = events[version - 1] if version <= len(events) else None
    if broken.made is not None:
        return Difference(version=version, step=step, recorded=recorded, made=broken.made)
    reason, rule = broken.explanation or broken.reason, ""
    if isinstance(cause, RuleRefusal):
        reason, rule = cause.reason, cause.rule
    elif isinstance(cause, ReplayDiverged):
        reason = cause.made
    return Difference(version=version, step=step, recorded=recorded, reason=reason, rule=rule)
