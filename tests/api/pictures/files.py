"""Pictures' files as cameras, editors and map programs write them, made for the tests."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import Any

import httpx
from PIL import Image

from tests.api.maps.files import dungeondraft, written
from tests.api.table import Table

SECRET = b"A-SECRET-PLACE"
BOM = b"\xef\xbb\xbf"


def drawn(
    form: str = "PNG", size: tuple[int, int] = (40, 20), colour: Any = "#c04020", mode: str = "RGB", **more: Any
) -> bytes:
    """A picture of one colour."""
    file = io.BytesIO()
    Image.new(mode, size, colour).save(file, form, **more)
    return file.getvalue()


def map_file(picture: bytes) -> bytes:
    """A Universal VTT map with a picture inside."""
    return written(dungeondraft(image=b64encode(picture).decode()))


def send(table: Table, fight: str, token: str | None, data: bytes, query: str = "") -> httpx.Response:
    headers = {"content-type": "application/octet-stream", **Table.headers(token)}
    return table.http.post(f"/v1/encounters/{fight}/pictures{query}", content=data, headers=headers)


def kept(table: Table, fight: str, token: str | None, colour: str = "#c04020", size: tuple[int, int] = (40, 20)) -> str:
    """The id of a picture that is kept for a fight by now."""
    answer = send(table, fight, token, drawn(size=size, colour=colour))
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["key"]
    return id
