"""Looks in a scene: of the fight, of sides and combatants, and the backdrop, in every rule system."""

from __future__ import annotations

import pytest

from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.scene import Scene
from engine.kernel.state.ground.backdrop import Backdrop
from engine.kernel.state.looks import PLAIN_LOOKS, Looks
from engine.kernel.state.side import SideEntry
from engine.service.encounters import Encounters
from engine.service.registry import Registry
from engine.store.memory import MemoryStore
from tests.support.fights.fights import FOES, HEROES, combatant, new_fight

RED = Looks(colour="#aa0000", caption="Boss", picture="https://a.example/b.webp")
BLUE = Looks(colour="#0000aa")
BACKDROP = Backdrop(picture="https://a.example/map.webp", width=2400, height=1600)


async def scene(seat: str | None, *, locale: str = "en") -> Scene:
    """A scene of a fight in which everything has looks, also somebody whom only the GM sees, and his side."""
    service, red = Encounters(MemoryStore(), Registry.installed()), {"colour": "#aa0000", "caption": "Boss"}
    lurker = combatant("zq7", "zq7side", None, "ogre", seenBy=["gm"], looks={"caption": "zq7"})
    people = ({**HEROES[0], "looks": {**red, "picture": RED.picture}}, {**HEROES[1], "looks": {"colour": "#0000aa"}})
    sides = (SideEntry(key="heroes", label="The Red Company", looks=RED), SideEntry(key="zq7side", looks=BLUE))
    wish = new_fight(combatants=(*people, *FOES, lurker), sides=sides, looks=BLUE, backdrop=BACKDROP)
    view = await service.view((await service.create(wish)).id, seat)
    return scene_of(view.book.system, view.seen, seat, locale)


@pytest.mark.parametrize("seat", ["gm", "ana", None])
async def test_everything_is_shown_as_people_want_it(seat: str | None) -> None:
    """A caption that was given stands for the name; one that was not is made of it."""
    shown = await scene(seat)
    tokens = {token.combatant: token for token in shown.tokens}
    assert (tokens["cloud"].looks, tokens["cloud"].caption) == (RED, "Boss")
    assert (tokens["vivi"].looks, tokens["vivi"].caption) == (BLUE, "Vivi")
    assert tokens["ogre"].looks == PLAIN_LOOKS
    sides = {side.key: side for side in shown.sides}
    assert (sides["heroes"].label, sides["heroes"].looks) == ("The Red Company", RED)
    assert sides["foes"].looks == PLAIN_LOOKS
    assert (shown.looks, shown.backdrop) == (BLUE, BACKDROP)
    assert "The Red Company" in shown.text


async def test_what_is_hidden_has_no_looks() -> None:
    """Those who do not see him get nothing of his, nor of his side's."""
    assert {side.key for side in (await scene("gm")).sides} == {"heroes", "foes", "zq7side"}
    shown = await scene("ana")
    assert {side.key for side in shown.sides} == {"heroes", "foes"}
    assert "zq7" not in {token.combatant for token in shown.tokens}
