"""Maps over HTTP, as an operator uploads them."""

from __future__ import annotations

import time

import httpx
import pytest

from tests.api.maps.files import dungeondraft, written
from tests.api.table import ADMIN, Table


def send(table: Table, data: bytes, query: str, token: str | None = ADMIN) -> httpx.Response:
    headers = {"content-type": "application/octet-stream", **Table.headers(token)}
    return table.http.post(f"/v1/maps?{query}", content=data, headers=headers)


def test_a_map_becomes_the_ground_of_a_game(table: Table) -> None:
    answer = send(table, written(dungeondraft()), "system=fantasia")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["system"], body["ground"]["space"]["width"]) == ("fantasia", 8)
    assert body["report"] == {
        "width": 8, "height": 6, "onGrid": 6, "moved": 2, "offGrid": 3, "uncrossed": 0, "free": 0, "doors": 2,
        "openDoors": 1, "doorsOffGrid": 1, "outside": 0, "lights": 1, "picture": True,
    }  # fmt: skip
    assert body["backdrop"] == {"picture": "", "at": {"x": 0, "y": 0}, "width": 800, "height": 600}


def test_only_the_operator_may(table: Table) -> None:
    assert send(table, b"{}", "system=fantasia", None).status_code == 401


@pytest.mark.parametrize(
    ("query", "data", "status", "field"),
    [
        ("", b"{}", 400, "system"),
        ("system=chess", b"{}", 422, "system"),
        ("system=fantasia", b"{}", 422, "map.resolution"),
        ("system=fantasia", b"", 422, "map"),
        ("system=fantasia&crop=1,2", written(dungeondraft()), 422, "crop"),
        ("system=fantasia&crop=0,0,9,9", written(dungeondraft()), 422, "crop"),
    ],
)
def test_what_cannot_be_used_is_refused_in_words(
    table: Table, query: str, data: bytes, status: int, field: str
) -> None:
    answer = send(table, data, query)
    assert answer.status_code == status, answer.text
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_twenty_megabytes_are_taken_and_more_are_not(table: Table) -> None:
    """Nearly all of it picture, which is dropped while it comes; the watchdog sees that the loop stays free."""
    head = len(written(dungeondraft(image="")))
    largest = written(dungeondraft(image="A" * (20_000_000 - head)))
    assert len(largest) == 20_000_000
    assert send(table, largest, "system=fantasia").status_code == 200
    answer = send(table, largest + b" ", "system=fantasia")
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


def test_much_that_is_no_picture_is_refused(table: Table) -> None:
    answer = send(table, b"[" + b'"",' * 2_000_000, "system=fantasia")
    assert (answer.status_code, answer.json()["field"]) == (422, "map")


def test_a_huge_map_is_refused_within_a_second(table: Table) -> None:
    """1,000 x 1,000 cells, with as many walls as the bytes allow."""
    huge = dungeondraft(line_of_sight=[[{"x": k % 1000, "y": k // 1000} for k in range(60_000)]])
    huge["resolution"]["map_size"] = {"x": 1000, "y": 1000}
    data = written(huge)
    send(table, data, "system=fantasia")  # the pool's process is started
    begin = time.process_time()
    answer = send(table, data, "system=fantasia")
    assert (answer.status_code, answer.json()["field"]) == (422, "crop")
    assert time.process_time() - begin < 1, "of this process, which reads the file"


def test_a_mark_of_byte_order_before_a_map_is_no_part_of_it(table: Table) -> None:
    plain, marked = (send(table, mark + written(dungeondraft()), "system=fantasia") for mark in (b"", b"\xef\xbb\xbf"))
    assert (marked.status_code, marked.json()) == (200, plain.json())
