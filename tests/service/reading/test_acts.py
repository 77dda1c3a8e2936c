"""Acts and weights of events: what a log folds together, and what it leaves out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as k
from engine.kernel.structs.messages import Event, Recorded
from engine.service.encounters import Encounters
from engine.service.proof.export import read_export
from engine.service.reading.acts import Acts, needed_from
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import new_fight

REGISTRY = Registry.installed()
FIGHTS = sorted((Path(__file__).parents[2] / "recordings" / "fights").iterdir())


def seen_by(path: Path, seat: str) -> list[Recorded]:
    """A recorded fight as a seat sees it."""
    with path.open("rb") as file:
        export = read_export(file)
    book = REGISTRY.book(export.header.system)
    found = []
    for one in export.events:
        secret = one.secret if one.secret is not None and seat in (one.to or ()) else None
        found.append(book.codec.decode(secret or one.public))
    return found


def acts_of(events: Sequence[Recorded], before: Sequence[Recorded] = ()) -> list[int]:
    acts = Acts(before)
    return [acts.act_of(one) for one in events]


# -- laws over whole fights
@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["gm", "ana", "nobody"])
def test_an_act_names_what_its_reader_sees(path: Path, seat: str) -> None:
    """The first event of it that the seat sees: itself an act's beginning, and never a Hidden."""
    events = seen_by(path, seat)
    acts = acts_of(events)
    for one, act in zip(events, acts, strict=True):
        assert act <= one.version
        assert acts[act - 1] == act, one.version
        if isinstance(one.event, k.Hidden):
            assert act == one.version
        else:
            assert not isinstance(events[act - 1].event, k.Hidden), one.version
    if seat == "gm":
        assert len(set(acts)) * 2 < len(acts), "an act folds its details in"


