"""Webhooks in Redis: for each encounter a hash of them and one of how far they are, and letters for each of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from engine.store.redis import keys
from engine.store.redis.script import Argument, Script
from engine.store.redis.servers import Command
from engine.store.webhook import (
    LETTERS,
    KeptWebhook,
    Letter,
    Webhook,
    WebhookLimits,
    WebhooksFull,
    WebhookState,
    field_of,
)

Execute = Callable[..., Awaitable[Any]]
Pipeline = Callable[..., Awaitable[list[Any]]]

_ADD = Script.of(files(__package__).joinpath("add_webhook.lua").read_text())
_NOTE = Script.of(files(__package__).joinpath("note_webhook.lua").read_text())
_PUT = Script.of(files(__package__).joinpath("put_letters.lua").read_text())
_webhook, _state = msgspec.json.Decoder(Webhook), msgspec.json.Decoder(WebhookState)
_letter = msgspec.json.Decoder(Letter)


async def add(
    execute: Execute, encounter: str, webhook: Webhook, state: WebhookState, limits: WebhookLimits
) -> KeptWebhook:
    """See the port. One call of add_webhook.lua."""
    names = [keys.webhooks(encounter), keys.webhook_states(encounter)]
    field = field_of(webhook.owner, webhook.key)
    texts = [msgspec.json.encode(webhook), msgspec.json.encode(state)]
    match await _ADD.run(execute, names, [field, f"{webhook.owner}/", *texts, limits.own, limits.all]):
        case [b"full", bytes(of)]:
            own = of == b"own"
            raise WebhooksFull(limits.own if own else limits.all, own=own)
        case [b"kept", bytes(data), bytes(at)]:
            return KeptWebhook(_webhook.decode(data), _state.decode(at))
        case said:
            raise AssertionError(f"add_webhook.lua said {said!r}")


async def of(pipeline: Pipeline, encounters: Sequence[str]) -> list[list[KeptWebhook]]:
    """See the port."""
    commands: list[Command] = []
    for encounter in encounters:
        commands += [("HGETALL", keys.webhooks(encounter)), ("HGETALL", keys.webhook_states(encounter))]
    answers = await pipeline(commands) if commands else []
    found = []
    for webhooks, states in zip(answers[::2], answers[1::2], strict=True):
        kept = []
        for field in sorted(webhooks):
            at = states.get(field)
            kept.append(KeptWebhook(_webhook.decode(webhooks[field]), _state.decode(at) if at else WebhookState()))
        found.append(kept)
    return found


async def remove(pipeline: Pipeline, encounter: str, owner: str, key: str) -> bool:
    """See the port."""
    field = field_of(owner, key)
    removed, *_ = await pipeline(
        [
            ("HDEL", keys.webhooks(encounter), field),
            ("HDEL", keys.webhook_states(encounter), field),
            ("UNLINK", keys.letters(encounter, field), keys.letter_bodies(encounter, field)),
        ],
        atomic=True,
    )
    return bool(removed)


async def note(execute: Execute, encounter: str, owner: str, key: str, state: WebhookState) -> bool:
    """See the port. One call of note_webhook.lua."""
    names = [keys.webhooks(encounter), keys.webhook_states(encounter)]
    return bool(await _NOTE.run(execute, names, [field_of(owner, key), msgspec.json.encode(state)]))


async def letters(command: Execute, encounter: str, owner: str, key: str) -> list[Letter]:
    """See the port."""
    field = field_of(owner, key)
    ids = await command("ZRANGE", keys.letters(encounter, field), 0, -1)
    bodies = await command("HMGET", keys.letter_bodies(encounter, field), *ids) if ids else []
    return [_letter.decode(body) for body in bodies if body is not None]


async def put_letters(execute: Execute, encounter: str, owner: str, key: str, letters: Sequence[Letter]) -> bool:
    """See the port. One call of put_letters.lua."""
    field = field_of(owner, key)
    names = [keys.webhooks(encounter), keys.letters(encounter, field), keys.letter_bodies(encounter, field)]
    arguments: list[Argument] = [field, LETTERS]
    for letter in letters:
        arguments += [letter.id, msgspec.json.encode(letter)]
    return bool(await _PUT.run(execute, names, arguments))


async def drop_letters(pipeline: Pipeline, encounter: str, owner: str, key: str, ids: Sequence[str]) -> None:
    """See the port."""
    field = field_of(owner, key)
    await pipeline(
        [("ZREM", keys.letters(encounter, field), *ids), ("HDEL", keys.letter_bodies(encounter, field), *ids)],
        atomic=True,
    )
