"""A file has one byte form: whoever writes a line so that it means the same, or nearly, is found at that line."""

from __future__ import annotations

import io
import json
import random
import unicodedata

import pytest

from engine.service.proof.audit import audit
from engine.service.proof.export import ExportAltered, ExportUnreadable, export_lines, read_export
from engine.service.proof.signing import Signer, judge_signature
from engine.store.port import Entry
from tests.support.contract.hostile import TIMES
from tests.support.contract.rewriting import EDGES, FORMS, parsed, written
from tests.support.fights.played import BOOK, REGISTRY, forged, stream

SIGNER = Signer(bytes(range(32)))
SEATS = (None, "gm", "ana")


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended, called by a name with an accent."""
    return forged(stream(seed=3), 1, lambda event: event["data"].update(name="El café de Ñoño"))


def lines_of(entries: list[Entry], seat: str | None) -> list[bytes]:
    return list(export_lines(entries, BOOK, seat, SIGNER.sign))


def found_at(lines: list[bytes]) -> int:
    """The line at which the reading stops; 0 where it does not."""
    try:
        read_export(io.BytesIO(b"".join(lines)))
    except ExportUnreadable as error:
        return error.line
    return 0


@pytest.mark.parametrize("seat", SEATS)
def test_what_skald_writes_is_the_one_form(fight: list[Entry], seat: str | None) -> None:
    lines = lines_of(fight, seat)
    assert found_at(lines) == 0
    for line in lines:  # and what rewrites lines here changes nothing by itself
        assert written(parsed(line)).encode() + b"\n" == line


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_line_in_another_form_is_found_where_it_is(fight: list[Entry], seat: str | None, form: str) -> None:
    """Header, first and last event, and others, at any depth: found at that line, and in no way proven."""
    lines = lines_of(fight, seat)
    for seed in range(40 * TIMES):
        chance = random.Random(f"{form} {seed}")
        at = chance.choice([0, 1, len(lines) - 1, chance.randrange(len(lines))])
        other = FORMS[form](parsed(lines[at]), chance).encode() + b"\n"
        if other == lines[at]:
            assert form in ("left_out", "escaped"), "nothing was changed"
            continue
        if form == "left_out" and at and b'"public"' in other:
            continue  # another event, which is the chain's to find: see test_export.py
        assert found_at([*lines[:at], other, *lines[at + 1 :]]) == at + 1, f"seed {seed}: {other[:300]!r}"


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("seat", SEATS)
def test_the_ends_of_lines_count(fight: list[Entry], seat: str | None, edge: str) -> None:
    """At the header, in the middle, and at the end of the file, where nothing stands behind it."""
    lines = lines_of(fight, seat)
    for at in (0, 1, len(lines) // 2, len(lines) - 1):
        other = [*lines[:at], EDGES[edge](lines[at]), *lines[at + 1 :]]
        assert found_at(other) in (at + 1, at + 2), edge


def test_the_whole_file_in_another_form_is_found_at_once(fight: list[Entry]) -> None:
    """As an editor, a shell or a library would write it."""
    lines = lines_of(fight, None)
    for other in (
        [json.dumps(json.loads(line)).encode() + b"\n" for line in lines],
        [json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")).encode() + b"\n" for line in lines],
        [line.replace(b"\n", b"\r\n") for line in lines],
        [b"\xef\xbb\xbf", *lines],
        [line.decode().encode("utf-16") for line in lines],
    ):
        assert found_at(other) == 1


def test_another_unicode_form_of_a_text_is_another_text(fight: list[Entry]) -> None:
    """It is read, for it is JSON as we write it; the chain finds it."""
    lines = lines_of(fight, None)
    decomposed = unicodedata.normalize("NFD", lines[1].decode()).encode()
    assert decomposed != lines[1]
    export = read_export(io.BytesIO(b"".join([lines[0], decomposed, *lines[2:]])))
    assert audit(REGISTRY, export.events, header=export.header).chain.version == 1


def test_the_place_is_told(fight: list[Entry]) -> None:
    lines = lines_of(fight, None)
    lines[4] = lines[4].replace(b'"public":{', b'"public": {')
    with pytest.raises(ExportAltered, match=rf"line 5: .* from byte {lines[4].index(b': {') + 2} on"):
        read_export(io.BytesIO(b"".join(lines)))


@pytest.mark.parametrize("lie", ["public", "hash", "version"])
@pytest.mark.parametrize("seat", SEATS)
def test_a_duplicate_member_of_an_event_is_found(fight: list[Entry], seat: str | None, lie: str) -> None:
    """A program that takes the first would read another fight than the one that is proven and signed."""
    lines = lines_of(fight, seat)
    for at in (1, 9, len(lines) - 1):
        public = b'{"data":{},"type":"EncounterEnded","version":%d}' % at
        false = {"public": public, "hash": b'"%s"' % (b"0" * 64), "version": b"1"}[lie]
        other = lines[at].replace(b'"%s":' % lie.encode(), b'"%s":%s,"%s":' % (lie.encode(), false, lie.encode()), 1)
        assert json.loads(other) == json.loads(lines[at])
        assert found_at([*lines[:at], other, *lines[at + 1 :]]) == at + 1


@pytest.mark.parametrize(("lie", "false"), [("encounter", b'"0"'), ("seat", b'"ben"'), ("version", b"3")])
@pytest.mark.parametrize("seat", SEATS)
def test_a_duplicate_member_of_the_header_is_found(
    fight: list[Entry], seat: str | None, lie: str, false: bytes
) -> None:
    lines = lines_of(fight, seat)
    name = b'"%s":' % lie.encode()
    other = lines[0].replace(name, name + false + b"," + name, 1)
    assert json.loads(other) == json.loads(lines[0])
    assert found_at([other, *lines[1:]]) == 1
    assert judge_signature(read_export(io.BytesIO(b"".join(lines))), SIGNER.keys).state == "PROVEN"
