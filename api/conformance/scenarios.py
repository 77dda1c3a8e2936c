"""The troubles, one by one: each is played once, and judged by what the client asks afterwards."""

from __future__ import annotations

import asyncio
import itertools
import math
import re
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct

from api.conformance.asked import Asked
from api.conformance.stage import Cut, Refusal, Trouble
from api.conformance.table import SEAT, Failed, Table

Fight = Literal["yard", "fork", "duel"]
"""Which fight it is played in: a usual one, one that goes on from it as a fork, one whose answers are sealed."""

AWAY = 2.5
"""Seconds for which the server is away."""
WAIT = 2
"""Seconds that a refused client is told to wait."""
TOGETHER = 0.5
"""Seconds within which pages of one client ask that were all told of the same step."""
EARLY = 0.3
"""Seconds by which it may come too early: clocks differ."""
HASTY = 12.0
"""Most attempts in a second of a client whose server is away."""
STUBBORN = 3
"""Most requests with a token that was taken back, once that was said, and most with a version that is not there."""
SHOWN = 0.5
"""Seconds until a page shows what it has looked at."""
SETTLED = 3.0
"""Seconds after which a client that has lost its token has given up."""
ROUNDS = 2
"""Acts of a client that is told of every step twice."""
_AFTER = re.compile(r"\bafter=\d+")
KNOWN, UNKNOWN = "Corrected", "Lanterned"
"""The type of a harmless event, and one of the same length that no client knows."""


class Helpers(Struct, frozen=True):
    """What troubles need beyond the table. copy: keep the data as it is now; restart: of the server, after seconds;
    restore: with the data as it was kept; revoke: take the client's token back."""

    copy: Callable[[], Awaitable[None]]
    restart: Callable[[float], Awaitable[None]]
    restore: Callable[[], Awaitable[None]]
    revoke: Callable[[], Awaitable[None]]


Play = Callable[[Table, Helpers], Awaitable[str]]


class Scenario(Struct, frozen=True):
    """A trouble. what: for the list; play: plays it, and says what was seen. Failed. still: people wait meanwhile."""

    key: str
    fight: Fight
    what: str
    play: Play
    still: bool = False


# -- lost connections
class _CutNext(Trouble):
    """The connection breaks as the next news is on its way; a stream is preferred, if there is one."""

    def __init__(self, *, streams: bool) -> None:
        super().__init__()
        self._streams = streams

    def sent(self, asked: Asked, text: str) -> str:
        if self.happened is None and asked.kind == "watch" and '"next"' in text:
            self.happened = asked
            raise Cut
        return text

    def answered(self, asked: Asked, body: bytes) -> bytes:
        news = asked.kind == "watch" and b'"version"' in body  # a stream also gives signs of life
        if self.happened is None and (news or (asked.kind == "look" and not self._streams)):
            self.happened = asked
            raise Cut
        return body


async def _lost_socket(table: Table, helpers: Helpers) -> str:
    watched = any(asked.kind == "watch" and asked.socket for asked in table.stage.journal)
    trouble = _CutNext(streams=watched)
    with table.playing(trouble):
        shown, mark = table.stage.streamed, table.mark
        version = await table.note()
        await table.until(lambda: trouble.happened, "it neither watched nor looked, so that nothing could be lost")
        mark, began = table.mark, time.monotonic()
    back = await table.until(
        table.first(mark, lambda asked: asked.kind in ("watch", "look")),
        f"its connection broke, and it did not come back in {table.patience:g} s",
    )
    took = time.monotonic() - began
    watch = await _first_watch(table, mark) if watched else None
    looks = [asked for asked in table.stage.since(mark) if asked.kind == "look" and asked.code == ""]
    if watch is not None and watch.after is not None and watch.after > shown and watch.after >= version and not looks:
        raise Failed(f"it went on after {watch.after}, and missed what it was never told after {shown}")
    await table.goes_on()
    where = f", and went on after {watch.after}" if watch is not None and watch.after is not None else ""
    return f"it came back after {took:.1f} s by {back.name}{where}"


async def _first_watch(table: Table, mark: int) -> Asked:
    """How it watches again, once it does."""
    found: Asked = await table.until(
        table.first(mark, lambda asked: asked.kind == "watch"), "it does not watch any more, though it did before"
    )
    return found


