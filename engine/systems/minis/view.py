"""The system's part of the state as a seat sees it: the game is open, only hidden combatants are left out."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import structs

from engine.kit import Fight
from engine.systems.minis.state import Effect, Mini, MinisState, Phase


def view(own: MinisState, fight: Fight, seat: str | None) -> MinisState:
    """The state as a seat sees it; None: as everybody does."""
    known = {who for who, combatant in fight.combatants.items() if fight.sees(seat, combatant)}
    if len(known) == len(own.minis):
        return own
    gm = fight.is_gm(seat)
    if own.knowing is not None and seat not in own.knowing and not gm:
        own = _before_last_round(own)
    return structs.replace(
        own,
        minis={who: _mini(mini, known) for who, mini in own.minis.items() if who in known},
        knowing=own.knowing if gm else None,
        slots=tuple(slot for slot in own.slots if slot.combatant in known),
        holdings=tuple(holding for holding in own.holdings if all(able.combatant in known for able in holding.minis)),
        effects={
            key: _effect(effect, known)
            for key, effect in own.effects.items()
            if effect.target in known and effect.caster in known
        },
    )


def _before_last_round(own: MinisState) -> MinisState:
    """For whoever knows nobody in the last round: the round before it stands."""
    phase = Phase.DECLARE if own.phase is Phase.ACTIVATE else own.phase
    return structs.replace(own, init_round=own.known_round, knowing=None, phase=phase)


def _mini(mini: Mini, known: Collection[str]) -> Mini:
    return structs.replace(mini, summoner=None) if mini.summoner and mini.summoner not in known else mini


def _effect(effect: Effect, known: Collection[str]) -> Effect:
    """The spell lasts, also where its order is about somebody unknown."""
    if effect.order is None or effect.order.target is None or effect.order.target in known:
        return effect
    return structs.replace(effect, order=None)
