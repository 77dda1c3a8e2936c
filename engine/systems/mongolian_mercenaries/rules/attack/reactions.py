"""MM-DW-14, -16, -17, -22: whoever a trigger gives a reaction is asked, before the fight goes on.  [MM-TAL-04]

A reaction costs no action.  [MM-ACT-05]  It answers one trigger once, never its own consequences, and works once a
round unless its card says otherwise.  [RUL-89]

Where everybody's figures are open, everybody knows who has a fitting reaction, and nobody else is asked. Where they are
closed, whoever a card of the table could give one is asked, whether or not it has the card: a pause tells nothing.
"""

from __future__ import annotations

from engine.kit import Offer, Table
from engine.systems.mongolian_mercenaries.cards import sums
from engine.systems.mongolian_mercenaries.cards.moments import (
    ACTORS_ANSWER,
    TARGETS_ANSWER,
    Answer,
    Applied,
    Moment,
    reactions_at,
)
from engine.systems.mongolian_mercenaries.content.kinds import Activity, Does, When
from engine.systems.mongolian_mercenaries.rules.attack import effects, extra
from engine.systems.mongolian_mercenaries.rules.attack.effects import Make
from engine.systems.mongolian_mercenaries.rules.attack.questions import AskReaction, Reaction
from engine.systems.mongolian_mercenaries.rules.basics import lookup
from engine.systems.mongolian_mercenaries.rules.basics.lookup import MercenariesFight
from engine.systems.mongolian_mercenaries.rules.basics.self_playing import plays_itself
from engine.systems.mongolian_mercenaries.rules.blows.chain import NO_CHAIN, Chain, Link
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-TAL-04"
PASS = "pass"


def occur(table: Table[MercenariesState], make: Make, *, window: str, chain: Chain = NO_CHAIN) -> tuple[Applied, ...]:
    """Whoever may react to a moment is asked; the effects that count in this moment alone are returned."""
    brought: tuple[Applied, ...] = ()
    for who in _askable(table.state, make(table.state)):
        brought += _ask(table, who, make, window, chain)
    return brought


def _askable(state: MercenariesFight, moment: Moment) -> tuple[str, ...]:
    """Who may answer a moment: whom it happens to, or others of the fight in the order of the queue."""
    if moment.when in TARGETS_ANSWER:
        return (moment.target,)
    if moment.when in ACTORS_ANSWER:
        return (moment.actor,)
    fallen = lookup.side_of(state, moment.target)
    ally = moment.when is When.ALLY_ELIMINATED
    there = [who for who in state.own.fighters if lookup.on_field(state, who) and who != moment.target]
    order = {who: place for place, who in enumerate(state.fight.turn_order)}
    found = [who for who in there if (lookup.side_of(state, who) == fallen) is ally]
    return tuple(sorted(found, key=lambda who: order.get(who, len(order))))


def _ask(table: Table[MercenariesState], who: str, make: Make, window: str, chain: Chain) -> tuple[Applied, ...]:
    brought: tuple[Applied, ...] = ()
    done: tuple[Link, ...] = ()
    while True:
        moment = make(table.state)
        found = fitting(table.state, moment, who, chain, done)
        able = lookup.on_field(table.state, who) or moment.when is When.ELIMINATED
        room = bool(found) if table.state.fight.figures_open else effects.asked_in_deck(table.state, moment) > len(done)
        if not able or not room:
            return brought
        chosen = _chosen(table, who, moment, found, window)
        if chosen is None:
            return brought
        effects.use(table, chosen, moment.when, rule=RULE)
        done = (*done, chosen.key)
        brought += effects.carry(table, chosen, make(table.state), rule=RULE, chain=chain)


def _chosen(
    table: Table[MercenariesState], who: str, moment: Moment, answers: list[Answer], window: str
) -> Answer | None:
    """The reaction that its player takes, if any; who plays itself takes the first that it has.  [MM-GEN-08]"""
    if plays_itself(table.state, who):
        return next(iter(answers), None)
    offers = [Offer(PASS, Reaction(), RULE)]
    for answer in answers:
        body = Reaction(card=answer.source.id, index=answer.index)
        offers.append(Offer(f"{answer.source.id}-{answer.index}" if answer.index else answer.source.id, body, RULE))
    question = AskReaction(
        offers=tuple(offers),
        default=PASS,
        combatant=who,
        trigger=moment.when,
        other=moment.other(who) or (moment.target if moment.target != who else None) or None,
    )
    body = table.ask(table.state.fight.holders(who), question, rule=window)
    return next((answer for answer in answers if (answer.source.id, answer.index) == (body.card, body.index)), None)


def fitting(
    state: MercenariesFight, moment: Moment, who: str, chain: Chain = NO_CHAIN, done: tuple[Link, ...] = ()
) -> list[Answer]:
    """The reactions that somebody has for a moment and may use now, of whose attacks there is one to make.

    done: those with which it has answered this moment already.
    [MM-GEN-04, MM-ACT-05]
    """
    if sums.forbidden(moment, who, Activity.REACTION):
        return []
    return [
        answer
        for answer in reactions_at(moment)
        if answer.bearer == who
        and answer.key not in done
        and not chain.bars(answer.key, effects.fallen(moment))
        and not effects.is_spent(state, answer)
        and _serves(state, answer, moment)
    ]


def _serves(state: MercenariesFight, answer: Answer, moment: Moment) -> bool:
    """Whether an attack that a reaction makes reaches anybody."""
    attacks = [effect for effect in answer.ability.effects if effect.does is Does.ATTACK]
    other = moment.other(answer.bearer)
    return not attacks or (
        bool(other) and any(extra.means(state, answer.bearer, other, attack.manner) for attack in attacks)
    )
