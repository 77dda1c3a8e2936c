"""How often the people at a table are asked: generated fights of four characters, a seat each, against five opponents.

    python -m tests.systems.saari.asked [FIGHTS]         the figures of the README, from so many fights (40)

Who orders is no bot: each attacks whom it can, else goes nearer, else holds; now and then somebody waits for something.
A person says yes to one question in four, and mostly carries out what it has readied.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Offer, filled
from engine.kernel.state.events import PolicySet
from engine.kernel.state.fight import Asked
from engine.kernel.state.orders import Begin, Entry
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, plain
from engine.systems import saari
from engine.systems.saari import orders as o
from engine.systems.saari import tactics
from engine.systems.saari.content import catalogue as c
from engine.systems.saari.ground import BARE
from engine.systems.saari.questions import AskFireReadied, AskFurtherAssist, AskNpcFireReadied
from engine.systems.saari.sheet import Setup, Sheet
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.saari.bout import BOOK, FOES, HEROES

PLAYERS = {"ana": "karhu", "ben": "sirri", "bea": "ilma", "cid": "tuisku"}
"""Seat -> the character of the catalogue that it plays."""
SEATS = (SeatEntry("gm", "The GM", "GM"), *(SeatEntry(seat, seat.title(), "PLAYER") for seat in PLAYERS))
FOES_THERE = 5
ROUNDS = 6
"""Rounds that are played at most."""
READIES = 0.1
"""How often somebody readies an action instead."""
ACCEPTS = 0.25
"""How often a person does what it is asked about."""
FIRES = 0.75
"""How often it carries out what it has readied, where it can."""
README = Path(saari.__file__).parent / "README.md"

WEIGHTS = {o.Attack: 8, o.AttackArea: 3, o.Cast: 3, o.FirstAid: 8}
"""What is ordered, and how often; a move only where nothing else is left."""


class Figures(Struct, frozen=True, kw_only=True):
    """What was asked. asked: (seat, kind) -> questions that a person answered. orders: seat -> orders."""

    rounds: int
    asked: Counter[tuple[str, str]]
    orders: Counter[str]

    def a_round(self, seat: str | None = None, kind: str | None = None) -> float:
        """Questions in a round to one person: to a seat, or to a player on average."""
        seats = list(PLAYERS) if seat is None else [seat]
        found = sum(n for (who, what), n in self.asked.items() if who in seats and kind in (None, what))
        return found / self.rounds / len(seats)

    def orders_a_round(self, seat: str | None = None) -> float:
        """Orders in a round of one person."""
        seats = list(PLAYERS) if seat is None else [seat]
        return sum(self.orders[one] for one in seats) / self.rounds / len(seats)


def recommended() -> dict[str, dict[str, str]]:
    """The preferences that the README recommends: `player` and `gm` -> kind of question -> preference."""
    recommended = README.read_text().partition("## A table that is not asked too often")[2]
    block = re.findall(r"```json\n(.*?)```", recommended, re.S)[0]
    told: dict[str, dict[str, str]] = json.loads(block)
    return told


def preferences(told: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The same for every seat, as the kernel reads them."""
    return {
        f"{seat.seat} {kind}": wish
        for seat in SEATS
        for kind, wish in told["gm" if seat.role == "GM" else "player"].items()
    }


def fight(rng: random.Random, setup: Setup) -> Arena:
    """Four against five, most of them in one zone."""
    zones = [zone.key for zone in BARE.zones]
    entries = [_somebody(ref, HEROES, seat, zones[0]) for seat, ref in PLAYERS.items()]
    for number in range(FOES_THERE):
        ref = rng.choice(sorted(c.NPCS))
        zone = zones[0] if rng.random() < 0.6 else zones[1]
        entries.append(_somebody(ref, FOES, None, zone, name=f"foe{number}"))
    arena = Arena(BOOK, entries, dice=seeded(f"asked {rng.random()}"), setup=plain(setup), seats=SEATS, ground=BARE)
    arena.order("gm", Begin())
    return arena


def _somebody(ref: str, side: str, seat: str | None, zone: str, name: str = "") -> Entry:
    id = name or ref
    return BOOK.enter(  # type: ignore[call-arg]
        id=id, name=id.title(), side=side, seat=seat, place=Place(zone=zone), sheet=Sheet(ref=ref)
    )


