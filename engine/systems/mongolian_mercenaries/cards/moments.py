"""Which effects of which cards apply to a moment of the fight.

A moment is described by plain facts, so that rules, previews and tests ask alike. Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, structs

from engine.kit import spend
from engine.systems.mongolian_mercenaries.content.kinds import (
    Ability,
    BodySize,
    Condition,
    CreatureType,
    DamageKind,
    Does,
    Effect,
    Element,
    FieldType,
    Lighting,
    Manner,
    Subtype,
    When,
    Whom,
)

TARGETS_ANSWER = (When.ATTACKED, When.HIT, When.MISSED, When.HARMED, When.WOUNDED, When.ELIMINATED)
"""Moments that the target's own cards answer."""
ACTORS_ANSWER = (
    When.USED, When.FAILED, When.HITS, When.CRITS, When.HARMS, When.WOUNDS, When.ENTERS, When.TURN_STARTS,
)  # fmt: skip
"""Moments that the actor's own cards answer."""


SOURCE, HELD = 1, 4
"""Units of a budget that a card takes that is looked at, and a condition."""


class Source(Struct, frozen=True, kw_only=True):
    """A card at work. id: of the card. by: who has put it on its bearer; "": it is the bearer's own.

    since: the round in which it began, 0 before the fight.
    """

    id: str
    abilities: tuple[Ability, ...]
    by: str = ""
    since: int = 0


class Party(Struct, frozen=True, kw_only=True, dict=True):
    """One combatant, as far as cards ask.

    type, size: null where they are closed to whoever looks: no condition on them holds.
    skills, attributes: as they are in this moment. health: in hundredths of its maximum, rounded down. wounds: of all
    kinds. owner: of a pet, mount, familiar or summon; "": none.
    """

    id: str
    side: str
    type: CreatureType | None = CreatureType.HUMAN
    subtype: Subtype | None = None
    size: BodySize | None = BodySize.MEDIUM
    attributes: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    states: tuple[str, ...] = ()
    position: int = 1
    worn: bool = False
    metal: bool = False
    in_cover: bool = False
    mounted: bool = False
    health: int = 100
    wounds: int = 0
    owner: str = ""
    active: bool = True
    sources: tuple[Source, ...] = ()

    @cached_property
    def standing(self) -> Mapping[Does | None, Sequence[tuple[Source, Ability, Effect]]]:
        """What is at work all the time, by what it does; under None all of it. Many moments are made of one party."""
        found: dict[Does | None, list[tuple[Source, Ability, Effect]]] = {None: []}
        for source in self.sources:
            spend(SOURCE + len(source.abilities))
            for ability in source.abilities:
                if ability.when is When.ALWAYS:
                    for effect in ability.effects:
                        found.setdefault(effect.does, []).append((source, ability, effect))
                        found[None].append((source, ability, effect))
        return found

    @cached_property
    def lights(self) -> bool:
        """Whether one of its cards changes the light: every moment asks, and few cards do."""
        return Does.LIGHTING in self.standing

    @cached_property
    def answering(self) -> Mapping[When, Sequence[tuple[Source, int, Ability]]]:
        """What answers moments, by their kind, in the order of the cards."""
        found: dict[When, list[tuple[Source, int, Ability]]] = {}
        for source in self.sources:
            spend(SOURCE + len(source.abilities))
            for index, ability in enumerate(source.abilities):
                found.setdefault(ability.when, []).append((source, index, ability))
        return found


class Moment(Struct, frozen=True, kw_only=True):
    """What happens, between whom and where.

    actor: who attacks, casts, tests, enters; "": nobody. target: on whom; "": nobody.
    distance: level between the two, 0 to 3; null: none is asked. weapon, wielded: id and skill of what is used.
    faces, successes: of the test, as far as it has fallen. sources: cards that are nobody's, such as a field's.
    """

    when: When = When.ALWAYS
    parties: Mapping[str, Party] = {}
    actor: str = ""
    target: str = ""
    manner: Manner | None = None
    kind: DamageKind | None = None
    element: Element | None = None
    weapon: str = ""
    wielded: str = ""
    distance: int | None = None
    faces: tuple[int, ...] = ()
    successes: int | None = None
    round: int = 0
    landscape: str = ""
    lighting: Lighting = Lighting.FULL
    field_type: FieldType = FieldType.OPEN

    def other(self, bearer: str) -> str:
        """Whom the moment is about beside a bearer; "" for nobody."""
        if bearer == self.actor:
            return self.target if self.target != bearer else ""
        return self.actor if bearer == self.target else ""

    @property
    def plain(self) -> bool:
        """Whether what harms has neither element nor magic."""
        return self.element is None and self.kind is not DamageKind.MAGICAL


class Answer(Struct, frozen=True, kw_only=True):
    """An ability that answers a moment. index: of the ability on its card."""

    source: Source
    bearer: str
    index: int
    ability: Ability

    @property
    def key(self) -> tuple[str, str, int]:
        """What its uses are counted by.  [RUL-89]"""
        return self.bearer, self.source.id, self.index


