"""Recordings of Saari: every way in which a fight ends, and an expedition whose dice are typed."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from engine.kernel.playing.decide import Choice
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from tests.end_to_end.expedition import FOREST, GUARD, SEATS, Expedition
from tests.end_to_end.mixed import recorded
from tests.end_to_end.mixed import saari as shore
from tests.recordings.scripts import Recipe, Script, Served, begin, broken_off, defaults, end, play, seen, to_the_end
from tests.support.processes.serving import ADMIN, Service

TABLE = (SeatEntry("gm", "The GM", "GM"), *(SeatEntry(seat, seat.capitalize(), "PLAYER") for seat in SEATS))


def somebody(ref: str, seat: str | None, zone: str = "glade", side: str = "", **vitals: int) -> dict[str, Any]:
    """JSON of an Enter order, of the catalogue. side: absent: by the seat. vitals: at first."""
    return {
        "id": ref,
        "name": ref.capitalize(),
        "side": side or ("foes" if seat is None else "heroes"),
        "seat": seat,
        "place": {"zone": zone},
        "sheet": {"ref": ref},
        **({"vitals": vitals} if vitals else {}),
    }


HEROES = tuple(somebody(name, seat) for seat, name in SEATS.items())
FOES = (somebody("bandit", None), somebody("duellist", None, "thicket"), somebody("archer", None, "bank"))


def fight(combatants: tuple[dict[str, Any], ...] = (*HEROES, *FOES), **setup: Any) -> NewEncounter:
    """Three characters in a glade, and foes on both sides of a ford."""
    return NewEncounter(
        system="saari",
        name="The glade",
        seats=TABLE,
        combatants=combatants,
        setup=setup,
        ground=msgspec.convert(FOREST, Ground),
    )


WORN_OUT = tuple({**one, "vitals": {"kp": 1, "mp": 0}} for one in HEROES)
"""The characters at the end of a long day."""
TROLLS = (somebody("troll", None), somebody("boar", None, side="beasts"))


async def played(rng: random.Random) -> bytes:
    """To its end, through a server of its own, by three players and a game master who type each die."""
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder) / "data")
        await service.start()
        expedition = Expedition(service.base, ADMIN, rng)
        try:
            await expedition.play(most=1500)
            return await expedition.exported()
        finally:
            await expedition.close()
            await service.stop()


async def mixed(rng: random.Random) -> bytes:
    """Ana types until the game master takes her character over; the server rolls for Ben's."""
    return await recorded(rng, shore({"seats": ["ana"]}), lend="ada")


async def idle(service: Encounters, id: str, rng: random.Random) -> str:
    """Everybody holds, but one who has readied a blow, and stays ready; two rounds long."""
    await begin(service, id)
    while (up := (await seen(service, id)).acting) or (await seen(service, id)).window_open:
        await defaults(service, id)
        if up := (await seen(service, id)).acting:
            who = str(up[0])
            seat = {name: seat for seat, name in SEATS.items()}.get(who, "gm")
            held = {"ready": {"combatant": who, "action": "ATTACK"}} if who == GUARD else {"hold": {"combatant": who}}
            await service.submit(id, seat, {"saari": held})
    return await end(service, id)


def ended(*orders: dict[str, Any]) -> Script:
    """The game master ends the scene after a few moves. orders: what he gives, one after the other."""

    async def script(service: Encounters, id: str, rng: random.Random) -> str:
        await _midway(service, id, rng)
        for order in orders:
            await service.submit(id, "gm", {"saari": order})
            await defaults(service, id)
        return await end(service, id)

    return script


async def conceded(service: Encounters, id: str, rng: random.Random) -> str:
    """One player after the other gives up."""
    await _midway(service, id, rng)
    for seat, name in SEATS.items():
        await service.submit(id, seat, {"saari": {"concede": {"combatant": name}}})
        await defaults(service, id)
    return await end(service, id)


