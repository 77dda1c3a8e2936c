"""Several writers race for one stream, by schedules that are made up: what append.lua says is what the stream holds.

Every writer has a connection of its own. It appends where it believes the head to be, rightly or not, under keys that
others of its seat use too, with the same request or another, once or twice at the same moment; with tokens that may
have been revoked, and by preferences that may be past, while others revoke and prefer. Afterwards the stream and all
answers are judged together. That the judge sees anything is shown on scripts that are wrong.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import FlakyFailure
from msgspec import Struct

from engine.store import port
from engine.store.chain import first_break
from engine.store.redis import RedisStore
from engine.store.redis.adapter import _APPEND
from engine.store.redis.script import Script
from engine.store.server import PrivateServer
from tests.support.amounts import PATIENCE
from tests.support.contract.hostile import TIMES
from tests.support.fights.streams import FIGURES, step

EXAMPLES = 25 * TIMES
WRITERS, KEYS = 4, 6
Belief = Literal["head", "own", "empty", "ahead", "forged"]


class Change(Struct, frozen=True):
    """Something beside the stream: the seat's tokens are revoked, or (kind) its preference is another; "": none."""

    seat: str
    kind: str
    ask: bool


class Attempt(Struct, frozen=True):
    """One append. belief: where the writer takes the head to be; at_once: how many times it is sent together.

    conditions: it has a token and counts preferences, both of that moment or as it has seen them first; or neither.
    """

    seat: str
    key: str
    fingerprint: str
    belief: Belief
    count: int
    at_once: int
    conditions: Literal["present", "first", "none"]


class Outcome(Struct):
    """What was sent and what came of it. began, ended: places in the order of all beginnings and ends.

    asked: when its conditions were asked for.
    """

    attempt: Attempt
    expected: port.Head
    entries: list[port.Entry]
    conditions: port.AppendConditions
    asked: int
    began: int
    ended: int = 0
    answer: port.Appended | None = None
    conflict: port.Head | None = None
    reused: bool = False
    revoked: bool = False
    changed: bool = False

    @property
    def command(self) -> tuple[str, str]:
        return self.attempt.seat, self.attempt.key

    @property
    def span(self) -> tuple[int, int]:
        assert self.answer is not None
        return self.answer.first, self.answer.last


class Changed(Struct):
    """What was changed, when. epoch: what revoking came to; field, value: of a preference; None: it is gone."""

    change: Change
    value: str | None
    began: int
    ended: int = 0
    epoch: int = 0

    @property
    def field(self) -> str:
        return f"{self.change.seat} {self.change.kind}"


beliefs: st.SearchStrategy[Belief] = st.sampled_from(["head", "head", "head", "own", "empty", "ahead", "forged"])
SEATS = ["ana", "an", "a|na", "gm"]
attempts = st.builds(
    Attempt,
    seat=st.sampled_from(SEATS),
    key=st.sampled_from([f"k{number}" for number in range(KEYS)] + ["na|k0", "k 1"]),
    fingerprint=st.sampled_from(["f", "f", "f", "g 1 1"]),
    belief=beliefs,
    count=st.integers(1, 4),
    at_once=st.sampled_from([1, 1, 1, 2]),
    conditions=st.sampled_from(["present", "present", "first", "none", "none"]),
)
changes = st.builds(
    Change, seat=st.sampled_from(SEATS), kind=st.sampled_from(["", "parry", "dodge"]), ask=st.booleans()
)
acts = st.one_of(attempts, attempts, attempts, attempts, changes)
schedules = st.lists(st.lists(acts, min_size=6, max_size=14), min_size=WRITERS, max_size=WRITERS)
Schedule = Sequence[Sequence[Attempt | Change]]
numbers = itertools.count()
"""Every example has a stream of its own, and every event words of its own."""


