"""Bots of running fights, over a real store: they go on by themselves, once for each version, and never run away."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from engine.kernel.playing.decide import Choice
from engine.kernel.state.events import BotSet, CommandAccepted, DecisionAnswered, DecisionOpened, DiceRolled
from engine.kernel.state.fight import Fight, SingleAnswers
from engine.kernel.state.seat import Bot
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Recorded
from engine.service import clock
from engine.service.bots import lookahead, policy, runner, thinking
from engine.service.encounters import Encounters, NewEncounter
from engine.service.reading.views import FightView
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from engine.store.port import ExpectedVersionConflict, Store
from tests.recordings import dozen_die, minis, mongolian_mercenaries, saari
from tests.support.amounts import PATIENCE, groups
from tests.support.fights.fights import SEATS, combatant, new_fight

BEGIN = {"fantasia": {"begin": {}}}
RULING = "AllowAction"
"""What a GM is asked about an order that the rules leave to him; bots do not give it, as it wants words."""


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry, bot_pause=0)


@asynccontextmanager
async def running(*services: Encounters) -> AsyncIterator[None]:
    """Their timers run, till the block ends."""
    stopping = asyncio.Event()
    loops = [asyncio.create_task(service.run_deadlines(stopping)) for service in services]
    try:
        yield
    finally:
        stopping.set()
        await asyncio.wait_for(asyncio.gather(*loops), PATIENCE)


async def until(holds: Callable[..., Awaitable[bool]], *args: Any) -> None:
    """Wait for something, but not for ever."""
    async with asyncio.timeout(PATIENCE):
        while not await holds(*args):  # noqa: ASYNC110 - what is waited for may be another process
            await asyncio.sleep(0.02)


async def fight_of(service: Encounters, id: str) -> Fight:
    return (await service.view(id, "gm")).position.state.fight


async def stream_of(service: Encounters, id: str) -> list[Recorded]:
    return [told.recorded for told in await service.seen_events(id, "gm", 1, 100_000)]


def duel(life: int = 12, **seats: Any) -> NewEncounter:
    """Ana's soldier against the GM's ogre, both soon down. seats: how a bot plays for whom."""
    people = (
        combatant("cloud", "heroes", "ana", "soldier", vitals={"hp": life}),
        combatant("ogre", "foes", None, "ogre", vitals={"hp": life}),
    )
    table = tuple(structs.replace(entry, bot=seats.get(entry.seat)) for entry in SEATS)
    wish = new_fight(combatants=people, dice="SEEDED", seed="", single_answers=SingleAnswers(pace=0))
    return structs.replace(wish, seats=table)


async def judged_by_rules(service: Encounters, new: NewEncounter, *, ruling: str = "") -> FightView:
    """A fight in which the GM leaves what he would be asked as the judge to the rules, but for one kind of ruling."""
    made = await service.create(new)
    for question in service.registry.book(new.system).system.questions:
        if question.ruling and question.__name__ != ruling:
            policy = {"kind": question.__name__, "asked": False}
            await service.submit(made.id, "gm", {"gm": {"setPolicy": policy}})
    return made


async def begun(service: Encounters, new: NewEncounter) -> FightView:
    """A fight that has begun, judged by the rules but for one kind of ruling."""
    made = await judged_by_rules(service, new, ruling=RULING)
    view = (await service.submit(made.id, "gm", BEGIN)).view
    while window := view.position.state.fight.window:
        asked = next(a for a in window.asked if not a.answered)
        view = (await service.answer(made.id, "gm", asked.decision, Choice(asked.default))).view
    return view


async def quiet(service: Encounters, id: str) -> int:
    """The version, once nothing has happened for several looks of the timers."""
    version, same = 0, 0
    async with asyncio.timeout(PATIENCE):
        while same < 8:
            await asyncio.sleep(0.15)
            now = (await service.view(id, "gm")).version
            version, same = now, same + 1 if now == version else 0
    return version


# -- a fight by itself
async def test_two_bots_fight_it_out(service: Encounters) -> None:
    """To the rules' outcome, by orders and answers of their seats; then nothing happens any more."""
    # With these dice Ana begins: the ogre, who may do so as well, can fell her man before she has ordered anything.
    id = (await begun(service, structs.replace(duel(gm="GREEDY", ana="GREEDY"), dice="OPEN", seed="1"))).id
    async with running(service):
        await until(decided, service, id)
        assert await quiet(service, id) == (await service.view(id, "gm")).version
    assert (await fight_of(service, id)).outcome in ("heroes", "foes", "")
    ordered = {r.draft.seat for r in await stream_of(service, id) if isinstance(r.event, CommandAccepted)}
    assert ordered == {"gm", "ana"}
    await service.submit(id, "gm", {"gm": {"end": {}}})
    report = await service.audit(id)
    assert {report.chain.state, report.dice.state, report.replay.state} == {"PROVEN"}


