"""Delve: a twenty-sided die against armour, on a grid; an example of a game for Skald."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import structs

import engine.kit as k
from delve import model as m
from delve.chapters import fighting, magic, moving, turns
from delve.chapters.basics import CONDITIONS, CONTENT, CREATURES, SPELLS, able, cell_of, distance, enemies
from delve.pictures import foreseen, scene
from engine.kit.ground import Ground, GroundEntry, Space

HANDLERS: dict[type[k.Order], Any] = {
    m.Attack: fighting.attack,
    m.Cast: magic.cast,
    m.Dodge: fighting.dodge,
    m.StandUp: moving.stand_up,
    m.Move: moving.move,
    m.EndTurn: turns.end,
}
CHAPTERS = (fighting, magic, moving, turns)
TABLES = MappingProxyType({"creatures": CREATURES, "spells": SPELLS})
FLOOR, WALL = GroundEntry(key="floor", sign="."), GroundEntry(key="wall", sign="#", look="WALL", step="NEVER")


class Words(k.Wordbook):
    """Spells are told by their names."""

    def text(self, field: str, value: str, words: k.Words, names: Any) -> str:
        """A spell, or what the kernel makes of it."""
        return self.thing(value, value, words, names) if field == "spell" else super().text(field, value, words, names)


class Delve(k.LocalisedSystem[m.Own]):
    """The game as Skald calls it."""

    id, name, language, version = "delve", "Delve", "en", 1
    setup, sheet, own = m.Setup, m.Sheet, m.Own
    orders = tuple(HANDLERS)
    events = (m.Attacked, m.SpellCast, m.DeathSaved, m.Budget)
    questions = (m.Opportunity,)
    content = TABLES
    catalogues = MappingProxyType({"Sheet.creature": ("creatures",)})
    conditions = CONDITIONS
    rules = CONTENT.rules()
    house_rules = k.HouseRules((fighting.CRITICAL,), Path(__file__).parent / "house_rules")
    words = Words(Path(__file__).parent / "words", TABLES, sides=("side",))
    icons = CONTENT.icons()
    ground_entries = (FLOOR, WALL)
    bare_ground = Ground(space=Space(kind="GRID", width=12, height=8))
    glossary = MappingProxyType(CONTENT.read("glossary"))
    scene = scene
    preview = foreseen

    def begin(self, setup: m.Setup) -> m.Own:
        """Nobody has entered yet."""
        return m.Own()

    def lay(self, ground: Ground) -> None:
        """A grid of floor and walls."""
        if ground.space.kind != "GRID":
            raise k.RuleRefusal("Delve is played on a grid", field="space.kind", rule="DV-MOVE")
        if any(sign not in ".#" for row in ground.rows for sign in row):
            raise k.RuleRefusal("Delve knows floor (.) and walls (#)", field="rows", rule="DV-MOVE")

    def enter(self, sheet: m.Sheet, place: k.Place | None) -> k.Combatant:
        """What the kernel keeps of a combatant."""
        creature = CREATURES.get(sheet.creature)
        if creature is None:
            raise k.RuleRefusal(f"there is no creature {sheet.creature}", rule="DV-TURN", field="sheet.creature")
        if place is None or place.cell is None:
            raise k.RuleRefusal("whoever enters stands on a square", rule="DV-MOVE", field="place")
        vitals = {"points": k.Vital(creature.points, creature.points)}
        return k.Combatant(id="", name="", side="", kind=creature.id, vitals=vitals, place=place)

    def admit(self, state: k.State[m.Own], combatant: str) -> None:
        """One on a square, on the board, and on no wall."""
        here = k.Place(cell=cell_of(state.fight, combatant))
        if any(creature.id != combatant and creature.place == here for creature in state.fight.standing):
            raise k.RuleRefusal("that square is taken", rule="DV-MOVE", field="place")
        if not moving.is_floor(state.fight.ground, cell_of(state.fight, combatant)):
            raise k.RuleRefusal("that is off the floor", rule="DV-MOVE", field="place")

    def evolve(self, own: m.Own, event: k.Event, fight: k.Fight) -> m.Own:
        """What everybody is and has left."""
        match event:
            case k.CombatantJoined(combatant=who, sheet=sheet) if sheet is not None:
                now = m.Fighter(creature=sheet["creature"], slots=CREATURES[sheet["creature"]].slots)
            case m.Budget(combatant=who, fighter=now):
                pass
            case m.DeathSaved(combatant=who, successes=successes, failures=failures):
                now = structs.replace(own.fighters[who], successes=successes, failures=failures)
            case k.ConditionGained(combatant=who, kind="dying"):
                now = structs.replace(own.fighters[who], successes=0, failures=0)
            case _:
                return own
        return structs.replace(own, fighters={**own.fighters, who: now})

    def play(self, order: k.Order, table: k.Table[m.Own]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, k.Begin):
            turns.begin(table)
            return
        assert isinstance(order, m.Turn)
        k.turns.require_acting(table.state.fight, order.combatant, rule="DV-TURN")
        if not able(table.state.fight.combatants[order.combatant]) and not isinstance(order, m.EndTurn):
            raise k.RuleRefusal("whoever lies dying does nothing", rule="DV-DEATH", field="combatant")
        HANDLERS[type(order)](table, order)
        turns.go_on(table, order.combatant)

    def offers(self, seen: k.State[m.Own], combatant: str | None) -> Iterator[k.Offer[k.Order]]:
        """Every legal order, from what a seat sees."""
        if combatant is None:
            if not seen.fight.round:
                yield k.Offer("begin", k.Begin(), "DV-TURN")
        elif combatant in seen.fight.acting:
            for chapter in CHAPTERS if able(seen.fight.combatants[combatant]) else (turns,):
                yield from chapter.offers(seen, combatant)

    def view(self, own: m.Own, fight: k.Fight, seat: str | None) -> m.Own:
        """Whoever is seen is seen whole."""
        return structs.replace(own, fighters=fight.seen_parts(seat, own.fighters))

    def readiness(self, seen: k.State[m.Own], combatant: str) -> float:
        """For bots: the nearer an enemy, the better."""
        return 1 / min((distance(seen.fight, combatant, foe) for foe in enemies(seen.fight, combatant)), default=99)

    def can_act(self, state: k.State[m.Own], combatant: str) -> bool:
        """Whoever lies dying could do nothing by an answer."""
        return able(state.fight.combatants[combatant])

    def settle(self, table: k.Table[m.Own], before: k.State[m.Own]) -> None:
        """Whose points the game master has taken falls; who has some again gets up."""
        for creature in table.state.fight.standing:
            fighting.fall_or_rise(table, creature.id)

    def follow_up(self, state: k.State[m.Own]) -> k.Order | None:
        """Where who acts has fallen by a correction, or the fight is decided by it, the turn ends."""
        stuck = (who for who in state.fight.acting if not able(state.fight.combatants[who]))
        who = next(stuck, None) if len(turns.sides(state.fight)) > 1 else next(iter(state.fight.acting), None)
        return None if who is None or state.fight.outcome is not None else m.EndTurn(combatant=who)


system = Delve()
