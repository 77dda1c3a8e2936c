"""How often the people at a table are asked: four mercenaries, a seat each, against five that play themselves.

    python -m tests.systems.mongolian_mercenaries.asked [FIGHTS]         figures of so many fights (20)

Who orders is no bot: each attacks whom it can, else comes nearer, else ends its turn. A person says yes to one question
in four.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from engine.kernel.state.decisions import Offer, filled
from engine.kernel.state.fight import Asked
from engine.kernel.state.orders import Begin
from engine.kernel.state.seat import SeatEntry
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, plain
from engine.systems.mongolian_mercenaries import orders as o
from engine.systems.mongolian_mercenaries.sheet import Setup, Sheet
from engine.systems.mongolian_mercenaries.sides import ENEMIES, PARTY
from tests.support.fights.arena import Arena
from tests.support.slices.ready import seeded
from tests.systems.mongolian_mercenaries.bout import BOOK, one

PLAYERS = {
    "ana": Sheet(level=3, skills={"long_blade": 4, "dodge": 2}, weapons=("sabre",), talents=("parry",)),
    "ben": Sheet(level=3, skills={"spear": 4, "protection": 2}, weapons=("halberd",), armour=("lamellar",)),
    "bea": Sheet(level=3, skills={"bow": 4, "dodge": 1}, weapons=("bow",), talents=("sidestep", "eagle_eye")),
    "cid": Sheet(level=3, skills={"magic_nature": 4, "staff": 2}, weapons=("staff",), spells=("ember",)),
}
"""Seat -> the character that it plays."""
FOES = ("bandit", "bandit", "goblin_shaman", "wolf", "skeleton_archer")
SEATS = (SeatEntry("gm", "The GM", "GM"), *(SeatEntry(seat, seat.title(), "PLAYER") for seat in PLAYERS))
ROUNDS = 8
"""Rounds that are played at most."""
ACCEPTS = 0.25
"""How often a person does what it is asked about."""
WEIGHTS: Mapping[type[Order], int] = {o.Attack: 8, o.Cast: 6, o.ChangeDistance: 2}
"""What is ordered, and how often."""


class Figures(Struct, frozen=True, kw_only=True):
    """What was asked. asked: (seat, kind) -> questions that a person answered. orders: seat -> orders."""

    rounds: int
    asked: Counter[tuple[str, str]]
    orders: Counter[str]

    def a_round(self, kind: str | None = None) -> float:
        """Questions in a round to one player, on average."""
        found = sum(n for (who, what), n in self.asked.items() if who in PLAYERS and kind in (None, what))
        return found / self.rounds / len(PLAYERS)


def fight(rng: random.Random, setup: Setup) -> Arena:
    """Four against five."""
    entries = [one(f"of_{seat}", PARTY, seat, sheet) for seat, sheet in PLAYERS.items()]
    entries += [one(f"foe{number}", ENEMIES, None, Sheet(ref=ref)) for number, ref in enumerate(FOES)]
    arena = Arena(BOOK, entries, dice=seeded(f"asked {rng.random()}"), setup=plain(setup), seats=SEATS)
    arena.order("gm", Begin())
    return arena


def measure(fights: int, wishes: Mapping[str, str] | None = None) -> Figures:
    """Play so many fights, and count. wishes: kind of question -> what every player prefers."""
    asked: Counter[tuple[str, str]] = Counter()
    orders: Counter[str] = Counter()
    rounds = 0
    for seed in range(fights):
        rng = random.Random(f"asked {seed}")
        arena = fight(rng, Setup(battlefield="ridge", self_playing=True))
        arena.preferences = {f"{seat} {kind}": wish for seat in PLAYERS for kind, wish in (wishes or {}).items()}
        while arena.fight.outcome is None and arena.fight.round <= ROUNDS:
            if arena.pending:
                question = arena.pending[0]
                if arena.fight.round:  # the opening is no part of a round
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
    key = rng.choice(others) if others and rng.random() < ACCEPTS else question.default
    arena.answer(question.seats[0], key, decision=question.decision)


def _ordered(arena: Arena, rng: random.Random) -> str:
    """Something is ordered that is not refused. The seat that ordered it."""
    who = rng.choice(arena.fight.acting)
    seat: str = arena.fight.holders(who)[0]
    offers = [
        offer for offer in BOOK.system.offers(arena.book.seen(arena.state, seat), who) if type(offer.body) in WEIGHTS
    ]
    best = sorted(offers, key=lambda offer: rng.random() ** (1 / WEIGHTS[type(offer.body)]), reverse=True)
    for order in (*(_filled(offer, rng) for offer in best), o.EndTurn(combatant=who)):
        try:
            arena.order(seat, order)
        except RuleRefusal:
            continue
        return seat
    raise AssertionError(f"{who} can do nothing")


def _filled(offer: Offer[Order], rng: random.Random) -> Order:
    """With one of the picks that are offered for each field that names one thing."""
    return filled(offer, {field.name: rng.choice(field.picks) for field in offer.fields if field.kind == "one"})


def main(fights: int) -> None:
    """Print the figures."""
    found = measure(fights)
    for kind in sorted({kind for _, kind in found.asked}):
        print(f"{kind}: {found.a_round(kind):.2f}")
    print(f"all: {found.a_round():.2f} questions a round to one player, {found.rounds} rounds")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
