"""A game of one page, in whatever space: whoever acts moves, strikes or leaves; then comes the next.

`skirmish(kind)` shows its fights itself, with marks, badges and what is left of a turn; `plain(kind)` leaves that to
the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct, structs

from engine.kernel.authoring.system import Table
from engine.kernel.scene import bare
from engine.kernel.scene.marks import MarkKind, SceneMark
from engine.kernel.scene.play import SceneBar
from engine.kernel.scene.scene import Scene
from engine.kernel.scene.space import SceneRanks
from engine.kernel.scene.threats import Threat
from engine.kernel.scene.tokens import SceneBadge, SceneToken
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Cell, Combatant, Place, Point, Vital
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import Fight, State
from engine.kernel.state.ground.areas import SceneArea, SceneDisc, SceneRun
from engine.kernel.state.ground.ground import Ground, SpaceKind
from engine.kernel.state.ground.reach import area_of
from engine.kernel.state.orders import Begin
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Audience, Event, Order
from tests.support.slices.common import Slice, must_act, must_know
from tests.support.toys.grounds import GROUNDS

STRIDE = 300
"""How far a step on the plane goes, in hundredths."""


class Sheet(Struct, frozen=True, rename="camel"):
    """life: points; size: cells on a side; stays: it never leaves the field."""

    life: int = 3
    size: int = 1
    stays: bool = False


class Body(Struct, frozen=True, rename="camel"):
    """size: cells on a side; stays: it never leaves. towards: the direction it walks in.

    looks: the direction it was told to look in.
    """

    size: int = 1
    stays: bool = False
    towards: Literal["EAST", "WEST"] = "EAST"
    looks: Point | None = None


class Own(Struct, frozen=True, rename="camel"):
    """bodies: by combatant. struck: who struck whom last, both by key."""

    bodies: dict[str, Body] = {}
    struck: dict[str, str] = {}


class Struck(Event, frozen=True, kw_only=True):
    """Somebody has struck at somebody."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str
    face: int


