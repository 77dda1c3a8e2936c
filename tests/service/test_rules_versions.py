"""A fight plays the rules that it began with, also where a newer game is installed by now; or it says why it cannot."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.authoring.registration import RegistrationError
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.rules_versions import rulebook_of
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.preview import Reads
from engine.kernel.state import events as k
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.pool import rules as pool_rules
from engine.service.proof.audit import audit
from engine.service.proof.audit_replay import replay
from engine.service.proof.export import Export, export_lines, read_export
from engine.service.proof.verification import verify
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.service.writing.importing import import_export
from engine.store.memory import MemoryStore
from tests.support.toys.edition import KEY, Both, First, Newest, Widened, answer, begun, life, strike, upgraded

OLD = "this fight plays version 1 of the rules of Skirmish, and version 2 is installed, which does not play it"
FIRST, BOTH, NEWEST = (Registry([Rulebook(game())]) for game in (First, Both, Newest))


async def exported(service: Encounters, id: str) -> Export:
    """The whole file of a fight."""
    book, entries = await service.entries(id)
    return read_export(io.BytesIO(b"".join(export_lines(entries, book, None))))


async def accepted_rules(service: Encounters, id: str) -> list[int]:
    """By which version each order was played."""
    book, entries = await service.entries(id)
    events = [decode_whole(book, entry).event for entry in entries]
    return [event.rules for event in events if isinstance(event, k.CommandAccepted)]


async def test_an_old_fight_plays_on_after_an_upgrade() -> None:
    """A blow takes one point in it before and after; in a new fight it takes two. Both are proven."""
    store = MemoryStore()
    before = upgraded(store, First())
    old = await begun(before)
    await strike(before, old)
    assert await life(before, old) == 8
    after = upgraded(store, Both())
    new = await begun(after)
    for id in (old, new):
        await strike(after, id)
    assert (await life(after, old), await life(after, new)) == (7, 7)
    assert await accepted_rules(after, old) == [1] * 5
    assert await accepted_rules(after, new) == [2] * 3
    for id in (old, new):
        assert (await after.audit(id)).replay.state == "PROVEN"
        assert verify(BOTH, await exported(after, id)).report.replay.state == "PROVEN"


async def test_a_question_that_was_open_is_answered_by_the_old_rules() -> None:
    """The die falls behind the answer, as version 1 has it."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    await strike(before, id, answered=False)
    after = upgraded(store, Both())
    await answer(after, id)
    book, entries = await after.entries(id)
    made = [type(decode_whole(book, entry).event) for entry in entries]
    assert made.index(k.DecisionAnswered) < made.index(k.DiceRolled)
    assert (await after.audit(id)).replay.state == "PROVEN"


async def test_a_long_old_fight_is_loaded_from_a_snapshot_of_its_rules() -> None:
    """And one of today's is not mistaken for it."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    while (await before.view(id, "gm")).version < 130:
        for seat, who in (("ana", "ada"), ("ben", "bo")):
            await before.submit(id, seat, {KEY: {"rest": {"combatant": who}}})
    for game in (Newest(), Both()):
        later = upgraded(store, game)
        assert (await later.view(id, "ana")).book.system.version == (2 if isinstance(game, Newest) else 1)
    await strike(later, id)
    assert await life(upgraded(store, Both()), id) == 8


async def test_rules_that_are_gone_are_read_and_refused_in_words() -> None:
    """Seats watch the fight and take it with them; orders, answers, previews, rulings name both versions."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    await strike(before, id)
    await strike(before, id, answered=False)
    after = upgraded(store, Newest())
    view = await after.view(id, "ana")
    assert (view.book.rules, view.book.unplayed.partition(":")[0]) == (1, OLD)
    assert len(await after.seen_events(id, "ana", 1, view.version)) == view.version
    (asked,) = view.position.state.fight.window.asked  # type: ignore[union-attr]
    rest = {KEY: {"rest": {"combatant": "ada"}}}
    correct = {"gm": {"correct": {"path": "combatants.bo.vitals.life.now", "value": 1}}}
    reads: Reads = lambda body: body  # type: ignore[assignment,misc]  # noqa: E731
    for refused in (
        after.submit(id, "ana", rest),
        after.submit(id, "gm", correct),
        after.submit(id, "gm", {"gm": {"revert": {"to": 3}}}),
        after.submit(id, "ana", {"table": {"takeBack": {"to": 4}}}),
        after.answer(id, "ben", asked.decision, Choice("no")),
        after.preview(id, "ana", rest, locale="en", reads=reads),
        after.fork(id, "gm", view.version),
    ):
        with pytest.raises(RuleRefusal) as caught:
            await refused
        assert caught.value.code == "OUTDATED"
        assert caught.value.reason.startswith(OLD)
    await after.submit(id, "gm", {"gm": {"end": {"reason": "the rules are gone"}}})
    report = await after.audit(id)
    assert (report.chain.state, report.dice.state) == ("PROVEN", "PROVEN")
    assert (report.replay.state, report.replay.version) == ("NOT_PROVABLE", 1)
    assert report.replay.detail.startswith(OLD)


