"""Grinding dice: going back and rolling again till the dice please. What that takes, and that everybody sees it."""

from __future__ import annotations

import itertools

import pytest

from engine.kernel.overruling.takeback import NO
from engine.kernel.playing.dice import derive, open_secret
from engine.kernel.state.events import DiceRolled, Reverted, TakeBackAsked
from engine.kernel.structs.messages import Recorded
from engine.service.bots.policy import consents
from engine.service.encounters import Encounters
from engine.service.proof.audit import audit
from engine.service.reading.views import decode_whole
from engine.service.registry import Registry
from engine.store.port import Store
from tests.service.test_takeback import ATTACK, MOVE, attacked, begun, fight_of

TAKE_BACK = {"table": {"takeBack": {}}}


@pytest.fixture
def service(store: Store, registry: Registry) -> Encounters:
    return Encounters(store, registry, bot_pause=0)


async def rolls(service: Encounters, id: str) -> dict[int, DiceRolled]:
    """Version -> a roll, all that ever fell."""
    book, entries = await service.entries(id)
    events = [decode_whole(book, entry) for entry in entries]
    return {r.version: r.event for r in events if isinstance(r.event, DiceRolled)}


async def read(service: Encounters, id: str) -> list[Recorded]:
    """All that a spectator reads of a fight."""
    head = (await service.view(id, "eve")).version
    return [one.recorded for one in await service.seen_events(id, "eve", 1, head)]


async def test_a_game_master_who_rolls_again_is_seen_to(service: Encounters) -> None:
    """Each attempt stays in what everybody reads, with who went back; all their dice are proven at the end."""
    id = await begun(service, dice="SEEDED")
    before = await attacked(service, id)
    attempts = [set(await rolls(service, id))]
    for _ in range(5):
        await service.submit(id, "gm", {"gm": {"revert": {"to": before}}})
        await attacked(service, id)
        attempts.append(set(await rolls(service, id)))
    assert all(len(more) > len(fewer) for fewer, more in itertools.pairwise(attempts))
    told = await read(service, id)
    back = [r for r in told if isinstance(r.event, Reverted)]
    assert [(r.draft.seat, r.event.agreed) for r in back if isinstance(r.event, Reverted)] == [("gm", None)] * 5
    assert {r.version for r in told if isinstance(r.event, DiceRolled)} == attempts[-1]
    await service.submit(id, "gm", {"gm": {"end": {}}})
    book, entries = await service.entries(id)
    assert audit(book, entries).proven


async def test_a_player_rolls_again_by_leave_only(service: Encounters) -> None:
    """The game master is asked, and a bot in his seat says no."""
    id = await begun(service)
    await attacked(service, id)
    done = await service.submit(id, "ana", TAKE_BACK)
    events = [one.recorded.event for one in done.seen_events]
    assert isinstance(events[0], TakeBackAsked)
    assert "gm" in events[0].seats
    assert not any(isinstance(event, Reverted) for event in events)
    talk = (await fight_of(service, id)).taking_back
    assert talk is not None
    assert consents(talk.asked[-1]).key == NO


async def test_versions_that_are_used_up_before_a_roll_show(service: Encounters) -> None:
    """A walk and its taking back need no leave, so a player may choose at which version he rolls: blindly, and seen."""
    id = await begun(service, dice="SEEDED")
    head = (await service.view(id, "ana")).version
    for _ in range(3):
        await service.submit(id, "ana", MOVE)
        await service.submit(id, "ana", TAKE_BACK)
    told = await read(service, id)
    asked = [r for r in told if isinstance(r.event, TakeBackAsked)]
    assert [r.draft.seat for r in asked] == ["ana"] * 3
    await service.submit(id, "ana", ATTACK)
    assert min(version for version in await rolls(service, id) if version > head) > asked[-1].version


async def test_dice_of_a_known_seed_can_be_ground_by_anybody(service: Encounters) -> None:
    """What is not promised of dice OPEN: whoever can read computes each roll before it falls."""
    id = await begun(service, dice="OPEN", seed="everybody knows")
    await service.submit(id, "ana", ATTACK)
    for version, roll in (await rolls(service, id)).items():
        count, _, sides = roll.dice.partition("d")
        faces = [derive(open_secret("everybody knows"), "", version, die, int(sides)) for die in range(int(count))]
        assert list(roll.faces) == faces
