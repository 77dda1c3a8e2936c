"""Delivers messages. Of all processes of a store one does so at a time; another takes over when its lease runs out.

What is to be told is in the stream, and how far each webhook is stands in the store. So nothing is lost with a process;
what it had just sent may be sent again, with the same id. Each webhook gets its messages in order: one that is not
taken is tried again, later and later, and the others wait behind it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from contextvars import Context

from msgspec import structs

from api.access.auth import TokenAuthority
from api.webhooks.address import Target, read_address
from api.webhooks.messages import NoSuchSeat, Outgoing, Teller
from api.webhooks.sending import NotSent, Sender
from api.webhooks.signing import signed_headers
from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.reading.views import UnknownEncounter
from engine.service.writing.hosts import OPERATOR
from engine.store.port import Damaged, StoreUnavailable
from engine.store.webhook import Attempt, KeptWebhook, Letter, Webhook, WebhookState

log = logging.getLogger(__name__)

PAUSES = (5, 30, 120, 600, 1800, 3600, 7200, 14_400)
"""Seconds between the tries of a message, about eight hours in all; then it is given up."""
GIVEN_UP = 3
"""Messages in a row that are given up before a webhook is stopped."""
GONE = 410
"""A status that stops a webhook at once: its address wants no more."""

LEASE, RENEWED = 10, 3.0
"""Seconds of the lease, and between its renewals."""
SWEEP, EVERYTHING = 30.0, 600.0
"""Seconds between looks for news that was missed: at fights that went on, and at all webhooks."""
AFTER_A_FAULT = 60_000
"""Milliseconds until a webhook is looked at again whose messages could not be made."""
STORE_AWAY = 2_000
"""The same while the store is away."""

READING, SENDING, TO_ONE = 8, 64, 4
"""Messages that are made at once, that are sent at once, and of those to one host."""
PER_SECOND, BURST = 20, 40
"""Messages to one host per second, and how many may come at once before: it may not be who registered it."""
PACED = 1000
"""Hosts whose pace is kept before those are dropped that have come to rest."""

Id = tuple[str, str, str]
"""Encounter, owner and key."""


class Deliverer:
    """Delivers the messages of a store, while this process has the lease. pauses: as PAUSES."""

    def __init__(
        self,
        service: Encounters,
        authority: TokenAuthority,
        teller: Teller,
        sender: Sender,
        *,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._service, self._webhooks, self._authority = service, service.webhooks, authority
        self._teller, self._sender, self._pauses = teller, sender, pauses
        self._holder = secrets.token_hex(8)
        self._mine = False
        self._known: dict[str, int] = {}
        """Encounters with webhooks -> the version up to which all of them are told; 0: not known."""
        self._tasks: dict[Id | str, asyncio.Task[None]] = {}
        self._more: set[Id | str] = set()
        self._timers: dict[Id, asyncio.TimerHandle] = {}
        self._woken, self._stirred = asyncio.Event(), False
        self._reading, self._sending = asyncio.Semaphore(READING), asyncio.Semaphore(SENDING)
        self._hosts, self._host_locks = Counter[str](), dict[str, asyncio.Semaphore]()
        self._paced: dict[str, float] = {}
        """Host -> loop time at which all that was sent to it would have been sent at its rate."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Deliver until `stopping` is set."""
        self._webhooks.on_news(self._appended, self._changed, self._returned)
        swept = everything = float("-inf")
        try:
            while not stopping.is_set():
                self._woken.clear()
                try:
                    await self._lead()
                    now = time.monotonic()
                    if self._mine and (self._stirred or now >= swept + SWEEP):
                        whole = self._stirred or now >= everything + EVERYTHING
                        self._stirred, swept, everything = False, now, now if whole else everything
                        await self._sweep(whole=whole)
                except StoreUnavailable:
                    pass
                except Exception:
                    log.exception("looking for what webhooks are to be told failed; trying again")
                await self._rest(stopping)
        finally:
            await self._drop()
            if self._mine:
                with suppress(StoreUnavailable):
                    await self._webhooks.lease(self._holder, 1)  # another process need not wait for its end

    # -- which process
    async def _lead(self) -> None:
        """Take or renew the lease; without it all work is dropped. Where there is no webhook, nobody needs it."""
        if not self._mine:
            async with aclosing(self._webhooks.encounters()) as pages:
                if await anext(pages, None) is None:
                    return
        mine = await self._webhooks.lease(self._holder, LEASE)
        if self._mine and not mine:
            log.warning("another process delivers webhooks by now")
            await self._drop()
        if mine and not self._mine:
            log.info("this process delivers webhooks now")
            self._stirred = True
        self._mine = mine

    async def _rest(self, stopping: asyncio.Event) -> None:
        waits = [asyncio.ensure_future(stopping.wait()), asyncio.ensure_future(self._woken.wait())]
        try:
            await asyncio.wait(waits, timeout=RENEWED, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waits:
                task.cancel()

    async def _drop(self) -> None:
        """Drop all work: the next process begins where the store says."""
        tasks = list(self._tasks.values())
        for timer in self._timers.values():
            timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for kept in (self._tasks, self._timers, self._known, self._more):
            kept.clear()

    # -- news
    def _appended(self, encounter: str) -> None:
        if self._mine and encounter in self._known:
            self._begin(encounter)

    def _changed(self, encounter: str) -> None:
        if self._mine:
            self._known.setdefault(encounter, 0)
            self._begin(encounter)
        else:
            self._woken.set()

    def _returned(self) -> None:
        self._stirred = True
        self._woken.set()

    async def _sweep(self, *, whole: bool) -> None:
        """Look at all encounters with webhooks: at those that went on unnoticed, or (whole) at each webhook."""
        async with aclosing(self._webhooks.encounters()) as pages:
            async for page in pages:
                kept, heads = await self._webhooks.all_of(page), await self._webhooks.heads(page)
                for encounter, webhooks, current in zip(page, kept, heads, strict=True):
                    over = all(webhook.state.ended and not webhook.state.trying for webhook in webhooks)
                    if over and (not webhooks or encounter in self._known):
                        # One that is added, or has a letter to be sent, lists it again, and says so.
                        await self._webhooks.unlist(encounter)
                        self._known.pop(encounter, None)
                    elif whole or self._known.get(encounter) != current.head.version:
                        self._begin(encounter)

    # -- tasks
    def _begin(self, encounter: str) -> None:
        """Look at the webhooks of an encounter; once more if that is being done."""
        if encounter in self._tasks:
            self._more.add(encounter)
            return
        # In its own context: it outlives whoever began it.
        task = asyncio.get_running_loop().create_task(self._open(encounter), context=Context())
        self._tasks[encounter] = task

    async def _open(self, encounter: str) -> None:
        try:
            while True:
                self._more.discard(encounter)
                with suppress(StoreUnavailable):  # the next sweep comes
                    async with self._reading:
                        [kept] = await self._webhooks.all_of([encounter])
                        [current] = await self._webhooks.heads([encounter])
                    self._known[encounter] = current.head.version
                    for webhook in kept:
                        self._start((encounter, webhook.webhook.owner, webhook.webhook.key))
                    if not kept:
                        self._known.pop(encounter, None)
                if encounter not in self._more:
                    return
        finally:
            self._tasks.pop(encounter, None)

    def _start(self, id: Id) -> None:
        """Deliver what a webhook is to be told; once more if that is being done."""
        timer = self._timers.pop(id, None)
        if timer is not None:
            timer.cancel()
        if id in self._tasks:
            self._more.add(id)
            return
        self._tasks[id] = asyncio.get_running_loop().create_task(self._deliver(id), context=Context())

    async def _deliver(self, id: Id) -> None:
        again = 0
        try:
            while True:
                self._more.discard(id)
                again = await self._guarded(id)
                if id not in self._more:
                    return
        finally:
            if self._tasks.get(id) is asyncio.current_task():
                del self._tasks[id]
                if again and self._mine:
                    seconds = max(0.0, (again - clock.now_ms()) / 1000)
                    self._timers[id] = asyncio.get_running_loop().call_later(seconds, self._start, id)

    async def _guarded(self, id: Id) -> int:
        """Deliver; returns when to look again, Unix milliseconds; 0: when there is news."""
        encounter, owner, key = id
        try:
            async with self._reading:
                kept = await self._webhooks.one(encounter, owner, key)
            try:
                return await self._all(encounter, kept)
            except (NoSuchSeat, UnknownEncounter, _NoLonger):
                log.info("a webhook of encounter %s has ended: its owner reads that fight no more", encounter)
                await self._webhooks.end(encounter, kept.webhook)
                return 0
        except (RuleRefusal, Damaged):  # it was removed; or the fight has to be restored first
            return 0
        except StoreUnavailable:
            return clock.now_ms() + STORE_AWAY
        except Exception:
            log.exception("the messages of a webhook of encounter %s could not be made", encounter)
            return clock.now_ms() + AFTER_A_FAULT

    # -- one webhook
    async def _all(self, encounter: str, kept: KeptWebhook) -> int:
        """All that a webhook is to be told now; when to look again. Raises _NoLonger if its owner may not know it."""
        webhook, state = kept.webhook, kept.state
        if not await self._may(encounter, webhook):
            raise _NoLonger
        target = read_address(webhook.address)
        async with self._reading:
            letters = await self._webhooks.waiting(encounter, webhook)
        for letter in letters:
            state = await self._by_hand(encounter, webhook, target, letter, state)
        if state.stopped:
            return 0
        if state.again > clock.now_ms():
            return state.again
        again = 0
        async with aclosing(self._teller.messages(encounter, webhook, state)) as messages:
            while True:
                async with self._reading:
                    item = await anext(messages, None)
                if item is None:
                    return again
                if isinstance(item, int):
                    again = item
                    continue
                before = state
                state = await self._after_try(encounter, webhook, target, item, state)
                # A version by itself is not worth a write: what was told by then is written with it.
                changed = item.body is not None or _but_version(before) != _but_version(state)
                if changed and not await self._webhooks.note(encounter, webhook, state):
                    return 0
                if state.stopped:
                    return 0
                if state.trying:
                    return state.again

    async def _after_try(
        self, encounter: str, webhook: Webhook, target: Target, outgoing: Outgoing, state: WebhookState
    ) -> WebhookState:
        """How far a webhook is after a try to send a message."""
        if outgoing.body is None:
            kept = {name: getattr(state, name) for name in ("given_up", "stopped", "last")}
            return structs.replace(outgoing.after, trying="", tries=0, again=0, **kept)
        last, wait = await self._try(encounter, webhook, target, outgoing.id, outgoing.body)
        if not last.error:
            return structs.replace(outgoing.after, trying="", tries=0, again=0, given_up=0, stopped=False, last=last)
        tries = state.tries + 1 if state.trying == outgoing.id else 1
        if tries <= len(self._pauses) and last.status != GONE:
            pause = max(self._pauses[tries - 1] * random.uniform(0.9, 1.1), wait)
            again = clock.now_ms() + int(pause * 1000)
            return structs.replace(state, trying=outgoing.id, tries=tries, again=again, last=last)
        letter = Letter(
            outgoing.id, outgoing.kind, outgoing.version, last.at, outgoing.first, outgoing.decision, tries, last
        )
        await self._webhooks.keep_letter(encounter, webhook, letter)
        given_up = state.given_up + 1
        stopped = given_up >= GIVEN_UP or last.status == GONE
        return structs.replace(
            outgoing.after, trying="", tries=0, again=0, given_up=given_up, stopped=stopped, last=last
        )

    async def _by_hand(
        self, encounter: str, webhook: Webhook, target: Target, letter: Letter, state: WebhookState
    ) -> WebhookState:
        """Send a letter, once. One that is taken sets a webhook going again that was stopped."""
        try:
            async with self._reading:
                body = await self._teller.letter(encounter, webhook, letter)
        except LookupError:
            await self._webhooks.drop_letter(encounter, webhook, letter.id)
            return state
        last, _ = await self._try(encounter, webhook, target, letter.id, body)
        if last.error:
            tried = structs.replace(letter, waiting=False, tries=letter.tries + 1, last=last)
            await self._webhooks.keep_letter(encounter, webhook, tried)
            state = structs.replace(state, last=last)
        else:
            await self._webhooks.drop_letter(encounter, webhook, letter.id)
            state = structs.replace(state, last=last, again=0, given_up=0, stopped=False)
        await self._webhooks.note(encounter, webhook, state)
        return state

    async def _try(self, encounter: str, webhook: Webhook, target: Target, id: str, body: bytes) -> tuple[Attempt, int]:
        """Send a message once: what came of it, and the seconds that its receiver asks to wait."""
        async with self._turn(target.host):
            if not await self._may(encounter, webhook):  # just before: whoever was revoked is told nothing more
                raise _NoLonger
            secret = self._authority.webhook_secret(encounter, webhook.owner, webhook.key)
            status = wait = 0
            error = ""
            try:
                answered = await self._sender.send(target, signed_headers(secret, id, body), body)
                status, wait = answered.status, answered.wait
                error = "" if 200 <= status < 300 else "STATUS"
            except NotSent as failed:
                error = failed.code
        return Attempt(clock.format_ms(clock.now_ms()), status, error), wait

    @asynccontextmanager
    async def _turn(self, host: str) -> AsyncIterator[None]:
        """Few at once to one host, so that one that is slow does not hold up all others."""
        self._hosts[host] += 1
        lock = self._host_locks.setdefault(host, asyncio.Semaphore(TO_ONE))
        try:
            async with lock:
                await self._pace(host)
                async with self._sending:
                    yield
        finally:
            self._hosts[host] -= 1
            if not self._hosts[host]:
                del self._hosts[host], self._host_locks[host]

    async def _pace(self, host: str) -> None:
        """Wait until one more message to a host keeps its rate."""
        now = asyncio.get_running_loop().time()
        if len(self._paced) > PACED:
            self._paced = {name: until for name, until in self._paced.items() if until > now}
        due = max(self._paced.get(host, now), now) + 1 / PER_SECOND
        self._paced[host] = due
        await asyncio.sleep(max(0.0, due - now - BURST / PER_SECOND))

    async def _may(self, encounter: str, webhook: Webhook) -> bool:
        """Whether the token that a webhook was registered with would still read."""
        if webhook.expires and webhook.expires <= time.time():
            return False
        whose, _, name = webhook.owner.partition(":")
        if whose == "host":
            return name == OPERATOR or await self._service.hosts.epoch(name) <= webhook.epoch
        return (await self._service.head(encounter)).epochs.get(name, 0) <= webhook.epoch


class _NoLonger(Exception):
    """Its owner may no longer know what a webhook would be told."""


def _but_version(state: WebhookState) -> WebhookState:
    return structs.replace(state, version=0)