class Move(Order, frozen=True, kw_only=True):
    """Go to a place nearby."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    to: Place


class Strike(Order, frozen=True, kw_only=True):
    """Strike at an enemy: with a four, a five or a six it loses a point."""

    actor: ClassVar[str] = "combatant"
    combatant: str
    target: str


class Leave(Order, frozen=True, kw_only=True):
    """Leave the field."""

    actor: ClassVar[str] = "combatant"
    combatant: str


class Rest(Order, frozen=True, kw_only=True):
    """Do nothing."""

    actor: ClassVar[str] = "combatant"
    combatant: str


SK = Table[Own]


# -- places
def reachable(seen: State[Own], who: str) -> tuple[Place, ...]:
    """Where a combatant may go, from what is seen: next to it, and never onto what nobody passes."""
    place, ground = seen.fight.combatants[who].place, seen.fight.ground
    if place is None or ground is None:
        return ()
    taken = {c.place for c in seen.fight.combatants.values() if c.id != who}
    return tuple(to for to in _near(place, ground) if to not in taken and to != place)


def _near(place: Place, ground: Ground) -> Iterator[Place]:
    space = ground.space
    if place.cell is not None:
        barred = _barred(ground)
        for y in range(place.cell.y - 1, place.cell.y + 2):
            for x in range(place.cell.x - 1, place.cell.x + 2):
                if 0 <= x < space.width and 0 <= y < space.height and (x, y) not in barred:
                    yield Place(cell=Cell(x, y))
    elif place.point is not None:
        for dx, dy in ((STRIDE, 0), (-STRIDE, 0), (0, STRIDE), (0, -STRIDE)):
            x, y = place.point.x + dx, place.point.y + dy
            if 0 <= x <= space.width and 0 <= y <= space.height:
                yield Place(point=Point(x, y))
    elif place.zone is not None:
        for link in ground.links:
            if link.from_ == place.zone:
                yield Place(zone=link.to)
            if link.to == place.zone and link.both:
                yield Place(zone=link.from_)
    elif place.rank is not None:
        never = {entry.key for entry in ground.legend if entry.step == "NEVER"}
        for one in ground.positions:
            if one.side == place.side and abs(one.rank - place.rank) == 1 and never.isdisjoint(one.entries):
                yield Place(side=one.side, rank=one.rank)


def _barred(ground: Ground) -> frozenset[tuple[int, int]]:
    """The cells that nobody enters."""
    never = {entry.key for entry in ground.legend if entry.step == "NEVER"}
    signs = {entry.sign for entry in ground.legend if entry.step == "NEVER"}
    cells = {(x, y) for y, row in enumerate(ground.rows) for x, sign in enumerate(row) if sign in signs}
    for patch in ground.patches:
        if patch.entry in never:
            cells |= {(run.x + n, run.y) for run in patch.area.runs for n in range(run.length)}
    return frozenset(cells)


# -- rules
def enemies(seen: State[Own], who: str) -> tuple[str, ...]:
    """The enemies that are still in the fight."""
    side = seen.fight.combatants[who].side
    return tuple(c.id for c in seen.fight.combatants.values() if c.side != side and c.out is None)


def begin(table: SK) -> None:
    """In order of joining."""
    if table.state.fight.round:
        raise RuleRefusal("the fight has begun", rule="SK-1")
    table.emit(k.RoundBegan(round=1), rule="SK-1")
    table.emit(k.OrderSet(turn_order=tuple(table.state.fight.combatants)), rule="SK-1")
    go_on(table, None)


def go_on(table: SK, after: str | None) -> None:
    """The next that is not out; a new round after the last."""
    fight = table.state.fight
    left = {c.side for c in fight.combatants.values() if c.out is None}
    if len(left) < 2:
        table.emit(k.TurnBegan(acting=()), rule="SK-2")
        table.emit(k.OutcomeReached(result=min(left, default="")), rule="SK-2")
        return
    at = fight.turn_order.index(after) + 1 if after is not None else 0
    following = [who for who in fight.turn_order[at:] if fight.combatants[who].out is None]
    if not following:
        table.emit(k.RoundBegan(round=fight.round + 1), rule="SK-2")
        following = [who for who in fight.turn_order if fight.combatants[who].out is None]
    table.emit(k.TurnBegan(acting=(following[0],)), rule="SK-2")


def strike(table: SK, order: Strike) -> None:
    """With a four or more the target loses a point; with a one the striker stumbles."""
    who, target = order.combatant, order.target
    must_know(table.seen(table.seat), target)
    if target not in enemies(table.seen(table.seat), who):
        raise RuleRefusal(f"{target} is no enemy", rule="SK-3", field="target")
    (face,) = table.roll("1d6", by=who, why="strike", rule="SK-3")
    table.emit(Struck(combatant=who, target=target, face=face), rule="SK-3")
    stumbled = table.state.fight.combatants[who].condition("stumbled")
    if stumbled is not None:
        table.emit(k.ConditionLost(combatant=who, condition="stumbled", kind="stumbled", reason="struck"), rule="SK-4")
    if face == 1:
        gained = k.ConditionGained(
            combatant=who, condition="stumbled", kind="stumbled", source=target, amount=1, left=None, until="strikes"
        )
        table.emit(gained, rule="SK-4")
    if face > 3:
        table.change(target, "life", -1, rule="SK-3")
        if table.state.fight.combatants[target].vitals["life"].now == 0:
            table.emit(k.CombatantOut(combatant=target, reason="down"), rule="SK-3")


WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "life": "Life", "stumbled": "Stumbled", "until.strikes": "until the next strike", "reason.down": "knocked out",
        "reason.left": "has left the field", "fighter": "Fighter", "side.heroes": "The heroes", "side.foes": "The foes",
        "side.neutral": "The neutrals", "struck": "struck at", "near": "near", "far": "far",
        "actions": "Actions", "aim": "last struck at",
    },
    "es": {
        "life": "Vida", "stumbled": "Tambaleante", "until.strikes": "hasta el próximo golpe",
        "reason.down": "fuera de combate", "reason.left": "ha dejado el campo", "fighter": "Luchador",
        "side.heroes": "Los héroes", "side.foes": "Los enemigos", "side.neutral": "Los neutrales", "struck": "golpeó a",
        "near": "cerca", "far": "lejos",  "actions": "Acciones", "aim": "golpeó a",
    },
    "fi": {
        "life": "Elämä", "stumbled": "Horjahtanut", "until.strikes": "seuraavaan iskuun", "reason.down": "tainnuksissa",
        "reason.left": "on poistunut kentältä", "fighter": "Taistelija", "side.heroes": "Sankarit",
        "side.foes": "Viholliset", "side.neutral": "Puolueettomat", "struck": "iski", "near": "lähellä",
        "far": "kaukana",  "actions": "Teot", "aim": "iski viimeksi",
    },
    "pl": {
        "life": "Życie", "stumbled": "Potknięcie", "until.strikes": "do następnego ciosu",
        "reason.down": "bez przytomności", "reason.left": "poza polem walki", "fighter": "Wojownik",
        "side.heroes": "Bohaterowie", "side.foes": "Wrogowie", "side.neutral": "Neutralni", "struck": "zadaje cios",
        "near": "blisko", "far": "daleko", "actions": "Akcje", "aim": "ostatni cel",
    },
}  # fmt: skip


class Plain(Slice):
    """A skirmish in one kind of space, whose fights the kernel shows."""

    id = "skirmish"
    name = "Skirmish"
    sheet: type[Struct] = Sheet
    own = Own
    orders: tuple[type[Order], ...] = (Move, Strike, Leave, Rest)
    events: tuple[type[Event], ...] = (Struck,)
    questions: tuple[type[Any], ...] = ()
    conditions = ("stumbled",)

    def __init__(self, kind: SpaceKind) -> None:
        self._kind: SpaceKind = kind
        self.bare_ground = GROUNDS[kind]
        self.id = f"skirmish_{kind.lower()}"

    def begin(self, setup: Struct) -> Own:
        """Nobody yet."""
        return Own()

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """One vital."""
        vitals = {"life": Vital(sheet.life, sheet.life)}
        return Combatant(id="", name="", side="", kind="fighter", vitals=vitals, place=place)

    def play(self, order: Order, table: SK) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            begin(table)
            return
        assert isinstance(order, (Move, Strike, Leave, Rest))
        who = order.combatant
        must_act(table.state, who)
        here = table.state.fight.combatants[who].place
        match order:
            case Move():
                seen = table.seen(table.seat)
                if order.to not in reachable(seen, who):
                    raise RuleRefusal("that is too far", rule="SK-5", field="to")
                table.emit(k.Moved(combatant=who, from_=here, to=order.to), rule="SK-5")
            case Strike():
                strike(table, order)
            case Leave():
                table.emit(k.Moved(combatant=who, from_=here, to=None), rule="SK-6")
                table.emit(k.CombatantOut(combatant=who, reason="left"), rule="SK-6")
        go_on(table, who)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """Bodies, where they look, and whom they struck."""
        match event:
            case k.CombatantJoined(combatant=who, sheet=sheet):
                body = Body(size=int((sheet or {}).get("size", 1)), stays=bool((sheet or {}).get("stays")))
                return structs.replace(own, bodies={**own.bodies, who: body})
            case k.Moved(combatant=who, from_=was, to=to) if _x(was) != _x(to) and to is not None:
                looks: Literal["EAST", "WEST"] = "EAST" if _x(to) > _x(was) else "WEST"
                body = structs.replace(own.bodies[who], towards=looks)
                return structs.replace(own, bodies={**own.bodies, who: body})
            case Struck(combatant=who, target=target):
                return structs.replace(own, struck={**own.struck, who: target})
        return own

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order."""
        if combatant is None:
            if not seen.fight.round:
                yield Offer("begin", Begin(), "SK-1", (Field("note", "text", least=0, most=20),))
            return
        if combatant not in seen.fight.acting or seen.fight.combatants[combatant].out:
            return
        yield Offer("rest", Rest(combatant=combatant), "SK-2")
        if not seen.own.bodies[combatant].stays:
            yield Offer("leave", Leave(combatant=combatant), "SK-6")
        if places := reachable(seen, combatant):
            yield Offer("move", Move(combatant=combatant, to=places[0]), "SK-5", (Field("to", "place", places),))
        if targets := enemies(seen, combatant):
            strikes = Strike(combatant=combatant, target=targets[0])
            yield Offer("strike", strikes, "SK-3", (Field("target", "one", targets),))

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Visible combatants are visible whole."""
        seen = {who for who, c in fight.combatants.items() if fight.sees(seat, c)}
        return Own(
            bodies={who: body for who, body in own.bodies.items() if who in seen},
            struck={who: whom for who, whom in own.struck.items() if {who, whom} <= seen},
        )

    def word(self, word: str, locale: str) -> str:
        """The name of an id."""
        return WORDS.get(locale.partition("-")[0], WORDS["en"]).get(word, "")


def _x(place: Place | None) -> int:
    """How far east a place lies."""
    if place is None:
        return 0
    return place.cell.x if place.cell is not None else place.point.x if place.point is not None else 0


# -- the scene
MARK: dict[SpaceKind, MarkKind] = {"GRID": "ENGAGED", "PLANE": "AIMS", "ZONES": "ENGAGED", "RANKS": "DISTANCE"}


class Shown(Plain):
    """A skirmish that shows its fights itself, beginning with what the kernel shows."""

    def scene(self, seen: State[Own], seat: str | None, locale: str) -> Scene:
        """With sizes, directions, marks, what others have lost, and what is left of a turn."""
        scene = bare.scene(self, seen, seat, locale)
        space = scene.space
        if isinstance(space, SceneRanks):
            space = structs.replace(space, bands=(self.word("near", locale), self.word("far", locale)), farthest=1)
        left = (SceneBar(key="actions", label=self.word("actions", locale), now=1, max=1),)
        slots = tuple(structs.replace(slot, left=left if slot.state == "ACTING" else ()) for slot in scene.play.slots)
        return structs.replace(
            scene,
            space=space,
            tokens=tuple(self._token(token, seen.own, locale) for token in scene.tokens),
            marks=tuple(self._marks(seen, locale)),
            play=structs.replace(scene.play, slots=slots, cyclic=True),
        )

    def _token(self, token: SceneToken, own: Own, locale: str) -> SceneToken:
        body, place = own.bodies[token.combatant], token.place
        bars = token.bars or (SceneBar(key="life", label=self.word("life", locale), lost=0),)
        badges = token.badges
        if token.combatant in own.struck:
            label = self.word("aim", locale)
            badges += (SceneBadge(key="aim", label=label, short="aim", source=own.struck[token.combatant]),)
        token = structs.replace(token, bars=bars, badges=badges, percent=100 * body.size)
        if place is None or (place.cell is None and place.point is None):
            return token
        towards = body.looks or Point(1 if body.towards == "EAST" else -1, 0)
        if place.cell is not None:
            runs = [SceneRun(x=place.cell.x, y=place.cell.y + n, length=body.size) for n in range(body.size)]
            return structs.replace(token, footprint=SceneArea(runs=tuple(runs)), towards=towards)
        assert place.point is not None
        disc = SceneDisc(centre=place.point, radius=50 * body.size)
        return structs.replace(token, footprint=SceneArea(disc=disc), towards=towards)

    def threats(self, seen: State[Own], combatant: str, locale: str) -> Iterator[Threat]:
        """The places next to a combatant, and the enemies on them; off the field all of them."""
        place, ground = seen.fight.combatants[combatant].place, seen.fight.ground
        foes = enemies(seen, combatant)
        if place is None or ground is None:
            yield Threat(manner="near", label=self.word("near", locale), targets=foes)
            return
        near = tuple(_near(place, ground))
        there = tuple(who for who in foes if seen.fight.combatants[who].place in near)
        area = SceneArea(disc=SceneDisc(centre=place.point, radius=STRIDE)) if place.point else area_of(near)
        yield Threat(manner="near", label=self.word("near", locale), area=area, targets=there)

    def _marks(self, seen: State[Own], locale: str) -> Iterator[SceneMark]:
        if self._kind == "NOWHERE":
            return
        for who, whom in seen.own.struck.items():
            label = self.word("struck", locale)
            kind = MARK[self._kind]
            if kind == "AIMS":
                yield SceneMark(key=f"aims-{who}", kind=kind, label=label, tone="BAD", from_=who, to=whom)
            else:
                yield SceneMark(key=f"{kind.lower()}-{who}", kind=kind, label=label, members=(who, whom), level=1)


KINDS: tuple[SpaceKind, ...] = ("GRID", "PLANE", "ZONES", "RANKS", "NOWHERE")


def skirmish(kind: SpaceKind) -> Shown:
    """The game in a kind of space, with its own scene."""
    return Shown(kind)


def plain(kind: SpaceKind) -> Plain:
    """The game in a kind of space, as a third party that does nothing for its scene."""
    return Plain(kind)


PLACES: dict[SpaceKind, tuple[Place | None, ...]] = {
    "GRID": tuple(Place(cell=Cell(x, y)) for x, y in ((1, 1), (2, 6), (6, 1), (8, 6), (3, 3))),
    "PLANE": tuple(
        Place(point=Point(x, y)) for x, y in ((700, 600), (1500, 2700), (3300, 900), (4100, 2900), (2300, 1500))
    ),
    "ZONES": tuple(Place(zone=zone) for zone in ("yard", "yard", "hall", "thicket", "cellar")),
    "RANKS": tuple(
        Place(side=side, rank=rank)
        for side, rank in (("heroes", 1), ("heroes", 2), ("foes", 1), ("foes", 2), ("foes", 4))
    ),
    "NOWHERE": (None,) * 5,
}
"""Where the combatants of a fight stand: two heroes, two foes, and the lurker."""


def people(kind: SpaceKind, game: str, *, large: bool = True) -> list[dict[str, Any]]:
    """Combatants of a creation's request, one at each of PLACES; the first is Ana's.

    game: the key of their sheets. large: every second one takes two cells a side.
    """
    return [
        {
            "id": f"c{number}",
            "name": f"C {number}",
            "side": place.side if place is not None and place.side else "foes" if number % 2 else "heroes",
            "seat": "ana" if number == 0 else None,
            "place": None if place is None else msgspec.to_builtins(place),
            "sheet": {game: {"life": 3, **({"size": 1 + number % 2} if large else {})}},
        }
        for number, place in enumerate(PLACES[kind])
    ]