@pytest.mark.parametrize("path", FIGHTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("seat", ["gm", "nobody"])
def test_a_page_tells_the_acts_of_the_whole(path: Path, seat: str) -> None:
    """From wherever it begins, with the events that it asks for and no more."""
    events, chance = seen_by(path, seat), random.Random(path.stem)
    acts, asked = acts_of(events), 0
    for start in chance.sample(range(1, len(events)), min(60, len(events) - 1)):
        page = events[start : start + chance.randint(1, 30)]
        first = needed_from(page)
        before = events[first - 1 : start] if first is not None else []
        asked += len(before)
        assert acts_of(page, before) == acts[start : start + len(page)], start
    assert asked < 60 * len(events) / 2


def test_an_order_and_each_answer_begin_an_act() -> None:
    """What they bring about belongs to them; so does the passage to a new round to itself."""
    for path in FIGHTS:
        events = seen_by(path, "gm")
        for one, act in zip(events, acts_of(events), strict=True):
            begins = isinstance(one.event, (k.CommandAccepted, k.RoundBegan, k.DecisionAnswered))
            if begins:
                assert act == one.version, (path.stem, one.version)
            elif not one.foreign and not isinstance(events[act - 1].event, (k.Reverted, k.EncounterForked)):
                first = events[act - 1]
                assert first.draft.command == one.draft.command, (path.stem, one.version)
                answers = (k.CommandAccepted, k.RoundBegan, k.DecisionAnswered, k.DiceRolled, k.Drawn)
                assert isinstance(first.event, answers), (path.stem, one.version)


def test_typed_dice_answer() -> None:
    """The roll that was asked for begins an act, as an answer does."""
    events = seen_by(next(path for path in FIGHTS if path.stem == "typed_dice"), "gm")
    acts, typed = acts_of(events), 0
    for before, one, act in zip(events, events[1:], acts[1:], strict=False):
        if isinstance(before.event, k.DecisionOpened) and before.event.kind == "Roll":
            assert isinstance(one.event, (k.DiceRolled, k.Drawn))
            assert act == one.version
            typed += 1
    assert typed > 10


# -- facts of the table
async def told(service: Encounters, fight: str, seat: str) -> dict[int, tuple[Event, int]]:
    """Version -> the event as a seat sees it, and its act."""
    head = (await service.view(fight, "gm")).version
    seen = [one.recorded for one in await service.seen_events(fight, seat, 1, head)]
    return {one.version: (one.event, act) for one, act in zip(seen, acts_of(seen), strict=True)}


async def began() -> tuple[Encounters, str]:
    service = Encounters(MemoryStore(), REGISTRY)
    fight = (await service.create(new_fight())).id
    return service, fight


async def test_a_fight_is_created_in_one_act() -> None:
    service, fight = await began()
    assert {act for _, act in (await told(service, fight, "ana")).values()} == {1}


async def test_what_follows_from_a_correction_belongs_to_it() -> None:
    """Also for those from whom the correction itself is hidden: then with the first thing that they see."""
    service, fight = await began()
    correct: dict[str, Any] = {"path": "combatants.goblin.vitals.hp.now", "value": 0}
    done = await service.submit(fight, "gm", {"gm": {"correct": correct}})
    for seat in ("gm", "eve"):
        events = await told(service, fight, seat)
        acts = [events[version][1] for version in range(done.first, done.last + 1)]
        assert done.last > done.first
        assert acts == [done.first] * len(acts), seat


async def test_a_note_between_question_and_answer_is_an_act_of_its_own() -> None:
    """And the order goes on as if it had not been written."""
    service, fight = await began()
    opened = await service.submit(fight, "gm", {"fantasia": {"begin": {}}})
    noted = await service.submit(fight, "gm", {"gm": {"note": {"note": "so"}}})
    asked = opened.view.seen.fight.window.asked[0]
    answered = await service.answer(fight, "gm", asked.decision, Choice(asked.default))
    for seat in ("gm", "eve"):
        events = await told(service, fight, seat)
        assert events[noted.first][1] == noted.first, seat
        assert events[answered.first][1] == answered.first, seat
        assert events[answered.last][1] >= answered.first, seat


async def test_what_is_played_on_belongs_to_the_revert() -> None:
    """Where it lands in the middle of an order."""
    service, fight = await began()
    await service.submit(fight, "gm", {"gm": {"setPolicy": {"kind": "GroupInitiative", "asked": False}}})
    begun = await service.submit(fight, "gm", {"fantasia": {"begin": {}}})
    inside = begun.first + 3
    back = await service.submit(fight, "gm", {"gm": {"revert": {"to": inside}}})
    assert back.last > back.first
    events = await told(service, fight, "gm")
    assert events[back.first + 1][1] == back.first


# -- weights
def _declared(cls: type[Event]) -> bool:
    return any("weight" in base.__dict__ for base in cls.__mro__ if base is not Event)


def test_every_event_says_how_much_it_matters() -> None:
    """Of the kernel and of every installed system; a Hidden is bookkeeping always."""
    for book in REGISTRY.books.values():
        assert [cls.__name__ for cls in book.events if not _declared(cls)] == []
        assert {cls.weight for cls in book.events} == {"HEADLINE", "DETAIL", "BOOKKEEPING"}
    assert k.Hidden.weight == "BOOKKEEPING"


def test_a_log_leaves_out_what_is_counted() -> None:
    """Of the recorded fights a third is bookkeeping, and every act of the rules has something to be read."""
    lines: Counter[str] = Counter()
    for path in FIGHTS:
        events = seen_by(path, "gm")
        acts: dict[int, set[str]] = {}
        for one, act in zip(events, acts_of(events), strict=True):
            lines[one.event.weight] += 1
            acts.setdefault(act, set()).add(one.event.weight)
        assert all(act == 1 or weights != {"BOOKKEEPING"} for act, weights in acts.items()), path.stem
    assert lines["BOOKKEEPING"] > sum(lines.values()) / 4
    assert lines["HEADLINE"] < sum(lines.values()) / 2
