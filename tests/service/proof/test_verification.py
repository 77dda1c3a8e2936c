"""What a file is: broken, consistent, signed by a key, or going through a head that somebody kept.

Here are forgeries by somebody without a key, who makes all hashes anew. What is wrong in itself is broken; what is not
is consistent, and never called more than that.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from engine.service import clock
from engine.service.proof.export import export_lines, read_export
from engine.service.proof.signing import Signer
from engine.service.proof.verification import Verification, verify
from engine.service.writing.importing import ImportRefused, import_export
from engine.store.chain import digest, link, seal
from engine.store.memory import MemoryStore
from engine.store.port import Entry, Head
from tests.support.contract.mutations import line_of
from tests.support.fights.fights import new_fight
from tests.support.fights.played import BOOK, REGISTRY, forged, service, stream, versions_of

SIGNER = Signer(bytes(range(32)))
BEGIN = {"fantasia": {"begin": {}}}


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended."""
    return stream(seed=3)


def found(entries: list[Entry], seat: str | None = None, **given: Any) -> Verification:
    """Of the file that these entries make, with a signature of their head only where it is given."""
    return verify(REGISTRY, read_export(io.BytesIO(b"".join(export_lines(entries, BOOK, seat)))), **given)


def signed(entries: list[Entry], **given: Any) -> Verification:
    file = b"".join(export_lines(entries, BOOK, None, SIGNER.sign))
    return verify(REGISTRY, read_export(io.BytesIO(file)), **given)


# -- the three findings
def test_nothing_wrong_is_consistent_and_no_more(fight: list[Entry]) -> None:
    """However much is proven, and whatever signature it carries: nobody was asked to vouch for it."""
    for one in (found(fight), signed(fight), found(fight, "ana"), found(stream(seed=3, ended=False))):
        assert (one.finding, one.broken_at, one.signed, one.kept) == ("CONSISTENT", None, False, None)
    assert found(fight).unproven == ()
    assert found(fight, "ana").unproven == ("replay",)


def test_a_signature_is_one_of_a_key_that_was_given(fight: list[Entry]) -> None:
    assert signed(fight, keys=SIGNER.keys).finding == "SIGNED"
    assert signed(fight, keys=Signer(bytes(32)).keys).finding == "CONSISTENT"
    assert found(fight, keys=SIGNER.keys).finding == "CONSISTENT"


def test_a_head_vouches_for_what_is_before_it(fight: list[Entry]) -> None:
    one = found(fight, head=fight[40].hash)
    assert (one.finding, one.kept) == ("KEPT", 41)
    other = [*fight[:41], *forged(fight, 60, lambda event: event.update(rule="X"))[41:]]
    assert [entry.hash for entry in other[:41]] == [entry.hash for entry in fight[:41]]
    assert found(other, head=fight[40].hash).finding == "BROKEN"  # the rules; had they not seen it, kept is 41 only
    assert found(fight, head="0" * 64).finding == "BROKEN"
    assert signed(fight, keys=SIGNER.keys, head=fight[40].hash).finding == "SIGNED"


# -- forged without a key
def test_an_end_put_back_on_a_cut_fight_is_consistent(fight: list[Entry]) -> None:
    """The last steps are cut off, and the game master ends the fight there, with its true secrets. Nothing is wrong
    with that, for he could have done so: only a signature, or a head from behind the cut, knows better."""
    times = [msgspec.json.decode(entry.public)["time"] for entry in fight]
    accepted = versions_of(fight, "CommandAccepted")[-3]
    assert times[accepted - 2] != times[accepted - 1]
    end = msgspec.json.decode(fight[-1].public) | {"version": accepted}
    secret = None if fight[-1].secret is None else msgspec.json.decode(fight[-1].secret) | {"version": accepted}
    last = seal(
        fight[accepted - 2].hash,
        accepted,
        msgspec.json.encode(end, order="sorted"),
        secret=None if secret is None else msgspec.json.encode(secret, order="sorted"),
        to=fight[-1].to,
        salt=fight[-1].salt,
    )
    cut = [*fight[: accepted - 1], last]
    one = found(cut)
    assert (one.finding, one.unproven) == ("CONSISTENT", ()), one
    assert found(cut, head=fight[-1].hash).finding == "BROKEN"
    assert found(cut, head=fight[10].hash).kept == 11
    file = b"".join(export_lines(cut, BOOK, None, lambda encounter, head: SIGNER.sign(encounter, heads(fight))))
    assert verify(REGISTRY, read_export(io.BytesIO(file)), keys=SIGNER.keys).finding == "BROKEN"


def heads(entries: list[Entry]) -> Head:
    return Head(entries[-1].version, entries[-1].hash)


def test_a_forged_default_without_a_deadline_is_found(fight: list[Entry]) -> None:
    """Somebody's answer is made the default that nobody chose: he never had a deadline."""
    tried = 0
    for version in versions_of(fight, "DecisionAnswered"):
        event = msgspec.json.decode(fight[version - 1].secret or fight[version - 1].public)
        if event["data"]["how"] not in ("HAND", "GM"):
            continue

        def silent(event: dict[str, Any]) -> None:
            if "data" in event:
                event["data"]["how"] = "DEADLINE"
                event["seat"] = None

        one = found(forged(fight, version, silent))
        assert (one.finding, one.broken_at) == ("BROKEN", version)
        tried += 1
    assert tried


