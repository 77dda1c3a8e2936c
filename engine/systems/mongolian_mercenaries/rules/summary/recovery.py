"""What happens around a fight: rest and nights, treatment, repair, identification.  [MM-REC-01 to MM-REC-07]"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kit import Field, Offer, Order, RuleRefusal, Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.deck import deck_of
from engine.systems.mongolian_mercenaries.cards.moments import Moment
from engine.systems.mongolian_mercenaries.content.kinds import Figure, ItemMark, When, Wound
from engine.systems.mongolian_mercenaries.rules.attack import effects
from engine.systems.mongolian_mercenaries.rules.basics import lookup, prompts
from engine.systems.mongolian_mercenaries.rules.basics.lookup import HEALTH, POWER, MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.sums import Part, because
from engine.systems.mongolian_mercenaries.rules.blows import active_cards, harm, states
from engine.systems.mongolian_mercenaries.rules.blows.events import WeaponTreated
from engine.systems.mongolian_mercenaries.rules.items.events import PreparationKnown
from engine.systems.mongolian_mercenaries.rules.roll import judging, pipeline, plans
from engine.systems.mongolian_mercenaries.rules.summary.events import (
    PhasePassed,
    RepairTried,
    TreatmentTried,
    WoundsTreated,
)
from engine.systems.mongolian_mercenaries.rules.summary.orders import Identify, Recover, Recovery, Repair, TreatWounds
from engine.systems.mongolian_mercenaries.rules.summary.questions import AskRelief, Relief
from engine.systems.mongolian_mercenaries.sides import PARTY
from engine.systems.mongolian_mercenaries.state import MercenariesState, Stage
from engine.systems.mongolian_mercenaries.types import Purpose

TIRED, HUNGRY, RESTED = "tired", "hungry", "well_rested"
GAINED = ((HEALTH, Figure.REST_HEALTH), (POWER, Figure.REST_POWER))
CAMPED = 1
"""Health and Power more of a Rest in a camp.  [MM-REC-02]"""
NEEDED = {Wound.LIGHT: 1, Wound.HEAVY: 2, Wound.SEVERE: 3}
"""Successes that remove a wound; of a Magical one twice as many.  [RUL-57]"""
MAGICAL = "magical_wound"


def require_after(state: MercenariesFight) -> None:
    """RuleRefusal while the fight has not ended."""
    if state.own.stage is not Stage.OVER:
        raise RuleRefusal("the fight must be over", rule="MM-REC-01")


def characters(state: MercenariesFight) -> tuple[str, ...]:
    """The characters that are still there."""
    return tuple(who for who in lookup.members(state, PARTY) if lookup.is_pc(state, who) and lookup.in_play(state, who))


# -- rest
def recover(table: Table[MercenariesState], order: Recover) -> None:
    """All characters together.  [MM-REC-01 to MM-REC-05]"""
    require_after(table.state)
    way = order.way
    if order.awake and way is not Recovery.NIGHT:
        raise RuleRefusal("awake: of a night of sleep", rule="MM-REC-03", field="awake")
    if any(who not in characters(table.state) for who in order.awake):
        raise RuleRefusal("awake: characters that are still there", rule="MM-REC-03", field="awake")
    if way is not Recovery.UNFED:
        table.emit(PhasePassed(), rule="MM-REC-01")
    for who in characters(table.state):
        if way in (Recovery.REST, Recovery.CAMP):
            _rest(table, who, CAMPED if way is Recovery.CAMP else 0)
        elif way in (Recovery.AWAKE, Recovery.POOR) or who in order.awake:
            states.gain(table, who, TIRED, rule="MM-REC-04" if way is Recovery.POOR else "MM-REC-03")
        elif way is Recovery.UNFED:
            states.gain(table, who, HUNGRY, rule="MM-REC-05")
        elif way in (Recovery.COMFORTABLE, Recovery.LUXURIOUS):
            _lodge(table, who, luxury=way is Recovery.LUXURIOUS)
    if way in (Recovery.REST, Recovery.CAMP):
        _by_cards(table, When.RESTS, "MM-REC-01")
    elif way in (Recovery.NIGHT, Recovery.COMFORTABLE, Recovery.LUXURIOUS):
        _by_cards(table, When.SLEEPS, "MM-REC-03", but=order.awake)


def _by_cards(table: Table[MercenariesState], when: When, rule: str, *, but: tuple[str, ...] = ()) -> None:
    def make(state: MercenariesFight) -> Moment:
        return active_cards.moment(state, when=when)

    effects.work_all(table, make, rule=rule, but=but)


def _rest(table: Table[MercenariesState], who: str, more: int) -> None:
    """1 Health and 1 Power, and what First Aid and Mysticism add; nobody loses any.  [MM-REC-01, MM-SKILL-16]"""
    for vital, figure in GAINED:
        found = sums.figure(active_cards.moment(table.state, who), who, figure, 1 + more)
        parts = (Part("rest", 1 + more, "MM-REC-01", who=who), *active_cards.parts_of(found, who))
        _add(table, who, vital, found.total, parts, rule="MM-REC-02" if more else "MM-REC-01")
    states.lose(table, who, TIRED, rule="MM-REC-01")


def _add(
    table: Table[MercenariesState], who: str, vital: str, points: int, parts: tuple[Part, ...], *, rule: str
) -> None:
    bearer = table.state.fight.combatants[who].vitals[vital]
    room = points if bearer.max is None else bearer.max - bearer.now
    gained = max(0, min(points, room))
    if gained:
        capped = (*parts, Part("floor", gained - sum(part.amount for part in parts), rule, who=who))
        table.change(who, vital, gained, rule=rule, because=because(change=capped))


def _lodge(table: Table[MercenariesState], who: str, *, luxury: bool) -> None:
    """1 Health, 1 Power, one Ordinary state less; of luxury also Well Rested.  [MM-REC-04]"""
    for vital, _ in GAINED:
        _add(table, who, vital, 1, (Part("rest", 1, "MM-REC-04", who=who),), rule="MM-REC-04")
    cards = deck_of(table.state.own.setup.cards).states
    there = (condition.kind for condition in table.state.fight.combatants[who].conditions)
    ordinary = tuple(kind for kind in there if kind in cards and cards[kind].ordinary)
    if ordinary:
        states.lose(table, who, _relieved(table, who, ordinary), rule="MM-REC-04")
    if luxury:
        states.gain(table, who, RESTED, rule="MM-REC-04")


def _relieved(table: Table[MercenariesState], who: str, ordinary: tuple[str, ...]) -> str:
    """Of several Ordinary states the one that goes: between fights its player's choice, else the oldest."""
    if len(ordinary) == 1 or not lookup.between_fights(table.state):
        return ordinary[0]
    first = TIRED if TIRED in ordinary else ordinary[0]
    offers = tuple(Offer(f"end-{kind}", Relief(state=kind), "MM-REC-04") for kind in ordinary)
    question = AskRelief(offers=offers, default=f"end-{first}", combatant=who)
    return prompts.ask(table, who, question, rule="MM-REC-04").state


