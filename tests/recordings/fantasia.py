"""Recordings of La Fantasia Final."""

from __future__ import annotations

import random
from typing import Any

from engine.kernel.playing.decide import Choice
from engine.kernel.state.ground.ground import Ground, GroundEntry, Space
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from tests.end_to_end.mixed import fantasia as bridge
from tests.end_to_end.mixed import recorded
from tests.recordings.scripts import (
    Recipe,
    Script,
    Served,
    acting,
    at_random,
    begin,
    broken_off,
    defaults,
    end,
    forked,
    overruled,
    play,
    seen,
    taken_back,
    to_the_end,
)
from tests.support.fights.fights import FOES, HEROES, combatant, new_fight


async def mixed(rng: random.Random) -> bytes:
    """The players type, until the game master takes one of them over; the server rolls for the monsters."""
    return await recorded(rng, bridge({"seats": ["ana", "ben"]}), lend="vivi")


async def goes_on(service: Encounters, id: str, rng: random.Random) -> str:
    """The rules call it decided, the GM does not."""
    await begin(service, id)
    await play(service, id, rng, most=400, style="GREEDY")
    await service.submit(id, "gm", {"fantasia": {"goOn": {}}})
    await play(service, id, rng, most=10)
    return await end(service, id)


def decided(*orders: dict[str, Any]) -> Script:
    """The GM's word ends it: what he orders after a few moves."""

    async def script(service: Encounters, id: str, rng: random.Random) -> str:
        await begin(service, id)
        await play(service, id, rng, most=12)
        if (await seen(service, id)).window_open:
            raise RuleRefusal("somebody is asked")
        for order in orders:
            await service.submit(id, "gm", {"fantasia": order})
            await defaults(service, id)
        return await end(service, id)

    return script


async def ambushed(service: Encounters, id: str, rng: random.Random) -> str:
    """Somebody who can hide lies in wait, and acts before anybody else."""
    await service.submit(id, "ben", {"fantasia": {"lurk": {"combatant": "locke"}}})
    await service.submit(id, "gm", {"fantasia": {"surprise": {"ambushers": ["locke"], "watchers": ["goblin"]}}})
    await play(service, id, rng, most=60)
    return await end(service, id)


async def wasted(service: Encounters, id: str, rng: random.Random) -> str:
    """Nobody strikes; the GM lets it go on as long as anybody stands."""
    await service.submit(id, "gm", {"fantasia": {"begin": {}}})
    for _ in range(30):
        view = await service.view(id, "gm")
        fight = view.position.state.fight
        for asked in fight.window.asked[:1] if fight.window else ():
            on = "go-on" if asked.kind == "EndBattle" and asked.question["standing"] else asked.default
            await service.answer(id, asked.seats[0], asked.decision, Choice(on))
        for who in fight.acting[:1] if not fight.window else ():
            await service.submit(id, "gm", {"fantasia": {"endTurn": {"combatant": who}}})
    return await end(service, id)


async def disturbed(service: Encounters, id: str, rng: random.Random) -> str:
    """A blow is held ready for a spell, and strikes before it."""
    await begin(service, id)
    for _ in range(3):
        who = await acting(service, id)
        if who == "cloud":
            ready = {"combatant": "cloud", "action": "ATTACK", "trigger": "CASTS"}
            await service.submit(id, "ana", {"fantasia": {"ready": ready}})
        elif who == "kefka":
            cast = {"caster": "kefka", "spell": "fire", "targets": ["cloud"]}
            await service.submit(id, "gm", {"fantasia": {"cast": cast}})
            while waiting := [a for a in (await seen(service, id)).window_open if not a.answered]:
                asked = waiting[0]
                blow = next((o.key for o in asked.offers if o.key.startswith("attack")), asked.default)
                await service.answer(id, asked.seats[0], asked.decision, Choice(blow))
        if await acting(service, id) == who:
            await service.submit(id, "gm", {"fantasia": {"endTurn": {"combatant": who}}})
    return await end(service, id)


# -- the recordings
def fight(**more: Any) -> NewEncounter:
    """The usual six, with dice that can be proven."""
    return new_fight(**{"dice": "SEEDED", **more})


