"""What each hook calls, and in which order: it is the order of a number's terms, of windows and of consequences."""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.content.kinds import Does, Tactic
from engine.systems.mongolian_mercenaries.rules.attack import (
    aftermath,
    behaviour,
    courage,
    dying,
    effects,
    traps,
    two_weapons,
)
from engine.systems.mongolian_mercenaries.rules.attack import tactics as field_tactics
from engine.systems.mongolian_mercenaries.rules.basics import captives, initiative, leaving, lookup, positions
from engine.systems.mongolian_mercenaries.rules.blows import (
    active_cards,
    durations,
    face_effects,
    hooks,
    states,
    treated,
)
from engine.systems.mongolian_mercenaries.rules.course import battle, experience, looting, rounds, spoils, trails
from engine.systems.mongolian_mercenaries.rules.field import cover, ground, light, mounts, screens
from engine.systems.mongolian_mercenaries.rules.gear import ammunition
from engine.systems.mongolian_mercenaries.rules.magic import periods, preferring, summons, working


def register() -> None:
    """Fill all hooks, once."""
    _figures()
    _of_attacks()
    _of_rounds()
    _of_cards()


def _figures() -> None:
    lookup.ATTRIBUTES.append(active_cards.attribute)
    lookup.SKILLS.append(active_cards.skill)
    initiative.MODIFIERS.append(active_cards.initiative)


def _of_attacks() -> None:
    hooks.BARS.extend((screens.bar, light.bar, states.bars_attack, two_weapons.bars))
    hooks.HIT_DICE.extend((cover.hit_dice, active_cards.hit_dice))
    hooks.LAST_DICE.append(light.dice)
    hooks.ATTACKED.append(aftermath.attacked)
    hooks.AFTER_ROLL.extend((face_effects.damage_weapon, face_effects.spend_ammunition))
    hooks.ON_HIT.append(aftermath.hit)
    hooks.ON_MISS.append(aftermath.missed)
    hooks.NET_POINTS.extend((two_weapons.net_points, active_cards.net_points))
    hooks.PERCENTS.append(active_cards.percents)
    hooks.AFTER_HIT.append(aftermath.riders)
    hooks.HARMED.extend((aftermath.harmed, treated.after_wound))
    hooks.AFTERMATH.append(aftermath.windows)
    hooks.FALLEN.append(aftermath.eliminated)
    leaving.LEAVES.extend((screens.fallen, summons.vanish_with))


def _of_rounds() -> None:
    """Courage goes before behaviour; damage over time before what ends with the round.  [RUL-03]

    In the summary who lives is settled before anything is shared.  [MM-PHASE-05]
    """
    rounds.STARTS.append(mounts.ride_on)
    positions.ENTERED.append(traps.spring)
    rounds.EXPIRE.extend(
        (screens.settle_all, durations.expire, states.expire, summons.vanish_left, periods.round_starts)
    )
    rounds.TURN_BEGINS.extend((periods.turn_starts, states.turn_begins, screens.settle, courage.check, behaviour.play))
    rounds.ROUND_ENDS.extend((periods.round_ends, durations.end_of_round, states.end_of_round, summons.vanish_left))
    battle.SUMMARY.extend(
        (
            durations.after_fight,
            dying.after,
            captives.take,
            ammunition.discard_thrown,
            experience.share,
            looting.play,
            spoils.settle,
            trails.lose,
            states.end_of_fight,
            summons.vanish_all,
            treated.at_end,
        )
    )


def _of_cards() -> None:
    effects.WORKS.update(
        {
            Does.ITEM: effects.damage_item,
            Does.COVER: ground.give_cover,
            Does.DISTANCE: ground.shift,
            Does.STATE: working.state,
            Does.END_STATE: working.end_state,
            Does.HEAL: working.heal,
            Does.POWER: working.power,
            Does.SUMMON: summons.summon,
        }
    )
    behaviour.CHOICES.update(
        {
            Tactic.ATTACK: behaviour.attacks,
            Tactic.MELEE: behaviour.melee_attacks,
            Tactic.SHOOT: behaviour.shots,
            Tactic.CAST: preferring.best,
            Tactic.CLOSE_IN: field_tactics.close_in,
            Tactic.BACK_OFF: field_tactics.back_off,
            Tactic.TAKE_COVER: field_tactics.take_cover,
            Tactic.CROUCH: field_tactics.crouch,
            Tactic.SCREEN: field_tactics.screen,
            Tactic.BLOCK: field_tactics.block,
        }
    )
