"""A second opinion on every number of a fight: reckoned from the rules as they are written, not by the game's code.

It reads the stream event by event beside the state before each, and keeps what a turn has used by itself. Distances
are compared as squares and as fractions; the ground is asked only whether points lie in something.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from engine.kernel.playing.position import advance
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Point
from engine.systems.minis import events as e
from engine.systems.minis.rules.ground import roads
from tests.support.fights.arena import Arena

State = Any
CHANCE = {"SHORT": (65, 3), "MEDIUM": (50, 2), "LONG": (35, 1)}
SIZES = {
    ("SMALL", "SHORT"): -5,
    ("SMALL", "MEDIUM"): -10,
    ("SMALL", "LONG"): -15,
    ("LARGE", "SHORT"): 15,
    ("LARGE", "MEDIUM"): 10,
    ("LARGE", "LONG"): 5,
}
FLANK = {"SHORT": 15, "MEDIUM": 10, "LONG": 5}
BEATS = {("HEAD", "PARRY"), ("THRUST", "HEAD"), ("PARRY", "THRUST")}
BY_CASTER = ("magic_shield", "speed", "protection", "golem", "familiar", "slow", "water_walk")
BY_DIFFERENCE = ("statue", "fear", "command")
HARM = {"flying_fist": 6, "lightning_bolt": 6, "fireball": 8}
TYPES = {"lightning_bolt": "ELECTRICITY", "fireball": "FIRE"}


# -- reading
def at(state: State, who: str) -> Point:
    """Where a mini stands."""
    place = state.fight.combatants[who].place
    assert place is not None
    assert place.point is not None
    found: Point = place.point
    return found


def here(state: State) -> list[str]:
    """Everybody on the table."""
    people = state.fight.combatants.items()
    return [who for who, one in people if one.out is None and one.place is not None and one.place.point is not None]


def known(state: State, who: str) -> bool:
    """Whether everybody knows of a mini."""
    return state.fight.combatants[who].seen_by is None


def under(state: State, who: str, spell: str) -> bool:
    """Whether a spell lasts on a mini."""
    return any(one.kind == spell for one in state.fight.combatants[who].conditions)


def square(one: Point, other: Point) -> int:
    """The square of a distance in hundredths."""
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def band(squared: int, reach: int) -> str | None:
    """By exact thirds: 3d <= R, 3d <= 2R, d <= R.  [MN-GAP-04]"""
    shares = Fraction(squared, reach * reach)
    for name, third in (("SHORT", 1), ("MEDIUM", 2), ("LONG", 3)):
        if shares <= Fraction(third * third, 9):
            return name
    return None


def faces(state: State, who: str, point: Point) -> bool:
    """Whether a point is at most 90 degrees off somebody's facing.  [MN-GAP-05]"""
    facing, here = state.own.minis[who].facing, at(state, who)
    product: int = facing.x * (point.x - here.x) + facing.y * (point.y - here.y)
    return product >= 0


def flanked(state: State, target: str, by: str) -> bool:
    """Whether a mini is attacked from its flank."""
    return by != target and not faces(state, target, at(state, by))