class Writer:
    """One process' worth of store. last: the head it has seen last."""

    def __init__(self, url: str, encounter: str, script: str) -> None:
        self.store, self.encounter, self.last = RedisStore(url), encounter, port.NOTHING
        self.first: port.OpenedStream | None = None
        self.changed: list[Changed] = []
        self.store._append = Script.of(script)

    async def expects(self, belief: Belief) -> port.Head:
        match belief:
            case "own":
                return self.last
            case "empty":
                return port.NOTHING
        head = await self.store.head(self.encounter)
        match belief:
            case "ahead":
                return port.Head(head.version + 1, head.hash)
            case "forged":
                return port.Head(head.version, head.hash[::-1] or "f" * 64)
        return head

    async def conditions(self, attempt: Attempt) -> port.AppendConditions:
        if attempt.conditions == "none":
            return port.NO_CONDITIONS
        opened = await self.store.open(self.encounter, after=2**53 - 1)
        self.first = self.first or opened
        seen = self.first if attempt.conditions == "first" else opened
        return port.AppendConditions(seen.epochs.get(attempt.seat, 0), seen.preferences)

    async def change(self, wanted: Change, order: itertools.count[int]) -> None:
        made = Changed(wanted, None if wanted.ask else f"v{next(numbers)}", next(order))
        self.changed.append(made)
        if wanted.kind:
            await self.store.prefer(self.encounter, wanted.seat, wanted.kind, made.value or "")
        else:
            made.epoch = await self.store.raise_epoch(self.encounter, wanted.seat)
        made.ended = next(order)

    async def go(self, wanted: Sequence[Attempt | Change], order: itertools.count[int]) -> list[Outcome]:
        """All its attempts, one behind the other; nothing but what the port allows is caught."""
        outcomes: list[Outcome] = []
        for attempt in wanted:
            if isinstance(attempt, Change):
                await self.change(attempt, order)
                continue
            asked, conditions = next(order), await self.conditions(attempt)
            expected = await self.expects(attempt.belief)
            entries = step(expected, attempt.count, tag=str(next(numbers)))
            sent = [Outcome(attempt, expected, entries, conditions, asked, next(order)) for _ in range(attempt.at_once)]
            await asyncio.gather(*(self._append(one, order) for one in sent))
            outcomes += sent
        return outcomes

    async def _append(self, one: Outcome, order: itertools.count[int]) -> None:
        try:
            one.answer = await self.store.append(
                self.encounter,
                one.expected,
                one.entries,
                seat=one.attempt.seat,
                key=one.attempt.key,
                fingerprint=one.attempt.fingerprint,
                figures=FIGURES,
                conditions=one.conditions,
            )
            if not one.answer.again:
                self.last = port.Head(one.entries[-1].version, one.entries[-1].hash)
        except port.ExpectedVersionConflict as conflict:
            one.conflict = self.last = conflict.actual
        except port.KeyReused:
            one.reused = True
        except port.Revoked:
            one.revoked = True
        except port.PreferencesChanged:
            one.changed = True
        one.ended = next(order)


async def race(url: str, schedule: Schedule, script: str) -> int:
    """Let the writers go, and judge. How many events came of it."""
    encounter, order = f"race{next(numbers)}", itertools.count(1)
    writers = [Writer(url, encounter, script) for _ in schedule]
    try:
        for seat in SEATS:  # so that there is something that can go
            await writers[0].change(Change(seat, "parry", False), order)
        async with asyncio.timeout(PATIENCE):
            done = await asyncio.gather(*(w.go(own, order) for w, own in zip(writers, schedule, strict=True)))
            store = writers[0].store
            entries = await store.read(encounter, 1, 10_000)
            outcomes = [one for own in done for one in own]
            judge_stream(outcomes, entries)
            changed = [one for writer in writers for one in writer.changed]
            judge_tokens(outcomes, [one for one in changed if not one.change.kind])
            judge_preferences(outcomes, [one for one in changed if one.change.kind])
            for command in {one.command for one in outcomes}:
                opened = await store.open(encounter, seat=command[0], key=command[1])
                judge_key([one for one in outcomes if one.command == command], opened)
            assert await store.head(encounter) == (
                port.Head(entries[-1].version, entries[-1].hash) if entries else port.NOTHING
            )
            return len(entries)
    finally:
        for writer in writers:
            await writer.store.close()


