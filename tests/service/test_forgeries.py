"""Every way to forge an export, over the whole file and over what a player may keep: each is caught, and located.

What neither chain, dice nor rules can know, the signature of the head does, or a head that somebody kept.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.kernel.state.stored.codec import canonical
from engine.service.proof.audit import AuditReport, audit
from engine.service.proof.export import Export, export_lines, read_export
from engine.service.proof.signing import Signer, judge_head, judge_signature
from engine.store.chain import digest, link
from engine.store.port import Entry
from tests.support.contract.mutations import line_of
from tests.support.fights.played import BOOK, REGISTRY, stream, types, versions_of

SIGNER = Signer(bytes(range(32)))
STRANGER = Signer(bytes(32))
SEATS = (None, "gm", "ana")
"""Whose file: nothing withheld, the GM's, a player's."""
Line = dict[str, Any]


class File(Struct):
    """A file as a forger has it on his desk. lines: one per event, `public` and `secret` as values."""

    header: Line
    lines: list[Line]

    def at(self, version: int) -> Line:
        return self.lines[version - 1]

    def rehashed(self) -> File:
        """All hashes made anew, as anybody can; the header names the new head."""
        previous = ""
        for line in self.lines:
            hidden = line.get("digest") or digest(line.get("salt", ""), _bytes(line.get("secret")))
            previous = line["hash"] = link(previous, canonical(line["public"]), hidden)
        self.header |= {"version": len(self.lines), "hash": previous}
        return self

    def renumbered(self) -> File:
        for version, line in enumerate(self.lines, 1):
            for part in (line, line["public"], line.get("secret") or {}):
                part["version"] = version
        return self


def _bytes(value: Any) -> bytes | None:
    return None if value is None else canonical(value)


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended, with a branch that was taken back."""
    return stream(seed=3)


@pytest.fixture(scope="module")
def other() -> list[Entry]:
    return stream(seed=8)


def desk(entries: list[Entry], seat: str | None, signer: Signer = SIGNER) -> File:
    data = b"".join(export_lines(entries, BOOK, seat, signer.sign)).splitlines()
    return File(msgspec.json.decode(data[0]), [msgspec.json.decode(line) for line in data[1:]])


def read(file: File) -> Export:
    return read_export(io.BytesIO(b"".join(map(line_of, (file.header, *file.lines)))))


def judged(file: File) -> AuditReport:
    export = read(file)
    return audit(REGISTRY, export.events, header=export.header)


def signature(file: File, signer: Signer = SIGNER) -> str:
    return judge_signature(read(file), signer.keys).state


