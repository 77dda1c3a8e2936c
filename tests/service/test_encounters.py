"""The service over a real store: races, keys, jumps, forks, snapshots, physical dice."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.position import with_dice_seen
from engine.kernel.state.events import CombatantJoined, DiceRolled, EncounterForked, Reverted
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.reading.views import FightView, StepResult, UnknownEncounter
from engine.service.registry import Registry
from engine.store.port import ExpectedVersionConflict, KeyReused, Store
from tests.support.fights.fights import new_fight

BEGIN = {"fantasia": {"begin": {}}}


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry)


async def begun(service: Encounters, **more: Any) -> FightView:
    """A fight whose first turn has begun: every question on the way takes its default."""
    made = await service.create(new_fight(**more))
    return await settled(service, await service.submit(made.id, "gm", BEGIN))


async def settled(service: Encounters, done: StepResult) -> FightView:
    """Answer by default until no decision is open."""
    view = done.view
    while window := view.position.state.fight.window:
        asked = next(a for a in window.asked if not a.answered)
        view = (await service.answer(view.id, "gm", asked.decision, Choice(asked.default))).view
    return view


def end_turn(view: FightView) -> dict[str, Any]:
    return {"fantasia": {"endTurn": {"combatant": view.position.state.fight.acting[0]}}}


async def test_a_created_fight_is_read_back_as_it_was(service: Encounters) -> None:
    """Creation appends the first step; what is read is what was made."""
    made = await service.create(new_fight())
    assert made.version == 7
    again = await service.view(made.id, "gm")
    assert again.position == made.position
    assert again.head == made.head
    told = await service.seen_events(made.id, "gm", 1, 100)
    assert [type(t.recorded.event).__name__ for t in told] == ["EncounterCreated", *["CombatantJoined"] * 6]


async def test_an_opponents_sheet_is_withheld(service: Encounters) -> None:
    """A player learns that somebody joined, not his figures; his own he sees."""
    made = await service.create(new_fight())
    events = [t.recorded.event for t in await service.seen_events(made.id, "ana", 2, 7)]
    sheets = {e.combatant: e.sheet is not None for e in events if isinstance(e, CombatantJoined)}
    assert sheets == {"cloud": True, "vivi": True, "rosa": True, "goblin": False, "gobbo": False, "ogre": False}
    seen = (await service.view(made.id, "ana")).seen.fight.combatants
    assert seen["goblin"].vitals == {}
    assert seen["cloud"].vitals["hp"].now == 40
    assert (await service.view(made.id, "eve")).seen.fight.combatants["cloud"].vitals == {}


async def test_of_two_writers_with_one_expected_version_one_wins(store: Store, registry: Registry) -> None:
    """The other gets Conflict with the version that is there now."""
    one, two = Encounters(store, registry), Encounters(store, registry)
    view = await begun(one)
    order = end_turn(view)
    results = await asyncio.gather(
        *(s.submit(view.id, "gm", order, expected=view.version) for s in (one, two)), return_exceptions=True
    )
    won = [r for r in results if isinstance(r, StepResult)]
    lost = [r for r in results if isinstance(r, ExpectedVersionConflict)]
    assert len(won) == len(lost) == 1
    assert lost[0].actual.version == won[0].last
    assert lost[0].expected.version == view.version


async def test_who_names_no_version_is_tried_again(store: Store, registry: Registry) -> None:
    """Many corrections at once by several processes: all are in, none twice, in one chain."""
    services = [Encounters(store, registry) for _ in range(4)]
    view = await begun(services[0])
    commands = [
        {"gm": {"correct": {"path": "combatants.cloud.name", "value": f"Cloud {n}", "reason": str(n)}}}
        for n in range(20)
    ]
    done = await asyncio.gather(*(services[n % 4].submit(view.id, "gm", c) for n, c in enumerate(commands)))
    assert sorted(d.last for d in done) == list(range(view.version + 1, view.version + 21))
    assert (await services[0].audit(view.id)).chain.state == "PROVEN"


async def test_a_key_stands_for_one_order_of_one_seat(service: Encounters) -> None:
    """The same again gives the same answer and one effect; another order is refused; another seat has its own key."""
    view = await begun(service)
    note = {"gm": {"pause": {"reason": "tea"}}}
    first = await service.submit(view.id, "gm", note, key="k")
    again = await service.submit(view.id, "gm", note, key="k")
    assert (again.first, again.last, again.again) == (first.first, first.last, True)
    assert [t.hash for t in again.seen_events] == [t.hash for t in first.seen_events]
    assert again.view.position.state == first.view.position.state
    with pytest.raises(KeyReused):
        await service.submit(view.id, "gm", {"gm": {"resume": {}}}, key="k")
    with pytest.raises(RuleRefusal, match="only the GM"):
        await service.submit(view.id, "ana", note, key="k")
    assert (await service.view(view.id, "gm")).version == first.last


async def test_a_creations_key_makes_one_fight(service: Encounters) -> None:
    """Sent again it brings the fight it made, as it was then; another wish behind it is refused; so with forks."""
    made = await service.create(new_fight(), key="c")
    await service.submit(made.id, "gm", BEGIN)
    again = await service.create(new_fight(), key="c")
    assert (again.id, again.head) == (made.id, made.head)
    with pytest.raises(KeyReused):
        await service.create(new_fight(seed="2"), key="c")
    assert (await service.create(new_fight())).id != made.id
    branch = await service.fork(made.id, "gm", 3, key="f")
    assert (await service.fork(made.id, "gm", 3, key="f")).head == branch.head
    with pytest.raises(KeyReused):
        await service.fork(made.id, "gm", 4, key="f")
    assert len(await service.page(before=None, limit=100)) == 3


async def test_an_answer_can_be_repeated_too(service: Encounters) -> None:
    """A late repetition of an answer gets its step again, long after other things happened."""
    made = await service.create(new_fight())
    done = await service.submit(made.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    asked = window.asked[0]
    first = await service.answer(made.id, "gm", asked.decision, Choice(asked.default), key="a")
    await service.submit(made.id, "gm", {"gm": {"correct": {"path": "name", "value": "Later"}}})
    again = await service.answer(made.id, "gm", asked.decision, Choice(asked.default), key="a")
    assert (again.first, again.last) == (first.first, first.last)
    assert again.view.version == first.last
    with pytest.raises(RuleRefusal) as late:
        await service.answer(made.id, "gm", asked.decision, Choice(asked.default))
    assert late.value.code == "DECISION_CLOSED"


async def test_past_versions_are_what_they_were(store: Store, registry: Registry) -> None:
    """Any version, read by another process, is the state that was there; a version that is not there is refused."""
    service = Encounters(store, registry)
    view = await service.create(new_fight())
    states = {view.version: view.position.state}
    done = await service.submit(view.id, "gm", BEGIN)
    for _ in range(6):
        view = await settled(service, done)
        states[view.version] = view.position.state
        done = await service.submit(view.id, "gm", end_turn(view))
    other = Encounters(store, registry)
    for version, state in states.items():
        assert (await other.view(view.id, "gm", version)).position.state == state
    for version in (0, 10_000):
        with pytest.raises(RuleRefusal):
            await other.view(view.id, "gm", version)


async def test_a_revert_goes_back_and_the_stream_keeps_all(service: Encounters) -> None:
    """The state of the target is back, nothing is deleted, and rolls after it are fresh."""
    made = await service.create(new_fight(dice="SEEDED"))
    first = await settled(service, await service.submit(made.id, "gm", BEGIN))
    back = await service.submit(made.id, "gm", {"gm": {"revert": {"to": made.version, "reason": "again"}}})
    assert back.last == first.version + 1
    assert isinstance(back.seen_events[-1].recorded.event, Reverted)
    assert back.view.position.state == with_dice_seen(made.position.state)
    second = await settled(service, await service.submit(made.id, "gm", BEGIN))
    told = await service.seen_events(made.id, "gm", 1, second.version)
    rolls = [t.recorded.event.faces for t in told if isinstance(t.recorded.event, DiceRolled)]
    half = len(rolls) // 2
    assert rolls[:half] != rolls[half:]
    report = await service.audit(made.id)
    assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN")


async def test_a_revert_into_a_step_plays_it_on_with_fresh_dice(service: Encounters) -> None:
    """Landing between the rolls of an order, with a correction: the earlier roll stands, the later ones are new."""
    made = await service.create(new_fight(dice="SEEDED"))
    await settled(service, await service.submit(made.id, "gm", BEGIN))
    told = await service.seen_events(made.id, "gm", 1, 500)
    rolls = [t.recorded for t in told if isinstance(t.recorded.event, DiceRolled)]
    command = {
        "gm": {
            "revert": {"to": rolls[0].version, "corrections": [{"path": "combatants.cloud.vitals.hp.now", "value": 7}]}
        }
    }
    done = await service.submit(made.id, "gm", command)
    after = await settled(service, done)
    assert after.position.state.fight.combatants["cloud"].vitals["hp"].now == 7
    assert after.position.state.fight.open is None
    assert (await service.audit(made.id)).replay.state == "PROVEN"


async def test_a_fork_is_a_fight_of_its_own(service: Encounters) -> None:
    """It has the parent's past and fresh dice; the parent knows nothing of it; only the GM forks."""
    view = await begun(service, dice="SEEDED")
    with pytest.raises(RuleRefusal, match="only the GM"):
        await service.fork(view.id, "ana", view.version)
    branch = await service.fork(view.id, "gm", view.version)
    assert branch.id != view.id
    assert branch.commitment != view.commitment
    told = await service.seen_events(branch.id, "gm", 1, branch.version)
    assert isinstance(told[view.version].recorded.event, EncounterForked)
    assert (await service.view(view.id, "gm")).version == view.version
    played = await settled(service, await service.submit(branch.id, "gm", end_turn(branch)))
    assert played.version > branch.version
    await service.submit(branch.id, "gm", {"gm": {"end": {"reason": "enough"}}})
    report = await service.audit(branch.id)
    assert report.chain.state == "PROVEN"
    assert report.replay.state == "PROVEN"


