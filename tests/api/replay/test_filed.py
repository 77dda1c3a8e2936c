"""A file as a film, with the verdict on it: whole, a seat's, forged, torn, and what is no file at all."""

from __future__ import annotations

import gzip

import msgspec
import pytest

from api.replay import filed
from api.replay.filed import NoExport, header_in, replay_file, replay_file_json, unpacked
from api.replay.replay import replay_of
from engine.kernel.state.events import EncounterCreated
from engine.kernel.structs.errors import RuleRefusal
from engine.service.proof.export import export_lines, read_header
from engine.service.proof.signing import Signer
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from schemas.replays import ReplayedFile
from tests.recordings.make import FOLDER
from tests.support.secrecy.replays import recorded

SIGNER = Signer(bytes(range(32)))


def file_of(name: str, seat: str | None = None, *, signed: bool = False) -> bytes:
    """A recorded fight as a file."""
    book, entries = recorded(name)
    return b"".join(export_lines(entries, book, seat, SIGNER.sign if signed else None))


def judged(data: bytes, seat: str | None = None) -> ReplayedFile:
    """What the server says of a file."""
    book = Registry.installed().book(header_in(data).system)
    return replay_file(book, data, SIGNER.keys, seat, "en")


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_whole_file_is_the_film_of_its_gm(pack: type[bytes]) -> None:
    """The same as of the fight itself, signed or not; or that of another seat."""
    book, entries = recorded("ambush")
    found = judged(pack(file_of("ambush", signed=True)))
    assert found.report.finding == "SIGNED"
    assert (found.report.seat, found.report.broken_at, found.report.line) == (None, None, None)
    assert {name: one.state for name, one in found.report.verdicts.items()} == {
        "chain": "PROVEN",
        "dice": "PROVEN",
        "replay": "PROVEN",
        "import": "PROVEN",
        "signature": "PROVEN",
    }
    assert found.film == replay_of(book, entries, "gm", "en")
    assert judged(pack(file_of("ambush"))).report.finding == "CONSISTENT"
    assert judged(pack(file_of("ambush")), "eve").film == replay_of(book, entries, "eve", "en")


def test_the_answer_is_written_where_the_film_is_made() -> None:
    """The loop passes bytes on, however long the film is."""
    data = file_of("ambush", signed=True)
    book = Registry.installed().book(header_in(data).system)
    written = replay_file_json(book, data, SIGNER.keys, "eve", "en")
    assert isinstance(written, bytes)
    assert msgspec.json.decode(written, type=ReplayedFile) == judged(data, "eve")


def test_a_seats_file_is_the_log_that_it_may_read() -> None:
    """What is withheld is not there; without the sheets of figures there is no board."""
    found = judged(file_of("ambush", "eve", signed=True))
    assert (found.report.finding, found.report.seat) == ("SIGNED", "eve")
    assert found.report.verdicts["replay"].state == "NOT_PROVABLE"
    assert found.film is not None
    book, entries = recorded("ambush")
    mine = replay_of(book, entries, "eve", "en")
    assert (found.film.steps, found.film.markup, found.film.version) == ((), (), mine.version)
    assert [bool(one.text) for one in found.film.events] == [bool(one.text) for one in mine.events]
    assert [one.act for one in found.film.events] == [one.act for one in mine.events]


OPEN = ("minis_broken_off", "minis_nobody_left", "minis_quiet", "dozen_broken_off", "dozen_ford", "dozen_strangers")
"""Fights of whose figures players know the sheets. From some seats nothing is withheld, from others the questions."""


@pytest.mark.parametrize("name", OPEN)
def test_a_seats_file_has_its_board_where_it_knows_all_figures(name: str) -> None:
    """Version by version as the seat saw it, though it does not know what others were asked and answered."""
    book, entries = recorded(name)
    created = decode_whole(book, entries[0]).event
    assert isinstance(created, EncounterCreated)
    players = [one.seat for one in created.table if one.role != "GM"]
    assert players
    for seat in players:
        film, mine = judged(file_of(name, seat)).film, replay_of(book, entries, seat, "en")
        assert film is not None
        assert film.steps
        assert (film.steps, film.markup, film.rounds, film.turns) == (mine.steps, mine.markup, mine.rounds, mine.turns)
        assert film.events == mine.events


SHORT = [file.stem for file in sorted(FOLDER.glob("*.ndjson")) if file.read_bytes().count(b"\n") <= 100]
"""Fights that are compared for all of their seats."""


@pytest.mark.parametrize("name", sorted({*SHORT} - {"fork"}))
def test_no_seats_file_shows_what_the_seat_did_not_see(name: str) -> None:
    """Of every game: the board as it was, or none."""
    book, entries = recorded(name)
    created = decode_whole(book, entries[0]).event
    assert isinstance(created, EncounterCreated)
    for seat in (one.seat for one in created.table):
        film, mine = judged(file_of(name, seat)).film, replay_of(book, entries, seat, "en")
        assert film is not None
        assert film.steps in (mine.steps, ())