def some(entries: list[Entry]) -> list[int]:
    """The first version, the last, and some between them."""
    return [1, 2, *range(7, len(entries), len(entries) // 5), len(entries)]


@pytest.mark.parametrize("seat", SEATS)
def test_what_nobody_touched_is_proven_and_signed(fight: list[Entry], seat: str | None) -> None:
    """Read, put on the desk and written again: the same bytes are hashed."""
    file = desk(fight, seat)
    report = judged(file)
    assert [v.state for v in report.verdicts] == ["PROVEN", "PROVEN", "NOT_PROVABLE" if seat else "PROVEN"]
    assert signature(file) == "PROVEN"
    assert judge_head(read(file), fight[-1].hash).state == "PROVEN"
    assert canonical(msgspec.to_builtins(file)) == canonical(msgspec.to_builtins(desk(fight, seat).rehashed()))


# -- edited
def _rule(line: Line) -> None:
    """A word of the part that everybody sees; of a hidden event there is but its time."""
    public = line["public"]
    public.update(rule="X") if "rule" in public else public.update(time=public["time"] + "0")


def _time(line: Line) -> None:
    for part in (line["public"], line.get("secret") or {}):
        if "time" in part:
            part["time"] = "2020" + part["time"][4:]


def _hash(line: Line) -> None:
    line["hash"] = line["hash"][::-1]


def _secret(line: Line) -> None:
    line["secret"]["rule"] = "X"


def _salt(line: Line) -> None:
    line["salt"] = line["salt"][::-1]


def _digest(line: Line) -> None:
    line["digest"] = line["digest"][::-1]


EDITS: dict[str, tuple[str, Callable[[Line], None]]] = {
    "a public field": ("public", _rule),
    "a time": ("public", _time),
    "a hash": ("hash", _hash),
    "a secret field": ("secret", _secret),
    "a salt": ("salt", _salt),
    "a digest": ("digest", _digest),
}
"""What is edited: the member of a line that there must be, and how."""


@pytest.mark.parametrize("what", EDITS)
@pytest.mark.parametrize("seat", SEATS)
def test_an_edit_is_caught_at_its_version(fight: list[Entry], seat: str | None, what: str) -> None:
    member, edit = EDITS[what]
    versions = [line["version"] for line in desk(fight, seat).lines if line.get(member)]
    if not versions:
        assert (member, seat) in {("digest", None), ("digest", "gm")}, "there is nothing of the kind in this file"
        return
    for version in {versions[0], versions[len(versions) // 2], versions[-1]}:
        file = desk(fight, seat)
        edit(file.at(version))
        report = judged(file)
        assert (report.chain.state, report.chain.version) == ("BROKEN", version)
        assert report.broken_at == version


def test_a_changed_audience_is_caught_at_its_version(fight: list[Entry]) -> None:
    """It is not in the chain, and only the whole file has it: the rules know for whom an event was."""
    for line in desk(fight, None).lines:
        if "to" in line:
            file = desk(fight, None)
            file.at(line["version"])["to"].append("eve")
            report = judged(file)
            assert (report.replay.state, report.replay.version) == ("BROKEN", line["version"])


@pytest.mark.parametrize("seat", SEATS)
def test_an_edited_header_is_caught(fight: list[Entry], seat: str | None) -> None:
    for change in (
        {"encounter": "0" * 20}, {"system": "chess"}, {"rules": 9}, {"version": 5}, {"hash": "0" * 64}
    ):  # fmt: skip
        file = desk(fight, seat)
        file.header |= change
        assert judged(file).chain.state == "BROKEN"
    for other_word in ("value", "key"):
        file = desk(fight, seat)
        file.header["signature"][other_word] = file.header["signature"][other_word][::-1]
        assert signature(file) in ("BROKEN", "NOT_PROVABLE")
    file = desk(fight, seat)
    del file.header["signature"]
    assert signature(file) == "NOT_PROVABLE"


# -- lost, exchanged, added
@pytest.mark.parametrize("seat", SEATS)
def test_a_deleted_event_is_caught_where_it_is_missing(fight: list[Entry], seat: str | None) -> None:
    """The first, one in the middle, the last; also where the rest is numbered anew."""
    for version in some(fight):
        file = desk(fight, seat)
        del file.lines[version - 1]
        assert judged(file).chain.version == judged(file).broken_at == version
        if version < len(fight):
            assert judged(file.renumbered()).chain.version == version


@pytest.mark.parametrize("seat", SEATS)
def test_exchanged_events_are_caught_at_the_first(fight: list[Entry], seat: str | None) -> None:
    """Also where each is given the other's version."""
    for version in some(fight)[:-1]:
        file = desk(fight, seat)
        file.lines[version - 1 : version + 1] = reversed(file.lines[version - 1 : version + 1])
        assert judged(file).broken_at == version
        assert judged(file.renumbered()).chain.version == version


@pytest.mark.parametrize("seat", SEATS)
def test_an_event_of_another_fight_is_caught(fight: list[Entry], other: list[Entry], seat: str | None) -> None:
    """Put in the place of one, and between two. A foreign first event begins a chain of its own: what follows shows."""
    for version in some(fight):
        foreign = desk(other, seat).at(min(version, len(other)))
        file = desk(fight, seat)
        file.lines[version - 1] = foreign
        assert judged(file).chain.version == max(version, 2)
        file = desk(fight, seat)
        file.lines.insert(version - 1, foreign)
        assert judged(file.renumbered()).chain.version == max(version, 2)


@pytest.mark.parametrize("seat", SEATS)
def test_the_end_of_another_fight_is_caught(fight: list[Entry], other: list[Entry], seat: str | None) -> None:
    """By the chain; and where its hashes are made anew, by the dice, which fall by their own fight's secret."""
    cut = len(fight) // 2
    file = desk(fight, seat)
    file.lines[cut:] = desk(other, seat).lines[cut:]
    assert judged(file).chain.version == cut + 1
    report = judged(file.rehashed())
    assert report.chain.state == "PROVEN"
    assert report.dice.state == "BROKEN"
    assert signature(file) == "BROKEN"


# -- truncated
def ends_of_steps(entries: list[Entry]) -> list[int]:
    """Versions behind which a step began: its events share their time."""
    times = [msgspec.json.decode(entry.public)["time"] for entry in entries]
    return [version for version in range(1, len(entries)) if times[version - 1] != times[version]]


@pytest.mark.parametrize("seat", SEATS)
def test_a_truncated_file_is_caught_by_its_header(fight: list[Entry], seat: str | None) -> None:
    for version in some(fight)[:-1]:
        file = desk(fight, seat)
        del file.lines[version:]
        assert judged(file).chain.version == version + 1


@pytest.mark.parametrize("seat", SEATS)
def test_a_file_truncated_with_its_header_takes_a_head_to_know(fight: list[Entry], seat: str | None) -> None:
    """It is what an export of that time was. A later signature does not fit it, a later head is not in it; and that it
    has not ended shows."""
    for version in ends_of_steps(fight)[:: len(fight) // 20]:
        file = desk(fight, seat)
        del file.lines[version:]
        file.header |= {"version": version, "hash": file.lines[-1]["hash"]}
        report = judged(file)
        assert not report.broken
        assert report.dice.state == "NOT_YET_REVEALED"
        assert signature(file) == "BROKEN"
        verdict = judge_head(read(file), fight[-1].hash)
        assert (verdict.state, verdict.version) == ("BROKEN", version + 1)


def test_a_file_truncated_within_a_step_is_caught_by_the_rules(fight: list[Entry]) -> None:
    """A step is kept whole or not at all."""
    ends = set(ends_of_steps(fight))
    for version in [v for v in range(1, len(fight) - 1) if v not in ends and v > 20][::40]:
        file = desk(fight, None)
        del file.lines[version:]
        file.header |= {"version": version, "hash": file.lines[-1]["hash"]}
        report = judged(file)
        assert (report.replay.state, report.replay.version) == ("BROKEN", version + 1)


# -- forged with hashes made anew
@pytest.mark.parametrize("seat", SEATS)
def test_changed_faces_are_caught_by_the_dice(fight: list[Entry], seat: str | None) -> None:
    """Whatever hashes are made anew."""
    for version in versions_of(fight, "DiceRolled")[::7]:
        file = desk(fight, seat)
        for part in (file.at(version)["public"], file.at(version).get("secret") or {}):
            if "data" in part:
                part["data"]["faces"][0] = part["data"]["faces"][0] % 6 + 1
        report = judged(file.rehashed())
        assert report.chain.state == "PROVEN"
        assert (report.dice.state, report.dice.version) == ("BROKEN", version)
        assert signature(file) == "BROKEN"


def test_a_changed_figure_is_caught_by_the_rules(fight: list[Entry]) -> None:
    for version in versions_of(fight, "VitalChanged"):
        file = desk(fight, None)
        for part in (file.at(version)["public"], file.at(version).get("secret") or {}):
            part.get("data", {}).update(change=-999)
        report = judged(file.rehashed())
        assert report.chain.state == "PROVEN"
        assert (report.replay.state, report.replay.version) == ("BROKEN", version)


@pytest.mark.parametrize("seat", SEATS)
def test_other_times_with_hashes_made_anew_take_a_head_to_know(fight: list[Entry], seat: str | None) -> None:
    """Neither dice nor rules hang on the clock: only the signature, or a head that was kept, says that it was so."""
    file = desk(fight, seat)
    for line in file.lines:
        _time(line)
    file = file.rehashed()
    assert not judged(file).broken
    assert signature(file) == "BROKEN"
    assert judge_head(read(file), fight[-1].hash).state == "BROKEN"


@pytest.mark.parametrize("seat", SEATS)
def test_a_fight_that_was_made_up_whole_is_nobodys_but_its_makers(fight: list[Entry], seat: str | None) -> None:
    """Somebody with a server of his own can play whatever he likes, and sign it: with his key."""
    forged = desk(fight, seat, STRANGER)
    assert not judged(forged).broken
    assert signature(forged, STRANGER) == "PROVEN"
    verdict = judge_signature(read(forged), SIGNER.keys)
    assert verdict.state == "NOT_PROVABLE"
    assert STRANGER.public.id in verdict.detail
    assert SIGNER.public.id in verdict.detail
    forged.header["signature"]["key"] = SIGNER.public.id
    assert signature(forged) == "BROKEN"


def test_another_chain_is_not_taken_for_this_one(fight: list[Entry]) -> None:
    """The first event names the algorithm; one that is not known proves nothing, whatever its hashes are."""
    file = desk(fight, None)
    file.at(1)["public"]["data"]["chain"] = "skald-chain-0/md5"
    report = judged(file.rehashed())
    assert (report.chain.state, report.chain.version) == ("BROKEN", 1)
    assert "skald-chain-0/md5" in report.chain.detail


def test_the_forged_file_has_events_of_every_attacked_kind(fight: list[Entry]) -> None:
    """Of each kind that these tests attack."""
    found = types(fight)
    assert {"DiceRolled", "VitalChanged", "Reverted", "Corrected", "EncounterEnded"} <= set(found)
    assert {"to", "secret", "salt"} <= {name for line in desk(fight, None).lines for name in line}
    assert "digest" in {name for line in desk(fight, "ana").lines for name in line}
