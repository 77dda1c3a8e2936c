"""Nothing is proven that is not so, and whatever was forged is found where it was forged."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import rulebook_of
from engine.service.proof.audit import AuditReport, audit
from engine.service.proof.export import seen_event
from engine.service.proof.verdict import Verdict
from engine.store.chain import seal
from engine.store.port import Entry
from engine.systems.fantasia import Fantasia
from tests.support.fights.played import BOOK, REGISTRY, forged, played, service, stream, versions_of


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended; somebody was hurt in the branch that it took back."""

    def hurt(entries: list[Entry]) -> bool:
        (jump,) = versions_of(entries, "Reverted")
        return any(jump // 3 * 2 < version < jump for version in versions_of(entries, "VitalChanged"))

    return next(entries for seed in range(3, 99) if hurt(entries := stream(seed=seed)))


def states(report: AuditReport) -> list[str]:
    return [verdict.state for verdict in report.verdicts]


# -- what holds
@pytest.mark.parametrize("seed", range(5))
def test_a_seeded_fight_that_has_ended_is_proven_throughout(seed: int) -> None:
    """With a branch taken back, corrections and resumed orders."""
    entries = stream(seed=seed)
    report = audit(REGISTRY, entries, explain=True)
    assert states(report) == ["PROVEN"] * 3, report
    assert report.proven
    assert report.broken_at is None
    assert report.head.version == len(entries)


def test_dice_wait_for_the_end_of_the_fight() -> None:
    assert states(audit(BOOK, stream(ended=False))) == ["PROVEN", "NOT_YET_REVEALED", "PROVEN"]


def test_dice_of_a_given_seed_are_proven_at_any_time() -> None:
    assert audit(BOOK, stream(dice="OPEN", ended=False)).proven
    assert audit(BOOK, stream(dice="OPEN", fork=True)).proven


def test_dice_of_a_given_seed_fall_alike_in_every_fight_that_goes_alike() -> None:
    """Whatever its id."""
    first, second = faces(1), faces(1)
    assert first == second != faces(2)
    assert first


def faces(seed: int) -> list[Any]:
    """What falls in a new fight with open dice, whose orders are the same for the same seed."""

    async def make() -> list[Entry]:
        encounters = service()
        return (await encounters.entries(await played(encounters, dice="OPEN", seed=seed)))[1]

    told = [msgspec.json.decode(entry.secret or entry.public) for entry in asyncio.run(make())]
    return [event["data"]["faces"] for event in told if event["type"] == "DiceRolled"]


def test_typed_dice_cannot_be_proven_but_their_fight_can() -> None:
    report = audit(BOOK, stream(dice="PHYSICAL"), explain=True)
    assert states(report) == ["PROVEN", "NOT_PROVABLE", "PROVEN"], report
    assert "typed by people" in report.dice.detail


@pytest.mark.parametrize("seed", range(4))
def test_of_a_fork_only_its_own_dice_are_proven(seed: int) -> None:
    """Wherever in the parent's orders it began."""
    entries = stream(fork=True, seed=seed)
    report = audit(BOOK, entries, explain=True)
    assert states(report) == ["PROVEN", "NOT_PROVABLE", "PROVEN"], report
    (forked,) = versions_of(entries, "EncounterForked")
    assert report.dice.version is not None
    assert report.dice.version < forked
    assert f"before version {forked}" in report.dice.detail


@pytest.mark.parametrize("seat", ["gm", "ana", "eve", "nobody"])
def test_every_seat_proves_its_own_redacted_fight(fight: list[Entry], seat: str) -> None:
    report = audit(BOOK, [seen_event(entry, seat) for entry in fight])
    assert states(report) == ["PROVEN", "PROVEN", "NOT_PROVABLE"], report


def test_other_rules_prove_nothing_and_break_nothing(fight: list[Entry]) -> None:
    class Later(Fantasia):
        version = Fantasia.version + 1

    later = Rulebook(Later())
    report = audit(later, fight)
    assert report.replay == Verdict("NOT_PROVABLE", 1, rulebook_of(later, Fantasia.version).unplayed)
    assert not report.broken


def test_a_command_under_later_rules_ends_what_can_be_proven(fight: list[Entry]) -> None:
    version = versions_of(fight, "CommandAccepted")[3]
    report = audit(BOOK, forged(fight, version, lambda event: event["data"].update(rules=9)))
    assert report.replay == Verdict("NOT_PROVABLE", version, "recorded under rules 9")


def test_a_system_that_is_not_installed_is_said_so(fight: list[Entry]) -> None:
    report = audit(REGISTRY, forged(fight, 1, lambda event: event["data"].update(system="chess")))
    assert states(report) == ["PROVEN", "NOT_PROVABLE", "NOT_PROVABLE"]
    assert "chess" in report.replay.detail


# -- the chain
def test_an_edited_event_is_located(fight: list[Entry]) -> None:
    edited = [*fight]
    edited[19] = structs.replace(fight[19], public=fight[19].public.replace(b"a", b"e", 1))
    report = audit(BOOK, edited)
    assert (report.chain.state, report.chain.version) == ("BROKEN", 20)
    assert report.broken_at == 20


def test_a_deleted_event_is_located(fight: list[Entry]) -> None:
    report = audit(BOOK, fight[:30] + fight[31:])
    assert [v.version for v in report.verdicts if v.state == "BROKEN"].count(31) >= 2
    assert report.broken_at == 31


def test_exchanged_events_are_located(fight: list[Entry]) -> None:
    report = audit(BOOK, [*fight[:30], fight[31], fight[30], *fight[32:]])
    assert report.chain.version == report.broken_at == 31


def test_an_exchanged_salt_or_secret_is_located(fight: list[Entry]) -> None:
    version = next(entry.version for entry in fight if entry.secret is not None)
    for change in ({"salt": "0" * 32}, {"secret": b"{}"}, {"secret": None, "salt": ""}):
        altered = [*fight]
        altered[version - 1] = structs.replace(fight[version - 1], **change)
        assert audit(BOOK, altered).chain.version == version


def test_a_step_without_its_end_is_located(fight: list[Entry]) -> None:
    cut = versions_of(fight, "CommandEnded")[2] - 1
    report = audit(BOOK, fight[:cut], explain=True)
    assert (report.replay.state, report.replay.version) == ("BROKEN", cut + 1)
    assert "in the middle of a step" in report.replay.detail


def test_no_events_are_no_proof() -> None:
    assert states(audit(REGISTRY, [])) == ["BROKEN"] * 3
    assert states(audit(BOOK, [])) == ["BROKEN"] * 3


# -- dice
def test_a_forged_die_is_located(fight: list[Entry]) -> None:
    def other(event: dict[str, Any]) -> None:
        event["data"]["faces"][0] = event["data"]["faces"][0] % 6 + 1

    for version in versions_of(fight, "DiceRolled")[::5]:
        report = audit(BOOK, forged(fight, version, other))
        assert report.chain.state == "PROVEN"
        assert (report.dice.state, report.dice.version) == ("BROKEN", version)


def test_a_die_that_cannot_be_is_located(fight: list[Entry]) -> None:
    version = versions_of(fight, "DiceRolled")[0]
    for data in ({"faces": [7, 1]}, {"faces": [1]}, {"dice": "two"}):
        report = audit(BOOK, forged(fight, version, lambda event, data=data: event["data"].update(data)))
        assert (report.dice.state, report.dice.version) == ("BROKEN", version)


@pytest.mark.parametrize("secret", ["00" * 32, "", "zz", "é"])
def test_another_secret_than_the_committed_one_is_found(fight: list[Entry], secret: str) -> None:
    report = audit(BOOK, forged(fight, len(fight), lambda event: event["data"].update(diceSecret=secret)))
    assert (report.dice.state, report.dice.version) == ("BROKEN", len(fight))


# -- replay
def test_a_changed_figure_is_located_also_in_a_branch_taken_back(fight: list[Entry]) -> None:
    """The chain is made anew, the dice are right, and still it is found."""
    (jump,) = versions_of(fight, "Reverted")
    changed = versions_of(fight, "VitalChanged")
    assert any(jump // 3 * 2 < version < jump for version in changed)

    def more(event: dict[str, Any]) -> None:
        event["data"]["change"] -= 1

    for version in changed:
        report = audit(BOOK, forged(fight, version, more))
        assert states(report) == ["PROVEN", "PROVEN", "BROKEN"]
        assert report.replay.version == version


def test_a_changed_audience_is_located(fight: list[Entry]) -> None:
    """Who was told is not in the chain, but in the rules."""
    for entry in fight:
        if entry.to is None:
            continue
        for to in (entry.to[1:], (*entry.to, "eve"), ("nobody",)):
            altered = [*fight]
            altered[entry.version - 1] = structs.replace(entry, to=to)
            report = audit(BOOK, altered)
            assert (report.replay.state, report.replay.version) == ("BROKEN", entry.version)


def test_a_public_part_that_says_something_else_is_located(fight: list[Entry]) -> None:
    entry = next(e for e in fight if e.secret is not None and b'"type"' in e.public)
    made, previous = [], ""
    for one in fight:
        public = one.public.replace(b'"side":"', b'"side":"x') if one is entry else one.public
        made.append(seal(previous, one.version, public, secret=one.secret, to=one.to, salt=one.salt))
        previous = made[-1].hash
    report = audit(BOOK, made)
    assert report.replay.version == report.dice.version == entry.version


def test_what_an_order_never_made_is_located(fight: list[Entry]) -> None:
    version = versions_of(fight, "CommandAccepted")[1]
    report = audit(BOOK, forged(fight, version, lambda event: event["data"].update(by="eve")))
    assert (report.replay.state, report.replay.version) == ("BROKEN", version)


def test_details_tell_no_secrets_unless_asked(fight: list[Entry]) -> None:
    version = next(e.version for e in fight if e.secret is not None and e.version > 10)
    altered = forged(
        fight, version, lambda event: event["data"].update(remark="the traitor") if event["data"] else None
    )
    assert "traitor" not in audit(BOOK, altered).replay.detail


# -- hostile input
JUNK = [None, True, -1, 0, 1 << 70, 1.5, "", "x", "é", [], {}, [[]], {"a": {}}, "gm", 3, ["gm"]]


@pytest.mark.parametrize("seed", range(40))
def test_no_forgery_makes_an_audit_fail(fight: list[Entry], seed: int) -> None:
    """Any value anywhere, with a chain made anew: a verdict, and the version it was forged at or a later one."""
    chance = random.Random(seed)
    version = chance.randint(1, len(fight))

    def spoil(event: dict[str, Any]) -> None:
        place = event["data"] if chance.random() < 0.8 and event.get("data") else event
        while True:
            key = chance.choice(list(place))
            if isinstance(place[key], dict) and place[key] and chance.random() < 0.7:
                place = place[key]
                continue
            place[key] = chance.choice(JUNK)
            return

    report = audit(BOOK, forged(fight, version, spoil))
    assert all(v.version is None or v.version >= 1 for v in report.verdicts)


@pytest.mark.parametrize(
    "public",
    [b"", b"{", b"[]", b"null", b"\xff", b'{"version":1}', b"[" * 5000, b'{"version":1,"time":"","type":"DiceRolled"}'],
)
def test_bytes_that_are_no_event_are_broken(fight: list[Entry], public: bytes) -> None:
    for version in (1, 12):
        made, previous = [], ""
        for one in fight:
            body = public if one.version == version else one.public
            made.append(seal(previous, one.version, body, secret=None, to=None, salt=""))
            previous = made[-1].hash
        for rules in (BOOK, REGISTRY):
            report = audit(rules, made)
            assert report.chain.state == ("BROKEN" if version == 1 else "PROVEN"), "the first event names the chain"
            assert report.replay.state == "BROKEN"
            assert report.replay.version is not None
            assert report.replay.version <= version


def test_verdicts_are_plain_data(fight: list[Entry]) -> None:
    report = audit(BOOK, fight)
    assert msgspec.json.decode(msgspec.json.encode(report), type=AuditReport) == report