def judge_stream(outcomes: Sequence[Outcome], entries: Sequence[port.Entry]) -> None:
    """Gapless, chained, and made of the acknowledged steps alone, each as it was given."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert first_break(entries) is None
    made = sorted((one for one in outcomes if one.answer and not one.answer.again), key=lambda one: one.span)
    assert [entry for one in made for entry in one.entries] == list(entries), "lost, doubled or altered"
    ended = 0
    for one in made:
        assert one.span == (ended + 1, ended + one.attempt.count)
        ended = one.span[1]
    heads = {port.NOTHING, *(port.Head(one.span[1], entries[one.span[1] - 1].hash) for one in made)}
    for one in outcomes:
        if one.conflict is not None:
            assert one.conflict in heads, "no head that the stream ever had"
            assert one.conflict != one.expected, "refused where nobody was faster"
            before = max((m.span[1] for m in made if m.ended < one.began), default=0)
            assert one.conflict.version >= before, "told a head that was past when it asked"


def judge_tokens(outcomes: Sequence[Outcome], revocations: Sequence[Changed]) -> None:
    """Who was revoked before he began is told nothing else; who is told so was revoked before his answer came."""
    for one in outcomes:
        epoch = one.conditions.epoch
        against = [
            r for r in revocations if r.change.seat == one.attempt.seat and epoch is not None and r.epoch > epoch
        ]
        if one.revoked:
            assert any(r.began < one.ended for r in against), "revoked by nobody"
        else:
            assert not any(r.ended < one.began for r in against), "revoked, and answered"


def judge_preferences(outcomes: Sequence[Outcome], changes: Sequence[Changed]) -> None:
    """What was decided by stood when it was appended; and only what changed meanwhile is told to have changed."""
    values = {made.value: made for made in changes if made.value}
    for one in outcomes:
        stood = one.conditions.preferences
        if stood is None:
            assert not one.changed
        elif one.changed:
            since = [c for c in changes if c.ended > one.asked and c.began < one.ended]
            assert since or one.attempt.conditions == "first", "changed by nobody"
        elif one.answer is not None and not one.answer.again:
            before = [c for c in changes if c.ended < one.began]
            for field in {c.field for c in changes}:
                # Whatever came surely behind what it was decided by, and before it was appended, was overlooked.
                mine = values[stood[field]].ended if field in stood else 0
                later = [c for c in before if c.field == field and c.began > mine and c.value != stood.get(field)]
                undone = field not in stood and any(c.field == field and c.value is None for c in changes)
                assert not later or undone, "by a preference that was past"


def judge_key(outcomes: Sequence[Outcome], opened: port.OpenedStream) -> None:
    """One key, one request, one step: who sends it again is told of that step, whoever sends another is refused."""
    first = [one for one in outcomes if one.answer and not one.answer.again]
    assert len(first) <= 1, "one key, two effects"
    if not first:
        assert not any(one.reused or one.answer for one in outcomes), "a key that stands for nothing"
        assert opened.remembered is None
        return
    [winner] = first
    print_ = winner.attempt.fingerprint
    assert opened.remembered == port.Remembered(print_, *winner.span)
    for one in outcomes:
        if one.answer is not None:
            assert (one.attempt.fingerprint, one.span) == (print_, winner.span)
        if one.reused:
            assert one.attempt.fingerprint != print_
        if one.conflict is not None:
            assert one.began < winner.ended, "the key was known, and it was told of a conflict"


def hunt(url: str, script: str, examples: int) -> int:
    """So many races; how many events came of them."""
    events = 0

    @settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(schedules)
    def races(schedule: list[list[Attempt | Change]]) -> None:
        nonlocal events
        events += asyncio.run(race(url, schedule, script))

    races()
    return events


def test_versions_are_gapless_and_keys_exact(live: PrivateServer) -> None:
    """No update is lost, no step doubled, and every answer stands in the stream as it was given."""
    assert hunt(live.url, _APPEND.text, EXAMPLES) > 10 * EXAMPLES


PLANTED = {
    "the head is not compared": ("if version ~= tonumber(ARGV[1]) or hash ~= ARGV[2] then", "if false then"),
    "its hash is not compared": (" or hash ~= ARGV[2] then", " then"),
    "its version is not compared": ("if version ~= tonumber(ARGV[1]) or", "if version > 0 and"),
    "a known key is not looked at": ("if known then", "if false then"),
    "a key is not kept": ("redis.call('HSET', commands, ARGV[5], string.format", "local _ = (string.format"),
    "the token is not looked at": ("if ARGV[16] ~= '' and", "if false and"),
    "every token is revoked once one is": ("or 0) > tonumber(ARGV[16])", "or 0) > 0"),
    "the token comes behind the key": (
        "if ARGV[16] ~= '' and",
        "if ARGV[16] ~= '' and redis.call('HEXISTS', commands, ARGV[5]) == 0 and",
    ),
    "preferences are not looked at": ("if ARGV[17] ~= '' then", "if false then"),
    "nor what they are": ("if decided[standing[i]] ~= standing[i + 1] then", "if false then"),
    "nor how many": ("if #standing ~= FIRST - PREFERRED then", "if false then"),
    "its request is not compared": ("if fingerprint ~= ARGV[6] then", "if false then"),
    "the key comes behind the version": ("if known then", "if known and redis.call('XLEN', events) < 9 then"),
    "it tells of another step": ("tonumber(first), tonumber(last)}", "tonumber(last), tonumber(last)}"),
    "salts are lost": ("local PRIVATE = {'secret', 'to', 'salt'}", "local PRIVATE = {'secret', 'to'}"),
    "a step is cut": ("for i = FIRST, #ARGV, WIDTH do", "for i = FIRST, math.min(#ARGV, FIRST + 9), WIDTH do"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", PLANTED)
def test_a_script_that_is_wrong_is_found(kinds: dict[str, PrivateServer], wrong: str) -> None:
    """The same races, over a script with one mistake."""
    right, mistake = PLANTED[wrong]
    assert right in _APPEND.text
    with pytest.raises((AssertionError, FlakyFailure)):
        hunt(next(iter(kinds.values())).url, _APPEND.text.replace(right, mistake), EXAMPLES)