async def meanwhile(service: Encounters, id: str, rng: random.Random) -> str:
    """While a question about a roll is open the game master marks it, and moves an ally; then a factor is found."""
    await begin(service, id)
    for _ in range(80):
        await play(service, id, rng, most=1, style="GREEDY")
        state = (await service.view(id, "gm")).position.state
        if state.fight.window is not None and state.own.rolls and state.fight.window.asked[0].kind == "AskMindPoint":
            break
    else:
        raise RuleRefusal("nobody was asked for a mind point")
    await service.submit(id, "gm", {"saari": {"markRoll": {}}})
    await service.submit(id, "gm", {"saari": {"placeAlly": {"ally": "veteran", "to": {"zone": "thicket"}}}})
    while (window := (await service.view(id, "gm")).position.state.fight.window) is not None:
        asked = window.asked[0]
        found = asked.kind == "AskLateFactor"
        choice = Choice("change", {"advantages": ["surroundings"]}) if found else Choice(asked.default)
        await service.answer(id, asked.seats[0], asked.decision, choice)
        if found:
            return await end(service, id)
    raise RuleRefusal("no late factor was asked for")


async def _midway(service: Encounters, id: str, rng: random.Random) -> None:
    """Some moves on, all characters stand, and nobody is asked."""
    await begin(service, id)
    await play(service, id, rng, most=15, style="GREEDY")
    fight = (await service.view(id, "gm")).position.state.fight
    if fight.window is not None or fight.outcome is not None or any(fight.combatants[n].out for n in SEATS.values()):
        raise RuleRefusal("somebody is asked, or lies")


RECIPES: dict[str, Recipe | Served] = {
    "saari_expedition": Served(
        "Three characters and their game master at a ford, from an ambush to the end, through GraphQL; every die is "
        "typed.",
        "saari",
        played,
        ("AmbushStruck", "ReadyEnded", "ExtrasSpent", "ParryMerged", "AssistAdded", "MindPointSpent", "OutcomeReached"),
    ),
    "saari_mixed_dice": Served(
        "One player types his dice, through GraphQL, and the server rolls the rest.",
        "saari",
        mixed,
        ("DiceRolled", "ControlChanged", "AttackEnded", "OutcomeReached"),
    ),
    "saari_won": Recipe("The characters have felled everybody.", fight(), to_the_end, ("AttackEnded",), "heroes"),
    "saari_all_down": Recipe(
        "All characters lie; a troll is left.", fight((*WORN_OUT, TROLLS[0])), to_the_end, ("AttackEnded",), "foes"
    ),
    "saari_total_defeat": Recipe(
        "All characters lie, and two other sides are left: nobody has won.",
        fight((*WORN_OUT, *TROLLS)),
        to_the_end,
        ("AttackEnded",),
        "",
    ),
    "saari_idle": Recipe(
        "Two rounds in which nobody does more than hold and stay ready: nobody has won.",
        fight(),
        idle,
        ("Held", "ReadyKept", "OutcomeReached"),
        "",
    ),
    "saari_scene_ended": Recipe(
        "The game master ends the scene for a side, and lets the characters rest at a milestone.",
        fight(),
        ended({"endScene": {"winner": "heroes"}}, {"reachMilestone": {}}),
        ("MilestoneReached",),
        "heroes",
    ),
    "saari_goes_on": Recipe(
        "The game master ends the scene, thinks better of it, and ends it for nobody.",
        fight(),
        ended({"endScene": {}}, {"goOn": {}}, {"endScene": {}}, {"returnToBase": {}}),
        ("SceneResumed", "BaseReached"),
        "",
    ),
    "saari_conceded": Recipe("The players give up.", fight(), conceded, ("Conceded",), "foes"),
    "saari_meanwhile": Recipe(
        "A roll is marked, and an ally moved, while a mind point is asked for; then a factor is found.",
        fight((*HEROES, *FOES, somebody("veteran", None, side="heroes"))),
        meanwhile,
        ("Corrected", "FactorChanged"),
    ),
    "saari_broken_off": Recipe("The GM ends it while a question is open.", fight(), broken_off, ("EncounterEnded",)),
}
