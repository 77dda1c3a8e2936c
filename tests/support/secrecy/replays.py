"""Replay files as tests read them."""

from __future__ import annotations

import base64
import gzip
import re
from pathlib import Path
from typing import Any

import msgspec

from api.replay.replay import file_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.service.proof.export import read_export
from engine.service.registry import Registry
from engine.store.port import Entry
from schemas.replays import Replay

RECORDED = Path(__file__).resolve().parents[2] / "recordings" / "fights"
DATA = re.compile(rb'(<script type="application/octet-stream" id="data">)([^<]*)(</script>)')


def recorded(name: str) -> tuple[Rulebook[Any], list[Entry]]:
    """A recorded fight."""
    with (RECORDED / f"{name}.ndjson").open("rb") as file:
        export = read_export(file)
    return Registry.installed().book(export.header.system), [event.entry() for event in export.events]


def replayed(name: str, seat: str | None = "gm", locale: str = "en") -> bytes:
    """The replay of a recorded fight."""
    return file_of(*recorded(name), seat, locale)


def data_of(file: bytes) -> dict[str, Any]:
    """The data of a replay."""
    found = DATA.search(file)
    assert found is not None
    data: dict[str, Any] = msgspec.json.decode(gzip.decompress(base64.b64decode(found[2])))
    return data


def film_of(file: bytes) -> Replay:
    """The film in a replay."""
    return msgspec.convert(data_of(file), Replay)


def unpacked(file: bytes) -> bytes:
    """A replay with its data in plain text, so that it can be searched."""
    return DATA.sub(lambda found: found[1] + msgspec.json.encode(data_of(file)) + found[3], file)
