"""Delve: a twenty-sided die against armour, on a grid; an example of a game for Skald."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from msgspec import structs

from delve import rules
from delve.model import (
    Attack,
    Attacked,
    Budget,
    Dodge,
    EndTurn,
    Fighter,
    Move,
    Opportunity,
    Own,
    Setup,
    Sheet,
    StandUp,
)
from delve.rules import CREATURES
from engine.kit import (
    Begin,
    Combatant,
    CombatantJoined,
    CombatantOut,
    Event,
    Field,
    Fight,
    LocalisedSystem,
    Offer,
    Order,
    Place,
    Rule,
    RuleRefusal,
    State,
    Table,
    Vital,
    Wordbook,
    place_field,
)
from engine.kit.ground import Ground, GroundEntry, Space

RULES = {
    rule.id: rule
    for rule in (
        Rule("DV-TURN", "Turns", "Initiative is a twenty-sided die and a bonus; a turn has one action and a way."),
        Rule("DV-MOVE", "Ways", "A step goes to any of eight squares; getting up takes half of the speed."),
        Rule("DV-ATTACK", "Attacks", "A twenty-sided die and a bonus have to reach the armour; 20 hits, 1 misses."),
        Rule("DV-DAMAGE", "Damage", "A hit takes points by the dice of the attacker; a 20 rolls them twice."),
        Rule("DV-OPPORTUNITY", "Opportunity", "Whoever leaves an enemy's side may be struck, by each once a turn."),
        Rule("DV-CONDITION", "Conditions", "Prone, poisoned and dodging change who has advantage."),
        Rule("DV-END", "The end", "Whoever has no points left is out; the last side that stands has won."),
    )
}


class Delve(LocalisedSystem[Own]):
    """The game as Skald calls it."""

    id = "delve"
    name = "Delve"
    language = "en"
    version = 1
    setup = Setup
    sheet = Sheet
    own = Own
    orders = (Attack, Move, StandUp, Dodge, EndTurn)
    events = (Attacked, Budget)
    questions = (Opportunity,)
    content: ClassVar = {"creatures": CREATURES}
    catalogues: ClassVar = {"Sheet.creature": ("creatures",)}
    conditions = ("prone", "poisoned", "dodging")
    rules = RULES
    words = Wordbook(Path(__file__).parent / "words", {"creatures": CREATURES}, sides=("side",))
    ground_entries = (
        GroundEntry(key="floor", sign="."),
        GroundEntry(key="wall", sign="#", look="WALL", step="NEVER"),
    )
    bare_ground = Ground(space=Space(kind="GRID", width=12, height=8))

    def begin(self, setup: Setup) -> Own:
        """Nobody has entered yet."""
        return Own(opportunity=setup.opportunity)

    def lay(self, ground: Ground) -> None:
        """A grid of floor and walls."""
        if ground.space.kind != "GRID":
            raise RuleRefusal("Delve is played on a grid", field="space.kind", rule="DV-MOVE")
        if any(sign not in ".#" for row in ground.rows for sign in row):
            raise RuleRefusal("Delve knows floor (.) and walls (#)", field="rows", rule="DV-MOVE")

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """What the kernel keeps of a combatant."""
        creature = CREATURES.get(sheet.creature)
        if creature is None:
            raise RuleRefusal(f"there is no creature {sheet.creature}", rule="DV-TURN", field="sheet.creature")
        if place is None or place.cell is None:
            raise RuleRefusal("whoever enters stands on a square", rule="DV-MOVE", field="place")
        vitals = {"points": Vital(creature.points, creature.points)}
        return Combatant(id="", name="", side="", kind=creature.id, vitals=vitals, place=place)

    def admit(self, state: State[Own], combatant: str) -> None:
        """One on a square, on the board, and on no wall."""
        here, ground = rules.cell_of(state.fight, combatant), state.fight.ground
        if any(one.id != combatant and one.place == Place(cell=here) for one in rules.standing(state.fight)):
            raise RuleRefusal("that square is taken", rule="DV-MOVE", field="place")
        assert ground is not None
        rows = ground.rows
        height, width = len(rows) or ground.space.height, len(rows[0]) if rows else ground.space.width
        if not (0 <= here.x < width and 0 <= here.y < height) or (rows and rows[here.y][here.x] == "#"):
            raise RuleRefusal("that is off the floor", rule="DV-MOVE", field="place")

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """What everybody is and has left."""
        match event:
            case CombatantJoined(combatant=who, sheet=sheet) if sheet is not None:
                return structs.replace(own, fighters={**own.fighters, who: Fighter(creature=sheet["creature"])})
            case Budget(combatant=who, squares=squares, action=action, reaction=reaction):
                fighter = structs.replace(own.fighters[who], squares=squares, action=action, reaction=reaction)
                return structs.replace(own, fighters={**own.fighters, who: fighter})
        return own

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            if table.state.fight.round:
                raise RuleRefusal("the fight has begun", rule="DV-TURN")
            rules.begin(table)
            return
        assert isinstance(order, Attack | Move | StandUp | Dodge | EndTurn)
        who = order.combatant
        if who not in table.state.fight.acting or table.state.fight.combatants[who].out is not None:
            raise RuleRefusal("it is not its turn", rule="DV-TURN", field="combatant")
        match order:
            case Attack():
                rules.attack(table, order)
            case Move():
                rules.move(table, order)
            case StandUp():
                rules.stand_up(table, who)
            case Dodge():
                rules.dodge(table, order)
            case EndTurn():
                rules.end_turn(table, who)
        fight = table.state.fight
        decided = len({one.side for one in rules.standing(fight)}) <= 1
        if fight.outcome is None and (decided or fight.combatants[who].out is not None) and who in fight.acting:
            rules.next_turn(table, who)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order, from what a seat sees."""
        fight = seen.fight
        if combatant is None:
            if not fight.round:
                yield Offer("begin", Begin(), "DV-TURN")
            return
        who = combatant
        if who not in fight.acting or fight.combatants[who].out is not None:
            return
        if seen.own.fighters[who].action:
            if there := rules.targets(seen, who):
                whom = Field("target", "one", there)
                yield Offer("attack", Attack(combatant=who, target=there[0]), "DV-ATTACK", (whom,))
            yield Offer("dodge", Dodge(combatant=who), "DV-ATTACK")
        if rules.can_stand_up(seen, who):
            yield Offer("stand-up", StandUp(combatant=who), "DV-MOVE")
        if places := [Place(cell=cell) for cell in rules.ways(seen, who)]:
            yield Offer("move", Move(combatant=who, to=places[0]), "DV-MOVE", (place_field("to", places),))
        yield Offer("end-turn", EndTurn(combatant=who), "DV-TURN")

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """Whoever is seen is seen whole."""
        seen = {who for who, one in fight.combatants.items() if fight.sees(seat, one)}
        return structs.replace(own, fighters={who: one for who, one in own.fighters.items() if who in seen})

    def apart(self, seen: State[Own], one: str, other: str) -> int:
        """In squares: the nearest stands first."""
        return rules.distance(seen.fight, one, other)

    def settle(self, table: Table[Own], before: State[Own]) -> None:
        """Whose points the game master has taken falls."""
        for one in rules.standing(table.state.fight):
            now: Any = one.vitals["points"].now
            if now <= 0:
                table.emit(CombatantOut(combatant=one.id, reason="down"), rule="DV-END")


system = Delve()
