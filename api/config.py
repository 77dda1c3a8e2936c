"""All settings, from the environment, as one typed struct."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct, structs

PREFIX = "SKALD_"
MOST_WORKERS = 256


class ConfigError(Exception):
    """A setting that cannot be used; the message names the variable and what it may be."""


class Settings(Struct, frozen=True, kw_only=True):
    """How this process runs. Every field is the variable SKALD_<FIELD>.

    redis_url: absent: a private server on the folder `data`. durability: strict: what is acknowledged survives a crash.
    replicas: how many must confirm a step, within replica_timeout seconds. Of the calls to the store, in seconds: how
    long one is repeated (store_patience), when it counts as lost (store_timeout), the pauses between the tries.
    store_connections: to each of its servers, of each process.
    secret, admin_token, signing_key: absent: made once and kept in the folder. retired_keys: public keys that signed
    heads before. origins: what browsers may call from, "*" for any.
    trusted_proxies: addresses and networks whose word counts about whom they speak for; "*" for any.
    bot_pause: milliseconds before each move of a bot. workers: processes that serve, behind one port.
    Of max_cost, max_streams, rate_per_token and rate_per_address 0 means without limit.
    statuses: HTTP statuses of GraphQL errors: as audited today, or as the drafted specification will have them.
    compiled: whether GraphQL selections that are only read go through functions made for them, or all through
    graphql-core.
    """

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8765
    workers: Annotated[int, msgspec.Meta(ge=1, le=MOST_WORKERS)] = 1
    data: Path = Path("data")
    redis_url: str | None = None
    durability: Literal["strict", "relaxed"] = "strict"
    replicas: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    replica_timeout: Annotated[float, msgspec.Meta(ge=0.001, le=60)] = 1.0
    store_connections: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 32
    store_patience: Annotated[float, msgspec.Meta(ge=0, le=300)] = 5.0
    store_timeout: Annotated[float, msgspec.Meta(ge=0.1, le=60)] = 3.0
    store_first_pause: Annotated[float, msgspec.Meta(ge=0.001, le=10)] = 0.01
    store_longest_pause: Annotated[float, msgspec.Meta(ge=0.001, le=60)] = 0.5
    secret: Annotated[str, msgspec.Meta(min_length=32)] | None = None
    admin_token: Annotated[str, msgspec.Meta(min_length=16)] | None = None
    signing_key: str | None = None
    retired_keys: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    token_hours: Annotated[int, msgspec.Meta(ge=1, le=8784)] = 24 * 30
    max_body: Annotated[int, msgspec.Meta(ge=1024)] = 1024 * 1024
    max_depth: Annotated[int, msgspec.Meta(ge=1)] = 12
    max_aliases: Annotated[int, msgspec.Meta(ge=1)] = 30
    max_tokens: Annotated[int, msgspec.Meta(ge=100)] = 4000
    max_cost: Annotated[int, msgspec.Meta(ge=0)] = 200_000
    max_seconds: Annotated[int, msgspec.Meta(ge=1)] = 15
    max_subscriptions: Annotated[int, msgspec.Meta(ge=1)] = 100
    max_streams: Annotated[int, msgspec.Meta(ge=0)] = 100
    rate_per_token: Annotated[int, msgspec.Meta(ge=0)] = 6000
    rate_per_address: Annotated[int, msgspec.Meta(ge=0)] = 30_000
    heartbeat: Annotated[int, msgspec.Meta(ge=1, le=60)] = 6
    bot_pause: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 500
    slow_seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    statuses: Literal["audit", "draft"] = "audit"
    compiled: Literal["on", "off"] = "on"


_LISTS = ("origins", "retired_keys", "trusted_proxies")
"""Settings of several values, separated by commas."""


def read_path(kind: type, value: object) -> object:
    """A folder is named by text: for msgspec, which asks about types that it does not know."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"a setting cannot be a {kind.__name__}")


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment. ConfigError names the variable that cannot be used."""
    found: dict[str, object] = {}
    known = {f.name for f in structs.fields(Settings)}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or not text:
            continue
        if name not in known:
            names = ", ".join(PREFIX + n.upper() for n in sorted(known))
            raise ConfigError(f"{variable} is no setting of Skald; there are {names}")
        found[name] = [part.strip() for part in text.split(",") if part.strip()] if name in _LISTS else text
    for name, value in found.items():
        try:
            msgspec.convert({name: value}, Settings, strict=False, dec_hook=read_path)
        except msgspec.ValidationError as error:
            reason = str(error).partition(" - at")[0]
            raise ConfigError(f"{PREFIX}{name.upper()} cannot be used: {reason}") from None
    return msgspec.convert(found, Settings, strict=False, dec_hook=read_path)