def frail(people: tuple[dict[str, Any], ...], vital: str) -> tuple[dict[str, Any], ...]:
    """The same, each soon down."""
    return tuple({**one, "vitals": {**one.get("vitals", {}), vital: 1}} for one in people)


AGAINST: dict[str, NewEncounter] = {
    "fantasia": duel(),
    "dozen_die": dozen_die.fight(
        frail(
            (dozen_die.figure("tove", "heroes", "templar", 5, 4), dozen_die.figure("vanha", "foes", "veteran", 7, 4)),
            "hp",
        )
    ),
    "minis": minis.fight(frail((minis.CLOSE[0], minis.CLOSE[2]), "life")),
    "saari": saari.fight((saari.WORN_OUT[0], saari.FOES[0])),
    "mongolian_mercenaries": mongolian_mercenaries.fight(
        (mongolian_mercenaries.WORN_OUT[0], mongolian_mercenaries.GUARDS[0])
    ),
}
"""A fight of each game that is soon over."""


@pytest.mark.parametrize("system", AGAINST)
async def test_bots_alone_begin_and_play_to_the_end(registry: Registry, system: str) -> None:
    """Nobody orders anything for them: the bot of the GM's seat begins, as the first of all."""
    service = Encounters(MemoryStore(), registry, bot_pause=0)
    table = tuple(structs.replace(one, bot="GREEDY") for one in AGAINST[system].seats if one.role != "SPECTATOR")
    made = await judged_by_rules(service, structs.replace(AGAINST[system], seats=table))
    async with running(service):
        await until(decided, service, made.id)
    first = next(r for r in await stream_of(service, made.id) if isinstance(r.event, CommandAccepted))
    assert first.draft.seat == "gm"
    assert isinstance(first.event, CommandAccepted)
    assert first.event.order == {made.book.key: {"begin": {"note": ""}}}


async def decided(service: Encounters, id: str) -> bool:
    return (await fight_of(service, id)).outcome is not None


async def test_a_bot_that_takes_over_plays_only_its_seat(service: Encounters) -> None:
    """From the version on that says so, up to a person's turn; taken off, it stops where it is."""
    id = (await begun(service, duel())).id
    async with running(service):
        version = await quiet(service, id)
        for seat in ("gm", "ana"):
            done = await service.set_bot(id, seat, seat, "RANDOM")
            assert isinstance(done.seen_events[-1].recorded.event, BotSet)
            version = done.last
            await until(acted, service, id, seat, version)
            if (await fight_of(service, id)).seats[seat].bot:
                await service.set_bot(id, "gm", seat, None)
            at = await quiet(service, id)
            orders = [r for r in await stream_of(service, id) if r.version > version]
            assert {r.draft.seat for r in orders if isinstance(r.event, CommandAccepted)} <= {seat}
            assert at == (await service.view(id, "gm")).version


async def acted(service: Encounters, id: str, seat: str, after: int) -> bool:
    """Whether a seat has ordered something since, or it is not its turn."""
    fight = await fight_of(service, id)
    if fight.window is None and all(seat not in fight.holders(who) for who in fight.acting):
        return True
    return any(
        r.version > after and isinstance(r.event, (CommandAccepted, DecisionAnswered)) and r.draft.seat == seat
        for r in await stream_of(service, id)
    )


async def test_bots_pause_with_the_fight_and_go_on_with_it(service: Encounters) -> None:
    """Nobody has to tell the bots that it goes on."""
    id = (await begun(service, duel(gm="GREEDY", ana="GREEDY"))).id
    await service.submit(id, "gm", {"gm": {"pause": {}}})
    before = (await service.view(id, "gm")).version
    async with running(service):
        assert await quiet(service, id) == before
        await service.submit(id, "gm", {"gm": {"resume": {}}})
        await until(decided, service, id)


# -- several processes, and one after another
async def test_two_processes_over_one_store_never_act_twice(store: Store, registry: Registry) -> None:
    """Both see what is due; of each version only one move is made."""
    one, two = (Encounters(store, registry, bot_pause=0) for _ in range(2))
    id = (await begun(one, duel(gm="RANDOM", ana="GREEDY"))).id
    async with running(one, two):
        await until(decided, two, id)
        await quiet(one, id)
    stream = await stream_of(one, id)
    answered = Counter(r.event.decision for r in stream if isinstance(r.event, DecisionAnswered))
    assert set(answered.values()) <= {1}
    assert (await one.audit(id)).replay.state == "PROVEN"


