"""Every number of generated fights reckoned a second time, by `reckoner.py`, which knows the rules and not the code.

SKALD_RECKONED=300 pytest tests/systems/minis/test_reckoned.py   so many fights and 60 times as many blows, 4 otherwise
"""

from __future__ import annotations

import random
from collections import Counter

from engine.kernel.state.combatant import Place, Point
from engine.kernel.state.ground.ground import Ground
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Order, plain
from engine.systems.minis.content import catalogue as c
from engine.systems.minis.content.kinds import Resistance, Size
from engine.systems.minis.orders import Attack, Cast, Move, Run
from engine.systems.minis.rules.movement.orders import Stop
from engine.systems.minis.sheet import Setup, Sheet
from tests.support.amounts import amount
from tests.support.fights import playing
from tests.support.fights.arena import Arena
from tests.support.fights.usage import Usage
from tests.support.laws import laws
from tests.support.slices.ready import seeded
from tests.systems.minis import examples
from tests.systems.minis.bout import BLUE, BOOK, RED, SEATS
from tests.systems.minis.lands import ROAD, ground, river
from tests.systems.minis.reckoner import reckon

FIGHTS = amount("SKALD_RECKONED", 4, 40)
BLOWS = 60 * FIGHTS
"""Attacks, spells and ways of a single activation."""
STEPS = 100
"""Orders and answers in each, at most."""


def played(seed: int) -> Arena:
    """A fight by chance."""
    rng = random.Random(f"reckon {seed}")
    makers = (*examples.SCENES, *[examples.make] * len(examples.SCENES))
    arena = makers[seed % len(makers)](rng)
    usage = Usage(arena.book, examples.WORN)
    arena.dice = playing.Loaded(arena.dice)
    for _ in range(STEPS):
        told = len(arena.stream)
        play = None if arena.fight.outcome is not None else playing.chosen(arena, rng, usage)
        if play is None:
            break
        playing.perform(arena, play)
        usage.add(arena.stream[told:])
    return arena


def test_every_number_of_a_fight_is_what_the_rules_say() -> None:
    """Chances, harm, durations, orders of rounds, allowances, budgets, options, room."""
    judged: Counter[str] = Counter()
    for seed in range(FIGHTS):
        try:
            judged.update(reckon(played(seed)))
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise
    assert sum(judged.values()) > 40 * FIGHTS
    assert {"AttackRolled", "SpellRolled", "HarmDone", "EffectBegan", "PieceMoved", "OrderRolled"} <= judged.keys()


# -- single activations, of which every band, size, armour and water comes up often
LANDS = (ground(), ground(ROAD), ground(river(left=0, width=100, entry="stream")), ground(river(left=0, width=900)))
"""Of the middle of the table, where Ada stands: on the road, or on the bank."""


def blow(seed: int) -> Arena:
    """Ada, of figures by chance, does to Bob, of others, what she can: two or three things."""
    rng = random.Random(f"blow {seed}")
    here, off = Point(2400, 2400), rng.choice([rng.randint(50, 100), rng.randint(101, 2100)])
    there = Point(here.x + off * rng.randint(-100, 100) // 100, here.y + off * rng.choice([-1, 1]))
    weapons = tuple(rng.sample(list(c.WEAPONS), 2))
    armor = tuple(rng.sample([key for key, piece in c.ARMOR.items() if not piece.is_shield], 2))
    ada = Sheet(
        level=rng.randint(0, 10),
        initiative=5,
        movement=rng.choice([300, 400, 450]),
        life=20,
        attacks=3,
        spell_attacks=3,
        size=rng.choice(list(Size)),
        weapons=weapons,
        spells=tuple(c.SPELLS),
        towards=Point(there.x - here.x, there.y - here.y),
    )
    bob = Sheet(
        level=rng.randint(0, 6),
        initiative=4,
        movement=400,
        life=40,
        size=rng.choice(list(Size)),
        weapons=("long_sword",),
        armor=(*armor, *rng.sample(["large_shield", "iron_buckler"], rng.randint(0, 1))),
        resistances=tuple(rng.sample(list(Resistance), rng.randint(0, 2))),
        towards=Point(rng.choice([-5, 5]), rng.randint(-5, 5)),
    )
    arena = _begun(rng, ada, bob, here, there, rng.choice(LANDS))
    for order in rng.sample(_deeds(rng, weapons, ada, there), 4):
        try:
            arena.order("ana", order)
        except RuleRefusal:
            continue
        while arena.pending and arena.pending[0].kind != "DeclareWhom":
            laws.answer_somehow(arena, rng)
        if arena.fight.outcome is not None or "ada" not in arena.fight.acting:
            break
    return arena


def _begun(rng: random.Random, ada: Sheet, bob: Sheet, here: Point, there: Point, land: Ground) -> Arena:
    entries = [
        BOOK.enter(id=name, name=name.title(), side=side, seat=seat, place=Place(point=at), sheet=sheet)  # type: ignore[call-arg]
        for name, side, seat, at, sheet in (("ada", RED, "ana", here, ada), ("bob", BLUE, "ben", there, bob))
    ]
    arena = Arena(
        BOOK, entries, dice=seeded(str(rng.random())), seats=SEATS, setup=plain(Setup()), ground=land, figures_open=True
    )
    arena.order("gm", Begin())
    arena.answer("ana", "these", {"minis": ["ada"]})
    return arena


def _deeds(rng: random.Random, weapons: tuple[str, ...], ada: Sheet, there: Point) -> list[Order]:
    """Attacks, spells, running, and straight ways at the bounds of what she may go."""
    spells = rng.sample([key for key, spell in c.SPELLS.items() if spell.aim.value in ("SELF", "MINI")], 2)
    inches = ada.movement or 0
    bounds = [inches // 2, inches * 3 // 4, inches, inches + 100, inches * 3 // 2, inches * 3 // 2 + 100]
    ways = [rng.choice((-1, 1)) * (rng.choice(bounds) + rng.choice((0, 0, 1, 30))) for _ in range(3)]
    return [
        *(Attack(combatant="ada", target="bob", weapon=rng.choice((None, *weapons))) for _ in range(3)),
        *(Cast(combatant="ada", spell=spell, target="ada" if spell == "magic_shield" else "bob") for spell in spells),
        Cast(combatant="ada", spell="lightning_bolt", target="bob"),
        Cast(combatant="ada", spell="fireball", place=Place(point=there)),
        *(Move(combatant="ada", path=(Stop(point=Point(2400 + way, 2400)),)) for way in ways),
        Run(combatant="ada"),
    ]


def test_every_number_of_a_blow_is_what_the_rules_say() -> None:
    """Of all bands, sizes, resistances and armour; of ways on land, on a road and through water."""
    judged: Counter[str] = Counter()
    for seed in range(BLOWS):
        try:
            judged.update(reckon(blow(seed)))
        except AssertionError as error:
            error.add_note(f"blow {seed}")
            raise
    assert min(judged[kind] for kind in ("AttackRolled", "SpellRolled", "HarmDone", "PieceMoved")) > BLOWS // 10
