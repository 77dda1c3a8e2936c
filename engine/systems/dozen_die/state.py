"""The state that Dozen Die adds to the fight: figures, the bag, the die in hand and the activation.

Places, hit points and conditions are the kernel's.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from engine.kit import SIDE, Cell
from engine.systems.dozen_die.content.kinds import Ability, Armor, Fate, Kind, Skill, Tag, Talent, Weapon
from engine.systems.dozen_die.dice import Color, Die
from engine.systems.dozen_die.sheet import Setup, Wanderer, Weather
from engine.systems.dozen_die.types import Manner


class Figure(Struct, frozen=True, kw_only=True, rename="camel"):
    """One combatant's part: its completed sheet, and what it has used.

    ref: the character or creature of the catalogue that it is; "": none, or a figure of a fight of before it was kept.
    st, dx, co, ch, aw: strength, dexterity, constitution, charisma, awareness (squares). mv: movement in squares.
    abilities: others that the rules do not know. size: squares on each side. skills: what it knows. levels: how well.
    arms: its weapons, in the order of its sheet. loaded: ranged weapons that can shoot. armor: what it wears.
    talents: what it was born with. tags: some skills depend on them. pack: who is activated together with it.
    items: how many it carries. capacity: how many it can march with. load: an object that it carries with others.
    reactions_used: weapon or skill -> how often in this round.  [DD-ROUND-02]
    activations: how often it was activated in this round.
    """

    ref: str = ""
    kind: Kind
    st: int
    dx: int
    co: int
    ch: int
    aw: int
    mv: int
    abilities: dict[str, int] = {}
    size: int = 1
    skills: dict[str, Skill] = {}
    levels: dict[str, int] = {}
    arms: dict[str, Weapon] = {}
    loaded: tuple[str, ...] = ()
    armor: Armor | None = None
    talents: tuple[Talent, ...] = ()
    tags: tuple[Tag, ...] = ()
    pack: str | None = None
    items: int = 0
    capacity: int = 0
    load: str | None = None
    reactions_used: dict[str, int] = {}
    activations: int = 0

    def ability(self, which: Ability) -> int:
        """One of the five abilities."""
        found: int = getattr(self, which.value.lower())
        return found


class Draw(Struct, frozen=True, kw_only=True, rename="camel"):
    """The die in hand. color: of the die.

    eligible: who may march, as it was when the die was drawn. marched: who has.  [DD-MARCH-11]
    special: the special action that was triggered with it: nobody marches.
    """

    side: Annotated[str, SIDE]
    color: Color
    eligible: tuple[str, ...] = ()
    marched: tuple[str, ...] = ()
    special: str | None = None


class Contact(Struct, frozen=True, kw_only=True, rename="camel"):
    """Two figures that have met in a charge.

    defender: whom the attacker touches. used: the skill that the attacker uses instead of fighting.
    """

    attacker: str
    defender: str
    used: str | None = None


class Activation(Struct, frozen=True, kw_only=True, rename="camel"):
    """Who is activated: one figure, or the miniatures of a pack.

    figures: who carries out the orders. orders_left: orders that are not finished, 2 to 0.
    done: who has carried out the present order already.
    allowance: squares of the present order by the hardest ground tested in it, None: no ground was tested.
    manner: of the order that is being carried out, None between orders.
    held: contacts of a pack's miniatures, of which one is fought when the order is finished.  [DD-GAP-22]
    """

    figures: tuple[str, ...]
    orders_left: int = 2
    manner: Manner | None = None
    done: tuple[str, ...] = ()
    allowance: int | None = None
    held: tuple[Contact, ...] = ()


class Pool(Struct, frozen=True, kw_only=True, rename="camel"):
    """The dice a side has for rolls. dice: always; extra: in addition in this round.  [DD-DICE-04]"""

    dice: int
    extra: int = 0


class DozenDieState(Struct, frozen=True, kw_only=True, rename="camel"):
    """The system's part of the state. adventure: what was set up. begun: the first round has begun.

    figures: everybody's part. draw: the die in hand. activation: who is activated with it. weather: as it is now.
    fates: casualties -> what became of them after the adventure.  [DD-HP-06]
    bag: what may still be drawn in this round, by side, then green, white, yellow; spent: the dice already drawn.
    pools: of the players' sides; neutrals always have enough dice. wanderers: who may still be brought in.
    reacted: who has reacted to the present order, or march.  [DD-REA-20]
    used: special actions that were triggered. opened: squares of doors that have been opened since.
    stirred: somebody marched or was activated in this round. undecided: the sides that stood when the game master let
    a decided fight go on. conceded: sides that gave up.
    """

    adventure: Setup
    begun: bool = False
    figures: dict[str, Figure] = {}
    bag: tuple[Die, ...] = ()
    spent: tuple[Die, ...] = ()
    pools: dict[Annotated[str, SIDE], Pool] = {}
    draw: Draw | None = None
    activation: Activation | None = None
    reacted: tuple[str, ...] = ()
    wanderers: tuple[Wanderer, ...] = ()
    used: tuple[str, ...] = ()
    opened: tuple[Cell, ...] = ()
    weather: Weather = Weather.NONE
    stirred: bool = False
    undecided: tuple[Annotated[str, SIDE], ...] | None = None
    conceded: tuple[Annotated[str, SIDE], ...] = ()
    fates: dict[str, Fate] = {}
