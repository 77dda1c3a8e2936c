"""Webhooks: addresses notified of an encounter, as a seat or everybody sees it. `api.webhooks` delivers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence

from msgspec import structs

from engine.kernel.structs.errors import RuleRefusal
from engine.service import clock, randomness
from engine.service.reading.hub import Hub
from engine.store.port import HeadAndEpochs, Store
from engine.store.webhook import KeptWebhook, Letter, Webhook, WebhookLimits, WebhooksFull, WebhookState

TEST = "TEST"
"""The kind of a message that tells nothing."""
LISTED_AT_ONCE = 200


class UnknownWebhook(RuleRefusal):
    """There is no such webhook, or not of this owner."""

    def __init__(self, key: str) -> None:
        super().__init__(f"there is no webhook {key!r}", code="UNKNOWN", field="webhook")


class Webhooks:
    """The webhooks of one store. hub: needed by the process that delivers."""

    def __init__(self, store: Store, hub: Hub | None = None) -> None:
        self._store, self._hub = store, hub

    # -- an owner's
    async def add(self, encounter: str, webhook: Webhook, version: int, limits: WebhookLimits) -> KeptWebhook:
        """Register an address. webhook: its key and time are set here; version: after which events are told.

        RuleRefusal if there are as many as there may be.
        """
        new = structs.replace(webhook, key=randomness.webhook_key(), created=clock.format_ms(clock.now_ms()))
        try:
            return await self._store.add_webhook(encounter, new, WebhookState(version=version), limits)
        except WebhooksFull as error:
            whose = "of your own" if error.own else "in all"
            raise RuleRefusal(f"a fight has {error.most} webhooks {whose} at most: remove one") from None

    async def of(self, encounter: str, owner: str) -> list[KeptWebhook]:
        """An owner's webhooks of an encounter."""
        [found] = await self._store.webhooks([encounter])
        return [webhook for webhook in found if webhook.webhook.owner == owner]

    async def one(self, encounter: str, owner: str, key: str) -> KeptWebhook:
        """One of them. UnknownWebhook."""
        found = next((webhook for webhook in await self.of(encounter, owner) if webhook.webhook.key == key), None)
        if found is None:
            raise UnknownWebhook(key)
        return found

    async def remove(self, encounter: str, owner: str, key: str) -> None:
        """Remove a webhook. UnknownWebhook."""
        if not await self._store.remove_webhook(encounter, owner, key):
            raise UnknownWebhook(key)

    async def test(self, encounter: str, owner: str, key: str, version: int) -> Letter:
        """Have a message sent that tells nothing, soon. UnknownWebhook."""
        made = Letter(
            id=randomness.letter_id(), kind=TEST, version=version, made=clock.format_ms(clock.now_ms()), waiting=True
        )
        if not await self._store.put_letters(encounter, owner, key, [made], announce=True):
            raise UnknownWebhook(key)
        return made

    async def letters(self, encounter: str, owner: str, key: str) -> list[Letter]:
        """What could not be delivered, and what waits to be sent by hand; oldest first. UnknownWebhook."""
        await self.one(encounter, owner, key)
        return await self._store.letters(encounter, owner, key)

    async def send_again(self, encounter: str, owner: str, key: str, id: str | None) -> list[Letter]:
        """Have a letter sent again, or (None) all of them. UnknownWebhook, RuleRefusal for a letter that is not there.

        Returns them.
        """
        there = await self.letters(encounter, owner, key)
        wanted = [structs.replace(letter, waiting=True) for letter in there if id in (None, letter.id)]
        if id is not None and not wanted:
            raise RuleRefusal(f"there is no letter {id!r}", code="UNKNOWN", field="letter")
        if wanted and not await self._store.put_letters(encounter, owner, key, wanted, announce=True):
            raise UnknownWebhook(key)
        return wanted

    # -- for the process that delivers
    def on_news(
        self, appended: Callable[[str], None], changed: Callable[[str], None], returned: Callable[[], None]
    ) -> None:
        """Call `appended` for each encounter that goes on, or where a seat was revoked.

        changed: for one whose webhooks or letters were changed; returned: after a lost subscription. News may be
        lost: look at all webhooks from time to time.
        """
        if self._hub is not None:
            self._hub.on_append(appended)
            self._hub.on_webhooks(changed)
            self._hub.on_epoch(lambda encounter, seat, epoch: appended(encounter))
            self._hub.on_return(returned)

    async def encounters(self) -> AsyncGenerator[list[str], None]:
        """All encounters whose webhooks may have something to tell, in pages."""
        after: str | None = None
        while page := await self._store.webhooked(after=after, limit=LISTED_AT_ONCE):
            yield page
            after = page[-1]

    async def all_of(self, encounters: Sequence[str]) -> list[list[KeptWebhook]]:
        """The webhooks of each encounter."""
        return await self._store.webhooks(encounters)

    async def heads(self, encounters: Sequence[str]) -> list[HeadAndEpochs]:
        """Head and epochs of each encounter."""
        return await self._store.heads(encounters)

    async def waiting(self, encounter: str, webhook: Webhook) -> list[Letter]:
        """The letters that are to be sent now."""
        return [letter for letter in await self._store.letters(encounter, webhook.owner, webhook.key) if letter.waiting]

    async def note(self, encounter: str, webhook: Webhook, state: WebhookState) -> bool:
        """Keep how far a webhook is. False if it was removed."""
        return await self._store.note_webhook(encounter, webhook.owner, webhook.key, state)

    async def keep_letter(self, encounter: str, webhook: Webhook, letter: Letter) -> None:
        """Keep what could not be delivered."""
        await self._store.put_letters(encounter, webhook.owner, webhook.key, [letter])

    async def drop_letter(self, encounter: str, webhook: Webhook, id: str) -> None:
        """Drop what was delivered."""
        await self._store.drop_letters(encounter, webhook.owner, webhook.key, [id])

    async def end(self, encounter: str, webhook: Webhook) -> None:
        """Remove a webhook whose owner may no longer read."""
        await self._store.remove_webhook(encounter, webhook.owner, webhook.key)

    async def unlist(self, encounter: str) -> None:
        """An encounter has nothing more to tell."""
        await self._store.unlist_webhooks(encounter)

    async def lease(self, holder: str, seconds: int) -> bool:
        """Take or renew the lease of the process that delivers, of all of a store."""
        return await self._store.lease("webhooks", holder, seconds)
