"""What a fight taught, as one reader may know it: worked out from the events that he sees, and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import Reverted
from engine.kernel.state.fight import Fight
from engine.kernel.structs.messages import Recorded
from engine.service.analysis.deciding import Thought, thoughts_of
from engine.service.analysis.deeds_done import Change, Deeds, deeds_of, with_the_down
from engine.service.analysis.fairness import Fairness, fairness_of
from engine.service.analysis.rolls import Roll, rolls_of
from engine.service.proof.folding import live, positions
from engine.service.reading.views import decode_whole, event_for
from engine.store.packing import unpack_page
from engine.store.port import Entry


class Success(Struct, frozen=True):
    """Rolls with a known chance and a known end. rolls: how many; hits: how many succeeded; expected: how many would on
    average; spread: the standard deviation of that number."""

    rolls: int
    hits: int
    expected: float
    spread: float


class Means(Struct, frozen=True):
    """What was done with one weapon, spell or the like; "" with none that is named. times: how often."""

    means: str
    points: int
    times: int


class Counted(Struct, frozen=True):
    """How often a condition of a kind was put on somebody."""

    kind: str
    times: int


class Fighter(Struct, frozen=True):
    """What one combatant did and suffered. dealt, taken, healed: points of first vitals; healed: on anybody.

    felled: whom; felled_by: who; "" nobody. conditions: put on others.
    """

    combatant: str
    name: str
    side: str
    success: Success
    dealt: int
    taken: int
    healed: int
    means: tuple[Means, ...]
    felled: tuple[str, ...]
    felled_by: str
    fell: bool
    conditions: tuple[Counted, ...]


class Player(Struct, frozen=True):
    """What one seat did: rolls of its combatants and its own. thought: None where it decided nothing."""

    seat: str
    name: str
    success: Success
    thought: Thought | None


class Analysis(Struct, frozen=True):
    """What a fight taught. version: up to which. reverts: the versions at which something was taken back."""

    version: int
    ended: bool
    rolls: tuple[Roll, ...]
    fighters: tuple[Fighter, ...]
    players: tuple[Player, ...]
    dice: tuple[Fairness, ...]
    reverts: tuple[int, ...]


def analyse(book: Rulebook[Any], entries: Sequence[Entry], seat: str | None, *, whole: bool = False) -> Analysis:
    """The analysis of a stream up to its last event. seat: who reads; None: what everybody reads, or (whole) all."""
    recorded = [decode_whole(book, entry) for entry in entries]
    seen = recorded if whole else [event_for(book, entry, seat).recorded for entry in entries]
    return analyse_recorded(book, recorded, seen, seat, whole=whole)


def analyse_recorded(
    book: Rulebook[Any],
    recorded: Sequence[Recorded],
    seen: Sequence[Recorded],
    seat: str | None,
    *,
    whole: bool = False,
) -> Analysis:
    """See `analyse`. recorded: all events; seen: the same as the reader sees them."""
    versions = live(recorded)
    stood = list(positions(book, recorded))
    events, behind = [seen[v - 1] for v in versions], [stood[v - 1] for v in versions]
    rolls = rolls_of(book, events, behind, seat, whole=whole)
    state = stood[-1].state
    fight = state.fight if whole else book.seen(state, seat).fight
    known = fight.combatants
    down = [
        combatant.id
        for combatant in known.values()
        if (vital := next(iter(combatant.vitals.values()), None)) and vital.now <= 0
    ]
    deeds = with_the_down(deeds_of(book, events), down)
    thoughts = thoughts_of(events)
    fighters = tuple(
        _fighter(combatant.id, combatant.name, combatant.side, rolls, deeds) for combatant in known.values()
    )
    players = tuple(
        Player(
            key,
            entry.name,
            success_of(roll for roll in rolls if roll.by == key or _holds(fight, key, roll.by)),
            thoughts.get(key),
        )
        for key, entry in fight.seats.items()
        if key in thoughts or any(key == who.owner for who in known.values())
    )
    reverts = tuple(record.version for record in seen if isinstance(record.event, Reverted))
    ended = fight.status == "ENDED"
    return Analysis(recorded[-1].version, ended, tuple(rolls), fighters, players, tuple(fairness_of(rolls)), reverts)


def _holds(fight: Fight, seat: str, combatant: str) -> bool:
    who = fight.combatants.get(combatant)
    return who is not None and (who.owner == seat or (who.owner is None and fight.is_gm(seat)))


def success_of(rolls: Iterable[Roll]) -> Success:
    """How often these rolls succeeded, and how often they would on average."""
    judged = [(roll.chance, roll.passed) for roll in rolls if roll.chance is not None and roll.passed is not None]
    return Success(
        rolls=len(judged),
        hits=sum(passed for _, passed in judged),
        expected=round(sum(chance for chance, _ in judged), 4),
        spread=round(sqrt(sum(chance * (1 - chance) for chance, _ in judged)), 4),
    )


def _fighter(who: str, name: str, side: str, rolls: Sequence[Roll], deeds: Deeds) -> Fighter:
    harm = [change for change in deeds.changes if change.points < 0 and change.by == who and change.target != who]
    help_ = [change for change in deeds.changes if change.points > 0 and change.by == who]
    fall = next((candidate for candidate in deeds.falls if candidate.combatant == who), None)
    conditions = Counter(condition.kind for condition in deeds.conditions if condition.by == who)
    return Fighter(
        combatant=who,
        name=name,
        side=side,
        success=success_of(roll for roll in rolls if roll.by == who),
        dealt=-sum(change.points for change in harm),
        taken=-sum(change.points for change in deeds.changes if change.target == who and change.points < 0),
        healed=sum(change.points for change in help_),
        means=_by_means(harm),
        felled=tuple(candidate.combatant for candidate in deeds.falls if candidate.by == who),
        felled_by=(fall.by or "") if fall is not None else "",
        fell=fall is not None,
        conditions=tuple(Counted(kind, times) for kind, times in sorted(conditions.items())),
    )


def _by_means(harm: Sequence[Change]) -> tuple[Means, ...]:
    points, times = Counter[str](), Counter[str]()
    for change in harm:
        points[change.means] -= change.points
        times[change.means] += 1
    return tuple(Means(means, points[means], times[means]) for means in sorted(points, key=lambda m: (-points[m], m)))


def analyse_pages(book: Rulebook[Any], pages: Sequence[bytes], seat: str | None, whole: bool) -> Analysis:
    """The pool job: `analyse` over all pages of a stream."""
    return analyse(book, [entry for page in pages for entry in unpack_page(page)], seat, whole=whole)
