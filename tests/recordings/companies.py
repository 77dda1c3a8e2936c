"""Recordings of campaigns: a company of each game plays three fights, with something between each.

`python -m tests.recordings.companies NAME ...`, or `--all`, makes them again: files of campaigns with their fights.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.state.combatant import Place
from engine.kernel.state.fight import SingleAnswers
from engine.kernel.state.ground.ground import Ground
from engine.kernel.structs.errors import RuleRefusal
from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.export import export_lines
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.memory import MemoryStore
from tests.end_to_end.skirmish import VALLEY
from tests.recordings.dozen_die import FORD
from tests.recordings.scripts import begin, defaults, end, play
from tests.support.fights.fights import SEATS

FOLDER = Path(__file__).parent / "companies"
TRIES = 8
MOVES = 24
"""Of bots in each fight; then the game master ends it, if the rules have not."""

AT_ONCE = SingleAnswers(pace=0)
"""Nobody waits until a question with one answer has answered itself."""

Between = tuple[tuple[str, dict[str, Any]], ...]
"""Orders between fights: the seat, and the order."""


class Company(Struct, frozen=True, kw_only=True):
    """A company of a game, and what it does. members: sheet by id. foe: the sheet of whom it fights.

    ground, places: of its fights, where they need some; the last place is the foe's.
    between: its orders before each fight but the first, and behind the last. happened: types of events that must be in
    the campaign.
    """

    game: str
    members: dict[str, dict[str, Any]]
    foe: str
    between: tuple[Between, Between, Between]
    happened: tuple[str, ...]
    settings: dict[str, Any] = {}
    sides: tuple[str, str] = ("heroes", "foes")
    ground: dict[str, Any] | None = None
    places: tuple[dict[str, Any], ...] = ()


WHOLE = [{"least": 1, "most": 12, "outcomes": [{"injury": "HP_MAX", "amount": -1}]}]
REST: Between = (("gm", {"rest": {"combatants": ["ada", "ben"], "hours": 8}}),)
ADVENTURE: Between = (("gm", {"endAdventure": {}}),)

COMPANIES = {
    "fantasia": Company(
        game="fantasia",
        members={"ada": {"ref": "soldier"}, "ben": {"ref": "black_mage"}},
        foe="ogre",
        between=(REST, REST, REST),
        happened=("FantasiaCampaignRested",),
    ),
    "dozen_die": Company(
        game="dozen_die",
        members={"ada": {}, "ben": {}},
        foe="",
        settings={"recoveryTable": WHOLE, "hpBetweenAdventures": "FULL"},
        ground=FORD,
        places=tuple({"cell": {"x": x, "y": 6}} for x in (5, 7, 12)),
        between=(ADVENTURE, ADVENTURE, ADVENTURE),
        happened=(),
    ),
    "saari": Company(
        game="saari",
        members={"ada": {"ref": "tuisku"}},
        foe="goblin",
        between=(
            (("gm", {"setOut": {}}), ("gm", {"recordFind": {"name": "A cup", "value": 60}})),
            (("gm", {"returnToBase": {}}),),
            (("gm", {"setOut": {}}), ("gm", {"returnToBase": {}})),
        ),
        happened=(),
    ),
    "minis": Company(
        game="minis",
        members={"ada": {}, "ben": {}},
        foe="",
        settings={"lifeBetweenBattles": "KEEP"},
        ground=VALLEY,
        places=({"point": {"x": 1000, "y": 400}}, {"point": {"x": 1000, "y": 480}}, {"point": {"x": 1080, "y": 400}}),
        between=(
            (("ana", {"equipMini": {"combatant": "ada", "spells": ["heal"]}}),),
            (("gm", {"priceWarband": {"side": "heroes"}}),),
            (("ana", {"equipMini": {"combatant": "ben", "spells": ["heal"]}}),),
        ),
        happened=(),
    ),
    "mongolian_mercenaries": Company(
        game="mongolian_mercenaries",
        members={
            "ada": {"ref": "swordsman", "provisions": 6, "money": {"mnt": 400}},
            "ben": {"ref": "healer", "provisions": 6},
        },
        foe="bandit",
        sides=("party", "enemies"),
        settings={"xpTable": [100]},
        between=(
            (("gm", {"eatProvisions": {}}), ("gm", {"travel": {"steps": [{}]}})),
            (("gm", {"recover": {"way": "NIGHT"}}), ("gm", {"recover": {"way": "REST"}})),
            (("gm", {"travel": {"steps": [{}]}}),),
        ),
        happened=(),
    ),
}
"""By the names of their files."""


def path_of(name: str) -> Path:
    """Where a recording lies."""
    return FOLDER / f"{name}.ndjson"


def _person(registry: Registry, company: Company, id: str, side: str, sheet: dict[str, Any]) -> dict[str, Any]:
    content = registry.book(company.game).system.content
    usual = {"dozen_die": ("characters", "creatures"), "minis": ("minis", "minis")}.get(company.game)
    if not sheet.get("ref") and usual is not None:
        sheet = {"ref": next(iter(content[usual[side == company.sides[1]]]))}
    seat = "ana" if side == company.sides[0] else "eve"
    return {"id": id, "name": id.title(), "side": side, "seat": seat, "sheet": sheet}


async def _fought(service: Encounters, company: Company, campaign: str, rng: random.Random, number: int) -> str:
    """One fight of all who can come along, settled."""
    registry = Registry.installed()
    view = await service.view(campaign, "gm")
    free = [who.id for who in view.position.state.fight.combatants.values() if who.out is None]
    foe = _person(registry, company, "zed", company.sides[1], {"ref": company.foe} if company.foe else {})
    ground = None if company.ground is None else msgspec.convert(company.ground, Ground)
    places: list[Any] = [msgspec.convert(place, Place) for place in company.places] or [None] * (len(free) + 1)
    if company.places:
        foe["place"] = company.places[-1]
    new = NewEncounter(
        system="", name=f"Fight {number}", seats=(), combatants=(foe,), ground=ground, single_answers=AT_ONCE
    )
    members = tuple(ComingAlong(member=free[n], place=places[n]) for n in range(len(free)))
    wish = NewFight(members=members, new=new)
    fight = (await service.campaigns.begin(campaign, "gm", wish)).fight
    await begin(service, fight)
    await play(service, fight, rng, most=MOVES, style="GREEDY")
    await _hurt(service, fight, free[0])
    await end(service, fight)
    digest = (await service.campaigns.proposal(campaign, fight)).digest
    await service.campaigns.settle(campaign, "gm", fight, digest)
    return fight


async def _hurt(service: Encounters, fight: str, who: str) -> None:
    """One less of the first figure, by the game master, where somebody stands."""
    here = (await service.view(fight, "gm")).position.state.fight.combatants[who]
    vitals = here.vitals if here.out is None else {}
    for name, vital in [pair for pair in vitals.items() if pair[1].now > 1][:1]:
        correct = {"path": f"combatants.{who}.vitals.{name}.now", "value": vital.now - 1, "reason": "he stumbles"}
        await service.submit(fight, "gm", {"gm": {"correct": correct}})


async def _tried(company: Company, seed: int) -> bytes | None:
    registry, rng = Registry.installed(), random.Random(seed)
    service = Encounters(MemoryStore(), registry)
    people = tuple(_person(registry, company, *entry) for entry in _members(company))
    new = NewEncounter(system=company.game, name="The company", seats=SEATS, combatants=people, setup=company.settings)
    made = await service.create(as_campaign(new))
    names = [made.id]
    try:
        for number, orders in enumerate(company.between, 1):
            names.append(await _fought(service, company, made.id, rng, number))
            for seat, order in orders:
                await service.submit(made.id, seat, {made.book.key: order})
                await defaults(service, made.id)
        await end(service, made.id)
    except RuleRefusal as refusal:
        print(f"{company.game} {seed}: {refusal}", file=sys.stderr)
        return None
    written = b""
    for name in names:
        book, entries = await service.entries(name)
        written += b"".join(export_lines(entries, book, None))
    missing = [kind for kind in (*company.happened, "Carried") if f'"type":"{kind}"'.encode() not in written]
    return None if missing else written


def _members(company: Company) -> list[tuple[str, str, dict[str, Any]]]:
    return [(id, company.sides[0], sheet) for id, sheet in company.members.items()]


def make(name: str) -> bytes:
    """Plays a company until all has happened that it is for; the file."""
    for seed in range(TRIES):
        written = asyncio.run(_tried(COMPANIES[name], seed))
        if written is not None:
            return written
    raise SystemExit(f"{name}: in {TRIES} campaigns what it is for has not happened")


def main(names: Sequence[str]) -> None:
    """Make what is named."""
    wanted = list(COMPANIES) if list(names) == ["--all"] else names
    if not wanted or any(name not in COMPANIES for name in wanted):
        raise SystemExit(f"name companies, or --all: {', '.join(COMPANIES)}")
    FOLDER.mkdir(exist_ok=True)
    for name in wanted:
        written = make(name)
        path_of(name).write_bytes(written)
        print(f"{path_of(name).name}: {len(written)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