async def test_a_move_is_made_on_its_version_and_under_its_key(service: Encounters) -> None:
    """So that the same version cannot be moved on by bots twice, whatever each has thought of."""
    view = await begun(service, duel(gm="GREEDY", ana="GREEDY"))
    loaded = await service._loaded(view.id)
    move = runner.policy.next_move(
        loaded.book, loaded.position, loaded.position.state.fight.bots(), runner.random.Random(1)
    )
    assert move is not None
    await service._bot_moves(view.id, move, loaded)
    after = (await service.view(view.id, "gm")).version
    await service._bot_moves(view.id, move, loaded)
    assert (await service.view(view.id, "gm")).version == after
    order = loaded.book.encode_order(move.order) if move.order is not None else {}
    again = await service.submit(view.id, move.seat, order, key=f"bot-{loaded.head.version}")
    assert (again.again, again.first) == (True, loaded.head.version + 1)
    await service.set_bot(view.id, "gm", "ana", None)
    with pytest.raises(ExpectedVersionConflict):
        await service.submit(view.id, move.seat, order, expected=loaded.head.version)


async def test_started_again_the_bots_go_on(store: Store, registry: Registry) -> None:
    """Another process finds the fight, though nobody has asked it to, and what was due was lost."""
    first = Encounters(store, registry, bot_pause=0)
    id = (await begun(first, duel(gm="GREEDY", ana="GREEDY"))).id
    for due in await store.scheduled():
        await store.unschedule(due)
    later = Encounters(store, registry, bot_pause=0)
    async with running(later):
        await until(decided, later, id)


# -- what is not a bot's
async def test_rulings_stay_with_the_person(service: Encounters) -> None:
    """The GM's monsters are played; what he is asked as the judge waits for him."""
    id = (await begun(service, duel(gm="GREEDY"))).id
    if "ogre" in (await fight_of(service, id)).acting:
        await service.submit(id, "gm", {"fantasia": {"endTurn": {"combatant": "ogre"}}})
    lift = {"fantasia": {"otherAction": {"combatant": "cloud", "purpose": "to lift the portcullis"}}}
    asked = (await service.submit(id, "ana", lift)).view.position.state.fight.window
    assert asked is not None
    book = service.registry.book("fantasia")
    assert runner.policy.is_ruling(book, asked.asked[0])
    async with running(service):
        before = await quiet(service, id)
        window = (await fight_of(service, id)).window
        assert window is not None
        assert window.asked[0].decision == asked.asked[0].decision
        await service.answer(id, "gm", asked.asked[0].decision, Choice("allow"))
        assert await quiet(service, id) > before


@pytest.mark.sampled(groups(1))
async def test_a_bot_types_no_dice(service: Encounters) -> None:
    """On a real table the fight waits for somebody to roll; the GM may type for everybody."""
    made = await service.create(structs.replace(duel(40, gm="GREEDY", ana="GREEDY"), dice="PHYSICAL"))
    await service.submit(made.id, "gm", BEGIN)
    async with running(service):
        rolled = 0
        async with asyncio.timeout(PATIENCE):
            while rolled < 5:
                await quiet(service, made.id)
                window = (await fight_of(service, made.id)).window
                assert window is not None
                asked = next(a for a in window.asked if not a.answered)
                assert asked.kind == "Roll"
                count = int(asked.question["dice"].partition("d")[0] or 1)
                await service.answer(made.id, "gm", asked.decision, None, faces=[3] * count)
                rolled += 1
    opened = [r for r in await stream_of(service, made.id) if isinstance(r.event, DecisionOpened)]
    assert {r.event.kind for r in opened} >= {"Roll"}  # type: ignore[attr-defined]