# -- treatment
def treat(table: Table[MercenariesState], order: TreatWounds) -> None:
    """T8(first_aid), once for each patient in a phase: each wound takes its successes.  [MM-REC-07, RUL-57]

    The chance told is that of treating one wound. A test with fewer successes has passed all the same: no Lucky Break
    repeats it.  [MM-LUCK-02]
    """
    require_after(table.state)
    healer, patient = order.combatant, order.target
    for field, who in (("combatant", healer), ("target", patient)):
        if who not in characters(table.state):
            raise RuleRefusal(f"{field}: a character that is still there", rule="MM-REC-07", field=field)
    if patient in table.state.own.treated:
        raise RuleRefusal("target: treated in this phase already", rule="RUL-57", field="target")
    had = harm.count(lookup.fighter(table.state, patient).wounds, order.wound)
    if not had:
        raise RuleRefusal("wound: there is none of that kind", rule="MM-REC-07", field="wound")
    plan = plans.success(table.state, healer, "first_aid", Purpose.OTHER, rule="MM-REC-07")
    magical = MAGICAL in lookup.fighter(table.state, patient).wound_labels
    needed = NEEDED[order.wound] * (2 if magical else 1)
    table.emit(TreatmentTried(combatant=healer, target=patient), rule="RUL-57")
    result = pipeline.resolve(
        table, plan, odds=lambda roll_plan: judging.odds_of_hits(roll_plan.left, 0, judging.SUCCEEDING, needed - 1)
    )
    gone = min(had, result.successes // needed)
    if gone:
        treated = WoundsTreated(combatant=healer, target=patient, wound=order.wound, wounds=had - gone)
        table.emit(treated, rule="MM-REC-07")


def repair(table: Table[MercenariesState], order: Repair) -> None:
    """TS(crafting), which takes a character's phase.  [RUL-35, MM-REC-07]"""
    require_after(table.state)
    who = order.combatant
    if who not in characters(table.state) or order.item not in lookup.fighter(table.state, who).damaged:
        raise RuleRefusal("item: nothing of its own that is Damaged", rule="MM-REC-07", field="item")
    if who in table.state.own.repairing:
        raise RuleRefusal("combatant: it has spent this phase on a repair", rule="RUL-35", field="combatant")
    table.emit(RepairTried(combatant=who, item=order.item), rule="RUL-35")
    plan = plans.standard(table.state, who, "crafting", Purpose.OTHER, rule="MM-REC-07")
    if pipeline.resolve(table, plan).passed:
        table.emit(WeaponTreated(combatant=who, item=order.item, mark=ItemMark.WHOLE), rule="MM-REC-07")


def identify(table: Table[MercenariesState], order: Identify) -> None:
    """TS(alchemy): the card is replaced by one of the Alchemy deck, between fights of its kind.

    [MM-POT-05, MM-SKILL-24, MM-OUT-22]
    """
    require_after(table.state)
    who = order.combatant
    unknown = _unknown(table.state, who) if who in characters(table.state) else ()
    if order.item not in unknown:
        raise RuleRefusal("item: no unidentified preparation of its own", rule="MM-POT-05", field="item")
    plan = plans.standard(table.state, who, "alchemy", Purpose.OTHER, rule="MM-POT-05")
    if pipeline.resolve(table, plan).passed:
        cards = deck_of(table.state.own.setup.cards)
        deck = sorted(cards.alchemy())
        if lookup.between_fights(table.state):
            kind = lookup.figures(table.state, who).items[order.item].category
            deck = [card for card in deck if cards.items[card].category is kind] or deck
        drawn = table.draw(deck, by=who, why="alchemy", rule="MM-POT-05")
        table.emit(PreparationKnown(combatant=who, item=order.item, card=drawn), rule="MM-POT-05")


def _unknown(state: MercenariesFight, who: str) -> tuple[str, ...]:
    return tuple(key for key, item in lookup.figures(state, who).items.items() if item.unidentified)


def offers(state: MercenariesFight) -> Iterator[Offer[Order]]:
    """After the fight."""
    if state.own.stage is not Stage.OVER:
        return
    there = characters(state)
    if there:
        ways = tuple(recovery.value for recovery in Recovery)
        yield Offer("recover", Recover(), "MM-REC-01", (Field("way", "one", ways),))
    for who in there:
        fighter = lookup.fighter(state, who)
        for wound in Wound:
            if harm.count(fighter.wounds, wound) and who not in state.own.treated:
                body = TreatWounds(combatant=there[0], target=who, wound=wound)
                yield Offer("treat_wounds", body, "MM-REC-07", (Field("combatant", "one", there),))
        for item in fighter.damaged if who not in state.own.repairing else ():
            yield Offer("repair", Repair(combatant=who, item=item), "MM-REC-07")
        if fighter.figures is not None:
            for item in _unknown(state, who):
                yield Offer("identify", Identify(combatant=who, item=item), "MM-POT-05")