async def overdue() -> tuple[list[Entry], int]:
    """A fight in which a deadline of ten seconds took the default, and the version of that."""
    encounters = service()
    made = await encounters.create(new_fight())
    policy = {"kind": "GroupInitiative", "deadline": 10}
    await encounters.submit(made.id, "gm", {"gm": {"setPolicy": policy}})
    done = await encounters.submit(made.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    later = clock.now_ms() + 10_500
    with patch.object(clock, "now_ms", lambda: later):
        stopping = asyncio.Event()
        loop = asyncio.create_task(encounters.run_deadlines(stopping))
        while (await encounters.view(made.id, "gm")).version == done.view.version:  # noqa: ASYNC110 (in memory nobody is told)
            await asyncio.sleep(0)
        stopping.set()
        await loop
    entries = (await encounters.entries(made.id))[1]
    (answered,) = versions_of(entries, "DecisionAnswered")
    return entries, answered


async def test_a_forged_default_before_its_deadline_is_found() -> None:
    """The default of a deadline that had not come; as it was recorded it is fine."""
    entries, answered = await overdue()
    assert found(entries).finding == "CONSISTENT"
    event = msgspec.json.decode(entries[answered - 1].public)
    early = clock.format_ms(clock.parse_ms(event["time"]) - 1000)
    for version in range(answered, len(entries) + 1):
        if msgspec.json.decode(entries[version - 1].public)["time"] == event["time"]:
            entries = forged(entries, version, lambda one: one.update(time=early))
    one = found(entries)
    assert (one.finding, one.broken_at) == ("BROKEN", answered)
    assert "before its deadline" in one.report.replay.detail


TIMES: dict[str, Callable[[str], str]] = {
    "backwards": lambda _: "2001-01-01T00:00:00.000Z",
    "another form": lambda time: time[:-5] + "Z",
    "no time": lambda _: "yesterday",
    "another zone": lambda time: time[:-1] + "+00:00",
    "a month that is none": lambda _: "2026-13-01T00:00:00.000Z",
    "to come": lambda _: "9999-12-31T23:59:59.999Z",
}


@pytest.mark.parametrize("seat", [None, "ana"])
@pytest.mark.parametrize("what", TIMES)
def test_verify_refuses_the_times_that_import_refuses(fight: list[Entry], what: str, seat: str | None) -> None:
    """Whatever `import` refuses for its times is broken for `verify` too, at the same version; a player's file also."""
    last = len(fight)
    other = forged(fight, last, lambda event: event.update(time=TIMES[what](event["time"])))
    file = read_export(io.BytesIO(b"".join(export_lines(other, BOOK, None))))
    with pytest.raises(ImportRefused, match=rf"version {last}"):
        asyncio.run(import_export(MemoryStore(), REGISTRY, file))
    one = found(other, seat)
    assert (one.finding, one.broken_at) == ("BROKEN", last)


def test_a_withheld_member_laid_open(fight: list[Entry]) -> None:
    """The public part tells a player what only others may know: in the whole file, and in his own."""
    laid = 0
    for entry in fight:
        if entry.secret is None or b'"type"' not in entry.public:
            continue
        shown, all_of_it = msgspec.json.decode(entry.public), msgspec.json.decode(entry.secret)
        for name in [n for n, v in shown["data"].items() if v is None and all_of_it["data"][n] is not None]:
            told = {**shown, "data": {**shown["data"], name: all_of_it["data"][name]}}
            for seat in (None, "gm", "eve"):
                assert rewritten(fight, entry.version, told, seat).broken_at == entry.version
            laid += 1
    assert laid


def test_a_member_withheld_that_everybody_knows(fight: list[Entry]) -> None:
    """The other way round: outsiders are told less than they were."""
    entry = next(e for e in fight if e.secret is not None and b'"type":"CombatantJoined"' in e.public)
    shown = msgspec.json.decode(entry.public)
    told = [name for name, value in shown["data"].items() if value is not None]
    assert told
    for name in told:
        for seat in (None, "gm"):
            less = {**shown, "data": {**shown["data"], name: None}}
            assert rewritten(fight, entry.version, less, seat).broken_at == entry.version, name


def test_a_member_that_no_such_event_has(fight: list[Entry]) -> None:
    """A lie that the rules do not look at is a lie."""
    for version in (2, 9, len(fight)):
        for place in ("data", None):

            def more(event: dict[str, Any], place: str | None = place) -> None:
                if "data" in event:
                    (event["data"] if place else event)["aside"] = "Ana cheated"

            one = found(forged(fight, version, more))
            assert (one.finding, one.broken_at) == ("BROKEN", version)


def rewritten(fight: list[Entry], version: int, public: dict[str, Any], seat: str | None) -> Verification:
    """A seat's file with another public part at a version, its hashes made anew."""
    lines = [msgspec.json.decode(line) for line in export_lines(fight, BOOK, seat)]
    lines[version]["public"] = public
    previous = ""
    for line in lines[1:]:
        secret = line.get("secret")
        hidden = line.get("digest") or digest(
            line.get("salt", ""), None if secret is None else msgspec.json.encode(secret, order="sorted")
        )
        previous = line["hash"] = link(previous, msgspec.json.encode(line["public"], order="sorted"), hidden)
    lines[0]["hash"] = previous
    return verify(REGISTRY, read_export(io.BytesIO(b"".join(map(line_of, lines)))))
