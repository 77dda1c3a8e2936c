"""Reaction abilities: when their owners are asked, and how often they may.  [FF-REACT-01 to FF-REACT-04]

What each of them does: responses.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from engine.kernel.combatant import Combatant
from engine.kernel.decisions import Offer
from engine.kernel.system import Table
from engine.systems.fantasia.content.kinds import Reaction, Source
from engine.systems.fantasia.content.statuses import Deed
from engine.systems.fantasia.questions import Hold, ReactToHit, ReactToMagic, ReactToWound, UseReaction
from engine.systems.fantasia.rules import look, space
from engine.systems.fantasia.rules.hitting import Blow
from engine.systems.fantasia.rules.look import FF
from engine.systems.fantasia.rules.responses import EFFECTS, Assault, Moment, reactions_at
from engine.systems.fantasia.rules.restraint import Ability, barred
from engine.systems.fantasia.state import Own

_QUESTIONS = {Moment.HIT: ReactToHit, Moment.MAGIC: ReactToMagic, Moment.WOUND: ReactToWound}


def in_play(table: Table[Own]) -> bool:
    """Whether reaction abilities are asked about: the setup says so, or somebody whom all see has one.

    That much is open. Who it is stays closed: all who by what is seen might react are asked, with nothing to choose
    but to hold where they have nothing.
    """
    own = table.state.own
    if own.setup.ask_reactions:
        return True
    known = (c.id for c in table.state.fight.combatants.values() if table.state.fight.sees(None, c))
    sheets = (own.fighters[who].figures for who in known if who in own.fighters)
    return any(sheet is not None and sheet.reactions for sheet in sheets)


def left(state: FF, who: str, reaction: Reaction) -> bool:
    """Whether somebody may use a reaction once more before his next turn.

    One in all  [FF-REACT-02], but for free ones  [FF-REACT-03] and those that say how often  [FF-REACT-04].
    """
    fighter = look.fighter(state, who)
    if reaction.uses:
        return fighter.reactions_used.get(reaction.id, 0) < reaction.uses
    return reaction.free or not fighter.reacted


def may_now(state: FF, bearer: Combatant) -> bool:
    """Whether somebody could react by what is seen: not in his own turn, on the defensive or unable.  [FF-DEF-03]"""
    return look.may_react(bearer) and not look.on_turn(state, bearer.id) and not look.surprised(state, bearer.id)


def before(table: Table[Own], assault: Assault, blows: Sequence[Blow]) -> tuple[Blow, ...]:
    """What has hit is about to take effect: reactions first. What is left of it, on whom."""
    return _window(table, Moment.MAGIC if assault.magic else Moment.HIT, assault, tuple(blows))


def after(table: Table[Own], assault: Assault, blows: Sequence[Blow]) -> None:
    """A hit hand to hand has dealt its damage: whoever took it may react."""
    if assault.melee:
        _window(table, Moment.WOUND, assault, tuple(blows))


def _window(table: Table[Own], moment: Moment, assault: Assault, blows: tuple[Blow, ...]) -> tuple[Blow, ...]:
    """All who might react are asked together; a seat that does is asked once more, for what else it may have.

    Their reactions take place in the order of acting, each if it is still possible by then.
    """
    if not in_play(table):
        return blows
    done: tuple[UseReaction, ...] = ()
    asked = _reactors(table, moment, assault, blows) if table.asks(_QUESTIONS[moment]) else ()
    while asked:
        answers = _ask(table, moment, assault, blows, asked, done)
        seats: list[tuple[str, ...]] = []
        for answer in sorted(answers, key=lambda a: asked.index(a.combatant)):
            if _possible(table, moment, assault, blows, answer, done):
                seats.append(table.state.fight.holders(answer.combatant))
                blows = _use(table, assault, blows, answer)
                done = (*done, answer)
        # Struck back, somebody has done all he can; before a hit takes effect he may have another way to meet it.
        spent = [answer.combatant for answer in done] if moment is Moment.WOUND else []
        asked = tuple(
            who
            for who in (_reactors(table, moment, assault, blows) if seats else ())
            if table.state.fight.holders(who) in seats and who not in spent
        )
    return blows


def _reactors(table: Table[Own], moment: Moment, assault: Assault, blows: Sequence[Blow]) -> tuple[str, ...]:
    """Who might react, by what all see: those hit, and before a hit takes effect their allies beside them."""
    public = table.seen(None)
    here = public.fight.combatants
    hit = [blow.target for blow in blows if blow.target in here]
    beside = [
        c.id
        for c in here.values()
        if moment is Moment.HIT
        and any(c.side == here[t].side and c.id != t and space.beside(public, c.id, t) for t in hit)
    ]
    whom = tuple(dict.fromkeys([*hit, *beside]))
    able = tuple(who for who in whom if who != assault.attacker and may_now(public, here[who]))
    return look.turn_order(table.state, able)


def _ask(
    table: Table[Own],
    moment: Moment,
    assault: Assault,
    blows: Sequence[Blow],
    asked: Sequence[str],
    done: Sequence[UseReaction],
) -> list[UseReaction]:
    """One question for each seat, about all of its figures; what they answered, without those who hold."""
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
    state: FF, moment: Moment, assault: Assault, blows: Sequence[Blow], who: str, done: Sequence[UseReaction]
) -> Iterable[Offer[UseReaction]]:
    """Every reaction somebody could use now. An ability meets one and the same hit once, however often it may be used.

    done: what was used against this attack so far.
    """
    bearer = state.fight.combatants.get(who)
    if bearer is None or not may_now(state, bearer):
        return
    for reaction in reactions_at(state, who, moment):
        ability = Ability(reaction.id, Deed.ABILITY, reaction.granted_by or Source.PROFESSION, ())
        if barred(state, who, Deed.ABILITY, ability) is not None:
            continue
        if left(state, who, reaction) and (assault.melee or not reaction.melee):
            for offer in EFFECTS[reaction.effect].options(state, who, reaction, assault, blows):
                if not any(_key(offer.body) == _key(earlier) for earlier in done):
                    yield offer


def _key(use: UseReaction) -> tuple[str, str, str]:
    return use.combatant, use.reaction, use.target


def _possible(
    table: Table[Own],
    moment: Moment,
    assault: Assault,
    blows: Sequence[Blow],
    answer: UseReaction,
    done: Sequence[UseReaction],
) -> bool:
    """Whether it still can be used: each meets what the earlier ones have left."""
    state = table.seen(look.seat_of(table.state, answer.combatant) or table.seat)
    wanted = structs.replace(answer, attribute=None)
    offers = options(state, moment, assault, blows, answer.combatant, done)
    return any(structs.replace(offer.body, attribute=None) == wanted for offer in offers)


def _use(table: Table[Own], assault: Assault, blows: tuple[Blow, ...], answer: UseReaction) -> tuple[Blow, ...]:
    reaction = look.figures(table.state, answer.combatant).reactions[answer.reaction]
    return EFFECTS[reaction.effect].use(table, answer.combatant, reaction, assault, blows, answer)
