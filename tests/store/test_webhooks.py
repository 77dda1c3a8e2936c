"""What every store owes webhooks: judged on memory and on each real server."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest
from msgspec import structs

from engine.store.port import Notification, Store
from engine.store.webhook import LETTERS, Attempt, Letter, Webhook, WebhookLimits, WebhooksFull, WebhookState
from tests.support.amounts import PATIENCE

MOMENT = "2026-01-01T00:00:00.000Z"
ROOM = WebhookLimits(own=10, all=20)


def webhook(key: str = "k1", owner: str = "seat:ana", **more: Any) -> Webhook:
    """A webhook of a seat."""
    given = {"eyes": "ana", "epoch": 0, "expires": 9, "address": "https://a.example/x", "kinds": ("ASKED",)}
    return Webhook(key=key, owner=owner, locale="es", created=MOMENT, **(given | more))


def letter(id: str, **more: Any) -> Letter:
    """A message that was given up."""
    return Letter(id=id, kind="EVENTS", version=7, made=MOMENT, first=5, **more)


async def test_a_webhook_comes_back_as_it_was_added(store: Store) -> None:
    """With how far it is; by owner and key; of several encounters at once, and of none."""
    state = WebhookState(version=3, asked=(2,), acting=("cloud",), last=Attempt(MOMENT, 500, "STATUS"))
    kept = await store.add_webhook("a", webhook(), state, ROOM)
    assert (kept.webhook, kept.state) == (webhook(), state)
    await store.add_webhook("a", webhook("k0", "host:-"), WebhookState(), ROOM)
    await store.add_webhook("b", webhook("k2"), WebhookState(version=1), ROOM)
    first, none, second = await store.webhooks(["a", "none", "b"])
    assert [one.webhook.key for one in first] == ["k0", "k1"]
    assert (none, [one.state.version for one in second]) == ([], [1])
    assert await store.webhooks([]) == []


async def test_one_that_is_added_again_stays_as_it_is(store: Store) -> None:
    """A call that is repeated after a lost answer does not set it back, also where there is no more room."""
    await store.add_webhook("a", webhook(), WebhookState(version=3), ROOM)
    assert await store.note_webhook("a", "seat:ana", "k1", WebhookState(version=9))
    again = await store.add_webhook("a", webhook(), WebhookState(version=3), WebhookLimits(own=1, all=1))
    assert again.state.version == 9


async def test_an_encounter_has_so_many_of_one_owner_and_in_all(store: Store) -> None:
    """Owners whose names begin alike are counted apart; of a race for the last place one wins."""
    limits = WebhookLimits(own=2, all=4)
    for number in range(2):
        await store.add_webhook("a", webhook(f"k{number}", "seat:an"), WebhookState(), limits)
    with pytest.raises(WebhooksFull, match="of one owner"):
        await store.add_webhook("a", webhook("k9", "seat:an"), WebhookState(), limits)
    await store.add_webhook("a", webhook("k1"), WebhookState(), limits)
    tried = await asyncio.gather(
        *(store.add_webhook("a", webhook(f"k{n}", f"seat:s{n}"), WebhookState(), limits) for n in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(one, WebhooksFull) and not one.own for one in tried) == 3
    assert len((await store.webhooks(["a"]))[0]) == 4


async def test_what_was_removed_is_not_noted(store: Store) -> None:
    """Its letters go with it, and whoever still delivers leaves nothing behind."""
    await store.add_webhook("a", webhook(), WebhookState(), ROOM)
    assert await store.put_letters("a", "seat:ana", "k1", [letter("one")])
    assert await store.remove_webhook("a", "seat:ana", "k1")
    assert not await store.remove_webhook("a", "seat:ana", "k1")
    assert not await store.note_webhook("a", "seat:ana", "k1", WebhookState(version=9))
    assert not await store.put_letters("a", "seat:ana", "k1", [letter("two")])
    await store.add_webhook("a", webhook(), WebhookState(version=4), ROOM)
    assert await store.letters("a", "seat:ana", "k1") == []
    assert (await store.webhooks(["a"]))[0][0].state.version == 4


async def test_letters_come_oldest_first_and_the_oldest_go(store: Store) -> None:
    """One that is kept again keeps its place; each webhook has its own."""
    for key in ("k1", "k2"):
        await store.add_webhook("a", webhook(key), WebhookState(), ROOM)
    made = [letter(f"l{number}") for number in range(LETTERS)]
    await store.put_letters("a", "seat:ana", "k1", made)
    changed = structs.replace(made[3], waiting=True, tries=4, last=Attempt(MOMENT, 0, "TIMEOUT"))
    await store.put_letters("a", "seat:ana", "k1", [changed])
    assert await store.letters("a", "seat:ana", "k1") == [*made[:3], changed, *made[4:]]
    await store.put_letters("a", "seat:ana", "k1", [letter("new"), letter("newer")])
    ids = [one.id for one in await store.letters("a", "seat:ana", "k1")]
    assert (len(ids), ids[0], ids[-1]) == (LETTERS, "l2", "newer")
    await store.drop_letters("a", "seat:ana", "k1", ["l3", "newer", "nothing"])
    assert [one.id for one in await store.letters("a", "seat:ana", "k1")][:2] == ["l2", "l4"]
    await store.drop_letters("a", "seat:ana", "k1", [])
    assert await store.put_letters("a", "seat:ana", "k1", [])
    assert await store.letters("a", "seat:ana", "k2") == []


async def test_encounters_with_something_to_tell_are_listed(store: Store) -> None:
    """By page; one that was taken from the list comes back with a webhook, or with a letter that is announced."""
    for encounter in ("a", "b", "c"):
        await store.add_webhook(encounter, webhook(), WebhookState(), ROOM)
    assert await store.webhooked(after=None, limit=2) == ["a", "b"]
    assert await store.webhooked(after="b", limit=2) == ["c"]
    await store.unlist_webhooks("b")
    await store.unlist_webhooks("none")
    assert await store.webhooked(after=None, limit=9) == ["a", "c"]
    await store.put_letters("b", "seat:ana", "k1", [letter("one")])
    assert await store.webhooked(after=None, limit=9) == ["a", "c"]
    await store.put_letters("b", "seat:ana", "k1", [letter("one", waiting=True)], announce=True)
    assert await store.webhooked(after=None, limit=9) == ["a", "b", "c"]


async def test_changes_are_announced(store: Store) -> None:
    """So that the process that delivers learns of them, whichever it is."""
    async with asyncio.timeout(PATIENCE), aclosing(store.notifications()) as told:
        assert (await anext(told)).encounter == ""

        async def announced() -> Notification:
            while (one := await anext(told)).encounter != "hooked":
                pass
            return one

        await store.add_webhook("hooked", webhook(), WebhookState(), ROOM)
        assert await announced() == Notification("hooked", 0, webhooks=True)
        await store.put_letters("hooked", "seat:ana", "k1", [letter("one", waiting=True)], announce=True)
        assert (await announced()).webhooks
        await store.remove_webhook("hooked", "seat:ana", "k1")
        assert (await announced()).webhooks