@pytest.mark.sampled(groups(1))
async def test_of_mixed_dice_a_bot_types_none_and_waits_for_no_others(service: Encounters) -> None:
    """Ana's dice are awaited, of her or the GM; the GM's bot acts by the server's dice in between."""
    wish = duel(40, gm="GREEDY", ana="GREEDY")
    made = await judged_by_rules(service, structs.replace(wish, typed_by=TypedBy(seats=("ana",))))
    await service.submit(made.id, "gm", BEGIN)
    async with running(service):
        async with asyncio.timeout(PATIENCE):
            for _ in range(6):
                await quiet(service, made.id)
                fight = await fight_of(service, made.id)
                if fight.window is None:  # the server's dice may end it so soon
                    break
                asked = next(a for a in fight.window.asked if not a.answered)
                assert (asked.kind, asked.seats) == ("Roll", ("ana",))
                count = int(asked.question["dice"].partition("d")[0] or 1)
                await service.answer(made.id, "gm", asked.decision, None, faces=[3] * count)
    rolls = [r.event for r in await stream_of(service, made.id) if isinstance(r.event, DiceRolled)]
    owners = {who.id: who.controller for who in fight.combatants.values()}
    assert {roll.typed for roll in rolls} == {True, None}
    assert all(roll.typed is (True if owners.get(roll.by) == "ana" else None) for roll in rolls)


# -- who may, and when it ends
async def test_the_gm_sets_bots_for_all_and_a_player_for_himself(service: Encounters) -> None:
    """The operator too; nobody else, and only for a seat that plays."""
    id = (await service.create(duel())).id
    await service.set_bot(id, "gm", "ana", "RANDOM")
    await service.set_bot(id, "ana", "ana", "GREEDY")
    await service.set_bot(id, None, "gm", "GREEDY")
    assert (await fight_of(service, id)).bots() == {"gm": "GREEDY", "ana": "GREEDY"}
    version = (await service.view(id, "gm")).version
    for by, whose, style, code, field in (
        ("ana", "gm", None, "NOT_YOURS", ""),
        ("eve", "ana", "GREEDY", "NOT_YOURS", ""),
        ("gm", "eve", "GREEDY", "NOT_LEGAL", "seat"),
        ("gm", "zoe", "GREEDY", "UNKNOWN", "seat"),
        ("gm", "ana", "GREEDY", "NOT_LEGAL", "bot"),
        ("gm", "ben", None, "NOT_LEGAL", "bot"),
        ("zoe", "ana", "GREEDY", "NOT_YOURS", ""),
    ):
        with pytest.raises(RuleRefusal) as refusal:
            await service.set_bot(id, by, whose, style)  # type: ignore[arg-type]
        assert (refusal.value.code, refusal.value.field) == (code, field)
    assert (await service.view(id, "gm")).version == version
    await service.submit(id, "gm", {"gm": {"end": {}}})
    with pytest.raises(RuleRefusal) as over:
        await service.set_bot(id, "gm", "ana", None)
    assert over.value.code == "ENDED"


async def test_setting_a_bot_keeps_the_laws_of_every_order(service: Encounters) -> None:
    """A key stands for one wish, of the operator too; an expected version is heeded."""
    id = (await service.create(duel())).id
    for by in ("gm", None):
        first = await service.set_bot(id, by, "ana", "GREEDY", key="k")
        again = await service.set_bot(id, by, "ana", "GREEDY", key="k")
        assert (again.first, again.again) == (first.first, True)
        with pytest.raises(ExpectedVersionConflict):
            await service.set_bot(id, by, "ana", None, expected=first.last - 1)
        await service.set_bot(id, by, "ana", None, expected=first.last)


async def test_a_spectators_seat_is_created_without_a_bot(service: Encounters) -> None:
    """As it cannot be given one."""
    with pytest.raises(RuleRefusal, match="looks on") as refusal:
        await service.create(duel(eve="GREEDY"))
    assert refusal.value.field == "seats.3.bot"


