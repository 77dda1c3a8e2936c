"""An external server, named in SKALD_REDIS_URL: its required settings, read from the server.

Always refused: a server older than 7.0, and every eviction policy but `noeviction`. The `volatile-*` policies evict
only keys with an expiry, and Skald's streams have none. They are refused anyway, because another tool's EXPIRE would
silently delete an encounter, and an operator can change the policy in a second.
Refused with strict durability: anything by which a crash could lose an acknowledged step.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import ConnectionError, NoPermissionError, ResponseError, TimeoutError

from engine.store.server.binary import OLDEST, format_version, parse_version
from engine.store.server.errors import ServerRefused


class Setting(Struct, frozen=True):
    """A value required for strict durability, and what happens without it."""

    name: str
    wanted: str
    otherwise: str


STRICT = (
    Setting("appendonly", "yes", "steps are not written to the disk as they come"),
    Setting("appendfsync", "always", "a step is acknowledged before it is on the disk"),
    Setting("aof-load-truncated", "no", "a start after a crash may keep half a step and drop the ones after it"),
    Setting("no-appendfsync-on-rewrite", "no", "while the file is rewritten, steps are acknowledged unsynced"),
)


class Verdict(Struct, frozen=True):
    """An accepted server.

    server: such as "redis 7.0.15". proven: whether all settings that the durability needs were read from the server;
    if not, the operator is responsible. note: a sentence for the log.
    """

    server: str
    proven: bool
    note: str


async def check_all(clients: Mapping[str, Redis], strict: bool) -> list[str]:
    """Check a server named "", or each server of a cluster by host and port. Returns log messages.

    Raises what `check` does for the first bad server. An unreachable server of a cluster is skipped if another one
    answers: that one takes its place.
    """
    if "" in clients:
        return [(await check(clients[""], strict)).note]
    asked = (check(client, strict, place=place) for place, client in clients.items())
    found = await asyncio.gather(*asked, return_exceptions=True)
    away = {
        place: verdict
        for place, verdict in zip(clients, found, strict=True)
        if isinstance(verdict, ConnectionError | TimeoutError)
    }
    for place, verdict in zip(clients, found, strict=True):
        if isinstance(verdict, BaseException) and (place not in away or len(away) == len(clients)):
            raise verdict
    notes = Counter(verdict.note for verdict in found if isinstance(verdict, Verdict))
    return [
        *(f"{count} of {len(clients)} servers of the cluster: {note}" for note, count in notes.items()),
        *(f"{place} of the cluster could not be asked how it is set up: {error}" for place, error in away.items()),
    ]


async def check(client: Redis, strict: bool, *, place: str = "") -> Verdict:
    """Check a server's settings.

    strict: an acknowledged step must survive a crash. place: host and port of a cluster's server.
    Raises ServerRefused with the problem and its solution; connection errors pass through.
    """
    info = await _info(client)
    settings = await _settings(client)
    name = _named(info)
    if info.get("cluster_enabled") == "1" and not place:
        raise ServerRefused(
            f"{name} is a server of a cluster: begin SKALD_REDIS_URL with redis+cluster://, or rediss+cluster://, "
            "and name two or three of its servers there, separated by commas"
        )
    here = f"{name} at {place}" if place else name
    _check_version(info, here)
    wrong = _wrong_policy(info, settings)
    if strict:
        wrong += _wrong_durability(info, settings)
    if wrong:
        raise ServerRefused(
            f"{here} is set up so that fights could be lost. " + " ".join(wrong) + " Set it in the server's "
            "configuration (CONFIG SET and CONFIG REWRITE), or leave SKALD_REDIS_URL out and Skald runs its own"
        )
    return _verdict(name, strict, settings, policy_known=_policy(info, settings) is not None)


def _check_version(info: Mapping[str, str], name: str) -> None:
    if "redis_version" not in info:
        return
    try:
        version = parse_version(info["redis_version"])  # Valkey reports its equivalent Redis version here
    except ValueError as error:
        raise ServerRefused(f"{name} does not tell its version ({error}); Skald needs Redis 7.0 or Valkey") from error
    if version < OLDEST:
        raise ServerRefused(
            f"{name} is too old: before {format_version(OLDEST)} a crash can leave half a step in the append-only "
            "file, and its repair was not proven. Use Redis 7.0 or newer, or Valkey"
        )


def _policy(info: Mapping[str, str], settings: Mapping[str, str]) -> str | None:
    """The eviction policy; from INFO if CONFIG is forbidden."""
    return settings.get("maxmemory-policy") or info.get("maxmemory_policy")


def _wrong_policy(info: Mapping[str, str], settings: Mapping[str, str]) -> list[str]:
    policy = _policy(info, settings)
    if policy is None or policy == "noeviction":
        return []
    return [f"maxmemory-policy is {policy}, must be noeviction: when memory is full, whole fights are dropped."]


def _wrong_durability(info: Mapping[str, str], settings: Mapping[str, str]) -> list[str]:
    wrong = [
        f"{need.name} is {settings[need.name]}, must be {need.wanted}: {need.otherwise}."
        for need in STRICT
        if settings.get(need.name, need.wanted) != need.wanted
    ]
    if not wrong and "appendonly" not in settings and info.get("aof_enabled") == "0":
        wrong.append(f"appendonly is no, must be yes: {STRICT[0].otherwise}.")
    return wrong


def _verdict(name: str, strict: bool, settings: Mapping[str, str], *, policy_known: bool) -> Verdict:
    unread = [need.name for need in STRICT if need.name not in settings] if strict else []
    if not policy_known:
        unread.append("maxmemory-policy")
    if unread:
        return Verdict(
            name,
            False,
            f"{name} does not let us read {', '.join(unread)}: that no acknowledged step is lost is its operator's "
            "promise" + (" (" + ", ".join(f"{need.name} {need.wanted}" for need in STRICT) + ")" if strict else ""),
        )
    if strict:
        return Verdict(name, True, f"{name} syncs every step to its disk before it is acknowledged")
    kept = f"appendonly {settings['appendonly']}, appendfsync {settings['appendfsync']}" if settings else "unknown"
    return Verdict(name, True, f"{name} keeps steps as its operator set it ({kept}): a crash may lose the last ones")


def _named(info: Mapping[str, str]) -> str:
    if "valkey_version" in info:
        return f"valkey {info['valkey_version']}"
    return f"redis {info.get('redis_version', 'of unknown version')}"


async def _info(client: Redis) -> dict[str, str]:
    """The server's INFO, sections merged; {} if forbidden."""
    try:
        facts = await client.info("everything")
    except ResponseError as error:
        if _is_forbidden(error):
            return {}
        raise
    return {_text(name): _text(value) for name, value in facts.items()}


async def _settings(client: Redis) -> dict[str, str]:
    """The readable settings; {} if CONFIG is forbidden, renamed, or returns nothing."""
    names = ["maxmemory-policy", *(need.name for need in STRICT)]
    settings: dict[str, str] = {}
    # One by one: a 6.2 server takes only one name, and must be reported as too old, not fail with a syntax error.
    for name in names:
        try:
            answer = await client.config_get(name)
        except ResponseError as error:
            if _is_forbidden(error):
                continue
            raise
        settings.update({_text(key): _text(value) for key, value in answer.items()})
    return settings


def _is_forbidden(error: ResponseError) -> bool:
    return isinstance(error, NoPermissionError) or "unknown command" in str(error).lower()


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