def measure(
    fights: int,
    told: Mapping[str, Mapping[str, str]] | None = None,
    setup: Setup | None = None,
    *,
    further: bool = False,
) -> Figures:
    """Play so many fights, and count. told: preferences; null: everybody is asked everything.

    further: comrades are asked as well whether they assist a success.
    """
    asked: Counter[tuple[str, str]] = Counter()
    orders: Counter[str] = Counter()
    rounds = 0
    for seed in range(fights):
        rng = random.Random(f"asked {seed}")
        arena = fight(rng, setup or Setup())
        arena.preferences = preferences(told) if told is not None else {}
        if further:
            arena.fact(PolicySet(kind=AskFurtherAssist.__name__, asked=True))
        while arena.fight.outcome is None and arena.fight.round <= ROUNDS:
            if arena.pending:
                question = arena.pending[0]
                asked[question.seats[0], question.kind] += 1
                _answer(arena, question, rng)
            elif arena.fight.acting:
                orders[_ordered(arena, rng)] += 1
            else:
                break
        rounds += min(arena.fight.round, ROUNDS)
    return Figures(rounds=rounds, asked=asked, orders=orders)


def _answer(arena: Arena, question: Asked, rng: random.Random) -> None:
    others = [offer.key for offer in question.offers if offer.key != question.default]
    willing = FIRES if question.kind in (AskFireReadied.__name__, AskNpcFireReadied.__name__) else ACCEPTS
    key = rng.choice(others) if others and rng.random() < willing else question.default
    arena.answer(question.seats[0], key, decision=question.decision)


def _ordered(arena: Arena, rng: random.Random) -> str:
    """Something is ordered that is not refused. The seat that ordered it."""
    who = rng.choice(arena.fight.acting)
    seat = arena.fight.holders(who)[0]
    offers = list(BOOK.system.offers(arena.book.seen(arena.state, seat), who))
    for order in _by_sense(arena, who, offers, rng):
        try:
            arena.order(seat, order)
        except RuleRefusal:
            continue
        return seat
    raise AssertionError(f"{who} can do nothing")


def _by_sense(arena: Arena, who: str, offers: list[Offer[Order]], rng: random.Random) -> list[Order]:
    """Orders, the best first."""
    wanted = [offer for offer in offers if type(offer.body) in WEIGHTS]
    best = sorted(wanted, key=lambda offer: rng.random() ** (1 / WEIGHTS[type(offer.body)]), reverse=True)
    moves = [offer for offer in offers if type(offer.body) is o.Move and tactics.distance(arena.state, who) != 0]
    waits = [offer for offer in offers if offer.key == "ready" and rng.random() < READIES]
    return [*(_aimed(offer, rng) for offer in (*waits, *best, *moves)), o.Hold(combatant=who)]


def _aimed(offer: Offer[Order], rng: random.Random) -> Order:
    """With one of the targets that are offered."""
    target = next((field for field in offer.fields if field.name == "target"), None)
    return filled(offer, {"target": rng.choice(target.picks)} if target is not None else {})


def main(fights: int) -> None:
    """Print the figures."""
    further = measure(fights, further=True)
    off, on = measure(fights), measure(fights, recommended())
    print("with further assists:", *(f"{further.a_round(who):.2f}" for who in (None, "gm")))
    kinds = sorted({kind for _, kind in off.asked} | {kind for _, kind in on.asked})
    print(f"{fights} fights, {off.rounds} and {on.rounds} rounds; questions in a round, off -> on")
    print("| | a player | the game master |\n|---|---|---|")
    for kind in kinds:
        cells = (f"{off.a_round(who, kind):.2f} -> {on.a_round(who, kind):.2f}" for who in (None, "gm"))
        print(f"| {kind} | {' | '.join(cells)} |")
    cells = (f"{off.a_round(who):.2f} -> {on.a_round(who):.2f}" for who in (None, "gm"))
    print(f"| all | {' | '.join(cells)} |")
    cells = (f"{off.orders_a_round(who):.2f} -> {on.orders_a_round(who):.2f}" for who in (None, "gm"))
    print(f"| orders | {' | '.join(cells)} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
