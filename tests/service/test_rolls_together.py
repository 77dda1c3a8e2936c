"""Initiative with dice of a real table: all who type are asked at once, each his own, in whatever order they come."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import TypedFaces
from engine.kernel.playing.table import RunningTable
from engine.kernel.state import events as e
from engine.kernel.state.fight import ROLL, Asked, Fight
from engine.kernel.state.typed_by import TypedBy
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.reading.acts import Acts
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import combatant, new_fight

PEOPLE = (
    combatant("cloud", "heroes", "ana", "soldier"),
    combatant("vivi", "heroes", "ben", "black_mage"),
    combatant("ogre", "foes", None, "ogre"),
)
FACES = {"cloud": (1, 2), "vivi": (6, 6), "ogre": (3, 4)}


@pytest.fixture
def service() -> Encounters:
    return Encounters(MemoryStore(), Registry.installed())


def again(service: Encounters) -> Encounters:
    """The same store after its server has died: nothing is remembered."""
    return Encounters(service._store, Registry.installed())


async def fight_of(service: Encounters, id: str) -> Fight:
    fight: Fight = (await service.view(id, "gm")).position.state.fight
    return fight


async def asked(service: Encounters, id: str) -> dict[str, Asked]:
    """The open rolls, by who rolls."""
    window = (await fight_of(service, id)).window
    return {a.question["by"]: a for a in (window.asked if window else ()) if a.kind == ROLL and not a.answered}


async def begun(service: Encounters, people: tuple[dict[str, Any], ...] = PEOPLE, **more: Any) -> str:
    made = await service.create(new_fight(combatants=people, **{"dice": "PHYSICAL", "seed": "", **more}))
    await service.submit(made.id, "gm", {"fantasia": {"begin": {}}})
    return made.id


async def rolled(service: Encounters, id: str, who: str, faces: tuple[int, ...] | None = None) -> None:
    one = (await asked(service, id))[who]
    await service.answer(id, one.seats[0], one.decision, None, faces=faces or FACES[who])


async def read(service: Encounters, id: str, seat: str) -> list[Any]:
    """All events as a seat reads them."""
    view = await service.view(id, seat)
    return [one.recorded.event for one in await service.seen_events(id, seat, 1, view.version)]


async def told(service: Encounters, id: str, *kinds: type) -> list[Any]:
    """The events of these kinds, in order."""
    return [one for one in await read(service, id, "gm") if isinstance(one, kinds)]


@pytest.mark.parametrize("order", [("cloud", "vivi", "ogre"), ("ogre", "vivi", "cloud"), ("vivi", "cloud", "ogre")])
async def test_each_types_his_own_whenever_he_has_it(service: Encounters, order: tuple[str, ...]) -> None:
    """The dice fall when all are in, in the order of today; the server may die in between; the audit proves it."""
    id = await begun(service)
    assert {who: one.seats for who, one in (await asked(service, id)).items()} == {
        "cloud": ("ana",),
        "vivi": ("ben",),
        "ogre": ("gm",),
    }
    for number, who in enumerate(order):
        assert len(await asked(service, id)) == 3 - number
        await rolled(service, id, who)
        service = again(service)
    fight = await fight_of(service, id)
    assert fight.turn_order == ("vivi", "cloud", "ogre") or fight.turn_order[0] == "vivi"
    fell = await told(service, id, e.DiceRolled)
    assert [(one.by, one.faces) for one in fell] == list(FACES.items())
    await service.submit(id, "gm", {"gm": {"end": {}}})
    report = await service.audit(id, "gm")
    assert (report.chain.state, report.replay.state) == ("PROVEN", "PROVEN")


async def test_they_are_one_act_that_begins_when_all_have_fallen(service: Encounters) -> None:
    """Until then the questions and what is typed belong to what asked for them: a log has no line for each."""
    id = await begun(service)
    for who in FACES:
        await rolled(service, id, who)
    view = await service.view(id, "gm")
    events = [one.recorded for one in await service.seen_events(id, "gm", 1, view.version)]
    acts = dict(zip((one.version for one in events), map(Acts().act_of, events), strict=True))
    (round_began,) = [one.version for one in events if isinstance(one.event, e.RoundBegan)]
    fell = [one.version for one in events if isinstance(one.event, e.DiceRolled)]
    typed = [one.version for one in events if isinstance(one.event, (e.DecisionOpened, e.DecisionAnswered))]
    assert len(typed) == 2 * len(FACES)
    assert {acts[one] for one in typed} == {round_began}
    assert {act for version, act in acts.items() if version >= fell[0]} == {fell[0]}


async def test_wrong_faces_and_others_rolls_are_refused(service: Encounters) -> None:
    """Whatever else is open."""
    id = await begun(service)
    vivi = (await asked(service, id))["vivi"].decision
    for seat, faces, choice in (
        ("ana", (6, 6), None),
        ("ben", (6,), None),
        ("ben", (7, 1), None),
        ("ben", (), Choice("")),
    ):
        with pytest.raises(RuleRefusal):
            await service.answer(id, seat, vivi, choice, faces=faces)
    await rolled(service, id, "vivi")
    with pytest.raises(RuleRefusal) as closed:
        await service.answer(id, "ben", vivi, None, faces=(1, 1))
    assert closed.value.code == "DECISION_CLOSED"


async def test_one_of_them_is_taken_back_only_with_consent(service: Encounters) -> None:
    """Else a bad roll would be rolled again; the others stay open, and so does what is asked anew."""
    id = await begun(service)
    await rolled(service, id, "cloud")
    await service.submit(id, "ana", {"table": {"takeBack": {}}})
    talk = (await fight_of(service, id)).taking_back
    assert talk is not None
    assert [one.seats for one in talk.asked] == [("gm",)]
    await service.answer(id, "gm", talk.asked[0].decision, Choice("yes"))
    assert set(await asked(service, id)) == {"cloud", "vivi", "ogre"}
    for who in ("ogre", "cloud", "vivi"):
        await rolled(service, id, who)
    assert (await fight_of(service, id)).window is None or not await asked(service, id)


async def test_a_ruling_in_between_asks_nobody_twice(service: Encounters) -> None:
    """Of points nothing changes; where somebody is taken off, the others' faces are kept."""
    id = await begun(service)
    await rolled(service, id, "vivi")
    before = (await asked(service, id))["cloud"].decision
    await service.submit(id, "gm", {"gm": {"correct": {"path": "combatants.cloud.vitals.hp.now", "value": 5}}})
    assert (await asked(service, id))["cloud"].decision == before
    people = (*PEOPLE, combatant("gobbo", "foes", None, "goblin"))
    id = await begun(service, people)
    await rolled(service, id, "vivi")
    await service.submit(id, "gm", {"gm": {"remove": {"combatants": ["gobbo"]}}})
    assert set(await asked(service, id)) == {"cloud", "ogre"}
    for who in ("ogre", "cloud"):
        await rolled(service, id, who)
    assert [one.by for one in await told(service, id, e.DiceRolled)] == ["cloud", "vivi", "ogre"]


