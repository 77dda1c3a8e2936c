"""A fight as a film: what a page needs to play it, in the order in which it is seen."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.kernel.structs.deeds import Outcome
from engine.kernel.structs.messages import Weight
from engine.service.proof.verification import Finding
from schemas.answers import HeadlineChange, Verdict
from schemas.types import Wire


class ReplayRound(Wire, frozen=True, kw_only=True):
    """A round. version: from which on it is played."""

    version: int
    round: int


class ReplayRevert(Wire, frozen=True, kw_only=True):
    """A return to an earlier version. version: of the return itself.

    What lies between the two no longer counts, but for the versions `kept`.
    """

    version: int
    to_version: int
    kept: tuple[int, ...]


class ReplayLayer(Wire, frozen=True, kw_only=True, omit_defaults=True):
    """What changes in a layer: in this order, `gone` leaves it, and `put` changes parts in their place or adds them.

    put: the key of a part -> the index of its markup. order: the keys of all parts; left out where those that stay keep
    their order, and new ones follow them.
    """

    gone: tuple[str, ...] = ()
    put: dict[str, int] = msgspec.field(default_factory=dict)
    order: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class ReplayStep(Wire, frozen=True, kw_only=True):
    """What changes on the screen at a version.

    layers: by name; of the board, in the order in which they are drawn: defs, ground, patches, lines, walls, edges,
    links, tokens, names; beside it: phase, field, sides, order, away, marks, legend. size: width and height of the
    board from now on; null: as before.
    """

    version: int
    layers: dict[str, ReplayLayer]
    size: Annotated[tuple[int, ...], msgspec.Meta(min_length=2, max_length=2)] | None


class ReplayTerm(Wire, frozen=True, kw_only=True):
    """A term of a number. amount: null where it is not for you to know; rule: "" where no rule is named.

    It counts `amount`, times `times`, divided by `over`.
    """

    source: str
    amount: int | None
    times: int
    over: int
    rule: str


class ReplayReason(Wire, frozen=True, kw_only=True):
    """Where a number of an event comes from. of: its field; value: null where it is no whole number.

    withheld: whether there are terms that you may not know.
    """

    of: str
    value: int | None
    withheld: bool
    terms: tuple[ReplayTerm, ...]


class ReplayEffect(Wire, frozen=True, kw_only=True):
    """What a board shows of a headline. target: upon whom, by key; changes: the numbers of its act, in order."""

    outcome: Outcome
    target: str | None
    changes: tuple[HeadlineChange, ...]


class ReplayEvent(Wire, frozen=True, kw_only=True):
    """An event in the log. act: the version with which its act begins; text: "" where it is hidden from you.

    headline: what came of its act, on the last event of it; "" elsewhere. effect: what a board shows of that; null
    elsewhere.
    """

    version: int
    act: int
    type: str
    weight: Weight
    text: str
    headline: str
    effect: ReplayEffect | None
    rule: str
    reasons: tuple[ReplayReason, ...]


class Replay(Wire, frozen=True, kw_only=True):
    """A fight as a film, as a seat sees it: steps of markup, the log, and the marks of a scrubber.

    encounter: its id; null: it was made of a file. seat: whose view it shows; null: what everybody sees. after: the
    version behind which it goes on; 0: it is the whole from the beginning. version: the last one in it; more: whether
    there are later ones by now. bounds: to be sent back to go on from here; null: there is nothing to send.
    turns: the versions at which somebody else is to act. markup: of all parts, as indices name it; SVG in the layers of
    the board, HTML in the lists beside it. rules: what the rules say that are named, by id. words: the labels of a
    player, by name. style: the style sheet of the markup, for all within the class `skald-scene-auto`. Both are empty
    where it goes on.
    """

    encounter: str | None
    system: str
    name: str
    seat: str | None
    after: int
    version: int
    more: bool
    bounds: str | None
    rounds: tuple[ReplayRound, ...]
    turns: tuple[int, ...]
    reverts: tuple[ReplayRevert, ...]
    markup: tuple[str, ...]
    steps: tuple[ReplayStep, ...]
    events: tuple[ReplayEvent, ...]
    rules: dict[str, str]
    words: dict[str, str]
    style: str


class FileReport(Wire, frozen=True, kw_only=True):
    """What can be proven of a file. encounter to seat: as its header says; seat: null: nothing is withheld from it.

    finding: BROKEN: it contradicts itself or the rules; CONSISTENT: it has no errors, but anybody could have made it;
    SIGNED: this server has signed its head, and so every event. verdicts: of chain, dice, replay, import and signature,
    as far as they can be judged. broken_at: the first version that is broken; line: the line that cannot be read, or is
    not in the one form that a file has; both null where there is none.
    """

    encounter: str
    system: str
    rules: int
    version: int
    hash: str
    seat: str | None
    finding: Finding
    verdicts: dict[str, Verdict]
    broken_at: int | None
    line: int | None


class ReplayedFile(Wire, frozen=True, kw_only=True):
    """A file as a film, and what can be proven of it.

    film: up to the version at which it breaks; of a seat's file from which the sheet of a figure is withheld the log
    alone, without steps; null where nothing is left to be shown.
    """

    report: FileReport
    film: Replay | None