async def test_bots_and_silence_do_nothing_where_rules_are_gone() -> None:
    """They are not even scheduled."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before, bot="GREEDY")
    await before.submit(id, "ana", {KEY: {"rest": {"combatant": "ada"}}})
    assert [due.encounter for due in await store.scheduled()] == [id]
    for due in await store.scheduled():
        await store.unschedule(due)
    for game, waits in ((Newest(), []), (Both(), [id])):
        after = upgraded(store, game)
        await after._put_back()
        assert [due.encounter for due in await store.scheduled()] == waits


@pytest.mark.parametrize("game", [Both(), Newest()], ids=["both", "newest"])
async def test_a_fork_plays_todays_rules_where_that_is_wanted(game: Both) -> None:
    """From there on; what it has taken over is proven by the rules of then, as far as they are played."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    await strike(before, id)
    after = upgraded(store, game)
    at = (await after.view(id, "gm")).version
    fork = (await after.fork(id, "gm", at, todays_rules=True)).id
    await strike(after, fork)
    assert await life(after, fork) == 6
    again = upgraded(store, game)
    await strike(again, fork)
    assert await life(again, fork) == 4
    assert await accepted_rules(again, fork) == [1] * 3 + [2] * 4
    replay = (await again.audit(fork)).replay
    assert replay.state == ("NOT_PROVABLE" if isinstance(game, Newest) else "PROVEN"), replay
    assert verify(BOTH, await exported(again, fork)).report.replay.state == "PROVEN"


async def test_a_fork_from_before_the_rules_changed_plays_the_rules_of_then() -> None:
    """A fork of the fork, from a version that its parent's rules have played."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    at = (await before.view(id, "gm")).version
    after = upgraded(store, Both())
    newer = (await after.fork(id, "gm", at, todays_rules=True)).id
    kept = (await after.fork(newer, "gm", at)).id
    later = (await after.fork(newer, "gm", at + 1)).id
    for fork, left in ((kept, 8), (later, 7)):
        await strike(after, fork)
        assert await life(after, fork) == left
        assert (await after.audit(fork)).replay.state == "PROVEN"


async def test_a_fork_under_todays_rules_stands_where_no_order_is_open() -> None:
    """Version 2 rolls before it asks: such an order could never be played on."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    at = (await before.view(id, "gm")).version
    await strike(before, id, answered=False)
    after = upgraded(store, Newest())
    await after.fork(id, "gm", at, todays_rules=True)
    with pytest.raises(RuleRefusal, match=f"an order is open that other rules play: fork at version {at}") as caught:
        await after.fork(id, "gm", at + 2, todays_rules=True)
    assert (caught.value.code, caught.value.field) == ("NOT_LEGAL", "at")


async def test_a_forged_fork_back_to_older_rules_is_broken() -> None:
    """A fight goes from older rules to later ones, never back."""
    store = MemoryStore()
    service = upgraded(store, Both())
    id = await begun(service)
    fork = (await service.fork(id, "gm", (await service.view(id, "gm")).version)).id
    book, entries = await service.entries(fork)
    recorded = [decode_whole(book, entry) for entry in entries]
    for number, one in enumerate(recorded):
        if isinstance(one.event, k.EncounterForked):
            event = structs.replace(one.event, new_rules=1)
            recorded[number] = structs.replace(one, draft=structs.replace(one.draft, event=event))
    verdict = replay(book, recorded, progress=lambda events: None).verdict
    assert verdict.state == "BROKEN"
    assert "no later than" in verdict.detail


async def test_a_file_of_older_rules_is_imported() -> None:
    """A running one as a fork that plays them on, or is only read; one that has ended as itself."""
    store = MemoryStore()
    before = upgraded(store, First())
    id = await begun(before)
    await strike(before, id)
    running = await exported(before, id)
    elsewhere = MemoryStore()
    done = await import_export(elsewhere, BOTH, running)
    service = upgraded(elsewhere, Both())
    await strike(service, done.encounter)
    assert await life(service, done.encounter) == 7
    unplayed = MemoryStore()
    read = upgraded(unplayed, Newest())
    fork = (await import_export(unplayed, NEWEST, running)).encounter
    assert (await read.view(fork, "ana")).book.unplayed.startswith(OLD)
    assert await life(read, (await read.fork(fork, "gm", 8, todays_rules=True)).id) == 9
    await before.submit(id, "gm", {"gm": {"end": {"reason": "tea"}}})
    ended = await exported(before, id)
    assert verify(NEWEST, ended).finding == "CONSISTENT"
    assert not (await import_export(MemoryStore(), NEWEST, ended)).forked


async def test_a_file_of_rules_that_are_not_written_yet_is_told_as_such() -> None:
    """Today's game is older than the file; so it is asked for nothing."""
    store = MemoryStore()
    service = upgraded(store, Newest())
    id = await begun(service)
    _, entries = await service.entries(id)
    report = audit(FIRST, entries)
    assert report.replay.state == "NOT_PROVABLE"
    assert "version 2 of the rules of Skirmish, and version 1 is installed" in report.replay.detail
    assert "fork" not in report.replay.detail
    assert (await upgraded(store, First()).view(id, "gm")).book.unplayed


def test_jobs_of_the_pool_play_the_rules_that_they_were_sent_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's, older ones, and those that are only read."""
    for registry in (BOTH, NEWEST):
        monkeypatch.setattr(pool_rules, "installed", lambda registry=registry: registry)
        for version in (1, 2, 3):
            book: Rulebook[Any] = rulebook_of(registry.book(KEY), version)
            assert pool_rules.book_of(pool_rules.rules_of(book)) is book


def test_an_older_version_has_the_contract_of_todays() -> None:
    """An order that only the older one knows is refused at registration, with what to do."""
    with pytest.raises(RegistrationError, match="keep Leave among its orders"):
        Rulebook(Widened())