async def test_how_many_are_asked_tells_nobody_who_is_hidden(service: Encounters) -> None:
    """Somebody hidden rolls apart."""
    shown = []
    for people in (PEOPLE, (*PEOPLE, combatant("lurker", "foes", None, "goblin", seenBy=["gm"]))):
        id = await begun(service, people)
        shown.append([one.of for one in await read(service, id, "ana") if isinstance(one, e.DecisionOpened)])
        for who in ("cloud", "vivi", "ogre"):
            await rolled(service, id, who)
    assert shown[0] == shown[1] == [3, 3, 3]
    assert set(await asked(service, id)) == {"lurker"}


async def test_where_each_waited_for_the_one_before_the_fight_goes_on(
    service: Encounters, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fight of an older server, stopped at the first roll: the rest is asked at once, and all of it is proven."""
    with monkeypatch.context() as older:
        older.setattr(TypedFaces, "asks_together", lambda *_: False)
        id = await begun(service)
    assert set(await asked(service, id)) == {"cloud"}
    service = again(service)
    await rolled(service, id, "cloud")
    assert set(await asked(service, id)) == {"vivi", "ogre"}
    for who in ("ogre", "vivi"):
        await rolled(service, id, who)
    await service.submit(id, "gm", {"gm": {"end": {}}})
    assert (await service.audit(id, "gm")).replay.state == "PROVEN"


@pytest.mark.parametrize("typed", [TypedBy(), TypedBy(seats=("ana",))])
async def test_dice_of_the_server_fall_as_without_it(monkeypatch: pytest.MonkeyPatch, typed: TypedBy) -> None:
    """The same events to the byte, also with one who types: he alone is asked as ever."""
    made = []
    for together in (True, False):
        service = Encounters(MemoryStore(), Registry.installed())
        if not together:
            monkeypatch.setattr(RunningTable, "_typed_ahead", lambda *_: [])
        id = await begun(service, dice="OPEN", seed="7", typed_by=typed)
        if typed.seats:
            await rolled(service, id, "cloud")
        made.append(await told(service, id, e.DiceRolled, e.DecisionOpened, e.DecisionAnswered, e.OrderSet))
    assert made[0] == made[1]


async def test_bots_leave_dice_to_people(service: Encounters) -> None:
    """As a single roll: whoever types rolls for a seat that a bot plays, with any of several."""
    id = await begun(service)
    rng = random.Random(3)
    for who in sorted(await asked(service, id), key=lambda _: rng.random()):
        one = (await asked(service, id))[who]
        await service.answer(id, "gm", one.decision, None, faces=FACES[who])
    assert not await asked(service, id)
