"""What a fight leaves of the members who were in it, line by line, each with the event of the fight that made it so.

A pure function of the fight's events and the game: nothing of it is stored until the game master accepts it. It is
asked for again and comes out the same, as long as the fight and the game's rules are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.between import Between, between_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.campaign.differences import Path, differences
from engine.kernel.campaign.standing import standing_at_entry
from engine.kernel.state.campaign import Entered, LineKind, Standing
from engine.kernel.state.events import CombatantJoined, EncounterCreated, Reverted
from engine.kernel.state.fight import State
from engine.kernel.state.stored.codec import canonical
from engine.kernel.state.stored.history import Jump, live_versions
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Recorded, plain


class Line(Struct, frozen=True, rename="camel"):
    """One thing that a fight leaves. id: of the line in its list.

    kind: VITAL (a figure), CONDITION, SHEET (a part of the sheet), or DEATH. path: which; was: as the member entered;
    left: as the fight left it; null: it is not there. cause: the version of the fight's event. rule: by which it stays.
    """

    id: str
    member: str
    kind: LineKind | str
    path: tuple[str, ...]
    was: Any
    left: Any
    cause: int
    rule: str


class Proposal(Struct, frozen=True, rename="camel"):
    """What an ended fight leaves. version, head: of it; rules: of the game; digest: hex SHA-256 of all of it."""

    fight: str
    version: int
    head: str
    rules: int
    result: str
    lines: tuple[Line, ...]
    digest: str = ""


def live(recorded: Sequence[Recorded]) -> list[Recorded]:
    """The events of a whole stream that count at its end, in the order in which they are folded."""
    jumps = [
        Jump(record.version, record.event.to_version, record.event.kept)
        for record in recorded
        if isinstance(record.event, Reverted)
    ]
    return [recorded[version - 1] for version in live_versions(jumps, len(recorded))]


Part = tuple[str, Path]
"""Kind and path of a line."""


def parts_that_differ(entered: Standing, left: Standing) -> dict[Part, tuple[Any, Any]]:
    """What differs between two states of somebody: part -> (before, after)."""
    found: dict[Part, tuple[Any, Any]] = {}
    for key in dict.fromkeys((*entered.vitals, *left.vitals)):
        before, after = entered.vitals.get(key), left.vitals.get(key)
        if before != after:
            found["VITAL", (key,)] = (before, after)
    conditions = [
        {condition.key: plain(condition) for condition in standing.conditions} for standing in (entered, left)
    ]
    for key in dict.fromkeys((*conditions[0], *conditions[1])):
        if conditions[0].get(key) != conditions[1].get(key):
            found["CONDITION", (key,)] = (conditions[0].get(key), conditions[1].get(key))
    for path, before, after in differences(entered.sheet, left.sheet):
        found["SHEET", path] = (before, after)
    if left.dead and not entered.dead:
        found["DEATH", ()] = (False, True)
    return found


class _Watched:
    """One member in the fight, as far as it has been folded."""

    def __init__(self, book: Rulebook[Any], between: Between[Any], entered: Entered) -> None:
        self.member, self.combatant = entered.member, entered.combatant
        self._book, self._between = book, between
        self._entered: Standing | None = None
        self._seen: tuple[Any, Any] = (None, None)
        self.parts: dict[Part, tuple[Any, Any]] = {}
        self.causes: dict[Part, int] = {}

    def look(self, state: State[Any], recorded: Recorded, *, last: bool = False) -> None:
        """Work out what is left now, where something of the combatant has changed."""
        event = recorded.event
        if self._entered is None and isinstance(event, CombatantJoined) and event.combatant == self.combatant:
            self._entered = standing_at_entry(event)
        if self._entered is None:
            return
        seen = state.fight.combatants.get(self.combatant), self._book.part_of(state, self.combatant)
        if seen[0] is self._seen[0] and seen[1] is self._seen[1] and not last:
            return
        self._seen = seen
        parts = parts_that_differ(self._entered, self._between.leaves(self._entered, state, self.combatant))
        for part in {*parts, *self.parts}:
            if parts.get(part) != self.parts.get(part):
                self.causes[part] = recorded.version
        self.parts = parts


def proposed(
    book: Rulebook[Any], recorded: Sequence[Recorded], taken_in: tuple[str, tuple[Entered, ...]] | None = None
) -> Proposal:
    """What a fight of a campaign leaves. recorded: its whole stream. RuleRefusal (NOT_ENDED) where it goes on.

    taken_in: id and members of one that was played without the campaign; None: it names them itself.
    """
    events = live(recorded)
    first = events[0].event
    if not isinstance(first, EncounterCreated) or (first.campaign is None and taken_in is None):
        raise RuleRefusal("this is no fight of a campaign", code="UNKNOWN", field="fight")
    between = between_of(book.system)
    fight, entered = taken_in or (first.encounter, first.entered)
    watched = [_Watched(book, between, member) for member in entered]
    state: State[Any] | None = None
    for event in events:
        if isinstance(event.event, Reverted):
            continue
        state = book.evolve(state, event)
        for who in watched:
            who.look(state, event)
    if state is None:
        raise Fault("a fight without events")
    if state.fight.status != "ENDED":
        raise RuleRefusal("this fight goes on: end it, or release it", code="NOT_ENDED", field="fight")
    for who in watched:
        who.look(state, events[-1], last=True)
    lines = tuple(line for who in watched for line in _lines(between, who))
    top = recorded[-1]
    made = Proposal(fight, top.version, top.hash, book.rules, state.fight.outcome or "", lines)
    return with_digest(made)


def with_digest(proposal: Proposal) -> Proposal:
    """The proposal with the digest of all else of it."""
    return structs.replace(proposal, digest=_digest(structs.replace(proposal, digest="")))


def _digest(proposal: Proposal) -> str:
    return hashlib.sha256(canonical(proposal)).hexdigest()


def _lines(between: Between[Any], who: _Watched) -> Iterable[Line]:
    for (kind, path), (was, left) in sorted(who.parts.items(), key=lambda pair: (_ORDER[pair[0][0]], pair[0][1])):
        id = "/".join((who.member, kind.lower(), *path))
        yield Line(id, who.member, kind, path, was, left, who.causes[kind, path], rule_of(between, kind, path))


_ORDER = {"DEATH": 0, "VITAL": 1, "CONDITION": 2, "SHEET": 3}

_FIRST = {"VITAL": "vitals", "CONDITION": "conditions", "SHEET": "sheet"}


def rule_of(between: Between[Any], kind: str, path: Path) -> str:
    """The rule by which something stays: the game's, or the kernel's."""
    if kind == "DEATH":
        return between.lines.get("death", "CA-05")
    words = (_FIRST[kind], *path)
    for length in range(len(words), 0, -1):
        rule = between.lines.get(".".join(words[:length]))
        if rule is not None:
            return rule
    return "CA-01"
