"""Fights as films over REST: whole, from a version on, and of a file."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
import pytest
from msgspec import structs

from api.access.auth import NOBODY
from api.access.event_work import FILE as FILE_WORK
from api.access.event_work import SECOND, SECOND_OF_A_GUEST
from api.errors.request_errors import RateLimited
from api.replay.changes import shown_at
from api.rest import replays
from api.words import sentences_of
from engine.service.pool import payment
from engine.service.pool.owner import Owner
from engine.service.pool.process_pool import Pool
from schemas.replays import Replay, ReplayedFile
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table
from tests.support.contract.tags import version_in
from tests.support.processes.pool_jobs import names_of_jobs


def film(fight: Bridge, query: str = "", seat: str = "ana", **headers: str) -> Replay:
    """The film that a seat gets."""
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay{query}", fight.tokens[seat], **headers)
    assert got.status_code == 200, got.text
    return msgspec.json.decode(got.content, type=Replay)


def played(fight: Bridge, steps: int) -> None:
    """Play on."""
    for pick in range(steps):
        fight.step(pick)


def test_a_film_is_what_the_page_plays(fight: Bridge) -> None:
    """Versions, log and markup, in the reader's language; 304 as long as nothing happens."""
    played(fight, 6)
    address, token = f"/v1/encounters/{fight.id}/replay", fight.tokens["ana"]
    got = fight.table.get(address, token)
    whole = msgspec.json.decode(got.content, type=Replay)
    assert version_in(got.headers["etag"]) == whole.version
    assert got.headers["cache-control"] == "private"
    assert (whole.encounter, whole.system, whole.name, whole.seat) == (fight.id, "fantasia", "Bridge", "ana")
    assert (whole.after, whole.more) == (0, False)
    assert len(whole.events) == whole.version == fight.open("ana")["version"]
    assert whole.rounds[0].version == 1
    assert ".skald-scene-auto " in whole.style
    again = fight.table.get(address, token, **{"if-none-match": got.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    spanish = film(fight, **{"accept-language": "es"})
    assert spanish.words["pause"] == sentences_of("es")["replay.pause"] != whole.words["pause"]
    assert [one.version for one in spanish.events] == [one.version for one in whole.events]


def test_a_film_goes_on_with_what_has_come(fight: Bridge) -> None:
    """In parts, until nothing is missing: the same log, the same board."""
    before = film(fight)
    played(fight, 12)
    whole, told = film(fight), list(before.events)
    assert whole.version > before.version
    more = film(fight, f"?after={before.version}")
    assert (more.after, more.version, more.more, more.encounter) == (before.version, whole.version, False, fight.id)
    assert told + list(more.events) == list(whole.events)
    assert {**before.rules, **more.rules} == whole.rules
    seen = shown_at(before.markup, before.steps, before.version)
    assert shown_at(more.markup, more.steps, more.version, seen) == shown_at(whole.markup, whole.steps, whole.version)
    nothing = film(fight, f"?after={whole.version}")
    assert (nothing.after, nothing.version, nothing.steps, nothing.events) == (whole.version, whole.version, (), ())


def test_a_film_that_is_far_behind_gets_a_part(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """At most so many versions at once, and whether there are more."""
    played(fight, 6)
    monkeypatch.setattr(replays, "PART", 3)
    head = fight.open("ana")["version"]
    at, told = 1, []
    while True:
        part = film(fight, f"?after={at}")
        assert part.version == min(at + 3, head)
        told += [one.version for one in part.events]
        assert part.more == (part.version < head)
        at = part.version
        if not part.more:
            break
    assert told == list(range(2, head + 1))


def test_a_film_goes_on_through_what_is_taken_back(fight: Bridge) -> None:
    """The board is that before; the return says which versions no longer count."""
    before = film(fight, seat="gm")
    played(fight, 4)
    head = fight.open("gm")["version"]
    fight.act("gm", {"gm": {"revert": {"to": before.version}}})
    more = film(fight, f"?after={before.version}", seat="gm")
    assert more.version > head
    assert [(one.to_version, one.kept) for one in more.reverts] == [(before.version, ())]
    seen = shown_at(before.markup, before.steps, before.version)
    assert shown_at(more.markup, more.steps, more.version, seen)["tokens"] == seen["tokens"]
    short = film(fight, f"?after={head}", seat="gm")
    whole = film(fight, seat="gm")
    assert shown_at(short.markup, short.steps, short.version, shown_at(whole.markup, whole.steps, head)) == shown_at(
        whole.markup, whole.steps, whole.version
    )


@pytest.mark.parametrize(
    ("query", "status", "field"),
    [
        ("?after=9999", 409, None),
        ("?after=-1", 400, "after"),
        ("?after=x", 400, "after"),
        ("?after=1&bounds=1,2", 422, "bounds"),
        ("?bounds=" + "9" * 2000, 422, "bounds"),
        ("?at=1", 400, "at"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(fight: Bridge, query: str, status: int, field: Any) -> None:
    """With the field; a version beyond the fight with its head."""
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay{query}", fight.tokens["ana"])
    assert got.status_code == status, got.text
    assert got.json().get("field") == field


def test_bounds_of_another_board_begin_anew(fight: Bridge) -> None:
    """A film that goes on has the bounds of the one before, or is another."""
    assert film(fight, "?after=2&bounds=0,0,100,100").after == 0


def test_a_fight_too_long_for_a_film_still_goes_on(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole is refused before any work; a part costs by its own length."""
    monkeypatch.setattr(replays, "LONGEST", 1)
    got = fight.table.get(f"/v1/encounters/{fight.id}/replay", fight.tokens["ana"])
    assert got.status_code == 422
    assert film(fight, "?after=1").after == 1


def test_a_spectator_reads_every_version_that_the_film_leads_to(fight: Bridge) -> None:
    """A link to a moment: the fight, its scene and its drawing; the rounds of the film are theirs."""
    played(fight, 6)
    whole, path, token = film(fight, seat="eve"), f"/v1/encounters/{fight.id}", fight.tokens["eve"]
    for version in range(1, whole.version + 1):
        got = fight.table.get(f"{path}?at={version}&include=offers,scene", token)
        assert got.status_code == 200, got.text
        round_now = [one.round for one in whole.rounds if one.version <= version][-1]
        assert (got.json()["version"], got.json()["round"]) == (version, round_now)
        assert version_in(fight.table.get(f"{path}/scene.svg?at={version}", token).headers["etag"]) == version
    assert fight.table.get(f"{path}?at={whole.version + 1}", token).status_code == 400


# -- of a file
FILE = "/v1/replays"


def exported(fight: Bridge, seat: str) -> bytes:
    """A seat's file."""
    return fight.table.get(f"/v1/encounters/{fight.id}/export", fight.tokens[seat]).content


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_file_is_played_and_judged_without_a_token(fight: Bridge, pack: Any) -> None:
    """The GM's is whole, and signed by this server; a player's is the log that he may read."""
    played(fight, 6)
    got = fight.table.http.post(FILE, content=pack(exported(fight, "gm")))
    assert got.status_code == 200, got.text
    found = msgspec.json.decode(got.content, type=ReplayedFile)
    assert (found.report.finding, found.report.encounter, found.report.seat) == ("SIGNED", fight.id, None)
    assert found.film is not None
    mine = film(fight, seat="gm")
    assert (found.film.markup, found.film.steps, found.film.events) == (mine.markup, mine.steps, mine.events)
    got = fight.table.http.post(FILE, content=pack(exported(fight, "ana")), headers={"accept-language": "pl"})
    players = msgspec.json.decode(got.content, type=ReplayedFile)
    assert (players.report.finding, players.report.seat) == ("SIGNED", "ana")
    assert players.film is not None
    assert players.film.words["pause"] == sentences_of("pl")["replay.pause"]
    before = fight.table.data("{ encounters(first: 500) { nodes { id } } }", ADMIN)
    assert fight.table.http.post(FILE, content=exported(fight, "gm")).status_code == 200
    assert fight.table.data("{ encounters(first: 500) { nodes { id } } }", ADMIN) == before


def test_a_whole_file_is_shown_as_any_of_its_seats_sees_it(fight: Bridge) -> None:
    """By name; one that is not there is refused."""
    file = exported(fight, "gm")
    got = fight.table.http.post(f"{FILE}?seat=eve", content=file)
    assert msgspec.json.decode(got.content, type=ReplayedFile).film == structs.replace(
        film(fight, seat="eve"), encounter=None
    )
    refused = fight.table.http.post(f"{FILE}?seat=zoe", content=file)
    assert (refused.status_code, refused.json()["field"]) == (422, "seat")


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"", 422), (b"{}", 422), (b"\x1f\x8bx", 422), (b"x" * 9_000_000, 413)],
)
def test_what_is_no_file_is_refused_in_words(fight: Bridge, body: bytes, status: int) -> None:
    """In the reader's language; one that is too large by its size."""
    got = fight.table.http.post(FILE, content=body, headers={"accept-language": "es"})
    assert got.status_code == status, got.text
    if status == 422:
        assert got.json()["detail"].startswith("este no es un archivo que se pueda reproducir aquí: ")


def test_a_file_of_a_game_that_is_not_there_is_refused(fight: Bridge) -> None:
    """With those that are."""
    file = exported(fight, "gm").replace(b'"system":"fantasia"', b'"system":"chess"', 1)
    got = fight.table.http.post(FILE, content=file)
    assert got.status_code == 422
    assert "chess" in got.json()["detail"]


def test_a_forged_file_is_judged_and_not_a_fault(fight: Bridge) -> None:
    """Every byte in turn, here and there: 200 with a verdict, or words."""
    played(fight, 3)
    file = exported(fight, "gm")
    for at in range(5, len(file), max(1, len(file) // 25)):
        got = fight.table.http.post(FILE, content=file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :])
        assert got.status_code in (200, 422), got.text
        if got.status_code == 200:
            assert got.json()["report"]["finding"] == "BROKEN"


def test_a_file_costs_by_the_events_that_it_claims(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything of it is replayed, by the address that sent it."""
    counted: list[int] = []
    rates = table.app.state.services.rates

    async def count(who: Any, address: str, cost: int = 1) -> None:
        counted.append(cost)

    monkeypatch.setattr(rates, "count", count)
    header = {
        "skald": 1,
        "encounter": "x",
        "system": "fantasia",
        "rules": 1,
        "version": 10_000,
        "hash": "",
        "seat": None,
    }
    got = table.http.post(FILE, content=msgspec.json.encode(header) + b"\n")
    assert got.json()["report"]["finding"] == "BROKEN"
    assert sum(counted) >= 10_000 // FILE_WORK.per_request


def test_a_file_is_judged_in_another_process(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the loop serves others meanwhile, however long the file is."""
    done = names_of_jobs(monkeypatch)
    assert fight.table.http.post(FILE, content=exported(fight, "gm")).status_code == 200
    assert done.count("replay_file_json") == 1


def test_a_file_that_takes_long_pays_by_its_time(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each second after its first, whatever its header names, from the address that sent it; then it is ended."""
    monkeypatch.setattr(payment, "FREE", 0.0)
    counted: list[tuple[Any, int]] = []

    async def count(who: Any, address: str, cost: int = 1) -> None:
        counted.append((who, cost))
        if cost == SECOND_OF_A_GUEST and len([one for _, one in counted if one == cost]) == 2:
            raise RateLimited("enough", 7)

    monkeypatch.setattr(fight.table.app.state.services.rates, "count", count)
    got = fight.table.http.post(FILE, content=exported(fight, "gm"))
    assert (got.status_code, got.headers["retry-after"]) == (429, "7")
    assert {who for who, cost in counted if cost == SECOND_OF_A_GUEST} == {NOBODY}
    counted.clear()
    assert fight.table.get(f"/v1/encounters/{fight.id}/replay", fight.tokens["ana"]).is_success
    assert {who.claims.seat for who, cost in counted if cost == SECOND} == {"ana"}, "a seat's film pays, too"


def test_files_of_strangers_come_after_all_others(fight: Bridge, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their jobs are queued by their address, behind those of every fight."""
    owners, run = list[Owner](), Pool.run

    async def noted(self: Pool, owner: Owner, *job: Any, **more: Any) -> Any:
        owners.append(owner)
        return await run(self, owner, *job, **more)

    monkeypatch.setattr(Pool, "run", noted)
    assert fight.table.http.post(FILE, content=exported(fight, "gm")).is_success
    assert owners[-1] == Owner(address=owners[-1].address, last=True)
    assert owners[-1].address