VENOM = [{"key": "poison", "kind": "poison", "left": 9}]
DUEL = (
    combatant("cloud", "heroes", "ana", "soldier", vitals={"hp": 1}, conditions=VENOM),
    combatant("kefka", "foes", None, "black_mage", vitals={"hp": 1}, conditions=VENOM),
)
CASTERS = (combatant("cloud", "heroes", "ana", "soldier"), combatant("kefka", "foes", None, "black_mage"))
HARD = {"setup": {"initiative": "PHASES"}}
BOARD = Ground(
    space=Space(kind="GRID", width=8, height=6),
    rows=(".....hh.", "........", "...#....", "...#....", "........", "........"),
    legend=(GroundEntry(key="ledge", sign="h", height=2),),
)
LINES = tuple(
    {**one, "place": {"cell": {"x": x, "y": 2 * number}, "facing": facing}}
    for x, facing, side in ((1, "EAST", HEROES), (5, "WEST", FOES))
    for number, one in enumerate(side)
)
STEADY = (
    combatant("cloud", "heroes", "ana", "soldier"),
    combatant("locke", "heroes", "ben", "thief"),
    combatant("beatrix", "heroes", "ana", "paladin"),
    *FOES,
)
CHARM = [{"key": "charmed", "kind": "charmed", "source": "goblin", "left": 3}]
CONFUSED = [{"key": "confused", "kind": "confused", "left": 3}]
MAD = (
    combatant("cloud", "heroes", "ana", "soldier", conditions=CHARM),
    combatant("rosa", "heroes", "ana", "white_mage"),
    combatant("vivi", "heroes", "ben", "black_mage", conditions=CONFUSED),
    *FOES,
)

RECIPES: dict[str, Recipe | Served] = {
    "heroes_win": Recipe("The heroes stand.", fight(), to_the_end, outcome="heroes"),
    "foes_win": Recipe("The foes stand.", fight(combatants=(HEROES[1], *FOES)), to_the_end, outcome="foes"),
    "nobody_stands": Recipe("Poison fells both, and nobody is left.", fight(combatants=DUEL), wasted, outcome=""),
    "surrendered": Recipe(
        "The foes lay down their arms.", fight(), decided({"surrender": {"side": "foes"}}), outcome="heroes"
    ),
    "fled": Recipe(
        "The heroes leave, one by one.",
        fight(),
        decided(*({"leave": {"combatant": hero["id"]}} for hero in HEROES)),
        ("CombatantOut",),
        outcome="foes",
    ),
    "called_off": Recipe("The GM calls it off, and nobody has won.", fight(), decided({"callOff": {}}), outcome=""),
    "broken_off": Recipe("The GM ends it while a question is open.", fight(), broken_off, ("EncounterEnded",)),
    "goes_on": Recipe("The rules call it decided, and the GM plays on.", fight(), goes_on, ("OutcomeReached",)),
    "spell_disturbed": Recipe(
        "A readied blow strikes a mage as he casts, and the spell is lost.",
        fight(combatants=CASTERS),
        disturbed,
        ("ConcentrationTested", "AbilityInterrupted"),
    ),
    "overruled": Recipe(
        "Corrected, reverted into an order, paused, resumed.", fight(), overruled, ("Corrected", "Reverted")
    ),
    "taken_back": Recipe(
        "Requests to take back: granted, refused, forced, and overtaken by the end.",
        fight(),
        taken_back(3),
        ("TakeBackAsked", "TakeBackClosed", "Reverted", "DamageTaken"),
    ),
    "typed_dice": Recipe("Every die is typed.", fight(dice="PHYSICAL"), at_random, ("DiceRolled", "DamageTaken")),
    "mixed_dice": Served(
        "The players type their dice, through GraphQL, and the server rolls for the monsters.",
        "fantasia",
        mixed,
        ("DiceRolled", "ControlChanged", "DamageTaken", "OutcomeReached"),
    ),
    "fork": Recipe("A what-if from the middle of a fight.", fight(), forked, ("EncounterForked",)),
    "phases": Recipe("Sides act together, by kinds of action.", fight(**HARD), at_random, ("DamageTaken",)),
    "ambush": Recipe(
        "One lies in wait for the others.", fight(combatants=STEADY), ambushed, ("AmbushSettled", "AmbushSprung")
    ),
    "board": Recipe(
        "On a board, with a wall and a platform.",
        fight(combatants=LINES, ground=BOARD),
        at_random,
        ("Moved", "DamageTaken"),
    ),
    "reactions": Recipe(
        "Blows are answered, evaded, taken for others.",
        fight(combatants=STEADY),
        at_random,
        ("ReactionUsed", "AvoidanceTested", "HitTakenOver"),
    ),
    "controlled": Recipe(
        "One is charmed, one confused: others give their orders.",
        fight(combatants=MAD),
        at_random,
        ("ControlChanged", "ConditionLost"),
    ),
    "fumbles": Recipe("Somebody fumbles, and a mishap follows.", fight(), at_random, ("FumbleSettled",)),
}