def test_a_seats_file_from_which_nothing_is_withheld_has_its_board() -> None:
    """As the seat sees it."""
    book, entries = recorded("must_fail")
    found = judged(file_of("must_fail", "gm"))
    assert found.report.seat == "gm"
    assert found.film is not None
    whole = replay_of(book, entries, "gm", "en")
    assert (found.film.steps, found.film.markup) == (whole.steps, whole.markup)


def test_a_forged_file_plays_up_to_where_it_breaks() -> None:
    """A changed event breaks the chain there; what comes before is shown."""
    lines = file_of("board", signed=True).splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if n > 100 and b'"faces":[' in line)
    forged = [*lines]
    forged[at] = forged[at].replace(b'"faces":[', b'"faces":[1', 1)
    found = judged(b"".join(forged))
    assert found.report.finding == "BROKEN"
    assert found.report.broken_at == at
    assert found.report.verdicts["chain"].version == at
    assert found.film is not None
    assert found.film.version == at - 1


def test_a_file_whose_head_another_has_signed_is_broken() -> None:
    """The verdict on the signature says so."""
    header, rest = file_of("must_fail", signed=True).split(b"\n", 1)
    value = read_header(header + b"\n").signature
    assert value
    other = value.value[:10] + ("A" if value.value[10] != "A" else "B") + value.value[11:]
    found = judged(header.replace(value.value.encode(), other.encode()) + b"\n" + rest)
    assert found.report.finding == "BROKEN"
    assert found.report.verdicts["signature"].state == "BROKEN"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: [*lines[:20], lines[20].replace(b":", b": ", 1), *lines[21:]], 21),
        (lambda lines: [*lines[:20], b"{}\n", *lines[21:]], 21),
        (lambda lines: [*lines[:20], lines[20][:30]], 21),
        (lambda lines: [lines[0]], 2),
        (lambda lines: [*lines, lines[-1]], None),
    ],
)
def test_a_line_that_cannot_be_read_is_named(change: object, line: int | None) -> None:
    """Blanks, nonsense, a torn end, no event at all, one more than the header names."""
    lines = file_of("must_fail").splitlines(keepends=True)
    found = judged(b"".join(change(lines)))  # type: ignore[operator]
    assert found.report.finding == "BROKEN"
    assert found.report.line == (line or len(lines) + 1)
    assert found.report.broken_at == found.report.line - 1
    assert found.film is None


def test_a_file_that_ends_early_is_broken_at_its_end() -> None:
    """Its header promises more."""
    lines = file_of("must_fail").splitlines(keepends=True)
    found = judged(b"".join(lines[:-3]))
    assert found.report.finding == "BROKEN"
    assert found.report.verdicts["chain"].version == len(lines) - 3
    assert found.report.broken_at is not None
    assert found.film is not None
    assert found.film.version == found.report.broken_at - 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}",
        b"no json",
        b"\x00" * 100,
        b"\x1f\x8b",
        b"\x1f\x8bnonsense",
        b'{"skald":2}\n',
        gzip.compress(b"", mtime=0),
        gzip.compress(b"{" * 100_000, mtime=0),
        b"[" * 100_000,
        b'{"skald":1,"encounter":"' + b"x" * 5000 + b'"}\n',
    ],
)
def test_what_is_no_file_is_refused(data: bytes) -> None:
    """By its first bytes."""
    with pytest.raises(NoExport):
        header_in(data)


def test_a_file_is_unpacked_up_to_a_limit() -> None:
    """A small one may hold a large one; half a file, or one with something behind it, is none."""
    packed = gzip.compress(b"x" * 1000)
    assert unpacked(packed, 1000) == b"x" * 1000
    for data in (packed, b"x" * 1000):
        with pytest.raises(NoExport, match="more than 999 bytes"):
            unpacked(data, 999)
    for data in (packed[:-1], packed + b"x", packed[:5] + b"xxxxxxxx"):
        with pytest.raises(NoExport, match="gzip"):
            unpacked(data)
    bomb = gzip.compress(bytes(filed.UNPACKED + 1))
    assert len(bomb) < 100_000
    with pytest.raises(NoExport):
        unpacked(bomb)


def test_a_seat_that_is_not_there_is_refused() -> None:
    """With those that are."""
    with pytest.raises(RuleRefusal, match="there is no seat 'zoe' at this table: gm, "):
        judged(file_of("must_fail"), "zoe")


def test_more_events_than_are_played_here_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any is replayed."""
    monkeypatch.setattr(filed, "LONGEST", 10)
    with pytest.raises(NoExport, match="more than 10 events"):
        judged(file_of("must_fail"))


def test_bytes_that_no_event_has_meet_no_fault() -> None:
    """Events of another game, in a chain that is whole: a verdict, and no film, or one up to there."""
    book, _ = recorded("must_fail")
    data = file_of("minis_quiet")
    header = read_header(data.split(b"\n", 1)[0] + b"\n")
    found = replay_file(book, data, SIGNER.keys, None, "en")
    assert header.system != book.system.id
    assert found.report.finding == "BROKEN" or found.film is None
