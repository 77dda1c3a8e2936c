"""Effects that last: what is kept of them in the state, when they end, and the card that they work as.

An effect with `lasts` keeps working on those it reached: by itself, or (FORCE) with the rest of its card.
"""

from __future__ import annotations

from msgspec import Struct, structs

from engine.systems.mongolian_mercenaries.cards.grammar import OF_USE
from engine.systems.mongolian_mercenaries.cards.moments import Answer, Source
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Does, Effect, Figure, Lasts, Until, Uses, Whom


class Force(Struct, frozen=True, kw_only=True, rename="camel"):
    """Something in force. source: id of its card. bearer: on whom; "": on the field. by: who brought it.

    abilities: that work as long as it lasts. began: the round, 0 before the first.
    """

    source: str
    bearer: str
    by: str
    abilities: tuple[Ability, ...]
    lasts: Lasts
    began: int


def lasting(effect: Effect, card: tuple[Ability, ...], *, source: str, bearer: str, by: str, round: int) -> Force:
    """What an effect leaves on somebody. card: the abilities of the card that it is on.  [MM-MAG-18]"""
    if effect.lasts is None:
        raise ValueError(f"{source}: the effect does not last")
    if effect.does is Does.FORCE:
        abilities = tuple(ability for ability in card if ability.when not in OF_USE)
    else:
        abilities = (Ability(effects=(structs.replace(effect, lasts=None, on=Whom.SELF),)),)
    return Force(source=source, bearer=bearer, by=by, abilities=abilities, lasts=effect.lasts, began=round)


def as_source(force: Force) -> Source:
    """The card that a force works as."""
    return Source(id=force.source, abilities=force.abilities, by=force.by, since=force.began)


def over_at_start(lasts: Lasts, began: int, round: int) -> bool:
    """Whether something that began in a round is over as another begins: N turns end at the start of round r+N.

    [MM-ROUND-01, MM-ROUND-02, RUL-02]
    """
    return lasts.until is Until.TURNS and round >= began + lasts.count


def over_at_end(lasts: Lasts) -> bool:
    """Whether something ends with the round.  [MM-ROUND-04]"""
    return lasts.until is Until.ROUND_END


def over_after_test(force: Force, figures: tuple[Figure, ...]) -> bool:
    """Whether something ends with its bearer's test. figures: that the test reads, such as the dice of a hit test."""
    return force.lasts.until is Until.NEXT_TEST and any(
        effect.figure in figures for ability in force.abilities for effect in ability.effects
    )


def over_after_fight(lasts: Lasts) -> bool:
    """Whether something ends with the fight; phases, days and what is to be removed go on.  [MM-POT-01]"""
    return lasts.until in (Until.TURNS, Until.ROUND_END, Until.NEXT_TEST, Until.FIGHT)


class Use(Struct, frozen=True, kw_only=True, rename="camel"):
    """That an ability was used. index: of it on its card."""

    bearer: str
    source: str
    index: int
    round: int
    day: int


def spent(answer: Answer, uses: tuple[Use, ...], *, round: int, day: int) -> bool:
    """Whether an ability has no use left. uses: of this fight, and of earlier ones of the day.  [RUL-89, RUL-91]

    A use before this fight has the round 0.
    """
    how = answer.ability.uses
    mine = [use for use in uses if (use.bearer, use.source, use.index) == answer.key]
    return (
        (how is Uses.ONCE_PER_ROUND and any(use.round == round for use in mine))
        or (how is Uses.ONCE_PER_FIGHT and any(use.round > 0 for use in mine))
        or (how is Uses.ONCE_PER_DAY and any(use.day == day for use in mine))
    )
