"""Random games through the service, over the real store.

Orders, answers, corrections, cancels, reverts into steps, forks, preferences, policies and typed dice; a slow reference
fold of the stream judges every version.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.decide import Choice
from engine.kernel.playing.dice import parse_dice
from engine.kernel.playing.position import Position, advance, at_version
from engine.kernel.playing.preferences import PREFERENCES
from engine.kernel.state.decisions import Field
from engine.kernel.state.events import Reverted
from engine.kernel.state.fight import Asked, DiceMode
from engine.kernel.state.reducer import is_roll
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import plain
from engine.service.encounters import Encounters, NewEncounter
from engine.service.reading.views import FightView, bytes_for, decode_whole
from engine.service.registry import Registry
from engine.store.chain import digest, first_break, link
from engine.store.port import Entry, Store
from tests.support.amounts import amount
from tests.support.slices import dozen, fantasia, minis, saari
from tests.support.slices.ready import FIGHTS

GAMES = amount("SKALD_GAMES", 10, 200)
SEATS = (
    SeatEntry("gm", "GM", "GM"),
    SeatEntry("ana", "Ana", "PLAYER"),
    SeatEntry("ben", "Ben", "PLAYER"),
    SeatEntry("eve", "Eve", "SPECTATOR"),
)
SLICES = {"saari": saari, "dozen": dozen, "minis": minis, "fantasia": fantasia}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry([Rulebook(module.system) for module in SLICES.values()])


def cast_of(name: str) -> tuple[dict[str, Any], ...]:
    """Who is in the slice's ready fight, as JSON of its Enter order."""
    joined = [r.event for r in FIGHTS[name](secret="0", begun=False).stream[1:]]
    return tuple(
        {
            "id": event.combatant,
            "name": event.name,
            "side": event.side,
            "seat": event.owner,
            "sheet": event.sheet,
            "place": plain(event.place),
            "conditions": plain(event.conditions),
            **({"seenBy": list(event.seen_by)} if event.seen_by is not None else {}),
        }
        for event in joined
    )


def pick(rng: random.Random, field: Field) -> Any:
    """A legal pick."""
    among = plain(field.picks)
    match field.kind:
        case "path" if field.exact:
            return [rng.choice(among) for _ in range(rng.randint(field.least, field.most))]
        case "one" | "place" | "path":
            return rng.choice(among)
        case "some" | "places":
            return rng.sample(among, rng.randint(field.least, min(field.most, len(among))))
        case "amount":
            return rng.randint(field.least, field.most)
        case "split":
            return {str(rng.choice(among)): field.least}
        case _:
            return "x" * field.least


