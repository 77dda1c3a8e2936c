"""Orders beside the rules: the GM's tools, and talk of taking back. No rules are run, so no bug locks a fight."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Struct

from engine.kernel.fight import TakeBackConsent
from engine.kernel.ids import Seat

Reason = Annotated[str, msgspec.Meta(max_length=500)]


class Tool(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Base of all of them."""


class Reasoned(Tool, frozen=True, kw_only=True):
    """One that says why. reason: in the words of who sends it; the table may read it."""

    reason: Reason = ""


class Correct(Reasoned, frozen=True, kw_only=True):
    """Set any field of the state: path from the root (`combatants.cloud.vitals.hp.now`), value as JSON of its type."""

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    value: Any


class Cancel(Reasoned, frozen=True, kw_only=True):
    """Take back the open order: the fight stands where it began; corrections made meanwhile stay."""


class Revert(Reasoned, frozen=True, kw_only=True):
    """Go back to a version. Landing inside an order, it is played on after `corrections`, with fresh dice."""

    to: Annotated[int, msgspec.Meta(ge=1)]
    corrections: tuple[Correct, ...] = ()


class Pause(Reasoned, frozen=True, kw_only=True):
    """Stop the clock: no orders and answers till Resume."""


class Resume(Reasoned, frozen=True, kw_only=True):
    """Let the clock run again."""


class End(Reasoned, frozen=True, kw_only=True):
    """End the fight, for good: the dice secret is revealed."""

    outcome: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SetPolicy(Reasoned, frozen=True, kw_only=True):
    """What this table does with a kind of question: ask it, wait `pace` seconds for preferences, answer it by itself.

    asked: false takes the default without a word. deadline: seconds until the default is taken; 0: as the rules say.
    """

    kind: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    asked: bool = True
    pace: Annotated[int, msgspec.Meta(ge=0, le=600)] = 0
    deadline: Annotated[int, msgspec.Meta(ge=0, le=604800)] = 0


class SetTakeBacks(Reasoned, frozen=True, kw_only=True):
    """What this table does when somebody asks to take back.

    consent: AFFECTED asks whom it concerns, and nobody where it concerns nobody; ALWAYS then asks the GM all the same;
    GM asks the GM alone; NEVER refuses. deadline: seconds until silence is a no; 0: none.
    """

    consent: TakeBackConsent
    deadline: Annotated[int, msgspec.Meta(ge=0, le=604800)] = 0


class Note(Tool, frozen=True, kw_only=True):
    """Write something down beside the fight. to: the seats that read it too; empty: the GM alone."""

    note: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
    to: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=32)] = ()


TOOLS: tuple[type[Tool], ...] = (Correct, Cancel, Revert, Pause, Resume, End, SetPolicy, SetTakeBacks, Note)


# -- what everybody at the table may say
class TakeBack(Reasoned, frozen=True, kw_only=True):
    """Ask to go back to an earlier version. Whom it concerns is asked; dice that are rolled once more fall anew.

    to: a version behind which stands what your seat brought about; absent: before your last act.
    """

    to: Annotated[int, msgspec.Meta(ge=1)] | None = None


class Withdraw(Reasoned, frozen=True, kw_only=True):
    """Ask no more to take back; the GM may say so of anybody's request."""


TALK: tuple[type[Tool], ...] = (TakeBack, Withdraw)
