"""The order of play: individually as rolled, by sides, in phases, or the free turns of an ambush.

[FF-INIT-01, FF-INIT-04, FF-INIT-07, FF-SURP-05, FF-DELAY-01]
"""

from __future__ import annotations

from engine.kit.scene import PlaySlot, PlayStyle, ScenePlay, TurnState
from engine.systems.fantasia.rules.basics import lookup
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.scene.texts import SceneTexts
from engine.systems.fantasia.scene.turns import left_of, turn_of
from engine.systems.fantasia.sheet import Initiative


def play_of(seen: FantasiaFight, texts: SceneTexts) -> ScenePlay:
    """The order of acting as a seat sees it: who is hidden from it leaves no gap."""
    ambush = seen.own.ambush is not None
    style: PlayStyle = "FREE" if ambush else "SIDES" if lookup.in_sides(seen) else "LIST"
    slots = _by_sides(seen, texts) if style == "SIDES" else _by_combatants(seen, texts)
    return ScenePlay(
        style=style,
        label=texts.say("play.ambush" if ambush else f"play.{seen.own.setup.initiative.value}"),
        phase=_phase(seen, texts),
        round=seen.fight.round,
        cyclic=not ambush,
        slots=slots,
        left=left_of(seen, texts) if style == "SIDES" else (),
    )


def _by_combatants(seen: FantasiaFight, texts: SceneTexts) -> tuple[PlaySlot, ...]:
    """Everybody with a place in the order who is in the fight; in an ambush its ambushers."""
    ambush, here = seen.own.ambush, seen.fight.combatants
    whom = seen.fight.turn_order if ambush is None else ambush.ambushers
    return tuple(
        PlaySlot(
            key=who,
            combatant=who,
            label=texts.who(who),
            figure=seen.own.fighters[who].initiative if ambush is None else None,
            state=(state := turn_of(seen, who)),
            left=left_of(seen, texts) if state == "ACTING" else (),
        )
        for who in whom
        if who in here and here[who].out is None
    )


def _by_sides(seen: FantasiaFight, texts: SceneTexts) -> tuple[PlaySlot, ...]:
    """The sides in their order; of sides that alternate each has its own slot."""
    members = {c.side for c in seen.fight.combatants.values()}
    sides = [side for block in seen.own.sides.blocks for side in block.sides if side in members]
    rolls = seen.own.sides.rolls
    return tuple(
        PlaySlot(
            key=f"side-{side}", side=side, label=texts.side(side), figure=rolls.get(side), state=_of_side(seen, side)
        )
        for side in sides
    )


def _of_side(seen: FantasiaFight, side: str) -> TurnState:
    """A side acts, or waits while one of its members that are seen has still a turn in this round."""
    here = [c for c in seen.fight.combatants.values() if c.side == side and c.out is None]
    if seen.own.sides.up == side and seen.fight.acting:
        return "ACTING"
    if not here:
        return "UNABLE"
    return "ACTED" if all(c.id in seen.own.acted for c in here) else "WAITING"


def _phase(seen: FantasiaFight, texts: SceneTexts) -> str:
    """Where the order stands, in words."""
    fight, own, turn = seen.fight, seen.own, seen.own.turn
    if stopped := texts.stopped():
        return stopped
    if fight.outcome is not None:
        return texts.say("phase.decided")
    if not own.begun:
        return texts.say("phase.before")
    if not fight.acting:
        now = texts.say("phase.between")
    elif lookup.choosing(seen):
        now = texts.say("phase.choosing", who=texts.all_named(fight.acting, "or"))
    else:
        delayed = turn is not None and turn.delayed
        now = texts.say("phase.delayed" if delayed else "phase.turn", who=texts.all_named(fight.acting))
    if own.ambush is not None:
        return texts.say("phase.free", now=now)
    if own.sides.phase is not None and own.setup.initiative is Initiative.PHASES:
        return texts.say("phase.kind", now=now, kind=texts.value("phase", own.sides.phase))
    return now
