"""What a card says it does: when, on what condition, with which effects. Every card speaks this one language."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Struct

from engine.systems.mongolian_mercenaries.content.kinds.types import (
    ActionCost,
    BodySize,
    Card,
    Count,
    Cover,
    CreatureType,
    DamageKind,
    Distance,
    Element,
    Face,
    FieldType,
    Lighting,
    Manner,
    Percent,
    Points,
    Rank,
    Subtype,
    Targets,
    Turns,
)


class When(Enum):
    """The moment at which an ability works. Its bearer is whoever has the card.

    ALWAYS: as long as the bearer has it. USED: its action, spell, item or prayer succeeds. FAILED: the spell test of
    its use fails.  [MM-MAG-21]
    ATTACKED: an attack on the bearer is declared, before the roll. HIT: it hits, before damage. MISSED: it misses.
    HITS, CRITS: the bearer's own attack hits, causes critical damage. HARMS, WOUNDS: somebody loses Health, gets a
    wound by the bearer, however.
    HARMED, WOUNDED: the bearer loses Health, gets a wound. ELIMINATED: it drops out.
    ALLY_ELIMINATED, OPPONENT_ELIMINATED: somebody else does.
    ENTERS: somebody comes to stand on the position of a trap or special area, or starts there.  [MM-FIELD-07]
    ROUND_STARTS, TURN_STARTS (the bearer's), ROUND_ENDS: of the fight.
    RESTS, SLEEPS, DAY_STARTS: outside fights.  [MM-REC-01, MM-REC-03]
    """

    ALWAYS = "ALWAYS"
    USED = "USED"
    FAILED = "FAILED"
    ATTACKED = "ATTACKED"
    HIT = "HIT"
    MISSED = "MISSED"
    HITS = "HITS"
    CRITS = "CRITS"
    HARMS = "HARMS"
    WOUNDS = "WOUNDS"
    HARMED = "HARMED"
    WOUNDED = "WOUNDED"
    ELIMINATED = "ELIMINATED"
    ALLY_ELIMINATED = "ALLY_ELIMINATED"
    OPPONENT_ELIMINATED = "OPPONENT_ELIMINATED"
    ENTERS = "ENTERS"
    ROUND_STARTS = "ROUND_STARTS"
    TURN_STARTS = "TURN_STARTS"
    ROUND_ENDS = "ROUND_ENDS"
    RESTS = "RESTS"
    SLEEPS = "SLEEPS"
    DAY_STARTS = "DAY_STARTS"


class Whom(Enum):
    """On whom an effect works, as its bearer sees it.

    SELF: the bearer. OTHER: whom the moment is about beside it: its attacker, its target. OWNER: of a pet.
    ALLIES: the others of its side. SIDE: they and the bearer. OPPONENTS, EVERYBODY: in the fight.
    """

    SELF = "SELF"
    OTHER = "OTHER"
    OWNER = "OWNER"
    ALLIES = "ALLIES"
    SIDE = "SIDE"
    OPPONENTS = "OPPONENTS"
    EVERYBODY = "EVERYBODY"


class Figure(Enum):
    """A number that effects change.

    HIT_DICE, SPELL_DICE: of such tests. TEST_DICE: of every success test.  [MM-TEST-04]
    SUCCESSES: of the test in question. ACCURACY: dice of ranged attacks. DODGE: successes that it takes off.
    DAMAGE: points of an attack. ARMOUR. INITIATIVE. MAGIC: successes of spell tests against the bearer: below 0
    magic resistance, above 0 vulnerability.  [MM-RES-03, MM-RES-06]
    LARGE_ACTIONS, MINOR_ACTIONS: of a round.  [MM-ACT-04]  TARGETS: of an attack. PURSUIT: speed in changing distance
    and in escapes.  [RUL-53]  REST_HEALTH, REST_POWER: gained on a Rest.
    """

    HIT_DICE = "HIT_DICE"
    SPELL_DICE = "SPELL_DICE"
    TEST_DICE = "TEST_DICE"
    SUCCESSES = "SUCCESSES"
    ACCURACY = "ACCURACY"
    DODGE = "DODGE"
    DAMAGE = "DAMAGE"
    ARMOUR = "ARMOUR"
    INITIATIVE = "INITIATIVE"
    MAGIC = "MAGIC"
    LARGE_ACTIONS = "LARGE_ACTIONS"
    MINOR_ACTIONS = "MINOR_ACTIONS"
    TARGETS = "TARGETS"
    PURSUIT = "PURSUIT"
    REST_HEALTH = "REST_HEALTH"
    REST_POWER = "REST_POWER"


class Does(Enum):
    """What an effect does.

    FIGURE, ATTRIBUTE, SKILL: changes that number by `amount`, or by `percent`.  [MM-GEN-03]
    RESIST: damage taken changes by `percent`; below 0 resistance, above 0 vulnerability, 0 vulnerability without a
    percentage.  [MM-RES-04, MM-RES-07, MM-ELM-08]
    IMMUNE: spells of these types, schools or paths are ignored; states are not gained.  [MM-RES-05]
    CRIT_FACES: these faces are critical.  [MM-CRIT-07]
    ALLOW, FORBID: something that is usually forbidden, or allowed.
    DAMAGE, HEAL, POWER: at once, by `amount`. STATE, END_STATE: a state is gained, or ends.
    ITEM: the weapon in question, or armour, becomes Damaged, Sharpened or Poisoned, or is whole again.  [MM-ST-05]
    COVER: on a position. LIGHTING: darker by `steps`, below 0 brighter. TORCH: darkness counts as dim.
    DISTANCE: changes by `steps`. ATTACK: an attack at once, on up to `targets`. SUMMON: a creature.
    IRRESISTIBLE: no resistance test.  [MM-RES-02]  FORCE: the rest of the card works on these for a time.
    """

    FIGURE = "FIGURE"
    ATTRIBUTE = "ATTRIBUTE"
    SKILL = "SKILL"
    RESIST = "RESIST"
    IMMUNE = "IMMUNE"
    CRIT_FACES = "CRIT_FACES"
    ALLOW = "ALLOW"
    FORBID = "FORBID"
    DAMAGE = "DAMAGE"
    HEAL = "HEAL"
    POWER = "POWER"
    STATE = "STATE"
    END_STATE = "END_STATE"
    ITEM = "ITEM"
    COVER = "COVER"
    LIGHTING = "LIGHTING"
    TORCH = "TORCH"
    DISTANCE = "DISTANCE"
    ATTACK = "ATTACK"
    SUMMON = "SUMMON"
    IRRESISTIBLE = "IRRESISTIBLE"
    FORCE = "FORCE"


class Permission(Enum):
    """Something that is usually forbidden.

    RANGED_AT_VERY_CLOSE: MM-DIST-03. TWO_WEAPONS: MM-EQ-04. DARK_SIGHT: RUL-40.
    RANGED_DODGE: Dodge works against ranged attacks.  [MM-SKILL-12]  NO_CRITS: critical damage is ordinary.
    [MM-SKILL-10]
    """

    RANGED_AT_VERY_CLOSE = "RANGED_AT_VERY_CLOSE"
    TWO_WEAPONS = "TWO_WEAPONS"
    DARK_SIGHT = "DARK_SIGHT"
    RANGED_DODGE = "RANGED_DODGE"
    NO_CRITS = "NO_CRITS"


class Activity(Enum):
    """Something that may be forbidden. ALL: every action and reaction."""

    ALL = "ALL"
    MOVEMENT = "MOVEMENT"
    ATTACK = "ATTACK"
    CAST = "CAST"
    USE_ITEM = "USE_ITEM"
    REACTION = "REACTION"


class ItemMark(Enum):
    """A modifier of an item. WHOLE: none of them.  [MM-ST-05, RUL-35, RUL-72]"""

    DAMAGED = "DAMAGED"
    SHARPENED = "SHARPENED"
    POISONED = "POISONED"
    WHOLE = "WHOLE"


class Until(Enum):
    """When something that lasts ends.

    TURNS: at the start of so many rounds later.  [MM-ROUND-02]  ROUND_END: MM-ROUND-04. NEXT_TEST: after the bearer's
    next test of that kind. FIGHT: with the fight. PHASES, DAYS: of the calendar. REMOVED: when something ends it.
    """

    TURNS = "TURNS"
    ROUND_END = "ROUND_END"
    NEXT_TEST = "NEXT_TEST"
    FIGHT = "FIGHT"
    PHASES = "PHASES"
    DAYS = "DAYS"
    REMOVED = "REMOVED"


class Uses(Enum):
    """How often an ability works.  [RUL-89]"""

    ANY = "ANY"
    ONCE_PER_ROUND = "ONCE_PER_ROUND"
    ONCE_PER_FIGHT = "ONCE_PER_FIGHT"
    ONCE_PER_DAY = "ONCE_PER_DAY"


class RollForm(Enum):
    """STANDARD: value > d10.  [MM-TEST-02]  SUCCESSES: a pool of d8.  [MM-TEST-04]"""

    STANDARD = "STANDARD"
    SUCCESSES = "SUCCESSES"


class SpellType(Enum):
    """The types of spells.  [MM-MAG-07 to MM-MAG-18]"""

    OFFENSIVE = "OFFENSIVE"
    NON_OFFENSIVE = "NON_OFFENSIVE"
    PROJECTILE = "PROJECTILE"
    AREA = "AREA"
    TOUCH = "TOUCH"
    SUMMONING = "SUMMONING"
    TERRAIN = "TERRAIN"
    MENTAL = "MENTAL"
    SENSORY = "SENSORY"
    REACTION = "REACTION"


class Lasts(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """How long. count: of turns, phases or days; 1 turn ends at the start of the next round.  [MM-ROUND-02]"""

    until: Until = Until.TURNS
    count: Turns = 1


class Formula(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A number: points + per_success * successes + per_skill * the user's level of `skill`."""

    points: Points = 0
    per_success: Points = 0
    skill: Card | None = None
    per_skill: Points = 1


class Condition(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """All of what is given must hold; what is empty or absent is not asked.

    manners, kinds, elements: of the attack or damage in question. plain: whether that has neither element nor magic.
    wielded: skills of the weapon in question; weapons: that weapon itself.
    at_least, at_most: the distance between bearer and other. own_positions, other_positions: where they stand.
    of_types, of_sizes: what the bearer is. against_types, against_subtypes, against_sizes: what the other is.
    faces: a die of the roll shows one of them. successes_at_least, successes_at_most: of the test.
    skill, attribute: the bearer's, at least `level`. worn: whether the bearer wears armour. metal: of metal.
    in_cover, mounted: whether the bearer is. states: the bearer has all of them; other_states: the other has.
    health_at_most: the bearer's, in hundredths of the maximum. wounds_at_least: the bearer's, of all kinds.
    landscapes, lighting, field_type: of the field. rounds_at_most: since the bearer got the card, 1: its first round.
    """

    manners: tuple[Manner, ...] = ()
    kinds: tuple[DamageKind, ...] = ()
    elements: tuple[Element, ...] = ()
    plain: bool | None = None
    wielded: tuple[Card, ...] = ()
    weapons: tuple[Card, ...] = ()
    at_least: Distance | None = None
    at_most: Distance | None = None
    own_positions: tuple[Rank, ...] = ()
    other_positions: tuple[Rank, ...] = ()
    of_types: tuple[CreatureType, ...] = ()
    of_sizes: tuple[BodySize, ...] = ()
    against_types: tuple[CreatureType, ...] = ()
    against_subtypes: tuple[Subtype, ...] = ()
    against_sizes: tuple[BodySize, ...] = ()
    faces: tuple[Face, ...] = ()
    successes_at_least: Count | None = None
    successes_at_most: Count | None = None
    skill: Card | None = None
    attribute: Card | None = None
    level: Count = 1
    worn: bool | None = None
    metal: bool | None = None
    in_cover: bool | None = None
    mounted: bool | None = None
    states: tuple[Card, ...] = ()
    other_states: tuple[Card, ...] = ()
    health_at_most: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    wounds_at_least: Count | None = None
    landscapes: tuple[Card, ...] = ()
    lighting: tuple[Lighting, ...] = ()
    field_type: FieldType | None = None
    rounds_at_most: Count | None = None


class Effect(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One effect. Which fields belong to which kind, `cards.grammar` says.

    on: whom. amount: of points; percent: instead of points. lasts: how long; absent: a change counts in this moment
    alone, or as long as its ability is ALWAYS at work; a state as long as its card says.
    element, kind: of damage. around: positions to either side of whoever is struck, who are struck as well.
    shared: the user deals the amount out among the targets.  [MM-DW-19]  states: that are ended, or not gained.
    types, schools, paths: of spells that are ignored. targets: of an attack.
    """

    does: Does
    on: Whom = Whom.SELF
    amount: Formula | None = None
    percent: Percent | None = None
    figure: Figure | None = None
    attribute: Card | None = None
    skill: Card | None = None
    elements: tuple[Element, ...] = ()
    kinds: tuple[DamageKind, ...] = ()
    plain: bool | None = None
    element: Element | None = None
    kind: DamageKind | None = None
    around: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    shared: bool = False
    state: Card | None = None
    states: tuple[Card, ...] = ()
    types: tuple[SpellType, ...] = ()
    schools: tuple[Card, ...] = ()
    paths: tuple[Card, ...] = ()
    faces: tuple[Face, ...] = ()
    permission: Permission | None = None
    deeds: tuple[Activity, ...] = ()
    mark: ItemMark | None = None
    cover: Cover | None = None
    steps: Annotated[int, msgspec.Meta(ge=-3, le=3)] = 0
    manner: Manner | None = None
    targets: Targets = 1
    creature: Card | None = None
    lasts: Lasts | None = None


class CardTest(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A test on which a card's effects depend. Of an attribute or of a skill. by: who tests.

    modifier: added to the value. halved: the value is halved first.  [MM-TEST-03]
    """

    form: RollForm = RollForm.STANDARD
    attribute: Card | None = None
    skill: Card | None = None
    modifier: Points = 0
    halved: bool = False
    by: Whom = Whom.SELF


class Ability(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """One sentence of a card.

    when: the moment. only: its conditions. test: its effects come if that passes, `otherwise` if it fails.
    asked: its owner may decline: a reaction.  [MM-TAL-04]  cost: of what is done by choice. uses: how often.
    """

    when: When = When.ALWAYS
    only: Condition = Condition()
    test: CardTest | None = None
    effects: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    asked: bool = False
    cost: ActionCost = ActionCost.NONE
    uses: Uses = Uses.ANY
