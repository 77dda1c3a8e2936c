"""My Game: whoever acts strikes with a die, or waits; whoever is hit may parry; the last side that stands has won."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, structs

from engine.kit import (
    Audience,
    Begin,
    Combatant,
    CombatantJoined,
    CombatantOut,
    Event,
    Field,
    Fight,
    LocalisedSystem,
    Offer,
    OfferGroup,
    Order,
    Place,
    Question,
    Rule,
    RuleRefusal,
    State,
    Table,
    Visibility,
    Vital,
    Wordbook,
    outcomes,
    turns,
)


# -- what a fight begins with
class Setup(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """The choices of a fight. needed: what the die has to show for a hit."""

    needed: Annotated[int, Meta(ge=1, le=6)] = 3


class Sheet(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """What a combatant enters with. life: points; guard: how many blows it may parry."""

    life: Annotated[int, Meta(ge=1, le=99)] = 5
    guard: Annotated[int, Meta(ge=0, le=99)] = 1


class Own(Struct, frozen=True, rename="camel"):
    """The game's part of the state. needed: as the setup says; guard: the parries that each combatant has left."""

    needed: int = 3
    guard: dict[str, int] = {}


# -- what may be ordered
class Strike(Order, frozen=True, kw_only=True):
    """Strike at an enemy."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.STRIKE
    combatant: str
    target: str


class Wait(Order, frozen=True, kw_only=True):
    """Do nothing this turn."""

    actor: ClassVar[str] = "combatant"
    group: ClassVar[OfferGroup] = OfferGroup.END
    combatant: str


# -- what is asked in the middle of an order
class Parried(Struct, frozen=True, kw_only=True):
    """Yes: parry; no: take the blow."""

    yes: bool


class Parry(Question[Parried], frozen=True, kw_only=True):
    """Whether somebody parries a blow that hits."""

    visibility: ClassVar[Visibility] = Visibility.OPEN
    combatant: str
    attacker: str


# -- what happens
class Missed(Event, frozen=True, kw_only=True):
    """A blow has missed."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    target: str


class BlowParried(Event, frozen=True, kw_only=True):
    """A blow was parried; that costs a parry."""

    audience: ClassVar[Audience] = Audience.ALL
    combatant: str
    attacker: str


RULES = {
    rule.id: rule
    for rule in (
        Rule("MG-TURN", "Turns", "All act in the order in which they have joined, round after round."),
        Rule("MG-STRIKE", "Strikes", "A blow hits with three or more on a die, and takes one point."),
        Rule("MG-PARRY", "Parries", "Whoever is hit may parry, as often as the sheet says."),
        Rule("MG-END", "The end", "Whoever has no points left is out; the last side that stands has won."),
    )
}


# -- the rules
def next_turn(table: Table[Own], after: str) -> None:
    """The fight is decided, or the next one acts."""
    sides = list(dict.fromkeys(member.side for member in table.state.fight.standing))
    if not outcomes.over(table, sides, None, rule="MG-END"):
        turns.next_turn(table, after, rule="MG-TURN")


def strike(table: Table[Own], who: str, target: str) -> None:
    """A die, perhaps a question, perhaps a wound. Keep ids across a roll or a question, never structs."""
    (face,) = table.roll("1d6", by=who, why="strike", rule="MG-STRIKE")
    if face < table.state.own.needed:
        table.emit(Missed(combatant=who, target=target), rule="MG-STRIKE")
        return
    if table.state.own.guard[target] > 0 and parries(table, who, target):
        table.emit(BlowParried(combatant=target, attacker=who), rule="MG-PARRY")
        return
    table.change(target, "life", -1, rule="MG-STRIKE")
    if table.state.fight.combatants[target].vitals["life"].now == 0:
        table.emit(CombatantOut(combatant=target, reason="down"), rule="MG-END")


def parries(table: Table[Own], who: str, target: str) -> bool:
    """Ask whoever answers for the target. The rule stops here until the answer is there."""
    offers = (Offer("take", Parried(yes=False), "MG-PARRY"), Offer("parry", Parried(yes=True), "MG-PARRY"))
    question = Parry(offers=offers, default="take", combatant=target, attacker=who)
    return table.ask(table.state.fight.holders(target), question, rule="MG-PARRY").yes


class MyGame(LocalisedSystem[Own]):
    """The game as Skald calls it; the docstrings of `engine.kit.RuleSystem` say what else a game may tell."""

    id = "my_game"
    name = "My Game"
    language = "en"
    version = 1
    setup = Setup
    sheet = Sheet
    own = Own
    orders = (Strike, Wait)
    events = (Missed, BlowParried)
    questions = (Parry,)
    rules = RULES
    words = Wordbook(Path(__file__).parent / "words", {}, sides=("side",))

    def begin(self, setup: Setup) -> Own:
        """Nobody has entered yet."""
        return Own(needed=setup.needed)

    def enter(self, sheet: Sheet, place: Place | None) -> Combatant:
        """What the kernel keeps of a combatant."""
        vitals = {"life": Vital(sheet.life, sheet.life)}
        return Combatant(id="", name="", side="", kind="fighter", vitals=vitals, place=place)

    def evolve(self, own: Own, event: Event, fight: Fight) -> Own:
        """What the game keeps of what has happened: it decides nothing."""
        match event:
            case CombatantJoined(combatant=who, sheet=sheet) if sheet is not None:
                return structs.replace(own, guard={**own.guard, who: sheet["guard"]})
            case BlowParried(combatant=who):
                return structs.replace(own, guard={**own.guard, who: own.guard[who] - 1})
        return own

    def play(self, order: Order, table: Table[Own]) -> None:
        """Refuse an order, or play it out."""
        if isinstance(order, Begin):
            if table.state.fight.round:
                raise RuleRefusal("the fight has begun", rule="MG-TURN")
            next_turn(table, "")
            return
        who: str = getattr(order, "combatant")  # noqa: B009  # every order of this game has one
        turns.require_acting(table.state.fight, who, rule="MG-TURN")
        if isinstance(order, Strike):
            if order.target not in table.seen(table.seat).fight.enemies(who):
                raise RuleRefusal(f"{order.target} is no enemy", rule="MG-STRIKE", field="target")
            strike(table, who, order.target)
        next_turn(table, who)

    def offers(self, seen: State[Own], combatant: str | None) -> Iterator[Offer[Order]]:
        """Every legal order, from what a seat sees."""
        if combatant is None:
            if not seen.fight.round:
                yield Offer("begin", Begin(), "MG-TURN")
            return
        if combatant not in seen.fight.acting or seen.fight.combatants[combatant].out is not None:
            return
        if targets := seen.fight.enemies(combatant):
            whom = Field("target", "one", targets)
            yield Offer("strike", Strike(combatant=combatant, target=targets[0]), "MG-STRIKE", (whom,))
        yield Offer("wait", Wait(combatant=combatant), "MG-TURN")

    def view(self, own: Own, fight: Fight, seat: str | None) -> Own:
        """What a seat reads of the game's part: whoever it does not know of is left out."""
        return structs.replace(own, guard=fight.seen_parts(seat, own.guard))

    def settle(self, table: Table[Own], before: State[Own]) -> None:
        """What follows when the game master sets points: without any one falls."""
        for who, member in before.fight.combatants.items():
            now: Any = table.state.fight.combatants.get(who)
            if now is not None and now.out is None and member.out is None and now.vitals["life"].now <= 0:
                table.emit(CombatantOut(combatant=who, reason="down"), rule="MG-END")


system = MyGame()
