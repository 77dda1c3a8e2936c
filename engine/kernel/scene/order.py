"""The order of play in a scene, as far as the kernel knows it: a list, or none."""

from __future__ import annotations

from engine.kernel.scene.combatants import turn_states
from engine.kernel.scene.play import PlaySlot, ScenePlay
from engine.kernel.scene.wording import Wording


def play(words: Wording) -> ScenePlay:
    """The fight's order of acting as a list; FREE where it has none, with a slot for each that may act."""
    fight = words.seen.fight
    states = turn_states(fight)
    listed = fight.turn_order or fight.acting
    return ScenePlay(
        style="LIST" if fight.turn_order else "FREE",
        label=words.say("order" if fight.turn_order else "free"),
        phase=phase(words),
        round=fight.round,
        slots=tuple([PlaySlot(key=who, combatant=who, label=words.name(who), state=states[who]) for who in listed]),
    )


def phase(words: Wording) -> str:
    """Where the fight stands, in words."""
    fight = words.seen.fight
    if fight.status != "RUNNING":
        return words.say("ended" if fight.status == "ENDED" else "paused")
    if fight.acting:
        return words.say("turn", names=words.list(words.name(who) for who in fight.acting))
    return words.say("no_turn" if fight.round else "not_begun")
