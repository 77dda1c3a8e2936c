"""Mixed dice are proven as far as they are the server's, and no roll changes hands unnoticed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.kernel.state.typed_by import TypedBy
from engine.service.proof.audit import AuditReport, audit
from engine.service.proof.audit_dice import FaceCount
from engine.service.proof.export import seen_event
from engine.store.port import Entry
from tests.support.fights.played import BOOK, REGISTRY, forged, stream, versions_of

ANA = TypedBy(seats=("ana",))


@pytest.fixture(scope="module")
def fight() -> list[Entry]:
    """A seeded fight that has ended, in which Ana typed and others were rolled for."""
    return next(
        entries for seed in range(1, 99) if _both(entries := stream(seed=seed, typed_by=ANA)) and _counted(entries)
    )


def _both(entries: list[Entry]) -> bool:
    return bool(typed(entries)) and bool(servers(entries))


def _counted(entries: list[Entry]) -> bool:
    """Somebody else than Ana was rolled for in a test that somebody else might have typed."""
    return any(one["by"] in ("goblin", "gobbo", "ogre", "vivi") for one in rolls(entries).values())


def rolls(entries: list[Entry]) -> dict[int, dict[str, Any]]:
    """Version -> what was rolled."""
    return {
        version: msgspec.json.decode(entries[version - 1].secret or entries[version - 1].public)["data"]
        for version in versions_of(entries, "DiceRolled")
    }


def typed(entries: list[Entry]) -> list[int]:
    return [version for version, roll in rolls(entries).items() if roll["typed"]]


def servers(entries: list[Entry]) -> list[int]:
    return [version for version, roll in rolls(entries).items() if roll["typed"] is None]


def states(report: AuditReport) -> list[str]:
    return [verdict.state for verdict in report.verdicts]


def broken(report: AuditReport) -> tuple[Any, Any]:
    """Where dice, and where replay break; None: they do not."""
    where = [v.version if v.state == "BROKEN" else None for v in (report.dice, report.replay)]
    return where[0], where[1]


# -- what holds
@pytest.mark.parametrize(
    "typed_by", [ANA, TypedBy(sides=("foes",)), TypedBy(seats=("gm", "ben"), sides=("heroes",))], ids=str
)
def test_a_mixed_fight_is_proven_as_far_as_it_is_the_servers(typed_by: TypedBy) -> None:
    """The verdict counts faces that everybody sees, those that follow from the secret and those typed."""
    entries = stream(typed_by=typed_by)
    report = audit(REGISTRY, entries, explain=True)
    assert states(report) == ["PROVEN"] * 3, report
    shown = {v: roll for v, roll in rolls(entries).items() if b'"type"' in entries[v - 1].public}
    people = sum(len(roll["faces"]) for roll in shown.values() if roll["typed"])
    assert report.faces == FaceCount(sum(len(roll["faces"]) for roll in shown.values()) - people, people)
    assert people
    assert f"typed by people ({people} faces)" in report.dice.detail


def test_before_the_end_its_dice_are_not_proven() -> None:
    report = audit(BOOK, stream(typed_by=ANA, ended=False), explain=True)
    assert states(report) == ["PROVEN", "NOT_YET_REVEALED", "PROVEN"], report


@pytest.mark.parametrize("dice", ["SEEDED", "OPEN"])
def test_a_fork_keeps_who_types(dice: Any) -> None:
    def grown(entries: list[Entry]) -> bool:
        (forked,) = versions_of(entries, "EncounterForked")
        return any(version > forked for version in typed(entries))

    heroes = TypedBy(sides=("heroes",))
    made = (stream(dice=dice, fork=True, typed_by=heroes, seed=seed) for seed in range(1, 99))
    report = audit(BOOK, next(entries for entries in made if grown(entries)), explain=True)
    assert states(report) == ["PROVEN", "PROVEN" if dice == "OPEN" else "NOT_PROVABLE", "PROVEN"], report


@pytest.mark.parametrize("seat", ["gm", "ana", "eve", "nobody"])
def test_every_seat_proves_its_own_redacted_fight(fight: list[Entry], seat: str) -> None:
    report = audit(BOOK, [seen_event(entry, seat) for entry in fight])
    assert states(report) == ["PROVEN", "PROVEN", "NOT_PROVABLE"], report
    assert report.faces == audit(BOOK, fight).faces


# -- what was forged
def test_a_roll_of_the_servers_is_not_passed_off_as_typed(fight: list[Entry]) -> None:
    """Whatever faces it is given: the rules have the server make it."""
    for version in servers(fight):

        def better(event: dict[str, Any]) -> None:
            event["data"].update(typed=True, faces=[6] * len(event["data"]["faces"]))

        report = audit(BOOK, forged(fight, version, better))
        assert report.chain.state == "PROVEN"
        assert broken(report)[1] == version


def test_a_typed_roll_is_not_passed_off_as_the_servers(fight: list[Entry]) -> None:
    """The secret gives other faces; and where it gave the same the rules would still ask for them."""
    for version in typed(fight):
        report = audit(BOOK, forged(fight, version, lambda event: event["data"].update(typed=None)))
        assert broken(report)[1] == version
    assert broken(report)[0] == version


def test_a_roll_is_typed_or_says_nothing(fight: list[Entry]) -> None:
    version = servers(fight)[0]
    report = audit(BOOK, forged(fight, version, lambda event: event["data"].update(typed=False)))
    assert broken(report) == (version, version)


def test_another_list_of_who_types_does_not_fit_what_fell(fight: list[Entry]) -> None:
    """Nobody, or more than did: at the first event, or at the first roll that would have been the others'."""

    def listed(**who: Any) -> AuditReport:
        more = {"seats": [], "sides": [], **who}
        return audit(BOOK, forged(fight, 1, lambda event: event["data"].update(typedBy=more)))

    asked = [version for version, data in _asked(fight).items() if data["kind"] == "Roll"]
    assert broken(listed()) == (typed(fight)[0], asked[0])
    assert broken(listed(seats=["ben"]))[1] in (asked[0], *servers(fight))
    assert broken(listed(seats=["ana"], sides=["foes"]))[1] in (asked[0], *servers(fight))
    for wrong in ({"seats": ["zoe"]}, {"seats": ["ana", "ana"]}, {"sides": ["zombies"]}, {"seats": ["eve"]}):
        assert broken(listed(**wrong))[1] == 1