# -- lost answers
class _LoseAnswer(Trouble):
    """The answer to the next order or answer is lost, after it was carried out: all of it, or the second half."""

    def __init__(self, *, half: bool) -> None:
        super().__init__()
        self._half = half
        self._now: Asked | None = None

    def answered(self, asked: Asked, body: bytes) -> bytes:
        if self.happened is None and asked.is_act and asked.code == "":
            self.happened = asked
            if not self._half:
                raise Cut
            self._now = asked
        return body

    def halved(self, asked: Asked) -> bool:
        now, self._now = self._now is asked, None
        return now

    def sent(self, asked: Asked, text: str) -> str:
        if self.happened is None and asked.is_act and asked.code == "":
            self.happened = asked
            raise Cut
        return text


async def _lost(table: Table, *, half: bool) -> str:
    trouble = _LoseAnswer(half=half)
    with table.playing(trouble):
        await table.until(lambda: trouble.happened, "it sent no order that was accepted", nudge=True)
    order = trouble.happened
    assert order is not None
    since = order.number
    again = table.first(
        since, lambda asked: asked.repeats(order) or (asked.is_act and order.key is not None and asked.key == order.key)
    )
    looked = table.first(since, lambda asked: asked.kind == "look" and asked.code == "")
    await table.until(lambda: again() or looked(), "it neither sent the order again nor looked at what came of it")
    if again() is None:
        # Whoever looks first may still repeat: it has a moment for that.
        await _moment(table, lambda: again() is not None, 2.0)
    repeated, look = again(), looked()
    if repeated is not None and (look is None or look.number > repeated.number or repeated.key == order.key):
        if order.key is None:
            raise Failed("it sent the order again without an idempotency key: it acts twice")
        if repeated.key != order.key:
            raise Failed("it sent the order again with another idempotency key: it may act twice")
        await table.goes_on()
        return f"it sent the order again with the same key, {repeated.at - order.at:.1f} s later"
    await table.goes_on()
    return "it looked at what had come of the order, and did not repeat it"


async def _moment(table: Table, condition: Callable[[], bool], seconds: float) -> None:
    """Wait for something, at most so long."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        await table.stage.news(min(0.2, end - time.monotonic()))


async def _lost_answer(table: Table, helpers: Helpers) -> str:
    return await _lost(table, half=False)


async def _half_answer(table: Table, helpers: Helpers) -> str:
    return await _lost(table, half=True)


# -- others are faster
class _StepBetween(Trouble):
    """Something happens just before the next order that names a version, which is too old then."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self.passed = 0

    async def before(self, asked: Asked) -> None:
        if self.happened is not None or asked.kind != "order":
            return
        if asked.version is None:
            self.passed += 1
            return
        self.happened = asked
        await self._table.note()


async def _conflict(table: Table, helpers: Helpers) -> str:
    trouble = _StepBetween(table)
    with table.playing(trouble):
        why = "it sent no order, though it was its turn"
        await table.until(lambda: trouble.happened or trouble.passed >= 3, why, nudge=True)
    order = trouble.happened
    if order is None:
        await table.goes_on()
        return "its orders name no version, so that none is out of date: the rules alone judge them"
    await table.until(lambda: order.code is not None, "the order had no answer")
    if order.code != "CONFLICT":
        raise Failed(f"an order that was out of date was answered with {order.code or 'success'}")
    after = await table.act(order.number)
    if after.version is not None and order.version is not None and after.version <= order.version:
        raise Failed(f"after the conflict it named version {after.version} again, without looking")
    await table.goes_on()
    return "after the conflict it looked, and decided anew"


class _RefuseForAWhile(Trouble):
    """For a few seconds looks, orders and answers are refused, as the server does with a token that asks too much."""

    async def before(self, asked: Asked) -> None:
        if asked.socket or not asked.number or not (asked.kind == "look" or asked.is_act):
            return  # without a number: of another fight
        if self.happened is None:
            self.happened = asked
        left = self.happened.at + WAIT - asked.at
        if left > 0:
            raise Refusal(math.ceil(left))


async def _rate_limit(table: Table, helpers: Helpers) -> str:
    trouble = _RefuseForAWhile()
    with table.playing(trouble):
        await table.note()
        await table.until(lambda: trouble.happened, "it neither looked nor acted", nudge=True)
        refused = trouble.happened
        assert refused is not None
        # A client of several pages asks once with each of them.
        again = table.first(refused.number, lambda asked: asked.repeats(refused) and asked.at > refused.at + TOGETHER)
        repeated: Asked = await table.until(
            again, f"it was told to come again in {WAIT} s, and did not come", table.patience + WAIT, nudge=True
        )
    took = repeated.at - refused.at
    if took < WAIT - EARLY:
        raise Failed(f"it was told to come again in {WAIT} s, and came after {took:.1f} s")
    await table.goes_on()
    return f"it came again after {took:.1f} s"