async def test_snapshots_change_nothing(store: Store, registry: Registry) -> None:
    """Past 500 events a snapshot is kept; without it the state is the same."""
    service = Encounters(store, registry)
    view = await begun(service)
    for n in range(520):
        await service.submit(view.id, "gm", {"gm": {"correct": {"path": "name", "value": f"n{n}"}}})
    cold = await Encounters(store, registry).view(view.id, "gm")
    await store.drop_snapshots(view.id)
    bare = await Encounters(store, registry).view(view.id, "gm")
    assert cold.position == bare.position
    past = await Encounters(store, registry).view(view.id, "gm", view.version)
    assert past.position.state == view.position.state


async def test_physical_dice_are_typed(service: Encounters) -> None:
    """Too few faces open a decision, one left over is refused, an impossible face is refused; nothing is lost."""
    settled_groups = {"groupRolls": [{"group": "goblin", "each": True}]}
    made = await service.create(new_fight(dice="PHYSICAL", setup=settled_groups))
    with pytest.raises(RuleRefusal) as impossible:
        await service.submit(made.id, "gm", BEGIN, faces=[7, 1])
    assert impossible.value.code == "FACES"
    with pytest.raises(RuleRefusal) as left:
        await service.submit(made.id, "gm", BEGIN, faces=[6])
    assert left.value.code == "FACES"
    assert (await service.view(made.id, "gm")).version == made.version
    done = await service.submit(made.id, "gm", BEGIN, faces=[6, 5])
    window = done.view.position.state.fight.window
    assert window is not None
    asked = window.asked[0]
    assert {one.kind for one in window.asked} == {"Roll"}
    assert asked.question["dice"] == "2d6"
    with pytest.raises(RuleRefusal):
        await service.answer(made.id, asked.seats[0], asked.decision, None, faces=[1])
    with pytest.raises(RuleRefusal):
        await service.answer(made.id, asked.seats[0], asked.decision, Choice("yes"))
    after = await service.answer(made.id, asked.seats[0], asked.decision, None, faces=[1, 2])
    assert after.last > done.last


