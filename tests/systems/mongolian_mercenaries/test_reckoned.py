"""Attacks reckoned a second time: figures at random, the outcome worked out here from the rules alone, then played.

What is here knows the wound table as it is printed, and nothing of the rules' code.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    Battlefield,
    Cover,
    CreatureType,
    DamageKind,
    Distance,
    Element,
    Lighting,
    Position,
    Reach,
    SkillLevel,
    Weapon,
    Wound,
)
from engine.systems.mongolian_mercenaries.events import AttackEnded, ItemDamaged, Wounded
from engine.systems.mongolian_mercenaries.orders import Attack, EndTurn, Wait
from tests.systems.mongolian_mercenaries.bout import Bout, at, foe, pc

PRINTED = """
<0  0    1 1     1 2+  1
0   1    1 2     1 3+  1
1   1-2  2 3-4   1 5+  1
2   2-3  3 4-5   2 6+  1
3   3-4  4 5-6   2 7+  1
4   3-4  5 5-6   2 7+  1
5   3-6  5 7-8   3 9+  1
6   4-6  6 7-8   3 9+  1
7   5-6  7 7-8   4 9+  2
8   6-8  7 9-10  5 11+ 2
9   7-8  7 9-10  6 11+ 2
10+ 7-9  8 10-11 6 12+ 3
"""
"""The wound table of the source: Toughness, then range and number of Light, Heavy, Severe."""
KINDS = (Wound.LIGHT, Wound.HEAVY, Wound.SEVERE)
COVERED = {Cover.NONE: 0, Cover.LIGHT: 1, Cover.HEAVY: 3}


def row(toughness: int) -> list[str]:
    """The printed row of a Toughness, without its first column."""
    return PRINTED.split("\n")[1 + max(-1, min(10, toughness)) + 1].split()[1:]


def wound_of(toughness: int, net: int) -> Wound | None:
    """The kind whose range holds a net value."""
    for kind, cell in zip(KINDS, row(toughness)[::2], strict=True):
        first, _, last = cell.rstrip("+").partition("-")
        if int(first) <= net and ("+" in cell or net <= int(last or first)):
            return kind
    return None


def limits(toughness: int) -> list[int]:
    """How many of each kind eliminate."""
    return [int(cell) for cell in row(toughness)[1::2]]


class Case(NamedTuple):
    """An attack at random. percents: of fire. master: who is struck has Dodge, and Protection, of 5."""

    melee: bool
    skill: int
    luck: int
    strength: int
    damage: int
    accuracy: int
    crit_faces: tuple[int, ...]
    element: Element | None
    kind: DamageKind
    distance: Distance
    light: Lighting
    cover: Cover
    toughness: int
    health: int
    armour: int
    dodge: int
    master: bool
    type: CreatureType
    percents: tuple[int, ...]
    wounds: tuple[int, int]


def case(rng: random.Random) -> Case:
    """One of them; never one that is too dark to be made."""
    melee, toughness = rng.random() < 0.5, rng.randint(-2, 12)
    distance = rng.choice([Distance.CLOSE, Distance.MEDIUM])
    dark = melee or distance is Distance.CLOSE
    most = limits(toughness)
    return Case(
        melee=melee,
        skill=rng.randint(1, 5),
        luck=rng.randint(0, 5),
        strength=rng.randint(0, 6),
        damage=rng.randint(0, 7),
        accuracy=rng.choice([-1, 0, 0, 1, 2]),
        crit_faces=tuple(sorted(rng.sample(range(4, 9), 2))) if rng.random() < 0.3 else (8,),
        element=rng.choice([None, None, Element.FIRE]),
        kind=rng.choice([DamageKind.SLASHING, DamageKind.MAGICAL]),
        distance=distance,
        light=rng.choice(list(Lighting) if dark else [Lighting.FULL, Lighting.DIM]),
        cover=rng.choice(list(Cover)),
        toughness=toughness,
        health=rng.randint(1, 15),
        armour=rng.randint(0, 7),
        dodge=rng.randint(0, 3),
        master=rng.random() < 0.2,
        type=rng.choice([CreatureType.HUMAN, CreatureType.BEAST, CreatureType.DEMON]),
        percents=tuple(rng.choice([-100, -75, -50, -25, 25, 50, 100]) for _ in range(rng.randint(0, 2))),
        wounds=(min(rng.randint(0, 2), most[0] - 1), min(rng.randint(0, 1), most[1] - 1)),
    )


def begun(one: Case) -> Bout:
    """Ada is to attack Bob."""
    skill = "long_blade" if one.melee else "bow"
    weapon = Weapon(
        id="ours",
        name="Ours",
        skill=skill,
        kinds=(one.kind,),
        damage=one.damage,
        accuracy=one.accuracy,
        element=one.element,
        crit_faces=one.crit_faces,
        reach=None if one.melee else Reach(distance=Distance.FAR, positions=5),
    )
    effects = [{"does": "RESIST", "elements": ["FIRE"], "percent": percent} for percent in one.percents]
    brute: dict[str, Any] = {
        "toughness": one.toughness,
        "health": one.health,
        "armour": one.armour,
        "dodge": one.dodge,
        "type": one.type,
        "skills": (SkillLevel(skill="dodge", level=5), SkillLevel(skill="protection", level=5)) if one.master else (),
        "abilities": msgspec.convert([{"effects": effects}] if effects else [], tuple[Ability, ...]),
    }
    ada = pc(
        rank=1,
        skills={skill: one.skill},
        attributes={"strength": one.strength, "luck": one.luck, "speed": 15},
        own_weapons=(weapon,),
        weapons=(),
    )
    field = Battlefield(
        id="field", name="Field", lighting=one.light, positions=(Position(side="enemies", rank=1, cover=one.cover),)
    )
    bout = Bout(ada, foe(rank=1, **brute), setup=at(one.distance, field))
    bout.begin()
    bout.correct("rules.fighters.bob.wounds", {"light": one.wounds[0], "heavy": one.wounds[1], "severe": 0})
    return bout


def pool(one: Case, value: int) -> int:
    """The dice of a skill, or of luck in its place.  [MM-ATK-02 to MM-ATK-04, RUL-40]"""
    dice = value + (0 if one.melee else one.accuracy) - COVERED[one.cover]
    dim = 1 if one.distance is Distance.MEDIUM else 0
    taken = {Lighting.FULL: 0, Lighting.DIM: dim, Lighting.DARK: 2}[one.light]
    while taken and dice > 1:
        dice, taken = dice - 1, taken - 1
    return max(0, dice)


def counted(one: Case, faces: list[int]) -> tuple[int, int]:
    """Successes that count, and critical ones of them.  [RUL-07, RUL-09, RUL-13, MM-CRIT-08]"""
    successes = [face for face in faces if face >= 6 or face in one.crit_faces]
    crits = 0 if one.master else sum(face in one.crit_faces for face in successes)
    dodge = (5 if one.master else 0) + (one.dodge if one.melee else 0)
    return crits + max(0, len(successes) - crits - dodge), crits


def worn(one: Case) -> bool:
    """Whether printed Armour is worn.  [RUL-85]"""
    return one.type is CreatureType.HUMAN and one.armour > 0


def net_of(one: Case, hits: int, crits: int) -> tuple[int, bool]:
    """The net value, and whether anything can be left of such damage.  [RUL-08, RUL-09, RUL-41, RUL-43]"""
    strength = one.strength if one.melee and crits else 0
    armour = one.armour + (5 if one.master and worn(one) else 0)
    rest = hits - crits + strength + one.damage - armour
    net = crits + max(0, rest) if crits else rest
    percent = sum(one.percents) if one.element is Element.FIRE else 0
    plain = one.element is None and one.kind is not DamageKind.MAGICAL
    percent -= 100 if one.type is CreatureType.DEMON and plain else 0
    if net > 0:
        net = max(0, net * (100 + percent) // 100)
    return (net if percent > -100 else min(0, net)), percent > -100


def thrown(rng: random.Random, count: int) -> list[int]:
    """Faces, more often high than fair ones."""
    return [rng.choice((1, 2, 3, 4, 5, 6, 7, 7, 8)) for _ in range(count)]


@pytest.mark.rule("MM-ATK-07", "MM-ATK-08", "MM-WND-01", "MM-WND-03", "RUL-08", "RUL-09", "RUL-40", "RUL-43")
@pytest.mark.parametrize("seed", range(80))
def test_an_attack_comes_to_what_the_rules_say(seed: int) -> None:
    """Pool, Lucky Break, successes, net value, Health, wound, elimination, Damaged weapon and armour."""
    rng = random.Random(seed)
    one = case(rng)
    bout = begun(one)
    faces = thrown(rng, pool(one, one.skill))
    hits, crits = counted(one, faces)
    bout.order(Attack(combatant="ada", target="bob"), *faces)
    assert bout.asked == (["AskLuckyBreak"] if not hits and one.luck else [])
    if bout.asked:
        faces = thrown(rng, pool(one, one.luck))
        hits, crits = counted(one, faces)
        bout.answer("repeat", *faces)
    net, left = net_of(one, hits, crits) if hits else (0, False)
    wound = wound_of(one.toughness, net) if left else None
    if wound is None and left and crits:
        wound = Wound.LIGHT
    counts = [*one.wounds, 0]
    if wound is not None:
        counts[KINDS.index(wound)] += 1
    health = max(0, one.health - max(0, net))
    out = health == 0 or any(count >= most for count, most in zip(counts, limits(one.toughness), strict=True))
    ended = bout.the(AttackEnded)
    assert (ended.hits, ended.net) == (hits, net if hits else None)
    assert (bout.health("bob"), [event.wound for event in bout.of(Wounded)]) == (health, [wound] if wound else [])
    assert (bout.who("bob").out == "killed") is out
    damaged = sorted(event.item for event in bout.of(ItemDamaged))
    assert damaged == ["armour"] * (crits > 0 and worn(one)) + ["ours"] * (1 in faces)


# -- the queue
class Turn:
    """Somebody in the queue, as reckoned here."""

    def __init__(self, name: str, speed: int, level: int, place: int) -> None:
        self.name, self.speed, self.inc, self.place = name, speed, speed + level, place
        self.large, self.minor, self.acted = 1, 1, False

    def rank(self) -> tuple[int, int, bool, int]:
        """Highest INC, then speed, then the party, then who came first.  [RUL-18]"""
        return -self.inc, -self.speed, not self.name.startswith("hero"), self.place

    def wait(self) -> None:
        """20 INC less, for a Minor action or a half of the Large one.  [MM-INIT-04, MM-ACT-02]"""
        self.inc -= 20
        if self.minor:
            self.minor -= 1
        else:
            self.large, self.minor = 0, 1
        self.acted = not (self.large or self.minor)


def placed(queue: list[Turn], who: Turn) -> list[Turn]:
    """The queue once somebody has waited: behind its equals, never among those who have acted.  [RUL-20]"""
    others = [one for one in queue if one is not who]
    done = [one for one in others if one.acted]
    left = [one for one in others if not one.acted]
    before = next((n for n, one in enumerate(left) if one.inc < who.inc), len(left))
    return [*done, *left[:before], who, *left[before:]]


@pytest.mark.rule("MM-INIT-02", "MM-INIT-04", "RUL-18", "RUL-20", "MM-ACT-02")
@pytest.mark.parametrize("seed", range(30))
def test_a_round_of_waiting_goes_as_the_rules_say(seed: int) -> None:
    """Up to eight who wait as often as they like."""
    rng = random.Random(seed)
    turns, entries = [], []
    for side in ("hero", "fiend"):
        for number in range(rng.randint(1, 4)):
            level, speed = rng.randint(1, 2), rng.choice((0, 1, 2, 3, 21, 22, 23, 41, 42))
            one = Turn(f"{side}{number}", speed, level, len(turns))
            turns.append(one)
            hero = side == "hero"
            attributes = {"speed": speed}
            entries.append(
                pc(one.name, attributes=attributes, level=level) if hero else foe(one.name, speed=speed, level=level)
            )
    bout = Bout(*entries, setup=at(Distance.CLOSE))
    bout.begin()
    queue = sorted(turns, key=Turn.rank)
    assert bout.queue == tuple(one.name for one in queue)
    while bout.state.fight.round == 1:
        who = next(one for one in queue if not one.acted)
        assert bout.acting == (who.name,)
        if rng.random() < 0.6:
            who.wait()
            queue = placed(queue, who)
            bout.order(Wait(combatant=who.name))
        else:
            who.acted = True
            bout.order(EndTurn(combatant=who.name))
    assert all(one.acted for one in turns)