class Game:
    """One fight, and somebody who does not care."""

    def __init__(self, service: Encounters, seed: int) -> None:
        self.service, self.rng = service, random.Random(seed)
        self.id = ""
        self.refused = 0

    async def start(self, name: str, dice: DiceMode) -> None:
        system = SLICES[name].system.id
        made = await self.service.create(
            NewEncounter(system=system, name=name, seats=SEATS, combatants=cast_of(name), dice=dice, seed="s")
        )
        self.id = made.id
        key = self.service.registry.book(system).key
        await self.service.submit(self.id, "gm", {key: {"begin": {}}})

    async def now(self) -> FightView:
        return await self.service.view(self.id, "gm")

    async def move(self) -> None:
        """Something, legal or not."""
        act = self.rng.choices(
            ["go", "correct", "cancel", "revert", "prefer", "fork", "policy"], [20, 2, 0.7, 1, 1, 0.3, 1]
        )[0]
        view = await self.now()
        try:
            await getattr(self, act)(view)
        except RuleRefusal:
            self.refused += 1
            assert (await self.now()).head == view.head, "a refusal appends nothing"

    async def go(self, view: FightView) -> None:
        window = view.position.state.fight.window
        open_ = [a for a in window.asked if not a.answered] if window else []
        if open_:
            await self.reply(self.rng.choice(open_))
            return
        offers = [
            (offer, seat)
            for who in (None, *view.position.state.fight.combatants)
            for seat in [view.position.state.fight.holders(who)[0] if who else "gm"]
            for offer in view.book.system.offers(view.book.seen(view.position.state, seat), who)
        ]
        if not offers:
            await self.revert(view)
            return
        offer, seat = self.rng.choice(offers)
        command = view.book.encode_order(offer.body)
        ((key, fields),) = command[view.book.key].items()
        fields |= {f.name: pick(self.rng, f) for f in offer.fields if self.rng.random() < 0.7}
        await self.service.submit(self.id, seat, {view.book.key: {key: fields}}, faces=self.some_faces())

    async def reply(self, asked: Asked) -> None:
        seat = self.rng.choice([*asked.seats, "gm"])
        if is_roll(asked):
            dice = parse_dice(asked.question["dice"])
            faces = [self.rng.randint(1, dice.sides) for _ in range(dice.count)]
            await self.service.answer(self.id, seat, asked.decision, None, faces=faces)
            return
        offer = self.rng.choice(asked.offers)
        fields = {f.name: pick(self.rng, f) for f in offer.fields if self.rng.random() < 0.7}
        await self.service.answer(self.id, seat, asked.decision, Choice(offer.key, fields))

    def some_faces(self) -> tuple[int, ...]:
        return (3,) * self.rng.randint(1, 3) if self.rng.random() < 0.05 else ()

    def correction(self, view: FightView) -> dict[str, Any]:
        here = list(view.position.state.fight.combatants.values())
        if not here:
            return {"path": "name", "value": "empty"}
        who = self.rng.choice(here)
        system = view.book.system
        known = list(system.conditions or system.content.get("conditions") or ())
        match self.rng.choice(["vital", "vital", "conditions", "out"]):
            case "conditions" if known:
                kinds = self.rng.sample(known, self.rng.randint(0, min(3, len(known))))
                return {
                    "path": f"combatants.{who.id}.conditions",
                    "value": [{"key": kind, "kind": kind} for kind in kinds],
                }
            case "out":
                return {
                    "path": f"combatants.{who.id}.out",
                    "value": self.rng.choice([None, "dead", "casualty", "left"]),
                }
        vital = self.rng.choice(list(who.vitals))
        return {"path": f"combatants.{who.id}.vitals.{vital}.now", "value": self.rng.choice([0, 1, 5, 9, "many"])}

    async def correct(self, view: FightView) -> None:
        await self.service.submit(self.id, "gm", {"gm": {"correct": self.correction(view)}})

    async def cancel(self, view: FightView) -> None:
        await self.service.submit(self.id, "gm", {"gm": {"cancel": {}}})

    async def revert(self, view: FightView) -> None:
        corrections = [self.correction(view)] if self.rng.random() < 0.5 else []
        tool = {"to": self.rng.randint(1, view.version), "corrections": corrections}
        await self.service.submit(self.id, "gm", {"gm": {"revert": tool}})

    async def prefer(self, view: FightView) -> None:
        kind = self.rng.choice([q.__name__ for q in view.book.system.questions])
        seat = self.rng.choice(["gm", "ana", "ben"])
        await self.service.prefer(self.id, seat, kind, self.rng.choice(PREFERENCES))

    async def policy(self, view: FightView) -> None:
        kind = self.rng.choice([q.__name__ for q in view.book.system.questions])
        await self.service.submit(
            self.id, "gm", {"gm": {"setPolicy": {"kind": kind, "asked": self.rng.random() < 0.6}}}
        )

    async def fork(self, view: FightView) -> None:
        self.id = (await self.service.fork(self.id, "gm", self.rng.randint(1, view.version))).id


def reference(book: Rulebook[Any], entries: list[Entry]) -> list[Position[Any]]:
    """The position at every version, by a fold that keeps them all: slow and plain."""
    at: list[Position[Any]] = []
    for entry in entries:
        recorded = decode_whole(book, entry)
        if isinstance(recorded.event, Reverted):
            position = at[recorded.event.to_version - 1]
            for kept in recorded.event.kept:
                position = advance(book, position, decode_whole(book, entries[kept - 1]))
            at.append(at_version(position, recorded.version, jumped=True))
        else:
            at.append(at_version(advance(book, at[-1] if at else None, recorded), recorded.version, jumped=False))
    return at


def redacted_chain_holds(entries: list[Entry], seat: str | None) -> bool:
    """Anybody proves the chain from public parts and digests."""
    previous = ""
    for entry in entries:
        if link(previous, entry.public, digest(entry.salt, entry.secret)) != entry.hash:
            return False
        assert bytes_for(entry, seat) in (entry.public, entry.secret)
        previous = entry.hash
    return True


@pytest.mark.parametrize("number", range(GAMES))
async def test_every_version_of_a_random_game_is_the_fold_of_its_stream(
    number: int, store: Store, registry: Registry
) -> None:
    """Every version, read cold, is the fold of the stream; chain and replay are proven; a key's answers are found."""
    service = Encounters(store, registry)
    game = Game(service, number)
    await game.start(list(SLICES)[number % 4], "PHYSICAL" if number % 3 == 0 else "SEEDED")
    for _ in range(30):
        await game.move()
    book, entries = await service.entries(game.id)
    assert first_break(entries) is None
    assert all(redacted_chain_holds(entries, seat) for seat in ("gm", "ana", "ben", "eve", None))
    cold = Encounters(store, registry)
    for position in reference(book, entries):
        view = await cold.view(game.id, "gm", position.version)
        assert view.position.state == position.state
        assert (view.position.base, view.position.trail) == (position.base, position.trail)
    report = await cold.audit(game.id)
    assert report.chain.state == "PROVEN", report.chain
    assert report.replay.state == "PROVEN", report.replay