async def test_a_ruling_while_dice_are_typed_is_proven(service: Encounters) -> None:
    """The roll is asked for as before; what is typed after the ruling is none of its step, also in one millisecond."""
    settled_groups = {"groupRolls": [{"group": "goblin", "each": True}]}
    made = await service.create(new_fight(dice="PHYSICAL", setup=settled_groups))
    await service.submit(made.id, "gm", BEGIN)
    for _ in range(4):
        for name in ("The bridge", "The ford"):
            await service.submit(made.id, "gm", {"gm": {"correct": {"path": "name", "value": name, "reason": ""}}})
        window = (await service.view(made.id, "gm")).position.state.fight.window
        assert window is not None
        asked = next(one for one in window.asked if not one.answered)
        await service.answer(made.id, asked.seats[0], asked.decision, None, faces=[3, 4])
    report = await service.audit(made.id)
    assert report.replay.state == "PROVEN", report.replay


async def test_what_does_not_exist_is_said(service: Encounters) -> None:
    """Unknown fights, systems, seats, orders and tools have their words."""
    with pytest.raises(UnknownEncounter):
        await service.view("nowhere", "gm")
    made = await service.create(new_fight())
    with pytest.raises(RuleRefusal, match="seat"):
        await service.submit(made.id, "zoe", BEGIN)
    for command in ({}, {"fantasia": {}}, {"fantasia": {"dance": {}}}, {"gm": {"smite": {}}}, {"dozenDie": {"x": {}}}):
        with pytest.raises(RuleRefusal) as refusal:
            await service.submit(made.id, "gm", command)
        assert refusal.value.field.startswith("command")
    assert (await service.view(made.id, "gm")).version == made.version