class Applied(Struct, frozen=True, kw_only=True):
    """An effect that applies. source: id of its card. on: those it works on, in the order of the fight."""

    source: str
    bearer: str
    effect: Effect
    on: tuple[str, ...]


def holds(only: Condition, moment: Moment, bearer: str, source: Source) -> bool:
    """Whether a card's conditions are met: all that are given.  [MM-TAL-05, MM-FIELD-03, MM-POS-04]"""
    return _of_the_deed(only, moment) and _of_people(only, moment, bearer) and _of_the_field(only, moment, source)


def _listed(wanted: Sequence[object], value: object) -> bool:
    return not wanted or value in wanted


def _of_the_deed(only: Condition, moment: Moment) -> bool:
    successes = moment.successes or 0
    return (
        _listed(only.manners, moment.manner)
        and _listed(only.kinds, moment.kind)
        and _listed(only.elements, moment.element)
        and only.plain in (None, moment.plain)
        and _listed(only.wielded, moment.wielded)
        and _listed(only.weapons, moment.weapon)
        and (only.at_least is None or (moment.distance is not None and moment.distance >= only.at_least.level))
        and (only.at_most is None or (moment.distance is not None and moment.distance <= only.at_most.level))
        and (not only.faces or any(face in only.faces for face in moment.faces))
        and (only.successes_at_least is None or successes >= only.successes_at_least)
        and (only.successes_at_most is None or successes <= only.successes_at_most)
    )


def _of_people(only: Condition, moment: Moment, bearer: str) -> bool:
    party = moment.parties[bearer]
    other = moment.parties.get(moment.other(bearer))
    asks_other = (
        only.other_positions or only.against_types or only.against_subtypes or only.against_sizes or only.other_states
    )
    if asks_other and other is None:
        return False
    # Acid asks about the armour of whom it harms, a state about its bearer's own.  [MM-ELM-07]
    metal = (other or party).metal
    return (
        _listed(only.own_positions, party.position)
        and _listed(only.of_types, party.type)
        and _listed(only.of_sizes, party.size)
        and (only.skill is None or party.skills.get(only.skill, 0) >= only.level)
        and (only.attribute is None or party.attributes.get(only.attribute, 0) >= only.level)
        and only.worn in (None, party.worn)
        and only.metal in (None, metal)
        and only.in_cover in (None, party.in_cover)
        and only.mounted in (None, party.mounted)
        and all(state in party.states for state in only.states)
        and (only.health_at_most is None or party.health <= only.health_at_most)
        and (only.wounds_at_least is None or party.wounds >= only.wounds_at_least)
        and (
            other is None
            or (
                _listed(only.other_positions, other.position)
                and _listed(only.against_types, other.type)
                and _listed(only.against_subtypes, other.subtype)
                and _listed(only.against_sizes, other.size)
                and all(state in other.states for state in only.other_states)
            )
        )
    )


def _of_the_field(only: Condition, moment: Moment, source: Source) -> bool:
    return (
        _listed(only.landscapes, moment.landscape)
        and _listed(only.lighting, moment.lighting)
        and only.field_type in (None, moment.field_type)
        and (only.rounds_at_most is None or moment.round - source.since + 1 <= only.rounds_at_most)
    )


def those(whom: Whom, moment: Moment, bearer: str) -> tuple[str, ...]:
    """The ids of those on whom an effect of a bearer's card works, in the order of the fight."""
    mine = moment.parties[bearer]
    if whom is Whom.SELF:
        return (bearer,)
    if whom is Whom.OTHER:
        other = moment.other(bearer)
        # Who uses something on itself is its target.
        return (other or bearer,) if other or bearer == moment.target else ()
    if whom is Whom.OWNER:
        return (mine.owner,) if mine.owner in moment.parties else ()
    found = []
    for key, party in moment.parties.items():
        friend = party.side == mine.side
        wanted = {
            Whom.ALLIES: friend and key != bearer,
            Whom.SIDE: friend,
            Whom.OPPONENTS: not friend,
            Whom.EVERYBODY: True,
        }[whom]
        if wanted and party.active:
            found.append(key)
    return tuple(found)


def _bearers(moment: Moment) -> Iterator[str]:
    """Those whose cards answer a moment, in the order of the fight."""
    when, target = moment.when, moment.parties.get(moment.target)
    if when in TARGETS_ANSWER:
        found = {moment.target}
    elif when in ACTORS_ANSWER:
        found = {moment.actor}
    elif when in (When.ALLY_ELIMINATED, When.OPPONENT_ELIMINATED) and target is not None:
        ally = when is When.ALLY_ELIMINATED
        found = {
            key
            for key, party in moment.parties.items()
            if party.active and key != target.id and (party.side == target.side) is ally
        }
    else:
        found = {key for key, party in moment.parties.items() if party.active}
    return (key for key in moment.parties if key in found)


def answers(moment: Moment) -> tuple[Answer, ...]:
    """The abilities that answer a moment, in the order of the fight and of each one's cards."""
    return tuple(found for bearer in _bearers(moment) for found in answers_of(moment, bearer))