def half(number: int) -> int:
    """Down, but not below 1 of 1 or more.  [MN-GAP-15]"""
    return 0 if number < 1 else max(1, number // 2)


def modified(state: State, name: str, level: int, target: str | None, by: str) -> int:
    """A chance by range: band, level, size, flank.  [MN-RNG-06]"""
    base, times = CHANCE[name]
    found = base + times * level
    if target is None:
        return found
    found += SIZES.get((state.own.minis[target].size.value, name), 0)
    return found + (FLANK[name] if flanked(state, target, by) else 0)


def lessened(state: State, target: str, damage: int, *, kind: str, spell: bool, magic: bool, flank: bool) -> int:
    """Type, half, armour.  [MN-GAP-16]  kind: what resistances and armour look at, in capitals; "": nothing."""
    resists = {one.value for one in state.own.minis[target].resistances}
    if kind in resists:
        return 0
    if ("SPELLS" if spell else "NON_MAGIC_WEAPONS") in resists and (spell or not magic):
        damage = half(damage)
    body, shield = [0], [0]
    for piece in state.own.minis[target].worn:
        if flank and (piece.forward_facing or piece.is_shield):
            continue
        if spell and kind == "ELECTRICITY" and piece.metal and not piece.magic:
            continue
        if spell and kind == "FIRE" and not piece.metal and not piece.magic:
            continue
        (shield if piece.is_shield else body).append(piece.protection)
    if under(state, target, "protection"):
        body.append(4)
    if under(state, target, "magic_shield") and not flank:
        shield.append(2)
    return max(1, damage - max(body) - max(shield)) if damage else 0


def initiative(state: State, who: str) -> int:
    """With Speed and Slow.  [MN-INIT-05]"""
    found: int = state.own.minis[who].initiative
    return found + 3 * under(state, who, "speed") - 3 * under(state, who, "slow")


def side_of(state: State, who: str) -> str:
    """The side that controls a mini: its caster's, of whichever spell it obeys.  [MN-GAP-51]"""
    people = state.fight.combatants
    sources = [one.source for one in people[who].conditions if one.kind == "command"]
    caster = sources[0] if sources else state.own.minis[who].summoner
    side: str = people[caster if caster in people else who].side
    return side


# -- judging
class Reckoner:
    """One fight. judged: how many events of each kind were reckoned anew."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.judged: dict[str, int] = {}
        self.face = 0
        self.moved: dict[str, int] = {}
        self.started: dict[str, Point] = {}
        self.spent: dict[tuple[str, str], int] = {}
        self.acted: set[str] = set()
        self.number: int | None = None
        self.queue: list[str] = []
        self.stopped: set[str] = set()

    def judge(self) -> dict[str, int]:
        """Every event of the stream. AssertionError where one is not as it must be."""
        book, position, before = self.arena.book, None, None
        judges: dict[type[Any], Callable[[State, Any], None]] = {
            e.OrderRolled: self.order,
            e.MiniDeclared: self.declared,
            e.AttackBegan: self.attack,
            e.AttackRolled: self.percent,
            e.ExchangeFought: self.exchange,
            e.SpellRolled: self.spell,
            e.HarmDone: self.harm,
            e.EffectBegan: self.effect,
            e.LifeRegained: self.healed,
            e.PieceMoved: self.piece,
            e.OpportunityTaken: self.opportunity,
            e.OptionRolled: self.option,
            e.InitiativeRoundBegan: self.round,
            k.OrderSet: self.ranked,
            e.ActivationBegan: self.activation,
            e.CastBegan: self.cast,
            e.OrderCalled: self.cast,
            k.RoundBegan: self.turn,
        }
        for recorded in self.arena.stream:
            event = recorded.event
            if isinstance(event, k.Reverted) or (recorded.foreign and before is not None and before.fight.round > 0):
                return self.judged
            if isinstance(event, k.DiceRolled):
                self.face = event.faces[0]
            if isinstance(event, k.ControlChanged):
                self.stopped.add(event.combatant)
            if before is not None and type(event) in judges:
                try:
                    judges[type(event)](before, event)
                except AssertionError as error:
                    error.add_note(f"version {recorded.version}: {event}")
                    raise
                self.judged[type(event).__name__] = self.judged.get(type(event).__name__, 0) + 1
            if isinstance(event, k.RoundBegan):
                self.moved, self.started, self.spent, self.acted, self.number = {}, {}, {}, set(), None
            position = advance(book, position, recorded)
            before = position.state
        return self.judged

    # -- turns and rounds
    def turn(self, state: State, event: k.RoundBegan) -> None:
        """Nothing lasts longer than its last turn, nor less: what is left has a turn to come.  [MN-GAP-09]"""
        assert all(one.last >= event.round for one in state.own.effects.values())

    def round(self, state: State, event: e.InitiativeRoundBegan) -> None:
        """The number only falls, from the highest of those that have not acted to 1, or to a lower initiative."""
        if event.knowing is not None:
            return
        able = [initiative(state, who) for who in here(state) if who not in self.acted and known(state, who)]
        assert min(1, *able) <= event.init_round <= max(able)
        assert self.number is None or event.init_round < self.number
        self.number = event.init_round

    def ranked(self, state: State, event: k.OrderSet) -> None:
        """By score, the known before the unknown."""
        scores = {slot.combatant: slot.score for slot in state.own.slots}
        self.queue = list(event.all)
        for among in (True, False):
            told = [scores[who] for who in self.queue if known(state, who) is among]
            assert told == sorted(told, reverse=True) or None in told
            assert None not in told or len(told) == 1

    def activation(self, state: State, event: e.ActivationBegan) -> None:
        """In order, and everybody has half an inch; whoever was stopped by broken control may lack it.  [MN-GAP-47]"""
        skipped = self.queue[: self.queue.index(event.combatant)]
        assert all(who not in [slot.combatant for slot in state.own.slots] for who in skipped)
        people = [who for who in here(state) if who not in self.stopped and known(state, who)]
        for number, one in enumerate(people):
            for other in people[:number]:
                assert square(at(state, one), at(state, other)) >= 2500

    def order(self, state: State, event: e.OrderRolled) -> None:
        assert event.score == self.face + state.own.minis[event.combatant].level

    def declared(self, state: State, event: e.MiniDeclared) -> None:
        assert event.combatant not in self.acted
        if state.fight.combatants[event.combatant].seen_by is None:
            assert initiative(state, event.combatant) >= event.init_round
        assert not under(state, event.combatant, "statue")

    # -- attacks
    def attack(self, state: State, event: e.AttackBegan) -> None:
        who, target = event.combatant, event.target
        self.acted.add(who)
        self.spent[who, "attack"] = self.spent.get((who, "attack"), 0) + 1
        assert self.spent[who, "attack"] <= state.own.minis[who].attacks
        assert not state.own.minis[who].used.running
        assert not under(state, who, "statue")
        assert not under(state, who, "fear")
        assert faces(state, who, at(state, target))
        near = square(at(state, who), at(state, target)) <= 10_000
        helpless = (
            under(state, target, "statue")
            or under(state, target, "fear")
            or state.own.minis[target].used.running
            or state.own.minis[target].kind.value == "FAMILIAR"
            or any(one.target == target and one.inactive for one in state.own.effects.values())
        )
        if not near:
            assert event.manner.value == "RANGE"
        elif flanked(state, target, who):
            assert event.manner.value == "FLANK"
        elif not any(one.kind == "command" for one in state.fight.combatants[target].conditions):
            assert event.manner.value == ("OPPORTUNITY" if helpless else "OPEN")

    def percent(self, state: State, event: e.AttackRolled) -> None:
        who, target, mini = event.attacker, event.target, state.own.minis[event.attacker]
        if event.manner.value == "RANGE":
            weapon = mini.arms[event.weapon]
            name = band(square(at(state, who), at(state, target)), weapon.max_range or 1)
            assert name is not None
            assert event.band is not None
            assert event.band.value == name
            expected = modified(state, name, mini.level, target, who)
        else:
            expected = 65 + 3 * mini.level if event.manner.value == "FLANK" else 50 + 2 * mini.level
        assert (event.chance, event.face, event.hit) == (expected, self.face, self.face <= expected)

    def option(self, state: State, event: e.OptionRolled) -> None:
        assert event.option.value == ("HEAD", "HEAD", "THRUST", "THRUST", "PARRY", "PARRY")[self.face - 1]

    def exchange(self, state: State, event: e.ExchangeFought) -> None:
        one, other = event.attack_option.value, event.defense_option.value
        if one == other:
            assert event.face == self.face
            hits = (41 <= self.face <= 60 or self.face >= 81, self.face >= 61)
        else:
            assert event.face is None
            hits = ((one, other) in BEATS, (other, one) in BEATS)
        assert (event.attacker_hits, event.defender_hits) == hits

    def opportunity(self, state: State, event: e.OpportunityTaken) -> None:
        who, mover = event.combatant, event.mover
        self.spent[who, "opportunity"] = self.spent.get((who, "opportunity"), 0) + 1
        assert self.spent[who, "opportunity"] == 1
        assert square(at(state, who), at(state, mover)) <= 10_000
        assert faces(state, who, at(state, mover))
        assert side_of(state, who) != side_of(state, mover)
        assert not under(state, who, "statue")
        assert not under(state, who, "fear")
        assert not state.own.minis[who].used.running

    # -- spells
    def cast(self, state: State, event: e.CastBegan | e.OrderCalled) -> None:
        who = event.combatant
        self.acted.add(who)
        self.spent[who, "spell"] = self.spent.get((who, "spell"), 0) + 1
        assert self.spent[who, "spell"] <= state.own.minis[who].spell_attacks
        assert not state.own.minis[who].used.running
        assert not under(state, who, "statue")
        assert not under(state, who, "fear")

    def spell(self, state: State, event: e.SpellRolled) -> None:
        mini, who = state.own.minis[event.caster], event.caster
        reach = (12 + mini.level) * 100
        if event.aimed_at == who:
            name: str | None = "SHORT"
        elif event.aimed_at is not None:
            name = band(square(at(state, who), at(state, event.aimed_at)), reach)
        else:
            name = None if event.band is None else event.band.value
        assert event.band is not None
        assert event.band.value == (name or "LONG")
        expected = modified(state, name or "LONG", mini.level, event.aimed_at, who)
        assert (event.chance, event.face, event.hit) == (expected, self.face, self.face <= expected)

    def effect(self, state: State, event: e.EffectBegan) -> None:
        turns = 1 + state.own.minis[event.caster].level
        if event.spell in BY_DIFFERENCE:
            turns -= state.own.minis[event.combatant].level
        else:
            assert event.spell in BY_CASTER
        if "SPELLS" in {one.value for one in state.own.minis[event.combatant].resistances}:
            turns = half(turns)
        assert turns >= 1
        assert (event.turns, event.last) == (turns, state.fight.round + turns - 1)

    def healed(self, state: State, event: e.LifeRegained) -> None:
        life = state.fight.combatants[event.combatant].vitals["life"]
        assert event.healed == min(8 + state.own.minis[event.caster].level, (life.max or 0) - life.now)

    # -- harm
    def harm(self, state: State, event: e.HarmDone) -> None:
        target, by = event.combatant, event.attacker
        flank = flanked(state, target, by)
        if event.means in HARM:
            base, kind = HARM[event.means] + state.own.minis[by].level, TYPES.get(event.means, "")
            expected = lessened(state, target, base, kind=kind, spell=True, magic=True, flank=flank)
        else:
            arms = state.own.minis[by].arms
            damage, kind, magic = 1, "", False
            if event.means in arms:
                weapon = arms[event.means]
                damage, kind, magic = weapon.damage, weapon.damage_type.value, weapon.magic
            expected = lessened(state, target, damage, kind=kind, spell=False, magic=magic, flank=flank)
        assert event.damage == expected

    # -- movement
    def piece(self, state: State, event: e.PieceMoved) -> None:
        who, mini = event.combatant, state.own.minis[event.combatant]
        self.acted.add(who)
        assert not under(state, who, "statue")
        self.started.setdefault(who, event.from_)
        self.moved[who] = self.moved.get(who, 0) + event.thousandths
        inches = Fraction(mini.movement, 100) + under(state, who, "speed") - under(state, who, "slow")
        allowance = max(inches, Fraction(0)) * (Fraction(3, 2) if mini.used.running else 1)
        if roads.on_road(state.fight.ground, self.started[who]) and not under(state, who, "fear"):
            allowance += 1
        if mini.used.penalised or event.penalised:
            allowance /= 2
        assert Fraction(self.moved[who], 1000) <= allowance


def reckon(arena: Arena) -> dict[str, int]:
    """Judge a fight that was played. Returns how many events of each kind were reckoned."""
    return Reckoner(arena).judge()
