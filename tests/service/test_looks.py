"""How people want things shown: who may set it, who reads it, and that nothing else depends on it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from engine.kernel.state import events as k
from engine.kernel.state.looks import Looks, Ref
from engine.kernel.state.side import SideEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import FOES, HEROES, SEATS, combatant, new_fight

RED: dict[str, Any] = {"colour": "#aa0000", "caption": "Boss", "refs": [{"program": "foundry", "value": "a1"}]}
DRAWN = Looks(colour="#aa0000", caption="Boss", refs=(Ref(program="foundry", value="a1"),))
BACKDROP = {"picture": "https://maps.example/ford.webp", "width": 2400, "height": 1200}
LURKER = combatant("zq7", "zq7side", None, "ogre", seenBy=["gm"])


def order(whose: str = "gm", **more: Any) -> dict[str, Any]:
    """The order; looks are RED unless others are given."""
    return {whose: {"setLooks": {"looks": RED, **more}}}


async def played(**more: Any) -> tuple[Encounters, str]:
    """A service with a fight in it."""
    service = Encounters(MemoryStore(), Registry.installed())
    return service, (await service.create(new_fight(**more))).id


async def fight_of(service: Encounters, fight: str, seat: str | None = "gm") -> Any:
    return (await service.view(fight, seat)).seen.fight


async def test_the_gm_sets_all_looks() -> None:
    """Of a combatant, a seat, a side, the fight, and the backdrop; a second order replaces the first."""
    service, fight = await played()
    for one in ({"combatant": "goblin"}, {"seat": "ana"}, {"side": "foes"}, {}):
        await service.submit(fight, "gm", order(**one))
    await service.submit(fight, "gm", {"gm": {"setBackdrop": {"backdrop": BACKDROP}}})
    for seat in ("gm", "ana", "eve", None):
        seen = await fight_of(service, fight, seat)
        found = (seen.combatants["goblin"].looks, seen.seats["ana"].looks, seen.sides["foes"].looks, seen.looks)
        assert found == (DRAWN,) * 4, seat
        assert (seen.backdrop.picture, seen.backdrop.width) == (BACKDROP["picture"], 2400)
    await service.submit(fight, "gm", order(combatant="goblin", looks={"caption": "Gob"}))
    await service.submit(fight, "gm", order(looks=None))
    await service.submit(fight, "gm", {"gm": {"setBackdrop": {}}})
    seen = await fight_of(service, fight)
    assert (seen.combatants["goblin"].looks, seen.looks, seen.backdrop) == (Looks(caption="Gob"), None, None)


async def test_a_seat_sets_its_own() -> None:
    """Its seat and what it owns; of the rest it is told whose it is, and of what it does not know nothing."""
    service, fight = await played(combatants=(*HEROES, *FOES, LURKER))
    await service.submit(fight, "ana", order("table", combatant="cloud"))
    await service.submit(fight, "ana", order("table", seat="ana"))
    await service.submit(fight, "eve", order("table", seat="eve"))
    seen = await fight_of(service, fight)
    assert (seen.combatants["cloud"].looks, seen.seats["ana"].looks, seen.seats["eve"].looks) == (DRAWN,) * 3
    head = (await service.view(fight, "gm")).version
    for seat, wish, code, field in (
        ("ana", order("table", combatant="vivi"), "NOT_YOURS", "command.table.setLooks.combatant"),
        ("ana", order("table", seat="ben"), "NOT_YOURS", "command.table.setLooks.seat"),
        ("ana", order("table", side="heroes"), "NOT_YOURS", "command.table.setLooks.side"),
        ("ana", order("table"), "NOT_YOURS", ""),
        ("ana", order("gm"), "NOT_YOURS", ""),
        ("ana", {"gm": {"setBackdrop": {}}}, "NOT_YOURS", ""),
        ("ana", order("table", combatant="zq7"), "UNKNOWN", "command.table.setLooks.combatant"),
        ("ana", order("table", combatant="nobody"), "UNKNOWN", "command.table.setLooks.combatant"),
        ("ana", order("table", side="zq7side"), "UNKNOWN", "command.table.setLooks.side"),
        ("gm", order(side="nobodys"), "UNKNOWN", "command.gm.setLooks.side"),
        ("gm", order(seat="nobody"), "UNKNOWN", "command.gm.setLooks.seat"),
        ("gm", order(seat="ana", side="foes"), "NOT_LEGAL", "command.gm.setLooks.side"),
    ):
        with pytest.raises(RuleRefusal) as refused:
            await service.submit(fight, seat, wish)
        assert (refused.value.code, refused.value.field) == (code, field), wish
    assert (await service.view(fight, "gm")).version == head


@pytest.mark.parametrize(
    ("looks", "field"),
    [
        ({"picture": "http://a.example/b.png"}, "picture"),
        ({"picture": "https://user@a.example/b.png"}, "picture"),
        ({"picture": "https://user:word@a.example/b.png"}, "picture"),
        ({"picture": "https://a.example/" + "x" * 490}, "picture"),
        ({"portrait": "javascript:alert(1)"}, "portrait"),
        ({"portrait": "data:image/png;base64,AAAA"}, "portrait"),
        ({"portrait": "//a.example/b.png"}, "portrait"),
        ({"portrait": "https://a.example/b c.png"}, "portrait"),
        ({"portrait": "https://a.example/b.png\n"}, "portrait"),
        ({"portrait": "https:\\\\a.example"}, "portrait"),
        ({"colour": "red"}, "colour"),
        ({"caption": "x" * 13}, "caption"),
        ({"refs": [{"program": "p", "value": "v"}] * 9}, "refs"),
        ({"refs": [{"program": "p", "value": "v" * 201}]}, "refs.0.value"),
        ({"refs": [{"program": "p q", "value": "v"}]}, "refs.0.program"),
        ({"sound": "https://a.example/b.mp3"}, "sound"),
    ],
)
async def test_what_cannot_be_shown_is_refused_in_words(looks: dict[str, Any], field: str) -> None:
    """With the field, and never with a pattern."""
    service, fight = await played()
    with pytest.raises(RuleRefusal) as refused:
        await service.submit(fight, "ana", order("table", combatant="cloud", looks=looks))
    assert refused.value.field == f"command.table.setLooks.looks.{field}"
    assert "[" not in refused.value.reason


async def test_the_longest_are_taken() -> None:
    """500 characters of address, 12 of caption, 8 references of 200."""
    service, fight = await played()
    refs = [{"program": f"p{number}", "value": "v" * 200} for number in range(8)]
    looks = {"caption": "x" * 12, "picture": "https://a.example/".ljust(500, "x"), "refs": refs}
    await service.submit(fight, "ana", order("table", combatant="cloud", looks=looks))
    seen = await fight_of(service, fight)
    assert len(seen.combatants["cloud"].looks.refs) == 8


async def test_looks_come_with_those_who_have_them() -> None:
    """At creation, and with a combatant that enters later."""
    sides = (SideEntry(key="heroes", label="The Red Company", looks=DRAWN),)
    people = ({**HEROES[0], "looks": RED}, *FOES)
    seats = (SEATS[0], structs.replace(SEATS[1], looks=DRAWN), *SEATS[2:])
    service = Encounters(MemoryStore(), Registry.installed())
    wish = structs.replace(new_fight(combatants=people, sides=sides, looks=DRAWN), seats=seats)
    fight = (await service.create(wish)).id
    late = {**combatant("late", "heroes", "ben", "soldier"), "looks": RED}
    await service.submit(fight, "gm", {"fantasia": {"enter": late}})
    seen = await fight_of(service, fight, "eve")
    assert (seen.sides["heroes"].label, seen.sides["heroes"].looks, seen.looks) == ("The Red Company", DRAWN, DRAWN)
    assert (seen.combatants["cloud"].looks, seen.combatants["late"].looks) == (DRAWN, DRAWN)
    assert (seen.seats["ana"].looks, seen.seats["gm"].looks) == (DRAWN, None)
    await service.submit(fight, "gm", order(side="heroes", looks=None))
    assert (await fight_of(service, fight)).sides["heroes"] == SideEntry(key="heroes", label="The Red Company")


@pytest.mark.parametrize(("keys", "field"), [(("heroes", "heroes"), "sides.1.key"), (("ghosts",), "sides.0.key")])
async def test_a_side_is_named_once_and_only_if_somebody_is_of_it(keys: tuple[str, ...], field: str) -> None:
    with pytest.raises(RuleRefusal) as refused:
        await played(sides=tuple(SideEntry(key=key) for key in keys))
    assert refused.value.field == field


async def test_looks_are_set_at_any_time_before_the_end() -> None:
    """While a decision waits, while the fight is paused, beside a request to take back; not when it has ended."""
    service, fight = await played()
    await service.submit(fight, "gm", {"fantasia": {"begin": {}}})
    waiting = (await fight_of(service, fight)).window
    assert waiting is not None
    assert waiting.waiting
    await service.submit(fight, "ana", order("table", combatant="cloud"))
    await service.submit(fight, "gm", {"gm": {"pause": {}}})
    await service.submit(fight, "ana", order("table", seat="ana"))
    await service.submit(fight, "gm", order(side="foes"))
    seen = await fight_of(service, fight)
    assert seen.window == waiting
    assert seen.status == "PAUSED"
    await service.submit(fight, "gm", {"gm": {"end": {}}})
    with pytest.raises(RuleRefusal) as refused:
        await service.submit(fight, "ana", order("table", seat="ana"))
    assert refused.value.code == "ENDED"


async def test_going_back_keeps_looks() -> None:
    """Those that everybody sees; a combatant that joined later is gone with its looks."""
    service, fight = await played()
    start = (await service.view(fight, "gm")).version
    await service.submit(fight, "gm", {"fantasia": {"enter": combatant("late", "foes", None, "ogre")}})
    for one in ({"combatant": "goblin"}, {"combatant": "late"}, {"seat": "ana"}, {"side": "foes"}, {}):
        await service.submit(fight, "gm", order(**one))
    await service.submit(fight, "gm", {"gm": {"setBackdrop": {"backdrop": BACKDROP}}})
    await service.submit(fight, "gm", {"gm": {"revert": {"to": start}}})
    cold = Encounters(service._store, Registry.installed())  # folded anew from the stream
    for reader in (service, cold):
        seen = await fight_of(reader, fight)
        assert "late" not in seen.combatants
        assert (seen.combatants["goblin"].looks, seen.seats["ana"].looks, seen.looks) == (DRAWN,) * 3
        assert (seen.sides["foes"].looks, seen.backdrop is None) == (DRAWN, False)
    assert (await service.audit(fight)).replay.state == "PROVEN"


async def test_nobody_is_asked_before_a_take_back_because_of_looks() -> None:
    """They are no act that could be taken back, and nobody is concerned by them."""
    service, fight = await played()
    await service.submit(fight, "gm", {"gm": {"setPolicy": {"kind": "AllowAction", "asked": False}}})
    head = (await service.view(fight, "gm")).version
    await service.submit(fight, "ana", order("table", combatant="cloud"))
    with pytest.raises(RuleRefusal):
        await service.submit(fight, "ana", {"table": {"takeBack": {}}})
    with pytest.raises(RuleRefusal) as refused:
        await service.submit(fight, "ana", {"table": {"takeBack": {"to": head}}})
    assert "nothing has happened" in refused.value.reason


@pytest.mark.parametrize("whom", [{"combatant": "zq7"}, {"side": "zq7side"}])
async def test_looks_of_somebody_hidden_are_hidden(whom: dict[str, str]) -> None:
    """Nobody else reads the event or finds them in the state, and going back tells nothing of them either."""
    service, fight = await played(combatants=(*HEROES, *FOES, LURKER))
    start = (await service.view(fight, "gm")).version
    await service.submit(fight, "gm", order(**whom))
    head = (await service.view(fight, "gm")).version
    for seat in ("ana", "eve", None):
        assert isinstance((await service.seen_events(fight, seat, head, head))[0].recorded.event, k.Hidden)
        assert b"Boss" not in msgspec.json.encode((await service.view(fight, seat)).seen), seat
    seen = await fight_of(service, fight)
    assert DRAWN in (seen.combatants["zq7"].looks, seen.sides.get("zq7side", SideEntry(key="x")).looks)
    await service.submit(fight, "gm", {"gm": {"revert": {"to": start}}})
    back = (await service.seen_events(fight, "ana", head + 1, head + 1))[0].recorded.event
    assert isinstance(back, k.Reverted)
    assert back.kept == ()
    assert (await service.audit(fight)).replay.state == "PROVEN"


async def test_a_caption_like_a_hidden_id_hides_nothing() -> None:
    """A caption or a reference that reads like the id of somebody hidden is a word like any other."""
    service, fight = await played(combatants=(*HEROES, *FOES, LURKER))
    looks = {"caption": "zq7", "refs": [{"program": "zq7", "value": "zq7"}]}
    await service.submit(fight, "ana", order("table", combatant="cloud", looks=looks))
    head = (await service.view(fight, "gm")).version
    assert isinstance((await service.seen_events(fight, "eve", head, head))[0].recorded.event, k.CombatantLooksSet)


async def test_two_worlds_are_set_up_alike() -> None:
    """Whether somebody hidden, or his side, has looks, and which, changes no byte for others."""
    read = []
    for looks in (None, RED):
        lurker = {**LURKER, "looks": looks}
        sides = (SideEntry(key="heroes", looks=DRAWN), *([SideEntry(key="zq7side", label="Z")] if looks else []))
        service, fight = await played(combatants=(*HEROES, *FOES, lurker), sides=sides)
        head = (await service.view(fight, "gm")).version
        events = [one.recorded for one in await service.seen_events(fight, "ana", 1, head)]
        seen = (await service.view(fight, "ana")).seen
        plain = [msgspec.json.encode((r.event, r.draft.seat)) for r in events]
        read.append((plain[0].replace(fight.encode(), b"ID"), plain[1:], msgspec.json.encode(seen.fight.sides)))
        assert isinstance(events[0].event, k.EncounterCreated)
        assert events[0].event.withheld_side_entries is None
        assert (await service.audit(fight)).replay.state == "PROVEN"
    assert read[0] == read[1]