def answers_of(moment: Moment, bearer: str) -> tuple[Answer, ...]:
    """The abilities of one of those who may answer a moment that do."""
    there = moment.parties[bearer].answering.get(moment.when, ())
    spend(SOURCE + HELD * len(there))
    return tuple(
        Answer(source=source, bearer=bearer, index=index, ability=ability)
        for source, index, ability in there
        if holds(ability.only, moment, bearer, source)
    )


def answer_at(moment: Moment, key: tuple[str, str, int]) -> Answer | None:
    """The answer with this key; None where it does not answer the moment, or no more."""
    bearer, card, place = key
    if bearer not in moment.parties or bearer not in _bearers(moment):
        return None
    there = moment.parties[bearer].answering.get(moment.when, ())
    spend(SOURCE + HELD + len(there) // 8)
    for source, index, ability in there:
        if (source.id, index) == (card, place) and holds(ability.only, moment, bearer, source):
            return Answer(source=source, bearer=bearer, index=index, ability=ability)
    return None


def reactions_at(moment: Moment) -> tuple[Answer, ...]:
    """The abilities whose bearers are asked whether to use them.  [MM-TAL-04, MM-ACT-05]"""
    return tuple(answer for answer in answers(moment) if answer.ability.asked)


def applied(answer: Answer, moment: Moment, *, passed: bool = True) -> tuple[Applied, ...]:
    """The effects of an ability, on whom each works. passed: whether its test is, where it has one.  [MM-TEST-06]"""
    effects = answer.ability.effects if passed else answer.ability.otherwise
    return tuple(
        Applied(source=answer.source.id, bearer=answer.bearer, effect=effect, on=_fitting(effect, answer, moment))
        for effect in effects
    )


def _fitting(effect: Effect, answer: Answer, moment: Moment) -> tuple[str, ...]:
    return tuple(key for key in those(effect.on, moment, answer.bearer) if key in moment.parties)


def effects_at(moment: Moment) -> tuple[Applied, ...]:
    """The effects that come by themselves at a moment: nobody is asked, and no test decides."""
    return tuple(
        effect
        for answer in answers(moment)
        if not answer.ability.asked and answer.ability.test is None
        for effect in applied(answer, moment)
    )


def standing(moment: Moment, who: str, does: Does | None = None) -> tuple[Applied, ...]:
    """The effects that are at work on a combatant all the time, and in the moment at hand.

    Of all cards in the fight: its own, its pets', its allies', and those of the opponent it deals with.
    """
    spend(len(moment.parties))
    found = []
    for bearer, party in moment.parties.items():
        if party.active or bearer == who:
            for source, ability, effect in party.standing.get(does, ()):
                spend(HELD)
                if who in those(effect.on, moment, bearer) and holds(ability.only, moment, bearer, source):
                    found.append(Applied(source=source.id, bearer=bearer, effect=effect, on=(who,)))
    return tuple(found)


def used(moment: Moment, source: Source, user: str, targets: Sequence[str] = ()) -> tuple[Applied, ...]:
    """What the use of a card brings: of an effect on OTHER to the chosen targets, of one on a group to its members.

    Conditions about the other are asked of each of them; whom they do not fit, the effect passes by.  [MM-MULTI-02]
    moment: with `when` USED or FAILED, and the successes of the test.
    """
    found = []
    for ability in source.abilities:
        if ability.when is not moment.when or ability.test is not None:
            continue
        for effect in ability.effects:
            on = _reached(moment, source, user, targets, ability, effect)
            if on:
                found.append(Applied(source=source.id, bearer=user, effect=effect, on=on))
    return tuple(found)


def _reached(
    moment: Moment, source: Source, user: str, targets: Sequence[str], ability: Ability, effect: Effect
) -> tuple[str, ...]:
    def fits(key: str) -> bool:
        return holds(ability.only, structs.replace(moment, actor=user, target=key), user, source)

    if effect.on is Whom.OTHER:
        return tuple(key for key in targets if fits(key))
    whom = those(effect.on, structs.replace(moment, actor=user, target=""), user)
    if effect.on in (Whom.SELF, Whom.OWNER):
        return whom if any(map(fits, targets or ("",))) else ()
    return tuple(key for key in whom if fits(key))


def usable(moment: Moment, source: Source, user: str, targets: Sequence[str] = ()) -> bool:
    """Whether somebody is there for whom a card is right; what its dice will show does not matter yet.

    [MM-GEN-04, MM-ACT-17]  targets: those that the card's choice and reach leave.
    """
    undecided = {"successes_at_least": None, "successes_at_most": None, "faces": ()}
    abilities = tuple(
        structs.replace(ability, only=structs.replace(ability.only, **undecided), test=None)
        for ability in source.abilities
    )
    found = used(structs.replace(moment, when=When.USED), structs.replace(source, abilities=abilities), user, targets)
    return any(effect.effect.does is not Does.IRRESISTIBLE for effect in found)
