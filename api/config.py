"""All settings, from the environment, as one typed struct."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct, structs

from api.access.origins import ANY, origin_fault
from api.webhooks.networks import read_networks

PREFIX = "SKALD_"
MOST_WORKERS = 256


class ConfigError(Exception):
    """A setting that cannot be used; the message names the variable and what it may be."""


class Settings(Struct, frozen=True, kw_only=True):
    """The configuration of this process. Every field is the variable SKALD_<FIELD>.

    redis_url: absent: a private server on the folder `data`. durability: strict: acknowledged steps survive a crash.
    replicas: how many must confirm a step, within replica_timeout seconds. Calls to the store, in seconds: retried for
    store_patience, lost after store_timeout, with pauses from store_first_pause to store_longest_pause between retries.
    store_connections: to each of its servers, per process.
    secret, admin_token, signing_key: absent: made once and kept in the folder. retired_keys: public keys that signed
    heads before. origins: allowed for browsers, "*" for any.
    trusted_proxies: addresses and networks whose forwarding headers are trusted; "*" for any.
    max_headers, max_header_bytes: lines of a request's headers, and their bytes including the URL. request_seconds:
    within which a request must be complete, from its first byte on.
    hosting: who may have fights of his own: whom the operator gives a host's token, or anybody, who then gets one for
    the asking. host_running, host_fights: a host's fights that run, and in all. hosts_per_hour: that anybody may become
    from one address.
    trying: who may try a ready-made fight without a token: home: whoever sits at this machine; anybody; nobody. It is
    played for an hour. tries_per_hour: from one address; tries_at_once: of all, within the hour that each lasts.
    pool: processes per worker for work that grows with a fight. pool_waiting: such jobs that may queue per seat.
    odds_at_once: questions for odds that are in work at once, in each process; odds_waiting, odds_host_waiting: of one
    seat, and of one host and all of his fights, that may wait for theirs.
    bot_pause: milliseconds before each move of a bot. workers: processes that serve behind one port.
    For max_cost, max_streams, rate_per_token and rate_per_address 0 means unlimited.
    shelf_items, shelf_bytes: what the shelves of one host may hold; shelf_item_bytes: the largest content of an item.
    fight_pictures, fight_picture_bytes: that are kept for one fight; host_pictures, host_picture_bytes: for all fights
    of a host. picture_bytes: the most that one has as it is kept.
    webhooks: addresses that a seat, or a host, may have told of one fight; 0: none, and nothing is sent.
    webhook_networks: that are reached beside public addresses, also without https.
    statuses: HTTP statuses of GraphQL errors: as audited today, or as in the draft specification.
    pictures: whether the pages of the table may load pictures of looks from other hosts, where their reader wants it.
    compiled: whether read-only GraphQL selections run through functions compiled for them, or all through
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
    max_headers: Annotated[int, msgspec.Meta(ge=20, le=10_000)] = 100
    max_header_bytes: Annotated[int, msgspec.Meta(ge=4096, le=1024 * 1024)] = 32 * 1024
    request_seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 60
    max_depth: Annotated[int, msgspec.Meta(ge=1)] = 12
    max_aliases: Annotated[int, msgspec.Meta(ge=1)] = 30
    max_tokens: Annotated[int, msgspec.Meta(ge=100)] = 4000
    max_cost: Annotated[int, msgspec.Meta(ge=0)] = 200_000
    max_seconds: Annotated[int, msgspec.Meta(ge=1)] = 15
    pool: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    pool_waiting: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 32
    odds_at_once: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    odds_waiting: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 4
    odds_host_waiting: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 16
    max_subscriptions: Annotated[int, msgspec.Meta(ge=1)] = 100
    max_streams: Annotated[int, msgspec.Meta(ge=0)] = 100
    rate_per_token: Annotated[int, msgspec.Meta(ge=0)] = 6000
    rate_per_address: Annotated[int, msgspec.Meta(ge=0)] = 30_000
    heartbeat: Annotated[int, msgspec.Meta(ge=1, le=60)] = 6
    hosting: Literal["operator", "anybody"] = "operator"
    host_running: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 20
    host_fights: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 500
    hosts_per_hour: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 5
    trying: Literal["home", "anybody", "nobody"] = "home"
    tries_per_hour: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 20
    tries_at_once: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 200
    bot_pause: Annotated[int, msgspec.Meta(ge=0, le=60_000)] = 500
    slow_seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 30
    shelf_items: Annotated[int, msgspec.Meta(ge=1, le=5000)] = 1000
    shelf_bytes: Annotated[int, msgspec.Meta(ge=1024, le=1024**3)] = 8 * 1024 * 1024
    shelf_item_bytes: Annotated[int, msgspec.Meta(ge=1024, le=8 * 1024 * 1024)] = 1024 * 1024
    fight_pictures: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 60
    fight_picture_bytes: Annotated[int, msgspec.Meta(ge=0, le=1024**3)] = 16 * 1024 * 1024
    host_pictures: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 600
    host_picture_bytes: Annotated[int, msgspec.Meta(ge=0, le=1024**4)] = 128 * 1024 * 1024
    picture_bytes: Annotated[int, msgspec.Meta(ge=16 * 1024, le=16 * 1024 * 1024)] = 3 * 1024 * 1024
    webhooks: Annotated[int, msgspec.Meta(ge=0, le=100)] = 5
    webhook_networks: tuple[str, ...] = ()
    statuses: Literal["audit", "draft"] = "audit"
    pictures: Literal["on", "off"] = "on"
    compiled: Literal["on", "off"] = "on"


OF_BRIDGES = ("SKALD_TOKEN", "SKALD_PLANARALLY_PASSWORD", "SKALD_PLANARALLY", "SKALD_PLANARALLY_PYTHON")
"""Variables that are no settings of the service: secrets of `skald bridge`; a checkout of PlanarAlly, for the tests."""
_LISTS = ("origins", "retired_keys", "trusted_proxies", "webhook_networks")
"""Settings with several values, separated by commas."""


def read_path(kind: type, value: object) -> object:
    """The path that a text names: msgspec's decoding hook for types that it does not know."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise NotImplementedError(f"a setting cannot be a {kind.__name__}")


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings of an environment. ConfigError names the invalid variable."""
    found: dict[str, object] = {}
    known = {f.name for f in structs.fields(Settings)}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or not text or variable in OF_BRIDGES:
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
    settings = msgspec.convert(found, Settings, strict=False, dec_hook=read_path)
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    """ConfigError for what can be read, and could never have an effect."""
    for origin in settings.origins:
        fault = "" if origin == ANY else origin_fault(origin)
        if fault:
            raise ConfigError(f"{PREFIX}ORIGINS cannot be used: {origin} matches no page: {fault}")
    try:
        read_networks(settings.webhook_networks)
    except ValueError as error:
        raise ConfigError(
            f"{PREFIX}WEBHOOK_NETWORKS cannot be used: {error}; name networks as 10.1.0.0/16 or fd00::/8"
        ) from None
