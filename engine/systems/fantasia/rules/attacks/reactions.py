"""Reaction abilities: when their owners are asked, and how often they may.  [FF-REACT-01 to FF-REACT-04]

What each of them does: responses.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from engine.kit import REMOVED, Combatant, Offer, Table
from engine.systems.fantasia.content.kinds import Reaction, Source
from engine.systems.fantasia.content.statuses import Activity
from engine.systems.fantasia.rules.attacks.hit_roll import Blow
from engine.systems.fantasia.rules.attacks.questions import ReactToHit, ReactToMagic, ReactToWound, UseReaction
from engine.systems.fantasia.rules.attacks.responses import EFFECTS, Assault, Moment, reactions_at
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.basics.restraint import Ability, barred
from engine.systems.fantasia.rules.board import distances
from engine.systems.fantasia.rules.statuses.questions import Hold
from engine.systems.fantasia.state import FantasiaState

_QUESTIONS = {Moment.HIT: ReactToHit, Moment.MAGIC: ReactToMagic, Moment.WOUND: ReactToWound}


def in_play(table: Table[FantasiaState]) -> bool:
    """Whether reactions are asked about: by the setup, or because a combatant visible to all has a reaction ability.

    This is open. Its owner is not: everybody who might react by what is visible is asked, with Hold as the only
    answer for those without one.
    """
    own = table.state.own
    if own.setup.ask_reactions:
        return True
    known = (c.id for c in table.state.fight.combatants.values() if table.state.fight.sees(None, c))
    sheets = (own.fighters[who].figures for who in known if who in own.fighters)
    return any(sheet is not None and sheet.reactions for sheet in sheets)


def left(state: FantasiaFight, who: str, reaction: Reaction) -> bool:
    """Whether a combatant may use a reaction once more before its next turn.

    One in all  [FF-REACT-02], except free ones  [FF-REACT-03] and those with their own limit  [FF-REACT-04].
    """
    fighter = lookup.fighter(state, who)
    if reaction.uses:
        return fighter.reactions_used.get(reaction.id, 0) < reaction.uses
    return reaction.free or not fighter.reacted


def may_now(state: FantasiaFight, bearer: Combatant) -> bool:
    """Whether a combatant could react by what is visible: not in its own turn, defending or unable.  [FF-DEF-03]"""
    return lookup.may_react(bearer) and not lookup.on_turn(state, bearer.id) and not lookup.surprised(state, bearer.id)


def before(table: Table[FantasiaState], assault: Assault, blows: Sequence[Blow]) -> tuple[Blow, ...]:
    """Reactions before a hit takes effect. Returns the remaining blows."""
    return _window(table, Moment.MAGIC if assault.magic else Moment.HIT, assault, tuple(blows))


def after(table: Table[FantasiaState], assault: Assault, blows: Sequence[Blow]) -> None:
    """Reactions of the targets after a melee hit has dealt its damage."""
    if assault.melee:
        _window(table, Moment.WOUND, assault, tuple(blows))


def _window(table: Table[FantasiaState], moment: Moment, assault: Assault, blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """Ask everybody who might react at once; a seat that does react is asked once more, for other abilities.

    Reactions take place in the order of acting, each if it is still possible by then.
    """
    if not in_play(table):
        return blows
    blows = _there(table, blows)
    done: tuple[UseReaction, ...] = ()
    asked = _reactors(table, moment, assault, blows) if table.asks(_QUESTIONS[moment]) else ()
    while asked:
        answers = _ask(table, moment, assault, blows, asked, done)
        blows = _there(table, blows)
        seats: list[tuple[str, ...]] = []
        for answer in sorted(answers, key=lambda a: asked.index(a.combatant)):
            if _possible(table, moment, assault, blows, answer, done):
                seats.append(table.state.fight.holders(answer.combatant))
                blows = _use(table, assault, blows, answer)
                done = (*done, answer)
        # After striking back nothing more is possible; before a hit takes effect there may be another reaction.
        spent = [answer.combatant for answer in done] if moment is Moment.WOUND else []
        asked = tuple(
            who
            for who in (_reactors(table, moment, assault, blows) if seats else ())
            if table.state.fight.holders(who) in seats and who not in spent
        )
    return blows


def _there(table: Table[FantasiaState], blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """The blows at those who have not been taken off the table meanwhile."""
    return tuple(blow for blow in blows if table.state.fight.combatants[blow.target].out != REMOVED)


def _reactors(table: Table[FantasiaState], moment: Moment, assault: Assault, blows: Sequence[Blow]) -> tuple[str, ...]:
    """Possible reactors by what is visible to all: those hit, and before a hit takes effect adjacent allies."""
    public = table.seen(None)
    here = public.fight.combatants
    hit = [blow.target for blow in blows if blow.target in here]
    beside = [
        c.id
        for c in here.values()
        if moment is Moment.HIT
        and any(c.side == here[t].side and c.id != t and distances.beside(public, c.id, t) for t in hit)
    ]
    whom = tuple(dict.fromkeys([*hit, *beside]))
    able = tuple(who for who in whom if who != assault.attacker and may_now(public, here[who]))
    return lookup.turn_order(table.state, able)


def _ask(
    table: Table[FantasiaState],
    moment: Moment,
    assault: Assault,
    blows: Sequence[Blow],
    asked: Sequence[str],
    done: Sequence[UseReaction],
) -> list[UseReaction]:
    """One question for each seat, about all its figures; returns the answers except Hold."""
    fight = table.state.fight
    seats = tuple(dict.fromkeys(fight.holders(who) for who in asked))
    asks = []
    for holders in seats:
        mine = tuple(who for who in asked if fight.holders(who) == holders)
        state = table.seen(holders[0] if holders else table.seat)
        offers: list[Offer[Any]] = [Offer(key="hold", body=Hold(), rule="FF-REACT-01")]
        offers += [offer for who in mine for offer in options(state, moment, assault, blows, who, done)]
        question = _QUESTIONS[moment](
            offers=tuple(offers),
            default="hold",
            combatants=mine,
            attacker=assault.attacker,
            targets=tuple(blow.target for blow in blows),
        )
        asks.append((holders, question))
    with table.during("Cast" if assault.magic else "Attack", assault.attacker):
        answers = table.ask_all(asks, rule="FF-REACT-01")
    return [answer for answer in answers if isinstance(answer, UseReaction)]


def options(
    state: FantasiaFight, moment: Moment, assault: Assault, blows: Sequence[Blow], who: str, done: Sequence[UseReaction]
) -> Iterable[Offer[UseReaction]]:
    """Every possible reaction. An ability is used once against the same hit, however often it may be used.

    done: what was used against this attack so far.
    """
    bearer = state.fight.combatants.get(who)
    if bearer is None or not may_now(state, bearer):
        return
    for reaction in reactions_at(state, who, moment):
        ability = Ability(reaction.id, Activity.ABILITY, reaction.granted_by or Source.PROFESSION, ())
        if barred(state, who, Activity.ABILITY, ability) is not None:
            continue
        if left(state, who, reaction) and (assault.melee or not reaction.melee):
            for offer in EFFECTS[reaction.effect].options(state, who, reaction, assault, blows):
                if not any(_key(offer.body) == _key(earlier) for earlier in done):
                    yield offer


def _key(use: UseReaction) -> tuple[str, str, str]:
    return use.combatant, use.reaction, use.target


def _possible(
    table: Table[FantasiaState],
    moment: Moment,
    assault: Assault,
    blows: Sequence[Blow],
    answer: UseReaction,
    done: Sequence[UseReaction],
) -> bool:
    """Whether it can still be used: each is checked against the results of the earlier ones."""
    state = table.seen(lookup.seat_of(table.state, answer.combatant) or table.seat)
    wanted = structs.replace(answer, attribute=None)
    offers = options(state, moment, assault, blows, answer.combatant, done)
    return any(structs.replace(offer.body, attribute=None) == wanted for offer in offers)


def _use(
    table: Table[FantasiaState], assault: Assault, blows: tuple[Blow, ...], answer: UseReaction
) -> tuple[Blow, ...]:
    reaction = lookup.figures(table.state, answer.combatant).reactions[answer.reaction]
    return EFFECTS[reaction.effect].use(table, answer.combatant, reaction, assault, blows, answer)
