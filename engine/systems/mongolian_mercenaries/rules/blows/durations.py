"""What cards bring and goes on: its beginning and its end.  [MM-ROUND-01, MM-ROUND-02, MM-ROUND-04]"""

from __future__ import annotations

from msgspec import structs

from engine.kit import Table
from engine.systems.mongolian_mercenaries.cards.forces import (
    Force,
    lasting,
    over_after_fight,
    over_after_test,
    over_at_end,
    over_at_start,
)
from engine.systems.mongolian_mercenaries.cards.moments import Applied, Moment
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Does, Figure, Lasts, Uses, When
from engine.systems.mongolian_mercenaries.rules.basics import sources
from engine.systems.mongolian_mercenaries.rules.blows import harm
from engine.systems.mongolian_mercenaries.rules.blows.events import AbilityUsed, ForceBegan, ForceEnded
from engine.systems.mongolian_mercenaries.state import MercenariesState

MOST_IN_FORCE = 20
"""On one combatant, and on the field."""

ON_THE_FIELD = (Does.LIGHTING,)
"""Effects on the field, not on anybody."""


def begin(
    table: Table[MercenariesState],
    card_effect: Applied,
    moment: Moment,
    card: tuple[Ability, ...],
    *,
    rule: str,
    default: Lasts,
) -> None:
    """An effect begins to go on, on everybody whom it reaches. card: the abilities of its card.

    default: how long where it does not say.  [RUL-03]
    On whom so much is in force already nothing more begins: else a card could pile up without end.
    """
    effect = (
        card_effect.effect
        if card_effect.effect.lasts is not None
        else structs.replace(card_effect.effect, lasts=default)
    )
    for who in ("",) if effect.does in ON_THE_FIELD else card_effect.on:
        if sum(other.bearer == who for other in table.state.own.forces) >= MOST_IN_FORCE:
            continue
        force = lasting(
            effect, card, source=card_effect.source, bearer=who, by=card_effect.bearer, round=table.state.fight.round
        )
        began = ForceBegan(
            bearer=who or None,
            card=force.source,
            by=force.by,
            abilities=force.abilities,
            lasts=force.lasts,
            began=force.began,
        )
        table.emit(began, rule=rule)
        _recheck(table, force)


def end(table: Table[MercenariesState], force: Force, *, rule: str) -> None:
    """Something is over."""
    ended = ForceEnded(bearer=force.bearer or None, card=force.source, by=force.by, began=force.began)
    table.emit(ended, rule=rule)
    _recheck(table, force)


def _recheck(table: Table[MercenariesState], force: Force) -> None:
    """A change of Toughness rechecks the limits of wounds at once.  [RUL-14]"""
    if force.bearer and any(
        effect.attribute == "toughness" for ability in force.abilities for effect in ability.effects
    ):
        harm.check(table, force.bearer)


def expire(table: Table[MercenariesState]) -> None:
    """At the start of a round: what lasts a number of turns, whosever turn it was.  [MM-ROUND-02, RUL-02]"""
    for force in table.state.own.forces:
        if over_at_start(force.lasts, force.began, table.state.fight.round):
            end(table, force, rule="MM-ROUND-02")


def end_of_round(table: Table[MercenariesState]) -> None:
    """What lasts to the end of the round.  [MM-ROUND-04]"""
    for force in table.state.own.forces:
        if over_at_end(force.lasts):
            end(table, force, rule="MM-ROUND-04")


def after_fight(table: Table[MercenariesState], winner: str) -> None:
    """What lasts no longer than the fight."""
    for force in table.state.own.forces:
        if over_after_fight(force.lasts):
            end(table, force, rule="MM-ROUND-02")


def after_test(table: Table[MercenariesState], who: str, *figures: Figure) -> None:
    """What lasts to somebody's next test is over with it. figures: that the test reads."""
    for force in table.state.own.forces:
        if force.bearer == who and over_after_test(force, figures):
            end(table, force, rule="MM-TAL-04")


def use_up(table: Table[MercenariesState], who: str, *figures: Figure) -> None:
    """What changes figures that a test has read, though only so often, has worked.  [RUL-60, RUL-89]"""
    state = table.state
    for source in sources.of(state, who):
        for index, ability in enumerate(source.abilities):
            read = any(effect.does is Does.FIGURE and effect.figure in figures for effect in ability.effects)
            if ability.when is When.ALWAYS and ability.uses is not Uses.ANY and read:
                used = AbilityUsed(
                    combatant=who, card=source.id, index=index, round=state.fight.round, day=state.own.setup.day
                )
                table.emit(used, rule="RUL-89")