async def test_an_ended_fight_stays_ended(service: Encounters) -> None:
    """After the end the secret is out: orders, answers, corrections and reverts are refused; the dice are proven."""
    view = await begun(service, dice="SEEDED")
    await service.submit(view.id, "gm", {"gm": {"end": {"reason": "dinner", "outcome": "draw"}}})
    for command in (
        end_turn(view),
        {"gm": {"correct": {"path": "name", "value": "x"}}},
        {"gm": {"revert": {"to": 1}}},
        {"gm": {"pause": {}}},
        {"gm": {"end": {}}},
    ):
        with pytest.raises(RuleRefusal) as refusal:
            await service.submit(view.id, "gm", command)
        assert refusal.value.code == "ENDED"
    report = await service.audit(view.id)
    assert [report.chain.state, report.dice.state, report.replay.state] == ["PROVEN"] * 3


async def test_a_deadline_takes_the_default(service: Encounters) -> None:
    """What nobody answers in time is answered by its default, once, by whoever sees it."""
    made = await service.create(new_fight())
    kinds = {q.__name__ for q in service.registry.book("fantasia").system.questions}
    done = await service.submit(made.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    kind = window.asked[0].kind
    assert kind in kinds
    await service.submit(made.id, "gm", {"gm": {"cancel": {}}})
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": kind, "deadline": 1}}})
    done = await service.submit(made.id, "gm", BEGIN)
    window = done.view.position.state.fight.window
    assert window is not None
    decision = window.asked[0].decision
    stopping = asyncio.Event()
    loops = [asyncio.create_task(service.run_deadlines(stopping)) for _ in range(2)]
    for _ in range(100):
        await asyncio.sleep(0.05)
        now = (await service.view(made.id, "gm")).position.state.fight.window
        if now is None or all(a.decision != decision for a in now.asked):
            break
    else:
        raise AssertionError("the deadline passed unanswered")
    stopping.set()
    await asyncio.gather(*loops)
    told = await service.seen_events(made.id, "gm", 1, 500)
    answers = [t.recorded.event for t in told if type(t.recorded.event).__name__ == "DecisionAnswered"]
    assert [a.how for a in answers if a.decision == decision] == ["DEADLINE"]  # type: ignore[attr-defined]