@pytest.mark.parametrize("bound", ["ALONE", "UNCHANGED"])
async def test_bots_do_not_go_on_for_ever(
    service: Encounters, bound: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """At a bound they wait, and say so; as soon as a person does something they go on."""
    monkeypatch.setattr(runner, bound, 1)
    id = (await begun(service, duel(gm="RANDOM", ana="RANDOM"))).id
    with caplog.at_level(logging.WARNING, logger="engine.service.bots.runner"):
        async with running(service):
            stood = await quiet(service, id)
            assert (await fight_of(service, id)).unattended.moves >= 1
            assert "wait for a person" in caplog.text
            for command in ({"pause": {}}, {"resume": {}}):
                await service.submit(id, "gm", {"gm": command})
            assert await quiet(service, id) > stood + 2


# -- how fast
async def test_a_bot_waits_before_each_move(store: Store, registry: Registry) -> None:
    """As long as it is set to, so that people can follow."""
    service = Encounters(store, registry, bot_pause=400)
    by_people = await begun(service, duel(gm="RANDOM", ana="RANDOM"))
    async with running(service):
        await until(moved, service, by_people, 3)
    steps = sorted({clock.parse_ms(r.time) for r in await stream_of(service, by_people.id)})
    last = clock.parse_ms(by_people.time)
    assert all(later - earlier >= 400 for earlier, later in pairwise([time for time in steps if time >= last]))


async def test_a_bot_may_have_a_pace_of_its_own(store: Store, registry: Registry) -> None:
    """Slower or faster than the server's; a bot without one keeps that. Without a bot there is none."""
    service = Encounters(store, registry, bot_pause=60_000)
    begun_by_people = await begun(service, duel(gm="RANDOM", ana="RANDOM"))
    id = begun_by_people.id
    with pytest.raises(RuleRefusal, match="a pace is for a bot"):
        await service.set_bot(id, "gm", "gm", None, pace=300)
    for seat in ("gm", "ana"):
        await service.set_bot(id, "gm", seat, "RANDOM", pace=300)
    with pytest.raises(RuleRefusal, match="plays for this seat already"):
        await service.set_bot(id, "gm", "ana", "RANDOM", pace=300)
    since = await service.view(id, "gm")
    assert since.position.state.fight.seats["ana"].bot_pace == 300
    async with running(service):
        await until(moved, service, since, 3)
    steps = sorted({clock.parse_ms(r.time) for r in await stream_of(service, id)})
    last = clock.parse_ms(since.time)
    gaps = [later - earlier for earlier, later in pairwise([time for time in steps if time >= last])]
    assert all(300 <= gap < 30_000 for gap in gaps), gaps
    await service.set_bot(id, "gm", "ana", None)
    assert (await fight_of(service, id)).seats["ana"].bot_pace is None


async def moved(service: Encounters, since: FightView, moves: int) -> bool:
    """Whether bots have made so many moves."""
    done = (await fight_of(service, since.id)).unattended.moves - since.position.state.fight.unattended.moves
    return done >= moves


async def test_a_bot_keeps_the_pace_of_a_question(service: Encounters) -> None:
    """As a standing preference does: how fast an answer comes must not tell who gave it."""
    made = await begun(service, duel(40))
    await service.submit(made.id, "gm", {"gm": {"setPolicy": {"kind": "OpposeGrapple", "pace": 2}}})
    if "ogre" not in made.position.state.fight.acting:
        await service.submit(made.id, "ana", {"fantasia": {"endTurn": {"combatant": "cloud"}}})
    await service.set_bot(made.id, "ana", "ana", "GREEDY")
    grapple = {"fantasia": {"grapple": {"attacker": "ogre", "target": "cloud"}}}
    window = (await service.submit(made.id, "gm", grapple)).view.position.state.fight.window
    assert window is not None
    decision = window.asked[0].decision
    async with running(service):
        await until(answered, service, made.id, decision)
    times = {r.version: clock.parse_ms(r.time) for r in await stream_of(service, made.id)}
    (version,) = [
        r.version
        for r in await stream_of(service, made.id)
        if isinstance(r.event, DecisionAnswered) and r.event.decision == decision
    ]
    assert times[version] - times[decision] >= 2000


async def answered(service: Encounters, id: str, decision: int) -> bool:
    events = [r.event for r in await stream_of(service, id)]
    return any(isinstance(event, DecisionAnswered) and event.decision == decision for event in events)


async def test_a_bot_that_would_think_too_long_does_anything_possible(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is tried on copies has a budget in all; what is then chosen by chance is accepted."""
    service = Encounters(MemoryStore(), registry)
    id = (await service.create(new_fight())).id
    result = await service.submit(id, "gm", BEGIN)
    while (window := result.view.position.state.fight.window) is not None:
        asked = next(one for one in window.asked if not one.answered)
        result = await service.answer(id, asked.seats[0], asked.decision, Choice(asked.default))
    position, book = result.view.position, result.view.book
    tried: list[int] = []
    evaluate = policy.evaluate_moves

    def counted(*given: Any, **more: Any) -> Any:
        tried.append(1)
        return evaluate(*given, **more)

    monkeypatch.setattr(policy, "evaluate_moves", counted)
    bots: dict[str, Bot] = dict.fromkeys(position.state.fight.seats, "GREEDY")
    monkeypatch.setattr(thinking, "THINKING", 4_000)
    move = thinking.thought_of(book, position, bots, random.Random(1))
    assert move is not None
    assert tried == [1], "comparing was begun, and given up"
    assert lookahead.step_of(book, position, move, lookahead._around(position, move, random.Random(1))).new