# -- at least once
class _Twice(Trouble):
    """Every step arrives twice: over a socket or a stream at once, by polls as what the client knows already."""

    def __init__(self) -> None:
        super().__init__()
        self._again = set[int]()

    def repeated(self, asked: Asked, text: bytes) -> bool:
        news = asked.kind == "watch" and b'"version"' in text and (not asked.socket or b'"next"' in text)
        if news:
            self.happened = asked
        return news

    def asked_for(self, asked: Asked, query: str) -> str:
        if asked.kind != "watch" or not asked.after or asked.after in self._again or "after=" not in query:
            return query
        self._again.add(asked.after)  # once: else a poll would never wait
        self.happened = asked
        return _AFTER.sub(f"after={asked.after - 1}", query)


async def _repeated(table: Table, helpers: Helpers) -> str:
    trouble, mark = _Twice(), table.mark
    with table.playing(trouble):
        await table.until(lambda: trouble.happened or _looked(table, mark), "it neither watched nor looked", nudge=True)
        for _ in range(ROUNDS):
            await table.note()
            await table.accepted(table.mark)
    acts = [asked for asked in table.stage.since(mark) if asked.is_act]
    for first, second in itertools.pairwise(acts):
        blind = first.answered is None or second.at < first.answered
        # An order that names a version cannot act twice: the first one makes it too old.
        if second.repeats(first) and second.key != first.key and blind and second.version is None:
            raise Failed("it was told of a step twice, and ordered the same thing twice: it may act twice")
    await table.goes_on()
    if trouble.happened is None:
        return "it is told of no steps, so that none came twice"
    return "it was told of every step twice, and acted once"


def _looked(table: Table, mark: int) -> bool:
    return any(asked.kind == "look" and asked.code == "" for asked in table.stage.since(mark))


# -- the server
async def _server_away(table: Table, helpers: Helpers) -> str:
    table.stage.tries.clear()
    mark = table.mark
    await helpers.restart(AWAY)
    tries = len(table.stage.tries)
    if tries > HASTY * AWAY:
        raise Failed(f"it tried {tries} times in {AWAY:g} s, while the server was away: wait longer each time")
    await table.until(
        table.first(mark, lambda asked: asked.kind in ("look", "watch", "order", "answer")),
        f"the server was back, and it did not come in {table.patience:g} s",
    )
    await table.goes_on()
    return f"it tried {tries} times while the server was away, and went on"


async def _ahead(table: Table, helpers: Helpers) -> str:
    watched = any(asked.kind == "watch" for asked in table.stage.journal)
    await helpers.copy()
    for _ in range(4):
        version = await table.note()
    mark = table.mark
    looked = table.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
    await table.until(lambda: table.stage.streamed >= version or looked(), "it neither watched nor looked")
    table.hold = True
    mark = table.mark
    try:
        await helpers.restore()
        head = (await table.now())["version"]
        table.stage.streamed = head
        fresh = table.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
        await table.until(
            fresh, f"the fight went back to version {head}, and it did not look at it anew", table.patience
        )
        if watched:
            await _first_watch(table, mark)
        await _moment(table, lambda: False, 1.0)
        # Who has acted since may name a later version: it is there now.
        gone = [
            question for question in table.stage.since(mark) if question.kind == "watch" and question.code == "AHEAD"
        ]
        beyond = [question for question in gone if (question.after or 0) > head]
        if len(beyond) > STUBBORN:
            raise Failed(f"it asked {len(beyond)} times for what comes after a version that the fight does not have")
    finally:
        table.hold = False
    await table.goes_on()
    asked = "it named a version that was gone, " if beyond else "it did not name the version that was gone, "
    return f"{asked}looked at the fight anew at version {head}, and went on"


async def _revert(table: Table, helpers: Helpers) -> str:
    back = await table.note()
    await table.accepted(table.mark)
    version, mark = await table.order({"gm": {"revert": {"to": back, "reason": "Once more"}}}), table.mark
    looked = table.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
    await table.until(looked, f"the fight went back to {back}, by version {version}, and it did not look again")
    await table.goes_on()
    return f"after the fight had gone back to {back}, it looked again and acted"


class _Rename(Trouble):
    """An event of a type that no client knows."""

    def sent(self, asked: Asked, text: str) -> str:
        if asked.kind == "watch" and f'"{KNOWN}"' in text:
            self.happened = asked
        return text.replace(f'"{KNOWN}"', f'"{UNKNOWN}"')

    def answered(self, asked: Asked, body: bytes) -> bytes:
        if KNOWN.encode() not in body:
            return body
        self.happened = asked
        return body.replace(KNOWN.encode(), UNKNOWN.encode())


