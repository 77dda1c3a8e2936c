"""The page on campaigns is enough to prove one: a program written from it finds what was dropped or altered."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.kernel.campaign.course import Edits
from engine.service.encounters import Encounters, NewEncounter
from engine.service.proof.export import export_lines
from engine.service.proof.signing import Signer
from engine.service.registry import Registry
from engine.service.writing.campaigns import ComingAlong, NewFight, as_campaign
from engine.store.chain import seal
from engine.store.memory import MemoryStore
from engine.store.port import Entry
from tests.guide.blocks import GUIDE
from tests.support.amounts import PATIENCE
from tests.support.fights.fights import SEATS
from tests.support.fights.played import forged

CHECK = GUIDE.parent / "examples" / "check_campaign.mjs"
SIGNER = Signer(bytes(range(32)))
GAMES = {
    "dozen_die": ("characters", "creatures"),
    "fantasia": ("soldier", "ogre"),
    "minis": ("minis", "minis"),
    "mongolian_mercenaries": ("swordsman", "bandit"),
    "saari": ("tuisku", "goblin"),
}
"""Game -> the sheets of a hero and of a foe, or where in its content they are."""


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry.installed()


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("there is no Node on the PATH: install it to try the check in JavaScript")
    return found


class File:
    """A campaign and its fights, as they lie in one file."""

    def __init__(self, service: Encounters, registry: Registry, game: str) -> None:
        self.service, self.registry, self.game = service, registry, game
        self.parts: list[list[Entry]] = []

    def entered(self, id: str, side: str) -> dict[str, Any]:
        named = GAMES[self.game][side == "foes"]
        ref = next(iter(self.registry.book(self.game).system.content.get(named, (named,))))
        seat = "ana" if side == "heroes" else None
        if self.game == "mongolian_mercenaries":
            side = {"heroes": "party", "foes": "enemies"}[side]
        return {"id": id, "name": id.title(), "side": side, "seat": seat, "sheet": {"ref": ref}}

    async def play(self) -> None:
        """Two fights, in each of which both members are hurt; the second one kills Ben."""
        people = (self.entered("ada", "heroes"), self.entered("ben", "heroes"))
        company = NewEncounter(system=self.game, name="A company", seats=SEATS, combatants=people)
        made = await self.service.create(as_campaign(company))
        names = [made.id]
        for less in (1, 2):
            new = NewEncounter(system="", name="A fight", seats=(), combatants=(self.entered("zed", "foes"),))
            wish = NewFight(members=(ComingAlong(member="ada"), ComingAlong(member="ben")), new=new)
            fight = (await self.service.campaigns.begin(made.id, "gm", wish)).fight
            there = (await self.service.view(fight, "gm")).position.state.fight.combatants
            for who in ("ada", "ben"):
                vital, figures = next(iter(there[who].vitals.items()))
                await self.correct(fight, f"combatants.{who}.vitals.{vital}.now", figures.now - less)
            if less == 2:
                await self.correct(fight, "combatants.ben.out", "dead")
            await self.service.submit(fight, "gm", {"gm": {"end": {"reason": "they talk", "outcome": "heroes"}}})
            digest = (await self.service.campaigns.proposal(made.id, fight)).digest
            await self.service.campaigns.settle(made.id, "gm", fight, digest)
            names.append(fight)
        self.parts = [(await self.service.entries(name))[1] for name in names]

    async def correct(self, fight: str, path: str, value: Any) -> None:
        await self.service.submit(fight, "gm", {"gm": {"correct": {"path": path, "value": value, "reason": "a blow"}}})

    def bytes_of(self, *parts: list[Entry]) -> bytes:
        written = b""
        for part in parts:
            system = msgspec.json.decode(part[0].public)["data"]["system"]
            written += b"".join(export_lines(part, self.registry.book(system), None, SIGNER.sign))
        return written


@pytest.fixture(params=GAMES)
async def file(request: pytest.FixtureRequest, registry: Registry) -> File:
    made = File(Encounters(MemoryStore(), registry), registry, request.param)
    await made.play()
    return made


def checked(node: str, path: Path, written: bytes, *words: str) -> tuple[int, str]:
    path.write_bytes(written)
    done = subprocess.run([node, CHECK, path, *words], capture_output=True, timeout=PATIENCE, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout.decode()


def event_of(entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(entry.secret or entry.public)
    return found


def chained(entries: list[Entry]) -> list[Entry]:
    """The entries in this order, with versions and hashes made anew."""
    made: list[Entry] = []
    for version, entry in enumerate(entries, 1):
        parts = [
            part and msgspec.json.encode({**msgspec.json.decode(part), "version": version}, order="sorted")
            for part in (entry.public, entry.secret)
        ]
        before = made[-1].hash if made else ""
        made.append(seal(before, version, parts[0] or b"", secret=parts[1], to=entry.to, salt=entry.salt))
    return made


async def test_a_campaign_is_proven_and_what_is_dropped_exchanged_or_altered_is_found(
    node: str, file: File, tmp_path: Path
) -> None:
    """A fight missing, exchanged, told twice, cut, altered; a line dropped, exchanged, altered, and hashed anew."""
    path, (campaign, first, second) = tmp_path / "company", file.parts
    code, said = checked(node, path, file.bytes_of(campaign, first, second), SIGNER.public.x)
    assert (code, said.splitlines()[-1]) == (0, "2 fights, each as the campaign names it")
    assert checked(node, path, file.bytes_of(campaign, second, first))[0] == 4

    other = File(Encounters(MemoryStore(), file.registry), file.registry, file.game)
    await other.play()
    stranger = other.parts[1]
    renamed = forged(stranger, 1, lambda event: event["data"].update(encounter=event_of(first[0])["data"]["encounter"]))
    lines = [entry.version for entry in campaign if event_of(entry)["type"] in ("Carried", "MemberDied")]
    one = next(n for n in lines if event_of(campaign[n - 1])["type"] == "Carried")

    def of(version: int, **changes: Any) -> list[Entry]:
        return forged(campaign, version, lambda event: "data" in event and event["data"].update(changes))

    settled = next(entry.version for entry in campaign if event_of(entry)["type"] == "FightSettled")
    swapped = [*campaign]
    swapped[lines[0] - 1], swapped[lines[1] - 1] = swapped[lines[1] - 1], swapped[lines[0] - 1]
    fewer = [entry for entry in campaign if entry.version != lines[0]]
    assert len(lines) >= 4
    healed = forged(first, 5, lambda event: event.update(rule="FF-XX"))
    cases: dict[str, tuple[list[Entry], ...]] = {
        "a fight is missing": (campaign, first),
        "another fight": (campaign, renamed, second),
        "a stranger's": (campaign, first, second, stranger),
        "told twice": (campaign, first, first, second),
        "cut": (campaign, first[:-1], second),
        "altered": (campaign, healed, second),
        "no campaign": (first, second),
        "a line is missing": (chained(fewer), first, second),
        "lines are exchanged": (chained(swapped), first, second),
        "a line is altered": (of(one, leftAs=1000), first, second),
        "it sets something else": (of(one, value="much"), first, second),
        "it entered otherwise": (of(one, enteredAs=1000), first, second),
        "another cause": (of(one, fightCause=1), first, second),
        "another head": (of(settled, head="00" * 32), first, second),
    }
    for name, parts in cases.items():
        code, said = checked(node, path, file.bytes_of(*parts))
        assert (code, said.splitlines()[-1].startswith("BROKEN")) == (1, True), (name, said)


async def test_an_edit_and_a_way_back_are_proven_too(node: str, registry: Registry, tmp_path: Path) -> None:
    """Lines that the game master dropped or set, and a settlement that was taken back and made again."""
    file = File(Encounters(MemoryStore(), registry), registry, "fantasia")
    await file.play()
    campaign = event_of(file.parts[0][0])["data"]["encounter"]
    view = await file.service.view(campaign, "gm")
    fight = list(view.position.state.own.fights)[-1]
    before = view.position.state.own.fights[fight].settled - 1
    await file.service.submit(campaign, "gm", {"gm": {"revert": {"to": before}}})
    proposal = await file.service.campaigns.proposal(campaign, fight)
    edits = Edits(("ben/death",), {"ada/vital/hp": 3})
    await file.service.campaigns.settle(campaign, "gm", fight, proposal.digest, edits)
    entries = (await file.service.entries(campaign))[1]
    code, said = checked(node, tmp_path / "company", file.bytes_of(entries, *file.parts[1:]))
    assert (code, said.splitlines()[-1]) == (4, "2 fights, each as the campaign names it"), said
    last = next(
        e for e in reversed(entries) if event_of(e)["type"] == "Carried" and event_of(e)["data"]["combatant"] == "ada"
    )
    other = forged(entries, last.version, lambda event: "data" in event and event["data"].update(leftAs=4, value=4))
    code, said = checked(node, tmp_path / "company", file.bytes_of(other, *file.parts[1:]))
    assert (code, "wanted it otherwise" in said) == (1, True), said


def test_the_program_is_small_and_needs_nothing() -> None:
    """It is an example of how little it takes beside the check of each part."""
    text = CHECK.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 130
    imported = {line.split("'")[1] for line in text.splitlines() if line.startswith("import ")}
    assert imported == {"node:crypto", "node:fs", "./check.mjs"}