def _asked(entries: list[Entry]) -> dict[int, dict[str, Any]]:
    return {
        version: msgspec.json.decode(entries[version - 1].secret or entries[version - 1].public)["data"]
        for version in versions_of(entries, "DecisionOpened")
    }


@pytest.mark.parametrize("dice", ["SEEDED", "PHYSICAL"])
def test_where_nobody_is_listed_no_roll_says_that_it_was_typed(dice: Any) -> None:
    """Also in what a seat got of a fight, which cannot be replayed."""
    entries = stream(dice=dice)
    version = versions_of(entries, "DiceRolled")[0]
    altered = forged(entries, version, lambda event: event["data"].update(typed=True))
    assert broken(audit(BOOK, altered)) == (version, version)
    assert broken(audit(BOOK, [seen_event(entry, "ana") for entry in altered])) == (version, None)


def test_with_dice_all_typed_nobody_is_listed() -> None:
    entries = stream(dice="PHYSICAL")
    more = {"seats": ["ana"], "sides": []}
    assert broken(audit(BOOK, forged(entries, 1, lambda event: event["data"].update(typedBy=more))))[1] == 1


def test_a_side_is_withheld_or_told_as_it_has_to_be(fight: list[Entry]) -> None:
    """A file that withholds a side everybody knows is none of a server's."""
    entries = stream(typed_by=TypedBy(sides=("foes",)))

    def withheld(event: dict[str, Any]) -> None:
        event["data"].update(typedBy={"seats": [], "sides": []}, withheldTypedSides=["foes"])

    assert broken(audit(BOOK, forged(entries, 1, withheld)))[1] == 1


def test_an_old_stream_without_these_fields_reads_as_one_where_nobody_types() -> None:
    """Events written before there were mixed dice."""
    entries = stream()

    def older(event: dict[str, Any]) -> None:
        event["data"].pop("typedBy", None)
        event["data"].pop("withheldTypedSides", None)
        event["data"].pop("typed", None)

    for version in (1, *versions_of(entries, "DiceRolled")):
        entries = forged(entries, version, older)
    assert b"typed" not in entries[0].public
    assert states(audit(BOOK, entries, explain=True)) == ["PROVEN"] * 3