async def _new_event(table: Table, helpers: Helpers) -> str:
    trouble = _Rename()
    with table.playing(trouble):
        version, mark = await table.note(), table.mark
        looked = table.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
        await table.until(lambda: table.stage.streamed >= version or looked(), "it neither watched nor looked")
        await _moment(table, lambda: trouble.happened is not None, 2.0)
        await table.accepted(mark)
    await table.goes_on()
    shown = f"it was told of {UNKNOWN}" if trouble.happened else "it does not ask for the types of events"
    return f"{shown}, and went on"


# -- fights of other kinds
async def _fork(table: Table, helpers: Helpers) -> str:
    await table.until(
        table.first(0, lambda asked: asked.kind == "look" and asked.code == ""), "it did not look at the fork"
    )
    head = (await table.now())["version"]
    beyond = [asked.after for asked in table.stage.journal if asked.kind == "watch" and (asked.after or 0) > head]
    if beyond:
        raise Failed(f"it watched the fork after {beyond[0]}, which is of another fight")
    await table.accepted(0)
    await table.goes_on()
    return "it took up a fight whose history began as another one's"


async def _sealed(table: Table, helpers: Helpers) -> str:
    table.hold = True
    try:
        answer = await table.until(
            table.first(0, lambda asked: asked.accepted and (asked.kind == "answer" or asked.in_words)),
            "it did not answer what it was asked",
        )
        await table.note()
        await _moment(table, lambda: False, 1.5)
        # Whoever presses a button twice has not looked in between: the second answer is refused, and does no harm.
        looks = [
            question.answered
            for question in table.stage.since(answer.number)
            if question.kind == "look" and question.answered
        ]
        known = min(looks, default=0.0) + SHOWN
        twice = [
            question
            for question in table.stage.since(answer.number)
            if question.kind == answer.kind
            and question.what.get("decision") == answer.what.get("decision")
            and question.key != answer.key
            and looks
            and question.at > known
        ]
        if twice:
            raise Failed("it answered again, while its answer was sealed and the others were waited for")
    finally:
        table.hold = False
    mark = table.mark
    looked = table.first(mark, lambda asked: asked.kind == "look" and asked.code == "")
    await table.until(looked, "the answers were revealed, and it did not look")
    await table.accepted(mark)
    return "it answered once, waited, and went on when the answers were revealed"


async def _revoked(table: Table, helpers: Helpers) -> str:
    mark = table.mark
    await helpers.revoke()
    await asyncio.sleep(SETTLED)
    later, between = table.mark, len([question for question in table.stage.since(mark) if question.kind != "other"])
    await asyncio.sleep(SETTLED)
    still = [asked for asked in table.stage.since(later) if asked.code == "UNAUTHENTICATED"]
    if len(still) > STUBBORN:
        raise Failed(f"its token was taken back, and {SETTLED:g} s later it still asked {len(still)} times with it")
    return f"it gave up after {between} requests"


SCENARIOS = (
    Scenario("lost-socket", "yard", "the connection breaks while a step is on its way", _lost_socket),
    Scenario("lost-answer", "yard", "an order is carried out, and its answer is lost", _lost_answer),
    Scenario("half-answer", "yard", "an order is carried out, and half of its answer arrives", _half_answer),
    Scenario("conflict", "yard", "somebody else acts just before an order arrives", _conflict),
    Scenario("rate-limit", "yard", f"a request is refused for {WAIT} s", _rate_limit),
    Scenario("repeated", "yard", "every step is told twice", _repeated),
    Scenario("server-away", "yard", f"the server stops, and is back after {AWAY:g} s", _server_away),
    Scenario("new-event", "yard", "an event of a type that the client does not know", _new_event),
    Scenario("revert", "yard", "the game master goes back before the client's last order", _revert),
    Scenario("ahead", "yard", "the server is restored from a backup, and lacks what the client has seen", _ahead),
    Scenario("fork", "fork", "a fight that goes on from the middle of another one", _fork),
    Scenario("sealed", "duel", "an answer that stays sealed until others have given theirs", _sealed),
    Scenario("revoked", "duel", "the token is taken back", _revoked, still=True),
)
"""In the order in which they are played."""

__all__ = ["SCENARIOS", "SEAT", "Failed", "Fight", "Helpers", "Scenario"]
